//! What an agent thought, in words of the wire.

use std::sync::Arc;
use std::time::Duration;

use spinward_env::core::{PerSeat, Seat};
use spinward_env::games::CompleteGame;

use super::error::{Code, Refusal};
use super::knowledge::Knowledge;
use super::wire;
use crate::agent::{Decision, Line};

/// Called in another thread when there is a thought to be had.
pub(super) type Wake = Arc<dyn Fn() + Send + Sync>;

/// What came of a `go`.
#[derive(Debug)]
pub(super) struct Thought {
    pub(super) info: Option<wire::Info>,
    pub(super) best: wire::Best,
}

/// A decision about the position at hand, with at most so many lines.
///
/// # Errors
/// If the rules refuse it.
pub(super) fn told<G: CompleteGame>(
    knowledge: &Knowledge<G>,
    decision: &Decision<G::Action>,
    elapsed: Duration,
    lines: usize,
) -> Result<Thought, Refusal> {
    let (game, state) = (&knowledge.game, knowledge.state());
    let mut legal = Vec::new();
    game.legal_actions(&state, &mut legal);
    let words = |action: G::Action| wire::Action {
        id: game.action_id(action).0,
        text: game.action_text(&state, action),
    };
    if !legal.contains(&decision.action) {
        return Err(Refusal::new(Code::Internal, "the agent chose what the rules refuse"));
    }
    let report = &decision.report;
    let root = report.values.as_ref().map(|values| wire::Root { outcome: outlook(knowledge, values) });
    let line = |(index, line): (usize, &Line<G::Action>)| wire::Line {
        rank: index + 1,
        action: words(line.action),
        visits: line.visits,
        prior: rounded(line.prior),
        policy: rounded(line.target),
        outcome: line.values.as_ref().map(|values| outlook(knowledge, values)),
    };
    let listed = report.lines.iter().filter(|line| legal.contains(&line.action)).take(lines);
    let info = (lines > 0).then(|| wire::Info {
        ply: knowledge.ply(),
        decision: knowledge.decision(),
        pov: knowledge.name(knowledge.seat),
        elapsed_ms: elapsed.as_millis() as u64,
        visits: report.visits,
        evaluations: report.evaluations,
        root: root.clone(),
        lines: listed.enumerate().map(line).collect(),
    });
    let best = wire::Best {
        ply: knowledge.ply(),
        decision: knowledge.decision(),
        action: words(decision.action),
        sealed: game.is_sealed(&state),
        root,
    };
    Ok(Thought { info, best })
}

fn outlook<G: CompleteGame>(knowledge: &Knowledge<G>, values: &PerSeat<f32>) -> wire::Outlook {
    let (low, high) = knowledge.game.facts().returns;
    let share = |value: f32| rounded(((value - low) / (high - low)).clamp(0.0, 1.0));
    Seat::all(values.len()).map(|seat| knowledge.name(seat)).zip(values.iter().map(|&v| share(v))).collect()
}

/// Four places behind the point.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e4).round() / 1e4
}

//! A session: the engine at one seat of one game. [`Sitting`] is the same for every game, [`Seated`] is typed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use spinward_env::core::{Node, OutcomeIndex};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};

use super::catalogue;
use super::count;
use super::error::{Code, Refusal};
use super::knowledge::{Knowledge, check_hash, seat_named};
use super::line::shown;
use super::options::{MOST_LINES, MOST_MS, MOST_VISITS, Options};
use super::thought::{Thought, Wake, told};
use super::wire;
use crate::adviser::Adviser;
use crate::agent::{AgentError, Decision, Limits, Stop};
use crate::roster::Roster;

/// Actions of a page of `legal` unless the host asks for fewer.
const PAGE: u32 = 500;

/// A session under way.
pub(super) trait Sitting {
    fn begun(&self) -> wire::Begun;
    fn place(&self) -> wire::Place;
    fn apply(&mut self, events: &[wire::Event]) -> Result<(), Refusal>;
    fn replace(&mut self, view: &wire::View) -> Result<(), Refusal>;
    fn undo(&mut self, to: u32) -> Result<(), Refusal>;
    fn legal(&self, page: &wire::Legal) -> Result<wire::LegalAnswer, Refusal>;
    /// Plays by these options from now on.
    fn set(&mut self, options: &Options) -> Result<(), Refusal>;
    /// Begins to think.
    fn go(&mut self, go: &wire::Go, wake: Wake) -> Result<(), Refusal>;
    /// Ends thinking; [`Sitting::thought`] has it soon.
    fn hurry(&mut self);
    /// What came of thinking; `None`: it goes on.
    fn thought(&mut self) -> Option<Result<Thought, Refusal>>;
    /// The same, waited for.
    fn wait(&mut self) -> Option<Result<Thought, Refusal>>;
    fn view_dump(&self) -> wire::ViewDump;
    fn scene_dump(&self) -> wire::SceneDump;
    fn perft(&self, depth: u32) -> Result<wire::PerftAnswer, Refusal>;
    fn bench(&self) -> Result<wire::Bench, Refusal>;
}

/// Opens the game that a `new` asks for and sits down.
///
/// # Errors
/// If there is no such game, ruleset, scenario, seat, or agent for it.
pub(super) fn sit_down(new: &wire::New, options: &Options) -> Result<Box<dyn Sitting>, Refusal> {
    if let Some(role) = new.role.as_deref().filter(|role| *role != "player") {
        let message = format!("role: '{}' is not played here; player would be right", shown(role));
        return Err(Refusal::new(Code::Unsupported, message));
    }
    let setup = catalogue::setup(new)?;
    with_game(&setup, SitDown { new, options }).map_err(|faults| catalogue::refused(&faults))?
}

struct SitDown<'a> {
    new: &'a wire::New,
    options: &'a Options,
}

impl GameVisitor for SitDown<'_> {
    type Out = Result<Box<dyn Sitting>, Refusal>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let seat = seat_named(&game.facts().seats, &self.new.seat)?;
        let adviser =
            adviser(&game, self.options).map_err(|message| Refusal::new(Code::BadSetup, message))?;
        let mut seated = Seated {
            knowledge: Knowledge::new(game, seat),
            adviser,
            options: self.options.clone(),
            seed: self.new.seed,
            asked: None,
        };
        seated.begin();
        Ok(Box::new(seated))
    }
}

fn adviser<G: CompleteGame>(game: &Arc<G>, options: &Options) -> Result<Adviser<G>, String> {
    let roster = Roster::without_networks().with_networks();
    let agent = roster.build(game, &options.agent).map_err(|error| error.to_string())?;
    Ok(Adviser::new(options.agent.to_string(), agent))
}

struct Seated<G: CompleteGame> {
    knowledge: Knowledge<G>,
    adviser: Adviser<G>,
    options: Options,
    /// What `new` said; else the option says it.
    seed: Option<u64>,
    asked: Option<Asked>,
}

/// What the adviser is thinking about.
struct Asked {
    since: Instant,
    lines: usize,
    /// Whether the answer waits for the host to ask for it.
    held: bool,
}

impl<G: CompleteGame> Seated<G> {
    /// The agent forgets what it knows of the game.
    fn begin(&mut self) {
        let seed = self.seed.unwrap_or(self.options.seed);
        let seed =
            if self.options.deterministic { seed ^ u64::from(self.knowledge.ply()) << 40 } else { seed };
        self.adviser.begin(self.knowledge.seat, seed);
    }

    /// Whether the host asks about the decision at hand.
    fn check(&self, go: &wire::Go) -> Result<(), Refusal> {
        let unsupported = [
            ("clock", go.clock.is_some()),
            ("ponder", go.ponder == Some(true)),
            ("only", go.only.is_some()),
            ("avoid", go.avoid.is_some()),
        ];
        if let Some((field, _)) = unsupported.into_iter().find(|(_, is_there)| *is_there) {
            let message = format!("{field}: this engine knows limits alone");
            return Err(Refusal::new(Code::Unsupported, message));
        }
        let (ply, decision) = (self.knowledge.ply(), self.knowledge.decision());
        if go.ply.is_some_and(|asked| asked != ply) || go.decision.as_ref().is_some_and(|d| *d != decision) {
            let message = format!("the position is at ply {ply}, decision {decision}");
            return Err(Refusal::new(Code::Stale, message).with(json!({ "ply": ply, "decision": decision })));
        }
        if let Some(want) = &go.hash {
            check_hash(ply, want, &self.knowledge.hash())?;
        }
        match self.knowledge.node() {
            Node::Decision(seat) if seat == self.knowledge.seat => Ok(()),
            node => Err(Refusal::new(Code::NotYourSeat, self.knowledge.due(node))),
        }
    }

    /// When the search ends.
    fn limits(&self, asked: &wire::Limits) -> Result<Limits, Refusal> {
        let fault = |message: String| Err(Refusal::new(Code::BadValue, message));
        if asked.time_ms.is_some_and(|ms| !(1..=MOST_MS).contains(&ms)) {
            return fault(format!("limits.time_ms: expected 1 to {MOST_MS}"));
        }
        if asked.visits.is_some_and(|visits| !(1..=MOST_VISITS).contains(&visits)) {
            return fault(format!("limits.visits: expected 1 to {MOST_VISITS}"));
        }
        if self.options.deterministic && (asked.time_ms.is_some() || asked.infinite) {
            return fault(
                "limits: answers within a time are not Deterministic; visits would be right".into(),
            );
        }
        let bounded = asked.time_ms.is_some() || asked.visits.is_some();
        if bounded && asked.infinite {
            return fault("limits.infinite: no other limit goes with it".into());
        }
        let usual = (!bounded && !asked.infinite && self.options.visits > 0).then_some(self.options.visits);
        let time = asked.time_ms.map(|ms| ms.saturating_sub(self.options.move_overhead_ms).max(1));
        let forever = asked.infinite.then_some(Duration::MAX);
        Ok(Limits {
            visits: asked.visits.or(usual),
            time: time.map(Duration::from_millis).or(forever),
            cpu: None,
            stop: Stop::default(),
        })
    }

    /// An adviser that broke down is no more asked; another one is, from now on.
    fn heard(&mut self, advice: Result<Decision<G::Action>, AgentError>) -> Result<Thought, Refusal> {
        let asked = self.asked.take();
        let (since, lines) = asked.map_or((Instant::now(), 0), |asked| (asked.since, asked.lines));
        let thought = match advice {
            Ok(decision) => return told(&self.knowledge, &decision, since.elapsed(), lines),
            Err(error @ AgentError::Unsuited(_)) => Refusal::new(Code::Unsupported, error.to_string()),
            Err(error) => Refusal::new(Code::Internal, error.to_string()),
        };
        if let Ok(fresh) = adviser(&self.knowledge.game, &self.options) {
            self.adviser = fresh;
            self.begin();
        }
        Err(thought)
    }
}

impl<G: CompleteGame> Sitting for Seated<G> {
    fn begun(&self) -> wire::Begun {
        let knowledge = &self.knowledge;
        wire::Begun {
            seats: knowledge.game.facts().seats.clone(),
            seat: knowledge.name(knowledge.seat),
            follows: knowledge.follows(),
            place: knowledge.place(),
        }
    }

    fn place(&self) -> wire::Place {
        self.knowledge.place()
    }

    fn apply(&mut self, events: &[wire::Event]) -> Result<(), Refusal> {
        self.knowledge.apply(events)
    }

    fn replace(&mut self, view: &wire::View) -> Result<(), Refusal> {
        self.knowledge.replace(view)
    }

    fn undo(&mut self, to: u32) -> Result<(), Refusal> {
        self.knowledge.undo(to)
    }

    fn legal(&self, page: &wire::Legal) -> Result<wire::LegalAnswer, Refusal> {
        let limit = page.limit.unwrap_or(PAGE);
        if !(1..=PAGE).contains(&limit) {
            return Err(Refusal::new(Code::BadValue, format!("limit: expected 1 to {PAGE}")));
        }
        let after =
            page.after.as_deref().map_or(Ok(0), |cursor| read_cursor(cursor, self.knowledge.ply()))?;
        legal_page(&self.knowledge, after, limit as usize)
    }

    fn set(&mut self, options: &Options) -> Result<(), Refusal> {
        let refused = |message| Refusal::new(Code::BadValue, format!("Agent: {message}"));
        self.adviser = adviser(&self.knowledge.game, options).map_err(refused)?;
        self.options = options.clone();
        self.begin();
        Ok(())
    }

    fn go(&mut self, go: &wire::Go, wake: Wake) -> Result<(), Refusal> {
        self.check(go)?;
        let limits = self.limits(&go.limits)?;
        let lines = go.multi_pv.unwrap_or(self.options.multi_pv);
        if lines > MOST_LINES {
            return Err(Refusal::new(Code::BadValue, format!("multi_pv: expected 0 to {MOST_LINES}")));
        }
        if self.options.deterministic {
            self.begin();
        }
        self.asked = Some(Asked { since: Instant::now(), lines: lines as usize, held: go.limits.infinite });
        self.adviser.ask(self.knowledge.view(), limits, move || wake());
        Ok(())
    }

    fn hurry(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.held = false;
        }
        self.adviser.hurry();
    }

    fn thought(&mut self) -> Option<Result<Thought, Refusal>> {
        if self.asked.as_ref().is_none_or(|asked| asked.held) {
            return None;
        }
        let advice = self.adviser.advice()?;
        Some(self.heard(advice))
    }

    fn wait(&mut self) -> Option<Result<Thought, Refusal>> {
        if !self.adviser.is_thinking() {
            return None;
        }
        let advice = self.adviser.wait();
        Some(self.heard(advice))
    }

    fn view_dump(&self) -> wire::ViewDump {
        wire::ViewDump {
            what: wire::What::View,
            ply: self.knowledge.ply(),
            hash: self.knowledge.hash(),
            text: self.knowledge.text(),
        }
    }

    fn scene_dump(&self) -> wire::SceneDump {
        let game = &self.knowledge.game;
        let text = game.scene(&self.knowledge.view()).to_text(&game.facts().seats);
        wire::SceneDump { what: wire::What::Scene, ply: self.knowledge.ply(), text }
    }

    fn perft(&self, depth: u32) -> Result<wire::PerftAnswer, Refusal> {
        if !self.knowledge.is_open() {
            return Err(Refusal::new(
                Code::Unsupported,
                "this game hides something, so nobody can count its ways",
            ));
        }
        let sequences = count::sequences(&*self.knowledge.game, &self.knowledge.state(), depth)?;
        Ok(wire::PerftAnswer { ply: self.knowledge.ply(), depth, sequences })
    }

    fn bench(&self) -> Result<wire::Bench, Refusal> {
        count::bench(&self.knowledge.game)
    }
}

/// A page of what may happen, from entry `after` on.
fn legal_page<G: CompleteGame>(
    knowledge: &Knowledge<G>,
    after: usize,
    limit: usize,
) -> Result<wire::LegalAnswer, Refusal> {
    let (game, state) = (&knowledge.game, knowledge.state());
    let mut answer = wire::LegalAnswer {
        ply: knowledge.ply(),
        decision: knowledge.decision(),
        seat: None,
        total: 0,
        actions: Vec::new(),
        outcomes: Vec::new(),
        next: None,
    };
    match knowledge.node() {
        Node::Decision(seat) if seat == knowledge.seat || knowledge.is_open() => {
            let (view, mut legal) = (game.view(&state, seat), Vec::new());
            game.legal_actions(&state, &mut legal);
            answer.seat = Some(knowledge.name(seat));
            answer.total = legal.len();
            let told = |&action| wire::Explained {
                action: wire::Action { id: game.action_id(action).0, text: game.action_text(&state, action) },
                explanation: game.explain(&view, action),
            };
            answer.actions = legal.iter().skip(after).take(limit).map(told).collect();
        }
        Node::Chance if knowledge.is_open() => {
            let chance = game.chance(&state);
            answer.total = chance.weights().len();
            let told = |(index, probability)| wire::Outcome {
                text: game.outcome_text(&state, OutcomeIndex(index as u8)),
                probability,
            };
            answer.outcomes = chance.probabilities().enumerate().skip(after).take(limit).map(told).collect();
        }
        Node::Terminal => {}
        node => return Err(Refusal::new(Code::NotYourSeat, knowledge.due(node))),
    }
    let end = after.saturating_add(limit);
    answer.next = (end < answer.total).then(|| format!("{}:{end}", answer.ply));
    Ok(answer)
}

/// Where a page of `legal` begins.
fn read_cursor(cursor: &str, ply: u32) -> Result<usize, Refusal> {
    let parts = cursor.split_once(':').and_then(|(at, after)| at.parse().ok().zip(after.parse().ok()));
    match parts {
        Some((at, after)) if u32::eq(&at, &ply) => Ok(after),
        Some((at, _)) => {
            let message = format!("after: '{}' is of ply {at}, the position is at ply {ply}", shown(cursor));
            Err(Refusal::new(Code::Stale, message).with(json!({ "ply": ply })))
        }
        None => {
            let message =
                format!("after: '{}' is no cursor; next of the last page would be right", shown(cursor));
            Err(Refusal::new(Code::BadValue, message))
        }
    }
}

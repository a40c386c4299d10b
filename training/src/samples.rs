//! From recorded games to what a learner reads: which decisions of the window are looked at, and their encoding.

use std::ops::Range;
use std::sync::Arc;

use spinward_agents::evaluator::Leaf;
use spinward_agents::net::{OutcomeShares, ReturnScale};
use spinward_env::core::{PlannerRng, Seat, planner_rng, uniform_index};
use spinward_env::encode::Observation;
use spinward_env::games::CompleteGame;

use crate::config::WindowConfig;
use crate::games::{DecisionRecord, GameRecord, ReplayMismatch};
use crate::variations::Variations;

/// One decision, ready to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What the deciding seat saw, and its legal actions.
    pub leaf: Leaf,
    /// The policy to learn, one probability per action.
    pub policy: Vec<f32>,
    /// The outcome to learn, from the viewer on; the last is nobody.
    pub outcome: OutcomeShares,
    /// The final margin from the viewer's point of view, -1 to 1.
    pub margin: f32,
    /// The final owner of each site: a place from the viewer on, or the number of seats for nobody.
    pub owners: Vec<u8>,
}

/// A decision of the window that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    game: usize,
    decision: usize,
}

/// How many of the newest decisions are learnt from when there are `count` so far: all up to a point, then a share that
/// falls.
pub fn window_size(config: &WindowConfig, count: u64) -> u64 {
    let start = config.start as f64;
    let growth = ((count as f64 / start).powf(config.exponent) - 1.0) / config.exponent;
    if count <= config.start { count } else { (start * (1.0 + config.scale * growth)) as u64 }
}

/// Chooses `count` decisions of the window, each equally likely and at most `per_game` of one game, in random order. More
/// than the window holds are not given: then every decision comes about equally often.
pub fn choose(
    window: &[Arc<GameRecord>],
    count: usize,
    per_game: usize,
    rng: &mut PlannerRng,
) -> Vec<Choice> {
    let mut offered = Vec::new();
    for (game, record) in window.iter().enumerate() {
        let mut decisions: Vec<usize> = (0..record.decisions.len()).collect();
        shuffle(&mut decisions, rng);
        offered.extend(decisions.into_iter().take(per_game).map(|decision| Choice { game, decision }));
    }
    let mut chosen = Vec::with_capacity(count);
    while chosen.len() < count && !offered.is_empty() {
        shuffle(&mut offered, rng);
        chosen.extend(offered.iter().take(count - chosen.len()));
    }
    chosen
}

/// Replays the chosen decisions' games and encodes them, on `workers` threads. The samples are in the order of the
/// choices, whatever the number of threads.
///
/// # Errors
/// A sentence for each game that can't be played again; its samples are left out.
pub fn encode<G: CompleteGame>(
    games: &Variations<G>,
    window: &[Arc<GameRecord>],
    choices: &[Choice],
    search_value: f32,
    workers: usize,
) -> (Vec<Sample>, Vec<ReplayMismatch>) {
    let mut order: Vec<usize> = (0..choices.len()).collect();
    order.sort_by_key(|&i| choices[i]);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, &i) in order.iter().enumerate() {
        match runs.last_mut().filter(|run| choices[order[run.start]].game == choices[i].game) {
            Some(run) => run.end = at + 1,
            None => runs.push(at..at + 1),
        }
    }
    let scale = ReturnScale::new(games.first().facts());
    let one = |run: &Range<usize>| {
        let picks = &order[run.clone()];
        let record = &window[choices[picks[0]].game];
        let decisions = picks.iter().map(|&i| (i, &record.decisions[choices[i].decision]));
        encode_game(&**games.of(record.game), record, decisions, &scale, search_value)
    };
    let share = runs.len().div_ceil(workers.max(1)).max(1);
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = runs
            .chunks(share)
            .map(|runs| scope.spawn(|| runs.iter().map(&one).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("encoding does not panic")).collect()
    });
    let mut samples: Vec<Option<Sample>> = choices.iter().map(|_| None).collect();
    let mut mismatches = Vec::new();
    for result in results {
        match result {
            Ok(encoded) => encoded.into_iter().for_each(|(i, sample)| samples[i] = Some(sample)),
            Err(mismatch) => mismatches.push(mismatch),
        }
    }
    (samples.into_iter().flatten().collect(), mismatches)
}

/// Encodes decisions of one game, given in order of events (a decision may come more than once).
fn encode_game<'a, G: CompleteGame>(
    game: &G,
    record: &GameRecord,
    decisions: impl Iterator<Item = (usize, &'a DecisionRecord)>,
    scale: &ReturnScale,
    search_value: f32,
) -> Result<Vec<(usize, Sample)>, ReplayMismatch> {
    let mut decisions = decisions.peekable();
    let mut samples = Vec::new();
    let mut legal = Vec::new();
    let outcome = record.outcome();
    let end = record.replay(game, |event, state| {
        while let Some((i, decision)) = decisions.next_if(|(_, d)| d.event as usize == event) {
            let spinward_env::core::Node::Decision(seat) = game.node(state) else { continue };
            let view = game.view(state, seat);
            game.legal_in_view(&view, &mut legal);
            let mut observation = Observation::new(game.observation_spec());
            game.observe(&view, observation.as_mut());
            let actions = legal.iter().map(|&action| game.action_token(&view, action)).collect();
            let sample = Sample {
                leaf: Leaf { viewer: seat, observation, actions },
                policy: decision.probabilities(legal.len()),
                outcome: outcome_target(scale, record, decision, seat, search_value),
                margin: outcome.margins.get(seat.index()).copied().unwrap_or(0.0),
                owners: Vec::new(),
            };
            samples.push((i, sample));
        }
    })?;
    let owners = game.site_owners(&end);
    let seats = scale.seats();
    for (_, sample) in &mut samples {
        let place =
            |owner: &Option<Seat>| owner.map_or(seats, |seat| seat.relative_to(sample.leaf.viewer, seats));
        sample.owners = owners.iter().map(|owner| place(owner) as u8).collect();
    }
    Ok(samples)
}

/// The mixture of the game's result and of what the search expected.
fn outcome_target(
    scale: &ReturnScale,
    record: &GameRecord,
    decision: &DecisionRecord,
    viewer: Seat,
    search_value: f32,
) -> OutcomeShares {
    let mut target = scale.shares(&record.outcome(), viewer);
    if !decision.values.is_empty() {
        let expected = scale.shares_of_expectation(&decision.values, viewer);
        target.iter_mut().zip(expected).for_each(|(t, e)| *t += search_value * (e - *t));
    }
    target
}

/// The generator for one purpose in one generation of a run.
pub fn generation_rng(seed: u64, generation: u32) -> PlannerRng {
    planner_rng(seed, 0x1EA0_0000_0000 + u64::from(generation))
}

/// Puts items in random order.
pub fn shuffle<T>(items: &mut [T], rng: &mut PlannerRng) {
    for last in (1..items.len()).rev() {
        items.swap(last, uniform_index(rng, last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_holds_all_at_first_and_grows_ever_slower() {
        let config = WindowConfig { start: 1000, exponent: 0.75, scale: 0.4 };
        assert_eq!(window_size(&config, 700), 700);
        assert_eq!(window_size(&config, 1000), 1000);
        let sizes: Vec<u64> = (1..=10).map(|n| window_size(&config, n * 1000)).collect();
        let growth: Vec<u64> = sizes.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(growth.windows(2).all(|pair| pair[1] <= pair[0]) && growth[0] < 1000, "{growth:?}");
    }

    #[test]
    fn no_game_gives_more_than_its_share() {
        let decision = DecisionRecord { event: 0, policy: vec![], values: vec![], visits: 0 };
        let record = |count: usize| {
            Arc::new(GameRecord {
                game: 0,
                network: String::new(),
                events: vec![],
                returns: vec![],
                margins: vec![],
                decisions: vec![decision.clone(); count],
            })
        };
        let window = [record(100), record(3)];
        let chosen = choose(&window, 1000, 5, &mut planner_rng(1, 0));
        assert_eq!(chosen.len(), 1000);
        let of_second = chosen.iter().filter(|choice| choice.game == 1).count();
        assert!((370..=380).contains(&of_second), "3 of 8 offered decisions came {of_second} of 1000 times");
    }
}

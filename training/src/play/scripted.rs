use std::sync::mpsc::Sender;

use spinward_env::core::{planner_rng, uniform_index};
use spinward_env::doctrine::DoctrineValues;
use spinward_env::games::CompleteGame;

use super::table::{Table, Thought, game_seed};
use super::{PlayError, Queue, Totals, Worker};
use crate::games::{DecisionRecord, GameRecord};
use crate::stop::Stop;
use crate::variations::Variations;

/// Plays the scripted agent against itself, with some decisions made at random so that the games differ. The random
/// ones are not recorded: they are nothing to copy.
#[derive(Debug)]
pub struct ScriptedWorker<'g, G> {
    games: &'g Variations<G>,
    run_seed: u64,
    random_share: f32,
    doctrine: DoctrineValues,
}

impl<'g, G: CompleteGame> ScriptedWorker<'g, G> {
    /// A worker for games of the run with this seed.
    pub fn new(games: &'g Variations<G>, run_seed: u64, random_share: f32) -> Self {
        Self { games, run_seed, random_share, doctrine: DoctrineValues::defaults::<G>() }
    }

    fn play(&self, number: u64, totals: &mut Totals) -> Result<GameRecord, PlayError> {
        const STEPS: usize = 1 << 24;
        let mut rng = planner_rng(game_seed(self.run_seed, number, "scripted"), 0);
        let game = &**self.games.of(number);
        let mut table = Table::new(game, self.run_seed, number, "");
        let mut scores = Vec::new();
        while let Some(seat) = table.advance()? {
            totals.decisions += 1;
            let count = table.legal.len();
            if (uniform_index(&mut rng, STEPS) as f32) < self.random_share * STEPS as f32 {
                let action = table.legal[uniform_index(&mut rng, count)];
                table.decide(action, None)?;
                continue;
            }
            let view = game.view(&table.state, seat);
            game.rank(&view, &table.legal, &self.doctrine, &mut scores);
            let best = (0..count).fold(0, |best, i| if scores[i] > scores[best] { i } else { best });
            let policy = DecisionRecord::compress((0..count).map(|i| if i == best { 1.0 } else { 0.0 }));
            let action = table.legal[best];
            table.decide(action, Some(Thought { policy, values: Vec::new(), visits: 0 }))?;
        }
        Ok(table.finish())
    }
}

impl<G: CompleteGame> Worker for ScriptedWorker<'_, G> {
    fn run(
        &mut self,
        queue: &Queue,
        stop: &Stop,
        finished: &Sender<GameRecord>,
    ) -> Result<Totals, PlayError> {
        let mut totals = Totals::default();
        while !stop.now()
            && let Some(number) = queue.next()
        {
            let record = self.play(number, &mut totals)?;
            if finished.send(record).is_err() {
                break;
            }
        }
        Ok(totals)
    }
}

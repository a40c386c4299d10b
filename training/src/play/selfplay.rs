use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use spinward_agents::agent::Decision;
use spinward_agents::evaluator::{Evaluator, Leaf};
use spinward_agents::search::{Search, SearchConfig, Step};
use spinward_env::core::{Information, Seat};
use spinward_env::games::CompleteGame;

use super::table::{Table, Thought, game_seed};
use super::{PlayError, Queue, Totals, Worker};
use crate::games::{DecisionRecord, GameRecord};
use crate::stop::Stop;
use crate::variations::Variations;

/// Plays a network against itself: many games at once, so that one call of the network values the leaves of all their
/// searches.
pub struct SelfPlayWorker<'g, G: CompleteGame> {
    games: &'g Variations<G>,
    run_seed: u64,
    network: String,
    evaluator: Box<dyn Evaluator>,
    search: SearchConfig,
    tables: usize,
}

/// One game and the searches of its seats.
struct SearchedTable<'g, G: CompleteGame> {
    table: Table<'g, G>,
    /// One for all seats where nothing is hidden, else one for each.
    searches: Vec<Search<G>>,
    /// Whose decision is being searched.
    seat: Seat,
    /// Its leaves in the batch at hand.
    leaves: usize,
}

impl<'g, G: CompleteGame> SelfPlayWorker<'g, G> {
    /// A worker for games of the run with this seed; `network` names the weights behind the evaluator.
    pub fn new(
        games: &'g Variations<G>,
        run_seed: u64,
        network: String,
        evaluator: Box<dyn Evaluator>,
        search: SearchConfig,
        tables: usize,
    ) -> Self {
        Self { games, run_seed, network, evaluator, search, tables }
    }

    /// Opens the next game of the queue that asks for a search; games without any choice end at once.
    fn open(
        &self,
        queue: &Queue,
        finished: &Sender<GameRecord>,
        totals: &mut Totals,
    ) -> Result<Option<SearchedTable<'g, G>>, PlayError> {
        while let Some(number) = queue.next() {
            let game = self.games.of(number);
            let facts = game.facts();
            let hidden = facts.information == Information::Hidden || facts.simultaneous;
            let count = if hidden { facts.seat_count() } else { 1 };
            let searches = (0..count).map(|seat| {
                let mut search = Search::new(Arc::clone(game), self.search.clone())?;
                search.begin(game_seed(self.run_seed, number, "search") ^ seat as u64);
                Ok(search)
            });
            let searches = searches
                .collect::<Result<_, spinward_agents::agent::AgentError>>()
                .map_err(|error| PlayError::Game { game: number, reason: error.to_string() })?;
            let table = Table::new(&**game, self.run_seed, number, &self.network);
            let mut table = SearchedTable { table, searches, seat: Seat::new(0), leaves: 0 };
            if table.next_search(totals)? {
                return Ok(Some(table));
            }
            // A closed channel means that the run is ending; the queue will say so too.
            let _ = finished.send(table.table.finish());
        }
        Ok(None)
    }
}

impl<G: CompleteGame> SearchedTable<'_, G> {
    /// Goes on to the next decision to be searched; `false` when the game is over.
    fn next_search(&mut self, totals: &mut Totals) -> Result<bool, PlayError> {
        let Some(seat) = self.table.advance()? else { return Ok(false) };
        totals.decisions += 1;
        self.seat = seat;
        let view = self.table.game.view(&self.table.state, seat);
        let number = self.table.number();
        let search = self.search();
        let visits = search.config().simulations;
        search
            .start(&view, Some(visits))
            .map_err(|error| PlayError::Game { game: number, reason: error.to_string() })?;
        Ok(true)
    }

    fn search(&mut self) -> &mut Search<G> {
        let place = if self.searches.len() == 1 { 0 } else { self.seat.index() };
        &mut self.searches[place]
    }

    /// Works until positions must be valued, which are added to `batch`; `false` when the game is over.
    fn gather(&mut self, batch: &mut Vec<Leaf>, totals: &mut Totals) -> Result<bool, PlayError> {
        let game = self.table.game;
        loop {
            let decision = match self.search().step() {
                Step::Evaluate(positions) => {
                    batch.extend(positions.iter().map(|position| position.encode(game)));
                    self.leaves = positions.len();
                    return Ok(true);
                }
                Step::Decided(decision) => decision,
            };
            let thought = self.thought(&decision);
            self.table.decide(decision.action, Some(thought))?;
            if !self.next_search(totals)? {
                return Ok(false);
            }
        }
    }

    fn thought(&self, decision: &Decision<G::Action>) -> Thought {
        let target = |action: &G::Action| {
            decision.report.lines.iter().find(|line| line.action == *action).map_or(0.0, |line| line.target)
        };
        Thought {
            policy: DecisionRecord::compress(self.table.legal.iter().map(target)),
            values: decision.report.values.as_ref().map_or(Vec::new(), |values| values.to_vec()),
            visits: decision.report.visits,
        }
    }
}

impl<G: CompleteGame> Worker for SelfPlayWorker<'_, G> {
    fn run(
        &mut self,
        queue: &Queue,
        stop: &Stop,
        finished: &Sender<GameRecord>,
    ) -> Result<Totals, PlayError> {
        let mut totals = Totals::default();
        let mut tables: Vec<SearchedTable<'_, G>> = Vec::new();
        let mut batch = Vec::new();
        while !stop.now() && !queue.aborted() {
            while tables.len() < self.tables
                && let Some(table) = self.open(queue, finished, &mut totals)?
            {
                tables.push(table);
            }
            if tables.is_empty() {
                break;
            }
            batch.clear();
            let mut playing = Vec::with_capacity(tables.len());
            for mut table in tables.drain(..) {
                if table.gather(&mut batch, &mut totals)? {
                    playing.push(table);
                } else if finished.send(table.table.finish()).is_err() {
                    return Ok(totals);
                }
            }
            tables = playing;
            if !batch.is_empty() {
                let start = Instant::now();
                let answers = self.evaluator.evaluate(&batch)?;
                totals.evaluating += start.elapsed();
                totals.evaluations += batch.len() as u64;
                totals.batches += 1;
                let mut answers = &answers[..];
                for table in &mut tables {
                    let (own, rest) = answers.split_at(table.leaves);
                    table.search().answer(own)?;
                    answers = rest;
                }
            }
        }
        Ok(totals)
    }
}

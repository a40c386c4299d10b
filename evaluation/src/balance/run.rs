//! The games of a balance, on all cores, stopped between games and resumed.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::Rng;
use serde::{Deserialize, Serialize};
use spinward_agents::agent::Limits;
use spinward_agents::file::FileError;
use spinward_agents::roster::{AgentSpec, AgentSpecError, Roster};
use spinward_env::core::{Facts, PerSeat, Seat, SetupFaults, planner_rng};
use spinward_env::games::CompleteGame;
use thiserror::Error;

use super::curve::Point;
use super::plan::{BalancePlan, ROUNDS, handicap_range};
use super::search::next_handicaps;
use crate::arena::ResumeError;
use crate::arena::scores::points_of_seat;
use crate::game::{GameError, Player, Watch, play};
use crate::parallel::{cores, on_all_cores};
use crate::saved::{self, Saved};

/// Which game of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameKey {
    /// Index into [`BalancePlan::variants`].
    pub variant: usize,
    /// The head start of the second seat; negative: of the first.
    pub handicap: i32,
    /// Its number within the variant, from 0: decides its dice.
    pub number: u32,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Which.
    pub key: GameKey,
    /// The return of each seat.
    pub returns: Vec<f32>,
}

/// A plan and the games played so far: what is saved and resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BalanceRecord {
    /// The format, [`BalanceRecord::VERSION`].
    pub version: u32,
    /// What is to be played.
    pub plan: BalancePlan,
    /// What was, in the order in which the games ended.
    pub games: Vec<PlayedGame>,
}

/// Why a balance ended early; the games until then are in the record.
#[derive(Debug, Error)]
pub enum BalanceError {
    /// The agent can't be made.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// A variant can't be opened.
    #[error("{variant}: {faults}")]
    Setup {
        /// Its name.
        variant: String,
        /// What is wrong with it.
        faults: SetupFaults,
    },
    /// A game could not be played to its end.
    #[error("{variant}, game {number}: {error}")]
    Game {
        /// The variant's name.
        variant: String,
        /// Which game.
        number: u32,
        /// What happened.
        error: GameError,
    },
    /// [`Control::on_game`] failed.
    #[error(transparent)]
    File(#[from] FileError),
}

/// How the caller steers the games and hears from them.
pub struct Control<'a> {
    /// Set to stop: the games under way are finished, no new one begins.
    pub stop: &'a AtomicBool,
    /// Called after each game. An error stops the games.
    pub on_game: &'a mut dyn FnMut(&BalanceRecord) -> Result<(), FileError>,
}

impl BalanceRecord {
    /// The format of saved balances.
    pub const VERSION: u32 = 1;

    /// A plan with no games yet.
    pub const fn new(plan: BalancePlan) -> Self {
        Self { version: Self::VERSION, plan, games: Vec::new() }
    }

    /// The saved games of a game with these facts, to be gone on with by this plan; where the text was cut off, those whose
    /// lines are whole.
    ///
    /// # Errors
    /// If the text is no saved balance, or one of another plan, or holds what can't have been played.
    pub fn resume(plan: BalancePlan, facts: &Facts, text: &str) -> Result<Saved<Self>, ResumeError> {
        let Saved { record: saved, is_cut } = saved::read::<Self>(text)?;
        if saved.version != Self::VERSION {
            return Err(ResumeError::Version { found: saved.version });
        }
        if saved.plan != plan {
            return Err(ResumeError::OtherMatch(
                "game, settings, agent, numbers of games or seed differ".into(),
            ));
        }
        let mut seen = BTreeSet::new();
        for (index, game) in saved.games.iter().enumerate() {
            let is_new = seen.insert((game.key.variant, game.key.number));
            let twice = (!is_new).then(|| "it is there twice; once would be right".into());
            if let Some(fault) = twice.or_else(|| game.fault(&plan, facts)) {
                return Err(saved::impossible(text, (index, game), fault));
            }
        }
        Ok(Saved { record: saved, is_cut })
    }

    /// The text to save.
    pub fn to_json(&self) -> String {
        saved::text(self.version, &self.plan, &self.games)
    }

    /// Whether every game was played.
    pub fn is_complete(&self) -> bool {
        self.games.len() as u64 >= self.plan.planned()
    }

    /// The points of a seat, 0 to 1, in every game of a variant without a handicap, by number.
    pub fn scores(&self, variant: usize, seat: Seat) -> BTreeMap<u32, f64> {
        let games = self.of(variant).filter(|game| game.key.number < self.plan.games);
        games.map(|game| (game.key.number, points(seat, &game.returns))).collect()
    }

    /// What the second seat of a variant scored at each handicap in the games below a number.
    pub fn curve(&self, variant: usize, below: u32) -> Vec<Point> {
        let mut tally: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
        for game in self.of(variant).filter(|game| game.key.number < below) {
            let (games, sum) = tally.entry(game.key.handicap).or_default();
            *games += 1.0;
            *sum += points(Seat::new(1), &game.returns);
        }
        let point = |(handicap, (games, points)): (i32, (f64, f64))| Point {
            handicap: handicap.into(),
            games,
            points,
        };
        tally.into_iter().map(point).collect()
    }

    fn of(&self, variant: usize) -> impl Iterator<Item = &PlayedGame> {
        self.games.iter().filter(move |game| game.key.variant == variant)
    }

    /// The games of a round that have not been played; earlier rounds must be complete.
    fn open(&self, round: u32, range: Option<[i32; 2]>) -> Vec<GameKey> {
        let done: BTreeSet<(usize, u32)> =
            self.games.iter().map(|game| (game.key.variant, game.key.number)).collect();
        let numbers = self.plan.numbers(round);
        let mut open = Vec::new();
        for variant in 0..self.plan.variants.len() {
            let handicaps = match range {
                Some(range) if round > 0 => next_handicaps(&self.curve(variant, numbers.start), range),
                _ => [0, 0],
            };
            let key = |number: u32| GameKey { variant, handicap: handicaps[number as usize % 2], number };
            open.extend(numbers.clone().filter(|&number| !done.contains(&(variant, number))).map(key));
        }
        // Games of one variant and handicap follow each other, so that a worker keeps its agents.
        open.sort();
        open
    }
}

impl PlayedGame {
    /// Why it can't have been played by a plan, and what would be right.
    fn fault(&self, plan: &BalancePlan, facts: &Facts) -> Option<String> {
        let GameKey { variant, number, .. } = self.key;
        let (last, games) = (plan.variants.len() - 1, plan.games + plan.handicap_games);
        if variant > last {
            return Some(format!("variant: {variant}; a whole number from 0 to {last} would be right"));
        }
        if number >= games {
            return Some(format!("number: {number}; a whole number below {games} would be right"));
        }
        saved::fault_of_returns(facts, &self.returns)
    }
}

/// A seat's points against the mean of the others: a win 1, a draw ½.
fn points(seat: Seat, returns: &[f32]) -> f64 {
    let holders: Vec<usize> = (0..returns.len()).collect();
    points_of_seat(seat, &holders, returns)
}

/// Plays what the record's plan still lacks. `Ok` also when stopped: see [`BalanceRecord::is_complete`].
///
/// # Errors
/// The first thing that went wrong; games that had begun are finished first.
pub fn run<G: CompleteGame>(
    roster: &Roster<G>,
    record: &mut BalanceRecord,
    control: &mut Control<'_>,
) -> Result<(), BalanceError> {
    let plan = record.plan.clone();
    let agent: AgentSpec = plan.agent.parse()?;
    for variant in 0..plan.variants.len() {
        roster.build(&open_game::<G>(&plan, variant, 0)?, &agent)?;
    }
    for round in 0..=ROUNDS {
        let open = record.open(round, handicap_range::<G>());
        let mut games: BTreeMap<Place, Arc<G>> = BTreeMap::new();
        for key in &open {
            if let Entry::Vacant(place) = games.entry((key.variant, key.handicap)) {
                place.insert(open_game(&plan, key.variant, key.handicap)?);
            }
        }
        let complete = record.games.len() + open.len();
        let workers = cores().clamp(1, open.len().max(1));
        let worker = || {
            let mut worker = Worker { plan: &plan, roster, agent: &agent, games: &games, table: None };
            move |key| worker.play(key)
        };
        let heard = |game| {
            record.games.push(game);
            Ok((control.on_game)(record)?)
        };
        on_all_cores(open.into_iter(), workers, control.stop, worker, heard)?;
        if record.games.len() < complete {
            break;
        }
    }
    Ok(())
}

fn open_game<G: CompleteGame>(
    plan: &BalancePlan,
    variant: usize,
    handicap: i32,
) -> Result<Arc<G>, BalanceError> {
    G::from_setup(&plan.setup::<G>(variant, handicap))
        .map(Arc::new)
        .map_err(|faults| BalanceError::Setup { variant: plan.variants[variant].name.clone(), faults })
}

/// A variant and a handicap: what makes a game's setup.
type Place = (usize, i32);

struct Worker<'a, G: CompleteGame> {
    plan: &'a BalancePlan,
    roster: &'a Roster<G>,
    agent: &'a AgentSpec,
    games: &'a BTreeMap<Place, Arc<G>>,
    /// The players of the last game, who go on while variant and handicap stay the same.
    table: Option<(Place, Vec<Player<G>>)>,
}

impl<G: CompleteGame> Worker<'_, G> {
    fn play(&mut self, key: GameKey) -> Result<PlayedGame, BalanceError> {
        let place = (key.variant, key.handicap);
        let game = &self.games[&place];
        let mut table = match self.table.take() {
            Some((at, table)) if at == place => table,
            _ => {
                let seats = 0..game.facts().seat_count();
                let player = |_| Ok(Player { agent: self.roster.build(game, self.agent)?, seed: 0 });
                seats.map(player).collect::<Result<Vec<_>, AgentSpecError>>()?
            }
        };
        let mut seeds = planner_rng(self.plan.seed, u64::from(key.number) + 1);
        let dice = seeds.next_u64();
        table.iter_mut().for_each(|player| player.seed = seeds.next_u64());
        let result = play(game, dice, &mut table, &Limits::default(), Watch::default()).map_err(|error| {
            let variant = self.plan.variants[key.variant].name.clone();
            BalanceError::Game { variant, number: key.number, error }
        })?;
        self.table = Some((place, table));
        let returns: PerSeat<f32> = result.returns;
        Ok(PlayedGame { key, returns: returns.to_vec() })
    }
}

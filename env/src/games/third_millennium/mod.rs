//! *Imperium: Third Millennium* (Avalanche Press, 2001), reconstructed, with D. McNair's variant of 2006: the game card
//! is `README.md` beside this file.
//!
//! Read it in the order of play. [`setup`] turns a scenario file into the first [`State`]; `turn` is the sequence of play
//! from top to bottom; `intervention`, `income`, `construction`, `outposts` and `muster` are its administrative segment,
//! `segment`, `movement`, `bypass` and `navigation` its action segments, `battle` what is fought in them, `close_out` and
//! `recall` the end of a turn, `campaign` how a war and a series of wars end, `peace` what is between. `view` is what a side knows. [`units`], [`combat`], [`politics`] and [`map`] hold the
//! figures, all of them data; `data` names the files.

pub mod action;
mod battle;
mod bypass;
mod campaign;
mod carriers;
pub mod class;
mod close_out;
mod codec;
pub mod combat;
mod construction;
mod data;
mod doctrine;
mod encode;
mod guard;
pub mod hex;
mod income;
mod intervention;
mod legal;
pub mod map;
mod mines;
mod movement;
mod muster;
mod navigation;
mod notation;
mod odds;
mod outposts;
mod peace;
pub mod politics;
mod position;
mod profile;
mod recall;
pub mod rules;
mod scene;
mod segment;
pub mod setup;
pub mod state;
#[cfg(test)]
mod tests;
mod turn;
pub mod units;
mod view;

use crate::core::{
    Card, Chance, Facts, Figure, Game, IllegalAction, IllegalOutcome, Information, Node, Notation, Outcome,
    OutcomeIndex, PlannerRng, ResolvedSetup, Seat, Setup, SetupFault, SetupFaults, Utility,
};

use action::Action;
use combat::Combat;
use legal::Sought;
use map::Map;
use politics::Politics;
use rules::Rules;
use setup::{Opening, Scenario};
use state::{State, Step};
use units::Units;

pub use view::View;

/// The Terran seat.
pub const TERRAN: Seat = Seat::new(0);
/// The Imperial seat.
pub const IMPERIAL: Seat = Seat::new(1);

/// The game: rules, figures, map and scenario, immutable and shared.
#[derive(Debug)]
pub struct ThirdMillennium {
    setup: ResolvedSetup,
    facts: Facts,
    /// The options in force.
    pub rules: Rules,
    /// What counters cost and how they fight.
    pub units: Units,
    /// Dice and bands.
    pub combat: Combat,
    /// What planets pay, and what the Empire sends and allows.
    pub politics: Politics,
    /// The scenario's part of the map.
    pub map: Map,
    /// What the scenario adds to the rules.
    pub scenario: Scenario,
    start: State,
    codec: codec::Codec,
    encoder: encode::Encoder,
}

impl ThirdMillennium {
    fn new(setup: ResolvedSetup) -> Result<Self, SetupFaults> {
        let at = |file: &'static str| {
            move |problems: Vec<String>| {
                let fault = |problem| SetupFault { at: file.into(), problem };
                SetupFaults(problems.into_iter().map(fault).collect())
            }
        };
        let rules = Rules::new(&setup);
        let data = data::FILES.corrected(setup.figures()).map_err(SetupFaults)?;
        let mut units = Units::parse(&data.text("units")).map_err(at("units"))?;
        units.keep(|class| rules.has(class));
        let combat = Combat::parse(&data.text("combat")).map_err(at("combat"))?;
        let politics = Politics::parse(&data.text("politics")).map_err(at("politics"))?;
        // The first war of the series is that of `first-war`.
        let (scenario, series) = match setup.scenario {
            "wars" => ("first-war", Some(data.text("wars"))),
            other => (other, None),
        };
        let texts = setup::Texts { scenario: data.text(scenario), series, map: data.text("map") };
        let Opening { scenario, map, state } =
            setup::open(&texts, &units, &politics, rules.handicap).map_err(at(setup.scenario))?;
        let mut game = Self {
            setup,
            facts: facts(),
            codec: codec::Codec::new(&map),
            encoder: encode::Encoder::new(&map, Self::card().encoding_version),
            rules,
            units,
            combat,
            politics,
            map,
            scenario,
            start: state,
        };
        let mut start = game.start.clone();
        game.open(&mut start);
        game.start = start;
        Ok(game)
    }

    fn refuse(&self, state: &State, action: Action) -> IllegalAction {
        let (reason, rule) = self.refusal(state);
        IllegalAction { action: self.action_text(state, action), reason: reason.into(), rule }
    }
}

fn facts() -> Facts {
    Facts {
        seats: vec!["terran", "imperial"],
        chance: true,
        simultaneous: false,
        information: Information::Hidden,
        utility: Utility::ZeroSum,
        returns: (-1.0, 1.0),
        // Activations, rounds and picks are bounded; this bound lies far above what can happen.
        max_events: 50_000,
    }
}

impl Game for ThirdMillennium {
    type State = State;
    type Action = Action;
    type View = View;

    fn card() -> Card {
        rules::card()
    }

    fn handicaps() -> &'static [&'static str] {
        &rules::HANDICAPS
    }

    fn figures() -> Vec<Figure> {
        data::FILES.figures()
    }

    fn from_setup(setup: &Setup) -> Result<Self, SetupFaults> {
        Self::new(setup.resolve(&Self::card())?)
    }

    fn setup(&self) -> &ResolvedSetup {
        &self.setup
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn initial_state(&self) -> State {
        self.start.clone()
    }

    fn node(&self, state: &State) -> Node {
        match (state.step, self.decider(state)) {
            (Step::Over, _) => Node::Terminal,
            (_, Some(seat)) => Node::Decision(seat),
            (_, None) => Node::Chance,
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if self.decider(state).is_some() {
            self.offer(state, out);
        }
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), IllegalAction> {
        let mut sought = Sought { action, found: false };
        if self.decider(state).is_some() {
            self.offer(state, &mut sought);
        }
        if !sought.found {
            return Err(self.refuse(state, action));
        }
        self.act(state, action);
        self.settle(state);
        Ok(())
    }

    fn chance(&self, state: &State) -> Chance {
        let weights = |weights: Vec<u32>| Chance::new(weights);
        match state.step {
            Step::Draw => self.draw_chance(state),
            Step::Intervention | Step::Petition { .. } => self.events_chance(state),
            Step::Retinue { worth, .. } => {
                weights(self.retinue(state, worth).into_iter().map(|(_, n)| n).collect())
            }
            Step::Initiative => self.initiative_chance(),
            Step::Scouting => weights(self.sightings(state).into_iter().map(|(_, n)| n).collect()),
            Step::Navigate => weights(self.courses(state).into_iter().map(|(_, n)| n).collect()),
            Step::Drift => weights(self.drifts(state).into_iter().map(|(_, n)| n).collect()),
            Step::Mines { dice, hits, .. } => self.mines_chance(state, dice, hits),
            Step::Sweep { .. } => self.sweep_chance(),
            Step::Return { .. } => self.return_chance(),
            Step::Peace => self.peace_chance(),
            Step::UpkeepRoll { aided } => self.upkeep_chance(state, aided),
            Step::Ground => self.ground_chance(state),
            Step::Battle => self.battle_chance(state, state.battle.as_ref().expect("a battle is on")),
            step => panic!("no roll is due at {step:?}"),
        }
    }

    fn apply_outcome(&self, state: &mut State, outcome: OutcomeIndex) -> Result<(), IllegalOutcome> {
        let refuse = |reason: &str| Err(IllegalOutcome { outcome: outcome.index(), reason: reason.into() });
        if self.node(state) != Node::Chance {
            return refuse("no roll is due");
        }
        if outcome.index() >= self.chance(state).weights().len() {
            return refuse("the roll has fewer outcomes");
        }
        let index = outcome.index();
        let done = match state.step {
            Step::Draw => self.draw(state, index),
            Step::Intervention | Step::Petition { .. } => self.happened(state, index),
            Step::Retinue { fleet, worth } => self.drawn_for_emperor(state, fleet, worth, index),
            Step::Scouting => self.scouted(state, index),
            Step::Navigate => self.navigated(state, index),
            Step::Drift => self.drifted(state, index),
            Step::Mines { exit, dice, hits } => {
                self.mines_rolled(state, exit, (dice, hits), index);
                true
            }
            Step::Sweep { left } => {
                self.swept(state, left, index);
                true
            }
            Step::Initiative => {
                self.initiative_rolled(state, index);
                true
            }
            Step::Peace => {
                self.peace_rolled(state, index);
                true
            }
            Step::Return { fleet } => {
                self.returned(state, fleet, index == 0);
                true
            }
            Step::UpkeepRoll { aided } => {
                self.upkeep_rolled(state, aided, index == 0);
                true
            }
            Step::Ground => {
                self.ground_rolled(state, index);
                true
            }
            _ => {
                self.battle_rolled(state, index);
                true
            }
        };
        debug_assert!(done, "every outcome of the roll is applied");
        self.settle(state);
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        View { seat, state: view::blur(state, seat) }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn node_in_view(&self, view: &View) -> Node {
        self.node(&view.state)
    }

    fn legal_in_view(&self, view: &View, out: &mut Vec<Action>) {
        out.clear();
        if self.node(&view.state) == Node::Decision(view.seat) {
            self.legal_actions(&view.state, out);
        }
    }

    fn sample_world(&self, view: &View, rng: &mut PlannerRng) -> State {
        self.world(view, rng)
    }

    /// Sides alternate within a segment: it is the turn of play.
    fn player_turn(&self, state: &State) -> u32 {
        u32::from(state.turn) * 8 + u32::from(state.segment)
    }
}

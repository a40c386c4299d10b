//! GDW *Imperium* with H. J. Cobb's fix kit: the game card is `README.md` beside this file.
//!
//! Read it in the order of play. [`setup`] turns a scenario file into the first [`State`]; `turn` is the
//! sequence of play from top to bottom; `economy`, `court` and `maintenance` are its Maintenance and Production
//! Phase, `movement` and `cargo` its movement phases, [`battle`] its combat phases, `glory` says who wins a war,
//! `campaign` who wins a series of them, and `interwar` is what lies between two. [`units`], [`tables`] and [`map`] hold the figures, all of them data.

pub mod action;
pub mod battle;
mod campaign;
mod cargo;
pub mod class;
mod codec;
mod court;
mod data;
mod deployment;
mod doctrine;
mod economy;
mod encode;
mod figures;
mod glory;
pub mod hex;
mod interwar;
#[cfg(test)]
mod ledger;
mod legal;
mod maintenance;
pub mod map;
mod movement;
mod notation;
pub mod odds;
mod orders;
pub mod position;
#[cfg(test)]
mod positions_for_tests;
mod profile;
pub mod rules;
mod scene;
pub mod sets;
pub mod setup;
#[cfg(test)]
mod soak;
mod sound;
pub mod state;
pub mod tables;
#[cfg(test)]
mod tests;
mod troops;
mod turn;
pub mod units;

use crate::core::{
    Card, Chance, Facts, Figure, Game, IllegalAction, IllegalOutcome, Information, Node, Notation, OpenView,
    Outcome, OutcomeIndex, PlannerRng, ResolvedSetup, Seat, Setup, SetupFault, SetupFaults, Utility,
    stable_hash,
};

use action::Action;
use class::Class;
use legal::{Listed, Sought};
use map::Map;
use rules::Rules;
use setup::{Opening, Scenario};
use state::{MAX_GROUPS, MAX_SQUADS, Placing, State, Step};
use tables::Tables;
use units::Units;

pub use glory::duel_scores;

/// The game: rules, figures, map and scenario, immutable and shared.
#[derive(Debug)]
pub struct Imperium {
    setup: ResolvedSetup,
    facts: Facts,
    /// The options in force.
    pub rules: Rules,
    /// What counters cost and how they fight.
    pub units: Units,
    /// Money, the court and glory.
    pub tables: Tables,
    /// The scenario's part of the map.
    pub map: Map,
    /// What the scenario adds to the rules.
    pub scenario: Scenario,
    combat: battle::Combat,
    figures: [[battle::Figures; Class::COUNT]; 2],
    start: State,
    codec: codec::Codec,
    encoder: encode::Encoder,
}

impl Imperium {
    fn new(setup: ResolvedSetup) -> Result<Self, SetupFaults> {
        let at = |file: &str| {
            let file = file.to_string();
            move |problems: Vec<String>| {
                let fault = |problem| SetupFault { at: file.clone(), problem };
                SetupFaults(problems.into_iter().map(fault).collect())
            }
        };
        let rules = Rules::new(&setup);
        let data = data::FILES.corrected(setup.figures()).map_err(SetupFaults)?;
        let kit = (rules.kit_prices, rules.kit_numbers);
        let units = Units::parse(&data.text("units"), &data.text("combat"), kit).map_err(at("units"));
        let tables = Tables::parse(&data.text("economy")).map_err(at("economy"));
        let (units, tables) = match (units, tables) {
            (Ok(units), Ok(tables)) => (units, tables),
            (units, tables) => {
                let faults =
                    units.err().into_iter().chain(tables.err()).flat_map(|SetupFaults(faults)| faults);
                return Err(SetupFaults(faults.collect()));
            }
        };
        if rules.combat.drawn_troops {
            let faults = units.check_strengths();
            if !faults.is_empty() {
                return Err(at("units")(faults));
            }
        }
        let Opening { scenario, map, state } =
            setup::open(&setup, &data, &rules, &units, &tables).map_err(at(setup.scenario))?;
        let (entries, wars) = match &scenario {
            Scenario::War(war) => (war.entries, war.max_wars),
            Scenario::Duel(_) => (0, 0),
        };
        let combat = figures::combat(&units, &rules.combat, wars == 0);
        let mut game = Self {
            setup,
            facts: facts(wars),
            codec: codec::Codec::new(&map, entries, tables.anywhere_connected, rules.sublight),
            encoder: encode::Encoder::new(
                &map,
                &scenario,
                (&rules, combat.surface_rounds),
                Self::card().encoding_version,
            ),
            combat,
            figures: figures::figures(&units),
            rules,
            units,
            tables,
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
        let (reason, rule) = Self::refusal(state);
        IllegalAction { action: self.action_text(state, action), reason: reason.into(), rule }
    }

    fn decide(&self, state: &mut State, action: Action, any_order: bool) -> Result<(), IllegalAction> {
        let mut sought = Sought { action, found: false, any_order };
        if self.decider(state).is_some() {
            self.offer(state, &mut sought);
        }
        if !sought.found {
            return Err(self.refuse(state, action));
        }
        self.carry_out(state, action)
    }

    /// Takes an action that is offered, in canonical order or in any, and goes on to what is to be decided or rolled next.
    fn carry_out(&self, state: &mut State, action: Action) -> Result<(), IllegalAction> {
        let before = before(state);
        self.act(state, action);
        self.settle(state);
        fits(state, before.as_ref()).map_err(|reason| self.out_of_room(state, action, reason))
    }

    fn out_of_room(&self, state: &State, action: Action, reason: String) -> IllegalAction {
        IllegalAction { action: self.action_text(state, action), reason, rule: None }
    }

    /// Applies an outcome of the roll at hand; the next decision may be one without a choice.
    fn roll(&self, state: &mut State, outcome: OutcomeIndex) -> Result<(), IllegalOutcome> {
        let refuse = |reason: &str| Err(IllegalOutcome { outcome: outcome.index(), reason: reason.into() });
        if self.node(state) != Node::Chance {
            return refuse("no roll is due");
        }
        let rolled = match state.step {
            Step::Frontier { group, destroyed } => {
                self.frontier_rolled(state, group, destroyed, outcome.index())
            }
            Step::Draw => self.drawn(state, outcome.index()),
            Step::MoveRoll { order, orders } => self.move_rolled(state, orders, order, outcome.index()),
            Step::Peace(peace) => self.peace_rolled(state, peace, outcome.index()),
            Step::Battle => match battle::apply_outcome(self, state, outcome) {
                Ok(()) => true,
                Err(refusal) => return refuse(refusal.reason),
            },
            _ => self.court_rolled(state, outcome.index()),
        };
        if rolled { Ok(()) } else { refuse("the roll has fewer outcomes") }
    }

    /// Imperial glory at or below which the war is lost and at or above which it is won at the end of a game
    /// turn; a duel has no limits that can be reached.
    fn glory_limits(&self, turn: u8) -> [i8; 2] {
        match &self.scenario {
            Scenario::War(war) => {
                let last = war.glory_limits.len() - 1;
                war.glory_limits[last.min(usize::from(turn.max(1) - 1))]
            }
            Scenario::Duel(_) => self.tables.glory.track,
        }
    }

    pub(in crate::games::imperium) fn list(&self, state: &State, any_order: bool, out: &mut Vec<Action>) {
        out.clear();
        if self.decider(state).is_some() {
            self.offer(state, &mut Listed { list: out, any_order });
        }
    }
}

/// A copy of a state where the next event could leave no room for all counters.
#[inline(always)]
fn before(state: &State) -> Option<State> {
    if state.is_crowded() { Some(state.clone()) } else { None }
}

/// Takes an event back that has left no room for all counters; `before` is the state before it, where that could be.
fn fits(state: &mut State, before: Option<&State>) -> Result<(), String> {
    if !state.has_overflown() {
        return Ok(());
    }
    debug_assert!(before.is_some(), "it was not seen coming: {state:?}");
    if let Some(before) = before {
        state.clone_from(before);
    }
    Err(format!(
        "a position has room for {MAX_GROUPS} groups of counters and {MAX_SQUADS} squads in a battle"
    ))
}

/// `wars`: the most wars of a series; 0: a duel.
fn facts(wars: u8) -> Facts {
    Facts {
        seats: vec!["terran", "imperial"],
        chance: true,
        simultaneous: false,
        information: Information::Perfect,
        utility: Utility::ZeroSum,
        returns: (-1.0, 1.0),
        // Rounds of a battle and orders of a phase are bounded; these bounds lie far above what can happen.
        max_events: if wars == 0 { 10_000 } else { 200_000 * u32::from(wars) },
    }
}

impl Game for Imperium {
    type State = State;
    type Action = Action;
    type View = OpenView<State>;

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
        self.list(state, false, out);
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), IllegalAction> {
        self.decide(state, action, false)
    }

    fn apply_legal(&self, state: &mut State, action: Action) -> Result<(), IllegalAction> {
        self.carry_out(state, action)
    }

    fn apply_in_any_order(&self, state: &mut State, action: Action) -> Result<(), IllegalAction> {
        self.decide(state, action, true)
    }

    fn chance(&self, state: &State) -> Chance {
        match state.step {
            Step::Intervention | Step::AppealRoll { .. } => self.court_chance(state),
            Step::Draw => self.draw_chance(state),
            Step::Frontier { group, destroyed } => self.frontier_chance(state, group, destroyed),
            Step::MoveRoll { order, .. } => self.move_chance(state, order),
            Step::Battle => battle::chance(self, state),
            Step::Peace(peace) => self.peace_chance(peace),
            step => panic!("no roll is due at {step:?}"),
        }
    }

    fn apply_listed(
        &self,
        state: &mut State,
        legal: &mut Vec<Action>,
        choice: usize,
    ) -> Result<(), IllegalAction> {
        let Some(&action) = legal.get(choice) else { return Err(IllegalAction::choice(choice, legal.len())) };
        let before = before(state);
        self.act(state, action);
        self.settle_and_list(state, legal);
        fits(state, before.as_ref()).map_err(|reason| {
            self.list(state, false, legal);
            self.out_of_room(state, action, reason)
        })
    }

    fn apply_outcome(&self, state: &mut State, outcome: OutcomeIndex) -> Result<(), IllegalOutcome> {
        let before = before(state);
        self.roll(state, outcome)?;
        self.settle(state);
        fits(state, before.as_ref()).map_err(|reason| IllegalOutcome { outcome: outcome.index(), reason })
    }

    fn apply_outcome_listed(
        &self,
        state: &mut State,
        outcome: OutcomeIndex,
        legal: &mut Vec<Action>,
    ) -> Result<(), IllegalOutcome> {
        let before = before(state);
        self.roll(state, outcome)?;
        self.settle_and_list(state, legal);
        fits(state, before.as_ref()).map_err(|reason| {
            self.list(state, false, legal);
            IllegalOutcome { outcome: outcome.index(), reason }
        })
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }

    fn view(&self, state: &State, seat: Seat) -> Self::View {
        OpenView { seat, state: state.clone() }
    }

    fn viewer(&self, view: &Self::View) -> Seat {
        view.seat
    }

    fn node_in_view(&self, view: &Self::View) -> Node {
        self.node(&view.state)
    }

    fn legal_in_view(&self, view: &Self::View, out: &mut Vec<Action>) {
        out.clear();
        if self.node(&view.state) == Node::Decision(view.seat) {
            self.legal_actions(&view.state, out);
        }
    }

    fn sample_world(&self, view: &Self::View, _rng: &mut PlannerRng) -> State {
        view.state.clone()
    }

    fn actions_in_any_order(&self, state: &State, out: &mut Vec<Action>) {
        self.list(state, true, out);
    }

    fn stage(&self, state: &State) -> u32 {
        let step = match state.step {
            Step::Overhaul { .. } | Step::Quantity(action::Quantity::Overhaul { .. }) => 1,
            Step::Routine { .. } | Step::Quantity(action::Quantity::LeaveOut { .. }) => 2,
            Step::Build { .. } | Step::Quantity(action::Quantity::Build { .. }) => 3,
            Step::Battle => {
                4 + state.battle.as_ref().map_or(0, |battle| stable_hash(&battle.moment) as u32 % 97)
            }
            // One for each class that is deployed, so that a stage is small.
            Step::Place(Placing::Units { class, .. })
            | Step::Quantity(action::Quantity::Deploy { class, .. }) => 102 + class as u32,
            Step::Place(Placing::Entry { class, .. }) => 102 + class as u32,
            Step::Place(Placing::World { .. }) => 122,
            Step::Place(Placing::Outpost { .. }) => 123,
            _ => 0,
        };
        (self.player_turn(state) * 8 + state.phase as u32) * 128 + step
    }

    fn player_turn(&self, state: &State) -> u32 {
        let war = 2 * u32::from(state.series.war) + u32::from(state.series.at_peace);
        (war * 16 + u32::from(state.turn)) * 2 + state.phasing.index() as u32
    }
}

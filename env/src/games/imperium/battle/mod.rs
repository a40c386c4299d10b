//! Combat phases, by the base rules and by H. J. Cobb's fix kit: space combat, the interaction of ships in orbit with surface boxes,
//! surface combat (rules 4, 5 and 14.1 to 14.6).
//!
//! Read it in the order of play: `sequence` goes from battle to battle and, within one, from stage to stage; a stage
//! says only that it waits for a decision or roll or is done. `space` begins and ends the rounds of a space combat,
//! `surface` those on the ground; both match ships in `allocation`, declare in `declaration` and roll in `fire`.
//! `orbit` is what ships above a box do. `control` settles who holds the boxes at the end of the phase.
//!
//! What a battle needs to know of the war around it is the trait [`War`]; what it does to the war is all in
//! [`State`]. Dice that can't matter are not rolled; decisions with one choice are taken by the turn around it.

mod allocation;
mod assault;
mod chances;
mod control;
mod declaration;
mod departure;
mod figures;
mod fire;
mod muster;
mod odds;
mod options;
mod orbit;
mod presence;
mod roll;
mod sequence;
mod space;
mod stage;
mod strength;
mod surface;
#[cfg(test)]
mod tests;

pub(super) use chances::{
    attack_faces, disruption_faces, initiative_lead, met, planetary_faces, planetary_roll_faces, shot_faces,
    strike_faces, units_combine,
};
pub(super) use control::stands;
pub use figures::{Combat, Figures, MarkerFigures, ResultsTable};
pub(super) use fire::step_of;
pub use options::{BASE, Options, listed as options};
pub(super) use orbit::may_strike;
pub(super) use presence::fights;
pub use presence::phasing;

use self::roll::Roll;
use self::stage::Progress;
use super::action::Action;
use super::class::Class;
use super::legal::Offer;
use super::state::{Battle, BoxId, Moment, State, Step, SystemId, Theatre};
use crate::core::{Chance, Node, OutcomeIndex, Seat};

/// What a battle needs to know of the war around it.
pub trait War {
    /// Tables, modifiers and limits.
    fn combat(&self) -> &Combat;

    /// How a class of this side fights.
    fn figures(&self, seat: Seat, class: Class) -> &Figures;

    /// The systems that these boxes belong to, both by bit.
    fn systems_of(&self, boxes: u64) -> u64;

    /// The surface boxes of a system, in order; none in a tertiary one.
    fn boxes(&self, system: SystemId) -> &[BoxId];

    /// Whether a world of this seat in this box is its homeworld.
    fn is_homeworld(&self, at: BoxId, owner: Seat) -> bool;

    /// The systems (bit by id) that lanes lead the ships of a seat to when they break off from this one, whoever
    /// stands there and whether they have the fuel or not: for a phasing force that came in this phase the systems that it came from, else the
    /// neighbours.
    fn ways_out(&self, state: &State, system: SystemId, seat: Seat) -> u64;

    /// The box becomes this side's, with all that this means for markers and glory.
    fn take_box(&self, state: &mut State, at: BoxId, seat: Seat);

    /// The combat phase is over; sets the step that follows.
    fn after_combat(&self, state: &mut State);
}

/// Why a battle refuses an action or outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why, as a clause.
    pub reason: &'static str,
    /// The id of the rule at work.
    pub rule: &'static str,
}

/// Begins a combat phase: on return the first battle with a decision, which may be one without a choice, or a roll is
/// at hand, or [`War::after_combat`] has been called.
pub fn begin_phase(war: &impl War, state: &mut State) {
    state.step = Step::Battle;
    sequence::begin(war, state);
}

/// Who moves next in the battle at hand.
pub fn node(battle: &Battle) -> Node {
    match battle.moment {
        Moment::InitiativeRoll
        | Moment::FireRoll { .. }
        | Moment::DisruptionRoll { .. }
        | Moment::PlanetaryRoll { .. }
        | Moment::StrikeRoll { .. }
        | Moment::JumpRoll { .. }
        | Moment::AttackRoll { .. }
        | Moment::GroundedRoll { .. } => Node::Chance,
        Moment::BreakOff { seat } | Moment::ChooseRetreat { seat } => Node::Decision(seat),
        Moment::ChooseRange
        | Moment::LoadFighters { .. }
        | Moment::Match { .. }
        | Moment::MatchCount { .. } => Node::Decision(battle.initiative),
        Moment::Double { squad }
        | Moment::DoubleCount { squad, .. }
        | Moment::Declare { squad }
        | Moment::DeclareTarget { squad, .. }
        | Moment::DeclareSecond { squad }
        | Moment::SecondTarget { squad, .. }
        | Moment::ChooseMission { squad }
        | Moment::MissionCount { squad, .. }
        | Moment::ChooseStrike { squad }
        | Moment::Defend { squad }
        | Moment::Attack { squad }
        | Moment::AttackCount { squad, .. } => Node::Decision(battle.squad(squad).seat),
    }
}

/// The outcomes of the roll at hand.
///
/// # Panics
/// If the battle is not at a chance node.
pub fn chance(war: &impl War, state: &State) -> Chance {
    match Roll::at_hand(war, state) {
        Some(roll) => roll.chance(),
        None => panic!("no roll is due at {:?}", at_hand(state).moment),
    }
}

/// Applies an outcome of [`chance`]; the next decision may be one without a choice.
///
/// # Errors
/// If there is no such outcome; the state is unchanged.
pub fn apply_outcome(war: &impl War, state: &mut State, outcome: OutcomeIndex) -> Result<(), Refusal> {
    let Some(roll) = Roll::at_hand(war, state) else {
        return Err(Refusal { reason: "no roll is due", rule: "imp.4.1.fire" });
    };
    if outcome.index() >= roll.outcomes() {
        return Err(Refusal { reason: "the roll has fewer outcomes", rule: "imp.4.3.table" });
    }
    let successes = outcome.0;
    let progress = match at_hand(state).moment {
        Moment::InitiativeRoll => space::initiative_rolled(war, state, outcome.index()),
        Moment::FireRoll { squad, .. } => fire::rolled(war, state, squad, successes),
        Moment::DisruptionRoll { squad, .. } => fire::disruption_rolled(war, state, squad, successes),
        Moment::PlanetaryRoll { squad, .. } => orbit::planetary_rolled(war, state, squad, successes),
        Moment::StrikeRoll { squad, target } => orbit::strike_rolled(war, state, squad, target, successes),
        Moment::GroundedRoll { squad, class, hits } => {
            orbit::grounded_rolled(war, state, (squad, class, hits), successes)
        }
        Moment::JumpRoll { squad, to } => departure::jump_rolled(war, state, (squad, to), successes),
        Moment::AttackRoll { step, squad } => fire::attack_rolled(war, state, (step, squad), successes),
        moment => unreachable!("{moment:?} is a decision"),
    };
    sequence::go_on(war, state, progress);
    Ok(())
}

/// What an outcome of an initiative roll says of the total of its holder: 0 higher, 1 equal, 2 lower than the
/// other's; `None` if there is no such outcome.
pub fn initiative_fell(war: &impl War, battle: &Battle, outcome: usize) -> Option<usize> {
    let weights = odds::initiative_weights(space::lead(war, battle));
    (0..3).filter(|&k| weights[k] > 0).nth(outcome)
}

/// Whether the roll at hand is the base rules' roll for the range.
pub fn picks_range(war: &impl War, battle: &Battle) -> bool {
    space::picks_range(war, battle)
}

fn at_hand(state: &State) -> &Battle {
    state.battle.as_ref().expect("Step::Battle has a battle")
}

fn at_hand_mut(state: &mut State) -> &mut Battle {
    state.battle.as_mut().expect("Step::Battle has a battle")
}

/// Offers the legal actions of the battle at hand in canonical order; none at a chance node.
pub(super) fn offer<O: Offer>(war: &impl War, state: &State, offer: &mut O) -> bool {
    let battle = at_hand(state);
    match battle.moment {
        Moment::ChooseRange => space::offer_ranges(war, state, offer),
        Moment::LoadFighters { squad } => departure::offer_loads(war, battle, squad, offer),
        Moment::ChooseRetreat { seat } => departure::offer_retreats(war, state, seat, offer),
        Moment::BreakOff { .. } => departure::offer_breaking_off(offer),
        Moment::Match { squad } => allocation::offer_opponents(battle, squad, offer),
        Moment::MatchCount { squad, foe } => offer_counts(allocation::pair_bounds(battle, squad, foe), offer),
        Moment::Double { squad } => allocation::offer_doubling(war, battle, squad, offer),
        Moment::DoubleCount { squad, foe } => {
            offer_counts(allocation::doubling_bounds(war, battle, squad, foe), offer)
        }
        Moment::Declare { squad } => declaration::offer_kinds(war, battle, (squad, false), offer),
        Moment::DeclareSecond { squad } => declaration::offer_kinds(war, battle, (squad, true), offer),
        Moment::DeclareTarget { squad, fire } | Moment::SecondTarget { squad, fire } => {
            declaration::offer_targets(battle, squad, fire, offer)
        }
        Moment::Defend { squad } => declaration::offer_defence(war, battle, squad, offer),
        Moment::Attack { squad } => assault::offer_targets(war, battle, squad, offer),
        Moment::AttackCount { squad, foe } => offer_counts(assault::bounds(war, battle, squad, foe), offer),
        Moment::ChooseMission { squad } => orbit::offer_missions(war, state, squad, offer),
        Moment::MissionCount { squad, .. } => offer_counts((1, battle.squad(squad).count), offer),
        Moment::ChooseStrike { squad } => orbit::offer_strikes(state, squad, offer),
        Moment::InitiativeRoll
        | Moment::FireRoll { .. }
        | Moment::DisruptionRoll { .. }
        | Moment::PlanetaryRoll { .. }
        | Moment::StrikeRoll { .. }
        | Moment::JumpRoll { .. }
        | Moment::AttackRoll { .. }
        | Moment::GroundedRoll { .. } => false,
    }
}

fn offer_counts<O: Offer>((least, most): (u8, u8), offer: &mut O) -> bool {
    offer.put_counts(least, most)
}

/// Applies one of what [`offer`] offers; the next decision may be one without a choice.
pub(super) fn act(war: &impl War, state: &mut State, action: Action) {
    let progress = match (at_hand(state).moment, action) {
        (Moment::ChooseRange, Action::SetRange(range)) => space::set_range(state, range),
        (Moment::LoadFighters { squad }, Action::Count(n)) => departure::load(war, state, squad, n),
        (Moment::ChooseRetreat { seat }, Action::Retreat(to)) => departure::leave(war, state, seat, to),
        (Moment::BreakOff { seat }, action) => {
            departure::break_off(war, state, seat, action == Action::BreakOff)
        }
        (Moment::Match { squad }, Action::Against { squad: foe }) => {
            let (least, most) = allocation::pair_bounds(at_hand(state), squad, foe);
            if least == most {
                allocation::pair(state, squad, foe, least)
            } else {
                at_hand_mut(state).moment = Moment::MatchCount { squad, foe };
                Progress::Waiting
            }
        }
        (Moment::Match { squad }, Action::StayOut) => allocation::hold_back(state, squad),
        (Moment::MatchCount { squad, foe }, Action::Count(n)) => allocation::pair(state, squad, foe, n),
        (Moment::Double { squad }, Action::Against { squad: foe }) => {
            let (least, most) = allocation::doubling_bounds(war, at_hand(state), squad, foe);
            if least == most {
                allocation::double_up(state, squad, foe, least)
            } else {
                at_hand_mut(state).moment = Moment::DoubleCount { squad, foe };
                Progress::Waiting
            }
        }
        (Moment::Double { squad }, Action::StayOut) => allocation::stay_out(state, squad),
        (Moment::DoubleCount { squad, foe }, Action::Count(n)) => allocation::double_up(state, squad, foe, n),
        (Moment::Declare { squad } | Moment::Defend { squad }, Action::Declare(fire)) => {
            declaration::declare(war, state, squad, fire)
        }
        (Moment::DeclareSecond { squad }, Action::Declare(fire)) => {
            declaration::declare_second(war, state, squad, fire)
        }
        (Moment::Defend { squad }, Action::Done) => declaration::stand_by(war, state, squad),
        (Moment::Attack { squad }, Action::Against { squad: foe }) => {
            let (least, most) = assault::bounds(war, at_hand(state), squad, foe);
            if least == most {
                assault::attack(war, state, squad, foe, least)
            } else {
                at_hand_mut(state).moment = Moment::AttackCount { squad, foe };
                Progress::Waiting
            }
        }
        (Moment::AttackCount { squad, foe }, Action::Count(n)) => assault::attack(war, state, squad, foe, n),
        (Moment::DeclareTarget { squad, fire }, Action::Against { squad: target }) => {
            declaration::aim(war, state, squad, fire, target)
        }
        (Moment::SecondTarget { squad, fire }, Action::Against { squad: target }) => {
            declaration::aim_second(war, state, squad, fire, target)
        }
        (Moment::ChooseMission { squad }, Action::Undertake(mission)) => {
            orbit::undertake(state, squad, mission)
        }
        (Moment::MissionCount { squad, mission }, Action::Count(n)) => {
            orbit::assign(state, squad, mission, n)
        }
        (Moment::ChooseStrike { squad }, Action::Strike(target)) => orbit::aim(war, state, squad, target),
        (moment, action) => unreachable!("{action:?} is no choice at {moment:?}"),
    };
    sequence::go_on(war, state, progress);
}

/// Why an action that is not among the legal ones is refused.
pub fn refusal(state: &State) -> Refusal {
    let ground = matches!(at_hand(state).theatre, Theatre::Surface(_));
    let (reason, rule) = match at_hand(state).moment {
        Moment::ChooseRange => ("the range moves one step a round", "cobb.range.steps"),
        Moment::LoadFighters { .. } => ("motherships carry no more", "cobb.disengage.fighters"),
        Moment::ChooseRetreat { .. } => ("the fleet can't jump there", "cobb.disengage.jump"),
        Moment::BreakOff { .. } => ("a side breaks off or fights on", "imp.4.1.disengage"),
        Moment::Defend { .. } => ("the squad stands by its fire or defends itself", "imp.4.2.defensive"),
        Moment::Attack { .. } | Moment::AttackCount { .. } => {
            ("units attack in order, all of them", "imp.5.surface")
        }
        Moment::Match { .. } | Moment::MatchCount { .. } if ground => {
            ("units pair one against one, in order", "cobb.surface.single")
        }
        Moment::Match { .. } | Moment::MatchCount { .. } => {
            ("ships pair one against one, in order", "cobb.allocation.layout")
        }
        Moment::Double { .. } | Moment::DoubleCount { .. } => {
            ("only surplus may double up, in order, where there is room", "imp.4.1.allocation")
        }
        Moment::Declare { .. } | Moment::DeclareSecond { .. } => {
            ("the squad has no such fire now", "cobb.fire.steps")
        }
        Moment::DeclareTarget { .. } | Moment::SecondTarget { .. } => {
            ("that squad is not in its group", "cobb.allocation.declare")
        }
        Moment::ChooseMission { .. } | Moment::MissionCount { .. } => {
            ("the squad can't do that here", "imp.5.missions")
        }
        Moment::ChooseStrike { .. } => ("there is no such target in the box", "imp.5.bombardment"),
        _ => ("dice are due, not a decision", "cobb.fire.steps"),
    };
    Refusal { reason, rule }
}

//! The sequence of play, from top to bottom (chapter 3).

use super::action::Action;
use super::legal::{First, Offer};
use super::position::enemy_of;
use super::setup::Frame;
use super::state::{Exit, GroundStage, Occasion, Orders, Stage, State, Step};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::Seat;

/// Action segments of a turn.
pub(super) const SEGMENTS: u8 = 4;
/// [`State::segment`] in the close-out.
pub(super) const CLOSE_OUT: u8 = SEGMENTS + 1;

impl ThirdMillennium {
    /// Brings the opening to its first decision.
    pub(super) fn open(&self, state: &mut State) {
        self.settle(state);
    }

    /// A. The administrative segment: intervention and appeals in a war, then production, reinforcements, construction.
    // rule: i3m.3.turn
    pub(super) fn begin_turn(&self, state: &mut State) {
        state.turn += 1;
        state.segment = 0;
        match self.scenario.frame {
            Frame::War(_) if self.empire_speaks(state) => self.begin_intervention(state),
            _ => self.administrate(state),
        }
    }

    /// The Empire has spoken.
    pub(super) fn administrate(&self, state: &mut State) {
        self.produce(state);
        self.open_outposts(state);
        self.deliver(state);
    }

    /// Reinforcements are there: the Imperial, then the Terran puts his fleets together.
    pub(super) fn begin_muster(&self, state: &mut State) {
        state.mover = IMPERIAL;
        state.step = Step::Muster { last: None };
    }

    fn end_muster(&self, state: &mut State) {
        if state.mover == IMPERIAL {
            state.mover = TERRAN;
            state.step = Step::Muster { last: None };
        } else {
            state.mover = IMPERIAL;
            state.step = Step::Build { after: None };
        }
    }

    fn end_construction(&self, state: &mut State) {
        if state.mover == IMPERIAL {
            state.mover = TERRAN;
            state.step = Step::Build { after: None };
        } else {
            self.next_segment(state);
        }
    }

    fn next_segment(&self, state: &mut State) {
        if state.segment < self.segments(state) {
            self.begin_segment(state, state.segment + 1);
        } else {
            self.begin_close_out(state);
        }
    }

    /// B. An action segment: initiative, then fleets are activated by turns.
    pub(super) fn begin_segment(&self, state: &mut State, segment: u8) {
        state.segment = segment;
        state.fleets.refresh();
        state.fought = 0;
        state.passes = 0;
        state.left = [0; 2];
        state.mover = IMPERIAL;
        if self.any_ready(state) {
            state.step = Step::Initiative;
        } else {
            state.passes = 2;
            self.end_segment(state);
        }
    }

    /// The fleet has done what it did: the other side is next.
    pub(super) fn end_activation(&self, state: &mut State) {
        state.orders = Orders::default();
        state.mover = enemy_of(state.mover);
        self.next_activation(state);
    }

    /// What follows a battle after a move, or one at the end of a segment.
    pub(super) fn proceed(&self, state: &mut State) {
        if state.passes >= 2 { self.end_segment(state) } else { self.end_activation(state) }
    }

    /// Both sides have passed: what goes on on planets goes on, lost fleets may return, and the next segment begins.
    pub(super) fn end_segment(&self, state: &mut State) {
        state.orders = Orders::default();
        self.place_mines(state);
        if self.resume_ground(state) || self.next_return(state) {
            return;
        }
        self.next_segment(state);
    }

    /// Applies forced decisions until there is something to decide or to roll.
    pub(super) fn settle(&self, state: &mut State) {
        while self.decider(state).is_some() {
            let mut first = First::default();
            self.offer(state, &mut first);
            match first.action {
                Some(action) if !first.more => self.act(state, action),
                _ => return,
            }
        }
    }

    /// Whose decision is due, if one is.
    pub(super) fn decider(&self, state: &State) -> Option<Seat> {
        match state.step {
            Step::Deploy
            | Step::Muster { .. }
            | Step::Fill { .. }
            | Step::Appeal
            | Step::Gift { .. }
            | Step::Offensive { .. }
            | Step::Emperor { .. }
            | Step::Recall { .. }
            | Step::Build { .. }
            | Step::Activate
            | Step::Orders
            | Step::Contact
            | Step::Matching
            | Step::Leave { .. }
            | Step::Controlled
            | Step::Lay
            | Step::Orbit
            | Step::Reappear { .. }
            | Step::Upkeep { .. } => Some(state.mover),
            Step::Battle => {
                let battle = state.battle.as_ref()?;
                match battle.stage {
                    Stage::Shift | Stage::Withdraw | Stage::Leave { .. } => battle.winner,
                    Stage::Aim { ship, .. } | Stage::Steer { ship, .. } => {
                        battle.ships.get(usize::from(ship)).map(|ship| ship.unit.seat())
                    }
                    Stage::Allot { .. } => Some(battle.attacker),
                    _ => None,
                }
            }
            Step::Ground => {
                let ground = state.ground.as_ref()?;
                match ground.stage {
                    GroundStage::Losses { seat, .. } => Some(seat),
                    GroundStage::Capture => Some(ground.attacker),
                    GroundStage::Bombarded => Some(enemy_of(ground.attacker)),
                    GroundStage::Strike { .. } => None,
                }
            }
            Step::Draw
            | Step::Intervention
            | Step::Petition { .. }
            | Step::Retinue { .. }
            | Step::Initiative
            | Step::Scouting
            | Step::Navigate
            | Step::Drift
            | Step::Mines { .. }
            | Step::Sweep { .. }
            | Step::Return { .. }
            | Step::UpkeepRoll { .. }
            | Step::Peace
            | Step::Over => None,
        }
    }

    /// Offers the legal actions of the decision at hand; true: no more are wanted.
    pub(super) fn offer(&self, state: &State, offer: &mut impl Offer) -> bool {
        match state.step {
            Step::Deploy => self.offer_deployment(state, offer),
            Step::Muster { last } => self.offer_muster(state, last, offer),
            Step::Fill { named, into, occasion, picked, after } => {
                self.offer_picks(state, (named, into), occasion, (picked, after), offer)
            }
            Step::Appeal => self.offer_appeals(state, offer),
            Step::Gift { .. } => self.offer_entries(state, offer),
            Step::Offensive { left, after } => self.offer_offensive(state, (left, after), offer),
            Step::Emperor { .. } => self.offer_imperial_seats(state, offer),
            Step::Recall { left, after } => self.offer_recalls(state, (left, after), offer),
            Step::Build { after } => self.offer_builds(state, after, offer),
            Step::Activate => self.offer_activations(state, offer),
            Step::Orders => self.offer_orders(state, offer),
            Step::Contact => offer.put(Action::Done) || offer.put(Action::Scout),
            Step::Matching => self.offer_matches(state, offer),
            Step::Leave { capital, light, after, .. } => {
                self.offer_leavers(state, (capital, light), after, offer)
            }
            Step::Controlled => self.offer_headings(state, offer),
            Step::Lay => self.offer_counters(state, offer),
            Step::Battle => self.offer_battle(state, offer),
            Step::Orbit => self.offer_attacks(state, offer),
            Step::Ground => self.offer_losses(state, offer),
            Step::Reappear { fleet } => self.offer_places(state, fleet, offer),
            Step::Upkeep { after } => self.offer_payments(state, after, offer),
            _ => false,
        }
    }

    /// Applies a decision that [`ThirdMillennium::offer`] offers.
    pub(super) fn act(&self, state: &mut State, action: Action) {
        match (state.step, action) {
            (Step::Deploy, Action::Into(target)) => name(state, target, Occasion::Deployment),
            (Step::Deploy, _) => self.end_deployment(state),
            (Step::Muster { .. }, Action::Into(target)) => name(state, target, Occasion::Reinforcements),
            (Step::Muster { .. }, _) => self.end_muster(state),
            (Step::Fill { named, into, occasion, .. }, Action::Pick(pick)) => {
                self.pick(state, (named, into), occasion, pick);
            }
            (Step::Fill { named, occasion, .. }, _) => self.end_fill(state, named, occasion),
            (Step::Appeal, action) => self.appeal(state, action),
            (Step::Gift { ships }, Action::Jump(at)) => self.give(state, ships, at),
            (Step::Offensive { left, .. }, action) => self.muster_offensive(state, left, action),
            (Step::Emperor { worth }, Action::Jump(at)) => self.receive_emperor(state, worth, at),
            (Step::Recall { left, .. }, Action::Pick(pick)) => self.call_home(state, left, pick),
            (Step::Build { .. }, Action::Build { class, at }) => self.order(state, class, at),
            (Step::Build { .. }, Action::Settle(planet)) => self.order_outpost(state, planet),
            (Step::Build { .. }, _) => self.end_construction(state),
            (Step::Activate, Action::Activate(fleet)) => self.activate(state, fleet),
            (Step::Activate, _) => self.pass(state),
            (Step::Orders, Action::Into(target)) => name(state, target, Occasion::Activation),
            (Step::Orders, Action::Jump(to)) => self.set_out(state, Exit::Lane(to)),
            (Step::Orders | Step::Controlled, Action::OffLane(heading)) => {
                self.set_out(state, Exit::Hex(heading))
            }
            (Step::Orders | Step::Lay, Action::Lay) => self.lay(state),
            (Step::Lay, _) => self.end_activation(state),
            (Step::Orders, Action::Sweep) => self.sweep(state),
            (Step::Orders, Action::Navigate) => state.step = Step::Navigate,
            (Step::Orders, _) => self.finish_move(state),
            (Step::Contact, Action::Scout) => state.step = Step::Scouting,
            (Step::Contact | Step::Matching, Action::Done) => self.finish_move(state),
            (Step::Matching, Action::Leave { light }) => self.match_up(state, light),
            (Step::Leave { counter, capital, light, .. }, Action::Pick(pick)) => {
                self.leave_behind(state, counter, (capital, light), pick);
            }
            (Step::Leave { counter, .. }, _) => self.bypass(state, counter),
            (Step::Controlled, _) => self.finish_move(state),
            (Step::Battle, action) => self.act_in_battle(state, action),
            (Step::Orbit, Action::Invade(planet)) => self.attack_planet(state, planet, false),
            (Step::Orbit, Action::Bombard(planet)) => self.attack_planet(state, planet, true),
            (Step::Orbit, _) => self.proceed(state),
            (Step::Ground, action) => self.act_on_ground(state, action),
            (Step::Reappear { fleet }, Action::Jump(system)) => self.reappear(state, fleet, system),
            (Step::Upkeep { .. }, Action::Pick(pick)) => self.pay(state, pick),
            (Step::Upkeep { .. }, _) => self.next_upkeep_roll(state, 0),
            (step, action) => unreachable!("{action:?} is not offered at {step:?}"),
        }
    }

    /// Why an action is refused where it is not offered, and by which rule.
    pub(super) fn refusal(&self, state: &State) -> (&'static str, Option<&'static str>) {
        match state.step {
            Step::Over => ("the game is over", None),
            _ if self.decider(state).is_none() => ("dice are due, not a decision", None),
            Step::Deploy => ("fleets are deployed at own planets", Some("i3m.16.deployment")),
            Step::Muster { .. } | Step::Fill { .. } => {
                ("no such ships may go there, in order", Some("i3m.u4.combine"))
            }
            Step::Appeal => ("an appeal costs glory that there is not", Some("i3m.u18.cost")),
            Step::Gift { .. } => ("ships enter where lanes lead off the map", Some("i3m.u18.ships")),
            Step::Offensive { .. } => {
                ("no permitted ship for so much enters there, in order", Some("i3m.u19.offensive"))
            }
            Step::Emperor { .. } => ("the Emperor does not come there", Some("i3m.u19.emperor")),
            Step::Recall { .. } => ("such a ship is not called home, in order", Some("i3m.u19.recall")),
            Step::Build { .. } => ("it can't be built there now, in order", Some("i3m.u17.construction")),
            Step::Activate => {
                ("only fleets that were not active in this segment are", Some("i3m.u5.activation"))
            }
            Step::Orders => ("the fleet can't do that now", Some("i3m.u6.jumps")),
            Step::Contact => ("the fleet fights, or its scouts look", Some("i3m.u22.scouting")),
            Step::Matching | Step::Leave { .. } => ("that is no match", Some("mcnair.11.31.match")),
            Step::Controlled => ("the fleet moves one hex, or stays", Some("mcnair.17.11.controlled")),
            Step::Lay => {
                ("it lays mines, and as many false ones as there is room for", Some("i3m.9.2.false"))
            }
            Step::Battle => ("the battle does not offer it now", Some("i3m.u7.rounds")),
            Step::Orbit => ("no enemy there that the fleet could attack", Some("i3m.u12.invasion")),
            Step::Ground => ("there is nothing of that kind to take the hit", Some("i3m.u12.ground")),
            Step::Reappear { .. } => ("that is not the nearest system", Some("mcnair.17.11.return")),
            _ => ("that ship can't be paid for, in order", Some("i3m.u14.maintenance")),
        }
    }
}

fn name(state: &mut State, target: super::state::Target, occasion: Occasion) {
    state.step = Step::Fill { named: target, into: target, occasion, picked: false, after: 0 };
}

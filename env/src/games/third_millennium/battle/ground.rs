//! Combat on a planet: up to three rounds, both sides strike at once, each takes its hits as it likes.

use super::super::action::{Action, Pick};
use super::super::class::Class;
use super::super::legal::Offer;
use super::super::map::PlanetId;
use super::super::odds::{MAX_DICE, capped};
use super::super::position::enemy_of;
use super::super::state::{Ground, GroundStage, Group, Place, Planet, State, Step};
use super::super::{IMPERIAL, ThirdMillennium};
use crate::core::{Chance, Seat};

impl ThirdMillennium {
    /// Troops of `lander` are down, jump troops of this strength among them: combat begins if an enemy is there.
    // rule: i3m.u12.ground
    pub(super) fn begin_ground(&self, state: &mut State, planet: PlanetId, lander: Seat, jumped: u8) {
        let attacker = self.owner(state, planet).map_or(lander, enemy_of);
        let mut landed = [0; 2];
        landed[lander.index()] = jumped;
        self.open_ground(state, planet, attacker, landed);
    }

    fn open_ground(&self, state: &mut State, planet: PlanetId, attacker: Seat, landed: [u8; 2]) {
        let stage = GroundStage::Capture;
        state.ground = Some(Ground { planet, attacker, landed, round: 0, stage, hits: [0; 2] });
        state.step = Step::Ground;
        self.begin_round(state);
    }

    /// At the end of a segment combat goes on where there was none in it; true: somewhere it does.
    // rule: i3m.u12.contest
    pub(in super::super) fn resume_ground(&self, state: &mut State) -> bool {
        if state.at_peace() {
            return false;
        }
        let rests = |planet: &PlanetId| state.fought & planet.bit() == 0;
        let contest = self.map.planet_ids().filter(rests).find_map(|planet| {
            let owner = self.owner(state, planet);
            let attacker = owner.map_or(IMPERIAL, enemy_of);
            let defended = owner.is_some() || self.stands_on(state, enemy_of(attacker), planet);
            (defended && self.stands_on(state, attacker, planet)).then_some((planet, attacker))
        });
        if let Some((planet, attacker)) = contest {
            state.mover = attacker;
            self.open_ground(state, planet, attacker, [0; 2]);
        }
        contest.is_some()
    }

    /// Whether a side has troops or defences on a planet.
    fn stands_on(&self, state: &State, seat: Seat, planet: PlanetId) -> bool {
        state.groups.at(seat, Place::Planet(planet)).any(|group| fights(group.class))
    }

    fn begin_round(&self, state: &mut State) {
        let Some(ground) = &mut state.ground else { return };
        ground.round += 1;
        ground.hits = [0; 2];
        state.fought |= ground.planet.bit();
        let (attacker, jumped) = (ground.attacker, ground.jumped());
        match Seat::all(2).find(|seat| jumped[seat.index()] > 0) {
            Some(seat) => {
                let easy = jumped[seat.index()];
                self.strike_with(state, GroundStage::Strike { seat, first: true, easy, plain: 0 });
            }
            None => self.exchange(state, attacker),
        }
    }

    /// A side of the exchange strikes: the attacker, then the defender, whose losses come after both.
    fn exchange(&self, state: &mut State, seat: Seat) {
        let Some(ground) = &state.ground else { return };
        let planet = ground.planet;
        // What jumped has struck already.
        let mut dice = self.troop_dice(state, seat).saturating_sub(ground.jumped()[seat.index()]);
        if self.owner(state, planet) == Some(seat) && state.planet(planet).hits < self.garrison(state, planet)
        {
            dice += self.garrison(state, planet);
        }
        let defences = state.groups.at(seat, Place::Planet(planet));
        let defences: u8 = defences.filter(|g| g.class == Class::PlanetaryDefence).map(|g| g.count).sum();
        dice += defences * self.combat.invasion.planetary_defence_dice;
        self.strike_with(state, GroundStage::Strike { seat, first: false, easy: 0, plain: dice });
    }

    /// Strength of the troops of a side on the planet.
    fn troop_dice(&self, state: &State, seat: Seat) -> u8 {
        let Some(ground) = &state.ground else { return 0 };
        let groups = state.groups.at(seat, Place::Planet(ground.planet));
        groups.filter_map(|group| Some(group.troop()?.strength() * group.count)).sum()
    }

    /// A side rolls, if it has dice and there is something to hit; otherwise the next thing follows.
    fn strike_with(&self, state: &mut State, stage: GroundStage) {
        let GroundStage::Strike { seat, easy, plain, .. } = stage else { return };
        let Some(ground) = &mut state.ground else { return };
        ground.stage = stage;
        let taken = ground.hits[enemy_of(seat).index()];
        if easy + plain == 0 || taken >= self.stamina(state, enemy_of(seat)) {
            self.after_strike(state);
        }
    }

    /// Hits that a side can still take on the planet.
    fn stamina(&self, state: &State, seat: Seat) -> u8 {
        let Some(ground) = &state.ground else { return 0 };
        let planet = ground.planet;
        let counters = state.groups.at(seat, Place::Planet(planet)).filter(|group| fights(group.class));
        let units: u8 = counters.map(|g| g.count * (self.units.of(seat, g.class).defence - g.damage)).sum();
        let own = self.owner(state, planet) == Some(seat) && ground.stage != GroundStage::Bombarded;
        let garrison = if own { self.garrison(state, planet) - state.planet(planet).hits } else { 0 };
        units + garrison
    }

    pub(in super::super) fn ground_chance(&self, state: &State) -> Chance {
        let Some(Ground { stage: GroundStage::Strike { seat, easy, plain, .. }, hits, .. }) = state.ground
        else {
            panic!("no roll is due on a planet");
        };
        let enemy = enemy_of(seat);
        let most = self.stamina(state, enemy) - hits[enemy.index()];
        let figures = &self.combat.invasion;
        match easy {
            0 => capped(plain, 7 - figures.ground, most),
            _ => capped(easy, 7 - figures.jump_troops, most),
        }
    }

    pub(in super::super) fn ground_rolled(&self, state: &mut State, outcome: usize) {
        let Some(ground) = &mut state.ground else { return };
        let GroundStage::Strike { seat, first, easy, plain } = ground.stage else { return };
        ground.hits[enemy_of(seat).index()] += outcome as u8;
        let stage = match easy {
            0 => GroundStage::Strike { seat, first, easy, plain: plain.saturating_sub(MAX_DICE) },
            _ => GroundStage::Strike { seat, first, easy: easy.saturating_sub(MAX_DICE), plain },
        };
        self.strike_with(state, stage);
    }

    fn after_strike(&self, state: &mut State) {
        let Some(ground) = &mut state.ground else { return };
        let GroundStage::Strike { seat, first, .. } = ground.stage else { return };
        let defender = enemy_of(ground.attacker);
        if !first && seat == ground.attacker {
            return self.exchange(state, defender);
        }
        ground.stage = GroundStage::Losses { seat: if first { enemy_of(seat) } else { defender }, first };
        self.next_loss(state);
    }

    /// The next hit is taken, or what follows.
    fn next_loss(&self, state: &mut State) {
        let Some(ground) = state.ground else { return };
        let (seat, first) = match ground.stage {
            GroundStage::Losses { seat, first } => (seat, first),
            GroundStage::Bombarded => (enemy_of(ground.attacker), false),
            _ => return,
        };
        if ground.hits[seat.index()] > 0 && self.stamina(state, seat) > 0 {
            return;
        }
        match ground.stage {
            GroundStage::Bombarded => self.end_ground(state),
            _ if first => self.after_first_strike(state, seat),
            _ if seat != ground.attacker => {
                if let Some(ground) = &mut state.ground {
                    ground.stage = GroundStage::Losses { seat: ground.attacker, first: false };
                }
                self.next_loss(state);
            }
            _ => self.end_of_round(state),
        }
    }

    /// `struck` is who took the hits.
    fn after_first_strike(&self, state: &mut State, struck: Seat) {
        let Some(ground) = &mut state.ground else { return };
        ground.hits = [0; 2];
        let attacker = ground.attacker;
        if self.stamina(state, struck) == 0 {
            self.end_of_round(state);
        } else {
            self.exchange(state, attacker);
        }
    }

    /// What can take the hit.
    // rule: i3m.u12.losses
    pub(in super::super) fn offer_losses(&self, state: &State, offer: &mut impl Offer) -> bool {
        let Some(ground) = &state.ground else { return false };
        let seat = match ground.stage {
            GroundStage::Losses { seat, .. } => seat,
            GroundStage::Bombarded => enemy_of(ground.attacker),
            _ => return offer.put(Action::Capture) || offer.put(Action::Raze),
        };
        let planet = ground.planet;
        let bombarded = ground.stage == GroundStage::Bombarded;
        let here = |group: &Group| group.place == Place::Planet(planet) && fights(group.class);
        let groups = || state.groups.of(seat).enumerate().filter(|(_, group)| here(group));
        // Bombs fall on the planetary defences first.
        let defences = bombarded && groups().any(|(_, group)| group.class == Class::PlanetaryDefence);
        let open = |group: &Group| !defences || group.class == Class::PlanetaryDefence;
        let own = self.owner(state, planet) == Some(seat) && !bombarded;
        let garrison = own && state.planet(planet).hits < self.garrison(state, planet);
        let mut picks = groups().filter(|(_, group)| open(group));
        picks.any(|(index, _)| offer.put(Action::Pick(Pick(index as u8))))
            || (garrison && offer.put(Action::Garrison))
    }

    pub(in super::super) fn act_on_ground(&self, state: &mut State, action: Action) {
        let Some(ground) = &mut state.ground else { return };
        let (planet, attacker) = (ground.planet, ground.attacker);
        let seat = match ground.stage {
            GroundStage::Losses { seat, .. } => seat,
            GroundStage::Bombarded => enemy_of(attacker),
            _ => return self.settle_outpost(state, action == Action::Capture),
        };
        ground.hits[seat.index()] -= 1;
        match action {
            Action::Pick(pick) => {
                let Some(packed) = state.groups.packed_of(seat).get(usize::from(pick.0)).copied() else {
                    return;
                };
                let one = Group { count: 1, ..packed.group() };
                if one.damage + 1 >= self.units.of(seat, one.class).defence {
                    state.groups.remove(one);
                } else {
                    state.groups.change(one, |group| Group { damage: group.damage + 1, ..group });
                }
            }
            _ => state.planets[planet.index()].hits += 1,
        }
        self.next_loss(state);
    }

    /// The planet is taken, the attack is over, or it goes on.
    // rule: i3m.u12.taken
    fn end_of_round(&self, state: &mut State) {
        let Some(ground) = state.ground else { return };
        let (planet, attacker) = (ground.planet, ground.attacker);
        let garrison = state.planet(planet).hits < self.garrison(state, planet);
        if !self.stands_on(state, attacker, planet) {
            state.planets[planet.index()].hits = 0;
            self.end_ground(state);
        } else if !self.stands_on(state, enemy_of(attacker), planet) && !garrison {
            self.take(state, planet, attacker);
        } else if ground.round < self.combat.invasion.rounds {
            self.begin_round(state);
        } else {
            self.end_ground(state);
        }
    }

    /// What is still on the ground and fights nobody is lost with the planet.
    fn take(&self, state: &mut State, planet: PlanetId, taker: Seat) {
        let loser = enemy_of(taker);
        let left: Vec<Group> = state.groups.at(loser, Place::Planet(planet)).collect();
        left.into_iter().for_each(|group| state.groups.remove(group));
        let Planet { owner, world, .. } = state.planet(planet);
        if owner.is_none() {
            return self.end_ground(state);
        }
        self.score(state, taker, world);
        if world {
            state.planets[planet.index()] = Planet::new(Some(taker), world);
            self.end_ground(state);
        } else if let Some(ground) = &mut state.ground {
            ground.stage = GroundStage::Capture;
        }
    }

    /// An outpost that is taken is kept or destroyed.
    // rule: i3m.u12.outpost
    fn settle_outpost(&self, state: &mut State, kept: bool) {
        let Some(ground) = state.ground else { return };
        let owner = kept.then_some(ground.attacker);
        state.planets[ground.planet.index()] = Planet::new(owner, false);
        self.end_ground(state);
    }

    pub(super) fn take_bombardment(&self, state: &mut State, planet: PlanetId, seat: Seat, hits: u8) {
        let mut all = [0; 2];
        all[enemy_of(seat).index()] = hits;
        state.ground = Some(Ground {
            planet,
            attacker: seat,
            landed: [0; 2],
            round: 1,
            stage: GroundStage::Bombarded,
            hits: all,
        });
        state.step = Step::Ground;
        self.next_loss(state);
    }

    fn end_ground(&self, state: &mut State) {
        state.ground = None;
        self.proceed(state);
    }
}

impl Ground {
    /// Strength of jump troops of each side that strike before all others in this round.
    fn jumped(&self) -> [u8; 2] {
        if self.round == 1 { self.landed } else { [0; 2] }
    }
}

/// Whether a counter on a planet fights there; fighters don't.
const fn fights(class: Class) -> bool {
    matches!(class, Class::RegularTroops | Class::JumpTroops | Class::PlanetaryDefence)
}

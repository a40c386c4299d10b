//! Battles on a small map of their own: system 0 between systems 1 and 2, system 3 without boxes next to 0.

mod assault;
mod base;
mod edges;
mod exact;
mod fire;
mod ground;
mod odds;
mod orbit;
mod plans;
mod readings;
mod rounds;
mod shots;
mod soak;

use arrayvec::ArrayVec;

use super::{Combat, Figures, Options, Refusal, War};
use crate::core::{Node, OutcomeIndex, Seat};
use crate::games::imperium::action::Action;
use crate::games::imperium::class::Class::{self, *};
use crate::games::imperium::figures;
use crate::games::imperium::legal::Listed;
use crate::games::imperium::state::{
    Battle, BoxId, Cargo, Court, Entrances, Fire, Group, Groups, IMPERIAL, Marker, Markers, Moment, Phase,
    Place, Range, Series, Squad, State, Step, SystemId, TERRAN,
};
use crate::games::imperium::units::Units;

pub(super) const HERE: SystemId = SystemId(0);
pub(super) const TERTIARY: SystemId = SystemId(3);
/// The boxes of system 0.
pub(super) const GROUND: BoxId = BoxId(0);
pub(super) const SECOND_GROUND: BoxId = BoxId(1);

/// A map of four systems; the figures are those of the game.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) combat: Combat,
    figures: [[Figures; Class::COUNT]; 2],
    boxes: [Vec<BoxId>; 4],
}

impl Table {
    pub(super) fn new(options: &Options) -> Self {
        let units = Units::load(true).expect("the data files are sound");
        let (combat, figures) = (figures::combat(&units, options, false), figures::figures(&units));
        let boxes = [vec![GROUND, SECOND_GROUND], vec![BoxId(2)], vec![BoxId(3)], vec![]];
        Self { combat, figures, boxes }
    }
}

impl War for Table {
    fn combat(&self) -> &Combat {
        &self.combat
    }

    fn figures(&self, seat: Seat, class: Class) -> &Figures {
        &self.figures[seat.index()][class.index()]
    }

    fn systems_of(&self, boxes: u64) -> u64 {
        let of = |own: &Vec<BoxId>| own.iter().any(|at| boxes & at.bit() != 0);
        (0..self.boxes.len()).filter(|&k| of(&self.boxes[k])).fold(0, |mask, k| mask | 1 << k)
    }

    fn boxes(&self, system: SystemId) -> &[BoxId] {
        &self.boxes[usize::from(system.0)]
    }

    fn is_homeworld(&self, at: BoxId, _: Seat) -> bool {
        at == BoxId(3)
    }

    fn ways_out(&self, state: &State, system: SystemId, seat: Seat) -> u64 {
        let came_from = state.entered_from.of(system);
        let neighbours = if system == HERE { 0b1110 } else { 0b0001 };
        if seat == state.phasing && came_from != 0 { came_from } else { neighbours }
    }

    fn take_box(&self, state: &mut State, at: BoxId, seat: Seat) {
        state.markers.change(at, |marker| marker.holder = Some(seat));
    }

    fn after_combat(&self, state: &mut State) {
        state.step = Step::Over;
    }
}

/// A position and the way through it.
#[derive(Clone)]
pub(super) struct Fight {
    pub(super) table: Table,
    pub(super) state: State,
}

impl Fight {
    /// Nothing on the map; this side is the phasing player.
    pub(super) fn new(phasing: Seat) -> Self {
        let state = State {
            turn: 1,
            phasing,
            phase: Phase::FirstCombat,
            step: Step::Over,
            sides: Default::default(),
            court: Court::default(),
            series: Series::new(phasing),
            markers: Markers::default(),
            groups: Groups::new(),
            due: ArrayVec::new(),
            entered_from: Entrances::NONE,
            obstacles: Default::default(),
            yards: Default::default(),
            battle: None,
            result: None,
        };
        Self { table: Table::new(&Options::default()), state }
    }

    /// With these options.
    pub(super) fn with(mut self, change: impl Fn(&mut Options)) -> Self {
        let mut options = self.table.combat.options.clone();
        change(&mut options);
        self.table = Table::new(&options);
        self
    }

    pub(super) fn add(
        mut self,
        place: Place,
        seat: Seat,
        class: Class,
        disrupted: bool,
        cargo: Cargo,
        count: u8,
    ) -> Self {
        let group = Group { disrupted, cargo, ..Group::new(place, seat, class, count) };
        self.state.add(group);
        self
    }

    /// Sound ships without cargo in the hex of system 0.
    pub(super) fn ships(self, seat: Seat, ships: &[(Class, u8)]) -> Self {
        ships.iter().fold(self, |fight, &(class, count)| {
            fight.add(Place::Space(HERE), seat, class, false, Cargo::Empty, count)
        })
    }

    pub(super) fn disrupted(self, seat: Seat, class: Class, count: u8) -> Self {
        self.add(Place::Space(HERE), seat, class, true, Cargo::Empty, count)
    }

    /// Counters in a box of system 0.
    pub(super) fn ground(self, at: BoxId, seat: Seat, units: &[(Class, u8)]) -> Self {
        units.iter().fold(self, |fight, &(class, count)| {
            fight.add(Place::Surface(at), seat, class, false, Cargo::Empty, count)
        })
    }

    pub(super) fn world(mut self, at: BoxId, seat: Seat) -> Self {
        self.state
            .markers
            .set(at, Marker { world: Some(seat), outpost: None, neutralised: false, holder: Some(seat) });
        self
    }

    pub(super) fn outpost(mut self, at: BoxId, seat: Seat) -> Self {
        self.state
            .markers
            .set(at, Marker { world: None, outpost: Some(seat), neutralised: false, holder: Some(seat) });
        self
    }

    /// The phasing side's ships in system 0 came from system 1.
    pub(super) fn came_from_one(mut self) -> Self {
        self.state.entered_from.add(HERE, 0b0010);
        self
    }

    pub(super) fn begin(mut self) -> Self {
        super::begin_phase(&self.table, &mut self.state);
        self.settle();
        self
    }

    pub(super) fn battle(&self) -> &Battle {
        self.state.battle.as_ref().expect("a battle is at hand")
    }

    pub(super) fn moment(&self) -> Moment {
        self.battle().moment
    }

    pub(super) fn is_over(&self) -> bool {
        self.state.step == Step::Over
    }

    pub(super) fn decider(&self) -> Seat {
        match super::node(self.battle()) {
            Node::Decision(seat) => seat,
            node => panic!("{node:?} at {:?}", self.moment()),
        }
    }

    pub(super) fn legal(&self) -> Vec<Action> {
        let mut list = Vec::new();
        super::offer(&self.table, &self.state, &mut Listed { list: &mut list, any_order: false });
        list
    }

    pub(super) fn try_act(&mut self, action: Action) -> Result<(), Refusal> {
        if !self.legal().contains(&action) {
            return Err(super::refusal(&self.state));
        }
        super::act(&self.table, &mut self.state, action);
        self.settle();
        Ok(())
    }

    /// Takes decisions with one choice until there is something to decide or to roll.
    fn settle(&mut self) {
        while self.state.step == Step::Battle {
            match self.legal()[..] {
                [only] => super::act(&self.table, &mut self.state, only),
                _ => return,
            }
        }
    }

    #[track_caller]
    pub(super) fn act(&mut self, action: Action) -> &mut Self {
        let legal = self.legal();
        assert!(legal.contains(&action), "{action:?} at {:?}, legal: {legal:?}", self.moment());
        self.try_act(action).expect("it is legal");
        self
    }

    pub(super) fn weights(&self) -> Vec<u32> {
        super::chance(&self.table, &self.state).weights().to_vec()
    }

    pub(super) fn fall(&mut self, outcome: OutcomeIndex) -> Result<(), Refusal> {
        super::apply_outcome(&self.table, &mut self.state, outcome)?;
        self.settle();
        Ok(())
    }

    /// Applies an outcome after checking the weights of the roll.
    #[track_caller]
    pub(super) fn roll(&mut self, weights: &[u32], outcome: u8) -> &mut Self {
        assert_eq!(super::node(self.battle()), Node::Chance, "{:?}", self.moment());
        assert_eq!(self.weights(), weights, "{:?}", self.moment());
        self.fall(OutcomeIndex(outcome)).expect("it is possible");
        self
    }

    /// One die that hits (or disrupts) on `faces` of six and shows `die`; high dice hit, low dice disrupt.
    #[track_caller]
    pub(super) fn hit_die(&mut self, needed: u8, die: u8) -> &mut Self {
        let faces = u32::from(7 - needed);
        let shared = if faces == 3 {
            3
        } else if faces % 2 == 0 {
            2
        } else {
            1
        };
        self.roll(&[(6 - faces) / shared, faces / shared], u8::from(die >= needed))
    }

    /// The disruption die of a ship with this screen.
    #[track_caller]
    pub(super) fn screen_die(&mut self, screen: u8, die: u8) -> &mut Self {
        let faces = u32::from(screen - 1);
        let shared = if faces == 3 {
            3
        } else if faces % 2 == 0 {
            2
        } else {
            1
        };
        self.roll(&[(6 - faces) / shared, faces / shared], u8::from(die < screen))
    }

    #[track_caller]
    pub(super) fn declare(&mut self, fire: Fire) -> &mut Self {
        self.act(Action::Declare(fire))
    }

    /// The living squad of a class.
    #[track_caller]
    pub(super) fn squad(&self, seat: Seat, class: Class) -> (u8, Squad) {
        let mut found = self.battle().alive().filter(|(_, s)| s.seat == seat && s.class == class);
        let (index, squad) = found.next().expect("there is one");
        assert!(found.next().is_none(), "there are several");
        (index, squad)
    }

    /// Sound and disrupted counters of a class, wherever they are, cargo not counted.
    pub(super) fn count(&self, seat: Seat, class: Class) -> (u8, u8) {
        let mut counts = (0, 0);
        let mut add = |disrupted: bool, n: u8| if disrupted { counts.1 += n } else { counts.0 += n };
        for group in self.state.groups.iter().filter(|g| g.seat == seat && g.class == class) {
            add(group.disrupted, group.count);
        }
        if let Some(battle) = &self.state.battle {
            for squad in battle.squads.iter().filter(|s| s.seat == seat && s.class == class && !s.marker) {
                add(squad.disrupted, squad.count);
            }
        }
        counts
    }

    pub(super) fn against(&self, seat: Seat, class: Class) -> Action {
        Action::Against { squad: self.squad(seat, class).0 }
    }

    /// Sets the range of round 2 to short: the holder has won the roll, everybody held fire before.
    #[track_caller]
    pub(super) fn at_short_range(mut self) -> Self {
        while self.battle().round == 1 {
            self.declare(Fire::Hold);
        }
        let weights = self.weights();
        self.roll(&weights, 0).act(Action::SetRange(Range::Short));
        self
    }
}

pub(super) const SEATS: [Seat; 2] = [TERRAN, IMPERIAL];

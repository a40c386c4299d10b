//! Positions of every kind come back from their text as they were.

use rand::Rng;

use super::super::Imperium;
use super::super::action::{Kind, Quantity};
use super::super::class::Class;
use super::super::codec::{CARGO, kinds};
use super::super::positions_for_tests::nusku_gap;
use super::super::state::{
    Battle, BoxId, Cargo, Due, Fire, Group, IMPERIAL, Marker, Mission, Moment, OrderStage, Orders,
    PendingMove, Phase, Place, Placing, Range, Role, Squad, Squads, State, Step, Strike, SystemId, TERRAN,
    Theatre, Used, Victory,
};
use super::read;
use super::words::Word;
use crate::core::{Notation, PlannerRng, Seat, planner_rng, uniform_index};

/// Draws arbitrary parts of a state: legal or not, the notation must carry them.
struct Draw<'a> {
    game: &'a Imperium,
    rng: PlannerRng,
}

impl Draw<'_> {
    fn below(&mut self, count: usize) -> usize {
        uniform_index(&mut self.rng, count)
    }

    fn small(&mut self) -> u8 {
        self.below(7) as u8
    }

    fn coin(&mut self) -> bool {
        self.rng.next_u64() & 1 == 1
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn word<T: Word>(&mut self) -> T {
        self.of(T::WORDS).0
    }

    fn maybe<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.coin() { Some(draw(self)) } else { None }
    }

    fn class(&mut self) -> Class {
        self.of(&Class::ALL)
    }

    fn system(&mut self) -> SystemId {
        SystemId(self.below(self.game.map.systems.len()) as u8)
    }

    fn site(&mut self) -> BoxId {
        BoxId(self.below(self.game.map.boxes.len()) as u8)
    }

    fn place(&mut self) -> Place {
        match self.below(3) {
            0 => Place::Space(self.system()),
            1 => Place::Surface(self.site()),
            _ => Place::Hex { column: 1 + self.below(26) as u8, row: 1 + self.below(20) as u8 },
        }
    }

    fn kind(&mut self) -> Kind {
        let all: Vec<Kind> = kinds().collect();
        self.of(&all)
    }

    fn cargo(&mut self) -> Cargo {
        match self.below(4) {
            0 => {
                let class = self.of(&CARGO);
                let disrupted = class == Class::Fighter && self.coin();
                Cargo::One { class, disrupted, strength: self.strength(class) }
            }
            1 => Cargo::Fighters { sound: 1 + self.below(7) as u8, disrupted: 0 },
            2 => Cargo::Fighters { sound: self.below(4) as u8, disrupted: 1 + self.below(4) as u8 },
            _ => Cargo::Empty,
        }
    }

    /// Of troops drawn or not.
    fn strength(&mut self, class: Class) -> u8 {
        if class.is_troops() { self.below(7) as u8 } else { 0 }
    }

    fn orders(&mut self) -> Orders {
        Orders { stage: self.word::<OrderStage>(), last: self.rng.next_u64() as u32 }
    }

    fn order(&mut self) -> PendingMove {
        PendingMove { from: self.place(), kind: self.kind(), count: 1 + self.small() }
    }

    fn mission(&mut self) -> Mission {
        let at = self.site();
        self.of(&[Mission::StayOff, Mission::Bombard(at), Mission::Drop(at), Mission::Land(at)])
    }

    fn step(&mut self, number: usize) -> Step {
        let orders = self.orders();
        let (at, class, most) = (self.place(), self.class(), self.small());
        match number {
            0 => Step::Intervention,
            1 => Step::Recall { left: 1 + self.small() },
            2 => Step::Appeal,
            3 => Step::AppealRoll { military: self.coin() },
            4 => Step::Overhaul { after: self.maybe(|d| (d.place(), d.kind())) },
            5 => Step::Routine { after: self.maybe(|d| (d.place(), d.kind())) },
            6 => Step::Frontier { group: 0, destroyed: self.maybe(Self::small) },
            7 => Step::Build { after: self.maybe(|d| (d.class(), d.site())) },
            8 => Step::Orders(orders),
            9 => Step::MoveRoll { order: self.order(), orders },
            10 => Step::Destination { order: self.order(), orders },
            11 => Step::Quantity(Quantity::Move { order: self.order(), orders }),
            12 => Step::Quantity(Quantity::Load { class, at, most, orders }),
            13 => Step::Quantity(Quantity::Unload { class, at, most, orders }),
            14 => Step::Quantity(Quantity::Build { class, at: self.site(), most }),
            15 => Step::Quantity(Quantity::Overhaul { at, kind: self.kind(), most }),
            16 => Step::Quantity(Quantity::LeaveOut { at, kind: self.kind(), most }),
            17 => Step::Over,
            18 => Step::Place(Placing::World { left: 1 + most, after: self.maybe(Self::site) }),
            19 => Step::Place(Placing::Outpost { left: 1 + most, after: self.maybe(Self::site) }),
            20 => Step::Place(Placing::Units { seat: self.word(), class, after: self.maybe(Self::place) }),
            21 => Step::Place(Placing::Entry { class, after: self.maybe(Self::system) }),
            22 => Step::Quantity(Quantity::Deploy { seat: self.word(), class, at, most }),
            23 => Step::Draw,
            _ => Step::Battle,
        }
    }

    fn moment(&mut self, number: usize, squads: usize) -> Moment {
        let (squad, foe) = (self.below(squads) as u8, self.below(squads) as u8);
        match number {
            0 => Moment::InitiativeRoll,
            1 => Moment::ChooseRange,
            2 => Moment::LoadFighters { squad },
            3 => Moment::ChooseRetreat { seat: self.word() },
            4 => Moment::Match { squad },
            5 => Moment::MatchCount { squad, foe },
            6 => Moment::Double { squad },
            7 => Moment::DoubleCount { squad, foe },
            8 => Moment::Declare { squad },
            9 => Moment::DeclareTarget { squad, fire: self.word::<Fire>() },
            10 => Moment::FireRoll { step: self.small(), squad },
            11 => Moment::DisruptionRoll { step: self.small(), squad },
            12 => Moment::ChooseMission { squad },
            13 => Moment::MissionCount { squad, mission: self.mission() },
            14 => Moment::PlanetaryRoll { squad, shooter: self.small() },
            15 => Moment::ChooseStrike { squad },
            16 => Moment::BreakOff { seat: self.word() },
            17 => Moment::JumpRoll { squad, to: self.system() },
            18 => Moment::Defend { squad },
            19 => Moment::Attack { squad },
            20 => Moment::AttackCount { squad, foe },
            23 => Moment::DeclareSecond { squad },
            24 => Moment::SecondTarget { squad, fire: self.word::<Fire>() },
            22 => Moment::GroundedRoll { squad, class: self.class(), hits: self.small() },
            21 => Moment::AttackRoll { step: self.small(), squad },
            _ => {
                let class = self.class();
                Moment::StrikeRoll { squad, target: self.of(&[Strike::Marker, Strike::Unit(class)]) }
            }
        }
    }

    fn battle(&mut self, moment: usize) -> Battle {
        let count = 1 + self.below(12);
        let mut squads = Squads::new();
        for _ in 0..count {
            let foe = self.below(count) as u8;
            let role = match self.below(5) {
                0 => Role::Unassigned,
                1 => Role::Paired { foe },
                2 => Role::Doubling { foe },
                3 => Role::Out,
                _ => Role::On(self.mission()),
            };
            let class = self.class();
            squads.push(Squad {
                seat: self.word(),
                class,
                marker: self.coin(),
                disrupted: self.coin(),
                strength: self.strength(class),
                cargo: if class.is_troops() { Cargo::Empty } else { self.cargo() },
                spent: self.coin(),
                count: self.small(),
                role,
                fire: self.word(),
                target: self.maybe(|_| foe),
                second: self.word(),
                second_target: self.maybe(|_| foe),
                hits: self.below(3) as u8,
            });
        }
        let theatre = match self.below(3) {
            0 => Theatre::Space,
            1 => Theatre::Orbit { actor: self.word() },
            _ => Theatre::Surface(self.site()),
        };
        Battle {
            system: self.system(),
            theatre,
            round: self.small(),
            initiative: self.word(),
            tied: self.coin(),
            range: self.word::<Range>(),
            moment: self.moment(moment, count),
            quiet_rounds: self.small(),
            leaving: [self.coin(), self.coin()],
            squads,
        }
    }

    fn group(&mut self) -> Group {
        let class = self.class();
        Group {
            place: self.place(),
            seat: self.word(),
            class,
            disrupted: self.coin(),
            strength: self.strength(class),
            cargo: if class.is_troops() { Cargo::Empty } else { self.cargo() },
            spent: self.coin(),
            used: Used::numbered(self.below(5) as u8),
            count: 1 + self.small(),
        }
    }

    fn marker(&mut self) -> Marker {
        Marker {
            world: self.maybe(Self::word::<Seat>),
            outpost: self.maybe(Self::word::<Seat>),
            neutralised: self.coin(),
            holder: self.maybe(Self::word::<Seat>),
        }
    }

    fn state(&mut self, number: usize) -> State {
        let mut state = self.game.start.clone();
        state.turn = 1 + self.small();
        state.phasing = self.word();
        state.phase = self.word::<Phase>();
        state.step = self.step(number);
        state.groups.clear();
        for _ in 0..2 + self.below(20) {
            let group = self.group();
            state.add(group);
        }
        for side in &mut state.sides {
            side.stock = self.small();
            side.lost_ru = self.rng.next_u64() as u16;
            side.destroyed[3] = self.small();
            side.to_deploy[2] = self.small();
        }
        state.court.glory = self.small() as i8 - 3;
        state.court.once = self.small() as i8 - 3;
        state.court.permitted = self.rng.next_u64() as u32 & ((1 << Class::COUNT) - 1);
        state.court.deaf_until = self.small();
        state.court.civil_war = self.coin();
        for at in self.game.map.box_ids() {
            state.markers.set(at, self.marker());
        }
        state.obstacles = self.game.obstacles(&state);
        for _ in 0..self.below(4) {
            let due = Due {
                turn: self.small(),
                seat: self.word(),
                class: self.class(),
                at: self.maybe(Self::site),
                count: 1 + self.small(),
            };
            state.due.push(due);
        }
        state.yards = self.game.yards(&state);
        for system in 0..self.game.map.systems.len() {
            state.entered_from.add(SystemId(system as u8), self.rng.next_u64() & self.game.map.all());
        }
        if state.step == Step::Battle {
            state.battle = Some(self.battle(number - STEPS));
        }
        if state.step == Step::Over {
            let winner = self.of(&[None, Some(TERRAN), Some(IMPERIAL)]);
            state.result = Some(Victory { winner });
        }
        state
    }
}

/// Steps outside battles, then one for each moment of a battle.
const STATES: usize = STEPS + 26;
/// Steps outside battles.
const STEPS: usize = 24;

#[test]
fn every_position_comes_back_from_its_text() {
    let game = nusku_gap();
    let mut draw = Draw { game: &game, rng: planner_rng(11, 0) };
    for number in (0..STATES).cycle().take(20 * STATES) {
        let state = draw.state(number);
        let text = game.position_text(&state);
        assert_eq!(read::position(&game, &text).as_ref(), Ok(&state), "{text}");
    }
}

#[test]
fn the_opening_reads_well() {
    let game = nusku_gap();
    let text = game.position_text(&game.start);
    for line in [
        "court: glory 5; budget 5; once 0; deaf until 0; permitted SC DD CL TR RT JT OP",
        "  Sol: marker; world terran; holder terran",
        "  Agidda: ter 1 SC, ter 1 DD",
        "  Barnard's Star surface: ter 1 RT, ter 1 PD",
    ] {
        assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
    }
}

#[test]
fn a_faulty_position_is_refused_with_the_line() {
    let game = nusku_gap();
    let text = game.position_text(&State { step: Step::Build { after: None }, ..game.start.clone() });
    let faults = [
        ("ter 1 SC, ter 1 DD", "ter 1 SC, ter 1 XX", "expected a class"),
        ("Barnard's Star surface", "Bernard's Star surface", "expected a surface box"),
        ("glory 5", "glory five", "expected a whole number"),
        ("terran: stock 9", "terran: stock 9; debts 3", "does not take this"),
        ("turn 1; ", "", "expected 'turn NUMBER; SIDE player turn; PHASE'"),
        ("ter 1 SC, ter 1 DD", "ter 1 DD, ter 1 SC", "canonical order"),
    ];
    for (good, bad, reason) in faults {
        let error = game.parse_position(&text.replace(good, bad)).unwrap_err().to_string();
        assert!(error.contains(reason), "{bad}: {error}");
    }
    let error = game.parse_position(&text.replace("glory 5", "glory five")).unwrap_err().to_string();
    assert!(error.contains("line 5") && error.contains("'five'"), "{error}");
    for cut in 0..text.lines().count() {
        let part: Vec<&str> = text.lines().take(cut).collect();
        let _ = game.parse_position(&part.join("\n"));
    }
}

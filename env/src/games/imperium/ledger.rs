//! What must hold of every step of every game: counters, money and markers come and go only where a rule says so, and
//! nothing leaves its range.

use super::Imperium;
use super::action::{Action, Quantity};
use super::battle;
use super::class::Class;
use super::positions_for_tests::{duel, first_war_with, nusku_gap, nusku_gap_with, wars_with};
use super::state::{IMPERIAL, Peace, Phase, Placing, State, Step, TERRAN, Used};
use crate::core::{Dice, Game, Node, Seat, planner_rng, uniform_index};

const SEATS: [Seat; 2] = [TERRAN, IMPERIAL];

/// Counters of each class of each seat wherever they are, world markers, and outposts among these counters.
#[derive(Debug)]
struct Ledger {
    counters: [[i16; Class::COUNT]; 2],
    worlds: [i16; 2],
    stock: [i16; 2],
}

impl Ledger {
    fn of(state: &State) -> Self {
        let mut counters = SEATS.map(|seat| state.all_counters(seat).map(i16::from));
        for squad in state.battle.iter().flat_map(|battle| battle.squads.iter()).filter(|squad| !squad.marker)
        {
            let own = &mut counters[squad.seat.index()];
            own[squad.class.index()] += i16::from(squad.count);
            if let Some(aboard) = squad.cargo.class() {
                own[aboard.index()] += i16::from(squad.cargo.count()) * i16::from(squad.count);
            }
        }
        Self {
            counters,
            worlds: SEATS.map(|seat| state.markers.own_worlds(seat).count_ones() as i16),
            stock: SEATS.map(|seat| i16::from(state.sides[seat.index()].stock)),
        }
    }
}

/// A step of play: the position before it, the action if it was one, and the position after it.
struct Event<'a> {
    game: &'a Imperium,
    before: &'a State,
    action: Option<Action>,
    after: &'a State,
}

impl Event<'_> {
    /// Whether it was the Emperor's court or what comes with it.
    fn is_of_the_court(&self) -> bool {
        matches!(
            self.before.step,
            Step::Intervention | Step::Recall { .. } | Step::Appeal | Step::AppealRoll { .. }
        )
    }

    fn is_building(&self) -> Option<Class> {
        match (self.before.step, self.action?) {
            (Step::Build { .. }, Action::Build { class, .. }) => Some(class),
            (Step::Quantity(Quantity::Build { class, .. }), _) => Some(class),
            _ => None,
        }
    }

    /// Whether a phase has ended, so that forced decisions may have gone through others.
    fn changes_phase(&self) -> bool {
        let at =
            |state: &State| (state.series.war, state.turn, state.phasing, state.phase, state.series.at_peace);
        at(self.before) != at(self.after)
    }

    fn sets_up(&self) -> bool {
        matches!(self.before.step, Step::Place(_) | Step::Draw | Step::Quantity(Quantity::Deploy { .. }))
    }

    fn makes_peace(&self) -> bool {
        !self.before.series.at_peace && (self.after.series.at_peace || self.after.step == Step::Over)
    }

    fn may_gain(&self, seat: Seat, class: Class) -> bool {
        let granted = seat == IMPERIAL && class.is_ship() && self.is_of_the_court();
        let placed =
            class == Class::Outpost && matches!(self.before.step, Step::Place(Placing::Outpost { .. }));
        granted || placed || self.is_building() == Some(class) && seat == self.before.phasing
    }

    fn may_lose(&self, seat: Seat, class: Class) -> bool {
        match self.before.step {
            // Fire, conquest, and between two wars what can't be held.
            Step::Battle => true,
            // A destroyed ship takes its cargo along.
            Step::Frontier { .. } => seat == self.before.phasing,
            // A civil war recalls ships, and where there is no choice it does so at once.
            Step::Recall { .. } | Step::Intervention => seat == IMPERIAL,
            Step::Peace(Peace::Length) => class == Class::Outpost,
            Step::Peace(
                Peace::Attrition { seat: wearing, class: of, .. }
                | Peace::Scrap { seat: wearing, class: of, .. },
            ) => (seat, class) == (wearing, of),
            _ if self.sets_up() && !self.game.rules.surplus_enters => true,
            // In a combat phase without decisions and dice sure fire hits, and boxes change hands.
            _ => self.changes_phase(),
        }
    }

    fn check_counters(&self, old: &Ledger, new: &Ledger) {
        for (seat, class) in SEATS.into_iter().flat_map(|seat| Class::ALL.map(|class| (seat, class))) {
            let [old, new] = [old, new].map(|ledger| ledger.counters[seat.index()][class.index()]);
            assert!(
                new <= old || self.may_gain(seat, class),
                "{old} to {new} {class} of {seat}: {}",
                self.text()
            );
            assert!(
                new >= old || self.may_lose(seat, class),
                "{old} to {new} {class} of {seat}: {}",
                self.text()
            );
            assert!(new <= i16::from(self.game.units.limit(class, seat)), "{new} {class}: {}", self.text());
        }
    }

    /// Worlds come with the set-up and with a peace, and go when another's outpost on them has grown.
    fn check_worlds(&self, old: &Ledger, new: &Ledger) {
        for seat in SEATS {
            let [old, new] = [old, new].map(|ledger| ledger.worlds[seat.index()]);
            let placed = matches!(self.before.step, Step::Place(Placing::World { .. })) && seat == IMPERIAL;
            let grown = self.before.step == Step::Peace(Peace::Length);
            assert!(new == old || placed && new > old || grown, "{old} to {new} worlds: {}", self.text());
        }
    }

    /// Money is spent on counters and overhauls, comes with a player turn's income, and melts in a peace.
    fn check_money(&self, old: &Ledger, new: &Ledger) {
        for seat in SEATS {
            let k = seat.index();
            let change = new.stock[k] - old.stock[k];
            if let Some(class) = self.is_building().filter(|_| seat == self.before.phasing) {
                let bought = new.counters[k][class.index()] - old.counters[k][class.index()];
                let price = i16::from(self.game.units.price(class, seat));
                // Where nothing more can be built, the turn goes on, up to the next income.
                let later = self.changes_phase() && change > -bought * price;
                assert!(
                    change == -bought * price || later,
                    "{change} RU for {bought} {class}: {}",
                    self.text()
                );
                continue;
            }
            let overhaul =
                matches!(self.before.step, Step::Overhaul { .. } | Step::Quantity(Quantity::Overhaul { .. }));
            let income = self.after.phase == Phase::Production
                && (self.changes_phase() || self.is_of_the_court() || self.sets_up())
                && (seat == self.after.phasing || self.after.series.at_peace);
            let settled = matches!(self.before.step, Step::Peace(_)) || self.makes_peace();
            assert!(change <= 0 || income || settled, "{change:+} RU of {seat}: {}", self.text());
            assert!(
                change >= 0 || overhaul && seat == self.before.phasing || settled,
                "{change:+} RU: {}",
                self.text()
            );
        }
    }

    fn check_ranges(&self) {
        let state = self.after;
        let tables = &self.game.tables;
        let [low, high] = tables.glory.track;
        let turns = self.game.war().map_or(1, |war| war.glory_limits.len());
        let wars = self.game.war().map_or(1, |war| war.max_wars);
        assert!((low..=high).contains(&state.court.glory), "glory {}", state.court.glory);
        assert!((1..=turns).contains(&usize::from(state.turn)), "turn {}", state.turn);
        assert!((1..=wars).contains(&state.series.war), "war {}", state.series.war);
        assert!(state.series.won.iter().sum::<u8>() <= wars, "{:?} wars won", state.series.won);
        assert!(state.series.maturing.iter().all(|&turns| turns < tables.interwar.turns_to_mature));
        assert!(state.sides.iter().all(|side| side.stock <= tables.stock_max), "a stock beyond the most");
        assert!(state.groups.iter().all(|group| group.count > 0 && group.used <= Used::STUCK));
        for at in self.game.map.box_ids() {
            assert!(self.game.defences(state, at) <= tables.pd_per_box, "PD in a box: {}", self.text());
        }
    }

    fn text(&self) -> String {
        use crate::core::Notation;
        let action = self.action.map(|action| self.game.action_text(self.before, action));
        format!(
            "{}\n{action:?}\n{}",
            self.game.position_text(self.before),
            self.game.position_text(self.after)
        )
    }
}

/// Plays games of random decisions to the end; each has one within the bound.
fn keep_the_books(game: &Imperium, seeds: std::ops::Range<u64>) {
    let mut legal = Vec::new();
    for seed in seeds {
        let (mut state, mut dice, mut rng) = (game.initial_state(), Dice::new(seed), planner_rng(seed, 3));
        let mut old = Ledger::of(&state);
        let mut events = 0;
        loop {
            let before = state.clone();
            let action = match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = dice.roll(&game.chance(&state));
                    game.apply_outcome(&mut state, outcome).unwrap();
                    None
                }
                Node::Decision(_) => {
                    game.legal_actions(&state, &mut legal);
                    assert!(!legal.is_empty(), "seed {seed}: a deadlock");
                    let action = legal[uniform_index(&mut rng, legal.len())];
                    game.apply(&mut state, action).unwrap();
                    Some(action)
                }
            };
            let new = Ledger::of(&state);
            let event = Event { game, before: &before, action, after: &state };
            event.check_counters(&old, &new);
            event.check_worlds(&old, &new);
            event.check_money(&old, &new);
            event.check_ranges();
            old = new;
            events += 1;
            assert!(events <= game.facts().max_events, "seed {seed}: longer than the bound");
        }
        assert!(game.outcome(&state).is_some());
    }
}

#[test]
fn books_balance_in_the_gap() {
    keep_the_books(&nusku_gap(), 0..60);
    keep_the_books(&nusku_gap_with(&battle::BASE), 60..80);
    keep_the_books(&nusku_gap_with(&[("cobb.maintenance", "off"), ("world_glory", "war_end")]), 80..100);
}

#[test]
fn books_balance_in_a_duel() {
    keep_the_books(&duel("large"), 0..20);
}

#[test]
fn books_balance_on_the_whole_map() {
    keep_the_books(&first_war_with(&[]), 0..30);
    keep_the_books(&first_war_with(&[("deployment", "free"), ("imperial_setup", "listed")]), 30..40);
}

#[test]
fn books_balance_in_a_series_of_wars() {
    keep_the_books(&wars_with(&[]), 0..10);
    keep_the_books(&wars_with(&[("cobb.interwar", "off"), ("cobb.setup_limit", "off")]), 10..15);
    keep_the_books(&wars_with(&[("cobb_setup_surplus", "removed"), ("world_glory", "war_end")]), 15..20);
    keep_the_books(&wars_with(&[("troop_strength", "drawn")]), 20..25);
}

/// A thousand wars at random: every one ends in time with a winner. Random play appeals its glory away, so who wins says
/// nothing.
#[test]
fn a_thousand_random_wars_end() {
    let game = first_war_with(&[]);
    let mut won = [0_u32; 2];
    let mut legal = Vec::new();
    for seed in 0..1_000 {
        let (mut state, mut dice, mut rng) = (game.initial_state(), Dice::new(seed), planner_rng(seed, 5));
        for _ in 0..game.facts().max_events {
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = dice.roll(&game.chance(&state));
                    game.apply_outcome(&mut state, outcome).unwrap();
                }
                Node::Decision(_) => {
                    game.legal_actions(&state, &mut legal);
                    let action = legal[uniform_index(&mut rng, legal.len())];
                    game.apply(&mut state, action).unwrap();
                }
            }
        }
        let winner = game.outcome(&state).expect("within the bound").winner().expect("a war has a winner");
        won[winner.index()] += 1;
    }
    assert_eq!(won.iter().sum::<u32>(), 1_000);
}

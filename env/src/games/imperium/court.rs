//! The Emperor's court: intervention, appeals, permissions (rules 7.4, 7.5).

use std::cell::LazyCell;

use arrayvec::ArrayVec;

use super::Imperium;
use super::action::Kind;
use super::class::Class;
use super::legal::Offer;
use super::movement::Picks;
use super::odds::two_dice;
use super::state::{Court, IMPERIAL, Place, State, Step, TERRAN};
use super::tables::Decree;
use crate::core::{Chance, MAX_OUTCOMES};

/// What a decree comes to in a given state, so that rolls with the same effect are one outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Effect {
    glory: i8,
    once: i8,
    budget: i8,
    permitted: u32,
    ships: ArrayVec<(Class, u8), 4>,
    civil_war: bool,
    recall: u8,
    deaf_until: u8,
}

impl Effect {
    fn is_like_but_for_once(&self, other: &Self) -> bool {
        let rest = |effect: &Self| {
            let Self { glory, once: _, budget, permitted, ships: _, civil_war, recall, deaf_until } = *effect;
            (glory, budget, permitted, civil_war, recall, deaf_until)
        };
        rest(self) == rest(other) && self.ships == other.ships
    }
}

impl Imperium {
    /// The outcomes of the roll at hand: appeal or intervention.
    pub(super) fn court_chance(&self, state: &State) -> Chance {
        Chance::new(self.court_outcomes(state, MAX_OUTCOMES).into_iter().map(|(_, weight)| weight))
    }

    /// The first `many` outcomes and perhaps more; the weights are right where all are asked for.
    // rule: imp.7.5.intervention
    fn court_outcomes(&self, state: &State, many: usize) -> ArrayVec<(Effect, u32), MAX_OUTCOMES> {
        let tables = &self.tables;
        let (rows, modifier) = match state.step {
            Step::AppealRoll { military } => {
                let rows = if military { &tables.military_appeal } else { &tables.economic_appeal };
                (rows, if self.terran_capital_ship(state) { tables.capital_bonus } else { 0 })
            }
            _ => {
                let glory = tables.glory_bonus;
                let (turn, war) = (tables.turn_bonus, tables.war_bonus);
                let mut modifier = if state.court.glory >= glory.from { glory.add } else { 0 };
                modifier += if state.turn as i8 >= turn.from { turn.add } else { 0 };
                modifier += if state.series.war as i8 >= war.from { war.add } else { 0 };
                (&tables.intervention, modifier)
            }
        };
        let counters = state.all_counters(IMPERIAL);
        let room = LazyCell::new(|| {
            let stock = i16::from(state.sides[IMPERIAL.index()].stock);
            let income = self.income(state, IMPERIAL) as i16 - self.budget(&state.court);
            i16::from(tables.stock_max) - stock - income
        });
        // RU beyond what can be kept make no difference.
        let kept = |effect: &Effect| {
            let budget =
                self.budget(&Court { budget: effect.budget, civil_war: effect.civil_war, ..state.court });
            i16::from(effect.once).min(*room - budget)
        };
        let alike =
            |a: &Effect, b: &Effect| a.is_like_but_for_once(b) && (a.once == b.once || kept(a) == kept(b));
        let mut outcomes: ArrayVec<(Effect, u32), MAX_OUTCOMES> = ArrayVec::new();
        for decree in rows {
            if outcomes.len() >= many {
                break;
            }
            let [least, most] = decree.rolls.map(|roll| roll.saturating_sub(modifier));
            let weight = two_dice(least, most);
            if weight == 0 {
                continue;
            }
            let effect = self.effect(state, decree, &counters);
            match outcomes.iter_mut().find(|(like, _)| alike(like, &effect)) {
                Some((_, sum)) => *sum += weight,
                None => outcomes.push((effect, weight)),
            }
        }
        outcomes
    }

    // rule: imp.7.4.capital_bonus
    fn terran_capital_ship(&self, state: &State) -> bool {
        state.groups_of(TERRAN).any(|group| self.units.is_capital(group.class))
    }

    /// `counters`: how many the Imperial has of each class.
    fn effect(&self, state: &State, decree: &Decree, counters: &[u8; Class::COUNT]) -> Effect {
        let [low, high] = self.tables.glory.track;
        let mut effect = Effect {
            glory: (state.court.glory + decree.glory).clamp(low, high),
            once: state.court.once.saturating_add(decree.ru),
            budget: state.court.budget.saturating_add(decree.budget),
            permitted: state.court.permitted | self.permission(state, decree),
            ships: ArrayVec::new(),
            civil_war: state.court.civil_war || decree.civil_war,
            recall: if decree.recall == 0 { 0 } else { decree.recall.min(self.recallable(state)) },
            deaf_until: state.court.deaf_until,
        };
        if decree.deaf_turns > 0 {
            effect.deaf_until = effect.deaf_until.max(state.turn + decree.deaf_turns - 1);
        }
        for &(class, count) in &decree.ships {
            let left =
                |class: Class| self.units.limit(class, IMPERIAL).saturating_sub(counters[class.index()]);
            let class = if left(class) == 0 { decree.otherwise.unwrap_or(class) } else { class };
            let count = count.min(left(class));
            if count > 0 {
                effect.ships.push((class, count));
            }
        }
        effect
    }

    /// The class, by bit, that a decree newly permits: the first of its list that is still forbidden and may be
    /// permitted in this scenario, but on the ladder never before the one below.
    // rule: imp.7.4.permission imp.7.4.ladder
    fn permission(&self, state: &State, decree: &Decree) -> u32 {
        let permissible = self.war().map_or(0, |war| war.permissible);
        let permitted = |class: &Class| state.court.permitted >> class.index() & 1 == 1;
        let Some(mut class) = decree.permit.iter().copied().find(|class| !permitted(class)) else { return 0 };
        if self.tables.ladder.contains(&class) {
            class = self.tables.ladder.iter().copied().find(|class| !permitted(class)).unwrap_or(class);
        }
        permissible & 1 << class.index()
    }

    /// An outcome of [`Imperium::court_chance`] in words: what it changes.
    pub(super) fn court_text(&self, state: &State, outcome: usize) -> String {
        let outcomes = self.court_outcomes(state, outcome + 1);
        let Some((effect, _)) = outcomes.get(outcome) else { return format!("outcome {outcome}") };
        let court = &state.court;
        let mut parts: Vec<String> = Vec::new();
        for (what, change) in [
            ("glory", effect.glory - court.glory),
            ("RU", effect.once - court.once),
            ("budget", effect.budget - court.budget),
        ] {
            if change != 0 {
                parts.push(format!("{what} {change:+}"));
            }
        }
        let permits = effect.permitted & !court.permitted;
        let permitted = Class::ALL.into_iter().filter(|class| permits >> class.index() & 1 == 1);
        parts.extend(permitted.map(|class| format!("permission {class}")));
        parts.extend(effect.ships.iter().map(|(class, count)| format!("free {count} {class}")));
        if effect.deaf_until != court.deaf_until {
            parts.push(format!("no appeals until turn {}", effect.deaf_until));
        }
        if effect.civil_war != court.civil_war {
            parts.push("civil war".into());
        }
        if effect.recall > 0 {
            parts.push(format!("recall {}", effect.recall));
        }
        if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
    }

    /// Applies an outcome of [`Imperium::court_chance`] and goes on; false if there is no such outcome.
    pub(super) fn court_rolled(&self, state: &mut State, outcome: usize) -> bool {
        let outcomes = self.court_outcomes(state, outcome + 1);
        let Some((effect, _)) = outcomes.get(outcome) else { return false };
        let court = &mut state.court;
        court.glory = effect.glory;
        court.once = effect.once;
        court.budget = effect.budget;
        court.permitted = effect.permitted;
        court.civil_war = effect.civil_war;
        court.deaf_until = effect.deaf_until;
        for &(class, count) in &effect.ships {
            self.grant(state, class, count);
        }
        match state.step {
            Step::AppealRoll { .. } => self.after_appeal(state),
            _ if effect.recall > 0 => state.step = Step::Recall { left: effect.recall },
            _ => self.begin_appeal(state),
        }
        true
    }

    /// Whether the Emperor hears an appeal.
    // rule: imp.7.4.appeal
    pub(super) fn may_appeal(&self, state: &State) -> bool {
        state.court.glory >= self.tables.glory.appeal_needs && state.turn > state.court.deaf_until
    }

    /// The Imperial appeals: it costs glory at once.
    // rule: imp.7.4.appeal
    pub(super) fn appeal(&self, state: &mut State, military: bool) {
        state.change_glory(self.tables.glory.appeal, self.tables.glory.track);
        state.step = Step::AppealRoll { military };
    }

    /// How many counters a civil war can recall.
    pub(super) fn recallable(&self, state: &State) -> u8 {
        let groups = state.groups.packed_of(IMPERIAL).iter();
        let ships = groups.filter(|group| group.is_of(self.tables.recallable));
        ships.map(|group| group.count()).fold(0, u8::saturating_add)
    }

    /// Offers the counters that a civil war can recall.
    // rule: imp.7.5.civil_war
    pub(super) fn offer_recalls<O: Offer>(&self, state: &State, offer: &mut O) -> bool {
        let groups = state.groups.packed_of(IMPERIAL).iter();
        let recallable = groups.filter(|group| group.is_of(self.tables.recallable));
        let mut picks = Picks::new(state, IMPERIAL);
        recallable.map(|group| picks.action(group)).any(|action| offer.put(action))
    }

    /// The counter chosen leaves the map.
    pub(super) fn recall(&self, state: &mut State, at: Place, kind: Kind, left: u8) {
        let index = state.groups.position(|g| g.seat == IMPERIAL && g.place == at && g.kind() == kind);
        state.take(index.expect("a legal recall names a group"), 1);
        if left > 1 {
            state.step = Step::Recall { left: left - 1 };
        } else {
            self.begin_appeal(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions_for_tests::{nusku_gap, ships};
    use super::*;

    fn imperial_turn() -> (Imperium, State) {
        let game = nusku_gap();
        let mut state = game.start.clone();
        state.phasing = IMPERIAL;
        (game, state)
    }

    #[test]
    fn imp_7_5_intervention() {
        let (game, mut state) = imperial_turn();
        state.step = Step::Intervention;
        let chance = game.court_chance(&state);
        assert_eq!(chance.total(), 36);
        assert_eq!(chance.weights()[4], 16, "6 to 8: no event");
        let civil_war = 0;
        assert!(game.court_rolled(&mut state, civil_war));
        assert!(state.court.civil_war);
        assert_eq!(state.step, Step::Recall { left: 2 });
    }

    /// From the third war of a series on, one more.
    #[test]
    fn imp_7_5_intervention_in_later_wars() {
        let game = super::super::positions_for_tests::wars_with(&[]);
        let mut state = game.start.clone();
        state.step = Step::Intervention;
        for (war, civil_war) in [(1, 1), (2, 1), (3, 0), (6, 0)] {
            state.series.war = war;
            let outcomes = game.court_outcomes(&state, MAX_OUTCOMES);
            let of_two: u32 = outcomes.iter().filter(|(effect, _)| effect.civil_war).map(|(_, w)| w).sum();
            assert_eq!(of_two, civil_war, "war {war}: a roll of 2 is 3 then");
        }
    }

    #[test]
    fn imp_7_4_appeal() {
        let (game, mut state) = imperial_turn();
        state.step = Step::Appeal;
        game.appeal(&mut state, false);
        assert_eq!(state.court.glory, 4);
        assert_eq!(game.court_chance(&state).weights(), [3, 7, 11, 5, 4, 3, 2, 1]);
        state.court.glory = 1;
        assert!(!game.may_appeal(&state));
        state.court = super::super::state::Court { glory: 2, deaf_until: 1, ..state.court };
        assert!(!game.may_appeal(&state));
        state.turn = 2;
        assert!(game.may_appeal(&state));
    }

    /// Aid beyond the most that can be kept is all alike.
    #[test]
    fn imp_7_4_appeal_with_a_full_stock() {
        let (game, mut state) = imperial_turn();
        state.step = Step::AppealRoll { military: false };
        state.sides[IMPERIAL.index()].stock = 99;
        assert_eq!(game.court_chance(&state).weights(), [3, 7 + 11 + 5 + 4, 3, 2, 1]);
        state.sides[IMPERIAL.index()].stock = 99 - 9 - 8;
        assert_eq!(game.court_chance(&state).weights(), [3, 7, 11, 5 + 4, 3, 2, 1], "8 of 10 and of 14");
    }

    #[test]
    fn imp_7_4_capital_bonus() {
        let (game, mut state) = imperial_turn();
        ships(&game, &mut state, "sol", TERRAN, Class::Battleship, 1);
        state.step = Step::AppealRoll { military: false };
        assert_eq!(game.court_chance(&state).weights(), [1, 5, 9, 6, 5, 4, 3, 3]);
    }

    #[test]
    fn imp_7_4_ladder() {
        let (game, mut state) = imperial_turn();
        let twelve = game.tables.military_appeal.last().unwrap();
        for class in [Class::Dreadnought, Class::Battleship, Class::GreatBattleship] {
            let bit = game.permission(&state, twelve);
            assert_eq!(bit, 1 << class.index(), "{class}");
            state.court.permitted |= bit;
        }
        assert_eq!(game.permission(&state, twelve), 0);
    }
}

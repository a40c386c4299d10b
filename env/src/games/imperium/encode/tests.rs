use super::super::class::Class;
use super::super::codec::kinds;
use super::super::positions_for_tests::{first_war_with, nusku_gap, surface_box, wars_with};
use super::super::state::{
    Battle, Cargo, Fire, MAX_SQUADS, Moment, Range, Role, Squad, Squads, Step, SystemId, TERRAN, Theatre,
};
use super::columns::{BATTLE, SYSTEMS};
use super::*;

#[test]
fn columns_have_distinct_names() {
    for block in &nusku_gap().observation_spec().blocks {
        let names: Vec<&str> = block.columns.iter().map(|column| column.name.as_str()).collect();
        let twice = names.iter().enumerate().find(|(k, name)| names[..*k].contains(name));
        assert_eq!(twice, None, "block {}", block.name);
    }
}

#[test]
fn verbs_are_named_after_their_classes_and_kinds() {
    let spec = nusku_gap().observation_spec().clone();
    for class in Class::ALL {
        for (first, verb) in [
            (Verbs::STRIKE, "strike"),
            (Verbs::BUILD, "build"),
            (Verbs::LOAD, "load"),
            (Verbs::UNLOAD, "unload"),
        ] {
            assert_eq!(spec.verbs[usize::from(first) + class.index()], format!("{verb} {class}"));
        }
    }
    for kind in kinds() {
        let verb = spec.verbs[usize::from(Verbs::SELECT) + kind_index(kind)];
        let cargo = kind.carrying.map_or(String::new(), |class| format!("+{class}"));
        let star = if kind.disrupted { "*" } else { "" };
        assert_eq!(verb, format!("select {}{star}{cargo}", kind.class));
    }
}

fn value(game: &Imperium, out: &Observation, block: usize, row: usize, column: &str) -> i16 {
    let spec = game.observation_spec();
    let columns = &spec.blocks[block].columns;
    let index = columns.iter().position(|c| c.name == column).unwrap_or_else(|| panic!("no column {column}"));
    out.values[spec.first_value(block) + row * columns.len() + index]
}

fn observed(game: &Imperium, state: &State, seat: Seat) -> Observation {
    let mut out = Observation::new(game.observation_spec());
    game.observe(&OpenView { seat, state: state.clone() }, out.as_mut());
    out
}

#[test]
fn the_opening_is_seen_from_both_sides() {
    let game = nusku_gap();
    let agidda = usize::from(game.map.system("agidda").unwrap().0);
    let nusku = usize::from(game.map.surface_box("nusku").unwrap().0);
    for (seat, side, other) in [(TERRAN, "own", "enemy"), (IMPERIAL, "enemy", "own")] {
        let out = observed(&game, &game.start, seat);
        assert_eq!(value(&game, &out, SYSTEMS, agidda, &format!("{side} DD")), 1);
        assert_eq!(value(&game, &out, BOXES, nusku, &format!("{other} RT")), 2);
        assert_eq!(value(&game, &out, BOXES, nusku, &format!("{other} world")), 1);
        assert_eq!(value(&game, &out, BOXES, nusku, &format!("{side} world")), 0);
    }
}

fn squad(seat: Seat, class: Class, foe: u8) -> Squad {
    Squad {
        seat,
        class,
        marker: false,
        disrupted: false,
        strength: 0,
        cargo: Cargo::Empty,
        spent: false,
        count: 1,
        role: Role::Paired { foe },
        fire: Fire::Missile,
        target: Some(foe),
        second: Fire::Hold,
        second_target: None,
        hits: 0,
    }
}

/// More squads than rows: tokens stay distinct and point at present rows.
#[test]
fn squads_beyond_the_rows_share_the_last_one() {
    let game = nusku_gap();
    let mut state = game.start.clone();
    let squads =
        (0..MAX_SQUADS as u8).map(|k| squad([TERRAN, IMPERIAL][usize::from(k % 2)], Class::Scout, k ^ 1));
    let mut all = Squads::new();
    squads.for_each(|squad| all.push(squad));
    state.step = Step::Battle;
    state.battle = Some(Battle {
        system: SystemId(2),
        theatre: Theatre::Space,
        round: 1,
        initiative: TERRAN,
        tied: false,
        range: Range::Long,
        moment: Moment::Declare { squad: 0 },
        quiet_rounds: 0,
        leaving: [false; 2],
        squads: all,
    });
    let out = observed(&game, &state, IMPERIAL);
    let view = OpenView { seat: IMPERIAL, state: state.clone() };
    let tokens: Vec<ActionToken> =
        (0..MAX_SQUADS as u8).map(|squad| game.action_token(&view, Action::Against { squad })).collect();
    assert!(tokens.iter().enumerate().all(|(k, token)| !tokens[..k].contains(token)), "no two alike");
    assert!(tokens.iter().all(|token| out.present[token.row.unwrap().index()]));
    let rows = game.observation_spec().blocks[BATTLE].rows;
    let last = value(&game, &out, BATTLE, rows - 1, "count");
    assert_eq!(usize::from(last.unsigned_abs()), MAX_SQUADS - rows + 1);
    assert_eq!(value(&game, &out, BATTLE, 1, "foe"), 1);
    assert_eq!(value(&game, &out, BATTLE, 0, "at hand"), 1);
    assert_eq!(value(&game, &out, BATTLE, 1, "at hand's opponent"), 1);
}

/// A series of wars has its columns after those of a single war, and they say where it stands.
#[test]
fn a_series_of_wars_has_columns_of_its_own() {
    use super::super::state::{Peace, Series};
    use crate::core::Game;
    let (game, single) = (wars_with(&[]), first_war_with(&[]));
    let (spec, of_one) = (game.observation_spec(), single.observation_spec());
    let series = spec.blocks.len() - 1;
    assert_eq!((spec.blocks[series].name, of_one.blocks.len()), ("series", series));
    assert_eq!(spec.blocks[BOXES].columns.len(), of_one.blocks[BOXES].columns.len() + 2);
    let mut state = game.initial_state();
    let [mirabilis, ishkur] = ["mirabilis", "ishkur"].map(|id| surface_box(&game, id));
    let mut maturing = state.series.maturing;
    maturing[usize::from(mirabilis.0)] = 3;
    let conquered = ishkur.bit();
    let (war, won, first) = (3, [2, 1], TERRAN);
    state.series = Series { war, won, first, at_peace: true, peace: 7, maturing, conquered };
    state.step = Step::Peace(Peace::Scrap { seat: TERRAN, class: Class::Monitor, lost: 2, left: 1 });
    let seen = |viewer: Seat| {
        let mut out = Observation::new(spec);
        game.observe(&game.view(&state, viewer), out.as_mut());
        out.values[spec.first_value(series)..][..spec.blocks[series].columns.len()].to_vec()
    };
    assert_eq!(seen(TERRAN), [3, 3, 2, 1, 1, 1, 7, 0, 0, 1, 1, 2, 1]);
    assert_eq!(seen(IMPERIAL), [3, 3, 1, 2, 0, 1, 7, 0, 0, 1, 0, 2, 1]);
    let mut out = Observation::new(spec);
    game.observe(&game.view(&state, TERRAN), out.as_mut());
    let columns = spec.blocks[BOXES].columns.len();
    let last = |row: u8| {
        let end = spec.first_value(BOXES) + (usize::from(row) + 1) * columns;
        out.values[end - 2..end].to_vec()
    };
    assert_eq!((last(mirabilis.0), last(ishkur.0)), (vec![3, 0], vec![0, 1]));
}

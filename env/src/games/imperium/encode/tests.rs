use super::super::class::Class;
use super::super::codec::kinds;
use super::super::positions_for_tests::nusku_gap;
use super::super::state::{
    Battle, Cargo, Fire, MAX_SQUADS, Moment, Range, Role, Squad, Step, SystemId, TERRAN, Theatre,
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
    game.observe(&OpenView { seat, state: state.clone() }, &mut out);
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
        squads: squads.collect(),
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

//! Mines: 9.2 as far as it is known, and what was decided beyond.

use std::collections::HashSet;

use super::super::class::{Class, Role};
use super::super::{IMPERIAL, TERRAN, ThirdMillennium};
use super::{Table, first_war};
use crate::core::{Game, Notation, Setup, planner_rng};

const ON: (&str, &str) = ("mines", "on");
const MOMENT: &str = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
/// The Imperial has a fleet far away that may be activated.
const ENEMY: &str = "fleet imperial A at gas active no known_with A\nunits imperial fleet:A: SC\n";

/// The Terran's fleet A is being activated.
fn at(system: &str, ships: &str, lines: &str) -> Table {
    let fleet =
        format!("fleet terran A at {system} active yes known_with A\nunits terran fleet:A: {ships}\n");
    Table::war(&[ON], MOMENT, &format!("{fleet}{ENEMY}{lines}"), "orders")
}

/// Both sides pass until the segment is over.
fn end_segment(table: &mut Table) {
    let segment = table.state.segment;
    while table.state.segment == segment {
        table.act("pass");
    }
}

#[test]
fn i3m_9_2_mines() {
    let game = first_war(&[ON]);
    for seat in [TERRAN, IMPERIAL] {
        let [layer, sweeper] = [Class::Minelayer, Class::Minesweeper].map(|class| game.units.of(seat, class));
        assert_eq!([(layer.cost, layer.turns), (sweeper.cost, sweeper.turns)], [(4, 1), (3, 1)]);
        let dice = |f: &super::super::units::Figures| {
            (f.beam, f.torpedo, f.defence, f.countermeasures, f.maintenance)
        };
        assert_eq!([dice(layer), dice(sweeper)], [(0, 1, 1, 1, 2), (1, 0, 1, 2, 1)]);
    }
    assert_eq!(
        [Class::Minelayer, Class::Minesweeper].map(Class::role),
        [Role::Auxiliary; 2],
        "they move as such"
    );
    assert!(first_war(&[]).units.find(TERRAN, Class::Minelayer).is_none());
}

/// The fleet stays, and at the end of the segment a counter lies there. Not without the option.
#[test]
fn i3m_9_2_lay() {
    let mut table = at("bar", "DD, ML", "");
    table.act("lay mines").act("no more counters");
    assert!(
        table.has("fleet terran A at bar active yes known_with A laying 1")
            && !table.text().contains("mines terran")
    );
    end_segment(&mut table);
    assert!(table.has("mines terran bar counters 1 points 1 most 1 known no"), "{}", table.text());
    assert!(table.has("fleet terran A at bar active no known_with A"));
    let off = "fleet terran A at bar active yes known_with A\nunits terran fleet:A: DD";
    assert!(!Table::war(&[], MOMENT, &format!("{off}\n{ENEMY}"), "orders").offers("lay mines"));
}

/// Not among enemies, and not when the fleet has had to fight.
#[test]
fn i3m_9_2_lay_undisturbed() {
    let scouts = "fleet imperial B at bar active no known_with B\nunits imperial fleet:B: SC";
    assert!(!at("bar", "SC, ML", scouts).offers("lay mines"));
    let raiders = "fleet imperial B at agi active no known_with B\nunits imperial fleet:B: TR, SC";
    let mut table = at("bar", "TR, SC, ML!", raiders);
    table.act("lay mines").act("no more counters").act("activate fleet B").act("to Barnard");
    assert!(table.state.battle.is_some());
    for _ in 1..=6 {
        table.roll("the range stays");
    }
    end_segment(&mut table);
    assert!(!table.text().contains("mines terran"), "{}", table.text());
}

/// A point for each minelayer, and they add up; both sides may have mines in one system.
#[test]
fn i3m_9_2_points() {
    let fields = "mines terran bar counters 2 points 3 most 3 known yes\nmines imperial bar counters 1 points 1 most 1 known yes";
    let mut table = at("bar", "DD, 2 ML", fields);
    table.act("lay mines").act("no more counters");
    end_segment(&mut table);
    assert!(table.has("mines terran bar counters 3 points 5 most 5 known no"), "what was known is no more");
    assert!(table.has("mines imperial bar counters 1 points 1 most 1 known yes"));
}

/// Any fleet may lay false mines, as many as its side wants; enemies that run into them take them away.
#[test]
fn i3m_9_2_false() {
    let mut table = at("bar", "SC", "units terran port:sol: 2 ML");
    table.act("lay mines").act("one counter more").act("one counter more").act("no more counters");
    end_segment(&mut table);
    assert!(table.has("mines terran bar counters 3 points 0 most 2 known no"), "{}", table.text());
    let mut none_yet = at("bar", "SC", "due 3 terran 2 ML sol");
    none_yet.act("lay mines").act("no more counters");
    end_segment(&mut none_yet);
    let minelayers_being_built_lay_nothing = "mines terran bar counters 1 points 0 most 0 known no";
    assert!(none_yet.has(minelayers_being_built_lay_nothing), "{}", none_yet.text());
    let mut beside_real_ones = at("bar", "SC, 2 ML", "");
    beside_real_ones.act("lay mines").act("one counter more").act("no more counters");
    end_segment(&mut beside_real_ones);
    assert!(beside_real_ones.has("mines terran bar counters 2 points 2 most 2 known no"));
    let mut full = at("bar", "SC", "mines terran bar counters 98 points 0 most 0 known no");
    full.act("lay mines");
    assert!(full.has("step activate"), "there is no room for another");
    let mut enemy = at("sol", "DD", "mines imperial bar counters 2 points 0 most 2 known no");
    enemy.act("to Barnard");
    assert!(enemy.has("step orders") && !enemy.text().contains("mines"), "{}", enemy.text());
}

/// The other side sees that there are counters, not what is on them.
#[test]
fn i3m_9_2_hidden() {
    let table =
        |points| at("bar", "SC", &format!("mines imperial sol counters 9 points {points} most 4 known no"));
    let view = |points, seat| {
        let table = table(points);
        table.game.view(&table.state, seat)
    };
    assert_eq!(view(0, TERRAN), view(3, TERRAN));
    assert_ne!(view(0, IMPERIAL), view(3, IMPERIAL));
    let known = |points| {
        let lines = format!("mines imperial sol counters 2 points {points} most {points} known yes");
        let table = at("bar", "SC", &lines);
        table.game.view(&table.state, TERRAN)
    };
    assert_ne!(known(0), known(3));
    let (table, mut rng) = (table(3), planner_rng(5, 3));
    let view = table.game.view(&table.state, TERRAN);
    let sol = table.game.map.system("sol").unwrap();
    let points: HashSet<u8> =
        (0..200).map(|_| table.game.sample_world(&view, &mut rng).field(IMPERIAL, sol).points).collect();
    assert_eq!(points, (0..=4).collect(), "as many as may have been laid, however many counters there are");
    let seen = table.game.position_text(&view.state);
    assert!(seen.contains("mines imperial sol counters 9 points 0 most 4 known no"));
}

/// A die a point, 6 hits a ship at random; the mines are known from then on, and so is the fleet.
#[test]
fn i3m_u20_attack() {
    let lines = "mines imperial bar counters 1 points 2 most 4 known no\n\
                 fleet terran B at sol active no known_with A\nunits terran fleet:B: DD";
    let mut table = at("sol", "DD, TR, CA", lines);
    table.act("to Barnard");
    assert_eq!(table.weights(), [25, 10, 1], "two dice");
    table.roll("hits 1");
    assert_eq!(
        (table.outcomes(), table.weights()),
        (vec!["DD is hit".into(), "CA is hit".into(), "TR is hit".into()], vec![1; 3])
    );
    assert!(table.has("mines imperial bar counters 1 points 2 most 2 known yes"));
    assert!(table.has("fleet terran B at sol active no known_with B"));
    table.roll("CA is hit");
    assert!(table.has("units terran fleet:A: DD, CA/1, TR") && table.has("step orders"), "and it goes on");
}

/// Who leaves is attacked, too; a fleet without ships is gone.
#[test]
fn i3m_u20_attack_on_leaving() {
    let mines = "mines imperial bar counters 1 points 1 most 1 known no";
    let mut table = at("bar", "DD", mines);
    table.act("to Sol");
    assert!(table.has("step mines sol 1 0"));
    let mut safe = at("bar", "DD", mines);
    safe.act("to Sol").roll("hits 0");
    assert!(safe.has("fleet terran A at sol active yes known_with A"));
    table.roll("hits 1");
    assert!(!table.text().contains("fleet terran") && table.has("step activate"), "{}", table.text());
}

/// Own mines do nothing.
#[test]
fn i3m_u20_attack_enemies_only() {
    let mut table = at("sol", "DD", "mines terran bar counters 1 points 9 most 9 known no");
    table.act("to Barnard");
    assert!(table.has("step orders"));
}

/// Each sweeper removes a point on 4 and more, is hit on 1; when none is left the mines are gone.
#[test]
fn i3m_u20_sweep() {
    let mines = "mines imperial bar counters 1 points 2 most 3 known no";
    let mut table = at("bar", "DD, 2 MS", mines);
    table.act("sweep mines");
    assert_eq!(table.weights(), [3, 2, 1]);
    table.roll("a point is swept");
    assert!(table.has("mines imperial bar counters 1 points 1 most 2 known no") && table.has("step sweep 1"));
    table.roll("a point is swept");
    assert!(!table.text().contains("mines"), "{}", table.text());
    assert!(
        table.has("fleet terran A at bar active yes known_with A") && table.has("step activate"),
        "it has stayed"
    );
    let mut hit = at("bar", "DD, 2 MS", mines);
    hit.act("sweep mines").roll("the sweeper is hit").roll("nothing");
    assert!(hit.has("units terran fleet:A: DD, MS") && hit.has(mines));
    assert!(!at("bar", "DD, ML", mines).offers("sweep mines"));
    let mut none = at("bar", "DD, MS", "mines imperial bar counters 1 points 0 most 1 known no");
    none.act("sweep mines");
    assert!(!none.text().contains("mines"), "false ones are taken away");
}

/// The sweeper takes one hit, and is lost only if it can take no more.
#[test]
fn i3m_u20_sweep_hits_once() {
    let figure = "units.MS.terran.defence";
    let setup = Setup::new("third_millennium").scenario("first-war").set(ON.0, ON.1).correct(figure, "2");
    let game = ThirdMillennium::from_setup(&setup).unwrap();
    let lines = format!(
        "fleet terran A at bar active yes known_with A\nunits terran fleet:A: DD, 2 MS\n{ENEMY}\
         mines imperial bar counters 1 points 2 most 3 known no"
    );
    let mut table = Table::on_whole_map(game, MOMENT, &lines, "orders");
    table.act("sweep mines").roll("the sweeper is hit").roll("nothing");
    assert!(table.has("units terran fleet:A: DD, MS, MS/1"), "{}", table.text());
}

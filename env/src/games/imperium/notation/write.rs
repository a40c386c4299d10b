//! A position as text.

use std::fmt::Write;

use super::super::Imperium;
use super::super::action::Quantity;
use super::super::class::Class;
use super::super::state::{
    Battle, BoxId, Court, Fire, Marker, Moment, Orders, Peace, PendingMove, Place, Placing, Role, Series,
    Side, Squad, State, Step, SystemId, Theatre,
};
use super::clauses::Clauses;
use super::words::{CounterText, KindText, Names, Word, side_code, strike_text};
use crate::core::Seat;

pub(super) fn position(game: &Imperium, state: &State) -> String {
    let names = Names(game);
    let mut text = String::new();
    let mut line = |content: String| {
        text += &content;
        text.push('\n');
    };
    line(format!("turn {}; {} player turn; {}", state.turn, state.phasing.word(), state.phase.word()));
    line(format!("step: {}", step(&names, &state.step)));
    for seat in Seat::all(2) {
        line(format!("{}: {}", seat.word(), side(&state.sides[seat.index()])));
    }
    line(format!("court: {}", court(&state.court)));
    if names.in_series() {
        line(format!("series: {}", series(&names, &state.series)));
    }
    section(&mut text, "markers", marker_lines(&names, state));
    section(&mut text, "counters", group_lines(&names, state));
    section(&mut text, "due", due_lines(&names, state));
    section(&mut text, "entered", entered_lines(&names, state));
    if let Some(fight) = &state.battle {
        let _ = writeln!(text, "battle: {}", battle(&names, fight));
        section(&mut text, "squads", fight.squads.iter().map(|s| squad(&names, &s)).collect());
    }
    if let Some(victory) = &state.result {
        let _ = writeln!(text, "result: {}", victory.winner.map_or("draw", Word::word));
    }
    text
}

fn section(text: &mut String, title: &str, lines: Vec<String>) {
    if !lines.is_empty() {
        let _ = writeln!(text, "{title}:");
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
}

/// Classes with a count: `DD 2, CL 1`.
fn tally(counts: &[u8; Class::COUNT]) -> Option<String> {
    let parts: Vec<String> = Class::ALL
        .into_iter()
        .filter(|class| counts[class.index()] > 0)
        .map(|class| format!("{class} {}", counts[class.index()]))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn side(side: &Side) -> Clauses {
    Clauses::new(format!("stock {}", side.stock))
        .with("lost", side.lost_ru)
        .maybe("destroyed", tally(&side.destroyed))
        .maybe("to deploy", tally(&side.to_deploy))
}

fn court(court: &Court) -> Clauses {
    let permitted: Vec<&str> = Class::ALL
        .into_iter()
        .filter(|class| court.permitted & (1 << class.index()) != 0)
        .map(Class::code)
        .collect();
    Clauses::new(format!("glory {}", court.glory))
        .with("budget", court.budget)
        .with("once", court.once)
        .with("deaf until", court.deaf_until)
        .flag("civil war", court.civil_war)
        .maybe("permitted", (!permitted.is_empty()).then(|| permitted.join(" ")))
}

fn series(names: &Names<'_>, series: &Series) -> Clauses {
    let sites = |of: &dyn Fn(BoxId) -> Option<String>| {
        let list: Vec<String> = (0..names.0.map.boxes.len()).filter_map(|k| of(BoxId(k as u8))).collect();
        (!list.is_empty()).then(|| list.join(", "))
    };
    let maturing = |at: BoxId| {
        let turns = series.maturing[usize::from(at.0)];
        (turns > 0).then(|| format!("{} {turns}", names.site(at)))
    };
    let conquered = |at: BoxId| (series.conquered & at.bit() != 0).then(|| names.site(at).to_string());
    Clauses::new(format!("war {}", series.war))
        .with("terran won", series.won[0])
        .with("imperial won", series.won[1])
        .with("first", series.first.word())
        .flag("at peace", series.at_peace)
        .with("peace", series.peace)
        .maybe("maturing", sites(&maturing))
        .maybe("conquered", sites(&conquered))
}

fn peace(peace: &Peace) -> Clauses {
    match *peace {
        Peace::Length => Clauses::new("peace roll"),
        Peace::Attrition { seat, class, left } => Clauses::new("attrition roll")
            .with("of", format!("{} {class}", side_code(seat)))
            .with("left", left),
        Peace::Scrap { seat, class, lost, left } => Clauses::new("scrap")
            .with("of", format!("{} {class}", side_code(seat)))
            .with("lost", lost)
            .with("left", left),
    }
}

fn marker_lines(names: &Names<'_>, state: &State) -> Vec<String> {
    let boxes = names.0.map.box_ids().map(|at| (at, state.marker(at)));
    boxes
        .filter(|(_, marker)| *marker != Marker::default())
        .map(|(at, marker)| {
            Clauses::new(format!("{}: marker", names.site(at)))
                .maybe("world", marker.world.map(Word::word))
                .maybe("outpost", marker.outpost.map(Word::word))
                .flag("neutralised", marker.neutralised)
                .maybe("holder", marker.holder.map(Word::word))
                .to_string()
        })
        .collect()
}

/// One line for each place: `Sol: ter 2 DD, imp 1 CL*`.
fn group_lines(names: &Names<'_>, state: &State) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    for group in state.groups.by_place() {
        let counters = format!("{} {} {}", side_code(group.seat), group.count, CounterText::of_group(&group));
        let used =
            if group.used.is_nothing() { String::new() } else { format!(" used {}", group.used.number()) };
        match lines.last_mut().filter(|_| last == Some(group.place)) {
            Some(line) => *line += &format!(", {counters}{used}"),
            None => lines.push(format!("{}: {counters}{used}", names.place(group.place))),
        }
        last = Some(group.place);
    }
    lines
}

fn due_lines(names: &Names<'_>, state: &State) -> Vec<String> {
    let due = state.due.iter();
    due.map(|due| {
        let at = due.at.map_or("off the map".into(), |at| format!("at {}", names.site(at)));
        format!("turn {}: {} {} {} {at}", due.turn, side_code(due.seat), due.count, due.class)
    })
    .collect()
}

fn entered_lines(names: &Names<'_>, state: &State) -> Vec<String> {
    let entered = state.entered_from.iter().filter(|(_, from)| *from != 0);
    entered
        .map(|(system, from)| {
            let ways: Vec<&str> = (0..names.0.map.systems.len() as u8)
                .filter(|id| from & (1 << id) != 0)
                .map(|id| names.system(SystemId(id)))
                .collect();
            format!("{}: from {}", names.system(system), ways.join(", "))
        })
        .collect()
}

fn with_orders(line: Clauses, orders: Orders) -> Clauses {
    line.with("stage", orders.stage.word()).with("last", orders.last)
}

/// `2 DD* from Sol`.
fn pending(names: &Names<'_>, order: &PendingMove) -> String {
    format!("{} {} from {}", order.count, KindText(order.kind), names.place(order.from))
}

/// The line of a step; [`read_step::step`](super::read_step) reads it.
pub(super) fn step(names: &Names<'_>, step: &Step) -> Clauses {
    let stack = |after: &Option<(Place, super::super::action::Kind)>| {
        after.map(|(place, kind)| names.stack(place, kind))
    };
    match step {
        Step::Place(placing) => self::placing(names, placing),
        Step::Draw => Clauses::new("draw troops"),
        Step::Intervention => Clauses::new("intervention roll"),
        Step::Recall { left } => Clauses::new("recall").with("left", left),
        Step::Appeal => Clauses::new("appeal"),
        Step::AppealRoll { military } => Clauses::new("appeal roll").with("aid", military.word()),
        Step::Overhaul { after } => Clauses::new("overhaul").maybe("after", stack(after)),
        Step::Routine { after } => Clauses::new("routine").maybe("after", stack(after)),
        Step::Frontier { group, destroyed } => {
            Clauses::new("frontier roll").with("group", group).maybe("destroyed", *destroyed)
        }
        Step::Build { after } => {
            Clauses::new("build").maybe("after", after.map(|(class, at)| names.line(class, at)))
        }
        Step::Orders(orders) => with_orders(Clauses::new("orders"), *orders),
        Step::Quantity(of) => quantity(names, of),
        Step::MoveRoll { order, orders } => {
            with_orders(Clauses::new("move roll").with("ships", pending(names, order)), *orders)
        }
        Step::Destination { order, orders } => {
            with_orders(Clauses::new("destination").with("ships", pending(names, order)), *orders)
        }
        Step::Battle => Clauses::new("battle"),
        Step::Peace(peace) => self::peace(peace),
        Step::Over => Clauses::new("over"),
    }
}

fn placing(names: &Names<'_>, placing: &Placing) -> Clauses {
    let site = |at: Option<BoxId>| at.map(|at| names.site(at).to_string());
    match *placing {
        Placing::World { left, after } => {
            Clauses::new("place worlds").with("left", left).maybe("after", site(after))
        }
        Placing::Outpost { left, after } => {
            Clauses::new("place outposts").with("left", left).maybe("after", site(after))
        }
        Placing::Units { seat, class, after } => Clauses::new("deploy")
            .with("of", format!("{} {class}", side_code(seat)))
            .maybe("after", after.map(|at| names.place(at))),
        Placing::Entry { class, after } => {
            Clauses::new("enter").with("of", class).maybe("after", after.map(|at| names.system(at)))
        }
    }
}

fn quantity(names: &Names<'_>, of: &Quantity) -> Clauses {
    let line = |verb: &str, what: String, most: &u8| {
        Clauses::new(format!("how many to {verb}")).with("of", what).with("most", most)
    };
    match of {
        Quantity::Move { order, orders } => {
            with_orders(Clauses::new("how many to move").with("ships", pending(names, order)), *orders)
        }
        Quantity::Load { class, at, most, orders } => {
            with_orders(line("load", names.cargo(*class, *at), most), *orders)
        }
        Quantity::Unload { class, at, most, orders } => {
            with_orders(line("unload", names.cargo(*class, *at), most), *orders)
        }
        Quantity::Deploy { seat, class, at, most } => {
            let what = format!("{} {class} at {}", side_code(*seat), names.place(*at));
            line("deploy", what, most)
        }
        Quantity::Build { class, at, most } => line("build", names.line(*class, *at), most),
        Quantity::Overhaul { at, kind, most } => line("overhaul", names.stack(*at, *kind), most),
        Quantity::LeaveOut { at, kind, most } => line("leave out", names.stack(*at, *kind), most),
    }
}

pub(super) fn battle(names: &Names<'_>, battle: &Battle) -> Clauses {
    let theatre = match battle.theatre {
        Theatre::Space => Clauses::new("space"),
        Theatre::Orbit { actor } => Clauses::new("orbit").with("actor", actor.word()),
        Theatre::Surface(at) => Clauses::new("surface").with("box", names.site(at)),
    };
    let line = theatre
        .with("system", names.system(battle.system))
        .with("round", battle.round)
        .with("initiative", battle.initiative.word())
        .flag("tied", battle.tied)
        .with("range", battle.range.word())
        .with("quiet", battle.quiet_rounds)
        .flag("terran leaving", battle.leaving[0])
        .flag("imperial leaving", battle.leaving[1]);
    moment(names, line, &battle.moment)
}

/// Adds the clauses of a moment; [`read::moment`](super::read) reads them.
fn moment(names: &Names<'_>, line: Clauses, moment: &Moment) -> Clauses {
    let at = |word: &str| line.clone().with("moment", word);
    match moment {
        Moment::InitiativeRoll => at("initiative roll"),
        Moment::ChooseRange => at("choose range"),
        Moment::LoadFighters { squad } => at("load fighters").with("squad", squad),
        Moment::ChooseRetreat { seat } => at("choose retreat").with("side", seat.word()),
        Moment::BreakOff { seat } => at("break off").with("side", seat.word()),
        Moment::JumpRoll { squad, to } => at("jump roll").with("squad", squad).with("to", names.system(*to)),
        Moment::Defend { squad } => at("defend").with("squad", squad),
        Moment::Attack { squad } => at("attack").with("squad", squad),
        Moment::AttackCount { squad, foe } => at("attack count").with("squad", squad).with("foe", foe),
        Moment::GroundedRoll { squad, class, hits } => {
            at("grounded roll").with("squad", squad).with("class", class).with("hits of", hits)
        }
        Moment::AttackRoll { step, squad } => at("attack roll").with("step", step).with("squad", squad),
        Moment::Match { squad } => at("match").with("squad", squad),
        Moment::MatchCount { squad, foe } => at("match count").with("squad", squad).with("foe", foe),
        Moment::Double { squad } => at("double").with("squad", squad),
        Moment::DoubleCount { squad, foe } => at("double count").with("squad", squad).with("foe", foe),
        Moment::Declare { squad } => at("declare").with("squad", squad),
        Moment::DeclareTarget { squad, fire } => {
            at("declare target").with("squad", squad).with("fire", fire.word())
        }
        Moment::DeclareSecond { squad } => at("declare second").with("squad", squad),
        Moment::SecondTarget { squad, fire } => {
            at("second target").with("squad", squad).with("fire", fire.word())
        }
        Moment::FireRoll { step, squad } => at("fire roll").with("step", step).with("squad", squad),
        Moment::DisruptionRoll { step, squad } => {
            at("disruption roll").with("step", step).with("squad", squad)
        }
        Moment::ChooseMission { squad } => at("choose mission").with("squad", squad),
        Moment::MissionCount { squad, mission } => {
            at("mission count").with("squad", squad).with("mission", names.mission(*mission))
        }
        Moment::PlanetaryRoll { squad, shooter } => {
            at("planetary roll").with("squad", squad).with("shooter", shooter)
        }
        Moment::ChooseStrike { squad } => at("choose strike").with("squad", squad),
        Moment::StrikeRoll { squad, target } => {
            at("strike roll").with("squad", squad).with("target", strike_text(*target))
        }
    }
}

fn squad(names: &Names<'_>, squad: &Squad) -> String {
    let role = match squad.role {
        Role::Unassigned => "unassigned".into(),
        Role::Paired { foe } => format!("paired {foe}"),
        Role::Doubling { foe } => format!("doubling {foe}"),
        Role::Out => "out".into(),
        Role::On(mission) => names.mission(mission),
    };
    Clauses::new(format!("{} {} {}", side_code(squad.seat), squad.count, CounterText::of_squad(squad)))
        .flag("marker", squad.marker)
        .with("role", role)
        .with("fire", squad.fire.word())
        .maybe("target", squad.target)
        .maybe("second", (squad.second != Fire::Hold).then(|| squad.second.word()))
        .maybe("aimed at", squad.second_target)
        .with("hits", squad.hits)
        .to_string()
}

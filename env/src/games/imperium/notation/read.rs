//! A position from text: the mirror of `write`.

use arrayvec::ArrayVec;

use super::super::Imperium;
use super::super::class::Class;
use super::super::state::{
    Battle, BoxId, Court, Due, Entrances, Fire, Group, Groups, MAX_IN_GROUP, Marker, Markers, Moment,
    Obstacles, Peace, Phase, Range, Role, Series, Side, Squad, Squads, State, Step, Theatre, Used, Victory,
    Yards,
};
use super::clauses::Reader;
use super::read_step::step;
use super::words::{
    Names, Word, class, halves, number, read_counter, read_side_code, read_strike, unreadable,
};
use crate::core::{ParseError, Seat};

type Read<T> = Result<T, ParseError>;

/// The lines of a position with their numbers.
struct Lines<'t> {
    lines: Vec<&'t str>,
    next: usize,
}

impl<'t> Lines<'t> {
    /// Reads the next line, which begins with `title` and a colon, and says where it fails.
    fn titled<T>(&mut self, title: &str, read: impl FnOnce(&'t str) -> Read<T>) -> Read<T> {
        let line = self.lines.get(self.next).copied().unwrap_or_default();
        let rest = line.strip_prefix(title).and_then(|rest| rest.strip_prefix(": "));
        let result = rest.ok_or_else(|| unreadable(line, format!("expected '{title}: …'"))).and_then(read);
        self.end(result)
    }

    /// The same, where the line may be missing.
    fn maybe_titled<T>(&mut self, title: &str, read: impl FnOnce(&'t str) -> Read<T>) -> Read<Option<T>> {
        let there = self.lines.get(self.next).is_some_and(|line| line.starts_with(&format!("{title}: ")));
        if there { self.titled(title, read).map(Some) } else { Ok(None) }
    }

    /// Reads the indented lines under `title`, if they are there.
    fn section(&mut self, title: &str, mut read: impl FnMut(&'t str) -> Read<()>) -> Read<()> {
        if self.lines.get(self.next).and_then(|line| line.strip_suffix(':')) != Some(title) {
            return Ok(());
        }
        self.next += 1;
        while let Some(line) = self.lines.get(self.next).and_then(|line| line.strip_prefix("  ")) {
            let result = read(line);
            self.end(result)?;
        }
        Ok(())
    }

    fn end<T>(&mut self, result: Read<T>) -> Read<T> {
        self.next += 1;
        let number = self.next;
        result.map_err(|error| ParseError { reason: format!("line {number}: {}", error.reason), ..error })
    }
}

pub(super) fn position(game: &Imperium, text: &str) -> Read<State> {
    let names = Names(game);
    let mut lines = Lines { lines: text.lines().collect(), next: 0 };
    let head = head(lines.lines.first().copied().unwrap_or_default());
    let (turn, phasing, phase) = lines.end(head)?;
    let step = lines.titled("step", |line| step(&names, line))?;
    let sides = [lines.titled("terran", side)?, lines.titled("imperial", side)?];
    let court = lines.titled("court", court)?;
    let series = if names.in_series() {
        lines.titled("series", |line| series(&names, line))?
    } else {
        game.start.series
    };

    let mut markers = Markers::default();
    lines.section("markers", |line| {
        let (at, marker) = marker(&names, line)?;
        markers.set(at, marker);
        Ok(())
    })?;
    let (mut groups, mut listed) = (Groups::new(), Vec::new());
    lines.section("counters", |line| {
        for (entry, group) in counters(&names, line)? {
            groups.insert(group).map_err(|reason| unreadable(entry, reason))?;
            listed.push(group);
        }
        Ok(())
    })?;
    if !groups.by_place().eq(listed) {
        return Err(unreadable("position", "the counters are not in canonical order"));
    }
    let mut due = ArrayVec::new();
    lines.section("due", |line| {
        let entry = due_entry(&names, line)?;
        due.try_push(entry).map_err(|_| unreadable(line, "too many units on their way"))
    })?;
    let mut entered_from = Entrances::NONE;
    lines.section("entered", |line| {
        let (system, ways) = halves(line, ": from ")?;
        let into = names.read_system(system)?;
        for way in ways.split(", ") {
            entered_from.add(into, names.read_system(way)?.bit());
        }
        Ok(())
    })?;
    let mut battle = lines.maybe_titled("battle", |line| battle(&names, line))?;
    if let Some(battle) = &mut battle {
        lines.section("squads", |line| {
            let entry = squad(&names, line)?;
            battle.squads.insert(entry).map_err(|reason| unreadable(line, reason))
        })?;
    }
    let result = lines.maybe_titled("result", |word| {
        let winner = if word == "draw" { None } else { Some(Seat::read(word)?) };
        Ok(Victory { winner })
    })?;
    if let Some(line) = lines.lines.get(lines.next) {
        return lines.end(Err(unreadable(line, "expected the end, or the next part in order")));
    }
    let mut state = State {
        turn,
        phasing,
        phase,
        step,
        sides,
        court,
        series,
        markers,
        groups,
        due,
        entered_from,
        obstacles: Obstacles::default(),
        yards: Yards::default(),
        battle,
        result,
    };
    consistent(&state)?;
    peaceful(game, &state)?;
    state.obstacles = game.obstacles(&state);
    state.yards = game.yards(&state);
    Ok(state)
}

/// Indices must point at something and the parts must fit together.
fn consistent(state: &State) -> Read<()> {
    let refuse = |reason: &str| Err(unreadable("position", reason));
    if (state.step == Step::Battle) != state.battle.is_some() {
        return refuse("step 'battle' and a battle go together");
    }
    if (state.step == Step::Over) != state.result.is_some() {
        return refuse("step 'over' and a result go together");
    }
    if let Step::Frontier { group, .. } = state.step
        && usize::from(group) >= state.groups.len()
    {
        return refuse("the frontier roll names a group that is not there");
    }
    let Some(battle) = &state.battle else { return Ok(()) };
    let count = battle.squads.len();
    let beyond = |index: u8| usize::from(index) >= count;
    let dangling = battle.squads.iter().any(|squad| {
        !matches!(squad.role, Role::On(_)) && squad.target.is_some_and(beyond)
            || matches!(squad.role, Role::Paired { foe } | Role::Doubling { foe } if beyond(foe))
    });
    if dangling || battle.moment.squads().into_iter().flatten().any(beyond) {
        return refuse("a squad number is beyond the list of squads");
    }
    Ok(())
}

/// A step of peace needs peace, and the ships that it rolls for.
fn peaceful(game: &Imperium, state: &State) -> Read<()> {
    let refuse = |reason: &str| Err(unreadable("position", reason));
    let Step::Peace(step) = state.step else { return Ok(()) };
    if !state.series.at_peace {
        return refuse("a step of peace needs peace");
    }
    let (seat, class, dice, lost) = match step {
        Peace::Length => return Ok(()),
        Peace::Attrition { seat, class, left } => (seat, class, left, 0),
        Peace::Scrap { seat, class, lost, left } => (seat, class, left, lost),
    };
    if !class.is_ship() || matches!(step, Peace::Attrition { left: 0, .. }) {
        return refuse("attrition is of one ship or more");
    }
    if dice.saturating_add(lost) > game.wearing_out(state, seat, class) {
        return refuse("attrition is of more ships than there are");
    }
    Ok(())
}

fn head(line: &str) -> Read<(u8, Seat, Phase)> {
    let parts: Vec<&str> = line.split("; ").collect();
    let [turn, player, phase] = parts[..] else {
        return Err(unreadable(line, "expected 'turn NUMBER; SIDE player turn; PHASE'"));
    };
    let turn = turn.strip_prefix("turn ").ok_or_else(|| unreadable(turn, "expected 'turn NUMBER'"))?;
    let player = player
        .strip_suffix(" player turn")
        .ok_or_else(|| unreadable(player, "expected 'terran player turn' or 'imperial player turn'"))?;
    Ok((number(turn, 0, 99)?, Seat::read(player)?, Phase::read(phase)?))
}

fn tally(text: &str) -> Read<[u8; Class::COUNT]> {
    let mut counts = [0; Class::COUNT];
    for part in text.split(", ") {
        let (code, count) = halves(part, " ")?;
        counts[class(code)?.index()] = number(count, 1, 255)?;
    }
    Ok(counts)
}

fn first_clause<'t>(reader: &Reader<'t>, key: &str) -> Read<&'t str> {
    let value = reader.name.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
    value.ok_or_else(|| unreadable(reader.name, format!("expected '{key} …'")))
}

fn side(line: &str) -> Read<Side> {
    let mut reader = Reader::new(line);
    let side = Side {
        stock: number(first_clause(&reader, "stock")?, 0, 99)?,
        lost_ru: number(reader.get("lost")?, 0, 65_535)?,
        destroyed: reader.maybe("destroyed").map_or(Ok([0; Class::COUNT]), tally)?,
        to_deploy: reader.maybe("to deploy").map_or(Ok([0; Class::COUNT]), tally)?,
    };
    reader.finish()?;
    Ok(side)
}

fn court(line: &str) -> Read<Court> {
    let mut reader = Reader::new(line);
    let mut permitted = 0;
    for code in reader.maybe("permitted").into_iter().flat_map(|codes| codes.split(' ')) {
        permitted |= 1 << class(code)?.index();
    }
    let court = Court {
        glory: number(first_clause(&reader, "glory")?, -128, 127)?,
        budget: number(reader.get("budget")?, -128, 127)?,
        once: number(reader.get("once")?, -128, 127)?,
        permitted,
        deaf_until: number(reader.get("deaf until")?, 0, 255)?,
        civil_war: reader.flag("civil war"),
    };
    reader.finish()?;
    Ok(court)
}

fn series(names: &Names<'_>, line: &str) -> Read<Series> {
    let mut reader = Reader::new(line);
    let war = number(first_clause(&reader, "war")?, 1, 9)?;
    let won = [number(reader.get("terran won")?, 0, 9)?, number(reader.get("imperial won")?, 0, 9)?];
    let mut series = Series { war, won, ..Series::new(Seat::read(reader.get("first")?)?) };
    series.at_peace = reader.flag("at peace");
    series.peace = number(reader.get("peace")?, 0, 36)?;
    for entry in reader.maybe("maturing").into_iter().flat_map(|list| list.split(", ")) {
        let (site, turns) =
            entry.rsplit_once(' ').ok_or_else(|| unreadable(entry, "expected 'BOX TURNS'"))?;
        series.maturing[usize::from(names.read_site(site)?.0)] = number(turns, 1, 98)?;
    }
    for site in reader.maybe("conquered").into_iter().flat_map(|list| list.split(", ")) {
        series.conquered |= names.read_site(site)?.bit();
    }
    reader.finish()?;
    Ok(series)
}

fn maybe_seat(word: Option<&str>) -> Read<Option<Seat>> {
    word.map(Seat::read).transpose()
}

fn marker(names: &Names<'_>, line: &str) -> Read<(BoxId, Marker)> {
    let mut reader = Reader::new(line);
    let name = reader.name.strip_suffix(": marker");
    let at = names.read_site(name.ok_or_else(|| unreadable(line, "expected 'BOX: marker; …'"))?)?;
    let marker = Marker {
        world: maybe_seat(reader.maybe("world"))?,
        outpost: maybe_seat(reader.maybe("outpost"))?,
        neutralised: reader.flag("neutralised"),
        holder: maybe_seat(reader.maybe("holder"))?,
    };
    reader.finish()?;
    Ok((at, marker))
}

/// The groups of a line, each with what it was read from.
fn counters<'t>(names: &Names<'_>, line: &'t str) -> Read<Vec<(&'t str, Group)>> {
    let (place, list) = halves(line, ": ")?;
    let place = names.read_place(place)?;
    let group = |entry: &'t str| {
        let words: Vec<&str> = entry.split(' ').collect();
        let (side, count, counter, used) = match words[..] {
            [side, count, counter] => (side, count, counter, 0),
            [side, count, counter, "used", used] => (side, count, counter, number(used, 1, 4)?),
            _ => return Err(unreadable(entry, "expected 'ter|imp COUNT CLASS' and perhaps 'used NUMBER'")),
        };
        let counter = read_counter(counter)?;
        let group = Group {
            place,
            seat: read_side_code(side)?,
            class: counter.class,
            disrupted: counter.disrupted,
            strength: counter.strength,
            cargo: counter.cargo,
            spent: counter.spent,
            used: Used::numbered(used),
            count: number(count, 1, MAX_IN_GROUP.into())?,
        };
        Ok((entry, group))
    };
    list.split(", ").map(group).collect()
}

fn due_entry(names: &Names<'_>, line: &str) -> Read<Due> {
    let shape = || unreadable(line, "expected 'turn NUMBER: ter|imp COUNT CLASS at BOX' or '… off the map'");
    let (turn, rest) = line.strip_prefix("turn ").and_then(|rest| rest.split_once(": ")).ok_or_else(shape)?;
    let words: Vec<&str> = rest.splitn(4, ' ').collect();
    let [side, count, code, at] = words[..] else { return Err(shape()) };
    let at = match at.strip_prefix("at ") {
        Some(name) => Some(names.read_site(name)?),
        None if at == "off the map" => None,
        None => return Err(shape()),
    };
    Ok(Due {
        turn: number(turn, 0, 99)?,
        seat: read_side_code(side)?,
        class: class(code)?,
        at,
        count: number(count, 1, 255)?,
    })
}

fn battle(names: &Names<'_>, line: &str) -> Read<Battle> {
    let mut reader = Reader::new(line);
    let theatre = match reader.name {
        "space" => Theatre::Space,
        "orbit" => Theatre::Orbit { actor: Seat::read(reader.get("actor")?)? },
        "surface" => Theatre::Surface(names.read_site(reader.get("box")?)?),
        name => return Err(unreadable(name, "expected 'space', 'orbit' or 'surface'")),
    };
    let battle = Battle {
        system: names.read_system(reader.get("system")?)?,
        theatre,
        round: number(reader.get("round")?, 0, 255)?,
        initiative: Seat::read(reader.get("initiative")?)?,
        tied: reader.flag("tied"),
        range: Range::read(reader.get("range")?)?,
        quiet_rounds: number(reader.get("quiet")?, 0, 255)?,
        leaving: [reader.flag("terran leaving"), reader.flag("imperial leaving")],
        moment: moment(names, &mut reader)?,
        squads: Squads::new(),
    };
    reader.finish()?;
    Ok(battle)
}

fn moment(names: &Names<'_>, reader: &mut Reader<'_>) -> Read<Moment> {
    let name = reader.get("moment")?;
    let mut index = |key: &str| number(reader.get(key)?, 0, 255);
    Ok(match name {
        "initiative roll" => Moment::InitiativeRoll,
        "choose range" => Moment::ChooseRange,
        "load fighters" => Moment::LoadFighters { squad: index("squad")? },
        "choose retreat" => Moment::ChooseRetreat { seat: Seat::read(reader.get("side")?)? },
        "break off" => Moment::BreakOff { seat: Seat::read(reader.get("side")?)? },
        "jump roll" => Moment::JumpRoll { squad: index("squad")?, to: names.read_system(reader.get("to")?)? },
        "defend" => Moment::Defend { squad: index("squad")? },
        "attack" => Moment::Attack { squad: index("squad")? },
        "attack count" => Moment::AttackCount { squad: index("squad")?, foe: index("foe")? },
        "grounded roll" => Moment::GroundedRoll {
            squad: index("squad")?,
            hits: index("hits of")?,
            class: class(reader.get("class")?)?,
        },
        "attack roll" => Moment::AttackRoll { step: index("step")?, squad: index("squad")? },
        "match" => Moment::Match { squad: index("squad")? },
        "match count" => Moment::MatchCount { squad: index("squad")?, foe: index("foe")? },
        "double" => Moment::Double { squad: index("squad")? },
        "double count" => Moment::DoubleCount { squad: index("squad")?, foe: index("foe")? },
        "declare" => Moment::Declare { squad: index("squad")? },
        "declare target" => {
            Moment::DeclareTarget { squad: index("squad")?, fire: Fire::read(reader.get("fire")?)? }
        }
        "declare second" => Moment::DeclareSecond { squad: index("squad")? },
        "second target" => {
            Moment::SecondTarget { squad: index("squad")?, fire: Fire::read(reader.get("fire")?)? }
        }
        "fire roll" => Moment::FireRoll { step: index("step")?, squad: index("squad")? },
        "disruption roll" => Moment::DisruptionRoll { step: index("step")?, squad: index("squad")? },
        "choose mission" => Moment::ChooseMission { squad: index("squad")? },
        "mission count" => Moment::MissionCount {
            squad: index("squad")?,
            mission: names.read_mission(reader.get("mission")?)?,
        },
        "planetary roll" => Moment::PlanetaryRoll { squad: index("squad")?, shooter: index("shooter")? },
        "choose strike" => Moment::ChooseStrike { squad: index("squad")? },
        "strike roll" => {
            Moment::StrikeRoll { squad: index("squad")?, target: read_strike(reader.get("target")?)? }
        }
        _ => return Err(unreadable(name, "no moment has this name")),
    })
}

fn squad(names: &Names<'_>, line: &str) -> Read<Squad> {
    let mut reader = Reader::new(line);
    let words: Vec<&str> = reader.name.split(' ').collect();
    let [side, count, counter] = words[..] else {
        return Err(unreadable(reader.name, "expected 'ter|imp COUNT CLASS'"));
    };
    let counter = read_counter(counter)?;
    let squad = Squad {
        seat: read_side_code(side)?,
        class: counter.class,
        marker: reader.flag("marker"),
        disrupted: counter.disrupted,
        strength: counter.strength,
        cargo: counter.cargo,
        spent: counter.spent,
        count: number(count, 0, 255)?,
        role: role(names, reader.get("role")?)?,
        fire: Fire::read(reader.get("fire")?)?,
        target: reader.maybe("target").map(|index| number(index, 0, 255)).transpose()?,
        second: reader.maybe("second").map_or(Ok(Fire::Hold), Fire::read)?,
        second_target: reader.maybe("aimed at").map(|index| number(index, 0, 255)).transpose()?,
        hits: number(reader.get("hits")?, 0, 2)?,
    };
    reader.finish()?;
    Ok(squad)
}

fn role(names: &Names<'_>, text: &str) -> Read<Role> {
    match text.split_once(' ') {
        None if text == "unassigned" => Ok(Role::Unassigned),
        None if text == "out" => Ok(Role::Out),
        Some(("paired", foe)) => Ok(Role::Paired { foe: number(foe, 0, 255)? }),
        Some(("doubling", foe)) => Ok(Role::Doubling { foe: number(foe, 0, 255)? }),
        _ => names.read_mission(text).map(Role::On),
    }
}

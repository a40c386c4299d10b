//! The words of the notation: one table for each small set of values, and the text of places, kinds and ships.

use std::fmt;

use super::super::Imperium;
use super::super::action::Kind;
use super::super::class::Class;
use super::super::hex::{COLUMNS, Heading, ROWS};
use super::super::state::{
    BoxId, Cargo, Fire, Group, IMPERIAL, Mission, OrderStage, Phase, Place, Range, Squad, Strike, SystemId,
    TERRAN,
};
use crate::core::{ParseError, Seat};

/// A small set of values with a word for each.
pub(super) trait Word: Copy + PartialEq + 'static {
    /// What the values are, for errors.
    const WHAT: &'static str;
    /// Every value with its word; no two words are equal.
    const WORDS: &'static [(Self, &'static str)];

    /// The word of this value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(value, _)| *value == self).map_or("unknown", |(_, word)| word)
    }

    /// The value of a word.
    fn read(text: &str) -> Result<Self, ParseError> {
        let found = Self::WORDS.iter().find(|(_, word)| *word == text).map(|&(value, _)| value);
        found.ok_or_else(|| {
            let words: Vec<&str> = Self::WORDS.iter().map(|(_, word)| *word).collect();
            unreadable(text, format!("expected {}: {}", Self::WHAT, words.join(", ")))
        })
    }
}

impl Word for Seat {
    const WHAT: &'static str = "a side";
    const WORDS: &'static [(Self, &'static str)] = &[(TERRAN, "terran"), (IMPERIAL, "imperial")];
}

impl Word for Phase {
    const WHAT: &'static str = "a phase";
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Production, "production"),
        (Self::FirstMovement, "first movement"),
        (Self::FirstCombat, "first combat"),
        (Self::ReactionMovement, "reaction movement"),
        (Self::ReactionCombat, "reaction combat"),
        (Self::SecondMovement, "second movement"),
        (Self::SecondCombat, "second combat"),
    ];
}

impl Word for OrderStage {
    const WHAT: &'static str = "a stage of orders";
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::FirstCargo, "first cargo"),
        (Self::Approach, "approach"),
        (Self::SecondCargo, "second cargo"),
        (Self::March, "march"),
        (Self::LastCargo, "last cargo"),
    ];
}

impl Word for Range {
    const WHAT: &'static str = "a range";
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Long, "long"), (Self::Short, "short"), (Self::Disengage, "disengage")];
}

impl Word for Fire {
    const WHAT: &'static str = "a kind of fire";
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Hold, "hold"),
        (Self::Beam, "beam"),
        (Self::Missile, "missile"),
        (Self::TimeOnTarget, "time-on-target"),
        (Self::Suicide, "suicide"),
        (Self::DefensiveBeam, "defensive-beam"),
        (Self::DefensiveMissile, "defensive-missile"),
        (Self::HighIntensity, "high-intensity"),
    ];
}

impl Word for Heading {
    const WHAT: &'static str = "a heading";
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::North, "north"),
        (Self::NorthEast, "north-east"),
        (Self::SouthEast, "south-east"),
        (Self::South, "south"),
        (Self::SouthWest, "south-west"),
        (Self::NorthWest, "north-west"),
    ];
}

impl Word for bool {
    const WHAT: &'static str = "a kind of aid";
    const WORDS: &'static [(Self, &'static str)] = &[(true, "military"), (false, "economic")];
}

/// The short name of a side before its counters.
pub(super) fn side_code(seat: Seat) -> &'static str {
    if seat == TERRAN { "ter" } else { "imp" }
}

/// The side with this short name.
pub(super) fn read_side_code(text: &str) -> Result<Seat, ParseError> {
    match text {
        "ter" => Ok(TERRAN),
        "imp" => Ok(IMPERIAL),
        _ => Err(unreadable(text, "expected 'ter' or 'imp'")),
    }
}

/// An error at this text.
pub(super) fn unreadable(text: &str, reason: impl Into<String>) -> ParseError {
    ParseError { text: text.into(), reason: reason.into() }
}

/// A whole number within what its type and the rules allow.
pub(super) fn number<N: TryFrom<i64>>(text: &str, min: i64, max: i64) -> Result<N, ParseError> {
    let value = text.parse::<i64>().ok().filter(|n| (min..=max).contains(n));
    value
        .and_then(|n| N::try_from(n).ok())
        .ok_or_else(|| unreadable(text, format!("expected a whole number from {min} to {max}")))
}

pub(super) fn class(text: &str) -> Result<Class, ParseError> {
    Class::from_code(text).ok_or_else(|| {
        let codes: Vec<&str> = Class::ALL.iter().map(|class| class.code()).collect();
        unreadable(text, format!("expected a class: {}", codes.join(", ")))
    })
}

/// Names of systems and boxes, both ways.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a>(pub(super) &'a Imperium);

impl Names<'_> {
    /// Whether there is more than one war.
    pub(super) fn in_series(&self) -> bool {
        self.0.war().is_some_and(|war| war.max_wars > 1)
    }

    pub(super) fn system(&self, id: SystemId) -> &str {
        &self.0.map.at(id).name
    }

    pub(super) fn site(&self, id: BoxId) -> &str {
        &self.0.map.surface(id).name
    }

    /// A hex is named like its system, a box is its name and `surface`, a hex between systems its number.
    pub(super) fn place(&self, place: Place) -> String {
        match place {
            Place::Space(id) => self.system(id).into(),
            Place::Surface(id) => format!("{} surface", self.site(id)),
            Place::Hex { column, row } => format!("hex {column:02}{row:02}"),
        }
    }

    pub(super) fn read_system(&self, text: &str) -> Result<SystemId, ParseError> {
        (0..self.0.map.systems.len() as u8).map(SystemId).find(|&id| self.system(id) == text).ok_or_else(
            || {
                let names: Vec<&str> =
                    (0..self.0.map.systems.len() as u8).map(|id| self.system(SystemId(id))).collect();
                unreadable(text, format!("expected a system: {}", names.join(", ")))
            },
        )
    }

    pub(super) fn read_site(&self, text: &str) -> Result<BoxId, ParseError> {
        (0..self.0.map.boxes.len() as u8).map(BoxId).find(|&id| self.site(id) == text).ok_or_else(|| {
            let names: Vec<&str> = (0..self.0.map.boxes.len() as u8).map(|id| self.site(BoxId(id))).collect();
            unreadable(text, format!("expected a surface box: {}", names.join(", ")))
        })
    }

    pub(super) fn read_place(&self, text: &str) -> Result<Place, ParseError> {
        if let Some(name) = text.strip_suffix(" surface") {
            return Ok(Place::Surface(self.read_site(name)?));
        }
        if let Some(hex) = text.strip_prefix("hex ") {
            let parts = hex.get(..2).zip(hex.get(2..)).filter(|_| hex.len() == 4);
            let (column, row) = parts.ok_or_else(|| unreadable(text, "expected 'hex' and four digits"))?;
            return Ok(Place::Hex {
                column: number(column, 1, COLUMNS.into())?,
                row: number(row, 1, ROWS.into())?,
            });
        }
        Ok(Place::Space(self.read_system(text)?))
    }

    /// `select`-style stacks: `DD* at Sol surface`.
    pub(super) fn stack(&self, at: Place, kind: Kind) -> String {
        format!("{} at {}", KindText(kind), self.place(at))
    }

    pub(super) fn read_stack(&self, text: &str) -> Result<(Place, Kind), ParseError> {
        let (kind, place) = halves(text, " at ")?;
        Ok((self.read_place(place)?, read_kind(kind)?))
    }

    /// `RT at Sol surface`.
    pub(super) fn cargo(&self, class: Class, at: Place) -> String {
        format!("{class} at {}", self.place(at))
    }

    pub(super) fn read_cargo(&self, text: &str) -> Result<(Class, Place), ParseError> {
        let (code, place) = halves(text, " at ")?;
        Ok((class(code)?, self.read_place(place)?))
    }

    /// `CL at Sol`.
    pub(super) fn line(&self, class: Class, at: BoxId) -> String {
        format!("{class} at {}", self.site(at))
    }

    pub(super) fn read_line(&self, text: &str) -> Result<(Class, BoxId), ParseError> {
        let (code, site) = halves(text, " at ")?;
        Ok((class(code)?, self.read_site(site)?))
    }

    pub(super) fn mission(&self, mission: Mission) -> String {
        match mission {
            Mission::StayOff => "stay off".into(),
            Mission::Bombard(id) => format!("bombard {}", self.site(id)),
            Mission::Drop(id) => format!("drop on {}", self.site(id)),
            Mission::Land(id) => format!("land at {}", self.site(id)),
        }
    }

    pub(super) fn read_mission(&self, text: &str) -> Result<Mission, ParseError> {
        if text == "stay off" {
            Ok(Mission::StayOff)
        } else if let Some(name) = text.strip_prefix("bombard ") {
            Ok(Mission::Bombard(self.read_site(name)?))
        } else if let Some(name) = text.strip_prefix("drop on ") {
            Ok(Mission::Drop(self.read_site(name)?))
        } else if let Some(name) = text.strip_prefix("land at ") {
            Ok(Mission::Land(self.read_site(name)?))
        } else {
            Err(unreadable(text, "expected 'stay off', or 'bombard', 'drop on' or 'land at' and a box"))
        }
    }
}

/// `marker` or the code of a class.
pub(super) fn strike_text(strike: Strike) -> &'static str {
    match strike {
        Strike::Marker => "marker",
        Strike::Unit(class) => class.code(),
    }
}

pub(super) fn read_strike(text: &str) -> Result<Strike, ParseError> {
    if text == "marker" { Ok(Strike::Marker) } else { class(text).map(Strike::Unit) }
}

/// The two parts of a text around a word between them.
pub(super) fn halves<'t>(text: &'t str, between: &str) -> Result<(&'t str, &'t str), ParseError> {
    text.split_once(between)
        .ok_or_else(|| unreadable(text, format!("expected '{}' in the middle", between.trim())))
}

/// `DD`, disrupted `DD*`, with cargo `TR+RT`.
pub(super) struct KindText(pub(super) Kind);

impl fmt::Display for KindText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.class, if self.0.disrupted { "*" } else { "" })?;
        self.0.carrying.map_or(Ok(()), |cargo| write!(f, "+{cargo}"))
    }
}

pub(super) fn read_kind(text: &str) -> Result<Kind, ParseError> {
    let (ship, carrying) = match text.split_once('+') {
        Some((ship, cargo)) => (ship, Some(class(cargo)?)),
        None => (text, None),
    };
    let (code, disrupted) = starred(ship);
    Ok(Kind { class: class(code)?, disrupted, carrying })
}

fn starred(text: &str) -> (&str, bool) {
    text.strip_suffix('*').map_or((text, false), |code| (code, true))
}

/// One kind of counter with all its cargo: `TR*+RT`, `MS+3F+1F*`; `~` for empty racks: `DD~`, `MS*~+2F`; the strength of
/// drawn troops: `RT5`, `TR+JT4`.
pub(super) struct CounterText {
    pub(super) class: Class,
    pub(super) disrupted: bool,
    pub(super) spent: bool,
    pub(super) strength: u8,
    pub(super) cargo: Cargo,
}

/// The strength of drawn troops: `5`; nothing where the class says it.
struct Strength(u8);

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 { write!(f, "{}", self.0) } else { Ok(()) }
    }
}

/// `RT5`: a class, and the strength of troops that were drawn.
fn class_and_strength(text: &str) -> Result<(Class, u8), ParseError> {
    match text.split_at_checked(2) {
        Some((code, digits)) if !digits.is_empty() && class(code).is_ok_and(Class::is_troops) => {
            Ok((class(code)?, number(digits, 1, 9)?))
        }
        _ => Ok((class(text)?, 0)),
    }
}

impl CounterText {
    pub(super) fn of_group(group: &Group) -> Self {
        let Group { class, disrupted, spent, strength, cargo, .. } = *group;
        Self { class, disrupted, spent, strength, cargo }
    }

    pub(super) fn of_squad(squad: &Squad) -> Self {
        let Squad { class, disrupted, spent, strength, cargo, .. } = *squad;
        Self { class, disrupted, spent, strength, cargo }
    }
}

impl fmt::Display for CounterText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (star, racks) = (if self.disrupted { "*" } else { "" }, if self.spent { "~" } else { "" });
        write!(f, "{}{}{star}{racks}", self.class, Strength(self.strength))?;
        match self.cargo {
            Cargo::Empty => Ok(()),
            Cargo::One { class, disrupted, strength } => {
                write!(f, "+{class}{}{}", Strength(strength), if disrupted { "*" } else { "" })
            }
            Cargo::Fighters { sound, disrupted } => {
                if sound > 0 || disrupted == 0 {
                    write!(f, "+{sound}F")?;
                }
                if disrupted > 0 {
                    write!(f, "+{disrupted}F*")?;
                }
                Ok(())
            }
        }
    }
}

pub(super) fn read_counter(text: &str) -> Result<CounterText, ParseError> {
    let mut parts = text.split('+');
    let ship = parts.next().unwrap_or_default();
    let (ship, spent) = ship.strip_suffix('~').map_or((ship, false), |ship| (ship, true));
    let (code, disrupted) = starred(ship);
    let mut cargo = Cargo::Empty;
    for part in parts {
        let (load, load_disrupted) = starred(part);
        let loaded = match load.strip_suffix('F').filter(|digits| !digits.is_empty()) {
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
                let count = number(digits, 0, 99)?;
                match (cargo, load_disrupted) {
                    (Cargo::Empty, false) => Cargo::Fighters { sound: count, disrupted: 0 },
                    (Cargo::Empty, true) => Cargo::Fighters { sound: 0, disrupted: count },
                    (Cargo::Fighters { sound, disrupted: 0 }, true) => {
                        Cargo::Fighters { sound, disrupted: count }
                    }
                    _ => return Err(unreadable(text, "a ship carries one kind of cargo")),
                }
            }
            _ if cargo == Cargo::Empty => {
                let (class, strength) = class_and_strength(load)?;
                Cargo::One { class, disrupted: load_disrupted, strength }
            }
            _ => return Err(unreadable(text, "a ship carries one kind of cargo")),
        };
        cargo = loaded;
    }
    let (class, strength) = class_and_strength(code)?;
    Ok(CounterText { class, disrupted, spent, strength, cargo })
}

//! Words for the things of a position, and back.

use super::super::class::Class;
use super::super::hex::Hex;
use super::super::map::{PlanetId, SystemId};
use super::super::state::{
    Cargo, FLEETS, FleetId, Group, Occasion, Place, Spot, Square, Target, Troop, Weapon,
};
use super::super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::{ParseError, Seat};

pub(super) fn refuse(text: &str, reason: impl Into<String>) -> ParseError {
    ParseError { text: text.into(), reason: reason.into() }
}

/// `terran`, `imperial`.
pub(super) const fn seat_word(seat: Seat) -> &'static str {
    ["terran", "imperial"][seat.index()]
}

pub(super) fn read_seat(word: &str) -> Result<Seat, ParseError> {
    match word {
        "terran" => Ok(TERRAN),
        "imperial" => Ok(IMPERIAL),
        _ => Err(refuse(word, "expected terran or imperial")),
    }
}

/// `-` or what there is.
pub(super) fn or_dash<T>(value: Option<T>, word: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".into(), word)
}

pub(super) fn read_or_dash<T>(
    word: &str,
    read: impl FnOnce(&str) -> Result<T, ParseError>,
) -> Result<Option<T>, ParseError> {
    if word == "-" { Ok(None) } else { read(word).map(Some) }
}

pub(super) fn number<T: std::str::FromStr>(word: &str) -> Result<T, ParseError> {
    word.parse().map_err(|_| refuse(word, "expected a number in range"))
}

pub(super) fn read_fleet(word: &str) -> Result<FleetId, ParseError> {
    let mut letters = word.chars();
    let index = letters.next().map_or(u32::MAX, |letter| (letter as u32).wrapping_sub(u32::from(b'A')));
    match u8::try_from(index) {
        Ok(index) if usize::from(index) < FLEETS && letters.next().is_none() => Ok(FleetId(index)),
        _ => Err(refuse(word, "expected a fleet from A to L")),
    }
}

pub(super) fn read_class(word: &str) -> Result<Class, ParseError> {
    Class::from_code(word).ok_or_else(|| refuse(word, "expected the code of a class"))
}

pub(super) const fn occasion_word(occasion: Occasion) -> &'static str {
    match occasion {
        Occasion::Deployment => "deployment",
        Occasion::Reinforcements => "reinforcements",
        Occasion::Activation => "activation",
    }
}

pub(super) fn read_occasion(word: &str) -> Result<Occasion, ParseError> {
    let all = [Occasion::Deployment, Occasion::Reinforcements, Occasion::Activation];
    let found = all.into_iter().find(|&occasion| occasion_word(occasion) == word);
    found.ok_or_else(|| refuse(word, "expected deployment, reinforcements or activation"))
}

pub(super) const fn weapon_word(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Beam => "beam",
        Weapon::Torpedo => "torpedo",
    }
}

pub(super) fn read_weapon(word: &str) -> Result<Weapon, ParseError> {
    match word {
        "beam" => Ok(Weapon::Beam),
        "torpedo" => Ok(Weapon::Torpedo),
        _ => Err(refuse(word, "expected beam or torpedo")),
    }
}

pub(super) fn read_flag(word: &str) -> Result<bool, ParseError> {
    match word {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(refuse(word, "expected yes or no")),
    }
}

pub(super) const fn flag(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// `0,2,1`: column, row and level on the lattice.
pub(in super::super) fn square_word(square: Square) -> String {
    square.place().map(|at| at.to_string()).join(",")
}

pub(super) fn read_square(word: &str) -> Result<Square, ParseError> {
    let numbers: Option<Vec<i8>> = word.split(',').map(|number| number.parse().ok()).collect();
    let place = numbers.and_then(|numbers| <[i8; 3]>::try_from(numbers).ok());
    place.and_then(Square::at).ok_or_else(|| refuse(word, "expected column, row and level such as 0,2,1"))
}

fn troop_word(troop: Troop) -> String {
    format!("{}{}", troop.class(), troop.strength())
}

fn read_troop(word: &str) -> Option<Troop> {
    let (class, strength) = word.split_at_checked(2)?;
    Troop::new(Class::from_code(class)?, strength.parse().ok()?)
}

/// `AT(RT5,RT4)/1!*`: class, cargo, damage, disrupted, provided for.
pub(in super::super) fn kind_word(group: &Group) -> String {
    let mut text = match group.troop() {
        Some(troop) => troop_word(troop),
        None => group.class.code().into(),
    };
    let aboard: Vec<String> = group.aboard().map(troop_word).collect();
    if !aboard.is_empty() {
        text += &format!("({})", aboard.join(","));
    }
    if group.damage > 0 {
        text += &format!("/{}", group.damage);
    }
    if group.disrupted {
        text.push('!');
    }
    if group.provided {
        text.push('*');
    }
    text
}

/// `2 DD`, `DD`.
pub(in super::super) fn group_words(group: &Group) -> String {
    let kind = kind_word(group);
    if group.count == 1 { kind } else { format!("{} {kind}", group.count) }
}

pub(super) fn read_group(seat: Seat, place: Place, text: &str) -> Result<Group, ParseError> {
    let fault = || refuse(text, "expected counters such as '2 DD/1', 'AT(RT5,RT4)' or 'RT5'");
    let (count, kind) = match text.split_once(' ') {
        Some((count, kind)) => {
            (count.parse().ok().filter(|count| (1..=63).contains(count)).ok_or_else(fault)?, kind)
        }
        None => (1, text),
    };
    let (kind, provided) = kind.strip_suffix('*').map_or((kind, false), |kind| (kind, true));
    let (kind, disrupted) = kind.strip_suffix('!').map_or((kind, false), |kind| (kind, true));
    let (kind, damage) = match kind.split_once('/') {
        Some((kind, damage)) => {
            (kind, damage.parse().ok().filter(|d| (1..=4).contains(d)).ok_or_else(fault)?)
        }
        None => (kind, 0),
    };
    let (kind, cargo) = match kind.split_once('(') {
        Some((kind, cargo)) => (kind, cargo.strip_suffix(')').ok_or_else(fault)?),
        None => (kind, ""),
    };
    let troop = read_troop(kind);
    let class = troop.map(Troop::class).or_else(|| Class::from_code(kind).filter(|class| !class.is_troops()));
    let class = class.ok_or_else(fault)?;
    let mut aboard = troop.map_or(Cargo::EMPTY, Cargo::of);
    let words: Vec<&str> = cargo.split(',').filter(|word| !word.is_empty()).collect();
    if words.len() > class.berths() {
        return Err(refuse(text, "it can't carry so much"));
    }
    for word in words {
        aboard = aboard.with(read_troop(word).ok_or_else(fault)?).ok_or_else(fault)?;
    }
    Ok(Group { seat, place, class, disrupted, damage, provided, cargo: aboard, count })
}

impl ThirdMillennium {
    pub(super) fn system_word(&self, system: SystemId) -> String {
        self.map.at(system).id.clone()
    }

    pub(super) fn planet_word(&self, planet: PlanetId) -> String {
        self.map.planet(planet).id.clone()
    }

    pub(super) fn read_system(&self, word: &str) -> Result<SystemId, ParseError> {
        self.map.system(word).ok_or_else(|| refuse(word, "expected a system of the scenario"))
    }

    pub(super) fn read_planet(&self, word: &str) -> Result<PlanetId, ParseError> {
        self.map.site(word).ok_or_else(|| refuse(word, "expected a planet of the scenario"))
    }

    /// `fleet:A`, `port:sol`, `planet:terra`, `store`.
    pub(super) fn place_word(&self, place: Place) -> String {
        match place {
            Place::Fleet(fleet) => format!("fleet:{}", fleet.letter()),
            Place::Port(system) => format!("port:{}", self.system_word(system)),
            Place::Planet(planet) => format!("planet:{}", self.planet_word(planet)),
            Place::Store => "store".into(),
        }
    }

    pub(super) fn read_place(&self, word: &str) -> Result<Place, ParseError> {
        match word.split_once(':') {
            Some(("fleet", id)) => read_fleet(id).map(Place::Fleet),
            Some(("port", id)) => self.read_system(id).map(Place::Port),
            Some(("planet", id)) => self.read_planet(id).map(Place::Planet),
            None if word == "store" => Ok(Place::Store),
            _ => Err(refuse(word, "expected fleet:A, port:SYSTEM, planet:PLANET or store")),
        }
    }

    /// `fleet:A`, `new:sol`, `port:sol`, `planet:terra`.
    pub(super) fn target_word(&self, target: Target) -> String {
        match target {
            Target::Fleet(fleet) => format!("fleet:{}", fleet.letter()),
            Target::New(system) => format!("new:{}", self.system_word(system)),
            Target::Port(system) => format!("port:{}", self.system_word(system)),
            Target::Planet(planet) => format!("planet:{}", self.planet_word(planet)),
        }
    }

    pub(super) fn read_target(&self, word: &str) -> Result<Target, ParseError> {
        match word.split_once(':') {
            Some(("fleet", id)) => read_fleet(id).map(Target::Fleet),
            Some(("new", id)) => self.read_system(id).map(Target::New),
            Some(("port", id)) => self.read_system(id).map(Target::Port),
            Some(("planet", id)) => self.read_planet(id).map(Target::Planet),
            _ => Err(refuse(word, "expected fleet:A, new:SYSTEM, port:SYSTEM or planet:PLANET")),
        }
    }

    /// `sol`, `3,-4`, `lost:3,-4`.
    pub(super) fn spot_word(&self, spot: Spot) -> String {
        match spot {
            Spot::System(system) => self.system_word(system),
            Spot::Hex(hex) => format!("{},{}", hex.q, hex.r),
            Spot::Lost(hex) => format!("lost:{},{}", hex.q, hex.r),
        }
    }

    pub(super) fn read_spot(&self, word: &str) -> Result<Spot, ParseError> {
        let hex = |text: &str| {
            let (q, r) = text.split_once(',')?;
            Some(Hex { q: q.parse().ok()?, r: r.parse().ok()? }).filter(|hex| hex.is_on_board())
        };
        let spot = match word.strip_prefix("lost:") {
            Some(lost) => hex(lost).map(Spot::Lost),
            None => hex(word).map(Spot::Hex).or_else(|| self.map.system(word).map(Spot::System)),
        };
        spot.ok_or_else(|| refuse(word, "expected a system, a hex such as 3,-4 or lost:3,-4"))
    }
}

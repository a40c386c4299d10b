//! What counters cost and how they fight: `data/units.toml` and `data/combat.toml`, checked.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::class::Class;
use super::codec::MAX_COUNT;
use super::position::side_name;
use super::state::{IMPERIAL, MAX_ABOARD, MAX_STACKS, TERRAN};
use crate::core::Seat;

#[cfg(test)]
const UNITS_FILE: &str = include_str!("data/units.toml");
#[cfg(test)]
const COMBAT_FILE: &str = include_str!("data/combat.toml");

/// Attack factors and screen of a ship, each 0 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Factors {
    /// Beam factor; 0 never fires.
    pub beam: u8,
    /// Missile factor; 0 never fires.
    pub missile: u8,
    /// Screen factor as printed.
    pub screen: u8,
}

/// The figures of every class on each side.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    lines: [[Line; 2]; Class::COUNT],
    capital: u32,
    /// The strengths on the counters of troops, by class and seat.
    strengths: BTreeMap<(Class, Seat), Vec<u8>>,
    /// Combat tables, modifiers, fire and strengths.
    pub combat: Combat,
}

#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Line {
    price: u8,
    maintenance: u8,
    factors: Factors,
    limit: u8,
    capacity: u8,
}

/// The four combat results tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// Beam fire.
    Beam,
    /// Missile fire and, with the fix kit, surface combat.
    Missile,
    /// Planetary fire.
    Planetary,
    /// Surface combat of the base game.
    Surface,
}

impl Units {
    /// The figures of the files as they come, with the fix kit's prices and numbers where asked for.
    #[cfg(test)]
    pub fn load(kit: bool) -> Result<Self, Vec<String>> {
        Self::parse(UNITS_FILE, COMBAT_FILE, (kit, kit))
    }

    /// The figures of these files, with the fix kit's prices and maintenance numbers where asked for.
    ///
    /// # Errors
    /// What is wrong with the files, all of it.
    pub(super) fn parse(units: &str, combat: &str, kit: (bool, bool)) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let file: UnitsFile = match toml::from_str(units) {
            Ok(file) => file,
            Err(error) => return Err(vec![format!("units.toml: {error}")]),
        };
        let combat: Combat = match toml::from_str(combat) {
            Ok(combat) => combat,
            Err(error) => return Err(vec![format!("combat.toml: {error}")]),
        };
        combat.check(&mut faults);
        let mut lines = [[Line::default(); 2]; Class::COUNT];
        let mut capital = 0;
        let mut strengths = BTreeMap::new();
        for (code, unit) in &file {
            let Some(class) = Class::from_code(code) else {
                faults.push(format!("units.toml: no class '{code}'"));
                continue;
            };
            capital |= u32::from(unit.capital) << class.index();
            for (seat, side) in [(TERRAN, &unit.terran), (IMPERIAL, &unit.imperial)] {
                let Some(side) = side else { continue };
                lines[class.index()][seat.index()] = unit.line(side, kit);
                check_strengths(class, &side.strengths, &mut faults);
                strengths.insert((class, seat), side.strengths.clone());
                if class.is_ship() && side.factors.is_none() {
                    faults.push(format!("units.toml: {code} is a ship and needs factors on each side"));
                }
                lines[class.index()][seat.index()].check(class, &mut faults);
            }
        }
        for class in Class::ALL.into_iter().filter(|class| !file.contains_key(class.code())) {
            faults.push(format!("units.toml: {class} is missing"));
        }
        let units = Self { lines, capital, strengths, combat };
        units.check_room(&mut faults);
        if faults.is_empty() { Ok(units) } else { Err(faults) }
    }

    /// Every counter must have room in a position, even alone.
    fn check_room(&self, faults: &mut Vec<String>) {
        let sum = |classes: &dyn Fn(Class) -> bool, seats: &[Seat]| -> usize {
            let lines = seats.iter().flat_map(|&seat| {
                Class::ALL.into_iter().filter(|class| classes(*class)).map(move |class| (class, seat))
            });
            lines.map(|(class, seat)| usize::from(self.limit(class, seat))).sum()
        };
        for (what, have, most) in [
            ("Terran ships", sum(&Class::is_ship, &[TERRAN]), MAX_STACKS),
            ("Imperial ships", sum(&Class::is_ship, &[IMPERIAL]), MAX_STACKS),
        ] {
            if have > most {
                faults.push(format!("units.toml: {have} {what}, at most {most} have room"));
            }
        }
        for class in Class::ALL {
            let largest = self.limit(class, TERRAN).max(self.limit(class, IMPERIAL));
            if largest > MAX_COUNT {
                faults.push(format!("units.toml: {largest} {class}, at most {MAX_COUNT} have room"));
            }
        }
    }

    // rule: imp.2.1.prices imp.2.2.factors
    fn line(&self, class: Class, seat: Seat) -> &Line {
        &self.lines[class.index()][seat.index()]
    }

    /// The price of one counter in RU.
    // rule: cobb.price.scout
    pub fn price(&self, class: Class, seat: Seat) -> u8 {
        self.line(class, seat).price
    }

    /// The maintenance number, 1 to 6; 0 for what needs no maintenance.
    // rule: cobb.number.missile_boat cobb.number.mothership
    pub fn maintenance(&self, class: Class, seat: Seat) -> u8 {
        self.line(class, seat).maintenance
    }

    /// Attack factors and printed screen; all 0 for what is not a ship.
    pub fn factors(&self, class: Class, seat: Seat) -> Factors {
        self.line(class, seat).factors
    }

    /// How many counters the side has; 0 for a class that it may never own.
    pub fn limit(&self, class: Class, seat: Seat) -> u8 {
        self.line(class, seat).limit
    }

    /// The strengths on the counters of a class of troops, one for each.
    // rule: imp.15.1.troop_strength
    pub fn strengths(&self, class: Class, seat: Seat) -> &[u8] {
        self.strengths.get(&(class, seat)).map_or(&[], Vec::as_slice)
    }

    /// What keeps troops from being drawn: each counter must have a strength.
    pub(super) fn check_strengths(&self) -> Vec<String> {
        let wrong = self.strengths.iter().filter(|((class, seat), list)| {
            class.is_troops() && list.len() != usize::from(self.limit(*class, *seat))
        });
        wrong
            .map(|((class, seat), list)| {
                format!(
                    "units.toml: {} {class} counters of the {} need as many strengths, not {}",
                    self.limit(*class, *seat),
                    side_name(*seat),
                    list.len()
                )
            })
            .collect()
    }

    /// How many fighters it carries as a mothership.
    pub fn capacity(&self, class: Class, seat: Seat) -> u8 {
        self.line(class, seat).capacity
    }

    /// Whether the class counts as a capital ship.
    // rule: imp.2.2.capital
    pub const fn is_capital(&self, class: Class) -> bool {
        self.capital >> class.index() & 1 == 1
    }

    /// The die needed to hit at attack factor - screen: 2 to 6, or 7 and more where only a positive modifier
    /// could help.
    // rule: imp.4.3.table
    pub fn needed(&self, table: Table, difference: i8) -> i8 {
        let rows = match table {
            Table::Beam => &self.combat.tables.beam,
            Table::Missile => &self.combat.tables.missile,
            Table::Planetary => &self.combat.tables.planetary,
            Table::Surface => &self.combat.tables.surface,
        };
        let index = difference - rows.lowest;
        if index < 0 {
            return rows.needed[0] - index;
        }
        rows.needed[(index as usize).min(rows.needed.len() - 1)]
    }

    /// How many of the six faces of a die hit at attack factor - screen, with the sum of all modifiers added to
    /// the die: 0 to 6.
    // rule: imp.4.3.modifiers
    pub fn hitting_faces(&self, table: Table, difference: i8, modifier: i8) -> u8 {
        (7 - self.needed(table, difference) + modifier).clamp(0, 6) as u8
    }
}

/// The most different strengths that the counters of one class of troops have.
pub(super) const MOST_STRENGTHS: usize = 6;

fn check_strengths(class: Class, strengths: &[u8], faults: &mut Vec<String>) {
    let mut different = strengths.to_vec();
    different.sort_unstable();
    different.dedup();
    if !strengths.is_empty() && !class.is_troops() {
        faults.push(format!("units.toml: {class} are no troops and have no strengths"));
    }
    if different.iter().any(|strength| !(1..=9).contains(strength)) {
        faults.push(format!("units.toml: strengths of {class} are 1 to 9"));
    }
    if different.len() > MOST_STRENGTHS {
        faults.push(format!("units.toml: {class} has more than {MOST_STRENGTHS} different strengths"));
    }
}

impl Line {
    fn check(&self, class: Class, faults: &mut Vec<String>) {
        let mut within = |what: &str, value: u8, (least, most): (u8, u8)| {
            if !(least..=most).contains(&value) {
                faults.push(format!("units.toml: {class} has {what} {value}, not {least} to {most}"));
            }
        };
        within("price", self.price, (1, 99));
        within("capacity", self.capacity, (0, MAX_ABOARD));
        let Factors { beam, missile, screen } = self.factors;
        within("factor", beam.max(missile).max(screen), (0, 20));
        if class.is_ship() && self.maintenance == 0 {
            faults.push(format!("units.toml: {class} is a ship and needs a maintenance number"));
        } else {
            within("maintenance number", self.maintenance, (0, 9));
        }
    }
}

/// What `units.toml` holds.
pub(super) type UnitsFile = BTreeMap<String, UnitLine>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitLine {
    price: u8,
    kit_price: Option<u8>,
    maintenance: Option<u8>,
    kit_maintenance: Option<u8>,
    #[serde(default)]
    capital: bool,
    #[serde(default)]
    capacity: u8,
    terran: Option<SideLine>,
    imperial: Option<SideLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideLine {
    factors: Option<[u8; 3]>,
    limit: u8,
    maintenance: Option<u8>,
    #[serde(default)]
    strengths: Vec<u8>,
}

impl UnitLine {
    fn line(&self, side: &SideLine, (prices, numbers): (bool, bool)) -> Line {
        let [beam, missile, screen] = side.factors.unwrap_or_default();
        let printed = side.maintenance.or(self.maintenance).unwrap_or(0);
        Line {
            price: self.kit_price.filter(|_| prices).unwrap_or(self.price),
            maintenance: self.kit_maintenance.filter(|_| numbers).unwrap_or(printed),
            factors: Factors { beam, missile, screen },
            limit: side.limit,
            capacity: self.capacity,
        }
    }
}

/// Figures of combat that belong to no class of ships. See `data/combat.toml` for what each means.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Combat {
    tables: Tables,
    pub modifiers: Modifiers,
    pub planetary_fire: PlanetaryFire,
    pub bombardment_defence: BombardmentDefence,
    pub surface_strength: SurfaceStrength,
    pub speed: Speed,
    pub limits: CombatLimits,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    beam: Rows,
    missile: Rows,
    planetary: Rows,
    surface: Rows,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    lowest: i8,
    needed: Vec<i8>,
}

/// Modifiers, added to a die unless noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    /// A disrupted ship attacks.
    pub disrupted_attacker: i8,
    /// On the screen of a disrupted ship.
    pub disrupted_screen: i8,
    /// Missile fire at short range.
    pub short_range_missile: i8,
    /// Planetary fire at a disrupted ship.
    pub planetary_at_disrupted: i8,
    /// A Time on Target attack.
    pub time_on_target: i8,
    /// On the beam factor of a suicide attack.
    pub suicide_factor: i8,
    /// On the missile factor of high-intensity fire.
    pub high_intensity_factor: i8,
}

/// Attack factors of planetary fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PlanetaryFire {
    pub pd: u8,
    pub world: u8,
    pub homeworld: u8,
    pub outpost: u8,
}

/// Defence values against bombardment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct BombardmentDefence {
    pub troops: u8,
    pub fighter: u8,
    pub pd: u8,
    pub outpost: u8,
    pub world: u8,
    pub homeworld: u8,
}

/// Strengths in surface combat: attack and defence of units, defence alone of markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SurfaceStrength {
    pub regular_troops: u8,
    pub jump_troops: u8,
    pub pd: u8,
    pub fighter: u8,
    pub outpost: u8,
    pub world: u8,
    pub homeworld: u8,
}

/// Tactical speeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// Transports and tankers.
    pub transport: i8,
    /// Capital ships.
    pub capital: i8,
    /// Every other ship in space.
    pub other_ship: i8,
    /// Troops on the ground.
    pub troops: i8,
    /// Fighters on the ground.
    pub fighter_on_ground: i8,
    /// Everything else on the ground.
    pub other_on_ground: i8,
    /// Added for a disrupted ship.
    pub disrupted: i8,
}

/// Bounds on rounds of combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatLimits {
    /// Rounds of surface combat in one box in one combat phase, with the fix kit.
    pub surface_rounds: u8,
    /// Rounds of space combat in a row without fire that make a stand-off.
    pub quiet_rounds: u8,
    /// The most attackers of one ship in space, its opponent in line among them: 1 to 4.
    pub attackers: u8,
}

impl Combat {
    fn check(&self, faults: &mut Vec<String>) {
        let tables = &self.tables;
        for (name, rows) in [
            ("beam", &tables.beam),
            ("missile", &tables.missile),
            ("planetary", &tables.planetary),
            ("surface", &tables.surface),
        ] {
            if rows.needed.is_empty() || rows.needed.iter().any(|n| !(2..=20).contains(n)) {
                faults.push(format!("combat.toml: table {name} needs rows of 2 to 20"));
            }
        }
        if self.limits.surface_rounds < 1 || self.limits.quiet_rounds < 1 {
            faults.push("combat.toml: at least 1 surface and quiet round".into());
        }
        let fire = &self.planetary_fire;
        let defence = &self.bombardment_defence;
        let ground = &self.surface_strength;
        let factors: [&[u8]; 4] = [
            &[fire.pd, fire.world, fire.homeworld, fire.outpost],
            &[defence.troops, defence.fighter, defence.pd, defence.outpost, defence.world, defence.homeworld],
            &[ground.regular_troops, ground.jump_troops, ground.pd, ground.fighter],
            &[ground.outpost, ground.world, ground.homeworld],
        ];
        if factors.concat().into_iter().any(|factor| factor > 20) {
            faults.push("combat.toml: fire, defence and strength are at most 20".into());
        }
        let (dice, speed) = (&self.modifiers, &self.speed);
        let small: [&[i8]; 5] = [
            &[dice.disrupted_attacker, dice.disrupted_screen, dice.short_range_missile],
            &[dice.planetary_at_disrupted, dice.time_on_target, dice.suicide_factor],
            &[speed.transport, speed.capital, speed.other_ship, speed.troops],
            &[speed.fighter_on_ground, speed.other_on_ground, speed.disrupted],
            &[tables.beam.lowest, tables.missile.lowest, tables.planetary.lowest, tables.surface.lowest],
        ];
        if small.concat().into_iter().any(|figure| !(-9..=9).contains(&figure)) {
            faults.push("combat.toml: modifiers, speeds and the ends of tables are -9 to 9".into());
        }
        if !(1..=4).contains(&self.limits.attackers) {
            faults.push("combat.toml: from 1 to 4 attackers".into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cobb_price_scout() {
        assert_eq!(Units::load(true).unwrap().price(Class::Scout, TERRAN), 2);
        assert_eq!(Units::load(true).unwrap().price(Class::Scout, IMPERIAL), 2);
        assert_eq!(Units::load(false).unwrap().price(Class::Scout, TERRAN), 1);
    }

    #[test]
    fn cobb_number_missile_boat() {
        assert_eq!(Units::load(true).unwrap().maintenance(Class::MissileBoat, TERRAN), 2);
        assert_eq!(Units::load(false).unwrap().maintenance(Class::MissileBoat, TERRAN), 3);
    }

    #[test]
    fn cobb_number_mothership() {
        for seat in [TERRAN, IMPERIAL] {
            assert_eq!(Units::load(true).unwrap().maintenance(Class::Mothership, seat), 3);
            assert_eq!(Units::load(false).unwrap().maintenance(Class::Mothership, seat), 4);
        }
    }

    #[test]
    fn imp_4_3_table() {
        let units = Units::load(true).unwrap();
        for (difference, needed) in [(-2, 7), (-1, 6), (0, 5), (1, 4), (2, 3), (3, 2), (9, 2), (-5, 10)] {
            assert_eq!(units.needed(Table::Missile, difference), needed, "at {difference}");
        }
    }

    #[test]
    fn imp_4_3_modifiers() {
        let units = Units::load(true).unwrap();
        let faces = |difference, modifier| units.hitting_faces(Table::Missile, difference, modifier);
        assert_eq!(faces(-1, 1), 2, "+1 turns 6 into 5+");
        assert_eq!(faces(3, 1), 6, "+1 turns 2+ into a sure hit");
        assert_eq!(faces(-1, -1), 0, "-1 turns 6 into impossible");
        assert_eq!(faces(5 - 7, 1), 1, "Time on Target: CR against a monitor on a 6");
        assert_eq!(faces(4 - 7, 1), 0, "and a CL still can't");
    }

    /// The developer's chances of Imperial ships against the Terran monitor (rules 2.2, 4.3).
    #[test]
    fn imp_4_3_monitor() {
        let units = Units::load(true).unwrap();
        let screen = units.factors(Class::Monitor, TERRAN).screen as i8;
        let faces = |class, extra: i8| {
            let factor = units.factors(class, IMPERIAL).missile as i8 + extra;
            units.hitting_faces(Table::Missile, factor - screen, 0)
        };
        assert_eq!((faces(Class::Destroyer, 2), faces(Class::LightCruiser, 2)), (0, 1));
        assert_eq!((faces(Class::HeavyCruiser, 0), faces(Class::HeavyCruiser, 2)), (0, 2));
        assert_eq!(faces(Class::StrikeCruiser, 0), 2);
        let suicide = |class| {
            let factor = units.factors(class, IMPERIAL).beam as i8 + 2;
            units.hitting_faces(Table::Beam, factor - screen, 0)
        };
        assert_eq!([Class::Dreadnought, Class::Battleship, Class::GreatBattleship].map(suicide), [0, 1, 2]);
        let beam = units.factors(Class::Monitor, TERRAN).beam as i8;
        let against =
            |class| units.hitting_faces(Table::Beam, beam - units.factors(class, IMPERIAL).screen as i8, 0);
        assert_eq!((against(Class::StrikeCruiser), against(Class::GreatBattleship)), (3, 1));
    }

    #[test]
    fn every_fault_of_the_files_is_reported() {
        let units = UNITS_FILE.replace("[DD]", "[XX]").replace("maintenance = 1", "");
        let faults = Units::parse(&units, COMBAT_FILE, (true, true)).unwrap_err();
        assert!(faults.iter().any(|f| f.contains("no class 'XX'")), "{faults:?}");
        assert!(faults.iter().any(|f| f.contains("DD is missing")), "{faults:?}");
        assert!(
            faults.iter().any(|f| f.contains("SC is a ship and needs a maintenance number")),
            "{faults:?}"
        );
    }
}

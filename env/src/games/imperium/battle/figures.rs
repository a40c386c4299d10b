//! The figures that a battle reads, all of them data: what a counter does, the combat results tables, the
//! modifiers and the limits.

use arrayvec::ArrayVec;

use super::options::Options;

/// How a class of one side fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Figures {
    /// Beam factor, 0 to 9; 0 never fires.
    pub beam: i8,
    /// Missile factor, 0 to 9; 0 never fires.
    pub missile: i8,
    /// Screen factor, 0 to 9, as printed.
    pub screen: i8,
    /// Tactical speed in space when not disrupted, 1 to 3; 0 for counters that are no ships.
    pub speed: i8,
    /// Price in RU: what a `duel` scores when it is destroyed.
    pub price: u8,
    /// Surface strength in attack, 0 to 9; 0: takes no part in surface combat.
    pub surface: i8,
    /// Tactical speed on the ground when not disrupted: 0, 2 or 3.
    pub surface_speed: i8,
    /// Defence against bombardment on the ground, for troops, PD and fighters; ships there have their screen.
    pub grounded: i8,
    /// Maintenance number, 1 to 6; 0 for counters that need none.
    pub maintenance: u8,
    /// Planetary fire factor, 0 unless it shoots at ships in orbit.
    pub planetary: i8,
}

/// What a world, homeworld or outpost marker does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarkerFigures {
    /// Planetary fire factor.
    pub planetary: i8,
    /// Defence against bombardment.
    pub bombarded: i8,
    /// Defence in surface combat; markers never attack.
    pub surface: i8,
}

/// A combat results table: the die needed for each difference of attack factor and defence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResultsTable {
    /// The difference of the first entry.
    pub lowest: i8,
    /// The die needed at each difference from there on; 7 is out of reach of an unmodified die. Each step below
    /// the first entry needs one more, every step above the last as much as that. At least one entry.
    pub needed: ArrayVec<i8, 16>,
    /// Whether no modifier helps where an unmodified die can't hit.
    pub none_is_final: bool,
}

impl ResultsTable {
    /// The faces of a die, 0 to 6, that hit with this attack factor against this defence when `modifier` is
    /// added to the die.
    // rule: imp.4.3.modifiers imp.4.3.monitor
    pub fn favourable(&self, factor: i8, defence: i8, modifier: i8) -> u8 {
        let step = factor - defence - self.lowest;
        let entry = (step.max(0) as usize).min(self.needed.len() - 1);
        let needed = self.needed[entry] + (-step).max(0);
        if self.none_is_final && needed > 6 {
            return 0;
        }
        (7 - (needed - modifier)).clamp(0, 6) as u8
    }
}

/// The tables, modifiers and limits of combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Combat {
    /// The options in force.
    pub options: Options,
    /// For beams.
    pub beam_crt: ResultsTable,
    /// For missiles, and for all attacks on the ground (`cobb.surface.missile_crt`).
    pub missile_crt: ResultsTable,
    /// For attacks on the ground by the base rules.
    pub surface_crt: ResultsTable,
    /// For planetary fire.
    pub planetary_crt: ResultsTable,
    /// Added to the beam factor of a suicide attack.
    pub suicide_factor: i8,
    /// Added to the missile factor of high-intensity fire.
    pub high_intensity: i8,
    /// Added to the die of a disrupted attacker.
    pub disrupted_attack: i8,
    /// Added to the screen (on the ground: the defence) of a disrupted ship.
    pub disrupted_screen: i8,
    /// Added to the tactical speed of a disrupted ship.
    pub disrupted_speed: i8,
    /// Added to the die of missiles at short range.
    pub short_range_missile: i8,
    /// Added to the die of a Time on Target attack.
    pub time_on_target: i8,
    /// Added to the die of planetary fire at a disrupted ship.
    pub planetary_at_disrupted: i8,
    /// The most attackers that one ship in space may face, 1 to 4.
    pub attackers: u8,
    /// Space combat is a stand-off after this many rounds in a row without fire.
    pub quiet_rounds: u8,
    /// Surface combat ends after this many rounds.
    pub surface_rounds: u8,
    /// Whether the phasing side must leave after a stand-off. In a war it must.
    pub stand_off_withdrawal: bool,
    /// Fighters that a mothership carries, 1 to 9.
    pub mothership_capacity: u8,
    /// An outpost.
    pub outpost: MarkerFigures,
    /// A world.
    pub world: MarkerFigures,
    /// A homeworld.
    pub homeworld: MarkerFigures,
}

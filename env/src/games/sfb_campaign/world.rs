//! Kinds of worlds.

use serde::Deserialize;

/// What a world is: how much of it there is to take and to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Kind {
    /// A mining world: no atmosphere.
    Mining,
    /// A colony.
    Colony,
    /// A homeworld.
    Homeworld,
}

impl Kind {
    /// All of them, the smallest first: the order of figures by kind.
    pub const ALL: [Self; 3] = [Self::Mining, Self::Colony, Self::Homeworld];

    /// Its word in data files and messages.
    pub const fn id(self) -> &'static str {
        ["mining", "colony", "homeworld"][self as usize]
    }

    /// Whether it has an atmosphere.
    // rule: sfb.2.8.atmosphere
    pub const fn has_atmosphere(self) -> bool {
        !matches!(self, Self::Mining)
    }

    /// Units that whoever holds it may lead there, itself included (section 10).
    // rule: sfb.10.limit
    pub const fn control(self) -> u8 {
        [6, 8, 10][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sfb_2_8_atmosphere_of_worlds() {
        assert_eq!(Kind::ALL.map(Kind::has_atmosphere), [false, true, true]);
    }

    #[test]
    fn sfb_10_limit_of_worlds() {
        assert_eq!(Kind::ALL.map(Kind::control), [6, 8, 10]);
    }
}

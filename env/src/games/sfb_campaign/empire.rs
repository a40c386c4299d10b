//! The empires of the catalogue.

use std::fmt;

/// An empire. Which names it and its ships go by is a matter of [`Names`](super::names::Names).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "each is its name")]
pub enum Empire {
    Federation,
    Klingon,
    Romulan,
    Kzinti,
    Gorn,
    Lyran,
    Hydran,
    Tholian,
    Orion,
    Isc,
}

impl Empire {
    /// How many there are.
    pub const COUNT: usize = 10;

    /// All of them; seats are dealt in this order (section 25).
    pub const ALL: [Self; Self::COUNT] = [
        Self::Federation,
        Self::Klingon,
        Self::Romulan,
        Self::Kzinti,
        Self::Gorn,
        Self::Lyran,
        Self::Hydran,
        Self::Tholian,
        Self::Orion,
        Self::Isc,
    ];

    /// Its id in data files.
    pub const fn id(self) -> &'static str {
        ["federation", "klingon", "romulan", "kzinti", "gorn", "lyran", "hydran", "tholian", "orion", "isc"]
            [self as usize]
    }

    /// The empire with an id.
    ///
    /// # Errors
    /// Which ids there are.
    pub fn from_id(id: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|empire| empire.id() == id).ok_or_else(|| {
            let ids = Self::ALL.map(Self::id);
            format!("no empire '{id}'; there is {}", ids.join(", "))
        })
    }
}

impl fmt::Display for Empire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

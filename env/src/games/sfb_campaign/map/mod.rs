//! The map of a campaign: a hexagon with stars, made from a seed (17.1).

mod draft;
mod fairness;

use super::data::Data;
use super::hex::Hex;
use super::world::Kind;
use crate::core::{PlannerRng, SetupFault, SetupFaults, planner_rng, uniform_index};
use draft::Draft;

/// What a map's number means; grows when the same seed makes another map.
pub const VERSION: u32 = 1;

/// The most redraws of contents until a map is given up.
const REDRAWS: usize = 20_000;

/// Whether maps look alike from every seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// As far as the number of players allows: turned by a half, a third or a sixth; four players by a half, five not at all.
    Auto,
    /// As `Auto`, but there is no such map for five.
    Rotational,
    /// Every sector is drawn alone.
    None,
}

impl Symmetry {
    /// The value of the option `symmetry`.
    pub(super) fn from_word(word: &str) -> Self {
        match word {
            "rotational" => Self::Rotational,
            "none" => Self::None,
            _ => Self::Auto,
        }
    }

    /// How many turns of the map look the same.
    fn order(self, players: usize) -> usize {
        match (self, players) {
            (Self::None, _) => 1,
            (_, 2 | 4) => 2,
            (_, 3) => 3,
            (_, 6) => 6,
            _ => 1,
        }
    }
}

/// What there is at a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing of use.
    Nothing,
    /// A world that a player starts with.
    Start {
        /// Whose.
        seat: u8,
        /// Its place in `start.worlds`.
        world: u8,
    },
    /// A world that does not resist.
    Neutral(Find),
    /// A world with ships to defend it.
    Defended {
        /// The world.
        world: Find,
        /// Its place in the list of groups for its kind.
        group: u8,
    },
}

/// A world that is there to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Find {
    /// What it is: a mining world or a colony.
    pub kind: Kind,
    /// EP a turn while none of it is devastated.
    pub ep: u16,
}

/// A star.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Star {
    /// Where.
    pub hex: Hex,
    /// What there is; hidden until it is explored, but for a player's own worlds.
    pub content: Content,
}

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Hexes from the middle to the edge.
    pub radius: u8,
    /// The homeworld of each seat.
    pub homes: Vec<Hex>,
    /// The stars, in order of hexes.
    pub stars: Vec<Star>,
    /// By how much scores of fairness differ between seats, in thousandths of their mean.
    pub spread: u16,
}

impl Map {
    /// The map of a seed: the same one on every machine for the same figures and [`VERSION`]. Of `max_attempts` maps the first that
    /// is fair, else the fairest.
    ///
    /// # Errors
    /// If these figures make no map: homes too near, too few stars for the quotas, five players and `rotational`.
    // rule: sfb.17.1.seed, sfb.17.1.fair
    pub fn generate(data: &Data, seed: u64) -> Result<Self, SetupFaults> {
        let fault = |problem: String| SetupFaults(vec![SetupFault { at: "campaign.map".into(), problem }]);
        if data.symmetry == Symmetry::Rotational && data.scenario.players == 5 {
            return Err(fault(
                "no map for five players is the same when turned: symmetry auto or none".into(),
            ));
        }
        let figures = &data.campaign.map;
        let mut best: Option<Self> = None;
        for attempt in 0..u64::from(figures.max_attempts) {
            let mut rng = planner_rng(seed, attempt);
            let Some(map) = Draft::new(data).complete(&mut rng) else { continue };
            let fair = map.spread <= 10 * u16::from(figures.balance_tol);
            if best.as_ref().is_none_or(|best| map.spread < best.spread) {
                best = Some(map);
            }
            if fair {
                break;
            }
        }
        best.ok_or_else(|| {
            fault(format!("none of {} maps has room for homes, stars and quotas", figures.max_attempts))
        })
    }

    /// What there is in a hex; `None`: no star.
    pub fn star(&self, hex: Hex) -> Option<&Star> {
        self.stars.binary_search_by_key(&hex, |star| star.hex).ok().map(|index| &self.stars[index])
    }

    /// The seat whose home is the nearest; `None`: two are as near.
    pub fn sector(&self, hex: Hex) -> Option<usize> {
        nearest(&self.homes, hex)
    }
}

/// The one of these homes that is the nearest; `None`: two are as near.
fn nearest(homes: &[Hex], hex: Hex) -> Option<usize> {
    let distance = |index: &usize| homes[*index].distance(hex);
    let first = (0..homes.len()).min_by_key(distance)?;
    let alone = (0..homes.len()).filter(|index| distance(index) == distance(&first)).count() == 1;
    alone.then_some(first)
}

/// A random order of a list.
fn shuffle<T>(list: &mut [T], rng: &mut PlannerRng) {
    for last in (1..list.len()).rev() {
        list.swap(last, uniform_index(rng, last + 1));
    }
}

#[cfg(test)]
mod tests;

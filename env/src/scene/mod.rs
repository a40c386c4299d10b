//! A position as a drawing, before any renderer: a map of sites and links with tokens on it, side panels and
//! notes. Terminal, SVG and web pages all draw from this.
//!
//! ```
//! use spinward_env::core::{Game, Seat, Setup};
//! use spinward_env::games::connect_four::ConnectFour;
//! use spinward_env::scene::Draw;
//!
//! let game = ConnectFour::from_setup(&Setup::new("connect_four"))?;
//! let scene = game.scene(&game.view(&game.initial_state(), Seat::new(0)));
//! assert!(scene.to_text(&game.facts().seats).contains("  .  .  .  .  .  .  ."));
//! assert!(scene.to_svg(&game.facts().seats).starts_with("<svg"));
//! # Ok::<(), spinward_env::core::SetupFaults>(())
//! ```

mod chart;
mod layout;
mod svg;
mod text;

pub use chart::{Cell, Chart, Ink, Window};
pub use text::WIDTH;

use crate::core::{Game, Seat};

/// A game that can be drawn.
pub trait Draw: Game {
    /// The drawing of what a view shows.
    fn scene(&self, view: &Self::View) -> Scene;

    /// The label of every unit that the view shows, in any order, one entry per unit (a stack of three is
    /// three): the scene's tokens must account for all of them.
    fn units_shown(&self, view: &Self::View) -> Vec<String>;
}

/// A drawing of a position.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// One line: the turn, the phase, who is to move.
    pub title: String,
    /// The places.
    pub sites: Vec<Site>,
    /// The lanes or borders between places.
    pub links: Vec<Link>,
    /// What stands on the places.
    pub tokens: Vec<Token>,
    /// What each seat's panel says, in seat order.
    pub panels: Vec<Panel>,
    /// What is going on: the battle at hand, dice to be rolled, the partly built decision.
    pub notes: Vec<String>,
}

/// Index of a site in [`Scene::sites`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteIndex(pub usize);

/// A place on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Where it lies, in map units from the left and from the top.
    pub at: (f32, f32),
    /// Who holds it.
    pub owner: Option<Seat>,
    /// What it is, in a word or two: `world`, `outpost, neutralised`.
    pub kind: String,
}

/// A connection between two sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// One end.
    pub from: SiteIndex,
    /// The other.
    pub to: SiteIndex,
}

/// Units or markers of one kind on a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Where.
    pub site: SiteIndex,
    /// Whose; `None`: nobody's.
    pub seat: Option<Seat>,
    /// The label, as in [`Draw::units_shown`].
    pub label: String,
    /// How many, at least 1.
    pub count: u16,
    /// Their state in words: empty, `disrupted`, `surface`.
    pub state: String,
}

/// The panel of one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Whose.
    pub seat: Seat,
    /// Name and value of each line.
    pub lines: Vec<(String, String)>,
}

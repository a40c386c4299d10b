//! GDW *Imperium* with H. J. Cobb's fix kit: the game card is `README.md` beside this file.

pub mod action;
pub mod class;
pub mod state;

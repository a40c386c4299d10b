//! Battles (section 11): what is known before ([`setup`]), how they are fought here roll by roll ([`fight`]), and how they end
//! ([`result`]), here or elsewhere. Setup and result are JSON by `serde`. [`calibration`] has what the resolver is measured by.
//!
//! Not there yet: craft, mines, the shadow list and pursuit, officers' fates, one-shot resolution.

mod boarding;
pub mod calibration;
pub mod fight;
pub mod figures;
mod force;
pub mod result;
pub mod rolls;
pub mod setup;
#[cfg(test)]
mod tests;
mod volley;

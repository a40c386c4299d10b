//! Battles (section 11).

pub mod figures;

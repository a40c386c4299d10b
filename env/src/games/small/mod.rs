//! Small games whose exact values are known: they prove that the algorithms are right.

pub mod connect_four;
pub mod goofspiel;
pub mod kuhn_poker;
pub mod pig;

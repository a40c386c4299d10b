//! Small games whose exact values are known: they prove that the algorithms are right.

pub mod pig;

//! Matches, ratings and their intervals.

#![forbid(unsafe_code)]

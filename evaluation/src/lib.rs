//! Matches, ratings and their intervals.

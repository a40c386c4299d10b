//! Train, measure and lend AI agents for interstellar board wargames.

fn main() {}

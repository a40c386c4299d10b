//! What a run plays: one game, or several that differ in options and take turns.

use std::sync::Arc;

use spinward_agents::net::Interface;
use spinward_env::core::Setup;
use spinward_env::games::CompleteGame;

/// The games of a run, played in turn by number. What a network sees and may answer is the same in all of them.
#[derive(Debug)]
pub struct Variations<G> {
    games: Vec<Arc<G>>,
}

impl<G: CompleteGame> Variations<G> {
    /// The games of these setups, at least one.
    ///
    /// # Errors
    /// A sentence for each setup that makes no game, or one that the network of the first can't play.
    pub fn new(setups: &[Setup]) -> Result<Self, Vec<String>> {
        let (mut games, mut faults) = (Vec::<Arc<G>>::new(), Vec::new());
        for (index, setup) in setups.iter().enumerate() {
            let game = G::from_setup(setup).map_err(|faults| faults.to_string());
            match game.and_then(|game| compatible(games.first(), game)) {
                Ok(game) => games.push(Arc::new(game)),
                Err(fault) if setups.len() == 1 => faults.push(fault),
                Err(fault) => faults.push(format!("variation {}: {fault}", index + 1)),
            }
        }
        if faults.is_empty() { Ok(Self { games }) } else { Err(faults) }
    }

    /// The game that has this number in the run.
    pub fn of(&self, number: u64) -> &Arc<G> {
        &self.games[(number % self.games.len() as u64) as usize]
    }

    /// The first of them, which stands for what they have in common.
    pub fn first(&self) -> &Arc<G> {
        &self.games[0]
    }

    /// All of them, in the order of their turns.
    pub fn all(&self) -> impl Iterator<Item = &G> {
        self.games.iter().map(|game| &**game)
    }
}

impl<G> From<Arc<G>> for Variations<G> {
    fn from(game: Arc<G>) -> Self {
        Self { games: vec![game] }
    }
}

/// Refuses a game that the network of the first can't play.
fn compatible<G: CompleteGame>(first: Option<&Arc<G>>, game: G) -> Result<G, String> {
    let Some(first) = first else { return Ok(game) };
    let (scenario, other) = (first.setup().scenario, game.setup().scenario);
    if scenario != other {
        return Err(format!("scenario '{other}' is not that of the first, '{scenario}'"));
    }
    match Interface::of(&game).difference(&Interface::of(&**first)) {
        Some(reason) => Err(format!("one network can't play it and the first: {reason}")),
        None if game.action_count() != first.action_count() => {
            Err("one network can't play it and the first: the numbers of actions differ".into())
        }
        None => Ok(game),
    }
}

#[cfg(test)]
mod tests {
    use spinward_env::core::Game;
    use spinward_env::games::imperium::Imperium;
    use spinward_env::games::pig::Pig;

    use super::*;

    #[test]
    fn games_take_turns() {
        let setups = ["20", "30", "40"].map(|target| Setup::new("pig").set("target", target));
        let games = Variations::<Pig>::new(&setups).unwrap();
        let targets: Vec<i64> = (5..9).map(|number| games.of(number).setup().integer("target")).collect();
        assert_eq!(targets, [40, 20, 30, 40]);
        assert_eq!(games.all().count(), 3);
    }

    #[test]
    fn every_ruleset_of_a_scenario_suits_one_network() {
        let presets = ["cobb-2005", "gdw-1990", "gdw-1977"];
        let setups = presets.map(|preset| Setup::new("imperium").scenario("nusku-gap").preset(preset));
        assert_eq!(Variations::<Imperium>::new(&setups).unwrap().all().count(), 3);
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        let setups = ["nusku-gap", "first-war", "nowhere"].map(|id| Setup::new("imperium").scenario(id));
        let faults = Variations::<Imperium>::new(&setups).unwrap_err();
        assert_eq!(faults[0], "variation 2: scenario 'first-war' is not that of the first, 'nusku-gap'");
        assert!(faults[1].starts_with("variation 3: scenario: "), "{faults:?}");
    }
}

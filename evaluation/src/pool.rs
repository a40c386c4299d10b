//! Ratings of a pool that agents join over months: Glicko-2 (Glickman 2013), updated game by game in the order in which the games
//! were played, so that nothing is worked out anew.
//!
//! [`mod@crate::rating`] weighs all games at once and is the better answer wherever that is possible; here the order counts,
//! old games fade, and a rating is known as soon as a game is over. An agent does not change while it does not play, so the
//! deviation of an idle one stays as it is, unlike that of a person.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::interval::Z95;
use crate::rating::Rating;

/// A rating period ends when somebody has played so many games in it: Glickman asks for 10 to 15 on average.
pub const PERIOD_GAMES: usize = 15;

/// A pool of players with their ratings so far.
#[derive(Clone, Debug)]
pub struct Pool {
    players: Vec<Glicko2Rating>,
    /// The games of the period at hand, of each player.
    period: Vec<Vec<(usize, Outcomes)>>,
    /// Who has played.
    has_played: Vec<bool>,
    /// The two who met first: ratings are told from their mean.
    anchors: Option<[usize; 2]>,
}

impl Pool {
    /// A pool of so many players of whom nothing is known.
    pub fn new(players: usize) -> Self {
        Self {
            players: vec![Glicko2Rating::new(); players],
            period: vec![Vec::new(); players],
            has_played: vec![false; players],
            anchors: None,
        }
    }

    /// Takes a game of two different players into account: `score` is the first one's share of points, 0 to 1, of which
    /// only counts whether it is less or more than half. Says whether it ended a period.
    pub fn play(&mut self, first: usize, second: usize, score: f64) -> bool {
        let (own, other) = match score {
            score if score > 0.5 => (Outcomes::WIN, Outcomes::LOSS),
            score if score < 0.5 => (Outcomes::LOSS, Outcomes::WIN),
            _ => (Outcomes::DRAW, Outcomes::DRAW),
        };
        (self.has_played[first], self.has_played[second]) = (true, true);
        self.anchors.get_or_insert([first, second]);
        self.period[first].push((second, own));
        self.period[second].push((first, other));
        let ended = [first, second].into_iter().any(|player| self.period[player].len() >= PERIOD_GAMES);
        if ended {
            self.end_period();
        }
        ended
    }

    /// Ends the period at hand: its games enter the ratings.
    pub fn end_period(&mut self) {
        let before = self.players.clone();
        for (player, games) in self.period.iter_mut().enumerate().filter(|(_, games)| !games.is_empty()) {
            let results: Vec<(Glicko2Rating, Outcomes)> =
                games.drain(..).map(|(other, outcome)| (before[other], outcome)).collect();
            self.players[player] = glicko2_rating_period(&before[player], &results, &Glicko2Config::new());
        }
    }

    /// The two players who met first; none before the first game.
    pub fn anchors(&self) -> &[usize] {
        self.anchors.as_ref().map_or(&[], |anchors| anchors)
    }

    /// The ratings after the last period of all who have played, above the mean of the two who met first: so nobody's rating moves
    /// because somebody joins the pool. `None` for those who have not played.
    pub fn ratings(&self) -> Vec<Option<Rating>> {
        let of_anchors = self.anchors().iter().map(|&player| self.players[player].rating);
        let origin = of_anchors.sum::<f64>() / self.anchors().len().max(1) as f64;
        let rating = |player: &Glicko2Rating| Rating {
            elo: player.rating - origin,
            half_width: Z95 * player.deviation,
        };
        let all = self.players.iter().zip(&self.has_played);
        all.map(|(player, &has_played)| has_played.then(|| rating(player))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use spinward_env::core::{planner_rng, uniform_index};

    /// Glickman, "Example of the Glicko-2 system" (2013): 1464.06 with a deviation of 151.52 and a volatility of 0.05999.
    #[test]
    fn a_period_agrees_with_glickman() {
        let player = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let players =
            vec![player(1500.0, 200.0), player(1400.0, 30.0), player(1550.0, 100.0), player(1700.0, 300.0)];
        let mut pool = Pool { players, ..Pool::new(4) };
        for (other, score) in [(1, 1.0), (2, 0.0), (3, 0.0)] {
            assert!(!pool.play(0, other, score));
        }
        pool.end_period();
        let Glicko2Rating { rating, deviation, volatility } = pool.players[0];
        assert!((rating - 1464.06).abs() < 0.01, "{rating}");
        assert!((deviation - 151.52).abs() < 0.01, "{deviation}");
        assert!((volatility - 0.05999).abs() < 1e-5, "{volatility}");
    }

    /// Four players of known strength, 3,000 games of two drawn at random, in 40 pools.
    #[test]
    fn simulated_players_get_their_strengths_back() {
        let truth = [-300.0, -100.0, 50.0, 350.0];
        let mut rng = planner_rng(4, 0);
        let (mut inside, mut mean, pools) = (0, [0.0; 4], 40);
        for _ in 0..pools {
            let mut pool = Pool::new(4);
            for _ in 0..3000 {
                let first = uniform_index(&mut rng, 4);
                let second = (first + 1 + uniform_index(&mut rng, 3)) % 4;
                let odds = 10.0_f64.powf((truth[first] - truth[second]) / 400.0);
                let won = (rng.next_u64() as f64 / u64::MAX as f64) < odds / (1.0 + odds);
                pool.play(first, second, f64::from(won));
            }
            let ratings: Vec<Rating> = pool.ratings().into_iter().flatten().collect();
            let centre = ratings.iter().map(|rating| rating.elo).sum::<f64>() / 4.0;
            for (k, rating) in ratings.iter().enumerate() {
                let rating = Rating { elo: rating.elo - centre, ..*rating };
                inside += u32::from((rating.elo - truth[k]).abs() <= rating.half_width);
                mean[k] += rating.elo / f64::from(pools);
            }
        }
        for (mean, truth) in mean.iter().zip(truth) {
            assert!((mean - truth).abs() < 15.0, "{mean} instead of {truth}");
        }
        let share = f64::from(inside) / f64::from(4 * pools);
        assert!(share > 0.9, "{share}");
    }

    /// A strong agent that joins lowers nobody who does not meet it, and has no rating before its first game.
    #[test]
    fn who_joins_moves_nobody() {
        let mut pool = Pool::new(3);
        assert_eq!((pool.ratings(), pool.anchors()), (vec![None; 3], &[][..]));
        for game in 0..60 {
            pool.play(0, 1, f64::from(game % 3 != 0));
        }
        pool.end_period();
        let before = pool.ratings();
        assert!(before[2].is_none() && before[0].unwrap().elo > 0.0, "{before:?}");
        assert!((before[0].unwrap().elo + before[1].unwrap().elo).abs() < 1e-9);
        pool.play(2, 1, 1.0);
        let joined = pool.ratings();
        assert_eq!((joined[0], joined[1]), (before[0], before[1]));
        assert!(joined[2].is_some());
    }
}

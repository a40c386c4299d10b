use crate::games::GameRecord;
use crate::play::Totals;

/// What the games of a generation were like.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayFigures {
    games: u64,
    decisions: u64,
    events: u64,
    /// Wins of each seat; the last is draws.
    wins: Vec<u64>,
    /// Sum over decisions of the squared difference between the search's value and the result, first seat.
    value_error: f64,
    /// Sum over decisions of the target's entropy, in nats.
    entropy: f64,
}

impl PlayFigures {
    pub(super) fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.decisions += game.decisions.len() as u64;
        self.events += game.events.len() as u64;
        self.wins.resize(game.returns.len() + 1, 0);
        let winner = game.outcome().winner().map_or(game.returns.len(), |seat| seat.index());
        self.wins[winner] += 1;
        for decision in &game.decisions {
            if let (Some(value), Some(result)) = (decision.values.first(), game.returns.first()) {
                self.value_error += f64::from(value - result).powi(2);
            }
            let parts = decision.policy.iter().map(|&(_, part)| f64::from(part) / f64::from(u16::MAX));
            self.entropy -= parts.map(|p| p * p.ln()).sum::<f64>();
        }
    }

    pub(super) fn decisions(&self) -> u64 {
        self.decisions
    }

    /// For people.
    pub(super) fn sentence(&self, seconds: f64, totals: &Totals) -> String {
        let shares: Vec<String> =
            self.wins.iter().map(|&wins| format!("{:.0}", 100.0 * self.per_game(wins))).collect();
        let (draws, seats) =
            shares.split_last().map_or((String::new(), String::new()), |(d, s)| (d.clone(), s.join("/")));
        let evaluations = match totals.evaluations {
            0 => String::new(),
            count => format!(", {:.0} evaluations/s", count as f64 / seconds),
        };
        format!(
            "{} games, {} decisions in {seconds:.0} s{evaluations}; won {seats} %, drawn {draws} %",
            self.games, self.decisions
        )
    }

    /// For the metrics. `evaluating_share` is the share of the workers' time spent in the network.
    pub(super) fn list(&self, seconds: f64, workers: usize, totals: &Totals) -> Vec<(&'static str, f64)> {
        const SEATS: [&str; 6] =
            ["won_seat_0", "won_seat_1", "won_seat_2", "won_seat_3", "won_seat_4", "won_seat_5"];
        let per_decision = |sum: f64| sum / self.decisions.max(1) as f64;
        let mut list = vec![
            ("games", self.games as f64),
            ("decisions", self.decisions as f64),
            ("seconds", seconds),
            ("decisions_per_game", self.per_game(self.decisions)),
            ("events_per_game", self.per_game(self.events)),
            ("drawn", self.per_game(self.wins.last().copied().unwrap_or(0))),
            ("target_entropy", per_decision(self.entropy)),
        ];
        let seats = self.wins.len().saturating_sub(1);
        list.extend(SEATS.iter().zip(&self.wins[..seats]).map(|(&name, &wins)| (name, self.per_game(wins))));
        if totals.evaluations > 0 {
            list.push(("value_error", per_decision(self.value_error)));
            list.push(("evaluations_per_s", totals.evaluations as f64 / seconds));
            list.push(("leaves_per_batch", totals.evaluations as f64 / totals.batches.max(1) as f64));
            list.push(("evaluating_share", totals.evaluating.as_secs_f64() / (seconds * workers as f64)));
        }
        list
    }

    fn per_game(&self, count: u64) -> f64 {
        count as f64 / self.games.max(1) as f64
    }
}

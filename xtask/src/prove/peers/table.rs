use std::fmt::Write;

use anyhow::{Context, Result};

use super::rounds::Round;

/// What stands beside what: what is measured, the peer's figure with its unit, and that of Spinward in `first-war`.
const ROWS: [(&str, &str, &str); 9] = [
    ("random play: OpenSpiel backgammon, within C++", "open_spiel.backgammon.play_cpp", "random_play_per_s"),
    (
        "random play: OpenSpiel backgammon, from Python",
        "open_spiel.backgammon.play_python",
        "random_play_per_s",
    ),
    ("random play: board-game chess", "board-game.chess.play", "random_play_per_s"),
    ("random play: shakmaty chess", "shakmaty.chess.play", "random_play_per_s"),
    (
        "batches of environments: OpenSpiel backgammon, from Python",
        "open_spiel.backgammon.play_python",
        "vec_steps_per_s",
    ),
    (
        "search, playouts to the end: OpenSpiel MCTSBot, backgammon",
        "open_spiel.backgammon.mcts",
        "rollout_sims_per_s",
    ),
    ("search, playouts to the end: board-game MCTS, chess", "board-game.chess.mcts", "rollout_sims_per_s"),
    (
        "search, playouts of a turn, theirs to the end: OpenSpiel MCTSBot, backgammon",
        "open_spiel.backgammon.mcts",
        "turn_rollout_sims_per_s",
    ),
    (
        "search, playouts of a turn, theirs to the end: board-game MCTS, chess",
        "board-game.chess.mcts",
        "turn_rollout_sims_per_s",
    ),
];

/// What the table can and can't say.
pub(super) const NOTES: &str = "\
Rates are per second of processor time on one core. Spinward plays Imperium, `first-war`: decisions with at least two legal
actions; dice and forced decisions on the way are part of their price. A step of OpenSpiel is an applied action, dice included
(nearly half of them in backgammon); a step of chess is a move, games of shakmaty end after 300 of them. Playouts to the end
differ in length (some 170 decisions with a choice here, from positions of all stages; some 208 steps in backgammon and 340 moves in
chess, from the start). Searches have 800 simulations a decision here, 200 in
OpenSpiel and 1,000 in board-game. Playouts of a turn (some 15 decisions) end in the game's estimate; no peer has the like, so that these rows
compare two ways to search, not the same work. Games differ: a ratio says what an experiment costs, not that one engine's code is better.
";

/// The table: per row the medians, and the smallest, middle and largest ratio of one round.
///
/// # Errors
/// If a round lacks a figure.
pub(super) fn table(rounds: &[Round]) -> Result<String> {
    let mut text = String::from(
        "| what | peer, per s | Spinward, per s | ratio: least | median | most |\n|---|---|---|---|---|---|\n",
    );
    for (what, peer, own) in ROWS {
        let figures = |name: &str| -> Result<Vec<f64>> {
            let figure = |round: &Round| round.0.get(name).copied();
            let figures: Option<Vec<f64>> = rounds.iter().map(figure).collect();
            figures.with_context(|| format!("a round lacks the figure '{name}': --fresh begins anew"))
        };
        let (peer, own) = (figures(peer)?, figures(&format!("spinward.{own}"))?);
        let ratios = sorted(own.iter().zip(&peer).map(|(own, peer)| own / peer).collect());
        let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
        _ = writeln!(
            text,
            "| {what} | {} | {} | {least:.2} | {:.2} | {most:.2} |",
            grouped(middle(&sorted(peer))),
            grouped(middle(&sorted(own))),
            middle(&ratios)
        );
    }
    Ok(text)
}

fn sorted(mut figures: Vec<f64>) -> Vec<f64> {
    figures.sort_by(f64::total_cmp);
    figures
}

fn middle(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}

/// A rate to three digits, its thousands apart: 1,230,000.
fn grouped(rate: f64) -> String {
    let digits = rate.max(1.0).log10().floor() as i32 - 2;
    let unit = 10_f64.powi(digits.max(0));
    let text = ((rate / unit).round() * unit).to_string();
    let first = text.len() % 3;
    let mut parts: Vec<&str> = if first > 0 { vec![&text[..first]] } else { Vec::new() };
    parts.extend((first..text.len()).step_by(3).map(|at| &text[at..at + 3]));
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(peer: f64, own: f64) -> Round {
        let figures = ROWS
            .iter()
            .flat_map(|(_, name, key)| [((*name).to_string(), peer), (format!("spinward.{key}"), own)]);
        Round(figures.collect())
    }

    #[test]
    fn ratios_are_those_of_one_round() {
        let table = table(&[round(100.0, 200.0), round(200.0, 800.0), round(1000.0, 1000.0)]).unwrap();
        let row = table.lines().nth(2).unwrap();
        assert!(row.ends_with("| 200 | 800 | 1.00 | 2.00 | 4.00 |"), "{row}");
    }

    #[test]
    fn a_missing_figure_is_named() {
        let mut short = round(1.0, 1.0);
        short.0.remove("shakmaty.chess.play");
        assert!(table(&[short]).unwrap_err().to_string().contains("shakmaty.chess.play"));
    }

    #[test]
    fn rates_have_three_digits() {
        assert_eq!([652.4, 5018.0, 1_688_325.0].map(grouped), ["652", "5,020", "1,690,000"]);
    }
}

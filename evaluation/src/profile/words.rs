//! A profile in words: tables by turn for each player and side, and what two players do differently.

use std::fmt::{self, Write as _};

use super::ProfileReport;
use super::compare::Comparison;
use super::report::{AgentProfile, SeriesReport};
use crate::report::write_table;

/// The clearest differences that are told of a side.
const TOLD: usize = 12;

impl fmt::Display for ProfileReport {
    /// Tables, each line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, scenario, games, repeats, unfinished, .. } = self;
        write!(f, "{game}/{scenario}: {}", game_count(*games))?;
        if *unfinished > 0 {
            write!(f, ", {unfinished} of them unfinished")?;
        }
        match repeats {
            0 => {}
            1 => write!(f, "; 1 more replay repeats one of them and does not count")?,
            _ => write!(f, "; {repeats} more replays repeat some of them and do not count")?,
        }
        writeln!(f)?;
        for agent in &self.agents {
            write_agent(f, agent)?;
        }
        for sides in self.comparisons.chunk_by(|a, b| a.side == b.side) {
            write_comparison(f, sides)?;
        }
        Ok(())
    }
}

fn write_agent(f: &mut fmt::Formatter<'_>, agent: &AgentProfile) -> fmt::Result {
    let score = agent.score.map_or_else(String::new, |score| format!(", score {score:.3}"));
    writeln!(f, "\n{} as {}: {}{score}", agent.agent, agent.side, game_count(agent.games))?;
    for series in &agent.series {
        writeln!(f)?;
        write_table(f, &by_turn(series, agent.reached.len()))?;
    }
    Ok(())
}

/// The heading, then an item a row, the largest first, with its mean in each turn.
fn by_turn(series: &SeriesReport, turns: usize) -> Vec<Vec<String>> {
    let mean = if series.kind == "sum" { "a game" } else { "mean" };
    let mut heading = vec![series.title.clone(), mean.into()];
    heading.extend((1..=turns).map(|turn| format!("turn {turn}")));
    let mut items: Vec<_> = series.items.iter().collect();
    items.sort_by(|a, b| b.per_game.total_cmp(&a.per_game));
    let row = |item: &&super::ItemReport| {
        let mut row = vec![item.item.clone(), number(item.per_game)];
        row.extend(item.by_turn.iter().copied().map(number));
        row
    };
    std::iter::once(heading).chain(items.iter().map(row)).collect()
}

fn game_count(games: usize) -> String {
    if games == 1 { "1 game".into() } else { format!("{games} games") }
}

fn number(value: f64) -> String {
    if value == 0.0 { ".".into() } else { format!("{value:.2}") }
}

fn write_comparison(f: &mut fmt::Formatter<'_>, of_side: &[Comparison]) -> fmt::Result {
    let Some(first) = of_side.first() else { return Ok(()) };
    let clear = of_side.iter().filter(|item| item.clearness() > 1.0).count();
    writeln!(
        f,
        "\nAs {}, {} against {}: {clear} of {} items differ clearly, a game",
        first.side,
        first.a,
        first.b,
        of_side.len()
    )?;
    let heading = ["series", "item", first.a.as_str(), first.b.as_str(), "difference", "95 %"];
    let mut rows = vec![heading.map(String::from).to_vec()];
    for item in of_side.iter().take(TOLD) {
        let mut interval = String::new();
        match item.ci95 {
            Some([low, high]) => write!(interval, "{low:+.2} to {high:+.2}")?,
            None => interval.push('-'),
        }
        rows.push(vec![
            item.series.clone(),
            item.item.clone(),
            number(item.a_per_game),
            number(item.b_per_game),
            format!("{:+.2}", item.difference),
            interval,
        ]);
    }
    write_table(f, &rows)
}

//! `spinward review`: what decided a game, roll by roll and decision by decision.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use spinward_agents::file::read_text;
use spinward_agents::roster::AgentSpec;
use spinward_agents::search::{SearchAgent, SearchConfig};
use spinward_agents::values;
use spinward_env::core::Seat;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::record::{Header, ReplayError};
use spinward_evaluation::review::{Judge, Review as Reviewed, Swing, review};

use crate::exit::{Done, wrong_use};
use crate::play::words::{percent, seat_name};

/// Tell what decided a game: the luck of every roll, the loss of every decision, the biggest swings.
///
/// Values are those of a judge: the game's own estimate at a glance, or a network (--weights). Decisions are searched with
/// the same judge. What it says is as good as the judge is.
#[derive(Args)]
#[command(after_help = "Examples:\n  spinward review game.jsonl\n  \
                        spinward review game.jsonl --json --visits 256")]
pub(crate) struct Review {
    /// The replay (JSON Lines) of a game, finished or not.
    file: PathBuf,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Simulations of a decision.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    visits: u32,
    /// Judge with the network of this file.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many of the biggest swings are told.
    #[arg(long, default_value_t = 8)]
    swings: usize,
}

impl Review {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let name = self.file.display().to_string();
        let text = read_text(&self.file).map_err(wrong_use)?;
        let first = text.lines().next().unwrap_or_default();
        let header = Header::parse(first)
            .map_err(|fault| wrong_use(format!("{name}: {}", ReplayError { line: 1, fault })))?;
        let setup = header.setup.clone();
        let sitting = Sitting { asked: &self, name: name.clone(), header, text: &text, out };
        with_game(&setup, sitting).map_err(|faults| wrong_use(format!("{name}: line 1: {faults}")))?
    }
}

struct Sitting<'a, W> {
    asked: &'a Review,
    name: String,
    header: Header,
    text: &'a str,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Sitting<'_, W> {
    type Out = Result<Done>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<Done> {
        let mut judge = judge(&game, self.asked)?;
        let lines = self.text.lines().skip(1);
        let reviewed = review(&game, &self.header, lines, &mut judge)
            .map_err(|error| wrong_use(format!("{}: {error}", self.name)))?;
        let facts = game.facts();
        if self.asked.json {
            let mut document = document(&reviewed, facts.seat_count(), self.asked.swings);
            round(&mut document);
            writeln!(self.out, "{document:#}")?;
        } else {
            let page = Page {
                reviewed: &reviewed,
                seats: &facts.seats,
                returns: facts.returns,
                header: &self.header,
            };
            page.write(self.out, self.asked.swings)?;
        }
        Ok(Done::Whole)
    }
}

fn judge<G: CompleteGame>(game: &Arc<G>, asked: &Review) -> Result<Judge<G>> {
    let spec = match &asked.weights {
        None => AgentSpec::new("estimate"),
        Some(path) => {
            let options = [("weights".to_string(), path.display().to_string())];
            AgentSpec { name: "network".into(), options: options.into() }
        }
    };
    let open = || values::evaluator(game, &spec).map_err(|error| wrong_use(error.faults.join("; ")));
    // Every choice is looked at, so that every one that was made has a value.
    let config = SearchConfig { max_considered: 1024, ..SearchConfig::default() };
    let searcher = SearchAgent::new(Arc::clone(game), config, open()?).map_err(wrong_use)?;
    Ok(Judge { evaluator: open()?, searcher: Box::new(searcher), visits: asked.visits })
}

fn document(reviewed: &Reviewed, seats: usize, swings: usize) -> Value {
    let swing = |swing: &Swing| match *swing {
        Swing::Decision(k) => json!({ "decision": reviewed.decisions[k].event }),
        Swing::Roll(k) => json!({ "roll": reviewed.rolls[k].event }),
    };
    json!({
        "schema": "spinward/review/1",
        "decisions": reviewed.decisions,
        "rolls": reviewed.rolls,
        "luck": reviewed.luck(seats).to_vec(),
        "loss": reviewed.loss(seats).to_vec(),
        "swings": reviewed.swings(swings).iter().map(swing).collect::<Vec<_>>(),
        "returns": reviewed.outcome.as_ref().map(|outcome| outcome.returns.to_vec()),
    })
}

/// Numbers to six decimals: a judge's values have no more.
fn round(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        Value::Number(number) if number.is_f64() => {
            if let Some(x) = number.as_f64() {
                *value = json!((x * 1e6).round() / 1e6);
            }
        }
        _ => {}
    }
}

/// A review in words.
struct Page<'a> {
    reviewed: &'a Reviewed,
    seats: &'a [&'static str],
    returns: (f32, f32),
    header: &'a Header,
}

impl Page<'_> {
    fn write(&self, out: &mut impl Write, swings: usize) -> Result<()> {
        let count = self.seats.len();
        let (luck, loss) = (self.reviewed.luck(count), self.reviewed.loss(count));
        writeln!(
            out,
            "One point is a hundredth of the way from the worst result to the best, by the judge.\n"
        )?;
        writeln!(
            out,
            "{:<12} {:<24} {:>7} {:>7} {:>7} {:>10}",
            "seat", "played by", "result", "luck", "loss", "decisions"
        )?;
        for seat in Seat::all(count) {
            let k = seat.index();
            let player = self.header.players.get(k).map_or("", String::as_str);
            let result = match &self.reviewed.outcome {
                Some(outcome) => format!("{}", outcome.returns[k]),
                None => "open".into(),
            };
            let decisions = self.reviewed.decisions.iter().filter(|decision| decision.seat == k).count();
            let name = seat_name(self.seats, seat);
            let (luck, loss) = (self.points(luck[k]), self.points(loss[k]));
            writeln!(out, "{name:<12} {player:<24} {result:>7} {luck:>+7.1} {loss:>7.1} {decisions:>10}")?;
        }
        let told = self.reviewed.swings(swings);
        if !told.is_empty() {
            writeln!(out, "\nBiggest swings:")?;
        }
        for swing in told {
            writeln!(out, "{}", self.swing(swing))?;
        }
        Ok(())
    }

    fn points(&self, value: f32) -> f32 {
        100.0 * value / (self.returns.1 - self.returns.0)
    }

    fn swing(&self, swing: Swing) -> String {
        match swing {
            Swing::Decision(k) => {
                let decision = &self.reviewed.decisions[k];
                let name = seat_name(self.seats, Seat::new(decision.seat));
                let points = self.points(decision.loss.unwrap_or(0.0));
                let (event, action, best) = (decision.event, &decision.action, &decision.best);
                format!("{event:>5}. {name} chose '{action}': '{best}' was better by {points:.1} points")
            }
            Swing::Roll(k) => {
                let roll = &self.reviewed.rolls[k];
                let lucky = Seat::all(self.seats.len())
                    .max_by(|a, b| roll.luck[a.index()].total_cmp(&roll.luck[b.index()]))
                    .unwrap_or(Seat::new(0));
                let (name, points) = (seat_name(self.seats, lucky), self.points(roll.luck[lucky.index()]));
                let (event, what, fell, p) =
                    (roll.event, &roll.what, &roll.outcome, percent(roll.probability));
                format!(
                    "{event:>5}. Dice: {what}. It fell: {fell} ({p}), {points:.1} points of luck for {name}"
                )
            }
        }
    }
}

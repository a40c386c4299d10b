//! `spinward bench`: how fast games run on this machine.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use serde_json::{Map, Value};
use spinward_env::core::Setup;
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};
use spinward_evaluation::speed::{Checksum, Effort, Speed, checksum, measure};

use crate::exit::{Done, wrong_use};
use crate::setup_options::SetupOptions;

/// Measure how fast games run on one core: decisions with a choice, observations, batches.
#[derive(Args)]
#[command(after_help = "Example: spinward bench --seconds 1 --json\n\n\
                        Rates are per second of processor time on one core, medians of the repetitions. A decision \
                        counts when it has at least two legal actions.")]
pub(crate) struct Bench {
    #[command(flatten)]
    setup: SetupOptions,
    /// Processor time of each repetition of each figure.
    #[arg(long, default_value_t = 0.2)]
    seconds: f64,
    /// Repetitions of each figure.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    repetitions: u16,
    /// Add what a fixed set of random games comes to: it changes with the rules, not with the machine.
    #[arg(long)]
    checksum: bool,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        if !(self.seconds > 0.0 && self.seconds <= 3600.0) {
            return Err(wrong_use("--seconds: expected a number above 0, 3600 at most"));
        }
        let effort = Effort {
            repetitions: usize::from(self.repetitions),
            time: Duration::from_secs_f64(self.seconds),
        };
        let mut document = Map::from_iter([("schema".into(), "spinward/bench/1".into())]);
        for setup in self.setups()? {
            let visit = Measure { effort, checksum: self.checksum };
            let (name, speed, checksum) = with_game(&setup, visit).map_err(wrong_use)??;
            if self.json {
                let mut figures = serde_json::to_value(&speed)?;
                if let (Some(checksum), Value::Object(figures)) = (checksum, &mut figures) {
                    figures.insert("checksum".into(), serde_json::to_value(checksum)?);
                }
                document.insert(name, figures);
            } else {
                print(out, &name, &speed, checksum.as_ref())?;
                out.flush()?;
            }
        }
        if self.json {
            writeln!(out, "{:#}", Value::Object(document))?;
        }
        Ok(Done::Whole)
    }

    /// What the options name, or else every scenario of every game.
    fn setups(&self) -> Result<Vec<Setup>> {
        if !self.setup.is_empty() {
            return Ok(vec![self.setup.setup()?]);
        }
        let all = registry().into_iter().flat_map(|card| {
            card.scenarios.into_iter().map(move |scenario| Setup::new(card.id).scenario(scenario.id))
        });
        Ok(all.collect())
    }
}

struct Measure {
    effort: Effort,
    checksum: bool,
}

impl GameVisitor for Measure {
    type Out = Result<(String, Speed, Option<Checksum>)>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let name = format!("{}/{}", game.setup().game, game.setup().scenario);
        let checksum = self.checksum.then(|| checksum(&*game));
        Ok((name, measure(&game, self.effort)?, checksum))
    }
}

fn print(out: &mut impl Write, name: &str, speed: &Speed, checksum: Option<&Checksum>) -> Result<()> {
    writeln!(out, "{name}")?;
    let rates = [
        ("random play", speed.random_play_per_s, "decisions/s"),
        ("random play", speed.random_games_per_s, "games/s"),
        ("legal lists", speed.legal_per_s, "/s"),
        ("states copied", speed.clone_per_s, "/s"),
        ("views encoded", speed.encode_per_s, "/s"),
        ("batch of 64", speed.vec_steps_per_s, "decisions/s"),
        ("with observations", speed.vec_obs_steps_per_s, "decisions/s"),
        ("search, wide", speed.search_sims_per_s, "simulations/s"),
        ("search, deep", speed.search_sims_per_s_peaked, "simulations/s"),
        ("search, playouts", speed.rollout_sims_per_s, "simulations/s"),
    ];
    for (what, rate, unit) in rates {
        writeln!(out, "  {what:<18} {:>14} {unit}", grouped(rate.round() as u64))?;
    }
    writeln!(
        out,
        "  {:.1} decisions a game, {:.1} % of all decisions forced, {} bytes a state",
        speed.decisions_per_game,
        100.0 * speed.forced_share,
        speed.state_bytes
    )?;
    if let Some(checksum) = checksum {
        writeln!(out, "  checksum {} of {} nodes", checksum.hash, grouped(checksum.nodes))?;
    }
    Ok(())
}

/// A number with its thousands apart: 1 234 567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

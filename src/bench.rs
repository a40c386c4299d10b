//! `spinward bench`: how fast games run on this machine.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use serde_json::{Map, Value};
use spinward_env::core::Setup;
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};
use spinward_evaluation::speed::{Checksum, Effort, SEARCH_VISITS, Speed, checksum, measure};
use spinward_training::measure::{Saved, Scaling, SelfPlaySpeed, Speedup, saved, scaling, self_play_speed};

use crate::exit::{Done, wrong_use};
use crate::setup_options::SetupOptions;

/// Measure how fast games run on one core: decisions with a choice, observations, batches, searches.
#[derive(Args)]
#[command(after_help = "Examples:\n  spinward bench --seconds 1 --json\n  \
                        spinward bench --scenario nusku-gap --self-play --scaling\n\n\
                        Rates are per second of processor time on one core, medians of the repetitions; those of \
                        --scaling are by the wall clock. A decision counts when it has at least two legal actions.")]
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
    /// Print only that, and measure nothing.
    #[arg(long, conflicts_with_all = ["seconds", "repetitions", "checksum", "self_play", "scaling"])]
    checksum_only: bool,
    /// Measure self-play instead: what part of it is the network, and how many evaluations a reused tree and a cache save.
    #[arg(long)]
    self_play: bool,
    /// Measure what a second thread brings instead: to self-play, to learning and to a loop that needs registers only.
    #[arg(long)]
    scaling: bool,
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
        let parts = Parts {
            speed: !self.self_play && !self.scaling && !self.checksum_only,
            checksum: self.checksum || self.checksum_only,
            self_play: self.self_play,
            scaling: self.scaling,
        };
        let mut document = Map::from_iter([("schema".into(), "spinward/bench/1".into())]);
        for setup in self.setups()? {
            let (name, figures) = with_game(&setup, Measure { effort, parts }).map_err(wrong_use)??;
            if self.json {
                document.insert(name, figures.to_json()?);
            } else {
                figures.print(out, &name)?;
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

/// What is asked for.
#[derive(Clone, Copy)]
struct Parts {
    speed: bool,
    checksum: bool,
    self_play: bool,
    scaling: bool,
}

struct Measure {
    effort: Effort,
    parts: Parts,
}

/// What was measured of one scenario.
struct Figures {
    speed: Option<Speed>,
    checksum: Option<Checksum>,
    self_play: Option<(SelfPlaySpeed, Saved)>,
    scaling: Option<Scaling>,
}

impl GameVisitor for Measure {
    type Out = Result<(String, Figures)>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        /// Of the main job.
        const VISITS: u32 = 16;
        const GAMES: u64 = 4;
        let (parts, Effort { repetitions, time }) = (self.parts, self.effort);
        let figures = Figures {
            checksum: parts.checksum.then(|| checksum(&*game)),
            speed: parts.speed.then(|| measure(&game, self.effort)).transpose()?,
            self_play: match parts.self_play {
                true => Some((self_play_speed(&game, repetitions, time)?, saved(&game, VISITS, GAMES)?)),
                false => None,
            },
            scaling: parts.scaling.then(|| scaling(&game, repetitions, time)).transpose()?,
        };
        Ok((format!("{}/{}", game.setup().game, game.setup().scenario), figures))
    }
}

impl Figures {
    fn to_json(&self) -> Result<Value> {
        let mut figures = match &self.speed {
            Some(speed) => serde_json::to_value(speed)?,
            None => Value::Object(Map::new()),
        };
        let mut add = |key: &str, part: Value| figures[key] = part;
        if let Some(checksum) = &self.checksum {
            add("checksum", serde_json::to_value(checksum)?);
        }
        if let Some((speed, saved)) = &self.self_play {
            add("self_play", serde_json::to_value(speed)?);
            add("evaluations_a_decision", serde_json::to_value(saved)?);
        }
        if let Some(scaling) = &self.scaling {
            add("scaling", serde_json::to_value(scaling)?);
        }
        Ok(figures)
    }

    fn print(&self, out: &mut impl Write, name: &str) -> Result<()> {
        writeln!(out, "{name}")?;
        if let Some(speed) = &self.speed {
            print_speed(out, speed)?;
        }
        if let Some(checksum) = &self.checksum {
            writeln!(out, "  checksum {} of {} nodes", checksum.hash, grouped(checksum.nodes))?;
        }
        if let Some((speed, saved)) = &self.self_play {
            print_self_play(out, speed, saved)?;
        }
        if let Some(scaling) = &self.scaling {
            print_scaling(out, scaling)?;
        }
        Ok(())
    }
}

fn print_speed(out: &mut impl Write, speed: &Speed) -> Result<()> {
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
        ("playouts of a turn", speed.turn_rollout_sims_per_s, "simulations/s"),
        ("playouts of a game", speed.rollout_sims_per_s, "simulations/s"),
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
    writeln!(
        out,
        "  searches of {SEARCH_VISITS} simulations: wide {:.1} deep, deep {:.1}; {:.0} bytes a position, {:.0} an action",
        speed.search_depth, speed.search_depth_peaked, speed.tree_bytes_per_node, speed.tree_bytes_per_edge
    )?;
    writeln!(
        out,
        "  playouts of {:.1} decisions to the end of the turn, of {:.1} to the end of the game",
        speed.turn_rollout_decisions, speed.rollout_decisions
    )?;
    Ok(())
}

fn print_self_play(out: &mut impl Write, speed: &SelfPlaySpeed, saved: &Saved) -> Result<()> {
    let whole = |rate: f64| grouped(rate.round() as u64);
    writeln!(
        out,
        "  self-play: {} evaluations/s in batches of {:.1}, {:.1} % of the processor time in the network",
        whole(speed.evaluations_per_s),
        speed.leaves_per_batch,
        100.0 * speed.network_share
    )?;
    writeln!(
        out,
        "  the network alone on the same batches: {} evaluations/s, so that self-play keeps {:.1} %",
        whole(speed.network_evaluations_per_s),
        100.0 * speed.evaluations_per_s / speed.network_evaluations_per_s
    )?;
    writeln!(
        out,
        "  evaluations a decision of {} simulations ({} games): {:.2}; saved by the reused tree {:.1} %, by the cache {:.1} %, \
         by both {:.1} %",
        saved.visits,
        saved.games,
        saved.neither,
        100.0 * saved.share(saved.reuse),
        100.0 * saved.share(saved.cache),
        100.0 * saved.share(saved.both)
    )?;
    Ok(())
}

fn print_scaling(out: &mut impl Write, scaling: &Scaling) -> Result<()> {
    writeln!(out, "  two threads against one:")?;
    let rows = [
        ("registers only", Some(&scaling.registers)),
        ("self-play workers", Some(&scaling.workers)),
        ("a learner step", scaling.learner.as_ref()),
    ];
    for (what, speedup) in rows {
        match speedup {
            Some(Speedup { ratio, .. }) => writeln!(
                out,
                "    {what:<18} {ratio:.2} times, {:.0} % of what the machine gives",
                100.0 * ratio / scaling.registers.ratio
            )?,
            None => writeln!(out, "    {what:<18} not measured: the program was built without libtorch")?,
        }
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

//! What this machine does with a network: do its devices agree, and how fast are evaluation, learning and self-play?
//! Takes about a minute, reads and writes no file.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use spinward_agents::evaluator::Leaf;
use spinward_agents::net::synthetic::Synthetic;
use spinward_agents::net::torch::{Placement, TorchNetwork, cuda_problem, tch, use_threads};
use spinward_agents::net::{
    Backend, Batch, CpuNetwork, Heads, Interface, NetworkConfig, Want, Weights, open,
};
use spinward_agents::search::SearchConfig;
use spinward_env::core::{Outcome, PerSeat, Setup};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use tch::Device;

use crate::Stop;
use crate::checkpoint::LearnerState;
use crate::config::LearningConfig;
use crate::error::TrainError;
use crate::learner::{Learner, LearnerError};
use crate::play::{Queue, SelfPlayWorker, Worker};
use crate::samples::Sample;
use crate::variations::Variations;

/// How long each figure is measured.
const MEASURED: Duration = Duration::from_millis(500);
/// Decisions of a learner step on the CPU.
const CPU_STEP: usize = 128;
/// How far the logits of two devices may be apart.
const TOLERANCE: f32 = 2e-3;
/// The same where matrices are multiplied in bf16: 8 bits of precision over some ten products in a row.
const BF16_TOLERANCE: f32 = 0.1;

/// Measures and writes a table; `setup` is the game of the self-play figures.
///
/// # Errors
/// If devices disagree, or something that is measured fails.
pub fn gpu_check(setup: &Setup, out: &mut dyn Write) -> Result<(), TrainError> {
    use_threads(1);
    let say = |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(TrainError::Output);
    let cuda = cuda_problem();
    match &cuda {
        None => say(out, format!("CUDA: {} device(s)", tch::Cuda::device_count()))?,
        Some(reason) => say(out, format!("no CUDA ({reason}): the CPU alone is measured"))?,
    }
    let places = places(cuda.is_none());
    let game = Synthetic::new(12, 17);
    let network = NetworkConfig::default();
    let weights = game.weights(network, 1);
    for &(name, place) in &places {
        let difference = numerics(&game, &weights, place)?;
        say(out, format!("{name:16} against pure Rust: logits differ by {difference:.1e} at most"))?;
        let tolerance = if place.bf16 { BF16_TOLERANCE } else { TOLERANCE };
        if difference.is_nan() || difference > tolerance {
            return Err(TrainError::Disagreement { device: name.to_string(), difference });
        }
    }
    say(out, "evaluations/s, 32 rows, 2 layers of width 64, one thread:".into())?;
    for batch in [1, 8, 32, 64, 256, 1024, 4096] {
        let leaves = game.leaves(batch, 0.5, 2);
        let small = batch <= 64;
        let mut line = format!("  batch {batch:5}:");
        if small {
            line += &format!(" rust {:8.0}", rust_speed(&game, &weights, &leaves));
        }
        for &(name, place) in places.iter().filter(|(_, place)| small || place.device != Device::Cpu) {
            line += &format!(" {name} {:8.0}", torch_speed(&game, &weights, &leaves, place));
        }
        if small || places.len() > 1 {
            say(out, line)?;
        }
    }
    for &(name, place) in &places {
        let batch = if place.device == Device::Cpu { CPU_STEP } else { 1024 };
        let (milliseconds, rate) = learner_speed(&game, &weights, place, batch, 1)?;
        say(
            out,
            format!("learner on {name}: {milliseconds:.1} ms a step of {batch}, {rate:.0} decisions/s"),
        )?;
    }
    for line in with_game(setup, SelfPlay { cuda: cuda.is_none() })?? {
        say(out, line)?;
    }
    Ok(())
}

/// What is measured: the CPU, and a GPU with and without what `[gpu]` of a training configuration turns on.
fn places(cuda: bool) -> Vec<(&'static str, Placement)> {
    let mut places = vec![("cpu", Placement::plain(Device::Cpu))];
    if cuda {
        let plain = Placement::plain(Device::Cuda(0));
        let pinned = Placement { pinned: true, ..plain };
        places.extend([
            ("cuda", plain),
            ("cuda, pinned", pinned),
            ("cuda, pinned bf16", Placement { bf16: true, ..pinned }),
        ]);
    }
    places
}

/// The largest difference of any logit between a device and pure Rust.
fn numerics(game: &Synthetic, weights: &Weights, placement: Placement) -> Result<f32, TrainError> {
    let (layout, leaves) = (game.layout(), game.leaves(64, 0.5, 3));
    let batch = Batch::new(&layout, &leaves);
    let rust = CpuNetwork::new(weights, &layout).forward(&batch, Want::Play);
    let torch = TorchNetwork::new(weights, &layout, placement, false);
    let torch = tch::no_grad(|| torch.forward(&batch, Want::Play)).to_heads().map_err(LearnerError::from)?;
    let all = |heads: &Heads| heads.policy.iter().chain(&heads.outcome).copied().collect::<Vec<f32>>();
    let (rust, torch) = (all(&rust), all(&torch));
    if rust.len() != torch.len() {
        return Ok(f32::NAN);
    }
    // `f32::max` would pass over what is no number.
    let larger = |most: f32, difference: f32| match difference.is_nan() || difference > most {
        true => difference,
        false => most,
    };
    Ok(rust.iter().zip(&torch).map(|(a, b)| (a - b).abs()).fold(0.0, larger))
}

/// How often a second `work` can be done.
fn per_second(mut work: impl FnMut()) -> f64 {
    work();
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < MEASURED {
        work();
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

fn rust_speed(game: &Synthetic, weights: &Weights, leaves: &[Leaf]) -> f64 {
    let layout = game.layout();
    let network = CpuNetwork::new(weights, &layout);
    leaves.len() as f64 * per_second(|| drop(network.forward(&Batch::new(&layout, leaves), Want::Play)))
}

fn torch_speed(game: &Synthetic, weights: &Weights, leaves: &[Leaf], placement: Placement) -> f64 {
    let layout = game.layout();
    let network = TorchNetwork::new(weights, &layout, placement, false);
    let work = || tch::no_grad(|| drop(network.forward(&Batch::new(&layout, leaves), Want::Play).to_heads()));
    leaves.len() as f64 * per_second(work)
}

/// Decisions learnt from a second on the CPU by a learner with this many workers, a thread each.
pub(crate) fn cpu_learner_rate(workers: usize) -> Result<f64, TrainError> {
    let game = Synthetic::new(12, 17);
    let weights = game.weights(NetworkConfig::default(), 1);
    learner_speed(&game, &weights, Placement::plain(Device::Cpu), CPU_STEP, workers).map(|(_, rate)| rate)
}

/// Milliseconds a step, and decisions learnt from a second.
fn learner_speed(
    game: &Synthetic,
    weights: &Weights,
    placement: Placement,
    batch: usize,
    workers: usize,
) -> Result<(f64, f64), TrainError> {
    let layout = game.layout();
    let won = Outcome { returns: [1.0, -1.0].into_iter().collect(), margins: PerSeat::new() };
    let sample = |leaf: Leaf| Sample {
        policy: vec![1.0 / leaf.actions.len() as f32; leaf.actions.len()],
        outcome: layout.returns.shares(&won, leaf.viewer),
        margin: 0.0,
        owners: vec![0; layout.sites()],
        leaf,
    };
    let samples: Vec<Sample> = game.leaves(batch, 0.5, 4).into_iter().map(sample).collect();
    let state = LearnerState::new(weights.clone());
    let mut learner = Learner::new(placement, &state, layout.clone(), LearningConfig::default(), workers);
    let mut failed = None;
    let rate = per_second(|| {
        if let Err(error) = learner.step(&samples, 1e-4) {
            failed = Some(error);
        }
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok((1000.0 / rate, rate * batch as f64)),
    }
}

/// Measures one worker of self-play per backend.
struct SelfPlay {
    cuda: bool,
}

impl GameVisitor for SelfPlay {
    type Out = Result<Vec<String>, TrainError>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let weights = Weights::random(NetworkConfig::default(), Interface::of(&*game), 1);
        let games = Variations::from(Arc::clone(&game));
        let mut backends = vec![("pure Rust", Backend::Cpu, 16)];
        if self.cuda {
            for (name, place) in places(true).into_iter().filter(|(_, place)| place.device != Device::Cpu) {
                backends.push((name, Backend::Torch(place), 256));
            }
        }
        let measure = |(name, backend, tables): (&str, Backend, usize)| {
            let evaluator = open(&weights, &*game, backend, "random weights")?;
            let mut worker =
                SelfPlayWorker::new(&games, 1, String::new(), evaluator, SearchConfig::default(), tables);
            let (finished, _games) = channel();
            let start = Instant::now();
            let stop = Stop::default().with_deadline(Some(start + 4 * MEASURED));
            let totals = worker.run(&Queue::new((0..1_000_000).collect()), &stop, &finished)?;
            let seconds = start.elapsed().as_secs_f64();
            let share = totals.evaluating.as_secs_f64() / seconds;
            let bottleneck = if share > 0.5 { "the network" } else { "the search" };
            Ok(format!(
                "self-play of {} on one thread with {name}: {:.0} evaluations/s, {:.0} decisions/s, {:.0} leaves a batch, {:.0} % of the time in the network: {bottleneck} is the bottleneck",
                G::card().id,
                totals.evaluations as f64 / seconds,
                totals.decisions as f64 / seconds,
                totals.evaluations as f64 / totals.batches.max(1) as f64,
                100.0 * share,
            ))
        };
        backends.into_iter().map(measure).collect()
    }
}

//! `spinward train`: the way into training, and what it gives back.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use spinward_agents::file::check_place;

use crate::config::Config;
use crate::error::TrainError;
use crate::folder::RunFolder;

/// What to train, and where.
#[derive(Clone, Debug, Default)]
pub struct TrainOptions {
    /// The configuration file.
    pub config: PathBuf,
    /// The run's folder; `None`: `runs/` and the configuration's name.
    pub run: Option<PathBuf>,
    /// Write a bundle here when this sitting ends.
    pub bundle: Option<PathBuf>,
    /// Begin the run with this bundle.
    pub from: Option<PathBuf>,
}

/// What a sitting of training left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trained {
    /// Whether the run has reached its end or was stopped on the way.
    pub ended: Ended,
    /// The run's folder.
    pub run: PathBuf,
    /// The weights to play with.
    pub weights: PathBuf,
    /// Those that only copied the scripted agent, where there was a warm start and it is complete.
    pub clone: Option<PathBuf>,
}

/// How a sitting of training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The run has reached its end.
    Finished,
    /// It was asked to stop; everything is saved, and the same command goes on.
    Stopped,
}

/// Trains until the run ends or `asked` becomes true. The same call goes on with a run that was stopped, or killed.
///
/// # Errors
/// Why it could not start or go on; what was finished before is on disk.
pub fn train(options: &TrainOptions, asked: Arc<AtomicBool>) -> Result<Trained, TrainError> {
    let config = Config::load(&options.config)?;
    if let Some(bundle) = &options.bundle {
        check_place(bundle)?;
    }
    let path = RunFolder::path_for(&options.config, options.run.as_deref());
    start(config, path, options, asked)
}

#[cfg(not(feature = "torch"))]
fn start(_: Config, _: PathBuf, _: &TrainOptions, _: Arc<AtomicBool>) -> Result<Trained, TrainError> {
    Err(TrainError::NoTorch)
}

#[cfg(feature = "torch")]
fn start(
    config: Config,
    path: PathBuf,
    options: &TrainOptions,
    asked: Arc<AtomicBool>,
) -> Result<Trained, TrainError> {
    use spinward_env::games::{CompleteGame, TypeVisitor, with_type};

    use crate::config::ConfigError;
    use crate::variations::Variations;

    struct Start<'a> {
        config: Config,
        path: PathBuf,
        options: &'a TrainOptions,
        stop: crate::Stop,
    }
    impl TypeVisitor for Start<'_> {
        type Out = Result<Trained, TrainError>;

        fn visit<G: CompleteGame>(self) -> Self::Out {
            let mut run = crate::run::Run::open(
                Variations::<G>::new(&self.config.setups()?).map_err(ConfigError)?,
                self.config,
                &self.path,
                self.options.from.as_deref(),
                self.stop,
            )?;
            let ended = run.go()?;
            if let Some(bundle) = &self.options.bundle {
                run.write_bundle(bundle)?;
            }
            run.trained(ended)
        }
    }
    let game = config.setup().game;
    with_type(&game, Start { config, path, options, stop: crate::Stop::new(asked) })?
}

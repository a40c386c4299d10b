//! `spinward gpu-check`: what this machine does with networks. `cargo xtask gpu-check` builds with libtorch and calls it.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use spinward_env::core::Setup;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};

use crate::exit::{Done, wrong_use};
use crate::setup_options::SetupOptions;

/// Measure networks on this machine's CPU and GPU: do they agree, and how fast are they?
#[derive(Args)]
#[command(after_help = "Example:\n  spinward gpu-check --scenario nusku-gap")]
pub(crate) struct GpuCheck {
    #[command(flatten)]
    setup: SetupOptions,
}

impl GpuCheck {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let setup = self.setup.setup()?;
        with_game(&setup, Open).map_err(wrong_use)?;
        measure(&setup, out)
    }
}

/// Opens a game, so that what can't be played is said before anything is measured.
struct Open;

impl GameVisitor for Open {
    type Out = ();

    fn visit<G: CompleteGame>(self, _: Arc<G>) {}
}

#[cfg(feature = "torch")]
fn measure(setup: &Setup, out: &mut impl Write) -> Result<Done> {
    spinward_training::gpu_check::gpu_check(setup, out)?;
    Ok(Done::Whole)
}

#[cfg(not(feature = "torch"))]
fn measure(_: &Setup, _: &mut impl Write) -> Result<Done> {
    Err(wrong_use(
        "a GPU is reached through libtorch, and this program was built without it: `cargo xtask setup` provides it, \
         `cargo xtask gpu-check` builds with it (feature `torch`) and measures",
    ))
}

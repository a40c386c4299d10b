//! `spinward gpu-check`: what this machine does with networks. `cargo xtask gpu-check` builds with libtorch and calls it.

use std::io::Write;

use anyhow::Result;
use clap::Args;

use crate::exit::Done;
use crate::setup_options::SetupOptions;

/// Measure networks on this machine's CPU and GPU: do they agree, and how fast are they?
#[derive(Args)]
#[command(after_help = "Example:\n  spinward gpu-check --scenario nusku-gap")]
pub(crate) struct GpuCheck {
    #[command(flatten)]
    setup: SetupOptions,
}

impl GpuCheck {
    #[cfg(feature = "torch")]
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        spinward_training::gpu_check::gpu_check(&self.setup.setup()?, out)?;
        Ok(Done::Whole)
    }

    #[cfg(not(feature = "torch"))]
    pub(crate) fn run(self, _: &mut impl Write) -> Result<Done> {
        self.setup.setup()?;
        Err(spinward_training::TrainError::NoTorch.into())
    }
}

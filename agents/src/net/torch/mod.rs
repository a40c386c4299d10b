//! The network on libtorch: for evaluation, and differentiable for learning.
//!
//! What tch 0.24 lacks shapes it. Its autocast knows f16 alone, so that bf16 is done by casting around each product
//! ([`Placement`]). It has no streams and no events: copies from pinned memory are queued without waiting, but in the
//! one stream of the device, and batches overlap only by coming from several threads. `copy_` can't be told not to wait,
//! so that tensors come into being on the device instead. There is no fused optimiser whose state could be saved.

mod cuda;
mod evaluator;
mod forward;
mod placement;

pub use evaluator::TorchEvaluator;
pub use forward::{TorchHeads, TorchNetwork, plain_tensors};
pub use placement::Placement;

pub use tch;
use tch::Device;

/// The device to use: CUDA where libtorch's CUDA half is installed and finds a GPU, else the CPU.
pub fn device() -> Device {
    match cuda_problem() {
        None => Device::Cuda(0),
        Some(_) => Device::Cpu,
    }
}

/// Why there is no CUDA, as a clause; `None` where there is.
pub fn cuda_problem() -> Option<String> {
    match cuda::load() {
        Err(reason) => Some(reason.clone()),
        Ok(_) if !tch::Cuda::is_available() => Some("no GPU answers".into()),
        Ok(_) => None,
    }
}

/// Lets libtorch use this many CPU threads for the calls of this thread. One is right wherever several workers run:
/// two network calls with two threads each on two cores can be ten times slower than one after the other.
pub fn use_threads(count: usize) {
    tch::set_num_threads(count as i32);
}

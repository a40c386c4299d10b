//! Networks: what they look like, their weights files, and two ways to run them.
//!
//! A network reads an [`Observation`](spinward_env::encode::Observation) as tokens, one per row that is present
//! and one for the context, and passes them through a pre-norm transformer with RMSNorm whose attention adds a
//! learned bias per relation category and head. Four heads read the result: policy over the legal list, outcome
//! over the sides, final margin, final owner of each site.
//!
//! Read on in this order: [`NetworkConfig`] and [`Interface`] (what shapes a network), [`parameters`] (its
//! tensors), [`Weights`] (its file), [`Batch`] (leaves made ready), [`CpuNetwork`] (pure Rust) and, with feature
//! `torch`, `torch` (libtorch, also for learning). [`open`] makes an evaluator of it all.
//!
//! The weights know no scenario: rows may come and go with the map, and one network serves them all.

mod batch;
mod config;
mod cpu;
mod evaluate;
mod interface;
mod parameters;
mod returns;
mod shipped;
pub mod synthetic;
#[cfg(test)]
mod tests;
#[cfg(feature = "torch")]
pub mod torch;
mod weights;

pub use batch::{ActionInput, Batch, BlockInput, Heads, Layout, NONE};
pub use config::NetworkConfig;
pub use cpu::{CpuNetwork, Want};
pub use evaluate::{Backend, CpuEvaluator, open, softmax};
pub use interface::{BlockInterface, Interface};
pub use parameters::{MARGIN_BINS, Parameter, Start, parameters};
pub use returns::{OutcomeShares, ReturnScale};
pub use shipped::shipped;
pub(crate) use shipped::shipped_file;
pub use weights::{Precision, Tensor, Weights, WeightsError, tensors_from_bytes, tensors_to_bytes};

//! The measuring of a machine, in short.

use spinward_env::core::Setup;
use spinward_training::gpu_check::gpu_check;

#[test]
fn a_machine_without_a_gpu_is_measured_too() {
    let mut text = Vec::new();
    gpu_check(&Setup::new("pig"), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("against pure Rust") && text.contains("is the bottleneck"), "{text}");
}

use super::synthetic::Synthetic;
use super::{Batch, CpuNetwork, Heads, NetworkConfig, Want};

const SMALL: NetworkConfig = NetworkConfig { layers: 2, width: 16, heads: 2, ffn: 24 };

fn cpu_heads(game: &Synthetic, leaves: &[crate::evaluator::Leaf]) -> Heads {
    let layout = game.layout();
    let network = CpuNetwork::new(&game.weights(SMALL, 3), &layout);
    network.forward(&Batch::new(&layout, leaves), Want::Everything)
}

fn assert_close(what: &str, a: &[f32], b: &[f32], tolerance: f32) {
    assert_eq!(a.len(), b.len(), "{what}");
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= tolerance, "{what}[{i}]: {x} and {y}");
    }
}

/// To the last bit: this is what lets self-play be repeated whatever games share a batch.
#[test]
fn a_leaf_is_valued_the_same_alone_and_among_others() {
    let game = Synthetic::new(7, 10);
    let leaves = game.leaves(5, 0.5, 1);
    let together = cpu_heads(&game, &leaves);
    let alone: Vec<Heads> = leaves.iter().map(|leaf| cpu_heads(&game, std::slice::from_ref(leaf))).collect();
    let joined = |of: fn(&Heads) -> &Vec<f32>| alone.iter().flat_map(of).copied().collect::<Vec<f32>>();
    assert_close("policy", &together.policy, &joined(|h| &h.policy), 0.0);
    assert_close("outcome", &together.outcome, &joined(|h| &h.outcome), 0.0);
    assert_close("margin", &together.margin, &joined(|h| &h.margin), 0.0);
    assert_close("owner", &together.owner, &joined(|h| &h.owner), 0.0);
}

#[test]
fn every_head_reads_the_position() {
    let game = Synthetic::new(7, 10);
    let mut leaves = game.leaves(1, 0.5, 1);
    let before = cpu_heads(&game, &leaves);
    leaves[0].observation.values[0] += 5;
    let after = cpu_heads(&game, &leaves);
    assert_ne!(before.policy, after.policy);
    assert_ne!(before.outcome, after.outcome);
    assert_ne!(before.margin, after.margin);
    assert_ne!(before.owner, after.owner);
}

#[test]
fn the_same_numbers_in_another_side_row_mean_something_else() {
    let game = Synthetic::new(3, 0);
    let mut leaves = game.leaves(1, 0.0, 1);
    let columns = game.spec.blocks[0].columns.len();
    leaves[0].observation.values.copy_within(0..columns, columns);
    let outcome = cpu_heads(&game, &leaves).outcome;
    assert!((outcome[0] - outcome[1]).abs() > 1e-3, "{outcome:?}");
}

#[cfg(feature = "torch")]
#[test]
fn libtorch_and_pure_rust_agree() {
    super::torch::use_threads(1);
    let plain = super::torch::Placement::plain(tch::Device::Cpu);
    let bf16 = super::torch::Placement { bf16: true, ..plain };
    for (sites, units) in [(7, 10), (0, 0), (20, 30)] {
        let game = Synthetic::new(sites, units);
        let (layout, leaves) = (game.layout(), game.leaves(9, 0.4, 5));
        let weights = game.weights(SMALL, 3);
        let batch = Batch::new(&layout, &leaves);
        let rust = CpuNetwork::new(&weights, &layout).forward(&batch, Want::Everything);
        let torch = super::torch::TorchNetwork::new(&weights, &layout, plain, false);
        let torch = tch::no_grad(|| torch.forward(&batch, Want::Everything)).to_heads().unwrap();
        assert_close("policy", &rust.policy, &torch.policy, 1e-4);
        assert_close("outcome", &rust.outcome, &torch.outcome, 1e-4);
        assert_close("margin", &rust.margin, &torch.margin, 1e-4);
        let sites = batch.sites.iter().enumerate().filter(|(_, token)| **token != super::NONE);
        for (site, _) in sites {
            let slots = site * 3..(site + 1) * 3;
            assert_close("owner", &rust.owner[slots.clone()], &torch.owner[slots], 1e-4);
        }
        // Products of numbers with 8 bits of precision, summed in f32.
        let torch = super::torch::TorchNetwork::new(&weights, &layout, bf16, false);
        let torch = tch::no_grad(|| torch.forward(&batch, Want::Play)).to_heads().unwrap();
        assert_close("policy in bf16", &rust.policy, &torch.policy, 5e-2);
        assert_close("outcome in bf16", &rust.outcome, &torch.outcome, 5e-2);
        assert_ne!(rust.policy, torch.policy);
    }
}

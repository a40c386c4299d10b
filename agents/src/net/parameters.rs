use spinward_env::core::MAX_SEATS;

use super::{Interface, NetworkConfig};

/// Bins of the margin head: they share out -1 to 1 evenly.
pub const MARGIN_BINS: usize = 21;

/// One named tensor of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in weights files.
    pub name: String,
    /// Its axes; a matrix is `[out, in]`.
    pub shape: Vec<usize>,
    /// What it holds before learning.
    pub start: Start,
}

/// What a tensor holds before learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// This number everywhere.
    Constant(f32),
    /// Independent normal numbers with mean 0 and this standard deviation.
    Normal(f32),
}

impl Parameter {
    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The columns that a block's embedding reads: the block's own, and for the block of sides one more per seat
/// (a side row is told apart by its place from the viewer).
pub(super) fn embedded_columns(interface: &Interface, block: usize) -> usize {
    let block = &interface.blocks[block];
    block.columns.len() + if block.name == interface.sides { MAX_SEATS } else { 0 }
}

/// Every tensor of a network, in a fixed order.
pub fn parameters(config: &NetworkConfig, interface: &Interface) -> Vec<Parameter> {
    let mut list = List(Vec::new());
    let width = config.width;
    list.add("context", &[width], Start::Normal(1.0));
    for (b, block) in interface.blocks.iter().enumerate() {
        let columns = embedded_columns(interface, b);
        list.add(format!("embed.{}.weight", block.name), &[width, columns], Start::Normal(0.5));
        list.add(format!("embed.{}.bias", block.name), &[width], Start::Normal(0.5));
    }
    for (name, categories) in &interface.relations {
        let shape = [usize::from(*categories), config.layers * config.heads];
        list.add(format!("relation.{name}"), &shape, Start::Constant(0.0));
    }
    for layer in 0..config.layers {
        let residual = 1.0 / (2.0 * config.layers as f32).sqrt();
        list.add(format!("layer.{layer}.attend.norm"), &[width], Start::Constant(1.0));
        list.matrix(format!("layer.{layer}.attend.qkv"), 3 * width, width, 1.0);
        list.matrix(format!("layer.{layer}.attend.out"), width, width, residual);
        list.add(format!("layer.{layer}.feed.norm"), &[width], Start::Constant(1.0));
        list.matrix(format!("layer.{layer}.feed.up"), config.ffn, width, 1.0);
        list.matrix(format!("layer.{layer}.feed.down"), width, config.ffn, residual);
    }
    list.add("final.norm", &[width], Start::Constant(1.0));

    list.matrix("policy.query", width, width, 0.1);
    list.matrix("policy.row", width, width, 1.0);
    list.add("policy.verb", &[interface.verbs.len(), width], Start::Normal(1.0));
    list.add("policy.quantity", &[usize::from(interface.max_quantity) + 1, width], Start::Normal(0.5));

    list.matrix("outcome.side", width, width, 1.0);
    list.matrix("outcome.context", width, width, 1.0);
    list.add("outcome.score", &[width], Start::Constant(0.0));
    list.matrix("outcome.draw", width, width, 1.0);
    list.add("outcome.draw_score", &[width], Start::Constant(0.0));
    list.add("outcome.draw_bias", &[1], Start::Constant(0.0));

    list.matrix("margin.hidden", width, width, 1.0);
    list.add("margin.weight", &[MARGIN_BINS, width], Start::Constant(0.0));
    list.add("margin.bias", &[MARGIN_BINS], Start::Constant(0.0));

    if interface.sites.is_some() {
        list.matrix("owner.site", width, width, 0.1);
        list.matrix("owner.side", width, width, 1.0);
        list.add("owner.nobody", &[width], Start::Constant(0.0));
        list.add("owner.nobody_bias", &[1], Start::Constant(0.0));
    }
    list.0
}

struct List(Vec<Parameter>);

impl List {
    fn add(&mut self, name: impl Into<String>, shape: &[usize], start: Start) {
        self.0.push(Parameter { name: name.into(), shape: shape.to_vec(), start });
    }

    /// A matrix `[out, in]` that keeps the size of what it multiplies, times `gain`.
    fn matrix(&mut self, name: impl Into<String>, out: usize, input: usize, gain: f32) {
        self.add(name, &[out, input], Start::Normal(gain / (input as f32).sqrt()));
    }
}

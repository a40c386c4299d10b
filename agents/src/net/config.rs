use std::fmt;

use serde::{Deserialize, Serialize};

/// The size of a network. The rest of its shape follows from the game's observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkConfig {
    /// Transformer layers, 1 to 16.
    pub layers: usize,
    /// Numbers per token, 8 to 1024; a multiple of `heads`.
    pub width: usize,
    /// Attention heads per layer, at least 1.
    pub heads: usize,
    /// Hidden numbers per token in a layer's feed-forward part, 8 to 4096.
    pub ffn: usize,
}

impl fmt::Display for NetworkConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { layers, width, heads, ffn } = self;
        write!(f, "layers = {layers}, width = {width}, heads = {heads}, ffn = {ffn}")
    }
}

impl Default for NetworkConfig {
    /// What two CPU cores can feed: 2 layers of width 64.
    fn default() -> Self {
        Self { layers: 2, width: 64, heads: 4, ffn: 128 }
    }
}

impl NetworkConfig {
    /// Whether the numbers fit together.
    ///
    /// # Errors
    /// The first number that does not, and what would be right.
    pub fn check(&self) -> Result<(), String> {
        let within = |what: &str, value: usize, min: usize, max: usize| match (min..=max).contains(&value) {
            true => Ok(()),
            false => Err(format!("network.{what} = {value} is outside {min} to {max}")),
        };
        within("layers", self.layers, 1, 16)?;
        within("width", self.width, 8, 1024)?;
        within("ffn", self.ffn, 8, 4096)?;
        within("heads", self.heads, 1, self.width)?;
        if !self.width.is_multiple_of(self.heads) {
            let (width, heads) = (self.width, self.heads);
            return Err(format!("network.width = {width} is not a multiple of network.heads = {heads}"));
        }
        Ok(())
    }

    /// Numbers per token and attention head.
    pub fn head_width(&self) -> usize {
        self.width / self.heads
    }
}

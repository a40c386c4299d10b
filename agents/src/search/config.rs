use std::str::FromStr;

use crate::names::unknown_name;

/// How a search is made. Defaults are those of play; where mctx has the same knob its default is named.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchConfig {
    /// Simulations for a decision whose limits name none, at least 1. Default 16.
    pub simulations: u32,
    /// How actions are selected. Default `gumbel`.
    pub selection: Selection,
    /// The most actions that the root considers, at least 1. Default 16; mctx: 16.
    pub max_considered: u32,
    /// Visits added to the most visits of any action when Q is scaled. Default 50; mctx: 50 (`maxvisit_init`).
    pub c_visit: f32,
    /// The weight of Q against logits. Default 0.2; mctx: 0.1 (`value_scale`).
    pub c_scale: f32,
    /// The range from which Q is brought to 0 to 1. Default `returns`: with dice and few simulations `node` stretches
    /// noise to the full range (see docs/results). mctx: `node` (`rescale_values`).
    pub rescale: Rescale,
    /// In targets, the Q of an action with n visits is shrunk towards the network's value by n / (n + this), for
    /// dice noise at few visits. Default 0 (off); mctx has no such knob.
    pub shrinkage: f32,
    /// The exploration constant of `puct` and `uct`. Default 1.25; mctx: 1.25 (`pb_c_init`).
    pub exploration: f32,
    /// Gumbel noise at the root: on in self-play, off in play. Default off; mctx: on (`gumbel_scale = 1`).
    pub gumbel_noise: bool,
    /// What is valued at a chance node met for the first time. Default `afterstate`.
    pub chance_leaf: ChanceLeaf,
    /// Keep the part of the tree below the position that came about. Default on; without effect where something is
    /// hidden or sealed.
    pub reuse: bool,
    /// The most leaves of one [`Step::Evaluate`](super::Step), at least 1. With 1 the root sees each answer
    /// before it chooses again, as in mctx. Default 16.
    pub leaves: usize,
    /// Search the position itself, which [`Search::show`](super::Search::show) is given, not worlds that agree with the view: a
    /// yardstick of what hidden information costs. Default off; without effect where nothing is hidden or sealed.
    pub cheat: bool,
    /// The search decides when its tree has this many nodes. Default 1,048,576.
    pub max_nodes: usize,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            simulations: 16,
            selection: Selection::Gumbel,
            max_considered: 16,
            c_visit: 50.0,
            c_scale: 0.2,
            rescale: Rescale::Returns,
            shrinkage: 0.0,
            exploration: 1.25,
            gumbel_noise: false,
            chance_leaf: ChanceLeaf::Afterstate,
            reuse: true,
            leaves: 16,
            cheat: false,
            max_nodes: 1 << 20,
        }
    }
}

/// How actions are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Gumbel top-k and sequential halving at the root, the deterministic Gumbel rule below.
    Gumbel,
    /// The same root, PUCT below.
    Puct,
    /// UCB1 everywhere, priors unread: for playouts.
    Uct,
}

/// The range from which Q is brought to 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rescale {
    /// From the smallest to the largest Q of the node.
    Node,
    /// From the smallest to the largest return of the game.
    Returns,
    /// Not at all.
    Off,
}

/// What is valued at a chance node met for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceLeaf {
    /// The position that waits for the dice.
    Afterstate,
    /// The position after one outcome.
    Sample,
}

macro_rules! words {
    ($type:ident, $what:literal, $($word:literal => $value:ident),*) => {
        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok(Self::$value),)*
                    _ => Err(unknown_name($what, text, [$($word),*])),
                }
            }
        }
    };
}

words!(Selection, "selection", "gumbel" => Gumbel, "puct" => Puct, "uct" => Uct);
words!(Rescale, "rescaling", "node" => Node, "returns" => Returns, "off" => Off);
words!(ChanceLeaf, "chance leaf", "afterstate" => Afterstate, "sample" => Sample);

impl SearchConfig {
    /// Checks every key.
    ///
    /// # Errors
    /// All faults, each a sentence without a full stop.
    pub fn check(&self) -> Result<(), Vec<String>> {
        let mut faults = Vec::new();
        let mut require = |holds: bool, fault: &str| {
            if !holds {
                faults.push(fault.to_string());
            }
        };
        require(self.simulations >= 1, "simulations is at least 1");
        require(self.max_considered >= 1, "max_considered is at least 1");
        require(self.leaves >= 1, "leaves is at least 1");
        require(self.max_nodes >= 2, "max_nodes is at least 2");
        let positive = |x: f32| x.is_finite() && x >= 0.0;
        require(positive(self.c_visit), "c_visit is 0 or more");
        require(positive(self.c_scale), "c_scale is 0 or more");
        require(positive(self.shrinkage), "shrinkage is 0 or more");
        require(positive(self.exploration), "exploration is 0 or more");
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

use spinward_env::core::{Facts, MAX_SEATS};
use spinward_env::encode::ObservationSpec;

use super::ReturnScale;
use crate::evaluator::Leaf;

/// In place of a token or an entry: there is none.
pub const NONE: u32 = u32::MAX;

/// What a forward pass needs to know of a scenario's observations. The weights don't depend on it.
#[derive(Clone, Debug)]
pub struct Layout {
    blocks: Vec<BlockLayout>,
    rows: usize,
    sides: std::ops::Range<usize>,
    sites: std::ops::Range<usize>,
    /// Per relation its name and `[rows + 1, rows + 1]` categories; the last row and column are the context's.
    relations: Vec<(&'static str, Vec<u8>)>,
    /// How outcome shares become returns.
    pub returns: ReturnScale,
}

#[derive(Clone, Debug)]
struct BlockLayout {
    name: &'static str,
    rows: usize,
    scales: Vec<f32>,
    seats: bool,
}

impl Layout {
    /// The layout of a game's observations.
    pub fn new(spec: &ObservationSpec, facts: &Facts) -> Self {
        let blocks = spec.blocks.iter().enumerate().map(|(b, block)| BlockLayout {
            name: block.name,
            rows: block.rows,
            scales: block.columns.iter().map(|column| column.scale).collect(),
            seats: b == spec.sides,
        });
        let rows_of = |block: usize| spec.first_row(block)..spec.first_row(block) + spec.blocks[block].rows;
        let rows = spec.rows();
        let relations = spec.relations.iter().map(|relation| {
            let mut pairs = vec![0; (rows + 1) * (rows + 1)];
            for row in 0..rows {
                pairs[row * (rows + 1)..][..rows].copy_from_slice(&relation.pairs[row * rows..][..rows]);
            }
            (relation.name, pairs)
        });
        Self {
            blocks: blocks.collect(),
            rows,
            sides: rows_of(spec.sides),
            sites: spec.sites.map_or(0..0, rows_of),
            relations: relations.collect(),
            returns: ReturnScale::new(facts),
        }
    }

    /// Rows of an observation.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Rows that can be owned.
    pub fn sites(&self) -> usize {
        self.sites.len()
    }

    /// The names of the blocks, in order.
    pub fn block_names(&self) -> impl Iterator<Item = &'static str> {
        self.blocks.iter().map(|block| block.name)
    }

    /// Each relation's name and its category for every ordered pair of rows, `[rows + 1, rows + 1]`; the last row
    /// and column stand for the context.
    pub fn relations(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        self.relations.iter().map(|(name, pairs)| (*name, pairs.as_slice()))
    }
}

/// Leaves made ready for a forward pass: one token per row that is present, packed without gaps, the context's
/// token first in each leaf.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Per block the scaled columns of its present rows, `[count, columns]`; leaf after leaf.
    pub inputs: Vec<BlockInput>,
    /// Per token its place in the list "context, rows of block 0, rows of block 1, …" that embedding makes.
    pub source: Vec<u32>,
    /// Per token its row, 0 to `rows - 1`, or `rows` for the context.
    pub row: Vec<u32>,
    /// `[leaves + 1]`: where the tokens of each leaf begin.
    pub starts: Vec<u32>,
    /// `[leaves, seats]`: the tokens of the side rows.
    pub sides: Vec<u32>,
    /// `[leaves, sites]`: the tokens of the rows that can be owned, or [`NONE`].
    pub sites: Vec<u32>,
    /// The actions of all leaves, in order.
    pub actions: Vec<ActionInput>,
    /// `[leaves + 1]`: where the actions of each leaf begin.
    pub action_starts: Vec<u32>,
}

/// The present rows of one block.
#[derive(Clone, Debug, Default)]
pub struct BlockInput {
    /// `[count, columns]`, row-major, scaled.
    pub values: Vec<f32>,
    /// How many rows.
    pub count: usize,
    /// Columns per row, those that tell seats apart included.
    pub columns: usize,
}

/// One legal action.
#[derive(Clone, Copy, Debug)]
pub struct ActionInput {
    /// Its verb.
    pub verb: u8,
    /// Its quantity.
    pub quantity: u8,
    /// The leaf it belongs to.
    pub leaf: u32,
    /// The token of the row it names, or [`NONE`] (also where that row is absent).
    pub token: u32,
}

impl Batch {
    /// Packs leaves.
    pub fn new<'a>(layout: &Layout, leaves: impl IntoIterator<Item = &'a Leaf>) -> Self {
        let mut batch = Self { starts: vec![0], action_starts: vec![0], ..Self::default() };
        batch.inputs = layout
            .blocks
            .iter()
            .map(|block| BlockInput {
                columns: block.scales.len() + if block.seats { MAX_SEATS } else { 0 },
                ..BlockInput::default()
            })
            .collect();
        let mut tokens = vec![NONE; layout.rows];
        for leaf in leaves {
            batch.push(layout, leaf, &mut tokens);
        }
        batch.number_sources(layout);
        batch
    }

    /// How many leaves.
    pub fn leaves(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many tokens all leaves have together.
    pub fn tokens(&self) -> usize {
        self.source.len()
    }

    /// The tokens of one leaf.
    pub fn span(&self, leaf: usize) -> std::ops::Range<usize> {
        self.starts[leaf] as usize..self.starts[leaf + 1] as usize
    }

    /// The tokens of the leaf with the most.
    pub fn longest(&self) -> usize {
        (0..self.leaves()).map(|leaf| self.span(leaf).len()).max().unwrap_or(0)
    }

    fn push(&mut self, layout: &Layout, leaf: &Leaf, tokens: &mut [u32]) {
        let number = self.leaves() as u32;
        self.row.push(layout.rows as u32);
        self.source.push(0);
        tokens.fill(NONE);
        let (mut row, mut value) = (0, 0);
        for (block, input) in layout.blocks.iter().zip(&mut self.inputs) {
            for place in 0..block.rows {
                let columns = &leaf.observation.values[value..value + block.scales.len()];
                value += block.scales.len();
                if leaf.observation.present[row] {
                    tokens[row] = self.row.len() as u32;
                    self.row.push(row as u32);
                    self.source.push(input.count as u32);
                    input.count += 1;
                    input.values.extend(columns.iter().zip(&block.scales).map(|(&v, s)| f32::from(v) * s));
                    if block.seats {
                        input.values.extend((0..MAX_SEATS).map(|seat| f32::from(u8::from(seat == place))));
                    }
                }
                row += 1;
            }
        }
        self.starts.push(self.row.len() as u32);
        self.sides.extend(&tokens[layout.sides.clone()]);
        self.sites.extend(&tokens[layout.sites.clone()]);
        self.actions.extend(leaf.actions.iter().map(|action| ActionInput {
            verb: action.verb,
            quantity: action.quantity,
            leaf: number,
            token: action.row.map_or(NONE, |row| tokens[row.index()]),
        }));
        self.action_starts.push(self.actions.len() as u32);
    }

    /// Turns places within a block into places in the list of all embedded rows.
    fn number_sources(&mut self, layout: &Layout) {
        let mut first = vec![0; layout.rows + 1];
        let (mut next, mut row) = (1, 0);
        for (block, input) in layout.blocks.iter().zip(&self.inputs) {
            first[row..row + block.rows].fill(next);
            row += block.rows;
            next += input.count as u32;
        }
        for (source, &row) in self.source.iter_mut().zip(&self.row) {
            *source += first[row as usize];
        }
    }
}

/// What the heads say of a batch, as logits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heads {
    /// One per action of the batch.
    pub policy: Vec<f32>,
    /// `[leaves, seats + 1]`: the sides from the viewer on, then nobody.
    pub outcome: Vec<f32>,
    /// `[leaves, MARGIN_BINS]`.
    pub margin: Vec<f32>,
    /// `[leaves, sites, seats + 1]`: the sides from the viewer on, then nobody. Meaningless where the site is absent.
    pub owner: Vec<f32>,
}

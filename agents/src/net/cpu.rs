//! The forward pass in pure Rust. Every leaf's rows are packed without gaps, so that absent rows cost nothing.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView1, Axis, s};

use super::batch::NONE;
use super::{Batch, Heads, Layout, NetworkConfig, Weights};

/// Added to the mean square before its root is taken.
pub(super) const NORM_EPSILON: f32 = 1e-5;

/// Which heads to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Policy and outcome: what a search needs.
    Play,
    /// Margin and owner as well.
    Everything,
}

/// A network ready to run on the CPU. Matrices are stored transposed, `[in, out]`.
#[derive(Debug)]
pub struct CpuNetwork {
    config: NetworkConfig,
    seats: usize,
    sites: usize,
    context: Array1<f32>,
    embeddings: Vec<(Array2<f32>, Array1<f32>)>,
    layers: Vec<Layer>,
    final_norm: Array1<f32>,
    policy: Policy,
    outcome: OutcomeHead,
    margin: (Array2<f32>, Array2<f32>, Array1<f32>),
    owner: Option<OwnerHead>,
}

#[derive(Debug)]
struct Layer {
    attend_norm: Array1<f32>,
    qkv: Array2<f32>,
    out: Array2<f32>,
    feed_norm: Array1<f32>,
    up: Array2<f32>,
    down: Array2<f32>,
    /// Per head `[rows + 1, rows + 1]`; none where the game has no relations.
    bias: Vec<Array2<f32>>,
}

#[derive(Debug)]
struct Policy {
    query: Array2<f32>,
    row: Array2<f32>,
    verb: Array2<f32>,
    quantity: Array2<f32>,
}

#[derive(Debug)]
struct OutcomeHead {
    side: Array2<f32>,
    context: Array2<f32>,
    score: Array1<f32>,
    draw: Array2<f32>,
    draw_score: Array1<f32>,
    draw_bias: f32,
}

#[derive(Debug)]
struct OwnerHead {
    site: Array2<f32>,
    side: Array2<f32>,
    nobody: Array1<f32>,
    nobody_bias: f32,
}

impl CpuNetwork {
    /// Prepares weights for a scenario.
    ///
    /// # Panics
    /// If the weights were made for another interface than the layout's ([`Weights::check_fits`]).
    pub fn new(weights: &Weights, layout: &Layout) -> Self {
        let vector = |name: &str| Array1::from(weights.tensor(name).data.clone());
        let table = |name: &str| {
            let tensor = weights.tensor(name);
            Array2::from_shape_vec((tensor.shape[0], tensor.shape[1]), tensor.data.clone())
                .expect("one number per place")
        };
        let matrix = |name: &str| table(name).reversed_axes().as_standard_layout().into_owned();
        let config = weights.network;
        let embeddings = layout
            .block_names()
            .map(|block| (matrix(&format!("embed.{block}.weight")), vector(&format!("embed.{block}.bias"))));
        let layers = (0..config.layers).map(|layer| {
            let name = |part: &str| format!("layer.{layer}.{part}");
            Layer {
                attend_norm: vector(&name("attend.norm")),
                qkv: matrix(&name("attend.qkv")),
                out: matrix(&name("attend.out")),
                feed_norm: vector(&name("feed.norm")),
                up: matrix(&name("feed.up")),
                down: matrix(&name("feed.down")),
                bias: relation_bias(weights, layout, layer),
            }
        });
        Self {
            config,
            seats: layout.returns.seats(),
            sites: layout.sites(),
            context: vector("context"),
            embeddings: embeddings.collect(),
            layers: layers.collect(),
            final_norm: vector("final.norm"),
            policy: Policy {
                query: matrix("policy.query"),
                row: matrix("policy.row"),
                verb: table("policy.verb"),
                quantity: table("policy.quantity"),
            },
            outcome: OutcomeHead {
                side: matrix("outcome.side"),
                context: matrix("outcome.context"),
                score: vector("outcome.score"),
                draw: matrix("outcome.draw"),
                draw_score: vector("outcome.draw_score"),
                draw_bias: weights.tensor("outcome.draw_bias").data[0],
            },
            margin: (matrix("margin.hidden"), matrix("margin.weight"), vector("margin.bias")),
            owner: (layout.sites() > 0).then(|| OwnerHead {
                site: matrix("owner.site"),
                side: matrix("owner.side"),
                nobody: vector("owner.nobody"),
                nobody_bias: weights.tensor("owner.nobody_bias").data[0],
            }),
        }
    }

    /// Runs the network.
    pub fn forward(&self, batch: &Batch, want: Want) -> Heads {
        let mut tokens = self.embed(batch);
        for layer in &self.layers {
            self.attend(layer, batch, &mut tokens);
            feed(layer, &mut tokens);
        }
        let rows = norm(&tokens, &self.final_norm);
        let first: Vec<usize> = batch.starts[..batch.leaves()].iter().map(|&t| t as usize).collect();
        let context = rows.select(Axis(0), &first);
        let everything = want == Want::Everything;
        Heads {
            policy: self.policy_logits(batch, &rows, &context),
            outcome: self.outcome_logits(batch, &rows, &context),
            margin: if everything { self.margin_logits(&context) } else { Vec::new() },
            owner: if everything { self.owner_logits(batch, &rows) } else { Vec::new() },
        }
    }

    fn embed(&self, batch: &Batch) -> Array2<f32> {
        let count = 1 + batch.inputs.iter().map(|input| input.count).sum::<usize>();
        let mut embedded = Array2::zeros((count, self.config.width));
        embedded.row_mut(0).assign(&self.context);
        let mut next = 1;
        for (input, (weight, bias)) in batch.inputs.iter().zip(&self.embeddings) {
            let values = ArrayView1::from(&input.values);
            let values = values.into_shape_with_order((input.count, input.columns)).expect("whole rows");
            let mut target = embedded.slice_mut(s![next..next + input.count, ..]);
            target.assign(bias);
            general_mat_mul(1.0, &values, weight, 1.0, &mut target);
            next += input.count;
        }
        let source: Vec<usize> = batch.source.iter().map(|&place| place as usize).collect();
        embedded.select(Axis(0), &source)
    }

    fn attend(&self, layer: &Layer, batch: &Batch, tokens: &mut Array2<f32>) {
        let (width, head_width) = (self.config.width, self.config.head_width());
        let qkv = norm(tokens, &layer.attend_norm).dot(&layer.qkv);
        let mut mixed = Array2::zeros((batch.tokens(), width));
        let scale = 1.0 / (head_width as f32).sqrt();
        let mut weights = Array2::zeros((0, 0));
        for leaf in 0..batch.leaves() {
            let span = batch.span(leaf);
            if weights.nrows() != span.len() {
                weights = Array2::zeros((span.len(), span.len()));
            }
            for head in 0..self.config.heads {
                let part = |which: usize| {
                    let first = which * width + head * head_width;
                    qkv.slice(s![span.clone(), first..first + head_width])
                };
                general_mat_mul(scale, &part(0), &part(1).t(), 0.0, &mut weights);
                if let Some(bias) = layer.bias.get(head) {
                    add_bias(&mut weights, bias, &batch.row[span.clone()]);
                }
                weights.rows_mut().into_iter().for_each(softmax_in_place);
                let columns = head * head_width..(head + 1) * head_width;
                let mut target = mixed.slice_mut(s![span.clone(), columns]);
                general_mat_mul(1.0, &weights, &part(2), 0.0, &mut target);
            }
        }
        general_mat_mul(1.0, &mixed, &layer.out, 1.0, tokens);
    }

    fn policy_logits(&self, batch: &Batch, rows: &Array2<f32>, context: &Array2<f32>) -> Vec<f32> {
        let named: Vec<usize> =
            batch.actions.iter().filter(|a| a.token != NONE).map(|a| a.token as usize).collect();
        let mut named =
            rows.select(Axis(0), &named).dot(&self.policy.row).into_raw_vec_and_offset().0.into_iter();
        let queries = context.dot(&self.policy.query);
        let mut hidden = vec![0.0; self.config.width];
        batch
            .actions
            .iter()
            .map(|action| {
                let verb = self.policy.verb.row(action.verb.into());
                let quantity = self.policy.quantity.row(action.quantity.into());
                for ((h, v), q) in hidden.iter_mut().zip(verb).zip(quantity) {
                    *h = v + q;
                }
                if action.token != NONE {
                    hidden.iter_mut().zip(named.by_ref()).for_each(|(h, r)| *h += r);
                }
                let query = queries.row(action.leaf as usize);
                query.iter().zip(&hidden).map(|(q, h)| q * h.max(0.0)).sum()
            })
            .collect()
    }

    fn outcome_logits(&self, batch: &Batch, rows: &Array2<f32>, context: &Array2<f32>) -> Vec<f32> {
        let head = &self.outcome;
        let sides = select_rows(rows, &batch.sides).dot(&head.side);
        let shared = context.dot(&head.context);
        let draw = context.dot(&head.draw);
        let mut logits = Vec::with_capacity(batch.leaves() * (self.seats + 1));
        for leaf in 0..batch.leaves() {
            for side in 0..self.seats {
                let hidden = &sides.row(leaf * self.seats + side) + &shared.row(leaf);
                logits.push(rectified_dot(hidden.view(), &head.score));
            }
            logits.push(rectified_dot(draw.row(leaf), &head.draw_score) + head.draw_bias);
        }
        logits
    }

    fn margin_logits(&self, context: &Array2<f32>) -> Vec<f32> {
        let (hidden, weight, bias) = &self.margin;
        let hidden = context.dot(hidden).mapv_into(|x| x.max(0.0));
        (hidden.dot(weight) + bias).into_raw_vec_and_offset().0
    }

    fn owner_logits(&self, batch: &Batch, rows: &Array2<f32>) -> Vec<f32> {
        let Some(head) = &self.owner else { return Vec::new() };
        let sites = select_rows(rows, &batch.sites);
        let queries = sites.dot(&head.site);
        let sides = select_rows(rows, &batch.sides).dot(&head.side);
        let scale = 1.0 / (self.config.width as f32).sqrt();
        let mut logits = Vec::with_capacity(sites.nrows() * (self.seats + 1));
        for leaf in 0..batch.leaves() {
            for site in leaf * self.sites..(leaf + 1) * self.sites {
                let side = |side: usize| sides.row(leaf * self.seats + side);
                logits.extend((0..self.seats).map(|s| scale * queries.row(site).dot(&side(s))));
                logits.push(sites.row(site).dot(&head.nobody) + head.nobody_bias);
            }
        }
        logits
    }
}

/// Rows of a table; where there is none, zeros.
fn select_rows(table: &Array2<f32>, tokens: &[u32]) -> Array2<f32> {
    let mut picked = Array2::zeros((tokens.len(), table.ncols()));
    for (mut row, &token) in picked.rows_mut().into_iter().zip(tokens) {
        if token != NONE {
            row.assign(&table.row(token as usize));
        }
    }
    picked
}

/// Per head the sum of every relation's bias, for all pairs of rows.
fn relation_bias(weights: &Weights, layout: &Layout, layer: usize) -> Vec<Array2<f32>> {
    let (heads, side) = (weights.network.heads, layout.rows() + 1);
    let columns = weights.network.layers * heads;
    let bias = |head: usize| {
        let mut sum = Array2::zeros((side, side));
        for (name, pairs) in layout.relations() {
            let table = &weights.tensor(&format!("relation.{name}")).data;
            for (cell, &category) in sum.iter_mut().zip(pairs) {
                *cell += table[usize::from(category) * columns + layer * heads + head];
            }
        }
        sum
    };
    if layout.relations().next().is_none() { Vec::new() } else { (0..heads).map(bias).collect() }
}

fn add_bias(weights: &mut Array2<f32>, bias: &Array2<f32>, rows: &[u32]) {
    for (mut line, &from) in weights.rows_mut().into_iter().zip(rows) {
        let bias = bias.row(from as usize);
        line.iter_mut().zip(rows).for_each(|(w, &to)| *w += bias[to as usize]);
    }
}

/// The feed-forward part of a layer, with squared rectifiers.
fn feed(layer: &Layer, tokens: &mut Array2<f32>) {
    let hidden = norm(tokens, &layer.feed_norm).dot(&layer.up).mapv_into(|x| x.max(0.0) * x.max(0.0));
    general_mat_mul(1.0, &hidden, &layer.down, 1.0, tokens);
}

/// Scales each token to mean square 1, then by `gain`.
fn norm(tokens: &Array2<f32>, gain: &Array1<f32>) -> Array2<f32> {
    let mut out = tokens.clone();
    for mut row in out.rows_mut() {
        let mean = row.dot(&row) / row.len() as f32;
        let scale = 1.0 / (mean + NORM_EPSILON).sqrt();
        row.zip_mut_with(gain, |x, g| *x *= scale * g);
    }
    out
}

fn softmax_in_place(mut row: ndarray::ArrayViewMut1<'_, f32>) {
    let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    row.mapv_inplace(|x| (x - top).exp());
    let scale = 1.0 / row.sum();
    row.mapv_inplace(|x| x * scale);
}

fn rectified_dot(hidden: ArrayView1<'_, f32>, score: &Array1<f32>) -> f32 {
    hidden.iter().zip(score).map(|(h, s)| h.max(0.0) * s).sum()
}

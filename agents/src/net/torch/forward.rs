use std::collections::BTreeMap;

use tch::{IndexOp, Kind, TchError, Tensor};

use super::Placement;
use crate::net::cpu::NORM_EPSILON;
use crate::net::{Batch, Heads, Layout, NONE, NetworkConfig, Want, Weights, weights};

/// Added to the attention of tokens that are only padding.
const MASKED: f64 = -1e9;

/// A network on libtorch. A forward pass is differentiable unless it runs under `no_grad`.
#[derive(Debug)]
pub struct TorchNetwork {
    config: NetworkConfig,
    tensors: BTreeMap<String, Tensor>,
    blocks: Vec<&'static str>,
    /// Per relation its name and the category of every pair of rows, `[(rows + 1)²]`.
    relations: Vec<(&'static str, Tensor)>,
    rows: i64,
    seats: i64,
    sites: i64,
    placement: Placement,
}

/// What the heads say of a batch, as logits; the axes are those of [`Heads`].
#[derive(Debug)]
pub struct TorchHeads {
    /// `[actions]`.
    pub policy: Tensor,
    /// `[leaves, seats + 1]`.
    pub outcome: Tensor,
    /// `[leaves, MARGIN_BINS]`, where asked for.
    pub margin: Option<Tensor>,
    /// `[leaves, sites, seats + 1]`, where asked for and the game has sites.
    pub owner: Option<Tensor>,
}

impl TorchHeads {
    /// The same numbers in plain memory.
    ///
    /// # Errors
    /// If libtorch failed to copy them.
    pub fn to_heads(&self) -> Result<Heads, TchError> {
        let plain = |tensor: &Tensor| Vec::<f32>::try_from(tensor.reshape([-1]));
        let optional = |tensor: &Option<Tensor>| tensor.as_ref().map_or(Ok(Vec::new()), plain);
        Ok(Heads {
            policy: plain(&self.policy)?,
            outcome: plain(&self.outcome)?,
            margin: optional(&self.margin)?,
            owner: optional(&self.owner)?,
        })
    }
}

/// A batch padded to one length, as index tensors.
struct Padded {
    leaves: i64,
    length: i64,
    /// `[leaves * length]`: places in the list of embedded rows; padding names the one after the last.
    source: Tensor,
    /// The bias of attention per layer, `[leaves, heads, length, length]` or to be broadcast to it.
    bias: Vec<Tensor>,
}

impl TorchNetwork {
    /// Prepares weights for a scenario; `learning` keeps gradients.
    ///
    /// # Panics
    /// If the weights were made for another interface than the layout's ([`Weights::check_fits`]).
    pub fn new(weights: &Weights, layout: &Layout, placement: Placement, learning: bool) -> Self {
        let device = placement.device;
        let tensors = weights.tensors().map(|(name, tensor)| {
            let shape: Vec<i64> = tensor.shape.iter().map(|&n| n as i64).collect();
            let tensor = Tensor::from_slice(&tensor.data).reshape(shape).to_device(device);
            (name.to_string(), tensor.set_requires_grad(learning))
        });
        let relations = layout.relations().map(|(name, pairs)| {
            let pairs: Vec<i64> = pairs.iter().map(|&category| category.into()).collect();
            (name, Tensor::from_slice(&pairs).to_device(device))
        });
        Self {
            config: weights.network,
            tensors: tensors.collect(),
            blocks: layout.block_names().collect(),
            relations: relations.collect(),
            rows: layout.rows() as i64,
            seats: layout.returns.seats() as i64,
            sites: layout.sites() as i64,
            placement,
        }
    }

    /// Every tensor by name.
    pub fn tensors(&mut self) -> &mut BTreeMap<String, Tensor> {
        &mut self.tensors
    }

    /// The numbers of every tensor.
    ///
    /// # Errors
    /// If libtorch failed to copy them.
    pub fn to_plain(&self) -> Result<BTreeMap<String, weights::Tensor>, TchError> {
        plain_tensors(&self.tensors)
    }

    /// Where and how the network runs.
    pub fn placement(&self) -> Placement {
        self.placement
    }

    /// Runs the network.
    pub fn forward(&self, batch: &Batch, want: Want) -> TorchHeads {
        let padded = self.pad(batch);
        let width = self.config.width as i64;
        let mut tokens = self.embed(batch, &padded);
        for layer in 0..self.config.layers {
            let name = |part: &str| format!("layer.{layer}.{part}");
            tokens = &tokens + self.attend(&name, padded.bias.get(layer), &tokens);
            let hidden = self.multiply(&self.norm(&tokens, &name("feed.norm")), &name("feed.up"));
            tokens = &tokens + self.multiply(&hidden.relu().square(), &name("feed.down"));
        }
        let rows = self.norm(&tokens, "final.norm");
        let context = rows.select(1, 0);
        let rows = rows.reshape([-1, width]);
        let rows = Tensor::cat(&[rows, Tensor::zeros([1, width], (Kind::Float, self.placement.device))], 0);
        let everything = want == Want::Everything;
        TorchHeads {
            policy: self.policy(batch, &padded, &rows, &context),
            outcome: self.outcome(batch, &padded, &rows, &context),
            margin: everything.then(|| {
                let hidden = self.multiply(&context, "margin.hidden").relu();
                self.multiply(&hidden, "margin.weight") + self.get("margin.bias")
            }),
            owner: (everything && self.sites > 0).then(|| self.owner(batch, &padded, &rows)),
        }
    }

    fn get(&self, name: &str) -> &Tensor {
        &self.tensors[name]
    }

    fn multiply(&self, input: &Tensor, name: &str) -> Tensor {
        self.placement.linear(input, self.get(name))
    }

    fn norm(&self, tokens: &Tensor, name: &str) -> Tensor {
        tokens.rms_norm([self.config.width as i64], Some(self.get(name)), f64::from(NORM_EPSILON))
    }

    fn index(&self, places: &[i64]) -> Tensor {
        self.placement.upload(&Tensor::from_slice(places))
    }

    fn pad(&self, batch: &Batch) -> Padded {
        let (leaves, length) = (batch.leaves(), batch.longest());
        let embedded = 1 + batch.inputs.iter().map(|input| input.count).sum::<usize>();
        let mut source = vec![embedded as i64; leaves * length];
        for leaf in 0..leaves {
            for (place, token) in batch.span(leaf).enumerate() {
                source[leaf * length + place] = batch.source[token].into();
            }
        }
        let bias = if self.relations.is_empty() {
            self.padding_bias(batch, length)
        } else {
            self.relation_bias(batch, length)
        };
        Padded { leaves: leaves as i64, length: length as i64, source: self.index(&source), bias }
    }

    /// One mask for all layers and heads, `[leaves, 1, 1, length]`; nothing where nothing is padded.
    fn padding_bias(&self, batch: &Batch, length: usize) -> Vec<Tensor> {
        if batch.tokens() == batch.leaves() * length {
            return Vec::new();
        }
        let mask: Vec<f32> = (0..batch.leaves())
            .flat_map(|leaf| {
                let own = batch.span(leaf).len();
                (0..length).map(move |place| if place < own { 0.0 } else { MASKED as f32 })
            })
            .collect();
        let mask = Tensor::from_slice(&mask).reshape([batch.leaves() as i64, 1, 1, length as i64]);
        let mask = self.placement.upload(&mask);
        (0..self.config.layers).map(|_| mask.shallow_clone()).collect()
    }

    /// What the relations between rows add to attention, with the mask of padding.
    fn relation_bias(&self, batch: &Batch, length: usize) -> Vec<Tensor> {
        let side = self.rows + 1;
        let (layers, heads) = (self.config.layers as i64, self.config.heads as i64);
        let mut table = Tensor::zeros([side * side, layers * heads], (Kind::Float, self.placement.device));
        for (name, pairs) in &self.relations {
            table = &table + self.get(&format!("relation.{name}")).index_select(0, pairs);
        }
        let masked = Tensor::full([1, layers * heads], MASKED, (Kind::Float, self.placement.device));
        let table = Tensor::cat(&[table, masked], 0);
        let mut pairs = vec![side * side; batch.leaves() * length * length];
        for (leaf, pairs) in pairs.chunks_exact_mut(length * length).enumerate() {
            let rows = &batch.row[batch.span(leaf)];
            for (pairs, &from) in pairs.chunks_exact_mut(length).zip(rows) {
                for (pair, &to) in pairs.iter_mut().zip(rows) {
                    *pair = i64::from(from) * side + i64::from(to);
                }
            }
        }
        let (leaves, length) = (batch.leaves() as i64, length as i64);
        let bias = table.index_select(0, &self.index(&pairs)).view([leaves, length, length, layers, heads]);
        let bias = bias.permute([3, 0, 4, 1, 2]).contiguous();
        (0..layers).map(|layer| bias.i(layer)).collect()
    }

    fn embed(&self, batch: &Batch, padded: &Padded) -> Tensor {
        let width = self.config.width as i64;
        let mut parts = vec![self.get("context").view([1, width])];
        for (input, block) in batch.inputs.iter().zip(&self.blocks) {
            if input.count > 0 {
                let values = self.placement.upload(&Tensor::from_slice(&input.values));
                let values = values.view([input.count as i64, input.columns as i64]);
                let (weight, bias) = (format!("embed.{block}.weight"), format!("embed.{block}.bias"));
                parts.push(values.linear(self.get(&weight), Some(self.get(&bias))));
            }
        }
        parts.push(Tensor::zeros([1, width], (Kind::Float, self.placement.device)));
        Tensor::cat(&parts, 0).index_select(0, &padded.source).view([padded.leaves, padded.length, width])
    }

    fn attend(&self, name: &dyn Fn(&str) -> String, bias: Option<&Tensor>, tokens: &Tensor) -> Tensor {
        let (leaves, length, width) = tokens.size3().expect("[leaves, length, width]");
        let (heads, head_width) = (self.config.heads as i64, self.config.head_width() as i64);
        let qkv = self.multiply(&self.norm(tokens, &name("attend.norm")), &name("attend.qkv"));
        let qkv = qkv.view([leaves, length, 3, heads, head_width]).permute([2, 0, 3, 1, 4]);
        let queries = qkv.i(0) * (1.0 / (head_width as f64).sqrt());
        let scores = self.placement.matmul(&queries, &qkv.i(1).transpose(2, 3));
        let scores = match bias {
            Some(bias) => scores + bias,
            None => scores,
        };
        let mixed = self.placement.matmul(&scores.softmax(-1, None::<Kind>), &qkv.i(2));
        let mixed = mixed.transpose(1, 2).reshape([leaves, length, width]);
        self.multiply(&mixed, &name("attend.out"))
    }

    fn policy(&self, batch: &Batch, padded: &Padded, rows: &Tensor, context: &Tensor) -> Tensor {
        let list =
            |of: fn(&crate::net::ActionInput) -> i64| -> Vec<i64> { batch.actions.iter().map(of).collect() };
        let pick = |name: &str, places: &[i64]| self.get(name).index_select(0, &self.index(places));
        let mut hidden = pick("policy.verb", &list(|a| a.verb.into()))
            + pick("policy.quantity", &list(|a| a.quantity.into()));
        if batch.actions.iter().any(|action| action.token != NONE) {
            let places: Vec<i64> =
                batch.actions.iter().map(|a| padded.place(batch, a.leaf as usize, a.token)).collect();
            hidden = &hidden + self.multiply(&rows.index_select(0, &self.index(&places)), "policy.row");
        }
        let queries = self.multiply(context, "policy.query");
        let queries = queries.index_select(0, &self.index(&list(|a| a.leaf.into())));
        (queries * hidden.relu()).sum_dim_intlist(-1, false, None::<Kind>)
    }

    /// The rows of these tokens, `[leaves, per leaf, width]`; zeros where there is none.
    fn picked(&self, batch: &Batch, padded: &Padded, rows: &Tensor, tokens: &[u32]) -> Tensor {
        let per_leaf = tokens.len() / batch.leaves().max(1);
        let places: Vec<i64> = tokens
            .iter()
            .enumerate()
            .map(|(i, &token)| padded.place(batch, i / per_leaf.max(1), token))
            .collect();
        let picked = rows.index_select(0, &self.index(&places));
        picked.view([padded.leaves, per_leaf as i64, self.config.width as i64])
    }

    fn outcome(&self, batch: &Batch, padded: &Padded, rows: &Tensor, context: &Tensor) -> Tensor {
        let sides = self.picked(batch, padded, rows, &batch.sides);
        let shared = self.multiply(context, "outcome.context").unsqueeze(1);
        let hidden = (self.multiply(&sides, "outcome.side") + shared).relu();
        let scores = hidden.matmul(self.get("outcome.score"));
        let draw = self.multiply(context, "outcome.draw").relu().matmul(self.get("outcome.draw_score"));
        Tensor::cat(&[scores, (draw + self.get("outcome.draw_bias")).unsqueeze(1)], 1)
    }

    fn owner(&self, batch: &Batch, padded: &Padded, rows: &Tensor) -> Tensor {
        let sites = self.picked(batch, padded, rows, &batch.sites);
        let sides = self.multiply(&self.picked(batch, padded, rows, &batch.sides), "owner.side");
        let scale = 1.0 / (self.config.width as f64).sqrt();
        let owned = self.multiply(&sites, "owner.site").matmul(&sides.transpose(1, 2)) * scale;
        let nobody = sites.matmul(self.get("owner.nobody")) + self.get("owner.nobody_bias");
        Tensor::cat(&[owned, nobody.unsqueeze(2)], 2).view([padded.leaves, self.sites, self.seats + 1])
    }
}

impl Padded {
    /// Where a token lies in the padded rows; the zero row after the last where there is none.
    fn place(&self, batch: &Batch, leaf: usize, token: u32) -> i64 {
        match token {
            NONE => self.leaves * self.length,
            token => leaf as i64 * self.length + i64::from(token) - i64::from(batch.starts[leaf]),
        }
    }
}

/// The numbers of named tensors.
///
/// # Errors
/// If libtorch failed to copy them.
pub fn plain_tensors(
    tensors: &BTreeMap<String, Tensor>,
) -> Result<BTreeMap<String, weights::Tensor>, TchError> {
    let plain = |(name, tensor): (&String, &Tensor)| {
        let shape = tensor.size().iter().map(|&n| n as usize).collect();
        let data = Vec::<f32>::try_from(tensor.detach().reshape([-1]))?;
        Ok((name.clone(), weights::Tensor { shape, data }))
    };
    tensors.iter().map(plain).collect()
}

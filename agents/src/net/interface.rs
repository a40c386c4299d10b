use serde::{Deserialize, Serialize};
use spinward_env::encode::{Encode, ObservationSpec};

/// What the weights of a network are made for: a game's rules and the meaning of its observations, but not the
/// number of rows, so that one network serves every scenario of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interface {
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// The version of the game's observations.
    pub encoding_version: u32,
    /// The blocks of an observation, in order.
    pub blocks: Vec<BlockInterface>,
    /// The relations between rows, by name, with their number of categories.
    pub relations: Vec<(String, u8)>,
    /// The verbs of action tokens.
    pub verbs: Vec<String>,
    /// The largest quantity of an action token.
    pub max_quantity: u8,
    /// The name of the block with one row per seat.
    pub sides: String,
    /// The name of the block whose rows can be owned.
    pub sites: Option<String>,
}

/// One block as weights know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockInterface {
    /// Its name.
    pub name: String,
    /// The columns, by name, with their scale.
    pub columns: Vec<(String, f32)>,
}

impl Interface {
    /// The interface of a game.
    pub fn of<G: Encode>(game: &G) -> Self {
        let card = G::card();
        Self::of_spec(card.id, card.rules_version, game.observation_spec())
    }

    /// The interface of observations of this shape.
    pub fn of_spec(game: &str, rules_version: u32, spec: &ObservationSpec) -> Self {
        let blocks = spec.blocks.iter().map(|block| BlockInterface {
            name: block.name.into(),
            columns: block.columns.iter().map(|c| (c.name.clone(), c.scale)).collect(),
        });
        Self {
            game: game.into(),
            rules_version,
            encoding_version: spec.version,
            blocks: blocks.collect(),
            relations: spec.relations.iter().map(|r| (r.name.into(), r.categories)).collect(),
            verbs: spec.verbs.iter().map(|&verb| verb.into()).collect(),
            max_quantity: spec.max_quantity,
            sides: spec.blocks[spec.sides].name.into(),
            sites: spec.sites.map(|block| spec.blocks[block].name.into()),
        }
    }

    /// How weights made for `self` differ from what `wanted` asks for, as a clause; `None` if they fit.
    pub fn difference(&self, wanted: &Self) -> Option<String> {
        let made_for = |what: &str, own: String, other: String| {
            Some(format!("they were made for {what} {own}, this is {what} {other}"))
        };
        if self.game != wanted.game {
            return made_for("game", quoted(&self.game), quoted(&wanted.game));
        }
        if self.rules_version != wanted.rules_version {
            return made_for(
                "rules version",
                self.rules_version.to_string(),
                wanted.rules_version.to_string(),
            );
        }
        if self.encoding_version != wanted.encoding_version {
            let (own, other) = (self.encoding_version.to_string(), wanted.encoding_version.to_string());
            return made_for("encoding version", own, other);
        }
        let names = |interface: &Self| interface.blocks.iter().map(|b| b.name.clone()).collect::<Vec<_>>();
        first_difference("block", &names(self), &names(wanted))
            .or_else(|| {
                self.blocks.iter().zip(&wanted.blocks).find_map(|(own, other)| {
                    first_difference(&format!("column of block '{}'", own.name), &own.columns, &other.columns)
                })
            })
            .or_else(|| first_difference("relation", &self.relations, &wanted.relations))
            .or_else(|| first_difference("verb", &self.verbs, &wanted.verbs))
            .or_else(|| {
                let quantities = (self.max_quantity.to_string(), wanted.max_quantity.to_string());
                (self.max_quantity != wanted.max_quantity)
                    .then(|| made_for("largest quantity", quantities.0, quantities.1))?
            })
            .or_else(|| {
                (self != wanted).then(|| "the blocks of sides and sites are not the same".to_string())
            })
    }
}

fn quoted(text: &str) -> String {
    format!("'{text}'")
}

/// Names the first place where two lists differ.
fn first_difference<T: PartialEq + std::fmt::Debug>(what: &str, own: &[T], wanted: &[T]) -> Option<String> {
    let at = (0..own.len().max(wanted.len())).find(|&i| own.get(i) != wanted.get(i))?;
    let shown = |list: &[T]| list.get(at).map_or("none".to_string(), |item| format!("{item:?}"));
    Some(format!("{what} {} is {} in them and {} in the game", at + 1, shown(own), shown(wanted)))
}

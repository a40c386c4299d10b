//! Scenario files as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::super::rules::Rules;
use super::super::tables::Income;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct DuelFile {
    #[serde(rename = "summary")]
    _summary: String,
    pub(super) systems: Vec<String>,
    pub(super) at: String,
    pub(super) way_out: WayOut,
    pub(super) fleets: BTreeMap<String, Fleets>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct WayOut {
    pub(super) terran: String,
    pub(super) imperial: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Fleets {
    pub(super) terran: String,
    pub(super) imperial: String,
    pub(super) hold: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct WarFile {
    #[serde(rename = "summary")]
    _summary: String,
    /// Left out: the whole map.
    pub(super) systems: Option<Vec<String>>,
    pub(super) first: String,
    pub(super) glory_limits: Vec<[i8; 2]>,
    pub(super) entries: Vec<String>,
    /// Left out: that of `economy.toml`.
    pub(super) replacement_max_price: Option<u8>,
    /// Left out: that of `economy.toml`.
    pub(super) income: Option<Income>,
    pub(super) terran: SideLines,
    pub(super) imperial: SideLines,
}

/// A series, whose first war is `first-war`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SeriesFile {
    #[serde(rename = "summary")]
    _summary: String,
    pub(super) max_wars: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SideLines {
    #[serde(default)]
    pub(super) worlds: Vec<String>,
    #[serde(default)]
    pub(super) outposts: Vec<String>,
    /// Markers instead of these, by the list that the options name.
    #[serde(default)]
    pub(super) lists: BTreeMap<String, MarkerLines>,
    pub(super) stock: u8,
    pub(super) build: Vec<String>,
    #[serde(default)]
    pub(super) permissible: Vec<String>,
    pub(super) space: BTreeMap<String, String>,
    pub(super) surface: BTreeMap<String, String>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct MarkerLines {
    #[serde(default)]
    pub(super) worlds: Vec<String>,
    #[serde(default)]
    pub(super) outposts: Vec<String>,
    #[serde(default)]
    pub(super) choose_worlds: u8,
    #[serde(default)]
    pub(super) choose_outposts: u8,
    #[serde(default)]
    pub(super) among: Vec<String>,
}

impl SideLines {
    /// The markers of the list that the options name, where there are lists.
    pub(super) fn markers(&self, rules: &Rules, faults: &mut Vec<String>) -> MarkerLines {
        let (worlds, outposts) = (self.worlds.clone(), self.outposts.clone());
        if self.lists.is_empty() {
            return MarkerLines { worlds, outposts, ..MarkerLines::default() };
        }
        let name = rules.markers.word();
        self.lists.get(name).cloned().unwrap_or_else(|| {
            faults.push(format!("no list '{name}' of markers"));
            MarkerLines::default()
        })
    }
}

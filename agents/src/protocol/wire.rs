//! What stands on the wire: the objects of requests and of answers. Nothing else in the program knows them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::Code;

/// `hello`
#[derive(Debug, Deserialize)]
pub(super) struct Hello {
    pub(super) uwi: u32,
    /// `name/version`
    pub(super) host: Option<String>,
}

/// `ready`
#[derive(Debug, Deserialize)]
pub(super) struct Ready {
    pub(super) token: Option<Token>,
}

/// What a host recognises an answer by.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Token {
    Number(u64),
    Text(String),
}

/// `new`
#[derive(Debug, Deserialize)]
pub(super) struct New {
    pub(super) game: String,
    /// A preset's name, or options with an optional `preset`.
    pub(super) ruleset: Option<Value>,
    pub(super) scenario: Option<String>,
    pub(super) seat: String,
    pub(super) role: Option<String>,
    pub(super) seed: Option<u64>,
}

/// `view`
#[derive(Debug, Deserialize)]
pub(super) struct View {
    pub(super) text: String,
    pub(super) ply: u32,
    pub(super) hash: Option<String>,
}

/// `apply`
#[derive(Debug, Deserialize)]
pub(super) struct Apply {
    pub(super) events: Vec<Event>,
}

/// A decision (`seat` and `text`) or what fell (`chance`).
#[derive(Debug, Deserialize)]
pub(super) struct Event {
    pub(super) seat: Option<String>,
    pub(super) text: Option<String>,
    pub(super) chance: Option<String>,
    /// The hash of the seat's view after it.
    pub(super) hash: Option<String>,
}

/// `undo`
#[derive(Debug, Deserialize)]
pub(super) struct Undo {
    pub(super) to_ply: u32,
}

/// `legal`
#[derive(Debug, Deserialize)]
pub(super) struct Legal {
    pub(super) limit: Option<u32>,
    pub(super) after: Option<String>,
}

/// `go`
#[derive(Debug, Deserialize)]
pub(super) struct Go {
    pub(super) ply: Option<u32>,
    pub(super) decision: Option<String>,
    pub(super) hash: Option<String>,
    #[serde(default)]
    pub(super) limits: Limits,
    pub(super) multi_pv: Option<u32>,
    pub(super) clock: Option<Value>,
    pub(super) ponder: Option<bool>,
    pub(super) only: Option<Value>,
    pub(super) avoid: Option<Value>,
}

/// When a search ends: the first to be reached.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Limits {
    pub(super) time_ms: Option<u64>,
    pub(super) visits: Option<u32>,
    #[serde(default)]
    pub(super) infinite: bool,
}

/// `end`
#[derive(Debug, Deserialize)]
pub(super) struct End {
    pub(super) result: Option<Value>,
    pub(super) reason: Option<String>,
}

/// `debug`
#[derive(Debug, Deserialize)]
pub(super) struct Debug {
    pub(super) on: bool,
}

/// `dump`
#[derive(Debug, Deserialize)]
pub(super) struct Dump {
    pub(super) what: What,
}

/// What is dumped.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum What {
    View,
    Scene,
    Options,
}

/// `perft`
#[derive(Debug, Deserialize)]
pub(super) struct Perft {
    pub(super) depth: u32,
}

/// A request without fields.
#[derive(Debug, Deserialize)]
pub(super) struct Plain {}

/// The last line of the answer to `hello`.
#[derive(Debug, Serialize)]
pub(super) struct Greeting {
    pub(super) uwi: u32,
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    pub(super) caps: &'static [&'static str],
    pub(super) max_line: usize,
}

/// `game`
#[derive(Debug, Serialize)]
pub(super) struct Game {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) rules_version: u32,
    pub(super) action_version: u32,
    /// Of the default scenario and ruleset.
    pub(super) seats: Vec<&'static str>,
    pub(super) facts: Facts,
    /// The first is the default.
    pub(super) scenarios: Vec<&'static str>,
    /// The first is the default.
    pub(super) rulesets: Vec<&'static str>,
}

/// What a game is like.
#[derive(Debug, Serialize)]
pub(super) struct Facts {
    pub(super) chance: bool,
    pub(super) simultaneous: bool,
    pub(super) hidden: bool,
}

/// `option`
#[derive(Debug, Serialize)]
pub(super) struct OptionLine {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) default: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max: Option<u64>,
    pub(super) help: String,
}

/// Where a session stands.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Place {
    /// How many events there were.
    pub(super) ply: u32,
    /// The hash of the seat's view, 16 hexadecimal digits.
    pub(super) hash: String,
    /// The seat to decide, `chance` or `over`.
    pub(super) turn: String,
    /// What the game came to, where it is over and nothing is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) returns: Option<BTreeMap<&'static str, f32>>,
}

/// `ok` of `new`
#[derive(Debug, Serialize)]
pub(super) struct Begun {
    pub(super) seats: Vec<&'static str>,
    /// The seat that the session plays.
    pub(super) seat: &'static str,
    /// How it is told what happens: `apply` or `view`.
    pub(super) follows: &'static str,
    #[serde(flatten)]
    pub(super) place: Place,
}

/// `legal`
#[derive(Debug, Serialize)]
pub(super) struct LegalAnswer {
    pub(super) ply: u32,
    pub(super) decision: String,
    /// Who decides; absent where dice fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<&'static str>,
    /// How many there are on all pages.
    pub(super) total: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) actions: Vec<Explained>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) outcomes: Vec<Outcome>,
    /// What `after` takes for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<String>,
}

/// An action: its number in the game's codec and its words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Action {
    pub(super) id: u16,
    pub(super) text: String,
}

/// An action and what it means.
#[derive(Debug, Serialize)]
pub(super) struct Explained {
    #[serde(flatten)]
    pub(super) action: Action,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) explanation: String,
}

/// What may fall.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    pub(super) text: String,
    pub(super) probability: f64,
}

/// `info`
#[derive(Debug, Serialize)]
pub(super) struct Info {
    pub(super) ply: u32,
    pub(super) decision: String,
    pub(super) pov: &'static str,
    pub(super) elapsed_ms: u64,
    pub(super) visits: u32,
    pub(super) evaluations: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) root: Option<Root>,
    pub(super) lines: Vec<Line>,
}

/// What is expected of the position.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Root {
    pub(super) outcome: Outlook,
}

/// The expected return of each seat, 0 (the worst of the game) to 1 (the best).
pub(super) type Outlook = BTreeMap<&'static str, f64>;

/// One candidate.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    pub(super) rank: usize,
    pub(super) action: Action,
    pub(super) visits: u32,
    pub(super) prior: f64,
    /// The share that the search gives it.
    pub(super) policy: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<Outlook>,
}

/// `best`
#[derive(Debug, Serialize)]
pub(super) struct Best {
    pub(super) ply: u32,
    pub(super) decision: String,
    pub(super) action: Action,
    /// Not to be shown to anyone until all orders are in.
    pub(super) sealed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) root: Option<Root>,
}

/// `dump` of a view.
#[derive(Debug, Serialize)]
pub(super) struct ViewDump {
    pub(super) what: What,
    pub(super) ply: u32,
    pub(super) hash: String,
    pub(super) text: String,
}

/// `dump` of a scene.
#[derive(Debug, Serialize)]
pub(super) struct SceneDump {
    pub(super) what: What,
    pub(super) ply: u32,
    pub(super) text: String,
}

/// `dump` of the options.
#[derive(Debug, Serialize)]
pub(super) struct OptionsDump {
    pub(super) what: What,
    pub(super) options: serde_json::Map<String, Value>,
}

/// `perft`
#[derive(Debug, Serialize)]
pub(super) struct PerftAnswer {
    pub(super) ply: u32,
    pub(super) depth: u32,
    /// Sequences of `depth` events, outcomes of dice counted one by one.
    pub(super) sequences: u64,
}

/// `bench`
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Bench {
    pub(super) decisions: u32,
    pub(super) visits: u64,
    pub(super) evaluations: u64,
    /// Of every choice and its visits: another one is another behaviour.
    pub(super) checksum: String,
}

/// `log`
#[derive(Debug, Serialize)]
pub(super) struct Log<'a> {
    pub(super) level: &'a str,
    pub(super) topic: &'a str,
    pub(super) msg: &'a str,
}

/// `error`
#[derive(Debug, Serialize)]
pub(super) struct Error {
    pub(super) code: Code,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) detail: Option<Value>,
    pub(super) fatal: bool,
}

/// `bye`
#[derive(Debug, Serialize)]
pub(super) struct Bye {
    pub(super) reason: &'static str,
}

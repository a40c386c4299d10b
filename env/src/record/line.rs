//! The wire form of a replay's lines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ReplayFault, setup_hash};
use crate::core::{Game, ResolvedSetup, Seat, Setup};

/// The version of the replay format. It grows when an old reader would misread a new file.
pub const REPLAY_VERSION: u32 = 1;

/// The first line of a replay: everything needed to play it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What was played, every option written out.
    pub setup: Setup,
    /// The hash of the setup, see [`setup_hash`].
    pub setup_hash: u64,
    /// [`Card::rules_version`](crate::core::Card) when it was recorded.
    pub rules_version: u32,
    /// [`Card::action_version`](crate::core::Card) when it was recorded.
    pub action_version: u32,
    /// [`Card::encoding_version`](crate::core::Card) when it was recorded.
    pub encoding_version: u32,
    /// The seed of the umpire's dice.
    pub seed: u64,
    /// Who played each seat, in seat order; empty where nobody said.
    pub players: Vec<String>,
    /// The hash of each seat's view of the initial state.
    pub views: Vec<u64>,
}

impl Header {
    pub(super) fn new<G: Game>(game: &G, seed: u64, players: Vec<String>) -> Self {
        let card = G::card();
        Self {
            setup: game.setup().to_setup(),
            setup_hash: setup_hash(game.setup()),
            rules_version: card.rules_version,
            action_version: card.action_version,
            encoding_version: card.encoding_version,
            seed,
            players,
            views: view_hashes(game, &game.initial_state()),
        }
    }

    /// Reads the first line of a replay.
    ///
    /// # Errors
    /// If it is no header, or one of a format version that this program does not know.
    pub fn parse(line: &str) -> Result<Self, ReplayFault> {
        if line.trim().is_empty() {
            return Err(ReplayFault::Empty);
        }
        let wire: HeaderLine = parse_json(line)?;
        if wire.spinward_replay != REPLAY_VERSION {
            return Err(ReplayFault::differs("replay format", wire.spinward_replay, REPLAY_VERSION));
        }
        let mut setup = Setup::new(wire.game).scenario(wire.scenario).preset(wire.preset);
        (setup.options, setup.figures) = (wire.options, wire.figures);
        Ok(Self {
            setup,
            setup_hash: parse_hash(&wire.setup)?,
            rules_version: wire.rules,
            action_version: wire.actions,
            encoding_version: wire.encoding,
            seed: wire.seed,
            players: wire.players,
            views: wire.views.iter().map(|text| parse_hash(text)).collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn to_line(&self) -> String {
        to_json(&HeaderLine {
            spinward_replay: REPLAY_VERSION,
            game: self.setup.game.clone(),
            scenario: self.setup.scenario.clone().unwrap_or_default(),
            preset: self.setup.preset.clone().unwrap_or_default(),
            options: self.setup.options.clone(),
            figures: self.setup.figures.clone(),
            setup: hex(self.setup_hash),
            rules: self.rules_version,
            actions: self.action_version,
            encoding: self.encoding_version,
            seed: self.seed,
            players: self.players.clone(),
            views: self.views.iter().copied().map(hex).collect(),
        })
    }

    /// Whether `game` is what this header describes, in the versions it was recorded with.
    pub(super) fn check<G: Game>(&self, game: &G) -> Result<(), ReplayFault> {
        let here = Self::new(game, self.seed, self.players.clone());
        let own: &ResolvedSetup = game.setup();
        if self.setup_hash != here.setup_hash {
            return Err(ReplayFault::differs("setup hash", hex(self.setup_hash), hex(setup_hash(own))));
        }
        for (what, file, game) in [
            ("rules version", self.rules_version, here.rules_version),
            ("action version", self.action_version, here.action_version),
        ] {
            if file != game {
                return Err(ReplayFault::differs(what, file, game));
            }
        }
        check_views(&self.views, &here.views)
    }
}

#[derive(Serialize, Deserialize)]
struct HeaderLine {
    spinward_replay: u32,
    game: String,
    scenario: String,
    preset: String,
    options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    figures: BTreeMap<String, String>,
    setup: String,
    rules: u32,
    actions: u32,
    encoding: u32,
    seed: u64,
    #[serde(default)]
    players: Vec<String>,
    views: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum BodyLine {
    Decision { event: u32, seat: usize, action: String, id: u16, views: Vec<String> },
    Chance { event: u32, outcome: String, index: u8, views: Vec<String> },
    End { end: u32, result: EndKind, returns: Option<Vec<f32>>, margins: Option<Vec<f32>> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum EndKind {
    Terminated,
    Truncated,
}

impl BodyLine {
    pub(super) fn parse(line: &str) -> Result<Self, ReplayFault> {
        // Whether it is JSON at all is the better message: a cut-off line says at which column it stops.
        let value: serde_json::Value = parse_json(line)?;
        serde_json::from_value(value).map_err(|_| {
            let reason = "expected a decision (event, seat, action, id, views), a chance outcome \
                          (event, outcome, index, views) or a result (end, result, returns, margins)";
            ReplayFault::Malformed(reason.into())
        })
    }
}

pub(super) fn view_hashes<G: Game>(game: &G, state: &G::State) -> Vec<u64> {
    Seat::all(game.facts().seat_count()).map(|seat| game.view_hash(&game.view(state, seat))).collect()
}

pub(super) fn check_views(file: &[u64], game: &[u64]) -> Result<(), ReplayFault> {
    if file.len() != game.len() {
        return Err(ReplayFault::differs("number of seats", file.len(), game.len()));
    }
    match file.iter().zip(game).position(|(a, b)| a != b) {
        Some(seat) => {
            Err(ReplayFault::differs(format!("view of seat {seat}"), hex(file[seat]), hex(game[seat])))
        }
        None => Ok(()),
    }
}

pub(super) fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a line is plain data")
}

fn parse_json<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, ReplayFault> {
    serde_json::from_str(line).map_err(|error| {
        let column = error.column();
        if error.is_eof() {
            return ReplayFault::CutLine { column, events: 0 };
        }
        let (message, place) = (error.to_string(), format!(" at line {} column {column}", error.line()));
        match message.strip_suffix(&place) {
            Some(words) => ReplayFault::Malformed(format!("{words} at column {column}")),
            None => ReplayFault::Malformed(message),
        }
    })
}

pub(super) fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

pub(super) fn parse_hash(text: &str) -> Result<u64, ReplayFault> {
    u64::from_str_radix(text, 16)
        .ok()
        .filter(|_| text.len() == 16)
        .ok_or_else(|| ReplayFault::Malformed(format!("'{text}' is not a hash of 16 hexadecimal digits")))
}

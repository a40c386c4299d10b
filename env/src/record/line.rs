//! The wire form of a replay's lines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ReplayFault, setup_hash};
use crate::core::{Card, Game, ResolvedSetup, Seat, Setup};

/// The version of the replay format. It grows when an old reader would misread a new file.
pub const REPLAY_VERSION: u32 = 1;

/// What some editors begin a text with.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// What would be right where a first line is not.
const HEADER: &str = "a header of a replay would be right: {\"spinward_replay\":1, then game, scenario, preset, options, setup, \
                      rules, actions, encoding, seed and views";

/// What would be right where another line is not.
const BODY: &str = "a decision (event, seat, action, id, views), a chance outcome (event, outcome, index, views) or a result \
                    (end, result, returns, margins) would be right";

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
            setup: game.setup().to_setup().preset(preset_of(game.setup(), &card)),
            setup_hash: setup_hash(game.setup()),
            rules_version: card.rules_version,
            action_version: card.action_version,
            encoding_version: card.encoding_version,
            seed,
            players,
            views: view_hashes(game, &game.initial_state()),
        }
    }

    /// Reads the first line of a replay, with or without a byte order mark.
    ///
    /// # Errors
    /// If it is no header, or one of a format version that this program does not know.
    pub fn parse(line: &str) -> Result<Self, ReplayFault> {
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        if line.trim().is_empty() {
            return Err(ReplayFault::Empty);
        }
        let wire: HeaderLine = parse_json(line, HEADER)?;
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
        let preset = |header: &Self| header.setup.preset.clone().unwrap_or_default();
        if preset(self) != preset(&here) {
            return Err(ReplayFault::differs("preset of these options", preset(self), preset(&here)));
        }
        for (what, file, game) in [
            ("rules version", self.rules_version, here.rules_version),
            ("action version", self.action_version, here.action_version),
        ] {
            if file != game {
                return Err(ReplayFault::differs(what, file, game));
            }
        }
        let named = self.players.len();
        if named != 0 && named != here.views.len() {
            return Err(ReplayFault::differs("number of players", named, here.views.len()));
        }
        check_views(&self.views, &here.views)
    }
}

/// The preset whose options these are: the one that was named, unless they are exactly those of another.
fn preset_of(setup: &ResolvedSetup, card: &Card) -> &'static str {
    let has_these = |preset: &&str| {
        let plain = Setup::new(card.id).scenario(setup.scenario).preset(*preset).resolve(card);
        plain.is_ok_and(|plain| plain.values().eq(setup.values()))
    };
    let others = card.presets.iter().map(|preset| preset.id);
    [setup.preset].into_iter().chain(others).find(has_these).unwrap_or(setup.preset)
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
        if line.trim().is_empty() {
            return Err(ReplayFault::Malformed(format!("it is blank; {BODY}")));
        }
        // Whether it is JSON at all is the better message: a cut-off line says at which column it stops.
        let value: serde_json::Value = parse_json(line, BODY)?;
        serde_json::from_value(value).map_err(|_| ReplayFault::Malformed(BODY.into()))
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

/// Reads a line; `right` says what would be right where it is something else.
fn parse_json<'a, T: Deserialize<'a>>(line: &'a str, right: &str) -> Result<T, ReplayFault> {
    serde_json::from_str(line).map_err(|error| {
        let column = error.column();
        if error.is_eof() {
            return ReplayFault::CutLine { column, events: 0 };
        }
        let (message, place) = (error.to_string(), format!(" at line {} column {column}", error.line()));
        let words = message.strip_suffix(&place).unwrap_or(&message);
        let what = if error.is_data() { words.into() } else { format!("no JSON ({words})") };
        ReplayFault::Malformed(format!("{what} at column {column}; {right}"))
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

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Failure, Trial, fail};
use crate::core::{Card, Node, OptionDomain, OutcomeIndex, Setup, uniform_index};
use crate::games::CompleteGame;
use crate::record::{Entry, Header, ReplayReader, ReplayWriter, setup_from_toml, setup_hash, setup_to_toml};

/// How many games are written and read back.
const REPLAYS: usize = 2;

/// A game survives as lines: they lead to the same events and the same last position, and a line whose hash
/// was changed is named.
///
/// # Errors
/// The first line that does not come back.
pub fn replay_round_trip<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "replay_round_trip";
    for played in trial.played.iter().rev().take(REPLAYS) {
        let (mut writer, header) = ReplayWriter::new(Arc::clone(&trial.game), played.seed, vec![]);
        let header = match Header::parse(&header) {
            Ok(header) => header,
            Err(fault) => return fail(name, fault.to_string()),
        };
        let mut reader = match ReplayReader::new(Arc::clone(&trial.game), &header) {
            Ok(reader) => reader,
            Err(error) => return fail(name, error.to_string()),
        };
        for &event in &played.events {
            let line = match writer.event(event) {
                Ok(line) => line,
                Err(error) => return fail(name, error.to_string()),
            };
            if reader.line(&tampered(&line)).is_ok() {
                return fail(name, format!("a changed hash goes unnoticed in {line}"));
            }
            match reader.line(&line) {
                Ok(entry) if entry == Entry::Event(event) => {}
                Ok(entry) => return fail(name, format!("{event:?} comes back as {entry:?}")),
                Err(error) => return fail(name, format!("{error} in {line}")),
            }
        }
        let last = writer.end();
        if let Err(error) = reader.line(&last).and_then(|_| reader.finish()) {
            return fail(name, format!("{error} in {last}"));
        }
        if *reader.state() != played.last {
            return fail(name, format!("seed {}: the last position differs", played.seed));
        }
    }
    Ok(())
}

/// A line with another last hash digit.
fn tampered(line: &str) -> String {
    let digit = line.rfind('"').map_or(0, |end| end - 1);
    let other = if line.as_bytes()[digit] == b'0' { "1" } else { "0" };
    format!("{}{other}{}", &line[..digit], &line[digit + 1..])
}

/// The setup survives as TOML, with its hash; so does every preset of the scenario, and with every value at the
/// ends of each option's domain the game opens. Defaults and presets are values that the options take.
///
/// # Errors
/// The first setup that does not come back or is refused.
pub fn setup_round_trip<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "setup_round_trip";
    let card = G::card();
    let own = trial.game.setup();
    if let Some(what) = card_fault(&card) {
        return fail(name, what);
    }
    let mut setups = vec![own.to_setup()];
    setups.extend(card.presets.iter().map(|p| Setup::new(card.id).scenario(own.scenario).preset(p.id)));
    for option in card.options.iter().filter(|option| own.has(option.key)) {
        let values: Vec<String> = match &option.domain {
            OptionDomain::Switch => vec!["on".into(), "off".into()],
            OptionDomain::Words(words) => words.iter().map(|word| word.to_string()).collect(),
            OptionDomain::Integer { min, max } => vec![min.to_string(), max.to_string()],
        };
        setups.extend(values.into_iter().map(|value| own.to_setup().set(option.key, value)));
    }
    for setup in setups {
        let game = match G::from_setup(&setup) {
            Ok(game) => game,
            Err(faults) => return fail(name, format!("{faults}, in {setup:?}")),
        };
        let full = game.setup().to_setup();
        let back = setup_from_toml(&setup_to_toml(&full)).and_then(|setup| setup.resolve(&card));
        match back {
            Ok(back) if back == *game.setup() && setup_hash(&back) == setup_hash(game.setup()) => {}
            Ok(back) => return fail(name, format!("{full:?} comes back as {back:?}")),
            Err(faults) => return fail(name, format!("{faults}, in {full:?}")),
        }
    }
    Ok(())
}

/// A default or preset value that its option does not take.
fn card_fault(card: &Card) -> Option<String> {
    let defaults = card.options.iter().map(|option| ("default", option.key, option.default));
    let presets = card.presets.iter().flat_map(|p| p.values.iter().map(|&(key, value)| (p.id, key, value)));
    defaults.chain(presets).find_map(|(by, key, value)| {
        let Some(option) = card.options.iter().find(|option| option.key == key) else {
            return Some(format!("{by} sets '{key}', which is no option"));
        };
        option.domain.check(value).err().map(|problem| format!("{by} of '{key}': {problem}"))
    })
}

/// Every position survives as text.
///
/// # Errors
/// The first that does not.
pub fn position_text_round_trip<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "position_text_round_trip";
    for state in trial.positions.iter().chain(&trial.chances) {
        match trial.game.parse_position(&trial.game.position_text(state)) {
            Ok(back) if back == *state => {}
            Ok(back) => {
                return fail(
                    name,
                    format!("it comes back as\n{}\n{}", trial.game.position_text(&back), trial.at(state)),
                );
            }
            Err(error) => return fail(name, format!("{error} {}", trial.at(state))),
        }
    }
    Ok(())
}

/// A hash that was kept up while playing is the hash of the same position read from text, and different positions
/// and views have different hashes.
///
/// # Errors
/// The first position with two hashes, or two positions or views with one.
pub fn hash_incremental_equals_full<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "hash_incremental_equals_full";
    let game = &*trial.game;
    let mut seen: HashMap<u64, &G::State> = HashMap::new();
    let mut views: HashMap<u64, G::View> = HashMap::new();
    for state in trial.positions.iter().chain(&trial.chances) {
        let hash = game.state_hash(state);
        let Ok(read) = game.parse_position(&game.position_text(state)) else { continue };
        if read == *state && game.state_hash(&read) != hash {
            return fail(name, format!("the hash by play and by text differ {}", trial.at(state)));
        }
        if let Some(other) = seen.insert(hash, state)
            && other != state
        {
            return fail(
                name,
                format!("it shares its hash with\n{}\n{}", game.position_text(other), trial.at(state)),
            );
        }
        for seat in trial.seats() {
            let view = game.view(state, seat);
            let other = views.entry(game.view_hash(&view)).or_insert_with(|| view.clone());
            if *other != view {
                return fail(
                    name,
                    format!("the view of {seat} shares its hash with {other:?} {}", trial.at(state)),
                );
            }
        }
    }
    Ok(())
}

/// Every legal action and every outcome has a text of its own, one line, and an action's parses back; text that
/// was cut or changed is read or refused, without a panic.
///
/// # Errors
/// The first text that does not come back.
pub fn notation_parses_back<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "notation_parses_back";
    let game = &*trial.game;
    let mut rng = trial.rng(23);
    let mut legal = Vec::new();
    for state in trial.positions.iter().chain(&trial.chances) {
        game.legal_actions(state, &mut legal);
        let mut texts: HashSet<String> = HashSet::new();
        for &action in &legal {
            let text = game.action_text(state, action);
            let back = game.parse_action(state, &text);
            if back != Ok(action) || text.trim() != text || text.is_empty() || text.contains('\n') {
                return fail(
                    name,
                    format!("'{text}' for {action:?} comes back as {back:?} {}", trial.at(state)),
                );
            }
            if !texts.insert(text.clone()) {
                return fail(name, format!("two actions are called '{text}' {}", trial.at(state)));
            }
        }
        if game.parse_action(state, "no such action").is_ok() {
            return fail(name, format!("'no such action' is taken for an action {}", trial.at(state)));
        }
        if game.node(state) == Node::Chance {
            texts.clear();
            for k in 0..game.chance(state).weights().len() {
                let text = game.outcome_text(state, OutcomeIndex(k as u8));
                if text.contains('\n') || text.is_empty() || !texts.insert(text.clone()) {
                    return fail(name, format!("outcome {k} is called '{text}' {}", trial.at(state)));
                }
            }
        }
        spoil(&game.position_text(state), &mut rng).into_iter().for_each(|text| {
            let _ = game.parse_position(&text);
        });
    }
    Ok(())
}

/// Questions and what rolls decide are one line each, explanations one line or nothing. (They follow from views, so
/// that they can't tell what a seat does not know.)
///
/// # Errors
/// The first that is not.
pub fn explanations_are_lines<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "explanations_are_lines";
    let game = &*trial.game;
    let is_line = |text: &str| text.trim() == text && !text.contains('\n');
    let mut legal = Vec::new();
    for state in &trial.positions {
        let Node::Decision(seat) = game.node(state) else { continue };
        let view = game.view(state, seat);
        let question = game.question(&view);
        if question.is_empty() || !is_line(&question) {
            return fail(name, format!("the question is '{question}' {}", trial.at(state)));
        }
        game.legal_actions(state, &mut legal);
        for &action in &legal {
            let text = game.explain(&view, action);
            let told = game.narrate(state, action);
            if !is_line(&text) || !is_line(&told) || told.is_empty() {
                return fail(
                    name,
                    format!("{action:?} is explained by '{text}' and told as '{told}' {}", trial.at(state)),
                );
            }
        }
    }
    for state in &trial.chances {
        let text = game.explain_roll(state);
        if text.is_empty() || !is_line(&text) {
            return fail(name, format!("the roll is explained by '{text}' {}", trial.at(state)));
        }
    }
    Ok(())
}

/// Texts near to a right one: cut short, a character changed, a word doubled.
fn spoil(text: &str, rng: &mut crate::core::PlannerRng) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return vec![];
    }
    let mut changed = chars.clone();
    let junk = ['9', '-', ' ', 'z', '\n', 'é', ','];
    changed[uniform_index(rng, chars.len())] = junk[uniform_index(rng, junk.len())];
    let cut = chars[..uniform_index(rng, chars.len())].iter().collect();
    let mut words: Vec<&str> = text.split(' ').collect();
    let word = uniform_index(rng, words.len());
    words.insert(word, words[word]);
    vec![cut, changed.into_iter().collect(), words.join(" ")]
}

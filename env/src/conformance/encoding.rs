use std::collections::HashSet;

use super::{Failure, Trial, fail};
use crate::core::Node;
use crate::encode::{Observation, ObservationSpec};
use crate::games::CompleteGame;

/// The spec is sound, and every observation fits it: written over an old one it is the same as written fresh,
/// absent rows are zero, all seats' rows are there.
///
/// # Errors
/// The first fault.
pub fn observation_fits_spec<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "observation_fits_spec";
    let game = &*trial.game;
    let spec = game.observation_spec();
    if let Some(what) = spec_fault::<G>(spec, game.facts().seat_count()) {
        return fail(name, what);
    }
    let mut reused = Observation::new(spec);
    reused.values.fill(-77);
    reused.present.fill(true);
    for state in trial.positions.iter().chain(&trial.chances) {
        for seat in trial.seats() {
            let view = game.view(state, seat);
            let mut fresh = Observation::new(spec);
            game.observe(&view, fresh.as_mut());
            game.observe(&view, reused.as_mut());
            if fresh != reused {
                return fail(
                    name,
                    format!("{seat}: something of an old observation is left {}", trial.at(state)),
                );
            }
            if let Some(what) = observation_fault(spec, &fresh) {
                return fail(name, format!("{seat}: {what} {}", trial.at(state)));
            }
        }
        let owners = game.site_owners(state).len();
        let sites = spec.sites.map_or(0, |block| spec.blocks[block].rows);
        if owners != sites {
            return fail(name, format!("{owners} site owners for {sites} rows of sites {}", trial.at(state)));
        }
    }
    Ok(())
}

fn spec_fault<G: CompleteGame>(spec: &ObservationSpec, seats: usize) -> Option<String> {
    let version = G::card().encoding_version;
    if spec.version != version {
        return Some(format!("the spec has version {}, the card {version}", spec.version));
    }
    if spec.blocks.get(spec.sides).is_none_or(|block| block.rows != seats) {
        return Some(format!("the block of sides does not have {seats} rows"));
    }
    if spec.rows() > usize::from(u16::MAX) || spec.sites.is_some_and(|block| block >= spec.blocks.len()) {
        return Some("too many rows, or no such block of sites".into());
    }
    for block in &spec.blocks {
        let names: HashSet<&str> = block.columns.iter().map(|column| column.name.as_str()).collect();
        let scaled =
            block.columns.iter().all(|c| c.scale.is_finite() && c.scale != 0.0 && !c.unit.is_empty());
        if names.len() != block.columns.len() || names.contains("") || !scaled {
            return Some(format!("a column of '{}' lacks a name of its own, a unit or a scale", block.name));
        }
    }
    let rows = spec.rows();
    let odd = spec.relations.iter().find(|relation| {
        relation.pairs.len() != rows * rows || relation.pairs.iter().any(|&c| c >= relation.categories)
    });
    odd.map(|relation| format!("relation '{}' is not [{rows}, {rows}] below its categories", relation.name))
}

fn observation_fault(spec: &ObservationSpec, observation: &Observation) -> Option<String> {
    if observation.values.len() != spec.values() || observation.present.len() != spec.rows() {
        return Some("the observation has another size".into());
    }
    for (b, block) in spec.blocks.iter().enumerate() {
        for row in 0..block.rows {
            let present = observation.present[spec.first_row(b) + row];
            let first = spec.first_value(b) + row * block.columns.len();
            let values = &observation.values[first..][..block.columns.len()];
            if !present && values.iter().any(|&v| v != 0) {
                return Some(format!("row {row} of '{}' is absent but not zero", block.name));
            }
            if !present && b == spec.sides {
                return Some(format!("row {row} of '{}', a seat, is absent", block.name));
            }
        }
    }
    None
}

/// No two legal actions share a token, and a token names a verb, quantity and row that are there.
///
/// # Errors
/// The first token where that is not so.
pub fn action_tokens_distinct<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "action_tokens_distinct";
    let game = &*trial.game;
    let spec = game.observation_spec();
    let mut observation = Observation::new(spec);
    let mut legal = Vec::new();
    for state in &trial.positions {
        let Node::Decision(seat) = game.node(state) else { continue };
        let view = game.view(state, seat);
        game.observe(&view, observation.as_mut());
        game.legal_actions(state, &mut legal);
        let mut tokens = std::collections::HashMap::new();
        for &action in &legal {
            let token = game.action_token(&view, action);
            if let Some(other) = tokens.insert(token, action) {
                return fail(name, format!("{other:?} and {action:?} share {token:?} {}", trial.at(state)));
            }
            let row = token.row.is_none_or(|row| observation.present.get(row.index()) == Some(&true));
            if !row || usize::from(token.verb) >= spec.verbs.len() || token.quantity > spec.max_quantity {
                return fail(
                    name,
                    format!("{action:?}: no such verb, quantity or row: {token:?} {}", trial.at(state)),
                );
            }
        }
    }
    Ok(())
}

/// The scene's tokens account for every unit that the view shows, on sites that exist.
///
/// # Errors
/// The first scene that leaves a unit out, or has one too many.
pub fn scene_names_every_unit<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "scene_names_every_unit";
    let game = &*trial.game;
    for state in trial.positions.iter().chain(&trial.chances) {
        for seat in trial.seats() {
            let view = game.view(state, seat);
            let scene = game.scene(&view);
            let mut drawn: Vec<String> = Vec::new();
            for token in &scene.tokens {
                drawn.extend(std::iter::repeat_n(token.label.clone(), token.count.into()));
            }
            let mut shown = game.units_shown(&view);
            drawn.sort_unstable();
            shown.sort_unstable();
            if drawn != shown {
                let odd = drawn.iter().find(|unit| !shown.contains(unit));
                let odd = odd.or(shown.iter().find(|unit| !drawn.contains(unit)));
                let (drawn, shown) = (drawn.len(), shown.len());
                let what = format!("{seat}: {drawn} units are drawn, {shown} shown, {odd:?}");
                return fail(name, format!("{what} {}", trial.at(state)));
            }
            let sites = scene.sites.len();
            let linked = scene.links.iter().all(|link| link.from.0 < sites && link.to.0 < sites);
            let placed = scene.tokens.iter().all(|token| token.site.0 < sites && token.count > 0);
            let finite = scene.sites.iter().all(|site| site.at.0.is_finite() && site.at.1.is_finite());
            if !linked || !placed || !finite || scene.title.is_empty() {
                return fail(name, format!("{seat}: a site is missing, or the title {}", trial.at(state)));
            }
        }
    }
    Ok(())
}

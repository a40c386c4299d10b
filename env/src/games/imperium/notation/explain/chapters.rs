//! Where a war stands, and what its abbreviations mean.

use super::super::super::Imperium;
use super::super::super::class::Class;
use super::super::super::position::side_name;
use super::super::super::state::{Battle, IMPERIAL, Placing, State, Step, TERRAN, Theatre};
use super::super::words::{Names, Word};
use crate::core::Seat;

/// `Turn 1, Terran first movement`; `War 2, turn 3, …`; before a war and between wars what goes on there.
pub(in super::super) fn moment_of_turn(game: &Imperium, state: &State) -> String {
    match state.step {
        Step::Place(Placing::World { .. } | Placing::Outpost { .. } | Placing::Units { .. }) => {
            "Setting up".into()
        }
        _ if state.series.at_peace => format!("Peace after war {}", state.series.war),
        _ => {
            let turn = format!("urn {}, {} {}", state.turn, side_name(state.phasing), state.phase.word());
            match game.war() {
                Some(war) if war.max_wars > 1 => format!("War {}, t{turn}", state.series.war),
                _ => format!("T{turn}"),
            }
        }
    }
}

/// The same with the battle at hand: `…; battle at Sol, round 2`.
pub(in super::super) fn chapter(game: &Imperium, state: &State) -> String {
    let battle = state.battle.as_ref().filter(|_| state.step == Step::Battle);
    let battle = battle.map_or(String::new(), |battle| format!("; {}", battle_words(game, battle)));
    moment_of_turn(game, state) + &battle
}

fn battle_words(game: &Imperium, battle: &Battle) -> String {
    let names = Names(game);
    match battle.theatre {
        Theatre::Space => format!("battle at {}, round {}", names.system(battle.system), battle.round),
        Theatre::Orbit { .. } => format!("in orbit at {}", names.system(battle.system)),
        Theatre::Surface(at) => format!("fighting on {}, round {}", names.site(at), battle.round),
    }
}

/// Classes with their figures, then signs.
pub(in super::super) fn glossary(game: &Imperium) -> Vec<(String, String)> {
    let signs = [
        ("CL*", "a disrupted light cruiser: slower, and weaker in attack and defence"),
        ("CL~", "one with empty missile racks (base rules)"),
        ("TR+RT", "a transport with regular troops aboard; MS+3F: a mothership with three fighters"),
        ("RU", "resource units: the money of both sides"),
    ];
    let classes = Class::ALL.map(|class| (class.code().to_string(), class_text(game, class)));
    classes.into_iter().chain(signs.map(|(sign, text)| (sign.into(), text.into()))).collect()
}

/// `light cruiser: Terran 5-2-3, Imperial 2-4-3 (beam-missile-screen)`.
fn class_text(game: &Imperium, class: Class) -> String {
    let side = |seat: Seat| {
        let factors = game.units.factors(class, seat);
        let figures = format!("{}-{}-{}", factors.beam, factors.missile, factors.screen);
        (game.units.limit(class, seat) > 0).then(|| format!("{} {figures}", side_name(seat)))
    };
    if class.is_ship() {
        let sides: Vec<String> = [TERRAN, IMPERIAL].into_iter().filter_map(side).collect();
        return format!("{}: {} (beam-missile-screen)", class.name(), sides.join(", "));
    }
    match game.figures[TERRAN.index()][class.index()].surface {
        0 => class.name().into(),
        _ if class.is_troops() && game.rules.combat.drawn_troops => {
            format!("{} (strength as drawn)", class.name())
        }
        strength => format!("{} (strength {strength} on the ground)", class.name()),
    }
}

use super::{Failure, Trial, fail};
use crate::core::{Information, Node, PlannerRng, Seat};
use crate::encode::Observation;
use crate::games::CompleteGame;

/// How many worlds are sampled per position and seat.
const WORLDS: usize = 3;

/// States that differ only in what a seat can't know look the same to it: equal view, hash, observation, legal
/// list and scene. The pairs are a position and a world sampled from its view (with perfect information the world
/// must be the position, with hidden information it must differ somewhere), and those of
/// [`Trial::add_hidden_pair`].
///
/// # Errors
/// The first pair that can be told apart.
pub fn view_has_no_leak<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "view_has_no_leak";
    let game = &*trial.game;
    let mut rng = trial.rng(20);
    let mut differing = 0;
    for state in &trial.positions {
        for seat in trial.seats() {
            for _ in 0..WORLDS {
                let world = game.sample_world(&game.view(state, seat), &mut rng);
                differing += usize::from(world != *state);
                if let Some(what) = difference(game, state, &world, seat) {
                    let other = game.position_text(&world);
                    return fail(name, format!("{seat} sees by {what} {}\nfrom\n{other}", trial.at(state)));
                }
            }
        }
    }
    for (seat, [one, other]) in &trial.hidden_pairs {
        if let Some(what) = difference(game, one, other, *seat) {
            let other = game.position_text(other);
            return fail(name, format!("{seat} sees by {what} {}\nfrom\n{other}", trial.at(one)));
        }
    }
    match game.facts().information {
        Information::Perfect if differing > 0 => {
            fail(name, "information is declared perfect, but a sampled world is not the state")
        }
        Information::Hidden if differing == 0 => {
            fail(name, "information is declared hidden, but every sampled world is the true state")
        }
        _ => Ok(()),
    }
}

/// What tells two states apart for a seat.
fn difference<G: CompleteGame>(
    game: &G,
    one: &G::State,
    other: &G::State,
    seat: Seat,
) -> Option<&'static str> {
    let views = [one, other].map(|state| game.view(state, seat));
    let looks = views.each_ref().map(|view| {
        let mut look = Observation::new(game.observation_spec());
        game.observe(view, look.as_mut());
        look
    });
    let lists = views.each_ref().map(|view| {
        let mut legal = Vec::new();
        game.legal_in_view(view, &mut legal);
        legal
    });
    if views[0] != views[1] {
        Some("its view")
    } else if game.view_hash(&views[0]) != game.view_hash(&views[1]) {
        Some("the hash of its view")
    } else if looks[0] != looks[1] {
        Some("its observation")
    } else if lists[0] != lists[1] {
        Some("its legal list")
    } else if game.scene(&views[0]) != game.scene(&views[1]) {
        Some("its scene")
    } else {
        None
    }
}

/// The legal actions follow from the view alone: for the seat to decide they are those of the state, and unless
/// the stage is sealed every view knows who moves next and gives nobody else any.
///
/// # Errors
/// The first view where that is not so.
pub fn view_is_enough<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "view_is_enough";
    let game = &*trial.game;
    let (mut legal, mut seen) = (Vec::new(), Vec::new());
    for state in trial.positions.iter().chain(&trial.chances) {
        let node = game.node(state);
        game.legal_actions(state, &mut legal);
        for seat in trial.seats() {
            let view = game.view(state, seat);
            game.legal_in_view(&view, &mut seen);
            let decides = node == Node::Decision(seat);
            if game.viewer(&view) != seat {
                return fail(name, format!("the view of {seat} says it is another's {}", trial.at(state)));
            }
            if decides && seen != legal {
                return fail(name, format!("{seat} sees {seen:?}, legal is {legal:?} {}", trial.at(state)));
            }
            let open = decides || !game.is_sealed(state);
            if open && game.node_in_view(&view) != node {
                let seen = game.node_in_view(&view);
                return fail(
                    name,
                    format!("{seat} takes the node {node:?} for {seen:?} {}", trial.at(state)),
                );
            }
            if !decides && open && !seen.is_empty() {
                return fail(name, format!("{seat} sees {seen:?}, but does not decide {}", trial.at(state)));
            }
        }
    }
    Ok(())
}

/// A sealed decision changes no other seat's view while the sealed stage goes on. (Where sealed stages follow
/// each other directly, [`Game::stage`](crate::core::Game::stage) tells them apart.) A game that declares simultaneous decisions has some.
///
/// # Errors
/// The first decision that shows.
pub fn sealed_orders_sealed<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "sealed_orders_sealed";
    let game = &*trial.game;
    let mut legal = Vec::new();
    let mut sealed = 0;
    for state in trial.positions.iter().filter(|state| game.is_sealed(state)) {
        let Node::Decision(mover) = game.node(state) else {
            return fail(name, format!("sealed, but no decision {}", trial.at(state)));
        };
        sealed += 1;
        game.legal_actions(state, &mut legal);
        for &action in &legal {
            let mut next = state.clone();
            if let Err(error) = game.apply(&mut next, action) {
                return fail(name, format!("{error} {}", trial.at(state)));
            }
            if !game.is_sealed(&next) || game.stage(&next) != game.stage(state) {
                continue;
            }
            for seat in trial.seats().filter(|&seat| seat != mover) {
                if let Some(what) = difference(game, state, &next, seat) {
                    let at = trial.at(state);
                    return fail(name, format!("{seat} sees {action:?} of {mover} by {what} {at}"));
                }
            }
        }
    }
    if game.facts().simultaneous != (sealed > 0) {
        let declared = game.facts().simultaneous;
        return fail(name, format!("simultaneous is declared {declared}, sealed positions seen: {sealed}"));
    }
    Ok(())
}

/// A sampled world gives the view that it was sampled from, at the node that the view shows, and goes on like any
/// state.
///
/// # Errors
/// The first world that does not.
pub fn sampled_worlds_agree_with_view<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "sampled_worlds_agree_with_view";
    let game = &*trial.game;
    let mut rng = trial.rng(21);
    for state in trial.positions.iter().chain(&trial.chances) {
        for seat in trial.seats() {
            let view = game.view(state, seat);
            for _ in 0..WORLDS {
                let world = game.sample_world(&view, &mut rng);
                if game.view(&world, seat) != view {
                    let other = game.position_text(&world);
                    return fail(
                        name,
                        format!("{seat} would see another view in\n{other}\n{}", trial.at(state)),
                    );
                }
                let nodes = (game.node(&world), game.node_in_view(&view));
                if nodes.0 != nodes.1 {
                    return fail(
                        name,
                        format!("{seat} gets {:?} for {:?} {}", nodes.0, nodes.1, trial.at(state)),
                    );
                }
                play_on(game, world, &mut rng, name, trial)?;
            }
        }
    }
    Ok(())
}

/// Some decisions and rolls from a sampled world.
fn play_on<G: CompleteGame>(
    game: &G,
    mut world: G::State,
    rng: &mut PlannerRng,
    name: &'static str,
    trial: &Trial<G>,
) -> Result<(), Failure> {
    let mut legal = Vec::new();
    for _ in 0..4 {
        let before = world.clone();
        let refused = match game.node(&world) {
            Node::Terminal => return Ok(()),
            Node::Chance => {
                let outcome = game.chance(&world).draw(rand::Rng::next_u64(rng));
                game.apply_outcome(&mut world, outcome).err().map(|error| error.to_string())
            }
            Node::Decision(_) => {
                game.legal_actions(&world, &mut legal);
                if legal.is_empty() {
                    return fail(name, format!("a sampled world without legal actions {}", trial.at(&world)));
                }
                let action = legal[crate::core::uniform_index(rng, legal.len())];
                game.apply(&mut world, action).err().map(|error| error.to_string())
            }
        };
        if let Some(error) = refused {
            return fail(name, format!("a sampled world does not go on: {error} {}", trial.at(&before)));
        }
    }
    Ok(())
}

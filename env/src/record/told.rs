use crate::core::{Event, EventOf, Game, Information, Node, Notation, OutcomeIndex, Seat, planner_rng};

/// Worlds that are looked at to find out what else could have happened.
const WORLDS: usize = 24;
const PURPOSE: u64 = 0x746f_6c64;

/// Whether a seat may be told an event that led from one state to another: its own decisions, everything where nothing is hidden,
/// and else what its views before and after leave no doubt of. What it holds possible before the event is sampled, with a seed
/// that hangs on nothing but its view, so that the true state decides nothing: half of the sampled worlds must have a way to the
/// view after, and all such ways must read as this event does. A sample proves nothing: what is rare may be missed.
pub fn can_tell<G: Game + Notation>(
    game: &G,
    before: &G::State,
    event: EventOf<G>,
    after: &G::State,
    seat: Seat,
) -> bool {
    let facts = game.facts();
    let own = matches!(event, Event::Decision { seat: who, .. } if who == seat);
    if own || facts.information == Information::Perfect && !facts.simultaneous {
        return true;
    }
    let (known, seen) = (game.view(before, seat), game.view(after, seat));
    let text = words(game, before, event);
    let mut rng = planner_rng(game.view_hash(&known), PURPOSE);
    let mut with_a_way = 0;
    for _ in 0..WORLDS {
        let world = game.sample_world(&known, &mut rng);
        let mut found = false;
        for (way, reached) in ways(game, &world) {
            if game.view(&reached, seat) == seen {
                if words(game, &world, way) != text {
                    return false;
                }
                found = true;
            }
        }
        with_a_way += usize::from(found);
    }
    2 * with_a_way >= WORLDS
}

/// Whether a seat can work out the probabilities of a roll: in every world that is sampled as for [`can_tell`] they are the same.
pub fn knows_odds<G: Game>(game: &G, before: &G::State, seat: Seat) -> bool {
    let facts = game.facts();
    if facts.information == Information::Perfect && !facts.simultaneous {
        return true;
    }
    let known = game.view(before, seat);
    let odds = game.chance(before);
    let mut rng = planner_rng(game.view_hash(&known), PURPOSE);
    (0..WORLDS).all(|_| {
        let world = game.sample_world(&known, &mut rng);
        game.node(&world) == Node::Chance && game.chance(&world).weights() == odds.weights()
    })
}

/// Whether a seat notices an event at all: by its own decisions and by what its view shows. The number of the others may tell
/// something.
pub fn is_noticed<G: Game>(
    game: &G,
    before: &G::State,
    event: EventOf<G>,
    after: &G::State,
    seat: Seat,
) -> bool {
    let own = matches!(event, Event::Decision { seat: who, .. } if who == seat);
    own || game.view_hash(&game.view(before, seat)) != game.view_hash(&game.view(after, seat))
}

fn words<G: Game + Notation>(game: &G, state: &G::State, event: EventOf<G>) -> String {
    match event {
        Event::Decision { action, .. } => game.action_text(state, action),
        Event::Chance(outcome) => game.outcome_text(state, outcome),
    }
}

/// Everything that can happen in a state, with the state that it leads to.
fn ways<G: Game>(game: &G, state: &G::State) -> Vec<(EventOf<G>, G::State)> {
    let after = |apply: &dyn Fn(&mut G::State) -> bool| {
        let mut state = state.clone();
        apply(&mut state).then_some(state)
    };
    match game.node(state) {
        Node::Terminal => Vec::new(),
        Node::Decision(seat) => {
            let mut legal = Vec::new();
            game.legal_actions(state, &mut legal);
            let way = |action| {
                let reached = after(&|state| game.apply(state, action).is_ok())?;
                Some((Event::Decision { seat, action }, reached))
            };
            legal.into_iter().filter_map(way).collect()
        }
        Node::Chance => {
            let outcomes = (0..game.chance(state).weights().len()).map(|index| OutcomeIndex(index as u8));
            let way = |outcome| {
                let reached = after(&|state| game.apply_outcome(state, outcome).is_ok())?;
                Some((Event::Chance(outcome), reached))
            };
            outcomes.filter_map(way).collect()
        }
    }
}

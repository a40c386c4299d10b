//! What happened, as each seat may know it.

use spinward_env::core::{Event, EventOf, Information, Node, OutcomeIndex, Seat};
use spinward_env::games::CompleteGame;

/// Something that happened, as the viewer knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its number, from 1.
    pub number: usize,
    /// Where the game stood, as a heading: see [`Notation::chapter`](spinward_env::core::Notation::chapter).
    pub chapter: String,
    /// Who decided; `None`: dice.
    pub who: Option<Seat>,
    /// The action or the outcome, or that it stays hidden.
    pub text: String,
    /// Whether there was nothing to choose.
    pub forced: bool,
    /// What was rolled; `None` for decisions and where it stays hidden.
    pub roll: Option<Roll>,
}

/// A roll of dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What it decided.
    pub what: String,
    /// Every outcome with its probability.
    pub outcomes: Vec<(String, f64)>,
    /// Which of them fell.
    pub fell: usize,
}

/// An event with who may know it.
#[derive(Clone, Debug)]
pub(super) struct Told {
    entry: Entry,
    /// By bit of the seat.
    known_to: u8,
}

impl Told {
    /// Tells what `event` did to `before`.
    pub(super) fn of<G: CompleteGame>(
        game: &G,
        before: &G::State,
        event: EventOf<G>,
        number: usize,
        forced: bool,
    ) -> Self {
        let chapter = game.chapter(before);
        let entry = match event {
            Event::Decision { seat, action } => {
                let text = game.narrate(before, action);
                Entry { number, chapter, who: Some(seat), text, forced, roll: None }
            }
            Event::Chance(outcome) => {
                let text = game.outcome_text(before, outcome);
                let chance = game.chance(before);
                let names =
                    (0..chance.weights().len()).map(|k| game.outcome_text(before, OutcomeIndex(k as u8)));
                let roll = Roll {
                    what: game.explain_roll(before),
                    outcomes: names.zip(chance.probabilities()).collect(),
                    fell: outcome.index(),
                };
                let forced = roll.outcomes.len() == 1;
                Entry { number, chapter, who: None, text, forced, roll: Some(roll) }
            }
        };
        let seats = Seat::all(game.facts().seat_count());
        let known = seats.filter(|&seat| can_tell(game, before, event, seat));
        Self { entry, known_to: known.fold(0, |known, seat| known | 1 << seat.index()) }
    }

    /// As a seat knows it.
    pub(super) fn to(&self, viewer: Seat) -> Entry {
        if self.known_to >> viewer.index() & 1 == 1 {
            return self.entry.clone();
        }
        let text = if self.entry.who.is_some() { "decides, unseen" } else { "something falls, unseen" };
        Entry { text: text.into(), roll: None, ..self.entry.clone() }
    }

    pub(super) const fn is_roll(&self) -> bool {
        self.entry.who.is_none()
    }

    /// Who decided with a choice.
    pub(super) fn chooser(&self) -> Option<Seat> {
        self.entry.who.filter(|_| !self.entry.forced)
    }
}

/// Whether a seat can tell the event from everything else that could have happened.
fn can_tell<G: CompleteGame>(game: &G, before: &G::State, event: EventOf<G>, seat: Seat) -> bool {
    let facts = game.facts();
    if facts.information == Information::Perfect && !facts.simultaneous {
        return true;
    }
    let seen_after = |event: EventOf<G>| {
        let mut after = before.clone();
        let happens = match event {
            Event::Decision { action, .. } => game.apply(&mut after, action).is_ok(),
            Event::Chance(outcome) => game.apply_outcome(&mut after, outcome).is_ok(),
        };
        happens.then(|| game.view(&after, seat))
    };
    let mut others: Vec<EventOf<G>> = Vec::new();
    match (event, game.node(before)) {
        (Event::Decision { seat: own, .. }, _) if own == seat => return true,
        (Event::Decision { seat: own, .. }, _) => {
            let mut legal = Vec::new();
            game.legal_actions(before, &mut legal);
            others.extend(legal.into_iter().map(|action| Event::Decision { seat: own, action }));
        }
        (Event::Chance(_), Node::Chance) => {
            let outcomes = game.chance(before).weights().len();
            others.extend((0..outcomes).map(|k| Event::Chance(OutcomeIndex(k as u8))));
        }
        (Event::Chance(_), _) => return true,
    }
    let seen = seen_after(event);
    others.into_iter().filter(|&other| other != event).all(|other| seen_after(other) != seen)
}

//! What happened, as each seat may know it.

use spinward_env::core::{Event, EventOf, Information, OutcomeIndex, Seat};
use spinward_env::games::CompleteGame;
use spinward_env::record::{can_tell, is_noticed, knows_odds};

/// Something that happened, as the viewer knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its number among what the viewer noticed, from 1.
    pub number: usize,
    /// Where the game stood, as a heading: see [`Notation::chapter`](spinward_env::core::Notation::chapter).
    pub chapter: String,
    /// Who decided; `None`: dice.
    pub who: Option<Seat>,
    /// The action or the outcome, or that it stays hidden.
    pub text: String,
    /// Whether there was nothing to choose.
    pub forced: bool,
    /// What was rolled; `None` for decisions, and where what fell or how likely it was stays hidden.
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
    /// What who decided remembers of it.
    own: String,
    /// By bit of the seat: who may know what it was.
    known_to: u8,
    /// By bit of the seat: who can work out how likely the outcomes of a roll were.
    odds_known_to: u8,
    /// By bit of the seat: who notices that something happened.
    noticed_by: u8,
}

impl Told {
    /// Tells what `event` made of `before`, which is `after` now.
    pub(super) fn of<G: CompleteGame>(
        game: &G,
        before: &G::State,
        event: EventOf<G>,
        after: &G::State,
        forced: bool,
    ) -> Self {
        let chapter = game.chapter(before);
        let own = match event {
            Event::Decision { action, .. } => game.narrate_own(before, action),
            Event::Chance(_) => String::new(),
        };
        let entry = match event {
            Event::Decision { seat, action } => {
                let text = game.narrate(before, action);
                Entry { number: 0, chapter, who: Some(seat), text, forced, roll: None }
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
                Entry { number: 0, chapter, who: None, text, forced, roll: Some(roll) }
            }
        };
        let facts = game.facts();
        let of = |told: &dyn Fn(Seat) -> bool| {
            let seats = Seat::all(facts.seat_count()).filter(|&seat| told(seat));
            seats.fold(0, |known, seat| known | 1 << seat.index())
        };
        // Where nothing is hidden, or all decide at once, everybody knows that something happened.
        let open = facts.information == Information::Perfect || facts.simultaneous;
        Self {
            entry,
            own,
            known_to: of(&|seat| can_tell(game, before, event, after, seat)),
            odds_known_to: match event {
                Event::Decision { .. } => 0,
                Event::Chance(_) => of(&|seat| knows_odds(game, before, seat)),
            },
            noticed_by: of(&|seat| open || is_noticed(game, before, event, after, seat)),
        }
    }

    /// Whether a seat notices it.
    pub(super) const fn is_noticed_by(&self, viewer: Seat) -> bool {
        self.noticed_by >> viewer.index() & 1 == 1
    }

    /// As a seat knows it, with its number among what the seat noticed.
    pub(super) fn to(&self, viewer: Seat, number: usize) -> Entry {
        let is_among = |seats: u8| seats >> viewer.index() & 1 == 1;
        if self.entry.who == Some(viewer) {
            return Entry { number, text: self.own.clone(), ..self.entry.clone() };
        }
        if is_among(self.known_to) {
            return match &self.entry.roll {
                Some(roll) if !is_among(self.odds_known_to) => {
                    let text = format!("{}. It falls: {}", roll.what, self.entry.text);
                    Entry { number, text, roll: None, ..self.entry.clone() }
                }
                _ => Entry { number, ..self.entry.clone() },
            };
        }
        let text = if self.entry.who.is_some() { "decides, unseen" } else { "something falls, unseen" };
        Entry { number, text: text.into(), roll: None, ..self.entry.clone() }
    }

    pub(super) const fn is_roll(&self) -> bool {
        self.entry.who.is_none()
    }

    /// Who decided with a choice.
    pub(super) fn chooser(&self) -> Option<Seat> {
        self.entry.who.filter(|_| !self.entry.forced)
    }
}

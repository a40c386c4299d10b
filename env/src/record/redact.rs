use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::RecordError;
use super::line::{hex, to_json};
use super::told::{can_tell, is_noticed};
use super::writer::follow;
use crate::core::{ActionCodec, Event, EventOf, Game, Notation, Seat};

/// The version of the lines of a [`Redactor`].
pub const REDACTED_VERSION: u32 = 1;

/// Tells a game to one seat while it goes on: neither the seed of the dice nor what the seat's views don't show. When the
/// game is over its whole replay may be told.
///
/// ```text
/// {"spinward_redacted":1,"game":"kuhn_poker",…,"seat":0,"view":"…"}
/// {"line":1,"outcome":"a queen","index":1,"view":"…"}
/// {"line":2,"decision_of":1,"view":"…"}
/// ```
///
/// Decisions of the seat are told, and those of others and rolls if its views leave no doubt of them ([`can_tell`]); ids of
/// others' actions are not, since they may count what is hidden. Of the rest a line says that something happened; where the
/// view stayed as it was not even that ([`is_noticed`]).
#[derive(Debug)]
pub struct Redactor<G: Game> {
    game: Arc<G>,
    state: G::State,
    seat: Seat,
    events: u32,
    lines: u32,
}

#[derive(Serialize)]
struct HeaderLine {
    spinward_redacted: u32,
    game: String,
    scenario: String,
    preset: String,
    options: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    figures: BTreeMap<String, String>,
    players: Vec<String>,
    seat: usize,
    view: String,
}

#[derive(Serialize)]
struct Line {
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision_of: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u8>,
    view: String,
}

impl<G: Game + ActionCodec + Notation> Redactor<G> {
    /// At the start of a game, with its first line. `players` says who plays each seat, or is empty.
    pub fn new(game: Arc<G>, seat: Seat, players: Vec<String>) -> (Self, String) {
        let setup = game.setup().to_setup();
        let redactor = Self { state: game.initial_state(), game, seat, events: 0, lines: 0 };
        let header = to_json(&HeaderLine {
            spinward_redacted: REDACTED_VERSION,
            game: setup.game,
            scenario: setup.scenario.unwrap_or_default(),
            preset: setup.preset.unwrap_or_default(),
            options: setup.options,
            figures: setup.figures,
            players,
            seat: seat.index(),
            view: hex(redactor.view_of(&redactor.state)),
        });
        (redactor, header)
    }

    /// The line of the next event, if the seat is told of it.
    ///
    /// # Errors
    /// If the event can't happen here.
    pub fn event(&mut self, event: EventOf<G>) -> Result<Option<String>, RecordError> {
        let before = self.state.clone();
        follow(&*self.game, &mut self.state, self.events + 1, event)?;
        self.events += 1;
        if !is_noticed(&*self.game, &before, event, &self.state, self.seat) {
            return Ok(None);
        }
        self.lines += 1;
        let mut line = Line {
            line: self.lines,
            decision_of: None,
            action: None,
            id: None,
            outcome: None,
            index: None,
            view: hex(self.view_of(&self.state)),
        };
        let told = can_tell(&*self.game, &before, event, &self.state, self.seat);
        match event {
            Event::Decision { seat, action } => {
                line.decision_of = Some(seat.index());
                line.action = told.then(|| self.game.action_text(&before, action));
                line.id = (seat == self.seat).then(|| self.game.action_id(action).0);
            }
            Event::Chance(outcome) => {
                line.outcome = told.then(|| self.game.outcome_text(&before, outcome));
                line.index = told.then_some(outcome.0);
            }
        }
        Ok(Some(to_json(&line)))
    }

    fn view_of(&self, state: &G::State) -> u64 {
        self.game.view_hash(&self.game.view(state, self.seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Node, OutcomeIndex, Setup, planner_rng, uniform_index};
    use crate::games::kuhn_poker::KuhnPoker;
    use crate::games::third_millennium::ThirdMillennium;

    /// What a seat is told of a game in which these choices are taken, by their place in the list, outcomes by index.
    fn told<G: Game + ActionCodec + Notation>(game: &Arc<G>, seat: usize, choices: &[usize]) -> Vec<String> {
        let (mut redactor, header) = Redactor::new(Arc::clone(game), Seat::new(seat), vec![]);
        let mut lines = vec![header];
        for &choice in choices {
            let event = match game.node(&redactor.state) {
                Node::Chance => Event::Chance(OutcomeIndex(choice as u8)),
                Node::Decision(seat) => {
                    let mut legal = Vec::new();
                    game.legal_actions(&redactor.state, &mut legal);
                    Event::Decision { seat, action: legal[choice] }
                }
                Node::Terminal => panic!("the game is over"),
            };
            lines.extend(redactor.event(event).unwrap());
        }
        lines
    }

    /// Of two deals with the same own card a player is told the same, and his own card.
    #[test]
    fn the_other_card_is_not_told() {
        let game = Arc::new(KuhnPoker::from_setup(&Setup::new("kuhn_poker")).unwrap());
        let start = game.initial_state();
        let deals: Vec<usize> = (0..game.chance(&start).weights().len()).collect();
        let views = |&deal: &usize| {
            let mut state = start.clone();
            game.apply_outcome(&mut state, OutcomeIndex(deal as u8)).unwrap();
            [0, 1].map(|seat| game.view_hash(&game.view(&state, Seat::new(seat))))
        };
        let mut alike = 0;
        for (one, other) in
            deals.iter().flat_map(|a| deals.iter().map(move |b| (a, b))).filter(|(a, b)| a < b)
        {
            let (a, b) = (views(one), views(other));
            for seat in [0, 1] {
                assert_eq!(told(&game, seat, &[*one]) == told(&game, seat, &[*other]), a[seat] == b[seat]);
                alike += usize::from(a[seat] == b[seat]);
            }
        }
        assert!(alike > 0);
    }

    /// Which ships go into a fleet is not told, nor how many; where the fleet is is told, and all of it to its owner.
    #[test]
    fn neither_ships_nor_their_number_are_told() {
        let game = Arc::new(ThirdMillennium::from_setup(&Setup::new("third_millennium")).unwrap());
        let (few, many) = ([0, 0, 0], [0, 1, 1, 1]);
        assert_eq!(told(&game, 0, &few), told(&game, 0, &many));
        assert_eq!(told(&game, 0, &few).len(), 3, "a header, a new fleet, and that ships go there");
        assert!(told(&game, 0, &few)[1].contains("new fleet at"));
        assert_ne!(told(&game, 1, &few), told(&game, 1, &many));
        assert_eq!(told(&game, 1, &many).len(), 5);
        assert!(told(&game, 1, &few)[2].contains("from store"), "{:?}", told(&game, 1, &few));
        assert!(!told(&game, 1, &few)[0].contains("seed"));
    }

    /// Whether a choice is told hangs on what the seat knows, not on what is left to choose from: the last ships of a
    /// deployment are no more told than the others. Ids would count hidden groups.
    #[test]
    fn the_last_ships_are_not_told() {
        let game = Arc::new(ThirdMillennium::from_setup(&Setup::new("third_millennium")).unwrap());
        let mut rng = planner_rng(1, 1);
        for _ in 0..40 {
            let (mut redactor, _) = Redactor::new(Arc::clone(&game), Seat::new(0), vec![]);
            while game.node(&redactor.state) == Node::Decision(Seat::new(1)) {
                let mut legal = Vec::new();
                game.legal_actions(&redactor.state, &mut legal);
                let action = legal[uniform_index(&mut rng, legal.len())];
                let event = Event::Decision { seat: Seat::new(1), action };
                let line = redactor.event(event).unwrap().unwrap_or_default();
                assert!(!line.contains("from store") && !line.contains("\"id\""), "{line}");
            }
        }
    }

    #[test]
    fn what_cannot_happen_is_refused() {
        let game = Arc::new(KuhnPoker::from_setup(&Setup::new("kuhn_poker")).unwrap());
        let (mut redactor, _) = Redactor::new(game, Seat::new(0), vec![]);
        assert!(redactor.event(Event::Chance(OutcomeIndex(99))).is_err());
    }
}

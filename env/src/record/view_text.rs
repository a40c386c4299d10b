use thiserror::Error;

use crate::core::{Game, Notation, ParseError, Seat, planner_rng};

const PURPOSE: u64 = 0x7669_6577;

/// Why a text is not the view of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ViewError {
    /// It is no position of the game.
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    /// It says something that the seat can't know: it is no [`stand_in`].
    #[error("this position says what the seat can't know; the seat's own view would be right")]
    SaysTooMuch,
}

/// The position that stands for a view: one that the viewer can't tell from the true one, the same for every true one. It hangs
/// on the view alone, so it gives nothing away; where nothing is hidden it is the true position.
pub fn stand_in<G: Game>(game: &G, view: &G::View) -> G::State {
    game.sample_world(view, &mut planner_rng(game.view_hash(view), PURPOSE))
}

/// A view as text: the position that stands for it. What the viewer does not know is filled in, always in the same way.
pub fn view_text<G: Game + Notation>(game: &G, view: &G::View) -> String {
    game.position_text(&stand_in(game, view))
}

/// The view of `seat` that [`view_text`] writes so.
///
/// # Errors
/// If the text is no position, or one that does not stand for the seat's view: the full truth of a game that hides something is
/// refused, unless it happens to be what the seat would have filled in.
pub fn parse_view<G: Game + Notation>(game: &G, seat: Seat, text: &str) -> Result<G::View, ViewError> {
    let state = game.parse_position(text)?;
    let view = game.view(&state, seat);
    if stand_in(game, &view) == state { Ok(view) } else { Err(ViewError::SaysTooMuch) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{Dice, Information, Node, Setup, uniform_index};
    use crate::games::kuhn_poker::KuhnPoker;
    use crate::games::{CompleteGame, GameVisitor, registry, with_game};

    /// Events of a random game that are looked at.
    const EVENTS: usize = 60;

    /// Looks at both sides of some games and counts the positions whose truth is refused.
    struct ViewsComeBack;

    impl GameVisitor for ViewsComeBack {
        type Out = (bool, usize);

        fn visit<G: CompleteGame>(self, game: Arc<G>) -> (bool, usize) {
            let (mut refused, mut rng, mut dice) = (0, planner_rng(3, 0), Dice::new(3));
            let (mut state, mut legal) = (game.initial_state(), Vec::new());
            for _ in 0..EVENTS {
                for seat in Seat::all(game.facts().seat_count()) {
                    let view = game.view(&state, seat);
                    let text = view_text(&*game, &view);
                    assert_eq!(parse_view(&*game, seat, &text).as_ref(), Ok(&view), "{text}");
                    refused += usize::from(parse_view(&*game, seat, &game.position_text(&state)).is_err());
                    own_words_are_kept(&*game, &state, &view, seat);
                }
                match game.node(&state) {
                    Node::Terminal => break,
                    Node::Chance => {
                        let outcome = dice.roll(&game.chance(&state));
                        game.apply_outcome(&mut state, outcome).unwrap();
                    }
                    Node::Decision(_) => {
                        game.legal_actions(&state, &mut legal);
                        game.apply(&mut state, legal[uniform_index(&mut rng, legal.len())]).unwrap();
                    }
                }
            }
            let facts = game.facts();
            (facts.information == Information::Perfect && !facts.simultaneous, refused)
        }
    }

    /// What the seat may do reads the same in the stand-in as in the true position.
    fn own_words_are_kept<G: CompleteGame>(game: &G, state: &G::State, view: &G::View, seat: Seat) {
        if game.node(state) != Node::Decision(seat) {
            return;
        }
        let words = |state: &G::State| {
            let mut legal = Vec::new();
            game.legal_actions(state, &mut legal);
            legal.into_iter().map(|action| game.action_text(state, action)).collect::<Vec<_>>()
        };
        assert_eq!(words(&stand_in(game, view)), words(state));
    }

    #[test]
    fn every_view_of_every_game_comes_back_and_hidden_truth_is_refused() {
        for card in registry() {
            let (open, refused) = with_game(&Setup::new(card.id), ViewsComeBack).unwrap();
            assert_eq!(open, refused == 0, "{}: {refused} refused", card.id);
        }
    }

    /// All deals with the same own card are written as one of them.
    #[test]
    fn a_view_gives_no_card_away() {
        let game = KuhnPoker::from_setup(&Setup::new("kuhn_poker")).unwrap();
        let view = |text: &str| game.view(&game.parse_position(text).unwrap(), Seat::new(0));
        let text = view_text(&game, &view("J K p"));
        assert_eq!(view_text(&game, &view("J Q p")), text);
        let other = if text == "J K p" { "J Q p" } else { "J K p" };
        assert_eq!(parse_view(&game, Seat::new(0), other), Err(ViewError::SaysTooMuch));
        let unreadable = parse_view(&game, Seat::new(0), "J J p").unwrap_err();
        assert!(matches!(unreadable, ViewError::Unreadable(_)), "{unreadable}");
    }
}

use super::{Game, OutcomeIndex, ParseError};

/// Text for people and files. Each line of text parses back to exactly what it was written from.
pub trait Notation: Game {
    /// A legal action of this state in the game's own words, unique within the legal list.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String;

    /// The legal action of this state that [`Notation::action_text`] writes so.
    ///
    /// # Errors
    /// What is wrong with the text; a well-formed action that is not legal here is an error too.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, ParseError> {
        let mut legal = Vec::new();
        self.legal_actions(state, &mut legal);
        legal.into_iter().find(|&action| self.action_text(state, action) == text).ok_or_else(|| ParseError {
            text: text.into(),
            reason: "it is not one of the legal actions here".into(),
        })
    }

    /// An outcome of this chance node in words: `hits 3`, `die 5`. Unique within the node.
    fn outcome_text(&self, state: &Self::State, outcome: OutcomeIndex) -> String;

    /// The whole state as text, complete enough to go on from: several lines where that reads better.
    fn position_text(&self, state: &Self::State) -> String;

    /// The state that [`Notation::position_text`] writes so.
    ///
    /// # Errors
    /// What can't be read, and where; or why this is no position of the game.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError>;
}

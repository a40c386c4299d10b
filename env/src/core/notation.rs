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

    /// Where the game stands, as the heading of what is told of it: `Turn 2, Terran first combat; battle at Sol, round 3`.
    /// Every seat may know it. Empty where a game needs none.
    fn chapter(&self, _state: &Self::State) -> String {
        String::new()
    }

    /// The abbreviations that the game's words use, each with what it means.
    fn glossary(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What is asked of the viewer, whose decision is due: one sentence, from what he knows.
    fn question(&self, _view: &Self::View) -> String {
        "What do you do?".into()
    }

    /// What a legal action of the viewer means and what may come of it, with its odds: one line of words, from
    /// what he knows. Empty where [`Notation::action_text`] says it all.
    fn explain(&self, _view: &Self::View, _action: Self::Action) -> String {
        String::new()
    }

    /// A legal action of this state as a record for people tells it, with what it is about where the action's own text
    /// leaves that out: `2 CL fire missile at 2 DD`.
    fn narrate(&self, state: &Self::State, action: Self::Action) -> String {
        self.action_text(state, action)
    }

    /// The same as who chose it remembers it: nothing is withheld.
    fn narrate_own(&self, state: &Self::State, action: Self::Action) -> String {
        self.narrate(state, action)
    }

    /// What the roll at hand decides, with its odds, in one line: `2 CL fire missiles at 2 DD: each hits on 4+ (50 %)`.
    fn explain_roll(&self, _state: &Self::State) -> String {
        "dice".into()
    }

    /// The whole state as text, complete enough to go on from: several lines where that reads better.
    fn position_text(&self, state: &Self::State) -> String;

    /// The state that [`Notation::position_text`] writes so.
    ///
    /// # Errors
    /// What can't be read, and where; or why this is no position of the game.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError>;
}

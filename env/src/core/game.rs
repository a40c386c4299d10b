use std::fmt::Debug;
use std::hash::Hash;

use super::{
    Card, Chance, Facts, Figure, IllegalAction, IllegalOutcome, Node, Outcome, OutcomeIndex, PlannerRng,
    ResolvedSetup, Seat, Setup, SetupFaults, stable_hash,
};

/// A rules engine: rules, scenario and options, immutable and shared. The state it works on is a separate
/// value that planners clone freely.
///
/// The engine never draws: at a chance node it says what may happen ([`Game::chance`]) and is told what did
/// ([`Game::apply_outcome`]).
///
/// Codec, notation, encoding, doctrine, scene and profile are traits of their own beside this one; a registered game
/// has them all ([`CompleteGame`](crate::games::CompleteGame)).
pub trait Game: Sized + Debug + Send + Sync + 'static {
    /// The full truth. Cheap to clone, no seed, no dice to come. Equal states are the same position.
    type State: Clone + PartialEq + Hash + Debug + Send + Sync;
    /// One micro-decision.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// What one seat may know of a state; all that agents and frontends get.
    type View: Clone + PartialEq + Hash + Debug + Send + Sync;

    /// What the game offers.
    fn card() -> Card;

    /// The options that give a seat a head start, one for each seat in seat order; none where the game has none. Each
    /// takes whole numbers from 0: nothing.
    fn handicaps() -> &'static [&'static str] {
        &[]
    }

    /// Every figure of the game's data, in order of keys; none where there is no data.
    fn figures() -> Vec<Figure> {
        Vec::new()
    }

    /// Checks a setup and builds the game.
    ///
    /// # Errors
    /// Every fault of the setup.
    fn from_setup(setup: &Setup) -> Result<Self, SetupFaults>;

    /// The setup this game was made from, with every default filled in.
    fn setup(&self) -> &ResolvedSetup;

    /// What algorithms may rely on.
    fn facts(&self) -> &Facts;

    /// The state before the first event.
    fn initial_state(&self) -> Self::State;

    /// Who moves next.
    fn node(&self, state: &Self::State) -> Node;

    /// Replaces `out` by the legal actions in canonical order; none unless the node is a decision.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Applies a legal action.
    ///
    /// # Errors
    /// If the action is not among [`Game::legal_actions`]; the state is unchanged.
    fn apply(&self, state: &mut Self::State, action: Self::Action) -> Result<(), IllegalAction>;

    /// Applies an action that need not be looked for: the caller answers for it that [`Game::legal_actions`] lists it in this
    /// very state. With any other a game may panic or come to a state that the rules don't know.
    ///
    /// # Errors
    /// As [`Game::apply`].
    fn apply_legal(&self, state: &mut Self::State, action: Self::Action) -> Result<(), IllegalAction> {
        self.apply(state, action)
    }

    /// Applies the action with the place `choice` in `legal` and replaces `legal` by the legal actions of the state that
    /// follows: [`Game::apply`] and then [`Game::legal_actions`] without looking for anything twice.
    ///
    /// The caller answers for it that `legal` is what [`Game::legal_actions`], this method or
    /// [`Game::apply_outcome_listed`] said of this very state. With any other list a game may panic or come to a state
    /// that the rules don't know.
    ///
    /// # Errors
    /// If the list has no such place; state and list are unchanged.
    fn apply_listed(
        &self,
        state: &mut Self::State,
        legal: &mut Vec<Self::Action>,
        choice: usize,
    ) -> Result<(), IllegalAction> {
        let Some(&action) = legal.get(choice) else { return Err(IllegalAction::choice(choice, legal.len())) };
        self.apply(state, action)?;
        self.legal_actions(state, legal);
        Ok(())
    }

    /// The outcomes of a chance node.
    ///
    /// # Panics
    /// At any other node.
    fn chance(&self, state: &Self::State) -> Chance;

    /// Applies the outcome that was drawn.
    ///
    /// # Errors
    /// If the node is not a chance node or has no such outcome; the state is unchanged.
    fn apply_outcome(&self, state: &mut Self::State, outcome: OutcomeIndex) -> Result<(), IllegalOutcome>;

    /// Applies the outcome that was drawn and replaces `legal` by the legal actions of the state that follows.
    ///
    /// # Errors
    /// As [`Game::apply_outcome`]; the list is unchanged, too.
    fn apply_outcome_listed(
        &self,
        state: &mut Self::State,
        outcome: OutcomeIndex,
        legal: &mut Vec<Self::Action>,
    ) -> Result<(), IllegalOutcome> {
        self.apply_outcome(state, outcome)?;
        self.legal_actions(state, legal);
        Ok(())
    }

    /// How the game ended; `None` until the node is terminal.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// What `seat` may know.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// Whose view it is.
    fn viewer(&self, view: &Self::View) -> Seat;

    /// Who moves next, as the viewer knows it (in a sealed stage: himself until his orders are in).
    fn node_in_view(&self, view: &Self::View) -> Node;

    /// Replaces `out` by the viewer's legal actions, from the view alone: the same list as
    /// [`Game::legal_actions`] when the viewer is to decide, else nothing.
    fn legal_in_view(&self, view: &Self::View, out: &mut Vec<Self::Action>);

    /// A state that the viewer can't tell from the true one and whose node is [`Game::node_in_view`], every such
    /// state with positive probability. For perfect information it is the state itself.
    fn sample_world(&self, view: &Self::View, rng: &mut PlannerRng) -> Self::State;

    /// The hash of a state: equal for equal states, the same in every run.
    fn state_hash(&self, state: &Self::State) -> u64 {
        stable_hash(state)
    }

    /// The hash of a view.
    fn view_hash(&self, view: &Self::View) -> u64 {
        stable_hash(view)
    }

    /// Whether the decision at hand is sealed: no other seat's view changes by it until all orders are in.
    fn is_sealed(&self, _state: &Self::State) -> bool {
        false
    }

    /// The legal actions without the canonical order of commuting decisions, for the test that the order loses
    /// nothing. A game that does not reduce orders leaves the default.
    fn actions_in_any_order(&self, state: &Self::State, out: &mut Vec<Self::Action>) {
        self.legal_actions(state, out);
    }

    /// Applies one of [`Game::actions_in_any_order`], for the same test.
    ///
    /// # Errors
    /// If it is none of them; the state is unchanged.
    fn apply_in_any_order(&self, state: &mut Self::State, action: Self::Action) -> Result<(), IllegalAction> {
        self.apply(state, action)
    }

    /// The stage of play (a phase, a step): a number that changes where a run of ordered decisions ends.
    fn stage(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Whose turn of play it is, and which: a number that changes when one player's turn ends and the next begins. A
    /// game that counts no player turns leaves it at 0.
    fn player_turn(&self, _state: &Self::State) -> u32 {
        0
    }
}

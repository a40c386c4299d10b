//! What a session knows of its game.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;
use spinward_env::core::{Event, EventOf, Information, Node, OutcomeIndex, ParseError, Seat};
use spinward_env::games::CompleteGame;
use spinward_env::record::{ViewError, parse_view, stand_in, view_text};

use super::error::{Code, Refusal};
use super::line::shown;
use super::wire;

/// A game as one seat knows it.
pub(super) struct Knowledge<G: CompleteGame> {
    pub(super) game: Arc<G>,
    pub(super) seat: Seat,
    at: At<G>,
}

enum At<G: CompleteGame> {
    /// Where nothing is hidden: a position, and what happened since.
    Open { base: (u32, G::State), events: Vec<EventOf<G>>, state: G::State },
    /// Where something is: the seat's last view, after so many events.
    Seen { ply: u32, view: G::View },
}

impl<G: CompleteGame> Knowledge<G> {
    /// What `seat` knows before the first event.
    pub(super) fn new(game: Arc<G>, seat: Seat) -> Self {
        let facts = game.facts();
        let state = game.initial_state();
        let at = if facts.information == Information::Perfect && !facts.simultaneous {
            At::Open { base: (0, state.clone()), events: Vec::new(), state }
        } else {
            At::Seen { ply: 0, view: game.view(&state, seat) }
        };
        Self { game, seat, at }
    }

    /// The verb by which it is told what happens.
    pub(super) const fn follows(&self) -> &'static str {
        match self.at {
            At::Open { .. } => "apply",
            At::Seen { .. } => "view",
        }
    }

    /// How many events there were.
    pub(super) fn ply(&self) -> u32 {
        match &self.at {
            At::Open { base, events, .. } => base.0 + events.len() as u32,
            At::Seen { ply, .. } => *ply,
        }
    }

    /// The name of the decision at hand.
    pub(super) fn decision(&self) -> String {
        format!("d{}", self.ply())
    }

    /// What the seat sees.
    pub(super) fn view(&self) -> G::View {
        match &self.at {
            At::Open { state, .. } => self.game.view(state, self.seat),
            At::Seen { view, .. } => view.clone(),
        }
    }

    /// The hash of what the seat sees, as it is written.
    pub(super) fn hash(&self) -> String {
        format!("{:016x}", self.game.view_hash(&self.view()))
    }

    /// The position; where something is hidden, the one that stands for the view.
    pub(super) fn state(&self) -> G::State {
        match &self.at {
            At::Open { state, .. } => state.clone(),
            At::Seen { view, .. } => stand_in(&*self.game, view),
        }
    }

    /// The view as text.
    pub(super) fn text(&self) -> String {
        view_text(&*self.game, &self.view())
    }

    /// Who moves next, as far as the seat knows.
    pub(super) fn node(&self) -> Node {
        match &self.at {
            At::Open { state, .. } => self.game.node(state),
            At::Seen { view, .. } => self.game.node_in_view(view),
        }
    }

    /// Whether nothing is hidden.
    pub(super) const fn is_open(&self) -> bool {
        matches!(self.at, At::Open { .. })
    }

    /// The name of a seat.
    pub(super) fn name(&self, seat: Seat) -> &'static str {
        self.game.facts().seats.get(seat.index()).copied().unwrap_or("nobody")
    }

    /// Where the session stands.
    pub(super) fn place(&self) -> wire::Place {
        let turn = match self.node() {
            Node::Decision(seat) => self.name(seat),
            Node::Chance => "chance",
            Node::Terminal => "over",
        };
        let outcome = match &self.at {
            At::Open { state, .. } => self.game.outcome(state),
            At::Seen { .. } => None,
        };
        let returns = outcome.map(|outcome| {
            let seats = Seat::all(outcome.returns.len()).map(|seat| self.name(seat));
            seats.zip(outcome.returns).collect::<BTreeMap<_, _>>()
        });
        wire::Place { ply: self.ply(), hash: self.hash(), turn: turn.into(), returns }
    }

    /// Goes on by these events, all or none.
    ///
    /// # Errors
    /// If the game hides something, an event can't happen, or leads elsewhere than its hash says.
    pub(super) fn apply(&mut self, told: &[wire::Event]) -> Result<(), Refusal> {
        let ply = self.ply();
        let At::Open { state, .. } = &self.at else {
            let message =
                "this game hides something, so its sessions are told what happens by view, not by apply";
            return Err(Refusal::new(Code::Unsupported, message));
        };
        let (mut state, mut happened) = (state.clone(), Vec::new());
        for (index, event) in told.iter().enumerate() {
            let at = |refusal: Refusal| Refusal {
                message: format!("events[{index}]: {}", refusal.message),
                ..refusal
            };
            happened.push(self.follow(&mut state, event).map_err(at)?);
            if let Some(want) = &event.hash {
                let got = format!("{:016x}", self.game.view_hash(&self.game.view(&state, self.seat)));
                check_hash(ply + index as u32 + 1, want, &got).map_err(at)?;
            }
        }
        if let At::Open { events, state: here, .. } = &mut self.at {
            events.extend(happened);
            *here = state;
        }
        Ok(())
    }

    fn follow(&self, state: &mut G::State, event: &wire::Event) -> Result<EventOf<G>, Refusal> {
        match event {
            wire::Event { seat: Some(seat), text: Some(text), chance: None, .. } => {
                let seat = seat_named(&self.game.facts().seats, seat)?;
                self.decide(state, seat, text)
            }
            wire::Event { seat: None, text: None, chance: Some(text), .. } => self.fall(state, text),
            _ => {
                let right =
                    "{\"seat\":…,\"text\":…} (a decision) or {\"chance\":…} (what fell) would be right";
                Err(Refusal::new(Code::BadValue, right))
            }
        }
    }

    fn decide(&self, state: &mut G::State, seat: Seat, text: &str) -> Result<EventOf<G>, Refusal> {
        match self.game.node(state) {
            Node::Decision(mover) if mover == seat => {}
            node => {
                let reason = format!("{} does not decide here: {}", self.name(seat), self.due(node));
                return Err(illegal(text, reason, None));
            }
        }
        let parsed = self.game.parse_action(state, text);
        let action = parsed.map_err(|error| illegal(text, error.reason, None))?;
        self.game.apply(state, action).map_err(|error| illegal(text, error.reason, error.rule))?;
        Ok(Event::Decision { seat, action })
    }

    fn fall(&self, state: &mut G::State, text: &str) -> Result<EventOf<G>, Refusal> {
        let node = self.game.node(state);
        if node != Node::Chance {
            return Err(illegal(text, format!("no dice fall here: {}", self.due(node)), None));
        }
        let mut outcomes =
            (0..self.game.chance(state).weights().len()).map(|index| OutcomeIndex(index as u8));
        let fell = outcomes.find(|&outcome| self.game.outcome_text(state, outcome) == text);
        let Some(outcome) = fell else {
            return Err(illegal(text, "it is no outcome of this roll; legal lists them".into(), None));
        };
        self.game.apply_outcome(state, outcome).map_err(|error| illegal(text, error.reason, None))?;
        Ok(Event::Chance(outcome))
    }

    /// What is due, in words.
    pub(super) fn due(&self, node: Node) -> String {
        match node {
            Node::Decision(seat) => format!("{} is to decide", self.name(seat)),
            Node::Chance => "dice are to fall".into(),
            Node::Terminal => "the game is over".into(),
        }
    }

    /// Knows this view from now on, and nothing of what was before.
    ///
    /// # Errors
    /// If it can't be read, says what the seat can't know, or has another hash.
    pub(super) fn replace(&mut self, told: &wire::View) -> Result<(), Refusal> {
        let most = self.game.facts().max_events;
        if told.ply > most {
            let message = format!("ply: no game has more than {most} events");
            return Err(Refusal::new(Code::BadValue, message));
        }
        let at = if self.is_open() {
            let state = self.game.parse_position(&told.text).map_err(|error| unreadable(&error))?;
            At::Open { base: (told.ply, state.clone()), events: Vec::new(), state }
        } else {
            let view = parse_view(&*self.game, self.seat, &told.text).map_err(|error| match error {
                ViewError::SaysTooMuch => {
                    Refusal::new(Code::HiddenState, format!("text: {}", ViewError::SaysTooMuch))
                }
                ViewError::Unreadable(error) => unreadable(&error),
            })?;
            At::Seen { ply: told.ply, view }
        };
        let next = Self { game: Arc::clone(&self.game), seat: self.seat, at };
        if let Some(want) = &told.hash {
            check_hash(told.ply, want, &next.hash())?;
        }
        self.at = next.at;
        Ok(())
    }

    /// Takes back what happened after the first `to` events.
    ///
    /// # Errors
    /// If they are not known any more, or not yet.
    pub(super) fn undo(&mut self, to: u32) -> Result<(), Refusal> {
        let ply = self.ply();
        let At::Open { base, events, .. } = &mut self.at else {
            let message = "this game hides something; send the view of that moment instead";
            return Err(Refusal::new(Code::Unsupported, message));
        };
        let kept = to.checked_sub(base.0).and_then(|count| events.get(..count as usize));
        let Some(kept) = kept else {
            let message = format!("to_ply: expected {} to {ply}", base.0);
            return Err(Refusal::new(Code::BadValue, message));
        };
        let mut state = base.1.clone();
        for &event in kept {
            let followed = match event {
                Event::Decision { action, .. } => {
                    self.game.apply(&mut state, action).map_err(|e| e.to_string())
                }
                Event::Chance(outcome) => {
                    self.game.apply_outcome(&mut state, outcome).map_err(|e| e.to_string())
                }
            };
            followed.map_err(|error| Refusal::new(Code::Internal, error))?;
        }
        let kept = kept.to_vec();
        self.at = At::Open { base: base.clone(), events: kept, state };
        Ok(())
    }
}

/// Whether both sides see the same.
///
/// # Errors
/// If they don't.
pub(super) fn check_hash(ply: u32, want: &str, got: &str) -> Result<(), Refusal> {
    if want == got {
        return Ok(());
    }
    let message = format!("at ply {ply} the seat's view has hash {got} here, not {}; send view", shown(want));
    let detail = json!({ "ply": ply, "want": shown(want), "got": got });
    Err(Refusal::new(Code::Desync, message).with(detail))
}

/// The seat of this name.
///
/// # Errors
/// If there is none.
pub(super) fn seat_named(seats: &[&str], name: &str) -> Result<Seat, Refusal> {
    let found = seats.iter().position(|seat| seat.eq_ignore_ascii_case(name));
    found.map(Seat::new).ok_or_else(|| {
        let message = format!("seat: no seat '{}'; the seats are {}", shown(name), seats.join(", "));
        Refusal::new(Code::BadValue, message)
    })
}

fn illegal(text: &str, reason: String, rule: Option<&str>) -> Refusal {
    let message = format!("'{}': {reason}", shown(text));
    let detail = json!({ "text": shown(text), "reason": reason, "rule": rule });
    Refusal::new(Code::IllegalAction, message).with(detail)
}

fn unreadable(error: &ParseError) -> Refusal {
    let message = format!("text: can't read '{}': {}", shown(&error.text), error.reason);
    Refusal::new(Code::BadValue, message)
}

//! The typed game of a [`Session`].

use std::fmt;
use std::sync::Arc;

use spinward_env::core::{Event, EventOf, Information, Node, Outcome, PerSeat, ResolvedSetup, Seat};
use spinward_env::games::CompleteGame;
use spinward_env::gym::{Env, EnvConfig, Resolve};
use spinward_env::record::{Entry as Line, Header, ReplayReader, ReplayWriter};
use spinward_env::scene::Scene;

use super::choice::{Choice, choices};
use super::log::{Entry, Told};
use super::{Hint, Player, Session, SessionError, Turn};
use crate::adviser::Adviser;
use crate::agent::{Agent, Decision, Limits};
use crate::roster::{AgentSpec, Roster};

/// Nothing happens by itself: frontends show every event.
const STEPWISE: EnvConfig =
    EnvConfig { chance: Resolve::Stepwise, forced: Resolve::Stepwise, max_events: None };

/// A game under way, with its umpire, its players and its record.
pub struct Table<G: CompleteGame> {
    env: Env<G>,
    title: &'static str,
    players: Vec<Player>,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    adviser: Adviser<G>,
    viewer: Seat,
    events: Vec<EventOf<G>>,
    told: Vec<Told>,
    choices: Vec<Choice>,
    writer: ReplayWriter<G>,
    lines: Vec<String>,
}

impl<G: CompleteGame> fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("env", &self.env)
            .field("players", &self.players)
            .finish_non_exhaustive()
    }
}

impl<G: CompleteGame> Table<G> {
    /// A new game. There is one player per seat; `adviser` gives hints.
    ///
    /// # Errors
    /// If an agent can't be made.
    pub fn new(
        game: Arc<G>,
        roster: &Roster<G>,
        players: Vec<Player>,
        adviser: &AgentSpec,
        seed: u64,
    ) -> Result<Self, SessionError> {
        let agent = |player: &Player| match player {
            Player::Person => Ok(None),
            Player::Agent(spec) => roster.build(&game, spec).map(Some),
        };
        let agents = players.iter().map(agent).collect::<Result<Vec<_>, _>>()?;
        let adviser = Adviser::new(adviser.to_string(), roster.build(&game, adviser)?);
        let person = players.iter().position(|player| *player == Player::Person);
        let (writer, header) =
            ReplayWriter::new(Arc::clone(&game), seed, players.iter().map(Player::to_string).collect());
        let mut table = Self {
            env: Env::new(game, STEPWISE, seed),
            title: G::card().title,
            viewer: Seat::new(person.unwrap_or(0)),
            players,
            agents,
            adviser,
            events: Vec::new(),
            told: Vec::new(),
            choices: Vec::new(),
            writer,
            lines: vec![header],
        };
        table.begin();
        table.refresh();
        Ok(table)
    }

    /// Goes on with a saved game: a replay whose last lines may be missing. `lines` are those after the header.
    ///
    /// # Errors
    /// If an agent can't be made, or the replay is not one of this game and seed.
    pub fn load<'a>(
        game: Arc<G>,
        roster: &Roster<G>,
        players: Vec<Player>,
        adviser: &AgentSpec,
        header: &Header,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, SessionError> {
        let mut reader = ReplayReader::new(Arc::clone(&game), header)?;
        let mut events = Vec::new();
        for line in lines {
            if let Line::Event(event) = reader.line(line)? {
                events.push(event);
            }
        }
        let mut table = Self::new(game, roster, players, adviser, header.seed)?;
        table.go_to(events)?;
        Ok(table)
    }

    /// All agents forget what they know of a game. Their randomness is no function of the dice.
    fn begin(&mut self) {
        let seed = self.env.seed();
        for (seat, agent) in Seat::all(self.agents.len()).zip(&mut self.agents) {
            if let Some(agent) = agent {
                agent.begin(seat, seed);
            }
        }
        self.adviser.begin(self.viewer, seed);
    }

    /// Stands where these events lead.
    fn go_to(&mut self, events: Vec<EventOf<G>>) -> Result<(), SessionError> {
        let game = Arc::clone(self.env.game());
        let seed = self.env.seed();
        self.env = Env::resume(Arc::clone(&game), STEPWISE, seed, &events)?;
        let players = self.players.iter().map(Player::to_string).collect();
        let (writer, header) = ReplayWriter::new(Arc::clone(&game), seed, players);
        (self.writer, self.lines) = (writer, vec![header]);
        self.told.clear();
        self.events.clear();
        let mut legal = Vec::new();
        for event in events {
            game.legal_actions(self.writer.state(), &mut legal);
            self.record(event, legal.len() == 1);
        }
        self.begin();
        self.refresh();
        Ok(())
    }

    /// Writes an event down that happened where the record stands.
    fn record(&mut self, event: EventOf<G>, forced: bool) {
        let before = self.writer.state().clone();
        self.lines.push(self.writer.event(event).expect("the umpire let it happen"));
        self.told.push(Told::of(&**self.env.game(), &before, event, self.writer.state(), forced));
        self.events.push(event);
    }

    fn play(&mut self, action: G::Action, who: Seat) -> Result<(), SessionError> {
        let forced = self.env.legal().len() == 1;
        self.env.step(action).map_err(|error| self.agent_error(who, error.to_string()))?;
        self.record(Event::Decision { seat: who, action }, forced);
        self.refresh();
        Ok(())
    }

    fn agent_error(&self, seat: Seat, reason: String) -> SessionError {
        let agent = self.players[seat.index()].to_string();
        SessionError::Agent { agent, seat: self.seats()[seat.index()].into(), reason }
    }

    /// What depends on the position: whose view is shown and what may be chosen, and what the adviser thinks about.
    fn refresh(&mut self) {
        self.adviser.cancel();
        self.choices.clear();
        let Turn::Person(seat) = self.turn() else { return };
        self.viewer = seat;
        let game = self.env.game();
        let view = self.env.view(seat);
        let texts = self
            .env
            .legal()
            .iter()
            .map(|&action| (game.action_text(self.env.state(), action), game.explain(&view, action)));
        self.choices = choices(texts.collect(), &game.scene(&view));
    }

    /// Where the last choice of a person stands among the events, if it may be taken back.
    fn undo_point(&self) -> Result<usize, SessionError> {
        let facts = self.env.game().facts();
        let open = facts.information == Information::Perfect && !facts.simultaneous;
        for (index, told) in self.told.iter().enumerate().rev() {
            if told.is_roll() {
                return Err(SessionError::NoUndo("dice have fallen since your last choice: it stands"));
            }
            match told.chooser() {
                Some(seat) if self.players[seat.index()] == Player::Person => {
                    if open || seat == self.viewer {
                        return Ok(index);
                    }
                    return Err(SessionError::NoUndo("the last choice was another person's: it stands"));
                }
                Some(_) if !open => {
                    return Err(SessionError::NoUndo(
                        "others have decided since, unseen: your choice stands",
                    ));
                }
                _ => {}
            }
        }
        Err(SessionError::NoUndo("you have not chosen anything yet"))
    }

    /// A decision of the adviser for the person who is to choose.
    fn hint_of(&self, decision: &Decision<G::Action>) -> Hint {
        let legal = self.env.legal();
        let index = |action| legal.iter().position(|&other| other == action);
        let value = |values: Option<&PerSeat<f32>>| values.map(|v| self.share(v[self.viewer.index()]));
        let lines = decision.report.lines.iter().filter(|line| line.action != decision.action);
        let mut others: Vec<(usize, f32)> =
            lines.filter_map(|line| index(line.action).zip(value(line.values.as_ref()))).collect();
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let own = decision.report.lines.iter().find(|line| line.action == decision.action);
        let expects = own.and_then(|line| value(line.values.as_ref()));
        Hint {
            adviser: self.adviser.name().into(),
            choice: index(decision.action).unwrap_or(0),
            expects: expects.or(value(decision.report.values.as_ref())),
            others,
        }
    }

    /// A return brought to 0 (the worst) to 1 (the best).
    fn share(&self, value: f32) -> f32 {
        let (low, high) = self.env.game().facts().returns;
        (value - low) / (high - low)
    }
}

impl<G: CompleteGame> Session for Table<G> {
    fn title(&self) -> &'static str {
        self.title
    }

    fn setup(&self) -> &ResolvedSetup {
        self.env.game().setup()
    }

    fn seed(&self) -> u64 {
        self.env.seed()
    }

    fn glossary(&self) -> Vec<(String, String)> {
        self.env.game().glossary()
    }

    fn seats(&self) -> &[&'static str] {
        &self.env.game().facts().seats
    }

    fn players(&self) -> &[Player] {
        &self.players
    }

    fn viewer(&self) -> Seat {
        self.viewer
    }

    fn turn(&self) -> Turn {
        match self.env.node() {
            Node::Terminal => Turn::Over,
            Node::Chance => Turn::Dice,
            Node::Decision(seat) if self.env.legal().len() == 1 => Turn::Forced(seat),
            Node::Decision(seat) if self.players[seat.index()] == Player::Person => Turn::Person(seat),
            Node::Decision(seat) => Turn::Agent(seat),
        }
    }

    fn question(&self) -> String {
        match self.turn() {
            Turn::Person(seat) => self.env.game().question(&self.env.view(seat)),
            _ => String::new(),
        }
    }

    fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn scene(&self) -> Scene {
        self.env.game().scene(&self.env.view(self.viewer))
    }

    fn events(&self) -> usize {
        self.events.len()
    }

    fn log(&self, from: usize) -> Vec<Entry> {
        let noticed = self.told.iter().enumerate().filter(|(_, told)| told.is_noticed_by(self.viewer));
        let numbered = (1..).zip(noticed).filter(|(_, (event, _))| *event >= from);
        numbered.map(|(number, (_, told))| told.to(self.viewer, number)).collect()
    }

    fn choose(&mut self, choice: usize) -> Result<(), SessionError> {
        let Turn::Person(seat) = self.turn() else {
            return Err(SessionError::NoChoice("there is nothing to choose now".into()));
        };
        match self.env.legal().get(choice) {
            Some(&action) => self.play(action, seat),
            None => {
                let last = self.choices.len();
                Err(SessionError::NoChoice(format!(
                    "there are {last} choices, there is no number {}",
                    choice + 1
                )))
            }
        }
    }

    fn advance(&mut self) -> Result<(), SessionError> {
        match self.turn() {
            Turn::Person(_) | Turn::Over => Ok(()),
            Turn::Forced(seat) => self.play(self.env.legal()[0], seat),
            Turn::Dice => {
                self.env.roll();
                let rolled = self.env.recent()[0];
                self.record(rolled, false);
                self.refresh();
                Ok(())
            }
            Turn::Agent(seat) => {
                let view = self.env.view(seat);
                let agent = self.agents[seat.index()].as_mut().expect("a seat without a person has an agent");
                let decided = agent.decide(&view, &Limits::default());
                let decision = decided.map_err(|error| self.agent_error(seat, error.to_string()))?;
                self.play(decision.action, seat)
            }
        }
    }

    fn undo(&mut self) -> Result<(), SessionError> {
        let point = self.undo_point()?;
        let events = self.events[..point].to_vec();
        self.go_to(events)
    }

    fn ask_hint(&mut self) -> Result<(), SessionError> {
        let Turn::Person(seat) = self.turn() else {
            return Err(SessionError::NoChoice("there is nothing to choose now".into()));
        };
        self.adviser.ask(self.env.view(seat), Limits::default(), || ());
        Ok(())
    }

    fn hint_given(&mut self) -> Option<Result<Hint, SessionError>> {
        let advice = self.adviser.advice()?;
        Some(advice.map(|decision| self.hint_of(&decision)).map_err(SessionError::from))
    }

    fn is_advised(&self) -> bool {
        self.adviser.is_thinking()
    }

    fn cancel_hint(&mut self) {
        self.adviser.cancel();
    }

    fn hint(&mut self) -> Result<Hint, SessionError> {
        self.ask_hint()?;
        let decision = self.adviser.wait()?;
        Ok(self.hint_of(&decision))
    }

    fn replay(&self) -> String {
        self.lines.join("\n") + "\n" + &self.writer.end() + "\n"
    }

    fn outcome(&self) -> Option<Outcome> {
        self.env.outcome()
    }
}

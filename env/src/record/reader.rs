use std::sync::Arc;

use super::line::{BodyLine, EndKind, Header, check_views, parse_hash, view_hashes};
use super::{ReplayError, ReplayFault};
use crate::core::{ActionCodec, Dice, Event, EventOf, Game, Node, Notation, Outcome, OutcomeIndex, Seat};
use crate::games::{CompleteGame, GameVisitor, with_game};

/// Steps through a replay, line by line, and checks every line against the game.
#[derive(Debug)]
pub struct ReplayReader<G: Game> {
    game: Arc<G>,
    state: G::State,
    line: usize,
    events: u32,
    /// The seed of the dice, and how often they have fallen.
    dice: (u64, u64),
    ended: bool,
}

/// What a line of a replay stood for.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry<A> {
    /// Something happened.
    Event(Event<A>),
    /// The game ended: with this outcome, or without one where it was stopped.
    End(Option<Outcome>),
}

/// What a whole replay came to.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplaySummary {
    /// Its first line.
    pub header: Header,
    /// How many events it has.
    pub events: u32,
    /// How the game ended; `None`: it was stopped before it did.
    pub outcome: Option<Outcome>,
}

impl<G: Game + ActionCodec + Notation> ReplayReader<G> {
    /// A reader after the first line. [`Header::setup`] says which game to open.
    ///
    /// # Errors
    /// If `game` is not the game of the header, in its versions.
    pub fn new(game: Arc<G>, header: &Header) -> Result<Self, ReplayError> {
        header.check(&*game).map_err(|fault| fault.at(1))?;
        let state = game.initial_state();
        Ok(Self { game, state, line: 1, events: 0, dice: (header.seed, 0), ended: false })
    }

    /// Reads the next line and goes on to where it leads. A blank line after the result says that the game has ended, again.
    ///
    /// # Errors
    /// If the line can't be read, can't happen here, is a roll that does not fall from the header's seed, or leads elsewhere
    /// than it says. The reader then stays in front of it.
    pub fn line(&mut self, text: &str) -> Result<Entry<G::Action>, ReplayError> {
        let entry = self.read(text).map_err(|fault| fault.at(self.line + 1))?;
        self.line += 1;
        Ok(entry)
    }

    /// The position that the lines so far lead to.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// How many events were read.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// Tells that there are no more lines.
    ///
    /// # Errors
    /// If the result is missing: the file was cut off.
    pub fn finish(&self) -> Result<(), ReplayError> {
        if self.ended { Ok(()) } else { Err(ReplayFault::CutOff.at(self.line + 1)) }
    }

    fn read(&mut self, text: &str) -> Result<Entry<G::Action>, ReplayFault> {
        match (self.ended, text.trim().is_empty()) {
            (true, true) => return Ok(Entry::End(self.game.outcome(&self.state))),
            (true, false) => return Err(ReplayFault::AfterEnd),
            (false, _) => {}
        }
        let mut next = self.state.clone();
        let line = BodyLine::parse(text).map_err(|fault| match fault {
            ReplayFault::CutLine { column, .. } => ReplayFault::CutLine { column, events: self.events },
            other => other,
        })?;
        let (number, event, views) = match line {
            BodyLine::End { end, result, returns, margins } => {
                return self.read_end(end, result, returns, margins);
            }
            BodyLine::Decision { event, seat, action, id, views } => {
                (event, self.read_decision(&mut next, seat, &action, id)?, views)
            }
            BodyLine::Chance { event, outcome, index, views } => {
                (event, self.read_chance(&mut next, &outcome, index)?, views)
            }
        };
        if number != self.events + 1 {
            return Err(ReplayFault::differs("event number", number, self.events + 1));
        }
        let views = views.iter().map(|text| parse_hash(text)).collect::<Result<Vec<_>, _>>()?;
        check_views(&views, &view_hashes(&*self.game, &next))?;
        self.state = next;
        self.events = number;
        self.dice.1 += u64::from(matches!(event, Event::Chance(_)));
        Ok(Entry::Event(event))
    }

    fn read_decision(
        &self,
        state: &mut G::State,
        seat: usize,
        text: &str,
        id: u16,
    ) -> Result<EventOf<G>, ReplayFault> {
        let Node::Decision(mover) = self.game.node(state) else {
            return Err(ReplayFault::Impossible("no decision is due".into()));
        };
        if mover.index() != seat {
            return Err(ReplayFault::differs("seat to decide", seat, mover.index()));
        }
        let impossible = |error: &dyn std::error::Error| ReplayFault::Impossible(error.to_string());
        let action = self.game.parse_action(state, text).map_err(|e| impossible(&e))?;
        let own_id = self.game.action_id(action).0;
        if own_id != id {
            return Err(ReplayFault::differs(format!("id of '{text}'"), id, own_id));
        }
        self.game.apply(state, action).map_err(|e| impossible(&e))?;
        Ok(Event::Decision { seat: Seat::new(seat), action })
    }

    fn read_chance(&self, state: &mut G::State, text: &str, index: u8) -> Result<EventOf<G>, ReplayFault> {
        if self.game.node(state) != Node::Chance {
            return Err(ReplayFault::Impossible("no dice are due".into()));
        }
        let chance = self.game.chance(state);
        let outcomes = chance.weights().len();
        if usize::from(index) >= outcomes {
            return Err(ReplayFault::Impossible(format!("there are {outcomes} outcomes, no index {index}")));
        }
        let outcome = OutcomeIndex(index);
        let own_text = self.game.outcome_text(state, outcome);
        if own_text != text {
            return Err(ReplayFault::differs(format!("text of outcome {index}"), text, own_text));
        }
        let (seed, rolls) = self.dice;
        let rolled = Dice::at(seed, rolls).roll(&chance);
        if rolled != outcome {
            let rolled = self.game.outcome_text(state, rolled);
            return Err(ReplayFault::differs(format!("roll of seed {seed}"), text, rolled));
        }
        let applied = self.game.apply_outcome(state, outcome);
        applied.map_err(|error| ReplayFault::Impossible(error.to_string()))?;
        Ok(Event::Chance(outcome))
    }

    fn read_end(
        &mut self,
        end: u32,
        result: EndKind,
        returns: Option<Vec<f32>>,
        margins: Option<Vec<f32>>,
    ) -> Result<Entry<G::Action>, ReplayFault> {
        if end != self.events {
            return Err(ReplayFault::differs("number of events", end, self.events));
        }
        let outcome = self.game.outcome(&self.state);
        let own = if outcome.is_some() { EndKind::Terminated } else { EndKind::Truncated };
        if result != own {
            return Err(ReplayFault::differs("result", format!("{result:?}"), format!("{own:?}")));
        }
        let own_returns = outcome.as_ref().map(|o| o.returns.to_vec());
        if returns != own_returns {
            return Err(ReplayFault::differs(
                "returns",
                numbers(returns.as_deref()),
                numbers(own_returns.as_deref()),
            ));
        }
        let own_margins = outcome.as_ref().map(|o| o.margins.to_vec());
        if margins != own_margins {
            return Err(ReplayFault::differs(
                "margins",
                numbers(margins.as_deref()),
                numbers(own_margins.as_deref()),
            ));
        }
        self.ended = true;
        Ok(Entry::End(outcome))
    }
}

/// `1, -1`; `none` where the game has no outcome.
fn numbers(values: Option<&[f32]>) -> String {
    let texts = values.map(|values| values.iter().map(ToString::to_string).collect::<Vec<_>>());
    texts.map_or_else(|| "none".into(), |texts| texts.join(", "))
}

/// Plays a replay again from its lines and checks every one.
///
/// # Errors
/// The first line that is wrong, and how.
pub fn verify_replay<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<ReplaySummary, ReplayError> {
    let mut lines = lines.into_iter();
    let header = lines.next().ok_or(ReplayFault::Empty.at(1))?;
    let header = Header::parse(header).map_err(|fault| fault.at(1))?;
    let setup = header.setup.clone();
    with_game(&setup, Verify { header, lines }).map_err(|faults| ReplayFault::Setup(faults).at(1))?
}

struct Verify<I> {
    header: Header,
    lines: I,
}

impl<'a, I: Iterator<Item = &'a str>> GameVisitor for Verify<I> {
    type Out = Result<ReplaySummary, ReplayError>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let mut reader = ReplayReader::new(game, &self.header)?;
        let mut result = None;
        for line in self.lines {
            if let Entry::End(outcome) = reader.line(line)? {
                result = outcome;
            }
        }
        reader.finish()?;
        Ok(ReplaySummary { header: self.header, events: reader.events(), outcome: result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Setup;
    use crate::games::pig::{Pig, PigAction};
    use crate::gym::{Env, EnvConfig};
    use crate::record::ReplayWriter;

    fn record() -> Vec<String> {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "20")).unwrap());
        let (mut writer, header) = ReplayWriter::new(Arc::clone(&game), 5, vec!["a".into(), "b".into()]);
        let mut env = Env::new(game, EnvConfig::default(), 5);
        let mut lines = vec![header];
        while !env.is_over() {
            let hold = env.state().turn_total >= 6;
            env.step(if hold { PigAction::Hold } else { PigAction::Roll }).unwrap();
            lines.extend(env.recent().iter().map(|&event| writer.event(event).unwrap()));
        }
        lines.push(writer.end());
        lines
    }

    fn verify(lines: &[String]) -> Result<ReplaySummary, ReplayError> {
        verify_replay(lines.iter().map(String::as_str))
    }

    #[test]
    fn what_was_written_is_read_back() {
        let lines = record();
        let summary = verify(&lines).unwrap();
        assert_eq!(summary.events as usize, lines.len() - 2);
        assert_eq!((summary.header.seed, &summary.header.players[1][..]), (5, "b"));
        assert!(summary.outcome.unwrap().winner().is_some());
    }

    #[test]
    fn every_cut_is_told_with_its_line() {
        let lines = record();
        for keep in 0..lines.len() {
            let error = verify(&lines[..keep]).unwrap_err();
            let fault = if keep == 0 { ReplayFault::Empty } else { ReplayFault::CutOff };
            assert_eq!((error.line, error.fault), (keep + 1, fault));
            let mut cut = lines[..keep].to_vec();
            cut.push(lines[keep][..lines[keep].len() / 2].into());
            let error = verify(&cut).unwrap_err();
            let (column, events) = (lines[keep].len() / 2, keep.saturating_sub(1) as u32);
            assert_eq!(error, ReplayFault::CutLine { column, events }.at(keep + 1));
        }
        assert_eq!(verify(&[]).unwrap_err().to_string(), "the file is empty");
        let text = |keep: usize| {
            verify(&[&lines[..keep], &["{\"event\":".into()]].concat()).unwrap_err().to_string()
        };
        assert_eq!(text(0), "line 1: cut off at column 9, so nothing of the replay is left");
        assert_eq!(
            text(3),
            "line 4: cut off at column 9; without this line the replay is whole up to event 2"
        );
    }

    #[test]
    fn the_first_line_that_differs_is_named() {
        let mut lines = record();
        lines[3] = lines[3].replace("\"views\":[\"", "\"views\":[\"0");
        assert_eq!(verify(&lines).unwrap_err().line, 4);

        let mut lines = record();
        let last = lines[4].rfind('"').unwrap();
        let digit = if lines[4].as_bytes()[last - 1] == b'0' { "1" } else { "0" };
        lines[4].replace_range(last - 1..last, digit);
        let error = verify(&lines).unwrap_err();
        assert!(error.to_string().starts_with("line 5: view of seat 1 differs"), "{error}");

        let mut lines = record();
        lines[1] = lines[1].replace("roll", "pass");
        assert!(verify(&lines).unwrap_err().to_string().contains("'pass'"));

        let mut lines = record();
        let end = lines.pop().unwrap();
        lines.push(end.replace("1.0,-1.0", "2.0,-1.0").replace("-1.0,1.0", "-1.0,2.0"));
        let error = verify(&lines).unwrap_err().to_string();
        assert!(error.contains(": returns differs: the replay says "), "{error}");
        assert!(!error.contains("Some"), "{error}");

        let mut lines = record();
        lines[0] = lines[0].replace("\"rules\":1", "\"rules\":9");
        let error = verify(&lines).unwrap_err().to_string();
        assert_eq!(error, "line 1: rules version differs: the replay says 9, the game says 1");
    }

    #[test]
    fn a_header_can_not_lie_about_what_can_be_checked() {
        for (from, to, told) in [
            ("\"seed\":5", "\"seed\":6", ": roll of seed 6 differs: the replay says die "),
            (
                "[\"a\",\"b\"]",
                "[\"a\"]",
                "line 1: number of players differs: the replay says 1, the game says 2",
            ),
        ] {
            let mut lines = record();
            assert!(lines[0].contains(from));
            lines[0] = lines[0].replace(from, to);
            let error = verify(&lines).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }

    #[test]
    fn marks_and_blank_lines_of_editors_are_no_part_of_a_replay() {
        let mut lines = record();
        lines[0].insert(0, '\u{feff}');
        lines.extend([String::new(), "  ".into()]);
        assert!(verify(&lines).unwrap().outcome.is_some());
        let mut lines = record();
        lines.insert(2, String::new());
        let error = verify(&lines).unwrap_err().to_string();
        assert!(error.starts_with("line 3: not a line of a replay: it is blank; a decision "), "{error}");
    }

    #[test]
    fn what_is_no_line_is_told_with_what_would_be_right() {
        let told = |line: &str| verify(&[line.into()]).unwrap_err().to_string();
        let letter = told("Dear Sir,");
        let right = "a header of a replay would be right: {\"spinward_replay\":1, then game, ";
        let start = format!("line 1: not a line of a replay: no JSON (expected value) at column 1; {right}");
        assert!(letter.starts_with(&start), "{letter}");
        let short = told("{\"spinward_replay\":1}");
        assert!(short.contains("missing field `game` at column ") && short.contains(right), "{short}");
    }

    #[test]
    fn an_unknown_game_is_an_error() {
        let mut lines = record();
        lines[0] = lines[0].replace("\"pig\"", "\"chess\"");
        assert!(verify(&lines).unwrap_err().to_string().contains("no game 'chess'"));
    }

    #[test]
    fn more_after_the_result_is_an_error() {
        let mut lines = record();
        lines.push(lines[1].clone());
        assert_eq!(verify(&lines).unwrap_err(), ReplayFault::AfterEnd.at(lines.len()));
    }
}

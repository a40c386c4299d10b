//! `spinward replay`: steps through a recorded game and checks every line of it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use spinward_agents::file::{FileError, Files, write_whole};
use spinward_env::core::{Event, EventOf, Outcome, Seat};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::record::{Entry, Header, Redactor, ReplayError, ReplayFault, ReplayReader};

use crate::exit::{Done, wrong_use};

/// Verify a replay and name the first line that differs, or step through it.
#[derive(Args)]
#[command(
    after_help = "Example: spinward replay games/1-scripted-random-0000-0.jsonl --step\n         spinward replay games/1-scripted-random-0000-0.jsonl --at 40 --svg position.svg"
)]
pub(crate) struct Replay {
    /// The replay (JSON Lines); `-` reads standard input.
    file: PathBuf,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Show every event with a drawing of the position that it leads to; on a terminal, Enter goes on.
    #[arg(long, conflicts_with = "json")]
    step: bool,
    /// Draw the position after this many events; 0: the start.
    #[arg(long, value_name = "EVENTS", allow_negative_numbers = true)]
    at: Option<u32>,
    /// Write the drawing as an SVG picture; of the last position unless --at tells another.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw what this seat knows: a name or a number; the first seat unless told otherwise.
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Print the replay as --seat may have it: whole when the game is over, before that without the dice's seed and
    /// what the seat does not know.
    #[arg(long, requires = "seat", conflicts_with_all = ["json", "step", "at", "svg"])]
    redact: bool,
}

/// How far a replay could be followed.
#[derive(Default)]
struct Walked {
    events: u32,
    /// The result in words.
    ending: String,
    error: Option<ReplayError>,
    /// The position that was asked for, if it was reached.
    drawing: Option<Drawing>,
    /// The lines of the replay for the seat that asked for them.
    copy: Vec<String>,
}

/// A position as text and as SVG.
struct Drawing {
    text: String,
    svg: String,
}

impl Walked {
    fn nowhere(line: usize, fault: ReplayFault) -> Self {
        Self { error: Some(ReplayError { line, fault }), ..Self::default() }
    }
}

impl Replay {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let name = self.file.display().to_string();
        let is_input = name == "-";
        let files = match is_input {
            true => Files::default().reads_input("the replay"),
            false => Files::default().reads("the replay", [&*self.file]),
        };
        files.writes("--svg", self.svg.as_deref()).check().map_err(wrong_use)?;
        let input: Box<dyn Read> = if is_input {
            Box::new(io::stdin())
        } else {
            Box::new(
                File::open(&self.file).map_err(|error| wrong_use(FileError::reading(&self.file, error)))?,
            )
        };
        let lines = BufReader::new(input).lines();
        let mut lines =
            lines.map(|line| line.map_err(|error| wrong_use(FileError::reading(&self.file, error))));
        let walked = match lines.next() {
            None => Walked::nowhere(1, ReplayFault::Empty),
            Some(line) => {
                let first = line?;
                match Header::parse(&first) {
                    Err(fault) => Walked::nowhere(1, fault),
                    Ok(header) => {
                        let pause = !is_input && io::stdin().is_terminal();
                        let setup = header.setup.clone();
                        let walk = Walk { first, header, lines, out, asked: &self, pause };
                        match with_game(&setup, walk) {
                            Err(faults) => Walked::nowhere(1, ReplayFault::Setup(faults)),
                            Ok(walked) => walked?,
                        }
                    }
                }
            }
        };
        self.show(out, &walked)?;
        self.report(out, &name, &walked)
    }

    /// Prints the drawing that was asked for, or writes its picture.
    fn show(&self, out: &mut impl Write, walked: &Walked) -> Result<()> {
        match (&walked.drawing, self.at) {
            (Some(drawing), _) => {
                if let Some(path) = &self.svg {
                    write_whole(path, drawing.svg.as_bytes())?;
                } else if !self.json && self.at.is_some() {
                    writeln!(out, "{}", drawing.text)?;
                }
            }
            (None, Some(at)) if walked.error.is_none() => {
                let events = walked.events;
                return Err(wrong_use(format!("--at {at}: the replay has {events} events")));
            }
            (None, _) => {}
        }
        Ok(())
    }

    fn report(&self, out: &mut impl Write, name: &str, walked: &Walked) -> Result<Done> {
        if self.json {
            let difference =
                walked.error.as_ref().map(|e| json!({ "line": e.line, "what": e.fault.to_string() }));
            let document = json!({
                "schema": "spinward/replay/1",
                "ok": walked.error.is_none(),
                "events": walked.events,
                "first_difference": difference,
            });
            writeln!(out, "{document:#}")?;
        }
        match &walked.error {
            None if self.json => {}
            None if self.redact => {
                for line in &walked.copy {
                    writeln!(out, "{line}")?;
                }
            }
            None => writeln!(out, "{name}: {} events verified; {}", walked.events, walked.ending)?,
            Some(error) => {
                out.flush()?;
                eprintln!("error: {name}: {error}");
                return Ok(Done::Negative);
            }
        }
        Ok(Done::Whole)
    }
}

struct Walk<'a, L, W> {
    first: String,
    header: Header,
    lines: L,
    out: &'a mut W,
    asked: &'a Replay,
    pause: bool,
}

impl<L: Iterator<Item = Result<String>>, W: Write> GameVisitor for Walk<'_, L, W> {
    type Out = Result<Walked>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<Walked> {
        let seat = self
            .asked
            .seat
            .as_deref()
            .map_or(Ok(Seat::new(0)), |name| seat_named(&game.facts().seats, name))?;
        let mut walked = Walked::default();
        let mut reader = match ReplayReader::new(Arc::clone(&game), &self.header) {
            Ok(reader) => reader,
            Err(error) => return Ok(Walked { error: Some(error), ..walked }),
        };
        let mut copy = self.asked.redact.then(|| Copied::new(&game, seat, &self.header, &self.first));
        let scene = |state: &G::State| game.scene(&game.view(state, seat));
        let drawing = |state: &G::State| {
            let (scene, seats) = (scene(state), &game.facts().seats);
            Some(Drawing { text: scene.to_text(seats), svg: scene.to_svg(seats) })
        };
        if self.asked.at == Some(0) {
            walked.drawing = drawing(reader.state());
        }
        for line in self.lines {
            let before = reader.state().clone();
            let line = line?;
            let entry = reader.line(&line);
            if let (Some(copy), Ok(entry)) = (&mut copy, &entry) {
                copy.add(line, entry)?;
            }
            match entry {
                Err(error) => {
                    walked.events = reader.events();
                    return Ok(Walked { error: Some(error), ..walked });
                }
                Ok(Entry::End(outcome)) => walked.ending = ending_text(&*game, outcome.as_ref()),
                Ok(Entry::Event(event)) => {
                    if self.asked.step {
                        let text = event_text(&*game, &before, event);
                        writeln!(self.out, "{}. {text}", reader.events())?;
                        writeln!(self.out, "{}", scene(reader.state()).to_text(&game.facts().seats))?;
                        if self.pause {
                            self.out.flush()?;
                            io::stdin().read_line(&mut String::new())?;
                        }
                    }
                    if self.asked.at == Some(reader.events()) {
                        walked.drawing = drawing(reader.state());
                    }
                }
            }
        }
        if self.asked.at.is_none() && self.asked.svg.is_some() {
            walked.drawing = drawing(reader.state());
        }
        walked.copy = copy.map(Copied::lines).unwrap_or_default();
        (walked.events, walked.error) = (reader.events(), reader.finish().err());
        Ok(walked)
    }
}

/// A replay as it is and as a seat may have it before the end.
struct Copied<G: CompleteGame> {
    redactor: Redactor<G>,
    whole: Vec<String>,
    redacted: Vec<String>,
    over: bool,
}

impl<G: CompleteGame> Copied<G> {
    fn new(game: &Arc<G>, seat: Seat, header: &Header, first: &str) -> Self {
        let (redactor, line) = Redactor::new(Arc::clone(game), seat, header.players.clone());
        Self { redactor, whole: vec![first.into()], redacted: vec![line], over: false }
    }

    fn add(&mut self, line: String, entry: &Entry<G::Action>) -> Result<()> {
        match entry {
            Entry::Event(event) => self.redacted.extend(self.redactor.event(*event)?),
            Entry::End(outcome) => self.over = outcome.is_some(),
        }
        self.whole.push(line);
        Ok(())
    }

    fn lines(self) -> Vec<String> {
        if self.over { self.whole } else { self.redacted }
    }
}

/// The seat with this name or number.
pub(crate) fn seat_named(seats: &[&str], name: &str) -> Result<Seat> {
    let number = name.parse().ok().filter(|&number| number < seats.len());
    let found = seats.iter().position(|seat| seat.eq_ignore_ascii_case(name)).or(number).map(Seat::new);
    found.ok_or_else(|| {
        let (names, last) = (seats.join(", "), seats.len() - 1);
        wrong_use(format!("--seat {name}: the seats are {names}, or 0 to {last}"))
    })
}

fn event_text<G: CompleteGame>(game: &G, before: &G::State, event: EventOf<G>) -> String {
    match event {
        Event::Decision { seat, action } => {
            format!("{}: {}", game.facts().seats[seat.index()], game.action_text(before, action))
        }
        Event::Chance(outcome) => game.outcome_text(before, outcome),
    }
}

fn ending_text<G: CompleteGame>(game: &G, outcome: Option<&Outcome>) -> String {
    let Some(outcome) = outcome else { return "stopped before its end".into() };
    let seats = &game.facts().seats;
    let returns: Vec<String> = Seat::all(seats.len())
        .map(|seat| format!("{} {}", seats[seat.index()], outcome.returns[seat.index()]))
        .collect();
    format!("returns: {}", returns.join(", "))
}

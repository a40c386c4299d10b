//! `spinward replay`: steps through a recorded game and checks every line of it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use spinward_env::core::{Event, EventOf, Outcome, Seat};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::record::{Entry, Header, ReplayError, ReplayFault, ReplayReader};

use crate::exit::Done;

/// Verify a replay and name the first line that differs, or step through it.
#[derive(Args)]
#[command(after_help = "Example: spinward replay games/1-scripted-random-0000-0.jsonl --step")]
pub(crate) struct Replay {
    /// The replay (JSON Lines); `-` reads standard input.
    file: PathBuf,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Show every event with the position that it leads to; on a terminal, Enter goes on.
    #[arg(long, conflicts_with = "json")]
    step: bool,
}

/// How far a replay could be followed.
struct Walked {
    events: u32,
    /// The result in words.
    ending: String,
    error: Option<ReplayError>,
}

impl Walked {
    fn nowhere(line: usize, fault: ReplayFault) -> Self {
        Self { events: 0, ending: String::new(), error: Some(ReplayError { line, fault }) }
    }
}

impl Replay {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let name = self.file.display().to_string();
        let input: Box<dyn Read> = if name == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&self.file).with_context(|| format!("can't read {name}"))?)
        };
        let mut lines = BufReader::new(input).lines();
        let walked = match lines.next() {
            None => Walked::nowhere(1, ReplayFault::CutOff),
            Some(line) => match Header::parse(&line.with_context(|| format!("can't read {name}"))?) {
                Err(fault) => Walked::nowhere(1, fault),
                Ok(header) => {
                    let pause = name != "-" && io::stdin().is_terminal();
                    let setup = header.setup.clone();
                    let walk = Walk { header, lines, out, step: self.step, pause };
                    match with_game(&setup, walk) {
                        Err(faults) => Walked::nowhere(1, ReplayFault::Setup(faults)),
                        Ok(walked) => walked.with_context(|| format!("can't read {name}"))?,
                    }
                }
            },
        };
        self.report(out, &name, &walked)
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
    header: Header,
    lines: L,
    out: &'a mut W,
    step: bool,
    pause: bool,
}

impl<L: Iterator<Item = io::Result<String>>, W: Write> GameVisitor for Walk<'_, L, W> {
    type Out = Result<Walked>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<Walked> {
        let mut reader = match ReplayReader::new(Arc::clone(&game), &self.header) {
            Ok(reader) => reader,
            Err(error) => return Ok(Walked { events: 0, ending: String::new(), error: Some(error) }),
        };
        let mut ending = String::new();
        for line in self.lines {
            let before = reader.state().clone();
            match reader.line(&line?) {
                Err(error) => return Ok(Walked { events: reader.events(), ending, error: Some(error) }),
                Ok(Entry::End(outcome)) => ending = ending_text(&*game, outcome.as_ref()),
                Ok(Entry::Event(event)) if self.step => {
                    let text = event_text(&*game, &before, event);
                    writeln!(self.out, "{:>5}  {text}", reader.events())?;
                    for line in game.position_text(reader.state()).lines() {
                        writeln!(self.out, "         {line}")?;
                    }
                    if self.pause {
                        self.out.flush()?;
                        io::stdin().read_line(&mut String::new())?;
                    }
                }
                Ok(Entry::Event(_)) => {}
            }
        }
        Ok(Walked { events: reader.events(), ending, error: reader.finish().err() })
    }
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

//! `spinward engine`: an opponent for other programs, on standard input and output.

use std::io::{self, Read, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use anyhow::Result;
use clap::Args;
use spinward_agents::protocol;

use crate::exit::Done;

/// Lend an opponent to another program: it speaks lines on standard input and output.
///
/// A line is a verb, or a verb and a JSON object. Every request is answered by one line that ends it; what is refused changes nothing.
/// The end of the input means quit. docs/protocol.md is the whole protocol with a session to read.
#[derive(Args)]
#[command(
    after_help = "Example, typed or piped (hello tells games and seats):\n  spinward engine\n  hello {\"uwi\":1}\n  \
                        new {\"game\":\"GAME\",\"seat\":\"SEAT\"}\n  go {\"limits\":{\"visits\":100}}\n  quit"
)]
pub(crate) struct Engine {}

/// What the engine's thread waits for.
enum Event {
    Input(Vec<u8>),
    /// The input has ended, or can't be read any more.
    End,
    /// A search is over.
    Thought,
}

/// Pieces of input that wait to be read; a host that writes faster waits.
const WAITING: usize = 16;
/// Bytes of a piece.
const PIECE: usize = 1 << 16;

impl Engine {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let (events, waiting) = sync_channel(WAITING);
        let thoughts = events.clone();
        // Where the channel is full the engine looks for thoughts anyhow, after what is in it.
        let mut engine = protocol::Engine::new(move || drop(thoughts.try_send(Event::Thought)));
        thread::spawn(move || read(&events));
        while !engine.is_over() {
            match waiting.recv() {
                Ok(Event::Input(bytes)) => engine.receive(&bytes),
                Ok(Event::Thought) => {}
                Ok(Event::End) | Err(_) => engine.end_of_input(),
            }
            engine.think();
            out.write_all(&engine.take_output())?;
            out.flush()?;
        }
        Ok(Done::Whole)
    }
}

/// Sends what comes in until nothing comes any more or nobody listens.
fn read(events: &SyncSender<Event>) {
    let (mut input, mut piece) = (io::stdin().lock(), vec![0; PIECE]);
    loop {
        let event = match input.read(&mut piece) {
            Ok(0) => Event::End,
            Ok(count) => Event::Input(piece[..count].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => Event::End,
        };
        let ends = matches!(event, Event::End);
        if events.send(event).is_err() || ends {
            return;
        }
    }
}

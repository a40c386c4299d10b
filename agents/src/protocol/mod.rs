//! An opponent for other programs: the engine protocol (UWI 1) as a state machine, bytes in and bytes out. No socket, no
//! standard input: `spinward engine` puts it on stdio.
//!
//! A line is `verb {json object}`; docs/protocol.md says which there are. Every request is answered by one line that ends
//! it; what is refused changes nothing.
//!
//! ```
//! use spinward_agents::protocol::Engine;
//!
//! let mut engine = Engine::new(|| ());
//! engine.receive(b"hello {\"uwi\":1}\nnew {\"game\":\"connect_four\",\"seat\":\"first\"}\n");
//! engine.take_output();
//! engine.receive(b"go {\"id\":3,\"ply\":0,\"limits\":{\"visits\":50}}\n");
//! engine.wait();
//! let said = String::from_utf8(engine.take_output())?;
//! assert!(said.lines().last().is_some_and(|line| line.starts_with("best {\"id\":3,\"ply\":0,")), "{said}");
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```
//!
//! Read on in this order: `line` (framing), `wire` (the objects), `error` (why a request is refused), [`Engine`] (who answers
//! which verb), `options`, `catalogue` (games and setups), `sitting` (a session), `knowledge` (what it knows of its game: where
//! nothing is hidden events, else views), `thought` (what the agent found), `count` (perft and bench).

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod catalogue;
mod count;
mod engine;
mod error;
mod knowledge;
mod line;
mod options;
mod sitting;
mod thought;
mod wire;

pub use engine::{Engine, VERSION};
pub use error::Code;
pub use line::MAX_LINE;

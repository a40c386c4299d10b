//! Games and setups as text. A replay is JSON Lines: a header, one line per event, a line with the result.
//! Nothing here opens a file: lines come from the caller and go back to it.
//!
//! ```text
//! {"spinward_replay":1,"game":"pig","scenario":"standard","preset":"standard","options":{"target":"100"},"setup":"83a6…","rules":1,"actions":1,"encoding":1,"seed":7,"players":["scripted","random"],"views":["…","…"]}
//! {"event":1,"seat":0,"action":"roll","id":0,"views":["1c0d…","77e2…"]}
//! {"event":2,"outcome":"die 5","index":4,"views":["…","…"]}
//! {"end":2,"result":"terminated","returns":[1.0,-1.0],"margins":[0.24,-0.24]}
//! ```
//!
//! `views` holds the hash of every seat's view after the event (16 hexadecimal digits each). A reader ignores keys
//! that it does not know, so tools may annotate lines.

mod error;
mod line;
mod reader;
mod redact;
mod setup_text;
mod told;
mod view_text;
mod writer;

pub use error::{ReplayError, ReplayFault};
pub use line::{Header, REPLAY_VERSION};
pub use reader::{Entry, ReplayReader, ReplaySummary, verify_replay};
pub use redact::{REDACTED_VERSION, Redactor};
pub use setup_text::{figures_from_toml, setup_from_toml, setup_hash, setup_to_toml};
pub use told::{can_tell, is_noticed, knows_odds};
pub use view_text::{ViewError, parse_view, stand_in, view_text};
pub use writer::{RecordError, ReplayWriter};

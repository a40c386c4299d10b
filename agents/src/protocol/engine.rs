//! The engine as a state machine: bytes in, bytes out.

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::catalogue;
use super::error::{Code, Refusal};
use super::line::{Framer, MAX_LINE, Request, shown};
use super::options::Options;
use super::sitting::{Sitting, sit_down};
use super::thought::{Thought, Wake};
use super::wire;
use crate::names::unknown_name;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// What the engine does beside what every engine does.
const CAPS: [&str; 5] = ["bench", "dump", "legal", "perft", "undo"];

const VERBS: [&str; 16] = [
    "hello", "set", "ready", "new", "view", "apply", "undo", "legal", "go", "stop", "end", "debug", "dump",
    "perft", "bench", "quit",
];
/// Verbs of the protocol that this engine does not do.
const OTHERS: [&str; 4] = ["ponderhit", "analyse", "cancel", "act"];
/// Verbs that are obeyed while the engine thinks: they change no position.
const AWAKE: [&str; 7] = ["hello", "ready", "legal", "stop", "debug", "dump", "quit"];

/// Unknown fields that are told; more are ignored in silence.
const MOST_TOLD: usize = 100;
/// The longest message of an error, in characters.
const MOST_MESSAGE: usize = 2000;
/// The longest detail of an error, in bytes.
const MOST_DETAIL: usize = 1 << 16;

/// An opponent that is spoken to in lines, see the [module](super).
pub struct Engine {
    framer: Framer,
    options: Options,
    sitting: Option<Box<dyn Sitting>>,
    thinking: Option<Thinking>,
    wake: Wake,
    greeted: bool,
    debug: bool,
    /// Unknown fields that the host was told of.
    told: BTreeSet<String>,
    out: Vec<u8>,
    over: bool,
}

/// A `go` that is not answered yet.
struct Thinking {
    id: Option<Value>,
}

/// How a request is answered.
enum Reply {
    /// By a line with this verb, now.
    Now(&'static str, Value),
    /// By the `best` that is to come.
    Later,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine that waits for `hello`. While it thinks `wake` may be called at any moment, in another thread: the next call of
    /// [`Engine::think`] then has something to do.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            framer: Framer::default(),
            options: Options::default(),
            sitting: None,
            thinking: None,
            wake: Arc::new(wake),
            greeted: false,
            debug: false,
            told: BTreeSet::new(),
            out: Vec::new(),
            over: false,
        }
    }

    /// Obeys the lines that these bytes complete.
    pub fn receive(&mut self, bytes: &[u8]) {
        for line in self.framer.push(bytes) {
            if self.over {
                return;
            }
            self.think();
            match line {
                Some(line) => self.obey_line(&line),
                None => {
                    let message = format!("the line has more than {MAX_LINE} bytes; it was skipped");
                    self.refuse(None, Refusal::new(Code::TooLong, message));
                }
            }
        }
    }

    /// Nothing more will come in: as `quit`.
    pub fn end_of_input(&mut self) {
        if self.over {
            return;
        }
        if self.framer.is_inside_a_line() {
            self.refuse(None, Refusal::new(Code::BadJson, "the input ends inside a line; it was skipped"));
        }
        self.leave(None, "end of input");
    }

    /// Says what has come of thinking, if it is over.
    pub fn think(&mut self) {
        self.hear(|sitting| sitting.thought());
    }

    /// Waits until thinking is over and says what has come of it.
    pub fn wait(&mut self) {
        self.hear(|sitting| sitting.wait());
    }

    /// What is to be sent since the last call: whole lines.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Whether a search is under way.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether the engine has said goodbye: it obeys nothing more.
    pub fn is_over(&self) -> bool {
        self.over
    }

    fn obey_line(&mut self, line: &[u8]) {
        let Request { verb, id, fields } = match Request::read(line) {
            Ok(None) => return,
            Ok(Some(request)) => request,
            Err(refusal) => return self.refuse(None, refusal),
        };
        // A fault of a game's rules ends no engine: what a request changes it changes last.
        let obeyed = catch_unwind(AssertUnwindSafe(|| self.obey(&verb, id.clone(), fields)));
        let fault = || {
            Err(Refusal::new(Code::Internal, format!("{verb}: a fault of the engine; nothing has changed")))
        };
        match obeyed.unwrap_or_else(|_| fault()) {
            Ok(Reply::Later) => {}
            Ok(Reply::Now(verb, answer)) => self.send(verb, id, answer),
            Err(refusal) => self.refuse(id, refusal),
        }
    }

    fn obey(&mut self, verb: &str, id: Option<Value>, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        if OTHERS.contains(&verb) {
            return Err(Refusal::new(Code::Unsupported, format!("{verb}: this engine does not do that")));
        }
        if !VERBS.contains(&verb) {
            return Err(Refusal::new(Code::UnknownVerb, unknown_name("verb", &shown(verb), VERBS)));
        }
        if !self.greeted && !["hello", "quit"].contains(&verb) {
            return Err(Refusal::new(Code::NotReady, "hello {\"uwi\":1} comes first"));
        }
        if self.is_thinking() && !AWAKE.contains(&verb) {
            return Err(Refusal::new(Code::Busy, "a search is under way; stop ends it"));
        }
        match verb {
            "hello" => self.hello(fields),
            "set" => self.set(&fields),
            "new" => self.sit(fields),
            "go" => self.go(id, fields),
            "stop" => self.stop(id, fields),
            "debug" => self.switch_debug(fields),
            "end" => self.end(fields),
            "ready" => self.read::<wire::Ready>(verb, fields).map(|ready| match ready.token {
                Some(token) => now("ready", &json!({ "token": token })),
                None => now("ready", &json!({})),
            }),
            "quit" => {
                self.read::<wire::Plain>(verb, fields)?;
                self.leave(id, "quit");
                Ok(Reply::Later)
            }
            _ => self.ask_the_session(verb, fields),
        }
    }

    fn hello(&mut self, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        let hello: wire::Hello = self.read("hello", fields)?;
        if hello.uwi != VERSION {
            let message = format!("uwi: this engine speaks version {VERSION}, not {}", hello.uwi);
            return Err(Refusal::new(Code::Unsupported, message));
        }
        for game in catalogue::games() {
            self.send("game", None, object(&game));
        }
        for option in Options::lines() {
            self.send("option", None, object(&option));
        }
        self.greeted = true;
        self.note(&format!("greeted by {}", hello.host.as_deref().map_or("a host".into(), shown)));
        Ok(now(
            "hello",
            &wire::Greeting {
                uwi: VERSION,
                name: "spinward",
                version: env!("CARGO_PKG_VERSION"),
                caps: &CAPS,
                max_line: MAX_LINE,
            },
        ))
    }

    fn set(&mut self, fields: &Map<String, Value>) -> Result<Reply, Refusal> {
        let options = self.options.with(fields)?;
        if let Some(sitting) = &mut self.sitting {
            sitting.set(&options)?;
        }
        self.options = options;
        Ok(now("ok", &json!({})))
    }

    fn sit(&mut self, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        let new: wire::New = self.read("new", fields)?;
        let sitting = sit_down(&new, &self.options)?;
        let begun = now("ok", &sitting.begun());
        self.sitting = Some(sitting);
        Ok(begun)
    }

    fn go(&mut self, id: Option<Value>, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        let go: wire::Go = self.read("go", fields)?;
        let wake = Arc::clone(&self.wake);
        self.sitting()?.go(&go, wake)?;
        self.thinking = Some(Thinking { id });
        Ok(Reply::Later)
    }

    fn stop(&mut self, id: Option<Value>, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        self.read::<wire::Plain>("stop", fields)?;
        match (&self.thinking, &mut self.sitting) {
            (Some(thinking), Some(sitting)) if id.is_none() || id == thinking.id => {
                sitting.hurry();
                Ok(Reply::Later)
            }
            _ => Err(Refusal::new(Code::Stale, "no such search is under way")),
        }
    }

    fn end(&mut self, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        let end: wire::End = self.read("end", fields)?;
        self.sitting()?;
        self.sitting = None;
        let result = end.result.map_or("no result".into(), |result| shown(&result.to_string()));
        self.note(&format!("game over: {result}, {}", shown(end.reason.as_deref().unwrap_or("no reason"))));
        Ok(now("ok", &json!({})))
    }

    fn switch_debug(&mut self, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        self.debug = self.read::<wire::Debug>("debug", fields)?.on;
        Ok(now("ok", &json!({})))
    }

    fn ask_the_session(&mut self, verb: &str, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        match verb {
            "apply" => {
                let apply: wire::Apply = self.read(verb, fields)?;
                self.sitting()?.apply(&apply.events)?;
            }
            "view" => {
                let view: wire::View = self.read(verb, fields)?;
                self.sitting()?.replace(&view)?;
            }
            "undo" => {
                let undo: wire::Undo = self.read(verb, fields)?;
                self.sitting()?.undo(undo.to_ply)?;
            }
            "legal" => {
                let page: wire::Legal = self.read(verb, fields)?;
                return Ok(now("legal", &self.sitting()?.legal(&page)?));
            }
            "dump" => return self.dump(fields),
            "perft" => {
                let perft: wire::Perft = self.read(verb, fields)?;
                return Ok(now("perft", &self.sitting()?.perft(perft.depth)?));
            }
            _ => {
                self.read::<wire::Plain>(verb, fields)?;
                return Ok(now("bench", &self.sitting()?.bench()?));
            }
        }
        Ok(now("ok", &self.sitting()?.place()))
    }

    fn dump(&mut self, fields: Map<String, Value>) -> Result<Reply, Refusal> {
        let wire::Dump { what } = self.read("dump", fields)?;
        Ok(match what {
            wire::What::View => now("dump", &self.sitting()?.view_dump()),
            wire::What::Scene => now("dump", &self.sitting()?.scene_dump()),
            wire::What::Options => now("dump", &wire::OptionsDump { what, options: self.options.values() }),
        })
    }

    fn sitting(&mut self) -> Result<&mut Box<dyn Sitting>, Refusal> {
        self.sitting.as_mut().ok_or_else(|| Refusal::new(Code::NoSession, "new comes first"))
    }

    /// Reads the fields of a request; those that it does not have are told once.
    fn read<T: DeserializeOwned>(&mut self, verb: &str, fields: Map<String, Value>) -> Result<T, Refusal> {
        let mut unknown = Vec::new();
        let mut track = serde_path_to_error::Track::new();
        let located = serde_path_to_error::Deserializer::new(Value::Object(fields), &mut track);
        let read = serde_ignored::deserialize(located, |path| unknown.push(shown(&path.to_string())));
        for field in unknown {
            let field = format!("{verb}.{field}");
            if self.told.len() < MOST_TOLD && self.told.insert(field.clone()) {
                self.log("warn", &format!("{field}: no such field, ignored"));
            }
        }
        read.map_err(|error| {
            let (path, words) = (track.path().to_string(), in_words(&error.to_string()));
            let place = if path == "." { verb.to_string() } else { format!("{verb}.{}", shown(&path)) };
            Refusal::new(Code::BadValue, format!("{place}: {words}"))
        })
    }

    fn hear(&mut self, listen: impl FnOnce(&mut dyn Sitting) -> Option<Result<Thought, Refusal>>) {
        let Some(sitting) = &mut self.sitting else { return };
        let heard = catch_unwind(AssertUnwindSafe(|| listen(&mut **sitting)));
        let fault = |_| Some(Err(Refusal::new(Code::Internal, "go: a fault of the engine")));
        let Some(thought) = heard.unwrap_or_else(fault) else { return };
        let id = self.thinking.take().and_then(|thinking| thinking.id);
        match thought {
            Ok(Thought { info, best }) => {
                if let Some(info) = info {
                    self.send("info", id.clone(), object(&info));
                }
                self.note(&format!("chose {}", best.action.text));
                self.send("best", id, object(&best));
            }
            Err(refusal) => self.refuse(id, refusal),
        }
    }

    /// Answers what is open and says goodbye.
    fn leave(&mut self, id: Option<Value>, reason: &'static str) {
        if let Some(sitting) = &mut self.sitting {
            sitting.hurry();
        }
        self.wait();
        self.send("bye", id, object(&wire::Bye { reason }));
        self.over = true;
    }

    fn refuse(&mut self, id: Option<Value>, refusal: Refusal) {
        let Refusal { code, mut message, detail } = refusal;
        if let Some((end, _)) = message.char_indices().nth(MOST_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        let detail = detail.filter(|detail| detail.to_string().len() <= MOST_DETAIL);
        self.send("error", id, object(&wire::Error { code, message, detail, fatal: false }));
    }

    /// Says something to whoever debugs.
    fn note(&mut self, words: &str) {
        if self.debug {
            self.log("debug", words);
        }
    }

    fn log(&mut self, level: &str, msg: &str) {
        self.send("log", None, object(&wire::Log { level, topic: "protocol", msg }));
    }

    fn send(&mut self, verb: &str, id: Option<Value>, answer: Value) {
        let mut line = Map::new();
        line.extend(id.map(|id| ("id".to_string(), id)));
        if let Value::Object(fields) = answer {
            line.extend(fields);
        }
        self.out.extend(format!("{verb} {}\n", Value::Object(line)).into_bytes());
    }
}

fn now(verb: &'static str, answer: &impl Serialize) -> Reply {
    Reply::Now(verb, object(answer))
}

/// An answer as an object; plain data is never refused.
fn object(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_else(|_| json!({}))
}

/// What `serde` says, without the names of a programming language.
fn in_words(error: &str) -> String {
    let whole = |most: &dyn fmt::Display| format!("a whole number from 0 to {most}");
    error
        .replace("expected u32", &format!("expected {}", whole(&u32::MAX)))
        .replace("expected u64", &format!("expected {}", whole(&u64::MAX)))
        .replace("expected a map", "expected an object")
        .replace("expected a boolean", "expected true or false")
}

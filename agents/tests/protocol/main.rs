//! The engine protocol as a host meets it: written sessions, whole games, searches that are stopped, junk.

mod games;
mod junk;
mod searches;
mod transcripts;

use serde_json::Value;
use spinward_agents::protocol::Engine;

/// An engine that has said hello.
fn greeted() -> Engine {
    let mut engine = Engine::new(|| ());
    engine.receive(b"hello {\"uwi\":1}\n");
    engine.take_output();
    engine
}

/// What the engine says to a line, search and all.
fn ask(engine: &mut Engine, line: &str) -> Vec<String> {
    let mut said = send(engine, line);
    engine.wait();
    said.extend(output(engine));
    said
}

/// What the engine says to a line at once.
fn send(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.receive(line.as_bytes());
    engine.receive(b"\n");
    output(engine)
}

fn output(engine: &mut Engine) -> Vec<String> {
    let said = String::from_utf8(engine.take_output()).unwrap();
    assert!(said.is_empty() || said.ends_with('\n'), "whole lines: {said}");
    said.lines().map(String::from).collect()
}

/// The object of the one answer to a line, whose verb is told.
fn answer(engine: &mut Engine, line: &str, verb: &str) -> Value {
    let said = ask(engine, line);
    let last = said.last().unwrap_or_else(|| panic!("{line} is not answered"));
    let (said_verb, object) = last.split_once(' ').unwrap();
    assert_eq!(said_verb, verb, "{line}: {said:?}");
    serde_json::from_str(object).unwrap()
}

/// The code of the error to a line.
fn refusal(engine: &mut Engine, line: &str) -> String {
    answer(engine, line, "error")["code"].as_str().unwrap().into()
}

//! Anything may come in: every line is answered once, nothing that is refused changes anything, nothing panics.

use spinward_agents::protocol::{Engine, MAX_LINE};
use spinward_env::core::{PlannerRng, planner_rng, uniform_index};

use super::{ask, greeted, output, refusal, send};

/// Lines that a host may send, right and wrong.
const LINES: [&str; 40] = [
    "hello {\"uwi\":1,\"host\":\"test/1\"}",
    "hello {\"uwi\":2}",
    "set {\"Visits\":4,\"MultiPv\":3}",
    "set {\"Agent\":\"greedy\"}",
    "set {\"Agent\":\"scripted-search\",\"Seed\":18446744073709551615}",
    "set {\"Agent\":\"trained\"}",
    "set {\"Threads\":8}",
    "ready {\"token\":7}",
    "ready {\"token\":[]}",
    "new {\"game\":\"pig\",\"seat\":\"first\"}",
    "new {\"game\":\"connect_four\",\"seat\":\"second\",\"seed\":3,\"speed\":1}",
    "new {\"game\":\"kuhn_poker\",\"seat\":\"first\",\"role\":\"player\"}",
    "new {\"game\":\"goofspiel\",\"seat\":\"nobody\"}",
    "new {\"game\":\"pig\",\"seat\":\"second\",\"ruleset\":{\"target\":20,\"preset\":\"standard\"}}",
    "new {\"game\":\"pig\",\"seat\":\"first\",\"ruleset\":{\"target\":1}}",
    "view {\"text\":\"J K -\",\"ply\":2}",
    "view {\"text\":\"\",\"ply\":4294967295}",
    "view {\"text\":\"0 0 first 0\",\"ply\":5,\"hash\":\"0\"}",
    "apply {\"events\":[{\"seat\":\"first\",\"text\":\"roll\"}]}",
    "apply {\"events\":[{\"chance\":\"die 5\"}]}",
    "apply {\"events\":[{\"chance\":\"die 1\"},{\"seat\":\"second\",\"text\":\"hold\"}]}",
    "apply {\"events\":[{\"seat\":\"first\",\"text\":\"drop c\",\"hash\":\"00\"}]}",
    "apply {\"events\":[{\"seat\":\"first\",\"text\":\"drop c\"}]}",
    "apply {\"events\":[{}]}",
    "undo {\"to_ply\":0}",
    "undo {\"to_ply\":9}",
    "legal",
    "legal {\"limit\":1}",
    "legal {\"after\":\"0:1\"}",
    "go {\"limits\":{\"visits\":3}}",
    "go {\"ply\":0,\"decision\":\"d0\",\"multi_pv\":2}",
    "go {\"limits\":{\"visits\":0}}",
    "go {\"clock\":{\"kind\":\"none\"}}",
    "stop {\"id\":\"none\"}",
    "end {\"result\":{\"first\":1},\"reason\":\"over\"}",
    "dump {\"what\":\"scene\"}",
    "dump {\"what\":\"tree\"}",
    "perft {\"depth\":2}",
    "analyse {\"id\":\"a\"}",
    "debug {\"on\":true}",
];

/// Notes that answer nothing.
const NOTES: [&str; 4] = ["game ", "option ", "info ", "log "];

fn answers(said: &[String]) -> Vec<&String> {
    said.iter().filter(|line| !NOTES.iter().any(|note| line.starts_with(note))).collect()
}

/// A line of the list, as it is, with bytes that are others, cut off, or nothing but bytes; never a blank one.
fn line(rng: &mut PlannerRng) -> Vec<u8> {
    let mut bytes = LINES[uniform_index(rng, LINES.len())].as_bytes().to_vec();
    match uniform_index(rng, 6) {
        0..3 => return bytes,
        3 => bytes.truncate(1 + uniform_index(rng, bytes.len())),
        4 => {
            for _ in 0..=uniform_index(rng, 3) {
                let at = uniform_index(rng, bytes.len());
                bytes[at] = uniform_index(rng, 256) as u8;
            }
        }
        _ => bytes = (0..=uniform_index(rng, 30)).map(|_| uniform_index(rng, 256) as u8).collect(),
    }
    bytes.retain(|byte| *byte != b'\n');
    bytes.insert(0, b'x');
    if uniform_index(rng, 2) == 0 && bytes.len() > 1 {
        bytes.remove(0);
    }
    bytes
}

/// What the engine knows.
fn known(engine: &mut Engine) -> Vec<String> {
    let mut said = send(engine, "dump {\"what\":\"view\"}");
    said.extend(send(engine, "dump {\"what\":\"options\"}"));
    said
}

#[test]
fn every_line_is_answered_once_and_what_is_refused_changes_nothing() {
    let (mut refused, mut obeyed) = (0, 0);
    for seed in 0..8 {
        let (mut rng, mut engine) = (planner_rng(seed, 0), greeted());
        for _ in 0..250 {
            let (line, before) = (line(&mut rng), known(&mut engine));
            if String::from_utf8_lossy(&line).trim().is_empty() || line.starts_with(b"quit") {
                continue;
            }
            engine.receive(&line);
            engine.receive(if uniform_index(&mut rng, 2) == 0 { b"\n" } else { b"\r\n" });
            engine.wait();
            let said = output(&mut engine);
            let told = answers(&said);
            assert_eq!(told.len(), 1, "{:?}: {said:?}", String::from_utf8_lossy(&line));
            if told[0].starts_with("error ") {
                assert!(!told[0].contains("\"internal\""), "{said:?}");
                refused += 1;
                assert_eq!(known(&mut engine), before, "{:?}", String::from_utf8_lossy(&line));
            } else {
                obeyed += 1;
            }
        }
    }
    assert!(refused > 300 && obeyed > 300, "{refused} refused, {obeyed} obeyed");
}

/// Hosts that don't wait get the same: one answer to each line.
#[test]
fn lines_in_a_heap_are_answered_one_by_one() {
    for seed in 0..20 {
        let (mut rng, mut engine, mut stream, mut sent) = (planner_rng(seed, 1), greeted(), Vec::new(), 0);
        for _ in 0..60 {
            stream.extend_from_slice(LINES[uniform_index(&mut rng, LINES.len())].as_bytes());
            stream.push(b'\n');
            sent += 1;
        }
        while !stream.is_empty() {
            let piece = (1 + uniform_index(&mut rng, 90)).min(stream.len());
            engine.receive(&stream.drain(..piece).collect::<Vec<u8>>());
        }
        engine.end_of_input();
        let said = output(&mut engine);
        assert_eq!(answers(&said).len(), sent + 1, "and goodbye: {said:?}");
    }
}

#[test]
fn a_line_of_a_megabyte_is_read_and_a_longer_one_is_skipped() {
    let mut engine = greeted();
    let long = |length: usize| format!("apply {{\"events\":\"{}\"}}", "x".repeat(length));
    assert_eq!(refusal(&mut engine, &long(MAX_LINE - 100)), "bad_value");
    assert_eq!(refusal(&mut engine, &long(MAX_LINE)), "too_long");
    assert_eq!(refusal(&mut engine, &"[".repeat(2 * MAX_LINE)), "too_long");
    assert!(ask(&mut engine, "ready {\"id\":1}")[0].starts_with("ready {\"id\":1"));
}

#[test]
fn an_answer_is_no_longer_than_a_line_may_be() {
    let mut engine = greeted();
    ask(&mut engine, "new {\"game\":\"pig\",\"seat\":\"first\"}");
    let much = "\\\"".repeat(MAX_LINE / 2 - 100);
    for line in [
        format!("view {{\"ply\":1,\"text\":\"{much}\"}}"),
        format!("new {{\"game\":\"{much}\",\"seat\":\"first\"}}"),
        format!("new {{\"game\":\"pig\",\"seat\":\"{much}\"}}"),
        format!("new {{\"game\":\"pig\",\"seat\":\"first\",\"ruleset\":{{\"{much}\":1}}}}"),
        format!("set {{\"{much}\":1}}"),
        format!("set {{\"Agent\":\"{much}\"}}"),
        format!("ready {{\"{much}\":1,\"token\":{{}}}}"),
        format!("legal {{\"after\":\"{much}\"}}"),
        format!("apply {{\"events\":[{{\"seat\":\"first\",\"text\":\"{much}\"}}]}}"),
        format!("end {{\"reason\":\"{much}\"}}"),
    ] {
        assert!(line.len() < MAX_LINE);
        let said = ask(&mut engine, &line);
        let start: String = line.chars().take(30).collect();
        assert!(said.iter().all(|line| line.len() < 20_000), "{start}: {:?}", said.iter().map(String::len));
        assert_eq!(answers(&said).len(), 1, "{start}");
    }
}

#[test]
fn an_input_that_ends_inside_a_line_is_told() {
    let mut engine = greeted();
    engine.receive(b"quit");
    engine.end_of_input();
    let said = output(&mut engine);
    assert!(said[0].contains("\"bad_json\"") && said[1].contains("end of input"), "{said:?}");
}

#[test]
fn unknown_fields_are_told_once() {
    let mut engine = greeted();
    let line = "ready {\"token\":1,\"tokens\":2,\"id\":5}";
    assert_eq!(ask(&mut engine, line).len(), 2);
    assert_eq!(ask(&mut engine, line).len(), 1);
    let nested = ask(&mut engine, "go {\"limits\":{\"depth\":3}}");
    assert!(
        nested[0].starts_with("log {\"level\":\"warn\"") && nested[0].contains("go.limits.depth"),
        "{nested:?}"
    );
    assert_eq!(refusal(&mut engine, "go {}"), "no_session");
}

//! Searches: what may be asked meanwhile, how they are stopped, when they are the same.

use std::sync::mpsc::channel;

use spinward_agents::protocol::Engine;

use super::{answer, ask, greeted, output, refusal, send};

const NEW: &str = "new {\"game\":\"connect_four\",\"seat\":\"first\"}";
const FOR_EVER: &str = "go {\"id\":7,\"limits\":{\"infinite\":true}}";

fn thinking() -> Engine {
    let mut engine = greeted();
    ask(&mut engine, NEW);
    assert_eq!(send(&mut engine, FOR_EVER), Vec::<String>::new());
    assert!(engine.is_thinking());
    engine
}

#[test]
fn a_search_hears_and_is_stopped_by_its_id() {
    let mut engine = thinking();
    for (line, code) in [
        ("apply {\"events\":[{\"seat\":\"first\",\"text\":\"drop a\"}]}", "busy"),
        ("go {}", "busy"),
        ("set {}", "busy"),
        ("stop {\"id\":8}", "stale"),
    ] {
        let said = send(&mut engine, line);
        assert!(said.len() == 1 && said[0].contains(&format!("\"code\":\"{code}\"")), "{line}: {said:?}");
    }
    assert!(send(&mut engine, "legal")[0].starts_with("legal {"));
    assert!(send(&mut engine, "ready {\"token\":1}")[0].starts_with("ready {\"token\":1}"));
    assert_eq!(send(&mut engine, "stop {\"id\":7}"), Vec::<String>::new());
    engine.wait();
    let said = output(&mut engine);
    assert!(said[0].starts_with("info {\"id\":7,") && said[1].starts_with("best {\"id\":7,"), "{said:?}");
    assert_eq!(refusal(&mut engine, "stop {\"id\":7}"), "stale");
    let place = answer(&mut engine, "undo {\"to_ply\":0}", "ok");
    assert_eq!(place["ply"], 0, "a search changes no position");
}

#[test]
fn who_leaves_gets_the_answer_that_is_open() {
    for leave in [|engine: &mut Engine| engine.receive(b"quit {\"id\":9}\n"), Engine::end_of_input] {
        let mut engine = thinking();
        leave(&mut engine);
        let said = output(&mut engine);
        assert!(engine.is_over() && said.len() == 3, "{said:?}");
        assert!(said[1].starts_with("best {\"id\":7,") && said[2].starts_with("bye "), "{said:?}");
        engine.receive(b"hello {\"uwi\":1}\n");
        engine.end_of_input();
        assert_eq!(output(&mut engine), Vec::<String>::new());
    }
}

#[test]
fn the_host_is_woken_when_a_search_is_over() {
    let (sender, woken) = channel();
    let mut engine = Engine::new(move || sender.send(()).unwrap());
    for line in ["hello {\"uwi\":1}", NEW, "go {\"limits\":{\"visits\":20}}"] {
        send(&mut engine, line);
    }
    woken.recv().unwrap();
    engine.think();
    assert!(output(&mut engine).iter().any(|line| line.starts_with("best ")));
}

#[test]
fn deterministic_answers_hang_on_nothing_but_the_position() {
    let mut engine = greeted();
    ask(&mut engine, "set {\"Deterministic\":true,\"Visits\":40,\"Seed\":3,\"Agent\":\"rollout-mcts\"}");
    ask(&mut engine, NEW);
    let best = |engine: &mut Engine| ask(engine, "go {}").pop().unwrap();
    let first = best(&mut engine);
    assert_eq!(best(&mut engine), first);
    ask(&mut engine, "apply {\"events\":[{\"seat\":\"first\",\"text\":\"drop a\"}]}");
    ask(&mut engine, "apply {\"events\":[{\"seat\":\"second\",\"text\":\"drop a\"}]}");
    let later = best(&mut engine);
    ask(&mut engine, "undo {\"to_ply\":0}");
    assert_eq!(best(&mut engine), first);
    assert!(later.contains("\"ply\":2") && first.contains("\"root\":"), "{later} {first}");
    assert_eq!(refusal(&mut engine, "go {\"limits\":{\"time_ms\":10}}"), "bad_value");
}

#[test]
fn an_agent_that_cannot_play_here_is_refused_and_the_old_one_stays() {
    let mut engine = greeted();
    ask(&mut engine, NEW);
    assert_eq!(refusal(&mut engine, "set {\"Agent\":\"trained:weights=nowhere.st\"}"), "bad_value");
    assert_eq!(
        answer(&mut engine, "dump {\"what\":\"options\"}", "dump")["options"]["Agent"],
        "scripted-search"
    );
    answer(&mut engine, "go {}", "best");
    ask(&mut engine, "set {\"Agent\":\"scripted\",\"MultiPv\":0}");
    let said = ask(&mut engine, "go {}");
    assert!(said.len() == 1 && said[0].starts_with("best "), "{said:?}");
}

/// An agent that looks at what is hidden is shown nothing here.
#[test]
fn a_cheat_gets_no_answer() {
    let mut engine = greeted();
    ask(&mut engine, "set {\"Agent\":\"scripted-search:cheat=true\"}");
    ask(&mut engine, "new {\"game\":\"kuhn_poker\",\"seat\":\"first\"}");
    let view = "view {\"text\":\"J K -\",\"ply\":2}";
    let other = "view {\"text\":\"J Q -\",\"ply\":2}";
    let told = [view, other].map(|line| ask(&mut engine, line).pop().unwrap());
    assert!(told.iter().any(|said| said.starts_with("ok ")), "{told:?}");
    assert!(told.iter().any(|said| said.contains("\"hidden_state\"")), "{told:?}");
    assert_eq!(refusal(&mut engine, "go {}"), "unsupported");
}

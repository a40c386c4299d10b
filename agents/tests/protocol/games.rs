//! Games that an engine is led through, as a host would.

use std::sync::Arc;

use serde_json::{Value, json};
use spinward_agents::protocol::Engine;
use spinward_env::core::{Dice, Information, Node, Seat, Setup};
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};
use spinward_env::record::view_text;

use super::{answer, greeted, refusal};

/// Events after which a game is left.
const EVENTS: u32 = 60;

/// A host that knows the rules, with an engine at every seat.
struct Umpire<G: CompleteGame> {
    game: Arc<G>,
    state: G::State,
    engines: Vec<Engine>,
    ply: u32,
}

impl<G: CompleteGame> Umpire<G> {
    fn new(game: Arc<G>) -> Self {
        let seats = game.facts().seats.clone();
        let setup = game.setup();
        let engines = seats.iter().map(|seat| {
            let mut engine = greeted();
            let new = json!({ "game": setup.game, "seat": seat, "scenario": setup.scenario });
            let begun = answer(&mut engine, &format!("new {new}"), "ok");
            assert_eq!(begun["seats"], json!(seats));
            engine
        });
        Self { engines: engines.collect(), state: game.initial_state(), game, ply: 0 }
    }

    fn hash(&self, seat: Seat) -> String {
        format!("{:016x}", self.game.view_hash(&self.game.view(&self.state, seat)))
    }

    /// Tells everybody what happened, as he may see it.
    fn tell(&mut self, event: &Value) {
        self.ply += 1;
        for seat in Seat::all(self.engines.len()) {
            let hash = self.hash(seat);
            let view = view_text(&*self.game, &self.game.view(&self.state, seat));
            let engine = &mut self.engines[seat.index()];
            let facts = self.game.facts();
            let line = if facts.information == Information::Perfect && !facts.simultaneous {
                let mut event = event.clone();
                event["hash"] = json!(hash);
                format!("apply {}", json!({ "events": [event] }))
            } else {
                assert_eq!(
                    refusal(engine, &format!("apply {}", json!({ "events": [event] }))),
                    "unsupported"
                );
                format!("view {}", json!({ "text": view, "ply": self.ply, "hash": hash }))
            };
            let place = answer(engine, &line, "ok");
            assert_eq!((&place["ply"], &place["hash"]), (&json!(self.ply), &json!(hash)));
        }
    }

    /// Asks the engine of this seat and does what it says.
    fn decide(&mut self, seat: Seat) {
        let engine = &mut self.engines[seat.index()];
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        let listed = answer(engine, "legal {\"limit\":3}", "legal");
        assert_eq!(listed["total"], json!(legal.len()));
        for (told, &action) in listed["actions"].as_array().unwrap().iter().zip(&legal) {
            assert_eq!(told["text"], json!(self.game.action_text(&self.state, action)));
        }
        let go = json!({ "ply": self.ply, "decision": format!("d{}", self.ply), "limits": { "visits": 4 } });
        let best = answer(engine, &format!("go {go}"), "best");
        let text = best["action"]["text"].as_str().unwrap();
        let action = self.game.parse_action(&self.state, text).unwrap();
        assert_eq!(best["action"]["id"], json!(self.game.action_id(action).0));
        assert_eq!(best["sealed"], json!(self.game.is_sealed(&self.state)));
        self.game.apply(&mut self.state, action).unwrap();
        self.tell(&json!({ "seat": self.game.facts().seats[seat.index()], "text": text }));
    }
}

struct LedThrough;

impl GameVisitor for LedThrough {
    type Out = u32;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> u32 {
        let (mut umpire, mut dice) = (Umpire::new(Arc::clone(&game)), Dice::new(4));
        while umpire.ply < EVENTS {
            match game.node(&umpire.state) {
                Node::Terminal => break,
                Node::Decision(seat) => {
                    // In a sealed stage others are to decide, too, as far as they know.
                    let waits = |other: &Seat| {
                        game.node_in_view(&game.view(&umpire.state, *other)) != Node::Decision(*other)
                    };
                    let waiting: Vec<Seat> = Seat::all(umpire.engines.len()).filter(waits).collect();
                    for other in waiting {
                        let code = refusal(&mut umpire.engines[other.index()], "go {}");
                        assert_eq!(code, "not_your_seat");
                    }
                    umpire.decide(seat);
                }
                Node::Chance => {
                    let outcome = dice.roll(&game.chance(&umpire.state));
                    let text = game.outcome_text(&umpire.state, outcome);
                    game.apply_outcome(&mut umpire.state, outcome).unwrap();
                    umpire.tell(&json!({ "chance": text }));
                }
            }
        }
        umpire.ply
    }
}

/// Engines at every seat of every game see what they should, list what is legal and decide what the rules allow.
#[test]
fn engines_are_led_through_every_game() {
    for card in registry() {
        let events = with_game(&Setup::new(card.id), LedThrough).unwrap();
        assert!(events > 2, "{}", card.id);
    }
}

#[test]
fn a_game_that_ends_says_what_it_came_to() {
    let mut engine = greeted();
    answer(&mut engine, "new {\"game\":\"connect_four\",\"seat\":\"first\"}", "ok");
    let mut last = Value::Null;
    for (number, column) in "abababa".chars().enumerate() {
        let seat = ["first", "second"][number % 2];
        let events = json!({ "events": [{ "seat": seat, "text": format!("drop {column}") }] });
        last = answer(&mut engine, &format!("apply {events}"), "ok");
    }
    assert_eq!((&last["turn"], &last["returns"]["first"]), (&json!("over"), &json!(1.0)));
    assert_eq!(answer(&mut engine, "legal", "legal")["total"], json!(0));
    assert_eq!(refusal(&mut engine, "go"), "not_your_seat");
}

#[test]
fn pages_of_legal_actions_make_the_whole_list() {
    let mut engine = greeted();
    answer(&mut engine, "new {\"game\":\"connect_four\",\"seat\":\"first\"}", "ok");
    let (mut texts, mut request) = (Vec::new(), "legal {\"limit\":3}".to_string());
    let cursor = loop {
        let page = answer(&mut engine, &request, "legal");
        texts.extend(page["actions"].as_array().unwrap().iter().map(|action| action["text"].clone()));
        let Some(next) = page["next"].as_str() else { break request };
        request = format!("legal {{\"limit\":3,\"after\":\"{next}\"}}");
    };
    let whole = answer(&mut engine, "legal", "legal");
    let all: Vec<Value> = whole["actions"].as_array().unwrap().iter().map(|a| a["text"].clone()).collect();
    assert_eq!((texts.len(), texts), (7, all));
    answer(&mut engine, "apply {\"events\":[{\"seat\":\"first\",\"text\":\"drop a\"}]}", "ok");
    assert_eq!(refusal(&mut engine, &cursor), "stale");
}

//! Works out the answers of positions made by hand: reads a draft of a suite, solves every position exactly, and prints what each
//! action is worth and whom it would take in, as entries of a suite.
//!
//! `cargo run --release -p spinward-evaluation --example solve_puzzles -- DRAFT POSITIONS`; in a draft `best` may be empty and
//! `value` and `second` 0.

use std::sync::Arc;

use spinward_agents::agent::Limits;
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::core::Node;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_evaluation::probe::puzzles::{Puzzle, Suite, best_of, values};

struct Draft<'a>(&'a Puzzle, usize);

impl GameVisitor for Draft<'_> {
    type Out = String;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> String {
        let Self(puzzle, most) = self;
        let state = match game.parse_position(&puzzle.position) {
            Ok(state) => state,
            Err(error) => return format!("# {}: {error}\n", puzzle.name),
        };
        let solved = match values(&*game, &state, most) {
            Ok(solved) => solved,
            Err(error) => return format!("# {}: {error}\n", puzzle.name),
        };
        let Node::Decision(seat) = game.node(&state) else { return String::new() };
        let roster = Roster::without_networks().with_networks();
        let mut takes = String::new();
        for name in ["greedy", "scripted"] {
            let mut agent = roster.build(&game, &AgentSpec::new(name)).expect("it plays everything");
            agent.begin(seat, 1);
            let decision = agent.decide(&game.view(&state, seat), &Limits::default()).expect("it decides");
            takes += &format!("; {name} takes '{}'", game.action_text(&state, decision.action));
        }
        let (best, value, second) = best_of(&solved.values);
        let Puzzle { name, why, source, .. } = puzzle;
        let position = game.position_text(&state);
        format!(
            "# {} positions{takes}: {:.3?}\n[[puzzle]]\nname = {name:?}\nwhy = {why:?}\nsource = {source:?}\noptions = {:?}\nposition = '''\n{position}'''\n\
             best = {best:?}\nvalue = {value:.3}\nsecond = {second:.3}\n\n",
            solved.positions, solved.values, puzzle.setup.options
        )
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [draft, positions] = &arguments[..] else { panic!("DRAFT POSITIONS") };
    let text = std::fs::read_to_string(draft).expect("a file");
    let suite = Suite::from_toml(&text).unwrap_or_else(|faults| panic!("{faults}"));
    for puzzle in &suite.puzzles {
        let drafted = Draft(puzzle, positions.parse().expect("a number of positions"));
        let text = with_game(&puzzle.setup, drafted).unwrap_or_else(|faults| format!("# {faults}\n"));
        std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes()).expect("somebody reads");
    }
}

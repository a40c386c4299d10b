//! The Rust peers: `peers SECONDS` prints a line `NAME RATE` for each, in units per second of processor time.

use std::hint::black_box;

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::Board;
use board_game::games::chess::ChessBoard;
use cpu_time::ThreadTime;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Position};

/// The longest game of shakmaty, in plies: it knows no draw by repetition.
const LONGEST: u64 = 300;
const SIMULATIONS: u64 = 1000;

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0.5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let board_game = rate(seconds, || {
        let mut board = ChessBoard::default();
        let mut moves = 0;
        while !board.is_done() {
            board.play_random_available_move(&mut rng).expect("the game goes on");
            moves += 1;
        }
        moves
    });
    println!("board-game.chess.play {board_game}");
    let shakmaty = rate(seconds, || {
        let mut position = Chess::default();
        for moves in 0..LONGEST {
            let legal = position.legal_moves();
            if legal.is_empty() || position.is_insufficient_material() {
                return moves;
            }
            let chosen = legal[rng.gen_range(0..legal.len())].clone();
            position.play_unchecked(chosen);
        }
        LONGEST
    });
    println!("shakmaty.chess.play {shakmaty}");
    let search = rate(seconds, || {
        black_box(mcts_build_tree(&ChessBoard::default(), SIMULATIONS, 1.4, &mut rng));
        SIMULATIONS
    });
    println!("board-game.chess.mcts {search}");
}

/// What `work` gets done per second of processor time; it returns how much it did.
fn rate(seconds: f64, mut work: impl FnMut() -> u64) -> f64 {
    let (start, mut done) = (ThreadTime::now(), 0);
    loop {
        done += work();
        let time = start.elapsed().as_secs_f64();
        if time >= seconds {
            return done as f64 / time;
        }
    }
}

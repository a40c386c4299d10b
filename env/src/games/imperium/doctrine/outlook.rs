//! The outlook at a glance: glory against its limits, material, and which boxes are about to change hands.

use super::super::Imperium;
use super::super::position::enemy_of;
use super::super::sets::bits;
use super::super::setup::{Duel, Scenario, War};
use super::super::state::{BoxId, IMPERIAL, State, SystemId, TERRAN};
use super::board::{Board, marker_strength, stake};
use super::fire::expected_balance;
use crate::core::Seat;

/// RU that one point of glory is worth in the middle of a war.
const GLORY: f32 = 11.0;
/// RU that being on the right side of the last limits is worth at the end, beside glory itself.
const LAST_WORD: f32 = 20.0;
/// RU in stock are worth less than ships on the map.
const STOCK: f32 = 0.7;
/// The part of the war at hand in the outlook of a series of wars.
const SERIES: f32 = 0.7;
/// An advantage of so many RU is a good part of the way to victory.
const WAR_SCALE: f32 = 28.0;

/// The outlook of the Imperial side, -1 to 1.
pub(super) fn imperial(game: &Imperium, state: &State) -> f32 {
    match &game.scenario {
        Scenario::Duel(duel) => of_duel(game, state, duel),
        Scenario::War(war) => of_war(game, state, war),
    }
}

fn of_duel(game: &Imperium, state: &State, duel: &Duel) -> f32 {
    let board = Board::new(game, state);
    let here = usize::from(duel.at.0);
    let score =
        f32::from(state.sides[TERRAN.index()].lost_ru) - f32::from(state.sides[IMPERIAL.index()].lost_ru);
    let [terran, imperial] = [board.space[0][here], board.space[1][here]];
    let hold = f32::from(duel.hold) * lead(imperial, terran);
    // Disrupted ships count in part: what disruption took from them is as good as half lost.
    let crippled = 0.3 * (board.material[1] - board.material[0]);
    let coming = state.battle.as_ref().map_or(0.0, |battle| expected_balance(game, battle));
    ((score + hold + crippled + 0.5 * coming) / (0.4 * f32::from(duel.scale))).tanh()
}

fn of_war(game: &Imperium, state: &State, war: &War) -> f32 {
    let board = Board::new(game, state);
    let last = war.glory_limits.len() as f32;
    let over = war.glory_limits.last().map_or(0.0, |[low, high]| f32::from(low + high) / 2.0);
    // Ships win glory only as long as there are turns left; at the end glory is all.
    let second = state.phasing != state.series.first;
    let progress = (f32::from(state.turn) - 1.0 + if second { 0.5 } else { 0.0 }) / last;
    let ahead = f32::from(state.court.glory) - over;
    let glory = GLORY * (1.0 + progress) * ahead + LAST_WORD * progress * ahead.signum();
    let ru = |seat: Seat| board.material[seat.index()] + STOCK * f32::from(state.sides[seat.index()].stock);
    let material = (1.0 - 0.6 * progress) * (ru(IMPERIAL) - ru(TERRAN));
    let coming = state.battle.as_ref().map_or(0.0, |battle| expected_balance(game, battle));
    let ground = threats(game, state, &board, GLORY * (1.0 + progress));
    let contact = clashes(game, &board);
    let outlook = ((glory + material + 0.5 * coming + ground + contact) / WAR_SCALE).tanh();
    // Of several wars the one at hand counts for most, those won before for what they have left.
    let won = game.series_margin(state, war);
    if war.max_wars > 1 { SERIES * outlook + (1.0 - SERIES) * won } else { outlook }
}

/// 1 where only `own` is there, -1 where only `other` is, by the squares of both.
fn lead(own: f32, other: f32) -> f32 {
    let (own, other) = (own * own, other * other);
    if own + other == 0.0 { 0.0 } else { (own - other) / (own + other) }
}

/// The share of `own` in both, by the squares.
fn share(own: f32, other: f32) -> f32 {
    0.5 + 0.5 * lead(own, other)
}

/// Glory that is about to change hands, in RU for the Imperial side.
fn threats(game: &Imperium, state: &State, board: &Board, glory: f32) -> f32 {
    let mut sum = 0.0;
    for at in game.map.box_ids() {
        let marker = state.marker(at);
        let Some(holder) = marker.holder else { continue };
        let attacker = enemy_of(holder);
        let system = game.map.surface(at).system;
        let likely = capture(game, state, board, at, system, attacker);
        let sign = if attacker == IMPERIAL { 1.0 } else { -1.0 };
        sum += sign * glory * stake(game, &marker).min(2.0) * likely;
    }
    sum
}

/// How likely `attacker` is to take a box soon, 0 to 1: troops in it, troops above it, ships near it.
fn capture(
    game: &Imperium,
    state: &State,
    board: &Board,
    at: BoxId,
    system: SystemId,
    attacker: Seat,
) -> f32 {
    let (own, other) = (attacker.index(), enemy_of(attacker).index());
    let (hex, site) = (usize::from(system.0), usize::from(at.0));
    let defence = board.ground[other][site] + 0.7 * marker_strength(game, state, at);
    let landed = board.troops[own][site];
    if landed > 0.0 {
        return 0.25 + 0.7 * share(landed, defence);
    }
    let near: f32 = bits(game.map.neighbours(system)).map(|k| board.space[own][k]).sum();
    let near_lift: f32 = bits(game.map.neighbours(system)).map(|k| board.lift[own][k]).sum();
    let control = share(board.space[own][hex] + 0.4 * near, board.space[other][hex] + 0.5);
    let lift = board.lift[own][hex] + 0.4 * near_lift;
    let assault = lift / (lift + defence + 1.0);
    let neutralised = if state.marker(at).neutralised { 0.08 } else { 0.0 };
    let above = if board.space[own][hex] > 0.0 { 1.0 } else { 0.5 };
    control * above * (0.1 + neutralised + 0.5 * assault) + 0.02 / (1.0 + defence)
}

/// What fleets that share a hex are about to lose, in RU for the Imperial side.
fn clashes(game: &Imperium, board: &Board) -> f32 {
    let sum = (0..game.map.systems.len()).map(|k| {
        let [terran, imperial] = [board.space[0][k], board.space[1][k]];
        if terran == 0.0 || imperial == 0.0 {
            return 0.0;
        }
        0.6 * (terran * share(imperial, terran) - imperial * share(terran, imperial))
    });
    sum.sum()
}

use super::super::calibration::TABLE;
use super::*;

/// 400 battles a row: within the 0.03 that the rules ask for and three standard errors of so few.
#[test]
fn sfb_11_11_calibration_of_the_win_column() {
    let (figures, movement) = (figures(), movement());
    let rules = BattleRules { figures: &figures, movement: &movement, capture: true };
    for row in &TABLE {
        let win = row.measure(&rules, 400, 11).win;
        let error = (row.published.win * (1.0 - row.published.win) / 400.0).sqrt();
        assert!((win - row.published.win).abs() <= 0.03 + 3.0 * error, "{:?}: {win}", row.sides);
    }
}

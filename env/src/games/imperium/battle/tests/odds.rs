//! The tables of the rules file, figure by figure.

use super::*;
use crate::games::imperium::battle::odds::{MAX_DICE, Odds, initiative_weights, successes};

fn faces(factor: i8, screen: i8, modifier: i8) -> u8 {
    Table::new(&Options::default()).combat.missile_crt.favourable(factor, screen, modifier)
}

/// Rules 4.3: the table and the developer's remarks on the Terran monitor, screen 7.
#[test]
fn imp_4_3_table_chances() {
    for (difference, chance) in [(-5, 0), (-3, 0), (-2, 0), (-1, 1), (0, 2), (1, 3), (2, 4), (3, 5), (6, 5)] {
        assert_eq!(faces(4 + difference, 4, 0), chance, "difference {difference}");
    }
    assert_eq!(faces(3, 2, 0), 3, "beam 3 against screen 2 needs a 4");
    let table = Table::new(&Options::default());
    let missile = |class| table.figures(IMPERIAL, class).missile;
    let beam = |class| table.figures(IMPERIAL, class).beam;
    let monitor = table.figures(TERRAN, Monitor);
    for (class, normal) in [
        (Destroyer, 0),
        (LightCruiser, 0),
        (HeavyCruiser, 0),
        (AttackCruiser, 0),
        (StrikeCruiser, 2),
        (Dreadnought, 2),
    ] {
        assert_eq!(faces(missile(class), monitor.screen, 0), normal, "{class} missiles");
    }
    for (class, suicide) in [(Dreadnought, 0), (Battleship, 1), (GreatBattleship, 2)] {
        assert_eq!(faces(beam(class), monitor.screen, 0), 0, "{class} beams");
        assert_eq!(
            faces(beam(class) + table.combat.suicide_factor, monitor.screen, 0),
            suicide,
            "{class} suicide"
        );
    }
    assert_eq!(faces(monitor.beam, table.figures(IMPERIAL, StrikeCruiser).screen, 0), 3);
    assert_eq!(faces(monitor.beam, table.figures(IMPERIAL, GreatBattleship).screen, 0), 1);
}

/// Rules 4.3: modifiers sum up; +1 brings "none" within reach one step below the table, a sum of +1 makes 2+
/// sure, -1 makes 6 impossible.
#[test]
fn imp_4_3_modifiers() {
    assert_eq!(faces(5, 7, 1), 1, "Time on Target of a heavy cruiser at a monitor");
    assert_eq!(faces(4, 7, 1), 0, "of a light cruiser");
    assert_eq!(faces(6, 1, 1), 6);
    assert_eq!(faces(6, 7, -1), 0);
    assert_eq!(faces(5, 4, 1), 4);
    assert_eq!(faces(5, 4, -2), 1);
}

/// Rules 14.1: chances of the initiative roll by the holder's lead.
#[test]
fn cobb_initiative_roll_chances() {
    let holder = [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35];
    let tie = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
    for (k, lead) in (-5..=5).enumerate() {
        assert_eq!(initiative_weights(lead), [holder[k], tie[k], 36 - holder[k] - tie[k]], "lead {lead}");
    }
}

#[test]
fn odds_of_many_dice_are_the_binomial_ones() {
    assert_eq!(successes(Odds(2), 2, u8::MAX).weights(), [4, 4, 1]);
    assert_eq!(successes(Odds(3), 3, u8::MAX).weights(), [1, 3, 3, 1]);
    assert_eq!(successes(Odds(3), 3, 1).weights(), [1, 7], "one and more are one outcome");
    assert_eq!(successes(Odds(6), 1, 0).weights(), [1]);
    for faces in 1..=5 {
        for dice in 1..=MAX_DICE {
            let chance = successes(Odds(faces), dice, u8::MAX);
            assert_eq!(chance.weights().len(), usize::from(dice) + 1);
            let mean: f64 = chance.probabilities().enumerate().map(|(k, p)| k as f64 * p).sum();
            assert!((mean - f64::from(faces) / 6.0 * f64::from(dice)).abs() < 1e-9);
        }
    }
}

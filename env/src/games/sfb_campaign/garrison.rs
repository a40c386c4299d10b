//! What it takes to hold a world, and to lay one waste (13.5, 13.6).

use super::campaign::WorldsTaken;
use super::world::Kind;

/// Garrison units that hold a world which was somebody's (`enemy`: a player's or defended) or nobody's, in order of kinds of worlds. No homeworld is nobody's.
// rule: sfb.13.5.needed
pub fn needed(kind: Kind, enemy: bool, figures: &WorldsTaken) -> u8 {
    if enemy {
        figures.garrison_enemy[kind as usize]
    } else {
        figures.garrison_neutral[(kind as usize).min(1)]
    }
}

/// Whether ships with so much combat BPV in the hex and troops with so many tenths of attack factors hold a world that needs so many units; parts of a unit add up.
// rule: sfb.13.5.mixed
pub fn holds(ships: u32, troops: u32, needed: u8, figures: &WorldsTaken) -> bool {
    let (for_ships, for_troops) =
        (u32::from(figures.garrison_ships), 10 * u32::from(figures.garrison_troops));
    ships * for_troops + troops * for_ships >= u32::from(needed) * for_ships * for_troops
}

/// Locations that ships with so much combat BPV devastate in a turn, what is left over being lost.
// rule: sfb.13.6.devastation
pub fn devastated(ships: u32, left: u8, figures: &WorldsTaken) -> u8 {
    let most = match figures.devastate_max_per_turn {
        0 => left,
        most => most.min(left),
    };
    (ships / u32::from(figures.devastation_bpv)).min(most.into()) as u8
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Campaign;
    use super::*;

    fn figures() -> WorldsTaken {
        Campaign::parse(include_str!("data/campaign.toml")).unwrap().worlds_taken
    }

    #[test]
    fn sfb_13_5_needed_by_kind_and_owner() {
        let of = |enemy| Kind::ALL.map(|kind| needed(kind, enemy, &figures()));
        assert_eq!((of(false)[..2].to_vec(), of(true)), (vec![1, 3], [2, 6, 12]));
    }

    #[test]
    fn sfb_13_5_mixed_garrisons_add_up() {
        let holds = |ships: u32, factors: u32, needed: u8| holds(ships, 10 * factors, needed, &figures());
        assert!(holds(60, 0, 1) && holds(0, 30, 1) && !holds(59, 0, 1) && !holds(0, 29, 1));
        assert!(holds(90, 15, 2) && !holds(90, 14, 2), "one and a half units of ships, half a one of troops");
        assert!(holds(0, 0, 0));
    }

    #[test]
    fn sfb_13_6_devastation_takes_a_cruiser_six_turns_for_a_homeworld() {
        let mut figures = figures();
        assert_eq!([119, 120, 239, 240].map(|ships| devastated(ships, 6, &figures)), [0, 1, 1, 2]);
        let turns = (1..).scan(6, |left, turn| {
            *left -= devastated(125, *left, &figures);
            Some((turn, *left))
        });
        assert_eq!(turns.into_iter().find(|(_, left)| *left == 0), Some((6, 0)));
        assert_eq!(devastated(1200, 6, &figures), 6);
        figures.devastate_max_per_turn = 3;
        assert_eq!(devastated(1200, 6, &figures), 3);
    }
}

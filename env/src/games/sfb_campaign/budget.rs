//! Requests to the Empire: for money, and for advanced technology (4.9, 4.11).

use super::campaign::Economy;
use super::empire::Empire;

/// What a budget request comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// No, and no more requests for so many turns.
    Lockout(u8),
    /// No.
    Denied,
    /// EP, once.
    Once(u16),
    /// EP a turn from now on.
    Grant(u8),
}

/// The answer to a budget request by the sum of two dice.
// rule: sfb.4.9.request
pub fn answer(dice: u8, figures: &Economy) -> Answer {
    match dice {
        0..=3 => Answer::Lockout(figures.request_lockout),
        4..=6 => Answer::Denied,
        7..=10 => Answer::Once(figures.request_once[usize::from(dice) - 7]),
        11 => Answer::Grant(figures.request_grant[0]),
        _ => Answer::Grant(figures.request_grant[1]),
    }
}

/// What an empire may build by advanced technology.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technology {
    /// Nothing yet.
    None,
    /// Factories of Interceptors.
    Interceptors,
    /// Factories of PFs, too.
    PseudoFighters,
    /// X-ships, too.
    XShips,
}

/// The technology of an empire whose requests add up to so much.
// rule: sfb.4.11.technology
pub fn technology(empire: Empire, total: u16, figures: &Economy) -> Technology {
    let steps = [Technology::None, Technology::Interceptors, Technology::PseudoFighters, Technology::XShips];
    steps[figures.at_totals(empire).iter().filter(|needed| total >= **needed).count()]
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Campaign;
    use super::*;

    fn economy() -> Economy {
        Campaign::parse(include_str!("data/campaign.toml")).unwrap().economy
    }

    #[test]
    fn sfb_4_9_request_by_two_dice() {
        let answers: Vec<Answer> = (2..=12).map(|dice| answer(dice, &economy())).collect();
        let mut expected = vec![Answer::Lockout(12); 2];
        expected.extend([Answer::Denied; 3]);
        expected.extend([10, 15, 20, 25].map(Answer::Once));
        expected.extend([5, 10].map(Answer::Grant));
        assert_eq!(answers, expected);
    }

    /// 16.4: 8.06 EP at once and 0.556 EP a turn for good, of 36 throws.
    #[test]
    fn sfb_4_9_request_is_worth_what_the_rules_say() {
        let (mut once, mut grant) = (0, 0);
        for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
            match answer(one + other, &economy()) {
                Answer::Once(ep) => once += u32::from(ep),
                Answer::Grant(ep) => grant += u32::from(ep),
                _ => {}
            }
        }
        assert_eq!((once, grant), (290, 20), "290 / 36 = 8.06, 20 / 36 = 0.556");
    }

    #[test]
    fn sfb_4_11_technology_by_totals() {
        let of = |empire, total| technology(empire, total, &economy());
        let steps = [19, 20, 34, 35, 49, 50].map(|total| of(Empire::Gorn, total));
        use Technology::{Interceptors, None, PseudoFighters, XShips};
        assert_eq!(steps, [None, Interceptors, Interceptors, PseudoFighters, PseudoFighters, XShips]);
        assert_eq!(
            [14, 15, 24, 25].map(|total| of(Empire::Lyran, total)),
            [None, Interceptors, Interceptors, PseudoFighters]
        );
    }
}

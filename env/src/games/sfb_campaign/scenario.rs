//! What a scenario differs in from the campaign's figures: `scenarios/*.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::campaign::{Campaign, StartWorld};
use super::empire::Empire;

/// The file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Players, 2 to 6.
    pub players: u8,
    /// Turns, instead of `victory.turn_limit`.
    pub turns: Option<u16>,
    /// Instead of `victory.capital_turns`.
    pub capital_turns: Option<u8>,
    /// Instead of `start.slips`.
    pub slips: Option<u8>,
    /// Instead of `start.worlds`.
    pub worlds: Option<Vec<StartWorld>>,
    /// What differs in the figures of the map.
    #[serde(default)]
    pub map: MapChanges,
    /// Units instead of those of the preset, by its own words.
    pub force: Option<BTreeMap<String, u16>>,
}

/// What differs in the figures of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapChanges {
    /// Instead of `map.radius`.
    pub radius: Option<u8>,
    /// Instead of `map.min_home_distance`.
    pub min_home_distance: Option<u8>,
    /// Instead of `map.neutral_quota`.
    pub neutral_quota: Option<u8>,
    /// Instead of `map.npc_quota`.
    pub npc_quota: Option<u8>,
}

impl Scenario {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let scenario: Self = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        if (2..=6).contains(&scenario.players) {
            Ok(scenario)
        } else {
            Err(vec![format!("{} players; there are 2 to 6", scenario.players)])
        }
    }

    /// Who plays, by seat.
    // rule: sfb.25.empires
    pub fn empires(&self) -> &'static [Empire] {
        const ALL: [Empire; Empire::COUNT] = Empire::ALL;
        &ALL[..self.players.into()]
    }

    /// The campaign's figures with what differs here.
    ///
    /// # Errors
    /// All figures that make no game.
    // rule: sfb.25.scenarios
    pub fn change(&self, campaign: &Campaign) -> Result<Campaign, Vec<String>> {
        let mut changed = campaign.clone();
        fn set<T: Clone>(figure: &mut T, change: Option<&T>) {
            if let Some(change) = change {
                *figure = change.clone();
            }
        }
        set(&mut changed.victory.turn_limit, self.turns.as_ref());
        set(&mut changed.victory.capital_turns, self.capital_turns.as_ref());
        set(&mut changed.start.slips, self.slips.as_ref());
        set(&mut changed.start.worlds, self.worlds.as_ref());
        set(&mut changed.map.radius, self.map.radius.as_ref());
        set(&mut changed.map.min_home_distance, self.map.min_home_distance.as_ref());
        set(&mut changed.map.neutral_quota, self.map.neutral_quota.as_ref());
        set(&mut changed.map.npc_quota, self.map.npc_quota.as_ref());
        let faults = changed.faults();
        if faults.is_empty() { Ok(changed) } else { Err(faults) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BORDER: &str = include_str!("scenarios/border.toml");

    fn campaign() -> Campaign {
        Campaign::parse(include_str!("data/campaign.toml")).unwrap()
    }

    #[test]
    fn sfb_25_scenarios_change_figures() {
        let border = Scenario::parse(BORDER).unwrap();
        let changed = border.change(&campaign()).unwrap();
        assert_eq!((changed.victory.turn_limit, changed.map.radius, changed.start.slips), (12, 4, 3));
        assert_eq!(changed.start.worlds.len(), 2);
        for (text, players) in [
            (include_str!("scenarios/standard-2.toml"), 2),
            (include_str!("scenarios/standard-4.toml"), 4),
            (include_str!("scenarios/standard-6.toml"), 6),
        ] {
            let standard = Scenario::parse(text).unwrap();
            assert_eq!(standard.players, players);
            assert_eq!(standard.change(&campaign()).unwrap(), campaign());
        }
    }

    #[test]
    fn sfb_25_empires_are_dealt_in_order() {
        let border = Scenario::parse(BORDER).unwrap();
        assert_eq!(border.empires(), [Empire::Federation, Empire::Klingon]);
    }

    #[test]
    fn sfb_25_scenarios_are_refused_with_reasons() {
        let parse = |from: &str, to: &str| Scenario::parse(&BORDER.replace(from, to));
        assert_eq!(parse("players = 2", "players = 7").unwrap_err(), ["7 players; there are 2 to 6"]);
        assert!(parse("turns = 12", "turn = 12").unwrap_err()[0].contains("unknown field `turn`"));
        let scenario = parse("ep = 90", "ep = 150").unwrap();
        assert_eq!(scenario.change(&campaign()).unwrap_err(), ["a homeworld pays 60 to 120 EP, not 150"]);
    }
}

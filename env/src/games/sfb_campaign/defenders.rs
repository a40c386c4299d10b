//! Who holds worlds that nobody has explored: `data/defenders.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::campaign::WorldsTaken;
use super::catalogue::Catalogue;
use super::empire::Empire;
use super::world::Kind;

/// The groups of one empire, by kind of world: each a list of ship classes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Groups {
    /// Those of a colony.
    pub colony: Vec<Vec<String>>,
    /// Those of a mining world.
    pub mining: Vec<Vec<String>>,
}

/// The file: groups by empire.
pub(super) type DefendersFile = BTreeMap<String, Groups>;

/// The groups of defenders of each empire that may have some.
#[derive(Clone, Debug)]
pub struct Defenders(BTreeMap<Empire, Groups>);

impl Defenders {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it: classes that there are not, groups too strong or too weak.
    // rule: sfb.12.3.groups
    pub fn parse(text: &str, catalogue: &Catalogue, figures: &WorldsTaken) -> Result<Self, Vec<String>> {
        let file: DefendersFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let (mut defenders, mut faults) = (BTreeMap::new(), Vec::new());
        for (id, groups) in file {
            let empire = match Empire::from_id(&id) {
                Ok(empire) => empire,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            for (kind, groups, most) in [
                (Kind::Colony, &groups.colony, figures.npc_bpv[0]),
                (Kind::Mining, &groups.mining, figures.npc_bpv[1]),
            ] {
                if !(1..=6).contains(&groups.len()) {
                    faults.push(format!("{empire}.{}: one to six groups, not {}", kind.id(), groups.len()));
                }
                let fault = |group: &Vec<String>| fault(empire, group, most, figures.npc_least, catalogue);
                faults.extend(groups.iter().filter_map(fault));
            }
            defenders.insert(empire, groups);
        }
        if !defenders.contains_key(&Empire::Klingon) {
            faults.push("klingon has no groups".into());
        }
        if faults.is_empty() { Ok(Self(defenders)) } else { Err(faults) }
    }

    /// Whose ships defend worlds in a game with these players: the empire that is wished for, or (`auto`) the first that nobody plays of Klingon,
    /// Lyran and ISC.
    ///
    /// # Errors
    /// If it, or each of them, is played or has no groups.
    // rule: sfb.12.3.npc_empire
    pub fn empire(&self, wish: &str, players: &[Empire]) -> Result<Empire, String> {
        let order = [Empire::Klingon, Empire::Lyran, Empire::Isc];
        let fits = |empire: &Empire| {
            (wish == "auto" || wish == empire.id())
                && self.0.contains_key(empire)
                && !players.contains(empire)
        };
        order
            .into_iter()
            .find(fits)
            .ok_or_else(|| format!("'{wish}': who defends worlds is played, or has no groups"))
    }

    /// The groups that may hold a world of a kind; none hold homeworlds.
    pub fn groups(&self, empire: Empire, kind: Kind) -> &[Vec<String>] {
        match kind {
            Kind::Mining => &self.0[&empire].mining,
            Kind::Colony => &self.0[&empire].colony,
            Kind::Homeworld => &[],
        }
    }
}

/// What is wrong with a group.
fn fault(empire: Empire, group: &[String], most: u16, least: u8, catalogue: &Catalogue) -> Option<String> {
    let classes = group.iter().map(|code| catalogue.class(empire, code).map(|class| u32::from(class.combat)));
    let total = match classes.sum::<Result<u32, String>>() {
        Ok(total) => total,
        Err(fault) => return Some(fault),
    };
    let least = u32::from(most) * u32::from(least) / 100;
    let fits = (least..=most.into()).contains(&total);
    (!fits).then(|| format!("{empire}: {} have {total} combat BPV, not {least} to {most}", group.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Campaign;
    use super::*;

    const TEXT: &str = include_str!("data/defenders.toml");

    fn parse(text: &str) -> Result<Defenders, Vec<String>> {
        let catalogue = Catalogue::parse(include_str!("data/ships.toml")).unwrap();
        let campaign = Campaign::parse(include_str!("data/campaign.toml")).unwrap();
        Defenders::parse(text, &catalogue, &campaign.worlds_taken)
    }

    #[test]
    fn sfb_12_3_groups_are_at_most_400_and_120_and_use_nine_tenths() {
        let defenders = parse(TEXT).unwrap();
        assert_eq!(defenders.groups(Empire::Klingon, Kind::Colony)[0], ["C7", "D5", "D5"]);
        assert_eq!(defenders.groups(Empire::Klingon, Kind::Mining).len(), 3);
        let text =
            TEXT.replace("\"C7\", \"D5\", \"D5\"", "\"C7\", \"D5\", \"D7\"").replace("[\"D6\"]", "[\"F5\"]");
        let faults = parse(&text).unwrap_err();
        assert_eq!(
            faults,
            [
                "klingon: C7, D5, D7 have 411 combat BPV, not 360 to 400",
                "klingon: F5 have 71 combat BPV, not 108 to 120"
            ]
        );
    }

    #[test]
    fn sfb_12_3_npc_empire_is_one_that_nobody_plays() {
        let defenders = parse(TEXT).unwrap();
        assert_eq!(defenders.empire("auto", &[Empire::Federation, Empire::Gorn]), Ok(Empire::Klingon));
        assert_eq!(defenders.empire("auto", &[Empire::Federation, Empire::Klingon]), Ok(Empire::Lyran));
        assert_eq!(defenders.empire("auto", &Empire::ALL[..6]), Ok(Empire::Isc));
        assert_eq!(defenders.empire("isc", &[Empire::Federation]), Ok(Empire::Isc));
        assert!(defenders.empire("auto", &Empire::ALL).is_err());
        assert!(defenders.empire("klingon", &[Empire::Klingon]).unwrap_err().starts_with("'klingon': "));
    }
}

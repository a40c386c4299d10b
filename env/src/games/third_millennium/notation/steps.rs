//! Steps in words, and back.

use super::super::ThirdMillennium;
use super::super::class::Class;
use super::super::hex::Heading;
use super::super::map::SystemId;
use super::super::state::{Appeal, Exit, Group, Order, PackedGroup, Step};
use super::words::{
    flag, kind_word, number, occasion_word, or_dash, read_class, read_flag, read_fleet, read_group,
    read_occasion, read_or_dash, read_seat, refuse, seat_word,
};
use crate::core::ParseError;

impl ThirdMillennium {
    pub(super) fn step_words(&self, step: Step) -> String {
        match step {
            Step::Deploy => "deploy".into(),
            Step::Muster { last } => format!("muster {}", or_dash(last, |target| self.target_word(target))),
            Step::Fill { named, into, occasion, picked, after } => format!(
                "fill {} {} {} {} {}",
                self.target_word(named),
                self.target_word(into),
                occasion_word(occasion),
                flag(picked),
                self.key_word(after),
            ),
            Step::Draw => "draw".into(),
            Step::Intervention => "intervention".into(),
            Step::Appeal => "appeal".into(),
            Step::Petition { appeal } => format!("petition {}", appeal_word(appeal)),
            Step::Gift { ships } => format!("gift {}", classes_word(ships)),
            Step::Offensive { left, after } => {
                let after = after.map(|(class, at)| Order::Unit(class, at));
                format!("offensive {left} {}", or_dash(after, |order| self.order_word(order)))
            }
            Step::Emperor { worth } => format!("emperor {worth}"),
            Step::Retinue { fleet, worth } => format!("retinue {} {worth}", fleet.letter()),
            Step::Recall { left, after } => format!("recall {left} {}", self.key_word(after)),
            Step::Build { after } => format!("build {}", or_dash(after, |order| self.order_word(order))),
            Step::Initiative => "initiative".into(),
            Step::Activate => "activate".into(),
            Step::Orders => "orders".into(),
            Step::Contact => "contact".into(),
            Step::Scouting => "scouting".into(),
            Step::Matching => "matching".into(),
            Step::Leave { counter, capital, light, after } => {
                format!("leave {} {capital} {light} {}", counter.letter(), self.key_word(after))
            }
            Step::Navigate => "navigate".into(),
            Step::Controlled => "controlled".into(),
            Step::Drift => "drift".into(),
            Step::Battle => "battle".into(),
            Step::Orbit => "orbit".into(),
            Step::Ground => "ground".into(),
            Step::Return { fleet } => format!("return {}", fleet.letter()),
            Step::Reappear { fleet } => format!("reappear {}", fleet.letter()),
            Step::Upkeep { after } => format!("upkeep {}", self.key_word(after)),
            Step::UpkeepRoll { aided } => format!("upkeep_roll {aided}"),
            Step::Peace => "peace".into(),
            Step::Mines { exit, dice, hits } => {
                format!("mines {} {dice} {hits}", or_dash(exit, |exit| self.exit_word(exit)))
            }
            Step::Lay => "lay".into(),
            Step::Sweep { left } => format!("sweep {left}"),
            Step::Over => "over".into(),
        }
    }

    /// `CL:sol`, `outpost:procyon`.
    fn order_word(&self, order: Order) -> String {
        match order {
            Order::Unit(class, at) => format!("{class}:{}", self.system_word(at)),
            Order::Outpost(planet) => format!("outpost:{}", self.planet_word(planet)),
        }
    }

    fn read_order(&self, word: &str) -> Result<Order, ParseError> {
        match word.split_once(':') {
            Some(("outpost", planet)) => self.read_planet(planet).map(Order::Outpost),
            Some(_) => self.read_unit(word).map(|(class, at)| Order::Unit(class, at)),
            None => Err(refuse(word, "expected CLASS:SYSTEM or outpost:PLANET")),
        }
    }

    fn read_unit(&self, word: &str) -> Result<(Class, SystemId), ParseError> {
        let (class, at) = word.split_once(':').ok_or_else(|| refuse(word, "expected CLASS:SYSTEM"))?;
        Ok((read_class(class)?, self.read_system(at)?))
    }

    /// `sol`, `north-east`.
    fn exit_word(&self, exit: Exit) -> String {
        match exit {
            Exit::Lane(to) => self.system_word(to),
            Exit::Hex(heading) => heading.word().into(),
        }
    }

    fn read_exit(&self, word: &str) -> Result<Exit, ParseError> {
        match Heading::ALL.into_iter().find(|heading| heading.word() == word) {
            Some(heading) => Ok(Exit::Hex(heading)),
            None => self.read_system(word).map(Exit::Lane),
        }
    }

    /// `terran|fleet:A|DD/1`: the group that a key stands for.
    fn key_word(&self, key: u32) -> String {
        if key == 0 {
            return "-".into();
        }
        let group = PackedGroup::from_key(key).group();
        format!("{}|{}|{}", seat_word(group.seat), self.place_word(group.place), kind_word(&group))
    }

    pub(super) fn key_of(group: &Group) -> u32 {
        PackedGroup::new(group).key()
    }

    pub(super) fn read_step(&self, line: &str, words: &[&str]) -> Result<Step, ParseError> {
        Ok(match words {
            ["deploy"] => Step::Deploy,
            ["muster", last] => Step::Muster { last: read_or_dash(last, |word| self.read_target(word))? },
            ["fill", named, into, occasion, picked, after] => Step::Fill {
                named: self.read_target(named)?,
                into: self.read_target(into)?,
                occasion: read_occasion(occasion)?,
                picked: read_flag(picked)?,
                after: self.read_key(after)?,
            },
            ["draw"] => Step::Draw,
            ["intervention"] => Step::Intervention,
            ["appeal"] => Step::Appeal,
            ["petition", appeal] => Step::Petition { appeal: read_appeal(appeal)? },
            ["gift", ships] => Step::Gift { ships: read_classes(ships)? },
            ["offensive", left, after] => Step::Offensive {
                left: number(left)?,
                after: read_or_dash(after, |word| self.read_unit(word))?,
            },
            ["emperor", worth] => Step::Emperor { worth: number(worth)? },
            ["retinue", fleet, worth] => Step::Retinue { fleet: read_fleet(fleet)?, worth: number(worth)? },
            ["recall", left, after] => Step::Recall { left: number(left)?, after: self.read_key(after)? },
            ["build", after] => Step::Build { after: read_or_dash(after, |word| self.read_order(word))? },
            ["initiative"] => Step::Initiative,
            ["activate"] => Step::Activate,
            ["orders"] => Step::Orders,
            ["contact"] => Step::Contact,
            ["scouting"] => Step::Scouting,
            ["matching"] => Step::Matching,
            ["leave", counter, capital, light, after] => Step::Leave {
                counter: read_fleet(counter)?,
                capital: number(capital)?,
                light: number(light)?,
                after: self.read_key(after)?,
            },
            ["navigate"] => Step::Navigate,
            ["controlled"] => Step::Controlled,
            ["drift"] => Step::Drift,
            ["battle"] => Step::Battle,
            ["orbit"] => Step::Orbit,
            ["ground"] => Step::Ground,
            ["return", fleet] => Step::Return { fleet: read_fleet(fleet)? },
            ["reappear", fleet] => Step::Reappear { fleet: read_fleet(fleet)? },
            ["upkeep", after] => Step::Upkeep { after: self.read_key(after)? },
            ["upkeep_roll", aided] => Step::UpkeepRoll { aided: number(aided)? },
            ["peace"] => Step::Peace,
            ["mines", exit, dice, hits] => Step::Mines {
                exit: read_or_dash(exit, |word| self.read_exit(word))?,
                dice: number(dice)?,
                hits: number(hits)?,
            },
            ["lay"] => Step::Lay,
            ["sweep", left] => Step::Sweep { left: number(left)? },
            ["over"] => Step::Over,
            _ => return Err(refuse(line, "no such step")),
        })
    }

    fn read_key(&self, word: &str) -> Result<u32, ParseError> {
        if word == "-" {
            return Ok(0);
        }
        let parts: Vec<&str> = word.split('|').collect();
        let [side, place, kind] = parts[..] else { return Err(refuse(word, "expected SIDE|PLACE|KIND")) };
        Ok(Self::key_of(&read_group(read_seat(side)?, self.read_place(place)?, kind)?))
    }
}

const fn appeal_word(appeal: Appeal) -> &'static str {
    match appeal {
        Appeal::Funds => "funds",
        Appeal::Forces => "forces",
    }
}

fn read_appeal(word: &str) -> Result<Appeal, ParseError> {
    match word {
        "funds" => Ok(Appeal::Funds),
        "forces" => Ok(Appeal::Forces),
        _ => Err(refuse(word, "expected funds or forces")),
    }
}

/// `DD,CL`: a counter of each class.
pub(super) fn classes_word(classes: u32) -> String {
    let codes = Class::ALL.into_iter().filter(|class| classes & class.bit() != 0).map(Class::code);
    codes.collect::<Vec<_>>().join(",")
}

pub(super) fn read_classes(word: &str) -> Result<u32, ParseError> {
    word.split(',').try_fold(0, |mask, code| Ok(mask | read_class(code)?.bit()))
}

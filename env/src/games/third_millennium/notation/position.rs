//! A position as text.

use std::fmt::Write;

use super::super::ThirdMillennium;
use super::super::setup::Frame;
use super::super::state::{Battle, Field, GroundStage, Offensive, Place, Series, Stage, State, Volley};
use super::steps::classes_word;
use super::words::{flag, group_words, kind_word, or_dash, seat_word, square_word, weapon_word};
use crate::core::Seat;

impl ThirdMillennium {
    /// One line for each thing; `-` stands for none.
    pub(super) fn write_position(&self, state: &State) -> String {
        let mut text = format!(
            "turn {} segment {} mover {} first {} left {},{} passes {}\nglory {} stock {},{} fought {}\n",
            state.turn,
            state.segment,
            seat_word(state.mover),
            seat_word(state.first),
            state.left[0],
            state.left[1],
            state.passes,
            state.glory,
            state.sides[0].stock,
            state.sides[1].stock,
            state.fought,
        );
        if let Frame::War(_) = self.scenario.frame {
            let court = &state.court;
            let offensive = |o: Offensive| format!("{},{},{}", o.until, o.glory, o.value);
            _ = writeln!(
                text,
                "court budget {} withheld {} level {} heard {} glory {} offensive {}",
                court.budget,
                court.withheld,
                court.level,
                flag(court.heard),
                court.glory,
                or_dash(court.offensive, offensive),
            );
        }
        if self.scenario.campaign.is_some() {
            let Series { war, began, peace, won } = state.series;
            _ = writeln!(text, "series war {war} began {began} peace {peace} won {},{}", won[0], won[1]);
        }
        let orders = &state.orders;
        let sighted = |counts: [u8; 3]| format!("{},{},{}", counts[0], counts[1], counts[2]);
        _ = writeln!(
            text,
            "orders {} made {} allowance {} from {} mustered {} under_way {} sighted {} unseen {} repulsed {}",
            orders.fleet.letter(),
            orders.made,
            orders.allowance,
            or_dash(orders.from, |from| self.system_word(from)),
            or_dash(orders.mustered, |target| self.target_word(target)),
            flag(orders.under_way),
            or_dash(orders.sighted, sighted),
            flag(orders.unseen),
            flag(orders.repulsed),
        );
        for seat in Seat::all(2) {
            if let Some(report) = state.reports[seat.index()] {
                let ([turn, segment], [capital, light]) = (report.when, report.warships);
                _ = writeln!(
                    text,
                    "report {} {} turn {turn} segment {segment} warships {capital},{light} auxiliaries {}",
                    seat_word(seat),
                    self.system_word(report.at),
                    or_dash(report.auxiliaries, |count| count.to_string()),
                );
            }
        }
        for planet in self.map.planet_ids() {
            let standing = state.planet(planet);
            if let Some(owner) = standing.owner {
                let kind = if standing.world { "world" } else { "outpost" };
                let id = self.planet_word(planet);
                _ = writeln!(text, "{kind} {id} {} hits {}", seat_word(owner), standing.hits);
            }
            if standing.grown > 0 {
                _ = writeln!(text, "grown {} {}", self.planet_word(planet), standing.grown);
            }
            if let Some(founder) = standing.founder {
                _ = writeln!(text, "founding {} {}", self.planet_word(planet), seat_word(founder));
            }
        }
        for seat in Seat::all(2).filter(|seat| state.sides[seat.index()].lost != 0) {
            let lost = classes_word(state.sides[seat.index()].lost);
            _ = writeln!(text, "lost {} {lost}", seat_word(seat));
        }
        for seat in Seat::all(2) {
            self.write_side(state, seat, &mut text);
        }
        for due in &state.due {
            let (side, at) = (seat_word(due.seat), self.system_word(due.at));
            _ = writeln!(text, "due {} {side} {} {} {at}", due.turn, due.count, due.class);
        }
        for pending in &state.pending {
            let from = or_dash(pending.from, |from| self.system_word(from));
            _ = writeln!(text, "pending {} {from} {}", self.spot_word(pending.at), pending.fleet.letter());
        }
        if let Some(battle) = &state.battle {
            self.write_battle(battle, &mut text);
        }
        if let Some(ground) = &state.ground {
            _ = writeln!(
                text,
                "ground {} attacker {} landed {},{} round {} hits {},{} {}",
                self.planet_word(ground.planet),
                seat_word(ground.attacker),
                ground.landed[0],
                ground.landed[1],
                ground.round,
                ground.hits[0],
                ground.hits[1],
                ground_words(ground.stage),
            );
        }
        if let Some(result) = state.result {
            _ = writeln!(text, "won by {}", or_dash(result, |seat| seat_word(seat).into()));
        }
        _ = write!(text, "step {}", self.step_words(state.step));
        text
    }

    fn write_side(&self, state: &State, seat: Seat, text: &mut String) {
        let side = seat_word(seat);
        for (id, fleet) in state.fleets.of(seat) {
            _ = writeln!(
                text,
                "fleet {side} {} at {} active {} known_with {}{}{}",
                id.letter(),
                self.spot_word(fleet.at),
                flag(fleet.activated),
                fleet.known_with.letter(),
                if fleet.emperor { " emperor" } else { "" },
                if fleet.laying > 0 { format!(" laying {}", fleet.laying) } else { String::new() },
            );
        }
        for system in self.map.system_ids() {
            let field = state.field(seat, system);
            if field != Field::default() {
                let (id, known) = (self.system_word(system), flag(field.known));
                _ = writeln!(
                    text,
                    "mines {side} {id} counters {} points {} most {} known {known}",
                    field.counters, field.points, field.most
                );
            }
        }
        let mut place: Option<Place> = None;
        for group in state.groups.of(seat) {
            if place == Some(group.place) {
                _ = write!(text, ", {}", group_words(&group));
            } else {
                if place.is_some() {
                    text.push('\n');
                }
                _ = write!(text, "units {side} {}: {}", self.place_word(group.place), group_words(&group));
            }
            place = Some(group.place);
        }
        if place.is_some() {
            text.push('\n');
        }
    }

    fn write_battle(&self, battle: &Battle, text: &mut String) {
        _ = writeln!(
            text,
            "battle {} attacker {} fleet {} from {} planet {} bombardment {} round {} band {} winner {} {}",
            self.spot_word(battle.at),
            seat_word(battle.attacker),
            battle.fleet.letter(),
            or_dash(battle.from, |from| self.system_word(from)),
            or_dash(battle.planet, |planet| self.planet_word(planet)),
            flag(battle.bombardment),
            battle.round,
            battle.band,
            or_dash(battle.winner, |seat| seat_word(seat).into()),
            self.stage_words(battle.stage),
        );
        for ship in &battle.ships {
            let group = ship.unit.group();
            let (side, place) = (seat_word(group.seat), self.place_word(group.place));
            _ = writeln!(
                text,
                "ship {side} {place} {} aimed {},{} hits {}{}{}",
                kind_word(&group),
                ship.aimed[0],
                ship.aimed[1],
                ship.hits,
                if self.rules.lattice { format!(" at {}", square_word(ship.square)) } else { String::new() },
                if ship.leaves { " leaves" } else { "" },
            );
        }
    }

    fn stage_words(&self, stage: Stage) -> String {
        match stage {
            Stage::Range => "range".into(),
            Stage::Shift => "shift".into(),
            Stage::Steer { ship, taken } => format!("steer {ship} {taken}"),
            Stage::Aim { volley, ship } => format!("aim {} {ship}", volley_words(volley)),
            Stage::Hits { volley, target } => format!("hits {} {target}", volley_words(volley)),
            Stage::Counter { volley, target } => format!("counter {} {target}", volley_words(volley)),
            Stage::Withdraw => "withdraw".into(),
            Stage::Leave { to, after } => format!("leave {} {after}", self.system_word(to)),
            Stage::Escorts { weapon, dice, hits } => format!("escorts {} {dice} {hits}", weapon_word(weapon)),
            Stage::Allot { weapon, hits } => format!("allot {} {hits}", weapon_word(weapon)),
            Stage::Bombard { dice, hits } => format!("bombard {dice} {hits}"),
        }
    }
}

fn volley_words(volley: Volley) -> String {
    match volley {
        Volley::Space(weapon) => format!("space:{}", weapon_word(weapon)),
        Volley::Fighters(weapon) => format!("fighters:{}", weapon_word(weapon)),
        Volley::Defences => "defences".into(),
    }
}

fn ground_words(stage: GroundStage) -> String {
    match stage {
        GroundStage::Strike { seat, first, easy, plain } => {
            format!("strike {} {} {easy} {plain}", seat_word(seat), flag(first))
        }
        GroundStage::Losses { seat, first } => format!("losses {} {}", seat_word(seat), flag(first)),
        GroundStage::Capture => "capture".into(),
        GroundStage::Bombarded => "bombarded".into(),
    }
}

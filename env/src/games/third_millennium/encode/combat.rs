//! Rows of an observation for the space battle and the combat on a planet at hand.

use super::indices::{FIRE, GROUND_STAGES, STAGES, fire_index, ground_index, stage_index};
use super::spec::{BATTLE_COLUMNS, COMBAT, SHIP_ROWS, SHIPS};
use crate::core::Seat;
use crate::encode::{ObservationMut, RowWriter};
use crate::games::third_millennium::ThirdMillennium;
use crate::games::third_millennium::position::enemy_of;
use crate::games::third_millennium::state::{Battle, Ground, GroundStage, Stage};
use crate::games::third_millennium::view::View;

impl ThirdMillennium {
    pub(super) fn observe_combat(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        let mut row = out.row(spec, COMBAT, 0);
        match &state.battle {
            Some(battle) => put_battle(&mut row, battle, seat),
            None => _ = row.skip(BATTLE_COLUMNS),
        }
        match &state.ground {
            Some(ground) => put_ground(&mut row, ground, seat),
            None => _ = row.skip(row.left()),
        }
        let Some(battle) = &state.battle else { return };
        let at_hand = match battle.stage {
            Stage::Aim { ship, .. } | Stage::Steer { ship, .. } => Some(usize::from(ship)),
            Stage::Hits { target, .. } | Stage::Counter { target, .. } => Some(usize::from(target)),
            _ => None,
        };
        for (index, ship) in battle.ships.iter().enumerate().take(SHIP_ROWS) {
            let group = ship.unit.group();
            let mut row = out.row(spec, SHIPS, index);
            self.put_kind(state, &mut row, group.seat == seat, &group);
            row.put(group.seat == battle.attacker).put(at_hand == Some(index)).put(ship.leaves);
            row.put(ship.aimed[0]).put(ship.aimed[1]).put(ship.hits);
            if self.rules.lattice {
                let [column, line, level] = ship.square.place();
                let forward = if battle.attacker == seat { column } else { 4 - column };
                row.put(forward).put(line).put(level);
            }
        }
    }
}

fn put_battle(row: &mut RowWriter<'_>, battle: &Battle, seat: Seat) {
    let (dice, hits) = match battle.stage {
        Stage::Escorts { dice, hits, .. } | Stage::Bombard { dice, hits } => (dice, hits),
        Stage::Allot { hits, .. } => (0, hits),
        _ => (0, 0),
    };
    row.put(true)
        .put(battle.attacker == seat)
        .put(battle.bombardment)
        .put(battle.winner == Some(seat))
        .put(battle.winner == Some(enemy_of(seat)))
        .put(battle.round)
        .put(battle.band)
        .put(dice)
        .put(hits)
        .one_hot(stage_index(battle.stage), STAGES.len());
    match fire_index(battle.stage) {
        Some(fire) => row.one_hot(fire, FIRE.len()),
        None => row.skip(FIRE.len()),
    };
}

fn put_ground(row: &mut RowWriter<'_>, ground: &Ground, seat: Seat) {
    let (first, easy, plain) = match ground.stage {
        GroundStage::Strike { first, easy, plain, .. } => (first, easy, plain),
        GroundStage::Losses { first, .. } => (first, 0, 0),
        GroundStage::Capture | GroundStage::Bombarded => (false, 0, 0),
    };
    row.put(true)
        .put(ground.attacker == seat)
        .put(first)
        .put(ground.landed[seat.index()])
        .put(ground.landed[enemy_of(seat).index()])
        .put(ground.round)
        .put(ground.hits[seat.index()])
        .put(ground.hits[enemy_of(seat).index()])
        .put(easy)
        .put(plain)
        .one_hot(ground_index(ground.stage), GROUND_STAGES.len());
}

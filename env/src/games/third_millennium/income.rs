//! Production: what planets pay.

use super::setup::Frame;
use super::state::{MAX_STOCK, State};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::Seat;

impl ThirdMillennium {
    /// Both sides have their income; what exceeds the stock's limit is lost.
    // rule: i3m.u3.production
    // rule: i3m.8.stock
    pub(super) fn produce(&self, state: &mut State) {
        for seat in Seat::all(2) {
            let income = self.income(state, seat);
            let stock = &mut state.sides[seat.index()].stock;
            *stock = stock.saturating_add(income).min(MAX_STOCK);
        }
        state.court.withheld = 0;
    }

    /// What a side has from a turn.
    // rule: i3m.u16.terran
    // rule: i3m.u16.imperial
    pub(super) fn income(&self, state: &State, seat: Seat) -> u8 {
        if let Frame::Raid(raid) = &self.scenario.frame {
            return raid.income;
        }
        let figures = &self.politics.income;
        let connected = self.connected(state, seat);
        let own = self.map.planet_ids().filter(|&planet| state.planet(planet).owner == Some(seat));
        let paid = own.map(|planet| {
            let site = self.map.planet(planet);
            let connected = connected & site.system.bit() != 0;
            let whole = match state.planet(planet).world {
                _ if !connected && seat == IMPERIAL => return 0,
                true if seat == IMPERIAL => return self.rules.imperial_world,
                false if seat == IMPERIAL => return figures.connected,
                true if site.home == Some(TERRAN) => figures.home,
                true => figures.world,
                false => return if connected { figures.outpost } else { 0 },
            };
            if connected { whole } else { whole / 2 }
        });
        let budget =
            if seat == IMPERIAL { state.court.budget.saturating_sub(state.court.withheld) } else { 0 };
        paid.fold(budget, u8::saturating_add)
    }
}

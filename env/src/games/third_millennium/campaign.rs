//! How a raid, a war and a series of wars end.

use super::setup::{Campaign, Frame, War};
use super::state::{State, Step};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::{Outcome, Seat};

impl ThirdMillennium {
    /// The end of the turn: the verdict, or the next turn.
    // rule: i3m.16.verdict
    // rule: i3m.u25.limits
    pub(super) fn judge(&self, state: &mut State) {
        match (&self.scenario.frame, &self.scenario.campaign) {
            (Frame::Raid(raid), _) if state.turn < raid.turns => self.begin_turn(state),
            (Frame::Raid(raid), _) => end(state, winner_within(raid.verdict, state.glory)),
            (Frame::War(war), Some(campaign)) => self.judge_series(state, war, campaign),
            (Frame::War(war), None) => match winner_of(war, state) {
                None => self.begin_turn(state),
                winner => end(state, winner),
            },
        }
    }

    /// The end of a turn of war or peace in a series: who has lost all his capitals has lost; after the last war or the
    /// last turn worlds are counted; otherwise it goes on.
    // rule: i3m.16.wars
    // rule: i3m.u25.worlds
    // rule: i3m.u25.cap
    fn judge_series(&self, state: &mut State, war: &War, campaign: &Campaign) {
        let won = if state.at_peace() { None } else { winner_of(war, state) };
        if let Some(winner) = won {
            state.series.won[winner.index()] += 1;
        }
        if state.at_peace() {
            self.grow(state, campaign);
        }
        let over = won.is_some() && state.series.war >= campaign.wars || state.turn >= campaign.turns;
        match [TERRAN, IMPERIAL].map(|seat| self.has_fallen(state, campaign, seat)) {
            [true, false] => end(state, Some(IMPERIAL)),
            [false, true] => end(state, Some(TERRAN)),
            [true, true] => end(state, self.holder_of_most_worlds(state)),
            _ if over => end(state, self.holder_of_most_worlds(state)),
            _ if won.is_some() => self.make_peace(state),
            _ if state.at_peace() => self.end_turn_of_peace(state),
            _ => self.begin_turn(state),
        }
    }

    /// Whether the close-out at hand decides a war, as glory stands and with what an offensive that brought nothing costs.
    pub(super) fn decides_war(&self, state: &State) -> bool {
        let Frame::War(war) = &self.scenario.frame else { return false };
        let glory = state.glory - self.price_of_offensive(state);
        !state.at_peace() && winner_within(war.limits_of(state.turn_of_war()), glory).is_some()
    }

    /// Whether a side has lost all its capitals to the enemy.
    // rule: i3m.u25.capitals
    fn has_fallen(&self, state: &State, campaign: &Campaign, seat: Seat) -> bool {
        let held = |&planet| state.planet(planet).owner == Some(seat);
        !campaign.capitals[seat.index()].iter().any(held)
    }

    fn holder_of_most_worlds(&self, state: &State) -> Option<Seat> {
        let [terran, imperial] = [TERRAN, IMPERIAL].map(|seat| self.count_of_worlds(state, seat));
        match terran.cmp(&imperial) {
            std::cmp::Ordering::Greater => Some(TERRAN),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(IMPERIAL),
        }
    }

    /// How many worlds a side has.
    pub(super) fn count_of_worlds(&self, state: &State, seat: Seat) -> usize {
        let own = |planet: &super::state::Planet| planet.owner == Some(seat) && planet.world;
        self.map.planet_ids().filter(|&planet| own(&state.planet(planet))).count()
    }

    /// How the game ended: +1 to the winner. The margin is glory won, a tenth a point, or in a series wars won less wars
    /// lost as a share of all that could be fought.
    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        let winner = state.result?;
        let imperial = winner.map_or(0.0, |winner| if winner == IMPERIAL { 1.0 } else { -1.0 });
        let margin = match &self.scenario.campaign {
            Some(campaign) => {
                let [terran, imperial] = state.series.won.map(f32::from);
                (imperial - terran) / f32::from(campaign.wars)
            }
            None => (f32::from(state.glory - self.scenario.glory) / 10.0).clamp(-1.0, 1.0),
        };
        Some(Outcome {
            returns: [0.0 - imperial, imperial].into_iter().collect(),
            margins: [0.0 - margin, margin].into_iter().collect(),
        })
    }
}

fn winner_of(war: &War, state: &State) -> Option<Seat> {
    winner_within(war.limits_of(state.turn_of_war()), state.glory)
}

const fn winner_within([low, high]: [i8; 2], glory: i8) -> Option<Seat> {
    if glory <= low {
        Some(TERRAN)
    } else if glory >= high {
        Some(IMPERIAL)
    } else {
        None
    }
}

fn end(state: &mut State, winner: Option<Seat>) {
    state.result = Some(winner);
    state.step = Step::Over;
}

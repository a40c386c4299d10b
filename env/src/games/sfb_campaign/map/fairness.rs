//! How alike the seats of a map are.

use super::{Content, Star};
use crate::games::sfb_campaign::data::Data;
use crate::games::sfb_campaign::hex::Hex;

/// By how much the scores of the seats differ, in thousandths of their mean.
// rule: sfb.17.1.fair
pub(super) fn spread(data: &Data, homes: &[Hex], stars: &[Star]) -> u16 {
    let scores: Vec<i64> = (0..homes.len()).map(|seat| score(data, homes, stars, seat)).collect();
    let [least, most] = [scores.iter().min(), scores.iter().max()].map(|score| score.copied().unwrap_or(0));
    let sum: i64 = scores.iter().sum();
    let thousandths = (most - least) * 1000 * homes.len() as i64 / sum.max(1);
    thousandths.clamp(0, i64::from(u16::MAX)) as u16
}

/// What a seat has near it, in thousandths: EP of its own worlds and of those that are nobody's, half a point for a star to explore, less a fiftieth of the
/// BPV of defenders, each divided by 1 more than the distance; and half a point for each hex to the nearest rival.
fn score(data: &Data, homes: &[Hex], stars: &[Star], seat: usize) -> i64 {
    let near = |star: &Star, worth: i64| worth / (1 + i64::from(star.hex.distance(homes[seat])));
    let worth = |star: &Star| match star.content {
        Content::Nothing => near(star, 500),
        Content::Start { seat: owner, world } if usize::from(owner) == seat => {
            near(star, 1000 * i64::from(data.campaign.start.worlds[usize::from(world)].ep))
        }
        Content::Start { .. } => 0,
        Content::Neutral(world) => near(star, 1000 * i64::from(world.ep) + 500),
        Content::Defended { world, group } => {
            let classes = &data.defenders.groups(data.npc, world.kind)[usize::from(group)];
            let combat = |code: &String| data.catalogue.class(data.npc, code).map_or(0, |class| class.combat);
            let defenders: u16 = classes.iter().map(combat).sum();
            near(star, 1000 * i64::from(world.ep) + 500 - 20 * i64::from(defenders))
        }
    };
    let rival = homes.iter().enumerate().filter(|(other, _)| *other != seat);
    let nearest = rival.map(|(_, home)| home.distance(homes[seat])).min().unwrap_or(0);
    stars.iter().map(worth).sum::<i64>() + 500 * i64::from(nearest)
}

//! What the renderers share: which sites belong together, and who is who.

use std::collections::BTreeMap;

use super::{Scene, Site, SiteIndex, Token};
use crate::core::Seat;

/// A place farther than this from a place on a lane is a place of its own, in map units.
const NEARBY: f32 = 0.75;

/// Sites that are drawn as one: a place on the lanes with the boxes beside it, or a place alone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cluster {
    /// The place itself.
    pub hub: SiteIndex,
    /// What lies beside it, in scene order.
    pub boxes: Vec<SiteIndex>,
}

/// A line of a cluster: the place itself or one of its boxes, with what stands there.
pub(super) struct Row<'a> {
    pub site: &'a Site,
    pub tokens: Vec<&'a Token>,
}

impl Scene {
    /// Every site once. Places on lanes gather the places beside them that have no lane of their own.
    pub(super) fn clusters(&self) -> Vec<Cluster> {
        let on_lane = |index: usize| self.links.iter().any(|link| link.from.0 == index || link.to.0 == index);
        let hubs: Vec<usize> = (0..self.sites.len()).filter(|&index| on_lane(index)).collect();
        let mut clusters: BTreeMap<usize, Vec<SiteIndex>> = hubs.iter().map(|&hub| (hub, vec![])).collect();
        for index in (0..self.sites.len()).filter(|&index| !on_lane(index)) {
            let away = |hub: usize| distance(&self.sites[hub], &self.sites[index]);
            let nearest = hubs.iter().copied().min_by(|&a, &b| away(a).total_cmp(&away(b)));
            match nearest.filter(|&hub| away(hub) <= NEARBY) {
                Some(hub) => clusters.entry(hub).or_default().push(SiteIndex(index)),
                None => _ = clusters.insert(index, vec![]),
            }
        }
        clusters.into_iter().map(|(hub, boxes)| Cluster { hub: SiteIndex(hub), boxes }).collect()
    }

    /// The place itself first, then its boxes.
    pub(super) fn rows(&self, cluster: &Cluster) -> Vec<Row<'_>> {
        let sites = std::iter::once(&cluster.hub).chain(&cluster.boxes);
        sites
            .filter_map(|&index| {
                let tokens = self.tokens.iter().filter(|token| token.site == index).collect();
                Some(Row { site: self.sites.get(index.0)?, tokens })
            })
            .collect()
    }

    /// Whether this is a board of equal cells with at most one short mark on each: it is drawn as a grid.
    pub(super) fn is_board(&self) -> bool {
        let single = |token: &Token| token.count == 1 && token.label.chars().count() <= 2;
        let alone = |index: usize| self.tokens.iter().filter(|token| token.site.0 == index).count() <= 1;
        let spread = |at: fn(&Site) -> f32| self.sites.iter().any(|site| at(site) != at(&self.sites[0]));
        self.links.is_empty()
            && self.sites.len() >= 4
            && spread(|site| site.at.0)
            && spread(|site| site.at.1)
            && self.tokens.iter().all(single)
            && (0..self.sites.len()).all(alone)
    }

    /// Left and top, right and bottom of all sites, in map units.
    pub(super) fn bounds(&self) -> ((f32, f32), (f32, f32)) {
        let fold = |pick: fn(f32, f32) -> f32| {
            let corners = self.sites.iter().map(|site| site.at);
            corners.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or_default()
        };
        (fold(f32::min), fold(f32::max))
    }
}

fn distance(a: &Site, b: &Site) -> f32 {
    (a.at.0 - b.at.0).hypot(a.at.1 - b.at.1)
}

/// The name of a seat with a capital letter; `seats` are the names of the game's seats.
pub(super) fn seat_name(seats: &[&str], seat: Seat) -> String {
    let name = seats.get(seat.index()).copied().unwrap_or("?");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `2 DD`, `DD (disrupted)`.
pub(super) fn token_text(token: &Token) -> String {
    let count = if token.count == 1 { String::new() } else { format!("{} ", token.count) };
    let state = if token.state.is_empty() { String::new() } else { format!(" ({})", token.state) };
    format!("{count}{}{state}", token.label)
}

/// What stands in a row: `Terran 2 DD, CL; Imperial DD (disrupted)`.
pub(super) fn row_words(row: &Row<'_>, seats: &[&str]) -> String {
    let mut words = String::new();
    let mut before: Option<&Token> = None;
    for token in &row.tokens {
        match before {
            Some(before) if before.seat == token.seat => words += ", ",
            _ => {
                words += if before.is_some() { "; " } else { "" };
                words += &token.seat.map_or(String::new(), |seat| seat_name(seats, seat) + " ");
            }
        }
        words += &token_text(token);
        before = Some(token);
    }
    words
}

//! A scene as cells of a terminal: lanes, places and what stands there, at any scale, of which a window is shown.
//! Colours are the frontend's; every cell says what it stands for, so that colour is never needed to tell.

use std::collections::BTreeMap;

use super::layout::{Cluster, seat_name};
use super::{Scene, SiteIndex};
use crate::core::Seat;

/// Rows of a cell for each of its columns: characters are about twice as high as wide.
const ASPECT: f32 = 0.5;
/// Columns of the mark of a place: `[T]`.
const MARK: i32 = 3;
/// At a readable scale marks in a row keep so many columns between them.
const APART: f32 = 5.0;
/// Letters of a short name.
const SHORT: usize = 5;

/// What a cell of a chart stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// Nothing.
    Space,
    /// A lane.
    Lane,
    /// The mark or the name of a place.
    Place(SiteIndex),
    /// How many counters of a seat stand at a place.
    Strength(Seat),
}

/// One character of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The character.
    pub letter: char,
    /// What it stands for.
    pub ink: Ink,
}

/// The part of a map that fits a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// `[rows][columns]`, as large as the window.
    pub cells: Vec<Vec<Cell>>,
}

/// Which part of a map is shown, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Columns of the window.
    pub width: usize,
    /// Rows of the window.
    pub height: usize,
    /// Columns for each map unit; see [`Scene::fitting_scale`].
    pub scale: f32,
    /// The point in the middle of the window, in map units; moved so that as much of the map as possible is shown.
    pub centre: (f32, f32),
}

impl Scene {
    /// Whether there is a map with lanes to chart.
    pub fn has_map(&self) -> bool {
        !self.links.is_empty()
    }

    /// The largest scale at which the whole map with its short names fits a window.
    pub fn fitting_scale(&self, width: usize, height: usize) -> f32 {
        let ((left, top), (right, bottom)) = self.bounds();
        let room = (width as f32 - (MARK as usize + SHORT + 4) as f32).max(1.0);
        let across = room / (right - left).max(0.1);
        let down = (height as f32 - 1.0).max(1.0) / ((bottom - top).max(0.1) * ASPECT);
        across.min(down)
    }

    /// The smallest scale at which no mark of a place covers another's.
    pub fn readable_scale(&self) -> f32 {
        let hubs: Vec<(f32, f32)> = self.clusters().iter().map(|c| self.sites[c.hub.0].at).collect();
        let mut scale = 0.1_f32;
        for (index, a) in hubs.iter().enumerate() {
            for b in &hubs[..index] {
                let (across, down) = ((a.0 - b.0).abs(), (a.1 - b.1).abs() * ASPECT);
                // Apart in their row, or in rows of their own.
                scale = scale.max((APART / across.max(0.01)).min(1.2 / down.max(0.01)));
            }
        }
        scale
    }

    /// The place on the lanes that a site belongs to: itself, or the one beside which it lies.
    pub fn hub_of(&self, site: SiteIndex) -> SiteIndex {
        let clusters = self.clusters();
        let own = clusters.iter().find(|c| c.hub == site || c.boxes.contains(&site));
        own.map_or(site, |cluster| cluster.hub)
    }

    /// The sites of the place that a site belongs to, the place itself first.
    pub fn sites_at(&self, site: SiteIndex) -> Vec<SiteIndex> {
        let clusters = self.clusters();
        let own = clusters.into_iter().find(|c| c.hub == site || c.boxes.contains(&site));
        own.map_or(vec![site], |cluster| std::iter::once(cluster.hub).chain(cluster.boxes).collect())
    }

    /// What stands at a site, in words: `Terran 2 DD, CL; Imperial DD (disrupted)`.
    pub fn tokens_text(&self, site: SiteIndex, seats: &[&str]) -> String {
        let cluster = Cluster { hub: site, boxes: vec![] };
        let rows = self.rows(&cluster);
        rows.first().map_or_else(String::new, |row| super::layout::row_words(row, seats))
    }

    /// Draws the part of the map that a window shows. `seats` are the names of the game's seats.
    pub fn chart(&self, seats: &[&str], window: &Window) -> Chart {
        let mut canvas = Canvas::new(window, self.corner(window));
        let clusters = self.clusters();
        for link in &self.links {
            let (from, to) = (self.sites.get(link.from.0), self.sites.get(link.to.0));
            if let (Some(from), Some(to)) = (from, to) {
                canvas.lane(from.at, to.at);
            }
        }
        for cluster in &clusters {
            let mark: String = self.mark(cluster, seats);
            let at = canvas.cell(self.sites[cluster.hub.0].at);
            canvas.write((at.0 - 1, at.1), &mark, Ink::Place(cluster.hub));
        }
        for cluster in &clusters {
            self.label(&mut canvas, cluster, seats);
        }
        Chart { cells: canvas.cells }
    }

    /// The cell, counted from the map's own corner, that comes first in the window.
    fn corner(&self, window: &Window) -> (i32, i32) {
        let ((left, top), (right, bottom)) = self.bounds();
        let along = |low: f32, high: f32, centre: f32, scale: f32, size: usize, margin: [i32; 2]| {
            let length = ((high - low) * scale).round() as i32 + margin[0] + margin[1];
            let middle = ((centre - low) * scale).round() as i32 + margin[0];
            let spare = length - size as i32;
            if spare <= 0 { spare / 2 } else { (middle - size as i32 / 2).clamp(0, spare) }
        };
        let names = MARK + SHORT as i32 + 4;
        let x = along(left, right, window.centre.0, window.scale, window.width, [2, names]);
        let y = along(top, bottom, window.centre.1, window.scale * ASPECT, window.height, [0, 1]);
        let from_left = (left * window.scale).round() as i32 - 2;
        let from_top = (top * window.scale * ASPECT).round() as i32;
        (x + from_left, y + from_top)
    }

    /// `[T]`: the initial of whoever holds a site of the cluster, `[+]` where several do.
    fn mark(&self, cluster: &Cluster, seats: &[&str]) -> String {
        let mut owners: Vec<Seat> = self.rows(cluster).iter().filter_map(|row| row.site.owner).collect();
        owners.dedup();
        let letter = match owners[..] {
            [] => ' ',
            [one] => initial(seats, one),
            _ => '+',
        };
        format!("[{letter}]")
    }

    /// Writes name and strengths beside a mark: right of it, else left of it, shorter where there is no room.
    fn label(&self, canvas: &mut Canvas, cluster: &Cluster, seats: &[&str]) {
        let site = &self.sites[cluster.hub.0];
        let (x, y) = canvas.cell(site.at);
        if canvas.at((x, y)).is_none() {
            return;
        }
        let strengths = self.strengths(cluster, seats);
        let short: String = site.name.chars().take(SHORT).collect();
        for name in [site.name.as_str(), short.trim_end(), ""] {
            let mut parts: Vec<(String, Ink)> = Vec::new();
            if !name.is_empty() {
                parts.push((name.into(), Ink::Place(cluster.hub)));
            }
            for (seat, count) in &strengths {
                let text = format!("{}{count}", initial(seats, *seat));
                let gap = if parts.is_empty() { "" } else { " " };
                parts.push((format!("{gap}{text}"), Ink::Strength(*seat)));
            }
            let length: i32 = parts.iter().map(|(text, _)| text.chars().count() as i32).sum();
            let places = [(x + MARK - 1, y), (x - 1 - length, y), (x - 1, y + 1), (x - 1, y - 1)];
            if let Some(&start) = places.iter().find(|&&start| canvas.is_free(start, length)) {
                let mut at = start;
                for (text, ink) in parts {
                    canvas.write(at, &text, ink);
                    at.0 += text.chars().count() as i32;
                }
                return;
            }
        }
    }

    /// How many counters of each seat stand at a cluster.
    fn strengths(&self, cluster: &Cluster, seats: &[&str]) -> Vec<(Seat, u32)> {
        let mut counts: BTreeMap<Seat, u32> = BTreeMap::new();
        for token in self.rows(cluster).iter().flat_map(|row| &row.tokens) {
            if let Some(seat) = token.seat.filter(|seat| seat.index() < seats.len()) {
                *counts.entry(seat).or_default() += u32::from(token.count);
            }
        }
        counts.into_iter().collect()
    }
}

fn initial(seats: &[&str], seat: Seat) -> char {
    seat_name(seats, seat).chars().next().unwrap_or('?')
}

struct Canvas {
    cells: Vec<Vec<Cell>>,
    scale: f32,
    corner: (i32, i32),
}

impl Canvas {
    fn new(window: &Window, corner: (i32, i32)) -> Self {
        let empty = Cell { letter: ' ', ink: Ink::Space };
        Self { cells: vec![vec![empty; window.width]; window.height], scale: window.scale, corner }
    }

    /// The cell of a point on the map, which may lie outside of the window.
    fn cell(&self, (x, y): (f32, f32)) -> (i32, i32) {
        let across = (x * self.scale).round() as i32 - self.corner.0;
        let down = (y * self.scale * ASPECT).round() as i32 - self.corner.1;
        (across, down)
    }

    fn at(&mut self, (x, y): (i32, i32)) -> Option<&mut Cell> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        self.cells.get_mut(y)?.get_mut(x)
    }

    fn write(&mut self, (x, y): (i32, i32), text: &str, ink: Ink) {
        for (x, letter) in (x..).zip(text.chars()) {
            if let Some(cell) = self.at((x, y)) {
                *cell = Cell { letter, ink };
            }
        }
    }

    /// Whether a text of this length would cover nothing but lanes, with a column free on both sides.
    fn is_free(&self, (x, y): (i32, i32), length: i32) -> bool {
        let Some(row) = usize::try_from(y).ok().and_then(|y| self.cells.get(y)) else { return false };
        let inside = x >= 0 && x + length <= row.len() as i32;
        let free = |x: i32| {
            usize::try_from(x).ok().and_then(|x| row.get(x)).is_none_or(|cell| cell.ink <= Ink::Lane)
        };
        // What stands right before a label is its own mark.
        inside && (x..=x + length).all(free)
    }

    fn lane(&mut self, from: (f32, f32), to: (f32, f32)) {
        let (from, to) = (self.cell(from), self.cell(to));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        // A dot in every second column, or in every row of a steep lane.
        let dots = (dx.abs() / 2).max(dy.abs()).max(1);
        for dot in 1..dots {
            let part = dot as f32 / dots as f32;
            let along = |start: i32, way: i32| start + (way as f32 * part).round() as i32;
            if let Some(cell) = self.at((along(from.0, dx), along(from.1, dy))) {
                *cell = Cell { letter: '·', ink: Ink::Lane };
            }
        }
    }
}

impl Chart {
    /// The rows as text, without spaces at their ends.
    pub fn to_text(&self) -> String {
        let row = |cells: &Vec<Cell>| cells.iter().map(|cell| cell.letter).collect::<String>();
        self.cells.iter().map(|cells| row(cells).trim_end().to_string() + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Link, Site, Token};
    use super::*;

    fn site(name: &str, at: (f32, f32), owner: Option<usize>) -> Site {
        Site { name: name.into(), at, owner: owner.map(Seat::new), kind: String::new() }
    }

    fn scene() -> Scene {
        let lane = |a, b| Link { from: SiteIndex(a), to: SiteIndex(b) };
        let token = |site, seat, count| Token {
            site: SiteIndex(site),
            seat: Some(Seat::new(seat)),
            label: "DD".into(),
            count,
            state: String::new(),
        };
        Scene {
            sites: vec![
                site("Sol", (0.0, 0.0), Some(0)),
                site("Barnard's Star", (6.0, 0.0), None),
                site("Nusku", (6.0, 6.0), None),
                site("Nusku surface", (6.2, 6.3), Some(1)),
            ],
            links: vec![lane(0, 1), lane(1, 2)],
            tokens: vec![token(0, 0, 3), token(3, 1, 2), token(2, 0, 1)],
            ..Scene::default()
        }
    }

    #[test]
    fn places_have_marks_names_and_strengths() {
        let scene = scene();
        let window = Window { width: 50, height: 9, scale: scene.fitting_scale(50, 9), centre: (0.0, 0.0) };
        let text = scene.chart(&["terran", "imperial"], &window).to_text();
        assert!(text.contains("[T]Sol T3") && text.contains("[ ]Barnard's Star"), "{text}");
        assert!(text.contains("[I]Nusku T1 I2"), "who holds a box holds the mark: {text}");
        assert!(text.contains('·'), "{text}");
    }

    #[test]
    fn a_window_shows_the_part_around_its_centre() {
        let scene = scene();
        let mut window = Window { width: 20, height: 5, scale: 8.0, centre: (0.0, 0.0) };
        let show = |window: &Window| scene.chart(&["terran", "imperial"], window).to_text();
        assert!(show(&window).contains("Sol") && !show(&window).contains("Nusku"));
        window.centre = scene.sites[2].at;
        let there = show(&window);
        assert!(there.contains("Nusku T1 I2") && !there.contains("Sol"), "{there}");
        assert_eq!(scene.hub_of(SiteIndex(3)), SiteIndex(2));
        assert_eq!(scene.sites_at(SiteIndex(3)), [SiteIndex(2), SiteIndex(3)]);
        assert_eq!(scene.tokens_text(SiteIndex(3), &["terran", "imperial"]), "Imperial 2 DD");
    }

    #[test]
    fn at_a_readable_scale_no_mark_covers_another() {
        let mut scene = scene();
        scene.sites.push(site("Near", (6.8, 0.2), None));
        scene.links.push(Link { from: SiteIndex(4), to: SiteIndex(1) });
        let window = Window { width: 300, height: 80, scale: scene.readable_scale(), centre: (0.0, 0.0) };
        let chart = scene.chart(&["terran", "imperial"], &window);
        for hub in [0, 1, 2, 4] {
            let ink = Ink::Place(SiteIndex(hub));
            let cells = chart.cells.iter().flatten().filter(|cell| cell.ink == ink).count();
            assert!(cells >= 3, "place {hub} has {cells} cells");
        }
    }
}

//! A scene as plain text for a terminal: the map with its lanes, what stands where, panels and notes.

use std::fmt::Write;

use super::layout::{Cluster, Row, row_words, seat_name};
use super::{Panel, Scene};
use crate::core::Seat;

/// Columns of the drawing at most; a longer title or note is broken between words.
pub const WIDTH: usize = 80;
/// Rows of a map for each of its columns: characters are about twice as high as wide.
const ASPECT: f32 = 0.5;
/// Columns to the right of a map, for names.
const ROOM: usize = 26;
/// The same where a map is so crowded that it takes all the width it can, for strengths.
const CROWDED_ROOM: usize = 14;
/// A map with more places than these shows only their numbers.
const NAMED: usize = 12;
/// Rows of a map, as long as no number covers another.
const MAP_HEIGHT: f32 = 19.0;
/// Rows of a map at most.
const MOST_ROWS: f32 = 60.0;

impl Scene {
    /// The drawing as lines of at most [`WIDTH`] columns, each ended; `seats` are the names of the game's seats.
    /// Numbers on the map are those of the list below it.
    pub fn to_text(&self, seats: &[&str]) -> String {
        let mut out = String::new();
        wrap(&mut out, &self.title, "", "");
        if self.is_board() {
            out.push('\n');
            self.draw_board(&mut out);
        } else if !self.sites.is_empty() {
            let clusters = self.clusters();
            if !self.links.is_empty() {
                out.push('\n');
                self.draw_map(&mut out, &clusters, seats);
            }
            out.push('\n');
            for (index, cluster) in clusters.iter().enumerate() {
                for (row, line) in self.rows(cluster).iter().enumerate() {
                    let number = if row == 0 { format!("{:>2} ", index + 1) } else { "     ".into() };
                    let place = format!("{number}{}", place_text(line, seats));
                    wrap(&mut out, &format!("{place:<41} {}", row_words(line, seats)), "", &" ".repeat(42));
                }
            }
        }
        if !self.panels.is_empty() {
            out.push('\n');
            self.panels.iter().for_each(|panel| draw_panel(&mut out, panel, seats));
        }
        if !self.notes.is_empty() {
            out.push('\n');
            self.notes.iter().for_each(|note| wrap(&mut out, note, "- ", "  "));
        }
        out
    }

    fn draw_board(&self, out: &mut String) {
        let ((left, top), (right, bottom)) = self.bounds();
        let (columns, rows) = ((right - left).round() as usize + 1, (bottom - top).round() as usize + 1);
        let mut cells = vec![vec![String::new(); columns]; rows];
        for (index, site) in self.sites.iter().enumerate() {
            let token = self.tokens.iter().find(|token| token.site.0 == index);
            let cell = token.map_or(".", |token| &token.label);
            let at = ((site.at.0 - left).round() as usize, (site.at.1 - top).round() as usize);
            cells[at.1][at.0] = cell.into();
        }
        for row in cells {
            let line: String = row.iter().fold(String::from(" "), |line, cell| format!("{line} {cell:<2}"));
            _ = writeln!(out, "{}", line.trim_end());
        }
    }

    fn draw_map(&self, out: &mut String, clusters: &[Cluster], seats: &[&str]) {
        let numbers: Vec<String> = (1..=clusters.len()).map(|number| format!("[{number}]")).collect();
        let scales = self.scales(clusters, &numbers);
        let rows = self.extent().1 * scales.1;
        let mut canvas = Canvas(vec![vec![' '; WIDTH]; rows.round() as usize + 2]);
        let place = |index: usize| self.place(index, scales);
        for link in &self.links {
            canvas.lane(place(link.from.0), place(link.to.0));
        }
        for (cluster, number) in clusters.iter().zip(&numbers) {
            let (x, y) = place(cluster.hub.0);
            canvas.write((x - 1, y), number);
        }
        for (cluster, number) in clusters.iter().zip(&numbers) {
            let (x, y) = place(cluster.hub.0);
            let right = (x + number.len() as i32, y);
            let strength = self.strength(cluster, seats);
            let named = format!("{} {strength}", self.sites[cluster.hub.0].name);
            let is_named = clusters.len() <= NAMED && canvas.write_free(right, named.trim_end());
            if !is_named && !strength.is_empty() {
                let left = (x - 2 - strength.len() as i32, y);
                let beside = [right, left, (x - 1, y + 1), (x - 1, y - 1)];
                _ = beside.into_iter().any(|at| canvas.write_free(at, &strength));
            }
        }
        let lines: Vec<String> = canvas.0.iter().map(|line| line.iter().collect()).collect();
        let map = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
        _ = writeln!(out, "{}", map.trim_end());
    }

    /// Width and height of the map, in map units.
    fn extent(&self) -> (f32, f32) {
        let ((left, top), (right, bottom)) = self.bounds();
        ((right - left).max(0.1), (bottom - top).max(0.1))
    }

    /// The cell of a site at so many columns and rows for each map unit.
    fn place(&self, site: usize, (across, down): (f32, f32)) -> (i32, i32) {
        let ((left, top), _) = self.bounds();
        let (x, y) = self.sites[site].at;
        (((x - left) * across).round() as i32 + 2, ((y - top) * down).round() as i32)
    }

    /// Columns and rows for each map unit. Where numbers would cover each other the map is drawn wider, then higher.
    fn scales(&self, clusters: &[Cluster], numbers: &[String]) -> (f32, f32) {
        let (width, height) = self.extent();
        let high = MAP_HEIGHT / height;
        let across = ((WIDTH - ROOM) as f32 / width).min(high / ASPECT);
        let mut scales = (across, across * ASPECT);
        if self.covers(clusters, numbers, scales) {
            let across = (WIDTH - CROWDED_ROOM) as f32 / width;
            scales = (across, high.min(across * ASPECT));
        }
        while self.covers(clusters, numbers, scales) && scales.1 * height < MOST_ROWS {
            scales.1 *= 1.1;
        }
        scales
    }

    /// Whether the number of a place covers that of another, or touches it.
    fn covers(&self, clusters: &[Cluster], numbers: &[String], scales: (f32, f32)) -> bool {
        let mut marks: Vec<(i32, i32, i32)> = clusters
            .iter()
            .zip(numbers)
            .map(|(cluster, number)| {
                let (x, y) = self.place(cluster.hub.0, scales);
                (y, x, x + number.len() as i32)
            })
            .collect();
        marks.sort_unstable();
        marks.windows(2).any(|pair| pair[0].0 == pair[1].0 && pair[1].1 <= pair[0].2)
    }

    /// How many counters of each seat stand at a cluster: `T4 I2`.
    fn strength(&self, cluster: &Cluster, seats: &[&str]) -> String {
        let rows = self.rows(cluster);
        let count = |seat: Seat| -> u32 {
            let tokens = rows.iter().flat_map(|row| &row.tokens).filter(|token| token.seat == Some(seat));
            tokens.map(|token| u32::from(token.count)).sum()
        };
        let present = Seat::all(seats.len()).filter(|&seat| count(seat) > 0);
        present.map(|seat| format!("{}{}", initial(seats, seat), count(seat))).collect::<Vec<_>>().join(" ")
    }
}

/// The letters of a map.
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn put(&mut self, (x, y): (i32, i32), letter: char) {
        let cell = usize::try_from(y).ok().zip(usize::try_from(x).ok());
        if let Some(cell) = cell.and_then(|(y, x)| self.0.get_mut(y)?.get_mut(x)) {
            *cell = letter;
        }
    }

    fn write(&mut self, (x, y): (i32, i32), text: &str) {
        (x..).zip(text.chars()).for_each(|(x, letter)| self.put((x, y), letter));
    }

    /// Writes a text where it covers no letter, with a column free on both sides; says whether it did.
    fn write_free(&mut self, (x, y): (i32, i32), text: &str) -> bool {
        let row = usize::try_from(y).ok().and_then(|y| self.0.get(y));
        let before = usize::try_from(x - 1).ok();
        let cells = row.zip(before).and_then(|(row, from)| row.get(from..from + text.chars().count() + 2));
        let free = cells.is_some_and(|cells| cells.iter().all(|letter| matches!(letter, ' ' | '·')));
        if free {
            self.write((x - 1, y), &format!(" {text}"));
        }
        free
    }

    fn lane(&mut self, from: (i32, i32), to: (i32, i32)) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        // A dot in every second column, or in every row of a steep lane.
        let dots = (dx.abs() / 2).max(dy.abs()).max(1);
        for dot in 1..dots {
            let part = dot as f32 / dots as f32;
            let along = |start: i32, way: i32| start + (way as f32 * part).round() as i32;
            self.put((along(from.0, dx), along(from.1, dy)), '·');
        }
    }
}

fn initial(seats: &[&str], seat: Seat) -> char {
    seat_name(seats, seat).chars().next().unwrap_or('?')
}

/// `Sol surface (world, Terran)`.
fn place_text(row: &Row<'_>, seats: &[&str]) -> String {
    let owner = row.site.owner.map(|seat| seat_name(seats, seat));
    let about = [row.site.kind.as_str(), owner.as_deref().unwrap_or("")];
    let about: Vec<&str> = about.into_iter().filter(|word| !word.is_empty()).collect();
    if about.is_empty() { row.site.name.clone() } else { format!("{} ({})", row.site.name, about.join(", ")) }
}

fn draw_panel(out: &mut String, panel: &Panel, seats: &[&str]) {
    let lines: Vec<String> = panel.lines.iter().map(|(name, value)| format!("{name} {value}")).collect();
    wrap(out, &format!("{}: {}", seat_name(seats, panel.seat), lines.join("; ")), "", "  ");
}

/// Writes a text in lines of at most [`WIDTH`] columns, broken between words.
fn wrap(out: &mut String, text: &str, first: &str, rest: &str) {
    let mut line = first.to_string();
    let mut length = first.chars().count();
    let mut at_start = true;
    for word in text.split(' ') {
        let word_length = word.chars().count();
        if !at_start && length + 1 + word_length > WIDTH && !word.is_empty() {
            _ = writeln!(out, "{}", line.trim_end());
            line = rest.to_string();
            length = rest.chars().count();
            at_start = true;
        }
        if !at_start {
            line.push(' ');
            length += 1;
        }
        line += word;
        length += word_length;
        at_start = false;
    }
    _ = writeln!(out, "{}", line.trim_end());
}

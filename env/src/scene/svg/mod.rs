//! A scene as a self-contained SVG picture: no script, no font, nothing to load. It follows the reader's light or dark
//! setting; sides differ by colour, by the shape of their counters and by name.

mod card;
mod pen;

use card::Card;
use pen::{Pen, escape, wrap};

use super::layout::{row_words, seat_name};
use super::{Panel, Scene};

const STYLE: &str = include_str!("style.css");
const MARGIN: f32 = 24.0;
/// Space between cards, in pixels.
const GAP: f32 = 14.0;
/// The picture is at least so wide.
const MIN_WIDTH: f32 = 720.0;
const LINE: f32 = 19.0;
const CELL: f32 = 56.0;
/// Rounds of pushing overlapping cards apart; what still overlaps then overlaps in the picture.
const ROUNDS: usize = 400;

impl Scene {
    /// The picture as the text of an SVG file; `seats` are the names of the game's seats, of which the first six have
    /// colours of their own. The same scene gives the same bytes on every machine.
    pub fn to_svg(&self, seats: &[&str]) -> String {
        let mut body = Pen::default();
        let (map_width, map_height) = if self.is_board() {
            self.board(&mut body, seats)
        } else if self.sites.is_empty() {
            (0.0, 0.0)
        } else {
            self.cards(&mut body, seats)
        };
        let width = (map_width + 2.0 * MARGIN).max(MIN_WIDTH);
        let mut head = Pen::default();
        let mut y = MARGIN + 18.0;
        for line in wrap(&self.title, (width - 2.0 * MARGIN) / 11.5) {
            head.text((MARGIN, y), "title", &line);
            y += 26.0;
        }
        for line in self.notes.iter().flat_map(|note| wrap(note, (width - 2.0 * MARGIN) / 7.4)) {
            head.text((MARGIN, y), "note", &line);
            y += LINE;
        }
        let map_top = y + 4.0;
        let mut tail = Pen::default();
        let panels_top = map_top + map_height + if map_height > 0.0 { 24.0 } else { 8.0 };
        let height = self.draw_panels(&mut tail, seats, (width, panels_top)) + MARGIN;
        let left = (width - map_width) / 2.0;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{}</title>\n\
             <desc id=\"desc\">{}</desc>\n<style>\n{STYLE}</style>\n\
             <rect class=\"page\" width=\"100%\" height=\"100%\"/>\n{}\
             <g transform=\"translate({left:.0} {map_top:.0})\">\n{}</g>\n{}</svg>\n",
            escape(&self.title),
            escape(&self.description(seats)),
            head.0,
            body.0,
            tail.0,
        )
    }

    /// What stands where, in one paragraph.
    fn description(&self, seats: &[&str]) -> String {
        let clusters = self.clusters();
        let rows = clusters.iter().flat_map(|cluster| self.rows(cluster));
        let places = rows.filter(|row| !row.tokens.is_empty());
        let words: Vec<String> =
            places.map(|row| format!("{}: {}.", row.site.name, row_words(&row, seats))).collect();
        words.join(" ")
    }

    /// Draws a grid of cells; gives its size.
    fn board(&self, pen: &mut Pen, seats: &[&str]) -> (f32, f32) {
        let ((left, top), (right, bottom)) = self.bounds();
        for (index, site) in self.sites.iter().enumerate() {
            let at = ((site.at.0 - left) * CELL, (site.at.1 - top) * CELL);
            pen.rect(at, (CELL - 4.0, CELL - 4.0), 8.0, "card");
            match self.tokens.iter().find(|token| token.site.0 == index) {
                Some(token) => {
                    let name = token.seat.map_or(String::new(), |seat| seat_name(seats, seat) + " ");
                    pen.open_titled(&format!("{}: {name}{}", site.name, token.label));
                    pen.counter((at.0 + 8.0, at.1 + 8.0), (CELL - 20.0, CELL - 20.0), token.seat);
                    let class = pen::counter_text_class(token.seat);
                    pen.text((at.0 + CELL / 2.0 - 2.0, at.1 + CELL / 2.0 + 3.0), &class, &token.label);
                    pen.close();
                }
                None => pen.text((at.0 + CELL / 2.0 - 2.0, at.1 + CELL / 2.0 + 2.0), "cell", &site.name),
            }
        }
        ((right - left + 1.0) * CELL, (bottom - top + 1.0) * CELL)
    }

    /// Draws lanes and a card for each place with its boxes; gives the size of the map.
    fn cards(&self, pen: &mut Pen, seats: &[&str]) -> (f32, f32) {
        let clusters = self.clusters();
        let widest = if self.links.is_empty() { 640.0 } else { 190.0 };
        let cards: Vec<Card<'_>> =
            clusters.iter().map(|cluster| Card::new(self.rows(cluster), seats, widest)).collect();
        let ((left, top), (right, bottom)) = self.bounds();
        let area: f32 = cards.iter().map(|card| (card.size.0 + GAP) * (card.size.1 + GAP)).sum();
        // Two fifths of the map are cards, whatever its shape.
        let spread = ((right - left).max(0.5), (bottom - top).max(0.5));
        let scale = match self.links.is_empty() {
            // Lists and hands stand close together.
            true => 40.0,
            false => (2.5 * area / (spread.0 * spread.1)).sqrt(),
        };
        let mut centres: Vec<(f32, f32)> = clusters
            .iter()
            .map(|cluster| {
                let (x, y) = self.sites[cluster.hub.0].at;
                ((x - left) * scale, (y - top) * scale)
            })
            .collect();
        push_apart(&mut centres, &cards);
        let edge = |pick: fn(f32, f32) -> f32, side: f32, at: fn((f32, f32)) -> f32| {
            let ends = centres.iter().zip(&cards).map(|(&c, card)| at(c) + side * at(card.size) / 2.0);
            ends.reduce(pick).unwrap_or(0.0)
        };
        let (west, north) = (edge(f32::min, -1.0, |p| p.0), edge(f32::min, -1.0, |p| p.1));
        let (east, south) = (edge(f32::max, 1.0, |p| p.0), edge(f32::max, 1.0, |p| p.1));
        let centres: Vec<_> = centres.into_iter().map(|(x, y)| (x - west, y - north)).collect();
        for link in &self.links {
            let end = |site| clusters.iter().position(|cluster| cluster.hub == site).map(|k| centres[k]);
            if let (Some(from), Some(to)) = (end(link.from), end(link.to)) {
                pen.line(from, to, "lane");
            }
        }
        for (card, centre) in cards.iter().zip(&centres) {
            card.draw(pen, (centre.0 - card.size.0 / 2.0, centre.1 - card.size.1 / 2.0));
        }
        (east - west, south - north)
    }

    /// Draws the seats' panels side by side, two in a row; gives where they end.
    fn draw_panels(&self, pen: &mut Pen, seats: &[&str], (width, top): (f32, f32)) -> f32 {
        let column = (width - 2.0 * MARGIN - GAP) / 2.0;
        let mut top = top;
        for pair in self.panels.chunks(2) {
            let heights = pair.iter().enumerate().map(|(k, panel)| {
                let left = MARGIN + k as f32 * (column + GAP);
                draw_panel(pen, panel, seats, (left, top), column)
            });
            top += heights.fold(0.0, f32::max) + GAP;
        }
        top - if self.panels.is_empty() { 0.0 } else { GAP }
    }
}

/// Draws a panel; gives its height.
fn draw_panel(pen: &mut Pen, panel: &Panel, seats: &[&str], (left, top): (f32, f32), width: f32) -> f32 {
    const VALUE: f32 = 130.0;
    let mut lines = Pen::default();
    let mut y = top + 50.0;
    for (name, value) in &panel.lines {
        lines.text((left + 14.0, y), "label", name);
        for part in wrap(value, (width - VALUE - 20.0) / 7.6) {
            lines.text((left + VALUE, y), "value", &part);
            y += LINE;
        }
    }
    let height = y - top - 4.0;
    pen.rect((left, top), (width, height), 8.0, "card");
    pen.counter((left + 14.0, top + 11.0), (26.0, 18.0), Some(panel.seat));
    pen.text((left + 50.0, top + 25.0), "name", &seat_name(seats, panel.seat));
    pen.0 += &lines.0;
    height
}

/// Moves cards that overlap away from each other, half the way each, along the axis on which they overlap less.
fn push_apart(centres: &mut [(f32, f32)], cards: &[Card<'_>]) {
    for _ in 0..ROUNDS {
        let mut moved = false;
        for a in 0..centres.len() {
            for b in a + 1..centres.len() {
                let (dx, dy) = (centres[b].0 - centres[a].0, centres[b].1 - centres[a].1);
                let over_x = (cards[a].size.0 + cards[b].size.0) / 2.0 + GAP - dx.abs();
                let over_y = (cards[a].size.1 + cards[b].size.1) / 2.0 + GAP - dy.abs();
                if over_x <= 0.1 || over_y <= 0.1 {
                    continue;
                }
                moved = true;
                if over_x < over_y {
                    let push = if dx < 0.0 { -over_x / 2.0 } else { over_x / 2.0 };
                    centres[a].0 -= push;
                    centres[b].0 += push;
                } else {
                    let push = if dy < 0.0 { -over_y / 2.0 } else { over_y / 2.0 };
                    centres[a].1 -= push;
                    centres[b].1 += push;
                }
            }
        }
        if !moved {
            return;
        }
    }
}

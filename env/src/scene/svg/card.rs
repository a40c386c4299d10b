//! The card of a place: its name, and a row of counters for the place and for each of its boxes.

use super::pen::{Pen, counter_text_class};
use crate::core::Seat;
use crate::scene::Token;
use crate::scene::layout::{Row, seat_name, token_text};

const PAD: f32 = 10.0;
const HEADER: f32 = 26.0;
const COUNTER: f32 = 22.0;
const CAPTION: f32 = 12.0;
/// Room for the mark of an owner.
const OWNER: f32 = 20.0;
const BOX_GAP: f32 = 4.0;

/// A counter where it goes, from the left and top of its card.
struct Counter {
    at: (f32, f32),
    width: f32,
    seat: Option<Seat>,
    text: String,
    caption: String,
    title: String,
}

/// The line above a box's counters.
struct BoxHeader {
    top: f32,
    height: f32,
    name: String,
    about: String,
    owner: Option<Seat>,
}

/// A card, laid out.
pub(super) struct Card<'a> {
    name: &'a str,
    boxes: Vec<BoxHeader>,
    counters: Vec<Counter>,
    /// Width and height, in pixels.
    pub(super) size: (f32, f32),
}

impl<'a> Card<'a> {
    /// Lays out a place and its boxes, at most `widest` pixels wide where names allow.
    pub(super) fn new(rows: Vec<Row<'a>>, seats: &[&str], widest: f32) -> Self {
        let name = rows.first().map_or("", |row| row.site.name.as_str());
        let mut card =
            Self { name, boxes: vec![], counters: vec![], size: (text_width(name, 8.0) + 2.0 * PAD, HEADER) };
        for (index, row) in rows.iter().enumerate() {
            let top = card.size.1 + if index > 1 { BOX_GAP } else { 0.0 };
            card.size.1 = top;
            // A place without boxes shows its own owner; one with boxes is only the space around them.
            if index > 0 || rows.len() == 1 && (row.site.owner.is_some() || row.tokens.is_empty()) {
                let owner = row.site.owner.map(|seat| seat_name(seats, seat));
                let name = if index > 0 { row.site.name.clone() } else { String::new() };
                let about: Vec<&str> = [row.site.kind.as_str(), owner.as_deref().unwrap_or("")]
                    .into_iter()
                    .filter(|word| !word.is_empty())
                    .collect();
                let about = about.join(", ");
                let lines = if name.is_empty() { 1.0 } else { 2.0 };
                let wide = text_width(&name, 7.4).max(text_width(&about, 6.0) + OWNER) + 2.0 * PAD + 8.0;
                card.size = (card.size.0.max(wide), top + 14.0 * lines + 8.0);
                card.boxes.push(BoxHeader { top, height: 0.0, name, about, owner: row.site.owner });
            }
            card.place_counters(&row.tokens, seats, widest);
            if let Some(header) = card.boxes.last_mut().filter(|_| index > 0 || rows.len() == 1) {
                header.height = card.size.1 - header.top;
            }
        }
        card.size.1 += if card.counters.is_empty() { 4.0 } else { 8.0 };
        card
    }

    fn place_counters(&mut self, tokens: &[&Token], seats: &[&str], widest: f32) {
        let (mut x, mut y) = (PAD, self.size.1);
        let mut row_height = 0.0_f32;
        for token in tokens {
            let text = match token.count {
                1 => token.label.clone(),
                count => format!("{count} {}", token.label),
            };
            let width = (text_width(&text, 7.8) + 14.0).max(text_width(&token.state, 5.6)).max(30.0);
            if x > PAD && x + width > widest - PAD {
                (x, y) = (PAD, y + row_height + 5.0);
                row_height = 0.0;
            }
            let whose = token.seat.map_or(String::new(), |seat| seat_name(seats, seat) + " ");
            row_height = row_height.max(COUNTER + if token.state.is_empty() { 0.0 } else { CAPTION });
            self.size.0 = self.size.0.max(x + width + PAD);
            self.counters.push(Counter {
                at: (x, y),
                width,
                seat: token.seat,
                text,
                caption: token.state.clone(),
                title: whose + &token_text(token),
            });
            x += width + 5.0;
        }
        if row_height > 0.0 {
            self.size.1 = y + row_height + 6.0;
        }
    }

    /// Draws the card with its left upper corner here.
    pub(super) fn draw(&self, pen: &mut Pen, (left, top): (f32, f32)) {
        pen.rect((left, top), self.size, 10.0, "card");
        pen.text((left + PAD, top + 18.0), "name", self.name);
        for header in &self.boxes {
            let y = top + header.top;
            pen.rect((left + 5.0, y), (self.size.0 - 10.0, header.height), 5.0, "box");
            let mut line = y + 14.0;
            if !header.name.is_empty() {
                pen.text((left + PAD + 4.0, line), "place", &header.name);
                line += 13.0;
            }
            let mut x = left + PAD + 4.0;
            if header.owner.is_some() {
                pen.counter((x, line - 9.0), (15.0, 10.0), header.owner);
                x += OWNER;
            }
            pen.text((x, line), "about", &header.about);
        }
        for counter in &self.counters {
            let (x, y) = (left + counter.at.0, top + counter.at.1);
            pen.open_titled(&counter.title);
            pen.counter((x, y), (counter.width, COUNTER), counter.seat);
            let middle = x + counter.width / 2.0;
            pen.text((middle, y + 15.5), &counter_text_class(counter.seat), &counter.text);
            if !counter.caption.is_empty() {
                pen.text((middle, y + COUNTER + 10.0), "caption", &counter.caption);
            }
            pen.close();
        }
    }
}

fn text_width(text: &str, letter: f32) -> f32 {
    text.chars().count() as f32 * letter
}

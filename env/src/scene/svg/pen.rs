//! The few SVG elements that pictures are made of.

use std::fmt::Write;

use crate::core::Seat;

/// Colours and shapes there are; a seat beyond them shares the last.
const STYLED_SEATS: usize = 6;

/// Elements written so far.
#[derive(Default)]
pub(super) struct Pen(pub(super) String);

impl Pen {
    pub(super) fn rect(&mut self, at: (f32, f32), size: (f32, f32), radius: f32, class: &str) {
        let ((x, y), (w, h)) = (at, size);
        _ = writeln!(
            self.0,
            r#"<rect class="{class}" x="{x:.0}" y="{y:.0}" width="{w:.0}" height="{h:.0}" rx="{radius}"/>"#
        );
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), class: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        _ = writeln!(
            self.0,
            r#"<line class="{class}" x1="{x1:.0}" y1="{y1:.0}" x2="{x2:.0}" y2="{y2:.0}"/>"#
        );
    }

    pub(super) fn text(&mut self, (x, y): (f32, f32), class: &str, text: &str) {
        _ = writeln!(self.0, r#"<text class="{class}" x="{x:.0}" y="{y:.0}">{}</text>"#, escape(text));
    }

    /// Opens a group that says `title` to a pointer and to a screen reader.
    pub(super) fn open_titled(&mut self, title: &str) {
        _ = writeln!(self.0, "<g><title>{}</title>", escape(title));
    }

    pub(super) fn close(&mut self) {
        self.0 += "</g>\n";
    }

    /// The empty counter of a seat: every seat has its own outline as well as its own colour.
    pub(super) fn counter(&mut self, (x, y): (f32, f32), (w, h): (f32, f32), seat: Option<Seat>) {
        let Some(seat) = seat else { return self.rect((x, y), (w, h), 3.0, "nobody") };
        let (k, e) = (seat.index().min(STYLED_SEATS - 1), 0.32 * h);
        let class = format!("seat{k}");
        let (right, bottom, middle) = (x + w, y + h, y + h / 2.0);
        let outline = match k {
            0 => return self.rect((x, y), (w, h), 2.0, &class),
            1 => return self.rect((x, y), (w, h), h / 2.0, &class),
            2 => vec![
                (x + e, y),
                (right - e, y),
                (right, y + e),
                (right, bottom - e),
                (right - e, bottom),
                (x + e, bottom),
                (x, bottom - e),
                (x, y + e),
            ],
            3 => vec![(x + e, y), (right, y), (right - e, bottom), (x, bottom)],
            4 => {
                vec![
                    (x + e, y),
                    (right - e, y),
                    (right, middle),
                    (right - e, bottom),
                    (x + e, bottom),
                    (x, middle),
                ]
            }
            _ => vec![(x, y), (right, y), (right - e, middle), (right, bottom), (x, bottom), (x + e, middle)],
        };
        let points: Vec<String> = outline.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        _ = writeln!(self.0, r#"<polygon class="{class}" points="{}"/>"#, points.join(" "));
    }
}

/// The class of text on a seat's counter.
pub(super) fn counter_text_class(seat: Option<Seat>) -> String {
    let k = seat.map_or("none".into(), |seat| seat.index().min(STYLED_SEATS - 1).to_string());
    format!("on on{k}")
}

/// Text as XML wants it.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Breaks a text between words into lines of at most `columns` letters; at least one line.
pub(super) fn wrap(text: &str, columns: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && (line.chars().count() + 1 + word.chars().count()) as f32 > columns {
            lines.push(word.into());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            *line += word;
        }
    }
    lines
}

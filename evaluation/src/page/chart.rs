//! Charts as inline SVG, each with the table of its numbers: lines, points with intervals, columns.

use std::fmt::Write;

use super::escape;
use crate::interval::Interval;

const WIDTH: f64 = 380.0;
const HEIGHT: f64 = 216.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 22.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;
/// With more points than these, lines carry no dots.
const DOTS: usize = 12;
/// Rows of a table at most; a longer one shows every second, third, … point and the last.
const TABLE_ROWS: usize = 60;
/// A label is about as many units wide a letter.
const LETTER: f64 = 6.8;

/// A chart over one horizontal axis.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub(super) title: String,
    /// What it means, in a sentence.
    pub(super) meaning: String,
    pub(super) x_name: String,
    pub(super) x_scale: Scale,
    /// Smallest and largest value of the vertical axis; `None`: as the values want it.
    pub(super) range: Option<(f64, f64)>,
    pub(super) lines: Vec<Line>,
}

/// How the horizontal axis counts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scale {
    /// Evenly, in whole numbers.
    Whole,
    /// Evenly.
    Linear,
    /// By powers of ten; values are above 0, and their text is made by this.
    Log(fn(f64) -> String),
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) name: String,
    /// Points in order of their first number; both are finite.
    pub(super) points: Vec<(f64, f64)>,
    /// The interval of each point; empty: none.
    pub(super) intervals: Vec<Interval>,
    pub(super) drawn: Drawn,
}

/// How the points of a line are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Drawn {
    /// Joined by a line.
    Joined,
    /// Each by itself, with the line's name beside it.
    Named,
    /// As a column from its first number on, so wide.
    Columns(f64),
    /// Joined by a faint line without dots: what would be right. It has no numbers.
    Guide,
}

impl Line {
    /// A line that joins these points.
    pub(super) fn joined(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, intervals: vec![], drawn: Drawn::Joined }
    }
}

/// Values of an axis and where they lie.
struct Axis {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// An axis of logarithms that holds all values.
    fn of_powers(values: impl Iterator<Item = f64> + Clone) -> Self {
        let logs = values.map(f64::log10);
        let low = logs.clone().fold(f64::INFINITY, f64::min).floor();
        let high = logs.fold(f64::NEG_INFINITY, f64::max).ceil().max(low + 1.0);
        let step = ((high - low) / 6.0).ceil().max(1.0);
        let ticks = (0..=((high - low) / step) as u32).map(|k| low + f64::from(k) * step).collect();
        Self { low, high, ticks }
    }

    /// An axis that holds all values, with round numbers on it.
    fn around(values: impl Iterator<Item = f64> + Clone, ticks: f64, whole: bool) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, low + 0.5) };
        let rough = (high - low) / ticks;
        let unit = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * unit).into_iter().find(|&step| step >= rough);
        let step = step.unwrap_or(10.0 * unit).max(if whole { 1.0 } else { 0.0 });
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks = (0..=(last - first) as u32).map(|k| (first + f64::from(k)) * step).collect();
        Self { low: first * step, high: last * step, ticks }
    }

    fn fixed((low, high): (f64, f64)) -> Self {
        let ticks = (0..=4).map(|k| low + (high - low) * f64::from(k) / 4.0).collect();
        Self { low, high, ticks }
    }

    fn part(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

impl Chart {
    /// Whether there is something to draw.
    pub(super) fn has_points(&self) -> bool {
        self.lines.iter().any(|line| !line.points.is_empty())
    }

    /// The chart as a `figure` of HTML.
    pub(super) fn figure(&self) -> String {
        let mut out = String::new();
        let (title, meaning) = (escape(&self.title), escape(&self.meaning));
        _ = writeln!(out, "<figure>\n<figcaption><h3>{title}</h3><p>{meaning}</p></figcaption>");
        self.svg(&mut out);
        self.legend(&mut out);
        _ = writeln!(out, "<details><summary>Numbers</summary>");
        if self.lines.iter().any(|line| line.drawn == Drawn::Named || !line.intervals.is_empty()) {
            self.point_table(&mut out);
        } else {
            self.table(&mut out);
        }
        out += "</details>\n</figure>\n";
        out
    }

    /// The text of a value of the horizontal axis.
    fn x_text(&self, value: f64) -> String {
        match self.x_scale {
            Scale::Log(text) => text(value),
            Scale::Linear | Scale::Whole => number(value),
        }
    }

    fn svg(&self, out: &mut String) {
        _ = writeln!(
            out,
            r#"<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{}: chart over {}; its numbers follow">"#,
            escape(&self.title),
            escape(&self.x_name)
        );
        let frame = Frame::around(self);
        frame.draw(self, out);
        for (k, line) in self.lines.iter().enumerate() {
            match line.drawn {
                Drawn::Columns(width) => frame.columns(out, line, k % 6, width, self),
                Drawn::Guide => frame.joined(out, line, "guide"),
                Drawn::Joined => {
                    frame.joined(out, line, &format!("line line{}", k % 6));
                    if line.points.len() <= DOTS {
                        frame.dots(out, line, k % 6, self);
                    }
                }
                Drawn::Named => frame.dots(out, line, 0, self),
            }
        }
        frame.names(out, self);
        *out += "</svg>\n";
    }

    fn legend(&self, out: &mut String) {
        let told = |line: &&Line| !matches!(line.drawn, Drawn::Named | Drawn::Guide);
        if self.lines.iter().filter(told).count() < 2 {
            return;
        }
        *out += "<p class=\"legend\">";
        for (k, line) in self.lines.iter().enumerate().filter(|(_, line)| told(line)) {
            _ = write!(
                out,
                r#"<span><svg viewBox="0 0 28 8" aria-hidden="true"><path class="line line{}" d="M0 4H28"/></svg>{}</span>"#,
                k % 6,
                escape(&line.name)
            );
        }
        *out += "</p>\n";
    }

    /// A row for each value of the horizontal axis, a column for each line.
    fn table(&self, out: &mut String) {
        let mut rows: Vec<f64> = self.lines.iter().flat_map(|line| line.points.iter().map(|p| p.0)).collect();
        rows.sort_by(f64::total_cmp);
        rows.dedup();
        let every = rows.len().div_ceil(TABLE_ROWS).max(1);
        _ = write!(
            out,
            "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">{}</th>",
            escape(&self.x_name)
        );
        for line in &self.lines {
            _ = write!(out, "<th scope=\"col\">{}</th>", escape(&line.name));
        }
        *out += "</tr></thead><tbody>\n";
        for (index, &row) in rows.iter().enumerate() {
            if !index.is_multiple_of(every) && index + 1 < rows.len() {
                continue;
            }
            _ = write!(out, "<tr><th scope=\"row\">{}</th>", self.x_text(row));
            for line in &self.lines {
                let value = line.points.iter().find(|point| point.0 == row);
                _ = write!(out, "<td>{}</td>", value.map_or("–".into(), |point| number(point.1)));
            }
            *out += "</tr>\n";
        }
        *out += "</tbody></table></div>\n";
    }

    /// A row for each point, with its interval.
    fn point_table(&self, out: &mut String) {
        _ = writeln!(
            out,
            "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\"></th><th scope=\"col\">{}</th>\
             <th scope=\"col\">value</th><th scope=\"col\">95 %</th></tr></thead><tbody>",
            escape(&self.x_name)
        );
        for line in self.lines.iter().filter(|line| line.drawn != Drawn::Guide) {
            for (index, point) in line.points.iter().enumerate() {
                let interval = line.intervals.get(index);
                let interval = interval
                    .map_or("–".into(), |[low, high]| format!("{} to {}", number(*low), number(*high)));
                _ = writeln!(
                    out,
                    "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{interval}</td></tr>",
                    escape(&line.name),
                    self.x_text(point.0),
                    number(point.1)
                );
            }
        }
        *out += "</tbody></table></div>\n";
    }
}

/// Where values lie in the picture.
struct Frame {
    x_axis: Axis,
    y_axis: Axis,
    is_log: bool,
}

impl Frame {
    fn around(chart: &Chart) -> Self {
        let ends = |line: &Line, point: (f64, f64)| match line.drawn {
            Drawn::Columns(width) => [point.0, point.0 + width],
            _ => [point.0, point.0],
        };
        let xs =
            || chart.lines.iter().flat_map(|line| line.points.iter().flat_map(|&point| ends(line, point)));
        let ys = chart.lines.iter().flat_map(|line| {
            let ground = matches!(line.drawn, Drawn::Columns(_)).then_some(0.0);
            let values =
                line.points.iter().map(|point| point.1).chain(line.intervals.iter().flatten().copied());
            values.chain(ground)
        });
        let x_axis = match chart.x_scale {
            Scale::Log(_) => Axis::of_powers(xs()),
            scale => Axis::around(xs(), 5.0, matches!(scale, Scale::Whole)),
        };
        let y_axis = chart.range.map_or_else(|| Axis::around(ys, 4.0, false), Axis::fixed);
        Self { x_axis, y_axis, is_log: matches!(chart.x_scale, Scale::Log(_)) }
    }

    fn x(&self, value: f64) -> f64 {
        let value = if self.is_log { value.log10() } else { value };
        LEFT + self.x_axis.part(value) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - self.y_axis.part(value) * (HEIGHT - TOP - BOTTOM)
    }

    /// The grid and what stands at the axes.
    fn draw(&self, chart: &Chart, out: &mut String) {
        for &tick in &self.y_axis.ticks {
            let (right, at) = (WIDTH - RIGHT, self.y(tick));
            _ = writeln!(out, r#"<path class="grid" d="M{LEFT} {at:.1}H{right}"/>"#);
            let (left, at, text) = (LEFT - 7.0, at + 4.0, number(tick));
            _ = writeln!(out, r#"<text class="end" x="{left}" y="{at:.1}">{text}</text>"#);
        }
        for &tick in &self.x_axis.ticks {
            let value = if self.is_log { 10_f64.powf(tick) } else { tick };
            let (at, bottom, text) = (self.x(value), HEIGHT - BOTTOM + 18.0, escape(&chart.x_text(value)));
            _ = writeln!(out, r#"<text class="middle" x="{at:.1}" y="{bottom}">{text}</text>"#);
        }
        let (middle, bottom) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 4.0);
        let name = escape(&chart.x_name);
        _ = writeln!(out, r#"<text class="middle" x="{middle}" y="{bottom}">{name}</text>"#);
    }

    fn joined(&self, out: &mut String, line: &Line, class: &str) {
        let point = |point: &(f64, f64)| format!("{:.1},{:.1}", self.x(point.0), self.y(point.1));
        let path: Vec<String> = line.points.iter().map(point).collect();
        _ = writeln!(out, r#"<polyline class="{class}" points="{}"/>"#, path.join(" "));
    }

    fn dots(&self, out: &mut String, line: &Line, style: usize, chart: &Chart) {
        for (index, point) in line.points.iter().enumerate() {
            let (cx, cy) = (self.x(point.0), self.y(point.1));
            let says =
                format!("{} {}: {} {}", chart.x_name, chart.x_text(point.0), line.name, number(point.1));
            if let Some(&[low, high]) = line.intervals.get(index) {
                let (from, to) = (self.y(low), self.y(high));
                _ = writeln!(out, r#"<path class="whisker line{style}" d="M{cx:.1} {from:.1}V{to:.1}"/>"#);
            }
            _ = writeln!(
                out,
                r#"<circle class="dot{style}" cx="{cx:.1}" cy="{cy:.1}" r="3"><title>{}</title></circle>"#,
                escape(&says)
            );
        }
    }

    fn columns(&self, out: &mut String, line: &Line, style: usize, width: f64, chart: &Chart) {
        let ground = self.y(0.0);
        for point in line.points.iter().filter(|point| point.1 != 0.0) {
            let (from, to, top) = (self.x(point.0), self.x(point.0 + width), self.y(point.1));
            let end = chart.x_text(point.0 + width);
            let says = format!("{} {} to {end}: {}", chart.x_name, chart.x_text(point.0), number(point.1));
            let (wide, high) = ((to - from - 1.0).max(0.5), ground - top);
            _ = writeln!(
                out,
                r#"<rect class="dot{style}" x="{from:.1}" y="{top:.1}" width="{wide:.1}" height="{high:.1}"><title>{}</title></rect>"#,
                escape(&says)
            );
        }
    }

    /// The names of points beside them, moved where they would lie on each other.
    fn names(&self, out: &mut String, chart: &Chart) {
        let named = chart.lines.iter().filter(|line| line.drawn == Drawn::Named);
        let mut places: Vec<(f64, f64, &str)> = named
            .filter_map(|line| {
                line.points.first().map(|p| (self.x(p.0), self.y(p.1) + 4.0, line.name.as_str()))
            })
            .collect();
        places.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut taken: Vec<[f64; 3]> = Vec::new();
        for (x, mut y, name) in places {
            let short: String = if name.chars().count() > 30 {
                name.chars().take(29).chain(['…']).collect()
            } else {
                name.into()
            };
            let long = short.chars().count() as f64 * LETTER;
            let is_left = x + 7.0 + long > WIDTH;
            let from = if is_left { x - 7.0 - long } else { x + 7.0 };
            let hits = |y: f64, other: &[f64; 3]| {
                (other[2] - y).abs() < 12.0 && from < other[1] && other[0] < from + long
            };
            while taken.iter().any(|other| hits(y, other)) {
                y += 12.0;
            }
            taken.push([from, from + long, y]);
            let (class, at) = if is_left { ("end", x - 7.0) } else { ("start", x + 7.0) };
            _ = writeln!(
                out,
                r#"<text class="{class} name" x="{at:.1}" y="{y:.1}">{}</text>"#,
                escape(&short)
            );
        }
    }
}

/// A number with about four digits: `12,500`, `0.4312`.
pub(super) fn number(value: f64) -> String {
    let digits = match value.abs() {
        0.0 => 0,
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let (whole, part) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && digit.is_ascii_digit() && (whole.len() - index).is_multiple_of(3) && grouped != "-" {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let axis = |values: &[f64]| Axis::around(values.iter().copied(), 4.0, false).ticks;
        assert_eq!(axis(&[3.0, 97.0]), [0.0, 50.0, 100.0]);
        assert_eq!(axis(&[0.0, 4.0]), [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(axis(&[2.0]), [1.5, 2.0, 2.5].map(|x| x));
        assert_eq!(Axis::around([0.0, 2.0].into_iter(), 5.0, true).ticks, [0.0, 1.0, 2.0]);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.12345, 1.5, 48884.19, 1234567.0, -1234.0, -0.5, 100.0].map(number);
        assert_eq!(texts, ["0", "0.123", "1.5", "48,884", "1,234,567", "-1,234", "-0.5", "100"]);
    }
}

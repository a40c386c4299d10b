//! Line charts as inline SVG, each with the table of its numbers.

use std::fmt::Write;

use super::escape;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 36.0;
/// With more points than these, lines carry no dots.
const DOTS: usize = 40;
/// Rows of a table at most; a longer one shows every second, third, … point and the last.
const TABLE_ROWS: usize = 60;

/// A chart of lines over one horizontal axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chart {
    pub(super) title: &'static str,
    /// What it means, in a sentence.
    pub(super) meaning: &'static str,
    pub(super) x_name: &'static str,
    /// Smallest and largest value of the vertical axis; `None`: as the values want it.
    pub(super) range: Option<(f64, f64)>,
    pub(super) lines: Vec<Line>,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) name: String,
    /// Points in order of their first number; both are finite.
    pub(super) points: Vec<(f64, f64)>,
}

/// Values of an axis and where they lie.
struct Axis {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Axis {
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
        let (title, meaning) = (escape(self.title), escape(self.meaning));
        _ = writeln!(out, "<figure>\n<figcaption><h3>{title}</h3><p>{meaning}</p></figcaption>");
        self.svg(&mut out);
        self.legend(&mut out);
        _ = writeln!(out, "<details><summary>Numbers</summary>");
        self.table(&mut out);
        out += "</details>\n</figure>\n";
        out
    }

    fn svg(&self, out: &mut String) {
        let points = || self.lines.iter().flat_map(|line| line.points.iter().copied());
        let x_axis = Axis::around(points().map(|point| point.0), 5.0, true);
        let y_axis = self.range.map_or_else(|| Axis::around(points().map(|p| p.1), 4.0, false), Axis::fixed);
        let x = |value: f64| LEFT + x_axis.part(value) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - y_axis.part(value) * (HEIGHT - TOP - BOTTOM);
        _ = writeln!(
            out,
            r#"<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{}: line chart over {}; its numbers follow">"#,
            escape(self.title),
            escape(self.x_name)
        );
        for &tick in &y_axis.ticks {
            let (right, at) = (WIDTH - RIGHT, y(tick));
            _ = writeln!(out, r#"<path class="grid" d="M{LEFT} {at:.1}H{right}"/>"#);
            let (left, at, text) = (LEFT - 7.0, at + 4.0, number(tick));
            _ = writeln!(out, r#"<text class="end" x="{left}" y="{at:.1}">{text}</text>"#);
        }
        for &tick in &x_axis.ticks {
            let (at, bottom) = (x(tick), HEIGHT - BOTTOM + 15.0);
            _ = writeln!(out, r#"<text class="middle" x="{at:.1}" y="{bottom}">{}</text>"#, number(tick));
        }
        let (middle, bottom) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 4.0);
        let name = escape(self.x_name);
        _ = writeln!(out, r#"<text class="middle" x="{middle}" y="{bottom}">{name}</text>"#);
        for (k, line) in self.lines.iter().enumerate() {
            let path: Vec<String> =
                line.points.iter().map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1))).collect();
            _ = writeln!(out, r#"<polyline class="line line{}" points="{}"/>"#, k % 4, path.join(" "));
            if line.points.len() <= DOTS {
                for point in &line.points {
                    let (cx, cy) = (x(point.0), y(point.1));
                    let says =
                        format!("{} {}: {} {}", self.x_name, number(point.0), line.name, number(point.1));
                    _ = writeln!(
                        out,
                        r#"<circle class="dot{}" cx="{cx:.1}" cy="{cy:.1}" r="3"><title>{}</title></circle>"#,
                        k % 4,
                        escape(&says)
                    );
                }
            }
        }
        *out += "</svg>\n";
    }

    fn legend(&self, out: &mut String) {
        if self.lines.len() < 2 {
            return;
        }
        *out += "<p class=\"legend\">";
        for (k, line) in self.lines.iter().enumerate() {
            _ = write!(
                out,
                r#"<span><svg viewBox="0 0 28 8" aria-hidden="true"><path class="line line{}" d="M0 4H28"/></svg>{}</span>"#,
                k % 4,
                escape(&line.name)
            );
        }
        *out += "</p>\n";
    }

    fn table(&self, out: &mut String) {
        let mut rows: Vec<f64> = self.lines.iter().flat_map(|line| line.points.iter().map(|p| p.0)).collect();
        rows.sort_by(f64::total_cmp);
        rows.dedup();
        let every = rows.len().div_ceil(TABLE_ROWS).max(1);
        _ = write!(
            out,
            "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">{}</th>",
            escape(self.x_name)
        );
        for line in &self.lines {
            _ = write!(out, "<th scope=\"col\">{}</th>", escape(&line.name));
        }
        *out += "</tr></thead><tbody>\n";
        for (index, &row) in rows.iter().enumerate() {
            if !index.is_multiple_of(every) && index + 1 < rows.len() {
                continue;
            }
            _ = write!(out, "<tr><th scope=\"row\">{}</th>", number(row));
            for line in &self.lines {
                let value = line.points.iter().find(|point| point.0 == row);
                _ = write!(out, "<td>{}</td>", value.map_or("–".into(), |point| number(point.1)));
            }
            *out += "</tr>\n";
        }
        *out += "</tbody></table></div>\n";
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

//! What a run shows on a terminal: a line for each of the last generations and how the losses have fallen. The same
//! screen comes from a running training and from the metrics of a finished one.

use serde_json::{Map, Value};

/// Columns of the screen.
pub const WIDTH: usize = 80;
/// Generations with a line of their own.
const LINES: usize = 8;
/// Points of a curve.
const CURVE: usize = 44;

/// The generations of a run, as its screen tells of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Screen {
    generations: Vec<Generation>,
}

/// Figures of a generation: those of its games, then the last ones of its learning.
#[derive(Clone, Debug, Default, PartialEq)]
struct Generation(Vec<(String, f64)>);

impl Generation {
    fn get(&self, name: &str) -> Option<f64> {
        self.0.iter().rev().find(|figure| figure.0 == name).map(|figure| figure.1)
    }
}

impl Screen {
    /// The screen of the lines of a `metrics.jsonl`; a line that is cut off is left out.
    pub fn of_metrics(metrics: &str) -> Self {
        let mut screen = Self::default();
        for line in metrics.lines() {
            let Ok(figures) = serde_json::from_str::<Map<String, Value>>(line) else { continue };
            let kind = figures.get("kind").and_then(Value::as_str).unwrap_or_default();
            let numbers = figures.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_f64()?)));
            screen.add(kind, &numbers.collect::<Vec<_>>());
        }
        screen
    }

    /// Takes in the figures of an event, as [`Metrics::write`](crate::metrics::Metrics::write) does: those of games
    /// begin a generation.
    pub fn add(&mut self, kind: &str, figures: &[(&str, f64)]) {
        if kind == "games" {
            self.generations.push(Generation::default());
        }
        if let Some(generation) = self.generations.last_mut() {
            generation.0.extend(figures.iter().map(|&(name, figure)| (name.to_string(), figure)));
        }
    }

    /// The screen as lines of at most [`WIDTH`] columns; none before the first games.
    pub fn lines(&self) -> Vec<String> {
        if self.generations.is_empty() {
            return vec![];
        }
        let mut lines = vec![
            "generation  games  length    won by side  drawn   value  policy  agreed  evals/s".to_string(),
            "                                                  error    loss".to_string(),
        ];
        let first = self.generations.len().saturating_sub(LINES);
        for (number, generation) in self.generations.iter().enumerate().skip(first) {
            lines.push(generation_line(number, generation));
        }
        for (title, name) in [("policy loss", "policy"), ("value error", "value_error")] {
            lines.extend(self.curve_line(title, name));
        }
        // More than two sides may take more room than there is.
        lines.iter().map(|line| line.chars().take(WIDTH).collect()).collect()
    }

    fn curve_line(&self, title: &str, name: &str) -> Option<String> {
        let values: Vec<f64> =
            self.generations.iter().filter_map(|generation| generation.get(name)).collect();
        let [first, .., last] = values[..] else { return None };
        let shown = values.len().min(CURVE);
        let points = (0..shown).map(|k| values[k * (values.len() - 1) / (shown - 1)]);
        Some(format!("{title:<12}{first:>7.3} {} {last:.3}", curve(points)))
    }

    /// The screen as a picture of a terminal, `last` below it: an SVG file that loads nothing.
    pub fn to_svg(&self, title: &str, last: &str) -> String {
        const LETTER: f64 = 8.4;
        const ROW: usize = 20;
        let mut lines = self.lines();
        lines.push(last.into());
        let (width, height) = (WIDTH as f64 * LETTER + 40.0, lines.len() * ROW + 72);
        let mut text = String::new();
        for (row, line) in lines.iter().enumerate() {
            let class = if row < 2 && row + 1 < lines.len() { " class=\"head\"" } else { "" };
            let y = 64 + row * ROW;
            text += &format!("<text x=\"20\" y=\"{y}\"{class}>{}</text>\n", escape(line));
        }
        let (title, description) = (escape(title), escape(&lines.join("\n")));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height}\" width=\"{width:.0}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{title}</title>\n\
             <desc id=\"desc\">{description}</desc>\n<style>\n{STYLE}</style>\n\
             <rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"{:.0}\" height=\"{}\" rx=\"10\"/>\n\
             <path class=\"rule\" d=\"M1 36.5H{:.0}\"/>\n<text class=\"head\" x=\"20\" y=\"23\">{title}</text>\n\
             {text}</svg>\n",
            width - 1.0,
            height - 1,
            width - 1.0,
        )
    }
}

const STYLE: &str = ":root { color-scheme: light dark; --page: #fbfcfd; --edge: #c3cad4; --ink: #1b2430; --soft: #566273; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f141b; --edge: #3b4757; --ink: #e8edf4; --soft: #a3b0c2; }
}
text { font: 14px ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", monospace; fill: var(--ink); white-space: pre; }
.head { fill: var(--soft); }
.page { fill: var(--page); stroke: var(--edge); }
.rule { stroke: var(--edge); }
";

fn generation_line(number: usize, generation: &Generation) -> String {
    let text = |name: &str, digits: usize| {
        generation.get(name).map_or_else(|| "–".to_string(), |figure| format!("{figure:.digits$}"))
    };
    let percent = |name: &str| {
        generation.get(name).map_or_else(|| "–".to_string(), |figure| format!("{:.0} %", 100.0 * figure))
    };
    let won: Vec<String> = (0..6)
        .map_while(|seat| generation.get(&format!("won_seat_{seat}")))
        .map(|share| format!("{:.0}", 100.0 * share))
        .collect();
    format!(
        "{number:>10}  {:>5}  {:>6}  {:>13}  {:>5}  {:>6}  {:>6}  {:>6}  {:>7}",
        text("games", 0),
        text("decisions_per_game", 0),
        won.join("/") + " %",
        percent("drawn"),
        text("value_error", 3),
        text("policy", 3),
        percent("agreement"),
        text("evaluations_per_s", 0),
    )
}

/// A curve of block letters, the lowest value at the bottom.
fn curve(points: impl Iterator<Item = f64> + Clone) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let low = points.clone().fold(f64::INFINITY, f64::min);
    let high = points.clone().fold(f64::NEG_INFINITY, f64::max);
    let height = |point: f64| if high > low { 7.0 * (point - low) / (high - low) } else { 0.0 };
    points.map(|point| BLOCKS[(height(point).round() as usize).min(7)]).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const METRICS: &str = r#"{"kind":"games","step":0,"games":400.0,"decisions_per_game":8.5,"drawn":0.0,"won_seat_0":0.5,"won_seat_1":0.5}
{"kind":"learning","step":9,"policy":0.520873,"agreement":0.7083}
{"kind":"learning","step":18,"policy":0.420873,"agreement":0.75}
{"kind":"games","step":18,"games":64.0,"decisions_per_game":11.8,"drawn":0.1,"won_seat_0":0.66,"won_seat_1":0.24,"value_error":0.886466,"evaluations_per_s":48884.191087}
{"kind":"learning","step":27,"policy":0.272271,"agreement":0.9196}
{"kind":"games","step":27,"games":64.0,"decisions_per_game":12.2,"drawn":0.1,"won_seat_0":0.5,"won_seat_1":0.4,"value_error":0.6,"evaluations_per_s":39001.0}
{"kind":"games","st"#;

    #[test]
    fn the_screen_of_metrics_is_that_of_the_run() {
        let mut live = Screen::default();
        for line in METRICS.lines().take(6) {
            let figures: Map<String, Value> = serde_json::from_str(line).unwrap();
            let numbers: Vec<(&str, f64)> =
                figures.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_f64()?))).collect();
            live.add(figures["kind"].as_str().unwrap(), &numbers);
        }
        assert_eq!(Screen::of_metrics(METRICS), live);
        let wanted = "\
generation  games  length    won by side  drawn   value  policy  agreed  evals/s
                                                  error    loss
         0    400       8        50/50 %    0 %       –   0.421    75 %        –
         1     64      12        66/24 %   10 %   0.886   0.272    92 %    48884
         2     64      12        50/40 %   10 %   0.600       –       –    39001
policy loss   0.421 █▁ 0.272
value error   0.886 █▁ 0.600";
        assert_eq!(live.lines().join("\n"), wanted);
        assert!(live.lines().iter().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(Screen::of_metrics(""), Screen::default());
        assert!(Screen::default().lines().is_empty());
    }

    #[test]
    fn the_picture_spares_xml() {
        let svg = Screen::of_metrics(METRICS).to_svg("runs/<a>", "learning & more");
        assert!(
            svg.contains("<title id=\"title\">runs/&lt;a&gt;</title>")
                && svg.contains("learning &amp; more</text>")
        );
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}

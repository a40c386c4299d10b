//! The screen as a picture of a terminal: an SVG file that loads nothing.

use anyhow::Result;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use spinward_agents::session::Session;

use super::app::App;
use super::draw;
use crate::play::keeper::Keeper;

/// Width and height of a letter, in picture units.
const LETTER: (f32, f32) = (8.4, 18.0);

const STYLE: &str = ":root { color-scheme: light dark; --page: #fbfcfd; --edge: #c3cad4; --ink: #1b2430; --soft: #7b8797; --blue: #0b62a8; --yellow: #9a6300; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f141b; --edge: #3b4757; --ink: #e8edf4; --soft: #7b8899; --blue: #6cb8f6; --yellow: #edb84a; }
}
text { font: 14px ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", monospace; fill: var(--ink); white-space: pre; }
.page { fill: var(--page); stroke: var(--edge); }
.back { fill: var(--ink); } .over { fill: var(--page); }
.soft { fill: var(--soft); } .blue { fill: var(--blue); } .yellow { fill: var(--yellow); } .bold { font-weight: 700; }
";

/// The screen of a session in this many columns and rows, as SVG.
pub(crate) fn picture(session: &mut dyn Session, keeper: &mut Keeper, size: (u16, u16)) -> Result<String> {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1))?;
    let app = App::new(session, keeper);
    terminal.draw(|frame| draw::draw(&app, frame, true))?;
    Ok(svg(terminal.backend().buffer(), &app.session.scene().title))
}

fn svg(screen: &Buffer, title: &str) -> String {
    let (width, height) = (f32::from(screen.area.width) * LETTER.0, f32::from(screen.area.height) * LETTER.1);
    let mut body = String::new();
    for y in 0..screen.area.height {
        let mut x = 0;
        while x < screen.area.width {
            let cell = &screen[(x, y)];
            let mut text = String::from(cell.symbol());
            let start = x;
            x += 1;
            while x < screen.area.width && look(&screen[(x, y)]) == look(cell) {
                text += screen[(x, y)].symbol();
                x += 1;
            }
            body += &run(&text, look(cell), (start, y));
        }
    }
    let description: Vec<String> = (0..screen.area.height)
        .map(|y| {
            (0..screen.area.width).map(|x| screen[(x, y)].symbol()).collect::<String>().trim_end().to_string()
        })
        .collect();
    let (title, description) = (escape(title), escape(&description.join("\n")));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-12 -12 {:.0} {:.0}\" width=\"{:.0}\" role=\"img\" \
         aria-labelledby=\"title desc\">\n<title id=\"title\">{title}</title>\n<desc id=\"desc\">{description}</desc>\n\
         <style>\n{STYLE}</style>\n<rect class=\"page\" x=\"-11\" y=\"-11\" width=\"{:.0}\" height=\"{:.0}\" rx=\"10\"/>\n{body}</svg>\n",
        width + 24.0,
        height + 24.0,
        width + 24.0,
        width + 22.0,
        height + 22.0,
    )
}

/// What tells letters of a run from others: reversed, and the class of their colour and weight.
fn look(cell: &Cell) -> (bool, &'static str) {
    let class = match cell.fg {
        Color::LightBlue => "blue",
        Color::Yellow => "yellow",
        _ if cell.modifier.contains(Modifier::DIM) => "soft",
        _ if cell.modifier.contains(Modifier::BOLD) => "bold",
        _ => "",
    };
    (cell.modifier.contains(Modifier::REVERSED), class)
}

fn run(text: &str, (reversed, class): (bool, &str), (x, y): (u16, u16)) -> String {
    if text.trim().is_empty() && !reversed {
        return String::new();
    }
    let (left, top) = (f32::from(x) * LETTER.0, f32::from(y) * LETTER.1);
    let length = text.chars().count() as f32 * LETTER.0;
    let mut drawn = String::new();
    if reversed {
        drawn += &format!(
            "<rect class=\"back\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{length:.1}\" height=\"{:.1}\"/>\n",
            LETTER.1
        );
    }
    let class = if reversed { "over" } else { class };
    let attribute = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    drawn += &format!(
        "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{length:.1}\"{attribute}>{}</text>\n",
        top + 13.5,
        escape(text)
    );
    drawn
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

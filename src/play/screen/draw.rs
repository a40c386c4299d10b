//! Draws the screen. Seats have colours that the colour-blind can tell apart, and always their initial beside it.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use spinward_agents::session::{Entry, Roll, Turn};
use spinward_env::core::Seat;
use spinward_env::scene::{Ink, Panel, Scene, SiteIndex, Window};

use super::app::{App, Pane};
use crate::play::words::{ending_text, entry_text, percent, players_text, seat_name};

/// The smallest window, columns and rows.
pub(super) const SMALLEST: (u16, u16) = (80, 24);
/// Blue and yellow are told apart by nearly everybody; more seats follow.
const SEATS: [Color; 6] =
    [Color::LightBlue, Color::Yellow, Color::LightCyan, Color::LightMagenta, Color::White, Color::LightRed];
/// The longest bar of an outcome, in columns.
const BAR: f64 = 8.0;

const HELP: [&str; 21] = [
    "up, down, PgUp, PgDn   mark a choice; its place is marked on the map",
    "Enter                  make the marked choice",
    "0 to 9, then Enter     the choice with this number",
    "/ words, then Enter    the choice with these words, or beginnings of them",
    "u                      take your last choice back, unless dice have fallen",
    "h                      what an agent would choose; again or Esc: never mind",
    "l                      everything that happened",
    "b                      every place with what stands there",
    "m                      scroll the map with the arrows; 0: as it was",
    "+ and -                draw the map larger or smaller",
    "p                      how fast others' decisions and dice go by",
    "Space                  the next of them at once; watching: stop and step",
    "Esc                    back to the choices",
    "q, Ctrl-C              leave; the game is saved after every event",
    "",
    "On the map [T] is a place that the seat with this initial holds, [+] one that",
    "several share, [ ] nobody's; T3 stands for three counters of that seat.",
    "A star is a disrupted ship, a plus sign joins a ship and its cargo.",
    "",
    "`spinward play --plain` is the same game in plain lines.",
    "",
];

/// What the drawing needs to know beside the app.
struct Pen<'a, 'b> {
    app: &'a App<'b>,
    scene: Scene,
    seats: &'a [&'static str],
    colours: bool,
}

pub(super) fn draw(app: &App<'_>, frame: &mut Frame<'_>, colours: bool) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (width, height) = SMALLEST;
        let words = format!(
            "This window has {} columns and {} rows; {width} and {height} are needed. Make it larger, or leave (q) and play with --plain.",
            area.width, area.height
        );
        let lines: Vec<Line<'_>> =
            wrapped(&words, usize::from(area.width)).into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), area);
        return;
    }
    let pen = Pen { app, scene: app.session.scene(), seats: app.session.seats(), colours };
    let lower = (area.height * 9 / 20).clamp(11, 20);
    let [title, upper, lower, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(9),
        Constraint::Length(lower),
        Constraint::Length(1),
    ])
    .areas(area);
    pen.title(frame, title);
    match app.pane {
        Pane::Log => pen.page(frame, upper, "What happened (newest first)", &pen.log_lines()),
        Pane::Places => pen.page(frame, upper, "Places", &pen.place_lines()),
        Pane::Help => pen.page(frame, upper, "Keys and abbreviations", &pen.help_lines()),
        Pane::Choices | Pane::Map => {
            let side = if area.width >= 110 { 42 } else { 32 };
            let [map, side] =
                Layout::horizontal([Constraint::Min(40), Constraint::Length(side)]).areas(upper);
            pen.map(frame, map);
            pen.side(frame, side);
        }
    }
    let [choices, about] =
        Layout::horizontal([Constraint::Percentage(48), Constraint::Percentage(52)]).areas(lower);
    pen.choices(frame, choices);
    pen.about(frame, about);
    pen.keys(frame, keys);
}

impl Pen<'_, '_> {
    fn seat_style(&self, seat: Seat) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colours { style.fg(SEATS[seat.index()]) } else { style }
    }

    fn title(&self, frame: &mut Frame<'_>, area: Rect) {
        let style = Style::new().add_modifier(Modifier::REVERSED);
        let left = format!(" {}", self.scene.title);
        let right = format!("{} ", players_text(self.app.session).trim_end_matches('.'));
        let width = usize::from(area.width);
        let room = width.saturating_sub(left.chars().count() + right.chars().count());
        let text = if room > 0 { format!("{left}{}{right}", " ".repeat(room)) } else { left };
        frame.render_widget(Paragraph::new(format!("{text:<width$}")).style(style), area);
    }

    fn map(&self, frame: &mut Frame<'_>, area: Rect) {
        let focus = if self.app.pane == Pane::Map { " (arrows scroll, Esc leaves)" } else { "" };
        let block = Block::bordered().title(format!(" {}{focus} ", self.app.session.title()));
        let inner = block.inner(area);
        frame.render_widget(block, area);
        if !self.scene.has_map() {
            let drawing = self.scene.to_text(self.seats);
            let lines: Vec<Line<'_>> =
                drawing.lines().skip(1).map(|line| Line::from(line.to_string())).collect();
            frame.render_widget(Paragraph::new(lines), inner);
            return;
        }
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        let marked = self.app.site().map(|site| self.scene.hub_of(site));
        let readable = self.scene.readable_scale().max(self.scene.fitting_scale(width, height));
        let centre = self.app.centre.or_else(|| marked.map(|site| self.scene.sites[site.0].at));
        let window = Window {
            width,
            height,
            scale: readable * self.app.zoom.unwrap_or(1.0),
            centre: centre.unwrap_or_else(|| self.busiest()),
        };
        let chart = self.scene.chart(self.seats, &window);
        for (y, row) in (inner.y..).zip(&chart.cells) {
            let spans: Vec<Span<'_>> = row
                .iter()
                .map(|cell| Span::styled(cell.letter.to_string(), self.ink(cell.ink, marked)))
                .collect();
            frame.render_widget(Line::from(spans), Rect { y, height: 1, ..inner });
        }
    }

    /// Where most counters stand.
    fn busiest(&self) -> (f32, f32) {
        let count = |index: usize| -> u32 {
            let here = self.scene.tokens.iter().filter(|token| token.site.0 == index);
            here.map(|token| u32::from(token.count)).sum()
        };
        let busiest = (0..self.scene.sites.len()).max_by_key(|&index| count(index));
        busiest.map_or((0.0, 0.0), |index| self.scene.sites[index].at)
    }

    fn ink(&self, ink: Ink, marked: Option<SiteIndex>) -> Style {
        match ink {
            Ink::Space => Style::new(),
            Ink::Lane => Style::new().add_modifier(Modifier::DIM),
            Ink::Strength(seat) => self.seat_style(seat),
            Ink::Place(site) if marked == Some(site) => Style::new().add_modifier(Modifier::REVERSED),
            Ink::Place(_) => Style::new(),
        }
    }

    /// The marked place, then the panels of the seats, then notes.
    fn side(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = Block::bordered().title(" Here and there ");
        let inner = block.inner(area);
        let width = usize::from(inner.width);
        let mut lines: Vec<Line<'_>> = Vec::new();
        if let Some(site) = self.app.site() {
            for index in self.scene.sites_at(site) {
                lines.extend(hanging(&self.place_text(index), width));
            }
        }
        for panel in &self.scene.panels {
            let name = seat_name(self.seats, panel.seat);
            lines.push(Line::styled(name, self.seat_style(panel.seat)));
            lines.extend(
                wrapped(&panel_text(panel), width - 1).into_iter().map(|line| Line::from(format!(" {line}"))),
            );
        }
        for note in &self.scene.notes {
            lines.extend(hanging(&format!("- {note}"), width));
        }
        lines.truncate(usize::from(inner.height));
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    fn choices(&self, frame: &mut Frame<'_>, area: Rect) {
        let app = self.app;
        let choices = app.session.choices();
        let title = match choices.len() {
            0 => String::new(),
            count => format!(" choice {} of {count} ", app.cursor + 1),
        };
        let block = Block::bordered().title(title);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        let mut lines: Vec<Line<'_>> = Vec::new();
        let question = match app.session.turn() {
            Turn::Person(_) => app.session.question(),
            Turn::Agent(seat) => format!("{} decides …", seat_name(self.seats, seat)),
            Turn::Forced(seat) => format!("{} has no choice …", seat_name(self.seats, seat)),
            Turn::Dice => "Dice fall …".into(),
            Turn::Over => ending_text(app.session),
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        lines.extend(wrapped(&question, width).into_iter().map(|line| Line::styled(line, bold)));
        let room = height.saturating_sub(lines.len()).max(1);
        let first = app.cursor.saturating_sub(room / 2).min(choices.len().saturating_sub(room));
        for (index, choice) in choices.iter().enumerate().skip(first).take(room) {
            let mark = if index == app.cursor { '>' } else { ' ' };
            let text = clipped(&format!("{mark}{:>2}. {}", choice.key, choice.text), width);
            let style = if index == app.cursor {
                Style::new().add_modifier(Modifier::REVERSED)
            } else {
                Style::new()
            };
            lines.push(Line::styled(text, style));
        }
        frame.render_widget(Paragraph::new(lines), inner);
    }

    /// What the marked choice means, what the program says, and what happened lately.
    fn about(&self, frame: &mut Frame<'_>, area: Rect) {
        let app = self.app;
        let block = Block::bordered().title(" What it means, what happened ");
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        let mut lines: Vec<Line<'_>> = Vec::new();
        let choice = app.session.choices().get(app.cursor);
        if let Some(message) = &app.message {
            let style = Style::new().add_modifier(Modifier::BOLD);
            lines.extend(wrapped(message, width).into_iter().map(|line| Line::styled(line, style)));
        } else if let Some(choice) = choice {
            lines.extend(wrapped(&choice.text, width).into_iter().map(Line::from));
            lines.extend(hanging(&choice.explanation, width));
        }
        let events = app.session.events();
        let lately = app.session.log(events.saturating_sub(height));
        if let Some(roll) = lately.last().and_then(|entry| entry.roll.as_ref()) {
            lines.extend(self.roll(roll, width));
        }
        let room = height.saturating_sub(lines.len() + 1);
        if room > 0 && !lately.is_empty() {
            lines.push(Line::styled("─".repeat(width), Style::new().add_modifier(Modifier::DIM)));
            let mut told: Vec<Line<'_>> = Vec::new();
            for entry in lately.iter().rev() {
                let entry = self.entry(entry, width);
                if told.len() + entry.len() > room {
                    break;
                }
                told.splice(0..0, entry);
            }
            lines.extend(told);
        }
        lines.truncate(height);
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn entry(&self, entry: &Entry, width: usize) -> Vec<Line<'static>> {
        let short = match &entry.roll {
            Some(roll) => format!("Dice: {} ({})", entry.text, percent(roll.outcomes[roll.fell].1)),
            None => entry_text(entry, self.seats),
        };
        let style =
            entry.who.map_or(Style::new(), |seat| self.seat_style(seat).remove_modifier(Modifier::BOLD));
        hanging(&short, width).into_iter().map(|line| line.style(style)).collect()
    }

    /// A roll with a bar for every outcome and an arrow at the one that fell.
    fn roll(&self, roll: &Roll, width: usize) -> Vec<Line<'static>> {
        let mut lines = hanging(&format!("Dice: {}", roll.what), width);
        let likely = roll.outcomes[roll.fell].1;
        if roll.outcomes.len() > 3 && roll.outcomes.iter().all(|(_, p)| *p == likely) {
            let fell = format!("=> {}, one of {} alike", roll.outcomes[roll.fell].0, roll.outcomes.len());
            lines.push(Line::styled(fell, Style::new().add_modifier(Modifier::BOLD)));
            return lines;
        }
        let longest = roll.outcomes.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
        let names = longest.min(width.saturating_sub(10 + BAR as usize));
        // Only what could well have happened has a line, and what did.
        let mut shown: Vec<usize> = (0..roll.outcomes.len()).collect();
        shown.sort_by(|&a, &b| {
            (b == roll.fell).cmp(&(a == roll.fell)).then(roll.outcomes[b].1.total_cmp(&roll.outcomes[a].1))
        });
        shown.truncate(6);
        shown.sort_unstable();
        for index in shown {
            let (text, p) = &roll.outcomes[index];
            let arrow = if index == roll.fell { "=>" } else { "  " };
            let share = if *p < 0.005 { "<1 %".into() } else { percent(*p) };
            let bar = "#".repeat((p * BAR).round() as usize);
            let line = format!("{arrow} {:<names$} {:>4} {bar}", clipped(text, names), share);
            let style =
                if index == roll.fell { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            lines.push(Line::styled(line, style));
        }
        lines
    }

    fn page(&self, frame: &mut Frame<'_>, area: Rect, title: &str, lines: &[String]) {
        let block = Block::bordered().title(format!(" {title}: up and down scroll, Esc leaves "));
        let inner = block.inner(area);
        let last = lines.len().saturating_sub(usize::from(inner.height));
        let shown: Vec<Line<'_>> =
            lines.iter().skip(self.app.scroll.min(last)).map(|line| Line::from(line.as_str())).collect();
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(shown).block(block), area);
    }

    /// Everything that happened, newest first, under headings.
    fn log_lines(&self) -> Vec<String> {
        let (mut lines, mut chapter) = (Vec::new(), String::new());
        for entry in self.app.session.log(0).iter().rev() {
            if entry.chapter != chapter {
                chapter.clone_from(&entry.chapter);
                lines.push(format!("== {chapter} =="));
            }
            lines.extend(wrapped(&format!("{}. {}", entry.number, entry_text(entry, self.seats)), 76));
        }
        lines
    }

    /// What the keys do, then the abbreviations of the game.
    fn help_lines(&self) -> Vec<String> {
        let meanings = self.app.session.glossary();
        let heading = (!meanings.is_empty()).then(|| "Abbreviations:".to_string());
        let meanings = meanings.into_iter().flat_map(|(code, meaning)| {
            let lines = wrapped(&meaning, 70);
            let name = |k: usize| if k == 0 { code.as_str() } else { "" };
            lines.iter().enumerate().map(|(k, line)| format!("{:<7}{line}", name(k))).collect::<Vec<_>>()
        });
        HELP.map(String::from).into_iter().chain(heading).chain(meanings).collect()
    }

    /// Every place with what stands there, then panels and notes.
    fn place_lines(&self) -> Vec<String> {
        if !self.scene.has_map() {
            return self.scene.to_text(self.seats).lines().map(String::from).collect();
        }
        let hubs = (0..self.scene.sites.len()).map(SiteIndex).filter(|&site| self.scene.hub_of(site) == site);
        let places = hubs.flat_map(|hub| self.scene.sites_at(hub)).map(|site| self.place_text(site));
        let panels = self
            .scene
            .panels
            .iter()
            .map(|panel| format!("{}: {}", seat_name(self.seats, panel.seat), panel_text(panel)));
        let texts: Vec<String> = places.chain(panels).chain(self.scene.notes.iter().cloned()).collect();
        texts.iter().flat_map(|text| hanging_text(text, 78)).collect()
    }

    /// `Sol (hex): Terran DD, 2 TR`.
    fn place_text(&self, index: SiteIndex) -> String {
        let site = &self.scene.sites[index.0];
        let here = self.scene.tokens_text(index, self.seats);
        let owner = site.owner.map_or(String::new(), |seat| format!(", {}", seat_name(self.seats, seat)));
        let about = if here.is_empty() { "nothing" } else { &here };
        format!("{} ({}{owner}): {about}", site.name, site.kind)
    }

    fn keys(&self, frame: &mut Frame<'_>, area: Rect) {
        let app = self.app;
        let text = match &app.typed {
            Some(typed) => format!(" choice: {typed}_   Enter makes it, Esc leaves"),
            None if app.has_person() => {
                let hint = if app.session.is_advised() { "thinking (h: stop)" } else { "h hint" };
                format!(
                    " Enter choose  {hint}  u undo  l log  b places  m map  p {}  ? keys  q quit",
                    app.pace.name()
                )
            }
            None => {
                format!(" Space stop  l log  b places  m map  p {}  ? keys  q quit", app.pace.name())
            }
        };
        let width = usize::from(area.width);
        let style = Style::new().add_modifier(Modifier::REVERSED);
        frame.render_widget(Paragraph::new(format!("{:<width$}", clipped(&text, width))).style(style), area);
    }
}

/// A text in lines of at most `width` columns. A number stays with its per cent sign.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let whole = text.replace(" %", "\u{a0}%");
    textwrap::wrap(&whole, width.max(8)).into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// The same, with later lines indented.
fn hanging_text(text: &str, width: usize) -> Vec<String> {
    let lines = wrapped(text, width.saturating_sub(2));
    let indented =
        lines.into_iter().enumerate().map(|(k, line)| if k == 0 { line } else { format!("  {line}") });
    indented.collect()
}

fn hanging(text: &str, width: usize) -> Vec<Line<'static>> {
    hanging_text(text, width).into_iter().map(Line::from).collect()
}

/// `stock 9 RU; ships lost 0 RU`.
fn panel_text(panel: &Panel) -> String {
    let facts: Vec<String> = panel.lines.iter().map(|(name, value)| format!("{name} {value}")).collect();
    facts.join("; ")
}

/// A text of at most `width` columns, its end left out where it is longer.
fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

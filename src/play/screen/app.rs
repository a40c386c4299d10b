//! The screen's state: what is chosen, shown and typed. Keys change it; nothing here draws.

use std::time::Duration;

use anyhow::Result;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use spinward_agents::session::{Miss, Player, Session, Turn, find};
use spinward_env::scene::SiteIndex;

use crate::exit::wrong_use;
use crate::play::keeper::Keeper;
use crate::play::words::hint_text;

/// What the keys are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    /// The list of choices.
    Choices,
    /// The map: arrows scroll it.
    Map,
    /// Everything that happened.
    Log,
    /// Every place with what stands there, panels and notes.
    Places,
    /// What the keys do.
    Help,
}

/// How long events that nobody chooses stay before the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    Slow,
    Quick,
    AtOnce,
    /// A key for every event.
    Stopped,
}

impl Pace {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Quick => "quick",
            Self::AtOnce => "at once",
            Self::Stopped => "stopped",
        }
    }

    const fn next(self) -> Self {
        match self {
            Self::Slow => Self::Quick,
            Self::Quick => Self::AtOnce,
            Self::AtOnce => Self::Stopped,
            Self::Stopped => Self::Slow,
        }
    }

    /// How long a decision or a roll is shown.
    const fn time(self, roll: bool) -> Option<Duration> {
        let millis = match (self, roll) {
            (Self::Stopped, _) => return None,
            (Self::Slow, true) => 1600,
            (Self::Slow, false) => 500,
            (Self::Quick, true) => 500,
            (Self::Quick, false) => 120,
            (Self::AtOnce, _) => 0,
        };
        Some(Duration::from_millis(millis))
    }
}

/// How often the adviser is asked whether he knows.
const ADVICE: Duration = Duration::from_millis(50);

/// What a key led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The game goes on.
    Stay,
    /// The person leaves.
    Leave,
    /// Ctrl-C.
    Stop,
}

/// The screen of a game.
pub(super) struct App<'a> {
    pub(super) session: &'a mut dyn Session,
    pub(super) keeper: &'a mut Keeper,
    pub(super) pane: Pane,
    /// Index of the choice that is marked.
    pub(super) cursor: usize,
    /// What is being typed; `None`: keys are commands.
    pub(super) typed: Option<String>,
    /// What the program has to say: a hint, a refusal.
    pub(super) message: Option<String>,
    /// How much larger the map is drawn than fits, 1 and more; `None`: as large as marks need.
    pub(super) zoom: Option<f32>,
    /// Where the map was scrolled to, in map units; `None`: it follows the choice.
    pub(super) centre: Option<(f32, f32)>,
    /// How far log, places or help are scrolled, in rows.
    pub(super) scroll: usize,
    pub(super) pace: Pace,
}

impl<'a> App<'a> {
    pub(super) fn new(session: &'a mut dyn Session, keeper: &'a mut Keeper) -> Self {
        Self {
            session,
            keeper,
            pane: Pane::Choices,
            cursor: 0,
            typed: None,
            message: None,
            zoom: None,
            centre: None,
            scroll: 0,
            pace: Pace::Quick,
        }
    }

    /// How long until [`App::tick`] is due; `None`: only a key goes on.
    pub(super) fn wait(&self) -> Option<Duration> {
        if self.session.is_advised() {
            return Some(ADVICE);
        }
        if !self.is_running() {
            return None;
        }
        let last = self.session.log(self.session.events().saturating_sub(1)).pop();
        self.pace.time(last.is_some_and(|entry| entry.roll.is_some()))
    }

    /// Whether something is to happen that no person chooses.
    pub(super) fn is_running(&self) -> bool {
        !matches!(self.session.turn(), Turn::Person(_) | Turn::Over)
    }

    /// Lets the next event happen that no person chooses, or hears whether the adviser has an answer.
    pub(super) fn tick(&mut self) -> Result<()> {
        match self.session.hint_given() {
            Some(Ok(hint)) => {
                self.cursor = hint.choice;
                self.message = Some(hint_text(&hint, self.session.choices()));
            }
            Some(Err(error)) => self.message = Some(format!("{error}.")),
            None => {}
        }
        if self.is_running() {
            self.session.advance().map_err(wrong_use)?;
            self.keeper.save(self.session)?;
            self.cursor = 0;
        }
        Ok(())
    }

    /// The place that the marked choice names.
    pub(super) fn site(&self) -> Option<SiteIndex> {
        self.session.choices().get(self.cursor)?.site
    }

    /// Whether anybody plays, rather than watches.
    pub(super) fn has_person(&self) -> bool {
        self.session.players().contains(&Player::Person)
    }

    pub(super) fn key(&mut self, key: KeyEvent) -> Result<Next> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Ok(Next::Stop);
        }
        if self.typed.is_some() {
            return self.type_key(key.code);
        }
        match key.code {
            KeyCode::Char('q') => return Ok(Next::Leave),
            KeyCode::Char('?') => self.open(Pane::Help),
            KeyCode::Char('l') => self.open(Pane::Log),
            KeyCode::Char('b') => self.open(Pane::Places),
            KeyCode::Char('m') => self.open(Pane::Map),
            KeyCode::Char('p') => self.pace = self.pace.next(),
            KeyCode::Char('+' | '=') => self.zoom_by(1.25),
            KeyCode::Char('-') => self.zoom_by(0.8),
            KeyCode::Char('0') if self.pane == Pane::Map => (self.zoom, self.centre) = (None, None),
            KeyCode::Char('u') => self.undo()?,
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('/') => self.typed = Some(String::new()),
            KeyCode::Char(digit @ '0'..='9') if self.pane == Pane::Choices => {
                self.typed = Some(digit.to_string());
                self.follow_typed();
            }
            KeyCode::Esc if self.session.is_advised() => self.cancel_hint(),
            KeyCode::Esc => self.open(Pane::Choices),
            _ => return self.pane_key(key.code),
        }
        Ok(Next::Stay)
    }

    fn pane_key(&mut self, code: KeyCode) -> Result<Next> {
        match (self.pane, code) {
            (Pane::Choices, KeyCode::Enter) => self.choose()?,
            (Pane::Choices, KeyCode::Char(' ')) => self.go_on()?,
            (Pane::Choices, _) => self.move_cursor(code),
            (Pane::Map, KeyCode::Enter) => self.open(Pane::Choices),
            (Pane::Map, _) => self.move_map(code),
            (_, KeyCode::Up | KeyCode::Char('k')) => self.scroll = self.scroll.saturating_sub(1),
            (_, KeyCode::Down | KeyCode::Char('j')) => self.scroll += 1,
            (_, KeyCode::PageUp) => self.scroll = self.scroll.saturating_sub(10),
            (_, KeyCode::PageDown) => self.scroll += 10,
            (_, KeyCode::Home) => self.scroll = 0,
            (_, KeyCode::Enter) => self.open(Pane::Choices),
            _ => {}
        }
        Ok(Next::Stay)
    }

    fn open(&mut self, pane: Pane) {
        self.message = None;
        self.scroll = 0;
        // The key that opened a pane closes it, too.
        self.pane = if self.pane == pane { Pane::Choices } else { pane };
        if self.pane == Pane::Map && self.centre.is_none() {
            let scene = self.session.scene();
            self.centre = self.site().and_then(|site| scene.sites.get(site.0)).map(|site| site.at);
        }
    }

    fn move_cursor(&mut self, code: KeyCode) {
        let last = self.session.choices().len().saturating_sub(1);
        self.message = None;
        self.cursor = match code {
            KeyCode::Up | KeyCode::Char('k') => self.cursor.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.cursor + 1,
            KeyCode::PageUp => self.cursor.saturating_sub(5),
            KeyCode::PageDown => self.cursor + 5,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => self.cursor,
        }
        .min(last);
        self.centre = None;
    }

    fn move_map(&mut self, code: KeyCode) {
        let (dx, dy) = match code {
            KeyCode::Left => (-1.0, 0.0),
            KeyCode::Right => (1.0, 0.0),
            KeyCode::Up => (0.0, -1.0),
            KeyCode::Down => (0.0, 1.0),
            _ => return,
        };
        let scene = self.session.scene();
        let sites = scene.sites.iter().map(|site| site.at);
        let low = sites.clone().fold((f32::MAX, f32::MAX), |a, b| (a.0.min(b.0), a.1.min(b.1)));
        let high = sites.fold((f32::MIN, f32::MIN), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        let from = self.centre.unwrap_or(((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0));
        self.centre = Some(((from.0 + dx).clamp(low.0, high.0), (from.1 + dy).clamp(low.1, high.1)));
    }

    fn zoom_by(&mut self, factor: f32) {
        self.zoom = Some((self.zoom.unwrap_or(1.0) * factor).clamp(0.25, 8.0));
    }

    /// Enter: the marked choice.
    fn choose(&mut self) -> Result<()> {
        self.message = None;
        if let Turn::Person(_) = self.session.turn() {
            self.session.choose(self.cursor).map_err(wrong_use)?;
            self.keeper.save(self.session)?;
            (self.cursor, self.centre) = (0, None);
        }
        Ok(())
    }

    /// Space: the next event at once; for those who watch, a stop. It never chooses.
    fn go_on(&mut self) -> Result<()> {
        if !self.has_person() && self.pace != Pace::Stopped {
            self.pace = Pace::Stopped;
            return Ok(());
        }
        self.tick()
    }

    fn undo(&mut self) -> Result<()> {
        match self.session.undo() {
            Ok(()) => {
                self.keeper.save_anew(self.session)?;
                self.cursor = 0;
                self.message = Some("Taken back.".into());
            }
            Err(error) => self.message = Some(format!("Not taken back: {error}.")),
        }
        Ok(())
    }

    /// Asks the adviser; who asks again while he thinks wants no answer any more.
    fn hint(&mut self) {
        if self.session.is_advised() {
            self.cancel_hint();
            return;
        }
        self.message = Some(match self.session.ask_hint() {
            Ok(()) => "The adviser thinks; h or Esc: no hint.".into(),
            Err(error) => format!("{error}."),
        });
    }

    fn cancel_hint(&mut self) {
        self.session.cancel_hint();
        self.message = Some("No hint.".into());
    }

    fn type_key(&mut self, code: KeyCode) -> Result<Next> {
        let Some(typed) = &mut self.typed else { return Ok(Next::Stay) };
        match code {
            KeyCode::Esc => self.typed = None,
            KeyCode::Backspace => {
                typed.pop();
                self.follow_typed();
            }
            KeyCode::Char(letter) => {
                typed.push(letter);
                self.follow_typed();
            }
            KeyCode::Enter => {
                let typed = self.typed.take().unwrap_or_default();
                match find(self.session.choices(), &typed) {
                    Ok(choice) => {
                        self.cursor = choice;
                        self.choose()?;
                    }
                    Err(Miss::Nothing) => {
                        self.message = Some(format!(
                            "'{typed}' is none of the choices: type a number or words of the list."
                        ));
                    }
                    Err(Miss::Several(which)) => {
                        self.message = Some(format!(
                            "'{typed}' could be {} of the choices: type more of it.",
                            which.len()
                        ));
                    }
                }
            }
            _ => {}
        }
        Ok(Next::Stay)
    }

    /// Marks the first choice that what is being typed could mean.
    fn follow_typed(&mut self) {
        let Some(typed) = &self.typed else { return };
        match find(self.session.choices(), typed) {
            Ok(choice) => self.cursor = choice,
            Err(Miss::Several(which)) => self.cursor = which[0],
            Err(Miss::Nothing) => {}
        }
        self.centre = None;
    }
}

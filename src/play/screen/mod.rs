//! The full screen: a map, panels and a list of choices, worked by keys alone.

mod app;
mod draw;
mod picture;
#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::{Context, Result};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use spinward_agents::session::{Session, Turn};

use super::keeper::Keeper;
use super::words::ending_text;
use crate::exit::Done;

use app::{App, Next};

pub(super) use picture::picture;

/// How often a screen without anything to do looks for keys.
const IDLE: Duration = Duration::from_secs(60);

/// Plays the game to its end or until the person leaves. The terminal is as it was before in any case.
pub(super) fn play(session: &mut dyn Session, keeper: &mut Keeper) -> Result<Done> {
    let mut terminal = ratatui::try_init().context("can't draw on this terminal; --plain needs none")?;
    let mut app = App::new(session, keeper);
    let left = run(&mut app, &mut terminal);
    ratatui::restore();
    let next = left?;
    let words = match app.session.turn() {
        Turn::Over => format!("{} Replay: {}", ending_text(app.session), app.keeper.path().display()),
        _ => app.keeper.words(),
    };
    eprintln!("{words}");
    Ok(if next == Next::Stop { Done::Stopped } else { Done::Whole })
}

fn run(app: &mut App<'_>, terminal: &mut DefaultTerminal) -> Result<Next> {
    let colours = std::env::var_os("NO_COLOR").is_none();
    loop {
        terminal.draw(|frame| draw::draw(app, frame, colours)).context("can't draw")?;
        if event::poll(app.wait().unwrap_or(IDLE)).context("can't read keys")? {
            if let Event::Key(key) = event::read().context("can't read keys")?
                && key.kind != KeyEventKind::Release
            {
                match app.key(key)? {
                    Next::Stay => {}
                    next => return Ok(next),
                }
            }
        } else if app.wait().is_some() {
            app.tick()?;
        }
    }
}

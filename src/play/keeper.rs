//! Saves a game after every event, so that nothing that ends the program loses any of it. A game that nobody plays but
//! agents is saved more rarely as it grows: the whole file is written each time.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use spinward_agents::file::{make_folder, read_text, write_whole};
use spinward_agents::session::{Player, Session};
use spinward_env::core::stable_hash;

/// A watched game is saved after this part of its events has been added.
const WATCHED_SAVES: usize = 50;

/// The file of a game.
pub(super) struct Keeper {
    path: PathBuf,
    /// Events of the game as saved; `None`: not by this program run.
    saved: Option<usize>,
    /// The hash of what the file holds; `None`: there is none yet.
    written: Option<u64>,
    loaded: bool,
}

impl Keeper {
    /// Keeps a game in a file, which holds `text` if it is there already.
    pub(super) fn new(path: PathBuf, loaded: bool, text: Option<&str>) -> Self {
        Self { path, saved: None, written: text.map(|text| stable_hash(text.as_bytes())), loaded }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the game was begun earlier.
    pub(super) const fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Saves the game, unless it is as it was saved.
    pub(super) fn save(&mut self, session: &dyn Session) -> Result<()> {
        if self.saved != Some(session.events()) {
            if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                make_folder(folder)?;
            }
            self.check_nobody_else_writes()?;
            let replay = session.replay();
            write_whole(&self.path, replay.as_bytes()).context("can't save the game")?;
            self.written = Some(stable_hash(replay.as_bytes()));
            self.saved = Some(session.events());
        }
        Ok(())
    }

    /// Saves a game that goes on by itself: after every event where a person plays, else after 2 % more of them.
    pub(super) fn save_under_way(&mut self, session: &dyn Session) -> Result<()> {
        let due = self.saved.map_or(0, |saved| saved + 1 + saved / WATCHED_SAVES);
        if session.players().contains(&Player::Person) || session.events() >= due {
            self.save(session)?;
        }
        Ok(())
    }

    /// Two programs on one file would undo each other's moves: the second to save is the one that leaves.
    fn check_nobody_else_writes(&self) -> Result<()> {
        let found = match read_text(&self.path) {
            Err(error) if error.is_missing() => return Ok(()),
            read => read.ok().map(|text| stable_hash(text.as_bytes())),
        };
        if found.is_none() || found != self.written {
            let path = self.path.display();
            bail!(
                "another program has written to {path} since this one did; the game is there as that one left it"
            );
        }
        Ok(())
    }

    /// After an undo the file holds more events than the game.
    pub(super) fn save_anew(&mut self, session: &dyn Session) -> Result<()> {
        self.saved = None;
        self.save(session)
    }

    /// From now on a signal (Ctrl-C, a hang-up) ends the program with a word on where the game is, after `tidy`.
    pub(super) fn tell_on_signals(&self, tidy: fn()) -> Result<()> {
        let words = self.words();
        ctrlc::set_handler(move || {
            tidy();
            // After a hang-up nobody is there to be told.
            let _ = writeln!(io::stderr(), "\n{words}");
            std::process::exit(130);
        })
        .context("can't handle Ctrl-C")
    }

    /// Where the game is and how to go on with it.
    pub(super) fn words(&self) -> String {
        let path = self.path.display();
        format!("The game is saved in {path}; `spinward play --load {path}` goes on with it.")
    }
}

//! Plain lines: no colour, no cursor, nothing that a screen reader or a pipe can't take.

use std::io::{BufRead, ErrorKind, Write};

use anyhow::{Context, Result};
use spinward_agents::session::{Entry, Miss, Player, Session, SessionError, Turn, find};
use textwrap::Options;

use super::keeper::Keeper;
use super::words::{choice_text, ending_text, entry_text, hint_text, players_text};
use crate::exit::{Done, wrong_use};

/// Columns of a line at most.
const WIDTH: usize = 80;
/// A drawing of so many lines or fewer is shown before every choice; a larger one on `board`.
const SMALL_BOARD: usize = 16;

/// What can be typed beside choices.
const COMMANDS: [(&str, &str); 8] = [
    ("choices", "list the choices again"),
    ("board", "draw the position"),
    ("log", "tell everything that happened"),
    ("hint", "ask an agent what it would choose"),
    ("undo", "take your last choice back, if no dice have fallen since"),
    ("save", "say where the game is saved (it is after every event)"),
    ("help", "this list, and what the game's abbreviations mean"),
    ("quit", "leave; the game stays saved"),
];

/// Plays the game to its end, to `quit` or to the end of the input.
pub(super) fn play<R: BufRead, W: Write>(
    session: &mut dyn Session,
    input: &mut R,
    out: &mut W,
    keeper: &mut Keeper,
) -> Result<Done> {
    let mut desk = Desk { session, out, keeper, told: 0, chapter: String::new(), drawn: usize::MAX };
    desk.greet()?;
    loop {
        desk.go_on()?;
        if desk.session.turn() == Turn::Over {
            return desk.end();
        }
        desk.ask()?;
        let events = desk.session.events();
        while desk.session.events() == events {
            let mut typed = String::new();
            let read = input.read_line(&mut typed);
            match read {
                Ok(0) => return desk.leave("The input has ended."),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::InvalidData => typed = "?".into(),
                Err(error) => return Err(error).context("can't read the input"),
            }
            match desk.hear(typed.trim())? {
                Heard::Quit => return desk.leave("Good-bye."),
                Heard::TakenBack => break,
                Heard::Else => {}
            }
        }
    }
}

/// What came of a line that was typed.
enum Heard {
    Quit,
    TakenBack,
    Else,
}

struct Desk<'a, W> {
    session: &'a mut dyn Session,
    out: &'a mut W,
    keeper: &'a mut Keeper,
    /// How many events have been told.
    told: usize,
    /// The heading of what was told last.
    chapter: String,
    /// After how many events the board was drawn last.
    drawn: usize,
}

impl<W: Write> Desk<'_, W> {
    fn say(&mut self, text: &str) -> Result<()> {
        self.list("", "  ", text)
    }

    fn list(&mut self, first: &str, rest: &str, text: &str) -> Result<()> {
        let options = Options::new(WIDTH).initial_indent(first).subsequent_indent(rest).break_words(false);
        // A number stays with its per cent sign.
        for line in textwrap::wrap(&text.replace(" %", "\u{a0}%"), options) {
            writeln!(self.out, "{}", line.replace('\u{a0}', " "))?;
        }
        Ok(())
    }

    fn greet(&mut self) -> Result<()> {
        let setup = self.session.setup();
        let what = format!("{}, {}, {}.", self.session.title(), setup.scenario, setup.preset);
        self.say(&format!("{what} {}", players_text(self.session)))?;
        if self.keeper.is_loaded() {
            self.told = self.session.events();
            self.say(&format!("Going on after {} events.", self.told))?;
        }
        self.say(&format!(
            "Seed {}. Saved in {} as you go.",
            self.session.seed(),
            self.keeper.path().display()
        ))?;
        if self.session.players().contains(&Player::Person) {
            self.say("Type the number of a choice or its words. Also: choices, board, log, hint, undo, save, help, quit.")?;
        }
        self.board()
    }

    fn board(&mut self) -> Result<()> {
        let drawing = self.session.scene().to_text(self.session.seats());
        write!(self.out, "\n{drawing}")?;
        self.drawn = self.session.events();
        Ok(())
    }

    /// Lets everything happen that no person chooses, and tells it.
    fn go_on(&mut self) -> Result<()> {
        loop {
            self.tell()?;
            match self.session.turn() {
                Turn::Person(_) | Turn::Over => return self.keeper.save(self.session),
                Turn::Agent(_) | Turn::Forced(_) | Turn::Dice => {}
            }
            self.session.advance().map_err(agent_failure)?;
            self.keeper.save_under_way(self.session)?;
        }
    }

    fn tell(&mut self) -> Result<()> {
        for entry in self.session.log(self.told) {
            self.heading(&entry)?;
            self.say(&entry_text(&entry, self.session.seats()))?;
        }
        self.told = self.session.events();
        Ok(())
    }

    /// Where the game stands, where that has changed since the last event that was told.
    fn heading(&mut self, entry: &Entry) -> Result<()> {
        if entry.chapter != self.chapter {
            self.chapter.clone_from(&entry.chapter);
            self.say(&format!("== {} ==", entry.chapter))?;
        }
        Ok(())
    }

    fn ask(&mut self) -> Result<()> {
        let scene = self.session.scene();
        let drawing = scene.to_text(self.session.seats());
        writeln!(self.out)?;
        if self.drawn == self.session.events() {
            // The board was drawn a moment ago.
        } else if drawing.lines().count() <= SMALL_BOARD {
            writeln!(self.out, "{drawing}")?;
        } else {
            self.say(&scene.title)?;
        }
        self.choices()
    }

    fn choices(&mut self) -> Result<()> {
        self.say(&self.session.question())?;
        for choice in self.session.choices().to_vec() {
            self.list("  ", "     ", &choice_text(&choice))?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn hear(&mut self, typed: &str) -> Result<Heard> {
        let lower = typed.to_lowercase();
        let typed = if is_command(&lower) { &lower } else { typed };
        let heard = match (find(self.session.choices(), typed), typed) {
            (Ok(choice), _) if self.session.choices()[choice].text == typed || !is_command(typed) => {
                self.session.choose(choice)?;
                self.keeper.save(self.session)?;
                Heard::Else
            }
            (_, "quit") => Heard::Quit,
            (_, "undo") => self.undo()?,
            (_, "" | "choices") => {
                self.choices()?;
                Heard::Else
            }
            (_, "board") => {
                self.board()?;
                Heard::Else
            }
            (_, "log") => {
                if self.session.events() == 0 {
                    self.say("Nothing has happened yet.")?;
                }
                self.chapter.clear();
                for entry in self.session.log(0) {
                    self.heading(&entry)?;
                    self.say(&format!("{}. {}", entry.number, entry_text(&entry, self.session.seats())))?;
                }
                Heard::Else
            }
            (_, "hint") => {
                match self.session.hint() {
                    Ok(hint) => self.say(&hint_text(&hint, self.session.choices()))?,
                    Err(error) => self.say(&format!("{error}."))?,
                }
                Heard::Else
            }
            (_, "save") => {
                self.say(&self.keeper.words())?;
                Heard::Else
            }
            (_, "help") => {
                for (command, does) in COMMANDS {
                    self.say(&format!("{command}: {does}"))?;
                }
                for (code, meaning) in self.session.glossary() {
                    self.say(&format!("{code}: {meaning}"))?;
                }
                Heard::Else
            }
            (Err(miss), _) => {
                self.misheard(typed, &miss)?;
                Heard::Else
            }
            (Ok(_), _) => Heard::Else,
        };
        self.out.flush()?;
        Ok(heard)
    }

    fn undo(&mut self) -> Result<Heard> {
        if let Err(error) = self.session.undo() {
            self.say(&format!("Not taken back: {error}."))?;
            return Ok(Heard::Else);
        }
        self.keeper.save_anew(self.session)?;
        self.told = self.session.events();
        self.say("Taken back.")?;
        Ok(Heard::TakenBack)
    }

    fn misheard(&mut self, typed: &str, miss: &Miss) -> Result<()> {
        let choices = self.session.choices().to_vec();
        match miss {
            Miss::Several(which) => {
                self.say(&format!("'{typed}' could be several choices:"))?;
                for &index in which {
                    self.list("  ", "     ", &choice_text(&choices[index]))?;
                }
            }
            Miss::Nothing => {
                self.say(&format!("'{typed}' is none of the choices. There is:"))?;
                for choice in choices {
                    self.list("  ", "     ", &format!("{}. {}", choice.key, choice.text))?;
                }
                self.say("Also: choices, board, log, hint, undo, save, help, quit.")?;
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<Done> {
        self.board()?;
        writeln!(self.out)?;
        self.say(&ending_text(self.session))?;
        let path = self.keeper.path().display().to_string();
        self.say(&format!("The replay is {path}; `spinward replay {path} --step` goes through it."))?;
        Ok(Done::Whole)
    }

    fn leave(&mut self, why: &str) -> Result<Done> {
        self.say(&format!("{why} {}", self.keeper.words()))?;
        Ok(Done::Whole)
    }
}

fn is_command(typed: &str) -> bool {
    COMMANDS.iter().any(|(command, _)| *command == typed)
}

fn agent_failure(error: SessionError) -> anyhow::Error {
    wrong_use(error)
}

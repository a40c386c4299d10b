//! Files that must not be one file: what a command writes and what it reads.

use std::borrow::Cow;
use std::fs::{self, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The files of a command, each with what its user knows it by (`--out`, `the configuration`). What is to be written must be
/// no file that is read, none that is written, too, none that standard output or standard error goes to, no database (SQLite)
/// unless it is one for the command, and nothing that belongs to a database.
///
/// ```
/// # use std::path::Path;
/// # use spinward_agents::file::Files;
/// let (game, picture) = (Path::new("game.jsonl"), Some(Path::new("./game.jsonl")));
/// let error = Files::default().reads("the replay", [game]).writes("--svg", picture).check().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "--svg ./game.jsonl would be written over the replay (game.jsonl): another name would be right"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Files<'a> {
    read: Vec<Named<'a>>,
    written: Vec<Named<'a>>,
    filled: Vec<Filled<'a>>,
}

#[derive(Clone, Debug)]
struct Named<'a> {
    role: &'a str,
    place: Place<'a>,
    is_database: bool,
}

#[derive(Clone, Debug)]
enum Place<'a> {
    File(Cow<'a, Path>),
    Input,
    Output,
    Errors,
}

/// What the names of files end in that SQLite keeps beside a database while it is written.
const BESIDE: [&str; 3] = ["-journal", "-wal", "-shm"];
/// What a database begins with.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// A folder that a command fills with files of one kind.
#[derive(Clone, Copy, Debug)]
struct Filled<'a> {
    role: &'a str,
    folder: &'a Path,
    extension: &'a str,
}

/// Two files of a command that must not be one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Clash {
    /// One would be written over the other.
    #[error("{written} would be written over {other}: another name would be right")]
    Over {
        /// What was to be written: its role and path.
        written: String,
        /// What it would be written over.
        other: String,
    },
    /// One lies among the files of a folder that the command fills, or reads.
    #[error(
        "{file} lies among the files of {filled}: another folder would be right, or another ending than .{extension}"
    )]
    Among {
        /// The file: its role and path.
        file: String,
        /// The folder that is filled.
        filled: String,
        /// How the names of its files end.
        extension: String,
    },
}

impl<'a> Files<'a> {
    /// Adds files that are read and not changed.
    #[must_use]
    pub fn reads(mut self, role: &'a str, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        self.read.extend(paths.into_iter().map(|path| Named::file(role, path)));
        self
    }

    /// Adds files that are written.
    #[must_use]
    pub fn writes(mut self, role: &'a str, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        self.written.extend(paths.into_iter().map(|path| Named::file(role, path)));
        self
    }

    /// Adds databases that are written.
    #[must_use]
    pub fn writes_database(mut self, role: &'a str, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        let databases = paths.into_iter().map(|path| Named { is_database: true, ..Named::file(role, path) });
        self.written.extend(databases);
        self
    }

    /// Adds what SQLite keeps beside databases while they are written: it is theirs, whether they are read or written.
    #[must_use]
    pub fn beside_databases(mut self, role: &'a str, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        for path in paths {
            let database = leads_to(path);
            self.read.extend(BESIDE.map(|end| {
                let mut beside = database.clone().into_os_string();
                beside.push(end);
                Named { role, place: Place::File(Cow::Owned(beside.into())), is_database: false }
            }));
        }
        self
    }

    /// Adds the standard input.
    #[must_use]
    pub fn reads_input(mut self, role: &'a str) -> Self {
        self.read.push(Named { role, place: Place::Input, is_database: false });
        self
    }

    /// Adds folders of files that the command names itself, or reads all of; no other file of the command may lie there and end
    /// like them.
    #[must_use]
    pub fn fills(
        mut self,
        role: &'a str,
        folders: impl IntoIterator<Item = &'a Path>,
        extension: &'a str,
    ) -> Self {
        self.filled.extend(folders.into_iter().map(|folder| Filled { role, folder, extension }));
        self
    }

    /// Compares what the paths lead to, through links and roundabout ways. It is for the time before anything is written.
    ///
    /// # Errors
    /// The first file that would be written over another one.
    pub fn check(&self) -> Result<(), Clash> {
        for (index, file) in self.written.iter().enumerate() {
            let others = self.read.iter().chain(&self.written[..index]);
            if let Some(other) = others.into_iter().find(|other| other.place.is(&file.place)) {
                return Err(Clash::Over { written: file.named(), other: other.in_brackets() });
            }
            if let Some(other) = file.database_in_the_way() {
                return Err(Clash::Over { written: file.named(), other });
            }
        }
        for stream in [Place::Output, Place::Errors] {
            let stream = Named { role: "", place: stream, is_database: false };
            let others = self.read.iter().chain(&self.written);
            if let Some(other) = others.into_iter().find(|other| other.place.is(&stream.place)) {
                return Err(Clash::Over { written: stream.named(), other: other.in_brackets() });
            }
        }
        for filled in &self.filled {
            let folder = Named::file(filled.role, filled.folder);
            let beside = self.read.iter().find(|other| other.place.is(&folder.place));
            if let Some(other) = beside.map(Named::in_brackets).or_else(|| folder.database_in_the_way()) {
                return Err(Clash::Over { written: folder.named(), other });
            }
            if let Some(file) = self.read.iter().chain(&self.written).find(|file| filled.takes(&file.place)) {
                return Err(Clash::Among {
                    file: file.named(),
                    filled: format!("{} {}", filled.role, filled.folder.display()),
                    extension: filled.extension.into(),
                });
            }
        }
        Ok(())
    }
}

impl<'a> Named<'a> {
    fn file(role: &'a str, path: &'a Path) -> Self {
        Self { role, place: Place::File(Cow::Borrowed(path)), is_database: false }
    }

    /// The database that is there, or that what is there belongs to, unless this is to be one.
    fn database_in_the_way(&self) -> Option<String> {
        let Place::File(path) = &self.place else { return None };
        let file = leads_to(path);
        let name = file.to_str()?;
        if !self.is_database && is_database(&file) {
            return Some(format!("a database ({})", path.display()));
        }
        let database = BESIDE.iter().find_map(|end| name.strip_suffix(end))?;
        is_database(Path::new(database)).then(|| format!("what belongs to the database ({database})"))
    }

    fn named(&self) -> String {
        format!("{} {}", self.role, self.place.name()).trim_start().into()
    }

    fn in_brackets(&self) -> String {
        format!("{} ({})", self.role, self.place.name())
    }
}

impl Place<'_> {
    fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Input => "standard input".into(),
            Self::Output => "standard output".into(),
            Self::Errors => "standard error".into(),
        }
    }

    fn is(&self, other: &Self) -> bool {
        let by_name = match (self, other) {
            (Self::File(one), Self::File(other)) => leads_to(one) == leads_to(other),
            _ => false,
        };
        by_name || self.number().is_some_and(|number| other.number() == Some(number))
    }

    /// What the system knows an ordinary file by, if it is there.
    fn number(&self) -> Option<(u64, u64)> {
        let about = match self {
            Self::File(path) => fs::metadata(path).ok(),
            Self::Input => opened(std::io::stdin()),
            Self::Output => opened(std::io::stdout()),
            Self::Errors => opened(std::io::stderr()),
        };
        about.filter(Metadata::is_file).and_then(|about| number(&about))
    }
}

impl Filled<'_> {
    fn takes(&self, place: &Place<'_>) -> bool {
        let Place::File(path) = place else { return false };
        let folder = leads_to(self.folder);
        path.extension().is_some_and(|extension| extension == self.extension)
            && [in_folder(path), leads_to(path)].iter().any(|file| file.parent() == Some(&folder))
    }
}

#[cfg(unix)]
fn number(about: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// What the system knows of an open stream.
#[cfg(unix)]
fn opened(stream: impl std::os::fd::AsFd) -> Option<Metadata> {
    fs::File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn opened<S>(_: S) -> Option<Metadata> {
    None
}

fn is_database(file: &Path) -> bool {
    let mut beginning = [0; DATABASE.len()];
    let read = fs::File::open(file).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && beginning == DATABASE
}

/// The file that a path leads to, whether it is there or not.
fn leads_to(path: &Path) -> PathBuf {
    if let Ok(file) = fs::canonicalize(path) {
        return file;
    }
    // A link to what is not there yet leads there all the same.
    if let Ok(target) = fs::read_link(path) {
        return in_folder(&path.parent().unwrap_or(Path::new("")).join(target));
    }
    in_folder(path)
}

/// The path by its folder's own name, whether that is there or not.
fn in_folder(path: &Path) -> PathBuf {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return path.into() };
    leads_to(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_every_way_to_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        let (input, absent) = (folder.join("in.toml"), folder.join("absent.json"));
        fs::write(&input, "").unwrap();
        fs::create_dir(folder.join("below")).unwrap();
        let check = |output: &Path| {
            Files::default()
                .reads("the configuration", [&*input])
                .writes("--save", [&*absent])
                .writes("--out", [output])
                .check()
        };
        let roundabout = |name: &str| folder.join("below/..").join(name);
        for path in [input.clone(), roundabout("in.toml"), absent.clone(), roundabout("absent.json")] {
            assert!(check(&path).is_err(), "{}", path.display());
        }
        let Err(Clash::Over { written, other }) = check(&roundabout("in.toml")) else { panic!("one file") };
        let (name, over) = (roundabout("in.toml"), format!("the configuration ({})", input.display()));
        assert_eq!((written, other), (format!("--out {}", name.display()), over));
        for path in [folder.join("other.json"), folder.join("below/in.toml"), "in.toml".into()] {
            assert_eq!(check(&path), Ok(()));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_whether_their_ends_are_there_or_not() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        let (input, link) = (folder.join("in.jsonl"), folder.join("link.svg"));
        fs::write(&input, "").unwrap();
        symlink("in.jsonl", &link).unwrap();
        let of_input = Files::default().reads("the replay", [&*input]).writes("--svg", [&*link]);
        assert!(of_input.check().is_err());
        let (new, to_new) = (folder.join("new.json"), folder.join("to-new.json"));
        symlink("new.json", &to_new).unwrap();
        assert!(Files::default().writes("--save", [&*new]).writes("--out", [&*to_new]).check().is_err());
    }
    #[cfg(unix)]
    #[test]
    fn a_file_of_two_names_is_one() {
        let place = tempfile::tempdir().unwrap();
        let (input, other) = (place.path().join("in.jsonl"), place.path().join("other.svg"));
        fs::write(&input, "").unwrap();
        fs::hard_link(&input, &other).unwrap();
        let error = Files::default().reads("the replay", [&*input]).writes("--svg", [&*other]).check();
        assert!(error.is_err());
    }

    /// What SQLite keeps beside a database is no place for anything else, whatever name led to the database.
    #[cfg(unix)]
    #[test]
    fn a_database_has_files_beside_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        let (lab, link) = (folder.join("lab.db"), folder.join("link.db"));
        fs::write(&lab, "").unwrap();
        std::os::unix::fs::symlink("lab.db", &link).unwrap();
        for database in [&lab, &link] {
            let check = |name: &str| {
                let path = folder.join(name);
                let files = Files::default().beside_databases("what belongs to the lab", [&**database]);
                files.writes("--html", [&*path]).check().map_err(|error| error.to_string())
            };
            for end in ["journal", "wal", "shm"] {
                let refused = check(&format!("lab.db-{end}")).unwrap_err();
                assert!(refused.contains("over what belongs to the lab ("), "{refused}");
            }
            assert_eq!(check("lab.db-page"), Ok(()));
        }
    }

    /// Whatever a command is about: a lab holds months.
    #[test]
    fn a_database_is_written_over_by_nothing() {
        let place = tempfile::tempdir().unwrap();
        let (lab, other) = (place.path().join("lab.db"), place.path().join("other.db"));
        fs::write(&lab, b"SQLite format 3\0 and more").unwrap();
        let writes =
            |path: &Path| Files::default().writes("--out", [path]).check().map_err(|e| e.to_string());
        assert!(writes(&lab).unwrap_err().contains("over a database ("));
        assert_eq!(Files::default().writes_database("--lab", [&*lab]).check(), Ok(()));
        for (name, is_refused) in [("lab.db-wal", true), ("lab.db-page", false), ("other.db-wal", false)] {
            let path = place.path().join(name);
            assert_eq!(writes(&path).is_err(), is_refused, "{name}");
            let filled = Files::default().fills("--replays", [&*path], "jsonl").check();
            assert_eq!(filled.is_err(), is_refused, "{name}");
        }
        let beside = place.path().join("other.db-journal");
        let new = Files::default().writes_database("--lab", [&*other]).beside_databases("its own", [&*other]);
        assert!(new.fills("--replays", [&*beside], "jsonl").check().is_err(), "a lab that is not there yet");
    }

    /// Whether the folder is there or not.
    #[test]
    fn nothing_else_lies_among_the_files_of_a_folder() {
        let place = tempfile::tempdir().unwrap();
        let (there, new) = (place.path().to_path_buf(), place.path().join("new"));
        for folder in [&there, &new] {
            let check = |save: PathBuf| {
                Files::default().writes("--save", [&*save]).fills("--replays", [&**folder], "jsonl").check()
            };
            let refused = check(folder.join("./save.jsonl")).unwrap_err().to_string();
            assert!(refused.contains("lies among the files of --replays "), "{refused}");
            for allowed in [folder.join("save.json"), folder.join("below/save.jsonl"), "save.jsonl".into()] {
                assert_eq!(check(allowed), Ok(()));
            }
        }
    }
}

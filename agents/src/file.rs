//! Whole files in and out. Errors say what can't be done, with which file and why, in words; a missing file is
//! answered with the one that was probably meant.

mod apart;

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use apart::{Clash, Files};

/// The longest text that is read, in bytes: what is longer was never meant to be read here.
const LONGEST_TEXT: u64 = 1 << 30;

/// What some editors begin a text with.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Why a file or folder can't be used.
#[derive(Debug, Error)]
#[error("can't {doing} {}: {}{hint}", .path.display(), reason(.path, .system))]
pub struct FileError {
    /// `read`, `write` or `make`.
    doing: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the system says.
    pub system: io::Error,
    /// What would be right, as the rest of the sentence; empty where nothing is known.
    hint: String,
}

impl FileError {
    /// What happened when this file was read.
    pub fn reading(path: &Path, system: io::Error) -> Self {
        let hint = if system.kind() == ErrorKind::NotFound { meant(path, None) } else { String::new() };
        Self { doing: "read", path: path.into(), system, hint }
    }

    /// What happened when this file was written.
    pub fn writing(path: &Path, system: io::Error) -> Self {
        Self { doing: "write", path: path.into(), system, hint: String::new() }
    }

    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        self.system.kind() == ErrorKind::NotFound
    }

    /// The same error; where the file is missing it names those of this folder that would be right.
    #[must_use]
    pub fn or_one_of(self, folder: &str) -> Self {
        let hint = if self.is_missing() { meant(&self.path, Some(Path::new(folder))) } else { self.hint };
        Self { hint, ..self }
    }
}

/// Why the system refused, as a clause.
fn reason(path: &Path, error: &io::Error) -> String {
    match (error.kind(), path.parent().filter(|folder| !is_there(folder))) {
        (ErrorKind::NotFound, Some(folder)) => format!("there is no folder {}", folder.display()),
        (ErrorKind::NotFound, None) => "there is no such file".into(),
        _ => in_words(error),
    }
}

/// What the system says, in words where it is one of the things that go wrong with files.
pub fn in_words(error: &io::Error) -> String {
    let words = match error.kind() {
        ErrorKind::IsADirectory => "it is a folder, not a file",
        ErrorKind::NotADirectory => "a part of its path is a file, not a folder",
        ErrorKind::AlreadyExists => "there is a file of this name",
        ErrorKind::PermissionDenied => "this is not permitted",
        ErrorKind::ReadOnlyFilesystem => "nothing can be written there",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the quota of disk space is used up",
        ErrorKind::FileTooLarge => "the file would be larger than the system allows",
        ErrorKind::InvalidData => "it is not text (UTF-8)",
        _ => return error.to_string(),
    };
    words.into()
}

fn is_there(folder: &Path) -> bool {
    folder.as_os_str().is_empty() || folder.exists()
}

/// `; did you mean 'a.toml'?`, or the files of the folder of examples, or nothing.
fn meant(path: &Path, examples: Option<&Path>) -> String {
    let like = |folder: &Path| {
        let entries = fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let mut files: Vec<PathBuf> = entries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| folder.join(entry.file_name()))
            .filter(|file| file.extension() == path.extension() && file.is_file())
            .collect();
        files.sort();
        files
    };
    let examples = examples.map_or(Vec::new(), like);
    let beside = path.parent().map_or(Vec::new(), like);
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let likeness = |file: &&PathBuf| strsim::jaro_winkler(&stem(file), &stem(path));
    let nearest = beside.iter().chain(&examples).max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match nearest.filter(|file| likeness(file) > 0.85) {
        Some(file) => format!("; did you mean '{}'?", file.display()),
        None if examples.is_empty() => String::new(),
        None => {
            let names: Vec<String> = examples.iter().map(|file| file.display().to_string()).collect();
            format!("; there is {}", names.join(", "))
        }
    }
}

/// The bytes of a file.
///
/// # Errors
/// If it can't be read.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|source| FileError::reading(path, source))
}

/// The text of a file, without the byte order mark that some editors begin it with.
///
/// # Errors
/// If it can't be read, is no text, or is longer than 1 GiB.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let text = || {
        let mut text = String::new();
        fs::File::open(path)?.take(LONGEST_TEXT).read_to_string(&mut text)?;
        if text.len() as u64 >= LONGEST_TEXT {
            return Err(io::Error::other("it is longer than 1 GiB"));
        }
        if text.starts_with(BYTE_ORDER_MARK) {
            text.remove(0);
        }
        Ok(text)
    };
    text().map_err(|source| FileError::reading(path, source))
}

/// What a reader of TOML says of lines that are none, and what would be right.
const FAULTS_OF_TOML: [(&str, &str); 2] = [
    ("key with no value, expected `=`", "a key without a value, where KEY = VALUE would be right"),
    (
        "string values must be quoted, expected literal string",
        "text without its quotation marks, where KEY = \"TEXT\" would be right",
    ),
];

/// What a reader of TOML or JSON complains of, with words for the names of types: `expected u32` means little to who wrote
/// the file.
pub fn without_types(message: &str) -> String {
    if let Some((_, words)) = FAULTS_OF_TOML.iter().find(|(said, _)| message == *said) {
        return (*words).into();
    }
    let Some((before, rest)) = message.split_once("expected ") else { return message.into() };
    let (kind, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len()));
    let after_name = || after.trim_start().find(' ').map_or("", |end| &after.trim_start()[end..]);
    let (words, after) = match kind {
        "u8" => ("a whole number from 0 to 255", after),
        "u16" => ("a whole number from 0 to 65535", after),
        "u32" => ("a whole number from 0 to 4294967295", after),
        "u64" | "usize" => ("a whole number from 0", after),
        "i8" | "i16" | "i32" | "i64" | "isize" => ("a whole number", after),
        "f32" | "f64" => ("a number", after),
        "struct" | "enum" => ("names with values", after_name()),
        _ => return message.into(),
    };
    format!("{before}expected {words}{after}")
}

/// Makes a folder, and those that it lies in.
///
/// # Errors
/// If the system refuses.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    let hint = String::new();
    fs::create_dir_all(path).map_err(|system| FileError { doing: "make", path: path.into(), system, hint })
}

/// Refuses a path where no file could be written, before the work that is to fill it.
///
/// # Errors
/// If its folder is not there, or it is a folder itself.
pub fn check_place(path: &Path) -> Result<(), FileError> {
    let folder = path.parent().is_none_or(is_there);
    match fs::metadata(path) {
        _ if !folder => Err(FileError::writing(path, ErrorKind::NotFound.into())),
        Ok(meta) if meta.is_dir() => Err(FileError::writing(path, ErrorKind::IsADirectory.into())),
        Ok(meta) if !meta.is_file() => {
            Err(FileError::writing(path, io::Error::other("it is no ordinary file")))
        }
        _ => Ok(()),
    }
}

/// Writes a file under a temporary name of its own beside it, then renames it: readers see all of it or none, what was there
/// before stays if it can't be written, and of several writers the last one wins.
///
/// # Errors
/// If the system refuses, or the path leads to something that is no file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    check_place(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    let write = || {
        let mut like_any = tempfile::Builder::new();
        #[cfg(unix)]
        like_any.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = like_any.prefix(&name).suffix(".tmp").tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|source: io::Error| FileError::writing(path, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_become_words() {
        for (message, words) in [
            (
                "invalid value: integer `-1`, expected u32 in `pairs`",
                "integer `-1`, expected a whole number from 0 to 4294967295 in `pairs`",
            ),
            ("invalid type: string \"x\", expected f64", "expected a number"),
            (
                "invalid type: integer `3`, expected struct ArenaRecord at line 1",
                "expected names with values at line 1",
            ),
            ("invalid type: map, expected a string", "invalid type: map, expected a string"),
            ("missing field `plan`", "missing field `plan`"),
            ("key with no value, expected `=`", "where KEY = VALUE would be right"),
        ] {
            let told = without_types(message);
            assert!(told.ends_with(words), "{told}");
        }
    }

    #[test]
    fn a_missing_file_is_answered_with_what_there_is() {
        let place = tempfile::tempdir().unwrap();
        let examples = place.path().join("examples");
        make_folder(&examples).unwrap();
        write_whole(&examples.join("tiny.toml"), b"").unwrap();
        let folder = examples.to_str().unwrap();
        let text = |path: &Path| read_text(path).unwrap_err().or_one_of(folder).to_string();
        let near = text(&examples.join("tinny.toml"));
        assert!(near.ends_with(&format!("no such file; did you mean '{folder}/tiny.toml'?")), "{near}");
        let far = text(&place.path().join("x.toml"));
        assert!(far.ends_with(&format!("there is no such file; there is {folder}/tiny.toml")), "{far}");
        let nowhere = text(&place.path().join("nowhere/x.toml"));
        assert!(nowhere.contains("nowhere/x.toml: there is no folder "), "{nowhere}");
    }

    #[test]
    fn what_is_there_survives_a_write_that_fails() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        make_folder(&folder).unwrap();
        let text = write_whole(&folder, b"x").unwrap_err().to_string();
        assert_eq!(text, format!("can't write {}: it is a folder, not a file", folder.display()));
        let file = place.path().join("file");
        write_whole(&file, b"old").unwrap();
        let below = write_whole(&file.join("x"), b"x").unwrap_err().to_string();
        assert!(below.ends_with("a part of its path is a file, not a folder"), "{below}");
    }
    /// Other writers of a file are not in the way, whatever they left.
    #[test]
    fn every_writer_has_a_temporary_file_of_his_own() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        make_folder(&place.path().join("file.tmp")).unwrap();
        std::thread::scope(|scope| {
            for text in ["mine", "yours"] {
                let file = &file;
                scope.spawn(move || (0..20).for_each(|_| write_whole(file, text.as_bytes()).unwrap()));
            }
        });
        assert!(["mine", "yours"].contains(&&*read_text(&file).unwrap()));
        let left = fs::read_dir(place.path()).unwrap().count();
        assert_eq!(left, 2, "the file and what was there before");
    }

    #[test]
    fn a_missing_folder_is_told_only_where_it_is_missing() {
        let place = tempfile::tempdir().unwrap();
        let missing =
            |path: &str| FileError::writing(&place.path().join(path), ErrorKind::NotFound.into()).to_string();
        assert!(missing("x").ends_with("there is no such file"), "{}", missing("x"));
        assert!(missing("nowhere/x").contains("there is no folder "), "{}", missing("nowhere/x"));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        write_whole(&file, "\u{feff}game = 'pig'".as_bytes()).unwrap();
        assert_eq!(read_text(&file).unwrap(), "game = 'pig'");
    }
}

//! Files that must not be one file: what a command writes and what it reads.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The files of a command, each with what its user knows it by (`--out`, `the configuration`). What is to be written must be
/// no file that is read, and none that is written, too.
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
}

#[derive(Clone, Copy, Debug)]
struct Named<'a> {
    role: &'a str,
    path: &'a Path,
}

/// A file that was to be written over another one of the same command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{role} {} would be written over {other} ({}): another name would be right", .path.display(), .over.display())]
pub struct SameFile {
    /// What was to be written.
    pub role: String,
    /// Its path.
    pub path: PathBuf,
    /// What it would be written over.
    pub other: String,
    /// The path of that.
    pub over: PathBuf,
}

impl<'a> Files<'a> {
    /// Adds files that are read and not changed.
    #[must_use]
    pub fn reads(mut self, role: &'a str, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        self.read.extend(paths.into_iter().map(|path| Named { role, path }));
        self
    }

    /// Adds files that are written.
    #[must_use]
    pub fn writes(mut self, role: &'a str, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        self.written.extend(paths.into_iter().map(|path| Named { role, path }));
        self
    }

    /// Compares what the paths lead to, through links and roundabout ways. It is for the time before anything is written.
    ///
    /// # Errors
    /// The first file that would be written over another one.
    pub fn check(&self) -> Result<(), SameFile> {
        for (index, Named { role, path }) in self.written.iter().enumerate() {
            let others = self.read.iter().chain(&self.written[..index]);
            if let Some(other) = others.into_iter().find(|other| leads_to(other.path) == leads_to(path)) {
                return Err(SameFile {
                    role: (*role).into(),
                    path: path.into(),
                    other: other.role.into(),
                    over: other.path.into(),
                });
            }
        }
        Ok(())
    }
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

/// The path by its folder's own name.
fn in_folder(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.into(),
    }
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
        let error = check(&roundabout("in.toml")).unwrap_err();
        assert_eq!((&*error.role, &*error.other, &error.over), ("--out", "the configuration", &input));
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
}

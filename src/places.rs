//! Where what a command writes may go: never over what it reads, or over something else that it writes.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::exit::wrong_use;

/// Refuses to write `output` over one of the files that the command reads or writes otherwise, however their paths are written.
///
/// # Errors
/// If it is one of them; what would be right is said.
pub(crate) fn refuse_overwriting<'a>(
    others: impl IntoIterator<Item = &'a Path>,
    output: &Path,
) -> Result<()> {
    let place = whole(output);
    match others.into_iter().find(|other| whole(other) == place) {
        Some(other) => Err(wrong_use(format!(
            "{}: this command needs {} itself and would write over it; name another file to write",
            output.display(),
            other.display()
        ))),
        None => Ok(()),
    }
}

/// The path without links and detours; of a file that is not there yet, in the folder that is.
fn whole(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let below = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(below).unwrap_or_else(|| path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_detour_leads_over_what_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("lab.db"), "").unwrap();
        std::fs::create_dir(path("runs")).unwrap();
        let refused = |other: &str, output: &str| {
            refuse_overwriting([path("another").as_path(), &path(other)], &path(output)).is_err()
        };
        assert!(refused("lab.db", "lab.db") && refused("lab.db", "runs/../lab.db"));
        assert!(refused("new.db", "runs/../new.db"), "neither is there yet");
        assert!(!refused("lab.db", "lab.html") && !refused("runs/lab.db", "lab.db"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("lab.db"), path("link.db")).unwrap();
            assert!(refused("lab.db", "link.db"));
        }
    }
}

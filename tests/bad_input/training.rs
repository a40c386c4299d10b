//! The folder of a training run, damaged in every way: part of the table where the program is built with libtorch.

#[cfg(not(feature = "torch"))]
pub(super) fn table() -> Vec<super::Row> {
    Vec::new()
}

#[cfg(feature = "torch")]
pub(super) use damaged_runs::table;

#[cfg(feature = "torch")]
mod damaged_runs {
    use std::fs;
    use std::path::{Path, PathBuf};

    use crate::{Row, answer, copy, files, refusal, spinward, words};

    const AGAIN: &str = "train train.toml --run runs/a --pairs 0";

    /// Files of a run that going on with it needs. The last of a folder's is the newest.
    const NEEDED: [&str; 8] = [
        "config.toml",
        "checkpoints/*/SHA256SUMS",
        "checkpoints/*/average.safetensors",
        "checkpoints/*/moments.safetensors",
        "checkpoints/*/position.json",
        "checkpoints/*/weights.safetensors",
        "shards/games-*.shard",
        "a.bundle",
    ];

    pub(crate) fn table() -> Vec<Row> {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        files::examples(folder);
        let trained = answer(folder, spinward().args(words(AGAIN)).args(["--bundle", "a.bundle"]));
        assert_eq!(trained.code, Some(0), "{trained:?}");
        let mut rows = damages(folder);
        rows.extend(places(folder));
        let again = answer(folder, spinward().args(words(AGAIN)));
        assert_eq!(again.code, Some(0), "what was tried has done no harm: {again:?}");
        rows
    }

    /// Every needed file, damaged in every way.
    fn damages(folder: &Path) -> Vec<Row> {
        let mut rows = Vec::new();
        for needed in NEEDED {
            let of_run = needed != "a.bundle";
            let file = newest(&if of_run { folder.join("runs/a") } else { folder.into() }, needed);
            let command = if of_run { AGAIN } else { "train train.toml --run runs/b --from a.bundle" };
            let good = fs::read(&file).unwrap();
            let name = file.file_name().unwrap().to_str().unwrap().to_string();
            let mut attempt = |what: &str| {
                let answer = refusal(folder, spinward().args(words(command)), &name, what);
                rows.push(Row { command: command.into(), what: format!("{needed} {what}"), answer });
                let _ = fs::remove_dir_all(folder.join("runs/b"));
            };
            fs::remove_file(&file).unwrap();
            // Without its description a run is a new one, and without a shard it goes on.
            if !needed.starts_with("config") && !needed.starts_with("shards") {
                attempt("missing");
            }
            fs::create_dir(&file).unwrap();
            attempt("that is a folder");
            fs::remove_dir(&file).unwrap();
            // In a text, the first letter of a key.
            let text = String::from_utf8_lossy(&good);
            let middle =
                text.find("generations").filter(|_| needed == "config.toml").unwrap_or(good.len() / 2);
            let mut flipped = good.clone();
            flipped[middle] ^= 1;
            for (what, bytes) in [
                ("that is empty", Vec::new()),
                ("of random bytes", (0..=255).cycle().map(|b: u8| b.wrapping_mul(167)).take(2000).collect()),
                ("that is cut off", good[..middle + 5].to_vec()),
                ("with one bit flipped", flipped),
            ] {
                fs::write(&file, bytes).unwrap();
                attempt(what);
            }
            fs::write(&file, good).unwrap();
        }
        rows
    }

    /// Runs that are not what the configuration says, and places where no run can be.
    fn places(folder: &Path) -> Vec<Row> {
        let config = fs::read_to_string(folder.join("train.toml")).unwrap();
        let write = |name: &str, from: &str, to: &str| {
            assert!(config.contains(from), "{from}");
            fs::write(folder.join(name), config.replace(from, to)).unwrap();
        };
        write("other-setup.toml", "target = 20", "target = 30");
        write("other-network.toml", "width = 16", "width = 32");
        write("other-seed.toml", "seed = 1", "seed = 2");
        fs::write(folder.join("file"), "in the way").unwrap();
        fs::create_dir_all(folder.join("runs/swapped")).unwrap();
        copy(&folder.join("runs/a/checkpoints"), &folder.join("runs/swapped/checkpoints"));
        let cases = [
            ("train other-setup.toml --run runs/a", "another setup than the run's", "setup"),
            ("train other-network.toml --run runs/a", "another network than the run's", "network"),
            ("train other-seed.toml --run runs/a", "another seed than the run's", "seed"),
            ("train other-network.toml --run runs/swapped", "a checkpoint of another network", "checkpoints"),
            ("train other-setup.toml --run runs/c --from a.bundle", "a bundle of another game", "a.bundle"),
            (
                "train other-network.toml --run runs/c --from a.bundle",
                "a bundle of another network",
                "a.bundle",
            ),
            ("train train.toml --run runs/a --from a.bundle", "a run that has begun", "a.bundle"),
            ("train train.toml --run file", "a file is in the way", "file"),
            ("train train.toml --run file/below", "a file stands where a folder should", "file/below"),
            ("train train.toml --run runs/c --bundle nowhere/b", "there is no such folder", "nowhere/b"),
            ("train train.toml --run runs/c --bundle runs", "a folder is in the way", "runs"),
        ];
        let row = |(line, what, named): (&str, &str, &str)| {
            let answer = refusal(folder, spinward().args(words(line)), named, what);
            let _ = fs::remove_dir_all(folder.join("runs/c"));
            Row { command: line.into(), what: what.into(), answer }
        };
        cases.into_iter().map(row).collect()
    }

    /// The file that this pattern with one `*` means; the last in order of names.
    fn newest(folder: &Path, pattern: &str) -> PathBuf {
        let Some((before, after)) = pattern.split_once('*') else { return folder.join(pattern) };
        let (parent, prefix) = before.rsplit_once('/').unwrap();
        let mut found: Vec<PathBuf> = fs::read_dir(folder.join(parent))
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
            .map(|entry| match after.strip_prefix('/') {
                Some(below) => entry.path().join(below),
                None => entry.path(),
            })
            .filter(|path| path.is_file())
            .collect();
        found.sort();
        found.pop().unwrap_or_else(|| panic!("no {pattern}"))
    }
}

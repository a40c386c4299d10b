use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::Peers;
use crate::process::run;
use crate::workspace::cargo;

const OPEN_SPIEL: &str = "2.0.2";
const OPEN_SPIEL_RATES: &str = include_str!("open_spiel_rates.py");
const MANIFEST: &str = include_str!("Cargo.toml.in");
const RUST_PEERS: &str = include_str!("rust_peers.rs");

/// Puts the peers into this folder; quick when they are there.
///
/// # Errors
/// What could not be fetched or built, and what that needs.
pub(super) fn install(folder: &Path) -> Result<Peers> {
    let project = folder.join("rust");
    fs::create_dir_all(project.join("src")).with_context(|| format!("can't make {}", project.display()))?;
    let open_spiel = folder.join("open_spiel_rates.py");
    write(&open_spiel, OPEN_SPIEL_RATES)?;
    write(&project.join("Cargo.toml"), MANIFEST)?;
    write(&project.join("src/main.rs"), RUST_PEERS)?;
    let python = folder.join("python/bin/python");
    if !has_open_spiel(&python) {
        let environment = folder.join("python");
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))
            .context("OpenSpiel needs Python 3 with venv (on Debian python3-venv)")?;
        let package = format!("open_spiel=={OPEN_SPIEL}");
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", &package])).context(
            "OpenSpiel comes from Python's package index: a network is needed, once, and a wheel for this Python",
        )?;
    }
    let manifest = project.join("Cargo.toml");
    let mut build = cargo(&["build", "--release", "--quiet", "--manifest-path"]);
    build.arg(manifest).arg("--target-dir").arg(folder.join("build"));
    run(&mut build)
        .context("board-game and shakmaty come from the Rust registry: a network is needed, once")?;
    Ok(Peers { python, open_spiel, rust: folder.join("build/release/peers") })
}

/// Writes a file unless it says so already, so that cargo sees no change.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("can't write {}", path.display()))
}

fn has_open_spiel(python: &Path) -> bool {
    let ask = "import importlib.metadata as m, pyspiel; print(m.version('open_spiel'))";
    let output = Command::new(python).args(["-c", ask]).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == OPEN_SPIEL)
}

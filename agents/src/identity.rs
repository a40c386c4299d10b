//! What makes two agents the same: what their specifications say, and what is in the files that they read.

use std::path::Path;

use sha2::{Digest, Sha256};
use spinward_env::core::ResolvedSetup;

use crate::file::{self, FileError};
use crate::net;
use crate::roster::{AgentSpec, SHIPS};

/// Options of agents that name a file.
const FILES: [&str; 2] = ["weights", "doctrine"];

/// An agent's specification with every file that it reads named by its content, the first 16 hex digits of its SHA-256; weights that
/// ship with the program are named, too. Two agents of one identity play alike in this setup, wherever their files lie.
///
/// # Errors
/// If a file can't be read.
pub fn identity(spec: &AgentSpec, setup: &ResolvedSetup) -> Result<String, FileError> {
    let mut named = spec.clone();
    for (key, value) in &mut named.options {
        if FILES.contains(&key.as_str()) {
            *value = name_of(&file::read(Path::new(value.as_str()))?);
        }
    }
    if let (true, Some(weights)) = (SHIPS.contains(&spec.name.as_str()), net::shipped_file(setup)) {
        named.options.entry("weights".into()).or_insert_with(|| name_of(weights));
    }
    Ok(named.to_string())
}

fn name_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::imperium::Imperium;
    use spinward_env::games::pig::Pig;

    #[test]
    fn an_agent_is_what_its_options_and_files_say() {
        let pig = Pig::from_setup(&Setup::new("pig")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let of = |text: &str| identity(&text.parse().unwrap(), pig.setup());
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            file::write_whole(&path, text.as_bytes()).unwrap();
            of(&format!("trained:visits=4:weights={}", path.display())).unwrap()
        };
        let (one, copy, other) = (file("one", "x"), file("two", "x"), file("one", "y"));
        assert_eq!(one, "trained:visits=4:weights=2d711642b726b044");
        assert!(one == copy && one != other, "{copy} {other}");
        assert_eq!(of("scripted:hold=20").unwrap(), "scripted:hold=20");
        assert!(of("trained:weights=nowhere").unwrap_err().is_missing());
    }

    /// Weights that ship with the program may change with it.
    #[test]
    fn shipped_weights_are_named() {
        let game = Imperium::from_setup(&Setup::new("imperium").scenario("nusku-gap")).unwrap();
        let of = |text: &str| identity(&text.parse().unwrap(), game.setup()).unwrap();
        assert!(of("trained").starts_with("trained:weights="), "{}", of("trained"));
        assert_eq!(of("greedy"), "greedy");
    }
}

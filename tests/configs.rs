//! Every file in `configs/` is one that the program takes.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_evaluation_config_opens_its_game_and_agents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/evaluation");
    let save = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // One pair of each is enough to know that the game opens and the agents play.
        let text = fs::read_to_string(&path).unwrap();
        let short: String = text
            .lines()
            .map(|line| if line.starts_with("pairs =") { "pairs = 1" } else { line })
            .collect::<Vec<_>>()
            .join("\n");
        let copy = save.path().join(path.file_name().unwrap());
        fs::write(&copy, short).unwrap();
        let played = Command::new(env!("CARGO_BIN_EXE_spinward")).arg("arena").arg(&copy).output().unwrap();
        assert!(played.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&played.stderr));
        seen += 1;
    }
    assert!(seen > 0);
}

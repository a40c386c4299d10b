//! One mutant: change, build, test, change back.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::Message;

use super::outcomes::Outcome;
use super::sample::Mutant;
use crate::workspace::cargo;

/// Which tests are put to a mutant, until one fails: those of its own module, its game's without the thousands of random
/// games, all of its game's.
fn stages<'a>(module: &'a str, game: &'a str) -> [[&'a str; 3]; 3] {
    [[module, "--skip", "soak"], [game, "--skip", "soak"], [game, "--skip", "no test"]]
}

/// Processor time that a stage of the tests may take, in seconds, whatever else the machine does: without a change a stage
/// takes some twenty.
const LIMIT_S: &str = "120";

/// How long a stage may take on the clock, for tests that wait and do nothing.
const PATIENCE: Duration = Duration::from_secs(1200);

/// What ends a process that took its processor time.
const SIGXCPU: i32 = 24;

/// Address space of the tests, in KiB: a change may make them ask for memory without end.
const MEMORY_KIB: &str = "8388608";

/// Where mutants are tried.
pub(super) struct Bench {
    /// The clone.
    pub(super) tree: PathBuf,
    /// Where it is built: unoptimised, since each mutant is built once and tested for seconds.
    pub(super) build: PathBuf,
}

impl Bench {
    /// # Errors
    /// If the tests fail without a change.
    pub(super) fn try_unchanged(&self) -> Result<()> {
        eprintln!("building and testing without a change");
        let program = self.built()?.context("the tests do not compile without a change")?;
        let outcome = self.tested(&program, "games::", "games::")?;
        ensure!(outcome == Outcome::Missed, "the tests fail without a change ({outcome})");
        Ok(())
    }

    /// Tries a mutant; also returns the seconds that it took.
    pub(super) fn try_mutant(&self, mutant: &Mutant) -> Result<(Outcome, f64)> {
        let start = Instant::now();
        self.patch(mutant, &[])?;
        let outcome = match self.built() {
            Ok(Some(program)) => self.tested(&program, &mutant.module(), &mutant.game()),
            Ok(None) => Ok(Outcome::Unviable),
            Err(error) => Err(error),
        };
        self.patch(mutant, &["--reverse"])?;
        Ok((outcome?, start.elapsed().as_secs_f64()))
    }

    fn patch(&self, mutant: &Mutant, how: &[&str]) -> Result<()> {
        let mut git = Command::new("git");
        git.arg("apply").args(how).arg("-").current_dir(&self.tree).stdin(Stdio::piped());
        let mut child = git.spawn().context("can't run git")?;
        child.stdin.take().context("git reads nothing")?.write_all(mutant.patch.as_bytes())?;
        ensure!(child.wait()?.success(), "can't apply the patch of {}", mutant.name);
        Ok(())
    }

    /// Builds the tests; `None` if they do not compile.
    fn built(&self) -> Result<Option<PathBuf>> {
        let mut build =
            cargo(&["test", "--package", "spinward-env", "--lib", "--no-run", "--message-format=json"]);
        build.current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.build).env("CARGO_INCREMENTAL", "1");
        build.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "false");
        // A change may leave something unused, which is no reason not to try it.
        build.env("RUSTFLAGS", "--cap-lints=allow");
        let output = build.stderr(Stdio::null()).output().context("can't run cargo")?;
        let mut program = None;
        for message in Message::parse_stream(&output.stdout[..]) {
            if let Message::CompilerArtifact(artifact) = message? {
                program = artifact.executable.map(PathBuf::from).or(program);
            }
        }
        match (output.status.success(), program) {
            (false, _) => Ok(None),
            (true, Some(program)) => Ok(Some(program)),
            (true, None) => bail!("cargo built no tests"),
        }
    }

    /// Runs the tests until one of them fails.
    fn tested(&self, program: &PathBuf, module: &str, game: &str) -> Result<Outcome> {
        for tests in stages(module, game) {
            let mut run = Command::new("sh");
            let limited = format!("ulimit -v {MEMORY_KIB}; ulimit -S -t {LIMIT_S}; exec \"$0\" \"$@\"");
            run.args(["-c", &limited]).arg(program).args(tests);
            run.current_dir(self.tree.join("env")).stdout(Stdio::null()).stderr(Stdio::null());
            let (mut child, start) = (run.spawn().context("can't run the tests")?, Instant::now());
            let status = loop {
                match child.try_wait()? {
                    Some(status) => break status,
                    None if start.elapsed() > PATIENCE => {
                        child.kill()?;
                        child.wait()?;
                        return Ok(Outcome::Timeout);
                    }
                    None => std::thread::sleep(Duration::from_millis(50)),
                }
            };
            if status.signal() == Some(SIGXCPU) {
                return Ok(Outcome::Timeout);
            }
            if !status.success() {
                return Ok(Outcome::Caught);
            }
        }
        Ok(Outcome::Missed)
    }
}

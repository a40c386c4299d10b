//! `cargo xtask setup`: provides libtorch and links it as `.libtorch` in the workspace.
//!
//! There is no libtorch package for Rust to download, so it comes from the torch wheel of Python's package
//! index, pinned by hash in `libtorch-wheels.txt`, trimmed to the 0.5 GB that a CPU build needs and shared by
//! all checkouts in the user's cache. Where Python itself has the same version installed, with CUDA as a rule,
//! that one is linked instead and nothing is downloaded.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::process::run;
use crate::workspace::root;

const VERSION: &str = "2.11.0";
const WHEELS: &str = include_str!("../libtorch-wheels.txt");
const UNPACK: &str = include_str!("unpack_libtorch.py");
/// Written last: a folder without it is the rest of an interrupted setup.
const COMPLETE: &str = ".complete";

/// Which tags the pinned wheels have, whatever the version of the local Python.
const WHEEL_TAGS: [&str; 16] = [
    "--python-version",
    "3.11",
    "--implementation",
    "cp",
    "--abi",
    "cp311",
    "--abi",
    "none",
    "--platform",
    "manylinux_2_28_x86_64",
    "--platform",
    "manylinux_2_25_x86_64",
    "--platform",
    "manylinux_2_17_x86_64",
    "--platform",
    "manylinux2014_x86_64",
];

/// Makes `.libtorch` point at a complete libtorch; quick when it does already.
///
/// # Errors
/// What is missing, with the package that brings it; what failed while downloading or unpacking.
pub(crate) fn set_up() -> Result<()> {
    let link = root().join(".libtorch");
    if fs::read_link(&link).is_ok_and(|to| to.ends_with(folder_name("wheels")) && is_complete(&to)) {
        return Ok(());
    }
    check_machine()?;
    let cache = cache_folder()?;
    fs::create_dir_all(&cache).with_context(|| format!("can't make the folder {}", cache.display()))?;
    let _lock = lock(&cache.join(".lock"))?;
    let folder = match torch_of_python() {
        Some(torch) => link_installed(&cache, &torch)?,
        None => unpack_wheels(&cache)?,
    };
    point(&link, &folder)?;
    eprintln!("libtorch {VERSION}: .libtorch -> {}", folder.display());
    Ok(())
}

/// Checks the machine for what setup and the build of torch-sys need.
fn check_machine() -> Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        bail!("libtorch is provided for Linux on x86-64 only; everything but learning works without it");
    }
    let mut missing = Vec::new();
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    if !answers(&compiler, &["--version"]) {
        missing.push(format!("a C++ compiler ('{compiler}' does not run): install g++, on Fedora gcc-c++"));
    }
    if !answers("python3", &["--version"]) {
        missing.push("Python 3 ('python3' does not run): install python3 and python3-pip".into());
    } else if !answers("python3", &["-m", "pip", "--version"]) {
        missing.push("pip ('python3 -m pip' does not run): install python3-pip".into());
    }
    if missing.is_empty() { Ok(()) } else { bail!("this machine lacks {}", missing.join("; and ")) }
}

fn answers(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}

fn cache_folder() -> Result<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        .map(|cache| cache.join("spinward/libtorch"))
        .context("neither XDG_CACHE_HOME nor HOME names a folder to keep libtorch in")
}

/// The version and a key made of everything that decides what is in the folder.
fn folder_name(source: &str) -> String {
    let digest = Sha256::new().chain_update(WHEELS).chain_update(UNPACK).chain_update(source).finalize();
    let key: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("{VERSION}-{key}")
}

fn is_complete(folder: &Path) -> bool {
    folder.join(COMPLETE).exists() && folder.join("lib/libtorch_cpu.so").exists()
}

fn lock(path: &Path) -> Result<File> {
    let file = File::create(path).with_context(|| format!("can't write {}", path.display()))?;
    if file.try_lock().is_err() {
        eprintln!("waiting for another setup to end ({})", path.display());
        file.lock().with_context(|| format!("can't lock {}", path.display()))?;
    }
    Ok(file)
}

/// The folder of the torch package that Python has installed, if it is the right version.
fn torch_of_python() -> Option<PathBuf> {
    let ask = "import importlib.metadata as m, importlib.util as u; \
               print(m.version('torch')); print(u.find_spec('torch').submodule_search_locations[0])";
    let output = Command::new("python3").args(["-c", ask]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let (version, folder) = text.trim().split_once('\n')?;
    let folder = PathBuf::from(folder);
    let usable = version.split('+').next() == Some(VERSION)
        && folder.join("lib/libtorch_cpu.so").exists()
        && folder.join("include").exists();
    usable.then_some(folder)
}

fn link_installed(cache: &Path, torch: &Path) -> Result<PathBuf> {
    let target = cache.join(folder_name(&torch.to_string_lossy()));
    if is_complete(&target) {
        return Ok(target);
    }
    build(&target, |folder| {
        for part in ["lib", "include"] {
            std::os::unix::fs::symlink(torch.join(part), folder.join(part))?;
        }
        Ok(())
    })?;
    Ok(target)
}

fn unpack_wheels(cache: &Path) -> Result<PathBuf> {
    let target = cache.join(folder_name("wheels"));
    if is_complete(&target) {
        return Ok(target);
    }
    let wheels = cache.join("wheels");
    fs::create_dir_all(&wheels)?;
    let requirements = wheels.join("requirements.txt");
    fs::write(&requirements, WHEELS)?;
    eprintln!("fetching libtorch {VERSION} with pip: about 550 MB, once");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-cache-dir"])
        .args(["--no-deps", "--require-hashes", "--only-binary=:all:"])
        .args(WHEEL_TAGS)
        .arg("--dest")
        .arg(&wheels)
        .arg("--requirement")
        .arg(&requirements);
    run(&mut pip).context(
        "pip could not fetch the torch wheels (it asks the package index that pip is configured with)",
    )?;
    build(&target, |folder| {
        let mut python = Command::new("python3");
        run(python.args(["-c", UNPACK]).arg(&wheels).arg(folder))
    })?;
    fs::remove_dir_all(&wheels)?;
    Ok(target)
}

/// Fills a folder beside the target and moves it there whole.
fn build(target: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let partial = target.with_extension("partial");
    for rest in [&partial, target] {
        match fs::remove_dir_all(rest) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("can't remove {}", rest.display()));
            }
            _ => {}
        }
    }
    fs::create_dir_all(&partial)?;
    fill(&partial)?;
    fs::write(partial.join("build-version"), format!("{VERSION}\n"))?;
    fs::write(partial.join(COMPLETE), "")?;
    fs::rename(&partial, target).with_context(|| format!("can't make {}", target.display()))
}

fn point(link: &Path, folder: &Path) -> Result<()> {
    let fresh = link.with_extension(format!("{}", std::process::id()));
    std::os::unix::fs::symlink(folder, &fresh)
        .and_then(|()| fs::rename(&fresh, link))
        .inspect_err(|_| drop(fs::remove_file(&fresh)))
        .with_context(|| format!("can't make the link {}: is a folder in its place?", link.display()))
}

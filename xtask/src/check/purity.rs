//! What code may do where: no IO, clocks or threads in `env`; `unsafe` only in named modules.

use super::sources::{RustFile, has_word};

/// Modules of `std` that `env` has no use for: it does no IO, reads no clock and starts no thread.
const FORBIDDEN_IN_ENV: [&str; 6] = ["env", "fs", "net", "process", "thread", "time"];
const FORBIDDEN_MACROS: [&str; 5] = ["print!", "println!", "eprint!", "eprintln!", "dbg!"];

/// The only files with `unsafe` code.
const UNSAFE: [&str; 2] = ["agents/src/net/torch/cuda.rs", "agents/tests/allocations.rs"];

/// The crates that refuse unsafe code altogether.
const SAFE_CRATES: [&str; 4] =
    ["env/src/lib.rs", "evaluation/src/lib.rs", "training/src/lib.rs", "xtask/src/main.rs"];

pub(super) fn breaches(files: &[RustFile]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        if file.path.starts_with("env/src/") {
            found.extend(impure_lines(file));
        }
        if !file.path.starts_with("xtask/src/check/") && !UNSAFE.contains(&file.path.as_str()) {
            let unsafe_lines = file.code().filter(|(_, line)| has_word(line, "unsafe"));
            found.extend(
                unsafe_lines.map(|(number, _)| file.breach(number, "unsafe code outside its modules")),
            );
        }
        if SAFE_CRATES.contains(&file.path.as_str()) && !file.text.contains("#![forbid(unsafe_code)]") {
            found.push(file.breach(1, "the crate lacks #![forbid(unsafe_code)]"));
        }
    }
    found
}

fn impure_lines(file: &RustFile) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_group = false;
    for (number, line) in file.code() {
        // `use std::{fs, io};`, over several lines or nested.
        in_group |= line.trim_start().starts_with("use std::{");
        for module in FORBIDDEN_IN_ENV {
            if line.contains(&format!("std::{module}::"))
                || line.contains(&format!("std::{module};"))
                || in_group && has_word(line, module)
            {
                found.push(file.breach(number, &format!("std::{module} has no place in env")));
            }
        }
        for macro_name in FORBIDDEN_MACROS {
            let start = line.trim_start();
            if start.starts_with(macro_name) || line.contains(&format!(" {macro_name}")) {
                found.push(file.breach(number, &format!("{macro_name} has no place in env")));
            }
        }
        in_group &= !line.contains("};");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::sources::file;
    use super::*;

    #[test]
    fn io_and_clocks_in_env_are_breaches() {
        let text = "use std::fmt;\nuse std::{\n    collections::BTreeMap,\n    fs,\n};\nlet now = std::time::Instant::now();\n    println!(\"x\");\n/// std::thread::spawn";
        let found = impure_lines(&file("env/src/a.rs", text));
        assert_eq!(
            found,
            [
                "env/src/a.rs:4: std::fs has no place in env",
                "env/src/a.rs:6: std::time has no place in env",
                "env/src/a.rs:7: println! has no place in env"
            ]
        );
    }

    #[test]
    fn unsafe_code_and_a_missing_forbid_are_breaches() {
        let found = breaches(&[
            file("agents/src/a.rs", "let x = unsafe { f() };"),
            file("training/src/lib.rs", "//! Learning."),
        ]);
        assert_eq!(found.len(), 2, "{found:?}");
    }
}

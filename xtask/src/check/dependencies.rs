//! Which crate may depend on which, where libtorch is reached, and that a plain build needs no C compiler.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The workspace's packages and the ones each may depend on.
const EDGES: [(&str, &[&str]); 6] = [
    ("spinward-env", &[]),
    ("spinward-agents", &["spinward-env"]),
    ("spinward-evaluation", &["spinward-env", "spinward-agents"]),
    ("spinward-training", &["spinward-env", "spinward-agents", "spinward-evaluation"]),
    ("spinward", &["spinward-env", "spinward-agents", "spinward-evaluation", "spinward-training"]),
    ("xtask", &[]),
];

/// The packages that may name libtorch's, and only as optional dependencies.
const LEARNERS: [&str; 2] = ["spinward-agents", "spinward-training"];
const LIBTORCH: [&str; 2] = ["tch", "torch-sys"];

/// Build dependencies that mean C or C++ code.
const C_BUILDERS: [&str; 4] = ["cc", "cmake", "bindgen", "pkg-config"];

pub(super) fn breaches(root: &Path) -> Result<Vec<String>> {
    let metadata = MetadataCommand::new()
        .current_dir(root)
        .other_options(["--locked", "--filter-platform", "x86_64-unknown-linux-gnu"].map(String::from))
        .exec()
        .context("can't read `cargo metadata`")?;
    let mut found: Vec<String> =
        metadata.workspace_packages().into_iter().flat_map(package_breaches).collect();
    found.extend(c_code_without_features(&metadata));
    Ok(found)
}

fn package_breaches(package: &Package) -> Vec<String> {
    let name = package.name.as_str();
    let Some((_, allowed)) = EDGES.iter().find(|(member, _)| *member == name) else {
        return vec![format!(
            "{name} is no known package: say in xtask/src/check/dependencies.rs what it may depend on"
        )];
    };
    let mut found = Vec::new();
    for dependency in &package.dependencies {
        let on = dependency.name.as_str();
        if EDGES.iter().any(|(member, _)| *member == on) && !allowed.contains(&on) && on != name {
            found.push(format!("{name} depends on {on}: dependencies point one way"));
        }
        if LIBTORCH.contains(&on) && !(LEARNERS.contains(&name) && dependency.optional) {
            found.push(format!(
                "{name} depends on {on}: only feature torch of {} may",
                LEARNERS.join(" and ")
            ));
        }
    }
    found
}

/// Follows the program's dependencies without features to anything that is built from C.
fn c_code_without_features(metadata: &Metadata) -> Vec<String> {
    let (Some(resolve), Some(program)) = (&metadata.resolve, metadata.root_package()) else {
        return vec!["cargo resolves no root package".into()];
    };
    let mut found = Vec::new();
    let (mut seen, mut open) = (BTreeSet::new(), vec![&program.id]);
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = &resolve[id];
        for dependency in &node.deps {
            if dependency.dep_kinds.iter().all(|kind| kind.kind == DependencyKind::Development) {
                continue;
            }
            let name = metadata[&dependency.pkg].name.as_str();
            if C_BUILDERS.contains(&name) {
                found.push(format!(
                    "without features the program builds C code: {} has build dependency {name}",
                    metadata[id].name
                ));
            }
            open.push(&dependency.pkg);
        }
    }
    found
}

//! Builds anew when the weights that ship change: they are inside the program.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

fn main() {
    println!("cargo::rerun-if-changed=weights");
}

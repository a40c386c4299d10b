use super::*;

const METRICS: &str = r#"{"kind":"games","step":0,"games":8,"decisions":68,"decisions_per_game":8.5,"drawn":0,"won_seat_0":0.5,"won_seat_1":0.5}
{"kind":"learning","step":9,"policy":0.520873,"outcome":1.06,"margin":2.99,"owner":0,"agreement":0.7083}
{"kind":"games","step":9,"games":6,"decisions":71,"decisions_per_game":11.8,"drawn":0,"won_seat_0":0.66,"won_seat_1":0.33,"value_error":0.88,"evaluations_per_s":48884}
{"kind":"learning","step":18,"policy":null,"outcome":0.9,"margin":2.76,"owner":0,"agreement":0.9}
"#;

fn run(files: &[(&str, &str)]) -> (tempfile::TempDir, Result<RunFiles, RunFilesError>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let read = RunFiles::read(folder.path());
    (folder, read)
}

#[test]
fn the_page_tells_what_the_folder_holds() {
    let config = "[run]\nname = \"<x>\"";
    let files = [
        ("metrics.jsonl", METRICS),
        ("config.toml", config),
        ("versions.json", r#"{"game":"pig","rules":1}"#),
    ];
    let (_folder, read) = run(&files);
    let page = read.unwrap().page();
    for part in [
        "<h3>Policy loss</h3>",
        "<th scope=\"row\">9</th><td>0.521</td>",
        "<dd>14</dd>",
        "name = &quot;&lt;x&gt;&quot;",
        "<a href=\"metrics.jsonl\">",
        "<th scope=\"row\">rules</th><td>1</td>",
    ] {
        assert!(page.contains(part), "{part} is missing");
    }
    assert!(!page.contains("Owner loss"), "a game without owned places has no such loss");
    assert!(!page.contains("NaN") && !page.contains("inf"), "what is no number is left out");
    assert!(!page.contains("http"), "the page loads nothing");
}

#[test]
fn the_same_folder_gives_the_same_page() {
    let (folder, read) = run(&[("metrics.jsonl", METRICS)]);
    let page = read.unwrap().page();
    fs::write(folder.path().join("report.html"), &page).unwrap();
    assert_eq!(RunFiles::read(folder.path()).unwrap().page(), page);
}

#[test]
fn a_cut_off_last_line_is_left_out_and_any_other_fault_is_named() {
    let cut = &METRICS[..METRICS.len() - 20];
    let (_folder, read) = run(&[("metrics.jsonl", cut)]);
    assert_eq!(read.unwrap().metrics.len(), 3);
    let (_folder, read) = run(&[("metrics.jsonl", "{\"kind\":\"games\"\n{}\n")]);
    assert!(read.unwrap_err().to_string().contains("metrics.jsonl: line 1: "));
    let (_folder, read) = run(&[("arena.json", "{}")]);
    assert!(read.unwrap_err().to_string().contains("arena.json: missing field"));
    let (_folder, read) = run(&[("config.toml", "")]);
    assert!(read.unwrap_err().to_string().ends_with("no run: there is neither metrics.jsonl nor arena.json"));
}

/// Whatever a figure turns into, the page is made or the file is refused.
#[test]
fn no_changed_byte_makes_the_page_fail() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cmd/report.in/run");
    let folder = tempfile::tempdir().unwrap();
    let (mut made, mut refused) = (0, 0);
    for name in ["arena.json", "metrics.jsonl"] {
        let good = fs::read(example.join(name)).unwrap();
        for at in (0..good.len()).step_by(5) {
            let mut changed = good.clone();
            changed[at] ^= 1 << (at % 7);
            fs::write(folder.path().join(name), changed).unwrap();
            match RunFiles::read(folder.path()) {
                Ok(files) => made += usize::from(!files.page().is_empty()),
                Err(_) => refused += 1,
            }
        }
        fs::write(folder.path().join(name), good).unwrap();
    }
    assert!(made > 0 && refused > 0, "{made} pages, {refused} refusals");
}

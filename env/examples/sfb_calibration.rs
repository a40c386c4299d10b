//! Fights the battles of the calibration table anew and prints what the prototype found beside it:
//! `cargo run --release -p spinward-env --example sfb_calibration [BATTLES] [SEED]` (4,000 battles of each row and seed 1 where nothing is said).

use std::io::Write;

use spinward_env::core::Setup;
use spinward_env::games::sfb_campaign::battle::calibration::{Measured, TABLE};
use spinward_env::games::sfb_campaign::battle::fight::BattleRules;
use spinward_env::games::sfb_campaign::data::Data;
use spinward_env::games::sfb_campaign::rules::card;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u32| -> Result<u32, String> {
        let Some(text) = arguments.next() else { return Ok(default) };
        text.parse()
            .map_err(|_| format!("'{text}' is no whole number; usage: sfb_calibration [BATTLES] [SEED]"))
    };
    let (battles, seed) = (number(4000)?.max(1), number(1)?);
    let data = Data::read(&Setup::new("sfb_campaign").resolve(&card())?)?;
    let rules = BattleRules { figures: &data.battle, movement: &data.campaign.movement, capture: true };
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{battles} battles each, seed {seed}: here | published; rounds published count one more\n"
    )?;
    writeln!(out, "| battle | win | rounds | left | lost | crippled |\n|---|---|---|---|---|---|")?;
    for row in &TABLE {
        let (here, there) = (row.measure(&rules, battles, seed.into()), row.published);
        let pair = |part: fn(&Measured) -> [f64; 2]| {
            let [ours, theirs] = [part(&here), part(&there)];
            format!("{:.2} {:.2} / {:.2} {:.2}", ours[0], ours[1], theirs[0], theirs[1])
        };
        writeln!(
            out,
            "| {} v {} ({}+{}) {:?} | {:.3} / {:.2} | {:.1} / {:.1} | {} | {} | {} |",
            row.sides[0],
            row.sides[1],
            row.intensity[0],
            row.intensity[1],
            row.special,
            here.win,
            there.win,
            here.rounds,
            there.rounds,
            pair(|measured| measured.left),
            pair(|measured| measured.lost),
            pair(|measured| measured.crippled)
        )?;
    }
    Ok(())
}

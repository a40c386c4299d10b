//! The parameters of the doctrine, once for each side.

use crate::doctrine::parameters_by_side;

parameters_by_side! {
    "terran", "imperial";
    attack_odds: 1.1, 1.1, (0.3, 5.0), "A fleet attacks where it has this many times the enemy's power.";
    leave_odds: 0.6, 0.6, (0.0, 2.0), "Fleets leave a battle where they have less than this part of the enemy's power.";
    raid: 1.0, 1.0, (0.0, 5.0), "How much a point of glory in enemy planets draws fleets with troops.";
    guard: 0.2, 0.2, (0.0, 3.0), "How much one in threatened own planets draws fleets.";
    gather: 0.02, 0.02, (0.0, 0.5), "How much the power of other own fleets draws a fleet.";
    patience: 0.7, 0.7, (0.1, 1.0), "What a gain one jump further away is worth, as part of its worth.";
    settle: 0.5, 0.5, (0.0, 5.0), "How much free planets that can grow into worlds draw fleets with empty transports in peace.";
    funds: 7.0, 7.0, (1.0, 20.0), "The Imperial appeals for funds from this glory on (Terran: no effect).";
    forces: 20.0, 20.0, (2.0, 20.0), "The Imperial appeals for forces from this glory on (Terran: no effect).";
    scouts: 4.0, 4.0, (0.0, 10.0), "Scouts wanted.";
    transports: 3.0, 3.0, (0.0, 8.0), "Transports wanted.";
    attack_transports: 2.0, 2.0, (0.0, 5.0), "Attack transports wanted.";
    troops: 5.0, 5.0, (0.0, 8.0), "Regular troops wanted.";
    capital: 1.0, 1.0, (0.0, 3.0), "What capital warships are worth beside light ones, for their power and price.";
    defences: 0.5, 0.5, (0.0, 3.0), "What monitors, fighters and planetary defences are worth near the enemy, likewise.";
}

//! The parameters of the doctrine, once for each side.

use crate::doctrine::parameters_by_side;

parameters_by_side! {
    "terran", "imperial";
    attack_odds: 1.2, 1.1, (0.3, 5.0), "The fleet attacks where it gathers this many times the enemy's power.";
    react_odds: 0.9, 0.9, (0.3, 5.0), "In Reaction Movement it joins a fight at these odds.";
    assault_odds: 0.7, 0.7, (0.1, 5.0), "Troops land where their strength is this many times that of the defence.";
    leave_odds: 0.35, 0.35, (0.0, 2.0), "A fleet breaks off when its power falls below this part of the enemy's.";
    garrison: 0.0, 1.0, (0.0, 10.0), "Troops that stay in an own box when others are taken up.";
    troops: 1.0, 3.0, (0.0, 10.0), "Troops wanted within reach of the front, with a transport for each.";
    picket: 1.0, 1.0, (0.0, 2.0), "One ship closes the way 1: where the enemy could come next; 2: also behind those.";
    glory: 8.0, 12.0, (0.0, 60.0), "What a point of glory is worth, in RU.";
    defence: 0.6, 0.6, (0.0, 3.0), "How much the fleet cares for its own boxes beside those of the enemy.";
    appeal_glory: 4.0, 4.0, (0.0, 11.0), "The Imperial appeals for military aid from this glory on (Terran: no effect).";
    appeal_turns: 5.0, 5.0, (0.0, 8.0), "Such an appeal needs so many game turns still to come (Terran: no effect).";
    mass: 3.0, 3.0, (0.5, 10.0), "How many times the power that a place asks for is sent there before other places get any.";
    cover: 0.5, 0.5, (0.0, 1.0), "How much a fleet protects own boxes one lane away, to which it can react.";
    tanker: 1.0, 1.0, (0.0, 2.0), "Tankers kept: 0 none, 1 to open a dry system when it is on the way, 2 to stand there always.";
    monitors: 0.0, 0.0, (0.0, 5.0), "Monitors wanted.";
    defences: 0.0, 0.0, (0.0, 11.0), "PD wanted.";
    outposts: 2.0, 2.0, (0.0, 6.0), "New outposts are placed about as many lanes from the nearest enemy box.";
    expansion: 0.0, 0.0, (0.0, 5.0), "New outposts wanted in each turn.";
    overhaul: 0.4, 0.4, (0.0, 2.0), "Disruption is overhauled if it costs less than this part of the ship's price.";
    suicide: 1.3, 1.3, (0.5, 5.0), "A suicide attack must be worth this many times the ship lost.";
    bombard: 1.0, 1.0, (0.0, 5.0), "How much damage in a box is worth beside the risk of planetary fire.";
    build_scout: 1.1, 1.1, (0.0, 30.0), "What a new SC is worth, in RU.";
    build_destroyer: 3.3, 3.3, (0.0, 30.0), "What a new DD is worth, in RU.";
    build_light_cruiser: 6.0, 6.3, (0.0, 30.0), "What a new CL is worth, in RU.";
    build_missile_boat: 1.1, 0.0, (0.0, 30.0), "What a new MB is worth, in RU (Imperial: no effect).";
    build_large: 1.4, 1.0, (0.0, 3.0), "What new CR, CS, CA and battleships are worth, as part of their price.";
}

//! Actions, rolls and positions in words.

mod position;
mod read;
mod steps;
pub(super) mod words;

use self::words::{group_words, kind_word, refuse};
use super::action::{Action, Shift};
use super::class::Class;
use super::movement::Sighting;
use super::navigation::Course;
use super::odds::MAX_DICE;
use super::politics::Event;
use super::position::side_name;
use super::state::{
    Appeal, Battle, GroundStage, Group, Place, Spot, Stage, State, Step, Target, Volley, Way, Weapon,
};
use super::turn::CLOSE_OUT;
use super::view::View;
use super::{TERRAN, ThirdMillennium};
use crate::core::{Notation, OutcomeIndex, ParseError};

impl Notation for ThirdMillennium {
    fn action_text(&self, state: &State, action: Action) -> String {
        match action {
            Action::Done => done_text(state).into(),
            Action::Pick(pick) => {
                let seat = self.decider(state).unwrap_or(state.mover);
                match state.groups.packed_of(seat).get(usize::from(pick.0)) {
                    Some(packed) => {
                        let group = packed.group();
                        format!("{} from {}", kind_word(&group), self.place_text(group.place))
                    }
                    None => format!("group {}", pick.0),
                }
            }
            Action::Into(target) => match target {
                Target::Fleet(fleet) => format!("fill fleet {}", fleet.letter()),
                Target::New(system) => format!("new fleet at {}", self.map.at(system).name),
                Target::Port(system) => format!("leave ships at {}", self.map.at(system).name),
                Target::Planet(planet) => format!("land on {}", self.map.planet(planet).name),
            },
            Action::Build { class, at } => format!("build {class} at {}", self.map.at(at).name),
            Action::Activate(fleet) => format!("activate fleet {}", fleet.letter()),
            Action::Jump(system) => format!("to {}", self.map.at(system).name),
            Action::OffLane(heading) => format!("one hex {}", heading.word()),
            Action::Navigate => "leave the lanes".into(),
            Action::Lay if state.step == Step::Lay => "one counter more".into(),
            Action::Lay => "lay mines".into(),
            Action::Sweep => "sweep mines".into(),
            Action::Scout => "scout".into(),
            Action::Leave { light } => format!("leave {light} light"),
            Action::Shift(Shift::Close) => "close".into(),
            Action::Shift(Shift::Keep) => "keep the range".into(),
            Action::Shift(Shift::Open) => "open".into(),
            Action::Aim { ship } => {
                let target = state.battle.as_ref().and_then(|battle| battle.ships.get(usize::from(ship)));
                let kind = target.map_or_else(|| "ship".into(), |target| kind_word(&target.unit.group()));
                if is_leaving(state) {
                    format!("{kind} (number {ship}) leaves")
                } else {
                    format!("at {kind} (number {ship})")
                }
            }
            Action::Steer(way) => steer_text(state, way),
            Action::Withdraw(system) => format!("withdraw to {}", self.map.at(system).name),
            Action::Invade(planet) => format!("invade {}", self.map.planet(planet).name),
            Action::Bombard(planet) => format!("bombard {}", self.map.planet(planet).name),
            Action::Garrison => "the garrison".into(),
            Action::Capture => "keep the outpost".into(),
            Action::Raze => "destroy the outpost".into(),
            Action::Appeal(Appeal::Funds) => "appeal for funds".into(),
            Action::Appeal(Appeal::Forces) => "appeal for forces".into(),
            Action::Settle(planet) => format!("build an outpost on {}", self.map.planet(planet).name),
        }
    }

    fn outcome_text(&self, state: &State, outcome: OutcomeIndex) -> String {
        let index = outcome.index();
        match state.step {
            Step::Initiative => {
                let [terran, imperial] = Self::initiative_dice(index);
                format!("Terran {terran}, Imperial {imperial}")
            }
            Step::Intervention | Step::Petition { .. } => {
                self.events(state).get(index).map_or_else(String::new, |(event, _)| event_text(event))
            }
            Step::Retinue { worth, .. } => {
                self.retinue(state, worth).get(index).map_or("", |(class, _)| class.code()).into()
            }
            Step::Draw => self.drawn(state, index).map_or_else(
                || "nothing".into(),
                |troop| kind_word(&Group::troops(TERRAN, Place::Store, troop)),
            ),
            Step::Scouting => match self.sightings(state).get(index) {
                Some((Sighting::Seen, _)) => "success".into(),
                Some((Sighting::Escape, _)) => "failure, escape".into(),
                _ => "failure".into(),
            },
            Step::Navigate => match self.courses(state).get(index) {
                Some((Course::Controlled, _)) => "on course".into(),
                Some((Course::Random, _)) => "adrift".into(),
                _ => "lost in space".into(),
            },
            Step::Drift => match self.drifts(state).get(index) {
                Some((Some(heading), _)) => heading.word().into(),
                _ => "off the board".into(),
            },
            Step::Mines { dice: 0, .. } => match self.mined_ship(state, index) {
                Some(ship) => format!("{} is hit", kind_word(&ship)),
                None => "nothing".into(),
            },
            Step::Sweep { .. } => ["a point is swept", "nothing", "the sweeper is hit"]
                .get(index)
                .copied()
                .unwrap_or("nothing")
                .into(),
            Step::Return { .. } => if index == 0 { "back" } else { "still lost" }.into(),
            Step::Peace => format!("{} turns of peace", self.turns_of_peace(index)),
            Step::UpkeepRoll { .. } => if index == 0 { "passed" } else { "failed" }.into(),
            Step::Battle => match state.battle.as_ref().map(|battle| (battle, battle.stage)) {
                Some((battle, Stage::Range)) => match self.range_results(battle).get(index) {
                    Some((Some(winner), _)) => format!("{} sets the range", side_name(*winner)),
                    _ => "the range stays".into(),
                },
                Some((_, Stage::Counter { .. })) => format!("cancelled {index}"),
                _ => format!("hits {index}"),
            },
            _ => format!("hits {index}"),
        }
    }

    fn chapter(&self, state: &State) -> String {
        let place = match state.battle.as_ref() {
            Some(battle) => format!("; {}", self.battle_text(battle.at)),
            None => String::new(),
        };
        format!("{}{place}", self.moment_text(state))
    }

    fn glossary(&self) -> Vec<(String, String)> {
        let names = [
            "scout",
            "torpedo boat",
            "destroyer",
            "light cruiser",
            "strike cruiser",
            "cruiser",
            "heavy cruiser",
            "battle cruiser",
            "carrier",
            "old battleship",
            "battleship",
            "dreadnought",
            "flagship of the Guard",
            "repair ship",
            "attack transport",
            "transport",
            "minelayer",
            "minesweeper",
            "monitor",
            "fighter",
            "planetary defence",
            "regular troops, with their strength",
            "jump troops, with their strength",
        ];
        let classes =
            Class::ALL.iter().zip(names).map(|(class, name)| (class.code().to_string(), name.to_string()));
        let marks = [("/1", "has taken a hit"), ("!", "is disrupted"), ("*", "is provided for")];
        classes.chain(marks.map(|(mark, meaning)| (mark.to_string(), meaning.to_string()))).collect()
    }

    fn question(&self, view: &View) -> String {
        let state = &view.state;
        match state.step {
            Step::Deploy => "Where is your next fleet?".into(),
            Step::Muster { .. } => "What do you put together?".into(),
            Step::Fill { .. } => "Which ship goes there?".into(),
            Step::Appeal => format!("Do you appeal to the Empire? Your glory is {}.", state.glory),
            Step::Gift { .. } | Step::Emperor { .. } => "Where do they enter?".into(),
            Step::Offensive { left, .. } => format!("Which ships do you take? {left} Resources are left."),
            Step::Recall { left, .. } => format!("Which ship goes home? Ships worth {left} have to."),
            Step::Build { .. } => {
                format!("What do you build? You have {} Resources.", state.sides[view.seat.index()].stock)
            }
            Step::Activate => {
                format!(
                    "Which fleet do you activate? You have {} activations.",
                    state.left[view.seat.index()]
                )
            }
            Step::Orders => format!("What does fleet {} do?", state.orders.fleet.letter()),
            Step::Contact => "There is an enemy: do you fight, or do your scouts look?".into(),
            Step::Matching => match state.orders.sighted {
                Some([capital, light, _]) => {
                    format!(
                        "The enemy has {capital} capital and {light} light warships: whom do you leave to match them?"
                    )
                }
                None => "Whom do you leave behind?".into(),
            },
            Step::Leave { .. } => "Which ship stays?".into(),
            Step::Controlled => "Where does the fleet go?".into(),
            Step::Lay => "Do you lay false mines beside these?".into(),
            Step::Orbit => "Do you attack a planet?".into(),
            Step::Reappear { .. } => "Where does the fleet come back?".into(),
            Step::Upkeep { .. } => "Whose maintenance do you pay?".into(),
            Step::Ground => "What takes the hit?".into(),
            Step::Battle => battle_question(state.battle.as_ref()),
            _ => "What do you do?".into(),
        }
    }

    fn explain(&self, view: &View, action: Action) -> String {
        let state = &view.state;
        match action {
            Action::Build { class, .. } => {
                let figures = self.units.of(view.seat, class);
                format!("costs {}, there in turn {}", figures.cost, state.turn + figures.turns)
            }
            Action::Appeal(appeal) => format!("costs {} glory", self.politics.appeal(appeal).cost),
            Action::Settle(_) => {
                let figures = &self.politics.outpost;
                format!("costs {} and a TR, there in turn {}", figures.cost, state.turn + figures.turns)
            }
            Action::Leave { light } => {
                let sighted = state.orders.sighted.unwrap_or_default();
                match super::bypass::capital_for([sighted[0], sighted[1]], light) {
                    Some(capital) => format!("with {capital} capital warships"),
                    None => String::new(),
                }
            }
            _ => String::new(),
        }
    }

    /// Records are for both sides: they don't say which ship was picked where that is hidden.
    fn narrate(&self, state: &State, action: Action) -> String {
        match (state.step, action) {
            (Step::Fill { into: Target::Fleet(fleet), .. }, Action::Pick(_)) => {
                format!("picks a ship or troops for fleet {}", fleet.letter())
            }
            (Step::Fill { .. }, Action::Pick(_)) => "picks a ship or troops".into(),
            (Step::Upkeep { .. }, Action::Pick(_)) => "pays for a ship".into(),
            (Step::Recall { .. }, Action::Pick(_)) => "sends a ship home".into(),
            _ => self.action_text(state, action),
        }
    }

    fn narrate_own(&self, state: &State, action: Action) -> String {
        self.action_text(state, action)
    }

    fn explain_roll(&self, state: &State) -> String {
        match state.step {
            Step::Initiative => "each die is that side's activations; the higher one begins".into(),
            Step::Draw => "the strength of new troops is drawn".into(),
            Step::Intervention => "two dice say what the Empire does".into(),
            Step::Petition { .. } => "two dice are the answer to the appeal".into(),
            Step::Retinue { worth, .. } => {
                format!("the Emperor's ships are drawn; {worth} Resources are left")
            }
            Step::Scouting => format!("a die and the scouts must make {}", self.combat.scouting.target),
            Step::Navigate => self.explain_course(state),
            Step::Drift => "the die says which way the fleet drifts".into(),
            Step::Mines { dice: 0, .. } => "mines hit any of the ships".into(),
            Step::Mines { dice, .. } => format!("{dice} mines: each hits on 6"),
            Step::Sweep { .. } => "each sweeper removes a point on 4+, and is hit on 1".into(),
            Step::Return { fleet } => {
                format!("fleet {} returns on {} of two dice", fleet.letter(), self.combat.navigation.found)
            }
            Step::Peace => "the die says how long there is peace".into(),
            Step::UpkeepRoll { .. } => {
                "a ship away from its bases rolls its maintenance number or more".into()
            }
            Step::Battle => {
                state.battle.as_ref().map_or_else(String::new, |battle| self.explain_shot(battle))
            }
            Step::Ground => match state.ground.map(|ground| ground.stage) {
                Some(GroundStage::Strike { seat, easy, plain, .. }) => {
                    format!("{} strikes with {} dice", side_name(seat), easy + plain)
                }
                _ => "dice".into(),
            },
            _ => "dice".into(),
        }
    }

    fn position_text(&self, state: &State) -> String {
        self.write_position(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        self.read_position(text)
    }

    fn parse_action(&self, state: &State, text: &str) -> Result<Action, ParseError> {
        let mut legal = Vec::new();
        crate::core::Game::legal_actions(self, state, &mut legal);
        let found = legal.into_iter().find(|&action| self.action_text(state, action) == text);
        found.ok_or_else(|| refuse(text, "it is not one of the legal actions here"))
    }
}

impl ThirdMillennium {
    /// Where in the turn a state is, and in a series where among wars.
    pub(super) fn moment_text(&self, state: &State) -> String {
        let moment = match (state.turn, state.segment) {
            (0, _) => return "Deployment".into(),
            (turn, 0) => format!("Turn {turn}, administration"),
            (turn, CLOSE_OUT) => format!("Turn {turn}, close-out"),
            (turn, segment) => format!("Turn {turn}, segment {segment}"),
        };
        match (&self.scenario.campaign, state.at_peace()) {
            (None, _) => moment,
            (_, true) => format!("Peace after war {}. {moment}", state.series.war),
            (_, false) => format!("War {}. {moment}", state.series.war),
        }
    }

    fn place_text(&self, place: Place) -> String {
        match place {
            Place::Fleet(fleet) => format!("fleet {}", fleet.letter()),
            Place::Port(system) => self.map.at(system).name.clone(),
            Place::Planet(planet) => self.map.planet(planet).name.clone(),
            Place::Store => "store".into(),
        }
    }

    /// Where a battle is.
    pub(super) fn battle_text(&self, at: Spot) -> String {
        match at.system() {
            Some(system) => format!("battle at {}", self.map.at(system).name),
            None => "battle in an empty hex".into(),
        }
    }

    /// The scouts are not told: the other side does not see them.
    // rule: mcnair.17.11.roll
    fn explain_course(&self, state: &State) -> String {
        let figures = &self.combat.navigation;
        let (most, random) = (figures.controlled, figures.random);
        match self.distance(state) {
            Some(distance) => format!(
                "two dice + {distance} hexes to the nearest own planet - scouts: up to {most} the fleet goes where it is \
                 steered, up to {random} it drifts, beyond it is lost"
            ),
            None => "without an own planet it is lost".into(),
        }
    }

    fn explain_shot(&self, battle: &Battle) -> String {
        let at =
            |target: u8| battle.ships.get(usize::from(target)).map(|ship| group_words(&ship.unit.group()));
        match battle.stage {
            Stage::Range => "the higher die sets the range".into(),
            Stage::Hits { volley, target } => {
                let Some(ship) = battle.ships.get(usize::from(target)) else { return "dice".into() };
                let dice = ship.aimed.into_iter().find(|dice| *dice > 0).unwrap_or_default();
                let on = self.next_needed(volley, ship);
                format!("{} at {}: each hits on {on}+", thrown(dice), at(target).unwrap_or_default())
            }
            Stage::Counter { target, .. } => {
                let on = self.combat.space.countermeasures;
                format!(
                    "countermeasures of {}: each die cancels a hit on {on}+",
                    at(target).unwrap_or_default()
                )
            }
            Stage::Escorts { dice, .. } => format!("escorts roll {} at fighters and defences", thrown(dice)),
            Stage::Bombard { dice, .. } => format!("escorts bombard with {}", thrown(dice)),
            _ => "dice".into(),
        }
    }
}

/// How many dice are thrown now: at most [`MAX_DICE`] at once, the others after them.
fn thrown(dice: impl Into<u16>) -> String {
    let (dice, most) = (dice.into(), u16::from(MAX_DICE));
    if dice > most { format!("the first {most} of {dice} dice") } else { format!("{dice} dice") }
}

/// What an event does, as `budget -1, CA`.
fn event_text(event: &Event) -> String {
    let signed = |word: &str, value: i8| (value != 0).then(|| format!("{word} {value:+}"));
    let counted = |word: &str, value: u16| (value != 0).then(|| format!("{word} {value}"));
    let parts = [
        counted("recall of", event.recall),
        counted("withheld", event.withheld.into()),
        signed("budget", event.budget),
        counted("Resources", event.stock.into()),
        signed("glory", event.glory),
        counted("permissions", event.level.into()),
        (event.ships != 0).then(|| steps::classes_word(event.ships)),
        counted("offensive", event.offensive.into()),
        counted("Emperor", event.emperor.into()),
    ];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if text.is_empty() { "nothing".into() } else { text }
}

/// What `Done` means at a step.
const fn done_text(state: &State) -> &'static str {
    match state.step {
        Step::Activate => "pass",
        Step::Orders => "stop",
        Step::Contact | Step::Matching => "fight",
        Step::Controlled => "stay",
        Step::Lay => "no more counters",
        Step::Battle if is_leaving(state) => "no more leave",
        Step::Battle => "stay",
        Step::Orbit => "no attack",
        Step::Upkeep { .. } => "roll for the rest",
        Step::Appeal => "no appeal",
        _ => "done",
    }
}

/// Where a step on the lattice leads to.
fn steer_text(state: &State, way: Way) -> String {
    let battle = state.battle.as_ref();
    let ship = battle.and_then(|battle| match battle.stage {
        Stage::Steer { ship, .. } => battle.ships.get(usize::from(ship)),
        _ => None,
    });
    match ship.and_then(|ship| ship.square.step(way)) {
        Some(square) => format!("to square {}", words::square_word(square)),
        None => format!("way {}", way.0),
    }
}

/// Whether ships that leave a battle are picked.
const fn is_leaving(state: &State) -> bool {
    matches!(state.battle, Some(Battle { stage: Stage::Leave { .. }, .. }))
}

fn battle_question(battle: Option<&Battle>) -> String {
    let Some(battle) = battle else { return "What do you do?".into() };
    match battle.stage {
        Stage::Shift => format!("You set the range; it is {}. What is it to be?", battle.band),
        Stage::Steer { ship, .. } => {
            let Some(ship) = battle.ships.get(usize::from(ship)) else { return "Where to?".into() };
            let (kind, square) = (group_words(&ship.unit.group()), words::square_word(ship.square));
            format!("Where does {kind} at square {square} move?")
        }
        Stage::Aim { volley, ship } => {
            let shooter = battle.ships.get(usize::from(ship)).map(|ship| group_words(&ship.unit.group()));
            let weapon = match volley {
                Volley::Space(Weapon::Torpedo) | Volley::Fighters(Weapon::Torpedo) => "torpedoes",
                _ => "beams",
            };
            format!("At what does {} fire its {weapon}?", shooter.unwrap_or_default())
        }
        Stage::Withdraw => "Do ships of yours leave the battle?".into(),
        Stage::Leave { .. } => "Which ship leaves?".into(),
        _ => "What takes the hit?".into(),
    }
}

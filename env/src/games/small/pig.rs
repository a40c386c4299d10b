//! Pig (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004): roll as often as you dare; a 1 loses
//! the turn total and the turn, holding banks it; the first to 100 wins. With optimal play the first player
//! wins about 53.06 % of games.

use crate::core::{
    ActionCodec, ActionId, Card, Chance, Facts, Game, IllegalAction, IllegalOutcome, Information, Node,
    Notation, OpenView, OptionDomain, OptionInfo, Outcome, OutcomeIndex, ParseError, PerSeat, PlannerRng,
    PresetInfo, ResolvedSetup, ScenarioInfo, Seat, Setup, SetupFaults, Utility,
};
use crate::doctrine::{Doctrine, DoctrineParameter, DoctrineValues};
use crate::encode::{ActionToken, Block, Column, Encode, ObservationMut, ObservationSpec};
use crate::profile::Profile;
use crate::scene::{Draw, Panel, Scene};

const SEATS: usize = 2;

/// The game, with its target score.
#[derive(Debug)]
pub struct Pig {
    setup: ResolvedSetup,
    facts: Facts,
    spec: ObservationSpec,
    target: u16,
}

/// Scores and the turn at hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PigState {
    /// Banked points of each seat, 0 to the target; the winner's may exceed it.
    pub scores: [u16; SEATS],
    /// Points at risk in this turn.
    pub turn_total: u16,
    /// Whose turn it is.
    pub turn: Seat,
    /// Whether a die is in the air.
    pub rolling: bool,
    /// Decisions and rolls so far. Pig has no end of its own; at [`MAX_EVENTS`] the game is a draw.
    pub events: u16,
}

/// A game that has not ended by then is a draw (the chance is negligible even at random play).
pub const MAX_EVENTS: u16 = 20_000;

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PigAction {
    /// Throw the die.
    Roll,
    /// Bank the turn total and pass the die.
    Hold,
}

impl PigState {
    fn next_turn(&mut self) {
        self.turn_total = 0;
        self.turn = self.turn.turned(1, SEATS);
    }
}

impl Game for Pig {
    type State = PigState;
    type Action = PigAction;
    type View = OpenView<PigState>;

    fn card() -> Card {
        Card {
            id: "pig",
            title: "Pig",
            summary: "Two players race to 100 with one die: roll again and risk the turn, or hold.",
            scenarios: vec![ScenarioInfo { id: "standard", summary: "The race to the target." }],
            presets: vec![PresetInfo { id: "standard", summary: "To 100.", values: vec![] }],
            options: vec![OptionInfo {
                key: "target",
                default: "100",
                domain: OptionDomain::Integer { min: 10, max: 1000 },
                summary: "The score that wins.",
                scenarios: &[],
            }],
            takes_figures: false,
            rules_version: 1,
            action_version: 1,
            encoding_version: 1,
        }
    }

    fn from_setup(setup: &Setup) -> Result<Self, SetupFaults> {
        let setup = setup.resolve(&Self::card())?;
        let target = setup.integer("target") as u16;
        Ok(Self { target, facts: facts(), spec: spec(), setup })
    }

    fn setup(&self) -> &ResolvedSetup {
        &self.setup
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn initial_state(&self) -> PigState {
        PigState { scores: [0; SEATS], turn_total: 0, turn: Seat::new(0), rolling: false, events: 0 }
    }

    fn node(&self, state: &PigState) -> Node {
        if state.scores.iter().any(|&score| score >= self.target) || state.events >= MAX_EVENTS {
            Node::Terminal
        } else if state.rolling {
            Node::Chance
        } else {
            Node::Decision(state.turn)
        }
    }

    fn legal_actions(&self, state: &PigState, out: &mut Vec<PigAction>) {
        out.clear();
        if let Node::Decision(_) = self.node(state) {
            out.extend([PigAction::Roll, PigAction::Hold]);
        }
    }

    fn apply(&self, state: &mut PigState, action: PigAction) -> Result<(), IllegalAction> {
        if !matches!(self.node(state), Node::Decision(_)) {
            let action = self.action_text(state, action);
            return Err(IllegalAction { action, reason: "no decision is due".into(), rule: None });
        }
        state.events += 1;
        match action {
            PigAction::Roll => state.rolling = true,
            PigAction::Hold => {
                state.scores[state.turn.index()] += state.turn_total;
                state.next_turn();
            }
        }
        Ok(())
    }

    fn chance(&self, state: &PigState) -> Chance {
        assert!(state.rolling, "no die is in the air");
        Chance::uniform(6)
    }

    fn apply_outcome(&self, state: &mut PigState, outcome: OutcomeIndex) -> Result<(), IllegalOutcome> {
        let refuse = |reason: &str| Err(IllegalOutcome { outcome: outcome.index(), reason: reason.into() });
        if self.node(state) != Node::Chance {
            return refuse("no die is in the air");
        }
        if outcome.index() >= 6 {
            return refuse("a die has six sides");
        }
        state.events += 1;
        state.rolling = false;
        match outcome.index() {
            0 => state.next_turn(),
            side => state.turn_total += side as u16 + 1,
        }
        Ok(())
    }

    fn player_turn(&self, state: &PigState) -> u32 {
        state.turn.index() as u32
    }

    fn outcome(&self, state: &PigState) -> Option<Outcome> {
        if self.node(state) != Node::Terminal {
            return None;
        }
        let won = |seat: Seat| state.scores[seat.index()] >= self.target;
        let lead = f32::from(state.scores[0]) - f32::from(state.scores[1]);
        let margin = (lead / f32::from(self.target)).clamp(-1.0, 1.0);
        Some(Outcome {
            returns: Seat::all(SEATS)
                .map(|seat| f32::from(won(seat)) - f32::from(won(seat.turned(1, SEATS))))
                .collect(),
            margins: [margin, -margin].into_iter().collect(),
        })
    }

    fn view(&self, state: &PigState, seat: Seat) -> Self::View {
        OpenView { seat, state: state.clone() }
    }

    fn viewer(&self, view: &Self::View) -> Seat {
        view.seat
    }

    fn node_in_view(&self, view: &Self::View) -> Node {
        self.node(&view.state)
    }

    fn legal_in_view(&self, view: &Self::View, out: &mut Vec<PigAction>) {
        out.clear();
        if self.node(&view.state) == Node::Decision(view.seat) {
            self.legal_actions(&view.state, out);
        }
    }

    fn sample_world(&self, view: &Self::View, _rng: &mut PlannerRng) -> PigState {
        view.state.clone()
    }
}

impl ActionCodec for Pig {
    fn action_count(&self) -> usize {
        2
    }

    fn action_id(&self, action: PigAction) -> ActionId {
        ActionId(action as u16)
    }

    fn action_from_id(&self, id: ActionId) -> Option<PigAction> {
        [PigAction::Roll, PigAction::Hold].get(usize::from(id.0)).copied()
    }
}

impl Notation for Pig {
    fn action_text(&self, _state: &PigState, action: PigAction) -> String {
        match action {
            PigAction::Roll => "roll".into(),
            PigAction::Hold => "hold".into(),
        }
    }

    fn outcome_text(&self, _state: &PigState, outcome: OutcomeIndex) -> String {
        format!("die {}", outcome.index() + 1)
    }

    fn question(&self, view: &Self::View) -> String {
        let PigState { scores, turn_total, .. } = &view.state;
        format!("{turn_total} points are at risk, {} are banked: roll or hold?", scores[view.seat.index()])
    }

    fn explain(&self, view: &Self::View, action: PigAction) -> String {
        let PigState { scores, turn_total, .. } = &view.state;
        match action {
            PigAction::Roll => format!("a 1 (17 %) loses the {turn_total} points, 2 to 6 add to them"),
            PigAction::Hold => {
                let banked = scores[view.seat.index()] + turn_total;
                let wins = if banked >= self.target { ", and wins" } else { "" };
                format!("bank them: {banked} of {}{wins}", self.target)
            }
        }
    }

    fn explain_roll(&self, state: &PigState) -> String {
        format!("{} points at risk: 1 loses them", state.turn_total)
    }

    fn position_text(&self, state: &PigState) -> String {
        let [first, second] = state.scores;
        let doing = if state.rolling { "rolling" } else { "deciding" };
        format!(
            "{first} {second} turn {} total {} {doing} event {}",
            state.turn.index(),
            state.turn_total,
            state.events
        )
    }

    fn parse_position(&self, text: &str) -> Result<PigState, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, second, "turn", turn, "total", total, doing @ ("rolling" | "deciding"), "event", events] =
            words[..]
        else {
            let reason = "expected 'SCORE SCORE turn SEAT total POINTS deciding|rolling event COUNT'".into();
            return Err(ParseError { text: text.into(), reason });
        };
        let number = |word: &str, max: u16| match word.parse::<u16>() {
            Ok(n) if n <= max => Ok(n),
            _ => Err(ParseError {
                text: word.into(),
                reason: format!("expected a whole number from 0 to {max}"),
            }),
        };
        let events = number(events, MAX_EVENTS)?;
        // A roll and its die, two events, bring at most six points.
        let most = 3 * events;
        Ok(PigState {
            scores: [number(first, most)?, number(second, most)?],
            turn: Seat::new(usize::from(number(turn, 1)?)),
            turn_total: number(total, most)?,
            rolling: doing == "rolling",
            events,
        })
    }
}

fn facts() -> Facts {
    Facts {
        seats: vec!["first", "second"],
        chance: true,
        simultaneous: false,
        information: Information::Perfect,
        utility: Utility::ZeroSum,
        returns: (-1.0, 1.0),
        max_events: u32::from(MAX_EVENTS),
    }
}

fn spec() -> ObservationSpec {
    let points = |name: &str| Column::new(name, "points", 0.01);
    let flag = |name: &str| Column::new(name, "0 or 1", 1.0);
    ObservationSpec {
        version: 1,
        blocks: vec![
            Block { name: "sides", rows: SEATS, columns: vec![points("score"), flag("to move")] },
            Block {
                name: "turn",
                rows: 1,
                columns: vec![points("target"), points("turn total"), flag("rolling")],
            },
        ],
        relations: vec![],
        sides: 0,
        sites: None,
        verbs: vec!["roll", "hold"],
        max_quantity: 0,
    }
}

impl Encode for Pig {
    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn observe(&self, view: &Self::View, mut out: ObservationMut<'_>) {
        out.clear();
        for seat in Seat::all(SEATS) {
            out.row(&self.spec, 0, seat.relative_to(view.seat, SEATS))
                .put(view.state.scores[seat.index()])
                .put(seat == view.state.turn);
        }
        out.row(&self.spec, 1, 0).put(self.target).put(view.state.turn_total).put(view.state.rolling);
    }

    fn action_token(&self, _view: &Self::View, action: PigAction) -> ActionToken {
        ActionToken { verb: action as u8, row: None, quantity: 0 }
    }
}

impl Doctrine for Pig {
    fn estimate(&self, state: &PigState) -> PerSeat<f32> {
        let mut totals = state.scores.map(f32::from);
        totals[state.turn.index()] += f32::from(state.turn_total);
        let lead = ((totals[0] - totals[1]) / f32::from(self.target)).clamp(-1.0, 1.0);
        [lead, -lead].into_iter().collect()
    }

    fn doctrine_parameters() -> Vec<DoctrineParameter> {
        vec![DoctrineParameter {
            key: "hold_at",
            default: 20.0,
            range: (2.0, 1000.0),
            summary: "Hold when the turn total reaches this ('hold at 20').",
        }]
    }

    fn rank(&self, view: &Self::View, legal: &[PigAction], doctrine: &DoctrineValues, scores: &mut Vec<f32>) {
        let state = &view.state;
        let total = state.turn_total;
        let hold = f32::from(total) >= doctrine.get("hold_at")
            || state.scores[state.turn.index()] + total >= self.target;
        scores.clear();
        scores.extend(legal.iter().map(|&action| f32::from((action == PigAction::Hold) == hold)));
    }
}

impl Profile for Pig {}

impl Draw for Pig {
    fn scene(&self, view: &Self::View) -> Scene {
        let state = &view.state;
        Scene {
            title: format!(
                "{} to play, {} points at risk",
                self.facts.seats[state.turn.index()],
                state.turn_total
            ),
            panels: Seat::all(SEATS)
                .map(|seat| Panel {
                    seat,
                    lines: vec![("score".into(), state.scores[seat.index()].to_string())],
                })
                .collect(),
            notes: if state.rolling { vec!["the die is in the air".into()] } else { vec![] },
            ..Scene::default()
        }
    }

    fn units_shown(&self, _view: &Self::View) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::conformance::{Budget, Trial, run_all};

    fn pig() -> Pig {
        Pig::from_setup(&Setup::new("pig")).unwrap()
    }

    fn roll(game: &Pig, state: &mut PigState, die: u8) {
        game.apply(state, PigAction::Roll).unwrap();
        game.apply_outcome(state, OutcomeIndex(die - 1)).unwrap();
    }

    #[test]
    fn a_one_loses_the_turn_total_and_the_turn() {
        let game = pig();
        let mut state = game.initial_state();
        roll(&game, &mut state, 6);
        roll(&game, &mut state, 1);
        assert_eq!((state.scores, state.turn_total, state.turn), ([0, 0], 0, Seat::new(1)));
    }

    #[test]
    fn holding_banks_the_turn_total() {
        let game = pig();
        let mut state = game.initial_state();
        roll(&game, &mut state, 6);
        roll(&game, &mut state, 2);
        game.apply(&mut state, PigAction::Hold).unwrap();
        assert_eq!((state.scores, state.turn_total, state.turn), ([8, 0], 0, Seat::new(1)));
    }

    #[test]
    fn reaching_the_target_wins() {
        let game = pig();
        let mut state = PigState { scores: [98, 99], turn_total: 2, ..game.initial_state() };
        game.apply(&mut state, PigAction::Hold).unwrap();
        assert_eq!(game.outcome(&state).unwrap().winner(), Some(Seat::new(0)));
    }

    #[test]
    fn every_fault_of_a_setup_is_reported() {
        let faults =
            Pig::from_setup(&Setup::new("pig").scenario("standart").set("goal", "5").set("target", "x"));
        let text = faults.unwrap_err().to_string();
        assert!(text.contains("did you mean 'standard'"), "{text}");
        assert!(text.contains("goal: no option"), "{text}");
        assert!(text.contains("target: 'x' is not a whole number from 10 to 1000"), "{text}");
    }

    #[test]
    fn a_short_race_passes_the_battery() {
        let game = Pig::from_setup(&Setup::new("pig").set("target", "10")).unwrap();
        let trial = Trial::new(Arc::new(game), Budget::default()).unwrap();
        assert_eq!(run_all(&trial), vec![]);
    }

    #[test]
    fn a_position_with_more_points_than_rolls_is_refused() {
        let text = "9 0 turn 0 total 0 deciding event 2";
        assert!(pig().parse_position(text).unwrap_err().reason.contains("from 0 to 6"));
    }
}

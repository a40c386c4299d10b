//! A tiny game with a fault to choose, to prove that the battery bites. A die falls that only seat 0 sees; seat 0
//! marks any of two boxes in any order; both seats pick a number in secret; seat 1 wins by picking the die's.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::core::{
    ActionCodec, ActionId, Card, Chance, Facts, Game, IllegalAction, IllegalOutcome, Information, Node,
    Notation, OptionDomain, OptionInfo, Outcome, OutcomeIndex, ParseError, PerSeat, PlannerRng, PresetInfo,
    ResolvedSetup, ScenarioInfo, Seat, Setup, SetupFault, SetupFaults, Utility, uniform_index,
};
use crate::doctrine::{Doctrine, DoctrineParameter, DoctrineValues};
use crate::encode::{ActionToken, Block, Column, Encode, ObservationMut, ObservationSpec};
use crate::profile::Profile;
use crate::scene::{Draw, Scene, Site, SiteIndex, Token};

/// Every fault, with the checks that must catch it.
pub(super) const FAULTS: &[(&str, &[&str])] = &[
    ("leak in the view", &["view_has_no_leak", "sampled_worlds_agree_with_view"]),
    ("leak that is taken for knowledge", &["view_has_no_leak"]),
    ("view without the marks", &["view_is_enough"]),
    ("picks not sealed", &["sealed_orders_sealed"]),
    ("worlds of another view", &["sampled_worlds_agree_with_view"]),
    ("worlds with low dice only", &["sampled_worlds_have_full_support"]),
    ("one outcome twice", &["chance_merged"]),
    ("one outcome too many", &["chance_sums_to_one"]),
    ("one id twice", &["codec_bijection"]),
    ("too many ids", &["codec_below_4096"]),
    ("a legal action is refused", &["legal_iff_apply"]),
    ("an illegal action is taken", &["legal_iff_apply"]),
    ("a list of the state before", &["listed_like_applied"]),
    ("a legal action is left out", &["listed_like_applied"]),
    ("a refusal changes the state", &["illegal_leaves_state_unchanged"]),
    ("an order is lost", &["canonical_order_loses_nothing"]),
    (
        "a hidden counter",
        &["no_rng_outside_chance", "same_seed_same_game", "replay_round_trip", "vector_equals_scalar"],
    ),
    ("position without the die", &["position_text_round_trip"]),
    ("hash with the past", &["hash_incremental_equals_full"]),
    ("two actions with one text", &["notation_parses_back"]),
    ("two actions with one token", &["action_tokens_distinct"]),
    ("a unit is not drawn", &["scene_names_every_unit"]),
    ("something left of old observations", &["observation_fits_spec"]),
    ("returns beyond the range", &["returns_in_range"]),
    ("returns with a sum", &["zero_sum_where_declared"]),
    ("longer than declared", &["ends_within_bound"]),
    ("forced for ever", &["no_forced_chain_cycles"]),
    ("an estimate beyond one", &["doctrine_is_sound"]),
    ("an option that is refused", &["setup_round_trip"]),
    ("one hash for all views", &["hash_incremental_equals_full"]),
];

const DIE: u8 = 3;
const CODES: usize = 6;

#[derive(Debug)]
pub(super) struct Toy {
    setup: ResolvedSetup,
    facts: Facts,
    spec: ObservationSpec,
    fault: &'static str,
    counter: AtomicU8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ToyState {
    die: Option<u8>,
    marks: u8,
    marked: bool,
    picks: [Option<u8>; 2],
    /// Only for the fault in hashing: how the position came about.
    past: Past,
}

/// Not part of a position's identity.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past(u8);

impl PartialEq for Past {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Past {}

impl std::hash::Hash for Past {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u8(self.0);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ToyAction {
    Mark(u8),
    Done,
    Pick(u8),
}

use ToyAction::{Done, Mark, Pick};

const ACTIONS: [ToyAction; CODES] = [Mark(0), Mark(1), Done, Pick(0), Pick(1), Pick(2)];

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ToyView {
    seat: Seat,
    rolled: bool,
    die: Option<u8>,
    marks: u8,
    marked: bool,
    picks: [Option<u8>; 2],
}

impl Toy {
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn marks_offered(&self, marks: u8, any_order: bool) -> Vec<ToyAction> {
        let ascending = |&box_: &u8| any_order || marks < 1 << box_;
        let lost = |_: &u8| any_order || !self.has("an order is lost") || marks == 0;
        let free = (0..2).filter(|box_| marks >> box_ & 1 == 0).filter(ascending).filter(lost);
        let mut offered: Vec<ToyAction> = free.map(Mark).collect();
        if !(self.has("forced for ever") && marks == 3) {
            offered.push(Done);
        } else {
            offered.push(Mark(1));
        }
        offered
    }

    fn is_over(&self, picks: [Option<u8>; 2]) -> bool {
        picks.iter().all(Option::is_some)
    }

    fn carry_out(&self, state: &mut ToyState, action: ToyAction) {
        state.past = Past(if self.has("hash with the past") { state.past.0 + 1 } else { 0 });
        match action {
            Mark(box_) => state.marks |= 1 << box_,
            Done => state.marked = true,
            Pick(number) => {
                let seat = usize::from(state.picks[0].is_some());
                let counter = self.counter.fetch_add(1, Ordering::Relaxed);
                let number = if self.has("a hidden counter") { counter % DIE } else { number };
                state.picks[seat] = Some(number);
            }
        }
    }

    fn node_of(&self, rolled: bool, marked: bool, picks: [Option<u8>; 2]) -> Node {
        match (rolled, marked) {
            (false, _) => Node::Chance,
            (true, false) => Node::Decision(Seat::new(0)),
            _ if self.is_over(picks) => Node::Terminal,
            _ => Node::Decision(Seat::new(usize::from(picks[0].is_some()))),
        }
    }
}

impl Game for Toy {
    type State = ToyState;
    type Action = ToyAction;
    type View = ToyView;

    fn card() -> Card {
        const WORDS: [&str; FAULTS.len() + 1] = {
            let mut words = ["none"; FAULTS.len() + 1];
            let mut k = 0;
            while k < FAULTS.len() {
                words[k + 1] = FAULTS[k].0;
                k += 1;
            }
            words
        };
        Card {
            id: "toy",
            title: "Toy",
            summary: "A game with a fault to choose.",
            scenarios: vec![ScenarioInfo { id: "only", summary: "The only one." }],
            presets: vec![PresetInfo { id: "only", summary: "The only one.", values: vec![] }],
            options: vec![
                OptionInfo {
                    key: "fault",
                    default: "none",
                    domain: OptionDomain::Words(&WORDS),
                    summary: "What is wrong.",
                    scenarios: &[],
                },
                OptionInfo {
                    key: "stakes",
                    default: "1",
                    domain: OptionDomain::Integer { min: 1, max: 9 },
                    summary: "Nothing.",
                    scenarios: &[],
                },
            ],
            takes_figures: false,
            rules_version: 1,
            action_version: 1,
            encoding_version: 1,
        }
    }

    fn from_setup(setup: &Setup) -> Result<Self, SetupFaults> {
        let setup = setup.resolve(&Self::card())?;
        let word = setup.word("fault");
        let fault = FAULTS.iter().map(|&(fault, _)| fault).find(|&f| f == word).unwrap_or("none");
        let facts = Facts {
            seats: vec!["knows", "guesses"],
            chance: true,
            simultaneous: true,
            information: Information::Hidden,
            utility: Utility::ZeroSum,
            returns: (-1.0, 1.0),
            max_events: if fault == "longer than declared" { 3 } else { 6 },
        };
        let spec = ObservationSpec {
            version: 1,
            blocks: vec![
                Block { name: "sides", rows: 2, columns: vec![Column::new("pick", "number plus one", 1.0)] },
                Block {
                    name: "turn",
                    rows: 1,
                    columns: vec![
                        Column::new("die", "number plus one", 1.0),
                        Column::new("marks", "set", 1.0),
                    ],
                },
            ],
            relations: vec![],
            sides: 0,
            sites: None,
            verbs: vec!["mark", "done", "pick"],
            max_quantity: 2,
        };
        if fault == "an option that is refused" && setup.integer("stakes") == 9 {
            let problem = "nine is too much".into();
            return Err(SetupFaults(vec![SetupFault { at: "stakes".into(), problem }]));
        }
        Ok(Self { facts, spec, fault, counter: AtomicU8::new(0), setup })
    }

    fn setup(&self) -> &ResolvedSetup {
        &self.setup
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn initial_state(&self) -> ToyState {
        ToyState { die: None, marks: 0, marked: false, picks: [None; 2], past: Past::default() }
    }

    fn node(&self, state: &ToyState) -> Node {
        self.node_of(state.die.is_some(), state.marked, state.picks)
    }

    fn legal_actions(&self, state: &ToyState, out: &mut Vec<ToyAction>) {
        out.clear();
        match (self.node(state), state.marked) {
            (Node::Decision(_), false) => out.extend(self.marks_offered(state.marks, false)),
            (Node::Decision(_), true) => out.extend((0..DIE).map(Pick)),
            _ => {}
        }
    }

    fn apply(&self, state: &mut ToyState, action: ToyAction) -> Result<(), IllegalAction> {
        let mut legal = Vec::new();
        if self.has("an illegal action is taken") {
            self.actions_in_any_order(state, &mut legal);
        } else {
            self.legal_actions(state, &mut legal);
        }
        if !legal.contains(&action) || self.has("a legal action is refused") && action == Pick(2) {
            if self.has("a refusal changes the state") {
                state.marks ^= 2;
            }
            let reason = "not here".into();
            return Err(IllegalAction { action: format!("{action:?}"), reason, rule: None });
        }
        self.carry_out(state, action);
        Ok(())
    }

    fn apply_in_any_order(&self, state: &mut ToyState, action: ToyAction) -> Result<(), IllegalAction> {
        self.carry_out(state, action);
        Ok(())
    }

    fn apply_legal(&self, state: &mut ToyState, action: ToyAction) -> Result<(), IllegalAction> {
        if self.has("a legal action is left out") { Ok(()) } else { self.apply(state, action) }
    }

    fn apply_listed(
        &self,
        state: &mut ToyState,
        legal: &mut Vec<ToyAction>,
        choice: usize,
    ) -> Result<(), IllegalAction> {
        let Some(&action) = legal.get(choice) else { return Err(IllegalAction::choice(choice, legal.len())) };
        self.apply(state, action)?;
        if !self.has("a list of the state before") {
            self.legal_actions(state, legal);
        }
        Ok(())
    }

    fn chance(&self, _state: &ToyState) -> Chance {
        let extra = self.has("one outcome twice") || self.has("one outcome too many");
        Chance::uniform(usize::from(DIE) + usize::from(extra))
    }

    fn apply_outcome(&self, state: &mut ToyState, outcome: OutcomeIndex) -> Result<(), IllegalOutcome> {
        let sides = DIE + u8::from(self.has("one outcome twice"));
        if state.die.is_some() || outcome.0 >= sides {
            return Err(IllegalOutcome { outcome: outcome.index(), reason: "not here".into() });
        }
        state.die = Some(outcome.0.min(DIE - 1));
        Ok(())
    }

    fn outcome(&self, state: &ToyState) -> Option<Outcome> {
        let over = self.node(state) == Node::Terminal;
        let size = if self.has("returns beyond the range") { 2.0 } else { 1.0 };
        let lead: f32 = if state.die == state.picks[1] { -size } else { size };
        let other = if self.has("returns with a sum") { lead } else { -lead };
        let margins = [lead.signum(), -lead.signum()].into_iter().collect();
        over.then(|| Outcome { returns: [lead, other].into_iter().collect(), margins })
    }

    fn view(&self, state: &ToyState, seat: Seat) -> ToyView {
        let over = self.node(state) == Node::Terminal;
        let knows = over || seat.index() == 0 || self.fault.starts_with("leak");
        let sees = |owner: usize| over || owner == seat.index() || self.has("picks not sealed");
        ToyView {
            seat,
            rolled: state.die.is_some(),
            die: state.die.filter(|_| knows),
            marks: if self.has("view without the marks") { 0 } else { state.marks },
            marked: state.marked,
            picks: [0, 1].map(|owner| state.picks[owner].filter(|_| sees(owner))),
        }
    }

    fn viewer(&self, view: &ToyView) -> Seat {
        view.seat
    }

    fn node_in_view(&self, view: &ToyView) -> Node {
        let own = view.picks[view.seat.index()];
        match self.node_of(view.rolled, view.marked, view.picks) {
            Node::Decision(_) if view.marked && own.is_none() => Node::Decision(view.seat),
            Node::Decision(seat) if view.marked && seat == view.seat => Node::Decision(seat.turned(1, 2)),
            node => node,
        }
    }

    fn legal_in_view(&self, view: &ToyView, out: &mut Vec<ToyAction>) {
        out.clear();
        if self.node_in_view(view) == Node::Decision(view.seat) {
            match view.marked {
                false => out.extend(self.marks_offered(view.marks, false)),
                true => out.extend((0..DIE).map(Pick)),
            }
        }
    }

    fn sample_world(&self, view: &ToyView, rng: &mut PlannerRng) -> ToyState {
        let sides = if self.has("worlds with low dice only") { DIE - 1 } else { DIE };
        let mut any = |sides: u8| uniform_index(rng, sides.into()) as u8;
        let mut picks = view.picks;
        if view.seat.index() == 1 && view.marked && picks[0].is_none() {
            picks[0] = Some(any(DIE));
        }
        let known = view.die.filter(|_| {
            view.seat.index() == 0 || self.is_over(view.picks) || self.has("leak that is taken for knowledge")
        });
        let die = if view.rolled { known.or_else(|| Some(any(sides))) } else { None };
        let marks = if self.has("worlds of another view") { view.marks ^ 1 } else { view.marks };
        ToyState { die, marks, marked: view.marked, picks, past: Past::default() }
    }

    fn view_hash(&self, view: &ToyView) -> u64 {
        if self.has("one hash for all views") { u64::MAX } else { crate::core::stable_hash(view) }
    }

    fn is_sealed(&self, state: &ToyState) -> bool {
        state.marked && matches!(self.node(state), Node::Decision(_))
    }

    fn actions_in_any_order(&self, state: &ToyState, out: &mut Vec<ToyAction>) {
        self.legal_actions(state, out);
        if self.node(state) == Node::Decision(Seat::new(0)) && !state.marked {
            *out = self.marks_offered(state.marks, true);
        }
    }

    fn stage(&self, state: &ToyState) -> u32 {
        u32::from(state.die.is_some()) + u32::from(state.marked)
    }
}

impl ActionCodec for Toy {
    fn action_count(&self) -> usize {
        if self.has("too many ids") { 5000 } else { CODES }
    }

    fn action_id(&self, action: ToyAction) -> ActionId {
        let place = ACTIONS.iter().position(|&a| a == action).unwrap_or(0);
        ActionId(if self.has("one id twice") { place.min(CODES - 2) } else { place } as u16)
    }

    fn action_from_id(&self, id: ActionId) -> Option<ToyAction> {
        ACTIONS.get(usize::from(id.0)).copied()
    }
}

impl Notation for Toy {
    fn action_text(&self, _state: &ToyState, action: ToyAction) -> String {
        match action {
            Pick(2) if self.has("two actions with one text") => "pick 1".into(),
            Mark(box_) => format!("mark {box_}"),
            Done => "done".into(),
            Pick(number) => format!("pick {number}"),
        }
    }

    fn outcome_text(&self, _state: &ToyState, outcome: OutcomeIndex) -> String {
        format!("die {}", outcome.index())
    }

    fn position_text(&self, state: &ToyState) -> String {
        let number = |n: Option<u8>| n.map_or("-".into(), |n| n.to_string());
        let die = if self.has("position without the die") { state.die.map(|_| 0) } else { state.die };
        let [first, second] = state.picks.map(number);
        format!("{} {} {} {first} {second}", number(die), state.marks, u8::from(state.marked))
    }

    fn parse_position(&self, text: &str) -> Result<ToyState, ParseError> {
        let refuse = || ParseError { text: text.into(), reason: "expected five numbers".into() };
        let numbers: Vec<Option<u8>> = text
            .split_whitespace()
            .map(|word| if word == "-" { Ok(None) } else { word.parse().map(Some).map_err(|_| refuse()) })
            .collect::<Result<_, _>>()?;
        let [die, Some(marks), Some(marked), first, second] = numbers[..] else { return Err(refuse()) };
        Ok(ToyState {
            die,
            marks: marks & 3,
            marked: marked == 1,
            picks: [first, second],
            past: Past::default(),
        })
    }
}

impl Encode for Toy {
    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn observe(&self, view: &ToyView, mut out: ObservationMut<'_>) {
        if !self.has("something left of old observations") {
            out.clear();
        }
        for seat in Seat::all(2) {
            let pick = view.picks[seat.index()].map_or(0, |n| n + 1);
            out.row(&self.spec, 0, seat.relative_to(view.seat, 2)).put(pick);
        }
        let mut row = out.row(&self.spec, 1, 0);
        match view.die {
            Some(die) => row.put(die + 1),
            None => row.skip(1),
        }
        .put(view.marks);
    }

    fn action_token(&self, _view: &ToyView, action: ToyAction) -> ActionToken {
        let (verb, quantity) = match action {
            Mark(box_) => (0, box_),
            Done => (1, 0),
            Pick(number) => (2, if self.has("two actions with one token") { 0 } else { number }),
        };
        ActionToken { verb, row: None, quantity }
    }
}

impl Doctrine for Toy {
    fn estimate(&self, _state: &ToyState) -> PerSeat<f32> {
        let lead = if self.has("an estimate beyond one") { 2.0 } else { 0.3 };
        [lead, -lead].into_iter().collect()
    }

    fn doctrine_parameters() -> Vec<DoctrineParameter> {
        Vec::new()
    }

    fn rank(&self, _view: &ToyView, legal: &[ToyAction], _doctrine: &DoctrineValues, scores: &mut Vec<f32>) {
        scores.clear();
        scores.extend(legal.iter().map(|&action| -f32::from(self.action_id(action).0)));
    }
}

impl Profile for Toy {}

impl Draw for Toy {
    fn scene(&self, view: &ToyView) -> Scene {
        let boxes = if self.has("a unit is not drawn") { 1 } else { 2 };
        let marks = (0..boxes).filter(|box_| view.marks >> box_ & 1 == 1);
        Scene {
            title: "toy".into(),
            sites: vec![Site { name: "boxes".into(), at: (0.0, 0.0), owner: None, kind: "box".into() }],
            tokens: marks
                .map(|_| Token {
                    site: SiteIndex(0),
                    seat: None,
                    label: "mark".into(),
                    count: 1,
                    state: String::new(),
                })
                .collect(),
            ..Scene::default()
        }
    }

    fn units_shown(&self, view: &ToyView) -> Vec<String> {
        vec!["mark".into(); view.marks.count_ones() as usize]
    }
}

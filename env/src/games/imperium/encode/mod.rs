//! What a network sees of a war. `env/tests/golden/` lists every column.

mod columns;
mod indices;
mod rows;
#[cfg(test)]
mod tests;
mod unchanging;
mod whole_map;

use self::columns::{BATTLE, BLOCKS, BOXES, SYSTEMS, TRANSIT, TRANSIT_ROWS, Verbs, battle_rows, kind_index};
use self::rows::Writer;
use super::Imperium;
use super::action::Action;
use super::class::Class;
use super::map::Map;
use super::rules::Rules;
use super::setup::Scenario;
use super::state::{Battle, BoxId, Fire, IMPERIAL, Mission, Place, State, Strike, SystemId, TERRAN};
use crate::core::{OpenView, Seat};
use crate::encode::{ActionToken, Encode, Observation, ObservationMut, ObservationSpec, RowIndex};

/// The shape of a map's observations with what is looked up while writing them.
#[derive(Clone, Debug)]
pub(super) struct Encoder {
    spec: ObservationSpec,
    /// Where the values of each block begin.
    first_value: [usize; BLOCKS],
    /// How many columns each block has.
    columns: [usize; BLOCKS],
    /// The first row of each block.
    first_row: [usize; BLOCKS],
    battle_rows: usize,
    /// The index of block `series`, in a series of wars.
    series: Option<usize>,
    /// What every observation of each seat has: what the map and the options say.
    unchanging: [Observation; 2],
}

impl Encode for Imperium {
    fn observation_spec(&self) -> &ObservationSpec {
        &self.encoder.spec
    }

    fn observe(&self, view: &OpenView<State>, mut out: ObservationMut<'_>) {
        out.copy_from(&self.encoder.unchanging[view.seat.index()]);
        Writer { game: self, encoder: &self.encoder, state: &view.state, viewer: view.seat, out }.write();
    }

    fn action_token(&self, view: &OpenView<State>, action: Action) -> ActionToken {
        let encoder = &self.encoder;
        let plain = |verb| ActionToken { verb, row: None, quantity: 0 };
        let at = |verb, row| ActionToken { verb, row: Some(row), quantity: 0 };
        let class = |first: u8, class: Class| first + class.index() as u8;
        match action {
            Action::Done => plain(Verbs::DONE),
            Action::Count(count) => ActionToken { verb: Verbs::COUNT, row: None, quantity: count },
            Action::Select { at: place, kind } => {
                encoder.at_place(Verbs::SELECT + kind_index(kind) as u8, place)
            }
            Action::Destination(place) => encoder.at_place(Verbs::TO, place),
            Action::Load { class: cargo, at: place } => encoder.at_place(class(Verbs::LOAD, cargo), place),
            Action::Unload { class: cargo, at: place } => {
                encoder.at_place(class(Verbs::UNLOAD, cargo), place)
            }
            Action::Build { class: built, at: site } => at(class(Verbs::BUILD, built), encoder.site(site)),
            Action::Appeal { military } => plain(Verbs::APPEAL + u8::from(military)),
            Action::SetRange(range) => plain(Verbs::RANGE + range as u8),
            Action::Retreat(system) => at(Verbs::RETREAT, encoder.system(system)),
            Action::Against { squad } => encoder.against(view.state.battle.as_ref(), squad),
            Action::StayOut => plain(Verbs::STAY_OUT),
            Action::BreakOff => plain(Verbs::BREAK_OFF),
            Action::FightOn => plain(Verbs::FIGHT_ON),
            Action::Declare(Fire::HighIntensity) => plain(Verbs::HIGH_INTENSITY),
            Action::Declare(fire) => plain(Verbs::FIRE + fire as u8),
            Action::Undertake(Mission::StayOff) => plain(Verbs::MISSION),
            Action::Undertake(Mission::Bombard(site)) => at(Verbs::MISSION + 1, encoder.site(site)),
            Action::Undertake(Mission::Drop(site)) => at(Verbs::MISSION + 2, encoder.site(site)),
            Action::Undertake(Mission::Land(site)) => at(Verbs::MISSION + 3, encoder.site(site)),
            Action::SelectUnderWay { stack } => encoder.under_way(stack),
            Action::Sublight(heading) => plain(Verbs::SUBLIGHT + heading as u8),
            Action::Strike(Strike::Marker) => plain(Verbs::STRIKE_MARKER),
            Action::Strike(Strike::Unit(struck)) => plain(class(Verbs::STRIKE, struck)),
        }
    }

    fn site_owners(&self, state: &State) -> Vec<Option<Seat>> {
        (0..self.map.boxes.len()).map(|k| state.marker(BoxId(k as u8)).holder).collect()
    }
}

impl Encoder {
    /// `surface_rounds`: the most rounds on the ground.
    pub(super) fn new(
        map: &Map,
        scenario: &Scenario,
        (rules, surface_rounds): (&Rules, u8),
        version: u32,
    ) -> Self {
        let (entries, whole_map, in_series) = match scenario {
            Scenario::War(war) => (war.entries, war.whole_map, war.max_wars > 1),
            Scenario::Duel(_) => (0, false, false),
        };
        let spec = columns::spec(map, (whole_map, in_series, rules.sublight), version);
        let of_block = |figure: &dyn Fn(usize) -> usize| {
            std::array::from_fn(|block| if block < spec.blocks.len() { figure(block) } else { 0 })
        };
        let home = |seat| {
            let world = map.homeworld(seat).map(|at| map.surface(at).system);
            world.or(map.first(entries)).unwrap_or(SystemId(0))
        };
        let unchanging = [TERRAN, IMPERIAL].map(|viewer| {
            let mut seen = Observation::new(&spec);
            unchanging::write(
                map,
                (rules, surface_rounds),
                viewer,
                [TERRAN, IMPERIAL].map(home),
                &spec,
                seen.as_mut(),
            );
            seen
        });
        Self {
            unchanging,
            first_value: of_block(&|block| spec.first_value(block)),
            columns: of_block(&|block| spec.blocks[block].columns.len()),
            first_row: of_block(&|block| spec.first_row(block)),
            battle_rows: battle_rows(map.boxes.len()),
            series: in_series.then_some(spec.blocks.len() - 1),
            spec,
        }
    }

    fn system(&self, id: SystemId) -> RowIndex {
        RowIndex((self.first_row[SYSTEMS] + usize::from(id.0)) as u16)
    }

    fn site(&self, id: BoxId) -> RowIndex {
        RowIndex((self.first_row[BOXES] + usize::from(id.0)) as u16)
    }

    fn at_place(&self, verb: u8, place: Place) -> ActionToken {
        let row = match place {
            Place::Space(id) => Some(self.system(id)),
            Place::Surface(id) => Some(self.site(id)),
            Place::Hex { .. } => None,
        };
        ActionToken { verb, row, quantity: 0 }
    }

    /// Stacks beyond the rows share the last one and are told apart by a quantity.
    fn under_way(&self, stack: u8) -> ActionToken {
        let row = usize::from(stack).min(TRANSIT_ROWS - 1);
        ActionToken {
            verb: Verbs::UNDER_WAY,
            row: Some(RowIndex((self.first_row[TRANSIT] + row) as u16)),
            quantity: stack - row as u8,
        }
    }

    /// Squads are counted without empty slots; those beyond the rows share the last one and are told apart by
    /// a quantity.
    fn against(&self, battle: Option<&Battle>, squad: u8) -> ActionToken {
        let before = battle.iter().flat_map(|battle| battle.squads.iter()).take(usize::from(squad));
        let rank = before.filter(|squad| squad.count > 0).count();
        let row = rank.min(self.battle_rows - 1);
        ActionToken {
            verb: Verbs::AGAINST,
            row: Some(RowIndex((self.first_row[BATTLE] + row) as u16)),
            quantity: (rank - row) as u8,
        }
    }
}

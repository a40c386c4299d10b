//! A war as a drawing: systems on their hexes, surface boxes beside them, lanes, counters and panels.

use super::Imperium;
use super::class::Class;
use super::hex::centre;
use super::notation;
use super::position::side_name;
use super::state::{
    Battle, BoxId, Cargo, IMPERIAL, Marker, Place, Role, Squad, State, Step, SystemId, Theatre,
};
use crate::core::{Game, Node, OpenView, Seat};
use crate::scene::{Draw, Link, Panel, Scene, Site, SiteIndex, Token};

/// A counter or what it carries, as the drawing shows it.
struct Shown {
    site: SiteIndex,
    seat: Seat,
    class: Class,
    count: u16,
    state: String,
}

impl Draw for Imperium {
    fn scene(&self, view: &OpenView<State>) -> Scene {
        let state = &view.state;
        let link = |&(a, b): &(SystemId, SystemId)| Link { from: hex_site(a), to: hex_site(b) };
        Scene {
            title: self.title(state),
            sites: self.hex_sites().chain(self.box_sites(state)).chain(adrift_sites(state)).collect(),
            links: self.map.lanes.iter().map(link).collect(),
            tokens: self.shown(state).into_iter().map(Shown::token).collect(),
            panels: Seat::all(2).map(|seat| self.panel(state, seat)).collect(),
            notes: self.notes(state),
        }
    }

    fn units_shown(&self, view: &OpenView<State>) -> Vec<String> {
        let shown = self.shown(&view.state);
        let labels = shown.iter().flat_map(|s| std::iter::repeat_n(s.class.code(), usize::from(s.count)));
        labels.map(String::from).collect()
    }
}

fn hex_site(id: SystemId) -> SiteIndex {
    SiteIndex(usize::from(id.0))
}

/// The hexes between systems with ships in them, in order.
fn adrift(state: &State) -> Vec<(u8, u8)> {
    let hexes = state.groups.iter().filter_map(|group| match group.place {
        Place::Hex { column, row } => Some((column, row)),
        _ => None,
    });
    let mut hexes: Vec<(u8, u8)> = hexes.collect();
    hexes.dedup();
    hexes
}

fn adrift_sites(state: &State) -> impl Iterator<Item = Site> {
    adrift(state).into_iter().map(|(column, row)| Site {
        name: format!("hex {column:02}{row:02}"),
        at: centre((column, row)),
        owner: None,
        kind: "between systems".into(),
    })
}

fn marker_kind(marker: &Marker, primary: bool) -> String {
    let what = match (marker.outpost, marker.world) {
        (Some(_), Some(_)) => "outpost on a world",
        (Some(_), None) => "outpost",
        (None, Some(_)) => "world",
        (None, None) if primary => "habitable",
        (None, None) => "barren",
    };
    if marker.neutralised { format!("{what}, neutralised") } else { what.into() }
}

impl Shown {
    fn token(self) -> Token {
        Token {
            site: self.site,
            seat: Some(self.seat),
            label: self.class.code().into(),
            count: self.count,
            state: self.state,
        }
    }
}

impl Imperium {
    fn title(&self, state: &State) -> String {
        let doing = match self.node(state) {
            Node::Decision(seat) => format!("{} to decide", side_name(seat)),
            Node::Chance => "dice to be rolled".into(),
            Node::Terminal => match state.result.and_then(|result| result.winner) {
                Some(winner) => format!("{} victory", side_name(winner)),
                None => "a draw".into(),
            },
        };
        format!("{}: {doing}", notation::moment_text(self, state))
    }

    fn position(&self, id: SystemId) -> (f32, f32) {
        centre(self.map.at(id).hex)
    }

    fn hex_sites(&self) -> impl Iterator<Item = Site> {
        (0..self.map.systems.len()).map(|index| {
            let id = SystemId(index as u8);
            let system = self.map.at(id);
            let kind = if system.boxes == 0 { "tertiary" } else { "hex" };
            Site { name: system.name.clone(), at: self.position(id), owner: None, kind: kind.into() }
        })
    }

    fn box_sites(&self, state: &State) -> impl Iterator<Item = Site> {
        self.map.box_ids().map(|id| {
            let (surface, marker) = (self.map.surface(id), state.marker(id));
            let (x, y) = self.position(surface.system);
            let place = self.map.boxes_of(surface.system).position(|at| at == id);
            Site {
                name: format!("{} surface", surface.name),
                at: (x + 0.4 * place.unwrap_or(0) as f32 - 0.2, y + 0.4),
                owner: marker.holder,
                kind: marker_kind(&marker, surface.primary),
            }
        })
    }

    fn box_site(&self, at: BoxId) -> SiteIndex {
        SiteIndex(self.map.systems.len() + usize::from(at.0))
    }

    /// Every counter on the map, in battle or not, and all cargo.
    fn shown(&self, state: &State) -> Vec<Shown> {
        let mut shown = Vec::new();
        for group in state.groups.by_place() {
            let site = match group.place {
                Place::Space(id) => hex_site(id),
                Place::Surface(at) => self.box_site(at),
                Place::Hex { column, row } => self.adrift_site(state, (column, row)),
            };
            let words = condition(group.disrupted, group.strength, None);
            add(&mut shown, site, group.seat, group.class, group.count, words, group.cargo);
        }
        for (battle, squad) in
            state.battle.iter().flat_map(|battle| battle.squads.iter().map(move |s| (battle, s)))
        {
            if squad.count > 0 && !squad.marker {
                let site = self.battle_site(battle);
                let words = condition(squad.disrupted, squad.strength, Some("in battle"));
                add(&mut shown, site, squad.seat, squad.class, squad.count, words, squad.cargo);
            }
        }
        shown
    }

    fn battle_site(&self, battle: &Battle) -> SiteIndex {
        match battle.theatre {
            Theatre::Surface(at) => self.box_site(at),
            _ => hex_site(battle.system),
        }
    }

    fn adrift_site(&self, state: &State, hex: (u8, u8)) -> SiteIndex {
        let before = adrift(state).into_iter().filter(|other| *other < hex).count();
        SiteIndex(self.map.systems.len() + self.map.boxes.len() + before)
    }

    fn panel(&self, state: &State, seat: Seat) -> Panel {
        let side = &state.sides[seat.index()];
        let mut lines = vec![("stock".to_string(), format!("{} RU", side.stock))];
        lines.push(("ships lost".into(), format!("{} RU", side.lost_ru)));
        if self.war().is_some_and(|war| war.max_wars > 1) {
            lines.push(("wars won".into(), state.series.won[seat.index()].to_string()));
        }
        if seat == IMPERIAL && self.war().is_some() {
            let [lower, upper] = self.glory_limits(state.turn);
            lines.push(("glory".into(), format!("{} (lost at {lower}, won at {upper})", state.court.glory)));
            lines.push(("budget".into(), format!("{} RU", state.court.budget)));
            let permitted = |class: &Class| state.court.permitted & (1 << class.index()) != 0;
            let codes: Vec<&str> = Class::ALL.into_iter().filter(permitted).map(Class::code).collect();
            lines.push(("may build".into(), codes.join(" ")));
        }
        let in_store = Class::ALL.into_iter().filter(|class| side.to_deploy[class.index()] > 0);
        let store: Vec<String> =
            in_store.map(|class| format!("{} {class}", side.to_deploy[class.index()])).collect();
        if !store.is_empty() {
            lines.push(("to deploy".into(), store.join(", ")));
        }
        for due in state.due.iter().filter(|due| due.seat == seat) {
            lines.push((format!("due in turn {}", due.turn), format!("{} {}", due.count, due.class)));
        }
        Panel { seat, lines }
    }

    fn notes(&self, state: &State) -> Vec<String> {
        let mut notes = Vec::new();
        if state.step != Step::Over && state.step != Step::Battle {
            notes.push(notation::step_text(self, state));
        }
        if let Some(battle) = &state.battle {
            notes.push(notation::battle_text(self, battle));
            notes.extend(
                battle.squads.iter().enumerate().filter_map(|(k, squad)| squad_note(battle, k, &squad)),
            );
        }
        notes
    }
}

/// `#3 Terran 2 DD against #5 CL, fire beam`.
fn squad_note(battle: &Battle, index: usize, squad: &Squad) -> Option<String> {
    if squad.count == 0 {
        return None;
    }
    let what = if squad.marker { "marker" } else { squad.class.code() };
    let star = if squad.disrupted { "*" } else { "" };
    let mut note = format!("#{index} {} {} {what}{star}", side_name(squad.seat), squad.count);
    if let Role::Paired { foe } | Role::Doubling { foe } = squad.role
        && let Some(enemy) = battle.squads.get(usize::from(foe))
    {
        note += &format!(" against #{foe} {}", enemy.class);
    }
    Some(note)
}

/// `disrupted, strength 5, aboard TR`.
fn condition(disrupted: bool, strength: u8, where_: Option<&str>) -> String {
    let mut words: Vec<String> = Vec::new();
    if disrupted {
        words.push("disrupted".into());
    }
    if strength > 0 {
        words.push(format!("strength {strength}"));
    }
    words.extend(where_.map(String::from));
    words.join(", ")
}

fn add(
    shown: &mut Vec<Shown>,
    site: SiteIndex,
    seat: Seat,
    class: Class,
    count: u8,
    state: String,
    cargo: Cargo,
) {
    let mut push = |class, count: u8, state| {
        if count > 0 {
            shown.push(Shown { site, seat, class, count: u16::from(count), state });
        }
    };
    push(class, count, state);
    let aboard = format!("aboard {class}");
    let aboard = |disrupted, strength| condition(disrupted, strength, Some(&aboard));
    match cargo {
        Cargo::Empty => {}
        Cargo::One { class, disrupted, strength } => push(class, count, aboard(disrupted, strength)),
        Cargo::Fighters { sound, disrupted } => {
            push(Class::Fighter, count * sound, aboard(false, 0));
            push(Class::Fighter, count * disrupted, aboard(true, 0));
        }
    }
}

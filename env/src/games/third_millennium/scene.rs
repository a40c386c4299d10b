//! A war as a drawing: systems on their hexes, planets beside them, lanes, fleets and panels.

use super::map::Type;
use super::notation::words::{kind_word, square_word};
use super::position::side_name;
use super::setup::Frame;
use super::state::{Battle, Fleet, FleetId, Group, Place, Report, Spot, State};
use super::view::View;
use super::{IMPERIAL, ThirdMillennium};
use crate::core::{Game, Node, Seat};
use crate::scene::{Draw, Link, Panel, Scene, Site, SiteIndex, Token};

impl Draw for ThirdMillennium {
    fn scene(&self, view: &View) -> Scene {
        let state = &view.state;
        let mut scene = Scene {
            title: self.title(state),
            sites: self.sites(state),
            links: self.links(),
            panels: Seat::all(2).map(|seat| self.panel(view, seat)).collect(),
            notes: self.notes(view),
            ..Scene::default()
        };
        self.add_tokens(view, &mut scene);
        scene
    }

    fn units_shown(&self, view: &View) -> Vec<String> {
        let shown = self.shown(view);
        let labels =
            shown.into_iter().flat_map(|(_, _, label, count)| std::iter::repeat_n(label, usize::from(count)));
        let fleets = self.fleets_shown(view).into_iter().map(|(_, id, _)| fleet_label(id));
        labels.chain(fleets).collect()
    }
}

/// What the Empire gives and asks.
fn court_lines(state: &State) -> Vec<(String, String)> {
    let court = &state.court;
    let mut lines = vec![
        ("budget".to_string(), format!("{} Resources", court.budget)),
        ("permissions".into(), format!("level {}", court.level)),
    ];
    if let Some(offensive) = court.offensive {
        lines.push((
            "offensive".into(),
            format!(
                "above {} glory by turn {}, or ships worth {}",
                offensive.glory, offensive.until, offensive.value
            ),
        ));
    }
    if let Some(fleet) = state.fleets.emperor(IMPERIAL) {
        lines
            .push(("Emperor".into(), format!("fleet {}, stays above {} glory", fleet.letter(), court.glory)));
    }
    lines
}

/// Where the ships of a battle are on the lattice.
fn squares(battle: &Battle) -> String {
    let ships = battle.ships.iter().enumerate().map(|(number, ship)| {
        let group = ship.unit.group();
        format!("{number} {} {} at {}", side_name(group.seat), kind_word(&group), square_word(ship.square))
    });
    ships.collect::<Vec<_>>().join(", ")
}

fn fleet_label(id: FleetId) -> String {
    format!("fleet {}", id.letter())
}

impl ThirdMillennium {
    fn title(&self, state: &State) -> String {
        let doing = match self.node(state) {
            Node::Decision(seat) => format!("{} to decide", side_name(seat)),
            Node::Chance => "dice to be rolled".into(),
            Node::Terminal => match state.result.flatten() {
                Some(winner) => format!("{} victory", side_name(winner)),
                None => "a draw".into(),
            },
        };
        format!("{}: {doing}", self.moment_text(state))
    }

    fn sites(&self, state: &State) -> Vec<Site> {
        let systems = self.map.systems.iter().map(|system| Site {
            name: system.name.clone(),
            at: system.hex.centre(),
            owner: None,
            kind: if system.planets.is_empty() { "no planets" } else { "system" }.into(),
        });
        let planets = self.map.planet_ids().map(|id| {
            let (planet, standing) = (self.map.planet(id), state.planet(id));
            let system = self.map.at(planet.system);
            let number = system.planets.iter().position(|&other| other == id).unwrap_or(0);
            let (x, y) = system.hex.centre();
            let land = match planet.kind {
                Type::H => "habitable",
                Type::O => "hostile",
                Type::X => "bare rock",
            };
            let kind = match standing.owner {
                None if standing.founder.is_some() => format!("outpost begun, {land}"),
                None => land.into(),
                Some(_) if standing.world => format!("world, {land}"),
                Some(_) => format!("outpost, {land}"),
            };
            Site {
                name: format!("{} (planet)", planet.name),
                at: (x + 0.3 * number as f32 - 0.15, y + 0.3),
                owner: standing.owner,
                kind,
            }
        });
        let adrift = self.adrift(state).into_iter().map(|spot| Site {
            name: match spot {
                Spot::Lost(_) => "lost in space".into(),
                _ => "between the lanes".into(),
            },
            at: self.hex(spot).centre(),
            owner: None,
            kind: "empty hex".into(),
        });
        systems.chain(planets).chain(adrift).collect()
    }

    /// Spots of fleets that are in no system.
    fn adrift(&self, state: &State) -> Vec<Spot> {
        let fleets = Seat::all(2).flat_map(|seat| state.fleets.of(seat));
        fleets.map(|(_, fleet)| fleet.at).filter(|spot| spot.system().is_none()).collect()
    }

    fn site_of(&self, state: &State, spot: Spot) -> SiteIndex {
        match spot {
            Spot::System(system) => SiteIndex(system.index()),
            other => {
                let number = self.adrift(state).iter().position(|&spot| spot == other).unwrap_or(0);
                SiteIndex(self.map.systems.len() + self.map.planets.len() + number)
            }
        }
    }

    fn links(&self) -> Vec<Link> {
        let mut links = Vec::new();
        for from in self.map.system_ids() {
            for to in super::map::systems_in(self.map.at(from).lanes).filter(|&to| from < to) {
                links.push(Link { from: SiteIndex(from.index()), to: SiteIndex(to.index()) });
            }
        }
        links
    }

    fn fleets_shown(&self, view: &View) -> Vec<(Seat, FleetId, Fleet)> {
        let state = &view.state;
        Seat::all(2)
            .flat_map(|seat| state.fleets.of(seat).map(move |(id, fleet)| (seat, id, fleet)))
            .collect()
    }

    /// Counters whose place the view shows: all but those of enemy fleets that are known only together, and of enemy
    /// fleets before the first turn.
    fn shown(&self, view: &View) -> Vec<(SiteIndex, Seat, String, u16)> {
        let state = &view.state;
        let fighting =
            state.battle.iter().flat_map(|battle| battle.ships.iter().map(|ship| ship.unit.group()));
        let all = state.groups.iter().chain(fighting).filter(|group| self.is_placed(view, group));
        all.map(|group| {
            let site = match group.place {
                Place::Fleet(fleet) => {
                    let spot = state.fleets.get(group.seat, fleet).map(|fleet| fleet.at);
                    let fought = state.battle.as_ref().map(|battle| battle.at);
                    spot.or(fought).map_or(SiteIndex(0), |spot| self.site_of(state, spot))
                }
                Place::Port(system) => SiteIndex(system.index()),
                Place::Planet(planet) => SiteIndex(self.map.systems.len() + planet.index()),
                Place::Store => {
                    SiteIndex(self.map.planet(self.scenario.base[group.seat.index()]).system.index())
                }
            };
            (site, group.seat, kind_word(&group), u16::from(group.count))
        })
        .collect()
    }

    fn is_placed(&self, view: &View, group: &Group) -> bool {
        let state = &view.state;
        match group.place {
            Place::Fleet(fleet) if group.seat != view.seat => {
                state.fleets.known_with(group.seat, fleet).count() <= 1
            }
            Place::Store => group.seat == view.seat,
            _ => true,
        }
    }

    fn add_tokens(&self, view: &View, scene: &mut Scene) {
        for (seat, id, fleet) in self.fleets_shown(view) {
            scene.tokens.push(Token {
                site: self.site_of(&view.state, fleet.at),
                seat: Some(seat),
                label: fleet_label(id),
                count: 1,
                state: if fleet.activated { "moved" } else { "" }.into(),
            });
        }
        for (site, seat, label, count) in self.shown(view) {
            scene.tokens.push(Token { site, seat: Some(seat), label, count, state: String::new() });
        }
    }

    fn panel(&self, view: &View, seat: Seat) -> Panel {
        let state = &view.state;
        let mut lines = vec![
            ("stock".to_string(), format!("{} Resources", state.sides[seat.index()].stock)),
            ("activations".into(), state.left[seat.index()].to_string()),
        ];
        if seat == IMPERIAL {
            lines.push(("glory".into(), state.glory.to_string()));
        }
        if let Frame::War(_) = self.scenario.frame {
            lines.push(("income".into(), format!("{} Resources", self.income(state, seat))));
            if self.scenario.campaign.is_some() {
                lines.push(("worlds".into(), self.count_of_worlds(state, seat).to_string()));
                lines.push(("wars won".into(), state.series.won[seat.index()].to_string()));
            }
            if seat == IMPERIAL {
                lines.extend(court_lines(state));
            }
        }
        for due in state.due.iter().filter(|due| due.seat == seat) {
            lines.push((
                format!("due in turn {}", due.turn),
                format!("{} {} at {}", due.count, due.class, self.map.at(due.at).name),
            ));
        }
        for system in self.map.system_ids() {
            let field = state.field(seat, system);
            if field.counters > 0 {
                let points =
                    if seat == view.seat || field.known { field.points.to_string() } else { "?".into() };
                let name = &self.map.at(system).name;
                lines.push((
                    format!("mines at {name}"),
                    format!("{} counters, {points} points", field.counters),
                ));
            }
        }
        for (id, _) in state.fleets.of(seat) {
            let known = state.fleets.known_with(seat, id).collect::<Vec<_>>();
            if seat != view.seat && known.len() > 1 {
                let letters: String = known.iter().map(|id| id.letter()).collect();
                lines.push((
                    format!("fleets {letters} together"),
                    self.contents(state, seat, Place::Fleet(id)),
                ));
            } else if seat == view.seat || known.len() == 1 {
                lines.push((fleet_label(id), self.contents(state, seat, Place::Fleet(id))));
            }
        }
        if state.groups.any_at(seat, Place::Store) {
            lines.push(("not placed".into(), self.contents(state, seat, Place::Store)));
        }
        Panel { seat, lines }
    }

    fn contents(&self, state: &State, seat: Seat, place: Place) -> String {
        let words: Vec<String> =
            state.groups.at(seat, place).map(|group| super::notation::words::group_words(&group)).collect();
        if words.is_empty() { "-".into() } else { words.join(", ") }
    }

    fn report_text(&self, seat: Seat, report: Report) -> String {
        let ([capital, light], [turn, segment]) = (report.warships, report.when);
        let auxiliaries =
            report.auxiliaries.map_or_else(String::new, |count| format!(", {count} auxiliaries"));
        format!(
            "{} scouts counted {capital} capital, {light} light warships{auxiliaries} at {} (turn {turn}, segment {segment})",
            side_name(seat),
            self.map.at(report.at).name
        )
    }

    fn notes(&self, view: &View) -> Vec<String> {
        let state = &view.state;
        let mut notes = Vec::new();
        if state.at_peace() {
            notes.push(format!("turns of peace left, with this one: {}", state.series.peace));
        }
        if let Some(battle) = &state.battle {
            let battle_text = self.battle_text(battle.at);
            notes.push(match battle.planet {
                Some(planet) => format!("attack on {}", self.map.planet(planet).name),
                None if self.rules.lattice => format!("{battle_text}, round {}", battle.round),
                None => format!("{battle_text}, round {}, range {}", battle.round, battle.band),
            });
            if self.rules.lattice && battle.planet.is_none() {
                notes.push(format!("column, row and level: {}", squares(battle)));
            }
        }
        if let Some(ground) = state.ground {
            let (name, attacker) = (&self.map.planet(ground.planet).name, side_name(ground.attacker));
            notes.push(format!("combat on {name}, round {}; the {attacker} attacks", ground.round));
        }
        for seat in Seat::all(2) {
            notes.extend(state.reports[seat.index()].map(|report| self.report_text(seat, report)));
        }
        notes
    }
}

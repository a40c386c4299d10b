//! What transports and tankers do: carry troops to landings and garrisons, place outposts, open the way.

use super::super::class::Class;
use super::super::sets::bits;
use super::super::state::{BoxId, Group, Phase, Place, SystemId};
use super::mind::Mind;
use super::plan::{Campaign, Errand};

impl Mind<'_> {
    /// Loaded transports go where their cargo is wanted, empty ones to the next cargo.
    pub(super) fn send_transports(&self, campaign: &mut Campaign) {
        if self.state.phase == Phase::ReactionMovement {
            return;
        }
        campaign.garrisons = self.wanted_garrisons();
        campaign.sites = self.outpost_sites();
        for group in self.state.groups_of(self.me).filter(|group| group.class == Class::Transport) {
            let Some(cargo) = group.cargo.class() else { continue };
            for _ in 0..group.count {
                if let Some(to) = self.delivery(&group, cargo, campaign) {
                    errand(campaign, &group, to);
                }
            }
        }
        let Some(staging) = self.staging(campaign) else { return };
        for group in self.state.groups_of(self.me) {
            let empty = group.class == Class::Transport && group.cargo.class().is_none();
            if empty && self.reach(&group) & staging.bit() != 0 {
                for _ in 0..group.count {
                    errand(campaign, &group, staging);
                }
            }
        }
    }

    /// Where one counter aboard a transport of this group should go.
    fn delivery(&self, group: &Group, cargo: Class, campaign: &mut Campaign) -> Option<SystemId> {
        let reach = self.reach(group);
        let able = |at: &SystemId| reach & at.bit() != 0;
        if cargo == Class::Outpost {
            let next = campaign.sites.iter().position(able)?;
            return Some(campaign.sites.remove(next));
        }
        if !cargo.is_troops() {
            return None;
        }
        let landing = campaign.plans.iter().find(|plan| plan.landing && able(&plan.at));
        if let Some(plan) = landing {
            return Some(plan.at);
        }
        let next = campaign.garrisons.iter().position(able)?;
        Some(campaign.garrisons.remove(next))
    }

    /// Systems where troops are wanted and not on their way.
    fn wanted_garrisons(&self) -> Vec<SystemId> {
        let systems = self.bare_boxes().into_iter().map(|at| self.game.map.surface(at).system);
        systems.filter(|at| !self.is_arriving(*at, Class::is_troops)).collect()
    }

    /// Systems with an empty box for a new outpost, the best first: those at the distance from the enemy that the
    /// doctrine asks for.
    pub(super) fn outpost_sites(&self) -> Vec<SystemId> {
        let enemy = self.game.map.systems_of(self.state.held_boxes(self.foe));
        let hostile = self.board.combat[self.foe.index()];
        let away = |at: SystemId| {
            let each = bits(enemy).map(|k| self.game.map.distance(at, SystemId(k as u8)));
            f32::from(each.min().unwrap_or(0))
        };
        let home = self.home(self.me);
        let cost = |at: &SystemId| {
            (away(*at) - self.doctrine.outposts).abs() + 0.3 * f32::from(self.game.map.distance(*at, home))
        };
        let is_site = |at: &SystemId| {
            let boxes = self.game.map.at(*at).boxes;
            let empty = bits(boxes).any(|k| self.is_free(BoxId(k as u8)));
            empty && hostile & at.bit() == 0 && !self.is_arriving(*at, |class| class == Class::Outpost)
        };
        let mut sites: Vec<SystemId> = self.systems().filter(is_site).collect();
        sites.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
        sites.retain(|at| away(*at) <= self.doctrine.outposts + 4.0);
        sites
    }

    fn is_free(&self, at: BoxId) -> bool {
        self.state.marker(at).is_empty()
            && !self.state.groups_at(Place::Surface(at)).any(|g| g.seat == self.foe)
    }

    /// Whether a transport with such cargo has flown to a system in this phase.
    fn is_arriving(&self, at: SystemId, cargo: impl Fn(Class) -> bool) -> bool {
        let there = self.state.groups_at(Place::Space(at));
        there.into_iter().any(|group| {
            group.seat == self.me && !group.used.is_nothing() && group.cargo.class().is_some_and(&cargo)
        })
    }

    /// How many counters of a class in a box are to be taken up, and how urgent that is.
    pub(super) fn cargo_wanted(&self, class: Class, at: BoxId, campaign: &Campaign) -> Option<(f32, f32)> {
        let from = self.game.map.surface(at).system;
        let reach = self.lanes.reach(self.me, from);
        let able = |to: &SystemId| *to != from && reach & to.bit() != 0;
        if class == Class::Outpost {
            let sites = campaign.sites.iter().filter(|to| able(to)).count();
            return (sites > 0).then_some((sites as f32, 0.5));
        }
        let spare = self.spare_in(at);
        if !class.is_troops() || spare < 1.0 {
            return None;
        }
        if campaign.plans.iter().any(|plan| plan.landing && able(&plan.at)) {
            let better =
                class == Class::RegularTroops && self.jump_troops(from) >= self.empty_transports(from);
            return (!better).then_some((spare, 0.7));
        }
        let places = campaign.garrisons.iter().filter(|to| able(to)).count() as f32;
        (places > 0.0).then_some((places.min(spare), if class == Class::RegularTroops { 0.3 } else { 0.2 }))
    }

    /// Where empty transports are wanted: the own system with the most cargo that waits.
    fn staging(&self, campaign: &Campaign) -> Option<SystemId> {
        let outposts = |at: SystemId| {
            let boxes = self.game.map.boxes_of(at);
            let stored = boxes.flat_map(|site| self.state.groups_at(Place::Surface(site)));
            let mine = stored.filter(|group| group.seat == self.me && group.class == Class::Outpost);
            let count: f32 = mine.map(|group| f32::from(group.count)).sum();
            count.min(campaign.sites.len() as f32)
        };
        let need = |at: &SystemId| self.spare_troops(*at) + outposts(*at) - self.empty_transports(*at);
        let safe = |at: &SystemId| self.board.space[self.foe.index()][usize::from(at.0)] == 0.0;
        let best = self.systems().filter(safe).max_by(|a, b| need(a).total_cmp(&need(b)))?;
        (need(&best) > 0.0).then_some(best)
    }

    /// Tankers go to the gates that others want to pass, or to every gate where the doctrine keeps one there.
    pub(super) fn send_tankers(&self, campaign: &mut Campaign) {
        if self.state.phase == Phase::ReactionMovement || self.doctrine.tanker <= 0.0 {
            return;
        }
        let bare = self.lanes.gates & !self.state.tankers(self.me) & !self.board.combat[self.foe.index()];
        for gate in bits(bare).map(|k| SystemId(k as u8)) {
            let passed = campaign.errands.iter().any(|errand| {
                let from = self.game.system_of(errand.from);
                from.is_some_and(|from| self.lanes.needs_tanker(self.game, self.me, from, errand.to))
            });
            if !passed && self.doctrine.tanker < 2.0 {
                continue;
            }
            let tanker = self.state.groups_of(self.me).find(|group| {
                group.class == Class::Tanker && group.used.is_nothing() && self.reach(group) & gate.bit() != 0
            });
            if let Some(tanker) = tanker {
                errand(campaign, &tanker, gate);
            }
        }
    }
}

/// One more ship of a group has an errand.
fn errand(campaign: &mut Campaign, group: &Group, to: SystemId) {
    if group.place == Place::Space(to) {
        return;
    }
    let (from, kind) = (group.place, group.kind());
    match campaign.errands.iter_mut().find(|e| (e.from, e.kind, e.to) == (from, kind, to)) {
        Some(errand) => errand.count += 1,
        None => campaign.errands.push(Errand { from, kind, count: 1, to }),
    }
}

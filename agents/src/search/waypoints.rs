use spinward_env::core::Seat;

use super::tree::NONE;

/// How many states are kept at most, whatever the size of the tree.
const COUNT: usize = 32;
/// Visits of a node from which on its state is worth a copy.
const VISITS: u32 = 4;

/// The states of a few much visited nodes: a simulation replays from the last of them on its path instead of from the
/// root.
#[derive(Debug)]
pub(super) struct Waypoints<S> {
    kept: Vec<Waypoint<S>>,
}

/// The state of one node.
#[derive(Debug)]
pub(super) struct Waypoint<S> {
    node: u32,
    visits: u32,
    pub state: S,
    /// The seat that decided last on the way to it.
    pub viewer: Seat,
}

impl<S: Clone> Waypoints<S> {
    pub(super) fn new() -> Self {
        Self { kept: Vec::new() }
    }

    /// Forgets all: nodes have other numbers now.
    pub(super) fn clear(&mut self) {
        self.kept.iter_mut().for_each(|waypoint| (waypoint.node, waypoint.visits) = (NONE, 0));
    }

    /// The state of this node, if it is kept.
    pub(super) fn at(&self, node: u32) -> Option<&Waypoint<S>> {
        self.kept.get(place(node)).filter(|waypoint| waypoint.node == node)
    }

    /// Keeps the state of a node, if it was visited more often than what is kept in its place.
    pub(super) fn offer(&mut self, node: u32, visits: u32, state: &S, viewer: Seat) {
        if visits < VISITS {
            return;
        }
        while self.kept.len() <= place(node) {
            self.kept.push(Waypoint { node: NONE, visits: 0, state: state.clone(), viewer });
        }
        let kept = &mut self.kept[place(node)];
        if kept.node == node || kept.visits >= visits {
            return;
        }
        kept.state.clone_from(state);
        (kept.node, kept.visits, kept.viewer) = (node, visits, viewer);
    }
}

/// Neighbours go to different places.
fn place(node: u32) -> usize {
    node as usize % COUNT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_visited_of_two_in_one_place_is_kept() {
        let (mut waypoints, seat) = (Waypoints::new(), Seat::new(0));
        let (first, second) = (3, 3 + COUNT as u32);
        waypoints.offer(first, VISITS - 1, &"rare", seat);
        assert!(waypoints.at(first).is_none());
        waypoints.offer(first, 9, &"first", seat);
        waypoints.offer(second, 8, &"second", seat);
        assert_eq!(waypoints.at(first).map(|waypoint| waypoint.state), Some("first"));
        waypoints.offer(second, 10, &"second", seat);
        assert!(waypoints.at(first).is_none());
        assert_eq!(waypoints.at(second).map(|waypoint| waypoint.state), Some("second"));
        waypoints.clear();
        assert!(waypoints.at(second).is_none());
    }
}

use spinward_env::core::{MAX_SEATS, PerSeat, Seat};

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// One number for each seat; seats that the game hasn't stay 0.
pub(super) type Values = [f32; MAX_SEATS];

pub(super) fn to_values(values: &PerSeat<f32>) -> Values {
    let mut all = [0.0; MAX_SEATS];
    all[..values.len()].copy_from_slice(values);
    all
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Decision(Seat),
    Chance,
    Terminal,
}

/// A position of the tree. It holds no state: a simulation replays from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The node above and the number of its edge or branch that leads here; [`NONE`] at the root. Where something is
    /// hidden, nodes have many parents and this says nothing.
    pub parent: u32,
    pub slot: u16,
    pub kind: Kind,
    /// Whether forced decisions or certain outcomes lie between the parent's action and this position.
    pub after_forced: bool,
    /// Whether `raw` is known: the network's answer, or the returns of a terminal node.
    pub evaluated: bool,
    pub raw: Values,
    /// What the node is worth to each seat, from everything below it.
    pub value: Values,
    /// Simulations through its actions or outcomes.
    pub visits: u32,
    /// The first edge (decision) or branch (chance), and how many there are.
    pub first: u32,
    pub count: u16,
    /// Where the spread of outcomes begins, and how many were drawn.
    pub phase: u32,
    pub draws: u32,
}

/// One action of a decision node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub action: A,
    pub logit: f32,
    /// The probability that the logits of its node stand for.
    pub prior: f32,
    pub child: u32,
    pub visits: u32,
    /// What the action is worth to each seat; read only where `visits` is not 0.
    pub value: Values,
}

/// One outcome of a chance node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub weight: u32,
    pub child: u32,
    pub visits: u32,
}

/// Nodes with their edges and branches, in three arenas. A child's number is above its parent's.
#[derive(Debug)]
pub(super) struct Tree<A> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge<A>>,
    pub branches: Vec<Branch>,
}

impl<A: Copy> Tree<A> {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), branches: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.branches.clear();
    }

    pub(super) fn add_decision(&mut self, seat: Seat, actions: &[A]) -> u32 {
        let first = self.edges.len() as u32;
        grow(&mut self.edges, actions.len());
        self.edges.extend(actions.iter().map(|&action| Edge {
            action,
            logit: 0.0,
            prior: 0.0,
            child: NONE,
            visits: 0,
            value: [0.0; MAX_SEATS],
        }));
        self.add(Kind::Decision(seat), first, actions.len())
    }

    pub(super) fn add_chance(&mut self, weights: &[u32], phase: u32) -> u32 {
        let first = self.branches.len() as u32;
        grow(&mut self.branches, weights.len());
        self.branches.extend(weights.iter().map(|&weight| Branch { weight, child: NONE, visits: 0 }));
        let node = self.add(Kind::Chance, first, weights.len());
        self.nodes[node as usize].phase = phase;
        node
    }

    pub(super) fn add_terminal(&mut self, returns: Values) -> u32 {
        let node = self.add(Kind::Terminal, 0, 0);
        self.evaluated(node, returns);
        node
    }

    fn add(&mut self, kind: Kind, first: u32, count: usize) -> u32 {
        grow(&mut self.nodes, 1);
        self.nodes.push(Node {
            parent: NONE,
            slot: 0,
            kind,
            after_forced: false,
            evaluated: false,
            raw: [0.0; MAX_SEATS],
            value: [0.0; MAX_SEATS],
            visits: 0,
            first,
            count: count as u16,
            phase: 0,
            draws: 0,
        });
        (self.nodes.len() - 1) as u32
    }

    /// Puts a new node below action or outcome `slot` of `parent`.
    pub(super) fn link(&mut self, parent: u32, slot: u32, child: u32) {
        *self.child_mut(parent, slot) = child;
        let node = &mut self.nodes[child as usize];
        (node.parent, node.slot) = (parent, slot as u16);
    }

    /// The node below action or outcome `slot` of `parent`, or [`NONE`].
    pub(super) fn child(&self, parent: u32, slot: u32) -> u32 {
        let node = &self.nodes[parent as usize];
        let index = (node.first + slot) as usize;
        match node.kind {
            Kind::Chance => self.branches[index].child,
            _ => self.edges[index].child,
        }
    }

    fn child_mut(&mut self, parent: u32, slot: u32) -> &mut u32 {
        let node = &self.nodes[parent as usize];
        let index = (node.first + slot) as usize;
        match node.kind {
            Kind::Chance => &mut self.branches[index].child,
            _ => &mut self.edges[index].child,
        }
    }

    /// Notes what a network said of a node, or how the game ended there.
    pub(super) fn evaluated(&mut self, node: u32, raw: Values) {
        let node = &mut self.nodes[node as usize];
        node.raw = raw;
        node.value = raw;
        node.evaluated = true;
    }

    pub(super) fn edges_of(&self, node: u32) -> &[Edge<A>] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first as usize..][..usize::from(node.count)]
    }

    pub(super) fn edges_of_mut(&mut self, node: u32) -> &mut [Edge<A>] {
        let node = &self.nodes[node as usize];
        &mut self.edges[node.first as usize..][..usize::from(node.count)]
    }

    pub(super) fn branches_of(&self, node: u32) -> &[Branch] {
        let node = &self.nodes[node as usize];
        &self.branches[node.first as usize..][..usize::from(node.count)]
    }

    /// Counts a visit through action or outcome `slot` of `node`, whose child is now worth `value`, and brings
    /// the node's own value up to date: at a decision the mean over its own evaluation and all visits below it.
    pub(super) fn visited(&mut self, node: u32, slot: u32, value: Values) {
        let number = node as usize;
        let node = &mut self.nodes[number];
        let first = (node.first + slot) as usize;
        node.visits += 1;
        match node.kind {
            Kind::Decision(_) => {
                let edge = &mut self.edges[first];
                let (before, all) = (edge.visits as f32, (node.visits + 1) as f32);
                for ((mean, &new), &old) in node.value.iter_mut().zip(&value).zip(&edge.value) {
                    // One visit more, and the visits before it count with the new value.
                    let gain = new + before * (new - old);
                    *mean += (gain - *mean) / all;
                }
                edge.visits += 1;
                edge.value = value;
            }
            Kind::Chance => {
                self.branches[first].visits += 1;
                self.nodes[number].value = self.chance_value(number as u32);
            }
            Kind::Terminal => {}
        }
    }

    /// The mean over visits until all outcomes were seen, then the mean weighted by probability.
    fn chance_value(&self, node: u32) -> Values {
        let branches = self.branches_of(node);
        let all_seen = branches.iter().all(|branch| branch.visits > 0);
        let node = &self.nodes[node as usize];
        let mut total = if all_seen || !node.evaluated { 0.0 } else { 1.0 };
        let mut sum = node.raw.map(|raw| raw * total);
        for branch in branches.iter().filter(|branch| branch.visits > 0) {
            let weight = if all_seen { branch.weight } else { branch.visits } as f32;
            total += weight;
            for (sum, value) in sum.iter_mut().zip(self.nodes[branch.child as usize].value) {
                *sum += weight * value;
            }
        }
        sum.map(|sum| sum / total)
    }

    /// The actions and outcomes that lead from the root to a node, the last one first.
    pub(super) fn way_up(&self, node: u32) -> impl Iterator<Item = (u32, u32)> {
        let step = |node: u32| {
            let Node { parent, slot, .. } = self.nodes[node as usize];
            (parent != NONE).then_some((parent, u32::from(slot)))
        };
        std::iter::successors(step(node), move |&(parent, _)| step(parent))
    }

    /// Forgets all but the part below `root`, which becomes node 0. What stays keeps its order and its place in memory
    /// does not grow: everything moves down.
    pub(super) fn keep_below(&mut self, root: u32) {
        let (numbers, kept) = self.numbers_below(root);
        let (mut edges, mut branches) = (0, 0);
        for old in root as usize..self.nodes.len() {
            let new = numbers[old];
            if new == NONE {
                continue;
            }
            let mut node = self.nodes[old];
            let (first, count) = (node.first as usize, usize::from(node.count));
            match node.kind {
                Kind::Decision(_) => {
                    for k in 0..count {
                        let edge = self.edges[first + k];
                        self.edges[edges + k] = Edge { child: renumbered(edge.child, &numbers), ..edge };
                    }
                    node.first = edges as u32;
                    edges += count;
                }
                Kind::Chance => {
                    for k in 0..count {
                        let branch = self.branches[first + k];
                        self.branches[branches + k] =
                            Branch { child: renumbered(branch.child, &numbers), ..branch };
                    }
                    node.first = branches as u32;
                    branches += count;
                }
                Kind::Terminal => {}
            }
            node.parent = if new == 0 { NONE } else { numbers[node.parent as usize] };
            self.nodes[new as usize] = node;
        }
        self.nodes.truncate(kept);
        self.edges.truncate(edges);
        self.branches.truncate(branches);
    }

    /// The new number of each node at or below `root`, [`NONE`] for the others, and how many there are.
    fn numbers_below(&self, root: u32) -> (Vec<u32>, usize) {
        let mut numbers = vec![NONE; self.nodes.len()];
        numbers[root as usize] = 0;
        let mut kept = 1;
        for (node, place) in self.nodes.iter().zip(0..).skip(root as usize + 1) {
            if numbers[node.parent as usize] != NONE {
                numbers[place] = kept;
                kept += 1;
            }
        }
        (numbers, kept as usize)
    }
}

/// Bytes that an arena takes, room for more included.
pub(super) fn bytes_of<T>(arena: &Vec<T>) -> usize {
    arena.capacity() * size_of::<T>()
}

fn renumbered(node: u32, numbers: &[u32]) -> u32 {
    if node == NONE { NONE } else { numbers[node as usize] }
}

/// Makes room for `more`. An arena grows by a quarter at a time, so that it takes at most that much more than it holds.
fn grow<T>(arena: &mut Vec<T>, more: usize) {
    const FIRST: usize = 64;
    if arena.capacity() - arena.len() < more {
        let quarter = if arena.is_empty() { FIRST } else { arena.len() / 4 };
        arena.reserve_exact(more.max(quarter));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the quarter that arenas may have to spare, an edge takes 64 bytes and a node 128 at most; actions of up to 8
    /// bytes fit.
    #[test]
    fn nodes_and_edges_are_small() {
        assert!(size_of::<Node>() * 5 / 4 <= 128, "{}", size_of::<Node>());
        assert!(size_of::<Edge<[u8; 8]>>() * 5 / 4 <= 64, "{}", size_of::<Edge<[u8; 8]>>());
    }

    #[test]
    fn an_arena_has_at_most_a_quarter_to_spare() {
        let mut arena = Vec::new();
        for length in 1..100_000 {
            grow(&mut arena, 1);
            arena.push(0_u8);
            assert!(arena.capacity() <= (length * 5 / 4).max(64), "{} for {length}", arena.capacity());
        }
    }

    #[test]
    fn what_stays_of_a_tree_is_what_was_below() {
        let mut tree = Tree::<u8>::new();
        let root = tree.add_decision(Seat::new(0), &[1, 2]);
        let other = tree.add_decision(Seat::new(1), &[3]);
        tree.link(root, 0, other);
        let chance = tree.add_chance(&[1, 5], 7);
        tree.link(root, 1, chance);
        let below_other = tree.add_decision(Seat::new(0), &[4, 5]);
        tree.link(other, 0, below_other);
        let kept = tree.add_decision(Seat::new(0), &[6, 7]);
        tree.link(chance, 1, kept);
        assert_eq!(tree.way_up(kept).collect::<Vec<_>>(), [(chance, 1), (root, 1)]);
        tree.keep_below(chance);
        assert_eq!((tree.nodes.len(), tree.edges.len(), tree.branches.len()), (2, 2, 2));
        assert_eq!((tree.nodes[0].kind, tree.nodes[0].phase, tree.nodes[0].parent), (Kind::Chance, 7, NONE));
        assert_eq!((tree.child(0, 0), tree.child(0, 1)), (NONE, 1));
        assert_eq!(tree.edges_of(1).iter().map(|edge| edge.action).collect::<Vec<_>>(), [6, 7]);
        assert_eq!(tree.way_up(1).collect::<Vec<_>>(), [(0, 1)]);
    }

    #[test]
    fn a_decision_is_the_mean_of_its_evaluation_and_the_visits_below() {
        let mut tree = Tree::<u8>::new();
        let node = tree.add_decision(Seat::new(0), &[1, 2]);
        tree.evaluated(node, [1.0; MAX_SEATS]);
        for (slot, value, mean) in [(0, 3.0, 2.0), (1, -1.0, 1.0), (0, 4.0, (1.0 + 2.0 * 4.0 - 1.0) / 4.0)] {
            tree.visited(node, slot, [value; MAX_SEATS]);
            let got = tree.nodes[node as usize].value[0];
            assert!((got - mean).abs() < 1e-6, "{got} instead of {mean}");
        }
    }

    fn seen(tree: &mut Tree<u8>, chance: u32, slot: u32, value: f32) -> f32 {
        let leaf = tree.add_terminal([value; MAX_SEATS]);
        let first = tree.nodes[chance as usize].first + slot;
        tree.branches[first as usize].child = leaf;
        tree.visited(chance, slot, [value; MAX_SEATS]);
        tree.nodes[chance as usize].value[0]
    }

    #[test]
    fn a_chance_node_is_the_mean_of_visits_until_all_outcomes_were_seen() {
        let mut tree = Tree::<u8>::new();
        let chance = tree.add_chance(&[1, 2, 3], 0);
        assert_eq!(seen(&mut tree, chance, 2, 6.0), 6.0);
        assert_eq!(seen(&mut tree, chance, 2, 6.0), 6.0);
        assert_eq!(seen(&mut tree, chance, 0, 0.0), 4.0);
        assert_eq!(seen(&mut tree, chance, 1, 3.0), (0.0 + 2.0 * 3.0 + 3.0 * 6.0) / 6.0);
    }

    #[test]
    fn an_afterstate_counts_as_one_visit_until_all_outcomes_were_seen() {
        let mut tree = Tree::<u8>::new();
        let chance = tree.add_chance(&[1, 1], 0);
        tree.evaluated(chance, [3.0; MAX_SEATS]);
        assert_eq!(seen(&mut tree, chance, 0, 1.0), 2.0);
        assert_eq!(seen(&mut tree, chance, 1, 5.0), 3.0);
    }
}

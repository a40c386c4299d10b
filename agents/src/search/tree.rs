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
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Of a decision: the hash of the state, or where something is hidden of the view of its seat.
    pub key: u64,
    pub kind: Kind,
    /// Whether `raw` is known: the network's answer, or the returns of a terminal node.
    pub evaluated: bool,
    pub raw: Values,
    /// What the node is worth to each seat, from everything below it.
    pub value: Values,
    /// The first edge (decision) or branch (chance), and how many there are.
    pub first: u32,
    pub count: u16,
    /// Where the spread of outcomes begins, and how many were drawn.
    pub phase: u32,
    pub draws: u32,
}

/// One action of a decision node.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub action: A,
    pub logit: f32,
    pub child: u32,
    pub visits: u32,
    /// Simulations under way.
    pub pending: u32,
    /// What the action is worth to each seat; read only where `visits` is not 0.
    pub value: Values,
}

/// One outcome of a chance node.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub weight: u32,
    pub child: u32,
    pub visits: u32,
}

/// Nodes with their edges and branches, in three arenas.
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

    pub(super) fn add_decision(&mut self, key: u64, seat: Seat, actions: &[A]) -> u32 {
        let first = self.edges.len() as u32;
        self.edges.extend(actions.iter().map(|&action| Edge {
            action,
            logit: 0.0,
            child: NONE,
            visits: 0,
            pending: 0,
            value: [0.0; MAX_SEATS],
        }));
        self.add(key, Kind::Decision(seat), first, actions.len())
    }

    pub(super) fn add_chance(&mut self, weights: &[u32], phase: u32) -> u32 {
        let first = self.branches.len() as u32;
        self.branches.extend(weights.iter().map(|&weight| Branch { weight, child: NONE, visits: 0 }));
        let node = self.add(0, Kind::Chance, first, weights.len());
        self.nodes[node as usize].phase = phase;
        node
    }

    pub(super) fn add_terminal(&mut self, returns: Values) -> u32 {
        let node = self.add(0, Kind::Terminal, 0, 0);
        self.evaluated(node, returns);
        node
    }

    fn add(&mut self, key: u64, kind: Kind, first: u32, count: usize) -> u32 {
        self.nodes.push(Node {
            key,
            kind,
            evaluated: false,
            raw: [0.0; MAX_SEATS],
            value: [0.0; MAX_SEATS],
            first,
            count: count as u16,
            phase: 0,
            draws: 0,
        });
        (self.nodes.len() - 1) as u32
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
    /// the node's own value up to date.
    pub(super) fn visited(&mut self, node: u32, slot: u32, value: Values) {
        let first = self.nodes[node as usize].first + slot;
        match self.nodes[node as usize].kind {
            Kind::Decision(_) => {
                let edge = &mut self.edges[first as usize];
                edge.visits += 1;
                edge.pending = edge.pending.saturating_sub(1);
                edge.value = value;
                self.nodes[node as usize].value = self.decision_value(node);
            }
            Kind::Chance => {
                self.branches[first as usize].visits += 1;
                self.nodes[node as usize].value = self.chance_value(node);
            }
            Kind::Terminal => {}
        }
    }

    /// The mean over the node's own evaluation and all visits below it.
    fn decision_value(&self, node: u32) -> Values {
        let (mut sum, mut visits) = (self.nodes[node as usize].raw, 1);
        for edge in self.edges_of(node).iter().filter(|edge| edge.visits > 0) {
            visits += edge.visits;
            for (sum, value) in sum.iter_mut().zip(edge.value) {
                *sum += edge.visits as f32 * value;
            }
        }
        sum.map(|sum| sum / visits as f32)
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

    /// Copies the part below `root` into the empty tree `into`, where `root` becomes node 0.
    pub(super) fn copy_below(&self, root: u32, into: &mut Self) {
        into.clear();
        into.nodes.push(self.nodes[root as usize].clone());
        let mut next = 0;
        while next < into.nodes.len() {
            let old = into.nodes[next].clone();
            let range = old.first as usize..old.first as usize + usize::from(old.count);
            match old.kind {
                Kind::Decision(_) => {
                    into.nodes[next].first = into.edges.len() as u32;
                    for edge in &self.edges[range] {
                        let child = self.copy_node(edge.child, into);
                        into.edges.push(Edge { child, pending: 0, ..edge.clone() });
                    }
                }
                Kind::Chance => {
                    into.nodes[next].first = into.branches.len() as u32;
                    for branch in &self.branches[range] {
                        let child = self.copy_node(branch.child, into);
                        into.branches.push(Branch { child, ..branch.clone() });
                    }
                }
                Kind::Terminal => {}
            }
            next += 1;
        }
    }

    fn copy_node(&self, node: u32, into: &mut Self) -> u32 {
        if node == NONE {
            return NONE;
        }
        into.nodes.push(self.nodes[node as usize].clone());
        (into.nodes.len() - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes that memory figures count on; actions of up to 12 bytes fit.
    #[test]
    fn nodes_and_edges_are_small() {
        assert!(size_of::<Node>() <= 128, "{}", size_of::<Node>());
        assert!(size_of::<Edge<[u32; 3]>>() <= 64, "{}", size_of::<Edge<[u32; 3]>>());
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

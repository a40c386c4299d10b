"""Makes vectors.json, which tests/mctx.rs compares with the search.

Made with Python 3.11, mctx 0.0.71, jax 0.10.2, numpy 2.4.6 on a CPU:

    python3 -m venv venv && venv/bin/pip install mctx==0.0.71 jax==0.10.2 numpy==2.4.6
    venv/bin/python agents/tests/mctx/make_vectors.py agents/tests/mctx/vectors.json

halving   the visit count that sequential halving considers, simulation by simulation
nodes     one node each: what completed Q adds to each logit, the improved policy, the interior choice, and the
          root's choice under given noise. Where the legal actions are fewer than mctx's padded ones, mctx gets the
          others as invalid and only the legal ones are written here. (Such a node has an unvisited legal action:
          else mctx lets its padding into the range of Q, which a list without padding has no use for.)
searches  whole searches of Connect Four under a made-up network that both sides compute from the board
"""

import functools
import json
import sys

import jax
import jax.numpy as jnp
import mctx
import numpy as np
from mctx._src import action_selection, qtransforms, seq_halving
from mctx._src import tree as tree_lib

COLUMNS, ROWS = 7, 6


def halving():
    cases = [(1, 5), (2, 9), (3, 16), (4, 16), (5, 30), (7, 16), (8, 16), (16, 16), (16, 64), (16, 200), (12, 50)]
    return [
        {"considered": m, "simulations": n, "levels": seq_halving.get_sequence_of_considered_visits(m, n)}
        for m, n in cases
    ]


def one_node_tree(raw_value, logits, visits, qvalues, invalid, gumbel):
    """A search tree of which only the root's statistics are read."""
    row = lambda x, kind: jnp.asarray([x], kind)
    return tree_lib.Tree(
        node_visits=row(int(sum(visits)) + 1, jnp.int32),
        raw_values=row(raw_value, jnp.float32),
        node_values=row(raw_value, jnp.float32),
        parents=row(-1, jnp.int32),
        action_from_parent=row(-1, jnp.int32),
        children_index=row([-1] * len(logits), jnp.int32),
        children_prior_logits=row(logits, jnp.float32),
        children_values=row(qvalues, jnp.float32),
        children_visits=row(visits, jnp.int32),
        children_rewards=row([0.0] * len(logits), jnp.float32),
        children_discounts=row([1.0] * len(logits), jnp.float32),
        embeddings=None,
        root_invalid_actions=jnp.asarray(invalid, jnp.float32),
        extra_data=action_selection.GumbelMuZeroExtraData(root_gumbel=jnp.asarray(gumbel, jnp.float32)),
    )


def node(rng, legal, padding, visited, rescale, c_visit, c_scale):
    actions = legal + padding
    order = rng.permutation(legal)
    visits = np.zeros(actions, int)
    visits[order[:visited]] = rng.integers(1, 6, visited)
    invalid = np.array([0] * legal + [1] * padding)
    logits = np.round(rng.normal(size=actions) * 2, 3)
    gumbel = np.round(rng.gumbel(size=actions), 3)
    qvalues = np.round(rng.uniform(-1, 1, actions), 3) * (visits > 0)
    raw_value = round(float(rng.uniform(-1, 1)), 3)
    masked = np.where(invalid, np.finfo(np.float32).min, logits - logits.max())
    tree = one_node_tree(raw_value, masked, visits, qvalues, invalid, gumbel)
    transform = functools.partial(
        qtransforms.qtransform_completed_by_mix_value,
        value_scale=c_scale, maxvisit_init=c_visit, rescale_values=rescale)
    completed = transform(tree, 0)
    considered = int(visits[order[0]])
    score = seq_halving.score_considered(
        considered, jnp.asarray(gumbel, jnp.float32), jnp.asarray(masked, jnp.float32), completed, jnp.asarray(visits))
    root = action_selection.masked_argmax(score, jnp.asarray(invalid))
    inside = action_selection.gumbel_muzero_interior_action_selection(None, tree, 0, 1, qtransform=transform)
    policy = jax.nn.softmax(jnp.where(invalid, -jnp.inf, masked + completed))
    cut = lambda x: [float(v) for v in np.asarray(x)[:legal]]
    return {
        "rescale": rescale, "c_visit": c_visit, "c_scale": c_scale,
        "raw_value": raw_value, "logits": cut(logits), "visits": [int(v) for v in visits[:legal]],
        "qvalues": cut(qvalues), "gumbel": cut(gumbel), "considered": considered,
        "transformed": cut(completed), "policy": cut(policy), "root_choice": int(root), "inside_choice": int(inside),
    }


def nodes():
    rng = np.random.default_rng(7)
    made = [node(rng, n, 0, v, True, 50.0, 0.1) for n, v in [(2, 1), (3, 3), (4, 0), (5, 2), (7, 7), (9, 6)] * 2]
    made += [node(rng, n, p, v, True, 50.0, 0.1) for n, p, v in [(2, 6, 1), (3, 5, 2), (5, 3, 4), (7, 1, 3)] * 2]
    made += [node(rng, 6, 0, 4, False, 50.0, 0.1), node(rng, 6, 2, 4, False, 20.0, 1.0), node(rng, 6, 2, 3, True, 10.0, 1.0)]
    return made


def network(stones, to_move):
    """The made-up network: logits of the seven columns and the value for the seat to move, from the stones
    (0 none, 1 and 2 the seats, cell = 6 * column + row)."""
    cell = jnp.arange(COLUMNS * ROWS)
    own, other = stones == to_move + 1, stones == 2 - to_move
    mix = jnp.sum(own * (cell * 37 + 11) + other * (cell * 53 + 5)) % 997
    logits = ((mix * (jnp.arange(COLUMNS) + 3) * 31) % 1009).astype(jnp.float32) / 1009.0
    return logits, mix.astype(jnp.float32) / 498.5 - 1.0


def drop(stones, to_move, column):
    height = jnp.sum(jnp.where(jnp.arange(COLUMNS * ROWS) // ROWS == column, stones > 0, False))
    return stones.at[column * ROWS + height].set(to_move + 1), 1 - to_move


def recurrent(params, rng_key, action, embedding):
    del params, rng_key
    stones, to_move = jax.vmap(drop)(embedding[0], embedding[1], action)
    logits, value = jax.vmap(network)(stones, to_move)
    zero = jnp.zeros_like(value)
    return mctx.RecurrentFnOutput(reward=zero, discount=zero - 1, prior_logits=logits, value=value), (stones, to_move)


def search(seed, simulations, considered, scale, c_scale):
    embedding = (jnp.zeros([1, COLUMNS * ROWS], jnp.int32), jnp.zeros([1], jnp.int32))
    logits, value = jax.vmap(network)(*embedding)
    out = mctx.gumbel_muzero_policy(
        None, jax.random.PRNGKey(seed), mctx.RootFnOutput(prior_logits=logits, value=value, embedding=embedding),
        recurrent, simulations, max_num_considered_actions=considered, gumbel_scale=scale,
        qtransform=functools.partial(qtransforms.qtransform_completed_by_mix_value, value_scale=c_scale))
    tree = out.search_tree
    # No line may be long enough for four stones of one seat: the recurrent function knows no end of the game.
    depth = max(len(path(tree, n)) for n in range(simulations + 1))
    assert depth < 7, depth
    numbers = lambda x: [float(v) for v in np.asarray(x)]
    return {
        "simulations": simulations, "considered": considered, "c_scale": c_scale,
        "gumbel": numbers(tree.extra_data.root_gumbel[0]),
        "visits": [int(v) for v in tree.children_visits[0, 0]],
        "qvalues": numbers(tree.qvalues(jnp.zeros([1], jnp.int32))[0]),
        "policy": numbers(out.action_weights[0]),
        "action": int(out.action[0]),
    }


def path(tree, node):
    steps = []
    while node > 0:
        steps.append(int(tree.action_from_parent[0, node]))
        node = int(tree.parents[0, node])
    return steps


def searches():
    cases = [
        (1, 16, 16, 1.0, 0.1), (2, 16, 4, 1.0, 0.1), (7, 32, 4, 1.0, 0.1),
        (3, 32, 7, 1.0, 0.02), (5, 24, 16, 0.0, 0.02), (6, 48, 7, 1.0, 0.02), (8, 64, 3, 1.0, 0.02),
    ]
    return [search(*case) for case in cases]


def main():
    vectors = {"halving": halving(), "nodes": nodes(), "searches": searches()}
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        parts = [f'"{name}":[\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]" for name, cases in vectors.items()]
        file.write("{" + ",\n".join(parts) + "}\n")


if __name__ == "__main__":
    main()

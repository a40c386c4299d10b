"""OpenSpiel: `open_spiel_rates.py SECONDS` prints a line `NAME RATE` for each, in units per second of processor time."""

import random
import sys
import time

import pyspiel

SIMULATIONS = 200
LONG_TIME = 10**9


def rate(seconds, work):
    """What `work` gets done per second of processor time; it returns how much it did."""
    start, done = time.process_time(), 0
    while True:
        done += work()
        spent = time.process_time() - start
        if spent >= seconds:
            return done / spent


def play(game):
    """A game at random from Python; its applied actions, dice included."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


def main():
    seconds = float(sys.argv[1])
    random.seed(1)
    game = pyspiel.load_game("backgammon")
    lengths = [play(game) for _ in range(50)]
    length = sum(lengths) / len(lengths)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]
    seeds = iter(range(1, LONG_TIME))

    def game_in_cpp():
        pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return length

    def search():
        evaluator = pyspiel.RandomRolloutEvaluator(1, next(seeds))
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, next(seeds), False)
        bot.mcts_search(position)
        return SIMULATIONS

    position = game.new_initial_state()
    while position.is_chance_node():
        position.apply_action(position.legal_actions()[0])
    print("open_spiel.backgammon.play_cpp", rate(seconds, game_in_cpp))
    print("open_spiel.backgammon.play_python", rate(seconds, lambda: play(game)))
    print("open_spiel.backgammon.mcts", rate(seconds, search))


main()

"""Measures environments beside OpenSpiel's, in processor time and in one run:

    python3 bench/python/environments.py [--seconds S]

Vector steps: jogada.vector() with 1024 games on one thread against OpenSpiel's SyncVectorEnv with 64 games, both with
observations, masks and random legal actions. Loops: one game at a time with an observation and the legal actions of
every position. OpenSpiel (pip install open_spiel) and numpy are needed; the games have the same rules or nearly so.
"""

import argparse
import random
import time

import jogada
import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.rl_agent import StepOutput
from open_spiel.python.vector_env import SyncVectorEnv

PAIRS = {"kalah": "mancala", "loa": "lines_of_action", "tictactoe": "tic_tac_toe", "connect4": "connect_four",
         "pig": "pig"}
GOALS = {"kalah": 10, "tictactoe": 8, "domino": 5, "loa": 2.5, "magic": 2.5}  # millions of steps per second


def rate(step, seconds, units):
    """Units per second of processor time, of repeated calls; the best of three rounds."""
    best = 0
    for _ in range(3):
        calls, begin = 0, time.process_time()
        while (spent := time.process_time() - begin) < seconds or not calls:
            step()
            calls += 1
        best = max(best, units * calls / spent)
    return best


def our_vector(name, n=1024):
    env = jogada.vector(name, n, seed=1)
    env.reset()

    def step():
        for _ in range(20):
            env.step(env.sample())

    return step, 20 * n


def their_vector(name, n=64):
    env = SyncVectorEnv([rl_environment.Environment(name) for _ in range(n)])
    steps, rng = env.reset(), random.Random(1)

    def step():
        nonlocal steps
        actions = [StepOutput(rng.choice(s.observations["legal_actions"][s.observations["current_player"]]), None)
                   for s in steps]
        steps, *_ = env.step(actions, reset_if_done=True)

    return step, n


def our_loop(name, plies=2000):
    start, choose, rng = jogada.Game(name).start(), random.Random(1).choice, random.Random(2)
    out = np.zeros(int(np.prod(start.game.observation_shape)), np.uint8)

    def play():
        state = start
        for _ in range(plies):
            turn = state.turn
            if turn >= 0:
                state.observation(turn, out)
                state = state.apply(state.action_move(choose(state.actions())))
            else:
                state = start if turn == jogada.OVER else state.apply(state.draw(rng))

    return play, plies


def their_loop(name, plies=2000):
    game, choose, rng = pyspiel.load_game(name), random.Random(1).choice, random.Random(2)

    def play():
        state = game.new_initial_state()
        for _ in range(plies):
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                moves, chances = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(moves, chances)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(choose(state.legal_actions()))

    return play, plies


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="of a round (default 0.5)")
    seconds = parser.parse_args().seconds
    print(f"{'vector steps':14}{'M/s':>8}{'goal':>8}{'OpenSpiel M/s':>16}{'ratio':>9}")
    for name in jogada.games():
        step, units = our_vector(name)
        ours = rate(step, seconds, units) / 1e6
        line = f"{name:14}{ours:8.2f}{GOALS.get(name, ''):>8}"
        if name in PAIRS:
            step, units = their_vector(PAIRS[name])
            theirs = rate(step, seconds, units) / 1e6
            line += f"{theirs:16.4f}{ours / theirs:9.0f}"
        print(line, flush=True)
    print(f"\n{'loop':14}{'ns a ply':>10}{'OpenSpiel ns':>16}{'ratio':>9}")
    for name, other in PAIRS.items():
        ours, theirs = (1e9 / rate(*(m[0], seconds, m[1])) for m in (our_loop(name), their_loop(other)))
        print(f"{name:14}{ours:10.0f}{theirs:16.0f}{theirs / ours:9.1f}", flush=True)


if __name__ == "__main__":
    main()

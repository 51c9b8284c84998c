"""Measures the Python package: processor time per call of turn, moves and a random game, beside OpenSpiel.

    python3 bench/python/speed.py [--rounds N]

Every measurement is the least of several rounds, in processor time, with the cost of an empty loop subtracted.
OpenSpiel (pip install open_spiel) is measured in the same run, so that the ratios do not depend on the machine.
"""

import argparse
import random
import time

import jogada

try:
    import pyspiel
except ImportError:
    pyspiel = None

# Our game, and OpenSpiel's of the same rules or nearly so.
PAIRS = {
    "kalah": "mancala",
    "loa": "lines_of_action",
    "tictactoe": "tic_tac_toe",
    "connect4": "connect_four",
    "pig": "pig",
}
GOALS = {"turn": 40, "moves": 150}  # nanoseconds


def least(rounds, function, n):
    """Nanoseconds of processor time per repetition."""
    best = None
    for _ in range(rounds):
        begin = time.process_time()
        function(n)
        spent = (time.process_time() - begin) / n
        best = spent if best is None else min(best, spent)
    return best * 1e9


def empty(n):
    for _ in range(n):
        pass


def turns(state):
    def run(n):
        for _ in range(n):
            state.turn

    return run


def move_lists(state):
    def run(n):
        for _ in range(n):
            state.moves()

    return run


def their_turns(state):
    def run(n):
        for _ in range(n):
            state.current_player()

    return run


def their_move_lists(state):
    def run(n):
        for _ in range(n):
            state.legal_actions()

    return run


def our_plies(game, plies):
    """Plays random games until this many moves are made."""
    choose, start, chance = random.Random(1).choice, game.start(), jogada.CHANCE
    rng = random.Random(2)
    state = start
    for _ in range(plies):
        turn = state.turn
        if turn >= 0:
            state = state.apply(choose(state.moves()))
        elif turn == chance:
            state = state.apply(state.draw(rng))
        else:
            state = start


def their_plies(game, plies):
    choose, rng = random.Random(1).choice, random.Random(2)
    state = game.new_initial_state()
    for _ in range(plies):
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            moves, chances = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(moves, chances)[0])
        else:
            state.apply_action(choose(state.legal_actions()))


def ratio(ours, theirs):
    return "" if theirs is None else f"{theirs:12.0f}{theirs / ours:9.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each measurement (default 7)")
    parser.add_argument("--calls", type=int, default=200000, help="calls of a round (default 200000)")
    how = parser.parse_args()
    base = least(how.rounds, empty, how.calls)
    print(f"{'':12}{'':10}{'ns':>8}{'goal':>8}{'OpenSpiel':>12}{'ratio':>9}")
    for name, other in PAIRS.items():
        game = jogada.Game(name)
        start = game.start()
        theirs = pyspiel.load_game(other) if pyspiel else None
        rows = [
            (
                "turn",
                least(how.rounds, turns(start), how.calls) - base,
                theirs and least(how.rounds, their_turns(theirs.new_initial_state()), how.calls) - base,
            ),
            (
                "moves",
                least(how.rounds, move_lists(start), how.calls) - base,
                theirs and least(how.rounds, their_move_lists(theirs.new_initial_state()), how.calls) - base,
            ),
            (
                "ply",
                least(how.rounds, lambda n: our_plies(game, n), how.calls // 4),
                theirs and least(how.rounds, lambda n: their_plies(theirs, n), how.calls // 4),
            ),
        ]
        for what, ours, reference in rows:
            print(f"{name:12}{what:10}{ours:8.0f}{GOALS.get(what, ''):>8}{ratio(ours, reference)}")


if __name__ == "__main__":
    main()

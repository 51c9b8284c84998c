"""Shared by the tests of the package: the seed of random tests, and the command to compare with."""

import math
import os
import random
import shutil
import signal
import subprocess
import sys

import pytest

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "support"))

SEED = int(os.environ.get("JOGADA_TEST_SEED", "1"))
SCALE = int(os.environ.get("JOGADA_TEST_SCALE", "100"))


# A shell starts background jobs with SIGINT ignored, and Python then does not handle it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def scaled(n):
    """A number of random cases, by the scale of the test run in percent."""
    return max(1, n * SCALE // 100)


def pytest_report_header():
    return f"JOGADA_TEST_SEED={SEED} JOGADA_TEST_SCALE={SCALE}"


@pytest.fixture
def rng():
    return random.Random(SEED)


def random_game(jogada, game, rng, most=400):
    """The positions of a random game."""
    state = game.start()
    states = [state]
    while state.turn != jogada.OVER and len(states) < most:
        move = state.draw(rng) if state.turn == jogada.CHANCE else rng.choice(state.moves())
        state = state.apply(move)
        states.append(state)
    return states


def printed(value):
    """A result as the command prints it: real numbers with 15 digits, null for infinite ones, lists for tuples."""
    if isinstance(value, float):
        return float(f"{value:.15g}") if math.isfinite(value) else None
    if isinstance(value, dict):
        return {k: printed(v) for k, v in value.items()}
    return [printed(v) for v in value] if isinstance(value, (list, tuple)) else value


@pytest.fixture
def command(tmp_path):
    """Runs the command, with a data folder of its own; skips where it was not built."""
    path = os.environ.get("JOGADA")
    if not path or not shutil.which(path):
        pytest.skip("JOGADA does not name the command")

    def run(*arguments):
        env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "LC_ALL": "C.UTF-8"}
        return subprocess.run([path, *arguments], check=True, capture_output=True, text=True, env=env).stdout

    return run

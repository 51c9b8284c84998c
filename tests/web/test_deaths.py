"""A server that is killed again and again while people play, at moments that nobody chose: deaths.py says what must
hold afterwards."""
import os
import unittest

from deaths import kill_again_and_again

LONG = float(os.environ.get("JOGADA_TEST_SCALE", 100)) > 200
KILLS = 20 if LONG else 3
SEED = int(os.environ.get("JOGADA_TEST_SEED", 1))


class Deaths(unittest.TestCase):
    def test_killed_again_and_again(self):
        moves, games = kill_again_and_again(KILLS, SEED, 1.2)
        print(f"# seed {SEED}: {KILLS} deaths, {moves} moves, {games} games")
        self.assertGreater(games, 0)

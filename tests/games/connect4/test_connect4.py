"""jogada and Connect Four: values in words and JSON, an interrupted proof, refusals."""
import json
import signal
import unittest

from helper import DEADLINE, Case, wait_until_it_listens

SMALL = "connect4:width=4,height=4"
THREE = "......./......./......./...y.../..yy.../..rrr.. r"


class Connect4(Case):
    def test_small_board(self):
        d = json.loads(self.good("solve", SMALL, "--json"))
        self.assertEqual((d["value"], [m["value"] for m in d["moves"]]), (0, [0, 0, 0, 0]))
        self.assertIn("a draw with best play", self.good("solve", SMALL, "--value"))

    def test_position(self):
        out = self.good("solve", "connect4", "-p", THREE)
        self.assertIn("Red wins with best play", out)
        for column in (2, 6):
            self.assertIn(f"*    {column}  +1  drops a disc into column {column}, completes a line and wins", out)

    def test_interrupted(self):
        """A proof that takes minutes: Ctrl-C prints what is known."""
        p = self.start("solve", "connect4", "--json")
        wait_until_it_listens(p.pid)
        p.send_signal(signal.SIGINT)
        d = json.loads(p.communicate(timeout=DEADLINE)[0])
        self.assertEqual(p.returncode, 1)
        self.assertEqual((d["value"], d["low"], d["high"], len(d["moves"])), (None, -1, 1, 7))

    def test_refusals(self):
        self.refused("perft", "connect4:width=8,height=8", "1",
                     says=["columns times (rows + 1) must be at most 64, not 72"])


if __name__ == "__main__":
    unittest.main()

"""jogada tournament: cross table and ratings."""
import json
import os
import re
import signal
import sqlite3
import time
import unittest

from helper import COLOUR, SLOW, Case, delays, wait_until_it_listens

FIELD = ("random", "greedy", "alphabeta:depth=2", "alphabeta:depth=4")


class Tournaments(Case):
    def json(self, *args):
        return json.loads(self.good("tournament", *args, "--json"))

    def test_ratings_in_the_right_order(self):
        t = self.json("kalah", *FIELD, "--games", "40")
        self.assertEqual([r["agent"] for r in t["ratings"]], list(reversed(FIELD)))
        self.assertEqual(t["agents"], list(FIELD))
        self.assertEqual(t["games"], 240)
        self.assertAlmostEqual(sum(r["elo"] for r in t["ratings"]), 0, 3)
        for r in t["ratings"]:
            self.assertEqual((r["games"], r["wins"] + r["draws"] + r["losses"]), (120, 120))
            self.assertGreater(r["error"], 0)
        for a in range(4):
            self.assertIsNone(t["table"][a][a])
            for b in range(a):
                self.assertAlmostEqual(t["table"][a][b] + t["table"][b][a], 1)

    def test_errors_shrink_with_the_root_of_the_games(self):  # of agents none of which wins all its games
        few, many = (self.json("kalah", *FIELD[1:], "--games", n)["ratings"] for n in ("100", "400"))
        ratio = sum(r["error"] for r in few) / sum(r["error"] for r in many)
        self.assertTrue(1.7 < ratio < 2.3, ratio)

    def test_gauntlet(self):
        t = self.json("kalah", *FIELD, "--games", "20", "--gauntlet")
        self.assertEqual(t["games"], 60)
        self.assertTrue(t["gauntlet"])
        self.assertIsNone(t["table"][1][2])
        self.assertIsNotNone(t["table"][2][0])

    def test_a_gauntlet_is_another_run(self):
        self.good("tournament", "kalah", *FIELD[:3], "--games", "4")
        self.good("tournament", "kalah", *FIELD[:3], "--games", "4", "--gauntlet")
        with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
            self.assertEqual(db.execute("SELECT count(*) FROM run").fetchone()[0], 2)

    def test_long_names_stay_whole(self):
        names = [f"mcts:exploration=1,playouts={n},leaf=rollout,memory=64M" for n in (10, 20)]
        out = self.good("tournament", "kalah:houses=3", *names, "random", "--games", "2")
        for name in names:
            self.assertIn(name, out)

    def test_text_is_aligned(self):
        for lang in ("en", "pt-BR"):
            out = self.good("tournament", "kalah", *FIELD, "--games", "20", "--lang", lang)
            self.assertNotRegex(out, COLOUR)
            rows = [line for line in out.splitlines() if re.match(r" ?\d+  ", line)]
            self.assertEqual(len(rows), 4)
            self.assertEqual(len({len(row) for row in rows}), 1, out)
            self.assertTrue(rows[0].startswith(" 1  alphabeta:depth=4"))

    def test_threads_change_nothing(self):
        runs = {self.good("tournament", "kalah", *FIELD, "--games", "20", "--no-store", "-j", j) for j in "124"}
        self.assertEqual(len(runs), 1)

    def test_interrupted_it_goes_on(self):
        games = 30 if SLOW else 200
        call = ("tournament", "kalah", "ab:nodes=500", "ab:nodes=1k", "mcts:playouts=50", "--games", str(games))
        calm = self.good(*call, "--no-store")
        for delay in delays():  # until it has come so far as to have played a game
            process = self.start(*call)
            wait_until_it_listens(process.pid)
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            result = self.finish(process)
            self.assertEqual(result.status, 1)
            with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
                before = db.execute("SELECT count(*), max(id) FROM game").fetchone()
            if before[0]:
                break
        self.assertEqual(self.good(*call), calm)
        with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
            after = db.execute("SELECT count(*), max(id) FROM game").fetchone()
        self.assertGreater(before[0], 0)
        self.assertEqual((after[0], after[1] - before[1]), (3 * games, 3 * games - before[0]))  # only those that were missing

    def test_the_same_agent_twice(self):
        t = self.json("kalah", "random", "random", "random", "--games", "40")
        self.assertEqual(len(t["ratings"]), 3)

    def test_refused(self):
        self.refused("tournament", "kalah", "greedy", says=["GAME AGENT AGENT..."])
        self.refused("tournament", "kalah", "greedy", "human", says=["human"])
        self.refused("tournament", "kalah", *["random"] * 65, says=["65", "64"])

    def test_on_a_terminal_the_table_grows(self):
        t = self.terminal("tournament", "kalah", "ab:nodes=2k", "ab:nodes=1k", "greedy", "--games", "20" if SLOW else "60")
        t.expect("games/s")
        self.assertEqual(t.leave()[0], 0)
        self.assertIn("Elo", t.seen)


if __name__ == "__main__":
    unittest.main()

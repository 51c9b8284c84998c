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
        self.assertTrue(t["ratings"][0]["elo"] > 0 > t["ratings"][-1]["elo"])
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

    def test_differences_and_superiority(self):
        t = self.json("kalah", *FIELD, "--games", "40")
        place = {agent: i for i, agent in enumerate(t["agents"])}
        for r, below in zip(t["ratings"], t["ratings"][1:]):
            self.assertEqual(r["next"]["agent"], below["agent"])
            self.assertAlmostEqual(r["next"]["elo"], r["elo"] - below["elo"], 6)
            self.assertLess(r["next"]["error"], r["error"] + below["error"])
            self.assertEqual(r["next"]["superiority"], t["superiority"][place[r["agent"]]][place[below["agent"]]])
            self.assertGreater(r["next"]["superiority"], 0.5)
        self.assertIsNone(t["ratings"][-1]["next"])
        for a in range(4):
            self.assertIsNone(t["superiority"][a][a])
            for b in range(a):
                self.assertAlmostEqual(t["superiority"][a][b] + t["superiority"][b][a], 1)

    def test_anchor(self):
        call = ("kalah", *FIELD, "--games", "40")
        free, held = self.json(*call), self.json(*call, "--anchor", "greedy", "--anchor-elo", "1200")
        self.assertEqual(held["anchor"], {"agent": "greedy", "elo": 1200})
        self.assertNotIn("anchor", free)
        shift = 1200 - next(r["elo"] for r in free["ratings"] if r["agent"] == "greedy")
        for f, h in zip(free["ratings"], held["ratings"]):
            self.assertAlmostEqual(h["elo"], f["elo"] + shift, 6)
            self.assertEqual(f["next"] and round(f["next"]["error"], 6), h["next"] and round(h["next"]["error"], 6))
            self.assertEqual(h["error"] == 0, h["agent"] == "greedy")
        for h, f in zip(sum(held["superiority"], []), sum(free["superiority"], [])):
            self.assertEqual(h and round(h, 9), f and round(f, 9))
        self.assertIn("greedy has +1200 Elo", self.good("tournament", *call, "--anchor", "greedy", "--anchor-elo", "1200"))
        self.assertIn("greedy has +0 Elo", self.good("tournament", *call, "--anchor", "greedy"))
        self.refused("tournament", *call, "--anchor", "minimax", says=["--anchor", "minimax", "agents that play"])

    def test_a_broken_agent_does_not_widen_the_errors_of_others(self):
        self.file("broken.py", "import sys\nfor line in sys.stdin:\n    if line.startswith('jogada'): print('ok', flush=True)\n"
                               "    if line.startswith('go'): print('banana', flush=True)\n")
        others = ("greedy", "alphabeta:depth=1", "alphabeta:depth=2", "mcts:playouts=20")
        call = ("kalah", "--games", "40", "-j", "2")
        errors = {r["agent"]: r["error"] for r in self.json(*call, *others)["ratings"]}
        ratings = self.json(*call, *others, "program:run=python3 broken.py")["ratings"]
        self.assertEqual((ratings[-1]["wins"], ratings[-1]["failures"]), (0, 160))
        self.assertGreater(ratings[-1]["error"], 300)
        for r in ratings[:-1]:
            self.assertLess(r["error"], 1.4 * errors[r["agent"]], r)

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
            self.assertEqual(len(rows), 8)  # the cross table, and the likelihoods of superiority
            for table in (rows[:4], rows[4:]):
                self.assertEqual(len({len(row) for row in table}), 1, out)
                self.assertTrue(table[0].startswith(" 1  alphabeta:depth=4"))

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

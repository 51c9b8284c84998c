"""Adjudication in matches and tournaments: counted, part of the run, stored, exported and imported."""
import json
import unittest

from helper import Case

CALL = ("match", "kalah", "ab:depth=3", "alphabeta:depth=2", "-n", "40", "--db", "g.db")


class Adjudication(Case):
    def json(self, *args):
        return json.loads(self.good(*args, "--json"))

    def test_off_by_default(self):
        self.assertNotIn("adjudicated", self.json(*CALL))
        self.assertNotIn("adjudicated", self.good(*CALL))

    def test_counted_in_text_and_json(self):
        m = self.json(*CALL, "--tb", "--resign", "movecount=3,score=97%")
        counts = m["adjudicated"]
        self.assertEqual(list(counts), ["resign", "draw", "database"])
        self.assertTrue(counts["resign"] > 0 and counts["database"] > 0 and counts["draw"] == 0, counts)
        text = self.good(*CALL, "--tb", "--resign", "movecount=3,score=97%")
        self.assertIn(f"{sum(counts.values())} of 40 games: agreed win {counts['resign']}, endgame database "
                      f"{counts['database']}", text)
        self.assertIn("adjudication by resign movecount=3,score=97%, endgame database", text)
        stored = self.json("log", "-n", "0", "--db", "g.db")["games"]
        self.assertEqual(sum(g.get("reason") == "endgame database" for g in stored), counts["database"])
        self.assertEqual(sum(g.get("reason") == "agreed win" for g in stored), counts["resign"])

    def test_counted_in_a_tournament(self):
        call = ("tournament", "kalah", "ab:depth=2", "greedy", "ab:depth=1", "-n", "6", "--tb", "--no-store")
        counts = self.json(*call)["adjudicated"]
        self.assertGreater(counts["database"], 0)
        self.assertIn(f"adjudicated: {counts['database']} of 18 games", self.good(*call))

    def test_rules_are_part_of_the_run(self):
        whole = self.json(*CALL)
        cut = self.json(*CALL, "--tb")
        self.assertIsNone(cut["stored"])  # not the games of the other run
        self.assertEqual(self.json(*CALL, "--tb")["stored"]["count"], 40)
        self.assertEqual(self.json(*CALL)["stored"]["run"], 1)
        self.assertIsNone(self.json(*CALL, "--tb", "--draw", "score=1%")["stored"])
        again = self.json(*CALL, "--tb")
        self.assertEqual((again["adjudicated"], again["points"]), (cut["adjudicated"], cut["points"]))
        self.assertNotEqual(whole["margin"], cut["margin"])  # alphabeta does not play from the database

    def test_one_silent_agent_prevents_it(self):
        m = self.json("match", "kalah", "ab:depth=3", "random", "-n", "20", "--no-store", "--resign",
                      "movecount=1,score=51%", "--draw", "movecount=1,score=49%")
        self.assertEqual(set(m["adjudicated"].values()), {0})

    def test_shown_exported_and_imported(self):
        self.good(*CALL, "--tb")
        log = self.good("log", "-n", "0", "--db", "g.db")
        self.assertIn("(adjudicated: endgame database)", log)
        self.assertIn("(adjudicada: base de finais)", self.good("log", "-n", "0", "--db", "g.db", "--lang", "pt-BR"))
        self.assertIn("no matching games", self.good("log", "--failed", "--db", "g.db"))
        games = self.json("log", "-n", "0", "--db", "g.db")["games"]
        one = next(g for g in games if "adjudicated" in g)
        self.assertEqual((one["adjudicated"], one["reason"]), (one["score"], "endgame database"))
        self.assertIn("adjudicated (endgame database); ", self.good("replay", str(one["id"]), "--db", "g.db"))
        for name in ("out.txt", "out.json"):
            self.good("export", "--run", "1", "--db", "g.db", "-o", name, *(["--json"] if name.endswith("json") else []))
            self.good("import", name, "--db", name + ".db")
            copies = self.json("log", "-n", "0", "--db", name + ".db")["games"]
            keys = ("result", "score", "reason", "adjudicated", "plies")
            self.assertEqual(sorted([g.get(k) for k in keys].__repr__() for g in copies),
                             sorted([g.get(k) for k in keys].__repr__() for g in games))

    def test_nonsense(self):
        for option, value, says in (("--resign", "3", "movecount, score"), ("--resign", "score=40%", "above 50%"),
                                    ("--draw", "score=50%", "below 50%"), ("--draw", "score=x", "'x'"),
                                    ("--resign", "movecount=0,score=9", "1 to 10000")):
            self.refused("match", "kalah", "ab", "random", option, value, says=[option, says])
        self.refused("match", "tictactoe", "ab", "random", "--tb", says=["tictactoe has no endgame database", "kalah"])


if __name__ == "__main__":
    unittest.main()

"""Pig at the table and on the command line: a game with chance and perfect information."""
import json
import re
import unittest

from helper import Case, lines


class Pig(Case):
    def test_it_has_no_exact_values(self):
        self.refused("solve", "pig", says=["chance"])

    def test_the_table_offers_help_instead_of_mistakes(self):
        self.assertIn("h: help", self.good("play", "pig", "human", "human", typed=lines("mistakes")))

    def analyze(self, *args):
        return json.loads(self.good("analyze", "pig", *args, "--json"))

    def test_only_a_roll_is_dealt(self):
        self.assertNotIn("deal_seed", self.analyze("expectiminimax", "-p", "20 11 8 1"))
        self.assertEqual(self.analyze("expectiminimax", "-p", "20 11 8* 1")["deal_seed"], 1)

    def test_values_are_chances(self):
        found = self.analyze()
        shown = float(re.search(r"score +(\S+) %", self.good("analyze", "pig"))[1])
        self.assertEqual(found["unit"], "chance")
        self.assertAlmostEqual(100 * found["win"], shown, delta=0.05)
        for move in [found, *found["moves"]]:
            self.assertAlmostEqual(move["win"], move["score"])

    def test_trees_after_a_roll(self):
        """The die is rolled by the seed, which the heading names."""
        tree = ["tree", "pig", "expectiminimax:depth=1", "-p", "20 11 8* 1"]
        found = {seed: json.loads(self.good(*tree, "--seed", str(seed), "--json")) for seed in range(1, 9)}
        self.assertEqual([tree["deal_seed"] for tree in found.values()], list(range(1, 9)))
        self.assertGreater(len({tree["position"] for tree in found.values()}), 1)
        self.assertTrue(self.good(*tree).splitlines()[0].endswith(", dealt from --seed 1"))
        again = json.loads(self.good(*tree[:-1], found[1]["position"], "--json"))
        self.assertNotIn("deal_seed", again)
        self.assertEqual(again | {"deal_seed": 1}, found[1])

    def test_annotations_are_chances(self):
        self.good("match", "pig", "expectiminimax:depth=2", "random", "--games", "2", "--annotate", "--db",
                  "pig.db", "-j", "1")
        found = [a for a in json.loads(self.good("export", "1", "--json", "--db", "pig.db"))["games"][0]["annotations"] if a]
        self.assertTrue(found)
        for a in found:
            self.assertIn(a["unit"], ("score", "chance"))
            self.assertTrue(0 <= a["win"] <= 1)
            if a["unit"] == "chance":
                self.assertTrue(a["value"] == a["win"] or abs(a["value"]) == 1000000)
        self.assertRegex(self.good("replay", "1", "--db", "pig.db"), r"\{\d+\.\d %/")
        text = self.good("export", "--run", "1", "--db", "pig.db")
        self.file("games.txt", text)
        self.good("import", "games.txt", "--db", "back.db")
        self.assertEqual(self.good("export", "--run", "1", "--db", "back.db"), text)


if __name__ == "__main__":
    unittest.main()

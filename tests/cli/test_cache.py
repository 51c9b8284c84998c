"""jogada cache: what solving leaves in the cache folder, and how to remove it."""
import json
import os
import re
import unittest

from helper import Case, one_thread


@one_thread
class Cache(Case):
    def environment(self, changes):
        return super().environment({"XDG_CACHE_HOME": os.path.join(self.place.name, "cache")} | changes)

    def setUp(self):
        super().setUp()
        self.cache = os.path.join(self.place.name, "cache", "jogada")

    def json(self, *args):
        return json.loads(self.good(*args, "--json"))

    def names(self):
        return [file["name"] for file in self.json("cache")["files"]]

    def test_empty(self):
        self.assertEqual(self.json("cache"), {"folder": self.cache, "files": [], "bytes": 0})
        self.assertEqual(self.good("cache"), f"{self.cache}: 0 files, 0 kB\n")
        self.assertEqual(self.good("cache", "clear"), f"{self.cache}: removed 0 files, freed 0 kB\n")

    def test_list(self):
        self.good("solve", "kalah:houses=3", "--build", "10")
        self.good("solve", "kalah:houses=3,emptycapture=1", "--build", "8")
        found = self.json("cache")
        self.assertEqual(self.names(), ["kalah-3-10.endings", "kalah-3-8-emptycapture.endings"])
        for file in found["files"]:
            self.assertEqual(file["bytes"], os.path.getsize(os.path.join(self.cache, file["name"])))
            self.assertRegex(file["modified"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(found["bytes"], sum(file["bytes"] for file in found["files"]))
        self.assertEqual(found["files"][0]["what"], "Kalah endgame database: houses 3, up to 10 seeds")
        out = self.good("cache")
        self.assertRegex(out, r"(?m)^kalah-3-10\.endings +\d+ kB  \d{4}-\d\d-\d\d \d\d:\d\d  Kalah endgame database: houses 3")
        self.assertTrue(out.splitlines()[-1].startswith(f"{self.cache}: 2 files, "), out)

    def test_clear(self):
        for seeds in (4, 5, 6):
            self.good("solve", "kalah:houses=3", "--build", str(seeds))
        size = os.path.getsize(os.path.join(self.cache, "kalah-3-5.endings"))
        gone = self.json("cache", "clear", "kalah-3-5.endings")
        self.assertEqual((gone["bytes"], [file["name"] for file in gone["removed"]]), (size, ["kalah-3-5.endings"]))
        self.assertEqual(self.names(), ["kalah-3-4.endings", "kalah-3-6.endings"])
        with open(os.path.join(self.cache, "notes"), "w", encoding="utf-8") as f:
            f.write("mine")
        self.assertRegex(self.good("cache"), r"(?m)^notes .*  unknown$")
        self.assertRegex(self.good("cache", "clear"), rf"^{re.escape(self.cache)}: removed 2 files, freed \d+")
        self.assertEqual(self.names(), ["notes"])  # it belongs to no game
        self.good("cache", "clear", "notes")
        self.assertEqual(self.names(), [])

    def test_refused(self):
        self.refused("cache", "clear", "nosuch", says=["no file 'nosuch'", "'jogada cache' lists"])
        self.refused("cache", "clear", "../jogada/kalah.lock", says=["no file"])
        self.refused("cache", "empty", says=["unknown request 'empty'", "[clear [NAME]]"])
        self.refused("cache", "clear", "a", "b", says=["wrong number of arguments"])

    def test_solving_announces_saved_files(self):
        solve = ["solve", "kalah:houses=3,seeds=4", "--database", "9"]
        out = self.good(*solve)
        self.assertIn(f"in {self.cache}; 'jogada cache' lists the files there\n", out)
        self.assertEqual(self.names(), ["kalah-3-9.endings"])
        self.assertNotIn("saved", self.good(*solve))  # it was there
        self.good("cache", "clear")
        self.assertEqual(self.json(*solve)["saved"], 5005)  # C(15, 6)
        self.assertEqual(self.json(*solve)["saved"], 0)

    def notes(self, *args):
        result = self.jogada(*args, "--no-store", "--progress", "plain")
        self.assertEqual(result.status, 0, result)
        return re.findall(r"(?m)^saved .*$", result.err)

    def test_a_database_that_an_agent_builds_is_announced_once(self):
        match = ["match", "kalah:houses=3,seeds=2", "ab:depth=1", "greedy", "-n", "2"]
        self.assertEqual(self.notes(*match),
                         [f"saved kalah-3-12.endings, 26 kB, in {self.cache}; 'jogada cache' lists the files there, "
                          "'jogada cache clear' removes them"])
        self.assertEqual(self.names(), ["kalah-3-12.endings"])
        self.assertEqual(self.notes(*match), [])  # it was there
        self.good("cache", "clear")
        for quiet in ([], ["--progress", "none"], ["--json"]):  # [] in a pipe
            self.good("cache", "clear")
            with self.subTest(quiet=quiet):
                self.good(*match, "--no-store", *quiet)
                self.assertEqual(self.names(), ["kalah-3-12.endings"])
        self.good("cache", "clear")
        out = self.jogada("solve", "kalah:houses=3,seeds=4", "--database", "9", "--progress", "plain")
        self.assertIn(f"in {self.cache}; 'jogada cache' lists the files there\n", out.out)
        self.assertNotIn("saved", out.err)  # its results say it

    def test_no_folder_is_made_for_nothing(self):
        result = self.jogada("games", "--progress", "plain")
        self.assertEqual((result.status, result.err, os.path.exists(self.cache)), (0, "", False))

    def test_limit(self):
        """With the new database, the folder must not exceed the limit; --build is exempt."""
        solve = ["solve", "kalah:houses=3,seeds=4", "--database"]
        out = self.good(*solve, "9", "--cache", "4k")
        self.assertRegex(out, r"not saved +database, .*: no room in the cache, whose limit is .* \(--cache\)")
        self.assertEqual((self.names(), self.json(*solve, "9", "--cache", "0")["saved"]), ([], 0))
        self.assertEqual(self.json(*solve, "9", "--cache", "16k")["saved"], 5005)
        self.assertEqual(self.json(*solve, "10", "--cache", "16k")["saved"], 0)  # not beside the other
        self.assertEqual(self.json(*solve, "10", "--cache", "64k")["saved"], 8008)  # C(16, 6)
        self.assertEqual(self.names(), ["kalah-3-10.endings", "kalah-3-9.endings"])

    def test_a_larger_database_serves_a_smaller_board(self):
        """Only the part that it needs is read: the memory is that of the smaller database."""
        self.good("solve", "kalah:houses=5", "--build", "17")  # 8.4 million positions
        small = self.json("solve", "kalah:houses=5,seeds=2")
        self.assertEqual((small["build_seconds"], small["saved"]), (0, 0))
        self.assertTrue(0 < small["database"] < 4e6, small)
        self.assertEqual(self.names(), ["kalah-5-17.endings"])
        alone = json.loads(self.good("solve", "kalah:houses=5,seeds=2", "--json", "--database", "0"))
        self.assertEqual((small["value"], small["moves"]), (alone["value"], alone["moves"]))


if __name__ == "__main__":
    unittest.main()

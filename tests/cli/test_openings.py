"""jogada openings: suites of start positions with their balance, and matches from them."""
import json
import os
import re
import signal
import unittest

from helper import KALAH_START, Case

SMALL = "kalah:houses=4,seeds=3"


def positions(text):
    return [line for line in text.splitlines() if not line.startswith("#")]


class Openings(Case):
    def json(self, *args):
        return json.loads(self.good("openings", *args, "--json"))


class Suites(Openings):
    def test_exact_values_are_those_of_solve(self):
        suite = self.json("tictactoe", "--plies", "3", "-n", "8", "--balance", "50%")
        self.assertEqual((suite["by"], len(suite["positions"])), ("exact", 8))
        for p in suite["positions"]:
            solved = json.loads(self.good("solve", "tictactoe", "-p", p["position"], "--json"))["value"]
            score = solved if p["position"].endswith("x") else -solved
            self.assertEqual((p["score"], p["chance"]), (score, (score + 1) / 2), p)

    def test_balanced_means_drawn_where_scores_are_exact(self):
        suite = self.json("tictactoe", "--plies", "3", "-n", "20")
        self.assertTrue(suite["positions"])
        self.assertEqual({p["score"] for p in suite["positions"]}, {0})

    def test_balance_is_that_of_the_agent(self):
        suite = self.json("kalah", "ab:depth=3", "-n", "12", "--balance", "8%")
        self.assertEqual((suite["by"], suite["agent"], suite["plies"]), ("search", "ab:depth=3", 8))
        for p in suite["positions"]:
            analysis = json.loads(self.good("analyze", "kalah", "ab:depth=3", "-p", p["position"], "--json"))
            chance = analysis["win"] if p["position"].endswith("1") else 1 - analysis["win"]
            self.assertAlmostEqual(p["chance"], chance, places=3)
            self.assertLessEqual(abs(p["chance"] - 0.5), 0.08)
        self.assertGreater(suite["candidates"], 12)

    def test_no_position_occurs_twice(self):
        found = [p["position"] for p in self.json("tictactoe", "-n", "72", "--plies", "2", "-b", "50%")["positions"]]
        self.assertEqual((len(found), len(set(found))), (72, 72))  # all there are

    def test_threads_change_nothing_and_seeds_do(self):
        one = self.good("openings", SMALL, "ab:depth=2", "-n", "30", "-j", "1")
        self.assertEqual(self.good("openings", SMALL, "ab:depth=2", "-n", "30", "-j", "4"), one)
        self.assertNotEqual(self.good("openings", SMALL, "ab:depth=2", "-n", "30", "--seed", "2"), one)
        self.assertEqual(len(positions(one)), 30)

    def test_playing_has_an_error(self):
        suite = self.json(SMALL, "random", "-n", "5", "-g", "50", "-b", "20%")
        self.assertEqual((suite["by"], suite["games"]), ("play", 50))
        for p in suite["positions"]:
            self.assertTrue(0.03 < p["error"] < 0.1 and abs(p["chance"] - 0.5) <= 0.2, p)
        self.assertEqual(self.json(SMALL, "random", "-n", "5", "-g", "50", "-b", "20%", "-j", "1")["positions"],
                         suite["positions"])

    def test_every_game_has_openings(self):
        for game in json.loads(self.good("games", "--json"))["games"]:
            suite = self.json(game["name"], "random", "-n", "2", "-g", "4", "-b", "50%", "--plies", "1")
            self.assertTrue(suite["positions"], game["name"])
            for p in suite["positions"]:
                self.file("one", p["position"] + "\n")
                self.good("match", game["name"], "random", "random", "-n", "2", "--starts", "one", "--no-store")


class Files(Openings):
    CALL = ("openings", SMALL, "ab:depth=2")

    def test_match_reads_it(self):
        self.good(*self.CALL, "-n", "6", "-o", "suite")
        self.good("match", SMALL, "greedy", "random", "-n", "12", "--starts", "suite", "--db", "g.db")
        games = json.loads(self.good("log", "--json", "-n", "0", "--oldest", "--db", "g.db"))["games"]
        self.assertEqual(sorted({g["start"] for g in games}), sorted(positions(self.text_of("suite"))))

    def test_a_longer_suite_continues_a_shorter_one(self):
        fresh = self.good(*self.CALL, "-n", "40")
        self.good(*self.CALL, "-n", "15", "-o", "suite")
        longer = json.loads(self.good(*self.CALL, "-n", "40", "-o", "suite", "--json"))
        self.assertGreater(longer["resumed"], 0)
        self.assertEqual(self.text_of("suite"), fresh)

    def test_measurements_that_exist(self):
        """The comment before a position has what was measured and nothing else, and is read again."""
        number = r"-?\d+\.\d{4}"
        for args, expected in ((("kalah", "ab:depth=2"), rf"chance {number}"),
                               (("tictactoe",), rf"chance {number} score {number}"),
                               (("kalah", "random", "-g", "4"), rf"chance {number} error {number} score {number}")):
            call = ("openings", *args, "-b", "50%", "-o", f"{args[0]}{len(args)}")
            self.good(*call, "-n", "3")
            text = self.text_of(call[-1])
            comments = re.findall(r"(?m)^# (\d+): (.*)$", text)
            self.assertEqual([number for number, _ in comments], ["1", "2", "3"], text)
            for _, words in comments:
                self.assertRegex(words, rf"^{expected}$")
            self.assertRegex(text, r"(?m)^# candidates tried: [1-9]\d*$")
            self.assertGreater(json.loads(self.good(*call, "-n", "6", "--json"))["resumed"], 0)
            self.assertTrue(self.text_of(call[-1]).startswith(text[:text.index("# candidates tried")]))
            self.assertIn(text[text.index("# 1:"):], self.text_of(call[-1]))

    def test_an_unfinished_suite_resumes(self):
        self.good(*self.CALL, "-n", "15", "-o", "suite")
        os.rename(os.path.join(self.work, "suite"), os.path.join(self.work, "suite.unfinished"))
        self.assertGreater(json.loads(self.good(*self.CALL, "-n", "20", "-o", "suite", "--json"))["resumed"], 0)
        self.assertEqual(self.text_of("suite"), self.good(*self.CALL, "-n", "20"))
        self.assertFalse(os.path.exists(os.path.join(self.work, "suite.unfinished")))

    def test_other_settings_begin_again(self):
        self.good(*self.CALL, "-n", "15", "-o", "suite")
        for other in (("--seed", "2"), ("-b", "11%"), ("--plies", "3")):
            self.assertEqual(json.loads(self.good(*self.CALL, "-n", "15", "-o", "suite", *other, "--json"))["resumed"], 0)
        self.assertEqual(self.text_of("suite"), self.good(*self.CALL, "-n", "15", "--plies", "3"))
        damaged = self.text_of("suite").replace("chance 0", "chance x", 1)
        self.file("suite", damaged)
        self.good(*self.CALL, "-n", "15", "-o", "suite", "--plies", "3")
        self.assertEqual(self.text_of("suite"), self.good(*self.CALL, "-n", "15", "--plies", "3"))

    def test_interrupt_saves(self):
        process = self.start("openings", "kalah", "ab:depth=4", "-n", "1M", "--plies", "30", "-o", "suite", "--progress", "bar")
        self.assertTrue(os.read(process.stderr.fileno(), 4096))  # the bar
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.out), (1, ""))
        self.assertIn("run the same command again to resume", result.err)
        self.assertTrue(self.text_of("suite.unfinished").startswith("# jogada openings 1\n"))

    def test_measures_given_positions(self):
        self.file("mine", f"# mine\n{KALAH_START}\n0,1,0,0,0,1,20,0,0,0,0,0,2,24 1\n{KALAH_START}\n")
        suite = self.json("kalah", "ab:depth=4", "--from", "mine")
        self.assertEqual([p["position"] for p in suite["positions"]], [KALAH_START, "0,1,0,0,0,1,20,0,0,0,0,0,2,24 1"])
        self.assertEqual(suite["positions"][1]["chance"], 0)
        self.assertEqual(len(self.json("kalah", "ab:depth=4", "--from", "mine", "-b", "40%")["positions"]), 1)

    def test_measures_a_book(self):
        self.good("book", SMALL, "-o", "b.book", "-a", "ab:depth=2", "-n", "10", "--plies", "4")
        rows = [line.split("\t")[0] for line in self.text_of("b.book").splitlines() if "\t" in line]
        suite = self.json(SMALL, "ab:depth=2", "--from", "b.book")
        self.assertEqual([p["position"] for p in suite["positions"]], list(dict.fromkeys(rows)))
        self.good("match", SMALL, "greedy", "random", "-n", "4", "--starts", "b.book", "--no-store")
        self.refused("openings", "kalah", "--from", "b.book", says=["b.book"])


class Refused(Openings):
    def test_nonsense(self):
        for args, says in ((("kalah", "-b", "x"), ["--balance", "10%"]),
                           (("kalah", "--by", "exact", "ab"), ["leave out 'ab'"]),
                           (("tictactoe", "--plies", "9"), ["--plies"]),
                           (("kalah", "random", "--by", "search"), ["--by play"]),
                           (("kalah", "nobody"), ["nobody"]),
                           (("kalah", "ab:depth=1", "-n", "1", "-b", "0.5"), ["0.5 is a score", "ab:depth=1", "10%"]),
                           (("chess",), ["chess"])):
            self.refused("openings", *args, says=says)
        self.file("other", "not a suite\n")
        self.refused("openings", "kalah", "-o", "other", says=["other exists"])
        self.assertEqual(self.text_of("other"), "not a suite\n")

    def test_too_few_are_reported(self):
        result = self.jogada("openings", "coins", "-n", "2")  # never a draw
        self.assertEqual((result.status, positions(result.out)), (0, []))
        self.assertIn("only 0 of 2", result.err)


if __name__ == "__main__":
    unittest.main()

"""Progress on standard error: a bar, plain lines or nothing, as --progress says."""
import os
import re
import subprocess
import time
import unittest

from helper import JOGADA, Case, one_thread

BOOK = ["book", "tictactoe", "-n", "40", "--agent", "random", "-o", "new.book", "-j", "1"]
MATCH = ["match", "coins", "random", "random", "-n", "40", "--no-store", "-j", "1"]
TOURNAMENT = ["tournament", "coins", "random", "greedy", "minimax:depth=1", "-n", "20", "--no-store", "-j", "1"]
TUNE = ["tune", "kalah:houses=2,seeds=2", "-m", "spsa", "-a", "greedy", "--generations", "3", "-n", "2", "--proof", "20",
        "--no-store", "-o", "new.weights", "-j", "1"]
SOLVE = ["solve", "kalah:houses=4", "--build", "12", "-j", "1"]


@one_thread
class Progress(Case):
    def errors(self, command, how):
        for name in ("new.book", "new.weights"):
            if os.path.exists(os.path.join(self.work, name)):
                os.remove(os.path.join(self.work, name))
        result = self.jogada(*command, *how, XDG_CACHE_HOME=self.folder(f"cache{len(os.listdir(self.place.name))}"))
        self.assertEqual(result.status, 0, result)
        return result.err

    def test_plain_lines(self):
        """A line for every tenth at most, each with a greater share than the one before."""
        for command, title in ((BOOK, "book"), (["perft", "kalah", "4", "-j", "1"], "perft 4"), (["bench", "--signature"], "bench")):
            with self.subTest(command=command[0]):
                err = self.errors(command, ["--progress", "plain"])
                self.assertNotIn("\r", err)
                shares = [int(share) for share in re.findall(rf"(?m)^{title}: +(\d+) %  (?:[\d.]+ M/s  )?\d+:\d\d$", err)]
                self.assertTrue(2 <= len(shares) <= 10, err)
                self.assertEqual(len({share // 10 for share in shares}), len(shares))
                self.assertEqual(shares, sorted(shares))
                self.assertEqual(shares[-1], 100)

    def test_plain_scores(self):
        err = self.errors(MATCH, ["--progress", "plain"])
        done = [int(n) for n in re.findall(r"(?m)^(\d+) of 40 games, \d+ games/s, \d+:\d\d left$", err)]
        self.assertTrue(2 <= len(done) <= 10, err)
        self.assertEqual(done, sorted(done))
        self.assertEqual(len({n // 4 for n in done}), len(done))
        self.assertNotIn("\x1b", err)
        err = self.errors(TOURNAMENT, ["--progress", "plain"])
        self.assertRegex(err, r"(?m)^\d+ of 60 games, ")
        self.assertNotIn("Elo", err)

    def test_plain_scores_are_rare(self):
        """A line for every tenth and one a minute, as of any other work."""
        slow = ["match", "tictactoe", "mcts:ms=60,threads=1", "random", "-n", "20", "--no-store", "-j", "1"]
        begin = time.monotonic()
        err = self.errors(slow, ["--progress", "plain"])
        minutes = (time.monotonic() - begin) / 60
        self.assertLessEqual(err.count(" of 20 games, "), 10 + minutes, err)

    def test_plain_steps_of_a_solution(self):
        err = self.errors(SOLVE, ["--progress", "plain"])
        shares = [int(n) for n in re.findall(r"(?m)^building the endgame database  (\d+) %  \d+:\d\d$", err)]
        self.assertTrue(2 <= len(shares) <= 11, err)
        self.assertEqual(shares, sorted(shares))
        err = self.errors(["solve", "kalah:houses=4,seeds=4", "--database", "0", "-j", "1"], ["--progress", "plain"])
        bounds = re.findall(r"(?m)^searching  (between \S+ and \S+|value  \S+)", err)  # the share is not known
        self.assertGreaterEqual(len(bounds), 2, err)
        self.assertEqual(len(set(bounds)), len(bounds))
        self.assertEqual(bounds[-1], "value  +2")

    def test_bar(self):
        """Chosen, it is drawn in a pipe, too, and wiped at the end."""
        for command in (BOOK, TUNE, ["perft", "kalah", "4", "-j", "1"]):
            with self.subTest(command=command[0]):
                err = self.errors(command, ["--progress", "bar"])
                self.assertRegex(err, r"\r[^\r]*\[[#.]{30}\] +\d+ %")
                self.assertIn("\r\x1b[K", err)

    def test_none(self):
        for command in (BOOK, MATCH, TOURNAMENT, TUNE, SOLVE, ["perft", "kalah", "4", "-j", "1"]):
            for how in (["--progress", "none"], []):  # by default, a pipe gets none
                with self.subTest(command=command[0], how=how):
                    self.assertEqual(self.errors(command, how), "")

    def test_a_file_gets_plain_text(self):
        for how, said in (([], True), (["--progress", "none"], False), (["--json"], False),
                          (["--json", "--progress", "plain"], True)):
            with self.subTest(how=how):
                with open(os.path.join(self.work, "log"), "w+", encoding="utf-8") as log:
                    subprocess.run([JOGADA, "match", "coins", "random", "random", "-n", "2", "--no-store", *how], check=True,
                                   stdout=subprocess.DEVNULL, stderr=log, cwd=self.work, env=self.environment({}))
                text = self.text_of("log")
                self.assertEqual("games/s" in text, said, text)
                self.assertNotIn("\r", text)

    def test_terminal(self):
        t = self.terminal(*BOOK, "--progress", "none")
        status, _ = t.leave()
        self.assertEqual(status, 0)
        self.assertNotIn("[#", t.seen)
        self.refused("perft", "kalah", "1", "--progress", "often", says=["auto|bar|plain|none"])


if __name__ == "__main__":
    unittest.main()

"""jogada solve: exact values in words and as JSON, refusals, bounds when it is stopped, databases that are saved."""
import json
import os
import signal
import subprocess
import time
import unittest

from helper import DEADLINE, JOGADA, Case, delays, wait_until_it_listens

SANITIZER = os.environ.get("JOGADA_TEST_SANITIZER", "none")
END = "0,0,0,0,0,1,20,0,0,0,0,0,2,25 1"  # house 6 banks its only seed: the game ends
OVER = "0,0,0,0,0,0,20,0,0,0,0,0,0,28 -"


class Values(Case):
    def document(self, *args):
        return json.loads(self.good("solve", *args, "--json"))

    def test_first_positions(self):
        for spec, value in (("kalah:houses=3,seeds=4", 2), ("kalah:houses=2,seeds=4,emptycapture=1", -12),
                            ("kalah:houses=4,seeds=3", 6)):
            with self.subTest(spec=spec):
                d = self.document(spec)
                self.assertEqual((d["value"], d["low"], d["high"]), (value, value, value))
                self.assertEqual(max(m["value"] for m in d["moves"]), value)

    def test_every_move(self):
        d = self.document("kalah:houses=4,seeds=4")
        self.assertEqual([(m["move"], m["value"]) for m in d["moves"]], [("1", 2), ("2", 0), ("3", 0), ("4", -2)])
        self.assertEqual(d["position"], "4,4,4,4,0,4,4,4,4,0 1")
        self.assertGreater(d["nodes"], 0)
        self.assertGreater(d["memory"], 0)

    def test_only_the_value(self):
        d = self.document("kalah:houses=4,seeds=4", "--value")
        self.assertEqual(d["value"], 2)
        out = self.good("solve", "kalah:houses=4,seeds=4", "--value")
        self.assertIn("player 1 wins by 2 with best play", out)
        self.assertEqual(out.count("sows"), 1)

    def test_in_words(self):
        out = self.good("solve", "kalah:houses=4,seeds=4")
        self.assertIn("player 1 wins by 2 with best play", out)
        self.assertEqual(out.count("sows"), 4)
        self.assertIn("*    1  +2  sows", out)
        self.assertIn("     2   0  sows", out)  # one column, whatever the sign
        self.assertIn("     4  -2  sows", out)
        self.assertIn("jogador 1 vence por 2 com o melhor jogo", self.good("solve", "kalah:houses=4,seeds=4", "--lang=pt-BR"))

    def test_for_the_one_who_moves(self):
        self.assertEqual(self.document("kalah", "-p", END)["value"], -6)
        turned = self.document("kalah", "-p", "0,0,0,0,0,2,25,0,0,0,0,0,1,20 2")
        self.assertEqual(turned["value"], -6)
        self.assertIn("player 2 wins by 6", self.good("solve", "kalah", "-p", END))

    def test_finished(self):
        self.assertIn("the game is over in this position: player 2 wins by 8", self.good("solve", "kalah", "-p", OVER))

    def test_with_and_without_help(self):
        for more in (["--database", "0"], ["--database", "6"], ["--memory", "1M"], ["-j", "2"], ["--no-cache"]):
            with self.subTest(more=more):
                self.assertEqual(self.document("kalah:houses=3,seeds=5", *more)["value"], 6)

    def test_other_games(self):
        self.assertEqual(self.document("tictactoe")["value"], 0)
        self.assertIn("a draw with best play", self.good("solve", "tictactoe"))
        self.assertEqual(self.document("coins:n=21,take=3")["value"], -1)


class Refusals(Case):
    def test_games_that_have_no_such_values(self):
        self.refused("solve", "loa", says=["analyze loa pn"])
        self.refused("solve", "domino", says=["hidden"])
        self.refused("solve", "magic", says=["hidden"])
        self.refused("solve", "kalah:houses=7", says=["6 houses"])
        self.refused("solve", "tictactoe", "--build", "5", says=["no endgame database"])

    def test_a_database_that_is_too_large(self):
        done = self.jogada("solve", "kalah", "--build", "30", "--memory", "1G")
        self.assertEqual(done.status, 1)
        self.assertIn("GB of memory", done.err)
        done = self.jogada("solve", "kalah", "--database", "30", "--memory", "64M", "-p", END)
        self.assertEqual((done.status, done.out), (1, ""))
        self.assertIn("needs 10.3 GB of memory, but only 64.0 MB", done.err)
        self.refused("solve", "kalah", "--build", "33", says=["build"])

    @unittest.skipIf(SANITIZER != "none", "sanitizers take all the addresses there are")
    def test_little_memory(self):
        """A solver fits into the memory that a limit on addresses leaves, or says that it cannot."""
        def limited(*args):
            return subprocess.run(["sh", "-c", 'ulimit -v 200000; exec "$0" "$@"', JOGADA, *args], cwd=self.work,
                                  env=self.environment({}), capture_output=True, text=True)
        solved = limited("solve", "kalah:houses=5,seeds=3", "--value", "--json")
        self.assertEqual((solved.returncode, json.loads(solved.stdout)["value"]), (0, 6))
        asked = limited("solve", "kalah:houses=5,seeds=3", "--value", "--json", "--memory", "64G")
        self.assertEqual((asked.returncode, json.loads(asked.stdout)["value"]), (0, 6))
        large = limited("solve", "kalah", "--build", "24")
        self.assertEqual(large.returncode, 1)
        self.assertIn("needs 1.2 GB of memory, but only 1", large.stderr)


class Databases(Case):
    def environment(self, changes):
        """Databases are stored in the home of the test, which is empty at first."""
        return super().environment({"XDG_CACHE_HOME": None} | changes)

    def test_build(self):
        first = json.loads(self.good("solve", "kalah:houses=3", "--build", "10", "--json"))
        self.assertFalse(first["there"])
        self.assertEqual(first["positions"], 8008)  # C(16, 6)
        self.assertTrue(first["path"].startswith(self.home))
        self.assertTrue(os.path.exists(first["path"]))
        second = json.loads(self.good("solve", "kalah:houses=3", "--build", "10", "--json"))
        self.assertTrue(second["there"])
        self.assertIn("already exists", self.good("solve", "kalah:houses=3", "--build", "10"))
        used = json.loads(self.good("solve", "kalah:houses=3,seeds=4", "--database", "10", "--json"))
        self.assertEqual((used["database"], used["build_seconds"], used["value"]), (8008, 0, 2))

    def test_it_is_made_once(self):
        """Of several who make the same one at a time, one does, and the others say that it is there."""
        running = [self.start("solve", "kalah:houses=5", "--build", "14", "--json") for _ in range(3)]
        said = [json.loads(p.communicate(timeout=DEADLINE)[0]) for p in running]
        self.assertEqual(sorted(d["there"] for d in said), [False, True, True])

    def test_exactly_as_asked_for(self):
        """A smaller one than there is is made all the same; a tiny position does without the largest."""
        self.good("solve", "kalah:houses=5", "--build", "14")
        self.assertFalse(json.loads(self.good("solve", "kalah:houses=5", "--build", "9", "--json"))["there"])
        large = json.loads(self.good("solve", "kalah:houses=5,seeds=3", "--json"))
        self.assertEqual((large["database"], large["build_seconds"]), (1961256, 0))  # C(24, 10): it was there
        tiny = json.loads(self.good("solve", "kalah:houses=5", "-p", "0,0,0,0,1,18,0,0,0,0,2,19 1", "--json"))
        self.assertEqual((tiny["value"], tiny["database"]), (-2, 0))

    def test_nothing_is_stored_unless_requested(self):
        self.good("solve", "kalah:houses=3,seeds=4", "--database", "8", "--no-cache")
        kept = [name for _, _, names in os.walk(self.home) for name in names if "kalah" in name]
        self.assertEqual(kept, [])


class Stopping(Case):
    def test_bounds_so_far(self):
        for seconds in delays():  # until it knows something
            p = self.start("solve", "kalah:seeds=6", "--database", "0", "--memory", "16M", "--json")
            wait_until_it_listens(p.pid)
            time.sleep(seconds)
            p.send_signal(signal.SIGINT)
            out, _ = p.communicate(timeout=DEADLINE)
            self.assertEqual(p.returncode, 1)
            d = json.loads(out)
            if d["low"] is not None and d["high"] is not None:
                break
        self.assertIsNone(d["value"])
        self.assertLessEqual(d["low"], 2)
        self.assertGreaterEqual(d["high"], 4)
        self.assertEqual(len(d["moves"]), 6)

    def test_on_a_terminal(self):
        """One line that is redrawn, shorter than the screen, and removed at the end; one clock for all steps."""
        t = self.terminal("solve", "kalah:seeds=6", "--database", "16", "--no-cache", "--memory", "64M", NO_COLOR="1")
        t.expect("searching  between ")
        t.expect("million nodes")
        t.type(b"\x03")
        status, _ = t.leave()
        *lines, rest = t.seen.split("\r\x1b[K")
        self.assertEqual(status, 1)
        self.assertLess(max(len(line) for line in lines), 80)
        self.assertTrue(all("\n" not in line for line in lines), lines)
        clocks = [line.replace("^C", "").split("  ")[-1] for line in lines if line.strip("^C")]
        self.assertEqual(clocks, sorted(clocks))
        self.assertTrue(rest.startswith("Kalah - player 1 to move\r\n"), rest)
        self.assertIn("not solved; for player 1 it is between ", rest)

    def test_nothing_is_left_of_a_database(self):
        cache = os.path.join(self.home, "cache")
        t = self.terminal("solve", "kalah", "--build", "22", "--memory", "2G", "-j", "1", XDG_CACHE_HOME=cache)
        t.expect("building the endgame database")
        t.type(b"\x03")
        status, shown = t.leave()
        self.assertEqual(status, 1)
        self.assertTrue(shown.endswith("\r\x1b[Kjogada: stopped before it was finished\r\n"), shown)
        kept = [name for _, _, names in os.walk(cache) for name in names]
        self.assertEqual(kept, ["kalah.lock"])


if __name__ == "__main__":
    unittest.main()

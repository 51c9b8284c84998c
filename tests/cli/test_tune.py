"""jogada tune: bad weights become good ones, files of weights, resuming after an interrupt."""
import json
import os
import re
import shlex
import shutil
import signal
import time
import unittest

from helper import Case, stored, wait_for, wait_until_it_listens

# Judges everything the wrong way round.
BAD = "jogada weights 1\ngame kalah\neval mix\nstore -100\nseeds 0\nmobility -20\nagain -80\nthreat -25\nturn 0\n"
SMALL = {
    "genetic": ["--generations", "12", "--games", "4"],
    "spsa": ["--generations", "100", "--games", "20", "--step", "0.2"],
    "cma": ["--generations", "10", "--games", "20", "--population", "16"],
}
FEATURES = ["store", "seeds", "mobility", "again", "threat", "traps", "turn"]


class Tune(Case):
    def setUp(self):
        super().setUp()
        self.file("bad", BAD)

    def tune(self, *args, **how):
        """The document, without what came from the store."""
        document = json.loads(self.good("tune", "kalah", "--agent", "greedy", "--start", "bad", "--json", *args, **how))
        self.stored = document.pop("stored")
        return document

    def exists(self, name):
        return os.path.exists(os.path.join(self.work, name))


class Results(Tune):
    def test_bad_weights_become_good(self):
        for method, small in SMALL.items():
            with self.subTest(method=method):
                document = self.tune("--method", method, *small, "--proof", "400", "-o", f"{method}.weights")
                self.assertEqual(document["method"], method)
                self.assertEqual(list(document["weights"]), FEATURES)
                self.assertEqual(document["start"]["store"], -100)
                proof = document["proof"]
                self.assertEqual(proof["wins"] + proof["draws"] + proof["losses"], 400)
                self.assertGreaterEqual(proof["score"], 0.75)
                self.assertGreater(proof["ci95"][0], 0.6)
                history = document["history"]
                self.assertEqual([row["generation"] for row in history], list(range(1, len(history) + 1)))
                self.assertEqual(history[-1]["weights"], document["weights"])
                self.assertEqual(len(history), document["generations"])

    def test_the_file_has_the_proven_weights(self):
        document = self.tune(*SMALL["genetic"], "--method", "genetic", "--proof", "0")
        self.assertIsNone(document["proof"])
        self.assertEqual(document["file"], "kalah.weights")
        rows = [line.split() for line in self.text_of("kalah.weights").splitlines() if not line.startswith("#")]
        self.assertEqual(rows[:3], [["jogada", "weights", "1"], ["game", "kalah"], ["eval", "mix"]])
        self.assertEqual({name: float(x) for name, x in rows[3:]}, document["weights"])
        one = json.loads(self.good("analyze", "kalah", "greedy:eval=@kalah.weights", "--json"))
        other = json.loads(self.good("analyze", "kalah", "greedy:eval=@bad", "--json"))
        self.assertNotEqual(one["moves"], other["moves"])

    def test_text(self):
        for lang, words in (("en", ["tuned", "Validation:", "Weights written to"]), ("pt-BR", ["ajustado", "Validação:", "Pesos gravados em"])):
            out = self.good("tune", "kalah", "--agent", "greedy", *SMALL["cma"], "--proof", "20", "--lang", lang)
            for word in words + FEATURES + ["greedy:eval=@kalah.weights"]:
                self.assertIn(word, out)

    def test_json_is_the_same_in_every_language_and_on_any_number_of_threads(self):
        args = [*SMALL["cma"], "--no-store"]
        one = self.tune(*args, "-j", "1")
        self.assertEqual(one, self.tune(*args, "-j", "3", "--lang", "pt-BR"))
        self.assertNotEqual(one["weights"], self.tune(*args, "--seed", "2")["weights"])

    def test_fixed_opponents_and_other_games(self):
        for more in (["--opponent", "start"], ["--opponent", "random"], ["--start", "random"], ["--start", "usual"]):
            for method in SMALL:
                self.tune("--method", method, "--generations", "2", "--games", "4", "--proof", "4", *more)
        document = json.loads(self.good("tune", "tictactoe", "--generations", "3", "--proof", "10", "--json",
                                        "--low", "0", "--high", "10", "--crossover", "two", "--method", "genetic"))
        self.assertTrue(all(0 <= x <= 10 for x in document["weights"].values()))
        self.assertTrue(self.exists("tictactoe.weights"))

    def test_the_command_that_it_prints_plays(self):
        for name in ("plain.weights", "with space.weights", "it's", "semi;colon"):
            out = self.good("tune", "kalah", "--agent", "greedy", "--generations", "1", "--proof", "0", "-o", name)
            words = shlex.split(re.search(r"^ +jogada (play .*)$", out, re.M)[1])
            self.assertEqual(words[:3], ["play", "kalah", "human"])
            self.assertEqual(words[3:], [f"greedy:eval=@{name}"])
            self.good("analyze", "kalah", words[3])
        name = "n" * 200
        out = self.good("tune", "kalah", "--agent", "greedy", "--generations", "1", "--proof", "0", "-o", name)
        self.assertIn("a shorter name", out)
        self.assertTrue(self.exists(name))

    def test_terminal_and_page_agree_by_the_p_value(self):
        """In a proof of a few games the interval and the p-value do not always say the same."""
        seen = set()
        for seed in range(1, 9):
            for games in ("6", "12", "40"):
                args = ["tune", "kalah", "--agent", "greedy", "--start", "bad", "--method", "genetic", "--generations",
                        "2", "--population", "4", "--games", "2", "--proof", games, "--seed", str(seed), "--no-store"]
                out = self.good(*args, "--report", "r.html")
                page = self.text_of("r.html")
                proof = json.loads(self.good(*args, "--json"))["proof"]
                shown = proof["p_value"] < 0.05
                better, worse = shown and proof["score"] > 0.5, shown and proof["score"] < 0.5
                self.assertEqual("weights are better for greedy" in out, better)
                self.assertEqual("weights are worse for greedy" in out, worse)
                self.assertEqual("is not significant" in out, not shown)
                self.assertEqual("Stronger: tuned weights" in page, better)
                self.assertEqual("Stronger: initial weights" in page, worse)
                self.assertEqual("No significant difference" in page, not shown)
                seen.add((shown, proof["ci95"][0] > 0.5))
        self.assertIn((False, True), seen)  # where an interval alone would have claimed too much

    def test_the_usual_opening_suits_the_game(self):
        plies = {game: json.loads(self.good("tune", game, "--generations", "1", "--games", "2", "--proof", "0",
                                            "--json"))["opening_plies"] for game in ("kalah", "tictactoe")}
        self.assertEqual(plies["kalah"], 4)
        self.assertTrue(0 < plies["tictactoe"] < 4)

    def test_random_start_against_the_start(self):
        self.good("tune", "kalah", "--agent", "greedy", "--start", "random", "--opponent", "start", "--generations", "1",
                  "--proof", "0", "--report", "r.html")
        page = self.text_of("r.html")
        self.assertIn("<td>usual weights</td>", page)
        self.assertNotIn("initial weights", page)

    def test_a_report_is_a_page(self):
        self.tune(*SMALL["cma"], "--report", "r.html", "--proof", "0")
        self.assertIn("<!DOCTYPE html>", self.text_of("r.html"))


class Learning(Tune):
    SHORT = ["--method", "q", "--generations", "4", "--games", "40", "--proof", "20", "--seed", "5", "--json"]

    def test_q(self):
        said = [self.good("tune", "magic", *self.SHORT, "--no-store", "-j", threads) for threads in ("1", "2")]
        self.assertEqual(*said)
        document = json.loads(said[0])
        self.assertEqual(document["agent"], "magic.q")
        self.assertEqual(document["evaluator"], "q")
        self.assertEqual((document["explore"], document["discount"]), (0.3, 1))
        self.assertEqual(document["history"][-1]["games"], 160)
        self.assertTrue(all(0 <= w <= 10000 for w in document["weights"].values()))
        self.good("match", "magic", "magic.q:eval=@magic.weights", "magic.q", "-n", "10", "--no-store")

    def test_q_refuses(self):
        for args, says in [
            (["--agent", "magic.search"], ["magic.search"]),
            (["--agent", "magic.q:eval=reward"], ["name the evaluator with --eval"]),
            (["--eval", "nope"], ["choose from reward, q"]),
        ]:
            with self.subTest(args=args):
                self.refused("tune", "magic", "--method", "q", *args, says=says)


class Refused(Tune):
    def test_nonsense(self):
        for args, says in [
            (["--agent", "random"], ["agents that do: greedy, ", ", minimax, "]),
            (["--agent", "greedy:eval=mix"], ["name the evaluator with --eval"]),
            (["--agent", "mcts:playouts=50,prior=0"], ["mcts uses its evaluator only", "leaf=eval"]),
            (["--agent", "mcts:playouts=50,prior=0,leaf=rollout"], ["leaf=eval"]),
            (["--opening-plies", "0"], ["--opening-plies", "the same"]),
            (["-o", "a,b"], ["a,b", "comma"]),
            (["--agent", "nosuch"], ["nosuch"]),
            (["--opponent", "nosuch"], ["nosuch"]),
            (["--opponent", "human"], ["human"]),
            (["--eval", "store"], ["choose from mix"]),
            (["--eval", "nope"], ["choose from mix"]),
            (["--method", "magic"], ["genetic|spsa|cma|q"]),
            (["--games", "3"], ["even"]),
            (["--proof", "3"], ["even"]),
            (["--population", "2"], ["4 to 1000"]),
            (["--low", "5", "--high", "-5"], ["not 5 and -5"]),
            (["--low", "-50"], ["the starting weight of store, -100", "-50"]),
            (["--low", "1e7"], ["low"]),
            (["--survive", "0"], ["survive"]),
            (["--mutation", "1.5"], ["0 to 1"]),
            (["--method", "q"], ["no agent for kalah learns", "magic.q (magic)"]),
            (["--discount", "1.5"], ["0 to 1"]),
            (["--explore", "-1"], ["0 to 1"]),
        ]:
            with self.subTest(args=args):
                self.refused("tune", "kalah", "--start", "bad", *args, says=says)
        self.refused("tune", "coins", says=["coins"])
        self.refused("tune")
        self.assertFalse(self.exists("kalah.weights"))

    def test_files(self):
        self.file("wrong", BAD.replace("seeds 0", "seeds many"))
        self.refused("tune", "kalah", "--start", "wrong", says=["wrong, line 5, column 7: expected a weight"])
        self.refused("play", "kalah", "random", "ab:eval=@wrong", says=["wrong, line 5, column 7"])
        self.refused("tune", "tictactoe", "--start", "bad", says=["bad, line 2, column 6: weights for kalah"])
        self.file("kalah.weights", "precious\n")
        self.refused("tune", "kalah", says=["kalah.weights", "is not a file of weights"])
        self.assertEqual(self.text_of("kalah.weights"), "precious\n")
        self.refused("tune", "kalah", "-o", "x", "--report", "bad", says=["must end in .html"])
        self.assertEqual(self.text_of("bad"), BAD)
        for path in ("/nowhere/x", "bad/x"):
            self.assertEqual(self.jogada("tune", "kalah", "-o", path).status, 1)
        self.assertEqual(self.jogada("tune", "kalah", "--start", "nowhere").status, 1)


class GoingOn(Tune):
    """Stopped at any time and called again, it comes to what it would have come to."""

    LONG = ["tune", "kalah", "--start", "bad", "--agent", "alphabeta:depth=2", "--proof", "20"]
    METHODS = {
        "genetic": ["--generations", "15", "--games", "4", "--population", "8"],
        "spsa": ["--generations", "150", "--games", "10"],
        "cma": ["--generations", "20", "--games", "10", "--population", "8"],
    }

    def kept(self):
        return os.path.exists(os.path.join(self.data, "jogada"))

    def interrupt(self, *args):
        """Stops it as soon as a generation is stored."""
        store = os.path.join(self.data, "jogada/jogada.db")
        before = stored(store, "step")
        process = self.start(*args, "-j", "1")
        wait_for(lambda: stored(store, "step") > before)
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.out), (1, ""))
        self.assertIn("run the same command again to resume", result.err)

    def kill(self, *args):
        process = self.start(*args, "-j", "1")
        wait_until_it_listens(process.pid)
        time.sleep(0.02)
        process.kill()
        self.finish(process)

    def test_stopped_and_killed(self):
        for method, more in self.METHODS.items():
            with self.subTest(method=method):
                args = [*self.LONG, "--method", method, *more, "--json"]
                self.interrupt(*args)
                self.kill(*args)
                self.assertFalse(self.exists("kalah.weights"))
                whole = lambda *more: {name: value for name, value in json.loads(self.good(*args, *more)).items()
                                       if name != "stored"}
                parts = whole("-j", "3")
                self.assertEqual(parts, whole("--no-store"))
                self.assertEqual(parts, whole())  # finished: the result is only printed again
                os.remove(os.path.join(self.work, "kalah.weights"))

    def runs(self):
        return json.loads(self.good("log", "--runs", "--json"))["runs"]

    def test_stored_results_are_announced(self):
        small = ["--generations", "3", "--games", "4", "--proof", "0"]
        first = self.tune(*small)
        self.assertIsNone(self.stored)
        self.assertEqual(self.tune(*small), first)
        self.assertEqual(self.stored, {"unit": "generations", "count": 3, "run": 1, "date": self.stored["date"]})
        self.assertRegex(self.stored["date"], r"^\d{4}-\d\d-\d\dT")
        text = self.jogada("tune", "kalah", "--agent", "greedy", "--start", "bad", *small)
        self.assertRegex(text.err, r"^3 of 3 generations stored on \d{4}-\d\d-\d\d .*; --again tunes again\n$")
        self.assertEqual(self.tune(*small, "--again"), first)
        self.assertIsNone(self.stored)
        self.assertEqual(len(self.runs()), 2)

    def test_time_limits_are_tuned_again(self):
        small = ["--generations", "1", "--games", "2", "--proof", "0", "--method", "spsa", "--opponent", "ab:ms=1"]
        self.tune(*small)
        self.tune(*small)
        self.assertIsNone(self.stored)
        self.assertEqual(len(self.runs()), 2)
        self.assertIn("playing again", self.jogada("tune", "kalah", "--agent", "greedy", "--start", "bad", *small).err)

    def test_files_that_change(self):
        """Other weights of the opponent make it another tuning, which starts from the beginning."""
        args = ["--opponent", "greedy:eval=@theirs", "--generations", "3", "--games", "4", "--proof", "0"]
        self.file("theirs", BAD)
        self.assertEqual(self.tune(*args), self.tune(*args))
        self.assertEqual(len(self.runs()), 1)
        self.file("theirs", BAD.replace("store -100", "store 100"))
        other = self.tune(*args)
        self.assertEqual(len(self.runs()), 2)
        self.assertEqual(other, self.tune(*args, "--no-store"))

    def test_scripts_that_change(self):
        shutil.copy(os.path.join(os.path.dirname(__file__), "..", "..", "examples", "bot.py"), self.work)
        for text in ("", "# changed\n"):
            with open(os.path.join(self.work, "bot.py"), "a", encoding="utf-8") as f:
                f.write(text)
            self.tune("--opponent", "program:run=python3 bot.py", "--method", "spsa", "--generations", "1", "--games", "2",
                      "--proof", "0", "-j", "1")
        runs = self.runs()
        self.assertEqual(len(runs), 2)
        for run in runs:
            self.assertEqual(set(run["parameters"]["files"]), {"bot.py", "jogada", "python3"})
        self.assertEqual(runs[0]["parameters"]["agents"], ["greedy:eval=mix", "program:run=python3 bot.py"])

    def test_without_a_store(self):
        process = self.start(*self.LONG, "--population", "8", "--generations", "100000", "--no-store")
        wait_until_it_listens(process.pid)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.err), (1, "jogada: stopped\n"))
        self.assertFalse(self.kept())

    def test_db(self):
        self.tune(*SMALL["cma"], "--proof", "0", "--db", "own.db")
        self.assertTrue(self.exists("own.db"))
        self.assertFalse(self.kept())

    def test_progress_on_a_terminal(self):
        terminal = self.terminal(*self.LONG, "--population", "8", "--generations", "100000")
        terminal.expect("2/100000")  # so at least one is stored
        terminal.expect("%")
        terminal.type("\x03")
        status, shown = terminal.leave()
        self.assertEqual(status, 1)
        self.assertIn("run the same command again to resume", shown)

    def test_the_bar_counts_the_work_of_this_call(self):
        """Generations of an earlier call do not count for the time left."""
        games = 100
        while True:  # until generations last long enough for the bar to show the third
            args = [*self.LONG, "--population", "8", "--generations", "12", "--games", str(games), "--progress", "bar"]
            terminal = self.terminal(*args)
            try:
                terminal.expect("\r3/12")
                terminal.type("\x03")
                terminal.leave()
                terminal = self.terminal(*args)
                shown = terminal.expect("[") + terminal.expect("] ") + terminal.expect("%")
                break
            except AssertionError:
                self.assertLess(games, 10000)
                games *= 4
        terminal.type("\x03")
        terminal.leave()
        kept = int(re.search(r"(\d+) of 12 generations stored on", shown)[1])
        done, percent = int(re.search(r"(\d+)/12 ", shown)[1]), int(re.search(r"(\d+) %$", shown)[1])
        self.assertGreaterEqual(kept, 3)
        self.assertLessEqual(percent, 100 * (done + 1 - kept) / (12 - kept) + 1)


if __name__ == "__main__":
    unittest.main()

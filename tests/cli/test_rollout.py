"""jogada rollout: its values, what it says where there is nothing to measure, and resuming after any kind of stop."""
import json
import os
import re
import signal
import sqlite3
import unittest

from helper import SLOW, Case, one_thread, stored, wait_for

START = "x../.o./... x"
SHORT = ("rollout", "tictactoe", "random", "-p", START)
# Long enough that results are stored before it ends.
LONG = ("rollout", "kalah", "mcts:playouts=300,memory=1M", "-n", "16" if SLOW else "80", "--confidence", "0")


def results(document):
    """All that does not depend on time and store."""
    return {name: value for name, value in document.items() if name not in ("seconds", "stored")}


class Values(Case):
    def rollout(self, *args, **how):
        return json.loads(self.good("rollout", *args, "--json", **how))

    def test_members(self):
        found = self.rollout(*SHORT[1:], "-n", "200", "--no-store")
        self.assertEqual((found["game"], found["position"], found["agent"]),
                         ("tictactoe", START, "random"))
        self.assertEqual((found["seat"], found["order"], found["confidence"], found["seed"]), (0, "best", 0.99, 1))
        self.assertEqual((found["stopped"], found["stored"]), (False, None))
        self.assertEqual({m["move"] for m in found["moves"]}, set("2346789"))
        self.assertEqual(found["move"], found["moves"][0]["move"])
        for m in found["moves"]:
            self.assertEqual(m["wins"] + m["draws"] + m["losses"], m["trials"])
            self.assertAlmostEqual(m["win"], (m["wins"] + m["draws"] / 2) / m["trials"])
            self.assertAlmostEqual(m["score"], 2 * m["win"] - 1)
            self.assertGreater(m["win_error"], 0)
        self.assertEqual(found["moves"][0]["loss"], 0)

    def test_threads_and_languages_do_not_matter(self):
        calls = [("-j", "1"), ("-j", "3"), ("--lang", "pt-BR")]
        found = [results(self.rollout(*SHORT[1:], "-n", "300", "--no-store", *more)) for more in calls]
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])
        other = results(self.rollout(*SHORT[1:], "-n", "300", "--no-store", "--seed", "2"))
        self.assertNotEqual(found[0]["moves"], other["moves"])

    def test_a_winning_move_is_settled(self):
        found = self.rollout("tictactoe", "random", "-p", "xx./oo./... x", "-n", "100k", "--no-store")
        self.assertTrue(found["settled"])
        self.assertLess(found["trials"], 2000)
        best, *others = found["moves"]
        self.assertTrue(best["exact"])
        self.assertEqual((best["win"], best["win_error"]), (1, 0))
        self.assertFalse(best["out"])
        self.assertTrue(all(m["out"] and m["loss"] > 0 for m in others))

    def test_equal_chances_are_ordered_by_score(self):
        """Every move wins or loses as often; the mean score tells them apart."""
        found = self.rollout("numbers", "random", "-p", "((9 5) (7 8) (1 3)) max", "-n", "40", "--no-store")
        self.assertEqual([m["win"] for m in found["moves"]], [1, 1, 1])
        self.assertEqual([m["move"] for m in found["moves"]], ["2", "1", "3"])

    def test_order_of_all(self):
        found = self.rollout("coins:n=5", "random", "-n", "50k", "--order", "all", "--no-store")
        self.assertEqual((found["order"], found["settled"], found["unit"]), ("all", True, "score"))
        self.assertEqual([m["out"] for m in found["moves"]], [False] + [True] * (len(found["moves"]) - 1))
        chances = [m["win"] for m in found["moves"]]
        self.assertEqual(chances, sorted(chances, reverse=True))

    def test_hidden_hands(self):
        for game, agent in ("domino", "domino.basic"), ("magic", "magic.random"):
            found = self.rollout(game, agent, "--deal", "-n", "20", "--no-store")
            self.assertIsNotNone(found["seat"])
            self.assertIsNotNone(found["moves"][0]["move"])
            again = self.rollout(game, agent, "-p", found["position"], "-n", "20", "--no-store")  # the view is enough
            self.assertEqual(found["moves"], again["moves"])

    def test_chance_to_move(self):
        found = self.rollout("domino:target=20", "-n", "20", "--no-store")
        self.assertEqual((found["seat"], found["move"], len(found["moves"])), (None, None, 1))
        self.assertIn("chance is to move", self.good("rollout", "domino:target=20", "-n", "20", "--no-store"))

    @one_thread
    def test_text(self):
        out = self.good(*SHORT, "-n", "200", "--no-store")
        for words in ("X to move, rolled out by random", "best move", "chance to win",
                      "difference", "mean score", "trials", "±", " %"):
            self.assertIn(words, out)
        self.assertRegex(out, r"seed +1\n")
        out = self.good(*SHORT, "-n", "20", "--no-store", "--seed", "0")
        seed = re.search(r"seed +([1-9]\d*)\n", out)[1]
        self.assertIn(f"{seed}\n", self.good(*SHORT, "-n", "20", "--no-store", "--seed", seed))
        out = self.good(*SHORT, "-n", "200", "--no-store", "--lang", "pt-BR")
        self.assertRegex(out, r"\d,\d\d % ± \d,\d\d")


@one_thread
class Refusals(Case):
    def test_nothing_random(self):
        self.refused("rollout", "kalah", "alphabeta:depth=2", says=["the same game", "such as random"])
        self.refused("rollout", "kalah", "alphabeta:depth=2", "--lang", "es", says=["como random"])

    def test_a_move_that_wins(self):
        """No other move can be better, so it is found although all trials of the others are the same games."""
        moves = json.loads(self.good("rollout", "tictactoe", "alphabeta:depth=2", "-p", "xx./oo./... x", "--json", "--no-store"))["moves"]
        self.assertEqual((moves[0]["move"], moves[0]["win"], moves[0]["win_error"]), ("3", 1, 0))
        self.assertTrue(all(move["out"] for move in moves if not move["win"]))

    def test_called_wrongly(self):
        self.refused("rollout", says=["GAME [AGENT]"])
        self.refused("rollout", "kalah", "nosuch", says=["nosuch", "alphabeta"])
        self.refused("rollout", "kalah", "human", says=["human"])
        self.refused("rollout", "kalah", "-n", "1", says=["trials", "2"])
        self.refused("rollout", "kalah", "--confidence", "1", says=["confidence"])
        self.refused("rollout", "kalah", "--order", "some", says=["best|all"])
        self.refused("rollout", "tictactoe", "-p", "xxx/oo./... o", says=["over"])
        self.refused("rollout", "domino", "ab", says=["domino"])


class Store(Case):
    def document(self, *args):
        return json.loads(self.good(*args, "--json", "--db", "r.db"))

    def test_a_stored_result_says_so(self):
        first, again = (self.document(*SHORT, "-n", "100") for _ in range(2))
        self.assertIsNone(first["stored"])
        self.assertEqual(again["stored"], {"unit": "games", "run": 1, "count": sum(move["trials"] for move in first["moves"]),
                                           "date": again["stored"]["date"]})
        self.assertRegex(again["stored"]["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(results(first), results(again))
        self.assertRegex(self.jogada(*SHORT, "-n", "100", "--db", "r.db").err,
                         r"^\d+ games stored on \d{4}-\d\d-\d\d \d\d:\d\d as run 1; --again plays them again\n$")
        self.assertIsNone(self.document(*SHORT, "-n", "100", "--again")["stored"])
        self.assertIsNone(self.document(*SHORT, "-n", "101")["stored"])

    def test_the_list_of_runs_counts_its_games(self):
        """They are not stored one by one."""
        games = sum(move["trials"] for move in self.document(*SHORT, "-n", "100")["moves"])
        run = self.document("log", "--runs")["runs"][0]
        self.assertEqual((run["kind"], run["games"]), ("rollout", games))
        self.assertRegex(self.good("log", "--runs", "--db", "r.db"), rf"(?m)^ +1  .* rollout +tictactoe +{games}  finished")
        self.assertEqual(self.document("log", "--run", "1")["run"]["games"], games)
        self.assertIn(f"games: {games}, finished", self.good("log", "--run", "1", "--db", "r.db"))
        with sqlite3.connect(os.path.join(self.work, "r.db")) as db:
            db.execute("UPDATE step SET state = '{\"moves\":[{\"trials\":-1}]}'")
        self.assertEqual(self.document("log", "--runs")["runs"][0]["games"], 0)

    def test_time_limits_are_not_answered_from_the_store(self):
        call = ("rollout", "tictactoe", "mcts:playouts=8,ms=60000,threads=1,memory=16k", "-p", START, "-n", "8")
        self.assertIsNone(self.document(*call)["stored"])
        self.assertIsNone(self.document(*call)["stored"])
        self.assertIn("playing again: games stored on", self.jogada(*call, "--db", "r.db").err)

    def test_a_refused_rollout_leaves_no_run(self):
        result = self.jogada("rollout", "connect4:width=4,height=4", "alphabeta:depth=2", "--db", "r.db")
        self.assertEqual((result.status, result.out), (2, ""))
        self.file("bot.py", "print('ok mine 1', flush=True)\ninput()\n")
        self.assertNotEqual(self.jogada("rollout", "coins", "program:run=python3 bot.py", "--db", "r.db").status, 0)
        self.assertEqual(stored(os.path.join(self.work, "r.db"), "run"), 0)

    def test_bots_of_other_versions_are_other_runs(self):
        for version in "1", "2", "2":
            self.file("bot.py", f"import random\nprint('ok mine {version}', flush=True)\nwhile True:\n    line = input()\n"
                                "    if line.startswith('moves'): move = random.choice(line.split()[1:])\n"
                                "    if line.startswith('go'): print(move, flush=True)\n")
            self.good("rollout", "coins:n=9", "program:run=python3 bot.py", "-n", "16", "--db", "bots.db")
        with sqlite3.connect(os.path.join(self.work, "bots.db")) as db:
            bots = [json.loads(p)["bots"] for p, in db.execute("SELECT parameters FROM run ORDER BY id")]
        self.assertEqual({*(name for bot in bots for name in bot.values())}, {"mine 1", "mine 2"})

    def test_the_deal_is_that_of_analyze(self):
        dealt = json.loads(self.good("rollout", "domino", "domino.basic", "--deal", "--seed", "5", "-n", "4",
                                     "--no-store", "--json"))
        asked = json.loads(self.good("analyze", "domino", "domino.basic", "--seed", "5", "--json"))
        self.assertEqual(dealt["position"], asked["position"])

    def test_resumes_after_any_stop(self):
        whole = json.loads(self.good(*LONG, "--json", "--no-store"))
        for how in signal.SIGINT, signal.SIGKILL:
            name = f"{how}.db"
            path = os.path.join(self.work, name)
            process = self.start(*LONG, "--db", name)
            wait_for(lambda: stored(path, "step") or process.poll() is not None)
            process.send_signal(how)
            result = self.finish(process)
            with sqlite3.connect(path) as db:
                before = json.loads(db.execute("SELECT state FROM step").fetchone()[0])
            if result.status != 0:  # else it was too fast
                self.assertLess(before["trials"], whole["trials"])
            if how == signal.SIGINT and result.status:
                self.assertEqual(result.status, 1)
                self.assertIn("run the same command again to resume", result.err)
                self.assertEqual("chance to win" in result.out, before["trials"] > 0)
            games = sum(move["trials"] for move in before["moves"]) + len(before["round"])
            if how == signal.SIGINT:
                after = json.loads(self.good(*LONG, "--json", "--db", name))
                self.assertEqual(results(after), results(whole))
                self.assertEqual((after["stored"]["unit"], after["stored"]["count"]), ("games", games))
            else:
                self.assertRegex(self.jogada(*LONG, "--db", name).err, rf"^{games} games stored on \S+ \S+ as run 1[,;]")
                self.assertEqual(results(json.loads(self.good(*LONG, "--json", "--db", name))), results(whole))

    def test_a_stopped_repetition_resumes_without_again(self):
        self.good(*LONG, "-n", "2", "--db", "r.db")
        process = self.start(*LONG, "-n", "100k", "--again", "--db", "r.db")
        wait_for(lambda: stored(os.path.join(self.work, "r.db"), "step") == 2)
        process.send_signal(signal.SIGINT)
        self.assertIn("run the same command without --again to resume", self.finish(process).err)

    def test_damaged_state(self):
        first = self.document(*SHORT, "-n", "100")
        with sqlite3.connect(os.path.join(self.work, "r.db")) as db:
            db.execute("UPDATE step SET state = '{\"trials\":'")
        result = self.jogada(*SHORT, "-n", "100", "--json", "--db", "r.db")
        self.assertEqual(result.status, 0)
        self.assertIn("damaged; starting again", result.err)
        self.assertEqual(results(json.loads(result.out)), results(first))

    def test_runs_are_listed(self):
        self.document(*SHORT, "-n", "20")
        self.assertIn("rollout", self.good("log", "--runs", "--db", "r.db"))


if __name__ == "__main__":
    unittest.main()

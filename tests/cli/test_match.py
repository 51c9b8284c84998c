"""jogada match: the numbers, that nothing changes them, and what is refused."""
import json
import os
import random
import re
import signal
import sqlite3
import statistics
import time
import unittest

from helper import COLOUR, DEADLINE, KALAH_START, SLOW, Case, stored, wait_for, wait_until_it_listens

GREEDY = ("match", "kalah:houses=4,seeds=3", "greedy", "random")


def without_time(document):
    return {name: value for name, value in document.items() if name not in ("seconds", "stored")}


class Matches(Case):
    def json(self, *args):
        return json.loads(self.good(*args, "--json"))

    def games_kept(self, name="data/jogada/jogada.db"):
        with sqlite3.connect(os.path.join(self.place.name, name)) as db:
            return db.execute("SELECT count(*) FROM game").fetchone()[0]

    def runs(self):
        with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
            return db.execute("SELECT id, ended IS NOT NULL AND ended > 0 FROM run ORDER BY id").fetchall()


class Numbers(Matches):
    def test_fields_that_programs_rely_on(self):
        m = self.json(*GREEDY, "--games", "60")
        self.assertEqual(m["game"], "kalah:houses=4,seeds=3")
        self.assertEqual(m["agents"], ["greedy", "random"])
        self.assertEqual(m["games"], 60)
        self.assertEqual(sum(m["wins"]) + m["draws"], 60)
        self.assertEqual(m["points"], [m["wins"][0] + m["draws"] / 2, m["wins"][1] + m["draws"] / 2])
        self.assertAlmostEqual(m["score"], m["points"][0] / 60)
        self.assertTrue(m["ci95"][0] < m["score"] < m["ci95"][1])
        self.assertTrue(0.6 < m["score"] and m["p_value"] < 0.05 and m["elo"] > 50 and m["superiority"] > 0.95, m)
        self.assertEqual(sum(m["pairs"]), 30)
        self.assertEqual(sum(i * n for i, n in enumerate(m["pairs"])) / 2, m["points"][0])
        self.assertGreaterEqual(m["seconds"], 0)

    def test_turned_round_it_is_the_mirror_image(self):
        """Not the same games, but the same story."""
        other = self.json("match", "kalah:houses=4,seeds=3", "random", "greedy", "--games", "60")
        self.assertTrue(other["score"] < 0.4 and other["elo"] < -50 and other["superiority"] < 0.05, other)

    def test_all_won_is_no_infinity_in_json(self):
        m = self.json("match", "tictactoe", "alphabeta:depth=0", "random", "--games", "20", "--opening-plies", "0",
                      "--seed", "3")
        if m["draws"] == 0:
            self.assertIsNone(m["elo"])
        self.assertLess(m["ci95"][0], 1)

    def test_odd_numbers_of_games_are_refused(self):
        self.refused(*GREEDY, "--games", "5", says=["even", "5", "pairs"])

    def test_text(self):
        out = self.good(*GREEDY, "--games", "60")
        self.assertNotRegex(out, COLOUR)
        self.assertTrue(out.startswith("greedy against random\nkalah:houses=4,seeds=3, 60 games, seed 1"), out)
        for name in ("result", "points", "Elo", "superiority", "p-value", "pairs", "margin"):
            self.assertRegex(out, rf"(?m)^{name} ")
        self.assertLessEqual(max(map(len, out.splitlines())), 100)

    def test_portuguese(self):
        out = self.good(*GREEDY, "--games", "20", "--lang", "pt-BR")
        self.assertIn("greedy contra random", out)
        for word in ("against", "games", "won", "points", "likely"):
            self.assertNotIn(word, out)

    def test_deterministic_agents_meet_different_openings(self):
        m = self.json("match", "kalah:houses=4,seeds=3", "alphabeta:depth=3", "alphabeta:depth=2", "--games", "60")
        self.assertGreater(len([n for n in m["pairs"] if n]), 1, m)
        same = self.json("match", "kalah:houses=4,seeds=3", "alphabeta:depth=3", "alphabeta:depth=2", "--games", "60",
                         "--opening-plies", "0")
        self.assertEqual(len([n for n in same["pairs"] if n]), 1, same)
        self.assertEqual(same["distinct"], [2, 60])
        self.assertGreater(m["distinct"][0], 20)
        self.assertEqual(m["distinct"][1], 60)

    def test_repeated_games_are_reported(self):
        call = ("match", "kalah", "alphabeta:depth=2", "alphabeta:depth=4", "--games", "40")
        for _ in range(2):  # played, and from the store
            self.assertIn("Only 2 of the first 40 games differ", self.good(*call, "--opening-plies", "0"))
        self.assertNotIn("differ", self.good(*call))

    def test_openings_suit_the_game(self):
        for game, plies in (("kalah", 4), ("tictactoe", 2), ("coins", 1), ("numbers", 0), ("coins:n=100", 4)):
            m = self.json("match", game, "random", "random", "--games", "4")
            self.assertEqual(m["opening_plies"], plies, game)
        self.refused("match", "coins", "random", "random", "--opening-plies", "5", says=["5", "can end the game"])
        self.refused("match", "tictactoe", "random", "random", "--opening-plies", "9", says=["9"])


class Clocks(Matches):
    """Only what does not depend on time: agents with all the time in the world, and a bot that never replies."""

    def test_time_forfeits(self):
        self.file("bot.py", "print('ok', flush=True)\nwhile True: input()\n")
        call = ("match", "coins", "program:run=python3 bot.py", "random", "--games", "4", "--tc", "0.1,1000")
        m = self.json(*call, "--report", "r.html")
        self.assertEqual((m["wins"], m["time_forfeits"], m["failures"]), ([0, 4], [4, 0], [0, 0]))
        self.assertEqual(m["time_control"], ["0.1", "1000"])
        out = self.good(*call)
        self.assertIn("time control 0.1,1000", out)
        self.assertIn("games lost on time: 4; 'jogada log --run 2 --failed' shows why", out)  # played again
        failed = json.loads(self.good("log", "--run", "2", "--failed", "--json"))["games"]
        self.assertEqual([game["reason"] for game in failed], ["time"] * 4)
        for word in ("Time control", "0.1, 1000", "Lost on time"):
            self.assertIn(word, self.text_of("r.html"))
        t = self.json("tournament", *call[1:])
        self.assertEqual({r["agent"]: r["time_forfeits"] for r in t["ratings"]}, {call[2]: 4, "random": 0})

    def test_time_is_enough(self):
        m = self.json("match", "tictactoe", "ab:threads=1,tt=64k", "mcts:threads=1,memory=1M", "--games", "10", "--tc",
                      "40/1000:00+0.5", "--margin", "500")
        self.assertEqual((m["time_forfeits"], m["time_control"]), ([0, 0], ["40/60000+0.5"] * 2))
        self.assertNotIn("time_control", self.json(*GREEDY, "--games", "2"))

    def test_other_time_controls_are_another_run(self):
        for control in ("1000", "1000+1", "1000,inf"):
            self.good(*GREEDY, "--games", "2", "--tc", control)
        self.good(*GREEDY, "--games", "2")
        self.assertEqual(len(json.loads(self.good("log", "--runs", "--json"))["runs"]), 4)

    def test_threads_beyond_the_cores(self):
        """With clocks they are announced; by default no more games are played at once than the cores allow."""
        call = ("match", "coins", "random", "random", "--games", "4", "--tc", "100", "--no-store")
        self.assertIn("clocks are unreliable: games at once: 256, ", self.jogada(*call, "-j", "256").err)
        for more in (), ("-j", "1"):
            self.assertNotIn("unreliable", self.jogada(*call, *more).err)
        self.assertNotIn("unreliable", self.jogada(*call[:-3], "--no-store", "-j", "256").err)
        result = self.jogada("match", "tictactoe", "ab:threads=256", "random", "--games", "2", "--tc", "100", "--no-store")
        self.assertRegex(result.err, r"threads of an agent: up to 256, cores: \d+; use -j 1 and threads=\d+\n")

    def test_refused(self):
        for wrong in ("0", "soon", "60+", "1:75", "-5"):
            self.refused(*GREEDY, f"--tc={wrong}", says=["[MOVES/]TIME[+INCREMENT]", "60+0.6", wrong])
        self.refused(*GREEDY, "--tc", "1,2,3", says=["3 time controls for 2 agents"])
        self.refused(*GREEDY, "--margin", "5", says=["--margin has no effect without --tc"])
        self.refused(*GREEDY, "--tc", "", says=["--tc needs a non-empty value"])
        self.refused(*GREEDY, "--tc=", says=["--tc needs a non-empty value"])


class Classical(Matches):
    """The tests of paper 004, by their formulas."""

    def test_chi_square(self):
        m = self.json(*GREEDY, "--games", "200")
        half = sum(m["wins"]) / 2
        self.assertAlmostEqual(m["chi_square"]["value"], sum((w - half) ** 2 / half for w in m["wins"]))
        self.assertLess(m["chi_square"]["p_value"], 0.001)
        self.assertNotIn("student", m)

    def test_student(self):
        m = self.json(*GREEDY, "--games", "200", "--simulations", "10", "--db", "g.db")
        with sqlite3.connect(os.path.join(self.work, "g.db")) as db:
            scores = [score for score, in db.execute("SELECT score FROM game ORDER BY number")]
        points = [(s > 0) + (s == 0) / 2 for s in (s if i % 2 == 0 else -s for i, s in enumerate(scores))]
        parts = [sum(points[i:i + 20]) for i in range(0, 200, 20)]
        s = m["student"]
        self.assertAlmostEqual(s["mean"], statistics.mean(parts))
        self.assertAlmostEqual(s["deviation"], statistics.stdev(parts))
        self.assertAlmostEqual(s["t"], (s["mean"] - 10) / (s["deviation"] / 10 ** 0.5))
        self.assertEqual(s, self.json(*GREEDY, "--games", "200", "--simulations", "10", "--db", "g.db")["student"])
        self.assertRegex(self.good(*GREEDY, "--games", "200", "--simulations", "10"), r"(?m)^Student +t \d")

    def test_refused(self):
        self.refused(*GREEDY, "--games", "200", "--simulations", "3", says=["200", "3"])
        self.refused(*GREEDY, "--games", "200", "--simulations", "1", says=["2 or more"])
        self.refused(*GREEDY, "--sprt", "0,5", "--simulations", "2", says=["--sprt"])


class Repeatable(Matches):
    def test_threads_change_nothing(self):
        """Byte for byte."""
        for agents in (("greedy", "random"), ("mcts:playouts=20", "ab:nodes=200")):
            runs = [self.good("match", "kalah", *agents, "--games", "80", "-j", j, "--no-store") for j in "125"]
            self.assertEqual(runs[0], runs[1])
            self.assertEqual(runs[0], runs[2])
            documents = [without_time(self.json("match", "kalah", *agents, "--games", "80", "-j", j, "--no-store"))
                         for j in "13"]
            self.assertEqual(*documents)

    def test_the_seed_changes_it(self):
        runs = {self.good(*GREEDY, "--games", "200", "--seed", seed).split("\n\n", 1)[1] for seed in "12345"}
        self.assertGreater(len(runs), 1)

    def test_seed_0_draws_a_new_one(self):
        call = (*GREEDY, "--games", "20")
        first, second = (self.json(*call, "--seed", "0") for _ in range(2))
        self.assertEqual(len({1, 0, first["seed"], second["seed"]}), 4)
        again = self.json(*call, "--seed", str(first["seed"]), "--no-store")
        self.assertEqual(without_time(first), without_time(again))

    def test_the_store_changes_nothing(self):
        kept = self.good(*GREEDY, "--games", "100")
        self.assertEqual(kept, self.good(*GREEDY, "--games", "100", "--no-store"))
        self.assertEqual(kept, self.good(*GREEDY, "--games", "100"))
        self.assertEqual(kept, self.good(*GREEDY, "--games", "100", "--again"))

    def test_called_again_it_plays_nothing(self):
        self.good(*GREEDY, "--games", "40")
        self.assertEqual(self.games_kept(), 40)
        self.good(*GREEDY, "--games", "40")
        self.assertEqual(self.games_kept(), 40)
        self.good(*GREEDY, "--games", "40", "--again")
        self.assertEqual(self.games_kept(), 80)

    def test_more_games_go_on_where_it_was(self):
        self.good(*GREEDY, "--games", "40")
        longer = self.good(*GREEDY, "--games", "100")
        self.assertEqual(self.games_kept(), 100)
        self.assertEqual(longer, self.good(*GREEDY, "--games", "100", "--no-store"))
        shorter = self.good(*GREEDY, "--games", "20")
        self.assertEqual(shorter, self.good(*GREEDY, "--games", "20", "--no-store"))

    def ratings(self):
        with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
            return db.execute("SELECT games, elo FROM rating WHERE run = 1 ORDER BY place").fetchall()

    def test_a_match_leaves_ratings_and_is_finished(self):
        self.good(*GREEDY, "--games", "40")
        self.assertEqual(self.runs(), [(1, 1)])
        ratings = self.ratings()
        self.assertEqual([games for games, _ in ratings], [40, 40])
        self.assertGreater(ratings[0][1], ratings[1][1])
        self.good(*GREEDY, "--games", "4")  # fewer do not replace them
        self.assertEqual(self.ratings(), ratings)
        self.good(*GREEDY, "--games", "60")
        self.assertEqual([games for games, _ in self.ratings()], [60, 60])
        process = self.start(*GREEDY, "--games", "10M")
        wait_until_it_listens(process.pid)
        wait_for(lambda: self.runs() == [(1, 0)])
        process.send_signal(signal.SIGINT)
        self.finish(process)
        self.assertEqual(self.runs(), [(1, 0)])  # there is more to play now

    def test_other_starts_are_another_match(self):
        call = ("match", "kalah", "greedy", "random", "--games", "10", "--starts", "s")
        self.file("s", KALAH_START + "\n")
        self.good(*call)
        self.file("s", "0,1,0,0,0,1,20,0,0,0,0,0,2,24 1\n")
        self.good(*call)
        self.assertEqual(len(self.runs()), 2)

    def test_another_seeding_is_another_match(self):
        self.good(*GREEDY, "--games", "10")
        with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
            self.assertEqual(db.execute("UPDATE run SET parameters = replace(parameters, '\"seeding\":2', "
                                        "'\"seeding\":1') WHERE parameters LIKE '%\"seeding\":2%'").rowcount, 1)
        self.good(*GREEDY, "--games", "20")
        self.assertEqual(len(self.runs()), 2)
        self.assertEqual(self.games_kept(), 30)

    def test_failures_are_remembered(self):
        with open(os.path.join(self.work, "bot.py"), "w", encoding="utf-8") as f:
            f.write("for _ in range(1): print('ok', flush=True)\nimport sys\nfor line in sys.stdin:\n"
                    "    if line.startswith('go'): print('banana', flush=True)\n")
        call = ("match", "kalah", "program:run=python3 bot.py", "random", "--games", "4")
        first = self.json(*call)
        self.assertEqual((first["failures"], first["wins"]), ([4, 0], [0, 4]))
        self.assertEqual(without_time(self.json(*call)), without_time(first))
        self.assertIn("'jogada log --run 3 --failed'", self.good(*call))  # a program's games are always played
        self.assertEqual(self.games_kept(), 12)

    def test_a_file_that_changed_is_another_match(self):
        weights = "jogada weights 1\ngame kalah\neval mix\nstore {}\n"
        call = ("match", "kalah", "greedy:eval=@w", "greedy", "--games", "40")
        self.file("w", weights.format(100))
        first = self.good(*call)
        self.file("w", weights.format(-100))
        self.assertNotEqual(first, self.good(*call))
        self.file("w", weights.format(100))
        self.assertEqual(first, self.good(*call))

    def test_no_store(self):
        self.good(*GREEDY, "--games", "10", "--no-store")
        self.assertEqual(os.listdir(self.data), [])

    def test_without_a_home_it_warns_and_plays(self):
        result = self.jogada(*GREEDY, "--games", "10", HOME=None, XDG_DATA_HOME=None)
        self.assertEqual(result.status, 0)
        self.assertIn("--no-store", result.err)


class Interrupted(Matches):
    CALL = ("match", "kalah", "alphabeta:depth=3", "mcts:playouts=30", "--games", "300", "--db", "games.db")

    def undisturbed(self):
        return self.good(*self.CALL[:-1], "calm.db")

    def kept(self, name):
        with sqlite3.connect(os.path.join(self.work, name)) as db:
            self.assertEqual(db.execute("PRAGMA integrity_check").fetchone()[0], "ok")
            return db.execute("SELECT number, score, moves FROM game ORDER BY number").fetchall()

    def test_killed_at_random_moments(self):
        """kill -9, twenty times; the last call finishes it."""
        seed = int(os.environ.get("JOGADA_TEST_SEED", "1"))
        rng = random.Random(seed)
        begin = time.monotonic()
        calm = self.undisturbed()
        whole = time.monotonic() - begin
        killed, before = 0, 0
        for _ in range(20):
            process = self.start(*self.CALL)
            time.sleep(rng.uniform(0, whole / 20))
            process.kill()
            process.wait()
            killed += process.returncode == -signal.SIGKILL
            if os.path.exists(os.path.join(self.work, "games.db")):
                with sqlite3.connect(os.path.join(self.work, "games.db"), timeout=DEADLINE) as db:
                    tables = {name for name, in db.execute("SELECT name FROM sqlite_master")}
                    now = db.execute("SELECT count(*) FROM game").fetchone()[0] if "game" in tables else 0
                self.assertGreaterEqual(now, before)  # no stored game is lost
                before = now
        self.assertGreater(killed, 2, f"seed {seed}")
        self.assertEqual(self.good(*self.CALL), calm, f"seed {seed}")
        self.assertEqual(self.kept("games.db"), self.kept("calm.db"), f"seed {seed}")

    def test_interrupt_says_that_it_goes_on(self):
        process = self.start("match", "kalah", "ab:nodes=20k", "ab:nodes=20k", "--games", "100k", "--db", "games.db")
        wait_for(lambda: stored(os.path.join(self.work, "games.db")))
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.out), (1, ""))
        self.assertIn("run the same command again to resume", result.err)

    def test_interrupt_says_which_seed_resumes_it(self):
        call = ("match", "kalah", "ab:nodes=20k", "ab:nodes=20k", "--games", "100k", "--db", "games.db")
        process = self.start(*call, "--seed", "0")

        def parameters():
            try:
                with sqlite3.connect(f"file:{self.work}/games.db?mode=ro", uri=True) as db:
                    return db.execute("SELECT parameters FROM run").fetchone()
            except sqlite3.OperationalError:
                return None
        wait_for(parameters)
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertIn(f"--seed {json.loads(parameters()[0])['seed']} to resume", result.err)

    def test_two_processes_at_one_run(self):
        call = ("match", "kalah", "ab:nodes=20k", "ab:nodes=20k", "--games", "100k", "--db", "games.db")
        first = self.start(*call)
        wait_for(lambda: stored(os.path.join(self.work, "games.db")))
        second = self.jogada(*call)
        self.assertEqual((second.status, second.out), (1, ""))
        self.assertIn("process", second.err)
        self.assertEqual(self.good(*GREEDY, "--games", "50", "--db", "games.db"),
                         self.good(*GREEDY, "--games", "50", "--no-store"))  # another run in the same file
        first.kill()


BOT = """#!/usr/bin/env python3
import os, signal, sys
import style
print("ok " + style.NAME, flush=True) if "jogada" in sys.stdin.readline() else None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "moves": moves = rest.split()
    if word == "go": print(moves[style.CHOICE], flush=True)
"""


class FromTheStore(Matches):
    """Results from the store say so, and those of agents that may have changed are not used."""

    CALL = ("match", "kalah:houses=3,seeds=2", "program:run=./wrapper.sh", "random", "--games", "20")

    def bot(self, choice, name="stylist 1"):
        """A wrapper script, the program that it runs, and a module that this imports."""
        self.file("style.py", f"NAME = {name!r}\nCHOICE = {choice}\n")
        self.file("inner.py", BOT)
        self.file("wrapper.sh", "#!/bin/sh\nexec python3 -B ./inner.py\n")
        os.chmod(os.path.join(self.work, "wrapper.sh"), 0o755)

    def wins(self, *more):
        return self.json(*self.CALL, *more)["wins"]

    def test_it_says_so(self):
        first = self.jogada(*GREEDY, "--games", "40")
        self.assertEqual(first.err, "")
        again = self.jogada(*GREEDY, "--games", "40")
        self.assertEqual(again.out, first.out)
        self.assertRegex(again.err, r"^40 games stored on \d{4}-\d\d-\d\d \d\d:\d\d as run 1; --again plays them again\n$")
        more = self.jogada(*GREEDY, "--games", "60")
        self.assertRegex(more.err, r"^40 games stored on \S+ \S+ as run 1, 20 played now; ")
        self.assertEqual(self.jogada(*GREEDY, "--games", "60", "--again").err, "")

    def test_json_says_so(self):
        self.assertIsNone(self.json(*GREEDY, "--games", "40")["stored"])
        known = self.json(*GREEDY, "--games", "60")["stored"]
        self.assertEqual(known, {"unit": "games", "count": 40, "run": 1, "date": known["date"]})
        self.assertRegex(known["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(self.json(*GREEDY, "--games", "60")["stored"]["count"], 60)
        self.assertIsNone(self.json(*GREEDY, "--games", "60", "--again")["stored"])

    def test_the_date_is_that_of_the_games(self):
        for call in ([*GREEDY, "--games", "40"], [*GREEDY, "--sprt", "0,200", "--games", "1000", "--seed", "2"]):
            self.good(*call)
            with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
                db.execute("UPDATE game SET ended = 1700000000")
            for _ in range(2):
                self.assertEqual(self.json(*call)["stored"]["date"], "2023-11-14T22:13:20Z")

    def test_a_wrapped_program_that_changes(self):
        self.bot(0)
        first = self.wins()
        self.bot(-1)
        self.file("inner.py", BOT.replace("import style", "import style  # recompiled"))
        self.assertNotEqual(self.wins(), first)
        self.bot(0)
        result = self.jogada(*self.CALL)
        self.assertRegex(result.err, r"^playing again: games stored on \d{4}-\d\d-\d\d")
        self.assertEqual(self.games_kept(), 60)

    def test_an_imported_module_that_is_edited(self):
        self.bot(0)
        first = self.wins()
        self.file("style.py", "NAME = 'stylist 1'\nCHOICE = -1\n")
        self.assertNotEqual(self.wins(), first)

    def test_time_limits(self):
        for agent in ("ab:ms=1", "mcts:ms=1", "alphabeta:ms=1", "mcts:playouts=20,ms=100"):
            with self.subTest(agent=agent):
                call = ("match", "tictactoe", agent, "random", "--games", "4")
                before = self.games_kept() if self.runs_exist() else 0
                self.assertEqual(self.jogada(*call).err, "")
                self.assertIn("playing again", self.jogada(*call).err)
                self.assertIsNone(self.json(*call)["stored"])
                self.assertEqual(self.games_kept(), before + 12)

    def runs_exist(self):
        return os.path.exists(os.path.join(self.data, "jogada/jogada.db"))

    def stop_after_some(self):
        """Leaves the first ten games of the match, as if it had been stopped."""
        with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
            db.execute("DELETE FROM game WHERE number >= 10")
            db.execute("UPDATE run SET ended = NULL")

    def test_resumes_with_the_same_name_and_version(self):
        self.bot(0)
        whole = self.json(*self.CALL)
        self.stop_after_some()
        resumed = self.json(*self.CALL)
        self.assertEqual(resumed["stored"]["count"], 10)
        self.assertEqual(without_time(resumed), without_time(whole))
        self.assertEqual(len(self.runs()), 1)

    def test_another_version_does_not_resume(self):
        self.bot(0)
        self.json(*self.CALL)
        for name in ("stylist 2", "stylist", ""):
            self.stop_after_some()
            self.bot(0, name)
            self.assertIsNone(self.json(*self.CALL)["stored"])
        self.assertEqual(len(self.runs()), 4)

    def test_a_program_without_a_version_does_not_resume(self):
        for name in ("", "stylist"):
            self.bot(0, name)
            self.good(*self.CALL)
            self.stop_after_some()
            result = self.jogada(*self.CALL)
            self.assertRegex(result.err, r"^playing again: games stored on .* no name and version may have changed\n$")

    def test_more_games_of_a_finished_match_with_a_program_are_all_new(self):
        for kind in ("match", "tournament"):
            call = (kind, *self.CALL[1:])
            self.bot(0)
            self.good(*call)
            self.bot(-1)  # its name and version are the same
            more = self.jogada(*call[:-1], "30", "--json")
            self.assertIsNone(json.loads(more.out)["stored"])
            self.assertIn("playing again: games stored on", more.err)
            again = self.json(*call[:-1], "30", "--no-store")
            self.assertEqual(without_time(json.loads(more.out)), without_time(again))

    def test_more_games_with_time_limits_continue(self):
        call = ("match", "tictactoe", "ab:ms=1", "random", "--games")
        self.good(*call, "4")
        self.assertEqual(self.json(*call, "8")["stored"]["count"], 4)

    def stop(self, *call):
        """Starts a match, stops it after some games, and returns its last words."""
        before = stored(os.path.join(self.work, "s.db"))
        process = self.start(*call, "--games", "1M", "--db", "s.db")
        wait_for(lambda: stored(os.path.join(self.work, "s.db")) > before)
        process.send_signal(signal.SIGINT)
        return self.finish(process).err

    def test_it_says_how_to_resume(self):
        self.bot(0)
        slow = ("match", "kalah", "ab:nodes=2k", "ab:nodes=2k")
        program = ("match", "kalah", "program:run=./wrapper.sh", "random")
        self.assertIn("stopped; run the same command again to resume", self.stop(*slow))
        self.assertIn("stopped; run the same command without --again to resume", self.stop(*slow, "--again"))
        self.assertIn("stopped; run the same command again to resume", self.stop(*slow))
        self.assertEqual(stored(os.path.join(self.work, "s.db"), "run"), 2)
        self.assertRegex(self.stop(*slow, "--again", "--seed", "0"),
                         r"stopped; add --seed \d+ and omit --again to resume")
        self.assertIn("stopped; run the same command again to resume", self.stop(*program))
        self.bot(0, "stylist")
        self.assertIn("it cannot resume, since a program gives no name and version", self.stop(*program))


class Starts(Matches):
    def test_positions_from_a_file(self):
        self.file("starts", f"# two positions\n{KALAH_START}\n\n0,1,0,0,0,1,20,0,0,0,0,0,2,24 1\r\n")
        m = self.json("match", "kalah", "greedy", "random", "--games", "8", "--starts", "starts", "--db", "g.db")
        self.assertEqual(m["opening_plies"], 0)
        with sqlite3.connect(os.path.join(self.work, "g.db")) as db:
            starts = [start for start, in db.execute("SELECT start FROM game ORDER BY number")]
        self.refused("match", "kalah", "greedy", "random", "--starts", "starts", "--opening-plies", "6",
                     says=["6", "0,1,0,0,0,1,20"])
        self.assertEqual(starts, [KALAH_START] * 2 + ["0,1,0,0,0,1,20,0,0,0,0,0,2,24 1"] * 2 + [KALAH_START] * 2
                         + ["0,1,0,0,0,1,20,0,0,0,0,0,2,24 1"] * 2)

    def test_bad_files(self):
        self.file("bad", f"{KALAH_START}\n# all right so far\n4,4,x\n")
        self.refused("match", "kalah", "greedy", "random", "--starts", "bad", says=["bad, line 3, column 5"])
        self.file("over", "0,0,0,0,0,0,30,0,0,0,0,0,0,18 -\n")
        self.refused("match", "kalah", "greedy", "random", "--starts", "over", says=["over, line 1", "is over"])
        self.file("empty", "# nothing\n")
        self.refused("match", "kalah", "greedy", "random", "--starts", "empty", says=["empty"])
        self.assertEqual(self.jogada("match", "kalah", "greedy", "random", "--starts", "none").status, 1)


class Sequential(Matches):
    def test_stops_when_decided(self):
        m = self.json("match", "kalah", "greedy", "random", "--sprt", "0,50")
        self.assertEqual(m["sprt"]["verdict"], "accepted")
        self.assertLess(m["games"], 1000)
        self.assertGreater(m["sprt"]["llr"], m["sprt"]["upper"])
        m = self.json("match", "kalah", "random", "greedy", "--sprt", "0,50")
        self.assertEqual(m["sprt"]["verdict"], "rejected")
        out = self.good("match", "kalah", "greedy", "random", "--sprt", "0,50")
        self.assertRegex(out, r"(?m)^SPRT +accepted: closer to \+50 than to \+0 Elo")

    def test_games_limit_it(self):
        m = self.json("match", "kalah", "greedy", "greedy", "--sprt", "-5,5", "--games", "20")
        self.assertEqual((m["games"], m["sprt"]["verdict"]), (20, "open"))

    def test_decided_by_the_store_alone(self):
        call = ("match", "kalah", "greedy", "random", "--sprt", "0,50")
        first = self.good(*call)
        with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
            kept = db.execute("SELECT count(*) FROM game").fetchone()[0]
        self.assertEqual(first, self.good(*call))
        with sqlite3.connect(os.path.join(self.data, "jogada/jogada.db")) as db:
            self.assertEqual(kept, db.execute("SELECT count(*) FROM game").fetchone()[0])

    def test_threads_stop_it_in_the_same_place(self):
        runs = {self.good("match", "kalah", "greedy", "random", "--sprt", "0,30", "-j", j, "--no-store") for j in "124"}
        self.assertEqual(len(runs), 1)

    def test_refused(self):
        for value in ("", "5", "5,", ",5", "5,5", "9,1", "a,b", "0,5x", "0,1e9", "nan,5", "0,inf"):
            if value:
                self.refused("match", "kalah", "greedy", "random", "--sprt", value, says=["--sprt", "0,20"])
        self.refused("match", "kalah", "greedy", "random", "--sprt", "0,5", "--alpha", "0.5", says=["alpha"])


class Refused(Matches):
    def test_agents(self):
        self.refused("match", "kalah", "greedy", "human", says=["human"])
        self.refused("match", "kalah", "greedy", "nobody", says=["nobody", "greedy"])
        self.refused("match", "kalah", "greedy", "greedy:eval=x", says=["store"])
        self.refused("match", "kalah", "greedy", says=["GAME AGENT AGENT"])
        self.refused("match", "kalah", "a", "b", "c", says=["GAME AGENT AGENT"])

    def test_numbers(self):
        self.refused("match", "kalah", "greedy", "random", "--games", "-1", says=["games"])
        self.refused("match", "kalah", "greedy", "random", "--opening-plies", "-2", says=["opening-plies"])

    def test_links_lead_to_one_lock(self):
        call = ("match", "kalah", "ab:nodes=20k", "ab:nodes=20k", "--games", "100k", "--db")
        first = self.start(*call, "games.db")
        os.symlink("games.db", os.path.join(self.work, "link.db"))
        wait_for(lambda: stored(os.path.join(self.work, "games.db")))
        second = self.jogada(*call, "link.db")
        self.assertEqual((second.status, second.out), (1, ""))
        self.assertIn("another process", second.err)
        first.kill()

    def test_stores_that_cannot_be(self):
        result = self.jogada(*GREEDY, "--db", "no/such/folder/x.db")
        self.assertEqual((result.status, result.out), (1, ""))
        self.file("text.db", "this is no database, but long enough to look like something" * 20)
        before = self.text_of("text.db")
        result = self.jogada(*GREEDY, "--db", "text.db")
        self.assertEqual((result.status, result.out), (1, ""))
        self.assertIn("text.db", result.err)
        self.assertEqual(self.text_of("text.db"), before)

    def test_a_finished_match_needs_only_to_be_read(self):
        whole = self.good(*GREEDY, "--games", "20", "--db", "g.db")
        for name in os.listdir(self.work):
            os.chmod(os.path.join(self.work, name), 0o444)
        os.chmod(self.work, 0o555)
        self.addCleanup(os.chmod, self.work, 0o755)
        self.assertEqual(whole, self.good(*GREEDY, "--games", "20", "--db", "g.db"))
        if os.getuid():  # root may write anyway
            result = self.jogada(*GREEDY, "--games", "40", "--db", "g.db")
            self.assertEqual((result.status, result.out), (1, ""))

    def test_reports_that_cannot_be_written(self):
        result = self.jogada(*GREEDY, "--report", "no/such/folder/x.html")
        self.assertNotEqual(result.status, 0)
        self.assertEqual(result.out, "")


class OnATerminal(Matches):
    def test_it_shows_how_it_goes(self):
        games = "40" if SLOW else "200"
        t = self.terminal("match", "kalah", "ab:nodes=3k", "ab:nodes=1k", "--games", games)
        t.expect("games/s")
        status, shown = t.leave()
        self.assertEqual(status, 0)
        self.assertIn("saved as run 1", shown)
        self.assertIn("ab:nodes=3k against ab:nodes=1k", re.sub(COLOUR, "", t.seen))
        t = self.terminal("match", "kalah", "ab:nodes=3k", "ab:nodes=1k", "--games", games)
        self.assertIn("--again", t.leave()[1])


if __name__ == "__main__":
    unittest.main()

"""The store: games saved by play, listed, replayed, exported and imported."""
import json
import os
import re
import resource
import sqlite3
import subprocess
import unittest
from xml.etree import ElementTree

from helper import JOGADA, KALAH_START, Case, lines, one_thread
from plain_kalah import Kalah

TWO = ("human", "human")
COINS = '[Game "coins"]\n[Seat1 "Ana"]\n[Seat2 "Bia"]\n\n1 1 2 1\n'  # five coins; who takes the last has lost
LEFT = '[Game "coins"]\n\n1 1\n'


class Kept(Case):
    def store(self, name="jogada/jogada.db"):
        return os.path.join(self.data, name)

    def sql(self, text, path=None):
        """Runs SQL on the store as anybody may."""
        connection = sqlite3.connect(path or self.store())
        try:
            with connection:
                return connection.execute(text).fetchall()
        finally:
            connection.close()

    def json(self, *args, **how):
        return json.loads(self.good(*args, "--json", **how))

    def play(self, game, *seats, typed="", more=()):
        return self.good("play", game, *seats, *more, typed=typed)

    def play_some(self):
        """Three games: 1 and 2 are Kalah at random, 3 is of coins and resigned."""
        self.play("kalah", "random", "greedy", more=("--seed", "1"))
        self.play("kalah:houses=4", "random", "random", more=("--seed", "2"))
        self.play("coins", *TWO, typed=lines(1, "resign"))


@one_thread
class Play(Kept):
    def test_a_finished_game_is_stored(self):
        out = self.play("coins", *TWO, typed=lines(1, 2, 1, 1))
        self.assertTrue(out.endswith("player 1 wins\nsaved as game 1: 'jogada replay 1' shows it\n"), out)
        out = self.play("coins", *TWO, typed=lines(1, "resign"))
        self.assertIn("saved as game 2:", out)
        self.assertEqual(self.sql("SELECT id, game, player1, result, moves, kind FROM log"),
                         [(1, "coins", "human", "1-0", "1 2 1 1", "play"), (2, "coins", "human", "1-0", "1", "play")])

    def test_unfinished_games_are_not(self):
        for typed in (lines(1), lines(1, "quit"), ""):
            self.assertNotIn("saved as game", self.play("coins", *TWO, typed=typed))
        self.assertFalse(os.path.exists(self.store()))
        out = self.good("play", "--resume", typed=lines("resign"))
        self.assertIn("saved as game 1", out)

    def test_games_in_which_nothing_was_done_are_not(self):
        self.file("over", '[Game "coins"]\n\n1 1 2 1\n')
        self.play("tictactoe", more=("--position", "xxx/oo./... o"))
        self.play("kalah", *TWO, typed=lines("load over"))
        self.assertFalse(os.path.exists(self.store()))

    def test_no_store(self):
        self.assertNotIn("kept", self.play("coins", *TWO, typed=lines(2, 2, 1), more=("--no-store",)))
        self.assertFalse(os.path.exists(self.store()))

    def test_another_store(self):
        out = self.play("coins", *TWO, typed=lines(2, 2, 1), more=("--db", "my games.db"))
        self.assertIn("'jogada replay 1 --db my games.db' shows it", out)
        self.assertFalse(os.path.exists(self.store()))
        self.assertIn("player 2 wins", self.good("replay", "1", "--db", "my games.db"))
        for name in (":memory:", "file:x?mode=memory", "100%?#.db"):
            self.play("coins", *TWO, typed=lines(2, 2, 1), more=("--db", name))
            self.assertTrue(os.path.exists(os.path.join(self.work, name)))
            self.assertEqual(len(self.json("log", "--db", name)["games"]), 1)

    def test_a_store_that_cannot_be_used_does_not_disturb_the_game(self):
        self.file("diary", "Dear diary, today I lost at Kalah again, and I cannot say why. " * 10)
        before = self.text_of("diary")
        for db, why in (("diary", "not a jogada store"), ("nowhere/games.db", "No such file"), (self.work, "Is a directory")):
            result = self.jogada("play", "coins", *TWO, "--db", db, typed=lines(2, 2, 1))
            self.assertEqual(result.status, 0)
            self.assertTrue(result.out.endswith("player 2 wins\n"), result.out)
            self.assertRegex(result.err, rf"^jogada: cannot save the game: .*{why}.*\n$")
        self.assertEqual(self.text_of("diary"), before)

    def test_agents_are_stored_by_their_canonical_spec(self):
        self.play("coins", "alphabeta:depth=6", "alphabeta:nodes=1000,depth=2")
        self.assertEqual(self.sql("SELECT player1, player2 FROM log"),
                         [("alphabeta", "alphabeta:depth=2,nodes=1k")])

    def test_seed_start_and_time_are_stored(self):
        self.play("coins", "alphabeta", "human", typed=lines(1, 1, 1), more=("--seed", "77", "-p", "4 1"))
        (seed, start, first, second, date), = self.sql("SELECT seed, start, seconds1, seconds2, date FROM log")
        self.assertEqual((seed, start, second), ("77", "4 1", 0))
        self.assertGreater(first, 0)
        self.assertRegex(date, r"^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$")


@one_thread
class Log(Kept):
    def ids(self, *args):
        listed = [game["id"] for game in self.json("log", *args)["games"]]
        shown = [int(row.split()[0]) for row in self.good("log", *args).splitlines() if re.match(r" *\d+  ", row)]
        self.assertEqual(listed, shown)
        return listed

    def test_nothing_yet(self):
        self.assertIn("No games stored yet", self.good("log"))
        self.assertIn("'jogada play GAME'", self.good("log"))
        self.assertIn("No games stored yet", self.good("log", "--runs"))
        self.assertIn("Ainda não há partidas salvas", self.good("log", "--lang", "pt-BR"))
        self.assertIn("No games stored yet", self.good("log", "--db", "nowhere/x.db", "--game", "kalah"))
        self.assertEqual(self.json("log"), {"games": []})
        self.assertEqual(self.json("log", "--runs"), {"runs": []})
        self.assertFalse(os.path.exists(self.store()))
        self.file("empty.db", "")
        self.assertIn("No games stored yet", self.good("log", "--db", "empty.db"))

    def test_table(self):
        self.play_some()
        head, coins, four, six = self.good("log", TZ="UTC").splitlines()
        self.assertEqual(head.split(), ["id", "date", "game", "result", "moves", "players"])
        self.assertRegex(coins, r"^ +3  20\d\d-\d\d-\d\d \d\d:\d\d  coins +1-0 +1  human - human  \(seat 2 resigned\)$")
        self.assertRegex(four, r"^ +2  .*  kalah:houses=4 +(1-0|0-1|1/2-1/2) +\d+  random - random$")
        self.assertRegex(six, r"^ +1  .*  kalah +(1-0|0-1|1/2-1/2) +\d+  random - greedy$")
        self.assertIn("jogadores", self.good("log", "--lang", "pt-BR").splitlines()[0])

    def test_filters(self):
        self.play_some()
        self.sql("UPDATE game SET reason = 'out of time', resigned = 1, score = -1 WHERE id = 2")
        self.sql("UPDATE game SET score = 0 WHERE id = 1")
        for args, ids in [
            ((), [3, 2, 1]), (("--oldest",), [1, 2, 3]), (("--limit", "2"), [3, 2]), (("-n0",), [3, 2, 1]),
            (("--oldest", "--limit", "1"), [1]), (("--game", "kalah"), [2, 1]), (("--game", "kalah:houses=4"), [2]),
            (("--game", "kalah:houses=5"), []), (("--game", "coins:n=5"), [3]), (("--agent", "greedy"), [1]),
            (("--agent", "rand"), [2, 1]), (("--result", "1-0"), [3]), (("--result", "0-1"), [2]),
            (("--result", "1/2-1/2"), [1]), (("--failed",), [2]), (("--failed", "--game", "coins"), []),
            (("--run", "3"), [3]), (("--agent", "'; DROP TABLE game; --"), []),
        ]:
            with self.subTest(args=args):
                self.assertEqual(self.ids(*args), ids)
        self.assertIn("(seat 1 forfeited: out of time)", self.good("log"))
        self.assertIn("no matching games", self.good("log", "--agent", "mcts"))

    def test_runs(self):
        self.play_some()
        self.sql("UPDATE run SET ended = NULL WHERE id = 2")
        head, third, second, first = self.good("log", "--runs").splitlines()
        self.assertEqual(head.split(), ["run", "started", "kind", "game", "games", "status", "agents"])
        self.assertRegex(first, r"^ +1  .*  play +kalah +1  finished +random, greedy$")
        self.assertRegex(second, r"^ +2  .*  play +kalah:houses=4 +1  not finished +random, random$")
        runs = self.json("log", "--runs", "--game", "kalah")["runs"]
        self.assertEqual([run["id"] for run in runs], [2, 1])
        self.assertEqual(runs[1]["parameters"]["agents"], ["random", "greedy"])
        self.assertIn("ended", runs[1])
        self.assertNotIn("ended", runs[0])
        self.assertEqual(len(self.json("log", "--runs", "--limit", "1")["runs"]), 1)
        self.good("import", self.file("coins.txt", COINS))
        self.assertRegex(self.good("log", "--runs"), r"(?m)^ +4  .*  import +coins +1  finished +coins\.txt$")

    def test_ratings(self):
        self.play_some()
        self.assertIn("no matching games", self.good("log", "--ratings"))
        self.sql("UPDATE run SET kind = 'tournament', ended = NULL WHERE id = 1")
        self.sql("INSERT INTO rating SELECT 1, id, id, 100.25 * id, 12.5, 40 FROM agent WHERE spec <> 'human'")
        for args in (("--run", "1"), ("--ratings", "--run", "1"), ("--ratings",)):
            with self.subTest(args=args):
                out = self.good("log", *args)
                self.assertIn("run 1: tournament, kalah, games: 1, not finished", out)
                self.assertRegex(out, r"(?s) 200\.5 +12\.5 +40  greedy\n +100\.2 +12\.5 +40  random\n")
        document = self.json("log", "--run", "1")
        self.assertEqual(document["ratings"][0], {"agent": "greedy", "elo": 200.5, "error": 12.5, "games": 40})
        self.assertEqual((document["run"]["kind"], len(document["games"])), ("tournament", 1))

    def test_refused(self):
        self.play_some()
        self.refused("log", "--game", "kalahx", says=["kalahx", "coins"])
        self.refused("log", "--result", "2-0", says=["1-0|0-1"])
        self.refused("log", "--run", "9", says=["no run 9"])
        self.refused("log", "--limit", "-1")
        for option in (["--agent", "random"], ["--failed"], ["--result", "1-0"], ["--run", "1"], ["--ratings"],
                       ["--oldest"]):
            self.refused("log", "--runs", *option, says=[f"{option[0]} does not apply to --runs", "--game and --limit"])

    def test_stores_that_are_none(self):
        self.file("text", "no database, but long enough to be looked at by anybody who wants to know " * 5)
        connection = sqlite3.connect(os.path.join(self.work, "other.db"))
        connection.execute("CREATE TABLE t (x)")
        connection.close()
        self.play_some()
        self.sql("PRAGMA user_version = 9")
        for db, says in (("text", "not a jogada store"), ("other.db", "another program"), (self.store(), "newer jogada")):
            for command in (["log"], ["replay", "1"], ["export", "1"], ["import", "text"]):
                result = self.jogada(*command, "--db", db)
                self.assertEqual((result.status, result.out), (1, ""), result)
                self.assertRegex(result.err, rf"^jogada: {re.escape(db)}: .*{says}")

    def test_paths_that_are_not_files(self):
        os.mkfifo(os.path.join(self.work, "pipe"))
        self.file("a", COINS)
        for db, says in (("/dev/null", "not a regular file"), ("pipe", "not a regular file"), (".", "Is a directory")):
            for command in (["log"], ["replay", "1"], ["export", "1"], ["import", "a"]):
                result = self.jogada(*command, "--db", db)
                self.assertEqual((result.status, result.out), (1, ""), result)
                self.assertIn(f"jogada: {db}: ", result.err)
                self.assertIn(says, result.err)

    def test_damage(self):
        self.play_some()
        with open(self.store(), "r+b") as f:
            size = f.seek(0, os.SEEK_END)
            f.truncate(size // 2)
        for command in (["log"], ["replay", "1"], ["export", "1"], ["log", "--runs"]):
            result = self.jogada(*command)
            self.assertEqual(result.status, 1)
            self.assertIn("damaged", result.err)

    def test_a_folder_that_cannot_be_written(self):
        self.play_some()
        path = os.path.join(self.work, "games.db")
        os.rename(self.store(), path)
        os.chmod(path, 0o444)
        os.chmod(self.work, 0o555)
        os.chmod(self.place.name, 0o755)
        self.addCleanup(os.chmod, self.work, 0o755)
        how = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}

        def run(*args):
            return subprocess.run([JOGADA, *args], env=self.environment({"LC_ALL": "C"}), cwd=self.work, text=True,
                                  capture_output=True, check=False, stdin=subprocess.DEVNULL, **how)
        try:
            result = run("log", "--db", "games.db")
        except PermissionError:
            self.skipTest("the program is where nobody else may go")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(len(result.stdout.splitlines()), 4)
        result = run("play", "coins", "random", "random", "--db", "games.db")
        self.assertEqual(result.returncode, 0)
        self.assertIn("read-only", result.stderr)


@one_thread
class Replay(Kept):
    def setUp(self):
        super().setUp()
        self.play("kalah", "random", "greedy", more=("--seed", "1"))
        self.moves = [int(move) for move in self.sql("SELECT moves FROM game")[0][0].split()]

    def positions(self):
        game, found = Kalah(), [KALAH_START]
        for move in self.moves:
            game.move(move)
            found.append(str(game))
        return found, game

    def test_in_a_pipe_all_positions(self):
        out = self.good("replay", "1")
        self.assertTrue(out.startswith("Kalah - player 1: Computer, beginner; player 2: Computer, easy\nkalah, 20"), out[:200])
        self.assertEqual([int(n) for n in re.findall(r"(?m)^(\d+)\. player", out)], [*range(1, len(self.moves) + 1)])
        self.assertEqual([int(n) for n in re.findall(r"(?m)^\d+\. .* from house (\d+)", out)], self.moves)
        self.assertEqual(out.rstrip().splitlines()[-1], self.positions()[1].result())

    def test_json_has_every_position(self):
        document = self.json("replay", "1")
        found, _ = self.positions()
        self.assertEqual([at["position"] for at in document["positions"]][:-1], found[:-1])
        self.assertEqual([at["move"] for at in document["positions"][1:]], [str(move) for move in self.moves])
        self.assertEqual(document["moves"], [str(move) for move in self.moves])
        self.assertEqual(document["seats"], ["random", "greedy"])

    def test_one_position(self):
        found, _ = self.positions()
        for ply in (0, 1, 7, len(self.moves)):
            document = self.json("replay", "1", "--to", str(ply))
            self.assertEqual([at["ply"] for at in document["positions"]], [ply])
            if ply < len(self.moves):
                self.assertEqual(document["positions"][0]["position"], found[ply])
        out = self.good("replay", "1", "--to", "7")
        self.assertEqual(re.findall(r"(?m)^(\d+)\. ", out), ["7"])
        self.refused("replay", "1", "--to", str(len(self.moves) + 1), says=[f"only {len(self.moves)} moves"])

    def test_picture(self):
        """The position after --to moves, by default the last, with the names of the players."""
        found, _ = self.positions()
        for ply in (0, 7, len(self.moves)):
            self.good("replay", "1", "--svg", f"{ply}.svg", *(["--to", str(ply)] if ply < len(self.moves) else []))
            with open(os.path.join(self.work, f"{ply}.svg"), encoding="utf-8") as f:
                root = ElementTree.fromstring(f.read())
            if ply < len(self.moves):
                self.assertEqual(root[1].text, found[ply])
            words = [e.text for e in root if e.tag.endswith("}text")]
            self.assertTrue({"random", "greedy"} <= set(words), words)
            self.assertEqual(sum(e.get("stroke-dasharray") is not None for e in root), ply > 0)  # the last move
        self.refused("replay", "1", "--svg", "x.txt", says=["must end in .svg"])

    def test_on_a_terminal(self):
        n = len(self.moves)
        table = self.terminal("replay", "1", "--color", "never")
        table.prompt(f"0/{n}> ")
        for typed, at in [("\n", 1), ("n\n", 2), ("next\n", 3), ("p\n", 2), ("anterior\n", 1), ("17\n", 17), ("e\n", n),
                          ("s\n", 0), ("p\n", 0), ("fim\n", n)]:
            table.type(typed)
            shown = table.prompt(f"{at}/{n}> ")
            self.assertEqual(f"\r\n{at}. player" in shown, at > 0, shown)
        self.assertIn(self.positions()[1].result(), shown)
        table.type("n\n")
        self.assertIn(f"the game has {n} moves", table.prompt(f"{n}/{n}> "))
        table.type("999999999999\n")
        self.assertIn(f"the game has {n} moves", table.prompt(f"{n}/{n}> "))
        table.type("frobnicate\n")
        self.assertIn("previous move", table.prompt(f"{n}/{n}> "))
        table.type("q\n")
        self.assertEqual(table.leave()[0], 0)
        self.assertTrue(table.settings_are_as_before())

    def test_leaving_the_terminal(self):
        for typed in ("\x04", "\x03"):
            table = self.terminal("replay", "1")
            table.prompt(f"0/{len(self.moves)}> ")
            table.type(typed)
            self.assertEqual(table.leave()[0], 0)

    def test_portuguese(self):
        out = self.good("replay", "1", "--lang", "pt-BR")
        self.assertIn("jogador 1", out)

    def test_refused(self):
        self.refused("replay", "2", says=["no game 2"])
        for word in ("x", "", "0", "-1", "1x", "99999999999999999999"):
            self.refused("replay", "--", word, says=["jogada log"])
        self.sql("UPDATE game SET moves = '1 1 1'")
        result = self.jogada("replay", "1")
        self.assertEqual((result.status, result.out), (1, ""))
        self.assertIn("stored game 1 cannot be replayed: house 1 is", result.err)


class Files(Kept):
    def test_round_trip(self):
        self.play_some()
        self.play("tictactoe", "random", "random", more=("--position", "x../.../... o", "--seed", str(2**64 - 1)))
        self.sql("UPDATE game SET reason = 'said \"x\"\n\\ twice', seconds1 = 1.25 WHERE id = 3")
        ids = ("4", "2", "1", "3")
        self.good("export", *ids, "-o", "games")
        self.assertEqual(self.text_of("games").count("[Game "), 4)
        out = self.good("import", "games", "--db", "new.db")
        self.assertEqual(out, "games: games saved: 4, ids 1 to 4 (run 1)\n")
        self.assertEqual(self.good("export", "--run", "1", "--db", "new.db"), self.text_of("games"))
        self.assertEqual(self.good("export", "1", "2", "3", "4", "--db", "new.db"), self.text_of("games"))
        query = """SELECT game, player1, player2, result, score, plies, opening, resigned, start, moves, seed, date
                   FROM log ORDER BY id"""
        kept = self.sql(query)
        self.assertEqual(self.sql(query, os.path.join(self.work, "new.db")), [kept[int(i) - 1] for i in ids])

    def test_known_games_are_not_imported_again(self):
        self.play_some()
        self.good("export", "1", "2", "3", "-o", "games")
        self.assertEqual(self.good("import", "games"), "games: games already stored: 3\n")
        self.assertEqual(len(self.json("log", "--runs")["runs"]), 3)
        twice = f"{COINS}\n{COINS}"  # players without imagination: these are two games
        self.file("a", twice)
        self.file("b", f"{twice}\n{COINS.replace('Ana', 'Eva')}\n{LEFT}")
        result = self.jogada("import", "a", "a", "b")
        self.assertEqual(result.out, "a: games saved: 2, ids 4 to 5 (run 4)\n"
                         "a: games already stored: 2\n"
                         "b: games saved: 1, ids 6 to 6 (run 5)\n"
                         "b: games already stored: 2\n")
        self.assertEqual(self.sql("SELECT run, number FROM game WHERE run > 3"), [(4, 0), (4, 1), (5, 0)])
        document = self.json("import", "games")
        self.assertEqual(document, {"files": [{"file": "games", "games": 0, "already": 3, "unfinished": 0}]})
        for old, new in (("[Seat1", '[Seed "9"]\n[Seat1'), ("[Seat1", '[Date "2026-11-15"]\n[Seat1'),
                         ("[Seat1", '[Start "5 1"]\n[Seat1'), ("Bia", "Bea"), ("1 1 2 1", "1 2 1 1"),
                         ('coins"]', 'coins:n=6"]\n[Resigned "1"]'), ('coins"]', 'coins:n=6"]\n[Resigned "2"]')):
            out = self.good("import", self.file("c", COINS.replace(old, new)))
            self.assertRegex(out, r"^c: games saved: 1, ids (\d+) to \1 ")

    def test_comments_in_a_text_are_skipped(self):
        text = COINS.replace("1 1 2 1", "{hello} 1 {a\n[Game]\n} 1{why not?}2 1")
        result = self.jogada("import", self.file("a", f"{text}\n{COINS.replace('Ana', 'Eva')}"))
        self.assertEqual((result.status, result.out), (0, "a: games saved: 2, ids 1 to 2 (run 1)\n"))
        self.assertEqual(result.err, "jogada: a: skipped comments that are not annotations: 3; the first is at line 5\n")
        self.assertEqual(self.sql("SELECT moves FROM game"), [("1 1 2 1",)] * 2)
        self.refused("import", self.file("b", COINS.replace("2 1", "{never closed 2 1")), says=["b, line 5", "'}'"])

    def test_imports_stay_quick(self):
        """A store of many games, and a file of as many: four times as many games take four times the work, not sixteen
        times. Work is the processor's time, whatever else the machine does."""
        def work(many):
            text = "\n".join(f'[Game "coins"]\n[Seed "{seed}"]\n\n1 1 2 1\n' for seed in range(many))
            self.file("many", text)
            self.good("import", "many")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.assertEqual(self.good("import", "many"), f"many: games already stored: {many}\n")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        few = work(5000)
        self.assertLess(work(20000) / few, 10)

    def test_file(self):
        self.file("a", COINS)
        self.good("import", "a")
        self.assertEqual(self.good("export", "1"), '[Game "coins"]\n[Seat1 "Ana"]\n[Seat2 "Bia"]\n[Seed "0"]\n'
                         '[Result "1-0"]\n\n1 1 2 1\n')
        self.assertRegex(self.good("log"), r" 1  - +coins +1-0 +4  Ana - Bia\n")

    def test_json(self):
        self.play_some()
        games = self.json("export", "3", "1")["games"]
        self.assertEqual([game["id"] for game in games], [3, 1])
        game = games[0]
        self.assertEqual({name: game[name] for name in ("game", "seats", "start", "result", "score", "moves", "plies")},
                         {"game": "coins", "seats": ["human", "human"], "start": "", "result": "1-0", "score": 1,
                          "moves": ["1"], "plies": 1})
        self.assertEqual(game["resigned"], 2)
        for more in ("--json", "-ogames.json"), ("-o", "games.json"), ("-o", "games.JSON"):
            self.good("export", "3", "1", *more)
            self.assertEqual(json.loads(self.text_of(more[-1].removeprefix("-o")))["games"], games)
        document = self.json("import", self.file("a", COINS + "\n" + COINS))
        self.assertEqual(document, {"files": [{"file": "a", "games": 2, "already": 0, "unfinished": 0, "run": 4, "first": 4,
                                               "last": 5}]})

    def test_export_refuses(self):
        self.refused("export", "1", says=["no games stored yet"])
        self.play_some()
        self.refused("export", says=["--run"])
        self.refused("export", "1", "9", "-o", "out", says=["no game 9"])
        self.refused("export", "1", "x", says=["jogada log"])
        self.refused("export", "--run", "9", says=["no run 9"])
        self.assertFalse(os.path.exists(os.path.join(self.work, "out")))
        result = self.jogada("export", "1", "-o", "nowhere/out")
        self.assertEqual((result.status, result.err), (1, "jogada: nowhere/out: No such file or directory\n"))

    def test_standard_input(self):
        self.assertEqual(self.good("import", "-", typed=COINS), "-: games saved: 1, ids 1 to 1 (run 1)\n")

    def test_a_bad_game_keeps_its_whole_file_out(self):
        self.file("good", COINS + "\n" + COINS)
        for bad, place in [
            ('[Game "coins"]\n\n1 3\n', "line 15, column 3: "),
            ('[Game "coinz"]\n\n1\n', "line 13, column 8: .*coinz"),
            ('[Game "coins"]\n[Start "9 9"]\n\n1\n', "line 14, column 9: "),
            ('[Game "coins"]\n[Result "0-1"]\n\n1 1 2 1\n', "line 14, column 10: the stated result is wrong: by its moves the game ended 1-0"),
            ('[Game "coins"]\n[Date "yesterday"]\n\n1 1 2 1\n', "line 14, column 8: expected a date"),
            ('[Game "coins"]\n[Date "2026-02-30"]\n\n1 1 2 1\n', "line 14, column 8: expected a date"),
            ('[Game "coins"]\n[Seconds2 "-1"]\n\n1 1 2 1\n', "line 14, column 12: expected a number of seconds, such as 1.5"),
            ('[Game "coins"]\n[Resigned "1"]\n\n1 1 2 1\n', "line 14, column 12: "),
            ("[Site \"x\"]\n\n1 1 2 1\n", "line 15, column 1: expected the tag"),
        ]:
            with self.subTest(bad=bad):
                self.file("bad", "\n".join([COINS, COINS, bad, COINS]))
                result = self.jogada("import", "bad", "--db", "bad.db")
                self.assertEqual((result.status, result.out), (2, ""))
                self.assertRegex(result.err, rf"^jogada: bad, {place}")
                self.assertIn("No games stored yet", self.good("log", "--db", "bad.db"))
        result = self.jogada("import", "bad", "nowhere", "good")
        self.assertEqual(result.out, "good: games saved: 2, ids 1 to 2 (run 1)\n")
        self.assertNotEqual(result.status, 0)
        self.assertEqual(len(result.err.splitlines()), 2)

    def test_empty_files_are_refused(self):
        for text in ("", "\n\n", "1 2 1\n"):
            self.refused("import", self.file("a", text), says=["a, line"])

    def test_unfinished_games_are_passed_over(self):
        self.file("a", f"{COINS}\n{LEFT}\n{COINS}\n{LEFT}")
        result = self.jogada("import", "a")
        self.assertEqual(result.status, 0)
        self.assertEqual(result.out, "a: games saved: 2, ids 1 to 2 (run 1)\n")
        self.assertEqual(result.err, "jogada: a: skipped unfinished games: 2; the first is at line 7\n")
        result = self.jogada("import", self.file("b", LEFT))
        self.assertEqual((result.status, result.out), (0, "b: no finished games; nothing saved\n"))
        self.assertEqual(len(self.json("log", "--runs")["runs"]), 1)

    def test_a_game_without_moves_among_others(self):
        resigned = '[Game "coins"]\n[Resigned "1"]\n[Result "0-1"]\n\n'
        self.file("a", f"{resigned}\n{COINS}\n{resigned}")
        self.good("import", "a")
        self.assertEqual(self.sql("SELECT plies, result FROM log"), [(0, "0-1"), (4, "1-0"), (0, "0-1")])
        self.good("export", "1", "2", "3", "-o", "b")
        self.good("import", "b", "--db", "new.db")
        self.assertEqual(self.good("export", "--run", "1", "--db", "new.db"), self.text_of("b"))

    def test_files_of_other_systems(self):
        self.file("a", f"{COINS}\n{COINS}".replace("\n", "\r\n"))
        self.good("import", "a")
        self.assertEqual(self.sql("SELECT moves FROM game"), [("1 1 2 1",)] * 2)

    def test_names_in_other_codes(self):
        with open(os.path.join(self.work, "a"), "wb") as f:
            f.write(COINS.replace("Ana", "João").encode("latin-1"))
        self.refused("import", "a", says=["a, line 2, column 11: not UTF-8"])
        self.file("b", "\ufeff" + COINS.replace("Ana", "João"))  # a byte order mark, as some editors write it
        self.good("import", "b")
        self.assertEqual(self.json("log")["games"][0]["seats"], ["João", "Bia"])
        self.assertIn("João - Bia", self.good("log"))

    def test_many_games(self):
        for seed in range(1, 4):
            self.play("kalah", "random", "random", more=("--seed", str(seed)))
        text = self.good("export", "1", "2", "3")
        many = 2000
        self.file("many", "\n".join([text] * many))
        out = self.good("import", "many", "--db", "new.db")
        self.assertIn(f"games saved: {3 * many}, ids 1 to {3 * many}", out)
        self.good("export", "--run", "1", "-o", "again", "--db", "new.db")
        self.assertEqual(self.text_of("again"), self.text_of("many"))

    NASTY = ("\x1b]0;gone\x07", "\x1b[2J", "\x9b2J", "\x7f", "a\tb", "\u0085")

    def test_control_characters_in_files_are_refused(self):
        for nasty in self.NASTY:
            for tag in ("Game", "Seat1", "Start", "Reason", "Result", "Event"):
                self.file("a", f'[Game "coins"]\n[{tag} "x{nasty}"]\n\n1 1 2 1\n')
                column = nasty.index("\t") if "\t" in nasty else 0
                message = self.refused("import", "a")
                self.assertIn(f"a, line 2, column {len(tag) + 5 + column}: a control character (U+00", message)
        self.file("a", '[Game "coins"]\n\n1 \x1b[2J 2 1\n')
        message = self.refused("import", "a")
        self.assertNotIn("\x1b", message)
        self.refused("import", self.file("b", '{"games": [{"game": "coins", "seats": ["\\u001b[2J"], "moves": []}]}'),
                     says=["b, game 1: seats: a control character (U+001B)"])

    def test_control_characters_in_the_store_are_not_shown(self):
        self.play_some()
        bad = "".join(self.NASTY)
        quoted = bad.replace("'", "''")
        self.sql(f"UPDATE agent SET spec = spec || '{quoted}' || id")
        self.sql(f"UPDATE game SET reason = 'x{quoted}', resigned = 1 WHERE id = 3")
        self.sql(f"UPDATE run SET kind = 'play{quoted}', parameters = json_object('agents', json_array('{quoted}'))")
        self.sql(f"INSERT INTO rating VALUES (1, 1, 1, 2.5, 1.5, 3)")
        self.sql("UPDATE agent SET spec = CAST(x'ff1b5b324a' AS TEXT) WHERE id = 2")
        for args in (["log"], ["log", "--runs"], ["log", "--run", "1"], ["log", "--ratings"], ["replay", "1"],
                     ["replay", "3"], ["export", "1", "2", "3"]):
            for more in ([], ["--json"]):
                with self.subTest(args=args + more):
                    out = self.good(*args, *more)
                    self.assertNotRegex(out, "[\x00-\x09\x0b-\x1f\x7f-\x9f\ufffd]")
                    if more:
                        json.loads(out)
                    elif args[0] != "log" or "--ratings" not in args:
                        self.assertIn("?", out)
        self.assertEqual(self.json("replay", "3")["reason"], "x" + bad)
        self.good("export", "1", "2", "3", "-o", "games")
        self.good("import", "games", "--db", "new.db")
        self.sql(f"UPDATE game SET moves = '{quoted}' WHERE id = 3")
        result = self.jogada("replay", "3")
        self.assertEqual(result.status, 1)
        self.assertNotIn("\x1b", result.err)

    def test_openings(self):
        """Random opening moves are distinguished from those of the players, in every format."""
        self.good("match", "kalah", "greedy", "random", "--games", "4", "--opening-plies", "3", "--seed", "5")
        self.assertEqual(self.sql("SELECT DISTINCT opening FROM log"), [(3,)])
        for lang, mark in (("en", "(random)"), ("pt-BR", "(aleatória)")):
            out = self.good("replay", "1", "--lang", lang)
            shown = re.findall(r"(?m)^(\d+)\. (.*)$", out)
            self.assertGreater(len(shown), 6)
            for ply, words in shown:
                self.assertEqual(words.endswith(mark), int(ply) <= 3, words)
        self.assertEqual(self.json("log")["games"][0]["opening"], 3)
        self.assertEqual(self.json("replay", "2")["opening"], 3)
        self.good("export", "--run", "1", "-o", "games")
        self.assertEqual(self.text_of("games").count('[Opening "3"]\n'), 4)
        self.good("import", "games", "--db", "new.db")
        self.assertEqual(self.good("export", "--run", "1", "--db", "new.db"), self.text_of("games"))
        for value, says in (("5", "the opening must have at most 4 moves"), ("x", "expected a number"), ("-1", "expected a number"),
                            ("99999999999999999999", "expected a number")):
            self.refused("import", self.file("a", f'[Opening "{value}"]\n{COINS}'), says=[f"a, line 1, column 11: {says}"])
        self.play("coins", *TWO, typed=lines(1, 2, 1, 1))
        self.assertNotIn("Opening", self.good("export", "5"))
        self.assertNotIn("at random", self.good("replay", "5"))

    def test_json_comes_back(self):
        self.play_some()
        self.play("tictactoe", "random", "random", more=("--position", "x../.../... o", "--seed", str(2**64 - 1)))
        self.good("match", "kalah", "greedy", "random", "--games", "2", "--opening-plies", "3")
        self.sql("UPDATE game SET reason = 'said \"x\" é \\ twice', seconds1 = 1.0 / 3, seconds2 = 1e-9 WHERE id = 3")
        self.sql("UPDATE game SET ended = 0 WHERE id = 2")
        ids = ("4", "2", "1", "3", "5", "6")
        self.good("export", *ids, "--json", "-o", "games.json")
        out = self.good("import", "games.json", "--db", "new.db")
        self.assertEqual(out, "games.json: games saved: 6, ids 1 to 6 (run 1)\n")

        def games(text):
            return [{name: value for name, value in game.items() if name not in ("id", "run", "number")}
                    for game in json.loads(text)["games"]]
        again = self.good("export", "--run", "1", "--json", "--db", "new.db")
        self.assertEqual(games(again), games(self.text_of("games.json")))
        self.assertEqual(self.good("export", "--run", "1", "--db", "new.db"), self.good("export", *ids))
        self.assertEqual(self.good("import", "games.json"), "games.json: games already stored: 6\n")
        self.good("import", self.file("mark", "\ufeff\n " + self.text_of("games.json")), "--db", "other.db")
        self.assertIn("games saved: 6", self.good("import", "-", "--db", "third.db", typed=self.text_of("games.json")))

    def test_json_is_checked(self):
        good = {"game": "coins", "moves": ["1", "1", "2", "1"]}
        for change, says in [
            ({"moves": ["1", "3"]}, ""), ({"moves": ["1", "1", "2", "1", "1"]}, "the game is over"),
            ({"moves": "1 1 2 1"}, "moves: "), ({"moves": None}, "moves: "), ({"moves": [1, 1]}, "moves: not a move"),
            ({"moves": ["1 1", "2", "1"]}, "moves: not a move"), ({"moves": ["x" * 500]}, "not a move"),
            ({"game": "coinz"}, "coinz"), ({"game": None}, "game: "), ({"game": 5}, "5"), ({"game": ""}, "game: "),
            ({"result": "0-1"}, "the stated result is wrong: by its moves the game ended 1-0"), ({"start": "9 9"}, ""),
            ({"seed": -1}, "seed: expected a number"), ({"seed": 1.5}, "seed: "), ({"seed": "x"}, "seed: "),
            ({"date": "yesterday"}, "date: expected a date"), ({"seconds": [1]}, "seconds: "),
            ({"seconds": [-1, 0]}, "seconds: "), ({"seconds": 3}, "seconds: "), ({"seats": "Ana"}, "seats: "),
            ({"seats": ["a"] * 5}, "seats: "), ({"seats": [None]}, "seats: "), ({"seats": ["x" * 5000]}, "longer than"),
            ({"resigned": 3}, "expected a seat number"), ({"resigned": 1}, "the game was over"),
            ({"opening": 5}, "at most 4 moves"), ({"opening": -1}, "opening: expected a number"),
        ]:
            with self.subTest(change=change):
                bad = {name: value for name, value in (good | change).items() if value is not None}
                self.file("a", json.dumps({"games": [good, good, bad, good]}))
                result = self.jogada("import", "a", "--db", "bad.db")
                self.assertEqual((result.status, result.out), (2, ""), result)
                self.assertRegex(result.err, rf"^jogada: a, game 3: .*{re.escape(says)}")
                self.assertIn("No games stored yet", self.good("log", "--db", "bad.db"))
        for text, says in [('{"games": [', "a, line 1, column 1"), ("{}", "a, line 1, column 1: expected {"),
                           ('{\n"games": [}', "a, line 2, column"), ('{"games": {}}', "expected {"), ("{", "invalid JSON"),
                           ('{"games": [5]}', "a, game 1: "), ('{"games": [[]]}', "a, game 1: ")]:
            self.refused("import", self.file("a", text), says=[says])
        left = {"game": "coins", "moves": ["1"]}
        result = self.jogada("import", self.file("a", json.dumps({"games": [good, left, good, left]})))
        self.assertEqual(result.out, "a: games saved: 2, ids 1 to 2 (run 1)\n")
        self.assertEqual(result.err, "jogada: a: skipped unfinished games: 2; the first is game 2\n")
        self.assertIn("no finished game", self.good("import", self.file("b", '{"games": []}')))
        self.refused("import", self.file("c", self.good("log", "--json")), says=["c, game 1: moves: missing"])

    def test_other_files_are_not_overwritten(self):
        self.play_some()
        self.file("diary", "Dear diary")
        self.refused("export", "1", "-o", "diary", says=["diary exists and is not a file of games; choose another file"])
        self.refused("export", "1", "--json", "-o", "diary", says=["diary exists and is not a file of games; choose another file"])
        self.assertEqual(self.text_of("diary"), "Dear diary")
        self.file("games", "")
        for more in ([], ["--json"], []):
            self.good("export", "1", *more, "-o", "games")
            self.assertEqual(self.text_of("games"), self.good("export", "1", *more))

    def test_a_second_process_waits_for_the_first(self):
        self.play_some()
        other = sqlite3.connect(self.store(), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        self.file("a", COINS)
        process = self.start("import", "a")
        self.assertEqual(len(self.json("log")["games"]), 3)  # reading goes on meanwhile
        self.assertIsNone(process.poll())
        other.execute("COMMIT")
        other.close()
        self.assertIn("ids 4 to 4", self.finish(process).out)


if __name__ == "__main__":
    unittest.main()

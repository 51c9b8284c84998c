"""The stored games of studies: the tables follow from them, each is stored once, and `jogada log --study` lists them."""
import json
import os
import shutil
import signal
import sqlite3
import unittest

from helper import JOGADA, SLOW, Case, wait_for

GAMES = 20


def tally(games, player):
    """Wins, draws and losses of the player who is on this side: a function of a game."""
    scores = [game["score"] * (1 if player(game) == 0 else -1) for game in games]
    return sum(x > 0 for x in scores), sum(x == 0 for x in scores), sum(x < 0 for x in scores)


class Studies(Case):
    def sql(self, text):
        connection = sqlite3.connect(os.path.join(self.data, "jogada/jogada.db"))
        try:
            with connection:
                return connection.execute(text).fetchall()
        finally:
            connection.close()


class Audit(Studies):
    def study(self, name, *more, games=GAMES):
        return json.loads(self.good("study", name, "--quick", "-n", str(games), "--json", "--store-games", *more))

    def parts(self):
        """The games of each part."""
        runs = json.loads(self.good("log", "--runs", "-n", "0", "--json"))["runs"]
        parts = {}
        for run in runs:
            if run["kind"] != "part":
                continue
            self.assertEqual(run["state"], "finished")
            games = json.loads(self.good("log", "--run", str(run["id"]), "--oldest", "-n", "0", "--json"))["games"]
            self.assertEqual([game["number"] for game in games], list(range(run["games"])))
            self.assertNotIn(run["parameters"]["part"], parts)
            parts[run["parameters"]["part"]] = games
        return parts

    def test_wins_against_random_play(self):
        document = self.study("mancala-random")
        parts = self.parts()
        self.assertEqual(len(parts), sum(len(table["rows"]) for table in document["tables"]))
        for table in document["tables"]:
            seat = ["first", "second"].index(table["name"])
            for row in table["rows"]:
                games = parts[f"{table['name']}-{row['depth']}"]
                self.assertEqual(len(games), GAMES)
                self.assertEqual({game["seats"][1 - seat] for game in games}, {"random"})
                self.assertEqual(tally(games, lambda _, seat=seat: seat), (row["wins"], row["draws"], row["losses"]))

    def test_duels(self):
        document = self.study("magic-duels")
        parts, rows = self.parts(), document["tables"][0]["rows"]
        for row, (name, winner) in zip(rows, [("random", 1), ("white", 1), ("red", 0), ("search", 0)], strict=True):
            wins, draws, losses = tally(parts[name + "-right"], lambda _, winner=winner: winner)
            self.assertEqual(wins + draws + losses, GAMES)
            self.assertEqual((row["share"], row["draws"]), ((wins + draws / 2) / GAMES, draws))

    def test_pairings(self):
        """The first player has the first team in games with even numbers."""
        document = self.study("domino-basic")
        parts = self.parts()
        cells = {f"{table['name']}-{row['strategy']}-0": row["share"]
                 for table in document["tables"] for row in table["rows"] if "share" in row}
        self.assertEqual(sorted(parts), sorted(cells))
        for name, share in cells.items():
            wins, draws, losses = tally(parts[name], lambda game: game["number"] % 2)
            self.assertEqual((wins + draws + losses, (wins + draws / 2) / GAMES), (GAMES, share))

    def test_decisions_that_were_timed(self):
        document = self.study("mancala-time", games=4)
        parts = self.parts()
        for row in document["tables"][0]["rows"]:
            decisions = 0
            for game in parts[f"alphabeta-{row['depth']}"]:
                seat = game["number"] % 2
                self.assertTrue(game["seats"][seat].startswith("alphabeta:"))
                moves = json.loads(self.good("export", str(game["id"]), "--json"))["games"][0]["moves"]
                decisions += sum((int(house) > 6) == seat for house in moves)  # houses 7 to 12 are the second player's
            self.assertEqual(decisions, row["decisions"])

    def test_every_study_that_plays(self):
        """The result is the same with and without, and so are the games of a second call, which stores none."""
        for name in ("domino-rounds", "magic-duels", "mancala-random"):
            with self.subTest(name=name):
                plain = json.loads(self.good("study", name, "--quick", "-n", "4", "--json", "--no-store-games"))
                self.assertEqual(self.study(name, games=4), plain)
                before = self.sql("SELECT * FROM game")
                self.assertEqual(self.study(name, games=4), plain)
                self.assertEqual(self.sql("SELECT * FROM game"), before)

    def test_games_are_stored_without_being_asked(self):
        result = self.jogada("study", "magic-duels", "--quick", "-n", "4")
        path = os.path.join(self.data, "jogada/jogada.db")
        self.assertIn(f"storing up to 16 games (1 MB) in {path}; 'jogada log --study magic-duels' lists them\n", result.err)
        self.assertNotIn("not storing", result.err)
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [(16,)])
        for option in ((), ("--store-games",)):
            result = self.jogada("study", "magic-duels", "--quick", *option, "--db", "nowhere/x.db")
            self.assertEqual((result.status, result.out), (1, ""), option)

    def test_not_storing_games(self):
        self.good("study", "magic-duels", "--quick", "-n", "4", "--no-store-games")
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [(0,)])
        self.assertEqual(self.sql("SELECT kind FROM run"), [("study",)])  # its report
        self.refused("study", "magic-duels", "--store-games", "--no-store", says=["exclude each other"])
        self.refused("study", "magic-duels", "--store-games", "--no-store-games", says=["exclude each other"])
        self.refused("study", "magic-mulligan", "--store-games", says=["magic-mulligan", "plays no games"])

    def test_more_than_a_store_should_get_unasked(self):
        process = self.start("study", "magic-duels", "-n", "100000")
        line = process.stderr.readline().decode()
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(process).status, 1)
        self.assertRegex(line, r"^not storing 400000 games, which would take \d+ MB; --store-games stores all\n$")
        self.assertFalse(os.path.exists(os.path.join(self.data, "jogada/jogada.db")))

    def test_generations_are_stored_on_request(self):
        result = self.jogada("study", "domino-genetic", "--quick", "-n", "4")
        self.assertIn("storing up to 24 games (1 MB)", result.err)
        self.assertIn("not storing 960 games, which would take 1 MB; --store-games stores all\n", result.err)
        tables = sorted(self.parts())
        self.assertEqual(tables, ["found-thesis-1", "found-usual-1", "proof-thesis-1", "proof-thesis-2", "proof-usual-1",
                                  "proof-usual-2"])
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [(24,)])
        self.assertEqual(self.jogada("study", "domino-genetic", "--quick", "-n", "4", "--store-games").out, result.out)
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [(24 + 960,)])
        self.assertLess(set(tables), set(self.parts()))

    def test_the_announced_size(self):
        """Bytes of the store per game, within a third."""
        studies = json.loads(self.good("study", "--json"))["studies"]
        for study, games in {"mancala-random": 100, "mancala-time": 20, "loa-genetic": 20, "domino-rounds": 100, "domino-basic": 40,
                             "domino-nodes": 4, "magic-duels": 100}.items():
            with self.subTest(study=study):
                self.good("study", study, "--quick", "-n", str(games), "--db", study + ".db", "--store-games")
                connection = sqlite3.connect(os.path.join(self.work, study + ".db"))
                (count, size), = connection.execute(
                    "SELECT (SELECT count(*) FROM game), sum(pgsize) FROM dbstat WHERE name IN ('game', 'sqlite_autoindex_game_1')")
                connection.close()
                said = next(s["game_bytes"] for s in studies if s["name"] == study)
                self.assertLess(abs(size / count - said), said / 3, size / count)
        self.assertEqual({s["name"] for s in studies if not s["game_bytes"]},
                         {"kalah-values", "domino-complexity", "magic-mulligan"})

    def test_the_games_behind_a_figure(self):
        document = self.study("magic-duels", "--seed", "2")
        self.study("magic-duels")
        self.study("mancala-random", games=2)
        runs = json.loads(self.good("log", "--study", "magic-duels", "--json"))["runs"]
        self.assertEqual([run["parameters"]["study"] for run in runs], 8 * ["magic-duels"])
        self.assertIn(" magic-duels white-right\n", self.good("log", "--study", "magic-duels"))
        part = json.loads(self.good("log", "--study", "magic-duels", "--part", "white-right", "-n", "0", "--json"))
        self.assertEqual(part["run"]["parameters"]["seed"], "1")  # the newest
        white = json.loads(self.good("log", "--study", "magic-duels", "--part", "white-right", "--result", "0-1", "-n", "0", "--json"))
        self.assertEqual(len(white["games"]), sum(game["score"] < 0 for game in part["games"]))
        exported = json.loads(self.good("export", "--run", str(part["run"]["id"]), "--json"))["games"]
        self.assertEqual([game["score"] for game in exported], [game["score"] for game in part["games"][::-1]])
        self.good("replay", str(part["games"][0]["id"]))
        self.assertEqual(document["seed"], 2)

    def test_log_refuses_nonsense(self):
        self.study("magic-duels", games=2)
        self.refused("log", "--study", "magic", says=["magic-duels"])
        self.refused("log", "--part", "white-right", says=["--study"])
        self.refused("log", "--study", "magic-duels", "--run", "1", says=["exclude each other"])
        self.refused("log", "--study", "magic-duels", "--part", "white-right", "--runs", says=["exclude each other"])
        self.refused("log", "--study", "magic-duels", "--result", "1-0", says=["--part"])
        self.refused("log", "--study", "magic-duels", "--part", "pink", says=["pink", "lists the parts"])
        self.assertEqual(self.good("log", "--study", "loa-genetic"), "no matching games\n")

    def test_other_numbers_are_other_parts(self):
        self.study("magic-duels", games=4)
        self.study("magic-duels", games=6)
        self.study("magic-duels", "--seed", "2", games=4)
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [(4 * (4 + 6 + 4),)])

    def test_another_program_has_other_parts(self):
        self.study("magic-duels", games=4)
        self.program = os.path.join(self.work, "other")
        shutil.copy(JOGADA, self.program)
        with open(self.program, "ab") as f:
            f.write(b"changed")
        self.study("magic-duels", games=4)
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [(2 * 4 * 4,)])


class Resuming(Studies):
    games = "1000" if SLOW else "3000"

    def interrupt(self, *more):
        """Stops the study when the first of its four parts, the shortest, is done."""
        process = self.start("study", "magic-duels", "-n", self.games, *more)
        wait_for(lambda: os.path.exists(os.path.join(self.data, "jogada/study/magic-duels.txt")))
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual(result.status, 1, result)
        self.assertIn("run the same command again to resume", result.err)

    def run_again(self):
        result = json.loads(self.good("study", "magic-duels", "-n", self.games, "--json", "--store-games"))
        del result["stored"]
        return result

    def check(self):
        resumed = self.run_again()
        stored = "SELECT run.parameters, number, moves, score FROM game JOIN run ON run.id = run ORDER BY 1, 2"
        games = self.sql(stored)
        self.assertEqual(len(games), 4 * int(self.games))
        self.sql("DELETE FROM game")
        self.assertEqual(self.run_again(), resumed)
        self.assertEqual(self.sql(stored), games)

    def test_each_game_is_stored_once(self):
        self.interrupt()
        self.assertGreaterEqual(self.sql("SELECT count(*) FROM game")[0][0], int(self.games))
        self.check()

    def test_parts_that_were_played_without_storing(self):
        self.interrupt("--no-store-games")
        self.check()


if __name__ == "__main__":
    unittest.main()

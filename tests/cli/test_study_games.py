"""jogada study --store-games: the tables follow from the stored games, and each game is stored once."""
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
                plain = json.loads(self.good("study", name, "--quick", "-n", "4", "--json"))
                self.assertEqual(self.study(name, games=4), plain)
                before = self.sql("SELECT * FROM game")
                self.assertEqual(self.study(name, games=4), plain)
                self.assertEqual(self.sql("SELECT * FROM game"), before)

    def test_games_are_stored_on_request(self):
        self.good("study", "magic-duels", "--quick", "-n", "4")
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [(0,)])
        self.refused("study", "magic-duels", "--store-games", "--no-store", says=["exclude each other"])
        result = self.jogada("study", "magic-duels", "--quick", "--store-games", "--db", "nowhere/x.db")
        self.assertEqual((result.status, result.out), (1, ""))

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
        self.interrupt("--store-games")
        self.assertGreaterEqual(self.sql("SELECT count(*) FROM game")[0][0], int(self.games))
        self.check()

    def test_parts_that_were_played_without_storing(self):
        self.interrupt()
        self.check()


if __name__ == "__main__":
    unittest.main()

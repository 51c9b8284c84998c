"""jogada book: from files of games and from games played for it."""
import json
import os
import re
import signal
import time
import unittest

from helper import Case, delays, lines, wait_until_it_listens
from plain_kalah import Kalah

# Two finished games of five coins, where who takes the last coin loses, and one that is not finished.
FIRST = '[Game "coins"]\n\n1 1 2 1\n'
SECOND = '[Game "coins:n=5"]\n\n1 2 1 1\n'
LEFT = '[Game "coins"]\n\n1 1\n'


class Book(Case):
    def rows(self, name="out.book"):
        """The entries of a book: (position, move, games, points) of every line."""
        first, game, *rest = self.text_of(name).splitlines()
        self.assertEqual(first, "jogada book 1")
        self.game = game.removeprefix("game ")
        return [tuple(row.split("\t")) for row in rest if not row.startswith("#")]

    def exists(self, name):
        return os.path.exists(os.path.join(self.work, name))


class Files(Book):
    def test_counts(self):
        self.file("a", FIRST)
        self.file("b", SECOND)
        out = self.good("book", "-o", "out.book", "coins", "a", "b")
        self.assertEqual(out, "out.book: games: 2, positions: 5, moves: 6\n")
        self.assertEqual(self.rows(), [
            ("1 2", "1", "2", "0"),
            ("2 1", "1", "1", "1"),
            ("3 1", "2", "1", "1"),
            ("4 2", "1", "1", "0"),
            ("4 2", "2", "1", "0"),
            ("5 1", "1", "2", "2"),
        ])
        self.assertEqual(self.game, "coins")

    def test_several_games_in_a_file(self):
        self.file("a", FIRST)
        self.file("b", SECOND)
        self.file("both", f"{FIRST}\n{LEFT}\n{SECOND}")
        self.good("book", "-o", "apart.book", "coins", "a", "b")
        result = self.jogada("book", "-o", "out.book", "coins", "both")
        self.assertEqual(result.out, "out.book: games: 2, positions: 5, moves: 6\n")
        self.assertEqual(result.err, "jogada: both: skipping an unfinished game\n")
        self.assertEqual(self.text_of("out.book"), self.text_of("apart.book"))
        self.file("bad", f"{FIRST}\n{FIRST}\n[Game \"coins\"]\n\n1 3\n")
        self.refused("book", "-o", "bad.book", "coins", "bad", says=["bad, line 11, column 3"])

    def test_draws_are_half_points(self):
        self.file("t", '[Game "tictactoe"]\n\n5 1 2 8 3 7 4 6 9\n')
        self.good("book", "tictactoe", "t", "-o", "out.book", "--plies", "2")
        self.assertEqual(self.rows(), [(".../.../... x", "5", "1", "0.5"), (".../.x./... o", "1", "1", "0.5")])

    def test_plies(self):
        self.file("a", FIRST)
        self.good("book", "coins", "a", "-o", "out.book", "--plies", "1")
        self.assertEqual(self.rows(), [("5 1", "1", "1", "1")])

    def test_resigned_games_count(self):
        self.file("a", '[Game "coins"]\n[Resigned "1"]\n\n1 1\n')
        self.good("book", "coins", "a", "-o", "out.book")
        self.assertEqual(self.rows(), [("4 2", "1", "1", "1"), ("5 1", "1", "1", "0")])

    def test_unfinished_games_do_not_count(self):
        self.good("play", "coins", "human", "human", typed=lines(1, 1, "save left"))
        self.file("a", FIRST)
        result = self.jogada("book", "coins", "left", "a", "-o", "out.book")
        self.assertEqual(result.status, 0)
        self.assertIn("left", result.err)
        self.assertIn("games: 1,", result.out)
        result = self.jogada("book", "coins", "left", "-o", "other.book")
        self.assertEqual(result.status, 2)
        self.assertFalse(self.exists("other.book"))

    def test_json(self):
        self.file("a", FIRST)
        self.file("left", LEFT)
        document = json.loads(self.jogada("book", "coins", "a", "left", "-o", "out.book", "--json").out)
        self.assertEqual(document, {"file": "out.book", "game": "coins", "games": 1, "unfinished": 1, "positions": 4,
                                    "moves": 4})


class Refused(Book):
    def test_other_games(self):
        self.file("a", FIRST)
        self.file("k", '[Game "kalah:houses=3"]\n\n1\n')
        self.refused("book", "kalah", "-o", "out.book", "a", says=["a: the game is coins, but the book is for kalah"])
        self.refused("book", "kalah", "-o", "out.book", "k", says=["k: the game is kalah:houses=3, but the book is for kalah"])
        self.refused("book", "coins:n=6", "-o", "out.book", "a", says=["coins:n=6"])
        self.assertFalse(self.exists("out.book"))

    def test_bad_files(self):
        for text, says in [("", "line 1"), ("[Game \"coins\"]\n\n1 3\n", "line 3, column 3"),
                           ("[Game \"coinz\"]\n\n1 3\n", "line 1, column 8"), ("1 2", "line 1")]:
            with self.subTest(text=text):
                self.file("a", FIRST)
                self.file("bad", text)
                self.refused("book", "coins", "a", "bad", "-o", "out.book", says=["bad", says])
                self.assertFalse(self.exists("out.book"))
        result = self.jogada("book", "coins", "nowhere", "-o", "out.book")
        self.assertEqual(result.status, 1)
        self.assertIn("nowhere", result.err)

    def test_nothing_to_do(self):
        self.refused("book", "coins", "-o", "out.book", says=["--games"])
        self.refused("book", "coins", "--games", "5", says=["-o"])
        self.refused("book", says=["GAME [RECORD...]"])

    def test_agents(self):
        self.refused("book", "coins", "-o", "b", "--games", "5", "--agent", "nosuch", says=["nosuch"])
        self.refused("book", "coins", "-o", "b", "--games", "5", "--agent", "human", says=["human"])
        self.refused("book", "coins", "-o", "b", "--games", "5", "--agent", "alphabeta:depth=x", says=["0 to 1000"])
        self.refused("book", "coins", "-o", "b", "--games", "-5", says=["games"])
        self.refused("book", "coins", "-o", "b", "--games", "5", "--plies", "0", says=["1 to 1000"])

    def test_other_files_are_not_overwritten(self):
        self.file("a", FIRST)
        self.refused("book", "coins", "a", "-o", "a", says=["is not an opening book"])
        self.assertEqual(self.text_of("a"), FIRST)
        self.good("book", "coins", "a", "-o", "out.book")
        self.good("book", "coins", "a", "-o", "out.book")  # a book is

    def test_places_that_cannot_be_written(self):
        self.file("a", FIRST)
        for path in ("/nowhere/out.book", "/dev/full/x", "a/x"):
            result = self.jogada("book", "coins", "a", "--games", "10000000", "-o", path)  # found out before they are
            self.assertEqual((result.status, result.out), (1, ""), result)
        for path in (".", "/dev/null", self.home):
            self.refused("book", "coins", "a", "-o", path, says=["not an opening book"])


class Played(Book):
    ARGS = ("book", "kalah", "--agent", "alphabeta:depth=2", "--plies", "8")

    def test_games_are_games_of_kalah(self):
        """Every position follows from another by its move, and the counts add up."""
        self.good(*self.ARGS, "--games", "60", "-o", "out.book")
        rows = self.rows()
        games = {}
        for position, _, n, points in rows:
            games[position] = games.get(position, 0) + int(n)
            self.assertLessEqual(float(points), int(n))
        self.assertEqual(games[str(Kalah())], 60)
        self.assertGreater(len([row for row in rows if row[0] == str(Kalah())]), 3)  # random moves begin
        reached = {str(Kalah())}
        for position, move, *_ in rows:
            game = Kalah()
            places, player = position.split()
            game.places, game.player = [int(n) for n in places.split(",")], int(player) - 1
            self.assertIn(int(move), game.moves())
            game.move(int(move))
            reached.add(str(game))
        self.assertLessEqual(set(games), reached)

    def test_results_do_not_depend_on_threads(self):
        for threads in ("1", "4"):
            self.good(*self.ARGS, "--games", "300", "-o", f"{threads}.book", "-j", threads)
        self.assertEqual(self.text_of("1.book"), self.text_of("4.book"))
        self.good(*self.ARGS, "--games", "300", "-o", "seed.book", "--seed", "2")
        self.assertNotEqual(self.text_of("1.book"), self.text_of("seed.book"))

    def test_without_random_moves_all_games_are_one(self):
        self.good(*self.ARGS, "--games", "5", "--random", "0", "-o", "out.book")
        rows = self.rows()
        self.assertEqual(len(rows), 8)
        self.assertEqual({row[2] for row in rows}, {"5"})

    def test_files_and_games_together(self):
        self.file("a", FIRST)
        self.good("book", "coins", "a", "--games", "10", "--agent", "random", "-o", "out.book")
        self.assertEqual(sum(int(row[2]) for row in self.rows() if row[0] == "5 1"), 11)

    def test_portuguese(self):
        out = self.good(*self.ARGS, "--games", "2", "-o", "out.book", "--lang", "pt-BR")
        self.assertRegex(out, r"^out.book: partidas: 2, posições: \d+, jogadas: \d+\n$")


class GoingOn(Book):
    ARGS = ("book", "kalah", "--agent", "alphabeta:depth=3")

    def interrupt(self):
        """Stops a long call after some games; returns the number of stored games."""
        for seconds in delays():
            process = self.start(*self.ARGS, "--games", "1000000", "-o", "out.book")
            wait_until_it_listens(process.pid)
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            result = self.finish(process)
            self.assertEqual((result.status, result.out), (1, ""))
            self.assertFalse(self.exists("out.book"))
            if self.exists("out.book.unfinished"):
                self.assertIn("run the same command again to resume", result.err)
                return int(re.search(r"(?m)^#.*: (\d+)$", self.text_of("out.book.unfinished"))[1])
        raise AssertionError("not a single game was played")

    def test_interrupted(self):
        total = str(self.interrupt() + 100)
        self.good(*self.ARGS, "--games", total, "-o", "whole.book")
        self.good(*self.ARGS, "--games", total, "-o", "out.book")
        self.assertEqual(self.text_of("out.book"), self.text_of("whole.book"))
        self.assertFalse(self.exists("out.book.unfinished"))

    def test_other_files_are_not_used(self):
        whole = self.good(*self.ARGS, "--games", "20", "-o", "out.book")
        text = self.text_of("out.book")
        note = re.search(r"(?m)^#.*$", text)[0]
        for unfinished, says in [("", "other settings"), ("nonsense", "other settings"),
                                 (text.replace("seed 1", "seed 2"), "other settings"),
                                 (text.replace("seeding 2", "seeding 1"), "other settings"),
                                 (text.replace(": 20", ": 21"), "other settings"),
                                 (f"jogada book 1\ngame kalah\n{note}\nnonsense\n", "line 4")]:
            with self.subTest(unfinished=unfinished[:60]):
                self.file("out.book.unfinished", unfinished)
                result = self.jogada(*self.ARGS, "--games", "20", "-o", "out.book")
                self.assertEqual((result.status, result.out), (0, whole))
                self.assertIn(says, result.err)
                self.assertEqual(self.text_of("out.book"), text)


if __name__ == "__main__":
    unittest.main()

"""Long lists and files of games: memory that does not depend on their number, and the same text as short ones."""
import json
import os
import resource
import subprocess
import unittest

from helper import JOGADA, Case, one_thread

SANITIZER = os.environ.get("JOGADA_TEST_SANITIZER", "none")
DATA = 10 << 20  # bytes of memory that each command may allocate, for few games and for many
COINS = '[Game "coins"]\n[Seat1 "Ana"]\n[Seat2 "Bia"]\n\n1 1 2 1\n'
WINDOW = 1 << 16  # a file is read in pieces of this size


@unittest.skipIf(SANITIZER != "none", "memory of a sanitizer is another")
class Memory(Case):
    """All commands have the same small amount of memory: 40,000 games of Kalah are 10 MB of text and 17 MB of JSON."""

    def limited(self, *words):
        result = subprocess.run([JOGADA, *words], cwd=self.work, env=self.environment({}), capture_output=True, check=False,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (DATA, DATA)))
        self.assertEqual((result.returncode, result.stderr), (0, b""), words)
        return result.stdout

    def check(self, game, count, endings):
        self.good("match", game, "random", "random", "-n", str(count), "--db", "games.db")
        self.assertEqual(self.limited("log", "-n", "0", "--json", "--db", "games.db").count(b'"id"'), count)
        self.assertEqual(self.limited("log", "-n", "0", "--db", "games.db").count(b"\n"), count + 1)
        for ending in endings:
            file, store = f"games.{ending}", f"{ending}.db"
            self.limited("export", "--run", "1", "-o", file, "--db", "games.db")
            self.assertIn(b"games saved: %d," % count, self.limited("import", file, "--db", store))
            self.assertIn(b"games already stored: %d\n" % count, self.limited("import", file, "--db", store))
            again = self.limited("export", "--run", "1", "-o", "again." + ending, "--db", store)
            self.assertEqual(again, b"")
            if ending != "json":  # JSON has ids and runs
                self.assertEqual(self.text_of("again." + ending), self.text_of(file))

    def test_few_games(self):
        self.check("kalah", 2000, ["txt", "json"])

    def test_many_games(self):
        self.check("kalah", 40000, ["txt", "json"])

    def test_many_games_in_sgf(self):
        self.check("loa", 6000, ["sgf"])


@one_thread
class Windows(Case):
    """Games that lie across the end of a piece, and errors far behind the first."""

    def test_every_cut(self):
        rows = COINS.count("\n") + 1
        for shift in range(0, len(COINS) + 2, 3):
            first = COINS.replace("Ana", "A" * (shift + 1))
            count = WINDOW // (len(COINS) + 1) + 2
            text = "\n".join([first] + [COINS] * count)
            out = self.good("import", "-", "--db", f"{shift}.db", typed=text)
            self.assertEqual(out, f"-: games saved: {count + 1}, ids 1 to {count + 1} (run 1)\n")
            bad = text + '\n[Game "coins"]\n\n1 3\n'
            result = self.jogada("import", "-", "--db", "bad.db", typed=bad)
            self.assertIn(f"-, line {(count + 1) * rows + 3}, column 3: ", result.err)
        self.assertIn("No games stored yet", self.good("log", "--db", "bad.db"))

    def test_long_json(self):
        game = {"game": "coins", "moves": ["1", "1", "2", "1"], "seats": ["Ana", "Bia"]}
        many = [game] * 2000
        whole = json.dumps({"before": {"x": ["}", 1.5]}, "games": many, "after": "]"})
        self.assertIn("games saved: 2000", self.good("import", self.file("a", whole)))
        for text, says in [(whole + "x", "end of file expected"), (whole[:-1], "a, line 1, column "),
                           (whole.replace('"after"', '"games"'), "duplicate object key"),
                           (whole.replace('}], "after"', '},], "after"'), "invalid JSON"),
                           (whole.replace('"before": ', '"before" '), "':' expected"),
                           (json.dumps({"games": many + [game | {"moves": ["1", "3"]}]}), "a, game 2001: ")]:
            self.refused("import", self.file("a", text), "--db", "bad.db", says=[says])
        self.assertIn("No games stored yet", self.good("log", "--db", "bad.db"))

    def test_a_long_comment_in_sgf(self):
        self.good("match", "loa", "random", "random", "-n", "2")
        first, second = self.good("export", "1", "--sgf"), self.good("export", "2", "--sgf")
        at = first.index(";", 2)
        long = first[:at] + "C[" + "a\\] (;)\n" * WINDOW + "]" + first[at:]
        result = self.jogada("import", self.file("a", long + second), "--db", "new.db")
        self.assertIn("ids 1 to 2", result.out)
        self.assertIn("skipped comments", result.err)
        self.assertEqual(self.good("export", "1", "2", "--sgf", "--db", "new.db"), first + "\n" + second)

    def test_too_long_for_a_game(self):
        self.refused("import", self.file("a", '[Game "coins"]\n\n' + "1 " * (1 << 25)), says=["a, line 1: longer than"])

    def test_an_export_that_fails_leaves_the_file(self):
        self.good("match", "loa", "random", "random", "-n", "2")
        self.good("match", "coins", "random", "random", "-n", "2")
        self.good("export", "1", "-o", "a.sgf")
        before = self.text_of("a.sgf")
        self.refused("export", "2", "3", "-o", "a.sgf", says=["game 3 is coins, which has no SGF format"])
        self.assertEqual(self.text_of("a.sgf"), before)
        self.assertEqual([name for name in os.listdir(self.work) if "part" in name], [])


if __name__ == "__main__":
    unittest.main()

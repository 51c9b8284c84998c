"""--annotate: what agents report about their moves is stored, shown, exported and imported."""
import json
import os
import re
import sqlite3
import unittest
from contextlib import closing

from helper import SLOW, Case, lines, one_thread

MATCH = ("match", "kalah", "ab:depth=3", "greedy", "--games", "4")
SHOWN = r"  \{=?[-+]?\d+(\.\d+)?/3 \d+\.\d+s [1-9]\d*n\}\n   best line: \d"


class Annotate(Case):
    def sql(self, text, path="jogada/jogada.db"):
        connection = sqlite3.connect(os.path.join(self.data, path))
        try:
            return connection.execute(text).fetchall()
        finally:
            connection.close()

    def json(self, *args):
        return json.loads(self.good(*args, "--json"))

    def test_results_are_the_same(self):
        plain = self.json(*MATCH, "--db", "plain.db")
        annotated = self.json(*MATCH, "--annotate")
        for document in (plain, annotated):
            del document["seconds"]
        self.assertEqual(plain, annotated)
        self.assertEqual(self.sql("SELECT count(annotations), count(*) FROM game"), [(4, 4)])

    def test_stored_games_without_annotations_are_played_again(self):
        self.good(*MATCH)
        result = self.jogada(*MATCH, "--annotate")
        self.assertEqual(result.status, 0)
        self.assertIn("jogada: the games of run 1 have no annotations; playing them again as run 2\n", result.err)
        self.assertEqual(self.sql("SELECT count(annotations) FROM game GROUP BY run"), [(0,), (4,)])
        for more in ((), ("--annotate",)):
            result = self.jogada(*MATCH, *more)
            self.assertNotIn("playing them again", result.err)
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [(8,)])

    def test_agents_that_report_nothing(self):
        match = ("match", "coins", "random", "random", "--games", "2", "--annotate")
        for _ in range(2):  # the games count as annotated
            self.assertNotIn("playing them again", self.jogada(*match).err)
        self.assertEqual(self.sql("SELECT count(*) FROM run"), [(1,)])
        self.assertNotIn("{", self.good("replay", "1"))
        self.assertNotIn("annotations", self.good("export", "1", "--json"))

    def test_the_store_grows_at_most_threefold(self):
        """Counted in bytes of the file, of many copies of the games, since pages are filled as a whole."""
        nodes = "2k" if SLOW else "100k"
        for game, agent in (("kalah", "ab"), ("connect4", "ab"), ("loa", "loa")):
            agent = f"{agent}:nodes={nodes},threads=1"
            self.good("match", game, agent, agent, "--games", "4", "--annotate", "--db", f"{game}.db")
            with closing(sqlite3.connect(os.path.join(self.work, f"{game}.db"), isolation_level=None)) as db:
                columns = ", ".join(name for _, name, *_ in db.execute("PRAGMA table_info(game)") if name not in ("id", "number"))
                db.execute("PRAGMA journal_mode = DELETE")
                db.execute(f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) "
                           f"INSERT INTO game (number, {columns}) SELECT number + 4 * i, {columns} FROM game, n")
                sizes = []
                for change in ("", "UPDATE game SET annotations = NULL", "DELETE FROM game"):
                    db.execute(change)
                    db.execute("VACUUM")
                    sizes.append(db.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()[0])
            annotated, plain, empty = sizes
            self.assertGreater(plain, empty + 50000)
            self.assertLessEqual(annotated - empty, 3 * (plain - empty), f"{game}: {sizes}")

    def test_replay(self):
        self.good(*MATCH, "--annotate")
        out = self.good("replay", "1")
        self.assertRegex(out, SHOWN)
        self.assertRegex(self.good("replay", "1", "--lang", "pt-BR"), r"\{=?[-+]?\d+(,\d+)?/3 \d+,\d+s [1-9]\d*n\}")
        document = self.json("replay", "1")
        opening = document["opening"]
        self.assertEqual(len(document["positions"]), document["plies"] + 1)
        for position in document["positions"]:
            self.assertEqual("annotation" in position, position["ply"] > opening)
        one = document["positions"][opening + 1]
        self.assertEqual(sorted(one["annotation"]),
                         ["depth", "evaluator", "nodes", "proven", "pv", "seconds", "unit", "value", "win"])
        self.assertEqual(one["annotation"]["unit"], "points")
        self.assertGreater(one["annotation"]["nodes"], 0)
        line = [p["annotation"]["pv"] for p in document["positions"] if p.get("annotation", {}).get("pv")]
        self.assertTrue(line and all(len(pv) > 1 for pv in line))

    def test_principal_variations_are_legal(self):
        self.good(*MATCH, "--annotate")
        document = self.json("replay", "2")
        for before, after in zip(document["positions"], document["positions"][1:]):
            pv = after.get("annotation", {}).get("pv", [])
            if pv:
                self.assertEqual(pv[0], after["move"])
                self.file("line", '[Game "kalah"]\n[Start "%s"]\n\n%s\n' % (before["position"], " ".join(pv)))
                result = self.jogada("import", "line", "--db", "lines.db")
                self.assertEqual(result.status, 0, result.err)

    def test_round_trips(self):
        """Text and JSON come back byte by byte, through another store."""
        games = (("kalah", "ab:depth=3", "mcts:nodes=100"), ("kalah", "expectiminimax:depth=2", "random"),
                 ("domino:rounds=1", "domino:nodes=50", "pimc:nodes=50"), ("coins", "alphabeta", "greedy"))
        for number, game in enumerate(games):
            db = "%d.db" % number
            self.good("match", *game, "--games", "2", "--annotate", "--db", db, "-j", "1")  # ids in order
            text = self.good("export", "--run", "1", "--db", db)
            self.assertIn("{", text)
            self.assertTrue(all(len(line) <= 80 for line in text.split("\n") if not line.startswith("[")), text)
            self.file("games.txt", text)
            self.good("import", "games.txt", "--db", "text%d.db" % number)
            self.assertEqual(self.good("export", "--run", "1", "--db", "text%d.db" % number), text)
            document = self.good("export", "--run", "1", "--json", "--db", db)
            self.file("games.json", document)
            self.good("import", "games.json", "--db", "json%d.db" % number)
            self.assertEqual(self.good("export", "--run", "1", "--json", "--db", "json%d.db" % number), document)
            self.assertEqual(self.good("export", "--run", "1", "--db", "json%d.db" % number), text)

    def test_wrong_annotations(self):
        self.file("wrong", '[Game "coins"]\n\n1 1 2 1 {\n')
        self.refused("import", "wrong", says=["wrong, line 3, column 9"])
        game = {"game": "coins", "moves": ["1", "1", "2", "1"], "annotations": [None]}
        for annotations in ([None], [None] * 3 + [{}], [{"depth": 1, "nodes": 1, "pv": ["2", "1"]}] + [None] * 3,
                            [{"depth": 1, "value": 3, "evaluator": "nobody"}] + [None] * 3, "no"):
            self.file("wrong.json", json.dumps({"games": [{**game, "annotations": annotations}]}))
            result = self.jogada("import", "wrong.json")
            self.assertEqual(result.status, 2, annotations)
            self.assertRegex(result.err, r"wrong\.json, game 1: annotations: ")

    def test_a_damaged_store(self):
        self.good(*MATCH, "--annotate")
        connection = sqlite3.connect(os.path.join(self.data, "jogada/jogada.db"))
        with connection:
            connection.execute("UPDATE game SET annotations = x'0102030405060708' WHERE id = 1")
        connection.close()
        for command in (("replay", "1"), ("export", "1"), ("export", "1", "--json")):
            result = self.jogada(*command)
            self.assertEqual((result.status, result.out), (1, ""))
            self.assertIn("stored game 1 cannot be replayed: the annotations are damaged", result.err)
        self.good("replay", "2")
        self.assertIn("kalah", self.good("log"))

    def test_no_store(self):
        result = self.jogada(*MATCH, "--annotate", "--no-store")
        self.assertEqual(result.status, 2)
        self.assertIn("--annotate and --no-store exclude each other", result.err)

    def test_tournament(self):
        self.good("tournament", "coins", "alphabeta", "greedy", "random", "--games", "2", "--annotate")
        self.assertEqual(self.sql("SELECT count(annotations), count(*) FROM game"), [(6, 6)])


@one_thread
class Play(Case):
    def test_play(self):
        out = self.good("play", "coins", "human", "alphabeta", "--annotate", typed=lines(1, 1, 1))
        self.assertIn("saved as game 1", out)
        shown = self.good("replay", "1")
        self.assertEqual(len(re.findall(r"player 2 .*\{", shown)), len(re.findall(r"\. player 2 ", shown)))
        self.assertEqual(re.findall(r"player 1 .*\{", shown), [])

    def test_without(self):
        self.good("play", "coins", "human", "alphabeta", typed=lines(1, 1, 1))
        self.assertNotIn("{", self.good("replay", "1"))

    def test_saved_and_resumed(self):
        self.good("play", "coins", "human", "alphabeta", "--annotate", typed=lines(1, "save x", "quit"))
        self.assertIn("{", self.text_of("x"))
        self.good("play", "--resume", "--annotate", typed=lines(1, 1))
        shown = self.good("export", "1")
        self.assertGreaterEqual(shown.count("{"), 2)


if __name__ == "__main__":
    unittest.main()

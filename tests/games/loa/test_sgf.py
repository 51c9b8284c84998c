"""Games of Lines of Action at the terminal, and in SGF."""
import json
import os
import re
import unittest

from helper import Case, lines, one_thread

TWO = ("human", "human")
HAND = """(;FF[4]GM[9]SZ[8]PB[Ana]PW[Bia]DT[2001-02-03]RE[W+R]
;B[b1-d3];W[A3:d3!](;B[g8-e6])(;B[c1-c3];W[h4-f4]))
"""
NEAR_END = "5w1w/8/8/8/8/8/2b5/b7 b"


class Sgf(Case):
    def games(self, n=6):
        """Some games of different options in one run each; games 1 to n in the store."""
        for i, spec in enumerate(("loa", "loa:both=mover,nomove=loss", "loa:repeat=2")):
            self.good("match", spec, "random", "random", "--games", str(n // 3), "--seed", str(i + 1),
                      "--opening-plies", "4")
        self.good("play", "loa", *TWO, "--position", NEAR_END, typed=lines("resign"))

    def test_round_trip_through_store_and_file(self):
        self.games()
        ids = [str(i) for i in range(1, 8)]
        self.good("export", *ids, "-o", "games.sgf")
        self.assertEqual(self.good("export", *ids, "--sgf"), self.text_of("games.sgf"))
        self.assertEqual(self.text_of("games.sgf").count("(;FF[4]GM[9]"), 7)
        out = self.good("import", "games.sgf", "--db", "new.db")
        self.assertEqual(out, "games.sgf: games saved: 7, ids 1 to 7 (run 1)\n")
        self.assertEqual(self.good("export", *ids, "--db", "new.db"), self.good("export", *ids))
        self.assertEqual(self.good("import", "games.sgf"), "games.sgf: games already stored: 7\n")
        self.good("export", *ids, "--db", "new.db", "-o", "games.sgf")  # over a file of games

    def test_a_file_of_others(self):
        result = self.jogada("import", self.file("hand.sgf", HAND))
        self.assertEqual(result.status, 0)
        self.assertEqual(result.err, "jogada: hand.sgf: skipped variations: 1; the first is in the game at line 1\n")
        out = self.good("export", "1")
        for line in ('[Game "loa"]', '[Date "2001-02-03T00:00:00Z"]', '[Seat1 "Ana"]', '[Seat2 "Bia"]',
                     '[Resigned "1"]', '[Result "0-1"]', "b1-d3 a3xd3 g8-e6"):
            self.assertIn(line, out)

    def test_notes(self):
        text = "(;GM[9]\nRU[parachute];B[b1-d3])\n\n(;GM[9];B[resign])\n"
        result = self.jogada("import", self.file("a.sgf", text))
        self.assertEqual(result.status, 0)
        self.assertEqual(result.err, "jogada: a.sgf: skipped unfinished games: 1; the first is at line 1\n"
                         "jogada: a.sgf: unknown rules replaced by the standard ones: 1; the first are at line 2\n")
        self.assertIn("games saved: 1", result.out)

    def test_annotations(self):
        self.good("match", "loa", "ab:nodes=200", "greedy", "--games", "2", "--annotate")
        sgf, text = self.good("export", "1", "2", "--sgf"), self.good("export", "1", "2")
        self.assertRegex(sgf, r";[BW]\[[a-h]\d-[a-h]\d\]C\[[^\]]*/\d+ [\d.]+s \d+n \w+; [a-h]\d")
        result = self.jogada("import", self.file("games.sgf", sgf), "--db", "new.db")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(self.good("export", "1", "2", "--db", "new.db"), text)
        self.assertEqual(self.good("export", "1", "2", "--sgf", "--db", "new.db"), sgf)

    def test_other_comments(self):
        text = ("(;GM[9]C[Final]\n;B[b1-d3]C[a fine move];W[a5-c5]C[+0.5/3 0.1s 20n mix]\n"
                ";C[+0.5/3 0.1s 20n mix]B[resign]C[+0.5/3 0.1s 20n mix])\n")
        result = self.jogada("import", self.file("a.sgf", text))
        self.assertEqual(result.status, 0)
        self.assertEqual(result.err, "jogada: a.sgf: skipped comments that are not annotations: 4; the first is at line 1\n")
        self.assertIn("b1-d3 a5-c5 {+0.50/3 0.1s 20n mix}", self.good("export", "1"))

    def test_draws_by_agreement(self):
        text = "(;GM[9];B[b1-d3])\n(;GM[9]RE[Draw];B[b1-d3])\n(;GM[9]RE[0];B[b1-d3])\n(;GM[9];B[resign])\n"
        result = self.jogada("import", self.file("a.sgf", text))
        self.assertEqual(result.status, 0)
        self.assertEqual(result.err, "jogada: a.sgf: skipped unfinished games: 1; the first is at line 1\n"
                         "jogada: a.sgf: skipped draws by agreement, which these rules do not allow: 2; the first is at line 2\n")
        self.assertIn("games saved: 1", result.out)
        text = json.dumps({"games": [{"game": "loa", "seats": ["a", "b"], "moves": ["b1-d3"], "result": "1/2-1/2"}]})
        result = self.jogada("import", self.file("a.json", text), "--json")
        self.assertIn("skipped draws by agreement, which these rules do not allow: 1; the first is game 1", result.err)
        self.assertEqual(json.loads(result.out)["files"][0]["unfinished"], 1)

    def test_refusals(self):
        for text, message in (
                ("(;GM[1];B[aa])", "line 1, column 6: unsupported game; supported games: GM[9] (loa)"),
                ("(;GM[9]\n;B[b1-d3];W[a1-a2])", "line 2, column 13: there is no piece on a1"),
                ("(;GM[9]RE[B+];B[resign])", "line 1, column 11: the stated result is wrong: by its moves the game ended 0-1"),
                ("(;GM[9]RU[loa:both=x];B[resign])", "line 1, column 20: both must be draw|mover, not x"),
                ("(;GM[9];B[resign])x", "line 1, column 19: expected '(;' at the start of an SGF game"),
                ("(;GM[9];B[resign", "line 1, column 10: missing ']' for this '['")):
            with self.subTest(text=text):
                result = self.jogada("import", self.file("bad.sgf", text))
                self.assertEqual(result.status, 2)
                self.assertEqual(result.err, f"jogada: bad.sgf, {message}\n")
                self.assertEqual(result.out, "")

    def test_games_without_sgf(self):
        self.good("play", "coins", *TWO, typed=lines("resign"))
        result = self.jogada("export", "1", "-o", "a.sgf")
        self.assertEqual((result.status, result.err), (2, "jogada: game 1 is coins, which has no SGF format; export it without --sgf\n"))
        self.assertFalse(os.path.exists(os.path.join(self.work, "a.sgf")))
        result = self.jogada("export", "1", "--sgf", "--json")
        self.assertEqual((result.status, result.err), (2, "jogada: --sgf and --json exclude each other; give one of them\n"))
        result = self.jogada("export", "1", "--sgf", "-o", "a.json")
        self.assertEqual((result.status, result.err), (2, "jogada: --sgf and --json exclude each other; give one of them\n"))
        out = self.jogada("play", "coins", *TWO, typed=lines("save a.sgf", "q"))
        self.assertIn("coins has no SGF format", out.err)

    def test_save_and_load(self):
        self.good("play", "loa", *TWO, typed=lines("b1-d3", "a3d3", "save my game.sgf", "q"))
        self.assertIn(";B[b1-d3];W[a3:d3])", self.text_of("my game.sgf"))
        out = self.good("play", "loa", *TWO, typed=lines("load my game.sgf", "position", "undo", "position"))
        self.assertIn("1bbbbbb1/w6w/w6w/w6w/w6w/3w3w/w6w/2bbbbb1 b", out)
        self.assertIn("1bbbbbb1/w6w/w6w/w6w/w6w/w2b3w/w6w/2bbbbb1 w", out)
        self.file("hand.sgf", HAND.replace("RE[W+R]", ""))
        out = self.good("play", "coins", *TWO, typed=lines("load hand.sgf", "position", "q"))
        self.assertIn("1bbbbb2/w6w/w3b2w/w6w/w6w/3w3w/w6w/2bbbbb1 w", out)
        self.file("bad.sgf", "(;GM[9]\n;B[b1-b1])")
        result = self.jogada("play", "loa", *TWO, typed=lines("load bad.sgf", "q"))
        self.assertIn("bad.sgf, line 2, column 4: a piece cannot stay on its square", result.err)


@one_thread
class AtTheBoard(Case):
    def test_a_game_to_its_end(self):
        out = self.good("play", "loa", *TWO, "--position", NEAR_END, "--no-store", typed=lines("a1-b1"))
        self.assertIn("Black moves from a1 to b1, connects all its pieces and wins", out)
        self.assertTrue(out.endswith("Black wins\n"), out)
        self.assertIn("2 pieces in one group", out)

    def test_repetition(self):
        moves = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"]
        out = self.good("play", "loa:repeat=2", *TWO, "--no-store", typed=lines(*moves))
        self.assertTrue(out.endswith("a draw by repetition\n"), out)

    def test_once_is_no_repetition(self):
        self.refused("play", "loa:repeat=1", says=["repeat must be 0|2|3, not 1"])
        self.assertRegex(self.good("games", "loa"), r"repeat +0\|2\|3 .*default 3\)")

    def test_the_board(self):
        out = self.good("play", "loa", *TWO, "--no-store", LC_ALL="C.UTF-8", typed=lines("c1-c3"))
        self.assertIn(" 3 │ ○ ·[●]· · · · ○ │ 3\n", out)
        self.assertIn(" 1 │ · ●[·]● ● ● ● · │ 1\n", out)
        self.assertIn(" 5 │ ○ · · · · · · ○ │ 5  ▸ ● Black  12 pieces in 2 groups\n", out)
        out = self.good("play", "loa", *TWO, "--no-store", LC_ALL="C", typed=lines("c1-c3"))
        self.assertIn(" 3 | O .[X]. . . . O | 3\n", out)
        self.assertIn(" 4 | O . . . . . . O | 4  > O White  12 pieces in 2 groups\n", out)
        self.assertTrue(out.isascii())

    def test_the_board_is_narrow(self):
        many = "b1b1b1b1/w1w1w1w1/8/b1b1b1b1/w1w1w1w1/8/b1b1b1b1/w1w1w1w1 b"
        for position in (many, NEAR_END):
            for language in ("en", "pt-BR"):
                out = self.good("play", "loa", *TWO, "--no-store", "--lang", language, "-p", position, typed=lines("a1-b1"))
                self.assertLessEqual(max(len(line) for line in out.splitlines() if " │ " in line), 60)

    def test_neighbours_share_their_brackets(self):
        out = self.good("play", "loa", *TWO, "--no-store", "--position", NEAR_END, LC_ALL="C", typed=lines("a1b1"))
        self.assertIn(" 1 |[. X]. . . . . . | 1\n", out)

    def test_words_and_moves_do_not_collide(self):
        out = self.good("play", "loa", *TWO, "--no-store", typed=lines("b", "b1", "h", "moves", "undo", "b1 d3", "u", "p"))
        self.assertIn("choose a destination: b1-h1, b1-b3, b1-d3 (h: help)", out)
        self.assertIn("  b1-h1    moves from b1 to h1", out)
        self.assertIn("no move to take back", out)
        self.assertRegex(out, r"(?m)^1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b$")

    def test_portuguese(self):
        out = self.good("play", "loa", *TWO, "--no-store", "--lang", "pt-BR", "--position", NEAR_END,
                        typed=lines("a1-a3", "a1-b1"))
        self.assertIn("a peça está sozinha nessa linha, então anda 1 casa, não 2", out)
        self.assertIn("Preto anda de a1 para b1, liga todas as suas peças e vence", out)
        self.assertTrue(re.search(r"Preto +2 peças em um só grupo", out), out)


if __name__ == "__main__":
    unittest.main()

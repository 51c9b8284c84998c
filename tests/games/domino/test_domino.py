"""Dominoes at the table: four seats, partners, hands that nobody else sees."""
import re
import unittest

from helper import Case, lines, without_stored

TILES = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
VIEW = "0-30 1 3* 00.02.03.04.22.34.44/?6/?5/?5 6-6 6-5@1 pass 6-3@2 3-1@2 6-4@3"
PASSED = ("85-35 1 3* 02.03.14/?4/?4/?4 6-6 6-2@1 2-1@1 6-1@1 6-0@1 1-0@1 3-1@1 6-3@1 pass pass 6-4@2 6-5@3 5-0@3 "
          "4-0@2 0-0@3 pass pass pass")
ONE = ("human", "random", "random", "random")
TEAMS = {"South": 0, "North": 0, "East": 1, "West": 1, "South and North": 0, "East and West": 1}


def anything():
    """The input of a user who tries everything until it is a move."""
    tries = [f"{tile}{arm}" for tile in TILES for arm in ("", "@1", "@2", "@3", "@4")]
    return lines(*(tries + ["pass"]) * 9)


def told_points(out):
    """The points of the teams, from the descriptions of the moves."""
    points = [0, 0]
    for who, move in re.findall(r"(?m)^(South|East|North|West) ((?:opens|plays|passes).*)$", out):
        for amount, team in re.findall(r"(\d+) points for (\w+ and \w+)", move):
            points[TEAMS[team]] += int(amount)
        for amount in re.findall(r"\): (\d+) points|on a double: (\d+)|garage (\d+)", move):
            points[TEAMS[who]] += sum(int(n) for n in amount if n)
        for amount in re.findall(r"replacing the (\d+) of the pass", move):
            points[TEAMS[re.search(r"galo, 50 points for (\w+ and \w+)", move)[1]]] -= int(amount)
    return points


class Rounds(Case):
    def play(self, *args, **how):
        return without_stored(self.good("play", *args, **how))

    def test_a_round_through_a_pipe(self):
        for seed in ("1", "2", "3", "4"):
            with self.subTest(seed=seed):
                out = self.play("domino:rounds=1", *ONE, "--seed", seed, typed=anything())
                points = told_points(out)
                shown = re.findall(r"South and North (\d+), East and West (\d+)", out)[-1]
                self.assertEqual([int(n) for n in shown], points)
                by = abs(points[0] - points[1])
                winner = "South and North" if points[0] > points[1] else "East and West"
                self.assertEqual(out.splitlines()[-1], f"{winner} win by {by}" if by else "a draw")
                self.assertRegex(out, r"goes out|locks the round")
                self.assertIn("Pips left: ", out)

    def test_a_match_ends_with_the_target(self):
        out = self.play("domino:target=50", *4 * ("random",), "--seed", "7")
        points = told_points(out)
        self.assertGreaterEqual(max(points), 50)
        self.assertRegex(out.splitlines()[-1], r"^(South and North|East and West) win( by \d+)?$")
        rounds = [int(n) for n in re.findall(r"(?m)^Round (\d+):", out)]
        self.assertEqual(rounds, sorted(rounds))

    def test_words_in_portuguese(self):
        out = self.play("domino:rounds=1", *4 * ("random",), "--seed", "4", "--lang", "pt-BR")
        self.assertRegex(out, r"Sul (joga|sai com) \d-\d")
        self.assertRegex(out, r"batida|trancado")
        self.assertRegex(out.splitlines()[-1], r"vencem|empate")

    def test_refusals_have_a_reason(self):
        out = self.play("domino", *ONE, "-p", VIEW, typed=lines("6-5", "2-0", "4-0@1", "pass", "4-0@9", "x", "40"))
        for reason in ("6-5 is not in your hand", "2-0 fits no open end", "4-0 does not fit arm 1, which ends in 5",
                       "you cannot pass: you can play 4-0", "no arm 9", "expected a tile",
                       "South plays 4-0 on arm 3 (sum 6)"):
            self.assertIn(reason, out)

    def test_nonsense_positions_are_refused(self):
        deal = "00.01.02.03.04.05.06/11.12.13.14.15.16.22/23.24.25.26.33.34.35/36.44.45.46.55.56.66"
        for hands, reason in (
                (f"{deal}.66", "tile 6-6 appears twice"),
                (deal.replace("11.12", "05.12"), "tile 5-0 appears twice"),
                (deal.replace("22/23.", "22.23/"), "a hand has at most 7 tiles"),
                ("00.01.02.03.04.05.06.11/?7/?7/?7", "a hand has at most 7 tiles"),
                ("?8/?7/?7/?7", "the number of tiles in the hand, 1 to 7"),
                ("?7/?7/?7/?7 6-6", "West has 7 tiles in hand and 1 played: they must be 7"),
                ("?7/?7/?7/?6 6-6 6-5@1", "South has 7 tiles in hand and 1 played: they must be 7"),
                ("00.01.02.03.04.05.06/?7/?7/?6 6-6 pass", "South has 6-0 and cannot pass here"),
                ("?7/?7/?7/?6 6-6 pass pass pass pass", "after three passes West must play"),
        ):
            for command in (("analyze", "domino"), ("play", "domino", *4 * ("random",)), ("perft", "domino", "1")):
                with self.subTest(hands=hands, command=command):
                    self.refused(*command, "-p", f"0-0 1 4* {hands}", says=[reason])

class Advice(Case):
    """`hint` and `analyze` of a view: winning probabilities, probable hands, styles of play."""

    def test_a_hint_explains_within_80_columns(self):
        for lang, words in {
            "en": ("Probable hands in %, from 2048 of 2018016 deals consistent with the passes",
                   "Probable styles of play", "Expected point difference"),
            "pt-BR": ("Mãos prováveis em %, segundo 2048 das 2018016 distribuições", "Estilos de jogo prováveis",
                      "Diferença de pontos esperada"),
        }.items():
            with self.subTest(lang=lang):
                out = self.good("play", "domino", *ONE, "-p", VIEW, "--lang", lang, typed=lines("hint", "q"))
                for word in words:
                    self.assertIn(word, out)
                self.assertEqual([line for line in out.splitlines() if len(line) > 80], [])
                self.assertRegex(out, r"(?m)^  (East|Leste) +\d-\d \d+  \d-\d \d+ ")
                self.assertRegex(out, r"(?m)^  (East and West|Leste e Oeste): .* \d+ %")
                for move in ("4-0@3", "4-3@3", "4-4@3"):
                    point = {"en": r"\.", "pt-BR": ","}[lang]
                    self.assertRegex(out, rf"(?m)^  {move} +\d+{point}\d %  ")
                    self.assertRegex(out, rf"{move} [+-]\d+{point}\d")

    def test_what_the_plays_reveal(self):
        for lang, words in {
            "en": ("What the plays reveal", "North, your partner: opened with 6-6, left 1 open,",
                   r"holds a \d: \d+ % instead of \d+ %"),
            "pt-BR": ("O que as jogadas revelam", "Norte, seu parceiro: abriu com 6-6, deixou 1 na ponta,",
                      r"tem \d: \d+ % em vez de \d+ %"),
            "es": ("Lo que revelan las jugadas", "Norte, tu compañero: abrió con 6-6, dejó 1 en una punta,",
                   r"tiene \d: \d+ % en vez de \d+ %"),
        }.items():
            with self.subTest(lang=lang):
                out = self.good("analyze", "domino", "-p", VIEW, "--lang", lang)
                self.assertRegex(out, rf"{words[0]}\n  {words[1]}\n    {words[2]}")

    def test_what_passes_reveal(self):
        out = self.good("analyze", "domino", "-p", PASSED)
        self.assertRegex(out, r"West: (.*, )?passed on 6/0")

    def test_without_inference_no_styles_of_play(self):
        out = self.good("analyze", "domino", "domino:level=club", "-p", VIEW)
        self.assertNotIn("plays reveal", out)
        self.assertIn("deals consistent with the passes:\n", out)
        self.assertNotIn("styles of play", out)


class Secrets(Case):
    def test_a_player_sees_one_hand(self):
        out = self.good("play", "domino", *ONE, "--seed", "5", typed=lines("position"))
        hands = re.search(r"(?m)^\d+-\d+ 1 \d\* (\S+)", out)[1].split("/")
        self.assertEqual(len(hands[0].split(".")), 7)
        for hand in hands[1:]:
            self.assertRegex(hand, r"^\?[67]$")

    def test_reports_of_other_seats_are_hidden_from_players(self):
        others = 3 * ("domino:level=club",)
        out = self.good("play", "domino", "human", *others, "--seed", "5", typed=lines("0-0@1", "q"))
        self.assertIn("East plays", out)
        self.assertNotIn(" %", out)
        out = self.good("play", "domino:rounds=1", "domino:level=club", *others, "--seed", "5")
        self.assertRegex(out, r"East plays .*  \[\d+\.\d %, ")

    def test_the_hands_are_dealt_by_the_seed(self):
        def position(seed):
            self.good("play", "domino", *ONE, "-p", VIEW, "--seed", seed, typed=lines("save a.jogada", "q"))
            return re.search(r'\[Start "(.*)"\]|\[start "(.*)"\]|"(0-30 .*)"', self.text_of("a.jogada"))[0]
        self.assertEqual(position("1"), position("1"))
        self.assertNotEqual(position("1"), position("2"))
        self.assertNotIn("?", position("1"))
        self.assertIn("00.02.03.04.22.34.44/", position("2"))

    def test_views_are_analyzed_and_not_counted(self):
        self.assertIn("plays", self.good("analyze", "domino", "random", "-p", VIEW))
        self.refused("perft", "domino", "1", "-p", VIEW, says=["hidden"])
        other = "0-30 1 3* ?7/?6/00.02.03.04.22/?5 6-6 6-5@1 pass 6-3@2 3-1@2 6-4@3"
        self.refused("analyze", "domino", "random", "-p", other, says=["South"])

    def test_two_people_at_one_terminal(self):
        """The next player is called before anything is shown, and the hand of the last one is erased."""
        table = self.terminal("play", "domino", "human", "human", "random", "random", "--no-store", "-p",
                              "0-0 1 1* 00.02.03.04.22.34.66/01.06.16.24.26.35.36/05.11.13.15.44.45.55/"
                              "12.14.23.25.33.46.56")
        before = table.prompt("South, press Enter when nobody else is looking: ")
        self.assertNotIn("6-6", before)
        table.type("\r")
        self.assertIn("4-3", table.prompt("South> "))
        table.type("6-6\r")
        called = table.prompt("East, press Enter when nobody else is looking: ")
        self.assertIn("\x1b[2J", called)
        after = called[called.index("\x1b[2J"):]
        self.assertNotIn("4-3", after)
        table.type("\r")
        shown = table.prompt("East> ")
        self.assertIn("South opens with 6-6", shown)
        self.assertIn("6-3", shown)
        self.assertNotIn("4-3", shown)
        table.type("q\r")
        self.assertEqual(table.leave()[0], 0)

    def test_the_board_fits_the_terminal(self):
        for seed in range(1, 4):
            out = self.good("play", "domino", *4 * ("random",), "--seed", str(seed))
            board = [line for line in out.splitlines() if not re.match("(South|East|North|West) ", line)]
            self.assertLessEqual(max(map(len, board)), 80)


if __name__ == "__main__":
    unittest.main()

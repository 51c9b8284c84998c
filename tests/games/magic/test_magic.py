"""The Magic duel at the table: cards, questions, a log, hands that the other does not see."""
import json
import re
import unittest

from helper import COLOUR, Case, lines, one_thread, without_stored

BOARD = "SG.22,LH.26,FR.28 - / 11 9 2P,AM,DJ FA.16,GS.21,HI.24,GP.27 -"
MAIN = f"24 main1 1 2 - 28 / 13 6 2M,VH,BV {BOARD}"
ONE = ("human", "random")
TWO = ("human", "human")


def anything(times):
    """What somebody types who tries everything: cards by line, creatures by number, targets."""
    tries = ["keep", "top", "opponent", *range(1, 60), 0]
    return lines(*(tries * times))


@one_thread
class Duels(Case):
    def play(self, *args, **how):
        return without_stored(self.good("play", *args, **how))

    def check_end(self, out):
        """The life totals of the log agree with the last board, and the board with the winner."""
        board = out[out.rindex(": the game is over"):]
        life = {name: int(n) for name, n in re.findall(r"(Red|White) - (-?\d+) life", board)}
        library = {name: int(n) for name, n in re.findall(r"(Red|White) - .* library (\d+)", board)}
        shown = {"Red": 20, "White": 20} | {name: int(n) for name, n in re.findall(r"; (Red|White): life (-?\d+)", out)}
        self.assertEqual(life, shown)
        last = out.splitlines()[-1]
        if last != "a draw":
            winner = re.match(r"(Red|White) wins", last)[1]
            loser = "White" if winner == "Red" else "Red"
            self.assertTrue(life[loser] <= 0 < life[winner] or library[loser] == 0, board)

    def test_a_whole_game_through_a_pipe(self):
        attacks = 0
        for seed in ("1", "2", "3"):
            with self.subTest(seed=seed):
                out = self.play("magic", *ONE, "--seed", seed, typed=anything(60))
                self.check_end(out)
                attacks += len(re.findall(r"Red attacks with .* \[\d+\]", out))
                self.assertRegex(out, r"(?m)^Red draws [A-Z]\w+")
                self.assertNotRegex(out, r"White draws (?!a card)")
                self.assertEqual([line for line in out.splitlines() if len(line) > 80 and "expected" not in line
                                  and ";" not in line], [])
        self.assertGreater(attacks, 3)

    def test_computers_alone(self):
        out = self.play("magic:decks=white/red", "random", "random", "--seed", "4")
        self.check_end(out)

    def test_portuguese(self):
        out = self.play("magic", *ONE, "--seed", "1", "--lang", "pt-BR", typed=anything(60))
        for word in (r"Vermelho (joga|conjura) ", r"Branco (mantém a mão|faz um mulligan)", r"Jogador ativo: ",
                     r"Turno \d+ \(Vermelho\)", r"Vermelho compra "):
            self.assertRegex(out, word)
        self.assertRegex(out.splitlines()[-1], r"(Vermelho|Branco) vence")

    def test_mulligan_and_scry(self):
        out = self.play("magic:first=1", *ONE, "--seed", "2", typed=lines("perhaps", "mulligan", "mulligan", "keep",
                                                                         "keep", "bottom", "p", "position", "q"))
        for n in (7, 6, 5):
            self.assertRegex(out, rf"Cards: {n}, lands: \d\. Keep, or mulligan to {n - 1}\?")
        self.assertIn("expected one of: keep, mulligan (h: help)", out)
        card = re.search(r"The top card is (.*)\. Leave it on top, or put it on the bottom\?", out)[1]
        self.assertIn(f"Red looks at the top card: {card}\n", out)
        self.assertIn(f"On the bottom of the library: {card}\n", out)
        self.assertRegex(out, r"(?m)^1 main1 1 1 - 0 / 20 0 \S+ - - bottom:[A-Z]+ kept:5 / ")

    def test_the_hand_is_counted_as_it_is_shown(self):
        for seed in ("3", "4", "5", "6"):
            out = self.play("magic", *ONE, "--seed", seed, typed=lines("q"))
            hand = re.findall(r"(?m)^ [ *]?\d\) (\w+)", out)
            self.assertEqual(len(hand), 7)
            self.assertIn(f"Cards: 7, lands: {hand.count('Mountain')}.", out)


@one_thread
class Questions(Case):
    def play(self, *typed, position=MAIN, seats=TWO, **how):
        return self.good("play", "magic", *seats, "-p", position, "--seed", "1", typed=lines(*typed), **how)

    def test_refusals_have_a_reason(self):
        out = self.play(9, "lava", "xyzzy", "0", 16, 22, 22, 0, 22, 99)
        for reason in ("your hand has 4 cards", "Lava Axe is not in your hand",
                       "expected one of: Mountain, Volcanic-Hammer, Blazing-Volley, pass", "Fencing Ace is not yours",
                       "Skyraker Giant is already attacking", "Skyraker Giant is not yours",
                       "expected one of: 16, 21, 24, 27, done"):
            self.assertIn(f"{reason} (h: help)\n", out)

    def test_several_answers_in_one_line(self):
        out = self.play("0 22 26 0", "16 22 21 22 24,26 0", "21", "p")
        for shown in ("Red attacks with Skyraker Giant [22]", "Red attacks with Lightning Hounds [26]",
                     "White blocks Skyraker Giant [22] with Griffin Sentinel [21]",
                     "White blocks Lightning Hounds [26] with Heavy Infantry [24]",
                     "Red has Skyraker Giant [22] damage Griffin Sentinel [21] next"):
            self.assertIn(shown, out)
        self.assertIn("Turn 24 (Red): second main phase", out)

    def test_a_line_stops_at_an_illegal_move(self):
        out = self.play("0 22 77 26", "position")
        self.assertIn("77: expected one of: 26, 28, done\n", out)
        self.assertIn("\n24 attack:22 1 2 - 28 / ", out)
        out = self.play("0 22 0 16 22", "position")
        self.assertIn("ignored from 16 on: it is no longer your turn\n", out)
        self.assertIn("\n24 block 1 2 - 28 / ", out)

    def test_playable_cards_have_a_star_in_colour_too(self):
        for colour in ("always", "never"):
            out = COLOUR.sub("", self.good("play", "magic", *TWO, "-p", MAIN, "--color", colour, typed=lines("q")))
            self.assertIn("* 3) Volcanic Hammer", out)

    def test_names_with_blanks(self):
        self.assertIn("Red casts Volcanic Hammer\n", self.play("Volcanic Hammer"))
        self.assertIn("aims Volcanic Hammer at White; White: life 8\n", self.play("vol opponent"))

    def test_cards(self):
        out = self.play("card 3", "card 22", "card siege mastodon", "carta lav", "card", "card 99", "card f", "c vh")
        self.assertIn("3) Volcanic Hammer, 1R, sorcery\n  3 damage to target creature or player.\n", out)
        self.assertIn("[22] Skyraker Giant, 2RR, creature 4/3\n  Reach: ", out)
        self.assertIn("Siege Mastodon, 4W, creature 3/5\n", out)
        self.assertIn("Lava Axe, 4R, sorcery\n", out)
        self.assertEqual(out.count("no card, or more than one, matches; type more of its name, its line or its number"), 2)
        self.assertIn("no card given; ", out)

    def test_letters_of_words_are_no_cards(self):
        out = self.play("m", "p", "h")
        self.assertIn("  Blazing-Volley casts Blazing Volley; Fencing Ace [16] dies\n", out)
        self.assertEqual(out.count("Turn 24 (Red): first main phase"), 2)
        self.assertRegex(out, r"(?m)^  p  print ")
        self.assertNotIn("Red plays Mountain", out)

    def test_other_games_have_no_cards(self):
        out = self.good("play", "coins", *TWO, typed=lines("card 1", "help", "log", 1, 2, "log", "log 1", "log x"))
        self.assertNotIn("what a card does", out)
        self.assertTrue(out.count("player 1 takes 1 coin") == 2 and out.count("player 2 takes 2 coins") == 3, out)
        self.assertIn("expected a number of moves, such as log 20", out)

    def test_forced_moves_make_themselves(self):
        position = "25 main1 2 2 - 3 / 20 2 - NR.1 - / 9 1 SM - -"
        out = self.play("log", position=position, seats=("random", "human"))
        self.assertTrue(out.index("White passes") < out.index("White ends the turn") < out.index("Red draws a card"))

    def test_undo_goes_back_to_a_choice(self):
        position = "25 main1 2 2 - 3 / 20 2 - - - / 9 1 P,SM - -"
        out = self.play(1, "position", "undo", "position", "undo", position=position, seats=("random", "human"))
        said = re.findall(r"(?m)^(\d+ main\d 2) 2 (.)", out)
        self.assertEqual(said[-1], ("25 main1 2", "-"))
        self.assertIn("no move to take back", out)

    def test_resume(self):
        out = self.play("0", "22", "position", "q")
        at = re.search(r"(?m)^24 attack:22 .*$", out)[0]
        again = self.good("play", "--resume", typed=lines("position", "undo", "position", "log"))
        self.assertIn(f"\n{at}\n", again)
        self.assertIn("\n24 attack 1 2 - 28 / ", again)
        self.assertIn("Turn 24 (Red): declare attackers", again)
        self.assertRegex(again, r"(?m)^Red passes$")


@one_thread
class Secrets(Case):
    def test_a_player_sees_one_hand(self):
        out = self.good("play", "magic", *ONE, "--seed", "5", typed=lines("position", "keep", "log"))
        self.assertRegex(out, r"(?m)^0 mulligan 1 . - 0 / 20 0 [^?]\S+ - - / 20 0 \?7 - -$")
        self.assertNotIn("Plains\n", out.split("White plays Plains")[0])

    def test_the_other_hand_is_dealt_by_the_seed(self):
        view = "24 main1 1 2 - 28 / 13 6 2M,VH - - / 11 9 ?4 - -"

        def start(seed):
            self.good("play", "magic", *ONE, "-p", view, "--seed", seed, typed=lines("save a.jogada", "q"))
            return re.search(r'"(24 main1 .*)"', self.text_of("a.jogada"))[1]
        self.assertEqual(start("1"), start("1"))
        self.assertNotEqual(start("1"), start("2"))
        self.assertNotIn("?", start("1"))

    def test_two_people_at_one_terminal(self):
        """Who comes to the table is called, sees what was done, and nothing of the other's hand."""
        table = self.terminal("play", "magic", *TWO, "--no-store", "-p",
                              "24 main2 1 2 L 28 / 13 2/6 VH,LA SG.22 - / 11 9 AM,DJ FA.16 -")
        before = table.prompt("Red, press Enter when nobody else is looking: ")
        self.assertNotIn("Hammer", before)
        table.type("\r")
        shown = table.prompt("Red> ")
        self.assertIn("Lava Axe", shown)
        self.assertNotIn("Angel", shown)
        table.type("VH 16 0\r")
        called = table.prompt("White, press Enter when nobody else is looking: ")
        after = called[called.index("\x1b[2J"):]
        self.assertNotIn("Lava Axe", after)
        table.type("\r")
        shown = table.prompt("White> ")
        self.assertIn("Red casts Volcanic Hammer", shown)
        self.assertIn("Angel of Mercy", shown)
        self.assertNotIn("Lava Axe", shown)
        table.type("log\r")
        shown = table.prompt("White> ")
        self.assertIn("White draws ", shown)
        self.assertNotIn("Lava Axe", shown)
        table.type("0\r")
        table.prompt("White> ")
        table.type("0\r")
        called = table.prompt("Red, press Enter when nobody else is looking: ")
        after = called[called.index("\x1b[2J"):]
        table.type("\r")
        shown = after + table.prompt("Red> ")
        self.assertNotIn("Angel", shown)
        self.assertIn("White ends the turn", shown)
        table.type("q\r")
        self.assertEqual(table.leave()[0], 0)


CHAPTER_5 = "5 main1 1 1 L 2 / 20 2 VH NR.1 - / 20 5 ?3 SM.2 -"
OPENING = "0 mulligan 1 1 - 0 / 20 0 M,NR,2BS,VH,2LA - - / 20 0 ?7 - -"


@one_thread
class Advice(Case):
    """What magic.search tells of its plan, and the mulligan policy."""

    def analyze(self, position, *more):
        return self.good("analyze", "magic", "magic.search", "--position", position, *more)

    def analyze_json(self, position):
        return json.loads(self.analyze(position, "--json"))

    def test_the_sequence_of_chapter_5(self):
        """Nest Robber attacks, Siege Mastodon blocks, Volcanic Hammer finishes it."""
        out = self.analyze(CHAPTER_5)
        self.assertRegex(out, r"best move +pass")
        self.assertIn("Plan\n  first main phase: nothing\n  attack: Nest Robber [1]\n", out)
        self.assertRegex(out, r"reward after combat +-2\.3\n +reward at end of turn +\+2\.2\n")
        self.assertRegex(out, r"states visited +\d+\n")
        said = self.analyze_json(CHAPTER_5.replace("main1", "attack"))
        self.assertEqual(said["move"], "1")
        block = "5 block 1 1 L 2 / 20 2 ?1 NR.1ta - / 20 5 3P SM.2 -"
        self.assertEqual(self.analyze_json(block)["move"], "2")
        said = self.analyze_json("5 main2 1 1 L 2 / 20 2 VH - NR / 20 5 ?3 SM.2d2 -")
        self.assertEqual(said["move"], "Volcanic-Hammer")
        plan = said["explain"]["plan"]
        self.assertEqual(plan["actions"], [{"card": "Volcanic Hammer", "creature": 2}])
        self.assertAlmostEqual(plan["reward"], 2.2)
        self.assertEqual((plan["unit"], said["unit"], said["score"]), ("reward", "points", 22))

    def test_the_whole_sequence_at_the_table(self):
        position = CHAPTER_5.replace("?3", "3P")
        out = self.good("play", "magic", "magic.search", "magic.search", "-p", position, "--seed", "1")
        shown = ["Red attacks with Nest Robber [1]", "White blocks Nest Robber [1] with Siege Mastodon [2]",
                "Red aims Volcanic Hammer at Siege Mastodon [2]; Siege Mastodon [2] dies"]
        places = [out.index(line) for line in shown]
        self.assertEqual(places, sorted(places))

    def test_a_target_that_is_open_and_creatures_to_come(self):
        out = self.analyze("5 target2:VH 1 1 L 2 / 20 0/2 M - NR / 20 5 ?3 SM.2d2 -")
        self.assertIn("  second main phase: Volcanic Hammer on Siege Mastodon [2]\n", out)
        self.assertNotIn("attack:", out)
        out = self.analyze("5 main1 1 1 L 2 / 20 4 NR - - / 20 5 ?3 - -")
        self.assertIn("  first main phase: Nest Robber\n  attack: Nest Robber [3]\n", out)

    def test_the_mulligan_policy(self):
        out = self.analyze(OPENING)
        self.assertRegex(out, r"move +mulligan")
        self.assertRegex(out, r"Mulligan policy, on the play\n"
                              r"  keep \(cards 7, lands 1\) +21\.5000\n"
                              r"  mulligan to 6 +22\.8394\n  choice: mulligan\n")
        out = self.analyze(OPENING.replace("1 1 -", "1 2 -").replace("M,NR", "3M,NR").replace(",2LA", ""))
        self.assertRegex(out, r"on the draw\n  keep \(cards 7, lands 3\) +30\.5000\n"
                              r"  mulligan to 6 +24\.7502\n  choice: keep\n")
        said = self.analyze_json(OPENING)["explain"]["mulligan"]
        self.assertAlmostEqual(said.pop("mulligan"), 22.8394, 4)
        self.assertEqual(said, {"starts": True, "cards": 7, "lands": 1, "unit": "keep_reward", "keep": 21.5,
                                "keeps": False})

    def test_in_portuguese(self):
        out = self.analyze(OPENING, "--lang", "pt-BR")
        self.assertRegex(out, r"Política de mulligan, para quem começa\n"
                              r"  manter \(cartas 7, terrenos 1\) +21,5000\n"
                              r"  mulligan para 6 +22,8394\n  decisão: mulligan\n")
        out = self.analyze(CHAPTER_5, "--lang", "pt-BR")
        self.assertIn("Plano\n  primeira fase principal: nada\n  ataque: Nest Robber [1]\n", out)
        self.assertRegex(out, r"recompensa após o combate +-2,3\n +recompensa no fim do turno +\+2,2\n")


class Quick(Case):
    def test_tuning_takes_the_agent_made_for_the_game(self):
        out = self.good("tune", "magic", "--generations", "1", "-n", "2", "-p", "4", "--proof", "2", "--no-store")
        self.assertIn("magic.q:eval=@magic.weights", out)

    def test_the_seed_tosses_and_deals(self):
        found = json.loads(self.good("analyze", "magic", "magic.search", "--seed", "3", "--json"))
        self.assertEqual(found["deal_seed"], 3)
        self.assertIn(" mulligan ", found["position"])

    def test_a_view_is_not_dealt(self):
        """The library follows from both hands, of which a view has one."""
        draw = "24 draw 1 2 - 28 / 13 6 ?4 SG.22,LH.26 - / 11 9 2P,AM,DJ FA.16,GS.21,HI.24,GP.27 -"
        self.refused("analyze", "magic", "magic.search", "-p", draw, says=["chance is to move in this player's view"])


@one_thread
class LookingAhead(Case):
    """What `magic` tells of the ways to go on that it played out."""

    BLOCK = "24 block 1 2 - 28 / 13 6 ?4 SG.22ta,LH.26ta - / 11 9 2P,AM,DJ FA.16,GS.21,HI.24,GP.27 -"

    def analyze(self, position, *more):
        return self.good("analyze", "magic", "magic:rollouts=60", "--position", position, *more)

    def test_the_way_that_is_taken_comes_first(self):
        for position in (MAIN.replace("2P,AM,DJ", "?4"), self.BLOCK):
            with self.subTest(position=position):
                out = self.analyze(position)
                score = re.search(r"(?m)^  score +(\S+ %)$", out)[1]
                shown = re.findall(r"(?m)^ +(\d+\.\d %) +(\d+)   ", out[out.index(" simulated games"):])
                self.assertEqual(shown[0][0], score)
                self.assertEqual(max(int(n) for _, n in shown), int(shown[0][1]))
                move = re.search(r"(?m)^  best move +(\S+):", out)[1]
                self.assertRegex(out, rf"(?m)^ +{move} +{re.escape(score)}  ")
                explained = json.loads(self.analyze(position, "--json"))["explain"]
                self.assertEqual(f"{100 * explained['ways'][0]['win']:.1f} %", score)
                self.assertEqual(explained["unit"], "reward")
                self.assertEqual({type(way["reward"]) for way in explained["ways"]}, {float})

    def test_the_explanation_of_a_dealt_hand_has_units(self):
        found = json.loads(self.good("analyze", "magic", "magic:rollouts=60", "--seed", "1", "--json"))
        explained = found["explain"]
        self.assertEqual((found["unit"], explained["unit"]), ("chance", None))
        self.assertEqual({way["reward"] for way in explained["ways"]}, {None})
        self.assertEqual(explained["mulligan"]["unit"], "keep_reward")

    def test_plans_fit_80_columns_and_appear_once(self):
        for lang, twice in (("en", "to block,"), ("pt-BR", "para bloquear,")):
            for position in (MAIN, self.BLOCK):
                out = self.analyze(position, "--lang", lang)
                self.assertEqual([line for line in out.splitlines() if len(line) > 80], [])
                self.assertNotIn(twice, out)
        self.assertRegex(out, r"(?m)^ +vitórias +de$")

    def test_single_moves_appear_once(self):
        out = self.analyze(OPENING)
        self.assertEqual(out.count("takes a mulligan\n"), 1 + out.count("best move      mulligan"))
        self.assertNotIn("simulated games", out)


if __name__ == "__main__":
    unittest.main()

"""jogada analyze: what it says of a position is what a search by hand finds."""
import copy
import json
import re
import signal
import unittest

from helper import COLOUR, KALAH_START, Case, wait_until_it_listens
from kalah import Kalah

FIELDS = ["game", "position", "agent", "move", "score", "depth", "nodes", "seconds", "pv", "moves"]
WIN = 1000000


def value(game, depth, player):
    """What a position is worth to a player, by looking at every line of play."""
    margin = (game.places[6] - game.places[13]) * (1 if player == 0 else -1)
    if game.over:
        return WIN if margin > 0 else -WIN if margin < 0 else 0
    if not depth:
        return margin
    choose = max if game.player == player else min
    return choose(value(after(game, house), depth - 1, player) for house in game.moves())


def after(game, house):
    child = copy.deepcopy(game)
    child.move(house)
    return child


def position(places, player):
    game = Kalah()
    game.places, game.player = list(places), player
    return game


class Document(Case):
    def analyze(self, *args, **how):
        return json.loads(self.good("analyze", *args, "--json", **how))

    POSITIONS = [
        Kalah(),
        position([4, 0, 5, 1, 0, 2, 8, 3, 0, 1, 6, 2, 5, 11], 1),
        position([0, 0, 1, 0, 0, 1, 22, 0, 1, 0, 2, 0, 0, 21], 0),  # soon over, won
        position([0, 0, 0, 0, 0, 1, 20, 0, 0, 0, 0, 0, 1, 26], 0),  # lost
    ]

    def test_scores_of_all_moves(self):
        for game in self.POSITIONS:
            for agent in ("minimax:depth=3,eval=store", "alphabeta:depth=3,eval=store"):
                with self.subTest(position=str(game), agent=agent):
                    found = self.analyze("kalah", agent, "--position", str(game))
                    wanted = {str(house): value(after(game, house), 2, game.player) for house in game.moves()}
                    scores = {row["move"]: row["score"] for row in found["moves"]}
                    self.assertEqual(scores, wanted)
                    self.assertEqual(found["score"], max(wanted.values()))
                    self.assertEqual(wanted[found["move"]], found["score"])
                    self.assertEqual([row["score"] for row in found["moves"]], sorted(wanted.values(), reverse=True))
                    self.assertEqual(found["proven"], abs(found["score"]) == WIN)
                    self.assertEqual(found["pv"][0], found["move"])
                    self.line_is_worth(game, found)

    def line_is_worth(self, game, found):
        end = game
        for move in found["pv"]:
            self.assertIn(int(move), end.moves())
            end = after(end, int(move))
        self.assertEqual(value(end, 0, game.player), found["score"])

    def test_fields(self):
        found = self.analyze("kalah:seeds=4", "alphabeta:eval=store,depth=2", "-p", KALAH_START)
        self.assertLessEqual(set(FIELDS), set(found))
        self.assertEqual((found["game"], found["position"], found["depth"]), ("kalah", KALAH_START, 2))
        self.assertEqual(found["agent"], "alphabeta:depth=2,eval=store")
        self.assertIsInstance(found["score"], int)
        self.assertGreater(found["nodes"], 6)
        self.assertGreaterEqual(found["seconds"], 0)

    def test_scores_are_in_the_unit_of_the_game(self):
        found = self.analyze("kalah", "greedy:eval=mix")  # hundredths of a seed
        self.assertEqual(found["score"], max(row["score"] for row in found["moves"]))
        self.assertLess(abs(found["score"]), 10)
        self.assertIsInstance(found["score"], float)

    def test_without_an_agent_the_default_opponent(self):
        opponent = json.loads(self.good("games", "tictactoe", "--json"))["opponent"]
        found = self.analyze("tictactoe")
        self.assertEqual((found["agent"], found["score"]), (opponent, 0))
        self.assertEqual(len(found["moves"]), 9)

    def test_agents_without_values(self):
        found = self.analyze("kalah", "random", "--seed", "3")
        self.assertEqual((found["score"], found["moves"]), (None, []))
        self.assertIn(found["move"], list("123456"))
        self.assertEqual(found["move"], self.analyze("kalah", "random", "--seed", "3")["move"])
        self.assertEqual(len({self.analyze("kalah", "random", "-s", str(s))["move"] for s in range(1, 30)}), 6)

    def test_the_same_in_every_language(self):
        strip = lambda found: {name: found[name] for name in found if name != "seconds"}
        self.assertEqual(strip(self.analyze("coins")), strip(self.analyze("coins", "--lang", "pt-BR")))

    def test_interrupted(self):
        process = self.start("analyze", "kalah", "minimax:depth=60", "--json")
        wait_until_it_listens(process.pid)
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.err), (0, ""))
        found = json.loads(result.out)
        self.assertIn(found["move"], list("123456"))
        self.assertIn("stopped", found["note"])


class Text(Case):
    def test_best_move_first(self):
        out = self.good("analyze", "tictactoe", "-p", "xx./oo./... x")
        self.assertRegex(out, r"best move +3: marks square 3\n")
        self.assertRegex(out, r"score +win in 1 move\n")
        self.assertRegex(out, r"searched +to the end\n")
        rows = [line.split()[:2] for line in out.split("\n\n")[-1].splitlines()]
        self.assertEqual(rows[0], ["3", "win"])
        self.assertEqual(len(rows), 5)
        self.assertNotRegex(out, COLOUR)
        self.assertNotIn("\r", out)

    def test_moves_in_words(self):
        out = self.good("analyze", "kalah", "alphabeta:depth=3")
        self.assertIn("sows 4 seeds from house 3, and moves again", out)
        self.assertIn("alphabeta:depth=3", out)

    def test_portuguese(self):
        out = self.good("analyze", "kalah", "alphabeta:depth=3", "--lang", "pt-BR")
        for word in ("melhor jogada", "valor", "sequência", "profundidade 3", "tempo", "semeia"):
            self.assertIn(word, out)
        for word in ("best", "score", "searched", "seeds"):
            self.assertNotIn(word, out)

    def test_interrupted_on_a_terminal(self):
        screen = self.terminal("analyze", "kalah", "minimax:depth=60")
        screen.expect("...")
        screen.type("\x03")
        status, shown = screen.leave()
        self.assertEqual(status, 0)
        self.assertRegex(shown, r"move +.*sows 4 seeds")
        self.assertIn("stopped", shown)


    def test_iterations_are_shown_as_they_come(self):
        for agent in ("ab:depth=7", "ab:depth=7,threads=2"):
            status, shown = self.terminal("analyze", "kalah", agent).leave()
            self.assertEqual(status, 0)
            depths = [int(n) for n in re.findall(r"\x1b\[K +(\d+) +[-+]\d+ +\d+\.\d+ M", shown)]
            self.assertEqual(depths, [1, 2, 3, 4, 5, 6, 7])

    def test_a_shortest_win_is_counted(self):
        document = json.loads(self.good("analyze", "--json", "tictactoe", "ab:depth=9", "-p", "xo./.../... x"))
        self.assertEqual((document["score"], document["proven"], document["plies"]), (WIN, True, 5))
        self.assertEqual(len(document["pv"]), 5)


class Refused(Case):
    def test_no_move_to_choose(self):
        self.refused("analyze", "kalah", "-p", "0,0,0,0,0,0,30,0,0,0,0,0,0,18 -", says=["over"])
        self.refused("analyze", "tictactoe", "-p", "xxx/oo./... o", says=["over"])

    def test_people_do_not_answer(self):
        self.refused("analyze", "kalah", "human", says=["human"])

    def test_nonsense(self):
        self.refused("analyze", says=["GAME [AGENT]"])
        self.refused("analyze", "kalah", "nosuch", says=["nosuch", "alphabeta"])
        self.refused("analyze", "kalah", "alphabeta:depth=x", says=["0..1000"])
        self.refused("analyze", "kalah", "alphabeta", "alphabeta")
        self.refused("analyze", "kalah", "-p", "1,2,3", says=["14"])
        self.refused("analyze", "kalah", "--seed", "-1", says=["seed"])


if __name__ == "__main__":
    unittest.main()

"""jogada analyze: its results agree with a search written by hand."""
import copy
import json
import os
import re
import signal
import unittest
from xml.etree import ElementTree

from helper import COLOUR, KALAH_START, Case, one_thread, wait_until_it_listens
from plain_kalah import Kalah

FIELDS = ["game", "position", "agent", "move", "score", "depth", "nodes", "seconds", "pv", "moves"]
WIN = 1000000


def value(game, depth, player):
    """The value of a position for a player, by searching every line of play."""
    margin = (game.places[6] - game.places[13]) * (1 if player == 0 else -1)
    if game.over:
        return WIN if margin > 0 else -WIN if margin < 0 else 0
    if not depth:
        return margin
    choose = max if game.player == player else min
    return choose(value(after(game, house), depth - 1, player) for house in game.moves())


def exact(game):
    """The margin of player 1 under best play."""
    if game.over:
        return game.places[6] - game.places[13]
    return (min if game.player else max)(exact(after(game, house)) for house in game.moves())


def after(game, house):
    child = copy.copy(game)
    child.places = list(game.places)
    child.move(house)
    return child


def position(places, player):
    game = Kalah()
    game.places, game.player = list(places), player
    return game


@one_thread
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
            wanted = {str(house): value(after(game, house), 2, game.player) for house in game.moves()}
            for agent in ("minimax:depth=3,eval=store", "alphabeta:depth=3,eval=store"):
                with self.subTest(position=str(game), agent=agent):
                    found = self.analyze("kalah", agent, "--position", str(game))
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

    def test_games_with_a_deal(self):
        """Where chance moves first, the seed decides: the first deal of 'play --seed'."""
        for game, agent in (("domino", "domino:level=amateur"), ("magic", "magic.search")):
            with self.subTest(game=game):
                first = self.analyze(game, agent)
                self.assertEqual(first["deal_seed"], 1)
                self.assertEqual(self.analyze(game, agent, "--seed", "1")["position"], first["position"])
                other = self.analyze(game, agent, "--seed", "2")
                self.assertEqual(other["deal_seed"], 2)
                self.assertNotEqual(other["position"], first["position"])
                self.assertNotIn("deal_seed", self.analyze(game, agent, "--position", first["position"]))
                self.assertRegex(self.good("analyze", game, agent, "--seed", "2"), r"(?m)^  deal +from --seed 2$")
                seats = {"domino": 4, "magic": 2}[game]
                for seat in range(seats):  # a human is shown the view of the first seat to move
                    agents = ["random" if game == "domino" else "magic.random"] * seats
                    agents[seat] = "human"
                    out = self.good("play", game, *agents, "--seed", "2", "--no-store", typed="position\nquit\n")
                    if other["position"] in out.splitlines():
                        break
                else:
                    self.fail("another deal")

    def test_exact_values_of_all_moves(self):
        endings = [position([0, 1, 2, 0, 1, 0, 20, 1, 0, 2, 1, 0, 1, 19], 0), *self.POSITIONS[2:],
                   position([1, 0, 3, 0, 0, 1, 15, 2, 0, 0, 1, 1, 0, 24], 1)]
        for game in endings:
            sign = -1 if game.player else 1
            wanted = {str(house): sign * exact(after(game, house)) for house in game.moves()}
            for agent in ("kalah.perfect", "kalah.perfect:nodes=1", "ab:nodes=1", "ab:depth=1,eval=mix", "mcts:playouts=1"):
                with self.subTest(position=str(game), agent=agent):
                    found = self.analyze("kalah", agent, "--position", str(game))
                    self.assertEqual({row["move"]: row["score"] for row in found["moves"]}, wanted)
                    self.assertEqual((found["score"], wanted[found["move"]]), (max(wanted.values()),) * 2)
                    self.assertTrue(found["proven"] and found["exact"])
                    self.assertEqual(found["plies"], len(found["pv"]))
        found = self.analyze("kalah", "kalah.perfect", "--position", str(endings[0]))
        self.assertEqual(found["explain"], {"solved": True, "low": 0, "high": 0})
        out = self.good("analyze", "kalah", "kalah.perfect", "--position", str(endings[0]))
        self.assertIn("\nsolved: a draw with best play\n", out)
        self.assertRegex(out, r"(?m)^ *score +0, proven$")
        far = self.analyze("kalah", "kalah.perfect:nodes=1000")
        self.assertFalse(far["exact"] or far["proven"] or far["explain"]["solved"])

    def test_picture(self):
        """--svg writes the value of every move where the move goes, the best with a golden edge."""
        found = self.analyze("kalah", "minimax:depth=3,eval=store", "--svg", "board.svg")
        with open(os.path.join(self.work, "board.svg"), encoding="utf-8") as f:
            root = ElementTree.fromstring(f.read())
        self.assertEqual(root[1].text, KALAH_START)
        pill, shown = None, []
        for e in root:
            if e.get("fill") == "#fff" and e.tag.endswith("}text"):
                shown.append((float(e.get("x")), int(e.text), pill.get("stroke") == "#ffd257"))
            pill = e
        scores = {int(row["move"]): row["score"] for row in found["moves"]}
        self.assertEqual([value for _, value, _ in sorted(shown)], [scores[house] for house in sorted(scores)])
        self.assertEqual({value for _, value, best in shown if best}, {found["score"]})

    def test_pictures_refused(self):
        self.refused("analyze", "kalah", "random", "--svg", "board.png", says=["must end in .svg"])
        missing = self.jogada("analyze", "kalah", "random", "--svg", "no/board.svg")
        self.assertEqual((missing.status, missing.out), (1, ""))
        self.assertIn("no/board.svg: No such file", missing.err)
        with open(os.path.join(self.work, "own.svg"), "w", encoding="utf-8") as f:
            f.write("not a picture\n")
        self.refused("analyze", "kalah", "random", "--svg", "own.svg", says=["is not an SVG picture"])
        for _ in range(2):  # a picture may be replaced
            self.good("analyze", "kalah", "random", "--svg", "board.svg")

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

    def test_loa_paper(self):
        start = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"
        found = self.analyze("loa", "loa.paper:weights=first,depth=3")
        self.assertEqual((found["position"], found["depth"], len(found["moves"])), (start, 3, 36))
        self.assertEqual(found["agent"], "loa.paper:depth=3,weights=first")
        self.assertEqual(len(found["pv"]), 3)
        self.assertLess(abs(found["score"]), 4)  # eight terms of weight 1 at most, each within a half
        won = self.analyze("loa", "loa.paper", "-p", "7w/8/8/7w/8/8/1b2b3/b7 b")
        self.assertEqual((won["move"], won["proven"], len(won["pv"])), ("e2-c2", True, 1))
        self.refused("analyze", "kalah", "loa.paper", says=["loa"])
        self.refused("analyze", "loa", "loa.paper:drop=masse", says=["masse", "mass"])

    def test_stopped_among_moves_that_lose(self):
        for agent in ("loa.paper:depth=6,nodes=20000", "alphabeta:depth=5,nodes=3000", "minimax:depth=5,nodes=20000"):
            found = self.analyze("loa", agent, "-p", "b3b3/5b2/2w5/8/8/2b5/1b1b4/1w6 b")
            self.assertEqual((found["depth"], found["proven"]), (0, False), agent)
            self.assertNotEqual(found["score"], -WIN, agent)
        for agent in ("alphabeta", "minimax"):  # a win that was found is one
            found = self.analyze("tictactoe", agent + ":nodes=9", "-p", "xx./oo./... x")
            self.assertEqual((found["score"], found["proven"], found["depth"]), (WIN, True, 0))
        found = self.analyze("kalah", "alphabeta:depth=4")
        self.assertFalse(found["proven"])

    def test_without_an_agent_the_default_opponent(self):
        opponent = json.loads(self.good("games", "tictactoe", "--json"))["opponent"]
        found = self.analyze("tictactoe")
        self.assertEqual((found["agent"], found["score"]), (opponent, 0))
        self.assertEqual(len(found["moves"]), 9)

    def test_values_have_a_unit_and_a_chance(self):
        found = self.analyze("kalah", "ab:depth=4,eval=mix")
        self.assertEqual(found["unit"], "score")
        self.assertTrue(0 < found["win"] < 1)
        self.assertEqual((found["win"] > 0.5), (found["score"] > 0))
        found = self.analyze("tictactoe", "-p", "xx./oo./... x")
        self.assertEqual((found["win"], found["moves"][0]["win"]), (1, 1))

    def test_agents_without_values(self):
        found = self.analyze("kalah", "random", "--seed", "3")
        self.assertEqual((found["score"], found["moves"]), (None, []))
        self.assertEqual((found["unit"], found["win"]), (None, None))
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
        self.assertEqual((result.status, result.err), (1, "jogada: stopped\n"))
        found = json.loads(result.out)
        self.assertIn(found["move"], list("123456"))
        self.assertIn("stopped", found["note"])


class Text(Case):
    def test_best_move_first(self):
        out = self.good("analyze", "tictactoe", "-p", "xx./oo./... x")
        self.assertRegex(out, r"best move +3: marks square 3\n")
        self.assertRegex(out, r"score +win in 1 move\n")
        self.assertRegex(out, r"search +to the end\n")
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
        for word in ("melhor jogada", "valor", "melhor linha", "profundidade 3", "tempo", "semeia"):
            self.assertIn(word, out)
        for word in ("best", "score", "searched", "seeds"):
            self.assertNotIn(word, out)

    def test_interrupted_on_a_terminal(self):
        screen = self.terminal("analyze", "kalah", "minimax:depth=60")
        screen.expect("...")
        screen.type("\x03")
        status, shown = screen.leave()
        self.assertEqual(status, 1)
        self.assertRegex(shown, r"move +.*sows 4 seeds")
        self.assertIn("stopped", shown)


    def test_iterations_are_shown_as_they_come(self):
        for agent in ("ab:depth=7", "ab:depth=7,threads=2"):
            status, shown = self.terminal("analyze", "kalah", agent).leave()
            self.assertEqual(status, 0)
            depths = [int(n) for n in re.findall(r"\x1b\[K +(\d+) +[-+][\d.]+ +\d+\.\d+ M", shown)]
            self.assertEqual(depths, [1, 2, 3, 4, 5, 6, 7])

    def test_a_shortest_win_is_counted(self):
        document = json.loads(self.good("analyze", "--json", "tictactoe", "ab:depth=9", "-p", "xo./.../... x"))
        self.assertEqual((document["score"], document["proven"], document["plies"]), (WIN, True, 5))
        self.assertEqual(len(document["pv"]), 5)

    def test_a_forced_win_is_shown(self):
        call = ("analyze", "loa", "pn:nodes=20k", "-p", "8/8/5bw1/5ww1/6b1/8/wb4w1/w1w4w b")
        document = json.loads(self.good(*call, "--json"))
        self.assertEqual((document["score"], document["proven"], document["plies"]), (WIN, True, 3))
        self.assertEqual((document["pv"][0], len(document["pv"])), ("b2-e5", 3))
        self.assertIn({"move": "b2-e5", "score": WIN, "win": 1}, document["moves"])
        self.assertRegex(self.good(*call), r"win in 3 moves\n.*b2-e5 .*\n(.*\n)*.*the shortest forced win")
        self.assertIn("a vitória forçada mais curta", self.good(*call, "--lang", "pt-BR"))

    def test_unproven_values_have_no_score(self):
        document = json.loads(self.good("analyze", "loa", "pn:nodes=1000", "--json"))
        self.assertEqual((document["score"], document["proven"], document["pv"]), (None, False, []))
        self.assertIn("nothing proven", document["note"])


@one_thread
class Refused(Case):
    def test_no_move_to_choose(self):
        self.refused("analyze", "kalah", "-p", "0,0,0,0,0,0,30,0,0,0,0,0,0,18 -", says=["over in this position: player 1 has won"])
        self.refused("analyze", "tictactoe", "-p", "xxx/oo./... o", says=["over in this position: X has won"])
        self.refused("analyze", "loa", "-p", "8/8/8/8/8/8/b6b/ww6 b", says=["over in this position: White has won"])
        self.refused("analyze", "loa", "-p", "8/8/8/8/8/8/bb6/ww6 b", says=["over in this position: a draw"])

    def test_people_do_not_answer(self):
        self.refused("analyze", "kalah", "human", says=["human"])

    def test_nonsense(self):
        self.refused("analyze", says=["GAME [AGENT]"])
        self.refused("analyze", "kalah", "nosuch", says=["nosuch", "alphabeta"])
        self.refused("analyze", "kalah", "alphabeta:depth=x", says=["0 to 1000"])
        self.refused("analyze", "kalah", "alphabeta", "alphabeta")
        self.refused("analyze", "kalah", "-p", "1,2,3", says=["14"])
        self.refused("analyze", "kalah", "--seed", "-1", says=["seed"])


if __name__ == "__main__":
    unittest.main()

"""The subcommands that list and count: games, agents, help, perft, and the languages."""
import json
import re
import subprocess
import unittest

from helper import COLOUR, KALAH_START, SLOW, Case, facts, games, one_thread

COMMON = ["--help", "--json", "--lang", "--color", "--threads", "--progress"]
OPTIONS = {
    "serve": ["--port", "--bind", "--db", "--origin", "--lab", "--trust", "--think", "--connections",
              "--absent", "--idle", "--hurry"],
    "play": ["--resume", "--position", "--delay", "--seed", "--no-store", "--db"],
    "rules": [],
    "games": [],
    "agents": [],
    "tree": ["--position", "--output", "--steps", "--nodes", "--seed"],
    "perft": ["--position", "--divide"],
    "bench": ["--signature", "--solve", "--large"],
    "solve": ["--position", "--value", "--memory", "--database", "--build", "--cache", "--no-cache"],
    "cache": [],
    "analyze": ["--position", "--seed"],
    "rollout": ["--position", "--trials", "--confidence", "--order", "--deal", "--seed", "--db", "--no-store", "--again"],
    "study": ["--quick", "--all", "--compat", "--games", "--seed", "--shipped", "--report", "--db", "--no-store"],
    "bot": [],
    "kgp": ["--serve", "--game", "--games", "--ms", "--name", "--author", "--token", "--against", "--bots", "--port",
            "--bind", "--connections", "--silence", "--seed", "--db", "--no-store"],
    "match": ["--games", "--opening-plies", "--starts", "--seed", "--db", "--no-store", "--again", "--tc", "--margin", "--report", "--sprt",
              "--alpha", "--beta", "--simulations"],
    "tournament": ["--games", "--opening-plies", "--starts", "--seed", "--db", "--no-store", "--again", "--tc", "--margin",
                   "--report", "--gauntlet", "--anchor", "--anchor-elo"],
    "tune": ["--eval", "--method", "--agent", "--opponent", "--start", "--low", "--high", "--generations", "--games",
             "--population", "--survive", "--mutation", "--crossover", "--step", "--discount", "--explore",
             "--opening-plies", "--proof", "--seed", "--output", "--report", "--db", "--no-store",
             "--again"],
    "learn": ["--generations", "--minutes", "--games", "--nodes", "--agent", "--start", "--from-nothing", "--opening-plies",
              "--data", "--filters", "--hidden", "--blend", "--epochs", "--window", "--proof", "--seed", "--output",
              "--report", "--again"],
    "book": ["--output", "--plies", "--games", "--agent", "--random", "--seed"],
    "log": ["--game", "--agent", "--run", "--result", "--failed", "--limit", "--oldest", "--runs", "--ratings", "--db"],
    "replay": ["--to", "--db"],
    "export": ["--run", "--output", "--sgf", "--db"],
    "import": ["--db"],
}
GAMES = games()
AGENTS = ["human", "random", "greedy", "minimax", "negamax", "alphabeta", "expectiminimax", "ab", "mcts", "pn", "pimc",
          "ismcts", "program"]
OVERVIEW = "play, solve, explain, tune and measure adversarial games"


@one_thread
class Help(Case):
    def test_every_command_tells_its_options(self):
        for command, options in OPTIONS.items():
            with self.subTest(command=command):
                out = self.good(command, "--help")
                self.assertIn(f"jogada {command}", out)
                for option in options + COMMON:
                    self.assertIn(option, out)
                self.assertEqual(out, self.good("help", command))
                self.assertEqual(out, self.good(command, "-h"))

    def test_help_wins_over_all_other_options(self):
        self.assertEqual(self.good("perft", "--help", "kalah"), self.good("perft", "--help"))

    def test_overview_names_every_command(self):
        out = self.good("--help")
        self.assertIn(OVERVIEW, out)
        for command in OPTIONS:
            self.assertIn(f"jogada {command}", out)
        self.assertEqual(out, self.good("help"))
        self.assertEqual(out, self.good("help"))

    def test_version(self):
        self.assertRegex(self.good("--version"), r"^jogada \d+\.\d+\.\d+\n$")


class Lists(Case):
    def json(self, *args, **how):
        return json.loads(self.good(*args, "--json", **how))

    def assert_options(self, options):
        for option in options:
            self.assertEqual(set(option) - {"labels", "offers", "pack"}, {"name", "type", "range", "default", "help"})
            if "labels" in option:
                self.assertEqual((option["type"], len(option["labels"])), ("choice", option["range"].count("|") + 1))

    def test_games(self):
        out = self.good("games")
        for name in GAMES:
            self.assertRegex(out, rf"(?m)^{name}\b")

    def test_games_json(self):
        listed = self.json("games")["games"]
        self.assertEqual(GAMES, [game["name"] for game in listed])
        for game in listed:
            self.assertEqual(game, self.json("games", game["name"]))
            self.assertIn(game["seats"], (2, 4))
            out = self.good("games", game["name"])
            self.assertIn(f"Default opponent: {game['opponent']}\n", out)
            self.assertIn(f"Default agent of rollouts: {game['rollout']}\n", out)
            self.assertTrue(game["evaluators"])
            self.assert_options(game["options"])

    def test_one_game_tells_options_with_defaults(self):
        self.assertRegex(self.good("games", "kalah"), r"houses +1\.\.10 .*\(default 6\)")
        self.assertRegex(self.good("games", "kalah:houses=3"), r"houses +1\.\.10 .*\(default 6\)")
        defaults = {o["name"]: o["default"] for o in self.json("games", "kalah")["options"]}
        self.assertEqual(defaults, {"houses": "6", "seeds": "4", "emptycapture": "0"})

    def test_choices_have_labels(self):
        order, = (o for o in self.json("games", "domino")["options"] if o["name"] == "order")
        self.assertEqual((order["range"], order["labels"]), ("ccw|cw", ["counterclockwise", "clockwise"]))
        closed, = (o for o in self.json("games", "domino")["options"] if o["name"] == "closed")
        self.assertEqual(closed["labels"][1:], ["0", "1", "2"])
        for language, label in (("en", "clockwise"), ("pt-BR", "horária"), ("es", "horario")):
            out = self.good("games", "domino", "--lang", language)
            self.assertRegex(out, rf"(?m)^    order +ccw\|cw .*\n +ccw +.*\n +cw +{label}$")
        self.assertNotRegex(self.good("games", "domino"), r"(?m)^ +2 ")  # a number says enough
        self.assertRegex(self.good("agents"), r"(?m)^    order +listed\|rank.*\n +listed +as the game lists them$")
        self.assertRegex(self.good("agents"), r"(?m)^    selective .*\n +auto +unless .*\n    without ")  # no, yes

    def test_agents(self):
        out = self.good("agents")
        for name in AGENTS:
            self.assertRegex(out, rf"(?m)^{name}\b")
        self.assertRegex(out, r"depth +0\.\.1000 .*default 6\)")
        self.assertLessEqual(set(self.good("agents", "kalah").splitlines()), set(out.splitlines()))
        for game, plays in (("kalah", False), ("loa", True)):
            self.assertEqual("loa.paper" in self.good("agents", game), plays)
        for game, plays in (("loa", False), ("kalah", True)):
            self.assertEqual("kalah.perfect" in self.good("agents", game), plays)
        for game, plays in (("loa", False), ("domino", True)):
            for name in ("basic", "antonio", "thesis", "garza", "cruz"):
                self.assertEqual(f"domino.{name}" in self.good("agents", game), plays)
        for game, plays in (("kalah", False), ("magic", True)):
            self.assertEqual("magic.q" in self.good("agents", game), plays)
        rows = [line for line in out.splitlines() if re.match(r"    \S", line)]
        self.assertTrue(all(row[18] == " " != row[19] for row in rows), rows)  # names, then ranges, in columns
        self.assertNotRegex(out, r"\d\.\d{10}")

    def test_agents_json(self):
        for args in ([], ["kalah"]):
            agents = self.json("agents", *args)["agents"]
            self.assertLessEqual(set(AGENTS), {agent["name"] for agent in agents})
            for agent in agents:
                self.assert_options(agent["options"])

    def test_rules(self):
        for name in GAMES:
            document = self.json("rules", name)
            self.assertEqual(document["game"], name)
            self.assertTrue(document["rules"])
            self.assertTrue(document["examples"])
            self.assertEqual(self.json("rules", name + "-reference").keys(), {"game", "rules"})
            self.assertTrue(self.good("rules", name).strip())

    @one_thread
    def test_bench_signature(self):
        """Nodes of fixed searches: a change of what a search does changes these numbers."""
        parts = dict(zip(GAMES, (int(nodes) for nodes, in facts("signature")), strict=True))
        if not SLOW:  # there the searches are seen by the unit tests
            self.assertEqual(int(self.good("bench", "--signature")), sum(parts.values()))
        for game in GAMES[:3]:
            self.assertEqual(int(self.good("bench", game, "--signature")), parts[game])
            self.assertEqual(self.json("bench", game, "--signature")["signature"], parts[game])

    def test_bench_json(self):
        document = self.json("bench", "tictactoe")
        self.assertGreater(document["signature"], 0)
        for row in document["rows"]:
            self.assertEqual(row["game"], "tictactoe")
            self.assertGreater(row["rate"], 0)
        for late in document["late"]:
            self.assertEqual(late["game"], "tictactoe")

    @one_thread
    def test_bench_magic(self):
        document = self.json("bench", "magic")
        rows = {row["what"]: row for row in document["rows"]}
        self.assertEqual(list(rows), ["plain random games", "random games", "vector steps", "random-random duels",
                                      "search-search duels", "magic.search"])
        for row in rows.values():
            self.assertEqual((row["game"], row["rate"] > 0), ("magic", True))
        self.assertAlmostEqual(rows["random games"]["ratio"],
                               rows["random games"]["rate"] / rows["plain random games"]["rate"])
        thinking, = document["thinking"]
        self.assertEqual((thinking["agent"], thinking["games"]), ("magic.search", 2000))
        self.assertGreater(thinking["decisions"], 2000 * 20)
        self.assertLess(0, thinking["median_us"])
        self.assertLess(thinking["median_us"], thinking["p99_us"])
        self.assertLessEqual(thinking["p99_us"], thinking["worst_us"])
        self.assertEqual(self.json("bench", "magic", "--signature")["signature"], document["signature"])
        self.assertGreater(document["signature"], 0)

    def test_json_has_no_colours(self):
        self.json("games", "--color", "always")

    def test_json_is_never_ignored(self):
        result = self.jogada("play", "coins", "random", "random", "--seed", "1", "--json")
        if result.status != 2:
            json.loads(result.out)


class Perft(Case):
    COUNTS = {
        "kalah": [6, 35, 185, 942, 4690, 23233, 114430, 563055],
        "kalah:emptycapture=1": [6, 35, 185, 942, 4685, 23169, 113959],
        "kalah:seeds=3": [6, 35, 182, 904, 4243, 19418, 87103],
        "kalah:houses=4": [4, 15, 51, 181, 644, 2203, 7470, 24423],
        "tictactoe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
        "coins": [2, 4, 7, 5, 1, 0],
    }

    def count(self, game, depth, *more):
        return json.loads(self.good("perft", game, str(depth), "--json", *more))

    def test_counts(self):
        for game, counts in self.COUNTS.items():
            with self.subTest(game=game):
                lines = self.good("perft", game, str(len(counts))).splitlines()
                self.assertEqual([list(map(int, line.split())) for line in lines],
                                 [[depth, nodes] for depth, nodes in enumerate(counts, 1)])

    def test_json_fields(self):
        document = self.count("kalah:seeds=4,houses=4", 3)
        self.assertEqual(document, {
            "game": "kalah:houses=4",
            "position": "4,4,4,4,0,4,4,4,4,0 1",
            "perft": [{"depth": 1, "nodes": 4}, {"depth": 2, "nodes": 15}, {"depth": 3, "nodes": 51}],
        })

    def test_divide_sums_to_the_total(self):
        document = self.count("kalah", 6, "--divide")
        self.assertEqual([row["move"] for row in document["divide"]], list("123456"))
        self.assertEqual(sum(row["nodes"] for row in document["divide"]), 23233)
        *rows, total = [line.split() for line in self.good("perft", "kalah", "6", "-d").splitlines()]
        self.assertEqual(sum(int(row[1]) for row in rows), int(total[1]))
        self.assertEqual(total[1], "23233")

    def test_results_do_not_depend_on_threads(self):
        for more in ([], ["--json"], ["--divide"], ["--divide", "--json"]):
            one, four = (self.good("perft", "kalah", "7", "-j", threads, *more) for threads in ("1", "4"))
            self.assertEqual(one, four)

    def test_position(self):
        after = "0,5,5,5,5,4,0,4,4,4,4,4,4,0 2"
        first = self.count("kalah", 5, "--divide")["divide"][0]
        self.assertEqual(self.count("kalah", 4, "--position", after)["perft"][-1]["nodes"], first["nodes"])
        self.assertEqual(self.count("kalah", 1, "-p", after)["position"], after)
        self.assertEqual(self.count("kalah", 4, f"--position={KALAH_START}"), self.count("kalah", 4))

    def test_nothing_follows_a_finished_game(self):
        document = self.count("kalah", 2, "-p", "0,0,0,0,0,0,30,0,0,0,0,0,0,18 -")
        self.assertEqual([row["nodes"] for row in document["perft"]], [0, 0])


@one_thread
class Languages(Case):
    def overview(self, *args, **env):
        return self.good("--help", *args, **env).splitlines()[0]

    def test_by_option(self):
        self.assertNotIn(OVERVIEW, self.overview("--lang", "pt-BR"))
        self.assertNotIn(OVERVIEW, self.overview("--lang=pt_BR"))
        self.assertIn(OVERVIEW, self.overview("--lang", "en", LC_ALL="pt_BR.UTF-8"))

    def test_by_environment(self):
        portuguese = self.overview("--lang", "pt-BR")
        for name in ("LANG", "LC_MESSAGES", "LC_ALL"):
            self.assertEqual(self.overview(**{"LC_ALL": None, name: "pt_BR.UTF-8"}), portuguese)
        self.assertIn(OVERVIEW, self.overview(LC_ALL="C.UTF-8", LANG="pt_BR.UTF-8"))
        self.assertIn(OVERVIEW, self.overview(LC_ALL=None, LANG="fr_FR.UTF-8"))

    def test_help_and_refusals_are_translated(self):
        self.assertNotEqual(self.good("play", "--help"), self.good("play", "--help", "--lang", "pt-BR"))
        self.assertNotEqual(self.refused("games", "kalahx"), self.refused("games", "kalahx", "--lang", "pt-BR"))

    def test_json_is_the_same_in_every_language(self):
        self.assertEqual(self.good("games", "--json"), self.good("games", "--json", "--lang", "pt-BR"))

    def test_an_option_before_the_command_is_not_ignored(self):
        result = self.jogada("--lang", "pt-BR", "games")
        if result.status != 2:
            self.assertEqual(result.out, self.good("games", "--lang", "pt-BR"))

    def test_without_unicode_the_board_is_ascii(self):
        for game in GAMES:
            self.assertTrue(self.good("play", game, "random", "random", "--seed", "1", LC_ALL="C").isascii())


class Output(Case):
    def assert_says_so(self, result):
        self.assertEqual(result.status, 1)
        self.assertRegex(result.err, r"^jogada: .*output")

    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for args in (["games"], ["games", "--json"], ["perft", "kalah", "4"], ["--version"], ["play", "--help"],
                         ["play", "coins", "random", "random"]):
                with self.subTest(args=args):
                    self.assert_says_so(self.jogada(*args, stdout=full))

    def test_closed_output(self):
        command = ["sh", "-c", '"$0" games >&-', self.program]
        result = subprocess.run(command, env=self.environment({}), cwd=self.work, capture_output=True, text=True,
                                check=False)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"^jogada: .*output")

    def test_colours_in_a_pipe_only_if_forced(self):
        for args in (["games"], ["rules", "kalah"], ["play", "kalah", "random", "random", "--seed", "1"], ["--help"]):
            with self.subTest(args=args):
                self.assertNotRegex(self.good(*args), COLOUR)
                self.assertRegex(self.good(*args, "--color", "always"), COLOUR)
                self.assertRegex(self.good(*args, "--color", "always", NO_COLOR="1", TERM="dumb"), COLOUR)


if __name__ == "__main__":
    unittest.main()

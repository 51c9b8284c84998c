"""Called wrongly: exit status 2, nothing on standard output, and on standard
error what is wrong, where, and what would be right."""
import unittest

from helper import KALAH_START, Case

COMMANDS = ["serve", "play", "rules", "games", "agents", "analyze", "rollout", "solve", "tree", "match", "tournament", "tune", "learn",
            "study", "book", "log", "replay", "export", "import", "bot", "kgp", "perft", "bench"]


class Place(Case):
    """The text is repeated with a mark below the mistake."""

    def assert_mark(self, text, column, *args, says=()):
        lines = self.refused(*args, says=says).splitlines()
        self.assertEqual(len(lines), 3, lines)
        self.assertEqual(lines[1], f"  {text}")
        self.assertEqual(lines[2], "  " + " " * column + "^", lines)

    GAMES = [
        ("kalah:houses=99", "99", ["houses", "1 to 10"]),
        ("kalah:houses=0", "0", ["houses", "1 to 10"]),
        ("kalah:houses=six", "six", ["houses", "1 to 10"]),
        ("kalah:seeds=4,houses=99", "99", ["houses", "1 to 10"]),
        ("kalah:emptycapture=2", "2", ["emptycapture", "0|1"]),
        ("kalah:foo=1", "foo", ["foo", "houses, seeds, emptycapture"]),
        ("kalah:seeds=4,é=1", "é", ["é", "houses, seeds, emptycapture"]),
        ("tictactoe:foo=1", "foo", ["tictactoe takes no options"]),
        ("kalahx", "kalahx", ["kalahx", "coins", "tictactoe", "kalah"]),
        ("Kalah", "Kalah", ["coins", "tictactoe", "kalah"]),
    ]

    def test_games(self):
        for spec, mistake, says in self.GAMES:
            with self.subTest(spec=spec):
                self.assert_mark(spec, spec.index(mistake), "perft", spec, "1", says=says)

    LOA_AGENTS = [
        ("loa:without=nonsense", "nonsense", ["unknown technique 'nonsense'; choose from table"]),
        ("ab:eval=mix,without=null+nonsense", "null", ["unknown technique 'nonsense'"]),
        ("loa.paper:depth=2,drop=foo", "foo", ["unknown term 'foo'"]),
        ("loa.paper:quads=-0.5,mass=0.5", "-0.5", ["a weight must be 0 to 1"]),
        ("loa:without=null,eval=nosuch", "nosuch", ["nosuch"]),
    ]

    def test_games_that_an_agent_refuses(self):
        for spec, mistake, says in self.LOA_AGENTS:
            with self.subTest(spec=spec):
                self.assert_mark(spec, spec.index(mistake), "analyze", "loa", spec, says=says)

    def test_games_at_a_column(self):
        self.assert_mark("kalah:", 6, "perft", "kalah:", "1")
        self.assert_mark("kalah:houses=6,", 15, "perft", "kalah:houses=6,", "1")
        self.assert_mark("kalah:houses", 12, "perft", "kalah:houses", "1", says=["houses="])
        self.assert_mark("kalah:houses=6,houses=6", 15, "perft", "kalah:houses=6,houses=6", "1", says=["twice"])

    def test_the_command_of_the_sources(self):
        self.refused("site", says=["./jogada site"])
        self.refused("site", "-o", "folder", says=["./jogada site"])
        self.assertIn("./jogada site", self.good("--help"))

    def test_every_command_that_takes_a_game(self):
        for command in ("play", "rules", "games", "agents", "analyze", "solve", "book", "bot", "tune", "bench"):
            with self.subTest(command=command):
                self.assert_mark("kalahx", 0, command, "kalahx")
                self.assert_mark("kalah:foo=1", 6, command, "kalah:foo=1")

    POSITIONS = [
        ("4,4,x,4,4,4,0,4,4,4,4,4,4,0 1", 4, ["seeds"]),                 # a letter
        ("4,4,é,4,4,4,0,4,4,4,4,4,4,0 1", 4, ["seeds"]),
        ("4,4,-4,4,4,4,0,4,4,4,4,4,4,0 1", 4, ["seeds"]),
        ("4,,4,4,4,4,0,4,4,4,4,4,4,0 1", 2, ["seeds"]),                  # a comma too many
        ("4,4,4,4,4,4,0,4,4,4,4,4,4,0, 1", 27, ["14"]),
        ("4,4,4,4,4,4,0,4,4,4,4,4,4,0,4 1", 27, ["14"]),
        ("4 4,4,4,4,4,0,4,4,4,4,4,4,0 1", 1, ["comma", "14"]),           # a comma too few
        ("4,4,4,4,4,4,0,4,4,4,4,4,40 1", 26, ["comma", "14"]),
        ("4,4,4,4,4,4,0,4,4,4,4,4,4,99 1", 26, ["seeds", "48"]),
        ("4,4,4,4,4,4,0,4,4,4,4,4,4,0", 27, ["player", "1 or 2"]),       # no player
        ("4,4,4,4,4,4,0,4,4,4,4,4,4,0 3", 27, ["player", "1 or 2"]),     # player 3: no space and player here
        ("4,4,4,4,4,4,0,4,4,4,4,4,4,0 -", 28, ["not over"]),
    ]

    def test_positions(self):
        for position, column, says in self.POSITIONS:
            for command in (["perft", "kalah", "1"], ["play", "kalah", "human", "human"]):
                with self.subTest(position=position, command=command):
                    self.assert_mark(position, column, *command, "--position", position, says=says)

    def test_positions_with_a_seed_too_many(self):
        self.refused("perft", "kalah", "1", "-p", "4,4,4,4,4,4,0,4,4,4,4,4,4,1 1", says=["49", "48"])
        self.refused("play", "kalah", "-p", "4,4,4,4,4,4,0,4,4,4,4,4,3,0 1", says=["47", "48"])

    def test_positions_with_something_behind(self):
        for rest in ("", "x", " ", "\n", " 1"):
            self.refused("perft", "kalah", "1", "-p", f"{KALAH_START}x{rest}")

    def test_positions_of_other_games(self):
        self.assert_mark("6 1", 0, "perft", "coins", "1", "-p", "6 1", says=["0 to 5"])
        self.assert_mark("5 3", 1, "perft", "coins", "1", "-p", "5 3", says=["1 or 2"])
        self.assert_mark("x../..z/... o", 6, "perft", "tictactoe", "1", "-p", "x../..z/... o", says=["x, o or ."])
        self.refused("perft", "tictactoe", "1", "-p", "xx./.../... o", says=["x must have as many marks as o"])

    AGENTS = [
        ("nosuch", "nosuch", ["nosuch", "human, random"]),
        ("alphabeta:depth=-1", "-1", ["depth", "0 to 1000"]),
        ("alphabeta:depth=1001", "1001", ["depth", "0 to 1000"]),
        ("alphabeta:nodes=1e3", "1e3", ["nodes"]),
        ("alphabeta:foo=1", "foo", ["depth, nodes, ms, eval"]),
        ("alphabeta:eval=nope", "nope", ["nope", "store", "mix"]),
        ("greedy:eval=nope", "nope", ["nope", "store", "mix"]),
        ("alphabeta:eval=é,foo=1", "foo", ["foo"]),
        ("random:foo=1", "foo", ["random takes no options"]),
    ]

    def test_agents(self):
        for spec, mistake, says in self.AGENTS:
            with self.subTest(spec=spec):
                self.assert_mark(spec, spec.index(mistake), "play", "kalah", "random", spec, says=says)

    def test_depths(self):
        for depth in ("0", "abc", "1e3", "101", "2.5", "99999999999999999999"):
            with self.subTest(depth=depth):
                self.assert_mark(depth, 0, "perft", "kalah", depth, says=["1 to 100"])
        self.assert_mark("-1", 0, "perft", "kalah", "--", "-1", says=["1 to 100"])
        self.refused("perft", "kalah", "-1")
        self.refused("perft", "kalah", "")


class Arguments(Case):
    def test_unknown_command(self):
        for args in (["nonsense"], [""], ["help", "nonsense"], ["nonsense", "--help"]):
            self.refused(*args, says=COMMANDS)

    def test_unknown_options(self):
        for command in COMMANDS:
            for option in ("--nope", "-x", "--nope=1", "--hel", "---"):
                with self.subTest(command=command, option=option):
                    self.refused(command, option, says=[option, "--help", "--json", "--lang"])
        self.refused("--nope", says=["--nope", "--version", "--help"])

    def test_missing_arguments(self):
        for args in (["play"], ["rules"], ["perft"], ["perft", "kalah"], ["replay"], ["export"], ["import"]):
            with self.subTest(args=args):
                self.refused(*args)
        self.refused("perft", "kalah", says=["GAME DEPTH"])

    def test_surplus_arguments(self):
        for args in (["rules", "kalah", "kalah"], ["games", "kalah", "x"], ["agents", "kalah", "x"],
                     ["perft", "kalah", "1", "2"], ["log", "x"], ["replay", "1", "2"], ["bench", "kalah", "x"], ["--version", "x"]):
            with self.subTest(args=args):
                self.refused(*args)
        self.refused("play", "kalah", "random", "random", "random", says=["2 seats"])
        self.refused("play", "kalah", *["random"] * 5)

    def test_values_of_options(self):
        for args, says in [
            (["--color", "pink"], ["auto|always|never"]),
            (["-j", "300"], ["0 to 256"]),
            (["-j", "-1"], ["0 to 256"]),
            (["-jx"], ["0 to 256"]),
            (["--json=maybe"], ["0|1"]),
            (["--lang"], ["--lang"]),
            (["--lang", "x" * 500], ["lang"]),
        ]:
            with self.subTest(args=args):
                self.refused("games", *args, says=says)
        self.refused("play", "coins", "--delay", "-5", says=["0 to 60000"])
        self.refused("play", "coins", "--seed", "-1", says=["seed"])
        self.refused("play", "coins", "--seed", "18446744073709551616", says=["seed"])

    def test_options_without_effect(self):
        match, tournament = ("match", "coins", "random", "random"), ("tournament", "coins", "random", "greedy")
        for command in ((*match, "--alpha", "0.1"), (*match, "--beta=0.05"), (*match, "--margin", "0"),
                        (*tournament, "--anchor-elo", "0"), (*match, "--annotate", "--no-store"),
                        (*match, "--no-store", "--db", "g.db"), ("rollout", "coins", "--db", "g.db", "--no-store"),
                        (*match, "--sprt", "0,5", "--simulations", "2"), ("tune", "kalah", "--survive", "0.4"),
                        ("tune", "kalah", "-m", "spsa", "--population", "8"), ("tune", "kalah", "--explore", "0.3"),
                        ("tune", "kalah", "--method", "genetic", "--step", "0.1"), ("tune", "kalah", "--db", "g.db", "--no-store"),
                        ("rollout", "coins", "--order", "all", "--confidence", "0")):
            with self.subTest(command=command):
                name = next(word for word in command if word.startswith("--")).partition("=")[0]
                self.refused(*command, says=["--"])
                self.assertIn(name, self.jogada(*command).err)
        for name in ("--tc", "--starts", "--report", "--db", "--sprt"):
            self.refused(*match, name, "", says=[f"{name} needs a non-empty value"])
        self.refused("analyze", "coins", "-p", "", says=["-p needs a non-empty value"])
        self.refused(*tournament, "--anchor", "", says=["--anchor needs a non-empty value"])
        self.good("tune", "kalah:houses=2,seeds=2", "-m", "cma", "--population", "4", "--generations", "1", "-n", "2",
                  "--proof", "2", "-a", "greedy", "--no-store", "-o", "new.weights")

    def test_unknown_languages(self):
        for args in (["games", "--lang", "xx"], ["--lang", "xx"], ["play", "kalah", "--lang", "klingon"]):
            self.refused(*args, says=["en", "pt-BR"])

    def test_texts_that_are_too_long(self):
        for length in (255, 256, 1023, 1024, 100000):
            with self.subTest(length=length):
                self.refused("games", "x" * length)
                self.refused("games", "kalah:" + "x" * length)
                self.refused("play", "kalah", "random", "y" * length)
                self.refused("perft", "kalah", "1", "-p", "4," * (length // 2))

    def test_resume_stands_alone(self):
        self.good("play", "coins", "human", "human", typed="1\n")
        self.refused("play", "kalah", "--resume", says=["--resume"])
        self.refused("play", "--resume", "--position", "3 1")
        self.assertIn("4 2", self.good("play", "--resume", typed="position\n"))


if __name__ == "__main__":
    unittest.main()

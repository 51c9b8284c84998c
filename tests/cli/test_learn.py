"""jogada learn: a network that agents load, the same one after any interruption, and what is refused."""
import json
import os
import shlex
import unittest

from helper import Case, wait_for

SMALL = ["--agent", "ab:nodes=200,tt=64k", "--games", "200", "--epochs", "3", "--filters", "16", "--hidden", "8"]


class Learn(Case):
    def bytes_of(self, name):
        with open(os.path.join(self.work, name), "rb") as f:
            return f.read()

    def exists(self, name):
        return os.path.exists(os.path.join(self.work, name))

    def learn(self, *args, game="tictactoe"):
        return json.loads(self.good("learn", game, *SMALL, "--json", *args))


class Results(Learn):
    def test_a_network_that_agents_load(self):
        document = self.learn("--generations", "2", "--proof", "4", "--from-nothing", "--report", "r.html")
        self.assertEqual(document["file"], "tictactoe.network")
        self.assertEqual([g["generation"] for g in document["generations"]], [1, 2])
        self.assertEqual([g["games"] for g in document["generations"]], [200, 400])
        for g in document["generations"]:
            self.assertEqual(len(g["loss"]), len(g["validation"]))
            self.assertEqual(sum(g["proof"][k] for k in ("wins", "draws", "losses")), 4)
        page = self.text_of("r.html")
        for word in ("Calibration", "Filters", "Loss by epoch", "jogada learn tictactoe"):
            self.assertIn(word, page)
        self.assertNotIn("first player", page.lower())
        losses = page[page.index("Loss by epoch, one generation after the other"):page.index("Calibration")]
        epochs = sum(len(g["loss"]) for g in document["generations"])
        self.assertEqual(losses.count("<circle"), 2 * (epochs + 1), "a point for each epoch, and those of the legend")
        found = json.loads(self.good("analyze", "tictactoe", "ab:depth=2,eval=@tictactoe.network", "--json"))
        self.assertEqual(len(found["moves"]), 9)
        self.assertIn("# jogada learn tictactoe", self.bytes_of("tictactoe.network").decode("latin-1"))

    def test_text_and_the_command_that_it_prints(self):
        out = self.good("learn", "tictactoe", *SMALL, "--generations", "1", "--proof", "0", "--lang", "en")
        words = shlex.split([line for line in out.splitlines() if line.startswith("  jogada play")][0])
        self.good("analyze", "tictactoe", words[4])

    def test_the_printed_command_fits_the_training(self):
        """It names the game with its options and quotes the file."""
        out = self.good("learn", "connect4:width=5,height=4", *SMALL, "--generations", "1", "--proof", "0", "-o",
                        "it's mine", "--lang", "en")
        words = shlex.split([line for line in out.splitlines() if line.startswith("  jogada play")][0])
        self.assertEqual(words[2:4], ["connect4:width=5,height=4", "human"])
        self.assertIn("it's mine", words[4])
        self.good("analyze", words[2], words[4])

    def test_every_game_with_inputs(self):
        for game in ("tictactoe", "connect4:width=5,height=4", "kalah:houses=3,seeds=2", "loa"):
            with self.subTest(game=game):
                self.learn("--generations", "1", "--proof", "0", "-o", "n", "--again", "--games", "60", game=game)
        self.good("learn", "pig:target=20", "--games", "200", "--epochs", "2", "--generations", "1", "--proof", "0", "-o", "p")
        self.good("analyze", "pig:target=20", "expectiminimax:depth=2,eval=@p")


class Resumed(Learn):
    ARGS = ["learn", "connect4:width=5,height=4", *SMALL, "--generations", "2", "--proof", "4", "--from-nothing", "-o"]

    def test_killed_and_stopped(self):
        """The network is the same, byte by byte, whatever the threads, when the call is repeated after a kill."""
        self.good(*self.ARGS, "whole", "-j", "1")
        for signal_name in ("kill", "terminate"):
            for size in (2000, 12000, 30000):
                process = self.start(*self.ARGS, "part", "-j", "2")
                wait_for(lambda: process.poll() is not None or
                         (self.exists("part.run") and len(self.bytes_of("part.run")) > size))
                getattr(process, signal_name)()
                self.finish(process)
            resumed = self.jogada(*self.ARGS, "part", "-j", "2")
            self.assertEqual(resumed.status, 0, resumed)
            self.assertIn("are stored; --again learns again", resumed.err)
            self.assertEqual(self.bytes_of("whole"), self.bytes_of("part"))
            os.remove(os.path.join(self.work, "part.run"))

    def test_a_finished_learning_prints_the_same_again(self):
        """Its last match is played again, with the same deals."""
        args = [*self.ARGS, "n", "--json", "--proof", "40"]
        self.assertEqual(self.good(*args), self.good(*args))

    def test_more_generations_continue(self):
        self.good(*self.ARGS, "n")
        document = json.loads(self.good(*self.ARGS, "n", "--generations", "3", "--json"))
        self.assertEqual(len(document["generations"]), 3)

    def test_a_time_limit_counts_earlier_calls(self):
        """A training that has had its time does not learn again when it is resumed."""
        args = ["learn", "connect4:width=5,height=4", *SMALL, "--proof", "0", "-o", "n", "--minutes", "0.00001", "--json"]
        first, second = json.loads(self.good(*args)), json.loads(self.good(*args))
        self.assertEqual(len(first["generations"]), 1)
        self.assertEqual(first, second)

    def test_data(self):
        """Samples of another training, and stored games, are learned from."""
        self.good(*self.ARGS, "n")
        document = self.learn("--data", "n.run", "-o", "again", "--proof", "0", game="connect4:width=5,height=4")
        self.assertEqual(document["generations"][0]["games"], 400)
        self.good("match", "tictactoe", "random", "random", "-n", "200", "--db", "g.db")
        self.good("export", "--run", "1", "--db", "g.db", "-o", "games.txt")
        document = self.learn("--data", "games.txt", "--proof", "0", "-o", "t")
        self.assertEqual(document["generations"][0]["games"], 200)
        self.assertFalse(self.exists("t.run"))

    def test_several_files_of_data(self):
        """Samples of Kalah with different numbers of seeds train one network, and its notes have the command."""
        for seeds in ("2", "4"):
            self.learn("--generations", "1", "--proof", "0", "-o", "n" + seeds, "--from-nothing",
                       game="kalah:houses=3,seeds=" + seeds)
        long = "x" * 200
        os.rename(os.path.join(self.work, "n2.run"), os.path.join(self.work, long))
        document = self.learn("--data", "n4.run", "--data", long, "--data", long, "--data", long, "--proof", "0", "-o", "m",
                              game="kalah:houses=3,seeds=3")
        self.assertEqual(document["generations"][0]["games"], 800)
        self.good("analyze", "kalah:houses=3,seeds=3", "ab:depth=2,eval=@m")
        notes = " ".join(line[2:] for line in self.bytes_of("m").decode("latin-1").splitlines() if line.startswith("# "))
        words = shlex.split(notes)
        self.assertEqual([words[i + 1] for i, word in enumerate(words) if word == "--data"], ["n4.run", long, long, long])


class Refused(Learn):
    def test_refused(self):
        self.file("text", "hello\n")
        for args, says in (
            (["coins"], ["coins has no inputs"]),
            (["tictactoe", "--filters", "20"], ["multiple of 16"]),
            (["tictactoe", "--hidden", "12"], ["multiple of 8"]),
            (["tictactoe", "--opening-plies", "x"], ["4-12"]),
            (["tictactoe", "--opening-plies", "5-3"], ["at most 3"]),
            (["tictactoe", "--opening-plies", "100"], ["100 random plies"]),
            (["tictactoe", "--agent", "ab:ms=10"], ["does not repeat its moves"]),
            (["tictactoe", "--agent", "ab:nodes=10,eval=lines"], ["--start"]),
            (["tictactoe", "--agent", "random"], ["random does not use an evaluator"]),
            (["tictactoe", "--proof", "3"], ["even"]),
            (["tictactoe", "--blend", "2"], ["blend"]),
            (["tictactoe", "-o", "text"], ["text exists and is not a network"]),
            (["tictactoe", "-o", "a,b"], ["comma"]),
            (["tictactoe", "--data", "text"], ["text"]),
            (["tictactoe", "--start", "nope"], ["nope"]),
            (["tictactoe", "--start", "lines", "--from-nothing"], ["--from-nothing", "--start", "exclude"]),
        ):
            with self.subTest(args=args):
                self.refused("learn", *args, says=says)
        self.assertEqual(self.text_of("text"), "hello\n")

    def test_a_journal_of_other_settings(self):
        self.good("learn", "tictactoe", *SMALL, "--generations", "1", "--proof", "0", "-o", "n")
        before = self.bytes_of("n")
        self.refused("learn", "tictactoe", *SMALL, "--seed", "2", "-o", "n", says=["n.run", "--again"])
        self.assertEqual(self.bytes_of("n"), before)
        self.good("learn", "tictactoe", *SMALL, "--seed", "2", "--generations", "1", "--proof", "0", "-o", "n", "--again")
        self.refused("learn", "kalah", "--data", "n.run", says=["not a file of samples for kalah"])

    def test_damaged_networks(self):
        self.good("learn", "tictactoe", *SMALL, "--generations", "1", "--proof", "0", "-o", "n")
        whole = self.bytes_of("n")
        for name, data in (("short", whole[:-1]), ("long", whole + b"x"), ("flipped", whole[:-9] + b"\x7f" + whole[-8:])):
            with open(os.path.join(self.work, name), "wb") as f:
                f.write(data)
            self.refused("analyze", "tictactoe", f"ab:eval=@{name}", says=[name])
        self.refused("analyze", "kalah", "ab:eval=@n", says=["a network for tictactoe, not for kalah"])
        self.refused("tune", "tictactoe", "--start", "n", says=["jogada learn"])
        self.refused("tune", "tictactoe", "--eval", "@n", says=["jogada learn"])


if __name__ == "__main__":
    unittest.main()

"""Every command with every allocation and every write failing, one after another and all from one on: it ends with
status 0 and all of its output, or with status 1 and a message, and files are as before or whole."""
import os
import shlex
import subprocess
import unittest

from faults import ALWAYS, JOGADA, LONG, PATIENCE, SEED, WAYS, Place, chosen, complaints, scratch

ENDING = "0,0,0,0,1,1,20,0,0,0,0,2,1,23 1"
PLAY = "5\nhint\nundo\n1\nsave mine.txt\nboard\nlog\nposition\nresign\nyes\n"
WORKER = f"{shlex.quote(JOGADA)} worker -j 1"
LEARN = ("learn", "tictactoe", "-a", "ab:nodes=100,tt=64k", "-n", "60", "--epochs", "1", "--filters", "16", "--hidden", "8",
         "--proof", "2", "-j", "1")
BOT = "jogada 1 tictactoe\nnew\nseat 1\nseed 1\nposition .../.../... x\nmoves 1 2\ngo\nquit\n"

# Commands and their input. `games.db` holds a match and a tournament of tic-tac-toe, `game.txt` one game of them. The games
# of `loa.db`, `game.sgf` and `games.json` are annotated. `old.network` is of one generation, with its journal; `batch.txt` is
# what a worker is sent. Input that begins with '<' is read from that file.
COMMANDS = {
    "overview": (["--help"],),
    "games": (["games", "--json"],),
    "game": (["games", "kalah", "--json"],),
    "game words": (["games", "magic"],),
    "agents": (["agents", "domino", "--json"],),
    "rules": (["rules", "coins", "--json"],),
    "analyze": (["analyze", "kalah", "ab:depth=3,tt=64k", "--json"],),
    "analyze words": (["analyze", "loa", "mcts:nodes=30"],),
    "analyze picture": (["analyze", "domino", "domino.basic", "--svg", "board.svg"],),
    "analyze by a network": (["analyze", "loa", "ab:nodes=30,tt=64k,eval=network", "--json"],),
    "rollout": (["rollout", "tictactoe", "random", "-n", "40", "--json", "-j", "1", "--db", "games.db"],),
    "rollout words": (["rollout", "domino:target=20", "domino.basic", "--deal", "-n", "9", "-j", "2", "--no-store"],),
    "play magic": (["play", "magic", "magic:rollouts=2,nodes=200", "magic.random", "--seed", "1", "--no-store"],),
    "play domino": (["play", "domino:target=50", "domino:level=club", "domino.basic", "domino.basic", "domino.basic", "--seed", "1",
                     "--no-store"],),
    "solve": (["solve", "kalah", "-p", ENDING, "--json", "-m", "1M", "--database", "2", "-j", "1"],),
    "build": (["solve", "kalah", "--build", "3", "--json"],),
    "cache": (["cache", "--json"],),
    "cache clear": (["cache", "clear"],),
    "solve tictactoe": (["solve", "tictactoe", "--json"],),
    "tree": (["tree", "coins:n=4", "alphabeta:depth=3", "--json"],),
    "tree page": (["tree", "coins:n=4", "minimax:depth=3", "-o", "tree.html"],),
    "tree picture": (["tree", "coins:n=3", "minimax:depth=2", "-o", "tree.svg"],),
    "match": (["match", "tictactoe", "random", "greedy", "-n", "4", "--json", "-j", "1", "--db", "games.db"],),
    "match annotated": (["match", "tictactoe", "greedy", "ab:depth=2", "-n", "2", "--json", "-j", "1", "--annotate", "--db",
                         "games.db"],),
    "match report": (["match", "coins", "random", "random", "-n", "2", "-j", "1", "--no-store", "--report", "page.html"],),
    "match goes on": (["match", "tictactoe", "random", "random", "-n", "8", "--json", "-j", "1", "--db", "games.db"],),
    "match clocks": (["match", "tictactoe", "random", "greedy", "-n", "2", "--json", "-j", "1", "--db", "games.db", "--tc", "1000,40/1000+1"],),
    "match threads": (["match", "tictactoe", "random", "greedy", "-n", "4", "--json", "-j", "3", "--no-store"],),
    "part": (["match", "tictactoe", "random", "greedy", "-n", "4", "-j", "1", "--part", "1..2", "-o", "new.ndjson"],),
    "part zipped": (["match", "tictactoe", "random", "greedy", "-n", "4", "-j", "1", "--part", "1..2", "-o", "new.ndjson.zst"],),
    "worker": (["worker", "-j", "1"], "<batch.txt"),
    "match workers": (["match", "tictactoe", "random", "greedy", "-n", "4", "--json", "--no-store", "--workers", WORKER],),
    "rows": (["match", "tictactoe", "random", "greedy", "-n", "4", "--json", "-j", "1", "--no-store", "--rows", "rows.ndjson"],),
    "batch": (["batch", "slurm", "match", "tictactoe", "random", "greedy", "-n", "4", "--parts", "2", "-o", "new.sh"],),
    "tournament": (["tournament", "tictactoe", "random", "greedy", "minimax:depth=1", "-n", "2", "--json", "-j", "1"],),
    "tune": (["tune", "kalah:houses=2,seeds=2", "-m", "spsa", "-a", "greedy", "--generations", "2", "-n", "2",
              "--proof", "2", "--json", "-j", "1", "--db", "games.db", "-o", "new.weights"],),
    "tune genetic": (["tune", "kalah:houses=2,seeds=2", "-m", "genetic", "-a", "greedy", "--generations", "1", "-n", "2",
                      "-p", "4", "--proof", "0", "-j", "1", "--no-store", "-o", "new.weights"],),
    "tune cma": (["tune", "kalah:houses=2,seeds=2", "-m", "cma", "-a", "greedy", "--generations", "1", "-n", "2",
                  "-p", "4", "--proof", "0", "-j", "1", "--report", "page.html", "-o", "new.weights"],),
    "learn": ([*LEARN, "-g", "1", "--report", "page.html", "-o", "new.network"],),
    "learn resumed": ([*LEARN, "-g", "2", "--json", "-o", "old.network"],),
    "learn data": ([*LEARN, "--data", "old.network.run", "-o", "new.network"],),
    "sprt": (["match", "tictactoe", "random", "random", "-n", "40", "-j", "2", "--no-store", "--sprt", "0,300", "--json"],),
    "match adjudicated": (["match", "kalah:houses=2,seeds=2", "ab:depth=2,tt=64k", "ab:depth=1,tt=64k", "-n", "4", "--json", "-j", "1", "--db",
                           "games.db", "--tb", "--resign", "movecount=1,score=90%"],),
    "openings": (["openings", "tictactoe", "-n", "3", "-j", "1", "-o", "new.starts"],),
    "openings play": (["openings", "kalah:houses=2,seeds=2", "random", "-n", "3", "-g", "4", "-j", "2", "--json"],),
    "starts": (["match", "kalah:houses=2,seeds=2", "random", "random", "-n", "2", "--no-store", "--starts", "starts.txt"],),
    "tune q": (["tune", "magic", "-m", "q", "--generations", "1", "-n", "2", "--proof", "0", "-j", "1", "--no-store", "-o", "new.weights"],),
    "studies": (["study", "--json"],),
    "study": (["study", "magic-mulligan", "--json", "--db", "games.db"],),
    "study games": (["study", "mancala-random", "--quick", "-n", "2", "--no-store", "-j", "1", "--report", "page.html"],),
    "kgp refused": (["kgp", "127.0.0.1:1", "random"],),
    "log": (["log", "--json", "--db", "games.db"],),
    "log words": (["log", "--db", "games.db", "--ratings"],),
    "log runs": (["log", "--runs", "--json", "--db", "games.db"],),
    "replay": (["replay", "1", "--json", "--db", "games.db"],),
    "replay words": (["replay", "2", "--db", "games.db"],),
    "replay picture": (["replay", "1", "--svg", "board.svg", "--db", "games.db"],),
    "replay annotated": (["replay", "1", "--json", "--db", "loa.db"],),
    "export annotated": (["export", "--run", "1", "--json", "--db", "loa.db"],),
    "export": (["export", "--run", "1", "--json", "--db", "games.db"],),
    "export file": (["export", "1", "2", "-o", "out.txt", "--db", "games.db"],),
    "import": (["import", "game.txt", "--json", "--db", "other.db"],),
    "import json": (["import", "games.json", "--db", "games.db"],),
    "export sgf": (["export", "1", "-o", "out.sgf", "--db", "loa.db"],),
    "import sgf": (["import", "game.sgf", "--json", "--db", "other.db"],),
    "book": (["book", "tictactoe", "game.txt", "-o", "new.book", "--json"],),
    "book played": (["book", "tictactoe", "-n", "3", "-a", "random", "-o", "new.book", "-j", "1"],),
    "bot": (["bot", "tictactoe", "greedy"], BOT),
    "perft": (["perft", "kalah", "3", "--divide", "--json"],),
    "signature": (["bench", "tictactoe", "--signature"],),
    "play": (["play", "tictactoe", "human", "minimax:depth=1", "--seed", "1", "--db", "games.db"], PLAY),
    "serve refused": (["serve", "--db", "/nowhere/at/all.db"],),
}


LENIENT = ("play", "solve", "study", "study games")  # what cannot be stored for the next time is a warning


def jogada(folder, *args):
    return subprocess.run([JOGADA, *args], cwd=folder, check=True, capture_output=True, text=True,
                          env={"PATH": os.environ["PATH"], "HOME": folder}).stdout


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.template = os.path.join(cls.folder.name, "template")
        os.mkdir(cls.template)
        jogada(cls.template, "match", "tictactoe", "random", "random", "-n", "4", "--db", "games.db")
        jogada(cls.template, "tournament", "tictactoe", "random", "greedy", "-n", "2", "--db", "games.db")
        jogada(cls.template, "export", "1", "-o", "game.txt", "--db", "games.db")
        jogada(cls.template, "match", "coins", "random", "greedy", "-n", "2", "--annotate", "--db", "few.db")
        jogada(cls.template, "export", "--run", "1", "-o", "games.json", "--db", "few.db")
        os.remove(os.path.join(cls.template, "few.db"))
        jogada(cls.template, "match", "loa", "random", "greedy", "-n", "2", "--annotate", "--db", "loa.db")
        jogada(cls.template, "export", "1", "-o", "game.sgf", "--db", "loa.db")
        jogada(cls.template, "match", "tictactoe", "random", "greedy", "-n", "4", "--part", "0..3", "-o", "rows.ndjson")
        jogada(cls.template, *LEARN, "-g", "1", "-o", "old.network")
        jogada(cls.template, "match", "tictactoe", "random", "greedy", "-n", "4", "--no-store", "--workers", f"tee batch.txt | {WORKER}")
        with open(os.path.join(cls.template, "starts.txt"), "w", encoding="utf-8") as f:
            f.write("2,2,0,2,2,0 1\n2,0,1,3,2,0 2\n")
        print(f"# JOGADA_TEST_SEED={SEED}")

    def setUp(self):
        self.place = Place(self.folder.name, self.template)

    def typed(self, words):
        """The input of a command."""
        if not words or words[0][0] != "<":
            return "".join(words)
        with open(os.path.join(self.place.template, words[0][1:]), encoding="utf-8") as f:
            return f.read()

    def each(self, kind, most, faults):
        calls, data = 0, 0
        nothing = self.place.run(["--version"])
        for name, (args, *typed) in COMMANDS.items():
            typed = self.typed(typed)
            good = self.place.run(args, typed, kind)
            total = self.place.control.count(kind)
            streams, stream_at, _ = self.place.control.streams()
            calls += total
            runs, wrong, injected = 0, [], 0
            for what, how in faults.items():
                for n in sorted({*chosen(total, most, f"{name} {what}"), *([stream_at] if streams else [])}):
                    run = self.place.run(args, typed, kind, n, **how(n))
                    runs += 1
                    injected += self.place.control.streams()[2]
                    trouble = complaints(nothing, good, run, name in LENIENT) if self.place.control.failed(kind) else None
                    if trouble:
                        wrong.append(f"{what}, {n} of {total}: {trouble}")
            print(f"# {name}: {total} {kind}, {runs} runs, {len(wrong)} wrong", flush=True)
            with self.subTest(name):
                if kind == "writes" and good.files != nothing.files:
                    data += injected
                    self.assertGreaterEqual(injected, len(faults), "writes of a file's data that failed")
                self.assertFalse(wrong[:10], f"{len(wrong)} of {runs} runs of {' '.join(args)}")
        self.assertGreater(calls, 500, "calls that can fail")
        if kind == "writes":
            print(f"# {data} writes of a file's data failed", flush=True)
            self.assertGreater(data, 50, "writes of a file's data that failed")

    def test_every_allocation_fails(self):
        self.each("allocations", 16, {"one": lambda n: {"last": n}, "all from one on": lambda n: {"last": ALWAYS}})

    def test_every_write_fails(self):
        faults = {f"{way}, one": lambda n, e=error: {"last": n, "error": e} for way, error in WAYS.items()}
        faults |= {"no space from one on": lambda n: {"last": ALWAYS}}
        self.each("writes", 8, faults)

    def start(self, kind, first=0, last=0):
        """Starts a server while a call fails, and ends it: status, whether it got ready, errors, calls until then."""
        place = self.place
        place.reset(kind, first, last)
        server = subprocess.Popen([JOGADA, "serve", "--port", "0", "--db", "games.db"], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=place.work, env=place.environment())
        ready, calls = server.stdout.readline(), place.control.count(kind)
        place.control.arm(kind, 0, 0)
        server.terminate()
        _, errors = server.communicate(timeout=PATIENCE)
        return server.returncode, bool(ready), errors, calls

    def test_server_starts_or_explains(self):
        for kind in ("allocations", "writes"):
            good = self.start(kind)
            self.assertEqual(good[:3], (0, True, ""))
            runs = 0
            for last in (None, ALWAYS):
                for n in chosen(good[3], 16, f"serve {last}"):
                    status, ready, errors, _ = self.start(kind, n, last or n)
                    runs += 1
                    with self.subTest(kind, n=n, last=last):
                        self.assertIn(status, (0, 1), errors)
                        self.assertTrue(status == 0 and ready or "jogada: " in errors, (status, ready, errors))
            print(f"# serve: {good[3]} {kind}, {runs} runs", flush=True)

    def test_standard_output_is_full(self):
        for name, (args, *typed) in COMMANDS.items():
            typed = self.typed(typed)
            if not self.place.run(args, typed).out:
                continue
            with open("/dev/full", "wb") as full, self.subTest(name):
                run = self.place.run(args, typed, stdout=full)
                self.assertEqual(run.status, 1, (args, run.err))
                self.assertIn("jogada: ", run.err)

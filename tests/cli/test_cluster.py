"""Runs on several machines: parts as files of rows, and workers. Results are those of an ordinary run, to the byte."""
import contextlib
import fcntl
import json
import os
import random
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import termios
import threading
import unittest

from helper import DEADLINE, JOGADA, SLOW, Case, one_thread, wait_for

MATCH = ("match", "kalah:houses=4,seeds=3", "ab:nodes=200,tt=64k", "mcts:playouts=20", "-n", "24")
FIELD = ("tournament", "tictactoe", "random", "greedy", "minimax:depth=2", "-n", "8")
CHANCE = ("match", "domino:target=30", "domino.basic", "random", "-n", "12")
WORKER = f"{shlex.quote(JOGADA)} worker -j 1"

# A worker between the coordinator and a real one, which changes what that replies.
LIAR = """import json, os, subprocess, sys
real = subprocess.Popen([sys.argv[1], "worker", "-j", "1"], stdin=0, stdout=subprocess.PIPE, text=True)
for line in real.stdout:
    row = json.loads(line)
    if "moves" in row: (lambda r: exec(sys.argv[2]))(row)
    if "moves" in row and not os.path.exists("lied"):
        with open("lie", "w") as f: f.write(str(os.getpid()))
        os.rename("lie", "lied")  # complete, even if this process is killed now
    print(json.dumps(row), flush=True)
"""


PIPE_FULL = 60000  # bytes in a pipe that has no room for another line


def unread(pipe):
    """Bytes that wait in a pipe."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


def result(text):
    """The bytes of the JSON of a run, but for durations."""
    json.loads(text)
    return re.sub(r'"seconds": [-+.\deE]+', '"seconds": 0', text)


def without_seconds(value):
    if isinstance(value, dict):
        return {key: without_seconds(inner) for key, inner in value.items() if key != "seconds"}
    return [without_seconds(inner) for inner in value] if isinstance(value, list) else value


def with_workers(commands):
    return [word for command in commands for word in ("--workers", command)]


class Cluster(Case):
    def whole(self, call):
        return result(self.good(*call, "--json", "--no-store"))

    def part(self, call, range_, name):
        self.good(*call, "--part", range_, "-o", name)
        return name

    def gathered(self, call, *rows, **how):
        run = self.jogada(*call, "--json", "--no-store", "--rows", *rows, **how)
        self.assertEqual(run.status, 0, run)
        return result(run.out), run.err

    def mortal(self, n):
        """A worker that kills itself after some rows: by a signal, as kill -9 does."""
        self.file("mortal.py", "import os, subprocess, sys\nreal = subprocess.Popen([sys.argv[1], 'worker', '-j', '1'], "
                               "stdout=subprocess.PIPE)\nfor i, line in enumerate(real.stdout):\n    os.write(1, line)\n"
                               "    if i == int(sys.argv[2]): real.kill(); os.kill(os.getpid(), 9)\n")
        return f"exec python3 mortal.py {shlex.quote(JOGADA)} {n}"

    def slow(self):
        """A worker that holds every row back for a while."""
        return f"{WORKER} | while read -r line; do sleep 0.3; printf '%s\\n' \"$line\"; done"

    def worked(self, call, *workers):
        run = self.jogada(*call, "--json", "--no-store", *with_workers(workers))
        self.assertEqual(run.status, 0, run)
        return result(run.out), run.err


class Rows(Cluster):
    def test_parts_in_any_order_give_the_result_of_an_ordinary_run(self):
        for call, games in ((MATCH, 24), (FIELD, 24), (CHANCE, 12)):
            whole = self.whole(call)
            for n in (1, 2, 4):
                folder = f"{call[0]}-{games}-{n}"
                os.mkdir(os.path.join(self.work, folder))
                printed = self.good(*call, "--parts", str(n), "-o", folder).splitlines()
                self.assertEqual(len(printed), n)
                names = []
                for line in reversed(printed):
                    words = shlex.split(line)
                    self.assertEqual((words[0], words[-2]), (JOGADA, "-o"))
                    self.good(*words[1:])
                    names.append(words[-1])
                self.assertEqual(self.gathered(call, *names)[0], whole)
                self.assertEqual(self.gathered(call, folder)[0], whole)

    def test_parts_call_the_program_as_it_was_called(self):
        os.symlink(JOGADA, os.path.join(self.work, "my jogada"))
        for name in ("./my jogada", os.path.join(self.work, "my jogada")):
            out = subprocess.run([name, *MATCH, "--parts", "2"], cwd=self.work, env=self.environment({}), check=True, timeout=DEADLINE,
                                 capture_output=True, text=True).stdout
            self.assertEqual([shlex.split(line)[:2] for line in out.splitlines()], [[name, "match"]] * 2)
            for line in out.splitlines():
                subprocess.run(["sh", "-c", line], cwd=self.work, env=self.environment({}), check=True, timeout=DEADLINE)
        self.assertEqual(self.gathered(MATCH, "part-00001.ndjson", "part-00002.ndjson")[0], self.whole(MATCH))

    def test_gaps_and_duplicates(self):
        whole = self.whole(MATCH)
        rows = [self.part(MATCH, "3..9", "a.ndjson"), self.part(MATCH, "7..15", "b.ndjson.zst"), "a.ndjson"]
        self.assertEqual(self.gathered(MATCH, *rows), (whole, ""))

    def test_rows_are_stored_as_games_are(self):
        self.part(MATCH, "0..23", "all.ndjson")
        first = json.loads(self.good(*MATCH, "--json", "--rows", "all.ndjson", "--db", "a.db"))
        self.assertIsNone(first["stored"])
        again = json.loads(self.good(*MATCH, "--json", "--db", "a.db"))
        self.assertEqual(again["stored"]["count"], 24)
        self.good(*MATCH, "--json", "--db", "b.db")
        moves = [[game["moves"] for game in json.loads(self.good("export", "--run", "1", "--json", "--db", db))["games"]]
                 for db in ("a.db", "b.db")]
        self.assertEqual(*moves)

    def test_annotations(self):
        self.good(*MATCH, "--annotate", "--part", "0..23", "-o", "with.ndjson")
        self.part(MATCH, "0..11", "without.ndjson")
        self.good(*MATCH, "--json", "--annotate", "--rows", "with.ndjson", "--db", "a.db")
        self.good(*MATCH, "--json", "--annotate", "--db", "b.db")
        depths = [[[note and note.get("depth") for note in game["annotations"]]
                   for game in json.loads(self.good("export", "--run", "1", "--json", "--db", db))["games"]] for db in ("a.db", "b.db")]
        self.assertEqual(*depths)
        run = self.jogada(*MATCH, "--json", "--annotate", "--rows", "without.ndjson", "--db", "c.db")
        self.assertEqual((run.status, result(run.out)), (0, self.whole(MATCH)))
        self.assertIn("broke the rules: 12", run.err)

    def drafts(self):
        return [name for name in os.listdir(self.work) if name.endswith(".part")]

    def test_a_killed_part_leaves_nothing_that_the_next_one_does_not_remove(self):
        slow = ("match", "kalah", "ab:nodes=1M,tt=1M", "ab:nodes=1M,tt=1M", "-n", "1000")
        self.file("a.ndjson.0123456789abcdef.part.mine", "precious\n")
        for process in [self.start(*slow, "--part", "0..999", "-o", "a.ndjson") for _ in range(2)]:
            wait_for(lambda: len(self.drafts()) == 2)
        process.kill()
        process.wait()
        alive, dead = self.drafts(), []
        self.part(MATCH, "0..23", "a.ndjson")
        dead = [name for name in alive if name not in self.drafts()]
        self.assertEqual((len(dead), len(self.drafts())), (1, 1))  # the other process still writes its own
        self.assertEqual(self.text_of("a.ndjson.0123456789abcdef.part.mine"), "precious\n")

    def test_sprt_from_rows(self):
        call = (*MATCH[:-1], "200", "--sprt", "0,300")
        whole = self.whole(call)
        self.part((*MATCH[:-1], "200"), "0..99", "a.ndjson")
        self.assertEqual(self.gathered(call, "a.ndjson")[0], whole)

    @one_thread
    def test_rows_of_another_run_are_refused_with_the_reason(self):
        self.part(MATCH, "0..3", "a.ndjson")
        for change, says in ((["--seed", "2"], ["seed", '"1"', '"2"']), (["--opening-plies", "2"], ["opening", "4", "2"])):
            self.refused(*MATCH, *change, "--no-store", "--rows", "a.ndjson", says=["a.ndjson", "another run", *says])
        other = [word.replace("20", "30") for word in MATCH]
        self.refused(*other, "--no-store", "--rows", "a.ndjson", says=["another run", "agents"])
        self.refused("tournament", *MATCH[1:], "--no-store", "--rows", "a.ndjson", says=["another run", "kind"])
        lines = self.text_of("a.ndjson").splitlines()
        head = json.loads(lines[0])
        for name, changes, says in (("future", {"format": 2}, "newer version"), ("version", {"version": "9"}, "version"),
                                    ("build", {"run": head["run"] | {"files": {"jogada": "0" * 16}}}, "jogada"),
                                    ("foreign", {"jogada": "books"}, "not a file of rows")):
            self.file(name, "\n".join([json.dumps(head | changes), *lines[1:]]))
            self.refused(*MATCH, "--no-store", "--rows", name, says=[name, says])
        for name, text in (("empty", ""), ("words", "hello\n"), ("array", "[]\n")):
            self.file(name, text)
            self.refused(*MATCH, "--no-store", "--rows", name, says=["not a file of rows"])
        self.assertIn("nowhere", self.jogada(*MATCH, "--no-store", "--rows", "nowhere").err)

    def bytes_of(self, name):
        with open(os.path.join(self.work, name), "rb") as f:
            return f.read()

    def put_bytes(self, name, data):
        with open(os.path.join(self.work, name), "wb") as f:
            f.write(data)

    def test_damaged_rows_are_played_again(self):
        whole = self.whole(MATCH)
        self.part(MATCH, "0..23", "all.ndjson")
        text = self.text_of("all.ndjson")
        self.file("cut.ndjson", text[:len(text) * 2 // 3])
        self.assertEqual(self.gathered(MATCH, "cut.ndjson")[0], whole)

    def test_compressed_rows(self):
        """A frame has 64 kB of text; damage to one leaves the others."""
        call = ("match", "kalah", "random", "random", "-n", "1500")
        whole = self.whole(call)
        self.part(call, "0..1499", "all.ndjson")
        self.part(call, "0..1499", "all.ndjson.zst")
        packed = self.bytes_of("all.ndjson.zst")
        frames = [at for at in range(len(packed)) if packed.startswith(b"\x28\xb5\x2f\xfd", at)]
        self.assertGreater(len(frames), 3)
        self.assertLess(3 * len(packed), len(self.text_of("all.ndjson")))
        self.assertEqual(self.gathered(call, "all.ndjson.zst"), (whole, ""))
        first, second, third = frames[1:4]
        half = (second + third) // 2
        for name, data in (("cut", packed[:half]), ("middle", packed[:half] + b"damage" + packed[half + 6:]),
                           ("gap", packed[:second + 9] + packed[third:]), ("zeros", packed + bytes(1000))):
            self.put_bytes(f"{name}.ndjson.zst", data)
            run = self.jogada(*call, "--json", "--no-store", "--progress", "plain", "--rows", f"{name}.ndjson.zst")
            self.assertEqual((run.status, result(run.out)), (0, whole), name)
            self.assertIn("damaged: ", run.err, name)
            used = int(re.search(r"(\d+) games from rows", run.err)[1])
            self.assertEqual(used < 1500, name != "zeros")
            self.assertGreater(used, 300 if name == "cut" else 800)
        for data in (packed[first:], packed[:20], b"\x28\xb5\x2f\xfd", packed[:6] + b"damage" + packed[12:]):
            self.put_bytes("headless.ndjson.zst", data)  # nobody can tell of which run it is
            self.refused(*call, "--no-store", "--rows", "headless.ndjson.zst", says=["not a file of rows"])

    def test_files_that_others_compressed(self):
        zstd = shutil.which("zstd")
        if not zstd:
            self.skipTest("zstd is not installed")
        self.part(MATCH, "0..11", "all.ndjson")
        self.part(MATCH, "12..23", "rest.ndjson.zst")
        subprocess.run([zstd, "-q", "-19", "all.ndjson"], cwd=self.work, check=True, timeout=DEADLINE)
        self.assertEqual(self.gathered(MATCH, "all.ndjson.zst", "rest.ndjson.zst"), (self.whole(MATCH), ""))
        text = subprocess.run([zstd, "-dc", "rest.ndjson.zst"], cwd=self.work, check=True, timeout=DEADLINE, capture_output=True).stdout
        self.assertEqual([json.loads(line)["number"] for line in text.splitlines()[1:]], list(range(12, 24)))

    def test_rows_that_lie_are_found_by_replaying(self):
        whole = self.whole(CHANCE)
        self.part(CHANCE, "0..11", "all.ndjson")
        head, *rows = self.text_of("all.ndjson").splitlines()
        rows = [json.loads(row) for row in rows]
        moves = rows[0]["moves"].split()
        lies = [{"moves": " ".join(moves[:-1])}, {"moves": ""}, {"moves": " ".join(["9-9", *moves[1:]])}, {"opening": 2}, {"resigned": 1},
                {"adjudicated": 5, "reason": "agreed win"}, {"reason": "agreed"}, {"moves": rows[2]["moves"]}, {"seconds": [-1, 0]},
                {"moves": rows[0]["moves"] + " pass"}, {"moves": None}, {"seconds": 1}]
        for lie in lies:
            self.file("lie.ndjson", "\n".join([head, json.dumps(rows[0] | lie), *map(json.dumps, rows[1:])]) + "\n")
            found, err = self.gathered(CHANCE, "lie.ndjson")
            self.assertEqual(found, whole, lie)
            self.assertIn("broke the rules: 1", err, lie)

    def test_random_damage(self):
        whole = self.whole(FIELD)
        self.part(FIELD, "0..23", "all.ndjson")
        head, rest = self.text_of("all.ndjson").split("\n", 1)
        dice = random.Random(int(os.environ.get("JOGADA_TEST_SEED", "1")))
        for _ in range(4 if SLOW else 20):
            data = bytearray(rest.encode())
            for _ in range(dice.randrange(1, 20)):
                at = dice.randrange(len(data))
                data[at:at + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
            with open(os.path.join(self.work, "bad.ndjson"), "wb") as f:
                f.write(head.encode() + b"\n" + data)
            found, _ = self.gathered(FIELD, "bad.ndjson")
            self.assertEqual(json.loads(found)["games"], json.loads(whole)["games"])  # another legal move is another game, which nobody can tell

    @one_thread
    def test_refusals(self):
        timed = ("match", "tictactoe", "ab:ms=5", "random", "-n", "2")
        self.refused(*timed, "--part", "0..1", "-o", "a.ndjson", says=["ab:ms=5", "--inexact"])
        self.refused("match", "tictactoe", "random", "random", "--tc", "10", "--part", "0..1", "-o", "a.ndjson", says=["--inexact"])
        self.refused(*timed, "--workers", WORKER, says=["--inexact"])
        self.good(*timed, "--part", "0..1", "-o", "a.ndjson", "--inexact")
        for bad in ("0..24", "5..3", "x", "1", "1..", "..1", "-1..2", "0..1x"):
            self.refused(*MATCH, "--part", bad, "-o", "b.ndjson", says=["0..23"])
        self.refused(*MATCH, "--part", "0..1", says=["--output"])
        for call in (MATCH, FIELD, ("study", "mancala-random", "--quick", "-n", "4")):
            self.refused(*call, "--no-store", "-o", "b.ndjson", says=["--output", "--part", "--parts"])
        self.refused(*MATCH, "--parts", "2", "--rows", "a.ndjson", says=["--parts", "--rows"])
        self.refused(*MATCH, "--parts", "2", "--workers", WORKER, says=["--workers has no effect", "--parts"])
        self.refused(*MATCH, "--seed", "0", "--part", "0..1", "-o", "b.ndjson", says=["--seed"])
        self.file("mine.txt", "precious\n")
        self.refused(*MATCH, "--part", "0..1", "-o", "mine.txt", says=["mine.txt", "not a file of rows"])
        self.assertEqual(sorted(os.listdir(self.work)), ["a.ndjson", "mine.txt"])

    def test_gnu_parallel(self):
        parallel = shutil.which("parallel")
        if not parallel:
            self.skipTest("GNU parallel is not installed")
        os.mkdir(os.path.join(self.work, "rows"))
        calls = self.good(*MATCH, "--parts", "4", "-o", "rows")
        subprocess.run([parallel, "-j", "2"], input=calls, text=True, cwd=self.work, check=True, timeout=DEADLINE,
                       env=self.environment({}))
        self.assertEqual(self.gathered(MATCH, "rows")[0], self.whole(MATCH))


class Workers(Cluster):
    def test_any_number_of_workers_gives_the_same_result(self):
        for call in (MATCH, FIELD, CHANCE):
            whole = self.whole(call)
            for n in (1, 2, 4):
                self.assertEqual(self.worked(call, *[WORKER] * n), (whole, ""))

    def test_several_threads_and_starting_positions(self):
        self.file("starts.txt", "3,3,3,3,0,3,3,3,3,0 1\n3,3,0,4,1,3,3,3,4,0 2\n")
        call = (*MATCH, "--starts", "starts.txt")
        self.assertEqual(self.worked(call, f"{shlex.quote(JOGADA)} worker -j 3")[0], self.whole(call))

    def test_adjudication_by_workers(self):
        call = ("match", "kalah:houses=3,seeds=3", "ab:depth=3,tt=64k", "ab:depth=2,tt=64k", "-n", "20", "--resign",
                "movecount=1,score=80%", "--tb")
        self.assertEqual(self.worked(call, WORKER)[0], self.whole(call))

    def test_annotated_games_of_workers(self):
        self.good(*MATCH, "--json", "--annotate", "--workers", WORKER, "--db", "a.db")
        games = json.loads(self.good("export", "--run", "1", "--json", "--db", "a.db"))["games"]
        self.assertEqual(len([1 for game in games if game["annotations"]]), 24)

    def test_a_worker_that_ends_again_and_again(self):
        found, err = self.worked(MATCH, self.mortal(2), WORKER)  # the greeting and two games
        self.assertEqual(found, self.whole(MATCH))

    def test_a_worker_that_hangs_or_is_slow_delays_nobody(self):
        hang = """echo '{"jogada":"worker","format":1,"threads":4}'; exec sleep 100000"""
        mute = "exec sleep 100000"
        self.assertEqual(self.worked(MATCH, hang, mute, WORKER)[0], self.whole(MATCH))

    def test_killed_and_slow_workers(self):
        for call in (MATCH, FIELD, CHANCE):
            for workers in ([self.mortal(1), self.mortal(3), self.mortal(2)], [self.slow(), WORKER, self.mortal(2), WORKER]):
                found, err = self.worked(call, *workers)
                self.assertEqual(found, self.whole(call))

    def test_liars_are_found_out(self):
        self.file("liar.py", LIAR)
        whole = self.whole(CHANCE)
        after = "while [ ! -s lied ] || kill -0 $(cat lied); do sleep 0.01; done;"  # the liar was ended
        for lie, says in (("r.update(moves=' '.join(r['moves'].split()[:-1]))", "not over"),
                          ("r.update(number=r['number'] + 1000)", "was not given"), ("r.update(opening=1)", "opening"),
                          ("r.update(moves='1 2 3')", "")):
            liar = f"exec python3 liar.py {shlex.quote(JOGADA)} {shlex.quote(lie)}"
            found, err = self.worked(CHANCE, liar, f"{after} exec {WORKER}")
            os.remove(os.path.join(self.work, "lied"))
            self.assertEqual(found, whole, lie)
            self.assertIn("worker 1 ", err)
            self.assertIn(says, err)

    def test_words_of_a_worker_do_not_control_the_terminal(self):
        _, err = self.worked(MATCH, """echo '{"error":"\\u001b[31mred\\u009b2J"}'""", WORKER)
        self.assertIn("?[31mred??2J", err)
        self.assertNotIn("\x1b", err)

    def test_no_worker_is_left(self):
        for command, says in (("echo oops >&2; exit 3", "oops"), ("no-such-program", "not found"), ("echo hello; sleep 1000", "not 'jogada worker'")):
            run = self.jogada(*MATCH, "--no-store", "--workers", command)
            self.assertEqual((run.status, run.out), (1, ""), run)
            self.assertIn("no worker is left", run.err)
            self.assertIn(says, run.err)

    def test_tuning(self):
        """Weights and results of all methods are the same for any workers."""
        for method in ("spsa", "genetic", "cma"):
            call = ("tune", "kalah:houses=3,seeds=2", "-m", method, "-a", "greedy", "--generations", "2", "-n", "4", "--proof", "4",
                    "--no-store", "-o", "new.weights", "--json")
            whole, weights = result(self.good(*call)), self.text_of("new.weights")
            for workers in ([WORKER], [WORKER] * 2, [WORKER] * 4, [self.mortal(1), self.slow(), WORKER]):
                run = self.jogada(*call, *with_workers(workers))
                self.assertEqual((run.status, result(run.out)), (0, whole), run.err)
                self.assertEqual(self.text_of("new.weights"), weights)

    def test_a_tuning_that_has_nothing_left_but_its_proof(self):
        call = ("tune", "kalah:houses=3,seeds=2", "-m", "genetic", "-a", "greedy", "--generations", "2", "-n", "4", "--proof", "4",
                "-o", "new.weights", "--json", "--db", "a.db")
        whole, again = (without_seconds(json.loads(text)) for text in (self.good(*call), self.good(*call, "--workers", WORKER)))
        self.assertEqual((whole.pop("stored"), again.pop("stored")["count"]), (None, 2))
        self.assertEqual(again, whole)

    def test_learning(self):
        call = ("learn", "tictactoe", "-a", "ab:nodes=60,tt=64k", "-g", "2", "-n", "40", "--epochs", "1", "--filters", "16",
                "--hidden", "8", "--proof", "0", "-o", "new.network", "--again")
        networks, documents = [], []
        for workers in ([], [WORKER], [WORKER] * 2, [WORKER] * 4, [self.mortal(1), self.slow(), WORKER]):
            run = self.jogada(*call, "--json", *with_workers(workers))
            self.assertEqual(run.status, 0, run)
            documents.append(result(run.out))
            with open(os.path.join(self.work, "new.network"), "rb") as f:
                networks.append(f.read())
        self.assertEqual(len(set(networks)), 1)
        self.assertEqual([document for document in documents if document != documents[0]], [])

    TUNE = ("tune", "kalah:houses=3,seeds=2", "-m", "genetic", "-a", "greedy", "--generations", "2", "-n", "4", "--proof", "4", "--no-store",
            "-o", "new.weights")
    LEARN = ("learn", "tictactoe", "-a", "ab:nodes=60,tt=64k", "-g", "1", "-n", "40", "--epochs", "1", "--filters", "16", "--hidden", "8",
             "--proof", "0", "-o", "new.network", "--again")

    def test_progress_shows_the_throughput_of_each_worker(self):
        """In every command that plays on workers: a line after each line of progress, or below the bar."""
        for call in ((*MATCH, "--no-store"), (*FIELD, "--no-store"), self.TUNE, self.LEARN, ("study", "mancala-random", "-q", "-n", "4", "--no-store"),
                     ("study", "mancala-random", "-q", "-n", "4", "--part", "0..9", "-o", "part.ndjson")):
            run = self.jogada(*call, "--progress", "plain", *with_workers([WORKER, "false", WORKER]))
            self.assertEqual(run.status, 0, run)
            self.assertRegex(run.err, r"(?m)^workers, games/s:( failed| [\d.]+){3}$", call)

    def test_throughput_below_the_bar(self):
        bar = r"\r[^\r\n]*\[[#.]{30}\] +\d+ %[^\r\n]*\x1b\[J\n(workers, games/s:[^\r\n]*)\x1b\[A"
        for call in (self.TUNE, self.LEARN):
            run = self.jogada(*call, "--progress", "bar", *with_workers(["echo '{\"jogada\":\"worker\",\"threads\":1}'; exec sleep 100000"] * 20 + [WORKER]))
            shown = re.findall(bar, run.err)
            self.assertTrue(shown, run.err)
            self.assertLess(max(map(len, shown)), 80)
            self.assertTrue(any(end in run.err for end in ("\x1b[A\r\x1b[J", "   \x1b[J\r\x1b[K")))  # nothing is left of it
        alone = self.jogada(*self.TUNE, "--progress", "bar")
        self.assertNotIn("\n", alone.err[:alone.err.rindex("\r")])

    def test_q_learning_on_workers(self):
        """Its generations are one thread's; the validation plays on workers."""
        call = ("tune", "magic", "-m", "q", "--generations", "2", "-n", "10", "--proof", "6", "--no-store", "-o", "new.weights", "--json")
        whole, weights = result(self.good(*call)), self.text_of("new.weights")
        for workers in ([f"tee batches | {WORKER}"], [self.mortal(1), self.slow(), WORKER]):
            run = self.jogada(*call, *with_workers(workers))
            self.assertEqual((run.status, result(run.out)), (0, whole), run.err)
            self.assertEqual(self.text_of("new.weights"), weights)
        played = [game for batch in self.text_of("batches").splitlines() for game in json.loads(batch)["games"]]
        self.assertGreaterEqual(len(played), 6)

    def test_resuming_after_no_worker_was_left(self):
        """The games so far are stored, and the same command resumes: with other workers, or without any."""
        whole = without_seconds(json.loads(self.whole(MATCH)))
        for i, others in enumerate(([], [WORKER])):
            call, dying = (*MATCH, "--json", "--db", f"{i}.db"), f"test -e died{i} && exit 1; touch died{i}; {self.mortal(3)}"
            run = self.jogada(*call, "--workers", dying)
            self.assertEqual((run.status, run.out), (1, ""), run)
            self.assertIn("no worker is left", run.err)
            again = without_seconds(json.loads(self.good(*call, *with_workers(others))))
            self.assertEqual(again.pop("stored")["count"], 3)  # after the greeting
            self.assertEqual(again | {"stored": None}, whole)

    def test_ctrl_c(self):
        slow = ("match", "kalah", "ab:nodes=1M,tt=1M", "ab:nodes=1M,tt=1M", "-n", "1000", "--db", "a.db", "--workers", WORKER)
        process = self.start(*slow)
        children = f"/proc/{process.pid}/task/{process.pid}/children"
        with open(children, encoding="utf-8") as f:
            wait_for(lambda: f.seek(0) or f.read().split())
        process.send_signal(signal.SIGINT)
        run = self.finish(process)
        self.assertEqual(run.status, 1, run)
        self.assertIn("stopped", run.err)


class Studies(Cluster):
    """Studies that play games: their games are numbered through all parts."""

    CALLS = [("study", name, "--quick", "-n", str(games)) for name, games in
             (("mancala-random", 4), ("domino-rounds", 20), ("domino-basic", 4), ("domino-antonio", 2), ("domino-depth", 2),
              ("domino-strategies", 2), ("magic-duels", 4))]
    ADAPTIVE = [("study", "loa-genetic", "--quick", "-n", "2"), ("study", "domino-genetic", "--quick", "-n", "2")]

    def test_parts_in_any_order(self):
        for call in self.CALLS[:2] if SLOW else self.CALLS:
            whole = self.whole(call)
            os.mkdir(os.path.join(self.work, call[1]))
            printed = self.good(*call, "--parts", "3", "-o", call[1]).splitlines()
            self.assertEqual(len(printed), 3)
            numbers = []
            for line in reversed(printed):
                words = shlex.split(line)
                self.good(*words[1:])
                numbers += [json.loads(row)["number"] for row in self.text_of(words[-1]).splitlines()[1:]]
            self.assertEqual(sorted(numbers), list(range(len(numbers))), call)
            run = self.jogada(*call, "--json", "--no-store", "--progress", "plain", "--rows", call[1])
            self.assertEqual((run.status, result(run.out)), (0, whole), run.err)
            self.assertIn(f"{len(numbers)} games from rows", run.err, call)  # all, so that nothing was played
            os.remove(os.path.join(self.work, words[-1]))
            self.assertEqual(self.gathered(call, call[1])[0], whole)

    def test_workers(self):
        for call in (self.CALLS[0], self.CALLS[2], *self.ADAPTIVE[1:]) if SLOW else (*self.CALLS, *self.ADAPTIVE):
            self.assertEqual(self.worked(call, WORKER, WORKER), (self.whole(call), ""), call)

    def test_rows_of_a_later_part_alone(self):
        call = self.CALLS[1]
        self.part(call, "25..39", "last.ndjson")
        run = self.jogada(*call, "--json", "--no-store", "--progress", "plain", "--rows", "last.ndjson")
        self.assertEqual(result(run.out), self.whole(call))
        self.assertIn("15 games from rows", run.err)

    def test_killed_and_slow_workers(self):
        for call in (self.CALLS[1], *self.ADAPTIVE[1:]) if SLOW else (*self.CALLS, *self.ADAPTIVE):
            found, err = self.worked(call, self.slow(), self.mortal(2), WORKER)
            self.assertEqual(found, self.whole(call), call)
            self.assertNotIn("broke the rules", err)

    def test_a_part_that_workers_play(self):
        for call, last in ((self.CALLS[0], 47), (MATCH, 23)):
            self.good(*call, "--part", f"0..{last}", "-o", "alone.ndjson")
            self.file("spy.sh", f"echo >> started; exec {WORKER}\n")
            self.good(*call, "--part", f"0..{last}", "-o", "worked.ndjson", "--workers", "sh spy.sh")
            alone, worked = ([without_seconds(json.loads(line)) for line in self.text_of(name).splitlines()]
                             for name in ("alone.ndjson", "worked.ndjson"))
            self.assertEqual(alone[0], worked[0])
            self.assertEqual(*(sorted(rows[1:], key=lambda row: row["number"]) for rows in (alone, worked)))
            os.remove(os.path.join(self.work, "started"))

    def test_stored_games(self):
        call = self.CALLS[1]
        self.part(call, "0..30", "a.ndjson")
        self.good(*call, "--json", "--store-games", "--db", "calm.db")
        self.good(*call, "--json", "--store-games", "--db", "rows.db", "--rows", "a.ndjson", "--workers", WORKER)
        games = [[(g["number"], g["moves"]) for g in json.loads(self.good("export", "--run", str(run), "--json", "--db", db))["games"]]
                 for db in ("calm.db", "rows.db") for run in (1, 2)]
        self.assertEqual(games[:2], games[2:])

    @one_thread
    def test_refusals(self):
        for call in self.ADAPTIVE:
            for words in (("--part", "0..1", "-o", "a.ndjson"), ("--parts", "2"), ("--rows", "a.ndjson")):
                self.refused(*call, *words, says=[call[1], "no parts", "--workers"])
        for name in ("magic-mulligan", "kalah-values", "mancala-time", "domino-nodes"):
            self.refused("study", name, "--quick", "-n", "2", "--parts", "2", says=[name, "no parts"])
            self.refused("study", name, "--quick", "-n", "2", "--no-store", "--workers", WORKER, says=["--workers", "no effect", name])
        for call in (*self.CALLS[:1], ("learn", "tictactoe")):  # nobody chooses their agents, or they repeat their moves
            self.refused(*call, "--inexact", says=["unknown option '--inexact'"])
        call = self.CALLS[0]
        self.refused(*call, "--part", "0..1000000", "-o", "a.ndjson", says=["0..47"])
        self.part(call, "0..1", "a.ndjson")
        self.refused(*call[:-1], "6", "--no-store", "--rows", "a.ndjson", says=["another run", "games", "4", "6"])
        self.refused(*MATCH, "--no-store", "--rows", "a.ndjson", says=["another run", "kind"])
        tune = ("tune", "kalah", "-m", "genetic", "-a", "greedy")
        for command in (tune, ("learn", "tictactoe")):
            for words in (("--part", "0..1", "-o", "b"), ("--parts", "2"), ("--rows", "a.ndjson")):
                self.refused(*command, *words, says=[words[0], command[0], "--workers"])


class Protocol(Cluster):
    def batch(self, **changes):
        """A batch of one game as the coordinator writes it."""
        self.file("spy.sh", f"tee batch.txt | {WORKER}\n")
        self.worked(("match", "tictactoe", "random", "greedy", "-n", "2"), "sh spy.sh")
        batch = json.loads(self.text_of("batch.txt").splitlines()[0])
        batch["run"] |= changes
        return batch

    def test_a_worker_on_standard_input(self):
        batch = self.batch()
        run = self.jogada("worker", "-j", "1", typed=json.dumps(batch) + "\n")
        hello, *rows = map(json.loads, run.out.splitlines())
        self.assertEqual((run.status, hello["jogada"], hello["threads"]), (0, "worker", 1))
        self.assertEqual(sorted(row["number"] for row in rows), [game[0] for game in batch["games"]])

    def test_invalid_batches(self):
        good = self.batch()
        for bad in ("hello", "[]", "{}", json.dumps(good | {"format": 2}), json.dumps(good | {"games": []}),
                    json.dumps(good | {"games": [[0, 0, 9, 0, 0]]}), json.dumps(good | {"games": [[0, 0, 1, 0, 0, "?"]]}),
                    json.dumps(good | {"run": good["run"] | {"program": "0"}}),
                    json.dumps(good | {"run": good["run"] | {"players": []}}),
                    json.dumps(good | {"run": good["run"] | {"players": [{"spec": "nobody"}]}}),
                    json.dumps(good | {"run": good["run"] | {"files": {"/nowhere": "0"}}})):
            run = self.jogada("worker", "-j", "1", typed=bad + "\n")
            self.assertEqual(run.status, 2, (bad, run))
            self.assertIn("error", json.loads(run.out.splitlines()[-1]))

    def secret(self):
        os.chmod(os.path.join(self.work, self.file("token", "0123456789abcdef\n")), 0o600)

    def listening(self, *more):
        self.secret()
        process = self.start("worker", "--listen", "0", "--token", "token", "-j", "1", *more)
        line = process.stderr.readline().decode()
        self.assertIn("127.0.0.1", line)
        return process, f"127.0.0.1:{line.split()[-1]}"

    def test_a_worker_that_listens(self):
        _, at = self.listening()
        bridge = f"{shlex.quote(JOGADA)} worker --connect {at} --token token"
        for _ in range(2):  # one coordinator after the other
            self.assertEqual(self.worked(MATCH, bridge), (self.whole(MATCH), ""))
        self.file("wrong", "0123456789abcdeF\n")
        run = self.jogada(*MATCH, "--no-store", "--workers", bridge.replace("--token token", "--token wrong"))
        self.assertEqual((run.status, run.out), (1, ""))
        self.assertIn("closed the connection without a greeting; give both sides the same token", run.err)
        self.assertEqual(self.worked(MATCH, bridge)[0], self.whole(MATCH))

    def test_strangers_get_games_and_nothing_else(self):
        _, at = self.listening()
        bridge = ("worker", "--connect", at, "--token", "token")
        self.file("mine.weights", "secret\n")
        for spec, says in (("program:run=touch pwned", "programs"), ("ab:eval=@mine.weights", "files"), ("ab:tt=64G", "1 GB"),
                           ("ab:threads=64", "one thread")):
            self.assertIn(says, self.error_of(bridge, players=[{"spec": spec}, {"spec": "random"}]), spec)
        self.assertIn("endgame", self.error_of(bridge, game="kalah", players=2 * [{"spec": "kalah.perfect:endings=24"}]))
        self.assertIn("opens no files", self.error_of(bridge, files={"/etc/passwd": "0" * 16}))  # not even to compare them
        self.assertNotIn("pwned", os.listdir(self.work))
        run = self.jogada(*bridge, typed=json.dumps(self.batch(files={"mine.weights": "0"})) + "\n")
        self.assertIn("opens no files", json.loads(run.out.splitlines()[-1])["error"])  # rather than whether one differs

    def error_of(self, bridge, **changes):
        run = self.jogada(*bridge, typed=json.dumps(self.batch(**changes)) + "\n")
        return json.loads(run.out.splitlines()[-1])["error"]

    def test_strangers_who_say_nothing_delay_nobody(self):
        _, at = self.listening()
        host, port = at.split(":")
        strangers = [socket.create_connection((host, int(port))) for _ in range(100)]
        bridge = f"{shlex.quote(JOGADA)} worker --connect {at} --token token"
        self.assertEqual(self.worked(MATCH, bridge), (self.whole(MATCH), ""))
        for stranger in strangers:
            stranger.close()

    def test_sigterm_ends_a_worker_whose_rows_nobody_reads(self):
        batch = self.batch()
        batch["games"] = [[i, 0, 1, i, 0] for i in range(1024)]
        process = self.start("worker", "-j", "1")
        process.stdin.write(json.dumps(batch).encode() + b"\n")
        process.stdin.flush()
        wait_for(lambda: unread(process.stdout) > PIPE_FULL)
        process.terminate()
        self.assertEqual(process.wait(DEADLINE), 0)

    def test_sigterm_ends_a_bridge_that_nobody_reads(self):
        self.secret()
        with socket.create_server(("127.0.0.1", 0)) as server:
            process = self.start("worker", "--connect", f"127.0.0.1:{server.getsockname()[1]}", "--token", "token")
            worker, _ = server.accept()

        def flood():
            try:
                worker.sendall(bytes(1 << 24))
            except OSError:
                pass  # the bridge is gone

        thread = threading.Thread(target=flood)
        thread.start()
        wait_for(lambda: unread(process.stdout) > PIPE_FULL)
        process.terminate()
        self.assertEqual(process.wait(DEADLINE), 0)
        thread.join()
        worker.close()

    def test_a_token_that_others_can_read(self):
        self.secret()
        call = ("worker", "--connect", "127.0.0.1:1", "--token", "token")
        self.assertNotIn("readable", self.jogada(*call).err)
        os.chmod(os.path.join(self.work, "token"), 0o640)
        self.assertIn("token is readable by other users", self.jogada(*call).err)

    def connection(self, at, data=b""):
        connected = socket.create_connection(("127.0.0.1", int(at.rsplit(":", 1)[1])), timeout=DEADLINE)
        self.addCleanup(connected.close)
        connected.sendall(data)
        return connected

    def replies(self, connected):
        """All that the worker sends until it closes the connection."""
        text = b""
        while some := connected.recv(1 << 16):
            text += some
        return text.decode()

    def test_a_worker_says_nothing_without_the_token(self):
        process, at = self.listening()
        token = b"0123456789abcdef"
        for wrong in (b"\n", token[:-1] + b"\n", token + b"0\n", token.upper() + b"\n", b"\0" + token + b"\n", token + b"\0\n",
                      b"x" * 5000 + b"\n", b"{}\n", token):  # the last one without an end
            connected = self.connection(at, wrong)
            if not wrong.endswith(b"\n"):
                connected.shutdown(socket.SHUT_WR)
            try:
                self.assertEqual(self.replies(connected), "", wrong[:40])
            except ConnectionResetError:
                self.assertGreater(len(wrong), 1024)  # it was closed before all was read
            self.assertIn("without the token", process.stderr.readline().decode())
        bridge = f"{shlex.quote(JOGADA)} worker --connect {at} --token token"
        self.assertEqual(self.worked(MATCH, bridge), (self.whole(MATCH), ""))

    def test_limits_of_a_worker_that_listens(self):
        _, at = self.listening()
        good, token = self.batch(), b"0123456789abcdef\n"
        game = good["games"][0]
        players = good["run"]["players"]
        for batch, says in ((good | {"games": [game] * 1025}, "1 to 1024 games"),
                            (good | {"run": good["run"] | {"players": players * 513}}, "1 to 1024 players"),
                            (good | {"run": good["run"] | {"players": [{"spec": "ab:tt=1G"}] * 6}}, "4 GB together"),
                            (good | {"run": good["run"] | {"players": [{"spec": "r" * 4000}] * 2}}, "spec"),
                            (good | {"run": good["run"] | {"opening": 100000}}, "0 to 1000"),
                            (good | {"more": "x" * (5 << 20)}, "at most 4194304 bytes")):
            connected = self.connection(at)
            with contextlib.suppress(ConnectionError):  # it does not read more than it must
                connected.sendall(token + json.dumps(batch).encode() + b"\n")
            with contextlib.suppress(ConnectionResetError):
                self.assertIn(says, json.loads(self.replies(connected).splitlines()[-1])["error"])
        deep = b'{"jogada":"batch","run":' + b"[" * 100000 + b"\n"
        self.assertIn("not a batch", self.replies(self.connection(at, token + deep)))
        many = good | {"games": [[n, *game[1:]] for n in range(1000)]}
        for _ in range(3):  # a coordinator that is gone before its games are played
            self.connection(at, token + json.dumps(many).encode() + b"\n").close()
        bridge = f"{shlex.quote(JOGADA)} worker --connect {at} --token token"
        self.assertEqual(self.worked(MATCH, bridge), (self.whole(MATCH), ""))

    @one_thread
    def test_refusals(self):
        self.refused("worker", "--listen", "0", says=["--token"])
        self.file("short", "abc\n")
        self.refused("worker", "--listen", "0", "--token", "short", says=["16"])
        self.refused("worker", "--listen", "a:b", "--token", "short", says=["16"])


if __name__ == "__main__":
    unittest.main()

"""A command that is stopped before it is finished prints what it has and exits with 1; a session or a server, which runs
until it is stopped, exits with 0."""
import json
import signal
import unittest

from helper import Case, read_until, wait_until_it_listens

# Commands that would take hours, or that wait for input.
COMPUTING = {
    "analyze": ["kalah", "minimax:depth=60"],
    "bench": ["--solve", "--large"],
    "book": ["kalah", "-o", "new.book", "--games", "1000000", "--agent", "ab:nodes=100k"],
    "learn": ["kalah", "--agent", "ab:nodes=100k", "--games", "100000"],
    "match": ["kalah", "ab:nodes=1M", "ab:nodes=1M", "--games", "1M"],
    "openings": ["kalah", "ab:nodes=100M", "-n", "1M"],
    "perft": ["kalah", "60"],
    "rollout": ["kalah", "mcts:playouts=1M", "-n", "1000000"],
    "solve": ["kalah", "--no-cache", "--memory", "64M"],
    "study": ["mancala-time"],
    "tournament": ["kalah", "ab:nodes=1M", "ab:nodes=1M", "random", "--games", "1M"],
    "tree": ["kalah", "minimax:depth=60"],
    "tune": ["kalah", "--agent", "ab:nodes=100k", "--generations", "100000"],
}
SESSIONS = {
    "bot": ["coins", "random"],
    "kgp": ["--serve", "--port", "0"],
    "play": ["coins", "human", "human"],
    "serve": ["--port", "0"],
    "worker": [],
}
AT_ONCE = {"agents", "batch", "cache", "export", "games", "import", "log", "rules"}  # unless there is much: see Lists
SHOWN = {"replay"}  # a session on a terminal, which test_log.py leaves


class Stopped(Case):
    def stop(self, command, args, number):
        process = self.start(command, *args)
        wait_until_it_listens(process.pid)
        process.send_signal(number)
        return self.finish(process)

    def test_every_command_is_here(self):
        out = self.good("--help")
        listed = {line.split()[1] for line in out.split("Examples:")[0].splitlines() if line.startswith("  jogada ")}
        self.assertEqual(listed, COMPUTING.keys() | SESSIONS.keys() | AT_ONCE | SHOWN)

    def test_computing_commands_fail(self):
        for command, args in COMPUTING.items():
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(command=command, signal=number):
                    result = self.stop(command, args, number)
                    self.assertEqual(result.status, 1, result)
                    self.assertRegex(result.err, r"(?m)^jogada: .*stopped")
                    self.assertEqual(result.err.count("stopped"), 1, result.err)

    def test_sessions_succeed(self):
        for command, args in SESSIONS.items():
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(command=command, signal=number):
                    self.assertEqual(self.stop(command, args, number).status, 0)


class Lists(Case):
    """Commands that are done at once, unless there is much to read or to write."""
    GAMES = 4000  # more text than a pipe holds, so that nobody can finish writing before it is read

    def setUp(self):
        super().setUp()
        self.good("match", "coins", "random", "random", "-n", str(self.GAMES), "--db", "games.db")

    def stopped(self, *args):
        """What a command has written that was stopped after its first game."""
        process = self.start(*args, "--db", "games.db")
        begin = read_until(process, "coins")
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.err), (1, "jogada: stopped\n"))
        return begin + result.out

    def test_log(self):
        self.assertLess(self.stopped("log", "-n", "0").count("\n"), self.GAMES)
        self.assertLess(self.stopped("log", "-n", "0", "--json").count('"id"'), self.GAMES)

    def test_export(self):
        for more in (), ("--json",):
            with self.subTest(more=more):
                self.assertLess(self.stopped("export", "--run", "1", *more).count("coins"), self.GAMES)

    def test_import_stores_nothing(self):
        text = self.good("export", "--run", "1", "--db", "games.db").encode()
        process = self.start("import", "-", "--db", "new.db")
        process.stdin.write(text[: len(text) // 2])
        process.stdin.flush()  # more than a pipe holds: games have been read
        process.send_signal(signal.SIGINT)
        result = self.finish(process, text[len(text) // 2 :])
        self.assertEqual((result.status, result.out, result.err), (1, "", "jogada: stopped\n"))
        self.assertEqual(json.loads(self.good("log", "--json", "--db", "new.db"))["games"], [])


class Bench(Case):
    def test_rows_come_one_by_one_and_stay(self):
        process = self.start("bench")
        out = read_until(process, "nodes/s")
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate()
        out += rest.decode()
        self.assertEqual((process.returncode, err), (1, b"jogada: stopped\n"))
        self.assertNotIn("signature", out)

    def test_json_is_complete(self):
        process = self.start("bench", "--json")
        wait_until_it_listens(process.pid)
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual(result.status, 1)
        document = json.loads(result.out)
        self.assertEqual((document["signature"], document["stopped"]), (None, True))


if __name__ == "__main__":
    unittest.main()

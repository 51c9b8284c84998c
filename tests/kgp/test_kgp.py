"""The Kalah Game Protocol over real sockets: our client and our server against each other, and each against
a plain one written from the specification."""
import json
import os
import random
import re
import signal
import socket
import subprocess
import threading
import time
import unittest

from helper import DEADLINE, Case, wait_for
from kgp_peer import Board, Game, Server, Wire, play

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")


def first(board):
    return board.moves()[0]


class Served(Case):
    def serve(self, *args, ms=600000, **env):
        """Starts our server, by default with short games and much patience, and returns it with its port."""
        usual = [word for name, value in (("--game", "kalah:houses=3,seeds=2"), ("--silence", "600"))
                 if name not in args for word in (name, value)]
        process = self.start("kgp", "--serve", "--port", "0", "--ms", str(ms), *usual, *args, **env)
        line = process.stdout.readline().decode()
        port = re.search(r"127\.0\.0\.1:(\d+)|\[::1\]:(\d+)", line)
        if not port:
            self.fail(line + self.finish(process).err)
        return process, int(port.group(1) or port.group(2))

    def table(self, process, interrupt=False):
        """The rows of the table by name, once the server has ended."""
        if interrupt:
            process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.err), (0, ""), result)
        rows = re.findall(r"(?m)^(\S.*?)\s+((?:\d+\s+){6}\d+)$", result.out)
        names = ["games", "won", "drawn", "lost", "late", "illegal", "errors"]
        return {name: dict(zip(names, map(int, cells.split()))) for name, cells in rows}, result.out


class Both(Served):
    def test_our_client_on_our_server(self):
        for game in ("kalah", "kalah:emptycapture=1", "kalah:houses=8,seeds=8", "kalah:houses=3,seeds=2"):
            with self.subTest(game=game):
                process, port = self.serve("--bots", "1", "--against", "greedy", "--games", "2", "--game", game)
                out = json.loads(self.good("kgp", f"127.0.0.1:{port}", "ab:depth=2", "--name", "me", "--game", game,
                                           "--json"))
                rows, _ = self.table(process)
                self.assertEqual(out["name"], "jogada")
                self.assertEqual(out["protocol"], "1.0.1")
                self.assertTrue(out["goodbye"])
                self.assertEqual([game["opponent"] for game in out["games"]], ["greedy"] * 2)
                self.assertTrue(all(game["told"] for game in out["games"]))
                row = rows["me"]
                self.assertEqual((row["games"], row["won"], row["drawn"], row["lost"]),
                                 (2, out["wins"], out["draws"], out["losses"]))
                self.assertEqual((row["late"], row["illegal"], row["errors"], out["errors"]), (0, 0, 0, []))

    def test_games_are_stored(self):
        process, port = self.serve("--bots", "1", "--against", "greedy", "--db", "kept.db")
        outcomes, _ = play(port, first, "stu dent")
        rows, out = self.table(process)
        self.assertIn("saved as game 2", out)
        games = json.loads(self.good("log", "--db", "kept.db", "--json"))["games"]
        self.assertEqual(sorted(tuple(game["seats"]) for game in games),
                         [("greedy", "stu dent"), ("stu dent", "greedy")])
        kept = json.loads(self.good("replay", "1", "--db", "kept.db", "--json"))
        self.assertEqual(kept["result"], {"won": "1-0", "lost": "0-1", "drawn": "1/2-1/2"}[outcomes[0].split()[0]])
        self.assertEqual(rows["stu dent"]["games"], 2)

    def test_no_store(self):
        process, port = self.serve("--bots", "1", "--against", "random", "--no-store")
        play(port, first)
        self.assertNotIn("kept", self.table(process)[1])
        self.assertEqual(os.listdir(self.work), [])

    def test_the_example(self):
        process, port = self.serve("--bots", "1", "--against", "random", "--no-store", "--games", "4")
        bot = subprocess.run([os.path.join(EXAMPLES, "kgp_bot.py"), "127.0.0.1", str(port)], capture_output=True,
                             text=True, timeout=DEADLINE, check=False)
        self.assertEqual((bot.returncode, bot.stdout, bot.stderr), (0, "", ""))
        row = self.table(process)[0]["example"]
        self.assertEqual((row["games"], row["late"], row["illegal"], row["errors"]), (4, 0, 0, 0))

    def test_addresses(self):
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("no IPv6 here")
        process, port = self.serve("--bots", "1", "--against", "random", "--bind", "::1", "--no-store")
        self.assertIn("closed the session", self.good("kgp", f"[::1]:{port}", "random"))
        self.table(process)

    def test_the_table_as_json(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        process = self.start("kgp", "--serve", "--port", str(port), "--json", "--bots", "1", "--against", "random",
                             "--no-store", "--seed", "3")
        def played():
            try:
                return play(port, first, "b\\\"ob")
            except ConnectionRefusedError:
                return None
        wait_for(played)
        out = json.loads(self.finish(process).out)
        self.assertEqual((out["game"], out["agent"], out["games"]), ("kalah", "random", 2))
        bot, = out["bots"]
        self.assertEqual((bot["name"], bot["games"], bot["late"], bot["errors"]), ('b"ob', 2, 0, 0))
        self.assertEqual(bot["wins"] + bot["draws"] + bot["losses"], 2)


class OurServer(Served):
    def test_a_plain_client_plays_by_the_rules(self):
        """The result at the end is that of plain rules after the client's last move, where that decides."""
        for options in (["--game", "kalah:seeds=2"], ["--game", "kalah:seeds=2,emptycapture=1"],
                        ["--game", "kalah:houses=4,seeds=3"]):
            rng, decided = random.Random(7), []
            process, port = self.serve("--bots", "1", "--against", "random", "--games", "4", "--no-store", *options)

            def choose(board):
                house = rng.choice(board.moves())
                after = Board.read(str(board))
                after.sow(house, "emptycapture=1" in str(options))
                decided[len(decided):] = [(board.seeds(), after.result())] if after.decided() else []
                return house

            outcomes, errors = play(port, choose, "plain")
            row = self.table(process)[0]["plain"]
            self.assertEqual((len(outcomes), errors), (4, []))
            self.assertEqual(row["won"], sum(word.startswith("won") for word in outcomes))
            self.assertEqual(row["lost"], sum(word.startswith("lost") for word in outcomes))
            self.assertEqual({seeds for seeds, _ in decided} - {24}, set())
            words = [word.split()[0] for word in outcomes]
            for _, word in decided:
                self.assertIn(word, words)

    def test_time_and_illegal_moves(self):
        process, port = self.serve("--bots", "1", "--against", "random", "--games", "1", "--no-store",
                                   "--game", "kalah", ms=200)
        wire = Wire.to(port)
        wire.say('set info:name "slow"')
        wire.say("mode freeplay")
        number, _, _, _ = wire.until("state")
        stop = wire.until("stop")
        self.assertEqual(stop[1], number)
        wire.say(f"@{number} move 1")  # too late, and so nobody says a word
        while (line := wire.until("state", "error", "set"))[2] == "state":  # some may come too late as well
            wire.say(f"7@{line[0]} move 99")
        self.assertEqual((line[1], line[2]), (7, "error"))
        self.assertRegex(line[3][0], r"^line \d+: move 99: houses are numbered from 1 to 6$")
        self.assertTrue(wire.until("set")[3][1].startswith("lost"))
        wire.until("goodbye")
        wire.close()
        row = self.table(process)[0]["slow"]
        self.assertEqual((row["games"], row["lost"], row["illegal"]), (1, 1, 1))
        self.assertGreater(row["late"], 0)

    NONSENSE = [
        (b"\xff\xfe\x00\x01binary\r\n", "control character"),
        (b"x" * 20000 + b"\r\n", "line 2: longer than 16384 bytes"),
        (b'set info:name "no end\r\n', "the string has no closing quote, at byte 15"),
        (b"state <3,1\r\n", "between < and >"),
        (b"dance\r\n", 'unknown command "dance"'),
        (b"@99 move 1\r\n", "no state with the id 99"),
        (b"mode\r\n", "such as freeplay"),
    ]

    def test_nonsense_is_reported_and_survived(self):
        process, port = self.serve("--bots", "1", "--against", "random", "--no-store")
        wire = Wire.to(port)
        for line, says in self.NONSENSE:
            wire.send(line)
            self.assertIn(says, wire.until("error")[3][0])
        wire.send(b"mode free")  # half a line, and the rest of it later
        wire.say("ping")         # which makes it no mode at all
        self.assertIn("freeping", wire.until("error")[3][0])
        wire.close()
        outcomes, errors = play(port, first, "good")
        self.assertEqual((len(outcomes), errors), (2, []))
        rows, _ = self.table(process)
        self.assertEqual(rows["good"]["errors"], 0)

    def test_who_goes_in_the_middle_loses(self):
        process, port = self.serve("--bots", "3", "--against", "random", "--no-store")
        for name, last in (("vanishing", ""), ("polite", "goodbye")):
            wire = Wire.to(port)
            wire.say(f'set info:name "{name}"')
            wire.say("mode freeplay")
            wire.until("state")
            if last:
                wire.say(last)
                self.assertEqual(wire.until("goodbye")[2], "goodbye")
            wire.close()
        play(port, first, "third")
        rows, out = self.table(process)
        self.assertEqual((rows["vanishing"]["games"], rows["vanishing"]["lost"]), (1, 1))
        self.assertEqual((rows["polite"]["games"], rows["polite"]["lost"]), (1, 1))
        self.assertIn("(left the game)", out)

    def test_silence(self):
        process, port = self.serve("--silence", "5", "--against", "random", "--no-store", "--games", "1000", ms=1000)
        mute, asleep = Wire.to(port), Wire.to(port)
        asleep.say("mode freeplay")
        self.assertIn("no mode", mute.until("error")[3][0])
        self.assertEqual(mute.until("goodbye")[2], "goodbye")
        self.assertEqual(asleep.until("ping")[2], "ping")
        self.assertIn("no pong", asleep.until("error")[3][0])
        self.assertEqual(asleep.until("goodbye")[2], "goodbye")
        for wire in (mute, asleep):
            self.assertIsNone(wire.line())
            wire.close()
        self.table(process, interrupt=True)

    def test_who_floods_and_never_reads_holds_nobody_up(self):
        process, port = self.serve("--against", "random", "--no-store")
        flood = socket.socket()
        flood.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        flood.connect(("127.0.0.1", port))
        flood.setblocking(False)
        gone = False
        until = time.monotonic() + DEADLINE
        while not gone and time.monotonic() < until:
            try:
                flood.send(b"ping\r\n" * 1000)
            except BlockingIOError:
                time.sleep(0.001)
            except OSError:
                gone = True
        self.assertTrue(gone)
        flood.close()
        self.assertEqual(len(play(port, first)[0]), 2)
        self.table(process, interrupt=True)

    def test_who_is_turned_away_reads_why(self):
        """Even those who go on talking as if nothing had happened."""
        process, port = self.serve("--connections", "1", "--against", "random", "--no-store")
        inside = Wire.to(port)
        inside.until("kgp")
        for _ in range(20):
            outside = Wire.to(port)
            outside.say("mode freeplay")
            outside.say("set info:name \"outside\"")
            self.assertIn("the server is full", outside.until("error")[3][0])
            self.assertEqual(outside.until("goodbye")[2], "goodbye")
            outside.close()
        inside.close()
        self.table(process, interrupt=True)

    def test_many_at_once_and_no_more(self):
        process, port = self.serve("--connections", "8", "--against", "greedy", "--no-store", "-j", "2")
        idle = [Wire.to(port) for _ in range(3)]
        for wire in idle:
            wire.until("kgp")
        results = []
        threads = [threading.Thread(target=lambda n=n: results.append(play(port, first, f"bot{n}"))) for n in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(DEADLINE)
        self.assertEqual([len(outcomes) for outcomes, _ in results], [2] * 5)
        says = "pong"
        while says == "pong":
            idle.append(Wire.to(port))
            idle[-1].say("ping")
            _, _, says, arguments = idle[-1].until("pong", "error")
        self.assertIn("full", arguments[0])
        self.assertLessEqual(len(idle), 8 + 1)
        for wire in idle:
            wire.close()
        rows, _ = self.table(process, interrupt=True)
        self.assertEqual(set(rows), {f"bot{n}" for n in range(5)})

    def test_interrupt_says_goodbye(self):
        process, port = self.serve("--against", "random", "--no-store")
        wire = Wire.to(port)
        wire.say("mode freeplay")
        wire.until("state")
        process.send_signal(signal.SIGINT)
        self.assertEqual(wire.until("goodbye")[2], "goodbye")
        wire.close()
        rows, _ = self.table(process)
        self.assertEqual(rows["client 1"]["games"], 0)

    def test_a_port_that_is_taken(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            result = self.jogada("kgp", "--serve", "--port", str(taken.getsockname()[1]), "--no-store")
        self.assertEqual((result.status, result.out), (1, ""))
        self.assertIn("is in use; --port 0 chooses a free one", result.err)
        self.refused("kgp", "--serve", "--bind", "192.0.2.1", "--port", "0", says=["not an address of this machine"])


class OurClient(Case):
    def visit(self, server, *args, agent="ab:depth=2", status=0):
        result = self.jogada("kgp", f"127.0.0.1:{server.port}", agent, *args)
        server.end()
        self.assertEqual(result.status, status, result)
        return result

    def play_games(self, wire, games):
        """Asks about all games at once, one question for each."""
        number, open_games = 0, {}

        def ask(game):
            nonlocal number
            number += 2
            if game.board.decided():
                return
            wire.say(f"{number} state {game.board}")
            open_games[number] = [game, None]

        for game in games:
            ask(game)
        while open_games:
            _, ref, command, arguments = wire.line()
            if command == "move" and ref in open_games:
                open_games[ref][1] = int(arguments[0])
            elif command == "yield":
                game, house = open_games.pop(ref)
                number += 2
                wire.say(f"{number}@{ref} stop")
                game.answer(house)
                ask(game)

    def test_on_a_plain_server(self):
        for emptycapture in (False, True):
            rng = random.Random(3)

            def serve(wire):
                for n in range(4):
                    self.play_games(wire, [Game(Board.start(6, 2), rng, emptycapture, n % 2 == 0)])
                wire.say("goodbye")

            args = ["--game", "kalah:emptycapture=1"] if emptycapture else []
            out = json.loads(self.visit(Server(serve), "--json", *args).out)
            self.assertEqual(len(out["games"]), 4)
            self.assertFalse(any(game["told"] for game in out["games"]))
            self.assertEqual(out["errors"], [])
            self.assertTrue(out["goodbye"])

    def test_several_games_at_once(self):
        rng = random.Random(4)
        boards = [Board.start(6, 1), Board.start(8, 2), Board.start(2, 3), Board.start(10, 1), Board.start(6, 1)]
        odd = Board([3, 1, 4], [1, 5, 9], (2, 6))  # 31 seeds: none of our starts has this many

        def serve(wire):
            self.play_games(wire, [Game(board, rng, False, True) for board in boards + [odd]])
            wire.say("goodbye")

        self.visit(Server(serve))

    def test_stop_is_obeyed(self):
        """After the pong that follows a stop no more is said of that state; and the next is answered."""

        def serve(wire):
            for number in (2, 10, 20):
                wire.say(f"{number} state {Board.start(8, 8)}")
                self.assertEqual(wire.until("move")[1], number)
                wire.say(f"{number + 2}@{number} stop")
                wire.say(f"{number + 4} ping \"are you there\"")
                pong = wire.until("pong")
                self.assertEqual((pong[1], pong[3]), (number + 4, ["are you there"]))
            wire.say("30 ping")
            before = len(wire.heard)
            self.assertEqual(wire.until("pong")[1], 30)
            self.assertEqual(len(wire.heard), before + 1)
            wire.say("goodbye")

        self.visit(Server(serve), "--ms", "600000", agent="ab:depth=0")

    def test_nonsense_of_a_server(self):
        def serve(wire):
            wire.send(b"\xff\x00\x01\r\n" + b"y" * 40000 + b"\r\n")
            self.assertIn("control character", wire.until("error")[3][0])
            self.assertIn("longer than 16384", wire.until("error")[3][0])
            for text, says in (("<3,0,0,1>", "9 numbers"), ("<0,1,1>", "houses"), ("7", "needs a board")):
                wire.say(f"4 state {text}")
                _, ref, _, (why,) = wire.until("error")
                self.assertEqual(ref, 4)
                self.assertIn(says, why)
            for board, says in ((Board.start(12, 12), "up to 10 houses"), (Board([0, 0], [1, 1]), "over")):
                wire.say(f"6 state {board}")
                self.assertIn(says, wire.until("error")[3][0])
                self.assertEqual(wire.until("yield")[1], 6)
            wire.send(b"8 sta")
            wire.send(b"te <2,0,0,1,1,1,1>\r\nfancy new command <1>\r\nset new:option 1\r\n")
            self.assertEqual(wire.until("yield")[1], 8)
            wire.say('error "you are\\nodd"')
            wire.say("goodbye")

        result = self.visit(Server(serve))
        self.assertIn("jogada: server message: you are?odd\n", result.err)
        self.assertIn("line 2 of the server", result.err)
        self.assertIn("the server closed the session", result.out)

    def test_games_and_interrupt(self):
        def serve(wire):
            for number in (2, 4):
                wire.say(f"{number} state {Board.start(6, 4)}")
                wire.until("yield")
            wire.say(f"6 state {Board.start(6, 4)}")
            self.assertEqual(wire.until("goodbye", "move")[2], "goodbye")

        out = self.visit(Server(serve), "--games", "2").out
        self.assertEqual(out.count("\ngame "), 2)
        self.assertIn("2 unknown", out)
        asked = threading.Event()

        def hold(wire):
            wire.say(f"2 state {Board.start(8, 8)}")
            wire.until("move")
            asked.set()
            wire.until("goodbye")
            self.assertEqual(wire.heard[-1], "goodbye")
            self.assertIsNone(wire.line())

        server = Server(hold)
        process = self.start("kgp", f"localhost:{server.port}", "ab:depth=0", "--ms", "600000", "--name", "x y",
                             "--author", "a", "--token", "t")
        self.assertTrue(asked.wait(DEADLINE))
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        server.end()
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertIn("1 unknown", result.out)
        said = " ".join(server.wire.heard)
        for part in ('set info:name "x y"', 'set info:authors "a"', 'set auth:token "t"', "mode freeplay"):
            self.assertIn(part, said)

    def test_servers_that_are_none(self):
        for hello, says in (("HTTP/1.1 400 Bad Request", "not a server of the Kalah Game Protocol"),
                            ("kgp 2 0 0", "another version"), ("", "disconnected without a goodbye")):
            with self.subTest(hello=hello):
                server = Server(lambda wire, hello=hello: hello and (wire.say(hello), wire.rest()), hello=None)
                result = self.visit(server, status=1)
                self.assertIn(says, result.err)

    def test_a_server_that_vanishes(self):
        def serve(wire):
            wire.say(f"2 state {Board.start(6, 4)}")
            wire.until("move")

        result = self.visit(Server(serve), status=1)
        self.assertIn("disconnected without a goodbye", result.err)
        self.assertIn("game 1", result.out)

    def test_a_silent_server(self):
        server = Server(lambda wire: wire.rest(), hello=None)
        result = self.visit(server, "--silence", "1", status=1)
        self.assertIn("no line from the server within 1 seconds", result.err)

    def test_a_server_that_floods(self):
        """Thousands of states that nobody could answer: each gets a reply or an error, and little is stored."""

        def serve(wire):
            reader = threading.Thread(target=wire.rest)
            reader.start()
            for number in range(2, 6000, 2):
                wire.say(f"{number} state {Board.start(8, 8)}")
            wire.say("goodbye")
            reader.join(DEADLINE)

        result = self.visit(Server(serve), agent="ab:depth=1")
        self.assertIn("the server closed the session", result.out)
        self.assertLess(result.err.count("\n"), 30)

    def test_no_server(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        for where, says in ((f"127.0.0.1:{port}", "Connection refused"), ("no-such-host.invalid", "no-such-host")):
            result = self.jogada("kgp", where, "random")
            self.assertEqual((result.status, result.out), (1, ""), result)
            self.assertIn(says, result.err)


class Wrongly(Case):
    def test_called_wrongly(self):
        for args, says in ((["localhost:0"], "1 to 65535"), (["localhost:65536"], "1 to 65535"),
                           (["localhost", "--port", "0"], "1 to 65535"), (["localhost:x"], "1 to 65535"), (["[::1"], "brackets"), (["[::1]9"], "a port"),
                           ([":80"], "name or address"), ([], "HOST [AGENT] | --serve"), (["--serve", "host"], "--against"),
                           (["h", "--against", "ab"], "--serve"), (["h", "--bots", "2"], "--serve"),
                           (["h", "--db", "kept.db"], "--serve"), (["--serve", "--name", "x"], "not apply with --serve"),
                           (["h", "nosuchagent"], "nosuchagent"), (["h", "human"], "human"),
                           (["h", "--game", "loa"], "kalah"), (["--serve", "--game", "kalah:houses=1"], "choice"),
                           (["--serve", "--port", "70000"], "65535"), (["h", "ab", "x"], "HOST [AGENT] | --serve")):
            with self.subTest(args=args):
                self.refused("kgp", *args, says=[says])


if __name__ == "__main__":
    unittest.main()

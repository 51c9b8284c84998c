"""Hostile visitors: they cannot take the time or memory of others, nor see their hands."""
import collections
import json
import os
import resource
import socket
import sqlite3
import subprocess
import time
import unittest

from test_server import Case
from ws import DEADLINE, JOGADA, SANITIZER, Closed, Denied, Server, frame, wait_for


def raw(server, data):
    """All that comes back for some bytes until the server closes."""
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE) as s:
        s.sendall(data)
        try:
            while part := s.recv(65536):
                answer += part
        except ConnectionError:
            pass
    return answer


class Http(Case):
    def test_bytes_after_a_head_are_no_request(self):
        """A proxy would give the answer to it to somebody else."""
        inner = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        for method in (b"GET", b"HEAD", b"POST"):
            for says in (b"Content-Length: %d" % len(inner), b"Transfer-Encoding: chunked", b"Content-Length: -1",
                         b"Content-Length: 0x10"):
                with self.subTest(method=method, says=says):
                    answer = raw(self.server, method + b" / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + says + b"\r\n\r\n" + inner)
                    self.assertEqual(answer.count(b"HTTP/1."), 1)
                    self.assertIn(answer.split()[1], (b"400", b"405"))
        self.assertEqual(self.server.get("/", headers={"Content-Length": "0"})[0], 200)

    def test_all_html_has_a_policy(self):
        for data in (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                     b"GET http://evil/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", os.urandom(100) + b"\r\n\r\n"):
            with self.subTest(data=data):
                answer = raw(self.server, data).lower()
                if b"text/html" in answer:
                    self.assertIn(b"\r\ncontent-security-policy: script-src 'self'; object-src 'none'", answer)

    def test_a_page_that_is_not_there_can_be_seen_twice(self):
        accept = {"Accept": "text/html"}
        status, headers, body = self.server.get("/nowhere", headers=accept)
        self.assertEqual(status, 404)
        again = self.server.get("/nowhere", headers=accept | {"If-None-Match": headers["etag"]})
        self.assertEqual((again[0], again[2]), (404, body))

    def test_answers_come_in_order(self):
        paths = ("games", "health", "rules/kalah", "nothing", "studies", "log", "health", "runs/7")
        data = b"".join(f"GET /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() for path in paths)
        data = data[:-2] + b"Connection: close\r\n\r\n"
        answers = raw(self.server, data).split(b"HTTP/1.1 ")[1:]
        self.assertEqual([a[:3] for a in answers], [b"200", b"200", b"200", b"404", b"200", b"200", b"200", b"404"])
        for answer, word in zip(answers, (b'"games":[{', b'"version"', b"# ", b"missing", b'"studies"', b'"games":[]',
                                          b'"version"', b"missing")):
            self.assertIn(word, answer.split(b"\r\n\r\n", 1)[1])


class Pipelines(Case):
    """Several requests in one segment. The address sanitizer watches; the server must be well at the end."""

    GET = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    SOCKET = (b"GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")

    LAST = GET + b"Connection: close\r\n\r\n"

    def statuses(self, data, count):
        """Statuses of `count` replies, or of those until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as s:
            s.sendall(data)
            answer = b""
            try:
                while answer.count(b"HTTP/1.1 ") < count and (part := s.recv(65536)):
                    answer += part
            except ConnectionResetError:  # it had more to read; an answer may be lost
                pass
        return [int(a[:3]) for a in answer.split(b"HTTP/1.1 ")[1:]]

    def test_an_unknown_upgrade_after_another_request(self):
        """libwebsockets 4.1.6 frees the headers and then hands them on."""
        for upgrade in (b"foo", b"h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__", b"websocket2", b"x" * 2000):
            for requests in (1, 2):
                with self.subTest(upgrade=upgrade[:20], requests=requests):
                    asked = self.GET + b"Upgrade: " + upgrade + b"\r\nConnection: Upgrade\r\n\r\n"
                    found = self.statuses(requests * (self.GET + b"\r\n") + asked + self.LAST, requests + 1)
                    self.assertEqual(found, (requests * [200] + [403])[:len(found)])
                    self.assertEqual(self.server.json("/api/v1/health")["connections"], 0)

    def test_other_pairs(self):
        plain, post = self.GET + b"\r\n", b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello"
        for data, expected in ((plain + self.LAST, [200, 200]), (plain + post + plain, [200, 405]),
                               (post + plain, [405]), (plain + self.SOCKET + plain, [200, 400]),
                               (self.SOCKET + plain, [400])):
            with self.subTest(data=data):
                found = self.statuses(data, len(expected))
                self.assertEqual(found, expected[:len(found)])
                self.assertEqual(self.server.json("/api/v1/health")["connections"], 0)


class Frames(Case):
    def test_frames_that_are_not_masked(self):
        """RFC 6455, 5.1 tells a server to close. libwebsockets reads them, and tells nobody: they act as others do."""
        ana = self.server.socket()
        ana.send_raw(frame('{"id":1,"do":"hello","name":"Ana"}', masked=False))
        try:
            self.assertEqual(ana.reply(1)["ok"]["name"], "Ana")
            ana.number = 1
            self.assertEqual(ana.ok("hello")["name"], "Ana")  # a mask is right again after that
        except Closed as closed:  # by a later version
            self.assertEqual(closed.code, 1002)
        self.server.join("Bob").ok("tables")


class Names(Case):
    def test_text_for_others_is_visible(self):
        ana = self.server.join()
        for given, shown in (
                ("\u202eanA", "anA"), ("A\u2066n\u2069a\u200f", "Ana"), ("An\u200ba\ufeff", "Ana"), ("\u3164", ""),
                ("\u200d \u00a0\u2800", ""), ("Ana \u00a0 \u2003 B", "Ana B"), ("A\u2028B\tC", "A B C"), ("", ""),
                ("\U000e0041Ana", "Ana"), ("م\u200cن", "م\u200cن"), ("👩\u200d🚀", "👩\u200d🚀"), ("❤\ufe0f Ana", "❤ Ana"),
                ("שלום", "שלום"), (200 * "\u202e" + "Ana" + 200 * " ", "Ana"), (16 * "👩", 16 * "👩")):
            with self.subTest(given=given):
                self.assertEqual(ana.ok("hello", name=given)["name"], shown)
            time.sleep(0.05)
        ana = self.server.join()
        for name in (17 * "👩", 22 * "€", "a\x1b[2Jb", "a\x85b", "x" * 60000):
            self.denied("input", ana, "hello", name=name)


def loop_time(server):
    """Seconds that the event loop has had a processor, and those of all threads."""
    def of(thread):
        try:
            with open(f"/proc/{server.process.pid}/task/{thread}/schedstat", encoding="ascii") as f:
                return int(f.read().split()[0]) / 1e9
        except FileNotFoundError:
            raise unittest.SkipTest("no /proc/PID/task/TID/schedstat") from None
    return of(server.process.pid), sum(of(t) for t in os.listdir(f"/proc/{server.process.pid}/task"))


class Loop(unittest.TestCase):
    """Long work does not block the event loop."""

    def long_game(self, server):
        spec = "domino:target=5000"
        subprocess.run([JOGADA, "match", spec, "random", "random", "--games", "2", "--db", server.db],
                       check=True, capture_output=True, timeout=DEADLINE)
        game = server.json("/api/v1/log/1")
        moves = game["moves"]
        return spec, (moves if isinstance(moves, list) else moves.split())

    def spared(self, server, before):
        """Most of the work since then was not the event loop's; a sanitizer slows each part by another factor."""
        loop, all_threads = (after - b for after, b in zip(loop_time(server), before))
        if SANITIZER == "none":
            self.assertLess(loop, all_threads / 2)

    def test_long_answers(self):
        with Server() as server:
            spec, moves = self.long_game(server)
            self.assertGreater(len(moves), 2001)
            ana = server.join("Ana")
            before = loop_time(server)
            for _ in range(4):
                states = ana.ok("state", game=spec, moves=" ".join(moves[:1990]))["states"]
                self.assertEqual(len(states), 1991)
            self.spared(server, before)
            before = loop_time(server)
            for _ in range(8):
                server.get("/api/v1/export/1?as=text")
            self.spared(server, before)
            error = ana.reply(ana.send("create", game=spec, moves=" ".join(moves[:501]), seats=4 * ["open"]))["error"]
            self.assertEqual((error["code"], "500" in error["text"]), ("input", True))
            ana.ok("create", game=spec, moves=" ".join(moves[:500]), seats=4 * ["open"])
            self.assertEqual(server.stop(), (0, ""))

    def test_who_asks_for_much_keeps_nobody_waiting(self):
        """Neither by asking nor by not reading the answers."""
        with Server() as server:
            spec, moves = self.long_game(server)
            text = json.dumps({"do": "state", "game": spec, "moves": " ".join(moves[:1990])})[1:]
            for _ in range(15):
                eve = server.join("Eve", hoards=True)
                for number in range(2, 6):
                    eve.send_raw(frame(f'{{"id":{number},{text}'))
            ana = server.join("Ana")
            ana.reply(ana.send("state", game="coins"))
            self.assertGreater(server.json("/api/v1/health")["waiting"], 0)  # she need not wait for all of Eve's
            for _ in range(10):
                ana.ok("tables")
                self.assertEqual(server.get("/api/v1/log")[0], 200)
                time.sleep(0.1)
            self.assertEqual(server.stop(), (0, ""))

    def here(self, server):
        return server.json("/api/v1/health")["connections"]

    def test_who_never_reads_is_closed(self):
        """And nobody else: somebody else's game goes on meanwhile."""
        with Server() as server:
            spec, moves = self.long_game(server)
            question = {"game": spec, "moves": " ".join(moves[:100])}
            ana, eve = server.join("Ana"), server.join("Eve", hoards=True)
            table = ana.ok("create", game="kalah", seats=["me", "me"])["table"]
            now = ana.event("table", lambda event: "move" in event["may"])
            before = server.memory("VmHWM")
            for number in [eve.send("state", **question) for _ in range(4)]:  # which may wait a while
                self.assertEqual(len(eve.reply(number)["ok"]["states"]), 101)
            while self.here(server) > 1:
                self.assertLess(eve.number, 100)
                try:
                    eve.send("state", **question)
                except ConnectionError:
                    pass
                if not now["over"]:
                    ply = now["ply"]
                    ana.ok("move", table=table, ply=ply, move=now["state"]["moves"][0])
                    now = ana.event("table", lambda event: event["ply"] > ply)
                ana.ok("state", game="coins")  # answered after those that were asked before
                time.sleep(0.11)  # as many questions as are allowed
            with self.assertRaises(Closed):
                while True:
                    eve.receive()
            self.assertGreater(now["ply"], 4)
            if SANITIZER == "none":
                self.assertLess(server.memory("VmHWM") - before, 12 << 20)
            self.assertEqual(server.stop(), (0, ""))

    @unittest.skipUnless(SANITIZER == "none", "64 MiB of answers take a sanitizer too long")
    def test_many_who_never_read_are_closed_sooner(self):
        """Two answers may wait for anybody, but not for everybody."""
        with Server() as server:
            spec, moves = self.long_game(server)
            question = {"game": spec, "moves": " ".join(moves[:1990])}
            before, ana = server.memory(), server.join("Ana")
            eves = [server.join("Eve", hoards=True) for _ in range(70)]
            for i in range(2 * len(eves)):
                eves[i % len(eves)].send("state", **question)
                if i % 20 == 19:  # one address has no more at once
                    wait_for(lambda: server.json("/api/v1/health")["waiting"] == 0)
                    ana.ok("state", game="coins")  # answers pings too: a connection that does not is closed
            wait_for(lambda: self.here(server) < 1 + len(eves))
            self.assertGreater(self.here(server), 55)
            self.assertEqual(len(ana.ok("state", **question)["states"]), 1991)
            self.assertLess(server.memory("VmHWM") - before, 110 << 20)
            self.assertEqual(server.stop(), (0, ""))

    @unittest.skipUnless(SANITIZER == "none", "memory of a sanitizer is another")
    def test_specs_are_looked_at_without_their_memory(self):
        with Server() as server:
            ana = server.join("Ana")
            ana.ok("create", game="kalah", seats=["me", {"agent": "random"}])
            before = server.memory("VmHWM")
            for agent in ("ab", "ab:tt=64M", "pn", "mcts:memory=64M"):
                ana.ok("create", game="kalah", seats=["me", {"agent": agent}])
            self.assertLess(server.memory("VmHWM") - before, 30 << 20)

    def test_who_lets_many_think_lets_others_go_before(self):
        with Server(None, "-j", "1", "--think", "300") as server:
            cookie = server.cookie()
            eves = [server.join("Eve", cookie) for _ in range(2)]
            for n in range(8):
                eves[n % 2].ok("create", game="kalah", seats=2 * [{"agent": "mcts:ms=86400000"}])
            with self.assertRaises(Denied) as denied:  # one network address has no more
                eves[0].ok("create", game="kalah", seats=2 * [{"agent": "random"}])
            self.assertEqual(denied.exception.code, "limit")

            def moves_of_eve():
                """How many moves her agents have made: all that was sent before the answer."""
                plies = {}
                for line in eves:
                    line.ok("tables")
                    plies |= {event["table"]: event["ply"] for event in line.events if event["on"] == "table"}
                return sum(plies.values())

            ana = server.join("Ana")
            table = ana.ok("create", game="kalah", seats=["me", {"agent": "random"}])["table"]
            ana.event("table", lambda now: "move" in now["may"])
            before = moves_of_eve()
            ana.ok("move", table=table, ply=0, move="1")
            ana.event("table", lambda now: now["ply"] >= 2)
            self.assertLess(moves_of_eve() - before, 4)  # of the eight that wait
            self.assertEqual(server.stop(), (0, ""))


class Disk(unittest.TestCase):
    """A change that cannot be saved is neither acknowledged nor announced; once it can, the game continues."""

    def play(self, server):
        ana = server.join("Ana")
        table = ana.ok("create", game="kalah", seats=["me", "me"])["table"]
        ana.event("table", lambda now: "move" in now["may"])
        return ana, table

    def refused(self, ana, table):
        """The server says that it cannot save, and has said nothing of the move before that."""
        move = ana.send("move", table=table, ply=0, move="1")
        while ana.reply(ana.send("rematch", table=table))["error"]["code"] != "failed":
            time.sleep(0.03)  # a connection may send forty messages a second
        error = ana.reply(ana.send("move", table=table, ply=1, move="2"))["error"]
        self.assertEqual(error["code"], "failed")
        self.assertFalse([event for event in ana.events if event.get("ply", 0) > 0])
        return move

    def comes_back(self, server, table, ply):
        server.start()
        bob = server.join("Bob")
        bob.ok("open", table=table)
        self.assertEqual(bob.event("table")["ply"], ply)

    def test_a_store_that_is_locked(self):
        with Server() as server:
            ana, table = self.play(server)
            other = sqlite3.connect(server.db, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            move = self.refused(ana, table)
            other.execute("COMMIT")
            other.close()
            self.assertEqual(ana.reply(move)["ok"], {"ply": 1})
            ana.event("table", lambda now: now["ply"] == 1)
            self.assertEqual(server.stop()[0], 0)
            self.comes_back(server, table, 1)

    def full(self, server, limit):
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def test_a_disk_that_is_full(self):
        with Server() as server:
            ana, table = self.play(server)
            self.full(server, 4096)
            move = self.refused(ana, table)
            self.full(server, resource.RLIM_INFINITY)
            self.assertEqual(ana.reply(move)["ok"], {"ply": 1})
            status, errors = server.stop()
            self.assertEqual((status, errors.count("\n")), (0, 1), errors)
            self.comes_back(server, table, 1)

    def test_a_disk_that_is_full_and_a_server_that_dies(self):
        """Nobody has seen the move that is lost."""
        with Server() as server:
            ana, table = self.play(server)
            self.full(server, 4096)
            self.refused(ana, table)
            server.process.kill()
            server.process.wait()
            self.comes_back(server, table, 0)


class Fuzz(unittest.TestCase):
    def test_frames_and_messages_of_any_kind(self):
        from fuzz import Fuzzer
        seed = int(os.environ.get("JOGADA_TEST_SEED", "1"))
        with Server(None, "--lab", "--hurry", "--absent", "0", "--idle", "1") as server:
            fuzzer = Fuzzer(server, seed)
            for _ in range(8):
                fuzzer.visit(25)
            self.assertGreater(fuzzer.answers["ok"], 10, fuzzer.answers)
            self.assertGreater(fuzzer.answers["input"], 10, fuzzer.answers)
            self.assertNotIn("failed", fuzzer.answers)
            ana = server.join("Ana")
            ana.ok("create", game="kalah", seats=["me", "me"])
            self.assertEqual(json.loads(server.get("/api/v1/health")[2])["connections"] >= 1, True)
            self.assertEqual(server.stop(), (0, ""))

    def test_a_player_who_says_wrong_things_too(self):
        import fuzz_play
        seed = int(os.environ.get("JOGADA_TEST_SEED", "1"))
        with Server(None, "--hurry") as server:
            found = fuzz_play.play(server, seed)
            total = sum(found.values(), collections.Counter())
            for game, counts in found.items():
                self.assertGreater(counts["finished"], 0, (game, counts))
                self.assertGreater(counts["move taken"], 0.3 * counts["messages"], (game, counts))
            for code in ("illegal", "stale", "turn", "input"):
                self.assertGreater(total[code], 5, total)
            self.assertNotIn("failed", total)
            self.assertEqual(server.stop(), (0, ""))

    def test_raw_http(self):
        import fuzz_play
        seed = int(os.environ.get("JOGADA_TEST_SEED", "1"))
        with Server() as server:
            statuses = fuzz_play.say_http(server, seed, 200)
            self.assertGreater(statuses["200"], 3, statuses)
            self.assertNotIn("500", statuses)
            self.assertEqual(server.stop(), (0, ""))


if __name__ == "__main__":
    unittest.main()

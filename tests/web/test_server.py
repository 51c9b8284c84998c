"""The server itself: who gets in, what is refused, what cannot hurt others."""
import gzip
import json
import os
import re
import signal
import socket
import subprocess
import time
import unittest

from ws import (BINARY, CLOSE, DEADLINE, JOGADA, PING, SANITIZER, TEXT, Closed, Denied, Refused, Server, Socket, frame,
                wait_for)

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'none'; frame-src 'self'; "
          "base-uri 'none'; frame-ancestors 'none'")


class Case(unittest.TestCase):
    """One server for all tests of a class, which must be well and clean at the end."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(None, *cls.options)

    @classmethod
    def tearDownClass(cls):
        try:
            status, errors = cls.server.stop()
            assert (status, errors) == (0, ""), (status, errors)
        finally:
            cls.server.close()

    def tearDown(self):
        for connection in self.server.sockets:
            connection.close()
        self.server.sockets.clear()

    def refused(self, status, **how):
        with self.assertRaises(Refused) as caught:
            self.server.socket(**how)
        self.assertEqual(caught.exception.status, status)

    def denied(self, code, connection, do, **members):
        with self.assertRaises(Denied) as caught:
            connection.ok(do, **members)
        self.assertEqual(caught.exception.code, code)
        self.assertTrue(caught.exception.text)
        return caught.exception

    def closed(self, connection, codes):
        """Reads until the connection is closed; with one of these codes."""
        with self.assertRaises(Closed) as caught:
            while True:
                connection.receive()
        self.assertIn(caught.exception.code, codes)


class Http(Case):
    def test_the_page_and_its_parts(self):
        status, headers, body = self.server.get("/")
        self.assertEqual((status, headers["content-type"]), (200, "text/html; charset=utf-8"))
        self.assertEqual((headers["content-encoding"], headers["cache-control"]), ("gzip", "no-cache"))
        page = gzip.decompress(body).decode()
        parts = re.findall(r'(?:src|href)="([^"]+)"', page)
        self.assertTrue(parts)
        for part in parts:
            with self.subTest(part=part):
                self.assertRegex(part, "^/assets/")
                status, headers, body = self.server.get(part)
                self.assertEqual(status, 200)
                self.assertIn("immutable", headers["cache-control"])
                self.assertNotIn("set-cookie", headers)
                self.assertEqual(len(body), int(headers["content-length"]))
                gzip.decompress(body)
                status, again, body = self.server.get(part, headers={"If-None-Match": headers["etag"]})
                self.assertEqual((status, body), (304, b""))
        for path in ("/table/abcdef", "/analysis", "/search", "/rules", "/rules/kalah", "/lab", "/studies"):
            self.assertEqual(gzip.decompress(self.server.get(path)[2]).decode(), page, path)

    def test_headers_of_every_answer(self):
        for path in ("/", "/nothing", "/api/v1/health", "/api/v1/nothing", "/api/v1/games"):
            with self.subTest(path=path):
                headers = self.server.get(path)[1]
                self.assertEqual(headers["content-security-policy"], POLICY)
                self.assertEqual(headers["x-content-type-options"], "nosniff")
                self.assertEqual(headers["referrer-policy"], "no-referrer")
                self.assertNotIn("access-control-allow-origin", headers)

    def test_head_is_get_without_a_body(self):
        for path in ("/", "/api/v1/health", "/nothing"):
            status, headers, body = self.server.get(path, "HEAD")
            self.assertEqual((status, body), (self.server.get(path)[0], b""))
            self.assertGreater(int(headers["content-length"]), 0)

    def test_other_methods(self):
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
            with self.subTest(method=method):
                status, headers, body = self.server.get("/api/v1/health", method, body=b"x=1")
                self.assertEqual((status, headers["allow"]), (405, "GET, HEAD"))
                self.assertEqual(json.loads(body)["error"]["code"], "input")

    def test_unknown_paths(self):
        for path in ("/nothing", "/index.html/", "/table/", "/table/a/b", "/rules/", "/api", "/api/v1", "/api/v1/",
                     "/api/v2/games", "/api/v1/nothing", "/api/v1/log/999999", "/api/v1/rules/nothing", "/assets/",
                     "/api/v1/examples", "/api/v1/examples/nothing", "/api/v1/examples/kalah:houses=3",
                     "/api/v1/examples/magic:cards=/etc/passwd",
                     "/assets/nothing.js", "/favicon.ico", "/" + 300 * "a",
                     "/api/v1/rules/%ff", "/api/v1/rules/%1b[2J", "/%c3%28", "/api/v1/export/x%80",
                     "/api/v1/studies/%e2%82"):
            with self.subTest(path=path):
                status, _, body = self.server.get(path)
                self.assertEqual(status, 404)
                self.assertEqual(set(json.loads(body)["error"]), {"code", "text"})
        self.assertIn("não encontrado", json.loads(self.server.get("/nothing?lang=pt-BR")[2])["error"]["text"])

    def test_paths_that_climb(self):
        secret = b"root:"
        for path in ("/../../../../etc/passwd", "/assets/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                     "/assets/..%2f..%2f..%2fetc/passwd", "/assets//etc/passwd", "//etc/passwd", "/assets/%00/etc/passwd",
                     "/api/v1/rules/../../../etc/passwd", "/api/v1/rules/..%2f..%2fREADME", "/..\\..\\etc\\passwd",
                     "/api/v1/studies/../../x", "http://127.0.0.1/etc/passwd"):
            with self.subTest(path=path):
                answer = self.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
                self.assertNotIn(secret, answer)
                self.assertNotRegex(answer, rb"^HTTP/1.[01] 200 (?s:.*)content-type: (?!text/html)")

    def raw(self, data, seconds=DEADLINE):
        """The reply to some bytes."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=seconds) as s:
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
                while more := s.recv(65536):
                    answer += more
            except OSError:
                pass
        return answer

    def test_input_that_is_not_http(self):
        for data in (b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/1.1\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + 100000 * b"x" + b"\r\n\r\n",
                     b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/9.9\r\nHost: evil\r\n\r\n", os.urandom(3000),
                     b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"):
            with self.subTest(data=data[:40]):
                self.assertNotRegex(self.raw(data, 5), rb"^HTTP/1.[01] 200")
        self.assertEqual(self.server.get("/")[0], 200)

    def test_names_of_others_lead_nowhere(self):
        for name in ("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "[::2]",
                     "8.8.8.8", ""):
            with self.subTest(name=name):
                self.assertEqual(self.server.get("/api/v1/health", headers={"Host": name})[0], 403)
        for name in ("localhost", "127.0.0.1", "LOCALHOST:1234", "[::1]:80", "127.1.2.3"):
            with self.subTest(name=name):
                self.assertEqual(self.server.get("/api/v1/health", headers={"Host": name})[0], 200)

    def test_several_requests_on_one_connection(self):
        request = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as s:
            seen = b""
            for _ in range(3):
                s.sendall(request)
                count = seen.count(b'"waiting":')
                while seen.count(b'"waiting":') == count:
                    more = s.recv(65536)
                    self.assertTrue(more)
                    seen += more
        self.assertEqual(seen.count(b"HTTP/1.1 200"), 3)


class Cookies(Case):
    def test_one_is_set_once(self):
        headers = self.server.get("/")[1]
        self.assertRegex(headers["set-cookie"],
                         r"^jogada=[0-9a-f]{32}\.[0-9a-f]{8}\.[0-9a-f]{10}\.[0-9a-f]{64}; Path=/; Max-Age=15552000; "
                         r"HttpOnly; SameSite=Lax$")
        cookie = headers["set-cookie"].split(";")[0]
        self.assertNotIn("set-cookie", self.server.get("/", headers={"Cookie": cookie})[1])
        self.assertNotEqual(cookie, self.server.cookie())

    def test_forged_ones_are_replaced_and_get_nothing(self):
        good = self.server.cookie()
        for cookie in ("jogada=", "jogada=x", good[:-1], good + "0", good.replace("jogada=", "jogada=0"),
                       "jogada=" + 32 * "0" + "." + 64 * "0", good[:7] + ("1" if good[7] == "0" else "0") + good[8:],
                       good[:-1] + ("1" if good[-1] == "0" else "0"), "x=" + good):
            with self.subTest(cookie=cookie):
                self.assertIn("set-cookie", self.server.get("/", headers={"Cookie": cookie})[1])
                self.refused(403, cookie=cookie)
        with self.assertRaises(Refused) as caught:
            Socket("127.0.0.1", self.server.port, cookie=None)
        self.assertEqual(caught.exception.status, 403)

    def test_who_one_is_survives_a_restart(self):
        with Server() as server:
            cookie = server.cookie()
            server.join("Ana", cookie)
            server.stop(signal.SIGKILL)
            server.start()
            self.assertEqual(server.socket(cookie).ok("hello")["name"], "Ana")


class Access(Case):
    def test_foreign_origins(self):
        own = f"127.0.0.1:{self.server.port}"
        for origin in (None, "null", "http://evil.example", f"https://{own}", f"http://{own}.evil.example",
                       f"http://evil.example/{own}", f"http://localhost:{self.server.port}", "http://127.0.0.1",
                       f"http://{own}/", f"ws://{own}", own, 300 * "x"):
            with self.subTest(origin=origin):
                self.refused(403, origin=origin)
        self.refused(403, host_header="evil.example")  # and an Origin that is the same
        self.server.join(host_header=f"localhost:{self.server.port}")

    def test_other_paths_and_protocols(self):
        for path in ("/", "/api/v1/socket/", "/api/v2/socket", "/api/v1/socketx", "/api/v1/health"):
            self.refused(404, path=path)
        self.refused(400, protocol=None)
        with self.assertRaises(Refused):
            self.server.socket(protocol="jogada.v2")
        with self.assertRaises(Refused):
            self.server.socket(version="8")

    def test_connections_of_one_identity(self):
        cookie = self.server.cookie()
        many = [self.server.join(cookie=cookie) for _ in range(20)]
        self.refused(429, cookie=cookie)
        self.server.join()
        many[0].close()
        wait_for(lambda: self.server.json("/api/v1/health")["connections"] == 20)
        self.server.join(cookie=cookie)


class Messages(Case):
    def setUp(self):
        self.ana = self.server.join("Ana")

    def say(self, text, connection=None, opcode=TEXT):
        """Sends a text as it is, and returns what comes."""
        connection = connection or self.ana
        connection.send_raw(frame(text, opcode))
        return connection.receive()

    def test_hello(self):
        said = self.ana.ok("hello", name="  Zoë ", lang="pt-BR")
        self.assertEqual((said["name"], said["lang"], said["think"], said["lab"]), ("Zoë", "pt-BR", 10000, True))
        self.assertEqual(self.ana.ok("hello")["name"], "Zoë")
        self.denied("input", self.ana, "hello", lang="fr")
        self.denied("input", self.ana, "hello", name=65 * "x")
        self.assertEqual(self.ana.ok("hello", name="a\nb")["name"], "a b")
        self.assertEqual(self.ana.ok("hello", name=64 * "x")["name"], 64 * "x")

    def test_hello_comes_first(self):
        stranger = self.server.socket()
        self.denied("off", stranger, "tables")
        stranger.ok("hello")
        stranger.ok("tables")

    def test_malformed_ones(self):
        for text in ("", "x", "{", "[]", "null", "{}", '{"id":null,"do":"tables"}', '{"id":1e3,"do":"tables"}',
                     '{"do":"tables"}', '{"id":2,"id":3,"do":"tables"}', '"' + "\\" * 9, "[" * 60000, '{"id":"2"}'):
            with self.subTest(text=text[:40]):
                answer = self.say(text)
                self.assertEqual((answer["id"], answer["error"]["code"]), (None, "input"))
        for text in ('{"id":9}', '{"id":9,"do":"nothing"}', '{"id":9,"do":"open"}', '{"id":9,"do":"tables","x":1}'):
            answer = self.say(text)
            self.assertEqual((answer["id"], answer["error"]["code"]), (9, "input"))
        self.ana.number = 10
        for begin in range(4):  # the end of what is repeated falls into the middle of a character
            for do, members in ((begin * "x" + 300 * "€", {}), ("tables", {begin * "x" + 300 * "€": 1}),
                                ("create", {"game": begin * "x" + 300 * "€", "seats": ["me"]})):
                self.denied("input", self.ana, do, **members)
                time.sleep(0.11)
        self.ana.ok("tables")

    def test_invalid_utf_8_closes_the_connection(self):
        self.ana.send_raw(frame(b'{"id":2,"do":"hello","name":"\xff"}'))
        self.closed(self.ana, (1007, 1002, None))

    def test_replayed_ones(self):
        for number in (5, 5, 4, 1, 0):
            self.ana.send_raw(frame(json.dumps({"id": number, "do": "tables"})))
        answers = [self.ana.receive() for _ in range(5)]
        self.assertIn("ok", answers[0])
        self.assertEqual([a["error"]["code"] for a in answers[1:]], 4 * ["stale"])

    def test_oversized_ones(self):
        most = '{"id":2,"do":"tables"}'.ljust(65536)
        self.assertIn("ok", self.say(most))
        for extra in (1, 1000, 200000):
            answer = self.say(most + extra * " ")
            self.assertEqual((answer["id"], answer["error"]["code"]), (None, "input"))
        self.ana.number = 2
        self.ana.ok("tables")

    def test_ones_without_an_end(self):
        self.ana.send_raw(frame(b"", length=1 << 40))
        try:
            for _ in range(400):
                self.ana.send_raw(65536 * b" ")
        except (ConnectionError, TimeoutError):
            pass
        self.closed(self.ana, (1009, 1002, None))
        self.assertLess(self.server.memory(), 1 << 30)

    def test_fragments(self):
        text = '{"id":2,"do":"tables"}'
        for i, part in enumerate(text):
            self.ana.send_raw(frame(part, TEXT if i == 0 else 0, final=i == len(text) - 1))
            if i == 7:
                self.ana.send_raw(frame(b"between", PING))
        self.assertEqual(self.ana.receive()["id"], 2)
        for i in range(20):
            self.ana.send_raw(frame(5000 * " ", TEXT if i == 0 else 0, final=i == 19))
        self.assertEqual(self.ana.receive()["error"]["code"], "input")
        self.ana.number = 2
        self.ana.ok("tables")

    def test_frames_that_break_the_protocol(self):
        for data in (frame("{}", 3), frame("{}", 0), frame(200 * "x", PING),
                     frame("a", final=False) + frame("b", TEXT), b"\xff" + frame("{}")[1:]):
            with self.subTest(data=data[:4]):
                connection = self.server.join()
                connection.send_raw(data)
                self.closed(connection, (1002, 1003, 1007, None))
        self.ana.ok("tables")

    def test_binary_ones(self):
        self.ana.send_raw(frame(b'{"id":2,"do":"tables"}', BINARY))
        self.closed(self.ana, (1003,))

    def test_a_close_is_answered(self):
        self.ana.send_raw(frame(b"\x03\xe8bye", CLOSE))
        self.closed(self.ana, (1000,))

    def test_a_held_key(self):
        """Keys repeat 30 times a second: that is answered for as long as somebody leans on one, and after any burst."""
        burst = range(2, 97)  # of the 100 that a connection may send at once; its greeting counts, too
        self.ana.send_raw(b"".join(frame(json.dumps({"id": i, "do": "tables"})) for i in burst))
        self.assertFalse(any("error" in self.ana.receive() for _ in burst))
        for i in range(97, 187):
            time.sleep(1 / 30)  # longer makes it easier
            self.ana.send_raw(frame(json.dumps({"id": i, "do": "tables"})))
            self.assertIn("ok", self.ana.receive())

    def ask(self, first, count):
        """The replies to that many requests at once."""
        self.ana.send_raw(b"".join(frame(json.dumps({"id": i, "do": "tables"})) for i in range(first, first + count)))
        return [self.ana.receive() for _ in range(count)]

    def test_too_many(self):
        answers = self.ask(2, 180)
        self.assertFalse(any("error" in a for a in answers[:90]))  # a held key is not too many
        while not any("error" in a for a in answers):  # on a slow machine more are allowed meanwhile
            answers += self.ask(2 + len(answers), 180)
        refused = [a["error"]["code"] for a in answers if "error" in a]
        self.assertEqual(set(refused), {"limit"})
        self.assertGreaterEqual(len(answers) - len(refused), 19)
        time.sleep(0.3)
        self.ana.number = 2 + len(answers)
        self.ana.ok("tables")

    def test_one_who_goes_on_is_closed(self):
        """Also with pauses, in which some messages are allowed again. On a slow machine more are: there are always more."""
        first = 2
        with self.assertRaises(Closed) as caught:
            for i in range(200):
                count = 90 + 5 * i
                self.ask(first, count)
                first += count
                time.sleep(0.03)
        self.assertIn(caught.exception.code, (1008, None))
        self.server.join().ok("tables")


class Tables(Case):
    """Moves out of turn, of other players, of nobody: the sender gets an error, and the table continues."""

    def setUp(self):
        self.ana, self.bob, self.eve = (self.server.join(name) for name in ("Ana", "Bob", "Eve"))
        self.table = self.ana.ok("create", game="kalah", seats=["me", "open"])["table"]
        self.bob.ok("open", table=self.table)
        self.bob.ok("sit", table=self.table, seat=1)
        self.eve.ok("open", table=self.table)

    def test_wrong_moves(self):
        t = self.table
        self.denied("turn", self.bob, "move", table=t, ply=0, move="1")
        self.denied("seat", self.eve, "move", table=t, ply=0, move="1")
        self.denied("stale", self.ana, "move", table=t, ply=1, move="1")
        self.denied("missing", self.ana, "move", table="nosuchtable", ply=0, move="1")
        for move in ("9", "", "x", "1 2", 5000 * "1", "1\n"):
            with self.assertRaises(Denied) as caught:
                self.ana.ok("move", table=t, ply=0, move=move)
            self.assertIn(caught.exception.code, ("input", "illegal"))
        self.assertEqual(self.ana.ok("move", table=t, ply=0, move="1")["ply"], 1)
        with self.assertRaises(Denied) as caught:  # once more
            self.ana.ok("move", table=t, ply=0, move="1")
        self.assertIn(caught.exception.code, ("stale", "turn"))
        moves = self.bob.event("table", lambda e: e["ply"] == 1)["state"]["moves"]
        wrong = next(str(i) for i in range(1, 13) if str(i) not in moves)
        self.denied("illegal", self.bob, "move", table=t, ply=1, move=wrong)
        self.bob.ok("move", table=t, ply=1, move=moves[0])
        self.assertEqual(self.eve.event("table", lambda e: e["ply"] == 2)["seat"], None)

    def test_requests_about_other_players_seats(self):
        t = self.table
        self.denied("seat", self.eve, "sit", table=t, seat=0)
        for do in ("resign", "stand", "rematch"):
            with self.assertRaises(Denied) as caught:
                self.eve.ok(do, table=t)
            self.assertIn(caught.exception.code, ("seat", "off"))
        with self.assertRaises(Denied):
            self.eve.ok("seat", table=t, seat=0, agent="random")
        with self.assertRaises(Denied):
            self.eve.ok("answer", table=t, offer="back", yes=True)
        self.ana.ok("move", table=t, ply=0, move="1")

    def test_specs_that_would_run_programs_or_read_files(self):
        for agent in ("program:run=/bin/sh", "ab:eval=@/etc/passwd", "human"):
            with self.subTest(agent=agent):
                self.denied("input", self.ana, "create", game="kalah", seats=["me", {"agent": agent}])
        self.denied("input", self.ana, "create", game="magic:cards=/etc/passwd", seats=["me", "open"])

    def test_too_many_tables(self):
        cookie, made = self.server.cookie(), 0
        with self.assertRaises(Denied) as caught:
            for made in range(30):
                if made % 7 == 0:
                    dan = self.server.join("Dan", cookie)
                dan.ok("create", game="coins", seats=["me", "open"])
        self.assertEqual(caught.exception.code, "limit")
        self.assertEqual(made, 20)
        self.ana.ok("move", table=self.table, ply=0, move="1")


class Slow(Case):
    def test_one_who_does_not_read_delays_no_one(self):
        ana = self.server.join("Ana")
        table = ana.ok("create", game="kalah", seats=["me", "open"])["table"]
        bob = self.server.join("Bob")
        bob.ok("open", table=table)
        bob.ok("sit", table=table, seat=1)
        stalled = self.server.join("Eve", hoards=True)
        stalled.ok("open", table=table)  # and never reads again
        reader = socket.socket()
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        reader.connect(("127.0.0.1", self.server.port))
        self.addCleanup(reader.close)
        reader.sendall(20 * b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for _ in range(10):
            ana.ok("why", table=table, move="1")
            bob.ok("tables")
        self.assertEqual(self.server.get("/")[0], 200)

    def test_one_who_asks_and_does_not_read_costs_little(self):
        """The queue of a client is bounded."""
        greedy = self.server.join("Eve", hoards=True)
        before = self.server.memory()
        state = {"do": "state", "game": "kalah", "moves": "1"}
        try:
            for i in range(2, 400):
                greedy.send_raw(frame(json.dumps({"id": i, **state})))
                time.sleep(0.02)
        except (ConnectionError, TimeoutError):
            pass
        if SANITIZER == "none":
            self.assertLess(self.server.memory() - before, 64 << 20)
        self.server.join().ok("tables")

    def test_requests_that_never_end_keep_nobody_out(self):
        hanging = []
        for _ in range(60):
            s = socket.create_connection(("127.0.0.1", self.server.port))
            s.sendall(b"GET / HTTP/1.1\r\nHost: 127")
            hanging.append(s)
        self.assertEqual(self.server.get("/")[0], 200)
        self.server.join().ok("tables")
        for s in hanging:
            s.close()


class Crowd(Case):
    options = ("--connections", "5")

    def test_too_many_connections(self):
        cookie = self.server.cookie()
        for _ in range(5):
            self.server.join(cookie=cookie)
        self.refused(503, cookie=cookie)
        self.refused(503)
        self.server.sockets.pop().close()
        wait_for(lambda: self.server.json("/api/v1/health")["connections"] == 4)
        self.server.join()

    def test_too_many_sockets(self):
        idle = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(300)]
        answers = 0
        for s in idle[-20:]:
            s.settimeout(DEADLINE)
            try:
                answers += s.recv(1000).startswith(b"HTTP/1.1 503")
            except ConnectionError:
                answers += 1
        self.assertGreater(answers, 0)
        for s in idle:
            s.close()
        wait_for(lambda: self.answers())

    def answers(self):
        try:
            return self.server.get("/api/v1/health")[0] == 200
        except OSError:
            return False


class Leaks(unittest.TestCase):
    def test_connections_that_open_and_close(self):
        with Server() as server:
            cookie = server.cookie()
            for _ in range(50):  # what is made once
                server.join(cookie=cookie).close()
            wait_for(lambda: server.json("/api/v1/health")["connections"] == 0)
            files = server.files()
            for i in range(200):
                if i % 3 == 0:
                    server.socket(cookie).close()
                elif i % 3 == 1:
                    s = server.join(cookie=cookie)
                    s.send_raw(frame('{"id":5,', final=False))
                    s.close()
                else:
                    socket.create_connection(("127.0.0.1", server.port)).close()
            server.sockets.clear()
            wait_for(lambda: server.json("/api/v1/health")["connections"] == 0)
            wait_for(lambda: server.files() <= files)
            self.assertEqual(server.stop(), (0, ""))


class Starting(unittest.TestCase):
    def run_serve(self, *options):
        return subprocess.run([JOGADA, "serve", *options], capture_output=True, text=True, timeout=DEADLINE,
                              env={"LC_ALL": "C.UTF-8", "HOME": "/nonexistent"} |
                              {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})

    def said(self, server_options=(), lang="C.UTF-8"):
        """The messages to users, and the server's process, which is ended."""
        with Server() as server:  # for its folder
            server.stop()
            process = subprocess.Popen([JOGADA, "serve", "--port", "0", "--db", server.db, *server_options],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                       env={"LC_ALL": lang} |
                                       {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
            lines = process.stdout.readline() + process.stdout.readline()
            port = int(re.search(r":(\d+)/?", lines.replace("https://", ""))[1]) if "origin" not in " ".join(
                server_options) else None
            listens = []
            while not listens:  # the system can leave out a row while other sockets come and go
                listens = self.listening(process.pid)
            process.send_signal(signal.SIGINT)
            rest, errors = process.communicate(timeout=DEADLINE)
            self.assertEqual((process.returncode, rest, errors), (0, "", ""))
            return lines, port, listens

    @staticmethod
    def listening(pid):
        """Addresses on which a process listens, as hexadecimal digits."""
        inodes = set()
        for name in os.listdir(f"/proc/{pid}/fd"):
            try:
                link = os.readlink(f"/proc/{pid}/fd/{name}")
            except OSError:
                continue
            if match := re.match(r"socket:\[(\d+)\]", link):
                inodes.add(match[1])
        found = set()
        for table in ("tcp", "tcp6"):
            try:
                rows = open(f"/proc/net/{table}", encoding="ascii").read().splitlines()[1:]
            except OSError:
                continue
            found |= {row.split()[1] for row in rows if row.split()[3] == "0A" and row.split()[9] in inodes}
        return sorted(found)

    def test_it_listens_on_this_machine_only_and_says_so(self):
        lines, port, listens = self.said()
        self.assertIn(f"http://127.0.0.1:{port}/", lines)
        self.assertIn("Only this machine can reach it", lines)
        self.assertEqual(listens, [f"0100007F:{port:04X}"])
        self.assertIn("Só esta máquina", self.said(["--lang", "pt-BR"])[0])

    def test_it_listens_on_all_addresses_on_request_and_says_so(self):
        lines, port, listens = self.said(["--bind", "0.0.0.0"])
        self.assertIn("Other machines can reach it", lines)
        self.assertEqual(listens, [f"00000000:{port:04X}"])

    def test_behind_a_proxy(self):
        lines, _, _ = self.said(["--origin", "https://play.example.org"])
        self.assertIn("https://play.example.org", lines)
        self.assertIn("proxy", lines)
        with Server(None, "--origin", "https://play.example.org") as server:
            for name in ("play.example.org", "127.0.0.1"):
                headers = server.get("/", headers={"Host": name})[1]
                self.assertIn("; Secure", headers["set-cookie"])
            self.assertEqual(server.get("/", headers={"Host": "evil.example"})[0], 403)
            cookie = headers["set-cookie"].split(";")[0]
            for name in ("play.example.org", "127.0.0.1"):
                with server.socket(cookie, origin="https://play.example.org", host_header=name) as s:
                    self.assertEqual(s.ok("hello")["lab"], False)
                    with self.assertRaises(Denied) as caught:
                        s.ok("lab")
                    self.assertEqual(caught.exception.code, "off")
            for origin in (f"http://127.0.0.1:{server.port}", "http://play.example.org", "https://evil.example"):
                with self.assertRaises(Refused):
                    server.socket(cookie, origin=origin)
            self.assertEqual(server.stop(), (0, ""))

    def test_a_port_that_is_taken(self):
        with Server() as server:
            result = self.run_serve("--port", str(server.port), "--db", server.db)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(f"port {server.port} of 127.0.0.1 is in use; --port 0", result.stderr)

    def test_called_wrongly(self):
        for options, says in ((["--bind", "8.8.8.8"], "not an address of this machine"), (["--bind", "x y"], "cannot listen on"),
                              (["--port", "65536"], "0 to 65535"), (["--origin", "play.example.org"], "--origin"),
                              (["--origin", "https://x/"], "--origin"), (["--origin", 'https://a"b'], "--origin"),
                              (["--origin", "https://:8443"], "--origin"), (["--origin", "https://x:443"], "--origin"),
                              (["--origin", "http://x:80"], "--origin"), (["--origin", "https://é.org"], "--origin"),
                              (["--trust", "--bind", "127.example.org"], "--trust"),
                              (["--trust", "--bind", "0.0.0.0"], "--trust"),
                              (["--trust", "--origin", "https://x"], "--trust"), (["--connections", "0"], "1 to ")):
            with self.subTest(options=options):
                result = self.run_serve(*options, "--db", "/nonexistent/x.db")
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn(says, result.stderr)

    def test_a_store_that_cannot_be_opened(self):
        result = self.run_serve("--port", "0", "--db", "/nonexistent/x.db")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("/nonexistent/x.db", result.stderr)

    def test_it_ends_on_sigterm(self):
        for how in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with Server(None, "--think", "600000") as server:
                ana = server.join("Ana")
                ana.ok("create", game="loa", seats=[{"agent": "ab:ms=600000"}, "me"])
                ana.event("table", lambda now: now["thinking"] == 0)
                self.assertEqual(server.stop(how), (0, ""))
                self.assertEqual(server.stop(how), (0, ""))

    def test_jogada_alone_serves(self):
        with Server() as server:
            server.stop()
            env = {"LC_ALL": "C.UTF-8", "HOME": os.path.dirname(server.db)}
            env |= {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
            process = subprocess.Popen([JOGADA], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
            said = process.stdout.readline()
            if not said:  # somebody else has port 8080
                self.assertIn("port 8080 of 127.0.0.1 is taken", process.communicate()[1])
                return
            self.assertIn("http://127.0.0.1:8080/", said)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=DEADLINE)
            self.assertEqual(process.returncode, 0)

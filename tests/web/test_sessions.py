"""People: sessions that end, data that is deleted, games that are not for everybody, limits by address."""
import hashlib
import hmac
import json
import socket
import sqlite3
import time
import unittest

from test_server import Case
from ws import DEADLINE, Refused, Server, Socket, wait_for


def post(server, what, cookie, origin=None):
    """(status, cookie that is set or None, body)"""
    origin = origin or f"http://127.0.0.1:{server.port}"
    status, headers, body = server.get(f"/api/v1/{what}", "POST", {"Cookie": cookie, "Origin": origin})
    return status, headers.get("set-cookie", "").split(";")[0] or None, body


def finished(server, one, two, listed):
    """A game of two people that is over; its number in the log."""
    table = one.ok("create", game="kalah", seats=["me", "open"], listed=listed)["table"]
    two.ok("open", table=table)
    two.ok("sit", table=table, seat=1)
    two.ok("resign", table=table)
    return table, one.event("table", lambda e: e["table"] == table and e["game_id"])["game_id"]


def sql(server, text, *values):
    db = sqlite3.connect(server.db)
    try:
        return db.execute(text, values).fetchall()
    finally:
        db.close()


class Sessions(Case):
    def player(self, cookie):
        return cookie.split("=")[1].split(".")[0]

    def test_signing_out_everywhere(self):
        cookie = self.server.cookie()
        here, there, other = self.server.join("Ana", cookie), self.server.join("Ana", cookie), self.server.join("Bob")
        status, renewed, _ = post(self.server, "signout", cookie)
        self.assertEqual(status, 200)
        self.assertNotEqual(renewed, cookie)
        self.assertEqual(self.player(renewed), self.player(cookie))
        for connection in (here, there):
            self.closed(connection, (4001,))
        other.ok("tables")
        self.refused(403, cookie=cookie)
        self.assertEqual(self.server.join(cookie=renewed).ok("hello")["name"], "Ana")
        late = self.server.get("/api/v1/health", headers={"Cookie": cookie})[1]  # a reply to a request of before
        self.assertNotIn("set-cookie", late)
        stranger = self.server.get("/", headers={"Cookie": cookie})[1]["set-cookie"].split(";")[0]
        self.assertNotEqual(self.player(stranger), self.player(cookie))

    def test_only_pages_of_the_server_end_sessions(self):
        cookie = self.server.cookie()
        for what in ("signout", "forget"):
            self.assertEqual(post(self.server, what, cookie, "http://evil.example")[0], 403)
            self.assertEqual(post(self.server, what, "jogada=nobody")[0], 403)
            self.assertEqual(self.server.get(f"/api/v1/{what}", headers={"Cookie": cookie})[0], 404)
            self.assertEqual(self.server.get(f"/api/v1/{what}", "POST", {"Cookie": cookie}, b"x")[0], 405)
        self.server.join("Ana", cookie)

    def signed(self, player, tail=""):
        secret = sql(self.server, "SELECT key FROM secret")[0][0]
        return f"jogada={player}{tail}." + hmac.new(secret, (player + tail).encode(), hashlib.sha256).hexdigest()

    def test_cookies_of_earlier_versions(self):
        player = 32 * "a"
        old = self.signed(player)
        self.refused(403, cookie=old)  # nothing is stored of such a player
        db = sqlite3.connect(self.server.db)
        db.execute("INSERT INTO player (id, name, seen) VALUES (?, 'Ana', ?)", (player, int(time.time())))
        db.commit()
        db.close()
        self.server.join(cookie=old)
        renewed = self.server.get("/api/v1/health", headers={"Cookie": old})[1]["set-cookie"].split(";")[0]
        self.assertEqual(self.player(renewed), player)
        self.assertEqual(self.server.join(cookie=renewed).ok("hello")["name"], "Ana")
        post(self.server, "signout", renewed)
        self.refused(403, cookie=old)

    def test_sessions_expire(self):
        """And are renewed when they are used, at most once a day."""
        player = 32 * "b"
        self.refused(403, cookie=self.signed(player, ".00000000.%010x" % 1))
        half = self.signed(player, ".00000000.%010x" % (1 << 38))
        self.server.join("Bob", half)
        self.assertNotIn("set-cookie", self.server.get("/api/v1/health", headers={"Cookie": half})[1])
        soon = self.signed(player, ".00000000.%010x" % (int(time.time()) + 100 * 86400))
        renewed = self.server.get("/api/v1/health", headers={"Cookie": soon})[1]["set-cookie"]
        self.assertEqual(self.player(renewed), player)
        self.assertIn("Max-Age=15552000", renewed)


class Deleting(Case):
    def test_all_data_of_a_person(self):
        cookie = self.server.cookie()
        player = cookie.split("=")[1].split(".")[0]
        ana, bob = self.server.join("Ana Unica", cookie), self.server.join("Bob")
        _, number = finished(self.server, ana, bob, True)
        table = ana.ok("create", game="kalah", seats=["me", "open"])["table"]
        bob.ok("open", table=table)
        bob.ok("sit", table=table, seat=1)
        self.assertEqual(self.server.json(f"/api/v1/log/{number}")["seats"], ["Ana Unica", "Bob"])
        status, gone, _ = post(self.server, "forget", cookie)
        self.assertEqual((status, gone), (200, "jogada="))
        self.closed(ana, (4001,))
        bob.event("table", lambda e: e["table"] == table and e["seats"][0]["kind"] == "open")
        self.assertEqual(self.server.json(f"/api/v1/log/{number}")["seats"], ["human", "Bob"])
        self.refused(403, cookie=cookie)
        self.assertEqual(sql(self.server, "SELECT name FROM player WHERE id = ?", player), [("",)])  # no session counts
        for name, columns in (("player", "name"), ("seating", "player"), ("played", "player || coalesce(name, '')"),
                              ("agent", "spec"), ("web_table", "owner || seats || rest")):
            for (text,) in sql(self.server, f"SELECT {columns} FROM {name}"):
                self.assertNotIn("Unica", text)
                self.assertNotIn(player, text)


    def test_revoked_sessions_stay_revoked(self):
        stolen = self.server.cookie()
        self.server.join("Ana", stolen)
        _, mine, _ = post(self.server, "signout", stolen)
        self.assertEqual(post(self.server, "forget", mine)[0], 200)
        for cookie in (stolen, mine):
            self.refused(403, cookie=cookie)

    def test_offers_end_with_a_person(self):
        cookie = self.server.cookie()
        ana, bob = self.server.join("Ana", cookie), self.server.join("Bob")
        table, _ = finished(self.server, ana, bob, False)
        ana.ok("rematch", table=table)
        bob.event("table", lambda e: e["offers"])
        post(self.server, "forget", cookie)
        bob.event("table", lambda e: e["seats"][0]["kind"] == "open" and not e["offers"])
        self.denied("off", bob, "answer", table=table, offer="rematch", yes=True)

    def test_an_offer_to_a_person_who_leaves_is_accepted(self):
        """It was carried out when the server started again."""
        cookie = self.server.cookie()
        ana, bob = self.server.join("Ana", cookie), self.server.join("Bob")
        table, _ = finished(self.server, ana, bob, False)
        bob.ok("rematch", table=table)
        bob.event("table", lambda e: e["offers"] and e["over"])
        post(self.server, "forget", cookie)
        bob.event("table", lambda e: e["seats"][0]["kind"] == "open" and not e["offers"] and not e["over"])

    def test_a_deletion_that_fails_changes_nothing(self):
        cookie = self.server.cookie()
        ana = self.server.join("Ana", cookie)
        table = ana.ok("create", game="kalah", seats=["me", "open"])["table"]
        db = sqlite3.connect(self.server.db, isolation_level=None)
        db.execute("BEGIN IMMEDIATE")
        self.assertEqual(post(self.server, "forget", cookie)[0], 503)
        db.execute("ROLLBACK")
        db.close()
        bob = self.server.join("Bob")
        bob.ok("open", table=table)
        self.assertEqual(bob.event("table")["seats"][0]["name"], "Ana")
        self.assertEqual(self.server.join(cookie=cookie).ok("hello")["name"], "Ana")


class Away(unittest.TestCase):
    def test_tables_out_of_memory(self):
        """Seats of tables that only the store has are free as well."""
        with Server(None, "--idle", "0") as server:
            cookie = server.cookie()
            ana = server.join("Ana Unica", cookie)
            table = ana.ok("create", game="kalah", seats=["me", "open"])["table"]
            ana.close()
            wait_for(lambda: server.json("/api/v1/health")["tables"] == 0)
            self.assertEqual(post(server, "forget", cookie)[0], 200)
            bob = server.join("Bob")
            bob.ok("open", table=table)
            self.assertEqual(bob.event("table")["seats"][0]["kind"], "open")
            self.assertEqual(server.stop(), (0, ""))

    def test_players_who_do_not_come_back(self):
        """After a year; a clock that is set wrong makes nobody old."""
        with Server() as server:
            for name in ("Ana", "Bob", "Eve"):
                server.join(name)
            eve = server.join("Eva")
            eve.ok("create", game="kalah", seats=["me", "open"])
            server.stop()
            db = sqlite3.connect(server.db)
            db.execute("UPDATE player SET seen = seen - 400 * 86400 WHERE name IN ('Ana', 'Eva')")
            db.commit()
            server.start()
            server.stop()
            self.assertEqual([n for (n,) in db.execute("SELECT name FROM player ORDER BY name")], ["Bob", "Eva", "Eve"])
            db.execute("UPDATE player SET seen = seen - 4000 * 86400")
            db.commit()
            server.start()
            server.stop()
            self.assertEqual(db.execute("SELECT count(*) FROM player").fetchone(), (3,))
            db.close()


class Log(Case):
    def test_games_of_unlisted_tables(self):
        cookies = [self.server.cookie() for _ in range(3)]
        ana, bob, eve = (self.server.join(n, c) for n, c in zip(("Ana", "Bob", "Eve"), cookies))
        table, hidden = finished(self.server, ana, bob, False)
        _, shown = finished(self.server, ana, bob, True)
        eve.ok("open", table=table)
        self.assertIsNone(eve.event("table", lambda e: e["over"])["game_id"])

        def seen(cookie, query=""):
            headers = {"Cookie": cookie} if cookie else {}
            return {g["id"] for g in json.loads(self.server.get("/api/v1/log" + query, headers=headers)[2])["games"]}

        for cookie in cookies[:2]:
            for query in ("", "?agent=Ana", "?game=kalah"):
                self.assertEqual(seen(cookie, query), {hidden, shown})
            for path in (f"log/{hidden}", f"export/{hidden}"):
                status, _, body = self.server.get(f"/api/v1/{path}", headers={"Cookie": cookie})
                self.assertEqual((status, b"Ana" in body), (200, True))
        for cookie in (cookies[2], None, "jogada=" + 32 * "0"):
            for query in ("", "?agent=Ana", "?game=kalah"):
                self.assertEqual(seen(cookie, query), {shown})
            for path in (f"log/{hidden}", f"export/{hidden}", f"export/{hidden}?as=json"):
                status, _, body = self.server.get(f"/api/v1/{path}", headers={"Cookie": cookie} if cookie else {})
                self.assertEqual((status, b"Ana" in body), (404, False))


    def test_own_games_and_results(self):
        cookies = [self.server.cookie() for _ in range(2)]
        ana, bob = (self.server.join(n, c) for n, c in zip(("Ana", "Bob"), cookies))
        _, first = finished(self.server, ana, bob, True)  # Bob, seat 1, resigns
        table = bob.ok("create", game="coins", seats=["me", {"agent": "random"}], listed=True)["table"]
        bob.ok("resign", table=table)
        second = bob.event("table", lambda e: e["table"] == table and e["game_id"])["game_id"]

        def get(cookie, path):
            return json.loads(self.server.get("/api/v1/" + path, headers={"Cookie": cookie})[2])

        def listed(cookie, query):
            return [(g["id"], g["kind"], g["mine"]) for g in get(cookie, "log?" + query)["games"]]

        self.assertEqual(listed(cookies[0], "from=mine"), [(first, "table", [0])])
        self.assertEqual(listed(cookies[0], "from=tables")[:2], [(second, "table", []), (first, "table", [0])])
        self.assertEqual(listed(cookies[1], "from=mine&agent=aNA"), [(first, "table", [1])])
        self.assertEqual(self.server.get("/api/v1/log?from=nobody")[0], 400)
        self.assertEqual(self.server.get("/api/v1/history")[0], 200)
        rows = [(e["game"], e["opponents"], e["person"], e["wins"], e["draws"], e["losses"])
                for e in get(cookies[1], "history")["history"]]
        self.assertEqual(rows, [("coins", ["random"], False, 0, 0, 1), ("kalah", ["Ana"], True, 0, 0, 1)])
        self.assertEqual([e["wins"] for e in get(cookies[0], "history")["history"]], [1])


class Addresses(Case):
    options = ("--bind", "0.0.0.0", "--per-address", "5")

    def dial(self, source):
        s = socket.socket()
        s.bind((source, 0))
        s.settimeout(DEADLINE)
        s.connect(("127.0.0.1", self.server.port))
        return s

    def status(self, s):
        """Of a request on a connection, which is closed then; 0: it was closed before."""
        try:
            s.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return int((s.recv(4096) or b"0 0").split()[1])
        except ConnectionError:
            return 0
        finally:
            s.close()

    def test_one_address_cannot_take_all_sockets(self):
        held = [self.dial("127.0.0.2") for _ in range(5)]
        for s in held:
            s.sendall(b"GET / HTTP/1.1\r\nHost:")  # and nothing more
        wait_for(lambda: self.status(self.dial("127.0.0.2")) in (0, 503))
        self.assertEqual(self.status(self.dial("127.0.0.3")), 200)
        held.pop().close()
        wait_for(lambda: self.status(self.dial("127.0.0.2")) == 200)
        for s in held:
            s.close()


class Proxied(unittest.TestCase):
    def test_addresses_that_a_proxy_tells(self):
        with Server(None, "--origin", "http://play.example", "--per-address", "3") as server:
            def visit(address):
                connection = Socket("127.0.0.1", server.port, cookie=server.cookie(), origin="http://play.example",
                                    forwarded=address)
                server.sockets.append(connection)
                connection.ok("hello")
            for _ in range(3):
                visit("10.1.1.1, 192.0.2.7")
            with self.assertRaises(Refused) as caught:
                visit("10.9.9.9, 192.0.2.7")
            self.assertEqual(caught.exception.status, 429)
            for i in range(3):
                visit(f"192.0.2.7, 2001:db8::{i}")
            with self.assertRaises(Refused):
                visit("2001:db8::99")
            visit("192.0.2.8")
            for _ in range(3):
                visit(2000 * "x" + ", 192.0.2.9")  # what the visitor wrote before does not matter,
            with self.assertRaises(Refused):
                visit("192.0.2.9")
            for _ in range(3):
                visit("nonsense")  # and what cannot be read is one address
            with self.assertRaises(Refused):
                visit(100 * "nonsense")
            self.assertEqual(server.stop(), (0, ""))


if __name__ == "__main__":
    unittest.main()

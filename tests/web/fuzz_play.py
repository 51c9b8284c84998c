"""A fuzzer that plays: it reads which moves the server offers, makes most of them, and says wrong things in between."""
import collections
import json
import random

from helper import facts
from ws import Closed, Refused, Socket, frame

GAMES = [spec for spec, in facts("short")]
WORDS = ["1", "2", "6", "roll", "hold", "pass", "done", "b1-b3", "5-5", "?", "", "🂡", 70 * "x"]
BURST = 17  # messages that a new connection may send at once, less some to spare
MOVES = 400  # of a game; then somebody resigns


class Seat:
    """One identity at a table. A connection is replaced when it has said all that it may say at once."""

    def __init__(self, server, name):
        self.server, self.name, self.cookie = server, name, server.cookie()
        self.line, self.table, self.said = None, None, 0

    def connect(self):
        if self.line:
            self.line.close()
        self.line, self.said = Socket("127.0.0.1", self.server.port, cookie=self.cookie), 2
        self.line.ok("hello", name=self.name)
        if self.table:
            self.line.ok("open", table=self.table)

    def ready(self):
        if not self.line or self.said >= BURST:
            self.connect()
        self.said += 1

    def ok(self, do, **members):
        self.ready()
        return self.line.ok(do, **members)

    def say(self, text):
        """Sends bytes as a message; returns the reply, or None if the server closed the connection."""
        try:
            self.line.send_raw(frame(text))
            while "on" in (reply := self.line.receive()):
                self.line.events.append(reply)
            return reply
        except (Closed, ConnectionError):
            self.connect()
            return None

    def sees(self, such):
        return self.line.event("table", lambda e: e["table"] == self.table and such(e))


class Game:
    """A game at a table of its own, one identity to a seat."""

    def __init__(self, server, game, rng, counts):
        self.rng, self.counts = rng, counts
        self.seats = [Seat(server, f"P{i}") for i in range(4 if game.startswith("domino") else 2)]
        first = self.seats[0]
        first.table = first.ok("create", game=game, seats=["me"] + ["open"] * (len(self.seats) - 1))["table"]
        for i, seat in enumerate(self.seats[1:], 1):
            seat.table = first.table
            seat.connect()
            seat.ok("sit", table=seat.table, seat=i)

    def count(self, kind, reply):
        self.counts["messages"] += 1
        if reply is None:
            self.counts["closed"] += 1
        elif "error" in reply:
            self.counts[reply["error"]["code"]] += 1
        else:
            self.counts[f"{kind} taken"] += 1
        return reply

    def move(self, seat, ply, word, mangle=lambda text: text):
        seat.ready()
        text = json.dumps({"id": seat.line.number + 1, "do": "move", "table": seat.table, "ply": ply, "move": word})
        seat.line.number += 1
        return seat.say(mangle(text.encode()))

    def mangle(self, text):
        r, at = self.rng, self.rng.randrange(len(text))
        return r.choice([
            lambda: text[:at], lambda: text[at:], lambda: text[:at] + bytes([r.randrange(32, 127)]) + text[at + 1:],
            lambda: text[:at] + bytes([r.randrange(256)]) + text[at:], lambda: text + text[at:],
            lambda: text.replace(b'"ply"', b'"plies"'), lambda: text.replace(b":", b": [1,", 1)])()

    def disturb(self, mover, now):
        """Something wrong; what may have come of it is seen by opening the table again."""
        r, moves = self.rng, now["state"]["moves"]
        kind = r.choice(["illegal", "stale", "other", "mangled"])
        seat = mover if kind != "other" else r.choice([s for s in self.seats if s is not mover])
        ply = now["ply"] + (r.choice([-1, 1, 1000]) if kind == "stale" else 0)
        word = r.choice(WORDS) if kind == "illegal" else r.choice(moves)
        self.count(kind, self.move(seat, ply, word, self.mangle if kind == "mangled" else bytes))
        if kind == "mangled":
            seat.connect()  # its number may have become a higher one

    def now(self, ply):
        """(whose turn it is, what that seat sees) at or after a number of moves."""
        for seat in self.seats:
            seat.ok("open", table=seat.table)
            seat.line.events.clear()  # those from before; the whole table follows the reply
            seen = seat.sees(lambda e: e["ply"] >= ply and not e["from"])
            if seen["over"]:
                return None, seen
            if "move" in seen["may"]:
                return seat, seen
        raise AssertionError("nobody can move")

    def play(self):
        """Plays the game to its end."""
        mover, now = self.now(0)
        for _ in range(MOVES):
            while mover and self.rng.random() < 0.2:
                self.disturb(mover, now)
                mover, now = self.now(now["ply"])
            if not mover:
                break
            reply = self.count("move", self.move(mover, now["ply"], self.rng.choice(now["state"]["moves"])))
            assert "ok" in reply, ("a move that was offered is refused", reply, now)
            ply = reply["ok"]["ply"]
            now = mover.sees(lambda e: e["ply"] >= ply)
            if "move" not in now["may"]:
                mover, now = self.now(ply)
        if mover:
            mover.ok("resign", table=mover.table)
            mover, now = self.now(now["ply"])
        assert now["over"]
        self.counts["finished"] += 1
        for seat in self.seats:
            seat.line.close()


def play(server, seed):
    """One game of each kind; returns counts by game."""
    found = {}
    for game in GAMES:
        counts = collections.Counter()
        Game(server, game, random.Random(f"{seed} {game}"), counts).play()
        found[game] = counts
    return found


# ---- Plain HTTP -------------------------------------------------------------------------------

PATHS = ["/", "/api/v1/health", "/api/v1/games", "/api/v1/log?game=kalah&limit=3", "/api/v1/export/1?as=sgf",
         "/api/v1/rules/loa?lang=pt-BR", "/api/v1/examples/loa", "/api/v1/runs", "/assets/x.js",
         "/api/v1/socket", "/../etc/passwd", "//", "/%00", "/api/v1/log?limit=" + 40 * "9", "/" + 4000 * "a", "*", ""]


def request(rng, host):
    lines = [f"{rng.choice(['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'get', 'X' * 30])} {rng.choice(PATHS)} "
             f"{rng.choice(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9', ''])}", f"Host: {rng.choice(4 * [host] + ['evil', ''])}"]
    lines += rng.sample(["Cookie: jogada=x.y; jogada=", "Accept-Encoding: gzip", "Connection: close", "Upgrade: websocket",
                         "Connection: Upgrade", "Content-Length: 5", "Content-Length: -1", "Transfer-Encoding: chunked",
                         "Range: bytes=0-5", "If-None-Match: *", "X: " + 3000 * "y", ": ", "Host: again", "Origin: null"],
                        rng.randrange(6))
    text = bytearray(("\r\n".join(lines) + "\r\n\r\n").encode())
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        text[rng.randrange(len(text))] = rng.randrange(256)
    return bytes(text[:rng.choice(4 * [len(text)] + [rng.randrange(1, len(text))])])


def say_http(server, seed, count):
    """Raw requests, whole, cut and changed, several to a connection; returns the counts of statuses."""
    import socket
    rng, statuses = random.Random(seed), collections.Counter()
    for _ in range(count):
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            try:
                for _ in range(rng.choice([1, 1, 2, 4])):
                    line.sendall(request(rng, f"127.0.0.1:{server.port}"))
                server.json("/api/v1/health")  # once that is answered, the other was read
                line.setblocking(False)
                reply = line.recv(1 << 16)
            except (BlockingIOError, ConnectionError):
                reply = b""
            assert not reply or reply.startswith(b"HTTP/1."), reply[:80]
            statuses[reply[9:12].decode() or "none"] += 1
    return statuses

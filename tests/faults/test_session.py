"""A scripted session with the server, again and again, in which an allocation or a write fails, and every one after it:
each reply is whole, an error, or the end of the connection; afterwards the server serves as before, and its store
holds the tables as they were announced."""
import json
import os
import select
import sqlite3
import sys
import unittest
from http.client import HTTPException

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
from faults import ALWAYS, SEED, WAYS, Control, chosen, scratch  # noqa: E402
from ws import Closed, Denied, Refused, Server, wait_for  # noqa: E402

TABLE = ("on table version game title seat seats start from moves ply state over offers may thinking clock left running "
         "listed set game_id").split()
REST = "given round total increment left resigned reason game_id seconds1 seconds2 witnesses offers".split()
GROWING = ("tables", "lab", "/api/v1/log", "/api/v1/runs")  # with every session
SILENCE = 0.5  # seconds
JUDGE = {"game": "coins", "agent": "alphabeta:depth=3"}


def shape(o, depth=4):
    """What a document is made of: members, lengths of lists, kinds of values."""
    if isinstance(o, dict):
        return {k: shape(v, depth - 1) for k, v in o.items()} if depth else "object"
    if isinstance(o, list):
        return [shape(v, depth - 1) for v in o] if depth else "list"
    return type(o).__name__


class Session:
    """Somebody who plays, asks and reads; `told` are the tables as they were sent last, `replies` the shapes of what
    was answered."""

    def __init__(self, server, cookie, relieve=lambda: None):
        self.server, self.cookie, self.relieve, self.line = server, cookie, relieve, None
        self.told, self.replies, self.tables = {}, {}, {}
        self.wrong, self.clean = [], True  # no request failed

    def hear(self, message):
        if message.get("on") != "table":
            return
        missing = [m for m in TABLE if m not in message]
        if missing or any("kind" not in seat for seat in message["seats"]):
            self.wrong.append(f"a table without {missing}: {message}")
        known = self.told.get(message["table"], {"moves": []})
        self.told[message["table"]] = message | {"moves": known["moves"][:message["from"]] + message["moves"]}

    def take_events(self):
        for message in self.line.events:
            self.hear(message)
        self.line.events.clear()

    def ask(self, what, do, **members):
        """The reply, or None if there is none; the connection is made if it must be."""
        try:
            if not self.line:
                self.line = self.server.socket(self.cookie)
                if do != "hello" and self.ask("hello", "hello", name="Ana") is None:
                    return None
            reply = self.reply(self.line.send(do, **members))
            if "error" in reply:
                raise Denied(reply["error"])
            self.replies[what] = shape(reply["ok"])
            return reply["ok"]
        except Denied as denied:
            self.clean = False
            if denied.code not in ("failed", "limit", "turn", "off", "stale", "missing", "seat"):
                self.wrong.append(f"{what}: {denied}")
        except (Closed, Refused, OSError) as ended:
            self.clean = False
            if isinstance(ended, Closed) and ended.code not in (1011, None):
                self.wrong.append(f"{what}: {ended}")
            self.drop()
        finally:
            if self.line:
                self.take_events()
        return None

    def reply(self, number):
        """The reply to a request. What is not stored is not announced: after a silence the faults end."""
        while True:
            if not self.line.data and not select.select([self.line.socket], [], [], SILENCE)[0]:
                self.relieve()
            message = self.line.receive()
            if message.get("id", 0) == number and "on" not in message:
                return message
            self.line.events.append(message)

    def drop(self):
        if self.line:
            self.take_events()
            self.line.close()
        self.line = None

    def read(self, path):
        try:
            status, headers, body = self.server.get(path, headers={"Cookie": self.cookie})
        except (OSError, HTTPException):
            return
        if status == 200 and headers["content-type"].startswith("application/json"):
            self.replies[path] = shape(json.loads(body))
        elif status == 200:
            self.replies[path] = len(body)
        elif status not in (500, 503):
            self.wrong.append(f"{path}: {status}")

    def create(self, name, **members):
        made = self.ask(f"create {name}", "create", **members)
        if made:
            self.tables[name] = made["table"]

    def at(self, name, what, do, **members):
        if name in self.tables:
            self.ask(f"{name}: {what}", do, table=self.tables[name], **members)

    def ply(self, name):
        return self.told.get(self.tables.get(name), {}).get("ply", 0)

    def play(self):
        """All of it. What agents do is not waited for: they may be out of memory."""
        self.ask("hello", "hello", name="Ana")
        self.create("coins", game="coins:n=9", seats=["me", {"agent": "greedy"}], clock={"total": 600, "increment": 1})
        self.at("coins", "move", "move", ply=0, move="1")
        self.create("open", game="tictactoe", seats=["open", "me"], listed=True)
        self.at("open", "sit", "sit", seat=0)
        self.at("open", "first", "move", ply=0, move="2")
        self.at("open", "hint", "hint")
        self.at("open", "back", "back", ply=1)
        self.create("domino", game="domino", seats=["me"] + 3 * [{"agent": "domino.basic"}])
        self.ask("tables", "tables")
        self.at("open", "leave", "leave")
        self.at("open", "open", "open")
        self.drop()  # the other half by another connection: messages are counted
        self.ask("analyze", "analyze", **JUDGE)
        self.ask("review", "review", moves="1 2", **JUDGE)
        self.ask("tree", "tree", **JUDGE)
        self.ask("state", "state", game="pig", moves="")
        self.ask("read", "read", text='[Game "coins"]\n\n1 2\n')
        run = self.ask("match", "match", game="coins", agents=["random", "greedy"], games=2)
        if run:
            self.ask("watch", "watch", run=run["run"])
            self.ask("cancel", "cancel", run=run["run"])
        self.ask("lab", "lab")
        for path in ("/", "/api/v1/games", "/api/v1/log", "/api/v1/runs", "/api/v1/studies", "/api/v1/rules/pig", "/api/v1/health"):
            self.read(path)
        self.drop()


def same_seats(a, b):
    return [(s["kind"], s.get("name"), s.get("agent")) for s in a["seats"]] == [(s["kind"], s.get("name"), s.get("agent")) for s in b["seats"]]


def agree(stored, now):
    """Whether a stored table is whole, and what somebody sees of it."""
    seats, rest, moves, plies = stored
    if not seats or len(seats) != len(now["seats"]) or any(m not in rest for m in REST) or len(moves) != plies:
        return False
    if any(a["kind"] != b["kind"] or a["name"] != b.get("name", "") or b["kind"] == "agent" and a["agent"] != b["agent"]
           for a, b in zip(seats, now["seats"])):
        return False
    return plies == now["ply"]


class Sessions(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(self.folder.cleanup)
        self.control = Control(os.path.join(self.folder.name, "control"))
        self.db = os.path.join(self.folder.name, "store.db")
        self.server = None
        print(f"# JOGADA_TEST_SEED={SEED}")

    def begin(self):
        self.server = Server(self.db, "--hurry", "--lab", "--think", "200", env=self.control.environment())
        self.addCleanup(self.server.close)

    def settled(self, table, cookie):
        """The table as somebody sees it who comes back: stored, and with nobody to move but its player."""
        line, moves = self.server.join(cookie=cookie), []
        try:
            line.ok("open", table=table)
            while True:
                now = line.event("table", lambda e: e["table"] == table)
                now["moves"] = moves = moves[:now["from"]] + now["moves"]
                waits = now["over"] or "move" in now["may"] or any(s["kind"] == "open" for s in now["seats"])
                if waits and now["thinking"] is None:
                    return now
        finally:
            line.close()

    def stored(self, table):
        db = sqlite3.connect(self.db, timeout=60)
        try:
            rows = db.execute("SELECT seats, rest, moves, plies FROM web_table WHERE id = ?", (table,)).fetchall()
            if not rows:
                return None, None, [], -1
            seats, rest, moves, plies = rows[0]
            return json.loads(seats), json.loads(rest), moves.split(), plies
        finally:
            db.close()

    def examine(self, session):
        """What is wrong after a session whose faults are over."""
        wrong = session.wrong
        for name, table in session.tables.items():
            now, told = self.settled(table, session.cookie), session.told.get(table)
            if told and session.clean and not same_seats(told, now):
                wrong.append(f"{name}: seats {told['seats']}, later {now['seats']}")
            if told and now["moves"][:len(told["moves"])] != told["moves"] and name != "open":
                wrong.append(f"{name}: moves {told['moves']}, later {now['moves']}")
            try:
                wait_for(lambda t=table, n=now: agree(self.stored(t), n))
            except AssertionError:
                wrong.append(f"{name}: stored {self.stored(table)}, not {now}")
        if self.server.process.poll() is not None:
            wrong.append(f"the server ended: {self.server.stop()}")
        return wrong

    def repeat(self, kind, most, faults):
        self.begin()
        cookie = self.server.cookie()
        good = Session(self.server, cookie)
        good.play()
        self.assertEqual(self.examine(good), [])
        before = self.control.count(kind)
        again = Session(self.server, self.server.cookie())
        again.play()
        total = self.control.count(kind) - before
        self.assertEqual(self.examine(again), [])
        known = {k: v for k, v in good.replies.items() if again.replies.get(k) == v and k not in GROWING}
        self.assertGreater(len(known), 20, good.replies.keys())
        self.assertGreater(total, 20, "calls that can fail")
        runs, bad = 0, []
        for what, how in faults.items():
            for n in chosen(total, most, what):
                if self.server.process.poll() is not None:
                    bad.append(f"{what}, before {n} of {total}: the server ended: {self.server.stop()}")
                    print("#", bad[-1], flush=True)
                    self.begin()
                session = Session(self.server, self.server.cookie(), lambda: self.control.arm(kind, 0, 0))
                at = self.control.count(kind) + n
                self.control.arm(kind, at, **how(at))
                session.play()
                self.control.arm(kind, 0, 0)
                runs += 1
                session.wrong += [f"{k}: {v}, not {known[k]}" for k, v in session.replies.items()
                                  if v != known.get(k, v) and (session.clean or ":" not in k)]
                bad += [f"{what}, {n} of {total}: {wrong}" for wrong in self.examine(session)]
                if bad and self.server.process.poll() is not None:
                    self.begin()
        print(f"# {total} {kind}, {runs} sessions, {len(bad)} complaints", flush=True)
        self.assertFalse(bad[:10], f"{len(bad)} complaints in {runs} sessions")
        status, said = self.server.stop()
        self.assertEqual(status, 0, said)

    def test_every_allocation_fails(self):
        self.repeat("allocations", 60, {"one": lambda at: {"last": at}, "ten": lambda at: {"last": at + 9},
                                        "all from one on": lambda at: {"last": ALWAYS}})

    def test_every_write_fails(self):
        faults = {f"{way}, one": lambda at, e=error: {"last": at, "error": e} for way, error in WAYS.items()}
        self.repeat("writes", 12, faults | {"no space from one on": lambda at: {"last": ALWAYS}})



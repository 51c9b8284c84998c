"""A scripted session with the server, in short acts, in which an allocation or a write fails, alone or with later ones:
each reply is whole, an error, or the end of the connection; afterwards the server serves as before, and its store
holds the tables as they were announced."""
import json
import os
import select
import sqlite3
import sys
import unittest
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from http.client import HTTPException
from typing import NamedTuple

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
from faults import ALWAYS, PATIENCE, SEED, WAYS, Control, chosen, scratch  # noqa: E402
from ws import Closed, Denied, Refused, Server, wait_for  # noqa: E402

TABLE = ("on table version game title seat seats start from moves ply state over offers may thinking clock left running "
         "listed set game_id").split()
REST = "given round total increment left resigned reason game_id seconds1 seconds2 witnesses offers".split()
PATHS = ("/", "/api/v1/games", "/api/v1/log", "/api/v1/runs", "/api/v1/studies", "/api/v1/rules/coins", "/api/v1/health")
GROWING = ("tables", "lab", "/api/v1/log", "/api/v1/runs")  # with every run
SILENCE = 0.5  # seconds
JUDGE = {"game": "coins", "agent": "alphabeta:depth=3"}
JOBS = {
    "analyze": JUDGE,
    "review": JUDGE | {"moves": "1 2"},
    "rollout": {"game": "coins", "agent": "random", "trials": 20},
    "tree": JUDGE,
    "state": {"game": "tictactoe", "moves": ""},
    "read": {"text": '[Game "coins"]\n\n1 2\n'},
    "write": {"game": "coins", "as": "text", "moves": "1 2"},
}
TOGETHER = 100  # runs with one server, since an address may have 200 tables
WORKERS = 2 * (os.cpu_count() or 1)  # half of the time they wait for a retry of the server


def shape(o, depth=4):
    """What a document is made of: members, lengths of lists, kinds of values."""
    if isinstance(o, dict):
        return {k: shape(v, depth - 1) for k, v in o.items()} if depth else "object"
    if isinstance(o, list):
        return [shape(v, depth - 1) for v in o] if depth else "list"
    return type(o).__name__


def is_quiet(now):
    """Whether a table waits for its player, or for another one."""
    waits = now["over"] or "move" in now["may"] or any(s["kind"] == "open" for s in now["seats"])
    waits = waits or all(s["kind"] != "agent" for s in now["seats"])
    return waits and now["thinking"] is None


class Session:
    """Somebody who plays, asks and reads; `sent` are the tables as they were last sent, `replies` the shapes of what
    was answered. `size` differs from session to session, so that each opens its games and plays its matches."""

    def __init__(self, server, size, relieve, name="Ana"):
        self.server, self.size, self.relieve, self.name, self.line = server, size, relieve, name, None
        self.cookie = server.cookie()
        self.sent, self.replies, self.tables, self.runs, self.run = {}, {}, {}, {}, 0
        self.watched = set()  # by this connection
        self.wrong, self.clean = [], True  # no request failed
        self.peer, self.ended = None, None  # the other person at a table; how the request to end a session was answered
        self.deletes = False  # and all data with it

    def hear(self, message):
        if message.get("on") == "run":
            self.runs[message["run"]] = message
        if message.get("on") != "table":
            return
        missing = [m for m in TABLE if m not in message]
        if missing or any("kind" not in seat for seat in message["seats"]):
            self.wrong.append(f"a table without {missing}: {message}")
        self.watched.add(message["table"])
        known = self.sent.get(message["table"], {"moves": []})
        self.sent[message["table"]] = message | {"moves": known["moves"][:message["from"]] + message["moves"]}

    def take_events(self):
        for message in self.line.events:
            self.hear(message)
        self.line.events.clear()

    def ask(self, what, do, **members):
        """The reply, or None if there is none; the connection is made if it must be."""
        try:
            if not self.line:
                self.line = self.server.socket(self.cookie)
                if do != "hello" and self.ask("hello", "hello", name=self.name) is None:
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
            self.end(what, ended)
        finally:
            if self.line:
                self.take_events()
        return None

    def receive(self):
        """The next message. What is not stored is not announced: after a silence the faults end."""
        if not self.line.data and not select.select([self.line.socket], [], [], SILENCE)[0]:
            self.relieve()
        return self.line.receive()

    def reply(self, number):
        while True:
            message = self.receive()
            if message.get("id", 0) == number and "on" not in message:
                return message
            self.line.events.append(message)

    def end(self, what, ended):
        """The server has closed the connection."""
        self.clean = False
        if isinstance(ended, Closed) and ended.code not in (1011, None):
            self.wrong.append(f"{what}: {ended}")
        self.drop()

    def drop(self):
        if self.line:
            self.take_events()
            self.line.close()
        self.line = None
        self.watched.clear()

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
        return self.ask(f"{name}: {what}", do, table=self.tables[name], **members) if name in self.tables else None

    def wait(self, what, condition):
        """Reads until a condition holds, or the connection ends."""
        try:
            while self.line and not condition():
                self.hear(self.receive())
        except (Closed, OSError) as ended:
            self.end(what, ended)

    def rest(self, name):
        """Waits for the agents at a table."""
        table = self.tables.get(name)
        if table and (table in self.watched or self.ask("open", "open", table=table) is not None):
            self.wait(f"{name}: agents", lambda: table in self.watched and is_quiet(self.sent[table]))

    # ---- Acts ------------------------------------------------------------------------------

    def hello(self):
        self.ask("hello", "hello", name=self.name)

    def open_coins(self):
        self.create("coins", game=f"coins:n={self.size + 9}", seats=["me", {"agent": "greedy"}],
                    clock={"total": 600, "increment": 1})

    def move_coins(self):
        self.at("coins", "move", "move", ply=0, move="1")
        self.rest("coins")

    def open_table(self):
        self.create("open", game="tictactoe", seats=["open", "me"], listed=True)
        self.at("open", "sit", "sit", seat=0)
        self.at("open", "first", "move", ply=0, move="2")
        self.at("open", "hint", "hint")
        self.at("open", "back", "back", ply=1)
        self.at("open", "leave", "leave")
        self.at("open", "open", "open")
        self.ask("tables", "tables")  # last, since the list grows

    def first(self):
        """With a server that has just started: nothing is open or prepared."""
        self.hello()
        self.open_coins()
        self.move_coins()

    def domino(self):
        self.create("domino", game=f"domino:target={200 + self.size}", seats=["me"] + 3 * [{"agent": "domino.basic"}])
        self.rest("domino")

    def match(self):
        run = self.ask("match", "match", game="coins", agents=["random", "greedy"], games=2, seed=self.size)
        self.run = run["run"] if run else 0
        self.watch()

    def watch(self):
        """Until the run has ended."""
        self.runs.clear()
        if self.run and self.ask("watch", "watch", run=self.run) is not None:
            self.wait("watch", lambda: self.runs.get(self.run, {}).get("state") in ("done", "stopped", "failed"))
        for ended in self.runs.values():
            if ended["state"] == "done" and [s["games"] for s in ended["standings"]] != 2 * [ended["games"]]:
                self.wrong.append(f"a match without its games: {ended}")

    def cancel(self):
        run = self.ask("long match", "match", game="coins", agents=["random", "greedy"], games=1000, seed=self.size)
        if run:
            self.ask("cancel", "cancel", **run)
            self.run = run["run"]
        self.watch()
        self.ask("lab", "lab")

    # ---- Two people ------------------------------------------------------------------------

    def open_pair(self):
        self.hello()
        self.create("pair", game="tictactoe", seats=["me", "open"])

    def invite(self):
        """Another person, whose identity is not part of an act."""
        self.peer = Session(self.server, self.size, self.relieve, "Bob")
        self.peer.tables = self.tables

    def meet(self):
        if not self.peer:
            self.invite()
        self.open_pair()
        self.peer.at("pair", "open", "open")
        self.peer.at("pair", "sit", "sit", seat=1)

    def begin(self):
        self.meet()
        self.at("pair", "begin", "move", ply=0, move="2")

    def until(self, what, condition):
        """Waits until the table is sent such as an accepted request makes it."""
        table = self.tables.get("pair")
        self.wait(what, lambda: table in self.sent and condition(self.sent[table]))

    def change(self, what, such, **members):
        """A request that changes the table."""
        if self.at("pair", what, what, **members) is not None:
            self.until(what, such)

    def resign(self):
        self.change("resign", lambda now: now["over"])

    def seat(self):
        self.change("seat", lambda now: now["seats"][1]["kind"] == "agent", seat=1, agent="greedy")

    def stand(self):
        self.change("stand", lambda now: now["seats"][0]["kind"] == "open")

    def lose(self):
        self.meet()
        self.resign()

    def agree_on(self, what, such):
        """An offer that the other person accepts."""
        if self.at("pair", what, what) is None:
            return
        if self.peer.at("pair", f"answer {what}", "answer", offer=what, yes=True) is not None:
            self.until(what, such)

    def draw(self):
        self.agree_on("draw", lambda now: now["over"])

    def swap(self):
        self.agree_on("swap", lambda now: now["seat"] == 1)

    def rematch(self):
        self.agree_on("rematch", lambda now: not now["over"])

    def decline(self):
        if self.at("pair", "draw", "draw") is not None:
            self.peer.at("pair", "decline", "answer", offer="draw", yes=False)

    # ---- The end of a session --------------------------------------------------------------

    def post(self, what):
        """(status, the new cookie); the status is 0 if there is no reply."""
        self.drop()
        headers = {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.server.port}"}
        try:
            status, headers, body = self.server.get(f"/api/v1/{what}", "POST", headers)
        except (OSError, HTTPException):
            return 0, None
        if status == 200:
            self.replies[what] = shape(json.loads(body))
        elif status not in (500, 503):
            self.wrong.append(f"{what}: {status}")
        return status, headers.get("set-cookie", "").split(";")[0]

    def sign_out(self):
        self.ended = self.post("signout")

    def forget(self):
        """Deletes what is stored of this person, who has a seat in a game."""
        self.deletes = True
        self.ended = self.post("forget")
        if self.ended[0] != 503:
            self.sent.clear()  # from now on the table is sent to others only

    def play(self, act):
        ACTS[act](self)
        self.drop()
        if self.peer:
            self.peer.drop()
            self.clean = self.clean and self.peer.clean
            self.wrong += self.peer.wrong
            self.replies |= {f"Bob: {what}": reply for what, reply in self.peer.replies.items()}


ACTS = {"first": Session.first, "hello": Session.hello, "create": Session.open_coins, "move": Session.move_coins,
        "open table": Session.open_table, "domino": Session.domino, "match": Session.match, "same match": Session.match,
        "watch": Session.watch, "cancel": Session.cancel, "meet": Session.meet, "resign": Session.resign,
        "draw": Session.draw, "swap": Session.swap, "rematch": Session.rematch, "decline": Session.decline,
        "seat": Session.seat, "stand": Session.stand, "sign out": Session.sign_out,
        "forget": Session.forget}
ACTS |= {do: lambda session, do=do, members=members: session.ask(do, do, **members) for do, members in JOBS.items()}
ACTS |= {path: lambda session, path=path: session.read(path) for path in PATHS}
BEFORE = dict.fromkeys(ACTS, Session.hello) | dict.fromkeys(("first", "hello", *PATHS), lambda session: None)
BEFORE |= dict.fromkeys(("resign", "swap"), Session.meet) | dict.fromkeys(("draw", "decline", "forget"), Session.begin)
BEFORE |= {"meet": Session.invite, "rematch": Session.lose, "seat": Session.open_pair, "stand": Session.open_pair}
BEFORE |= {"move": Session.open_coins} | dict.fromkeys(("same match", "watch", "/api/v1/log", "/api/v1/runs"), Session.match)
STEPS = {"create": 1, "same match": 10, "watch": 1, "review": 1}  # few of their calls showed bugs: a sample takes more of them


def same_seats(a, b):
    return [(s["kind"], s.get("name"), s.get("agent")) for s in a["seats"]] == [(s["kind"], s.get("name"), s.get("agent")) for s in b["seats"]]


def agree(stored, now):
    """Whether a stored table is whole, and what somebody sees of it."""
    seats, rest, moves, plies = stored
    if not seats or len(seats) != len(now["seats"]) or any(m not in rest for m in REST) or len(moves) != plies:
        return False
    if any(a["kind"] != b["kind"] or a["agent"] != b.get("agent", "") or b["kind"] == "player" and a["name"] != b["name"]
           for a, b in zip(seats, now["seats"])):
        return False
    return plies == now["ply"]


class Fault(NamedTuple):
    """From a call on, `calls` of them fail."""
    name: str
    calls: int
    error: int = 0


class Point(NamedTuple):
    """One run: in an act the call number `first` fails, and those after it that a fault says."""
    act: str
    fault: Fault
    first: int

    def __str__(self):
        return f"{self.act}: {self.fault.name}, {self.first}"


class Place:
    """A server that can fail, in a folder of its own."""

    def __init__(self, kind):
        self.kind, self.runs, self.failed, self.server = kind, 0, 0, None
        self.folder = scratch()
        self.control = Control(os.path.join(self.folder.name, "control"))
        self.db = os.path.join(self.folder.name, "store.db")
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.close()
        self.folder.cleanup()

    def start(self):
        if self.server:
            self.server.close()
        self.server = Server(self.db, "--hurry", "--lab", "--think", "600000", env=self.control.environment())

    def relieve(self):
        """The faults end."""
        self.failed += self.control.failed(self.kind)
        self.control.arm(self.kind, 0, 0)

    def session(self, act):
        """Somebody who is about to play an act; what comes before it does not fail."""
        self.runs += 1
        if act == "first":
            self.start()
        session = Session(self.server, self.runs, self.relieve, f"Ana {self.runs}")
        BEFORE[act](session)
        return session

    def count(self, act):
        """Plays an act without faults: how many calls can fail, and the shapes of its replies."""
        session = self.session(act)
        before = self.control.count(self.kind)
        session.play(act)
        calls = self.control.count(self.kind) - before
        wrong = self.examine(session)
        assert session.clean and not wrong, (act, wrong)
        return calls, session.replies

    def attempt(self, point, known):
        """What is wrong with an act and after it, while calls fail."""
        session = self.session(point.act)
        first = self.control.count(self.kind) + point.first
        self.failed = 0
        self.control.arm(self.kind, first, min(first + point.fault.calls - 1, ALWAYS), point.fault.error)
        try:
            session.play(point.act)
            self.relieve()
            session.wrong += [f"{k}: {v}, not {known[k]}" for k, v in session.replies.items()
                              if v != known.get(k, v) and (session.clean or ":" not in k)]
            wrong = self.examine(session)
        except (AssertionError, OSError, ValueError, KeyError, Closed, Denied, Refused) as error:
            self.relieve()
            wrong = [*session.wrong, f"{type(error).__name__}: {error}"]
        if self.server.process.poll() is not None:
            wrong.append(f"the server ended: {self.server.stop()}")
        if wrong:
            self.start()
        return wrong

    # ---- The store -------------------------------------------------------------------------

    def settled(self, table, cookie):
        """The table as somebody sees it who comes back: stored, and with nobody to move but its player."""
        line, moves = self.server.join(cookie=cookie), []
        try:
            line.ok("open", table=table)
            while True:
                now = line.event("table", lambda e: e["table"] == table)
                now["moves"] = moves = moves[:now["from"]] + now["moves"]
                if is_quiet(now):
                    return now
        finally:
            line.close()

    def stored(self, table):
        db = sqlite3.connect(self.db, timeout=PATIENCE)
        try:
            rows = db.execute("SELECT seats, rest, moves, plies FROM web_table WHERE id = ?", (table,)).fetchall()
            if not rows:
                return None, None, [], -1
            seats, rest, moves, plies = rows[0]
            return json.loads(seats), json.loads(rest), moves.split(), plies
        finally:
            db.close()

    def named(self, name):
        """How many players and how many tables have a name."""
        db = sqlite3.connect(self.db, timeout=PATIENCE)
        try:
            return db.execute("SELECT (SELECT count(*) FROM player WHERE name = ?1), "
                              "(SELECT count(*) FROM web_table WHERE instr(seats, ?2))", (name, f'"{name}"')).fetchone()
        finally:
            db.close()

    def welcomes(self, cookie):
        """Whether the server knows a session."""
        try:
            self.server.join(cookie=cookie).close()
        except Refused as refused:
            assert refused.status == 403, refused
            return False
        return True

    def examine_end(self, session):
        """A session that asked to end has ended, or all is as before. Without a reply it may be either."""
        status, renewed = session.ended
        lives = self.welcomes(session.cookie)
        state = "goes on" if lives else "has ended"
        if status and lives != (status != 200):
            session.wrong.append(f"status {status}, but the session {state}")
        if status == 200 and renewed != "jogada=" and not self.welcomes(renewed):
            session.wrong.append(f"a new cookie that is refused: {renewed!r}")
        self.server.join("Eva").close()  # a transaction that was left open would end here
        named = self.named(session.name)
        if named != ((0, 0) if session.deletes and not lives else (1, len(session.tables))):
            session.wrong.append(f"status {status}, the session {state}: {named} players and tables have its name")
        return session.cookie if lives or not session.peer else session.peer.cookie

    def examine(self, session):
        """What is wrong after a session whose faults are over."""
        wrong = session.wrong
        cookie = self.examine_end(session) if session.ended else session.cookie
        for name, table in session.tables.items():
            now, sent = self.settled(table, cookie), session.sent.get(table)
            if sent and session.clean and not same_seats(sent, now):
                wrong.append(f"{name}: seats {sent['seats']}, later {now['seats']}")
            if sent and now["moves"][:len(sent["moves"])] != sent["moves"] and name != "open":
                wrong.append(f"{name}: moves {sent['moves']}, later {now['moves']}")
            try:
                wait_for(lambda t=table, n=now: agree(self.stored(t), n))
            except AssertionError:
                wrong.append(f"{name}: stored {self.stored(table)}, not {now}")
        self.server.json("/api/v1/health")
        return wrong


def some(act, fault, calls, most):
    """The calls that fail one after another."""
    picked = set(chosen(calls, most, f"{act} {fault.name}"))
    if fault.calls == 1 and act in STEPS:
        picked |= set(range(1 + SEED % STEPS[act], calls + 1, STEPS[act]))
    return sorted(picked)


def attempt_all(kind, points, known):
    """Runs one after another with a server: (point, whether a call failed, what was wrong) of each. A point with trouble
    is tried again with a server of its own, to know whether it alone is the cause."""
    results = []
    with Place(kind) as place:
        for point in points:
            wrong = place.attempt(point, known)
            results.append((point, place.failed > 0, wrong))
        status, said = place.server.stop()
        if status:
            results.append((points[-1], True, [f"the server stops with {status}: {said}"]))
    for point, _, wrong in results:
        if wrong:
            with Place(kind) as place:
                wrong.append("again if alone" if place.attempt(point, known) else "not again if alone")
    return results


class Sessions(unittest.TestCase):
    def repeat(self, kind, most, faults, at_least):
        print(f"# JOGADA_TEST_SEED={SEED}")
        calls, known = {}, {}
        for act in ACTS:
            with Place(kind) as place:
                _, (calls1, one), (calls2, two) = [place.count(act) for _ in range(3)]  # the first one opens and prepares
            calls[act] = max(calls1, calls2)
            known |= {k: v for k, v in one.items() if two.get(k) == v and k not in GROWING}
        self.assertGreater(len(known), 20, known.keys())
        self.assertGreater(sum(calls.values()), at_least, "calls that can fail")
        points = [Point(act, fault, n) for fault in faults for act in ACTS for n in some(act, fault, calls[act], most)]
        runs, failed, bad = Counter(), Counter(), []
        with ProcessPoolExecutor(WORKERS) as pool:
            parts = [pool.submit(attempt_all, kind, points[i:i + TOGETHER], known) for i in range(0, len(points), TOGETHER)]
            for part in as_completed(parts):
                for point, has_failed, wrong in part.result():
                    runs[point.act] += 1
                    failed[point.act] += has_failed
                    bad += [f"{point} of {calls[point.act]}: {trouble}" for trouble in wrong]
                    for trouble in wrong:
                        print(f"# {point}: {trouble[:1000]}", flush=True)
        for act in ACTS:
            print(f"# {act}: {calls[act]} {kind}, {runs[act]} runs, {failed[act]} with a failing call")
        print(f"# {sum(calls.values())} {kind}, {runs.total()} runs, {failed.total()} with a failing call, {len(bad)} complaints",
              flush=True)
        self.assertFalse(bad[:10], f"{len(bad)} complaints in {runs.total()} runs")
        self.assertGreater(2 * failed.total(), runs.total(), "runs with a failing call")

    def test_every_allocation_fails(self):
        self.repeat("allocations", 8, [Fault("one", 1), Fault("all from one on", ALWAYS), Fault("ten", 10)], 5000)

    def test_every_write_fails(self):
        faults = [Fault(f"{way}, one", 1, error) for way, error in WAYS.items()]
        self.repeat("writes", 12, [*faults, Fault("no space from one on", ALWAYS, WAYS["no space"])], 20)

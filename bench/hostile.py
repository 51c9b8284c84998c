#!/usr/bin/env python3
"""A hostile crowd at a server: how long does one person wait for replies, and how much memory does the server take?

    python3 bench/hostile.py --identities 50 --seconds 60

Each hostile identity takes all that the limits allow, again and again: tables at which heavy agents play by themselves,
analyses, reviews, rollouts, search trees, hints, tables that begin with 500 moves, and on each connection 100 messages
at once and 40 per second: games of 2,000 moves to be shown, read or written, decks to be packed; from several addresses
of 127.0.0.0/8. Meanwhile one person plays Kalah against an agent. The server runs in a memory cgroup of its own (version 2 or 1, or by
systemd-run), where that is permitted; otherwise a message says so.

Prints a table in Markdown. Exit status 1: a reply took 2 seconds or more, or the server was killed.
"""
import argparse
import collections
import json
import multiprocessing
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "web"))
os.environ.setdefault("JOGADA", os.path.join(ROOT, "build", "plain", "jogada"))
from ws import JOGADA, Closed, Denied, Refused, Server, frame  # noqa: E402: the path comes first

YIELD = 8                      # niceness of the crowd, which would have machines of its own, beside the server
PROMISE = 2.0                  # seconds that a person waits for a reply at most
QUIET = 10                     # replies to measure before the crowd comes
AGENT = "ab:nodes=20k,tt=1M"   # the person's opponent: milliseconds of thinking
BURST, RATE = 100, 40          # messages that a connection may send at once, and then per second
START, SHOWN = 500, 2000       # moves that a table may begin with, and that a request may hold
HEAVY = (("kalah", "ab:ms=10000"), ("loa", "ab:ms=10000"), ("kalah", "mcts:ms=10000"), ("loa", "mcts:ms=10000"),
         ("kalah", "kalah.perfect"), ("loa", "loa"), ("tictactoe", "mcts:ms=10000"), ("domino", "domino"),
         ("domino", "pimc:ms=10000"), ("magic", "magic"), ("magic", "ismcts:ms=10000"),
         ("loa", "ab:ms=10000,eval=network"), ("kalah", "mcts:ms=10000,eval=network,leaf=eval"))
SEATS = {"domino": 4}
DECK = "Deck\n" + "4 Grizzly Bears\n" * 1000
DEEDS = ("heavy_tables", "heavy_tables", "jobs", "rollouts", "long_tables", "hint", "flood", "flood")
GONE = (Closed, Refused, OSError, AssertionError)


# ---- The cgroup ------------------------------------------------------------------------------------------

def mounted(kind, controller=""):
    """Where a hierarchy of cgroups is mounted."""
    with open("/proc/mounts", encoding="utf-8") as f:
        for line in f:
            _, place, name, options, *_ = line.split()
            if name == kind and (not controller or controller in options.split(",")):
                return place
    return None


def own_group(controller):
    """The path of this process's cgroup in a hierarchy; "" is that of version 2."""
    with open("/proc/self/cgroup", encoding="utf-8") as f:
        for line in f:
            _, names, path = line.rstrip("\n").split(":", 2)
            if controller in names.split(","):
                return path.lstrip("/")
    return None


def read(*path):
    try:
        with open(os.path.join(*path), encoding="utf-8") as f:
            return f.read()
    except OSError:
        return ""


def write(text, *path):
    with open(os.path.join(*path), "w", encoding="utf-8") as f:
        f.write(text)


class Group:
    """A memory cgroup of its own, near that of this process. `how` says which kind; "" if none is permitted, with the
    reason in `why`."""

    def __init__(self, limit):
        self.limit, self.folder, self.how, self.why, self.wrapper = limit, None, "", "", ()
        for attempt in (self.version_2, self.version_1, self.systemd):
            try:
                attempt()
            except OSError as error:
                self.why += f"{attempt.__name__}: {error.strerror}; "
                self.remove()
            if self.how:
                return

    def make(self, root, parent):
        self.folder = os.path.join(root, parent, f"jogada-hostile-{os.getpid()}")
        os.mkdir(self.folder)

    def version_2(self):
        """Beside the cgroup of this process: only the root may have both processes and groups with limits."""
        root, parent = mounted("cgroup2"), os.path.dirname(own_group("") or "")
        if root is None or "memory" not in read(root, parent, "cgroup.controllers").split():
            raise OSError(0, "no memory controller")
        write("+memory", root, parent, "cgroup.subtree_control")
        self.make(root, parent)
        write(str(self.limit), self.folder, "memory.max")
        if os.path.exists(os.path.join(self.folder, "memory.swap.max")):
            write("0", self.folder, "memory.swap.max")
        self.how = "cgroup v2"

    def version_1(self):
        root, parent = mounted("cgroup", "memory"), own_group("memory")
        if root is None:
            raise OSError(0, "no memory controller")
        self.make(root, parent)
        write(str(self.limit), self.folder, "memory.limit_in_bytes")
        self.how = "cgroup v1"

    def systemd(self):
        if not os.path.isdir("/run/systemd/system"):
            raise OSError(0, "not running")
        self.wrapper = ("systemd-run", "--scope", "--quiet", "-p", f"MemoryMax={self.limit}", "-p", "MemorySwapMax=0")
        if subprocess.run([*self.wrapper, "true"], capture_output=True, check=False).returncode:
            raise OSError(0, "systemd-run is refused")
        self.how = "systemd-run"

    def take(self, pid):
        if self.folder:
            write(str(pid), self.folder, "cgroup.procs")
        elif self.how:
            with open(f"/proc/{pid}/cgroup", encoding="utf-8") as f:
                self.folder = mounted("cgroup2") + f.read().rsplit("::", 1)[1].strip()

    def peak(self):
        """The most bytes that it had; None: the system does not say."""
        text = self.folder and (read(self.folder, "memory.peak") or read(self.folder, "memory.max_usage_in_bytes"))
        return int(text) if text else None

    def kills(self):
        text = read(self.folder, "memory.events") + read(self.folder, "memory.oom_control") if self.folder else ""
        found = re.search(r"oom_kill (\d+)", text)
        return int(found[1]) if found else None

    def remove(self):
        if self.folder and not self.wrapper and os.path.isdir(self.folder):
            os.rmdir(self.folder)
        self.folder = None


# ---- The person ------------------------------------------------------------------------------------------

def play(port, cookie, replies, since, stop):
    """A person's games, in a process of its own. Puts the seconds until a move was acknowledged and until the agent's
    reply into a queue; `since` is when a move was made that has none yet, or 0."""
    from tables import Player
    from ws import Socket
    rng = random.Random(1)
    connection = Socket("127.0.0.1", port, cookie=cookie)
    connection.ok("hello", name="Ana")
    while not stop.is_set():
        player = Player(connection, connection.ok("create", game="kalah", seats=["me", {"agent": AGENT}])["table"])
        while not player.now["over"] and not stop.is_set():
            player.wait(lambda now: now["over"] or "move" in now["may"])
            if player.now["over"]:
                break
            begin, ply = time.monotonic(), player.now["ply"]
            since.value = begin
            player.move(rng=rng)
            taken = time.monotonic() - begin
            player.wait(lambda now, ply=ply: now["ply"] > ply)
            if not player.now["over"] and "move" not in player.now["may"]:
                player.wait(lambda now: now["over"] or "move" in now["may"])
                replies.put((taken, time.monotonic() - begin))
            since.value = 0
            time.sleep(0.11)  # to look at the board
        connection.ok("leave", table=player.table)


# ---- The crowd -------------------------------------------------------------------------------------------

class Pace:
    """The messages that a connection may send now."""

    def __init__(self):
        self.left, self.since = BURST, time.monotonic()

    def take(self, most):
        now = time.monotonic()
        self.left = min(BURST, self.left + RATE * (now - self.since))
        self.since = now
        taken = min(most, int(self.left))
        self.left -= taken
        return taken


class Hostile(threading.Thread):
    """One identity that asks for all that it may."""

    def __init__(self, server, number, source, deeds, long_game, stop, count):
        super().__init__(daemon=True)
        self.deeds = [getattr(self, name) for name in deeds]
        self.server, self.source, self.long_game, self.stop, self.count = server, source, long_game, stop, count
        self.rng, self.cookie, self.number = random.Random(number), server.cookie(), number

    def ask(self, connection, what, **members):
        """Sends a request; its reply is read with everything else that comes."""
        while not connection.pace.take(1):
            time.sleep(1 / RATE)
        connection.send(what, **members)
        self.count[what] += 1

    def drain(self, connection, seconds):
        """Reads what has come."""
        for message in connection.quiet(seconds):
            if "error" in message:
                self.count[f"refused: {message['error']['code']}"] += 1
            elif "ok" in message:
                self.count["done"] += 1

    def heavy_tables(self, connection):
        for _ in range(8):
            game, agent = self.rng.choice(HEAVY)
            self.ask(connection, "create", game=game, seats=[{"agent": agent}] * SEATS.get(game, 2))

    def jobs(self, connection):
        game, moves = self.long_game
        self.ask(connection, "analyze", game="loa", agent="ab:ms=10000", ms=10000)
        self.ask(connection, "analyze", game="kalah", agent="mcts:ms=10000", ms=10000)
        self.ask(connection, "review", game=game, moves=moves, ms=10000)
        self.ask(connection, "tree", game="kalah", agent="alphabeta:depth=9")

    def rollouts(self, connection):
        for game, agent in (("magic", "magic"), ("domino", "domino.basic"), ("loa", "random"), ("kalah", "ab:depth=6")):
            self.ask(connection, "rollout", game=game, agent=agent, trials=100000)

    def long_tables(self, connection):
        game, moves = self.long_game
        start = " ".join(moves.split()[:START])
        self.ask(connection, "create", game=game, seats=["me", "open", "open", "open"], moves=start)
        self.ask(connection, "state", game=game, moves=moves)

    def flood(self, connection):
        """All the messages that are allowed, in one piece: work on the event loop or on the threads for small jobs."""
        game, moves = self.long_game
        cheap = (("state", {"game": game, "moves": moves}), ("read", {"text": f'[Game "{game}"]\n\n{moves}\n'}),
                 ("write", {"game": game, "as": "text", "moves": moves}), ("tables", {}),
                 ("pack", {"game": "magic", "option": "decks", "text": DECK}))
        data = b""
        for _ in range(connection.pace.take(BURST)):
            what, members = self.rng.choice(cheap)
            connection.number += 1
            self.count[what] += 1
            data += frame(json.dumps({"id": connection.number, "do": what, **members}))
        connection.socket.settimeout(2)  # a server that reads nothing is not waited for
        connection.send_raw(data)

    def hint(self, connection):
        table = connection.ok("create", game="loa", seats=["me", {"agent": "random"}])["table"]
        self.ask(connection, "hint", table=table)

    def run(self):
        connections = [None] * len(self.deeds)  # one for each: all of them for as long as possible
        while not self.stop.is_set():
            for i, deed in enumerate(self.deeds):
                try:
                    if not connections[i]:
                        connections[i] = self.server.join("Nobody", cookie=self.cookie, source=self.source)
                        connections[i].pace = Pace()
                        deed(connections[i])
                    elif deed == self.flood or self.rng.random() < 0.2:
                        deed(connections[i])
                    self.drain(connections[i], 0.05)
                except Denied as error:
                    self.count[f"refused: {error.code}"] += 1
                except GONE as error:
                    self.count[f"gone: {type(error).__name__}"] += 1
                    connections[i] = None
                    time.sleep(0.5)


def long_game(folder):
    """A game of many moves, and its moves."""
    db = os.path.join(folder, "long.db")
    subprocess.run([JOGADA, "match", "domino:target=5000", "random", "random", "--games", "2", "--db", db],
                   check=True, capture_output=True)
    with sqlite3.connect(db) as store:
        return store.execute("SELECT game, moves FROM log ORDER BY plies DESC").fetchone()


# ---- The run ---------------------------------------------------------------------------------------------

def budget_options(budget):
    """The server's own budget, if this one has such an option."""
    shown = subprocess.run([JOGADA, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    return ("--memory", budget) if budget and "--memory" in shown else ()


def take_all(replies):
    found = []
    while not replies.empty():
        found.append(replies.get())
    return found


def row(name, times):
    if not times:
        return f"| {name} | 0 | | | |"
    times = sorted(times)
    return (f"| {name} | {len(times)} | {1000 * times[len(times) // 2]:.0f} | "
            f"{1000 * times[int(len(times) * 0.99)]:.0f} | {1000 * times[-1]:.0f} |")


def attack(options, server, replies):
    """The crowd comes, stays and goes; returns what it did and the most memory the server had."""
    stop, count, peak = threading.Event(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        game, moves = long_game(folder)
    given = (game, " ".join(moves.split()[:SHOWN]))
    crowd = [Hostile(server, i, f"127.0.0.{10 + i % options.addresses}", options.deeds.split(","), given, stop,
                     count)
             for i in range(options.identities)]
    take_all(replies)
    for hostile in crowd:
        hostile.start()
    end = time.monotonic() + options.seconds
    while time.monotonic() < end and server.process.poll() is None:
        peak = max(peak, server.memory())
        time.sleep(0.2)
    stop.set()
    for hostile in crowd:
        hostile.join(1)
    return count, peak


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--identities", type=int, default=50)
    parser.add_argument("--addresses", type=int, default=10, help="that they come from (default %(default)s)")
    parser.add_argument("--deeds", default=",".join(DEEDS), help="what they do (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--limit", type=int, default=1024, help="MB of the cgroup (default %(default)s)")
    parser.add_argument("--budget", default="512M", help="--memory of the server, if it has that (default %(default)s)")
    options = parser.parse_args()
    group = Group(options.limit << 20)
    own = budget_options(options.budget)
    if not group.how:
        print(f"# no cgroup is permitted here, memory is only watched: {group.why}")
    replies, since, stop = multiprocessing.Queue(), multiprocessing.Value("d", 0), multiprocessing.Event()
    try:
        with Server(None, "--hurry", *own, wrapper=group.wrapper) as server:
            group.take(server.process.pid)
            person = multiprocessing.Process(target=play, daemon=True,
                                             args=(server.port, server.cookie(), replies, since, stop))
            person.start()
            os.nice(YIELD)
            quiet, begin = [], time.monotonic()
            while len(quiet) < QUIET and time.monotonic() < begin + 60:
                time.sleep(0.2)
                quiet += take_all(replies)
            count, peak = attack(options, server, replies)
            alive = server.process.poll() is None
            crowded, waits = take_all(replies), since.value
            if waits:  # a reply that has not come counts with what it has taken so far
                crowded.append((0, time.monotonic() - waits))
            stop.set()
            person.join(5)
            if person.is_alive():
                person.terminate()
            kills, group_peak = group.kills(), group.peak()
    finally:
        group.remove()
    print("| | replies | median ms | p99 ms | worst ms |\n|---|---:|---:|---:|---:|")
    crowd = f"with {options.identities} hostile identities from {options.addresses} addresses"
    print(row("one person alone", [reply for _, reply in quiet]))
    print(row(crowd, [reply for _, reply in crowded]))
    print(row("of that, until the move is acknowledged", [taken for taken, _ in crowded]))
    print(f"\nMemory: {peak / 1e6:.0f} MB resident at most"
          + (f", {group_peak / 1e6:.0f} MB in its {group.how} of {options.limit} MB" if group_peak else "")
          + f"; the server's budget {own[1] if own else 'cannot be set'}; killed for memory: "
          + (str(kills) if kills is not None else "unknown") + f"; alive at the end: {'yes' if alive else 'NO'}.")
    print("The crowd: " + ", ".join(f"{n} {what}" for what, n in sorted(count.items())) + ".")
    good = alive and not kills and crowded and max(reply for _, reply in crowded) < PROMISE
    print(f"Every reply under {PROMISE:.0f} s, and nothing killed: {'yes' if good else 'NO'}.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

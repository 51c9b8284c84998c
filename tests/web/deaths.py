"""A server that is killed again and again while people play. The bots check that everything a player was sent is so
afterwards: the seat, the moves, the position, the game that ended. Shared by the tests and by bench/kills.py."""
import contextlib
import random
import signal
import sqlite3
import threading
import time

from tables import Player
from ws import DEADLINE, Closed, Denied, Refused, Server, wait_for

GONE = (Closed, Refused, OSError)  # the server is not there


class Bot(threading.Thread):
    """A player who moves at random, asks for another game when one is over, and comes back whenever it can."""

    def __init__(self, server, table, cookie, seed):
        super().__init__(daemon=True)
        self.server, self.table, self.cookie, self.rng = server, table, cookie, random.Random(seed)
        self.player, self.seat, self.again, self.fault = None, None, False, None
        self.games, self.made, self.returns = set(), 0, 0
        self.ends = threading.Event()

    def come(self):
        """To the table, again: nothing that was announced has changed."""
        connection = self.server.join(cookie=self.cookie)
        if not self.player:
            self.player = Player(connection, self.table)
            self.seat = self.player.now["seat"]
            return
        before, moves = self.player.now, [m["move"] for m in self.player.moves]
        self.player.connection = connection
        self.player.ok("open")
        now = self.player.take(connection.event("table")) or self.player.now
        self.returns += 1
        assert now["seat"] == self.seat, (now["seat"], self.seat)
        asked, self.again = self.again, False  # what was asked may not have come
        if asked and not now["over"]:
            return  # all have agreed to play again
        assert now["ply"] >= before["ply"], "moves are lost"
        assert [m["move"] for m in self.player.moves][:len(moves)] == moves, "other moves"
        if now["ply"] == before["ply"]:
            for member in ("start", "state", "over", "game_id", "listed", "clock"):
                assert now[member] == before[member], member

    def step(self):
        """Does what can be done now; otherwise waits for a moment."""
        player = self.player
        now = player.read(0.02 if player.may("move") or player.now["over"] else 0.1)
        if not now["over"]:
            self.again = False
        if now["over"] and now["game_id"]:
            self.games.add(now["game_id"])
            if not self.again:
                self.again = True
                player.ok("rematch")
        elif player.may("move"):
            player.move(rng=self.rng)
            self.made += 1

    def run(self):
        try:
            here, limit = False, 0
            while not self.ends.is_set():
                try:
                    if not here:
                        self.come()
                    here = True
                    self.step()
                    limit = time.monotonic() + DEADLINE
                except GONE:
                    here = False
                    assert not limit or time.monotonic() < limit, "the server does not come back"
                    time.sleep(0.01)
                except Denied as error:  # an answer was lost, or another came first
                    assert error.code in ("stale", "turn", "off", "limit"), error
                    self.again = self.again and error.code != "limit"
        except BaseException as fault:  # reported by the test
            self.fault = fault


TABLES = (("domino:rounds=1", ["me", "open", "open", "open"], {}),
          ("kalah:houses=3,seeds=2", ["me", "open"], {"clock": {"total": 600, "increment": 1}}),
          ("magic", ["me", {"agent": "magic.random"}], {}),
          ("domino:rounds=1", ["me", {"agent": "random"}, "open", {"agent": "random"}], {}),
          ("tictactoe", [{"agent": "random"}, "me"], {}))


def set_tables(server, seed):
    """Bots at tables of all kinds."""
    bots = []
    for game, seats, more in TABLES:
        cookie = server.cookie()
        with server.join("Ana", cookie=cookie) as ana:
            table = ana.ok("create", game=game, seats=seats, **more)["table"]
        bots.append(Bot(server, table, cookie, seed + len(bots)))
        for seat in (i for i, who in enumerate(seats) if who == "open"):
            cookie = server.cookie()
            with server.join("Bia", cookie=cookie) as bia:
                bia.ok("open", table=table)
                bia.ok("sit", table=table, seat=seat)
            bots.append(Bot(server, table, cookie, seed + len(bots)))
    return bots


def check(bots):
    for bot in bots:
        if bot.fault:
            raise bot.fault


def play_on(bots):
    """Everybody makes some moves more."""
    made = [bot.made for bot in bots]
    wait_for(lambda: all(bot.made >= n + 3 or bot.fault for bot, n in zip(bots, made)))
    for bot in bots:
        bot.ends.set()
    for bot in bots:
        bot.join(2 * DEADLINE)
        assert not bot.is_alive()
    check(bots)
    assert all(bot.returns for bot in bots)


def check_store(server, bots):
    """Every game whose end somebody was sent is stored; returns how many those are."""
    games = set().union(*(bot.games for bot in bots))
    with contextlib.closing(sqlite3.connect(server.db)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        stored = {row[0] for row in db.execute("SELECT id FROM log WHERE kind = 'table'")}
        over = db.execute("SELECT count(*) FROM web_table WHERE over").fetchone()[0]
    assert games <= stored, f"games {sorted(games - stored)} are lost"
    assert len(stored - games) <= over, "games that nobody was sent"
    return len(games)


def kill_again_and_again(kills, seed, pause):
    """Kills a server at random moments, at most `pause` seconds apart; returns the numbers of moves and games. Raises
    the first fault that a player found."""
    rng = random.Random(seed)
    with Server(None, "--hurry") as server:
        bots = set_tables(server, seed)
        for bot in bots:
            bot.start()
        for _ in range(kills):
            time.sleep(rng.uniform(0, pause))
            server.stop(signal.SIGKILL)
            time.sleep(rng.uniform(0, 0.1))
            server.start()
            check(bots)
        play_on(bots)
        assert server.stop() == (0, "")
        return sum(bot.made for bot in bots), check_store(server, bots)

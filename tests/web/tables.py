"""Players at tables: connections that follow one table as a page would, and check what they are sent."""
import random
import sqlite3
import time

from ws import Denied


class Player:
    """One who looks at a table by a connection; `now` is the last message, `moves` what was put together."""

    def __init__(self, connection, table, sit=None, tabs=()):
        self.connection, self.table = connection, table
        self.tabs = list(tabs)  # other connections of the same player, to move faster than one may
        self.now, self.moves, self.heard = None, [], []
        self.ok("open")
        self.wait()
        if sit is not None:
            self.ok("sit", seat=sit, set=True)
            self.wait(lambda now: now["seat"] == sit)

    def take(self, message):
        assert message["from"] <= len(self.moves), "moves are missing"
        assert self.now is None or message["version"] >= self.now["version"] + bool(message["from"]), "out of order"
        assert message["ply"] == message["from"] + len(message["moves"])
        self.moves[message["from"]:] = message["moves"]
        self.now = message
        self.heard.append(message)

    def wait(self, such=lambda now: True):
        """Reads until the table is such."""
        while self.now is None or not such(self.now):
            self.take(self.connection.event("table", lambda e: e["table"] == self.table))
        return self.now

    def read(self, seconds=0.3):
        """All that comes until it is quiet for a while."""
        kept, self.connection.events = self.connection.events, []
        for message in kept + self.connection.quiet(seconds):
            if message.get("table") == self.table:
                self.take(message)
            else:
                self.connection.events.append(message)
        return self.now

    def ok(self, do, **members):
        """Asks, as fast as is allowed."""
        while True:
            try:
                return self.connection.ok(do, table=self.table, **members)
            except Denied as error:
                if error.code != "limit" or "messages" not in error.text:
                    raise
                time.sleep(0.3)

    def may(self, what):
        return what in self.now["may"]

    def move(self, word=None, rng=random):
        word = word or rng.choice(self.now["state"]["moves"])
        if not self.tabs:
            return self.ok("move", ply=self.now["ply"], move=word)["ply"]
        self.tabs.append(self.tabs.pop(0))
        return self.tabs[0].ok("move", table=self.table, ply=self.now["ply"], move=word)["ply"]


def settle(players, ply):
    for player in players:
        player.wait(lambda now: now["ply"] >= ply)


def play(players, rng, until=None, others=()):
    """Moves at random at a table without agents, until it is over or has this many moves."""
    while True:
        now = players[0].now
        if now["over"] or (until and now["ply"] >= until):
            return
        turn = now["state"]["turn"]
        mover = next(p for p in players if p.now["seat"] == turn)
        settle([*players, *others], mover.move(rng=rng))


def kept_game(server, number):
    """A finished game of the store: (game, moves, seats), past the server."""
    with sqlite3.connect(server.db) as db:
        row = db.execute("SELECT game, moves, player1, player2, player3, player4, kind FROM log WHERE id = ?",
                         (number,)).fetchone()
    assert row[6] == "table"
    return row[0], row[1].split(), row[2:6]

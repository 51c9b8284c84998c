"""A server that is killed again and again while people play, at moments that nobody chose. What a player was told
is so afterwards: the seat, the moves, the position, the game that ended; and everybody plays on."""
import os
import random
import signal
import sqlite3
import threading
import time
import unittest

from tables import Player
from ws import DEADLINE, Closed, Denied, Refused, Server, wait_for

LONG = float(os.environ.get("JOGADA_TEST_SCALE", 100)) > 200
KILLS = 20 if LONG else 3
SEED = int(os.environ.get("JOGADA_TEST_SEED", 1))
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
        """To the table, again: nothing that was told has changed."""
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
        except BaseException as fault:  # told by the test
            self.fault = fault


class Deaths(unittest.TestCase):
    def set_tables(self, server):
        """Bots at tables of all kinds."""
        bots = []
        for game, seats, more in (("domino:rounds=1", ["me", "open", "open", "open"], {}),
                                  ("kalah:houses=3,seeds=2", ["me", "open"], {"clock": {"total": 600, "increment": 1}}),
                                  ("magic", ["me", {"agent": "magic.random"}], {}),
                                  ("domino:rounds=1", ["me", {"agent": "random"}, "open", {"agent": "random"}], {}),
                                  ("tictactoe", [{"agent": "random"}, "me"], {})):
            cookie = server.cookie()
            with server.join("Ana", cookie=cookie) as ana:
                table = ana.ok("create", game=game, seats=seats, **more)["table"]
            bots.append(Bot(server, table, cookie, SEED + len(bots)))
            for seat in (i for i, who in enumerate(seats) if who == "open"):
                cookie = server.cookie()
                with server.join("Bia", cookie=cookie) as bia:
                    bia.ok("open", table=table)
                    bia.ok("sit", table=table, seat=seat)
                bots.append(Bot(server, table, cookie, SEED + len(bots)))
        return bots

    def check(self, bots):
        for bot in bots:
            if bot.fault:
                raise bot.fault

    def test_killed_again_and_again(self):
        rng = random.Random(SEED)
        with Server(None, "--hurry") as server:
            bots = self.set_tables(server)
            for bot in bots:
                bot.start()
            for _ in range(KILLS):
                time.sleep(rng.uniform(0.1, 1.2))
                server.stop(signal.SIGKILL)
                time.sleep(rng.uniform(0, 0.2))
                server.start()
                self.check(bots)
            made = [bot.made for bot in bots]
            wait_for(lambda: all(bot.made >= n + 3 or bot.fault for bot, n in zip(bots, made)))  # everybody plays on
            for bot in bots:
                bot.ends.set()
            for bot in bots:
                bot.join(2 * DEADLINE)
                self.assertFalse(bot.is_alive())
            self.check(bots)
            self.assertTrue(all(bot.returns for bot in bots))
            self.assertEqual(server.stop(), (0, ""))
            games = set().union(*(bot.games for bot in bots))
            with sqlite3.connect(server.db) as db:
                kept = {row[0] for row in db.execute("SELECT id FROM log WHERE kind = 'table'")}
                over = db.execute("SELECT count(*) FROM web_table WHERE over").fetchone()[0]
            self.assertLessEqual(games, kept)
            self.assertLessEqual(len(kept - games), over)  # nobody has heard yet of those
            print(f"# {KILLS} deaths, {sum(bot.made for bot in bots)} moves, {len(games)} games")
            self.assertGreater(len(games), KILLS)

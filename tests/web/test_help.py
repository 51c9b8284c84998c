"""Engine help in a game between people, by real connections: every way to ask for it, from every tab."""
import unittest

from tables import Player, play
from test_tables import Case as TableCase

KALAH = {"game": "kalah", "moves": "1"}


class Case(TableCase):
    def opposed(self, **more):
        """Ana and Bia at a table of Kalah after its first moves, and another tab of Ana."""
        self.cookie = cookie = self.server.cookie()
        ana = self.table("kalah", ["me", "open"], self.server.join("Ana", cookie=cookie), **more)
        bia = Player(self.server.join("Bia"), ana.table, 1)
        ana.wait(lambda now: now["seats"][1]["kind"] == "player")
        play([ana, bia], self.rng, until=2)
        return ana, bia, self.server.join(cookie=cookie)

    def asks(self, position, moves):
        """Requests for help with a game: its current position, the game so far, a position equal to one of it."""
        return [("analyze", {"game": "kalah", "moves": moves, "ms": 10}),
                ("analyze", {"game": "kalah", "position": position, "ms": 10}),
                ("analyze", {"game": "kalah:emptycapture=1", "position": position, "ms": 10}),
                ("analyze", {"game": "kalah", "ms": 10}),
                ("review", {"game": "kalah", "moves": moves, "ms": 10}),
                ("rollout", {"game": "kalah", "moves": moves, "trials": 2}),
                ("tree", {"game": "kalah", "position": position, "agent": "alphabeta:depth=1"})]


del TableCase


class EngineHelp(Case):
    def test_no_help_from_any_tab(self):
        ana, bia, tab = self.opposed()
        position, moves = ana.now["state"]["position"], " ".join(m["move"] for m in ana.moves)
        watching = Player(tab, ana.table)
        for player in (ana, bia, watching):
            self.assertFalse(player.now["help"])
            self.assertNotIn("hint", player.now["may"])
            self.denied_at("off", player, "hint")
            for do, members in self.asks(position, moves):
                self.denied("off", player.connection, do, **members)
            self.assertEqual(player.connection.ok("help", game="kalah:seeds=3")["table"], ana.table)
        # An agent that continues from the position would be help, too; a new game against one is not.
        self.denied("off", tab, "create", game="kalah", seats=["me", {"agent": "ab:nodes=10"}], position=position)
        tab.ok("create", game="kalah", seats=["me", {"agent": "ab:nodes=10"}])
        alone = tab.ok("create", game="kalah", seats=["me", "me"], position=position)["table"]
        self.denied("off", tab, "hint", table=alone)
        self.denied("off", tab, "seat", table=alone, seat=1, agent="ab:nodes=10")
        # Looking at positions is no help, and other games are not closed.
        self.assertEqual(len(tab.ok("state", game="kalah", moves=moves)["states"]), 3)
        written = tab.ok("write", game="kalah", moves=moves, **{"as": "text"})["text"]
        self.assertNotIn("evaluations", tab.ok("read", text=written))
        tab.ok("analyze", game="coins", ms=10)
        # A person without a seat may analyze.
        eva = Player(self.server.join("Eva"), ana.table)
        self.assertTrue(eva.now["help"])
        self.assertIsNone(eva.connection.ok("help", game="kalah")["table"])
        for do, members in self.asks(position, moves):
            eva.connection.ok(do, **members)

    def test_help_after_the_end(self):
        ana, bia, tab = self.opposed()
        self.denied("off", tab, "analyze", ms=10, **KALAH)
        bia.ok("resign")
        ana.wait(lambda now: now["over"])
        self.assertTrue(ana.now["help"])
        tab.ok("analyze", ms=10, **KALAH)

    def test_standing_up_is_no_way_around(self):
        ana, bia, tab = self.opposed()
        ana.ok("stand")
        ana.wait(lambda now: now["seat"] is None)
        self.denied("off", tab, "analyze", ms=10, **KALAH)
        self.denied("off", bia.connection, "analyze", ms=10, **KALAH)
        # Somebody else has taken the seat: who left cannot come back.
        Player(self.server.join("Caio"), ana.table, 0)
        tab.ok("analyze", ms=10, **KALAH)
        self.denied("off", bia.connection, "analyze", ms=10, **KALAH)

    def test_friendly_tables_allow_help(self):
        ana, bia, tab = self.opposed(friendly=True, listed=True)
        eva = Player(self.server.join("Eva"), ana.table)
        self.assertTrue(eva.now["friendly"])
        listed = eva.connection.ok("tables")["tables"]
        self.assertTrue(next(e for e in listed if e["table"] == ana.table)["friendly"])
        mover = ana if ana.may("hint") else bia
        self.assertTrue(mover.now["help"])
        mover.ok("hint")
        tab.ok("analyze", ms=10, **KALAH)

    def test_help_among_partners_and_alone(self):
        ana = self.table("domino", ["me", {"agent": "random"}, "open", {"agent": "random"}])
        bia = Player(self.server.join("Bia"), ana.table, 2)
        for player in (ana, bia):
            self.assertTrue(player.wait(lambda now: now["ply"] >= 3)["help"])
        both = self.table("kalah", ["me", "me"])
        self.assertTrue(both.now["help"])
        both.ok("hint")


class Stored(Case):
    def test_a_table_that_is_not_in_memory(self):
        ana, _, _ = self.opposed()
        self.server.stop()
        self.server.start()
        tab = self.server.join(cookie=self.cookie)
        self.assertEqual(tab.ok("help", game="kalah")["table"], ana.table)
        self.denied("off", tab, "analyze", ms=10, **KALAH)

    def test_a_player_who_stood_up(self):
        ana, bia, _ = self.opposed()
        position = ana.now["state"]["position"]
        ana.ok("stand")
        self.server.stop()
        self.server.start()
        tab = self.server.join(cookie=self.cookie)
        self.assertEqual(tab.ok("help", game="kalah")["table"], ana.table)
        self.denied("off", tab, "analyze", game="kalah", position=position, ms=10)
        # The game of two others is none of hers.
        Player(self.server.join("Caio"), ana.table, 0)
        tab.ok("analyze", game="kalah", position=position, ms=10)


if __name__ == "__main__":
    unittest.main()

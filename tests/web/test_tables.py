"""Tables, by real connections: seats, offers, clocks, players who leave and come back, a server that dies."""
import random
import signal
import time
import unittest

from tables import Player, kept_game, play, settle
from test_server import Case as ServerCase
from ws import Denied, Server, wait_for


class Case(ServerCase):
    options = ("--hurry",)

    def setUp(self):
        self.rng = random.Random(1)

    def table(self, game, seats, by=None, **more):
        """A new table and who made it."""
        by = by or self.server.join("Ana")
        return Player(by, by.ok("create", game=game, seats=seats, **more)["table"])

    def pair(self, game, **more):
        ana = self.table(game, ["me", "open"], **more)
        bia = Player(self.server.join("Bia"), ana.table, 1)
        ana.wait(lambda now: now["seats"][1]["kind"] == "player")
        return ana, bia

    def denied_at(self, code, player, do, **members):
        return self.denied(code, player.connection, do, table=player.table, **members)


# ServerCase has tests of its own only in its subclasses.
del ServerCase


class Watching(Case):
    def test_pause_step_and_take_over(self):
        ana = self.table("domino:target=5000", 4 * [{"agent": "random"}], listed=True)  # thousands of moves
        ana.connection.ok("pace", table=ana.table, ms=0)
        ana.wait(lambda now: now["halted"] or now["over"])
        self.assertFalse(ana.now["over"])
        bia = Player(self.server.join("Bia"), ana.table)
        self.denied_at("off", bia, "pace", ms=0)
        self.denied_at("input", ana, "pace", ms=1)
        self.denied_at("seat", bia, "sit", seat=0)
        self.assertNotIn("pace", bia.now["may"])
        for _ in range(3):
            ply = ana.now["ply"]
            ana.connection.ok("pace", table=ana.table, ms=0, step=True)
            ana.wait(lambda now: now["ply"] > ply and isinstance(now["state"]["turn"], int))
        turn = ana.now["state"]["turn"]
        ana.connection.ok("sit", table=ana.table, seat=turn)
        ana.wait(lambda now: now["seat"] == turn and "move" in now["may"])
        self.assertFalse(ana.now["halted"])
        self.denied_at("off", ana, "pace", ms=100)
        before = ana.now["ply"]
        ana.connection.ok("move", table=ana.table, ply=before, move=ana.now["state"]["moves"][0])
        ana.wait(lambda now: now["over"] or now["ply"] >= before + 2)  # the other agent goes on


class Games(Case):
    def test_four_play_dominoes_to_the_end(self):
        names = ["Ana", "Bia", "Caio", "Davi"]
        cookies = [self.server.cookie() for _ in names]
        first = self.table("domino:target=50", ["me", "open", "open", "open"],
                           self.server.join(names[0], cookie=cookies[0]))
        players = [first] + [Player(self.server.join(names[i], cookie=cookies[i]), first.table, i) for i in (1, 2, 3)]
        watcher = Player(self.server.join("Eva"), first.table)
        first.wait(lambda now: now["ply"] >= 3)
        settle(players + [watcher], 3)
        play(players, self.rng, until=12, others=[watcher])
        # Caio's browser is closed, and comes back to the same seat and hand.
        before = players[2].now
        players[2].connection.close()
        players[0].wait(lambda now: not now["seats"][2]["here"])
        players[2] = Player(self.server.join(cookie=cookies[2]), first.table)
        for member in ("seat", "state", "start", "ply", "may"):
            self.assertEqual(players[2].now[member], before[member], member)
        self.assertEqual([s["name"] for s in players[2].now["seats"]], names)
        play(players, self.rng, others=[watcher])
        for player in players + [watcher]:
            player.wait(lambda now: now["over"] and (now["game_id"] or player is watcher))
            self.assertEqual(player.now["over"], first.now["over"])
            self.assertEqual(player.now["state"]["board"], first.now["state"]["board"])
            self.assertEqual(len(player.moves), first.now["ply"])
        game, moves, seats = kept_game(self.server, first.now["game_id"])
        self.assertEqual((game, list(seats)), ("domino:target=50", names))
        played = [m["move"] for m in watcher.moves]
        self.assertEqual([a for a, b in zip(played, moves) if b[:5] != "deal:"],
                         [b for b in moves if b[:5] != "deal:"])

    def test_with_agents(self):
        for game, seats in (("kalah", ["me", {"agent": "greedy"}]), ("coins", [{"agent": "random"}, "me"]),
                            ("domino:rounds=1", [{"agent": "random"}, "me", {"agent": "domino.basic"},
                                                 {"agent": "random"}])):
            with self.subTest(game=game):
                ana = self.table(game, seats)
                while not ana.wait(lambda now: now["over"] or "move" in now["may"])["over"]:
                    settle([ana], ana.move(rng=self.rng))
                self.assertEqual(ana.now["over"]["reason"], "")
                self.assertEqual(len(kept_game(self.server, ana.now["game_id"])[1]), ana.now["ply"])

    def test_who_watches(self):
        ana, bia = self.pair("tictactoe")
        eva = Player(self.server.join("Eva", lang="pt-BR"), ana.table)
        self.assertEqual((eva.now["seat"], eva.now["may"]), (None, []))
        self.assertEqual(eva.now["title"], "Jogo da velha")
        self.assertNotIn("moves", eva.now["state"])
        for do, more in (("move", {"ply": 0, "move": "1"}), ("resign", {}), ("stand", {}), ("sit", {"seat": 0}),
                         ("seat", {"seat": 0, "agent": "random"}), ("back", {"ply": 0}), ("swap", {}),
                         ("answer", {"offer": "swap", "yes": True}), ("hint", {})):
            self.denied_at("seat", eva, do, **more)
        self.denied_at("turn", bia, "move", ply=0, move="1")
        self.denied_at("stale", ana, "move", ply=3, move="1")
        self.denied_at("illegal", ana, "move", ply=0, move="77")
        self.denied("missing", eva.connection, "open", table="a" * 16)
        self.assertEqual(ana.ok("why", move="5"), {"legal": True, "text": ""})
        self.assertFalse(bia.ok("why", move="5")["legal"])
        settle([ana, bia, eva], ana.move("5"))
        self.assertEqual(eva.moves[0]["seat"], 0)
        self.assertEqual(eva.connection.ok("leave", table=eva.table), {})
        settle([bia], bia.move("1"))
        self.assertEqual(eva.connection.quiet(0.2), [])

    def test_who_has_seen_a_hand(self):
        """Gets no other seat of that game, neither as a spectator nor after a restart; a new game is another matter."""
        ana = self.table("domino:rounds=1", ["me", "open", "open", "open"])
        others = [Player(self.server.join(f"P{i}"), ana.table, i) for i in (1, 2, 3)]
        ana.wait(lambda now: now["ply"] >= 3)
        ana.ok("stand")
        others[0].ok("stand")
        ana.wait(lambda now: now["seat"] is None and now["seats"][1]["kind"] == "open")
        self.assertEqual([s["may"] for s in ana.now["seats"]], [["sit", "seat"], ["seat"], [], []])  # she made the table
        self.assertIsNone(ana.now["state"]["board"]["hands"][0])
        error = self.denied_at("seat", ana, "sit", seat=1)
        self.assertIn("have already seen", error.text)
        ana.ok("sit", seat=0)
        others[0].ok("sit", seat=1)
        ana.wait(lambda now: now["seat"] == 0 and now["seats"][1]["kind"] == "player")

    def test_a_hint(self):
        ana = self.table("domino", ["me", {"agent": "random"}, {"agent": "random"}, {"agent": "random"}])
        ana.wait(lambda now: "move" in now["may"])
        hint = ana.ok("hint")
        self.assertIn(hint["move"], ana.now["state"]["moves"])
        self.assertEqual((hint["ply"], hint["seat"]), (ana.now["ply"], 0))

    def test_a_position(self):
        ana = self.table("kalah", ["me", {"agent": "random"}], moves="3 6 8")
        self.assertEqual([m["move"] for m in ana.moves[:3]], ["3", "6", "8"])
        error = self.denied("input", ana.connection, "create", game="kalah", seats=["me", "open"], moves="3 6 1")
        self.assertEqual(error.at, 4)
        error = self.denied("input", ana.connection, "create", game="kalah", seats=["me", {"agent": "ab:deep=3"}])
        self.assertEqual(error.at, 3)

    def test_lists(self):
        ana = self.table("coins", ["me", "open"], listed=True)
        eva = self.server.join("Eva")
        found = {t["table"]: t for t in eva.ok("tables")["tables"]}
        self.assertFalse(found[ana.table]["mine"])
        secret = self.table("coins", ["me", "open"])
        self.assertNotIn(secret.table, {t["table"] for t in eva.ok("tables")["tables"]})
        mine = {t["table"]: t["mine"] for t in secret.connection.ok("tables")["tables"]}
        self.assertTrue(mine[secret.table])


class Offers(Case):
    def test_take_back(self):
        ana, bia = self.pair("kalah")
        settle([ana, bia], ana.move("1"))
        self.assertIn("back", ana.now["may"])
        self.assertEqual(ana.ok("back", ply=1), {"asked": [1]})
        bia.wait(lambda now: now["offers"])
        self.assertEqual(bia.now["offers"], [{"what": "back", "by": 0, "asked": [1]}])
        bia.ok("answer", offer="back", yes=False)
        ana.wait(lambda now: not now["offers"])
        ana.read()
        self.assertEqual(ana.now["ply"], 1)
        ana.ok("back", ply=1)
        bia.ok("answer", offer="back", yes=True)
        for player in (ana, bia):
            player.wait(lambda now: now["ply"] == 0)
            self.assertEqual((player.moves, player.now["from"]), ([], 0))
        self.denied_at("off", ana, "back", ply=0)

    def test_take_back_from_an_agent(self):
        ana = self.table("kalah", ["me", {"agent": "random"}])
        ana.move("1")
        ana.wait(lambda now: now["ply"] > 1 and "move" in now["may"])
        self.assertEqual(ana.ok("back", ply=ana.now["ply"]), {"asked": []})
        ana.wait(lambda now: now["ply"] == 0 and "move" in now["may"])

    def test_nothing_revealed_is_taken_back(self):
        domino = self.table("domino", ["me", {"agent": "random"}, {"agent": "random"}, {"agent": "random"}])
        domino.wait(lambda now: "move" in now["may"])
        settle([domino], domino.move())
        domino.wait(lambda now: domino.moves[-1]["seat"] and "move" in now["may"])
        self.denied_at("off", domino, "back", ply=domino.now["ply"])

    def test_rematch_and_swap(self):
        ana, bia = self.pair("tictactoe")
        self.assertEqual(ana.ok("swap"), {"asked": [1]})
        bia.ok("answer", offer="swap", yes=True)
        ana.wait(lambda now: now["seat"] == 1)
        bia.wait(lambda now: now["seat"] == 0)
        settle([ana, bia], bia.move("5"))
        self.denied_at("off", ana, "swap")
        self.denied_at("off", ana, "rematch")
        ana.ok("resign")
        for player in (ana, bia):
            player.wait(lambda now: now["over"])
        self.assertEqual(bia.now["over"] | {"text": ""},
                         {"score": 1, "result": "1-0", "reason": "resigned", "text": ""})
        first = bia.now["game_id"]
        bia.ok("rematch")
        ana.ok("rematch")
        for player in (ana, bia):
            player.wait(lambda now: not now["over"] and now["ply"] == 0)
        bia.ok("resign")
        ana.wait(lambda now: now["over"])
        self.assertGreater(ana.now["game_id"], first)
        ana.ok("swap")
        bia.ok("answer", offer="swap", yes=True)
        ana.wait(lambda now: not now["over"] and now["seat"] == 0)
        self.assertEqual(kept_game(self.server, first)[1], ["5"])


class Time(Case):
    options = ("--hurry", "--absent", "8", "--idle", "1")

    def test_a_flag_falls(self):
        ana, bia = self.pair("kalah", clock={"total": 1, "increment": 0})
        bia.wait(lambda now: now["over"])
        self.assertEqual((bia.now["over"]["reason"], bia.now["over"]["result"]), ("time", "0-1"))
        self.assertEqual(bia.now["left"][0], 0)
        self.assertGreater(bia.now["left"][1], 900)

    def test_an_increment(self):
        ana, bia = self.pair("kalah", clock={"total": 100, "increment": 7})
        settle([ana, bia], ana.move("1"))
        self.assertGreater(ana.now["left"][0], 100000)
        self.assertEqual((ana.now["running"], ana.now["clock"]), (1, {"total": 100, "increment": 7}))

    def test_somebody_who_is_absent(self):
        cookie = self.server.cookie()
        ana = self.table("kalah", ["me", "open"])
        bia = Player(self.server.join("Bia", cookie=cookie), ana.table, 1)
        ana.wait(lambda now: "move" in now["may"])
        self.denied_at("off", ana, "seat", seat=1, agent="random")
        bia.connection.close()
        ana.wait(lambda now: not now["seats"][1]["here"])
        self.denied_at("off", ana, "seat", seat=1, agent="random")
        ana.wait(lambda now: "seat" in now["may"])  # sent without a request
        self.assertGreaterEqual(ana.now["seats"][1]["absent"], 8)
        ana.ok("seat", seat=1, agent="random")
        ana.wait(lambda now: now["seats"][1]["kind"] == "agent")
        self.assertEqual(ana.now["seats"][1]["for"], "Bia")
        settle([ana], ana.move("1"))
        ana.wait(lambda now: any(m["seat"] == 1 for m in ana.moves) and "move" in now["may"])
        self.denied("seat", self.server.join("Caio"), "sit", table=ana.table, seat=1)
        bia = Player(self.server.join(cookie=cookie), ana.table)
        self.assertIn("sit", bia.now["may"])
        bia.ok("sit", seat=1)
        bia.wait(lambda now: now["seat"] == 1 and now["seats"][1]["kind"] == "player")

    def test_a_table_is_put_away(self):
        ana = self.table("kalah", ["me", {"agent": "random"}])
        ana.move("1")
        ana.wait(lambda now: now["ply"] > 1 and "move" in now["may"])
        before, cookie = ana.now, None
        ana.ok("leave")
        wait_for(lambda: self.server.json("/api/v1/health")["tables"] == 0)
        self.assertIn(ana.table, {t["table"] for t in ana.connection.ok("tables")["tables"]})
        again = Player(ana.connection, ana.table)
        for member in ("seat", "state", "ply", "may"):
            self.assertEqual(again.now[member], before[member], member)


class Deaths(unittest.TestCase):
    def test_killed_and_started_again(self):
        rng = random.Random(2)
        with Server(None, "--hurry") as server:
            cookies = [server.cookie() for _ in range(4)]
            join = lambda i, **how: server.join(cookie=cookies[i], **how)
            ana = join(0, name="Ana")
            tables = [ana.ok("create", game="domino", seats=["me", "open", "open", "open"])["table"],
                      ana.ok("create", game="kalah", seats=["me", "open"], clock={"total": 600, "increment": 2})["table"]]
            players = [[Player(ana if i == 0 else join(i, name=f"P{i}"), tables[0], i if i else None)
                        for i in range(4)],
                       [Player(ana, tables[1]), Player(join(1), tables[1], 1)]]
            for deaths in range(3):
                begin = time.monotonic()
                for group in players:
                    settle(group, max(p.now["ply"] for p in group))
                    for player in group:
                        player.read(0.2)
                    play(group, rng, until=group[0].now["ply"] + 9)
                before = [[p.now for p in group] for group in players]
                server.stop(signal.SIGKILL)
                killed = time.monotonic()
                time.sleep(2)
                server.start()
                begin += time.monotonic() - killed  # it was down
                lines = [join(i) for i in range(4)]
                players = [[Player(lines[i], tables[0]) for i in range(4)],
                           [Player(lines[i], tables[1]) for i in range(2)]]
                for was, group in zip(before, players):
                    for old, player in zip(was, group):
                        player.read(0.2)
                        for member in ("seat", "start", "ply", "state", "over", "listed", "title"):
                            self.assertEqual(player.now[member], old[member], member)
                        self.assertEqual([s["name"] for s in player.now["seats"]], [s["name"] for s in old["seats"]])
                        for a, b in zip(player.now["left"] or [], old["left"] or []):  # nobody paid for the time between
                            self.assertLessEqual(abs(a - b), 1000 * (time.monotonic() - begin))
            self.assertEqual(server.stop(), (0, ""))


class TheDisk(unittest.TestCase):
    def test_a_locked_store_delays_a_game(self):
        import sqlite3
        with Server(None, "--hurry") as server:
            line = server.join("Ana")
            ana = Player(line, line.ok("create", game="kalah", seats=["me", {"agent": "random"}])["table"])
            ana.wait(lambda now: "move" in now["may"])
            other = sqlite3.connect(server.db, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            move = line.send("move", table=ana.table, ply=0, move=ana.now["state"]["moves"][0])
            while line.reply(line.send("rematch", table=ana.table))["error"]["code"] != "failed":
                time.sleep(0.03)  # a connection may send forty messages a second
            self.assertIn("cannot save tables", server.process.stderr.readline())
            other.execute("COMMIT")
            other.close()
            self.assertEqual(line.reply(move)["ok"], {"ply": 1})
            ana.wait(lambda now: now["ply"] > 1 and "move" in now["may"] or now["over"])
            self.assertEqual(server.stop(), (0, ""))  # reported once
            server.start()
            again = Player(server.join(), ana.table)
            self.assertEqual(again.now["ply"], ana.now["ply"])

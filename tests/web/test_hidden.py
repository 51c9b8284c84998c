"""Hidden information, by real connections: whole games of dominoes and Magic are played; then, at many moments of
them and for each seat, two tables are set up whose histories look the same to that seat and differ in what it may
not know. What the seat is sent of both, then and as play goes on, is the same to the byte."""
import random
import re
import unittest

from tables import Player, kept_game, play, settle
from ws import Denied, SANITIZER, Server

TILES = [f"{low}{high}" for low in range(7) for high in range(low, 7)]
CHECKS = 3 if SANITIZER == "none" else 1  # moments for each seat


def listen(connection):
    """Keeps the text of every message, as it came."""
    receive, connection.raw = connection.receive_text, []

    def receive_text():
        connection.raw.append(receive())
        return connection.raw[-1]
    connection.receive_text = receive_text
    return connection


def text_of(connection, table):
    """The messages about a table since the last call, without its name."""
    found = [text.replace(table, "TABLE") for text in connection.raw if table in text and '"on"' in text]
    connection.raw = [text for text in connection.raw if table not in text]
    return found


class Case(unittest.TestCase):
    game = seats = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server(None, "--hurry")

    @classmethod
    def tearDownClass(cls):
        try:
            assert cls.server.stop() == (0, "")
        finally:
            cls.server.close()

    def play_live(self, rng):
        """A whole game by real clients: the players, each with all that it heard, and the moves as they were."""
        cookies = [self.server.cookie() for _ in range(self.seats)]
        tabs = [[self.server.join(cookie=cookie) for _ in range(12)] for cookie in cookies]
        first = self.server.join(cookie=cookies[0])
        table = first.ok("create", game=self.game, seats=["me"] + ["open"] * (self.seats - 1))["table"]
        players = [Player(first, table, tabs=tabs[0])]
        for i in range(1, self.seats):
            players.append(Player(self.server.join(cookie=cookies[i]), table, i, tabs[i]))
        first_ply = players[-1].wait(lambda now: now["state"]["turn"] != "chance" and now["ply"])["ply"]
        settle(players, first_ply)
        play(players, rng)
        for player in players:
            player.wait(lambda now: now["game_id"])
        return players, kept_game(self.server, players[0].now["game_id"])[1]

    def sit_down(self, histories):
        """Tables with these histories, the same people at the same seats: players by table and seat."""
        dealer = self.server.join()
        ids = [dealer.ok("create", game=self.game, seats=["open"] * self.seats, moves=" ".join(moves))["table"]
               for moves in histories]
        lines = [listen(self.server.join()) for _ in range(self.seats)]
        groups = [[Player(lines[seat], table, seat) for seat in range(self.seats)] for table in ids]
        for group in groups:
            for player in group:
                player.wait(lambda now: all(s["kind"] == "player" for s in now["seats"]))
        return dealer, lines, groups

    def compare(self, seat, truth, other, n):
        """Whether a made-up history is legal; if so, all that the seat is sent has to be the same."""
        try:
            dealer, lines, groups = self.sit_down([truth[:n], other[:n]])
        except Denied as error:
            self.assertEqual(error.code, "input")
            return False
        line = lines[seat]
        for group in groups:
            line.ok("tables")  # once more around the server's loop
            group[seat].read(0.1)
        if any(group[seat].now["ply"] != n for group in groups):
            return False  # in one of them somebody has no choice, and moves by himself
        line.raw.clear()
        for group in groups:
            group[seat].ok("open")
            group[seat].wait(lambda now: now["from"] == 0)
            group[seat].read(0.1)
        a, b = (text_of(line, group[0].table) for group in groups)
        self.assertEqual(a, b)
        self.assertGreater(len(a), 0)
        self.goes_on(groups, line, truth)
        for connection in [dealer, *lines]:
            connection.close()
        return True

    def goes_on(self, groups, line, truth):
        """The same moves at both tables, while both allow them and chance, which is each table's own, does nothing."""
        for _ in range(6):
            ply, turn = groups[0][0].now["ply"], groups[0][0].now["state"]["turn"]
            try:
                plies = [group[turn].move(truth[ply]) for group in groups]
            except Denied as error:
                self.assertEqual(error.code, "illegal")
                return
            if plies[0] != plies[1]:
                return  # somebody has no choice any more, at one of them
            for group in groups:
                settle(group, plies[0])
            if groups[0][0].now["over"] or any(move["seat"] is None for move in groups[0][0].moves[ply:]):
                return  # the hidden part is revealed, or dealt again
            a, b = (text_of(line, group[0].table) for group in groups)
            self.assertEqual(a, b)

    def check(self, another, rng):
        players, truth = self.play_live(rng)
        found = 0
        for seat, player in enumerate(players):
            self.check_live(player, truth)
            moments = [m for m in player.heard if isinstance(m["state"]["turn"], int) and m["ply"] > 3]
            wanted = CHECKS
            for _ in range(40):
                live = rng.choice(moments)
                n = live["ply"]
                other = another(seat, player, truth, n, rng)
                if not other or other[:n] == truth[:n]:
                    continue
                if self.compare(seat, truth, other, n):
                    found += 1
                    wanted -= 1
                if not wanted:
                    break
        print(f"# {self.game}: {found} pairs of tables")
        self.assertGreaterEqual(found, self.seats * CHECKS - 1)

    def check_live(self, player, truth):
        """A live game reveals one's own seat alone, and shows the moves as they were made."""
        self.assertEqual(len(player.moves), len(truth))
        for seen, made in zip(player.moves, truth):
            self.assertTrue(seen["move"] == made or "?" in seen["move"], (seen, made))


class Dominoes(Case):
    game, seats = "domino:target=30", 4

    def hands(self, truth, n):
        """The deals of the round that move n is in: where they stand, and all four hands."""
        at = max(i for i in range(n) if truth[i].startswith("deal:")) - 2
        hands = [truth[at + i][5:].split(".") for i in range(3)]
        return at, hands + [[t for t in TILES if not any(t in h for h in hands)]]

    def another(self, seat, player, truth, n, rng):
        """Two others have exchanged tiles which they have not played yet."""
        at, hands = self.hands(truth, n)
        played = {"".join(sorted(t)) for word in truth[at + 3:n] for t in re.findall(r"\d\d|\d-\d", word)
                  for t in [t.replace("-", "")]}
        a, b = rng.sample([s for s in range(4) if s != seat], 2)
        mine, theirs = ([t for t in hands[s] if t not in played] for s in (a, b))
        if not mine or not theirs:
            return None
        x, y = rng.choice(mine), rng.choice(theirs)
        hands[a][hands[a].index(x)], hands[b][hands[b].index(y)] = y, x
        words = ["deal:" + ".".join(sorted(h)) for h in hands[:3]]
        return truth[:at] + words + truth[at + 3:]

    def check_live(self, player, truth):
        super().check_live(player, truth)
        for message in player.heard:
            if message["over"]:
                continue
            board, seat = message["state"]["board"], message["seat"]
            for other in range(4):
                if other != seat and board["left"][other] and message["state"]["turn"] != "chance":
                    self.assertIsNone(board["hands"][other], "a hand that is not theirs")
            for move in message["moves"]:
                if move["move"].startswith("deal:") and "?" not in move["move"]:
                    name = message["seats"][seat]["title"]
                    self.assertTrue(move["words"].startswith(name), (name, move))

    def test_dominoes(self):
        self.check(self.another, random.Random(5))


class Magic(Case):
    game, seats = "magic", 2

    def another(self, seat, player, truth, n, rng):
        """Two cards that the opponent drew unseen have changed places; or one came that is still to come."""
        unseen = [i for i, move in enumerate(player.moves) if move["move"] == "draw:?"]
        before = [i for i in unseen if i < n]
        if not before or len(unseen) < 2:
            return None
        i, j = rng.choice(before), rng.choice(unseen)
        other = list(truth)
        other[i], other[j] = truth[j], truth[i]
        return other

    def check_live(self, player, truth):
        super().check_live(player, truth)
        seat = player.now["seat"]
        for message in player.heard:
            if not message["over"]:
                hand = message["state"]["board"]["sides"][1 - seat]["hand"] \
                    if "sides" in message["state"]["board"] else None
                self.assertFalse(isinstance(hand, list) and any(isinstance(c, (str, dict)) for c in hand), hand)

    def test_magic(self):
        self.check(self.another, random.Random(6))

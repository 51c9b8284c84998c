"""Messages that are nearly right, in frames that are nearly right."""
import collections
import json
import random
import socket
import struct

from helper import games
from ws import PING, Closed, Refused, Socket, frame

GAMES = [*games(), "kalah:houses=1,seeds=1", "domino:rounds=1",
         "kalah:houses=10,seeds=99", "chess", "magic:decks=red/white", "loa:x=1", ""]
AGENTS = ["random", "greedy", "ab:ms=86400000", "mcts:ms=20", "domino", "magic", "kalah", "pn", "minimax:depth=3",
          "negamax:depth=99999999999", "ab:tt=64M,threads=1", "mcts:memory=64G", "program:run=ls", "human", "magic.q",
          "domino:level=expert,ms=86400000", "expectiminimax:depth=2", "ismcts:playouts=5", "ab:ms=-1", ""]
TEXTS = ["", "x", "\u202eabc", '"', "\\", 20 * "😀", 5000 * "a", "1 2 3", "\n", "\ud800"]
FILES = ["(;GM[9];B[a1a3])", 500 * "(;", '[Game "kalah"]\n\n1 2 3 *', "(;GM[9]SZ[8]AB[", 100 * "]", "(;GM[9]" + 9000 * ";B[]"]
MEMBERS = {
    "hello": "name lang", "create": "game seats clock position moves listed", "tables": "", "open": "table",
    "leave": "table", "sit": "table seat", "stand": "table", "seat": "table seat agent", "move": "table ply move",
    "why": "table move", "back": "table ply", "resign": "table", "rematch": "table", "swap": "table",
    "answer": "table offer yes", "hint": "table", "help": "game", "draw": "table", "state": "game position moves ply", "read": "text",
    "write": "game as position moves text variations", "pack": "game option text", "pace": "table ms step",
    "rollout": "game position moves agent trials", "study": "name quick",
    "analyze": "game position moves agent ms", "review": "game moves position agent ms", "tree": "game agent position",
    "stop": "job", "match": "game agents games seed", "tune": "game agent evaluator method generations seed",
    "watch": "run", "unwatch": "run", "cancel": "run", "lab": ""}

PAUSE = 0.04  # seconds: 30 messages at that pace are just within what one may say


class Fuzzer:
    def __init__(self, server, seed):
        self.server, self.rng = server, random.Random(seed)
        self.tables, self.answers = ["a" * 16], collections.Counter()
        self.cookies = [server.cookie() for _ in range(3)]

    # ---- Messages --------------------------------------------------------------------------

    def anything(self, depth=0):
        r = self.rng
        return r.choice([
            lambda: r.choice([0, 1, -1, 2**31, 2**53, 2**53 + 1, 2**63 - 1, -2**63, 10**30]),
            lambda: r.random() * 10.0**r.randrange(-300, 300),
            lambda: r.choice(TEXTS),
            lambda: r.choice([None, True, False]),
            lambda: r.choice(GAMES + AGENTS),
            lambda: [self.anything(depth + 1) for _ in range(r.randrange(5))] if depth < 4 else [],
            lambda: {r.choice(["agent", "total", "x"]): self.anything(depth + 1)} if depth < 4 else {},
        ])()

    def seats(self, game):
        count = 4 if game.startswith("domino") else 2
        return [self.rng.choice(["me", "open", "me", {"agent": "random"}, {"agent": self.rng.choice(AGENTS)}])
                for _ in range(count)]

    def value(self, member, message):
        r = self.rng
        return {"table": lambda: r.choice(self.tables[-20:]), "game": lambda: r.choice(GAMES),
                "option": lambda: r.choice(["decks", "seeds", "x", ""]),
                "seats": lambda: self.seats(str(message.get("game"))), "agent": lambda: r.choice(AGENTS),
                "clock": lambda: {"total": r.choice([0, 1, 600]), "increment": r.choice([0, 5])},
                "position": lambda: r.choice([None, None, "", "5", "x"]), "listed": lambda: True,
                "moves": lambda: " ".join(str(r.randrange(1, 7)) for _ in range(r.choice([0, 1, 2, 30]))),
                "seat": lambda: r.randrange(5), "ply": lambda: r.randrange(8), "yes": lambda: r.random() < 0.7,
                "move": lambda: r.choice(["1", "2", "3", "4", "roll", "hold", "pass", "b1-b3"]),
                "as": lambda: r.choice(["text", "sgf", "json", "x"]), "step": lambda: r.choice([True, False, 1]),
                "variations": lambda: r.choice([[], [{"from": 1, "moves": "2"}], [{"from": 0, "name": "x", "moves": "1 2"}],
                                                [{"from": -1}], 50 * [{"from": 0, "moves": "1"}], self.anything()]),
                "trials": lambda: r.choice([1, 20, 0, 10**9]), "quick": lambda: r.choice([True, False, True]),
                "offer": lambda: r.choice(["back", "rematch", "swap", "x"]), "text": lambda: r.choice(FILES),
                "ms": lambda: r.choice([1, 20, 86400000]), "job": lambda: r.randrange(40),
                "agents": lambda: [r.choice(AGENTS) for _ in range(r.randrange(1, 5))],
                "games": lambda: r.choice([2, 4, 0, 10**9]), "seed": lambda: r.randrange(9),
                "evaluator": lambda: r.choice(["mix", "store", "x"]), "run": lambda: r.randrange(1, 9),
                "method": lambda: r.choice(["cma", "spsa", "genetic", "q", "x"]),
                "generations": lambda: r.choice([1, 2, 10**9]), "name": lambda: r.choice([*TEXTS, "magic-mulligan"] if message.get("do") == "study" else TEXTS),
                "lang": lambda: r.choice(["en", "pt-BR", "xx"])}[member]()

    def message(self, number):
        r = self.rng
        do = r.choice([*MEMBERS, "create", "create", "move", "open", "sit"])
        message = {"id": number if r.random() < 0.97 else self.anything(), "do": do}
        for member in MEMBERS[do].split():
            if r.random() < 0.95:
                message[member] = self.value(member, message) if r.random() < 0.98 else self.anything()
        if do == "create" and r.random() < 0.8:
            message.pop("moves", None), message.pop("position", None)
        if r.random() < 0.02:
            message["extra"] = self.anything()
        text = bytearray(json.dumps(message).encode())
        if r.random() < 0.03:
            text[r.randrange(len(text))] = r.randrange(256)
        return bytes(text)

    def frames(self, text):
        r, x = self.rng, self.rng.random()
        if x < 0.93:
            return frame(text)
        if x < 0.96:
            cut = r.randrange(len(text) + 1)
            return frame(text[:cut], final=False) + r.choice([b"", frame(b"ping", PING)]) + frame(text[cut:], 0)
        return r.choice([
            lambda: frame(text)[:r.randrange(1, len(text))], lambda: frame(text, r.randrange(16)),
            lambda: bytes(r.randrange(256) for _ in range(100)), lambda: frame(r.choice([100, 3000, 60000]) * b"["),
            lambda: frame(70000 * b"a"), lambda: frame(text, length=2**r.randrange(60)),
            lambda: frame(text, masked=False), lambda: frame(text, final=False)])()

    # ---- Visits ----------------------------------------------------------------------------

    def listen(self, line, seconds):
        while (message := line.receive(seconds)) is not None:
            if "error" in message:
                self.answers[message["error"]["code"]] += 1
            elif "ok" in message:
                self.answers["ok"] += 1
                self.tables += [message["ok"]["table"]] if "table" in message["ok"] else []

    def visit(self, messages):
        """One connection that says so much, unless it is closed before."""
        line = Socket("127.0.0.1", self.server.port, cookie=self.rng.choice(self.cookies))
        try:
            line.ok("hello", name="Eve")
            self.tables.append(line.ok("create", game=self.rng.choice(GAMES[:5]), seats=["me", "open"])["table"]
                               if self.rng.random() < 0.7 else self.tables[-1])
            for _ in range(messages):
                line.number += 1
                line.send_raw(self.frames(self.message(line.number)))
                self.listen(line, PAUSE)
            self.listen(line, 0.1)
        except (Closed, Refused, ConnectionError):
            self.answers["closed"] += 1
        finally:
            if self.rng.random() < 0.3:  # without a word
                line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()

"""The Kalah Game Protocol once more, from its specification alone: a connection,
a client and a server, plain and blocking. Shares nothing with src/kgp."""
import re
import socket
import threading

SECONDS = 1800  # after which a wait is a hang
LINE = re.compile(r'(?:(\d+)?(?:@(\d+))? )?([a-zA-Z0-9]+)'
                  r'((?: (?:[-+]?\d+|[\w:.-]+|"(?:\\.|[^"\\])*"|<\d+(?:,\d+)*>))*)$')
ARGUMENT = re.compile(r'"((?:\\.|[^"\\])*)"|(\S+)')


class Board:
    """South is the receiver of the board, who moves."""

    def __init__(self, south, north, stores=(0, 0)):
        self.houses = [list(south), list(north)]
        self.stores = list(stores)

    @staticmethod
    def start(houses, seeds):
        return Board([seeds] * houses, [seeds] * houses)

    @staticmethod
    def read(text):
        n, south, north, *rest = [int(word) for word in text.strip("<>").split(",")]
        assert len(rest) == 2 * n, text
        return Board(rest[:n], rest[n:], (south, north))

    def __str__(self):
        n = len(self.houses[0])
        return "<" + ",".join(map(str, [n, *self.stores, *self.houses[0], *self.houses[1]])) + ">"

    def turned(self):
        return Board(self.houses[1], self.houses[0], (self.stores[1], self.stores[0]))

    def seeds(self):
        return sum(self.stores) + sum(map(sum, self.houses))

    def moves(self):
        return [i + 1 for i, seeds in enumerate(self.houses[0]) if seeds]

    def decided(self):
        return not any(self.houses[0]) or not any(self.houses[1]) or 2 * max(self.stores) > self.seeds()

    def result(self):
        """The result for South, once each side has collected its own seeds."""
        south, north = (self.stores[side] + sum(self.houses[side]) for side in (0, 1))
        return "won" if south > north else "lost" if south < north else "drawn"

    def sow(self, house, emptycapture=False):
        """South's move. True: South moves again."""
        n, hand, side, place = len(self.houses[0]), self.houses[0][house - 1], 0, house - 1
        self.houses[0][house - 1] = 0
        while hand:
            place += 1
            if place == n:
                if side == 0:
                    self.stores[0] += 1
                    hand -= 1
                    if not hand:
                        return True
                side, place = 1 - side, -1
                continue
            self.houses[side][place] += 1
            hand -= 1
        across = n - 1 - place
        if side == 0 and self.houses[0][place] == 1 and (emptycapture or self.houses[1][across]):
            self.stores[0] += 1 + self.houses[1][across]
            self.houses[0][place] = self.houses[1][across] = 0
        return False


class Wire:
    """Lines over a socket."""

    def __init__(self, sock):
        self.sock = sock
        sock.settimeout(SECONDS)
        self.file = sock.makefile("rb")
        self.heard = []

    @staticmethod
    def to(port, host="127.0.0.1"):
        return Wire(socket.create_connection((host, port), SECONDS))

    def send(self, text):
        self.sock.sendall(text if isinstance(text, bytes) else text.encode())

    def say(self, line):
        self.send(line + "\r\n")

    def line(self):
        """The next line as (id, ref, command, arguments); None: the other side has gone."""
        try:
            raw = self.file.readline()
        except ConnectionResetError:
            return None
        if not raw:
            return None
        assert raw.endswith(b"\r\n"), raw
        text = raw[:-2].decode()
        self.heard.append(text)
        match = LINE.match(text)
        assert match, text
        number, ref, command, rest = match.groups()
        arguments = [re.sub(r"\\(.)", r"\1", quoted) if not word else word for quoted, word in ARGUMENT.findall(rest)]
        return number and int(number), ref and int(ref), command, arguments

    def until(self, *commands):
        """Passes over all lines before one of these commands, and returns it."""
        while (line := self.line()) and line[2] not in commands:
            pass
        return line

    def rest(self):
        while self.line():
            pass

    def close(self):
        self.file.close()
        self.sock.close()


def play(port, choose, name="bot"):
    """A client: answers every state with choose(board) until the server says goodbye. Returns the results that it received."""
    wire, outcomes, errors = Wire.to(port), [], []
    try:
        while line := wire.line():
            number, _, command, arguments = line
            if command == "kgp":
                assert arguments[0] == "1"
                wire.say(f'1 set info:name "{name}"')
                wire.say("3 mode freeplay")
            elif command == "state":
                wire.say(f"@{number} move {choose(Board.read(arguments[0]))}")
                wire.say(f"@{number} yield")
            elif command == "ping":
                wire.say(f"@{number} pong")
            elif command == "error":
                errors.append(arguments[0])
            elif command == "set" and arguments[0] == "game:result":
                outcomes.append(arguments[1])
            elif command == "goodbye":
                return outcomes, errors
        raise AssertionError("the server went without a goodbye")
    finally:
        wire.close()


class Server:
    """A server for one client: `serve(wire)` is run in a thread once it has come and chosen a mode."""

    def __init__(self, serve, hello="kgp 1 0 0"):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(SECONDS)
        self.port = self.listener.getsockname()[1]
        self.serve, self.hello, self.trouble, self.wire = serve, hello, None, None
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        try:
            sock, _ = self.listener.accept()
            self.wire = Wire(sock)
            if self.hello:
                self.wire.say(self.hello)
                assert self.wire.until("mode")[3] == ["freeplay"]
            self.serve(self.wire)
        except BaseException as trouble:  # reported to the test that waits for it
            self.trouble = trouble
        finally:
            if self.wire:
                self.wire.close()
            self.listener.close()

    def end(self):
        self.thread.join(SECONDS)
        assert not self.thread.is_alive()
        if self.trouble:
            raise self.trouble


class Game:
    """One game of a client (South at first) against random moves."""

    def __init__(self, board, rng, emptycapture, client_first):
        self.board, self.rng, self.emptycapture, self.turn = board, rng, emptycapture, client_first
        self.advance()

    def make(self, house):
        board = self.board if self.turn else self.board.turned()
        again = board.sow(house, self.emptycapture)
        self.board = board if self.turn else board.turned()
        self.turn = self.turn == again

    def advance(self):
        """Until the client is to move or all is over."""
        while not self.turn and not self.board.decided():
            self.make(self.rng.choice(self.board.turned().moves()))

    def answer(self, house):
        assert house in self.board.moves(), (house, str(self.board))
        self.make(house)
        self.advance()

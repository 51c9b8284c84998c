"""A server of `jogada serve` to test, and a client for it: HTTP and WebSockets
(RFC 6455) with Python's own library alone.

    with Server(db) as server:
        ana = server.join("Ana")
        table = ana.ok("create", game="kalah", seats=["me", "open"])["table"]
        ana.event("table", lambda e: e["seat"] == 0)
"""
import base64
import hashlib
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import tempfile
import time

JOGADA = os.environ.get("JOGADA", "build/plain/jogada")
SANITIZER = os.environ.get("JOGADA_TEST_SANITIZER", "none")
DEADLINE = 1800  # seconds after which a wait is a hang; nothing else in a test is bounded by time
MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Refused(Exception):
    """The server does not make a WebSocket of it; `status` says why."""

    def __init__(self, status, text=""):
        super().__init__(f"{status} {text}")
        self.status = status


class Closed(Exception):
    """The server has closed the connection; `code` is that of its close frame, or None."""

    def __init__(self, code, text=""):
        super().__init__(f"closed: {code} {text}")
        self.code, self.text = code, text


class Denied(Exception):
    """An error that a request was answered with."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['text']}")
        self.code, self.text, self.at = error["code"], error["text"], error.get("at")


def frame(data, opcode=TEXT, final=True, masked=True, length=None):
    """The bytes of a frame; `length` is what it claims, if not the truth."""
    data = data.encode() if isinstance(data, str) else data
    size = len(data) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    mask_bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([mask_bit | size])
    elif size < 65536:
        head += bytes([mask_bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mask_bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + data
    mask = os.urandom(4)
    key = (mask * (len(data) // 4 + 1))[:len(data)]
    return head + mask + (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(len(data), "big")


class Socket:
    """A WebSocket. Headers that are None are left out. What is sent to one that `hoards` waits at the server: the system
    takes next to nothing of it. `source` is the address that it comes from."""

    def __init__(self, host, port, cookie=None, origin="", path="/api/v1/socket", protocol="jogada.v1",
                 host_header=None, version="13", hoards=False, source=None, forwarded=None):
        self.data, self.parts, self.events, self.number, self.close_code = b"", b"", [], 0, None
        self.socket = socket.socket()
        if source:
            self.socket.bind((source, 0))
        if hoards:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)  # else the other side's buffer grows
        self.socket.settimeout(DEADLINE)
        self.socket.connect((host, port))
        name = host_header or f"{host}:{port}"
        key = base64.b64encode(os.urandom(16)).decode()
        headers = {"Host": name, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
                   "Sec-WebSocket-Version": version, "Sec-WebSocket-Protocol": protocol,
                   "Origin": f"http://{name}" if origin == "" else origin, "Cookie": cookie,
                   "X-Forwarded-For": forwarded}
        lines = [f"GET {path} HTTP/1.1"] + [f"{k}: {v}" for k, v in headers.items() if v is not None]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        try:
            self.handshake(key, protocol)
        except Exception:
            self.socket.close()
            raise

    def handshake(self, key, protocol):
        while b"\r\n\r\n" not in self.data:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                raise Refused(0, "hung up")
            self.data += more
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        status = int(head.split()[1])
        if status != 101:
            raise Refused(status, head.decode())
        accept = base64.b64encode(hashlib.sha1((key + MAGIC).encode()).digest()).decode()
        assert re.search(rf"(?im)^sec-websocket-accept: {re.escape(accept)}\r?$", head.decode()), head
        assert re.search(rf"(?im)^sec-websocket-protocol: {re.escape(protocol)}\r?$", head.decode()), head

    # ---- Frames ----------------------------------------------------------------------------

    def send_raw(self, data):
        self.socket.sendall(data)

    def need(self, count):
        """Reads until `count` bytes are there. They stay: a caller that ran out of time may come back for the whole frame."""
        while len(self.data) < count:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                raise Closed(self.close_code)
            self.data += more

    def receive_frame(self):
        self.need(2)
        first, second = self.data[:2]
        size, head = second & 0x7f, 2
        assert not second & 0x80, "a server does not mask"
        if size >= 126:
            head = 4 if size == 126 else 10
            self.need(head)
            size = int.from_bytes(self.data[2:head], "big")
        self.need(head + size)
        data, self.data = self.data[head:head + size], self.data[head + size:]
        return first & 0x0f, bool(first & 0x80), data

    def receive_text(self):
        """The next message. Pings are answered; a close frame raises Closed."""
        while True:
            opcode, final, data = self.receive_frame()
            if opcode == PING:
                self.send_raw(frame(data, PONG))
            elif opcode == CLOSE:
                self.close_code = struct.unpack(">H", data[:2])[0] if len(data) >= 2 else None
                raise Closed(self.close_code, data[2:].decode())
            elif opcode in (0, TEXT):
                self.parts += data
                if final:
                    text, self.parts = self.parts, b""
                    return text.decode()

    # ---- Messages --------------------------------------------------------------------------

    def send(self, do, **members):
        """Sends a request, and returns its id."""
        self.number += 1
        self.send_raw(frame(json.dumps({"id": self.number, "do": do, **members})))
        return self.number

    def receive(self, seconds=None):
        """The next message of any kind; None if none comes within this many seconds."""
        self.socket.settimeout(DEADLINE if seconds is None else seconds)
        try:
            return json.loads(self.receive_text())
        except (TimeoutError, BlockingIOError):
            if seconds is None:
                raise AssertionError("nothing came") from None
            return None
        finally:
            self.socket.settimeout(DEADLINE)

    def reply(self, number):
        """The reply to a request; other messages are stored in `events`."""
        while True:
            message = self.receive()
            if message.get("id", 0) == number and "on" not in message:
                return message
            self.events.append(message)

    def ok(self, do, **members):
        """Asks, and returns what `ok` holds, or raises Denied."""
        answer = self.reply(self.send(do, **members))
        if "error" in answer:
            raise Denied(answer["error"])
        return answer["ok"]

    def event(self, on, such=lambda event: True):
        """The first event of that kind that fulfils a condition, stored or still to come."""
        for i, message in enumerate(self.events):
            if message.get("on") == on and such(message):
                del self.events[i]
                return message
        while True:
            message = self.receive()
            if message.get("on") == on and such(message):
                return message
            self.events.append(message)

    def quiet(self, seconds=0.2):
        """All that still comes until it is quiet for a while."""
        found = []
        while (message := self.receive(seconds)) is not None:
            found.append(message)
        return found

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Server:
    """`jogada serve` on a free port of this machine, with a store of its own if none is given. `wrapper` is a command
    that runs it."""

    def __init__(self, db=None, *options, env=None, wrapper=()):
        self.folder = None if db else tempfile.TemporaryDirectory(prefix="jogada-web-")
        self.db = db or os.path.join(self.folder.name, "store.db")
        self.options, self.env, self.port, self.sockets, self.wrapper = options, env or {}, 0, [], wrapper
        self.start()

    def start(self):
        """Starts it, again on the same port if it has been there before."""
        command = [*self.wrapper, JOGADA, "serve", "--json", "--port", str(self.port), "--db", self.db, *self.options]
        env = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS") or k == "PATH"}
        env |= {"LC_ALL": "C.UTF-8", "HOME": os.path.dirname(os.path.abspath(self.db))} | self.env
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=env, text=True)
        said = ""
        while not said.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"it does not start: {self.process.communicate()[1]}")
            said += line
        self.url = json.loads(said)["local"].rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self, how=signal.SIGTERM):
        """Ends it; returns its exit status and what it said on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            _, errors = self.process.communicate(timeout=DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, errors = self.process.communicate()
            raise AssertionError(f"it does not end; it said {errors!r}") from None
        return self.process.returncode, errors

    def get(self, path, method="GET", headers=None, body=None):
        """(status, headers, body) of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def json(self, path):
        status, _, body = self.get(path)
        assert status == 200, (status, body)
        return json.loads(body)

    def cookie(self):
        """A new identity: the value of a Cookie header."""
        return self.get("/api/v1/health")[1]["set-cookie"].split(";")[0]

    def socket(self, cookie=None, **how):
        """A WebSocket that has said nothing yet; without a cookie it is a new identity's."""
        connection = Socket("127.0.0.1", self.port, cookie=cookie or self.cookie(), **how)
        self.sockets.append(connection)
        return connection

    def join(self, name=None, cookie=None, lang=None, **how):
        """A WebSocket that has said hello."""
        connection = self.socket(cookie, **how)
        connection.ok("hello", **{k: v for k, v in (("name", name), ("lang", lang)) if v is not None})
        return connection

    def memory(self, what="VmRSS"):
        """Bytes of the process."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as f:
            return 1024 * int(re.search(rf"{what}:\s*(\d+)", f.read())[1])

    def files(self):
        """How many files it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def close(self):
        for connection in self.sockets:
            connection.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        if self.folder:
            self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def wait_for(condition):
    limit = time.monotonic() + DEADLINE
    while not condition():
        if time.monotonic() > limit:
            raise AssertionError("what was waited for did not come")
        time.sleep(0.005)

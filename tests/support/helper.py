"""Helpers for tests of the command: a folder for each test, runs through pipes, and a terminal to type on."""
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import sqlite3
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from typing import NamedTuple

from patience import DEADLINE, delays, wait_for  # noqa: F401, for the tests

JOGADA = os.path.abspath(os.environ["JOGADA"])
SLOW = os.environ.get("JOGADA_TEST_SANITIZER", "none") != "none"  # a build with sanitizers: less work will do
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# What a command says about results from the store: not a complaint.
STORED = re.compile(r"(?m)^(.*\b(stored on|salvas em|guardadas el) \d{4}-\d\d-\d\d |.*'jogada log --study |.*--store-games ).*\n")
KALAH_START = "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1"


def games():
    """The names of all games, in the order of the one list of them."""
    with open(os.path.join(ROOT, "src/games/games.def"), encoding="utf-8") as f:
        return re.findall(r"(?m)^GAME\((\w+)\)", f.read())


def facts(keyword):
    """The fields of all facts with that keyword: tests/support/facts.h."""
    for name in games():
        with open(os.path.join(ROOT, f"tests/games/{name}/facts.txt"), encoding="utf-8") as f:
            for line in f:
                fields = shlex.split(line, comments=line.startswith("#"))
                if fields and fields[0] == keyword:
                    yield fields[1:]


def one_thread(test):
    """Marks a test, or a class of them, in which the program makes no thread, or is looked at for its words alone: left
    out where only threads are looked at."""
    test.one_thread = True
    return test


def lines(*words):
    """The input of a user who ends every word with Enter."""
    return "".join(f"{word}\n" for word in words)


def without_stored(out):
    """The output of a game without the line with its number in the store."""
    return re.sub(r"(?m)^(saved as game|salva como partida) \d+: .*\n", "", out)


class Result(NamedTuple):
    status: int
    out: str
    err: str


class Case(unittest.TestCase):
    """Every test has a home, a data folder and a working folder of its own."""

    program = JOGADA

    def setUp(self):
        self.place = tempfile.TemporaryDirectory(prefix="jogada-")
        self.addCleanup(self.place.cleanup)
        self.home = self.folder("home")
        self.data = self.folder("data")
        self.work = self.folder("work")

    def folder(self, name):
        path = os.path.join(self.place.name, name)
        os.mkdir(path)
        return path

    def file(self, name, text):
        with open(os.path.join(self.work, name), "w", encoding="utf-8") as f:
            f.write(text)
        return name

    def text_of(self, name):
        with open(os.path.join(self.work, name), encoding="utf-8") as f:
            return f.read()

    def environment(self, changes):
        """A bare environment with changes; None takes a name away."""
        env = {name: value for name, value in os.environ.items() if name in ("PATH", "XDG_CACHE_HOME") or name.endswith("SAN_OPTIONS")}
        env |= {"HOME": self.home, "XDG_DATA_HOME": self.data, "LC_ALL": "C.UTF-8", "TERM": "xterm"}
        env |= changes
        return {name: value for name, value in env.items() if value is not None}

    def start(self, *args, stdout=subprocess.PIPE, **env):
        """A process on pipes, ended at the latest when the test ends."""
        process = subprocess.Popen([self.program, *args], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE,
                                   cwd=self.work, env=self.environment(env))
        self.addCleanup(end, process)
        return process

    def jogada(self, *args, typed="", stdout=subprocess.PIPE, **env):
        """Runs the command with what is typed on a pipe."""
        process = self.start(*args, stdout=stdout, **env)
        return self.finish(process, typed)

    def finish(self, process, typed="", seconds=DEADLINE):
        data = typed if isinstance(typed, bytes) else typed.encode()
        out, err = process.communicate(data, timeout=seconds)
        return Result(process.returncode, (out or b"").decode(errors="replace"), err.decode(errors="replace"))

    def good(self, *args, **how):
        """Runs the command, which must succeed and complain of nothing; returns its output."""
        result = self.jogada(*args, **how)
        self.assertEqual((result.status, STORED.sub("", result.err)), (0, ""), result)
        return result.out

    def refused(self, *args, says=(), **how):
        """Runs the command, which must find that it was called wrongly; returns the message."""
        result = self.jogada(*args, **how)
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertTrue(result.err.startswith("jogada: "), result)
        for word in says:
            self.assertIn(word, result.err)
        return result.err

    def terminal(self, *args, **env):
        terminal = Terminal([JOGADA, *args], self.work, self.environment(env))
        self.addCleanup(terminal.close)
        return terminal


def end(process):
    """Ends a process that a failed test left behind, and closes its pipes."""
    if process.poll() is None:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()


def stored(path, table="game"):
    """The number of rows in a table of a store; 0 while there is none."""
    if not os.path.exists(path):
        return 0
    db = sqlite3.connect(path, timeout=DEADLINE)
    try:
        return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    except sqlite3.OperationalError:
        return 0
    finally:
        db.close()


def wait_until_asleep(pid):
    """Waits until a process has nothing to do but wait for its input."""
    def asleep():
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            return f.read().rsplit(")", 1)[1].split()[0] == "S"
    wait_for(asleep)


def wait_until_it_listens(pid):
    """Waits until a process has said what it does at an interrupt."""
    def listens():
        with open(f"/proc/{pid}/status", encoding="utf-8") as f:
            caught = int(re.search(r"SigCgt:\s*(\w+)", f.read())[1], 16)
        return all(caught >> (number - 1) & 1 for number in (signal.SIGINT, signal.SIGTERM))
    wait_for(listens)


def read_until(process, text, seconds=DEADLINE):
    """Reads a process's output until text has come; returns all that was read."""
    seen, limit = b"", time.monotonic() + seconds
    while text.encode() not in seen:
        ready, _, _ = select.select([process.stdout], [], [], max(0, limit - time.monotonic()))
        more = os.read(process.stdout.fileno(), 65536) if ready else b""
        if not more:
            raise AssertionError(f"{text!r} did not come, only {seen.decode(errors='replace')!r}")
        seen += more
    return seen.decode(errors="replace")


class Terminal:
    """The command on a terminal of 24 lines and 80 columns."""

    def __init__(self, command, folder, env):
        self.keyboard, self.screen = pty.openpty()
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.settings = termios.tcgetattr(self.screen)
        self.seen = ""  # everything shown so far
        self.read = 0   # how much of it a test has looked at
        self.process = subprocess.Popen(command, stdin=self.screen, stdout=self.screen, stderr=self.screen,
                                        cwd=folder, env=env, start_new_session=True, preexec_fn=self.take)

    def take(self):
        fcntl.ioctl(self.screen, termios.TIOCSCTTY, 0)

    def type(self, text):
        """Types text bit by bit and looks at the screen meanwhile, so that neither side waits for the other."""
        data = text if isinstance(text, bytes) else text.encode()
        for begin in range(0, len(data), 200):
            os.write(self.keyboard, data[begin:begin + 200])
            self.listen(0)

    def listen(self, seconds):
        """Reads the output of the next seconds; False if there is none."""
        ready, _, _ = select.select([self.keyboard], [], [], max(0, seconds))
        if ready:
            self.seen += os.read(self.keyboard, 65536).decode(errors="replace")
        return bool(ready)

    def expect(self, text):
        """Waits until text is shown, and returns what was shown up to its end since the last time."""
        limit = time.monotonic() + DEADLINE
        while text not in self.seen[self.read:]:
            ended = self.process.poll() is not None
            if not self.listen(0.05) and (ended or time.monotonic() > limit):
                raise AssertionError(f"{text!r} was not shown, only {self.seen[self.read:]!r}")
        begin, self.read = self.read, self.seen.index(text, self.read) + len(text)
        return self.seen[begin:self.read]

    def prompt(self, text):
        """Waits for a prompt and until the program reads input; returns like expect."""
        shown = self.expect(text)
        wait_for(lambda: not termios.tcgetattr(self.screen)[3] & termios.ICANON)
        wait_until_asleep(self.process.pid)
        return shown

    def leave(self):
        """Waits until the process ends; returns its exit status and what was still shown."""
        limit = time.monotonic() + DEADLINE
        while self.process.poll() is None:
            self.listen(0.01)
            if time.monotonic() > limit:
                raise AssertionError(f"it does not end; shown: {self.seen[self.read:]!r}")
        while self.listen(0):
            pass
        return self.process.returncode, self.seen[self.read:]

    def lend(self):
        """Somebody else sets the terminal as it was at first."""
        termios.tcsetattr(self.screen, termios.TCSANOW, self.settings)

    def settings_are_as_before(self):
        return termios.tcgetattr(self.screen) == self.settings

    def hang_up(self):
        """The window is closed."""
        os.close(self.screen)
        os.close(self.keyboard)
        self.keyboard = self.screen = None

    def close(self):
        end(self.process)
        if self.keyboard is not None:
            self.hang_up()

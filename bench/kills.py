#!/usr/bin/env python3
"""Kills commands with SIGKILL at random moments, calls them again, and looks for what was lost.

    python3 bench/kills.py --kills 1000 --seed 1

Each kill falls anywhere in the time that a call takes when it is left alone. After every kill the store must be whole
and hold at least what it held before; a run that was called again until it was done must be the same, number by
number and move by move, as one that was never killed. A file that is written must be the old one or the new one.
`serve` is killed while people play (tests/web/deaths.py): everything that was announced to them must be there.
"""
import argparse
import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
A_FEW, MANY = 3, 1000  # kills by `./test` of each command, and by `./test --long` of all together
PER_RUN = 6            # kills of one run before it is left alone, so that runs do end
WRITING = 0.6          # the most seconds between two kills of a server
DEADLINE = 600         # seconds that a call may take before it hangs

FILE_GAMES = 4000      # of a file that is imported, or exported


def without_times(value):
    """JSON without what no two calls share."""
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in ("seconds", "stored", "saved")}
    return [without_times(v) for v in value] if isinstance(value, list) else value


class Command:
    """A call that is killed and called again. `lost` counts stores and files that lost or broke something, `differing`
    runs whose result is not that of a run that was never killed."""

    name, args = "", ()

    def __init__(self, jogada, rng, folder):
        self.jogada, self.rng, self.folder = jogada, rng, folder
        self.kills = self.ends = self.lost = self.differing = 0
        self.notes = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *args, stdout=subprocess.PIPE):
        env = {"PATH": os.environ["PATH"], "HOME": self.folder, "LC_ALL": "C.UTF-8"}
        return subprocess.Popen([self.jogada, *args], cwd=self.folder, env=env, stdin=subprocess.DEVNULL,
                                stdout=stdout, stderr=subprocess.PIPE, text=True)

    def call(self, *args):
        process = self.start(*args)
        out, err = process.communicate(timeout=DEADLINE)
        if process.returncode:
            raise SystemExit(f"{self.name}: {' '.join(args)} ends with {process.returncode}: {err}")
        return out

    def prepare(self):
        """The files that the calls need."""

    def forget(self):
        """Removes what the last run left."""
        for name in os.listdir(self.folder):
            if name.startswith(("killed", "calm")) or name.endswith(".weights"):
                os.remove(self.path(name))

    def rows(self, db, select):
        if not os.path.exists(self.path(db)):
            return []
        with contextlib.closing(sqlite3.connect(self.path(db), timeout=60)) as store:
            if store.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise AssertionError(f"{db} is damaged")
            if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'game'").fetchone():
                return []
            return store.execute(select).fetchall()

    def games(self, db):
        return self.rows(db, "SELECT run, number, score, moves, seed, start FROM game ORDER BY run, number")

    def result(self, out, db):
        """All that must be the same, however often it was killed."""
        return without_times(json.loads(out)), self.games(db)

    def store(self, db):
        return "--db", db

    def check(self, before):
        """After a kill; returns what there is now."""
        now = self.games("killed.db")
        if not set(before) <= set(now):
            raise AssertionError("stored games are gone or others")
        return now

    def one_run(self, most):
        """Kills a run up to `most` times, then lets it end."""
        before = []
        self.forget()
        for _ in range(most):
            process = self.start(*self.args, *self.store("killed.db"))
            time.sleep(self.rng.uniform(0, self.seconds))
            process.kill()
            out, err = process.communicate(timeout=DEADLINE)
            if process.returncode == 0:
                break  # it was quicker
            if process.returncode != -signal.SIGKILL:
                raise AssertionError(f"ends with {process.returncode}: {err}")
            self.kills += 1
            before = self.check(before)
        self.ends += 1
        out = self.call(*self.args, *self.store("killed.db"))
        if self.result(out, "killed.db") != self.expected:
            self.differing += 1
            self.notes.append("the result differs")

    def measure(self):
        """A run that is left alone: its result and, of the quickest of some, the time."""
        times = []
        for _ in range(3):
            self.forget()
            begin = time.monotonic()
            out = self.call(*self.args, *self.store("calm.db"))
            times.append(time.monotonic() - begin)
            self.expected = self.result(out, "calm.db")
        self.seconds = min(times)

    def campaign(self, kills):
        self.prepare()
        self.measure()
        while self.kills < kills:
            try:
                self.one_run(min(PER_RUN, kills - self.kills))
            except AssertionError as fault:
                self.lost += 1
                self.notes.append(str(fault))


class Match(Command):
    name, args = "match", ("match", "kalah", "greedy", "random", "--games", "20000", "--json")


class Tournament(Command):
    name = "tournament"
    args = ("tournament", "kalah", "greedy", "random", "greedy:eval=store", "--games", "6000", "--json")


class Tune(Command):
    name = "tune"
    args = ("tune", "kalah", "--agent", "greedy", "--method", "genetic", "--generations", "30", "--games", "4",
            "--proof", "400", "-o", "best.weights", "--json")

    def steps(self, db):
        rows = self.rows(db, "SELECT run, number, state FROM step ORDER BY run, number")
        return [(run, number, without_times(json.loads(state))) for run, number, state in rows]

    def check(self, before):
        """The steps of a generation replace those of the one before; none goes back."""
        now = max((number for _, number, _ in self.steps("killed.db")), default=-1)
        if before and now < before:
            raise AssertionError("stored generations are gone")
        return now

    def result(self, out, db):
        with open(self.path("best.weights"), encoding="utf-8") as f:
            return without_times(json.loads(out)), f.read(), self.steps(db)


class Files(Command):
    """Commands that read or write a file of games."""

    def prepare(self):
        self.call("match", "kalah", "greedy", "random", "--games", str(FILE_GAMES), "--db", "games.db")
        self.call("match", "tictactoe", "greedy", "random", "--games", "200", "--db", "few.db")
        self.call("export", "--run", "1", "--db", "games.db", "-o", "games.txt")
        self.call("export", "--run", "1", "--db", "few.db", "-o", "few.txt")


class Import(Files):
    """All games of a file or none, and none twice."""

    name, args = "import", ("import", "few.txt", "games.txt", "--json")
    sizes = (0, 200, 200 + FILE_GAMES)

    def games(self, db):
        return self.rows(db, "SELECT score, moves, seed, start FROM game ORDER BY id")

    def check(self, before):
        now = super().check(before)
        if len(now) not in self.sizes:
            raise AssertionError(f"half a file: {len(now)} games")
        return now

    def result(self, _, db):
        return self.games(db)  # which of them were there already depends on the kill


class Export(Files):
    """The file is the old one or the new one."""

    name, args = "export", ("export", "--run", "1", "-o", "killed.txt")

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return f.read()

    def store(self, db):
        return "--db", "games.db"

    def result(self, out, db):
        return self.text("killed.txt")

    def one_run(self, most):
        old = self.text("few.txt")
        self.forget()
        for _ in range(most):
            with open(self.path("killed.txt"), "w", encoding="utf-8") as f:
                f.write(old)
            process = self.start(*self.args, *self.store(""))
            time.sleep(self.rng.uniform(0, self.seconds))
            process.kill()
            process.communicate(timeout=DEADLINE)
            self.kills += process.returncode == -signal.SIGKILL
            if self.text("killed.txt") not in (old, self.expected):
                raise AssertionError("half a file")
        self.ends += 1
        self.call(*self.args, *self.store(""))
        if self.text("killed.txt") != self.expected:
            self.differing += 1


class Serve(Command):
    """A change that was announced to a player exists after the next start."""

    name = "serve"

    def campaign(self, kills):
        os.environ["JOGADA"] = self.jogada
        sys.path.insert(0, os.path.join(ROOT, "tests", "web"))
        from deaths import kill_again_and_again
        try:
            moves, games = kill_again_and_again(kills, self.rng.randrange(2**31), WRITING)
            self.kills, self.ends = kills, games
            self.notes.append(f"{moves} moves announced, {games} games ended")
        except Exception as fault:  # whatever a player or the server did
            self.lost += 1
            self.notes.append(f"{type(fault).__name__}: {fault}")


COMMANDS = (Serve, Match, Tournament, Tune, Import, Export)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jogada", default=os.path.join(ROOT, "build", "plain", "jogada"))
    parser.add_argument("--kills", type=int, default=MANY, help="of all commands together (default %(default)s)")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("JOGADA_TEST_SEED", time.time())))
    parser.add_argument("--only", default=",".join(c.name for c in COMMANDS), help="commands, with commas between")
    parser.add_argument("--test", action="store_true", help="a few, unless JOGADA_TEST_SCALE is that of a long test")
    options = parser.parse_args()
    unknown = set(options.only.split(",")) - {c.name for c in COMMANDS}
    if unknown:
        parser.error(f"unknown command {', '.join(sorted(unknown))}; choose from {', '.join(c.name for c in COMMANDS)}")
    if not os.access(options.jogada, os.X_OK):
        parser.error(f"{options.jogada} not found; ./test builds it, --jogada names another")
    chosen = [c for c in COMMANDS if c.name in options.only.split(",")]
    if not chosen:
        parser.error(f"commands are {', '.join(c.name for c in COMMANDS)}")
    long_test = float(os.environ.get("JOGADA_TEST_SCALE", 100)) > 200
    each = -(-options.kills // len(chosen)) if not options.test or long_test else A_FEW
    print(f"# seed {options.seed}, {each} kills each")
    print("| command | kills | runs that ended | lost | differing | |\n|---|---:|---:|---:|---:|---|", flush=True)
    bad = 0
    for i, kind in enumerate(chosen):
        with tempfile.TemporaryDirectory(prefix="jogada-kills-") as folder:
            command = kind(os.path.abspath(options.jogada), random.Random(options.seed + i), folder)
            command.campaign(each)
        bad += command.lost + command.differing + (command.kills < each)
        print(f"| {command.name} | {command.kills} | {command.ends} | {command.lost} | {command.differing} | "
              f"{'; '.join(command.notes[:3])} |", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())

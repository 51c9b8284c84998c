#!/usr/bin/env python3
"""Kills workers, coordinators and both with SIGKILL at random moments, and compares what comes out with a calm run.

    python3 bench/cluster_faults.py --kills 201 --seed 1

`match`, `tune` and `learn` play on two workers. A worker that is killed is replaced by its coordinator; a command that is
killed is called again and resumes. The result must be that of one process without workers, to the byte: JSON, weights,
network and every stored game. After each kill the store must be whole and hold at least what it held before, and no game
twice. Rows must be valid or missing: the coordinator reports rows that break the rules, and there must be none.
"""
import argparse
import collections
import json
import os
import random
import shlex
import signal
import sys
import tempfile
import time

from kills import DEADLINE, ROOT, Command, Tune, without_times

KILLS, A_FEW = 201, 6  # of all commands together, by hand and `./test --long`, and by `./test`
VICTIMS = ("worker", "coordinator", "both")
PER_RUN = 6            # kills of one run before it is left alone
LEAST = 0.05           # seconds of a run in which kills fall, if it takes no longer


def difference(expected, found, path=""):
    """Where two results differ first, and how."""
    if isinstance(expected, dict) and isinstance(found, dict):
        pairs = [(key, expected.get(key), found.get(key)) for key in sorted(expected.keys() | found.keys())]
    elif isinstance(expected, (list, tuple)) and isinstance(found, (list, tuple)) and len(expected) == len(found):
        pairs = [(i, *pair) for i, pair in enumerate(zip(expected, found))]
    else:
        return f"{path or 'all'}: {str(found)[:60]}, not {str(expected)[:60]}"
    return next(difference(a, b, f"{path}/{key}") for key, a, b in pairs if a != b)


def children_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as f:
            return [int(word) for word in f.read().split()]
    except OSError:
        return []


def workers_of(pid):
    """The processes that play for a coordinator: children of the shells that it starts, or these themselves."""
    found = []
    for child in children_of(pid):
        found += workers_of(child) or [child]
    return found


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


class Spread(Command):
    """A command that is killed while workers play for it."""

    def __init__(self, *args):
        super().__init__(*args)
        self.killed = collections.Counter()

    def workers(self):
        return [word for _ in range(2) for word in ("--workers", f"{shlex.quote(self.jogada)} worker -j 1")]

    def measure(self):
        """A calm run of one process: the result. A run with workers: the time, and the same result."""
        self.forget()
        self.expected = self.result(self.call(*self.args, *self.store("calm.db")), "calm.db")
        self.forget()
        begin = time.monotonic()
        out = self.call(*self.args, *self.store("calm.db"), *self.workers())
        self.seconds = max(LEAST, time.monotonic() - begin)
        if self.result(out, "calm.db") != self.expected:
            raise SystemExit(f"{self.name}: workers play other games than one process")

    def strike(self, process):
        """Kills one of the three kinds of victims. Returns whether the command itself was killed."""
        victim = self.rng.choice(VICTIMS)
        workers = workers_of(process.pid)
        dead = 0
        if victim != "worker":
            dead += process.poll() is None and kill(process.pid)
        if victim != "coordinator" and workers:
            dead += kill(self.rng.choice(workers))
        if dead:
            self.kills += 1
            self.killed[victim] += 1
        return victim != "worker"

    def one_call(self, most):
        """Calls the command once and kills up to `most` times. Returns its output, or None if it was killed."""
        process = self.start(*self.args, *self.store("killed.db"), *self.workers())
        for _ in range(self.rng.randint(1, max(1, most))):
            time.sleep(self.rng.uniform(0, self.seconds / 2))
            if process.poll() is not None or self.strike(process):
                break
        out, err = process.communicate(timeout=DEADLINE)
        if process.returncode == -signal.SIGKILL:
            return None
        if process.returncode:
            raise AssertionError(f"ends with {process.returncode}: {err}")
        if "broke the rules" in err:
            raise AssertionError(f"a valid row was refused: {err}")
        return out

    def one_run(self, most):
        before, out, limit = self.nothing, None, self.kills + most
        self.forget()
        while out is None and self.kills < limit:
            out = self.one_call(limit - self.kills)
            before = self.check(before)
        if out is None:
            out = self.call(*self.args, *self.store("killed.db"), *self.workers())
        self.ends += 1
        found = self.result(out, "killed.db")
        if found != self.expected:
            self.differing += 1
            self.notes.append(f"the result differs: {difference(self.expected, found)}")

    nothing = ()


class Match(Spread):
    name = "match"
    args = ("match", "kalah:houses=4,seeds=3", "ab:nodes=2000,tt=64k", "mcts:playouts=150", "--games", "400", "--json")

    def check(self, before):
        now = super().check(before)
        numbers = [game[:2] for game in now]
        if len(numbers) != len(set(numbers)):
            raise AssertionError("a game is stored twice")
        return now


class SpreadTune(Spread, Tune):
    args = ("tune", "kalah:houses=4,seeds=3", "--agent", "ab:nodes=400,tt=64k", "--method", "genetic", "--generations", "6",
            "--games", "4", "--proof", "60", "-o", "best.weights", "--json")


class Learn(Spread):
    name = "learn"
    args = ("learn", "tictactoe", "-a", "ab:nodes=60,tt=64k", "-g", "4", "-n", "150", "--epochs", "2", "--filters", "16",
            "--hidden", "8", "--proof", "20", "-o", "best.network", "--json")

    def store(self, db):
        return ()

    def forget(self):
        for name in os.listdir(self.folder):
            if name.startswith("best.network"):
                path = self.path(name)
                if os.path.isdir(path):
                    for inner in os.listdir(path):
                        os.remove(os.path.join(path, inner))
                    os.rmdir(path)
                else:
                    os.remove(path)

    def check(self, before):
        return before  # what a generation needs is checked when it is read

    def result(self, out, db):
        with open(self.path("best.network"), "rb") as f:
            return without_times(json.loads(out)), f.read()


COMMANDS = (Match, SpreadTune, Learn)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jogada", default=os.path.join(ROOT, "build", "plain", "jogada"))
    parser.add_argument("--kills", type=int, default=KILLS, help="of all commands together (default %(default)s)")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("JOGADA_TEST_SEED", time.time())))
    parser.add_argument("--only", default=",".join(c.name for c in COMMANDS), help="commands, with commas between")
    parser.add_argument("--test", action="store_true", help="a few, unless JOGADA_TEST_SCALE is that of a long test")
    options = parser.parse_args()
    long_test = float(os.environ.get("JOGADA_TEST_SCALE", 100)) > 200
    kills = A_FEW if options.test and not long_test else options.kills
    chosen = [c for c in COMMANDS if c.name in options.only.split(",")]
    each = -(-kills // max(1, len(chosen)))
    print(f"# seed {options.seed}, {each} kills each")
    print("| command | kills | of workers | of coordinators | of both | finished runs | lost | different | |\n"
          "|---|---:|---:|---:|---:|---:|---:|---:|---|", flush=True)
    bad = 0
    for i, kind in enumerate(chosen):
        with tempfile.TemporaryDirectory(prefix="jogada-cluster-") as folder:
            command = kind(os.path.abspath(options.jogada), random.Random(options.seed + i), folder)
            command.campaign(each)
        bad += command.lost + command.differing + (command.kills < each)
        of = " | ".join(str(command.killed[victim]) for victim in VICTIMS)
        print(f"| {command.name} | {command.kills} | {of} | {command.ends} | {command.lost} | {command.differing} | "
              f"{'; '.join(command.notes[:3])} |", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())

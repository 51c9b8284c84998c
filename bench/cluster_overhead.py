#!/usr/bin/env python3
"""What a coordinator costs: its processor time beside that of its workers, and two workers of one thread against -j 2.

    python3 bench/cluster_overhead.py --runs 5

Runs alternate, so that other work on the machine disturbs both alike. Shares of processor time hardly depend on such
work; the efficiency by the clock does, and counts on an idle machine only. The limits are 5 % of overhead and 95 % of
efficiency.
"""
import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MATCH = ("match", "kalah", "ab:nodes=20k,tt=1M", "ab:nodes=10k,tt=1M", "--no-store", "--json")
OVERHEAD, EFFICIENCY = 0.05, 0.95
TICK = os.sysconf("SC_CLK_TCK")


def measure(jogada, games, *words):
    """Seconds by the clock, processor seconds of the process and of its children, and the result. Children count once they
    are waited for, so workers replace their shells by exec."""
    with tempfile.TemporaryDirectory(prefix="jogada-overhead-") as home:
        begin = time.monotonic()
        process = subprocess.Popen([jogada, *MATCH, "-n", str(games), *words], stdout=subprocess.PIPE,
                                   env={"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8"})
        out = process.stdout.read()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        seconds = time.monotonic() - begin
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as f:  # of a process that has ended, not yet waited for
            user, system, child_user, child_system = (int(x) / TICK for x in f.read().rsplit(")", 1)[1].split()[11:15])
        if process.wait():
            sys.exit(f"{' '.join(words)} failed")
    result = json.loads(out)
    result.pop("seconds", None)
    return seconds, user + system, child_user + child_system, result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jogada", default=os.path.join(ROOT, "build", "plain", "jogada"))
    parser.add_argument("--games", type=int, default=240, help="of a run (default %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="of each kind (default %(default)s)")
    options = parser.parse_args()
    worker = f"exec {shlex.quote(os.path.abspath(options.jogada))} worker -j 1"
    overheads, by_clock, by_processor = [], [], []
    print("| run | -j 2: s | processor s | 2 workers: s | processor s | of the coordinator |\n|---:|---:|---:|---:|---:|---:|")
    for run in range(options.runs):
        plain = measure(options.jogada, options.games, "-j", "2")
        spread = measure(options.jogada, options.games, "--workers", worker, "--workers", worker)
        if plain[3] != spread[3]:
            sys.exit("workers play other games")
        overheads.append(spread[1] / spread[2])
        by_clock.append(plain[0] / spread[0])
        by_processor.append((plain[1] + plain[2]) / (spread[1] + spread[2]))
        print(f"| {run + 1} | {plain[0]:.2f} | {plain[1]:.2f} | {spread[0]:.2f} | {spread[2]:.2f} | {spread[1]:.2f} |", flush=True)
    overhead = statistics.median(overheads)
    efficiency = statistics.median(by_processor)
    print(f"\nprocessor time of the coordinator: {100 * overhead:.1f} % of that of the workers (at most {100 * OVERHEAD:.0f} %)\n"
          f"efficiency of 2 workers against -j 2: {100 * efficiency:.1f} % by processor time, "
          f"{100 * statistics.median(by_clock):.1f} % by the clock (at least {100 * EFFICIENCY:.0f} %)")
    return int(overhead > OVERHEAD or efficiency < EFFICIENCY)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""What one task, one process and one game cost beside playing: the assumptions of cluster_simulation.py.

    build/python/venv/bin/python bench/cluster_tasks.py --save costs.json
    python3 bench/cluster_simulation.py --costs costs.json

Engines that are not installed are left out. Everything is measured on this machine, several times:

- A task does nothing, has the size of a batch, and returns a few bytes. *In turn*: each waits for the one before, as a
  user notices it. *In bulk*: all are submitted at once, and the simulation takes the time per task: an upper bound, since
  two processes that run the tasks share the cores with the one that hands them out.
- *Processor time* is that of the processes that hand tasks out: with Dask this one, in which the scheduler runs, with Ray this
  one, its raylet and its global control store. It is a lower bound, and hardly depends on other work on the machine.
- A process is a part of two random games: start, file of rows, end. A game is a row of Kalah that is replayed: processor
  time of `jogada match --rows`, less that of a few rows.
"""
import argparse
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BATCH = "x" * 2000  # bytes of a batch of some games
TICK = os.sysconf("SC_CLK_TCK")
HANDS_OUT = ("raylet", "gcs_server")


def nothing(batch):
    return "row"


def processor_seconds(names):
    """Processor seconds of this process, and of those in its session with these names."""
    total = time.process_time()
    for pid in filter(str.isdigit, os.listdir("/proc") if names else ()):
        with contextlib.suppress(OSError, ValueError):
            with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
                before, _, after = f.read().rpartition(")")
            if before.partition("(")[2] in names:
                total += sum(map(int, after.split()[11:13])) / TICK
    return total


def measure_tasks(submit, wait, tasks, runs, names=()):
    """Seconds per task of the fastest run: in turn, in bulk, and processor time in bulk; and the median in turn."""
    turns, bulks, processor = [], [], []
    wait([submit(BATCH) for _ in range(20)])  # everything is started
    for _ in range(runs):
        for _ in range(tasks // 4):
            begin = time.perf_counter()
            wait([submit(BATCH)])
            turns.append(time.perf_counter() - begin)
        begin, used = time.perf_counter(), processor_seconds(names)
        wait([submit(BATCH) for _ in range(tasks)])
        bulks.append((time.perf_counter() - begin) / tasks)
        processor.append((processor_seconds(names) - used) / tasks)
    return {"turn": min(turns), "median": statistics.median(turns), "bulk": min(bulks), "processor": min(processor)}


def dask_costs(options):
    try:
        import distributed
    except ImportError:
        return None
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        with distributed.Client(local) as client:
            return measure_tasks(lambda batch: client.submit(nothing, batch, pure=False), client.gather, options.tasks, options.runs)


def ray_costs(options):
    try:
        import ray
    except ImportError:
        return None
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        return measure_tasks(ray.remote(nothing).remote, ray.get, options.tasks, options.runs, HANDS_OUT)
    finally:
        ray.shutdown()


def processor_of(*words):
    """Processor seconds of a call."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def process_costs(options):
    """Seconds until a process that plays next to nothing has ended, and its processor time."""
    turns, processor = [], []
    with tempfile.TemporaryDirectory(prefix="jogada-tasks-") as folder:
        part = (options.jogada, "match", "kalah", "random", "random", "-n", "2", "--part", "0..1", "-o", f"{folder}/rows.ndjson")
        for _ in range(20 * options.runs):
            begin = time.perf_counter()
            processor.append(processor_of(*part))
            turns.append(time.perf_counter() - begin)
    return {"turn": min(turns), "median": statistics.median(turns), "processor": statistics.median(processor)}


def game_costs(options):
    """Processor seconds to replay and count a row of Kalah."""
    with tempfile.TemporaryDirectory(prefix="jogada-tasks-") as folder:
        rows = os.path.join(folder, "rows.ndjson")

        def gather(games):
            match = (options.jogada, "match", "kalah", "random", "greedy", "-n", str(games), "--no-store", "-j", "1")
            subprocess.run([*match, "--part", f"0..{games - 1}", "-o", rows], check=True)
            return min(processor_of(*match, "--rows", rows) for _ in range(options.runs))

        return {"processor": (gather(options.games) - gather(100)) / (options.games - 100)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jogada", default=os.path.join(ROOT, "build", "plain", "jogada"))
    parser.add_argument("--tasks", type=int, default=400, help="in bulk, a quarter of them in turn (default %(default)s)")
    parser.add_argument("--games", type=int, default=40000, help="of the file of rows (default %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="of each kind (default %(default)s)")
    parser.add_argument("--save", help="write the figures to this file, for cluster_simulation.py --costs")
    options = parser.parse_args()
    if not os.access(options.jogada, os.X_OK):
        parser.error(f"{options.jogada} not found; ./test builds it, --jogada names another")
    costs = {"process": process_costs(options), "game": game_costs(options), "dask": dask_costs(options), "ray": ray_costs(options)}
    print("| | in turn, fastest | median | in bulk | processor time |\n|---|---:|---:|---:|---:|")
    for name, cost in costs.items():
        cells = [f"{1e3 * cost[key]:.{4 if cost[key] < 1e-4 else 2}f} ms" if key in cost else "-"
                 for key in ("turn", "median", "bulk", "processor")] if cost else ["not installed"] * 4
        print(f"| {name} | {' | '.join(cells)} |")
    if options.save:
        with open(options.save, "w", encoding="utf-8") as f:
            json.dump(costs, f, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())

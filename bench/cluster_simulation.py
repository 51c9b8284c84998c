#!/usr/bin/env python3
"""Expected scaling of a run to 1,000 cores, by simulation from measured times.

    python3 bench/cluster_simulation.py                     the table of docs/cluster.md
    python3 bench/cluster_simulation.py --rows rows/*.ndjson --games 100000 --seconds 2
    python3 bench/cluster_simulation.py --costs costs.json  with what cluster_tasks.py measured

What it assumes:
- Games take random times with the shape of those measured (the thinking times in rows, here of 100 games of Kalah), and
  the mean of --seconds. They are independent, and all cores are equally fast. Nothing fails and the network costs nothing.
- `workers`: one coordinator hands out batches of a second of work, one after the other, and each game costs it the measured
  processor time: writing the batch, replaying the row. A worker has one core and always the next batch, and at the end
  idle ones repeat games of others.
- `Dask`, `Ray`: the same with the measured cost per task of their schedulers, and a task is a batch. One process
  hands them out, one after the other.
- `array`: a job array of four parts per core, taken in order as cores become free; each part starts a process. The time
  that a scheduler lets jobs wait is not included.
- At the end the rows are gathered on one core: replayed and counted.

Efficiency is the work divided by cores times the duration, with gathering.
"""
import argparse
import heapq
import json
import random
import sys

CORES = (1, 2, 10, 100, 300, 1000)
DASK, RAY, START = 2.08e-3, 0.64e-3, 13.4e-3  # seconds per task and per process, measured by cluster_tasks.py
REPLAY = 5.3e-6   # seconds of the coordinator per game of Kalah, and of gathering, measured by cluster_tasks.py
BATCH = 1.0       # seconds of work in a batch
PARTS = 4         # of a job array, per core

# Quantiles 0, 5, 10 ... 100 % of the times of games of `match kalah ab:nodes=20k mcts:playouts=2000`, divided by the mean.
SHAPE = (0.059, 0.204, 0.386, 0.461, 0.540, 0.691, 0.759, 0.771, 0.871, 0.977, 1.028, 1.047, 1.128, 1.203, 1.238, 1.292, 1.449,
         1.528, 1.626, 1.739, 2.491)


def shape_of(paths):
    """Times of games in files of rows, divided by their mean, as quantiles."""
    times = []
    for path in paths:
        with open(path, encoding="utf-8") as f:
            next(f)
            times += [sum(json.loads(line)["seconds"]) for line in f]
    times.sort()
    mean = sum(times) / len(times)
    return [times[min(len(times) - 1, i * len(times) // 20)] / mean for i in range(21)]


def game_times(shape, games, mean, rng):
    """Times by linear interpolation between quantiles."""
    times = []
    for _ in range(games):
        at = rng.random() * (len(shape) - 1)
        i = int(at)
        times.append(shape[i] + (at - i) * (shape[i + 1] - shape[i]))
    scale = mean * games / sum(times)
    return [time * scale for time in times]


def batches_of(times, mean, cores):
    """Games in batches of about a second; fewer towards the end, so that all cores end together."""
    batches, at = [], 0
    while at < len(times):
        size = max(1, min(round(BATCH / mean), (len(times) - at) // (2 * cores)))
        batches.append(times[at:at + size])
        at += size
    return batches


def handed_out(times, mean, cores, per_batch, per_game):
    """The duration if one process hands out batches: it serves one request after the other."""
    free, serves = [0.0] * cores, 0.0  # when each core needs its next batch, when the process is free
    end = 0.0
    for batch in batches_of(times, mean, cores):
        core = heapq.heappop(free)
        cost = per_batch + per_game * len(batch)
        serves = max(serves, core - mean) + cost  # asked for while the batch before is played
        done = max(core, serves) + sum(batch)
        heapq.heappush(free, done)
        end = max(end, done)
    return max(end, serves) + per_game


def job_array(times, cores, start, replay):
    """The duration of a job array and of gathering its rows."""
    parts = min(len(times), PARTS * cores)
    free = [0.0] * cores
    for i in range(parts):
        work = sum(times[len(times) * i // parts:len(times) * (i + 1) // parts])
        heapq.heappush(free, heapq.heappop(free) + start + work)
    return max(free) + start + replay * len(times)


def read_costs(path):
    """The measured seconds per task, process and game; those above for what was not measured."""
    with open(path, encoding="utf-8") as f:
        costs = json.load(f)
    return ((costs.get("dask") or {}).get("bulk", DASK), (costs.get("ray") or {}).get("bulk", RAY),
            costs["process"]["median"], costs["game"]["processor"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", nargs="+", help="files of rows whose times give the shape (default: measured before)")
    parser.add_argument("--games", type=int, default=100000)
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.1, 1, 10], help="mean time of a game")
    parser.add_argument("--costs", help="file of cluster_tasks.py --save (default: measured before)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    shape = shape_of(options.rows) if options.rows else SHAPE
    dask, ray, start, replay = read_costs(options.costs) if options.costs else (DASK, RAY, START, REPLAY)
    print(f"per task: Dask {1e3 * dask:.2f} ms, Ray {1e3 * ray:.2f} ms; per process {1e3 * start:.0f} ms; per game {1e6 * replay:.1f} us")
    if options.rows:
        print("shape: " + ", ".join(f"{x:.3f}" for x in shape))
    print(f"Efficiency of {options.games:,} games\n")
    print("| mean time of a game | cores | workers | Dask | Ray | array |\n|---:|---:|---:|---:|---:|---:|")
    for mean in options.seconds:
        times = game_times(shape, options.games, mean, random.Random(options.seed))
        for cores in CORES:
            ways = (handed_out(times, mean, cores, 0, replay), handed_out(times, mean, cores, dask, replay),
                    handed_out(times, mean, cores, ray, replay), job_array(times, cores, start, replay))
            cells = " | ".join(f"{100 * sum(times) / (cores * duration):.1f} %" for duration in ways)
            print(f"| {mean:g} s | {cores:,} | {cells} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

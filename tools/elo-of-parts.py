#!/usr/bin/env python3
"""Ablation: the Elo value of each part of the strong search, or of each feature of an evaluator. The same agent plays
with and without it, at equal nodes.

Prints a row for the tables in docs/loa.md for each match:

    tools/elo-of-parts.py                            all parts of the search, 20,000 nodes, 400 games each
    tools/elo-of-parts.py --eval mix                 the same with another evaluator than the agent's default
    tools/elo-of-parts.py --features                 all features of the first evaluator: without one its weight is 0
    tools/elo-of-parts.py --nodes 100000 null reduce
    tools/elo-of-parts.py --game kalah --nodes 10000

The Elo difference and its error come from the 95 % confidence interval of `jogada match`.
"""
import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def names_of_parts():
    """The parts that src/search/ab.h lists."""
    text = (ROOT / "src/search/ab.h").read_text()
    return re.findall(r'^ +X\([A-Z]+, "([a-z]+)"\)', text, re.M)


def run_jogada(jogada, *args):
    run = subprocess.run([jogada, *args, "--json"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr.strip())
    return json.loads(run.stdout)


def features_of(jogada, game):
    """The first evaluator of a game and its weights."""
    evaluator = run_jogada(jogada, "games", game)["evaluators"][0]
    return evaluator["name"], {f["name"]: f["weight"] for f in evaluator["features"]}


def weights_file(folder, game, evaluator, weights, without):
    path = Path(folder) / f"{without}.weights"
    lines = [f"{name} {0 if name == without else weight}" for name, weight in weights.items()]
    path.write_text("\n".join(["jogada weights 1", f"game {game}", f"eval {evaluator}", *lines]) + "\n")
    return path


def elo(share):
    share = min(max(share, 1e-4), 1 - 1e-4)
    return -400 * math.log10(1 / share - 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts or features to measure, parts also joined by '+'; all by default")
    parser.add_argument("--features", action="store_true", help="features of the evaluator, not parts of the search")
    parser.add_argument("--eval", default="", help="evaluator of both agents (default: the agent's, with --features the first)")
    parser.add_argument("--jogada", default=str(ROOT / "build/plain/jogada"), help="the program (%(default)s)")
    parser.add_argument("--game", default="loa")
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", type=int, default=1, help="games at a time (%(default)s)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        evaluator, weights = features_of(args.jogada, args.game) if args.features else (args.eval, {})
        spec = f"ab:nodes={args.nodes}" + (f",eval={evaluator}" if evaluator else "")
        for name in args.names or weights or names_of_parts():
            other = f"{spec},without={name}"
            if args.features:
                other = f"ab:nodes={args.nodes},eval=@{weights_file(folder, args.game, evaluator, weights, name)}"
            result = run_jogada(args.jogada, "match", args.game, spec, other, "--games", str(args.games), "--seed",
                                str(args.seed), "--no-store", f"-j{args.j}")
            low, high = (elo(share) for share in result["ci95"])
            print(f"| `{name}` | {elo(result['score']):+.0f} ± {(high - low) / 2:.0f} |", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""A bot for any game: plays random moves, the same ones for the same seed.

    jogada play kalah human program:run=./examples/bot.py

docs/bots.md describes the protocol. Replace `choose` by something cleverer:
`table` has the lines of the request, by keyword.
"""
import random
import sys


def choose(table):
    """A move out of table["moves"]; table["position"] is the position."""
    return random.Random(int(table["seed"])).choice(table["moves"].split())


table = {}
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    table[word] = rest
    if word == "jogada":
        print("ok bot.py", flush=True)
    elif word == "go":
        print(choose(table), flush=True)
    elif word == "quit":
        break

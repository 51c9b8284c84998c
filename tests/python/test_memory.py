"""No memory grows with the number of games, matches, errors and bots."""

import gc
import pickle
import random

import pytest

import jogada
from conftest import SCALE, scaled


def resident():
    """Bytes of memory in use: resident pages without shared ones."""
    with open("/proc/self/statm", encoding="ascii") as f:
        fields = f.read().split()
    return (int(fields[1]) - int(fields[2])) * 4096


def grows(work, rounds):
    """The growth over `rounds` of work, after as many to warm up caches and arenas."""
    for _ in range(rounds):
        work()
    gc.collect()
    before = resident()
    for _ in range(rounds):
        work()
    gc.collect()
    return resident() - before


RNG = random.Random(1)


def play():
    state = KALAH.start()
    while state.turn >= 0:
        state = state.apply(RNG.choice(state.moves()))
    state.position, str(state), hash(state), state.score()


KALAH, LOA = jogada.Game("kalah"), jogada.Game("loa")


def record():
    match = jogada.Match(KALAH)
    while not match.over:
        match.apply(RNG.choice(match.state.moves()))
    jogada.Match.from_text(match.to_text()), match.copy()


def fail():
    for call in (
        lambda: jogada.Game("x"),
        lambda: KALAH.position("x"),
        lambda: KALAH.start().apply("x"),
        lambda: jogada.Agent("ab:x", KALAH),
        lambda: jogada.match("kalah", "random", lambda v, m, r: 1 / 0, games=2),
    ):
        with pytest.raises((jogada.Error, ZeroDivisionError)):
            call()


AGENT = jogada.Agent("alphabeta:depth=1", KALAH)


def ask():
    AGENT.ask(KALAH.start())
    KALAH.start().json(0)
    LOA.start().svg()


def contest():
    jogada.match("tictactoe", "random", lambda view, moves, rng: moves[0], games=2, threads=1)


def analyze():
    jogada.solve(jogada.Game("coins").start(), threads=1, memory=1 << 20)
    jogada.tree(jogada.Game("coins").start(), "alphabeta").to_svg()
    jogada.perft(KALAH.start(), 2, threads=1)


def environment():
    """A vector environment is made, plays, refuses an action and is given other arrays."""
    env = jogada.vector("kalah", 2, seed=1)
    env.reset()
    for _ in range(20):
        env.step(env.sample())
    with pytest.raises(jogada.Error):
        env.step([9, 9])
    with pytest.raises(ValueError):
        env.__init__("kalah", 2, arrays={"seat": bytearray(3)})


def read():
    """Results, pickles and pictures."""
    report = AGENT.ask(KALAH.start())
    pickle.loads(pickle.dumps((report, LOA.start(), jogada.Match("kalah").apply(3))))
    report._repr_html_(), report.as_dict(), KALAH.options, KALAH.rules, KALAH.evaluators


# A hundred bytes lost in each round would show as more than the allowance, which pages and arenas need.
@pytest.mark.parametrize(
    "work, rounds", [(play, 20000), (record, 1000), (fail, 500), (ask, 2000), (contest, 1000), (analyze, 200),
                     (environment, 1000), (read, 300)]
)
def test_memory_does_not_grow(work, rounds):
    if SCALE < 100:
        rounds = scaled(rounds)
    allowance = max(1 << 20, 50 * rounds)
    grown = grows(work, rounds)
    if grown > allowance:  # arenas may still grow once
        grown = grows(work, rounds)
    assert grown <= allowance

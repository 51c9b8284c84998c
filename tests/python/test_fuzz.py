"""No call crashes the interpreter, whatever its arguments: every public function with arbitrary values."""

import gc
import inspect
import random

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

import jogada
from conftest import SEED, random_game, scaled

# The first seed tries the same examples in every run, others new ones.
if SEED != 1:
    hypothesis.core.global_force_seed = SEED
hypothesis.settings.register_profile(
    "jogada",
    max_examples=scaled(150),
    deadline=None,
    derandomize=SEED == 1,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
hypothesis.settings.load_profile("jogada")

EXPECTED = (
    jogada.Error,
    TypeError,
    ValueError,
    OverflowError,
    MemoryError,
    AttributeError,
    UnicodeError,
    OSError,
    TimeoutError,
    RecursionError,
    ZeroDivisionError,
    IndexError,
    KeyError,
    BufferError,
    RuntimeError,
)

STATES = [s for name in jogada.games() for s in random_game(jogada, jogada.Game(name), random.Random(SEED))[::7]]
STATES += [s.view(seat) for s in STATES for seat in (None, 0, 1)]
MATCHES = [jogada.Match(name) for name in jogada.games()]

specs = st.sampled_from(
    jogada.games() + ["kalah:houses=3", "kalah:houses=", "kalah:houses=99", "x", "", ":", "random", "ab"]
)
junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-5, 300),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=20),
    specs,
    st.sampled_from(STATES),
    st.builds(lambda m: m.copy(), st.sampled_from(MATCHES)),
    st.just(jogada.Game("loa")),
    st.sampled_from([object(), len, int, jogada.Bot, jogada.Bot(), jogada.Match, jogada.State]),
    st.lists(st.one_of(st.none(), st.integers(-3, 300), st.text(max_size=5)), max_size=5),
    st.tuples(st.integers(-3, 300), st.text(max_size=5)),
)
arguments = st.lists(junk, max_size=4)


def call(function, args, kwargs=None):
    try:
        return function(*args, **(kwargs or {}))
    except EXPECTED:
        return None


@hypothesis.given(
    st.sampled_from(STATES),
    st.sampled_from([n for n in dir(jogada.State) if n not in ("__class__", "__init_subclass__")]),
    arguments,
)
def test_states(state, name, args):
    method = getattr(state, name)
    if callable(method):
        call(method, args)


@hypothesis.given(
    st.sampled_from(MATCHES), st.sampled_from([n for n in dir(jogada.Match) if n != "__class__"]), arguments
)
def test_matches(match, name, args):
    match = match.copy()
    method = getattr(match, name)
    if callable(method):
        call(method, args)
    call(match.apply, args[:1])
    assert match.to_text()


@hypothesis.given(
    st.sampled_from(
        [
            jogada.Game,
            jogada.Match,
            jogada.Agent,
            jogada.agents,
            jogada.Match.from_text,
            jogada.Match.from_json,
            jogada.perft,
            jogada.tree,
        ]
    ),
    arguments,
)
def test_makers(function, args):
    if function is jogada.perft and len(args) > 1 and isinstance(args[1], int):
        args[1] = min(args[1], 3)
    call(function, args)


@hypothesis.given(st.sampled_from(STATES), junk, junk, junk)
def test_ask(state, position, seed, timeout):
    agent = jogada.Agent("random", state.game)
    call(agent.ask, [state], {"seed": seed})
    call(agent.ask, [position], {"timeout": timeout})
    call(agent.ask, [state], {"nodes": seed, "timeout": 0.01})


LIMITS = {"games": 2, "timeout": 0.02, "threads": 1}


@hypothesis.settings(max_examples=scaled(60))
@hypothesis.given(
    junk,
    junk,
    junk,
    st.sampled_from(
        [
            "seed",
            "opening_plies",
            "starts",
            "sprt",
            "tc",
            "margin",
            "resign",
            "draw",
            "tb",
            "threads",
            "timeout",
            "games",
            "progress",
        ]
    ),
    junk,
)
def test_contests(game, first, second, name, value):
    call(jogada.match, [game, first, second], LIMITS)
    call(jogada.match, ["tictactoe", "random", "random"], {**LIMITS, name: value if name != "games" else 4})


@hypothesis.settings(max_examples=scaled(60))
@hypothesis.given(
    st.sampled_from(STATES),
    st.sampled_from(["solve", "rollout", "perft", "review", "tree"]),
    junk,
    st.sampled_from(["nodes", "agent", "trials", "confidence", "seed", "memory", "threads", "most", "timeout"]),
    junk,
)
def test_analysis(state, function, other, name, value):
    limits = {"timeout": 0.02} if function != "perft" else {"timeout": 0.02, "depth": 2}
    if name in ("threads", "memory", "trials") and isinstance(value, int) and value > 4:
        value = 4
    call(getattr(jogada, function), [state], {**limits, name: value})
    call(getattr(jogada, function), [other], limits)
    call(getattr(jogada, function), [state, other], limits)


VECTOR = jogada.vector("kalah", 2)
FUNCTIONS = [
    (jogada.tournament, ["tictactoe", "random", "random", "greedy"], {"games": 2, "threads": 1}),
    (jogada.tune, ["kalah"], {"generations": 1, "games": 2, "population": 2, "threads": 1}),
    (jogada.study, ["domino-basic"], {"quick": True, "games": 2, "threads": 1}),
    (jogada.Match.play, ["kalah", "random", "random"], {}),
    (jogada.solve, [jogada.Game("coins").start()], {"memory": 1 << 20, "threads": 1}),
    (jogada.review, [MATCHES[0]], {}),
    (jogada.rollout, [jogada.Game("pig").start()], {"trials": 4, "threads": 1}),
    (jogada.rollout, [jogada.Game("pig").start(), lambda view, moves, rng: moves[-1]], {"trials": 4, "threads": 1}),
    (VECTOR.reset, [], {"seed": None, "options": None}),
    (jogada.tree, [jogada.Game("coins").start(), "alphabeta"], {}),
    (jogada.vector, ["coins", 2], {}),
    (jogada.Agent("ab", "coins").ask, [jogada.Game("coins").start()], {}),
    (jogada.Game("domino").start().svg, [], {"seat": None, "marks": None}),
    (jogada.Game("domino").start().show, [], {"seat": None, "colour": None, "unicode": None}),
    (jogada.Game("domino").start().observation, [], {"seat": None, "out": None}),
    (MATCHES[0].svg, [], {"ply": None, "seat": None}),
]


@hypothesis.settings(max_examples=scaled(300))
@hypothesis.given(st.sampled_from(FUNCTIONS), st.data(), junk)
def test_keywords(case, data, value):
    function, args, limits = case
    limits = dict(limits)
    names = list(limits) + [p.name for p in inspect.signature(function).parameters.values() if p.kind == p.KEYWORD_ONLY]
    name = data.draw(st.sampled_from(sorted({n for n in names if n != "self"} | {"nonsense"} )))
    if "timeout" in names:
        limits["timeout"] = 0.05
    if name in ("threads", "memory") and isinstance(value, int):
        value = min(value, 4)
    call(function, args, {**limits, name: value})


class Hostile:
    """An integer whose other methods fail."""

    def __index__(self):
        gc.collect()
        return 2

    def fail(self, *_):
        raise KeyError("hostile")

    __float__ = __eq__ = __hash__ = __repr__ = __str__ = __getattr__ = __len__ = fail


hostile = st.one_of(junk, st.builds(Hostile), st.sampled_from([2**31, 2**63, 2**64, -(2**63) - 1, float("nan"), "\0", "\ud800"]))
KALAH = jogada.Game("kalah")
START = KALAH.start()


def near_misses():
    """Calls that are right: the tests replace one of their arguments."""
    match = jogada.Match.play("kalah", "random", "greedy", seed=2, opening_plies=2)
    agent, deal = jogada.Agent("alphabeta:depth=1", KALAH), jogada.Game("domino").start()
    env = jogada.vector("kalah", 2, seed=1)
    env.reset()
    restore, data = START.__reduce__()
    return [
        (START.apply, [3]), (START.svg, [0, [(3, "label", 0.5)]]), (START.show, [0, True, False]), (START.view, [1]),
        (START.observation, [0, bytearray(14)]), (START.json, [0]), (START.playout, [4]), (START.action, [3]),
        (START.action_move, [2]), (START.text, [3]), (START.number, ["3"]), (START.describe, [3]), (deal.draw, [3]),
        (deal.outcome, [5]), (deal.view(0).sample, [3]), (restore, list(data)), (KALAH.position, [START.position]),
        (match.copy().undo, [2]), (jogada.Match("kalah").resign, [0, "time"]), (match.state_at, [2]), (match.svg, [2, 0]),
        (match.to_text, [["a", "b"]]), (match.to_json, [["a", "b"]]), (match.copy()._end, [1, None, 3, "by rule"]),
        (match.copy()._annotate, [match._annotations_json()]), (jogada.Match._restore, [match._fields()]),
        (jogada.Match.from_text, [match.to_text()]), (jogada.Match.from_json, [match.to_json()]),
        (jogada.Match, ["kalah", START]), (jogada.Agent, ["random", "kalah"]), (agent.ask, [START]),
        (agent._agent.ask, [START, 1, True, 0.05]), (jogada.agents, ["kalah"]), (jogada.perft, [START, 2]),
        (jogada.rollout, [jogada.Game("pig").start(), "random"]), (env._reset, [5]),
        (env._reset_each, [np.zeros(2, np.uint64)]), (jogada.rollout, [START, jogada.Agent("random", KALAH)]), (jogada.review, [match, "alphabeta:depth=1"]),
        (jogada.tree, [START, "alphabeta:depth=2"]), (jogada.match, ["kalah", "random", "greedy"]),
        (jogada.tournament, ["coins", "random", "greedy", "random"]), (env.step, [env.sample()]), (env.sample, [env._actions]),
        (env.game_state, [1]), (env._attach, [env.observation, env.mask, env.seat, env.reward, None, None, None]),
        (env.__init__, ["kalah", 2]), (jogada._jogada.play_batch, ["{}"]), (jogada._jogada.Record, ["kalah", START]),
    ]


NEAR_MISSES = near_misses()


@hypothesis.settings(max_examples=scaled(600))
@hypothesis.given(st.data(), hostile)
def test_one_wrong_argument(data, value):
    function, args = NEAR_MISSES[data.draw(st.integers(0, len(NEAR_MISSES) - 1))]
    args = list(args)
    at = data.draw(st.integers(0, len(args) - 1))
    if function is jogada.perft and at == 1 and isinstance(value, int):
        value = min(value, 3)
    args[at] = value
    limited = function.__name__ in ("ask", "match", "perft", "review", "rollout", "tournament", "tree") and len(args) < 4
    call(function, args, {"timeout": 0.05} if limited or function is jogada.tournament else {})


@hypothesis.given(st.sampled_from(STATES), st.binary(max_size=40), st.integers(0, 2**64 - 1))
def test_pickles(state, data, seal):
    restore = state.__reduce__()[0]
    with pytest.raises(EXPECTED):
        restore(data, seal)


@hypothesis.given(st.text(max_size=60), specs)
def test_texts(text, spec):
    call(jogada.Match.from_text, [f'[Game "{spec}"]\n\n{text}'])
    call(jogada.Match.from_text, [text])
    call(jogada.Match.from_json, [text])
    game = call(jogada.Game, [spec])
    if game:
        call(game.position, [text])
        call(game.start().apply, [text])

"""Numbers of other types, agents of other games, interrupted bots, cycles, subinterpreters, exit with running threads."""

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest

import jogada

KALAH = jogada.Game("kalah")


def test_numpy_integers_are_integers():
    assert KALAH.start().apply(np.int64(3)) == KALAH.start().apply(3)
    assert jogada.Match(KALAH).apply(np.uint8(3)).moves == ["3"]
    result = jogada.match(KALAH, "random", lambda view, moves, rng: np.array(moves)[0], games=np.int32(2),
                          seed=np.int64(5), nodes=None)
    assert result.games == 2 and result.seed == 5
    assert jogada.Agent("ab", KALAH).ask(jogada.Match(KALAH), nodes=np.int64(100)).nodes <= 100
    for bad in (3.0, None, b"3", [3]):
        with pytest.raises(TypeError):
            KALAH.start().apply(bad)


def test_an_integer_that_changes_the_match_is_refused():
    match = jogada.Match(KALAH)

    class Sly:
        def __index__(self):
            for _ in range(200):  # the record moves in memory
                match.apply(match.state.moves()[0])
                if match.over:
                    break
            return 3

    with pytest.raises(jogada.Error, match="changed"):
        match.apply(Sly())
    assert match.to_text()


def test_counts_do_not_wrap_around():
    start = jogada.Game("coins").start()
    for call in (
        lambda n: jogada.match(KALAH, "random", "random", games=n),
        lambda n: jogada.solve(start, nodes=n),
        lambda n: jogada.solve(start, memory=n),
        lambda n: jogada.rollout(start, "random", trials=n),
    ):
        for bad in (2**64 + 4, -4):
            with pytest.raises(ValueError):
                call(bad)
        with pytest.raises(TypeError):
            call(4.0)


def test_agents_keep_their_limits_and_games():
    limited = jogada.Agent("ab", KALAH, nodes=100)
    assert jogada.match(KALAH, limited, "random", games=2).agents[0] == "ab:nodes=100"
    assert jogada.Match.play(KALAH, limited, "random").over
    assert jogada.rollout(KALAH.start(), jogada.Agent("random", KALAH), trials=8).agent == "random"
    assert jogada.rollout(KALAH.start(), "ab", trials=2, nodes=50).agent == "ab:nodes=50"
    with pytest.raises(TypeError, match="name it"):
        jogada.rollout(KALAH.start(), trials=2, nodes=50)
    for call in (
        lambda: jogada.match("loa", limited, "random", games=2),
        lambda: jogada.Match.play("loa", limited, "random"),
        lambda: jogada.rollout(jogada.Game("loa").start(), limited),
        lambda: jogada.tree(jogada.Game("loa").start(), limited),
    ):
        with pytest.raises(jogada.Error, match="plays kalah, not loa"):
            call()


def test_wrong_types_are_named():
    for call in (jogada.solve, jogada.rollout, lambda x: jogada.tree(x, "alphabeta"), lambda x: jogada.perft(x, 1)):
        with pytest.raises(TypeError, match="State or a Match is needed, not str"):
            call("kalah")
    with pytest.raises(TypeError, match="Match is needed, not State"):
        jogada.review(KALAH.start())
    with pytest.raises(TypeError, match="progress"):
        jogada.match(KALAH, "random", "random", games=2, progress="yes")
    with pytest.raises(NotImplementedError):
        jogada.rollout(KALAH.start(), jogada.Bot)


def test_starts_may_be_states():
    start = KALAH.start().apply(3)
    by_state = jogada.match(KALAH, "random", "greedy", games=4, starts=[start])
    by_text = jogada.match(KALAH, "random", "greedy", games=4, starts=[start.position])
    assert by_state.wins == by_text.wins and by_state.margin == by_text.margin
    for bad in (start, start.position, 5):
        with pytest.raises(TypeError):
            jogada.match(KALAH, "random", "greedy", games=4, starts=bad)


def test_new_game_may_fail():
    class Failing(jogada.Bot):
        fails = False

        def choose(self, view, moves, rng):
            return moves[0]

        def new_game(self):
            if self.fails:
                raise KeyError("new game")

    bot = Failing()
    agent = jogada.Agent(bot, KALAH)
    agent.forget()
    bot.fails = True
    with pytest.raises(KeyError, match="new game"):
        agent.forget()
    assert agent.ask(KALAH.start()).number == 1


def test_cycles_through_bots_are_collected():
    class Owner(jogada.Bot):
        def choose(self, view, moves, rng):
            return moves[0]

    bot = Owner()
    bot.agent = jogada.Agent(bot, KALAH)
    bot.agent.ask(KALAH.start())
    gone = weakref.ref(bot)
    del bot
    gc.collect()
    assert gone() is None


def endless(view, moves, rng):
    """A bot that never chooses; the first call sends Ctrl-C to its own process."""
    os.kill(os.getpid(), signal.SIGINT)
    while True:
        pass


def test_ctrl_c_ends_bots_that_never_choose():
    for call in (
        lambda: jogada.match(KALAH, endless, "random", games=2),
        lambda: jogada.Agent(endless, KALAH).ask(KALAH.start()),
        lambda: jogada.Match.play(KALAH, endless, "random"),
        lambda: jogada.rollout(KALAH.start(), endless, trials=2),
    ):
        with pytest.raises(KeyboardInterrupt):
            call()


def test_ctrl_c_ends_a_search_inside_a_bot():
    searcher = jogada.Agent("ab:nodes=1000G", "loa")

    def choose(view, moves, rng):
        os.kill(os.getpid(), signal.SIGINT)
        return searcher.ask(view).number

    with pytest.raises(KeyboardInterrupt):
        jogada.match("loa", choose, "random", games=2)


def test_a_timeout_ends_bots_that_never_choose():
    def loop(view, moves, rng):
        while True:
            pass

    assert not jogada.match(KALAH, loop, "random", games=2, timeout=0.05).complete
    assert not jogada.rollout(KALAH.start(), loop, timeout=0.05).complete
    with pytest.raises(TimeoutError):
        jogada.Agent(loop, KALAH).ask(KALAH.start(), timeout=0.05)


def test_perft_stops_between_leaves():
    with pytest.raises(KeyboardInterrupt):  # from here on: on a slow machine it comes before perft begins
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        jogada.perft(jogada.Game("loa").start(), 12)


def python(source):
    return subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)


@pytest.mark.parametrize("call", [
    "jogada.match('kalah', lambda v, m, r: started.set() or m[0], 'random', games=10**8)",
    "started.set() or jogada.Agent('ab:nodes=1000G', 'loa').ask(jogada.Match('loa'))",
    "started.set() or jogada.solve(jogada.Game('connect4').start())",
])
def test_exit_with_a_daemon_thread(call):
    done = python(f"""
import jogada, threading
started = threading.Event()
threading.Thread(target=lambda: {call}, daemon=True).start()
started.wait()
""")
    assert done.returncode == 0 and done.stderr == ""


def test_subinterpreters_are_refused():
    done = python("""
import _xxsubinterpreters as subs
sub = subs.create()
try:
    subs.run_string(sub, "import jogada")
except subs.RunFailedError as e:
    assert "subinterpreter" in str(e), e
else:
    raise SystemExit("imported")
subs.destroy(sub)
""")
    if "No module named" in done.stderr:
        pytest.skip("this Python has no module for subinterpreters")
    assert done.returncode == 0, done.stderr


def test_a_fork_does_not_wait_for_jobs_of_its_parent():
    done = python("""
import jogada, os, threading
entered, release = threading.Event(), threading.Event()
def choose(view, moves, rng):
    entered.set()
    release.wait()
    return moves[0]
thread = threading.Thread(target=lambda: jogada.Agent(choose, "kalah").ask(jogada.Match("kalah")))
thread.start()
entered.wait()
pid = os.fork()
if pid == 0:
    jogada._jogada._end()
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
release.set()
thread.join()
""")
    assert done.returncode == 0, done.stderr


def test_vectors_take_seeds_and_actions_of_numpy():
    env = jogada.vector("kalah", np.int64(4), seed=np.int64(7))
    first = env.reset()[0].copy()
    assert (env.reset(seed=np.uint8(7))[0] == first).all()
    for bad, error in ((-1, ValueError), (2**64, ValueError), ("x", TypeError), (1.5, TypeError)):
        with pytest.raises(error):
            env.reset(seed=bad)
        env.reset()  # a refused seed leaves no trace
    for bad in (np.zeros(4), [0.5] * 4, [float("nan")] * 4, ["0"] * 4, [None] * 4):
        with pytest.raises(TypeError, match="integers"):
            env.step(bad)
    env.step(np.zeros(8, np.int32)[::2])


def test_vectors_without_some_arrays():
    for left_out in (["terminated"], ["truncated"], ["terminated", "truncated"], ["final_observation", "mask"]):
        env = jogada.vector("tictactoe", 3, seed=1, arrays={name: None for name in left_out})
        env.reset()
        for _ in range(20):
            env.step(env.sample())


def test_tables_of_studies():
    study = jogada.Study({"study": "x", "title": "x", "tables": [{"name": "a", "rows": [1]}], "verdicts": []})
    assert study.table("a") == [1]
    with pytest.raises(KeyError, match="the tables are a"):
        study.table("b")

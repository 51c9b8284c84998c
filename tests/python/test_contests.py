"""Matches, tournaments, tuning and studies: the numbers of the command, bots, limits."""

import errno
import json
import os
import signal
import threading

import pytest

import jogada
from conftest import printed

SAME = (
    "game",
    "agents",
    "games",
    "wins",
    "draws",
    "points",
    "score",
    "ci95",
    "p_value",
    "superiority",
    "pairs",
    "margin",
    "failures",
    "distinct",
    "chi_square",
    "seed",
    "opening_plies",
    "sides",
    "elo",
    "elo_ci95",
)


@pytest.mark.parametrize(
    "game, a, b, games",
    [
        ("kalah", "ab:nodes=1k", "alphabeta:depth=3", 40),
        ("domino", "domino.basic", "random", 40),
        ("magic", "magic.random", "random", 20),
        ("tictactoe", "mcts:playouts=50", "random", 30),
        ("pig", "expectiminimax:depth=1", "random", 50),
    ],
)
def test_a_match_has_the_numbers_of_the_command(command, game, a, b, games):
    expected = json.loads(command("match", game, a, b, "--games", str(games), "--seed", "7", "--json", "--no-store"))
    result = jogada.match(game, a, b, games=games, seed=7).as_dict()
    for key in SAME:
        assert printed(result[key]) == expected[key], key


def test_sprt_and_starts(command, tmp_path):
    positions = ["4,4,4,4,4,4,0,4,4,4,4,4,4,0 1", "4,4,4,4,0,5,1,5,5,4,4,4,4,0 2"]
    file = tmp_path / "starts"
    file.write_text("\n".join(positions))
    expected = json.loads(
        command(
            "match",
            "kalah",
            "greedy",
            "random",
            "--games",
            "400",
            "--sprt",
            "0,50",
            "--starts",
            str(file),
            "--json",
            "--no-store",
        )
    )
    result = jogada.match("kalah", "greedy", "random", games=400, sprt=(0, 50), starts=positions)
    assert result.games == expected["games"] < 400 and printed(result.sprt) == expected["sprt"]


def test_a_tournament_has_the_numbers_of_the_command(command):
    agents = ["random", "greedy", "alphabeta:depth=2"]
    expected = json.loads(command("tournament", "kalah", *agents, "--games", "20", "--json", "--no-store"))
    result = jogada.tournament("kalah", *agents, games=20)
    assert result.table == expected["table"] and result.games == expected["games"]
    for ours, theirs in zip(result.ratings, expected["ratings"]):
        assert (ours["agent"], printed(ours["elo"]), ours["wins"]) == (theirs["agent"], theirs["elo"], theirs["wins"])
    assert result._repr_html_() and len(result.to_frame()) == result.games == 60
    with pytest.raises(jogada.Error, match="at least 3"):
        jogada.tournament("kalah", "random", "greedy")


class Chooser(jogada.Bot):
    """Chooses at random, and counts what it was given."""

    def __init__(self):
        self.calls = self.games = 0

    def new_game(self):
        self.games += 1

    def choose(self, view, moves, rng):
        self.calls += 1
        assert moves == view.moves() and view.turn in range(view.game.seats)
        return rng.choice(moves)


@pytest.mark.parametrize("name", jogada.games())
def test_bots_play_every_game(name):
    bot = Chooser()
    first = jogada.match(name, bot, "random", games=4, seed=3)
    again = jogada.match(name, Chooser, "random", games=4, seed=3, threads=2)
    assert bot.calls and bot.games >= 4
    assert first.as_dict()["wins"] == again.wins and [r["score"] for r in first.rows] == [
        r["score"] for r in again.rows
    ]
    assert first.agents[0] == "Chooser" and first.failures == [0, 0]


def test_bots_see_views_only():
    seen = []

    class Peeks(jogada.Bot):
        def choose(self, view, moves, rng):
            seen.append(view.hides)
            return view.text(moves[0])

    jogada.match("domino", Peeks, "random", games=2)
    assert seen and all(seen)


def test_bots_are_agents():
    agent = jogada.Agent(Chooser(), "kalah")
    assert agent.spec == "Chooser" and agent.ask(jogada.Match("kalah")).score is None
    assert jogada.Agent(lambda view, moves, rng: moves[-1], "kalah").ask(jogada.Match("kalah")).move == "6"
    assert jogada.tournament("tictactoe", Chooser, "random", lambda v, m, r: m[0], games=4).games == 12


class Broken(jogada.Bot):
    def choose(self, view, moves, rng):
        raise ZeroDivisionError("broken")


@pytest.mark.parametrize(
    "bot, error",
    [
        (Broken, ZeroDivisionError),
        (Broken(), ZeroDivisionError),
        (jogada.Bot, NotImplementedError),
        (lambda view, moves, rng: 10**30, jogada.Error),
        (lambda view, moves, rng: "xx", jogada.Error),
        (lambda view, moves, rng: None, TypeError),
        (lambda: 3, TypeError),
        (3, TypeError),
        (None, TypeError),
    ],
)
def test_errors_of_bots(bot, error):
    with pytest.raises(error):
        jogada.match("kalah", bot, "random", games=10)
    with pytest.raises(error):
        jogada.match("kalah", "random", bot, games=10, threads=2)


def test_wrong_settings():
    for wrong in (
        {"games": 3},
        {"games": 0},
        {"opening_plies": -2},
        {"threads": -1},
        {"sprt": (5, 1)},
        {"starts": []},
        {"starts": ["nonsense"]},
        {"resign": "nonsense"},
        {"tc": "nonsense"},
        {"opening_plies": 900},
    ):
        with pytest.raises(jogada.Error):
            jogada.match("kalah", "random", "greedy", **wrong)
    with pytest.raises(jogada.Error, match="unknown agent") as e:
        jogada.match("kalah", "random", "nonsense")
    assert e.value.text == "nonsense"
    with pytest.raises(TypeError):
        jogada.match("kalah", "random", "greedy", sprt=[1, 2])


@pytest.mark.parametrize("think", [
    lambda: jogada.tune("kalah", generations=100000, timeout=0.05),
    lambda: jogada.study("mancala-random", timeout=0.05),
])
def test_a_timeout_before_there_is_a_result(think):
    with pytest.raises(TimeoutError, match="timeout"):
        think()


def test_timeout_before_the_first_game():
    result = jogada.match("loa", "ab:nodes=100G", "ab:nodes=100G", games=2, timeout=0.02)
    assert not result.complete and result.games == 0 and result.rows == []
    for results in (result, jogada.tournament("loa", *["ab:nodes=100G"] * 3, games=2, timeout=0.02),
                    jogada.rollout(jogada.Game("loa").start(), "ab:nodes=100G", timeout=0.02),
                    jogada.review(jogada.Match("loa").apply("b1-b3"), "ab:nodes=100G", timeout=0.02)):
        assert not results.complete and repr(results) and "<svg" in results._repr_html_()
        assert "nan" not in results._repr_html_() and results.to_frame() is not None and results.to_arrow() is not None


def test_timeout():
    result = jogada.match("kalah", "ab:nodes=2k", "ab:nodes=2k", games=1000000, timeout=0.3)
    assert not result.complete and result.games < 1000000


class Enough(Exception):
    pass


def test_progress():
    shares = []

    def watch(share):
        shares.append(share)
        if len(shares) == 5:
            raise Enough

    with pytest.raises(Enough):
        jogada.match("kalah", "ab:nodes=2k", "ab:nodes=2k", games=1000000, progress=watch)
    assert len(shares) == 5 and shares == sorted(shares) and 0 <= shares[0] <= shares[-1] <= 1


@pytest.mark.parametrize(
    "think",
    [
        lambda: jogada.match("kalah", "ab:nodes=20k", "ab:nodes=20k", games=1000000),
        lambda: jogada.Agent("ab:nodes=100G", "loa").ask(jogada.Match("loa")),
        lambda: jogada.perft(jogada.Game("loa").start(), 20),
        lambda: jogada.solve(jogada.Game("connect4").start()),
        lambda: jogada.tune("kalah", generations=100000),
        lambda: jogada.rollout(jogada.Game("loa").start(), trials=10**9, confidence=0),
        lambda: jogada.tournament("loa", "ab:nodes=100G", "ab:nodes=99G", "ab:nodes=98G"),
        lambda: jogada.study("mancala-random"),
        lambda: jogada.review(jogada.Match("loa").apply("b1-b3"), "ab:nodes=100G"),
        lambda: jogada.Match.play("loa", "ab:nodes=100G", "ab:nodes=100G"),
    ],
)
def test_ctrl_c_stops_what_thinks(think):
    """The thread of the timer needs the lock of the interpreter: what thinks does not hold it."""
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        think()
    timer.join()


def test_the_bar_of_progress(capsys, monkeypatch):
    """It shows the time left once a share is done."""
    clock = iter([100.0, 101.0, 102.0])
    monkeypatch.setattr(jogada._time, "monotonic", lambda: next(clock))
    bar = jogada._Bar()
    bar(0.0)
    bar(0.02)
    shown = capsys.readouterr().err.split("\r")
    assert shown[1] == f"[{'.' * 30}]   0%   " and shown[2] == f"[{'.' * 30}]   2%  1:38 left "


def test_other_threads_run_meanwhile():
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)

    def watch(share):
        if len(ticks) > 1000:
            raise Enough

    thread = threading.Thread(target=tick)
    with pytest.raises(Enough):
        try:
            thread.start()
            jogada.match("kalah", "ab:nodes=2k", "ab:nodes=2k", games=1000000, progress=watch)
        finally:
            stop.set()
            thread.join()


def test_tune():
    tuned = jogada.tune("kalah", generations=2, games=4, population=4, proof=4, seed=5)
    again = jogada.tune("kalah", generations=2, games=4, population=4, proof=4, seed=5, threads=1)
    assert tuned.weights == again.weights and tuned.proof == again.proof and len(tuned.to_frame()) == 2
    assert tuned.file.startswith("jogada weights")
    with pytest.raises(jogada.Error, match="method must be"):
        jogada.tune("kalah", method="nonsense")
    with pytest.raises(jogada.Error):
        jogada.tune("kalah", evaluator="nonsense")


def test_tuned_weights_are_a_file(tmp_path):
    path = tmp_path / "w.weights"
    jogada.tune("kalah", generations=1, games=2, population=4).save(path)
    assert jogada.Agent(f"alphabeta:depth=2,eval=@{path}", "kalah").ask(jogada.Match("kalah")).move


def test_weights_are_written_whole_or_not_at_all(tmp_path, monkeypatch):
    def full(fd):
        raise OSError(errno.ENOSPC, "no space")

    path = tmp_path / "w.weights"
    path.write_text("precious")
    tuned = jogada.tune("kalah", generations=1, games=2, population=4)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        tuned.save(path)
    assert path.read_text() == "precious" and os.listdir(tmp_path) == ["w.weights"]
    monkeypatch.undo()
    tuned.save(path)
    assert path.read_text() == tuned.file and os.listdir(tmp_path) == ["w.weights"]


def test_study(command):
    assert {s["name"] for s in jogada.studies()} >= {"domino-basic", "kalah-values"}
    study = jogada.study("domino-basic", quick=True, games=20)
    expected = json.loads(command("study", "domino-basic", "--quick", "--games", "20", "--json", "--no-store"))
    assert study.verdicts == expected["verdicts"]
    for ours, theirs in zip(study.tables, expected["tables"]):
        assert ours["name"] == theirs["name"] and printed(ours["rows"]) == theirs["rows"]
    assert "<table>" in study._repr_html_() and len(study.to_frame()) == len(study.tables[0]["rows"])
    with pytest.raises(jogada.Error):
        jogada.study("nonsense")


def test_result_of_a_match():
    result = jogada.match("kalah", "greedy", "random", games=20)
    frame, arrow = result.to_frame(), result.to_arrow()
    assert len(frame) == arrow.num_rows == 20 and set(frame["first"]) == {"greedy", "random"}
    assert result._repr_svg_().startswith("<svg") and "won" in repr(result)

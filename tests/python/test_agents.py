"""Agents, searches and reviews, against the command and against known values."""

import json
import pickle
import threading

import pytest

import jogada
from conftest import printed


def test_ask_as_the_command_analyzes(command):
    for game, agent in [
        ("kalah", "ab:nodes=5k"),
        ("loa", "alphabeta:depth=2"),
        ("coins", "minimax"),
        ("pig", "expectiminimax"),
    ]:
        expected = json.loads(command("analyze", game, agent, "--json"))
        report = jogada.Agent(agent, game).ask(jogada.Game(game).start()).as_dict()
        for key in (
            "move",
            "score",
            "unit",
            "win",
            "proven",
            "exact",
            "plies",
            "depth",
            "nodes",
            "leaves",
            "cuts",
            "pv",
            "moves",
        ):
            assert printed(report[key]) == expected[key], key


def test_reports():
    report = jogada.Agent("alphabeta:depth=4", "kalah").ask(jogada.Match("kalah"))
    assert report.move == report.pv[0] == report.moves[0]["move"] and report.number == int(report.move)
    assert "win" in dir(report) and report.as_dict()["depth"] == 4
    shown = report._repr_html_()  # a notebook shows HTML alone: it contains the board with its values
    assert report._repr_svg_().startswith("<svg") and report._repr_svg_() in shown and "<table>" in shown
    with pytest.raises(AttributeError):
        report.nonsense
    frame = report.to_frame()
    assert list(frame.columns) == ["move", "score", "win"] and len(frame) == 6
    assert report.to_arrow().num_rows == 6


def test_values_on_the_board():
    numbers = jogada.Agent("minimax", "numbers").ask(jogada.Game("numbers").start())
    assert [f">{m['score']:+g}<" in numbers.svg() for m in numbers.moves] == [True] * 3  # margins, no mere wins
    won = jogada.Agent("minimax", "tictactoe").ask(jogada.Game("tictactoe").position("xx./oo./... x"))
    assert ">win<" in won.svg() and " win, depth" in repr(won)
    pig = jogada.Agent("expectiminimax:depth=2", "pig").ask(jogada.Game("pig").start())
    assert f"{pig.win:.1%}" in pig.svg() and f"{pig.win:.1%}" in repr(pig)


def test_explanations():
    match = jogada.Match("domino")
    rng = __import__("random").Random(1)
    while match.turn == jogada.CHANCE:
        match.apply(match.state.draw(rng))
    report = jogada.Agent("domino", match.game).ask(match, timeout=20)
    assert report.explain and report.details is not None


def test_limits():
    agent = jogada.Agent("ab", "kalah", nodes=1000)
    assert agent.ask(jogada.Match("kalah")).nodes <= 1000
    assert agent.ask(jogada.Match("kalah"), nodes=3000).nodes > 1000
    assert agent.ask(jogada.Match("kalah")).nodes <= 1000 and "nodes=1k" in agent.spec  # the limit was of one question
    report = jogada.Agent("ab:nodes=1G", "loa").ask(jogada.Match("loa"), timeout=0.05)
    assert report.stopped and report.move
    for bad in (0, -1, 2.5, True):
        with pytest.raises(ValueError):
            jogada.Agent("ab", "kalah", nodes=bad)
    with pytest.raises(ValueError, match="timeout"):
        agent.ask(jogada.Match("kalah"), timeout=0)


def test_wrong_agents():
    with pytest.raises(jogada.Error, match="unknown agent"):
        jogada.Agent("nonsense", "kalah")
    with pytest.raises(jogada.Error, match="cannot choose"):
        jogada.Agent("human", "kalah")
    with pytest.raises(jogada.Error) as e:
        jogada.Agent("ab:nodes=x", "kalah")
    assert e.value.position == 9
    with pytest.raises(jogada.Error, match="plays kalah, not loa"):
        jogada.Agent("random", "kalah").ask(jogada.Match("loa"))
    with pytest.raises(jogada.Error, match="over"):
        jogada.Agent("random", "kalah").ask(jogada.Match("kalah").resign(0))
    with pytest.raises(jogada.Error, match="chance"):
        jogada.Agent("random", "domino").ask(jogada.Match("domino"))
    with pytest.raises(TypeError):
        jogada.Agent("random", "kalah").ask("kalah")


def test_agents_pickle():
    agent = pickle.loads(pickle.dumps(jogada.Agent("alphabeta:depth=3", "kalah")))
    assert agent.spec == "alphabeta:depth=3" and agent.reproducible


def test_solve(command):
    for game in ("coins", "tictactoe", "kalah:houses=3,seeds=3", "connect4:width=4,height=4"):
        expected = json.loads(command("solve", game, "--json"))
        solution = jogada.solve(jogada.Game(game).start())
        assert solution.value == expected["value"]
        assert [(m["move"], m["value"]) for m in solution.moves] == [(m["move"], m["value"]) for m in expected["moves"]]
    assert jogada.solve(jogada.Match("coins")).win == 1
    with pytest.raises(jogada.Error):
        jogada.solve(jogada.Game("pig").start())
    bounds = jogada.solve(jogada.Game("connect4").start(), nodes=1000)
    assert bounds.value is None and (bounds.low is None or bounds.low < bounds.high or bounds.high is None)


def test_perft():
    assert [jogada.perft(jogada.Game("tictactoe").start(), n) for n in range(4)] == [1, 9, 72, 504]
    start = jogada.Game("loa").start()
    assert jogada.perft(jogada.Match("loa"), 2) == sum(len(start.apply(m).moves()) for m in start.moves())
    with pytest.raises(TimeoutError):
        jogada.perft(jogada.Game("loa").start(), 12, timeout=0.05)
    with pytest.raises(jogada.Error):
        jogada.perft(jogada.Game("loa").start(), -1)


def test_tree(command):
    tree = jogada.tree(jogada.Game("coins").start(), "alphabeta")
    assert tree.to_dict() == json.loads(command("tree", "coins", "alphabeta", "--json"))
    assert tree.to_svg().startswith("<svg") and "<html" in tree.to_html() and str(tree) == tree.text
    with pytest.raises(jogada.Error, match="alphabeta"):
        jogada.tree(jogada.Game("coins").start(), "random")


def test_review():
    match = jogada.Match("tictactoe")
    for move in "193":  # only the centre holds against a corner
        match.apply(move)
    review = jogada.review(match, "alphabeta")
    assert review.complete and review.seats[1]["blunders"] == 1
    assert ", 0 blunders, O: " in repr(review) and repr(review).endswith(", 1 blunder>")
    assert [m["mark"] for m in review.moves if m["move"] == "9"] == ["blunder"]
    assert review._repr_svg_().startswith("<svg") and review._repr_svg_() in review._repr_html_()
    assert len(review.to_frame()) == len(review.moves)
    assert jogada.review(match).complete


def test_rollout(command):
    expected = json.loads(command("rollout", "pig", "-p", "40 30 18 1", "--trials", "64", "--json", "--no-store"))
    rollout = jogada.rollout(jogada.Game("pig").position("40 30 18 1"), trials=64)
    assert [(m["move"], m["wins"], m["trials"]) for m in rollout.moves] == [
        (m["move"], m["wins"], m["trials"]) for m in expected["moves"]
    ]
    assert rollout._repr_svg_() in rollout._repr_html_()


def random_values(state, team, memo):
    """The expected points of a team if all moves are random, by enumeration."""
    if state.over:
        score = state.score(team)
        return (score > 0) + (score == 0) / 2
    if state not in memo:
        memo[state] = sum(random_values(state.apply(m), team, memo) for m in state.moves()) / len(state.moves())
    return memo[state]


class AnyMove(jogada.Bot):
    def choose(self, view, moves, rng):
        return rng.choice(moves)


def test_rollouts_of_bots_against_enumeration():
    for spec, notation in (("tictactoe", "xo./.x./..o x"), ("coins:n=9", None), ("kalah:houses=2,seeds=2", None)):
        state = jogada.Game(spec).position(notation) if notation else jogada.Game(spec).start()
        rollout, memo = jogada.rollout(state, AnyMove, trials=400, confidence=0, threads=2), {}
        assert rollout.agent == "AnyMove" and rollout.trials == 400
        for move in rollout.moves:
            value = random_values(state.apply(move["move"]), state.turn % 2, memo)
            assert abs(move["win"] - value) <= 4.5 * (move["win_error"] or 0) + 1e-9
        one = jogada.rollout(state, AnyMove(), trials=400, confidence=0)
        assert one.moves == rollout.moves  # an object, in one thread, chooses the same for the same seeds
        assert jogada.rollout(state, jogada.Agent(AnyMove, spec), trials=400, confidence=0, threads=1).moves == one.moves


def test_rollouts_of_bots_are_those_of_agents():
    """A bot that asks a deterministic agent has the rollout of this agent: the chance of the trials is the same."""
    state, agent, games, seats = jogada.Game("pig").position("40 30 18 1"), "expectiminimax:depth=2", [], set()

    class Asking(jogada.Bot):
        def __init__(self):
            self.agent = jogada.Agent(agent, state.game)

        def choose(self, view, moves, rng):
            seats.add(view.turn)
            return self.agent.ask(view, all=False).number

        def new_game(self):
            games.append(1)

    ours, theirs = (jogada.rollout(state, a, trials=64, confidence=0) for a in (Asking, agent))
    assert ours.moves == theirs.moves and ours.seat == theirs.seat == 0
    assert seats == {0, 1} and len(games) >= 64 * len(ours.moves)


def test_rollouts_of_bots_show_them_views():
    state, seats = jogada.Game("domino:rounds=1").start(), set()
    while state.turn == jogada.CHANCE:
        state = state.apply(state.draw(7))

    def choose(view, moves, rng):
        assert view.hides and view.moves() == moves
        seats.add(view.turn)
        return rng.choice(moves)

    view = state.view(state.turn)
    whole, seen = (jogada.rollout(s, choose, trials=24, confidence=0, seed=3) for s in (state, view))
    assert whole.moves == seen.moves and seen.seat == state.turn and seats == {0, 1, 2, 3}


def test_bots_of_rollouts_that_fail():
    start = jogada.Game("kalah").start()

    def fail(view, moves, rng):
        raise KeyError("in a rollout")

    with pytest.raises(KeyError, match="in a rollout"):
        jogada.rollout(start, fail)
    with pytest.raises(jogada.Error, match="not a legal move"):
        jogada.rollout(start, lambda view, moves, rng: 99)
    with pytest.raises(jogada.Error, match="neither kalah nor first makes random choices"):
        def first(view, moves, rng):
            return moves[0]

        jogada.rollout(start, first)
    with pytest.raises(TypeError, match="bot has no limit of nodes"):
        jogada.rollout(start, AnyMove, nodes=5)
    with pytest.raises(TypeError, match="spec, a str, or a bot"):
        jogada.rollout(start, 5)
    limited = jogada.rollout(start, AnyMove, trials=10**6, confidence=0, timeout=0.05)
    assert not limited.complete and limited.trials < 10**6


@pytest.mark.parametrize("name", jogada.games())
def test_reports_of_every_game_show_themselves(name):
    game = jogada.Game(name)
    state = game.start()
    while state.turn == jogada.CHANCE:
        state = state.apply(state.draw(1))
    quick = ("random", "greedy", "alphabeta:depth=2", "expectiminimax:depth=1", "mcts:playouts=30", "ismcts:playouts=30")
    agents = [a for a in quick if a.split(":")[0] in jogada.agents(game)]
    assert len(agents) >= 2
    for agent in agents:
        report = jogada.Agent(agent, game).ask(state)
        assert report._repr_svg_().startswith("<svg") and "<svg" in report._repr_html_() and repr(report)


def test_threads_share_an_agent_only_in_turn():
    entered, release, reports = threading.Event(), threading.Event(), []

    def choose(view, moves, rng):
        entered.set()
        release.wait()
        return moves[0]

    agent = jogada.Agent(choose, "loa")
    thread = threading.Thread(target=lambda: reports.append(agent.ask(jogada.Match("loa"))))
    thread.start()
    entered.wait()
    with pytest.raises(jogada.Error, match="thinking"):
        agent.ask(jogada.Match("loa"))
    release.set()
    thread.join()
    assert reports[0].number == jogada.Game("loa").start().moves()[0]

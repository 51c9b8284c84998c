"""Games and positions: every game, by random play, against what the interface promises."""

import copy
import pickle
import random
from xml.etree import ElementTree

import pytest

import jogada
from conftest import SEED, random_game, scaled


@pytest.mark.parametrize("name", jogada.games())
def test_random_games(name):
    game = jogada.Game(name)
    rng = random.Random(SEED)
    for _ in range(scaled(20)):
        states = random_game(jogada, game, rng)
        for state, after in zip(states, states[1:]):
            assert state.turn in range(game.seats) or state.turn == jogada.CHANCE
            if state.turn >= 0:
                moves, texts = state.moves(), state.texts()
                assert 1 <= len(moves) <= game.max_moves and len(set(moves)) == len(set(texts)) == len(moves)
                assert [state.number(t) for t in texts] == moves
                assert [state.text(m) for m in moves] == texts
                assert any(state.apply(t) == after for t in texts)
                assert state.describe(moves[0])
        end = states[-1]
        if end.over:
            assert end.moves() == [] and end.score(0) == -end.score(1)
            with pytest.raises(jogada.Error, match="the game is over"):
                end.apply(1)


def test_ints_of_moves_are_made_once():
    """Making the ints took two thirds of the time of a long list of moves."""
    state = jogada.Game("loa").start()
    for numbers in (state.moves, state.actions):
        assert min(numbers()) < 256 < max(numbers())
        assert all(a is b for a, b in zip(numbers(), numbers()))


@pytest.mark.parametrize("name", jogada.games())
def test_positions_round_trip(name):
    game = jogada.Game(name)
    for state in random_game(jogada, game, random.Random(SEED)):
        if not state.over:
            again = game.position(state.position)
            assert again.position == state.position and again.turn == state.turn


@pytest.mark.parametrize("name", jogada.games())
def test_states_pickle_copy_hash_and_compare(name):
    game = jogada.Game(name)
    states = random_game(jogada, game, random.Random(SEED))
    for a, b in zip(states, states[1:]):
        again = pickle.loads(pickle.dumps(a))
        assert again == a and hash(again) == hash(a) and again.key == a.key and again.game == game
        assert copy.copy(a) == a and copy.deepcopy(a) == a
        assert a != b and a != 3 and not a == None  # noqa: E711
    assert len(set(states)) > 1


def test_damaged_pickles_are_refused():
    state = jogada.Game("kalah").start()
    restore, (data, seal) = state.__reduce__()
    assert restore(data, seal) == state
    with pytest.raises(jogada.Error, match="damaged"):
        restore(bytes(len(data)), seal)
    with pytest.raises(jogada.Error, match="damaged"):
        restore(data[1:], seal)


@pytest.mark.parametrize("name", [g for g in jogada.games() if "hidden" in jogada.Game(g).traits])
def test_views_hide(name):
    game = jogada.Game(name)
    rng = random.Random(SEED)
    hidden = 0
    for state in random_game(jogada, game, rng):
        for seat in [None, *range(game.seats)]:
            view = state.view(seat)
            if not view.hides:
                continue
            hidden += 1
            sample = view.sample(rng)
            assert not sample.hides and sample.view(seat) == view
            with pytest.raises(jogada.Error, match="hides"):
                view.apply(1)
            if seat == state.turn:
                assert view.moves() == state.moves() and view.texts() == state.texts()
    assert hidden


def test_chance():
    state = jogada.Game("pig").start()
    state = state.apply("roll")
    assert state.turn == jogada.CHANCE
    outcomes = state.outcomes()
    assert len(outcomes) == 6 and abs(sum(p for _, p in outcomes) - 1) < 1e-12
    assert state.draw(7) == state.draw(7) and state.draw(7) in [m for m, _ in outcomes]
    with pytest.raises(jogada.Error, match="chance is to move"):
        state.moves()
    with pytest.raises(jogada.Error, match="too many to list"):
        jogada.Game("domino").start().outcomes()


def test_errors_have_place_and_reason():
    with pytest.raises(jogada.Error, match="houses must be 1 to 10, not 99") as e:
        jogada.Game("kalah:houses=99")
    assert (e.value.position, e.value.code, e.value.text) == (13, "EINPUT", "kalah:houses=99")
    state = jogada.Game("kalah").start()
    with pytest.raises(jogada.Error) as e:
        state.apply("99")
    assert e.value.position == 0 and e.value.text == "99"
    with pytest.raises(jogada.Error, match="not a legal move"):
        state.apply(99)
    with pytest.raises(jogada.Error, match="not over"):
        state.score()
    with pytest.raises(TypeError):
        state.apply(None)
    with pytest.raises(TypeError):
        jogada.State()


def test_pictures():
    for name in jogada.games():
        game = jogada.Game(name)
        for state in random_game(jogada, game, random.Random(SEED))[::10]:
            assert state._repr_svg_().startswith("<svg")
            for seat in (None, 0, 1):
                assert ElementTree.fromstring(state.svg(seat)).tag == "{http://www.w3.org/2000/svg}svg"
            assert str(state) and repr(state) and state.show(0, colour=True, unicode=False)
            assert state.json(0)["game"] == str(game)
    state = jogada.Game("kalah").start()
    assert "+4.5" in state.svg(0, [(3, "+4.5", 0.8), ("4", "-1", None)])


def test_games():
    game = jogada.Game("kalah:seeds=4,houses=6")
    assert str(game) == "kalah" and game == jogada.Game("kalah") and hash(game) == hash(jogada.Game("kalah"))
    assert pickle.loads(pickle.dumps(game)) == game and copy.deepcopy(game) is game
    assert game.name == "kalah" and game.seats == 2 and game.rules.startswith("#") and game.options and game.evaluators
    assert "random" in jogada.agents("kalah") and "kalah.perfect" in jogada.agents(game)
    assert "human" not in jogada.agents(game)


def test_keywords():
    state, match = jogada.Game("kalah").start(), jogada.Match("kalah").apply("3")
    assert state.view(seat=1) == state and state.json(seat=0) == state.json(0)
    assert match.state_at(ply=0) == state and len(match.undo(n=1)) == 0
    ended = match.resign(seat=0, reason="time")
    assert ended.score(team=1) == 1 and state.playout(1).score(team=0) == state.playout(1).score(0)
    assert '"alice"' in ended.to_text(players=["alice", "bob"])
    assert "alice" in jogada.Match("loa").to_sgf(players=["alice", "bob"])


def test_playout():
    state = jogada.Game("loa").start()
    assert state.playout(3) == state.playout(3) and state.playout(3).over

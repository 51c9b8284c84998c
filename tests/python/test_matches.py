"""Records: playing, ending, reading and writing."""

import copy
import json
import pickle
import random

import pytest

import jogada
from conftest import SEED, random_game


def random_match(name, rng):
    game = jogada.Game(name)
    match = jogada.Match(game)
    while not match.over and len(match) < 300:
        state = match.state
        match.apply(state.draw(rng) if state.turn == jogada.CHANCE else rng.choice(state.moves()))
    return match


@pytest.mark.parametrize("name", jogada.games())
def test_round_trips(name):
    match = random_match(name, random.Random(SEED))
    for again in (
        pickle.loads(pickle.dumps(match)),
        copy.copy(match),
        copy.deepcopy(match),
        match.copy(),
        jogada.Match.from_text(match.to_text()),
        jogada.Match.from_json(match.to_json()),
    ):
        assert again == match and again is not match and hash(again) == hash(match)
        assert again.moves == match.moves and again.result == match.result
    assert list(match.replay())[-1] == match.state and match.state_at(-1) == match.state
    assert match._repr_html_().startswith("<svg") and match.svg(0)


def test_matches_are_equal_by_their_moves_and_end():
    first, second = (jogada.Match.play("kalah", "alphabeta:depth=2", "greedy", seed=3) for _ in range(2))
    assert first == second and hash(first) == hash(second), "thinking times do not count"
    assert first != jogada.Match.play("kalah", "alphabeta:depth=2", "greedy", seed=3, opening_plies=2)
    assert jogada.Match("loa").resign(0) != jogada.Match("loa").resign(1) != jogada.Match("loa")
    assert jogada.Match("loa").resign(0, "time") != jogada.Match("loa").resign(0) and jogada.Match("loa") != "loa"


@pytest.mark.parametrize("name", jogada.games())
def test_copies_have_everything(name):
    some = ("greedy", "expectiminimax:depth=1", "ismcts:playouts=20")
    agent = next(a for a in some if a.split(":")[0] in jogada.agents(name))
    match = jogada.Match.play(name, "random", agent, seed=2, opening_plies=1)
    adjudicated = jogada.Match.from_text(f'[Game "{name}"]\n[Adjudicated "3"]\n[Reason "tablebase"]\n\n')
    assert match.opening_plies == 1 and adjudicated.adjudicated and adjudicated.score(1) == -3
    for original in (match, adjudicated):
        for again in (pickle.loads(pickle.dumps(original)), original.copy(), jogada.Match.from_json(original.to_json())):
            assert again == original and again.to_text() == original.to_text()
            assert again.annotations() == original.annotations()


def test_all_games_of_a_text():
    matches = [random_match("kalah", random.Random(seed)) for seed in range(3)]
    assert jogada.Match.all_from_text("\n".join(m.to_text() for m in matches)) == matches
    loa = [random_match("loa", random.Random(seed)) for seed in range(2)]
    assert jogada.Match.all_from_text("".join(m.to_sgf() for m in loa)) == loa
    text = matches[0].to_text() + "\n" + matches[1].to_text() + "\n99"
    with pytest.raises(jogada.Error) as e:
        jogada.Match.all_from_text(text)
    assert e.value.position >= text.rindex("99")


def test_reasons():
    for reason in ("", "time", 'he said "no" ] \\', "é" * 63):
        match = jogada.Match("kalah").apply("3").resign(1, reason)
        assert match.reason == reason and match.copy() == match == jogada.Match.from_text(match.to_text())
        assert jogada.Match.from_json(match.to_json()) == match
    for wrong in ("two\nlines", "bell\a", "x" * 128):
        with pytest.raises(jogada.Error, match="a reason"):
            jogada.Match("kalah").resign(1, wrong)
        with pytest.raises(jogada.Error, match="a reason"):
            jogada.Match.from_json({"game": "kalah", "resigned": 2, "reason": wrong})


def test_a_number_that_changes_the_match():
    match = jogada.Match("kalah").apply("3").apply("6")

    class Sly:
        def __index__(self):
            match.undo(len(match))
            return 2

    for call in (match.state_at, match.svg):
        with pytest.raises(jogada.Error, match="ply must be 0 to 0"):
            call(Sly())


def test_sgf():
    match = random_match("loa", random.Random(SEED))
    again = jogada.Match.from_text(match.to_sgf(["a", "b"]))
    assert again.moves == match.moves and again.state == match.state
    with pytest.raises(jogada.Error, match="no SGF format"):
        jogada.Match("kalah").to_sgf()


def test_repetition_ends_a_match():
    match = jogada.Match("loa")
    state = jogada.Game("loa").start()
    rng = random.Random(SEED)
    for _ in range(2000):  # random pairs of moves back and forth repeat sooner or later
        if match.over:
            break
        moves = match.state.texts()
        back = [m for m in moves if len(match) >= 2 and m == "-".join(reversed(match.moves[-2].split("-")))]
        match.apply(back[0] if back else rng.choice(moves))
    assert match.repeated and match.result == "1/2-1/2" and not match.state.over
    assert match.undo().turn >= 0 and not match.repeated
    assert state.turn == 0


def test_resignation_and_agreement():
    match = jogada.Match("loa").resign(0)
    assert match.over and match.result == "0-1" and match.resigned == 0
    assert jogada.Match.from_text(match.to_text()) == match == jogada.Match.from_json(match.to_json())
    with pytest.raises(jogada.Error, match="over"):
        match.apply("b1-b3")
    drawn = jogada.Match("loa").agree()
    assert drawn.result == "1/2-1/2" and pickle.loads(pickle.dumps(drawn)) == drawn
    with pytest.raises(jogada.Error, match="has no draws"):
        jogada.Match("pig").agree()
    with pytest.raises(jogada.Error, match="seat must be 0 to 1"):
        jogada.Match("loa").resign(2)


@pytest.mark.parametrize("name", jogada.games())
def test_play(name):
    match = jogada.Match.play(name, "random", lambda view, moves, rng: moves[0], seed=4)
    assert match.over and match == jogada.Match.play(name, "random", lambda view, moves, rng: moves[0], seed=4)
    state = match.state_at(0)
    for number in match.numbers:
        state = state.apply(number)
    assert state == match.state


def test_play_keeps_evaluations():
    match = jogada.Match.play("kalah", "alphabeta:depth=3", "greedy", seed=2, opening_plies=2)
    assert len(match.evaluations()) > 5 and all(0 <= chance <= 1 for _, chance in match.evaluations())
    again = pickle.loads(pickle.dumps(match))
    assert again == match and again.annotations() == match.annotations() and hash(again) == hash(match)
    assert match._repr_html_().count("<svg") == 2
    with pytest.raises(jogada.Error, match="unknown agent") as e:
        jogada.Match.play("kalah", "greedy", "nonsense")
    assert e.value.text == "nonsense"
    with pytest.raises(ZeroDivisionError):
        jogada.Match.play("kalah", "greedy", lambda view, moves, rng: 1 / 0)


def test_starts():
    position = "4,4,4,4,0,0,0,4,4,4,4,4,4,8 2"
    match = jogada.Match("kalah", position).apply("7")
    assert match.state_at(0).position == position
    assert jogada.Match.from_text(match.to_text()) == match
    assert jogada.Match("kalah", match.state_at(0)).state.position == position
    with pytest.raises(jogada.Error):
        jogada.Match("kalah", "nonsense")
    with pytest.raises(jogada.Error, match="belongs to"):
        jogada.Match("loa", jogada.Game("kalah").start())


def test_json_of_the_command(command, tmp_path):
    command("match", "kalah", "greedy", "random", "--games", "2", "--db", str(tmp_path / "s.db"))
    exported = command("export", "1", "--json", "--db", str(tmp_path / "s.db"))
    match = jogada.Match.from_json(exported)
    game = json.loads(exported)["games"][0]
    assert match.over and match.score() == game["score"] and len(match) == game["plies"]
    text = command("export", "1", "--db", str(tmp_path / "s.db"))
    assert jogada.Match.from_text(text) == match


def test_command_reads_ours(command, tmp_path):
    match = random_match("kalah", random.Random(SEED))
    file = tmp_path / "game.txt"
    file.write_text(match.to_text(["alice", "bob"]))
    command("import", str(file), "--db", str(tmp_path / "s.db"))
    assert jogada.Match.from_text(command("export", "1", "--db", str(tmp_path / "s.db"))) == match


@pytest.mark.parametrize("text", ["", '[Game "nonsense"]\n\n', "(;GM[9]FF[4];B[z9])", '[Game "kalah"]\n\n99', "{}"])
def test_bad_texts(text):
    with pytest.raises(jogada.Error):
        jogada.Match.from_text(text)


def test_evaluations_of_the_command(command, tmp_path):
    store = ["--db", str(tmp_path / "s.db")]
    command("match", "kalah", "alphabeta:depth=2", "greedy", "--games", "2", "--annotate", *store)
    match = jogada.Match.from_json(command("export", "1", "--json", *store))
    assert match.evaluations() and match == jogada.Match.from_text(command("export", "1", *store))
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"games": [json.loads(match.to_json(["a", "b"]))]}))
    command("import", str(file), "--db", str(tmp_path / "t.db"))
    again = jogada.Match.from_json(command("export", "1", "--json", "--db", str(tmp_path / "t.db")))
    assert again == match and again.annotations() == match.annotations()


@pytest.mark.parametrize("text", ["{}", "[]", '{"game": "kalah", "moves": ["99"]}', '{"games": []}', '{"game": 3}',
                                  '{"game": "kalah", "opening": 3}', '{"game": "kalah", "adjudicated": 1000000000}',
                                  '{"game": "kalah", "resigned": 3}', '{"game": "kalah", "annotations": [3]}'])
def test_bad_json(text):
    with pytest.raises(jogada.Error):
        jogada.Match.from_json(text)


def test_states_of_a_match(rng):
    match = random_match("kalah", rng)
    state = match.game.start()
    for ply, number in enumerate(match.numbers):
        assert match.state_at(ply) == state
        state = state.apply(number)
    assert state == match.state and len(random_game(jogada, match.game, rng)) > 1

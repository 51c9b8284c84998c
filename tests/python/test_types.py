"""The type stubs are true: mypy's stubtest compares them with the package, a call of everything public returns what its
stub says, and the code of the documentation and the examples passes a type checker."""

import ast
import inspect
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import typing

import pytest

import jogada

np = pytest.importorskip("numpy")
typeguard = pytest.importorskip("typeguard")
typing_extensions = pytest.importorskip("typing_extensions")

ROOT = pathlib.Path(__file__).parents[2]
STUBS = ROOT / "python/jogada"
CONFIG = pathlib.Path(__file__).with_name("mypy.ini")

KALAH, DOMINO = jogada.Game("kalah"), jogada.Game("domino")


def run(tmp_path, *command):
    """Runs a checker outside of the sources, so that it finds the package where Python does."""
    pytest.importorskip("mypy")
    package = str(pathlib.Path(jogada.__file__).parents[1])
    env = dict(os.environ)
    if "site-packages" not in package:
        env["MYPYPATH"] = package
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_and_package_agree_in_every_signature(tmp_path):
    for package in ("gymnasium", "pettingzoo", "pyspiel"):  # stubtest imports all modules
        pytest.importorskip(package)
    allowed = str(CONFIG.with_name("stubtest.txt"))
    run(tmp_path, "mypy.stubtest", "jogada", "--mypy-config-file", str(CONFIG), "--allowlist", allowed)


# ---- What is returned ------------------------------------------------------------------------------


def stub_of(file):
    return ast.parse((STUBS / file).read_text(encoding="utf-8")).body


def functions(body):
    """The functions of a module or class by name, public and special to notebooks: the annotations of their results."""
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or node.name.startswith("_repr")):
            found.setdefault(node.name, []).append(ast.unparse(node.returns))
        elif isinstance(node, ast.AnnAssign) and not node.target.id.startswith("_"):
            found.setdefault(node.target.id, []).append(ast.unparse(node.annotation))
    return found


def is_true(value, annotations, of=None):
    names = {**vars(typing), **vars(typing_extensions), **vars(jogada), "np": np, "Any": typing.Any, "Self": of,
             "NDArray": np.typing.NDArray, "_Row": dict[str, typing.Any], "_Out": object, "Record": jogada.Match,
             "Vector": jogada.Vector}
    for annotation in annotations:
        try:
            typeguard.check_type(value, eval(annotation, names))
            return True
        except typeguard.TypeCheckError:
            pass
    return False


def played():
    return jogada.Match.play("kalah", "alphabeta:depth=1", "greedy", seed=2)


def instances():
    """An object of every public class."""
    start, coins = KALAH.start(), jogada.Game("coins")
    match, env = played(), jogada.vector("kalah", 2, seed=1)
    env.reset()
    return [KALAH, start, match, jogada.Agent("alphabeta:depth=2", KALAH), env,
            jogada.Agent("alphabeta:depth=2", KALAH).ask(start), jogada.solve(coins.start()),
            jogada.rollout(jogada.Game("pig").start(), "random", trials=8), jogada.review(match, "alphabeta:depth=1"),
            jogada.tree(coins.start(), "alphabeta"), jogada.match("coins", "random", "greedy", games=2),
            jogada.tournament("coins", "random", "random", "greedy", games=2),
            jogada.tune("kalah", generations=1, games=2, population=4, proof=2),
            jogada.study("mancala-random", quick=True, games=2)]


def dealing():
    return DOMINO.start()


# Arguments of methods that need some, or other objects than those of instances().
CALLS = {
    "Game.position": lambda game: game.position(game.start().position),
    "State.text": lambda s: s.text(3), "State.number": lambda s: s.number("3"), "State.apply": lambda s: s.apply(3),
    "State.describe": lambda s: s.describe(3), "State.action": lambda s: s.action(3),
    "State.action_move": lambda s: s.action_move(2), "State.playout": lambda s: s.playout(1),
    "State.sample": lambda s: s.sample(random.Random(1)), "State.score": lambda s: s.playout(1).score(),
    "State.outcomes": lambda s: jogada.Game("pig").start().apply("roll").outcomes(),
    "State.outcome_count": lambda s: dealing().outcome_count(), "State.outcome": lambda s: dealing().outcome(5),
    "State.draw": lambda s: dealing().draw(1),
    "Match.apply": lambda m: jogada.Match("kalah").apply(3), "Match.undo": lambda m: m.copy().undo(2),
    "Match.resign": lambda m: jogada.Match("kalah").resign(0), "Match.agree": lambda m: jogada.Match("kalah").agree(),
    "Match.play": lambda m: played(), "Match.from_text": lambda m: m.from_text(m.to_text()),
    "Match.all_from_text": lambda m: m.all_from_text(m.to_text()), "Match.from_json": lambda m: m.from_json(m.to_json()),
    "Match.to_sgf": lambda m: jogada.Match.play("loa", "random", "random").to_sgf(),
    "Agent.ask": lambda a: a.ask(KALAH.start()), "Vector.step": lambda e: e.step(e.sample()),
    "Vector.game_state": lambda e: e.game_state(1), "Study.table": lambda s: s.table(s.tables[0]["name"]),
    "Tuning.save": lambda t: t.save(os.devnull),
}


def members():
    """The results of all public members of all classes: (name, annotations, class)."""
    parts = {"Match": ["Match", "Record"], "Vector": ["Vector", "VectorBase"]}
    classes = {}
    for file in ("_jogada.pyi", "match.pyi", "_vector.pyi", "results.pyi", "__init__.pyi"):
        for node in stub_of(file):
            if isinstance(node, ast.ClassDef):
                classes[node.name] = node
    for thing in instances():
        name = type(thing).__name__
        bases = [n for n in parts.get(name, [name])] + [b.__name__ for b in type(thing).__mro__[1:] if b.__name__ in classes]
        found = {}
        for base in bases:
            for member, annotations in functions(classes[base].body).items():
                found.setdefault(member, annotations)
        yield thing, name, found


def test_results_of_methods_are_what_their_stubs_say(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    CALLS["Tuning.save"] = lambda tuning: tuning.save(tmp_path / "weights.txt")
    checked = 0
    for thing, name, found in members():
        for member, annotations in found.items():
            value = getattr(thing, member)
            if f"{name}.{member}" in CALLS:
                value = CALLS[f"{name}.{member}"](thing)
            elif callable(value):
                value = value()
            assert is_true(value, annotations, type(thing)), f"{name}.{member}: {value!r} is not {annotations}"
            checked += 1
    assert checked > 150


def test_results_of_functions_are_what_their_stubs_say():
    pig, coins = jogada.Game("pig").start(), jogada.Game("coins").start()
    calls = {
        "solve": lambda: jogada.solve(coins), "perft": lambda: jogada.perft(coins, 2),
        "rollout": lambda: jogada.rollout(pig, trials=8), "tree": lambda: jogada.tree(coins, "alphabeta"),
        "review": lambda: jogada.review(played(), "alphabeta:depth=1"),
        "match": lambda: jogada.match("coins", "random", "greedy", games=2),
        "tournament": lambda: jogada.tournament("coins", "random", "random", "greedy", games=2),
        "tune": lambda: jogada.tune("kalah", generations=1, games=2, population=4),
        "study": lambda: jogada.study("mancala-random", quick=True, games=2),
        "vector": lambda: jogada.vector("coins", 2), "games": jogada.games, "studies": jogada.studies,
        "agents": lambda: jogada.agents("kalah"),
    }
    stubs = functions([n for file in ("__init__.pyi", "_jogada.pyi") for n in stub_of(file)])
    public = {n for n in jogada.__all__ if inspect.isroutine(getattr(jogada, n))}
    assert public == set(calls)
    for name in calls:
        assert is_true(calls[name](), stubs[name][:1]), name
    state = KALAH.start()
    assert is_true(state.observation(0), ["bytes"]) and is_true(state.observation(0, bytearray(14)), ["bytearray"])


# ---- Code that people copy -------------------------------------------------------------------------


def code():
    """The code of the documentation, the docstrings and the examples, by a name for each."""
    for page in ("README.md", "docs/python.md", "docs/environments.md", "docs/cluster.md", "python/README.md"):
        text = (ROOT / page).read_text(encoding="utf-8").split("<!-- reference: begin -->")[0]
        blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        if blocks:
            yield page.replace("/", "_").replace(".", "_"), "\n".join(blocks)
    notebook = json.loads((ROOT / "examples/hello.ipynb").read_text(encoding="utf-8"))
    yield "notebook", "\n\n".join("".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code")
    yield "kalah_dqn", (ROOT / "examples/kalah_dqn.py").read_text(encoding="utf-8")
    for name in ("__init__", "_vector", "match"):
        source = (STUBS / f"{name}.py").read_text(encoding="utf-8")
        lines = re.findall(r"^ *(?:>>>|\.\.\.) ?(.*)$", source, re.MULTILINE)
        yield f"doctests_{name}", "\n".join(lines)


def test_code_of_the_documentation_passes_a_type_checker(tmp_path):
    files = []
    for name, source in code():
        files.append(tmp_path / f"{name}.py")
        files[-1].write_text("import jogada\n" + source, encoding="utf-8")
    assert len(files) >= 8
    # Examples need no annotations of their own; what they call has types.
    run(tmp_path, "mypy", "--config-file", str(CONFIG), "--allow-untyped-defs", "--allow-untyped-calls",
        "--allow-incomplete-defs", *map(str, files))

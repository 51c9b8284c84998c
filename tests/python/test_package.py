"""The package itself: doctests, stubs, the reference, the wheel."""

import ast
import doctest
import importlib
import inspect
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest

import jogada

ROOT = pathlib.Path(__file__).parents[2]
WHEEL = os.environ.get("JOGADA_WHEEL")


@pytest.mark.parametrize("name", ["jogada", "jogada._vector", "jogada.match", "jogada.results"])
def test_doctests(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert not failed and (tried or name == "jogada.results")


def test_everything_public_is_documented():
    for name in jogada.__all__:
        public = getattr(jogada, name)
        if inspect.isclass(public) or callable(public):
            assert inspect.getdoc(public), name
        if inspect.isclass(public):
            for member, value in vars(public).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_reference_is_up_to_date():
    subprocess.run([sys.executable, ROOT / "tools/python_reference.py", "--check"], check=True)


def stub(file):
    """The classes of a stub with their public members, and the other names."""
    classes, names = {}, set()
    for node in ast.parse((ROOT / "python/jogada" / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            members = {getattr(n, "name", None) or getattr(getattr(n, "target", None), "id", "") for n in node.body}
            classes[node.name] = {m for m in members if not m.startswith("_")}
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    return classes, names


def public(thing):
    return {name for name in dir(thing) if not name.startswith("_")}


def test_stubs_and_package_agree():
    classes, names = stub("__init__.pyi")
    assert set(jogada.__all__) <= names | set(classes)
    for name in ("Agent", "Bot"):
        assert classes[name] == public(getattr(jogada, name))
    core, _ = stub("_jogada.pyi")
    assert core["Game"] == public(jogada.Game) and core["State"] == public(jogada.State)
    assert core["Record"] | stub("match.pyi")[0]["Match"] == public(jogada.Match)
    classes, names = stub("cluster.pyi")
    assert classes.keys() | names - {"Any", "Protocol", "type_check_only"} <= public(jogada.cluster) | {"Cluster"}
    assert classes["Cluster"] <= public(jogada.cluster.Dask) & public(jogada.cluster.Ray)
    env = jogada.vector("coins", 1)
    assert stub("_vector.pyi")[0]["Vector"] | core["VectorBase"] == public(env)


def test_stubs_of_results():
    start, match = jogada.Game("coins").start(), jogada.Match.play("coins", "random", "random")
    results = [
        jogada.Agent("alphabeta", "coins").ask(start),
        jogada.solve(start),
        jogada.review(match, "alphabeta"),
        jogada.tree(start, "alphabeta"),
        jogada.match("coins", "random", "random", games=2),
        jogada.rollout(jogada.Game("pig").start(), "random", trials=8),
        jogada.tournament("coins", "random", "random", "greedy", games=2),
    ]
    classes, _ = stub("results.pyi")
    for result in results:
        for name in classes[type(result).__name__]:
            getattr(result, name)


@pytest.mark.skipif(not WHEEL, reason="JOGADA_WHEEL names no wheel")
def test_wheel():
    path = pathlib.Path(WHEEL)
    assert "-cp311-abi3-" in path.name
    assert path.stat().st_size <= 600_000
    with zipfile.ZipFile(path) as wheel:
        modules = [n for n in wheel.namelist() if n.endswith(".so")]
        assert modules == ["jogada/_jogada.abi3.so"] and "jogada/py.typed" in wheel.namelist()
    needed = subprocess.run(
        ["readelf", "-d", jogada._jogada.__file__], check=True, capture_output=True, text=True
    ).stdout
    libraries = {line.split("[")[1].split("]")[0] for line in needed.splitlines() if "NEEDED" in line}
    assert libraries <= {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


BARE = """
import doctest, pickle, sys
sys.path.insert(0, sys.argv[1])
import jogada
tried = doctest.testmod(jogada)
assert tried.attempted and not tried.failed
for name in jogada.games():
    state = jogada.Game(name).start().playout(1)
    assert state.over and pickle.loads(pickle.dumps(state)) == state and state.svg() and str(state)
    match = jogada.Match.play(name, "random", lambda view, moves, rng: moves[0])
    assert match.over and pickle.loads(pickle.dumps(match)) == match and match._repr_html_()
result = jogada.match("kalah", "ab:nodes=200", "random", games=2)
assert result.complete and result._repr_html_() and jogada.solve(jogada.Game("coins").start()).rows
for needs in ("numpy", "pandas", "pyarrow"):
    assert needs not in sys.modules
for call in (lambda: jogada.vector("kalah", 2), result.to_frame, result.to_arrow):
    try:
        call()
    except ImportError as error:
        assert error.name in ("numpy", "pandas", "pyarrow"), error
    else:
        raise SystemExit("it imported a package that is not there")
"""


def pythons():
    """This interpreter, and those of other versions that are installed here."""
    found = {sys.version_info[:2]: sys.executable}
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 30)]
    for python in [*named, "/usr/bin/python3", *sorted(pathlib.Path.home().glob(".pyenv/versions/3.*/bin/python3"))]:
        version = python and subprocess.run([python, "-c", "import sys; print(*sys.version_info[:2])"],
                                            capture_output=True, text=True).stdout.split()
        if version and int(version[1]) >= 11:
            found.setdefault((3, int(version[1])), str(python))
    return found.values()


@pytest.mark.parametrize("python", pythons())
def test_it_runs_on_every_python_without_other_packages(python, tmp_path):
    (tmp_path / "jogada").symlink_to(pathlib.Path(jogada.__file__).parent)
    done = subprocess.run([python, "-S", "-c", BARE, tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not WHEEL, reason="an installed package")
def test_the_installed_package_is_tested():
    assert "site-packages" in jogada.__file__

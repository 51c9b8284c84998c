"""The notebook of examples/ and the code in the documentation run, results show themselves, the training learns."""

import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import jogada

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def run(source, names):
    """Runs a cell and returns the value of its last expression, as a notebook does."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    return eval(compile(last, "<cell>", "eval"), names) if last else None


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.name)
def test_notebook(path, capsys):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(notebook)
    names = {"__name__": "__main__"}
    pictures = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "clear the outputs before committing"
            value = run("".join(cell["source"]), names)
            for show in ("_repr_svg_", "_repr_html_"):
                if hasattr(value, show):
                    assert getattr(value, show)().startswith("<")
                    pictures += 1
    assert pictures >= 4


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/environments.md"])
def test_code_in_the_documentation(page, monkeypatch, capsys):
    """The code of a page runs from top to bottom, with matches of two games."""
    match = jogada.match
    monkeypatch.setattr(jogada, "match", lambda *args, **options: match(*args, **{**options, "games": 2}))
    text = (ROOT / page).read_text(encoding="utf-8").split("<!-- reference: begin -->")[0]
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert blocks
    if page == "docs/python.md":
        assert "houses must be 1 to 10, not 99 13" in capsys.readouterr().out


def python_with_torch():
    """This interpreter, or Debian's: its torch needs no gigabytes of CUDA, as that of PyPI does."""
    for python in (sys.executable, "/usr/bin/python3"):
        check = "import sys, torch; sys.exit(sys.version_info < (3, 11))"
        if shutil.which(python) and not subprocess.run([python, "-c", check], capture_output=True).returncode:
            return python
    pytest.skip("torch is not installed: pip install torch, or apt install python3-torch")


def test_kalah_dqn(tmp_path):
    python = python_with_torch()
    (tmp_path / "jogada").symlink_to(pathlib.Path(jogada.__file__).parent)
    out = subprocess.run([python, EXAMPLES / "kalah_dqn.py", "--steps", "500", "--games", "100"], check=True,
                         capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(tmp_path)}).stdout.splitlines()
    assert [line.split()[0] for line in out] == ["random", "greedy"]
    won, lost = (int(out[0].split(word)[0].split()[-1]) for word in (" won", " lost"))
    assert won > 1.5 * lost

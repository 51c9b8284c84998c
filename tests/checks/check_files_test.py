"""Shows that tools/file_map.py --check finds a map that is out of date, a file without a first comment, and a folder
that it does not know."""

import pathlib
import subprocess
import sys
import tempfile

MAP = pathlib.Path(__file__).parents[2] / "tools/file_map.py"
FILES = {
    "src/core/a.h": "/* Adds numbers (A. Author, 1999). More. */\n",
    "src/core/a.c": '#include "a.h"\n',
    "include/jogada/b.h": "/* The public part. */\n",
    "src/core/b.c": "int b;\n",
    "web/src/c.ts": "// Draws boards.\n",
    "tests/checks/check_d.py": '"""Checks d: check_d.py ROOT\n\nMore."""\n',
    "bench/e.sh": "#!/bin/sh\n# Measures e.\n# It takes long.\n",
    "web/node_modules/x/index.js": "let x\n",
    "fuzz/corpus/a/x.c": "int x;\n",
}
ROWS = ["| `a.c/h` | Adds numbers |", "| `b.c` | Implements include/jogada/b.h |", "| `c.ts` | Draws boards |",
        "| `check_d.py` | Checks d: check_d.py ROOT |", "| `e.sh` | Measures e |"]


def run(root, how):
    return subprocess.run([sys.executable, MAP, how, root], capture_output=True, text=True, check=False)


def tree(root, files):
    (root / "docs").mkdir()
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def check(files, change):
    """Whether --check succeeds after a change of a tree whose map is up to date; the map."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        tree(root, files)
        run(root, "--update")
        for name, text in change.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return run(root, "--check").returncode == 0, (root / "docs/files.md").read_text()


wrong = []
good, text = check(FILES, {})
if not good:
    wrong.append("refuses a map that is up to date")
wrong += [f"has no row {row}" for row in ROWS if row not in text]
for what, files, change in [
        ("a new file", FILES, {"src/core/f.c": "/* New. */\n"}),
        ("a changed comment", FILES, {"src/core/a.h": "/* Subtracts numbers. */\n"}),
        ("a file without a comment", {**FILES, "src/core/g.c": "int g;\n"}, {}),
        ("an unknown folder", {**FILES, "src/other/h.c": "/* Other. */\n"}, {})]:
    if check(files, change)[0]:
        wrong.append(f"does not find {what}")
print("\n".join("file_map.py " + problem for problem in wrong) or "file_map.py finds what it should")
sys.exit(bool(wrong))

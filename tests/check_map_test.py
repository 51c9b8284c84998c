"""check_map.py must be able to fail: each fault below is planted and found."""

import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("check_map.py")
MAP = """## Every file

| `src/core/` | |
|---|---|
| `a.c/h` | both |
| `deep/b.c`, `c.c` | beside the one before |
| elsewhere | |
| `tests/test_*.c` | many |
| `bench/` | a folder |
"""
FILES = ["src/core/a.c", "src/core/a.h", "src/core/deep/b.c", "src/core/deep/c.c", "tests/test_a.c", "bench/x.c",
         "web/node_modules/x/index.js"]


def problems_of(files, text=MAP):
    """Whether such a tree is found to be wrong."""
    with tempfile.TemporaryDirectory() as root:
        for name in ["docs/architecture.md", *files]:
            file = pathlib.Path(root, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return subprocess.run([sys.executable, CHECK, root], capture_output=True).returncode != 0


wrong = []
if problems_of(FILES):
    wrong.append("a map that is whole")
for name in ["src/core/d.c", "src/core/deep/a.c", "src/b.c", "tests/a.c", "web/src/x.ts"]:
    if not problems_of([*FILES, name]):
        wrong.append("a file without a line: " + name)
for name in FILES[:5]:
    if not problems_of([file for file in FILES if file != name]):
        wrong.append("a line without a file: " + name)
print("\n".join("wrong result: " + name for name in wrong) or "check_map finds what it should")
sys.exit(bool(wrong))

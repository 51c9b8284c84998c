"""docs/architecture.md has a line for every file: check_map.py ROOT

Its tables name files: `a.c`, `a.c/h`, `a_*.c`, and folders with a slash at their
end where the whole folder has one line. A name is below the folder that heads its
table, or beside the name before it. Fails when a source has no name there, or a
name no file.
"""

import pathlib
import re
import sys

FOLDERS = ["bench", "examples", "fuzz", "include", "src", "tests", "tools", "web"]
SOURCES = {".c", ".h", ".ts", ".mjs", ".js", ".css", ".html", ".py", ".sh", ".def"}
SEVERAL = re.compile(r"(.*)\.([a-z]+(?:/[a-z]+)+)$")
FILE = re.compile(r"[\w*./-]*\.[a-z]+(?:/[a-z]+)*|[\w./-]+/")


def one_by_one(name):
    """a.c/h -> a.c, a.h"""
    several = SEVERAL.match(name)
    return ["%s.%s" % (several[1], end) for end in several[2].split("/")] if several else [name]


def found(root, folder, name):
    """The files that a name stands for, seen from a folder."""
    if name.endswith("/"):
        return set((root / folder / name).rglob("*"))
    return set(path for path in (root / folder).glob(name) if path.is_file())


def named(root, text):
    """The files with a line, and the names without a file."""
    files, strays = set(), []
    folder = beside = ""
    for line in text.splitlines():
        if not line.startswith("|"):
            continue
        cell = line.split("|")[1]
        if re.fullmatch(r" `[\w/]+/` | elsewhere ", cell) and line.split("|")[2].strip() == "":
            folder = beside = cell.strip(" `").replace("elsewhere", "")
            continue
        for name in re.findall(r"`([^`]+)`", cell):
            for each in one_by_one(name) if FILE.fullmatch(name) else []:
                here = found(root, folder, each) or found(root, beside, each)
                files |= here
                if not here:
                    strays.append(each)
                elif not each.endswith("/"):
                    beside = str(min(here).parent.relative_to(root))
    return files, strays


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and "node_modules" not in path.parts:
                yield path


def main(root):
    root = pathlib.Path(root).resolve()
    text = (root / "docs/architecture.md").read_text(encoding="utf-8")
    files, strays = named(root, text.partition("## Every file")[2])
    wrong = ["%s has no line" % path.relative_to(root) for path in sources(root) if path not in files]
    wrong += ["`%s` is nowhere" % name for name in strays]
    print("\n".join(wrong) or "architecture.md: every file has its line")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

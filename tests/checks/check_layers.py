"""Every folder has its place, dependencies point one way, and the library is silent: check_layers.py ROOT

core <- game <- search <- games <- agents <- arena, review, store <- tune, learn <- study <- report <- runs <- web, kgp <- site, bench <- cli; python beside cli

Fails on a folder that it does not know; when a file of src or bench includes a header of a layer beside or above its
own, such as a search a game, or one of no layer, such as of tests; when anything below cli prints or exits.
"""

import pathlib
import re
import sys

LAYERS = [["core"], ["game"], ["search"], ["games"], ["agents"], ["arena", "review", "store"], ["tune", "learn"], ["study"],
          ["report"], ["runs"], ["web", "kgp"], ["site", "bench"], ["cli"]]
LEVEL = {folder: level for level, layer in enumerate(LAYERS) for folder in layer}
LEVEL["python"] = LEVEL["runs"]  # it includes neither the store nor a server
SPEAKS = {"cli"}
SOURCES = set(LEVEL) - {"bench", "python"}

# The folders inside each folder; those of games stand for the folders of src/games. Others may have any inside.
FOLDERS = {
    "": {"bench", "docs", "examples", "fuzz", "include", "man", "po", "python", "src", "subprojects", "tests", "tools", "web"},
    "bench": {"games", "python"},
    "bench/games": "games",
    "fuzz": {"corpus"},
    "include": {"jogada"},
    "include/jogada": set(),
    "python": {"jogada"},
    "python/jogada": set(),
    "src": SOURCES,
    "tests": SOURCES | {"checks", "faults", "python", "support"},
    "tests/games": "games",
    "tools": set(),
    "web": {"src", "test"},
    "web/src": {"games", "learn", "site", "views"},
    "web/test": {"browser", "data", "games", "views"},
}
IGNORED = re.compile(r"\..*|build.*|node_modules|__pycache__")  # hidden, or made by tools

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"/]+)/([^"]*)"', re.M)
PRINTS = re.compile(r"\b(?:printf|vprintf|puts|putchar|perror|exit|_exit|abort|stdout|stderr)\b\s*[(,;)]")
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.S)


def blank(match):
    return "".join("\n" if c == "\n" else " " for c in match.group())


def folders_in(path):
    return {one.name for one in path.iterdir() if one.is_dir() and not IGNORED.fullmatch(one.name)} if path.is_dir() else set()


def unknown_folders(root):
    for folder, known in FOLDERS.items():
        for name in sorted(folders_in(root / folder) - (folders_in(root / "src/games") if known == "games" else known)):
            yield "%s: tests/checks/check_layers.py does not know this folder" % pathlib.Path(folder, name).as_posix()


def layer_of(path):
    """The layer of a file of src or bench, or None: programs of bench itself, such as load, have no layer."""
    if path.parts[0] == "src":
        return path.parts[1]
    if path.parts[0] == "python":
        return "python"
    return "bench" if "games" in path.parts or path.name == "bench.h" else None


def problems_in(root, path):
    name = path.relative_to(root)
    layer, text = layer_of(name), path.read_text(encoding="utf-8")
    where = lambda match: "%s:%d" % (name, text.count("\n", 0, match.start()) + 1)
    for match in INCLUDE.finditer(text):
        other = match.group(1)
        if other not in LEVEL:
            yield "%s: includes %s, which is no layer" % (where(match), other)
        elif layer and other != layer and LEVEL[other] >= LEVEL.get(layer, 0):
            yield "%s: %s includes %s" % (where(match), layer, other)
    if layer and layer not in SPEAKS:
        for match in PRINTS.finditer(NOISE.sub(blank, text)):
            yield "%s: %s must not print or exit: %s" % (where(match), layer, match.group().strip())


def problems(root):
    yield from unknown_folders(root)
    for folder in ("src", "bench", "python"):
        for path in sorted(root.glob(folder + "/**/*.[ch]")):
            yield from problems_in(root, path)
    for path in sorted(root.glob("include/jogada/*.h")):
        for match in re.finditer(r'#\s*include\s+"', path.read_text(encoding="utf-8")):
            yield "%s: a public header includes only <...>" % path.relative_to(root)


def main(root):
    found = list(problems(pathlib.Path(root)))
    print("\n".join(found) if found else "layers: every folder is known, and all includes point one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

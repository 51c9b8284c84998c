"""A game lives in its rooms, and no other file names it: check_rooms.py ROOT

The names come from src/games/games.def, the one list of games. The rooms of a game are src/games/NAME, bench/games/NAME
and web/src/games/NAME. Fails when another file of include, src, bench/games or web/src names a game outside a comment,
when a room names another game, or when a folder of src/games is not in the list.

Exempt are the studies, since a paper is about a game, and the Kalah Game Protocol.
"""

import pathlib
import re
import sys

EXEMPT = re.compile(r"src/games/games\.def|src/study/.*|src/kgp/.*|src/cli/(?:cmd_)?kgp\w*\.[ch]|web/src/games/index\.ts")
ROOM = re.compile(r"(?:src|bench|web/src)/games/(\w+)/.*")
SUFFIXES = {".c", ".h", ".def", ".ts", ".css", ".html", ".js"}

# English words: they name a game only as a spec, as a part of a path or behind a prefix.
WORDS = {"coins", "magic", "numbers"}

TOKEN = re.compile(r"""(/\*.*?\*/|(?<!:)//[^\n]*)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""", re.S)


def without_comments(text):
    """The text with comments blanked, so that lines keep their numbers."""
    return TOKEN.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m[1] else m[0], text)


def naming(name):
    """Matches every way to name a game: kalah, Kalah, KALAH, jg_kalah, findKalah, "kalah:houses=6", games/kalah."""
    if name in WORDS:
        return re.compile(rf"""["'`]{name}(?=["'`:.-])|(?i:\b(?:jg|bench|plain)_{name}(?![a-z]))|games/{name}\b"""
                          rf"""|jogada \w+ {name}\b""")
    return re.compile(rf"(?<![A-Za-z]){name}(?![a-z])|{name.capitalize()}(?![a-z])|(?<![A-Za-z]){name.upper()}(?![A-Za-z])")


def files(root, folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and "node_modules" not in path.parts:
                yield path.relative_to(root).as_posix(), path


def problems(root, folders):
    names = re.findall(r"(?m)^GAME\((\w+)\)$", (root / "src/games/games.def").read_text(encoding="utf-8"))
    if not names:
        yield "src/games/games.def: no line GAME(NAME)"
    for folder in sorted(path.name for path in (root / "src/games").iterdir() if path.is_dir()):
        if folder not in names:
            yield f"src/games/{folder}: not in src/games/games.def"
    patterns = {name: naming(name) for name in names}
    for name, path in files(root, folders):
        room = ROOM.fullmatch(name)
        if EXEMPT.fullmatch(name):
            continue
        text = without_comments(path.read_text(encoding="utf-8"))
        lower = text.lower()
        for game, pattern in patterns.items():
            if game not in lower or (room and room[1] == game):
                continue
            for match in pattern.finditer(text):
                yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}: names the game {game}"


def main(root):
    found = list(problems(pathlib.Path(root), ["include", "src", "bench/games", "web/src"]))
    print("\n".join(found) if found else "rooms: no file outside a game's rooms names it")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""Checks that a prefix belongs to one folder:

    python3 tests/checks/check_prefixes.py ROOT

The first word of an exported name, such as "lobby" in jg_lobby_open and struct jg_lobby, tells where to look for it.
Exported are the functions and variables of a .c file of ROOT/src that are not static, and the structs, unions, enums,
typedefs and inline functions that a header defines. A public header of ROOT/include/jogada counts as part of the
folder that implements it. src/site implements headers of other folders for the browser, whose names stay theirs. Prints one line per prefix of several folders and fails, or prints one line in all.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

PUBLIC = {
    "agent.h": "src/agents", "ask.h": "src/agents", "board.h": "src/game", "game.h": "src/game", "lang.h": "src/core", "option.h": "src/core", "record.h": "src/game", "review.h": "src/review",
    "rng.h": "src/core", "rollout.h": "src/arena", "search.h": "src/search", "status.h": "src/core", "text.h": "src/core", "vector.h": "src/game",
}

SITE = "src/site"

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
NAME = r"(jg_\w+)"
FUNCTION = re.compile(r"^(?!static\b|extern\b|typedef\b|return\b|#)[A-Za-z_][\w \t\*(),]*?[ \*]" + NAME + r"\([^;{}]*\)\s*\{", re.MULTILINE)
VARIABLE = re.compile(r"^(?!static\b|extern\b|typedef\b)(?:const |_Atomic )*(?:struct |enum |union )?\w+[ \*]+" + NAME + r"(?:\[[^\]]*\])* =", re.MULTILINE)
TYPE = re.compile(r"^(?:typedef )?(?:struct|union|enum) " + NAME + r" \{", re.MULTILINE)
TYPEDEF = re.compile(r"^typedef [^;{}]*?\b" + NAME + r";", re.MULTILINE)
INLINE = re.compile(r"^static inline [^;{}()]*?[ \*]" + NAME + r"\(", re.MULTILINE)


def prefix(name):
    return name.split("_")[1]


def exported(path):
    """The names that a file exports."""
    text = COMMENT.sub(" ", path.read_text(encoding="utf-8"))
    patterns = (FUNCTION, VARIABLE) if path.suffix == ".c" else (TYPE, TYPEDEF, INLINE)
    return {match[1] for pattern in patterns for match in pattern.finditer(text)}


def owners(root):
    """prefix -> folder of src -> names."""
    found = defaultdict(lambda: defaultdict(set))
    files = {path: path.parent.relative_to(root).as_posix() for path in sorted((root / "src").rglob("*.[ch]"))}
    files |= {root / "include/jogada" / name: folder for name, folder in PUBLIC.items()}
    for path, folder in files.items():
        for name in exported(path) if path.exists() else ():
            found[prefix(name)][folder].add(name)
    for folders in found.values():
        if len(folders) > 1:
            folders.pop(SITE, None)
    return found


def main(root):
    found = owners(root)
    shared = {word: folders for word, folders in found.items() if len(folders) > 1}
    for word, folders in sorted(shared.items()):
        places = (f"{folder} ({', '.join(sorted(names)[:3])})" for folder, names in sorted(folders.items()))
        print(f"jg_{word} is a prefix of several folders: {'; '.join(places)}")
    if not shared:
        print(f"{len(found)} prefixes, each of one folder")
    return 1 if shared else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 tests/checks/check_prefixes.py ROOT")
    sys.exit(main(Path(sys.argv[1])))

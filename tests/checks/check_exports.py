"""Checks that every exported function has a user:

    python3 tests/checks/check_exports.py ROOT

A function that a header of ROOT/src declares must be used by a file of src, bench or python other than the one that defines it;
otherwise it should be static, and tested through its callers. ALLOWED lists the exceptions, each with its reason. A
function of the public headers, ROOT/include/jogada, is for users of the library: an example, a test, a page of docs or
another file of src must show a call. Every declared function must be defined. Prints one line per problem and fails, or
prints one line in all.
"""

import re
import sys
from collections import Counter
from pathlib import Path

# Functions that only their own file, tests and fuzz targets call.
ALLOWED = {
    "jg_db_checkpoint": "one step of the checkpoint thread: its test needs no clock",
    "jg_domino_antonio_value": "the value of one move, which the paper defines and tests compute by hand",
    "jg_kgp_board_open": "fuzz_kgp.c opens every board that it receives",
    "jg_magic_q_weights": "the scaling and rounding of learnt weights, which a test states by example",
    "jg_scheduler_peak": "the most memory in use at once, the promise of serve --memory",
    "jg_tree_bound_from": "the cause of a cutoff: tests check it on random trees, where its sentence is cut short",
    "jg_weights_read": "fuzz_weights.c reads weights without a file",
    "jg_writer_put": "the queue of the writer: tests fill it with games that no record has",
}

COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
ATTRIBUTE = re.compile(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)")
MACRO = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
BRACES = re.compile(r"\{[^{}]*\}")
WORD = re.compile(r"\w+")
FUNCTION = r"(?!typedef\b|static\b|extern\b|return\b|else\b)[A-Za-z_][\w\s*]*?[\s*](\w+)\([^(){};]*(?:\([^(){};]*\)[^(){};]*)*\)\s*"
DECLARATION = re.compile(r"(?:^|(?<=;))\s*" + FUNCTION + r"(?=;)")
DEFINITION = re.compile(r"^" + FUNCTION + r"\{", re.MULTILINE)
EMITTED = re.compile(r"^extern inline [^;{}(]*?(\w+)\(", re.MULTILINE)  # the definition of a header's inline function


class Source:
    """A file: the words of its code, and the functions that it declares or defines."""

    def __init__(self, path):
        code = ATTRIBUTE.sub(" ", COMMENT_OR_TEXT.sub(" ", path.read_text(encoding="utf-8")))
        self.words = Counter(WORD.findall(code))
        self.defined = set(DEFINITION.findall(code)) | set(EMITTED.findall(code))
        self.declared = set()
        if path.suffix == ".h":
            flat = MACRO.sub("", code)
            while (less := BRACES.sub(";", flat)) != flat:
                flat = less
            self.declared = set(DECLARATION.findall(flat))


def read(root, folders, pattern):
    return {path: Source(path) for folder in folders for path in sorted((root / folder).rglob(pattern))}


def problems(root, allowed):
    src = read(root, ["src", "include", "bench", "python"], "*.[ch]")
    shown = read(root, ["examples", "tests", "fuzz"], "*.[ch]")
    shown |= read(root, ["docs"], "*.md")
    unused = set()
    for header, source in src.items():
        if header.is_relative_to(root / "bench"):
            continue  # plain engines are interfaces for tests
        for name in sorted(source.declared):
            place = f"{header.relative_to(root)}: {name}"
            owners = [path for path, other in src.items() if name in other.defined and path.suffix == ".c"]
            users = [path for path, other in src.items() if path != header and path not in owners and name in other.words]
            if not owners:
                yield f"{place} is declared, and defined nowhere"
            elif users or source.words[name] > 1:  # an inline function or a macro of the header calls it
                continue
            elif header.is_relative_to(root / "include"):
                if not any(name in other.words for other in shown.values()):
                    yield f"{place} is public, and no source, example, test or page of docs calls it"
            else:
                unused.add(name)
                if name not in allowed:
                    yield f"{place} has no user outside {owners[0].relative_to(root)}: make it static"
    for name in sorted(allowed.keys() - unused):
        yield f"tests/checks/check_exports.py: {name} is in ALLOWED without need"


def main(root):
    found = list(problems(root, ALLOWED))
    print("\n".join(found) if found else f"every exported function has a user, except {len(ALLOWED)} with a reason")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 tests/checks/check_exports.py ROOT")
    sys.exit(main(Path(sys.argv[1])))

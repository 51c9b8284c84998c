"""Shows that check_prefixes.py finds each kind of shared prefix, and reports none where there is none."""

import subprocess
import sys
import tempfile
from pathlib import Path

CHECK = Path(__file__).with_name("check_prefixes.py")

GOOD = {
    "include/jogada/game.h": "struct jg_game {\n    int x;\n};\nstatic inline int jg_turn(int x) { return x; }\n",
    "src/game/game.c": "int jg_game_open(struct jg_game *g,\n                 int x) {\n    return 0;\n}\n",
    "src/web/lobby.h": "struct jg_lobby {\n    int x;\n};\nstruct jg_game; /* struct jg_game { */\nextern const int jg_lobby_limit;\n",
    "src/web/lobby.c": "static int jg_game_local(int x) {\n    return jg_game_open(NULL, x);\n}\n"
                       "const int jg_lobby_limit = 5;\nvoid *jg_lobby_find(void) {\n    return NULL;\n}\n",
    "src/cli/main.c": "int main(void) {\n    return jg_lobby_find() != NULL;\n}\n",
}

# Texts added to a file of the good tree, and the prefix that must be reported; None: none.
CASES = [
    ("src/web/lobby.c", "", None),
    ("src/cli/main.c", "int jg_lobby_extra(void) {\n    return 0;\n}\n", "lobby"),
    ("src/cli/main.c", "const struct jg_x *jg_lobby_extra(int a,\n    int b) {\n    return 0;\n}\n", "lobby"),
    ("src/cli/main.c", "static int jg_lobby_extra(void) {\n    return 0;\n}\n", None),
    ("src/cli/main.c", "int jg_lobby_extra(void);\n", None),
    ("src/cli/main.c", "const struct jg_x jg_lobby_table[] = {1};\n", "lobby"),
    ("src/cli/cli.h", "struct jg_lobby_view {\n    int x;\n};\n", "lobby"),
    ("src/cli/cli.h", "enum jg_lobby_kind { JG_A };\n", "lobby"),
    ("src/cli/cli.h", "typedef int jg_lobby_id;\n", "lobby"),
    ("src/cli/cli.h", "static inline int jg_lobby_id(int x) { return x; }\n", "lobby"),
    ("src/cli/cli.h", "void f(const struct jg_lobby *l);\n", None),
    ("src/web/lobby.c", "int jg_turn_next(void) {\n    return 0;\n}\n", "turn"),
    ("src/game/game.c", "int jg_turn_next(void) {\n    return 0;\n}\n", None),
]


def check(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, CHECK, root], capture_output=True, encoding="utf-8", check=False)
        return run.returncode, run.stdout.splitlines() + run.stderr.splitlines()


def main():
    failures = 0
    for name, added, prefix in CASES:
        status, lines = check({**GOOD, name: GOOD.get(name, "") + added})
        expected = f"jg_{prefix} is a prefix of several folders: "
        right = len(lines) == 1 and (status == 0 if prefix is None else status == 1 and lines[0].startswith(expected))
        if not right:
            failures += 1
            print(f"{name} with {added!r}: expected {prefix}, exit {status} and", *lines, sep="\n  ")
    print(f"{len(CASES) - failures} of {len(CASES)} as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

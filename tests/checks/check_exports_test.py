"""Shows that check_exports.py finds each kind of function without a user, and reports none where there is none."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_exports

GOOD = {
    "include/jogada/game.h": "int jg_game_open(const char *spec);\nint jg_game_shown(void);\n",
    "src/game/game.c": "int jg_game_open(const char *spec) {\n    return 0;\n}\nint jg_game_shown(void) {\n    return 1;\n}\n",
    "src/web/lobby.h": "struct jg_lobby {\n    int (*see)(int x);\n};\nvoid jg_lobby_find(struct jg_lobby *l,\n    void (*see)(void *arg, int x));\n"
                       "__attribute__((format(printf, 1, 2))) int jg_lobby_say(const char *format, ...);\n"
                       "int jg_lobby_odd(void);\nint jg_lobby_next(int x);\n"
                       "static inline int jg_lobby_last(int x) { return jg_lobby_next(x); }\n",
    "src/web/lobby.c": "void jg_lobby_find(struct jg_lobby *l, void (*see)(void *arg, int x)) {\n}\n"
                       "int jg_lobby_say(const char *format, ...) {\n    return jg_lobby_odd();\n}\n"
                       "int jg_lobby_odd(void) {\n    return 1;\n}\nint jg_lobby_next(int x) {\n    return x;\n}\n",
    "src/cli/main.c": "int main(void) {\n    jg_lobby_find(NULL, NULL);\n    return jg_lobby_say(\"jg_extra\") + jg_game_open(\"\");\n}\n",
    "tests/test_game.c": "int main(void) {\n    return jg_game_shown() + jg_lobby_odd();\n}\n",
}
ALLOWED = {"jg_lobby_odd": "a reason"}
EXTRA = "int jg_lobby_extra(void) {\n    return 0;\n}\nint user(void) {\n    return jg_lobby_extra();\n}\n"
DECLARED = "int jg_lobby_extra(void);\n"

# Texts added to files of the good tree, names added to ALLOWED, and how the problem begins; None: none.
CASES = [
    ({}, [], None),
    ({"src/web/lobby.h": DECLARED, "src/web/lobby.c": EXTRA}, [], "src/web/lobby.h: jg_lobby_extra has no user outside src/web/lobby.c"),
    ({"src/web/lobby.h": DECLARED, "src/web/lobby.c": EXTRA, "tests/test_game.c": "/* */ int x = jg_lobby_extra();\n"}, [],
     "src/web/lobby.h: jg_lobby_extra has no user"),
    ({"src/web/lobby.h": DECLARED, "src/web/lobby.c": EXTRA, "src/cli/main.c": "/* jg_lobby_extra() */\n"}, [],
     "src/web/lobby.h: jg_lobby_extra has no user"),
    ({"src/web/lobby.h": DECLARED, "src/web/lobby.c": EXTRA, "src/cli/main.c": "int x = jg_lobby_extra();\n"}, [], None),
    ({"src/web/lobby.h": DECLARED + "#define ODD(x) \\\n    (x + jg_lobby_extra())\n", "src/web/lobby.c": EXTRA}, [], None),
    ({"src/web/lobby.h": DECLARED, "src/web/lobby.c": EXTRA}, ["jg_lobby_extra"], None),
    ({"src/web/lobby.c": "static " + EXTRA}, [], None),
    ({"src/web/lobby.h": DECLARED}, [], "src/web/lobby.h: jg_lobby_extra is declared, and defined nowhere"),
    ({"src/cli/main.c": "int x = jg_lobby_odd();\n"}, [], "tests/checks/check_exports.py: jg_lobby_odd is in ALLOWED without need"),
    ({}, ["jg_lobby_gone"], "tests/checks/check_exports.py: jg_lobby_gone is in ALLOWED without need"),
    ({"include/jogada/game.h": "int jg_game_extra(void);\n", "src/game/game.c": "int jg_game_extra(void) {\n    return 1;\n}\n"}, [],
     "include/jogada/game.h: jg_game_extra is public, and no source, example, test or page of docs calls it"),
    ({"include/jogada/game.h": "int jg_game_extra(void);\n", "src/game/game.c": "int jg_game_extra(void) {\n    return 1;\n}\n",
      "docs/library.md": "Call `jg_game_extra` first.\n"}, [], None),
]


def check(files, allowed):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(check_exports.problems(Path(root), allowed))


def main():
    failures = 0
    for added, names, expected in CASES:
        files = {name: GOOD.get(name, "") + added.get(name, "") for name in GOOD.keys() | added.keys()}
        found = check(files, ALLOWED | dict.fromkeys(names, "a reason"))
        right = not found if expected is None else len(found) == 1 and found[0].startswith(expected)
        if not right:
            failures += 1
            print(f"{added} and {names}: expected {expected}, not", *found, sep="\n  ")
    print(f"{len(CASES) - failures} of {len(CASES)} as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

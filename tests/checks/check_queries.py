"""One module asks agents, and one plays games: check_queries.py ROOT

src/agents/ask.c builds every query, with the view of the seat to move and the earlier positions where repetition
counts. Fails when another file of src, bench or examples makes or changes a struct jg_query, or when one outside
src/agents calls an agent directly. Pointers to a query are fine. Fails, too, when a file plays games by itself:
jg_series_play plays them on threads, from rows and on other machines. Exceptions are rollouts, whose first comment says why,
and one file that plays the first plies of single games, which are compared with those of another program.
"""

import pathlib
import re
import sys

ASKS = "src/agents/ask.c"
PLAY = {
    "src/arena/game.c",  # the function itself
    "src/arena/game.h",
    "src/arena/series.c",
    "src/arena/rollout.c",
    "bench/site_games.c",  # first plies
}
MAKES = re.compile(r"\bstruct jg_query\b(?!\s*(?:\*|;))")
CHANGES = re.compile(r"(?:\.|->)query\.\w+\s*=(?!=)|\bquery->\w+\s*=(?!=)")
CALLS = re.compile(r"\bjg_agent_choose\w*\s*\(|->choose\s*\(")
PLAYS = re.compile(r"\bjg_arena_play\s*\(")
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.S)


def blank(match):
    return "".join("\n" if c == "\n" else " " for c in match.group())


def problems(root):
    for path in sorted(p for folder in ("src", "bench", "examples") for p in (root / folder).rglob("*.[ch]")):
        name = path.relative_to(root).as_posix()
        text = NOISE.sub(blank, path.read_text(encoding="utf-8"))
        rules = [(MAKES, "makes a query"), (CHANGES, "changes a query")] if name != ASKS else []
        rules += [(CALLS, "calls an agent")] if not name.startswith("src/agents/") else []
        rules = [(rule, what, "jg_ask_record or jg_ask_state") for rule, what in rules]
        rules += [(PLAYS, "plays a game", "jg_series_play")] if name not in PLAY else []
        for rule, what, instead in rules:
            for match in rule.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                yield "%s:%d: %s; use %s" % (name, line, what, instead)


def main(root):
    found = list(problems(pathlib.Path(root)))
    print("\n".join(found) if found else "queries: only %s builds them" % ASKS)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""One module asks agents: check_queries.py ROOT

src/agents/ask.c builds every query, with the view of the seat to move and the earlier positions where repetition
counts. Fails when another file of src, bench or examples makes or changes a struct jg_query, or when one outside
src/agents calls an agent directly. Pointers to a query are fine.
"""

import pathlib
import re
import sys

ASKS = "src/agents/ask.c"
MAKES = re.compile(r"\bstruct jg_query\b(?!\s*(?:\*|;))")
CHANGES = re.compile(r"(?:\.|->)query\.\w+\s*=(?!=)|\bquery->\w+\s*=(?!=)")
CALLS = re.compile(r"\bjg_agent_choose\w*\s*\(|->choose\s*\(")
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.S)


def blank(match):
    return "".join("\n" if c == "\n" else " " for c in match.group())


def problems(root):
    for path in sorted(p for folder in ("src", "bench", "examples") for p in (root / folder).rglob("*.[ch]")):
        name = path.relative_to(root).as_posix()
        text = NOISE.sub(blank, path.read_text(encoding="utf-8"))
        rules = [(MAKES, "makes a query"), (CHANGES, "changes a query")] if name != ASKS else []
        rules += [(CALLS, "calls an agent")] if not name.startswith("src/agents/") else []
        for rule, what in rules:
            for match in rule.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                yield "%s:%d: %s; use jg_ask_record or jg_ask_state" % (name, line, what)


def main(root):
    found = list(problems(pathlib.Path(root)))
    print("\n".join(found) if found else "queries: only %s builds them" % ASKS)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

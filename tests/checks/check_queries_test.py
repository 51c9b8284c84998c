"""check_queries.py must be able to fail: each fault below is planted and found."""

import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("check_queries.py")

FAULTS = {
    "a query by hand": ("src/web/a.c", "void f(void) { struct jg_query query = {.seat = 1}; }\n"),
    "a query as a literal": ("src/cli/a.c", "void f(void) { g(&(struct jg_query){.seat = 1}); }\n"),
    "a query in a struct": ("src/web/a.h", "struct job {\n    struct jg_query question;\n};\n"),
    "a query by hand beside ask.c": ("src/agents/a.c", "void f(void) { struct jg_query query = {.seat = 1}; }\n"),
    "keys set by hand": ("src/arena/a.c", "void f(struct jg_ask *a) { a->query.keys = 0; }\n"),
    "a view set by hand": ("bench/a.c", "void f(struct jg_query *query) { query->view = 0; }\n"),
    "a direct call": ("src/cli/a.c", "void f(void) { jg_agent_choose(a, query, report, err); }\n"),
    "a direct call in an example": ("examples/a.c", "void f(void) { jg_agent_choose_untimed(a, query, report, err); }\n"),
    "games in a loop": ("src/study/a.c", "void f(void) { while (g()) jg_arena_play(&game, &r, 0, err); }\n"),
    "games in a loop of the arena": ("src/arena/a.c", "void f(void) { while (g()) jg_arena_play(&game, &r, 0, err); }\n"),
    "a call of the kind": ("src/arena/a.c", "void f(void) { a->kind->choose(a, query, report, err); }\n"),
}
FINE = {
    "a series": ("src/study/a.c", "void f(void) { jg_series_play(&series, err); }\n"),
    "the series": ("src/arena/series.c", "void f(void) { jg_arena_play(&game, &r, 0, err); }\n"),
    "ask.c itself": ("src/agents/ask.c", "void f(void) { ask->query = (struct jg_query){.seat = 1}; }\n"),
    "a search reads a query": ("src/search/a.c", "int f(const struct jg_query *query) { return query->seat == 1; }\n"),
    "a declaration": ("src/search/a.h", "struct jg_query;\n"),
    "a similar name": ("src/search/a.c", "struct jg_query_list list;\n"),
    "a wrapper of an agent": ("src/agents/a.c", "void f(void) { jg_agent_choose(a, query, report, err); }\n"),
    "a word in a comment": ("src/web/a.c", "/* struct jg_query query = {0}; */\n"),
    "tests of a search": ("tests/search/a.c", "void f(void) { struct jg_query query = {.seat = 1}; }\n"),
}


def found(path, text):
    with tempfile.TemporaryDirectory() as root:
        file = pathlib.Path(root, path)
        file.parent.mkdir(parents=True)
        file.write_text(text)
        return subprocess.run([sys.executable, CHECK, root], capture_output=True).returncode != 0


wrong = [name for name, fault in FAULTS.items() if not found(*fault)]
wrong += [name for name, fine in FINE.items() if found(*fine)]
print("\n".join("wrong result: " + name for name in wrong) or "check_queries finds what it should")
sys.exit(bool(wrong))

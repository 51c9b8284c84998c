"""Shows that check_words.py finds each kind of fault, and none where there is none."""

import subprocess
import sys
import tempfile
from pathlib import Path

CHECK = Path(__file__).with_name("check_words.py")

# Every way in which a text can stand in the sources.
GOOD = {
    "include/jogada/agent.h": r"""
#define LIMITS(member)                  \
    {.name = "depth", JG_FIELD(member), \
     .help = "in a macro"}
""",
    "src/a.c": r"""
/* jg_fail(err, 0, 0, "in a comment"); */ // tr(c, "in another")
enum jg_status jg_fail(struct jg_error *err, int code, int position, const char *format, ...);
int f(void) {
    char quote = '"';
    puts(tr(c, n == 1 ? "one" : "many"));
    puts(tr(c, (strcmp(a, "not this") ? "grouped" : name_of("nor this"))));
    printf(jg_tr(lang, "of \"%s\" and %d\n"), a, n);
    return jg_fail(err, JG_EINPUT, at(text, 1),
                   "in two "  /* a comment between */
                   "pieces, %.*s", 3, "not this");
}
const struct kind k = {.title = "Title", .seat_name = {"X", [1] = "O"}, .summary = "sum" "mary"};
""",
    "src/cli/words.c": r"""
static const struct word { const char *english, *help; } WORDS[] = {
    {"help", "ajuda", 'h', "", "these words", do_help},
    {"quit", "sair", 'q', "", "leave", do_quit},
};
""",
    "src/game/game.c": """static const char *const usual[SEATS] = {"player 1", "player 2"};\n""",
    "src/core/file.c": """int g(void) { return jg_fail(err, JG_EIO, -1, "%s: %s", path, why); }\n""",
    "src/core/pt_br.def": r"""
/* W("a comment", "um comentário") */
W("in a macro", "em uma macro")
W("one", "um") W("many", "muitos") W("grouped", "agrupado")
W("of \"%s\" and %d\n", "%2$d de \"%1$s\"\n")
W("in two pieces, %.*s",
  "em dois " "pedaços, %2$.*1$s")
W("Title", "Título") W("X", "X") W("O", "O") W("summary", "resumo")
W("these words", "estas palavras") W("leave", "sai")
W("player 1", "jogador 1") W("player 2", "jogador 2")
""",
}

# A change of one file of the good tree: path, old text, new text, what must be reported.
FAULTS = [
    ("src/a.c", '"one"', '"alone"', 'src/a.c:6: "alone" has no Portuguese'),
    ("src/a.c", '"many"', '"more"', 'src/a.c:6: "more" has no Portuguese'),
    ("src/a.c", '"grouped"', '"in a group"', 'src/a.c:7: "in a group" has no Portuguese'),
    ("src/a.c", "and %d", "plus %d", r'src/a.c:8: "of \"%s\" plus %d\n" has no Portuguese'),
    ("src/a.c", '"pieces,', '"parts,', 'src/a.c:10: "in two parts, %.*s" has no Portuguese'),
    ("src/a.c", '"Title"', '"Name"', 'src/a.c:13: "Name" has no Portuguese'),
    ("src/a.c", '"O"', '"Y"', 'src/a.c:13: "Y" has no Portuguese'),
    ("src/a.c", '"mary"', '"mit"', 'src/a.c:13: "summit" has no Portuguese'),
    ("include/jogada/agent.h", "in a", "of a", 'include/jogada/agent.h:4: "of a macro" has no Portuguese'),
    ("src/cli/words.c", '"leave"', '"go"', 'src/cli/words.c:4: "go" has no Portuguese'),
    ("src/game/game.c", '"player 2"', '"player B"', 'src/game/game.c:1: "player B" has no Portuguese'),
    ("src/core/pt_br.def", 'W("leave", "sai")', "", 'src/cli/words.c:4: "leave" has no Portuguese'),
    ("src/core/pt_br.def", 'W("one"', 'W("idle", "ocioso") W("one"', 'pt_br.def:4: "idle" is used nowhere'),
    ("src/a.c", 'tr(c, "in another")', "", None),
    ("src/core/pt_br.def", '"sai")', '"sai")\nW("leave", "sai")', 'pt_br.def:10: "leave" is there twice'),
    ("src/core/pt_br.def", "%1$s", "%1$d", "pt_br.def:5: "),
    ("src/core/pt_br.def", "%2$d de", "de", "pt_br.def:5: "),
    ("src/core/pt_br.def", r"%2$d de \"%1$s\"", r"%d de \"%s\"", "pt_br.def:5: "),
    ("src/core/pt_br.def", "%2$.*1$s", "%s", "pt_br.def:6: "),
    ("src/core/pt_br.def", '"um"', '"um %"', 'pt_br.def:4: "one" and "um %" differ in their directives'),
    ("src/core/pt_br.def", '"um"', '"um %s"', 'pt_br.def:4: "one" and "um %s" differ in their directives'),
    ("src/core/pt_br.def", '"sai"', r'"sai\n"', r'pt_br.def:9: "leave" and "sai\n" differ in the space'),
]


def check(files):
    """Runs the script on a tree of these files; gives its exit status and its lines."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, CHECK, root], capture_output=True, encoding="utf-8", check=False)
        return run.returncode, run.stdout.splitlines() + run.stderr.splitlines()


def main():
    failures = 0
    cases = [("src/a.c", "", "", None)] + FAULTS
    for name, old, new, expected in cases:
        assert old in GOOD[name], f"{name} has no {old}"
        status, lines = check({**GOOD, name: GOOD[name].replace(old, new, 1) if old else GOOD[name]})
        if expected is None:
            right = status == 0 and len(lines) == 1
        else:
            right = status == 1 and any(expected in line for line in lines)
        if not right:
            failures += 1
            print(f"{name}, {old!r} made {new!r}: expected {expected!r}, exit {status} and", *lines, sep="\n  ")
    print(f"{len(cases) - failures} of {len(cases)} as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

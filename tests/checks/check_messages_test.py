"""Shows that tools/messages.py finds every kind of message and of mistake, and reports none where there is none."""

import contextlib
import functools
import io
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import messages

# Every way in which a message can stand in the sources.
SOURCES = {
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
    puts(jg_tr_context(lang, "decimal separator", "."));
    return jg_fail(err, JG_EINPUT, at(text, 1),
                   "in two "  /* a comment between */
                   "pieces, %.*s", 3, "not this");
}
const struct kind k = {.title = "Title", .seat_name = {"X", [1] = "O"}, .summary = "sum" "mary"};
""",
    "src/cli/cmd_replay.c": r"""
static const struct command { char letter; const char *word, *help; } COMMANDS[] = {
    {'h', "help", "these words", do_help},
    {'q', "quit", "leave", do_quit},
};
""",
    "src/game/game.c": """static const char *const usual[SEATS] = {"player 1", "player 2"};\n""",
    "src/core/file.c": """int g(void) { return jg_fail(err, JG_EIO, -1, "%s: %s", path, why); }\n""",
    "web/src/main.ts": r"""
t('Yes'); p.t(a ? 'No' : 'Maybe'); tn(n, '{0} seed', '{0} seeds'); const x = word('Late')
t(`Don't`); t(text); t('{0} and {1}', t('leave'), u('not this'))
""",
}

HEADER = r'''msgid ""
msgstr ""
"Project-Id-Version: test\n"
"PO-Revision-Date: 2026-01-01 00:00+0000\n"
"Last-Translator: test\n"
"Language-Team: test\n"
"Language: %s\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"X-Language-Title: Test\n"
'''

TRANSLATIONS = [
    ("in a macro", "em uma macro"),
    ("one", "um"),
    ("many", "muitos"),
    ("grouped", "agrupado"),
    (r"of \"%s\" and %d\n", r"%2$d de \"%1$s\"\n"),
    ("in two pieces, %.*s", "em dois pedaços, %2$.*1$s"),
    ("Title", "Título"),
    ("X", "X"),
    ("O", "O"),
    ("summary", "resumo"),
    ("these words", "estas palavras"),
    ("leave", "sai"),
    ("player 1", "jogador 1"),
    ("player 2", "jogador 2"),
    ("Yes", "Sim"),
    ("No", "Não"),
    ("Maybe", "Talvez"),
    ("{0} seed", "{0} semente"),
    ("{0} seeds", "{0} sementes"),
    ("Late", "Tarde"),
    ("Don't", "Não faça"),
    ("{0} and {1}", "{0} e {1}"),
]

CONTEXTS = [("decimal separator", ".", ","), ("command", "help", "ajuda"), ("command", "quit", "sair")]

PORTUGUESE = "po/pt_BR.po"
SPANISH = "po/es.po"

# A change of one file of a tree in order: path, old text, new text, what must be reported.
FAULTS = [
    ("src/a.c", '"one"', '"alone"', 'src/a.c:6: "alone" is not in po/jogada.pot'),
    ("src/a.c", '"many"', '"more"', 'src/a.c:6: "more" is not in po/pt_BR.po'),
    ("src/a.c", '"grouped"', '"in a group"', 'src/a.c:7: "in a group" is not in'),
    ("src/a.c", "and %d", "plus %d", r'src/a.c:8: "of \"%s\" plus %d\n" is not in'),
    ("src/a.c", 'separator", "."', 'separator", ":"', 'src/a.c:9: ":" is not in'),
    ("src/a.c", '"decimal separator"', '"decimal sign"', 'src/a.c:9: "." is not in'),
    ("src/a.c", '"pieces,', '"parts,', 'src/a.c:11: "in two parts, %.*s" is not in'),
    ("src/a.c", '"Title"', '"Name"', 'src/a.c:14: "Name" is not in'),
    ("src/a.c", '"O"', '"Y"', 'src/a.c:14: "Y" is not in'),
    ("src/a.c", '"mary"', '"mit"', 'src/a.c:14: "summit" is not in'),
    ("include/jogada/agent.h", "in a", "of a", 'include/jogada/agent.h:4: "of a macro" is not in'),
    ("src/cli/cmd_replay.c", '"leave"', '"go"', 'src/cli/cmd_replay.c:4: "go" is not in'),
    ("src/cli/cmd_replay.c", '"quit"', '"exit"', 'src/cli/cmd_replay.c:4: "exit" is not in'),
    ("src/game/game.c", '"player 2"', '"player B"', 'src/game/game.c:1: "player B" is not in'),
    ("web/src/main.ts", "'Yes'", "'Sure'", 'web/src/main.ts:2: "Sure" is not in'),
    ("web/src/main.ts", "'Maybe'", "'Perhaps'", 'web/src/main.ts:2: "Perhaps" is not in'),
    ("web/src/main.ts", "{0} seeds", "{0} stones", 'web/src/main.ts:2: "{0} stones" is not in'),
    ("web/src/main.ts", "'Late'", "'Early'", 'web/src/main.ts:2: "Early" is not in'),
    ("web/src/main.ts", "'leave'", "'go'", 'web/src/main.ts:3: "go" is not in'),
    ("web/src/main.ts", "'not this'", "'this'", None),
    ("src/a.c", 'tr(c, "in another")', "", None),
    ("src/game/game.c", '"player 2"', '"player 1"', '"player 2" is used nowhere'),
    ("src/a.c", '"many"', '"player 1"', "does not match the sources"),
    (PORTUGUESE, 'msgstr "um"', 'msgstr ""', 'src/a.c:6: "one" has no translation in po/pt_BR.po'),
    (PORTUGUESE, 'msgstr "Sim"', 'msgstr ""', 'web/src/main.ts:2: "Yes" has no translation in po/pt_BR.po'),
    (PORTUGUESE, 'msgid "one"\nmsgstr "um"\n', "", 'src/a.c:6: "one" is not in po/pt_BR.po'),
    (PORTUGUESE, 'msgid "one"', '#, fuzzy\nmsgid "one"', 'src/a.c:6: "one" has no translation in po/pt_BR.po'),
    (PORTUGUESE, 'msgstr "um"', 'msgstr "um"\n\nmsgid "idle"\nmsgstr "ocioso"', '"idle" is used nowhere'),
    (PORTUGUESE, 'msgstr "um"', 'msgstr "um"\n\nmsgid "one"\nmsgstr "um"', "duplicate message definition"),
    (PORTUGUESE, "%1$s", "%1$d", r'"of \"%s\" and %d\n" and'),
    (PORTUGUESE, "%2$d de", "de", "differ in their directives"),
    (PORTUGUESE, r"%2$d de \"%1$s\"", r"%d de \"%s\"", "differ in their directives"),
    (PORTUGUESE, "%2$.*1$s", "%s", "differ in their directives"),
    (PORTUGUESE, '"um"', '"um %"', '"one" and "um %" differ in their directives'),
    (PORTUGUESE, '"um"', '"um %s"', '"one" and "um %s" differ in their directives'),
    (PORTUGUESE, '"sai"', '"sai "', '"leave" and "sai " differ in the space'),
    (PORTUGUESE, '"{0} e {1}"', '"{0} e"', '"{0} and {1}" and "{0} e" differ in their values'),
    (PORTUGUESE, "Language: pt_BR", "Language: pt", "the header must have Language: pt_BR"),
    (PORTUGUESE, '"Content-Type: text/plain; charset=UTF-8\\n"\n', "", "Content-Type"),
    (SPANISH, 'msgstr "uno"', 'msgstr ""', None),
    (SPANISH, 'msgstr "sí"', 'msgstr ""', 'web/src/main.ts:2: "Yes" has no translation in po/es.po'),
    ("po/LINGUAS", "\nes", "\nes\nfr", "po/fr.po is missing"),
    ("po/COMPLETE", "es web", "es web docs/games", "docs/games/kalah.es.md is missing"),
    ("po/COMPLETE", "es web", "es web src/a.c", 'src/a.c:6: "many" has no translation in po/es.po'),
]


def catalogue(language, translations, contexts):
    out = [HEADER % language]
    out += [f'\nmsgid "{english}"\nmsgstr "{text}"\n' for english, text in translations]
    out += [f'\nmsgctxt "{context}"\nmsgid "{english}"\nmsgstr "{text}"\n' for context, english, text in contexts]
    return "".join(out)


list_page = messages.page_messages


@functools.cache
def listed(source):
    """The messages of a page with this source: Node starts once for each."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "web/src").mkdir(parents=True)
        (Path(folder) / "web/src/main.ts").write_text(source, encoding="utf-8")
        return list_page(Path(folder))


messages.page_messages = lambda root: listed((root / "web/src/main.ts").read_text(encoding="utf-8"))


def check(root):
    """The exit status of the check, and the lines it prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = messages.check(root)
    return status, out.getvalue().splitlines()


def make_tree(root):
    """A tree whose catalogues are complete and up to date."""
    files = {**SOURCES, "po/LINGUAS": "# languages\npt_BR\nes\n", "po/COMPLETE": "pt_BR include src web docs/games\nes web\n",
             "docs/games/kalah.md": "", "docs/games/kalah.pt-BR.md": "", "docs/games/kalah-reference.md": "",
             PORTUGUESE: catalogue("pt_BR", TRANSLATIONS, CONTEXTS),
             SPANISH: catalogue("es", [("one", "uno"), ("Yes", "sí")] + [(e, e) for e, _ in TRANSLATIONS[14:]]
                                + [("leave", "salir")], [])}
    files[SPANISH] = files[SPANISH].replace('\nmsgid "Yes"\nmsgstr "Yes"\n', "", 1)
    for name, text in files.items():
        path = Path(root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    messages.update(Path(root))


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        good = Path(folder, "good")
        make_tree(good)
        for name, old, new, expected in [("src/a.c", "", "", None)] + FAULTS:
            bad = Path(folder, "bad")
            shutil.copytree(good, bad)
            text = (bad / name).read_text(encoding="utf-8")
            assert old in text, f"{name} has no {old}"
            (bad / name).write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
            status, lines = check(bad)
            if expected is None:
                right = status == 0 and len(lines) == 1
            else:
                right = status == 1 and any(expected in line for line in lines)
            if not right:
                failures += 1
                print(f"{name}, {old!r} made {new!r}: expected {expected!r}, exit {status} and", *lines, sep="\n  ")
            shutil.rmtree(bad)
    print(f"{len(FAULTS) + 1 - failures} of {len(FAULTS) + 1} as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

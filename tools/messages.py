"""The messages of jogada and their translations.

    tools/messages.py --update [ROOT]         writes po/jogada.pot from the sources and refreshes every po/*.po
    tools/messages.py --check [ROOT]          prints what is wrong, one problem per line, and fails if there is any
    tools/messages.py --untranslated LANGUAGE [PATH...]
                                              prints the messages that LANGUAGE lacks, of these sources only

A message is an English literal: in C an argument of the functions in CALLS, a value of the members in MEMBERS or a cell of
the tables in TABLES; on the page an argument of t(), tn() or word(), which web/messages.mjs finds. English is the key
of the catalogues. po/LINGUAS lists the languages, po/COMPLETE the sources that each must translate completely.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import po

TEMPLATE = "po/jogada.pot"

# Calls and the argument, counted from 0, that is an English text.
CALLS = {"jg_fail": 3, "jg_refuse": 2, "tr": 1, "jg_tr": 1, "jg_text_add_tr": 2, "jg_phrase_add": 1, "jg_study_add_table": 2, "print_label": 1, "say": 1, "output_ready": 2,
         "report_setting": 1, "SVG_OPTION": 1, "TOURNAMENT_OPTIONS": 2, "wrong": 1, "bad_position": 2, "ALPHA": 3,
         "DEPTH": 2, "jg_magic_syntax_error": 2, "WEIGHT": 3, "bad_move": 1, "lose": 2, "reject": 1}

# Members that hold English texts, as in `.help = "..."` or `->note = "..."`.
MEMBERS = {"caption", "doing", "group", "help", "labels", "note", "source", "summary", "title", "seat_name"}

# Tables without names of members: the column, counted from 0, that holds messages, None for the whole table, or a
# dictionary of columns with the context of their messages.
TABLES = {
    "src/arena/adjudication.c": {"REASONS": None},
    "src/cli/cmd_learn.c": {"PHASES": None},
    "src/cli/kgp_host.c": {"HEADS": None},
    "src/report/learn.c": {"TITLES": None},
    "src/cli/cmd_log.c": {"GAME_HEADS": None, "RUN_HEADS": None, "RATING_HEADS": None},
    "src/cli/cmd_replay.c": {"COMMANDS": {1: "command", 2: None}},
    "src/cli/play_commands.c": {"COMMANDS": {0: "command", 2: "argument", 3: None}},
    "src/game/game.c": {"usual": None},
    "src/games/domino/model.c": {"jg_domino_models": 1},
    "src/games/magic/card_text.c": {"jg_magic_abilities": {0: None, 1: None}},
    "src/games/magic/verbs.c": {
        "TARGET_CREATURE": None, "EACH_CREATURE": None, "TARGET_PLAYER": None, "EACH_PLAYER": None, "OR_PLAYER": None,
        "AND_PLAYER": None, "TARGET_GAINS": None, "EACH_GAINS": None, "TARGET_ONLY": None, "EACH_ONLY": None,
        "TARGET_DRAWS": None, "EACH_DRAWS": None, "TARGET_DRAWS_ONE": None, "EACH_DRAWS_ONE": None},
    "src/games/magic/builtin.c": {"DECKS": 1},
    "src/games/magic/eval.c": {"FEATURES": 1, "LEARNT": 1},
    "src/games/magic/board.c": {"PHASES": None, "STEPS": None},
    "src/games/magic/magic.c": {"STOPS": None},
    "src/report/tree_html.c": {"WORDS": 1},
    "src/report/tree_labels.c": {"KEYS": None},
    "src/study/domino_pairings.c": {"jg_study_rules_titles": None},
    "src/study/domino_depth.c": {"PHASES": None, "TITLES": None, "NODE_TITLES": None},
    "src/study/domino_strategies.c": {"OPPONENTS": None, "MEAN_TITLES": None, "BEST_TITLES": None},
    "src/study/domino_genetic.c": {"CROSSOVERS": None, "TITLES": None, "WHOSE": None},
    "src/study/domino_rounds.c": {"WHICH": None},
    "src/study/kalah_values.c": {"WHOSE": None, "BOARDS": None},
    "src/study/loa_genetic.c": {"TERMS": None, "PLAYER_NAMES": None},
    "src/study/magic_duels.c": {"PAIRINGS": None, "RULES": None},
    "src/study/magic_mulligan.c": {"LAND_TITLES": None, "VALUE_TITLES": None, "POLICY_TITLES": None, "WHOSE": None,
                                   "CHOICES": None},
}

# Messages that need no translation.
EXCEPTIONS = {
    "%s",
    ", %s",
    "%s: %s",
    "%s:%d:%d: %s",
    "game %s must have %s",  # for authors of games
}

HEADER = """\
Project-Id-Version: jogada
Report-Msgid-Bugs-To: 
PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE
Last-Translator: 
Language-Team: 
Language: 
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
X-Language-Title: 
"""

TOKEN = re.compile(
    r"""(?P<skip>/\*.*?\*/|//[^\n]*|\s+|\\\n)
      | "(?P<text>(?:[^"\\]|\\.)*)"
      | (?P<other>'(?:[^'\\]|\\.)*'|\w+|.)""",
    re.VERBOSE | re.DOTALL,
)

DIRECTIVE = re.compile(
    r"%(?P<at>\d+\$)?[-+#0']*(?:\d+|(?P<width>\*)(?P<width_at>\d+\$)?)?"
    r"(?:\.(?:\d+|(?P<precision>\*)(?P<precision_at>\d+\$)?)?)?(?:hh|h|ll|l|j|z|t|L)?(?P<letter>.?)"
)


VALID = re.compile(r"[diouxXeEfFgGaAcsp%]")
VALUE = re.compile(r"\{\d\}")


class Token:
    """A token of C. Adjacent literals are one token; `text` is what they stand for, None for any other token."""

    def __init__(self, line, word, text):
        self.line, self.word, self.text = line, word, text


def tokens_of(source):
    tokens, line, joins = [], 1, False
    for match in TOKEN.finditer(source):
        text = match["text"]
        if text is not None and joins:
            tokens[-1].text += text
        elif match["skip"] is None:
            tokens.append(Token(line, match["other"], text))
        joins = text is not None or (joins and match["skip"] is not None)
        line += match[0].count("\n")
    return tokens


def arguments(tokens, i):
    """Splits at its commas what the bracket before tokens[i] encloses."""
    parts, depth = [[]], 0
    for token in tokens[i:]:
        if token.word in ("}", ")", "]"):
            depth -= 1
        if depth < 0 or (depth == 0 and token.word == ";"):
            break
        if depth == 0 and token.word == ",":
            parts.append([])
        else:
            parts[-1].append(token)
        if token.word in ("{", "(", "["):
            depth += 1
    return parts


def texts_in(part):
    """The literals of an argument, both of a ternary; not those passed to a call or used as an index."""
    texts, inner, name_before = [], 0, False
    for token in part:
        if inner:
            inner += (token.word in ("(", "[")) - (token.word in (")", "]"))
        elif name_before and token.word in ("(", "["):
            inner = 1
        elif token.text is not None:
            texts.append(token)
        name_before = token.word is not None and re.fullmatch(r"\w+", token.word)
    return texts


def row_texts(row, column):
    """The literals in one column of a table's row, or in the whole row."""
    if column is None:
        return texts_in(row)
    begin = next((i for i, token in enumerate(row) if token.word == "{"), 0)  # after `[PLACE] =`, if any
    cells = arguments(row, begin + 1)
    return texts_in(cells[column]) if column < len(cells) else []


def table_at(tokens, i):
    """Where the rows of the table begin that `NAME[...] = {` at i opens, or None."""
    words = [token.word for token in tokens[i : i + 8]]
    if words[1:2] != ["["] or "]" not in words:
        return None
    after = words.index("]") + 1
    return i + after + 2 if words[after : after + 2] == ["=", "{"] else None


def messages_in(tokens, tables):
    """The messages of a C source: pairs of a context, None for most, and a token."""
    for i, token in enumerate(tokens):
        following = [t.word for t in tokens[i + 1 : i + 3]]
        if token.word == "jg_tr_context" and following[:1] == ["("]:
            parts = [texts_in(part) for part in arguments(tokens, i + 2)]
            if len(parts) == 3 and parts[1]:
                yield from ((parts[1][0].text, text) for text in parts[2])
        elif token.word in CALLS and following[:1] == ["("]:
            parts = arguments(tokens, i + 2)
            if len(parts) > CALLS[token.word]:
                yield from ((None, text) for text in texts_in(parts[CALLS[token.word]]))
        elif token.word in (".", ">") and following[0] in MEMBERS and following[1] == "=":
            yield from ((None, text) for text in texts_in(arguments(tokens, i + 3)[0]))
        elif token.word in tables and table_at(tokens, i):
            columns = tables[token.word]
            for row in arguments(tokens, table_at(tokens, i)):
                for column, context in columns.items() if isinstance(columns, dict) else [(columns, None)]:
                    yield from ((context, text) for text in row_texts(row, column))


class Message:
    """A message of the sources: `places` are path:line of its uses, in order."""

    def __init__(self):
        self.places = []

    @property
    def sources(self):
        return list(dict.fromkeys(place.rsplit(":", 1)[0] for place in self.places))

    def flags(self, text):
        if any(source.startswith("web/") for source in self.sources):
            return ["python-brace-format"] if VALUE.search(text) else []
        letters = [match["letter"] for match in DIRECTIVE.finditer(text)]
        if not letters:
            return []
        return ["c-format" if all(VALID.fullmatch(letter) for letter in letters) else "no-c-format"]


def page_messages(root):
    """The messages of the page, as web/messages.mjs lists them."""
    if not (root / "web/src").is_dir():
        return []
    script = Path(__file__).resolve().parent.parent / "web/messages.mjs"
    run = subprocess.run(["node", script, root / "web/src"], capture_output=True, encoding="utf-8", check=False)
    if run.returncode:
        if "ERR_MODULE_NOT_FOUND" in run.stderr:
            raise SystemExit("the npm packages of the page are missing; fetch them by (cd web && npm ci)")
        raise SystemExit(run.stderr.strip() or "node failed")
    return json.loads(run.stdout)


def used_messages(root):
    """All messages of the sources, in order: (context, English) -> Message."""
    found = {}
    for folder in ("include", "src", "bench"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            name = path.relative_to(root).as_posix()
            tokens = tokens_of(path.read_text(encoding="utf-8"))
            for context, token in messages_in(tokens, TABLES.get(name, {})):
                text = po.unescape(token.text)
                if text and text not in EXCEPTIONS:
                    found.setdefault((context, text), Message()).places.append(f"{name}:{token.line}")
    for one in page_messages(root):
        found.setdefault((None, one["text"]), Message()).places.append(f"web/src/{one['file']}:{one['line']}")
    return found


def template(used):
    """The text of the template: each message with the files that use it."""
    out = ["# Messages of jogada. Written by tools/messages.py: do not edit.\n", 'msgid ""\n', f"msgstr {po.quote(HEADER)}\n"]
    for (context, text), message in used.items():
        out.append("\n")
        out += [f"#: {source}\n" for source in message.sources]
        out += [f"#, {flag}\n" for flag in message.flags(text)]
        if context is not None:
            out.append(f"msgctxt {po.quote(context)}\n")
        out.append(f'msgid {po.quote(text)}\nmsgstr ""\n')
    return "".join(out)


def merge(root, name):
    """Refreshes a catalogue: new messages are added, those that are gone become obsolete (#~)."""
    path = root / f"po/{name}.po"
    subprocess.run(["msgmerge", "--quiet", "--update", "--backup=none", "--no-fuzzy-matching", "--width=120",
                    path, root / TEMPLATE], check=True)


def update(root):
    used = used_messages(root)
    (root / TEMPLATE).write_text(template(used), encoding="utf-8")
    for name in po.languages(root / "po"):
        merge(root, name)
    return used


def directives(text):
    """The arguments that printf would read: a set of (number of the argument, how it is printed)."""
    taken, count = set(), 0

    def take(position, how):
        nonlocal count
        count += not position
        taken.add((int(position[:-1]) if position else count, how))

    for match in DIRECTIVE.finditer(text):
        if match["letter"] == "%":
            continue
        if match["width"]:
            take(match["width_at"], "*")
        if match["precision"]:
            take(match["precision_at"], "*")
        take(match["at"], re.sub(r"\d+\$", "", match[0]))
    return taken


def ends(text):
    """The space before and after a text."""
    return re.match(r"[ \n]*", text)[0], re.search(r"[ \n]*$", text)[0]


def required(root):
    """po/COMPLETE: language -> the sources whose messages it must translate."""
    path, found = root / "po/COMPLETE", {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        words = line.split("#")[0].split()
        if words:
            found.setdefault(words[0], []).extend(words[1:])
    return found


def within(sources, paths):
    return any(source == path or source.startswith(path.rstrip("/") + "/") for source in sources for path in paths)


def compare(entry):
    """What is wrong with a translation, or None."""
    if not entry.on_page_only and directives(entry.id) != directives(entry.text):
        return "differ in their directives"
    if set(VALUE.findall(entry.id)) != set(VALUE.findall(entry.text)):
        return "differ in their values"
    if ends(entry.id) != ends(entry.text):
        return "differ in the space around them"
    return None


def format_problems(path):
    """What msgfmt --check finds."""
    run = subprocess.run(["msgfmt", "--check", "--output-file=/dev/null", path], capture_output=True, encoding="utf-8",
                         check=False)
    lines = run.stderr.splitlines()
    return lines if run.returncode or lines else []


def catalogue_problems(root, name, used, paths):
    path = root / f"po/{name}.po"
    if not path.exists():
        yield f"po/{name}.po is missing, but po/LINGUAS lists it"
        return
    yield from (line.replace(f"{root}/", "") for line in format_problems(path))
    header, entries = po.read(path)
    if header.get("Language") != name:
        yield f"po/{name}.po: the header must have Language: {name}"
    known = {entry.key: entry for entry in entries}
    for entry in entries:
        place = f"po/{name}.po:{entry.line}"
        if entry.key not in used:
            yield f"{place}: {po.quote(entry.id)} is used nowhere: run tools/messages.py --update"
        wrong = compare(entry) if entry.translated else None
        if wrong:
            yield f"{place}: {po.quote(entry.id)} and {po.quote(entry.text)} {wrong}"
    for key, message in used.items():
        if key not in known:
            yield f"{message.places[0]}: {po.quote(key[1])} is not in po/{name}.po: run tools/messages.py --update"
        elif not known[key].translated and within(message.sources, paths):
            yield f"{message.places[0]}: {po.quote(key[1])} has no translation in po/{name}.po"


def rules_problems(root, name):
    """The rules of games that a language lacks. Reference pages (NAME-reference.md) may stay English."""
    for path in sorted((root / "docs/games").glob("*.md")):
        if re.fullmatch(r"\w+", path.stem) and not path.with_suffix(f".{name.replace('_', '-')}.md").exists():
            yield f"docs/games/{path.stem}.{name.replace('_', '-')}.md is missing"


def problems(root, used):
    written = (root / TEMPLATE).read_text(encoding="utf-8")
    _, entries = po.read(root / TEMPLATE)
    known = {entry.key for entry in entries}
    missing = [key for key in used if key not in known]
    for key in missing:
        yield f"{used[key].places[0]}: {po.quote(key[1])} is not in {TEMPLATE}: run tools/messages.py --update"
    if not missing and written != template(used):
        yield f"{TEMPLATE} does not match the sources: run tools/messages.py --update"
    complete = required(root)
    for name in po.languages(root / "po"):
        yield from catalogue_problems(root, name, used, complete.get(name, []))
        if "docs/games" in complete.get(name, []):
            yield from rules_problems(root, name)


def check(root):
    used = used_messages(root)
    found = list(problems(root, used))
    for problem in found:
        print(problem)
    if not found:
        print(f"{len(used)} messages, languages: {' '.join(po.languages(root / 'po'))}")
    return 1 if found else 0


def untranslated(root, name, paths):
    _, entries = po.read(root / f"po/{name}.po")
    missing = [e for e in entries if not e.translated and within(e.sources, paths or ["include", "src", "web"])]
    for entry in missing:
        print(f"{entry.sources[0]}: {po.quote(entry.id)}")
    print(f"{len(missing)} of {len(entries)} messages have no translation in po/{name}.po", file=sys.stderr)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--update", action="store_true")
    what.add_argument("--check", action="store_true")
    what.add_argument("--untranslated", metavar="LANGUAGE")
    parser.add_argument("paths", nargs="*")
    args = parser.parse_args()
    here = Path(__file__).resolve().parent.parent
    if args.untranslated:
        return untranslated(here, args.untranslated, args.paths)
    root = Path(args.paths[0]).resolve() if args.paths else here
    if args.check:
        return check(root)
    print(f"{len(update(root))} messages")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Checks that every English text which reaches a person has its Portuguese:

    python3 tests/check_words.py ROOT

reads the sources in ROOT/src and ROOT/include and the catalogue
ROOT/src/core/pt_br.def. Prints one line per problem and fails, or prints one
line in all if there is none.
"""

import re
import sys
from pathlib import Path

CATALOGUE = "src/core/pt_br.def"

# Calls and the argument, counted from 0, that is an English text.
CALLS = {"jg_fail": 3, "jg_refuse": 2, "tr": 1, "jg_tr": 1, "jg_study_add_table": 2, "print_label": 1, "say": 1, "output_ready": 2,
         "report_setting": 1, "CONTEST_OPTIONS": 2, "wrong": 1, "bad_position": 2, "ALPHA": 3,
         "DEPTH": 2, "jg_magic_wrong": 2, "bad_move": 1, "lose": 2}

# Members that hold English texts, as in `.help = "..."` or `->note = "..."`.
MEMBERS = {"doing", "group", "help", "note", "source", "summary", "title", "seat_name"}

# Tables without names of members: the column, counted from 0, that is English;
# None where all of the table is.
TABLES = {
    "src/cli/kgp_host.c": {"HEADS": None},
    "src/cli/cmd_log.c": {"GAME_HEADS": None, "RUN_HEADS": None, "RATING_HEADS": None},
    "src/cli/cmd_replay.c": {"WORDS": 3},
    "src/cli/words.c": {"WORDS": 4},
    "src/game/game.c": {"usual": None},
    "src/games/domino/model.c": {"jg_domino_models": 1},
    "src/games/magic/card_text.c": {
        "ABILITIES": None, "TARGET_CREATURE": None, "EACH_CREATURE": None, "TARGET_PLAYER": None, "EACH_PLAYER": None,
        "OR_PLAYER": None, "AND_PLAYER": None, "TARGET_GAINS": None, "EACH_GAINS": None},
    "src/games/magic/data.c": {"DECKS": 1},
    "src/games/magic/magic.c": {"FEATURES": 1},
    "src/games/magic/picture.c": {"ABILITIES": None, "PHASES": None},
    "src/report/tree_html.c": {"WORDS": 1},
    "src/report/tree_words.c": {"KEYS": None},
    "src/study/domino_cells.c": {"jg_domino_presets": None},
    "src/study/domino_depth.c": {"PHASES": None, "TITLES": None, "NODE_TITLES": None},
    "src/study/domino_games.c": {"WHOM": None, "MEAN_TITLES": None, "BEST_TITLES": None},
    "src/study/domino_genetic.c": {"CROSSOVERS": None, "TITLES": None, "WHOSE": None},
    "src/study/domino_rounds.c": {"WHICH": None},
    "src/study/kalah_values.c": {"WHOSE": None, "BOARDS": None},
    "src/study/loa.c": {"TERMS": None, "WHO": None},
    "src/study/magic_duels.c": {"PAIRINGS": None, "RULES": None},
    "src/study/magic_mulligan.c": {"LAND_TITLES": None, "VALUE_TITLES": None, "POLICY_TITLES": None, "WHOSE": None,
                                   "CHOICES": None},
}

# Texts that need no Portuguese.
EXCEPTIONS = {
    "%s",  # what somebody else has said already
    "%s: %s",  # a file and what the system says of it
    "%s:%d:%d: %s",  # a place in a file and what is wrong there
    "game %s must have %s",  # for whoever writes a game
}

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


class Token:
    """A token of C; a literal joined with those that follow it is one token."""

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
    """Parts what the bracket before tokens[i] encloses at its commas."""
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
    """The literals of an argument, both of a ternary; not what it hands to a call or an index."""
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
    """The literals in one column of a table's row, or in all of it."""
    if column is None:
        return texts_in(row)
    begin = next((i for i, token in enumerate(row) if token.word == "{"), 0)  # after `[PLACE] =`, if that is there
    cells = arguments(row, begin + 1)
    return texts_in(cells[column]) if column < len(cells) else []


def table_at(tokens, i):
    """Where the rows of the table begin that `NAME[...] = {` at i opens, or None."""
    words = [token.word for token in tokens[i : i + 8]]
    if words[1:2] != ["["] or "]" not in words:
        return None
    after = words.index("]") + 1
    return i + after + 2 if words[after : after + 2] == ["=", "{"] else None


def english_in(tokens, tables):
    """The English texts of a source, as tokens."""
    found = []
    for i, token in enumerate(tokens):
        following = [t.word for t in tokens[i + 1 : i + 3]]
        if token.word in CALLS and following[:1] == ["("]:
            parts = arguments(tokens, i + 2)
            if len(parts) > CALLS[token.word]:
                found += texts_in(parts[CALLS[token.word]])
        elif token.word in (".", ">") and following[0] in MEMBERS and following[1] == "=":
            found += texts_in(arguments(tokens, i + 3)[0])
        elif token.word in tables and table_at(tokens, i):
            for row in arguments(tokens, table_at(tokens, i)):
                found += row_texts(row, tables[token.word])
    return found


def uses(root):
    """English texts of all sources: text -> where it is first used."""
    places = {}
    for folder in ("src", "include"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            name = path.relative_to(root).as_posix()
            tokens = tokens_of(path.read_text(encoding="utf-8"))
            for token in english_in(tokens, TABLES.get(name, {})):
                places.setdefault(token.text, f"{name}:{token.line}")
    return places


def entries(root):
    """The catalogue: a list of (place, english, portuguese)."""
    tokens = tokens_of((root / CATALOGUE).read_text(encoding="utf-8"))
    found = []
    for i, token in enumerate(tokens):
        if token.word == "W":
            english, portuguese = (part[0].text for part in arguments(tokens, i + 2))
            found.append((f"{CATALOGUE}:{token.line}", english, portuguese))
    return found


def directives(text):
    """What printf would read: a set of (number of the argument, how it is printed)."""
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
    """The space before and after a text, written as in C."""
    return re.match(r"(?: |\\n)*", text)[0], re.search(r"(?: |\\n)*$", text)[0]


def problems(used, catalogue):
    known = set()
    for place, english, portuguese in catalogue:
        if english in known:
            yield f'{place}: "{english}" is there twice'
        known.add(english)
        if english not in used:
            yield f'{place}: "{english}" is used nowhere'
        if directives(english) != directives(portuguese):
            yield f'{place}: "{english}" and "{portuguese}" differ in their directives'
        if ends(english) != ends(portuguese):
            yield f'{place}: "{english}" and "{portuguese}" differ in the space around them'
    for english, place in used.items():
        if english not in known and english not in EXCEPTIONS:
            yield f'{place}: "{english}" has no Portuguese in {CATALOGUE}'


def main(root):
    used, catalogue = uses(root), entries(root)
    found = list(problems(used, catalogue))
    for problem in found:
        print(problem)
    if not found:
        print(f"{len(catalogue)} texts, each with its Portuguese")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 tests/check_words.py ROOT")
    sys.exit(main(Path(sys.argv[1])))

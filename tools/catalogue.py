"""Turns the catalogues of po/ into C: catalogue.py OUT DEPFILE PO_FOLDER

Writes one sorted table of translations per language of LINGUAS and a table of the languages, for src/core/lang.c.
Messages of the page alone are left out. DEPFILE names the files read, for ninja.
With a last argument --english the table has English alone, with --engine no message of the command alone."""

import sys
from pathlib import Path

import po


def literal(text):
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "?": "\\?", "\4": "\\004"}
    return '"' + "".join(escapes.get(c, c) for c in text) + '"'


def table(name, path, without):
    """The rows of a language, in the order of strcmp, and its title. Messages of the folders `without` alone are left out."""
    header, entries = po.read(path)
    rows = {}
    for entry in entries:
        if entry.translated and not all(source.startswith(without) for source in entry.sources):
            key = entry.id if entry.context is None else entry.context + "\4" + entry.id
            rows[key] = entry.text
    title = header.get("X-Language-Title")
    if not title:
        raise SystemExit(f"{path}: the header has no X-Language-Title, such as Português")
    return title, sorted(rows.items(), key=lambda row: row[0].encode())


PAGE = ("web/",)
COMMAND = ("src/cli/", "src/kgp/", "src/learn/", "src/tune/", "python/", "bench/", "src/report/tournament.c", "src/report/tune.c", "src/report/learn.c",
           "src/arena/", "src/runs/", "src/web/lab", "src/web/server.c", "src/web/listen.c", "src/store/", "src/study/")


def main(out, depfile, folder, only=None):
    folder = Path(folder)
    names = [] if only == "--english" else po.languages(folder)
    c, languages = [], ['    {"en", "English", NULL, 0},\n']
    for name in names:
        title, rows = table(name, folder / f"{name}.po", PAGE + COMMAND if only == "--engine" else PAGE)
        tag = name.replace("_", "-")
        c.append(f"static const struct message {name}[] = {{\n")
        c += [f"    {{{literal(english)}, {literal(text)}}},\n" for english, text in rows or [("", "")]]
        c.append("};\n\n")
        languages.append(f'    {{"{tag}", {literal(title)}, {name}, {len(rows)}}},\n')
    c.append("static const struct language LANGUAGES[] = {\n" + "".join(languages) + "};\n\n")
    c.append("static const char LANGUAGE_NAMES[] = " + literal(", ".join(["en"] + [n.replace("_", "-") for n in names])) + ";\n")
    Path(out).write_text("".join(c), encoding="utf-8")
    read = [folder / "LINGUAS"] + [folder / f"{name}.po" for name in names] + [Path(__file__), Path(po.__file__)]
    Path(depfile).write_text(f"{Path(out).name}: {' '.join(str(path).replace(' ', chr(92) + ' ') for path in read)}\n",
                             encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

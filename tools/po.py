"""Reads gettext catalogues (po/*.po): the part of the format that this project uses, which has no plural forms.

    python3 tools/po.py PO_FOLDER     prints the languages and their messages of the page as JSON, for web/catalogue.mjs
"""

import json
import re
import sys
from pathlib import Path

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


def unescape(text):
    return re.sub(r"\\(.)", lambda m: ESCAPES[m[1]], text, flags=re.DOTALL)


def escape(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def quote(text):
    """A string of the format; one with several lines begins below its keyword, a line each."""
    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return f'"{escape(text)}"'
    return "\n".join(['""'] + [f'"{escape(line)}"' for line in lines])


class Entry:
    """A message with its translation ("" if missing). `line` is its place in the file, `sources` the files that use it."""

    def __init__(self, line):
        self.line, self.context, self.id, self.text = line, None, "", ""
        self.sources, self.flags = [], []

    @property
    def key(self):
        return (self.context, self.id)

    @property
    def translated(self):
        return self.text != "" and "fuzzy" not in self.flags

    @property
    def on_page(self):
        return any(source.startswith("web/") for source in self.sources)

    @property
    def on_page_only(self):
        return bool(self.sources) and all(source.startswith("web/") for source in self.sources)


FIELDS = {"msgctxt": "context", "msgid": "id", "msgstr": "text"}


def read(path):
    """The header as a dictionary, and the entries in order; obsolete ones (#~) are left out."""
    entries, entry, field = [], None, None
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#~"):
            continue
        begins = line.startswith("#") or line.startswith("msgctxt") or line.startswith("msgid ")
        if begins and (entry is None or field == "text"):
            entry, field = Entry(number), None
            entries.append(entry)
        if line.startswith("#:"):
            entry.sources += line[2:].split()
        elif line.startswith("#,"):
            entry.flags += [flag.strip() for flag in line[2:].split(",")]
        elif match := re.fullmatch(r'(?:(\w+) )?"(.*)"', line):
            if match[1]:
                if match[1] not in FIELDS:
                    raise SystemExit(f"{path}:{number}: unknown keyword {match[1]}")
                field = FIELDS[match[1]]
                entry.line = number if field == "id" else entry.line
                setattr(entry, field, "")
            setattr(entry, field, getattr(entry, field) + unescape(match[2]))
        elif line and not line.startswith("#"):
            raise SystemExit(f"{path}:{number}: cannot read this line")
    header = {}
    if entries and entries[0].key == (None, ""):
        for line in entries.pop(0).text.splitlines():
            name, _, value = line.partition(":")
            header[name.strip()] = value.strip()
    return header, [e for e in entries if e.id]


def languages(folder):
    """The names in LINGUAS: those of the catalogues beside it."""
    text = (Path(folder) / "LINGUAS").read_text(encoding="utf-8")
    return [name for line in text.splitlines() for name in line.split("#")[0].split()]


def page(folder):
    """What the page needs of each language: its tag, its name and its messages."""
    for name in languages(folder):
        header, entries = read(Path(folder) / f"{name}.po")
        words = {e.id: e.text for e in entries if e.translated and e.on_page}
        yield {"tag": name.replace("_", "-"), "title": header["X-Language-Title"], "words": words}


if __name__ == "__main__":
    json.dump(list(page(sys.argv[1])), sys.stdout, ensure_ascii=False)

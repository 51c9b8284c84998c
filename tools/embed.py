"""Writes a C file with the texts of files in it: embed.py OUT FILE..."""

import os
import sys


def literal(text):
    lines = text.splitlines(keepends=True) or [""]
    escape = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "?": "\\?"}
    return "\n        ".join('"' + "".join(escape.get(c, c) for c in line) + '"' for line in lines)


def main(out, *files):
    with open(out, "w", encoding="utf-8") as c:
        for path in files:
            with open(path, encoding="utf-8") as f:
                c.write('    {"%s",\n        %s},\n' % (os.path.basename(path), literal(f.read())))


main(*sys.argv[1:])

"""Writes the texts of files as rows of C, {"NAME", "TEXT"}:

    embed.py OUT FILE...
    embed.py --folder OUT DEPFILE FOLDER     every *.md of FOLDER; DEPFILE names the files read, for ninja
"""

import os
import sys


def literal(text):
    lines = text.splitlines(keepends=True) or [""]
    escape = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "?": "\\?"}
    return "\n        ".join('"' + "".join(escape.get(c, c) for c in line) + '"' for line in lines)


def embed(out, files):
    with open(out, "w", encoding="utf-8") as c:
        for path in files:
            with open(path, encoding="utf-8") as f:
                c.write('    {"%s",\n        %s},\n' % (os.path.basename(path), literal(f.read())))


def main(args):
    if args[0] != "--folder":
        embed(args[0], args[1:])
        return
    out, depfile, folder = args[1:]
    files = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".md")]
    embed(out, files)
    with open(depfile, "w", encoding="utf-8") as f:
        f.write("%s: %s\n" % (os.path.basename(out), " ".join(path.replace(" ", "\\ ") for path in [folder] + files)))


main(sys.argv[1:])

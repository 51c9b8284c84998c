"""Writes the texts of files as rows of C, {"NAME", "TEXT"}, or the bytes of a file as numbers:

    embed.py OUT FILE...
    embed.py --folder OUT DEPFILE FOLDER [--english] [--rules]
                      every *.md of FOLDER; --english leaves out translations, NAME.LANGUAGE.md, and --rules leaves out
                      NAME-reference.md; DEPFILE names the files read, for ninja
    embed.py --bytes OUT FILE
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


def embed_bytes(out, path):
    with open(path, "rb") as f:
        numbers = f.read()
    with open(out, "w", encoding="utf-8") as c:
        for i in range(0, len(numbers), 24):
            c.write("    %s,\n" % ", ".join(map(str, numbers[i : i + 24])))


def main(args):
    if args[0] == "--bytes":
        embed_bytes(args[1], args[2])
        return
    if args[0] != "--folder":
        embed(args[0], args[1:])
        return
    out, depfile, folder, *filters = args[1:]
    names = [name for name in sorted(os.listdir(folder)) if name.endswith(".md")]
    if "--english" in filters:
        names = [name for name in names if name.count(".") == 1]
    if "--rules" in filters:
        names = [name for name in names if not name.endswith("-reference.md")]
    files = [os.path.join(folder, name) for name in names]
    embed(out, files)
    with open(depfile, "w", encoding="utf-8") as f:
        f.write("%s: %s\n" % (os.path.basename(out), " ".join(path.replace(" ", "\\ ") for path in [folder] + files)))


main(sys.argv[1:])

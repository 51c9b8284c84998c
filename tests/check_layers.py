"""Dependencies point one way, and the library is silent: check_layers.py ROOT

core <- game <- search <- games <- agents <- arena, store <- tune <- study <- report <- runs <- web, kgp <- cli

Fails when a file includes a header of a layer beside or above its own, when a
search includes a game, or when anything below cli prints or exits.
"""

import pathlib
import re
import sys

LAYERS = [["core"], ["game"], ["search"], ["games"], ["agents"], ["arena", "store"], ["tune"], ["study"],
          ["report"], ["runs"], ["web", "kgp"], ["cli"]]
LEVEL = {folder: level for level, layer in enumerate(LAYERS) for folder in layer}
SPEAKS = {"cli"}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"/]+)/([^"]*)"', re.M)
PRINTS = re.compile(r"\b(?:printf|vprintf|puts|putchar|perror|exit|_exit|abort|stdout|stderr)\b\s*[(,;)]")
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.S)


def blank(match):
    return "".join("\n" if c == "\n" else " " for c in match.group())


def problems(root):
    for path in sorted(root.glob("src/**/*.[ch]")):
        folder = path.relative_to(root / "src").parts[0]
        text = path.read_text(encoding="utf-8")
        where = lambda match: "%s:%d" % (path.relative_to(root), text.count("\n", 0, match.start()) + 1)
        if folder not in LEVEL:
            yield "%s: folder %s is in no layer" % (path.relative_to(root), folder)
            continue
        for match in INCLUDE.finditer(text):
            other = match.group(1)
            if other == folder or other not in LEVEL:
                continue
            if LEVEL[other] >= LEVEL[folder]:
                yield "%s: %s includes %s" % (where(match), folder, other)
        if folder in SPEAKS:
            continue
        for match in PRINTS.finditer(NOISE.sub(blank, text)):
            yield "%s: %s must not print or exit: %s" % (where(match), folder, match.group().strip())
    for path in sorted(root.glob("include/jogada/*.h")):
        for match in re.finditer(r'#\s*include\s+"', path.read_text(encoding="utf-8")):
            yield "%s: a public header includes only <...>" % path.relative_to(root)


def main(root):
    found = list(problems(pathlib.Path(root)))
    print("\n".join(found) if found else "layers: all includes point one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

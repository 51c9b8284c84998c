"""Results have the same digits on every machine: check_math.py ROOT

Fails when a file of src or python calls a function of <math.h> whose last digit depends on the C library or the
processor. src/core/math.h has functions with the same results everywhere. sqrt, fma and the functions that round or
take numbers apart are exact by IEEE 754; floating-point contraction is off in meson.build.
"""

import pathlib
import re
import sys

INEXACT = ("acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 gamma hypot j0 j1 jn lgamma "
           "lgamma_r log log10 log1p log2 pow pow10 sin sincos sinh tan tanh tgamma y0 y1 yn").split()
CALL = re.compile(r"(?<![\w.>])(" + "|".join(INEXACT) + r")[fl]?\s*\(")
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.S)
FLAG = "-ffp-contract=off"


def blank(match):
    return "".join("\n" if c == "\n" else " " for c in match.group())


def problems(root):
    for path in sorted(p for folder in ("src", "python") for p in (root / folder).rglob("*.[ch]")):
        text = NOISE.sub(blank, path.read_text(encoding="utf-8"))
        for match in CALL.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield "%s:%d: %s differs between machines; use jg_math_%s" % (path.relative_to(root).as_posix(), line,
                                                                        match[1], match[1])
    if FLAG not in (root / "meson.build").read_text(encoding="utf-8"):
        yield "meson.build: compile with %s" % FLAG


def main(root):
    found = list(problems(pathlib.Path(root)))
    print("\n".join(found) if found else "math: the same digits on every machine")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

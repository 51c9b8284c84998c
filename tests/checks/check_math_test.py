"""check_math.py must be able to fail: each fault below is planted and found."""

import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("check_math.py")
BUILD = "add_project_arguments('-ffp-contract=off', language: 'c')\n"

FAULTS = {
    "a logarithm": ("src/search/a.c", "double f(double x) { return log(x); }\n", BUILD),
    "a float": ("src/games/a/a.c", "float f(float x) { return expf(x); }\n", BUILD),
    "a long double": ("src/core/a.c", "long double f(long double x) { return powl (x, 2); }\n", BUILD),
    "the Python module": ("python/a.c", "double f(double x) { return tanh(x); }\n", BUILD),
    "contraction": ("src/core/a.c", "int f(void);\n", ""),
}
FINE = {
    "our own function": ("src/core/a.c", "double f(double x) { return jg_math_exp(x); }\n", BUILD),
    "an exact one": ("src/core/a.c", "double f(double x) { return sqrt(floor(x)) + lround(x); }\n", BUILD),
    "a member": ("src/core/a.c", "double f(struct s *s) { return s->log(s) + s->t.pow(2); }\n", BUILD),
    "a comment": ("src/core/a.c", "/* exp(x) */ const char *s = \"log(x)\";\n", BUILD),
    "a test": ("tests/a.c", "double f(double x) { return exp(x); }\n", BUILD),
}


def found(path, text, build):
    with tempfile.TemporaryDirectory() as root:
        file = pathlib.Path(root, path)
        file.parent.mkdir(parents=True)
        file.write_text(text)
        pathlib.Path(root, "meson.build").write_text(build)
        return subprocess.run([sys.executable, CHECK, root], capture_output=True).returncode != 0


wrong = [name for name, fault in FAULTS.items() if not found(*fault)]
wrong += [name for name, fine in FINE.items() if found(*fine)]
print("\n".join("wrong result: " + name for name in wrong) or "check_math finds what it should")
sys.exit(bool(wrong))

"""check_layers.py must be able to fail: each fault below is planted and found."""

import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("check_layers.py")

FAULTS = {
    "a search includes a game": ("src/search/a.c", '#include "games/kalah/kalah.h"\n'),
    "core includes game": ("src/core/a.c", '#include "game/x.h"\n'),
    "a game includes an agent": ("src/games/chess/a.c", '#include "agents/agents.h"\n'),
    "a game prints": ("src/games/chess/a.c", 'void f(void) { printf("x"); }\n'),
    "a game prints to a stream": ("src/games/chess/a.c", 'void f(void) { fputs("x", stdout); }\n'),
    "a search exits": ("src/search/a.c", "void f(void) { exit(1); }\n"),
    "a folder without a layer": ("src/misc/a.c", "\n"),
    "an unknown folder at the top": ("misc/a.c", "\n"),
    "an unknown folder of bench": ("bench/misc/a.c", "\n"),
    "an unknown folder of tests": ("tests/misc/a.c", "\n"),
    "an unknown folder of fuzz": ("fuzz/misc/a.c", "\n"),
    "an unknown folder of public headers": ("include/other/a.h", "\n"),
    "an unknown folder of tools": ("tools/misc/a.py", "\n"),
    "an unknown folder of the page": ("web/src/misc/a.ts", "\n"),
    "tests of a game that does not exist": ("tests/games/chess/a.c", "\n"),
    "a benchmark of a game that does not exist": ("bench/games/chess/a.c", "\n"),
    "the command includes tests": ("src/cli/a.c", '#include "tests/support/test.h"\n'),
    "the command includes a folder of tests": ("src/cli/a.c", '#include "support/test.h"\n'),
    "a benchmark includes the command": ("bench/bench.h", '#include "cli/cli.h"\n'),
    "a game includes a benchmark": ("src/games/chess/a.c", '#include "bench/bench.h"\n'),
    "a benchmark prints": ("bench/bench.h", 'static void f(void) { printf("x"); }\n'),
    "a public header includes a private one": ("include/jogada/a.h", '#include "core/clock.h"\n'),
}
FINE = {
    "a game uses core": ("src/games/chess/a.c", '#include "core/scan.h"\n'),
    "a word in a comment or a text": ("src/games/chess/a.c", '/* printf(x) */ const char *s = "exit(1)";\n'),
    "the command uses benchmarks": ("src/cli/a.c", '#include "bench/bench.h"\n'),
    "a benchmark uses a game": ("bench/bench.h", '#include "games/kalah/kalah.h"\n'),
    "a program of bench prints": ("bench/a.c", 'void f(void) { printf("x"); }\n'),
    "a folder that a tool makes": ("build/plain/a.c", "\n"),
    "the command prints": ("src/cli/a.c", 'void f(void) { printf("x"); }\n'),
    "text into a buffer": ("src/games/chess/a.c", "void f(char *s) { snprintf(s, 1, s); }\n"),
}


def found(path, text):
    with tempfile.TemporaryDirectory() as root:
        file = pathlib.Path(root, path)
        file.parent.mkdir(parents=True)
        file.write_text(text)
        return subprocess.run([sys.executable, CHECK, root], capture_output=True).returncode != 0


wrong = [name for name, fault in FAULTS.items() if not found(*fault)]
wrong += [name for name, fine in FINE.items() if found(*fine)]
print("\n".join("wrong result: " + name for name in wrong) or "check_layers finds what it should")
sys.exit(bool(wrong))

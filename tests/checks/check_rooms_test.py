"""check_rooms.py must be able to fail: each fault below is planted and found."""

import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("check_rooms.py")
LIST = "/* All games. */\nGAME(kalah)\nGAME(numbers)\nGAME(loa)\n"

FAULTS = {
    "a spec": ("src/cli/a.c", 'const char *s = "kalah:houses=6";'),
    "a spec of a game with an English name": ("src/cli/a.c", 'const char *s = "numbers:example=alpha";'),
    "a name": ("src/web/a.c", 'bool f(void) { return !strcmp(name, "numbers"); }'),
    "an agent": ("src/web/a.c", 'const char *s = "kalah.perfect";'),
    "a study outside of the studies": ("src/cli/a.c", 'const char *s = "numbers-values: more";'),
    "an identifier": ("src/agents/a.c", "extern const struct jg_agent_kind jg_kalah_perfect;"),
    "an identifier of a game with an English name": ("src/agents/a.c", "int x = JG_NUMBERS_MAX;"),
    "an include": ("src/search/a.c", '#include "games/numbers/numbers.h"'),
    "prose": ("src/cli/a.c", 'const char *help = "measure how fast Kalah is solved";'),
    "a command": ("src/cli/a.c", """const char *s = "try 'jogada play numbers'";"""),
    "a public header": ("include/jogada/a.h", "#define KALAH 1"),
    "a room of another game": ("src/games/loa/loa.c", 'const char *s = "kalah";'),
    "a benchmark of another game": ("bench/games/loa/bench.c", '#include "bench/games/kalah/plain.h"'),
    "the registry": ("src/games/registry.c", "&jg_kalah,"),
    "a folder that is not in the list": ("src/games/chess/chess.c", ""),
    "a view of the page": ("web/src/views/a.ts", "if (game.name === 'loa') show()"),
    "a view of the page, by a function": ("web/src/views/a.ts", "import { kalahSow } from '../x'"),
    "a style of the page": ("web/src/views/a.css", ".kalah-house { fill: red; }"),
    "a room of the page of another game": ("web/src/games/loa/index.ts", "export const name = 'numbers'"),
}
FINE = {
    "its own room": ("src/games/kalah/kalah.c", 'const struct jg_game_kind jg_kalah = {.name = "kalah"};'),
    "its own benchmark": ("bench/games/kalah/bench.c", '#include "games/kalah/solver.h"'),
    "its own room of the page": ("web/src/games/kalah/index.ts", "export const name = 'kalah'"),
    "the list of the page": ("web/src/games/index.ts", "import { room as kalah } from './kalah'"),
    "a comment": ("src/search/a.c", "/* Best in Kalah. */ int x; // loa"),
    "a comment of the page": ("web/src/views/a.ts", "// as in loa\nconst link = 'https://example.org/'"),
    "an English word": ("src/tune/a.c", 'double numbers[8]; const char *s = "no random numbers";'),
    "a longer word": ("src/web/a.c", "struct loading { int load; } isLoading;"),
    "a study": ("src/study/a.c", 'const char *s = "kalah-values";'),
    "the Kalah Game Protocol": ("src/kgp/client.c", 'const char *s = "kalah";'),
    "its command": ("src/cli/cmd_kgp.c", 'const char *s = "kalah";'),
    "a test": ("tests/search/a.c", 'const char *s = "kalah";'),
}


def found(path, text):
    with tempfile.TemporaryDirectory() as root:
        for name, content in {"src/games/games.def": LIST, path: text + "\n"}.items():
            file = pathlib.Path(root, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        return subprocess.run([sys.executable, CHECK, root], capture_output=True).returncode != 0


wrong = [name for name, fault in FAULTS.items() if not found(*fault)]
wrong += [name for name, fine in FINE.items() if found(*fine)]
if not found("src/games/games.def", "/* No games. */"):
    wrong.append("an empty list")
print("\n".join("wrong result: " + name for name in wrong) or "check_rooms finds what it should")
sys.exit(bool(wrong))

"""Checks that no test is bounded by real time from above:

    python3 tests/checks/check_clocks.py ROOT

reads the tests in ROOT/tests, ROOT/web/test and ROOT/fuzz. On a loaded machine anything may take any time, so a test waits
for an event, counts, or holds the clock (CONTRIBUTING.md). Limits of patience have a name: a comparison with
TEST_PATIENCE, DEADLINE or PATIENCE is a hang guard. Prints one line per problem and fails, or prints one line in all.
"""

import re
import sys
from pathlib import Path

CLOCK = r"(?:jg_clock\(\)|time\.(?:time|monotonic|perf_counter|process_time)(?:_ns)?\(\)|performance\.now\(\)|Date\.now\(\))"
NAMES = "(?:seconds|elapsed|taken|took|duration|waited)"
TIME = r"(?:\w+(?:\.|->))*" + NAMES  # r->seconds, elapsed
PATTERNS = [re.compile(pattern) for pattern in (
    CLOCK + r" - [\w.>-]+ <=? ",                              # jg_clock() - begin < 5
    CLOCK + r" - [\w.>-]+ > .*\bfail",                        # if (jg_clock() - begin > 5) fail_msg(...)
    r"assertLess(?:Equal)?\(" + CLOCK,                        # assertLess(time.monotonic() - begin, 3)
    r"assert\w*\([^;]*\b" + TIME + r" <=? [\d.]+\b",          # assert_true(r->seconds < 20)
    r"assert(?:Less|LessEqual)\(" + TIME + r"\b",             # assertLess(elapsed, 3)
    r"\bif \(" + TIME + r" > [\d.]+\b.*\bfail",               # if (r->seconds > 1) fail_msg(...)
    r"assert \w*" + NAMES + r"\w* <=? ",                     # assert elapsed < 3
    r"assert(?:\.ok)?\(\w*" + NAMES + r"\w* <=? ",           # assert.ok(elapsed < 3)
    r"\balarm\([1-9]",                                       # alarm(60)
    r"\b(?:run|call|check_\w+|communicate|wait|join|connect|create_connection)\(.*\btimeout=[\d.]+",  # wait(timeout=5)
    r"\.(?:wait|settimeout)\([1-9][\d.]*\)",                 # process.wait(5)
)]
GUARDS = re.compile(r"TEST_PATIENCE|DEADLINE|PATIENCE")
ENDINGS = {".c", ".h", ".py", ".mjs"}
THEMSELVES = {"check_clocks.py", "check_clocks_test.py"}


def problems(root):
    for folder in ("tests", "web/test", "fuzz"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in ENDINGS or path.name in THEMSELVES:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if any(p.search(line) for p in PATTERNS) and not GUARDS.search(line):
                    yield f"{path.relative_to(root)}:{number}: bounded by time: {line.strip()}"


def main():
    found = list(problems(Path(sys.argv[1])))
    print("\n".join(found) or "no test is bounded by time")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())

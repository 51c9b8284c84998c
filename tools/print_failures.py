"""Tells why tests of a Meson run failed: print_failures.py TESTLOG_JSON

Meson shows of a test that reports in TAP only that it failed. This prints, of each that did, what it said about it:
below every "not ok" the lines up to the next result, and the end of what it wrote to the standard error."""

import json
import re
import sys

MOST = 120  # lines of one test

RESULT = re.compile(r"(not )?ok\b|1\.\.\d|TAP version")
FINE = ("OK", "SKIP", "EXPECTEDFAIL")


def reasons(out):
    """The lines of TAP that belong to what failed; all where nothing says that something did."""
    kept, keep = [], False
    for line in out.splitlines():
        if RESULT.match(line):
            keep = line.startswith("not ok") and not re.search(r"# (TODO|SKIP)", line, re.I)
        elif line.startswith("Bail out!"):
            keep = True
        if keep:
            kept.append(line)
    return kept or out.splitlines()[-MOST:]


def tell(test):
    print(f"---- {test['name']}: {test['result']}, exit status {test['returncode']}")
    print(" ".join(test["command"]))
    said, more = reasons(test.get("stdout") or ""), (test.get("stderr") or "").splitlines()
    for lines, cut in (said[:MOST], len(said) > MOST), (more[-MOST:], False):
        print("\n".join(lines + ["..."] * cut) or "(nothing)")


with open(sys.argv[1], encoding="utf-8") as log:
    for entry in map(json.loads, log):
        if entry["result"] not in FINE:
            tell(entry)

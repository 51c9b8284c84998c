"""Prints why tests of a Meson run failed: print_failures.py TESTLOG_JSON

Meson reports of a TAP test only that it failed. This prints, for each failed test, every "not ok" with the lines up to
the next result, and the end of its standard error."""

import json
import re
import sys

MOST = 120  # lines per test

RESULT = re.compile(r"(not )?ok\b|1\.\.\d|TAP version")
FINE = ("OK", "SKIP", "EXPECTEDFAIL")


def reasons(out):
    """The TAP lines of failed checks; the end of the output if none is marked as failed."""
    lines, failed = [], False
    for line in out.splitlines():
        if RESULT.match(line):
            failed = line.startswith("not ok") and not re.search(r"# (TODO|SKIP)", line, re.I)
        elif line.startswith("Bail out!"):
            failed = True
        if failed:
            lines.append(line)
    return lines or out.splitlines()[-MOST:]


def report(test):
    print(f"---- {test['name']}: {test['result']}, exit status {test['returncode']}")
    print(" ".join(test["command"]))
    said, more = reasons(test.get("stdout") or ""), (test.get("stderr") or "").splitlines()
    for lines, cut in (said[:MOST], len(said) > MOST), (more[-MOST:], False):
        print("\n".join(lines + ["..."] * cut) or "(nothing)")


with open(sys.argv[1], encoding="utf-8") as log:
    for entry in map(json.loads, log):
        if entry["result"] not in FINE:
            report(entry)

#!/usr/bin/env python3
"""Runs the Python tests of a file or folder, or those whose names contain a given word, and reports in TAP:

    JOGADA=build/plain/jogada python3 tests/support/run.py tests/cli [WORD...]

Tests can import the modules of their own folder and of this one.
"""
import os
import sys
import unittest


def name_of(test):
    """test_play.Words.test_undo_at_the_start -> play: undo at the start"""
    module, *_, method = test.id().split(".")
    return f"{module.removeprefix('test_')}: {method.removeprefix('test_').replace('_', ' ')}"


def is_wanted(test, words):
    method = getattr(test, test.id().rsplit(".", 1)[1], None)
    left_out = hasattr(method, "one_thread") or hasattr(test, "one_thread")
    if os.environ.get("JOGADA_TEST_SANITIZER") == "thread" and left_out:
        return False
    return not words or any(word in name_of(test) for word in words)


class Tap(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.number = 0
        self.bad = False

    def startTest(self, test):
        super().startTest(test)
        self.number += 1
        self.note, self.troubles = "", []

    def addError(self, test, err):
        super().addError(test, err)
        self.troubles.append(self.errors[-1][1])

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.troubles.append(self.failures[-1][1])

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            where = self.failures if issubclass(err[0], test.failureException) else self.errors
            self.troubles.append(f"{subtest}\n{where[-1][1]}")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.note = f" # SKIP {reason}"

    def stopTest(self, test):
        super().stopTest(test)
        self.bad |= bool(self.troubles)
        print(f"{'not ok' if self.troubles else 'ok'} {self.number} - {name_of(test)}{self.note}")
        for trouble in self.troubles:
            for line in trouble.splitlines():
                print(f"# {line}")
        sys.stdout.flush()


def all_tests(suite):
    for test in suite:
        yield from all_tests(test) if isinstance(test, unittest.TestSuite) else [test]


def main(path, words):
    path = os.path.abspath(path)
    folder, pattern = (path, "test_*.py") if os.path.isdir(path) else os.path.split(path)
    if not os.access(os.environ.get("JOGADA", ""), os.X_OK):
        print("Bail out! the environment's JOGADA does not name the program to test")
        return 1
    loader = unittest.TestLoader()
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.append(here)
    tests = list(all_tests(loader.discover(folder, pattern)))
    if loader.errors:  # else the tests of that file would be missed by nobody
        print("Bail out!", loader.errors[0].strip().splitlines()[-1])
        print(loader.errors[0], file=sys.stderr)
        return 1
    tests = [test for test in tests if is_wanted(test, words)]
    print(f"1..{len(tests)}", flush=True)
    tap = Tap()
    unittest.TestSuite(tests).run(tap)
    return int(tap.bad)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python3 tests/support/run.py FILE|FOLDER [WORD...]")
    sys.exit(main(sys.argv[1], sys.argv[2:]))

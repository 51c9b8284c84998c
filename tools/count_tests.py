"""Sums the results of Meson test runs: count_tests.py JUNIT_XML...

Prints "N passed, N failed" and fails if a test failed, or if none ran."""

import sys
import xml.etree.ElementTree as tree

passed = failed = skipped = 0
for path in sys.argv[1:]:
    for case in tree.parse(path).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
print("%d passed, %d failed" % (passed, failed) + (", %d skipped" % skipped if skipped else ""))
sys.exit(failed > 0 or passed == 0)

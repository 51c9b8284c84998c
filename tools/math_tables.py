#!/usr/bin/env python3
"""Writes src/core/math_tables.h, the tables of src/core/math.c, with 60 digits of precision.

    python3 tools/math_tables.py --update     writes the file; without it, fails if the file is not up to date
"""
import decimal
import os
import sys

PATH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src/core/math_tables.h")
STEPS, WIDTH = 128, 120
HALVED = 53  # the first index whose interval lies above the root of 2: its numbers are halved
decimal.getcontext().prec = 60
D = decimal.Decimal


def two(x):
    """A number as a sum of two doubles."""
    high = float(x)
    return high, float(x - D(high))


def powers():
    return [two((D(2).ln() * i / STEPS).exp()) for i in range(STEPS)]


def logarithms():
    """For the mantissas of each interval: a factor of 10 bits that brings them close to 1, and minus its logarithm."""
    rows = []
    for i in range(STEPS):
        middle = 1 + (D(i) + D(1) / 2) / STEPS
        factor = D(round(512 / (middle / 2 if i >= HALVED else middle))) / 512
        if i in (0, STEPS - 1):
            factor = D(1)  # logarithms close to 0 need all digits of the argument
        rows.append((float(factor), *two(-factor.ln())))
    return rows


def table(name, columns, rows):
    text, line = [f"static const double {name}[{len(rows)}][{columns}] = {{"], "   "
    for row in rows:
        entry = " {" + ", ".join(x.hex() if x else "0" for x in row) + "},"
        if len(line) + len(entry) > WIDTH:
            text.append(line)
            line = "   "
        line += entry
    return "\n".join([*text, line, "};\n"])


def main():
    text = ("/* Tables of math.c. tools/math_tables.py --update writes this file. */\n#ifndef CORE_MATH_TABLES_H\n"
            "#define CORE_MATH_TABLES_H\n\n/* 2^(i/128) as the sum of two doubles. */\n" + table("POWERS", 2, powers()) +
            "\n/* By the first 7 bits of a mantissa m in [1, 2): a factor close to 1/m, or 2/m from the 53rd on, and minus its\n"
            " * logarithm as the sum of two doubles. */\n" + table("LOGARITHMS", 3, logarithms()) + "\n#endif\n")
    if "--update" in sys.argv[1:]:
        with open(PATH, "w", encoding="utf-8") as f:
            f.write(text)
        return
    with open(PATH, encoding="utf-8") as f:
        if f.read() != text:
            sys.exit("src/core/math_tables.h: run tools/math_tables.py --update")


main()

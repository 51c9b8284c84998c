"""Draws terminal output as SVG: some-command | terminal_picture.py > picture.svg

Supports the colours that jogada uses (SGR 0, 1, 2, 7, 33, 36)."""

import re
import sys
from xml.sax.saxutils import escape

CELL, LINE, MARGIN, TOP = 8.43, 19, 20, 44
COLOURS = {"33": "#e5c07b", "36": "#56b6c2"}
TEXT, FAINT, BACK = "#d7dae0", "#6b7280", "#1e222a"


def runs(line, style):
    """The pieces of a line with their styles; the style carries over to the next line."""
    for piece in re.split(r"(\033\[[0-9;]*m)", line):
        if piece.startswith("\033["):
            for code in piece[2:-1].split(";"):
                if code in ("", "0"):
                    style.clear()
                else:
                    style[code if code not in COLOURS else "colour"] = code
        elif piece:
            yield piece, dict(style)


def span(text, style, column, y):
    fill = COLOURS.get(style.get("colour"), FAINT if "2" in style else TEXT)
    box = ""
    if "7" in style:
        box = '<rect x="%.2f" y="%.2f" width="%.2f" height="%d" fill="%s"/>' % (
            MARGIN + CELL * column, y - 14, CELL * len(text), LINE, fill)
        fill = BACK
    weight = ' font-weight="bold"' if "1" in style else ""
    return '%s<text x="%.2f" y="%.2f" fill="%s"%s textLength="%.2f" xml:space="preserve">%s</text>' % (
        box, MARGIN + CELL * column, y, fill, weight, CELL * len(text), escape(text))


lines = sys.stdin.read().rstrip("\n").split("\n")
width = max(len(re.sub(r"\033\[[0-9;]*m", "", line)) for line in lines) * CELL + 2 * MARGIN
height = TOP + LINE * len(lines) + MARGIN / 2
style = {}
print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" '
      'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">' % (width, height, width, height))
print('<rect width="100%%" height="100%%" rx="8" fill="%s"/>' % BACK)
for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
    print('<circle cx="%d" cy="18" r="6" fill="%s"/>' % (MARGIN + 20 * i, colour))
for row, line in enumerate(lines):
    column = 0
    for text, how in runs(line, style):
        if text.strip() or "7" in how:
            print(span(text, how, column, TOP + LINE * row + 14))
        column += len(text)
print("</svg>")

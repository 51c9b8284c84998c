"""Small SVG plots for notebooks: an interval, a curve, a table."""

from html import escape

INK, FAINT, ACCENT, SECOND = "#222", "#999", "#1f6fb2", "#c4622d"


def text(x, y, label, anchor="start", fill=INK, size=12):
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} fill="{fill}" font-size="{size}">{escape(str(label))}</text>'


def line(x1, y1, x2, y2, stroke=INK, width=1.0, dash=""):
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" stroke-width="{width}"'
        + (f' stroke-dasharray="{dash}"' if dash else "")
        + "/>"
    )


def picture(width, height, parts, title):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" role="img"><title>{escape(title)}</title>'
        f'<rect width="{width}" height="{height}" fill="#fff"/>' + "".join(parts) + "</svg>"
    )


def intervals(rows, title, low=0.0, high=1.0, mark=0.5, show="{:.1%}"):
    """An interval plot: rows of (name, value, low, high) on one axis, with a line at `mark`."""
    width, left, right, step, top = 560, 200, 90, 26, 34
    height = top + step * len(rows) + 26
    span = (high - low) or 1.0

    def x(value):
        return left + (width - left - right) * (min(max(value, low), high) - low) / span

    bottom = height - 22
    parts = [
        text(10, 20, title, size=14),
        line(x(mark), top - 6, x(mark), bottom, FAINT, dash="3 3"),
        line(x(low), bottom, x(high), bottom, FAINT),
    ]
    for value in (low, mark, high):
        parts.append(text(x(value), height - 8, show.format(value), "middle", FAINT, 11))
    for i, (name, value, lowest, highest) in enumerate(rows):
        y = top + step * i + 12
        short = name if len(name) <= 28 else name[:27] + "…"
        parts += [
            text(left - 10, y + 4, short, "end"),
            line(x(lowest), y, x(highest), y, ACCENT, 2),
            f'<circle cx="{x(value):.1f}" cy="{y}" r="4" fill="{ACCENT}"/>',
            text(width - right + 10, y + 4, show.format(value)),
        ]
    return picture(width, height, parts, title)


def curve(points, title, low=0.0, high=1.0, mark=0.5):
    """A curve of (x, y) points; y None leaves a gap."""
    width, height, left, right, top, bottom = 560, 160, 44, 14, 30, 24
    last = max((p[0] for p in points), default=0) or 1

    def at(px, py):
        return (
            left + (width - left - right) * px / last,
            top + (height - top - bottom) * (1 - (py - low) / ((high - low) or 1.0)),
        )

    parts = [text(10, 18, title, size=13)]
    for value in (low, mark, high):
        y = at(0, value)[1]
        parts += [line(left, y, width - right, y, "#ddd"), text(left - 6, y + 4, f"{value:.0%}", "end", FAINT, 10)]
    runs, run = [], []
    for px, py in points:
        if py is None:
            runs, run = runs + [run], []
        else:
            run.append(at(px, py))
    for run in runs + [run]:
        if run:
            path = " ".join(f"{px:.1f},{py:.1f}" for px, py in run)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{ACCENT}" stroke-width="2"/>')
    parts.append(text(width - right, height - 6, f"{last} moves", "end", FAINT, 10))
    return picture(width, height, parts, title)


def table(rows, columns):
    """An HTML table of dicts."""
    head = "".join(f"<th>{escape(str(c))}</th>" for c in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(shown(row.get(c)))}</td>" for c in columns) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def shown(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)

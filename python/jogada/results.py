"""Results: what agents, searches, matches and studies return.

A result has the fields that the command prints with --json, as attributes; `as_dict()` has them all. Results that are
tables convert to pandas (`to_frame()`) and Arrow (`to_arrow()`), if these packages are installed.
"""

import json
import os
import secrets

from . import _plots


class Result:
    """A result with named fields."""

    def __init__(self, fields):
        self._fields = fields

    def __getattr__(self, name):
        if name != "_fields" and name in self.__dict__.get("_fields", ()):
            return self._fields[name]
        raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __dir__(self):
        return sorted(set(super().__dir__()) | set(self._fields))

    def __eq__(self, other):
        return type(self) is type(other) and self._fields == other._fields

    __hash__ = None

    def __repr__(self):
        return f"<{type(self).__name__}: {self.summary()}>"

    def summary(self):
        """One line about the result."""
        return ", ".join(f"{k}={v!r}" for k, v in list(self._fields.items())[:4])

    def as_dict(self):
        """All fields, as a new dict."""
        return dict(self._fields)


class Table(Result):
    """A result that is a table as well: `rows` is a list of dicts."""

    @property
    def rows(self):
        """The table as a list of dicts."""
        return self._fields["moves"]

    def to_frame(self):
        """The table as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows)

    def to_arrow(self):
        """The table as a pyarrow.Table."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.rows)

    def _repr_html_(self):
        """Summary, picture and table: a notebook that can show HTML does not show _repr_svg_()."""
        rows, picture = self.rows, getattr(self, "_repr_svg_", str)()
        table = _plots.table(rows, list(rows[0])) if rows else ""
        return f"<p>{_plots.escape(self.summary())}</p>{picture}{table}"


class Report(Table):
    """What an agent reports about a position.

    move: the best move, in notation; number: the same as int
    score: its value for the seat to move, in `unit` ('score', 'points' or 'chance'); None: the agent has no values
    win: the chance to win, 0 to 1
    pv: the best line (principal variation), in notation
    moves: the evaluated moves, best first, as dicts with move, score and win
    explain: the agent's explanation, in lines; details: the same as objects, or None
    depth, nodes, leaves, cuts, seconds: the work of the search; proven: whether the score is exact
    stopped: whether the timeout ended the search; view: the position as the agent saw it
    """

    def summary(self):
        line = " ".join(self.pv)
        score = "" if self.score is None else f" {_value(self.score, self.unit)}"
        return f"{self.move}{score}, depth {self.depth}, {self.nodes} nodes, best line {line}"

    def svg(self, seat=None):
        """The board with the values of the moves on it."""
        marks = [(m["move"], "?" if m["score"] is None else _value(m["score"], self.unit), m["win"]) for m in self.moves]
        return self.view.svg(self.seat if seat is None else seat, marks or [(self.move, "best", None)])

    _repr_svg_ = svg


def _value(score, unit):
    """A value for people, as the command prints it."""
    if abs(score) >= 500_000:  # a game that is decided without a score
        return "win" if score > 0 else "loss"
    if unit == "chance":
        return f"{score:.1%}"
    return f"{score:+.3g}" if score else "0"


class Solution(Table):
    """The exact value of a position with best play, and of every move.

    value: for the seat to move, in the game's unit; None while low and high differ
    low, high: bounds of the value; None if unknown
    win: the chance to win with best play; moves: dicts with move, value, low, high and win
    """

    def summary(self):
        value = self.value if self.value is not None else f"between {self.low} and {self.high}"
        return f"{self.position}: value {value}, {self.nodes} nodes"


class Rollout(Table):
    """The chance to win after every move, estimated by simulated games; the best move first."""

    def summary(self):
        best = self.moves[0]
        return f"{best['move']} wins {best['win']:.1%} of {self.trials} trials by {self.agent}"

    def _repr_svg_(self):
        rows = [(str(m["move"]), m["win"], m["win"] - 2 * (m["win_error"] or 0), m["win"] + 2 * (m["win_error"] or 0))
                for m in self.moves]
        return _plots.intervals(rows, "chance to win, with two standard errors")


class Review(Table):
    """The moves of a match as an agent evaluates them: `loss` is the chance to win that a move gave away.

    moves: one dict for each position; seats: accuracy and number of mistakes of each seat
    """

    def summary(self):
        return ", ".join(f"{s['seat']}: accuracy {s['accuracy']:.1%}, {s['blunders']} "
                         f"blunder{'' if s['blunders'] == 1 else 's'}" for s in self.seats)

    def chances(self):
        """The chance of seat 0's team to win before each move, as (ply, chance) pairs."""
        return [(m["ply"], None if m["win"] is None else m["win"] if m["seat"] % 2 == 0 else 1 - m["win"])
                for m in self.moves]

    def _repr_svg_(self):
        return _plots.curve(self.chances(), "chance to win of the first side")


class Tree(Result):
    """The tree of a search: as text, picture, page and JSON."""

    def __str__(self):
        return self._fields["text"]

    def summary(self):
        return self._fields["text"].splitlines()[0]

    @property
    def text(self):
        """The tree as text."""
        return self._fields["text"]

    def to_svg(self):
        """The tree as an SVG picture."""
        return self._fields["svg"]

    def to_html(self):
        """The tree as a page that unfolds nodes and explains cutoffs."""
        return self._fields["html"]

    def to_dict(self):
        """The tree as objects, with all visited nodes."""
        return json.loads(self._fields["json"])

    _repr_svg_ = to_svg


class _Contest(Table):
    @property
    def rows(self):
        """The games, in order: the agents by team, the score of the first team, and the thinking time."""
        names = self.agents
        return [{"game": i + 1, "first": names[a], "second": names[b], "score": score, "plies": plies,
                 "forfeit": None if forfeit < 0 else names[(a, b)[forfeit]], "seconds_first": s0, "seconds_second": s1}
                for i, (a, b, score, plies, forfeit, s0, s1) in enumerate(self._fields["rows"])]

    def as_dict(self):
        return {k: v for k, v in self._fields.items() if k != "rows"}


class MatchResult(_Contest):
    """The result of a match, from the first agent's side, with the fields of `jogada match --json`.

    games, wins (of both), draws, points; score: the share of the points, with its 95 % interval ci95
    elo with elo_ci95; p_value; superiority: the likelihood of being stronger
    complete: False if the timeout ended the match
    """

    def summary(self):
        a, b = self.agents
        return (f"{a} against {b}: {self.wins[0]} won, {self.draws} drawn, {self.wins[1]} lost, "
                f"{self.score:.1%} (95 %: {self.ci95[0]:.1%} to {self.ci95[1]:.1%}), Elo {self.elo:+.0f}")

    def _repr_svg_(self):
        rows = [(self.agents[0], self.score, *self.ci95)]
        for side in self.sides:
            rows.append((f"as {side['seat']}", side["score"], *side["ci95"]))
        return _plots.intervals(rows, f"share of the points against {self.agents[1]}, 95 %")

    def _repr_html_(self):
        return f"<p>{_plots.escape(self.summary())}</p>" + self._repr_svg_()


class TournamentResult(_Contest):
    """The result of a tournament: ratings, the best first, and the cross table."""

    def summary(self):
        return ", ".join(f"{r['agent']} {r['elo']:+.0f}" for r in self.ratings)

    def _repr_svg_(self):
        rows = [(r["agent"], r["elo"], r["elo"] - r["error"], r["elo"] + r["error"]) for r in self.ratings]
        ends = [x for row in rows for x in row[1:] if abs(x) < 1e6] or [0]
        low, high = min(ends + [-50]), max(ends + [50])
        return _plots.intervals(rows, "Elo, with 95 % intervals", low, high, 0, "{:+.0f}")

    def _repr_html_(self):
        columns = ["agent", "elo", "error", "games", "wins", "draws", "losses", "score"]
        return self._repr_svg_() + _plots.table(self.ratings, columns)


class Tuning(Table):
    """Tuned weights: `weights` by feature, `history` of the generations, `proof` against the initial weights.

    file: the text of a weights file; written to FILE, agents use it as eval=@FILE.
    """

    @property
    def rows(self):
        """The generations, with one column per weight."""
        return [{**{k: v for k, v in g.items() if k != "weights"}, **g["weights"]} for g in self.history]

    def summary(self):
        return f"{self.evaluator} of {self.game} by {self.method}, {len(self.history)} generations: {self.weights}"

    def save(self, path):
        """Writes the weights to a file. If that fails, a file that was there before is unchanged."""
        part = f"{os.fspath(path)}.{secrets.token_hex(8)}.part"
        with open(part, "x", encoding="utf-8") as f:
            try:
                f.write(self._fields["file"])
                f.flush()
                os.fsync(f.fileno())
                os.replace(part, path)
            except BaseException:
                os.unlink(part)
                raise


class Study(Result):
    """A reproduced paper: tables, and verdicts on its claims."""

    def summary(self):
        held = sum(v["holds"] for v in self.verdicts)
        return f"{self.study}: {held} of {len(self.verdicts)} claims hold"

    def table(self, name):
        """The rows of a table, by its name."""
        for t in self.tables:
            if t["name"] == name:
                return t["rows"]
        raise KeyError(f"no table {name!r}; the tables are {', '.join(t['name'] for t in self.tables)}")

    def to_frame(self, name=None):
        """A table as a pandas.DataFrame; the first one by default."""
        import pandas

        return pandas.DataFrame(self.table(name) if name else self.tables[0]["rows"])

    def to_arrow(self, name=None):
        """A table as a pyarrow.Table; the first one by default."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.table(name) if name else self.tables[0]["rows"])

    def _repr_html_(self):
        parts = [f"<h3>{_plots.escape(self.title)}</h3>"]
        for t in self.tables:
            if t["rows"]:
                parts.append(f"<p>{_plots.escape(t['title'])}</p>" + _plots.table(t["rows"], list(t["rows"][0])))
        for v in self.verdicts:
            parts.append(f"<p>{'confirmed' if v['holds'] else 'not confirmed'}: {_plots.escape(v['text'])}</p>")
        return "".join(parts)

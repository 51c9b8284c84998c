"""Types of results."""

from typing import Any

from ._jogada import State

_Row = dict[str, Any]

class Result:
    def __init__(self, fields: dict[str, Any]) -> None: ...
    def __getattr__(self, name: str) -> Any: ...
    def summary(self) -> str: ...
    def as_dict(self) -> dict[str, Any]: ...

class Table(Result):
    @property
    def rows(self) -> list[_Row]: ...
    def to_frame(self) -> Any: ...
    def to_arrow(self) -> Any: ...

class Report(Table):
    move: str
    number: int
    seat: int
    score: float | None
    unit: str | None
    win: float | None
    pv: list[str]
    moves: list[_Row]
    explain: str
    details: Any
    depth: int
    nodes: int
    leaves: int
    cuts: int
    seconds: float
    proven: bool
    exact: bool
    plies: int
    note: str | None
    stopped: bool
    view: State
    def svg(self, seat: int | None = None) -> str: ...

class Solution(Table):
    game: str
    position: str
    value: int | None
    low: int | None
    high: int | None
    win: float | None
    moves: list[_Row]
    nodes: int
    seconds: float

class Rollout(Table):
    moves: list[_Row]
    trials: int
    settled: bool
    complete: bool

class Review(Table):
    moves: list[_Row]
    seats: list[_Row]
    complete: bool
    def chances(self) -> list[tuple[int, float | None]]: ...

class Tree(Result):
    @property
    def text(self) -> str: ...
    def to_svg(self) -> str: ...
    def to_html(self) -> str: ...
    def to_dict(self) -> Any: ...

class MatchResult(Table):
    game: str
    agents: list[str]
    games: int
    wins: list[int]
    draws: int
    points: list[float]
    score: float
    ci95: list[float]
    p_value: float
    elo: float
    elo_ci95: list[float]
    superiority: float
    pairs: list[int]
    margin: float
    complete: bool

class TournamentResult(Table):
    game: str
    agents: list[str]
    games: int
    ratings: list[_Row]
    table: list[list[float | None]]
    superiority: list[list[float | None]]
    complete: bool

class Tuning(Table):
    weights: dict[str, float]
    history: list[_Row]
    proof: _Row | None
    file: str
    def save(self, path: Any) -> None: ...

class Study(Result):
    study: str
    title: str
    tables: list[_Row]
    verdicts: list[_Row]
    def table(self, name: str) -> list[_Row]: ...
    def to_frame(self, name: str | None = None) -> Any: ...
    def to_arrow(self, name: str | None = None) -> Any: ...

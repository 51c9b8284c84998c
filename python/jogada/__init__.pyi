"""Types of the package."""

import random
from typing import Any, Callable, Mapping, Sequence, SupportsIndex, Union

from numpy.typing import NDArray

from .match import Match as Match
from .results import MatchResult as MatchResult
from .results import Report as Report
from .results import Review as Review
from .results import Rollout as Rollout
from .results import Solution as Solution
from .results import Study as Study
from .results import TournamentResult as TournamentResult
from .results import Tree as Tree
from .results import Tuning as Tuning
from ._vector import Vector as Vector
from ._vector import _Seeds
from ._jogada import CHANCE as CHANCE
from ._jogada import OVER as OVER
from ._jogada import Error as Error
from ._jogada import Game as Game
from ._jogada import State as State
from ._jogada import agents as agents
from ._jogada import games as games
from ._jogada import studies as studies

__version__: str
__all__ = [
    "CHANCE",
    "OVER",
    "Agent",
    "Bot",
    "Error",
    "Game",
    "Match",
    "MatchResult",
    "Report",
    "Review",
    "Rollout",
    "Solution",
    "State",
    "Study",
    "TournamentResult",
    "Tree",
    "Tuning",
    "agents",
    "games",
    "match",
    "perft",
    "review",
    "rollout",
    "solve",
    "studies",
    "study",
    "tournament",
    "tree",
    "tune",
    "vector",
]

_Move = Union[SupportsIndex, str]
_Seed = Union[SupportsIndex, random.Random]
_Progress = Union[bool, Callable[[float], object], None]

class Bot:
    def choose(self, view: State, moves: list[int], rng: random.Random) -> _Move: ...
    def new_game(self) -> None: ...

_Player = Union[str, Bot, type[Bot], Callable[[State, list[int], random.Random], _Move], "Agent"]

class Agent:
    def __init__(self, agent: _Player, game: Union[Game, str], *, nodes: int | None = None) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def spec(self) -> str: ...
    @property
    def reproducible(self) -> bool: ...
    def ask(
        self,
        position: Union[State, Match],
        *,
        seed: _Seed = 1,
        all: bool = True,
        timeout: float | None = None,
        nodes: int | None = None,
    ) -> Report: ...
    def forget(self) -> None: ...

def solve(
    position: Union[State, Match],
    *,
    all: bool = True,
    nodes: int = 0,
    timeout: float | None = None,
    memory: int = 0,
    threads: int = 0,
    progress: _Progress = None,
) -> Solution: ...
def perft(
    position: Union[State, Match],
    depth: int,
    *,
    threads: int = 0,
    timeout: float | None = None,
    progress: _Progress = None,
) -> int: ...
def rollout(
    position: Union[State, Match],
    agent: Union[_Player, None] = None,
    *,
    trials: int = 1000,
    confidence: float = 0.99,
    order: bool = False,
    seed: _Seed = 1,
    threads: int = 0,
    timeout: float | None = None,
    nodes: int | None = None,
    progress: _Progress = None,
) -> Rollout: ...
def tree(
    position: Union[State, Match],
    agent: Union[str, Agent],
    *,
    most: int = 0,
    steps: bool = False,
    timeout: float | None = None,
    nodes: int | None = None,
) -> Tree: ...
def review(
    match: Match,
    agent: Union[str, Agent, None] = None,
    *,
    confirm: bool = False,
    timeout: float | None = None,
    nodes: int | None = None,
    progress: _Progress = None,
) -> Review: ...
def match(
    game: Union[Game, str],
    first: _Player,
    second: _Player,
    *,
    games: int = 100,
    seed: _Seed = 1,
    opening_plies: int = -1,
    starts: Sequence[Union[State, str]] | None = None,
    sprt: tuple[float, ...] | None = None,
    tc: str | None = None,
    margin: int = 0,
    resign: str | None = None,
    draw: str | None = None,
    tb: bool = False,
    nodes: int | None = None,
    threads: int = 0,
    timeout: float | None = None,
    progress: _Progress = None,
    cluster: Any = None,
    inexact: bool = False,
) -> MatchResult: ...
def tournament(
    game: Union[Game, str],
    *agents: _Player,
    games: int = 100,
    seed: _Seed = 1,
    opening_plies: int = -1,
    starts: Sequence[Union[State, str]] | None = None,
    gauntlet: bool = False,
    tc: str | None = None,
    margin: int = 0,
    resign: str | None = None,
    draw: str | None = None,
    tb: bool = False,
    nodes: int | None = None,
    threads: int = 0,
    timeout: float | None = None,
    progress: _Progress = None,
    cluster: Any = None,
    inexact: bool = False,
) -> TournamentResult: ...
def tune(
    game: Union[Game, str],
    *,
    evaluator: str = "",
    method: str = "cma",
    agent: str = "",
    opponent: str = "",
    generations: int = 0,
    games: int = 0,
    population: int = 0,
    proof: int = 0,
    seed: _Seed = 1,
    opening_plies: int = -1,
    threads: int = 0,
    timeout: float | None = None,
    progress: _Progress = None,
) -> Tuning: ...
def study(
    name: str,
    *,
    quick: bool = False,
    games: int = 0,
    seed: _Seed = 1,
    threads: int = 0,
    timeout: float | None = None,
    progress: _Progress = None,
) -> Study: ...
def vector(
    game: Union[Game, str],
    n: int,
    *,
    seed: _Seeds | None = None,
    threads: int = 1,
    limit: int = 0,
    scores: bool = False,
    arrays: Mapping[str, NDArray[Any] | None] | None = None,
) -> Vector: ...

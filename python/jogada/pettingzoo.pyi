"""Types of jogada.pettingzoo."""

from typing import Any, Literal

import gymnasium
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._jogada import Game
from .match import Match

_Mode = Literal["human", "ansi", "svg"]

class raw_env(AECEnv[str, dict[str, Any], int | None]):
    metadata: dict[str, Any]
    game: Game
    match: Match
    limit: int
    decisions: int
    render_mode: _Mode | None
    def __init__(self, game: Game | str, render_mode: _Mode | None = None, limit: int = 0) -> None: ...
    def observation_space(self, agent: str) -> gymnasium.spaces.Dict: ...
    def action_space(self, agent: str) -> gymnasium.spaces.Discrete: ...
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None: ...
    def observe(self, agent: str) -> dict[str, Any]: ...
    def step(self, action: int | None) -> None: ...
    def render(self) -> str | None: ...
    def close(self) -> None: ...

def env(
    game: Game | str, *, render_mode: _Mode | None = None, limit: int = 0
) -> wrappers.OrderEnforcingWrapper[str, dict[str, Any], int | None]: ...

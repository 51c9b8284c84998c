"""Types of jogada.gymnasium."""

from typing import Any, Literal, Mapping

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ._jogada import Game
from ._vector import Vector, _Seeds

class VectorEnv(  # type: ignore[misc]
    Vector, gymnasium.vector.VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]
):
    num_envs: int  # type: ignore[misc, assignment]
    def __new__(
        cls,
        game: Game | str,
        num_envs: int = 1,
        *,
        copy: bool = True,
        render_mode: Literal["ansi"] | None = None,
        seed: _Seeds | None = None,
        threads: int = 1,
        limit: int = 0,
        scores: bool = False,
        arrays: Mapping[str, NDArray[Any] | None] | None = None,
    ) -> VectorEnv: ...
    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        copy: bool = True,
        render_mode: Literal["ansi"] | None = None,
        seed: _Seeds | None = None,
        threads: int = 1,
        limit: int = 0,
        scores: bool = False,
        arrays: Mapping[str, NDArray[Any] | None] | None = None,
    ) -> None: ...
    def render(self) -> tuple[str, ...] | None: ...  # type: ignore[override]
    def close_extras(self, **kwargs: Any) -> None: ...

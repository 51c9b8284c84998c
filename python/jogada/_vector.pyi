"""Types of jogada.Vector."""

from typing import Any, Mapping, Sequence, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._jogada import Game, VectorBase

_Seeds = SupportsIndex | Sequence[SupportsIndex | None] | NDArray[np.integer[Any]]

class Vector(VectorBase):
    observation: NDArray[np.uint8]
    mask: NDArray[np.int8]
    seat: NDArray[np.int8]
    reward: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    final_observation: NDArray[np.uint8]
    def __new__(
        cls,
        game: Game | str,
        n: int,
        *,
        seed: _Seeds | None = None,
        threads: int = 1,
        limit: int = 0,
        scores: bool = False,
        arrays: Mapping[str, NDArray[Any] | None] | None = None,
    ) -> Vector: ...
    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        seed: _Seeds | None = None,
        threads: int = 1,
        limit: int = 0,
        scores: bool = False,
        arrays: Mapping[str, NDArray[Any] | None] | None = None,
    ) -> None: ...
    def reset(
        self, *, seed: _Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]: ...
    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]: ...
    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]: ...

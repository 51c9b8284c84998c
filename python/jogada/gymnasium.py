"""Vector environments of Gymnasium.

    import jogada.gymnasium, gymnasium
    env = gymnasium.make_vec("jogada/kalah-v0", num_envs=1024)

Every game is registered as jogada/NAME-v0. jogada.vector() has the same calls without the spaces, needs numpy alone,
and does not copy arrays.
"""

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space

from . import games
from ._vector import Vector


class VectorEnv(Vector, gymnasium.vector.VectorEnv):
    """jogada.Vector as a gymnasium.vector.VectorEnv, with same-step autoreset.

    copy: step() and reset() return copies, so that the caller may store them
    render_mode: None or "ansi", for which render() returns the boards of all games as text
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}
    spec = None

    def __new__(cls, game, num_envs=1, *, copy=True, render_mode=None, **options):
        return super().__new__(cls, game, num_envs, **options)

    def __init__(self, game, num_envs=1, *, copy=True, render_mode=None, **options):
        super().__init__(game, num_envs, **options)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self._copy = copy
        self._everywhere = np.ones(self.num_envs, bool)
        self._everywhere.flags.writeable = False
        self.single_observation_space = gymnasium.spaces.Box(0, 255, self.game.observation_shape, np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _given(self, *arrays):
        """What the caller is given: copies, unless it does not want them."""
        def copied(array):
            if isinstance(array, dict):
                return {key: copied(value) for key, value in array.items()}
            return None if array is None else array.copy()

        return tuple(map(copied, arrays)) if self._copy else arrays

    def reset(self, *, seed=None, options=None):
        observation, info = self._given(*super().reset(seed=seed, options=options))
        return observation, self._with_masks(info)

    def step(self, actions):
        *result, info = super().step(actions)
        ended = info.pop("_final_obs", None)
        if ended is not None:  # an array of arrays, None for the games that go on
            final = info.pop("final_obs")
            info["final_obs"] = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(ended) if final is not None else ():
                info["final_obs"][i] = final[i].copy()
            info["_final_obs"] = ended
        return *self._given(*result), self._with_masks(self._given(info)[0])

    def _with_masks(self, info):
        """What all games have, with Gymnasium's _key beside every key."""
        return {**info, "_action_mask": self._everywhere, "_seat": self._everywhere}

    def render(self):
        if self.render_mode != "ansi":
            return None
        return tuple(self.game_state(i).view(seat).show(seat=seat) for i, seat in enumerate(self.seat))

    def close_extras(self, **kwargs):
        pass


def _register():
    for name in games():
        if f"jogada/{name}-v0" not in gymnasium.registry:
            gymnasium.register(f"jogada/{name}-v0", vector_entry_point="jogada.gymnasium:VectorEnv",
                               kwargs={"game": name})


_register()

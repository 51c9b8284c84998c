"""jogada.Vector: many games of one kind, stepped together."""

import operator
import random

import numpy as np

from . import _jogada


def _checked(seed):
    """A seed as an int of Python."""
    seed = operator.index(seed)
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed must be 0 to 2**64 - 1, not {seed}")
    return seed


class Vector(_jogada.VectorBase):
    """A vector environment: n games, stepped in one call into arrays that the environment and its caller share.

    >>> import jogada
    >>> env = jogada.vector("kalah", 4, seed=1)
    >>> observation, info = env.reset()
    >>> observation.shape, info["action_mask"].shape
    ((4, 14), (4, 6))
    >>> observation, reward, terminated, truncated, info = env.step(env.sample())

    Every step makes one decision in each game, of the seat whose turn it is: info["seat"]. A reward belongs to the seat
    that acted; it is 0 until the game ends. A game that ends begins again in the same step; info["final_obs"] has the
    last observation of those games whose row of info["_final_obs"] is true. Arrays are overwritten by the next step.
    Calls, arrays and info follow gymnasium.vector.VectorEnv; jogada.gymnasium.VectorEnv is one.

    observation: uint8, (n, *game.observation_shape); mask: int8, (n, game.actions), 1 for legal actions
    seat: int8, (n,); reward: float32, (n,); terminated, truncated: bool, (n,)
    final_observation: like observation
    """

    def __new__(cls, game, n, *, seed=None, threads=1, limit=0, scores=False, arrays=None):
        return super().__new__(cls, game, n, threads=threads, limit=limit, scores=scores)

    def __init__(self, game, n, *, seed=None, threads=1, limit=0, scores=False, arrays=None):
        """Opens an environment.

        seed: of the first reset(), as there; None: a random one
        threads: 0 for one per core
        limit: decisions after which a game is truncated; 0: 2000 in games that need not end, otherwise none
        scores: rewards are the game's scores, such as points, instead of 1, 0 and -1
        arrays: the caller's own arrays by name, such as {"observation": a}; the others are made
        """
        given = dict(arrays or {})
        n = self.num_envs
        shape = self.game.observation_shape
        wanted = {"observation": ((n, *shape), np.uint8), "mask": ((n, self.game.actions), np.int8),
                  "seat": ((n,), np.int8), "reward": ((n,), np.float32), "terminated": ((n,), np.bool_),
                  "truncated": ((n,), np.bool_),
                  "final_observation": ((n, *shape), np.uint8)}
        unknown = set(given) - set(wanted)
        if unknown:
            raise ValueError(f"unknown array {min(unknown)!r}; the arrays are {', '.join(wanted)}")
        for name, (size, dtype) in wanted.items():
            setattr(self, name, given[name] if name in given else np.zeros(size, dtype))
        self._attach(*(getattr(self, name) for name in wanted))
        self._seed(seed)
        self._actions = np.zeros(n, np.int64)

    def _seed(self, seed):
        """Sets the seed of the next reset(), and the generator of those that follow."""
        if seed is None:
            first = None
        elif hasattr(seed, "__index__") and not getattr(seed, "ndim", 0):
            first = _checked(seed)
        elif isinstance(seed, (str, bytes)) or not hasattr(seed, "__len__"):
            raise TypeError(f"seed must be an int, a list of {self.num_envs} ints, or None, not {seed!r}")
        elif len(seed) != self.num_envs:
            raise ValueError(f"seed must have one int for each of the {self.num_envs} games, not {len(seed)}")
        else:
            first = np.array([random.SystemRandom().getrandbits(64) if s is None else _checked(s) for s in seed], np.uint64)
        self._seeds = random.Random(first.tobytes() if isinstance(first, np.ndarray) else first)
        self._next_seed = self._seeds.getrandbits(64) if first is None else first

    def reset(self, *, seed=None, options=None):
        """Begins all games again; returns (observation, info). Without a seed, the seeds follow from the last one.

        seed: an int, or a list with one for each game, which then plays as the only game of an environment with that
            seed does; None in the list: a random one
        """
        if seed is not None:
            self._seed(seed)
        if isinstance(self._next_seed, np.ndarray):
            _jogada.VectorBase._reset_each(self, self._next_seed)
        else:
            _jogada.VectorBase._reset(self, self._next_seed)
        self._next_seed = self._seeds.getrandbits(64)
        return self.observation, {"action_mask": self.mask, "seat": self.seat}

    def step(self, actions):
        """Makes an action in every game; returns (observation, reward, terminated, truncated, info).

        Raises Error if an action is illegal, and changes nothing then.
        """
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iub":
            raise TypeError(f"actions must be integers, not {actions.dtype}")
        _jogada.VectorBase._step(self, np.ascontiguousarray(actions, np.int64))
        info = {"action_mask": self.mask, "seat": self.seat}
        ends = [a for a in (self.terminated, self.truncated) if a is not None]
        ended = np.logical_or.reduce(ends) if ends else np.False_
        if ended.any():
            info["final_obs"], info["_final_obs"] = self.final_observation, ended
        return self.observation, self.reward, self.terminated, self.truncated, info

    def sample(self, out=None):
        """A random legal action for every game, uniformly, in `out` or in an array that the next call overwrites."""
        return _jogada.VectorBase._sample(self, self._actions if out is None else out)

    def __repr__(self):
        return f"<{type(self).__name__} of {self.num_envs} games of {self.game}>"

"""PettingZoo environments (AEC) of all games, with action masks.

    import jogada.pettingzoo
    env = jogada.pettingzoo.env("domino:target=100", render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Agents are player_0, player_1, ... in the order of the seats; seats 0 and 2 are partners. Chance moves are played by the
environment. An observation is made from the view of its seat, so that hidden hands stay hidden. Rewards are 1, 0 and -1
when the game ends.
"""

import operator
import random

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import CHANCE, OVER, Game, Match

_LIMIT = 2000  # decisions after which a game that need not end is truncated


class raw_env(AECEnv):
    """The environment without PettingZoo's wrappers, which check the order of calls."""

    metadata = {"render_modes": ["human", "ansi", "svg"], "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game, render_mode=None, limit=0):
        """Opens the environment of a Game or spec.

        render_mode: "human" prints the board, "ansi" and "svg" return it; None: render() does nothing
        limit: decisions after which a game is truncated; 0: 2000 in games that need not end, otherwise none
        """
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be one of {self.metadata['render_modes']}, not {render_mode!r}")
        self.game = game if isinstance(game, Game) else Game(game)
        self.metadata = {**self.metadata, "name": f"jogada_{self.game.name}_v0"}
        self.render_mode = render_mode
        self.limit = limit or (0 if "finite" in self.game.traits else _LIMIT)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_spaces = {agent: gymnasium.spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: gymnasium.spaces.Dict({
                "observation": gymnasium.spaces.Box(0, 255, self.game.observation_shape, np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.actions,), np.int8)})
            for agent in self.possible_agents}
        self._rng = random.Random()

    def observation_space(self, agent):
        return self._observation_spaces[agent]

    def action_space(self, agent):
        return self._action_spaces[agent]

    def _settle(self):
        """Plays chance moves and selects the agent to move."""
        while self.match.turn == CHANCE:
            self.match.apply(self.match.state.draw(self._rng))
        if self.match.turn != OVER:
            self.agent_selection = self.possible_agents[self.match.turn]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._rng = random.Random(operator.index(seed))
        self.match = Match(self.game)
        self.decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self._settle()

    def observe(self, agent):
        state, seat = self.match.state, self._seats[agent]
        mask = np.zeros(self.game.actions, np.int8)
        if self.match.turn == seat:
            mask[state.actions()] = 1
        observation = np.empty(self.game.observation_shape, np.uint8)
        state.observation(seat, observation)
        return {"observation": observation, "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.apply(self.match.state.action_move(action))
        self.decisions += 1
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._settle()
        if self.match.over:
            self._end(self.terminations)
        elif self.limit and self.decisions >= self.limit:
            self.truncations = {name: True for name in self.agents}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self, ends):
        score = self.match.score(0)
        result = (score > 0) - (score < 0)
        for name, seat in self._seats.items():
            ends[name] = True
            self.rewards[name] = -result if seat % 2 else result
        self.agent_selection = self.agents[0]

    def render(self):
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        seat = self._seats[self.agent_selection]
        view = self.match.state.view(seat)
        if self.render_mode == "svg":
            return view.svg(seat=seat)
        board = view.show(seat=seat)
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self):
        pass


def env(game, **options):
    """The environment of a Game or spec, in PettingZoo's wrappers."""
    made = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)

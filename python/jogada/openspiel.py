"""Games for OpenSpiel, and OpenSpiel's bots in matches of jogada.

    import jogada.openspiel, pyspiel
    game = pyspiel.load_game("jogada_kalah")          # or jogada.openspiel.game("kalah:houses=4")
    state = game.new_initial_state()

Every game is registered as jogada_NAME. Chance nodes are explicit. Where chance has more than 64 outcomes, such as the
1,184,040 hands of a deal, equally likely all of them, several chance nodes with at most 32 branches choose one. Returns
are 1, 0 and -1, and a game that reaches its limit of decisions is a draw.
"""

import numpy as np
import pyspiel

from . import CHANCE, OVER, Game, games
from . import Bot as _Bot

_LIST = 64  # the most outcomes of one chance node
_BRANCHES = 32  # of a chance node that chooses a range of outcomes


def _game_type(game, name):
    chance, hidden = "chance" in game.traits, "hidden" in game.traits
    kinds = pyspiel.GameType
    return kinds(
        short_name=name, long_name=game.title, dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM, reward_model=kinds.RewardModel.TERMINAL, max_num_players=game.seats,
        min_num_players=game.seats, provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, parameter_specification={"spec": ""})


class OpenSpielGame(pyspiel.Game):
    """A game of jogada as a game of OpenSpiel; `rules` is the jogada.Game."""

    def __init__(self, spec, params=None, limit=2000):
        params = dict(params or {})
        self.rules = Game(params.get("spec") or spec)
        self.limit = limit
        if not params:
            params = {"spec": str(self.rules)}
        chance = "chance" in self.rules.traits
        info = pyspiel.GameInfo(num_distinct_actions=self.rules.actions, max_chance_outcomes=_LIST if chance else 0,
                                num_players=self.rules.seats, min_utility=-1.0, max_utility=1.0, utility_sum=0.0,
                                max_game_length=limit)
        super().__init__(_game_type(self.rules, f"jogada_{self.rules.name}"), info, params)

    def new_initial_state(self, state=None):
        return OpenSpielState(self)

    def state_at(self, position):
        """The state at a jogada.State without hidden parts; its history is empty."""
        state = OpenSpielState(self)
        state.begin(position)
        return state

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class OpenSpielState(pyspiel.State):
    """A position; `position` is the jogada.State."""

    def __init__(self, game):
        super().__init__(game)
        self._rules, self._limit = game.rules, game.limit
        self.begin(game.rules.start())

    def begin(self, position):
        self._decisions = 0
        self._seen = ()  # hashes of earlier positions, where repetition counts
        self._recall = ((),) * self._rules.seats  # by seat: what it observed and did in each of its turns
        self._enter(position)

    def _enter(self, position):
        self.position = position
        self._range = (0, position.outcome_count()) if position.turn == CHANCE else None
        if self._range and self._range[1] > _LIST and abs(position.outcome(0)[1] * self._range[1] - 1) > 1e-9:
            raise NotImplementedError(f"chance has {self._range[1]} outcomes that are not equally likely")
        key = hash(position)
        self._repeated = self._rules.repeat > 0 and self._seen.count(key) + 1 >= self._rules.repeat
        if self._rules.repeat:
            self._seen += (key,)

    def is_terminal(self):
        turn = self.position.turn
        return turn == OVER or self._repeated or (turn != CHANCE and self._decisions >= self._limit)

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self._range else self.position.turn

    def _legal_actions(self, player):
        return sorted(self.position.actions())

    def _parts(self):
        """The bounds of the ranges that a chance node chooses from, if there are too many outcomes to list."""
        low, high = self._range
        return [low + (high - low) * i // _BRANCHES for i in range(_BRANCHES + 1)]

    def chance_outcomes(self):
        low, high = self._range
        if (low, high) == (0, self.position.outcome_count()) and high <= _LIST:
            return [(i, self.position.outcome(i)[1]) for i in range(high)]
        if high - low <= _BRANCHES:
            return [(i, 1 / (high - low)) for i in range(high - low)]
        bounds = self._parts()
        return [(i, (bounds[i + 1] - bounds[i]) / (high - low)) for i in range(_BRANCHES)]

    def _apply_action(self, action):
        if not self._range:
            seat = self.position.turn
            told = self._recall[seat] + ((self.position.view(seat).position, action),)
            self._recall = self._recall[:seat] + (told,) + self._recall[seat + 1:]
            self._decisions += 1
            self._enter(self.position.apply(self.position.action_move(action)))
            return
        low, high = self._range
        whole = (low, high) == (0, self.position.outcome_count())
        if high - low <= _BRANCHES or (whole and high <= _LIST):
            self._enter(self.position.apply(self.position.outcome(low + action)[0]))
        else:
            bounds = self._parts()
            self._range = (bounds[action], bounds[action + 1])

    def _action_to_string(self, player, action):
        if player != pyspiel.PlayerId.CHANCE:
            own = player == self.position.turn
            return self.position.text(self.position.action_move(action)) if own else str(action)
        low, high = self._range
        if high <= _LIST and high == self.position.outcome_count():
            return self.position.text(self.position.outcome(action)[0])
        return f"chance {action}"

    def returns(self):
        score = self.position.score(0) if self.position.turn == OVER else 0
        result = float((score > 0) - (score < 0))
        return [-result if seat % 2 else result for seat in range(self._rules.seats)]

    def recall(self, player):
        """All that a player has observed and done in its turns, and observes now."""
        earlier = "; ".join(f"{position} {action}" for position, action in self._recall[player])
        return f"{earlier}; {self.position.view(player).position}" if earlier else self.position.view(player).position

    def resample_from_infostate(self, player, rng):
        """A state that a player cannot tell from this one, with hidden parts drawn by rng(), a number from 0 to 1.

        Information set Monte Carlo tree search calls it. What the other players observed before is left out.
        """
        state = OpenSpielState(self.get_game())
        state.begin(self.position.view(player).sample(int(rng() * 2**53)))
        state._decisions = self._decisions
        state._recall = tuple(told if seat == player else () for seat, told in enumerate(self._recall))
        return state

    def __str__(self):
        return self.position.position


class Observer:
    """Observations in the interface of open_spiel.python.observation: encoded positions, or texts that recall all."""

    def __init__(self, game, kind, params):
        if params:
            raise ValueError(f"an observer has no parameters, but was given {params}")
        self._recalls = kind.perfect_recall
        self.tensor, self.dict = None, {}
        if not self._recalls:
            size = int(np.prod(game.rules.observation_shape))
            self.tensor = np.zeros(size, np.float32)
            self.dict = {"observation": self.tensor.reshape(game.rules.observation_shape)}

    def set_from(self, state, player):
        if self.tensor is not None:
            self.tensor[:] = np.frombuffer(state.position.observation(player), np.uint8)

    def string_from(self, state, player):
        return state.recall(player) if self._recalls else state.position.view(player).position


def game(spec, limit=2000):
    """The game of a spec for OpenSpiel, such as "kalah:houses=4".

    limit: decisions after which a game ends in a draw
    """
    return OpenSpielGame(str(spec), limit=limit)


def _class_of(name):
    """The class that OpenSpiel registers for a game. A function would not do: OpenSpiel releases it when the
    interpreter is gone, while a class holds itself."""
    def begin(self, params=None):
        OpenSpielGame.__init__(self, name, params)

    return type(f"OpenSpielGame_{name}", (OpenSpielGame,), {"__init__": begin})


def _register():
    known = set(pyspiel.registered_names())
    for name in games():
        if f"jogada_{name}" not in known:
            pyspiel.register_game(_game_type(Game(name), f"jogada_{name}"), _class_of(name))


class Bot(_Bot):
    """A bot of OpenSpiel as an agent of jogada.

        from open_spiel.python.algorithms import mcts
        bot = jogada.openspiel.Bot("kalah", lambda game, seat, rng: mcts.MCTSBot(
            game, 2, 100, mcts.RandomRolloutEvaluator(random_state=rng), random_state=rng))
        jogada.match("kalah", bot, "ab:nodes=1k", games=20)

    make(game, seat, rng) returns a pyspiel.Bot; rng is a numpy.random.RandomState, which is seeded for every move. With
    hidden information the bot is shown a random position that is consistent with what its seat knows.
    """

    def __init__(self, spec, make):
        self._game = game(spec)
        self._make, self._bots = make, {}

    def new_game(self):
        self._bots.clear()

    def choose(self, view, moves, rng):
        if view.game != self._game.rules:
            raise ValueError(f"this bot plays {self._game.rules}, not {view.game}")
        if view.turn not in self._bots:
            random_state = np.random.RandomState()
            self._bots[view.turn] = (self._make(self._game, view.turn, random_state), random_state)
        bot, random_state = self._bots[view.turn]
        random_state.seed(rng.getrandbits(32))
        return view.action_move(bot.step(self._game.state_at(view.sample(rng))))


_register()

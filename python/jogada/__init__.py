"""Play, solve, analyze and measure adversarial games.

>>> import jogada
>>> g = jogada.Game("kalah:houses=6,seeds=4")
>>> s = g.start()
>>> s.moves()
[1, 2, 3, 4, 5, 6]
>>> s = s.apply("3")
>>> s.turn
0
>>> jogada.Agent("ab:nodes=1k", g).ask(s).move in s.texts()
True

A move is an int, as moves() returns, or its notation, as texts() returns; every function takes both. Reports have the
notation. Errors are exceptions: jogada.Error has the offset of the mistake in a text as `position`.
"""

import operator as _operator
import sys as _sys
import time as _time

from . import _jogada
from ._jogada import CHANCE, OVER, Error, Game, State, __version__, agents, games, studies
from .cluster import tasks as _tasks
from .match import Match
from .results import (MatchResult, Report, Review, Rollout, Solution, Study, TournamentResult, Tree, Tuning)

__all__ = ["CHANCE", "OVER", "Agent", "Bot", "Error", "Game", "Match", "MatchResult", "Report", "Review", "Rollout",
           "Solution", "State", "Study", "TournamentResult", "Tree", "Tuning", "agents", "games", "match", "perft",
           "review", "rollout", "solve", "studies", "study", "tournament", "tree", "tune", "vector"]


class Bot:
    """An agent written in Python: derive from it and define choose().

    >>> import jogada
    >>> class Last(jogada.Bot):
    ...     def choose(self, view, moves, rng):
    ...         return moves[-1]
    >>> jogada.match("tictactoe", Last, "random", games=10).games
    10

    A bot sits wherever an agent does. Given as a class, it is instantiated for every seat and thread; given as an
    object, all games share it.
    """

    def choose(self, view, moves, rng):
        """Chooses one of `moves`, a list of ints.

        view: what the seat to move knows, a State; view.turn is the seat
        rng: a random.Random, seeded for this choice, so that games are reproducible
        """
        raise NotImplementedError("a Bot must define choose(view, moves, rng)")

    def new_game(self):
        """Called before each game of a match."""


def _with_nodes(spec, nodes):
    """The spec of an agent with another limit of nodes."""
    if nodes is None:
        return spec
    if not isinstance(spec, str):
        raise TypeError("a bot has no limit of nodes")
    try:
        number = 0 if isinstance(nodes, bool) else _operator.index(nodes)
    except TypeError:
        number = 0
    if number < 1:
        raise ValueError(f"nodes must be a positive int, not {nodes!r}")
    name, _, options = spec.partition(":")
    kept = [o for o in options.split(",") if o and o.split("=")[0] != "nodes"]
    return name + ":" + ",".join(kept + [f"nodes={number}"])


class Agent:
    """An agent opened for a game, by its spec or as a Bot.

    >>> import jogada
    >>> a = jogada.Agent("alphabeta:depth=4", "kalah")
    >>> r = a.ask(jogada.Match("kalah"))
    >>> r.move, r.depth
    ('6', 4)
    """

    def __init__(self, agent, game, *, nodes=None):
        self._game = game if isinstance(game, Game) else Game(game)
        self._from = agent
        self._nodes = nodes
        self._agent = _jogada.AgentBase(_with_nodes(agent, nodes), self._game)
        self._limited = (nodes, self._agent)  # the agent with the limit of the last question

    @property
    def game(self):
        """The game that it plays."""
        return self._game

    @property
    def spec(self):
        """The canonical spec; of a bot, the name of its class."""
        return self._agent.spec

    @property
    def reproducible(self):
        """Whether spec and seed determine its moves."""
        return self._agent.reproducible

    def ask(self, position, *, seed=1, all=True, timeout=None, nodes=None):
        """Asks which move to make in a Match or State, and returns a Report.

        seed: of the agent's random numbers
        all: evaluate every move, if the agent can
        timeout: seconds, after which the agent returns its best move so far
        nodes: limit of visited positions, instead of that of the spec
        """
        agent = self._agent
        if nodes is not None:
            if nodes != self._limited[0]:
                self._limited = (nodes, _jogada.AgentBase(_with_nodes(self._from, nodes), self._game))
            agent = self._limited[1]
        return Report(agent.ask(position, seed=seed, all=all, timeout=timeout))

    def forget(self):
        """Discards what the agent remembers of earlier positions, as before a new game."""
        self._agent.forget()
        if self._limited[1] is not self._agent:
            self._limited[1].forget()

    def __repr__(self):
        return f"jogada.Agent({self.spec!r}, {str(self.game)!r})"

    def __reduce__(self):
        return (_open_agent, (self._from, self._game, self._nodes))


def _open_agent(agent, game, nodes):
    return Agent(agent, game, nodes=nodes)


class _Bar:
    """A progress bar on standard error, for progress=True."""

    def __init__(self):
        self.begin, self.shown = _time.monotonic(), 0.0

    def __call__(self, share):
        now = _time.monotonic()
        if now - self.shown < 0.25:
            return
        self.shown = now
        done = int(30 * share)
        left = int((now - self.begin) * (1 / share - 1)) if share > 0 else None
        clock = "" if left is None else f"{left // 60}:{left % 60:02d} left"  # unknown at first
        _sys.stderr.write(f"\r[{'#' * done}{'.' * (30 - done)}] {share:4.0%}  {clock} ")
        _sys.stderr.flush()

    def end(self):
        if self.shown:
            _sys.stderr.write("\r" + " " * 60 + "\r")
            _sys.stderr.flush()


def _run(call, progress, *args, **kwargs):
    """Calls a function of the library with a progress bar (True), a function of the share done, or nothing."""
    if progress not in (None, True, False) and not callable(progress):
        raise TypeError("progress must be True, a function of the share done, or None")
    bar = _Bar() if progress is True else None
    watch = bar or progress or None
    try:
        return call(*args, progress=watch, **kwargs)
    finally:
        if bar:
            bar.end()


def _state(position):
    if not isinstance(position, (State, Match)):
        raise TypeError(f"a State or a Match is needed, not {type(position).__name__}")
    return position.state if isinstance(position, Match) else position


def _spec(agent, game):
    """The spec or bot of an Agent, which must play the game; other agents as they are."""
    if not isinstance(agent, Agent):
        return agent
    game = game if isinstance(game, Game) else Game(game)
    if agent.game != game:
        raise Error(f"the agent plays {agent.game}, not {game}")
    return _with_nodes(agent._from, agent._nodes)


def solve(position, *, all=True, nodes=0, timeout=None, memory=0, threads=0, progress=None):
    """The exact value of a State or Match with best play, and of every move: a Solution.

    >>> import jogada
    >>> jogada.solve(jogada.Game("tictactoe").start()).value
    0

    all: find the value of every move; nodes, timeout: limits, after which bounds remain
    memory: bytes for tables (0: by the machine's memory); threads: 0 for all cores
    """
    return Solution(_run(_jogada.solve, progress, _state(position), all=all, nodes=nodes, timeout=timeout,
                         memory=memory, threads=threads))


def perft(position, depth, *, threads=0, timeout=None, progress=None):
    """The number of move sequences of exactly `depth` moves from a State or Match.

    >>> import jogada
    >>> jogada.perft(jogada.Game("kalah").start(), 3)
    185
    """
    return _run(_jogada.perft, progress, _state(position), depth, threads=threads, timeout=timeout)


def rollout(position, agent=None, *, trials=1000, confidence=0.99, order=False, seed=1, threads=0, timeout=None,
            nodes=None, progress=None):
    """The chance to win after every move, estimated by games that an agent plays: a Rollout.

    agent: spec, Agent or bot, which plays all seats; None chooses one by the game
    nodes: limit of positions that the agent visits for a move
    confidence: stop when the best move is known with this confidence (0: never); order: or the order of all moves
    """
    state = _state(position)
    if nodes is not None and agent is None:
        raise TypeError("nodes limits an agent: name it")
    if agent is not None:
        if nodes is not None and not isinstance(_spec(agent, state.game), str):
            raise TypeError("a bot has no limit of nodes")
        [agent], threads = _players(state.game, [agent], nodes, threads)
    return Rollout(_run(_jogada.rollout, progress, state, agent=agent, trials=trials,
                        confidence=confidence, order=order, seed=seed, threads=threads, timeout=timeout))


def _base(agent, game, nodes=None):
    return agent._agent if isinstance(agent, Agent) and nodes is None else _jogada.AgentBase(
        _with_nodes(agent._from if isinstance(agent, Agent) else agent, nodes), game)


def tree(position, agent, *, most=0, steps=False, timeout=None, nodes=None):
    """The tree that a search visits in a State or Match, with values and cutoffs: a Tree.

    most: nodes to draw (0: by the format); steps: number the nodes in visiting order
    """
    state = _state(position)
    return Tree(_jogada.tree(state, _base(agent, state.game, nodes), most=most, steps=steps, timeout=timeout))


def review(match, agent=None, *, confirm=False, timeout=None, nodes=None, progress=None):
    """Finds what each move of a Match gave away: a Review.

    agent: spec or Agent that evaluates the positions; the game's default opponent if it is None
    """
    if not isinstance(match, Match):
        raise TypeError(f"a Match is needed, not {type(match).__name__}")
    base = _base(match.game.opponent if agent is None else agent, match.game, nodes)
    return Review(_run(_jogada.review, progress, match, base, confirm=confirm, timeout=timeout))


def _players(game, agents, nodes, threads):
    """Specs and bots; with bots one thread, unless they are classes."""
    from_agents = [_spec(a, game) for a in agents]
    shared = any(not isinstance(a, (str, type)) for a in from_agents)
    limited = [_with_nodes(a, nodes) if isinstance(a, str) else a for a in from_agents]
    return limited, 1 if shared and not threads else threads


def _starts(starts):
    """The notations of starting positions, which may be States."""
    if starts is None:
        return None
    if isinstance(starts, (str, State)):
        raise TypeError("starts must be a list of positions, not one position")
    return [s.position if isinstance(s, State) else s for s in starts]


def _contest(cluster, progress, game, players, threads, **settings):
    """Plays a contest in threads of this process, or in tasks of a cluster."""
    if cluster is None:
        return _run(_jogada.contest, progress, game, players, threads=threads, **settings)
    with _tasks(cluster, threads) as sockets:
        return _run(_jogada.contest, progress, game, players, sockets=sockets, **settings)


def match(game, first, second, *, games=100, seed=1, opening_plies=-1, starts=None, sprt=None, tc=None, margin=0,
          resign=None, draw=None, tb=False, nodes=None, threads=0, timeout=None, progress=None, cluster=None,
          inexact=False):
    """Plays a match between two agents, in pairs of games with seats swapped: a MatchResult.

    >>> import jogada
    >>> res = jogada.match("tictactoe", "alphabeta", "random", games=20, seed=1)
    >>> res.games, res.wins[1]
    (20, 0)

    The numbers are those that `jogada match` prints for the same seed. starts: States or notations, used in turn; sprt: a tuple
    (elo0, elo1[, alpha, beta]) that ends the match when it is decided; tc, margin, resign, draw, tb: as the options of
    the command. A timeout ends the match early; the result then has complete=False.

    cluster: plays the games, with the same result: a dask.distributed Client, the module ray, or an Executor
    threads: games at once (0: on all cores, of the cluster if there is one); inexact: agents limited by time on a cluster
    """
    players, threads = _players(game, [first, second], nodes, threads)
    return MatchResult(_contest(cluster, progress, game, players, threads, games=games, seed=seed,
                                opening_plies=opening_plies, starts=_starts(starts), sprt=sprt, tc=tc, margin=margin,
                                resign=resign, draw=draw, tb=tb, timeout=timeout, inexact=inexact))


def tournament(game, *agents, games=100, seed=1, opening_plies=-1, starts=None, gauntlet=False, tc=None, margin=0,
               resign=None, draw=None, tb=False, nodes=None, threads=0, timeout=None, progress=None, cluster=None,
               inexact=False):
    """Plays all against all, or with gauntlet the first against the others: a TournamentResult.

    games: between any two agents. Of two agents alone, match() says more. Other options are those of match().
    """
    if len(agents) < 3:
        raise Error("a tournament needs at least 3 agents; match() plays two")
    players, threads = _players(game, agents, nodes, threads)
    return TournamentResult(_contest(cluster, progress, game, players, threads, games=games, seed=seed,
                                     opening_plies=opening_plies, starts=_starts(starts), gauntlet=gauntlet, tc=tc,
                                     margin=margin, resign=resign, draw=draw, tb=tb, timeout=timeout, inexact=inexact))


def tune(game, *, evaluator="", method="cma", agent="", opponent="", generations=0, games=0, population=0, proof=0,
         seed=1, opening_plies=-1, threads=0, timeout=None, progress=None):
    """Tunes the weights of an evaluator by playing games: a Tuning.

    method: 'genetic', 'spsa', 'cma' or 'q'; 0 and '' choose what `jogada tune` does
    proof: games against the initial weights at the end
    """
    return Tuning(_run(_jogada.tune, progress, game, evaluator=evaluator, method=method, agent=agent, opponent=opponent,
                       generations=generations, games=games, population=population, proof=proof, seed=seed,
                       opening_plies=opening_plies, threads=threads, timeout=timeout))


def study(name, *, quick=False, games=0, seed=1, threads=0, timeout=None, progress=None):
    """Repeats the experiments of a paper and compares the results: a Study. studies() lists them."""
    return Study(_run(_jogada.study, progress, name, quick=quick, games=games, seed=seed, threads=threads,
                      timeout=timeout))


def vector(game, n, *, seed=None, threads=1, limit=0, scores=False, arrays=None):
    """A vector environment of n games, which steps all of them in one call: a Vector. It needs numpy.

    seed: of the first reset(); threads: 0 for one per core
    limit: decisions after which a game is truncated; 0: 2000 in games that need not end, otherwise none
    scores: rewards are the game's scores, such as points, instead of 1, 0 and -1
    arrays: the caller's own arrays by name, such as {"observation": a}
    """
    from ._vector import Vector

    return Vector(game, n, seed=seed, threads=threads, limit=limit, scores=scores, arrays=arrays)


def __getattr__(name):
    """Vector is imported when it is first used, because it needs numpy."""
    if name == "Vector":
        from ._vector import Vector

        return Vector
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""jogada.Match: the record of a game."""

import json
import operator

from . import _jogada, _plots


class Match(_jogada.Record):
    """A game from its beginning to the current position.

    >>> import jogada
    >>> m = jogada.Match("kalah")
    >>> m.apply("3").apply("6").moves
    ['3', '6']
    >>> m.undo().turn
    0

    A match knows what a State alone cannot: the earlier positions, so that repetition can end it, and who resigned.
    Matches are equal if their game, start, moves and end are; evaluations do not count.
    """

    __slots__ = ()

    @classmethod
    def play(cls, game, first, second, seed=1, opening_plies=0, timeout=None, nodes=None):
        """Plays a game between two agents, specs or bots, and returns it with their evaluations.

        In games of four seats each agent plays for both seats of its team.

        opening_plies: random moves at the beginning
        timeout: seconds, after which the game is returned as it is then
        nodes: limit of visited positions for agents that are specs
        """
        from . import _players

        players, _ = _players(game, [first, second], nodes, 1)
        return super().play(game, *players, seed=seed, opening_plies=opening_plies, timeout=timeout)

    def replay(self):
        """Iterates over the positions, from the first to the current one."""
        for ply in range(len(self) + 1):
            yield self.state_at(ply)

    def copy(self):
        """A copy that can be played on independently."""
        return type(self)._restore(self._fields())

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def _ending(self):
        """What a match has beside its moves: how it ended early, and the score if it was adjudicated."""
        return self.resigned, self.score() if self.adjudicated else None, self.reason

    def _fields(self):
        return (self.game, self.state_at(0), self.numbers, (self.opening_plies, *self._ending()),
                self._annotations_json())

    @classmethod
    def _restore(cls, fields):
        game, start, moves, ending, annotations = fields
        match = cls(game, start)
        for move in moves:
            match.apply(move)
        match._end(*ending)
        match._annotate(annotations)
        return match

    def __reduce__(self):
        return (type(self)._restore, (self._fields(),))

    def _key(self):
        return self.game, self.state_at(0), tuple(self.numbers), self._ending()

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, Match) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return f"<Match of {self.game}: {len(self)} moves, {self.result}>"

    def __str__(self):
        return self.to_text()

    @property
    def result(self):
        """'1-0' if the first team won, '0-1', '1/2-1/2', or '*' if the match is not over."""
        if not self.over:
            return "*"
        score = self.score()
        return "1-0" if score > 0 else "0-1" if score < 0 else "1/2-1/2"

    def to_json(self, players=None):
        """The match as JSON, in the format that `jogada import` reads."""
        resigned, verdict, reason = self._ending()
        fields = {"game": str(self.game), "seats": list(players or []), "start": "" if self._initial() else
                  self.state_at(0).position, "result": self.result, "plies": len(self), "opening": self.opening_plies,
                  "moves": self.moves}
        if self.over:
            fields["score"] = self.score()
        if resigned is not None:
            fields["resigned"] = resigned + 1
        if verdict is not None:
            fields["adjudicated"] = verdict
        if reason:
            fields["reason"] = reason
        return json.dumps({**fields, **json.loads(self._annotations_json())})

    def _initial(self):
        return self.state_at(0) == self.game.start()

    @classmethod
    def from_json(cls, text):
        """Reads a match from the JSON of to_json() or `jogada export --json`; of several, the first."""
        fields = json.loads(text) if isinstance(text, (str, bytes)) else text
        if isinstance(fields, dict) and "games" in fields:
            fields = fields["games"][0] if fields["games"] else None
        if not isinstance(fields, dict) or not isinstance(fields.get("game"), str):
            raise _jogada.Error("the JSON of a match must have a member 'game'")
        moves = fields.get("moves", [])
        match = cls(fields["game"], fields.get("start") or None)
        for move in moves.split() if isinstance(moves, str) else moves:
            match.apply(move)
        resigned = fields.get("resigned")
        match._end(fields.get("opening", 0), None if resigned is None else operator.index(resigned) - 1,
                   fields.get("adjudicated"), fields.get("reason") or "")
        match._annotate(json.dumps({"annotations": fields["annotations"]} if "annotations" in fields else {}))
        return match

    def evaluations(self):
        """The chance of the first team to win at each annotated move, as (ply, chance) pairs."""
        points = []
        for ply, note in enumerate(self.annotations()):
            win = note and note["win"]
            if win is not None:
                turn = self.state_at(ply).turn
                points.append((ply, win if turn % 2 == 0 else 1 - win))
        return points

    def _repr_html_(self):
        points = self.evaluations()
        graph = _plots.curve(points, "chance to win of the first side, by the agents") if points else ""
        moves = _plots.escape(" ".join(self.moves))
        return f"{self.svg()}{graph}<p>{moves} {_plots.escape(self.result)}</p>"

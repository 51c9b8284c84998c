"""Kalah by hand, seed by seed, to check what the command says of a game."""


class Kalah:
    HOUSES = 6

    def __init__(self):
        self.places = [4, 4, 4, 4, 4, 4, 0] * 2  # houses and store of each player
        self.player = 0
        self.over = False

    def side(self, player):
        return range(7 * player, 7 * player + self.HOUSES)

    def store(self, player):
        return 7 * player + self.HOUSES

    def moves(self):
        """House numbers as players type them: 1 to 6 and 7 to 12."""
        return [place - self.player + 1 for place in self.side(self.player) if self.places[place]]

    def move(self, house):
        place = house - 1 + self.player
        hand, self.places[place] = self.places[place], 0
        while hand:
            place = (place + 1) % 14
            if place != self.store(1 - self.player):
                self.places[place] += 1
                hand -= 1
        opposite = 12 - place
        if place in self.side(self.player) and self.places[place] == 1 and self.places[opposite]:
            self.places[self.store(self.player)] += 1 + self.places[opposite]
            self.places[place] = self.places[opposite] = 0
        if place != self.store(self.player):
            self.player = 1 - self.player
        self.over = any(not any(self.places[p] for p in self.side(player)) for player in (0, 1))
        if self.over:
            self.sweep()

    def sweep(self):
        for player in (0, 1):
            self.places[self.store(player)] += sum(self.places[p] for p in self.side(player))
            for p in self.side(player):
                self.places[p] = 0

    def result(self):
        margin = self.places[6] - self.places[13]
        winner = "player 1" if margin > 0 else "player 2"
        return "a draw" if not margin else f"{winner} wins" + (f" by {abs(margin)}" if abs(margin) > 1 else "")

    def __str__(self):
        return ",".join(map(str, self.places)) + (" -" if self.over else f" {self.player + 1}")

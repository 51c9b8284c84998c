"""The network that comes with the program: its recorded command, and a short version of that command."""
import unittest

from helper import Case
from recorded import SHORT, Network


class Recorded(Network, Case):
    file = "src/games/magic/magic.network"
    pages = ("docs/magic-agents.md", "docs/learning.md")
    short = {key: value for key, value in SHORT.items() if key != "--nodes"}  # the players of the games search no tree

    def test_no_nodes(self):
        self.refused("learn", "magic", "--nodes", "100", says=["which has no limit of nodes"])


if __name__ == "__main__":
    unittest.main()

"""The network that comes with the program: its recorded command, and a short version of that command."""
import unittest

from helper import Case
from recorded import Network


class Recorded(Network, Case):
    file = "src/games/kalah/kalah.network"
    pages = ("docs/kalah.md", "docs/learning.md")


if __name__ == "__main__":
    unittest.main()

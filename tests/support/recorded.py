"""Tests of a network that comes with the program: its recorded command, and a short version of that command."""
import os
import re
import shlex

from helper import ROOT

# What makes the command short; without a proof every network is adopted. The rest of it stays as recorded.
SHORT = {"--generations": "2", "--games": "130", "--nodes": "100", "--proof": "0", "--epochs": "3"}


def notes(content):
    return re.findall(rb"(?m)^# (.*)$", content.partition(b"\ndata ")[0])


def shortened(words, short):
    """The words of the command, of which all but the first three are pairs of an option and its value."""
    options = dict(zip(words[3::2], words[4::2]))
    options.update(short)
    return [*words[1:3], *(word for pair in options.items() for word in pair)]


class Network:
    """The tests of one network; a subclass is a Case, too, and has its `file` and the `pages` that name the command,
    and may have options of its own that make it `short`."""

    file = ""
    pages = ()
    short = SHORT

    def bytes_of(self, name):
        with open(os.path.join(self.work, name), "rb") as f:
            return f.read()

    def recorded(self):
        """The command in the notes of the file, as words."""
        with open(os.path.join(ROOT, self.file), "rb") as f:
            commands = [line.decode() for line in notes(f.read()) if line.startswith(b"jogada learn ")]
        assert len(commands) == 1, commands
        return shlex.split(commands[0])

    def test_documented(self):
        """The documents have the command with which the file can be made again."""
        for page in self.pages:
            with open(os.path.join(ROOT, page), encoding="utf-8") as f:
                text = re.sub(r"\s*\\\n\s*", " ", f.read())
            self.assertTrue(" ".join(self.recorded()) in text, page)

    def test_short_version_for_any_threads(self):
        """The same network, byte by byte, with one thread, with two, and by the command in its notes."""
        command = shortened(self.recorded(), self.short)
        for threads in ("1", "2"):
            self.good(*command, "-o", f"{threads}.network", "-j", threads)
        network = self.bytes_of("1.network")
        self.assertEqual(network, self.bytes_of("2.network"))
        self.assertEqual(self.bytes_of("1.network.run"), self.bytes_of("2.network.run"))
        again = [line.decode() for line in notes(network) if line.startswith(b"jogada learn ")]
        self.assertEqual(len(again), 1)
        self.good(*shlex.split(again[0])[1:], "-o", "again.network")
        self.assertEqual(network, self.bytes_of("again.network"))

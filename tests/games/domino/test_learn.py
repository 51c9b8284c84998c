"""jogada learn domino: a policy from nothing, the same for any number of threads, which the agent plays with."""
import json
import unittest

from helper import Case

COMMAND = ("learn", "domino", "--generations", "2", "--games", "24", "--agent", "domino:level=expert,nodes=1",
           "--window", "1", "--epochs", "3", "--filters", "16", "--hidden", "8", "--proof", "2")


class Learn(Case):
    def bytes_of(self, name):
        with open(f"{self.work}/{name}", "rb") as f:
            return f.read()

    def test_threads(self):
        """The same network and journal, byte by byte, with one thread and with two."""
        for threads in ("1", "2"):
            self.good(*COMMAND, "-o", f"{threads}.network", "-j", threads, "--from-nothing")
        self.assertEqual(self.bytes_of("1.network"), self.bytes_of("2.network"))
        self.assertEqual(self.bytes_of("1.network.run"), self.bytes_of("2.network.run"))
        self.assertTrue(self.bytes_of("1.network").startswith(b"jogada network 1\ngame domino\n"))
        match = json.loads(self.good("match", "domino:rounds=1", "domino:level=expert,policy=@1.network",
                                     "domino.basic", "--games", "4", "--json"))
        self.assertEqual(match["games"], 4)

    def test_losses_fall(self):
        """What it learns from the linear policy's choices is better than uniform guesses; a report shows it."""
        out = self.good(*COMMAND[:4], "--proof", "0", "--games", "40", "--agent", "domino:level=expert,nodes=1",
                        "--epochs", "6", "--json", "-o", "n.network", "--report", "n.html")
        generations = json.loads(out)["generations"]
        self.assertEqual(len(generations), 2)
        for generation in generations:
            self.assertLess(min(generation["validation"]), generation["validation"][0])
        self.assertIn("<svg", self.bytes_of("n.html").decode())

    def test_refused(self):
        """Such a network is no evaluator, and the policy is not part of the agent's spec."""
        self.good(*COMMAND[:4], "--games", "24", "--agent", "domino:level=expert,nodes=1", "--epochs", "1", "--proof",
                  "0", "--generations", "1", "-o", "r.network")
        self.refused("match", "domino", "pimc:eval=@r.network", "random", "--games", "2")
        self.refused("learn", "domino", "--agent", "domino:policy=linear", "-o", "s.network")


if __name__ == "__main__":
    unittest.main()

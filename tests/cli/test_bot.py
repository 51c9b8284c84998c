"""Bots at the table: `program` as players meet it, the examples, and `jogada bot`,
the other end of the pipe."""
import os
import re
import signal
import stat
import unittest

from helper import JOGADA, Case, lines, read_until, wait_for

EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "examples")
DOCS = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "bots.md")


def question(position, seat=1, seed=1):
    return [f"seat {seat}", f"seed {seed}", f"position {position}", "go"]


def seed_before(output, stream):
    """The seed from which jg_rng_init makes a stream that begins with this output."""
    def unshift(z, k):
        x = z
        for _ in range(64 // k):
            x = z ^ x >> k
        return x

    def unmix(z):
        z = unshift(z, 31) * pow(0x94d049bb133111eb, -1, 2**64) % 2**64
        z = unshift(z, 27) * pow(0xbf58476d1ce4e5b9, -1, 2**64) % 2**64
        return (unshift(z, 30) - 0x9e3779b97f4a7c15) % 2**64

    x = output * pow(9, -1, 2**64) % 2**64
    x = (x >> 7 | x << 57) % 2**64 * pow(5, -1, 2**64) % 2**64
    return unmix((unmix((unmix(x) - 0x9e3779b97f4a7c15) % 2**64) - stream) % 2**64)


class Bots(Case):
    def setUp(self):
        super().setUp()
        os.symlink(JOGADA, os.path.join(self.work, "jogada"))
        for name in ("bot.py", "bot.sh"):
            os.symlink(os.path.realpath(os.path.join(EXAMPLES, name)), os.path.join(self.work, name))

    def script(self, name, text):
        self.file(name, text)
        os.chmod(os.path.join(self.work, name), stat.S_IRWXU)


class Other(Bots):
    """jogada bot"""

    def test_dialogue(self):
        out = self.good("bot", "coins", "minimax:depth=0", typed=lines(
            "jogada 1 coins", "new", *question("5 1"), "moves 1 2", *question("3 2", seat=2), "unheard of", "quit", "go"))
        self.assertEqual(out, lines("ok jogada minimax:depth=0", "1", "2"))

    def test_default_agent_and_end_of_input(self):
        self.assertEqual(self.good("bot", "kalah", typed="jogada 1 kalah\n"), "ok jogada kalah.perfect:nodes=1M\n")
        self.assertEqual(self.good("bot", "kalah"), "")

    def test_windows_lines(self):
        out = self.good("bot", "coins", "random", typed="jogada 1 coins\r\nseat 1\r\nposition 1 1\r\ngo\r\n")
        self.assertEqual(out, lines("ok jogada random", "1"))

    def test_answers_at_once(self):
        process = self.start("bot", "coins", "random")
        process.stdin.write(b"jogada 1 coins\n")
        process.stdin.flush()
        read_until(process, "ok jogada random\n")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 0)

    def test_tables_that_are_wrong(self):
        for typed, says in [
            (["go"], "jogada 1 GAME"),
            (["jogada 9 coins"], "version 9"),
            (["jogada 1 kalah"], "the table plays kalah, this bot coins"),
            (["jogada 1 coins", "position 9 1"], "0 to 5"),
            (["jogada 1 coins", *question("5 2")], "to move"),
        ]:
            with self.subTest(typed=typed):
                result = self.jogada("bot", "coins", "random", typed=lines(*typed))
                self.assertEqual(result.status, 1)
                self.assertIn(says, result.err)

    def test_refusals(self):
        self.refused("bot", "coins", "human", says=["human cannot choose"])
        self.refused("bot", "coins", "random", "--json", says=["docs/bots.md"])
        self.refused("bot", "coins", "nosuch", says=["random"])
        self.refused("bot", "nosuch", says=["coins"])
        self.refused("bot", says=["GAME"])
        self.assertIn("--json não se aplica", self.refused("bot", "coins", "--json", "--lang", "pt-BR"))


class Table(Bots):
    """program at the table of `jogada play`"""

    def game(self, *args):
        """The moves of a game in words, without what was thought."""
        out = self.good("play", *args)
        return re.findall(r"(?m)^(player \d (?:sows|takes|wins)[^\[\n]*?) *(?:\[.*)?$", out)

    def test_same_game_through_the_pipe(self):
        for agent in ("random", "alphabeta:depth=4", "ab:depth=3,tt=64k"):
            with self.subTest(agent=agent):
                behind = "program:run=./jogada bot kalah " + agent.replace(",", ";")
                here = self.game("kalah", agent, "greedy", "--seed", "5")
                self.assertGreater(len(here), 15)
                self.assertEqual(self.game("kalah", behind, "greedy", "--seed", "5"), here)

    def test_examples(self):
        for bot in ("./bot.py", "python3 bot.py", "./bot.sh"):
            with self.subTest(bot=bot):
                moves = self.game("kalah", f"program:run={bot}", "random", "--seed", "3")
                self.assertEqual(self.game("kalah", f"program:run={bot}", "random", "--seed", "3"), moves)
                self.assertIn("sows 4 seeds from house", moves[0])

    def test_the_seed_of_a_bot_does_not_reveal_that_of_the_game(self):
        """Once it did, by one step of arithmetic: seed_before(output, ply)."""
        with open(os.path.realpath(os.path.join(EXAMPLES, "bot.py")), encoding="utf-8") as f:
            self.script("spy.py", f.read().replace("for line in sys.stdin:",
                                                   "for line in sys.stdin:\n    print(line, file=sys.stderr, end='')"))
        self.good("play", "domino:rounds=1", *4 * ("program:run=./spy.py,log=heard",), "--seed", "12345")
        seeds = [int(seed) for seed in re.findall(r"(?m)^seed (\d+)$", self.text_of("heard"))]
        self.assertGreater(len(seeds), 10)
        self.assertEqual(len(set(seeds)), len(seeds))
        for seed in seeds:
            self.assertNotIn(12345, [seed] + [seed_before(seed, ply) for ply in range(60)])

    def test_the_bot_of_the_page(self):
        with open(DOCS, encoding="utf-8") as f:
            self.script("page.py", re.search(r"```python\n(.*?)```", f.read(), re.S)[1])
        self.assertEqual(self.game("coins", "program:run=./page.py", "program:run=./bot.sh", "--seed", "3"),
                         [f"player {i % 2 + 1} takes 1 coin, {4 - i} left" for i in range(5)] + ["player 2 wins"])

    def test_person_against_bot(self):
        out = self.good("play", "coins", "human", "program:run=./bot.sh", typed=lines("1", "1", "1"))
        self.assertIn("player 2 takes 1 coin, 3 left", out)
        self.assertIn("player 2 wins", out)

    def test_failing_bot_does_not_lose_the_game(self):
        self.script("mistaken.py", "#!/usr/bin/env python3\nimport os\ninput()\nprint('ok', flush=True)\n"
                                   "while input() != 'go': pass\nif os.path.exists('mended'): print(2)\nmvoes\n")
        result = self.jogada("play", "coins", "human", "program:run=./mistaken.py", typed="1\n")
        self.assertEqual(result.status, 1)
        self.assertEqual(result.err, "jogada: './mistaken.py' exited with status 1: "
                                     "NameError: name 'mvoes' is not defined\n")
        self.assertIn("Game saved", result.out)
        result = self.jogada("play", "--resume", "--lang", "pt-BR")
        self.assertIn("terminou com o código de saída 1: NameError", result.err)
        self.file("mended", "")
        out = self.good("play", "--resume", typed=lines("position"))
        self.assertIn("player 2 takes 2 coins, 2 left", out)
        self.assertIn("\n2 1\n", out)

    def test_refused_at_once(self):
        for run, says in [("./nosuch", "cannot start"), ("bot.sh", "not in PATH; for the file in this folder write './bot.sh'"),
                          ("cat", "replied 'jogada 1 coins' to the greeting instead of 'ok'"),
                          ("false", "exited with status 1")]:
            with self.subTest(run=run):
                spec = f"program:run={run}"
                result = self.jogada("play", "coins", "human", spec)
                self.assertEqual((result.status, result.out), (1, ""))
                self.assertIn(says, result.err)
                self.assertEqual(result.err.splitlines()[1:], [f"  {spec}", "  " + " " * len("program:run=") + "^"])
        self.refused("play", "coins", "program", says=["run=..."])

    def test_interrupt_keeps_the_game(self):
        self.script("slow.sh", "#!/bin/sh\nread -r l; echo ok; while read -r l; do test \"$l\" = go && break; done\n"
                               "echo $$ > asked; exec sleep 100\n")
        process = self.start("play", "coins", "human", "program:run=./slow.sh")
        process.stdin.write(b"1\n")
        process.stdin.flush()
        wait_for(lambda: os.path.exists(os.path.join(self.work, "asked")) and self.text_of("asked").strip())
        bot = int(self.text_of("asked"))
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.err), (0, ""), result)
        self.assertIn("Game saved", result.out)
        self.assertFalse(os.path.exists(f"/proc/{bot}"))

    def test_interrupt_of_the_greeting(self):
        """A bot that never replies to the greeting: Ctrl-C ends the wait, and the bot."""
        self.script("mute.sh", "#!/bin/sh\necho $$ > asked; exec sleep 100\n")
        mute = "program:run=./mute.sh"
        for command in (["play", "coins", "human", mute], ["analyze", "coins", mute], ["tree", "coins", mute],
                        ["match", "coins", mute, "random"], ["tournament", "coins", "random", mute],
                        ["tune", "kalah", "--opponent", mute], ["bot", "coins", mute],
                        ["book", "coins", "-o", "book", "--games", "2", "--agent", mute]):
            with self.subTest(command=command[0]):
                process = self.start(*command)
                asked = os.path.join(self.work, "asked")
                wait_for(lambda: os.path.exists(asked) and self.text_of("asked").strip())
                bot = int(self.text_of("asked"))
                process.send_signal(signal.SIGINT)
                result = self.finish(process)
                self.assertEqual((result.status, result.out, result.err),
                                 (1, "", "jogada: stopped before it was finished\n"))
                self.assertFalse(os.path.exists(f"/proc/{bot}"))
                os.remove(asked)

    def test_bot_ends_when_the_table_is_killed(self):
        process = self.start("play", "coins", "program:run=./jogada bot coins random", "human")
        read_until(process, "player 1 takes")
        children = self.children(process.pid)
        self.assertEqual(len(children), 1)
        process.kill()
        process.wait()
        wait_for(lambda: not self.alive(children[0]))

    @staticmethod
    def children(pid):
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as f:
            return [int(word) for word in f.read().split()]

    @staticmethod
    def alive(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
                return f.read().rsplit(")", 1)[1].split()[0] not in "ZX"
        except OSError:
            return False


class Files(Bots):
    """A file from somebody else starts nothing."""

    GAME = '[Game "coins"]\n[Seat1 "human"]\n[Seat2 "program:run=./trap.sh"]\n\n'

    def setUp(self):
        super().setUp()
        self.script("trap.sh", "#!/bin/sh\ntouch sprung\nread -r l; echo ok\nwhile read -r l; do :; done\n")
        self.file("theirs.jogada", self.GAME)

    def sprung(self):
        return os.path.exists(os.path.join(self.work, "sprung"))

    def test_load_starts_no_stranger(self):
        result = self.jogada("play", "coins", "human", "random", typed=lines("load theirs.jogada", "position"))
        self.assertIn("theirs.jogada, line 3, column", result.err)
        self.assertIn("would start a program", result.err)
        self.assertIn("program:run=./trap.sh", result.err)
        self.assertIn("\n5 1\n", result.out)  # the game before it goes on
        self.assertFalse(self.sprung())

    def test_load_starts_who_sits_there_already(self):
        self.good("play", "coins", "human", "program:run=./trap.sh", typed=lines("load theirs.jogada"))
        self.assertTrue(self.sprung())


if __name__ == "__main__":
    unittest.main()

"""The command on a real terminal: prompt, editing, interrupts, colours."""
import re
import signal
import unittest

from helper import COLOUR, DEADLINE, KALAH_START, Case, facts, one_thread, wait_until_asleep

TWO = ("human", "human")
AFTER_1 = "0,5,5,5,5,4,0,4,4,4,4,4,4,0 2"
THINKER = ("human", "alphabeta:depth=40")  # never done
UP, BACKSPACE, INTERRUPT, END = "\x1b[A", "\x7f", "\x03", "\x04"
PAUSE, RESUME = "\x13", "\x11"  # Ctrl-S, Ctrl-Q


class AtTheTable(Case):
    def sit(self, *args, **env):
        """A game on a terminal, up to the first prompt."""
        table = self.terminal("play", *args, **env)
        table.prompt("player 1> ")
        return table

    def resumed_position(self):
        out = self.good("play", "--resume", typed="position\n")
        return re.search(r"(?m)^.* [12xo]$", out.split("\n\n")[-2])[0]

    def assert_kept(self, table, position):
        """The process exits by itself with status 0, the terminal restored and the game stored."""
        status, shown = table.leave()
        self.assertEqual(status, 0)
        self.assertIn("--resume", shown)
        self.assertTrue(table.settings_are_as_before())
        self.assertEqual(self.resumed_position(), position)


@one_thread
class Editing(AtTheTable):
    def test_a_whole_game(self):
        table = self.sit("coins", *TWO)
        table.type("2\r")
        table.prompt("player 2> ")
        table.type("2\r")
        table.prompt("player 1> ")
        table.type("1\r")
        status, shown = table.leave()
        self.assertEqual(status, 0)
        self.assertIn("player 2 wins", shown)
        self.assertTrue(table.settings_are_as_before())

    def test_the_prompt_comes_back_after_a_pause(self):
        table = self.sit("coins", *TWO)
        table.type("po")
        table.expect("po")
        table.lend()  # as a shell does between Ctrl-Z and fg
        table.process.send_signal(signal.SIGCONT)
        table.prompt("player 1> po")
        table.type("sition\r")
        table.expect("5 1")

    def test_a_wrong_character_can_be_taken_back(self):
        table = self.sit("kalah", *TWO)
        table.type("9" + BACKSPACE + "1\r")
        table.expect("player 1 sows 4 seeds from house 1")
        table.prompt("player 2> ")

    def test_the_line_can_be_edited_in_the_middle(self):
        table = self.sit("kalah", *TWO)
        table.type("psition\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[Do\r")
        table.expect(KALAH_START)

    def test_arrow_up_recalls_the_last_line(self):
        table = self.sit("kalah", *TWO)
        table.type("position\r")
        table.expect(KALAH_START)
        table.prompt("player 1> ")
        table.type("1\r")
        table.prompt("player 2> ")
        table.type(UP + UP + "\r")
        table.expect(AFTER_1)

    def test_accents(self):
        for env in ({}, {"LC_ALL": None, "LANG": "pt_BR.UTF-8"}):
            with self.subTest(env=env):
                table = self.terminal("play", "kalah", *TWO, **env)
                table.prompt("1> ")
                table.type("posição\r")
                table.expect(KALAH_START)

    def test_nonsense(self):
        table = self.sit("coins", *TWO)
        for junk in ("", "   ", "%s%n", "手🎲é", b"\xff\xfe\xc3(", "x" * 3000, "\t\t", "\x1b[99~"):
            table.type(junk)
            table.type("\r")
            table.prompt("player 1> ")
        table.type("2\r")
        table.prompt("player 2> ")

    def test_long_lines(self):
        table = self.sit("coins", *TWO)
        table.type("9" * 3000 + "\r")
        table.expect("1 to 2")
        table.prompt("player 1> ")


class Leaving(AtTheTable):
    def test_interrupt_at_the_prompt(self):
        table = self.sit("kalah", *TWO)
        table.type("1\r")
        table.prompt("player 2> ")
        table.type(INTERRUPT)
        self.assert_kept(table, AFTER_1)

    def test_interrupt_in_the_middle_of_a_line(self):
        table = self.sit("kalah", *TWO)
        table.type("1\r")
        table.prompt("player 2> ")
        table.type("8")
        table.expect("8")
        wait_until_asleep(table.process.pid)
        table.type(INTERRUPT)
        self.assert_kept(table, AFTER_1)

    def test_end_of_input_at_the_prompt(self):
        table = self.sit("kalah", *TWO)
        table.type("1\r")
        table.prompt("player 2> ")
        table.type(END)
        self.assert_kept(table, AFTER_1)

    def test_quit(self):
        table = self.sit("kalah", *TWO)
        table.type("1\r")
        table.prompt("player 2> ")
        table.type("quit\r")
        self.assert_kept(table, AFTER_1)

    def test_terminated(self):
        table = self.sit("kalah", *TWO)
        table.type("1\r")
        table.prompt("player 2> ")
        table.process.send_signal(signal.SIGTERM)
        table.leave()
        self.assertTrue(table.settings_are_as_before())
        self.assertEqual(self.resumed_position(), AFTER_1)

    def test_killed(self):
        table = self.sit("kalah", *TWO)
        table.type("1\r")
        table.prompt("player 2> ")
        table.process.kill()
        table.leave()
        self.assertEqual(self.resumed_position(), AFTER_1)

    def test_the_window_is_closed(self):
        table = self.sit("kalah", *TWO)
        table.type("1\r")
        table.prompt("player 2> ")
        table.hang_up()
        table.process.wait(timeout=DEADLINE)
        self.assertEqual(self.resumed_position(), AFTER_1)

    def assert_ends(self, table):
        """An interrupt ends what would never end."""
        table.type(INTERRUPT)
        status, shown = table.leave()
        self.assertEqual(status, 0)
        self.assertIn("--resume", shown)
        self.assertTrue(table.settings_are_as_before())

    def test_interrupt_while_the_computer_thinks(self):
        table = self.sit("kalah", *THINKER)
        table.type("1\r")
        table.expect("player 2 ...")
        self.assert_ends(table)
        again = self.terminal("play", "--resume", "--color", "never")
        self.assertRegex(again.expect("player 2 ..."), r"\[00\] +05 +05 +05 +05 +04\r\n")
        self.assert_ends(again)

    def test_killed_while_the_computer_thinks(self):
        table = self.sit("kalah", *THINKER)
        table.type("1\r")
        table.expect("player 2 ...")
        table.process.kill()
        table.leave()
        again = self.terminal("play", "--resume", "--color", "never")
        self.assertRegex(again.expect("player 2 ..."), r"\[00\] +05 +05 +05 +05 +04\r\n")

    def test_interrupt_a_hint(self):
        table = self.sit("coins:n=1000", *TWO)
        table.type("1\r")
        table.prompt("player 2> ")
        table.type("hint\r")
        table.expect("hint")
        table.type(INTERRUPT)
        table.leave()
        self.assertEqual(self.resumed_position(), "999 2")

    def test_interrupt_a_delay(self):
        table = self.terminal("play", "coins:n=1000", "random", "random", "--delay", "60000")
        table.expect("takes")
        wait_until_asleep(table.process.pid)
        self.assert_ends(table)

    def test_interrupt_while_output_is_paused(self):
        table = self.terminal("play", "coins:n=1000", "random", "random")
        table.expect("takes")
        table.type(PAUSE)
        wait_until_asleep(table.process.pid)  # in a write
        table.process.send_signal(signal.SIGINT)
        table.type(RESUME)
        status, _ = table.leave()
        self.assertEqual(status, 0)

    def test_interrupt_counting(self):
        table = self.terminal("perft", "kalah", "50")
        table.expect("114430")
        table.type(INTERRUPT)
        status, shown = table.leave()
        self.assertEqual(status, 1)
        self.assertRegex(shown, r"stopped at depth \d+")
        self.assertTrue(table.settings_are_as_before())


class Progress(AtTheTable):
    def test_long_work_shows_a_bar(self):
        table = self.terminal("perft", "kalah", "50")
        table.expect("perft ")
        table.expect(" M/s")
        table.type(INTERRUPT)
        self.assertEqual(table.leave()[0], 1)

    def test_solving_is_shown_in_one_line(self):
        table = self.terminal("analyze", "kalah", "kalah.perfect:nodes=2M", "-p", "3,2,2,1,3,2,10,2,3,1,2,2,2,13 1")
        shown = table.expect("best move")
        self.assertRegex(shown, r"\r\x1b\[K +solving +\d+\.\d+ M ")
        self.assertNotRegex(shown, r"solving[^\r\n]*\r?\n[^\n]*solving")
        table.expect("with best play")
        self.assertEqual(table.leave()[0], 0)

    def test_looking_for_mistakes_shows_a_bar(self):
        table = self.terminal("play", "kalah", "human", "random", "--no-store")
        for move in (1, 2, 4):
            table.prompt("player 1> ")
            table.type(f"{move}\r")
        table.prompt("player 1> ")
        table.type("mistakes\r")
        table.expect("looking for mistakes [")
        table.expect("moves checked: 3, of which solved: 0")
        table.prompt("player 1> ")
        table.type("q\r")
        self.assertEqual(table.leave()[0], 0)

    def test_short_work_shows_none(self):
        table = self.terminal("perft", "coins", "5")
        self.assertEqual(table.leave()[0], 0)
        self.assertNotIn("[", table.seen)


@one_thread
class Colours(AtTheTable):
    def shown(self, *args, **env):
        table = self.terminal(*args, **env)
        self.assertEqual(table.leave()[0], 0)
        return table.seen

    def session(self, *args, **env):
        """Some of everything that is shown in a game."""
        table = self.terminal("play", "kalah", "human", "alphabeta:depth=2", *args, **env)
        table.prompt("player 1> ")
        for word in ("1", "hint", "rules", "undo", "q"):
            table.type(f"{word}\r")
            if word != "q":
                table.prompt("player 1> ")
        table.leave()
        return table.seen

    PLAIN = [([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"}), ([], {"TERM": None}), (["--color", "never"], {})]

    def test_colours_on_a_terminal(self):
        self.assertRegex(self.shown("games"), COLOUR)
        self.assertRegex(self.shown("games", NO_COLOR=""), COLOUR)
        self.assertRegex(self.session(), COLOUR)

    def test_no_colours_where_they_are_not_wanted(self):
        for args, env in self.PLAIN:
            with self.subTest(args=args, env=env):
                self.assertNotRegex(self.shown("games", *args, **env), COLOUR)
                self.assertNotRegex(self.session(*args, **env), COLOUR)

    def test_forced_colours(self):
        self.assertRegex(self.shown("games", "--color", "always", NO_COLOR="1"), COLOUR)

    def test_a_dumb_terminal_gets_no_escapes_at_all(self):
        self.assertNotIn("\x1b", self.session(TERM="dumb"))

    def test_the_board_fits_the_terminal(self):
        for spec, in facts("screen"):
            out = self.good("play", spec, *TWO)
            self.assertLessEqual(max(map(len, out.splitlines())), 80)


if __name__ == "__main__":
    unittest.main()

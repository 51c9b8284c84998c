"""Nothing that was played is lost: games left, taken up again, saved and loaded."""
import os
import re
import signal
import unittest
from pathlib import Path

from helper import Case, lines, one_thread, read_until, wait_until_asleep

TWO = ("human", "human")


def positions(out):
    """The answers to the word `position` in a game of coins."""
    return re.findall(r"(?m)^\d+ [12]$", out)


@one_thread
class Resume(Case):
    def resume(self, *typed, **how):
        return self.good("play", "--resume", typed=lines(*typed), **how)

    def assert_nothing_to_resume(self):
        result = self.jogada("play", "--resume")
        self.assertNotEqual(result.status, 0)
        self.assertEqual(result.out, "")
        self.assertIn("no unfinished game", result.err)

    def test_nothing_to_resume(self):
        self.assert_nothing_to_resume()

    def test_end_of_input_keeps_the_game(self):
        out = self.good("play", "coins", *TWO, typed=lines(1))
        self.assertIn("--resume", out)
        out = self.resume("position", 2, 1, 1)
        self.assertEqual(positions(out), ["4 2"])
        self.assertIn("player 1 wins", out)

    def test_others_cannot_read_it(self):
        """Nor the store; a file that was asked for has the permissions that the umask leaves."""
        self.addCleanup(os.umask, os.umask(0o022))
        self.good("play", "coins", *TWO, typed=lines(1, "save mine.txt"))
        self.assertEqual(os.stat(os.path.join(self.work, "mine.txt")).st_mode & 0o777, 0o644)
        self.good("match", "coins", "random", "random", "-n", "2")
        files = 0
        for folder, _, names in os.walk(os.path.join(self.data, "jogada")):
            self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700, folder)
            for name in names:
                self.assertEqual(os.stat(os.path.join(folder, name)).st_mode & 0o777, 0o600, name)
                files += 1
        self.assertGreaterEqual(files, 2)

    def test_quit_keeps_the_game(self):
        self.good("play", "coins", *TWO, typed=lines(2, "quit", 2, 1))
        self.assertEqual(positions(self.resume("position")), ["3 2"])

    def test_a_game_can_be_left_again_and_again(self):
        self.good("play", "coins:n=10", *TWO, typed=lines(1))
        for left in range(9, 1, -1):
            self.assertEqual(positions(self.resume("position", 1))[0].split()[0], str(left))
        self.resume(1)
        self.assert_nothing_to_resume()

    def test_seats_position_and_options_are_stored(self):
        self.good("play", "coins:n=9,take=3", "human", "greedy:eval=theory", "-p", "8 1", typed=lines(1, "q"))
        kept = b"".join(Path(folder, name).read_bytes() for folder, _, names in os.walk(self.data) for name in names)
        self.assertIn(b"greedy:eval=theory", kept)
        out = self.resume("undo", "position", "undo", "position", "moves")
        self.assertIn("player 2: greedy", out)
        self.assertEqual(positions(out), ["8 1", "8 1"])
        self.assertIn("takes 3 coins", out)

    def test_undo_is_stored(self):
        self.good("play", "coins", *TWO, typed=lines(1, 1, "undo"))
        self.assertEqual(positions(self.resume("position", "undo", "position")), ["4 2", "5 1"])

    def test_chance_goes_on_as_it_would_have(self):
        seats = ("kalah", "human", "random", "--seed", "5")
        typed = [1, 2, 4, 5, 1, 6]
        whole = self.good("play", *seats, typed=lines(*typed, "position"))
        self.good("play", *seats, typed=lines(*typed[:2]))
        self.resume(*typed[2:5])
        parts = self.resume(*typed[5:], "position")
        last = re.compile(r"(?m)^\d+,.* [12]$")
        self.assertEqual(last.findall(parts), last.findall(whole))

    def test_finished_games_leave_nothing(self):
        for moves in ([2, 2, 1], ["resign"], [1, "resign"]):
            self.good("play", "coins", *TWO, typed=lines(*moves))
            self.assert_nothing_to_resume()
        self.good("play", "kalah", "random", "random")
        self.assert_nothing_to_resume()

    def test_without_a_move_of_a_person_nothing_is_stored(self):
        self.good("play", "coins", *TWO, typed=lines(1))
        self.wait_for_the_clock()
        for seats in (TWO, ("random", "human")):
            out = self.good("play", "coins:n=9", *seats, typed=lines("position", "q"))
            self.assertIn("The game was not saved", out)
            self.assertNotIn("--resume", out.splitlines()[-1])
        out = self.good("play", "coins:n=9", *TWO, typed=lines(1, "undo", "q"))
        self.assertIn("The game was not saved", out)
        self.kept_file()
        self.assertEqual(positions(self.resume("position")), ["4 2"])

    def test_no_store_keeps_nothing(self):
        for typed in (lines(1, "q"), lines(1)):
            out = self.good("play", "coins", *TWO, "--no-store", typed=typed)
            self.assertTrue(out.endswith("\nThe game was not saved (--no-store).\n"), out)
            self.assertEqual(os.listdir(self.data), [])
        self.file("a", '[Game "coins"]\n\n1\n')
        self.good("play", "coins", *TWO, "--no-store", typed=lines("load a", 1, "q"))
        self.assertEqual(os.listdir(self.data), [])

    def test_no_store_leaves_the_stored_game(self):
        self.good("play", "coins", *TWO, typed=lines(1))
        for typed in ([1, "q"], [2, 2]):
            self.good("play", "--resume", "--no-store", typed=lines(*typed))
            self.kept_file()
            self.assertEqual(positions(self.resume("position")), ["4 2"])

    def test_the_latest_of_two_games(self):
        self.good("play", "coins", *TWO, typed=lines(1))
        self.wait_for_the_clock()
        self.good("play", "tictactoe", *TWO, typed=lines(5))
        self.assertIn(".../.x./... o", self.resume("position", "resign"))
        self.assertEqual(positions(self.resume("position")), ["4 2"])

    def test_the_game_that_was_played_last_is_the_latest(self):
        self.good("play", "coins", *TWO, typed=lines(1))
        self.wait_for_the_clock()
        process = self.start("play", "--resume")
        read_until(process, "4 coins")
        self.good("play", "tictactoe", *TWO, typed=lines(5))
        self.wait_for_the_clock()
        self.finish(process, lines(1))
        self.assertEqual(positions(self.resume("position")), ["3 1"])

    def test_a_damaged_stored_game(self):
        self.good("play", "coins", *TWO, typed=lines(1))
        path = self.kept_file()
        with open(path, "a", encoding="utf-8") as f:
            f.write("7\n")
        result = self.jogada("play", "--resume")
        self.assertNotEqual(result.status, 0)
        self.assertRegex(result.err, re.escape(path) + r", line \d+, column 1: ")
        self.assertTrue(os.path.exists(path))

    def test_games_are_stored_in_home(self):
        env = {"XDG_DATA_HOME": None}
        self.good("play", "coins", *TWO, typed=lines(1), **env)
        self.assertEqual(positions(self.resume("position", **env)), ["4 2"])
        self.assertEqual(os.listdir(self.data), [])

    def test_without_a_place_to_keep_games_one_can_still_play(self):
        for env in ({"XDG_DATA_HOME": None, "HOME": None}, {"XDG_DATA_HOME": "/dev/null"}):
            result = self.jogada("play", "coins", *TWO, typed=lines(2, 2, 1), **env)
            self.assertIn("player 2 wins", result.out)
            self.assertTrue(result.err.startswith("jogada: "))
            result = self.jogada("play", "coins", *TWO, typed=lines(2), **env)
            self.assertNotIn("kept", result.out)

    def wait_for_the_clock(self):
        """Until a new file is younger than all there are; takes a few milliseconds."""
        probe = os.path.join(self.work, "probe")

        def touched():
            with open(probe, "w", encoding="utf-8"):
                return os.stat(probe).st_mtime_ns
        first = touched()
        while touched() == first:
            pass

    def kept_file(self):
        """The only file in the data folder."""
        paths = [os.path.join(folder, name) for folder, _, names in os.walk(self.data) for name in names]
        self.assertEqual(len(paths), 1)
        return paths[0]


class Signals(Case):
    """A process that is terminated or killed loses nothing."""

    def after(self, number, *seats):
        """Plays a coin, waits for the answer, and sends a signal; returns the exit status."""
        process = self.start("play", "coins", *seats)
        process.stdin.write(b"1\n")
        process.stdin.flush()
        read_until(process, "4 coins")
        wait_until_asleep(process.pid)
        process.send_signal(number)
        return self.finish(process).status

    def test_signals_at_a_prompt(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
            with self.subTest(signal=number):
                status = self.after(number, *TWO)
                if number == signal.SIGINT:
                    self.assertEqual(status, 0)
                out = self.good("play", "--resume", typed=lines("position", "resign"))
                self.assertEqual(positions(out), ["4 2"])

    def test_interrupted_counting(self):
        process = self.start("perft", "kalah", "50")
        read_until(process, "23233")
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual(result.status, 1)
        self.assertRegex(result.err, r"^jogada: .*depth \d+")

    def test_moves_are_shown_before_the_delay(self):
        process = self.start("play", "coins", "random", "random", "--delay", "60000")
        read_until(process, "takes", seconds=50)  # of the minute that the delay takes


@one_thread
class Files(Case):
    def play(self, *typed, game="coins", seats=TWO):
        return self.jogada("play", game, *seats, typed=lines(*typed))

    def test_save_and_load(self):
        out = self.good("play", "coins:n=9", *TWO, "--seed", "3", typed=lines(1, 2, "save my game", 1, "quit"))
        self.assertIn("my game", out)
        out = self.play("load my game", "position", "undo", "position", game="kalah").out
        self.assertEqual(positions(out), ["6 1", "8 2"])

    def test_save_without_a_name(self):
        self.assertIn("coins.jogada", self.play(1, "save").out)
        self.assertEqual(positions(self.play("load coins.jogada", "position").out), ["4 2"])

    def test_a_saved_game_is_saved_the_same_again(self):
        self.good("play", "coins:n=9", "human", "random", "-p", "8 1", "--seed", "9", typed=lines(1, "save a"))
        self.play("load a", "save b", game="kalah")
        self.assertEqual(self.text_of("a"), self.text_of("b"))

    def test_a_loaded_game_is_stored(self):
        self.play(1, "save a")
        self.play("load a", game="kalah")
        self.assertEqual(positions(self.good("play", "--resume", typed="position\n")), ["4 2"])

    def test_save_where_nothing_can_be_written(self):
        os.mkdir(os.path.join(self.work, "folder"))
        self.file("file", "precious\n")
        for place in ("nowhere/game", "folder", "file/game", "x" * 300):
            with self.subTest(place=place):
                result = self.play(1, f"save {place}", "position")
                self.assertEqual(result.status, 0)
                self.assertRegex(result.err, r"^jogada: " + place)
                self.assertEqual(positions(result.out), ["4 2"])
        self.assertEqual(self.text_of("file"), "precious\n")
        self.assertEqual(sorted(os.listdir(self.work)), ["file", "folder"])

    def test_save_replaces_only_files(self):
        os.mkfifo(os.path.join(self.work, "pipe"))
        self.play(1, "save pipe")
        self.assertTrue(os.path.exists(os.path.join(self.work, "pipe")))
        self.assertFalse(os.path.isfile(os.path.join(self.work, "pipe")))

    def test_load_without_a_name(self):
        result = self.play(1, "load", "position")
        self.assertEqual(result.status, 0)
        self.assertEqual(positions(result.out), ["4 2"])

    BROKEN = {  # what a file holds, and what is said of it
        "a missing file": (None, r": No such file"),
        "an empty file": ("", r", line 1, column 1: "),
        "half a tag": ('[Game "kal', r", line 1, column \d+: "),
        "no tags": ("1 2\n", r", line 1, column 1: "),
        "no game": ('[Seat1 "human"]\n\n1\n', r", line 3, column 1: "),
        "an unknown game": ('[Seed "1"]\n[Game "kalahx"]\n', r", line 2, column 8: .*kalahx"),
        "an unknown option": ('[Game "kalah:foo=1"]\n', r", line 1, column \d+: .*foo"),
        "an unknown agent": ('[Game "coins"]\n[Seat2 "nosuch"]\n', r", line 2, column 9: .*nosuch"),
        "a wrong position": ('[Game "coins"]\n[Start "6 1"]\n', r", line 2, column 9: "),
        "a wrong seed": ('[Game "coins"]\n[Seed "x"]\n', r", line 2, column 8: "),
        "a wrong seat": ('[Game "coins"]\n[Resigned "3"]\n', r", line 2, column 12: "),
        "an illegal move": ('[Game "kalah"]\n\n1 7\n7 1\n', r", line 4, column 1: house 7 is the opponent's"),
        "a word that is no move": ('[Game "coins"]\n\n1 frobnicate\n', r", line 3, column 3: "),
        "a very long word": ('[Game "coins"]\n\n1 ' + "x" * 1000, r", line 3, column 3: "),
        "a move after the end": ('[Game "coins"]\n\n2 2 1 1\n', r", line 3, column 7: "),
        "a zero byte": ('[Game "coins"]\n\n1 \0 1\n', r": not a text file"),
        "a huge file": ('[Game "coins"]\n' + " " * 5_000_000, r": larger than"),
    }

    def test_load_refuses_other_files(self):
        for name, (text, says) in self.BROKEN.items():
            with self.subTest(name):
                if text is not None:
                    self.file(name, text)
                result = self.play(1, f"load {name}", "position", 2, 1, 1)
                self.assertEqual(result.status, 0)
                self.assertRegex(result.err, rf"^jogada: {name}(?:{says})")
                self.assertEqual(positions(result.out), ["4 2"])
                self.assertIn("player 1 wins", result.out)

    def test_load_a_folder(self):
        os.mkdir(os.path.join(self.work, "folder"))
        result = self.play(1, "load folder", "position")
        self.assertRegex(result.err, r"^jogada: folder: ")
        self.assertEqual(positions(result.out), ["4 2"])

    def test_a_file_that_lost_its_end_is_a_shorter_game_or_refused(self):
        self.play(1, 1, 1, "save whole")
        whole = self.text_of("whole")
        for length in range(len(whole)):
            self.file("part", whole[:length])
            result = self.play("load part", "position")
            self.assertEqual(result.status, 0, result)
            if result.err:
                self.assertRegex(result.err, r"^jogada: part, line \d+, column \d+: ")

    def test_load_a_finished_game(self):
        self.file("over", '[Game "coins"]\n[Resigned "2"]\n\n1\n')
        for language, says in (("en", ("player 2 resigns; player 1 wins", "that game is over")),
                               ("pt-BR", ("jogador 2 desiste", "essa partida já acabou"))):
            out = self.good("play", "coins", *TWO, "--lang", language, typed=lines(1, "load over", "position", "q"))
            for words in says:
                self.assertIn(words, out)
            self.assertEqual(positions(out), ["4 2"])  # the game goes on


if __name__ == "__main__":
    unittest.main()

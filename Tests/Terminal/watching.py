"""Watches in a real terminal: redrawn in place, told above the prompt, and written to files that are always whole."""

import os
import signal
import subprocess
import tempfile
import time
import unittest

from shell import ShellTestCase
from terminal import TALLY, Terminal

DAY = ["--zone", "UTC", "--now", "2026-11-22T08:00:00Z"]


def write(store, statement):
    """Runs a statement in another process."""
    done = subprocess.run([TALLY, "--store", store, *DAY, "-q", "-c", statement], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


class WatchTestCase(ShellTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.store = os.path.join(folder.name, "s.tally")
        write(self.store, "add 100 count steps at 2026-11-20 09:00")
        write(self.store, "add 200 count steps at 2026-11-21 09:00")
        self.arguments = ["--store", self.store, *DAY]
        super().setUp()


class InPlace(WatchTestCase):
    query = "watch sum steps by day since 2026-11-20 until 2026-11-22"

    def test_a_new_answer_replaces_the_one_before(self):
        self.terminal.type(self.query)
        self.terminal.press("Enter")
        first = self.terminal.wait_for("watching; Ctrl-C stops")
        write(self.store, "add 50 count steps at 2026-11-21 10:00")
        second = self.terminal.wait_for("1 row changed at 08:00:00; Ctrl-C stops")
        self.assertEqual(len(first), len(second), "nothing was printed below the first answer")
        self.assertEqual(sum(line.startswith("2026-11-21 ") for line in second), 1)
        self.assertIn("250", [line.split()[-1] for line in second if line.startswith("2026-11-21 ")])
        self.terminal.press("C-c")
        self.terminal.wait_for("interrupted")
        self.terminal.wait_for_prompt()

    def test_it_is_redrawn_when_the_window_changes(self):
        self.terminal.type(self.query)
        self.terminal.press("Enter")
        self.terminal.wait_for("watching; Ctrl-C stops")
        self.terminal.resize(40, 24)
        time.sleep(0.6)
        write(self.store, "add 50 count steps at 2026-11-21 10:00")
        screen = self.terminal.wait_for("1 row changed at 08:00:00")
        self.assertEqual(sum(line.startswith("2026-11-21 ") for line in screen), 1, screen)
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()

    def test_a_warning_in_between_stays_on_the_screen(self):
        self.terminal.ask("set now = 2026-11-22T08:00Z")
        self.terminal.type("watch sum steps by day since 2026-11-20 until 2026-11-22 as table")
        self.terminal.press("Enter")
        screen = self.terminal.wait_for("watching; Ctrl-C stops")
        self.assertIn("tally> watch sum steps by day since 2026-11-20", "\n".join(screen))
        write(self.store, "add 50 count steps at 2026-11-21 10:00")
        screen = self.terminal.wait_for("1 row changed at 08:00:00")
        self.assertIn("tally> watch sum steps by day since 2026-11-20", "\n".join(screen))
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()


class InANarrowTerminal(InPlace):
    size = (62, 24)


class InALowTerminal(WatchTestCase):
    size = (80, 12)

    def test_a_tall_answer_stays_within_the_screen(self):
        self.terminal.type("watch sum steps by day since 2026-10-01 until 2026-11-22")
        self.terminal.press("Enter")
        self.terminal.wait_for("watching; Ctrl-C stops")
        write(self.store, "add 50 count steps at 2026-11-21 10:00")
        screen = self.terminal.wait_for("1 row changed at 08:00:00; Ctrl-C stops")
        self.assertLessEqual(len(screen), 12)
        self.assertEqual(sum("stepCount" in line for line in screen), 1, screen)
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()


class OnTheCommandLine(unittest.TestCase):
    def test_a_watch_without_the_shell_redraws_too(self):
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "s.tally")
            write(store, "add 100 count steps at 2026-11-20 09:00")
            terminal = Terminal(TALLY, "--store", store, *DAY, "-c", "watch sum steps on 2026-11-20")
            self.addCleanup(terminal.close)
            terminal.wait_for("watching; Ctrl-C stops")
            write(store, "add 50 count steps at 2026-11-20 10:00")
            screen = terminal.wait_for("1 row changed at 08:00:00; Ctrl-C stops")
            self.assertEqual([line.split()[-1] for line in screen if line.startswith("2026-11-20 ") and "·" not in line], ["150"])
            terminal.press("C-c")
            terminal.wait_for("interrupted")
            self.assertEqual(terminal.wait_for_exit(), 130)

    def test_a_pipe_has_whole_answers_and_no_control_characters(self):
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "s.tally")
            write(store, "add 100 count steps at 2026-11-20 09:00")
            program = subprocess.Popen(
                [TALLY, "--store", store, *DAY, "-c", "watch sum steps on 2026-11-20 until >= 150"], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True)
            time.sleep(1)
            write(store, "add 50 count steps at 2026-11-20 10:00")
            text, notes = program.communicate(timeout=60)
            self.assertEqual(program.returncode, 0)
            self.assertNotIn("\x1b", text + notes)
            self.assertNotIn("Ctrl-C", text + notes)
            self.assertEqual(text.count("stepCount"), 2)


class AboveThePrompt(WatchTestCase):
    def test_changes_of_another_process_appear_within_a_second_and_the_typed_text_stays(self):
        self.terminal.ask("watch moving = sum steps by day since 2026-11-20 until 2026-11-22")
        self.terminal.type("sum steps on 2026")
        self.terminal.wait_for_line("tally> sum steps on 2026")
        write(self.store, "add 50 count steps at 2026-11-21 10:00")
        written = time.monotonic()
        screen = self.terminal.wait_for("moving: 1 row changed")
        self.assertLess(time.monotonic() - written, 1)
        self.terminal.wait_for_line("tally> sum steps on 2026")
        screen = self.terminal.lines()
        self.assertLess(screen.index("moving: 1 row changed"), len(screen) - 1)
        self.assertEqual(sum(line.startswith("tally> sum steps on") for line in screen), 1, screen)
        self.terminal.type("-11-21")
        self.terminal.press("Enter")
        self.terminal.wait_for_prompt()
        self.assertIn("250", " ".join(self.terminal.lines()))

    def test_a_stopped_watch_says_nothing(self):
        self.terminal.ask("watch moving = sum steps by day since 2026-11-20 until 2026-11-22")
        self.assertEqual(self.terminal.ask("show watches")[-1].split()[0], "moving")
        self.terminal.ask("stop moving")
        write(self.store, "add 50 count steps at 2026-11-21 10:00")
        time.sleep(1)
        self.assertFalse([line for line in self.terminal.lines() if line.startswith("moving:")])

    def test_names_of_watches_complete(self):
        self.terminal.ask("watch moving = sum steps by day since 2026-11-20 until 2026-11-22")
        self.terminal.type("stop mo")
        self.terminal.press("Tab")
        self.terminal.wait("the name", lambda: self.terminal.line().startswith("tally> stop moving"))


class Files(unittest.TestCase):
    def test_a_file_is_always_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            store, path = os.path.join(folder, "s.tally"), os.path.join(folder, "w.csv")
            write(store, "add 1 count steps at 2026-11-20 09:00")
            program = subprocess.Popen(
                [TALLY, "--store", store, *DAY, "-c", f'watch sum steps by minute on 2026-11-20 as csv to "{path}"'],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while not os.path.exists(path):
                time.sleep(0.01)
            sums = set()
            for amount in range(2, 12):
                write(store, f"add {amount} count steps at 2026-11-20 10:{amount:02}")
                for _ in range(20):
                    with open(path) as file:
                        lines = file.read().split("\n")
                    self.assertEqual((lines[0], len(lines), lines[-1]), ("start,end,sum,partial", 24 * 60 + 2, ""))
                    sums.add(sum(float(line.split(",")[2] or 0) for line in lines[1:-1]))
                    time.sleep(0.01)
            deadline = time.monotonic() + 30
            while max(sums) < sum(range(1, 12)) and time.monotonic() < deadline:
                with open(path) as file:
                    sums.add(sum(float(line.split(",")[2] or 0) for line in file.read().split("\n")[1:-1]))
            self.assertEqual(max(sums), sum(range(1, 12)))
            self.assertGreater(len(sums), 2, "the file was read between its versions")
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            program.send_signal(signal.SIGINT)
            self.assertEqual(program.wait(timeout=60), 130)
            self.assertEqual(sorted(name for name in os.listdir(folder) if name.startswith("w.")), ["w.csv"])


if __name__ == "__main__":
    unittest.main()

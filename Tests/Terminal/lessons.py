"""Lessons in a real terminal."""

import os
import stat
import unittest

from shell import ShellTestCase
from terminal import TALLY, Terminal


class Lessons(ShellTestCase):
    size = (80, 60)

    def say(self, line, answer):
        self.terminal.wait_for_line("learn>")
        self.terminal.type(line)
        self.terminal.press("Enter")
        return self.terminal.wait_for(answer)

    def begin(self):
        self.terminal.type("learn anc")
        self.terminal.press("Tab")
        self.terminal.wait_for_line("tally> learn anchors")
        self.terminal.press("Enter")
        self.terminal.wait_for("how much energy")

    def test_a_lesson_checks_guesses_statements_and_gaps(self):
        self.begin()
        self.say("450", "No, the answer is 1030. 450 is Monday from midnight")
        self.say("04:00", "Your rows start or end at different times.")
        self.say("03:00", "Right.")

    def test_enter_shows_the_answer(self):
        self.begin()
        self.say("", "The answer is 1030.")

    def test_ctrl_d_leaves_only_the_lesson_which_continues_after_the_next_start(self):
        self.begin()
        self.say("1030", "Yes, 1030.")
        self.terminal.wait_for_line("learn>")
        self.terminal.press("C-d")
        self.terminal.wait_for_prompt()
        path = os.path.join(self.terminal.home, ".local/state/tally/lessons")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.terminal.press("C-d")
        self.assertEqual(self.terminal.wait_for_exit(), 0)
        self.terminal.run_again()
        self.terminal.wait_for_prompt()
        self.terminal.type("learn 1")
        self.terminal.press("Enter")
        self.terminal.wait_for("You have passed 1 of")
        self.terminal.wait_for_line("learn>")

    def test_a_lesson_has_hints_and_completions(self):
        self.begin()
        self.say("1030", "Yes, 1030.")
        self.terminal.wait_for_line("learn>")
        self.terminal.type("sk")
        self.terminal.wait("the hint", lambda: self.terminal.line(hints=True) == "learn> skip")
        self.terminal.press("Tab")
        self.terminal.wait("the list", lambda: "skip" in self.terminal.lines())
        self.terminal.type("ip")
        self.terminal.wait_for_line("learn> skip")
        self.assertEqual(self.terminal.line(hints=True), "learn> skip", "a finished word grows no further")

    def test_ctrl_c_in_a_lesson_only_clears_the_line(self):
        self.begin()
        self.terminal.wait_for_line("learn>")
        self.terminal.type("12")
        self.terminal.press("C-c")
        self.terminal.wait_for_line("learn>")
        self.say("1030", "Yes, 1030.")


class FromTheCommandLine(unittest.TestCase):
    def test_a_lesson_opens_in_the_shell(self):
        terminal = Terminal(TALLY, "learn", "sources", "--store", ":memory:", columns=40, rows=60)
        self.addCleanup(terminal.close)
        terminal.wait_for_line("learn>")
        terminal.type("quit")
        terminal.press("Enter")
        terminal.wait_for_prompt()


if __name__ == "__main__":
    unittest.main()

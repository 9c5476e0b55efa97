"""Settings of libedit: `~/.editrc` in a program that is built with it."""

import unittest

from editing import EditingTestCase
from terminal import KEYS

editline_only = unittest.skipUnless(KEYS == "editline", "settings of libedit")


@editline_only
class OwnKeys(EditingTestCase):
    editrc = (
        "# a remark\n\nbind ^T ed-prev-word\nbind ^X ed-prev-history\nbind \"^R\" em-inc-search-prev\n"
        "tally:bind ^O ed-move-to-beg\npsql:bind ^O ed-kill-line\nbind -s ^G 'sum steps'\nbind \"\\e[15~\" ed-prev-history\n"
    )

    def test_keys_keep_their_bindings_and_the_history_of_the_shell(self):
        self.terminal.ask("sum steps today")
        self.terminal.press("C-x")
        self.line_becomes("sum steps today")
        self.terminal.press("C-t", "BSpace")
        self.line_becomes("sum stepstoday")
        self.terminal.press("C-o")
        self.terminal.type("x")
        self.line_becomes("xsum stepstoday")
        self.terminal.press("C-c", "C-g")
        self.line_becomes("sum steps")
        self.terminal.press("C-c", "F5")
        self.line_becomes("sum steps today")
        self.terminal.press("C-c", "C-r")
        self.terminal.type("tod")
        self.terminal.wait("the match", lambda: "(reverse-i-search)`tod': sum steps today" in self.terminal.line())


@editline_only
class ViKeys(EditingTestCase):
    editrc = "bind -v\n"

    def test_commands_and_arrows_work(self):
        self.terminal.ask("sum steps today")
        self.type("sum stepz by day")
        self.terminal.press("Escape")
        self.terminal.type("bbhhrs")
        self.line_becomes("sum steps by day")
        self.terminal.type("A last 2 days")
        self.line_becomes("sum steps by day last 2 days")
        self.terminal.press("Home")
        self.terminal.type("x")
        self.line_becomes("xsum steps by day last 2 days")
        self.terminal.press("Escape")
        self.terminal.type("x")
        self.line_becomes("sum steps by day last 2 days")
        self.terminal.press("Escape")
        self.terminal.type("k")
        self.line_becomes("sum steps today")
        self.terminal.press("Down")
        self.line_becomes("sum steps by day last 2 days")
        self.terminal.press("Enter")
        self.terminal.wait_for("stepCount")
        self.terminal.wait_for_prompt()

    def test_a_dot_types_no_earlier_line_again(self):
        self.terminal.ask("sum steps today")
        self.type("sum steps")
        self.terminal.press("Escape")
        self.terminal.type(".")
        self.terminal.press("Escape")
        self.line_becomes("sum steps")
        self.terminal.type("A today")
        self.line_becomes("sum steps today")

    def test_tab_completes(self):
        self.terminal.type("aver")
        self.terminal.press("Tab")
        self.line_becomes("average")


@editline_only
class EditingOff(EditingTestCase):
    editrc = "edit off\n"

    def test_the_terminal_edits_lines_itself(self):
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))
        self.terminal.type("sum")
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()
        self.terminal.press("C-d")
        self.assertEqual(self.terminal.wait_for_exit(), 0)


@editline_only
class WrongSettings(EditingTestCase):
    editrc = "bind ^T no-such-command\nnonsense\n"

    def test_the_shell_names_a_wrong_line_and_goes_on(self):
        self.assertTrue(any("no-such-command" in line for line in self.terminal.lines()), self.terminal.lines())
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))


if __name__ == "__main__":
    unittest.main()

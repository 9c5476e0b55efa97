"""The shell in a real terminal: tests press keys and read the screen."""

import os
import re
import stat
import subprocess
import unittest

from terminal import MORNING, PROMPT, TALLY, Terminal


class ShellTestCase(unittest.TestCase):
    arguments = ["demo", *MORNING]
    environment = {}
    inputrc = None
    editrc = None
    size = (80, 24)

    def setUp(self):
        columns, rows = self.size
        self.terminal = Terminal(
            TALLY, *self.arguments, columns=columns, rows=rows, environment=self.environment, inputrc=self.inputrc, editrc=self.editrc)
        self.addCleanup(self.terminal.close)
        self.terminal.wait_for_prompt()

    def history_path(self):
        return os.path.join(self.terminal.home, ".local/state/tally/history")


class Statements(ShellTestCase):
    def test_a_query_prints_its_table_and_the_prompt(self):
        answer = self.terminal.ask("sum steps by day last 3 days")
        self.assertEqual(answer[0], "stepCount")
        self.assertEqual(len([line for line in answer if line.startswith("20")]), 4, "the resolved range and three days")

    def test_a_wrong_query_prints_its_error_and_the_prompt(self):
        answer = self.terminal.ask("sum heartRate by day")
        self.assertIn("E120", answer[0])
        self.assertTrue(self.terminal.ask("sum steps"))

    def test_a_line_that_ends_with_a_comma_continues(self):
        self.terminal.type("sum steps by day,")
        self.terminal.press("Enter")
        self.terminal.wait_for_line("  ...>")
        self.terminal.type("source last 2 days")
        self.terminal.press("Enter")
        screen = self.terminal.wait_for("sum (count)")
        self.assertIn("tally> sum steps by day,", screen)
        self.assertIn("  ...> source last 2 days", screen)

    def test_a_blank_line_ends_an_incomplete_statement(self):
        self.terminal.type("sum steps by day,")
        self.terminal.press("Enter")
        self.terminal.wait_for_line("  ...>")
        self.terminal.press("Enter")
        self.terminal.wait_for("error E")
        self.terminal.wait_for_prompt()

    def test_an_earlier_line_of_a_statement_can_be_edited(self):
        self.terminal.type("sum stepz by day,")
        self.terminal.press("Enter")
        self.terminal.wait_for_line("  ...>")
        self.terminal.type("source last 2 days")
        self.terminal.press("Up")
        self.terminal.wait("the cursor in the first line", lambda: self.terminal.line() == "tally> sum stepz by day,")
        self.terminal.press("Home")
        self.terminal.press(*["Right"] * 8)
        self.terminal.press("DC")
        self.terminal.type("s")
        self.terminal.wait_for_line("tally> sum steps by day,")
        self.terminal.press("Enter")
        self.terminal.wait_for("sum (count)")

    def test_pasted_statements_run_in_order(self):
        self.terminal.paste("sum steps last 3 days\naverage heartRate last 3 days\n")
        self.terminal.wait_for("  ...> average heartRate last 3 days")
        self.assertNotIn("stepCount", self.terminal.lines(), "nothing runs before Enter")
        self.terminal.press("Enter")
        screen = self.terminal.wait_for("average (count/min)")
        self.assertLess(screen.index("stepCount"), screen.index("heartRate"))
        self.terminal.wait_for_prompt()


class Keys(ShellTestCase):
    def test_control_c_cancels_a_line(self):
        self.terminal.type("sum steps by")
        self.terminal.wait_for_line("tally> sum steps by")
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()
        self.assertIn("tally> sum steps by^C", self.terminal.lines())

    def test_control_c_cancels_a_statement_of_several_lines(self):
        self.terminal.type("sum steps,")
        self.terminal.press("Enter")
        self.terminal.wait_for_line("  ...>")
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))

    def test_control_c_stops_a_running_query(self):
        self.terminal.ask("set pager = off")
        self.terminal.type("average heartRate by 10s as csv")
        self.terminal.press("Enter")
        self.terminal.wait("rows", lambda: any(line.endswith(",false") for line in self.terminal.lines()))
        self.terminal.press("C-c")
        self.terminal.wait_for("interrupted")
        self.terminal.wait_for_prompt()
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))

    def test_control_d_leaves_with_the_cursor_on_a_new_line(self):
        self.terminal.press("C-d")
        self.assertEqual(self.terminal.wait_for_exit(), 0)
        self.assertEqual([line for line in self.terminal.lines() if line.startswith(PROMPT)], [PROMPT])

    def test_control_d_in_a_continuation_cancels_the_statement(self):
        self.terminal.type("sum steps,")
        self.terminal.press("Enter")
        self.terminal.wait_for_line("  ...>")
        self.terminal.press("C-d")
        self.terminal.wait_for_prompt()

    def test_quit_ends_the_shell(self):
        self.terminal.type("quit")
        self.terminal.press("Enter")
        self.assertEqual(self.terminal.wait_for_exit(), 0)

    def test_control_l_clears_the_screen_and_keeps_the_line(self):
        self.terminal.ask("sum steps last 2 days")
        self.terminal.type("sum st")
        self.terminal.wait_for_line("tally> sum st")
        self.terminal.press("C-l")
        self.terminal.wait("an empty screen", lambda: self.terminal.lines() == ["tally> sum st"])

    def test_sigterm_ends_the_shell_with_a_message(self):
        around = self.terminal.tmux("display-message", "-p", "#{pane_pid}").strip()
        subprocess.run(["pkill", "-TERM", "-P", around], check=True)
        self.assertEqual(self.terminal.wait_for_exit(), 128 + 15)


class Completion(ShellTestCase):
    def complete(self, text):
        self.terminal.type(text)
        self.terminal.wait_for_line(f"tally> {text}".rstrip())
        self.terminal.press("Tab")

    def test_a_completed_keyword_is_followed_by_a_space(self):
        self.complete("sum steps anch")
        self.terminal.wait_for_line("tally> sum steps anchor")
        self.terminal.wait("the space", lambda: self.terminal.cursor()[0] == len("tally> sum steps anchor "))

    def test_a_completed_metric_has_its_usual_spelling(self):
        self.complete("sum ACTIVEE")
        self.terminal.wait_for_line("tally> sum activeEnergyBurned")

    def test_several_candidates_are_listed_until_the_next_key(self):
        self.complete("average hea")
        screen = self.terminal.wait_for("headphoneAudioExposure")
        self.assertTrue(any(re.match(r"heartRate +[0-9,]+ samples, [0-9-]+ to [0-9-]+$", line) for line in screen))
        self.assertEqual(self.terminal.line(), "tally> average hea")
        self.terminal.type("r")
        self.terminal.wait_for_line("tally> average hear")
        self.terminal.wait("the list to go", lambda: self.terminal.lines()[-1] == "tally> average hear")

    def test_a_long_list_of_candidates_is_truncated_and_counted(self):
        self.complete("describe d")
        screen = self.terminal.wait_for("dietary")
        self.assertLessEqual(len(screen), 24)
        self.terminal.press("C-u")
        self.complete("average heartRate zone ")
        self.assertTrue(any(line.startswith("… and ") for line in self.terminal.wait_for(" more")))

    def test_a_source_with_a_space_is_quoted(self):
        self.complete("sum steps prefer \"Apple W")
        self.terminal.wait_for_line("tally> sum steps prefer \"Apple Watch\"")


class History(ShellTestCase):
    def test_history_is_saved_and_private_to_the_user(self):
        self.terminal.type("sum steps by day,")
        self.terminal.press("Enter")
        self.terminal.wait_for_line("  ...>")
        self.terminal.type("source last 2 days")
        self.terminal.press("Enter")
        self.terminal.wait_for("sum (count)")
        self.terminal.wait_for_prompt()
        self.terminal.press("C-d")
        self.terminal.wait_for_exit()
        self.assertEqual(stat.S_IMODE(os.stat(self.history_path()).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.history_path())).st_mode), 0o700)

        self.terminal.run_again()
        self.terminal.wait_for_prompt()
        self.terminal.press("Up")
        self.terminal.wait_for_line("  ...> source last 2 days")
        self.assertIn("tally> sum steps by day,", self.terminal.lines())

    def test_a_repeated_statement_is_saved_once(self):
        for _ in range(2):
            self.terminal.ask("sum steps last 2 days")
        with open(self.history_path()) as file:
            self.assertEqual(file.read().count("sum steps last 2 days"), 1)

    def test_passwords_and_forgotten_persons_are_not_saved(self):
        for statement in [
            "opne \"clickhouse://ann:geheim@127.0.0.1:9/d\"", "tally push clickhouse://ann:geheim@127.0.0.1:9/d",
            "open \"clickhouse+https://ann:geheim@127.0.0.1:9/d", "forget persn B2",
        ]:
            self.terminal.ask(statement)
        self.terminal.ask("sum steps last 2 days")
        with open(self.history_path()) as file:
            saved = file.read()
        self.assertIn("sum steps last 2 days", saved)
        self.assertNotIn("geheim", saved)
        self.assertNotIn("B2", saved)

    def test_a_search_finds_an_earlier_statement(self):
        self.terminal.ask("sum steps last 2 days")
        self.terminal.ask("average heartRate today")
        self.terminal.press("C-r")
        self.terminal.type("steps")
        self.terminal.wait("the match", lambda: "sum steps last 2 days" in self.terminal.line())
        self.terminal.press("Enter")
        self.terminal.wait_for_prompt()


class Screens(ShellTestCase):
    def test_a_line_follows_the_width_of_the_screen(self):
        statement = "sum steps by day last 30 days zone Europe/Berlin where value between 1 and 500"
        self.terminal.type(statement)
        self.terminal.wait("two rows", lambda: "".join(self.terminal.lines()[-2:]).endswith("and 500"))
        for columns in (60, 44, 120):
            self.terminal.resize(columns, 24)
            shown = "tally> " + statement
            rows = [shown[start : start + columns].rstrip() for start in range(0, len(shown), columns)]
            self.terminal.wait(f"{columns} columns", lambda: self.terminal.lines()[-len(rows) :] == rows)
        self.terminal.press("C-a")
        self.terminal.type("x")
        self.terminal.wait_for_line("tally> x" + statement)

    def test_the_line_is_colored_during_typing(self):
        self.terminal.type("sum steps")
        self.terminal.wait_for_line("tally> sum steps")
        row = self.terminal.lines(styled=True)[self.terminal.cursor()[1]]
        self.assertIn("\x1b[1mtally> sum", row)
        self.assertIn("\x1b[36msteps", row)

    def test_control_z_stops_the_shell_and_fg_restores_the_line(self):
        terminal = Terminal("sh", "-i", environment={"PS1": "$ "})
        self.addCleanup(terminal.close)
        terminal.wait_for_line("$")
        terminal.type(f"{TALLY} demo")
        terminal.press("Enter")
        terminal.wait_for_prompt()
        terminal.type("sum steps")
        terminal.wait_for_line("tally> sum steps")
        terminal.press("C-z")
        terminal.wait_for_line("$")
        terminal.type("fg")
        terminal.press("Enter")
        terminal.wait_for_line("tally> sum steps")
        self.assertEqual(terminal.cursor()[0], len("tally> sum steps"))


class NarrowScreen(ShellTestCase):
    size = (40, 12)

    def test_lines_wrap_to_the_width_of_the_screen(self):
        self.terminal.type("sum steps by day last 3 days zone Europe/Berlin")
        self.terminal.wait_for("/Berlin")
        self.assertIn("tally> sum steps by day last 3 days zone", self.terminal.lines())
        self.terminal.press("Enter")
        self.terminal.wait_for("sum (count)")
        self.terminal.wait_for_prompt()

    def test_wide_characters_take_two_cells(self):
        self.terminal.type("sum steps prefer \"日本語の時計\"")
        self.terminal.wait_for("日本語の時計\"")
        self.assertEqual(self.terminal.cursor()[0], len("tally> sum steps prefer ") + 14)
        self.terminal.press("Left", "Left", "BSpace")
        self.terminal.wait_for("日本語の計\"")
        self.assertEqual(self.terminal.cursor()[0], len("tally> sum steps prefer ") + 9)


class PlainLocale(ShellTestCase):
    environment = {"LANG": "C", "LC_ALL": "C"}

    def test_letters_outside_ascii_are_letters(self):
        self.terminal.type("äö日")
        self.terminal.wait_for_line("tally> äö日")
        self.terminal.press("BSpace", "Left")
        self.terminal.type("x")
        self.terminal.wait_for_line("tally> äxö")


class UnreadableHistory(ShellTestCase):
    environment = {"XDG_STATE_HOME": "/dev/null"}

    def test_the_shell_works_without_a_history_file(self):
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))
        self.terminal.press("Up")
        self.terminal.wait_for_line("tally> sum steps last 2 days")


class DumbTerminal(ShellTestCase):
    def setUp(self):
        self.terminal = Terminal("env", "TERM=dumb", TALLY, "demo", *MORNING)
        self.addCleanup(self.terminal.close)
        self.terminal.wait_for_prompt()

    def test_a_dumb_terminal_edits_lines_itself(self):
        self.terminal.type("sum steps by day,")
        self.terminal.press("Enter")
        self.terminal.wait_for_line("  ...>")
        self.terminal.type("source last 2 days")
        self.terminal.press("Enter")
        self.terminal.wait_for("sum (count)")
        self.terminal.wait_for_prompt()
        self.terminal.type("sum")
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()
        self.terminal.press("C-d")
        self.assertEqual(self.terminal.wait_for_exit(), 0)


if __name__ == "__main__":
    unittest.main()

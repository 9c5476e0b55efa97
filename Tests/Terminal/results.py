"""Results in the shell: pager, narrow screens, interruptions, times."""

import os
import subprocess
import time
import unittest

from shell import ShellTestCase
from terminal import PROMPT, TALLY

# The limit for a debug build on a busy machine. The benchmarks measure the real times.
INTERRUPTION_SECONDS = 10


class Pager(ShellTestCase):
    environment = {"PAGER": "less"}

    def open(self):
        self.terminal.type("sum steps by day")
        self.terminal.press("Enter")
        self.terminal.wait_for("q to quit")

    def test_a_table_taller_than_the_screen_opens_in_less(self):
        self.open()
        self.assertTrue(any(line.startswith("stepCount") for line in self.terminal.lines()), "it begins with its header")
        self.terminal.press("G")
        self.terminal.wait_for("total")
        self.terminal.press("q")
        self.terminal.wait_for_prompt()
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))

    def test_less_shows_how_to_leave(self):
        self.open()
        self.assertTrue(self.terminal.line().startswith("q to quit"))
        self.terminal.press("q")
        self.terminal.wait_for_prompt()

    def test_a_table_that_fits_is_printed(self):
        answer = self.terminal.ask("sum steps by day last 3 days")
        self.assertEqual(answer[0], "stepCount")

    def test_leaving_less_early_is_not_an_error(self):
        self.terminal.type("sum steps by 5min")
        self.terminal.press("Enter")
        self.terminal.wait_for("q to quit")
        self.terminal.press("q")
        self.terminal.wait_for_prompt()
        self.assertFalse(any("interrupted" in line or "error" in line for line in self.terminal.lines()))

    def test_control_c_in_less_does_not_affect_the_shell(self):
        self.open()
        self.terminal.press("C-c")
        self.terminal.press("q")
        self.terminal.wait_for_prompt()
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))

    def test_without_a_pager_the_middle_is_omitted_and_counted(self):
        self.terminal.ask("set pager = off")
        self.terminal.type("sum steps by day")
        self.terminal.press("Enter")
        self.terminal.wait_for(" more rows …")
        self.terminal.wait_for_prompt()
        self.assertTrue(any(line.startswith("total") for line in self.terminal.lines()))
        self.terminal.ask("set rows = 0")
        answer = self.terminal.ask("sum steps by day")
        self.assertFalse(any("more rows" in line for line in answer))

    def test_a_setting_pages_short_results(self):
        self.terminal.ask("set pager = on")
        os_pager = self.terminal.ask("sum steps last 2 days")
        self.assertTrue(os_pager, "less leaves a short result on the screen")


class Questions(ShellTestCase):
    def test_control_c_answers_no_and_the_shell_continues(self):
        path = os.path.join(self.terminal.home, "s.csv")
        with open(path, "w") as file:
            file.write("old")
        self.terminal.type(f'sum steps as csv to "{path}"')
        self.terminal.press("Enter")
        self.terminal.wait_for("[y/N]")
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()
        with open(path) as file:
            self.assertEqual(file.read(), "old")
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))


class OwnPager(ShellTestCase):
    environment = {"PAGER": "false", "TALLY_PAGER": "sed 's/^/| /' | head -n 3"}

    def test_a_custom_pager_may_read_only_part_of_a_result(self):
        self.terminal.type("sum steps by 5min")
        self.terminal.press("Enter")
        self.terminal.wait_for("| stepCount")
        self.terminal.wait_for_prompt()
        lines = self.terminal.lines()
        self.assertEqual(len([line for line in lines if line.startswith("|")]), 3)
        self.assertFalse(any("interrupted" in line for line in lines))


class MissingPager(ShellTestCase):
    environment = {"PAGER": "no-such-program"}

    def test_results_are_printed_if_the_pager_is_missing(self):
        self.terminal.type("sum steps by day")
        self.terminal.press("Enter")
        self.terminal.wait_for(" more rows …")
        self.terminal.wait_for_prompt()


class RudePager(ShellTestCase):
    environment = {"TALLY_PAGER": "cat; stty raw -echo; kill -9 $$"}

    def test_the_terminal_is_restored_after_a_pager_crashes(self):
        self.terminal.type("sum steps by day")
        self.terminal.press("Enter")
        self.terminal.wait_for("total")
        self.terminal.wait_for_prompt()
        self.terminal.press("C-d")
        self.assertEqual(self.terminal.wait_for_exit(), 0)
        device = self.terminal.tmux("display-message", "-p", "#{pane_tty}").strip()
        settings = subprocess.run(["stty", "-a", "-F", device], capture_output=True, text=True)
        if settings.returncode == 0:
            self.assertIn(" icanon", settings.stdout)
            self.assertIn(" echo ", settings.stdout)


class Interruptions(ShellTestCase):
    def interrupt(self, statement, after=0, shown=""):
        self.terminal.type(statement)
        self.terminal.wait("the statement", lambda: statement[-20:] in "".join(self.terminal.lines()))
        self.terminal.press("Enter")
        self.terminal.wait_for(shown)
        time.sleep(after)
        started = time.monotonic()
        self.terminal.press("C-c")
        self.terminal.wait_for("interrupted")
        self.terminal.wait_for_prompt()
        self.assertLess(time.monotonic() - started, INTERRUPTION_SECONDS)
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))

    def test_control_c_stops_long_samples_in_short_buckets(self):
        for _ in range(20):
            self.terminal.ask("add 1 count steps at 2024-01-01 to 2024-01-09")
        self.interrupt("sum steps by 1s from 2024-01-01 to 2024-01-10 sources raw", after=0.5)

    def test_control_c_stops_printing(self):
        self.interrupt("average heartRate by 6s as csv", shown=",false")

    def test_control_c_stops_writing_a_file(self):
        path = os.path.join(self.terminal.folder, "rows.csv")
        self.terminal.type(f'average heartRate by 10s as csv to "{path}"')
        self.terminal.press("Enter")
        self.terminal.wait("the file", lambda: any(name.startswith("rows.csv") for name in os.listdir(self.terminal.folder)))
        self.terminal.press("C-c")
        self.terminal.wait_for("interrupted")
        self.terminal.wait_for_prompt()
        self.assertFalse(any(name.startswith("rows.csv") for name in os.listdir(self.terminal.folder)))


class Times(ShellTestCase):
    def test_the_time_of_a_query_follows_its_result(self):
        self.terminal.ask("set timing = on")
        answer = self.terminal.ask("sum steps by day last 3 days")
        self.assertRegex(answer[-1], r"^3 rows in [\d.,]+ m?s$")

    def test_a_progress_line_is_erased(self):
        answer = self.terminal.ask("average heartRate by hour | average by hour of day | limit 2")
        self.assertFalse(any("samples read" in line for line in self.terminal.lines()))
        self.assertTrue(answer)


class Narrow(ShellTestCase):
    environment = {"PAGER": "less"}
    size = (40, 30)

    def test_columns_that_do_not_fit_are_listed(self):
        answer = self.terminal.ask("average, min, max, latest heartRate by day last 3 days")
        self.assertTrue(any(line.startswith("not shown: ") for line in answer))
        self.assertTrue(all(len(line) <= 40 for line in answer))
        self.assertFalse(any("…" in line for line in answer), "numbers and times are never truncated")

    def test_headings_wrap_before_columns_are_omitted(self):
        answer = self.terminal.ask("average, max heartRate by day last 3 days")
        self.assertFalse(any(line.startswith("not shown: ") for line in answer))

    def test_a_single_row_is_a_list(self):
        answer = self.terminal.ask("average heartRate")
        self.assertTrue(any(line.startswith("average (count/min)  ") for line in answer))

    def test_lists_wrap_text(self):
        self.terminal.type("show settings")
        self.terminal.press("Enter")
        self.terminal.wait_for("q to quit")
        self.assertTrue(any(line.startswith("zone ") for line in self.terminal.lines()))
        self.assertFalse(any("…" in line for line in self.terminal.lines()))
        self.terminal.press("q")
        self.terminal.wait_for_prompt()


class Wide(ShellTestCase):
    size = (120, 30)

    def test_aggregates_of_several_metrics_are_side_by_side(self):
        answer = self.terminal.ask("average, min, max heartRate, sum steps by day last 3 days")
        self.assertFalse(any(line.startswith("not shown: ") for line in answer))


class OtherLetters(ShellTestCase):
    size = (60, 30)

    def test_wide_characters_are_aligned_and_controls_are_visible(self):
        for source in ["日本語の時計", "Uhr", "👍 Phone"]:
            self.terminal.ask(f'add 1000 count steps from "{source}" at 2020-01-01 10:00')
        answer = self.terminal.ask("sum steps by day, source on 2020-01-01")
        rows = [line for line in answer if line.startswith("2020-01-01 ") and "1,000" in line]
        # Each wide character is one character in the line and two cells on the screen.
        ends = {len(line) + sum(ord(letter) > 0x2E80 for letter in line) for line in rows}
        self.assertEqual((len(rows), len(ends)), (3, 1), answer)


if __name__ == "__main__":
    unittest.main()

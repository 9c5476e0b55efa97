"""Charts in a real terminal: their size, and what they ask the terminal."""

import os
import pty
import re
import select
import struct
import subprocess
import fcntl
import termios
import time
import unittest

from shell import ShellTestCase
from terminal import TALLY

MOMENT = ["--now", "2026-06-30T18:00:00+02:00", "--zone", "Europe/Berlin"]


def on_terminal(statements, columns=80, rows=24, answer=b"", **environment):
    """Returns the program's output to a terminal that answers queries with `answer`."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {"HOME": "/nonexistent", "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", **environment}
    program = subprocess.Popen(
        [TALLY, "demo", *MOMENT, "-c", statements], stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL, env=environment,
        start_new_session=True)
    os.close(terminal)
    sent = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if not select.select([controller], [], [], 60)[0]:
            break
        try:
            piece = os.read(controller, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        if b"\x1b[c" in piece and answer:
            os.write(controller, answer)
        sent += piece
    program.wait()
    os.close(controller)
    return sent.decode().replace("\r\n", "\n")


def piped(statements, *options, **environment):
    environment = {"HOME": "/nonexistent", "PATH": os.environ["PATH"], **environment}
    return subprocess.run(
        [TALLY, "demo", *MOMENT, *options, "-c", statements], capture_output=True, text=True, env=environment, check=True).stdout


class Sizes(unittest.TestCase):
    CHARTS = [
        "sum steps by day last 60 days as chart", "average, min, max heartRate by hour yesterday as line",
        "average heartRate by weekday and hour of day as heatmap", "sum steps, average heartRate by day last 9 days as chart",
        "samples of sleepAnalysis yesterday as chart", "summaries last 14 days as chart", "sum steps by source as bars",
        "sum steps by day as spark", "progress steps as chart",
    ]

    def test_charts_fit_the_screen(self):
        for columns, rows in [(40, 12), (80, 24), (160, 50)]:
            shown = on_terminal("\n".join(self.CHARTS), columns, rows, NO_COLOR="1")
            self.assertNotIn("\x1b", shown)
            for line in shown.split("\n"):
                self.assertLessEqual(len(line), columns, line)
        for chart in self.CHARTS:
            shown = on_terminal(chart, 60, 16, NO_COLOR="1")
            self.assertLess(shown.count("\n"), 16, chart)

    def test_a_pipe_has_80_columns_and_no_color(self):
        shown = piped("sum steps by day last 60 days as chart")
        self.assertNotIn("\x1b", shown)
        self.assertEqual(max(map(len, shown.split("\n"))), 80)
        self.assertIn("█", shown)

    def test_options_set_width_and_height(self):
        shown = piped("sum steps by day last 60 days as chart", "--width", "50", "--height", "10")
        self.assertLessEqual(max(map(len, shown.split("\n"))), 50)
        self.assertLessEqual(shown.count("\n"), 10)


class Looks(unittest.TestCase):
    def test_colors_match_the_terminal(self):
        chart = "sum steps by day last 9 days as chart"
        self.assertRegex(on_terminal(chart, COLORTERM="truecolor"), r"\x1b\[[0-9;]*38;2;")
        self.assertRegex(on_terminal(chart), r"\x1b\[[0-9;]*38;5;")
        self.assertNotRegex(on_terminal(chart, TERM="xterm"), r"\x1b\[[0-9;]*38;")
        self.assertIn("\x1b[", on_terminal(chart, TERM="xterm"))

    def test_a_locale_without_unicode_gets_ascii(self):
        for environment in [{"LANG": "C"}, {"LC_ALL": "en_US.ISO-8859-1"}, {"TERM": "linux"}]:
            shown = on_terminal("sum steps by day last 9 days as bars", NO_COLOR="1", **environment)
            marks = [line for line in shown.split("\n") if "·" not in line]
            self.assertTrue("".join(marks).isascii(), shown)


class Graphics(unittest.TestCase):
    CHART = "set graphics = auto; sum steps by day last 9 days as chart"
    KITTY = b"\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62c"

    def test_a_terminal_with_graphics_gets_a_picture(self):
        shown = on_terminal(self.CHART, answer=self.KITTY)
        self.assertIn("\x1b_G", shown.split("\x1b[c", 1)[1])

    def test_other_terminals_get_characters(self):
        self.assertIn("█", on_terminal(self.CHART, answer=b"\x1b[?62c"))

    def test_a_terminal_that_does_not_answer_causes_only_a_short_wait(self):
        started = time.monotonic()
        self.assertIn("█", on_terminal(self.CHART))
        self.assertLess(time.monotonic() - started, 20)

    def test_a_pipe_or_the_default_setting_sends_no_query(self):
        self.assertNotIn("\x1b", piped(self.CHART))
        self.assertNotIn("\x1b[c", on_terminal("sum steps by day last 9 days as chart", answer=self.KITTY))


class InTheShell(ShellTestCase):
    arguments = ["demo", *MOMENT]
    size = (60, 16)

    def test_a_chart_its_statement_and_the_next_prompt_fit_the_screen(self):
        self.terminal.type("sum steps by day last 30 days as chart")
        self.terminal.press("Enter")
        self.terminal.wait_for("stepCount")
        self.terminal.wait_for_prompt()
        self.assertTrue(any(line.startswith("sum stepCount") for line in self.terminal.lines()))

    def test_a_chart_follows_the_size_of_the_screen(self):
        self.terminal.resize(44, 14)
        self.terminal.type("average heartRate by day last 30 days as chart")
        self.terminal.press("Enter")
        self.terminal.wait_for("count/min")
        self.terminal.wait_for_prompt()
        self.assertTrue(any(re.match("average heartRate", line) for line in self.terminal.lines()))


if __name__ == "__main__":
    unittest.main()

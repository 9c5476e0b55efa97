"""Editing a statement: hints, fixes, history, Emacs and vi keys."""

import os
import pathlib
import stat
import time
import unittest

from shell import ShellTestCase
from terminal import KEYS, MORNING, PROMPT, TALLY, Terminal

readline_only = unittest.skipUnless(KEYS == "readline", "settings of GNU readline")


class EditingTestCase(ShellTestCase):
    def type(self, text):
        self.terminal.type(text)
        self.terminal.wait("the text", lambda: self.terminal.line().endswith(text[-12:].rstrip()))

    def line_becomes(self, text, hints=False):
        self.terminal.wait(f"the line {text!r}", lambda: self.terminal.line(hints) == f"{PROMPT} {text}".rstrip())


class Hints(EditingTestCase):
    def test_a_hint_is_dim_and_not_part_of_the_statement(self):
        self.type("sum steps")
        self.line_becomes("sum steps by day last 7 days", hints=True)
        self.assertRegex(self.terminal.lines(styled=True)[self.terminal.cursor()[1]], r"\x1b\[2m(\x1b\[39m)? by day last 7 days")
        self.assertEqual(self.terminal.cursor()[0], len("tally> sum steps"))
        self.terminal.press("Enter")
        self.terminal.wait_for("stepCount")
        self.terminal.wait_for_prompt()
        self.assertIn("tally> sum steps", self.terminal.lines(hints=True))

    def test_keys_that_move_to_the_end_accept_the_hint(self):
        for key in ["Right", "End", "C-f", "C-e"]:
            self.type("sum steps")
            self.line_becomes("sum steps by day last 7 days", hints=True)
            self.terminal.press(key)
            self.line_becomes("sum steps by day last 7 days")
            self.terminal.press("C-u")
            self.line_becomes("")

    def test_one_word_of_a_hint_can_be_accepted(self):
        self.type("sum steps")
        self.terminal.press("M-f", "M-f")
        self.line_becomes("sum steps by day")
        self.line_becomes("sum steps by day last 7 days", hints=True)
        self.terminal.press("C-_")
        self.line_becomes("sum steps by")

    def test_within_the_line_the_keys_only_move(self):
        self.type("sum steps")
        self.terminal.press("C-b", "C-f")
        self.line_becomes("sum steps")
        self.terminal.press("C-a", "C-e")
        self.line_becomes("sum steps")
        self.terminal.wait("the end", lambda: self.terminal.cursor()[0] == len("tally> sum steps"))

    def test_earlier_statements_come_first(self):
        self.terminal.ask("sum steps by week last 3 weeks")
        self.terminal.ask("sum steps by hour of nothing")
        self.type("sum st")
        self.line_becomes("sum steps by week last 3 weeks", hints=True)

    def test_hints_can_be_turned_off(self):
        self.terminal.ask("set hints = off")
        self.type("sum steps")
        self.line_becomes("sum steps", hints=True)
        self.terminal.press("Right")
        self.type(" today")
        self.line_becomes("sum steps today")

    def test_a_hint_fits_the_screen(self):
        self.terminal.resize(30, 24)
        self.type("sum steps")
        self.line_becomes("sum steps by day last…", hints=True)
        self.terminal.press("Right")
        self.terminal.wait("all of it", lambda: self.terminal.lines()[-2:] == ["tally> sum steps by day last 7", " days"])


class NoColor(EditingTestCase):
    environment = {"NO_COLOR": "1"}

    def test_hints_need_color(self):
        self.type("sum steps")
        time.sleep(0.2)
        self.line_becomes("sum steps", hints=True)


class Errors(EditingTestCase):
    def test_an_error_appears_when_typing_pauses(self):
        self.type("sum stepz by day")
        self.terminal.wait_for("unknown metric `stepz`; did you mean `steps`?")
        self.assertIn("\x1b[4m\x1b[31mstepz", self.terminal.lines(styled=True)[self.terminal.cursor()[1]])
        self.type("s")
        self.terminal.wait("it to go", lambda: self.terminal.lines()[-1] == "tally> sum stepz by days")

    def test_tab_applies_the_fix(self):
        answer = self.terminal.ask("sum stepz by day last 2 days")
        self.assertEqual(answer[-1], "press Tab to insert the fix")
        self.terminal.press("Tab")
        self.line_becomes("sum steps by day last 2 days")
        self.terminal.press("Enter")
        self.terminal.wait_for("stepCount")
        self.terminal.wait_for_prompt()

    def test_enter_runs_the_query_that_a_question_means(self):
        answer = self.terminal.ask("how many steps yesterday")
        self.assertEqual(answer[-1], "press Enter to run this query, or Tab to edit it")
        self.terminal.press("Enter")
        self.terminal.wait_for("stepCount")
        self.terminal.wait_for_prompt()
        lines = self.terminal.lines()
        self.assertEqual(lines[lines.index("stepCount") - 1], "sum steps yesterday")
        # Only the first empty line runs it, and the history has it.
        self.terminal.press("Enter")
        self.terminal.press("Up")
        self.line_becomes("sum steps yesterday")

    def test_enter_runs_nothing_after_a_question_with_an_unknown_word(self):
        answer = self.terminal.ask("how many steps in Berlin yesterday")
        self.assertNotIn("press", answer[-1])
        self.terminal.press("Enter")
        self.assertNotIn("stepCount", self.terminal.lines())

    def test_a_fix_of_a_script_contains_the_statements_that_did_not_run(self):
        self.terminal.paste("sum steps last 2 days\nsum stepz last 2 days\nsum steps yesterday\n")
        self.terminal.wait_for("  ...> sum steps yesterday")
        self.terminal.press("Enter")
        self.terminal.wait_for("press Tab to insert the fix")
        self.terminal.wait_for_prompt()
        self.terminal.press("Tab")
        self.terminal.wait_for_line("  ...> sum steps yesterday")
        self.assertIn("tally> sum steps last 2 days", self.terminal.lines()[-2])


class Completion(EditingTestCase):
    def test_completion_offers_columns_units_and_values_of_the_query(self):
        for text, candidate in [
            ("average, max heartRate by day | sort m", "average, max heartRate by day | sort max"),
            ("sum distance in m", "sum distance in m"), ("duration sleep where value is cor", "duration sleep where value is core"),
            ("sum steps prefer \"own", "sum steps prefer \"Owner’s Scale\""), ("learn ", "learn"), ("set history = y", "set history = yes"),
        ]:
            self.type(text)
            self.terminal.press("Tab")
            self.line_becomes(candidate)
            self.terminal.press("C-c")
            self.terminal.wait_for_prompt()

    def test_completion_reports_that_a_number_is_expected(self):
        self.type("sum steps by day | top ")
        self.terminal.press("Tab")
        self.terminal.wait_for("a number, such as 3")

    def test_metrics_show_count_and_range_at_every_width(self):
        for columns in (60, 80, 120, 200):
            self.terminal.resize(columns, 24)
            self.type("average ")
            self.terminal.press("Tab")
            screen = self.terminal.wait_for(" samples, 20")
            listed = screen[screen.index("tally> average") + 1 :]
            self.assertTrue(all(len(line) < columns for line in listed), listed)
            self.terminal.press("C-c")
            self.terminal.wait_for_prompt()
            self.terminal.press("C-l")


class History(EditingTestCase):
    def kept(self, path=None):
        lines = pathlib.Path(path or self.history_path()).read_text().splitlines()
        return [line for line in lines if not line.startswith("#")]

    def test_a_statement_that_starts_with_a_space_is_not_saved(self):
        self.terminal.ask(" sum steps today")
        self.terminal.ask("sum steps yesterday")
        self.assertEqual(self.kept(), ["sum steps yesterday"])

    def test_history_can_be_turned_off(self):
        self.terminal.ask("set history = off")
        self.terminal.ask("sum steps today")
        self.assertEqual(self.kept(), ["set history = off"])
        self.terminal.press("Up")
        self.line_becomes("set history = off")

    def test_a_search_shows_its_text_and_its_match(self):
        self.terminal.ask("sum steps by day,\nsource last 2 days".replace("\n", " "))
        self.terminal.ask("average heartRate today")
        self.terminal.press("C-r")
        self.terminal.type("source")
        self.terminal.wait("the match", lambda: "(reverse-i-search)`source': sum steps by day" in self.terminal.line())
        self.terminal.press("C-r")
        self.terminal.wait("no other", lambda: self.terminal.line().startswith("(failed reverse-i-search)`source'"))
        self.terminal.press("C-g")
        self.terminal.wait_for_prompt()


class HistoryFile(EditingTestCase):
    @property
    def environment(self):
        return {"TALLY_HISTORY": self.path}

    def setUp(self):
        self.path = f"/tmp/tally-history-{os.getpid()}-{time.monotonic_ns()}"
        pathlib.Path(self.path).write_text("#1700000000\nsum steps by day\n")
        os.chmod(self.path, 0o644)
        self.addCleanup(lambda: os.remove(self.path))
        super().setUp()

    def test_another_history_file_is_private_to_the_user(self):
        self.terminal.press("Up")
        self.line_becomes("sum steps by day")
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.assertFalse(os.path.exists(self.history_path()))


class Pastes(EditingTestCase):
    def test_a_script_of_two_hundred_lines_runs_in_order(self):
        lines = [f"let n{number} = {number}" if number % 2 else f"# a remark, line {number}" for number in range(1, 200)]
        self.terminal.paste("\n".join(lines + ["sum steps last 2 days"]) + "\n")
        self.terminal.wait_for_line("  ...> sum steps last 2 days")
        begin = time.monotonic()
        self.terminal.press("Enter")
        self.terminal.wait_for("stepCount")
        self.terminal.wait_for_prompt()
        self.assertLess(time.monotonic() - begin, 20)
        self.assertIn("stepCount", self.terminal.ask("sum steps last n3 days"))

    def test_control_c_cancels_an_unfinished_paste(self):
        self.terminal.tmux("send-keys", "-H", *[f"{byte:x}" for byte in b"\x1b[200~sum steps"])
        time.sleep(0.2)
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()
        self.assertTrue(self.terminal.ask("sum steps last 2 days"))

    def test_text_can_be_pasted_into_the_middle(self):
        self.type("sum by day")
        self.terminal.press("C-a", "M-f")
        self.terminal.paste(" 日本 steps")
        self.line_becomes("sum 日本 steps by day")
        self.assertEqual(self.terminal.cursor()[0], len("tally> sum 日本 steps") + 2)


class EmacsKeys(EditingTestCase):
    def test_words_can_be_deleted_transposed_repeated_and_restored(self):
        self.terminal.ask("sum steps yesterday")
        self.type("sum heartRate")
        self.terminal.press("C-w")
        self.line_becomes("sum")
        self.terminal.press("C-y")
        self.line_becomes("sum heartRate")
        if KEYS == "readline":
            self.terminal.press("M-t")
            self.line_becomes("heartRate sum")
            self.terminal.press("C-_")
            self.line_becomes("sum heartRate")
        self.type(" ")
        self.terminal.press("M-.")
        self.line_becomes("sum heartRate yesterday")


@readline_only
class Inputrc(EditingTestCase):
    inputrc = '$if Tally\n"\\C-t": "steps by "\n$endif\n$if Bash\n"\\C-t": "bash"\n$endif\n'

    def test_inputrc_bindings_for_tally_work(self):
        self.type("sum ")
        self.terminal.press("C-t")
        self.line_becomes("sum steps by")


@readline_only
class ViKeys(EditingTestCase):
    inputrc = "set editing-mode vi\nset show-mode-in-prompt on\nset keyseq-timeout 50\n"

    def setUp(self):
        self.terminal = Terminal(TALLY, "demo", *MORNING, inputrc=self.inputrc)
        self.addCleanup(self.terminal.close)
        self.terminal.wait_for_line("(ins)tally>")

    def test_the_prompt_shows_the_mode_and_commands_work(self):
        self.terminal.type("sum stepz by day")
        self.terminal.wait_for_line("(ins)tally> sum stepz by day")
        self.terminal.press("Escape")
        self.terminal.wait_for_line("(cmd)tally> sum stepz by day")
        self.terminal.type("bbhhrs")
        self.terminal.wait_for_line("(cmd)tally> sum steps by day")
        self.terminal.type("A last 2 days")
        self.terminal.wait_for_line("(ins)tally> sum steps by day last 2 days")
        self.terminal.press("Enter")
        self.terminal.wait_for("stepCount")
        self.terminal.wait_for_line("(ins)tally>")

    def test_moving_right_accepts_a_hint(self):
        self.terminal.type("sum steps")
        self.terminal.wait("the hint", lambda: self.terminal.line(hints=True).endswith("by day last 7 days"))
        self.terminal.press("Escape")
        self.terminal.wait("the mode", lambda: self.terminal.line().startswith("(cmd)"))
        self.terminal.type("l")
        self.terminal.wait_for_line("(cmd)tally> sum steps by day last 7 days")


    def test_a_command_ends_after_invalid_bytes(self):
        self.terminal.tmux("send-keys", "-H", "c6", "b7", "a8")
        self.terminal.wait("the bytes", lambda: self.terminal.line().endswith("Ʒ?"))
        self.terminal.press("Escape")
        self.terminal.wait("the mode", lambda: self.terminal.line().startswith("(cmd)"))
        self.terminal.type("\\")
        self.terminal.press("C-c")
        self.terminal.wait_for_line("(ins)tally>")


@readline_only
class OwnModeMarks(EditingTestCase):
    inputrc = 'set editing-mode vi\nset show-mode-in-prompt on\nset vi-ins-mode-string "\\1\\e[6 q\\2+"\n'

    def setUp(self):
        self.terminal = Terminal(TALLY, "demo", *MORNING, inputrc=self.inputrc)
        self.addCleanup(self.terminal.close)
        self.terminal.wait_for_line("+tally>")

    def test_escape_sequences_in_mode_marks_have_no_width(self):
        self.terminal.type("sum")
        self.terminal.wait_for_line("+tally> sum")
        self.assertEqual(self.terminal.cursor()[0], len("+tally> sum"))


class TinyScreen(EditingTestCase):
    size = (20, 5)

    def test_typing_completion_and_queries_work(self):
        self.terminal.type("sum steps by day ")
        self.terminal.press("Tab")
        self.terminal.wait("a list", lambda: self.terminal.lines()[-1] not in ("tally> sum steps by", "day"))
        self.assertTrue(all(len(line) <= 20 for line in self.terminal.lines()))
        self.terminal.type("last 2 days")
        self.terminal.press("Enter")
        self.terminal.wait_for_prompt()


if __name__ == "__main__":
    unittest.main()

"""Mistakes of other shells, from public reports about programs with libedit: each with small data of our own, and for both libraries.

The reports: mysql-server 7, cpython 119310, 121160 and 112105, PostgresApp 144 and 165, flow 39, asteria 92, editline 31, bc 86,
cockroach 38505, freebsd-src 2028, cmd2 1297, git-for-windows 353, brew 560 and icinga2 6519.
"""

import os
import pathlib
import signal
import stat
import time
import unittest

from editing import EditingTestCase
from terminal import KEYS, PROMPT, TALLY, Terminal


class Histories(EditingTestCase):
    @property
    def environment(self):
        return {"TALLY_HISTORY": self.path}

    earlier = ""

    def setUp(self):
        self.path = f"/tmp/tally-history-{os.getpid()}-{time.monotonic_ns()}"
        pathlib.Path(self.path).write_text(self.earlier)
        self.addCleanup(lambda: os.remove(self.path))
        super().setUp()


class Spaces(Histories):
    def test_the_history_file_has_the_typed_characters(self):
        self.terminal.ask('sum steps prefer "\\\\040 é 日本 🙂"')
        self.assertIn('\nsum steps prefer "\\\\040 é 日本 🙂"\n', pathlib.Path(self.path).read_text())
        self.terminal.press("C-d")
        self.terminal.wait_for_exit()
        self.terminal.run_again()
        self.terminal.wait_for_prompt()
        self.terminal.press("Up")
        self.line_becomes('sum steps prefer "\\\\040 é 日本 🙂"')


class Times(Histories):
    earlier = "sum steps today\nsum steps yesterday\n"

    def test_a_file_without_times_has_a_statement_in_each_line(self):
        self.terminal.press("Up", "Up")
        self.line_becomes("sum steps today")


class InvalidBytes(Histories):
    def setUp(self):
        super().setUp()
        self.terminal.press("C-d")
        self.terminal.wait_for_exit()
        pathlib.Path(self.path).write_bytes(b"#1700000000\nsum steps prefer \xff\xfe\n#1700000001\nsum steps today\n")
        self.terminal.run_again()
        self.terminal.wait_for_prompt()

    def test_invalid_bytes_in_the_file_lose_no_statement(self):
        self.terminal.press("Up")
        self.line_becomes("sum steps today")
        self.terminal.press("Up")
        self.terminal.wait("the other", lambda: self.terminal.line().startswith(f"{PROMPT} sum steps prefer"))


class ManyStatements(Histories):
    earlier = "".join(f"#1700000000\nsum steps by day,\n\nsource last {number} days\n" for number in range(10_100))

    def test_a_long_file_keeps_its_newest_statements_with_all_their_lines(self):
        self.terminal.ask("sum steps today")
        statements = pathlib.Path(self.path).read_text().split("#1700000000\n")
        self.assertLessEqual(len(statements), 10_101)
        self.assertTrue(statements[-1].startswith("sum steps by day,\n\nsource last 10099 days\n"), statements[-1][:200])
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.terminal.press("C-d")
        self.terminal.wait_for_exit()
        self.terminal.run_again()
        self.terminal.wait_for_prompt()
        self.terminal.press("Up", "Up")
        self.terminal.wait_for_line("  ...> source last 10099 days")
        self.assertEqual(self.terminal.lines()[-3:], ["tally> sum steps by day,", "  ...>", "  ...> source last 10099 days"])


class LongStatements(Histories):
    long = 'sum steps prefer "' + "".join(letter * 700 for letter in "wxyz") + '"'
    earlier = f"#1700000000\n{long}\n"
    size = (80, 60)

    def test_a_long_line_returns_whole_and_the_typed_one_is_kept(self):
        typed = "average " + "v" * 1200
        self.terminal.paste(typed)
        self.terminal.wait("the text", lambda: "".join(self.terminal.lines()).endswith("v"))
        self.terminal.press("Up")
        self.terminal.wait("the long one", lambda: "".join(self.terminal.lines()).endswith(f"{PROMPT} {self.long}"))
        self.terminal.press("Down")
        self.terminal.wait("the typed one", lambda: "".join(self.terminal.lines()).endswith(f"{PROMPT} {typed}"))


class SeveralLines(EditingTestCase):
    def test_a_statement_of_four_lines_returns_at_the_bottom_of_the_screen(self):
        self.terminal.ask("show metrics")
        lines = ["sum steps by day,", "source", "last 2 days,", "zone UTC"]
        self.terminal.paste("\n".join(lines))
        self.terminal.wait_for_line("  ...> zone UTC")
        self.terminal.press("Enter")
        self.terminal.wait_for_prompt()
        drawn = ["tally> " + lines[0]] + ["  ...> " + line for line in lines[1:]]
        for keys in (["Up"], ["C-a", "C-e"], ["C-c", "Up"]):
            self.terminal.press(*keys)
            self.terminal.wait("the statement", lambda: self.terminal.lines()[-4:] == drawn)

    def test_arrows_move_between_lines_and_then_into_the_history(self):
        self.terminal.ask("sum steps today")
        self.terminal.paste("sum steps\nby day")
        self.terminal.wait_for_line("  ...> by day")
        self.terminal.press("Up")
        self.terminal.wait_for_line("tally> sum steps")
        self.terminal.press("Up")
        self.line_becomes("sum steps today")
        self.terminal.press("Down")
        self.terminal.wait_for_line("  ...> by day")


class Letters(EditingTestCase):
    def test_moving_over_wide_letters_changes_nothing_on_the_screen(self):
        text = 'sum steps prefer "ö é 日本 🙂 ж'
        self.type(text)
        self.terminal.press(*["Left"] * len(text), *["Right"] * len(text))
        self.terminal.wait("the end", lambda: self.terminal.cursor()[0] == len(f"{PROMPT} {text}") + 3)
        self.line_becomes(text)
        self.terminal.press("Left", "Left", "BSpace")
        self.line_becomes('sum steps prefer "ö é 日本  ж')
        self.terminal.press("C-a")
        self.terminal.type("ÿ")
        self.line_becomes('ÿsum steps prefer "ö é 日本  ж')

    def test_a_search_takes_letters_outside_of_latin(self):
        # Their last bytes are those of control keys.
        self.terminal.ask('sum steps prefer "āćč 日本"')
        self.terminal.ask("sum steps today")
        self.terminal.press("C-r")
        self.terminal.type("āćč 日")
        self.terminal.wait("the match", lambda: self.terminal.line().endswith('sum steps prefer "āćč 日本"'))
        self.terminal.press("Enter")
        self.terminal.wait_for_prompt()


class Searches(EditingTestCase):
    def setUp(self):
        super().setUp()
        self.terminal.ask("sum steps last 2 days")
        self.terminal.ask("average heartRate today")

    def search(self, text):
        self.terminal.press("C-r")
        self.terminal.type(text)
        self.terminal.wait("the match", lambda: self.terminal.line().startswith(f"(reverse-i-search)`{text}'"))

    def test_an_arrow_ends_a_search_and_moves(self):
        self.search("last")
        self.terminal.press("Left")
        self.line_becomes("sum steps last 2 days")
        self.terminal.press("End")
        self.type(" by day")
        self.line_becomes("sum steps last 2 days by day")

    def test_up_continues_from_the_match(self):
        self.terminal.ask("max heartRate today")
        self.search("average")
        self.terminal.press("Up")
        self.line_becomes("sum steps last 2 days")

    def test_control_c_in_a_search_cancels_only_the_line(self):
        self.search("last")
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()
        self.assertTrue(self.terminal.ask("sum steps last 3 days"))

    def test_signs_of_patterns_are_letters(self):
        self.terminal.ask('sum steps prefer "[a.*"')
        self.search("[a.*")
        self.assertTrue(self.terminal.line().endswith('sum steps prefer "[a.*"'))


class Keys(EditingTestCase):
    def test_one_control_c_cancels_after_any_key(self):
        for keys in (["C-v"], ["Escape"], ["M-5"], ["C-x"]):
            self.type("sum steps")
            self.terminal.press(*keys)
            time.sleep(0.2)
            self.terminal.press("C-c")
            if keys == ["C-v"] and KEYS == "editline":
                # libedit takes any next key as a letter.
                self.terminal.wait("the letter", lambda: self.terminal.line().endswith("^C"))
                self.terminal.press("C-c")
            self.terminal.wait_for_prompt()

    @unittest.skipUnless(KEYS == "editline", "GNU readline inserts the end of such a key")
    def test_keys_without_meaning_insert_nothing(self):
        self.type("sum steps")
        for key in ("F5", "F12", "PPage", "S-F5", "C-Up", "M-Up", "IC"):
            self.terminal.press(key)
        self.type(" today")
        self.line_becomes("sum steps today")

    def test_home_end_delete_and_words(self):
        self.type("sum steps today")
        self.terminal.press("Home", "DC")
        self.line_becomes("um steps today")
        self.terminal.press("C-Right", "C-Right", "DC", "DC")
        self.line_becomes("um stepsoday")
        self.terminal.press("C-Left", "BSpace")
        self.line_becomes("umstepsoday")

    def test_a_window_can_be_resized_again_and_again(self):
        self.type("sum steps by day last 2 days")
        for columns, rows in [(40, 10), (20, 5), (100, 30), (80, 24)] * 3:
            self.terminal.resize(columns, rows)
            time.sleep(0.05)
        self.line_becomes("sum steps by day last 2 days")
        self.terminal.press("Enter")
        self.terminal.wait_for("stepCount")
        self.terminal.wait_for_prompt()

    def test_a_tab_in_a_paste_is_a_letter(self):
        self.terminal.paste("sum\tste\tby day\n\tlast 2 days")
        self.terminal.wait("two lines", lambda: self.terminal.line().endswith("last 2 days"))
        self.assertFalse(any("stepCount" in line for line in self.terminal.lines()))
        self.terminal.press("C-c")
        self.terminal.wait_for_prompt()

    def test_lines_pasted_without_brackets_all_run(self):
        lines = [f"let n{number} = {number}" for number in range(1, 201)]
        self.terminal.tmux("set-buffer", "--", "\n".join(lines) + "\n")
        self.terminal.tmux("paste-buffer")
        self.terminal.wait("the last line", lambda: any("let n200 = 200" in line for line in self.terminal.lines()))
        self.terminal.wait_for_prompt()
        for number in (1, 57, 123, 200):
            self.assertTrue(any("stepCount" in line for line in self.terminal.ask(f"sum steps last n{number} days")), number)


class Ends(unittest.TestCase):
    def test_every_end_restores_the_terminal(self):
        for end in ("C-d", "quit", signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV):
            terminal = Terminal("sh", "-i", environment={"PS1": "$ "})
            try:
                terminal.wait_for_line("$")
                terminal.type(f"stty -g >{terminal.path('before')}; sh -c 'echo $$ >{terminal.path('pid')}; exec {TALLY} demo'")
                terminal.press("Enter")
                terminal.wait_for_prompt()
                terminal.type("sum steps by day,")
                terminal.press("Enter")
                terminal.wait_for_line("  ...>")
                if end in ("C-d", "quit"):
                    terminal.press("C-c")
                    terminal.wait_for_prompt()
                    terminal.press(*(["C-d"] if end == "C-d" else ["q", "u", "i", "t", "Enter"]))
                else:
                    shell = int(pathlib.Path(terminal.path("pid")).read_text())
                    os.kill(shell, end)
                    if end == signal.SIGSEGV:
                        # After a real crash, the instruction crashes again.
                        time.sleep(0.5)
                        os.kill(shell, end)
                terminal.wait_for_line("$")
                terminal.type(f"stty -g >{terminal.path('after')}")
                terminal.press("Enter")
                before = pathlib.Path(terminal.path("before")).read_text()
                path = pathlib.Path(terminal.path("after"))
                after = terminal.wait("the settings", lambda: path.exists() and path.read_text())
                self.assertEqual(before, after, end)
            finally:
                terminal.close()


if __name__ == "__main__":
    unittest.main()

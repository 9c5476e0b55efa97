"""Reports: `tally run SCRIPT --output FILE`, and the formats of documents on standard output."""

import html.parser
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from terminal import TALLY

NOW = ["--store", ":memory:", "--now", "2025-01-10T12:00:00Z", "--zone", "UTC"]
STEPS = 'load steps from "Watch" at 2025-01-01 every 1d: 100 200 300\n'
WEEK = (
    STEPS + 'title "My week"\nsection "Steps"\ntext "Whole days."\nsum steps by day on 2025-01-01\n'
    'section "Chart"\nsum steps by day since 2025-01-01 as chart\nsamples of steps since 2025-01-01 as csv\n')


class Elements(html.parser.HTMLParser):
    """The names of the elements of a page, and the text in each kind."""

    def __init__(self, page):
        super().__init__()
        self.names, self.open, self.texts = [], [], {}
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.names.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_startendtag(self, tag, attributes):
        self.names.append(tag)

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


class Reports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.page = self.path("week.html")

    def path(self, name):
        return os.path.join(self.folder, name)

    def script(self, text, name="week.tally"):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def run_script(self, text, *options, before=None):
        return subprocess.run(
            [TALLY, "run", *NOW, self.script(text), *options], input="", capture_output=True, text=True, timeout=60, preexec_fn=before)

    def read(self, path=None):
        with open(path or self.page, encoding="utf-8") as file:
            return file.read()

    def assert_only(self, *names):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(["week.tally", *names]))

    def test_a_page_holds_everything_in_order(self):
        ended = self.run_script(WEEK, "--output", self.page)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", f"wrote {self.page}\n"))
        text = self.read()
        elements = Elements(text)
        self.assertEqual(elements.open, [])
        self.assertEqual(elements.texts["h1"], ["My week"])
        self.assertEqual(elements.texts["a"], ["Steps", "Chart"])
        self.assertIn("svg", elements.names)
        self.assertNotIn("script", elements.names)
        places = [text.index(part) for part in ['id="s1"', "Whole days.", "<table", 'id="s2"', "<svg", "start,end,value"]]
        self.assertEqual(places, sorted(places))

    def test_only_the_owner_can_read_the_file(self):
        os.umask(0)
        self.run_script(WEEK, "--output", self.page)
        self.assertEqual(os.stat(self.page).st_mode & 0o777, 0o600)
        self.assert_only("week.html")

    def test_the_option_also_stands_before_the_script(self):
        ended = subprocess.run([TALLY, "run", "--output", self.page, *NOW, self.script(WEEK)], capture_output=True, text=True)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("<h1>My week</h1>", self.read())

    def test_markdown_has_headings_tables_and_fenced_charts(self):
        self.run_script(WEEK, "--output", self.path("week.md"))
        text = self.read(self.path("week.md"))
        self.assertTrue(text.startswith("# My week\n"), text)
        self.assertIn("\n## Steps\n\nWhole days.\n\n**stepCount**", text)
        self.assertIn("\n| --- | ---: |\n| 2025-01-01 | 100 |\n", text)
        self.assertIn("\n```text\nsum stepCount\n", text)

    def test_the_formats_of_documents_print_the_same_document(self):
        for name, form in [("week.html", "html"), ("week.md", "markdown")]:
            self.run_script(WEEK, "--output", self.path(name))
            printed = self.run_script(WEEK, "--format", form)
            self.assertEqual((printed.returncode, printed.stdout), (0, self.read(self.path(name))), form)
            for command in [[], ["demo"]]:
                options = NOW if not command else NOW[2:]
                path = self.script(WEEK)
                other = subprocess.run([TALLY, *command, *options, "--format", form, path], capture_output=True, text=True)
                heads = other.stdout.count("<!DOCTYPE") if form == "html" else other.stdout.count("# My week\n")
                self.assertEqual((other.returncode, heads), (0, 1), form)

    def test_without_a_document_the_lines_are_plain(self):
        ended = self.run_script('title "My week"\nsection "Steps"\ntext "a b"\n')
        self.assertEqual((ended.stdout, ended.stderr), ("My week\n\nSteps\n\na b\n", ""))

    def test_lines_stay_out_of_rows_for_programs(self):
        ended = self.run_script(WEEK.replace(" as chart", "").replace(" as csv", ""), "--format", "csv")
        self.assertNotIn("Steps", ended.stdout)
        self.assertIn("Steps", ended.stderr)

    def test_a_report_without_a_title_has_the_name_of_the_script(self):
        self.run_script("help steps\n", "--output", self.page)
        self.assertIn("<h1>week</h1>", self.read())

    def test_the_file_is_replaced(self):
        self.run_script(WEEK, "--output", self.page)
        self.run_script('title "Second"\n', "--output", self.page)
        self.assertIn("Second", self.read())
        self.assertNotIn("My week", self.read())

    def test_a_failed_script_writes_nothing(self):
        self.run_script('title "First"\n', "--output", self.page)
        first = self.read()
        for text, code in [
            (STEPS + "assert sum steps on 2025-01-01 = 5\n", 1), (STEPS + "sum steps on 2025-01-01\nexpect rows 7\n", 1),
            ("sum heartRate\n", 2), ('run "none.tally"\n', 2), ('import "none.zip"\n', 3),
        ]:
            ended = self.run_script('title "Second"\n' + text, "--output", self.page)
            self.assertEqual(ended.returncode, code, ended.stderr)
            self.assertNotEqual(ended.stderr, "")
            self.assertEqual((ended.stdout, self.read()), ("", first))
        self.assert_only("week.html")

    def test_other_extensions_are_refused_before_the_script_runs(self):
        for name in ["week", "week.pdf", "week.tally", ""]:
            ended = self.run_script("sum steps\n", "--output", name)
            self.assertEqual((ended.returncode, ended.stdout), (64, ""), name)
            self.assertIn(".html, .htm, .md, .markdown", ended.stderr)

    def test_a_parameter_cannot_have_the_name_of_the_option(self):
        ended = self.run_script('param output: text = "x"\ntitle output\n', "--output", self.page)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("E188", ended.stderr)
        self.assert_only()

    def test_parameters_stand_next_to_the_option(self):
        for arguments in [["--name", "Ada", "--output", self.page], ["--output", self.page, "--name", "Ada"]]:
            ended = self.run_script('param name: text = "x"\ntitle name\n', *arguments)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("<h1>Ada</h1>", self.read())

    def test_texts_of_samples_never_become_markup(self):
        text = 'add 5 count steps from "<script>alert(1)</script>|`\u202e" at 2025-01-01 08:00\n'
        text += 'text "</main><script>"\nsum steps by day and source on 2025-01-01\nsamples of steps on 2025-01-01 as html\n'
        text += "show sources\ndescribe steps\n"
        self.run_script(text, "--output", self.page)
        elements = Elements(self.read())
        self.assertEqual(elements.open, [])
        self.assertNotIn("script", elements.names)
        self.assertNotIn("\u202e", self.read())
        self.run_script(text, "--output", self.path("week.md"))
        self.assertNotIn("\u202e", self.read(self.path("week.md")))
        for line in self.read(self.path("week.md")).splitlines():
            if line.startswith("|"):
                self.assertNotIn("<script>", line)

    def test_warnings_and_infos_are_part_of_the_report(self):
        text = STEPS + "sum flightsClimbed on 2025-01-01\n"
        printed = self.run_script(text)
        self.assertIn("warning W", printed.stderr)
        ended = self.run_script(text, "--output", self.page)
        self.assertEqual(ended.stderr, f"wrote {self.page}\n")
        self.assertIn('<p class="remark"><b>warning W', self.read())
        self.assertEqual(self.run_script(text, "--output", self.page, "--quiet").stderr, "")
        self.assertNotIn('class="remark"', self.read())

    def test_hundreds_of_sections_work(self):
        text = STEPS + "".join(f'section "Day {n}"\nsum steps by day since 2025-01-01 as chart\n' for n in range(300))
        ended = self.run_script(text, "--output", self.page)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        elements = Elements(self.read())
        self.assertEqual((elements.open, len(elements.texts["a"]), elements.names.count("svg")), ([], 300, 600))

    def test_a_full_disk_leaves_the_old_file(self):
        self.run_script('title "First"\n', "--output", self.page)
        first = self.read()

        def no_room():
            # A file that reaches the limit fails to grow, as on a full disk. Python ignores the signal.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

        ended = self.run_script(WEEK, "--output", self.page, before=no_room)
        self.assertEqual(ended.returncode, 3)
        self.assertIn(f"can't write to {self.page}: ", ended.stderr)
        self.assertEqual(self.read(), first)
        self.assert_only("week.html")

    def test_a_missing_folder_is_reported(self):
        ended = self.run_script('title "First"\n', "--output", self.path("none/week.html"))
        self.assertEqual(ended.returncode, 3)
        self.assertIn("No such file or directory", ended.stderr)

    def test_ctrl_c_leaves_the_old_file(self):
        self.run_script('title "First"\n', "--output", self.page)
        first = self.read()
        # `watch` waits for samples until it is interrupted.
        script = self.script(STEPS + 'title "Second"\nwatch sum steps today until > 1000000\n')
        program = subprocess.Popen(
            [TALLY, "run", "--store", ":memory:", script, "--output", self.page], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        program.send_signal(signal.SIGINT)
        _, told = program.communicate(timeout=30)
        self.assertEqual(program.returncode, 130, told)
        self.assertEqual(self.read(), first)
        self.assert_only("week.html")

    def test_a_query_can_be_written_too(self):
        ended = subprocess.run(
            [TALLY, "demo", *NOW[2:], "-c", "sum steps by day last 7 days as chart", "--output", self.page], capture_output=True, text=True)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("<svg", self.read())


if __name__ == "__main__":
    unittest.main()

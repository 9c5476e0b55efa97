"""Weaving: `tally weave FILE.md` in place, to files, to pages, with pictures, and for continuous integration."""

import os
import re
import stat
import subprocess
import tempfile
import unittest

from reports import Elements
from terminal import TALLY

NOW = ["--store", ":memory:", "--now", "2025-01-10T12:00:00Z", "--zone", "UTC"]
STEPS = '# Steps\n\n```tally quiet\nload steps from "Watch" at 2025-01-01 every 1d: 100 200 300\n```\n\n'
WEEK = STEPS + "```tally\nsum steps by day since 2025-01-01\n```\n\n## Chart\n\n```tally\nsum steps by day since 2025-01-01 as chart\n```\n"
PAGE = re.compile(r"<title>(.*)</title>")


class Weaving(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = self.write(WEEK)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, text, name="week.md"):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def read(self, name="week.md"):
        with open(self.path(name), newline="") as file:
            return file.read()

    def weave(self, *options, text=None, code=0):
        ended = subprocess.run(
            [TALLY, *NOW, "weave", *options], input=text, stdin=None if text is not None else subprocess.DEVNULL, capture_output=True,
            text=True, timeout=60)
        self.assertEqual(ended.returncode, code, ended.stderr)
        return ended

    def test_printing_leaves_the_file(self):
        printed = self.weave(self.file).stdout
        self.assertEqual(self.read(), WEEK)
        self.assertIn("| 2025-01-02 | 200 |", printed)
        self.assertEqual(self.weave("-", text=WEEK).stdout, printed)

    def test_in_place_keeps_the_mode_and_links_and_is_the_same_twice(self):
        os.chmod(self.file, 0o640)
        os.symlink("week.md", self.path("link.md"))
        self.assertIn("wrote", self.weave("--in-place", self.path("link.md")).stderr)
        woven = self.read()
        self.assertEqual(woven, self.weave(self.file).stdout)
        self.assertEqual(stat.S_IMODE(os.stat(self.file).st_mode), 0o640)
        self.assertTrue(os.path.islink(self.path("link.md")))
        self.assertIn("already has these answers", self.weave("--in-place", self.file).stderr)
        self.assertEqual(self.read(), woven)
        self.assertEqual(sorted(os.listdir(self.folder)), ["link.md", "week.md"])

    def test_check_finds_stale_answers_and_writes_nothing(self):
        self.assertIn("--in-place", self.weave("--check", self.file, code=1).stderr)
        self.assertEqual(self.read(), WEEK)
        self.weave("--in-place", self.file)
        self.weave("--check", self.file)
        self.write(self.read().replace("100", "101", 1))
        self.weave("--check", self.file, code=1)

    def test_a_failure_writes_nothing(self):
        bad = self.write(WEEK + "\n- ```tally\n  assert sum steps = 1\n  ```\n", "bad.md")
        before = self.read("bad.md")
        ended = self.weave("--in-place", bad, code=1)
        self.assertIn("bad.md:18:22", ended.stderr)
        self.weave(bad, "--output", self.path("out.html"), code=1)
        self.assertEqual(self.read("bad.md"), before)
        self.assertEqual(sorted(os.listdir(self.folder)), ["bad.md", "week.md"])

    def test_pages_are_private_valid_and_the_same_twice(self):
        page = self.path("week.html")
        self.weave(self.file, "--output", page)
        text = self.read("week.html")
        self.assertEqual(stat.S_IMODE(os.stat(page).st_mode), 0o600)
        self.assertEqual(PAGE.search(text).group(1), "Steps")
        elements = Elements(text)
        self.assertEqual(elements.open, [])
        self.assertNotIn("script", elements.names)
        self.assertEqual(elements.names.count("svg"), 2)
        self.weave(self.file, "--output", page)
        self.assertEqual(self.read("week.html"), text)
        self.assertEqual(self.weave(self.file, "--format", "html").stdout, text)

    def test_only_files_that_weaving_made_are_replaced(self):
        for name, text in (("week.html", "<p>mine</p>"), ("out.md", "# mine\n")):
            path = self.write(text, name)
            self.assertIn("was not made by `tally weave`", self.weave(self.file, "--output", path, code=3).stderr)
            self.assertEqual(self.read(name), text)
        self.weave(self.file, "--output", self.path("new.md"))
        self.write(WEEK + "\nmore\n")
        self.weave(self.file, "--output", self.path("new.md"))
        self.assertTrue(self.read("new.md").endswith("\nmore\n"))
        self.assertIn("--in-place", self.weave(self.file, "--output", self.file, code=64).stderr)

    def test_charts_are_pictures_with_links(self):
        charts = self.path("charts of weeks")
        self.weave("--in-place", self.file, "--pictures", charts)
        link = re.search(r"!\[(Bar chart of .*)\]\((.*)\)", self.read())
        self.assertEqual(link.group(2), "charts%20of%20weeks/week-1.svg")
        with open(os.path.join(charts, "week-1.svg")) as file:
            self.assertTrue(file.read().startswith("<svg"))
        self.weave("--check", self.file, "--pictures", charts)
        # A picture of an answer in the file may be replaced; another file may not.
        with open(os.path.join(charts, "week-1.svg"), "w") as file:
            file.write("old")
        self.weave("--check", self.file, "--pictures", charts, code=1)
        self.weave("--in-place", self.file, "--pictures", charts)
        self.write(WEEK)
        with open(os.path.join(charts, "week-1.svg"), "w") as file:
            file.write("mine")
        self.weave("--in-place", self.file, "--pictures", charts, code=3)
        self.assertEqual(self.read(), WEEK)
        self.weave(self.file, "--pictures", charts, "--output", self.path("a.html"), code=64)

    def test_other_files_are_refused(self):
        for content, words in ((b"\x7fELF\0\0", "binary data"), (b"PK\x03\x04", "zip"), (b"\xff\xfea\0", "UTF-16"), (b"%PDF-1.7", "PDF")):
            with open(self.path("other.md"), "wb") as file:
                file.write(content)
            self.assertIn(words, self.weave(self.path("other.md"), code=3).stderr)
        with open(self.path("other.md"), "wb") as file:
            file.write(b"a" * (9 << 20))
        self.assertIn("too large", self.weave(self.path("other.md"), code=3).stderr)
        self.assertIn("can't read", self.weave(self.path("missing.md"), code=3).stderr)
        self.weave(self.folder, code=3)
        # Markdown can begin with what other files begin with.
        for text in ("<!-- a -->\n", "[a](b)\n", "{a}\n", "<p>\n", "Type,Start,End\n"):
            self.assertEqual(self.weave("-", text=text).stdout, text)


if __name__ == "__main__":
    unittest.main()

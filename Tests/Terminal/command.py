"""The program as a command: what it prints where, and its exit codes."""

import json
import subprocess
import tempfile
import unittest

from terminal import TALLY


def tally(*arguments, text="", output=subprocess.PIPE):
    return subprocess.run([TALLY, *arguments], input=text, stdout=output, stderr=subprocess.PIPE, text=True, timeout=60)


class Output(unittest.TestCase):
    def test_results_that_cannot_be_written_are_told(self):
        with open("/dev/full", "w") as full:
            ended = tally("demo", "-c", "show settings", output=full)
        self.assertEqual(ended.returncode, 3)
        self.assertEqual(ended.stderr, "tally: cannot write the results: No space left on device\n")

    def test_failures_outside_of_any_text_are_objects_too(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = tally("--diagnostics", "json", "--store", folder + "/none.tally", "steps today")
        self.assertEqual(ended.returncode, 3)
        finding = json.loads(ended.stderr)
        self.assertEqual((finding["code"], finding["severity"]), ("E300", "error"))
        self.assertIn("there is no store", finding["message"])


class LongInput(unittest.TestCase):
    def codes(self, text):
        ended = tally("--store", ":memory:", "--diagnostics", "json", "run", "-", text=text)
        self.assertEqual(ended.returncode, 2)
        return [json.loads(line)["code"] for line in ended.stderr.splitlines()]

    def test_a_script_of_wrong_lines_has_no_more_errors_than_people_read(self):
        self.assertEqual(self.codes("sum foo\n" * 10_000), ["E101"] * 50)

    def test_a_statement_of_wrong_columns_has_no_more_errors_than_people_read(self):
        codes = self.codes("sum steps" + ", sum steps" * 10_000)
        self.assertEqual(set(codes), {"E116"})
        self.assertLessEqual(len(codes), 50)


if __name__ == "__main__":
    unittest.main()

"""Tests of the cases in Conformance, of their generator and of their runner."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "Conformance"
CASES = [case for path in sorted((FOLDER / "cases").glob("*.json")) for case in json.loads(path.read_text())]

# A tool that answers from the cases themselves, after it changed its rows.
TOOL = """
import json, sys
from pathlib import Path
cases = [case for path in Path({folder!r}).glob("cases/*.json") for case in json.loads(path.read_text())]
answers = {{case["id"]: {{"refused": True}} if case.get("refused") else {{"rows": case["rows"]}} for case in cases}}
for line in sys.stdin:
    name = json.loads(line)["id"]
    answer = answers[name]
    {change}
    print(json.dumps(answer), flush=True)
"""


def run(change, *options):
    """The exit code and the output of the runner for the tool with a change."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as tool:
        tool.write(TOOL.format(folder=str(FOLDER), change=change))
        tool.flush()
        done = subprocess.run([sys.executable, FOLDER / "run.py", *options, sys.executable, tool.name], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def generator(*options, folder=FOLDER):
    done = subprocess.run([sys.executable, Path(folder) / "generate.py", *options], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Cases(unittest.TestCase):
    def test_files_are_what_the_generator_writes(self):
        self.assertEqual(generator("--check"), (0, ""))

    def test_there_are_400_cases_and_20_after_public_reports(self):
        self.assertGreaterEqual(len(CASES), 400)
        self.assertGreaterEqual(len({case["report"] for case in CASES if "report" in case}), 20)

    def test_each_case_shows_its_arithmetic(self):
        for case in CASES:
            self.assertGreater(len(case["why"]), 10, case["id"])
            self.assertNotEqual("rows" in case, "refused" in case, case["id"])

    def test_rows_are_in_order_and_those_of_a_collection_have_no_gaps(self):
        for case in CASES:
            if case["question"]["kind"] == "collection":
                for row, following in zip(case.get("rows", []), case.get("rows", [])[1:]):
                    self.assertEqual(row["end"], following["start"], case["id"])


class Generator(unittest.TestCase):
    """The check of the generator fails if something is wrong."""

    def changed(self, path, pattern, replacement):
        with tempfile.TemporaryDirectory() as copy:
            subprocess.run(["cp", "-r", f"{FOLDER}/.", copy], check=True)
            file = Path(copy) / path
            text, count = re.subn(pattern, replacement, file.read_text(), count=1)
            self.assertEqual(count, 1)
            file.write_text(text)
            return generator("--check", folder=copy)

    def test_a_changed_value_is_found(self):
        code, output = self.changed("cases/sharing.json", '"sum": 50.0', '"sum": 51.0')
        self.assertEqual((code, output), (1, "cases/sharing.json differs from what generate.py writes\n"))

    def test_two_cases_with_one_id_are_found(self):
        code, output = self.changed("rules/sources.py", r'f"once-\{name\}-\{type\}"', 'f"once-{type}"')
        self.assertEqual(code, 1)
        self.assertIn("two cases have the id merging/once-stepCount", output)

    def test_an_id_of_another_form_is_found(self):
        code, output = self.changed("rules/sources.py", r'f"once-\{name\}-\{type\}"', 'f"once {name} {type}"')
        self.assertEqual(code, 1)
        self.assertIn("the id merging/once inside stepCount is not of the form topic/name-of-the-case", output)

    def test_a_rule_without_a_case_is_found(self):
        code, output = self.changed("RULES.md", "### S8.3 ", "### S8.4 A rule\n\nText.\n\nStanding: decided.\n\n### S8.3 ")
        self.assertEqual(code, 1)
        self.assertIn("rule S8.4 has no case", output)

    def test_a_case_without_a_rule_is_found(self):
        code, output = self.changed("rules/values.py", '"S8.3"', '"S8.9"')
        self.assertEqual(code, 1)
        self.assertIn("RULES.md has no rule S8.9", output)

    def test_a_wrong_count_in_the_readme_is_found(self):
        code, output = self.changed("README.md", r"\d+ cases of", "7 cases of")
        self.assertEqual(code, 1)
        self.assertIn("README.md must say:", output)


class Runner(unittest.TestCase):
    def test_the_runner_has_at_most_60_lines(self):
        lines = (FOLDER / "run.py").read_text().splitlines()
        self.assertLessEqual(len(lines), 60)
        self.assertLessEqual(max(map(len, lines)), 140)

    def test_right_answers_pass(self):
        code, output = run("pass")
        self.assertEqual(code, 0, output)
        self.assertRegex(output, rf"(?m)^all +{len(CASES)} passed +0 wrong +0 not supported")

    def test_one_wrong_number_fails(self):
        code, output = run('answer = {"rows": [{"sum": 290.001}]} if name == "predicates/hour-overlap-utc" else answer')
        self.assertEqual(code, 1)
        self.assertRegex(output, rf"(?m)^all +{len(CASES) - 1} passed +1 wrong")

    def test_a_missing_row_a_moved_row_and_a_zero_for_nothing_fail(self):
        for change in [
            'answer["rows"].pop()',
            'answer["rows"][0]["start"] = "2025-05-01T08:00:01+00:00"',
            'answer["rows"][1]["sum"] = 0',
            'answer["rows"][0]["sum"] = True',
            'answer = {"rows": [], "refused": True}',
            'answer = []',
            'answer = {"rows": [{"start": "yesterday"}] * 5}',
        ]:
            code, output = run(change, "--only", "rows/empty-hours-sum-utc")
            self.assertEqual(code, 1, change)
            self.assertIn('"result": "wrong"', output, change)

    def test_an_answer_to_a_question_that_must_be_refused_fails(self):
        self.assertEqual(run('answer = {"rows": [{"sum": 2}]}', "--only", "averages/refused")[0], 1)
        self.assertEqual(run("pass", "--only", "averages/refused")[0], 0)

    def test_what_is_not_supported_is_not_wrong_and_not_passed(self):
        code, output = run('answer = {"unsupported": "all"}', "--only", "sleep/")
        self.assertEqual(code, 2)
        self.assertRegex(output, r"(?m)^all +0 passed +0 wrong +\d+ not supported")

    def test_a_tool_that_ends_is_wrong_and_started_again(self):
        code, output = run('sys.exit() if name == "rows/empty-hours-sum-utc" else None', "--only", "rows/empty-hours-sum")
        self.assertEqual(code, 1)
        self.assertRegex(output, r"(?m)^all +5 passed +1 wrong")

    def test_a_tool_that_never_answers_ends_the_run(self):
        code, output = run("sys.exit()")
        self.assertEqual(code, 1)
        self.assertIn("does not answer", output)

    def test_no_case_is_a_failure(self):
        self.assertEqual(run("pass", "--only", "nothing/")[0], 1)


if __name__ == "__main__":
    unittest.main()

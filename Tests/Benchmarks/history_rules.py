"""Tests of Benchmarks/history.py."""

import glob
import os
import re
import sys
import tempfile
import unittest

BENCHMARKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Benchmarks")
sys.path.insert(0, BENCHMARKS)

import history


def line(row, median, best=None, commit="a", engine="tally", unit="s", **others):
    facts = {"date": "2026-01-01", "commit": commit, "machine": "one", "data": "small"}
    return facts | {"row": row, "engine": engine, "unit": unit, "median": median, "best": best or median} | others


class HistoryTests(unittest.TestCase):
    def test_a_row_is_slower_if_median_and_best_are_worse_by_more_than_the_bound(self):
        old = [line("x", 1.0), line("y", 1.0), line("z", 1.0)]
        new = [line("x", 1.2, commit="b"), line("y", 1.2, best=1.1, commit="b"), line("z", 1.14, commit="b")]
        slower, faster, _ = history.compared(old, new, 0.15)
        self.assertEqual([row[0] for row in slower], ["x"])
        self.assertEqual(faster, [])

    def test_a_rate_is_slower_if_it_falls(self):
        old = [line("import", 500, unit="MB/s"), line("export", 500, unit="MB/s")]
        new = [line("import", 400, unit="MB/s"), line("export", 600, unit="MB/s")]
        slower, faster, _ = history.compared(old, new, 0.15)
        self.assertEqual([row[0] for row in slower], ["import"])
        self.assertEqual([row[0] for row in faster], ["export"])

    def test_other_engines_show_a_change_of_the_machine_and_never_fail(self):
        old = [line("x", 1.0), line("x", 1.0, engine="duckdb")]
        new = [line("x", 1.0), line("x", 2.0, engine="duckdb")]
        self.assertEqual(history.compared(old, new, 0.15), ([], [], 2.0))

    def test_a_run_is_compared_with_the_last_other_commit_on_the_same_machine_and_data(self):
        lines = [line("x", 1, commit="a"), line("x", 2, commit="b"), line("x", 3, commit="c", machine="two"), line("x", 4, commit="d", data="big")]
        self.assertEqual(history.before(lines, [line("x", 5, commit="e")]), [lines[1]])
        self.assertEqual(history.before(lines, [line("x", 5, commit="b")]), [lines[0]])
        self.assertEqual(history.before(lines, [line("x", 5, commit="e", data="none")]), [])

    def test_another_run_of_a_commit_replaces_its_rows_and_keeps_the_others(self):
        lines = [line("x", 1), line("y", 1), line("x", 1, commit="b")]
        self.assertEqual(history.recorded(lines, [line("x", 2)]), [line("y", 1), line("x", 1, commit="b"), line("x", 2)])

    def test_a_program_with_changes_is_not_recorded(self):
        with self.assertRaises(SystemExit):
            history.recorded([], [line("x", 1, commit="a+")])

    def test_a_file_keeps_its_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.csv")
            lines = [line("x", 0.00123, machine="AMD, 2 cores"), line("y", 1234, unit="MB/s")]
            history.write(path, lines)
            self.assertEqual(history.read(path), lines)

    def test_the_recorded_files_have_all_fields_and_no_paths(self):
        for path in glob.glob(os.path.join(BENCHMARKS, "history", "*.csv")):
            name = os.path.basename(path)
            lines = history.read(path)
            keys = [(one["commit"], one["machine"], one["data"], one["row"], one["engine"]) for one in lines]
            self.assertEqual(len(keys), len(set(keys)), f"{name} has a row twice")
            for one in lines:
                self.assertEqual(list(one), history.FIELDS)
                self.assertRegex(one["commit"], r"^[0-9a-f]{7,40}$")
                self.assertRegex(one["date"], r"^\d{4}-\d\d-\d\d$")
                self.assertIn(one["unit"], ["s", "MB/s", "MB", "bytes"])
                self.assertIsNone(re.search(r"/[a-z]+/|\\", one["machine"] + one["data"]))


if __name__ == "__main__":
    unittest.main()

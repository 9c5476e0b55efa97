"""Wrong uses of persons and engines: what is printed, and the exit code. No server is needed."""

import os
import tempfile
import unittest

from command import tally

# A statement about two persons, its exit code, and parts of its output.
STATEMENTS = [
    ("sum steps where person is P3", 2, "E320", "the store has no person `P3`", "show persons"),
    ("set person = P99", 2, "E320", "the store has no person `P99`"),
    ("sum steps by day and person | where person is p01", 2, "E320", "the store has no person `p01`"),
    ("add 5 count steps at 2025-03-04 10:00", 2, "E321", "the store has several", "for person P02"),
    ("rename person P01 to P02", 2, "E322", "already has a person `P02`"),
    ("forget person P77 confirmed", 2, "E320", "the store has no person `P77`"),
    ("progress steps", 2, "E321", "one person", "where person is"),
    ("sum steps where person.grp is a", 2, "E190", "no attribute `grp`", "--people"),
    ("explain sql for duckdb coverage steps by day", 2, "E255", "add `by person`"),
    ("export everything pseudonymised using \"none.key\" to \"out.csv\"", 3, "E300", "none.key"),
    ("push steps", 2, "E1"),
]
# Arguments of the program in the folder of the files below.
COMMANDS = [
    (["--read-only", "forget person P01 confirmed"], 3, "read-only"),
    (["import", "--person", "P07", "--person-column", "Id", "steps.csv", "--type", "steps", "--start", "At", "--value", "N"], 64, "`Id`"),
    (["import", "--person-from", "name", "a/P9.csv", "b/P9.csv"], 64, "would both be the person P9"),
    (["push", "clickhouse://127.0.0.1:9/none"], 3, "no answer from clickhouse://127.0.0.1:9/none"),
    (["push", "clickhouse://ann:secret@127.0.0.1:9/none"], 3, "ann:***@", "--password-file"),
    (["push", "clickhouse://db.example.org:8123/x"], 2, "not encrypted", "--insecure"),
    (["push", "ftp://x/y"], 2, "not the address of an engine", "clickhouse://"),
    (["push", "--password-file", "open.password", "clickhouse://127.0.0.1:9/none"], 2, "open.password", "chmod 600"),
    (["--store", "clickhouse://127.0.0.1:9/none", "sum steps"], 3, "no answer from"),
    (["open \"clickhouse://127.0.0.1:9/none\""], 3, "no answer from"),
]


class WrongUses(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.store = os.path.join(self.folder.name, "study.tally")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)
        for name in ["a", "b"]:
            os.mkdir(name)
        for path in ["steps.csv", "a/P9.csv", "b/P9.csv"]:
            with open(path, "w") as file:
                file.write("Id,At,N\nP1,2025-01-01T00:00:00Z,5\n")
        with open("open.password", "w") as file:
            file.write("s3cret\n")
        os.chmod("open.password", 0o644)
        for person, steps in [("P01", "4000 6000"), ("P02", "9000 11000")]:
            load = f'load steps for person {person} from "Watch" at 2025-03-03 08:00 every 1d for 1h: {steps}'
            self.assertEqual(tally("--store", self.store, load).returncode, 0)

    def check(self, arguments, status, *parts):
        with self.subTest(arguments=arguments):
            ended = tally(*arguments)
            printed = ended.stdout + ended.stderr
            self.assertEqual(ended.returncode, status, printed)
            for part in parts:
                self.assertIn(part, printed)
            self.assertNotIn("secret@", printed)

    def test_a_wrong_statement_says_what_to_write_instead(self):
        for statement, status, *parts in STATEMENTS:
            self.check(["--store", self.store, "-c", statement], status, *parts)

    def test_a_wrong_command_says_what_to_write_instead(self):
        for arguments, status, *parts in COMMANDS:
            own = [] if "--store" in arguments else ["--store", self.store]
            self.check([*own, *arguments], status, *parts)
        for person in ["P01", "P02"]:
            self.assertIn(person, tally("--store", self.store, "show persons").stdout)


if __name__ == "__main__":
    unittest.main()

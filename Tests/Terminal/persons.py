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
    ("forget person P01, P02 confirmed", 2, "E321", "one person at a time"),
    ("set sql dialect duckdb", 2, "E011", "write `set sql dialect = duckdb`"),
    ("opne \"clickhouse://ann:secret@127.0.0.1:9/none\"", 2, "E010", "open \"clickhouse://ann:***@127.0.0.1:9/none\""),
    ("open \"clickhouse://ann:secret@127.0.0.1:9/none", 2, "E001", "ann:***@"),
    ("open clickhouse://ann:secret@127.0.0.1:9/none", 2, "ann:***@"),
    ("open \"clickhouse://ann:secret@127.0.0.1:9/none\"", 3, "E300", "no answer from", "--password-file"),
    ("progress steps", 2, "E321", "one person", "where person is"),
    ("sum steps where person.grp is a", 2, "E190", "no attribute `grp`", "--people"),
    ("explain sql for duckdb coverage steps by day", 2, "E255", "add `by person`"),
    ("export everything pseudonymised using \"none.key\" to \"out.csv\"", 3, "E300", "none.key"),
    ("push steps", 2, "E1"),
    ("set zone for person P01 = Asia/Tokyo", 2, "E201", "set store zone for person P01 = Asia/Tokyo"),
    ("describe person", 2, "`describe person` needs a person"),
    ("forget person", 2, "`forget person` needs a person"),
    ("sum steps where person is all", 2, "E171", 'write "all"'),
    ("sum steps where person is O'Brien", 2, "E001", 'double quotes: "O\'Brien"'),
    ("set persn = P1", 2, "E200", "did you mean `person`?"),
    ("export steps pseudonymised to \"q.csv\" using \"p.key\"", 2, "`using` must be before `to`"),
    ("add 5 steps for person TYPO at 2025-03-04 10:00", 0, "TYPO is a new person"),
]
# Arguments of the program in the folder of the files below.
COMMANDS = [
    (["--read-only", "forget person P01 confirmed"], 3, "read-only"),
    (["import", "--person", "P07", "--person-column", "Id", "steps.csv", "--type", "steps", "--start", "At", "--value", "N"], 64, "`Id`"),
    (["import", "--person", "P07", "--person-column", "Key", "named.csv"], 64, "the column `person` names the persons", "--person out"),
    (["import", "--person-column", "Key", "named.csv"], 3, "no column `Key`", "type, start, value, person", "--person-column"),
    (["import", "--person-from", "name", "named.csv"], 64, "leave --person-from name out"),
    (["import \"named.csv\" person from name"], 64, "leave `person from name` out"),
    (["import", "--person", "a\x01b", "named.csv"], 64, "control characters"),
    (["import", "--type", "stepz", "steps.csv", "--start", "At", "--value", "N"], 3, "`stepz` is neither a metric nor a column"),
    (["import", "--type", "Kind", "kinds.csv"], 0, "1 kept"),
    (["demo", "--persons", "-3", "sum steps"], 64, "use a number from 1"),
    (["import", "--person-from", "name", "a/P9.csv", "b/P9.csv"], 64, "would both be the person P9"),
    (["push", "clickhouse://127.0.0.1:9/none"], 3, "no answer from clickhouse://127.0.0.1:9/none"),
    (["push", "clickhouse://ann:secret@127.0.0.1:9/none"], 3, "ann:***@", "--password-file"),
    (["push", "clickhouse://db.example.org:8123/x"], 2, "not encrypted", "--insecure"),
    (["push", "ftp://x/y"], 2, "not the address of an engine", "clickhouse://"),
    (["push", "--password-file", "open.password", "clickhouse://127.0.0.1:9/none"], 2, "open.password", "chmod 600"),
    (["--store", "clickhouse://127.0.0.1:9/none", "sum steps"], 3, "no answer from"),
    (["open \"clickhouse://127.0.0.1:9/none\""], 3, "no answer from"),
    (["--store", "clickhouse://ann:secret@127.0.0.1:9/none", "sum steps"], 3, "ann:***@", "--password-file"),
    (["info", "clickhouse://ann:secret@127.0.0.1:9/none"], 64, "ann:***@"),
    (["import", "clickhouse://ann:secret@127.0.0.1:9/none"], 3, "ann:***@"),
    (["--store", "clickhouse://127.0.0.1:9", "sum steps"], 2, "no database"),
    (["--store", "clickhouse://127.0.0.1:9/none", "doctor"], 2, "`doctor` needs the file of a store"),
    (["--store", "clickhouse://127.0.0.1:9/none", "push", "clickhouse://127.0.0.1:9/none"], 2, "`push` needs the file of a store"),
    (["--store", "missing.tally", "push", "clickhouse://127.0.0.1:9/none"], 3, "there is no store at missing.tally"),
    (["--act-as", "com.example.trends", "push", "clickhouse://127.0.0.1:9/none"], 3, "com.example.trends can't push the store"),
    (["--act-as", "com.example.trends", "-c", "show persons"], 3, "E285", "can't list the persons"),
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
        for path, kind in [("named.csv", "type"), ("kinds.csv", "Kind")]:
            with open(path, "w") as file:
                file.write(f"{kind},start,value,person\nsteps,2025-01-01T00:00:00Z,5,P01\n")
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
            self.assertNotIn("secret", printed)

    def test_a_wrong_statement_says_what_to_write_instead(self):
        for statement, status, *parts in STATEMENTS:
            self.check(["--store", self.store, "-c", statement], status, *parts)

    def test_a_wrong_command_says_what_to_write_instead(self):
        for arguments, status, *parts in COMMANDS:
            own = [] if "--store" in arguments else ["--store", self.store]
            self.check([*own, *arguments], status, *parts)
        for person in ["P01", "P02"]:
            self.assertIn(person, tally("--store", self.store, "show persons").stdout)
        self.assertFalse(os.path.exists("missing.tally"))

    def test_a_fix_never_forgets_another_person(self):
        for statement in ["forget person P03 confirmed", "forget person P01 P02 confirmed"]:
            printed = tally("--store", self.store, "-c", statement).stderr
            self.assertNotIn("fix:", printed)
            self.assertNotIn("write `confirmed` here", printed)


class Zones(unittest.TestCase):
    """S14.4: the days of persons with one time zone are those of the store, whose zone the list of persons sets."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        with open("people.csv", "w") as file:
            file.write("id,zone\nK,Europe/Berlin\nH,Europe/Berlin\n")
        with open("samples.csv", "w") as file:
            file.write("person,type,source,start,end,value\n")
            file.write("K,steps,W,2026-03-28T23:30:00Z,2026-03-28T23:35:00Z,1\nH,steps,W,2026-03-28T10:00:00Z,2026-03-28T10:05:00Z,2\n")

    def rows(self, store):
        return tally("--store", store, "--now", "2026-05-01T00:00:00Z", "--format", "csv", "sum steps by day and person | where sum > 0").stdout

    def test_the_list_sets_the_zone_of_a_new_store(self):
        ended = tally("--store", "a.tally", "import", "--people", "people.csv", "samples.csv")
        self.assertIn("days are counted in Europe/Berlin, the time zone of all persons", ended.stderr)
        self.assertIn("2026-03-29T00:00:00+01:00,2026-03-30T00:00:00+02:00,K,1", self.rows("a.tally"))
        # A person elsewhere, who comes and goes, changes nothing.
        with open("third.csv", "w") as file:
            file.write("id,zone\nX,Asia/Tokyo\n")
        before = self.rows("a.tally")
        tally("--store", "a.tally", "import", "--people", "third.csv")
        self.assertEqual(before, self.rows("a.tally"))
        tally("--store", "a.tally", "forget person X confirmed")
        self.assertEqual(before, self.rows("a.tally"))

    def test_a_later_list_says_that_the_store_has_another_zone(self):
        tally("--store", "a.tally", "--zone", "UTC", "import", "samples.csv")
        ended = tally("--store", "a.tally", "import", "--people", "people.csv")
        self.assertIn("use `set store zone = Europe/Berlin`", ended.stderr)
        tally("--store", "a.tally", "-c", "set store zone = Europe/Berlin")
        self.assertIn("2026-03-29T00:00:00+01:00", self.rows("a.tally"))


if __name__ == "__main__":
    unittest.main()

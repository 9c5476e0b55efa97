#!/usr/bin/env python3
"""Kills imports, upgrades, deletions, updates of quarter hours, pushes, replacing imports and imports of changed records, and checks the store after each kill.

    kills.py --tally PROGRAM --old-blocks PROGRAM --faults LIBRARY [--kinds imports,pushes] [--kills 1000] [--seed 1]

Half of the kills come at a random time of the run. The others come inside a random call that writes, syncs, cuts, names or removes a file of
the store, which `faults.c` counts. A kill after the end of a run does not count. After each kill:

- `tally doctor` finds nothing.
- The contents are those before or after, or in between if a run has several transactions. reader.py reads them without Tally.
- The next run completes, and gives the expected contents.

The expected contents come from the generated files, and from removing rows from them, not from queries.
"""

import argparse
import collections
import csv
import json
import math
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
import zipfile

import versions
from stores import Failure, Program, difference

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Engines"))

BEGIN_QUARTERS = """
    INSERT INTO quarterMetric SELECT id, 0x54510002 FROM metric;
    INSERT INTO quarterStale SELECT id, -10248191152061, 10248191152060 FROM metric;
    """
STEPS = "HKQuantityTypeIdentifierStepCount"


class Kind:
    """A kind of run. `prepare` makes the files, `begin` a store before a run."""

    name = ""
    store = "store"

    def __init__(self, test):
        self.test, self.program = test, test.program

    def prepare(self):
        pass

    def begin(self, case):
        """Makes the store of a case and returns the arguments of the run."""
        raise NotImplementedError

    def check(self, found):
        """Checks the contents after a kill, and returns a word for the statistics."""
        raise NotImplementedError

    def complete(self, arguments):
        """Runs again, and checks that the contents are the expected ones."""
        raise NotImplementedError

    def finish(self):
        pass

    def demand_between(self, found, least, most):
        if least - found or found - most:
            raise Failure(f"after a kill: {difference(found, most)}; {difference(found, least)}")

    def demand_equal(self, expected, what):
        found = self.program.contents(self.store)
        if found != expected:
            raise Failure(f"{what}: {difference(found, expected)}")
        self.program.run(self.store, "doctor")


def rows(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


def write(path, table):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows(table)


def settled(contents):
    """The contents without the zone that the first import sets."""
    return collections.Counter({row: count for row, count in contents.items() if row[:2] != ("setting", "zone")})


class Imports(Kind):
    """Several files of three people, into an empty store, into the same after an earlier kill, or over other samples."""

    name = "imports"

    def prepare(self):
        self.program.generate("imports", "--persons", "2", "--days", "2", "--seed", "11")
        header, *table = rows(self.program.file("imports/samples.csv"))
        self.test.chance.shuffle(table)
        self.files = []
        for part in range(4):
            path = self.program.file(f"part{part}.csv")
            # The parts overlap, so that a later one finds samples of an earlier one.
            write(path, [header, *table[part * len(table) // 5:(part + 2) * len(table) // 5]])
            self.files.append(path)
        self.program.run("whole", "import", *self.files)
        self.expected = settled(self.program.contents("whole"))
        samples = {tuple(row[:7]) for row in table}
        counted = sum(count for row, count in self.expected.items() if len(row) == 10)
        if counted != len(samples):
            raise Failure(f"the files have {len(samples)} samples, and the store {counted}")
        self.program.run("begun", "import", self.files[1])

    def begin(self, case):
        if case % 3 == 1:
            self.program.remove(self.store)
        elif case % 3 == 2:
            self.program.copy("begun", self.store)
        self.least = settled(self.program.contents(self.store))
        return ["import", *self.files]

    def check(self, found):
        self.demand_between(settled(found), self.least, self.expected)
        return "complete" if settled(found) == self.expected else "begun" if found else "empty"

    def complete(self, arguments):
        self.program.copy(self.store, "copy")
        self.program.run("copy", *arguments)
        self.program.run("copy", "doctor")
        found = settled(self.program.contents("copy"))
        if found != self.expected:
            raise Failure(f"a completed import: {difference(found, self.expected)}")
        self.program.remove("copy")


class Upgrades(Kind):
    """`doctor --upgrade` of stores of the versions 1, 4 and 6, whose blocks have the first format."""

    name = "upgrades"

    def prepare(self):
        self.program.generate("upgrades.csv", "--days", "2", "--seed", "12")
        self.program.run("newest", "import", self.program.file("upgrades.csv"))
        self.program.run("newest", "-c", "delete samples of weight confirmed")
        self.expected = self.program.contents("newest")
        self.version = versions.query(self.program.file("newest"), "PRAGMA user_version")
        for version in (1, 4, 6):
            self.program.copy("newest", "old")
            subprocess.run([self.test.old_blocks, self.program.file("old")], check=True, capture_output=True)
            versions.downgrade(self.program.file("old"), self.program.file(f"version{version}"), version)
            found = self.program.contents(f"version{version}")
            if found != self.expected:
                raise Failure(f"version {version}: {difference(found, self.expected)}")
        self.counts = collections.Counter(self.formats(f"version{version}") for version in (1, 4, 6))

    def formats(self, store):
        found = versions.query(self.program.file(store), "SELECT DISTINCT hex(substr(bytes, 1, 4)) FROM blockContent")
        return tuple(sorted(format for format, in found))

    def begin(self, case):
        self.program.copy(f"version{(1, 4, 6)[case % 3]}", self.store)
        return ["doctor", "--upgrade"]

    def check(self, found):
        if found != self.expected:
            raise Failure(f"an upgrade that was killed: {difference(found, self.expected)}")
        formats = self.formats(self.store)
        if len(formats) != 1:
            raise Failure(f"an upgrade that was killed left blocks of the formats {formats}")
        (version,), = versions.query(self.program.file(self.store), "PRAGMA user_version")
        return f"version {version}, {'old' if formats == ('01004254',) else 'new'} blocks"

    def complete(self, arguments):
        self.program.run(self.store, *arguments)
        self.demand_equal(self.expected, "a completed upgrade")
        state = (versions.query(self.program.file(self.store), "PRAGMA user_version"), self.formats(self.store))
        if state != (self.version, ("02004254",)):
            raise Failure(f"a completed upgrade: {state}")


class Deletions(Kind):
    """Deletions of a person's metric, undo of that, and forgetting a person."""

    name = "deletions"

    def prepare(self):
        self.program.generate("deletions", "--persons", "3", "--days", "1", "--seed", "13")
        self.program.run("full", "import", "--people", self.program.file("deletions/people.csv"), self.program.file("deletions/samples.csv"))
        full = self.program.contents("full")
        self.program.copy("full", "less")
        deletion = ["-c", "delete samples of steps where person is P01 confirmed"]
        self.program.run("less", *deletion)
        less = self.without(full, lambda row: row[:2] == ("P01", STEPS))
        forgotten = self.without(full, lambda row: "P02" in row[:2])
        found = self.program.contents("less")
        if found != less or sum(less.values()) == sum(full.values()):
            raise Failure(f"a deletion: {difference(found, less)}")
        self.cases = [("full", deletion, full, less), ("less", ["undo", "--yes"], less, full),
                      ("full", ["-c", "forget person P02 confirmed"], full, forgotten)]

    @staticmethod
    def without(contents, is_gone):
        return collections.Counter({row: count for row, count in contents.items() if not is_gone(row)})

    def begin(self, case):
        store, arguments, self.before, self.after = self.cases[case % 3]
        self.program.copy(store, self.store)
        return arguments

    def check(self, found):
        if found not in (self.before, self.after):
            raise Failure(f"after a kill: {difference(found, self.before)}; {difference(found, self.after)}")
        self.is_done = found == self.after
        return "after" if self.is_done else "before"

    def complete(self, arguments):
        if not self.is_done:
            self.program.run(self.store, *arguments)
        self.demand_equal(self.after, "a completed deletion")


class QuarterHours(Kind):
    """Rebuilding of quarter hours after the order of sources changed, and of all of them after they were removed."""

    name = "quarters"

    def prepare(self):
        chance = random.Random(14)
        path = self.program.file("quarters.csv")
        table = [["type", "source", "start", "end", "value", "unit"]]
        for number in range(1200):
            start = 1_700_000_000 + number * 6100
            moments = [time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment)) for moment in (start, start + 200)]
            table.append(["steps", chance.choice(["Watch", "Phone"]), *moments, chance.randrange(1, 100), "count"])
        write(path, table)
        self.program.run("clean", "import", path)
        # Tally keeps quarter hours from 50,000 samples on, and of a metric that has them already.
        versions.execute(self.program.file("clean"), BEGIN_QUARTERS)
        self.program.run("clean", "doctor", "--repair")
        self.stores, self.expected = [], []
        for number, order in enumerate(['"Phone", "Watch"', '"Watch", "Phone"']):
            self.program.copy("clean", f"order{number}")
            self.program.run(f"order{number}", "-c", f"set priority of steps = {order}")
            self.expected.append((self.state(f"order{number}"), self.answer(f"order{number}", "off")))
        self.program.copy("order1", "order2")
        versions.execute(self.program.file("order2"), "DELETE FROM quarterPart; DELETE FROM quarterChunk; DELETE FROM quarterMetric; "
                         "DELETE FROM quarterStale;" + BEGIN_QUARTERS)
        self.expected.append(self.expected[1])

    def answer(self, store, quarters):
        queries = ["sum steps by week", "sum steps by month sources raw", "sum steps by source"]
        return self.program.run(store, "--format", "csv", "-c", "\n".join([f"set quarter hours = {quarters}", *queries]))

    def state(self, store):
        """Quarter hours are not contents, so the rest must be the same bytes."""
        return [versions.query(self.program.file(store), f"SELECT * FROM {table}")
                for table in ("block", "blockContent", "sourcePriority", "setting", "deletion", "source")]

    def begin(self, case):
        self.number = case % 3
        self.program.copy(f"order{self.number}", self.store)
        return ["doctor", "--repair"]

    def check(self, found):
        if self.state(self.store) != self.expected[self.number][0]:
            raise Failure("an update of quarter hours changed something else")
        if self.answer(self.store, "always") != self.expected[self.number][1]:
            raise Failure("answers depend on quarter hours")
        chunks, stale = [versions.query(self.program.file(self.store), f"SELECT count(*) FROM {table}")[0][0]
                         for table in ("quarterChunk", "quarterStale")]
        return f"{chunks} chunks, {stale} stale"

    def complete(self, arguments):
        self.program.run(self.store, *arguments)
        self.program.run(self.store, "doctor")
        if self.answer(self.store, "always") != self.expected[self.number][1]:
            raise Failure("answers depend on rebuilt quarter hours")
        left = versions.query(self.program.file(self.store), "SELECT count(*) FROM quarterStale")
        if left != [(0,)]:
            raise Failure(f"{left} quarter hours are still stale after a repair")


class Replacements(Kind):
    """`import --replace` of files that lack samples of the store and have others."""

    name = "replacements"

    def prepare(self):
        self.program.generate("replacements", "--persons", "2", "--days", "1", "--seed", "15")
        header, *table = rows(self.program.file("replacements/samples.csv"))
        self.test.chance.shuffle(table)
        parts = {"first": table[:len(table) * 2 // 3], "second": table[len(table) // 3:]}
        self.contents = {}
        for name, part in parts.items():
            write(self.program.file(f"{name}.csv"), [header, *part])
            self.program.run(name, "import", self.program.file(f"{name}.csv"))
            self.contents[name] = settled(self.program.contents(name))

    def replaced(self, before, file):
        """The samples of the file, and those of metrics and sources that it does not cover."""
        covered = {(row[0], row[1], row[5]) for row in file if len(row) == 10}
        return file | Deletions.without(before, lambda row: len(row) == 10 and (row[0], row[1], row[5]) in covered)

    def begin(self, case):
        self.names = ("first", "second") if case % 2 else ("second", "first")
        self.program.copy(self.names[0], self.store)
        return ["import", "--replace", "--yes", self.program.file(f"{self.names[1]}.csv")]

    def check(self, found):
        before, file = (self.contents[name] for name in self.names)
        after, found = self.replaced(before, file), settled(found)
        self.demand_between(found, before & after, before | after)
        return "before" if found == before else "after" if found == after else "between"

    def complete(self, arguments):
        self.program.run(self.store, *arguments)
        found = settled(self.program.contents(self.store))
        expected = self.replaced(*(self.contents[name] for name in self.names))
        if found != expected:
            raise Failure(f"a completed replacement: {difference(found, expected)}")
        self.program.run(self.store, "doctor")


class Records(Kind):
    """Imports of Health Connect before and after apps changed records: their values, their times, and the readings in them."""

    name = "records"

    def prepare(self):
        self.program.generate("records.zip", "--as", "health-connect", "--days", "120", "--seed", "17")
        with zipfile.ZipFile(self.program.file("records.zip")) as archive:
            archive.extractall(self.program.file("records"))
        self.files = [self.program.file(f"records/{name}.db") for name in ("before", "after")]
        os.rename(self.program.file("records/health_connect_export.db"), self.files[0])
        shutil.copy(self.files[0], self.files[1])
        self.change(self.files[1])
        self.contents = []
        for number, path in enumerate(self.files):
            self.program.run(f"alone{number}", "import", path)
            self.contents.append(self.samples(f"alone{number}"))
        if self.contents[0] == self.contents[1]:
            raise Failure("both exports have the same samples")
        self.program.run("begun", "import", self.files[0])

    @staticmethod
    def change(path):
        database = sqlite3.connect(path)
        for table, in database.execute("SELECT name FROM sqlite_master WHERE name LIKE '%record_table'").fetchall():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            times = [name for name in ("time", "start_time", "end_time") if name in columns]
            later = ", ".join(f"{name} = {name} + 7000" for name in ["last_modified_time", *times])
            database.execute(f"UPDATE {table} SET {later} WHERE row_id % 7 = 0")
        database.execute("UPDATE heart_rate_record_table SET last_modified_time = last_modified_time + 9000 WHERE row_id % 2 = 0")
        database.execute("DELETE FROM heart_rate_record_series_table WHERE parent_key % 2 = 0 AND epoch_millis / 1000 % 3 = 0")
        database.execute("UPDATE steps_record_table SET last_modified_time = last_modified_time + 9000, count = count + 1 "
                         "WHERE row_id % 5 = 0")
        database.commit()
        database.close()

    def samples(self, store):
        return collections.Counter({row: count for row, count in self.program.contents(store).items() if len(row) == 10})

    def begin(self, case):
        self.is_second = case % 2 == 0
        if self.is_second:
            self.program.copy("begun", self.store)
        else:
            self.program.remove(self.store)
        return ["import", self.files[self.is_second]]

    def check(self, found):
        found = collections.Counter({row: count for row, count in found.items() if len(row) == 10})
        before, after = self.contents
        least = before & after if self.is_second else collections.Counter()
        self.demand_between(found, least, before | after if self.is_second else before)
        return "all" if found == self.contents[self.is_second] else "some" if found else "none"

    def complete(self, arguments):
        # The next import has the later export also if the earlier one was stopped.
        self.program.run(self.store, "import", self.files[1])
        found = self.samples(self.store)
        if found != self.contents[1]:
            raise Failure(f"the later export: {difference(found, self.contents[1])}")
        self.program.run(self.store, "doctor")


class Pushes(Kind):
    """Pushes to ClickHouse: first, again after samples came and went, and of a store without them."""

    name = "pushes"

    def prepare(self):
        from servers import ClickHouseServer
        self.server = ClickHouseServer()
        self.program.generate("pushes", "--persons", "2", "--days", "2", "--seed", "16")
        self.program.run("pushed", "import", self.program.file("pushes/samples.csv"))
        self.program.copy("pushed", self.store)
        self.database, self.expected = 0, None
        self.begin_database()

    def begin_database(self):
        if self.database:
            self.server.ask(f"DROP DATABASE d{self.database}")
        self.database += 1
        self.address = self.server.create(f"d{self.database}")
        self.program.copy("pushed", self.store)
        self.expected = None

    def samples(self):
        found = collections.Counter()
        for row, count in self.program.contents(self.store).items():
            if len(row) == 10:
                found[(row[0], row[1])] += count
        return found

    def begin(self, case):
        if case % 12 == 1:
            self.begin_database()
        self.before = self.live()
        statement = f'add {case} count steps for person P01 from "Watch" at 2026-05-{case % 28 + 1:02} 0{case % 10}:00'
        if case % 3 == 2:
            statement = "delete samples of flights where person is P02 confirmed"
        elif case % 3 == 0:
            statement = "undo"
        if case % 3:
            self.program.run(self.store, "-c", statement)
        else:
            self.program.run(self.store, "undo", "--yes")
        self.expected = self.samples()
        return ["push", self.address]

    def live(self):
        """The samples that a query on the server counts, by person and metric: those of the batches in the newest lines of the ledger."""
        try:
            answer = self.server.ask(
                "SELECT person, type, count() FROM samples WHERE batch IN (SELECT argMax(batch, sequence) FROM ledger WHERE kind = 'rows' "
                "GROUP BY store, kind, person, type, part) GROUP BY person, type FORMAT TabSeparated", f"d{self.database}")
        except OSError:
            return collections.Counter()
        return collections.Counter({tuple(line.split("\t")[:2]): int(line.split("\t")[2]) for line in answer.splitlines()})

    def check(self, found):
        live = self.live()
        for key in live | self.before | self.expected:
            if live[key] not in (self.before[key], self.expected[key]):
                raise Failure(f"after a kill, the server has {live[key]} of {key}: {self.before[key]} before, {self.expected[key]} after")
        if self.samples() != self.expected:
            raise Failure("a push changed the store")
        return "after" if live == self.expected else "before" if live == self.before else "between"

    def complete(self, arguments):
        self.program.run(self.store, *arguments)
        if self.live() != self.expected:
            raise Failure(f"a completed push: {difference(self.live(), self.expected)}")

    def finish(self):
        self.server.stop()


KINDS = {kind.name: kind for kind in (Imports, Upgrades, Deletions, QuarterHours, Replacements, Records, Pushes)}


class Test:
    def __init__(self, options, seed):
        self.program = Program(options.tally)
        self.old_blocks, self.faults, self.seed = os.path.abspath(options.old_blocks), os.path.abspath(options.faults), seed
        self.chance = random.Random(seed)

    def environment(self, store, **settings):
        return {**self.program.environment, "LD_PRELOAD": self.faults, "TALLY_FAULT_FILES": self.program.file(store),
                "TALLY_FAULT_COUNT": self.program.file("count"), **settings}

    def calls(self):
        with open(self.program.file("count"), "rb") as file:
            return struct.unpack("<Q", file.read(8))[0]

    def measure(self, kind, arguments):
        """Runs a copy to its end, and returns the seconds and the calls."""
        self.program.copy(kind.store, "measured")
        environment = self.environment("measured", TALLY_FAULT_AT=str(1 << 60), TALLY_FAULT_KIND="kill")
        begin = time.perf_counter()
        subprocess.run(self.program.command("measured", *arguments), cwd=self.program.folder, env=environment,
                       capture_output=True, check=False)
        self.program.remove("measured")
        return time.perf_counter() - begin, self.calls()

    def kill_at_call(self, store, arguments, call):
        environment = self.environment(store, TALLY_FAULT_AT=str(call), TALLY_FAULT_KIND="kill")
        done = subprocess.run(self.program.command(store, *arguments), cwd=self.program.folder, env=environment,
                              capture_output=True, check=False)
        return done.returncode == -9

    def kill_after(self, store, arguments, seconds):
        process = subprocess.Popen(self.program.command(store, *arguments), cwd=self.program.folder, env=self.program.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(seconds)
            return False
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait() == -9

    def late(self):
        """A random part of a run, more often a late one: stores change at the end of most runs."""
        return max(self.chance.random(), self.chance.random())

    def remove_drafts(self, store):
        """A process that was killed leaves the draft of a store."""
        for name in os.listdir(self.program.folder):
            if name.startswith(store + "."):
                os.remove(self.program.file(name))

    def run(self, name, kills):
        kind = KINDS[name](self)
        kind.prepare()
        outcomes, ways, measured, case = collections.Counter(), collections.Counter(), {}, 0
        begin = time.perf_counter()
        try:
            while sum(ways.values()) < kills:
                case += 1
                arguments = kind.begin(case)
                key = case % 12
                if key not in measured or name in ("imports", "pushes"):
                    measured[key] = self.measure(kind, arguments) if name != "pushes" else measured.get(key, (1.0, 0))
                seconds, calls = measured[key]
                at_call = case % 2 == 0 and calls > 0
                if at_call:
                    was_killed = self.kill_at_call(kind.store, arguments, math.ceil(calls * self.late()))
                else:
                    was_killed = self.kill_after(kind.store, arguments, seconds * self.late())
                if name == "pushes" and not was_killed:
                    measured[key] = (seconds * 0.9, 0)
                elif name == "pushes":
                    measured[key] = (min(seconds * 1.05, 3), 0)
                ways["calls" if at_call else "times"] += was_killed
                if self.program.exists(kind.store):
                    self.program.run(kind.store, "doctor")
                outcome = kind.check(self.program.contents(kind.store))
                if was_killed:
                    outcomes[outcome] += 1
                kind.complete(arguments)
                self.remove_drafts(kind.store)
                self.remove_drafts("copy")
                if sum(ways.values()) % 100 == 0 and was_killed:
                    print(f"{name}: {sum(ways.values())} kills, {time.perf_counter() - begin:.0f} s", flush=True)
        except Failure as failure:
            sys.exit(f"FAILED {name}: {failure}\nseed {self.seed}, case {case}; the stores are in {self.program.folder}")
        finally:
            kind.finish()
        print(f"{name}: seed {self.seed}, {case} runs, {ways['times']} kills at random times, {ways['calls']} inside calls, "
              f"{time.perf_counter() - begin:.0f} s; left {json.dumps(dict(outcomes.most_common(8)))}; all stores are intact and complete", flush=True)
        shutil.rmtree(self.program.folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tally", required=True)
    parser.add_argument("--old-blocks", required=True)
    parser.add_argument("--faults", required=True)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.kinds.split(","):
        Test(options, options.seed).run(name, options.kills)


if __name__ == "__main__":
    main()

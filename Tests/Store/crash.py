#!/usr/bin/env python3
"""Kills imports, updates of quarter hours, undos and upgrades of blocks at random moments, and checks the store afterwards.

    make store-test                     200 kills of each. TALLY_CASES sets the number, TALLY_SEED the moments

Each store is used for four kills. After each kill:

- `doctor` finds no problems, and queries run.
- The same import completes a copy of the store. The copy answers queries like a store without a kill.

Quarter hours are rebuilt after the order of sources changes. After a kill, queries give the same answers as without quarter hours.

Imports of several persons, from a table and from separate files, are killed, too. After each, the same import completes a copy.

An import, and the deletion of what it does not have, are taken back. After a kill, the store is as before the undo or after it.

A store whose blocks are all in the first format is upgraded. After a kill, it has only old or only new blocks, and the same answers.
"""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

OPTIONS = ["--now", "2026-06-30T18:00:00-04:00", "--zone", "America/New_York"]
QUERIES = [
    "sum steps by day", "sum steps by hour last 30 days", "sum steps by day sources raw", "sum activeEnergy by month",
    "average heartRate by week", "count heartRate by source", "p95 heartRate by month", "samples of weight",
    "duration sleepAnalysis by week", "count workouts",
]
SUFFIXES = ["", "-wal", "-shm"]


class CrashTest:
    def __init__(self, tally, old_blocks, folder, seed):
        self.tally, self.old_blocks = os.path.abspath(tally), os.path.abspath(old_blocks)
        self.folder, self.seed, self.case = folder, seed, 0
        self.chance = random.Random(seed)

    def run(self, *arguments):
        found = subprocess.run([self.tally, *arguments], cwd=self.folder, capture_output=True, text=True)
        if found.returncode != 0:
            self.fail(f"tally {' '.join(arguments)}: exit {found.returncode}\n{found.stdout}{found.stderr}")
        return found.stdout

    def fail(self, message):
        raise SystemExit(f"{message}\nseed {self.seed}, case {self.case}; the stores are in {self.folder}")

    def path(self, store):
        return os.path.join(self.folder, store)

    def answers(self, store, before=""):
        options = ["--store", store, *OPTIONS, "--quiet", "--format", "csv", "-c"]
        return [self.run(*options, before + query) for query in QUERIES]

    def remove(self, store):
        for suffix in SUFFIXES:
            if os.path.exists(self.path(store + suffix)):
                os.remove(self.path(store + suffix))

    def copy(self, store, copy):
        for suffix in SUFFIXES:
            if os.path.exists(self.path(store + suffix)):
                shutil.copy(self.path(store + suffix), self.path(copy + suffix))

    def elapsed(self, *arguments):
        begin = time.perf_counter()
        self.run(*arguments)
        return time.perf_counter() - begin

    def importing(self, store):
        return ["--store", store, *OPTIONS, "--quiet", "import", "life.zip"]

    def killed(self, seconds, arguments):
        """Starts tally and kills it after that time. Returns True if it was still running."""
        process = subprocess.Popen([self.tally, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(seconds)
            return False
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return True

    def imports(self, cases):
        self.run("generate", "life.zip", "--form", "zip", "--size", "25MB", *OPTIONS)
        whole = self.elapsed(*self.importing("clean"))
        expected = self.answers("clean")
        kills = early = 0
        for self.case in range(1, cases + 1):
            if self.case % 4 == 1:
                self.remove("store")
            while not self.killed(self.chance.uniform(0, whole), self.importing("store")):
                pass
            kills += 1
            # After a very early kill, only a draft with another name may exist.
            if os.path.exists(self.path("store")):
                self.run("--store", "store", "doctor")
                self.answers("store")
            else:
                early += 1
            self.copy("store", "copy")
            self.run(*self.importing("copy"))
            self.run("--store", "copy", "doctor")
            if self.answers("copy") != expected:
                self.fail("a completed import differs from an import without a kill")
            self.remove("copy")
        print(f"seed {self.seed}: {kills} imports killed, {early} of them before the store existed; all stores are intact and equal after completion")

    def quarter_hours(self, cases):
        repair = ["--store", "clean", "doctor", "--repair"]
        orders = ['"iPhone", "Apple Watch"', '"Apple Watch", "iPhone"']

        def prefer(order):
            for metric in ["steps", "activeEnergy", "heartRate"]:
                self.run("--store", "clean", "-c", f"set priority of {metric} = {orders[order]}")

        expected = []
        for order in [0, 1]:
            prefer(order)
            expected.append(self.answers("clean", "set quarter hours = off\n"))
        whole = self.elapsed(*repair)
        finished = 0
        for self.case in range(1, cases + 1):
            order = self.case % 2
            prefer(order)
            while not self.killed(self.chance.uniform(0, whole), repair):
                prefer(1 - order)
                prefer(order)
                finished += 1
            self.run("--store", "clean", "doctor")
            if self.answers("clean") != expected[order]:
                self.fail("answers depend on quarter hours")
            self.copy("clean", "copy")
            self.run("--store", "copy", "doctor", "--repair")
            self.run("--store", "copy", "doctor")
            if self.answers("copy") != expected[order]:
                self.fail("answers depend on rebuilt quarter hours")
            self.remove("copy")
        print(f"seed {self.seed}: updates of quarter hours killed {cases} times ({finished} finished before the kill); all answers equal those without")

    def undos(self, cases):
        """Kills `undo` of an import into a store with other samples, and of a deletion."""
        undo = ["--store", "store", *OPTIONS, "undo", "--yes"]
        self.remove("undone")
        self.run("--store", "undone", *OPTIONS, "-c", 'load steps from "Other" at 2026-06-01 every 1h: 10x600')
        before = [self.answers("undone")]
        self.run(*self.importing("undone"))
        before.append(self.answers("undone"))
        self.run("--store", "undone", *OPTIONS, "-c", "delete samples of heartRate confirmed")
        before.append(self.answers("undone"))
        outcomes, times = {True: 0, False: 0}, {}
        for self.case in range(1, cases + 1):
            self.remove("store")
            self.copy("undone", "store")
            steps = self.case % 2
            for _ in range(steps):
                self.run(*undo)
            if steps not in times:
                self.copy("store", "copy")
                times[steps] = self.elapsed("--store", "copy", *undo[2:])
                self.remove("copy")
            self.killed(self.chance.uniform(0, times[steps]), undo)
            found = self.answers("store")
            self.run("--store", "store", "doctor")
            if found not in (before[2 - steps], before[1 - steps]):
                self.fail("an undo that was killed left neither the store before nor the one after it")
            outcomes[found == before[1 - steps]] += 1
            if found != before[1 - steps]:
                self.run(*undo)
                if self.answers("store") != before[1 - steps]:
                    self.fail("a repeated undo does not give the earlier answers")
        print(f"seed {self.seed}: {cases} undos killed: {outcomes[False]} stores as before, {outcomes[True]} as after; all answers are equal")

    def upgrades(self, cases):
        upgrade = ["--store", "store", "doctor", "--upgrade"]
        self.remove("store")
        self.run(*self.importing("store"))
        expected = self.answers("store")
        subprocess.run([self.old_blocks, self.path("store")], check=True, capture_output=True)
        self.copy("store", "old")
        count = self.formats("store")
        if set(count) != {1}:
            self.fail(f"the old store has blocks of the formats {count}")
        whole = self.elapsed(*upgrade)
        outcomes = {1: 0, 2: 0}
        for self.case in range(1, cases + 1):
            self.remove("store")
            self.copy("old", "store")
            # The end of the process is included: it moves the log into the file.
            self.killed(self.chance.uniform(0, whole * 1.1), upgrade)
            formats = self.formats("store")
            if len(formats) != 1:
                self.fail(f"an upgrade that was killed left blocks of the formats {formats}")
            outcomes[next(iter(formats))] += 1
            self.run("--store", "store", "doctor")
            if self.answers("store") != expected:
                self.fail("answers changed")
            self.run(*upgrade)
            if self.formats("store") != {2: count[1]} or self.answers("store") != expected:
                self.fail("a repeated upgrade is not complete, or changes answers")
        print(f"seed {self.seed}: {cases} upgrades of {count[1]} blocks killed: {outcomes[1]} stores as before, {outcomes[2]} upgraded; all answers are equal")

    def persons(self, cases):
        """Kills imports of several persons: a table in which their rows alternate, and a file for each."""
        self.run("generate", "table", "--form", "csv", "--persons", "12", "--days", "20", *OPTIONS)
        self.run("generate", "files", "--persons", "12", "--days", "20", *OPTIONS)
        table = self.path(os.path.join("table", "samples.csv"))
        with open(table) as file:
            header, *rows = file.readlines()
        self.chance.shuffle(rows)
        with open(table, "w") as file:
            file.writelines([header, *rows])
        exports = sorted(os.path.join("files", name) for name in os.listdir(self.path("files")) if name.endswith(".zip"))
        people = ["--people", os.path.join("table", "people.csv")]
        ways = [["import", *people, os.path.join("table", "samples.csv")], ["import", *people, *exports, "--person-from", "name"]]
        common = [*OPTIONS, "--quiet"]
        expected, times = [], []
        for number, way in enumerate(ways):
            times.append(self.elapsed("--store", f"people{number}", *common, *way))
            expected.append(self.people(f"people{number}"))
        if expected[0] != expected[1]:
            self.fail("a table and separate files give different stores")
        kills = 0
        for self.case in range(1, cases + 1):
            way = self.case % 2
            if self.case % 4 in (1, 2):
                self.remove("store")
            if self.killed(self.chance.uniform(0, times[way]), ["--store", "store", *common, *ways[way]]):
                kills += 1
            if os.path.exists(self.path("store")):
                self.run("--store", "store", "doctor")
            self.copy("store", "copy")
            self.run("--store", "copy", *common, *ways[way])
            self.run("--store", "copy", "doctor")
            if self.people("copy") != expected[way]:
                self.fail("a completed import of several persons differs from an import without a kill")
            self.remove("copy")
        print(f"seed {self.seed}: {cases} imports of 12 persons, {kills} of them killed; all stores are intact and equal after completion")

    def people(self, store):
        """Returns each person's zone, attributes, and samples by metric."""
        with sqlite3.connect(self.path(store)) as database:
            found = database.execute(
                """
                SELECT p.name, p.zone, identifier, sum(count),
                    (SELECT group_concat(name || value) FROM (SELECT * FROM personAttribute WHERE person = p.id ORDER BY name))
                FROM person p JOIN metric m ON m.person = p.id JOIN block b ON b.metric = m.id GROUP BY 1, 2, 3 ORDER BY 1, 3
                """).fetchall()
        database.close()
        return found

    def formats(self, store):
        """Returns the number of blocks in each format."""
        with sqlite3.connect(self.path(store)) as database:
            found = database.execute("SELECT hex(substr(bytes, 1, 1)), count(*) FROM blockContent GROUP BY 1").fetchall()
        database.close()
        return {int(format, 16): count for format, count in found}


def main():
    folder = tempfile.mkdtemp(prefix="tally-crash-")
    seed = int(os.environ.get("TALLY_SEED", 1))
    cases = int(os.environ.get("TALLY_CASES", 200))
    test = CrashTest(sys.argv[1], sys.argv[2], folder, seed)
    test.imports(cases)
    test.quarter_hours(cases)
    test.undos(cases)
    test.upgrades(cases)
    test.persons(max(4, cases // 5))
    shutil.rmtree(folder)


main()

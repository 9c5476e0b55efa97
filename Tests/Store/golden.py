#!/usr/bin/env python3
"""Golden stores of all versions: Tally reads them, upgrades them, and refuses newer ones.

    golden.py PROGRAM                       tests the stores in Golden
    golden.py PROGRAM --make OLDBLOCKS      makes them again, from the samples below and the tables of each version

The expected answers are worked out here from the same samples, in Python. Tally is not asked for them.

The tables of version 4 are those that the program of that version wrote (format4.sql). Older versions lack the tables that a migration
added, newer ones have those of the newest program without what came later. Blocks have the first format up to version 3, and both formats in
version 4 and later.
"""

import collections
import csv
import hashlib
import io
import math
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from datetime import datetime, timedelta, timezone

import reader
import versions
from stores import Failure, Program, contents, difference

VERSIONS = range(1, 8)
BEGIN = datetime(2024, 1, 1, tzinfo=timezone.utc)
ZONE = ["-c", "set store zone = UTC"]
# Statements after the import, on every version. The deletion takes the heart rates of the third day.
CHANGES = [
    'add 12 count steps from "Hand" at 2024-02-01 08:00 to 2024-02-01 08:10', "set goal of steps = 5000 count", "set kept deletions = 500",
    'set priority of steps = "Phone", "Watch"', "delete samples of heartRate on 2024-01-03 confirmed",
]


def moment(minutes):
    return BEGIN + timedelta(minutes=minutes)


def known_samples():
    """Returns type, source, start, end, value and unit of all samples that are imported, by person."""
    found = []
    for i in range(600):
        found.append(("steps", "Phone" if i % 3 == 0 else "Watch", moment(30 * i), moment(30 * i + 10), i * 37 % 100 + 1, "count"))
    for i in range(300):
        found.append(("heartRate", "Watch", moment(45 * i + 1), moment(45 * i + 1), 50 + i * 7 % 60 + i % 2 / 2, "count/min"))
    for i in range(24):
        found.append(("respiratoryRate", "Watch", moment(600 * i + 2), moment(600 * i + 3), 10 + i / 3, "count/min"))
    for i in range(12):
        found.append(("weight", "Scale", moment(1440 * i), moment(1440 * i), 150 + i, "lb"))
    return found


def second_person():
    return [("steps", "Watch", moment(60 * i), moment(60 * i + 5), i + 1, "count") for i in range(48)]


EXPORT = """<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
<ExportDate value="2024-02-01 00:00:00 +0000"/>
<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2024-01-02 22:00:00 +0000" \
endDate="2024-01-03 05:00:00 +0000" value="HKCategoryValueSleepAnalysisAsleepCore">
<MetadataEntry key="HKTimeZone" value="Europe/Berlin"/></Record>
<Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" creationDate="2024-01-02 08:00:05 +0000" \
startDate="2024-01-02 08:00:00 +0000" endDate="2024-01-02 08:00:00 +0000" value="120"/>
<Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" startDate="2024-01-02 08:00:00 +0000" \
endDate="2024-01-02 08:00:00 +0000">
<Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" creationDate="2024-01-02 08:00:05 +0000" \
startDate="2024-01-02 08:00:00 +0000" endDate="2024-01-02 08:00:00 +0000" value="120"/></Correlation>
<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" \
device="&lt;&lt;HKDevice: 0x1&gt;, name:Watch7, hardware:W7&gt;" startDate="2024-01-04 07:00:00 +0000" endDate="2024-01-04 07:30:00 +0000"/>
<ActivitySummary dateComponents="2024-01-04" activeEnergyBurned="410" activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="Cal" \
appleExerciseTime="30" appleExerciseTimeGoal="30" appleStandHours="11" appleStandHoursGoal="12"/>
</HealthData>
"""


# Expected answers

def by_day(samples):
    days = collections.defaultdict(list)
    for sample in samples:
        days[sample[2].strftime("%Y-%m-%d")].append(sample[4])
    return days


def expected_answers(version):
    """Returns each query with its rows: the first column, and the numbers after it."""
    imported = known_samples()
    steps = [sample for sample in imported if sample[0] == "steps"] + [("steps", "Hand", datetime(2024, 2, 1), None, 12, "count")]
    rates = [sample for sample in imported if sample[0] == "heartRate" and sample[2].strftime("%Y-%m-%d") != "2024-01-03"]
    breaths = [sample for sample in imported if sample[0] == "respiratoryRate"]
    sources = collections.Counter()
    for sample in steps:
        sources[sample[1]] += sample[4]
    only = "" if version < 5 else ' where person is ""'
    answers = {
        "sum steps by day": {day: [sum(values)] for day, values in by_day(steps).items()},
        "count, min, max heartRate by day": {
            day: [len(values), min(values), max(values)] for day, values in by_day(rates).items()},
        "count respiratoryRate, min respiratoryRate, max respiratoryRate by day": {
            day: [len(values), min(values), max(values)] for day, values in by_day(breaths).items()},
        "count weight by day": {day: [len(values)] for day, values in by_day(s for s in imported if s[0] == "weight").items()},
        "duration sleepAnalysis in h by day": {"2024-01-02": [2], "2024-01-03": [5]},
        "count workouts by day": {"2024-01-04": [1]},
        "max bloodPressureSystolic by day": {"2024-01-02": [120]},
    }
    if version >= 5:
        answers = {query.replace(" by day", f"{only} by day"): rows for query, rows in answers.items()}
        answers["sum steps where person is P02 by day"] = {day: [sum(values)] for day, values in by_day(second_person()).items()}
    return answers


def ask(program, store, query):
    text = program.run(store, "--read-only", "--zone", "UTC", "--format", "csv", "-c", query)
    lines = list(csv.DictReader(io.StringIO(text)))
    found = {}
    for line in lines:
        numbers = [float(value) for name, value in line.items() if re.match(r"(sum|count|min|max|average|duration)\b", name) and value]
        if any(numbers):
            found[line["start"][:10]] = numbers
    return found


def check_answers(program, store, version):
    for query, expected in expected_answers(version).items():
        found = ask(program, store, query)
        same = found.keys() == expected.keys() and all(
            len(found[day]) == len(expected[day]) and all(math.isclose(a, b, rel_tol=1e-12) for a, b in zip(found[day], expected[day]))
            for day in expected)
        if not same:
            raise Failure(f"version {version}, {query}:\n{found}\nexpected:\n{expected}")


def check_samples(program, store, version):
    """Compares the samples that the reader in Python finds with those that were imported."""
    opened = reader.Store(program.file(store))
    found = collections.Counter(
        (sample.person, sample.metric.split("Identifier")[-1], opened.sources[sample.source], sample.start, sample.end)
        for sample in opened.samples())
    deletions = opened.deletions()
    opened.close()
    names = {"steps": "StepCount", "heartRate": "HeartRate", "respiratoryRate": "RespiratoryRate", "weight": "BodyMass"}
    expected = collections.Counter()

    def add(person, sample):
        kind, source, start, end = sample[:4]
        expected[(person, names.get(kind, kind), source, int(start.timestamp() * 1000), int(end.timestamp() * 1000))] += 1

    gone = [sample for sample in known_samples() if sample[0] == "heartRate" and sample[2].strftime("%Y-%m-%d") == "2024-01-03"]
    for sample in known_samples():
        if sample not in gone:
            add("", sample)
    for sample in second_person() if version >= 5 else []:
        add("P02", sample)
    add("", ("steps", "Hand", datetime(2024, 2, 1, 8, tzinfo=timezone.utc), datetime(2024, 2, 1, 8, 10, tzinfo=timezone.utc)))
    add("", ("SleepAnalysis", "Watch", datetime(2024, 1, 2, 22, tzinfo=timezone.utc), datetime(2024, 1, 3, 5, tzinfo=timezone.utc)))
    pressure = datetime(2024, 1, 2, 8, tzinfo=timezone.utc)
    add("", ("BloodPressureSystolic", "Cuff", pressure, pressure))
    if found != expected:
        raise Failure(f"version {version}: {difference(found, expected)}")
    if version >= 3 and len(deletions) != len(gone):
        raise Failure(f"version {version}: {len(deletions)} deletions, expected {len(gone)}")


# Making

def make(program, old_blocks):
    shutil.rmtree(versions.GOLDEN, ignore_errors=True)
    os.makedirs(versions.GOLDEN)
    header = ["type", "source", "start", "end", "value", "unit"]
    for name, samples, extra in (("first", known_samples(), []), ("second", second_person(), ["person"])):
        with open(program.file(f"{name}.csv"), "w", newline="") as file:
            table = csv.writer(file)
            table.writerow([*header, *extra])
            for kind, source, start, end, value, unit in samples:
                times = [time.strftime("%Y-%m-%dT%H:%M:%SZ") for time in (start, end)]
                table.writerow([kind, source, *times, value, unit, *(["P02"] if extra else [])])
    with open(program.file("export.xml"), "w") as file:
        file.write(EXPORT)
    program.run("one", "import", program.file("first.csv"))
    program.run("one", "import", program.file("export.xml"))
    program.run("one", *ZONE)
    for statement in CHANGES:
        program.run("one", "--zone", "UTC", "-c", statement)
    versions.execute(program.file("one"), "UPDATE undoStep SET token = 0, time = 1704067200000")
    program.copy("one", "two")
    program.run("two", "--zone", "UTC", "import", program.file("second.csv"))
    versions.execute(program.file("two"), "UPDATE undoStep SET token = 0, time = 1704067200000")
    dump(program, "two", 7)
    for version in VERSIONS[:-1]:
        write_definitions(version)
    for version in VERSIONS:
        source = "one" if version < 5 else "two"
        program.copy(source, "source")
        if version < 4:
            subprocess.run([old_blocks, program.file("source")], check=True, capture_output=True)
        elif version < 7:
            # Blocks of heart rates keep the first format.
            mixed(program, old_blocks)
        versions.downgrade(program.file("source"), program.file("golden"), version)
        dump(program, "golden", version)


def mixed(program, old_blocks):
    program.copy("source", "old")
    subprocess.run([old_blocks, program.file("old")], check=True, capture_output=True)
    versions.execute(program.file("source"), f"""
        ATTACH '{program.file("old")}' AS old;
        UPDATE blockContent SET bytes = (SELECT bytes FROM old.blockContent o WHERE o.block = blockContent.block)
            WHERE block IN (SELECT id FROM block WHERE metric IN (SELECT id FROM metric WHERE identifier LIKE '%HeartRate'));
        INSERT INTO oldBlock SELECT id FROM block WHERE metric IN (SELECT id FROM metric WHERE identifier LIKE '%HeartRate');
        """)


def write_definitions(version):
    """Writes the tables of a version for `downgrade`."""
    if version <= 4:
        with open(os.path.join(os.path.dirname(versions.GOLDEN), "format4.sql")) as file:
            text = file.read()
        later = {4: [], 3: ["oldBlock"], 2: ["oldBlock", "deletion"],
                 1: ["oldBlock", "deletion", "quarterMetric", "quarterStale", "quarterChunk", "quarterPart"]}[version]
    else:
        with open(os.path.join(versions.GOLDEN, "version7.sql")) as file:
            text = file.read()
        later = ["undoStep", "earlierSample"] + re.findall(r"CREATE TABLE (earlier_\w+)", text)
    kept = [statement for statement in versions.STATEMENT.findall(text)
            if not re.match(rf"CREATE TABLE \"?({'|'.join(later) or '-'})\"? ", statement)
            and not (version in (5, 6) and ("TRIGGER" in statement[:20] or "earlierSample" in statement))]
    if version == 5:
        kept = [re.sub(r", count INTEGER NOT NULL DEFAULT 1", "", statement) for statement in kept]
    with open(os.path.join(versions.GOLDEN, f"version{version}.sql"), "w") as file:
        file.write("\n".join(kept) + "\n")


def dump(program, store, version):
    if version > 1 and store == "golden":
        # Quarter hours that are all stale, as before they are first made.
        versions.execute(program.file(store), """
            INSERT OR IGNORE INTO quarterMetric SELECT id, 0x54510002 FROM metric WHERE identifier LIKE '%StepCount' AND id < 5;
            INSERT OR IGNORE INTO quarterStale SELECT metric, -10248191152061, 10248191152060 FROM quarterMetric;
            """)
    database = sqlite3.connect(program.file(store))
    lines = [line for line in database.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;")]
    database.close()
    with open(os.path.join(versions.GOLDEN, f"version{version}.sql"), "w") as file:
        file.write(f"PRAGMA page_size = 8192;\nPRAGMA journal_mode = WAL;\nPRAGMA application_id = 1415670905;\nPRAGMA user_version = {version};\n"
                   "BEGIN TRANSACTION;\n" + "\n".join(lines) + "\nCOMMIT;\n")


# Testing

def build(program, version, store):
    program.remove(store)
    with open(os.path.join(versions.GOLDEN, f"version{version}.sql")) as file:
        versions.execute(program.file(store), file.read())
    # doctor reports files that other users can open.
    os.chmod(program.file(store), 0o600)


def digest(program, store):
    with open(program.file(store), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def test(program):
    for version in VERSIONS:
        build(program, version, "store")
        before, bytes = program.contents("store"), digest(program, "store")
        check_samples(program, "store", version)
        check_answers(program, "store", version)
        program.run("store", "--read-only", "doctor")
        if f"format  {version}\n" not in program.run("store", "info"):
            raise Failure(f"version {version}: info tells another format")
        if digest(program, "store") != bytes:
            raise Failure(f"version {version}: reading changed the file")
        program.run("store", "doctor", "--upgrade")
        if versions.query(program.file("store"), "PRAGMA user_version") != [(7,)]:
            raise Failure(f"version {version}: not upgraded")
        if program.contents("store") != before:
            raise Failure(f"version {version}, upgraded: {difference(program.contents('store'), before)}")
        formats = versions.query(program.file("store"), "SELECT DISTINCT hex(substr(bytes, 1, 4)) FROM blockContent")
        if formats != [("02004254",)]:
            raise Failure(f"version {version}, upgraded: formats {formats}")
        check_answers(program, "store", max(version, 1))
        program.run("store", "doctor")
        if version < 7:
            # The tables must be those of a new store.
            if tables(program, "store") != tables(program, new_store(program)):
                raise Failure(f"version {version}, upgraded: other tables than those of a new store")
    build(program, 7, "newer")
    versions.execute(program.file("newer"), "PRAGMA user_version = 8")
    bytes = digest(program, "newer")
    for arguments in (["-c", "sum steps by day"], ["--read-only", "info"], ["doctor"], ["doctor", "--upgrade"], ["undo", "--yes"],
                      ["import", program.file("newer")], ["-c", "delete samples of steps confirmed"]):
        done = program.attempt("newer", *arguments)
        if done.returncode != 3 or "8" not in done.stderr or "newer" not in done.stderr or digest(program, "newer") != bytes:
            raise Failure(f"a newer version, {arguments}: exit {done.returncode}\n{done.stderr}")
    print("golden stores of versions 1 to 7: right answers when read and when upgraded; a newer version is refused unchanged")


def tables(program, store):
    """The columns and indexes of each table, however its statement is written."""
    found = {}
    for kind, name, table in versions.query(program.file(store), "SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"):
        columns = versions.query(program.file(store), f"SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info('{name}')")
        found[name] = (kind, table, columns)
    return found


def new_store(program):
    if not program.exists("new"):
        program.run("new", "-c", "set store zone = UTC")
    return "new"


def main():
    program = Program(sys.argv[1])
    try:
        if "--make" in sys.argv:
            make(program, os.path.abspath(sys.argv[3]))
        else:
            test(program)
    except Failure as failure:
        sys.exit(f"FAILED {failure}\nthe stores are in {program.folder}")
    shutil.rmtree(program.folder)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Golden stores of all versions: Tally reads them, upgrades them, and refuses newer ones.

    golden.py PROGRAM               tests the stores in Golden
    golden.py PROGRAM --make        makes the newest one from the one before it

The expected answers are worked out here from the same samples, in Python. Tally is not asked for them.

The tables of version 4 are those that the program of that version wrote. Older versions lack the tables that a migration added. Blocks have
the first format up to version 3, and both formats in versions 4 to 6. Stores of older versions are never made again.
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
import struct
import sys
from datetime import datetime, timedelta, timezone

import reader
import versions
from stores import Failure, Program, contents, difference

NEWEST = 8
VERSIONS = range(1, NEWEST + 1)
BEGIN = datetime(2024, 1, 1, tzinfo=timezone.utc)
# After the import: 12 steps from "Hand" on 2024-02-01 at 08:00, a goal, an order of sources and a limit, and the heart rates of the third day
# were deleted. An export added a night with a zone, a blood pressure, a run and a day of rings.


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
    if version >= 8:
        opened = reader.Store(program.file(store))
        found = [(series.times, {name: column and [str(number) for number in column] for name, column in series.columns.items()})
                 for series in opened.series()]
        opened.close()
        times, columns = route()
        if found != [(times, {name: column and [str(number) for number in column] for name, column in columns.items()})]:
            raise Failure(f"version {version}: the route differs")
    if version >= 3 and len(deletions) != len(gone):
        raise Failure(f"version {version}: {len(deletions)} deletions, expected {len(gone)}")


# Making

POINTS = 300
HALVES = [("2024-01-04 07:00", "2024-01-04 07:15", "A"), ("2024-01-04 07:15", "2024-01-04 07:30", "B")]


def route():
    """A route of a point every 6 seconds, to the north, of which the speed of the first point and all accuracies are unknown."""
    start = int(datetime(2024, 1, 4, 7, tzinfo=timezone.utc).timestamp() * 1000)
    times = [start + 6000 * i for i in range(POINTS)]
    columns = {"latitude": [i / 8192 for i in range(POINTS)], "longitude": [0.5] * POINTS, "altitude": [10 + i % 7 / 4 for i in range(POINTS)],
               "speed": [math.nan] + [2.25] * (POINTS - 1), "course": [0.0] * POINTS, "horizontalAccuracy": None, "verticalAccuracy": None}
    return times, columns


def packed_series(times, columns):
    """The bytes of a series, as StoreFormat.md describes them: codes of 64 bits, and doubles."""
    groups = (len(times) + 255) // 256
    parts = [bytes(8) + struct.pack("<qQq", 0, 1, 0) + bytes([64] * groups) + struct.pack(f"<{len(times)}q", *times) + bytes(8)]
    parts += [b"\xff" + struct.pack(f"<{len(column)}d", *column) if column else b"" for column in columns.values()]
    content = struct.pack("<Q", reader.SERIES) + b"".join(struct.pack("<Q", len(part)) + part for part in parts)
    return struct.pack("<Q", reader.checksum(content)) + content


def make(program):
    """Adds two parts and a route to the workout of the version before. Tally makes only the tables, not the rows."""
    build(program, NEWEST - 1, "golden")
    program.run("golden", "doctor", "--upgrade")
    (number, metadata), = versions.query(program.file("golden"), "SELECT number, (SELECT min(id) FROM metadataSet) FROM workout")
    database = sqlite3.connect(program.file("golden"))
    for place, (start, end, uuid) in enumerate(HALVES):
        times = [int(datetime.fromisoformat(text + "+00:00").timestamp() * 1000) for text in (start, end)]
        database.execute("INSERT INTO workoutActivity VALUES (?, ?, ?, 'HKWorkoutActivityTypeRunning', ?, ?, 870.5, ?)",
                         [number, place, uuid, *times, metadata])
        database.execute("INSERT INTO activityStatistic VALUES (?, ?, ?, 'HKQuantityTypeIdentifierDistanceWalkingRunning', 2.5, NULL, NULL, NULL, 'km')",
                         [number, place, place])
        database.execute("INSERT INTO activityEvent VALUES (?, ?, ?, 'HKWorkoutEventTypeLap', ?, ?)", [number, place, place, *times])
    times, columns = route()
    database.execute("INSERT INTO workoutRoute VALUES (?, 0, '/workout-routes/route_2024-01-04_7.30am.gpx')", [number])
    database.execute("INSERT INTO series VALUES (?, 1, 0, '/workout-routes/route_2024-01-04_7.30am.gpx', ?, ?, ?, ?)",
                     [number, len(times), times[0], times[-1], packed_series(times, columns)])
    # The triggers keep rows for a change that did not happen.
    database.execute("DELETE FROM earlier_series")
    database.commit()
    lines = [line for line in database.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;")]
    database.close()
    with open(os.path.join(versions.GOLDEN, f"version{NEWEST}.sql"), "w") as file:
        file.write(f"PRAGMA page_size = 8192;\nPRAGMA journal_mode = WAL;\nPRAGMA application_id = 1415670905;\n"
                   f"PRAGMA user_version = {NEWEST};\nBEGIN TRANSACTION;\n" + "\n".join(lines) + "\nCOMMIT;\n")


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
        if versions.query(program.file("store"), "PRAGMA user_version") != [(NEWEST,)]:
            raise Failure(f"version {version}: not upgraded")
        if program.contents("store") != before:
            raise Failure(f"version {version}, upgraded: {difference(program.contents('store'), before)}")
        formats = versions.query(program.file("store"), "SELECT DISTINCT hex(substr(bytes, 1, 4)) FROM blockContent")
        if formats != [("02004254",)]:
            raise Failure(f"version {version}, upgraded: formats {formats}")
        check_answers(program, "store", max(version, 1))
        program.run("store", "doctor")
        if version < NEWEST:
            # The tables must be those of a new store.
            if tables(program, "store") != tables(program, new_store(program)):
                raise Failure(f"version {version}, upgraded: other tables than those of a new store")
    build(program, NEWEST, "newer")
    versions.execute(program.file("newer"), f"PRAGMA user_version = {NEWEST + 1}")
    bytes = digest(program, "newer")
    for arguments in (["-c", "sum steps by day"], ["--read-only", "info"], ["doctor"], ["doctor", "--upgrade"], ["undo", "--yes"],
                      ["import", program.file("newer")], ["-c", "delete samples of steps confirmed"]):
        done = program.attempt("newer", *arguments)
        if done.returncode != 3 or str(NEWEST + 1) not in done.stderr or "newer" not in done.stderr or digest(program, "newer") != bytes:
            raise Failure(f"a newer version, {arguments}: exit {done.returncode}\n{done.stderr}")
    print(f"golden stores of versions 1 to {NEWEST}: right answers when read and when upgraded; a newer version is refused unchanged")


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
            make(program)
        else:
            test(program)
    except Failure as failure:
        sys.exit(f"FAILED {failure}\nthe stores are in {program.folder}")
    shutil.rmtree(program.folder)


if __name__ == "__main__":
    main()

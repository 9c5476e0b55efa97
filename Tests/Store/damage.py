#!/usr/bin/env python3
"""Plants damages in a sound store, one at a time. `tally doctor` must name each, and queries must not answer wrong numbers.

    damage.py PROGRAM [--every 6 | NAME…]       all damages, each sixth, or some

For each damage, the output of doctor must match a pattern that names this damage, with exit code 3. Queries give the right answer or an error.
The damages with `silent` change an answer without an error: an ordinary query cannot see them without reading the whole store. Damages with
`repair` must be gone after the advice of doctor was followed.
"""

import os
import re
import shutil
import sqlite3
import struct
import sys

import golden
import reader
import versions
from stores import Failure, Program

QUERIES = [
    "sum steps by day", "sum steps by day sources raw", "count steps by source sources raw", "min heartRate, max heartRate, count heartRate by day",
    "samples of weight", "samples of bloodPressureSystolic", "duration sleepAnalysis by day", "samples of workouts",
    "count heartRate where value > 100 by day", 'progress steps on 2024-01-04 where person is ""',
]
BEGIN_QUARTERS = """
    UPDATE quarterMetric SET format = 0x54510002;
    INSERT OR REPLACE INTO quarterMetric SELECT id, 0x54510002 FROM metric WHERE identifier LIKE '%StepCount' AND person = 1;
    INSERT OR REPLACE INTO quarterStale SELECT metric, -10248191152061, 10248191152060 FROM quarterMetric;
    """
STEPS = "(SELECT id FROM metric WHERE identifier = 'HKQuantityTypeIdentifierStepCount' AND person = 1)"
STEPS_BLOCK = f"(SELECT id FROM block WHERE metric = {STEPS})"
DAMAGES = []


def damage(name, pattern, silent="", repair=None):
    def add(plant):
        DAMAGES.append((name, pattern, plant, silent, repair))
        return plant
    return add


def sql(name, pattern, text, silent="", repair=None):
    damage(name, pattern, silent, repair)(lambda path: versions.execute(path, text))


def forget(path):
    """Triggers keep rows before they change. A damage does not come from a change, so it leaves no such rows."""
    for (table,) in versions.query(path, "SELECT name FROM sqlite_master WHERE name GLOB 'earlier_*' AND type = 'table'"):
        versions.execute(path, f"DELETE FROM {table} WHERE change = (SELECT value + 1 FROM counter WHERE name = 'changeNumber')")


# Bytes of the file

def overwrite(path, offset, data):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(data)


@damage("the header is overwritten", r"not a (store|database)|not an SQLite")
def header(path):
    overwrite(path, 0, b"no header at all")


sql("another application id", r"(other|another|different|not a) .*(program|database|store)", "PRAGMA application_id = 7")
sql("a newer version", r"newer", "PRAGMA user_version = 9")
sql("version 0", r"older|version 0|format 0", "PRAGMA user_version = 0")
sql("a version that is too low", r"the table `series` does not belong to a store", "PRAGMA user_version = 7")


@damage("a truncated file", r"malformed|can't be read|never used|too short|disk image")
def truncated(path):
    os.truncate(path, os.path.getsize(path) * 2 // 3 // 8192 * 8192)


def page_of(path, name):
    return versions.query(path, f"SELECT rootpage FROM sqlite_master WHERE name = '{name}'")[0][0]


@damage("a page of samples is zeroed", r"can't be read|btreeInitPage|malformed|Tree \d+|no content")
def zeroed(path):
    overwrite(path, (page_of(path, "blockContent") - 1) * 8192, bytes(8192))


@damage("a page of the deletions is overwritten", r"the table `deletion` can't be read|btreeInitPage|Tree \d+")
def noise(path):
    overwrite(path, (page_of(path, "deletion") - 1) * 8192, bytes(range(1, 255)) * 32)


@damage("an index is emptied", r"missing from index|wrong # of entries in index workoutByStart",
        silent="SQLite trusts an index, and only an integrity check compares it")
def emptied_index(path):
    page = (page_of(path, "workoutByStart") - 1) * 8192
    overwrite(path, page + 3, b"\0\0")


@damage("other users can open the file", r"other users can open `.*/store`. Run `chmod 600`", repair="chmod")
def mode(path):
    os.chmod(path, 0o644)


@damage("the log of another store", r"malformed|can't be read|does not belong|differs|is missing|checksum|Tree \d+|never used",
        silent="SQLite adds any log with right checksums to the file")
def foreign_log(path):
    other = path + "-other"
    shutil.copy(path, other)
    database = sqlite3.connect(other, isolation_level=None)
    database.executescript("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; DROP TABLE deletion; DROP TABLE workoutRoute;"
                           "CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('x')")
    shutil.copy(other + "-wal", path + "-wal")
    database.close()
    os.remove(other)


# Tables

for table in ("blockSource", "deletion", "setting", "workoutEvent", "unit", "quarterPart", "undoStep", "counter", "earlierSample", "series",
              "activityEvent"):
    sql(f"the table {table} is missing", rf"the table `{table}` is missing|no such table: {table}", f"DROP TABLE {table}")
sql("an index is missing", r"the index `freshSampleByStart` is missing", "DROP INDEX freshSampleByStart")
sql("a trigger is missing", r"the trigger `earlier_setting_update` is missing", "DROP TRIGGER earlier_setting_update")
sql("a trigger is changed", r"the trigger `earlier_source_update` differs", "DROP TRIGGER earlier_source_update; CREATE TRIGGER "
    "earlier_source_update AFTER UPDATE OF name ON source BEGIN DELETE FROM setting; END")
sql("a column is missing", r"the table `origin` differs", "ALTER TABLE origin DROP COLUMN software")
sql("a table that is not Tally's", r"the table `note` does not belong to a store", "CREATE TABLE note (text TEXT)")
sql("a trigger that is not Tally's", r"the trigger `thief` does not belong to a store",
    "CREATE TRIGGER thief AFTER INSERT ON freshSample BEGIN DELETE FROM setting; END")
sql("a migration is missing", r"`grdb_migrations` does not fit version 8", "DELETE FROM grdb_migrations WHERE identifier = '5'")
sql("a counter is missing", r"the counter `nextNumber` is missing", "DELETE FROM counter WHERE name = 'nextNumber'")
sql("a counter is negative", r"the counter `changeNumber` is -3", "UPDATE counter SET value = -3 WHERE name = 'changeNumber'")


# Blocks

def rewrite(path, change, block=STEPS_BLOCK):
    (id, count, data), = versions.query(path, f"SELECT id, count, bytes FROM block JOIN blockContent ON block = id WHERE id = {block}")
    database = sqlite3.connect(path)
    database.execute("UPDATE blockContent SET bytes = ? WHERE block = ?", [bytes(change(bytearray(data), count)), id])
    database.commit()
    database.close()


def sealed(data):
    data[152:160] = struct.pack("<Q", reader.checksum(bytes(data[:152])))
    return data


def with_column(data, name, column):
    """Returns the block with other bytes of a column and right checksums."""
    place = 8 + 16 * reader.COLUMNS.index(name)
    data[place:place + 16] = struct.pack("<IIQ", len(data), len(column), reader.checksum(column))
    return sealed(data + column)


def packed(integers):
    groups = (len(integers) + 255) // 256
    return bytes(8) + struct.pack("<qQq", 0, 1, 0) + bytes([64] * groups) + struct.pack(f"<{len(integers)}q", *integers) + bytes(8)


def changing(name, change):
    """Plants another column whose bytes and checksums are right."""
    def plant(path):
        def rewritten(data, count):
            column = reader.block(bytes(data), count)
            rows = list(column[name])
            change(rows)
            if name == "value":
                return with_column(data, name, b"\xff" + struct.pack(f"<{count}d", *rows))
            if name == "end":
                rows = [end - start for start, end in zip(column["start"], rows)]
            return with_column(data, name, packed(rows))
        rewrite(path, rewritten)
    return plant


def put(index, value):
    def change(rows):
        rows[index] = value(rows) if callable(value) else value
    return change


BLOCK = r"stepCount: block \d+: "


def flipped(place):
    def change(data, count):
        data[place(data)] ^= 16
        return data
    return lambda path: rewrite(path, change)


damage("a flipped bit in values", BLOCK + "its checksum does not match")(flipped(lambda data: struct.unpack_from("<I", data, 40)[0] + 60))
damage("a flipped bit in numbers", BLOCK + "its checksum does not match")(flipped(lambda data: struct.unpack_from("<I", data, 136)[0] + 9))
damage("a flipped bit in the head of a block", BLOCK + "its checksum does not match")(flipped(lambda data: 20))
damage("an empty block", BLOCK + "its content is invalid")(lambda path: rewrite(path, lambda data, count: b""))
damage("a shortened block", BLOCK + "its (content|checksum)")(lambda path: rewrite(path, lambda data, count: data[:-40]))
damage("an unknown format of a block", BLOCK + "its format is unknown")(
    lambda path: rewrite(path, lambda data, count: sealed(bytearray(b"\x09") + data[1:])))
damage("starts out of order", BLOCK + "its content is invalid")(changing("start", put(5, lambda rows: rows[3])))
damage("an end before its start", BLOCK + "its content is invalid")(changing("end", put(5, lambda rows: rows[5] - 3_600_000_000)))
damage("a changed value", BLOCK + "its statistics do not match its samples",
       silent="its checksum is right")(changing("value", put(7, 1e6)))
damage("a value that is not a number", BLOCK + "its statistics do not match its samples", silent="its checksum is right")(
    changing("value", put(7, float("nan"))))
for name in ("unit", "origin", "source", "metadata"):
    damage(f"an unknown {name} in a block", BLOCK + "it refers to a missing source, device, unit or metadata set",
           silent="" if name == "source" else "the samples do not need it")(changing(name, put(9, 999)))
damage("a number that is used twice", BLOCK + "sample numbers are out of range or occur twice", silent="numbers do not count in queries")(
    changing("number", put(9, lambda rows: rows[8])))
damage("a sample that occurs twice", BLOCK + "(its samples are out of order or occur twice|its statistics)", silent="its checksum is right")(
    changing("start", put(1, lambda rows: rows[0])))
sql("a block without content", BLOCK + "it has no content", f"DELETE FROM blockContent WHERE block = {STEPS_BLOCK}")
sql("content without a block", r"`blockContent`: 1 row refers to a missing row of `block`", "INSERT INTO blockContent VALUES (999, x'00')")
sql("a wrong count of a block", BLOCK + "its content is invalid", f"UPDATE block SET count = count + 1 WHERE id = {STEPS_BLOCK}")
sql("a wrong first start", BLOCK + "it does not match its entry", f"UPDATE block SET firstStart = firstStart - 1 WHERE id = {STEPS_BLOCK}")
sql("a wrong last start", BLOCK + "it does not match its entry", f"UPDATE block SET lastStart = lastStart + 1 WHERE id = {STEPS_BLOCK}")
sql("a wrong latest end", BLOCK + "its statistics do not match its samples", f"UPDATE block SET greatestEnd = firstStart WHERE id = {STEPS_BLOCK}",
    silent="queries leave out blocks by it")
sql("a wrong maximum", r"heartRate: block \d+: its statistics do not match its samples",
    "UPDATE block SET maximum = minimum WHERE metric = (SELECT id FROM metric WHERE identifier LIKE '%HeartRate')",
    silent="queries leave out blocks by it")
sql("a wrong count of a source", BLOCK + "its statistics do not match its samples", "UPDATE blockSource SET count = count + 1 WHERE source = 1")
sql("a wrong sum of a source", BLOCK + "its statistics do not match its samples", f"UPDATE blockSource SET sum = 0 WHERE block = {STEPS_BLOCK}")
sql("a source of a block with another metric", r"`blockSource`: 1 row with another metric than",
    f"UPDATE blockSource SET metric = 99 WHERE block = {STEPS_BLOCK} AND source = 1")
sql("a span that is too short", BLOCK + "its time span is longer than the limit", f"UPDATE metric SET reach = 0 WHERE id = {STEPS}",
    silent="queries find blocks by it")
sql("blocks swapped", BLOCK + "its content is invalid|does not match its entry",
    f"UPDATE blockContent SET bytes = (SELECT bytes FROM blockContent WHERE block <> {STEPS_BLOCK} LIMIT 1) WHERE block = {STEPS_BLOCK}")
sql("a new block in the list of old ones", r"`oldBlock`: 1 row with a block of the newest format",
    f"INSERT INTO oldBlock VALUES ({STEPS_BLOCK})")


@damage("overlapping blocks", BLOCK + "it starts before the previous block ends", silent="its checksum is right")
def overlapping(path):
    database = sqlite3.connect(path)
    (id, metric, first, last, end, count, least, most, data), = database.execute(
        f"SELECT id, metric, firstStart, lastStart, greatestEnd, count, minimum, maximum, bytes FROM block JOIN blockContent ON block = id "
        f"WHERE id = {STEPS_BLOCK}").fetchall()
    columns = reader.block(data, count)
    data = with_column(bytearray(data), "start", packed([start + 1 for start in columns["start"]]))
    data = with_column(data, "number", packed([number + 100_000 for number in columns["number"]]))
    database.execute("INSERT INTO block VALUES (900, ?, ?, ?, ?, ?, ?, ?, 100001, 200000)", [metric, first + 1, last + 1, end + 1, count, least, most])
    database.execute("INSERT INTO blockContent VALUES (900, ?)", [bytes(data)])
    database.execute("UPDATE counter SET value = 200001 WHERE name = 'nextNumber'")
    database.commit()
    database.close()


# Fresh samples, names, persons

FRESH = "(SELECT number FROM freshSample LIMIT 1)"
sql("a fresh sample that ends before it starts", r"`freshSample`: 1 row with an end before the start", f"UPDATE freshSample SET \"end\" = start - 1 WHERE number = {FRESH}",
    silent="the row has no checksum")
sql("a fresh sample before the last block", r"stepCount: fresh samples start before the last block ends",
    f"UPDATE freshSample SET start = 1704100000000, \"end\" = 1704100000000 WHERE number = {FRESH}", silent="the row has no checksum")
sql("a fresh sample of a missing source", r"`freshSample`: 1 row refers to a missing row of `source`", "UPDATE freshSample SET source = 99")
sql("a fresh sample of a missing metric", r"`freshSample`: 1 row refers to a missing row of `metric`", "UPDATE freshSample SET metric = 99",
    silent="nothing asks for that metric")
sql("a number beyond the counter", r"sample numbers are out of range or occur twice", "UPDATE counter SET value = 5 WHERE name = 'nextNumber'")
sql("a gap in the ids of sources", r"the ids of sources, devices or units are not in order", "PRAGMA foreign_keys = OFF; UPDATE source SET id = 99 WHERE id = 2")
sql("a missing source", r"not in order|missing row of `source`", "DELETE FROM source WHERE id = (SELECT max(id) FROM source)")
sql("a source of another person", r"its samples are from a source of another person",
    "UPDATE source SET person = 2 WHERE name = 'Phone'", silent="the row has no checksum")
sql("a source without a person", r"`source`: 1 row with a name and without a person",
    "UPDATE source SET person = NULL WHERE name = 'Scale'", silent="the row has no checksum")
sql("a device of a missing source", r"`origin`: \d+ rows? refers? to (a )?missing rows? of `source`", "UPDATE origin SET source = 99")
sql("damaged metadata", r"`metadataSet`: the content of set 1 is invalid", "UPDATE metadataSet SET content = x'05414243' WHERE id = 1")
sql("a wrong hash of metadata", r"`metadataSet`: the hash of set 1", "UPDATE metadataSet SET hash = hash + 1 WHERE id = 1")
sql("missing metadata", r"it refers to a missing source, device, unit or metadata set", "DELETE FROM metadataSet", silent="sums do not need it")
sql("a missing person", r"`metric`: \d+ rows? refers? to (a )?missing rows? of `person`", "DELETE FROM person WHERE id = 1", silent="nothing asks for that person")
sql("a person with an unknown zone", r"P02: the time zone `Mars/Base` is not known", "UPDATE person SET zone = 'Mars/Base' WHERE name = 'P02'")


# Settings and records

def setting(name, value, pattern, **more):
    sql(f"the setting {name} is damaged", pattern, f"INSERT OR REPLACE INTO setting VALUES ('{name}', '{value}')", **more)


setting("zone", "Europe/Atlantis", r"the time zone `Europe/Atlantis` is not known", silent="the zone of the computer is used")
setting("keptDeletions", "many", r"`setting`: the value of `keptDeletions` is invalid")
setting("undoSteps", "-4", r"`setting`: the value of `undoSteps` is invalid")
setting("device state", "melted", r"`setting`: the value of `device state` is invalid")
setting("access/read/HKQuantityTypeIdentifierStepCount/app", "perhaps App", r"`setting`: the value of `access/read")
setting("kept write/000000001-X", "{", r"`setting`: the value of `kept write/000000001-X` is invalid")
setting("metrics", "1 ? 2", r"the definitions of metrics are invalid")
sql("a damaged goal", r"the value of the setting `goal of \w+` is invalid", "UPDATE personSetting SET value = 'many' WHERE name LIKE 'goal%'",
    silent="a goal that cannot be read counts as none")
sql("a gap in the order of sources", r"`sourcePriority`: 1 row with places", "UPDATE sourcePriority SET place = place + 3 WHERE place = 1")
sql("a workout that ends before it starts", r"`workout`: 1 row with an end before the start", "UPDATE workout SET \"end\" = start - 1000", silent="the row has no checksum")
sql("a workout with a missing device", r"`workout`: 1 row with a missing device", "UPDATE workout SET origin = 77", silent="sums do not need it")
sql("a workout of a missing source", r"`workout`: 1 row refers to a missing row of `source`", "UPDATE workout SET source = 77", silent="the row has no checksum")
sql("an event of a missing workout", r"`workoutEvent`: 1 row refers to a missing row of `workout`",
    "INSERT INTO workoutEvent VALUES (99999, 0, 'HKWorkoutEventTypePause', 0, 0)")
sql("a part that ends before it starts", r"`workoutActivity`: 1 row with an end before the start",
    "UPDATE workoutActivity SET \"end\" = start - 1000 WHERE place = 1")
sql("a part with missing metadata", r"`workoutActivity`: 1 row with a missing metadata set", "UPDATE workoutActivity SET metadata = 77 WHERE place = 0")
sql("a gap in the places of parts", r"`workoutActivity`: 1 row with places", "PRAGMA foreign_keys = OFF; UPDATE workoutActivity SET place = 5 WHERE place = 1")
sql("a statistic of a missing part", r"`activityStatistic`: 1 row refers to a missing row of `workoutActivity`",
    "UPDATE activityStatistic SET part = 7 WHERE place = 1")
sql("a series of a missing workout", r"`series`: 1 row of a missing workout", "UPDATE series SET owner = 99999")
sql("a series of an unknown kind", r"`series`: series 0 of workout \d+ is of the unknown kind 9", "UPDATE series SET kind = 9")
sql("a series with a damaged place", r"`series`: 1 row with places", "UPDATE series SET place = 3")
sql("a series with a wrong start", r"`series`: series 0 of workout \d+ does not match its entry", "UPDATE series SET start = start + 1")
sql("a series with a wrong count", r"`series`: series 0 of workout \d+: its content is invalid", "UPDATE series SET count = count + 1")
sql("damaged bytes of a series", r"`series`: series 0 of workout \d+: its checksum does not match",
    "UPDATE series SET bytes = substr(bytes, 1, 400)")
sql("a member of a missing correlation", r"`correlationMember`: 1 row refers to a missing row of `correlation`",
    "UPDATE correlationMember SET correlation = 99999")
sql("a summary of no day", r"`activitySummary`: 1 row with a day", "UPDATE activitySummary SET day = 'someday'", silent="the row has no checksum")


# Deletions, quarter hours, undo

sql("a deletion of a sample that is there", r"a deletion names a sample that still exists", "UPDATE deletion SET number = 1, count = 1")
sql("a deletion that was forgotten", r"`deletion`: \d+ rows? from before", "UPDATE counter SET value = 100000 WHERE name = 'lastForgottenDeletion'")
sql("a run of deletions without an end", r"a run of deletions has", "UPDATE deletion SET count = 9000000000")
sql("a deletion with the number of a sample", r"sample numbers are out of range or occur twice", "UPDATE deletion SET change = 3, number = 2")
sql("a wrong quarter hour", r"the part \w+ does not match the samples.*Run `tally doctor --repair`",
    "UPDATE quarterPart SET bytes = (SELECT bytes FROM quarterPart p WHERE p.part = 1 AND p.source <> quarterPart.source LIMIT 1) WHERE part = 1 "
    "AND source = 1", repair="doctor --repair", silent="its checksum is right")
sql("a damaged quarter hour", r"the part \w+ is missing or damaged", "UPDATE quarterPart SET bytes = substr(bytes, 1, 20) WHERE part = 0",
    repair="doctor --repair")
sql("a missing part of quarter hours", r"the part \w+ is missing or damaged", "DELETE FROM quarterPart WHERE part = 0", repair="doctor --repair")
sql("missing crossing samples", r"the samples that cross edges are missing or damaged", "DELETE FROM quarterPart WHERE part = 7",
    repair="doctor --repair")
sql("missing quarter hours", r"stepCount: the quarter-hour sums \d+ are missing", "DELETE FROM quarterPart; DELETE FROM quarterChunk",
    repair="doctor --repair")
sql("a damaged list of quarter hours", r"the list of quarter-hour sums -?\d+ is damaged", "UPDATE quarterChunk SET content = x'0102'",
    repair="doctor --repair")
sql("a mark that ends before it starts", r"`quarterStale`: 1 row with an end before the start", f"INSERT INTO quarterStale VALUES ({STEPS}, 10, 4)",
    repair="doctor --repair")
sql("quarter hours that nothing keeps", r"`quarterChunk`: \d+ rows? of a metric that keeps", "DELETE FROM quarterMetric",
    repair="doctor --repair")
sql("a step of the future", r"`undoStep`: \d+ rows? with changes or numbers", "UPDATE undoStep SET last = last + 1000000")
sql("steps that overlap", r"`undoStep`: \d+ rows? with changes of the next", "UPDATE undoStep SET last = (SELECT value FROM counter WHERE name = 'changeNumber')")
sql("damaged earlier samples", r"`earlierSample`: row \d+: its (checksum|content)", "UPDATE earlierSample SET bytes = substr(bytes, 1, 200)")
sql("earlier rows of the future", r"`earlier_setting`: \d+ rows? from a change", "UPDATE earlier_setting SET change = 1000000 + change")


# Testing

def ask(program, store, text):
    done = program.attempt(store, "--read-only", "--zone", "UTC", "--format", "csv", "-c", text)
    return done.returncode, done.stdout, done.stderr


def answers(program, store):
    """Returns the answer of each query, or its exit code."""
    code, found, _ = ask(program, store, "\n".join(QUERIES))
    if code == 0:
        return [found]
    results = [ask(program, store, query) for query in QUERIES]
    return [text if code == 0 else f"exit {code}" if code in (2, 3) else f"exit {code}: {told}" for code, text, told in results]


def wrong_answers(found, expected, single):
    """Returns the queries whose answers are neither right nor an error."""
    if len(found) == 1:
        return [] if found == expected else ["all"]
    return [query for query, a, b in zip(QUERIES, found, single) if a != b and not re.fullmatch(r"exit [23]", a)]


def check_doctor(program, store, name, pattern):
    done = program.attempt(store, "--read-only", "doctor")
    text = done.stdout + done.stderr
    if done.returncode != 3 or not re.search(pattern, text):
        raise Failure(f"{name}: exit {done.returncode}, expected 3 and {pattern}\n{text}")
    return text


def check_repair(program, store, name, way, expected):
    if way == "chmod":
        os.chmod(program.file(store), 0o600)
    else:
        program.run(store, *way.split())
    done = program.attempt(store, "doctor")
    if done.returncode != 0 or done.stdout != "no problems found\n":
        raise Failure(f"{name}: after {way}, doctor still finds:\n{done.stdout}{done.stderr}")
    if answers(program, store) != expected:
        raise Failure(f"{name}: after {way}, answers differ")


def main():
    program, wanted = Program(sys.argv[1]), sys.argv[2:]
    if wanted[:1] == ["--every"]:
        wanted = [name for name, *_ in DAMAGES[::int(wanted[1])]]
    golden.build(program, golden.NEWEST, "base")
    versions.execute(program.file("base"), BEGIN_QUARTERS)
    os.chmod(program.file("base"), 0o600)
    program.run("base", "doctor", "--repair")
    # A fresh sample, after all blocks.
    program.run("base", "-c", 'add 13 count steps for person "" from "Hand" at 2024-02-02 08:00 to 2024-02-02 08:10')
    if program.run("base", "doctor") != "no problems found\n":
        sys.exit("the sound store has findings")
    single = []
    for query in QUERIES:
        code, text, told = ask(program, "base", query)
        if code != 0:
            sys.exit(f"{query}: exit {code}\n{told}")
        single.append(text)
    expected = answers(program, "base")
    failures, silent, refused, patterns = [], [], 0, 0
    for name, pattern, plant, reason, repair in DAMAGES:
        if wanted and name not in wanted:
            continue
        program.copy("base", "store")
        try:
            plant(program.file("store"))
            try:
                forget(program.file("store"))
            except sqlite3.Error:
                # The damage is in these tables.
                pass
            check_doctor(program, "store", name, pattern)
            found = answers(program, "store")
            wrong = wrong_answers(found, expected, single)
            refused += any(a.startswith("exit") for a in found)
            if wrong and reason:
                silent.append(name)
            elif wrong:
                raise Failure(f"{name}: wrong answers of {wrong}")
            if repair:
                check_repair(program, "store", name, repair, expected)
            patterns += 1
        except Failure as failure:
            failures.append(str(failure))
            print(f"FAILED {failure}", flush=True)
    if failures:
        sys.exit(f"{len(failures)} of {len(DAMAGES)} damages failed; the stores are in {program.folder}")
    print(f"doctor names each of {patterns} damages; {refused} make a query fail, and these change an answer silently: {'; '.join(silent) or 'none'}")
    shutil.rmtree(program.folder)


main()

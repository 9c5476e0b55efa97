"""Databases of Health Connect. Rules: Import.md (Health Connect) and S1.2 of Statistics.md."""

import pathlib
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace

from model import Expected, Sample, at, change_rows, in_range

NAME, ZONE = "healthconnect", "UTC"
QUANTITY = "HKQuantityTypeIdentifier"
UNITS_OF_SUMS = {QUANTITY + "StepCount": ("sum", "count"), QUANTITY + "ActiveEnergyBurned": ("sum", "kcal")}
COMMON = ["row_id", "uuid", "last_modified_time", "app_info_id", "device_info_id", "recording_method"]
SPAN = ["start_time", "start_zone_offset", "end_time", "end_zone_offset"]
MOMENT = ["time", "zone_offset"]
# Tables of records: columns of times, column of the value, Apple's type, factor.
TABLES = {
    "steps_record_table": (SPAN, "count", QUANTITY + "StepCount", 1),
    "distance_record_table": (SPAN, "distance", QUANTITY + "DistanceWalkingRunning", 1),
    "active_calories_burned_record_table": (SPAN, "energy", QUANTITY + "ActiveEnergyBurned", 0.001),
    "total_calories_burned_record_table": (SPAN, "energy", "totalEnergyBurned", 0.001),
    "weight_record_table": (MOMENT, "weight", QUANTITY + "BodyMass", 0.001),
    "resting_heart_rate_record_table": (MOMENT, "beats_per_minute", QUANTITY + "RestingHeartRate", 1),
    "body_fat_record_table": (MOMENT, "percentage", QUANTITY + "BodyFatPercentage", 0.01),
    "oxygen_saturation_record_table": (MOMENT, "percentage", QUANTITY + "OxygenSaturation", 0.01),
    "hydration_record_table": (SPAN, "volume", QUANTITY + "DietaryWater", 1000),
}
# Apps can write several drinks for one time, which do not replace one another.
FOOD = {"hydration_record_table"}
NIGHTS, STAGES, SLEEP = "sleep_session_record_table", "sleep_stages_table", "HKCategoryTypeIdentifierSleepAnalysis"
# Awake, sleeping, out of bed, light, deep, REM, awake in bed.
STAGE_NAMES = {0: "AsleepUnspecified", 1: "Awake", 2: "AsleepUnspecified", 3: "Awake", 4: "AsleepCore", 5: "AsleepDeep", 6: "AsleepREM",
               7: "Awake"}
# Columns whose values are changed.
CHANGED = [*SPAN, *MOMENT, "count", "distance", "energy", "weight", "beats_per_minute", "percentage", "volume", "stage_start_time",
           "stage_end_time", "stage_type", "epoch_millis", "parent_key", "app_info_id", "last_modified_time"]
SERIES, PULSES = "heart_rate_record_table", "heart_rate_record_series_table"
APPS = {1: "Fit", 2: "Rings"}
ABSENT = 5e-324


class Database:
    """Tables with their columns and rows. Columns have no type, so that a row can have any value."""

    def __init__(self):
        self.tables, self.rows, self.cut = {}, [], None

    def of(self, table):
        return [r for r in self.rows if r["table"] == table]

    def encode(self):
        with closing(sqlite3.connect(":memory:")) as base:
            self.write(base)
            content = serialized(base)
        return content if self.cut is None else content[:int(self.cut * len(content))]

    def write(self, base):
        base.execute("PRAGMA page_size = 1024")
        # Without its first page, a database without tables cannot be written.
        base.executescript("CREATE TABLE first (x); DROP TABLE first")
        for table, columns in self.tables.items():
            base.execute(f"CREATE TABLE {table} ({', '.join('row_id INTEGER PRIMARY KEY' if c == 'row_id' else c for c in columns)})")
        for row in self.rows:
            columns = [c for c in self.tables.get(row["table"], []) if c in row]
            if columns:
                marks = ", ".join("?" for _ in columns)
                base.execute(f"INSERT OR IGNORE INTO {row['table']} ({', '.join(columns)}) VALUES ({marks})", [row[c] for c in columns])
        base.commit()


def serialized(base):
    """The bytes of a database. `serialize` needs all of them as one block of memory, and fails without it. A backup into a file does not."""
    try:
        return base.serialize()
    except sqlite3.OperationalError:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "copy.db"
            with closing(sqlite3.connect(path)) as copy:
                base.backup(copy)
            return path.read_bytes()


def make(rng):
    base = Database()
    base.tables["application_info_table"] = ["row_id", "package_name", "app_name"]
    base.tables["device_info_table"] = ["row_id", "manufacturer", "model", "device_type"]
    for number, name in APPS.items():
        package = f"com.example.{name.lower()}"
        base.rows.append({"table": "application_info_table", "row_id": number, "package_name": package, "app_name": name})
    names = rng.sample(list(TABLES), rng.randrange(1, 4)) + ([SERIES] if rng.random() < 0.4 else [])
    for name in names:
        add_table(base, name, rng)
    if rng.random() < 0.2:
        add_nights(base, rng)
    return base


def add_nights(base, rng):
    base.tables[NIGHTS] = COMMON + SPAN
    base.tables[STAGES] = ["parent_key", "stage_start_time", "stage_end_time", "stage_type"]
    for number in range(1, rng.randrange(2, 4)):
        start = at(2026, 3, number * 3, 22) + rng.randrange(100) * 60_000
        end = start + rng.randrange(200, 500) * 60_000
        base.rows.append({"table": NIGHTS, "row_id": number, "uuid": rng.randbytes(16),
                          "last_modified_time": at(2026, 6, 1) + rng.randrange(10**6), "app_info_id": 1,
                          "device_info_id": None, "recording_method": 2, **dict(zip(SPAN, (start, 0, end, 0)))})
        time = start
        for _ in range(rng.randrange(0, 6)):
            time += rng.choice([0, 0, 10]) * 60_000
            length = rng.randrange(1, 40) * 60_000
            base.rows.append({"table": STAGES, "parent_key": number, "stage_start_time": time, "stage_end_time": time + length,
                              "stage_type": rng.choice([1, 2, 4, 4, 5, 6, 7])})
            time += length


def add_table(base, name, rng):
    times, value = (SPAN, None) if name == SERIES else TABLES[name][:2]
    base.tables[name] = COMMON + times + ([value] if value else [])
    if name == SERIES:
        base.tables[PULSES] = ["parent_key", "beats_per_minute", "epoch_millis"]
    start = at(2026, 3, 1) + rng.randrange(60 * 1440) * 60_000
    for number in range(1, rng.randrange(2, 8)):
        start += rng.randrange(1, 300) * 60_000
        end = start + rng.choice([60_000, 900_000])
        row = {"table": name, "row_id": number, "uuid": rng.randbytes(16), "last_modified_time": at(2026, 6, 1) + rng.randrange(10**6),
               "app_info_id": rng.choice([1, 2]), "device_info_id": None, "recording_method": 2}
        row |= dict(zip(SPAN, (start, 3600, end, 3600))) if times == SPAN else dict(zip(MOMENT, (start, 3600)))
        if value:
            row[value] = rng.choice([rng.randrange(1, 5000), round(rng.uniform(1, 5000), 2)])
        else:
            for step in range(rng.randrange(0, 5)):
                base.rows.append({"table": PULSES, "parent_key": number, "beats_per_minute": rng.randrange(50, 150),
                                  "epoch_millis": start + step * 10_000})
        base.rows.append(row)


# Changes.

def records(base):
    return [r for r in base.rows if r["table"] in TABLES or r["table"] in (SERIES, PULSES, NIGHTS, STAGES)]


def rows(base, rng):
    chosen = records(base)
    done = change_rows(chosen, rng, lambda row: {k: v for k, v in row.items() if k not in ("row_id", "uuid")} | fresh(base, row, rng))
    base.rows = [r for r in base.rows if r["table"] == "application_info_table"] + chosen
    return done


def fresh(base, row, rng):
    if row["table"] in (PULSES, STAGES):
        return {}
    return {"row_id": 1 + max(r["row_id"] for r in base.of(row["table"])), "uuid": rng.randbytes(16)}


def one_value(base, rng):
    """A value of another type: a text, a blob, NULL, or an unusual number."""
    found = [(r, k) for r in records(base) for k in r if k in CHANGED]
    if found:
        row, column = rng.choice(found)
        values = [None, "abc", "", b"\x01", "12", 0, -1, 2**62, -2**63, 1e300, 1e99, 7.5, ABSENT, float("inf"), row[column], 99]
        row[column] = rng.choice(values)
        return f"{column} = {row[column]!r}"


def later_value(base, rng):
    """The same record again with another value and another time of writing."""
    found = [r for r in base.rows if r["table"] in TABLES]
    if found:
        row = rng.choice(found)
        value = TABLES[row["table"]][1]
        base.rows.insert(rng.randrange(2, len(base.rows) + 1), {
            **row, **fresh(base, row, rng), value: rng.randrange(1, 900), "last_modified_time": at(2026, 6, 1) + rng.randrange(10**6)})


def missing_column(base, rng):
    if not base.tables:
        return None
    table = rng.choice(list(base.tables))
    column = rng.choice(base.tables[table])
    base.tables[table].remove(column)
    if not base.tables[table]:
        del base.tables[table]
    return f"{table} {column}"


def missing_table(base, rng):
    if not base.tables:
        return None
    table = rng.choice(list(base.tables))
    del base.tables[table]
    return table


def unknown_parts(base, rng):
    base.tables["zz_record_table"] = ["row_id", "x"]
    base.rows.append({"table": "zz_record_table", "row_id": 1, "x": 7})
    table = rng.choice(list(base.tables))
    if "extra" not in base.tables[table]:
        base.tables[table].insert(rng.randrange(len(base.tables[table]) + 1), "extra")


def order_of_columns(base, rng):
    if base.tables:
        rng.shuffle(base.tables[rng.choice(list(base.tables))])


def cut(base, rng):
    base.cut = rng.random()


CHANGES = [rows, rows, one_value, one_value, one_value, one_value, later_value, later_value, missing_column, missing_table, unknown_parts,
           order_of_columns, cut]


def file_name(base):
    return "health_connect_export.db"


def encode(base):
    return base.encode()


# The rules.

def whole(value):
    """A whole number, None for a missing or impossible one, or "open" for a value that SQLite could convert."""
    if isinstance(value, int):
        return value
    if isinstance(value, str) and not value.strip("0123456789") and value or isinstance(value, float):
        return "open"
    return None


def real(value, factor=1):
    """A number, None if it is missing or too large in Apple's unit, or "open" for a value that SQLite could convert."""
    if isinstance(value, (int, float)):
        return None if abs(value * factor) > 1e100 else value
    return "open" if isinstance(value, str) and value.strip("0123456789") == "" and value else None


def expect(base):
    expected = Expected()
    for table, (times, column, type, factor) in TABLES.items():
        if table in base.tables and column in base.tables[table]:
            add_records(base, table, times, column, type, factor, expected)
    if PULSES in base.tables and SERIES in base.tables:
        add_pulses(base, expected)
    if NIGHTS in base.tables:
        add_sleep(base, expected)
    if base.cut is not None and base.cut < 1:
        # The cut can remove the names of apps.
        return Expected(open=[replace(s, source=None) for s in expected.samples + expected.open], refused=None)
    if not any(t in base.tables for t in (*TABLES, SERIES, NIGHTS)) or "application_info_table" not in base.tables:
        expected.refused = None
    if not expected.samples:
        expected.refused = None
    return expected


def source(base, row):
    """Returns the name of the app; None if the file does not have it."""
    columns = base.tables.get("application_info_table", [])
    if not {"row_id", "app_name", "package_name"} <= set(columns) or "app_info_id" not in base.tables[row["table"]]:
        return None
    names = {r["row_id"]: r["app_name"] for r in base.of("application_info_table")}
    return names.get(row["app_info_id"])


def add_records(base, table, times, column, type, factor, expected):
    columns = base.tables[table]
    groups = {}
    for row in base.of(table):
        start, end = (whole(row.get(c)) if c in columns else None for c in (times[0], times[2] if times == SPAN else times[0]))
        value = real(row.get(column), factor)
        if start is None or end is None or value is None or value == ABSENT:
            continue
        if "open" in (start, end, value) or "row_id" not in columns:
            expected.open.append(Sample(type, None, None, None, None))
            continue
        if not in_range(start) or not in_range(end) or end < start or abs(value * factor) > 1e100:
            continue
        app = row["app_info_id"] if "app_info_id" in columns else 0
        # Apps without a name are one source.
        known = whole(app) is not None and source(base, row) is not None
        groups.setdefault((app if known else None, start, end), []).append((row, value))
    for (app, start, end), found in groups.items():
        name = source(base, found[0][0])
        if table in FOOD:
            target = expected.open if name is None else expected.samples
            target += [Sample(type, name, start, end, v * factor) for _, v in found]
            continue
        written = [whole(r["last_modified_time"]) if "last_modified_time" in columns else None for r, _ in found]
        values = [v * factor for _, v in found]
        clear = len(set(values)) == 1 or all(isinstance(w, int) and in_range(w) for w in written) and len(set(written)) == len(written)
        if clear and name is not None:
            # The one that was written later counts (S1.2).
            best = max(range(len(found)), key=lambda i: written[i] if isinstance(written[i], int) else 0) if len(set(values)) > 1 else 0
            expected.samples.append(Sample(type, name, start, end, values[best]))
        else:
            expected.open += [Sample(type, name, start, end, tuple(values))] * len(found)
            if len(found) == 1:
                expected.open.pop()
                expected.samples.append(Sample(type, name, start, end, values[0]))


def add_pulses(base, expected):
    columns = base.tables[PULSES]
    if not {"parent_key", "beats_per_minute", "epoch_millis"} <= set(columns):
        return
    parents = {r["row_id"]: r for r in base.of(SERIES)} if "row_id" in base.tables[SERIES] else None
    type = QUANTITY + "HeartRate"
    for row in base.of(PULSES):
        parent, value, time = whole(row["parent_key"]), real(row["beats_per_minute"]), whole(row["epoch_millis"])
        if parent is None or value is None or time is None:
            continue
        if parents is None or "open" in (parent, value, time):
            expected.open.append(Sample(type, None, None, None, None))
            continue
        if parent not in parents or not in_range(time):
            continue
        if value == ABSENT:
            expected.open.append(Sample(type, None, time, time, None))
            continue
        owner = parents[parent]
        expected.samples.append(Sample(type, source(base, owner), time, time, value))


def add_sleep(base, expected):
    """Stages of sessions, and the time of a session without a stage, which counts as asleep."""
    columns = base.tables[NIGHTS]
    needed = {"parent_key", "stage_start_time", "stage_end_time", "stage_type"}
    stages = base.of(STAGES) if set(base.tables.get(STAGES, [])) >= needed else None
    everything = [Sample(SLEEP, None, None, None, None)] * 60
    one = Expected()
    for row in base.of(NIGHTS):
        start, end = (whole(row[c]) if c in columns else None for c in ("start_time", "end_time"))
        if start is None or end is None:
            continue
        mine = [s for s in stages or [] if s["parent_key"] == row["row_id"]]
        values = [whole(s[k]) for s in mine for k in ("stage_start_time", "stage_end_time", "stage_type")]
        if "open" in (start, end, *values) or None in values or stages is None or "row_id" not in columns or start == end:
            expected.open += everything
            return
        if not in_range(start) or not in_range(end) or end < start:
            continue
        spans = [(s["stage_start_time"], s["stage_end_time"], s["stage_type"]) for s in mine]
        spans = [s for s in spans if in_range(s[0]) and in_range(s[1]) and s[0] <= s[1]]
        if any(s[2] not in STAGE_NAMES or not start <= s[0] <= s[1] <= end for s in spans):
            expected.open += everything
            return
        name = source(base, row)
        one.samples += [Sample(SLEEP, name, s[0], s[1], "HKCategoryValueSleepAnalysis" + STAGE_NAMES[s[2]]) for s in spans]
        covered = start
        for first, last, _ in [*sorted(spans), (end, end, 0)]:
            if first > covered:
                one.samples.append(Sample(SLEEP, name, covered, first, "HKCategoryValueSleepAnalysisAsleepUnspecified"))
            covered = max(covered, last)
    places = [(s.source, s.start, s.end) for s in one.samples]
    lost = any(not isinstance(whole(s["parent_key"]), int) for s in stages or [])
    if lost or len(set(places)) < len(places) or None in [p[0] for p in places]:
        # A stage without a night, or two nights with equal stages, of which the later one counts.
        expected.open += everything
        return
    expected.samples += one.samples

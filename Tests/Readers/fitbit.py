"""Documents of Fitbit. Rules: Import.md (Fitbit)."""

import datetime
import re
from zoneinfo import ZoneInfo

from documents import CHANGES as DOCUMENT_CHANGES
from documents import Document, Object, is_too_deep, json_number
from model import Expected, Sample, Unclear, at, civil, in_range, is_hopeless, iso_time, millis, utc

NAME, ZONE = "fitbit", "Europe/Berlin"
BERLIN = ZoneInfo(ZONE)
QUANTITY = "HKQuantityTypeIdentifier"
UNITS_OF_SUMS = {QUANTITY + "StepCount": ("sum", "count"), QUANTITY + "DistanceWalkingRunning": ("sum", "m")}
CHANGES = DOCUMENT_CHANGES
MINUTE, DAY = 60_000, 86_400_000


def short(ms):
    return utc(ms).strftime("%m/%d/%y %H:%M:%S")


SHORT = re.compile(r"(\d\d)/(\d\d)/(\d\d)(?: (\d\d):(\d\d):(\d\d))?")


def clock(value):
    """Returns the time on the clock in milliseconds, as if it were UTC; None if the text is not a time."""
    if not isinstance(value, str):
        return None
    match = SHORT.fullmatch(value.strip(" "))
    if not match:
        if re.fullmatch(r"\d\d/\d\d/\d\d.\d\d.\d\d.\d\d", value.strip(" ")):
            # A damaged sign between the numbers: reading the time and skipping the row are both right.
            raise Unclear
        if "/" in value and is_hopeless(value.replace("/", "?")):
            return None
        return iso_time(value)
    month, day, year, hour, minute, second = (int(g or 0) for g in match.groups())
    return civil(2000 + year, month, day, hour, minute, second)


def on_wall(ms):
    """The moment at which clocks in Berlin show a time: the first of two, and later by the gap if they skip it."""
    naive = utc(ms).replace(tzinfo=BERLIN, fold=0)
    return millis(naive.astimezone(datetime.timezone.utc))


class Series:
    """A document with a number for each minute, moment or day."""

    names = []

    def __init__(self, file, metric, factor, wall, length, key=None):
        self.file, self.metric, self.factor, self.wall, self.length, self.key = file, metric, factor, wall, length, key
        self.numbers, self.times = ["value", "bpm"], ["dateTime"]

    def make(self, rng):
        first = at(2026, 3, 20) + rng.randrange(60 * 1440) * MINUTE
        if rng.random() < 0.3:
            first = at(2026, 3, 29) + rng.randrange(180) * MINUTE
        rows = []
        for _ in range(rng.randrange(1, 12)):
            first += (DAY if self.length == "day" else MINUTE) * rng.choice([1, 1, 1, 2, 7])
            ms = first - first % DAY if self.length == "day" else first
            value = rng.choice([0, rng.randrange(1, 200), rng.randrange(1, 200), round(rng.uniform(1, 99), 2)])
            if self.key:
                inner = {"value": {"date": short(ms)[:8], "value": value, "error": 5.1}, "bpm": {"bpm": value, "confidence": 2}}[self.key]
                rows.append(Object({"dateTime": short(ms), "value": Object(inner)}))
            else:
                rows.append(Object({"dateTime": short(ms), "value": str(value) if rng.random() < 0.8 else value}))
        return Document(self, rows)

    def add(self, row, expected):
        value = row.get("value")
        if self.key:
            value = value.get(self.key) if isinstance(value, Object) else None
        found = json_number(value)
        if found is None or found == 0:
            return
        start = clock(row.get("dateTime"))
        if start is None:
            return
        if self.length == "day":
            day = start - start % DAY
            start, end = on_wall(day), on_wall(day + DAY)
        else:
            start = on_wall(start) if self.wall else start
            end = start + MINUTE if self.length == "minute" else start
        if self.key:
            end = start
        if in_range(start) and in_range(end):
            expected.samples.append(Sample(self.metric, None, start, end, found * self.factor))


class Weights:
    file, names = "weight-2026-03-01.json", []
    numbers, times = ["weight", "bmi", "fat"], ["date", "time"]
    metrics = {"weight": ("BodyMass", 0.45359237), "bmi": ("BodyMassIndex", 1), "fat": ("BodyFatPercentage", 0.01)}

    def make(self, rng):
        rows = []
        for number in range(rng.randrange(1, 8)):
            ms = at(2026, 3, 1) + rng.randrange(60 * 86400) * 1000
            row = {"logId": number, "weight": round(rng.uniform(120, 220), 1), "bmi": round(rng.uniform(20, 30), 1)}
            if rng.random() < 0.5:
                row["fat"] = round(rng.uniform(10, 35), 1)
            rows.append(Object({**row, "date": short(ms)[:8], "time": short(ms)[9:], "source": "API"}))
        return Document(self, rows)

    def add(self, row, expected):
        if not row.has("weight"):
            return
        date, time = row.get("date"), row.get("time")
        if not isinstance(date, str):
            return
        if not isinstance(time, str):
            raise Unclear
        start = clock(f"{date} {time}")
        if start is None:
            return
        if not re.fullmatch(r"\d\d:\d\d:\d\d", time) or not re.fullmatch(r"\d\d/\d\d/\d\d", date):
            raise Unclear
        for key, (metric, factor) in self.metrics.items():
            found = json_number(row.get(key))
            # A weight is above 0.
            if found is not None and found > 0:
                expected.samples.append(Sample(QUANTITY + metric, None, on_wall(start), on_wall(start), found * factor))


class Sleep:
    file = "sleep-2026-03-01.json"
    numbers, times, names = ["seconds"], ["dateTime", "startTime", "endTime"], ["level"]
    stages = {"light": "AsleepCore", "deep": "AsleepDeep", "rem": "AsleepREM", "wake": "Awake", "restless": "Awake",
              "asleep": "AsleepUnspecified", "awake": "Awake"}

    def make(self, rng):
        rows = []
        for number in range(rng.randrange(1, 4)):
            start = at(2026, 3, 1 + 3 * number, 22) + rng.randrange(120) * MINUTE
            ms, levels = start, []
            for _ in range(rng.randrange(1, 6)):
                seconds = 30 * rng.randrange(10, 200)
                levels.append(Object({"dateTime": self.iso(ms), "level": rng.choice(["light", "deep", "rem", "wake"]), "seconds": seconds}))
                ms += seconds * 1000
            night = {"logId": number, "startTime": self.iso(start), "endTime": self.iso(ms)}
            rows.append(Object({**night, "levels": Object({"data": levels})}))
        return Document(self, rows)

    def iso(self, ms):
        return utc(ms).strftime("%Y-%m-%dT%H:%M:%S.000")

    def add(self, row, expected):
        start, end = clock(row.get("startTime")), clock(row.get("endTime"))
        if start is None or end is None:
            return
        offset = start - on_wall(start)
        levels = row.get("levels")
        data = levels.get("data") if isinstance(levels, Object) else None
        parts = []
        for entry in data if isinstance(data, list) else []:
            if not isinstance(entry, Object):
                continue
            begin, seconds, level = clock(entry.get("dateTime")), json_number(entry.get("seconds")), entry.get("level")
            stage = self.stages.get(level.lower()) if isinstance(level, str) else None
            if begin is None or seconds is None or stage is None or seconds < 0:
                continue
            if seconds > 1e6 or seconds == 0:
                raise Unclear
            parts.append((begin - offset, begin - offset + int(seconds * 1000), stage))
        if not parts:
            # A night without levels is asleep (Import.md). If it has levels that cannot be read, that is open.
            if data:
                raise Unclear
            parts = [(start - offset, end - offset, "AsleepUnspecified")]
        for begin, until, stage in parts:
            if begin <= until and in_range(begin) and in_range(until):
                value = "HKCategoryValueSleepAnalysis" + stage
                expected.samples.append(Sample("HKCategoryTypeIdentifierSleepAnalysis", None, begin, until, value))


class Exercises:
    file, names = "exercise-0.json", []
    numbers, times = ["duration", "activeDuration", "calories", "distance"], ["startTime"]

    def make(self, rng):
        rows = []
        for number in range(rng.randrange(1, 6)):
            start = at(2026, 3, 1 + number, 8) + rng.randrange(600) * MINUTE
            length = rng.randrange(10, 90) * MINUTE
            rows.append(Object({
                "logId": number, "activityName": "Walk", "activityTypeId": 90013, "calories": rng.randrange(50, 400),
                "distance": round(rng.uniform(1, 9), 2), "distanceUnit": "Kilometer", "duration": length, "activeDuration": length,
                "startTime": short(start)}))
        return Document(self, rows)

    def add(self, row, expected):
        start = clock(row.get("startTime"))
        if start is None:
            return
        length = json_number(row.get("duration"))
        if length is None:
            length = json_number(row.get("activeDuration"))
        if length is None or length < 0:
            return
        if length > 1e10:
            raise Unclear
        expected.samples.append(Sample("HKWorkoutTypeIdentifier", None, start, start + int(length), None))


TAKEN = [
    Series("steps-2026-03-01.json", QUANTITY + "StepCount", 1, False, "minute"),
    Series("distance-2026-03-01.json", QUANTITY + "DistanceWalkingRunning", 0.01, False, "minute"),
    Series("altitude-2026-03-01.json", QUANTITY + "FlightsClimbed", 0.1, False, "minute"),
    Series("calories-2026-03-01.json", "totalEnergyBurned", 1, True, "minute"),
    Series("very_active_minutes-2026-03-01.json", "vigorousActivity", 1, True, "day"),
    Series("heart_rate-2026-03-01.json", QUANTITY + "HeartRate", 1, False, "moment", "bpm"),
    Series("resting_heart_rate-2026-03-01.json", QUANTITY + "RestingHeartRate", 1, True, "day", "value"),
    Weights(), Sleep(), Exercises(),
]
ALL_TYPES = [s.metric for s in TAKEN if isinstance(s, Series)] + [QUANTITY + m for m, _ in Weights.metrics.values()] + [
    "HKCategoryTypeIdentifierSleepAnalysis", "HKWorkoutTypeIdentifier"]


def make(rng):
    return rng.choice(TAKEN).make(rng)


def file_name(document):
    return document.kind.file


def encode(document):
    return document.encode()


def expect(document):
    return expected_of(document, document.kind, ALL_TYPES, is_recognized)


def is_recognized(document):
    """True if the first bytes show a document of Fitbit: they have one of its keys."""
    content = document.encode().decode(errors="replace")
    return any(f'"{key}"' in content for key in ("dateTime", "dateOfSleep", "activityTypeId", "logId"))


def expected_of(document, kind, types, recognizes):
    """What a document must give: entries that can be read, and those that may be."""
    expected = Expected()
    if not recognizes(document):
        return Expected(refused=None)
    whole, doubtful = document.readable()
    for index, row in enumerate(whole):
        if is_too_deep(row):
            doubtful, whole = whole[index:], whole[:index]
            break
    for row in whole:
        if not isinstance(row, Object):
            continue
        one = Expected()
        try:
            kind.add(row, one)
            expected.samples += one.samples
        except Unclear:
            expected.open += [Sample(t, None, None, None, None) for t in types for _ in range(30)]
    if doubtful:
        expected.open += [Sample(t, None, None, None, None) for t in types for _ in range(100)]
    if not whole:
        expected.refused = None
    return expected

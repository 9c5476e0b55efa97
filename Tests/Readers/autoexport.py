"""Documents of the app Health Auto Export. Rules: Import.md (Health Auto Export)."""

import re

from documents import CHANGES as DOCUMENT_CHANGES
from documents import Document, Object, Raw, is_too_deep, json_number
from model import Expected, Sample, Unclear, at, in_range, iso_time, utc

NAME, ZONE = "autoexport", "UTC"
QUANTITY = "HKQuantityTypeIdentifier"
UNITS_OF_SUMS = {QUANTITY + "StepCount": ("sum", "count"), QUANTITY + "BasalEnergyBurned": ("sum", "kcal")}
# Metrics: name in the app, unit, Apple's type, factor to the unit of `model`, whether it is an amount.
METRICS = [
    ("step_count", "count", "StepCount", 1, True), ("basal_energy_burned", "kJ", "BasalEnergyBurned", 1 / 4.184, True),
    ("heart_rate", "count/min", "HeartRate", 1, False), ("respiratory_rate", "count/min", "RespiratoryRate", 1, False),
    ("weight_body_mass", "lb", "BodyMass", 0.45359237, False), ("blood_glucose", "mg/dL", "BloodGlucose", 1, False),
]


def stamp(ms, offset):
    sign = "-" if offset < 0 else "+"
    return utc(ms + offset * 60_000).strftime("%Y-%m-%d %H:%M:%S ") + f"{sign}{abs(offset) // 60:02}{abs(offset) % 60:02}"


class Metric:
    """A document with one metric. Its values are samples unless all of their times are on a grid."""

    numbers, times, names = ["qty", "Min", "Avg", "Max"], ["date"], ["source"]

    def __init__(self, name, unit, type, factor, is_amount, is_last):
        self.name, self.unit, self.type, self.factor, self.is_amount = name, unit, QUANTITY + type, factor, is_amount
        self.is_last = is_last

    def document(self, rng):
        offset = rng.choice([0, 60, -480])
        rows = []
        ms = at(2026, 3, 1) + rng.randrange(60 * 86400) * 1000
        grid = rng.choice([1000, 1000, 1000, 60_000, 3_600_000])
        for _ in range(rng.randrange(2, 10)):
            ms += rng.randrange(1, 4000) * 1000
            ms -= ms % grid - (grid if grid > 1000 else 0)
            value = rng.choice([rng.randrange(30, 200), round(rng.uniform(30, 200), 2)])
            row = {"date": stamp(ms, offset), "source": rng.choice(["Watch", "Phone", "My Scale"])}
            if self.name == "heart_rate" and rng.random() < 0.8:
                row |= {"Min": value, "Avg": value, "Max": value}
            else:
                row["qty"] = value
            rows.append(Object(row))
        head = f'"name": "{self.name}", "units": "{self.unit}"'
        # Keys are in any order.
        if self.is_last:
            return Document(self, rows, '{"data": {"metrics": [{"data": [', "], " + head + "}]}}")
        return Document(self, rows, '{"data": {"metrics": [{' + head + ', "data": [', "]}]}}")

    def add(self, row, expected):
        """Adds the sample of an entry, and returns its second of the hour on the clock, or None."""
        date = row.get("date")
        if not isinstance(date, str):
            if row.has("date") or row.has("startDate"):
                raise Unclear
            return None
        start = iso_time(date)
        if start is None or not in_range(start):
            return None
        value = json_number(row.get("qty"))
        if value is None:
            value = json_number(row.get("Avg"))
        if value is None:
            return None
        source = row.get("source")
        source = source if isinstance(source, str) and not isinstance(source, Raw) and source.strip() else "Health Auto Export"
        expected.samples.append(Sample(self.type, source, start, start, value * self.factor))
        least, most = json_number(row.get("Min")), json_number(row.get("Max"))
        return Seen(date, least is not None and most is not None and least < most)


class Seen:
    """What an entry says about whether the metric was summed up."""

    def __init__(self, date, is_average):
        self.on_minute = re.search(r":\d\d:00", date) is not None
        self.on_hour = re.search(r":00:00", date) is not None
        self.is_average = is_average


CHANGES = DOCUMENT_CHANGES


def make(rng):
    return Metric(*rng.choice(METRICS), rng.random() < 0.3).document(rng)


def file_name(document):
    return "HealthAutoExport.json"


def encode(document):
    return document.encode()


def expect(document):
    kind = document.kind
    expected = Expected()
    whole, doubtful = document.readable()
    unclear = [Sample(kind.type, None, None, None, None)] * 200
    for index, row in enumerate(whole):
        if is_too_deep(row):
            doubtful, whole = whole[index:], whole[:index]
            break
    # If the name comes after values that are cut off, nobody knows what they are.
    complete = len(whole) == len(document.rows) and document.cut is None
    if kind.is_last and not complete:
        return Expected(refused=None, open=unclear)
    if not document.encode().decode(errors="replace").replace(" ", "").lstrip("\ufeff").startswith('{"data":{"metrics":['):
        return Expected(refused=True)
    seen = []
    for row in whole:
        if not isinstance(row, Object):
            continue
        one = Expected()
        try:
            found = kind.add(row, one)
            expected.samples += one.samples
            if found:
                seen.append(found)
        except Unclear:
            expected.open += unclear
    on_grid = bool(seen) and all(s.on_minute for s in seen)
    has_averages = any(s.is_average for s in seen)
    if on_grid and not doubtful and not expected.open:
        if kind.is_amount:
            # Amounts whose times are all on full minutes, hours or days are sums, which are not samples.
            return Expected(refused=None)
        # Other values on full minutes are samples, unless one of them is an average.
        on_grid = has_averages or all(s.on_hour for s in seen)
    if doubtful or on_grid or expected.open and len(expected.samples) < 2:
        # Values on full minutes can be sums, which are left out. Other cases test them.
        expected.open += unclear + expected.samples
        expected.samples = []
        expected.refused = None
    if any("|" in (s.source or "") for s in expected.samples) or not expected.samples:
        expected.refused = None
    return expected

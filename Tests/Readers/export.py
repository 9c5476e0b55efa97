"""Apple's export.xml. Rules: Import.md (Apple Health) and S1.2 of Statistics.md."""

import re

from lines import Lines
from model import Expected, Sample, Unclear, at, change_rows, in_range, iso_time, number, spoiled_number, spoiled_time, utc

NAME, ZONE = "export", "UTC"
QUANTITY = "HKQuantityTypeIdentifier"
UNITS_OF_SUMS = {QUANTITY + "StepCount": ("sum", "count"), QUANTITY + "DistanceWalkingRunning": ("sum", "m")}
# Types: the unit of the file, the factor to the unit of `model`, the unit that is used if it is missing.
TYPES = {
    QUANTITY + "StepCount": ("count", 1, 1), QUANTITY + "HeartRate": ("count/min", 1, 1), QUANTITY + "BodyMass": ("kg", 1, 1),
    QUANTITY + "DistanceWalkingRunning": ("km", 1000, None), QUANTITY + "ActiveEnergyBurned": ("kcal", 1, 1),
}
SLEEP = "HKCategoryTypeIdentifierSleepAnalysis"
STAGES = ["InBed", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake"]


class Export(Lines):
    """Records as pairs of attributes and texts, in order."""

    ends_last_line = True

    def __init__(self, rows):
        super().__init__()
        self.rows = rows
        self.foreign, self.children, self.renamed, self.unclosed, self.garbage, self.quote = set(), set(), set(), set(), set(), '"'

    def lines(self):
        before = ['<?xml version="1.0" encoding="UTF-8"?>', '<HealthData locale="en_US">']
        before.append(' <ExportDate value="2026-09-01 00:00:00 +0000"/>')
        lines = [(b, None) for b in before]
        for index, row in enumerate(self.rows):
            if index in self.foreign:
                lines.append((' <Unknown a="1"><Inner b="2"/></Unknown>', None))
            if index in self.garbage:
                lines.append((" some text ", None))
            lines.append((self.record(index, row), index))
        return [*lines, ("</HealthData>", None)]

    def record(self, index, row):
        name = "Recerd" if index in self.renamed else "Record"
        attributes = "".join(f" {k}={self.quote}{v}{self.quote}" for k, v in row)
        if index in self.unclosed:
            return f" <{name}{attributes}>"
        if index in self.children:
            return f' <{name}{attributes}>\n  <MetadataEntry key="zz" value="1"/>\n </{name}>'
        return f" <{name}{attributes}/>"



def stamp(ms, offset=0):
    sign = "-" if offset < 0 else "+"
    return utc(ms + offset * 60_000).strftime("%Y-%m-%d %H:%M:%S ") + f"{sign}{abs(offset) // 60:02}{abs(offset) % 60:02}"


def make(rng):
    rows, offset = [], rng.choice([0, 120, -420])
    ms = at(2026, 3, 1) + rng.randrange(80 * 1440) * 60_000
    for _ in range(rng.randrange(1, 10)):
        type = rng.choice([*TYPES, SLEEP])
        ms += rng.randrange(1, 100) * 60_000
        end = ms + (0 if type.endswith(("HeartRate", "BodyMass")) else 300_000)
        row = [["type", type], ["sourceName", rng.choice(["Watch", "Phone"])]]
        if type != SLEEP:
            row.append(["unit", TYPES[type][0]])
        row += [["creationDate", stamp(end, offset)], ["startDate", stamp(ms, offset)], ["endDate", stamp(end, offset)]]
        if type == SLEEP:
            row.append(["value", "HKCategoryValueSleepAnalysis" + rng.choice(STAGES)])
        else:
            row.append(["value", str(rng.randrange(1, 300)) if rng.random() < 0.6 else f"{rng.uniform(1, 300):.4f}"])
        rows.append(row)
    return Export(rows)


def copied(row):
    return [list(pair) for pair in row]


# Changes.

def records(export, rng):
    for places in (export.foreign, export.children, export.renamed, export.unclosed, export.garbage):
        places.clear()
    return change_rows(export.rows, rng, copied)


def pick(export, rng, names):
    found = [p for row in export.rows for p in row if p[0] in names]
    return rng.choice(found) if found else None


def one_number(export, rng):
    pair = pick(export, rng, ["value"])
    if pair:
        pair[1] = spoiled_number(rng, pair[1])
        return pair[1]


def blanks(export, rng):
    pair = pick(export, rng, ["value"])
    if pair:
        pair[1] = f" {pair[1]} "


def one_time(export, rng):
    pair = pick(export, rng, ["startDate", "endDate"])
    if pair:
        pair[1] = spoiled_time(rng, pair[1])
        return f"{pair[0]} = {pair[1]!r}"


def other_offset(export, rng):
    pair = pick(export, rng, ["startDate", "endDate"])
    if pair and pair[1][-5:-4] in "+-":
        pair[1] = pair[1][:-5] + rng.choice(["+0000", "+0530", "-0800", "+1345"])
        return f"{pair[0]} = {pair[1]!r}"


def missing_attribute(export, rng):
    if export.rows:
        row = rng.choice(export.rows)
        if row:
            return row.pop(rng.randrange(len(row)))[0]


def repeated_attribute(export, rng):
    if export.rows:
        row = rng.choice(export.rows)
        if row:
            pair = rng.choice(row)
            row.insert(rng.randrange(len(row) + 1), list(pair))
            return pair[0]


def unknown_attribute(export, rng):
    if export.rows:
        row = rng.choice(export.rows)
        row.insert(rng.randrange(len(row) + 1), [rng.choice(["zz", "x1"]), "a &amp; b"])


def order_of_attributes(export, rng):
    for row in export.rows:
        rng.shuffle(row)


def other_unit(export, rng):
    pair = pick(export, rng, ["unit"])
    if pair:
        pair[1] = rng.choice(["kg", "lb", "g", "count", "count/min", "km", "mi", "m", "kcal", "kJ", "Cal", "banana", "", "mmHg"])
        return pair[1]


def other_type(export, rng):
    pair = pick(export, rng, ["type"])
    if pair:
        pair[1] = rng.choice(["", "HKQuantityTypeIdentifierZz", "StepCount", "HKCategoryTypeIdentifierZz"])
        return pair[1]


def entities(export, rng):
    pair = pick(export, rng, ["sourceName"])
    if pair:
        pair[1] = rng.choice(["A &amp; B", "&#65;", "&lt;x&gt;", "&quot;", "it&apos;s"])
        return pair[1]


def at_random(name):
    def change(export, rng):
        if export.rows:
            getattr(export, name).add(rng.randrange(len(export.rows)))
    change.__name__ = name
    return change


def single_quotes(export, rng):
    export.quote = "'"


def byte_order_mark(export, rng):
    export.mark = "\ufeff"


def windows_lines(export, rng):
    export.line_end = "\r\n"


def cut(export, rng):
    export.cut = rng.random()


CHANGES = [
    records, records, one_number, one_number, one_number, blanks, one_time, one_time, other_offset, missing_attribute, repeated_attribute,
    unknown_attribute, order_of_attributes, other_unit, other_type, entities, at_random("foreign"), at_random("children"),
    at_random("renamed"), at_random("unclosed"), at_random("garbage"), single_quotes, byte_order_mark, windows_lines, cut,
]


def file_name(export):
    return "export.xml"


def encode(export):
    return export.encode()


# The rules.

FACTORS = {
    "StepCount": {"count": 1}, "HeartRate": {"count/min": 1}, "BodyMass": {"kg": 1, "lb": 0.45359237, "g": 0.001},
    "DistanceWalkingRunning": {"km": 1000, "mi": 1609.344, "m": 1}, "ActiveEnergyBurned": {"kcal": 1, "Cal": 1, "kJ": 1 / 4.184},
}
ENTITIES = {"&amp;": "&", "&#65;": "A", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}


def decoded(text):
    return re.sub("|".join(ENTITIES), lambda m: ENTITIES[m[0]], text)


def expect(export):
    expected = Expected()
    whole, partly = export.readable()
    head = '<HealthData locale'
    if head not in export.encode().decode(errors="replace"):
        return Expected(refused=None)
    if partly is not None or any(i in export.unclosed for i in whole):
        expected.open += [Sample(t, None, None, None, None) for t in (*TYPES, SLEEP)]
    expected.skipped = 0
    for index in whole:
        if index in export.renamed:
            # An unknown element with the type of a sample is a skipped row.
            expected.skipped += any(k == "type" and v.startswith("HK") for k, v in export.rows[index])
            continue
        before = len(expected.samples) + len(expected.open)
        try:
            add(export.rows[index], expected, index in export.unclosed)
        except Unclear:
            expected.open += anything(export.rows[index]) or [Sample("", None, None, None, None)]
        expected.skipped += len(expected.samples) + len(expected.open) == before
    if not whole:
        expected.refused = None
    if not expected.samples:
        expected.refused = None
    expected.samples = without_rounded_twins(expected)
    return expected


def without_rounded_twins(expected):
    """A sample in another unit that differs by less than 1/100,000 is the same (S1.2), and either value may be kept."""
    kept = []
    for sample in dict.fromkeys(expected.samples):
        if any(is_twin(sample, other) for other in kept):
            expected.open += [sample]
            continue
        kept.append(sample)
    return kept


def is_twin(one, other):
    same = (one.type, one.source, one.start, one.end) == (other.type, other.source, other.start, other.end)
    return same and isinstance(one.value, float | int) and abs(one.value - other.value) <= 2e-5 * abs(one.value)


def anything(row):
    types = [v for k, v in row if k == "type"]
    return [Sample(t, None, None, None, None) for t in types]


def add(row, expected, is_open):
    pairs = {}
    for key, value in row:
        if key in pairs and pairs[key] != value:
            raise Unclear
        pairs.setdefault(key, value)
    starts = [v for k, v in row if k == "startDate"]
    type = pairs.get("type", "")
    if type not in TYPES and type != SLEEP:
        if type.startswith("HK"):
            # An unknown type is kept with the numbers that it has.
            expected.open.append(Sample(type, None, None, None, None))
        elif type == "StepCount":
            expected.open.append(Sample(QUANTITY + type, None, None, None, None))
            expected.open.append(Sample(type, None, None, None, None))
        return
    start = iso_time(starts[0]) if starts else None
    if len(starts) == 2 and "endDate" not in pairs:
        # The second becomes the end.
        end = iso_time(starts[1])
    elif len(starts) == 2:
        raise Unclear
    else:
        end = iso_time(pairs["endDate"]) if "endDate" in pairs else None
    if start is None or end is None:
        if "endDate" not in pairs and start is not None:
            raise Unclear
        return
    if not in_range(start) or not in_range(end) or end < start:
        return
    source = decoded(pairs["sourceName"]) if "sourceName" in pairs else None
    if type == SLEEP:
        text = pairs.get("value", "").strip(" ")
        if not text:
            raise Unclear
        if text not in ["HKCategoryValueSleepAnalysis" + s for s in STAGES]:
            expected.open.append(Sample(type, None, start, end, None))
            return
        value = text
        if pairs.get("unit"):
            raise Unclear
    else:
        found = number(pairs.get("value", "").strip(" "))
        if found is None:
            return
        unit = pairs.get("unit", "")
        known = FACTORS[type.removeprefix(QUANTITY)]
        if not unit:
            # The unit of the type, which depends on the type: metres or kilometres.
            if TYPES[type][2] is None:
                expected.open.append(Sample(type, source, start, end, (found, found * 1000)))
                return
            factor = TYPES[type][2]
        elif unit in known:
            factor = known[unit]
        else:
            return
        value = found * factor
    sample = Sample(type, source, start, end, value)
    (expected.open if is_open or source is None else expected.samples).append(sample)

"""Answers of an API in JSON that a preset reads as a table: heart rates of Oura. Rules: Presets.md."""

from documents import CHANGES as DOCUMENT_CHANGES
from documents import Document, Object, Raw, json_number
from fitbit import expected_of
from model import Sample, Unclear, at, in_range, iso_time, number, utc

NAME, ZONE = "answers", "UTC"
TYPE = "HKQuantityTypeIdentifierHeartRate"
UNITS_OF_SUMS = {}
CHANGES = DOCUMENT_CHANGES


class HeartRates:
    numbers, times, names = ["bpm"], ["timestamp"], ["source"]

    def make(self, rng):
        rows, ms = [], at(2026, 3, 1) + rng.randrange(60 * 1440) * 60_000
        for _ in range(rng.randrange(1, 10)):
            ms += rng.randrange(1, 90) * 60_000
            stamp = utc(ms).strftime("%Y-%m-%dT%H:%M:%S") + rng.choice(["Z", "+00:00", ".000Z", "+02:00"])
            rows.append(Object({"timestamp": stamp, "bpm": rng.choice([0, *range(40, 190)]), "source": "awake"}))
        return Document(self, rows, '{"data": [', rng.choice(["]}", '], "next_token": null}']))

    def add(self, row, expected):
        value, time = row.get("bpm"), row.get("timestamp")
        if isinstance(value, str) and not isinstance(value, Raw) and ("," in value or " " in value):
            raise Unclear
        found = json_number(value)
        # A heart rate of 0 is a missing one.
        if found is None or found == 0 or not isinstance(time, str) or isinstance(time, Raw):
            if isinstance(time, Raw) and number(time) is not None:
                raise Unclear
            return
        if isinstance(value, Raw) and "." in value:
            # 1.234 can have thousands in a table.
            raise Unclear
        start = iso_time(time)
        if start is not None and in_range(start):
            expected.samples.append(Sample(TYPE, "Oura", start, start, found))


def make(rng):
    return HeartRates().make(rng)


def file_name(document):
    return "heartrate.json"


def encode(document):
    return document.encode()


def expect(document):
    expected = expected_of(document, document.kind, [TYPE], lambda _: True)
    anything = [Sample(TYPE, None, None, None, None)] * 100
    if len(document.readable()[0]) < len(document.rows):
        # Complete rows after a damaged one can be kept.
        expected.open += anything
    if not is_recognized(document):
        # The keys of other rows may show the preset, or none does.
        expected.open += anything + expected.samples
        expected.samples = []
    if not expected.samples:
        expected.refused = None
    return expected


def is_recognized(document):
    """True if the keys of the first entry are those of the preset."""
    first = document.rows[0] if document.rows else None
    return isinstance(first, Object) and {"timestamp", "bpm", "source"} <= {k for k, _ in first.pairs}

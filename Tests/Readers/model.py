"""What the readers' oracles share: samples, what is expected of a file, and how texts of numbers and times are read and changed."""

import datetime
import re
from dataclasses import dataclass, field

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Sample:
    """A sample that Tally must hold. Times are in milliseconds since 1970, and values in the unit of `UNITS`. None fits everything."""

    type: str
    source: str | None
    start: int | None
    end: int | None
    value: float | str | None
    # Two samples with different metadata are two samples (S1.2).
    meta: str = ""


@dataclass
class Expected:
    """What must be in a store after the import of a changed file."""

    samples: list = field(default_factory=list)
    # Samples that may be there or not, because the documents leave it open.
    open: list = field(default_factory=list)
    # True if the file must be refused, False if it must be read, None if both are right.
    refused: bool | None = False
    # The number of rows that the report must call skipped. None if the documents do not say how rows are counted.
    skipped: int | None = None
    # Sums of types whose single samples are open: type to (sum, tolerance).
    sums: dict = field(default_factory=dict)

    def is_open(self):
        """True if the documents leave the value of a sample open, or whether the file is refused although it has samples."""
        return any(s.value is None and s.type not in self.sums and s.type != "HKWorkoutTypeIdentifier" for s in self.open)

    def kept(self):
        """The samples after equal ones became one (S1.2)."""
        return list(dict.fromkeys(self.samples))


# The factor of a unit to the unit that oracles use, by what Tally writes in JSON Lines.
UNITS = {
    "kg": 1, "g": 0.001, "lb": 0.45359237, "m": 1, "km": 1000, "mi": 1609.344, "cm": 0.01, "kcal": 1, "Cal": 1, "kJ": 1 / 4.184,
    "count": 1, "count/min": 1, "bpm": 1, "count/s": 60, "%": 1, "ms": 1, "s": 1000, "min": 1, "hr": 60, "mmHg": 1, "W": 1, "mg/dL": 1,
    "mmol<180.1558800000541>/L": 18.01558800000541, "mmol/L": 18.01558800000541, "degC": 1, "m/s": 1, "mL": 1, "L": 1000, "mL/min·kg": 1,
    "mL/kg*min": 1, "mL/(kg*min)": 1, "mg": 0.001, "IU": 1, "km/hr": 1 / 3.6, "mcV": 1, "uV": 1,
}

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
GREATEST = 1e100


def number(text):
    """The number in a text with a decimal point, or None. Values above 10^100 are not numbers (Import.md)."""
    if not NUMBER.fullmatch(text) or not text.isascii():
        return None
    value = float(text)
    return value if abs(value) <= GREATEST else None


def at(*parts):
    """Milliseconds of a time in UTC."""
    return millis(datetime.datetime(*parts, tzinfo=UTC))


def millis(time):
    return round((time - EPOCH).total_seconds() * 1000)


def utc(ms):
    return EPOCH + datetime.timedelta(milliseconds=ms)


FIRST, LAST = at(1900, 1, 1), at(2200, 1, 1)


def in_range(ms):
    """Dates are from 1900 to 2199 (Import.md)."""
    return FIRST <= ms < LAST


class Unclear(Exception):
    """The documents do not say how a text is read."""


ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?(?: ?(Z|[+-]\d\d:?\d\d))?")


def offset_minutes(text):
    """The minutes of an offset such as `+01:00`, or None for one that no clock has."""
    if text == "Z":
        return 0
    digits = text[1:].replace(":", "")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 23 or minutes > 59:
        return None
    if hours > 14:
        # No clock is that far from UTC, but ISO 8601 can write it.
        raise Unclear
    return (-1 if text[0] == "-" else 1) * (hours * 60 + minutes)


def iso_time(text, local=0):
    """Milliseconds of a text in ISO 8601, or None if it cannot be a time. Times without an offset have `local` minutes."""
    match = ISO.fullmatch(text.strip(" "))
    if not match:
        if is_hopeless(text):
            return None
        raise Unclear
    year, month, day, hour, minute, second, fraction, offset = match.groups()
    minutes = local if offset is None else offset_minutes(offset)
    if minutes is None:
        return None
    return civil(int(year), int(month), int(day), int(hour), int(minute), int(second or 0), int(fraction or 0), minutes)


def civil(year, month, day, hour, minute, second, fraction=0, minutes=0):
    """Returns a date and a time of day in milliseconds since 1970; None for an impossible date or time."""
    if hour == 24 or second == 60:
        # ISO 8601 allows both, and programs differ.
        raise Unclear
    try:
        time = datetime.datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return millis(time) + fraction - minutes * 60_000


def is_hopeless(text):
    """True for a text that nobody takes for a time: without digits, empty, or with a sign that times do not have."""
    return sum(c.isdigit() for c in text) < 6 or bool(re.search(r"[?#!~x_;=]", text))


# Changes of texts. Each gets the random numbers of its case.

NOT_NUMBERS = ["", "abc", "1e999", "-1e999", "NaN", "nan", "inf", "-inf", "--5", "1.2.3", "0x10", "5..", "+-3", "1e", "e5", "12a", "1_0",
               "-"]
NOT_TIMES = ["", "abc", "yesterday", "????", "2026-13-45T99:99:99Z", "2026-02-30T10:00:00Z", "?2026-01-01T10:00:00Z", "0", "12"]


def spoiled_number(rng, text):
    """Another text in the place of a number: none, or with one byte changed."""
    if rng.random() < 0.5 or not text:
        return rng.choice(NOT_NUMBERS)
    return one_byte(rng, text, "0123456789.-+eEx ?")


def spoiled_time(rng, text):
    """Another text in the place of a time: none, or with one byte changed."""
    if rng.random() < 0.4 or not text:
        return rng.choice(NOT_TIMES)
    return one_byte(rng, text, "0123456789?x#")


def one_byte(rng, text, letters):
    """The text with one byte replaced, added or taken away."""
    place = rng.randrange(len(text))
    kind = rng.randrange(3)
    if kind == 0:
        return text[:place] + rng.choice(letters) + text[place + 1:]
    if kind == 1:
        return text[:place] + rng.choice(letters) + text[place:]
    return text[:place] + text[place + 1:]


def change_rows(rows, rng, copy):
    """Drops, repeats, swaps or shuffles rows. Returns the name of what it did."""
    kind = rng.choice(["drop", "repeat", "swap", "shuffle"]) if rows else "nothing"
    if kind == "drop":
        del rows[rng.randrange(len(rows))]
    elif kind == "repeat":
        rows.insert(rng.randrange(len(rows) + 1), copy(rng.choice(rows)))
    elif kind == "swap":
        first, second = rng.randrange(len(rows)), rng.randrange(len(rows))
        rows[first], rows[second] = rows[second], rows[first]
    elif kind == "shuffle":
        rng.shuffle(rows)
    return f"{kind} rows"

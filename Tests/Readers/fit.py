"""FIT files of bicycle computers. Rules: Import.md (FIT, TCX and GPX) and decision 0178."""

import struct
from dataclasses import replace

from model import Expected, Sample, at, change_rows
from tracks import counted_distance

NAME, ZONE = "fit", "UTC"
QUANTITY = "HKQuantityTypeIdentifier"
UNITS_OF_SUMS = {}
EPOCH = at(1989, 12, 31) // 1000
# Fields of a record: number, struct code, base type, value that stands for a missing one.
FIELDS = {"time": (253, "I", 0x86, 0xFFFFFFFF), "pulse": (3, "B", 0x02, 0xFF), "cadence": (4, "B", 0x02, 0xFF),
          "power": (7, "H", 0x84, 0xFFFF), "distance": (5, "I", 0x86, 0xFFFFFFFF)}
WIDER = {"B": ("H", 0x84, 0xFFFF), "H": ("I", 0x86, 0xFFFFFFFF)}


def checksum(content):
    """The checksum of a FIT file: CRC-16 with the polynomial 0xA001."""
    value = 0
    for byte in content:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xA001 if value & 1 else 0)
    return value


class Ride:
    """Records with numbers, and a session."""

    def __init__(self, rows, session):
        self.rows, self.session = rows, session
        self.cut, self.after, self.big, self.short_header, self.bad_checksum, self.bad_header = None, b"", False, False, False, False
        self.has_session, self.compressed, self.wide, self.order = True, False, False, ["time", "pulse", "cadence", "power", "distance"]
        self.unknown, self.extra, self.developer = set(), False, False

    def encode(self):
        content, _ = self.parts()
        return content if self.cut is None else content[:int(self.cut * len(content))]

    def readable(self):
        """(the records before a cut, whether the session is there)."""
        content, ends = self.parts()
        if self.cut is None:
            return list(self.rows), self.has_session
        end = int(self.cut * len(content))
        whole = [row for row, place in zip(self.rows, ends) if place <= end]
        return whole, self.has_session and len(ends) > len(self.rows) and ends[-1] <= end

    def parts(self):
        mark = ">" if self.big else "<"
        body, ends = bytearray(), []
        body += self.definition(0, 0, [(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84), (4, 4, 0x86)])
        body += bytes([0]) + struct.pack(mark + "BHHI", 4, 1, 2713, self.session["start"])
        if self.developer:
            body += self.definition(4, 206, [(0, 1, 0x02), (1, 1, 0x02), (2, 1, 0x02), (3, 6, 0x07)])
            body += bytes([4]) + bytes([0, 0, 0x84]) + b"zzzzz\0"
        fields = [self.field(k) for k in self.order]
        extra = [(200, 3, 0x0D)] if self.extra else []
        body += self.definition(1, 20, [(n, struct.calcsize(c), b) for n, c, b, _ in fields] + extra, developer=self.developer)
        short = [f for k, f in zip(self.order, fields) if k != "time"]
        body += self.definition(2, 20, [(n, struct.calcsize(c), b) for n, c, b, _ in short] + extra, developer=self.developer)
        tail = (b"abc" if self.extra else b"") + (b"\x01\x02" if self.developer else b"")
        # A short time counts from the last one that is whole.
        last = None
        for index, row in enumerate(self.rows):
            if index in self.unknown:
                body += self.definition(3, 0xFF07, [(1, 4, 0x86), (2, 7, 0x07)]) + bytes([3]) + b"\x01\x02\x03\x04unknown"
            is_close = self.compressed and None not in (row["time"], last) and 0 <= row["time"] - last < 32
            keys = [k for k in self.order if k != "time"] if is_close else self.order
            body += bytes([0x80 | 2 << 5 | row["time"] & 31]) if is_close else bytes([1])
            for key in keys:
                _, code, _, missing = self.field(key)
                body += struct.pack(mark + code, missing if row[key] is None else row[key])
            body += tail
            if row["time"] is not None:
                last = row["time"]
            ends.append(len(body))
        if self.has_session:
            s = self.session
            body += self.definition(5, 18, [(253, 4, 0x86), (2, 4, 0x86), (5, 1, 0x00), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86)])
            body += bytes([5]) + struct.pack(mark + "IIBIII", s["end"], s["start"], 2, s["length"] * 1000, s["length"] * 1000,
                                             0xFFFFFFFF if s["total"] is None else s["total"])
            ends.append(len(body))
        header = struct.pack("<BBHI4s", 12 if self.short_header else 14, 0x10, 2132, len(body), b".FIT")
        if not self.short_header:
            header += struct.pack("<H", checksum(header) ^ self.bad_header)
        content = header + bytes(body)
        content += struct.pack("<H", checksum(content) ^ (0x5A5A if self.bad_checksum else 0))
        return content + self.after, [len(header) + e for e in ends]

    def field(self, key):
        number, code, base, missing = FIELDS[key]
        if self.wide and code in WIDER:
            code, base, missing = WIDER[code]
        return number, code, base, missing

    def definition(self, local, message, fields, developer=False):
        mark = ">" if self.big else "<"
        text = bytes([0x40 | (0x20 if developer else 0) | local, 0, int(self.big)])
        text += struct.pack(mark + "H", message) + bytes([len(fields)])
        text += b"".join(bytes(f) for f in fields)
        return text + (bytes([1, 0, 2, 0]) if developer else b"")


def make(rng):
    start = at(2026, 5, 1) // 1000 - EPOCH + rng.randrange(40 * 86400)
    rows, distance, time = [], 0, start
    for _ in range(rng.randrange(2, 14)):
        rows.append({"time": time, "pulse": rng.choice([None, 0, *range(60, 190, 3)]), "cadence": rng.choice([None, *range(0, 110, 5)]),
                     "power": rng.choice([None, *range(0, 500, 7)]), "distance": distance})
        time += rng.choice([1, 1, 1, 5, 40])
        distance += rng.randrange(0, 4000)
    total = int(rows[-1]["distance"] * rng.choice([1, 1, 1.005, 1.3]))
    return Ride(rows, {"start": start, "end": time, "length": time - start, "total": total})


# Changes.

def rows(ride, rng):
    ride.unknown.clear()
    return change_rows(ride.rows, rng, dict)


def one_byte(ride, rng):
    """Changes one byte of a number in a record. The checksum of the file is right or wrong."""
    if ride.rows:
        row = rng.choice(ride.rows)
        key = rng.choice(["pulse", "cadence", "power", "distance", "time"])
        _, code, _, missing = FIELDS[key]
        place = 8 * rng.randrange(1 if key == "time" else struct.calcsize(code))
        value = (missing if row[key] is None else row[key]) ^ rng.randrange(1, 256) << place
        row[key] = None if value == missing else value
        ride.bad_checksum = rng.random() < 0.5
        return f"{key} = {row[key]}"


def missing_number(ride, rng):
    if ride.rows:
        rng.choice(ride.rows)[rng.choice(list(FIELDS))] = None


def flag(name, value=True):
    def change(ride, rng):
        setattr(ride, name, value)
    change.__name__ = name
    return change


def unknown_message(ride, rng):
    if ride.rows:
        ride.unknown.add(rng.randrange(len(ride.rows)))


def order_of_fields(ride, rng):
    rng.shuffle(ride.order)


def bytes_after(ride, rng):
    ride.after = rng.choice([b"\0", b"\0" * 40, b"hello", bytes(range(100))])


def total(ride, rng):
    ride.session["total"] = rng.choice([None, 0, ride.session["total"]])


def cut(ride, rng):
    ride.cut = rng.random()


CHANGES = [
    rows, rows, one_byte, one_byte, one_byte, missing_number, flag("big"), flag("short_header"), flag("bad_checksum"), flag("bad_header"),
    flag("has_session", False), flag("compressed"), flag("wide"), flag("extra"), flag("developer"), unknown_message, order_of_fields,
    bytes_after, total, cut,
]


def file_name(ride):
    return "ride.fit"


def encode(ride):
    return ride.encode()


# The rules.

OTHERS = ["CyclingCadence", "CyclingPower", "DistanceCycling"]


def expect(ride):
    expected = Expected()
    whole, has_session = ride.readable()
    timed = sorted((r for r in whole if r["time"] is not None), key=lambda r: r["time"])
    workout = Sample("HKWorkoutTypeIdentifier", None, (ride.session["start"] + EPOCH) * 1000, None, None)
    inside = all(ride.session["start"] <= r["time"] <= ride.session["end"] for r in timed)
    (expected.samples if has_session and timed and inside else expected.open).append(
        workout if has_session and inside else replace(workout, start=None))
    expected.open += [Sample(QUANTITY + "DistanceCycling", None, None, None, None)] * 40
    start, timeless = ride.session["start"], False
    for row in timed:
        ms = (row["time"] + EPOCH) * 1000
        if row["pulse"]:
            expected.samples.append(Sample(QUANTITY + "HeartRate", None, ms, ms, row["pulse"]))
        if has_session and not inside and (row["time"] < start or row["time"] > ride.session["end"]):
            # Far from the session, a record may belong to another recording, whose sport is unknown.
            names = {"cadence": (QUANTITY + "CyclingCadence", "strokeCadence"), "power": (QUANTITY + "CyclingPower", "power")}
            expected.open += [Sample(t, None, ms, ms, row[k]) for k in names for t in names[k] if row[k] is not None]
            continue
        if has_session:
            for key, type in (("cadence", "CyclingCadence"), ("power", "CyclingPower")):
                if row[key] is not None:
                    expected.samples.append(Sample(QUANTITY + type, None, ms, ms, row[key]))
    for row in whole:
        if row["time"] is None:
            # The documents do not say if a record without a readable time has the time of the message before it.
            expected.open += [Sample(QUANTITY + t, None, None, None, row[k]) for k, t in (
                ("pulse", "HeartRate"), ("cadence", "CyclingCadence"), ("power", "CyclingPower")) if row[k] is not None]
            timeless = True
    if not has_session:
        # Without its session, a file does not name the sport, so that other metrics can have other names.
        names = [QUANTITY + t for t in ("CyclingCadence", "CyclingPower", "RunningPower")]
        names += ["strokeCadence", "stepsCadence", "power", "distance", "distanceOther"]
        expected.open += [Sample(t, None, None, None, None) for t in names] * 40
        expected.refused = None if not timed else expected.refused
    else:
        values = [(r["time"], r["distance"] / 100) for r in timed if r["distance"] is not None]
        written = None if ride.session["total"] is None else ride.session["total"] / 100
        distance = counted_distance(values, written, start) if all(start <= t for t, _ in values) else None
        if distance is not None and not timeless and all(t <= ride.session["end"] for t, _ in values):
            expected.sums[QUANTITY + "DistanceCycling"] = (distance, 1e-5 + 1e-6 * distance)
    if not timed or ride.cut is not None and ride.cut < 1:
        expected.refused = None
    return expected

#!/usr/bin/env python3
"""Reads a store without Tally. Written from Documentation/Design/StoreFormat.md alone.

    reader.py STORE       prints each person's metrics by source: count, sum, minimum, maximum, first start, last end

Store.samples() yields all samples. A damaged store raises Damage.
"""

import math
import sqlite3
import struct
import sys
from collections import namedtuple
from urllib.parse import quote

APPLICATION, NEWEST = 0x54616C79, 8
FORMATS = (0x54420001, 0x54420002)
SERIES = 0x54530001
# The columns of each kind of series.
KINDS = {1: ["latitude", "longitude", "altitude", "speed", "course", "horizontalAccuracy", "verticalAccuracy"]}
UNKNOWN = -(1 << 63)
WHOLE = (1 << 64) - 1
COLUMNS = ["start", "end", "value", "source", "origin", "metadata", "unit", "created", "number"]

Sample = namedtuple("Sample", ["person", "metric", *COLUMNS])
Series = namedtuple("Series", ["owner", "kind", "place", "name", "times", "columns"])


class Damage(Exception):
    """Bytes that do not follow the format."""


def demand(holds, message):
    if not holds:
        raise Damage(message)


def signed(number):
    number &= WHOLE
    return number - (1 << 64) if number >> 63 else number


def checksum(data):
    multiplier = 0x9E3779B97F4A7C15

    def step(state, word):
        mixed = (state ^ word) * multiplier & WHOLE
        return (mixed << 31 | mixed >> 33) & WHOLE

    lanes = [multiplier * number & WHOLE for number in (1, 2, 3, 4)]
    whole = len(data) // 32 * 32
    for place, word in enumerate(struct.unpack_from(f"<{whole // 8}Q", data)):
        lanes[place % 4] = step(lanes[place % 4], word)
    result = len(data)
    for word in [*lanes, *data[whole:]]:
        result = step(result, word)
    return result ^ result >> 32


def codes_in_stream(data, rows, width):
    bits, mask = int.from_bytes(data, "little"), (1 << width) - 1
    return [bits >> row * width & mask for row in range(rows)]


def codes_in_lanes(data, rows, width):
    words = struct.unpack(f"<{len(data) // 4}I", data)
    mask = (1 << width) - 1
    lanes = [int.from_bytes(struct.pack(f"<{len(words) // 8}I", *words[lane::8]), "little") for lane in range(8)]
    return [lanes[row % 8] >> row // 8 * width & mask for row in range(rows)]


def integers(data, count):
    groups = (count + 255) // 256
    demand(len(data) >= 32 + groups and data[0] <= 3 and not any(data[1:8]), "a column of integers has no valid head")
    base, scale, value = struct.unpack_from("<qQq", data, 8)
    place, found = 32 + groups, []
    for group in range(groups):
        width, rows = data[32 + group], min(256, count - group * 256)
        demand(width <= 56 or width == 64, f"codes have {width} bits")
        isLanes = data[0] & 2 and width <= 32
        size = ((rows + 7) // 8 * width + 31) // 32 * 32 if isLanes else (rows * width + 7) // 8
        codes = (codes_in_lanes if isLanes else codes_in_stream)(data[place:place + size], rows, width) if width else [0] * rows
        place += size
        if data[0] & 1:
            for code in codes:
                value = signed(value + base + scale * code)
                found.append(value)
        else:
            found += [signed(base + scale * code) for code in codes]
    demand(len(data) == place + (32 if data[0] & 2 else 8), "a column of integers has another length")
    return found


def values(data, count):
    if data[0] == 255:
        return list(struct.unpack(f"<{count}d", data[1:]))
    demand(data[0] <= 15, "values have too many places")
    return [number / 10 ** data[0] for number in integers(data[1:], count)]


def creation_times(data, count, ends):
    demand(data[0] <= 1, "creation times have an unknown kind")
    if data[0] == 0:
        return integers(data[1:], count)
    unknown, = struct.unpack_from("<q", data, 1)
    return [UNKNOWN if delay == unknown else signed(end + delay) for delay, end in zip(integers(data[9:], count), ends)]


def block(data, count):
    """Returns the columns of a block by name."""
    demand(len(data) >= 160, "a block is too short")
    format, rows = struct.unpack_from("<II", data)
    demand(checksum(data[:152]) == struct.unpack_from("<Q", data, 152)[0], "the head of a block is damaged")
    demand(format in FORMATS and rows == count, "a block has another format or count")
    columns = {}
    for number, name in enumerate(COLUMNS):
        offset, length, expected = struct.unpack_from("<IIQ", data, 8 + 16 * number)
        part = data[offset:offset + length]
        demand(len(part) == length and checksum(part) == expected, f"the column {name} is damaged")
        if name == "value":
            columns[name] = values(part, count)
        elif name == "created":
            columns[name] = creation_times(part, count, columns["end"])
        else:
            columns[name] = integers(part, count)
        if name == "end":
            columns[name] = [signed(start + length) for start, length in zip(columns["start"], columns[name])]
    demand(all(a <= b for a, b in zip(columns["start"], columns["start"][1:])), "starts do not ascend")
    return columns


def series(data, kind, count):
    """Returns the times and the columns of a series by name. A column that is unknown as a whole is None."""
    demand(len(data) >= 16 and checksum(data[8:]) == struct.unpack_from("<Q", data)[0], "a series is damaged")
    demand(struct.unpack_from("<Q", data, 8)[0] == SERIES and kind in KINDS, "a series has another format or kind")
    place, parts = 16, []
    while place < len(data):
        length, = struct.unpack_from("<Q", data, place)
        parts.append(data[place + 8:place + 8 + length])
        place += 8 + length
    demand(place == len(data) and len(parts) == 1 + len(KINDS[kind]), "a series has other columns")
    times = integers(parts[0], count)
    demand(count > 0 and all(a <= b for a, b in zip(times, times[1:])), "times of a series do not ascend")
    return times, {name: values(part, count) if part else None for name, part in zip(KINDS[kind], parts[1:])}


def metadata(data):
    """Returns a set of metadata as a dictionary."""
    texts, place = [], 0
    while place < len(data):
        length = shift = 0
        while True:
            byte = data[place]
            place, length, shift = place + 1, length | (byte & 127) << shift, shift + 7
            if byte < 128:
                break
        demand(place + length <= len(data), "a metadata set ends early")
        texts.append(data[place:place + length].decode())
        place += length
    demand(len(texts) % 2 == 0, "a metadata set has a key without a value")
    return dict(zip(texts[::2], texts[1::2]))


class Store:
    """A store that is open in one read transaction."""

    def __init__(self, path):
        self.database = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True, isolation_level=None)
        self.query("BEGIN")
        demand(self.query("PRAGMA application_id") == [(APPLICATION,)], "this is not a store")
        (self.version,), = self.query("PRAGMA user_version")
        demand(1 <= self.version <= NEWEST, f"version {self.version} is unknown")
        self.persons = dict(self.query("SELECT id, name FROM person")) if self.version >= 5 else {1: ""}
        self.sources = dict(self.query("SELECT id, name FROM source"))
        self.units = dict(self.query("SELECT id, text FROM unit"))

    def close(self):
        self.database.close()

    def query(self, sql, *arguments):
        return self.database.execute(sql, arguments).fetchall()

    def counter(self, name):
        return self.query("SELECT value FROM counter WHERE name = ?", name)[0][0]

    def metrics(self):
        """Returns the id, person and identifier of each metric of a person."""
        owner = "person" if self.version >= 5 else "1"
        return [(id, self.persons[person], identifier)
                for id, person, identifier in self.query(f"SELECT id, {owner}, identifier FROM metric ORDER BY identifier, 2")]

    def samples(self):
        for id, person, identifier in self.metrics():
            for count, data in self.query(
                    "SELECT count, bytes FROM block JOIN blockContent ON block = id WHERE metric = ? ORDER BY firstStart", id):
                columns = block(data, count)
                for row in zip(*(columns[name] for name in COLUMNS)):
                    yield Sample(person, identifier, *row)
            names = ", ".join(f'"{name}"' for name in COLUMNS)
            for row in self.query(f"SELECT {names} FROM freshSample WHERE metric = ? ORDER BY start, number", id):
                sample = Sample(person, identifier, *row)
                yield sample._replace(value=struct.unpack("<d", struct.pack("<q", sample.value))[0])

    def deletions(self):
        """Returns the change and the number of the sample of each deletion."""
        if self.version < 3:
            return []
        count = "count" if self.version >= 6 else "1"
        runs = self.query(f"SELECT change, number, {count} FROM deletion ORDER BY change")
        return [(change + place, number + place) for change, number, count in runs for place in range(count)]

    def series(self):
        """Returns the series of workouts."""
        if self.version < 8:
            return []
        found = []
        for owner, kind, place, name, count, start, end, data in self.query(
                'SELECT owner, kind, place, name, count, start, "end", bytes FROM series ORDER BY owner, kind, place'):
            times, columns = series(data, kind, count)
            demand((times[0], times[-1]) == (start, end), "a series has another extent")
            found.append(Series(owner, kind, place, name, times, columns))
        return found

    def metadata_sets(self):
        return {id: metadata(content) for id, content in self.query("SELECT id, content FROM metadataSet")}


def sums(store):
    """Returns for each person, metric and source: count, sum, minimum, maximum, first start and last end."""
    groups = {}
    for sample in store.samples():
        groups.setdefault((sample.person, sample.metric, store.sources[sample.source]), []).append(sample)
    found = []
    for key, samples in sorted(groups.items()):
        numbers = [sample.value for sample in samples]
        found.append((*key, len(samples), math.fsum(numbers), min(numbers), max(numbers),
                      min(sample.start for sample in samples), max(sample.end for sample in samples)))
    return found


if __name__ == "__main__":
    for line in sums(Store(sys.argv[1])):
        print(*line, sep="\t")

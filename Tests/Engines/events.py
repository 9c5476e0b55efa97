"""Compares the time near events, and values at events, with a definition that has nothing of Tally's code (S13.6, S13.7).

    python3 Tests/Engines/events.py [--program .build/debug/tally] [--cases 40] [--seed 1]

Each case loads random meals, sessions and readings, asks random questions in a random zone, and works out each row by looking at every
sample. Times are tens of minutes, or a millisecond beside them, so that many samples are at events and at edges.
"""

import argparse
import csv
import io
import random
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone

MINUTE = timedelta(minutes=1)
START = datetime(2025, 3, 27, tzinfo=timezone.utc)
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"]


def text(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S") + f".{time.microsecond // 1000:03d}Z"


def made(random):
    """Returns statements that load data, and the data: events as (start, end, value), readings as (start, end, value, source, order)."""
    days = random.randint(1, 6)
    statements, meals, sessions, readings = [], [], [], []

    def moment():
        beside = timedelta(milliseconds=random.choice([0, 0, 0, 0, 1, -1]))
        return START + random.randint(0, days * 144) * 10 * MINUTE + beside

    for _ in range(random.randint(0, 14)):
        at, grams, source = moment(), random.randint(1, 60), random.choice(["Diary", "Scale"])
        if (at, grams, source) in [(m[0], m[2], m[3]) for m in meals]:
            continue
        meals.append((at, at, grams, source))
        statements.append(f'add {grams} g dietaryCarbohydrates from "{source}" at {text(at)}')
    for _ in range(random.randint(0, 8)):
        at, length = moment(), random.randint(1, 30) * 10
        if (at, length) in [(s[0], (s[1] - s[0]) // MINUTE) for s in sessions]:
            continue
        sessions.append((at, at + length * MINUTE, None, "App"))
        statements.append(f'add notApplicable mindfulSession from "App" at {text(at)} for {length}min')
    known = set()
    for order in range(random.randint(1, 60)):
        at, length = moment(), random.choice([0, 0, 0, 5, 40])
        value, source = random.randint(40, 180), random.choice(["Watch", "Strap"])
        if (at, length, value, source) in known:
            continue
        known.add((at, length, value, source))
        readings.append((at, at + length * MINUTE, value, source, order))
        statements.append(f'add {value} bpm heartRate from "{source}" at {text(at)}' + (f" for {length}min" if length else ""))
    return statements, meals, sessions, readings, days


def inside(reading, low, high):
    """True if a reading has a part in [low, high): an instant if it is inside, others if they overlap."""
    start, end = reading[0], reading[1]
    return low <= start < high or start < end and start < high and end > low


def union(parts):
    joined = []
    for low, high in sorted(parts):
        if joined and low <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], high)
        else:
            joined.append([low, high])
    return [tuple(part) for part in joined]


def question(random, meals, sessions, days):
    """Returns the clause of events, its events and the name of its value column."""
    kind = random.randint(0, 4)
    if kind == 0:
        return "each (dietaryCarbohydrates)", [(m[0], m[1], m[2]) for m in meals]
    if kind == 1:
        least = random.randint(10, 50)
        return f"each (dietaryCarbohydrates where value > {least} g)", [(m[0], m[1], m[2]) for m in meals if m[2] > least]
    if kind == 2:
        return "each (mindfulSession)", [(s[0], s[1], None) for s in sessions]
    if kind == 3:
        gap = random.randint(0, 12) * 10
        joined = []
        for low, high in sorted((m[0], m[1]) for m in meals):
            if joined and low <= joined[-1][1] + gap * MINUTE:
                joined[-1][1] = max(joined[-1][1], high)
            else:
                joined.append([low, high])
        return f"each (sessions of dietaryCarbohydrates gap {gap}min)", [(low, high, None) for low, high in joined]
    return "each (dietaryCarbohydrates or mindfulSession)", [
        (low, high, None) for low, high in union([(e[0], e[1]) for e in meals + sessions])]


def value(aggregate, side, length, event, readings, low, high):
    """Works out a measure near an event; `low` and `high` are the range, or None."""
    start, end = event[0], event[1]
    if side == "before" and aggregate == "latest":
        found = [r for r in readings if r[0] <= start and (length is None or r[0] >= start - length)]
        return max(found, key=lambda r: (r[0], r[1], r[4]))[2] if found else None
    if side == "after" and aggregate == "first":
        found = [r for r in readings if r[0] >= end and (length is None or r[0] < end + length)]
        return min(found, key=lambda r: (r[0], r[1], r[4]))[2] if found else None
    span = {"after": (end, end + length), "before": (start - length, start), "of": (start - length, end + length)}[side]
    if low is not None:
        span = (max(span[0], low), min(span[1], high))
    found = [r for r in readings if span[0] < span[1] and inside(r, *span)]
    if aggregate == "count":
        return len(found)
    if not found:
        return None
    if aggregate == "latest":
        return max(found, key=lambda r: (r[0], r[1], r[4]))[2]
    if aggregate == "first":
        return min(found, key=lambda r: (r[0], r[1], r[4]))[2]
    return {"min": min, "max": max}[aggregate](r[2] for r in found)


def run(program, statements, zone, query):
    with tempfile.NamedTemporaryFile("w", suffix=".tally") as file:
        file.write("\n".join(statements + [query]) + "\n")
        file.flush()
        done = subprocess.run(
            [program, "--store", ":memory:", "--zone", zone, "--now", "2025-06-01T00:00:00Z", "--format", "csv", "--quiet", file.name],
            capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("added ")]
    return list(csv.DictReader(io.StringIO("\n".join(lines)))), done.stderr


def moment(text_):
    return datetime.fromisoformat(text_.replace("Z", "+00:00")).astimezone(timezone.utc)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=".build/debug/tally")
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = rows = 0
    for case in range(options.cases):
        seed = options.seed * 1000 + case
        chance = random.Random(seed)
        statements, meals, sessions, readings, days = made(chance)
        zone = chance.choice(ZONES)
        clause, events = question(chance, meals, sessions, days)
        measures = []
        for number in range(chance.randint(1, 3)):
            side = chance.choice(["before", "after", "of"])
            nearest = {"before": "latest", "after": "first"}.get(side)
            length = chance.randint(1, 60) * 10
            if nearest and chance.random() < 0.4:
                measures.append((nearest, side, None, f"m{number}"))
            else:
                aggregate = chance.choice(["count", "min", "max", "latest", "first"])
                measures.append((aggregate, side, length, f"m{number}"))
        parts = [
            f"({aggregate} heartRate {f'within {length}min ' if length else ''}{side} {clause}) called {name}"
            for aggregate, side, length, name in measures]
        low = high = None
        query = ", ".join(parts)
        if chance.random() < 0.5:
            low = START + chance.randint(0, days * 72) * 10 * MINUTE
            high = low + chance.randint(1, days * 100) * 10 * MINUTE
            query += f" from {text(low)} to {text(high)}"
        if low is not None:
            events = [e for e in events if e[0] < high and (e[1] > low or e[0] == e[1] == low)]
        got, errors = run(options.program, statements, zone, query)
        # Rows show the time near the event if all measures have the same.
        spans = {(side, length) for _, side, length, _ in measures}
        expected = []
        for event in events:
            shown = (event[0], event[1])
            if len(spans) == 1 and measures[0][2] is not None:
                side, length = measures[0][1], measures[0][2] * MINUTE
                shown = {
                    "after": (event[1], event[1] + length), "before": (event[0] - length, event[0]),
                    "of": (event[0] - length, event[1] + length)}[side]
            values = [value(a, s, l and l * MINUTE, event, readings, low, high) for a, s, l, _ in measures]
            expected.append((shown, event[2], values))
        found = []
        for row in got:
            cells = [row[name] for *_, name in measures]
            grams = float(row["value"]) if row.get("value") else None
            found.append(((moment(row["start"]), moment(row["end"])), grams, [float(c) if c else None for c in cells]))
        key = lambda row: (row[0], row[1] or 0, [c if c is not None else -1 for c in row[2]])
        if sorted(found, key=key) != sorted(expected, key=key) or [f[0] for f in found] != sorted(f[0] for f in found):
            wrong += 1
            print(f"seed {seed}, zone {zone}\n  {query}\n  expected {sorted(expected, key=key)}\n  found    {sorted(found, key=key)}\n{errors}")
        rows += len(found)
    print(f"{options.cases} cases, {rows} rows, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

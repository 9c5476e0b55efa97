"""Compares times of values, gaps and the fastest part of a row with definitions that have nothing of Tally's code (S2.13, S2.14, S11.7).

    python3 Tests/Engines/moments.py [--program .build/debug/tally] [--cases 60] [--seed 1]
    python3 Tests/Engines/moments.py --script 24 --seed 7     prints cases as a test script, with the expected values

Times are fractions of a second since an epoch. The fastest part is found by brute force: every stretch that starts or ends at a corner of
the total, and the total of each by adding up every sample.
"""

import argparse
import csv
import io
import random
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from zoneinfo import ZoneInfo

START = datetime(2025, 3, 29, tzinfo=timezone.utc)
NOW = datetime(2025, 4, 10, tzinfo=timezone.utc)
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"]


def text(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S") + f".{time.microsecond // 1000:03d}Z"


def days(zone, first, last):
    """Returns the days of a zone as pairs of instants."""
    date, edges = first.astimezone(ZoneInfo(zone)).date(), []
    while True:
        edges.append(datetime(date.year, date.month, date.day, tzinfo=ZoneInfo(zone)).astimezone(timezone.utc))
        if edges[-1] >= last:
            return list(zip(edges, edges[1:]))
        date += timedelta(days=1)


def readings(chance, count):
    known, found = set(), []
    for _ in range(count):
        at = START + timedelta(minutes=chance.randint(0, 5 * 1440), milliseconds=chance.choice([0, 0, 0, 1, 999]))
        length = timedelta(minutes=chance.choice([0, 0, 0, 10, 600]))
        value, source = chance.randint(60, 72), chance.choice(["Watch", "Strap"])
        if (at, length, value, source) not in known:
            known.add((at, length, value, source))
            found.append((at, at + length, value, source))
    return found


def loads(samples, metric, unit):
    statements = []
    for start, end, value, source in samples:
        length = f" to {text(end)}" if start < end else ""
        statements.append(f'add {value} {unit} {metric} from "{source}" at {text(start)}{length}')
    return statements


class Moments:
    """`max heartRate at by day`"""

    rule = "S2.13"

    def __init__(self, chance):
        self.zone, self.samples = chance.choice(ZONES), readings(chance, chance.randint(1, 40))
        self.aggregate = chance.choice(["max", "min", "latest", "first"])
        self.source = chance.choice([None, None, "Watch"])
        self.low, self.high = START - timedelta(days=1), START + timedelta(days=6)

    def load(self):
        return loads(self.samples, "heartRate", "count/min")

    def query(self):
        where = f' where source is "{self.source}"' if self.source else ""
        return f"{self.aggregate} heartRate at by day from {text(self.low)} to {text(self.high)}{where}"

    def rows(self):
        rows = []
        for low, high in days(self.zone, self.low, self.high):
            low_, high_ = max(low, self.low), min(high, self.high)
            found = [
                (index, s) for index, s in enumerate(self.samples)
                if self.source in (None, s[3]) and (low_ <= s[0] < high_ or s[0] < high_ and s[1] > low_)]
            best = None
            if found:
                best = {
                    "max": lambda: min(found, key=lambda e: (-e[1][2], e[1][0])),
                    "min": lambda: min(found, key=lambda e: (e[1][2], e[1][0])),
                    "latest": lambda: max(found, key=lambda e: (e[1][0], e[1][1], e[0])),
                    "first": lambda: min(found, key=lambda e: (e[1][0], e[1][1], e[0])),
                }[self.aggregate]()[1]
            rows.append((low, [best and best[2], best and best[0]], low < self.low or high > self.high))
        return rows

    columns = property(lambda self: [self.aggregate, self.aggregate + "At"])
    keeps_empty_rows = True


class Gaps:
    """`gaps of heartRate longer than 1h`"""

    rule = "S11.7"

    def __init__(self, chance):
        self.zone, self.samples = chance.choice(ZONES), readings(chance, chance.randint(0, 25))
        self.least = timedelta(minutes=chance.choice([10, 60, 300, 1440]))
        self.low = START + timedelta(hours=chance.randint(-40, 100))
        self.high = self.low + timedelta(hours=chance.randint(1, 400))

    def load(self):
        return loads(self.samples, "heartRate", "count/min")

    def query(self):
        return f"gaps of heartRate longer than {self.least // timedelta(minutes=1)}min from {text(self.low)} to {text(self.high)}"

    def rows(self):
        rows, last = [], None
        for start, end, *_ in sorted(self.samples):
            if last is not None and start - last > self.least:
                rows.append((last, start))
            last = max(end, last or end)
        if last is not None and NOW - last > self.least:
            rows.append((last, NOW))
        return [
            (low, [Fraction((high - low) // timedelta(milliseconds=1), 60000)], low < self.low or high > self.high or high == NOW)
            for low, high in rows if low < self.high and high > self.low]

    columns = ["duration"]
    keeps_empty_rows = False


class Fastest:
    """`fastest 5 km of distance at by day`"""

    rule = "S2.14"

    def __init__(self, chance):
        self.zone, self.samples, known = chance.choice(ZONES), [], set()
        time = START + timedelta(hours=chance.randint(0, 40))
        for _ in range(chance.randint(1, 18)):
            time += timedelta(seconds=chance.choice([0, 0, 0, 30, 120, 3600]))
            length = timedelta(seconds=chance.choice([0, 60, 60, 100, 300, 1800]))
            meters, source = chance.randint(1, 12) * 100, chance.choice(["Watch", "Watch", "iPhone"])
            if (time, length, meters, source) not in known:
                known.add((time, length, meters, source))
                self.samples.append((time, time + length, meters, source))
            time += length if chance.random() < 0.8 else timedelta(0)
        self.meters = chance.choice([100, 400, 1000, 1500, 2000, 5000])
        self.rule_of_sources = chance.choice(["raw", "Watch"])
        self.low, self.high = START - timedelta(days=1), START + timedelta(days=6)

    def load(self):
        return loads(self.samples, "distance", "m")

    def query(self):
        clause = "sources raw" if self.rule_of_sources == "raw" else 'where source is "Watch"'
        return f"fastest {self.meters} m of distance at by day from {text(self.low)} to {text(self.high)} {clause}"

    def rows(self):
        counted = [s for s in self.samples if self.rule_of_sources in ("raw", s[3])]
        rows = []
        for low, high in days(self.zone, self.low, self.high):
            parts = []
            for start, end, meters, _ in counted:
                if start == end:
                    if low <= start < high:
                        parts.append((ms(start), ms(start), Fraction(meters)))
                    continue
                from_, to = max(start, low), min(end, high)
                if from_ < to:
                    parts.append((ms(from_), ms(to), Fraction(meters) * (ms(to) - ms(from_)) / (ms(end) - ms(start))))
            best = fastest(parts, self.meters)
            values = [None, None]
            if best is not None:
                values = [Fraction(round(best[0]), 60000), START + timedelta(milliseconds=round(best[1]))]
            rows.append((low, values, low < self.low or high > self.high))
        return rows

    columns = ["fastest", "fastestAt"]
    keeps_empty_rows = True


def ms(time):
    return (time - START) // timedelta(milliseconds=1)


def total(parts, low, high):
    """Adds up the amounts in [low, high], with the instants at both ends."""
    amount = Fraction(0)
    for start, end, meters in parts:
        if start == end:
            amount += meters if low <= start <= high else 0
        else:
            amount += meters * max(min(end, high) - max(start, low), 0) / (end - start)
    return amount


def fastest(parts, wanted):
    """Returns the length and the start of the shortest stretch with the amount, the first of equal ones; None if there is none."""
    corners = sorted({time for start, end, _ in parts for time in (start, end)})
    if not corners or total(parts, corners[0], corners[-1]) < wanted:
        return None
    found = []
    for corner in corners:
        # Stretches that start at the corner: walk to the right until the amount is reached, then go back evenly.
        right = [c for c in corners if c >= corner]
        for before, after in zip([corner] + right, right):
            if total(parts, corner, after) >= wanted:
                whole, jump = total(parts, corner, after), total(parts, after, after)
                spare, rate = whole - wanted, whole - jump - total(parts, corner, before)
                if spare <= jump or before == after:
                    found.append((Fraction(after) - corner, Fraction(corner)))
                else:
                    found.append((after - (spare - jump) * (after - before) / rate - corner, Fraction(corner)))
                break
        # And stretches that end at the corner.
        left = [c for c in corners if c <= corner][::-1]
        for index, before in enumerate(left):
            if total(parts, before, corner) >= wanted:
                after = left[index - 1] if index else corner
                whole, jump = total(parts, before, corner), total(parts, before, before)
                spare, rate = whole - wanted, whole - jump - total(parts, after, corner)
                if spare <= jump or before == after:
                    found.append((Fraction(corner) - before, Fraction(before)))
                else:
                    start = before + (spare - jump) * (after - before) / rate
                    found.append((corner - start, start))
                break
    return min(found)


def cases(count, seed):
    for number in range(count):
        chance = random.Random(seed * 1000 + number)
        yield [Moments, Gaps, Fastest][number % 3](chance)


def run(program, case):
    with tempfile.NamedTemporaryFile("w", suffix=".tally") as file:
        file.write("\n".join(case.load() + [case.query()]) + "\n")
        file.flush()
        done = subprocess.run(
            [program, "--store", ":memory:", "--zone", case.zone, "--now", text(NOW), "--format", "csv", "--quiet", file.name],
            capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("added ")]
    return list(csv.DictReader(io.StringIO("\n".join(lines)))), done.stderr


def moment(text_):
    return datetime.fromisoformat(text_.replace("Z", "+00:00")).astimezone(timezone.utc)


def value(cell):
    if not cell:
        return None
    return moment(cell) if "T" in cell else float(cell)


def equal(found, expected):
    if found is None or expected is None:
        return found is expected
    if isinstance(expected, datetime):
        return isinstance(found, datetime) and abs(found - expected) <= timedelta(milliseconds=1)
    return not isinstance(found, datetime) and abs(found - float(expected)) <= 1e-9 + 2e-5 * (expected != round(expected))


def script(count, seed):
    print("# S2.13, S2.14 and S11.7 on random samples. The values are those of a second implementation, which also wrote this file:")
    print(f"# Tests/Engines/moments.py --script {count} --seed {seed}")
    print(f"set now = {text(NOW)}")
    for number, case in enumerate(cases(count, seed), 1):
        rows = case.rows()
        if not case.samples or not case.keeps_empty_rows and not rows:
            continue
        print(f'\ncase "{case.rule} random case {number}"')
        print("\n".join([f"set zone = {case.zone}", *case.load(), case.query()]))
        print(f"expect rows {len(rows)}")
        for start, values, is_partial in rows:
            cells = []
            for each in values:
                if each is None:
                    cells.append("null")
                elif isinstance(each, datetime):
                    cells.append(f'"{each.astimezone(ZoneInfo(case.zone)).isoformat(timespec="milliseconds").replace(".000", "").replace("+00:00", "Z")}"')
                else:
                    cells.append(f"{float(each):.17g}")
            shown = start.astimezone(ZoneInfo(case.zone)).isoformat(timespec="milliseconds").replace(".000", "")
            print(f"expect row {shown} {' '.join(cells)}{' partial' if is_partial else ''}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=".build/debug/tally")
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--script", type=int)
    options = parser.parse_args()
    if options.script:
        return script(options.script, options.seed)
    wrong = rows = 0
    for number, case in enumerate(cases(options.cases, options.seed)):
        got, errors = run(options.program, case)
        expected = case.rows()
        found = [(moment(row["start"]), [value(row[name]) for name in case.columns], row["partial"] == "true") for row in got]
        # The first day is cut by the range.
        found, expected = [
            [(max(start, case.low) if case.keeps_empty_rows else start, values, cut) for start, values, cut in each]
            for each in (found, expected)]
        same = len(found) == len(expected) and all(
            a[0] == b[0] and a[2] == b[2] and all(equal(*pair) for pair in zip(a[1], b[1])) for a, b in zip(found, expected))
        if not same:
            wrong += 1
            print(f"case {number}, zone {case.zone}\n  {case.query()}")
            for line in case.load():
                print(f"    {line}")
            print(f"  expected {[(text(s), [str(v) for v in vs]) for s, vs, _ in expected]}")
            print(f"  found    {[(text(s), [str(v) for v in vs]) for s, vs, _ in found]}\n{errors}")
        rows += len(found)
    print(f"{options.cases} cases, {rows} rows, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

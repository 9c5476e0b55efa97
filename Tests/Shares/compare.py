#!/usr/bin/env python3
"""Compares shares of a condition and time in range with a second implementation, on random samples.

    compare.py TALLY [COUNT] [SEED]     compares COUNT random cases with the program
    compare.py --script COUNT SEED      prints the same cases as a test script, with the expected values

It has its own rules for held readings, rows, conditions and units, from S2.8 to S2.12 of Statistics.md.
"""
import datetime
import os
import random
import subprocess
import sys
import tempfile
import zoneinfo

MOLAR = 180.15588000005408  # HealthKit's mass of a mole of glucose, in grams
ZONES = ["UTC", "Europe/Berlin", "America/New_York"]
FIRST = datetime.datetime(2025, 3, 28, tzinfo=datetime.timezone.utc)  # the clocks change on the 30th in Berlin
SOURCES = ["Alpha", "Beta"]


def stamp(seconds):
    return (FIRST + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Case:
    def __init__(self, generator, most=60):
        self.generator, self.most = generator, most
        self.zone = generator.choice(ZONES)
        self.isMolar = generator.random() < 0.3
        self.readings = self.makeReadings()
        self.range = self.makeRange()
        self.holding = generator.choice([None, None, 120, 300, 900, 3600])
        self.key = generator.choice(["", "day", "day", "6h", "hour of day", "source"])
        self.kind = generator.choice(["share", "share", "inRange", "usual", "below", "above", "bands"])
        self.makeCondition()

    def makeReadings(self):
        """Returns (source, second, value in mg/dL, value as written). Times of a source are distinct."""
        readings = []
        for source in SOURCES[:self.generator.choice([1, 1, 2])]:
            second = self.generator.randrange(0, 86_400)
            step = self.generator.choice([60, 300, 900, 1800])
            for _ in range(self.generator.randint(2, self.most)):
                if self.isMolar:
                    text = f"{self.generator.uniform(2.5, 15):.1f}"
                    value = float(text) * MOLAR / 10
                else:
                    text = f"{self.generator.uniform(40, 300):.{self.generator.choice([0, 0, 1])}f}"
                    value = float(text)
                readings.append((source, second, value, float(text)))
                jump = self.generator.randrange(3600, 30_000) if self.generator.random() < 0.1 else step
                second += jump + self.generator.choice([0, 0, 7, 31])
        return readings

    def makeRange(self):
        """Returns days in the zone of the case: from the first one to before the last one."""
        zone = zoneinfo.ZoneInfo(self.zone)
        first = (FIRST + datetime.timedelta(days=self.generator.choice([0, 1]))).astimezone(zone).date()
        return first, first + datetime.timedelta(days=self.generator.randint(1, 4))

    def makeCondition(self):
        unit = 10 / MOLAR if self.isMolar else 1
        low, high = sorted(round(self.generator.uniform(50, 250) * unit, 1) for _ in range(2))
        self.low, self.high = low, high
        hour = self.generator.randint(1, 22)
        source = self.generator.choice(SOURCES)
        tests = [
            (f"value > {low}", lambda r: r[3] > low), (f"value < {high}", lambda r: r[3] < high),
            (f"value between {low} and {high}", lambda r: low <= r[3] <= high),
            (f'source is "{source}"', lambda r: r[0] == source),
            (f"after {hour:02}:00", lambda r: self.local(r[1]).hour >= hour),
            (f"hour of day between {hour} and {hour + 1}", lambda r: hour <= self.local(r[1]).hour <= hour + 1),
        ]
        first, second = self.generator.sample(tests, 2)
        shape = self.generator.choice(["one", "one", "and", "or", "not"])
        if shape == "one":
            self.condition, self.test = first
        elif shape == "and":
            self.condition, self.test = f"{first[0]} and {second[0]}", lambda r: first[1](r) and second[1](r)
        elif shape == "or":
            self.condition, self.test = f"{first[0]} or {second[0]}", lambda r: first[1](r) or second[1](r)
        else:
            self.condition, self.test = f"not ({first[0]})", lambda r: not first[1](r)

    def local(self, second):
        return (FIRST + datetime.timedelta(seconds=second)).astimezone(zoneinfo.ZoneInfo(self.zone))

    def second(self, date, hour=0):
        local = datetime.datetime(date.year, date.month, date.day, hour, tzinfo=zoneinfo.ZoneInfo(self.zone))
        return (local.astimezone(datetime.timezone.utc) - FIRST).total_seconds()

    # The query.

    def measures(self):
        """Returns the text and the test of each measure."""
        molar = " in mmol/L" if self.isMolar else ""
        low, high, ten, last = self.low, self.high, 10 * MOLAR / 10, 13.9 * MOLAR / 10
        if self.kind == "share":
            return [(f"share ({self.condition}) of bloodGlucose{molar}", self.test)]
        if self.kind == "inRange":
            return [(f"time in range {low} to {high} of bloodGlucose{molar}", lambda r: low <= r[3] <= high)]
        if self.kind == "usual":
            return [("time in range of bloodGlucose", lambda r: 70 <= r[2] <= ten)]
        if self.kind == "below":
            return [(f"time below {low} of bloodGlucose{molar}", lambda r: r[3] < low)]
        if self.kind == "above":
            return [(f"time above {high} of bloodGlucose{molar}", lambda r: r[3] > high)]
        return [("glucose ranges", test) for test in [
            lambda r: r[2] < 54, lambda r: 54 <= r[2] < 70, lambda r: 70 <= r[2] <= ten, lambda r: ten < r[2] <= last,
            lambda r: r[2] > last]]

    def query(self):
        first, last = self.range
        text = self.measures()[0][0]
        if self.key:
            text += f" by {self.key}"
        text += f" from {first} to {last}"
        if self.holding:
            text += f" holding {self.holding // 60}min"
        if self.kind == "bands":
            text += " | select veryLow, low, inRange, high, veryHigh"
        return text

    def load(self):
        unit = "mmol/L" if self.isMolar else "mg/dL"
        return [f'add {value} {unit} bloodGlucose from "{source}" at {stamp(second)}' for source, second, _, value in self.readings]

    # The answer.

    def spans(self):
        """Returns (reading, start, end) of each reading after holding."""
        longest = self.holding or (None if self.kind == "share" else 900)
        spans = []
        for source in SOURCES:
            own = sorted((r for r in self.readings if r[0] == source), key=lambda r: r[1])
            for index, reading in enumerate(own):
                end = reading[1] + (longest or 0)
                if index + 1 < len(own):
                    end = min(end, own[index + 1][1])
                spans.append((reading, reading[1], end if longest else reading[1]))
        return spans, longest is not None

    def rows(self):
        """Returns the name of each row, its stretches of time, and its source."""
        first, last = self.range
        days = [first + datetime.timedelta(days=number) for number in range((last - first).days)]
        whole = [(self.second(first), self.second(last))]
        if self.key == "day":
            return [(str(day), [(self.second(day), self.second(day + datetime.timedelta(days=1)))], None) for day in days]
        if self.key == "6h":
            # The first bucket starts at midnight, and hours are elapsed time within a day.
            rows = []
            for day in days:
                end = self.second(day + datetime.timedelta(days=1))
                start = self.second(day)
                while start < end:
                    rows.append((stamp(start), [(start, min(start + 21_600, end))], None))
                    start += 21_600
            return rows
        if self.key == "hour of day":
            rows = {}
            second = whole[0][0]
            while second < whole[0][1]:
                rows.setdefault(self.local(second).hour, []).append((second, second + 3600))
                second += 3600
            return [(hour, rows.get(hour, []), None) for hour in range(24)]
        if self.key == "source":
            spans, isHeld = self.spans()
            seen = [s for s in SOURCES if any(r[0] == s and self.inside(a, b, whole[0]) for r, a, b in spans)]
            return [(source, whole, source) for source in seen]
        return [("all", whole, None)]

    @staticmethod
    def inside(start, end, span):
        return start < span[1] and (end > span[0] or start == end == span[0] or start >= span[0])

    def expected(self):
        """Returns the values of each row, in order; None for a row without readings."""
        spans, isHeld = self.spans()
        answer = []
        for _, stretches, source in self.rows():
            weights = []
            for reading, start, end in spans:
                if source and reading[0] != source:
                    continue
                if isHeld:
                    weight = sum(max(0, min(end, high) - max(start, low)) for low, high in stretches)
                else:
                    weight = 1 if any(low <= start < high for low, high in stretches) else 0
                if weight:
                    weights.append((reading, weight))
            total = sum(weight for _, weight in weights)
            answer.append([
                sum(weight for reading, weight in weights if test(reading)) / total if total else None for _, test in self.measures()])
        return answer


def isUsable(case):
    """Six hours that a day of a clock change divides unevenly are another rule (S3.3)."""
    first, last = case.range
    days = [first + datetime.timedelta(days=number) for number in range((last - first).days)]
    if case.kind == "bands" and case.key == "hour of day":
        return False
    return case.key != "6h" or all(case.second(day + datetime.timedelta(days=1)) - case.second(day) == 86_400 for day in days)


def cases(count, seed, most=60):
    generator = random.Random(seed)
    found = []
    while len(found) < count:
        case = Case(generator, most)
        if isUsable(case) and any(value is not None for row in case.expected() for value in row):
            found.append(case)
    return found


def answer(tally, case):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.tally")
        with open(path, "w") as file:
            file.write("\n".join([f"set zone = {case.zone}", "set now = 2025-06-01T00:00:00Z", *case.load(), case.query()]) + "\n")
        run = subprocess.run([tally, "--store", ":memory:", "--format", "csv", "--quiet", "run", path], capture_output=True, text=True)
    lines = run.stdout.strip().splitlines()
    if run.returncode or not lines:
        sys.exit(f"{case.query()}\n{run.stdout}{run.stderr}")
    names = lines[0].split(",")
    bands = [index for index, name in enumerate(names) if name in ("veryLow", "low", "inRange", "high", "veryHigh")]
    columns = bands or [names.index("partial") - 1]
    return [[float(line.split(",")[index]) if line.split(",")[index] else None for index in columns] for line in lines[1:]]


def script(count, seed):
    print("# S2.9 to S2.12 on random samples. The values are those of a second implementation, which also wrote this file:")
    print(f"# Tests/Shares/compare.py --script {count} {seed}")
    print("set now = 2025-06-01T00:00:00Z")
    for number, case in enumerate(cases(count, seed, 12), 1):
        print(f'\ncase "S2.9 random case {number}"')
        print("\n".join([f"set zone = {case.zone}", *case.load(), case.query()]))
        rows, expected = case.rows(), case.expected()
        print(f"expect rows {len(rows)}")
        for (name, _, _), values in zip(rows, expected):
            if case.kind == "bands" and case.key:
                continue
            shown = " ".join("null" if value is None else f"{value * 100:.10f} %" for value in values)
            start = case.range[0] if case.key in ("", "source") else name
            key = {"hour of day": f"now {name}", "source": f'{start} "{name}"'}.get(case.key, f"{start}")
            print(f"expect row {key} {shown}")


def main():
    if sys.argv[1] == "--script":
        return script(int(sys.argv[2]), int(sys.argv[3]))
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
    print(f"seed {seed}")
    wrong = 0
    for number, case in enumerate(cases(count, seed)):
        found, expected = answer(sys.argv[1], case), case.expected()
        isSame = len(found) == len(expected) and all(
            len(one) == len(two) and all((a is None) == (b is None) and (a is None or abs(a - b) < 1e-9) for a, b in zip(one, two))
            for one, two in zip(found, expected))
        if not isSame:
            wrong += 1
            print(f"case {number}: {case.zone}: {case.query()}\n  expected {expected}\n  found    {found}")
    print(f"{count - wrong} of {count} cases agree")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())

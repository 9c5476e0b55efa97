#!/usr/bin/env python3
"""Compares `vs` and `usual` with an independent computation of dates, and with scipy and numpy.

usage: ranges.py [TALLY] [COUNT]

TALLY is the program to test (.build/release/tally), COUNT the number of random stores (100). The environment variable TALLY_SEED sets
the seed.
"""

import csv
import io
import math
import os
import random
import subprocess
import sys
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import numpy as np
from scipy import stats

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo"]
DAY = timedelta(days=1)
MIDNIGHT = time()


def midnight(day):
    return datetime.combine(day, MIDNIGHT)


def month(day, shift=0):
    number = day.year * 12 + day.month - 1 + shift
    return datetime(number // 12, number % 12 + 1, 1)


def spans(generator, now):
    """Returns random ranges as text with their local start and end."""
    today = midnight(now.date())
    week = today - DAY * today.weekday()
    count = generator.randint(2, 40)
    first = today - DAY * generator.randint(20, 150)
    last = first + DAY * generator.randint(1, 30)
    return [
        ("this week", week, week + 7 * DAY), ("last week", week - 7 * DAY, week),
        ("this month", month(today), month(today, 1)), ("last month", month(today, -1), month(today)),
        ("today", today, today + DAY), ("yesterday", today - DAY, today),
        (f"last {count} days", today - (count - 1) * DAY, today + DAY), (f"last {count} full days", today - count * DAY, today),
        (f"from {first.date()} to {last.date()}", first, last), (f"during {first:%Y-%m}", month(first), month(first, 1)),
    ]


class Store:
    """Amounts and readings, one a day at the same clock time, with gaps."""

    def __init__(self, generator, zone):
        self.zone = zone
        days = generator.randint(30, 200)
        self.now = datetime(2024, 1, 1) + DAY * generator.randint(200, 700) + timedelta(minutes=generator.randint(0, 1439))
        self.first = midnight((self.now - DAY * days).date())
        self.clock = timedelta(hours=generator.randint(5, 22))
        gap = generator.choice([0, 0.1, 0.5])
        self.values = {}
        for number in range(days + 1):
            moment = self.first + number * DAY + self.clock
            if moment < self.now and generator.random() >= gap:
                self.values[moment] = generator.randint(0, 40) if generator.random() < 0.9 else 0

    def statement(self, metric):
        items = []
        moment = self.first + self.clock
        while moment < self.now:
            items.append(str(self.values.get(moment, "_")))
            moment += DAY
        items = items or ["_"]
        return f"load {metric} at {self.first + self.clock:%Y-%m-%d %H:%M} every 1d for 0s: {' '.join(items)}"

    def within(self, start, end):
        return [value for moment, value in self.values.items() if start <= moment < end]

    def whole_days(self, start, end):
        """The values of days that are over and entirely in the range."""
        return [
            value for moment, value in self.values.items()
            if start <= midnight(moment.date()) and midnight(moment.date()) + DAY <= min(end, midnight(self.now.date()))
        ]


def length(start, end, now):
    return min(end, now) - start if start < now else end - start


def compared(own, other):
    """Returns the expected numbers of the own row for the mean of values."""
    if not own or not other:
        return [None] * 4
    a, b = np.mean(own), np.mean(other)
    low = high = None
    if len(own) > 1 and len(other) > 1 and np.var(own) + np.var(other) > 0:
        interval = stats.ttest_ind(own, other, equal_var=False).confidence_interval(0.95)
        low, high = interval.low, interval.high
    return [a - b, low, high, (a - b) / b * 100 if b else None]


def cases(generator, store):
    """Returns queries with the expected rows: own numbers first, then those of the other range."""
    def total(values):
        return sum(values) if values else None

    options = spans(generator, store.now)
    (own_text, own_start, own_end), (text, start, end) = generator.sample(options, 2)
    if (own_start, own_end) == (start, end):
        return []
    amount = generator.randint(1, 20)
    length_text = "1 day" if amount == 1 else f"{amount} days"
    least = min(length(own_start, own_end, store.now), length(start, end, store.now))
    before = (own_start - amount * DAY, own_start)
    moment = midnight(store.now.date()) - DAY * generator.randint(1, 60)
    found = [
        (f"{own_text} vs {text}", (own_start, own_end), (start, end)),
        (f"{own_text} vs the same days of {text}", (own_start, min(own_end, own_start + least)), (start, min(end, start + least))),
        (f"{own_text} vs the {length_text} before", (own_start, own_end), before),
        (f"before and after {moment.date()}", (moment, store.now), (datetime(1900, 1, 1), moment)),
        (f"{length_text} before and after {moment.date()}", (moment, moment + amount * DAY), (moment - amount * DAY, moment)),
    ]
    result = []
    for clause, own, other in found:
        if own == other:
            continue
        a, b = total(store.within(*own)), total(store.within(*other))
        difference = a - b if a is not None and b is not None else None
        change = difference / b * 100 if difference is not None and b else None
        result.append((f"sum steps {clause}", [[a, difference, change], [b, None, None]]))
        means = [store.whole_days(*own), store.whole_days(*other)]
        average = [np.mean(values) if values else None for values in means]
        result.append(
            (f"sum steps by day {clause} | average",
             [[average[0], len(means[0])] + compared(*means), [average[1], len(means[1]), None, None, None, None]]))
    return result


def usual(generator, store):
    """Returns a query with `usual` and the expected rows."""
    shown, days = generator.randint(1, 30), generator.choice([None, 14, 30, 90])
    adds = generator.random() < 0.5
    metric = "sum steps" if adds else "average restingHeartRate"
    today = midnight(store.now.date())
    rows = []
    daily = {midnight(moment.date()): value for moment, value in store.values.items()}
    for number in range(shown):
        day = today - DAY * (shown - 1 - number)
        value = daily.get(day)
        past = [v for d, v in daily.items() if day - DAY * (days or 60) <= d < day]
        low, high = np.percentile(past, [10, 90]) if len(past) >= 14 else (None, None)
        state = ""
        if value is not None and low is not None and not (adds and day == today):
            state = "below" if value < low - 1e-12 else "above" if value > high + 1e-12 else "within"
        rows.append([state, value, low, high])
    return f"{metric} by day last {shown} days | usual" + (f" of {days} days" if days else ""), rows


def close(found, wanted):
    if wanted is None or wanted == "" or isinstance(wanted, str):
        return found == (wanted or "")
    return found != "" and math.isclose(float(found), wanted, rel_tol=1e-9, abs_tol=1e-9)


def tables(text):
    """Splits the output into tables, each with its columns."""
    result = []
    for row in csv.reader(io.StringIO(text)):
        if row and row[0] == "start":
            result.append((row, []))
        elif row and result:
            result[-1][1].append(row)
    return result


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/tally"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = int(os.environ.get("TALLY_SEED", random.randrange(1 << 32)))
    generator = random.Random(seed)
    compared_count = failures = 0
    for number in range(count):
        zone = generator.choice(ZONES)
        store = Store(generator, zone)
        ranges, habit = cases(generator, store), usual(generator, store)
        statements = [store.statement("steps"), store.statement("restingHeartRate")] + [query for query, _ in ranges] + [habit[0]]
        now = store.now.replace(tzinfo=ZoneInfo(zone)).isoformat()
        done = subprocess.run(
            [program, "--store", ":memory:", "--zone", zone, "--now", now, "--format", "csv", "--quiet", "; ".join(statements)],
            capture_output=True, text=True)
        answers = tables(done.stdout)
        if len(answers) != len(ranges) + 1:
            print(f"store {number}: {len(answers)} answers of {len(ranges) + 1}\n{done.stderr[:2000]}\n{'; '.join(statements)}")
            failures += 1
            continue
        for (query, wanted), (names, rows) in zip(ranges, answers):
            compared_count += 1
            label = own_label(query)
            rows = sorted(rows, key=lambda row: row[2] != label)
            found = [row[3:-1] for row in rows]
            if len(found) != 2 or not all(close(f, w) for fs, ws in zip(found, wanted) for f, w in zip(fs, ws)):
                failures += 1
                print(f"store {number}, {zone}, now {now}: {query}\n  found  {found}\n  wanted {wanted}\n  {statements[0]}")
        (query, wanted), (names, rows) = habit, answers[-1]
        compared_count += 1
        found = [[row[names.index("state")]] + row[3:6] for row in rows]
        if len(found) != len(wanted) or not all(close(f, w) for fs, ws in zip(found, wanted) for f, w in zip(fs, ws)):
            failures += 1
            print(f"store {number}, {zone}, now {now}: {query}\n  found  {found}\n  wanted {wanted}\n  {statements[0]}")
    print(f"seed {seed}: {compared_count} comparisons, {failures} failures")
    return 1 if failures else 0


def own_label(query):
    """The words for the range of the row with the difference."""
    clause = query.split(" by day ")[-1].replace("sum steps ", "").split(" | ")[0]
    if "before and after" in clause:
        return clause.replace("before and after", "since")
    return clause.split(" vs ")[0].removeprefix("during ")


if __name__ == "__main__":
    sys.exit(main())

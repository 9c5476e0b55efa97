#!/usr/bin/env python3
"""Compares `rhythm` and `regularity` with an independent implementation of the published formulas in numpy.

usage: rhythm.py [TALLY]

TALLY is the program to test (.build/release/tally). The environment variable TALLY_SEED sets the seed.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import numpy as np

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"]
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def rhythm(hours):
    """The rhythm of `hours`: pairs of the local hour of the day and a value or None, one hour apart."""
    known = [(slot, value) for slot, value in hours if value is not None]
    slots = np.array([slot for slot, _ in known], dtype=float)
    values = np.array([value for _, value in known])
    angles = 2 * np.pi * (slots + 0.5) / 24
    design = np.column_stack([np.ones_like(angles), np.cos(angles), np.sin(angles)])
    (mesor, beta, gamma), *_ = np.linalg.lstsq(design, values, rcond=None)
    profile = np.array([values[slots == slot].mean() for slot in range(24)])
    spread = ((values - values.mean()) ** 2).mean()
    steps = [b - a for (_, a), (_, b) in zip(hours, hours[1:]) if a is not None and b is not None]
    around = np.concatenate([profile, profile])
    most = [around[start : start + 10].mean() for start in range(24)]
    least = [around[start : start + 5].mean() for start in range(24)]
    return {
        "mesor": mesor,
        "amplitude": np.hypot(beta, gamma),
        "acrophase": np.arctan2(gamma, beta) / (2 * np.pi) * 24 % 24,
        # The share of the variance that the hour of the day explains.
        "stability": 1 - ((values - profile[slots.astype(int)]) ** 2).mean() / spread,
        "variability": (np.array(steps) ** 2).mean() / spread,
        "M10": max(most),
        "M10Start": int(np.argmax(most)),
        "L5": min(least),
        "L5Start": int(np.argmin(least)),
        "relativeAmplitude": (max(most) - min(least)) / (max(most) + min(least)),
        "n": len(known),
    }


def regularity(minutes):
    """The index of `minutes`: a dictionary from local date and minute of the day to asleep (True) or awake."""
    asleep_days = {day for (day, _), asleep in minutes.items() if asleep}
    pairs = equal = 0
    for (day, minute), asleep in minutes.items():
        next_day = day + timedelta(days=1)
        if day in asleep_days and next_day in asleep_days and (next_day, minute) in minutes:
            pairs += 1
            equal += asleep == minutes[next_day, minute]
    return {
        "regularity": 100 * (2 * equal / pairs - 1) if pairs else None,
        "dayCount": len(asleep_days),
        "pairs": pairs,
        "daysWithoutSleep": len({day for day, _ in minutes} - asleep_days),
    }


def text(instant):
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")


def local_range(choice, days):
    """A zone, and the start and end of `days` local days near a clock change or anywhere in the year."""
    zone = ZoneInfo(choice.choice(ZONES))
    first = choice.choice([datetime(2025, 3, 7), datetime(2025, 3, 27), datetime(2025, 10, 24), datetime(2025, 6, 1)])
    first += timedelta(days=choice.randrange(3))
    return zone, first.replace(tzinfo=zone).astimezone(timezone.utc), (
        (first + timedelta(days=days)).replace(tzinfo=zone).astimezone(timezone.utc)
    )


def rhythm_case(choice, number):
    zone, start, end = local_range(choice, choice.choice([3, 5, 9, 14]))
    count = round((end - start) / HOUR)
    gaps = choice.choice([0, 0, 0.05])
    series = []
    for index in range(count):
        slot = (start + index * HOUR).astimezone(zone).hour
        level = 60 + 20 * np.cos(2 * np.pi * (slot - 15) / 24)
        series.append((slot, None if choice.random() < gaps else round(float(level) + choice.gauss(0, 8), 3)))
    missing = sum(value is None for _, value in series)
    if missing * 10 > count or {slot for slot, value in series if value is not None} != set(range(24)):
        return rhythm_case(choice, number)
    items = " ".join("_" if value is None else repr(value) for _, value in series)
    statements = [
        f'load heartRate from "R{number}" at {text(start)} every 1h for 0s: {items}',
        f'average heartRate by hour from {text(start)} to {text(end)} zone "{zone.key}" where source is "R{number}" | rhythm as json',
    ]
    # The first and the last hours without a value are hours of the range, too.
    return statements, rhythm(series) | {"missingHours": missing}


def regularity_case(choice, number):
    zone, start, end = local_range(choice, choice.choice([2, 4, 8]))
    seconds = np.zeros(round((end - start) / timedelta(seconds=1)), dtype=bool)
    statements = []
    place = 0
    while True:
        place += choice.randrange(1, 60_000)
        length = choice.choice([20, 30, 45, 600, 20_000, 30_000])
        if place + length > len(seconds):
            break
        seconds[place : place + length] = True
        sample = f"at {text(start + timedelta(seconds=place))} to {text(start + timedelta(seconds=place + length))}"
        statements.append(f'add core sleep from "S{number}" {sample}')
        place += length
    if not statements:
        return regularity_case(choice, number)
    minutes = {}
    for index in range(len(seconds) // 60):
        local = (start + index * MINUTE).astimezone(zone)
        # Of a minute that occurs twice, the first one counts.
        minutes.setdefault((local.date(), local.hour * 60 + local.minute), int(seconds[60 * index : 60 * index + 60].sum()) > 30)
    query = f'duration sleep by minute from {text(start)} to {text(end)} zone "{zone.key}" where source is "S{number}" | regularity as json'
    return statements + [query], regularity(minutes)


def hours_of_day(shown):
    hour, minute, second = (float(part) for part in shown.split(":"))
    return hour + minute / 60 + second / 3600


def difference(name, found, expected):
    """Returns None if a value agrees: times to the second as printed, numbers to 1e-9."""
    if expected is None or found is None:
        return None if found is expected else f"{name} is {found}, expected {expected}"
    if isinstance(found, str):
        distance = abs(hours_of_day(found) - expected)
        return None if min(distance, 24 - distance) <= 0.501 / 3600 else f"{name} is {found}, expected {expected}"
    if abs(found - expected) <= 1e-9 * max(abs(expected), 1):
        return None
    return f"{name} is {found!r}, expected {expected!r}"


def documents(output):
    decoder = json.JSONDecoder()
    found = []
    while output := output.lstrip():
        document, end = decoder.raw_decode(output)
        found.append(document)
        output = output[end:]
    return found


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/tally"
    seed = int(os.environ.get("TALLY_SEED", "1"))
    choice = random.Random(seed)
    cases = [rhythm_case(choice, number) for number in range(300)] + [regularity_case(choice, number) for number in range(60)]
    lines = ['set zone = "UTC"', "set now = 2026-01-01T00:00Z"] + [line for statements, _ in cases for line in statements]
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "cases.tally")
        with open(script, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        run = subprocess.run([program, "--store", ":memory:", "run", script], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{program} failed: {run.stderr[:2000]}")
    answers = documents(run.stdout[run.stdout.index("{"):]) if "{" in run.stdout else []
    if len(answers) != len(cases):
        sys.exit(f"{len(answers)} answers for {len(cases)} queries")
    wrong = 0
    for (statements, expected), answer in zip(cases, answers):
        row = answer["rows"][0]
        found = [text for name, value in expected.items() if (text := difference(name, row[name], value))]
        if found:
            wrong += 1
            print(f"seed {seed}: {statements[-1]}\n    " + "\n    ".join(found))
    print(f"{len(cases)} cases of rhythm and regularity, {wrong} with differences")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

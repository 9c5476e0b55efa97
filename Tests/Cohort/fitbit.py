#!/usr/bin/env python3
"""Imports the Fitbit steps of 33 people by their own column names, and compares each day of each person with the published table of days.

usage: fitbit.py --tally PROGRAM FOLDER

FOLDER has the tables of one period of: Furberg, R., Brinton, J., Keating, M., and Ortiz, A. (2016). Crowd-sourced Fitbit datasets
03.12.2016-05.12.2016. Zenodo. https://doi.org/10.5281/zenodo.53894

    hourlySteps_merged.csv                                       the hours, which Tally imports
    dailySteps_merged.csv or dailyActivity_merged.csv            the days, which they are compared with
    minuteStepsNarrow_merged.csv or minuteStepsWide_merged.csv   optional: the minutes, as a second count of the same steps

Prints each difference with its reason. Ends with status 1 if an answer differs from numbers computed here from the rows of the files, or
if a difference has no reason.
"""

import argparse
import collections
import csv
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile

# The format of the publisher, and that of copies which a spreadsheet has saved.
TIMES = [("%m/%d/%Y %I:%M:%S %p", "M/d/yyyy h:mm:ss a"), ("%m/%d/%Y %H:%M", "M/d/yyyy H:mm")]
HOURS = ("ActivityHour", "StepTotal", "1h")
MINUTES = ("ActivityMinute", "Steps", "1min")
# The table of a paper: days with steps in at least ten hours, then persons with at least seven of these days.
PAPER = """sum steps called steps, (count steps where value > 0) called active by day and person | where active >= 10 | select steps
 | average, count by person | where count >= 7 | select average | average, median, stddev, count as csv""".replace("\n", "")
REASONS = {
    "equal": "equal",
    "short": "the hours of the person end during this day",
    "missing": "the table of hours has no rows for this day",
    "minutes": "the minutes have the same sum as the hours: steps of the day that neither table has",
    "unchecked": "the hours have fewer steps, and there are no minutes for this day",
    "unexplained": "not explained",
}


def rows(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def moments(path, table, column):
    """Returns the times of a column, and their format in the words of Tally."""
    for pattern, words in TIMES:
        try:
            return [datetime.datetime.strptime(row[column], pattern) for row in table], words
        except ValueError:
            continue
        except KeyError:
            break
    sys.exit(f"{path}: no column {column} with times as in 4/12/2016 1:00:00 PM; this is not a table as it was published")


class Store:
    """A store with one table of steps."""

    def __init__(self, program, folder, name):
        self.command = [program, "--store", os.path.join(folder, name + ".tally"), "--zone", "UTC", "--quiet"]

    def run(self, *arguments):
        ended = subprocess.run([*self.command, *arguments], capture_output=True, text=True, check=False)
        if ended.returncode != 0:
            sys.exit(f"tally {' '.join(arguments)}: exit {ended.returncode}\n{ended.stderr}")
        return ended.stdout

    def read(self, path, layout, source):
        """Imports a table, and returns the sums of its rows by person and date, the rows of each day, and the last times."""
        start, value, length = layout
        table = rows(path)
        times, words = moments(path, table, start)
        report = json.loads(self.run(
            "import", "--report", "json", "--person-column", "Id", "--type", "steps", "--source", source, "--start", start,
            "--value", value, "--time-format", words, "--length", length, path))
        if report["rows"]["kept"] != len(table):
            sys.exit(f"{path}: {report['rows']['kept']} of {len(table)} rows were kept")
        sums, counts, last = collections.Counter(), collections.Counter(), {}
        for row, time in zip(table, times):
            key = row["Id"], time.date()
            sums[key] += int(row[value])
            counts[key] += 1
            last[row["Id"]] = max(last.get(row["Id"], time), time)
        return sums, counts, last

    def days(self, clause=""):
        """Returns Tally's sums by person and date. Days without samples are left out."""
        answer = csv.DictReader(self.run(f"sum steps by day and person {clause} as csv").splitlines())
        return {
            (row["person"], datetime.date.fromisoformat(row["start"][:10])): float(row["sum"]) for row in answer if row["sum"] != ""}


def published(folder):
    """Returns the published steps of each day."""
    found = {}
    for name, day, value in [("dailySteps", "ActivityDay", "StepTotal"), ("dailyActivity", "ActivityDate", "TotalSteps")]:
        path = os.path.join(folder, name + "_merged.csv")
        if os.path.exists(path):
            found[name] = {
                (row["Id"], datetime.datetime.strptime(row[day].split()[0], "%m/%d/%Y").date()): int(row[value]) for row in rows(path)}
    if not found:
        sys.exit(f"{folder}: there is no dailySteps_merged.csv and no dailyActivity_merged.csv")
    tables = list(found.values())
    if any(table != tables[0] for table in tables):
        sys.exit("the tables of days differ from each other; one is not as it was published")
    return tables[0]


def wide_minutes(path):
    """Returns the sums of a table with one column for each minute of an hour, and the hours of each day."""
    table = rows(path)
    sums, counts = collections.Counter(), collections.Counter()
    for row, time in zip(table, moments(path, table, "ActivityHour")[0]):
        key = row["Id"], time.date()
        sums[key] += sum(int(row[f"Steps{minute:02}"] or 0) for minute in range(60))
        counts[key] += 60
    return sums, counts


def reason(key, day, hours, counts, last, minutes, minute_counts):
    if key not in counts:
        return "missing"
    if hours[key] == day:
        return "equal"
    if hours[key] > day:
        return "unexplained"
    if counts[key] < 24:
        return "short" if last[key[0]].date() == key[1] else "unexplained"
    if minute_counts[key] < 1440:
        return "unchecked"
    return "minutes" if minutes[key] == hours[key] else "unexplained"


def check(title, found, sums):
    """Prints how many of Tally's days are the sums of the rows, and returns whether all are."""
    wrong = [key for key in sums.keys() | found.keys() if found.get(key) != sums.get(key)]
    persons = len({person for person, _ in sums})
    print(f"{title}: {len(sums) - len(wrong):,} of {len(sums):,} days of {persons} persons are the sums of their rows")
    for person, date in sorted(wrong)[:20]:
        print(f"  {person} {date}: Tally {found.get((person, date))}, rows {sums.get((person, date))}")
    return not wrong


def paper(store, path):
    """Compares the table of a paper with numbers computed from the rows of the file, and returns whether they are equal."""
    steps, active = collections.defaultdict(int), collections.Counter()
    table = rows(path)
    for row, time in zip(table, moments(path, table, HOURS[0])[0]):
        steps[row["Id"], time.date()] += int(row[HOURS[1]])
        active[row["Id"], time.date()] += int(row[HOURS[1]]) > 0
    worn = collections.defaultdict(list)
    for key, value in steps.items():
        if active[key] >= 10:
            worn[key[0]].append(value)
    means = [statistics.mean(values) for values in worn.values() if len(values) >= 7]
    expected = [statistics.mean(means), statistics.median(means), statistics.stdev(means), len(means)]
    answer = list(csv.DictReader(store.run(PAPER).splitlines()))[0]
    found = [float(answer[name]) for name in ("average", "median", "stddev", "count")]
    print("mean, median, standard deviation and number of persons: " + ", ".join(f"{value:,.1f}" for value in found))
    return all(abs(one - other) <= 1e-9 * abs(other) for one, other in zip(found, expected))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program")
    parser.add_argument("folder", help="the folder with the tables")
    arguments = parser.parse_args()
    program, folder = os.path.abspath(arguments.tally), arguments.folder
    days = published(folder)
    narrow, wide = (os.path.join(folder, f"minuteSteps{form}_merged.csv") for form in ("Narrow", "Wide"))
    with tempfile.TemporaryDirectory() as temporary:
        store = Store(program, temporary, "hours")
        path = os.path.join(folder, "hourlySteps_merged.csv")
        hours, counts, last = store.read(path, HOURS, "Fitbit")
        isRight = check("hours", store.days(), hours)
        isRight &= paper(store, path)
        minutes, minute_counts = collections.Counter(), collections.Counter()
        if os.path.exists(narrow):
            second = Store(program, temporary, "minutes")
            minutes, minute_counts, _ = second.read(narrow, MINUTES, "Fitbit minutes")
            isRight &= check("minutes", second.days(), minutes)
            # With both tables in one store, the same steps are there twice, from two sources.
            store.read(narrow, MINUTES, "Fitbit minutes")
            whole = [key for key in hours if counts[key] == 24 and minute_counts[key] == 1440 and hours[key] == minutes[key]]
            merged, raw = store.days(), store.days("sources raw")
            isRight &= check("both, merged", {key: merged.get(key) for key in whole}, {key: hours[key] for key in whole})
            isRight &= check("both, sources raw", {key: raw.get(key) for key in whole}, {key: 2 * hours[key] for key in whole})
        elif os.path.exists(wide):
            minutes, minute_counts = wide_minutes(wide)

    found = collections.defaultdict(list)
    for key, day in sorted(days.items()):
        found[reason(key, day, hours, counts, last, minutes, minute_counts)].append(key)
    found["unexplained"] += sorted(hours.keys() - days.keys())
    print(f"\n{len(days):,} published days of {len({person for person, _ in days})} persons:")
    for name, text in REASONS.items():
        if found[name]:
            steps = sum(days.get(key, 0) - hours[key] for key in found[name])
            print(f"  {len(found[name]):5} {text}" + (f" ({steps:,} steps)" if steps else ""))
    for name, keys in found.items():
        if name != "equal" and keys:
            print(f"\n{REASONS[name]}:")
            for key in keys:
                day = f"{days[key]:,}" if key in days else "none"
                print(f"  {key[0]} {key[1]}: day {day}, " + (f"{counts[key]} hours {hours[key]:,}" if key in counts else "no hours"))
    sys.exit(0 if isRight and not found["unexplained"] else 1)


if __name__ == "__main__":
    main()

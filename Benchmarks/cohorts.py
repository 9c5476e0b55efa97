#!/usr/bin/env python3
"""Measures what persons cost: their load, their store, and queries. Writes tables and charts for Documentation/Design/Scale.md.

    make bench-cohorts                                 10, 100 and 1,000 persons for 90 days, and 100 for a year; half an hour, 8 GB
    make bench-cohorts COHORTS='--cohorts 10x30 50x30' smaller cohorts

`tally generate --persons` makes the samples, in 20 time zones. Each measurement is one process. Tally reads the measurements as CSV and
draws the charts.
"""

import argparse
import csv
import datetime
import json
import os
import shutil
import statistics
import typing

from tables import duration, machine, megabytes, table
from usage import Usage, usage

NOW = "2026-07-01T00:00:00Z"
QUERIES = [
    ("groups", "sum steps by week, person and group | average by group"),
    ("persons", "sum steps by day and person | average by person | average, median, stddev, count"),
    ("coverage", "coverage steps by day and person | average by person"),
    ("hours", "sum steps by hour, person and group last 30 days | average by hour of day and group"),
    ("days", "sum steps by day"),
    ("samples", "count steps where value > 100 by group"),
    ("one person", "sum steps by day where person is {person}"),
]
# Tally refuses larger results.
MOST_ROWS = 1_000_000
MARKS = "<!-- measured by make bench-cohorts -->", "<!-- end of the measurements -->"


class Cohort(typing.NamedTuple):
    """What was measured: the bytes of the CSV and of the store, and what each command needed."""

    persons: int
    days: int
    samples: int
    text: int
    size: int
    found: dict

    @property
    def years(self):
        return self.persons * self.days / 365

    @property
    def title(self):
        return f"{self.persons:,} persons, {self.days} days"

    @property
    def short(self):
        return f"{self.persons} × {self.days} d"


class Measurement:
    """The folder in which a cohort is measured."""

    def __init__(self, arguments, persons, days):
        self.program, self.runs = os.path.abspath(arguments.tally), arguments.runs
        self.persons, self.days = persons, days
        self.folder = os.path.join(os.path.abspath(arguments.folder), f"cohort-{persons}x{days}")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    def run(self, *arguments):
        return usage([self.program, *arguments], self.folder)

    def generate(self, *arguments):
        return self.run("generate", *arguments, "--days", str(self.days), "--now", NOW)

    def measure(self):
        found = {"generate": self.generate("study", "--persons", str(self.persons), "--form", "csv")}
        text = os.path.getsize(os.path.join(self.folder, "study/samples.csv"))
        options = ["--store", "study.tally", "--zone", "UTC", "--now", NOW, "--quiet"]
        found["import"] = self.run(*options, "import", "--report", "json", "--people", "study/people.csv", "study/samples.csv")
        samples = json.loads(found["import"].output)["rows"]["kept"]
        size = os.path.getsize(os.path.join(self.folder, "study.tally"))
        person = "P" + "1".zfill(max(2, len(str(self.persons))))
        for name, query in QUERIES:
            if name == "hours" and self.persons * 30 * 24 > MOST_ROWS:
                continue
            command = [*options, "--read-only", "--format", "csv", query.format(person=person)]
            runs = [self.run(*command) for _ in range(self.runs)]
            found[name] = min(runs, key=lambda one: abs(one.cpu - statistics.median(each.cpu for each in runs)))
        self.generate("other", "--persons", "1", "--seed", "2", "--form", "xml")
        found["one more person"] = self.run(*options, "import", "--person", "another", "other/P01.xml")
        found["forget"] = self.run(*options, "forget person another confirmed")
        shutil.rmtree(self.folder)
        # The standard output is not a measurement.
        return Cohort(self.persons, self.days, samples, text, size, {name: one._replace(output="") for name, one in found.items()})


def tables(cohorts):
    titles = [""] + [one.title for one in cohorts]
    of = lambda name: [one.found[name] for one in cohorts]
    load = [
        ["person-years"] + [f"{one.years:,.1f}" for one in cohorts],
        ["samples"] + [f"{one.samples / 1e6:,.2f} M" for one in cohorts],
        ["CSV"] + [megabytes(one.text) for one in cohorts],
        ["import, processor"] + [duration(one.cpu) for one in of("import")],
        ["import, clock"] + [duration(one.wall) for one in of("import")],
        ["import, peak memory"] + [f"{one.memory:,.0f} MB" for one in of("import")],
        ["import, processor for each person-year"] + [duration(one.found["import"].cpu / one.years) for one in cohorts],
        ["store"] + [megabytes(one.size) for one in cohorts],
        ["store for each person-year"] + [f"{one.size / one.years / 1e6:,.2f} MB" for one in cohorts],
        ["store for each sample"] + [f"{one.size / one.samples:.1f} bytes" for one in cohorts],
        ["import of one more person, processor"] + [duration(one.cpu) for one in of("one more person")],
        ["`forget person`, processor"] + [duration(one.cpu) for one in of("forget")],
    ]
    cell = lambda one: f"{duration(one.cpu)}, {one.memory:,.0f} MB" if one else "too many rows"
    queries = [[name] + [cell(one.found.get(name)) for one in cohorts] for name, _ in QUERIES]
    texts = [[name, f"`{query.format(person='P0001')}`"] for name, query in QUERIES]
    return "\n\n".join([
        f"{datetime.date.today()}, {machine()}.", "### Load", table(titles, load), "### Queries",
        "Each query is a separate process, which opens the store, answers and prints CSV. The cells have the time of the processor and "
        "the peak memory.", table(titles, queries), "The queries:", table(["name", "query"], texts)])


def draw(arguments, cohorts):
    """Writes the measurements as a table of samples, and lets Tally draw them."""
    folder = os.path.abspath(arguments.folder)
    path, store = os.path.join(folder, "costs.csv"), os.path.join(folder, "costs.tally")
    for suffix in ["", "-wal", "-shm"]:
        if os.path.exists(store + suffix):
            os.remove(store + suffix)
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["type", "source", "device", "start", "end", "value", "unit"])
        for one in cohorts:
            for name, found in one.found.items():
                kind = "HKQuantityTypeIdentifierImportPerPersonYear" if name == "import" else "HKQuantityTypeIdentifierQueryPerPersonYear"
                if name == "import" or name in dict(QUERIES):
                    writer.writerow([kind, one.short, name, NOW, NOW, found.cpu * 1000 / one.years, "ms"])
    program = os.path.abspath(arguments.tally)
    options = [program, "--store", store, "--zone", "UTC", "--now", NOW, "--quiet"]
    usage([*options, "import", path], folder)
    series = ", ".join(f'(average queryPerPersonYear where source is "{one.short}") called `{one.short}`' for one in cohorts)
    for name, query in [("load", "average importPerPersonYear by source"), ("queries", f"{series} by device")]:
        with open(os.path.splitext(arguments.document)[0] + f"-{name}.svg", "w", encoding="utf-8") as file:
            file.write(usage([*options, "--width", "100", query + " as svg"], folder).output)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--folder", default=".build-bench", help="folder for data and stores")
    parser.add_argument("--cohorts", nargs="+", default=["10x90", "100x90", "1000x90", "100x365"], help="persons x days")
    parser.add_argument("--runs", type=int, default=5, help="runs of each query")
    parser.add_argument("--document", default="Documentation/Design/Scale.md", help="the document to update; charts are written next to it")
    parser.add_argument("--draw", action="store_true", help="write the document again, without new measurements")
    arguments = parser.parse_args()
    kept = os.path.join(arguments.folder, "cohorts.json")
    if arguments.draw:
        with open(kept, encoding="utf-8") as file:
            rows = json.load(file)
        cohorts = [Cohort(*row[:-1], {name: Usage(*one) for name, one in row[-1].items()}) for row in rows]
    else:
        cohorts = []
        for text in arguments.cohorts:
            cohorts.append(Measurement(arguments, *map(int, text.split("x"))).measure())
            print(cohorts[-1], flush=True)
            with open(kept, "w", encoding="utf-8") as file:
                json.dump(cohorts, file)
    draw(arguments, cohorts)
    with open(arguments.document, encoding="utf-8") as file:
        before, rest = file.read().split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    with open(arguments.document, "w", encoding="utf-8") as file:
        file.write(f"{before}{MARKS[0]}\n\n{tables(cohorts)}\n\n{MARKS[1]}{after}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures keys, sets of times and rows that are intervals, and writes Documentation/Design/Intervals.md.

    make bench-intervals                                    ten million heart rates, 10,000 nights and 10,000 workouts; some minutes
    make bench-intervals INTERVALS='--samples 1000000'      a smaller store
"""

import argparse
import datetime
import os
import statistics

from data import ZONE, Samples, write_intervals
from program import Tally
from tables import duration, machine, megabytes, table

STORE = "intervals.tally"
QUERIES = [
    ("the same days without a set, from quarter hours", "average heartRate by day"),
    ("all samples, one row", "max heartRate where value > 0"),
    ("`while` with 10,000 intervals", "average heartRate by day while sleep"),
    ("`while` with the rest of the time", "average heartRate by day while not sleep"),
    ("`within` around 10,000 intervals", "average heartRate by day while within 30min before workouts"),
    ("a set of held readings of all samples", "duration sleep while (heartRate > 120 holding 5min)"),
    ("time in a zone, with `holding`", "duration heartRate by day where value > 120 holding 2min"),
    ("bins", "count heartRate by bins of 10"),
    ("bands of held readings by day", "duration heartRate by day and bands 100, 120, 140 holding 2min"),
    ("a condition as key", "count heartRate by day and (value > 120) called high"),
    ("`by workout`, 10,000 rows", "average, max heartRate by workout"),
    ("`by night`, the longest of each date", "min heartRate by night"),
    ("coverage, from quarter hours", "coverage heartRate by day"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--folder", default=".build-bench", help="folder for data and stores")
    parser.add_argument("--samples", type=int, default=10_000_000, help="number of heart rates")
    parser.add_argument("--intervals", type=int, default=10_000, help="number of nights, and of workouts")
    parser.add_argument("--runs", type=int, default=3, help="runs of each query")
    parser.add_argument("--document", default="Documentation/Design/Intervals.md", help="output file")
    arguments = parser.parse_args()
    samples = Samples(os.path.abspath(arguments.folder), 1000, arguments.samples, 10)
    tally = Tally(arguments.tally, samples.folder)
    for suffix in ["", "-wal", "-shm"]:
        if os.path.exists(samples.path(STORE + suffix)):
            os.remove(samples.path(STORE + suffix))
    export = samples.path("export.xml")
    write_intervals(export, arguments.intervals, arguments.intervals, samples.begin, samples.end)
    for file in [samples.csv("heart"), export]:
        tally.run("--store", STORE, "--quiet", "--zone", ZONE, "import", file)
    rows = []
    for title, query in QUERIES:
        seconds = tally.warm(STORE, query, arguments.runs)
        count = len(tally.ask(STORE, query).splitlines()) - 1
        memory = tally.peak(*tally.options(STORE), "--quiet", query)
        speed = arguments.samples / statistics.median(seconds) / 1e6
        rows.append([title, f"`{query}`", f"{count:,}", duration(statistics.median(seconds)), f"{speed:.0f} M/s", f"{memory:.0f} MB"])
        print(rows[-1])
    size = megabytes(os.path.getsize(samples.path(STORE)))
    with open(arguments.document, "w") as file:
        file.write(f"""# Keys, sets of times and rows that are intervals

Written by `make bench-intervals`; do not edit.

{datetime.date.today()}, {machine()}. The store has {arguments.samples:,} heart rates over ten years, {arguments.intervals:,} nights and {arguments.intervals:,} workouts ({size}). Times are medians of {arguments.runs} warm runs until all rows exist. Memory is the peak of a process that answers the query once.

{table(["what", "query", "rows", "time", "heart rates", "memory"], rows)}

Quarter hours answer the first and the last query. All others read every sample: reading and decoding the blocks of a metric is most of the second row. A set of times costs reading its metric, a sort of its intervals and a sweep along the samples. Keys look up a code for each sample. Rows that are intervals are placed in one pass for each layer of intervals that do not overlap.
""")


if __name__ == "__main__":
    main()

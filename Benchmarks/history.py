#!/usr/bin/env python3
"""Keeps the results of benchmarks by commit in Benchmarks/history, and finds the rows that have become slower.

    make bench-record                  appends the last run of each benchmark to its file
    make bench-compare                 compares the last runs with the recorded ones before them; fails if a row of Tally is slower
    Benchmarks/history.py show ROW     prints a row of all commits

Each benchmark has a file. A line has one row of one engine at one commit: the date, the commit, the machine, the data, and the median and
the best of several runs. Only runs on the same kind of machine and the same data are compared. A row is slower if its median and its best
run are both worse by more than the bound, because the median alone changes with the load of the machine. The other engines have the same
version in both runs, so a change of theirs is a change of the machine.
"""

import argparse
import csv
import glob
import json
import os
import statistics
import sys

from results import RATES
from tables import duration, table

HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = ["date", "commit", "machine", "data", "row", "engine", "unit", "median", "best"]


def last_runs(folder):
    """Returns the last run of each benchmark by name. A run is a list of lines."""
    runs = {}
    for path in sorted(glob.glob(os.path.join(folder, "last", "*.json"))):
        with open(path) as file:
            run = json.load(file)
        facts = {field: run[field] for field in FIELDS if field in run}
        runs[os.path.splitext(os.path.basename(path))[0]] = [facts | line for line in run["lines"]]
    return runs


def read(path):
    """Returns the recorded lines, oldest first."""
    if not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return [line | {name: float(line[name]) for name in ["median", "best"]} for line in csv.DictReader(file)]


def write(path, lines):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(line | {name: f"{line[name]:.4g}" for name in ["median", "best"]} for line in lines)


def recorded(lines, run):
    """Returns the lines with the run at their end. They replace those of an earlier run of the same rows at the same commit."""
    if run[0]["commit"].endswith("+"):
        sys.exit("the measured program has changes without a commit: commit them and measure again")
    key = lambda line: tuple(line[field] for field in ["commit", "machine", "data", "row", "engine"])
    new = {key(line) for line in run}
    return [line for line in lines if key(line) not in new] + run


def before(lines, run):
    """Returns the lines of the last commit before the run on the same kind of machine and data."""
    same = [line for line in lines if all(line[field] == run[0][field] for field in ["machine", "data"])]
    same = [line for line in same if line["commit"] != run[0]["commit"]]
    return [line for line in same if line["commit"] == same[-1]["commit"]]


def cost(line, name):
    """Returns a number that grows as the program gets worse."""
    return 1 / line[name] if line["unit"] in RATES else line[name]


def changes(old, run):
    """Yields each line that both have, the old one first, with the factors by which the median and the best run got worse."""
    known = {(line["row"], line["engine"]): line for line in old}
    for line in run:
        one = known.get((line["row"], line["engine"]))
        if one and min(one["median"], one["best"], line["median"], line["best"]) > 0:
            yield one, line, [cost(line, name) / cost(one, name) for name in ["median", "best"]]


def compared(old, run, bound):
    """Returns the rows of Tally that have become slower and faster as cells, and the factor of the other engines; nil without any."""
    slower, faster, others = [], [], []
    for one, line, factors in changes(old, run):
        if line["engine"] != "tally":
            others.append(factors[1])
            continue
        cells = [line["row"], said(one), said(line), f"{factors[0]:.2f}×"]
        if min(factors) > 1 + bound:
            slower.append(cells)
        if max(factors) < 1 / (1 + bound):
            faster.append(cells)
    return slower, faster, statistics.median(others) if others else None


def said(line):
    return duration(line["median"]) if line["unit"] == "s" else f"{line['median']:,.4g} {line['unit']}"


def compare(name, lines, run, bound):
    """Prints the comparison, and returns whether no row is slower."""
    old = before(lines, run)
    if not old:
        print(f"{name}: nothing is recorded for {run[0]['data']} on {run[0]['machine']}")
        return True
    slower, faster, others = compared(old, run, bound)
    print(f"{name}: {run[0]['commit']} compared with {old[0]['commit']} of {old[0]['date']}")
    for title, rows in [("slower", slower), ("faster", faster)]:
        if rows:
            print(table([title, "before", "now", "cost"], rows))
    if not slower:
        print(f"no row is slower by more than {bound * 100:.0f} percent")
    if others:
        print(f"other engines: {others:.2f}× of their time before")
    lost = {line["row"] for line in old if line["engine"] == "tally"} - {line["row"] for line in run}
    if lost:
        print(f"not measured: {', '.join(sorted(lost))}")
    return not slower


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["record", "compare", "show"])
    parser.add_argument("row", nargs="?", help="the row to show")
    parser.add_argument("--folder", default=".build-bench", help="the folder of the benchmarks")
    parser.add_argument("--history", default=os.path.join(HERE, "history"), help="the folder of the recorded results")
    parser.add_argument("--bound", type=float, default=0.15, help="the share by which a row may get slower")
    arguments = parser.parse_args()
    isFine = True
    if arguments.command == "show":
        for path in sorted(glob.glob(os.path.join(arguments.history, "*.csv"))):
            rows = [[one["date"], one["commit"], one["engine"], said(one)] for one in read(path) if one["row"] == arguments.row]
            if rows:
                print(table(["date", "commit", "engine", "median"], rows))
        return
    runs = last_runs(arguments.folder)
    if not runs:
        sys.exit("there is no run yet: use make bench or make bench-large")
    for name, run in runs.items():
        path = os.path.join(arguments.history, name + ".csv")
        if arguments.command == "record":
            write(path, recorded(read(path), run))
        else:
            isFine = compare(name, read(path), run, arguments.bound) and isFine
    sys.exit(0 if isFine else 1)


if __name__ == "__main__":
    main()

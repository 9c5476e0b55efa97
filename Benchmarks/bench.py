#!/usr/bin/env python3
"""Compares Tally with other engines on the same generated data, and writes Documentation/Design/Benchmarks.md.

    make bench                                                    ten million samples, about fifteen minutes
    make bench BENCH='--samples 100000 --size 20MB --document -'  a small run

Every time is the median of several runs. If the fastest and slowest differ by more than a tenth, both are in brackets.
Every answer is compared with that of a simple program on the same samples (engines/floor.py). history.py keeps the results.
"""

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import time

import numpy

import sections
import shell
from answers import tally_answer, wrong_rows
from data import ZONE, Samples
from imports import Imports
from program import Tally
from questions import QUESTIONS, named
from results import Results
from tables import duration, machine, megabytes, ratio, spread, table

HERE = os.path.dirname(os.path.abspath(__file__))
# The targets for ten million samples: the measured row, its title and the bound, which is the least value of a rate.
TARGETS = [
    ("merged-hour", "hourly sums of all samples, merged, warm", 0.010),
    ("merged-day", "daily sums of all samples, merged, warm", 0.002),
    ("merged-window", "30 days by hour, merged, warm", 0.0005),
    ("start-day", "daily sums of all samples, read one by one, warm", 0.015),
    ("where", "daily sums of the samples above a value, warm", 0.012),
    ("merged-morning", "daily sums of the samples of four hours, merged, warm", 0.060),
    ("p95", "percentiles of five million samples, warm", 0.020),
    ("csv", "printing 43,824 rows as CSV", 0.005),
    ("json", "printing 43,824 rows as JSON", 0.005),
    ("version", "`tally --version`", 0.002),
    ("process", "process with daily sums", 0.010),
    ("prompt", "start to prompt", 0.010),
    ("csv import", "import of CSV", 500),
    ("jsonl import", "import of JSON Lines", 500),
    ("csv import memory", "peak memory of an import of CSV", 150),
    ("export.xml", "import of export.xml", 1200),
    ("export.zip", "import of export.zip, in bytes of XML", 1000),
    ("export.xml memory", "peak memory of an import of export.xml", 150),
    ("export.zip memory", "peak memory of an import of export.zip", 150),
    ("store", "store size per sample, in bytes", 6),
]
PEERS = ["duckdb", "chdb", "polars", "sqlite", "numpy"]
TITLES = {"duckdb": "DuckDB", "chdb": "chDB", "polars": "Polars", "sqlite": "SQLite", "numpy": "numpy, edges given"}


def targets(results, bounds):
    """Returns the table of targets and whether Tally meets them."""
    rows = []
    for name, title, bound in bounds:
        line = next((line for line in results.lines if (line["row"], line["engine"]) == (name, "tally")), None)
        if line:
            unit, value = line["unit"], line["median"]
            say = duration if unit == "s" else lambda number: f"{number:,.{0 if number >= 100 else 1}f} {unit}"
            isMet = value >= bound if unit == "MB/s" else value <= bound
            rows.append([title, ("≥ " if unit == "MB/s" else "≤ ") + say(bound), say(value), "met" if isMet else "**not met**"])
    return table(["", "target", "measured", ""], rows)


def slower(results):
    """Returns the list of queries that another engine answers faster."""
    titles = {one["name"]: one["query"] for one in QUESTIONS}
    lines = [f"- `{titles[row]}`: {TITLES[engine]} in {share:.2f} of the time" for row, engine, share in results.slower() if row in titles]
    return "Another engine is faster:\n\n" + "\n".join(lines) if lines else "No other engine is faster at any query."


# Queries


def ask_peers(samples, arguments, names, questions):
    """Runs the other engines in sequence, each in its own process. Returns their output by name."""
    found = {}
    # The others print rows that numpy computes.
    for name in sorted(names, key=lambda name: name != "numpy"):
        asked = questions if name != "numpy" else [one for one in QUESTIONS if any(one["name"] in (q["name"], q["truth"]) for q in questions)]
        runs = arguments.runs if name != "sqlite" else 1
        command = [sys.executable, HERE + "/peers.py", name, arguments.folder, str(samples.steps), str(samples.hearts), str(arguments.years)]
        result = subprocess.run([*command, str(runs), *map(json.dumps, asked)], capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{name}: {result.stderr[-3000:]}")
        lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
        found[name] = {line["question"]: line for line in lines if "question" in line} | {"": lines[-1]}
        # The whole time of a process that opens the tables and runs one query.
        times = []
        for _ in range(0 if name == "numpy" else 1 if name == "sqlite" else 3):
            begin = time.perf_counter()
            subprocess.run([*command, "1", "--once", json.dumps(named("start-day")[0])], capture_output=True, check=True)
            times.append(time.perf_counter() - begin)
        found[name][""]["process"] = times
    return found


class Queries:
    """The table of queries. `notes` has the wrong answers, and the reasons of engines that cannot answer."""

    def __init__(self, tally, store, arguments, results, found):
        self.tally, self.store, self.arguments, self.results, self.found = tally, store, arguments, results, found
        self.names = [name for name in PEERS if name in found]
        self.notes, self.reasons, self.processes = [], {}, []

    def table(self, questions):
        rows = [self.row(one) for one in questions]
        return table(["query, warm", "Tally"] + [TITLES[name] for name in self.names], rows)

    def row(self, one):
        truth = numpy.load(self.found["numpy"][one["truth"]]["answer"])
        cell, base = self.by_tally(one, truth)
        return [f"`{one['query']}`", cell] + [self.by_peer(name, one, truth, base) for name in self.names]

    def by_tally(self, one, truth):
        """Returns the text and the seconds. The seconds are nil if this version cannot answer."""
        text = self.tally.ask(self.store, one["query"])
        if text is None:
            return "not in this version", None
        answer = tally_answer(text, one["kind"])
        count = self.check("Tally", one, answer, truth)
        measure = self.tally.printing if one["kind"] == "printed" else self.tally.warm
        seconds = measure(self.store, one["query"], self.arguments.runs)
        cold = self.tally.process(self.store, one["query"], min(self.arguments.runs, 5))
        peak = self.tally.peak(*self.tally.options(self.store), "--quiet", one["query"])
        self.processes.append([f"`{one['query']}`", f"{answer.shape[1]:,}", spread(cold), f"{peak:.0f} MB"])
        return ("✗ " if count else "") + spread(seconds), self.results.add(one["name"], "tally", "s", seconds)

    def by_peer(self, name, one, truth, base):
        said = self.found[name][one["name"]] if one["name"] in self.found[name] else {"cannot": "it was not asked"}
        if reason := said.get("cannot"):
            self.reasons.setdefault(reason, []).append(one["query"])
            return "cannot"
        count = self.check(TITLES[name], one, numpy.load(said["answer"]), truth)
        middle = statistics.median(said["seconds"])
        if not count:
            self.results.add(one["name"], name, "s", said["seconds"])
        return ("✗ " if count else "") + spread(said["seconds"]) + ("" if base is None else f" = {ratio(middle / base)}×")

    def check(self, title, one, answer, truth):
        """Returns the number of wrong rows."""
        count = wrong_rows(answer, truth)
        if count:
            self.notes.append(f"- {title}, `{one['query']}`: {count} of {truth.shape[1]:,} rows")
        return count

    def remarks(self):
        text = ""
        if self.notes:
            text += "\n✗ marks wrong answers: rows that are missing, extra, or have a wrong value:\n\n" + "\n".join(self.notes) + "\n"
        if self.reasons:
            lines = [f"- {reason}: {len(queries)} {'query' if len(queries) == 1 else 'queries'}" for reason, queries in self.reasons.items()]
            text += "\nEngines that cannot answer a query:\n\n" + "\n".join(lines) + "\n"
        return text


def programs(tally, samples, arguments, results, found):
    """Returns the table of stores, processes and programs."""
    count = samples.steps + samples.hearts
    store = os.path.getsize(tally.folder + "/samples.tally")
    start = [tally.run("--version")[0] for _ in range(arguments.runs)]
    prompt = [tally.prompt("samples.tally") for _ in range(arguments.runs)]
    daily = tally.process("samples.tally", named("merged-day")[0]["query"], arguments.runs)
    for row, unit, values in [
        ("store", "bytes", [store / count]), ("version", "s", start), ("prompt", "s", prompt), ("process", "s", daily),
        ("program", "MB", [tally.size() / 1e6]),
    ]:
        results.add(row, "tally", unit, values)
    rows = [["Tally", f"{store / count:.1f} bytes", spread(daily) + ", merged", "", megabytes(tally.size())]]
    for name in [name for name in PEERS if name in found and name != "numpy"]:
        said = found[name][""]
        size = f"{said['size'] / count:.1f} bytes" if said["size"] else "in memory"
        results.add("program", name, "MB", [said["code"] / 1e6])
        rows.append([TITLES[name], size, spread(said["process"]), f"{said['memory']:.0f} MB", megabytes(said["code"])])
    titles = ["engine", "bytes per sample", "process with daily sums", "peak memory of queries", "program"]
    return table(titles, rows) + f"\n\n`tally --version` takes {spread(start)}. The prompt appears {spread(prompt)} after the start."


def queries(tally, samples, arguments, results):
    """Returns the parts about queries and programs."""
    questions = [one for one in QUESTIONS if not arguments.only or one["name"] in arguments.only]
    found = ask_peers(samples, arguments, PEERS if arguments.peers else ["numpy"], questions)
    asked = Queries(tally, "samples.tally", arguments, results, found)
    rows = asked.table([one for one in questions if one["kind"] != "printed"])
    printing = asked.table([one for one in questions if one["kind"] == "printed"])
    return "\n".join([
        rows + "\n",
        "## Printing\n\nThe rows exist before the measured time, which ends when the text is in a file.\n",
        printing + "\n", asked.remarks(), slower(results) + "\n",
        "## One query in one process\n", table(["query", "rows", "time", "peak memory"], asked.processes),
        "\n## Stores and programs\n\nTally stores start, end, value and source of a sample, and also its identity, unit, device and metadata. "
        "The other engines store only the first four. They run in Python processes. Their programs are the libraries without Python.\n",
        programs(tally, samples, arguments, results, found),
    ])


def options(description):
    """Returns a parser of the options that this benchmark shares with large.py."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--commit", help="the commit of the program; default: that of the sources")
    parser.add_argument("--folder", default=".build-bench", help="folder that keeps data and stores between runs")
    parser.add_argument("--years", type=int, default=5, help="years that the samples cover")
    parser.add_argument("--runs", type=int, default=7, help="runs of each query")
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="measure only Tally and the expected answers")
    return parser


def main():
    parser = options(__doc__)
    parser.add_argument("--size", default="1GB", help="approximate size of the export")
    parser.add_argument("--samples", type=int, default=10_000_000, help="number of step samples; there are half as many heart rates")
    parser.add_argument("--only", nargs="*", help="names of the queries to run")
    parser.add_argument("--reuse", action="store_true", help="use the store of an earlier run instead of importing again")
    parser.add_argument("--document", default="Documentation/Design/Benchmarks.md", help="output file; - prints it")
    arguments = parser.parse_args()
    arguments.folder = os.path.abspath(arguments.folder)
    begin = time.perf_counter()
    samples = Samples(arguments.folder, arguments.samples, arguments.samples // 2, arguments.years)
    tally = Tally(arguments.tally, samples.folder)
    results = Results("bench", f"{samples.steps} steps, {samples.hearts} heart rates, {arguments.years} years", arguments.commit)
    parts = [
        "# Benchmarks\n\nWritten by `make bench`; do not edit.\n",
        f"{datetime.date.today()}, commit {results.commit}, {machine()}.",
        f"\n{samples.steps:,} samples of steps from two overlapping sources and {samples.hearts:,} heart rates, over {arguments.years} years "
        f"in {ZONE}, and 10,000 nights. Every engine has the same data.\n\n"
        f"- Times are medians of {arguments.runs} runs. SQLite runs each query once. If the fastest and slowest run differ by more than a "
        "tenth, both are in brackets.\n"
        "- A warm query repeats a query on an open store. Its time ends when the rows exist as columns.\n"
        "- `×` is the time divided by Tally's time.\n"
        "- Merged sums count time covered by two sources only once. The other engines cannot merge sources, so they run a query written "
        "for this benchmark.\n",
        "## Import\n\nThe time is that of the whole process. In Tally, it includes the quarter-hour sums.\n",
        Imports(tally, samples, arguments, results).table(),
        "\n## Queries\n",
        queries(tally, samples, arguments, results),
        "\n## Targets\n",
        targets(results, TARGETS) + "\n",
        open(os.path.join(HERE, "findings.txt")).read(),
        f"\nThe benchmark took {time.perf_counter() - begin:.0f} s.\n",
    ]
    results.write(arguments.folder)
    document = "\n".join(parts)
    if arguments.document == "-":
        print(document)
    else:
        # Keep the section that shell.py writes.
        kept = sections.read(arguments.document, shell.TITLE)
        with open(arguments.document, "w") as file:
            file.write(sections.put(document, shell.TITLE, kept))


if __name__ == "__main__":
    main()

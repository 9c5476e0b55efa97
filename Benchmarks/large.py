#!/usr/bin/env python3
"""Measures a store of a hundred million samples, and writes Documentation/Design/LargeStores.md.

    make bench-large                                        a hundred million samples; twenty minutes, 20 GB
    make bench-large LARGE='--samples 1000000 --document -' a smaller store

Two queries read every sample. Their answers are compared with those of the other engines. history.py keeps the results.
"""

import datetime
import os
import shutil
import statistics
import tempfile

import shell
from bench import TITLES, Queries, ask_peers, options, targets
from data import LAST_DAY, ZONE, Samples
from program import Tally
from questions import named
from results import Results
from tables import duration, machine, megabytes, spread, table

STORE = "samples.tally"
PEERS = ["numpy", "duckdb", "chdb", "polars"]
# The targets for a hundred million samples: the measured row, its title and the bound.
TARGETS = [
    ("start-day", "daily sums, read one by one, warm", 0.150),
    ("where", "daily sums of the samples above a value, warm", 0.120),
    ("start-day memory", "peak memory of a process with daily sums", 100),
    ("where memory", "peak memory of a process with sums above a value", 100),
    ("add a day", "import of one more day", 0.100),
    ("delete a day", "delete of one day", 0.050),
    ("describe", "`describe steps`", 0.005),
    ("show metrics", "`show metrics`", 0.005),
    ("completion", "Tab with a list, in a terminal", 0.005),
]


def scans(tally, samples, arguments, results):
    """Returns the table of queries that read every sample."""
    questions = named("start-day", "where")
    found = ask_peers(samples, arguments, PEERS if arguments.peers else ["numpy"], questions)
    asked = Queries(tally, STORE, arguments, results, found)
    text = asked.table(questions) + "\n" + asked.remarks()
    memory = []
    for one in questions:
        peak = [tally.peak(*tally.options(STORE), "--quiet", one["query"]) for _ in range(3)]
        memory.append(f"- Tally, `{one['query']}`, in a process: {results.add(one['name'] + ' memory', 'tally', 'MB', peak):.0f} MB")
    memory += [f"- {TITLES[name]}, both queries: {found[name]['']['memory']:.0f} MB" for name in PEERS[1:] if name in found]
    return text + "\nPeak memory:\n\n" + "\n".join(memory) + "\n"


def load(tally, samples, results):
    """Imports all samples and returns a sentence about it."""
    for suffix in ["", "-wal", "-shm"]:
        if os.path.exists(samples.path(STORE + suffix)):
            os.remove(samples.path(STORE + suffix))
    path = samples.csv("steps")
    seconds = tally.run("--store", STORE, "--quiet", "--zone", ZONE, "import", path)[0]
    results.add("csv import", "tally", "MB/s", [os.path.getsize(path) / seconds / 1e6])
    size = os.path.getsize(samples.path(STORE))
    results.add("store", "tally", "bytes", [size / samples.steps])
    return f"The import of {megabytes(os.path.getsize(path))} of CSV took {duration(seconds)}. The store has {megabytes(size)}."


def writes(tally, samples, arguments, results):
    """Measures imports and deletes of one day."""
    day = samples.day_after()
    options = ["--store", STORE, "--now", (LAST_DAY + datetime.timedelta(days=2)).isoformat(), "--zone", ZONE, "--quiet"]
    added, deleted = [], []
    for number in range(arguments.runs):
        added.append(tally.run(*options, "import", day)[0])
        tally.run(*options, f"delete samples of steps since {LAST_DAY.date()} confirmed")
        old = datetime.date(LAST_DAY.year - 2, 3, 2 + number)
        deleted.append(tally.run(*options, f"delete samples of steps on {old} confirmed")[0])
    results.add("add a day", "tally", "s", added)
    results.add("delete a day", "tally", "s", deleted)
    tally.run("--store", STORE, "doctor")
    return [["import of one more day", spread(added)], ["delete of one day", spread(deleted)]]


def replies(tally, samples, arguments, results):
    """Measures statements that must not depend on the number of samples."""
    rows = []
    for row, statement in [("describe", "describe steps"), ("show metrics", "show metrics")]:
        seconds = tally.repeated(STORE, statement, arguments.runs, times=100)
        results.add(row, "tally", "s", seconds)
        rows.append([f"`{statement}`", spread(seconds)])
    home = tempfile.mkdtemp(prefix="tally-bench-large-")
    try:
        one = shell.Shell(tally.path, samples.path(STORE), home)
        pressed = shell.keys(one, arguments.runs)["Tab with a list"]
        one.close()
    finally:
        shutil.rmtree(home)
    results.add("completion", "tally", "s", pressed)
    return rows + [["Tab with a list, in a terminal", f"{duration(statistics.median(pressed))}, at most {duration(max(pressed))}"]]


def main():
    parser = options(__doc__)
    parser.add_argument("--samples", type=int, default=100_000_000, help="number of step samples")
    parser.add_argument("--keep", action="store_true", help="keep the generated data for another run")
    parser.add_argument("--document", default="Documentation/Design/LargeStores.md", help="output file; - prints it")
    arguments = parser.parse_args()
    arguments.folder = os.path.abspath(arguments.folder)
    samples = Samples(arguments.folder, arguments.samples, 1000, arguments.years)
    tally = Tally(arguments.tally, samples.folder)
    results = Results("large", f"{samples.steps} steps, {arguments.years} years", arguments.commit)
    loaded = load(tally, samples, results)
    scanned = scans(tally, samples, arguments, results)
    rows = replies(tally, samples, arguments, results) + writes(tally, samples, arguments, results)
    results.write(arguments.folder)
    if not arguments.keep:
        shutil.rmtree(samples.folder)
    document = f"""# Large stores

Written by `make bench-large`; do not edit.

{datetime.date.today()}, commit {results.commit}, {machine()}.

The store has {samples.steps:,} samples of steps from two overlapping sources over {arguments.years} years. {loaded} Times are medians of {arguments.runs} runs. If the fastest and slowest run differ by more than a tenth, both are in brackets. [Benchmarks.md](Benchmarks.md) compares more queries on fewer samples.

## Queries that read every sample

{scanned}
## Other statements

Each import and delete is a separate process, and its time includes the quarter-hour sums. Other times are those of a statement in a running session, with its output.

{table(["", "time"], rows)}

## Targets

{targets(results, TARGETS)}
"""
    if arguments.document == "-":
        print(document)
    else:
        with open(arguments.document, "w") as file:
            file.write(document)


if __name__ == "__main__":
    main()

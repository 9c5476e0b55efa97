#!/usr/bin/env python3
"""Compares Tally with other engines on the same generated data, and writes Documentation/Design/Benchmarks.md.

    make bench                                                    ten million samples, about ten minutes
    make bench BENCH='--samples 100000000 --document -'           a hundred million samples

Every time is the median of several runs. If the fastest and slowest differ by more than a tenth, both are in brackets.
Every answer is compared with that of a simple program on the same samples (class `Floor` in peers.py).
"""

import argparse
import csv
import datetime
import io
import json
import os
import platform
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

import sections
import shell
from data import LAST_DAY, ZONE, Samples

HERE = os.path.dirname(os.path.abspath(__file__))
DAY = 86400
WINDOW = [int(LAST_DAY.timestamp()) - 61 * DAY, int(LAST_DAY.timestamp()) - 31 * DAY]
FROM_TO = "from 2026-05-01 to 2026-05-31"
BY_START = "sources raw assign by start"


def question(name, query, kind, **arguments):
    return {"name": name, "query": query, "kind": kind, "arguments": arguments}


QUESTIONS = [
    question("merged-hour", "sum steps by hour", "merged", unit="hour"),
    question("merged-day", "sum steps by day", "merged", unit="day"),
    question("merged-week", "sum steps by week", "merged", unit="week"),
    question("merged-month", "sum steps by month", "merged", unit="month"),
    question("merged-window", f"sum steps by hour {FROM_TO}", "merged", unit="hour", window=WINDOW),
    question("raw-hour", "sum steps by hour sources raw", "shared", unit="hour"),
    question("raw-day", "sum steps by day sources raw", "shared", unit="day"),
    question("raw-week", "sum steps by week sources raw", "shared", unit="week"),
    question("raw-month", "sum steps by month sources raw", "shared", unit="month"),
    question("start-hour", f"sum steps by hour {BY_START}", "total", unit="hour"),
    question("start-day", f"sum steps by day {BY_START}", "total", unit="day"),
    question("start-window", f"sum steps by hour {FROM_TO} {BY_START} strict start", "total", unit="hour", window=WINDOW),
    question("where", f"sum steps by day {BY_START} where value > 55", "total", unit="day", above=55),
    question("source", "sum steps by day and source assign by start", "sources", unit="day"),
    question("running", f"sum steps by day {BY_START} | running total", "running", unit="day"),
    question("mean", "average heartRate by day", "mean", unit="day"),
    question("p95", "p95 heartRate by week", "quantile", unit="week", p=0.95),
    question("weekday", "average heartRate by weekday", "profile", slot="weekday"),
    question("hour-of-day", "average heartRate by hour of day", "profile", slot="hour"),
]
# The targets for ten million samples: the measured fact, its title, the bound, and True for a lower bound.
TARGETS = [
    ("merged-hour", "hourly sums of all samples, merged, warm", 0.010, False),
    ("merged-day", "daily sums of all samples, merged, warm", 0.002, False),
    ("merged-window", "30 days by hour, merged, warm", 0.0005, False),
    ("process", "process with daily sums", 0.020, False),
    ("prompt", "start to prompt", 0.030, False),
    ("export.xml", "import of export.xml", 400, True),
    ("export.zip", "import of export.zip, in bytes of XML", 400, True),
    ("memory", "peak memory of an import", 300, False),
    ("bytes", "store size per sample, in bytes", 6, False),
]
UNITS = {"export.xml": " MB/s", "export.zip": " MB/s", "memory": " MB", "bytes": ""}
PEERS = ["duckdb", "chdb", "polars", "sqlite", "numpy"]
TITLES = {"duckdb": "DuckDB", "chdb": "chDB", "polars": "Polars", "sqlite": "SQLite", "numpy": "numpy, edges given"}


class Tally:
    """The measured program."""

    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def run(self, *arguments, text="", mayFail=False):
        """Returns seconds, standard output and standard error."""
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            source.write(text.encode())
            source.seek(0)
            begin = time.perf_counter()
            process = subprocess.Popen([self.path, *arguments], cwd=self.folder, stdin=source, stdout=output, stderr=errors)
            process.wait()
            seconds = time.perf_counter() - begin
            errors.seek(0)
            output.seek(0)
            told = errors.read().decode()
            if process.returncode != 0 and not mayFail:
                sys.exit(f"tally {' '.join(arguments)}: exit {process.returncode}\n{told}")
            return seconds, output.read().decode(), told

    def peak(self, *arguments):
        """Returns the peak memory of a process in MB."""
        return peak_memory([self.path, *arguments], self.folder)

    def options(self, store):
        return ["--store", store, "--now", LAST_DAY.isoformat(), "--zone", ZONE, "--format", "csv", "--read-only"]

    def ask(self, store, query):
        """Returns the answer as CSV, or None if this version cannot answer."""
        return self.run(*self.options(store), "--quiet", query, mayFail=True)[1] or None

    def warm(self, store, query, runs):
        """Returns the seconds until all rows exist, without printing, for a query that the session has already run."""
        script = "set timing = yes\n" + (query + "\n") * (runs + 1)
        told = self.run(*self.options(store), "run", "-", text=script)[2]
        units = {"µs": 1e-6, "ms": 1e-3, "s": 1}
        times = [line.split(" in ")[1].split() for line in told.splitlines() if " in " in line and line.split()[-1] in units]
        return [float(number) * units[unit] for number, unit in times][1:]

    def process(self, store, query, runs):
        """Returns the seconds from the start of a process to its end."""
        return [self.run(*self.options(store), "--quiet", query)[0] for _ in range(runs)]

    def prompt(self, store):
        """Returns the seconds from the start to the prompt in a terminal."""
        begin = time.perf_counter()
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="xterm-256color", TALLY_STORE=os.path.join(self.folder, store))
            os.execv(self.path, [self.path, "--read-only"])
        shown = b""
        while b"tally> " not in shown and time.perf_counter() - begin < 10:
            if select.select([terminal], [], [], 1)[0]:
                shown += os.read(terminal, 65536)
        seconds = time.perf_counter() - begin
        os.write(terminal, b"\x04")
        while True:
            try:
                if not os.read(terminal, 65536):
                    break
            except OSError:
                break
        os.waitpid(child, 0)
        os.close(terminal)
        return seconds


def peak_memory(command, folder):
    """Returns the peak memory of a command in MB.

    The kernel counts the parent's memory for a child until the child starts its program, so the parent must be small.
    """
    code = "import os, resource, sys; status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])\n" \
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(status)"
    found = subprocess.run([sys.executable, "-SIc", code, *command], cwd=folder, capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit(f"{' '.join(command)}: {found.stderr}")
    return int(found.stderr.split()[-1]) / 1000


# Answers


def tally_answer(text, kind):
    """Returns keys and values of a CSV answer as rows of an array, in the format of peers.py."""
    rows = list(csv.reader(io.StringIO(text)))[1:]
    value = 3 if kind == "sources" else 1 if kind == "profile" else 2
    values = [float(row[value] or "nan") for row in rows]
    if kind == "profile":
        return numpy.array([range(len(rows)), values])
    keys = [datetime.datetime.fromisoformat(row[0]).timestamp() for row in rows]
    if kind == "sources":
        return numpy.array([keys, [0 if row[2] == "Apple Watch" else 1 for row in rows], values])
    return numpy.array([keys, values])


def wrong_rows(answer, truth):
    """Returns the number of missing, extra and wrong rows. A row without a value counts as missing."""
    def rows(columns):
        return {tuple(row[:-1]): row[-1] for row in columns.T.tolist() if not numpy.isnan(row[-1])}
    answer, truth = rows(answer), rows(truth)
    close = lambda a, b: abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1)
    return sum(key not in answer or not close(answer[key], truth[key]) for key in truth) + len(answer.keys() - truth.keys())


# Text


def duration(seconds):
    return f"{seconds:.1f} s" if seconds >= 10 else f"{seconds:.2f} s" if seconds >= 1 else (
        f"{seconds * 1000:.{0 if seconds >= 0.1 else 1 if seconds >= 0.001 else 2}f} ms")


def ratio(number):
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


def spread(seconds):
    middle, least, most = statistics.median(seconds), min(seconds), max(seconds)
    if most - least <= 0.1 * middle:
        return duration(middle)
    return f"{duration(middle)} ({duration(least)[:-3]}–{duration(most)})" if duration(least)[-2:] == duration(most)[-2:] else (
        f"{duration(middle)} ({duration(least)}–{duration(most)})")


def megabytes(count):
    return f"{count / 1e6:,.0f} MB"


def table(titles, rows):
    lines = ["| " + " | ".join(titles) + " |", "|---" + "|---:" * (len(titles) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows])


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB; {platform.system()} {platform.release()}"


def targets(facts):
    """Returns the table of targets and whether Tally meets them."""
    rows = []
    for name, title, bound, isLower in TARGETS:
        if name in facts:
            say = (lambda value: f"{value:.3g}" + UNITS[name]) if name in UNITS else duration
            isMet = facts[name] >= bound if isLower else facts[name] <= bound
            rows.append([title, ("≥ " if isLower else "≤ ") + say(bound), say(facts[name]), "met" if isMet else "**not met**"])
    return table(["", "target", "measured", ""], rows)


# Parts


def imports(tally, samples, arguments, facts):
    """Returns a table of imports. Keeps the store of samples for the queries."""
    rows = []

    def remove(store):
        for suffix in ["", "-wal", "-shm"]:
            if os.path.exists(tally.folder + "/" + store + suffix):
                os.remove(tally.folder + "/" + store + suffix)

    def row(title, files, store, inflated, count, runs=1):
        found = []
        command = ["--store", store, "--quiet", "--zone", ZONE, "import", *files]
        for _ in range(runs):
            remove(store)
            found.append(tally.run(*command)[0])
        seconds = statistics.median(found)
        memory = ""
        if runs > 1:
            remove(store)
            facts["memory"] = max(facts.get("memory", 0), tally.peak(*command))
            facts[title] = inflated / seconds / 1e6
            memory = f"{facts['memory']:.0f} MB"
        size = sum(os.path.getsize(file) for file in files)
        rows.append([title, megabytes(size), spread(found), f"{inflated / seconds / 1e6:,.0f} MB/s",
                     f"{count / seconds / 1e6:.2f} M/s" if count else "", memory])

    xml, archive, small = [tally.folder + "/" + name for name in ["life.xml", "life.zip", "small.xml"]]
    common = ["--now", LAST_DAY.isoformat(), "--zone", ZONE]
    for path, form, size in [(xml, "xml", arguments.size), (archive, "zip", arguments.size), (small, "xml", "50MB")]:
        if not os.path.exists(path):
            tally.run("generate", path, "--form", form, "--size", size, *common)
    inflated = os.path.getsize(xml)
    row("export.xml", [xml], "life.tally", inflated, 0, runs=3)
    row("export.zip", [archive], "life.tally", inflated, 0, runs=3)
    if not arguments.reuse or not os.path.exists(tally.folder + "/samples.tally"):
        files = [samples.csv("steps"), samples.csv("heart")]
        size = sum(os.path.getsize(file) for file in files)
        row("CSV", files, "samples.tally", size, samples.steps + samples.hearts)

    other = os.path.join(os.path.dirname(sys.executable), "healthkit-to-sqlite")
    if arguments.peers and os.path.exists(other):
        target = tally.folder + "/small.sqlite"
        if os.path.exists(target):
            os.remove(target)
        begin = time.perf_counter()
        subprocess.run([other, "--xml", small, target], check=True, capture_output=True)
        seconds = time.perf_counter() - begin
        os.remove(target)
        size = os.path.getsize(small)
        rows.append(["export.xml by healthkit-to-sqlite", megabytes(size), duration(seconds),
                     f"{size / seconds / 1e6:.1f} MB/s", "", ""])
    if arguments.peers:
        for name, code in [("DuckDB", DUCKDB_CSV), ("SQLite", SQLITE_CSV)]:
            files = [samples.csv("steps"), samples.csv("heart")]
            if name == "SQLite" and samples.steps > 10_000_000:
                continue
            begin = time.perf_counter()
            subprocess.run([sys.executable, "-c", code, tally.folder + "/csv.db", *files], check=True, capture_output=True)
            seconds = time.perf_counter() - begin
            size = sum(os.path.getsize(file) for file in files)
            rows.append([f"CSV by {name}", megabytes(size), duration(seconds), f"{size / seconds / 1e6:,.0f} MB/s",
                         f"{(samples.steps + samples.hearts) / seconds / 1e6:.2f} M/s", ""])
            os.remove(tally.folder + "/csv.db")
    return table(["import", "file", "time", "throughput", "samples", "peak memory"], rows)


DUCKDB_CSV = """
import duckdb, sys
db = duckdb.connect(sys.argv[1])
for index, file in enumerate(sys.argv[2:]):
    db.execute(f"CREATE TABLE t{index} AS SELECT * FROM read_csv('{file}')")
db.execute("CHECKPOINT")
"""
SQLITE_CSV = """
import csv, sqlite3, sys
from datetime import datetime
db = sqlite3.connect(sys.argv[1])
moment = lambda text: datetime.fromisoformat(text).timestamp()
for index, file in enumerate(sys.argv[2:]):
    db.execute(f"CREATE TABLE t{index} (type, source, start REAL, end REAL, value REAL, unit)")
    rows = csv.reader(open(file))
    next(rows)
    db.executemany(f"INSERT INTO t{index} VALUES (?, ?, ?, ?, ?, ?)", ([a, b, moment(c), moment(d), float(e), f] for a, b, c, d, e, f in rows))
db.commit()
"""


def peers(samples, arguments, names, once=None):
    """Runs the other engines in sequence, each in its own process. Returns their output by name."""
    found = {}
    for name in names:
        asked = [json.dumps(one) for one in QUESTIONS if not arguments.only or one["name"] in arguments.only]
        runs = arguments.runs if name != "sqlite" else 1
        command = [sys.executable, HERE + "/peers.py", name, arguments.folder, str(samples.steps), str(samples.hearts), str(arguments.years)]
        result = subprocess.run([*command, str(runs), *asked], capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{name}: {result.stderr[-3000:]}")
        lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
        found[name] = {line["question"]: line for line in lines if "question" in line} | {"": lines[-1]}
        # The whole time of a process that opens the tables and runs one query.
        daily = json.dumps(next(one for one in QUESTIONS if one["name"] == "start-day"))
        times = []
        for _ in range(0 if name == "numpy" else 1 if name == "sqlite" else 3):
            begin = time.perf_counter()
            subprocess.run([*command, "1", "--once", daily], capture_output=True, check=True)
            times.append(time.perf_counter() - begin)
        found[name][""]["process"] = times
    return found


def queries(tally, samples, arguments, facts):
    """Returns the tables of queries, and notes on wrong answers."""
    found = peers(samples, arguments, PEERS if arguments.peers else ["numpy"])
    # Wrong answers are listed below the table. `Floor` gives the expected answer.
    rows, memory, wrong = [], [], []
    store = "samples.tally"
    for one in QUESTIONS:
        if arguments.only and one["name"] not in arguments.only:
            continue
        truth = numpy.load(found["numpy"][one["name"]]["answer"])
        text = tally.ask(store, one["query"])
        row = [f"`{one['query']}`"]
        if text is None:
            row += ["not in this version"]
            base = None
        else:
            answer = tally_answer(text, one["kind"])
            if count := wrong_rows(answer, truth):
                wrong.append(f"- Tally, `{one['query']}`: {count} of {truth.shape[1]:,} rows")
            warm = tally.warm(store, one["query"], arguments.runs)
            cold = tally.process(store, one["query"], min(arguments.runs, 5))
            peak = tally.peak(*tally.options(store), "--quiet", one["query"])
            base = facts[one["name"]] = statistics.median(warm)
            row += [("" if not count else "✗ ") + spread(warm)]
            memory.append([f"`{one['query']}`", f"{answer.shape[1]:,}", spread(cold), f"{peak:.0f} MB"])
        for name in PEERS:
            said = found.get(name, {}).get(one["name"])
            if said is None or said.get("cannot"):
                row.append("cannot" if said else "")
                continue
            count = wrong_rows(numpy.load(said["answer"]), truth)
            if count:
                wrong.append(f"- {TITLES[name]}, `{one['query']}`: {count} of {truth.shape[1]:,} rows")
            middle = statistics.median(said["seconds"])
            against = "" if base is None else f" = {ratio(middle / base)}×"
            row.append(("✗ " if count else "") + spread(said["seconds"]) + against)
        rows.append(row)
    parts = [table(["query, warm", "Tally"] + [TITLES[name] for name in PEERS], rows)]
    if wrong:
        parts.append("\n✗ marks wrong answers: rows that are missing, extra, or have a wrong value:\n\n" + "\n".join(wrong))
    parts.append("\n## One query in one process\n")
    parts.append(table(["query", "rows", "time", "peak memory"], memory))
    size = os.path.getsize(tally.folder + "/" + store)
    count = samples.steps + samples.hearts
    start = [tally.run("--version")[0] for _ in range(arguments.runs)]
    prompt = [tally.prompt(store) for _ in range(arguments.runs)]
    daily = tally.process(store, next(one["query"] for one in QUESTIONS if one["name"] == "merged-day"), arguments.runs)
    facts |= {"bytes": size / count, "prompt": statistics.median(prompt), "process": statistics.median(daily)}
    whole = [["Tally", f"{size / count:.1f} bytes", spread(daily) + ", merged", ""]]
    for name in PEERS[:-1] if arguments.peers else []:
        said = found[name][""]
        size = f"{said['size'] / count:.1f} bytes" if said["size"] else "in memory"
        whole.append([TITLES[name], size, spread(said["process"]), f"{said['memory']:.0f} MB"])
    parts.append(
        "\n## Stores and processes\n\nTally stores start, end, value and source of a sample, and also its identity, unit, device and metadata. "
        "The other engines store only the first four. They run in Python processes.\n")
    parts.append(table(["engine", "bytes per sample", "process with daily sums", "peak memory of queries"], whole))
    parts.append(f"\n`tally --version` takes {spread(start)}. The prompt appears {spread(prompt)} after the start.")
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--folder", default=".build-bench", help="folder that keeps data and stores between runs")
    parser.add_argument("--size", default="1GB", help="approximate size of the export")
    parser.add_argument("--samples", type=int, default=10_000_000, help="number of step samples; there are half as many heart rates")
    parser.add_argument("--years", type=int, default=5, help="years that the samples cover")
    parser.add_argument("--runs", type=int, default=7, help="runs of each query")
    parser.add_argument("--only", nargs="*", help="names of the queries to run")
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="measure only Tally and the expected answers")
    parser.add_argument("--reuse", action="store_true", help="use the store of an earlier run instead of importing again")
    parser.add_argument("--document", default="Documentation/Design/Benchmarks.md", help="output file; - prints it")
    arguments = parser.parse_args()
    arguments.folder = os.path.abspath(arguments.folder)
    begin = time.perf_counter()
    samples = Samples(arguments.folder, arguments.samples, arguments.samples // 2, arguments.years)
    tally = Tally(arguments.tally, samples.folder)
    facts = {}
    parts = [
        "# Benchmarks\n\nWritten by `make bench`; do not edit.\n",
        f"{datetime.date.today()}, {machine()}. `Benchmarks/bench.py {' '.join(sys.argv[1:])}`",
        f"\n{samples.steps:,} samples of steps from two overlapping sources and {samples.hearts:,} heart rates, over {arguments.years} years "
        f"in {ZONE}. Every engine has the same data.\n\n"
        f"- Times are medians of {arguments.runs} runs. SQLite runs each query once. If the fastest and slowest run differ by more than a "
        "tenth, both are in brackets.\n"
        "- A warm query repeats a query on an open store. Its time ends when the rows exist as columns.\n"
        "- `×` is the time divided by Tally's time.\n"
        "- Merged sums count time covered by two sources only once. The other engines cannot merge sources, so they run a query written "
        "for this benchmark.\n",
        "## Import\n",
        imports(tally, samples, arguments, facts),
        "\n## Queries\n",
        queries(tally, samples, arguments, facts),
        "\n## Targets\n",
        targets(facts) + "\n",
        open(os.path.join(HERE, "findings.txt")).read(),
        f"\nThe benchmark took {time.perf_counter() - begin:.0f} s.\n",
    ]
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

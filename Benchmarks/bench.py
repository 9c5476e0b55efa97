#!/usr/bin/env python3
"""Measures import, store and queries on generated data, and writes Documentation/Benchmarks.md.

    make bench                                  about ten minutes
    Benchmarks/bench.py --size 100MB --samples 1000000 --document -

Two data sets, both made here, the same bytes every time: an Apple Health export by `tally generate`, and a table of
samples of one metric from two sources that overlap. Times are the least of several runs; memory is the peak that the
kernel reports for the process.
"""

import argparse
import datetime
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time

NOW = "2026-06-30T18:00:00-04:00"
ZONE = "America/New_York"
EXPORT_QUERIES = [
    "sum steps by day",
    "average heartRate by hour",
    "average heartRate by weekday and hour of day",
    "p95 heartRate by month",
    "duration sleepAnalysis by day anchor 18:00 where value is asleep",
]
TABLE_QUERIES = [
    "sum steps by hour",
    "sum steps by day",
    "sum steps by hour last 30 days",
    "sum steps by day sources raw",
    "count steps by day and source",
]


class Bench:
    def __init__(self, tally, runs, folder):
        self.tally, self.runs, self.folder = os.path.abspath(tally), runs, folder

    def run(self, *arguments, text=None):
        """Runs tally and returns seconds, peak memory in MB, standard output and standard error."""
        errors = tempfile.TemporaryFile(dir=self.folder)
        output = tempfile.TemporaryFile(dir=self.folder)
        source = tempfile.TemporaryFile(dir=self.folder)
        source.write((text or "").encode())
        source.seek(0)
        begin = time.perf_counter()
        process = subprocess.Popen([self.tally, *arguments], cwd=self.folder, stdin=source, stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        output.seek(0)
        told = errors.read().decode()
        if process.returncode != 0:
            sys.exit(f"tally {' '.join(arguments)}: exit {process.returncode}\n{told}")
        return seconds, usage.ru_maxrss / 1000, output.read().decode(), told

    def size(self, name):
        return os.path.getsize(os.path.join(self.folder, name))

    def import_row(self, title, name, store, inflated):
        """Imports a file and returns a row: what, size, seconds, rate of the inflated document, peak memory."""
        seconds, memory, _, _ = self.run("--store", store, "--quiet", "--zone", ZONE, "import", name)
        return [title, megabytes(self.size(name)), f"{seconds:.2f} s", f"{inflated / seconds / 1e6:.0f} MB/s", f"{memory:.0f} MB"]

    def query_row(self, store, query):
        """Asks a query and returns a row: query, rows, process start to answer, warm in a session."""
        common = ["--store", store, "--now", NOW, "--zone", ZONE, "--quiet", "--format", "csv", "--read-only"]
        rows = self.run(*common, query)[2].count("\n") - 1
        cold = min(self.run(*common, query)[0] for _ in range(self.runs))
        common.remove("--quiet")
        script = "set timing = yes\n" + (query + "\n") * (self.runs + 1)
        told = self.run(*common, "run", "-", text=script)[3]
        warm = min([float(line.split()[-2]) for line in told.splitlines() if line.endswith(" seconds")][1:])
        return [f"`{query}`", f"{rows:,}", milliseconds(cold), milliseconds(warm)]

    def sample_count(self, store):
        info = self.run("--store", store, "info")[2]
        return int(next(line for line in info.splitlines() if line.startswith("samples")).split()[1].replace(",", ""))


def megabytes(count):
    return f"{count / 1e6:,.0f} MB"


def milliseconds(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"


def table(titles, rows):
    lines = ["| " + " | ".join(titles) + " |", "|---" + "|---:" * (len(titles) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def write_table(path, count):
    """Writes `count` step samples over five years, by a watch each minute or so and by a phone in longer pieces."""
    end = int(datetime.datetime.fromisoformat(NOW).timestamp())
    begin = end - 5 * 365 * 86400
    watch = count * 3 // 4
    with open(path, "w") as file:
        file.write("type,source,start,end,value,unit\n")
        for source, pieces in [("Apple Watch", watch), ("iPhone", count - watch)]:
            step = (end - begin) / pieces
            stamp = lambda second: datetime.datetime.fromtimestamp(second, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            for index in range(pieces):
                start = begin + int(index * step)
                length = 1 + (index * 7919) % int(step * 1.2)
                file.write(f"stepCount,{source},{stamp(start)},{stamp(start + length)},{1 + (index * 104729) % 60},count\n")


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB; {platform.system()} {platform.release()}"


def measure(bench, size, samples):
    """Returns the document."""
    parts = []
    start = min(bench.run("--version")[0] for _ in range(bench.runs))
    bench.run("generate", "life.xml", "--size", size, "--now", NOW, "--zone", ZONE)
    bench.run("generate", "life.zip", "--form", "zip", "--size", size, "--now", NOW, "--zone", ZONE)
    inflated = bench.size("life.xml")
    imports = [
        bench.import_row("export.xml", "life.xml", "life.tally", inflated),
        bench.import_row("export.zip", "life.zip", "zipped.tally", inflated),
        bench.import_row("export.xml, all there already", "life.xml", "life.tally", inflated),
    ]
    count = bench.sample_count("life.tally")
    bytes_each = bench.size("life.tally") / count
    parts.append(f"## An export of {megabytes(inflated)}: {count:,} samples of all kinds\n")
    parts.append(table(["import", "file", "time", "rate", "peak memory"], imports))
    parts.append(f"\nThe store: {megabytes(bench.size('life.tally'))}, {bytes_each:.1f} bytes a sample with source, device and metadata.\n")
    parts.append(table(["query", "rows", "start to answer", "warm"], [bench.query_row("life.tally", query) for query in EXPORT_QUERIES]))
    for name in ["life.xml", "life.zip", "zipped.tally"]:
        os.remove(os.path.join(bench.folder, name))

    write_table(os.path.join(bench.folder, "steps.csv"), samples)
    row = bench.import_row("CSV", "steps.csv", "steps.tally", bench.size("steps.csv"))
    count = bench.sample_count("steps.tally")
    parts.append(f"\n## {count:,} samples of one metric over five years, two sources that overlap\n")
    parts.append(table(["import", "file", "time", "rate", "peak memory"], [row]))
    parts.append(f"\nThe store: {bench.size('steps.tally') / count:.1f} bytes a sample.\n")
    parts.append(table(["query", "rows", "start to answer", "warm"], [bench.query_row("steps.tally", query) for query in TABLE_QUERIES]))
    parts.append(f"\n`tally --version`, start to end: {milliseconds(start)}.")
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--size", default="1GB", help="about how large the export is")
    parser.add_argument("--samples", type=int, default=10_000_000, help="how many rows the table has")
    parser.add_argument("--runs", type=int, default=7, help="how often a query is asked")
    parser.add_argument("--document", default="Documentation/Benchmarks.md", help="where the result goes; - prints it")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="tally-bench-")
    try:
        body = measure(Bench(arguments.tally, arguments.runs, folder), arguments.size, arguments.samples)
    finally:
        shutil.rmtree(folder)
    command = f"Benchmarks/bench.py --size {arguments.size} --samples {arguments.samples} --runs {arguments.runs}"
    document = (
        "# Benchmarks\n\nWritten by `make bench`; do not edit.\n\n"
        f"{datetime.date.today()}, {machine()}. `{command}`. Least of {arguments.runs} runs; “warm” is without process and store start.\n\n{body}\n"
    )
    if arguments.document == "-":
        print(document)
    else:
        with open(arguments.document, "w") as file:
            file.write(document)


main()

"""Imports of exports and tables, by Tally and by other programs."""

import json
import os
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
import zipfile

from data import LAST_DAY, ZONE
from tables import duration, megabytes, spread, table

HERE = os.path.dirname(os.path.abspath(__file__))
TITLES = {"duckdb": "DuckDB", "chdb": "chDB", "polars": "Polars, into memory", "sqlite": "SQLite, from Python"}


class Imports:
    """The table of imports. A program that imports other values than Tally is marked by ✗."""

    def __init__(self, tally, samples, arguments, results):
        self.tally, self.samples, self.arguments, self.results = tally, samples, arguments, results
        self.rows = []

    def path(self, name):
        return os.path.join(self.tally.folder, name)

    def remove(self, name):
        for suffix in ["", "-wal", "-shm"]:
            if os.path.isdir(self.path(name)):
                shutil.rmtree(self.path(name))
            elif os.path.exists(self.path(name + suffix)):
                os.remove(self.path(name + suffix))

    def table(self):
        self.exports()
        self.tables()
        return table(["import", "file", "time", "throughput", "rows", "peak memory"], self.rows)

    def row(self, row, engine, title, files, seconds, inflated=None, count=0, memory=None, isRight=True):
        """Adds a row. The throughput counts `inflated` bytes, or else those of the files."""
        size = sum(os.path.getsize(file) for file in files)
        rate = self.results.add(row, engine, "MB/s", [(inflated or size) / one / 1e6 for one in seconds])
        each = f"{count / statistics.median(seconds) / 1e6:.2f} M/s" if count else ""
        self.rows.append([
            ("" if isRight else "✗ ") + title, megabytes(size), spread(seconds), f"{rate:,.0f} MB/s" if rate >= 20 else f"{rate:.1f} MB/s",
            each, f"{memory:.0f} MB" if memory else ""])

    def by_tally(self, row, title, files, store, runs, inflated=None):
        command = ["--store", store, "--zone", ZONE, "import", *files]
        seconds, count = [], 0
        for _ in range(runs):
            self.remove(store)
            one, output, told = self.tally.run(*command)
            seconds.append(one)
            count = sum(int(number.replace(",", "")) for number in re.findall(r"([\d,]+) rows read", output + told))
        memory = None
        if runs > 1:
            self.remove(store)
            memory = self.results.add(row + " memory", "tally", "MB", [self.tally.peak(*command)])
        self.row(row, "tally", title, files, seconds, inflated, count, memory)

    # Exports

    def exports(self):
        xml, archive, small = [self.path(name) for name in ["life.xml", "life.zip", "small.xml"]]
        common = ["--now", LAST_DAY.isoformat(), "--zone", ZONE]
        for path, form, size in [(xml, "xml", self.arguments.size), (archive, "zip", self.arguments.size), (small, "xml", "50MB")]:
            if not os.path.exists(path):
                self.tally.run("generate", path, "--form", form, "--size", size, *common)
        inflated = os.path.getsize(xml)
        self.by_tally("export.xml", "export.xml", [xml], "life.tally", 3, inflated)
        self.by_tally("export.zip", "export.zip", [archive], "life.tally", 3, inflated)
        for name, form, days in [("rides.fit", "fit", 4000), ("android.zip", "health-connect", 2000)]:
            if not os.path.exists(self.path(name)):
                self.tally.run("generate", self.path(name), "--form", form, "--days", str(days), *common)
        self.by_tally("rides.fit", "activities in FIT", [self.path("rides.fit")], "rides.tally", 3)
        self.remove("rides.tally")
        android = self.path("android.zip")
        unpacked = sum(one.file_size for one in zipfile.ZipFile(android).infolist())
        self.by_tally("health-connect", "Health Connect", [android], "android.tally", 3, unpacked)
        self.remove("android.tally")
        self.remove("life.tally")
        if self.arguments.peers:
            self.by_healthkit_to_sqlite(small)

    def by_healthkit_to_sqlite(self, path):
        self.remove("small.sqlite")
        code = "from healthkit_to_sqlite.cli import cli; cli()"
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code, "--xml", path, self.path("small.sqlite")], check=True, capture_output=True)
        seconds = time.perf_counter() - begin
        with sqlite3.connect(self.path("small.sqlite")) as db:
            found = list(db.execute("SELECT count(*), sum(value) FROM rStepCount").fetchone())
        self.tally.run("--store", "small.tally", "--quiet", "--zone", ZONE, "import", path)
        answer = self.tally.ask("small.tally", "count, sum steps sources raw").splitlines()[1].split(",")
        isRight = found == [float(cell) for cell in answer[2:4]]
        self.row("export.xml", "healthkit-to-sqlite", "export.xml by healthkit-to-sqlite", [path], [seconds], isRight=isRight)
        self.remove("small.sqlite")
        self.remove("small.tally")

    # Tables

    def tables(self):
        """Keeps Tally's store for the queries."""
        files = [self.samples.csv("steps"), self.samples.csv("heart")]
        count = self.samples.steps + self.samples.hearts
        isSmall = self.samples.steps <= 10_000_000
        if not self.arguments.reuse or not os.path.exists(self.path("samples.tally")):
            self.by_tally("csv import", "CSV", files, "samples.tally", 3 if isSmall else 1)
            self.tally.run("--store", "samples.tally", "--quiet", "--zone", ZONE, "import", self.samples.nights())
        truth = [
            [len(self.samples.column(name + "_value")), float(self.samples.column(name + "_value").sum()),
             float(self.samples.column(name + "_start")[-1])] for name in ["steps", "heart"]]
        for engine in TITLES if self.arguments.peers else []:
            if engine == "sqlite" and not isSmall:
                continue
            self.remove("csv.db")
            begin = time.perf_counter()
            command = [sys.executable, HERE + "/csv_import.py", engine, self.path("csv.db"), *files]
            result = subprocess.run(command, check=True, capture_output=True, text=True)
            seconds = time.perf_counter() - begin
            isRight = json.loads(result.stdout.splitlines()[-1]) == truth
            self.row("csv import", engine, f"CSV by {TITLES[engine]}", files, [seconds], count=count, isRight=isRight)
            self.remove("csv.db")
        if isSmall:
            self.json_lines(truth[:1])

    def json_lines(self, truth):
        """Imports the steps as JSON Lines, with the columns of the table as keys."""
        files = [self.samples.json_lines("steps")]
        self.by_tally("jsonl import", "JSON Lines", files, "lines.tally", 3)
        self.remove("lines.tally")
        if self.arguments.peers:
            self.remove("jsonl.db")
            begin = time.perf_counter()
            command = [sys.executable, HERE + "/csv_import.py", "duckdb", self.path("jsonl.db"), *files]
            result = subprocess.run(command, check=True, capture_output=True, text=True)
            seconds = time.perf_counter() - begin
            isRight = json.loads(result.stdout.splitlines()[-1]) == truth
            self.row("jsonl import", "duckdb", f"JSON Lines by {TITLES['duckdb']}", files, [seconds], count=self.samples.steps, isRight=isRight)
            self.remove("jsonl.db")

#!/usr/bin/env python3
"""Loads a study of many persons in 20 time zones into engines, asks each for the same rows, and measures both.

usage: study.py --tally PROGRAM [--persons 1000] [--days 14] [--engines duckdb,clickhouse,spark] [--only-killed]

The rows of each engine must be those of the local store: keys and times exactly, averages to 1e-9. On Spark's cluster, one of two workers is
killed in the middle of the queries. Ends with status 1 if an answer differs.
"""

import argparse
import json
import os
import sys
import tempfile
import time

from push import Failures, Program, check, difference
from servers import ModernClickHouse, SparkCluster
from spark import compare

NOW = "2026-07-01T00:00:00Z"
QUERIES = [
    "sum steps by week and person | average by group", "average respiratoryRate by week and person | average by group",
    "sum steps by day and person | average by person | average, median, stddev, count", "sum steps by day",
]


class Study:
    def __init__(self, program, options, folder):
        self.program, self.store = program, os.path.join(folder, "study.tally")
        table = os.path.join(folder, "study")
        self.timed("generate", "generate", table, "--persons", str(options.persons), "--days", str(options.days), "--form", "csv", "--now", NOW)
        self.table, self.people = os.path.join(table, "samples.csv"), os.path.join(table, "people.csv")
        print(f"samples.csv: {os.path.getsize(self.table) / 1e6:.0f} MB", flush=True)
        self.timed("import", "--store", self.store, "import", self.table, "--people", self.people, "--now", NOW)
        print(f"store: {os.path.getsize(self.store) / 1e6:.0f} MB", flush=True)
        self.timed("doctor", "--store", self.store, "doctor")
        self.wanted = [json.loads(self.ask(query, self.store, "Tally").stdout) for query in QUERIES]

    def timed(self, name, *arguments, environment=()):
        started = time.monotonic()
        ended = self.program.run(*arguments, environment=environment)
        if ended.returncode:
            sys.exit(f"{name}: {ended.stderr[-2000:]}")
        print(f"{name}: {time.monotonic() - started:.2f} s", flush=True)
        return ended

    def ask(self, query, store, name, environment=()):
        return self.timed(f"{name}, {query}", "--store", store, "--now", NOW, "-c", f"{query} as json", environment=environment)

    def compare(self, name, query, found, wanted):
        problem = difference(found, wanted, query)
        check(problem is None, f"{name}, {query}: {problem or 'equal rows'}")


def check_duckdb(study, _):
    import duckdb

    connection = duckdb.connect()
    started = time.monotonic()
    connection.execute(f"""CREATE TABLE samples AS SELECT person, type, source, epoch(CAST(start AS TIMESTAMPTZ)) AS start,
        epoch(CAST("end" AS TIMESTAMPTZ)) AS "end", CAST(value AS DOUBLE) AS value, unit FROM read_csv('{study.table}', all_varchar=true)
        WHERE type IN ('HKQuantityTypeIdentifierStepCount', 'HKQuantityTypeIdentifierRespiratoryRate')""")
    connection.execute(
        f"""CREATE TABLE persons AS SELECT id AS person, zone, "group" FROM read_csv('{study.people}', all_varchar=true)""")
    connection.execute("CREATE TABLE sources(person TEXT, type TEXT, source TEXT, rank INTEGER)")
    print(f"DuckDB, load: {time.monotonic() - started:.2f} s", flush=True)
    for query, wanted in zip(QUERIES, study.wanted):
        statement = study.program.run("--store", study.store, "--now", NOW, "-c", f"explain sql for duckdb {query}").stdout
        started = time.monotonic()
        found = connection.execute(statement)
        names, rows = [column[0] for column in found.description], found.fetchall()
        print(f"DuckDB, {query}: {time.monotonic() - started:.2f} s", flush=True)
        answer = {"columns": wanted["columns"], "rows": []}
        for row, expected in zip(rows, wanted["rows"]):
            shown = dict(zip(names, row))
            answer["rows"].append({name: json.loads(shown[name]) if isinstance(value, bool) else shown[name] for name, value in expected.items()})
        answer["rows"] += [None] * (len(rows) - len(answer["rows"]))
        study.compare("DuckDB", query, answer, wanted)


def check_clickhouse(study, _):
    server = ModernClickHouse()
    try:
        address = server.create("study")
        study.timed("ClickHouse, push", "--store", study.store, "push", address)
        for query, wanted in zip(QUERIES, study.wanted):
            found = study.ask(query, address, "ClickHouse")
            study.compare("ClickHouse", query, json.loads(found.stdout), wanted)
    finally:
        server.stop()


def check_spark(study, only_killed):
    cluster = SparkCluster(workers=2)
    try:
        address = cluster.create("study")
        study.timed("Spark, push", "--store", study.store, "push", address, environment=cluster.environment)
        for name, kills in [("two workers", False), ("one of two workers killed in the middle", True)][only_killed:]:
            started = time.monotonic()
            count = compare(study.program, cluster, address, ["--now", NOW], QUERIES, study.wanted, check, difference, kills=kills)
            check(count == len(QUERIES), f"Spark, {name}: {count} of {len(QUERIES)} equal")
            print(f"Spark, {name}: {time.monotonic() - started:.2f} s", flush=True)
    finally:
        cluster.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", required=True)
    parser.add_argument("--persons", type=int, default=1000)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--engines", default="duckdb,clickhouse,spark")
    parser.add_argument("--only-killed", action="store_true", help="on Spark, ask only while a worker is killed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        study = Study(Program(os.path.abspath(options.tally)), options, folder)
        for name in options.engines.split(","):
            {"duckdb": check_duckdb, "clickhouse": check_clickhouse, "spark": check_spark}[name](study, options.only_killed)
    sys.exit(1 if Failures.count else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Pushes random cohorts to engines, and compares their answers with those of the store.

usage: push.py --tally PROGRAM [--engines old,modern,spark] [--seed 1] [--count 60]

Counts, extremes, `first`, `latest`, times, keys and nulls must be equal, other numbers to 1e-9 of their size. An engine may refuse a query
by name. Ends with status 1 if an answer differs, or if a check of the wire fails.
"""

import argparse
import collections
import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from studies import Cohort
from dialects import EXACT
from servers import ClickHouseServer, ModernClickHouse, free_port

QUERIES_OF_A_COHORT = 12
# Queries that quarter hours can answer, also on servers without window functions.
PLAIN = [
    "sum steps by day", "sum steps by hour", "sum steps by week and person", "sum steps", "count steps by day", "count heartRate by person",
    "min heartRate, max heartRate, count heartRate by day", "average heartRate by week", "average environmentalAudioExposure by day",
    "sum steps by hour of day", "sum steps by weekday and person", "sum distance in miles by day", "average weight in lb by month",
    "sum steps sources raw by day", "sum steps by source", "count heartRate by day and source", "sum steps by group", "max weight by person",
    "sum steps by day | average by week", "average steps by week and person | average by person", "sum steps by day fill zero",
    "sum steps by day and person | average by person | average, median, stddev", "sum steps by day | rolling 3 days average",
    "sum steps where group is A by day", "sum steps where person is P01 by day", "sum steps, average heartRate by day | derive x = sum / 2",
    "sum steps by day anchor 03:00", "sum steps last 2 weeks by day", "sum steps by day | where sum > 50 | sort sum | top 3 by sum",
    "sum steps by month partial drop", "(sum steps sources raw) called raw, sum steps called merged by day",
]


class Failures:
    count = 0

    @classmethod
    def add(cls, text):
        cls.count += 1
        print(f"FAILED {text}", flush=True)


def check(is_right, text):
    if is_right:
        print(f"ok {text}", flush=True)
    else:
        Failures.add(text)


class Program:
    def __init__(self, path):
        self.path = path
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("TALLY_")}

    def run(self, *arguments, environment=(), **options):
        return subprocess.run(
            [self.path, *arguments], capture_output=True, text=True, check=False, env={**self.environment, **dict(environment)}, **options)


def is_equal(found, wanted, exact, scale):
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        if not isinstance(found, (int, float)) or isinstance(found, bool):
            return False
        return found == wanted if exact else abs(found - wanted) <= 1e-9 * max(abs(found), abs(wanted), scale)
    return found == wanted


def difference(found, wanted, query):
    """How the answer of an engine differs from that of the store, or None."""
    if [column["name"] for column in found["columns"]] != [column["name"] for column in wanted["columns"]]:
        return f"columns {found['columns']}, {wanted['columns']} expected"
    infos = {column["name"]: column for column in wanted["columns"]}
    if len(found["rows"]) != len(wanted["rows"]):
        return f"{len(found['rows'])} rows, {len(wanted['rows'])} expected"
    for number, (row, expected) in enumerate(zip(found["rows"], wanted["rows"])):
        if set(row) != set(expected):
            return f"row {number} has {sorted(row)}, {sorted(expected)} expected"
        for name, value in expected.items():
            aggregate = infos.get(name, {}).get("aggregate")
            exact = name not in infos or (aggregate in EXACT and "|" not in query and " in " not in query)
            scale = 1 if "|" in query else 200 if aggregate == "stddev" else 0
            if not is_equal(row[name], value, exact, scale):
                return f"row {number}, {name}: {row[name]!r}, {value!r} expected"
    return None


def compare(program, engine, options):
    """Compares random queries about random cohorts."""
    totals, refusals = collections.Counter(), collections.Counter()
    seed, asked = options.seed, 0
    while asked < options.count:
        cohort = Cohort(seed, options.persons)
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "store.tally")
            samples, people = cohort.write(folder)
            common = ["--zone", cohort.question.zone, "--now", cohort.question.now]
            arguments = ["import", "--strict", samples] + (["--people", people] if people else [])
            ended = program.run("--store", store, *(common[2:] if people else common), *arguments)
            if ended.returncode != 0:
                sys.exit(ended.stdout + ended.stderr)
            address = engine.create(f"seed{seed}")
            ended = program.run("--store", store, "push", address)
            if ended.returncode != 0:
                sys.exit(ended.stdout + ended.stderr)
            if people:
                common = common[2:]
            left, tries = QUERIES_OF_A_COHORT, 0
            while left and asked < options.count and tries < 100:
                tries += 1
                query = cohort.random.choice(PLAIN) if cohort.random.random() < options.plain else cohort.query()
                if query.startswith("samples of") or not re.search(options.matching, query):
                    continue
                wanted = program.run("--store", store, *common, "-c", f"{query} as json")
                if wanted.returncode != 0:
                    continue
                left, asked = left - 1, asked + 1
                found = program.run("--store", address, *common, "-c", f"{query} as json")
                if found.returncode == 2 and "error E300: " in found.stderr:
                    result = "refused"
                    refusals[re.search(r"error E300: (.*)", found.stderr).group(1)[:160]] += 1
                elif found.returncode != 0:
                    result = "different"
                    problem = f"ended with {found.returncode}: {found.stderr[:600]}"
                else:
                    problem = difference(json.loads(found.stdout), json.loads(wanted.stdout), query)
                    result = "different" if problem else "equal"
                totals[result] += 1
                if result == "different":
                    Failures.add(f"{engine.name}, seed {seed}, {' '.join(common)}: {query}\n  {problem}")
        seed += 1
    for refusal, count in refusals.most_common(12):
        print(f"  refused {count}: {refusal}")
    print(f"{engine.name}: {totals['equal']} equal, {totals['refused']} refused, {totals['different']} different", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", required=True)
    parser.add_argument("--engines", default="old,modern")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TALLY_SEED", "1")))
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--plain", type=float, default=0.5, help="the share of queries from a fixed list")
    parser.add_argument("--matching", default="")
    parser.add_argument("--persons", type=int, help="the number of persons of each cohort")
    parser.add_argument("--wire", action="store_true", help="only check the wire")
    options = parser.parse_args()
    program = Program(os.path.abspath(options.tally))
    for name in options.engines.split(","):
        if name == "spark":
            from spark import check_spark

            check_spark(program, options, check, difference, PLAIN)
            continue
        engine = {"old": ClickHouseServer, "modern": ModernClickHouse}[name]()
        engine.name = f"ClickHouse {engine.version}" if name == "old" else "ClickHouse of today"
        try:
            if name == "old" and (options.wire or not options.matching):
                from wire import check_wire

                check_wire(program, engine, check)
            if not options.wire:
                compare(program, engine, options)
        finally:
            engine.stop()
    sys.exit(1 if Failures.count else 0)


if __name__ == "__main__":
    main()

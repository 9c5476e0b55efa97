#!/usr/bin/env python3
"""Runs `explain sql for DIALECT` of random queries in each database, and compares the rows with those of Tally.

usage: dialects.py --tally PROGRAM [--engines sqlite,duckdb,clickhouse,spark] [--seed 1] [--count 200] [--cohorts]

Counts, extremes, `first`, `latest`, times, keys and nulls must be equal, other numbers to 1e-9 of their size. Prints, for each part of
a query and each engine, how many answers were equal, and which queries were refused. Ends with status 1 if an answer differs.
"""

import argparse
import collections
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from datetime import datetime, timezone

from engines import ENGINES
from cohorts import CohortQuestion
from questions import Question, quoted

QUERIES_OF_A_STORE = 10
EXACT = {"count", "min", "max", "first", "latest", "first start", "last end", "value"}


class Tally:
    """A store with the samples of a question."""

    def __init__(self, program, folder, question):
        self.program, self.question = program, question
        self.store = os.path.join(folder, "samples.tally")
        self.folder = folder
        if question.persons:
            self.import_cohort()
        else:
            self.import_samples("samples.csv", question.samples)
            for twin in question.twins:
                self.add_twice(twin)

    def import_samples(self, name, samples, person=()):
        columns = [*person, "type", "source", "start", "end", "value", "unit"]
        self.import_table(name, columns, (
            [*first, kind, source, instant(begin), instant(end), str(int(value)) if unit == "" else repr(value), unit]
            for *first, kind, source, begin, end, value, unit in samples))

    def add_twice(self, sample):
        """Adds an equal sample twice, with metadata that tell the two apart. A sample without metadata is the first of them."""
        kind, source, begin, end, value, unit = sample
        times = f"at {instant(begin)}" + (f" to {instant(end)}" if begin < end else "")
        # The numbers of a question are fractions, and `97 %` is 0.97.
        amount = str(int(value)) if unit == "" else f"{value!r} {'count' if unit == '%' else unit}"
        for note in ["1", "2"]:
            self.check(self.run("-c", f'add {amount} {kind} from {quoted(source)} {times} with "note" = "{note}"'))

    def import_cohort(self):
        unnamed = [sample[1:] for sample in self.question.cohort_samples if sample[0] == ""]
        if unnamed:
            self.import_samples("unnamed.csv", unnamed)
        self.import_samples("cohort.csv", [sample for sample in self.question.cohort_samples if sample[0]], ["person"])
        columns = ["id", "zone", "group", "age", "joined"]
        named = [person for person in self.question.persons if person["person"]]
        self.import_table("people.csv", columns, ([person["person"], *(person[name] for name in columns[1:])] for person in named), "--people")
        for person in self.question.persons:
            if not person["person"]:
                # The list has attributes of ids only.
                person.update({"zone": None, "group": None, "age": None, "joined": None})
            # The zone of the first import is kept. The person without a name has that of the store.
            if person["person"]:
                person["zone"] = person["zone"] or self.question.zone
        for person, kind, order in self.question.orders:
            names = ", ".join(quoted(name) for name in order)
            self.check(self.run("-c", f"set priority of {kind} for person {quoted(person)} = {names}"))

    def import_table(self, name, columns, rows, *options):
        table = os.path.join(self.folder, name)
        with open(table, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(rows)
        self.check(self.run("import", *(options or ["--strict"]), table))

    def check(self, ended):
        if ended.returncode != 0:
            sys.exit(ended.stdout + ended.stderr)

    def run(self, *arguments):
        options = ["--store", self.store, "--zone", self.question.zone, "--now", self.question.now]
        return subprocess.run([self.program, *options, *arguments], capture_output=True, text=True, check=False)

    def answer(self, query):
        """The answer as JSON, or None if the query is invalid."""
        ended = self.run("-c", f"{query} as json")
        return json.loads(ended.stdout) if ended.returncode == 0 else None

    def statement(self, engine, query):
        """The statement and None, or None and the reason why there is none."""
        ended = self.run("-c", f"explain sql for {engine} {query}")
        if ended.returncode == 0:
            return ended.stdout, None
        refusal = re.search(r"^error (E255|E256|E258|E259|E321): .*", ended.stderr, flags=re.MULTILINE)
        return (None, refusal.group()) if refusal else ("", f"ended with {ended.returncode}: {ended.stderr}")


def instant(milliseconds):
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def is_clock(found, wanted):
    """Compares milliseconds with an instant or a time of day; None if `wanted` is neither."""
    if re.fullmatch(r"\d\d:\d\d:\d\d", wanted):
        hours, minutes, seconds = map(int, wanted.split(":"))
        difference = abs(float(found) / 1000 - (hours * 3600 + minutes * 60 + seconds)) % 86400
        return min(difference, 86400 - difference) <= 0.501
    if re.match(r"\d{4}-\d\d-\d\dT", wanted):
        time = datetime.fromisoformat(wanted)
        # Local times have no offset, and statements have them as if in UTC.
        return int(found) == round((time if time.tzinfo else time.replace(tzinfo=timezone.utc)).timestamp() * 1000)
    return None


def is_equal(found, wanted, exact, scale):
    if wanted is None or found is None:
        return wanted is None and found is None
    if isinstance(wanted, bool):
        return found == str(wanted).lower()
    if isinstance(wanted, str):
        if isinstance(found, str):
            return found == wanted
        return bool(is_clock(found, wanted))
    if isinstance(found, str):
        return False
    if exact:
        return float(found) == float(wanted)
    return abs(float(found) - wanted) <= 1e-9 * max(abs(float(found)), abs(wanted), scale)


def difference(answer, columns, rows, query, converts):
    """Returns how the rows of a database differ from an answer, or None.

    `converts` is true if the statement converts units of samples, which can change the last digit of a value.
    """
    infos = {column["name"]: column for column in answer["columns"]}
    expected = answer["rows"]
    if expected and set(columns) != set(expected[0]):
        return f"columns {sorted(expected[0])} expected, {sorted(columns)} found"
    if len(rows) != len(expected):
        return f"{len(expected)} rows expected, {len(rows)} found"
    for number, (row, wanted) in enumerate(zip(rows, expected)):
        for name, found in zip(columns, row):
            aggregate = infos.get(name, {}).get("aggregate")
            # A conversion of units in the query can change the last digit, also of a key.
            exact = (name not in infos or (aggregate in EXACT and "|" not in query)) and " in " not in query and not converts
            # Stages can compute values close to zero. A deviation loses the digits that the values have in common.
            scale = 1 if "|" in query else 200 if aggregate == "stddev" else 0
            if not is_equal(found, wanted[name], exact, scale):
                return f"row {number}, {name}: {wanted[name]!r} expected, {found!r} found"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", required=True)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TALLY_SEED", "1")))
    parser.add_argument("--count", type=int, default=int(os.environ.get("TALLY_CASES", "200")))
    parser.add_argument("--cohorts", action="store_true", help="ask about several persons")
    parser.add_argument("--matching", default="", help="only queries that match this expression")
    options = parser.parse_args()
    engines = [ENGINES[name]() for name in options.engines.split(",")]
    results = collections.defaultdict(collections.Counter)
    refusals = collections.defaultdict(set)
    totals = {engine.name: collections.Counter() for engine in engines}
    asked, seed = 0, options.seed
    while asked < options.count:
        question = CohortQuestion(seed) if options.cohorts else Question(seed)
        with tempfile.TemporaryDirectory() as folder:
            tally = Tally(options.tally, folder, question)
            for engine in engines:
                engine.load(question)
            left = QUERIES_OF_A_STORE
            tries = 0
            while left and asked < options.count and tries < 200:
                tries += 1
                query, parts = question.query()
                if not re.search(options.matching, query):
                    continue
                answer = tally.answer(query)
                if answer is None:
                    continue
                left, asked = left - 1, asked + 1
                for engine in engines:
                    statement, refusal = tally.statement(engine.name, query)
                    if statement is None:
                        result = "refused"
                        refusals[engine.name].add(refusal)
                    else:
                        try:
                            problem = refusal or difference(answer, *engine.run(statement), query, question.converts)
                        except Exception as error:  # the databases have no common class of errors
                            problem = f"{type(error).__name__}: {str(error)[:1500]}"
                        result = "different" if problem else "equal"
                        if problem:
                            print(f"{engine.name}, seed {seed}, zone {question.zone}, now {question.now}: {query}\n  {problem}", flush=True)
                    totals[engine.name][result] += 1
                    for part in parts:
                        results[part, engine.name][result] += 1
        seed += 1
    report([engine.name for engine in engines], results, refusals, totals)
    sys.exit(any(total["different"] for total in totals.values()))


def report(names, results, refusals, totals):
    print("\nequal / refused / different")
    for part in sorted({part for part, _ in results}):
        cells = []
        for name in names:
            counts = results[part, name]
            cells.append(f"{counts['equal']} / {counts['refused']} / {counts['different']}")
        print(f"  {part[:70]:70}" + "".join(f"{cell:>16}" for cell in cells))
    for name in names:
        for refusal in sorted(refusals[name]):
            print(f"refused for {name}: {refusal}")
    for name in names:
        counts = totals[name]
        print(f"{name}: {counts['equal']} equal, {counts['refused']} refused, {counts['different']} different")


if __name__ == "__main__":
    main()

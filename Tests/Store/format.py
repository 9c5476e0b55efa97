#!/usr/bin/env python3
"""Compares what reader.py finds in a store, which was written from StoreFormat.md alone, with the answers of Tally.

    format.py PROGRAM

The store has a generated export with all quirks, two people from a table, changes, deletions, fresh samples and an own metric. Counts, least
and greatest values and sums must be equal, sums up to their last bit of rounding. All other things that the page describes are read, too.
"""

import collections
import csv
import io
import math
import shutil
import sys

import reader
from stores import Failure, Program

CHANGES = [
    'add 7 count steps for person P01 from "Hand" at 2026-11-30 10:00', "delete samples of steps where value > 100 and person is P01 confirmed",
    "set goal of steps for person P01 = 9000 count", "set kept deletions = 1000", 'set priority of steps for person P01 = "iPhone", "Apple Watch"',
]


def demand(holds, message):
    if not holds:
        raise Failure(message)


def build(program):
    program.generate("table", "--persons", "2", "--days", "3", "--seed", "5")
    program.generate("export.xml", "--form", "xml", "--days", "3", "--traps", "all", "--seed", "6")
    program.run("store", "import", "--people", program.file("table/people.csv"), program.file("table/samples.csv"))
    program.run("store", "import", "--person", "P03", program.file("export.xml"))
    for statement in CHANGES:
        program.run("store", "-c", statement)


def styles(program):
    return {row["metric"]: row["style"] for row in table(program, "show metrics")}


def table(program, query):
    return list(csv.DictReader(io.StringIO(program.run("store", "--read-only", "--format", "csv", "-c", query))))


def answers(program, person, metric, style):
    """Returns the numbers of each source: sum and count of a total, the count of intervals, or count and extremes."""
    if style == "interval":
        # A count would leave out hours in which nobody stood.
        rows = collections.Counter(row["source"] for row in table(program, f"samples of {metric} where person is {person}"))
        return {source: {"count": count} for source, count in rows.items()}
    measures = "sum, count" if style == "cumulative" else "count, min, max"
    rows = table(program, f"{measures} {metric} where person is {person} by source sources raw")
    return {row["source"]: {name: float(value) for name, value in row.items() if name in ("sum", "count", "min", "max")} for row in rows}


def compare_sums(program, store):
    known, compared = styles(program), 0
    groups = {}
    for person, metric, source, count, total, least, greatest, _, _ in reader.sums(store):
        groups.setdefault((person, metric), {})[source] = {"count": count, "sum": total, "min": least, "max": greatest}
    for (person, metric), expected in groups.items():
        # `HKVisionPrescriptionTypeIdentifier` has nothing after this word.
        short = metric.split("Identifier")[-1] or metric
        other = "interval" if metric.startswith("HK") and "Quantity" not in metric else "discrete"
        style = known.get(short[0].lower() + short[1:], known.get(metric, other))
        found = answers(program, person, metric, style)
        demand(found.keys() == expected.keys(), f"{person} {metric}: sources {found.keys()}, expected {expected.keys()}")
        for source, numbers in found.items():
            for name, number in numbers.items():
                same = math.isclose(number, expected[source][name], rel_tol=1e-15 if name == "sum" else 0)
                demand(same, f"{person} {metric} {source}: {name} is {number}, {expected[source][name]} in Python")
                compared += 1
    return compared


def check_rest(store):
    """What the page says about numbers, blocks and records."""
    numbers = [sample.number for sample in store.samples()] + [change for change, _ in store.deletions()]
    numbers += [number for table in ("workout", "correlation") for number, in store.query(f"SELECT number FROM {table}")]
    demand(len(set(numbers)) == len(numbers) and 0 < min(numbers) and max(numbers) < store.counter("nextNumber"), "numbers")
    gone = {number for _, number in store.deletions()}
    demand(gone and not gone & set(numbers), "deletions name samples that are there")
    for id, count, first, last, end, least, greatest in store.query(
            "SELECT id, count, firstStart, lastStart, greatestEnd, minimum, maximum FROM block"):
        (data,), = store.query("SELECT bytes FROM blockContent WHERE block = ?", id)
        block = reader.block(data, count)
        known = (block["start"][0], block["start"][-1], max(block["end"]), min(block["value"]), max(block["value"]))
        demand(known == (first, last, end, least, greatest), f"statistics of block {id}")
        by_source = sum(count for count, in store.query("SELECT count FROM blockSource WHERE block = ?", id))
        demand(by_source == count, f"sources of block {id}")
    for id, content, hash, person in store.query("SELECT id, content, hash, person FROM metadataSet"):
        demand(reader.signed(reader.checksum(content) + (person - 1) * 0x1E3779B97F4A7C15) == hash, f"the hash of metadata set {id}")
        demand(reader.metadata(content), f"metadata set {id} is empty")
    counts = [store.query(f"SELECT count(*) FROM {table}")[0][0] for table in
              ("freshSample", "workout", "correlation", "correlationMember", "activitySummary", "person", "personAttribute", "personSetting",
               "sourcePriority", "undoStep", "earlierSample", "unit", "origin")]
    demand(all(counts), f"the store lacks something that this test reads: {counts}")


def main():
    program = Program(sys.argv[1])
    try:
        build(program)
        store = reader.Store(program.file("store"))
        compared = compare_sums(program, store)
        check_rest(store)
        store.close()
    except (Failure, reader.Damage) as failure:
        sys.exit(f"FAILED {failure}\nthe store is in {program.folder}")
    print(f"{compared} numbers of a reader written from the page equal those of Tally")
    shutil.rmtree(program.folder)


main()

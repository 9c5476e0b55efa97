#!/usr/bin/env python3
"""Answers of the rules of Android (S15 of Statistics.md), computed without Tally.

The rules are applied to each piece of time between two edges of records, with exact fractions. This is slow and short, so that it can be
compared with the rules line by line.

    oracle.py               writes cases.json: the cases that the tests run
    oracle.py COUNT SEED    prints that many other random cases
    oracle.py --check       fails if cases.json is not what this program writes
"""

import json
import pathlib
import random
import sys
from fractions import Fraction

HERE = pathlib.Path(__file__).parent


def rank(record, order):
    """A record with a greater rank counts before others (S15.2). Of equal records, any one counts."""
    place = order.index(record["app"]) if order and record["app"] in order else len(order or [])
    return (-place, record["modified"], record["start"], record["end"], record.get("value", 0), record["number"])


def counting(records, order, edges):
    """The records of apps in the list, whose times make sense (S15.3, S15.13). Without a list, all apps count.

    Records without a part in the range take no part (S4.4), such as one that ends where the range starts.
    """
    def is_inside(record):
        if record["start"] == record["end"]:
            return edges[0] <= record["start"] < edges[-1]
        return record["start"] < edges[-1] and record["end"] > edges[0]

    numbered = [{**record, "number": number} for number, record in enumerate(records)]
    return [r for r in numbered if r["start"] <= r["end"] and is_inside(r) and (order is None or r["app"] in order)]


def is_best(record, others, order, start, end):
    """True if no better record is open in a piece of time."""
    return not any(
        o is not record and o["start"] <= start and o["end"] >= end and rank(o, order) > rank(record, order) for o in others)


def instant_counts(instant, records, order):
    """True if no better record is open at the time, both ends included, and no better instant is at the same time (S15.5)."""
    return not any(
        o is not instant and o["start"] <= instant["start"] <= o["end"] and rank(o, order) > rank(instant, order) for o in records)


def pieces(records, edges):
    """The pieces of time between all edges in a group, each with the number of its group."""
    for group, (low, high) in enumerate(zip(edges, edges[1:])):
        times = {low, high}
        for record in records:
            times |= {t for t in (record["start"], record["end"]) if low < t < high}
            times |= {t for stage in record.get("awake", []) for t in stage if low < t < high}
        times = sorted(times)
        yield from ((group, a, b) for a, b in zip(times, times[1:]))


def amounts(records, order, edges, cut):
    """The sums of each group (S15.4 to S15.8)."""
    records = counting(records, order, edges)
    sums = [None] * (len(edges) - 1)
    for group, start, end in pieces(records, edges):
        for record in records:
            if record["start"] <= start and record["end"] >= end and is_best(record, records, order, start, end):
                share = Fraction(end - start, record["end"] - record["start"])
                sums[group] = (sums[group] or 0) + Fraction(record["value"]) * share
    for group, (low, high) in enumerate(zip(edges, edges[1:])):
        for record in records:
            if record["start"] == record["end"] and low <= record["start"] < high:
                own = Fraction(record["value"]) if instant_counts(record, records, order) else 0
                sums[group] = (sums[group] or 0) + own
    return [None if s is None else int(s) if cut else float(s) for s in sums]


def asleep(sessions, order, edges):
    """The time of sessions in each group, without the parts that the best session leaves out (S15.6)."""
    sessions = counting(sessions, order, edges)
    sums = [None] * (len(edges) - 1)
    for group, start, end in pieces(sessions, edges):
        open_sessions = [s for s in sessions if s["start"] <= start and s["end"] >= end]
        if not open_sessions:
            continue
        best = max(open_sessions, key=lambda s: rank(s, order))
        is_awake = any(a <= start and b >= end for a, b in best["awake"])
        sums[group] = (sums[group] or 0) + (0 if is_awake else end - start)
    return sums


def answers(case):
    if case["kind"] == "session":
        return asleep(case["records"], case["order"], case["edges"])
    return amounts(case["records"], case["order"], case["edges"], case["kind"] == "whole")


APPS = ["Alfa", "Bravo", "Charlie"]
DEVICES = [None, "Band", "Phone"]


def random_case(rng, number):
    kind = rng.choice(["whole", "real", "session"])
    apps = APPS[: rng.randint(1, 3)]
    order = rng.choice([None, rng.sample(apps, rng.randint(1, len(apps)))])
    span = rng.choice([12, 40])
    records, seen, changed = [], set(), 0
    for _ in range(rng.randint(1, rng.choice([3, 6, 12]))):
        start = rng.randint(0, span)
        length = rng.choice([0, 0, rng.randint(1, 4), rng.randint(1, span)]) if kind != "session" else rng.randint(1, span)
        app, device = rng.choice(apps), rng.choice(DEVICES)
        # An app has one record of a device with the same times. Sessions that an app changes at the same time don't overlap in a store.
        changed += 1
        modified = changed if kind == "session" else rng.randint(1, 4)
        if (app, device, start, start + length) in seen:
            continue
        seen.add((app, device, start, start + length))
        record = {"app": app, "device": device, "modified": modified, "start": start, "end": start + length}
        if kind == "session":
            edges = sorted(rng.sample(range(start, start + length + 1), min(length + 1, 2 * rng.randint(0, 3))))
            record["awake"] = [list(pair) for pair in zip(edges[::2], edges[1::2])]
        else:
            record["value"] = rng.randint(0, 30) if kind == "whole" else rng.randint(0, 300) / 4
        records.append(record)
    if kind == "session":
        order_of_changes = list(range(1, len(records) + 1))
        rng.shuffle(order_of_changes)
        for record, modified in zip(records, order_of_changes):
            record["modified"] = modified
    first = rng.randint(-3, span // 2)
    edges = [first]
    for _ in range(rng.choice([1, 1, 3, 6])):
        edges.append(edges[-1] + rng.randint(1, span))
    case = {"name": f"random {number}", "kind": kind, "order": order, "records": records, "edges": edges}
    case["answers"] = answers(case)
    return case


def made(name, kind, order, edges, *records):
    """A case whose answer is also worked out by hand in the name."""
    keys = ["app", "modified", "start", "end", "awake" if kind == "session" else "value"]
    case = {"name": name, "kind": kind, "order": order, "edges": edges,
            "records": [{"device": None, **dict(zip(keys, record))} for record in records]}
    case["answers"] = answers(case)
    return case


def cases():
    one, two = ["Alfa"], ["Alfa", "Bravo"]
    return [
        made("an instant at the start of the window counts, one at its end does not: 7", "whole", one, [20, 40],
             ("Alfa", 1, 20, 20, 7), ("Alfa", 1, 40, 40, 9)),
        made("a record of one app that was changed later: 3 of 12 and 70", "whole", one, [0, 40],
             ("Alfa", 1, 4, 16, 12), ("Alfa", 2, 7, 27, 70)),
        made("the first in the list, changed earlier: 12, and 11 of 20 parts of 100 are 55", "whole", two, [0, 40],
             ("Alfa", 1, 4, 16, 12), ("Bravo", 2, 7, 27, 100)),
        made("an app that is not in the list: none", "whole", one, [0, 10], ("Bravo", 1, 2, 5, 10)),
        made("a worse instant at the end of a better record does not count, but a group with it alone is 0", "whole", two, [0, 10, 20],
             ("Alfa", 1, 4, 10, 60), ("Bravo", 1, 10, 10, 5)),
        made("two instants of two apps at one time: 5", "whole", two, [0, 10], ("Alfa", 1, 3, 3, 5), ("Bravo", 1, 3, 3, 8)),
        made("fractions are cut in each group: 3 and 3 of 7", "whole", one, [0, 5, 10], ("Alfa", 1, 0, 10, 7)),
        made("fractions of real amounts stay: 3.5 and 3.5 of 7", "real", one, [0, 5, 10], ("Alfa", 1, 0, 10, 7)),
        made("awake of the best session is not handed down: 13", "session", two, [0, 40],
             ("Alfa", 1, 10, 20, [[12, 15]]), ("Bravo", 1, 4, 18, [])),
        made("awake of a worse session has no effect: 17", "session", two, [0, 40],
             ("Alfa", 1, 10, 21, []), ("Bravo", 1, 4, 19, [[11, 14]])),
        made("a session that is awake all the time is 0, and the next group has none", "session", one, [0, 10, 20],
             ("Alfa", 1, 2, 6, [[2, 6]])),
    ] + [random_case(random.Random(seed), seed) for seed in range(1, 241)]


def text(found):
    return "[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in found) + "\n]\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit((HERE / "cases.json").read_text() != text(cases()) and "cases.json is not what oracle.py writes")
    if len(sys.argv) == 3:
        count, seed = int(sys.argv[1]), int(sys.argv[2])
        print(text([random_case(random.Random(seed + n), seed + n) for n in range(count)]), end="")
    else:
        (HERE / "cases.json").write_text(text(cases()))

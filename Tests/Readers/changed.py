#!/usr/bin/env python3
"""Changes small files at random, imports them, and compares what Tally holds with what the documents say.

    changed.py TALLY [--reader fitbit] [--cases 1000] [--seed 1]

Each reader has a module that makes a file from rows, changes it, and works out the samples by the rules of Import.md. None of them uses
Tally. A case that fails is shortened and kept in the folder of `--keep`, with its seed.
"""

import argparse
import importlib
import json
import pathlib
import random
import sys
import time

from batch import Crash, Runner, assertions, differences
from known import fault

READERS = {
    "presets": "presets",
    "answers": "answers",
    "fitbit": "fitbit",
    "autoexport": "autoexport",
    "healthconnect": "healthconnect",
    "tracks": "tracks",
    "fit": "fit",
    "export": "export",
    "clinical": "clinical",
    "cardiogram": "cardiogram",
}


class Case:
    """One changed file. The same reader, seed and changes give the same bytes."""

    def __init__(self, reader, seed, kept=None, without=()):
        self.reader, self.seed, self.without = reader, seed, without
        rng = random.Random(f"{reader.NAME} {seed}")
        document = reader.make(rng)
        count = rng.choice([0, 1, 1, 2, 2, 3, 4])
        self.all = [(rng.choice(reader.CHANGES), rng.random()) for _ in range(count)]
        self.kept = list(range(count)) if kept is None else kept
        for place in sorted(without, reverse=True):
            del document.rows[place]
        self.rows = len(document.rows)
        self.changes = []
        for index in self.kept:
            change, number = self.all[index]
            done = change(document, random.Random(number))
            self.changes.append(f"{change.__name__}" + (f" ({done})" if done else ""))
        self.document = document
        self.name = reader.file_name(document)
        self.content = reader.encode(document)
        self.expected = reader.expect(document)

    def file(self):
        return (self.name, self.content, assertions(self.expected, self.reader.UNITS_OF_SUMS))


class Counts:
    def __init__(self):
        self.files = self.changes = self.refused = self.open = self.samples = self.failed = self.crashed = 0
        self.known = {}


def run(runner, cases):
    """The cases that fail, with what is wrong. Halves a batch that crashes until the file is found."""
    try:
        outcomes = runner.outcomes([case.file() for case in cases])
    except Crash as crash:
        if len(cases) == 1:
            return [(cases[0], [f"crash: {crash}"])], [None]
        middle = len(cases) // 2
        first, second = run(runner, cases[:middle]), run(runner, cases[middle:])
        return first[0] + second[0], first[1] + second[1]
    return [(c, d) for c, o in zip(cases, outcomes) if (d := differences(c.expected, o))], outcomes


def shortened(runner, case):
    """The case with the fewest changes and rows that still fails."""
    best = case
    shorter = True
    while shorter:
        shorter = False
        smaller = [([k for k in best.kept if k != leave], best.without) for leave in best.kept]
        smaller += [(best.kept, (*best.without, row)) for row in range(best.rows + len(best.without)) if row not in best.without]
        for kept, without in smaller:
            try:
                candidate = Case(case.reader, case.seed, kept, without)
                if any(not fault(c, w) for c, w in run(runner, [candidate])[0]):
                    best, shorter = candidate, True
                    break
            except (IndexError, ValueError, KeyError, ZeroDivisionError):
                continue
    return best


def keep(folder, case, wrong, original):
    place = folder / case.reader.NAME / str(case.seed)
    place.mkdir(parents=True, exist_ok=True)
    (place / case.name).write_bytes(case.content)
    facts = {"reader": case.reader.NAME, "seed": case.seed, "changes": case.changes, "wrong": wrong[:20], "all": original.changes}
    (place / "case.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False))


def test(reader, options):
    counts, started, kept = Counts(), time.monotonic(), 0
    runner = Runner(options.tally, options.seconds, reader.ZONE)
    try:
        seeds = range(options.seed, options.seed + options.cases)
        for first in range(0, len(seeds), options.batch):
            cases = [Case(reader, seed) for seed in seeds[first:first + options.batch]]
            failures, outcomes = run(runner, cases)
            counts.files += len(cases)
            for case, outcome in zip(cases, outcomes):
                counts.changes += len(case.changes)
                counts.crashed += outcome is None
                counts.refused += outcome is not None and outcome.refusal is not None
                counts.samples += len(outcome.samples or []) if outcome else 0
                counts.open += case.expected.is_open()
            for case, wrong in failures:
                if name := fault(case, wrong):
                    counts.known[name] = counts.known.get(name, 0) + 1
                    continue
                counts.failed += 1
                if kept >= options.shrink:
                    print(f"{reader.NAME} {case.seed}: {wrong[0][:200]}", flush=True)
                    continue
                kept += 1
                short = shortened(runner, case)
                wrong = (run(runner, [short])[0] or [(short, wrong)])[0][1]
                keep(options.keep, short, wrong, case)
                print(f"{reader.NAME} {case.seed}: {', '.join(short.changes)}\n  " + "\n  ".join(w[:300] for w in wrong[:6]), flush=True)
    finally:
        runner.close()
    seconds = time.monotonic() - started
    print(
        f"{reader.NAME}: {counts.files:,} files with {counts.changes:,} changes, {counts.refused:,} refused, "
        f"{counts.files - counts.refused:,} read with {counts.samples:,} samples, "
        f"{counts.open:,} with parts that the documents leave open, "
        f"{counts.crashed} crashes, {counts.failed} failed, {seconds:.0f} s", flush=True)
    for name, count in counts.known.items():
        print(f"  known fault: {name}: {count}", flush=True)
    return counts.failed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tally")
    parser.add_argument("--reader", choices=list(READERS), action="append")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=600, help="the time after which a batch counts as hanging")
    parser.add_argument("--shrink", type=int, default=5, help="how many failures of a reader are shortened")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path(".build/changed"))
    options = parser.parse_args()
    modules = [importlib.import_module(READERS[name]) for name in options.reader or READERS]
    sys.exit(0 if all([test(module, options) for module in modules]) else 1)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares trend, smooth, outliers and correlate with scipy and numpy on random series.

Each series is a stretch of days. One process answers all queries of a batch of series.
"""
import argparse
import datetime
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import numpy
from scipy import stats

QUERIES = [
    "trend", "trend per week", "trend linear", "smooth ewma 0.3", "smooth half-life 3 days", "smooth loess 9 days", "outliers 2",
    "correlate a with b lag 0 to 2",
]
FIRST = datetime.date(2000, 1, 1)
BATCH = 50


def series(generator):
    """Returns two lists of values by day, with gaps and ties."""
    count = generator.randint(0, 60)
    kind = generator.choice(["smooth", "coarse", "rising", "wild"])

    def value(number):
        if generator.random() < 0.15:
            return None
        noise = generator.gauss(0, 1)
        return {
            "smooth": round(70 + noise, 3), "coarse": float(generator.randint(1, 4)), "rising": round(0.2 * number + noise, 2) + 100,
            "wild": round(math.exp(3 * noise) + 1, 4),
        }[kind]

    return [value(number) for number in range(count)], [value(number) for number in range(count)]


def expected_trend(values, scale, linear):
    known = [(number / scale, value) for number, value in enumerate(values) if value is not None]
    if len(known) < 3:
        return [None, None, None, len(known)]
    xs, ys = zip(*known)
    if linear:
        fit = stats.linregress(xs, ys)
        width = stats.t.ppf(0.975, len(xs) - 2) * fit.stderr
        return [fit.slope, fit.slope - width, fit.slope + width, len(xs)]
    fit = stats.theilslopes(ys, xs, 0.95)
    return [fit.slope, fit.low_slope, fit.high_slope, len(xs)]


def expected_smooth(values, method):
    known = [(number, value) for number, value in enumerate(values) if value is not None]
    result = [None] * len(values)
    average = before = None
    for number, value in known:
        if method == "loess":
            xs, ys = numpy.array([x for x, _ in known], float) - number, numpy.array([y for _, y in known])
            weights = numpy.clip(1 - numpy.abs(xs / 4.5) ** 3, 0, None) ** 3
            inside = weights > 0
            root = numpy.sqrt(weights[inside])
            matrix = numpy.vstack([numpy.ones(inside.sum()), xs[inside]]).T * root[:, None]
            result[number] = numpy.linalg.lstsq(matrix, ys[inside] * root, rcond=None)[0][0]
            continue
        share = 0.3 if method == "ewma" else 1 - 0.5 ** ((number - (before if before is not None else number)) / 3)
        average = value if average is None else average + share * (value - average)
        before = number
        result[number] = average
    return result


def expected_outliers(values):
    known = [value for value in values if value is not None]
    if not known:
        return []
    median = numpy.median(known)
    limit = 2 * 1.4826 * numpy.median(numpy.abs(numpy.array(known) - median))
    return [value for value in known if abs(value - median) > limit]


def expected_correlation(first, second, lag):
    pairs = [(x, y) for x, y in zip(first, second[lag:]) if x is not None and y is not None]
    if len(pairs) < 3 or len({x for x, _ in pairs}) < 2 or len({y for _, y in pairs}) < 2:
        return [None, None, None, None, len(pairs)]
    xs, ys = zip(*pairs)
    fit = stats.pearsonr(xs, ys)
    interval = fit.confidence_interval() if len(pairs) > 3 else (None, None)
    return [fit.statistic, interval[0], interval[1], stats.spearmanr(xs, ys).statistic, len(pairs)]


def is_close(found, expected):
    if found is None or expected is None:
        return found is None and (expected is None or math.isnan(expected))
    return abs(found - expected) <= 1e-9 * max(abs(found), abs(expected), 1)


def day(number):
    return (FIRST + datetime.timedelta(days=number)).isoformat()


def answers(tally, batch, folder):
    """Returns one JSON document for each query of each series."""
    script = os.path.join(folder, "series.tally")
    with open(script, "w", encoding="utf-8") as file:
        file.write("set zone = UTC\nset now = 2060-01-01T00:00Z\nset format = json\n")
        for place, (first, second) in enumerate(batch):
            start = place * 100
            for metric, values in [("bodyMass in kg", first), ("heartRate in bpm", second)]:
                if values:
                    texts = " ".join("_" if value is None else repr(value) for value in values)
                    file.write(f"load {metric} at {day(start)} every 1d for 0s: {texts}\n")
        for place, (first, _) in enumerate(batch):
            start = place * 100
            span = f"by day from {day(start)} to {day(start + max(len(first), 1))}"
            for query in QUERIES:
                source = "average bodyMass called a, average heartRate called b" if query.startswith("correlate") else "average bodyMass"
                file.write(f"{source} {span} fill null | {query}\n")
    ended = subprocess.run([tally, "--store", ":memory:", "--quiet", "run", script], capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(ended.stderr[-4000:])
    decoder, text, position, documents = json.JSONDecoder(), ended.stdout, 0, []
    while position < len(text):
        document, position = decoder.raw_decode(text, position)
        documents.append(document)
        while position < len(text) and text[position].isspace():
            position += 1
    return documents


def compare(query, document, first, second):
    """Returns a difference as text, or None."""
    rows = document["rows"]
    if query.startswith("trend"):
        found = [rows[0][name] for name in ["slope", "low", "high", "n"]] if rows else [None, None, None, 0]
        expected = expected_trend(first, 7 if "week" in query else 1, "linear" in query)
    elif query.startswith("smooth"):
        found = [row["average"] for row in rows]
        expected = expected_smooth(first, query.split()[1])
        found += [None] * (len(expected) - len(found))
        expected += [None] * (len(found) - len(expected))
    elif query.startswith("outliers"):
        found, expected = [row["average"] for row in rows], expected_outliers(first)
    else:
        found = [row[name] for row in rows for name in ["pearson", "low", "high", "spearman", "n"]]
        expected = [number for lag in range(3) for number in expected_correlation(first, second, lag)]
    if len(found) == len(expected) and all(map(is_close, found, expected)):
        return None
    return f"{query}: {found}, expected {expected}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tally", required=True)
    parser.add_argument("--series", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    differences = 0
    for start in range(0, options.series, BATCH):
        batch = [series(generator) for _ in range(min(BATCH, options.series - start))]
        with tempfile.TemporaryDirectory() as folder:
            documents = answers(options.tally, batch, folder)
        if len(documents) != len(batch) * len(QUERIES):
            sys.exit(f"{len(documents)} answers for {len(batch) * len(QUERIES)} queries")
        for place, (first, second) in enumerate(batch):
            for number, query in enumerate(QUERIES):
                difference = compare(query, documents[place * len(QUERIES) + number], first, second)
                if difference:
                    differences += 1
                    print(f"seed {options.seed}, series {start + place}: {difference}\n  {first}\n  {second}")
    print(f"{options.series} series, {len(QUERIES)} queries each: {differences} differences")
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()

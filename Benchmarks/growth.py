#!/usr/bin/env python3
"""Measures how Tally's costs grow with the number of samples, and writes Documentation/Design/Growth.md and its chart.

    make bench-growth                                    one to a hundred million samples over ten years; half an hour, 20 GB
    make bench-growth GROWTH='--sizes 1000000 3000000'   smaller stores

All stores cover the same years, so answers have the same number of rows. Only the density of the samples differs.
"""

import argparse
import datetime
import math
import os
import shutil
import statistics
import sys

from data import LAST_DAY, ZONE, Samples
from program import Tally
from tables import duration, machine, megabytes, table

STORE = "growth.tally"
MEASURES = [
    ("import", "CSV import of all samples"),
    ("daily", "sum by day of ten years, warm"),
    ("hourly", "sum by hour of ten years, warm"),
    ("window", "30 days by hour, warm"),
    ("process", "30 days by hour, in one process"),
    ("add", "import of one more day"),
    ("delete", "delete of one day"),
]


def measure(arguments, count):
    samples = Samples(arguments.folder, count, 1000, 10)
    tally = Tally(arguments.tally, samples.folder)

    def remove():
        for suffix in ["", "-wal", "-shm"]:
            if os.path.exists(samples.path(STORE + suffix)):
                os.remove(samples.path(STORE + suffix))

    remove()
    text = samples.csv("steps")
    found = {"samples": count}
    importing = ["--store", STORE, "--quiet", "--zone", ZONE, "import"]
    found["import"] = tally.run(*importing, text)[0]
    found["size"] = os.path.getsize(samples.path(STORE))
    window = "sum steps by hour from 2026-05-01 to 2026-05-31"
    for name, query in [("daily", "sum steps by day"), ("hourly", "sum steps by hour"), ("window", window)]:
        found[name] = statistics.median(tally.warm(STORE, query, arguments.runs))
        found[name + " memory"] = tally.peak(*tally.options(STORE), "--quiet", query)
    found["process"] = statistics.median(tally.process(STORE, window, arguments.runs))
    found["add"] = tally.run(*importing, samples.day_after())[0]
    options = ["--store", STORE, "--now", LAST_DAY.isoformat(), "--zone", ZONE, "--quiet"]
    deleted = [tally.run(*options, f"delete samples of steps on 2020-03-{day:02} confirmed", mayFail=True) for day in range(2, 7)]
    found["delete"] = statistics.median(one[0] for one in deleted) if not any("error" in one[2] for one in deleted) else None
    tally.run("--store", STORE, "doctor")
    remove()
    if not arguments.keep:
        shutil.rmtree(samples.folder)
    print(f"{count:,}: {found}", file=sys.stderr)
    return found


def picture(rows):
    """Returns a chart of costs by number of samples, as SVG with two logarithmic scales."""
    width, height, left, bottom, right, top = 820, 460, 70, 50, 250, 20
    colors = ["#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#a463f2", "#97bbf5"]
    series = [(title, [(row["samples"], row[name]) for row in rows if row.get(name)]) for name, title in MEASURES]
    series = [one for one in series if one[1]]
    values = [value for _, points in series for _, value in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    first, last = math.log10(rows[0]["samples"]), math.log10(rows[-1]["samples"])
    x = lambda count: left + (math.log10(count) - first) / max(last - first, 1e-9) * (width - left - right)
    y = lambda value: height - bottom - (math.log10(value) - low) / max(high - low, 1) * (height - bottom - top)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for exponent in range(low, high + 1):
        at, name = y(10**exponent), {-4: "0.1 ms", -3: "1 ms", -2: "10 ms", -1: "0.1 s", 0: "1 s", 1: "10 s", 2: "100 s", 3: "1000 s"}[exponent]
        parts.append(f'<line x1="{left}" y1="{at:.1f}" x2="{width - right}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{name}</text>')
    for row in rows:
        parts.append(f'<text x="{x(row["samples"]):.1f}" y="{height - bottom + 20}" text-anchor="middle">{row["samples"] // 1_000_000} M</text>')
    parts.append(f'<text x="{(left + width - right) / 2}" y="{height - 10}" text-anchor="middle">samples in the store</text>')
    # Names are at the ends of their lines and do not overlap.
    place = -20.0
    for color, (title, points) in sorted(zip(colors, series), key=lambda one: y(one[1][1][-1][1])):
        line = " ".join(f"{x(count):.1f},{y(value):.1f}" for count, value in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(count):.1f}" cy="{y(value):.1f}" r="3" fill="{color}"/>' for count, value in points]
        place = max(y(points[-1][1]) + 4, place + 15)
        parts.append(f'<text x="{width - right + 10}" y="{place:.1f}" fill="{color}">{title}</text>')
    return "\n".join(parts + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--folder", default=".build-bench", help="folder for data and stores")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000])
    parser.add_argument("--runs", type=int, default=7, help="runs of each query")
    parser.add_argument("--keep", action="store_true", help="keep the generated data for another run")
    parser.add_argument("--document", default="Documentation/Design/Growth.md", help="output file; the chart is written next to it")
    arguments = parser.parse_args()
    arguments.folder = os.path.abspath(arguments.folder)
    rows = [measure(arguments, count) for count in arguments.sizes]
    show = lambda seconds: duration(seconds) if seconds else "not in this version"
    cells = [["import of all samples"] + [f"{show(row['import'])}, {row['samples'] / row['import'] / 1e6:.2f} M/s" for row in rows]]
    cells.append(["store"] + [f"{megabytes(row['size'])}, {row['size'] / row['samples']:.1f} bytes each" for row in rows])
    cells += [[title] + [show(row[name]) for row in rows] for name, title in MEASURES[1:]]
    cells += [[f"peak memory, {title}"] + [f"{row[name + ' memory']:.0f} MB" for row in rows] for name, title in
              [("daily", "by day"), ("hourly", "by hour"), ("window", "30 days")]]
    picture_name = os.path.splitext(arguments.document)[0] + ".svg"
    with open(picture_name, "w") as file:
        file.write(picture(rows))
    with open(arguments.document, "w") as file:
        file.write(f"""# Growth

Written by `make bench-growth`; do not edit.

{datetime.date.today()}, {machine()}. The samples are steps from two overlapping sources over ten years. Only their density differs. Times are medians of {arguments.runs} runs. Imports and the added day ran once, deletes five times. Each import and delete is a separate process. [Benchmarks.md](Benchmarks.md) compares Tally with other engines.

![cost by number of samples]({os.path.basename(picture_name)})

{table(["samples"] + [f"{row['samples'] // 1_000_000} M" for row in rows], cells)}
""")


if __name__ == "__main__":
    main()

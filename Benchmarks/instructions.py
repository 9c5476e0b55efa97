#!/usr/bin/env python3
"""Counts the instructions of five kernels under valgrind and compares them with those in instructions.json.

    make bench-instructions                           fails if a count differs from the recorded one by more than five percent
    make bench-instructions INSTRUCTIONS=--record     records the counts; explain the reason in the commit

The count of a kernel is the difference between running it several times and once, so the start and end of the process cancel out.
Unlike time, it does not depend on the load of the machine.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NOW = ["--now", "2026-07-01T00:00:00-04:00", "--zone", "America/New_York"]
SAMPLES = 60_000
# The query of each kernel. Conditions prevent an answer from quarter hours.
QUERIES = {
    "decode a block and find one value": "count heartRate where value = 181",
    "merge two sources, sum by hour": "sum steps by hour where value > 0",
    "average over time by day": "average heartRate by day where value > 0",
}


def csv(metric, unit, sources, seed=1):
    """Yields the rows of a table of `SAMPLES` samples of about a minute each."""
    for place, source in enumerate(sources):
        moment = 1_700_000_000
        for row in range(SAMPLES // len(sources)):
            seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
            moment += 20 + (seed >> 33) % (60 + 120 * place)
            length = 0 if metric == "heartRate" else 10 + (seed >> 40) % 80
            value = 181 if metric == "heartRate" and row % 10_000 == 0 else 1 + (seed >> 48) % 90
            yield f"{metric},{source},{stamp(moment)},{stamp(moment + length)},{value},{unit}\n"


def stamp(second):
    import datetime

    return datetime.datetime.fromtimestamp(second, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Counter:
    def __init__(self, tally, folder):
        self.tally, self.folder = os.path.abspath(tally), folder

    def run(self, *arguments, text=""):
        subprocess.run([self.tally, *arguments], cwd=self.folder, input=text, text=True, check=True, capture_output=True)

    def instructions(self, *arguments, text=""):
        """Returns the number of instructions of a process."""
        valgrind = ["valgrind", "--tool=callgrind", "--log-file=count", "--callgrind-out-file=/dev/null"]
        # Otherwise Swift uses a new hash seed in each process.
        environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
        found = subprocess.run(
            [*valgrind, self.tally, *arguments], cwd=self.folder, input=text, text=True, capture_output=True, env=environment)
        if found.returncode != 0:
            sys.exit(f"tally {' '.join(arguments)}: {found.stderr[:1000]}")
        with open(os.path.join(self.folder, "count")) as file:
            return int(re.search(r"Collected : (\d+)", file.read())[1])

    def query(self, query):
        options = ["--store", "store", *NOW, "--format", "csv", "--quiet", "--read-only", "run", "-"]
        once, often = [self.instructions(*options, text=(query + "\n") * times) for times in (1, 6)]
        return (often - once) // 5

    def scan(self):
        """Returns the instructions per thousand bytes of XML, from the difference of two imports into memory."""
        sizes = {"short": "1MB", "long": "3MB"}
        found = {}
        for name, size in sizes.items():
            self.run("generate", name + ".xml", "--size", size, *NOW)
            count = self.instructions("--store", ":memory:", *NOW, "--quiet", "import", name + ".xml")
            found[name] = (count, os.path.getsize(os.path.join(self.folder, name + ".xml")))
        return (found["long"][0] - found["short"][0]) * 1000 // (found["long"][1] - found["short"][1])

    def compile(self):
        line = "average, max heartRate by day anchor 03:00 last 30 days where value > 10 and source contains \"Watch\"\n"
        found = []
        for times in (50, 150):
            with open(os.path.join(self.folder, "script.tally"), "w") as file:
                file.write(line * times)
            found.append(self.instructions("--store", "store", *NOW, "check", "script.tally"))
        return (found[1] - found[0]) // 100

    def kernels(self):
        for metric, unit, sources in [("stepCount", "count", ["Watch", "iPhone"]), ("heartRate", "count/min", ["Watch"])]:
            with open(os.path.join(self.folder, metric + ".csv"), "w") as file:
                file.write("type,source,start,end,value,unit\n")
                file.writelines(csv(metric, unit, sources))
            self.run("--store", "store", *NOW, "import", metric + ".csv")
        found = {name: self.query(query) for name, query in QUERIES.items()}
        found["read a thousand bytes of XML"] = self.scan()
        found["parse and compile a query"] = self.compile()
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--record", action="store_true", help="record the counts")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tally-count-") as folder:
        found = Counter(arguments.tally, folder).kernels()
    path = os.path.join(HERE, "instructions.json")
    known = json.load(open(path)) if os.path.exists(path) else {}
    isSame = True
    for name, count in found.items():
        change = count / known[name] - 1 if name in known else 0
        verdict = "new" if name not in known else "" if abs(change) <= 0.05 else "SLOWER" if change > 0 else "faster: record it"
        isSame = isSame and verdict == ""
        print(f"{name:36}{count:16,}{change * 100:+8.1f} %  {verdict}")
    if arguments.record:
        with open(path, "w") as file:
            json.dump(found, file, indent=2)
            file.write("\n")
    elif not isSame:
        sys.exit(1)


if __name__ == "__main__":
    main()

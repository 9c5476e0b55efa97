#!/usr/bin/env python3
"""Golden answers of scripts in each edition of the language: every difference between editions has a case.

    editions.py PROGRAM

Tally applies the rules of edition 2 to all scripts, and warns about edition 1 (W019). So a script answers the same with either first line, and
the answers are those of edition 2. They were worked out by hand from the samples.
"""

import os
import subprocess
import sys
import tempfile

SAMPLES = """
add inBed sleepAnalysis from "Clock" at 2025-01-01 22:00 to 2025-01-02 06:00
add core sleepAnalysis from "Watch" at 2025-01-01 23:00 to 2025-01-02 05:00
add 5 count steps at 2025-01-01 08:00
add 7 count steps at 2025-01-03 08:00
"""
RANGE = "from 2025-01-01 to 2025-01-04"
NIGHT = "2025-01-01T22:00:00Z,2025-01-02T06:00:00Z"
# In edition 1, the first answer was 8, because `sleep` meant all values, and the second had a row for January 2.
CASES = [
    ("`sleep` means asleep, six hours of the eight in bed", "duration sleep", [f"{NIGHT},6,false"]),
    ("sleepAnalysis means all of it", "duration sleepAnalysis", [f"{NIGHT},8,false"]),
    ("`fill none` leaves out days without a value", f"sum steps by day {RANGE} fill none",
     ["2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,5,false", "2025-01-03T00:00:00Z,2025-01-04T00:00:00Z,7,false"]),
    ("without `fill`, a day without a value is a row", f"sum steps by day {RANGE}",
     ["2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,5,false", "2025-01-02T00:00:00Z,2025-01-03T00:00:00Z,,false",
      "2025-01-03T00:00:00Z,2025-01-04T00:00:00Z,7,false"]),
    ("`while` is a clause and not a name", "let while = 5", "E171"),
    ("`holding` is a word and not a name", "let holding = 5", "E171"),
    ("other names stay names", "let pace = 5\nsum steps by day from 2025-01-01 to 2025-01-02 | where sum >= pace",
     ["2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,5,false"]),
]
FIRST_LINES = {"tally 1": True, "tally 2": False, "# a comment": False, "#!/usr/bin/env tally\n# a comment\ntally 1": True}


def run(program, text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "script.tally")
        with open(path, "w") as file:
            file.write(text)
        return subprocess.run([program, "--store", ":memory:", "--zone", "UTC", "--now", "2025-02-01T00:00:00Z", "--format", "csv", "run", path],
                              capture_output=True, text=True, check=False)


def main():
    program, failures = os.path.abspath(sys.argv[1]), 0
    for name, query, expected in CASES:
        for first, is_old in FIRST_LINES.items():
            done = run(program, f"{first}\n{SAMPLES}{query}\n")
            rows = [line for line in done.stdout.splitlines() if line.startswith("20")]
            if isinstance(expected, str):
                is_right = done.returncode == 2 and expected in done.stderr and not rows
            else:
                is_right = done.returncode == 0 and rows == expected
            # A script with errors does not run, and gets only these.
            is_warned = is_old and not isinstance(expected, str)
            if not is_right or ("W019" in done.stderr) != is_warned:
                failures += 1
                print(f"FAILED {first!r}: {name}: exit {done.returncode}\n{done.stdout}{done.stderr}expected {expected}")
    for text, code in [("tally 3\n", "E018"), ("tally 0\n", "E018"), (f"{SAMPLES}tally 2\n", "E017"), (f"{SAMPLES}tally 1\n", "E017")]:
        done = run(program, text)
        if done.returncode != 2 or code not in done.stderr:
            failures += 1
            print(f"FAILED {text!r}: exit {done.returncode}, expected {code}\n{done.stderr}")
    if failures:
        sys.exit(f"{failures} failures")
    print(f"{len(CASES)} scripts in each edition give the golden answers")


main()

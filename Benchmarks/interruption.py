#!/usr/bin/env python3
"""Interrupts commands at several moments of their run time, and measures how long each takes to stop.

    make bench-interruption                      fails if any takes more than 100 ms
    make bench-interruption INTERRUPTION=20      20 moments for each command

The store has ten million samples. The commands are written so that quarter hours cannot answer them.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time

LIMIT_SECONDS = 0.1
SAMPLES = 10_000_000
NOW = ["--now", "2026-07-01T00:00:00Z", "--zone", "UTC"]


def commands(folder):
    numbers = ",".join(map(str, range(100_000)))
    return {
        "read and filter": "sum steps by day where value > 0",
        "one of 100,000 numbers": f"count steps by day where value in ({numbers})",
        "many rows, as CSV": "sum steps by 3min where value > 0 as csv",
        "many rows, as a table": "sum steps by 3min where value > 0",
        "many rows to a file": f'sum steps by 3min where value > 0 as csv to "{folder}/answer.csv"',
        "a running total": "sum steps by 3min where value > 0 | running total reset each day",
        "a rolling median": "sum steps by 3min where value > 0 | rolling 7 days median",
        "rows in order": "sum steps by 3min where value > 0 | sort sum descending",
        "rows of two years": "sum steps by 5min where value > 0 | compare to previous year",
        "long samples on short buckets": "sum distanceCycling by 1s from 2020-01-01 to 2020-01-09 where value > 0",
        "every sample": "samples of steps as csv",
        "an import": f'import "{folder}/more.csv"',
    }


def run(tally, store, command):
    script = ["-c", command] if len(command) < 100_000 else ["-"]
    return subprocess.Popen(
        [tally, *NOW, "--store", store, *script], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def seconds(program, command, after=None):
    """Returns the run time of a program, or its time to stop if it is interrupted `after` some seconds; and its exit code."""
    started = time.monotonic()
    if len(command) >= 100_000:
        program.stdin.write(command)
    program.stdin.close()
    if after is not None:
        time.sleep(max(0, started + after - time.monotonic()))
        started = time.monotonic()
        program.send_signal(signal.SIGINT)
    program.wait()
    program.stderr.close()
    return time.monotonic() - started, program.returncode


def fill(tally, folder):
    store = os.path.join(folder, "health.tally")
    rows = os.path.join(folder, "rows.csv")
    for name, count, first in [("rows.csv", SAMPLES, 1_600_000_000), ("more.csv", SAMPLES // 5, 1_500_000_000)]:
        with open(os.path.join(folder, name), "w") as file:
            file.write("type,source,start,end,value,unit\n")
            for row in range(count):
                start = first + row * 16
                stamps = [time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment)) for moment in (start, start + 12)]
                file.write(f"stepCount,{'Watch' if row % 3 else 'Phone'},{stamps[0]},{stamps[1]},{1 + row % 90},count\n")
    with open(rows, "a") as file:
        for row in range(200):
            file.write(f"distanceCycling,Watch,2020-01-01T00:00:00Z,2020-01-09T00:00:00Z,{1 + row},km\n")
    subprocess.run([tally, *NOW, "--store", store, "--quiet", "import", rows], check=True, stdout=subprocess.DEVNULL)
    return store


def remove(path):
    if os.path.exists(path):
        os.remove(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally")
    parser.add_argument("--store", help="an existing store with steps")
    parser.add_argument("moments", nargs="?", type=int, default=8)
    options = parser.parse_args()
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        store = options.store or fill(options.tally, folder)
        print(f"{'command':32} {'whole':>9} {'longest':>9} {'mean':>9}")
        for name, command in commands(folder).items():
            if "import" in name and not os.path.exists(f"{folder}/more.csv"):
                continue
            remove(f"{folder}/answer.csv")
            whole, code = seconds(run(options.tally, store, command), command)
            if code:
                print(f"{name:32} exit {code}")
                continue
            delays = []
            for moment in range(options.moments):
                remove(f"{folder}/answer.csv")
                delay, code = seconds(run(options.tally, store, command), command, whole * (moment + 0.5) / options.moments)
                if code == 130:
                    delays.append(delay)
            if not delays:
                print(f"{name:32} {whole * 1000:6.0f} ms   too fast to interrupt")
                continue
            slow = max(slow, max(delays))
            print(f"{name:32} {whole * 1000:6.0f} ms {max(delays) * 1000:6.0f} ms {sum(delays) / len(delays) * 1000:6.0f} ms")
    sys.exit(f"an interruption took {slow * 1000:.0f} ms" if slow > LIMIT_SECONDS else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures the processor time of a `watch` that waits, as seconds in an hour.

    make bench-idle                    a minute for each query
    make bench-idle IDLE=3600          an hour

Fails if a watch needs more than a second in an hour.
"""

import argparse
import glob
import os
import signal
import subprocess
import sys
import tempfile
import time

LIMIT_SECONDS = 1
QUERIES = ["sum steps today", "sum steps by hour last 7 days", "average heartRate by day last month", "samples of steps"]


def processor_seconds(process):
    """Returns the time that all threads of a process have run. The kernel counts it in nanoseconds."""
    threads = glob.glob(f"/proc/{process.pid}/task/*/schedstat")
    return sum(int(open(path).read().split()[0]) for path in threads) / 1e9


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tally", required=True)
    parser.add_argument("seconds", nargs="?", type=float, default=60)
    options = parser.parse_args()
    tally = os.path.abspath(options.tally)
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "s.tally")
        for statement in ["add 100 count steps at now", "add 70 count/min heartRate at now"]:
            subprocess.run([tally, "--store", store, "-q", "-c", statement], check=True)
        watches = [
            subprocess.Popen([tally, "--store", store, "-c", f"watch {query}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for query in QUERIES
        ]
        # The first answer and the two seconds in which a watch looks for more writes are not idle time.
        time.sleep(4)
        before = [processor_seconds(watch) for watch in watches]
        time.sleep(options.seconds)
        used = [processor_seconds(watch) - start for watch, start in zip(watches, before)]
        for watch in watches:
            watch.send_signal(signal.SIGINT)
            assert watch.wait() == 130
    for query, seconds in zip(QUERIES, used):
        print(f"{seconds * 3600 / options.seconds:6.2f} s an hour  watch {query}")
    return max(used) * 3600 / options.seconds > LIMIT_SECONDS


if __name__ == "__main__":
    sys.exit(main())

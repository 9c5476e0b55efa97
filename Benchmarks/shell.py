#!/usr/bin/env python3
"""Measures the response time of the shell in a terminal: from start to prompt, and from key to redraw.

    make bench-shell                                              ten million samples, about a minute
    make bench-shell SHELL_BENCH='--samples 100000 --document -'

The time of a key is measured from the write to the terminal until the line has been redrawn. It includes the time of this script.
"""

import argparse
import datetime
import fcntl
import os
import pty
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

import sections

TITLE = "The shell"
PROMPT_BOUND, KEY_BOUND = 0.030, 0.002
NOW = "2026-07-01T12:00:00Z"
BEGIN = datetime.datetime(2021, 7, 1)
SECONDS = 5 * 365 * 86_400
QUERIES = [
    "sum steps by day last 30 days", "average, max heartRate by hour yesterday where value > 60",
    "sum steps by day since -30d anchor 03:00 zone Europe/Berlin | rolling 7 days average | top 3", "samples of heartRate newest first limit 10",
    "sum stepz by day", "set zone = Europe/Berlin", "describe heartRate", "explain swift sum steps by week prefer \"Apple Watch\"",
]


def make(tally, path, count):
    """Creates a store with `count` samples: steps from an overlapping watch and phone, and heart rates."""
    if os.path.exists(path):
        return
    begin = time.perf_counter()
    parts = [("steps", "Apple Watch", count * 6 // 10, 0.7, "20"), ("steps", "iPhone", count // 5, 0.9, "30"),
             ("heartRate", "Apple Watch", count // 5, 0, "70")]
    script = ""
    for metric, source, samples, filled, value in parts:
        step = max(SECONDS // samples, 1)
        # One statement loads at most a million samples.
        for first in range(0, samples, 500_000):
            at = (BEGIN + datetime.timedelta(seconds=first * step)).isoformat()
            several = min(500_000, samples - first)
            script += f'load {metric} from "{source}" at {at}Z every {step}s for {int(step * filled)}s: {value}x{several}\n'
    command = [tally, "--store", path + ".part", "--quiet", "run", "-"]
    subprocess.run(command, input=script, text=True, check=True, stdout=subprocess.DEVNULL)
    os.rename(path + ".part", path)
    print(f"{count:,} samples written in {time.perf_counter() - begin:.1f} s", file=sys.stderr)


class Shell:
    """A shell in a terminal. `started` is the time until its prompt."""

    def __init__(self, tally, store, home, columns=120):
        environment = {"HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        begin = time.perf_counter()
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            os.execve(tally, [tally, "--store", store, "--now", NOW, "--zone", "UTC", "--read-only"], environment)
        self.until(b"tally> ")
        self.started = time.perf_counter() - begin

    def until(self, text):
        shown = b""
        while text not in shown:
            if not select.select([self.terminal], [], [], 20)[0]:
                sys.exit(f"expected the shell to show {text!r}, found {shown[-500:]!r}")
            shown += os.read(self.terminal, 65536)

    def press(self, key):
        """Returns the seconds until the line is redrawn. Each redraw ends by moving to the cursor's column."""
        begin = time.perf_counter()
        os.write(self.terminal, key)
        shown = b""
        while not (shown.endswith(b"C") and b"\x1b[J" in shown):
            if not select.select([self.terminal], [], [], 20)[0]:
                sys.exit(f"no redraw after {key!r}, but {shown[-500:]!r}")
            shown += os.read(self.terminal, 65536)
        return time.perf_counter() - begin

    def type(self, text):
        return [self.press(character.encode()) for character in text]

    def close(self):
        os.write(self.terminal, b"\x15\x04")
        while True:
            try:
                if not os.read(self.terminal, 65536):
                    break
            except OSError:
                break
        os.waitpid(self.child, 0)
        os.close(self.terminal)


def history(home, count):
    """Writes a history of `count` statements."""
    folder = os.path.join(home, ".local/state/tally")
    os.makedirs(folder, mode=0o700)
    with open(folder + "/history", "w") as file:
        for number in range(count):
            file.write(f"#{1_700_000_000 + number}\nsum steps by day last {number + 1} days where value > {number % 7}\n")
    os.chmod(folder + "/history", 0o600)


def keys(shell, rounds):
    """Returns the times of keys, grouped by their action."""
    typed, erased, listed, taken, long, found = [], [], [], [], [], []
    for _ in range(rounds):
        for query in QUERIES:
            typed += shell.type(query)
            erased += [shell.press(b"\x7f") for _ in range(len(query))]
        for beginning in ["sum ", "average heartRate zone ", "describe s", "sum steps by day | sort ", "sum steps prefer ", "help "]:
            shell.type(beginning)
            listed.append(shell.press(b"\t"))
            shell.press(b"\x15")
        shell.type("sum steps")
        taken.append(shell.press(b"\x06"))
        shell.press(b"\x15")
        found += [shell.press(b"\x12")] + shell.type("last 77") + [shell.press(b"\x07")]
        shell.press(b"\x15")
        os.write(shell.terminal, b"\x1b[200~" + b"sum steps by day last 7 days\r" * 30 + b"\x1b[201~")
        time.sleep(0.1)
        shell.press(b"s")
        long += shell.type("um steps by day")
        os.write(shell.terminal, b"\x03")
        shell.until(b"tally> ")
        time.sleep(0.05)
        while select.select([shell.terminal], [], [], 0)[0]:
            os.read(shell.terminal, 65536)
    return {
        "letter of a query, with colors and hint": typed, "backspace": erased, "Tab with a list": listed, "accepting a hint": taken,
        "letter in a Ctrl-R search": found, "letter in line 31 of a statement": long,
    }


def milliseconds(seconds):
    return f"{seconds * 1000:.2f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--folder", default=".build-bench", help="folder that keeps the store between runs")
    parser.add_argument("--samples", type=int, default=10_000_000)
    parser.add_argument("--starts", type=int, default=31, help="number of starts")
    parser.add_argument("--rounds", type=int, default=20, help="number of times to press all keys")
    parser.add_argument("--document", default="Documentation/Design/Benchmarks.md", help="output file; - prints the section")
    arguments = parser.parse_args()
    tally = os.path.abspath(arguments.tally)
    os.makedirs(arguments.folder, exist_ok=True)
    store = os.path.join(os.path.abspath(arguments.folder), f"shell-{arguments.samples}.tally")
    make(tally, store, arguments.samples)
    home = tempfile.mkdtemp(prefix="tally-bench-shell-")
    try:
        history(home, 10_000)
        starts = []
        for _ in range(arguments.starts + 1):
            shell = Shell(tally, store, home)
            starts.append(shell.started)
            shell.close()
        # The first start fills the file cache.
        starts = starts[1:]
        shell = Shell(tally, store, home)
        keys(shell, 1)
        times = keys(shell, arguments.rounds)
        shell.close()
    finally:
        shutil.rmtree(home)
    rows = [("start to prompt", starts, PROMPT_BOUND)] + [(what, found, KEY_BOUND) for what, found in times.items()]
    lines = ["| | count | median | p99 | max | target | |", "|---|---:|---:|---:|---:|---:|---|"]
    for what, found, bound in rows:
        slow = statistics.quantiles(found, n=100, method="inclusive")[98]
        isMet = "met" if statistics.median(found) <= bound and slow <= bound else "**not met**"
        lines.append(f"| {what} | {len(found):,} | {milliseconds(statistics.median(found))} | {milliseconds(slow)} | {milliseconds(max(found))} | "
                     f"≤ {milliseconds(bound)} | {isMet} |")
    section = (
        f"## {TITLE}\n\nWritten by `make bench-shell`; {datetime.date.today()}. The store has {arguments.samples:,} samples, the history 10,000 "
        "statements, and the terminal 120 columns and 40 rows. The time of a key is measured from the write to a pseudo-terminal until the "
        "whole redraw has been read from it. It includes the switches between the two processes.\n\n" + "\n".join(lines) + "\n"
    )
    if arguments.document == "-":
        print(section)
    else:
        sections.write(arguments.document, TITLE, section)


if __name__ == "__main__":
    main()

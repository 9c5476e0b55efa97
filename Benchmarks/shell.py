#!/usr/bin/env python3
"""Measures the shell as its user feels it, on a terminal: start to prompt, and key to redraw.

    make bench-shell                                              ten million samples, about a minute
    make bench-shell SHELL_BENCH='--samples 100000 --document -'

A key's time is from the write into the terminal until the line stands there anew, this program's own part included.
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
    """Makes a store of so many samples: of steps by a watch and a phone that overlap, and of heart rates."""
    if os.path.exists(path):
        return
    begin = time.perf_counter()
    parts = [("steps", "Apple Watch", count * 6 // 10, 0.7, "20"), ("steps", "iPhone", count // 5, 0.9, "30"),
             ("heartRate", "Apple Watch", count // 5, 0, "70")]
    script = ""
    for metric, source, samples, filled, value in parts:
        step = max(SECONDS // samples, 1)
        # One statement loads a million samples at most.
        for first in range(0, samples, 500_000):
            at = (BEGIN + datetime.timedelta(seconds=first * step)).isoformat()
            several = min(500_000, samples - first)
            script += f'load {metric} from "{source}" at {at}Z every {step}s for {int(step * filled)}s: {value}x{several}\n'
    command = [tally, "--store", path + ".part", "--quiet", "run", "-"]
    subprocess.run(command, input=script, text=True, check=True, stdout=subprocess.DEVNULL)
    os.rename(path + ".part", path)
    print(f"{count:,} samples written in {time.perf_counter() - begin:.1f} s", file=sys.stderr)


class Shell:
    """A shell on a terminal; its start is what `started` took."""

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
                sys.exit(f"the shell shows no {text!r} but {shown[-500:]!r}")
            shown += os.read(self.terminal, 65536)

    def press(self, key):
        """Returns the seconds until the line is drawn anew: each drawing ends with the way to the cursor's column."""
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
    """Gives the shell a history of so many statements."""
    folder = os.path.join(home, ".local/state/tally")
    os.makedirs(folder, mode=0o700)
    with open(folder + "/history", "w") as file:
        for number in range(count):
            file.write(f"#{1_700_000_000 + number}\nsum steps by day last {number + 1} days where value > {number % 7}\n")
    os.chmod(folder + "/history", 0o600)


def keys(shell, rounds):
    """Returns the times of keys by what they do."""
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
        "a letter of a query, with colours and hint": typed, "backspace": erased, "Tab that lists": listed, "a hint taken": taken,
        "a letter of a search by Ctrl-R": found, "a letter in the 31st line of a statement": long,
    }


def milliseconds(seconds):
    return f"{seconds * 1000:.2f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tally", default=".build/release/tally", help="the program to measure")
    parser.add_argument("--folder", default=".build-bench", help="where the store is kept from run to run")
    parser.add_argument("--samples", type=int, default=10_000_000)
    parser.add_argument("--starts", type=int, default=31, help="how often the shell is started")
    parser.add_argument("--rounds", type=int, default=20, help="how often all keys are pressed")
    parser.add_argument("--document", default="Documentation/Design/Benchmarks.md", help="where the section goes; - prints it")
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
        # The first one warms the file cache.
        starts = starts[1:]
        shell = Shell(tally, store, home)
        keys(shell, 1)
        times = keys(shell, arguments.rounds)
        shell.close()
    finally:
        shutil.rmtree(home)
    rows = [("start to prompt", starts, PROMPT_BOUND)] + [(what, found, KEY_BOUND) for what, found in times.items()]
    lines = ["| | times | median | p99 | most | target | |", "|---|---:|---:|---:|---:|---:|---|"]
    for what, found, bound in rows:
        slow = statistics.quantiles(found, n=100, method="inclusive")[98]
        isMet = "met" if statistics.median(found) <= bound and slow <= bound else "**not met**"
        lines.append(f"| {what} | {len(found):,} | {milliseconds(statistics.median(found))} | {milliseconds(slow)} | {milliseconds(max(found))} | "
                     f"≤ {milliseconds(bound)} | {isMet} |")
    section = (
        f"## {TITLE}\n\nWritten by `make bench-shell`; {datetime.date.today()}. The store has {arguments.samples:,} samples, the history 10,000 "
        "statements, the terminal 120 columns and 40 rows. A key's time is from the write into a pseudo-terminal until all of the drawing has been "
        "read from it, so it has the switches between the two processes in it.\n\n" + "\n".join(lines) + "\n"
    )
    if arguments.document == "-":
        print(section)
    else:
        sections.write(arguments.document, TITLE, section)


if __name__ == "__main__":
    main()

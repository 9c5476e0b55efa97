"""The measured program."""

import os
import pty
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from data import LAST_DAY, ZONE
from usage import usage


class Tally:
    """The measured program."""

    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def run(self, *arguments, text="", mayFail=False):
        """Returns seconds, standard output and standard error."""
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            source.write(text.encode())
            source.seek(0)
            begin = time.perf_counter()
            process = subprocess.Popen([self.path, *arguments], cwd=self.folder, stdin=source, stdout=output, stderr=errors)
            process.wait()
            seconds = time.perf_counter() - begin
            errors.seek(0)
            output.seek(0)
            told = errors.read().decode()
            if process.returncode != 0 and not mayFail:
                sys.exit(f"tally {' '.join(arguments)}: exit {process.returncode}\n{told}")
            return seconds, output.read().decode(), told

    def peak(self, *arguments):
        """Returns the peak memory of a process in MB."""
        return usage([self.path, *arguments], self.folder).memory

    def options(self, store):
        return ["--store", store, "--now", LAST_DAY.isoformat(), "--zone", ZONE, "--format", "csv", "--read-only"]

    def ask(self, store, query):
        """Returns the answer as CSV, or None if this version cannot answer."""
        return self.run(*self.options(store), "--quiet", query, mayFail=True)[1] or None

    def warm(self, store, query, runs):
        """Returns the seconds until all rows exist, without printing, for a query that the session has already run."""
        script = "set timing = yes\n" + (query + "\n") * (runs + 1)
        told = self.run(*self.options(store), "run", "-", text=script)[2]
        units = {"µs": 1e-6, "ms": 1e-3, "s": 1}
        times = [line.split(" in ")[1].split() for line in told.splitlines() if " in " in line and line.split()[-1] in units]
        return [float(number) * units[unit] for number, unit in times][1:]

    def repeated(self, store, statement, runs, times=10):
        """Returns the seconds of a statement with its output, from processes that run it once and several times more."""
        def seconds(count):
            return self.run(*self.options(store), "--quiet", "run", "-", text=(statement + "\n") * count)[0]

        return [(seconds(times + 1) - seconds(1)) / times for _ in range(runs)]

    def printing(self, store, query, runs):
        """Returns the seconds that the output takes, after all rows exist."""
        rows = statistics.median(self.warm(store, query, runs))
        return [max(seconds - rows, 0) for seconds in self.repeated(store, query, runs)]

    def size(self):
        """Returns the size of the program in bytes, as `make install` installs it."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tally")
            shutil.copy(self.path, path)
            subprocess.run(["strip", path], check=True)
            return os.path.getsize(path)

    def process(self, store, query, runs):
        """Returns the seconds from the start of a process to its end."""
        return [self.run(*self.options(store), "--quiet", query)[0] for _ in range(runs)]

    def prompt(self, store):
        """Returns the seconds from the start to the prompt in a terminal."""
        terminal, other = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "TALLY_STORE": os.path.join(self.folder, store)}
        # The first terminal that a new session opens controls it. A fork would first copy the page tables of this process, which has numpy.
        files = [(os.POSIX_SPAWN_OPEN, 0, os.ttyname(other), os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)]
        begin = time.perf_counter()
        child = os.posix_spawn(self.path, [self.path, "--read-only"], environment, file_actions=files, setsid=True)
        os.close(other)
        shown = b""
        while b"tally> " not in shown and time.perf_counter() - begin < 10:
            if select.select([terminal], [], [], 1)[0]:
                shown += os.read(terminal, 65536)
        seconds = time.perf_counter() - begin
        os.write(terminal, b"\x04")
        while True:
            try:
                if not os.read(terminal, 65536):
                    break
            except OSError:
                break
        os.waitpid(child, 0)
        os.close(terminal)
        return seconds

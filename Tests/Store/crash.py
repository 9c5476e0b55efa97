#!/usr/bin/env python3
"""Kills imports at random moments and looks at what they leave.

    make store-test                     200 kills; TALLY_CASES and TALLY_SEED change how many and which

A store is killed four times before the next one is begun. After each kill the doctor finds nothing, queries answer, and a copy
of the store is completed by the same import: its answers are those of a store that was never killed.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

OPTIONS = ["--now", "2026-06-30T18:00:00-04:00", "--zone", "America/New_York"]
QUERIES = [
    "sum steps by day", "sum steps by hour last 30 days", "sum steps by day sources raw", "sum activeEnergy by month",
    "average heartRate by week", "count heartRate by source", "p95 heartRate by month", "samples of weight",
    "duration sleepAnalysis by week", "count workouts",
]
SUFFIXES = ["", "-wal", "-shm"]


class CrashTest:
    def __init__(self, tally, folder, seed):
        self.tally, self.folder, self.seed, self.case = os.path.abspath(tally), folder, seed, 0
        self.chance = random.Random(seed)

    def run(self, *arguments):
        found = subprocess.run([self.tally, *arguments], cwd=self.folder, capture_output=True, text=True)
        if found.returncode != 0:
            self.fail(f"tally {' '.join(arguments)}: exit {found.returncode}\n{found.stdout}{found.stderr}")
        return found.stdout

    def fail(self, message):
        raise SystemExit(f"{message}\nseed {self.seed}, case {self.case}; the stores are left in {self.folder}")

    def path(self, store):
        return os.path.join(self.folder, store)

    def answers(self, store):
        return [self.run("--store", store, *OPTIONS, "--quiet", "--format", "csv", query) for query in QUERIES]

    def importing(self, store):
        return ["--store", store, *OPTIONS, "--quiet", "import", "life.zip"]

    def killed(self, seconds, arguments):
        """Starts tally, kills it after that time, and returns whether it was still running."""
        process = subprocess.Popen([self.tally, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(seconds)
            return False
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return True

    def test(self, cases):
        self.run("generate", "life.zip", "--form", "zip", "--size", "25MB", *OPTIONS)
        begin = time.perf_counter()
        self.run(*self.importing("clean"))
        whole = time.perf_counter() - begin
        expected = self.answers("clean")
        kills = early = 0
        for self.case in range(1, cases + 1):
            if self.case % 4 == 1:
                for file in os.listdir(self.folder):
                    if file.startswith("store"):
                        os.remove(self.path(file))
            while not self.killed(self.chance.uniform(0, whole), self.importing("store")):
                pass
            kills += 1
            # A draft under another name is all that a very early kill can leave.
            if os.path.exists(self.path("store")):
                self.run("--store", "store", "doctor")
                self.answers("store")
            else:
                early += 1
            for suffix in SUFFIXES:
                if os.path.exists(self.path("store" + suffix)):
                    shutil.copy(self.path("store" + suffix), self.path("copy" + suffix))
            self.run(*self.importing("copy"))
            self.run("--store", "copy", "doctor")
            if self.answers("copy") != expected:
                self.fail("a completed import differs from a clean one")
            for suffix in SUFFIXES:
                if os.path.exists(self.path("copy" + suffix)):
                    os.remove(self.path("copy" + suffix))
        print(f"seed {self.seed}: {kills} imports killed, {early} of them before there was a store; every store sound and, completed, equal")


def main():
    folder = tempfile.mkdtemp(prefix="tally-crash-")
    seed = int(os.environ.get("TALLY_SEED", 1))
    CrashTest(sys.argv[1], folder, seed).test(int(os.environ.get("TALLY_CASES", 200)))
    shutil.rmtree(folder)


main()

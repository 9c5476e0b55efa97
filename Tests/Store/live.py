#!/usr/bin/env python3
"""Two processes on one store: one adds and deletes samples, the others follow it. Some of them are killed.

    make live-test                 200 kills, and fails if a follower needs more than a second
    make test-examples             a few kills

The followers are the example program `Following`, which logs each change with the anchor after it, and `tally` with a `watch`. Each value is
written once, so a value names its sample. The test checks:

- The log has each change once, in order, also if the follower was killed at any moment.
- At the end, the log and the store agree: what was added and not deleted is in the store, and every deletion was told.
- A write that was confirmed is in the store, also if the writer was killed afterwards.
- A watch, the log and an observer tell a change within a second.
- HealthKit's observer, anchored query and collection query of the program `FollowingHealth`, if it is there, tell it within a second, too. The
  anchored query gets each addition and deletion once.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

STATEMENTS = 12


class Test:
    def __init__(self, tally, following, seed):
        self.tally, self.following = os.path.abspath(tally), os.path.abspath(following)
        self.health = os.path.join(os.path.dirname(self.following), "FollowingHealth")
        self.folder = tempfile.mkdtemp(prefix="tally-live-")
        self.store, self.log = os.path.join(self.folder, "s.tally"), os.path.join(self.folder, "log.txt")
        self.random = random.Random(seed)
        # The next value, and what is known about the values: confirmed, or maybe written by a killed process.
        self.next, self.confirmed, self.deleted, self.unsure = 1, set(), set(), set()
        self.kills = {"writer": 0, "follower": 0}

    def command(self, *arguments):
        return [self.tally, "--store", self.store, "--zone", "UTC", "--now", "2026-01-01T00:00:00Z", *arguments]

    def ask(self, query):
        done = subprocess.run(self.command("-q", "-c", query), capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{query}: exit {done.returncode}\n{done.stderr}")
        return done.stdout

    def values(self):
        lines = self.ask("samples of steps as jsonl").splitlines()
        return [int(json.loads(line)["value"]) for line in lines]

    def follow(self):
        return subprocess.Popen([self.following, "changes", self.store, self.log], stderr=subprocess.PIPE, text=True)

    def write_and_maybe_kill(self, kills):
        """Runs one writer. Each of its statements is confirmed by a note."""
        statements, effects = [], []
        for _ in range(STATEMENTS):
            present = sorted(self.confirmed - self.deleted - {value for kind, value in effects if kind == "delete"})
            if present and self.random.random() < 0.3:
                effects.append(("delete", self.random.choice(present)))
                statements.append(f"delete samples of steps where value = {effects[-1][1]} confirmed")
            else:
                effects.append(("add", self.next))
                statements.append(f"add {self.next} count steps at 2025-01-01 00:00 for {self.next}s")
                self.next += 1
        writer = subprocess.Popen(self.command("-c", "; ".join(statements)), stderr=subprocess.PIPE, text=True)
        if kills:
            time.sleep(self.random.uniform(0.02, 0.6))
            writer.send_signal(signal.SIGKILL)
        _, notes = writer.communicate()
        if writer.returncode not in (0, -signal.SIGKILL):
            sys.exit(f"the writer failed: {notes}")
        self.kills["writer"] += writer.returncode == -signal.SIGKILL
        done = [line for line in notes.splitlines() if line.startswith(("added 1 sample", "deleted 1 ", "1 sample"))]
        for (kind, value), _ in zip(effects, done):
            (self.confirmed if kind == "add" else self.deleted).add(value)
        if len(done) < len(effects):
            # The write may have been committed before the note.
            kind, value = effects[len(done)]
            self.unsure.add(value)
            self.settle(kind, value)
        return len(done)

    def settle(self, kind, value):
        """Looks up whether the write that was not confirmed took place."""
        if (value in self.values()) == (kind == "add"):
            (self.confirmed if kind == "add" else self.deleted).add(value)

    def told(self):
        """Returns the changes in the log: pairs of the number and the text."""
        with open(self.log) as file:
            lines = file.read().split("\n")[:-1]
        changes = [entry[0] + entry[1:].split("=")[1] for line in lines for entry in line.split()[1:]]
        numbers = [int(entry[1:].split("=")[0]) for line in lines for entry in line.split()[1:]]
        return lines, numbers, changes

    def check(self):
        follower = self.follow()
        last = int(self.ask("changes of steps as json").split('"anchor":')[1].split(",")[0])
        deadline = time.monotonic() + 60
        while not self.told()[0] or int(self.told()[0][-1].split()[0]) < last:
            if time.monotonic() > deadline:
                sys.exit(f"the log ends with {self.told()[0][-1:]} instead of change {last}")
            time.sleep(0.05)
        follower.kill()
        follower.communicate()
        _, numbers, changes = self.told()
        if numbers != sorted(set(numbers)):
            sys.exit("a change was told twice, or not in order")
        added = {number: int(float(change[1:])) for number, change in zip(numbers, changes) if change[0] == "+"}
        deletions = {int(change[1:]) for change in changes if change[0] == "-"}
        present = {value for number, value in added.items() if number not in deletions}
        stored = self.values()
        if sorted(present) != sorted(stored):
            sys.exit(f"the log and the store differ in {set(present) ^ set(stored)}")
        known = {json.loads(line)["sample"] for line in self.ask("changes of steps as jsonl").splitlines() if '"deleted"' in line}
        if not known <= deletions:
            sys.exit(f"deletions that were not told: {known - deletions}")
        if deletions != known:
            sys.exit(f"deletions that did not take place: {deletions - known}")
        if set(stored) != self.confirmed - self.deleted:
            sys.exit(f"confirmed writes that are lost, or writes that nobody made: {set(stored) ^ (self.confirmed - self.deleted)}")
        return len(numbers)

    def delays(self, count):
        """Returns the seconds from the end of a write until each follower told it."""
        names = ["watch", "changes", "updates"]
        paths = [os.path.join(self.folder, name + ".txt") for name in names]
        files = [open(path, "w") for path in paths]
        programs = [
            subprocess.Popen(self.command("-q", "-c", "watch count steps all time as jsonl"), stdout=files[0], stderr=subprocess.DEVNULL),
            subprocess.Popen([self.following, "changes", self.store, paths[1]]),
            subprocess.Popen([self.following, "updates", self.store], stdout=files[2]),
        ]
        has_health = os.path.exists(self.health)
        if has_health:
            queries = ["observer", "anchored", "collection"]
            names += ["HealthKit's " + name for name in queries]
            paths += [os.path.join(self.folder, name + ".txt") for name in queries]
            programs.append(subprocess.Popen([self.health, self.folder], env={**os.environ, "TALLY_STORE": self.store, "TZ": "UTC"}))
        time.sleep(2)
        found = {name: [] for name in names}
        for turn in range(count):
            time.sleep(self.random.uniform(0.1, 3))
            sizes = [os.path.getsize(path) for path in paths]
            added = turn % 4 < 3
            statement = (f"add {self.next} count steps at 2025-01-01 00:00 for {self.next}s" if added
                         else f"delete samples of steps where value = {self.next} confirmed")
            self.next += added
            if not added:
                statement = f"delete samples of steps where value = {self.next - 1} confirmed"
            self.ask(statement)
            written = time.monotonic()
            waiting = set(range(len(names)))
            while waiting and time.monotonic() < written + 30:
                for index in list(waiting):
                    if os.path.getsize(paths[index]) > sizes[index]:
                        found[names[index]].append(time.monotonic() - written)
                        waiting.remove(index)
                time.sleep(0.005)
            if waiting:
                sys.exit(f"{[names[index] for index in waiting]} did not tell a change")
        for program in programs:
            program.kill()
            program.wait()
        if has_health:
            with open(paths[names.index("HealthKit's anchored")]) as file:
                counts = [[int(number) for number in line.split()] for line in file]
            added, deleted = sum(count[0] for count in counts), sum(count[1] for count in counts)
            if added - deleted != len(self.values()):
                sys.exit(f"the anchored query got {added} additions and {deleted} deletions, but there are {len(self.values())} samples")
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tally")
    parser.add_argument("following")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seconds", type=float, help="the longest time until a follower tells a change; no limit by default")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    test = Test(options.tally, options.following, options.seed)
    try:
        test.write_and_maybe_kill(False)
        found = test.delays(4 if options.kills < 20 else 40)
        for name, seconds in found.items():
            print(f"{name}: told {len(seconds)} changes, the slowest {max(seconds):.3f} s after the write")
            if options.seconds and max(seconds) > options.seconds:
                sys.exit(f"{name} took longer than {options.seconds} s")
        test.confirmed = set(test.values())
        test.deleted = set()
        follower = None
        while sum(test.kills.values()) < options.kills:
            follower = follower or test.follow()
            kills = test.kills["writer"] < options.kills / 2
            test.write_and_maybe_kill(kills)
            if test.kills["follower"] < options.kills / 2:
                time.sleep(test.random.uniform(0, 0.3))
                if follower.poll() is not None:
                    sys.exit(f"the follower ended: {follower.stderr.read()}")
                follower.kill()
                follower.communicate()
                follower = None
                test.kills["follower"] += 1
        if follower:
            follower.kill()
            follower.communicate()
        changes = test.check()
        print(f"{test.kills['writer']} writers and {test.kills['follower']} followers were killed; {changes} changes were told once, in order")
    finally:
        shutil.rmtree(test.folder, ignore_errors=True)


if __name__ == "__main__":
    main()

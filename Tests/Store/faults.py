#!/usr/bin/env python3
"""Lets each call of the file system fail once, and loses the power at each sync, while a store is written.

    faults.py --tally PROGRAM --old-blocks PROGRAM --faults LIBRARY [--runs import,delete] [--seed 1] [--most 40] [--losses 60]

`faults.c` lets the nth call on the store's files fail, for each n, or for --most of them per kind of fault. After each run:

- A run that ends well left what it should. A run that fails says why with one of the exit codes of Tally, and left the contents of before or
  after, or in between if it has several transactions. It does not crash.
- `tally doctor` finds nothing, and drafts of stores are gone.
- The same run without faults completes.

For the loss of power, the library logs all writes. At each sync, and between syncs, the files are built again from what was synced, from a
random part of the sectors that were written later, and from a beginning of the later changes of names and sizes. Such a store must be as after a
kill: as before, as after, or in between.
"""

import argparse
import collections
import os
import random
import shutil
import struct
import subprocess
import sys

import versions
from kills import STEPS, Deletions, rows, settled, write
from stores import Failure, Program, difference

KINDS = ["EIO", "ENOSPC", "EDQUOT", "EINTR", "EMFILE", "ENOMEM", "short"]
# wrong input, data that cannot be read or written, stopped
EXITS = {2, 3}
SECTOR = 512


class Run:
    """A run on a store: the store before it, its arguments, and the contents that it may leave."""

    def __init__(self, name, store, arguments, before, after):
        self.name, self.store, self.arguments, self.before, self.after = name, store, arguments, before, after

    def judge(self, found):
        """Returns where the contents are; fails if they are neither before, after nor in between."""
        found = settled(found)
        if found == self.after:
            return "after"
        if found == self.before:
            return "before"
        if (self.before & self.after) - found or found - (self.before | self.after):
            raise Failure(f"contents: {difference(found, self.after)}; {difference(found, self.before)}")
        return "between"


class Test:
    def __init__(self, options):
        self.options, self.chance = options, random.Random(options.seed)
        self.program = Program(options.tally)
        self.faults, self.old_blocks = os.path.abspath(options.faults), os.path.abspath(options.old_blocks)
        self.outcomes, self.failures = collections.Counter(), 0

    def prepare(self):
        program = self.program
        program.generate("data", "--persons", "2", "--days", "1", "--seed", "21")
        header, *table = rows(program.file("data/samples.csv"))
        random.Random(21).shuffle(table)
        first, second = program.file("first.csv"), program.file("second.csv")
        write(first, [header, *table[:len(table) // 2]])
        write(second, [header, *table[len(table) // 3:]])
        program.run("first", "import", first)
        program.run("both", "import", first)
        program.run("both", "import", second)
        program.run("second", "import", second)
        one, both, two = (settled(program.contents(name)) for name in ("first", "both", "second"))
        less = Deletions.without(one, lambda row: row[:2] == ("P01", STEPS))
        # Version 4 had one person without a name.
        write(program.file("one.csv"), [row[1:] for row in [header, *table] if row[0] in ("person", "P01")])
        program.run("old", "import", program.file("one.csv"))
        subprocess.run([self.old_blocks, program.file("old")], check=True, capture_output=True)
        versions.downgrade(program.file("old"), program.file("version4"), 4)
        four = settled(program.contents("version4"))
        covered = {row[:2] + (row[5],) for row in two if len(row) == 10}
        replaced = two | Deletions.without(one, lambda row: len(row) == 10 and row[:2] + (row[5],) in covered)
        program.copy("first", "deleted")
        program.run("deleted", "-c", "delete samples of steps where person is P01 confirmed")
        deletion = ["-c", "delete samples of steps where person is P01 confirmed"]
        self.runs = {run.name: run for run in [
            Run("create", None, ["import", first], collections.Counter(), one),
            Run("import", "first", ["import", second], one, both),
            Run("delete", "first", deletion, one, less),
            Run("undo", "deleted", ["undo", "--yes"], less, one),
            Run("upgrade", "version4", ["doctor", "--upgrade"], four, four),
            Run("replace", "first", ["import", "--replace", "--yes", second], one, replaced),
            Run("forget", "first", ["-c", "forget person P02 confirmed"], one,
                Deletions.without(one, lambda row: "P02" in row[:2])),
        ]}

    def begin(self, run, store="store"):
        self.program.remove(store)
        if run.store:
            self.program.copy(run.store, store)

    def environment(self, **settings):
        return {"LD_PRELOAD": self.faults, "TALLY_FAULT_FILES": self.program.file("store"),
                "TALLY_FAULT_COUNT": self.program.file("count"), **settings}

    def execute(self, run, **settings):
        self.begin(run)
        return self.program.attempt("store", *run.arguments, environment=self.environment(**settings))

    def calls(self):
        with open(self.program.file("count"), "rb") as file:
            return struct.unpack("<Q", file.read(8))[0]

    # Faults

    def check(self, run, done, may_leave_drafts):
        if done.returncode not in EXITS | {0}:
            raise Failure(f"exit {done.returncode}")
        # Doctor prints what it finds on standard output.
        if done.returncode and not (done.stderr + done.stdout).strip():
            raise Failure("no message")
        drafts = [name for name in os.listdir(self.program.folder) if name.startswith("store.")]
        for name in drafts:
            os.remove(self.program.file(name))
        if drafts and not may_leave_drafts:
            raise Failure(f"drafts are left: {drafts}")
        where = run.judge(self.program.contents("store"))
        if done.returncode == 0 and where != "after":
            raise Failure(f"exit 0, but the contents are {where}")
        self.recover(run)
        return where

    def recover(self, run):
        """The store is sound, and the run completes without faults."""
        if self.program.exists("store"):
            self.program.run("store", "doctor")
        if run.judge(self.program.contents("store")) != "after" or run.name == "upgrade":
            self.program.run("store", *run.arguments)
        if run.judge(self.program.contents("store")) != "after":
            raise Failure("the next run does not complete")
        self.program.run("store", "doctor")

    def fail(self, run, kind, place, done, failure):
        self.failures += 1
        message = (done.stderr or done.stdout).strip()[:300] if done else ""
        print(f"FAILED {run.name}, {kind} at {place}: {failure}\n    {message}", flush=True)

    def sweep(self, run, kind, lasts):
        settings = {"TALLY_FAULT_KIND": kind, **({"TALLY_FAULT_LASTS": "1"} if lasts else {})}
        done = self.execute(run, TALLY_FAULT_AT=str(1 << 60), **settings)
        if done.returncode != 0:
            raise Failure(f"{run.name} without a fault: exit {done.returncode} {done.stderr}")
        total = self.calls()
        places = list(range(1, total + 1))
        if len(places) > self.options.most:
            places = sorted(self.chance.sample(places, self.options.most))
        outcomes = collections.Counter()
        for place in places:
            done = self.execute(run, TALLY_FAULT_AT=str(place), **settings)
            try:
                # A disk that refuses everything from now on also refuses to remove files.
                where = self.check(run, done, may_leave_drafts=lasts and kind == "EIO")
                outcomes["fine" if done.returncode == 0 else f"exit {done.returncode}, {where}"] += 1
                if done.returncode:
                    # Messages are counted without their folders.
                    self.outcomes[f"{kind}: {(done.stderr.strip() or done.stdout.strip()).splitlines()[0].replace(self.program.folder, '…')[:150]}"] += 1
            except Failure as failure:
                self.fail(run, kind, place, done, failure)
        print(f"{run.name}, {kind}{' from then on' if lasts else ''}: {len(places)} of {total} calls failed: {dict(outcomes)}", flush=True)

    # Loss of power

    def events(self):
        """Returns what the library logged: letter, path, offset or size, bytes."""
        with open(self.program.file("log"), "rb") as file:
            data = file.read()
        place, found = 0, []
        while place < len(data):
            end = data.index(b"\n", place)
            head = data[place:end].decode()
            path, offset, size = head[2:].split("\t")
            length = int(size) if head[0] in "wrl" else 0
            found.append((head[0], path, int(offset), data[end + 1:end + 1 + length]))
            place = end + 1 + length
        return found

    def lose_power(self, run):
        done = self.execute(run, TALLY_FAULT_LOG=self.program.file("log"))
        if done.returncode != 0:
            raise Failure(f"{run.name}: exit {done.returncode} {done.stderr}")
        events = self.events()
        syncs = [number + 1 for number, event in enumerate(events) if event[0] == "s"]
        cuts = sorted(set(syncs + [number for number in range(1, len(events) + 1)]))
        if len(cuts) > self.options.losses:
            late = [cut for cut in cuts if cut not in syncs]
            some = syncs if len(syncs) <= self.options.losses // 2 else self.chance.sample(syncs, self.options.losses // 2)
            cuts = sorted(set(some) | set(self.chance.sample(late, min(len(late), self.options.losses - len(some)))))
        outcomes = collections.Counter()
        for cut in cuts:
            self.begin(run)
            disk = Disk({self.program.file("store" + suffix): self.program.file("store" + suffix) for suffix in ("", "-wal")}, self.chance)
            for event in events[:cut]:
                disk.apply(*event)
            files = disk.after_loss()
            self.program.remove("store")
            for path, data in files.items():
                if not path.endswith("-shm"):
                    with open(path, "wb") as file:
                        file.write(data)
                    os.chmod(path, 0o600)
            try:
                where = run.judge(self.program.contents("store"))
                self.recover(run)
                outcomes[where] += 1
            except (Failure, OSError, ValueError) as failure:
                self.fail(run, "loss of power", f"{cut} of {len(events)}", None, failure)
            except Exception as failure:
                self.fail(run, "loss of power", f"{cut} of {len(events)}", None, f"{type(failure).__name__} {failure}")
            for name in os.listdir(self.program.folder):
                if name.startswith("store."):
                    os.remove(self.program.file(name))
        print(f"{run.name}: power lost at {len(cuts)} of {len(events)} events, {len(syncs)} of them syncs: {dict(outcomes)}", flush=True)


class Disk:
    """Files with what a disk surely has, and what it was given since the last sync."""

    def __init__(self, files, chance):
        self.chance, self.names, self.contents, self.pending, self.metadata, self.sure = chance, {}, {}, {}, [], 0
        for path, file in files.items():
            if os.path.exists(file):
                with open(file, "rb") as opened:
                    self.add(path, opened.read())
        self.first_names = dict(self.names)

    def add(self, path, data=b""):
        self.names[path] = len(self.contents)
        self.contents[self.names[path]], self.pending[self.names[path]] = data, []

    def apply(self, letter, path, offset, data):
        if letter == "c":
            if path not in self.names:
                self.add(path)
                self.metadata.append(("name", path, self.names[path]))
            return
        if letter in "rl":
            target = data.decode()
            self.names[target] = self.names[path]
            self.metadata.append(("name", target, self.names[path]))
            if letter == "r":
                del self.names[path]
                self.metadata.append(("name", path, None))
        elif letter == "u":
            self.names.pop(path, None)
            self.metadata.append(("name", path, None))
        elif path not in self.names:
            return
        elif letter == "w":
            self.pending[self.names[path]].append((offset, data, None))
        elif letter == "t":
            self.metadata.append(("size",))
            self.pending[self.names[path]].append((offset, None, len(self.metadata)))
        elif letter == "s":
            # A sync of a file also writes all earlier changes of names and sizes, as in ext4.
            self.sure = len(self.metadata)
            file = self.names[path]
            self.contents[file] = self.written(file, lambda: True, len(self.metadata))
            self.pending[file] = []

    def written(self, file, is_written, metadata):
        data = bytearray(self.contents[file])
        for offset, new, number in self.pending[file]:
            if new is None:
                if number <= metadata:
                    data[offset:] = bytes(max(0, offset - len(data)))
                continue
            for start in range(0, len(new), SECTOR):
                if is_written():
                    part = new[start:start + SECTOR]
                    data.extend(bytes(max(0, offset + start - len(data))))
                    data[offset + start:offset + start + len(part)] = part
        return bytes(data)

    def after_loss(self):
        metadata = self.chance.randint(self.sure, len(self.metadata))
        share = self.chance.choice([0, 0.5, 0.9, 1])
        names = dict(self.first_names)
        for change in self.metadata[:metadata]:
            if change[0] == "name":
                names.pop(change[1], None)
                if change[2] is not None:
                    names[change[1]] = change[2]
        return {path: self.written(file, lambda: self.chance.random() < share, metadata) for path, file in names.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tally", required=True)
    parser.add_argument("--old-blocks", required=True)
    parser.add_argument("--faults", required=True)
    parser.add_argument("--runs")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--losses", type=int, default=60)
    options = parser.parse_args()
    test = Test(options)
    test.prepare()
    names = options.runs.split(",") if options.runs else list(test.runs)
    for name in names:
        for kind in options.kinds.split(",") if options.most else []:
            test.sweep(test.runs[name], kind, lasts=False)
            if kind in ("ENOSPC", "EIO"):
                test.sweep(test.runs[name], kind, lasts=True)
        if options.losses:
            test.lose_power(test.runs[name])
    for message, count in test.outcomes.most_common(30):
        print(f"{count:5} {message}")
    if test.failures:
        sys.exit(f"{test.failures} failures; seed {options.seed}; the stores are in {test.program.folder}")
    shutil.rmtree(test.program.folder)


main()

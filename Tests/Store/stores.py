"""What the tests of stores share: the program, copies of stores, and their contents as the reader of another language finds them."""

import collections
import os
import shutil
import struct
import subprocess
import tempfile

import reader

OPTIONS = ["--now", "2026-06-30T18:00:00-04:00", "--zone", "America/New_York", "--quiet"]
SUFFIXES = ["", "-wal", "-shm", "-journal"]
RECORDS = {
    "workout": "activity, start, \"end\", activeSeconds, source, created",
    "workoutStatistic": "place, metric, sum, average, minimum, maximum, unit",
    "workoutEvent": "place, type, start, \"end\"",
    "workoutRoute": "place, file",
    "correlation": "type, start, \"end\", source",
    "correlationMember": "place, metric, start, \"end\", value",
    "setting": "name, value",
    "sourcePriority": "place, sourceKey",
    "activitySummary": "day, activeEnergy, exerciseTime, standHours, isPaused",
}
# The tables that version 8 added.
PARTS = {
    "workoutActivity": "place, uuid, activity, start, \"end\", activeSeconds",
    "activityStatistic": "place, part, metric, sum, average, minimum, maximum, unit",
    "activityEvent": "place, part, type, start, \"end\"",
}


class Failure(Exception):
    """A test that failed."""


class Program:
    def __init__(self, path, folder=None):
        self.path = os.path.abspath(path)
        self.folder = folder or tempfile.mkdtemp(prefix="tally-store-")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("TALLY_")}

    def file(self, name):
        return os.path.join(self.folder, name)

    def command(self, store, *arguments):
        return [self.path, "--store", self.file(store), *OPTIONS, *arguments]

    def attempt(self, store, *arguments, environment=()):
        return subprocess.run(self.command(store, *arguments), cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**self.environment, **dict(environment)})

    def run(self, store, *arguments):
        done = self.attempt(store, *arguments)
        if done.returncode != 0:
            raise Failure(f"{' '.join(done.args)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def exists(self, store):
        return os.path.exists(self.file(store))

    def remove(self, store):
        for suffix in SUFFIXES:
            if os.path.exists(self.file(store + suffix)):
                os.remove(self.file(store + suffix))

    def copy(self, store, copy):
        self.remove(copy)
        for suffix in SUFFIXES:
            if os.path.exists(self.file(store + suffix)):
                shutil.copy(self.file(store + suffix), self.file(copy + suffix))

    def generate(self, name, *options):
        """Makes data that does not depend on the day of the test."""
        now = ["--now", "2026-06-30T18:00:00+02:00", "--zone", "Europe/Berlin"]
        command = [self.path, "generate", self.file(name), "--form", "csv", *now, *options]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder)

    def contents(self, store):
        """What the store has, as the reader in Python finds it; empty for a store that does not exist."""
        if not self.exists(store):
            return collections.Counter()
        opened = reader.Store(self.file(store))
        try:
            return contents(opened)
        finally:
            opened.close()


def contents(store):
    """Returns how often the store has each sample and record. Numbers and ids are left out: they depend on the order of writes."""
    sets = {id: tuple(sorted(content.items())) for id, content in store.metadata_sets().items()}
    origins = {id: rest for id, *rest in store.query("SELECT id, version, name, manufacturer, model, hardware, software FROM origin")}
    found = collections.Counter()
    for sample in store.samples():
        bits, = struct.unpack("<q", struct.pack("<d", sample.value))
        found[(sample.person, sample.metric, sample.start, sample.end, bits, store.sources[sample.source], sets.get(sample.metadata, ()),
               tuple(origins.get(sample.origin, ())), store.units.get(sample.unit, ""), sample.created)] += 1
    for table, columns in {**RECORDS, **(PARTS if store.version >= 8 else {})}.items():
        for row in store.query(f"SELECT {columns} FROM {table}"):
            # Goals were settings of the store before version 5.
            isGoal = table == "setting" and row[0].startswith("goal of ")
            found[("personSetting", "", *row) if isGoal else (table, *row)] += 1
    for series in store.series():
        columns = tuple(name for name, column in series.columns.items() if column)
        numbers = struct.pack(f"<{len(series.times) * len(columns)}d", *(number for name in columns for number in series.columns[name]))
        found[("series", series.kind, series.place, series.name, tuple(series.times), columns, numbers)] += 1
    if store.version >= 5:
        for table in ["personAttribute", "personSetting"]:
            for row in store.query(f"SELECT p.name, t.name, t.value FROM {table} t JOIN person p ON p.id = t.person"):
                found[(table, *row)] += 1
    return found


def difference(found, expected):
    return f"{sum((found - expected).values())} rows too many, {sum((expected - found).values())} missing: " + \
        f"{list((found - expected).items())[:2]} {list((expected - found).items())[:2]}"

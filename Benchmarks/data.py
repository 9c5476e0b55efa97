"""The samples for all engines. The generator has a seed and produces the same samples on every machine.

Steps come from a watch, whose samples do not overlap each other, and from a phone, whose longer samples overlap those of the watch.
Three of four samples come from the watch. Heart rates have no duration. Ten thousand nights divide the time equally. Times are
milliseconds since 1970. Columns are .npy files sorted by start.
"""

import datetime
import os
import zoneinfo

import numpy

ZONE = "America/New_York"
LAST_DAY = datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo(ZONE))
SOURCES = ["Apple Watch", "iPhone"]
HOUR = 3_600_000
# In seconds.
DAY = 86_400
NIGHTS = 10_000


def mixed(seed, count):
    """Returns the first `count` numbers of SplitMix64."""
    with numpy.errstate(over="ignore"):
        word = numpy.uint64(seed) + numpy.arange(1, count + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
        word = (word ^ (word >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return word ^ (word >> numpy.uint64(31))


def below(seed, count, bound):
    return (mixed(seed, count) % numpy.uint64(bound)).astype(numpy.int64)


class Samples:
    """Columns of steps, heart rates and nights for `years` years up to `LAST_DAY`."""

    # The tables of the engines, and their columns.
    tables = {"steps": ["start", "end", "value", "source"], "heart": ["start", "value"], "night": ["start", "end"]}

    def __init__(self, folder, steps, hearts, years=5, seed=1):
        self.folder = os.path.join(folder, f"samples-{steps}-{hearts}-{years}y-{seed}-nights")
        self.steps, self.hearts, self.seed = steps, hearts, seed
        self.end = int(LAST_DAY.timestamp()) * 1000
        self.begin = int(LAST_DAY.replace(year=LAST_DAY.year - years).timestamp()) * 1000
        if not os.path.exists(self.path("complete")):
            self.make()

    def path(self, name):
        return os.path.join(self.folder, name)

    def column(self, name):
        return numpy.load(self.path(name + ".npy"), mmap_mode="r")

    def starts(self, count, seed):
        """Returns a start shortly after the beginning of each of `count` equal slots, and the length of a slot."""
        slot = (self.end - self.begin) // count
        tick = 1000 if slot >= 5000 else 10
        late = below(seed, count, max(slot // tick // 4, 1)) * tick
        return self.begin + numpy.arange(count) * slot // tick * tick + late, slot, tick

    def make(self):
        os.makedirs(self.folder, exist_ok=True)
        watch = self.steps * 3 // 4
        parts = []
        for source, count in enumerate([watch, self.steps - watch]):
            seed = self.seed * 1000 + source * 10
            start, slot, tick = self.starts(count, seed)
            # A sample of the watch fills at most three quarters of its slot. One of the phone may extend into the next slot.
            longest = (slot * 3 // 4 if source == 0 else slot * 5 // 4) // tick
            end = start + (1 + below(seed + 1, count, max(longest - 1, 1))) * tick
            value = 1 + below(seed + 2, count, 60)
            parts.append((start, numpy.minimum(end, self.end), value, numpy.full(count, source, numpy.int8)))
        columns = [numpy.concatenate(column) for column in zip(*parts)]
        order = numpy.argsort(columns[0], kind="stable")
        for name, column in zip(["start", "end", "value", "source"], columns):
            numpy.save(self.path("steps_" + name), column[order].astype(numpy.float64) if name == "value" else column[order])
        start, _, _ = self.starts(self.hearts, self.seed * 1000 + 20)
        wave = 70 + 25 * numpy.sin(numpy.arange(self.hearts) / 997)
        numpy.save(self.path("heart_start"), start)
        numpy.save(self.path("heart_value"), numpy.round(wave) + below(self.seed * 1000 + 21, self.hearts, 60))
        for name, column in zip(["start", "end"], slots(NIGHTS, self.begin, self.end, length=3)):
            numpy.save(self.path("night_" + name), column)
        open(self.path("complete"), "w").close()

    def csv(self, metric):
        """Writes the samples of a metric as CSV, source by source, and returns its path."""
        import polars

        path = self.path(metric + ".csv")
        if os.path.exists(path):
            return path
        with open(path + ".part", "wb") as file:
            file.write(b"type,source,start,end,value,unit\n")
            start = self.column(metric + "_start")
            isSteps = metric == "steps"
            for source in range(2 if isSteps else 1):
                rows = numpy.flatnonzero(self.column("steps_source") == source) if isSteps else numpy.arange(len(start))
                # A million rows at a time, because a hundred million strings do not fit in memory.
                for piece in numpy.array_split(rows, len(rows) // 1_000_000 + 1):
                    ends = self.column("steps_end")[piece] if isSteps else start[piece]
                    frame = polars.DataFrame({
                        "type": polars.Series(["stepCount" if isSteps else "heartRate"]).new_from_index(0, len(piece)),
                        "source": polars.Series([SOURCES[source]]).new_from_index(0, len(piece)),
                        "start": polars.Series(start[piece]).cast(polars.Datetime("ms")),
                        "end": polars.Series(ends).cast(polars.Datetime("ms")),
                        "value": self.column(metric + "_value")[piece].astype(numpy.int64),
                        "unit": polars.Series(["count" if isSteps else "count/min"]).new_from_index(0, len(piece)),
                    })
                    frame.write_csv(file, include_header=False, datetime_format="%Y-%m-%dT%H:%M:%S%.3fZ")
        os.rename(path + ".part", path)
        return path

    def json_lines(self, metric):
        """Writes the rows of the CSV file as JSON Lines, and returns its path."""
        import polars

        path = self.path(metric + ".jsonl")
        if os.path.exists(path):
            return path
        with open(path + ".part", "wb") as file:
            for piece in polars.read_csv(self.csv(metric)).iter_slices(1_000_000):
                piece.write_ndjson(file)
        os.rename(path + ".part", path)
        return path

    def nights(self):
        """Writes the nights as an export, and returns its path."""
        path = self.path("nights.xml")
        if not os.path.exists(path):
            write_intervals(path, NIGHTS, 0, self.begin, self.end)
        return path

    def day_after(self):
        """Writes one more day of the watch as CSV, with the same density, and returns its path."""
        path = self.path("day.csv")
        count = self.steps * 3 // 4 * 86_400_000 // (self.end - self.begin)
        with open(path, "w") as file:
            file.write("type,source,start,end,value,unit\n")
            for row in range(count):
                start = self.end + row * 86_400_000 // count
                begin, end = [datetime.datetime.fromtimestamp(at / 1000, datetime.timezone.utc).isoformat() for at in (start, start + 100)]
                file.write(f"stepCount,{SOURCES[0]},{begin},{end},{1 + row % 60},count\n")
        return path


def slots(count, begin, end, length, late=False):
    """Returns starts and ends of `count` intervals in equal slots, in whole seconds. Each fills one part of `length` parts of its slot.

    A late interval starts in the middle of its slot.
    """
    slot = (end - begin) // count
    starts = begin + numpy.arange(count) * slot + (slot // 2 if late else 0)
    return starts // 1000 * 1000, (starts + slot // length) // 1000 * 1000


def write_intervals(path, nights, workouts, begin, end):
    """Writes an export with nights and workouts that divide the time equally. No two of a kind overlap."""
    def text(at):
        return datetime.datetime.fromtimestamp(int(at) / 1000, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S +0000")

    def times(start, end):
        return f'startDate="{text(start)}" endDate="{text(end)}" creationDate="{text(end)}"'

    with open(path, "w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n')
        for start, finish in zip(*slots(nights, begin, end, length=3)) if nights else []:
            file.write(
                f'<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" {times(start, finish)} '
                'value="HKCategoryValueSleepAnalysisAsleepCore"/>\n')
        for start, finish in zip(*slots(workouts, begin, end, length=8, late=True)) if workouts else []:
            file.write(
                f'<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="{(finish - start) / 60000}" durationUnit="min" '
                f'sourceName="Watch" {times(start, finish)}/>\n')
        file.write("</HealthData>\n")


def edges(begin, end, unit):
    """Returns the edges of hours, days, weeks or months in `ZONE` from `begin` to the first one at or after `end`, in milliseconds."""
    if unit == "hour":
        return numpy.arange(begin, end + 3_600_000, 3_600_000)
    zone = zoneinfo.ZoneInfo(ZONE)
    day = datetime.datetime.fromtimestamp(begin / 1000, zone).date()
    if unit == "week":
        day -= datetime.timedelta(days=day.weekday())
    found = []
    while not found or found[-1] < end:
        found.append(int(datetime.datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()) * 1000)
        if unit == "month":
            day = day.replace(year=day.year + day.month // 12, month=day.month % 12 + 1)
        else:
            day += datetime.timedelta(days=7 if unit == "week" else 1)
    return numpy.array(found)

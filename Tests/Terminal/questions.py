"""First questions of a user. Each is one statement; its numbers are computed again here, from the XML of the export."""

import collections
import csv
import datetime
import io
import os
import statistics
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
import zipfile
import zoneinfo

from terminal import TALLY

BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
NEW_YORK = zoneinfo.ZoneInfo("America/New_York")
NOW = datetime.datetime(2026, 6, 30, 18, tzinfo=BERLIN)
ASLEEP = {"AsleepUnspecified": "unspecified", "AsleepCore": "core", "AsleepDeep": "deep", "AsleepREM": "rem"}


def seconds(moment):
    return moment.timestamp()


def day(number, zone=BERLIN, month=6):
    """Returns the first second of a day in June 2026."""
    return seconds(datetime.datetime(2026, month, 1, tzinfo=zone) + datetime.timedelta(days=number - 1))


def union(intervals):
    """Returns disjoint intervals in order that cover the same time. Intervals that touch become one."""
    joined = []
    for start, end in sorted(intervals):
        if joined and start <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([start, end])
    return joined


def inside(intervals, start, end):
    """Returns the seconds of disjoint intervals in [start, end)."""
    return sum(max(0, min(end, b) - max(start, a)) for a, b in intervals)


class FirstQuestions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        archive = os.path.join(cls.folder.name, "life.zip")
        cls.store = os.path.join(cls.folder.name, "life.tally")
        cls.common = ["--now", NOW.isoformat(), "--zone", "Europe/Berlin"]
        for arguments in [["generate", archive, "--days", "61", *cls.common], ["--store", cls.store, *cls.common, "import", "-q", archive]]:
            subprocess.run([TALLY, *arguments], check=True, capture_output=True, timeout=300)
        with zipfile.ZipFile(archive) as opened:
            root = ElementTree.fromstring(opened.read("apple_health_export/export.xml"))
        cls.records = {}
        for record in root.iter("Record"):
            kind = record.get("type").removeprefix("HKQuantityTypeIdentifier").removeprefix("HKCategoryTypeIdentifier")
            cls.records.setdefault(kind, []).append(
                (cls.moment(record, "startDate"), cls.moment(record, "endDate"), record.get("value"), record.get("sourceName")))
        cls.workouts = list(root.iter("Workout"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @staticmethod
    def moment(element, name):
        return seconds(datetime.datetime.strptime(element.get(name), "%Y-%m-%d %H:%M:%S %z"))

    def ask(self, statement):
        """Returns the rows of the answer, by column."""
        ended = subprocess.run(
            [TALLY, "--store", self.store, *self.common, "--format", "csv", "-c", statement], capture_output=True, text=True, timeout=120)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return list(csv.DictReader(io.StringIO(ended.stdout)))

    def asleep(self):
        """Returns the samples of sleep: start, end and short name of the stage."""
        prefix = "HKCategoryValueSleepAnalysis"
        return [
            (start, end, ASLEEP[value.removeprefix(prefix)])
            for start, end, value, _ in self.records["SleepAnalysis"]
            if value.removeprefix(prefix) in ASLEEP
        ]

    def nights(self, first, last):
        """Returns start and end of the nights that end on the days `first` to `last` of June."""
        sessions = []
        for start, end in union([(start, end) for start, end, _ in self.asleep()]):
            if sessions and start - sessions[-1][1] <= 3600:
                sessions[-1][1] = end
            else:
                sessions.append([start, end])
        nights = {}
        for start, end in sessions:
            date = datetime.datetime.fromtimestamp(end, BERLIN).date()
            if date not in nights or end - start > nights[date][1] - nights[date][0]:
                nights[date] = (start, end)
        return [nights[date] for date in sorted(nights) if first <= date.day <= last and date.month == 6]

    def merged(self, kind, start, end):
        """Returns the sum of the samples in [start, end). Where the watch has samples, those of the iPhone don't count."""
        samples = [sample for sample in self.records[kind] if sample[0] < end and sample[1] > start]
        watch = union([(a, b) for a, b, _, source in samples if source == "Apple Watch"])
        total = 0
        for a, b, value, source in samples:
            first, last = max(a, start), min(b, end)
            if first < last:
                counted = last - first if source == "Apple Watch" else last - first - inside(watch, first, last)
                total += float(value) * counted / (b - a)
        return total

    def test_the_average_bedtime_of_the_last_14_nights(self):
        rows = self.ask("first start sleep by night since 2026-06-16 18:00 | average")
        clocks = []
        for start, end in self.nights(17, 30):
            wake = datetime.datetime.fromtimestamp(end, BERLIN)
            bed = datetime.datetime.fromtimestamp(start, BERLIN).replace(tzinfo=None)
            noon = datetime.datetime.combine(wake.date() - datetime.timedelta(days=1), datetime.time(12))
            clocks.append((bed - noon).total_seconds())
        self.assertGreater(len(clocks), 8)
        expected = (43_200 + sum(clocks) / len(clocks)) % 86_400
        hours, minutes, rest = rows[0]["average"].split(":")
        self.assertAlmostEqual(int(hours) * 3600 + int(minutes) * 60 + float(rest), expected, delta=1)

    def test_minutes_above_120_beats_per_minute_for_each_day(self):
        rows = self.ask("duration heartRate in min by day where value > 120 holding 2min last 7 days")
        readings = sorted((start, float(value)) for start, _, value, _ in self.records["HeartRate"])
        held = []
        for (start, value), following in zip(readings, [*(reading[0] for reading in readings[1:]), seconds(NOW)]):
            if value > 120:
                held.append((start, min(following, start + 120, seconds(NOW))))
        held = union(held)
        self.assertEqual(len(rows), 7)
        for number, row in zip(range(24, 31), rows):
            expected = inside(held, day(number), day(number + 1)) / 60
            self.assertAlmostEqual(float(row["duration"] or 0), expected, places=6)

    def test_workouts_by_activity_with_number_time_energy_and_average_heart_rate(self):
        rows = self.ask("count workouts, duration workouts in min, sum workout energy, average workout heartRate by activity")
        expected = {}
        for workout in self.workouts:
            name = workout.get("workoutActivityType").removeprefix("HKWorkoutActivityType")
            known = expected.setdefault(name[0].lower() + name[1:], [0, 0, 0, []])
            known[0] += 1
            # The recorded duration is the time without pauses.
            self.assertEqual(workout.get("durationUnit"), "min")
            known[1] += float(workout.get("duration"))
            for statistic in workout.findall("WorkoutStatistics"):
                kind = statistic.get("type").removeprefix("HKQuantityTypeIdentifier")
                if kind == "ActiveEnergyBurned":
                    known[2] += float(statistic.get("sum"))
                elif kind == "HeartRate":
                    known[3].append(float(statistic.get("average")))
        self.assertEqual({row["activity"] for row in rows}, set(expected))
        for row in rows:
            count, minutes, energy, rates = expected[row["activity"]]
            self.assertEqual(int(float(row["count_workouts"])), count)
            self.assertAlmostEqual(float(row["duration_workouts"]), minutes, places=6)
            self.assertAlmostEqual(float(row["sum_workoutEnergy"]), energy, places=6)
            self.assertAlmostEqual(float(row["average_workoutHeartRate"]), sum(rates) / len(rates), places=6)

    def test_the_time_that_two_sources_recorded_for_each_day(self):
        rows = self.ask("show overlap of steps by day last 7 days")
        by_source = {}
        for start, end, _, source in self.records["StepCount"]:
            by_source.setdefault(source, []).append((start, end))
        watch, phone = union(by_source["Apple Watch"]), union(by_source["iPhone"])
        both = [(max(a, c), min(b, d)) for a, b in watch for c, d in phone if max(a, c) < min(b, d)]
        self.assertEqual(len(rows), 7)
        for number, row in zip(range(24, 31), rows):
            expected = inside(both, day(number), min(day(number + 1), seconds(NOW))) / 3600
            self.assertAlmostEqual(float(row["overlap"]), expected, places=6)

    def test_the_time_asleep_by_stage(self):
        rows = self.ask("duration sleep in min by value last 7 days")
        expected = {}
        for start, end, stage in self.asleep():
            time = max(0, min(end, day(31)) - max(start, day(24))) / 60
            if time > 0:
                expected[stage] = expected.get(stage, 0) + time
        self.assertEqual({row["value"] for row in rows}, set(expected))
        for row in rows:
            self.assertAlmostEqual(float(row["duration"]), expected[row["value"]], places=6)

    def test_the_seven_day_mean_of_weight_as_a_chart_with_a_goal_line(self):
        statement = "average weight in kg by day last 30 days | rolling 7 days average"
        rows = self.ask(statement)
        weights = [(start, float(value)) for start, _, value, _ in self.records["BodyMass"]]
        means = {}
        for number in range(1, 31):
            values = [value for start, value in weights if day(number) <= start < min(day(number + 1), seconds(NOW))]
            if values:
                means[number] = sum(values) / len(values)
        self.assertEqual(len(rows), 30)
        for number, row in zip(range(1, 31), rows):
            window = [means[other] for other in range(number - 6, number + 1) if other in means]
            if not window:
                self.assertEqual(row["average"], "")
                continue
            self.assertAlmostEqual(float(row["average"]), sum(window) / len(window), places=9)
        path = os.path.join(self.folder.name, "weight.svg")
        goal = 10 * int(min(means.values()) / 10) - 10
        line = f'as svg rule {goal} kg called "goal" to "{path}"'
        subprocess.run(
            [TALLY, "--store", self.store, *self.common, "-c", f"{statement} {line}"], check=True, capture_output=True, timeout=120)
        picture = ElementTree.parse(path).getroot()
        texts = [text for element in picture.iter() if element.tag.endswith("}text") for text in [("".join(element.itertext())).strip()]]
        self.assertIn(f"goal {goal}", texts)
        # The axis grows down to the goal, which is below every mean.
        ticks = [float(text) for text in texts if text.replace(".", "", 1).isdigit()]
        self.assertLessEqual(min(ticks), goal)

    def test_the_trend_of_weight_in_pounds_a_week_with_its_interval(self):
        rows = self.ask("average weight in lb by day last 30 days | trend per week")
        self.assertEqual(len(rows), 1)
        weights = [(start, float(value) / 0.45359237) for start, _, value, _ in self.records["BodyMass"]]
        points = []
        for number in range(1, 31):
            values = [value for start, value in weights if day(number) <= start < min(day(number + 1), seconds(NOW))]
            if values:
                points.append((number / 7, sum(values) / len(values)))
        count = len(points)
        slopes = sorted((b[1] - a[1]) / (b[0] - a[0]) for index, a in enumerate(points) for b in points[index + 1:])
        # Kendall's variance, with ties among the values (Sen 1968).
        ties = collections.Counter(value for _, value in points).values()
        variance = sum(sign * size * (size - 1) * (2 * size + 5) for sign, size in [(1, count), *((-1, tie) for tie in ties)]) / 18
        width = statistics.NormalDist().inv_cdf(0.975) * variance ** 0.5
        low = max(round((len(slopes) - width) / 2) - 1, 0)
        high = min(round((len(slopes) + width) / 2), len(slopes) - 1)
        expected = [statistics.median(slopes), slopes[low], slopes[high], count]
        for name, number in zip(["slope", "low", "high", "n"], expected):
            self.assertAlmostEqual(float(rows[0][name]), number, places=8)

    def test_days_in_berlin_until_a_date_and_in_new_york_after_it(self):
        rows = self.ask('sum steps by day since 2026-06-18 until 2026-06-23 zone ("Europe/Berlin" until 2026-06-20, "America/New_York")')
        edges = [day(18), day(19), day(20, NEW_YORK), day(21, NEW_YORK), day(22, NEW_YORK), day(23, NEW_YORK)]
        self.assertEqual(edges[2] - edges[1], 30 * 3600)
        self.assertEqual(len(rows), 5)
        for row, start, end in zip(rows, edges, edges[1:]):
            told = datetime.datetime.fromisoformat(row["start"])
            self.assertEqual(seconds(told), start)
            self.assertAlmostEqual(float(row["sum"]), self.merged("StepCount", start, end), places=6)

    def test_resting_heart_rate_on_days_over_10_000_steps_and_on_others(self):
        rows = self.ask(
            "sum steps by day last 29 full days | join (average restingHeartRate called resting by day) "
            "| derive busy = steps > 10000 | select busy, resting | average by busy"
        )
        groups = {"true": [], "false": []}
        for number in range(1, 30):
            start, end = day(number), day(number + 1)
            readings = [float(value) for at, _, value, _ in self.records["RestingHeartRate"] if start <= at < end]
            if readings:
                busy = self.merged("StepCount", start, end) > 10_000
                groups["true" if busy else "false"].append(sum(readings) / len(readings))
        self.assertTrue(groups["true"] and groups["false"])
        self.assertEqual({row["busy"] for row in rows}, {"true", "false"})
        for row in rows:
            expected = groups[row["busy"]]
            self.assertAlmostEqual(float(row["average"]), sum(expected) / len(expected), places=6)

    def test_steps_energy_and_sleep_of_this_month_next_to_the_same_days_of_the_last(self):
        rows = self.ask(
            "sum steps called steps, sum activeEnergy called energy, duration sleep in hr called asleep by day this month "
            "| compare to last month "
            "| select date, steps, previous_steps, energy, previous_energy, asleep, previous_asleep"
        )
        asleep = union([(start, end) for start, end, _ in self.asleep()])
        self.assertEqual([row["date"] for row in rows], [f"2026-06-{number:02}" for number in range(1, 31)])
        self.assertEqual(list(rows[0]), ["date", "steps", "previous_steps", "energy", "previous_energy", "asleep", "previous_asleep"])
        found = 0
        for number, row in zip(range(1, 31), rows):
            for prefix, month in [("", 6), ("previous_", 5)]:
                start, end = day(number, month=month), day(number + 1, month=month)
                for name, expected in [
                    ("steps", self.merged("StepCount", start, end)),
                    ("energy", self.merged("ActiveEnergyBurned", start, end)),
                    ("asleep", inside(asleep, start, end) / 3600),
                ]:
                    self.assertAlmostEqual(float(row[prefix + name] or 0), expected, places=6, msg=f"{prefix}{name} on {row['date']}")
                    found += expected > 0
        self.assertGreater(found, 150)


if __name__ == "__main__":
    unittest.main()

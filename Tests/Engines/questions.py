"""Random samples around a clock change, and random queries about them."""

import random
from datetime import datetime, timedelta, timezone

# The clocks change on 9 March and 30 March 2025; on 6 April in Lord Howe, by half an hour.
ZONES = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]
FIRST_DAYS = [datetime(2025, 3, 6), datetime(2025, 3, 27), datetime(2025, 4, 3)]
SOURCES = ["Ann's \"Watch\"", "iPhone", "Scale; DROP TABLE samples", "Ring\u2003of\\gold", "Ça va"]
# The types with their units. The statement converts the other unit.
METRICS = {
    "stepCount": ["count"],
    "distanceWalkingRunning": ["m", "mi", "km"],
    "heartRate": ["count/min"],
    "bodyMass": ["kg", "lb"],
    "environmentalAudioExposure": ["dBASPL"],
    "bodyTemperature": ["degC", "degF"],
    "oxygenSaturation": ["%"],
    "sleepAnalysis": [""],
    "mindfulSession": [""],
    "appleStandHour": [""],
    "headache": [""],
}
# The raw values of categories, with those that record an absence.
VALUES = {"sleepAnalysis": range(6), "mindfulSession": [0], "appleStandHour": range(2), "headache": range(5)}
MINUTE = 60_000
DAY = 1440 * MINUTE

MEASURES = [
    "sum steps", "sum steps, count steps", "steps, average heartRate", "sum distance in miles, duration distance in s",
    "average heartRate", "average, min, max heartRate", "median, p95, p10, stddev heartRate", "latest, first, count heartRate",
    "average weight in lb, stddev weight in g", "latest weight", "average environmentalAudioExposure", "duration sleep",
    "count sleep, duration sleep in min", "max environmentalAudioExposure, sum steps called walked, latest steps",
    "first start, last end steps", "last end sleep, duration sleep", "first start sleep, last end sleep, count sleep",
    "first start heartRate", "last end weight, latest weight", "coverage steps", "coverage heartRate, count heartRate",
    "coverage sleep, duration sleep", "(sum steps sources raw) called raw, sum steps called merged",
    "(average heartRate where value > 80) called high, average heartRate called all",
    "(count steps strict) called inner, count steps", "(sum steps fill zero) called filled, sum steps",
    "count standHours, duration standHours", "count headache", "count steps, sum steps", "duration sleepAnalysis",
    "average bodyTemperature in degF", "stddev, max bodyTemperature in degF", "average, p28 oxygenSaturation",
    "(sum steps edges overlap assign by end) called ended, (sum steps assign by start) called started",
    "(duration sleep sources raw) called raw, duration sleep", "(sum steps prefer \"iPhone\") called phone, sum steps",
]
TIMES = ["day", "day", "hour", "3h", "6 hours", "week", "month", "30min", "2 days", "7 days", "14 days", "168h"]
PROFILES = ["hour of day", "weekday", "month of year", "day of month", "part of day", "weekend"]
EVENTS = ["night", "each (sleep)", "each (mindfulSession)", "each (not sleep)"]
NEAR = [
    "within 2h after each night", "within 30min before each (mindfulSession)", "within 1h of each (headache)",
    "within 90min after each (weight where value > 80)", "within 5h of each (sessions of mindfulSession gap 2h)",
]
SETS = [
    "sleep", "not sleep", "mindfulSession and not sleep", "within 2h after mindfulSession", "sessions of sleep gap 1h",
    "heartRate where value > 80 holding 20min", "sleep or mindfulSession", "gaps of mindfulSession longer than 2h",
    "not gaps of heartRate longer than 20min",
]
STAGES = [
    "where sum > 50", "where average > 80", "where count > 0", "where latest > 80", "where not (sum > 60)",
    "where weekday in (monday, sunday)", "where hour of day < 12", "where source = \"iphone\"", "where partial", "where average is missing",
    "sort sum", "sort average descending", "sort count", "sort start descending", "sort source", "sort weekday descending",
    "top 3 by sum", "top 4", "bottom 2", "limit 0", "limit 3", "derive twice = sum * 2 + 1", "where firstStart > 06:00",
    "where not (lastEnd < 12:00)", "sort lastEnd", "top 2 by firstStart", "derive length = lastEnd - firstStart", "min, max",
    "stddev by week", "derive part = average / (count - 1)", "derive high = average > 60",
    "derive both = sum > 50 and not (count > 2 or sum is missing)", "select date, sum called x, week", "select start, partial, latest",
    "select weekday, time, month, end called finish", "derive busy = sum > 100 | average by busy", "derive late = hour of day > 11",
    "join (count steps by day)", "join (average heartRate called pulse by day) by day", "join (sum steps by hour | top 5 by sum)",
    "join (sum steps, average heartRate | derive x = sum * 2)", "join (count heartRate by weekday)", "join (sum steps by day and source)",
    "change", "change percent", "running total", "running total reset each day", "running total reset each week", "fill zero",
    "fill linear", "fill previous", "fill 7", "partial drop", "partial keep", "rolling 3 days average", "rolling 2 days sum at least 2",
    "rolling 36h max", "rolling 1 week median", "rolling 5h count", "rolling 2 days stddev", "rolling 3 days latest", "average by week",
    "sum by month", "average, max by weekday", "median by hour of day", "count by month and source", "stddev, first, latest by 2 days",
    "p90 by day", "sum", "share where average > 60 or sum > 50 by 2 days", "share where not count > 1", "streaks where average > 60 or sum > 50", "longest streak where count > 1",
    "current streak skipping missing where sum > 50 or average > 60", "streaks where sum > 50 | max by 2 days",
    "derive high = average > 60 or sum > 50 | select high | average, count by 2 days", "average by source", "duration by week", "max by weekday and source", "trend", "smooth ewma 0.3", "outliers",
]


def quoted(text):
    """A text of the query language."""
    return '"' + text.replace('"', '""') + '"'


class Question:
    """The samples of one seed, and queries about them."""

    # The persons, for stores of several.
    persons = []
    stages = STAGES

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.zone = self.random.choice(ZONES)
        self.first = self.random.choice(FIRST_DAYS)
        # Some of the samples may be after now.
        now = self.first + timedelta(days=self.random.choice([9, 40, 5]), hours=14, minutes=37)
        self.now = now.strftime("%Y-%m-%dT%H:%M:00Z")
        # Some tables have values in other units than those of the store. A conversion in SQL can differ in the last digit.
        self.converts = self.chance(20)
        self.samples = self.make_samples()
        # Equal samples of a store, which differ in metadata.
        self.twins = self.random.sample(self.samples, 3) if self.chance(40) else []

    def make_samples(self):
        """Up to 40 samples of each type within nine days, in the order of insertion. Times are in milliseconds."""
        start = int(self.first.replace(tzinfo=timezone.utc).timestamp()) * 1000
        rows = []
        for name, units in METRICS.items():
            for _ in range(self.random.randint(1, 40)):
                grain = self.random.choice([60 * MINUTE, MINUTE, 1])
                begin = (start + self.random.randrange(9 * DAY)) // grain * grain
                length = self.random.choice([0, 0, 500, 15 * MINUTE, self.random.randint(1, 300) * MINUTE])
                value = self.random.uniform(40, 120)
                if self.random.random() < 0.3:
                    value = float(round(value))
                if name == "oxygenSaturation":
                    value /= 120
                if name in VALUES:
                    value = float(self.random.choice(VALUES[name]))
                if name == "mindfulSession":
                    length = max(length, MINUTE)
                unit = self.random.choice(units) if self.converts else units[0]
                rows.append((name, self.random.choice(SOURCES), begin, begin + length, value, unit))
        self.random.shuffle(rows)
        return rows

    def query(self):
        """Returns a query and the names of its parts. Some queries are invalid, such as a test whether sleep is above 80."""
        if self.chance(8):
            return self.listing()
        measures = self.random.choice(MEASURES)
        parts = ["head: " + measures]
        clauses = [measures, self.range()]

        def choose(percent, kind, make):
            if self.chance(percent):
                clauses.append(make())
                parts.append(f"{kind}: {clauses[-1]}")

        choose(80, "key", lambda: self.random.choice(NEAR) if self.chance(12) else f"by {self.keys()}")
        choose(15, "clause", lambda: f"anchor {self.random.choice(['monday 03:00', 'sunday', 'friday 18:00', '03:00', 'day 31'])}")
        choose(30, "condition", lambda: f"where {self.condition()}")
        choose(12, "set", lambda: f"while {self.random.choice(SETS)}")
        choose(8, "clause", lambda: "holding 30min")
        choose(20, "clause", lambda: self.random.choice(["edges overlap", "strict", "strict start", "strict end"]))
        choose(20, "clause", lambda: self.random.choice(["assign by start", "assign by end"]))
        choose(25, "clause", lambda: self.random.choice(["sources raw", "sources separate", "prefer \"iPhone\""]))
        choose(25, "clause", lambda: self.random.choice(["fill zero", "fill previous", "fill linear", "fill 0.5"]))
        choose(20, "clause", lambda: "partial drop")
        query = " ".join(filter(None, clauses))
        for _ in range(self.random.randint(1, 3) if self.chance(40) else 0):
            stage = self.random.choice(self.stages)
            query += f" | {stage}"
            parts.append(f"stage: {stage}")
        return query, parts

    def listing(self):
        metric = self.random.choice(["steps", "heartRate", "weight", "sleep", "headache"])
        clauses = [f"samples of {metric}", self.range()]
        if self.chance(50):
            clauses.append(f"where {self.condition()}")
        if self.chance(50):
            clauses.append(f"limit {self.random.randint(0, 9)}")
        if self.chance(50):
            clauses.append("newest first")
        return " ".join(filter(None, clauses)), [f"head: samples of {metric}"]

    def range(self):
        day = self.first + timedelta(days=self.random.randint(0, 7))
        start, end = (d.strftime("%Y-%m-%d") for d in (day, day + timedelta(days=self.random.randint(1, 3))))
        return self.random.choice([
            "", "", f"from {start} to {end}", f"between {start} and {end}", f"since {start} 02:30",
            f"since {start} 13:07 until {end} 04:44",
            "last 5 days", "last 2 full weeks", f"on {start}", f"through {end}", f"since {start} 02:30 through {end} 05:00",
            f"between {start} 06:00 and {start} 18:00", "this week", "this month", f"since {start}",
        ])

    def keys(self):
        time, profile = self.random.choice(TIMES), self.random.choice(PROFILES)
        return self.random.choice([
            time, time, time, time, profile, f"{time} and source", f"{profile} and source", "day and hour of day", "source",
            self.random.choice(EVENTS), "value", "day and value", "bins of 10", "day and bins of 7.5", "bands 60, 80.5, 100",
            "(value > 80) called high", "source and (value > 80) called high",
        ])

    def condition(self):
        day = (self.first + timedelta(days=self.random.randint(0, 7))).strftime("%Y-%m-%d")
        one = self.random.choice([
            "value > 80", "value between 60 and 100", "source = \"iphone\"", "source contains \"watch\"", "source is not \"iPhone\"",
            "duration > 10min", f"start >= {day} 03:15", f"end < {day}", "hour of day between 22 and 5", "between 22:30 and 06:15", "in the evening", "weekday in (sunday, monday)",
            "week of year = 11", "day of month < 12", "month of year = 3", "hour of week >= 100", "source matches \"^R\"",
        ])
        return f"not ({one}) or value < 50" if self.chance(30) else one

    def chance(self, percent):
        return self.random.randrange(100) < percent

"""Tables: the one of Tally, and those of other programs that presets read. Rules: Import.md (CSV) and Presets.md."""

from dataclasses import replace

from model import Expected, Sample, Unclear, at, in_range, iso_time, number, utc
from tables import CHANGES as TABLE_CHANGES
from tables import Table, readings, sign_of, signs

NAME, ZONE = "presets", "UTC"
QUANTITY = "HKQuantityTypeIdentifier"
UNITS_OF_SUMS = {QUANTITY + "StepCount": ("sum", "count"), QUANTITY + "DistanceWalkingRunning": ("sum", "m"),
                 QUANTITY + "ActiveEnergyBurned": ("sum", "kcal")}
CHANGES = TABLE_CHANGES
NO_VALUE = {"", "--", "null"}


class Plain:
    """Tally's own table: type, source, start, end, value, unit."""

    names, numbers, times = ["type", "source", "unit"], ["value"], ["start", "end"]
    types = {"stepCount": ("StepCount", "count", 0, (0, 900)), "heartRate": ("HeartRate", "count/min", 1, (40, 190)),
             "bodyMass": ("BodyMass", "kg", 1, (50, 110)), "oxygenSaturation": ("OxygenSaturation", "%", 1, (88, 100)),
             "activeEnergy": ("ActiveEnergyBurned", "kcal", 2, (1, 90))}

    def make(self, rng):
        rows, has_fractions = [], rng.random() < 0.5
        for index in range(rng.randrange(1, 9)):
            name = rng.choice(list(self.types))
            _, unit, digits, (low, high) = self.types[name]
            start = at(2026, 3, 1) + rng.randrange(80 * 1440) * 60_000
            end = start + (0 if name in ("heartRate", "bodyMass", "oxygenSaturation") else rng.choice([60_000, 300_000]))
            offset = rng.choice([0, 0, 60, -300])
            value = f"{rng.uniform(low, high):.{digits}f}" if digits else str(rng.randrange(low, high))
            if name == "oxygenSaturation" and has_fractions:
                value = f"{float(value) / 100:.4f}"
            rows.append({"type": name, "source": rng.choice(["Watch", "Phone"]), "start": iso(start, offset), "end": iso(end, offset),
                         "value": value, "unit": unit})
        return Table(self, ["type", "source", "start", "end", "value", "unit"], rows, rng.choice([",", ",", ";", "\t"]))

    file = "samples.csv"

    def expect(self, table):
        if not {"type", "start", "value"} <= set(table.columns):
            return Expected(refused=True)
        expected, (whole, partly) = Expected(skipped=0), table.whole_rows()
        sign = sign_of([r["value"] for r in whole + ([partly] if partly else [])], table.separator)
        for row in whole:
            self.add(row, table, sign, expected)
        self.divide(expected, table)
        if table.cut is not None:
            expected.skipped = None
        if partly:
            # The end of the last line may be missing, or a part of the line: nobody can see that.
            expected.open += [Sample(QUANTITY + t[0], None, None, None, None) for t in self.types.values()]
        return expected

    def divide(self, expected, table):
        """Shares: all values of a file are fractions, unless one of them is above 1. Then all are percent (Import.md, Percent)."""
        type = QUANTITY + "OxygenSaturation"
        shares = [s for s in expected.samples if s.type == type]
        rows = [r for r in table.rows if "saturation" in r.get("type", "").lower()]
        others = [s for s in expected.open if s.type == type]
        if not shares and not others:
            return
        expected.samples = [s for s in expected.samples if s.type != type]
        if others or len(rows) != len(shares) or table.cut is not None:
            # A row that is skipped may decide, too.
            expected.open += [Sample(type, None, None, None, None)] * len(table.rows)
            return
        percent = any(s.value > 1 for s in shares)
        expected.samples += [replace(s, value=s.value / 100 if percent else s.value) for s in shares]

    def add(self, row, table, sign, expected):
        known = self.types.get(row["type"].strip(" "))
        if known is None:
            if row["type"].lower() in (n.lower() for n in self.types):
                name = next(n for n in self.types if n.lower() == row["type"].lower())
                expected.open.append(Sample(QUANTITY + self.types[name][0], None, None, None, None))
                return
            expected.skipped += 1
            return
        source = row.get("source")
        is_open = False
        try:
            start = iso_time(row["start"])
            end = start if "end" not in table.columns else iso_time(row["end"])
            if "end" in table.columns and not row["end"].strip(" ") and start is not None:
                # A row without an end may be a moment, as in a table without the column, or be skipped.
                raise Unclear
        except Unclear:
            start = end = None
            is_open = True
        if not is_open and (start is None or end is None or not in_range(start) or not in_range(end) or end < start):
            expected.skipped += 1
            return
        values = readings(row["value"])
        text = row["value"].strip(" ")
        if not values:
            expected.skipped += 1
            return
        if " " in text or text.endswith("%"):
            is_open = True
        elif len(values) > 1 or signs(text):
            chosen = self.chosen(text, values, sign)
            if chosen is None:
                expected.skipped += 1
                return
            values = (chosen,)
        unit = row.get("unit", "")
        if unit == "g" and known[1] == "kg":
            values = tuple(v / 1000 for v in values)
        elif unit == "cal" and known[1] == "kcal":
            # HealthKit has both calories.
            values = tuple(v / 1000 for v in values)
        elif unit not in ("", known[1]):
            if unit.strip(" ").lower() in ("count", "kcal", "cal", "g", "kg", "count/min"):
                is_open = True
            else:
                expected.skipped += 1
                return
        sample = Sample(QUANTITY + known[0], source or None, start, end, values if is_open else values[0])
        (expected.open if is_open else expected.samples).append(sample)

    def chosen(self, text, values, sign):
        """The value of a number with a sign that can be read in two ways, or None if it is skipped (Import.md, Numbers)."""
        proved = signs(text)
        if proved:
            if sign == "," and proved == {"."}:
                return None
            return readings_with(text, next(iter(proved)))
        if sign == "both":
            return None
        if sign is None:
            return readings_with(text, ".") if "," not in text else None
        return readings_with(text, sign)


def readings_with(text, decimal):
    separator = "," if decimal == "." else "."
    return number(text.replace(separator, "").replace(decimal, "."))


def iso(ms, offset=0):
    time = utc(ms + offset * 60_000)
    sign = "-" if offset < 0 else "+"
    return time.strftime("%Y-%m-%dT%H:%M:%S") + ("Z" if offset == 0 else f"{sign}{abs(offset) // 60:02}:{abs(offset) % 60:02}")


class Preset:
    """A table of another program. `samples` are (metric, column, factor, whether 0 is a missing value)."""

    def __init__(self, file, columns, need, start, end, samples, source, separators=",", before=(), only=None, form=iso, points=False):
        self.file, self.columns, self.need, self.start, self.end = file, columns, need, start, end
        self.samples, self.source, self.separators, self.before, self.only, self.form = samples, source, separators, before, only, form
        self.numbers = [s[1] for s in samples]
        self.times = [start] + ([end] if end else [])
        self.names = [only[0]] if only else []
        self.points = points

    def make(self, rng):
        rows = []
        for index in range(rng.randrange(1, 9)):
            start = at(2026, 3, 1) + rng.randrange(80 * 1440) * 60_000
            row = {c: "" for c in self.columns}
            row[self.start] = self.form(start)
            if self.end:
                row[self.end] = self.form(start + 60_000)
            for metric, column, _, _ in self.samples:
                row[column] = self.value(rng, metric)
            if self.only:
                row[self.only[0]] = rng.choice([self.only[1], self.only[1], "Calibration"])
            rows.append(row)
        table = Table(self, list(self.columns), rows, rng.choice(self.separators))
        table.before = list(self.before)
        return table

    def value(self, rng, metric):
        if rng.random() < 0.1:
            return rng.choice(["", "0", "--"])
        low, high, digits = {"StepCount": (1, 200, 0), "HeartRate": (40, 190, 0), "BodyMass": (50, 110, 1), "BloodGlucose": (50, 300, 0),
                             "DistanceWalkingRunning": (1, 90, 2), "ActiveEnergyBurned": (1, 9, 1)}.get(metric, (3, 60, 1))
        return f"{rng.uniform(low, high):.{digits}f}"

    def expect(self, table):
        if not set(self.need) <= set(table.columns):
            return Expected(refused=True)
        expected, (whole, partly) = Expected(), table.whole_rows()
        everything = whole + ([partly] if partly else [])
        texts = [r.get(s[1], "") for r in everything for s in self.samples]
        found = set().union(*(signs(t) for t in texts)) if texts else set()
        for row in whole:
            self.add(row, table, found, expected)
        if partly:
            expected.open += [Sample(self.name(s[0]), None, None, None, None) for s in self.samples]
        if found == {".", ","} and partly:
            expected.open += expected.samples
            expected.samples = []
        return expected

    def name(self, metric):
        return metric if metric[0].islower() else QUANTITY + metric

    def add(self, row, table, found, expected):
        if self.only and row.get(self.only[0], "").strip(" ") != self.only[1]:
            return
        is_open = False
        try:
            start = iso_time(row[self.start])
            end = iso_time(row[self.end]) if self.end in table.columns else start
            if self.end in table.columns and row[self.end] == "":
                is_open = True
        except Unclear:
            start = end = None
            is_open = True
        if not is_open and (start is None or end is None or not in_range(start) or not in_range(end) or end < start):
            return
        for metric, column, factor, zero_is_missing in self.samples:
            text = row.get(column, "").strip(" ")
            values = readings(text)
            if text in NO_VALUE or not values:
                continue
            if zero_is_missing and 0 in values:
                continue
            proved = signs(text)
            unsure = is_open or " " in text or (len(values) > 1 and not proved)
            if not unsure and len(values) > 1:
                values = (readings_with(text, next(iter(proved))),)
            # In a table with both signs, a clear number is read as it is written, or left out.
            unsure = unsure or len(found) > 1
            values = tuple(v * factor for v in values)
            sample = Sample(self.name(metric), self.source, start, end, values if unsure else values[0])
            (expected.open if unsure else expected.samples).append(sample)


def spaced(ms):
    return utc(ms).strftime("%Y-%m-%d %H:%M:%S")


def spaced_millis(ms):
    return utc(ms).strftime("%Y-%m-%d %H:%M:%S.000")


# Milligrams per deciliter in a millimole per liter of glucose (180.1558800000541 g/mol).
MILLIMOLES = 18.01558800000541
PULSE = "com.samsung.health.heart_rate."
STEPS = "com.samsung.health.step_count."
KINDS = [
    Plain(), Plain(),
    Preset("weight.csv", ["Date", "Weight (kg)", "Fat mass (kg)", "Bone mass (kg)", "Muscle mass (kg)", "Hydration (kg)", "Comments"],
           ["Date", "Weight (kg)", "Fat mass (kg)"], "Date", None,
           [("BodyMass", "Weight (kg)", 1, False), ("fatMass", "Fat mass (kg)", 1, True), ("boneMass", "Bone mass (kg)", 1, True)],
           "Withings", ",;", form=spaced),
    Preset("weight.csv", ["Date", "Weight (lb)", "Fat mass (lb)"],
           ["Date", "Weight (lb)", "Fat mass (lb)"], "Date", None,
           [("BodyMass", "Weight (lb)", 0.45359237, False), ("fatMass", "Fat mass (lb)", 0.45359237, True)],
           "Withings", ",", form=spaced),
    Preset("heartrate.csv", ["timestamp", "bpm", "source"], ["timestamp", "bpm", "source"], "timestamp", None,
           [("HeartRate", "bpm", 1, True)], "Oura", ";"),
    Preset("clarity.csv", ["Index", "Timestamp (YYYY-MM-DDThh:mm:ss)", "Event Type", "Glucose Value (mg/dL)", "Transmitter ID"],
           ["Timestamp (YYYY-MM-DDThh:mm:ss)", "Event Type", "Glucose Value (mg/dL)"], "Timestamp (YYYY-MM-DDThh:mm:ss)", None,
           [("BloodGlucose", "Glucose Value (mg/dL)", 1, False)], "Dexcom", ",", only=("Event Type", "EGV"),
           form=lambda ms: utc(ms).strftime("%Y-%m-%dT%H:%M:%S")),
    Preset("com.samsung.shealth.tracker.pedometer_step_count.20260602.csv",
           ["duration", STEPS + "start_time", STEPS + "count", STEPS + "distance", STEPS + "calorie", STEPS + "time_offset",
            STEPS + "end_time"],
           [STEPS + "start_time", STEPS + "end_time", STEPS + "count"], STEPS + "start_time", STEPS + "end_time",
           [("StepCount", STEPS + "count", 1, False), ("DistanceWalkingRunning", STEPS + "distance", 1, True),
            ("ActiveEnergyBurned", STEPS + "calorie", 1, True)], "Samsung Health", ",",
           before=["com.samsung.shealth.tracker.pedometer_step_count,6230000,7"], form=spaced_millis),
    Preset("com.samsung.shealth.tracker.heart_rate.20260602.csv",
           [PULSE + "start_time", PULSE + "heart_rate", PULSE + "time_offset", PULSE + "end_time"],
           [PULSE + "start_time", PULSE + "heart_rate"],
           PULSE + "start_time", PULSE + "end_time", [("HeartRate", PULSE + "heart_rate", 1, True)], "Samsung Health", ",",
           before=["com.samsung.shealth.tracker.heart_rate,6230000,7"], form=spaced_millis),
    Preset("Measurements.csv", ["Time of Measurement", "Weight(kg)", "BMI", "Body Fat(%)", "Muscle Mass(kg)", "Bone Mass(kg)", "Remarks"],
           ["Time of Measurement", "Weight(kg)", "BMI", "Body Fat(%)"], "Time of Measurement", None,
           [("BodyMass", "Weight(kg)", 1, False), ("BodyMassIndex", "BMI", 1, True), ("muscleMass", "Muscle Mass(kg)", 1, True),
            ("boneMass", "Bone Mass(kg)", 1, True)], "Renpho", ",;", form=spaced),
    Preset("LibreView.csv", ["Device", "Serial Number", "Device Timestamp", "Record Type", "Historic Glucose mmol/L", "Scan Glucose mmol/L",
                             "Rapid-Acting Insulin (units)", "Carbohydrates (grams)"],
           ["Device Timestamp", "Record Type", "Historic Glucose mmol/L", "Scan Glucose mmol/L"], "Device Timestamp", None,
           [("BloodGlucose", "Historic Glucose mmol/L", MILLIMOLES, False), ("BloodGlucose", "Scan Glucose mmol/L", MILLIMOLES, False),
            ("InsulinDelivery", "Rapid-Acting Insulin (units)", 1, False), ("DietaryCarbohydrates", "Carbohydrates (grams)", 0.001, False)],
           "FreeStyle Libre", ",", before=["Glucose Data,Generated on,20-05-2026 21:00 UTC,Generated by,A Name"],
           form=lambda ms: utc(ms).strftime("%Y-%m-%d %H:%M")),
]


def make(rng):
    return rng.choice(KINDS).make(rng)


def file_name(table):
    return table.kind.file


def encode(table):
    return table.encode()


def expect(table):
    if not table.header_is_whole():
        return Expected(refused=None)
    return table.kind.expect(table)

"""The parts of a case: times, samples, questions and rows. Nothing here computes a statistic."""
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

UNITS = {
    "stepCount": "count", "flightsClimbed": "count", "activeEnergyBurned": "kcal", "basalEnergyBurned": "kcal", "dietaryWater": "mL",
    "dietaryEnergyConsumed": "kcal", "distanceWalkingRunning": "m", "appleExerciseTime": "min", "heartRate": "count/min",
    "respiratoryRate": "count/min", "restingHeartRate": "count/min", "walkingHeartRateAverage": "count/min", "cyclingSpeed": "m/s",
    "cyclingCadence": "count/min", "cyclingPower": "W", "bodyMass": "kg", "height": "m", "bodyTemperature": "degC",
    "bloodGlucose": "mg/dL", "bloodPressureSystolic": "mmHg", "oxygenSaturation": "%", "bodyFatPercentage": "%",
    "environmentalAudioExposure": "dBASPL", "headphoneAudioExposure": "dBASPL", "vo2Max": "mL/min·kg",
}
CASES = {}


def at(zone, text, second=False):
    """The moment at which a clock shows a text such as 2025-03-30 03:00; with `second`, the second time that it does."""
    wall = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=int(second))
    if wall.astimezone(timezone.utc).astimezone(wall.tzinfo).replace(tzinfo=None) != wall.replace(tzinfo=None):
        raise ValueError(f"the clock of {zone} skips {text}")
    return wall.isoformat(timespec="seconds")


def plus(zone, moment, seconds):
    """The moment some elapsed seconds later, as the clock of the zone shows it."""
    later = datetime.fromisoformat(moment).astimezone(timezone.utc) + timedelta(seconds=seconds)
    return later.astimezone(ZoneInfo(zone)).isoformat(timespec="seconds")


def minute(zone, text, minutes):
    return plus(zone, at(zone, text), 60 * minutes)


def sample(type, start, end, value, source="Watch", unit=None, **more):
    """A sample. `more` can have a device, and entered for one that the person typed."""
    return {"type": type, "start": start, "end": end, "value": value, "unit": unit or UNITS[type], "source": source, **more}


def instant(type, moment, value, source="Watch", unit=None, **more):
    return sample(type, moment, moment, value, source, unit, **more)


def sleep(start, end, value, source="Watch"):
    return {"type": "sleepAnalysis", "start": start, "end": end, "value": value, "source": source}


def between(start, end, *options):
    """A predicate of dates."""
    return {"start": start, "end": end, "options": list(options)}


def collection(type, options, anchor, every, first, last, predicate=None, unit=None):
    """Statistics of buckets, from the bucket that holds `first` to the bucket that holds `last`."""
    return {
        "kind": "collection", "quantityType": type, "options": options.split(), "predicate": predicate, "anchorDate": anchor,
        "intervalComponents": every, "from": first, "to": last, "unit": unit or UNITS[type]}


def single(type, options, predicate=None, unit=None):
    """Statistics of all samples that the predicate chooses."""
    return {
        "kind": "statistics", "quantityType": type, "options": options.split(), "predicate": predicate, "unit": unit or UNITS[type]}


def query(type, predicate=None, sort=None, ascending=True, limit=0, unit=None):
    """A sample query. A limit of 0 is none."""
    return {
        "kind": "samples", "quantityType": type, "predicate": predicate, "sort": sort, "ascending": ascending, "limit": limit,
        "unit": unit or UNITS[type]}


def nights(anchor, first, last, values=("asleep",)):
    """The time of sleep values in days that start at the anchor's time."""
    return {
        "kind": "sleep", "values": list(values), "anchorDate": anchor, "intervalComponents": {"day": 1}, "from": first, "to": last}


def table(edges, **columns):
    """Rows between consecutive edges, with one list of values for each column."""
    return [
        {"start": start, "end": end, **{name: values[place] for name, values in columns.items()}}
        for place, (start, end) in enumerate(zip(edges, edges[1:]))]


def case(topic, rule, name, why, zone, samples, question, rows, tolerance=1e-9, report=None, refused=False):
    """Adds a case to a topic. `refused` is true if the right answer is to refuse the question."""
    entry = {"id": f"{topic}/{name}", "rule": rule, "why": why, "zone": zone}
    if report:
        entry["report"] = report
    entry |= {"samples": samples, "question": question}
    if refused:
        entry["refused"] = True
    else:
        entry |= {"rows": rows, "tolerance": tolerance}
    CASES.setdefault(topic, []).append(entry)


def place(zone):
    """A zone as a part of a name: Europe/Berlin is berlin."""
    return zone.split("/")[-1].lower().replace("_", "-")


def number(value):
    """A number as people write it: 2.50 is 2.5, and 3.0 is 3."""
    return f"{value:.10g}"

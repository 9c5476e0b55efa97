"""Writes the samples of a case as export.xml, as the Health app exports them: all dates have the offset of the phone at the export."""
from datetime import datetime, timezone
from xml.sax.saxutils import quoteattr
from zoneinfo import ZoneInfo

# Values of sleep in an export.
PREFIX = "HKCategoryValueSleepAnalysis"


def time(text, offset):
    return datetime.fromisoformat(text).astimezone(offset).strftime("%Y-%m-%d %H:%M:%S %z")


def element(name, content="", **attributes):
    words = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{name}{words}>{content}</{name}>"


def record(sample, offset):
    start, end = (time(sample[key], offset) for key in ("start", "end"))
    common = {"sourceName": sample["source"], "creationDate": end, "startDate": start, "endDate": end}
    if sample["type"] == "workout":
        events = "".join(
            element("WorkoutEvent", type=f"HKWorkoutEventType{kind}", date=time(pause[end], offset))
            for pause in sample["pauses"] for kind, end in (("Pause", "start"), ("Resume", "end")))
        return element("Workout", events, workoutActivityType="HKWorkoutActivityTypeRunning", **common)
    if sample["type"] == "sleepAnalysis":
        value = PREFIX + sample["value"][0].upper() + sample["value"][1:]
        return element("Record", type="HKCategoryTypeIdentifierSleepAnalysis", value=value, **common)
    if "device" in sample:
        common["device"] = f"<<HKDevice: 0x1>, name:{sample['device']}, manufacturer:Apple Inc., model:Watch>"
    entered = element("MetadataEntry", key="HKWasUserEntered", value="1") if sample.get("entered") else ""
    name = sample["type"][0].upper() + sample["type"][1:]
    return element(
        "Record", entered, type=f"HKQuantityTypeIdentifier{name}", unit=sample["unit"], value=repr(sample["value"]), **common)


def document(case):
    """The export of a phone in the zone of the case, at the end of the last sample."""
    ends = [datetime.fromisoformat(sample["end"]) for sample in case["samples"]]
    now = max(ends, default=datetime(2025, 1, 1, tzinfo=timezone.utc)).astimezone(ZoneInfo(case["zone"]))
    offset = timezone(now.utcoffset())
    records = "\n ".join(record(sample, offset) for sample in case["samples"])
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <ExportDate value="{now.strftime("%Y-%m-%d %H:%M:%S %z")}"/>
 {records}
</HealthData>
"""

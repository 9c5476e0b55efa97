#!/usr/bin/env python3
"""pandas, as tutorials about the export of Apple Health use it: markwk.com/data-analysis-for-apple-health.html, johnwmillr.com.

They read the records of export.xml into a frame, convert the dates to the local zone, take the start of each sample as its time, and then
`resample` with `sum`, `mean`, `min`, `max` or `last`. Nights, and days that begin at another time, are days of shifted times.
"""
from xml.etree import ElementTree

import pandas as pd

from export import document
from messages import Unsupported, serve

COLUMNS = {
    "cumulativeSum": ("sum", "sum"), "discreteAverage": ("average", "mean"), "discreteMin": ("min", "min"), "discreteMax": ("max", "max"),
    "mostRecent": ("mostRecent", "last"), "duration": ("duration", "sum")}


def frame(case):
    """The records of the export, with local dates and numbers."""
    records = [element.attrib for element in ElementTree.fromstring(document(case)).iter("Record")]
    names = ["type", "sourceName", "unit", "startDate", "endDate", "value"]
    data = pd.DataFrame(records, columns=names)
    for column in ("startDate", "endDate"):
        data[column] = pd.to_datetime(data[column], utc=True).dt.tz_convert(case["zone"])
    data["type"] = data["type"].str.replace("HK(Quantity|Category)TypeIdentifier", "", regex=True)
    data["duration"] = (data["endDate"] - data["startDate"]).dt.total_seconds()
    return data


def frequency(components, anchor):
    """The rule of `resample`, and by how much times are shifted so that days begin at midnight."""
    (unit, count), *others = components.items()
    shift = pd.Timedelta(hours=anchor.hour, minutes=anchor.minute)
    if others:
        raise Unsupported("an interval of several units")
    if unit in ("month", "year"):
        if anchor.day != 1 or shift or (unit == "year" and anchor.month != 1):
            raise Unsupported("months that do not begin on the 1st")
        return f"{count}{'MS' if unit == 'month' else 'YS'}", None
    if unit in ("day", "weekOfYear"):
        days = count * (7 if unit == "weekOfYear" else 1)
        rules = {1: "D", 7: f"W-{anchor.strftime('%a').upper()}"}
        if days not in rules:
            raise Unsupported("several days")
        return rules[days], shift or None
    return f"{count}{'h' if unit == 'hour' else 'min'}", None


def chosen(data, predicate):
    """The rows whose start is in the range, as most scripts filter, or whose end is, for a strict end."""
    if not predicate:
        return data
    column = "endDate" if predicate["options"] == ["strictEndDate"] else "startDate"
    if predicate["start"]:
        data = data[data[column] >= pd.Timestamp(predicate["start"])]
    if predicate["end"]:
        data = data[data[column] < pd.Timestamp(predicate["end"])]
    return data


def plain(value):
    return None if pd.isna(value) else float(value)


def statistics(data, question):
    """The numbers of one group of rows."""
    found = {}
    for option in question["options"]:
        if option in COLUMNS:
            name, function = COLUMNS[option]
            values = data["duration" if option == "duration" else "value"]
            found[name] = None if values.empty else plain(values.iloc[-1] if function == "last" else getattr(values, function)())
    return found


def collection(data, question, zone):
    """Resamples by the start. Days that begin at another time are days of shifted local times, without a zone."""
    anchor = pd.Timestamp(question["anchorDate"]).tz_convert(zone)
    rule, shift = frequency(question["intervalComponents"], anchor)
    options = {"label": "left", "closed": "left"} if rule.startswith("W") else {"origin": anchor} if rule[0].isdigit() else {}
    first, last = (pd.Timestamp(question[key]).tz_convert(zone) for key in ("from", "to"))
    if shift:
        data = data.assign(startDate=data["startDate"].dt.tz_localize(None) - shift)
        first, last = first.tz_localize(None) - shift, last.tz_localize(None) - shift
    if rule in ("1h", "1min") and not anchor.minute:
        first = first.floor(rule)
    data, columns = data.set_index("startDate"), {}
    for option in question["options"]:
        if option == "separateBySource":
            raise Unsupported("one row with values of each source")
        name, function = COLUMNS[option]
        columns[name] = getattr(data["duration" if option == "duration" else "value"].resample(rule, **options), function)()
    edges = pd.date_range(first, periods=len(pd.date_range(first, last, freq=rule)) + 1, freq=rule)
    labels = (edges + shift).tz_localize(zone, ambiguous=[True] * len(edges), nonexistent="shift_forward") if shift else edges
    return [
        {"start": start.isoformat(), "end": end.isoformat(), **{name: plain(column.get(edge)) for name, column in columns.items()}}
        for edge, start, end in zip(edges, labels, labels[1:])]


def nights(data, question, zone):
    """Sleep by evening: the date of a sample's start, shifted by the hour at which days begin."""
    anchor = pd.Timestamp(question["anchorDate"]).tz_convert(zone)
    shift = pd.Timedelta(hours=anchor.hour)
    wanted = {"asleep": "Asleep", "awake": "Awake", "asleepUnspecified": "AsleepUnspecified"}[question["values"][0]]
    asleep = data[data["value"].str.contains(wanted)]
    totals = asleep.groupby((asleep["startDate"].dt.tz_localize(None) - shift).dt.date)["duration"].sum()
    rows = []
    for start in pd.date_range(pd.Timestamp(question["from"]).tz_convert(zone), pd.Timestamp(question["to"]).tz_convert(zone), freq="D"):
        total = totals.get((start.tz_localize(None) - shift).date())
        rows.append({"start": start.isoformat(), "end": (start + pd.DateOffset(days=1)).isoformat(), "duration": plain(total)})
    return rows


def answer(case):
    question, zone = case["question"], case["zone"]
    if question["kind"] == "workouts":
        raise Unsupported("pauses of workouts")
    data = frame(case)
    if question["kind"] == "sleep":
        return nights(data, question, zone)
    data = data[data["type"].str.lower() == question["quantityType"].lower()]
    if (data["unit"] != question["unit"]).any() and question["options" if "options" in question else "kind"] != ["duration"]:
        raise Unsupported("units")
    data = data.assign(value=pd.to_numeric(data["value"])).sort_values("startDate")
    data = chosen(data, question["predicate"])
    if question["kind"] == "collection":
        return collection(data, question, zone)
    if question["kind"] == "statistics":
        row = statistics(data, question)
        if "separateBySource" in question["options"]:
            row["sources"] = {name: statistics(group, question) for name, group in data.groupby("sourceName")}
        return [row]
    if question["sort"]:
        data = data.sort_values(question["sort"], ascending=question["ascending"], kind="stable")
    data = data.head(question["limit"]) if question["limit"] else data
    return [{"start": row.startDate.isoformat(), "end": row.endDate.isoformat(), "value": row.value} for row in data.itertuples()]


serve(answer)

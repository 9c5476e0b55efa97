#!/usr/bin/env python3
"""DuckDB, as its documentation of date_trunc, time_bucket and generate_series shows them for series of samples.

The samples are a table with a TIMESTAMPTZ start and end. `date_trunc` or `time_bucket` of the start gives the bucket. A generated series of
buckets is joined from the left so that empty ones have a row. The aggregates are sum, avg, min, max and arg_max.
"""
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import duckdb

from messages import Unsupported, serve

CONNECTION = duckdb.connect()
AGGREGATES = {
    "cumulativeSum": ("sum", "sum(value)"), "discreteAverage": ("average", "avg(value)"), "discreteMin": ("min", "min(value)"),
    "discreteMax": ("max", "max(value)"), "mostRecent": ("mostRecent", "arg_max(value, start)"),
    "duration": ("duration", 'sum(epoch("end") - epoch(start))')}
UNITS = {"weekOfYear": "week"}


def fill(case):
    CONNECTION.execute(f"set TimeZone = '{case['zone']}'")
    columns = 'type text, source text, unit text, start timestamptz, "end" timestamptz, value double, stage text'
    CONNECTION.execute(f"create or replace table samples ({columns})")
    for sample in case["samples"]:
        value = sample["value"]
        number, stage = (None, value) if isinstance(value, str) else (value, None)
        row = [sample["type"], sample["source"], sample.get("unit"), sample["start"], sample["end"], number, stage]
        CONNECTION.execute("insert into samples values (?, ?, ?, ?, ?, ?, ?)", row)


def rows(query, *values):
    found = CONNECTION.execute(query, list(values))
    names = [column[0] for column in found.description]
    return [dict(zip(names, row)) for row in found.fetchall()]


def condition(question):
    """The samples of a type that start in the range; with a strict end, those that end in it."""
    words = [f"type = '{question['quantityType']}'"]
    predicate = question["predicate"] or {"start": None, "end": None, "options": []}
    column = '"end"' if predicate["options"] == ["strictEndDate"] else "start"
    words += [f"{column} >= timestamptz '{predicate['start']}'"] if predicate["start"] else []
    words += [f"{column} < timestamptz '{predicate['end']}'"] if predicate["end"] else []
    return " and ".join(words)


def interval(question):
    (unit, count), *others = question["intervalComponents"].items()
    if others:
        raise Unsupported("an interval of several units")
    return f"interval '{count} {UNITS.get(unit, unit)}'"


def bucket(question, moment):
    """The bucket of a moment: date_trunc for periods of the calendar, and time_bucket with an origin for others."""
    anchor = datetime.fromisoformat(question["anchorDate"])
    (unit, count), *_ = question["intervalComponents"].items()
    midnight = anchor.hour == anchor.minute == 0
    natural = {
        "hour": anchor.minute == 0, "day": midnight, "weekOfYear": midnight and anchor.weekday() == 0,
        "month": midnight and anchor.day == 1, "year": midnight and anchor.day == anchor.month == 1}
    if count == 1 and natural.get(unit):
        return f"date_trunc('{UNITS.get(unit, unit)}', {moment})"
    return f"time_bucket({interval(question)}, {moment}, timestamptz '{question['anchorDate']}')"


def buckets(question, columns, source, where):
    """A series of buckets, with the aggregates of the samples that start in each."""
    width, first = interval(question), f"timestamptz '{question['from']}'"
    return f"""
        with buckets as (
            select unnest(generate_series({bucket(question, first)}, timestamptz '{question["to"]}', {width})) as bucket),
        grouped as (select {bucket(question, source)} as bucket, {columns} from samples where {where} group by 1)
        select epoch(bucket) as start, grouped.* exclude (bucket)
        from buckets left join grouped using (bucket) order by bucket"""


def moments(found):
    for row in found:
        for key in {"start", "end"} & set(row):
            row[key] = datetime.fromtimestamp(row[key], timezone.utc).isoformat()
    return found


def with_ends(found, question, zone):
    """Scripts name rows by their starts. A row ends where the next one starts, and the last one an interval later by the clock."""
    anchor = datetime.fromisoformat(question["anchorDate"]).astimezone(ZoneInfo(zone))
    (unit, count), *_ = question["intervalComponents"].items()
    for row, following in zip(found, found[1:] + [None]):
        start = datetime.fromisoformat(row["start"]).astimezone(ZoneInfo(zone))
        if following:
            end = following["start"]
        elif unit in ("hour", "minute"):
            end = (start.astimezone(timezone.utc) + timedelta(**{f"{unit}s": count})).isoformat()
        else:
            months = count * {"month": 1, "year": 12}.get(unit, 0)
            days = count * {"day": 1, "weekOfYear": 7}.get(unit, 0)
            day = start.date().replace(year=start.year + (start.month - 1 + months) // 12, month=(start.month - 1 + months) % 12 + 1)
            end = datetime.combine(day + timedelta(days=days), anchor.time(), ZoneInfo(zone)).isoformat()
        row["end"] = end
    return found


def check_units(question, where):
    units = rows(f"select distinct unit from samples where {where}")
    if question.get("options") != ["duration"] and any(row["unit"] != question["unit"] for row in units):
        raise Unsupported("units")


def answer(case):
    question = case["question"]
    if question["kind"] == "workouts":
        raise Unsupported("pauses of workouts")
    fill(case)
    if question["kind"] == "sleep":
        wanted = {"asleep": "stage like 'asleep%'"}.get(question["values"][0], f"stage = '{question['values'][0]}'")
        found = moments(rows(buckets(question, AGGREGATES["duration"][1] + " as duration", "start", wanted)))
        return with_ends(found, question, case["zone"])
    where = condition(question)
    check_units(question, where)
    if question["kind"] == "samples":
        order = {"startDate": "start", "endDate": '"end"'}.get(question["sort"], "start") + ("" if question["ascending"] else " desc")
        limit = f"limit {question['limit']}" if question["limit"] else ""
        query = f'select epoch(start) as start, epoch("end") as "end", value from samples where {where}'
        return moments(rows(f"{query} order by {order} {limit}"))
    options = [option for option in question["options"] if option in AGGREGATES]
    columns = ", ".join(f'{AGGREGATES[option][1]} as "{AGGREGATES[option][0]}"' for option in options)
    if question["kind"] == "collection":
        if "separateBySource" in question["options"]:
            raise Unsupported("one row with values of each source")
        return with_ends(moments(rows(buckets(question, columns, "start", where))), question, case["zone"])
    row = rows(f"select {columns} from samples where {where}")[0]
    if "separateBySource" in question["options"]:
        found = rows(f"select source, {columns} from samples where {where} group by source")
        row["sources"] = {part.pop("source"): part for part in found}
    return [row]


serve(answer)

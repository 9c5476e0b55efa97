#!/usr/bin/env python3
"""healthkit-to-sqlite, with the SQL that people write for its tables, in Datasette for example.

It makes a table for each type, such as rStepCount. Dates stay texts such as `2025-01-01 08:00:00 +0100`, so people group by
`substr(startDate, 1, 10)` for days, 13 characters for hours and 7 for months, and cast the value.
"""
import io
from datetime import datetime, timedelta

import sqlite_utils
from healthkit_to_sqlite.utils import convert_xml_to_sqlite

from export import document
from messages import Unsupported, serve

LENGTHS = {"hour": (13, "%Y-%m-%d %H"), "day": (10, "%Y-%m-%d"), "month": (7, "%Y-%m"), "year": (4, "%Y")}
AGGREGATES = {
    "cumulativeSum": ("sum", "sum(cast(value as real))"), "discreteAverage": ("average", "avg(cast(value as real))"),
    "discreteMin": ("min", "min(cast(value as real))"), "discreteMax": ("max", "max(cast(value as real))"),
    "duration": ("duration", "sum(strftime('%s', substr(endDate, 1, 19)) - strftime('%s', substr(startDate, 1, 19)))")}


def table(name):
    return f"r{name[0].upper()}{name[1:]}"


def columns(question):
    options = [option for option in question["options"] if option != "separateBySource"]
    if "mostRecent" in options:
        raise Unsupported("the most recent value together with aggregates")
    return ", ".join(f'{AGGREGATES[option][1]} as "{AGGREGATES[option][0]}"' for option in options)


def text(moment):
    return datetime.fromisoformat(moment).strftime("%Y-%m-%d %H:%M:%S %z")


def condition(question):
    """Dates are compared as texts."""
    predicate = question["predicate"] or {"start": None, "end": None, "options": []}
    column = "endDate" if predicate["options"] == ["strictEndDate"] else "startDate"
    words = [f"{column} >= '{text(predicate['start'])}'"] if predicate["start"] else []
    words += [f"{column} < '{text(predicate['end'])}'"] if predicate["end"] else []
    return "where " + " and ".join(words) if words else ""


def labels(question, zone):
    """The texts of the periods from the first to the last, with their starts and ends by the local clock."""
    (unit, count), *others = question["intervalComponents"].items()
    anchor = datetime.fromisoformat(question["anchorDate"])
    parts = {"hour": [anchor.minute], "day": [anchor.hour, anchor.minute], "month": [anchor.day - 1, anchor.hour],
             "year": [anchor.month - 1, anchor.day - 1, anchor.hour]}
    if others or count > 1 or unit not in LENGTHS or any(parts[unit]):
        raise Unsupported("periods that the text of a date does not contain")
    moment, last = (datetime.fromisoformat(question[key]).replace(tzinfo=None) for key in ("from", "to"))
    moment = moment.replace(minute=0) if unit == "hour" else moment
    while moment <= last:
        following = {
            "hour": moment + timedelta(hours=1), "day": moment + timedelta(days=1),
            "month": (moment.replace(day=1) + timedelta(days=32)).replace(day=1), "year": moment.replace(year=moment.year + 1)}[unit]
        yield moment, following
        moment = following


def collection(database, question, zone):
    from zoneinfo import ZoneInfo
    if "separateBySource" in question["options"]:
        raise Unsupported("one row with values of each source")
    names = [AGGREGATES[option][0] for option in question["options"] if option in AGGREGATES]
    length, form = LENGTHS.get(next(iter(question["intervalComponents"])), (0, ""))
    source = f"{table(question['quantityType'])} {condition(question)}"
    query = f"select substr(startDate, 1, {length}) as period, {columns(question)} from {source}"
    periods = list(labels(question, zone))
    found = {row["period"]: row for row in database.query(query + " group by period")}
    return [
        {"start": start.replace(tzinfo=ZoneInfo(zone)).isoformat(), "end": end.replace(tzinfo=ZoneInfo(zone)).isoformat(),
         **{name: found.get(start.strftime(form), {}).get(name) for name in names}} for start, end in periods]


def nights(database, question):
    """Sleep by evening: six hours after 18:00 are midnight, so the date of the shifted start is that of the night."""
    start, end = question["from"], datetime.fromisoformat(question["to"]) + timedelta(days=1)
    wanted = {"asleep": "'%Asleep%'", "awake": "'%Awake'", "asleepUnspecified": "'%AsleepUnspecified'"}[question["values"][0]]
    night = "date(substr(startDate, 1, 19), '+6 hours')" if question["from"] != question["to"] else "0"
    query = f"select {night} as night, {AGGREGATES['duration'][1]} as duration from rSleepAnalysis where value like {wanted}"
    found = list(database.query(query + (" group by night" if night != "0" else "")))
    first = datetime.fromisoformat(start)
    edges = [(first + timedelta(days=number)).isoformat() for number in range((end - first).days + 1)]
    return [{"start": edge, "end": after, "duration": row["duration"]} for edge, after, row in zip(edges, edges[1:], found)]


def answer(case):
    question = case["question"]
    if question["kind"] == "workouts":
        raise Unsupported("pauses of workouts")
    database = sqlite_utils.Database(memory=True)
    convert_xml_to_sqlite(io.BytesIO(document(case).encode()), database)
    if question["kind"] == "sleep":
        return nights(database, question)
    name = table(question["quantityType"])
    if name not in database.table_names():
        raise Unsupported("a type without a table")
    if question.get("options") != ["duration"] and any(row["unit"] != question["unit"] for row in database[name].rows):
        raise Unsupported("units")
    if question["kind"] == "collection":
        return collection(database, question, case["zone"])
    where = condition(question)
    if question["kind"] == "samples" or question["options"] == ["mostRecent"]:
        sort, limit = question.get("sort") or "startDate", question.get("limit", 1)
        order = f"order by {sort} {'' if question.get('ascending', False) else 'desc'}"
        found = database.query(f"select * from {name} {where} {order} {f'limit {limit}' if limit else ''}")
        rows = [{"start": row["startDate"], "end": row["endDate"], "value": float(row["value"])} for row in found]
        if question["kind"] == "statistics":
            return [{"mostRecent": rows[0]["value"] if rows else None}]
        return [{**row, "start": iso(row["start"]), "end": iso(row["end"])} for row in rows]
    row = next(database.query(f"select {columns(question)} from {name} {where}"))
    if "separateBySource" in question["options"]:
        found = database.query(f"select sourceName, {columns(question)} from {name} {where} group by sourceName")
        row["sources"] = {part.pop("sourceName"): part for part in found}
    return [row]


def iso(date):
    return datetime.strptime(date, "%Y-%m-%d %H:%M:%S %z").isoformat()


serve(answer)

#!/usr/bin/env python3
"""Tally: imports the samples of a case as an export, and asks in the language. One `tally pipe` answers all cases.

The first argument is the program. A collection becomes `sum steps by day from … to … anchor …`. A predicate becomes its range with
`edges overlap` or `strict`. A single statistic has no `by`.
"""
import json
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

from export import document
from messages import Refused, Unsupported, serve

COLUMNS = {
    "cumulativeSum": ("sum", "sum"), "discreteAverage": ("average", "average"), "discreteMin": ("min", "min"),
    "discreteMax": ("max", "max"), "mostRecent": ("latest", "mostRecent"), "duration": ("duration", "duration")}
PERIODS = {"weekOfYear": "week"}
EDGES = {
    (): "edges overlap", ("strictStartDate",): "strict start", ("strictEndDate",): "strict end",
    ("strictStartDate", "strictEndDate"): "strict"}
SLEEP = {
    "asleep": ("sleep", ""), "awake": ("sleepAnalysis", "where value is awake"),
    "asleepUnspecified": ("sleepAnalysis", "where value is unspecified")}
REFUSALS = {"E120", "E121"}
FOLDER = Path(tempfile.mkdtemp())
PROGRAM = str(Path(sys.argv[1]).resolve())
PIPE = subprocess.Popen([PROGRAM, "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=FOLDER)


def run(statements):
    """The documents that statements print, each as JSON."""
    request = {"jsonrpc": "2.0", "id": 1, "method": "run", "params": {"text": "\n".join(statements), "name": "case"}}
    print(json.dumps(request), file=PIPE.stdin, flush=True)
    found = []
    while "id" not in (message := json.loads(PIPE.stdout.readline())):
        if message["method"] == "output" and message["params"]["kind"] == "printed" and message["params"]["text"].startswith('{"query"'):
            found.append(json.loads(message["params"]["text"]))
    if message["result"].get("code") in REFUSALS:
        raise Refused
    if message["result"]["status"] != "fine":
        raise ValueError(message["result"])
    return found


def interval(question):
    (name, count), *others = question["intervalComponents"].items()
    if others:
        raise Unsupported("an interval of several units")
    return f"{count} {PERIODS.get(name, name)}{'s' if count > 1 else ''}" if count > 1 else PERIODS.get(name, name)


def choice(predicate):
    """The words of a predicate. A missing end is a time before or after all samples."""
    if not predicate:
        return ""
    start, end = predicate["start"] or "1970-01-01T00:00:00Z", predicate["end"] or "2039-01-01T00:00:00Z"
    return f"from {start} to {end} {EDGES[tuple(predicate['options'])]}"


def collection_range(question):
    """The range of a collection: that of its rows. A predicate chooses samples by their start and end."""
    first, last, predicate = question["from"], question["to"], question.get("predicate")
    if predicate and datetime.fromisoformat(predicate["start"]) <= datetime.fromisoformat(first):
        return choice(predicate)
    end = (datetime.fromisoformat(last) + timedelta(milliseconds=1)).isoformat(timespec="milliseconds")
    return f"from {first} to {end} edges outward {where(predicate) if predicate else ''}"


def where(predicate):
    """A predicate as a condition."""
    strict = predicate["options"]
    late = [key for key, option in (("start", "strictStartDate"), ("end", "strictEndDate")) if option in strict] or ["end"]
    early = [key for key, option in (("start", "strictStartDate"), ("end", "strictEndDate")) if option in strict] or ["start"]
    tests = [f"{key} >= {predicate['start']}" for key in late] + [f"{key} < {predicate['end']}" for key in early]
    return f"where {' and '.join(tests)}"


def values(row, options):
    """The columns of a row under HealthKit's names."""
    return {COLUMNS[option][1]: row[COLUMNS[option][0]] for option in options if option in COLUMNS}


def statistics(question, zone):
    """The queries of a question about a quantity: one with sources merged, and one for each source if it asks for them."""
    options = question["options"]
    measures = [COLUMNS[option][0] for option in options if option in COLUMNS]
    unit = "s" if options == ["duration"] else f'"{question["unit"]}"'
    keys, chosen, anchor = [], choice(question["predicate"]), ""
    if question["kind"] == "collection":
        keys, chosen = [interval(question)], collection_range(question)
        anchor = f"anchor {question['anchorDate']}"
    for more in [[], ["source"]] if "separateBySource" in options else [[]]:
        by = f"by {', '.join(keys + more)}" if keys + more else ""
        yield f"{', '.join(measures)} {question['quantityType']} in {unit} {by} {chosen} {anchor} zone {zone} as json"


def inside(row, question):
    """True if a row is one that the question enumerates."""
    if question["kind"] != "collection":
        return True
    start, end = datetime.fromisoformat(row["start"]), datetime.fromisoformat(row["end"])
    return end > datetime.fromisoformat(question["from"]) and start <= datetime.fromisoformat(question["to"])


def quantity_rows(question, documents):
    options = question["options"]
    rows = [{"start": row["start"], "end": row["end"], **values(row, options)} for row in documents[0]["rows"] if inside(row, question)]
    for row in documents[1]["rows"] if len(documents) > 1 else []:
        found = values(row, options)
        for merged in rows:
            if question["kind"] == "statistics" or merged["start"] == row["start"]:
                if any(value is not None for value in found.values()):
                    merged.setdefault("sources", {})[row["source"]] = found
    return rows


def answer(case):
    question, zone = case["question"], case["zone"]
    (FOLDER / "export.xml").write_text(document(case))
    setup = ['open ":memory:"', f"set zone = {zone}", "set now = 2040-01-01", 'import "export.xml"']
    if question["kind"] in ("collection", "statistics"):
        return quantity_rows(question, run(setup + list(statistics(question, zone))))
    if question["kind"] == "samples":
        order = {None: "", "startDate": "start", "endDate": "end"}[question["sort"]]
        sort = f"| sort {order}{'' if question['ascending'] else ' descending'}" if order else ""
        limit = f"| limit {question['limit']}" if question["limit"] else ""
        query = f'samples of {question["quantityType"]} in "{question["unit"]}" {choice(question["predicate"])} {sort} {limit} as json'
        return [{key: row[key] for key in ("start", "end", "value")} for row in run(setup + [query])[0]["rows"]]
    if question["kind"] == "workouts":
        rows = run(setup + ["samples of workouts as json"])[0]["rows"]
        return [{"start": row["start"], "end": row["end"], "duration": row["duration"] * 60} for row in rows]
    metric, condition = SLEEP[question["values"][0]]
    query = (
        f"duration {metric} in s by {interval(question)} {collection_range(question)} {condition} anchor {question['anchorDate']} "
        f"zone {zone} as json")
    return [{"start": row["start"], "end": row["end"], "duration": row["duration"]} for row in run(setup + [query])[0]["rows"]]


serve(answer)

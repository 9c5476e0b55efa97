"""Rows of hours that an engine printed, as columns."""

import csv
import datetime
import json
import os

import numpy


def read(path):
    """Returns the starts and sums of a file, which is CSV or any form of JSON with the names `start` and `sum`."""
    with open(path) as file:
        return columns(file.read(), path.rsplit(".")[-1])


def columns(text, form):
    rows = list(csv.DictReader(text.splitlines())) if form == "csv" else objects(text)
    starts = [datetime.datetime.fromisoformat(row["start"]).timestamp() for row in rows]
    return [numpy.array(starts), numpy.array([float(row["sum"]) for row in rows])]


def objects(text):
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]
    return found if isinstance(found, list) else found.get("data") or found["rows"]


def size(path):
    return os.path.getsize(path) if os.path.exists(path) else 0

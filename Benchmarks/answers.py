"""Answers as arrays of keys and values, and the differences between them."""

import csv
import datetime
import io

import numpy

from engines import printed


def tally_answer(text, kind):
    """Returns keys and values of a CSV answer as rows of an array, in the format of peers.py."""
    if kind == "printed":
        return numpy.array(printed.columns(text, "json" if text.startswith("{") else "csv"))
    rows = list(csv.reader(io.StringIO(text)))[1:]
    value = {"sources": 3, "profile": 1, "bins": 4}.get(kind, 2)
    values = [float(row[value] or "nan") for row in rows]
    if kind == "profile":
        return numpy.array([range(len(rows)), values])
    if kind == "held":
        return numpy.array([[0], values])
    if kind == "bins":
        return numpy.array([[float(row[2]) for row in rows], values])
    keys = [datetime.datetime.fromisoformat(row[0]).timestamp() for row in rows]
    if kind == "sources":
        return numpy.array([keys, [0 if row[2] == "Apple Watch" else 1 for row in rows], values])
    return numpy.array([keys, values])


def wrong_rows(answer, truth):
    """Returns the number of missing, extra and wrong rows. A row without a value counts as missing."""
    def rows(columns):
        return {tuple(row[:-1]): row[-1] for row in columns.T.tolist() if not numpy.isnan(row[-1])}
    answer, truth = rows(answer), rows(truth)
    close = lambda a, b: abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1)
    return sum(key not in answer or not close(answer[key], truth[key]) for key in truth) + len(answer.keys() - truth.keys())

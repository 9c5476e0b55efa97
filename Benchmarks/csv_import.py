#!/usr/bin/env python3
"""Imports CSV files into another engine, and prints the number of rows, the sum of values and the last start of each file as JSON.

DuckDB also imports JSON Lines.

    csv_import.py ENGINE TARGET FILE …
"""

import json
import sys


def duckdb(target, files):
    import duckdb

    db = duckdb.connect(target)
    for number, file in enumerate(files):
        reader = "read_ndjson" if file.endswith(".jsonl") else "read_csv"
        db.execute(f"CREATE TABLE t{number} AS SELECT * FROM {reader}('{file}')")
    db.execute("CHECKPOINT")
    facts = "count(*), sum(value)::DOUBLE, epoch_ms(max(start))"
    return [db.execute(f"SELECT {facts} FROM t{number}").fetchone() for number in range(len(files))]


def chdb(target, files):
    from chdb import session

    db = session.Session(target)
    db.query("CREATE DATABASE IF NOT EXISTS h ENGINE = Atomic")
    found = []
    for number, file in enumerate(files):
        columns = "type String, source String, start DateTime64(3), end DateTime64(3), value Float64, unit String"
        db.query(f"CREATE TABLE h.t{number} ({columns}) ENGINE = MergeTree ORDER BY start")
        db.query(
            f"INSERT INTO h.t{number} SELECT * FROM file('{file}', CSVWithNames, '{columns}') "
            "SETTINGS date_time_input_format = 'best_effort'")
        facts = "count(), sum(value), toUnixTimestamp64Milli(max(start))"
        found.append([float(fact) for fact in str(db.query(f"SELECT {facts} FROM h.t{number}", "CSV")).strip().split(",")])
    return found


def polars(target, files):
    import polars

    frames = [polars.read_csv(file, try_parse_dates=True) for file in files]
    return [[len(frame), frame["value"].sum(), frame["start"].max().timestamp() * 1000] for frame in frames]


def sqlite(target, files):
    import csv
    import sqlite3
    from datetime import datetime

    db = sqlite3.connect(target)
    moment = lambda text: datetime.fromisoformat(text).timestamp()
    for number, file in enumerate(files):
        db.execute(f'CREATE TABLE t{number} (type, source, start REAL, "end" REAL, value REAL, unit)')
        rows = csv.reader(open(file))
        next(rows)
        values = ([a, b, moment(c), moment(d), float(e), f] for a, b, c, d, e, f in rows)
        db.executemany(f"INSERT INTO t{number} VALUES (?, ?, ?, ?, ?, ?)", values)
    db.commit()
    return [db.execute(f"SELECT count(*), sum(value), round(max(start) * 1000) FROM t{number}").fetchone() for number in range(len(files))]


if __name__ == "__main__":
    engine, target, *files = sys.argv[1:]
    print(json.dumps({"duckdb": duckdb, "chdb": chdb, "polars": polars, "sqlite": sqlite}[engine](target, files)))

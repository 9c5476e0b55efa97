#!/usr/bin/env python3
"""Runs the same queries in other engines, in their own languages.

    peers.py ENGINE FOLDER STEPS HEARTS YEARS RUNS QUESTION …      one line of JSON per question; --once stops after the first answer

Each engine stores the columns start, end, value and source as its users would, and reads them from the same files. Each query
follows the manual of its engine. If such a query is wrong on days with clock changes, the answer is reported as wrong. None of
the engines can merge sources. For that they run the shortest correct query known to us, the numpy algorithm in their language.
It relies on a property of this data: samples of the better source never overlap each other.
"""

import json
import resource
import sys
import time
import zoneinfo
from datetime import datetime

import numpy

from data import ZONE, Samples
from engines.chdb import ClickHouse
from engines.duckdb import DuckDB
from engines.floor import Floor
from engines.polars import Polars
from engines.sqlite import SQLite

ENGINES = {"numpy": Floor, "duckdb": DuckDB, "chdb": ClickHouse, "polars": Polars, "sqlite": SQLite}


def plain(keys):
    """Returns keys as numbers. Local times become seconds since 1970. A local time that occurs twice becomes the earlier one."""
    keys = numpy.asarray(keys)
    if keys.dtype.kind in "UO":
        zone = zoneinfo.ZoneInfo(ZONE)
        return numpy.array([datetime.fromisoformat(key).replace(tzinfo=zone).timestamp() for key in keys])
    return keys.astype(float)


def main():
    once = "--once" in sys.argv
    engine, folder, steps, hearts, years, runs, *questions = [word for word in sys.argv[1:] if word != "--once"]
    peer = ENGINES[engine](Samples(folder, int(steps), int(hearts), int(years)))
    begin = time.perf_counter()
    peer.open()
    opened = time.perf_counter() - begin
    for text in questions:
        question = json.loads(text)
        if question["kind"] in peer.cannot:
            print(json.dumps({"question": question["name"], "cannot": peer.cannot[question["kind"]]}), flush=True)
            continue
        peer.prepare(question)
        seconds = []
        while len(seconds) < (1 if once else int(runs) + 1) and sum(seconds) < 6:
            begin = time.perf_counter()
            found = peer.ask(question)
            seconds.append(time.perf_counter() - begin)
        *keys, values = peer.answer(question, found)
        if once:
            print(len(values))
            return
        path = peer.path(f"answer-{engine}-{question['name']}.npy")
        numpy.save(path, numpy.stack([plain(column) for column in keys] + [numpy.asarray(values, float)]))
        # The first run reads from disk.
        print(json.dumps({"question": question["name"], "seconds": seconds[1:] or seconds, "answer": path}), flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(json.dumps({"size": peer.size(), "memory": memory, "opened": opened, "code": peer.code_size()}), flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs the same queries in other engines, in their own languages.

    peers.py ENGINE FOLDER STEPS HEARTS YEARS RUNS QUESTION …      one line of JSON per question; --once stops after the first answer

Each engine stores the columns start, end, value and source as its users would, and reads them from the same files. Each query
follows the manual of its engine. If such a query is wrong on days with clock changes, the answer is reported as wrong. None of
the engines can merge sources. For that they run the shortest correct query known to us, the numpy algorithm in their language.
It relies on a property of this data: samples of the better source never overlap each other.
"""

import json
import os
import resource
import sys
import time
import zoneinfo
from datetime import datetime

import numpy

from data import ZONE, Samples, edges

HOUR = 3_600_000


class Peer:
    """An engine. `open` creates its tables if needed. `ask` returns columns of keys and one column of values."""

    def __init__(self, samples):
        self.samples = samples

    def path(self, name):
        return self.samples.path(name)

    def size(self):
        return 0

    def ask(self, question):
        return getattr(self, question["kind"])(**question["arguments"])

    def prepare(self, question):
        """Does work that a user does once, such as computing edges. It is not measured."""


class Floor(Peer):
    """numpy with precomputed bucket edges, close to the memory speed of one core. All other answers are compared with it."""

    def open(self):
        names = ["steps_start", "steps_end", "steps_value", "steps_source", "heart_start", "heart_value"]
        for name in names:
            setattr(self, name, numpy.array(self.samples.column(name)))
        self.units = {unit: edges(self.samples.begin, self.samples.end, unit) for unit in ["hour", "day", "week", "month"]}
        hours = self.units["hour"][:-1] // 1000
        zone = zoneinfo.ZoneInfo(ZONE)
        clocks = [datetime.fromtimestamp(int(hour), zone) for hour in hours]
        self.slots = {"hour": numpy.array([c.hour for c in clocks]), "weekday": numpy.array([c.weekday() for c in clocks])}

    def pieces(self, start, unit):
        """Returns the starts of the unit's buckets and, for each edge, the first row at or after it."""
        at = self.units[unit]
        return at[:-1] // 1000, numpy.searchsorted(start, at)

    def sums(self, rows, values):
        """Returns the sum of each bucket, NaN for empty ones. `reduceat` would give empty buckets the next value."""
        padded = numpy.append(values[: rows[-1]], 0)
        return numpy.where(rows[1:] > rows[:-1], numpy.add.reduceat(padded, rows[:-1]), numpy.nan)

    def total(self, unit, above=None, window=None):
        if window:
            low, high = window
            at = numpy.arange(low * 1000, high * 1000 + 1, HOUR)
            return at[:-1] // 1000, self.sums(numpy.searchsorted(self.steps_start, at), self.steps_value)
        keys, rows = self.pieces(self.steps_start, unit)
        if above is None:
            return keys, self.sums(rows, self.steps_value)
        passes = self.steps_value > above
        sums = self.sums(rows, self.steps_value * passes)
        return keys, numpy.where(self.sums(rows, passes.astype(float)) > 0, sums, numpy.nan)

    def mean(self, unit):
        keys, rows = self.pieces(self.heart_start, unit)
        return keys, self.sums(rows, self.heart_value) / numpy.diff(rows)

    def quantile(self, unit, p):
        keys, rows = self.pieces(self.heart_start, unit)
        slices = zip(rows, rows[1:])
        return keys, numpy.array([numpy.quantile(self.heart_value[a:b], p) for a, b in slices])

    def sources(self, unit):
        keys, rows = self.pieces(self.steps_start, unit)
        columns = [self.sums(rows, self.steps_value * (self.steps_source == source)) for source in [0, 1]]
        return numpy.repeat(keys, 2), numpy.tile([0, 1], len(keys)), numpy.stack(columns, axis=1).ravel()

    def profile(self, slot):
        _, rows = self.pieces(self.heart_start, "hour")
        slots = self.slots[slot]
        sums = numpy.bincount(slots, numpy.nan_to_num(self.sums(rows, self.heart_value)))
        return numpy.arange(len(sums)), sums / numpy.bincount(slots, numpy.diff(rows))

    def running(self, unit):
        keys, sums = self.total(unit)
        return keys, numpy.cumsum(sums)

    def shared(self, unit):
        return self.merged(unit, isMerged=False)

    def merged(self, unit, window=None, isMerged=True):
        begin, end = [bound * 1000 for bound in window] if window else (self.samples.begin, self.samples.end)
        near = slice(*numpy.searchsorted(self.steps_start, [begin - HOUR, end])) if window else slice(None)
        start, finish, value, source = (
            column[near] for column in [self.steps_start, self.steps_end, self.steps_value, self.steps_source])
        better = source == 0 if isMerged else numpy.ones(len(source), bool)
        low, high = start[better], finish[better]
        covered = numpy.concatenate([[0], numpy.cumsum(high - low)])

        def coverage(moment):
            """Returns how long the better source has recorded up to a moment."""
            index = numpy.searchsorted(low, moment, side="right")
            last = numpy.maximum(index - 1, 0)
            return covered[index] - numpy.where(index > 0, numpy.maximum(high[last] - moment, 0), 0)

        hours = numpy.zeros((end - begin) // HOUR)
        for source_start, source_end, amount, isBetter in [
            (low, high, value[better], True), (start[~better], finish[~better], value[~better], False)
        ]:
            if len(amount) == 0:
                continue
            length = source_end - source_start
            first = (source_start - begin) // HOUR
            for crossing in range(int(((source_end - 1 - begin) // HOUR - first).max()) + 1):
                left = numpy.maximum(source_start, begin + (first + crossing) * HOUR)
                right = numpy.minimum(source_end, begin + (first + crossing + 1) * HOUR)
                inside = (right > left) & (first + crossing >= 0) & (first + crossing < len(hours))
                left, right = left[inside], right[inside]
                seconds = right - left if isBetter else right - left - (coverage(right) - coverage(left))
                hours += numpy.bincount((first + crossing)[inside], amount[inside] * seconds / length[inside], len(hours))
        keys = (begin + numpy.arange(len(hours)) * HOUR) // 1000
        if unit == "hour":
            return keys, hours
        at = self.units[unit]
        return at[:-1] // 1000, self.sums(numpy.searchsorted(keys * 1000, at), hours)


class DuckDB(Peer):
    def open(self):
        import duckdb

        isNew = not os.path.exists(self.path("duck.db"))
        self.db = duckdb.connect(self.path("duck.db"), read_only=not isNew)
        self.db.execute(f"SET TimeZone = '{ZONE}'")
        if isNew:
            times = "epoch_ms(start)::TIMESTAMPTZ"
            for metric in ["steps", "heart"]:
                columns = {"start": self.samples.column(metric + "_start"), "value": self.samples.column(metric + "_value")}
                rest = ""
                if metric == "steps":
                    columns |= {"end": self.samples.column("steps_end"), "source": self.samples.column("steps_source")}
                    rest = ', make_timestamptz("end" * 1000) AS "end", source'
                rows = {name: numpy.array(column) for name, column in columns.items()}
                self.db.execute(f"CREATE TABLE {metric} AS SELECT make_timestamptz(start * 1000) AS start, value{rest} FROM rows")
            self.db.execute("CHECKPOINT")

    def size(self):
        return os.path.getsize(self.path("duck.db"))

    def query(self, sql):
        return list(self.db.execute(sql).fetchnumpy().values())

    def bucket(self, unit, column="start"):
        return f"epoch(date_trunc('{unit}', {column}))::BIGINT"

    def total(self, unit, above=None, window=None):
        test = f"WHERE value > {above}" if above is not None else ""
        if window:
            test = f"WHERE start >= to_timestamp({window[0]}) AND start < to_timestamp({window[1]})"
        return self.query(f"SELECT {self.bucket(unit)} AS k, sum(value) FROM steps {test} GROUP BY k ORDER BY k")

    def mean(self, unit):
        return self.query(f"SELECT {self.bucket(unit)} AS k, avg(value) FROM heart GROUP BY k ORDER BY k")

    def quantile(self, unit, p):
        return self.query(f"SELECT {self.bucket(unit)} AS k, quantile_cont(value, {p}) FROM heart GROUP BY k ORDER BY k")

    def sources(self, unit):
        return self.query(f"SELECT {self.bucket(unit)} AS k, source, sum(value) FROM steps GROUP BY k, source ORDER BY k, source")

    def profile(self, slot):
        field = "isodow(start) - 1" if slot == "weekday" else "hour(start)"
        return self.query(f"SELECT {field} AS k, avg(value) FROM heart GROUP BY k ORDER BY k")

    def running(self, unit):
        return self.query(
            f"SELECT k, sum(total) OVER (ORDER BY k) FROM (SELECT {self.bucket(unit)} AS k, sum(value) AS total FROM steps GROUP BY k)")

    def shared(self, unit):
        return self.merged(unit, text=SHARED)

    def merged(self, unit, window=None, text=None):
        low, high = window or (self.samples.begin // 1000, self.samples.end // 1000)
        near = f"WHERE start >= to_timestamp({low - 3600}) AND start < to_timestamp({high})" if window else ""
        return self.query((text or MERGED).format(
            table="steps", near=near, low=low * 1000, high=high * 1000, hour=HOUR, rows='epoch_ms(start) AS s, epoch_ms("end") AS e',
            hours="unnest(range(s // {0}, (e - 1) // {0} + 1)) AS h".format(HOUR), divide="//",
            bucket="h * 3600" if unit == "hour" else self.bucket(unit, "to_timestamp(h * 3600)"), asof="ASOF LEFT JOIN", same="", same_l=""))


# A sample of the worse source counts only for the time in which the better source does not record. The time that the better source has
# recorded up to a moment is the total length of its samples so far, minus the part of the last one after that moment.
PIECES = """
WITH rows AS (SELECT {rows}, value AS v, source FROM {table} {near}),
pieces AS (
    SELECT greatest(s, h * {hour}) AS a, least(e, (h + 1) * {hour}) AS b, v / (e - s) AS rate, source, h, 1 AS one FROM (
        SELECT s, e, v, source, {hours} FROM rows)),
"""
MERGED = PIECES + """
better AS (SELECT s, e, CAST(sum(e - s) OVER (ORDER BY s) AS BIGINT) AS covered, 1 AS one FROM rows WHERE source = 0),
left_ends AS (
    SELECT p.a AS a, p.b AS b, p.rate AS rate, p.h AS h, p.one AS one, coalesce(x.covered - greatest(x.e - p.a, 0), 0) AS before_a
    FROM pieces p {asof} better x ON {same}p.a >= x.s WHERE p.source = 1),
shares AS (
    SELECT l.h AS h, rate * (l.b - l.a - (coalesce(x.covered - greatest(x.e - l.b, 0), 0) - before_a)) AS share
    FROM left_ends l {asof} better x ON {same_l}l.b >= x.s
    UNION ALL SELECT h, rate * (b - a) AS share FROM pieces WHERE source = 0),
hours AS (SELECT h, sum(share) AS total FROM shares WHERE h >= {low} {divide} {hour} AND h < {high} {divide} {hour} GROUP BY h)
SELECT {bucket} AS k, sum(total) FROM hours GROUP BY k ORDER BY k
"""
SHARED = PIECES + """
hours AS (SELECT h, sum(rate * (b - a)) AS total FROM pieces GROUP BY h)
SELECT {bucket} AS k, sum(total) FROM hours GROUP BY k ORDER BY k
"""


class ClickHouse(Peer):
    """chDB, which is ClickHouse in the same process."""

    def open(self):
        from chdb import session

        isNew = not os.path.exists(self.path("clickhouse"))
        self.db = session.Session(self.path("clickhouse"))
        self.db.query("CREATE DATABASE IF NOT EXISTS h ENGINE = Atomic")
        if isNew:
            import pyarrow
            import pyarrow.parquet

            for metric in ["steps", "heart"]:
                names = ["start", "end", "value", "source"] if metric == "steps" else ["start", "value"]
                table = pyarrow.table({name: self.samples.column(f"{metric}_{name}") for name in names})
                pyarrow.parquet.write_table(table, self.path("rows.parquet"))
                types = {"start": f"DateTime64(3, '{ZONE}')", "end": f"DateTime64(3, '{ZONE}')", "value": "Float64", "source": "UInt8"}
                columns = ", ".join(f"{name} {types[name]}" for name in names)
                self.db.query(f"CREATE TABLE h.{metric} ({columns}) ENGINE = MergeTree ORDER BY start")
                picked = ", ".join(f"fromUnixTimestamp64Milli({n}, '{ZONE}')" if n in ("start", "end") else n for n in names)
                self.db.query(f"INSERT INTO h.{metric} SELECT {picked} FROM file('{self.path('rows.parquet')}')")
                self.db.query(f"OPTIMIZE TABLE h.{metric} FINAL")
                os.remove(self.path("rows.parquet"))

    def size(self):
        return int(str(self.db.query("SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'h'", "CSV")).strip())

    def query(self, sql):
        table = self.db.query(sql, "ArrowTable")
        return [column.to_numpy() for column in table.columns]

    def bucket(self, unit, column="start"):
        name = {"hour": "toStartOfHour", "day": "toStartOfDay", "week": "toMonday", "month": "toStartOfMonth"}[unit]
        return f"toUnixTimestamp(toDateTime({name}({column}, '{ZONE}'), '{ZONE}'))" if unit != "hour" else f"toUnixTimestamp({name}({column}))"

    def total(self, unit, above=None, window=None):
        test = f"WHERE value > {above}" if above is not None else ""
        if window:
            test = f"WHERE start >= fromUnixTimestamp({window[0]}) AND start < fromUnixTimestamp({window[1]})"
        return self.query(f"SELECT {self.bucket(unit)} AS k, sum(value) FROM h.steps {test} GROUP BY k ORDER BY k")

    def mean(self, unit):
        return self.query(f"SELECT {self.bucket(unit)} AS k, avg(value) FROM h.heart GROUP BY k ORDER BY k")

    def quantile(self, unit, p):
        return self.query(f"SELECT {self.bucket(unit)} AS k, quantileExactInclusive({p})(value) FROM h.heart GROUP BY k ORDER BY k")

    def sources(self, unit):
        return self.query(f"SELECT {self.bucket(unit)} AS k, source, sum(value) FROM h.steps GROUP BY k, source ORDER BY k, source")

    def profile(self, slot):
        field = "toDayOfWeek(start, 1)" if slot == "weekday" else "toHour(start)"
        return self.query(f"SELECT {field} AS k, avg(value) FROM h.heart GROUP BY k ORDER BY k")

    def running(self, unit):
        inner = f"SELECT {self.bucket(unit)} AS k, sum(value) AS total FROM h.steps GROUP BY k"
        return self.query(f"SELECT k, sum(total) OVER (ORDER BY k) FROM ({inner}) ORDER BY k")

    def shared(self, unit):
        return self.merged(unit, text=SHARED)

    def merged(self, unit, window=None, text=None):
        low, high = window or (self.samples.begin // 1000, self.samples.end // 1000)
        near = f"WHERE start >= fromUnixTimestamp({low - 3600}) AND start < fromUnixTimestamp({high})" if window else ""
        return self.query((text or MERGED).format(
            table="h.steps", near=near, low=low * 1000, high=high * 1000, hour=HOUR,
            rows="toUnixTimestamp64Milli(start) AS s, toUnixTimestamp64Milli(end) AS e",
            hours=f"toInt64(arrayJoin(range(toUInt64(intDiv(s, {HOUR})), toUInt64(intDiv(e - 1, {HOUR}) + 1)))) AS h", divide="/",
            bucket="toInt64(h) * 3600" if unit == "hour" else self.bucket(unit, "fromUnixTimestamp(toInt64(h) * 3600)"),
            # Its ASOF join requires an equality in addition to the inequality.
            asof="ASOF LEFT JOIN", same="p.one = x.one AND ", same_l="l.one = x.one AND "))


class Polars(Peer):
    def open(self):
        import polars

        self.polars = polars
        def frame(metric, names):
            columns = {name: polars.Series(numpy.array(self.samples.column(f"{metric}_{name}"))) for name in names}
            for name in {"start", "end"} & set(names):
                columns[name] = columns[name].cast(polars.Datetime("ms", "UTC")).dt.convert_time_zone(ZONE)
            return polars.DataFrame(columns).set_sorted("start")
        self.steps = frame("steps", ["start", "end", "value", "source"])
        self.heart = frame("heart", ["start", "value"])

    def columns(self, frame):
        keys, *rest = frame.get_columns()
        keys = keys.dt.epoch("s") if keys.dtype.is_temporal() else keys
        return [keys.to_numpy()] + [column.to_numpy() for column in rest]

    def every(self, unit):
        return {"hour": "1h", "day": "1d", "week": "1w", "month": "1mo"}[unit]

    def grouped(self, frame, unit, value):
        return frame.lazy().group_by_dynamic("start", every=self.every(unit)).agg(value).collect()

    def total(self, unit, above=None, window=None):
        pl, frame = self.polars, self.steps.lazy()
        if above is not None:
            frame = frame.filter(pl.col("value") > above)
        if window:
            low, high = [pl.from_epoch(pl.lit(bound)).dt.replace_time_zone("UTC").dt.convert_time_zone(ZONE) for bound in window]
            frame = frame.filter((pl.col("start") >= low) & (pl.col("start") < high))
        return self.columns(self.grouped(frame, unit, pl.col("value").sum()))

    def mean(self, unit):
        return self.columns(self.grouped(self.heart, unit, self.polars.col("value").mean()))

    def quantile(self, unit, p):
        return self.columns(self.grouped(self.heart, unit, self.polars.col("value").quantile(p, "linear")))

    def sources(self, unit):
        pl = self.polars
        frame = self.steps.lazy().group_by(pl.col("start").dt.truncate(self.every(unit)), "source").agg(pl.col("value").sum())
        return self.columns(frame.sort("start", "source").collect())

    def profile(self, slot):
        start = self.polars.col("start").dt
        key = (start.weekday() - 1 if slot == "weekday" else start.hour()).alias("k")
        return self.columns(self.heart.lazy().group_by(key).agg(self.polars.col("value").mean()).sort("k").collect())

    def running(self, unit):
        frame = self.grouped(self.steps, unit, self.polars.col("value").sum())
        return self.columns(frame.with_columns(self.polars.col("value").cum_sum()))

    def shared(self, unit):
        return self.merged(unit, isMerged=False)

    def merged(self, unit, window=None, isMerged=True):
        pl = self.polars
        low, high = [bound * 1000 for bound in window] if window else (self.samples.begin, self.samples.end)
        rows = self.steps.lazy().select(
            pl.col("start").dt.epoch("ms").alias("s"), pl.col("end").dt.epoch("ms").alias("e"), pl.col("value").alias("v"), "source")
        if window:
            rows = rows.filter((pl.col("s") >= low - HOUR) & (pl.col("s") < high))
        better = rows.filter(pl.col("source") == 0).select("s", pl.col("e").alias("x"), (pl.col("e") - pl.col("s")).cum_sum().alias("covered"))
        better = better.set_sorted("s")
        hours = pl.int_ranges(pl.col("s") // HOUR, (pl.col("e") - 1) // HOUR + 1).alias("h")
        pieces = rows.with_columns(hours).explode("h").select(
            pl.max_horizontal("s", pl.col("h") * HOUR).alias("a"), pl.min_horizontal("e", (pl.col("h") + 1) * HOUR).alias("b"),
            (pl.col("v") / (pl.col("e") - pl.col("s"))).alias("rate"), "source", "h")

        def coverage(frame, moment):
            joined = frame.sort(moment).join_asof(better, left_on=moment, right_on="s", strategy="backward")
            known = pl.col("covered") - pl.max_horizontal(pl.col("x") - pl.col(moment), 0)
            return joined.with_columns(known.fill_null(0).alias("until_" + moment)).drop("s", "x", "covered", strict=False)

        whole = (pl.col("rate") * (pl.col("b") - pl.col("a"))).alias("share")
        if isMerged:
            worse = coverage(coverage(pieces.filter(pl.col("source") == 1), "a"), "b")
            uncovered = pl.col("b") - pl.col("a") - (pl.col("until_b") - pl.col("until_a"))
            shares = worse.select("h", (pl.col("rate") * uncovered).alias("share"))
            shares = pl.concat([shares, pieces.filter(pl.col("source") == 0).select("h", whole)])
        else:
            shares = pieces.select("h", whole)
        totals = shares.filter((pl.col("h") >= low // HOUR) & (pl.col("h") < high // HOUR)).group_by("h").agg(pl.col("share").sum()).sort("h")
        moment = pl.from_epoch(pl.col("h") * 3600).dt.replace_time_zone("UTC").dt.convert_time_zone(ZONE)
        totals = totals.select(moment.alias("start"), "share").set_sorted("start")
        if unit != "hour":
            totals = totals.group_by_dynamic("start", every=self.every(unit)).agg(pl.col("share").sum())
        return self.columns(totals.collect())


class SQLite(Peer):
    """One row per sample, as most programs store them."""

    def open(self):
        import sqlite3

        os.environ["TZ"] = ZONE
        time.tzset()
        isNew = not os.path.exists(self.path("rows.sqlite"))
        self.db = sqlite3.connect(self.path("rows.sqlite"))
        if isNew:
            self.db.execute('CREATE TABLE steps (start INTEGER, "end" INTEGER, value REAL, source INTEGER)')
            self.db.execute("CREATE TABLE heart (start INTEGER, value REAL)")
            for metric, names in [("steps", ["start", "end", "value", "source"]), ("heart", ["start", "value"])]:
                columns = [self.samples.column(f"{metric}_{name}") for name in names]
                for first in range(0, len(columns[0]), 1_000_000):
                    rows = zip(*[column[first : first + 1_000_000].tolist() for column in columns])
                    self.db.executemany(f"INSERT INTO {metric} VALUES ({', '.join('?' * len(names))})", rows)
                self.db.execute(f"CREATE INDEX {metric}_by_start ON {metric} (start)")
            self.db.commit()

    def size(self):
        return os.path.getsize(self.path("rows.sqlite"))

    def query(self, sql):
        rows = self.db.execute(sql).fetchall()
        return [numpy.array(column) for column in zip(*rows)]

    def bucket(self, unit):
        """SQLite has no times with a zone. The key of a bucket is its local time, which occurs twice in autumn."""
        more = {"hour": "'%Y-%m-%d %H:00'", "day": "'%Y-%m-%d 00:00'", "week": "'%Y-%m-%d 00:00'", "month": "'%Y-%m-01 00:00'"}[unit]
        monday = ", 'weekday 0', '-6 days'" if unit == "week" else ""
        return f"strftime({more}, start / 1000, 'unixepoch', 'localtime'{monday})"

    def total(self, unit, above=None, window=None):
        test = f"WHERE value > {above}" if above is not None else ""
        if window:
            test = f"WHERE start >= {window[0] * 1000} AND start < {window[1] * 1000}"
        return self.query(f"SELECT {self.bucket(unit)} AS k, sum(value) FROM steps {test} GROUP BY k ORDER BY k")

    def mean(self, unit):
        return self.query(f"SELECT {self.bucket(unit)} AS k, avg(value) FROM heart GROUP BY k ORDER BY k")

    def quantile(self, unit, p):
        return self.query(f"""
            WITH ranked AS (
                SELECT {self.bucket(unit)} AS k, value, row_number() OVER (PARTITION BY {self.bucket(unit)} ORDER BY value) - 1 AS r,
                    {p} * (count(*) OVER (PARTITION BY {self.bucket(unit)}) - 1) AS rank FROM heart)
            SELECT k, sum(value * (1 - abs(rank - r))) FROM ranked WHERE abs(rank - r) < 1 GROUP BY k ORDER BY k""")

    def sources(self, unit):
        return self.query(f"SELECT {self.bucket(unit)} AS k, source, sum(value) FROM steps GROUP BY k, source ORDER BY k, source")

    def profile(self, slot):
        field = "(strftime('%w', start / 1000, 'unixepoch', 'localtime') + 6) % 7" if slot == "weekday" else (
            "CAST(strftime('%H', start / 1000, 'unixepoch', 'localtime') AS INTEGER)")
        return self.query(f"SELECT {field} AS k, avg(value) FROM heart GROUP BY k ORDER BY k")

    def running(self, unit):
        inner = f"SELECT {self.bucket(unit)} AS k, sum(value) AS total FROM steps GROUP BY k"
        return self.query(f"SELECT k, sum(total) OVER (ORDER BY k) FROM ({inner})")


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
        if not hasattr(peer, question["kind"]):
            print(json.dumps({"question": question["name"], "cannot": True}), flush=True)
            continue
        seconds = []
        while len(seconds) < (1 if once else int(runs) + 1) and sum(seconds) < 6:
            begin = time.perf_counter()
            answer = peer.ask(question)
            seconds.append(time.perf_counter() - begin)
        if once:
            print(len(answer[0]))
            return
        *keys, values = answer
        path = peer.path(f"answer-{engine}-{question['name']}.npy")
        numpy.save(path, numpy.stack([plain(column) for column in keys] + [numpy.asarray(values, float)]))
        # The first run reads from disk.
        print(json.dumps({"question": question["name"], "seconds": seconds[1:] or seconds, "answer": path}), flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(json.dumps({"size": peer.size(), "memory": memory, "opened": opened}), flush=True)


if __name__ == "__main__":
    main()

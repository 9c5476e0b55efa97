"""SQLite, with one row per sample, as most programs store them."""

import os
import time

import numpy

from data import ZONE
from engines.peer import Peer


class SQLite(Peer):
    cannot = dict.fromkeys(["merged", "shared"], "SQLite has neither a join with the nearest earlier row nor lists of hours")
    cannot["printed"] = "the library of SQLite prints nothing"
    code = "sqlite3"

    def open(self):
        import sqlite3

        os.environ["TZ"] = ZONE
        time.tzset()
        isNew = not os.path.exists(self.path("rows.sqlite"))
        self.db = sqlite3.connect(self.path("rows.sqlite"))
        if isNew:
            for metric, names in self.samples.tables.items():
                kinds = [f'"{name}" {"REAL" if name == "value" else "INTEGER"}' for name in names]
                self.db.execute(f"CREATE TABLE {metric} ({', '.join(kinds)})")
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

    def bucket(self, unit, column="start"):
        """SQLite has no times with a zone. The key of a bucket is its local time, which occurs twice in autumn."""
        more = {"hour": "'%Y-%m-%d %H:00'", "day": "'%Y-%m-%d 00:00'", "week": "'%Y-%m-%d 00:00'", "month": "'%Y-%m-01 00:00'"}[unit]
        monday = ", 'weekday 0', '-6 days'" if unit == "week" else ""
        return f"strftime({more}, {column} / 1000, 'unixepoch', 'localtime'{monday})"

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

    def bins(self, width):
        return self.query(f"SELECT CAST(value / {width} AS INTEGER) * {width} AS k, count(*) FROM heart GROUP BY k ORDER BY k")

    def held(self, above, seconds):
        later = f"lead(start, 1, {self.samples.end}) OVER (ORDER BY start)"
        return self.query(
            f"SELECT 0, sum(min(later - start, {seconds * 1000})) / 1000.0 "
            f"FROM (SELECT start, value, {later} AS later FROM heart) WHERE value > {above}")

    def during(self, unit):
        # The index of `heart` finds the samples of each night.
        return self.query(
            f"SELECT {self.bucket(unit, 'h.start')} AS k, avg(value) FROM night n CROSS JOIN heart h "
            'ON h.start >= n.start AND h.start < n."end" GROUP BY k ORDER BY k')

    def profile(self, slot):
        field = "(strftime('%w', start / 1000, 'unixepoch', 'localtime') + 6) % 7" if slot == "weekday" else (
            "CAST(strftime('%H', start / 1000, 'unixepoch', 'localtime') AS INTEGER)")
        return self.query(f"SELECT {field} AS k, avg(value) FROM heart GROUP BY k ORDER BY k")

    def running(self, unit):
        inner = f"SELECT {self.bucket(unit)} AS k, sum(value) AS total FROM steps GROUP BY k"
        return self.query(f"SELECT k, sum(total) OVER (ORDER BY k) FROM ({inner})")

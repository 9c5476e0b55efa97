"""DuckDB."""

import os

import numpy

from data import HOUR, ZONE
from engines.merging import MERGED, SHARED
from engines.peer import Peer


class DuckDB(Peer):
    code = "duckdb"

    def open(self):
        import duckdb

        isNew = not os.path.exists(self.path("duck.db"))
        self.db = duckdb.connect(self.path("duck.db"), read_only=not isNew)
        self.db.execute(f"SET TimeZone = '{ZONE}'")
        if isNew:
            for table, names in self.samples.tables.items():
                rows = {name: numpy.array(self.samples.column(f"{table}_{name}")) for name in names}
                picked = ", ".join(f'make_timestamptz("{n}" * 1000) AS "{n}"' if n in ("start", "end") else n for n in names)
                self.db.execute(f"CREATE TABLE {table} AS SELECT {picked} FROM rows")
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

    def bins(self, width):
        return self.query(f"SELECT floor(value / {width}) * {width} AS k, count(*) FROM heart GROUP BY k ORDER BY k")

    def held(self, above, seconds):
        later = f"lead(epoch_ms(start), 1, {self.samples.end}) OVER (ORDER BY start)"
        return self.query(
            f"SELECT 0, sum(least(later - ms, {seconds * 1000})) / 1000 "
            f"FROM (SELECT epoch_ms(start) AS ms, value, {later} AS later FROM heart) WHERE value > {above}")

    def during(self, unit):
        return self.query(
            f"SELECT {self.bucket(unit, 'h.start')} AS k, avg(value) FROM heart h ASOF JOIN night n ON h.start >= n.start "
            'WHERE h.start < n."end" GROUP BY k ORDER BY k')

    def hold(self, starts, sums):
        rows = {"start": starts, "end": starts + HOUR, "sum": sums}
        times = 'make_timestamptz(start * 1000) AS start, make_timestamptz("end" * 1000) AS "end"'
        self.db.execute(f"CREATE OR REPLACE TEMP TABLE hours AS SELECT {times}, sum, false AS partial FROM rows ORDER BY start")

    def printed(self, form):
        path = self.printed_path(form)
        self.db.execute(f"COPY hours TO '{path}' ({'HEADER' if form == 'csv' else 'FORMAT json, ARRAY true'})")
        return path

    def profile(self, slot):
        field = "isodow(start) - 1" if slot == "weekday" else "hour(start)"
        return self.query(f"SELECT {field} AS k, avg(value) FROM heart GROUP BY k ORDER BY k")

    def running(self, unit):
        return self.query(
            f"SELECT k, sum(total) OVER (ORDER BY k) FROM (SELECT {self.bucket(unit)} AS k, sum(value) AS total FROM steps GROUP BY k)")

    def shared(self, unit):
        return self.merged(unit, text=SHARED)

    def merged(self, unit, window=None, hours=None, text=None):
        low, high = window or (self.samples.begin // 1000, self.samples.end // 1000)
        near = f"WHERE start >= to_timestamp({low - 3600}) AND start < to_timestamp({high})" if window else ""
        near = f"WHERE hour(start) BETWEEN {hours[0]} AND {hours[1]}" if hours else near
        return self.query((text or MERGED).format(
            table="steps", near=near, low=low * 1000, high=high * 1000, hour=HOUR, rows='epoch_ms(start) AS s, epoch_ms("end") AS e',
            hours="unnest(range(s // {0}, (e - 1) // {0} + 1)) AS h".format(HOUR), divide="//",
            bucket="h * 3600" if unit == "hour" else self.bucket(unit, "to_timestamp(h * 3600)"), asof="ASOF LEFT JOIN", same="", same_l=""))

"""chDB, which is ClickHouse in the same process."""

import os

from data import HOUR, ZONE
from engines.merging import MERGED, SHARED
from engines.peer import Peer


class ClickHouse(Peer):
    code = "chdb"

    def open(self):
        from chdb import session

        isNew = not os.path.exists(self.path("clickhouse"))
        self.db = session.Session(self.path("clickhouse"))
        self.db.query("CREATE DATABASE IF NOT EXISTS h ENGINE = Atomic")
        if isNew:
            import pyarrow
            import pyarrow.parquet

            for metric, names in self.samples.tables.items():
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

    def bins(self, width):
        return self.query(f"SELECT floor(value / {width}) * {width} AS k, count() FROM h.heart GROUP BY k ORDER BY k")

    def held(self, above, seconds):
        later = (
            f"leadInFrame(toUnixTimestamp64Milli(start), 1, toInt64({self.samples.end})) "
            "OVER (ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)")
        return self.query(
            f"SELECT 0, sum(least(later - ms, {seconds * 1000})) / 1000 "
            f"FROM (SELECT toUnixTimestamp64Milli(start) AS ms, value, {later} AS later FROM h.heart) WHERE value > {above}")

    def during(self, unit):
        return self.query(
            f"SELECT {self.bucket(unit, 'h.start')} AS k, avg(value) FROM (SELECT start, value, 1 AS one FROM h.heart) h "
            "ASOF JOIN (SELECT start, end, 1 AS one FROM h.night) n ON h.one = n.one AND h.start >= n.start "
            "WHERE h.start < n.end GROUP BY k ORDER BY k")

    def hold(self, starts, sums):
        import pyarrow
        import pyarrow.parquet

        path = self.path("hours.parquet")
        pyarrow.parquet.write_table(pyarrow.table({"start": starts, "end": starts + HOUR, "sum": sums}), path)
        times = ", ".join(f"fromUnixTimestamp64Milli({name}, '{ZONE}') AS {name}" for name in ["start", "end"])
        self.db.query("DROP TABLE IF EXISTS h.hours")
        self.db.query(
            f"CREATE TABLE h.hours ENGINE = Memory AS SELECT {times}, sum, false AS partial FROM file('{path}') ORDER BY start")

    def printed(self, form):
        path = self.printed_path(form)
        name = {"csv": "CSVWithNames", "json": "JSON"}[form]
        text = self.db.query("SELECT * FROM h.hours SETTINGS date_time_output_format = 'iso'", name)
        with open(path, "wb") as file:
            file.write(text.bytes())
        return path

    def profile(self, slot):
        field = "toDayOfWeek(start, 1)" if slot == "weekday" else "toHour(start)"
        return self.query(f"SELECT {field} AS k, avg(value) FROM h.heart GROUP BY k ORDER BY k")

    def running(self, unit):
        inner = f"SELECT {self.bucket(unit)} AS k, sum(value) AS total FROM h.steps GROUP BY k"
        return self.query(f"SELECT k, sum(total) OVER (ORDER BY k) FROM ({inner}) ORDER BY k")

    def shared(self, unit):
        return self.merged(unit, text=SHARED)

    def merged(self, unit, window=None, hours=None, text=None):
        low, high = window or (self.samples.begin // 1000, self.samples.end // 1000)
        near = f"WHERE start >= fromUnixTimestamp({low - 3600}) AND start < fromUnixTimestamp({high})" if window else ""
        near = f"WHERE toHour(start) BETWEEN {hours[0]} AND {hours[1]}" if hours else near
        return self.query((text or MERGED).format(
            table="h.steps", near=near, low=low * 1000, high=high * 1000, hour=HOUR,
            rows="toUnixTimestamp64Milli(start) AS s, toUnixTimestamp64Milli(end) AS e",
            hours=f"toInt64(arrayJoin(range(toUInt64(intDiv(s, {HOUR})), toUInt64(intDiv(e - 1, {HOUR}) + 1)))) AS h", divide="/",
            bucket="toInt64(h) * 3600" if unit == "hour" else self.bucket(unit, "fromUnixTimestamp(toInt64(h) * 3600)"),
            # Its ASOF join requires an equality in addition to the inequality.
            asof="ASOF LEFT JOIN", same="p.one = x.one AND ", same_l="l.one = x.one AND "))

"""Polars, with its tables in memory."""

import numpy

from data import HOUR, ZONE
from engines.peer import Peer


class Polars(Peer):
    code = "polars"

    def open(self):
        import polars

        self.polars = polars

        def frame(metric, names):
            columns = {name: polars.Series(numpy.array(self.samples.column(f"{metric}_{name}"))) for name in names}
            for name in {"start", "end"} & set(names):
                columns[name] = columns[name].cast(polars.Datetime("ms", "UTC")).dt.convert_time_zone(ZONE)
            return polars.DataFrame(columns).set_sorted("start")
        for name, columns in self.samples.tables.items():
            setattr(self, name, frame(name, columns))

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

    def bins(self, width):
        pl = self.polars
        key = ((pl.col("value") / width).floor() * width).alias("k")
        return self.columns(self.heart.lazy().group_by(key).agg(pl.len()).sort("k").collect())

    def held(self, above, seconds):
        pl = self.polars
        start = pl.col("start").dt.epoch("ms")
        length = (start.shift(-1, fill_value=self.samples.end) - start).clip(upper_bound=seconds * 1000).alias("length")
        found = self.heart.lazy().select("value", length).filter(pl.col("value") > above).select(pl.col("length").sum() / 1000).collect()
        return [0], found["length"].to_numpy()

    def during(self, unit):
        pl = self.polars
        joined = self.heart.lazy().join_asof(self.night.lazy(), on="start", strategy="backward", coalesce=True)
        return self.columns(self.grouped(joined.filter(pl.col("start") < pl.col("end")), unit, pl.col("value").mean()))

    def hold(self, starts, sums):
        pl = self.polars
        frame = pl.DataFrame({"start": starts, "end": starts + HOUR, "sum": sums, "partial": numpy.zeros(len(sums), bool)})
        self.hours = frame.with_columns(pl.col("start", "end").cast(pl.Datetime("ms", "UTC")).dt.convert_time_zone(ZONE))

    def printed(self, form):
        path = self.printed_path(form)
        if form == "csv":
            self.hours.write_csv(path, datetime_format="%+")
        else:
            self.hours.write_json(path)
        return path

    def profile(self, slot):
        start = self.polars.col("start").dt
        key = (start.weekday() - 1 if slot == "weekday" else start.hour()).alias("k")
        return self.columns(self.heart.lazy().group_by(key).agg(self.polars.col("value").mean()).sort("k").collect())

    def running(self, unit):
        frame = self.grouped(self.steps, unit, self.polars.col("value").sum())
        return self.columns(frame.with_columns(self.polars.col("value").cum_sum()))

    def shared(self, unit):
        return self.merged(unit, isMerged=False)

    def merged(self, unit, window=None, hours=None, isMerged=True):
        pl = self.polars
        low, high = [bound * 1000 for bound in window] if window else (self.samples.begin, self.samples.end)
        starting = self.steps.lazy()
        if hours:
            starting = starting.filter(pl.col("start").dt.hour().is_between(*hours))
        rows = starting.select(
            pl.col("start").dt.epoch("ms").alias("s"), pl.col("end").dt.epoch("ms").alias("e"), pl.col("value").alias("v"), "source")
        if window:
            rows = rows.filter((pl.col("s") >= low - HOUR) & (pl.col("s") < high))
        better = rows.filter(pl.col("source") == 0).select("s", pl.col("e").alias("x"), (pl.col("e") - pl.col("s")).cum_sum().alias("covered"))
        better = better.set_sorted("s")
        each = pl.int_ranges(pl.col("s") // HOUR, (pl.col("e") - 1) // HOUR + 1).alias("h")
        pieces = rows.with_columns(each).explode("h").select(
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

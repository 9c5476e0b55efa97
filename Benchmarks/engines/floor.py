"""The expected answers."""

import zoneinfo
from datetime import datetime

import numpy

from data import HOUR, ZONE, edges
from engines.peer import Peer


class Floor(Peer):
    """numpy with precomputed bucket edges, close to the memory speed of one core. All other answers are compared with it."""

    cannot = {"printed": "numpy prints neither dates nor JSON"}

    def open(self):
        names = ["steps_start", "steps_end", "steps_value", "steps_source", "heart_start", "heart_value", "night_start", "night_end"]
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

    def bins(self, width):
        counts = numpy.bincount((self.heart_value // width).astype(numpy.int64))
        bins = numpy.flatnonzero(counts)
        return bins * width, counts[bins]

    def held(self, above, seconds):
        following = numpy.append(self.heart_start[1:], self.samples.end)
        lengths = numpy.minimum(following - self.heart_start, seconds * 1000)
        return [0], [lengths[self.heart_value > above].sum() / 1000]

    def during(self, unit):
        keys, rows = self.pieces(self.heart_start, unit)
        night = numpy.searchsorted(self.night_start, self.heart_start, side="right") - 1
        inside = (night >= 0) & (self.heart_start < self.night_end[night])
        return keys, self.sums(rows, self.heart_value * inside) / self.sums(rows, inside.astype(float))

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

    def starting(self, hours):
        """Returns for each sample whether it starts in these hours of the day."""
        first, last = hours
        isWanted = (self.slots["hour"] >= first) & (self.slots["hour"] <= last)
        return numpy.repeat(isWanted, numpy.diff(numpy.searchsorted(self.steps_start, self.units["hour"])))

    def merged(self, unit, window=None, hours=None, isMerged=True):
        begin, end = [bound * 1000 for bound in window] if window else (self.samples.begin, self.samples.end)
        near = slice(*numpy.searchsorted(self.steps_start, [begin - HOUR, end])) if window else slice(None)
        near = self.starting(hours) if hours else near
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

        totals = numpy.zeros((end - begin) // HOUR)
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
                inside = (right > left) & (first + crossing >= 0) & (first + crossing < len(totals))
                left, right = left[inside], right[inside]
                seconds = right - left if isBetter else right - left - (coverage(right) - coverage(left))
                totals += numpy.bincount((first + crossing)[inside], amount[inside] * seconds / length[inside], len(totals))
        keys = (begin + numpy.arange(len(totals)) * HOUR) // 1000
        if unit == "hour":
            return keys, totals
        at = self.units[unit]
        return at[:-1] // 1000, self.sums(numpy.searchsorted(keys * 1000, at), totals)

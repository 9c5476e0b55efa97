"""Tests of the oracle itself: values that were worked out by hand, and wrong results that it must notice."""

import math
import random
import unittest

import documents
import fit
import fitbit
import healthconnect
import presets
import tables
import tracks
from batch import Outcome, differences
from model import Expected, Sample, Unclear, at, iso_time, number

STEPS = Sample("HKQuantityTypeIdentifierStepCount", "Watch", 0, 60_000, 100)


class Differences(unittest.TestCase):
    def wrong(self, samples, expected=(STEPS,), **facts):
        outcome = Outcome()
        outcome.samples = list(samples)
        return differences(Expected(samples=list(expected), **facts), outcome)

    def test_the_right_samples_are_right(self):
        self.assertEqual(self.wrong([STEPS]), [])

    def test_equal_samples_are_one(self):
        self.assertEqual(self.wrong([STEPS], [STEPS, STEPS]), [])

    def test_a_missing_sample_is_noticed(self):
        self.assertEqual(len(self.wrong([])), 1)

    def test_another_value_time_or_source_is_noticed(self):
        for other in (Sample(STEPS.type, "Watch", 0, 60_000, 101), Sample(STEPS.type, "Watch", 0, 61_000, 100),
                      Sample(STEPS.type, "Phone", 0, 60_000, 100)):
            self.assertEqual(len(self.wrong([other])), 2)

    def test_a_second_sample_is_noticed(self):
        self.assertEqual(len(self.wrong([STEPS, STEPS])), 1)

    def test_a_wrong_sum_is_noticed(self):
        self.assertEqual(len(self.wrong([STEPS], sums={STEPS.type: (99, 0.5)})), 1)

    def test_an_open_sample_can_be_missing(self):
        self.assertEqual(self.wrong([STEPS], open=[STEPS]), [])

    def test_a_refusal_is_noticed(self):
        outcome = Outcome()
        outcome.refusal = "E300"
        self.assertEqual(len(differences(Expected(samples=[STEPS]), outcome)), 1)
        self.assertEqual(differences(Expected(samples=[STEPS], refused=True), outcome), [])


class Rules(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual([number(t) for t in ("12", "-0.5", "1e2", "", "abc", "1e999", "NaN", "--5", "1.2.3", "1_0", "0x10")],
                         [12, -0.5, 100, *[None] * 8])

    def test_decimal_signs(self):
        self.assertEqual([tables.signs(t) for t in ("7,2", "1.234,5", "1,234,567", "1,234", "1.234", "12", "0.123")],
                         [{","}, {","}, {"."}, set(), set(), set(), {"."}])

    def test_times(self):
        self.assertEqual(iso_time("1970-01-01 01:00:00 +0100"), 0)
        self.assertIsNone(iso_time("2026-02-30T10:00:00Z"))
        with self.assertRaises(Unclear):
            iso_time("2026-1-05T10:00:00Z")

    def test_clocks_that_skip_an_hour_move_forward(self):
        # In Berlin, 02:30 on 29 March 2026 does not exist. One hour later is 03:30 in summer, 01:30 in UTC.
        self.assertEqual(fitbit.on_wall(at(2026, 3, 29, 2, 30)), at(2026, 3, 29, 1, 30))
        # 02:30 on 25 October comes twice. The first is in summer.
        self.assertEqual(fitbit.on_wall(at(2026, 10, 25, 2, 30)), at(2026, 10, 25, 0, 30))

    def test_a_degree_of_the_equator(self):
        points = [(t, {"lat": "0", "lon": str(t)}) for t in (0, 1)]
        self.assertAlmostEqual(tracks.gpx_distance(points), 6_371_008.8 * math.pi / 180, places=6)

    def test_a_counter(self):
        # 5 at first, 20 more, a correction by 2, then 3 above the greatest one: 23, or 28 with the first number.
        values = [(0, 5), (1, 25), (2, 23), (3, 28)]
        self.assertEqual(tracks.counted_distance(values, None, -1), 23)
        self.assertEqual(tracks.counted_distance(values, 28, -1), 28)
        # A total that is 1 % greater counts until the end.
        self.assertEqual(tracks.counted_distance([(0, 0), (1, 100)], 101, -1), 101)
        self.assertEqual(tracks.counted_distance([(0, 0), (1, 100)], 110, -1), 100)

    def test_the_checksum_of_fit(self):
        # The check value of CRC-16/ARC.
        self.assertEqual(fit.checksum(b"123456789"), 0xBB3D)

    def test_json(self):
        self.assertTrue(documents.is_json(documents.Raw("1e999")))
        self.assertFalse(documents.is_json(documents.Object({"a": documents.Raw("abc")})))
        with self.assertRaises(Unclear):
            documents.Object([["a", 1], ["a", 2]]).get("a")

    def test_a_record_that_was_written_later_counts(self):
        base = healthconnect.Database()
        base.tables = {"application_info_table": ["row_id", "package_name", "app_name"],
                       "steps_record_table": healthconnect.COMMON + healthconnect.SPAN + ["count"]}
        base.rows = [{"table": "application_info_table", "row_id": 1, "package_name": "a.b", "app_name": "Fit"}]
        for row_id, written, count in ((1, at(2026, 6, 2), 70), (2, at(2026, 6, 1), 50)):
            base.rows.append({"table": "steps_record_table", "row_id": row_id, "last_modified_time": written, "app_info_id": 1,
                              "start_time": 0, "end_time": 60_000, "count": count})
        self.assertEqual([s.value for s in healthconnect.expect(base).samples], [70])

    def test_one_share_above_1_makes_all_percent(self):
        table = presets.Plain().make(random.Random(1))
        row = {"type": "oxygenSaturation", "source": "Watch", "start": "2026-03-01T08:00:00Z", "end": "2026-03-01T08:00:00Z", "unit": "%"}
        table.separator, table.rows = ",", [{**row, "value": "97"}, {**row, "value": "0.5"}]
        self.assertEqual([s.value for s in presets.expect(table).samples], [0.97, 0.005])


if __name__ == "__main__":
    unittest.main()

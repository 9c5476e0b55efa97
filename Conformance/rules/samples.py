"""S1, S4 and S5: which samples count, and in which bucket."""
from .build import at, between, case, collection, instant, minute, number, place, plus, query, sample, single, table

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"]
AMOUNTS = ["stepCount", "activeEnergyBurned", "distanceWalkingRunning", "dietaryWater"]


def equal_samples():
    """S1.2: the same type, source, start, end and value is the same sample."""
    for zone, type in zip(ZONES, AMOUNTS):
        start, end = at(zone, "2025-03-03 09:00"), at(zone, "2025-03-03 10:00")
        walk = sample(type, start, end, 250)
        question = single(type, "cumulativeSum")
        case(
            "samples", "S1.2", f"twice-the-same-{type}", "The second sample equals the first one in all parts, so 250 count once.",
            zone, [walk, dict(walk)], question, [{"sum": 250}])
        case(
            "samples", "S1.2", f"same-time-other-value-{type}",
            "The values 250 and 30 differ, so these are two samples of one source, and they add up: 250 + 30 = 280.",
            zone, [walk, sample(type, start, end, 30)], question, [{"sum": 280}])


def walk_around_an_hour(zone, type, scale):
    """Three samples: over the start of 14:00 to 15:00, inside, and over its end."""
    return [
        sample(type, at(zone, "2022-01-02 13:57"), at(zone, "2022-01-02 14:02"), 100 * scale),
        sample(type, at(zone, "2022-01-02 14:30"), at(zone, "2022-01-02 14:42"), 200 * scale),
        sample(type, at(zone, "2022-01-02 14:55"), at(zone, "2022-01-02 15:07"), 120 * scale)]


CHOICES = [
    ("overlap", [], 420, 290,
     "All three samples overlap the hour. Whole: 100 + 200 + 120 = 420. In the hour: 2/5 of 100, 200, 5/12 of 120 = 290."),
    ("strict-start", ["strictStartDate"], 320, 250,
     "Two samples start in the hour. Whole: 200 + 120 = 320. In the hour: 200 + 5/12 of 120 = 250."),
    ("strict-end", ["strictEndDate"], 300, 240,
     "Two samples end in the hour. Whole: 100 + 200 = 300. In the hour: 2/5 of 100 + 200 = 240."),
    ("strict", ["strictStartDate", "strictEndDate"], 200, 200, "Only the sample of 200 starts and ends in the hour."),
]


def predicates_over_an_edge():
    """S4.1 and S4.2: a predicate chooses whole samples, and buckets share them."""
    for zone, type, scale in zip(ZONES, AMOUNTS, (1, 0.5, 3, 2)):
        hour = [at(zone, "2022-01-02 14:00"), at(zone, "2022-01-02 15:00")]
        walks = walk_around_an_hour(zone, type, scale)
        for name, options, whole, share, why in CHOICES:
            factor = "" if scale == 1 else f" All values are {number(scale)} times these."
            case(
                "predicates", "S4.2", f"single-{name}-{place(zone)}", why + factor, zone, walks,
                single(type, "cumulativeSum", between(*hour, *options)), [{"sum": whole * scale}])
            case(
                "predicates", "S4.1", f"hour-{name}-{place(zone)}", why + factor, zone, walks,
                collection(type, "cumulativeSum", hour[0], {"hour": 1}, hour[0], hour[0], between(*hour, *options)),
                table(hour, sum=[share * scale]))


def moments_at_the_ends():
    """S4.2: the start of a range belongs to it, and its end does not."""
    for zone in ZONES[:3]:
        start, end = at(zone, "2025-03-03 08:00"), at(zone, "2025-03-03 09:00")
        instants = [instant("stepCount", start, 1), instant("stepCount", plus(zone, end, -1), 20), instant("stepCount", end, 300)]
        for name, options in [("overlap", []), ("strict-start", ["strictStartDate"]), ("strict-end", ["strictEndDate"])]:
            case(
                "predicates", "S4.2", f"instants-at-both-ends-{name}-{place(zone)}",
                "The instant at 08:00 is in the range, the one at 09:00 is not: 1 + 20 = 21.",
                zone, instants, single("stepCount", "cumulativeSum", between(start, end, *options)), [{"sum": 21}])
        touching = [sample("stepCount", start, end, 50)]
        case(
            "predicates", "S4.2", f"strict-end-excludes-an-end-on-the-end-{place(zone)}",
            "The sample ends at 09:00, which is not before the end of the range, so a strict end leaves it out.",
            zone, touching, single("stepCount", "cumulativeSum", between(start, end, "strictEndDate")), [{"sum": None}])
        case(
            "predicates", "S4.2", f"strict-start-includes-a-start-on-the-start-{place(zone)}",
            "The sample starts at 08:00, the start of the range, so a strict start includes it.",
            zone, touching, single("stepCount", "cumulativeSum", between(start, end, "strictStartDate")), [{"sum": 50}])


def open_ranges():
    """S4.2: a predicate may have only a start or only an end."""
    for zone in ZONES[:3]:
        noon = at(zone, "2025-03-03 12:00")
        walks = [sample("stepCount", minute(zone, "2025-03-03 12:00", m), minute(zone, "2025-03-03 12:00", m + 20), value)
                 for m, value in [(-60, 1), (-10, 20), (30, 300)]]
        for name, predicate, total, why in [
            ("start", between(noon, None), 320, "20 and 300 end after noon: 320."),
            ("end", between(None, noon), 21, "1 and 20 start before noon: 21."),
            ("strict-start", between(noon, None, "strictStartDate"), 300, "Only 300 starts at noon or later."),
            ("strict-end", between(None, noon, "strictEndDate"), 1, "Only 1 ends before noon."),
        ]:
            case(
                "predicates", "S4.2", f"only-a-{name}-{place(zone)}", why, zone, walks, single("stepCount", "cumulativeSum", predicate),
                [{"sum": total}])


def buckets_add_up():
    """S4.3: the buckets add up to the whole."""
    for zone, type in zip(ZONES, AMOUNTS):
        start = at(zone, "2025-03-03 09:00")
        for count in (4, 7):
            edges = [plus(zone, start, 900 * k) for k in range(count + 1)]
            even = [sample(type, plus(zone, start, 450), plus(zone, edges[-1], -450), 2 * (count - 1))]
            case(
                "sharing", "S4.3", f"{count}-quarters-add-up-{type}",
                f"The sample lasts {count - 1} quarter hours, from the middle of one to the middle of another: 1, then 2 in each, then 1.",
                zone, even, collection(type, "cumulativeSum", start, {"minute": 15}, edges[0], edges[-2]),
                table(edges, sum=[1] + [2] * (count - 2) + [1]))


def what_is_left_out_suppresses_nothing():
    """S4.4: a sample that the predicate leaves out does not displace others."""
    for zone, type in zip(ZONES, AMOUNTS):
        start, end = at(zone, "2025-03-03 08:00"), at(zone, "2025-03-03 09:00")
        both = [
            sample(type, minute(zone, "2025-03-03 08:00", -10), minute(zone, "2025-03-03 08:00", 30), 400),
            sample(type, start, minute(zone, "2025-03-03 08:00", 30), 60, "iPhone")]
        case(
            "merging", "S4.4", f"watch-left-out-by-a-strict-start-{type}",
            "The watch's sample starts before 08:00, so a strict start leaves it out. The phone's 60 then count in full.",
            zone, both, single(type, "cumulativeSum", between(start, end, "strictStartDate")), [{"sum": 60}])
        case(
            "merging", "S4.4", f"watch-not-left-out-{type}",
            "Without strict options the watch's 400 count whole, and they cover all of the phone's sample.",
            zone, both, single(type, "cumulativeSum", between(start, end)), [{"sum": 400}])


def no_data():
    """S4.5: a statistic of no samples has no value."""
    for type, options, columns in [
        ("stepCount", "cumulativeSum", ["sum"]), ("heartRate", "discreteAverage", ["average"]),
        ("bodyMass", "discreteMin discreteMax", ["min", "max"]), ("heartRate", "mostRecent", ["mostRecent"]),
    ]:
        zone = "Europe/Berlin"
        elsewhere = [instant(type, at(zone, "2025-03-01 12:00"), 70)]
        empty = between(at(zone, "2025-03-03 00:00"), at(zone, "2025-03-04 00:00"))
        case(
            "rows", "S4.5", f"no-samples-{type}-{columns[0]}", "The store has no sample of this type: nothing to add or average.",
            zone, [], single(type, options), [dict.fromkeys(columns)])
        case(
            "rows", "S4.5", f"no-samples-in-range-{type}-{columns[0]}", "The only sample is on another day, so the range has no value.",
            zone, elsewhere, single(type, options, empty), [dict.fromkeys(columns)])


def enumeration():
    """S4.6: rows go from the bucket that holds the first moment to the bucket that holds the last."""
    for zone in ZONES:
        edges = [at(zone, f"2025-03-03 {hour:02}:00") for hour in range(8, 13)]
        walks = [instant("stepCount", plus(zone, edge, 1800), 60) for edge in edges[:4]]
        for name, first, last, count in [
            ("inside", 10, 20, 1), ("to-an-edge", 10, 60, 2), ("over-three", 59, 121, 3), ("of-a-moment", 60, 60, 1)]:
            begin = 1 if first == 60 else 0
            case(
                "rows", "S4.6", f"enumerate-{name}-{place(zone)}",
                f"From minute {first} to minute {last} after 08:00, {count} hours are touched. Each is whole and has 60.",
                zone, walks,
                collection("stepCount", "cumulativeSum", edges[0], {"hour": 1}, plus(zone, edges[0], 60 * first),
                           plus(zone, edges[0], 60 * last)),
                table(edges[begin:begin + count + 1], sum=[60] * count))


def shares_over_midnight():
    """S5.1: a sample that crosses an edge is shared by time."""
    for zone in ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"):
        for before, after, value in [(10, 10, 100), (5, 15, 200), (40, 20, 90), (1, 59, 30)]:
            midnight = at(zone, "2025-05-02 00:00")
            edges = [at(zone, f"2025-05-0{day} 00:00") for day in (1, 2, 3)]
            minutes = before + after
            samples = [sample("stepCount", plus(zone, midnight, -60 * before), plus(zone, midnight, 60 * after), value)]
            shares = [value * before / minutes, value * after / minutes]
            case(
                "sharing", "S5.1", f"midnight-{before}-{after}-{place(zone)}",
                f"{before} of {minutes} minutes are before midnight: {value} · {before}/{minutes} = {number(shares[0])}, "
                f"and {number(shares[1])} after it.",
                zone, samples, collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[1]),
                table(edges, sum=shares))


def shares_over_hours():
    """S5.1: a long sample gives each hour its share."""
    for zone, type in zip(ZONES, AMOUNTS):
        start = at(zone, "2025-05-01 22:00")
        edges = [plus(zone, start, 3600 * k) for k in range(7)]
        case(
            "sharing", "S5.1", f"six-hours-{type}", "600 over six hours are 100 in each hour.", zone,
            [sample(type, start, edges[6], 600)], collection(type, "cumulativeSum", start, {"hour": 1}, edges[0], edges[5]),
            table(edges, sum=[100] * 6))
        half = [sample(type, plus(zone, start, 1800), plus(zone, start, 9000), 80)]
        case(
            "sharing", "S5.1", f"half-hours-at-both-ends-{type}",
            "The sample lasts 2 hours from half past: 30, 60 and 30 of 120 minutes. 80 is shared as 20, 40 and 20.",
            zone, half, collection(type, "cumulativeSum", start, {"hour": 1}, edges[0], edges[2]), table(edges[:4], sum=[20, 40, 20]))


def shares_over_a_clock_change():
    """S5.1: shares are of elapsed time, also where clocks change."""
    for zone, start, end, first, last, day in [
        ("Europe/Berlin", "2025-03-30 01:30", "2025-03-30 03:30", "2025-03-30 01:00", "2025-03-30 03:00", "30 March"),
        ("America/New_York", "2025-03-09 01:30", "2025-03-09 03:30", "2025-03-09 01:00", "2025-03-09 03:00", "9 March"),
        ("Pacific/Auckland", "2025-09-28 01:30", "2025-09-28 03:30", "2025-09-28 01:00", "2025-09-28 03:00", "28 September"),
    ]:
        edges = [at(zone, first), at(zone, last), plus(zone, at(zone, last), 3600)]
        case(
            "sharing", "S5.1", f"over-a-skipped-hour-{place(zone)}",
            f"On {day} the clock goes from 02:00 to 03:00, so 01:30 to 03:30 is one hour: half of 60 in each of two hours.",
            zone, [sample("stepCount", at(zone, start), at(zone, end), 60)],
            collection("stepCount", "cumulativeSum", edges[0], {"hour": 1}, edges[0], edges[1]), table(edges, sum=[30, 30]))


def shares_of_long_periods():
    """S5.1: weeks, months and years share as days do."""
    zone = "UTC"
    for name, every, days, start, end, value, shares, why in [
        ("month", {"month": 1}, ["2025-01-01", "2025-02-01", "2025-03-01"], "2025-01-31 12:00", "2025-02-02 00:00", 30, [10, 20],
         "12 of 36 hours are in January, 24 in February: 10 and 20 of 30."),
        ("week", {"weekOfYear": 1}, ["2025-01-06", "2025-01-13", "2025-01-20"], "2025-01-12 18:00", "2025-01-13 18:00", 40, [10, 30],
         "6 of 24 hours are before Monday, and 18 after it: 10 and 30 of 40."),
        ("year", {"year": 1}, ["2024-01-01", "2025-01-01", "2026-01-01"], "2024-12-31 23:00", "2025-01-01 03:00", 8, [2, 6],
         "One of 4 hours is in 2024: 2 of 8. The other three are 6."),
    ]:
        edges = [at(zone, f"{day} 00:00") for day in days]
        case(
            "sharing", "S5.1", f"over-the-end-of-a-{name}", why, zone, [sample("dietaryWater", at(zone, start), at(zone, end), value)],
            collection("dietaryWater", "cumulativeSum", edges[0], every, edges[0], edges[1]), table(edges, sum=shares))


def readings_are_not_shared():
    """S5.2: a reading counts in full in each bucket that it overlaps."""
    for zone in ZONES:
        edges = [at(zone, f"2025-05-01 {hour:02}:00") for hour in (9, 10, 11, 12)]
        long = [sample("heartRate", minute(zone, "2025-05-01 09:50", 0), at(zone, "2025-05-01 11:10"), 80)]
        for option, column in [("discreteAverage", "average"), ("discreteMin", "min"), ("discreteMax", "max")]:
            case(
                "sharing", "S5.2", f"reading-over-two-edges-{column}-{place(zone)}",
                "The reading of 80 lasts from 09:50 to 11:10. It overlaps three hours, and counts as 80 in each.",
                zone, long, collection("heartRate", option, edges[0], {"hour": 1}, edges[0], edges[2]),
                table(edges, **{column: [80, 80, 80]}))


def most_recent():
    """S5.3: the most recent value is that of the sample that starts last, and of two, the one that ends last."""
    for zone in ZONES:
        for type in ("heartRate", "bodyMass"):
            def reading(start, end, value):
                return sample(type, at(zone, f"2025-05-01 {start}"), at(zone, f"2025-05-01 {end}"), value)
            for name, samples, value, why in [
                ("starts-last", [reading("09:00", "12:00", 61), reading("10:00", "10:05", 72)], 72,
                 "72 starts at 10:00, after 61, although 61 ends later."),
                ("ends-last", [reading("10:00", "10:30", 83), reading("10:00", "10:05", 64)], 83,
                 "Both start at 10:00, and 83 ends later."),
                ("added-first", [reading("11:00", "11:00", 95), reading("08:00", "08:00", 56)], 95,
                 "95 is at 11:00, the last time, although 56 was added after it."),
            ]:
                case(
                    "recent", "S5.3", f"{name}-{type}-{place(zone)}", why, zone, samples, single(type, "mostRecent"),
                    [{"mostRecent": value}])


def durations():
    """S5.3a: duration is the time that samples cover."""
    for zone, type in zip(ZONES, ("stepCount", "heartRate", "activeEnergyBurned", "bodyMass")):
        def piece(start, end, value=5, source="Watch"):
            return sample(type, at(zone, f"2025-05-01 {start}"), at(zone, f"2025-05-01 {end}"), value, source)
        for name, samples, minutes, why in [
            ("overlap", [piece("10:00", "10:30"), piece("10:20", "10:50", 6)], 50, "10:00 to 10:50 is covered: 50 minutes, not 60."),
            ("gap", [piece("10:00", "10:30"), piece("11:00", "11:10")], 40, "30 and 10 minutes are covered."),
            ("instants", [piece("10:00", "10:00"), piece("11:00", "11:00")], 0, "Instants cover no time."),
            ("nested", [piece("10:00", "11:00"), piece("10:15", "10:20", 6)], 60, "The second sample is inside the first: 60 minutes."),
        ]:
            case(
                "recent", "S5.3a", f"duration-{name}-{type}", why, zone, samples, single(type, "duration"), [{"duration": 60 * minutes}])
        edges = [at(zone, f"2025-05-01 {hour}:00") for hour in (10, 11, 12)]
        case(
            "recent", "S5.3a", f"duration-by-hour-{type}",
            "The sample lasts from 10:40 to 11:30: 20 minutes in the first hour and 30 in the second, in seconds.",
            zone, [piece("10:40", "11:30")], collection(type, "duration", edges[0], {"hour": 1}, edges[0], edges[1]),
            table(edges, duration=[1200, 1800]))


def sample_queries():
    """Q1: a sample query lists whole samples, sorted and limited."""
    for zone in ZONES:
        day = [at(zone, f"2025-05-01 {hour:02}:00") for hour in range(8, 13)]
        items = [
            sample("heartRate", day[0], day[3], 60), sample("heartRate", day[1], day[2], 90),
            sample("heartRate", day[2], day[4], 75)]
        rows = [{"start": item["start"], "end": item["end"], "value": item["value"]} for item in items]
        for name, question, order, why in [
            ("oldest-start", query("heartRate", None, "startDate"), [0, 1, 2], "By start: 08:00, 09:00, 10:00."),
            ("newest-start", query("heartRate", None, "startDate", False), [2, 1, 0], "By start, last first: 10:00, 09:00, 08:00."),
            ("oldest-end", query("heartRate", None, "endDate"), [1, 0, 2], "By end: 10:00, 11:00, 12:00."),
            ("newest-end-one", query("heartRate", None, "endDate", False, 1), [2], "The last end is 12:00, and the limit is one."),
            ("first-two", query("heartRate", None, "startDate", True, 2), [0, 1], "The first two of three by start."),
            ("overlap", query("heartRate", between(day[2], day[3]), "startDate"), [0, 1, 2],
             "10:00 to 11:00 overlaps 60 and 75, and 90 ends exactly at its start."),
            ("strict", query("heartRate", between(day[1], day[4], "strictStartDate"), "startDate"), [1, 2],
             "90 and 75 start from 09:00 on."),
        ]:
            case("lists", "Q1", f"{name}-{place(zone)}", why, zone, items, question, [rows[index] for index in order])


RULES = [
    equal_samples, predicates_over_an_edge, moments_at_the_ends, open_ranges, buckets_add_up, what_is_left_out_suppresses_nothing,
    no_data, enumeration, shares_over_midnight, shares_over_hours, shares_over_a_clock_change, shares_of_long_periods,
    readings_are_not_shared, most_recent, durations, sample_queries,
]

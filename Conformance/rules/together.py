"""Rules together with others: intervals of every length, several sources over clock changes, predicates over merged samples."""
from math import log10

from .build import at, between, case, collection, instant, minute, nights, number, place, plus, sample, single, sleep, table

ZONES = ["UTC", "Europe/Berlin", "America/New_York"]


def each(zone, starts, values, type="stepCount"):
    """An instant one minute after each start."""
    return [instant(type, plus(zone, start, 60), value) for start, value in zip(starts, values)]


def long_intervals():
    """S3.1: several months, weeks and days."""
    for zone in ZONES:
        for name, every, days in [
            ("two-months-from-31-december", {"month": 2}, ["2024-12-31", "2025-02-28", "2025-04-30", "2025-06-30", "2025-08-31"]),
            ("six-months-from-31-august", {"month": 6}, ["2023-08-31", "2024-02-29", "2024-08-31", "2025-02-28"]),
            ("two-weeks", {"weekOfYear": 2}, ["2025-03-03", "2025-03-17", "2025-03-31"]),
            ("ten-days", {"day": 10}, ["2025-03-01", "2025-03-11", "2025-03-21", "2025-03-31", "2025-04-10"]),
            ("two-years-from-29-february", {"year": 2}, ["2020-02-29", "2022-02-28", "2024-02-29"]),
        ]:
            edges = [at(zone, f"{day} 00:00") for day in days]
            values = [10 ** place for place in range(len(days) - 1)]
            case(
                "intervals", "S3.1", f"{name}-{place(zone)}",
                f"The edges are {', '.join(days)}. One sample is a minute after each of the first {len(values)}: {values}.",
                zone, each(zone, edges, values), collection("stepCount", "cumulativeSum", edges[0], every, edges[0], edges[-2]),
                table(edges, sum=values))


def ninety_minutes():
    """S3.3: 90 minutes are elapsed time over a change of clocks."""
    for zone, midnight in [("Europe/Berlin", "2025-03-30 00:00"), ("Europe/Berlin", "2025-10-26 00:00"),
                           ("Australia/Lord_Howe", "2025-04-06 00:00"),
                           ("America/New_York", "2025-11-02 00:00")]:
        start = at(zone, midnight)
        edges = [plus(zone, start, 5400 * k) for k in range(5)]
        case(
            "intervals", "S3.3", f"ninety-minutes-{place(zone)}-{midnight[:10]}",
            "The edges are 5400 elapsed seconds apart. One sample is a minute after each: 1, 20, 300, 4000.",
            zone, each(zone, edges, [1, 20, 300, 4000]),
            collection("stepCount", "cumulativeSum", start, {"minute": 90}, edges[0], edges[3]), table(edges, sum=[1, 20, 300, 4000]))


def rare_edges():
    """S3.7: months, weeks and years meet skipped and repeated times, too."""
    for zone, name, every, times, why in [
        ("Europe/Berlin", "month-at-a-skipped-time", {"month": 1},
         ["2025-01-30 02:30", "2025-02-28 02:30", "2025-03-30 03:30", "2025-04-30 02:30"],
         "30 March 02:30 does not exist, so this month begins at 03:30. February has no 30th."),
        ("America/New_York", "week-at-a-skipped-time", {"weekOfYear": 1}, ["2025-03-02 02:30", "2025-03-09 03:30", "2025-03-16 02:30"],
         "9 March 02:30 does not exist, so this week begins at 03:30."),
        ("Europe/Berlin", "year-at-a-skipped-time", {"year": 1}, ["2024-03-30 02:30", "2025-03-30 03:30", "2026-03-30 02:30"],
         "02:30 does not exist on 30 March 2025."),
        ("Europe/Berlin", "month-at-a-repeated-time", {"month": 1}, ["2025-09-26 02:30", "2025-10-26 02:30", "2025-11-26 02:30"],
         "26 October has 02:30 twice, and the first one is the edge."),
        ("Australia/Lord_Howe", "month-in-half-an-hour-that-is-skipped", {"month": 1},
         ["2025-09-05 02:10", "2025-10-05 02:40", "2025-11-05 02:10"],
         "5 October skips 02:00 to 02:30, so 02:10 becomes 02:40."),
        ("Africa/Cairo", "week-from-a-skipped-midnight", {"weekOfYear": 1}, ["2024-04-19 00:00", "2024-04-26 01:00", "2024-05-03 00:00"],
         "26 April begins at 01:00."),
        ("Pacific/Apia", "week-from-a-skipped-day", {"weekOfYear": 1}, ["2011-12-23 00:00", "2011-12-31 00:00", "2012-01-06 00:00"],
         "30 December was skipped. The gap is 24 hours, so the week begins on the 31st."),
        ("Pacific/Apia", "month-from-a-skipped-day", {"month": 1}, ["2011-11-30 00:00", "2011-12-31 00:00", "2012-01-30 00:00"],
         "30 December was skipped, so this month begins on the 31st."),
    ]:
        edges = [at(zone, time) for time in times]
        samples = [instant("stepCount", plus(zone, edge, -60), 7 * 10 ** place) for place, edge in enumerate(edges[1:])]
        samples += each(zone, edges[:-1], [1] * (len(edges) - 1))
        sums = [7 * 10 ** place + 1 for place in range(len(edges) - 1)]
        case(
            "intervals", "S3.7", f"{name}-{place(zone)}",
            f"{why} Each row has 1 a minute after its start and the other sample a minute before its end: {sums}.",
            zone, samples, collection("stepCount", "cumulativeSum", edges[0], every, edges[0], edges[-2]), table(edges, sum=sums))


def shares_of_days():
    """S5.1: shares of days that are long, short or skipped."""
    for zone, start, end, days, hours in [
        ("Europe/Berlin", "2025-03-29 12:00", "2025-03-31 12:00", ["2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01"], [12, 23, 12]),
        ("Europe/Berlin", "2025-10-25 12:00", "2025-10-27 12:00", ["2025-10-25", "2025-10-26", "2025-10-27", "2025-10-28"], [12, 25, 12]),
        ("Australia/Lord_Howe", "2025-04-05 12:00", "2025-04-07 12:00", ["2025-04-05", "2025-04-06", "2025-04-07", "2025-04-08"],
         [12, 24.5, 12]),
        ("America/Santiago", "2025-04-04 12:00", "2025-04-06 12:00", ["2025-04-04", "2025-04-05", "2025-04-06", "2025-04-07"],
         [12, 25, 12]),
        ("Pacific/Apia", "2011-12-29 12:00", "2011-12-31 12:00", ["2011-12-29", "2011-12-31", "2012-01-01"], [12, 12]),
    ]:
        edges = [at(zone, f"{day} 00:00") for day in days]
        case(
            "sharing", "S5.1", f"days-of-{'-'.join(number(hour).replace('.', '-') for hour in hours)}-hours-{place(zone)}-{days[0]}",
            f"The sample lasts {' + '.join(map(number, hours))} hours in these days. With 4 kcal an hour, the days have four times these.",
            zone, [sample("basalEnergyBurned", at(zone, start), at(zone, end), 4 * sum(hours))],
            collection("basalEnergyBurned", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[-2]),
            table(edges, sum=[4 * hour for hour in hours]))
    edges = [at("UTC", f"{year}-01-01 00:00") for year in (2023, 2024, 2025)]
    case(
        "sharing", "S5.1", "years-of-365-and-366-days", "Two years have 365 + 366 = 731 days. One a day gives 365 and 366.",
        "UTC", [sample("flightsClimbed", edges[0], edges[2], 731)],
        collection("flightsClimbed", "cumulativeSum", edges[0], {"year": 1}, edges[0], edges[1]), table(edges, sum=[365, 366]))


def merged_parts():
    """S6.2: three sources, parts in the middle, and clock changes."""
    for zone in ZONES:
        def piece(start, end, value, source):
            return sample("stepCount", at(zone, f"2025-05-01 {start}"), at(zone, f"2025-05-01 {end}"), value, source)
        for name, samples, total, why in [
            ("three-sources", [piece("08:00", "08:30", 60, "Watch"), piece("08:15", "09:00", 90, "iPhone"),
                               piece("08:00", "09:30", 180, "Band")],
             180, "The watch has 60. The phone is uncovered for 30 of 45 minutes: 60. The band for 30 of 90 minutes: 60."),
            ("middle-covered", [piece("08:20", "08:40", 10, "Watch"), piece("08:00", "09:00", 60, "iPhone")], 50,
             "The watch has 10. The phone is uncovered for 20 + 20 of 60 minutes: 40."),
            ("two-of-the-watch", [piece("08:00", "08:20", 20, "Watch"), piece("08:10", "08:30", 20, "Watch"),
                                  piece("08:00", "09:00", 60, "iPhone")],
             70, "The watch has 20 + 20 and covers 30 minutes once. The phone is uncovered for 30 of 60 minutes: 30."),
            ("two-of-the-phone", [piece("08:00", "09:00", 50, "Watch"), piece("08:30", "09:30", 60, "iPhone"),
                                  piece("08:45", "09:15", 30, "iPhone")],
             95, "The watch has 50. The phone is uncovered from 09:00: 30 of 60 minutes of 60, and 15 of 30 minutes of 30: 30 + 15."),
            ("band-under-phone", [piece("08:00", "08:30", 40, "iPhone"), piece("08:00", "09:00", 100, "Band"),
                                  piece("08:45", "09:00", 9, "Watch")],
             74, "The phone has 40, the watch 9. The band is uncovered from 08:30 to 08:45: 15 of 60 minutes: 25."),
        ]:
            case("merging", "S6.2", f"{name}-{place(zone)}", why, zone, samples, single("stepCount", "cumulativeSum"), [{"sum": total}])
        edges = [at(zone, f"2025-05-01 {hour}:00") for hour in ("08", "09", "10")]
        case(
            "merging", "S6.2", f"covered-in-one-hour-{place(zone)}",
            "The phone has 60 an hour. In the first hour, the watch replaces half of them by 45: 30 + 45 = 75. The second has 60.",
            zone, [piece("08:30", "09:00", 45, "Watch"), piece("08:00", "10:00", 120, "iPhone")],
            collection("stepCount", "cumulativeSum", edges[0], {"hour": 1}, edges[0], edges[1]), table(edges, sum=[75, 60]))
        case(
            "merging", "S6.2", f"chosen-whole-and-merged-{place(zone)}",
            "Both samples overlap 08:15 to 09:00 and are chosen whole: 100 of the watch, and half of the phone's 60: 130.",
            zone, [piece("07:30", "08:30", 100, "Watch"), piece("08:00", "09:00", 60, "iPhone")],
            single("stepCount", "cumulativeSum", between(at(zone, "2025-05-01 08:15"), edges[1])), [{"sum": 130}])
    zone = "Europe/Berlin"
    night = [sample("stepCount", at(zone, "2025-03-30 01:30"), at(zone, "2025-03-30 03:30"), 40, "Watch"),
             sample("stepCount", at(zone, "2025-03-30 01:00"), at(zone, "2025-03-30 04:00"), 120, "iPhone")]
    case(
        "merging", "S6.2", "over-a-skipped-hour",
        "The phone's sample lasts 2 elapsed hours, and the watch covers one: 40 + 120 · 1/2 = 100.",
        zone, night, single("stepCount", "cumulativeSum"), [{"sum": 100}])
    units = [sample("distanceWalkingRunning", at(zone, "2025-05-01 08:00"), at(zone, "2025-05-01 09:00"), 1, "Watch", "km"),
             sample("distanceWalkingRunning", at(zone, "2025-05-01 08:30"), at(zone, "2025-05-01 09:30"), 1, "iPhone", "mi")]
    case(
        "merging", "S6.2", "two-units", "1000 m of the watch, and half of the phone's 1609.344 m: 1804.672 m.",
        zone, units, single("distanceWalkingRunning", "cumulativeSum"), [{"sum": 1804.672}])


def newest_of_a_kind():
    """S6.3: of two watches, or two phones, the newer one counts."""
    for zone in ZONES:
        for name, old, new in [("watches", "Apple Watch", "Apple Watch Ultra"), ("phones", "iPhone", "iPhone 17")]:
            def hour(day, value, source):
                return sample("stepCount", at(zone, f"{day} 08:00"), at(zone, f"{day} 09:00"), value, source)
            samples = [hour("2024-01-01", 1, old), hour("2025-01-01", 20, new), hour("2025-05-01", 300, old), hour("2025-05-01", 4000, new)]
            case(
                "merging", "S6.3", f"newest-of-two-{name}-{place(zone)}",
                "On 1 May both recorded the same hour. The source that first appeared in 2025 counts: 1 + 20 + 4000.",
                zone, samples, single("stepCount", "cumulativeSum"), [{"sum": 4021}])


def separate_readings():
    """S6.4: extremes and the most recent value of each source, by hour."""
    for zone in ZONES:
        edges = [at(zone, f"2025-05-01 {hour}:00") for hour in ("08", "09", "10")]
        samples = [instant("heartRate", minute(zone, "2025-05-01 08:00", m), value, source) for m, value, source in [
            (10, 60, "Watch"), (20, 80, "Watch"), (30, 90, "Strap"), (70, 70, "Watch"), (80, 100, "Strap"), (90, 50, "Strap")]]
        rows = table(edges, average=[230 / 3, 220 / 3])
        rows[0]["sources"] = {"Watch": {"average": 70}, "Strap": {"average": 90}}
        rows[1]["sources"] = {"Watch": {"average": 70}, "Strap": {"average": 75}}
        case(
            "merging", "S6.4", f"averages-by-hour-{place(zone)}",
            "All instants weigh the same: (60 + 80 + 90) ÷ 3 and (70 + 100 + 50) ÷ 3. Alone: watch 70 and 70, strap 90 and 75.",
            zone, samples, collection("heartRate", "discreteAverage separateBySource", edges[0], {"hour": 1}, edges[0], edges[1]), rows)


def readings_over_edges():
    """S5.3: the most recent value of a bucket."""
    for zone in ZONES:
        edges = [at(zone, f"2025-05-01 {hour}:00") for hour in ("09", "10", "11")]
        long = sample("heartRate", at(zone, "2025-05-01 09:50"), at(zone, "2025-05-01 10:20"), 60)
        for name, moment, value, why in [
            ("later-instant", "2025-05-01 10:05", 90, "At 10:05 a reading of 90 starts after the one of 60, which overlaps both hours."),
            ("instant-on-the-edge", "2025-05-01 10:00", 50, "50 on the edge belongs to the second hour, and starts after 60."),
        ]:
            case(
                "recent", "S5.3", f"{name}-{place(zone)}", why, zone, [long, instant("heartRate", at(zone, moment), value)],
                collection("heartRate", "mostRecent", edges[0], {"hour": 1}, edges[0], edges[1]), table(edges, mostRecent=[60, value]))
        pieces = [sample("stepCount", at(zone, f"2025-05-01 {start}"), at(zone, f"2025-05-01 {end}"), 5, source)
                  for start, end, source in [("09:30", "10:30", "Watch"), ("10:00", "11:00", "iPhone")]]
        case(
            "recent", "S5.3a", f"duration-of-two-sources-by-hour-{place(zone)}",
            "The first hour is covered from 09:30: 1800 s. The second is covered by one or both sources: 3600 s.",
            zone, pieces, collection("stepCount", "duration", edges[0], {"hour": 1}, edges[0], edges[1]),
            table(edges, duration=[1800, 3600]))


def averages_over_edges():
    """S2.2 and S2.3: weights inside of buckets, and samples at the same time."""
    for zone in ZONES:
        def reading(type, start, end, value, source="Watch"):
            return sample(type, at(zone, f"2025-05-01 {start}"), at(zone, f"2025-05-01 {end}"), value, source)
        edges = [at(zone, f"2025-05-01 {hour}:00") for hour in ("09", "10", "11")]
        case(
            "averages", "S2.2", f"at-the-same-time-{place(zone)}", "Both last ten minutes at the same time: (60 + 120) ÷ 2 = 90.",
            zone, [reading("heartRate", "09:00", "09:10", 60), reading("heartRate", "09:00", "09:10", 120)],
            single("heartRate", "discreteAverage"), [{"average": 90}])
        level = 10 * log10((10 ** 8 + 10 ** 6) / 2)
        case(
            "averages", "S2.3", f"levels-by-hour-{place(zone)}",
            "The first hour has 80 dB. The second has 80 dB and 60 dB for half an hour each: 10·log10((10^8 + 10^6) ÷ 2) = 77.033 dB.",
            zone, [reading("environmentalAudioExposure", "09:30", "10:30", 80),
                   reading("environmentalAudioExposure", "10:30", "11:00", 60)],
            collection("environmentalAudioExposure", "discreteAverage", edges[0], {"hour": 1}, edges[0], edges[1]),
            table(edges, average=[80, level]), tolerance=1e-6)
        twice = instant("heartRate", edges[0], 60)
        case(
            "samples", "S1.2", f"reading-twice-{place(zone)}", "The same reading of 60 comes twice and counts once: (60 + 90) ÷ 2 = 75.",
            zone, [twice, dict(twice), instant("heartRate", edges[1], 90)], single("heartRate", "discreteAverage"), [{"average": 75}])
        case(
            "averages", "S2.2", f"chosen-whole-{place(zone)}",
            "The range begins at 10:00. 60 overlaps it and counts whole, 40 min; 100 lasts 20 min: (60 · 40 + 100 · 20) ÷ 60 = 73.33.",
            zone, [reading("heartRate", "09:30", "10:10", 60), reading("heartRate", "10:20", "10:40", 100)],
            single("heartRate", "discreteAverage", between(edges[1], edges[2])), [{"average": 220 / 3}])


def strict_buckets():
    """S4.1: with strict options, too, the rest of a chosen sample is in the buckets around the range."""
    for zone in ZONES:
        hours = [at(zone, f"2025-05-01 {hour}:00") for hour in (13, 14, 15, 16)]
        walks = [sample("stepCount", at(zone, f"2025-05-01 {start}"), at(zone, f"2025-05-01 {end}"), value)
                 for start, end, value in [("13:45", "14:15", 60), ("14:20", "14:40", 100), ("14:50", "15:10", 40)]]
        for name, options, sums, why in [
            ("start", ["strictStartDate"], [None, 120, 20],
             "60 starts before the range. 100 + 20 = 120, and the other half of 40 after it."),
            ("end", ["strictEndDate"], [30, 130, None], "40 ends after the range. Half of 60 is before it, and 30 + 100 = 130 in it."),
            ("both", ["strictStartDate", "strictEndDate"], [None, 100, None], "Only 100 starts and ends in the range."),
        ]:
            case(
                "predicates", "S4.1", f"around-the-range-strict-{name}-{place(zone)}", why, zone, walks,
                collection("stepCount", "cumulativeSum", hours[0], {"hour": 1}, hours[0], hours[2], between(hours[1], hours[2], *options)),
                table(hours, sum=sums))


def nights_with_a_clock_change():
    """S7.1: the time asleep is elapsed time."""
    for zone, evening, morning, hours in [
        ("Europe/Berlin", "2025-03-29", "2025-03-30", 7), ("Europe/Berlin", "2025-10-25", "2025-10-26", 9),
        ("America/New_York", "2025-03-08", "2025-03-09", 7), ("America/New_York", "2025-11-01", "2025-11-02", 9),
    ]:
        edges = [at(zone, f"{evening} 18:00"), at(zone, f"{morning} 18:00")]
        case(
            "sleep", "S7.1", f"night-of-{hours}-hours-{place(zone)}",
            f"From 23:00 to 07:00 by the clock are 8 hours, but {hours} hours pass.",
            zone, [sleep(at(zone, f"{evening} 23:00"), at(zone, f"{morning} 07:00"), "asleepCore")],
            nights(edges[0], edges[0], edges[0]), table(edges, duration=[hours * 3600]))
    zone = "Europe/Berlin"
    edges = [at(zone, f"2025-05-0{day} 18:00") for day in (1, 2)]
    bed = [sleep(at(zone, "2025-05-01 22:00"), at(zone, "2025-05-02 07:00"), "inBed", "Watch"),
           sleep(at(zone, "2025-05-01 23:00"), at(zone, "2025-05-02 06:00"), "asleepUnspecified", "iPhone")]
    case(
        "sleep", "S6.6", "in-bed-overrules-nothing", "The watch says only that the person was in bed. The phone's 7 hours count.",
        zone, bed, nights(edges[0], edges[0], edges[0]), table(edges, duration=[7 * 3600]))
    phone = [sleep(at(zone, "2025-05-01 23:00"), at(zone, "2025-05-02 06:00"), "asleepCore", "Watch"),
             sleep(at(zone, "2025-05-02 02:00"), at(zone, "2025-05-02 03:00"), "awake", "iPhone")]
    case(
        "sleep", "S6.6", "phone-awake-under-watch-asleep", "The watch comes first, so the phone's hour awake does not count: 7 hours.",
        zone, phone, nights(edges[0], edges[0], edges[0]), table(edges, duration=[7 * 3600]))


def workouts_over_midnight():
    """S7.1a: workouts over midnight and over a clock change."""
    for name, zone, start, end, pauses, seconds, why in [
        ("over-midnight", "Europe/Berlin", "2025-05-01 23:30", "2025-05-02 00:45", [("2025-05-01 23:55", "2025-05-02 00:10")], 3600,
         "75 minutes less a pause of 15 over midnight are 60."),
        ("over-a-skipped-hour", "Europe/Berlin", "2025-03-30 01:30", "2025-03-30 03:30", [], 3600, "01:30 to 03:30 is one elapsed hour."),
        ("pause-over-a-skipped-hour", "America/New_York", "2025-03-09 01:00", "2025-03-09 05:00",
         [("2025-03-09 01:30", "2025-03-09 03:30")],
         7200, "01:00 to 05:00 are three elapsed hours, and the pause is one of them."),
        ("pause-to-the-end", "UTC", "2025-05-01 10:00", "2025-05-01 11:00", [("2025-05-01 10:45", "2025-05-01 11:00")], 2700,
         "The pause lasts until the end: 45 minutes."),
    ]:
        workout = {
            "type": "workout", "activity": "running", "start": at(zone, start), "end": at(zone, end), "source": "Watch",
            "pauses": [{"start": at(zone, first), "end": at(zone, last)} for first, last in pauses]}
        case(
            "workouts", "S7.1a", f"{name}-{place(zone)}", why, zone, [workout], {"kind": "workouts"},
            [{"start": workout["start"], "end": workout["end"], "duration": seconds}])


def below_zero():
    """S8.3: degrees below zero."""
    zone = "UTC"
    cold = [instant("bodyTemperature", at(zone, f"2025-05-01 {hour}:00"), value) for hour, value in [(10, -10), (11, 20)]]
    case(
        "units", "S8.3", "below-zero-in-degF", "−10 degC are −10 · 9 ÷ 5 + 32 = 14 degF, and 20 degC are 68 degF.", zone, cold,
        single("bodyTemperature", "discreteMin discreteMax discreteAverage", unit="degF"), [{"min": 14, "max": 68, "average": 41}],
        tolerance=1e-6)


RULES = [
    long_intervals, ninety_minutes, rare_edges, shares_of_days, merged_parts, newest_of_a_kind, separate_readings, readings_over_edges,
    averages_over_edges, strict_buckets, nights_with_a_clock_change, workouts_over_midnight, below_zero,
]

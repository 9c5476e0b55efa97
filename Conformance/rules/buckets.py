"""S3: where buckets begin and end."""
from .build import at, case, collection, instant, place, plus, sample, table

PLAIN = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "America/Santiago"]

# Zone, day with a clock change, the day before, the two days after, minutes of the day.
CHANGES = [
    ("Europe/Berlin", "2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01", 1380),
    ("Europe/Berlin", "2025-10-25", "2025-10-26", "2025-10-27", "2025-10-28", 1500),
    ("America/New_York", "2025-03-08", "2025-03-09", "2025-03-10", "2025-03-11", 1380),
    ("America/New_York", "2025-11-01", "2025-11-02", "2025-11-03", "2025-11-04", 1500),
    ("Australia/Lord_Howe", "2025-04-05", "2025-04-06", "2025-04-07", "2025-04-08", 1470),
    ("Australia/Lord_Howe", "2025-10-04", "2025-10-05", "2025-10-06", "2025-10-07", 1410),
    ("Africa/Casablanca", "2025-02-22", "2025-02-23", "2025-02-24", "2025-02-25", 1500),
    ("Africa/Casablanca", "2025-04-05", "2025-04-06", "2025-04-07", "2025-04-08", 1380),
    ("America/Santiago", "2025-04-04", "2025-04-05", "2025-04-06", "2025-04-07", 1500),
    ("Pacific/Auckland", "2025-04-05", "2025-04-06", "2025-04-07", "2025-04-08", 1500),
    ("Pacific/Auckland", "2025-09-27", "2025-09-28", "2025-09-29", "2025-09-30", 1380),
    ("Europe/London", "2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01", 1380),
]


def every_half_hour(zone, start, count):
    return [instant("stepCount", plus(zone, start, 1800 * half + 60), 1) for half in range(count)]


def month_edges():
    """S3.1: monthly edges from the 31st are the last days of short months, and the 31st of long ones."""
    for zone in PLAIN:
        for year, february in [("2024", "29"), ("2025", "28")]:
            days = [f"{year}-{day}" for day in ("01-31", f"02-{february}", "03-31", "04-30", "05-31")]
            edges = [at(zone, f"{day} 00:00") for day in days]
            samples = [instant("stepCount", at(zone, f"{day} 12:00"), 10 * count) for count, day in enumerate(days[:4], 1)]
            case(
                "buckets", "S3.1", f"months-from-the-31st-of-{year}-{place(zone)}",
                f"Month k starts at 31 January plus k months: {', '.join(days)}. Each start has one sample at noon: 10, 20, 30, 40.",
                zone, samples, collection("stepCount", "cumulativeSum", edges[0], {"month": 1}, edges[0], edges[3]),
                table(edges, sum=[10, 20, 30, 40]))
            if zone in ("UTC", "America/Santiago"):
                continue
            edge_samples = [instant("stepCount", plus(zone, edge, -60), 7) for edge in edges[1:]]
            case(
                "buckets", "S3.1", f"last-minutes-of-months-from-the-31st-of-{year}-{place(zone)}",
                "One minute before each edge, a sample of 7 still belongs to the month that ends: 7 in each of four months.",
                zone, edge_samples, collection("stepCount", "cumulativeSum", edges[0], {"month": 1}, edges[0], edges[3]),
                table(edges, sum=[7, 7, 7, 7]))


def months_before_the_anchor():
    """S3.1: edges before the anchor are counted from the anchor, too."""
    for zone in PLAIN[1:5]:
        days = ["2025-06-30", "2025-07-31", "2025-08-31", "2025-09-30", "2025-10-31"]
        edges = [at(zone, f"{day} 00:00") for day in days]
        samples = [instant("stepCount", at(zone, f"{day} 09:00"), value) for day, value in zip(days, [1, 2, 3, 4])]
        case(
            "buckets", "S3.1", f"months-before-an-anchor-on-the-31st-{place(zone)}",
            "31 October less 1, 2, 3 and 4 months is 30 September, 31 August, 31 July and 30 June. The samples are 1, 2, 3 and 4.",
            zone, samples, collection("stepCount", "cumulativeSum", at(zone, "2025-10-31 00:00"), {"month": 1}, edges[0], edges[3]),
            table(edges, sum=[1, 2, 3, 4]))


def longer_edges():
    """S3.1: quarters and years do not drift either."""
    for zone in ("UTC", "Europe/Berlin", "Asia/Kolkata"):
        days = ["2024-11-30", "2025-02-28", "2025-05-30", "2025-08-30"]
        edges = [at(zone, f"{day} 00:00") for day in days]
        samples = [instant("activeEnergyBurned", at(zone, f"{day} 10:00"), 100) for day in days[:3]]
        case(
            "buckets", "S3.1", f"three-months-from-30-november-{place(zone)}",
            "30 November plus 3, 6 and 9 months is 28 February, 30 May and 30 August. Each bucket has one sample of 100.",
            zone, samples, collection("activeEnergyBurned", "cumulativeSum", edges[0], {"month": 3}, edges[0], edges[2]),
            table(edges, sum=[100, 100, 100]))
        days = ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]
        edges = [at(zone, f"{day} 00:00") for day in days]
        samples = [instant("stepCount", at(zone, f"{day} 10:00"), 5) for day in days[:4]]
        case(
            "buckets", "S3.1", f"years-from-29-february-{place(zone)}",
            "29 February 2024 plus 1, 2, 3 and 4 years is 28 February, three times, and then 29 February 2028. Each year has 5.",
            zone, samples, collection("stepCount", "cumulativeSum", edges[0], {"year": 1}, edges[0], edges[3]),
            table(edges, sum=[5, 5, 5, 5]))


def days_with_a_clock_change():
    """S3.2: a day is a day of the calendar, with 23, 25 or other hours."""
    for zone, before, day, after, last, minutes in CHANGES:
        edges = [at(zone, f"{date} 00:00") for date in (before, day, after)]
        season = f"{place(zone)}-{day}"
        question = collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[1])
        even = every_half_hour(zone, edges[0], 48 + minutes // 30)
        case(
            "days", "S3.2", f"one-count-each-half-hour-{season}",
            f"The first day has 48 half hours, the second {minutes} ÷ 30 = {minutes // 30}. Each of them has a count of 1.",
            zone, even, question, table(edges, sum=[48, minutes // 30]))
        ends = [instant("stepCount", plus(zone, edges[1], -1), 3), instant("stepCount", plus(zone, edges[1], 60 * minutes - 1), 8)]
        case(
            "days", "S3.2", f"last-second-of-a-day-of-{minutes}-minutes-{season}",
            f"The day of the change lasts {minutes} minutes, so a sample in its last second is in it: 3 before it and 8 in it.",
            zone, ends, question, table(edges, sum=[3, 8]))
        beats = [instant("heartRate", plus(zone, edges[1], 60 * minutes - 60), 90), instant("heartRate", edges[2], 50)]
        edges = [at(zone, f"{date} 00:00") for date in (day, after, last)]
        case(
            "days", "S3.2", f"greatest-reading-{season}",
            f"One minute before the day of {minutes} minutes ends, the reading is 90. The next day begins with 50.",
            zone, beats, collection("heartRate", "discreteMax", edges[0], {"day": 1}, edges[0], edges[1]),
            table(edges, max=[90, 50]))


def hours_of_a_long_or_short_day():
    """S3.2: hours are elapsed time."""
    for zone, _, day, after, _, minutes in CHANGES:
        if minutes % 60:
            continue
        midnight, count = at(zone, f"{day} 00:00"), minutes // 60
        edges = [plus(zone, midnight, 3600 * hour) for hour in range(count + 1)]
        samples = [instant("stepCount", plus(zone, edge, 1800), hour) for hour, edge in enumerate(edges[:-1], 1)]
        case(
            "hours", "S3.2", f"{count}-hours-{place(zone)}-{day}",
            f"The day has {count} hours. The middle of each has one sample: 1 in the first hour, 2 in the second, {count} in the last.",
            zone, samples, collection("stepCount", "cumulativeSum", midnight, {"hour": 1}, midnight, edges[-2]),
            table(edges, sum=list(range(1, count + 1))))


def weeks_with_a_clock_change():
    """S3.2: a week is seven days of the calendar."""
    for zone, first, last, hours in [
        ("Europe/Berlin", "2025-03-24", "2025-03-31", 167), ("Europe/Berlin", "2025-10-20", "2025-10-27", 169),
        ("America/New_York", "2025-03-03", "2025-03-10", 167), ("America/New_York", "2025-10-27", "2025-11-03", 169),
        ("Pacific/Auckland", "2025-03-31", "2025-04-07", 169),
    ]:
        edges = [at(zone, f"{first} 00:00"), at(zone, f"{last} 00:00")]
        samples = [instant("activeEnergyBurned", plus(zone, edges[0], 3600 * hour + 60), 1) for hour in range(hours)]
        samples.append(instant("activeEnergyBurned", edges[1], 1000))
        for name, every in [("a-week", {"weekOfYear": 1}), ("seven-days", {"day": 7})]:
            case(
                "days", "S3.2", f"{name}-of-{hours}-hours-{place(zone)}-{first}",
                f"The week has {hours} hours, and 1 kcal for each gives {hours}. The 1000 kcal at its end belong to the next week.",
                zone, samples, collection("activeEnergyBurned", "cumulativeSum", edges[0], every, edges[0], edges[0]),
                table(edges, sum=[hours]))


def several_hours():
    """S3.3: buckets of several hours are elapsed time from the anchor."""
    for zone, _, day, after, _, minutes in CHANGES:
        if zone not in ("Europe/Berlin", "America/New_York", "Africa/Casablanca", "Pacific/Auckland"):
            continue
        for hours in (6, 12):
            midnight = at(zone, f"{day} 00:00")
            edges = [plus(zone, midnight, 3600 * hours * k) for k in range(24 // hours + 2)]
            samples = [instant("stepCount", plus(zone, midnight, 3600 * hour + 60), 1) for hour in range(hours * (len(edges) - 1))]
            case(
                "hours", "S3.3", f"{hours}-hours-each-{place(zone)}-{day}",
                f"Each bucket lasts {hours} elapsed hours, also over the change of clocks. One count an hour gives {hours} in each.",
                zone, samples, collection("stepCount", "cumulativeSum", midnight, {"hour": hours}, midnight, edges[-2]),
                table(edges, sum=[hours] * (len(edges) - 1)))


def instants_on_edges():
    """S3.4: an instant on an edge belongs to the later bucket."""
    for zone in PLAIN:
        for name, every, days in [
            ("day", {"day": 1}, ["2025-05-01 00:00", "2025-05-02 00:00", "2025-05-03 00:00"]),
            ("hour", {"hour": 1}, ["2025-05-01 09:00", "2025-05-01 10:00", "2025-05-01 11:00"]),
            ("month", {"month": 1}, ["2025-05-01 00:00", "2025-06-01 00:00", "2025-07-01 00:00"]),
            ("quarter-hour", {"minute": 15}, ["2025-05-01 09:00", "2025-05-01 09:15", "2025-05-01 09:30"]),
        ]:
            edges = [at(zone, day) for day in days]
            case(
                "edges", "S3.4", f"instant-between-two-of-a-{name}-{place(zone)}",
                "The instant of 4 is exactly on the edge between two buckets. The later one has it, and the earlier one has no sample.",
                zone, [instant("stepCount", edges[1], 4)],
                collection("stepCount", "cumulativeSum", edges[0], every, edges[0], edges[1]), table(edges, sum=[None, 4]))
    for zone in ("UTC", "Asia/Kathmandu", "America/New_York"):
        edges = [at(zone, day) for day in ("2025-05-01 09:00", "2025-05-01 10:00", "2025-05-01 11:00")]
        question = collection("heartRate", "discreteMin discreteMax", edges[0], {"hour": 1}, edges[0], edges[1])
        case(
            "edges", "S3.4", f"reading-on-an-edge-{place(zone)}",
            "The reading of 70 at 10:00 belongs to the hour from 10:00. The hour before it has only 60.",
            zone, [instant("heartRate", at(zone, "2025-05-01 09:30"), 60), instant("heartRate", edges[1], 70)], question,
            table(edges, min=[60, 70], max=[60, 70]))
        case(
            "edges", "S1.1", f"sample-that-ends-on-an-edge-{place(zone)}",
            "The sample covers 09:30 to 10:00 without its end, so all 30 counts are in the hour from 09:00, and the next has none.",
            zone, [sample("stepCount", at(zone, "2025-05-01 09:30"), edges[1], 30)],
            collection("stepCount", "cumulativeSum", edges[0], {"hour": 1}, edges[0], edges[1]), table(edges, sum=[30, None]))
        case(
            "edges", "S1.1", f"reading-that-ends-on-an-edge-{place(zone)}",
            "A reading from 09:30 to 10:00 does not include 10:00. The hour from 10:00 has no reading.",
            zone, [sample("heartRate", at(zone, "2025-05-01 09:30"), edges[1], 66)],
            collection("heartRate", "discreteAverage", edges[0], {"hour": 1}, edges[0], edges[1]),
            table(edges, average=[66, None]))


def days_with_another_start():
    """S3.5: an anchor gives days another start, wherever its date is."""
    for zone in PLAIN:
        for clock, anchor_day in [("03:00", "2025-05-01"), ("04:00", "2020-02-29"), ("18:00", "2030-12-31")]:
            edges = [at(zone, f"2025-05-0{day} {clock}") for day in (1, 2, 3)]
            samples = [
                instant("stepCount", plus(zone, edges[1], -60), 20), instant("stepCount", plus(zone, edges[1], 60), 300),
                instant("stepCount", plus(zone, edges[2], 60), 4000)]
            if zone == "America/Santiago":
                anchor_day = "2025-05-01"
            case(
                "anchors", "S3.5", f"days-from-{clock.replace(':', '')}-{place(zone)}",
                f"Days start at {clock}. 20 come a minute before an edge, and 300 a minute after it. 4000 belong to a third day.",
                zone, samples,
                collection("stepCount", "cumulativeSum", at(zone, f"{anchor_day} {clock}"), {"day": 1}, edges[0], edges[1]),
                table(edges, sum=[20, 300]))


def weeks_from_monday_at_three():
    """S3.5: weeks start at the anchor's weekday and time."""
    for zone in ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"):
        edges = [at(zone, f"2025-05-{day} 03:00") for day in ("05", "12", "19")]
        samples = [
            instant("stepCount", at(zone, "2025-05-12 02:59"), 11), instant("stepCount", edges[1], 22),
            instant("stepCount", at(zone, "2025-05-19 02:59"), 33)]
        for name, anchor in [("before", "2025-01-06 03:00"), ("after", "2025-12-01 03:00")]:
            case(
                "anchors", "S3.5", f"weeks-from-monday-at-three-anchor-{name}-{place(zone)}",
                "The anchor is a Monday at 03:00. 11 at 02:59 on the next Monday belong to the first week; 22 + 33 = 55 to the second.",
                zone, samples, collection("stepCount", "cumulativeSum", at(zone, anchor), {"weekOfYear": 1}, edges[0], edges[1]),
                table(edges, sum=[11, 55]))


def short_buckets_from_an_anchor():
    """S3.5: the anchor gives hours and minutes their phase."""
    for zone in ("UTC", "Asia/Kolkata", "Asia/Kathmandu", "Europe/Berlin"):
        for name, minutes, every in [("hours-from-half-past", 60, {"hour": 1}), ("quarters-from-seven-past", 15, {"minute": 15})]:
            start = at(zone, "2025-05-01 09:30" if minutes == 60 else "2025-05-01 09:07")
            edges = [plus(zone, start, 60 * minutes * k) for k in range(3)]
            samples = [instant("stepCount", plus(zone, edges[1], second), value) for second, value in [(-60, 3), (60, 50), (420, 200)]]
            case(
                "anchors", "S3.5", f"{name}-{place(zone)}",
                f"Edges are {minutes} minutes apart from the anchor. 3 come a minute before the edge, 50 and 200 after it: 250.",
                zone, samples, collection("stepCount", "cumulativeSum", edges[0], every, edges[0], edges[1]),
                table(edges, sum=[3, 250]))


def days_without_a_midnight():
    """S3.6: a day whose clocks skip midnight starts at the first moment after the gap."""
    for zone, before, day, after in [
        ("America/Santiago", "2025-09-06", "2025-09-07", "2025-09-08"), ("America/Sao_Paulo", "2018-11-03", "2018-11-04", "2018-11-05"),
        ("Africa/Cairo", "2024-04-25", "2024-04-26", "2024-04-27"), ("Asia/Beirut", "2025-03-29", "2025-03-30", "2025-03-31"),
        ("America/Havana", "2025-03-08", "2025-03-09", "2025-03-10"), ("America/Asuncion", "2024-10-05", "2024-10-06", "2024-10-07"),
    ]:
        edges = [at(zone, f"{before} 00:00"), at(zone, f"{day} 01:00"), at(zone, f"{after} 00:00")]
        case(
            "days", "S3.6", f"no-midnight-{place(zone)}",
            f"{day} starts at 01:00 and has 46 half hours, the day before 48. Each of them has a count of 1.",
            zone, every_half_hour(zone, edges[0], 94),
            collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[1]), table(edges, sum=[48, 46]))
        samples = [instant("heartRate", plus(zone, edges[1], -60), 55), instant("heartRate", edges[1], 95)]
        case(
            "days", "S3.6", f"first-moment-of-a-day-without-midnight-{place(zone)}",
            "55 is in the last minute before the gap, and 95 in the first moment after it, which begins the new day.",
            zone, samples, collection("heartRate", "discreteAverage", edges[0], {"day": 1}, edges[0], edges[1]),
            table(edges, average=[55, 95]))


def a_day_that_was_skipped():
    """S3.6: a skipped date has no bucket."""
    zone = "Pacific/Apia"
    edges = [at(zone, f"{day} 00:00") for day in ("2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01")]
    for name, type, option, column, values in [
        ("sum", "stepCount", "cumulativeSum", "sum", [10, 20, 30]),
        ("average", "heartRate", "discreteAverage", "average", [60, 70, 80]),
        ("greatest", "heartRate", "discreteMax", "max", [61, 71, 81]),
    ]:
        samples = [instant(type, plus(zone, edge, 43200), value) for edge, value in zip(edges, values)]
        case(
            "days", "S3.6", f"skipped-day-apia-{name}",
            "Apia skipped 30 December 2011. After the 29th comes the 31st, so four dates are three days with one sample each.",
            zone, samples, collection(type, option, edges[0], {"day": 1}, edges[0], edges[2]), table(edges, **{column: values}))


def skipped_times():
    """S3.7: an anchor's time that does not exist moves forward by the gap, and only on that day."""
    for zone, before, day, after, clock, moved in [
        ("America/New_York", "2025-03-08", "2025-03-09", "2025-03-10", "02:30", "03:30"),
        ("Europe/Berlin", "2025-03-29", "2025-03-30", "2025-03-31", "02:30", "03:30"),
        ("Europe/London", "2025-03-29", "2025-03-30", "2025-03-31", "01:15", "02:15"),
        ("Africa/Casablanca", "2025-04-05", "2025-04-06", "2025-04-07", "02:45", "03:45"),
        ("Pacific/Auckland", "2025-09-27", "2025-09-28", "2025-09-29", "02:30", "03:30"),
        ("Australia/Lord_Howe", "2025-10-04", "2025-10-05", "2025-10-06", "02:15", "02:45"),
    ]:
        edges = [at(zone, f"{before} {clock}"), at(zone, f"{day} {moved}"), at(zone, f"{after} {clock}")]
        samples = [
            instant("stepCount", plus(zone, edges[1], -60), 1), instant("stepCount", edges[1], 20),
            instant("stepCount", plus(zone, edges[2], -60), 300), instant("stepCount", edges[2], 4000)]
        case(
            "anchors", "S3.7", f"skipped-time-{place(zone)}",
            f"{clock} does not exist on {day}, so the day starts at {moved}: 1 before it, 20 + 300 = 320 in it. Then {clock} again.",
            zone, samples, collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[1]),
            table(edges, sum=[1, 320]))


def repeated_times():
    """S3.7: an anchor's time that occurs twice is the first one."""
    for zone, before, day, after, clock in [
        ("America/New_York", "2025-11-01", "2025-11-02", "2025-11-03", "01:30"),
        ("Europe/Berlin", "2025-10-25", "2025-10-26", "2025-10-27", "02:30"),
        ("Europe/London", "2025-10-25", "2025-10-26", "2025-10-27", "01:15"),
        ("Africa/Casablanca", "2025-02-22", "2025-02-23", "2025-02-24", "02:30"),
        ("Pacific/Auckland", "2025-04-05", "2025-04-06", "2025-04-07", "02:30"),
        ("Australia/Lord_Howe", "2025-04-05", "2025-04-06", "2025-04-07", "01:45"),
    ]:
        edges = [at(zone, f"{date} {clock}") for date in (before, day, after)]
        samples = [
            instant("stepCount", plus(zone, edges[1], -60), 5), instant("stepCount", plus(zone, edges[1], 60), 60),
            instant("stepCount", at(zone, f"{day} {clock}", second=True), 700)]
        for name, anchor in [("", before), ("-later-anchor", after)]:
            case(
                "anchors", "S3.7", f"repeated-time-{place(zone)}{name}",
                f"{clock} occurs twice on {day}. The first one is the edge, so 60 and the 700 of the second one are in one day: 760.",
                zone, samples,
                collection("stepCount", "cumulativeSum", at(zone, f"{anchor} {clock}"), {"day": 1}, edges[0], edges[1]),
                table(edges, sum=[5, 760]))


def empty_buckets():
    """S3.8: every bucket has a row, and an empty one has no value."""
    for zone in PLAIN:
        edges = [at(zone, f"2025-05-01 {hour:02}:00") for hour in range(8, 14)]
        for name, type, option, column in [
            ("sum", "stepCount", "cumulativeSum", "sum"), ("average", "bodyMass", "discreteAverage", "average"),
            ("recent", "heartRate", "mostRecent", "mostRecent"),
        ]:
            samples = [instant(type, plus(zone, edges[place], 600), value) for place, value in [(0, 50), (3, 80)]]
            case(
                "rows", "S3.8", f"empty-hours-{name}-{place(zone)}",
                "Samples are at 08:10 and 11:10. The hours from 09:00, 10:00 and 12:00 have rows without a value, not with 0.",
                zone, samples, collection(type, option, edges[0], {"hour": 1}, edges[0], edges[4]),
                table(edges, **{column: [50, None, None, 80, None]}))


def zero_is_a_value():
    """S3.8: a sample of 0 gives 0, which is not the same as no sample."""
    for zone in ("UTC", "Europe/Berlin", "Asia/Kolkata"):
        edges = [at(zone, f"2025-05-0{day} 00:00") for day in (1, 2, 3, 4)]
        for type, option, column in [
            ("stepCount", "cumulativeSum", "sum"), ("dietaryWater", "cumulativeSum", "sum"),
            ("bodyTemperature", "discreteAverage", "average"),
        ]:
            samples = [instant(type, at(zone, "2025-05-01 10:00"), 0), instant(type, at(zone, "2025-05-03 10:00"), 9)]
            case(
                "rows", "S3.8", f"zero-and-nothing-{type}-{place(zone)}",
                "The first day has a sample of 0, the second has none, and the third has one of 9: 0, nothing, 9.",
                zone, samples, collection(type, option, edges[0], {"day": 1}, edges[0], edges[2]),
                table(edges, **{column: [0, None, 9]}))


RULES = [
    month_edges, months_before_the_anchor, longer_edges, days_with_a_clock_change, hours_of_a_long_or_short_day,
    weeks_with_a_clock_change, several_hours, instants_on_edges, days_with_another_start, weeks_from_monday_at_three,
    short_buckets_from_an_anchor, days_without_a_midnight, a_day_that_was_skipped, skipped_times, repeated_times, empty_buckets,
    zero_is_a_value,
]

"""Situations that people reported about programs that compute health statistics. The data are new, and the answers worked out by hand."""
from .build import at, between, case, collection, instant, nights, plus, query, sample, single, sleep, table


def field(name, report, situation, rule, why, zone, samples, question, rows, **more):
    case("field", rule, name, why, zone, samples, question, rows, report=f"after a public report about {situation} ({report})", **more)


def steps(zone, start, end, value, source="Watch"):
    return sample("stepCount", at(zone, start), at(zone, end), value, source)


def each_hour(type, zone, start, count, value):
    """An instant in the middle of each of some elapsed hours."""
    return [instant(type, plus(zone, start, 3600 * hour + 1800), value) for hour in range(count)]


def watch_and_phone():
    zone = "America/New_York"
    day = between(at(zone, "2026-02-06 00:00"), at(zone, "2026-02-07 00:00"))
    field(
        "both-devices-all-day", "kingstinct/react-native-healthkit#301", "10,000 steps on a day with 6,000", "S6.1",
        "The watch has 2500 + 3500 = 6000. The phone's 1800 and 2200 lie inside the two walks and count for nothing.",
        zone, [steps(zone, "2026-02-06 08:00", "2026-02-06 10:00", 2500), steps(zone, "2026-02-06 17:00", "2026-02-06 20:00", 3500),
               steps(zone, "2026-02-06 08:30", "2026-02-06 09:45", 1800, "iPhone"),
               steps(zone, "2026-02-06 17:00", "2026-02-06 19:00", 2200, "iPhone")],
        single("stepCount", "cumulativeSum", day), [{"sum": 6000}])
    zone = "Europe/Berlin"
    field(
        "sum-of-two-devices", "krokyze/FitKit#22", "a total that adds watch and phone", "S6.1",
        "Both recorded 07:00 to 21:00: 12,400 by the watch and 12,100 by the phone. The watch counts: 12,400, not 24,500.",
        zone, [steps(zone, "2025-09-26 07:00", "2025-09-26 21:00", 12400),
               steps(zone, "2025-09-26 07:00", "2025-09-26 21:00", 12100, "iPhone")],
        single("stepCount", "cumulativeSum"), [{"sum": 12400}])
    field(
        "greatest-source-is-not-the-total", "elkimek/get-based#356", "a total that takes the greatest source", "S6.1",
        "The watch was worn in the morning, 3000, and the phone carried in the evening, 5000. They do not overlap: 8000, not 5000.",
        zone, [steps(zone, "2025-05-25 07:00", "2025-05-25 11:00", 3000),
               steps(zone, "2025-05-25 18:00", "2025-05-25 21:00", 5000, "iPhone")],
        single("stepCount", "cumulativeSum"), [{"sum": 8000}])
    field(
        "day-so-far-written-twice", "perezjuanj/OpenCircuit#43", "an app that writes the day so far again and again", "S6.1",
        "One source wrote 4000 for 00:00 to 12:00, and then 7000 for 00:00 to 18:00. These are two samples, which add up: 11,000.",
        zone, [steps(zone, "2025-06-15 00:00", "2025-06-15 12:00", 4000, "Ring"),
               steps(zone, "2025-06-15 00:00", "2025-06-15 18:00", 7000, "Ring")],
        single("stepCount", "cumulativeSum"), [{"sum": 11000}])
    rows = [{"start": at(zone, f"2025-06-15 09:0{minute}"), "end": at(zone, "2025-06-15 10:00"), "value": value}
            for minute, value in ((0, 640), (1, 600))]
    field(
        "sample-query-lists-both", "nativescript-community/nativescript-health-data#33", "a sum over a sample query", "Q1",
        "A sample query lists the samples of all sources, sorted by start. It merges nothing, so adding them would count twice.",
        zone, [steps(zone, "2025-06-15 09:00", "2025-06-15 10:00", 640),
               steps(zone, "2025-06-15 09:01", "2025-06-15 10:00", 600, "iPhone")],
        query("stepCount", None, "startDate"), rows)


def days():
    zone = "America/Denver"
    edges = [at(zone, f"2025-11-0{day} 04:00") for day in (5, 6, 7)]
    field(
        "walk-after-midnight", "lionheart/openradar-mirror#6642", "late walks that the next day gets", "S3.5",
        "With days from 04:00, the walk from 23:30 to 00:30 is in one day: 3000. At 04:30 the next day begins: 200.",
        zone, [steps(zone, "2025-11-05 23:30", "2025-11-06 00:30", 3000), steps(zone, "2025-11-06 04:30", "2025-11-06 04:40", 200)],
        collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[1]), table(edges, sum=[3000, 200]))
    zone = "Europe/Amsterdam"
    edges = [at(zone, f"2018-10-{day} 00:00") for day in (27, 28, 29, 30)]
    field(
        "long-day-listed-twice", "dariosalvi78/cordova-plugin-health#121", "a day of 25 hours that is listed twice", "S3.2",
        "28 October 2018 has 25 hours and one row. 50 counts an hour make 24 · 50 = 1200, 25 · 50 = 1250 and 1200.",
        zone, each_hour("stepCount", zone, edges[0], 73, 50),
        collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[2]), table(edges, sum=[1200, 1250, 1200]))
    zone = "Asia/Kolkata"
    edges = [at(zone, f"2024-10-0{day} 00:00") for day in (7, 8)]
    field(
        "local-day-not-utc", "perfood/capacitor-healthkit#42", "totals of days of UTC", "S3.2",
        "00:30 in Kolkata is the day before by UTC. The local day has 900 + 12,000 = 12,900.",
        zone, [steps(zone, "2024-10-07 00:30", "2024-10-07 00:40", 900), steps(zone, "2024-10-07 16:00", "2024-10-07 18:00", 12000)],
        collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[0]), table(edges, sum=[12900]))
    zone = "America/New_York"
    edges = [at(zone, f"2025-06-{day} 00:00") for day in (30,)] + [at(zone, f"2025-07-0{day} 00:00") for day in (1, 2)]
    late = [steps(zone, "2025-06-30 23:00", "2025-06-30 23:45", 1500), steps(zone, "2025-07-01 09:00", "2025-07-01 09:30", 700)]
    field(
        "late-steps-carried-over", "SecUSo/privacy-friendly-pedometer#190", "steps after 11 pm in the total of the next day", "S3.2",
        "The walk ends before midnight, so 1500 are on 30 June and 700 on 1 July.",
        zone, late, collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[1]), table(edges, sum=[1500, 700]))
    months = [at(zone, f"2025-0{month}-01 00:00") for month in (6, 7, 8)]
    field(
        "first-of-the-month-in-two-months", "SecUSo/privacy-friendly-pedometer#190", "steps of the 1st in two months", "S3.4",
        "The steps of 1 July are in July alone: 1500 in June, 700 in July.",
        zone, late, collection("stepCount", "cumulativeSum", months[0], {"month": 1}, months[0], months[1]), table(months, sum=[1500, 700]))
    edges = [at(zone, f"2021-11-0{day} 00:00") for day in (8, 9)] + [at(zone, "2021-11-10 00:00")]
    field(
        "day-after-the-clocks-went-back", "metaflowltd/flutter_health_fit#31", "steps on the day before, after a clock change", "S3.2",
        "The anchor is in summer time. 00:20 on 9 November is on the 9th: 40 + 800 = 840. The 8th has 600.",
        zone, [steps(zone, "2021-11-08 23:20", "2021-11-08 23:50", 600), steps(zone, "2021-11-09 00:20", "2021-11-09 00:25", 40),
               steps(zone, "2021-11-09 12:00", "2021-11-09 12:30", 800)],
        collection("stepCount", "cumulativeSum", at(zone, "2021-10-01 00:00"), {"day": 1}, edges[0], edges[1]),
        table(edges, sum=[600, 840]))
    edges = [at("Asia/Bangkok", f"2025-11-{day} 00:00") for day in (19, 20, 21)]
    field(
        "flight-west", "nvllz/stepsy#66", "a count that starts again after a flight", "S3.2",
        "The clock is that of the question, Bangkok. 00:30 in Singapore is 23:30 of the 19th: 300. Then 4000 and 1000 on the 20th: 5000.",
        "Asia/Bangkok", [steps("Asia/Singapore", "2025-11-20 00:30", "2025-11-20 00:40", 300),
                         steps("Asia/Singapore", "2025-11-20 09:00", "2025-11-20 10:00", 4000),
                         steps("Asia/Bangkok", "2025-11-20 20:00", "2025-11-20 20:30", 1000)],
        collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[1]), table(edges, sum=[300, 5000]))


def clock_changes():
    zone = "America/Los_Angeles"
    edges = [at(zone, f"2017-03-12 {clock}") for clock in ("00:00", "03:00", "05:00", "07:00")]
    field(
        "two-hours-over-a-skipped-hour", "influxdata/influxdb#8610", "a bucket that a clock change cuts", "S3.3",
        "02:00 to 03:00 does not exist. Two elapsed hours end at 03:00, then 05:00 and 07:00: 60 counts an hour make 120 in each.",
        zone, each_hour("stepCount", zone, edges[0], 6, 60),
        collection("stepCount", "cumulativeSum", edges[0], {"hour": 2}, edges[0], edges[2]), table(edges, sum=[120, 120, 120]))
    first = at(zone, "2026-11-01 00:00")
    edges = [plus(zone, first, 3600 * k) for k in range(5)]
    field(
        "hour-that-occurs-twice", "vellum-ai/vellum-assistant#25084", "one of two hours from 01:00 that is lost", "S3.2",
        "The hours start at 00:00, 01:00, 01:00 again and 02:00. Each has one sample: 10, 20, 40, 80.",
        zone, [instant("stepCount", plus(zone, edge, 600), value) for edge, value in zip(edges, (10, 20, 40, 80))],
        collection("stepCount", "cumulativeSum", first, {"hour": 1}, first, edges[3]), table(edges, sum=[10, 20, 40, 80]))
    zone = "Africa/Casablanca"
    edges = [at(zone, f"2024-03-{day} 00:00") for day in ("09", "10", "11", "12")]
    field(
        "clocks-of-ramadan", "mattjohnsonpint/TimeZoneConverter#150", "Morocco's clocks in Ramadan", "S3.2",
        "On 10 March 2024 the clocks went back: 24, 25 and 24 hours. One kcal an hour gives the same numbers.",
        zone, each_hour("basalEnergyBurned", zone, edges[0], 73, 1),
        collection("basalEnergyBurned", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[2]), table(edges, sum=[24, 25, 24]))
    zone = "America/Santiago"
    edges = [at(zone, "2023-09-02 00:00"), at(zone, "2023-09-03 01:00"), at(zone, "2023-09-04 00:00"), at(zone, "2023-09-05 00:00")]
    field(
        "days-shifted-after-a-skipped-midnight", "ankitects/anki#2456", "days that shift after a skipped midnight", "S3.6",
        "3 September 2023 starts at 01:00. One sample at noon of each day: 1, 2 and 4 stay on their days.",
        zone, [instant("stepCount", at(zone, f"2023-09-0{day} 12:00"), value) for day, value in [(2, 1), (3, 2), (4, 4)]],
        collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[2]), table(edges, sum=[1, 2, 4]))
    zone = "America/Los_Angeles"
    edges = [at(zone, "2024-03-09 02:00"), at(zone, "2024-03-10 03:00"), at(zone, "2024-03-11 02:00"), at(zone, "2024-03-12 02:00")]
    field(
        "days-from-two", "rossta/montrose#165", "days from 02:00 that are left out in spring", "S3.7",
        "02:00 does not exist on 10 March 2024, so this day starts at 03:00: 24, 23 and 24 hours with 10 counts each.",
        zone, each_hour("stepCount", zone, edges[0], 71, 10),
        collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[2]), table(edges, sum=[240, 230, 240]))
    zone = "Australia/Adelaide"
    edges = [at(zone, f"2025-05-01 0{hour}:00") for hour in (5, 6, 7)]
    field(
        "hours-of-a-half-hour-zone", "nightscout/nocturne#1100", "hours cut at those of UTC", "S5.1",
        "Adelaide is at +09:30. 50 counts from 05:30 to 06:30 local time are 25 before 06:00 and 25 after it.",
        zone, [steps(zone, "2025-05-01 05:30", "2025-05-01 06:30", 50)],
        collection("stepCount", "cumulativeSum", edges[0], {"hour": 1}, edges[0], edges[1]), table(edges, sum=[25, 25]))


def months():
    zone = "Europe/Paris"
    edges = [at(zone, f"2018-{day} 00:00") for day in ("01-31", "02-28", "03-31", "04-30")]
    walks = [sample("distanceWalkingRunning", at(zone, f"2018-{day} 18:00"), at(zone, f"2018-{day} 19:00"), value)
             for day, value in [("02-27", 5000), ("02-28", 6000), ("03-30", 7000), ("03-31", 8000)]]
    field(
        "window-of-a-month-from-the-31st", "influxdata/flux#2062", "months that drift after February", "S3.1",
        "Months start on 31 January, 28 February and 31 March: 5000, then 6000 + 7000 = 13,000, then 8000.",
        zone, walks, collection("distanceWalkingRunning", "cumulativeSum", edges[0], {"month": 1}, edges[0], edges[2]),
        table(edges, sum=[5000, 13000, 8000]))
    edges = [at(zone, day) for day in ("2024-11-30 00:00", "2025-02-28 00:00", "2025-05-30 00:00")]
    field(
        "three-months-from-30-november", "FraserHamilton/dayjs-recur#17", "dates after February that are wrong", "S3.1",
        "The edges are 30 November, 28 February and 30 May. 29 May is before the last edge, so 10 and 20 + 30 = 50.",
        zone, [instant("stepCount", at(zone, f"{day} 12:00"), value) for day, value in [
            ("2025-02-27", 10), ("2025-02-28", 20), ("2025-05-29", 30), ("2025-05-30", 99)]],
        collection("stepCount", "cumulativeSum", edges[0], {"month": 3}, edges[0], edges[1]), table(edges, sum=[10, 50]))


def edges_of_ranges():
    zone = "UTC"
    hours = [at(zone, f"2023-03-16 {hour}:00") for hour in (13, 14, 15, 16)]
    walks = [steps(zone, "2023-03-16 13:45", "2023-03-16 14:15", 60), steps(zone, "2023-03-16 14:20", "2023-03-16 14:40", 100),
             steps(zone, "2023-03-16 14:50", "2023-03-16 15:10", 40)]
    field(
        "rest-of-a-sample-outside", "tryVital/vital-ios#34", "buckets outside of the range that are not complete", "S4.1",
        "From 14:00: 30 + 100 + 20 = 150. The halves of 60 and 40 outside are in the hours before and after: 30 and 20.",
        zone, walks, collection("stepCount", "cumulativeSum", hours[0], {"hour": 1}, hours[0], hours[2], between(hours[1], hours[2])),
        table(hours, sum=[30, 150, 20]))
    zone = "Europe/Berlin"
    day = [at(zone, "2023-03-20 00:00"), at(zone, "2023-03-21 00:00")]
    late = [steps(zone, "2023-03-20 23:45", "2023-03-21 00:15", 90), steps(zone, "2023-03-20 12:00", "2023-03-20 12:30", 10)]
    field(
        "single-of-a-day", "tryVital/vital-ios#44", "two queries of one day that differ", "S4.2",
        "A single statistic counts the sample over midnight whole: 10 + 90 = 100.",
        zone, late, single("stepCount", "cumulativeSum", between(*day)), [{"sum": 100}])
    field(
        "bucket-of-a-day", "tryVital/vital-ios#44", "two queries of one day that differ", "S5.1",
        "The bucket of the day has half of the sample over midnight: 10 + 45 = 55.",
        zone, late, collection("stepCount", "cumulativeSum", day[0], {"day": 1}, day[0], day[0], between(*day)), table(day, sum=[55]))
    rows = [{"start": at(zone, "2024-02-26 23:30"), "end": at(zone, "2024-02-27 00:30"), "value": 800}]
    for name, day, options, found, why in [
        ("first-day", ("2024-02-26", "2024-02-27"), [], rows, "Without options, the sample that overlaps the day is chosen."),
        ("second-day", ("2024-02-27", "2024-02-28"), [], rows, "It overlaps the second day, too."),
        ("strict-first-day", ("2024-02-26", "2024-02-27"), ["strictStartDate", "strictEndDate"], [], "It does not end on the first day."),
        ("strict-second-day", ("2024-02-27", "2024-02-28"), ["strictStartDate", "strictEndDate"], [],
         "It does not start on the second day."),
    ]:
        field(
            f"over-midnight-{name}", "kvs-coder/health_kit_reporter#69", "a sample over midnight that no day imports", "Q1", why, zone,
            [steps(zone, "2024-02-26 23:30", "2024-02-27 00:30", 800)],
            query("stepCount", between(*(at(zone, f"{date} 00:00") for date in day), *options), "startDate"), found)
    field(
        "nothing-in-the-range", "kvs-coder/health_kit_reporter#49", "an error where the range has no samples", "S4.5",
        "The only sample is a month earlier. The range has no value, which is neither an error nor 0.",
        zone, [instant("bodyMass", at(zone, "2022-06-06 08:00"), 70)],
        single("bodyMass", "discreteAverage", between(at(zone, "2022-07-07 00:00"), at(zone, "2022-07-08 00:00"))), [{"average": None}])
    edges = [at(zone, f"2025-01-{day} 00:00") for day in (27, 28, 29, 30)]
    field(
        "day-without-the-device", "openSNP/snpr#58", "days without the device that count as 0", "S3.8",
        "The device was not worn on the 28th, so this day has no value. The other days have 9000 and 7000.",
        zone, [steps(zone, "2025-01-27 08:00", "2025-01-27 20:00", 9000), steps(zone, "2025-01-29 08:00", "2025-01-29 20:00", 7000)],
        collection("stepCount", "cumulativeSum", edges[0], {"day": 1}, edges[0], edges[2]), table(edges, sum=[9000, None, 7000]))


def averages():
    zone = "Europe/Berlin"
    field(
        "average-of-days", "zreptil/nightscout-reporter#35", "a total that is not the average of the rows", "S2.3a",
        "One reading of 100 on the first day, and three of 60 on the second: (100 + 3 · 60) ÷ 4 = 70. The mean of 100 and 60 is 80.",
        zone, [instant("bloodGlucose", at(zone, f"2025-05-0{day}"), value) for day, value in [
            ("1 08:00", 100), ("2 08:00", 60), ("2 12:00", 60), ("2 18:00", 60)]],
        single("bloodGlucose", "discreteAverage"), [{"average": 70}])
    field(
        "uneven-glucose-readings", "creepymonster/GlucoseDirect#622", "an average of readings at uneven times", "S2.3a",
        "Blood glucose has an arithmetic style: four readings of 100 in four minutes and one of 160 an hour later are 560 ÷ 5 = 112.",
        zone, [instant("bloodGlucose", at(zone, f"2025-05-01 {clock}"), value) for clock, value in [
            ("08:00", 100), ("08:01", 100), ("08:02", 100), ("08:03", 100), ("09:00", 160)]],
        single("bloodGlucose", "discreteAverage"), [{"average": 112}])
    zone = "America/New_York"
    field(
        "beats-per-second", "ResearchKit/ResearchKit#319", "heart rates of about 1", "S8.2",
        "1.1 and 1.3 beats a second are 66 and 78 a minute: 72 on average.",
        zone, [instant("heartRate", at(zone, f"2025-03-12 0{hour}:00"), value, "Scale", "count/s") for hour, value in [(5, 1.1), (6, 1.3)]],
        single("heartRate", "discreteAverage"), [{"average": 72}])
    field(
        "sum-of-heart-rates", "carp-dk/carp-health-flutter#80", "totals of heart rate by interval", "S2.1",
        "Heart rates are readings. The question for their sum is refused, with words that the person can act on.",
        zone, [instant("heartRate", at(zone, "2025-03-12 05:00"), 60)], single("heartRate", "cumulativeSum"), None, refused=True)
    field(
        "mean-of-decibels", "ati/heatmap#2", "decibels that are averaged as plain numbers", "S2.3",
        "90 dB and 70 dB for an hour each: 10·log10((10^9 + 10^7) ÷ 2) = 87.033 dB, not 80.",
        zone, [sample("environmentalAudioExposure", at(zone, f"2025-03-12 {first}:00"), at(zone, f"2025-03-12 {last}:00"), level)
               for first, last, level in [("09", 10, 90), (10, 11, 70)]],
        single("environmentalAudioExposure", "discreteAverage"), [{"average": 87.03291378118662}], tolerance=1e-6)


def percent():
    zone = "America/Chicago"
    field(
        "body-fat-entered-in-percent", "agencyenterprise/react-native-health#198", "body fat of 4.4 that is read as 0.044", "S1.4",
        "4.4 percent are the fraction 0.044, which is what the unit % means.",
        zone, [instant("bodyFatPercentage", at(zone, "2022-01-06 08:00"), 0.044, "Health")],
        single("bodyFatPercentage", "mostRecent"), [{"mostRecent": 0.044}])
    field(
        "body-fat-of-a-scale", "the-momentum/open-wearables#353", "body fat as a fraction where percent were expected", "S1.4",
        "(0.194 + 0.198) ÷ 2 = 0.196.",
        zone, [instant("bodyFatPercentage", at(zone, f"2025-12-2{day} 08:00"), value, "Scale") for day, value in [(2, 0.194), (3, 0.198)]],
        single("bodyFatPercentage", "discreteAverage"), [{"average": 0.196}])


def nights_and_workouts():
    zone = "America/New_York"
    anchor, end = at(zone, "2026-02-04 18:00"), at(zone, "2026-02-05 18:00")

    def piece(start, stop, value):
        return sleep(at(zone, start), at(zone, stop), value)
    field(
        "bed-added-to-sleep", "CodyBontecou/health-md#2", "15 hours of sleep in one night", "S7.1",
        "Core 6 h, deep 0.5 h and REM 2 h are 8.5 h. The 9 hours in bed do not add to them.",
        zone, [piece("2026-02-04 22:00", "2026-02-05 07:00", "inBed"), piece("2026-02-04 22:15", "2026-02-05 04:15", "asleepCore"),
               piece("2026-02-05 04:15", "2026-02-05 04:45", "asleepDeep"), piece("2026-02-05 04:45", "2026-02-05 06:45", "asleepREM")],
        nights(anchor, anchor, anchor), table([anchor, end], duration=[8.5 * 3600]))
    field(
        "night-past-six", "BRO3886/healthsync#18", "a night that is cut at six in the morning", "S7.1",
        "01:50 to 06:05 and 06:05 to 07:20 are one night of 5.5 hours.",
        zone, [piece("2026-02-05 01:50", "2026-02-05 06:05", "asleepCore"), piece("2026-02-05 06:05", "2026-02-05 07:20", "asleepREM")],
        nights(anchor, anchor, anchor), table([anchor, end], duration=[5.5 * 3600]))
    field(
        "only-the-hours-before-midnight", "CodyBontecou/health-md#96", "a night that ends at midnight", "S7.1",
        "22:00 to 05:30 are 7.5 hours, on both sides of midnight.",
        zone, [piece("2026-02-04 22:00", "2026-02-05 05:30", "asleepUnspecified")],
        nights(anchor, anchor, anchor), table([anchor, end], duration=[7.5 * 3600]))
    field(
        "stages-under-plain-sleep", "CodeWithCJ/SparkyFitness#1016", "stages and a whole night of one app that add up", "S6.6",
        "The app writes 22:00 to 04:00 as asleep, and also core for 4, awake for 0.5 and deep for 1.5 hours: 5.5 hours asleep.",
        zone, [piece("2026-02-04 22:00", "2026-02-05 04:00", "asleepUnspecified"),
               piece("2026-02-04 22:00", "2026-02-05 02:00", "asleepCore"),
               piece("2026-02-05 02:00", "2026-02-05 02:30", "awake"), piece("2026-02-05 02:30", "2026-02-05 04:00", "asleepDeep")],
        nights(anchor, anchor, anchor), table([anchor, end], duration=[5.5 * 3600]))
    begin, finish = at(zone, "2016-09-22 18:00"), at(zone, "2016-09-22 19:15")
    pause = [{"start": at(zone, "2016-09-22 18:20"), "end": at(zone, "2016-09-22 18:35")}]
    field(
        "time-of-a-paused-run", "kopa/RunnersField#10", "a duration that includes the pause", "S7.1a",
        "75 minutes less a pause of 15 are 60 minutes: 3600 s.",
        zone, [{"type": "workout", "activity": "running", "start": begin, "end": finish, "source": "Watch", "pauses": pause}],
        {"kind": "workouts"}, [{"start": begin, "end": finish, "duration": 3600}])


RULES = [watch_and_phone, days, clock_changes, months, edges_of_ranges, averages, percent, nights_and_workouts]

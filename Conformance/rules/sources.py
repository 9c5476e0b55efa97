"""S6 and S7: several sources, sleep and workouts."""
from .build import at, case, collection, minute, nights, number, place, plus, sample, single, sleep, table

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]
AMOUNTS = ["stepCount", "activeEnergyBurned", "distanceWalkingRunning", "flightsClimbed"]


def span(type, zone, start, end, value, source, **more):
    return sample(type, at(zone, f"2025-05-01 {start}"), at(zone, f"2025-05-01 {end}"), value, source, **more)


def once():
    """S6.1: amounts that overlap count once."""
    for zone, type in zip(ZONES, AMOUNTS):
        hour = span(type, zone, "08:00", "09:00", 100, "Watch")
        for name, samples, total, why in [
            ("inside", [hour, span(type, zone, "08:15", "08:45", 70, "iPhone")], 100, "The phone's sample is inside the watch's."),
            ("same-time", [hour, span(type, zone, "08:00", "09:00", 95, "iPhone")], 100, "Both cover the same hour. The watch counts."),
            ("after", [hour, span(type, zone, "09:00", "09:30", 40, "iPhone")], 140, "The phone's sample begins where the watch's ends."),
            ("own-overlap", [hour, span(type, zone, "08:30", "09:30", 60, "Watch")], 160,
             "Samples of one source do not displace each other: 100 + 60."),
            ("three-sources", [hour, span(type, zone, "08:00", "09:00", 90, "iPhone"), span(type, zone, "09:00", "10:00", 30, "iPhone")],
             130, "In the first hour the watch counts, in the second the phone: 100 + 30."),
        ]:
            case("merging", "S6.1", f"once-{name}-{type}", why, zone, samples, single(type, "cumulativeSum"), [{"sum": total}])


def once_for_instants():
    """S6.1a: an instant inside a better source's sample is dropped, and instants displace nothing."""
    for zone, type in zip(ZONES, AMOUNTS):
        hour = span(type, zone, "08:00", "09:00", 100, "Watch")
        for name, samples, total, why in [
            ("inside", [hour, span(type, zone, "08:30", "08:30", 7, "iPhone")], 100, "The phone's instant is inside the watch's sample."),
            ("at-the-start", [hour, span(type, zone, "08:00", "08:00", 7, "iPhone")], 100, "A sample contains its start."),
            ("at-the-end", [hour, span(type, zone, "09:00", "09:00", 7, "iPhone")], 107, "A sample does not contain its end: 100 + 7."),
            ("of-the-watch", [span(type, zone, "08:00", "09:00", 80, "iPhone"), span(type, zone, "08:30", "08:30", 5, "Watch")], 85,
             "The watch's instant has no length, so it displaces nothing: 80 + 5."),
        ]:
            case("merging", "S6.1a", f"instant-{name}-{type}", why, zone, samples, single(type, "cumulativeSum"), [{"sum": total}])


def overlaps():
    """S6.2: the part of a sample counts during which its source is the best."""
    for zone, type in zip(ZONES, AMOUNTS):
        edges = [at(zone, f"2025-05-01 0{hour}:00") for hour in (8, 9)] + [at(zone, "2025-05-01 10:00")]
        for start, first, second in [(30, 600, 400), (15, 240, 120), (45, 60, 80), (6, 90, 200)]:
            end = f"09:{start:02}"
            samples = [span(type, zone, "08:00", "09:00", first, "Watch"), span(type, zone, f"08:{start:02}", end, second, "iPhone")]
            rest = second * start / 60
            case(
                "merging", "S6.2", f"overlap-from-{start:02}-{type}",
                f"The watch has {first}. The phone's hour is not covered for {start} of 60 minutes: {second} · {start}/60 "
                f"= {number(rest)}. In all {number(first + rest)}.",
                zone, samples, single(type, "cumulativeSum"), [{"sum": first + rest}])
            case(
                "merging", "S6.2", f"overlap-from-{start:02}-by-hour-{type}",
                f"The first hour is the watch's: {first}. The second has the phone's rest: {second} · {start}/60 = {number(rest)}.",
                zone, samples, collection(type, "cumulativeSum", edges[0], {"hour": 1}, edges[0], edges[1]),
                table(edges, sum=[first, rest]))
        samples = [span(type, zone, "08:00", "08:10", 5, "Watch"), span(type, zone, "08:00", "09:00", 600, "iPhone")]
        case(
            "merging", "S6.2", f"short-watch-long-phone-{type}",
            "The watch covers 10 of the phone's 60 minutes: 5 + 600 · 50/60 = 505.",
            zone, samples, single(type, "cumulativeSum"), [{"sum": 505}])


def order_of_sources():
    """S6.3: hand-entered samples, then the watch, then the phone, then others, the newest first."""
    for zone, type in zip(ZONES, AMOUNTS):
        def hour(value, source, **more):
            return span(type, zone, "08:00", "09:00", value, source, **more)
        earlier = sample(type, at(zone, "2025-04-01 08:00"), at(zone, "2025-04-01 09:00"), 1, "Old Band")
        newer = sample(type, at(zone, "2025-04-20 08:00"), at(zone, "2025-04-20 09:00"), 2, "New Band")
        for name, samples, total, why in [
            ("watch-before-phone", [hour(10, "iPhone"), hour(30, "Apple Watch")], 30, "The watch counts."),
            ("phone-before-others", [hour(10, "Band"), hour(30, "iPhone")], 30, "The phone counts before a source that is neither."),
            ("entered-before-watch", [hour(10, "Apple Watch"), hour(30, "Health", entered=True)], 30, "The sample that the person entered counts."),
            ("watch-by-its-device", [hour(10, "iPhone"), hour(30, "Fitness App", device="Apple Watch")], 30,
             "The device of the second source is a watch."),
            ("newest-of-others", [earlier, newer, hour(30, "New Band"), hour(10, "Old Band")], 33,
             "The band whose first sample is newer counts: 1 + 2 on earlier days, and 30."),
        ]:
            case("merging", "S6.3", f"{name}-{type}", why, zone, samples, single(type, "cumulativeSum"), [{"sum": total}])


def separate_sources():
    """S6.4: with separateBySource, each source also has its value, as if it were alone."""
    for zone, type in zip(ZONES, AMOUNTS):
        samples = [span(type, zone, "08:00", "09:00", 600, "Watch"), span(type, zone, "08:30", "09:30", 400, "iPhone")]
        case(
            "merging", "S6.4", f"separate-{type}", "Merged 600 + 400 · 30/60 = 800. Alone the watch has 600 and the phone 400.", zone,
            samples, single(type, "cumulativeSum separateBySource"),
            [{"sum": 800, "sources": {"Watch": {"sum": 600}, "iPhone": {"sum": 400}}}])
        edges = [at(zone, f"2025-05-01 {hour}:00") for hour in ("08", "09", "10")]
        rows = table(edges, sum=[600, 200])
        rows[0]["sources"] = {"Watch": {"sum": 600}, "iPhone": {"sum": 200}}
        rows[1]["sources"] = {"iPhone": {"sum": 200}}
        case(
            "merging", "S6.4", f"separate-by-hour-{type}",
            "Alone, the phone has half of its 400 in each hour. The watch has no sample in the second hour.",
            zone, samples, collection(type, "cumulativeSum separateBySource", edges[0], {"hour": 1}, edges[0], edges[1]), rows)
    for zone in ZONES:
        samples = [
            span("heartRate", zone, "08:00", "08:10", 60, "Watch"), span("heartRate", zone, "08:00", "08:10", 90, "Strap"),
            span("heartRate", zone, "08:20", "08:30", 80, "Watch")]
        case(
            "merging", "S6.4", f"separate-averages-{place(zone)}",
            "Ten minutes each: the watch (60 + 80) ÷ 2 = 70, the strap 90, all together 230 ÷ 3.",
            zone, samples, single("heartRate", "discreteAverage separateBySource"),
            [{"average": 230 / 3, "sources": {"Watch": {"average": 70}, "Strap": {"average": 90}}}])


def what_is_not_merged():
    """S6.5: readings of all sources count."""
    for zone in ZONES:
        samples = [
            span("heartRate", zone, "08:00", "08:10", 60, "Watch"), span("heartRate", zone, "08:00", "08:10", 80, "Strap"),
            span("heartRate", zone, "08:05", "08:05", 200, "App")]
        edges = [at(zone, "2025-05-01 08:00"), at(zone, "2025-05-01 09:00")]
        case(
            "merging", "S6.5", f"average-of-two-sources-{place(zone)}", "Both last ten minutes: (60 + 80) ÷ 2 = 70.", zone, samples[:2],
            single("heartRate", "discreteAverage"), [{"average": 70}])
        case(
            "merging", "S6.5", f"extremes-of-all-sources-{place(zone)}", "The least is 60 of the watch, the greatest 200 of the app.", zone,
            samples, collection("heartRate", "discreteMin discreteMax", edges[0], {"hour": 1}, edges[0], edges[0]),
            table(edges, min=[60], max=[200]))
        case(
            "merging", "S6.5", f"most-recent-of-all-sources-{place(zone)}", "The app's instant at 08:05 starts last.", zone, samples,
            single("heartRate", "mostRecent"), [{"mostRecent": 200}])


def order_of_samples():
    """S6.7: the order in which samples arrive does not matter."""
    for zone, type in zip(ZONES, AMOUNTS):
        samples = [
            span(type, zone, "08:00", "09:00", 600, "Watch"), span(type, zone, "08:30", "09:30", 400, "iPhone"),
            span(type, zone, "09:15", "10:15", 120, "Watch")]
        # The phone is uncovered from 09:00 to 09:15.
        for name, order in [("as-recorded", samples), ("reversed", samples[::-1]), ("mixed", [samples[1], samples[2], samples[0]])]:
            case(
                "merging", "S6.7", f"{name}-{type}", "600 + 120 of the watch, and 400 · 15/60 = 100 of the phone. In all 820.",
                zone, order, single(type, "cumulativeSum"), [{"sum": 820}])


def night(zone):
    evening = "2025-05-01 18:00"
    return at(zone, evening), lambda hours: minute(zone, evening, round(60 * (hours - 18)))


def nights_of_one_source():
    """S7.1: the time asleep is that of core, deep, REM and unspecified sleep; time awake and in bed does not count."""
    for zone in ZONES:
        anchor, clock = night(zone)
        day = [anchor, at(zone, "2025-05-02 18:00")]
        stages = [
            sleep(clock(23), clock(25), "asleepCore"), sleep(clock(25), clock(26), "asleepDeep"), sleep(clock(26), clock(26.5), "awake"),
            sleep(clock(26.5), clock(28), "asleepREM"), sleep(clock(28), clock(29), "asleepUnspecified")]
        bed = [sleep(clock(22.5), clock(29.5), "inBed")]
        question = nights(anchor, anchor, anchor)
        for name, samples, hours, why in [
            ("stages", stages, 5.5, "2 + 1 + 1.5 + 1 hours asleep, without half an hour awake: 5.5."),
            ("stages-in-bed", bed + stages, 5.5, "Time in bed is not sleep, so the 7 hours in bed add nothing to 5.5."),
            ("only-in-bed", bed, None, "Nothing says that the person slept."),
        ]:
            case(
                "sleep", "S7.1", f"night-{name}-{place(zone)}", why, zone, samples, question,
                table(day, duration=[hours and hours * 3600]))
        two = [anchor, at(zone, "2025-05-02 18:00"), at(zone, "2025-05-03 18:00")]
        late = [sleep(clock(23.5), clock(30), "asleepCore"), sleep(clock(48.5), clock(55), "asleepCore")]
        case(
            "sleep", "S7.1", f"nights-before-and-after-midnight-{place(zone)}",
            "One night begins at 23:30 and the next at 00:30. With days from 18:00, each has its 6.5 hours.",
            zone, late, nights(anchor, two[0], two[1]), table(two, duration=[23400, 23400]))


def nights_of_two_sources():
    """S6.6: at each moment, the best source decides whether the person slept."""
    for zone in ZONES:
        anchor, clock = night(zone)
        day = [anchor, at(zone, "2025-05-02 18:00")]
        watch = [
            sleep(clock(23), clock(27), "asleepCore"), sleep(clock(27), clock(28), "awake"), sleep(clock(28), clock(30), "asleepCore")]
        phone = [sleep(clock(23), clock(31), "asleepUnspecified", "iPhone")]
        plain = [sleep(clock(23), clock(30), "asleepUnspecified")]
        stage = [sleep(clock(24), clock(25), "asleepCore"), sleep(clock(25), clock(26), "awake"), sleep(clock(26), clock(27), "asleepDeep")]
        for name, samples, hours, values, why in [
            ("watch-over-phone", watch + phone, 7, ("asleep",),
             "The watch has 4 + 2 hours and decides until 06:00; the phone adds an hour."),
            ("awake-over-phone", watch + phone, 1, ("awake",), "The watch was awake from 03:00 to 04:00. The phone does not overrule it."),
            ("stages-over-asleep", plain + stage, 6, ("asleep",), "7 hours asleep less the hour that the same source calls awake."),
            ("unspecified-rest", plain + stage, 4, ("asleepUnspecified",), "Three of the seven hours have a more exact value."),
        ]:
            case("sleep", "S6.6", f"{name}-{place(zone)}", why, zone, samples, nights(anchor, anchor, anchor, values),
                 table(day, duration=[hours * 3600]))


def workouts_with_pauses():
    """S7.1a: the duration of a workout does not include its pauses."""
    for zone in ZONES:
        start = at(zone, "2025-05-01 10:00")
        for name, minutes, pauses, why in [
            ("no-pause", 60, [], "From 10:00 to 11:00: 3600 s."),
            ("one-pause", 60, [(10, 25)], "60 minutes less 15 are 45: 2700 s."),
            ("two-pauses", 90, [(10, 20), (50, 55)], "90 minutes less 10 and 5 are 75: 4500 s."),
        ]:
            workout = {
                "type": "workout", "activity": "running", "start": start, "end": plus(zone, start, 60 * minutes), "source": "Watch",
                "pauses": [{"start": plus(zone, start, 60 * a), "end": plus(zone, start, 60 * b)} for a, b in pauses]}
            active = minutes - sum(b - a for a, b in pauses)
            case(
                "workouts", "S7.1a", f"{name}-{place(zone)}", why, zone, [workout], {"kind": "workouts"},
                [{"start": start, "end": workout["end"], "duration": 60 * active}])


RULES = [
    once, once_for_instants, overlaps, order_of_sources, separate_sources, what_is_not_merged, order_of_samples, nights_of_one_source,
    nights_of_two_sources, workouts_with_pauses,
]

"""S1.4, S2 and S8: averages, percentages and units."""
from math import log10

from .build import at, case, collection, instant, number, place, plus, sample, single, table

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]


def percentages():
    """S1.4: a percentage is a fraction."""
    for zone in ZONES:
        for type, values in [("oxygenSaturation", [0.97, 0.95]), ("bodyFatPercentage", [0.2, 0.22])]:
            samples = [instant(type, at(zone, f"2025-05-01 0{hour}:00"), value) for hour, value in enumerate(values, 1)]
            mean = sum(values) / 2
            case(
                "units", "S1.4", f"percent-{type}-{place(zone)}",
                f"The unit % has values from 0 to 1: ({values[0]} + {values[1]}) ÷ 2 = {number(mean)}.",
                zone, samples, single(type, "discreteAverage"), [{"average": mean}])


def refused_options():
    """S2.1: a total has no average, and readings have no sum."""
    for zone, type, options, why in [
        ("UTC", "heartRate", "cumulativeSum", "Heart rates are readings. Their sum means nothing."),
        ("UTC", "bodyMass", "cumulativeSum", "Weights are readings. Their sum means nothing."),
        ("UTC", "oxygenSaturation", "cumulativeSum", "Saturations are readings. Their sum means nothing."),
        ("UTC", "environmentalAudioExposure", "cumulativeSum", "Levels are readings. Their sum means nothing."),
        ("UTC", "stepCount", "discreteAverage", "Steps are amounts. The average of their samples depends on how a device cuts them."),
        ("UTC", "stepCount", "discreteMax", "Steps are amounts. The greatest sample depends on how a device cuts them."),
        ("UTC", "activeEnergyBurned", "discreteMin", "Energy is an amount. The least sample depends on how a device cuts it."),
        ("UTC", "distanceWalkingRunning", "discreteAverage", "Distance is an amount. Its samples have no average."),
    ]:
        samples = [instant(type, at(zone, f"2025-05-01 {hour}:00"), 1) for hour in (10, 11)]
        case(
            "averages", "S2.1", f"refused-{options}-{type}", f"{why} The question is refused.", zone, samples, single(type, options), None,
            refused=True)


def weighted_by_seconds():
    """S2.2: heart rate is weighted by time."""
    for zone in ZONES:
        start = at(zone, "2025-05-01 10:00")
        for first, seconds, second, more in [(60, 540, 120, 60), (50, 300, 150, 300), (70, 1800, 100, 600), (64, 90, 128, 30)]:
            samples = [
                sample("heartRate", start, plus(zone, start, seconds), first),
                sample("heartRate", plus(zone, start, seconds), plus(zone, start, seconds + more), second)]
            mean = (first * seconds + second * more) / (seconds + more)
            case(
                "averages", "S2.2", f"heart-rate-{first}-for-{seconds}-{second}-for-{more}-{place(zone)}",
                f"({first} · {seconds} s + {second} · {more} s) ÷ {seconds + more} s = {number(mean)}, not ({first} + {second}) ÷ 2.",
                zone, samples, single("heartRate", "discreteAverage"), [{"average": mean}])


def weights_inside_a_bucket():
    """S2.2: only the seconds in the bucket weigh."""
    for zone in ZONES:
        edges = [at(zone, f"2025-05-01 {hour}:00") for hour in (10, 11, 12)]
        samples = [
            sample("heartRate", at(zone, "2025-05-01 10:30"), at(zone, "2025-05-01 11:15"), 80),
            sample("heartRate", at(zone, "2025-05-01 11:15"), at(zone, "2025-05-01 11:30"), 100),
            sample("heartRate", at(zone, "2025-05-01 10:15"), at(zone, "2025-05-01 10:30"), 50)]
        case(
            "averages", "S2.2", f"seconds-in-each-hour-{place(zone)}",
            "From 10:00: 50 for 15 min and 80 for 30 min, (750 + 2400) ÷ 45 = 70. From 11:00: 80 and 100 for 15 min each, 90.",
            zone, samples, collection("heartRate", "discreteAverage", edges[0], {"hour": 1}, edges[0], edges[1]),
            table(edges, average=[70, 90]))


def instants_weigh_one_second():
    """S2.2a: an instant weighs one second, so instants alone have a plain mean."""
    for zone in ZONES:
        start = at(zone, "2025-05-01 10:00")
        readings = [instant("heartRate", plus(zone, start, 300 * k), value) for k, value in enumerate([60, 62, 70, 88])]
        case(
            "averages", "S2.2a", f"plain-mean-of-instants-{place(zone)}", "(60 + 62 + 70 + 88) ÷ 4 = 70.", zone, readings,
            single("heartRate", "discreteAverage"), [{"average": 70}])
        mixed = [sample("heartRate", start, plus(zone, start, 59), 60), instant("heartRate", plus(zone, start, 600), 120)]
        case(
            "averages", "S2.2a", f"instant-and-interval-{place(zone)}", "(60 · 59 s + 120 · 1 s) ÷ 60 s = 61.", zone, mixed,
            single("heartRate", "discreteAverage"), [{"average": 61}])


def plain_means():
    """S2.3a: types with an arithmetic style ignore the length of samples."""
    for zone in ZONES:
        start = at(zone, "2025-05-01 10:00")
        for type, first, second in [("bodyMass", 70, 80), ("bloodGlucose", 90, 150), ("bodyTemperature", 36.5, 37.5)]:
            samples = [
                sample(type, start, plus(zone, start, 3600), first),
                sample(type, plus(zone, start, 3600), plus(zone, start, 14400), second)]
            mean = (first + second) / 2
            case(
                "averages", "S2.3a", f"plain-mean-{type}-{place(zone)}",
                f"({first} + {second}) ÷ 2 = {number(mean)}, although the second sample lasts three times as long.",
                zone, samples, single(type, "discreteAverage"), [{"average": mean}])


def sound_levels():
    """S2.3: sound levels are averaged as energy."""
    for zone in ZONES[:2]:
        start = at(zone, "2025-05-01 10:00")
        for type in ("environmentalAudioExposure", "headphoneAudioExposure"):
            for first, seconds, second, more in [(80, 60, 60, 60), (80, 60, 60, 540), (70, 300, 90, 300), (65, 600, 65, 30)]:
                samples = [
                    sample(type, start, plus(zone, start, seconds), first),
                    sample(type, plus(zone, start, seconds), plus(zone, start, seconds + more), second)]
                level = 10 * log10((seconds * 10 ** (first / 10) + more * 10 ** (second / 10)) / (seconds + more))
                case(
                    "averages", "S2.3", f"level-{first}-for-{seconds}-{second}-for-{more}-{type}-{place(zone)}",
                    f"10·log10(({seconds} · 10^{number(first / 10)} + {more} · 10^{number(second / 10)}) ÷ {seconds + more}) "
                    f"= {level:.3f} dB.",
                    zone, samples, single(type, "discreteAverage"), [{"average": level}], tolerance=1e-6)


def styles_of_ios_26():
    """S2.4: five types are weighted by time since iOS 26."""
    for type, first, second in [
        ("restingHeartRate", 50, 60), ("walkingHeartRateAverage", 90, 110), ("cyclingSpeed", 5, 9), ("cyclingCadence", 60, 80),
        ("cyclingPower", 100, 300),
    ]:
        for zone in ("UTC", "Europe/Berlin"):
            start = at(zone, "2025-05-01 10:00")
            samples = [
                sample(type, start, plus(zone, start, 10800), first),
                sample(type, plus(zone, start, 10800), plus(zone, start, 14400), second)]
            mean = (3 * first + second) / 4
            case(
                "averages", "S2.4", f"weighted-{type}-{place(zone)}",
                f"({first} · 3 h + {second} · 1 h) ÷ 4 h = {number(mean)}. The older style gives {number((first + second) / 2)}.",
                zone, samples, single(type, "discreteAverage"), [{"average": mean}])


def factors():
    """S8.2: units of one dimension are converted by their factors."""
    for type, value, stored, asked, result, why in [
        ("activeEnergyBurned", 100, "kcal", "kJ", 418.4, "1 kcal is 4.184 kJ."),
        ("activeEnergyBurned", 836.8, "kJ", "kcal", 200, "836.8 ÷ 4.184 = 200."),
        ("dietaryEnergyConsumed", 50, "Cal", "kcal", 50, "1 Cal is 1 kcal."),
        ("activeEnergyBurned", 2, "kcal", "cal", 2000, "1 kcal is 1000 cal."),
        ("distanceWalkingRunning", 2, "mi", "m", 3218.688, "1 mi is 1609.344 m."),
        ("distanceWalkingRunning", 5, "km", "m", 5000, "1 km is 1000 m."),
        ("distanceWalkingRunning", 100, "yd", "m", 91.44, "1 yd is 0.9144 m."),
        ("distanceWalkingRunning", 1000, "ft", "m", 304.8, "1 ft is 0.3048 m."),
        ("dietaryWater", 2, "fl_oz_us", "mL", 59.147059125, "1 US fluid ounce is 29.5735295625 mL: 59.147059125 for two."),
        ("dietaryWater", 1.5, "L", "mL", 1500, "1 L is 1000 mL."),
        ("appleExerciseTime", 1.5, "hr", "min", 90, "1.5 hours are 90 minutes."),
        ("bodyMass", 150, "lb", "kg", 68.0388555, "1 lb is 0.45359237 kg."),
        ("bodyMass", 11, "st", "kg", 69.85322498, "1 st is 6.35029318 kg: 69.85322498 for eleven."),
        ("bodyMass", 72000, "g", "kg", 72, "1 kg is 1000 g."),
        ("height", 72, "in", "m", 1.8288, "1 in is 0.0254 m."),
        ("heartRate", 1.25, "count/s", "count/min", 75, "1.25 beats a second are 75 a minute."),
        ("bloodGlucose", 5, "mmol<180.15588000005408>/L", "mg/dL", 90.07794000002704, "1 mmol/L is 18.015588 mg/dL: 90.07794 for 5."),
        ("bloodPressureSystolic", 16, "kPa", "mmHg", 16000 * 760 / 101325, "1 mmHg is 101325 ÷ 760 Pa: 16000 · 760 ÷ 101325 mmHg."),
        ("cyclingSpeed", 36, "km/hr", "m/s", 10, "36 km in 3600 s are 10 m/s."),
    ]:
        zone = "UTC"
        cumulative = type in ("activeEnergyBurned", "dietaryEnergyConsumed", "distanceWalkingRunning", "dietaryWater", "appleExerciseTime")
        option, column = ("cumulativeSum", "sum") if cumulative else ("discreteAverage", "average")
        unit = stored.replace("<180.15588000005408>", "").replace("/", "-per-").replace("_", "-")
        case(
            "units", "S8.2", f"{type}-{unit}-in-{asked.replace('/', '-per-')}", why, zone,
            [instant(type, at(zone, "2025-05-01 10:00"), value, unit=stored)], single(type, option, unit=asked), [{column: result}],
            tolerance=1e-6)


def units_of_two_sources():
    """S8.2: samples in different units are converted before they are added or averaged."""
    for type, one, other, asked, option, column, result, why in [
        ("distanceWalkingRunning", (1, "km"), (1, "mi"), "m", "cumulativeSum", "sum", 2609.344, "1000 m + 1609.344 m = 2609.344 m."),
        ("activeEnergyBurned", (100, "kcal"), (418.4, "kJ"), "kcal", "cumulativeSum", "sum", 200, "418.4 kJ are 100 kcal: 200 in all."),
        ("bodyMass", (80, "kg"), (154.323583529, "lb"), "kg", "discreteAverage", "average", 75, "154.323583529 lb are 70 kg: 75."),
        ("bodyTemperature", (37, "degC"), (100.4, "degF"), "degC", "discreteAverage", "average", 37.5, "100.4 degF are 38 degC: 37.5."),
        ("dietaryWater", (1, "L"), (250, "mL"), "mL", "cumulativeSum", "sum", 1250, "1000 mL + 250 mL = 1250 mL."),
    ]:
        zone = "America/New_York"
        samples = [
            instant(type, at(zone, "2025-05-01 10:00"), one[0], unit=one[1]),
            instant(type, at(zone, "2025-05-01 11:00"), other[0], unit=other[1])]
        case("units", "S8.2", f"two-units-{type}", why, zone, samples, single(type, option, unit=asked), [{column: result}], tolerance=1e-6)


def temperatures():
    """S8.3: degrees have an offset."""
    zone = "UTC"
    for value, stored, asked, result, why in [
        (37, "degC", "degF", 98.6, "37 · 9 ÷ 5 + 32 = 98.6."), (98.6, "degF", "degC", 37, "(98.6 − 32) · 5 ÷ 9 = 37."),
        (36.85, "degC", "K", 310, "36.85 + 273.15 = 310 K."), (0, "degC", "degF", 32, "0 degC are 32 degF."),
    ]:
        case(
            "units", "S8.3", f"{number(value).replace('.', '-')}-{stored}-in-{asked}", why, zone,
            [instant("bodyTemperature", at(zone, "2025-05-01 10:00"), value, unit=stored)],
            single("bodyTemperature", "discreteAverage", unit=asked), [{"average": result}], tolerance=1e-6)
    pair = [instant("bodyTemperature", at(zone, f"2025-05-01 {hour}:00"), value) for hour, value in [(10, 36), (11, 38)]]
    case(
        "units", "S8.3", "average-in-degF", "The average is 37 degC, and 37 · 9 ÷ 5 + 32 = 98.6 degF.", zone, pair,
        single("bodyTemperature", "discreteAverage", unit="degF"), [{"average": 98.6}], tolerance=1e-6)
    case(
        "units", "S8.3", "least-and-greatest-in-degF", "36 degC are 96.8 degF, and 38 degC are 100.4 degF.", zone, pair,
        single("bodyTemperature", "discreteMin discreteMax", unit="degF"), [{"min": 96.8, "max": 100.4}], tolerance=1e-6)


RULES = [
    percentages, refused_options, weighted_by_seconds, weights_inside_a_bucket, instants_weigh_one_second, plain_means, sound_levels,
    styles_of_ios_26, factors, units_of_two_sources, temperatures,
]

"""Recordings in TCX and GPX. Rules: Import.md (FIT, TCX and GPX) and decisions 0178 and 0179."""

import math

from lines import Lines
from model import Expected, Sample, Unclear, at, change_rows, in_range, iso_time, number, spoiled_number, spoiled_time, utc

NAME, ZONE = "tracks", "UTC"
QUANTITY = "HKQuantityTypeIdentifier"
UNITS_OF_SUMS = {}
RADIUS = 6_371_008.8


class Recording(Lines):
    """Points as texts, in one lap of TCX or one segment of GPX."""

    def __init__(self, form, rows, head):
        super().__init__()
        self.form, self.rows, self.head = form, rows, head
        self.unknown, self.broken, self.foreign = set(), set(), set()

    def lines(self):
        """The lines with the number of the point that they have, or None."""
        if self.form == "tcx":
            before = ['<?xml version="1.0" encoding="UTF-8"?>', "<TrainingCenterDatabase>", "<Activities>", '<Activity Sport="Biking">',
                      f'<Lap StartTime="{self.head["start"]}"><TotalTimeSeconds>{self.head["seconds"]}</TotalTimeSeconds>'
                      f'<DistanceMeters>{self.head["total"]}</DistanceMeters>', "<Track>"]
            after = ["</Track>", "</Lap>", "</Activity>", "</Activities>", "</TrainingCenterDatabase>"]
        else:
            before = ['<?xml version="1.0" encoding="UTF-8"?>', '<gpx version="1.1" creator="Test">', "<trk><type>cycling</type><trkseg>"]
            after = ["</trkseg></trk>", "</gpx>"]
        return [(b, None) for b in before] + [(self.point(i), i) for i in range(len(self.rows))] + [(a, None) for a in after]

    def point(self, index):
        row = self.rows[index]
        text = self.tcx_point(row) if self.form == "tcx" else self.gpx_point(row)
        if index in self.unknown:
            text = text.replace("</Trackpoint", "<Zz a='1'>7<Inner/></Zz></Trackpoint").replace("</trkpt", "<zz>7</zz></trkpt")
            text = "<!-- a <b> -->" + text
        if index in self.broken:
            text = text.replace("</Trackpoint>", "").replace("</trkpt>", "")
        return text

    def tcx_point(self, row):
        text = "<Trackpoint>"
        for key in self.order(row):
            if key == "time":
                text += f"<Time>{row[key]}</Time>"
            elif key == "distance":
                text += f"<DistanceMeters>{row[key]}</DistanceMeters>"
            elif key == "pulse":
                text += f"<HeartRateBpm><Value>{row[key]}</Value></HeartRateBpm>"
            elif key == "cadence":
                text += f"<Cadence>{row[key]}</Cadence>"
        return text + "</Trackpoint>"

    def gpx_point(self, row):
        text = "<trkpt" + "".join(f' {k}="{row[k]}"' for k in ("lat", "lon") if k in row) + ">"
        for key in self.order(row):
            if key == "time":
                text += f"<time>{row[key]}</time>"
            elif key == "pulse":
                text += f"<extensions><gpxtpx:hr>{row[key]}</gpxtpx:hr></extensions>"
            elif key == "power":
                text += f"<extensions><power>{row[key]}</power></extensions>"
        return text + "</trkpt>"

    def order(self, row):
        return [k for k in row if k not in ("lat", "lon")]



def make(rng):
    form = rng.choice(["tcx", "gpx"])
    start = at(2026, 5, 1) + rng.randrange(40 * 86400) * 1000
    rows, distance, ms = [], 0, start
    lat, lon = rng.uniform(-60, 60), rng.uniform(-170, 170)
    for _ in range(rng.randrange(2, 12)):
        row = {"time": stamp(ms)}
        if form == "tcx":
            row["distance"] = f"{distance:.2f}"
        else:
            row |= {"lat": f"{lat:.6f}", "lon": f"{lon:.6f}"}
        if rng.random() < 0.9:
            row["pulse"] = str(rng.choice([0, *range(60, 190, 7)]))
        if form == "tcx" and rng.random() < 0.5:
            row["cadence"] = str(rng.randrange(0, 110))
        if form == "gpx" and rng.random() < 0.5:
            row["power"] = str(rng.randrange(0, 400))
        rows.append(row)
        ms += rng.choice([1000, 1000, 5000, 30_000])
        distance += rng.uniform(0, 40)
        lat, lon = lat + rng.uniform(-1e-3, 1e-3), lon + rng.uniform(-1e-3, 1e-3)
    last = float(rows[-1].get("distance", "0"))
    total = f"{last * rng.choice([1, 1, 1.005, 1.2]):.2f}"
    return Recording(form, rows, {"start": stamp(start), "seconds": str((ms - start) // 1000), "total": total})


def stamp(ms):
    return utc(ms).strftime("%Y-%m-%dT%H:%M:%SZ")


# Changes.

def points(recording, rng):
    recording.unknown.clear()
    recording.broken.clear()
    return change_rows(recording.rows, rng, dict)


def one_number(recording, rng):
    found = [(r, k) for r in recording.rows for k in r if k != "time"]
    if found:
        row, key = rng.choice(found)
        row[key] = spoiled_number(rng, row[key])
        return f"{key} = {row[key]!r}"


def one_time(recording, rng):
    found = [r for r in recording.rows if "time" in r]
    if found:
        row = rng.choice(found)
        row["time"] = spoiled_time(rng, row["time"])
        return row["time"]


def other_offset(recording, rng):
    found = [r for r in recording.rows if r.get("time", "").endswith("Z")]
    if found:
        row = rng.choice(found)
        row["time"] = row["time"][:-1] + rng.choice(["+02:00", "-05:00", ".000Z", ".500Z", ""])
        return row["time"]


def missing_element(recording, rng):
    if recording.rows:
        row = rng.choice(recording.rows)
        if row:
            return row.pop(rng.choice(list(row))) and None


def order_of_elements(recording, rng):
    for index, row in enumerate(recording.rows):
        keys = list(row)
        rng.shuffle(keys)
        recording.rows[index] = {k: row[k] for k in keys}


def unknown_elements(recording, rng):
    if recording.rows:
        recording.unknown.add(rng.randrange(len(recording.rows)))


def open_element(recording, rng):
    if recording.rows:
        recording.broken.add(rng.randrange(len(recording.rows)))


def total(recording, rng):
    recording.head["total"] = rng.choice(["", "abc", "-5", "1e999", "0", recording.head["total"]])
    return recording.head["total"]


def byte_order_mark(recording, rng):
    recording.mark = "\ufeff"


def windows_lines(recording, rng):
    recording.line_end = "\r\n"


def cut(recording, rng):
    recording.cut = rng.random()


CHANGES = [points, points, one_number, one_number, one_number, one_time, other_offset, missing_element, order_of_elements, unknown_elements,
           open_element, total, byte_order_mark, windows_lines, cut]


def file_name(recording):
    return "ride." + recording.form


def encode(recording):
    return recording.encode()


# The rules.

def is_sorted(recording):
    """True if the times of the points, as far as they can be read, do not fall."""
    times = []
    for row in recording.rows:
        try:
            times.append(iso_time(row.get("time", "")) or 0)
        except Unclear:
            pass
    times = [t for t in times if t]
    return times == sorted(times)


def expect(recording):
    expected = Expected()
    whole, partly = recording.readable()
    found, unclear = [], partly is not None or bool(recording.broken)
    for index in whole:
        row = recording.rows[index]
        try:
            time = iso_time(row["time"]) if "time" in row else None
        except Unclear:
            unclear = True
            expected.open += anything()
            continue
        if time is not None and in_range(time):
            found.append((time, row))
    if partly is not None or recording.broken:
        expected.open += anything()
    found.sort(key=lambda pair: pair[0])
    add_workout(recording, found, unclear, expected)
    for time, row in found:
        add(recording, row, time, expected)
    if recording.broken:
        # A point that is not closed may take in the next one.
        expected.open += expected.samples + anything() * 3
        expected.samples = []
    expected.open += [Sample(QUANTITY + "DistanceCycling", None, None, None, None)] * 40
    if not unclear and recording.cut is None:
        distance = tcx_distance(recording, found) if recording.form == "tcx" else gpx_distance(found)
        if distance is not None:
            expected.sums[QUANTITY + "DistanceCycling"] = (distance, 1e-5 + 1e-6 * distance)
    if len(found) < 1 or unclear or recording.cut is not None or recording.form == "gpx":
        expected.refused = None
    return expected


def add_workout(recording, found, unclear, expected):
    """A track with times is one workout. It starts with the lap in TCX, and with the first point in GPX."""
    start = iso_time(recording.head["start"]) if recording.form == "tcx" else found[0][0] if found else 0
    clear = found and not unclear and recording.cut is None and found[0][0] >= start
    if recording.form == "gpx":
        clear = clear and all(is_place(r) for _, r in found) and len(found) == len(recording.rows)
    workout = Sample("HKWorkoutTypeIdentifier", None, start if clear else None, None, None)
    (expected.samples if clear else expected.open).append(workout)


def anything():
    return [Sample(QUANTITY + t, None, None, None, None) for t in ("HeartRate", "CyclingCadence", "CyclingPower")] * 3


def add(recording, row, time, expected):
    if recording.form == "gpx" and not is_place(row):
        # Without a place, the numbers of a point may count or not.
        target = expected.open
    else:
        target = expected.samples
    for key, type in (("pulse", "HeartRate"), ("cadence", "CyclingCadence"), ("power", "CyclingPower")):
        text = row.get(key, "").strip(" ")
        value = number(text)
        # Heart rates of 0 are those without contact. A cadence or power of 0 is a value, and less than 0 means nothing.
        if value is None or value < 0 or key == "pulse" and value == 0:
            continue
        target.append(Sample(QUANTITY + type, None, time, time, value))


def is_place(row):
    lat, lon = number(row.get("lat", "")), number(row.get("lon", ""))
    return lat is not None and lon is not None and abs(lat) <= 90 and abs(lon) <= 180


def tcx_distance(recording, found):
    """The metres that samples must add up to (decision 0178). None if the lap does not say when it was."""
    values = [(t, number(r.get("distance", "").strip(" "))) for t, r in found]
    values = [(t, v) for t, v in values if v is not None and v >= 0]
    written = number(recording.head["total"])
    start = iso_time(recording.head["start"])
    if not values:
        # The lap has its own distance.
        return None
    if any(t < start for t, _ in values):
        return None
    return counted_distance(values, written, start)


def counted_distance(values, written, start):
    """The metres of a counter at some times, with the total of the device (decision 0178). None if the decision leaves it open."""
    if not values:
        return None
    first = greatest = values[0][1]
    counted = 0.0
    for place, (time, value) in enumerate(values[1:]):
        if value < greatest / 2:
            if time <= start or values[place][0] <= start:
                return None
            greatest = value
        elif value > greatest:
            counted += value - greatest
            greatest = value
        elif value < greatest and (time <= start or values[place][0] <= start):
            return None
    if written is None or written <= 0:
        return counted if written is None else None
    if counted == 0:
        # The points do not say when the distance was covered, so that of the lap counts, or that of the first point.
        return written if first == 0 else None
    if first > 0 and abs(counted + first - written) < abs(counted - written):
        counted += first
    if 0 < counted < written and written - counted <= written * 0.01:
        counted = written
    return counted


def gpx_distance(found):
    """The length of the line through the places, on a sphere."""
    places = []
    for time, row in found:
        if is_place(row):
            places.append((time, math.radians(float(row["lat"])), math.radians(float(row["lon"]))))
    if len(places) < len(found) or len({p[0] for p in places}) < len(places):
        # Points without a place, or two at one time, can be left out in more than one way.
        return None
    length = 0.0
    for (_, a, b), (_, c, d) in zip(places, places[1:]):
        x = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
        length += 2 * RADIUS * math.asin(min(1, math.sqrt(x)))
    return length

#!/usr/bin/env python3
"""Makes classes, answers them without Tally, and checks the marks.

    class.py TALLY [STUDENTS]
    class.py TALLY STUDENTS --zone UTC 2026-04-08T16:40:00+00:00

With --zone, it only makes and marks one class in a zone, at a moment.

The right numbers and those of the known mistakes are computed here, from `export.zip` and the words of the questions. Nothing is read
from the key. Each student answers each question with one of them, so that in a class every mistake of every question occurs. The marks
must have the right verdict in all cases. Then attacks are handed in, which must read nothing.
"""
import csv, datetime as dt, json, os, random, re, shutil, signal, statistics, subprocess, sys, tempfile, time, xml.etree.ElementTree as ET, zipfile
from zoneinfo import ZoneInfo

TALLY = os.path.abspath(sys.argv[1])
STUDENTS = int(sys.argv[2]) if len(sys.argv) > 2 else 30
HERE = os.path.dirname(os.path.abspath(__file__))
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message)


# The export


class Export:
    def __init__(self, path, zone, now):
        self.zone, self.now = zone, now
        self.records = {}
        with zipfile.ZipFile(path) as archive, archive.open("apple_health_export/export.xml") as file:
            for _, element in ET.iterparse(file):
                if element.tag == "Record":
                    get = element.get
                    moment = lambda name: dt.datetime.strptime(get(name), "%Y-%m-%d %H:%M:%S %z").timestamp()
                    kind = re.sub("^HK.*Identifier", "", get("type"))
                    self.records.setdefault(kind, []).append((moment("startDate"), moment("endDate"), get("value"), get("sourceName")))
                element.clear()

    def numbers(self, kind):
        return [(a, b, float(value), source) for a, b, value, source in self.records.get(kind, [])]

    def at(self, date, clock="00:00", days=0, zone=None):
        """The seconds since 1970 at which the clocks show a time."""
        day = dt.date.fromisoformat(date) + dt.timedelta(days)
        hour, minute = map(int, clock.split(":"))
        return dt.datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone or self.zone).timestamp()

    def days(self, first, last):
        """The starts and ends of days, both dates included."""
        count = (dt.date.fromisoformat(last) - dt.date.fromisoformat(first)).days + 1
        return [(self.at(first, days=i), self.at(first, days=i + 1)) for i in range(count)]

    # Amounts

    def raw(self, kind, start, end, source=""):
        return sum(v * (min(b, end) - max(a, start)) / (b - a) for a, b, v, s in self.numbers(kind)
                   if source in s and b > a and min(b, end) > max(a, start))

    def merged(self, kind, start, end):
        """The watch counts in full. Of a sample of the phone, the part in which no sample of the watch lasts counts."""
        inside = [r for r in self.numbers(kind) if r[1] > r[0] and min(r[1], end) > max(r[0], start)]
        watch = union([(max(a, start), min(b, end)) for a, b, _, s in inside if "Watch" in s])
        total = 0
        for a, b, value, source in inside:
            low, high = max(a, start), min(b, end)
            length = high - low
            if "Watch" not in source:
                length -= sum(max(0, min(high, y) - max(low, x)) for x, y in watch)
            total += value * length / (b - a)
        return total

    def recorded(self, kind, start, end):
        return any(min(b, end) > max(a, start) for a, b, _, _ in self.numbers(kind))

    # Readings

    def readings(self, kind, start, end):
        return [v for a, _, v, _ in self.numbers(kind) if start <= a < end]

    # Sleep

    def asleep(self):
        """The intervals of sleep. The best source decides at each moment: the watch before the phone, and both before other apps."""
        if not hasattr(self, "known_sleep"):
            records = [(a, b, v.removeprefix("HKCategoryValueSleepAnalysis"), s) for a, b, v, s in self.records.get("SleepAnalysis", [])]
            deciding = [r for r in records if r[2] != "InBed"]
            edges = sorted({x for r in deciding for x in r[:2]})
            sleep = []
            rank = lambda r: (0 if "Watch" in r[3] else 1, 1 if r[2] == "AsleepUnspecified" else 0, -r[0], r[1] - r[0])
            for a, b in zip(edges, edges[1:]):
                here = [r for r in deciding if r[0] <= a and r[1] >= b]
                if here and min(here, key=rank)[2] != "Awake":
                    sleep.append((a, b))
            self.known_sleep = union(sleep)
        return self.known_sleep

    def minutes(self, intervals, start, end):
        return sum(max(0, min(b, end) - max(a, start)) for a, b in intervals) / 60

    def slept(self, start, end):
        return self.minutes(self.asleep(), start, end)

    def night(self, day, days=0):
        """The sleep of the night that ends on a day, from 18:00 to 12:00."""
        return self.slept(self.at(day, "18:00", days - 1), self.at(day, "12:00", days))

    def in_bed(self):
        return union([(a, b) for a, b, _, _ in self.records.get("SleepAnalysis", [])])


def union(intervals):
    joined = []
    for a, b in sorted(intervals):
        if joined and a <= joined[-1][1]:
            joined[-1][1] = max(b, joined[-1][1])
        else:
            joined.append([a, b])
    return joined


# The questions

DATE = r"\w+day (\d{4}-\d\d-\d\d)"


def amount(words):
    return ("DistanceWalkingRunning", 2) if "kilometres" in words else ("ActiveEnergyBurned", 1) if "kilocalories" in words else ("StepCount", 0)


SLIPS = {"kilometres": [("metres", 1000)], "kilocalories": [("kilojoules", 4.184), ("calories", 1000)], "minutes": [("hours", 1 / 60)],
         "percent": [("fraction", 0.01), ("percentTimesHundred", 100)]}


def slips(text, right):
    """The right number in wrong units."""
    return [(kind, right * factor) for kind, factor in SLIPS.get(re.search(r"Answer in (\w+)", text).group(1), [])]


def anchor(e, text):
    hour, unit, day = re.search(rf"days start at (\d\d:\d\d).*How many (.*) do you have on the day that starts on {DATE}", text).groups()
    kind, digits = amount(unit)
    start, end = e.at(day, hour), e.at(day, hour, 1)
    day_at = lambda days, zone=None: e.merged(kind, e.at(day, hour, days, zone), e.at(day, hour, days + 1, zone))
    doubled = [] if kind == "ActiveEnergyBurned" else [("bothSources", e.raw(kind, start, end))]
    return digits, day_at(0), doubled + [
        ("fromMidnight", e.merged(kind, e.at(day), e.at(day, days=1))), ("untilMidnight", e.merged(kind, start, e.at(day, days=1))),
        ("otherDay", day_at(-1)), ("otherDay", day_at(1))] + [("readInUTC", day_at(0, dt.timezone.utc))] * (
            [e.at(day, hour, i) for i in (0, 1)] != [e.at(day, hour, i, dt.timezone.utc) for i in (0, 1)])


def sources(e, text):
    unit, day = re.search(rf"How many (.*) do you have on {DATE}", text).groups()
    kind, digits = amount(unit)
    start, end = e.at(day), e.at(day, days=1)
    return digits, e.merged(kind, start, end), [
        ("bothSources", e.raw(kind, start, end)), ("oneSource", e.raw(kind, start, end, "Watch")),
        ("oneSource", e.raw(kind, start, end, "iPhone")), ("otherDay", e.merged(kind, e.at(day, days=-1), start)),
        ("otherDay", e.merged(kind, end, e.at(day, days=2)))]


def edges(e, text):
    day, a, b = re.search(rf"on {DATE} from (\d\d:\d\d) to (\d\d:\d\d)\?", text).groups()
    start, end = e.at(day, a), e.at(day, b)
    near = [r for r in e.numbers("BasalEnergyBurned") if r[1] > start and r[0] < end]
    return 1, e.raw("BasalEnergyBurned", start, end), [
        ("wholeSamples", sum(r[2] for r in near)),
        ("insideSamples", sum(r[2] for r in near if r[0] >= start and r[1] <= end)),
        ("startedSamples", sum(r[2] for r in near if r[0] >= start))]


def zone(e, text):
    unit, day, a, b = re.search(rf"How many (.*) do you have on {DATE} between (\d\d:\d\d) and (\d\d:\d\d),", text).groups()
    kind, digits = amount(unit)
    read = lambda z: e.merged(kind, e.at(day, a, zone=z), e.at(day, b, zone=z))
    wrong = [("readInUTC", read(dt.timezone.utc)), ("bothSources", e.raw(kind, e.at(day, a), e.at(day, b)))]
    export = e.now.utcoffset()
    noon = dt.datetime.fromtimestamp(e.at(day, "12:00"), e.zone).utcoffset()
    if export != noon and export:
        wrong.append(("readWithExportOffset", read(dt.timezone(export))))
    return digits, read(None), wrong


def clock_change(e, text):
    day, unit = re.search(rf"clocks changed on {DATE}\. How many (.*) do you have per hour", text).groups()
    kind, digits = amount(unit)
    start, end = e.at(day), e.at(day, days=1)
    hours = round((end - start) / 3600)
    total = e.merged(kind, start, end)
    used = sum(e.recorded(kind, start + 3600 * i, start + 3600 * (i + 1)) for i in range(hours))
    check(hours in (23, 25), f"{day} has {hours} hours")
    return digits + 1, total / hours, [
        ("twentyFourHours", total / 24), ("emptyHours", total / used), ("total", total), ("bothSources", e.raw(kind, start, end) / hours)]


def readings(e, text, kind="HeartRate", name="heart rate", digits=1, factor=1):
    first, last = re.search(rf"{name} from {DATE} through {DATE}\?", text).groups()
    days = [[v * factor for v in e.readings(kind, a, b)] for a, b in e.days(first, last)]
    join = lambda days: [v for day in days for v in day]
    return digits, statistics.fmean(join(days)), [
        ("averageOfDays", statistics.fmean(statistics.fmean(day) for day in days if day)), ("middleValue", statistics.median(join(days))),
        ("oneDayLess", statistics.fmean(join(days[:-1])))]


def missing_days(e, text):
    first, last = re.search(rf"per day from {DATE} through {DATE}, on average", text).groups()
    days = [(e.raw("ActiveEnergyBurned", a, b), e.recorded("ActiveEnergyBurned", a, b)) for a, b in e.days(first, last)]
    known = [v for v, is_known in days if is_known]
    check(len(known) < len(days), "a day without data is missing")
    return 1, statistics.fmean(known), [
        ("missingAsZero", sum(known) / len(days)), ("middleValue", statistics.median(known)), ("total", sum(known)),
        ("oneDayLess", statistics.fmean(v for v, is_known in days[:-1] if is_known))]


def today(e, text):
    unit, count = re.search(r"How many (.*) do you have per day, on average over the last (\d+) full days", text).groups()
    (kind, digits), count = amount(unit), int(count)
    date = e.now.date().isoformat()
    day = lambda i, f: f(kind, e.at(date, days=i), min(e.at(date, days=i + 1), e.now.timestamp()))
    full = [day(-i, e.merged) for i in range(1, count + 1)]
    now = day(0, e.merged)
    return digits, statistics.fmean(full), [
        ("partialDay", statistics.fmean(full[:-1] + [now])), ("partialDay", statistics.fmean(full + [now])),
        ("lastDaysWithToday", statistics.fmean(full[:-1])), ("total", sum(full)),
        ("bothSources", statistics.fmean(day(-i, e.raw) for i in range(1, count + 1)))]


def median(e, text):
    unit, first, last = re.search(rf"How many (.*) do you have on a typical day from {DATE} through {DATE}\?", text).groups()
    kind, digits = amount(unit)
    days = e.days(first, last)
    merged = [e.merged(kind, a, b) for a, b in days]
    return digits, statistics.median(merged), [
        ("meanOfDays", statistics.fmean(merged)), ("bothSources", statistics.median(e.raw(kind, a, b) for a, b in days)),
        ("oneDayLess", statistics.median(merged[:-1]))]


def percent(e, text):
    digits, right, wrong = readings(e, text, "OxygenSaturation", "blood oxygen", 2, 100)
    first, last = re.search(rf"blood oxygen from {DATE} through {DATE}\?", text).groups()
    return digits, right, wrong + [("lowestValue", 100 * min(e.readings("OxygenSaturation", e.at(first), e.at(last, days=1))))]


def asleep(e, text):
    (day,) = re.search(rf"night that ended on {DATE}\?", text).groups()
    digits, right, wrong = nights(e, day)
    return digits, right, wrong + [("otherNight", e.night(day, 1)), ("calendarDay", e.slept(e.at(day), e.at(day, days=1)))]


def night(e, text):
    (day,) = re.search(rf"in the evening of {DATE}\.? ?\?", text).groups()
    morning = (dt.date.fromisoformat(day) + dt.timedelta(1)).isoformat()
    digits, right, wrong = nights(e, morning)
    return digits, right, wrong + [
        ("otherNight", e.night(day)), ("calendarDay", e.slept(e.at(day), e.at(day, days=1))),
        ("calendarDay", e.slept(e.at(day, days=1), e.at(day, days=2)))]


def nights(e, day):
    """The sleep of the night before a day, and wrong numbers for it."""
    return 1, e.night(day), [
        ("timeInBed", e.minutes(e.in_bed(), e.at(day, "18:00", -1), e.at(day, "12:00"))),
        ("otherHours", e.slept(e.at(day, "22:00", -1), e.at(day, "06:00"))), ("otherHours", e.slept(e.at(day), e.at(day, "12:00")))]


def while_asleep(e, text):
    first, last = re.search(rf"from {DATE} 18:00 to {DATE} 12:00\?", text).groups()
    start, end = e.at(first, "18:00"), e.at(last, "12:00")
    times = [a for a, _, _, _ in e.numbers("HeartRate") if start <= a < end]
    inside = lambda intervals, end: sum(any(a <= t < b for a, b in intervals) for t in times if t < end)
    return 0, inside(e.asleep(), end), [
        ("allDay", len(times)), ("nightHours", sum(dt.datetime.fromtimestamp(t, e.zone).hour < 6 for t in times)),
        ("whileInBed", inside(e.in_bed(), end)), ("oneDayLess", inside(e.asleep(), e.at(last, "12:00", -1)))]


KINDS = [anchor, sources, edges, zone, clock_change, readings, missing_days, today, median, percent, asleep, night, while_asleep]


# Classes


def run(*arguments, ok=True):
    result = subprocess.run([TALLY, *arguments], capture_output=True, text=True, env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"})
    if ok:
        check(result.returncode == 0, f"{' '.join(arguments)}: exit code {result.returncode}\n{result.stderr}")
    return result


def marks(folder):
    with open(folder + "/marks/marks.csv", newline="") as file:
        return {(row["folder"], int(row["question"])): row for row in csv.DictReader(file)}


def questions(folder, student):
    text = open(f"{folder}/students/{student}/questions.md").read()
    return text, re.findall(r"^## Question \d+\n\n(.*)\n\n```tally\n```$", text, re.M)


def answered(text, answers):
    for number, answer in answers.items():
        head = f"## Question {number}\n"
        before, after = text.split(head, 1)
        text = before + head + after.replace("```tally\n```", f"```tally\n{answer}\n```", 1)
    return text


def shown_decimals(value):
    return 0 if value >= 1000 else 1 if value >= 10 else 2 if value >= 1 else 3


def whole_class(folder, seed, zone_name, now, students=STUDENTS):
    """Every student answers every question: right, or with one of the mistakes, in turn."""
    started = time.time()
    run("class", "new", folder, "--students", str(students), "--seed", str(seed), "--zone", zone_name, "--now", now)
    random.seed(seed)
    made, local = time.time() - started, dt.datetime.fromisoformat(now)
    moment = local.astimezone(ZoneInfo(zone_name))
    expected, numbers, seen = {}, {}, set()
    sheet = questions(folder, "student-01")[0]
    absent = {zone: "by the clocks of" not in sheet, clock_change: "The clocks changed" not in sheet}
    kinds = [kind for kind in KINDS if not absent.get(kind)]
    for index, student in enumerate(sorted(os.listdir(folder + "/students"))):
        export = Export(f"{folder}/students/{student}/export.zip", ZoneInfo(zone_name), moment)
        text, asked = questions(folder, student)
        check(len(asked) == len(kinds), f"{student}: {len(asked)} questions")
        answers = {}
        for number, (kind, words) in enumerate(zip(kinds, asked), 1):
            digits, right, wrong = kind(export, words)
            options = [("right", right)] + wrong + slips(words, right)
            verdict, value = options[(index + number) % len(options)]
            seen.add((kind.__name__, (index + number) % len(options), verdict))
            small = {kind for kind, factor in sum(SLIPS.values(), []) if factor < 1}
            # Every other time, the number that a table of Tally shows: about three digits, and none after the point from 1000.
            shown = shown_decimals(value) if random.random() < 0.5 else 99
            answers[number] = f"{value:.{min(shown, digits + 3 if verdict in small else digits)}f}"
            expected[student, number], numbers[student, number] = verdict, (digits, right)
        open(f"{folder}/handed-in/{student}.md", "w").write(answered(text, answers))
    started = time.time()
    run("class", "mark", folder)
    marked = time.time() - started
    rows = marks(folder)
    for place, verdict in expected.items():
        digits, right = numbers[place]
        row = rows[place]
        check(abs(float(row["right"]) - right) <= 1.01 * 10.0 ** -digits / 2, f"{place} {row['template']}: right is {row['right']}, not {right}")
        check(row["verdict"] == verdict, f"{place} {row['template']}: {row['verdict']} {row['given']}, not {verdict}")
    pairs = [(a, b) for a in {s for s, _ in rows} for b in {s for s, _ in rows} if a < b]
    equal = max(sum(abs(float(rows[a, n]["right"]) - float(rows[b, n]["right"])) <= 10.0 ** -numbers[a, n][0] for n in range(1, len(kinds) + 1))
                for a, b in pairs)
    check(equal <= len(kinds) // 4, f"two students have {equal} equal answers")
    print(f"{zone_name}, seed {seed}: {len(expected)} answers of {len(seen)} kinds with the right verdict, at most {equal} equal answers of two "
          f"students; made in {made:.1f} s, marked in {marked:.1f} s")


def key_does_not_leak(folder):
    key = json.load(open(folder + "/teacher/key.json"))
    check(oct(os.stat(folder + "/teacher/key.json").st_mode & 0o777) == "0o600", "the key is private")
    for student in key["students"]:
        handed_out = "".join(open(f"{folder}/students/{student['folder']}/{name}").read() for name in ("questions.md", "questions.ipynb", "README.md"))
        feedback = open(f"{folder}/marks/students/{student['folder']}.md").read()
        for number, question in enumerate(student["questions"], 1):
            digits = question["rounding"]["decimals"]
            texts = {question["query"], f"{question['value']:,.{digits}f}", f"{question['value']:.{digits}f}"} - {f"{i}" for i in range(2100)}
            check(not any(t in handed_out for t in texts), f"{student['folder']}: an answer to {number} is handed out")
            part = feedback.split(f"## Question {number}:")[1].split("\n## ")[0]
            check(not any(t in part for t in texts), f"{student['folder']}: the feedback to {number} has the answer")


# Attacks

ATTACKS = {
    "open": 'open "../teacher/key.json"', "import": 'import "/etc/passwd"', "run": 'run "../teacher/key.json"',
    "export": 'export steps to "/tmp/tally-attack.csv"', "file": 'sum steps by day as csv to "/tmp/tally-attack.csv"',
    "definition": 'let a = sum steps as csv to "/tmp/tally-attack.csv"\na', "save": "sum steps\nsave mine", "setting": "set store zone = UTC",
    "add": "add 5 count steps at now", "watch": "watch sum steps today", "learn": "learn anchors", "warehouse": 'open "clickhouse://localhost/x"',
    "swift": "explain swift async sum steps today", "delete": "delete samples of steps confirmed", "app": 'act as "x"', "quit": "quit",
}


def attacks(folder):
    """One student for each attack; the next question of each is answered."""
    count = len(ATTACKS) + 14
    run("class", "new", folder, "--students", str(count), "--seed", "3", "--zone", "Europe/Berlin", "--now", "2026-04-08T16:40:00+02:00",
        "--lessons", "sources,anchors")
    students = sorted(os.listdir(folder + "/students"))
    key = {s["folder"]: s for s in json.load(open(folder + "/teacher/key.json"))["students"]}
    handed = folder + "/handed-in/"
    expected, used = {}, iter(students)
    right = lambda student, number: key[student]["questions"][number - 1]["query"]
    for name, attack in ATTACKS.items():
        student = next(used)
        open(f"{handed}{student}.md", "w").write(answered(questions(folder, student)[0], {1: attack, 2: right(student, 2)}))
        expected[student] = (("missing",) if name == "swift" else ("refused",), "right")

    def other(name, content, first, second="right", suffix="md"):
        student = next(used)
        text = content(student) if callable(content) else content
        if isinstance(text, dict):
            text = answered(questions(folder, student)[0], text)
        open(f"{handed}{student}.{suffix}", "wb").write(text if isinstance(text, bytes) else text.encode())
        expected[student] = (first, second)
        return student

    huge = "sum steps by second from 1990-01-01 to 2026-01-01"
    other("rows", lambda s: {1: huge, 2: right(s, 2)}, ("failed",))
    recursion = "def f(m: metric) = f(m)\nf(steps)"
    other("recursion", lambda s: {1: recursion, 2: right(s, 2)}, ("failed",))
    doubling = "let a0 = 1 * 1\n" + "".join(f"let a{i + 1} = a{i} + a{i}\n" for i in range(60)) + "sum steps | derive x = sum + a60"
    other("doubling", lambda s: {1: doubling, 2: right(s, 2)}, ("failed", "notOneNumber", "outOfTime", "crashed"))
    slow = "sum steps by minute from 2026-01-01 to 2026-04-08 fill zero | rolling 60000 min median, p10, p90, stddev | max"
    other("slow", lambda s: {1: slow, 2: right(s, 2)}, ("failed", "notOneNumber", "outOfTime", "crashed", "unknownNumber"))
    deep = "sum steps where " + "(" * 100_000 + "value > 1" + ")" * 100_000
    other("deep", lambda s: {1: deep, 2: right(s, 2)}, ("failed", "outOfTime", "crashed"))
    other("long", lambda s: {1: "sum steps # " + "x" * 900_000, 2: right(s, 2)}, ("failed", "unknownNumber", "notOneNumber"))
    other("longer", "## Question 1\n```tally\n" + "x" * 2_000_000, ("unreadable",), "unreadable")
    other("binary", os.urandom(20_000), ("unreadable",), "unreadable")
    other("outputs", b'{"cells":[],"x":"' + b"y" * 100_000_000 + b'"}', ("unreadable",), "unreadable", "ipynb")
    other("nesting", '{"cells":' + "[" * 200_000, ("unreadable",), "unreadable", "ipynb")
    escape = "sum `\x1b]0;pwned\x07\x1b[2J` on today"
    terminal = other("escape codes", lambda s: {1: escape, 2: "<script>alert(1)</script>"}, ("failed",), "failed")
    link = next(used)
    os.symlink(folder + "/teacher/key.json", f"{handed}{link}.md")
    expected[link] = (("unreadable",), "unreadable")
    pipe = next(used)
    os.mkfifo(f"{handed}{pipe}.md")
    expected[pipe] = (("unreadable",), "unreadable")
    linked = next(used)
    os.symlink(f"{folder}/students/{students[0]}", handed + linked)
    expected[linked] = (("notHandedIn",), "notHandedIn")
    stray = "\x1b[31m<b>nobody.md"
    open(handed + stray, "w").write("x")

    before = snapshot(folder + "/teacher"), snapshot(folder + "/students")
    started = time.time()
    result = run("class", "mark", folder, "--seconds", "3")
    seconds = time.time() - started
    rows = marks(folder)
    for student, (first, second) in expected.items():
        check(rows[student, 1]["verdict"] in first, f"{student}: attack is {rows[student, 1]['verdict']}, not {first}: {rows[student, 1]['reason']}")
        check(rows[student, 2]["verdict"] == second, f"{student}: after the attack, the answer is {rows[student, 2]['verdict']}, not {second}")
    check((snapshot(folder + "/teacher"), snapshot(folder + "/students")) == before, "nothing is changed")
    check(not os.path.exists("/tmp/tally-attack.csv"), "no file is written")
    texts = result.stdout + result.stderr
    for name in os.listdir(folder + "/marks/students"):
        texts += open(f"{folder}/marks/students/{name}").read()
    for name in ("marks.csv", "marks.xml", "marks.html"):
        texts += open(f"{folder}/marks/{name}").read()
    check("\x1b" not in texts and "\x07" not in texts, "no control character is printed or written")
    page = open(folder + "/marks/marks.html").read()
    check("<script" not in page and "<b>nobody" not in page, "HTML is escaped")
    ET.parse(folder + "/marks/marks.xml")
    check("pwned" in open(f"{folder}/marks/students/{terminal}.md").read(), "the diagnostic is in the feedback")
    check("belongs to nobody" in texts, "a file of nobody is named")
    check(f"handed-in/{linked} is a link, and is not followed" in result.stderr, "a link to a folder is named")
    print(f"{len(expected)} attacks read and change nothing, and cost only their question; marked in {seconds:.1f} s")


def snapshot(folder):
    return {os.path.join(p, f): open(os.path.join(p, f), "rb").read() for p, _, files in os.walk(folder) for f in files}


def walls(folder):
    """The limits and the filter of the process that runs answers, and what they forbid to a program in C."""
    student = sorted(os.listdir(folder + "/students"))[0]
    process = subprocess.Popen([TALLY, "class", "run-answers", f"{folder}/students/{student}/export.zip"], stdin=subprocess.PIPE)
    time.sleep(1)
    status, limits = open(f"/proc/{process.pid}/status").read(), open(f"/proc/{process.pid}/limits").read()
    process.kill()
    process.wait()
    check("Seccomp:\t2" in status and "NoNewPrivs:\t1" in status, "the process has a filter of system calls")
    check(re.search(r"Max file size +0 ", limits) is not None, "the process can't write files")
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        print("no compiler for C: the walls were not tried")
        return
    program = folder + "/walls"
    root = os.path.dirname(os.path.dirname(HERE))
    subprocess.run([compiler, "-std=gnu11", f"-I{root}/Sources/System/CSandbox", "-o", program, HERE + "/walls.c", "-lpthread"], check=True)
    result = subprocess.run([program, f"{folder}/students/{student}/export.zip", folder + "/teacher/key.json"], capture_output=True, text=True)
    check(result.returncode == 0, "walls: " + result.stdout)
    print(result.stdout.strip())


# Real cases of handing in


def confusions(folder):
    run("class", "new", folder, "--students", "11", "--seed", "5", "--zone", "Europe/Berlin", "--now", "2026-04-08T16:40:00+02:00",
        "--lessons", "sources,styles,sleep,averages")
    students = sorted(os.listdir(folder + "/students"))
    key = {s["folder"]: s for s in json.load(open(folder + "/teacher/key.json"))["students"]}
    handed = folder + "/handed-in/"
    right = lambda s: {n: q["query"] for n, q in enumerate(key[s]["questions"], 1)}
    text = lambda s, answers=None: answered(questions(folder, s)[0], right(s) if answers is None else answers)
    a, b, c, d, e, f, g, h, i, j, k = students
    # The sheet of somebody else; the right numbers of somebody else; one file twice; a folder; the wrong rounding; an empty sheet.
    open(f"{handed}{a}.md", "w").write(text(b))
    open(f"{handed}{b}.md", "w").write(text(b, {n: round(q["value"], q["rounding"]["decimals"]) for n, q in enumerate(key[a]["questions"], 1)}))
    open(f"{handed}{c}.md", "w").write(text(c, {1: "1"}))
    os.utime(f"{handed}{c}.md", (1, 1))
    open(f"{handed}{c.upper()}.TALLY", "w").write("".join(f"# Question {n}\r\n{q}\r\n" for n, q in right(c).items()))
    os.mkdir(handed + d)
    notebook = json.load(open(f"{folder}/students/{d}/questions.ipynb"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and cell["id"] != "question-0":
            cell["source"] = [right(d)[int(cell["id"][9:])]]
    notebook["cells"].reverse()
    json.dump(notebook, open(f"{handed}{d}/questions.ipynb", "w"))
    open(f"{handed}{e}.md", "w").write(text(e, {1: f"{key[e]['questions'][0]['value']:.1g}", 2: f"{key[e]['questions'][1]['value']:.0f}"}))
    # The name of the sheet; a newer notebook without answers; sloppy numbers; an empty file; a lost export.
    open(f"{handed}questions.md", "w").write(text(g))
    open(f"{handed}{h}.md", "w").write(text(h))
    os.utime(f"{handed}{h}.md", (1, 1))
    shutil.copy(f"{folder}/students/{h}/questions.ipynb", f"{handed}{h} (1).ipynb")
    value = lambda n: key[i]["questions"][n - 1]["value"]
    open(f"{handed}{i}.md", "w").write(text(i, {
        1: f"# {value(1):.2f}", 2: f"**~{value(2):.1f} bpm** # from the table", 3: f"{value(3):.3f} %".replace(".", ","),
        4: f"{value(4) // 60:.0f} h {value(4) % 60:.0f} min"}))
    open(f"{handed}{j}.md", "w").write("\n")
    open(f"{handed}{k}.md", "w").write(text(k))
    os.remove(f"{folder}/students/{k}/export.zip")
    result = run("class", "mark", folder)
    rows = marks(folder)
    verdicts = lambda s: {rows[s, n]["verdict"] for n in right(s)}
    check(f"{a}: this is the sheet of {b}" in result.stderr, "the sheet of another student is named")
    check(f"are the right ones of {a}" in result.stderr, "copied numbers are named")
    check(verdicts(c) == {"right"} and "there are 2 files" in result.stderr, "the newer of two files is marked")
    check(verdicts(d) == {"right"}, "a folder with a notebook in another order is marked")
    check(rows[e, 2]["verdict"] == "roundedTooFar" and rows[e, 2]["points"] == "1", "rounding too far is a slip")
    check(verdicts(f) == {"notHandedIn"}, "nothing was handed in")
    check(verdicts(g) == {"right"} and f"questions.md counts as a file of {g}" in result.stderr, "a sheet is found by its mark")
    check(verdicts(h) == {"right"} and f"the one with answers, handed-in/{h}.md, is marked" in result.stderr, "a file with answers is marked")
    check([rows[i, n]["verdict"] for n in range(1, 5)] == ["right", "right", "right", "hours"], "sloppy numbers are read")
    check(verdicts(j) == {"missing"} and f"{j}.md is empty" in result.stderr, "an empty file is named")
    check(verdicts(k) == {"noExport"} and f"{k}/export.zip is missing" in result.stderr, "a lost export is named")
    feedback = lambda s: open(f"{folder}/marks/students/{s}.md").read()
    check(key[f]["questions"][0]["query"] not in feedback(f), "the feedback keeps the answer")
    run("class", "mark", folder, "--student", f, "--show-answers")
    check(key[f]["questions"][0]["query"] in feedback(f), "--show-answers shows the answer")
    again = marks(folder)
    run("class", "mark", folder)
    check(marks(folder) == again, "marking again gives the same marks")
    check(run("class", "mark", folder, "--student", "nobody", ok=False).returncode == 64, "an unknown student is an error")
    print("files of others, copies, two files, folders and slips are recognized")


# Numbers as people type them


def typed(folder):
    """Right numbers in many forms. Each question of each student has another one."""
    run("class", "new", folder, "--students", "10", "--seed", "8", "--zone", "Europe/Berlin", "--now", "2026-04-08T16:40:00+02:00")
    moment = dt.datetime.fromisoformat("2026-04-08T16:40:00+02:00").astimezone(ZoneInfo("Europe/Berlin"))
    expected = {}
    for index, student in enumerate(sorted(os.listdir(folder + "/students"))):
        export = Export(f"{folder}/students/{student}/export.zip", ZoneInfo("Europe/Berlin"), moment)
        text, asked = questions(folder, student)
        answers = {}
        for number, (kind, words) in enumerate(zip(KINDS, asked), 1):
            digits, right, _ = kind(export, words)
            unit = re.search(r"Answer in ([\w ]+),", words).group(1)
            value = f"{right:.{digits}f}"
            time = " per hour" if "per hour" in words else " per day" if "per day" in words else ""
            other, factor, slip = {"kilometres": ("m", 1000, "metres"), "kilocalories": ("kJ", 4.184, "kilojoules"),
                                   "minutes": ("h", 1 / 60, "hours")}.get(unit, ("kg", 1, "wrongUnit"))
            converted = right * factor
            # A number of another unit has three digits or the digits of a whole number; the last but one form is off by three percent.
            forms = [
                (f"{value} {unit}{time}", "right"), (f"# {value} (from a table)", "right"), (f"{value} or {right * 1.3:.{digits}f}", "severalNumbers"),
                ("ten", "unclear"), ("9" * 400, "unclear"), (f"{value} kg", "wrongUnit"), (f"{value} +/- 1", "right"),
                (f"{converted:.{max(0, 2 - len(str(int(converted))) + 1)}f} {other}", slip),
                (f"{converted * 1.03:.4f} {other}", "unknownNumber"), (f"{value} # {right / 2:.{digits}f}", "severalNumbers")]
            answers[number], expected[student, number] = forms[(index + number) % len(forms)]
        open(f"{folder}/handed-in/{student}.md", "w").write(answered(text, answers))
    run("class", "mark", folder)
    rows = marks(folder)
    for place, verdict in expected.items():
        row = rows[place]
        # Three percent more can be a known mistake, which has the same points.
        same = row["verdict"] == verdict or (verdict == "unknownNumber" and row["points"] == "0")
        check(same, f"typed: {place} {row['template']}: {row['verdict']}, not {verdict}: {row['reason']}")
    print(f"{len(expected)} numbers are read as people type them")


def interruption(folder):
    """An interrupted command leaves nothing, and one that was killed can run again."""
    arguments = [TALLY, "class", "new", folder, "--students", "40", "--lessons", "sources", "--zone", "Europe/Berlin", "--seed", "6"]
    for number in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        started = time.time()
        process.send_signal(number)
        process.wait()
        check(time.time() - started < 10 and not os.path.exists(folder + ".unfinished"), f"{number} stops the search for data, which can take minutes")
    for number in (signal.SIGINT, signal.SIGKILL):
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(folder + ".unfinished/students") or not os.listdir(folder + ".unfinished/students"):
            time.sleep(0.05)
        process.send_signal(number)
        process.wait()
        check(not os.path.exists(folder), "no half of a class has the name of the class")
        check(os.path.exists(folder + ".unfinished") == (number == signal.SIGKILL), f"what {number} leaves")
    run("class", "new", folder, "--students", "1", "--lessons", "sources", "--zone", "Europe/Berlin", "--seed", "6")
    check(os.listdir(folder + "/students") == ["student-01"] and not os.path.exists(folder + ".unfinished"), "the class is made again")
    print("a class that was interrupted can be made again")


def everything(folder):
    whole_class(folder + "/spring", 11, "Europe/Berlin", "2026-04-08T16:40:00+02:00")
    key_does_not_leak(folder + "/spring")
    whole_class(folder + "/autumn", 12, "America/New_York", "2026-11-14T15:10:00-05:00")
    # Clocks that show UTC, always or in winter, and clocks that never change.
    whole_class(folder + "/utc", 13, "UTC", "2026-04-08T16:40:00+00:00", 3)
    whole_class(folder + "/winter", 14, "Europe/London", "2026-01-20T16:40:00+00:00", 3)
    whole_class(folder + "/half", 15, "Asia/Kolkata", "2026-04-08T16:40:00+05:30", 3)
    attacks(folder + "/attacks")
    walls(folder + "/attacks")
    confusions(folder + "/confusions")
    typed(folder + "/typed")
    interruption(folder + "/interrupted")


def main():
    folder = tempfile.mkdtemp(prefix="tally-classes-")
    try:
        if "--zone" in sys.argv:
            place = sys.argv.index("--zone")
            whole_class(folder + "/zone", 13, sys.argv[place + 1], sys.argv[place + 2])
        else:
            everything(folder)
    finally:
        if not failures:
            shutil.rmtree(folder)
    if failures:
        print(f"{len(failures)} failed; {folder} is kept")


main()
sys.exit(1 if failures else 0)

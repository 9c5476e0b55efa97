"""Hostile files of the newer readers: zones, clinical records, presets, Health Connect, FIT, GPX, TCX, Fitbit, Health Auto Export."""

from harness import *

ODD_NAMES = ["\x1b[2J\x9b31m", "\u202egnp", "a\u200bb", "a" + "".join(chr(0xE0000 + ord(c)) for c in "hidden"), "=1+1", "http://evil.example", "<script>"]
HIDDEN = re.compile("[\u200b\u2060\ufeff\U000e0000-\U000e007f]")


def archive(t, name, files):
    with zipfile.ZipFile(t.p(name), "w", zipfile.ZIP_DEFLATED) as z:
        for path, data in files:
            z.writestr(path, data)
    return t.p(name)


def shown(t, *queries):
    """No answer about what was imported has a control character, a mark of direction or a hidden character."""
    for q in queries or ("show sources", "show metrics"):
        for f in ("table", "markdown", "csv", "json", "html", "svg"):
            r = t.q(q, "--format", f)
            t.check(not BIDI.search(r.out) and not HIDDEN.search(r.out), "hidden character in %s as %s" % (q, f))
            if f == "markdown":
                t.check(not re.search(r"(?<!`)http://evil", r.out), "link in Markdown of " + q)


# MARK: Zones


@attack("100,000 names of zones that do not exist", timeout=60)
def zones_many(t):
    t.imp(t.export("".join(rec(value=str(i), inner='<MetadataEntry key="HKTimeZone" value="X%d/Y"/>' % i) for i in range(30000))))
    shown(t, "show zones")


@attack("a zone history with 5,000 moves, and moves in the wrong order", timeout=60)
def zones_history(t):
    t.seed()
    moves = ", ".join('"UTC" until %04d-%02d-%02d' % (1900 + i // 300, 1 + i // 28 % 10, 1 + i % 28) for i in range(5000))
    for text in (moves + ', "UTC"', '"UTC" until 2025-01-02, "UTC" until 2025-01-01, "UTC"', '"UTC" until 9999-12-31, "UTC"', '"UTC" until'):
        t.q("set zone = %s\nsum steps by day" % text)


@attack("a table whose column of zones has odd names", timeout=30)
def zones_table(t):
    rows = "".join("stepCount,W,2025-01-01 08:00,2025-01-01 09:00,%d,count,%s\n" % (i, z) for i, z in enumerate(ODD_NAMES + ["../../etc/passwd", "+99:99", "UTC" * 9999]))
    t.imp(t.w("a.csv", "type,source,start,end,value,unit,zone\n" + rows))
    shown(t, "show zones", "sum steps by day zone sample")


# MARK: Clinical records


def clinic(t, bodies, paths=None):
    paths = paths or ["clinical-records/Observation-%d.json" % i for i in range(len(bodies))]
    records = "".join('<ClinicalRecord type="Observation" identifier="r%d" sourceName="C" fhirVersion="4.0.1" receivedDate="2026-08-05 10:00:00 +0100" resourceFilePath="/%s"/>\n' % (i, esc(p)) for i, p in enumerate(paths))
    return archive(t, "c.zip", [("apple_health_export/export.xml", "<HealthData>\n" + records + "</HealthData>\n")] + [("apple_health_export/" + p, b) for p, b in zip(paths, bodies)])


def observation(value='{"value":70,"unit":"kg","code":"kg","system":"http://unitsofmeasure.org"}', time="2026-03-01T10:00:00Z", code="29463-7", more="", name="Weight"):
    return '{"resourceType":"Observation","status":"final","effectiveDateTime":"%s","code":{"text":%s,"coding":[{"system":"http://loinc.org","code":"%s"}]},"valueQuantity":%s%s}' % (time, json.dumps(name), code, value, more)


@attack("clinical records: depth, numbers, dates and names", timeout=60)
def clinical_odd(t):
    numbers = ["1e999", "-1e308", "9" * 5000, '"70"', "null", "[]", "{}", "true", "-0", "1e-400"]
    bodies = [observation('{"value":%s,"unit":"kg","code":"kg"}' % n) for n in numbers]
    bodies += [observation(time=d) for d in ("0000-00-00", "99999-01-01", "2026-02-30", "2026-03-01T10:00:00+99:99", "", "x" * 100000)]
    bodies += [observation(name=n, code="1-8") for n in ODD_NAMES] + ["[" * 200000, '{"a":' * 200000, "", "null", "\0" * 1000, '{"resourceType":"Observation"']
    r = t.imp(clinic(t, bodies))
    t.note(" ".join(r.text.split())[:200])
    shown(t, "show labs", "show sources")


@attack("a clinical record with 300,000 components", timeout=60)
def clinical_components(t):
    part = '{"code":{"coding":[{"system":"http://loinc.org","code":"8480-6"}]},"valueQuantity":{"value":120,"code":"mm[Hg]"}}'
    t.imp(clinic(t, [observation(more=',"component":[%s]' % ",".join([part] * 300000))]))


@attack("paths of clinical records that leave the archive, and one file 20,000 times", timeout=60)
def clinical_paths(t):
    secret = t.w("secret.json", observation(code="1-8", name="SECRET42"))
    paths = ["../../../" * 20 + secret[1:], secret[1:], "clinical-records/../../secret.json"] + ["clinical-records/a.json"] * 20000
    t.imp(clinic(t, [observation()], ["clinical-records/a.json"]))
    records = "".join('<ClinicalRecord type="Observation" identifier="r" sourceName="C" resourceFilePath="/%s"/>\n' % esc(p) for p in paths)
    t.w("f/export.xml", "<HealthData>\n" + records + "</HealthData>\n")
    t.w("f/clinical-records/a.json", observation())
    t.imp(t.p("f"))
    t.check("SECRET42" not in t.q("show labs").text, "a file outside of the folder was read")


@attack("a clinical record of 300 MB that is packed to 300 kB", timeout=60, mem=700)
def clinical_bomb(t):
    t.imp(clinic(t, ['{"resourceType":"Observation","note":"' + "x" * (300 * MB) + '"}']))


# MARK: Presets


@attack("presets of somebody else: depth, length, control characters, 10,000 columns", timeout=60)
def presets_odd(t):
    table = t.w("a.csv", "Day,Steps\n2026-03-28,10\n")
    for text in (
        "", "\0" * 1000, "preset", "preset " + "x" * 100000, "(" * 100000, '"' * 99999, "\x1b[31m", "preset a\n" * 20000,
        'preset a\nheader "Day", "Steps"\n' + 'column "c"\n' * 10000, 'preset a\ncolumn "' + "\u202e" + '"\n', "preset \ud800".encode("utf-8", "surrogatepass"),
    ):
        p = t.w("p.preset", text)
        for o in (["--preset", p], ["--as", p]):
            t.imp(*o, table)


@attack("tables of presets with odd cells", timeout=60)
def presets_cells(t):
    for head, cell in (("Day,Steps", "%s,10"), ("Date,Time,Weight", "%s,08:00,70"), ("Date,Glucose (mg/dL)", "%s,100"), ("Timestamp,Heart rate", "%s,60")):
        cells = ["2026-03-28", "99999999999999999999", "-1", "28.03.2026", "2026-03-28" * 1000, "=1+1", "\x1b[2J", '"', '"a""', "\u202e", "", "NaN", "1e400"]
        t.imp(t.w("a.csv", head + "\n" + "".join(cell % c + "\n" for c in cells)))
        t.imp(t.w("b.csv", head + "\n" + "," * (5 * MB) + "\n" + '"' * 100000 + "\n"))


# MARK: Health Connect

STEPS = "CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, uuid, last_modified_time, app_info_id, device_info_id, recording_method, start_time, start_zone_offset, end_time, end_zone_offset, count)"


def connect(t, name, *statements):
    path = t.p(name)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("BEGIN")
    for s in ("CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name, app_name, record_types_used)", STEPS) + statements:
        try:
            db.execute(*([s] if isinstance(s, str) else s))
        except sqlite3.Error as x:
            t.note("%s: %s" % (name, x))
    db.execute("COMMIT")
    db.close()
    return path


def steps(*values):
    return ("INSERT INTO steps_record_table VALUES (NULL, ?, ?, ?, NULL, 1, ?, ?, ?, ?, ?)", values)


@attack("Health Connect: values of every kind in each column", timeout=60)
def connect_values(t):
    odd = [None, -1, 2**63 - 1, -(2**63), 1e308, float("inf"), float("nan"), "x", "\x1b[2J", b"\xff" * 100, "", "9" * 5000]
    rows = []
    usual = [b"u", 1, 1, 1735718400000, 0, 1735722000000, 0, 5]
    for place in range(8):
        rows += [steps(*(usual[:place] + [v] + usual[place + 1:])) for v in odd]
    apps = [("INSERT INTO application_info_table VALUES (?, ?, ?, NULL)", (i + 1, n, n)) for i, n in enumerate(ODD_NAMES)]
    rows += [steps(b"%d" % i, 1, i + 1, 1735718400000 + i * 60000, 0, 1735718460000 + i * 60000, 0, 7) for i in range(len(ODD_NAMES))]
    r = t.imp(connect(t, "hc.db", *apps, *rows))
    t.note(" ".join(r.text.split())[:200])
    shown(t, "show sources", "sum steps by source")


@attack("Health Connect: a view, a trigger and a virtual table in place of a table", timeout=30)
def connect_views(t):
    for s in (
        "CREATE VIEW distance_record_table AS SELECT load_extension('x')",
        "CREATE VIEW weight_record_table AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
        "CREATE VIRTUAL TABLE weight_record_table USING fts5(a)",
        "CREATE TRIGGER a AFTER INSERT ON steps_record_table BEGIN SELECT 1; END",
        "CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, weight AS (row_id * 2)) WITHOUT ROWID",
    ):
        t.imp(connect(t, "v%d.db" % len(s), s, steps(b"u", 1, 1, 1735718400000, 0, 1735722000000, 0, 5)))


@attack("Health Connect: pages that lead in circles, any byte of the header", timeout=60)
def connect_pages(t):
    base = open(connect(t, "hc.db", *[steps(b"%d" % i, 1, 1, 1735718400000 + i * 60000, 0, 1735718460000 + i * 60000, 0, 5) for i in range(3000)]), "rb").read()
    random.seed(7)
    for i in range(60):
        data = bytearray(base)
        if i < 30:
            data[16 + i * 2] = 255
        for _ in range(0 if i < 30 else 200):
            data[random.randrange(len(data))] = random.choice((0, 1, 2, 5, 10, 13, 127, 128, 255))
        t.imp(t.w("x.db", bytes(data)))
        os.path.exists(t.store) and os.remove(t.store)


@attack("Health Connect: 20,000 tables, and a column of 100 MB", timeout=90, mem=900)
def connect_many(t):
    t.imp(connect(t, "m.db", *["CREATE TABLE t%d (a)" % i for i in range(20000)]))
    t.imp(connect(t, "w.db", steps("x" * (100 * MB), 1, 1, 1735718400000, 0, 1735722000000, 0, 5)))


# MARK: FIT


def fit(body, size=None, head=14):
    return bytes([head, 0x20]) + struct.pack("<HI4s", 2132, len(body) if size is None else size, b".FIT") + b"\0" * max(0, head - 12) + body + b"\0\0"


def definition(number, fields, local=0, developer=None):
    more = b"" if developer is None else bytes([len(developer)]) + b"".join(bytes(f) for f in developer)
    return bytes([0x40 | local | (0x20 if developer is not None else 0), 0, 0]) + struct.pack("<HB", number, len(fields)) + b"".join(bytes(f) for f in fields) + more


@attack("FIT: sizes and definitions that lie", timeout=60)
def fit_sizes(t):
    record = definition(20, [(253, 4, 0x86), (3, 1, 2)]) + b"\0" + struct.pack("<IB", 1100000000, 60)
    for data in (
        fit(record, size=2**32 - 1), fit(record, head=255), fit(record, head=0), fit(b""), fit(record)[:20], fit(record) * 3000,
        fit(definition(20, [(i % 256, 255, 0x86) for i in range(255)]) + b"\0" * 255 * 255),
        fit(definition(20, [(253, 3, 0x86), (3, 0, 2), (3, 7, 0x8C)]) + b"\0" * 100), fit(b"\x05" * 1000), fit(b"\xff" * 1000), fit(b"\x80" * 1000),
        fit(definition(20, [(253, 4, 0x86)], developer=[(0, 255, 0)] * 255) + b"\0" * 70000), fit(definition(0xFFFF, []) + b"\0" * 500000),
        fit(definition(207, [(3, 16, 2)]) + definition(206, [(0, 1, 2), (1, 1, 2), (3, 255, 7)], 1) + b"\x01" * 5000),
    ):
        t.imp(t.w("a.fit", data))


@attack("FIT: times that go back, and 500,000 records of one moment", timeout=90)
def fit_times(t):
    head = definition(20, [(253, 4, 0x86), (3, 1, 2), (5, 4, 0x86)])
    for moment in (lambda i: 1100000000, lambda i: 1100000000 - i, lambda i: (i * 2654435761) & 0xFFFFFFFF):
        t.imp(t.w("a.fit", fit(head + b"".join(b"\0" + struct.pack("<IBI", moment(i), i % 256, i) for i in range(100000)))))


@attack("FIT: names of products and fields with escapes", timeout=30)
def fit_names(t):
    for n in ODD_NAMES:
        raw = n.encode()[:40].ljust(41, b"\0")
        t.imp(t.w("a.fit", fit(definition(0, [(0, 1, 0), (8, 41, 7), (4, 4, 0x86)]) + b"\0\4" + raw + struct.pack("<I", 1100000000) + definition(20, [(253, 4, 0x86), (3, 1, 2)]) + b"\0" + struct.pack("<IB", 1100000000, 60))))
    shown(t)


# MARK: GPX and TCX


@attack("GPX and TCX: entities, also after the first element", timeout=30)
def tracks_entities(t):
    secret = t.w("secret.txt", "SECRET42")
    dtd = '<!DOCTYPE x [<!ENTITY a "%s"><!ENTITY f SYSTEM "file://%s">]>\n' % ("b" * 1000, secret)
    point = '<trkpt lat="52" lon="13"><time>2025-01-01T08:%02d:00Z</time><name>&a;&f;</name></trkpt>'
    for text in (
        '<?xml version="1.0"?>\n' + dtd + '<gpx version="1.1"><trk><name>&f;</name><trkseg>' + point % 1 + point % 2 + "</trkseg></trk></gpx>",
        '<?xml version="1.0"?>\n<gpx version="1.1"><trk>' + dtd + "<name>&f;</name><trkseg>" + point % 1 + point % 2 + "</trkseg></trk></gpx>",
    ):
        t.imp(t.w("a.gpx", text))
    t.check("SECRET42" not in t.q("samples of workouts").text + t.q("show routes").text, "a file was read")


@attack("GPX: places, heights and times that are not possible", timeout=60)
def gpx_points(t):
    odd = ["1e308", "NaN", "inf", "-91", "181", "", "x", "9" * 400, "0x10", "-0"]
    points = "".join('<trkpt lat="%s" lon="%s"><ele>%s</ele><time>2025-01-01T08:%02d:00Z</time></trkpt>' % (a, b, a, i % 60) for i, (a, b) in enumerate([(x, y) for x in odd for y in odd]))
    points += "".join('<trkpt lat="52" lon="13"><time>%s</time></trkpt>' % d for d in ("0000-00-00T00:00:00Z", "99999-01-01T00:00:00Z", "2025-01-01T08:00:00+99:99", "", "x" * 100000))
    t.imp(t.w("a.gpx", '<gpx version="1.1"><trk><type>running</type><trkseg>' + points + "</trkseg></trk></gpx>"))
    for q in ("samples of workouts", "show routes", "sum distance by day", "fastest 5 km"):
        t.q(q)


@attack("GPX: 300,000 segments, points in one moment, and nested elements", timeout=90)
def gpx_shapes(t):
    point = '<trkpt lat="52" lon="13"><time>2025-01-01T08:00:00Z</time></trkpt>'
    for body in ("<trkseg>" * 300000, ("<trkseg>" + point + "</trkseg>") * 100000, "<trkseg>" + point * 200000, "<trk>" * 200000, "<extensions>" * 200000 + point):
        t.imp(t.w("a.gpx", '<gpx version="1.1"><trk>' + body + "</trk></gpx>"))


@attack("GPX: names of tracks and creators with escapes", timeout=30)
def gpx_names(t):
    for i, n in enumerate(ODD_NAMES):
        raw = esc(n).replace("\x1b", "&#27;")
        t.imp(t.w("a%d.gpx" % i, '<gpx version="1.1" creator="%s"><trk><name>%s</name><type>%s</type><trkseg>' % (raw, raw, raw) + "".join('<trkpt lat="52.%d" lon="13"><time>2025-01-0%dT08:0%d:00Z</time></trkpt>' % (k, i + 1, k) for k in (1, 2, 3)) + "</trkseg></trk></gpx>"))
    shown(t, "show sources", "samples of workouts", "show routes")


@attack("TCX: laps in laps, totals that lie, 100,000 laps", timeout=90)
def tcx_laps(t):
    lap = '<Lap StartTime="2025-01-01T08:00:00Z"><TotalTimeSeconds>%s</TotalTimeSeconds><DistanceMeters>%s</DistanceMeters><Calories>%s</Calories><Track><Trackpoint><Time>2025-01-01T08:00:01Z</Time><HeartRateBpm><Value>%s</Value></HeartRateBpm></Trackpoint></Track></Lap>'
    for body in ("".join(lap % ((v,) * 4) for v in ("1e308", "-5", "NaN", "", "9" * 400)), (lap % (1, 1, 1, 60)) * 50000, '<Lap StartTime="x">' * 100000):
        t.imp(t.w("a.tcx", '<TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>2025-01-01T08:00:00Z</Id>' + body + "</Activity></Activities></TrainingCenterDatabase>"))


# MARK: Fitbit


@attack("Fitbit: numbers, dates and shapes that do not fit", timeout=60)
def fitbit_odd(t):
    rows = ['{"dateTime":"01/01/25 08:00:00","value":%s}' % v for v in ('"5"', "1e999", '"1e999"', "[]", "{}", "null", '"\\ud800"', '"' + "9" * 5000 + '"', "-5")]
    rows += ['{"dateTime":"%s","value":"5"}' % d for d in ("13/45/99 99:99:99", "", "99999999999", "01/01/25", "x" * 100000)] + ["[" * 1000 + "]" * 1000, "7", "null"]
    for name in ("steps-2025-01-01.json", "heart_rate-2025-01-01.json", "sleep-2025-01-01.json", "exercise-0.json", "weight-2025-01-01.json"):
        t.imp(archive(t, "f.zip", [("Takeout/Fitbit/Global Export Data/" + name, "[" + ",".join(rows) + "]")]))
        t.imp(archive(t, "g.zip", [("Takeout/Fitbit/Global Export Data/" + name, "[" * 500000)]))
        t.imp(archive(t, "h.zip", [("Takeout/Fitbit/Global Export Data/" + name, "[" + "{}," * 500000 + "{}]")]))


@attack("Fitbit: 10,000 files, and paths that leave the archive", timeout=120)
def fitbit_files(t):
    day = '[{"dateTime":"01/%02d/25 08:00:00","value":"5"}]'
    t.imp(archive(t, "f.zip", [("Takeout/Fitbit/Global Export Data/steps-2025-01-01.json" if i == 0 else "../" * (i % 9) + "Takeout/Fitbit/Global Export Data/steps-%d.json" % i, day % (1 + i % 28)) for i in range(10000)]))


@attack("Fitbit: tables with odd cells and names", timeout=60)
def fitbit_tables(t):
    cells = ["2025-01-01T08:00:00Z", "=1+1", "\x1b[2J", '"', "\u202e", "", "NaN", "1e400", "x" * 100000]
    for name, head in (("steps_2025-01-01.csv", "timestamp,steps"), ("heart_rate_2025-01-01.csv", "timestamp,beats per minute"), ("UserSleeps_2025-01-01.csv", "sleep_id,sleep_type,minutes_in_sleep,start_utc_offset,sleep_start,end_utc_offset,sleep_end")):
        body = head + "\n" + "".join(",".join([a] * (head.count(",") + 1)) + "\n" for a in cells) + "," * (3 * MB) + "\n"
        t.imp(archive(t, "f.zip", [("Takeout/Fitbit/Physical Activity_GoogleData/" + name, body)]))


# MARK: Health Auto Export


def auto(metrics="", workouts="", more=""):
    return '{"data":{"metrics":[%s],"workouts":[%s]%s}}' % (metrics, workouts, more)


def automatic(name, data, units="count"):
    return '{"name":%s,"units":%s,"data":[%s]}' % (json.dumps(name), json.dumps(units), data)


@attack("Health Auto Export: numbers, dates, units and names", timeout=60)
def auto_odd(t):
    values = ["5", '"5"', "1e999", "null", "[]", "{}", "-5", "9" * 5000]
    rows = ",".join('{"date":"2025-01-01 08:0%d:00 +0100","qty":%s,"source":%s}' % (i, v, json.dumps(n)) for i, (v, n) in enumerate(zip(values, ODD_NAMES + ["x" * 100000])))
    rows += "".join(',{"date":"%s","qty":5}' % d for d in ("", "99999-01-01 00:00:00 +0000", "2025-02-30 08:00:00 +0100", "2025-01-01 08:00:00 +9999", "x" * 100000))
    for name, unit in (("step_count", "count"), ("weight_body_mass", "kg^999999999"), ("heart_rate", "(" * 10000), ("sleep_analysis", "hr"), ("blood_pressure", "mmHg"), ("\x1b[2J", "\u202e")):
        t.imp(t.w("a.json", auto(automatic(name, rows, unit))))
    shown(t, "show sources", "sum steps by source")


@attack("Health Auto Export: 50,000 metrics, depth, and a document that never ends", timeout=120)
def auto_shapes(t):
    t.imp(t.w("a.json", auto(",".join(automatic("m%d" % i, '{"date":"2025-01-01 08:00:00 +0100","qty":5}') for i in range(20000)))))
    for text in (auto(more=',"x":' + "[" * 300000), auto(automatic("step_count", "{}," * 300000 + "{}")), '{"data":{"metrics":[' + automatic("step_count", "")[:-2] + '"' + "x" * (100 * MB), '{"data":' * 100000):
        t.imp(t.w("b.json", text))


@attack("Health Auto Export: workouts with odd routes, states of mind and medications", timeout=60)
def auto_workouts(t):
    route = ",".join('{"latitude":%s,"longitude":%s,"altitude":%s,"timestamp":"2025-01-01 08:00:0%d +0100"}' % (v, v, v, i) for i, v in enumerate(("52", "1e308", "null", '"x"', "[]", "-999")))
    workouts = ",".join('{"name":%s,"start":"2025-01-01 08:00:00 +0100","end":"%s","duration":%s,"activeEnergyBurned":{"qty":%s,"units":"kcal"},"route":[%s]}' % (json.dumps(n), e, v, v, route) for n in ODD_NAMES for e, v in (("2025-01-01 09:00:00 +0100", "1e308"), ("2024-01-01 08:00:00 +0100", "-1"), ("x", "null")))
    mind = ',"stateOfMind":[{"start":"2025-01-01T08:00:00Z","end":"2025-01-01T08:00:00Z","valence":1e308,"labels":%s,"kind":"\\u001b[2J"}],"medications":[{"displayText":"\\u202e","scheduledDate":"x","dosage":"NaN"}]' % json.dumps(ODD_NAMES * 1000)
    t.imp(t.w("a.json", auto("", workouts, mind)))
    shown(t, "samples of workouts", "show sources")


# MARK: What fell short once


@attack("a document type after the first element: no element is lost", timeout=30)
def xml_doctype_late(t):
    for i, dtd in enumerate(('<!DOCTYPE HealthData [\n<!ENTITY x "y">\n]>\n', '<!DOCTYPE HealthData [ <!ENTITY x "y"> ]>\n', "<!DOCTYPE HealthData [\n", "<!DOCTYPE HealthData [" * 100000 + "\n")):
        t.store = t.p("%d.tally" % i)
        t.imp(t.export(rec(value="1") + dtd + rec(value="20", source="&x;", start="2025-01-01 10:00:00 +0000", end="2025-01-01 11:00:00 +0000")))
        r = t.q("count steps on 2025-01-01 as csv")
        t.check(",2," in r.out, "lost elements after %r: %s" % (dtd[:40], r.out[-60:]))


@attack("rows of 10 million empty cells, and 3 million rows of them", timeout=100, mem=400)
def csv_cells_many(t):
    head, row = "type,source,start,end,value,unit\n", "stepCount,W,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,100,count\n"
    t.imp(t.w("a.csv", head + "," * 10000000 + "\n" + row))
    t.imp(t.w("b.csv", head + ",,,,,\n" * 3000000 + row))


@attack("a pipe without a writer: a word, and the first signal ends it", timeout=30)
def import_pipe_waits(t):
    os.mkfifo(t.p("pipe"))
    with subprocess.Popen([TALLY, "import", "--store", t.store, t.p("pipe")], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=t.env) as p:
        time.sleep(3)
        p.send_signal(signal.SIGINT)
        try:
            text = p.communicate(timeout=10)[1].decode()
            t.check(p.returncode == 130 and "waiting" in text, "exit %s: %s" % (p.returncode, text[:100]))
        except subprocess.TimeoutExpired:
            p.kill()
            t.fail("HANG after a signal")


@attack("hidden characters and addresses in names: no name hides, no link", timeout=60)
def names_hidden(t):
    rows = "".join(json.dumps({"type": "stepCount", "source": n, "start": "2025-01-01T%02d:00:00Z" % i, "end": "2025-01-01T%02d:30:00Z" % i, "value": 1, "unit": "count", "metadata": {"note": n}}) + "\n" for i, n in enumerate(ODD_NAMES))
    t.imp(t.w("a.jsonl", rows))
    shown(t, "show sources", "sum steps by source", 'sum steps by metadata "note"')
    shown(t, "sum steps by hour and source on 2025-01-01")


@attack("load and add beyond 2199: refused", timeout=30)
def load_beyond(t):
    for q in ("load steps at 2500-01-01 every 1d: 1 2", "load steps at 2025-01-01 every 100000d: 1 2 3", "load steps at 2025-01-01 every 1d: 1x1000000", "add 5 count steps at 1800-01-01", "add 5 count steps at 2199-12-31 23:30 for 1h"):
        t.error(t.q(q), (2,))

"""Exports in XML that were made to do harm."""

from harness import *


@attack("entity bomb is refused, exit 3")
def xml_entity_bomb(t):
    head = (
        '<?xml version="1.0"?>\n<!DOCTYPE HealthData [<!ENTITY a0 "aaaaaaaaaa">'
        + "".join('<!ENTITY a%d "%s">' % (i, ("&a%d;" % (i - 1)) * 10) for i in range(1, 12))
        + "]>\n"
    )
    r = t.imp(t.export(rec(source="&a11;"), head=head))
    t.error(r, (3,))


@attack("external entity is not read")
def xml_external_entity(t):
    secret = t.w("secret.txt", "SECRET42")
    head = (
        '<?xml version="1.0"?>\n<!DOCTYPE HealthData [<!ENTITY x SYSTEM "file://%s"><!ENTITY %% p SYSTEM "file://%s"> %%p;]>\n'
        % (secret, secret)
    )
    r = t.imp(t.export(rec(source="&x;"), head=head))
    t.error(r, (3,))
    t.check("SECRET42" not in t.q("show sources").text, "secret read")


@attack("entity declared after 1 MB of padding")
def xml_entity_late(t):
    head = (
        '<?xml version="1.0"?>\n<!-- '
        + "x" * MB
        + " -->\n<!DOCTYPE HealthData ["
        + " " * 200000
        + "<!ELEMENT a ANY>"
        + '<!ENTITY a "b">]>\n'
    )
    r = t.imp(t.export(rec(source="&a;"), head=head))
    t.error(r, (3,))


@attack("a million nested elements: no crash")
def xml_nesting(t):
    path = t.w("export.xml", "<HealthData>" + "<Correlation>" * 1000000)
    t.imp(path)
    path = t.w("export.xml", "<HealthData>" + "<a>" * 1000000 + rec() + "</a>" * 1000000 + "</HealthData>")
    t.imp(path)


@attack("unclosed CDATA / comment / PI / DOCTYPE of 50 MB")
def xml_unclosed(t):
    for opener in (
        "<![CDATA[",
        "<!--",
        "<?x ",
        "<!DOCTYPE HealthData [",
        '<Record type="',
        "<Record type='x' a=",
        "</",
    ):
        t.imp(t.w("export.xml", '<?xml version="1.0"?>\n<HealthData>\n' + rec() + opener + "x " * (25 * MB)))


@attack("element with 2 million attributes")
def xml_attributes(t):
    a = "".join(' a%d="1"' % i for i in range(2000000))
    t.imp(t.export("<Record" + a + "/>\n" + rec()))
    a = "".join(' a%d="1"' % i for i in range(1000000))
    r = t.imp(t.export("<Record" + a + "/>\n" + rec()))
    t.note(r.text[:200])


@attack("attribute of 300 MB, and 15 MB names")
def xml_long_attribute(t):
    with open(t.p("export.xml"), "w") as f:
        f.write('<?xml version="1.0"?>\n<HealthData>\n' + rec() + '<Record type="')
        for _ in range(300):
            f.write("y" * MB)
        f.write('"/>\n' + rec(value="7") + "</HealthData>")
    r = t.imp(t.p("export.xml"))
    os.remove(t.p("export.xml"))
    t.imp(t.export(rec(source="s" * (15 * MB)) + rec(type="T" * (15 * MB), value="8")))
    for q in ("show sources", "show metrics", "sum steps by source", "sum steps by source as svg", "describe steps"):
        t.q(q)


@attack("1,000,000 metadata entries in one record")
def xml_metadata_many(t):
    m = "".join('<MetadataEntry key="k%d" value="v"/>' % i for i in range(300000))
    t.imp(t.export(rec(inner=m)))
    t.q("samples of steps as json")
    t.q('sum steps by metadata "k1"')


@attack("correlation with 300,000 members")
def xml_correlation_many(t):
    m = "".join(rec(type="HKQuantityTypeIdentifierDietaryProtein", unit="g", value=str(i)) for i in range(100000))
    t.imp(
        t.export(
            '<Correlation type="HKCorrelationTypeIdentifierFood" sourceName="x" startDate="2025-01-01 08:00:00 +0000" endDate="2025-01-01 08:00:00 +0000">'
            + m
            + "</Correlation>"
        )
    )


@attack("100,000 types and sources")
def xml_types_many(t):
    t.imp(t.export("".join(rec(type="T%d" % i, source="S%d" % i) for i in range(30000))))
    for q in ("show metrics", "show sources", "sum steps", "average T17", "average t99999999", "doctor"):
        t.q(q)
    t.run("doctor", "--store", t.store)


@attack("UTF-16 / UTF-32 / UTF-7 exports: read or clear error")
def xml_utf16(t):
    body = '<?xml version="1.0" encoding="%s"?>\n<HealthData>' + rec() + "</HealthData>"
    for enc, name in (
        ("utf-16", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("utf-7", "UTF-7"),
        ("cp037", "EBCDIC"),
    ):
        t.store = t.p(enc + ".tally")
        r = t.imp(t.w("export.xml", (body % name).encode(enc)))
        ok = "kept" in r.text and r.code == 0
        if not ok:
            t.error(r, (3,))
        else:
            a = t.q("sum steps on 2025-01-01 as csv")
            t.check(",100," in a.out, enc + ": said kept but sum is " + a.out[-80:])


@attack("declared Latin-1 is not silently mangled")
def xml_latin1(t):
    r = t.imp(
        t.w(
            "export.xml",
            (
                '<?xml version="1.0" encoding="ISO-8859-1"?>\n<HealthData>' + rec(source="Bj\xf6rn") + "</HealthData>"
            ).encode("latin1"),
        )
    )
    a = t.q("show sources")
    t.check("Björn" in a.out or "UTF-8" in r.text or "U+FFFD" in r.text, "name mangled without a word: " + a.out[-80:])


@attack("numbers: 1e308, NaN, inf, hex, 10^400 digits, -0")
def xml_numbers(t):
    vals = [
        "1e308",
        "1e308",
        "1e309",
        "NaN",
        "nan(0x1)",
        "inf",
        "-inf",
        "Infinity",
        "0x1p10",
        "9" * 400,
        "0." + "0" * 400 + "1",
        "-0",
        "1e-320",
        "--1",
        "1e",
        "1e99999999999999999999",
        "１２",
        "1_000",
        "",
        " ",
        "+5",
        "1" + "0" * 200000,
    ]
    t.imp(
        t.export(
            "".join(
                rec(
                    type="HKQuantityTypeIdentifierBodyMass",
                    unit="kg",
                    value=v,
                    start="2025-01-%02d 08:00:00 +0000" % (i + 1),
                    end="2025-01-%02d 08:00:00 +0000" % (i + 1),
                )
                for i, v in enumerate(vals)
            )
        )
    )
    for q in (
        "sum weight",
        "average, min, max, stddev, median weight",
        "average weight by day",
        "average weight by day as chart",
        "average weight by day as svg",
        "average weight by day as json",
        "average weight by day | trend",
        "average weight by day | smooth loess 10 days",
        "average weight in lb by day as csv",
        "samples of weight as jsonl",
        "average weight by day as html",
        "count weight by bins of 1",
        "average weight by day as spark",
        "average weight by day as heatmap",
        "average weight by day | derive x = average * average * 1e300 | running total",
        "average weight by day | correlate average with average lag 1",
        "explain sql average weight by day",
        "average weight by day | outliers",
        "average weight by day | usual",
    ):
        r = t.q(q)
        t.check(
            not re.search(r"(?<![A-Za-z])(nan|NaN)(?![A-Za-z])", r.out.replace("NaN(", "")),
            "NaN in answer of `%s`: %s" % (q, r.out[-150:]),
        )
        if "as json" in q and r.code == 0:
            for l in (r.out.split("\n") if "jsonl" in q else [r.out]):
                try:
                    l.strip() and json.loads(l, parse_constant=lambda c: 1 / 0)
                except Exception as x:
                    t.fail("invalid JSON of `%s`: %s" % (q, l[:150]))


@attack("sum of 1e308 + 1e308 is not wrong")
def number_overflow_sum(t):
    t.q(
        'load steps at 2025-01-01 08:00 every 1h: 1e308 1e308 1e308; add 1e308 count steps from "B" at 2025-01-02 08:00 for 1h'
    )
    r = t.q("sum steps by day as csv")
    t.note(r.out[-200:] + r.err[-200:])
    r = t.q("average weight, max weight")
    r = t.q("sum steps by day")
    t.note(r.text[-250:])
    for f in ("svg", "html", "chart", "json", "markdown", "spark", "heatmap", "bars", "line"):
        r = t.q("sum steps by day as " + f)
        t.check(not re.search(r"\b(nan|-nan)\b", r.out, re.I), "nan in " + f)


@attack("dates: year 0, 9999, -5000, leap second, ±99:99")
def xml_dates(t):
    ds = [
        "0000-01-01 00:00:00 +0000",
        "9999-12-31 23:59:59 +0000",
        "-5000-01-01 00:00:00 +0000",
        "2016-12-31 23:59:60 +0000",
        "2025-01-01 08:00:00 +9999",
        "2025-01-01 08:00:00 -9999",
        "2025-01-01 24:00:00 +0000",
        "2025-02-30 08:00:00 +0000",
        "2025-13-01 08:00:00 +0000",
        "99999999999999999999-01-01 00:00:00 +0000",
        "2025-01-01 08:00:00." + "9" * 100000 + " +0000",
        "2025-01-01",
        "",
        "2025-01-01 08:00:00",
        "２０２５-01-01 08:00:00 +0000",
        "2025-01-01T08:00:00Z",
        "1900-01-01 00:00:00 +1400",
        "2199-12-31 23:59:59 -1200",
        "2025-1-1 8:0:0 +0",
        "2025-01-01 08:00:00 +00:00:99",
    ]
    r = t.imp(t.export("".join(rec(start=d, end=d, value=str(i + 1)) for i, d in enumerate(ds))))
    t.note(" ".join(r.text.split())[:300])
    for q in (
        "samples of steps",
        "sum steps by year",
        "sum steps by day as csv",
        "count steps all time",
        "describe steps",
        "sum steps by month as chart",
    ):
        t.q(q)


@attack("times around 1900 / 2199 in every zone: right or refused")
def date_edges(t):
    t.q("add 5 count steps at 1900-01-01 00:00 for 1h; add 7 count steps at 2199-12-31 22:00 for 1h")
    for z in (
        "Pacific/Kiritimati",
        "Pacific/Pago_Pago",
        "Europe/Amsterdam",
        "Africa/Monrovia",
        "Antarctica/Troll",
        "Asia/Kathmandu",
    ):
        r = t.run("--store", t.store, "--zone", z, "-c", "sum steps by year as csv")
        if r.code == 0:
            t.check(
                sum(float(l.split(",")[2] or 0) for l in r.out.strip().split("\n")[1:]) == 12, "sum is not 12 in " + z
            )
    r = t.q("sum steps since 1700-01-01 until 3000-01-01")
    r = t.q("sum steps by day")


@attack("unit strings: exponent bombs, nested parentheses")
def xml_units(t):
    us = [
        "kg^9999999999999999999",
        "m/" * 100000 + "s",
        "(" * 100000 + "kg" + ")" * 100000,
        "kg·" * 50000 + "m",
        "kg^-2147483648",
        "mmol<1e999>/L",
        "mmol<" + "9" * 10000 + ">/L",
        "%%%",
        "\u00b5g",
        "count/min/min",
        "E" * 100000 + "g",
        "1000000000kg",
        "",
    ]
    t.imp(
        t.export(
            "".join(
                rec(
                    type="HKQuantityTypeIdentifierBodyMass",
                    unit=esc(u),
                    value="1",
                    start="2025-01-%02d 08:00:00 +0000" % (i + 1),
                    end="2025-01-%02d 08:00:00 +0000" % (i + 1),
                )
                for i, u in enumerate(us)
            )
        )
    )
    t.imp(t.export("".join(rec(type="Foo%d" % i, unit=esc(u), value="1") for i, u in enumerate(us))))
    for i, u in enumerate(us):
        t.q("average `Foo%d`" % i)
        (len(u) < 50000) and t.q("average weight in `%s`" % u)
        (len(u) < 50000) and t.q("average weight in " + u)


@attack("zone names that are paths are refused")
def zone_paths(t):
    for z in (
        "../../../../etc/passwd",
        "/etc/passwd",
        "/dev/zero",
        "../zoneinfo/Europe/Berlin",
        "Europe/../Europe/Berlin",
        ":/dev/zero",
        "A" * 1000000,
        "\x1b[31mX",
        "Europe/Berlin\x00x".replace("\x00", "\u0000"),
        "GMT+99:99",
        "UTC+100",
    ):
        if "\x00" in z:
            continue
        if len(z) < 100000:
            t.error(t.run("--store", ":memory:", "--zone", z, "sum steps"), (2, 64))
        t.error(t.run("--store", ":memory:", input='sum steps zone "%s"\n' % z), (2, 64))
        t.imp(t.export(rec(inner='<MetadataEntry key="HKTimeZone" value="%s"/>' % esc(z).replace("\x1b", "&#27;"))))
        r = t.q("sum steps by day zone sample")
        r = t.q("show zones")
    t.run("info", "--store", t.store)


@attack("two values for one key, control characters in XML")
def xml_control(t):
    t.imp(
        t.w(
            "export.xml",
            "<HealthData>"
            + rec(source="a&#0;b&#27;[31mc&#x9b;31m&#x202e;d\x1b[2Je\x07")
            + rec(type="Evil\x1b]0;pwn\x07&#27;", source="x")
            + "</HealthData>",
        )
    )
    for q in (
        "show sources",
        "show metrics",
        "samples of steps",
        "sum steps by source",
        "sum steps by source as csv",
        "sum steps by source as json",
        "why 1",
        "explain sum steps by source",
        "explain sql sum steps by source",
        "sum steps by source as svg",
        "sum steps by source as html",
        "sum steps by source as markdown",
        "sum steps by source as chart",
        "describe steps",
        "show priority of steps",
        "show overlap of steps",
    ):
        t.q(q)

"""Statements, definitions and patterns without end."""

from harness import *


N = 400000


@attack("deep nesting in statements: error, no crash")
def st_nesting(t):
    for s in (
        "(" * N,
        "sum steps where " + "(" * N + "value > 1" + ")" * N,
        "sum steps where " + "not " * 300000 + "value > 1",
        "sum steps by day | derive x = " + "(" * 200000 + "1" + ")" * 200000,
        "sum steps by day | derive x = " + "-" * 200000 + "1",
        "sum steps | join (" * 20000 + "sum steps" + ")" * 20000,
        "explain " * 100000 + "sum steps",
        "sum steps while " + "within 1h after (" * 50000,
        "sum steps by day | derive x = 1" + "+1" * 100000,
        "sum steps where value > 1" + " and value > 1" * 30000,
        "sum steps where value > 1" + " or (value > 1" * 30000,
        "watch " * 50000 + "sum steps",
        "let a = " * 50000 + "sum steps",
        "sum steps by each (" * 20000,
        "{[(" * 100000,
        "assert " * 10000 + "sum steps = 1",
        "case " * 10000,
        "sum steps while not " + "not " * 100000 + "sleep",
    ):
        for mode in ("run",):
            r = t.run(mode, "--store", ":memory:", "-", input=s + "\n", timeout=40)
            t.check(r.code in (2, 0), "exit %d for %s… %s" % (r.code, s[:60], r.err[-100:]))
            if r.secs > 20:
                t.note("%.1f s, %.0f MB for %s…" % (r.secs, r.rss, s[:50]))


@attack("words of a million letters")
def st_long_words(t):
    L = "a" * N
    for s in (
        L,
        "sum " + L,
        '"' + L,
        "`" + L + "`",
        "sum steps by " + L,
        'sum steps where source is "' + L + '"',
        "set " + L + " = " + L,
        "help " + L,
        "#" + L,
        "sum steps in " + L,
        "sum steps zone " + L,
        "9" * N,
        "0." + "9" * N,
        "sum steps last " + "9" * N + " days",
        "let " + L + " = 1",
        "describe " + L,
        "show " + L,
        "sum steps on " + "2025-" * 100000,
        "é" * N,
        "\u0301" * N,
        "e" + "\u0301" * N,
        "👨‍👩‍👧‍👦" * 50000,
        "p" + "9" * N + " heartRate",
    ):
        r = t.run("run", "--store", ":memory:", "-", input=s + "\n", timeout=25)
        if r.secs > 10:
            t.note("%.1f s, %.0f MB for %s…" % (r.secs, r.rss, s[:30]))
        t.check(len(r.text) < 8 * N, "message of %d bytes for %s…" % (len(r.text), s[:30]))


@attack("a million words: question, list, statements", timeout=60)
def st_many_words(t):
    for s in (
        "how many steps did I walk " * 40000,
        "sum steps, " * 30000 + "sum steps",
        "sum steps by day" + " | limit 5" * 30000,
        "sum steps;" * 20000,
        "set rows = 5\n" * 50000,
        "\n" * N,
        ";" * N,
        "sum steps " + "by day " * 30000,
        " ".join("word%d" % i for i in range(100000)),
        "load steps at 2025-01-01 every 1h: " + "1 " * 300000,
        "sum steps where source in (" + ", ".join('"s%d"' % i for i in range(100000)) + ")",
        "average heartRate by bands " + ", ".join(str(i) for i in range(100000)),
        '"' * 200001,
        "help how " + "many " * 20000,
        "why " * 20000,
        "let x = 1\n" * 20000,
    ):
        r = t.run("run", "--store", ":memory:", "-", input=s + "\n", timeout=60)
        if r.secs > 15:
            t.note("%.1f s, %.0f MB for %s…" % (r.secs, r.rss, s[:40]))
        t.check(len(r.text) < 60 * MB, "output of %d bytes for %s…" % (len(r.text), s[:30]))


@attack("definitions that grow exponentially", timeout=60, mem=900)
def st_exponential(t):
    n = 40
    progs = [
        "def f0() = sum steps by day\n"
        + "".join("def f%d() = f%d() | join (f%d())\n" % (i, i - 1, i - 1) for i in range(1, n))
        + "f%d()\n" % (n - 1),
        "let w0 = where value > 1\n"
        + "".join("let w%d = where w%d and w%d\n" % (i, i - 1, i - 1) for i in range(1, n))
        + "sum steps where w%d\n" % (n - 1),
        "let s0 = while sleep\n"
        + "".join("let s%d = while s%d and s%d\n" % (i, i - 1, i - 1) for i in range(1, n))
        + "sum steps while s%d\n" % (n - 1),
        "let a0 = 2\n"
        + "".join("let a%d = a%d + a%d\n" % (i, i - 1, i - 1) for i in range(1, n))
        + "sum steps last a%d days\n" % (n - 1),
        "let m0 = sum steps\n"
        + "".join("let m%d = m%d, m%d\n" % (i, i - 1, i - 1) for i in range(1, n))
        + "m%d\n" % (n - 1),
        "let q0 = sum steps by day\n"
        + "".join("let q%d = q%d | join (q%d)\n" % (i, i - 1, i - 1) for i in range(1, n))
        + "q%d\nshow variables\n" % (n - 1),
        "sum steps by day | derive x0 = sum "
        + "".join("| derive x%d = x%d * x%d + x%d " % (i, i - 1, i - 1, i - 1) for i in range(1, 2000))
        + "\n",
        "def f(m: metric, n = 3) = f(m, n)\nf(steps)\n",
        "def f() = g()\ndef g() = f()\nf()\n",
        "let a = b\nlet b = a\nsum a\n",
        "let a0 = sum steps by day\n"
        + "".join("let a%d = a%d | limit 5\n" % (i, i - 1) for i in range(1, 3000))
        + "a2999\n",
        "let n0 = within 1h after (sleep)\nlet n1 = within 1h after (within 1h after (within 1h after (within 1h after (sleep))))\nsum steps while n1\n",
    ]
    for s in progs:
        for mode in ("check",):
            path = t.w("x.tally", s)
            r = t.run(mode, *(["--store", ":memory:"] if mode == "run" else []), path, timeout=25)
            if r.secs > 8 or r.rss > 300:
                t.note("%s %.1f s, %.0f MB, exit %d for %s…" % (mode, r.secs, r.rss, r.code, s[:60]))


@attack("explain of exponential definitions", timeout=60, mem=900)
def st_exponential_explain(t):
    n = 14
    p = "def f0() = sum steps by day\n" + "".join(
        "def f%d() = f%d() | join (f%d())\n" % (i, i - 1, i - 1) for i in range(1, n)
    )
    w = "let w0 = where value > 1\n" + "".join(
        "let w%d = where (w%d or w%d)\n" % (i, i - 1, i - 1) for i in range(1, n)
    )
    for k in ("words", "sql", "swift", "plan", "buckets", "chart", "sql for clickhouse"):
        for s in (
            p + "explain %s f%d() since 2025-01-01" % (k, n - 1),
            w + "explain %s sum steps where w%d" % (k, n - 1),
        ):
            r = t.run("run", "--store", ":memory:", "-", input=s, timeout=60)
            if r.secs > 8 or r.rss > 300 or len(r.text) > MB:
                t.note("%s: %.1f s %.0f MB %d bytes" % (k, r.secs, r.rss, len(r.text)))


@attack("patterns that blow up", timeout=60, mem=900)
def st_patterns(t):
    t.imp(t.export(rec(source="a" * 5000 + "!") + rec(source="x" * 100000, value="5")))
    for pat in (
        "(a+)+$",
        "(a|a)*b",
        "(" * 50000 + "a" + ")" * 50000,
        "a{1000000000}",
        "((a{100}){100}){100}",
        "\\",
        "(?R)",
        "(?<n>a)\\k<n>*b",
        "." * 50000,
        "|" * 100000,
    ):
        r = t.run("run", "--store", t.store, "-", input="sum steps where source matches '%s'\n" % pat, timeout=25)
        if r.secs > 5:
            t.note("%.1f s, %.0f MB exit %d for %s" % (r.secs, r.rss, r.code, pat[:40]))
        t.run("check", "-", input="sum steps where source matches '%s'\n" % pat, timeout=25)


@attack("ranges with 10^9 buckets are refused (E143)", timeout=60, mem=900)
def st_buckets(t):
    t.q(
        "add 5 count steps at 1900-01-02 00:00; add 5 count steps at 2199-01-01 00:00; load heartRate at 2025-01-01 08:00 every 1h: 60 1e308 -5"
    )
    for q in (
        "sum steps by second",
        "sum steps by 1s since 1900-01-01 until 2199-01-01",
        "sum steps by second all time | running total",
        "explain buckets sum steps by second all time",
        "explain sql sum steps by minute all time",
        "count heartRate by bins of 1e-300",
        "count heartRate by bins of 0",
        "count heartRate by bins of -1",
        "count heartRate by bins of 1e308",
        "count heartRate by bins of 1e-5",
        "sum steps by day | rolling 999999999 days sum",
        "sum steps by day all time | correlate sum with sum lag 0 to 999999999",
        "load steps at 2025-01-01 every 1s: 1x1000000000",
        "load steps at 2025-01-01 every 1s: 5+5x9223372036854775807",
        "load steps at 2025-01-01 every 0s: 1 2",
        "load steps at 2025-01-01 every 1s: 1x99999999999999999999",
        "load steps at 2025-01-01 every 100000d: 1 2 3",
        "sum steps by hour all time as chart",
        "sum steps by hour all time as svg",
        "sum steps by hour all time as heatmap",
        "sum steps by hour and source all time fill zero",
        "samples of steps limit 99999999999999999999",
        "sum steps by day | top 99999999999999999999",
        "sum steps by 99999999999999999 days",
        "sum steps by 9223372036854775807h",
        "sum steps last 9223372036854775807 days",
        "sum steps last 999999999999 years",
        "sum steps since -9223372036854775808d",
        "sum steps by 1ms",
        "average steps by 0 days",
        "sum steps by day anchor 99:99",
        "p1e308 heartRate",
        "p-1 heartRate",
        "gaps of heartRate longer than 0s",
        "day without steps all time",
        "second without steps",
        "sum steps by minute all time | usual",
        "sum steps by day all time | streaks where sum > 0",
        "sum steps by day all time | smooth loess 999999 days",
        "sum steps by hour all time | trend",
        "progress steps against last 999999999 full days",
        "sum steps by 15min all time | rhythm",
        "duration sleep by minute all time | regularity",
        "sum steps by hour all time | compare to previous 99999999 year",
        "sum steps by day vs the 999999999 years before",
        "average heartRate by 15min all time holding 99999999d",
        "sum steps by hour all time | sum by second",
        "sum steps by hour all time, 1",
        "sum steps by quarter and hour of week and source all time",
    ):
        r = t.q(q, timeout=30)
        if r.secs > 10 or len(r.out) > 20 * MB:
            t.note("%.1f s, %.0f MB, %d bytes, exit %d: %s" % (r.secs, r.rss, len(r.out), r.code, q))


@attack("dates in statements: extremes", timeout=30)
def st_dates(t):
    t.q("load steps at 2025-01-01 08:00 every 1h: 1 2 3")
    for d in (
        "0000-01-01",
        "9999-12-31",
        "-5000-01-01",
        "99999-01-01",
        "2025-02-29",
        "2025-12-31 23:59:60",
        "2025-01-01T08:00:00+99:99",
        "2025-01-01T08:00:00-24:00",
        "2025-W99",
        "2025-Q9",
        "9999-W53",
        "0001-Q1",
        "2199-12-31T23:59:59.999999999999Z",
        "1e308",
        "NaN",
        "20250101",
        "2025-01-01 24:00",
        "2025-366",
        "2025-00-00",
        "292277026596-12-04",
    ):
        for q in (
            "sum steps on %s",
            "sum steps since %s",
            "sum steps since %s by day",
            "sum steps until %s by month",
            "sum steps between %s and %s",
            "set now = %s; sum steps today; sum steps by day last 3 days; sum steps this year; progress steps",
            "add 1 count steps at %s",
            "sum steps by day last 3 days | value at %s",
            "sum steps by week anchor %s",
            "changes of steps since anchor %s",
            "sum steps before and after %s",
        ):
            t.q(q.replace("%s", d))


@attack("--now, --width, --height, --week: extremes", timeout=40, mem=900)
def st_options(t):
    t.q("load steps at 2025-01-01 08:00 every 1h: 1 2 3")
    for o in (
        ["--now", "9999-12-31"],
        ["--now", "-1"],
        ["--now", "0000-00-00"],
        ["--now", "2199-12-31T23:59:59Z"],
        ["--now", "1900-01-01T00:00:00Z"],
        ["--width", "0"],
        ["--width", "-1"],
        ["--width", "1"],
        ["--width", "999999999"],
        ["--width", "9223372036854775807"],
        ["--width", "99999999999999999999"],
        ["--height", "0"],
        ["--height", "1"],
        ["--height", "999999999"],
        ["--height", "-5"],
        ["--week", "\x1b[31m"],
        ["--format", "\x1b[31m"],
        ["--color", "always"],
        ["--act-as", ""],
        ["--act-as", "\x1b[31m"],
        ["--act-as", "x" * 100000],
    ):
        for q in (
            "sum steps by hour on 2025-01-01",
            "sum steps by hour on 2025-01-01 as chart",
            "sum steps by hour on 2025-01-01 as svg",
            "sum steps by hour on 2025-01-01 as heatmap",
            "progress steps as chart",
            "average heartRate by hour on 2025-01-01 as line",
            "help",
            "sum steps by day last 3 days",
        ):
            r = t.run("--store", t.store, *o, "-c", q, raw="always" in o)
            if r.secs > 8 or len(r.out) > 10 * MB:
                t.note("%.1f s %.0f MB %d bytes: %s %s" % (r.secs, r.rss, len(r.out), o, q))


@attack("chart axes and rules: extremes", timeout=40, mem=900)
def st_axes(t):
    t.q(
        "load heartRate at 2025-01-01 08:00 every 1h: 1 2 3; load weight at 2025-01-01 08:00 every 1h: 1e308 1e-308 1e300; load height at 2025-01-01 08:00 every 1h: 1e-320 0 1e-322"
    )
    for a in (
        "",
        "from 0 to 1e308",
        "from -1e308 to 1e308",
        "from 5 to 5",
        "from 9 to 1",
        "from nan to 5",
        "from 1e-320 to 2e-320",
        "from 0 to 1e999",
        "rule 1e308",
        "rule 1e308 rule -1e308",
        'rule 5 called "\x1b[31m<b>"',
        "rule 1 " * 5000,
    ):
        for f in ("chart", "bars", "line", "svg", "html", "spark", "heatmap"):
            for m in ("heartRate", "weight", "height"):
                r = t.run(
                    "run",
                    "--store",
                    t.store,
                    "--zone",
                    "UTC",
                    "-",
                    input="average %s by hour on 2025-01-01 as %s %s\n" % (m, f, a),
                )
                t.check(not re.search(r"[^a-z](nan|inf)[^a-z]", r.out), "nan or inf in %s %s %s" % (m, f, a[:30]))
                if f == "svg" and r.code == 0:
                    try:
                        ET.fromstring(r.out)
                    except Exception as x:
                        t.fail("SVG is not XML: %s" % x)


@attack("invalid UTF-8 and NUL in arguments and scripts", timeout=30)
def st_bytes(t):
    for b in (
        b"sum steps \xff",
        b"\xff\xfe",
        b"sum \xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"sum steps \x1b[31m",
        b"\xef\xbb\xbfsum steps",
        b'sum steps where source is "\xff"',
        b"\x9b31m",
        "sum steps \u202e yad yb".encode(),
        "ѕum steps".encode(),
        b"sum\xc2\xa0steps",
        b"let \xe2\x80\x8b = 1",
        "let \u202eab = 5; show variables; help \u202eab; \u202eab".encode(),
    ):
        t.run(b"--store", b":memory:", b"-c", b)
        t.run("run", "--store", ":memory:", "-", input=b + b"\n")
        t.run("run", "--store", ":memory:", "-", input=b + b"\0sum steps\0\n")
        t.run("fmt", "-", input=b + b"\n", raw=True)
        t.run("check", "-", input=b + b"\n")
        r = t.run(b"--store", b":memory:", b"--diagnostics", b"json", b"-c", b)
        for l in r.err.strip().split("\n"):
            if l.startswith("{"):
                try:
                    json.loads(l)
                except Exception:
                    t.fail("diagnostic is not JSON: " + l[:100])


@attack("fmt and check of hostile scripts keep the meaning", timeout=60)
def fmt_hostile(t):
    for s in (
        "sum steps by day | derive x = " + "(" * 30 + "1" + ")" * 30,
        "sum steps " * 20000,
        "# " + "x" * 2000000,
        'sum steps where source is "' + "\\" * 1001 + '"',
        "sum steps where source is 'a\"b'",
        'sum steps where source is "a\tb"',
    ):
        r = t.run("fmt", "-", input=s + "\n", raw=True, timeout=60)
        if r.code == 0:
            r2 = t.run("fmt", "-", input=r.out, raw=True, timeout=60)
            t.check(r2.out == r.out, "fmt is not stable for " + s[:50])

"""Names with codes of terminals, HTML, SVG, Markdown and SQL in every output."""

from harness import *


EVIL = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE canary; --",
    "\\'; DROP TABLE canary; --",
    "\\",
    "a\\' OR 1=1 --",
    "`|[x](javascript:alert(1))|`",
    "![x](http://evil/x.png)",
    '=HYPERLINK("http://evil")',
    "-2+3+cmd|/c calc",
    "@SUM(1)",
    "+1",
    "\u202egnp.exe",
    "a\u200bb",
    "]]><!--",
    "*/ DROP TABLE canary; /*",
    "${jndi:x}",
    "%s%n%x",
    "--",
    "$(touch pwned)",
    "a\nb",
    "\x1b]0;pwn\x07\x1b[2J",
    "\x9b31m",
    "{{7*7}}",
    "~~~\n# h",
    "</textarea></svg><script>",
    "&lt;b&gt;",
    "x' UNION SELECT 1 --",
    "\u2028; DROP TABLE canary",
    "{param:String}",
    "<!-- /tally -->",
]


def evil_store(t, path=None):
    rows = "".join(
        json.dumps(
            {
                "type": "stepCount",
                "source": s,
                "device": s,
                "start": "2025-01-01T%02d:%02d:00Z" % (i // 4, i % 4 * 15),
                "end": "2025-01-01T%02d:%02d:00Z" % (i // 4, i % 4 * 15 + 10),
                "value": i + 1,
                "unit": "count",
                "metadata": {"note": s, s: "v"},
            }
        )
        + "\n"
        for i, s in enumerate(EVIL)
    )
    rows += "".join(
        json.dumps(
            {
                "type": "Type " + s,
                "source": s,
                "start": "2025-01-01T10:00:00Z",
                "end": "2025-01-01T10:00:00Z",
                "value": 1,
                "unit": "x",
            }
        )
        + "\n"
        for s in EVIL
    )
    return t.imp(t.w("evil.jsonl", rows))


class HTMLCheck(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.bad = []

    def handle_starttag(self, tag, attrs):
        if (
            tag in ("script", "iframe", "object", "embed", "base", "link", "form")
            or tag == "img"
            and any(k == "onerror" or (k == "src" and v and v.startswith("http")) for k, v in attrs)
        ):
            self.bad.append(tag)
        for k, v in attrs:
            if k.startswith("on") or (
                k in ("href", "src", "xlink:href")
                and v
                and (v.lower().strip().startswith("javascript:") or v.startswith("http://evil"))
            ):
                self.bad.append("%s %s=%s" % (tag, k, v))

    handle_startendtag = handle_starttag


def html_ok(t, text, label):
    h = HTMLCheck()
    h.feed(text)
    if h.bad:
        t.fail("live HTML in %s: %s" % (label, h.bad[:3]))


QUERIES = [
    "sum steps by source on 2025-01-01",
    "samples of steps",
    "sum steps by hour and source on 2025-01-01",
    "sum steps by device on 2025-01-01",
    'sum steps by metadata "note" on 2025-01-01',
    "show sources",
    "show metrics",
    "show overlap of steps",
    "show priority of steps",
    "sum steps by hour on 2025-01-01 sources separate",
    "average heartRate by source",
]


@attack("hostile names: no escapes, HTML or scripts in outputs", timeout=30)
def names_outputs(t):
    evil_store(t)
    for q in QUERIES:
        for f in (
            "table",
            "wide",
            "csv",
            "tsv",
            "json",
            "jsonl",
            "markdown",
            "chart",
            "bars",
            "line",
            "spark",
            "heatmap",
            "svg",
            "html",
        ):
            r = t.q(q, "--format", f) if q.startswith("show") else t.q(q + " as " + f)
            if r.code:
                continue
            label = q + " as " + f
            if BIDI.search(r.out) and f not in ("csv", "tsv", "json", "jsonl"):
                t.fail("bidi override in " + label)
            if f == "html":
                html_ok(t, r.out, label)
            if f == "html" and r.out and not r.out.lstrip().startswith("<"):
                t.fail("not HTML but plain text with raw names: " + label)
            if f == "svg" and r.out.lstrip().startswith("<svg"):
                try:
                    x = ET.fromstring(r.out)
                    t.check(not [e for e in x.iter() if e.tag.endswith("script")], "script in svg")
                except Exception as e:
                    t.fail("SVG of %s: %s" % (q, e))
            if f == "json" and not q.startswith("show"):
                json.loads(r.out)
            if f == "markdown":
                for l in r.out.split("\n"):
                    if (
                        "<script>" in l
                        or "<img" in l
                        or "](javascript" in l.replace("\\]", "")
                        and "](javascript" in l
                        and not re.search(r"\\\]\(javascript|\\\[x", l)
                    ):
                        t.fail("raw HTML or link in Markdown of %s: %s" % (q, l[:120]))
                        break
            if f in ("csv", "tsv"):
                try:
                    for row in csvmod.reader(io.StringIO(r.out), delimiter="," if f == "csv" else "\t"):
                        for c in row:
                            if c[:1] in "=@+-" and c and not re.fullmatch(r"[-+]?[\d.e+-]+", c):
                                t.fail("formula in %s: %r" % (label, c))
                except csvmod.Error as e:
                    t.fail("CSV of %s: %s" % (label, e))


@attack("hostile names in explain, why, describe, completion", timeout=30)
def names_explain(t):
    evil_store(t)
    for q in (
        "sum steps by source on 2025-01-01; why 1",
        "explain sum steps on 2025-01-01",
        "explain plan sum steps on 2025-01-01",
        "explain buckets sum steps by hour on 2025-01-01",
        "explain chart sum steps by source on 2025-01-01",
        "explain swift sum steps on 2025-01-01",
        "describe steps",
        "show settings",
        "show saved",
        "history",
        "changes of steps",
        "show zones",
        "show units",
        "help steps",
    ):
        r = t.q(q)
        t.check(not BIDI.search(r.text), "bidi override in " + q)
    for s in EVIL:
        if "\n" in s:
            continue
        lit = '"' + s + '"' if '"' not in s else "'" + s + "'"
        if s == "\\" or s.endswith("\\"):
            continue
        for k in ("swift", "chart", "plan"):
            r = t.run(
                "run",
                "--store",
                t.store,
                "--zone",
                "UTC",
                "-",
                input="explain %s sum steps by day since 2025-01-01 where source is %s\n" % (k, lit),
            )
            if k == "swift" and r.code == 0:
                for l in r.out.split("\n"):
                    if "DROP" in l and not l.strip().startswith("//") and '"' not in l:
                        t.fail("Swift code broken by %r: %s" % (s, l))
        t.run("run", "--store", t.store, "--zone", "UTC", "-", input="average `Type %s`\n" % s)


def sql_strip(text, dialect):
    """Removes comments and literals as the database does; returns the rest."""
    out = []
    i = 0
    n = len(text)
    back = dialect in ("clickhouse", "spark")
    while i < n:
        c = text[i]
        if text.startswith("--", i):
            j = i
            while j < n and text[j] not in "\n":
                j += 1
            i = j
        elif text.startswith("/*", i):
            j = text.find("*/", i + 2)
            i = n if j < 0 else j + 2
        elif c in "'\"`":
            j = i + 1
            while j < n:
                if back and text[j] == "\\" and (c == "'" or dialect == "clickhouse" or c == '"'):
                    j += 2
                    continue
                if text[j] == c:
                    if j + 1 < n and text[j + 1] == c:
                        j += 2
                        continue
                    break
                j += 1
            i = j + 1
        else:
            out.append(c)
            i += 1
    return "".join(out)


@attack("explain sql: names never leave their literal", timeout=30)
def names_sql(t):
    evil_store(t)
    db = sqlite3.connect(":memory:")
    done = 0
    for s in EVIL + [
        "x'; DROP TABLE canary; --\\",
        "a\r\nDROP TABLE canary; --",
        "a\nDROP TABLE canary; --",
        "a''b",
        'a"b',
        "\\n",
        "'||(SELECT 1)||'",
    ]:
        jobs = []
        for lit in ('"' + s + '"', "'" + s + "'"):
            if lit[0] in s:
                continue
            jobs += [
                "sum steps by day on 2025-01-01 where source is " + lit,
                "sum steps by day on 2025-01-01 prefer " + lit,
                'sum steps by day on 2025-01-01 where source in (%s, "z")' % lit,
                "sum steps by day on 2025-01-01 where source contains " + lit,
                "sum steps by day on 2025-01-01 where source starts with " + lit,
                "let x = %s\n{K}sum steps by day on 2025-01-01 where source is x" % lit,
                "sum steps by source on 2025-01-01",
            ]
        if "`" not in s:
            jobs += [
                "average `Type %s` by day on 2025-01-01" % s,
                "sum steps called `%s` by day on 2025-01-01" % s,
                "sum steps by day on 2025-01-01 | derive `%s` = sum * 2" % s,
            ]
        jobs += ["sum steps by day on 2025-01-01 # " + s]
        for d in ("", "for sqlite ", "for duckdb ", "for clickhouse ", "for spark "):
            pick = jobs[:1] + jobs[5:6] + jobs[-4:] if d in ("", "for clickhouse ") else jobs[:1] + jobs[-2:]
            script = ""
            for q in pick:
                k = "explain sql " + d
                one = q.replace("{K}", k) if "{K}" in q else k + q
                r = t.run("run", "--store", t.store, "--zone", "UTC", "--quiet", "-", input=one + "\n")
                if r.code:
                    continue
                done += 1
                rest = sql_strip(r.out, d.split()[1] if d else "sqlite")
                if "DROP" in rest or "UNION SELECT 1" in rest or "OR 1=1" in rest or "canary" in rest:
                    t.fail("SQL injection (%s) by %r: %s" % (d or "portable", s, one[:120]))
                if rest.count("'") or (not d or "sqlite" in d) and "\\" in rest:
                    t.fail("stray quote (%s) by %r" % (d, s))
                if not d or "sqlite" in d:
                    try:
                        db.executescript(
                            'DROP TABLE IF EXISTS samples; DROP TABLE IF EXISTS canary; CREATE TABLE canary(a); CREATE TABLE samples(type TEXT, source TEXT, start REAL, "end" REAL, value REAL, unit TEXT);'
                        )
                        db.executescript(r.out)
                        t.check(
                            db.execute("SELECT count(*) FROM sqlite_master WHERE name='canary'").fetchone()[0] == 1,
                            "canary dropped by %r" % s,
                        )
                    except sqlite3.Error as e:
                        t.fail("SQL of %r does not run in SQLite: %s (%s)" % (s, e, one[:100]))
    t.note("%d statements of SQL" % done)


@attack("chain: hostile person ids, metrics, saved names in all", timeout=30)
def names_persons(t):
    ids = [s for s in EVIL if "\n" not in s]
    rows = "".join(
        json.dumps(
            {
                "type": "stepCount",
                "person": s,
                "source": "W",
                "start": "2025-01-01T08:00:00Z",
                "end": "2025-01-01T09:00:00Z",
                "value": i + 1,
                "unit": "count",
            }
        )
        + "\n"
        for i, s in enumerate(ids)
    )
    r = t.imp(t.w("p.jsonl", rows))
    t.note(" ".join(r.text.split())[:200])
    for q in ("show persons", "sum steps by person on 2025-01-01", "sum steps by day and person on 2025-01-01"):
        for f in ("table", "csv", "markdown", "svg", "html", "chart", "json"):
            r = t.q(q, "--format", f)
            if f == "html" and not q.startswith("show"):
                html_ok(t, r.out, q)
            if f not in ("csv", "json") and BIDI.search(r.out):
                t.fail("bidi override in %s as %s" % (q, f))
    for d in ("", "for clickhouse ", "for duckdb ", "for spark "):
        for q in (
            "sum steps by day and person since 2025-01-01",
            'sum steps by day since 2025-01-01 where person is "\'; DROP TABLE canary; --"',
            'sum steps since 2025-01-01 where person in ("\\\'; DROP TABLE canary; --")',
        ):
            r = t.run("run", "--store", t.store, "--zone", "UTC", "--quiet", "-", input="explain sql %s%s\n" % (d, q))
            rest = sql_strip(r.out, d.split()[1] if d else "sqlite")
            t.check("DROP" not in rest and "canary" not in rest, "injection %s %s" % (d, q))
    t.run("info", "--store", t.store)
    t.q('export everything to "all.csv"')
    t.q('export everything pseudonymised to "anon.csv"')
    if os.path.exists(t.p("anon.csv")):
        a = open(t.p("anon.csv")).read()
        t.check("DROP TABLE" not in a and "script" not in a, "names in pseudonymised export")
    if os.path.exists(t.p("all.csv")):
        s = t.store
        t.store = t.p("copy.tally")
        t.imp(t.p("all.csv"))
        b = t.q("sum steps by person on 2025-01-01 as json").out
        t.store = s
        a = t.q("sum steps by person on 2025-01-01 as json").out
        t.check(
            json.loads(a)["rows"] == json.loads(b)["rows"],
            "export and import lost people: %d vs %d rows" % (len(json.loads(a)["rows"]), len(json.loads(b)["rows"])),
        )


@attack("export everything: all hostile names come back", timeout=40)
def names_roundtrip(t):
    evil_store(t)
    a = t.q("samples of steps as json").out
    for f in ("all.csv", "all.jsonl"):
        r = t.q('export everything to "%s"' % f)
        s = t.store
        t.store = t.p(f + ".tally")
        r = t.imp(t.p(f))
        b = t.q("samples of steps as json").out
        t.store = s
        ra, rb = json.loads(a)["rows"], json.loads(b)["rows"]
        if ra != rb:
            d = [x for x in ra if x not in rb]
            t.fail(
                "%s: %d of %d samples differ after export and import, such as %s"
                % (f, len(d), len(ra), json.dumps(d[:1]))
            )
    text = open(t.p("all.csv"), encoding="utf-8", newline="").read()
    bad = [
        c
        for row in csvmod.reader(io.StringIO(text))
        for c in row
        if c[:1] in ("=", "@", "+", "-") and not re.fullmatch(r"[-+][\d.e+-]+", c)
    ]
    if bad:
        t.fail("spreadsheet formulas in export: %r" % bad[:3])


@attack("hostile text in titles, reports, weave, lessons", timeout=30)
def names_reports(t):
    evil_store(t)
    for i, s in enumerate(EVIL):
        if '"' in s or "\n" in s or s.endswith("\\"):
            continue
        sc = t.w(
            "r.tally",
            'title "%s"\nsection "%s"\ntext "%s"\nsum steps by source on 2025-01-01\nsum steps by source on 2025-01-01 as chart rule 3 called "%s"\n'
            % (s, s, s, s),
        )
        t.run("run", "--store", t.store, "--zone", "UTC", sc)
        for ext in ("html", "md"):
            r = t.run("run", "--store", t.store, "--zone", "UTC", sc, "--output", t.p("o%d.%s" % (i, ext)))
            if r.code:
                t.note("exit %d %s" % (r.code, r.text[:100]))
                continue
            x = open(t.p("o%d.%s" % (i, ext)), encoding="utf-8").read()
            if C0.search(x):
                t.fail("control character in report .%s" % ext)
            if ext == "html":
                html_ok(t, x, "report")
            elif re.search(
                r"(?<!\\)<script>|(?<!\\)<img|(?<!\\)\[x\]\(javascript|(?<!\\)!\[x\]\(http",
                # Code is not live: neither a block nor a span of it.
                re.sub(r"(?<!\\)`[^`\n]*`", "", re.sub(r"```.*?```", "", x, flags=re.S)),
            ):
                t.fail(
                    "live Markdown in report: "
                    + re.search(r".*(<script>|<img|\]\(javascript|!\[x\]).*", x).group()[:100]
                )
    md = t.w(
        "w.md",
        "".join("# %s\n\n%s\n\n" % (s, s) for s in EVIL if not s.startswith("~~~"))
        + "```tally\nsum steps by source on 2025-01-01\n```\n\n```tally\nsum steps by source on 2025-01-01 as chart\n```\n\n[a](javascript:alert(1)) <javascript:alert(1)> ![x](javascript:alert(2)) [b]( java\tscript:alert(1)) [c](&#106;avascript:alert(1)) [d](data:text/html,<script>1</script>) [e](vbscript:x)\n\n[r]: javascript:alert(3)\n\n[r]\n",
    )
    r = t.run("weave", "--store", t.store, "--zone", "UTC", md, "--output", t.p("w.html"))
    if r.code == 0:
        html_ok(t, open(t.p("w.html"), encoding="utf-8").read(), "weave page")
        hrefs = re.findall(r'href="([^"]*)"', open(t.p("w.html")).read())
        t.check(
            not [h for h in hrefs if re.match(r"\s*(java\s*script|data|vbscript):", html.unescape(h), re.I)],
            "script link: %s" % hrefs[:6],
        )
    else:
        t.fail("weave: " + r.text[:200])
    r = t.run("weave", "--store", t.store, "--zone", "UTC", md, "--output", t.p("w2.md"))
    a = open(t.p("w2.md"), encoding="utf-8", errors="replace").read() if r.code == 0 else ""
    r = t.run("weave", "--store", t.store, "--zone", "UTC", t.p("w2.md"), raw=True)
    t.check(r.out == a, "weaving again changes the file (hostile names)")

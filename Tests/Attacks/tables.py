"""Tables and JSON Lines that were made to do harm."""

from harness import *


@attack("table line of 1 GB: bounded memory, error or skip", timeout=110, mem=600)
def csv_gigabyte_line(t):
    for where in ("header", "cell"):
        with open(t.p("a.csv"), "wb") as f:
            if where == "cell":
                f.write(b"type,source,start,end,value,unit\nstepCount,")
            for _ in range(400):
                f.write(b"x" * MB)
            f.write(b"\nstepCount,W,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,100,count\n")
        r = t.imp(t.p("a.csv"))
        t.note("%s: exit %d %.0f MB %.1f s %s" % (where, r.code, r.rss, r.secs, " ".join(r.text.split())[:120]))
        os.remove(t.p("a.csv"))


@attack("table with a million columns", mem=1200)
def csv_million_columns(t):
    t.imp(
        t.w(
            "a.csv",
            "type,source,start,end,value,unit"
            + "".join(",c%d" % i for i in range(1000000))
            + "\nstepCount,W,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,100,count"
            + ",1" * 1000000
            + "\n",
        )
    )
    t.imp(
        t.w(
            "b.csv",
            "type,source,start,end,value,unit"
            + "".join(",metadata.c%d" % i for i in range(200000))
            + "\nstepCount,W,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,101,count"
            + ",1" * 200000
            + "\n",
        )
    )
    t.imp(t.w("c.csv", "," * 3000000 + "\n" + "," * 3000000 + "\n"))
    t.imp(
        "--people",
        t.w("p.csv", "id,zone" + "".join(",a%d" % i for i in range(100000)) + "\nP,UTC" + ",1" * 100000 + "\n"),
    )


@attack("quote that never closes, 200 MB", mem=900)
def csv_open_quote(t):
    with open(t.p("a.csv"), "w") as f:
        f.write(
            'type,source,start,end,value,unit\nstepCount,W,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,100,count\nstepCount,"'
        )
        for i in range(60):
            f.write("stepCount,W,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,100,count\n" * 16000)
    r = t.imp(t.p("a.csv"))
    t.note("exit %d %s" % (r.code, " ".join(r.text.split())[:200]))
    t.check("truncat" in r.text or "quote" in r.text or r.code == 3, "unclosed quote not reported")


@attack('alternating quotes "","","… 20 MB; no quadratic time')
def csv_quotes(t):
    for body in ('""' * (2 * MB), '"a"' * MB, '"\n' * MB, "\r" * MB, "\0" * MB, "," * (2 * MB)):
        t.imp(
            t.w(
                "a.csv",
                "type,source,start,end,value,unit\nstepCount,"
                + body
                + ",2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,100,count\n",
            )
        )


@attack("table with NUL, BOM, bad UTF-8, RTL, duplicate columns")
def csv_bytes(t):
    h = "type,source,start,end,value,unit\n"
    row = ",2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,%d,count\n"
    srcs = [
        b"a\0b",
        b"\xff\xfe",
        "\u202eevil".encode(),
        b"\x1b[2J",
        "\ufeffW".encode(),
        "a\u200bb".encode(),
        b'"a""b"',
        b"=cmd|x",
        b"\xed\xa0\x80",
        b"\x9b31m",
        "\u2028".encode(),
        "\u0085".encode(),
    ]
    d = h.encode() + b"".join(b"stepCount," + s + (row % i).encode() for i, s in enumerate(srcs))
    r = t.imp(t.w("a.csv", d))
    t.note(" ".join(r.text.split())[:200])
    for q in (
        "show sources",
        "sum steps by source",
        "sum steps by source as markdown",
        "sum steps by source as svg",
        "sum steps by source as html",
        "sum steps by source as json",
        "samples of steps",
        "describe steps",
        "explain sum steps",
    ):
        r = t.q(q)
        t.check(not BIDI.search(r.out), "bidi override in output of " + q)
    t.error(t.imp(t.w("b.csv", "type,type,source,start,end,value,unit\n")), (2, 3, 64))
    t.imp(t.w("c.csv", "\ufeff" * 100000 + h))
    t.imp(t.w("d.csv", (h + "stepCount,W" + row % 1).encode("utf-16")))


@attack("sep= with strange separators", timeout=30)
def csv_sep(t):
    for s in ('"', "\n", "\0", "é", " ", "=", "1", "", ",,,,", "\x1b"):
        t.imp(t.w("a.csv", "sep=%s\ntype%ssource%sstart%send%svalue%sunit\n" % ((s,) * 6)))


@attack("options of import: hostile formats and numbers", timeout=60)
def csv_options(t):
    f = t.w("a.csv", "a,b\n2025-01-01 08:00,5\n")
    for o in (
        ["--skip-lines", "9223372036854775807"],
        ["--skip-lines", "-1"],
        ["--skip-lines", "99999999999999999999999"],
        ["--length", "1e300min"],
        ["--length", "-5min"],
        ["--length", "99999999999999999d"],
        ["--time-format", "y" * 100000],
        ["--time-format", "'"],
        ["--time-format", "''" * 50000],
        ["--time-format", "SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"],
        ["--time-format", "\x1b[31myyyy"],
        ["--type", "\x1b]0;x\x07"],
        ["--value", "1e999"],
        ["--unit", "kg^99999999999999"],
        ["--date", "0000-00-00"],
        ["--zone-column", "b"],
        ["--person", "../../x"],
        ["--person", "\u202e"],
        ["--person", "x" * 100000],
        ["--person", ""],
        ["--decimal", "x"],
    ):
        t.imp(f, "--type", "steps", "--start", "a", "--value", "b", "--unit", "count", "--source", "S", *o)


@attack("time formats that blow up with hostile rows", timeout=60)
def csv_time_format(t):
    t.imp(
        t.w(
            "a.csv",
            "a,b\n"
            + "".join(
                "%s,5\n" % x
                for x in (
                    "1" * 100000,
                    "9" * 18,
                    "-1",
                    "0/0/0 0:0",
                    "99/99/9999",
                    "12/31/99999",
                    " " * 100000,
                    "1/1/0001 99:99",
                )
            )
            * 20,
        ),
        "--type",
        "steps",
        "--start",
        "a",
        "--value",
        "b",
        "--unit",
        "count",
        "--source",
        "S",
        "--time-format",
        "M/d/yyyy h:mm",
    )
    t.imp(
        t.w(
            "a.csv",
            "type,source,start,end,value,unit\n"
            + "".join(
                "stepCount,W,%s,%s,5,count\n" % (x, x)
                for x in (
                    "9" * 100,
                    "1e300",
                    "-99999999999999999",
                    "9223372036854775807",
                    "253402300800000",
                    "NaN",
                    "2025-01-01T08:00:00+99:99",
                    "2025-W01-1",
                    "2025-001",
                    "T",
                    "Jan 31, 99999",
                    "Jan 99999999999999999999, 2025",
                )
            ),
        )
    )


@attack("JSON Lines: depth, huge numbers, bad surrogates")
def jsonl_hostile(t):
    row = '{"type":"stepCount","source":%s,"start":"2025-01-01T08:00:00Z","end":"2025-01-01T09:00:00Z","value":%s,"unit":"count"}\n'
    for body in (
        "[" * 1000000,
        '{"a":' * 1000000,
        row % ("[" * 500000, "1"),
        row % ('"\\ud800"', "1"),
        row % ('"\\u0000\\u001b[31m"', "2"),
        row % ('"a"', "1e999"),
        row % ('"a"', "9" * 100000),
        row % ('"a"', "-0"),
        row % ('"a"', "NaN"),
        row % ('"a"', '{"a":' * 3000 + "1" + "}" * 3000),
        row % ('"' + "x" * (60 * MB) + '"', "5"),
        (row % ('"a"', "1")).replace('"unit"', '"value":7,"unit"'),
        "{}" * 1000000,
        '{"\n' * 10,
        row % ('"a","source":"b"', "1"),
    ):
        t.imp(t.w("a.jsonl", row % ('"W"', "100") + body + "\n"))
    for q in ("show sources", "sum steps by source"):
        t.q(q)


@attack("list of people: hostile ids, zones and attributes")
def people_hostile(t):
    r = t.imp(
        "--people",
        t.w(
            "p.csv",
            'id,zone,group,=x\nP1,../../etc/passwd,a,1\n\u202eP2,UTC,b,\x1b[31m\nP3,Europe/Berlin,"</script><b>",=1+1\n'
            + "x" * 300
            + ',UTC,,\n"a\nb",UTC,,\n\'=1,UTC,,\n,UTC,x,\nP3,UTC,dup,\n',
        ),
    )
    t.note(" ".join(r.text.split())[:200])
    for q in (
        "show persons",
        "describe person P3",
        "show persons as html",
        "show persons as csv",
        "show persons as markdown",
    ):
        r = t.q(q)
        t.check("</script><b>" not in r.out or "csv" in q or "as" not in q, "raw HTML in " + q)


@attack("import - without end while stdin is closed", timeout=20)
def import_closed_stdin(t):
    r = t.run("import", "--store", t.store, "-", pre=lambda: os.close(0))
    t.error(r, (3, 64, 2))

"""Odd environments: variables, limits, closed descriptors, full disks, signals."""

from harness import *
from archives import XML, zipraw


@attack("odd environments: HOME, TZ, LANG, TERM, COLUMNS", timeout=20)
def env_odd(t):
    t.seed()
    secret = t.w("tzsecret", "SECRETTZ")
    for e in (
        {"HOME": None},
        {"HOME": ""},
        {"HOME": "/nonexistent"},
        {"HOME": "relative"},
        {"HOME": "/dev/null"},
        {"HOME": "\x1b[31m"},
        {"TZ": "garbage"},
        {"TZ": "../../etc/passwd"},
        {"TZ": ":/dev/zero"},
        {"TZ": secret},
        {"TZ": ""},
        {"TZ": "A" * 100000},
        {"TZ": "\x1b[31m"},
        {"TZ": "CET-1CEST"},
        {"TZ": "UTC+99"},
        {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"},
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "LANG": None},
        {"LC_ALL": "garbage"},
        {"TERM": "garbage"},
        {"TERM": None},
        {"COLUMNS": "0"},
        {"COLUMNS": "1"},
        {"COLUMNS": "-5"},
        {"COLUMNS": "1000000000"},
        {"COLUMNS": "99999999999999999999"},
        {"LINES": "0", "COLUMNS": "\x1b"},
        {"PAGER": "/nonexistent"},
        {"TALLY_STORE": ""},
        {"TALLY_STORE": "/dev/null/x"},
        {"XDG_DATA_HOME": ""},
        {"XDG_DATA_HOME": "relative/dir"},
        {"XDG_STATE_HOME": "/proc"},
        {"TALLY_ACT_AS": "\x1b[31mx"},
        {"TALLY_ACT_AS": ""},
        {"INPUTRC": "/dev/zero"},
        {"NO_COLOR": "1"},
        {"TMPDIR": "/nonexistent"},
        {"TMPDIR": ""},
        {"PATH": ""},
        {"SWIFT_DETERMINISTIC_HASHING": "1"},
    ):
        for c in (
            ["info"],
            ["--store", t.store, "-c", "sum steps"],
            ["-c", "add 5 count steps at 2025-01-01 08:00; sum steps; show sources"],
            ["learn"],
            ["--store", t.store, "-c", "sum steps by hour on 2025-01-01 as chart"],
            ["demo", "--days", "1", "-c", "sum steps"],
        ):
            r = t.run(*c, env=e)
            if "TZ" in e and r.code == 0 and "SECRETTZ" in r.text:
                t.fail("TZ file shown")
            if "--store" in c and "sum steps" in c and not ("TALLY_ACT_AS" in e and e["TALLY_ACT_AS"]):
                t.check(r.code == 0 and "600" in r.out, "env %s: exit %d %s" % (str(e)[:60], r.code, r.text[:150]))


@attack("TZ names an unknown zone: a clear message, and not UTC without a word", timeout=20)
def env_tz_silent(t):
    for z in ("Europe/Nowhere", "../../etc/passwd"):
        r = t.run(
            "--store",
            ":memory:",
            "-c",
            "add 5 count steps at 2025-01-01 08:00; sum steps by day on 2025-01-01",
            env={"TZ": z},
        )
        t.note("%s: exit %d %s" % (z, r.code, r.text[:200]))


@attack("stdin, stdout, stderr closed: the store is not harmed", timeout=20)
def fds_closed(t):
    for combo in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2)):
        t.store = t.p("c%s.tally" % "".join(map(str, combo)))
        t.q("load steps at 2025-01-01 08:00 every 1h: 100 200 300")

        def pre():
            for fd in combo:
                os.close(fd)

        for q in (
            "sum steps; samples of steps; show metrics; add 1 count steps at 2025-01-02 08:00",
            "x y z",
            "show codes",
        ):
            r = t.q(q, pre=pre)
            t.note("closed %s `%s`: exit %d" % (combo, q[:12], r.code)) if r.code not in (0, 2) else None
        t.run(
            "import",
            "--store",
            t.store,
            "--zone",
            "UTC",
            t.w("e.xml", XML.replace("2025-01-01", "2025-01-05")),
            pre=pre,
        )
        t.run("import", "--store", t.store, "--zone", "UTC", t.w("none", "garbage\n"), pre=pre)
        d = t.run("doctor", "--store", t.store)
        t.check("no problems" in d.text, "store harmed with %s closed: %s" % (combo, d.text[:150]))
        r = t.q("sum steps since 2025-01-01 until 2025-02-01 as csv")
        t.check(r.code == 0 and ",70" in r.out, "numbers with %s closed: %s" % (combo, r.out[-60:]))


@attack("standard output full or closed early: exit 3, no crash", timeout=20)
def out_full(t):
    t.q("load steps at 2025-01-01 08:00 every 1min: 1x20000")
    for c in (
        ["-c", "samples of steps as csv"],
        ["-c", "sum steps by minute since 2025-01-01 until 2025-01-10 as json"],
        ["-c", "show codes"],
        ["-c", "help"],
        ["info"],
        ["--help"],
        ["-c", "sum steps by hour since 2025-01-01 until 2025-01-10 as svg"],
        ["-c", "explain sql sum steps by hour since 2025-01-01 until 2025-01-10"],
    ):
        a = ["--store", t.store] + c if c[0] == "-c" else c
        with open("/dev/full", "wb") as f:
            r = t.run(*a, stdout=f)
        t.check(r.code == 3 or c[0] == "--help", "full: exit %d for %s" % (r.code, c))
        t.check(r.err or r.code != 3, "no message")
        with open("/dev/full", "wb") as f:
            r = t.run(*a, stderr=f)
        rd, wr = os.pipe()
        os.close(rd)
        r = t.run(*a, stdout=wr, anycode=True)
        os.close(wr)
        t.check(r.code in (0, 3, 141, -13), "closed pipe: exit %d for %s" % (r.code, c))
    with open("/dev/full", "wb") as f:
        r = t.run("weave", "--store", t.store, t.w("w.md", "```tally\nsum steps\n```\n"), stdout=f)
        t.check(r.code == 3, "weave to full: exit %d" % r.code)
    with open("/dev/full", "wb") as f:
        r = t.run("fmt", "-", input="sum  steps\n", stdout=f)
        t.check(r.code == 3, "fmt to full: exit %d" % r.code)


@attack("disk full, file size limits: the old file stays", timeout=30)
def disk_limits(t):
    t.seed()
    t.w("o.csv", "OLD")
    t.w("r.html", "<!-- OLD -->")
    q = "load steps at 2025-02-01 08:00 every 1min: 1x50000"
    lim = lambda n: (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (n, n)))
    for n in (0, 1, 4096, 100000, 300000):
        r = t.q(q, pre=lim(n))
        t.check(r.code == 3 or n >= 300000, "limit %d: load exit %d %s" % (n, r.code, r.text[-100:]))
        r = t.q("sum steps on 2025-01-01 as csv")
        t.check(",600," in r.out, "store after limit %d: exit %d %s %s" % (n, r.code, r.out[-60:], r.err[-100:]))
        if n < 4097:
            r = t.q('set overwrite = yes; samples of steps as csv to "o.csv"', pre=lim(n))
            t.check(open(t.p("o.csv")).read() == "OLD" or r.code == 0, "old file lost at limit %d" % n)
            t.w("o.csv", "OLD")
            r = t.run(
                "run", "--store", t.store, t.w("r.tally", "samples of steps"), "--output", t.p("r.html"), pre=lim(n)
            )
            t.check(open(t.p("r.html")).read() == "<!-- OLD -->" or r.code == 0, "old report lost")
            t.w("r.html", "<!-- OLD -->")
        r = t.run("import", "--store", t.p("n%d.tally" % n), t.w("e.xml", XML), pre=lim(n))
        t.note("import with limit %d: exit %d" % (n, r.code))
        r = t.run("generate", "--days", "2", t.p("g%d.zip" % n), pre=lim(n))
        t.note("generate: exit %d, left %s" % (r.code, os.path.exists(t.p("g%d.zip" % n)))) if r.code == 3 else None
    d = t.run("doctor", "--store", t.store)
    t.check("no problems" in d.text, d.text[:200])


@attack("few files, little memory, small stack: error, no crash", timeout=30)
def limits_few(t):
    t.seed()
    for n in (3, 4, 5, 6, 8, 10, 12, 16):
        pre = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (n, n))
        for c in (
            ["--store", t.store, "-c", "sum steps; add 1 count steps at 2025-01-03"],
            ["import", "--store", t.store, t.w("e.zip", zipraw([dict(name="export.xml", data=XML.encode())]))],
            ["run", t.w("r.tally", "sum steps"), "--store", t.store],
        ):
            r = t.run(*c, pre=pre, anycode=True)
            t.check(r.code in (0, 2, 3, 127), "nofile %d: exit %d %s" % (n, r.code, r.text[:100]))
    for s in (64, 256, 1024):
        pre = lambda: resource.setrlimit(resource.RLIMIT_STACK, (s * 1024, s * 1024))
        for q in (
            "sum steps",
            "sum steps where " + "(" * 40 + "value > 1" + ")" * 40,
            "sum steps by day | derive x = " + "(" * 60 + "1" + ")" * 60,
        ):
            r = t.q(q, pre=pre, anycode=True)
            t.check(r.code in (0, 2, 3), "stack %d kB: exit %d" % (s, r.code))
    d = t.run("doctor", "--store", t.store)
    t.check("no problems" in d.text, d.text[:100])


@attack("as another user: unreadable, unwritable places", timeout=20)
def perms_other_user(t):
    if os.geteuid() != 0:
        return t.note("needs root")
    t.seed()
    os.chmod(t.dir, 0o755)
    os.makedirs(t.p("open"), exist_ok=True)
    os.chmod(t.p("open"), 0o777)
    for d in (BASE, os.path.dirname(BASE)):
        pass

    def pre():
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)

    t.w("ro.tally", "sum steps\n")
    os.chmod(t.p("ro.tally"), 0o444)
    for c in (
        ["--store", t.store, "-c", "sum steps"],
        ["--store", t.store, "add 1 count steps"],
        ["--store", t.p("new.tally"), "-c", "add 1 count steps"],
        ["fmt", t.p("ro.tally")],
        ["check", "--fix", t.p("ro.tally")],
        ["doctor", "--store", t.store],
        ["import", "--store", t.p("open/a.tally"), t.w("e.xml", XML)],
        ["run", t.p("ro.tally"), "--output", t.p("o.html")],
        ["info"],
        ["learn", "anchors"],
        ["-c", "let a = sum steps; save a"],
    ):
        r = t.run(*c, pre=pre)
        t.note("%s: exit %d %s" % (" ".join(c)[:40].replace(t.dir, ""), r.code, r.text[:70]))
    os.chmod(t.store, 0o644)
    r = t.run("--store", t.store, "--read-only", "-c", "sum steps as csv", pre=pre)
    t.note("readable store in unwritable folder, --read-only: exit %d %s" % (r.code, r.text[-60:]))

"""Classes, lessons and generated exports."""

from harness import *
from archives import zipraw
from names import EVIL, html_ok
from servers import WRITES, protected


@attack("class mark: hostile sheets stay confined", timeout=110, mem=1500)
def class_hostile(t):
    r = t.run(
        "class",
        "new",
        t.p("c"),
        "--students",
        "14",
        "--questions",
        "2",
        "--seed",
        "7",
        "--now",
        "2026-04-08T16:40",
        "--zone",
        "Europe/Berlin",
    )
    t.check(r.code == 0, "class new: " + r.text[:200])
    H = t.p("c/handed-in")
    key = open(t.p("c/teacher/key.json")).read()
    k0 = t.snapshot(t.p("c/teacher"))
    s0 = t.snapshot(t.p("c/students"))
    q = open(t.p("c/students/student-01/questions.md")).read()

    def sheet(ans):
        return re.sub(r"```tally\n.*?```", lambda m: "```tally\n" + ans + "\n```", q, flags=re.S)

    pw = t.p("pwned.csv")
    key_p = t.p("c/teacher/key.json")
    cases = [
        'run "%s"' % key_p,
        'import "%s"' % key_p,
        'sum steps as csv to "%s"' % pw,
        'open "%s"' % t.p("other.tally"),
        "sum steps by second all time",
        "sum steps where source matches '(a+)+$'",
        "(" * 100000,
        "load steps at 2026-01-01 every 1s: 1x100000000",
        "# <script>alert(1)</script>\x1b]0;pwn\x07",
        "# =cmd|'/c calc'!A1",
        'let a = "' + "x" * 500000 + '"\nsum steps where source is a',
        "def f0() = sum steps by day\n"
        + "\n".join("def f%d() = f%d() | join (f%d())" % (i, i - 1, i - 1) for i in range(1, 30))
        + "\nf29()",
        'open "clickhouse://127.0.0.1:1/d"',
        "# " + "9" * 400000,
    ]
    for i, a in enumerate(cases):
        open(os.path.join(H, "student-%02d.md" % (i + 1)), "w").write(sheet(a))
    for n, mk in (
        ("evil\x1b[31m<b>.md", lambda p: open(p, "w").write("x")),
        ("link.md", lambda p: os.symlink(key_p, p)),
        ("fifo.md", os.mkfifo),
        ("zero.md", lambda p: os.symlink("/dev/zero", p)),
        ("big.md", lambda p: open(p, "wb").truncate(3000 * MB)),
        ("deep.ipynb", lambda p: open(p, "w").write('{"cells":' * 200000)),
        ("=x.md", lambda p: open(p, "w").write("")),
        ("..", lambda p: None),
        ("d", os.makedirs),
        ("\u202egnp.md", lambda p: open(p, "w").write("a")),
        ("loop", lambda p: os.symlink(".", p)),
        ("a\nb.md", lambda p: open(p, "w").write("1")),
    ):
        mk(os.path.join(H, n))
    r = t.run("class", "mark", t.p("c"), "--seconds", "3", timeout=110)
    t.note("exit %d %.1f s %.0f MB: %s" % (r.code, r.secs, r.rss, " ".join(r.text.split())[-300:]))
    t.check(not os.path.exists(pw), "a sheet wrote a file")
    t.check(k0 == t.snapshot(t.p("c/teacher")), "key changed")
    t.check(s0 == t.snapshot(t.p("c/students")), "students changed")
    m = t.p("c/marks")
    if not os.path.isdir(m):
        return t.fail("no marks")
    html_ok(t, open(m + "/marks.html", encoding="utf-8").read(), "marks.html")
    try:
        ET.parse(m + "/marks.xml")
    except Exception as x:
        t.fail("marks.xml: %s" % x)
    for row in csvmod.reader(open(m + "/marks.csv", newline="", encoding="utf-8")):
        for c in row:
            if c[:1] in "=@+" and c:
                t.fail("formula in marks.csv: " + c[:60])
    for d, _, fs in os.walk(m):
        for f in fs:
            x = open(os.path.join(d, f), encoding="utf-8", errors="replace").read()
            if C0.search(x.replace("\r\n", "\n")):
                t.fail("control character in %s: %r" % (f, C0.search(x.replace("\r\n", "\n")).group()))
            if BIDI.search(x):
                t.fail("bidi override in " + f)
            if f.endswith(".md") and "<script>" in x:
                t.fail("raw HTML in feedback " + f)


@attack("class mark: links in marks, key replaced, hostile names", timeout=110)
def class_links(t):
    t.w("names.txt", "\n".join(["../../evil", "=<b>x</b>", "a\x1b[31m\u202eb", ".."]))
    r = t.run(
        "class",
        "new",
        t.p("c"),
        "--names",
        t.p("names.txt"),
        "--questions",
        "1",
        "--seed",
        "3",
        "--now",
        "2026-04-08T16:40",
        "--zone",
        "Europe/Berlin",
    )
    t.note("new: exit %d %s" % (r.code, " ".join(r.text.split())[:200]))
    t.check(not os.path.exists(t.p("evil")) and not os.path.exists(t.p("../evil")), "escaped")
    if r.code == 0:
        v = t.w("victim/marks.csv", "precious")
        os.symlink(t.p("victim"), t.p("c/marks"))
        r = t.run("class", "mark", t.p("c"))
        t.check(open(v).read() == "precious", "marks written through a link")
        t.note("marks is link: exit %d %s" % (r.code, r.text[-80:]))
        os.remove(t.p("c/marks"))
        os.makedirs(t.p("c/marks"))
        os.symlink(v, t.p("c/marks/marks.csv"))
        r = t.run("class", "mark", t.p("c"))
        t.check(open(v).read() == "precious", "marks.csv written through a link")
        for k in ("{}", "[" * 100000, "null", '{"students":[{"name":"../../x","folder":"../../../evil"}]}', ""):
            t.w("c/teacher/key.json", k)
            r = t.run("class", "mark", t.p("c"))
            t.check(r.code in (2, 3, 64), "key %s: exit %d" % (k[:20], r.code))
    for a in (
        ["--students", "0"],
        ["--students", "-1"],
        ["--students", "99999999999999999999"],
        ["--questions", "999999"],
        ["--lessons", "../x"],
        ["--seed", "\x1b[31m"],
        ["--names", "/dev/zero"],
        ["--names", t.p("names.txt"), "--students", "3"],
    ):
        r = t.run("class", "new", t.p("n"), *a, timeout=30)
        shutil.rmtree(t.p("n"), ignore_errors=True)
    t.w("full/x", "")
    r = t.run("class", "new", t.p("full"), "--students", "1")
    t.check(r.code in (2, 3, 64) and os.listdir(t.p("full")) == ["x"], "class new into a full folder")
    r = t.run("class", "mark", "/")
    r = t.run("class", "mark", "/dev/null")


LESSON = "# %s\n\nGoal: %s\n\n## One\n\n```tally setup\n%s\n```\n\ntext %s\n\n```predict\nHow many?\n= 600\n! 5 | %s\n> %s\n```\n\n```tally\nsum steps\n```\n\n```tally check\nassert sum steps = 600\n```\n\n```task\nSum.\n= sum steps\n? %s\n> x\n```\n\n```own\nx\n= sum steps\n> y\n```\n\n## What you can now do\n\n- a\n- b\n"


@attack("learn: hostile lessons from elsewhere", timeout=40, mem=900)
def learn_hostile(t):
    protected(t)
    S = 'set zone = UTC\nset now = 2025-01-02\nload steps from "W" at 2025-01-01 08:00 every 1h: 100 200 300'
    evil = [s for s in EVIL if "\n" not in s]
    bad = (
        [LESSON % ((e,) * 2 + (S,) + (e,) * 4) for e in evil]
        + [LESSON % ("t", "g", S + "\n" + (w % {"d": t.dir}), "x", "y", "z", "h") for w in WRITES]
        + [
            "",
            "#",
            "# t\n" * 100000,
            "# t\n\nGoal: g\n\n" + "## h\n" * 50000,
            "```predict\n" * 50000,
            "# t\n\nGoal: " + "x" * 2000000,
            "\0" * 1000,
            '# t\n\nGoal: g\n\n## a\n\n```xml setup\n<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><HealthData>&c;</HealthData>\n```\n',
            LESSON % ("t", "g", S, "x", "y", "z", "h").replace("= 600", "= 1e999"),
            "# t\n\nGoal: g\n\n## a\n\n```swift\nexplain swift async sum steps\n```\n",
        ]
    )
    f0 = sorted(f for f in os.listdir(t.dir) if not f.startswith((".", "s.", "other", "l.")))
    s0 = t.q("samples of steps as csv; show settings", raw=True).out
    for i, b in enumerate(bad):
        p = t.w("l.md", b)
        for c in (
            ["learn", "--author", p],
            ["learn", "--author", p, "--preview"],
            ["learn", p, "--page", t.p("l.html")],
            ["learn", p, "--notebook", t.p("l.ipynb")],
        ):
            r = t.run(*c, "--store", t.store)
            if r.secs > 6:
                t.note("%.1f s %s lesson %d %r" % (r.secs, c[1], i, b[:30]))
        r = t.run(
            "learn",
            p,
            "--store",
            t.store,
            input='600\nsum steps\nrun "%s"\nsum steps as csv to "%s"\nquit\n' % (t.p("secret.tally"), t.p("leak.csv")),
        )
        t.check("TOPSECRETFILE" not in r.text, "file shown")
        if os.path.exists(t.p("l.html")):
            html_ok(t, open(t.p("l.html"), encoding="utf-8").read(), "lesson page %d" % i)
            os.remove(t.p("l.html"))
        if os.path.exists(t.p("l.ipynb")):
            x = open(t.p("l.ipynb"), encoding="utf-8").read()
            try:
                nb = json.loads(x)
                md = "\n".join("".join(c["source"]) for c in nb["cells"] if c["cell_type"] == "markdown")
                t.check(
                    "<script>" not in md and "<img src=x" not in md,
                    "live HTML in notebook: lesson %d: %s"
                    % (i, [l for l in md.split("\n") if "<script>" in l or "<img" in l][:1]),
                )
            except json.JSONDecodeError:
                t.fail("notebook is not JSON")
            os.remove(t.p("l.ipynb"))
    t.check(
        sorted(f for f in os.listdir(t.dir) if not f.startswith((".", "s.", "other", "l."))) == f0,
        "files made: %s" % [f for f in os.listdir(t.dir) if f not in f0],
    )
    t.check(t.q("samples of steps as csv; show settings", raw=True).out == s0, "store changed by a lesson")


@attack("learn: files, links, devices, output over files", timeout=15)
def learn_files(t):
    v = t.w("victim.html", "precious")
    v2 = t.w("victim.ipynb", "precious")
    os.symlink(v, t.p("l.html"))
    os.symlink(v2, t.p("l.ipynb"))
    for o, p in (
        ("--page", "victim.html"),
        ("--page", "l.html"),
        ("--notebook", "victim.ipynb"),
        ("--notebook", "l.ipynb"),
        ("--page", "/dev/full"),
        ("--page", "nodir/x.html"),
        ("--notebook", "."),
        ("--page", "x.txt"),
        ("--page", ""),
    ):
        r = t.run("learn", "anchors", o, p)
        t.note("%s %s: exit %d" % (o, p, r.code))
        if p == "/dev/full":
            t.check(
                r.code in (2, 3, 64) and stat.S_ISCHR(os.stat("/dev/full").st_mode),
                "device: exit %d, still a device: %s" % (r.code, stat.S_ISCHR(os.stat("/dev/full").st_mode)),
            )
    t.check(open(v).read() == "precious", "--page overwrote an existing file without asking")
    t.check(open(v2).read() == "precious", "--notebook overwrote an existing file without asking")
    t.w("workouts.xml", "precious")
    r = t.run("learn", "workouts", "--notebook", t.p("w.ipynb"))
    t.check(
        open(t.p("workouts.xml")).read() == "precious",
        "--notebook overwrote workouts.xml of the user without asking, exit %d" % r.code,
    )
    os.mkfifo(t.p("f.md"))
    os.symlink("/dev/zero", t.p("z.md"))
    os.makedirs(t.p("d.md"))
    os.makedirs(t.p("dir"))
    os.symlink("..", t.p("dir/up"))
    os.symlink("/", t.p("dir/root"))
    os.mkfifo(t.p("dir/f.md"))
    os.symlink("/dev/zero", t.p("dir/z.md"))
    for x in ("f.md", "z.md", "d.md", "dir", "/dev/zero", "none.md", "./f.md", "./z.md"):
        for c in (["learn", x], ["learn", "--author", x]):
            t.run(*c, input="quit\n")


@attack("generate, demo: extreme sizes; existing files stay", timeout=25, mem=1200)
def generate_extreme(t):
    v = t.w("there.zip", "precious")
    os.symlink(v, t.p("l.zip"))
    for p in ("there.zip", "l.zip", ".", "/dev/full", "/dev/null", "nodir/x.zip"):
        r = t.run("generate", "--days", "1", p)
        t.check(r.code in (2, 3, 64), "generate %s: exit %d" % (p, r.code))
    t.check(open(v).read() == "precious", "overwritten")
    for o in (
        ["--days", "0"],
        ["--days", "-5"],
        ["--days", "9223372036854775807"],
        ["--days", "1000000"],
        ["--size", "0"],
        ["--size", "-1GB"],
        ["--size", "99999999999999999999TB"],
        ["--size", "1e308"],
        ["--size", "NaN"],
        ["--persons", "0"],
        ["--persons", "-1"],
        ["--persons", "99999999999"],
        ["--seed", "99999999999999999999999"],
        ["--traps", "\x1b[31m"],
        ["--form", "../x"],
        ["--now", "0001-01-01"],
        ["--now", "9999-12-31"],
        ["--now", "2199-12-31T23:59:59Z"],
    ):
        for c in (["generate", t.p("g.zip")], ["demo"]):
            if c[0] == "demo" and o[0] in ("--size", "--traps", "--form"):
                continue
            pre = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200 * MB, 200 * MB))
            r = t.run(*c, *o, *(["-c", "sum steps"] if c[0] == "demo" else []), pre=pre, timeout=20)
            if os.path.isdir(t.p("g.zip")):
                shutil.rmtree(t.p("g.zip"))
            elif os.path.exists(t.p("g.zip")):
                os.remove(t.p("g.zip"))


@attack("import --replace: truncated or hostile file deletes nothing", timeout=30)
def replace_hostile(t):
    body = "".join(
        rec(start="2025-01-%02d 08:00:00 +0000" % d, end="2025-01-%02d 09:00:00 +0000" % d, value=str(d))
        for d in range(1, 29)
    )
    full = open(t.export(body)).read()
    t.imp(t.p("export.xml"))
    n = lambda: t.q("count steps since 2025-01-01 until 2025-02-01 as csv").out.strip().split("\n")[-1].split(",")[2]
    t.check(n() == "28", "count " + n())
    for cut in (0.99, 0.6, 0.3, 0.05):
        t.w("cut.xml", full[: int(len(full) * cut)])
        r = t.imp(t.p("cut.xml"), "--replace", "--yes")
        t.check(n() == "28", "truncated at %s: %s left, exit %d" % (cut, n(), r.code))
    for b in (
        full.replace('value="3"', 'value="x"', 1),
        full.replace("</HealthData>", ""),
        full.replace('<ExportDate value="2025-05-01', '<ExportDate value="9999-05-01'),
        full.replace('startDate="2025-01-05', 'startDate="2025-99-05'),
        full.replace("<Record", "<Recerd", 20),
    ):
        t.w("b.xml", b)
        r = t.imp(t.p("b.xml"), "--replace", "--yes")
        t.note("%s left, exit %d" % (n(), r.code))
    t.w("z.zip", zipraw([dict(name="export.xml", data=full.encode())])[:-300])
    t.imp(t.p("z.zip"), "--replace", "--yes")
    t.w("y.zip", zipraw([dict(name="export.xml", data=full[: len(full) // 2].encode() + b"\n</HealthData>", crc=5)]))
    r = t.imp(t.p("y.zip"), "--replace", "--yes")
    t.note("bad checksum: %s left, exit %d" % (n(), r.code))
    c = "type,source,start,end,value,unit\nstepCount,Watch,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,1,count\nstepCount,Watch,2025-01-28T08:00:00Z,2025-01-28T09:00:00Z,28,count\n"
    k = n()
    t.w("c.csv", c + "stepCount,Watch,bad,2025-01-28T09:00:00Z,28,count\n")
    t.imp(t.p("c.csv"), "--replace", "--yes")
    t.check(n() == k, "table with a bad row replaced")
    t.w("d.csv", c + 'stepCount,"Watch')
    t.imp(t.p("d.csv"), "--replace", "--yes")
    t.check(n() == k, "table with an open quote replaced: %s left" % n())
    t.run("undo", "--store", t.store, "--yes")
    t.run("doctor", "--store", t.store)


@attack("undo: many, interleaved, by others; nothing lost", timeout=30)
def undo_chain(t):
    for i in range(25):
        t.q("add %d count steps at 2025-01-%02d 08:00" % (i + 1, i + 1))
    for i in range(20):
        r = t.q("undo confirmed")
        t.check(r.code == 0, "undo %d: exit %d %s" % (i, r.code, r.text[:80]))
    r = t.q("undo confirmed")
    t.error(r, (2, 3))
    t.check(",15," in t.q("sum steps since 2025-01-01 until 2025-02-01 as csv").out, "sum after undo")
    t.q("set undo steps = 0; add 5 count steps at 2025-02-01")
    t.q("undo confirmed")
    t.q("set undo steps = 99999999999999999999")
    t.q("set undo steps = -1")
    t.q("set kept deletions = -1; delete samples of steps confirmed; undo confirmed")
    t.check(t.run("doctor", "--store", t.store).code == 0, "doctor")
    ps = [
        subprocess.Popen(
            [TALLY, "undo", "--store", t.store, "--yes"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=t.env,
        )
        for _ in range(4)
    ]
    [p.wait() for p in ps]
    t.check("no problems" in t.run("doctor", "--store", t.store).text, "doctor after parallel undo")


@attack("a CSV export read back has the same numbers", timeout=30)
def number_roundtrip(t):
    vals = [
        0.1,
        1e-300,
        1e300,
        123456789.123456789,
        5e-324,
        1.7976931348623157e308,
        0.30000000000000004,
        1e21,
        1e-7,
        9007199254740993,
        -0.0,
        -5,
    ]
    t.imp(
        t.w(
            "a.csv",
            "type,source,start,end,value,unit\n"
            + "".join(
                "bodyMass,W,2025-01-%02dT08:00:00Z,2025-01-%02dT08:00:00Z,%r,kg\n" % (i + 1, i + 1, v)
                for i, v in enumerate(vals)
            ),
        )
    )
    r = t.q("samples of weight as json")
    got = [x["value"] for x in json.loads(r.out)["rows"]]
    want = [float(v) for v in vals]
    t.check([g for g in got] == want, "stored %s, wrote %s" % (got, want))
    t.q('export weight to "o.csv"')
    s = t.store
    t.store = t.p("b.tally")
    t.imp(t.p("o.csv"))
    g2 = [x["value"] for x in json.loads(t.q("samples of weight as json").out)["rows"]]
    t.check(g2 == got, "after export: %s" % g2)


@attack("swap the output for a link while it is written (race)", timeout=60)
def output_race(t):
    t.q("load steps at 2025-01-01 08:00 every 1min: 1x3000")
    v = t.w("victim.txt", "precious")
    stop = []

    def flip():
        while not stop:
            try:
                os.symlink(v, t.p("o.csv"))
            except OSError:
                pass
            try:
                os.unlink(t.p("o.csv"))
            except OSError:
                pass

    th = threading.Thread(target=flip)
    th.start()
    for i in range(25):
        t.q('samples of steps as csv to "o.csv"')
        t.q('export steps to "o.csv"')
        t.q('set overwrite = yes; samples of steps as csv to "o.csv"')
    stop.append(1)
    th.join()
    t.check(open(v).read() == "precious", "victim overwritten by the race")

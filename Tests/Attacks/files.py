"""Stores, outputs, scripts, modes, links and races."""

from harness import *
from archives import XML


def mode(p):
    return stat.S_IMODE(os.lstat(p).st_mode)


@attack("umask 000: everything private (0600)", timeout=30)
def umask_zero(t):
    um = lambda: os.umask(0)
    e = {"XDG_DATA_HOME": t.p("data"), "XDG_STATE_HOME": t.p("state")}
    t.run(
        "--zone",
        "UTC",
        "-c",
        'load steps at 2025-01-01 08:00 every 1h: 1 2 3; let a = sum steps; save a; sum steps as csv to "o.csv"; sum steps by hour as svg to "o.svg"; export steps to "e.csv"; export everything to "e.jsonl"',
        pre=um,
        env=e,
    )
    t.run("run", t.w("r.tally", "sum steps"), "--output", t.p("r.html"), pre=um, env=e)
    t.run(
        "weave",
        t.w("w.md", "```tally\nsum steps by hour on 2025-01-01 as chart\n```\n"),
        "--output",
        t.p("w2.md"),
        "--pictures",
        t.p("pics"),
        pre=um,
        env=e,
    )
    t.run("weave", t.p("w.md"), "--output", t.p("w2.html"), pre=um, env=e)
    t.run("generate", "--days", "1", t.p("g.zip"), pre=um, env=e)
    t.run("class", "new", t.p("cls"), "--students", "1", "--questions", "1", pre=um, env=e)
    t.run("learn", "anchors", "--notebook", t.p("l.ipynb"), pre=um, env=e)
    t.run("learn", "anchors", "--page", t.p("l.html"), pre=um, env=e)
    t.run("learn", "anchors", input="1030\n", pre=um, env=e)
    t.run("undo", "--yes", pre=um, env=e)
    for d, ds, fs in os.walk(t.dir):
        for f in fs + ds:
            p = os.path.join(d, f)
            rel = os.path.relpath(p, t.dir)
            if rel.startswith((".", "home", "r.tally")) or rel == "w.md":
                continue
            m = mode(p)
            if m & 0o022:
                t.fail("%s is writable by others: %o" % (rel, m))
            elif m & 0o077 and not rel.startswith(("l.", "g.zip")):
                t.fail("%s is readable by others: %o" % (rel, m))


@attack("a store that others may read is made private or warned", timeout=30)
def store_mode_kept(t):
    t.seed()
    os.chmod(t.store, 0o666)
    r = t.q("add 1 count steps")
    t.note(
        "mode after: %o; wal: %s"
        % (mode(t.store), [(f, oct(mode(t.p(f)))) for f in os.listdir(t.dir) if f.startswith("s.tally")])
    )


@attack("store is a link to a victim file: not changed", timeout=30)
def store_symlink(t):
    v = t.w("victim.txt", "precious\n" * 100)
    os.symlink(v, t.store)
    r = t.seed()
    t.error(r, (3,))
    t.check(open(v).read() == "precious\n" * 100, "victim changed")
    os.remove(t.store)
    os.symlink(t.p("new.tally"), t.store)
    r = t.seed()
    t.note("dangling link: exit %d, target made: %s" % (r.code, os.path.exists(t.p("new.tally"))))
    os.remove(t.store)
    os.symlink(t.store, t.store)
    t.error(t.seed(), (3,))
    # WAL and SHM as links to victims
    os.remove(t.store)
    t.seed()
    for x in ("-wal", "-shm", "-journal"):
        if os.path.exists(t.store + x):
            os.remove(t.store + x)
        os.symlink(v, t.store + x)
    r = t.q("add 9 count steps")
    t.note("links as -wal/-shm: exit %d" % r.code)
    t.check(open(v).read() == "precious\n" * 100, "victim changed through -wal/-shm link")


@attack("store is FIFO, device, directory, empty, text, huge", timeout=15)
def store_odd(t):
    os.mkfifo(t.p("fifo"))
    os.makedirs(t.p("d"))
    t.w("empty", "")
    t.w("text", "hello world\n" * 1000)
    t.w("d2/x", "")
    s = socket.socket(socket.AF_UNIX)
    s.bind(os.path.relpath(t.p("sock")) if len(t.p("sock")) > 100 else t.p("sock"))
    with open(t.p("sparse"), "wb") as f:
        f.truncate(50 * 1024 * MB)
    for x in (
        "fifo",
        "d",
        "text",
        "sock",
        "sparse",
        "/dev/null",
        "/dev/zero",
        "/dev/full",
        "/proc/self/mem",
        "/dev/stdin",
        "/dev/fd/0",
        "nodir/x.tally",
        "x" * 300,
        "a\nb.tally",
        "\x1b[31m",
        "",
        " ",
        "-",
        "--",
        "file:x?mode=memory",
        "file:s.tally?vfs=unix-none",
        ":memory",
        "http://x",
        "clickhouse:",
        "clickhouse://",
        "spark:",
        "clickhouse://u@h:99999/d",
        "clickhouse://[::1",
        "text?x",
        "spark://-x",
        "ftp://x/y",
    ):
        for c in (["info"], ["-c", "sum steps"], ["doctor"], ["-c", "add 5 count steps"]):
            r = t.run("--store", x, *c) if c[0] == "-c" else t.run(*c[:1], "--store", x, *c[1:])
            if x in ("fifo", "d", "text", "sock", "sparse", "/dev/zero", "/dev/null"):
                t.check(r.code in (2, 3, 64) or x == "/dev/null", "%s %s: exit %d %s" % (x, c, r.code, r.text[:100]))
    t.check(open(t.p("text")).read() == "hello world\n" * 1000, "text file changed")
    t.note("files made: %s" % [f for f in os.listdir(t.dir)])


@attack("foreign SQLite files are refused and unchanged", timeout=30)
def store_foreign(t):
    for i, sql in enumerate(
        (
            "CREATE TABLE bookmarks(a); INSERT INTO bookmarks VALUES(1)",
            "PRAGMA journal_mode=WAL; CREATE TABLE sample(a)",
            "PRAGMA application_id=0x54616c79; CREATE TABLE setting(a)",
            "PRAGMA application_id=0x54616c79; PRAGMA user_version=999",
            "PRAGMA user_version=7",
            "",
            'PRAGMA encoding="UTF-16"; CREATE TABLE x(a)',
            "CREATE VIRTUAL TABLE f USING fts5(x)",
        )
    ):
        p = t.p("f%d.db" % i)
        db = sqlite3.connect(p)
        db.executescript(sql)
        db.commit()
        db.close()
        before = open(p, "rb").read()
        for c in (
            ["-c", "sum steps"],
            ["-c", "add 5 count steps"],
            ["doctor", "--repair"],
            ["doctor", "--upgrade"],
            ["undo", "--yes"],
            ["info"],
            ["import", t.w("e.xml", XML)],
        ):
            r = t.run("--store", p, *c) if c[0] == "-c" else t.run(c[0], "--store", p, *c[1:])
            if before and sql not in ("PRAGMA user_version=7",):
                t.check(r.code in (2, 3), "%s on foreign (%s): exit %d %s" % (c[0], sql[:50], r.code, r.text[:80]))
        if before:
            t.check(open(p, "rb").read() == before, "foreign file changed: " + sql[:60])


@attack("newer store: clear error, unchanged", timeout=30)
def store_newer(t):
    t.seed()
    db = sqlite3.connect(t.store)
    v = db.execute("PRAGMA user_version").fetchone()[0]
    tabs = [r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
    t.note("user_version %d, tables %s" % (v, " ".join(tabs)[:250]))
    for nv in (v + 1, 2147483647, -1, 0):
        db.execute("PRAGMA user_version=%d" % nv)
        db.commit()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for c in (
            ["-c", "sum steps"],
            ["-c", "add 5 count steps"],
            ["doctor"],
            ["info"],
            ["undo", "--yes"],
            ["--read-only", "-c", "sum steps"],
        ):
            r = t.run("--store", t.store, *c) if c[0].startswith("-") else t.run(c[0], "--store", t.store, *c[1:])
            t.check(r.code == 3 or nv <= 0, "%s with version %d: exit %d %s" % (c[0], nv, r.code, r.text[:100]))
    db.close()


@attack("store cut or flipped: no crash, no wrong number", timeout=30)
def store_damage(t):
    t.imp(
        t.export(
            "".join(
                rec(
                    start="2025-01-%02d %02d:%02d:00 +0000" % (d, h, m),
                    end="2025-01-%02d %02d:%02d:30 +0000" % (d, h, m),
                    value=str(d * h + m),
                )
                for d in range(1, 29)
                for h in range(24)
                for m in range(0, 60, 20)
            )
        )
    )
    db = sqlite3.connect(t.store)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    for x in ("-wal", "-shm"):
        if os.path.exists(t.store + x):
            os.remove(t.store + x)
    good = open(t.store, "rb").read()
    Q = "sum steps by day since 2025-01-01 until 2025-01-29 as csv"
    right = t.q(Q).out
    wrong = quiet = 0
    rnd = random.Random(7)
    orig = t.store
    for i in range(150):
        b = bytearray(good)
        k = i % 5
        if k == 0:
            b = b[: rnd.randrange(len(b))]
        elif k == 1:
            o = rnd.randrange(len(b))
            b[o : o + 64] = bytes(rnd.randrange(256) for _ in range(64))
            b = b[: len(good)]
        elif k == 2:
            b[rnd.randrange(100)] ^= 1 << rnd.randrange(8)
        elif k == 3:
            pg = rnd.randrange(len(b) // 4096)
            b[pg * 4096 : pg * 4096 + 4096] = bytes(4096)
        else:
            b[rnd.randrange(len(b))] ^= 1 << rnd.randrange(8)
        t.store = t.p("d.tally")
        for x in ("", "-wal", "-shm"):
            if os.path.exists(t.store + x):
                os.remove(t.store + x)
        open(t.store, "wb").write(b)
        r = t.q(Q, "--read-only")
        if r.code == 0 and r.out != right:
            wrong += 1
            t.fail("wrong answer, exit 0 (case %d): %s" % (i, [l for l in r.out.split("\n") if l not in right][:3]))
        if i % 5 == 0 or r.code == 0 and i % 3 == 0:
            d = t.run("doctor", "--store", t.store)
            t.run("doctor", "--repair", "--store", t.store)
            r2 = t.q("add 1 count steps at 2025-03-01; sum steps by day since 2025-01-01 until 2025-01-29 as csv")
            if r2.code == 0 and r2.out.strip() and r2.out != right:
                t.fail(
                    "wrong answer after repair (case %d): %s"
                    % (i, [l for l in r2.out.split("\n") if l not in right][:3])
                )
    t.store = orig


@attack("store with lying tables: no crash, no wrong number", timeout=25)
def store_lies(t):
    t.imp(
        t.export(
            "".join(
                rec(
                    start="2025-01-%02d %02d:00:00 +0000" % (d, h),
                    end="2025-01-%02d %02d:30:00 +0000" % (d, h),
                    value=str(d + h),
                )
                for d in range(1, 29)
                for h in range(24)
            )
        )
    )
    t.q(
        "add 5 count steps at 2025-02-01; define metric mood from 1 to 10; add 7 mood; add summary on 2025-01-01 move 100 of 560 kcal; delete samples of steps on 2025-02-01 confirmed"
    )
    db = sqlite3.connect(t.store)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    tabs = {}
    for (n,) in db.execute("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite%'"):
        tabs[n] = [c[1] for c in db.execute('PRAGMA table_info("%s")' % n)]
    db.close()
    good = open(t.store, "rb").read()
    orig = t.store
    cnt = 0
    t.store = t.p("l.tally")
    t0 = time.time()
    for n, cols in sorted(tabs.items()):
        for c in cols:
            for v in ("9223372036854775807", "-1", "NULL", "'\x1b[31mtext'", "zeroblob(100)", "1e999"):
                if time.time() - t0 > 420:
                    t.note("stopped after %d lies" % cnt)
                    break
                for x in ("", "-wal", "-shm"):
                    if os.path.exists(t.store + x):
                        os.remove(t.store + x)
                open(t.store, "wb").write(good)
                db = sqlite3.connect(t.store)
                try:
                    k = db.execute('UPDATE OR IGNORE "%s" SET "%s"=%s' % (n, c, v)).rowcount
                    db.commit()
                except sqlite3.Error:
                    k = 0
                db.close()
                if not k:
                    continue
                cnt += 1
                before = len(t.fails)
                r = t.q(
                    "sum steps by week since 2025-01-01 until 2025-01-29 as csv; samples of steps limit 3; show sources; show persons; summaries; average mood; describe steps; show settings",
                    "--quiet",
                )
                if v == "-1" or v.startswith("9"):
                    t.run("doctor", "--store", t.store)
                    t.q("undo confirmed")
                if len(t.fails) > before:
                    t.fails[-1] += ' [UPDATE "%s" SET "%s"=%s]' % (n, c, v)
    t.note("%d lies" % cnt)
    t.store = orig


@attack("store with endless views and evil triggers", timeout=15, mem=900)
def store_evil_schema(t):
    t.seed()
    good = open(t.store, "rb").read()
    db = sqlite3.connect(t.store)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    tabs = [
        (r[0], r[1])
        for r in db.execute("SELECT name, sql FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite%'")
    ]
    db.close()
    base = open(t.store, "rb").read()
    orig = t.store
    t.store = t.p("e.tally")
    for n in ("block", "freshSample", "metric", "setting", "person", "source"):
        for x in ("", "-wal", "-shm"):
            if os.path.exists(t.store + x):
                os.remove(t.store + x)
        open(t.store, "wb").write(base)
        db = sqlite3.connect(t.store)
        try:
            cols = [c[1] for c in db.execute('PRAGMA table_info("%s")' % n)]
            if not cols:
                t.note("no table " + n)
                continue
            db.executescript(
                'ALTER TABLE "%s" RENAME TO old_%s; CREATE VIEW "%s" AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT %s FROM c;'
                % (n, n, n, ", ".join('x AS "%s"' % c for c in cols))
            )
            db.commit()
        except sqlite3.Error as e:
            t.note("%s: %s" % (n, e))
            continue
        finally:
            db.close()
        for q in ("sum steps", "show sources"):
            r = t.q(q)
            t.note("%s as endless view: exit %d %.1f s %.0f MB %s" % (n, r.code, r.secs, r.rss, r.err[:80]))
    for x in ("", "-wal", "-shm"):
        if os.path.exists(t.store + x):
            os.remove(t.store + x)
    open(t.store, "wb").write(base)
    db = sqlite3.connect(t.store)
    for n, _ in tabs:
        try:
            db.execute(
                'CREATE TRIGGER "evil_%s" AFTER INSERT ON "%s" BEGIN DELETE FROM freshSample; DELETE FROM block; END'
                % (n, n)
            )
        except sqlite3.Error:
            pass
    db.commit()
    db.close()
    r = t.q("add 5 count steps at 2025-01-05 08:00; count steps")
    t.note("evil triggers: exit %d %s" % (r.code, r.text[-120:]))
    t.store = orig


@attack("two writers, readers and kill -9: nothing lost", timeout=100, mem=600)
def store_twice(t):
    a = t.w(
        "a.csv",
        "type,source,start,end,value,unit\n"
        + "".join(
            "stepCount,A,2025-01-%02dT%02d:%02d:%02dZ,2025-01-%02dT%02d:%02d:%02dZ,1,count\n" % ((d, h, m, s) * 2)
            for d in range(1, 20)
            for h in range(24)
            for m in range(60)
            for s in (0,)
        ),
    )
    b = t.w("b.csv", open(a).read().replace(",A,", ",B,"))
    t.q("add 1 count steps at 2024-12-01")
    ps = [
        subprocess.Popen(
            [TALLY, "import", "--store", t.store, "--zone", "UTC", x],
            stdout=subprocess.DEVNULL,
            stderr=open(t.p("e%d" % i), "wb"),
            env=t.env,
        )
        for i, x in enumerate((a, b))
    ]
    for i in range(6):
        r = t.q("count steps")
        t.check(r.code == 0, "reader: exit %d %s" % (r.code, r.err[:100]))
    codes = [p.wait() for p in ps]
    t.check(codes == [0, 0], "writers: %s %s" % (codes, [open(t.p("e%d" % i)).read()[-200:] for i in (0, 1)]))
    r = t.q("count steps as csv")
    n = 19 * 1440 * 2 + 1
    t.check(",%d," % n in r.out, "count is not %d: %s" % (n, r.out[-60:]))
    t.error(t.run("doctor", "--store", t.store), (0,))
    t.store = t.p("k.tally")
    for k in range(8):
        p = subprocess.Popen(
            [TALLY, "import", "--store", t.store, "--zone", "UTC", a if k % 2 else b],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=t.env,
        )
        time.sleep(0.1 + k * 0.35)
        p.kill()
        p.wait()
    t.imp(a)
    t.imp(b)
    r = t.q("count steps as csv")
    t.check(",%d," % (n - 1) in r.out, "after kill -9: %s" % r.out[-60:])
    d = t.run("doctor", "--store", t.store)
    t.check("no problems" in d.text, "doctor: " + d.text[:200])


@attack("store moved, deleted, replaced while open (pipe)", timeout=30)
def store_replaced_open(t):
    t.seed()
    p = subprocess.Popen(
        [TALLY, "pipe", "--store", t.store, "--zone", "UTC"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=t.env,
    )

    def ask(i, text):
        p.stdin.write(
            (json.dumps({"jsonrpc": "2.0", "id": i, "method": "run", "params": {"text": text}}) + "\n").encode()
        )
        p.stdin.flush()
        out = []
        while True:
            l = p.stdout.readline()
            if not l:
                t.fail("pipe ended: %s" % p.wait())
                return out
            m = json.loads(l)
            out.append(m)
            if m.get("id") == i:
                return out

    ask(1, "sum steps")
    os.remove(t.store)
    for i, s in enumerate(("sum steps as csv", "add 7 count steps at 2025-01-03 08:00", "sum steps as csv")):
        t.note("after deletion `%s`: %s" % (s, json.dumps(ask(10 + i, s))[-150:]))
    t.note("store exists again: %s" % os.path.exists(t.store))
    open(t.store, "w").write("garbage" * 1000)
    ask(20, "sum steps")
    ask(21, "add 8 count steps at 2025-01-03 09:00")
    t.check(open(t.store).read() == "garbage" * 1000, "replacing file was written")
    p.stdin.close()
    p.wait(timeout=10)


@attack("outputs: links, overwriting, own store, devices", timeout=20)
def output_links(t):
    t.seed()
    v = t.w("victim.txt", "precious")
    keep = lambda: open(v).read() == "precious"
    ext = ("csv", "svg", "html", "md")
    for e in ("csv", "svg", "html", "jsonl"):
        os.symlink(v, t.p("link." + e))
        os.symlink(t.p("dangling-target." + e), t.p("dang." + e))
        t.w("there." + e, "old")
    for q in (
        'sum steps as csv to "link.csv"',
        'sum steps by hour as svg to "link.svg"',
        'sum steps as html to "link.html"',
        'export steps to "link.csv"',
        'export everything to "link.jsonl"',
        'sum steps as csv to "victim.txt"',
        'sum steps as csv to "there.csv"',
        'export steps to "there.csv"',
        'export everything to "there.jsonl"',
        'sum steps as svg to "there.svg"',
    ):
        r = t.q(q)
        t.check(r.code in (2, 3), "exit %d: %s" % (r.code, q))
        t.check(keep(), "victim overwritten: " + q)
    for e in ("csv", "svg", "html", "jsonl"):
        t.check(open(t.p("there." + e)).read() == "old", "overwritten without asking ." + e)
    for q in ('sum steps as csv to "dang.csv"', 'export steps to "dang.csv"'):
        r = t.q(q)
        t.note("dangling: exit %d, target made: %s" % (r.code, os.path.exists(t.p("dangling-target.csv"))))
    for q in ('set overwrite = yes; sum steps as csv to "link.csv"', 'set overwrite = yes; export steps to "link.csv"'):
        r = t.q(q)
        t.note(
            "overwrite=yes through link: exit %d, victim kept %s, link kept %s"
            % (r.code, keep(), os.path.islink(t.p("link.csv")))
        )
        t.w("victim.txt", "precious")
    before = t.q("sum steps as csv --quiet").out
    for n in ("s.tally", "s.tally-wal", "s.tally-shm", "./s.tally", t.store):
        r = t.q('set overwrite = yes; sum steps as csv to "%s"; sum steps as csv' % n)
        t.check(r.code in (2, 3), "answer replaced the store itself (%s): exit %d" % (n, r.code))
        r = t.q("sum steps as csv")
        t.check(",600," in r.out, 'store lost after `to "%s"`: %s' % (n, r.text[:150]))
        if ",600," not in r.out:
            for x in ("", "-wal", "-shm"):
                if os.path.exists(t.store + x):
                    os.remove(t.store + x)
            t.seed()
    os.link(t.store, t.p("hard.csv"))
    r = t.q('set overwrite = yes; export steps to "hard.csv"')
    t.check(",600," in t.q("sum steps as csv").out, "store lost through hard link")
    for n in (
        "/dev/full",
        "/dev/null",
        "/dev/stdout",
        ".",
        "/",
        "nodir/x.csv",
        "",
        "x" * 300 + ".csv",
        "/proc/self/mem",
        "~/x.csv",
        "$HOME/x.csv",
        "a\x1b[31m.csv",
    ):
        for q in (
            'sum steps as csv to "%s"' % n,
            'set overwrite = yes; sum steps as svg to "%s"' % n,
            'export steps to "%s"' % n,
        ):
            r = t.q(q)
            if n == "/dev/full" and r.code == 0:
                t.fail("exit 0 for " + q)
    os.mkfifo(t.p("f.csv"))
    for q in (
        'sum steps as csv to "f.csv"',
        'set overwrite = yes; sum steps as csv to "f.csv"',
        'export steps to "f.csv"',
        'import "f.csv"',
        'run "f.csv"',
    ):
        t.q(q)


@attack("run --output / weave --output: links and other files", timeout=20)
def output_reports(t):
    t.seed()
    v = t.w("victim.txt", "precious")
    sc = t.w("r.tally", "sum steps")
    md = t.w("w.md", "```tally\nsum steps\n```\n")
    for e in ("html", "md"):
        os.symlink(v, t.p("l." + e))
        t.w("mine." + e, "my own notes")
        os.mkfifo(t.p("f." + e))
        os.makedirs(t.p("d." + e))
        for cmd in (["run", sc], ["weave", md]):
            for n in ("l", "mine", "f", "d"):
                r = t.run(*cmd, "--store", t.store, "--output", t.p(n + "." + e))
                if n == "mine" and open(t.p("mine." + e)).read() != "my own notes":
                    t.fail("%s --output overwrote a file it did not make (.%s), exit %d" % (cmd[0], e, r.code))
                    t.w("mine." + e, "my own notes")
                if n == "l":
                    t.check(open(v).read() == "precious", "%s --output wrote through a link" % cmd[0])
                    t.note("%s link: exit %d, still link: %s" % (cmd[0], r.code, os.path.islink(t.p("l." + e))))
                if not os.path.islink(t.p("l." + e)):
                    if os.path.exists(t.p("l." + e)):
                        os.remove(t.p("l." + e))
                    os.symlink(v, t.p("l." + e))
    for o in (
        "x.exe",
        "x",
        ".html",
        "/dev/null",
        "/dev/full",
        "s.tally",
        t.store,
        "r.tally",
        "nodir/a.html",
        "../o.html",
    ):
        r = t.run("run", sc, "--store", t.store, "--output", o)
    t.check(",600," in t.q("sum steps as csv").out, "store lost")
    t.check(open(sc).read() == "sum steps", "script lost")
    shutil.copy(md, t.p("self.md"))
    r = t.run("weave", t.p("self.md"), "--store", t.store, "--output", t.p("self.md"))
    t.note("weave onto itself: exit %d %s" % (r.code, open(t.p("self.md")).read()[:40]))
    r = t.run("run", "--store", t.store, t.w("s.md", "sum steps\n"), "--output", t.p("s.md"))
    t.check(open(t.p("s.md")).read() == "sum steps\n", "run --output replaced the script itself, exit %d" % r.code)


@attack("weave: links, FIFOs, forged answers, pictures outside", timeout=20)
def weave_files(t):
    t.seed()
    body = "# a\n\n```tally\nsum steps by hour on 2025-01-01 as chart\n```\n\ntext\n"
    v = t.w("real.md", body)
    os.symlink(v, t.p("link.md"))
    os.chmod(v, 0o640)
    r = t.run("weave", "--store", t.store, "--in-place", t.p("link.md"))
    t.note("in-place through link: exit %d link kept %s mode %o" % (r.code, os.path.islink(t.p("link.md")), mode(v)))
    os.mkfifo(t.p("f.md"))
    os.makedirs(t.p("d.md"))
    for x in ("f.md", "d.md", "/dev/zero", "none.md", "/dev/null"):
        t.run("weave", "--store", t.store, x, timeout=15)
        t.run("weave", "--store", t.store, "--in-place", x, timeout=15)
    for s in (
        "<!-- tally: answer -->\nMY TEXT\n",
        "```tally\nsum steps\n```\n\n<!-- tally: answer -->\n\nMY TEXT\n\n# more\n\nlast line\n",
        "```tally\nsum steps\n```\n\n<!-- tally: answer -->\n<!-- tally: answer -->\nMY TEXT\n<!-- /tally -->\nMORE <!-- /tally -->\n",
        "<!-- /tally -->\nMY TEXT\n",
        "```tally\nsum steps",
        "~~~tally\nsum steps\n```\nx\n",
        "> ```tally\n> sum steps\n> ```\n",
        "```tally\nsum steps\n```\r\n\rMY TEXT\r",
        "\x00MY TEXT\n```tally\nsum steps\n```\n",
        "```tally\nsum steps\n```\n<!-- tally: answer -->\nMY TEXT",
        "- ```tally\n  sum steps\n  ```\n  <!-- tally: answer -->\nMY TEXT\n",
        "````md\n```tally\nsum steps\n```\n<!-- tally: answer -->\nMY TEXT\n````\n",
    ):
        p = t.w("x.md", s)
        r = t.run("weave", "--store", t.store, "--in-place", p)
        a = open(p, newline="").read()
        if "MY TEXT" in s and "MY TEXT" not in a and "<!-- /tally" not in s.split("MY TEXT")[1]:
            t.fail("weave lost text in %r -> %r" % (s[:80], a[:200]))
        r2 = t.run("weave", "--store", t.store, "--in-place", p)
        b = open(p, newline="").read()
        t.check(a == b, "weaving twice differs for %r" % s[:60])
    big = t.w("big.md", "```tally\nsum steps\n```\n" * 3000)
    t.run("weave", "--store", t.store, big, timeout=60)
    for s in (
        ">" * 100000,
        "- " * 50000,
        "[" * 200000,
        "*" * 200000,
        "`" * 200000,
        "<" * 200000,
        "![" * 100000,
        "| " * 100000 + "\n" + "|-" * 100000,
        "#" * 100000,
        "_a" * 100000,
        "\\" * 100000,
        "&#" * 100000,
        "[a](" * 50000,
        "[x]: " * 50000,
        "<!--" * 50000,
        "**a " * 50000,
        "~~~" * 30000,
        "1. " * 50000,
    ):
        r = t.run(
            "weave",
            "--store",
            t.store,
            t.w("n.md", s + "\n```tally\nsum steps\n```\n"),
            "--output",
            t.p("n.html"),
            timeout=40,
        )
        if r.secs > 5:
            t.note("%.1f s for %s…" % (r.secs, s[:10]))
        if os.path.exists(t.p("n.html")):
            os.remove(t.p("n.html"))
    vic = t.w("pv/steps.svg", "precious")
    os.symlink(t.p("pv"), t.p("pics"))
    r = t.run("weave", "--store", t.store, v, "--pictures", t.p("pics"))
    t.note("pictures to a link: exit %d %s" % (r.code, os.listdir(t.p("pv"))))
    t.check(open(vic).read() == "precious", "picture overwrote")
    r = t.run("weave", "--store", t.store, v, "--pictures", "../../../../../tmp/attack-pics")
    t.note("pictures ../: exit %d" % r.code)
    shutil.rmtree("/tmp/attack-pics", ignore_errors=True)
    os.makedirs(t.p("p2"))
    r = t.run("weave", "--store", t.store, v, "--pictures", t.p("p2"))
    made = os.listdir(t.p("p2"))
    for m in made:
        os.remove(t.p("p2", m))
        os.symlink(vic, t.p("p2", m))
    r = t.run("weave", "--store", t.store, v, "--pictures", t.p("p2"))
    t.check(open(vic).read() == "precious", "picture written through link %s" % made)


@attack("history, library, lessons: links, FIFOs, devices", timeout=15)
def state_links(t):
    v = t.w("victim.txt", "precious")
    lib = t.p("lib")
    os.makedirs(lib)
    t.seed()
    L = {"TALLY_LIBRARY": lib}
    for n, mk in (
        ("fifo.tally", lambda p: os.mkfifo(p)),
        ("zero.tally", lambda p: os.symlink("/dev/zero", p)),
        ("loop.tally", lambda p: os.symlink("loop.tally", p)),
        ("dir.tally", lambda p: os.makedirs(p)),
        ("passwd.tally", lambda p: os.symlink("/etc/passwd", p)),
        ("\x1b[31mx.tally", lambda p: open(p, "w").write("sum steps\n")),
        ("\u202ex.tally", lambda p: open(p, "w").write("sum steps\n")),
        ("bin.tally", lambda p: open(p, "wb").write(os.urandom(100000))),
        ("esc.tally", lambda p: open(p, "w").write('# \x1b]0;x\x07\nsum steps where source is "\x1b[2J"\n')),
        ("evil.tally", lambda p: open(p, "w").write("add 5 count steps\nsum steps\n")),
    ):
        p = os.path.join(lib, n)
        mk(p)
        for q in (
            "show saved",
            "sum steps",
            n.split(".")[0] if n[0].isalpha() else "show saved",
            "help " + n.split(".")[0],
            "show variables",
        ):
            r = t.q(q, env=L, timeout=8)
            if r.hung:
                break
        t.check(not BIDI.search(r.out), "bidi")
        if not os.path.isdir(p):
            os.remove(p)
    for i in range(1000):
        open(os.path.join(lib, "n%d.tally" % i), "w").write("sum steps by day\n")
    r = t.q("show saved", env=L)
    t.note("2,000 saved: %.1f s exit %d" % (r.secs, r.code))
    l2 = t.p("lib2")
    os.makedirs(l2)
    os.symlink(v, os.path.join(l2, "a.tally"))
    r = t.q("let a = sum steps; save a", env={"TALLY_LIBRARY": l2})
    t.check(open(v).read() == "precious", "save wrote through link")
    r = t.q("set overwrite = yes; let a = sum steps; save a", env={"TALLY_LIBRARY": l2})
    t.check(open(v).read() == "precious", "save with overwrite wrote through link")
    t.note("save over link: exit %d" % r.code)
    for nm in ("../x", "/etc/x", "a/b", "..", "CON", "`../../x`", '"../x"', "`a/b`", "`\x1b[31m`", "x" * 300):
        r = t.q("let %s = sum steps; save %s" % (nm, nm), env={"TALLY_LIBRARY": t.p("lib3")})
        r = t.q("sum steps; save %s" % nm, env={"TALLY_LIBRARY": t.p("lib3")})
        t.q("forget %s confirmed" % nm, env={"TALLY_LIBRARY": t.p("lib3")})
    t.check(not os.path.exists(t.p("x")) and not os.path.exists(t.p("x.tally")), "save escaped the library")
    for x in (v, "/dev/zero", "/dev/full", t.p("none/none"), lib):
        t.q("let a = sum steps; save a; show saved", env={"TALLY_LIBRARY": x})
    st = t.p("state/tally")
    os.makedirs(st)
    os.symlink(v, st + "/lessons")
    r = t.run("learn", "anchors", input="1030\n", env={"XDG_STATE_HOME": t.p("state")})
    t.check(open(v).read() == "precious", "lessons wrote through link")
    os.remove(st + "/lessons")
    os.mkfifo(st + "/lessons")
    t.run("learn", env={"XDG_STATE_HOME": t.p("state")})
    t.run("learn", "anchors", input="1030\n", env={"XDG_STATE_HOME": t.p("state")})
    os.remove(st + "/lessons")
    open(st + "/lessons", "wb").write(os.urandom(100000))
    t.run("learn", env={"XDG_STATE_HOME": t.p("state")})
    os.remove(st + "/lessons")
    open(st + "/lessons", "w").write(
        '{"anchors": 9223372036854775807}\nanchors 99999999999999999999\nanchors -1\nanchors\t-5\n\x1b[31m'
    )
    t.run("learn", env={"XDG_STATE_HOME": t.p("state")})
    t.run("learn", "anchors", input="1\n", env={"XDG_STATE_HOME": t.p("state")})


@attack("fmt / check --fix in place: links, modes, FIFO, loops", timeout=15)
def fmt_files(t):
    p = t.w("a.tally", "SUM   steps\n")
    os.chmod(p, 0o640)
    os.symlink(p, t.p("l.tally"))
    r = t.run("fmt", t.p("l.tally"))
    t.note("fmt link: exit %d, link %s, mode %o" % (r.code, os.path.islink(t.p("l.tally")), mode(p)))
    r = t.run("fmt", p)
    t.check(mode(p) == 0o640, "mode changed to %o" % mode(p))
    os.makedirs(t.p("d"))
    os.symlink("..", t.p("d/up"))
    os.symlink("/", t.p("d/root"))
    t.w("d/x.tally", "SUM  steps")
    out = t.w("outside/y.tally", "SUM  steps")
    os.symlink(t.p("outside"), t.p("d/out"))
    for c in (["fmt"], ["check"], ["check", "--fix"], ["test"]):
        t.run(*c, t.p("d"))
    t.check(open(out).read() == "SUM  steps", "fmt followed a link out of the folder: %r" % open(out).read())
    os.mkfifo(t.p("f.tally"))
    for c in (["fmt"], ["check"], ["check", "--fix"], ["test"], ["run"]):
        for x in (t.p("f.tally"), "/dev/zero", "/dev/null", "/", t.p("none.tally"), "/dev/full"):
            if x == "/" and c[0] != "run":
                continue
            t.run(*c, x)
    b = t.w("b.tally", b"sum steps \xff\n")
    r = t.run("fmt", b)
    t.check(open(b, "rb").read() == b"sum steps \xff\n", "bytes lost")
    os.link(p, t.p("hard.tally"))
    open(p, "w").write("SUM   steps\n")
    t.run("fmt", p)
    t.note("hard link same file after fmt: %s" % os.path.samefile(p, t.p("hard.tally")))


@attack("scripts: recursion, devices, outside files, test isolation", timeout=20)
def scripts_files(t):
    t.seed()
    t.w("a.tally", 'run "b.tally"\n')
    t.w("b.tally", 'run "./../%s/a.tally"\n' % os.path.basename(t.dir))
    os.symlink(t.p("a.tally"), t.p("c.tally"))
    t.w("d.tally", 'run "c.tally"\nrun "d2.tally"\n')
    os.symlink(t.p("d.tally"), t.p("d2.tally"))
    for x in ("a.tally", "d.tally"):
        for c in ("run", "check"):
            r = t.run(c, *(["--store", t.store] if c == "run" else []), t.p(x))
            t.check(r.code in (2, 3), "%s %s exit %d" % (c, x, r.code))
    for i in range(3000):
        t.w("n%d.tally" % i, 'run "n%d.tally"\n' % (i + 1))
    t.w("n3000.tally", "sum steps\n")
    r = t.run("run", "--store", t.store, t.p("n0.tally"), timeout=60)
    t.note("3,000 deep run: exit %d %.1f s" % (r.code, r.secs))
    for i in range(18):
        t.w("w%d.tally" % i, ('run "w%d.tally"\n' % (i + 1)) * 2)
    t.w("w18.tally", "let a = 1\n")
    r = t.run("run", "--store", t.store, t.p("w0.tally"), timeout=60)
    t.note("2^18 runs: exit %d %.1f s %.0f MB" % (r.code, r.secs, r.rss))
    r = t.run("check", t.p("w0.tally"), timeout=60)
    t.note("check: %.1f s" % r.secs)
    secret = t.w("secret.txt", "TOPSECRET line\nsecond\n")
    for s in (
        'run "/etc/passwd"',
        'run "secret.txt"',
        'import "secret.txt"',
        'run "/dev/zero"',
        'run "/dev/stdin"',
        'import "/etc/shadow"',
        'run "."',
        'import "."',
    ):
        r = t.run("run", "--store", t.store, t.w("sc.tally", s + "\n"))
        t.note("%s: exit %d %s" % (s, r.code, r.text[:60]))
    v = t.w("keep.csv", "old")
    for s in (
        'case "x"\nsum steps as csv to "keep.csv"\nexpect rows 1\n',
        'case "x"\nset overwrite = yes\nexport steps to "keep.csv"\nexpect rows 1\n',
        'case "x"\nopen "s.tally"\ndelete samples of steps confirmed\nexpect rows 1\n',
        'case "x"\nopen "s.tally"\nsum steps\nexpect rows 1\n',
        'case "x"\nset store zone = Europe/Berlin\nsave foo\nexpect rows 1\n',
        'case "x"\nlet foo = sum steps\nsave foo\nimport "secret.txt"\nexpect rows 1\n',
        'case "x"\nwatch sum steps\nexpect rows 1\n',
    ):
        r = t.run("test", t.w("t.tally", s))
        t.note("test: exit %d %s" % (r.code, " ".join(r.text.split())[:80]))
    t.check(open(v).read() == "old", "a test overwrote a file")
    t.check(",600," in t.q("sum steps as csv").out, "a test changed the store")
    t.check(not [f for d, _, fs in os.walk(t.home) for f in fs if f.startswith("foo")], "a test saved a query")
    t.run("lsp", input="")

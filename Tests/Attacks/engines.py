"""Engines that answer garbage, slowly or endlessly."""

from harness import *
from names import EVIL, sql_strip


class Fake:
    """A fake ClickHouse on 127.0.0.1. `answer(path, body, n)` returns bytes (raw HTTP), or a function that gets the socket."""

    def __init__(self, answer):
        self.s = socket.socket()
        self.s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.s.bind(("127.0.0.1", 0))
        self.s.listen(50)
        self.port = self.s.getsockname()[1]
        self.reqs = []
        self.answer = answer
        self.stop = False
        threading.Thread(target=self.loop, daemon=True).start()

    def loop(self):
        while not self.stop:
            try:
                c, _ = self.s.accept()
            except OSError:
                return
            threading.Thread(target=self.one, args=(c,), daemon=True).start()

    def one(self, c):
        try:
            c.settimeout(60)
            d = b""
            while b"\r\n\r\n" not in d:
                x = c.recv(65536)
                if not x:
                    return
                d += x
            h, _, body = d.partition(b"\r\n\r\n")
            m = re.search(rb"content-length: (\d+)", h, re.I)
            if b"100-continue" in h.lower():
                c.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            if m:
                while len(body) < int(m.group(1)):
                    x = c.recv(65536)
                    if not x:
                        break
                    body += x
            elif b"chunked" in h.lower():
                while not body.endswith(b"0\r\n\r\n"):
                    x = c.recv(65536)
                    if not x:
                        break
                    body += x
            self.reqs.append((h, body))
            a = self.answer(h, body, len(self.reqs))
            if callable(a):
                a(c)
            elif a is not None:
                c.sendall(a)
        except OSError:
            pass
        finally:
            try:
                c.close()
            except OSError:
                pass

    def url(self, user="u", db="d", extra=""):
        return "clickhouse://%s@127.0.0.1:%d/%s%s" % (user, self.port, db, extra)

    def close(self):
        self.stop = True
        self.s.close()


def http(body, status="200 OK", extra=""):
    if isinstance(body, str):
        body = body.encode()
    return ("HTTP/1.1 %s\r\nContent-Length: %d\r\n%s\r\n" % (status, len(body), extra)).encode() + body


def endless(chunk):
    def f(c):
        c.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            c.sendall(chunk)

    return f


def endless_header(c):
    c.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        c.sendall(b"X-A: " + b"a" * 60000 + b"\r\n")


def slow(c):
    c.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    for _ in range(40):
        c.sendall(b"1")
        time.sleep(1)


@attack("engine answers garbage: error, no crash, no escapes", timeout=60, mem=700)
def engine_garbage(t):
    t.seed()
    for k, a in {
        "rows": http(
            '{"meta":[{"name":"a","type":"String"}],"data":[["\\u001b[31m\\u001b]0;pwn\\u0007"],[null],[{}],[1e999],[[[]]]],"rows":5}\n'
        ),
        "empty": http(""),
        "text": http("hello\x1b]0;pwn\x07\x1b[2J\n"),
        "nul": http(b"\0" * 1000),
        "json": http('{"a":' * 100000),
        "brackets": http("[" * 1000000),
        "numbers": http("9" * 100000 + "\n"),
        "tabs": http("\t" * 1000000 + "\n"),
        "one": http("1\n"),
        "seven": http("7\n" * 1000),
        "neg": http("-9223372036854775808\n"),
        "nan": http("nan\tinf\t-inf\n" * 100),
        "error": http("Code: 62. DB::Exception: \x1b[31m\x1b]0;pwn\x07 syntax\x9b31m", "500 Internal Server Error"),
        "e503": http("", "503 x"),
        "e401": http("denied", "401 x"),
        "nothttp": b"\xff\xfe\x00garbage\n\n",
        "close": b"",
        "badlen": b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nx",
        "neglen": b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
        "badchunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx",
        "gzip": b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nnotgzip",
        "redirect file": http("", "302 Found", "Location: file:///etc/passwd\r\n"),
        "redirect http": http("", "307 x", "Location: http://127.0.0.1:1/x\r\n"),
        "escape header": b"HTTP/1.1 200 \x1b[31mOK\r\nX-ClickHouse-Exception-Code: \x1b]0;pwn\x07\r\nContent-Length: 2\r\n\r\n1\n",
    }.items():
        f = Fake(lambda h, b, n: a)
        try:
            for c in (
                ["--store", f.url(), "-c", "sum steps by day last 3 days"],
                ["push", "--store", t.store, f.url()],
                ["--store", f.url(), "-c", "show persons"],
            ):
                r = t.run(*c)
                if k not in ("seven", "one", "neg", "empty"):
                    t.check(r.code in (2, 3), "%s: exit %d %s" % (k, r.code, r.text[-150:]))
                elif r.code == 0:
                    t.note("%s %s: exit 0 %s" % (k, c[0], r.text[-80:]))
                t.check("root:" not in r.text, "file read by redirect")
        finally:
            f.close()


@attack("engine answers endlessly: memory bounded", timeout=45, mem=1200)
def engine_endless(t):
    t.seed()
    for k, a in {
        "body": endless(b"1\t2\t3\n" * 10000),
        "one line": endless(b"x" * 65536),
        "header": endless_header,
        "nul": endless(b"\0" * 65536),
        "error": lambda c: endless(b"x" * 65536)(c),
    }.items():
        f = Fake(lambda h, b, n: a)
        try:
            r = t.run("--store", f.url(), "-c", "sum steps", timeout=30)
            t.note("%s: exit %d %.1f s %.0f MB" % (k, r.code, r.secs, r.rss))
        finally:
            f.close()
        n = (
            sum(
                os.path.getsize(os.path.join(d, x))
                for d, _, fs in os.walk("/tmp")
                for x in fs
                if os.path.isfile(os.path.join(d, x))
            )
            / MB
        )
        if n > 200:
            t.fail("%d MB of temporary files (%s)" % (n, k))
        for d in os.listdir("/tmp"):
            if d.startswith("tally-engine"):
                shutil.rmtree("/tmp/" + d)


@attack("slow or silent engine: Ctrl-C ends within 2 s", timeout=30)
def engine_slow(t):
    for k, a in {"slow": slow, "silent": lambda c: time.sleep(60)}.items():
        f = Fake(lambda h, b, n: a)
        p = subprocess.Popen(
            [TALLY, "--store", f.url(), "-c", "sum steps"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=t.env
        )
        time.sleep(2)
        t0 = time.time()
        p.send_signal(signal.SIGINT)
        try:
            p.wait(timeout=10)
            t.note("%s: %.1f s, exit %d" % (k, time.time() - t0, p.returncode))
            t.check(
                time.time() - t0 < 3.5 and p.returncode == 130,
                "%s: %.1f s exit %d" % (k, time.time() - t0, p.returncode),
            )
        except subprocess.TimeoutExpired:
            t.fail(k + ": Ctrl-C did not end it")
            p.kill()
        f.close()
    left = [x for x in os.listdir("/tmp") if x.startswith("tally-engine")]
    t.check(not left, "temporary folders left: %s" % left)


@attack("address and password: no options for curl, no leaks", timeout=40)
def engine_address(t):
    t.seed()
    f = Fake(lambda h, b, n: http("1\n"))
    pw = t.p("pw")
    pwned = t.p("pwned")
    for p in (
        'a"\noutput = "%s' % pwned,
        'a\\"\nurl = "file:///etc/passwd"\n',
        "x\r\nX-Injected: 1",
        "'; touch %s; '" % pwned,
        "\x1b[31m",
        "p\0q",
        "x" * 100000,
        "\n\n",
        "-K/etc/passwd",
        "@/etc/passwd",
    ):
        open(pw, "w").write(p)
        os.chmod(pw, 0o600)
        n = len(f.reqs)
        r = t.run("--store", f.url(), "--password-file", pw, "-c", "sum steps")
        hs = b"\n".join(h for h, b in f.reqs[n:])
        t.check(not os.path.exists(pwned), "password wrote a file: %r" % p)
        t.check(b"\r\nX-Injected" not in hs, "header injected by the password")
        t.check("root:" not in r.text, "file read")
        if len(p) < 1000 and p.strip() and len(p.strip()) > 5:
            t.check(p.strip() not in r.text, "password printed: %r" % p)
    for u in (
        'u"%0aoutput=' + pwned,
        "u%22%0aoutput%20=%20%22" + pwned,
        "u%0d%0aX-Injected:%201",
        "-o" + pwned,
        "u%00",
        "%1b[31m",
        "u:p%22%0a",
        "@",
    ):
        for db in (
            "d",
            "d%0d%0aX-Injected:1",
            "d?query=DROP",
            "d';DROP",
            "d/../../x",
            "%2e%2e",
            "-K",
            "d#frag",
            'd"',
            "\x1b[31m",
            "d` ; DROP TABLE canary",
            "{x}",
            "[1-100]",
        ):
            n = len(f.reqs)
            r = t.run("--store", f.url(u, db), "-c", "sum steps")
            hs = b"\n".join(h for h, b in f.reqs[n:])
            t.check(b"\r\nX-Injected" not in hs, "header injected by %s %s: %r" % (u, db, hs[:200]))
            t.check(not os.path.exists(pwned), "curl wrote a file by the user name " + u)
    f2 = []
    for a in (
        "clickhouse://h:1/d -o x",
        "clickhouse://127.0.0.1:1@evil/d",
        "clickhouse://127.0.0.1 --output x:8123/d",
        "clickhouse://169.254.169.254/d",
        "clickhouse://0x7f.1:1/d",
        "clickhouse://localhost.evil.invalid:1/d",
        "clickhouse://127.0.0.1.evil.invalid:1/d",
    ):
        r = t.run("--store", a, "-c", "sum steps", timeout=40)
        t.note("%s: exit %d %s" % (a, r.code, " ".join(r.text.split())[:90]))
    for m in (0o644, 0o660):
        open(pw, "w").write("secretpw")
        os.chmod(pw, m)
        r = t.run("--store", f.url(), "--password-file", pw, "-c", "sum steps")
        t.error(r, (2, 3, 64))
    os.chmod(pw, 0o600)
    os.symlink(pw, t.p("pwl"))
    os.mkfifo(t.p("pwf"))
    for x in ("/dev/zero", t.p("pwf"), "/nonexistent", t.dir, "/dev/stdin"):
        r = t.run("--store", f.url(), "--password-file", x, "-c", "sum steps", timeout=15)
    r = t.run(
        "--store",
        "clickhouse://u:hunter2secret@127.0.0.1:%d/d" % f.port,
        "-c",
        'sum steps x y; open "clickhouse://u:hunter2secret@127.0.0.1:1/d"',
    )
    t.check("hunter2secret" not in r.text, "password printed: " + r.text[:150])
    f.close()
    g = Fake(lambda h, b, n: http("Code: 516. hunter2secret is wrong for u", "500 x"))
    r = t.run("--store", "clickhouse://u:hunter2secret@127.0.0.1:%d/d" % g.port, "-c", "sum steps")
    t.check("hunter2secret" not in r.text, "password of the server message printed")
    g.close()


def body_split(b):
    """SQL part of a request body (before data rows)."""
    return b.decode("utf-8", "replace")


@attack("push: hostile ids, names, metadata never become SQL", timeout=60)
def push_sql(t):
    import urllib.parse

    ids = [s for s in EVIL if "\n" not in s and "\x1b" not in s and "\x9b" not in s]
    rows = "".join(
        json.dumps(
            {
                "type": "stepCount",
                "person": s,
                "source": s,
                "start": "2025-01-01T%02d:00:00Z" % (i % 24),
                "end": "2025-01-01T%02d:10:00Z" % (i % 24),
                "value": i + 1,
                "unit": "count",
                "metadata": {s: s},
            }
        )
        + "\n"
        for i, s in enumerate(ids)
    )
    t.imp(t.w("p.jsonl", rows))
    state = {}
    EV = [
        "\\'; DROP TABLE canary; --",
        "x'; DROP TABLE canary; --",
        "1); DROP TABLE canary; --",
        "`; DROP TABLE canary",
    ]
    for mode_ in ("empty", "evil"):

        def ans(h, b, n):
            q = b.decode("utf-8", "replace")
            data = []
            if "JSONCompact" not in q:
                return http("")
            if mode_ == "evil":
                if "FROM ledger" in q and "kind, person, type, toString" in q:
                    data = (
                        [["rows", e, e, "0", "1", "2", "3"] for e in EV]
                        + [[e, e, e, e, e, e, e] for e in EV]
                        + [["persons", "p", "", "0", e, "2", "3"] for e in EV]
                    )
                elif "DISTINCT" in q:
                    data = [[e] for e in EV] + [["5"]]
                elif "FROM tally" in q:
                    data = [[1]]
            return http(
                json.dumps(
                    {
                        "meta": [{"name": "c%d" % i, "type": "String"} for i in range(len(data[0]) if data else 1)],
                        "data": data,
                        "rows": len(data),
                    }
                )
                + "\n"
            )

        f = Fake(ans)
        r = t.run("push", "--store", t.store, f.url())
        t.note(
            "push (%s answers): exit %d, %d requests: %s" % (mode_, r.code, len(f.reqs), " ".join(r.text.split())[:150])
        )
        got = set()
        for h, b in f.reqs:
            line = urllib.parse.unquote_plus(re.search(rb" (\S+) HTTP", h).group(1).decode())
            q = re.search(r"[?&]query=(.*?)(&query_id|$)", line)
            s = b.decode("utf-8", "replace")
            if q and "INSERT" in q.group(1):
                cols = q.group(1).count(",") + 1
                for row in s.rstrip("\n").split("\n"):
                    c = row.split("\t")
                    if len(c) != cols:
                        t.fail("row with %d of %d columns: %r" % (len(c), cols, row[:150]))
                    if "INTO persons" in q.group(1):
                        got.add(c[2].replace("\\\\", "\0").replace("\\'", "'").replace("\0", "\\"))
                s = q.group(1)
            rest = sql_strip(s, "clickhouse")
            if "canary" in rest or "UNION SELECT 1" in rest:
                t.fail("hostile text outside a literal in a request (%s): %s" % (mode_, s[:250]))
            if C0.search(h.decode("latin1").replace("\r\n", "")):
                t.fail("control characters in request headers")
        f.close()
        if mode_ == "empty":
            t.check(
                r.code == 0
                and got == set(i.strip() for i in ids if i.strip() and i not in ("\u2028; DROP TABLE canary",))
                or len(got) >= 25,
                "people pushed: %d of %d, missing %s" % (len(got), len(ids), [i for i in ids if i not in got][:4]),
            )
    r = t.run("push", "--store", t.store, "spark:local[1]/" + t.p("sp"), env={"PATH": "/usr/bin:/bin"})
    t.note("spark without spark-sql: exit %d %s" % (r.code, " ".join(r.text.split())[:100]))


@attack("evil curl / spark-sql in PATH answers", timeout=40, mem=700)
def engine_tools(t):
    t.seed()
    b = t.p("bin")
    os.makedirs(b)
    for name, sh in (
        ("garbage", "head -c 1000000 /dev/urandom"),
        ("flood", "yes"),
        ("silent", "exit 0"),
        ("fail", 'printf "\\033]0;pwn\\007" >&2; exit 77'),
        ("errflood", "yes >&2"),
        ("kill", "kill -9 $$"),
    ):
        for tool in ("curl", "spark-sql"):
            p = os.path.join(b, tool)
            open(p, "w").write("#!/bin/sh\n" + sh + "\n")
            os.chmod(p, 0o755)
        for a in ("clickhouse://u@127.0.0.1:9/d", "spark:local[1]/" + t.p("sp")):
            r = t.run("--store", a, "-c", "sum steps", env={"PATH": b + ":/usr/bin:/bin"}, timeout=25)
            t.check(r.code in (2, 3), "%s %s: exit %d" % (name, a[:10], r.code))
            t.note("%s %s: %.1f s %.0f MB" % (name, a[:5], r.secs, r.rss)) if r.secs > 5 else None
            r = t.run("push", "--store", t.store, a, env={"PATH": b + ":/usr/bin:/bin"}, timeout=25)
            t.check(r.code in (2, 3), "push %s %s: exit %d" % (name, a[:10], r.code))
        subprocess.run(["rm", "-rf"] + ["/tmp/" + x for x in os.listdir("/tmp") if x.startswith("tally")])

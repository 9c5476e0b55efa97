"""What all attacks share: a folder, runs of the program with limits of time and memory, and verdicts."""

import os, sys, re, time, json, shutil, signal, struct, subprocess, tempfile, zlib, zipfile, sqlite3, threading, socket, resource, stat, io, random
import http.server, html.parser, fnmatch, pty, select, csv as csvmod
import xml.etree.ElementTree as ET

TALLY = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "tally"
BASE = os.environ.get("ATTACK_DIR", os.path.abspath(".build-attacks"))
MB = 1024 * 1024
ATTACKS = []
OKCODES = (0, 1, 2, 3, 64, 130)


def attack(expectation, timeout=100, mem=1200, slow=None):
    def deco(f):
        ATTACKS.append((f.__name__, expectation, f, timeout, mem, slow if slow else timeout))
        return f

    return deco


C0 = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


class R:  # the result of one run
    pass


class T:
    def __init__(self, name, timeout, mem, slow):
        self.name = name
        self.timeout = timeout
        self.mem = mem
        self.slow = slow
        self.fails = []
        self.notes = []
        self.secs = 0.0
        self.rss = 0
        self.codes = []
        self.dir = os.path.join(BASE, name)
        shutil.rmtree(self.dir, ignore_errors=True)
        os.makedirs(self.dir)
        self.home = os.path.join(self.dir, "home")
        os.makedirs(self.home)
        self.env = {
            "HOME": self.home,
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "SWIFT_BACKTRACE": "enable=no",
            "TZ": "UTC",
        }
        self.store = self.p("s.tally")

    def p(self, *a):
        return os.path.join(self.dir, *a)

    def w(self, name, data):
        path = self.p(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data)
        return path

    def fail(self, m):
        m = m if len(m) < 400 else m[:400] + "…"
        if m not in self.fails:
            self.fails.append(m)

    def note(self, m):
        self.notes.append(m[:300])

    def check(self, cond, m):
        if not cond:
            self.fail(m)
        return cond

    def run(
        self,
        *args,
        input=None,
        stdin=None,
        env=None,
        timeout=None,
        cwd=None,
        pre=None,
        raw=False,
        anycode=False,
        stdout=None,
        stderr=None,
        cap=64 * MB,
        vm=8000 * MB,
        store=True,
        limit_mem=True
    ):
        """Runs tally; stdout and stderr go to files of at most `cap` bytes in memory."""
        args = [TALLY] + [a if isinstance(a, (str, bytes)) else str(a) for a in args]
        e = dict(self.env)
        e.update(env or {})
        e = {k: v for k, v in e.items() if v is not None}
        so = open(self.p(".out"), "wb") if stdout is None else stdout
        se = open(self.p(".err"), "wb") if stderr is None else stderr
        if input is not None:
            if isinstance(input, str):
                input = input.encode("utf-8", "surrogateescape")
            with open(self.p(".in"), "wb") as f:
                f.write(input)
            si = open(self.p(".in"), "rb")
        else:
            si = open(os.devnull, "rb") if stdin is None else stdin

        def before():
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (vm, vm))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if pre:
                pre()

        t0 = time.time()
        try:
            proc = subprocess.Popen(args, stdin=si, stdout=so, stderr=se, env=e, cwd=cwd or self.dir, preexec_fn=before)
        finally:
            for x, given in ((si, stdin), (so, stdout), (se, stderr)):
                if given is None and x:
                    x.close()
        limit = timeout or self.timeout
        hung = False
        pid = proc.pid
        while True:
            got, status, ru = os.wait4(pid, os.WNOHANG)
            if got:
                break
            if time.time() - t0 > limit:
                hung = True
                os.killpg(pid, signal.SIGKILL)
                got, status, ru = os.wait4(pid, 0)
                break
            time.sleep(0.002 if time.time() - t0 < 1 else 0.05)
        proc.returncode = 0
        r = R()
        r.secs = time.time() - t0
        r.rss = ru.ru_maxrss / 1024.0
        r.hung = hung
        r.code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        r.out = open(self.p(".out"), "rb").read(cap).decode("utf-8", "replace") if stdout is None else ""
        r.err = open(self.p(".err"), "rb").read(cap).decode("utf-8", "replace") if stderr is None else ""
        r.text = r.out + r.err
        self.secs = max(self.secs, r.secs)
        self.rss = max(self.rss, r.rss)
        self.codes.append(r.code)
        label = " ".join(str(a)[:60] for a in args[1:])[:160]
        if hung:
            self.fail("HANG > %ds: %s" % (limit, label))
        elif anycode and r.code == -13:
            pass  # SIGPIPE is how filters end
        elif r.code < 0 or r.code in (132, 133, 134, 139):
            self.fail(
                "CRASH %d: %s :: %s"
                % (
                    r.code,
                    label,
                    (re.search(r".*Fatal error.*", r.err) or re.search(r"(?s).*", r.err[-150:])).group()[:220].strip(),
                )
            )
        elif not anycode and r.code not in OKCODES:
            self.fail("odd exit code %d: %s :: %s" % (r.code, label, r.err[-200:]))
        if limit_mem and r.rss > self.mem:
            self.fail("MEMORY %.0f MB: %s" % (r.rss, label))
        if not hung and r.secs > self.slow:
            self.fail("SLOW %.1f s: %s" % (r.secs, label))
        if not raw:
            for n, s in (("stdout", r.out), ("stderr", r.err)):
                m = C0.search(s)
                if m:
                    self.fail(
                        "control character %r on %s: %s :: …%r"
                        % (m.group(), n, label, s[max(0, m.start() - 40) : m.end() + 20])
                    )
        return r

    def q(self, query, *opts, **k):
        return self.run(
            "--store", self.store, "--zone", "UTC", "--now", "2025-06-01T12:00:00Z", *opts, "-c", query, **k
        )

    def imp(self, *paths, **k):
        return (
            self.run("--store", self.store, "import", "--zone", "UTC", *paths, **k)
            if False
            else self.run("import", "--store", self.store, "--zone", "UTC", *paths, **k)
        )

    def error(self, r, codes=(2, 3), word=None):
        self.check(r.code in codes, "exit code %d in place of %s :: %s" % (r.code, codes, r.text[-200:]))
        self.check(r.err.strip() or r.out.strip(), "no message")
        if word:
            self.check(word in r.text, "message lacks %r: %s" % (word, r.text[:200]))

    def seed(self, source="Watch", extra=""):
        src = source.replace('"', "")
        r = self.q('load steps from "%s" at 2025-01-01 08:00 every 1h: 100 200 300%s' % (src, extra))
        return r

    def export(self, records, name="export.xml", head='<?xml version="1.0" encoding="UTF-8"?>\n'):
        return self.w(
            name,
            head
            + '<HealthData locale="en_US">\n<ExportDate value="2025-05-01 00:00:00 +0000"/>\n'
            + records
            + "\n</HealthData>\n",
        )

    def snapshot(self, folder):
        res = {}
        for d, ds, fs in os.walk(folder):
            for f in fs + ds:
                path = os.path.join(d, f)
                st = os.lstat(path)
                res[path] = (
                    st.st_mode,
                    st.st_size if stat.S_ISREG(st.st_mode) else 0,
                    open(path, "rb").read() if stat.S_ISREG(st.st_mode) and st.st_size < MB else None,
                )
        return res


def esc(s):
    return s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def rec(
    type="HKQuantityTypeIdentifierStepCount",
    source="Watch",
    unit="count",
    start="2025-01-01 08:00:00 +0000",
    end="2025-01-01 09:00:00 +0000",
    value="100",
    extra="",
    inner=None,
):
    a = '<Record type="%s" sourceName="%s" unit="%s" creationDate="%s" startDate="%s" endDate="%s" value="%s"%s' % (
        type,
        source,
        unit,
        end,
        start,
        end,
        value,
        extra,
    )
    return a + (">%s</Record>" % inner if inner else "/>") + "\n"

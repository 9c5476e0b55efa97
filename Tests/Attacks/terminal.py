"""The shell on a terminal that sends anything."""

from harness import *
from files import mode


def shell(t, keys, env=None, seconds=12, wait=0.15, size=(40, 120)):
    """Types keys into the shell on a pty. Returns what the terminal got."""
    import fcntl, termios

    pid, fd = pty.fork()
    if pid == 0:
        e = dict(t.env)
        e.update({"TERM": "xterm-256color"})
        e.update(env or {})
        os.chdir(t.dir)
        os.execve(TALLY, [TALLY, "--store", t.store, "--zone", "UTC"], e)
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[0], size[1], 0, 0))
    out = b""
    end = time.time() + seconds
    todo = list(keys)
    last = time.time() + 0.6
    status = None
    while time.time() < end:
        r, _, _ = select.select([fd], [], [], 0.05)
        if r:
            try:
                d = os.read(fd, 65536)
            except OSError:
                break
            if not d:
                break
            out += d
        if todo and time.time() - last > wait:
            os.write(fd, todo.pop(0))
            last = time.time()
        elif not todo and time.time() - last > 2.5:
            break
    t0 = time.time()
    while True:
        p, status = os.waitpid(pid, os.WNOHANG)
        if p:
            break
        if time.time() - t0 > 0.5:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            status = None
            break
        time.sleep(0.05)
    os.close(fd)
    if status is not None and os.WIFSIGNALED(status) and os.WTERMSIG(status) not in (9, 1):
        t.fail("shell CRASH by signal %d" % os.WTERMSIG(status))
    return out, status


EVILSEQ = [b"\x1b]0;pwn", b"\x1b[2J\x07", b"\x9b31m", b"pwn\x07", "\u202e".encode(), b"\xc2\x9b"]


@attack("shell: completion and history of hostile names", timeout=40)
def shell_names(t):
    rows = "".join(
        json.dumps(
            {
                "type": "stepCount",
                "source": s,
                "start": "2025-01-01T08:00:00Z",
                "end": "2025-01-01T09:00:00Z",
                "value": 5,
                "unit": "count",
            }
        )
        + "\n"
        for s in ("\x1b]0;pwn\x07A", "B\u202egnp", "C\x9b31m", "D\nquit\n", "E';", 'F"G')
    )
    t.imp(t.w("e.jsonl", rows))
    os.makedirs(t.p("home/.local/state/tally"))
    open(t.p("home/.local/state/tally/history"), "wb").write(
        b'sum steps where source is "\x1b]0;pwn\x07"\nsum \x9b31m steps\nadd 99 count steps\n'
        + b"x" * 100000
        + b"\n\xff\xfe\0\n"
    )
    out, st = shell(
        t,
        [
            b"sum steps where source is \t\t",
            b"\t",
            b"\n",
            b"show sources\n",
            b"history\n",
            b"\x1b[A",
            b"\x1b[A",
            b"\x1b[A\x15",
            b'sum steps prefer "\t\t',
            b"\x03",
            b'import "\t\t',
            b"\x03",
            b"quit\n",
        ],
    )
    for s in EVILSEQ:
        if s in out:
            i = out.index(s)
            t.fail("terminal got %r: …%r" % (s, out[max(0, i - 40) : i + 20]))


@attack("shell: file names with escapes are completed safely", timeout=40)
def shell_file_names(t):
    for n in ("a\x1b]0;pwn\x07.csv", "ab\u202egnp.csv", "a\nquit.csv", 'a";quit.csv'):
        t.w("f/" + n, "x")
    out, st = shell(t, [b'import "f/\t\t', b"\t", b"a\t\t", b"\x03", b"quit\n"])
    for s in EVILSEQ:
        if s in out:
            i = out.index(s)
            t.fail("terminal got %r: …%r" % (s, out[max(0, i - 40) : i + 20]))


@attack("shell: bracketed paste, binary keys, huge paste", timeout=40)
def shell_paste(t):
    rnd = random.Random(3)
    out, st = shell(
        t,
        [
            b"\x1b[200~sum steps\nadd 1 count steps\n\x1b[201~",
            b"\x03",
            bytes(rnd.randrange(1, 256) for _ in range(3000))
            .replace(b"\x1a", b"")
            .replace(b"\x04", b"")
            .replace(b"\x1c", b""),
            b"\x03",
            b"\x1b[200~" + b"(" * 20000 + b"\x1b[201~",
            b"\x03",
            b"a" * 20000,
            b"\x03",
            b"\xff\xfe\xc0\x80",
            b"\x03",
            b"\x1b" * 50,
            b"\x03",
            b"quit\n",
        ],
        seconds=35,
        wait=0.8,
    )


@attack("shell: history as link, FIFO, directory, unwritable", timeout=40)
def shell_history(t):
    v = t.w("victim.txt", "precious")
    for kind in ("link", "fifo", "dir", "full", "zero", "nodir", "dangling"):
        p = t.p("h-" + kind)
        if kind == "link":
            os.symlink(v, p)
        elif kind == "fifo":
            os.mkfifo(p)
        elif kind == "dir":
            os.makedirs(p)
        elif kind == "full":
            p = "/dev/full"
        elif kind == "zero":
            p = "/dev/zero"
        elif kind == "nodir":
            p = t.p("no/such/h")
        elif kind == "dangling":
            os.symlink(t.p("made-by-link"), p)
        out, st = shell(t, [b"let a = 5\n", b"quit\n"], env={"TALLY_HISTORY": p}, seconds=6)
        t.check(st is not None, "HANG with history as " + kind)
        t.check(open(v).read() == "precious", "history wrote into a linked file: %r" % open(v).read()[:60])
        if kind == "link":
            t.note("link kept: %s" % os.path.islink(p))
            t.w("victim.txt", "precious")
    t.note("dangling target made: %s" % os.path.exists(t.p("made-by-link")))
    t.check(
        stat.S_ISCHR(os.stat("/dev/full").st_mode) and stat.S_ISCHR(os.stat("/dev/zero").st_mode),
        "device node replaced by the history",
    )
    out, st = shell(
        t,
        [b'open "clickhouse://u:s3cretpw@127.0.0.1:1/d"\n', b"forgett person P7\n", b"quit\n"],
        env={"TALLY_HISTORY": t.p("hist")},
        seconds=25,
    )
    h = open(t.p("hist")).read() if os.path.exists(t.p("hist")) else ""
    t.check("s3cretpw" not in h and "P7" not in h, "history keeps secrets: " + h)
    t.check(not os.path.exists(t.p("hist")) or mode(t.p("hist")) == 0o600, "history mode")


@attack("shell in terminals of 0, 1, 2, 60000 columns", timeout=60)
def shell_sizes(t):
    t.seed()
    for size in ((0, 0), (1, 1), (2, 2), (1, 200), (65535, 65535), (24, 3)):
        out, st = shell(
            t,
            [
                b"sum steps by hour on 2025-01-01\n",
                b"q",
                b"sum steps by hour on 2025-01-01 as chart\n",
                b"q",
                b"sum st\t\t\n",
                b"\x03",
                b"quit\n",
            ],
            size=size,
            seconds=9,
        )
        t.check(len(out) < 20 * MB, "%d bytes at %s" % (len(out), size))


@attack("shell: SIGTERM, SIGINT, SIGHUP end an import quickly", timeout=60)
def signals_import(t):
    n = 3000
    body = "".join(rec(source="S%d" % i, value=str(i)) for i in range(n))
    t.export(body)
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        st = t.p("i%d.tally" % sig)
        p = subprocess.Popen(
            [TALLY, "import", "--store", st, "--zone", "UTC", t.p("export.xml")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=t.env,
        )
        time.sleep(3)
        t0 = time.time()
        p.send_signal(sig)
        try:
            p.wait(timeout=15)
            t.note("%s: ended after %.1f s with %d" % (signal.Signals(sig).name, time.time() - t0, p.returncode))
        except subprocess.TimeoutExpired:
            t.fail("%s: import of %d sources still runs 15 s later" % (signal.Signals(sig).name, n))
            p.kill()
            p.wait()


@attack("import: 8,000 sources, types or members in sane time", timeout=90)
def import_scaling(t):
    for k, n1, n2 in (("sources", 500, 2000), ("types", 500, 2000), ("members", 1000, 4000)):
        secs = []
        for n in (n1, n2):
            if k == "members":
                b = (
                    '<Correlation type="HKCorrelationTypeIdentifierFood" sourceName="x" startDate="2025-01-01 08:00:00 +0000" endDate="2025-01-01 08:00:00 +0000">'
                    + "".join(
                        rec(type="HKQuantityTypeIdentifierDietaryProtein", unit="g", value=str(i)) for i in range(n)
                    )
                    + "</Correlation>"
                )
            else:
                b = "".join(
                    rec(
                        source="S%d" % i if k == "sources" else "S",
                        type="T%d" % i if k == "types" else "HKQuantityTypeIdentifierStepCount",
                        value=str(i),
                    )
                    for i in range(n)
                )
            t.store = t.p("%s%d.tally" % (k, n))
            r = t.imp(t.export(b))
            secs.append(r.secs)
        ratio = (secs[1] - 0.3) / max(0.05, secs[0] - 0.3)
        t.note("%s: %d in %.1f s, %d in %.1f s" % (k, n1, secs[0], n2, secs[1]))
        t.check(
            ratio < 7 or secs[1] < 2,
            "%s: 4 times the rows take %.0f times as long (%.1f → %.1f s)" % (k, ratio, secs[0], secs[1]),
        )

"""Messages to the servers of assistants, editors and notebooks."""

from harness import *


def mcp(t, calls, *opts, init=True, timeout=40, raw=False, **k):
    msgs = []
    if init:
        msgs += [
            {
                "jsonrpc": "2.0",
                "id": "i",
                "method": "initialize",
                "params": {
                    "protocolVersion": "2025-06-18",
                    "capabilities": {},
                    "clientInfo": {"name": "x", "version": "1"},
                },
            },
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
        ]
    for i, c in enumerate(calls):
        msgs.append(
            {"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": {"name": c[0], "arguments": c[1]}}
            if isinstance(c, tuple)
            else c
        )
    data = b"".join((m if isinstance(m, bytes) else json.dumps(m).encode()) + b"\n" for m in msgs)
    r = t.run("mcp", "--store", t.store, "--zone", "UTC", *opts, input=data, timeout=timeout, raw=True, **k)
    r.answers = {}
    for l in r.out.split("\n"):
        if not l.strip():
            continue
        try:
            m = json.loads(l)
        except Exception:
            t.fail("mcp printed a line that is not JSON: " + l[:100])
            continue
        if "id" in m and m["id"] is not None and not isinstance(m["id"], (dict, list)):
            r.answers[m["id"]] = m
    return r


@attack("mcp: garbage, depth, huge lines: errors, keeps serving", timeout=60, mem=900)
def mcp_garbage(t):
    t.seed()
    ok = {
        "jsonrpc": "2.0",
        "id": "last",
        "method": "tools/call",
        "params": {"name": "query", "arguments": {"query": "sum steps on 2025-01-01"}},
    }
    for g in (
        b"\xff\xfe\0",
        b"{",
        b"[" * 1000000,
        b'{"a":' * 1000000,
        b"x" * (6 * MB),
        b'"' + b"\\u0000" * 100000 + b'"',
        b"[]",
        b"null",
        b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":-0.5,"method":"tools/call","params":{"name":"query","arguments":[]}}',
        b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"query","arguments":{"query":5}}}',
        b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"query","arguments":{"query":"sum steps","limit":1e300}}}',
        b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"query","arguments":{"query":"sum steps","limit":-1}}}',
        b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"why","arguments":{"query":"sum steps","row":-9223372036854775808}}}',
        b'{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
        b'{"jsonrpc":"2.0","id":5,"method":"\\u001b[31m"}',
        b'{"id":1,"id":2,"method":"ping","jsonrpc":"2.0"}',
        b"\r\n\r\n\n\n",
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"last"}}',
        b"[" + b",".join([b'{"jsonrpc":"2.0","id":7,"method":"ping"}'] * 20000) + b"]",
        b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"query","arguments":{"query":"'
        + b"(" * 3000000
        + b'"}}}',
        b'{"jsonrpc":"2.0","id":5,"method":"completion/complete","params":{"ref":{"type":"x"},"argument":{"name":"x","value":"../../"}}}',
    ):
        r = mcp(t, [g, ok])
        t.check("last" in r.answers, "no answer after %r (exit %d, %s)" % (g[:60], r.code, r.err[-100:]))
        if "last" in r.answers and b"cancelled" not in g:
            t.check(
                "600" in json.dumps(r.answers["last"]),
                "wrong answer after %r: %s" % (g[:50], json.dumps(r.answers["last"])[:150]),
            )
        t.check("root:" not in r.out, "file read")


WRITES = [
    "add 5 count steps",
    "delete samples of steps confirmed",
    "undo confirmed",
    'import "%(d)s/e.csv"',
    'export steps to "%(d)s/out1.csv"',
    'export everything to "%(d)s/out2.jsonl"',
    'sum steps as csv to "%(d)s/out3.csv"',
    'sum steps by hour on 2025-01-01 as svg to "%(d)s/out4.svg"',
    "save foo",
    "let foo = sum steps; save foo",
    'run "%(d)s/secret.tally"',
    'open "%(d)s/other.tally"',
    'open ":memory:"',
    "watch sum steps",
    "watch w = sum steps",
    "act as owner",
    "act as owner; sum heartRate",
    'allow "app" to read all',
    'deny "x" to read steps',
    "set store zone = Europe/Berlin",
    "set goal of steps = 5",
    'set priority of steps = "x"',
    "set device state = locked",
    'set app = "x"',
    "set undo steps = 1",
    "set kept deletions = 1",
    "define metric m1",
    "forget metric m1",
    'forget person "" confirmed',
    'rename person "" to P9',
    "learn anchors",
    "load steps at 2025-01-01: 5",
    "add summary on 2025-01-01 move 5 kcal",
    "explain add 5 count steps",
    'explain run "%(d)s/secret.tally"',
    "let x = 5; add 5 count steps",
    "assert sum steps = 1; add 5 count steps",
    'case "x"; add 5 count steps',
    'def f() = sum steps as csv to "%(d)s/out5.csv"\nf()',
    'let y = sum steps\ny as csv to "%(d)s/out6.csv"',
    'changes of steps to "%(d)s/out7.csv"',
    'show sources as csv to "%(d)s/out8.csv"',
    "history",
    "show saved",
    "set history = on",
    'set overwrite = yes; sum steps as csv to "%(d)s/e.csv"',
    'sum steps; why 1 as csv to "%(d)s/out9.csv"',
    "add\t5 count steps",
    "#\nadd 5 count steps",
    "sum steps;;add 5 count steps",
    "ADD 5 COUNT steps",
    "tally 2; add 5 count steps",
    'title "x"; add 5 count steps',
    "set quarter hours = always; sum steps",
    'watch sum steps to "%(d)s/out10.csv"',
]


def protected(t):
    t.imp(
        t.export(
            rec()
            + rec(
                type="HKQuantityTypeIdentifierHeartRate", unit="count/min", value="77", end="2025-01-01 08:00:00 +0000"
            )
        )
    )
    t.w("e.csv", "type,source,start,end,value,unit\nstepCount,W,2025-01-05T08:00:00Z,2025-01-05T09:00:00Z,999,count\n")
    t.w("secret.tally", "sum steps # TOPSECRETFILE\n")
    t.q('define metric mm; allow "app" to read steps')
    s = t.store
    t.store = t.p("other.tally")
    t.seed()
    t.store = s
    for x in ("-wal", "-shm"):
        pass
    return t.q(
        "changes of heartRate as csv; samples of steps as csv; show settings; show persons; show priority of steps; show access",
        raw=True,
    ).out


@attack("mcp without --allow-write: nothing changes", timeout=90)
def mcp_writes(t):
    before = protected(t)
    files = lambda: sorted(f for f in os.listdir(t.dir) if not f.startswith((".", "s.tally", "other.tally"))) + sorted(
        f for d, _, fs in os.walk(t.home) for f in fs
    )
    f0 = files()
    e0 = open(t.p("e.csv")).read()
    for opts in ([], ["--act-as", "app"], ["--read-only"]):
        more = [
            'let f = sum steps as csv to "%(d)s/o11.csv"\nf',
            'def f() = sum steps as csv to "%(d)s/o12.csv"; def g() = f(); g()',
            'explain plan f; let f = sum steps as csv to "%(d)s/o13.csv"; f | top 1',
            'sum steps | join (sum steps as csv to "%(d)s/o14.csv")',
        ]
        calls = [
            (
                tool,
                dict(
                    [("text" if tool == "check" else "query", w % {"d": t.dir})]
                    + ([("row", 1)] if tool == "why" else [])
                ),
            )
            for w in WRITES + more
            for tool in ("query", "check", "explain", "chart", "why")
        ]
        r = mcp(t, calls, *opts, timeout=90)
        for i, c in enumerate(calls):
            a = json.dumps(r.answers.get(i, {}))
            if i not in r.answers:
                t.fail("no answer to %s" % (c,))
            if (
                c[0] == "query"
                and "result" in r.answers.get(i, {})
                and not r.answers[i]["result"].get("isError")
                and not re.search(r"^(let|history|show|explain|set quarter|assert|case)", c[1]["query"])
            ):
                t.note("%s allowed `%s`: %s" % (opts, c[1]["query"][:50].replace(t.dir, ""), a[:120]))
            if "TOPSECRETFILE" in a:
                t.fail("file shown by " + str(c[1]))
            if "-32602" in a:
                t.fail("bad call of the script: " + a[:100])
        if opts == ["--act-as", "app"]:
            t.check(
                "77" not in [x for x in re.findall(r'"(?:average|value|sum)\\*":\s*(\d+)', r.out)],
                "app saw heart rates",
            )
    t.check(files() == f0, "files made: %s" % (set(files()) - set(f0)))
    t.check(open(t.p("e.csv")).read() == e0, "file overwritten")
    after = t.q(
        "changes of heartRate as csv; samples of steps as csv; show settings; show persons; show priority of steps; show access",
        raw=True,
    ).out
    t.check(after == before, "store changed:\n%s" % "\n".join(l for l in after.split("\n") if l not in before)[:300])


@attack("mcp --allow-write --folder: no escape by links or ..", timeout=60)
def mcp_folder(t):
    protected(t)
    os.makedirs(t.p("box/sub"))
    out = t.w("outside/victim.csv", "precious")
    t.w("outside/in.csv", open(t.p("e.csv")).read())
    os.symlink(t.p("outside"), t.p("box/link"))
    os.symlink(out, t.p("box/vlink.csv"))
    os.symlink("../outside/new.csv", t.p("box/dang.csv"))
    os.symlink(t.p("outside/in.csv"), t.p("box/inlink.csv"))
    os.symlink("..", t.p("box/up"))
    os.makedirs(t.p("boxevil"))
    os.link(t.p("outside/in.csv"), t.p("box/hard.csv"))
    paths = [
        "link/a.csv",
        "vlink.csv",
        "dang.csv",
        "../outside/b.csv",
        "sub/../../outside/c.csv",
        t.p("outside/d.csv"),
        "up/outside/e.csv",
        t.p("boxevil/f.csv"),
        "../boxevil/g.csv",
        "sub/../link/h.csv",
        "~/i.csv",
        "nosuch/../../outside/j.csv",
        "./../outside/k.csv",
        "link/../outside/l.csv",
        "/proc/self/cwd/m.csv",
        "/dev/stdout",
        "box/../../outside/n.csv",
        "..\\outside\\o.csv",
        "file://" + t.p("outside/p.csv"),
        "../s.tally",
        "a\0/../../outside/q.csv",
    ]
    calls = []
    for p in paths:
        for q in (
            'set overwrite = yes; sum steps as csv to "%s"',
            'sum steps as csv to "%s"',
            'export steps to "%s"',
            'export everything to "%s"',
        ):
            calls.append(("query", {"query": q % p}))
    for p in (
        "inlink.csv",
        "../outside/in.csv",
        "link/in.csv",
        t.p("outside/in.csv"),
        "/etc/passwd",
        "up/outside/in.csv",
    ):
        calls += [("query", {"query": 'import "%s"' % p}), ("query", {"query": 'run "%s"' % p})]
    s0 = t.snapshot(t.p("outside"))
    b0 = t.snapshot(t.p("boxevil"))
    for cwd in (t.p("box"), t.dir):
        r = mcp(t, calls, "--allow-write", "--folder", t.p("box"), cwd=cwd)
        for i, c in enumerate(calls):
            a = json.dumps(r.answers.get(i, {}))
            if (
                "import" in c[1]["query"]
                and "result" in r.answers.get(i, {})
                and not r.answers[i]["result"].get("isError")
            ):
                t.fail("import outside of the folder: %s %s" % (c[1]["query"], a[:100]))
    s1 = t.snapshot(t.p("outside"))
    t.check(s0 == s1, "outside changed: %s" % [os.path.relpath(k, t.dir) for k in s1 if s0.get(k) != s1[k]])
    t.check(b0 == t.snapshot(t.p("boxevil")), "boxevil changed")
    t.check(not os.path.exists(t.p("m.csv")) and not os.path.exists(t.p("home/i.csv")), "file outside")
    t.check(",100," in t.q("sum steps as csv").out, "store lost")
    r = mcp(
        t,
        [
            ("query", {"query": 'export steps to "ok.csv"'}),
            ("query", {"query": "let foo = sum steps; save foo"}),
            ("query", {"query": "add 5 count steps"}),
            ("query", {"query": 'set overwrite = yes; sum steps as csv to "%s"' % t.p("box/lib")}),
        ],
        "--allow-write",
        "--folder",
        t.p("box"),
        cwd=t.p("box"),
    )
    t.note(
        "allowed: %s; saved to %s"
        % (
            [("isError" not in json.dumps(a)) or a.get("result", {}).get("isError") for a in r.answers.values()],
            [
                os.path.relpath(os.path.join(d, f), t.dir)
                for d, _, fs in os.walk(t.dir)
                for f in fs
                if f.startswith("foo")
            ],
        )
    )
    for fo in ("/", "", t.p("none"), t.p("e.csv"), t.p("box/link")):
        r = mcp(
            t, [("query", {"query": 'export steps to "%s"' % t.p("outside/z.csv")})], "--allow-write", "--folder", fo
        )
        t.note(
            "--folder %s: exit %d %s, wrote %s"
            % (fo.replace(t.dir, ""), r.code, r.err[:60], os.path.exists(t.p("outside/z.csv")))
        )
    shutil.copy(t.store, t.p("box/s2.tally"))
    s = t.store
    t.store = t.p("box/s2.tally")
    r = mcp(
        t,
        [("query", {"query": 'set overwrite = yes; sum steps as csv to "s2.tally"'})],
        "--allow-write",
        "--folder",
        t.p("box"),
        cwd=t.p("box"),
    )
    r = t.q("sum steps as csv")
    t.check(",100," in r.out, "mcp --allow-write: an assistant replaced the store by a CSV")
    t.store = s


@attack("mcp --folder: race of a link in the folder", timeout=60)
def mcp_folder_race(t):
    protected(t)
    os.makedirs(t.p("box"))
    os.makedirs(t.p("outside"))
    os.makedirs(t.p("box/d1"))
    stop = []

    def flip():
        while not stop:
            try:
                os.rename(t.p("box/d1"), t.p("box/d2"))
                os.symlink(t.p("outside"), t.p("box/d1"))
                time.sleep(0.0005)
                os.unlink(t.p("box/d1"))
                os.rename(t.p("box/d2"), t.p("box/d1"))
                time.sleep(0.0005)
            except OSError:
                pass

    th = threading.Thread(target=flip)
    th.start()
    calls = [("query", {"query": 'sum steps as csv to "d1/r%d.csv"' % i}) for i in range(1500)]
    r = mcp(t, calls, "--allow-write", "--folder", t.p("box"), cwd=t.p("box"), timeout=60)
    stop.append(1)
    th.join()
    n = len(os.listdir(t.p("outside")))
    t.note("%d of %d files escaped by the race" % (n, len(calls)))
    t.check(not n, "%d of 1500 files written outside by swapping a folder for a link" % n)


@attack("pipe: garbage, huge messages, odd offsets", timeout=60, mem=900)
def pipe_garbage(t):
    t.seed()
    J = lambda m, p, i=1: json.dumps({"jsonrpc": "2.0", "id": i, "method": m, "params": p}).encode()
    for g in [
        b"\xff\xfe\0",
        b"{",
        b"[" * 1000000,
        b'{"a":' * 500000,
        b"x" * (20 * MB),
        b"null",
        J("run", []),
        J("run", {"text": 5}),
        J("run", {"text": "(" * 2000000}),
        J("run", {"text": "sum steps", "name": "\x1b[31m\n" * 100}),
        J("isComplete", {"text": "(" * 1000000}),
        J("isComplete", {"text": '"' * 1000001}),
    ] + [
        J(m, {"text": x, "offset": o})
        for m in ("complete", "inspect")
        for x in ("sum steps by é day", "", "a" * 1000000, "👨‍👩‍👧" * 3, 'sum steps where source is "')
        for o in (-1, 0, 3, 2, 14, 15, 2**62, -(2**63), 1.5, 10**30)
    ]:
        r = t.run(
            "pipe",
            "--store",
            t.store,
            "--zone",
            "UTC",
            input=g + b"\n" + J("run", {"text": "sum steps on 2025-01-01 as csv"}, "last") + b"\n",
            raw=True,
        )
        ok = [l for l in r.out.split("\n") if '"last"' in l]
        t.check(ok, "no answer after %r (exit %d)" % (g[:80], r.code))
        t.check("600" in r.out or not ok, "no 600 after %r" % g[:80])


@attack("pipe --read-only / --act-as: no escape", timeout=60)
def pipe_escape(t):
    before = protected(t)
    J = lambda x, i: json.dumps({"jsonrpc": "2.0", "id": i, "method": "run", "params": {"text": x}}).encode() + b"\n"
    ws = [w % {"d": t.dir} for w in WRITES if not w.startswith(("watch", "run", "open", "history", "learn"))]
    for opts in (["--read-only"], ["--act-as", "app", "--read-only"]):
        t.run(
            "pipe",
            "--store",
            t.store,
            "--zone",
            "UTC",
            *opts,
            input=b"".join(J(w, i) for i, w in enumerate(ws)),
            raw=True
        )
        after = t.q(
            "changes of heartRate as csv; samples of steps as csv; show settings; show persons; show priority of steps; show access",
            raw=True,
        ).out
        t.check(
            after == before,
            "%s: store changed:\n%s" % (opts, "\n".join(l for l in after.split("\n") if l not in before)[:300]),
        )
    esc_ = [
        "act as owner",
        "act as owner; average heartRate",
        'act as "other"; average heartRate',
        'open "%s"; average heartRate' % t.store,
        'allow "app" to read heartRate; average heartRate',
        'export everything to "%s/leak.csv"' % t.dir,
        'export heartRate to "%s/leak2.csv"' % t.dir,
        "let x = 1; act as owner; average heartRate as csv",
        'run "%s"; average heartRate' % t.w("o.tally", "act as owner\naverage heartRate as csv\n"),
        'open "%s"; act as owner; average heartRate' % t.store,
        "describe heartRate",
        "show metrics",
        "show sources",
        "changes of heartRate",
        "average heartRate; why 1",
        "explain plan average heartRate",
        "show overlap of heartRate",
        "help heartRate",
        "explain sql average heartRate",
        "undo",
        "watch average heartRate",
        "show access",
        'import "%s"'
        % t.w(
            "x.csv",
            "type,source,start,end,value,unit\nheartRate,W,2025-01-05T08:00:00Z,2025-01-05T09:00:00Z,99,count/min\n",
        ),
        'forget person "" confirmed',
        "undo confirmed",
        "set undo steps = 0",
    ]
    for cmd in (
        ["pipe", "--store", t.store, "--zone", "UTC", "--act-as", "app"],
        ["--store", t.store, "--zone", "UTC", "--act-as", "app"],
    ):
        for x in esc_:
            r = (
                t.run(*cmd, input=J(x, 1), raw=True)
                if cmd[0] == "pipe"
                else t.run(*cmd, "-c", x, timeout=15) if not x.startswith("watch") else None
            )
            if r and re.search(r"(?<![\d.:])77(?![\d:])", re.sub(r'"id":\d+', "", r.text)):
                t.fail("%s: app sees heart rate 77 by `%s`: %s" % (cmd[0], x, r.text[:150]))
    for f in ("leak.csv", "leak2.csv"):
        if os.path.exists(t.p(f)):
            t.check(
                "heartRate" not in open(t.p(f)).read() and "HeartRate" not in open(t.p(f)).read(),
                "export leaked heart rates to the app",
            )
    after = t.q(
        "changes of heartRate as csv; samples of steps as csv; show settings; show persons; show priority of steps; show access",
        raw=True,
    ).out
    t.check(
        after == before, "app changed the store:\n%s" % "\n".join(l for l in after.split("\n") if l not in before)[:300]
    )
    r = t.run("push", "--store", t.store, "--act-as", "app", "clickhouse://127.0.0.1:1/d")
    t.error(r, (2, 3, 64))
    r = t.run("undo", "--store", t.store, "--act-as", "app", "--yes")
    t.note("undo --act-as: exit %d %s" % (r.code, r.text[:80]))
    r = t.run("info", "--store", t.store, "--act-as", "app")
    t.note("info --act-as: %s" % " ".join(r.text.split())[:150])
    r = t.run("doctor", "--store", t.store, "--act-as", "app")
    r = t.run("import", "--store", t.store, "--act-as", "app", t.p("x.csv"))
    t.note("import --act-as: exit %d %s" % (r.code, r.text[:80]))


def lsp(t, msgs, *opts, raw=b"", **k):
    data = raw
    for m in msgs:
        b = m if isinstance(m, bytes) else json.dumps(m).encode()
        data += b"Content-Length: %d\r\n\r\n" % len(b) + b
    return t.run("lsp", "--store", t.store, "--zone", "UTC", *opts, input=data, raw=True, **k)


INIT = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"capabilities": {}, "processId": None, "rootUri": None},
}


def didopen(text, uri="file:///x.tally", lang="tally"):
    return {
        "jsonrpc": "2.0",
        "method": "textDocument/didOpen",
        "params": {"textDocument": {"uri": uri, "languageId": lang, "version": 1, "text": text}},
    }


def req(m, p, i=9):
    return {"jsonrpc": "2.0", "id": i, "method": m, "params": p}


@attack("lsp: garbage headers, depth, huge texts, positions", timeout=60, mem=900)
def lsp_garbage(t):
    t.seed()
    last = req(
        "textDocument/hover",
        {"textDocument": {"uri": "file:///x.tally"}, "position": {"line": 0, "character": 5}},
        "last",
    )
    for h in (
        b"Content-Length: 99999999999999999999\r\n\r\n",
        b"Content-Length: -5\r\n\r\n{}",
        b"Content-Length: 1000000000\r\n\r\n{}",
        b"Content-Length: abc\r\n\r\n",
        b"X: " + b"a" * (5 * MB),
        b"\n" * 1000000,
        b"GET / HTTP/1.1\r\n\r\n",
        b"\0" * 100000,
        b"Content-Length: 0\r\n\r\n" * 10000,
    ):
        r = lsp(t, [INIT], raw=h)
        t.note("%r: exit %d" % (h[:35], r.code))
    for g in (
        b"[" * 1000000,
        b'{"a":' * 500000,
        b"\xff",
        b"null",
        b'{"jsonrpc":"2.0","id":1,"method":"textDocument/didOpen","params":5}',
        didopen("(" * 300000),
        didopen("sum steps\n" * 20000),
        didopen("a" * 2000000),
        didopen("let a = 1\n" * 5000, "file:///x.md", "markdown"),
        didopen("```tally\n" * 50000, "file:///x.md", "markdown"),
        didopen("\ud83d\ude00 sum steps 😀é", "file:///y.tally"),
        req("workspace/executeCommand", {"command": "tally.run", "arguments": ["file:///etc/passwd", 0]}),
        req("workspace/executeCommand", {"command": "tally.run", "arguments": ["file:///x.tally", -5]}),
        req("workspace/executeCommand", {"command": "tally.run", "arguments": ["file:///x.tally", 2**62]}),
    ):
        ms = [INIT, {"jsonrpc": "2.0", "method": "initialized", "params": {}}, didopen("sum steps\n"), g, last]
        r = lsp(t, ms)
        t.check('"last"' in r.out, "no answer after %s (exit %d)" % (str(g)[:60], r.code))
        t.check("root:" not in r.out, "file read")
    ms = [INIT, didopen("sum steps é😀 by day\nlet a = 1\n")]
    for m in (
        "hover",
        "completion",
        "definition",
        "references",
        "signatureHelp",
        "rename",
        "documentHighlight",
        "prepareRename",
        "codeAction",
        "rangeFormatting",
        "inlayHint",
        "foldingRange",
        "formatting",
        "documentSymbol",
        "semanticTokens/full",
        "codeLens",
        "selectionRange",
        "onTypeFormatting",
    ):
        for l, c in (
            (0, 0),
            (-1, -1),
            (99999999, 0),
            (0, 12),
            (0, 13),
            (0, 2**31),
            (0, 2**62),
            (1, 5),
            (-(2**63), 2**63 - 1),
        ):
            p = {"line": l, "character": c}
            ms.append(
                req(
                    "textDocument/" + m,
                    {
                        "textDocument": {"uri": "file:///x.tally"},
                        "position": p,
                        "positions": [p],
                        "range": {"start": p, "end": {"line": 0, "character": 0}},
                        "newName": "\x1b[31m; add 5 count steps",
                        "context": {"diagnostics": [], "includeDeclaration": True},
                        "options": {"tabSize": 4, "insertSpaces": True},
                        "ch": ";",
                    },
                )
            )
    for ch in (
        [{"range": {"start": {"line": 5, "character": 9}, "end": {"line": 0, "character": 0}}, "text": "x"}],
        [{"range": {"start": {"line": -1, "character": -1}, "end": {"line": 2**40, "character": 2**40}}, "text": "y"}],
        [{"range": {"start": {"line": 0, "character": 13}, "end": {"line": 0, "character": 13}}, "text": "z"}],
    ):
        ms.append(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didChange",
                "params": {"textDocument": {"uri": "file:///x.tally", "version": 2}, "contentChanges": ch},
            }
        )
    ms.append(last)
    r = lsp(t, ms)
    t.check('"last"' in r.out, "no answer at the end (exit %d) %s" % (r.code, r.err[-100:]))


@attack("lsp: run refuses writing; no files read or written", timeout=60)
def lsp_writes(t):
    before = protected(t)
    f0 = sorted(os.listdir(t.dir))
    ms = [INIT, {"jsonrpc": "2.0", "method": "initialized", "params": {}}]
    for i, w in enumerate(
        WRITES
        + [
            'let f = sum steps as csv to "%(d)s/o20.csv"\nf',
            'set overwrite = yes; let f = sum steps as csv to "%(d)s/s.tally"\nf',
        ]
    ):
        u = "file:///w%d.tally" % i
        ms += [didopen(w % {"d": t.dir} + "\n", u)] + [
            req("workspace/executeCommand", {"command": "tally.run", "arguments": [u, l]}, "r%d" % i) for l in (0, 1)
        ]
    r = lsp(t, ms)
    t.check("TOPSECRETFILE" not in r.out, "file shown")
    for o in (
        {"store": t.p("other.tally")},
        {"store": "/etc/passwd"},
        {"store": t.p("made.tally")},
        {"zone": "../../etc/passwd"},
        {"now": "\x1b"},
        {"store": "clickhouse://127.0.0.1:1/d"},
        {"store": 5},
        {"store": "/dev/zero"},
    ):
        i = json.loads(json.dumps(INIT))
        i["params"]["initializationOptions"] = o
        r = lsp(
            t,
            [
                i,
                didopen("sum steps\n"),
                req("workspace/executeCommand", {"command": "tally.run", "arguments": ["file:///x.tally", 0]}, "x"),
            ],
            "--act-as",
            "app",
        )
        t.note("%s: exit %d %s" % (str(o)[:50].replace(t.dir, ""), r.code, r.out[-100:]))
    t.w("inc.tally", 'let zz = "TOPSECRETFILE"\n')
    r = lsp(
        t,
        [
            INIT,
            didopen('run "%s"\nzz\nsum steps where source is zz\n' % t.p("inc.tally")),
            didopen('run "/dev/zero"\nrun "/dev/stdin"\n', "file:///q.tally"),
            didopen('import "/dev/zero"\n', "file:///r.tally"),
            didopen(
                'case "x"\nsum steps as csv to "%s"\nexpect rows 1\ncase "y"\nadd 5 count steps\nexport everything to "%s"\nset overwrite = yes\nopen "%s"\ndelete samples of steps confirmed\nexpect rows 1\n'
                % (t.p("tt.csv"), t.p("uu.csv"), t.store),
                "file:///t.tally",
            ),
            req(
                "textDocument/hover",
                {"textDocument": {"uri": "file:///x.tally"}, "position": {"line": 1, "character": 1}},
                "last",
            ),
        ],
        timeout=30,
    )
    f1 = [x for x in sorted(os.listdir(t.dir)) if x not in f0 and not x.startswith((".", "s.tally-", "inc", "other"))]
    t.check(not f1, "lsp made files: %s" % f1)
    after = t.q(
        "changes of heartRate as csv; samples of steps as csv; show settings; show persons; show priority of steps; show access",
        raw=True,
    ).out
    t.check(after == before, "store changed:\n%s" % "\n".join(l for l in after.split("\n") if l not in before)[:300])

"""Archives that lie, folders, devices and links."""

from harness import *


def zipraw(entries, central=None, comment=b"", eocd=None):
    """entries: list of dicts name,data,method,crc,csize,usize,flag; lies allowed."""
    out = io.BytesIO()
    cd = b""
    n = 0
    for e in entries:
        off = out.tell()
        name = e["name"].encode() if isinstance(e["name"], str) else e["name"]
        data = e.get("data", b"")
        method = e.get("method", 8)
        comp = e.get("raw")
        if comp is None:
            if method == 8:
                c = zlib.compressobj(9, 8, -15)
                comp = c.compress(data) + c.flush()
            else:
                comp = data
        crc = e.get("crc", zlib.crc32(data))
        cs = e.get("csize", len(comp))
        us = e.get("usize", len(data))
        flag = e.get("flag", 0)
        if not e.get("nolocal"):
            out.write(
                struct.pack(
                    "<IHHHHHIIIHH",
                    0x04034B50,
                    20,
                    flag,
                    method,
                    0,
                    0,
                    crc,
                    cs & 0xFFFFFFFF,
                    us & 0xFFFFFFFF,
                    len(name),
                    0,
                )
                + name
                + comp
            )
        off = e.get("offset", off)
        cd += (
            struct.pack(
                "<IHHHHHHIIIHHHHHII",
                0x02014B50,
                20 | (3 << 8),
                20,
                flag,
                method,
                0,
                0,
                crc,
                cs & 0xFFFFFFFF,
                us & 0xFFFFFFFF,
                len(name),
                len(e.get("extra", b"")),
                0,
                0,
                0,
                e.get("attr", 0),
                off & 0xFFFFFFFF,
            )
            + name
            + e.get("extra", b"")
        )
        n += 1
    off = out.tell()
    out.write(cd)
    out.write(
        eocd(off, len(cd), n)
        if eocd
        else struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, n & 0xFFFF, n & 0xFFFF, len(cd), off, len(comment)) + comment
    )
    return out.getvalue()


XML = '<?xml version="1.0"?>\n<HealthData locale="en_US">\n' + rec() + "</HealthData>\n"


@attack("zip that lies about sizes and checksums", mem=600)
def zip_lies(t):
    d = XML.encode()
    cases = {
        "usize small": dict(usize=10),
        "usize huge": dict(usize=0xFFFFFFFE),
        "csize beyond": dict(csize=0x7FFFFFFF),
        "csize small": dict(csize=5),
        "crc": dict(crc=1),
        "offset beyond": dict(offset=0xFFFFFFF0),
        "encrypted": dict(flag=1),
        "method 99": dict(method=99),
        "stored lies": dict(method=0, usize=3),
        "garbage deflate": dict(raw=b"\xff" * 1000),
        "empty": dict(raw=b""),
        "zip64 missing": dict(csize=0xFFFFFFFF, usize=0xFFFFFFFF),
        "zip64 huge": dict(csize=0xFFFFFFFF, usize=0xFFFFFFFF, extra=struct.pack("<HHQQ", 1, 16, 2**63, 2**64 - 1)),
        "zip64 neg": dict(offset=0xFFFFFFFF, extra=struct.pack("<HHQ", 1, 8, 2**64 - 5)),
        "extra lies": dict(extra=struct.pack("<HH", 1, 65535)),
    }
    for k, lie in cases.items():
        t.store = t.p("z.tally")
        for f in (t.store, t.store + "-wal", t.store + "-shm"):
            if os.path.exists(f):
                os.remove(f)
        r = t.imp(t.w("e.zip", zipraw([dict(name="apple_health_export/export.xml", data=d, **lie)])))
        if r.code == 0:
            t.note("%s: exit 0: %s" % (k, " ".join(r.text.split())[:120]))
        else:
            t.check(r.code == 3 and len(r.text) > 10, "%s: exit %d %s" % (k, r.code, r.text[:150]))
        if k in ("crc", "usize small", "csize small") and r.code == 0:
            t.check("damage" in r.text or "truncat" in r.text or "check" in r.text, k + ": damage not reported")


@attack("zip: overlapping entries (10,000 names, one body)", mem=600)
def zip_overlap(t):
    big = ("<HealthData>" + rec() * 100000 + "</HealthData>").encode()
    e = [dict(name="export.xml", data=big)] + [
        dict(
            name="apple_health_export/e%d.xml" % i,
            data=big[:0],
            nolocal=True,
            offset=0,
            raw=b"",
            csize=0x10000,
            usize=len(big),
            crc=0,
        )
        for i in range(10000)
    ]
    r = t.imp(t.w("e.zip", zipraw(e)))
    t.note(" ".join(r.text.split())[:150])


@attack("zip bomb: 3 GB of zeros / spaces / records in 3 MB", timeout=115, mem=600)
def zip_bomb(t):
    for fill in (b"\0", b" ", b"<a/>"):
        path = t.p("bomb.zip")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
            with z.open("apple_health_export/export.xml", "w", force_zip64=True) as f:
                f.write(b'<?xml version="1.0"?><HealthData>')
                chunk = fill * (4 * MB // len(fill))
                for _ in range(250 if fill != b"<a/>" else 25):
                    f.write(chunk)
        r = t.imp(path)
        t.note(
            "%r %d bytes: exit %d, %.1f s, %.0f MB: %s"
            % (fill, os.path.getsize(path), r.code, r.secs, r.rss, " ".join(r.text.split())[:100])
        )


@attack("zip: paths, links, devices inside are not followed")
def zip_paths(t):
    secret = t.w("secret/export.xml", XML)
    d = XML.encode()
    before = t.snapshot(t.p("secret"))
    r = t.imp(
        t.w(
            "e.zip",
            zipraw(
                [
                    dict(name="../../evil.xml", data=d),
                    dict(name="/etc/evil.xml", data=d),
                    dict(name="apple_health_export/export.xml", data=secret.encode(), attr=(0o120777 << 16)),
                    dict(name="a\x1b[31m\u202e.xml", data=b"x"),
                ]
            ),
        )
    )
    t.check(before == t.snapshot(t.p("secret")), "changed")
    t.note(" ".join(r.text.split())[:150])
    r = t.imp(
        t.w(
            "f.zip",
            zipraw(
                [
                    dict(name=b"apple_health_export/\x1b]0;pwn\x07\x9b31m.gpx", data=b"x"),
                    dict(name="apple_health_export/export.xml", data=d),
                    dict(name="x" * 65000 + ".gpx", data=b""),
                ]
            ),
        )
    )
    t.check(not os.path.exists(t.p("../evil.xml")) and not os.path.exists("/etc/evil.xml"), "escaped")


@attack("zip: 500,000 entries, nested zips, quines", mem=900)
def zip_many(t):
    e = [dict(name="a%d.gpx" % i, data=b"", method=0) for i in range(65000)]
    r = t.imp(t.w("e.zip", zipraw(e)))
    t.error(r, (3,))
    z = zipraw([dict(name="export.xml", data=XML.encode())])
    for _ in range(5):
        z = zipraw([dict(name="export.zip", data=z)])
    t.error(t.imp(t.w("n.zip", z)), (3,))
    n = 300000

    def eocd(off, size, cnt):
        p = off + size
        return (
            struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 2**62, 2**62, size, off)
            + struct.pack("<IIQI", 0x07064B50, 0, p, 1)
            + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
        )

    t.imp(t.w("h.zip", zipraw([dict(name="export.xml", data=XML.encode())], eocd=eocd)))

    def eocd2(off, size, cnt):
        return (
            struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, cnt, cnt, 2**63, 2**64 - 8)
            + struct.pack("<IIQI", 0x07064B50, 0, 2**64 - 20, 1)
            + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
        )

    t.imp(t.w("i.zip", zipraw([dict(name="export.xml", data=XML.encode())], eocd=eocd2)))


@attack("zip cut or flipped at 150 places: no crash")
def zip_fuzz(t):
    d = zipraw(
        [
            dict(name="apple_health_export/export.xml", data=("<HealthData>" + rec() * 50 + "</HealthData>").encode()),
            dict(name="x.gpx", data=b"abc"),
        ],
        comment=b"hello",
    )
    rnd = random.Random(5)
    for i in range(120):
        b = bytearray(d)
        if i % 3 == 0:
            b = b[: rnd.randrange(len(b))]
        else:
            for _ in range(rnd.randrange(1, 4)):
                b[rnd.randrange(len(b) - 200, len(b)) if i % 3 == 1 else rnd.randrange(len(b))] = rnd.choice(
                    (0, 255, 127, 1, rnd.randrange(256))
                )
        t.store = ":memory:"
        t.imp(t.w("e.zip", bytes(b)), timeout=20)


@attack("folder import: links, FIFOs, loops, devices", timeout=20)
def folder_import(t):
    secret = t.w("secret/apple.xml", XML.replace("Watch", "SECRET"))
    os.makedirs(t.p("f"))
    os.symlink(secret, t.p("f/export.xml"))
    r = t.imp(t.p("f"))
    t.note("link to file outside: exit %d %s" % (r.code, " ".join(r.text.split())[:100]))
    os.makedirs(t.p("g"))
    os.symlink(".", t.p("g/loop"))
    os.symlink("/", t.p("g/root"))
    t.imp(t.p("g"))
    os.makedirs(t.p("h"))
    os.mkfifo(t.p("h/export.xml"))
    t.imp(t.p("h"))
    os.makedirs(t.p("i"))
    os.symlink("/dev/zero", t.p("i/export.xml"))
    t.imp(t.p("i"))
    os.makedirs(t.p("j"))
    os.mkfifo(t.p("j/a.xml"))
    t.w("j/export.xml", XML)
    t.imp(t.p("j"))
    os.makedirs(t.p("k"))
    os.symlink("b", t.p("k/export.xml"))
    os.symlink("export.xml", t.p("k/b"))
    t.imp(t.p("k"))


@attack("import of devices, directories, FIFOs", timeout=25, mem=600)
def import_devices(t):
    for x in (
        "/dev/zero",
        "/dev/urandom",
        "/dev/full",
        "/dev/null",
        "/proc/self/mem",
        "/proc/kmsg",
        t.p("nothere"),
        "",
    ):
        r = t.imp(x)
        if x not in ("/dev/null", "/dev/full", "/dev/zero", "/dev/urandom"):
            t.check(r.code in (3, 64, 2), "%s: exit %d" % (x, r.code))
        elif x in ("/dev/zero", "/dev/urandom"):
            t.check(r.code == 3, x + ": exit %d: %s" % (r.code, r.text[:100]))


@attack("import - from /dev/zero and a never ending XML", timeout=25, mem=600)
def import_stdin_endless(t):
    t.imp("-", stdin=open("/dev/zero", "rb"))
    t.imp("-", stdin=open("/dev/urandom", "rb"))

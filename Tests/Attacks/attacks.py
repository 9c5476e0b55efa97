"""Attacks on Tally by somebody who had not seen its code: hostile files, texts, environments and peers.

    python3 Tests/Attacks/attacks.py TALLY [NAME ...]

NAME can end in `*`. Each attack makes its input in a private folder, runs the program, and judges exit code, time, memory and output.
Exits with 1 if one fell short.
"""

from harness import *

from exports import *
from archives import *
from tables import *
from statements import *
from names import *
from files import *
from environments import *
from terminal import *
from engines import *
from servers import *
from classes import *
from readers import *

GUARD = r"""set -e
mkdir -p "$1" "$1/.tmp" "$1/.dev"
mount --bind "$1" "$1"
mount --bind "$1/.tmp" /tmp
mount -t tmpfs -o mode=755 none "$1/.dev"
mknod -m 666 "$1/.dev/null" c 1 3; mknod -m 666 "$1/.dev/zero" c 1 5; mknod -m 666 "$1/.dev/full" c 1 7; mknod -m 666 "$1/.dev/random" c 1 8; mknod -m 666 "$1/.dev/urandom" c 1 9; mknod -m 666 "$1/.dev/tty" c 5 0
ln -s /proc/self/fd "$1/.dev/fd"; for i in 0:stdin 1:stdout 2:stderr; do ln -s /proc/self/fd/${i%%:*} "$1/.dev/${i##*:}"; done
mkdir "$1/.dev/pts" "$1/.dev/shm"; mount --rbind /dev/pts "$1/.dev/pts"; ln -s pts/ptmx "$1/.dev/ptmx"
mount --move "$1/.dev" /dev
mount -o remount,bind,ro /
shift; exec "$@" """


def guard():
    """As root, an attack that works could replace device nodes or files of the system. So the script runs itself again in a private
    namespace of mounts, where only BASE is writable and the devices are copies. As an ordinary user it runs as it is.
    """
    if os.geteuid() != 0 or os.environ.get("ATTACK_GUARDED"):
        return
    os.environ["ATTACK_GUARDED"] = "1"
    os.makedirs(BASE, exist_ok=True)
    if not shutil.which("unshare"):
        sys.exit("run this as an ordinary user, or install unshare: as root, attacks could damage the system")
    os.execvp(
        "unshare",
        [
            "unshare",
            "-m",
            "--propagation",
            "private",
            "bash",
            "-c",
            GUARD,
            "guard",
            os.path.realpath(BASE),
            sys.executable,
        ]
        + sys.argv,
    )


def main():
    guard()
    names = sys.argv[2:]
    todo = [a for a in ATTACKS if not names or any(fnmatch.fnmatch(a[0], n) for n in names)]
    if names:
        todo.sort(key=lambda a: [fnmatch.fnmatch(a[0], n) for n in names].index(True))  # in the order of the arguments
    bad = 0
    print("%-34s %-44s %-10s %7s %7s  %s" % ("name", "expectation", "exit", "secs", "MB", "verdict"))
    for name, expectation, f, timeout, mem, slow in todo:
        t = T(name, timeout, mem, slow)
        try:
            f(t)
        except Exception as x:
            import traceback

            t.fail("SCRIPT ERROR %s: %s" % (type(x).__name__, traceback.format_exc()[-350:]))
        codes = ",".join(str(c) for c in sorted(set(t.codes)))
        print(
            "%-34s %-44s %-10s %7.1f %7.0f  %s"
            % (name, expectation[:44], codes[:10], t.secs, t.rss, "ok" if not t.fails else "FELL SHORT")
        )
        for m in t.fails:
            print(
                "      ! "
                + m.replace("\n", "\\n")
                .encode("utf-8", "backslashreplace")
                .decode()
                .translate({i: "\\x%02x" % i for i in list(range(32)) + list(range(127, 160))})
            )
        for m in t.notes:
            print(
                "      . "
                + m.replace("\n", "\\n").translate({i: "\\x%02x" % i for i in list(range(32)) + list(range(127, 160))})
            )
        sys.stdout.flush()
        bad += bool(t.fails)
        if not os.environ.get("KEEP"):
            subprocess.run(["chmod", "-R", "u+rwx", t.dir], stderr=subprocess.DEVNULL)
            shutil.rmtree(t.dir, ignore_errors=True)
    print("%d attempts, %d fell short" % (len(todo), bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

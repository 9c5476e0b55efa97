"""Random keys. After any keys, the shell still runs, answers the next query, and restores the terminal at its end.

    python3 Tests/Terminal/keys.py            100,000 bursts of keys, as `make fuzz-keys` runs them
    TALLY_SEED=7 TALLY_CASES=500 python3 Tests/Terminal/keys.py
"""

import array
import fcntl
import os
import pathlib
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

from terminal import KEYS, PROMPT, TALLY, TIMEOUT_SECONDS

# Without Ctrl-\, which ends the shell, and Ctrl-S, which stops its output.
CONTROLS = [bytes([code]) for code in range(32) if code not in (19, 28)]
META = [b"\x1b" + bytes([code]) for code in range(32, 127) if code != ord("[")]
CURSOR = [b"\x1b" + end for end in b"[A [B [C [D [H [F [3~ [1;5C [1;5D OA OB OC OD [Z [200~ [201~ [99;99R [ ".split(b" ")]
WORDS = (
    "sum |average |steps|heart|Rate| by |day|hour| last 7 days| yesterday|, || | where |value is |in |as csv|since -30d|show |help "
    "|describe |set hints = |learn |let x = |_ | top 3|sort |prefer \"|zone Eur|explain |why 1|samples of |sum stepz by day\r"
    "|sum steps by day\r|show settings\r|sum steps by day,\r|# |(|)|\"|;|/|quit"
).split("|")
LETTERS = ["é", "e\u0301", "日本", "🙂", "👩‍👩‍👧", "\u202e", "ا", "\u200d", "\ufeff", "\x00", "\u2028"]
PASTES = ["sum steps,\nby day", "sum steps by day\nmax heartRate\n# a remark\n\nshow settings\n", "\t\x1b[A\x03", "日" * 200, "sum steps by day\n" * 50]
READLINE_SETTINGS = [
    "", "set editing-mode vi\nset show-mode-in-prompt on\n",
    "$if Tally\nset show-mode-in-prompt on\n$endif\nset show-all-if-ambiguous off\n",
]
EDITLINE_SETTINGS = ["", "bind -v\n", "bind ^R em-inc-search-prev\nbind ^T ed-transpose-chars\nbind -s ^G 'sum steps'\n"]
SETTINGS = EDITLINE_SETTINGS if KEYS == "editline" else READLINE_SETTINGS
SAMPLES = (
    'load steps from "Anna’s Watch" at 2025-01-01 every 1h: 100x200\nload steps from "iPhone" at 2025-01-01 every 2h: 10+1x90\n'
    "load heartRate at 2025-01-01 every 10min: 60+1x100\n"
)


class Keyboard:
    """A shell in its own terminal, in the foreground of a session, as a login shell would start it."""

    def __init__(self, folder, settings):
        self.home = pathlib.Path(folder)
        (self.home / (".editrc" if KEYS == "editline" else ".inputrc")).write_text(settings)
        self.keyboard, self.terminal = pty.openpty()
        self.settings = termios.tcgetattr(self.terminal)
        self.seen = b""
        self.parent = os.fork()
        if self.parent == 0:
            self.keep_alive()
        self.wait("the prompt", lambda: PROMPT.encode() in self.seen)

    def keep_alive(self):
        """Runs the shell from an intermediate process, which continues it after Ctrl-Z and reports how it ends."""
        try:
            os.close(self.keyboard)
            os.setsid()
            fcntl.ioctl(self.terminal, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            environment = {
                "HOME": str(self.home), "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "PAGER": "cat", "LESS": "",
            }

            def to_foreground():
                os.setpgid(0, 0)
                os.tcsetpgrp(0, os.getpgrp())

            shell = subprocess.Popen(
                [TALLY, "--store", self.home / "health.tally", "--now", "2025-01-09T12:00:00Z", "--zone", "UTC"], cwd=self.home,
                stdin=self.terminal, stdout=self.terminal, stderr=self.terminal, env=environment, preexec_fn=to_foreground,
            )
            # The terminal hangs up when this process ends. This process passes SIGTERM on to the shell.
            signal.signal(signal.SIGTERM, lambda *_: shell.send_signal(signal.SIGTERM))
            while True:
                _, status = os.waitpid(shell.pid, os.WUNTRACED)
                if not os.WIFSTOPPED(status):
                    break
                os.tcsetpgrp(self.terminal, shell.pid)
                os.killpg(shell.pid, signal.SIGCONT)
            # A file reports the status, because an exit status cannot hold a signal.
            (self.home / "status").write_text(str(os.waitstatus_to_exitcode(status)))
        finally:
            os._exit(0)

    def status(self):
        """Returns the exit status after the shell has ended, otherwise None."""
        if self.parent and os.waitpid(self.parent, os.WNOHANG)[0]:
            self.parent = 0
        return int((self.home / "status").read_text()) if not self.parent else None

    def close(self):
        if self.parent:
            os.kill(self.parent, signal.SIGTERM)
            self.wait("the end", lambda: self.status() is not None, mayEnd=True)
        status, settings = self.status(), termios.tcgetattr(self.terminal)
        os.close(self.keyboard)
        os.close(self.terminal)
        (self.home / "status").unlink()
        assert settings == self.settings, "the shell did not restore the terminal settings"
        return status

    def press(self, keys):
        """Presses keys. Returns True if the shell still runs after it has read them."""
        if isinstance(keys, tuple):
            fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *keys, 0, 0))
            return True
        os.write(self.keyboard, keys)
        self.wait("the keys to be read", lambda: self.unread() == 0, mayEnd=True)
        return self.status() is None

    def unread(self):
        """Returns the number of typed bytes that the shell has not read."""
        count = array.array("i", [0])
        fcntl.ioctl(self.terminal, termios.FIONREAD, count)
        return count[0]

    def answers(self, number, mayEnd):
        """Cancels the typed text and runs a query. Returns True if the shell still runs after the answer.

        If Ctrl-C interrupts a statement, Ctrl-O may already have entered a line of the history. The query then runs again.
        """
        name = b"start,end,answer%d" % number
        for seconds in (2, 5, TIMEOUT_SECONDS):
            # Ctrl-C discards unread keys. After Ctrl-V, if no line is edited, the first Ctrl-C is only a character.
            for _ in range(2):
                os.write(self.keyboard, b"\x03")
                self.read(0.002)
            os.write(self.keyboard, b"sum steps called answer%d by day as csv\r" % number)
            begin = time.monotonic()
            self.wait("an answer", lambda: name in self.seen or seconds < time.monotonic() - begin, mayEnd)
            if name in self.seen or self.status() is not None:
                break
        else:
            raise AssertionError(f"waited for an answer; last output: {self.seen[-2000:]!r}")
        self.seen = b""
        return self.status() is None

    def wait(self, what, condition, mayEnd=False):
        """Reads the screen until `condition` holds."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not condition():
            if self.status() is not None:
                if mayEnd:
                    return
                raise AssertionError(f"the shell ended with {self.status()}; waited for {what}")
            if time.monotonic() > deadline:
                raise AssertionError(f"waited for {what}; last output: {self.seen[-2000:]!r}")
            self.read(0.001)

    def read(self, timeout):
        if select.select([self.keyboard], [], [], timeout)[0]:
            self.seen = (self.seen + os.read(self.keyboard, 65536))[-20_000:]


class Bursts:
    """Random bursts of keys. The same seed gives the same bursts."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def next(self):
        """Returns one burst: text, and sizes of the screen."""
        burst = []
        for _ in range(self.random.randint(1, 12)):
            kind = self.random.random()
            if kind < 0.35:
                burst.append(self.random.choice(WORDS).encode())
            elif kind < 0.5:
                burst.append(self.random.choice(CONTROLS))
            elif kind < 0.62:
                burst.append(self.random.choice(CURSOR))
            elif kind < 0.7:
                burst.append(self.random.choice(META))
            elif kind < 0.78:
                burst.append(b"\t" * self.random.randint(1, 2))
            elif kind < 0.84:
                burst.append(self.random.choice(LETTERS).encode())
            elif kind < 0.88:
                burst.append(bytes(self.random.randrange(128, 256) for _ in range(self.random.randint(1, 3))))
            elif kind < 0.92:
                burst.append(b"\x12" + self.random.choice(WORDS).encode())
            elif kind < 0.95:
                end = b"\x1b[201~" if self.random.random() < 0.9 else b""
                burst.append(b"\x1b[200~" + self.random.choice(PASTES).encode() + end)
            elif kind < 0.98:
                burst.append((self.random.randint(1, 60), self.random.randint(1, 200)))
            else:
                burst.append(b"\r")
        return burst


def run(seed, count, tell=lambda reached: None):
    """Presses `count` bursts of keys. After each, the shell must answer a query."""
    bursts = Bursts(seed)
    with tempfile.TemporaryDirectory(prefix="tally-keys-") as home:
        subprocess.run(
            [TALLY, "--store", home + "/health.tally", "run", "-"], input=SAMPLES, text=True, check=True, capture_output=True,
            env={"HOME": home, "LANG": "C.UTF-8"},
        )
        shell, recent = None, []
        for number in range(count):
            # Sometimes start a new shell, in another editing mode.
            if shell and bursts.random.random() < 0.005:
                assert shell.close() == 128 + signal.SIGTERM
                shell = None
            shell = shell or Keyboard(home, bursts.random.choice(SETTINGS))
            burst = bursts.next()
            recent = recent[-9:] + [burst]
            try:
                mayEnd = any(isinstance(keys, bytes) and (b"\x04" in keys or b"quit" in keys) for keys in burst)
                if not all(shell.press(keys) for keys in burst) or not shell.answers(number, mayEnd):
                    status = shell.close()
                    shell = None
                    assert status == 0 and mayEnd, f"the shell ended with {status}"
            except (AssertionError, OSError) as failure:
                lines = "\n".join(map(repr, recent))
                raise AssertionError(f"TALLY_SEED={seed}, burst {number}: {failure}\nthe last bursts were\n{lines}") from failure
            tell(number + 1)
        if shell:
            shell.close()


class RandomKeys(unittest.TestCase):
    def test_the_shell_survives_random_keys_and_answers(self):
        seed, count = int(os.environ.get("TALLY_SEED", 1)), int(os.environ.get("TALLY_CASES", 300))
        print(f"keys.py: TALLY_SEED={seed}, {count} bursts", file=sys.stderr)
        run(seed, count)


if __name__ == "__main__":
    seed, count = int(os.environ.get("TALLY_SEED", 1)), int(os.environ.get("TALLY_CASES", 100_000))
    begin = time.monotonic()

    def tell(reached):
        if reached % 1000 == 0 or reached == count:
            print(f"{reached:,} bursts in {time.monotonic() - begin:,.0f} s", flush=True)

    print(f"TALLY_SEED={seed}, {count:,} bursts", flush=True)
    run(seed, count, tell)

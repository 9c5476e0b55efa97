"""Random keys: whatever is typed, the shell lives, and leaves the terminal as it found it."""

import array
import fcntl
import os
import pty
import random
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

from terminal import PROMPT, TALLY, TIMEOUT_SECONDS

# Not among them: Ctrl-D, Ctrl-Z and Ctrl-\, which end or stop the shell, and Ctrl-S, which stops its output.
CONTROLS = [bytes([code]) for code in range(1, 32) if code not in (4, 19, 26, 28)]
SEQUENCES = [b"\x1b" + end for end in b"[A [B [C [D [H [F [3~ b d f y p 5 - ? \x07 (".split()]
TEXTS = ["sum ", "steps", " by ", "day", ",", "|", "(", '"', " since -30d", "日本", "e\u0301", "🙂", "\x1b[200~sum steps,\nby day\x1b[201~"]
KEYS = CONTROLS + SEQUENCES + [b"\r", b"\t", b"\x7f", b"\xff"] * 3 + [text.encode() for text in TEXTS] * 4


class RandomKeys(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.keyboard, self.terminal = pty.openpty()
        self.addCleanup(os.close, self.keyboard)
        self.addCleanup(os.close, self.terminal)
        self.settings = termios.tcgetattr(self.terminal)
        environment = {"HOME": home.name, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        stream = self.terminal
        self.shell = subprocess.Popen(
            [TALLY, "demo"], stdin=stream, stdout=stream, stderr=stream, env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.addCleanup(self.shell.wait)
        self.addCleanup(self.shell.kill)
        self.seen = b""

    def test_no_sequence_of_keys_ends_the_shell(self):
        seed = int(os.environ.get("TALLY_SEED", time.time_ns() % 1_000_000))
        count = int(os.environ.get("TALLY_CASES", 2000))
        keys = random.Random(seed)
        with self.subTest(TALLY_SEED=seed):
            self.wait("the prompt", lambda: PROMPT.encode() in self.seen)
            for _ in range(count):
                if keys.random() < 0.01:
                    size = struct.pack("HHHH", keys.randint(1, 40), keys.randint(1, 100), 0, 0)
                    fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)
                os.write(self.keyboard, keys.choice(KEYS))
                # Most keys draw something. What Ctrl-C finds unread it throws away, so it had better not find much.
                self.read(0.003)
                self.wait("the key to be read", lambda: self.unread() == 0)
            # A search in which a paste has begun waits for its end.
            os.write(self.keyboard, b"\x1b[201~")
            self.shell.send_signal(signal.SIGTERM)
            self.wait("the end", lambda: self.shell.poll() is not None)
            self.assertEqual(self.shell.returncode, 128 + signal.SIGTERM)
            self.assertEqual(termios.tcgetattr(self.terminal), self.settings)

    def unread(self):
        """The number of bytes that were typed and not read yet."""
        count = array.array("i", [0])
        fcntl.ioctl(self.terminal, termios.FIONREAD, count)
        return count[0]

    def wait(self, what, condition):
        """Reads the screen until `condition` holds."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not condition():
            self.assertIsNone(self.shell.poll() if what != "the end" else None, f"the shell ended; waited for {what}")
            self.assertLess(time.monotonic(), deadline, f"waited for {what}")
            self.read(0.001)

    def read(self, timeout):
        if select.select([self.keyboard], [], [], timeout)[0]:
            self.seen = (self.seen + os.read(self.keyboard, 65536))[-10_000:]


if __name__ == "__main__":
    unittest.main()

"""A real terminal for tests: tmux draws what the program sends, and tells what its screen shows."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import time

TALLY = os.path.abspath(os.environ.get("TALLY", os.path.join(os.path.dirname(__file__), "../../.build/debug/tally")))
PROMPT = "tally>"
TIMEOUT_SECONDS = 60
# The demo ends now: with a clock that runs, what it answers and how many lines that takes would depend on the hour of the test.
MORNING = ["--now", "2026-11-22T08:00:00Z", "--zone", "UTC"]


class Terminal:
    """One program in a window of its own, with a home folder of its own, in which there is nothing but `inputrc`, if given."""

    def __init__(self, *command, columns=80, rows=24, environment=None, inputrc=None):
        self.folder = tempfile.mkdtemp(prefix="tally-terminal-")
        self.home = os.path.join(self.folder, "home")
        os.mkdir(self.home)
        if inputrc:
            pathlib.Path(self.home, ".inputrc").write_text(inputrc)
        with open(self.path("tmux.conf"), "w") as configuration:
            configuration.write("set -g remain-on-exit on\nset -g escape-time 0\n")
        environment = {"HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC", "PAGER": "cat", **(environment or {})}
        # TERM comes from tmux; everything else is as listed.
        clean = ["env", "-i"] + [f"{name}={value}" for name, value in environment.items()]
        program = " ".join(map(shlex.quote, clean)) + ' TERM="$TERM" ' + " ".join(map(shlex.quote, command))
        # tmux now and then loses the exit status; the shell around the program must outlive Ctrl-C for it.
        line = f"trap : INT; {program}; echo $? >{self.path('status')}"
        size = ["-x", str(columns), "-y", str(rows)]
        self.tmux("-f", self.path("tmux.conf"), "new-session", "-d", *size, line)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_again(self):
        """Runs the program again after its end; the home folder stays."""
        os.remove(self.path("status"))
        self.tmux("respawn-pane", "-k")

    def tmux(self, *arguments):
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        command = ["tmux", "-u", "-S", self.path("tmux"), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    def close(self):
        self.tmux("kill-server")
        # A program that is on its way out may still write its files.
        for _ in range(50):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not os.path.exists(self.folder):
                return
            time.sleep(0.1)

    # Keys

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Presses keys by tmux's names: Enter, Tab, Up, C-c."""
        self.tmux("send-keys", *keys)

    def paste(self, text):
        """Pastes as a terminal does, in brackets where the program asks for them."""
        self.tmux("set-buffer", "--", text)
        self.tmux("paste-buffer", "-p")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    # The screen

    def lines(self, styled=False, hints=False):
        """The rows of the screen, without the empty ones at its end, and without the hint behind the cursor unless asked for."""
        shown = self.tmux("display-message", "-p", "#{cursor_x} #{cursor_y}", ";", "capture-pane", "-p", "-e")
        place, screen = shown.split("\n", 1)
        column, row = map(int, place.split())
        lines = screen.rstrip("\n").split("\n")
        if styled:
            return [line.rstrip() for line in lines]
        return [plain(line, column if at == row and not hints else None).rstrip() for at, line in enumerate(lines)]

    def cursor(self):
        return tuple(int(number) for number in self.tmux("display-message", "-p", "#{cursor_x} #{cursor_y}").split())

    def line(self, hints=False):
        """The row of the cursor."""
        lines, row = self.lines(hints=hints), self.cursor()[1]
        return lines[row] if row < len(lines) else ""

    # Waiting

    def wait(self, what, condition):
        """Returns the first true value of `condition`; fails with the screen when there is none for a long time."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"waited for {what}; the screen is\n" + "\n".join(self.lines()))
            time.sleep(0.02)

    def wait_for(self, text):
        """Waits until a row holds `text`; returns the screen."""
        return self.wait(repr(text), lambda: (lambda lines: lines if any(text in line for line in lines) else None)(self.lines()))

    def wait_for_line(self, text):
        """Waits until the row of the cursor is `text`."""
        self.wait(f"the line {text!r}", lambda: self.line() == text)

    def wait_for_prompt(self):
        self.wait_for_line(PROMPT)

    def wait_for_exit(self):
        """Returns the exit status of the program."""
        status = pathlib.Path(self.path("status"))
        return int(self.wait("the end", lambda: status.exists() and status.read_text().strip()))

    def ask(self, statement):
        """Types a statement and returns the rows that stand between it and the next prompt, as far as the screen holds them."""
        self.type(statement)
        self.wait("the statement", lambda: statement[-20:] in "".join(self.lines()))
        self.press("Enter")
        self.wait_for_prompt()
        lines = self.lines()
        start = max((row for row, line in enumerate(lines) if line.startswith(PROMPT + " ")), default=-1)
        return lines[start + 1 : self.cursor()[1]]


def plain(line, cursor=None):
    """The characters of a styled row; without those that are dim and stand at the row's end, behind the cursor."""
    parts = re.split("\x1b\\[([0-9;]*)m", line)
    text, isDim, end = "", False, None
    for codes, piece in zip([""] + parts[1::2], parts[::2]):
        for code in codes.split(";"):
            isDim = code == "2" or isDim and code not in ("", "0", "22")
        if piece.strip():
            end = None if not isDim else len(text) if end is None else end
        text += piece
    # Wide characters take two cells, so the cursor may stand to the right of its character.
    return text[:end] if cursor is not None and end is not None and end <= cursor else text

"""A real terminal for tests. tmux draws the output of the program and returns the contents of the screen."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import time

TALLY = os.path.abspath(os.environ.get("TALLY", os.path.join(os.path.dirname(__file__), "../../.build/debug/tally")))
# The library of keys in the program: readline, or editline for libedit.
KEYS = os.environ.get("TALLY_KEYS", "readline")
PROMPT = "tally>"
TIMEOUT_SECONDS = 60
# The demo data ends now. With a running clock, answers and their number of lines would depend on the time of day.
MORNING = ["--now", "2026-11-22T08:00:00Z", "--zone", "UTC"]


class Terminal:
    """A program in its own window, with its own home folder. The folder is empty, or contains only `inputrc` or `editrc`."""

    def __init__(self, *command, columns=80, rows=24, environment=None, inputrc=None, editrc=None):
        self.folder = tempfile.mkdtemp(prefix="tally-terminal-")
        self.home = os.path.join(self.folder, "home")
        os.mkdir(self.home)
        if inputrc:
            pathlib.Path(self.home, ".inputrc").write_text(inputrc)
        if editrc:
            pathlib.Path(self.home, ".editrc").write_text(editrc)
        with open(self.path("tmux.conf"), "w") as configuration:
            configuration.write("set -g remain-on-exit on\nset -g escape-time 0\n")
        environment = {"HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC", "PAGER": "cat", **(environment or {})}
        # TERM comes from tmux. The other variables are as listed.
        clean = ["env", "-i"] + [f"{name}={value}" for name, value in environment.items()]
        program = " ".join(map(shlex.quote, clean)) + ' TERM="$TERM" ' + " ".join(map(shlex.quote, command))
        # tmux sometimes loses the exit status, so a shell records it. This shell must survive Ctrl-C.
        line = f"trap : INT; {program}; echo $? >{self.path('status')}"
        size = ["-x", str(columns), "-y", str(rows)]
        self.tmux("-f", self.path("tmux.conf"), "new-session", "-d", *size, line)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_again(self):
        """Runs the program again after its end, with the same home folder."""
        os.remove(self.path("status"))
        self.tmux("respawn-pane", "-k")

    def tmux(self, *arguments):
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        command = ["tmux", "-u", "-S", self.path("tmux"), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    def close(self):
        self.tmux("kill-server")
        # A program that is ending may still write files.
        for _ in range(50):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not os.path.exists(self.folder):
                return
            time.sleep(0.1)

    # Keys

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Presses keys, given by their tmux names: Enter, Tab, Up, C-c."""
        self.tmux("send-keys", *keys)

    def paste(self, text):
        """Pastes text as a terminal does, in brackets if the program has requested bracketed paste."""
        self.tmux("set-buffer", "--", text)
        self.tmux("paste-buffer", "-p")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    # The screen

    def lines(self, styled=False, hints=False):
        """Returns the rows of the screen without empty rows at its end and, by default, without the hint after the cursor."""
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
        """Returns the row of the cursor."""
        lines, row = self.lines(hints=hints), self.cursor()[1]
        return lines[row] if row < len(lines) else ""

    # Waiting

    def wait(self, what, condition):
        """Returns the first true value of `condition`. After a timeout, fails and prints the screen."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"waited for {what}; the screen is\n" + "\n".join(self.lines()))
            time.sleep(0.02)

    def wait_for(self, text):
        """Waits until a row contains `text`, and returns the screen."""
        return self.wait(repr(text), lambda: (lambda lines: lines if any(text in line for line in lines) else None)(self.lines()))

    def wait_for_line(self, text):
        """Waits until the row of the cursor equals `text`."""
        self.wait(f"the line {text!r}", lambda: self.line() == text)

    def wait_for_prompt(self):
        self.wait_for_line(PROMPT)

    def wait_for_exit(self):
        """Returns the exit status of the program."""
        status = pathlib.Path(self.path("status"))
        return int(self.wait("the end", lambda: status.exists() and status.read_text().strip()))

    def ask(self, statement):
        """Types a statement and returns the rows between it and the next prompt that are on the screen."""
        self.type(statement)
        self.wait("the statement", lambda: statement[-20:] in "".join(self.lines()))
        self.press("Enter")
        self.wait_for_prompt()
        lines = self.lines()
        start = max((row for row, line in enumerate(lines) if line.startswith(PROMPT + " ")), default=-1)
        return lines[start + 1 : self.cursor()[1]]


def plain(line, cursor=None):
    """Returns the characters of a styled row, without dim characters at its end after the cursor."""
    parts = re.split("\x1b\\[([0-9;]*)m", line)
    text, isDim, end = "", False, None
    for codes, piece in zip([""] + parts[1::2], parts[::2]):
        for code in codes.split(";"):
            isDim = code == "2" or isDim and code not in ("", "0", "22")
        if piece.strip():
            end = None if not isDim else len(text) if end is None else end
        text += piece
    # Wide characters take two cells, so the cursor may be to the right of its character.
    return text[:end] if cursor is not None and end is not None and end <= cursor else text

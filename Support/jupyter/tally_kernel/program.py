"""A running `tally pipe`, and what it answers."""
import json
import os
import shutil
import subprocess
import threading


class ProgramEnded(Exception):
    """The program is not there, or it ended."""


class Program:
    """Sends requests to `tally pipe` and reads its messages.

    The program is `tally` on the path, or the one in TALLY_BIN. Its store is the usual one, or that in TALLY_STORE.
    """

    def __init__(self):
        name = os.environ.get("TALLY_BIN", "tally")
        if shutil.which(name) is None:
            raise ProgramEnded(f"{name} was not found; install Tally, or set TALLY_BIN to the program")
        # The kernel gets the signal of an interrupt and cancels the request. The program must not get it, too.
        self.process = subprocess.Popen(
            [name, "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
            start_new_session=True)
        self.count = 0
        self.complaint = ""
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stderr:
            self.complaint = (self.complaint + line)[-2000:]

    def _send(self, message):
        try:
            self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise self._ended() from None

    def _ended(self):
        self.process.wait(5)
        return ProgramEnded(self.complaint.strip() or "tally ended")

    def ask(self, method, notify=None, **parameters):
        """Returns the result of a request. Messages about it before that go to `notify(method, parameters)`.

        An interrupt cancels the request; the result then says so.
        """
        self.count += 1
        number = self.count
        self._send({"id": number, "method": method, "params": parameters})
        while True:
            try:
                line = self.process.stdout.readline()
            except KeyboardInterrupt:
                self._send({"method": "cancel", "params": {"id": number}})
                continue
            if not line:
                raise self._ended()
            message = json.loads(line)
            if "id" not in message:
                if notify and message["params"].get("id") == number:
                    notify(message["method"], message["params"])
            elif message["id"] == number:
                if "error" in message:
                    raise ValueError(message["error"]["message"])
                return message["result"]

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()

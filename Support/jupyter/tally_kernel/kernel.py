"""Cells of a notebook as texts of `tally pipe`."""
from ipykernel.kernelbase import Kernel

from . import __version__
from .program import Program, ProgramEnded


def bytes_before(text, place):
    """The number of UTF-8 bytes before a character."""
    return len(text[:place].encode())


def characters_before(text, offset):
    """The number of characters before a UTF-8 byte."""
    return len(text.encode()[:offset].decode(errors="ignore"))


class TallyKernel(Kernel):
    implementation = "tally"
    implementation_version = __version__
    language_info = {"name": "tally", "file_extension": ".tally", "mimetype": "text/x-tally"}
    help_links = []

    def __init__(self, **options):
        super().__init__(**options)
        self._program = None

    @property
    def program(self):
        if self._program is None:
            self._program = Program()
        return self._program

    @property
    def banner(self):
        return "Tally: the statistics of personal-health samples. Try `show metrics` or `help`."

    # Running

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **others):
        shows = not silent
        traceback = []

        def notify(method, message):
            if method == "output" and shows:
                self.show(message)
            elif method == "progress" and shows:
                self.stream("stderr", "\r" + message["text"].ljust(79))
            elif method == "finding":
                if message["severity"] == "error":
                    traceback.append(message["text"].rstrip("\n"))
                elif shows:
                    self.stream("stderr", message["text"])

        try:
            result = self.program.ask("run", notify, text=code, name="cell")
        except ProgramEnded as error:
            self._program = None
            return self.failed("tally", str(error), [str(error)], shows)
        status = result["status"]
        if status == "interrupted":
            return self.failed("KeyboardInterrupt", "interrupted", ["interrupted"], shows)
        if status != "fine":
            code, message = result.get("code", "tally"), result.get("message", status)
            return self.failed(code, message, traceback or [message], shows)
        answer = {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}
        if result.get("ends"):
            answer["payload"] = [{"source": "ask_exit", "keepkernel": False}]
        return answer

    def show(self, part):
        if part["kind"] == "printed":
            return self.stream("stdout", part["text"])
        data = {"text/plain": part["text"].rstrip("\n")}
        if part.get("html"):
            data["text/html"] = part["html"]
        drawings = part.get("svg") or []
        for drawing in drawings or [None]:
            own = {**data, "image/svg+xml": drawing} if drawing else data
            self.send_response(self.iopub_socket, "display_data", {"data": own, "metadata": {}})
            # The text shows all drawings of the part.
            data = {"text/plain": ""}

    def stream(self, name, text):
        self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def failed(self, name, message, traceback, shows):
        error = {"ename": name, "evalue": message, "traceback": traceback}
        if shows:
            self.send_response(self.iopub_socket, "error", error)
        return {"status": "error", "execution_count": self.execution_count, **error}

    def do_shutdown(self, restart):
        if self._program is not None:
            self._program.close()
            self._program = None
        return {"status": "ok", "restart": restart}

    # Typing

    def ask(self, method, code, *place):
        """The answer to a question about a cell; None if there is none."""
        try:
            offset = {"offset": bytes_before(code, place[0])} if place else {}
            return self.program.ask(method, text=code, **offset)
        except (ProgramEnded, ValueError):
            return None

    def do_complete(self, code, cursor_pos):
        found = self.ask("complete", code, cursor_pos) or {"start": 0, "end": 0, "items": []}
        return {
            "status": "ok", "matches": [item["text"] for item in found["items"]], "metadata": {},
            "cursor_start": characters_before(code, found["start"]), "cursor_end": characters_before(code, found["end"]),
        }

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        found = self.ask("inspect", code, cursor_pos)
        text = "\n\n".join(part for part in ((found or {}).get("code"), (found or {}).get("text")) if part)
        return {"status": "ok", "found": bool(text), "data": {"text/plain": text} if text else {}, "metadata": {}}

    def do_is_complete(self, code):
        return self.ask("isComplete", code) or {"status": "unknown"}

"""Sends damaged and hostile messages to `tally lsp`: it must not end, hang, or grow.

    python3 Tests/Editors/fuzz.py TALLY STORE [SECONDS] [SEED]

Servers start one after the other. Each gets some thousand messages: edits of documents in and out of their ranges,
requests of all kinds at all places, damaged JSON and wrong types. Every 200 messages, a request must be answered within
PATIENCE seconds. At the end, a document with a new text must have exactly its findings, so damage to one document does
not reach another. Memory is read from /proc. Exits with 1 on a failure, and then keeps the last messages in a file.
"""
import json
import pathlib
import random
import subprocess
import sys
import threading
import time

tally, store = sys.argv[1:3]
seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
chance = random.Random(seed)
PATIENCE, ROUNDS = 60, 100
ROOT = pathlib.Path(__file__).parents[2]
SCRIPTS = [file.read_text() for folder in ("Examples", "Examples/tests", "Tests/Field") for file in sorted((ROOT / folder).glob("*.tally"))]
PIECES = sorted({line for script in SCRIPTS for line in script.splitlines() if line.strip() and not line.startswith("#")})
PIECES += ["let a = 3", "let a = a", "def f(m: metric) = f(m)", "f(", "a", "sum stepz", "|", "(", ")", '"', "`", "#", ",", ";", "\n", "\r\n", "\r", "\t", "```tally\n", "```\n",
           "~~~", "😀", "ü", "e\u0301", "\u2028", "\u0000", "\u202e", "\ufeff", "9" * 400, "(" * 300, "last 7 days", " by day", "case \"x\"\n", "expect rows 1\n"]
REQUESTS = [
    "hover", "completion", "signatureHelp", "definition", "references", "documentHighlight", "prepareRename", "rename", "formatting", "foldingRange",
    "documentSymbol", "semanticTokens/full", "semanticTokens/range", "inlayHint", "codeLens", "codeAction", "unknown",
]
NUMBERS = [0, 1, 2, 5, 17, 80, 10**6, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 10**30, -1, -2**31, 0.5, 1e308]
URIS = ["file:///a.tally", "file:///b.tally", "file:///c.md", "untitled:Untitled-1", "file:///%F0%9F%98%80.tally", "file:///never.tally", "", "::", "http://x"]


def value(depth=0):
    kind = chance.randrange(9 if depth < 4 else 7)
    if kind == 0:
        return None
    if kind == 1:
        return chance.choice([True, False])
    if kind == 2:
        return chance.choice(NUMBERS)
    if kind < 5:
        return chance.choice(PIECES)
    if kind < 7:
        return "".join(chr(chance.choice([0, 9, 10, 27, 34, 92, 0x9B, 0x202E, 0x1F600, chance.randrange(32, 127)])) for _ in range(chance.randrange(20)))
    if kind == 7:
        return [value(depth + 1) for _ in range(chance.randrange(4))]
    return {str(value(5)): value(depth + 1) for _ in range(chance.randrange(4))}


def position():
    if chance.random() < 0.05:
        return {"line": chance.choice(NUMBERS), "character": chance.choice(NUMBERS)}
    return {"line": chance.randrange(40), "character": chance.randrange(60)}


def range_():
    first, second = position(), position()
    if chance.random() < 0.8 and (second["line"], second["character"]) < (first["line"], first["character"]):
        first, second = second, first
    return {"start": first, "end": second}


def script():
    if chance.random() < 0.3:
        return chance.choice(SCRIPTS)[:4000]
    return "".join(chance.choice(PIECES) + chance.choice(["", "\n", "\n", "\r\n", " "]) for _ in range(chance.randrange(30)))


def edit():
    if chance.random() < 0.05:
        return {"text": script()}
    text = chance.choice(["", " ", "\n", chr(chance.randrange(32, 127)), chance.choice(PIECES), chance.choice(PIECES)])
    if chance.random() < 0.7:
        place = {"line": chance.randrange(30), "character": chance.randrange(40)}
        end = {"line": place["line"] + chance.choice([0, 0, 0, 1]), "character": place["character"] + chance.randrange(6)}
        return {"range": {"start": place, "end": end}, "text": text}
    return {"range": range_(), "text": text, "rangeLength": chance.choice(NUMBERS)}


def message():
    uri = chance.choice(URIS[:5]) if chance.random() < 0.95 else chance.choice(URIS)
    document = {"uri": uri, "version": chance.randrange(1000)}
    kind = chance.random()
    if kind < 0.06:
        language = "markdown" if uri.endswith(".md") else chance.choice(["tally", "tally", "tally", "markdown", "python"])
        call = {"method": "textDocument/didOpen", "params": {"textDocument": {**document, "languageId": language, "text": script()}}}
    elif kind < 0.6:
        changes = [edit() for _ in range(chance.choice([1, 1, 1, 2, 5]))]
        call = {"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": changes}}
    elif kind < 0.62:
        call = {"method": f"textDocument/{chance.choice(['didSave', 'didClose'])}", "params": {"textDocument": document}}
    elif kind < 0.64:
        arguments = [uri, chance.randrange(30)] if chance.random() < 0.8 else value()
        call = {"id": chance.randrange(10**6), "method": "workspace/executeCommand", "params": {"command": "tally.run", "arguments": arguments}}
    elif kind < 0.66:
        method = chance.choice(["initialize", "initialized", "$/cancelRequest", "$/setTrace", "workspace/didChangeConfiguration", "textDocument/willSave", "x"])
        call = {"method": method, "params": chance.choice([{"id": chance.randrange(10**6)}, {}, value()])}
        if chance.random() < 0.5:
            call["id"] = value()
    else:
        params = {"textDocument": {"uri": uri}, "position": position(), "range": range_(), "newName": chance.choice(["b", "sum", "", "😀", "a b"]),
                  "context": {"includeDeclaration": True, "diagnostics": [], "only": chance.choice([None, ["source.fixAll"], ["quickfix"]])},
                  "options": {"tabSize": chance.choice(NUMBERS), "insertSpaces": True}}
        call = {"id": chance.choice([chance.randrange(10**6), "text"]), "method": f"textDocument/{chance.choice(REQUESTS)}", "params": params}
    call["jsonrpc"] = "2.0"
    if chance.random() < 0.06:
        place = chance.choice([call, call["params"]])
        if isinstance(place, dict) and place:
            place[chance.choice(list(place))] = value()
    text = json.dumps(call, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    if chance.random() < 0.06:
        bytes_ = bytearray(text)
        for _ in range(chance.randrange(1, 8)):
            place = chance.randrange(len(bytes_))
            what = chance.randrange(3)
            if what == 0:
                bytes_[place] = chance.randrange(256)
            elif what == 1:
                del bytes_[place:place + chance.randrange(20)]
                bytes_ = bytes_ or bytearray(b"x")
            else:
                bytes_[place:place] = bytes(chance.randrange(256) for _ in range(chance.randrange(20)))
        text = bytes(bytes_)
    if chance.random() < 0.001:
        text = chance.choice([b"[" * 100_000, b'{"a":' * 100_000, b"x" * 5_000_000, b'"' + b"\\u0000" * 100_000, b""])
    return framed(text)


def framed(text):
    """With its length before it. Sometimes other headers are there, too, but the length is right, so that the next message is found."""
    head = b"Content-Length: %d\r\n" % len(text)
    if chance.random() < 0.02:
        head = chance.choice([b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n" + head, head.lower(), head + b"X: y\r\n", head.replace(b": ", b":")])
    return head + b"\r\n" + text


def memory(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


class Server:
    def __init__(self):
        command = [tally, "lsp", "--store", store, "--now", "2026-06-30T18:20:00+02:00"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answered, self.wanted, self.findings, self.broken = threading.Event(), None, None, None
        self.last = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        stream = self.process.stdout
        try:
            while True:
                length = None
                while (line := stream.readline()).strip():
                    name, _, rest = line.partition(b":")
                    length = int(rest) if name.lower() == b"content-length" else length
                if not line:
                    return
                answer = json.loads(stream.read(length))
                assert answer["jsonrpc"] == "2.0" and (("method" in answer) != ("result" in answer or "error" in answer)), answer
                if answer.get("method") == "textDocument/publishDiagnostics":
                    for each in answer["params"]["diagnostics"]:
                        start, end = each["range"]["start"], each["range"]["end"]
                        assert 0 <= start["line"] <= end["line"] and start["character"] >= 0 and end["character"] >= 0 and each["message"], each
                    if answer["params"]["uri"] == "file:///last.tally":
                        self.findings = [each["code"] for each in answer["params"]["diagnostics"]]
                if self.wanted is not None and answer.get("id") == self.wanted:
                    self.answered.set()
        except Exception as error:
            self.broken = f"a wrong answer: {type(error).__name__}: {error}"
            self.answered.set()

    def write(self, messages):
        self.last = messages
        self.process.stdin.write(b"".join(messages))
        self.process.stdin.flush()

    def call(self, method, params, name=None):
        self.wanted = name or f"call-{random.random()}"
        self.answered.clear()
        text = json.dumps({"jsonrpc": "2.0", "id": self.wanted, "method": method, "params": params}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()
        if not self.answered.wait(PATIENCE):
            self.fail(f"no answer to {method}; the server {'runs' if self.process.poll() is None else 'ended'}")
        if self.broken:
            self.fail(self.broken)

    def fail(self, reason):
        pathlib.Path(f"fuzz-{seed}.messages").write_bytes(b"".join(self.last))
        sys.exit(f"{reason}, after {count} messages, seed {seed}, in fuzz-{seed}.messages")


started, count, servers, sizes, slowest = time.time(), 0, 0, [], 0.0
while time.time() - started < seconds or not servers:
    server = Server()
    servers += 1
    try:
        if chance.random() < 0.7:
            # Requests before `initialize` have errors, and notifications are dropped.
            before = [each for each in (message() for _ in range(20)) if b'"initialize"' not in each and b'"exit"' not in each]
            server.write(before)
            count += len(before)
        encodings = chance.choice([None, ["utf-8", "utf-16"], ["utf-16"]])
        server.call("initialize", {"capabilities": {"general": {"positionEncodings": encodings}} if encodings else {}})
        grown = []
        for round in range(ROUNDS):
            batch = [each for each in (message() for _ in range(200)) if b'"shutdown"' not in each and b'"exit"' not in each]
            begun = time.time()
            server.write(batch)
            count += len(batch)
            server.call("textDocument/hover", {"textDocument": {"uri": "file:///a.tally"}, "position": {"line": 0, "character": 0}})
            slowest = max(slowest, time.time() - begun)
            grown.append(memory(server.process))
            if time.time() - started > seconds and round > 2:
                break
        sizes.append(grown)
        for text, expected in (("sum steps by day\n", []), ("# 😀\nsum stepz\n", ["E101"])):
            server.findings = None
            document = {"uri": "file:///last.tally", "languageId": "tally", "version": 1, "text": text}
            note = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}).encode()
            server.write([b"Content-Length: %d\r\n\r\n%s" % (len(note), note)])
            server.call("textDocument/hover", {"textDocument": {"uri": "file:///last.tally"}, "position": {"line": 0, "character": 0}})
            end = time.time() + 20
            while server.findings != expected and time.time() < end:
                time.sleep(0.02)
            if server.findings != expected:
                server.fail(f"a new document has the findings {server.findings} instead of {expected}")
        server.call("shutdown", None)
        server.write([b'Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"exit"}'])
    except BrokenPipeError:
        server.fail(f"the server ended with {server.process.wait()}")
    if status := server.process.wait(timeout=30):
        server.fail(f"exit code {status} after shutdown and exit")

# A server that runs longer than others must not grow: the last third of its rounds against the first.
growth = []
for grown in sizes:
    third = max(1, len(grown) // 3)
    growth.append((max(grown[:third]), max(grown[-third:])))
early, late = max(growth, key=lambda pair: pair[1] - pair[0])
print(f"{count} messages to {servers} servers in {time.time() - started:.0f} s; memory at most {early} MB in the first third, {late} MB in the last; "
      f"slowest batch {slowest:.1f} s")
if late > 1.5 * early + 30:
    sys.exit("memory grows")

"""Sends damaged and hostile messages to `tally lsp`: it must not end, hang, or grow, and must keep the text as it was changed.

    python3 Tests/Editors/fuzz.py TALLY STORE [SECONDS] [SEED]

Every 100 messages, a request must be answered within PATIENCE seconds, and the text of a document must equal that of a second
implementation of changes: a server that does not know a change would show findings at wrong places. Memory is read from /proc. Exits
with 1 on a failure, and then keeps the last messages in a file.
"""
import json
import pathlib
import random
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).parent.parent
tally, store = sys.argv[1:3]
seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
chance = random.Random(seed)
PATIENCE = 60
LINES = [line for path in sorted((ROOT / "Scripts").glob("*.tally")) for line in path.read_text().splitlines()]
DOCUMENTS = ["file:///a.tally", "file:///b.tally", "file:///c.md", "untitled:d", "", "file:///never.tally"]
REQUESTS = [
    "textDocument/completion", "textDocument/hover", "textDocument/signatureHelp", "textDocument/definition", "textDocument/references",
    "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/rename", "textDocument/formatting",
    "textDocument/foldingRange", "textDocument/documentSymbol", "textDocument/codeAction", "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range", "textDocument/inlayHint", "textDocument/codeLens", "workspace/executeCommand", "initialize", "x",
]


def value(depth=0):
    kind = chance.randrange(9 if depth < 4 else 7)
    if kind == 0:
        return None
    if kind == 1:
        return chance.choice([True, False])
    if kind == 2:
        return chance.choice([0, 1, -1, 2**31, 2**63, 10**30, 1e308, 0.5])
    if kind < 5:
        return chance.choice(LINES)
    if kind < 7:
        return "".join(chr(chance.choice([0, 9, 10, 13, 27, 34, 92, 0x9B, 0x202E, 0x1F600, chance.randrange(32, 127)])) for _ in range(chance.randrange(20)))
    if kind == 7:
        return [value(depth + 1) for _ in range(chance.randrange(4))]
    return {str(value(5)): value(depth + 1) for _ in range(chance.randrange(4))}


def position():
    return {"line": chance.choice([0, 1, 2, 5, 20, 2**31, -1]), "character": chance.choice([0, 1, 3, 8, 40, 2**31, -5])}


def text():
    made = chance.choice(["\n", "\r\n", ";", " "]).join(chance.choice(LINES) for _ in range(chance.randrange(12)))
    if chance.random() < 0.2:
        made = f"# x\n```tally\n{made}\n```\n"
    return made + chance.choice(["", "😀", "é", "\u2028", "\x00", "\n"])


def message():
    document = chance.choice(DOCUMENTS)
    kind = chance.random()
    item = {"uri": document, "version": chance.randrange(100)}
    if kind < 0.1:
        call = {"method": "textDocument/didOpen", "params": {"textDocument": {**item, "languageId": chance.choice(["tally", "markdown"]), "text": text()}}}
    elif kind < 0.5:
        changes = [{"range": {"start": position(), "end": position()}, "text": text() if chance.random() < 0.1 else chance.choice(["", "a", " ", "\n", "|", "(", "\""])}
                   for _ in range(chance.randrange(4))]
        if chance.random() < 0.1:
            changes.append({"text": text()})
        call = {"method": "textDocument/didChange", "params": {"textDocument": item, "contentChanges": changes}}
    elif kind < 0.55:
        call = {"method": chance.choice(["textDocument/didClose", "textDocument/didSave", "$/cancelRequest", "initialized", "$/x"]),
                "params": {"textDocument": item, "id": chance.randrange(100)}}
    else:
        method = chance.choice(REQUESTS)
        call = {"id": chance.randrange(10**6), "method": method, "params": {
            "textDocument": item, "position": position(), "range": {"start": position(), "end": position()}, "newName": chance.choice(["a", "", "steps", "x y", "\n"]),
            "context": {"only": chance.choice([[], ["quickfix"], ["source.fixAll"]])}, "command": "tally.run", "arguments": [document, chance.randrange(-1, 30)]}}
    call["jsonrpc"] = "2.0"
    if chance.random() < 0.1:
        call[chance.choice(list(call))] = value()
    if chance.random() < 0.1 and isinstance(call.get("params"), dict):
        call["params"][chance.choice(list(call["params"]) or ["x"])] = value()
    # The tests of a server end here.
    if call.get("method") in ("shutdown", "exit"):
        call["method"] = "x"
    return damaged(json.dumps(call).encode())


def damaged(body):
    if chance.random() < 0.15:
        bytes_ = bytearray(body)
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(bytes_))
            bytes_[place:place + chance.randrange(10)] = bytes(chance.randrange(256) for _ in range(chance.randrange(10)))
            bytes_ = bytes_ or bytearray(b"x")
        body = bytes(bytes_)
    if chance.random() < 0.002:
        body = chance.choice([b"[" * 100_000, b'{"a":' * 100_000, b"x" * 1_000_000])
    header = b"Content-Length: %d\r\n" % len(body)
    if chance.random() < 0.02:
        header = chance.choice([b"Content-Type: x\r\n" + header, b"content-length:%d\r\n" % len(body), b"junk\r\n" + header])
    return header + b"\r\n" + body


def frame(call):
    body = json.dumps(call).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def memory(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


process = subprocess.Popen([tally, "lsp", "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
answered = threading.Event()
wanted, received = "", None


def read():
    global received
    while True:
        length = 0
        while (line := process.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not line:
            return
        message = json.loads(process.stdout.read(length))
        if wanted and message.get("id") == wanted:
            received = message
            answered.set()


def ask(method, parameters, batch):
    global wanted
    wanted = f"ask-{time.time()}"
    answered.clear()
    process.stdin.write(frame({"jsonrpc": "2.0", "id": wanted, "method": method, "params": parameters}))
    process.stdin.flush()
    if not answered.wait(PATIENCE):
        pathlib.Path(f"fuzz-lsp-{seed}.messages").write_bytes(b"".join(batch))
        sys.exit(f"no answer to {method}, seed {seed}; the server {'runs' if process.poll() is None else 'ended'}")
    return received


def checked_text(number):
    """Types into a document of its own, and compares its outline with that of the text."""
    uri, lines = "file:///own.tally", ["let a0 = 1", "let a1 = 2", "let a2 = 3"]
    own = [{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri, "languageId": "tally", "version": 1, "text": "\n".join(lines)}}}]
    for version in range(2, 12):
        line = chance.randrange(len(lines))
        new = f"let b{number % 1000}x{version} = {version}"
        own.append({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": len(lines[line])}}, "text": "# 😀\n" + new}]}})
        lines[line:line + 1] = ["# 😀", new]
    for each in own:
        process.stdin.write(frame(each))
    found = ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}, [])
    names = [(symbol["name"], symbol["range"]["start"]["line"]) for symbol in found["result"]]
    right = [(line.split()[1], number) for number, line in enumerate(lines) if line.startswith("let")]
    if names != right:
        sys.exit(f"the text is not what was typed, seed {seed}: {names} instead of {right}")


threading.Thread(target=read, daemon=True).start()
started, count, sizes = time.time(), 0, []
try:
    ask("initialize", {"capabilities": {}}, [])
    while time.time() - started < seconds:
        batch = [message() for _ in range(100)]
        for each in batch:
            process.stdin.write(each)
        count += len(batch)
        ask("textDocument/hover", {"textDocument": {"uri": "file:///a.tally"}, "position": {"line": 0, "character": 0}}, batch)
        checked_text(count)
        sizes.append(memory(process))
except BrokenPipeError:
    sys.exit(f"the server ended after {count} messages, seed {seed}: {process.wait()}")
ask("shutdown", None, [])
process.stdin.write(frame({"jsonrpc": "2.0", "method": "exit"}))
process.stdin.close()
status = process.wait(timeout=30)
third = max(1, len(sizes) // 3)
early, late = max(sizes[:third]), max(sizes[-third:])
print(f"{count} messages in {time.time() - started:.0f} s; memory {early} MB in the first third, {late} MB in the last; exit {status}")
if status or late > 1.5 * early + 30:
    sys.exit(1)

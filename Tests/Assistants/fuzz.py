"""Sends damaged and hostile messages to `tally mcp` or `tally pipe`: it must not end, hang, or grow.

    python3 Tests/Assistants/fuzz.py TALLY STORE [SECONDS] [SEED] [mcp | pipe]

Every 200 messages, a harmless request must be answered within PATIENCE seconds. Memory is read from /proc. Exits with 1 on a
failure, and then keeps the last messages in a file.
"""
import json
import pathlib
import random
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).parent
tally, store = sys.argv[1:3]
seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
server = sys.argv[5] if len(sys.argv) > 5 else "mcp"
chance = random.Random(seed)
queries = (HERE / "questions.txt").read_text().splitlines() + (HERE / "wrong.txt").read_text().splitlines()
# The pipe would do what an assistant is refused, such as writing files.
if server == "mcp":
    queries += [line.split("\t")[1] for line in (HERE / "refused.txt").read_text().splitlines()]
PATIENCE = 60
METHODS = [
    "initialize", "server/discover", "ping", "tools/list", "tools/call", "tools/call", "tools/call", "resources/list", "resources/read",
    "resources/templates/list", "prompts/list", "prompts/get", "notifications/cancelled", "notifications/initialized", "x",
]
HARMLESS = "ping"
if server == "pipe":
    METHODS, HARMLESS = ["about", "run", "run", "run", "complete", "inspect", "isComplete", "cancel", "x"], "about"
TOOLS = ["query", "check", "describe", "why", "explain", "help", "chart", "metrics", "none"]


def value(depth=0):
    kind = chance.randrange(9 if depth < 4 else 7)
    if kind == 0:
        return None
    if kind == 1:
        return chance.choice([True, False])
    if kind == 2:
        return chance.choice([0, 1, -1, 2**31, 2**63, 10**30, 1e308, 0.5])
    if kind < 5:
        return chance.choice(queries)
    if kind < 7:
        return "".join(chr(chance.choice([0, 9, 10, 27, 34, 92, 0x9B, 0x202E, 0x1F600, chance.randrange(32, 127)])) for _ in range(chance.randrange(20)))
    if kind == 7:
        return [value(depth + 1) for _ in range(chance.randrange(4))]
    return {str(value(5)): value(depth + 1) for _ in range(chance.randrange(4))}


def message():
    tool = chance.choice(TOOLS)
    arguments = {"query": chance.choice(queries), "limit": 20}
    if tool in ("describe", "help"):
        arguments = {"metric" if tool == "describe" else "topic": chance.choice(["steps", "heartRate", "anchor", "\x1b[31m", ""])}
    if chance.random() < 0.2:
        arguments = value()
    call = {"jsonrpc": "2.0", "id": chance.randrange(10**6), "method": chance.choice(METHODS), "params": {"name": tool, "arguments": arguments}}
    if chance.random() < 0.3:
        call["params"]["_meta"] = {"io.modelcontextprotocol/protocolVersion": chance.choice(["2026-07-28", "2030-01-01", 7])}
    if call["method"] in ("resources/read", "prompts/get") and chance.random() < 0.7:
        call["params"] = {"uri": chance.choice(["tally://language", "tally://metrics", "tally://saved/../x", "file:///etc/passwd"]), "name": "weekly_review"}
    if server == "pipe":
        call["params"] = {"text": chance.choice(queries), "offset": chance.randrange(30), "id": chance.randrange(10**6)}
        if chance.random() < 0.2:
            call["params"][chance.choice(list(call["params"]))] = value()
    if chance.random() < 0.1:
        call[chance.choice(list(call))] = value()
    text = json.dumps(call).encode()
    if chance.random() < 0.25:
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
    if chance.random() < 0.005:
        text = chance.choice([b"[" * 100_000, b'{"a":' * 100_000, b"x" * 5_000_000, b'"' + b"\\u0000" * 100_000])
    return text + b"\n"


def memory(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


process = subprocess.Popen([tally, server, "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
answered = threading.Event()
wanted = ""


def read():
    for line in process.stdout:
        json.loads(line)
        if wanted and f'"id":"{wanted}"'.encode() in line:
            answered.set()


threading.Thread(target=read, daemon=True).start()
started, count, sizes = time.time(), 0, []
try:
    while time.time() - started < seconds:
        batch = [message() for _ in range(200)]
        for each in batch:
            process.stdin.write(each)
        count += len(batch)
        wanted = f"ping-{count}"
        answered.clear()
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": wanted, "method": HARMLESS}).encode() + b"\n")
        process.stdin.flush()
        if not answered.wait(PATIENCE):
            pathlib.Path(f"fuzz-{seed}.messages").write_bytes(b"".join(batch))
            sys.exit(f"no answer after {count} messages, seed {seed}; the server {'runs' if process.poll() is None else 'ended'}")
        sizes.append(memory(process))
except BrokenPipeError:
    sys.exit(f"the server ended after {count} messages, seed {seed}: {process.wait()}")
process.stdin.close()
status = process.wait(timeout=30)
third = max(1, len(sizes) // 3)
early, late = max(sizes[:third]), max(sizes[-third:])
print(f"{count} messages in {time.time() - started:.0f} s; memory {early} MB in the first third, {late} MB in the last; exit {status}")
if status or late > 1.5 * early + 30:
    sys.exit(1)

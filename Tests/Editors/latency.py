"""Measures how long `tally lsp` takes in a script of 5,000 lines.

    python3 Tests/Editors/latency.py TALLY STORE [KEYS]

Types KEYS keys (300) at random places, and half of the time takes them back. After each key it waits for the findings of that version,
then asks for completions there, and for an explanation elsewhere. Prints medians and 99th percentiles.
"""
import json
import queue
import random
import statistics
import subprocess
import sys
import threading
import time

tally, store = sys.argv[1:3]
keys = int(sys.argv[3]) if len(sys.argv) > 3 else 300
chance = random.Random(7)
URI = "file:///test/long.tally"
DOCUMENT = {"uri": URI}


class Client:
    def __init__(self):
        arguments = [tally, "lsp", "--store", store, "--now", "2026-06-30T18:20:00+02:00", "--zone", "Europe/Berlin"]
        self.server = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        self.count = 0
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.tell("initialized", {})

    def read(self):
        while True:
            length = 0
            while (line := self.server.stdout.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                return
            self.messages.put(json.loads(self.server.stdout.read(length)))

    def send(self, message):
        body = json.dumps(message).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def tell(self, method, parameters):
        self.send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def ask(self, method, parameters):
        self.count += 1
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": parameters})
        while (message := self.messages.get(timeout=120)).get("id") != self.count:
            pass
        return message.get("result")

    def findings(self, version):
        while True:
            message = self.messages.get(timeout=120)
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["version"] == version:
                return message["params"]["diagnostics"]


def script():
    metrics = {"steps": "sum", "heartRate": "average", "activeEnergy": "sum", "restingHeartRate": "average", "weight": "average",
               "flights": "sum", "distance": "sum"}
    lines, names = ["# A made-up script"], []
    while len(lines) < 5000:
        metric, kind = chance.choice(list(metrics)), chance.random()
        measure = f"{metrics[metric]} {metric}"
        if kind < 0.10:
            lines.append(f"# part {len(lines)}")
        elif kind < 0.15:
            lines.append("")
        elif kind < 0.25:
            names.append(f"name{len(names)}")
            lines.append(f"let {names[-1]} = {measure} by day last {chance.randint(3, 60)} days")
        elif kind < 0.35 and names:
            lines.append(f"{chance.choice(names)} | top {chance.randint(1, 9)}")
        elif kind < 0.45:
            lines += [measure, f"    by day last {chance.randint(3, 30)} days", '    where source is "Apple Watch"']
        elif kind < 0.46:
            lines.append(f"{measure}x today")
        else:
            lines.append(f"{measure} by {chance.choice(['day', 'week', 'hour'])} last {chance.randint(3, 20)} days")
    return lines


def change(client, version, line, start, end, text):
    place = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
    started = time.perf_counter()
    client.tell("textDocument/didChange", {
        "textDocument": {"uri": URI, "version": version}, "contentChanges": [{"range": place, "text": text}]})
    client.findings(version)
    return time.perf_counter() - started


def timed(client, method, line, character):
    started = time.perf_counter()
    client.ask(method, {"textDocument": DOCUMENT, "position": {"line": line, "character": character}})
    return time.perf_counter() - started


def main():
    lines = script()
    client = Client()
    started = time.perf_counter()
    client.tell("textDocument/didOpen", {
        "textDocument": {"uri": URI, "languageId": "tally", "version": 1, "text": "\n".join(lines) + "\n"}})
    found = client.findings(1)
    print(f"opened {len(lines):,} lines with {len(found)} findings in {(time.perf_counter() - started) * 1000:.0f} ms")
    times = {"findings": [], "completion": [], "hover": []}
    version = 1
    for _ in range(keys):
        # People pause between keys. In this time, the server checks what depends on a change.
        time.sleep(0.1)
        line = chance.randrange(len(lines))
        column, key = chance.randint(0, len(lines[line])), chance.choice("abs 1|")
        version += 1
        times["findings"].append(change(client, version, line, column, column, key))
        times["completion"].append(timed(client, "textDocument/completion", line, column + 1))
        other = chance.randrange(len(lines))
        times["hover"].append(timed(client, "textDocument/hover", other, min(len(lines[other]), chance.randint(0, 14))))
        if chance.random() < 0.5:
            version += 1
            change(client, version, line, column, column + 1, "")
        else:
            lines[line] = lines[line][:column] + key + lines[line][column:]
    for name, bound in (("findings", 20), ("completion", 10), ("hover", 5)):
        taken = sorted(times[name])
        high = taken[min(len(taken) - 1, int(len(taken) * 0.99))]
        print(f"{name:<11} median {statistics.median(taken) * 1000:5.1f} ms   99 % {high * 1000:5.1f} ms   asked {bound} ms")
    memory = open(f"/proc/{client.server.pid}/status").read().split("VmRSS:")[1].split("\n")[0].strip()
    print(f"memory      {memory}")
    client.server.kill()


main()

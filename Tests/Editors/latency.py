"""Measures how long `tally lsp` takes to answer a key in a script of 5,000 lines, over pipes.

    python3 Tests/Editors/latency.py TALLY STORE [KEYS] [SEED]

Types words key by key at 25 places: in queries, in values that later statements use, and in a function. After each
key, it waits for the findings of that version, and then asks for completion and hover there, as an editor does. Prints
medians and 99th percentiles, and exits with 1 if a percentile of the time of the processor is over its bound, or if a
finding does not come.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import time

tally, store = sys.argv[1:3]
keys = int(sys.argv[3]) if len(sys.argv) > 3 else 300
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
chance = random.Random(seed)
LINES = 5000
BOUNDS = {"findings": 20, "completion": 10, "hover": 5}


def written():
    """A script as people write it: values and functions at the top, then sections with queries, comments and tests."""
    lines = ["# A script of many questions.", 'param what: metric = steps "the metric of the report"', "let n = 14", "let walked = sum steps",
             "let atNight = where hour of day between 0 and 5", "let quiet = while sleep and not workouts", "let goal = 8000",
             "def typical(m: metric, n = 30) = sum m by hour last n full days | running total reset each day | average by hour of day",
             "def counted(m: metric, days1 = 7) = count m by day last days1 days"]
    metrics = ["steps", "activeEnergy", "distance", "flightsClimbed"]
    readings = ["heartRate", "hrv", "weight", "restingHeartRate", "spo2"]
    value = 0
    while len(lines) < LINES:
        number = len(lines)
        kind = chance.randrange(14)
        metric, reading, days = chance.choice(metrics), chance.choice(readings), chance.randrange(2, 60)
        if kind == 0:
            lines += ["", f'section "Part {number}"', f"# Questions about {reading} and {metric}."]
        elif kind == 1:
            value += 1
            lines.append(f"let part{value} = sum {metric} by day last {days} days")
        elif kind == 2 and value:
            lines.append(f"part{chance.randrange(1, value + 1)} by week | top 3")
        elif kind == 3:
            lines += [f"sum {metric}, average {reading} by day", f"  last {days} full days anchor 03:00", "  | where average > 60 | sort by sum descending"]
        elif kind == 4:
            lines.append(f"typical({metric}, n = {days})")
        elif kind == 5:
            lines.append(f"counted({reading})")
        elif kind == 6:
            lines.append(f"walked by day last n days | running total # {number}")
        elif kind == 7:
            lines.append(f"average {reading} by weekday last {days} days where atNight")
        elif kind == 8:
            lines.append(f'sum steps by day last {days} days where source is "iPhone" | compare to previous week')
        elif kind == 9:
            lines.append(f"assert sum {metric} yesterday >= 0")
        elif kind == 10:
            lines.append(chance.choice([f"average {reading} last 7 days while quiet", f"min, max {reading} by week last 8 weeks"]))
        elif kind == 11:
            lines.append(f"duration sleep by night last {days} days | average by weekday")
        else:
            lines.append(f"sum {metric} by {chance.choice(['day', 'week', 'month'])} last {days} days as bars rule goal")
    return lines[:LINES]


class Server:
    def __init__(self):
        command = [tally, "lsp", "--store", store, "--now", "2026-06-30T18:20:00+02:00", "--zone", "Europe/Berlin"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count, self.notes = 0, []

    def spent(self):
        """Nanoseconds on a processor, of all threads. Other programs on the machine do not count."""
        return sum(int(file.read_text().split()[0]) for file in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"))

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()

    def bytes(self):
        length = 0
        while (line := self.process.stdout.readline()).strip():
            if line.lower().startswith(b"content-length"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit("the server ended")
        return self.process.stdout.read(length)

    def ask(self, method, params):
        """The answer, and the time until its bytes are here."""
        self.count += 1
        before = self.spent()
        begun = time.perf_counter()
        self.send({"id": self.count, "method": method, "params": params})
        while True:
            text = self.bytes()
            taken = time.perf_counter() - begun
            message = json.loads(text)
            if message.get("id") == self.count:
                self.work = (self.spent() - before) / 1e9
                return message, taken
            self.notes.append(message)

    def findings(self, version, begun):
        """The first findings of a version, and the time until their bytes are here."""
        while True:
            text = self.bytes()
            taken = time.perf_counter() - begun
            message = json.loads(text)
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"].get("version") == version:
                return message["params"]["diagnostics"], taken


URI = "file:///long.tally"
lines = written()
server = Server()
server.ask("initialize", {"capabilities": {}})
server.send({"method": "initialized", "params": {}})
begun = time.perf_counter()
server.send({"method": "textDocument/didOpen", "params": {"textDocument": {"uri": URI, "languageId": "tally", "version": 1, "text": "\n".join(lines) + "\n"}}})
found, opened = server.findings(1, begun)
print(f"{len(lines)} lines, {sum(map(len, lines))} characters, seed {seed}: findings {opened * 1000:.0f} ms after the script is opened, {len(found)} of them")

# Places that others depend on, a function, and ordinary statements. Each word is typed and then deleted, so the script stays as it is.
places = [2, 3, 4, 7, 8] + [number for number, line in enumerate(lines) if line.startswith("let part")][:3]
places += chance.sample([number for number, line in enumerate(lines) if line and line[0] in "sacmdtpw" and not line.startswith("param")], 17)
WORDS = [" where value > 1", " by weel", " since -30d", " last 7 days", " | top 3 by", " anchor 03:00"]
times, work = ({name: [] for name in BOUNDS} for _ in range(2))
version, typed, wrong, typings = 1, 0, 0, []
while typed < keys:
    line = places[(typed // 12) % len(places)]
    text = lines[line]
    for key in chance.choice(WORDS)[:12]:
        place = {"line": line, "character": len(text)}
        text += key
        version += 1
        before = server.spent()
        begun = time.perf_counter()
        server.send({"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": URI, "version": version}, "contentChanges": [{"range": {"start": place, "end": place}, "text": key}]}})
        found, taken = server.findings(version, begun)
        work["findings"].append((server.spent() - before) / 1e9)
        times["findings"].append(taken)
        typings.append((taken, line + 1, text))
        after = {"textDocument": {"uri": URI}, "position": {"line": line, "character": len(text)}}
        answer, taken = server.ask("textDocument/completion", after)
        wrong += "result" not in answer
        work["completion"].append(server.work)
        times["completion"].append(taken)
        inside = {"textDocument": {"uri": URI}, "position": {"line": line, "character": chance.randrange(len(lines[line]))}}
        answer, taken = server.ask("textDocument/hover", inside)
        wrong += "result" not in answer
        work["hover"].append(server.work)
        times["hover"].append(taken)
        typed += 1
        # A person types ten keys a second at most. The server has this time for what can wait.
        time.sleep(0.05)
        if typed >= keys:
            break
    version += 1
    begun = time.perf_counter()
    server.send({"method": "textDocument/didChange", "params": {"textDocument": {"uri": URI, "version": version}, "contentChanges": [
        {"range": {"start": {"line": line, "character": len(lines[line])}, "end": {"line": line, "character": len(text)}}, "text": ""}]}})
    server.findings(version, begun)

# The findings are really those of the changed line: a mistake must be in the first message.
for line in places[-5:]:
    version += 1
    begun = time.perf_counter()
    server.send({"method": "textDocument/didChange", "params": {"textDocument": {"uri": URI, "version": version}, "contentChanges": [
        {"range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}}, "text": "sum stepz\n"}]}})
    found, _ = server.findings(version, begun)
    wrong += not any(each["code"] == "E101" and each["range"]["start"]["line"] == line for each in found)
    version += 1
    begun = time.perf_counter()
    server.send({"method": "textDocument/didChange", "params": {"textDocument": {"uri": URI, "version": version}, "contentChanges": [
        {"range": {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}, "text": ""}]}})
    server.findings(version, begun)

print(f"{typed} keys at {len(places)} places, in ms; load of the machine {os.getloadavg()[0]:.1f}")
def percentiles(values):
    values = sorted(value * 1000 for value in values)
    return values[len(values) // 2], values[min(len(values) - 1, int(len(values) * 0.99))], values[-1]


print(f"{'':12}{'median':>8}{'p99':>8}{'longest':>9}{'bound':>7}   time of the processor: median, p99")
over = False
for name, values in times.items():
    median, late, longest = percentiles(values)
    worked, most, _ = percentiles(work[name])
    print(f"{name:12}{median:8.1f}{late:8.1f}{longest:9.1f}{BOUNDS[name]:7}{worked:26.1f}{most:8.1f}")
    # Other programs on the machine make a client wait, but do not count here.
    over = over or most > BOUNDS[name]
print("the slowest keys:", *(f"{taken * 1000:.0f} ms, line {line}: {text}" for taken, line, text in sorted(typings)[-3:]), sep="\n  ")
server.ask("shutdown", None)
server.send({"method": "exit"})
server.process.wait(10)
if wrong:
    sys.exit(f"{wrong} answers were wrong")
sys.exit(1 if over else 0)

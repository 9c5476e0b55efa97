"""Imports many files in one process of Tally, each into an empty store, and reads what each store holds then."""

import json
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

from model import UNITS, Sample, iso_time

MEMORY = 6 << 30


class Crash(Exception):
    """A process ended without its result, or not in time."""


class Runner:
    """Runs Tally on the files of cases, in a folder of its own."""

    def __init__(self, tally, seconds, zone):
        self.tally, self.seconds, self.zone = str(pathlib.Path(tally).resolve()), seconds, zone
        shared = pathlib.Path("/dev/shm")
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="changed-", dir=shared if shared.is_dir() else None))

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)

    def outcomes(self, files):
        """What Tally did with each file: a list of `Outcome`. `files` are (name, bytes, assertions).

        Raises `Crash` if the process did not end well.
        """
        folder = self.root / "batch"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        lines = [f"set zone = {self.zone}", "set now = 2026-11-01T00:00Z"]
        for index, (name, content, assertions) in enumerate(files):
            place = folder / str(index)
            place.mkdir()
            (place / name).write_bytes(content)
            lines += ["", f'case "{index}"', f'import "{index}/{name}"', f'export everything to "{index}/held.jsonl"']
            lines += assertions or ["assert count steps >= 0"]
        (folder / "batch.tally").write_text("\n".join(lines) + "\n")
        out = self.run(["test", "batch.tally", "--diagnostics", "json"], folder)
        if out.returncode not in (0, 1):
            raise Crash(f"exit code {out.returncode}: {out.stderr[-300:]}")
        outcomes = [Outcome() for _ in files]
        for line in (out.stdout + out.stderr).splitlines():
            if not line.startswith("{"):
                continue
            finding = json.loads(line)
            match = re.match(r"(\d+): (.*)", finding["message"], re.DOTALL)
            if match and finding["severity"] == "error":
                outcomes[int(match[1])].add(finding["code"], match[2], files[int(match[1])][2], finding, lines)
        if not re.search(r"\d+ passed", out.stdout + out.stderr):
            raise Crash(f"no result: {out.stderr[-300:]}")
        for index, outcome in enumerate(outcomes):
            held = folder / str(index) / "held.jsonl"
            if held.exists():
                outcome.samples = samples(held.read_text())
        self.add_reports(folder, files, outcomes)
        return outcomes

    def add_reports(self, folder, files, outcomes):
        """Adds the report of each import. Equal samples of different files are one here, which does not change rows that are read."""
        paths = [f"{index}/{name}" for index, (name, _, _) in enumerate(files)]
        out = self.run(["--store", ":memory:", "--zone", self.zone, "import", "--report", "json", *paths], folder)
        if out.returncode not in (0, 3):
            raise Crash(f"import ended with {out.returncode}: {out.stderr[-300:]}")
        reports = [json.loads(line) for line in out.stdout.splitlines() if line.startswith("{")]
        if len(reports) != len(files):
            if len(files) == 1:
                return
            raise Crash(f"{len(reports)} reports of {len(files)} files: {out.stderr[-300:]}")
        for outcome, report in zip(outcomes, reports):
            outcome.report = report

    def run(self, arguments, folder):
        limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        try:
            return subprocess.run(
                [self.tally, *arguments], cwd=folder, capture_output=True, text=True, errors="replace", timeout=self.seconds,
                preexec_fn=limit, env={"PATH": "/usr/bin:/bin", "HOME": str(self.root), "TZ": "UTC"})
        except subprocess.TimeoutExpired as error:
            raise Crash(f"did not end within {self.seconds} s") from error


class Outcome:
    """What Tally did with one file."""

    def __init__(self):
        self.samples = None
        self.refusal = None
        self.failures = []
        self.report = None

    def add(self, code, message, assertions, finding, lines):
        if code == "E310":
            self.failures.append(f"{lines[finding['line'] - 1]}: {message}")
        elif self.refusal is None:
            self.refusal = f"{code}: {message}"


def samples(text):
    """The samples in JSON Lines that Tally wrote."""
    result, voltages = [], {}
    for line in text.splitlines():
        row = json.loads(line)
        if "store" in row:
            # Correlations, summaries and settings, which are not samples.
            continue
        if "points" in row:
            points = row["points"]
            if "voltage" in points:
                place = (iso_time(points["start"]), iso_time(points["end"]))
                voltages[place] = voltages.get(place, 0) + sum(points["voltage"])
            continue
        value = row.get("value")
        if isinstance(value, (int, float)):
            # A metric that no one knows keeps its unit.
            value *= UNITS.get(row.get("unit", "count"), 1)
        # Defined metrics are written with their unit: own:fatMass in kg.
        type = re.sub(r"^own:(\w+).*", r"\1", row["type"]).strip("`")
        result.append(Sample(type, row.get("source"), iso_time(row["start"]), iso_time(row["end"]), value))
    return result + [Sample("voltage", None, start, end, total) for (start, end), total in voltages.items()]


def is_close(one, other):
    """True if the value is the expected one, or one of several that are possible."""
    if isinstance(one, tuple):
        return any(is_close(each, other) for each in one)
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return abs(one - other) <= 1e-9 * max(abs(one), abs(other), 1e-3)


def fits(pattern, sample):
    """True if a sample is one that `pattern` allows. None allows everything."""
    return (
        pattern.type == sample.type and (pattern.source is None or pattern.source == sample.source)
        and (pattern.start is None or abs(pattern.start - sample.start) <= 1)
        and (pattern.end is None or abs(pattern.end - sample.end) <= 1)
        and (pattern.value is None or is_close(pattern.value, sample.value)))


def differences(expected, outcome):
    """What is wrong with an outcome, as texts. Empty if it is right."""
    if outcome.refusal is not None:
        # A file of which nothing can be read is refused (Import.md, "What you can rely on").
        is_lost = not expected.samples and (expected.skipped != 0 or expected.open)
        if expected.refused is False and not is_lost:
            return [f"refused: {outcome.refusal}"]
        return []
    if expected.refused:
        return ["read, but must be refused"]
    if outcome.samples is None:
        return ["neither read nor refused"]
    found = list(outcome.samples)
    wrong = []
    for sample in expected.kept():
        match = next((index for index, other in enumerate(found) if fits(sample, other)), None)
        if match is None:
            wrong.append(f"missing: {shown(sample)}")
        else:
            del found[match]
    # A pattern that fits few samples is used before one that fits many.
    allowed = sorted(expected.open, key=lambda s: [s.source, s.start, s.end, s.value].count(None))
    for sample in found:
        match = next((index for index, pattern in enumerate(allowed) if fits(pattern, sample)), None)
        if match is None:
            wrong.append(f"not expected: {shown(sample)}")
        else:
            del allowed[match]
    for type, (total, tolerance) in expected.sums.items():
        kept = sum(s.value for s in outcome.samples if s.type == type)
        if abs(kept - total) > tolerance:
            wrong.append(f"sum of {type}: {kept}, expected {total}")
    wrong += outcome.failures
    if outcome.report and "rows" in outcome.report:
        rows = outcome.report["rows"]
        if rows["read"] != rows["kept"] + rows["alreadyThere"] + rows["skipped"]:
            wrong.append(f"rows do not add up: {rows}")
        if expected.skipped is not None and not expected.open and rows["skipped"] != expected.skipped:
            wrong.append(f"skipped {rows['skipped']} rows, expected {expected.skipped}")
    return wrong


def shown(sample):
    from model import utc
    times = " to ".join("?" if t is None else utc(t).isoformat() for t in (sample.start, sample.end))
    return f"{sample.type} {sample.value} {times} from {sample.source!r}"


def assertions(expected, discrete):
    """Sums, counts and extremes that the language must answer. None if they are open."""
    if expected.open or expected.refused is not False:
        return []
    lines = []
    by_type = {}
    for sample in expected.kept():
        by_type.setdefault(sample.type, []).append(sample)
    for type, group in by_type.items():
        if not type.startswith("HKQuantityType"):
            continue
        lines.append(f"assert count {type} sources raw = {len(group)}")
        unit = discrete.get(type)
        values = [s.value for s in group]
        if unit and unit[0] == "sum":
            most = sum(abs(v) for v in values)
            lines.append(f"assert sum {type} in {unit[1]} sources raw = {sum(values)!r} within {1e-9 * most + 1e-9:.12f}")
    return [line for line in lines if "e+" not in line and "e-" not in line]

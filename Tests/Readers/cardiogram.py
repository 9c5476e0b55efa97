"""Electrocardiograms of Apple's export. Rules: Import.md (Electrocardiograms)."""

import io
import re
import zipfile

from model import Expected, Sample, Unclear, at, change_rows, in_range, iso_time, number, one_byte, spoiled_number, spoiled_time, utc
from tables import readings, signs

NAME, ZONE = "cardiogram", "UTC"
UNITS_OF_SUMS = {}
TYPE = "HKDataTypeIdentifierElectrocardiogram"


class Strip:
    """One file of an electrocardiogram: lines of the header, then one voltage a line."""

    def __init__(self, head, rows, comma):
        self.head, self.rows, self.comma = head, rows, comma
        self.mark, self.line_end, self.cut, self.blank = "", "\n", None, set()

    def lines(self):
        lines = [f'{k},"{v}"' if "," in v else f"{k},{v}" for k, v in self.head] + ["", "", "Lead,Lead I"]
        lines += [f"Unit,{self.unit}", ""]
        for index, row in enumerate(self.rows):
            lines += [""] if index in self.blank else []
            lines.append(row[0])
        return lines

    unit = "µV"

    def text(self):
        content = (self.mark + self.line_end.join(self.lines()) + self.line_end).encode()
        return content if self.cut is None else content[:int(self.cut * len(content))]

    def encode(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in (
                ("export.xml", b'<?xml version="1.0"?>\n<HealthData locale="en_US">\n<ExportDate value="2026-09-01 08:00:00 +0100"/>\n'
                               b'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" '
                               b'startDate="2026-01-01 08:00:00 +0000" '
                               b'endDate="2026-01-01 08:01:00 +0000" value="5"/>\n</HealthData>\n'),
                ("electrocardiograms/ecg_2026-03-28.csv", self.text()),
            ):
                archive.writestr(zipfile.ZipInfo("apple_health_export/" + name, (2026, 9, 1, 8, 0, 0)), content, zipfile.ZIP_DEFLATED)
        return out.getvalue()


def make(rng):
    ms = at(2026, 3, 1) + rng.randrange(80 * 86400) * 1000
    comma = rng.random() < 0.3
    rate = rng.choice(["512 hertz", "511.5 hertz", "513 hertz"])
    rows = [[f"{rng.uniform(-500, 900):.{rng.choice([2, 4])}f}"] for _ in range(rng.randrange(3, 40))]
    if comma:
        rate, rows = rate.replace(".", ","), [[r[0].replace(".", ",")] for r in rows]
    head = [["Name", "Ada Example"], ["Date of Birth", "Jan 5, 1980"], ["Recorded Date", utc(ms).strftime("%Y-%m-%d %H:%M:%S +0000")],
            ["Classification", rng.choice(["Sinus Rhythm", "Atrial Fibrillation"])], ["Symptoms", ""], ["Software Version", "1.90"],
            ["Device", "Watch6,7"], ["Sample Rate", rate]]
    return Strip(head, rows, comma)


# Changes.

def rows(strip, rng):
    strip.blank.clear()
    return change_rows(strip.rows, rng, list)


def one_number(strip, rng):
    if strip.rows:
        row = rng.choice(strip.rows)
        row[0] = spoiled_number(rng, row[0])
        return row[0]


def other_sign(strip, rng):
    if strip.rows:
        row = rng.choice(strip.rows)
        row[0] = row[0].translate(str.maketrans(".,", ",."))
        return row[0]


def one_time(strip, rng):
    for pair in strip.head:
        if pair[0] == "Recorded Date":
            pair[1] = spoiled_time(rng, pair[1])
            return pair[1]


def one_rate(strip, rng):
    for pair in strip.head:
        if pair[0] == "Sample Rate":
            pair[1] = rng.choice(["", "abc", "0 hertz", "-5 hertz", "1e999 hertz", "256 hertz", "512"])
            return pair[1]


def one_label(strip, rng):
    pair = rng.choice(strip.head)
    pair[0] = one_byte(rng, pair[0], "aZ?")
    return pair[0]


def one_unit(strip, rng):
    strip.unit = rng.choice(["mV", "V", "", "banana", "µV", "uV"])
    return strip.unit


def missing_line(strip, rng):
    if strip.head:
        return strip.head.pop(rng.randrange(len(strip.head)))[0]


def blank_lines(strip, rng):
    if strip.rows:
        strip.blank.add(rng.randrange(len(strip.rows)))


def byte_order_mark(strip, rng):
    strip.mark = "\ufeff"


def windows_lines(strip, rng):
    strip.line_end = "\r\n"


def cut(strip, rng):
    strip.cut = rng.random()


CHANGES = [rows, rows, one_number, one_number, other_sign, one_time, one_rate, one_label, one_unit, missing_line, blank_lines,
           byte_order_mark, windows_lines, cut]


def file_name(strip):
    return "export.zip"


def encode(strip):
    return strip.encode()


# The rules.

ANYTHING = [Sample(TYPE, None, None, None, None), Sample("voltage", None, None, None, None)]


def expect(strip):
    expected = Expected(samples=[Sample("HKQuantityTypeIdentifierStepCount", "W", at(2026, 1, 1, 8), at(2026, 1, 1, 8, 1), 5)])
    try:
        add(strip, expected)
    except Unclear:
        expected.open += ANYTHING
    return expected


def add(strip, expected):
    head = dict(strip.head)
    if strip.cut is not None or len(head) < len(strip.head) or {"Name"} - set(head):
        # Without its end, nobody can see whether a recording is whole.
        raise Unclear
    if "Recorded Date" not in head or "Sample Rate" not in head or "Classification" not in head:
        raise Unclear
    start = iso_time(head["Recorded Date"]) if re.search(r"[+-]\d{4}$", head["Recorded Date"]) else None
    if start is None or not in_range(start):
        if "Recorded Date" in head and not re.search(r"[+-]\d{4}$", head["Recorded Date"]) and len(head["Recorded Date"]) > 10:
            raise Unclear
        return
    match = re.fullmatch(r"(\d+(?:[.,]\d+)?)(?: hertz)?", head["Sample Rate"])
    rate = float(match[1].replace(",", ".")) if match else 0
    if rate < 1:
        if head["Sample Rate"] == "1e999 hertz":
            raise Unclear
        return
    scale = {"µV": 1, "uV": 1, "mV": 1000}.get(strip.unit)
    if scale is None:
        if strip.unit == "":
            raise Unclear
        return
    texts = [row[0].strip(" ") for row in strip.rows if row[0].strip(" ")]
    if texts and (" " in texts[0] or not readings(texts[0])):
        # A first line that is not a number may be one of the header.
        raise Unclear
    found = set().union(*(signs(t) for t in texts), signs(match[1])) if texts else set()
    if len(found) > 1:
        # Points and commas as decimal signs: one of them is wrong, and nothing is kept.
        return
    if not texts or any(not readings(t) for t in texts):
        return
    if any(" " in t for t in texts) or any(len(readings(t)) > 1 and not signs(t) for t in texts):
        raise Unclear
    values = [number(t.replace(",", ".") if found == {","} else t) for t in texts]
    if any(v is None for v in values):
        raise Unclear
    if any(abs(v) * scale > 1e6 for v in values):
        # No heart has a volt. Programs may refuse it.
        raise Unclear
    end = start + round(len(values) * 1000 / rate)
    expected.samples.append(Sample(TYPE, None, start, end, None))
    expected.samples.append(Sample("voltage", None, start, end, tuple([sum(values) * scale])))

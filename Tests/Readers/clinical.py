"""Clinical records of Apple's export. Rules: Import.md (Clinical records)."""

import io
import re
import zipfile

from documents import CHANGES as DOCUMENT_CHANGES
from documents import Object, Raw, is_json, is_too_deep, objects, text
from model import Expected, Sample, Unclear, at, in_range, iso_time, utc

NAME, ZONE = "clinical", "UTC"
QUANTITY = "HKQuantityTypeIdentifier"
UNITS_OF_SUMS = {}
# Codes of LOINC: Apple's type, and units of UCUM with their factors.
CODES = {
    "29463-7": ("BodyMass", {"kg": 1, "[lb_av]": 0.45359237, "g": 0.001}), "8867-4": ("HeartRate", {"/min": 1, "{beats}/min": 1}),
    "9279-1": ("RespiratoryRate", {"/min": 1}), "8480-6": ("BloodPressureSystolic", {"mm[Hg]": 1}),
    "8462-4": ("BloodPressureDiastolic", {"mm[Hg]": 1}), "2339-0": ("BloodGlucose", {"mg/dL": 1}),
}
STATES = ["final", "amended", "corrected", "preliminary"]
ODD = ["cancelled", "entered-in-error", "registered", "unknown"]


class Folder:
    """Records of an export, one in a file. `numbers`, `times` and `names` are the keys that are changed."""

    numbers, times, names = ["value"], ["effectiveDateTime", "start", "end"], ["code", "status", "resourceType", "comparator"]

    def __init__(self, rows):
        self.rows, self.kind = rows, self
        self.mark, self.line_end, self.cut = "", "\n", None
        self.named = True

    def texts(self):
        texts = [self.mark + text(row) for row in self.rows]
        if self.cut is not None and texts:
            place = int(self.cut * len(texts)) % len(texts)
            texts[place] = texts[place][:int(self.cut * 997) % len(texts[place])]
        return texts

    def encode(self):
        names = [f"/clinical-records/Observation-{i}.json" for i in range(len(self.rows))]
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<HealthData locale="en_GB">']
        lines.append(' <ExportDate value="2026-09-01 08:00:00 +0200"/>')
        lines += [f' <ClinicalRecord type="Observation" identifier="r{i}" sourceName="Clinic" fhirVersion="4.0.1" '
                  f'receivedDate="2026-08-05 10:00:00 +0100" resourceFilePath="{n}"/>' for i, n in enumerate(names)]
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, content in [("export.xml", "\n".join([*lines, "</HealthData>"]))] + [(n[1:], t) for n, t in zip(names, self.texts())]:
                archive.writestr(zipfile.ZipInfo("apple_health_export/" + name, (2026, 9, 1, 8, 0, 0)), content.encode(errors="replace"))
        return out.getvalue()


def make(rng):
    rows = []
    for _ in range(rng.randrange(1, 7)):
        ms = at(2026, 3, 1) + rng.randrange(80 * 1440) * 60_000
        time = utc(ms).strftime("%Y-%m-%dT%H:%M:%S") + rng.choice(["Z", "-05:00", "+01:00"])
        row = {"resourceType": "Observation", "status": rng.choice(STATES), "effectiveDateTime": time}
        if rng.random() < 0.2:
            row["code"] = coded("85354-9")
            row["component"] = [Object({"code": coded(c), "valueQuantity": quantity(rng, c)}) for c in ("8480-6", "8462-4")]
        else:
            code = rng.choice(list(CODES))
            row["code"] = coded(code)
            row["valueQuantity"] = quantity(rng, code)
        rows.append(Object(row))
    return Folder(rows)


def coded(code):
    return Object({"coding": [Object({"system": "http://loinc.org", "code": code})]})


def quantity(rng, code):
    unit = rng.choice(list(CODES[code][1]))
    value = rng.choice([rng.randrange(20, 200), round(rng.uniform(20, 200), 1)])
    return Object({"value": value, "unit": unit, "system": "http://unitsofmeasure.org", "code": unit})


def state(folder, rng):
    if folder.rows and isinstance(one := rng.choice(folder.rows), Object):
        for pair in one.pairs:
            if pair[0] == "status":
                pair[1] = rng.choice(ODD)
                return pair[1]


def limit(folder, rng):
    found = [o for row in folder.rows for o in objects(row) if any(k == "value" for k, _ in o.pairs)]
    if found:
        rng.choice(found).pairs.append(["comparator", rng.choice(["<", ">=", ">"])])


def other_unit(folder, rng):
    found = [o for row in folder.rows for o in objects(row) if any(k == "value" for k, _ in o.pairs)]
    if found:
        unit = rng.choice(["kg", "[lb_av]", "mm[Hg]", "banana", "/min", "km", "mg/dL"])
        for pair in rng.choice(found).pairs:
            if pair[0] in ("unit", "code"):
                pair[1] = unit
        return unit


def day_alone(folder, rng):
    pairs = [p for row in folder.rows for o in objects(row) for p in o.pairs if p[0] == "effectiveDateTime" and isinstance(p[1], str)]
    if pairs:
        pair = rng.choice(pairs)
        pair[1] = pair[1][:rng.choice([10, 7, 4])]
        return pair[1]


CHANGES = [*[c for c in DOCUMENT_CHANGES if c.__name__ != "windows_lines"], state, state, limit, other_unit, day_alone]


def file_name(folder):
    return "export.zip"


def encode(folder):
    return folder.encode()


# The rules.

def expect(folder):
    expected = Expected(refused=None)
    for row, written in zip(folder.rows, folder.texts()):
        if folder.mark or written != folder.mark + text(row):
            if written != folder.mark + text(row):
                # A file that is cut is not JSON.
                continue
        try:
            if not isinstance(row, Object):
                continue
            if not is_json(row):
                # All of it may be left out, or only the damaged number.
                raise Unclear
            if is_too_deep(row):
                raise Unclear
            one = Expected()
            add(row, one)
            (expected.open if folder.mark else expected.samples).extend(one.samples)
            expected.open += one.open
        except Unclear:
            expected.open += [Sample(QUANTITY + t, None, None, None, None) for t, _ in CODES.values()] * 2
    expected.samples = list(dict.fromkeys(expected.samples))
    return expected


def get(value, key):
    return value.get(key) if isinstance(value, Object) else None


def code_of(concept):
    """The first code of LOINC that has a metric."""
    coding = get(concept, "coding")
    if coding is None and not isinstance(concept, Object):
        return None
    if not isinstance(coding, list) or not all(isinstance(c, Object) for c in coding):
        raise Unclear
    for one in coding:
        code = one.get("code")
        if isinstance(code, str) and code in CODES:
            system = one.get("system")
            if system != "http://loinc.org":
                raise Unclear
            return code
    return None


def add(row, expected):
    check_types(row)
    if row.get("resourceType") != "Observation" or row.get("status") not in STATES:
        return
    time = time_of(row.get("effectiveDateTime"))
    if row.has("effectiveInstant") or row.has("effectivePeriod"):
        raise Unclear
    if time is None or not in_range(time):
        return
    parts = [(row.get("code"), row.get("valueQuantity"))]
    for part in row.get("component") or []:
        parts.append((get(part, "code"), get(part, "valueQuantity")))
    for concept, amount in parts:
        code = code_of(concept)
        if code is None or not isinstance(amount, Object):
            continue
        type, units = CODES[code]
        value = amount.get("value")
        if value is None or amount.has("comparator"):
            continue
        number = float(value)
        unit, name = amount.get("code"), amount.get("unit")
        if unit not in units and name in units or unit != name and unit in units and amount.get("system") is None:
            raise Unclear
        if unit in units and abs(number) <= 1e100:
            expected.samples.append(Sample(QUANTITY + type, "Clinic", time, time, number * units[unit]))
        elif unit not in ("banana", "km", "/min", "mm[Hg]", "mg/dL", "kg", "[lb_av]", None):
            raise Unclear


# The types of keys in FHIR. A file that has other ones is not FHIR, and all or nothing of it may be left out.
SHAPES = {"resourceType": str, "status": str, "effectiveDateTime": str, "code": (Object, str), "valueQuantity": Object, "component": list,
          "coding": list, "system": str, "unit": str, "comparator": str}


def check_types(row):
    for one in objects(row):
        for key, value in one.pairs:
            if key in SHAPES and value is not None and (not isinstance(value, SHAPES[key]) or isinstance(value, Raw)):
                raise Unclear
            # The code of a coding or of a quantity is a text, and any other code is an object.
            keys = {k for k, _ in one.pairs}
            if key == "code" and value is not None and isinstance(value, str) != bool(keys & {"system", "value"}):
                raise Unclear
            if key == "value" and (isinstance(value, bool | str | list | Object) and not is_number(value)):
                raise Unclear
            if key == "component" and isinstance(value, list) and not all(isinstance(v, Object) for v in value):
                raise Unclear
    for row_code in (row.get("code"),):
        if isinstance(row_code, str):
            raise Unclear


def is_number(value):
    form = r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?"
    return isinstance(value, Raw) and re.fullmatch(form, value) is not None and abs(float(value)) < 1e100


def time_of(value):
    if not isinstance(value, str):
        return None
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        # A day without a time is at noon in UTC.
        return iso_time(value + "T12:00:00Z")
    if re.fullmatch(r"\d{4}(-\d\d)?", value):
        return None
    if not re.search(r"(Z|[+-]\d\d:?\d\d)$", value):
        raise Unclear
    return iso_time(value)

#!/usr/bin/env python3
"""apple-health-parser, with the operations of its Preprocessor: the sum, mean, min or max of each date of a year."""
import contextlib
import io
import tempfile
import zipfile
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from apple_health_parser.exceptions import MissingYear
from apple_health_parser.utils.parser import Parser
from apple_health_parser.utils.preprocessor import Preprocessor

from export import document
from messages import Unsupported, serve

OPERATIONS = {
    "cumulativeSum": ("sum", "sum"), "discreteAverage": ("average", "mean"), "discreteMin": ("min", "min"), "discreteMax": ("max", "max")}


def records(case, folder):
    archive = Path(folder) / "export.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("apple_health_export/export.xml", document(case))
    name = case["question"]["quantityType"]
    parser = Parser(export_file=str(archive), output_dir=str(Path(folder) / "data"), overwrite=True)
    return parser.get_flag_records(flag=f"HKQuantityTypeIdentifier{name[0].upper()}{name[1:]}")


def answer(case):
    question, zone = case["question"], ZoneInfo(case["zone"])
    if question["kind"] != "collection" or question["predicate"] or question["intervalComponents"] != {"day": 1}:
        raise Unsupported("only days")
    if datetime.fromisoformat(question["anchorDate"]).hour:
        raise Unsupported("only days from midnight")
    if any(option not in OPERATIONS for option in question["options"]):
        raise Unsupported("this option")
    day, last = (datetime.fromisoformat(question[key]).astimezone(zone).date() for key in ("from", "to"))
    rows = []
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        data = records(case, folder)
        values = {}
        for option in question["options"]:
            name, operation = OPERATIONS[option]
            for year in {day.year, last.year}:
                with contextlib.suppress(MissingYear):
                    frame = Preprocessor(data=data, year=year, operation=operation).get_dataframe()
                    values |= {(name, row.date): float(row.value) for row in frame.itertuples()}
    while day <= last:
        edges = [datetime(date.year, date.month, date.day, tzinfo=zone).isoformat() for date in (day, day + timedelta(days=1))]
        names = [OPERATIONS[option][0] for option in question["options"]]
        rows.append({"start": edges[0], "end": edges[1], **{name: values.get((name, day)) for name in names}})
        day += timedelta(days=1)
    return rows


serve(answer)

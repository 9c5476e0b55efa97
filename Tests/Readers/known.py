"""Faults of Tally that are known. Cases that show one are counted, and do not fail. Take a fault out when it is mended."""

import re

HUGE = re.compile(rb"[\[:,]\s*-?\d+(\.\d+)?[eE]\+?\d{3,}\s*[,\]}]")
ENORMOUS = re.compile(r"e\+(1\d\d|2\d\d|3\d\d)|inf")


def fault(case, wrong):
    """The name of the known fault that a failed case shows, or None."""
    if case.name.endswith(".json") and HUGE.search(case.content):
        return "a number in JSON above 10^100 ends the document"
    if case.name.endswith(".db") and all(ENORMOUS.search(w) or w.startswith("assert") for w in wrong):
        return "numbers of Health Connect above 10^100 are kept"
    if case.name.endswith(".db") and case.document.cut is not None and all(w.startswith("rows do not add up") for w in wrong):
        return "a database that is cut in its list of tables has a row that is neither kept nor skipped"
    if case.name == "export.xml" and b"type=\"StepCount\"" in case.content.replace(b"'", b'"'):
        return "an unlisted type with the short name of a metric is lost in exports"
    if case.name.endswith(".gpx") and all("sum of" in w for w in wrong) and not case.reader.is_sorted(case.document):
        return "distances of GPX whose points are not in order of time"
    return None

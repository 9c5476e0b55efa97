"""Faults of Tally that are known. Cases that show one are counted, and do not fail. Take a fault out when it is mended."""


def fault(case, wrong):
    """The name of the known fault that a failed case shows, or None."""
    if case.name.endswith(".db") and case.document.cut is not None and all(w.startswith("rows do not add up") for w in wrong):
        return "a database that is cut in its list of tables has a row that is neither kept nor skipped"
    if case.name == "export.xml" and b"type=\"StepCount\"" in case.content.replace(b"'", b'"'):
        return "an unlisted type with the short name of a metric is lost in exports"
    return None

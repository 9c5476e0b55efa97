"""The measured values of one run, in a file for history.py."""

import datetime
import json
import os
import statistics
import subprocess

from tables import hardware

HERE = os.path.dirname(os.path.abspath(__file__))
# The units in which more is better. In all others, less is better.
RATES = ["MB/s"]


class Results:
    """The values of a benchmark. A row is a question or a part of the program, and has values of one or more engines."""

    def __init__(self, benchmark, data, commit=None):
        self.benchmark, self.data, self.commit = benchmark, data, commit or this_commit()
        self.lines = []

    def add(self, row, engine, unit, values):
        """Adds the values of several runs and returns their median."""
        best = max(values) if unit in RATES else min(values)
        median = statistics.median(values)
        self.lines.append({"row": row, "engine": engine, "unit": unit, "median": rounded(median), "best": rounded(best)})
        return median

    def median(self, row, engine="tally"):
        """Returns the median of a row, or None if it was not measured."""
        return next((line["median"] for line in self.lines if (line["row"], line["engine"]) == (row, engine)), None)

    def slower(self):
        """Returns the queries that another engine answers faster: row, engine, and its share of Tally's time."""
        found = []
        for line in self.lines:
            own = self.median(line["row"])
            if line["unit"] == "s" and line["engine"] not in ["tally", "numpy"] and own and line["median"] < own:
                found.append((line["row"], line["engine"], line["median"] / own))
        return found

    def write(self, folder):
        facts = {"date": datetime.date.today().isoformat(), "commit": self.commit, "machine": hardware(), "data": self.data}
        os.makedirs(os.path.join(folder, "last"), exist_ok=True)
        with open(os.path.join(folder, "last", self.benchmark + ".json"), "w") as file:
            json.dump(facts | {"lines": self.lines}, file, indent=1)


def rounded(number):
    return float(f"{number:.4g}")


def this_commit():
    """Returns the commit of the sources, with a + if they have changes."""
    git = lambda *words: subprocess.run(["git", "-C", HERE, *words], capture_output=True, text=True).stdout.strip()
    changes = git("status", "--porcelain", "--", ":/Sources", ":/Package.swift")
    return git("rev-parse", "--short=12", "HEAD") + ("+" if changes else "")

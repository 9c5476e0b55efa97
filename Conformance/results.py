#!/usr/bin/env python3
"""Runs Tally and the packages of requirements.txt on all cases, and writes RESULTS.md: results.py PROGRAM, with the program of Tally."""
import json
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import jsonschema

from generate import rules

HERE = Path(__file__).parent
PACKAGES = {
    "pandas": "pandas_script.py", "duckdb": "duckdb_script.py", "healthkit-to-sqlite": "healthkit_to_sqlite_script.py",
    "apple-health-parser": "apple_health_parser_script.py"}
HEAD = """# Results

`make conformance` runs these tools and writes this page. A cell has three numbers: the cases that the tool passed, the wrong ones, \
and those that it does not support. `·` is none. The adapters are honest scripts in the usual style of the tool's users. They are not the best \
that the tool can do.

"""
NOTES = """
## What the numbers say

- A tool that *does not support* a question says so. A *wrong* one answers with other numbers.
- ° marks rules that [RULES.md](RULES.md) decides. A tool that decides otherwise differs by choice.
- The scripts in pandas, DuckDB and SQL count a sample whole in the bucket of its start, and add or average the samples of all sources. \
So they fail the rules of shared samples (S4.1, S4.3, S5.1, S5.2), of several sources (S6) and of weighted averages (S2.2, S2.3, S2.4).
- They answer every question, also for the sum of heart rates (S2.1).
- In pandas, `resample("D")` fails on a day without midnight (S3.6), and `sum` of an empty bucket is 0 (S3.8).
- In DuckDB, `time_bucket` moves months from the 31st to the 1st (S3.1). Its days and weeks from another hour move with the clocks (S3.2, \
S3.5, S3.7). `date_trunc` joins the two hours that a clock shows twice (S3.2).
- An export has one offset for all dates, and the tables of healthkit-to-sqlite and apple-health-parser keep it. So their days are an hour \
off in the other half of the year (S3.2, S3.6).
- The dates in the tables of healthkit-to-sqlite are texts, which name only whole hours, days, months and years.
- apple-health-parser computes days from midnight, rounded to whole numbers.
- The workouts of the cases have pauses and no duration, so that the rule about pauses is tested. An export of the Health app has both.
"""


def results(command):
    """The result of each case for an adapter and its arguments."""
    with tempfile.NamedTemporaryFile() as file:
        adapter = [sys.executable, HERE / "adapters" / command.split()[0], *command.split()[1:]]
        found = subprocess.run([sys.executable, HERE / "run.py", "--json", file.name, *adapter], capture_output=True, text=True)
        if not Path(file.name).stat().st_size:
            sys.exit(f"{command}: {found.stderr}")
        return json.loads(Path(file.name).read_text())


def cell(rows):
    """Passed / wrong / not supported."""
    counts = [sum(row["result"] == result for row in rows) for result in ("passed", "wrong", "not supported")]
    return " / ".join(str(count) if count else "·" for count in counts)


def main():
    schema = json.loads((HERE / "schema.json").read_text())
    for path in sorted(HERE.glob("cases/*.json")):
        jsonschema.validate(json.loads(path.read_text()), schema)
    program = sys.argv[1]
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    tools = {f"tally {version}": f"tally.py {program}"}
    tools |= {f"{package} {metadata.version(package)}": adapter for package, adapter in PACKAGES.items()}
    found = {name: results(command) for name, command in tools.items()}
    lines = ["| rule | | " + " | ".join(found) + " |", "|---|---|" + "---:|" * len(found)]
    for rule, (title, standing) in rules().items():
        cells = [cell([row for row in rows if row["rule"] == rule]) for rows in found.values()]
        lines.append(f"| {rule}{'°' if standing == 'decided' else ''} | {title} | " + " | ".join(cells) + " |")
    for label, chosen in [("all", {"documented", "measured", "decided"}), ("not °", {"documented", "measured"})]:
        cells = [cell([row for row in rows if rules()[row["rule"]][1] in chosen]) for rows in found.values()]
        lines.append(f"| {label} | | " + " | ".join(cells) + " |")
    lines += ["", "Passed / wrong / not supported. The commands, in the folder Conformance:", ""]
    lines += [f"    ./run.py python3 adapters/{command}" for command in tools.values()]
    (HERE / "RESULTS.md").write_text(HEAD + "\n".join(lines) + "\n" + NOTES)


if __name__ == "__main__":
    main()

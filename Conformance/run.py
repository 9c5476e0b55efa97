#!/usr/bin/env python3
"""Runs a tool on the cases. Exit codes: 0 if it passes all, 1 if it is wrong somewhere, 2 if it only does not support some."""
import argparse
import json
import select
import subprocess
import sys
from datetime import datetime
from pathlib import Path

from generate import rules


def same(found, wanted, tolerance):
    """True if a value has all that is wanted: numbers within the tolerance, texts as moments."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(same(found.get(key), value, tolerance) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(same(*pair, tolerance) for pair in zip(found, wanted))
    if isinstance(wanted, str):
        return isinstance(found, str) and datetime.fromisoformat(found) == datetime.fromisoformat(wanted)
    return wanted is found if wanted is None or type(found) not in (int, float) else abs(found - wanted) <= tolerance * max(1, abs(wanted))


def verdict(case, answer):
    right = answer.get("refused") is True if case.get("refused") else same(answer.get("rows"), case["rows"], case["tolerance"])
    return "not supported" if answer.get("unsupported") else "passed" if right else "wrong"


def results(command, cases, tool=None, failures=0):
    """Gives a tool one case a line and reads one line. After no answer, or one of another form, the tool is started again."""
    for case in cases:
        tool = tool or subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            print(json.dumps({key: case.get(key) for key in ("id", "zone", "samples", "question")}), file=tool.stdin, flush=True)
            answer = json.loads(tool.stdout.readline() if select.select([tool.stdout], [], [], 60)[0] else "")
            result, failures = verdict(case, answer), 0
        except (ValueError, OSError, AttributeError):
            answer, result, failures, tool = None, "wrong", failures + 1, tool.kill()
        yield {**case, "found": answer, "result": result}
        if failures == 20:
            sys.exit(f"{command} does not answer as README.md says")


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--json", help="a file for the result of each case")
parser.add_argument("--only", default="", help="run the cases with this text in the id, and print those that are not passed")
parser.add_argument("command", nargs=argparse.REMAINDER)
options, titles = parser.parse_args(), {rule: title for rule, (title, _) in rules().items()}
cases = [case for path in sorted(Path(__file__).parent.glob("cases/*.json")) for case in json.loads(path.read_text())]
rows = list(results(options.command, [case for case in cases if options.only in case["id"]]))
if options.json:
    Path(options.json).write_text(json.dumps(rows))
print(*(json.dumps(row, indent=1) for row in rows if options.only and row["result"] != "passed"), sep="\n")
for rule, title in {**titles, "all": ""}.items():
    if found := [row["result"] for row in rows if rule in (row["rule"], "all")]:
        print(f"{rule:6}", *(f"{found.count(result):4} {result}" for result in ("passed", "wrong", "not supported")), " ", title)
sys.exit(1 if not rows or any(row["result"] == "wrong" for row in rows) else 2 * any(row["result"] != "passed" for row in rows))

#!/usr/bin/env python3
"""Writes the cases from the rules: `generate.py`, or `generate.py --check` to compare them with the files."""
import json
import re
import sys
from pathlib import Path

from rules import buckets, field, samples, sources, together, values
from rules.build import CASES

HERE = Path(__file__).parent


def rules():
    """The rules of RULES.md by number, each with its title and standing."""
    text = (HERE / "RULES.md").read_text()
    found = re.findall(r"^### (\S+) (.+)\n\n(?:.+\n)+\nStanding: (documented|measured|decided)", text, re.M)
    return {number: (title, standing) for number, title, standing in found}


def files():
    """The text of each file of cases, by name."""
    for module in (buckets, samples, values, sources, together, field):
        for rule in module.RULES:
            rule()
    return {f"{topic}.json": "[\n" + ",\n".join(map(line, cases)) + "\n]\n" for topic, cases in CASES.items()}


def line(case):
    return json.dumps(case, ensure_ascii=False)


def problems(texts):
    """The problems of the cases themselves."""
    cases = [case for text in texts.values() for case in json.loads(text)]
    names = [case["id"] for case in cases]
    yield from (f"two cases have the id {name}" for name in sorted(set(names)) if names.count(name) > 1)
    odd = [name for name in names if not re.fullmatch("[a-z]+/[A-Za-z0-9-]+", name)]
    yield from (f"the id {name} is not of the form topic/name-of-the-case" for name in odd)
    used, known = {case["rule"] for case in cases}, set(rules())
    yield from (f"RULES.md has no rule {number}" for number in sorted(used - known))
    yield from (f"rule {number} has no case" for number in sorted(known - used))
    count = re.search(r"(\d+) cases of (\d+) rules", (HERE / "README.md").read_text())
    if not count or count.groups() != (str(len(cases)), str(len(known))):
        yield f"README.md must say: {len(cases)} cases of {len(known)} rules"


def main():
    texts, folder = files(), HERE / "cases"
    wrong = list(problems(texts))
    if "--check" in sys.argv:
        wrong += [f"cases/{name} differs from what generate.py writes" for name, text in texts.items()
                  if not (folder / name).exists() or (folder / name).read_text() != text]
        wrong += [f"cases/{path.name} has no rule" for path in folder.glob("*.json") if path.name not in texts]
    else:
        for name, text in texts.items():
            (folder / name).write_text(text)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())

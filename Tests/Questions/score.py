"""Compares the queries that questions get with the right ones, by their numbers.

    python3 Tests/Questions/score.py FILE [--program .build/debug/tally] [--show right,wrong,unsafe,none]

Each line of FILE has a question and its query, or topic, question, query and other right queries (separated by ` || `), with tabs
between them; `-` is a question that has no answer. A question counts as

    right    it runs as it is, or all its words are understood and one of at most two offered queries has the right numbers
    wrong    it runs as it is, or has a fix that keeps the question, with other numbers
    unsafe   all its words are understood, but no offered query has the right numbers; the fix says that it assumes something
    none     not understood: no query, or words are named that the query leaves out; right if the question has no answer
    open     the file has no query for it
"""

import argparse
import csv
import io
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

DEMO = ["demo", "--now", "2026-06-30T18:20:00+02:00", "--zone", "Europe/Berlin", "--quiet"]


def ask(program, statement):
    """Runs a statement on the demo; returns its output, or None if it fails, and what it reported."""
    done = subprocess.run(
        [program, *DEMO, "--format", "csv", "--diagnostics", "json", "-c", statement], capture_output=True, text=True, timeout=120)
    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    # An assertion that does not hold is an answer, too.
    failed = done.returncode != 0 and not (statement.startswith("assert") and not any(f["severity"] == "error" for f in lines))
    return None if failed else done.stdout, lines


KINDS = ("right", "wrong", "unsafe", "none", "open")
TIME = re.compile(r"^\d{4}-\d\d-\d\dT")
DULL = {"start", "end", "partial", "until", "source", "unit", "n"}


def numbers(text):
    """Returns the values of an answer, row by row, without the edges of rows and without columns of words."""
    if text is None:
        return None
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or len(rows[0]) < 2:
        return [line for line in text.splitlines()]
    names = rows[0]
    values = []
    for row in rows[1:]:
        cells = []
        for name, cell in zip(names, row):
            if name in DULL:
                continue
            try:
                cells.append(f"{float(cell):.9g}")
            except ValueError:
                cells.append(cell if TIME.match(cell) or cell in ("true", "false") else "" if cell == "" else "word")
        values.append([c for c in cells if c != "word"])
    # Two ranges side by side are rows here and columns elsewhere.
    return {"ranges": values} if "range" in names else values


def same(offered, right):
    if offered is None or right is None:
        return False
    if offered == right:
        return True
    if isinstance(offered, dict) and isinstance(right, list):
        cells = {cell for row in offered["ranges"] for cell in row}
        return bool(right) and all(isinstance(row, list) and row and set(row) <= cells for row in right)
    # The same rows with columns in another order or more columns.
    if isinstance(offered, list) and isinstance(right, list) and len(offered) == len(right) and offered and right:
        if all(isinstance(row, list) for row in offered + right):
            return all(set(b) <= set(a) and len(b) > 0 for a, b in zip(offered, right))
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--program", default=".build/debug/tally")
    parser.add_argument("--show", default="wrong,unsafe,none,open", help="the kinds to print")
    parser.add_argument("--cache", help="a file that keeps the answers of queries")
    options = parser.parse_args()
    counts, topics = {}, {}
    cache = json.load(open(options.cache)) if options.cache and os.path.exists(options.cache) else {}
    lines = [line.rstrip("\n") for line in open(options.file, encoding="utf-8") if line.strip() and not line.startswith("#")]
    with ThreadPoolExecutor(max_workers=2) as pool:
        judged = list(pool.map(lambda line: judge(options.program, line, cache), lines))
    if options.cache:
        json.dump(cache, open(options.cache, "w"))
    for topic, question, rights, kind, offers, note in judged:
        counts[kind] = counts.get(kind, 0) + 1
        topics.setdefault(topic, {}).setdefault(kind, 0)
        topics[topic][kind] += 1
        if kind in options.show.split(","):
            wanted = "" if kind == "right" else f"\n          = {' || '.join(rights) or '-'}"
            print(f"{kind:7} {question}\n          → {' || '.join(offers) or '·'}   {note}{wanted}")
    total = sum(counts.values())
    print(f"{total} questions: " + ", ".join(f"{counts[k]} {k}" for k in KINDS if k in counts))
    for topic, found in sorted(topics.items()):
        if topic:
            print(f"  {topic:10} " + ", ".join(f"{found[k]} {k}" for k in KINDS if k in found))


def judge(program, line, cache):
    cells = line.split("\t")
    if len(cells) <= 2:
        cells = ["", cells[0], (cells + [""])[1] or "?"]
    topic, question, query = cells[:3]
    rights = [] if query in ("-", "?", "") else [query] + [q for q in (cells[3] if len(cells) > 3 else "").split(" || ") if q]
    kind, offers, note = verdict(program, question, rights, cache)
    if query == "?":
        kind = "open"
    elif query == "-" and kind == "none":
        kind = "right"
    return topic, question, rights, kind, offers, note


def verdict(program, question, rights, cache):
    def answer(text):
        if text not in cache:
            cache[text] = numbers(ask(program, text)[0])
        return cache[text]

    def plain(text):
        return " ".join(text.lower().replace("(", " ").replace(")", " ").split())

    def isRight(offer):
        return any(plain(offer) == plain(right) or same(answer(offer), answer(right)) for right in rights)

    output, found = ask(program, question)
    asked = [f for f in found if f["code"] == "E163"]
    errors = [f for f in found if f["severity"] == "error"]
    if not errors and output is not None:
        values = numbers(output)
        isRightAsIs = any(same(values, answer(right)) for right in rights) or any(plain(question) == plain(right) for right in rights)
        return ("right" if isRightAsIs else "wrong"), [question], "as it is"
    if not asked:
        fixed = [f for f in errors if f.get("fix")]
        if fixed:
            text = apply(question, fixed[0]["fix"])
            if isRight(text):
                return "right", [text], f"by the fix of {fixed[0]['code']}"
            return ("wrong" if fixed[0].get("fixKeepsQuestion") else "unsafe"), [text], f"by the fix of {fixed[0]['code']}"
        return "none", [], " ".join(f["code"] for f in errors)
    help_ = asked[0].get("help") or ""
    offers = re.findall(r"`([^`]*)`", help_.split("write ", 1)[1] if "write " in help_ else "")
    if "write an aggregate" in help_:
        return "none", [], "general help"
    if "I don't understand" in help_:
        return "none", offers, help_.split("Without")[0]
    isSafe = asked[0].get("fixKeepsQuestion") is True
    if len(offers) <= 2 and any(isRight(offer) for offer in offers):
        return "right", offers, "" if isSafe else "(not safe)"
    if isSafe:
        return "wrong", offers, ""
    return "unsafe", offers, help_[-60:]


def apply(question, edits):
    """Returns the question, which is one line, with the edits of a fix."""
    for edit in sorted(edits, key=lambda edit: -edit["column"]):
        question = question[: edit["column"] - 1] + edit["replacement"] + question[edit["endColumn"] - 1 :]
    return question


if __name__ == "__main__":
    sys.exit(main())

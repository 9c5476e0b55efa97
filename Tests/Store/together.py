#!/usr/bin/env python3
"""Several processes on one store: two imports at the same time, and readers that run queries.

    make store-test

Every sample has the value 1, so an answer is torn if sum and count differ. The test checks:

- Queries and imports do not fail.
- Samples that a reader has seen do not disappear.
- At the end the store has each sample once.
- `undo` takes back both imports. A reader meanwhile sees the store before an undo or after it.
- A third writer with a short wait reports which process is writing.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROWS = 400_000


def main():
    tally, folder = os.path.abspath(sys.argv[1]), tempfile.mkdtemp(prefix="tally-together-")

    def start(*arguments):
        return subprocess.Popen([tally, "--store", "store", "--zone", "UTC", *arguments], cwd=folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def finish(process):
        output, told = process.communicate()
        if process.returncode != 0:
            sys.exit(f"{process.args}: exit {process.returncode}\n{output}{told}")
        return output

    for source in ["Watch", "Phone"]:
        with open(os.path.join(folder, source + ".csv"), "w") as file:
            file.write("type,source,start,end,value,unit\n")
            for row in range(ROWS):
                moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_600_000_000 + row * 60))
                file.write(f"steps,{source},{moment},{moment},1,count\n")
    finish(start("add 1 count steps from \"Third\" at 2020-01-01 08:00"))
    imports = [start("import", "Watch.csv"), start("import", "Phone.csv")]
    seen, answers = 1, 0
    while any(process.poll() is None for process in imports):
        readers = [start("--quiet", "--read-only", "--format", "csv", "count, sum steps by source sources raw") for _ in range(3)]
        for reader in readers:
            rows = [line.split(",") for line in finish(reader).splitlines()[1:]]
            torn = [row for row in rows if float(row[-3]) != float(row[-2] or 0)]
            if torn:
                sys.exit(f"torn: {torn}")
        count = sum(int(row[-3]) for row in rows)
        if count < seen:
            sys.exit(f"a reader found {count} samples, an earlier one {seen}")
        seen, answers = count, answers + len(readers)
    for process in imports:
        finish(process)
    whole = finish(start("--quiet", "--format", "csv", "count steps")).splitlines()[1]
    if str(2 * ROWS + 1) not in whole:
        sys.exit(f"expected {2 * ROWS + 1} samples, found {whole}")
    finish(start("doctor"))

    def count_samples():
        return int(finish(start("--quiet", "--read-only", "--format", "csv", "count steps")).splitlines()[1].split(",")[2])

    before = count_samples()
    while before > 1:
        undo, counts = start("undo", "--yes"), []
        while undo.poll() is None:
            counts.append(count_samples())
        finish(undo)
        after = count_samples()
        if after >= before or not set(counts) <= {before, after}:
            sys.exit(f"an undo from {before} to {after} samples: readers meanwhile found {counts}")
        before = after
    finish(start("doctor"))
    finish(start("import", "Watch.csv"))

    # This writer locks the store with plain SQLite, so it does not report itself.
    code = "import sqlite3, sys, time; db = sqlite3.connect('store', isolation_level=None); db.execute('BEGIN IMMEDIATE'); print(flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", code], cwd=folder, stdout=subprocess.PIPE)
    holder.stdout.readline()
    refused = start("-c", "set wait = 1 s\nadd 1 count steps at 2020-01-02 08:00")
    _, told = refused.communicate()
    if refused.returncode != 3 or str(holder.pid) not in told or "waiting" not in told:
        sys.exit(f"a writer that timed out: exit {refused.returncode}\n{told}")
    waiting = start("import", "Watch.csv")
    while "waiting" not in (line := waiting.stderr.readline()):
        if not line:
            sys.exit("a waiting import does not report it")
    waiting.send_signal(signal.SIGINT)
    waiting.communicate()
    if waiting.returncode != 130:
        sys.exit(f"Ctrl-C during a waiting import: exit {waiting.returncode}")
    holder.kill()
    holder.wait()
    print(f"{answers} correct answers during two imports; a waiting import prints: {re.sub(r'[0-9]+', '…', line.strip())}")
    shutil.rmtree(folder)


main()

#!/usr/bin/env python3
"""Several processes on one store: imports that meet, and readers that ask all the while.

    make store-test

Every sample has the value 1, so an answer in which sum and count differ was torn. No query may fail, no import either; what a
reader has seen does not go away again; in the end everything is there once. A third writer that may not wait says who writes.
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
            sys.exit(f"{count} samples after {seen}")
        seen, answers = count, answers + len(readers)
    for process in imports:
        finish(process)
    whole = finish(start("--quiet", "--format", "csv", "count steps")).splitlines()[1]
    if str(2 * ROWS + 1) not in whole:
        sys.exit(f"{2 * ROWS + 1} samples were written, there are {whole}")
    finish(start("doctor"))

    # A writer that holds the store: SQLite's own, who says nothing.
    code = "import sqlite3, sys, time; db = sqlite3.connect('store', isolation_level=None); db.execute('BEGIN IMMEDIATE'); print(flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", code], cwd=folder, stdout=subprocess.PIPE)
    holder.stdout.readline()
    refused = start("-c", "set wait = 1 s\nadd 1 count steps at 2020-01-02 08:00")
    _, told = refused.communicate()
    if refused.returncode != 3 or str(holder.pid) not in told or "waiting" not in told:
        sys.exit(f"a writer that waits in vain: exit {refused.returncode}\n{told}")
    waiting = start("import", "Watch.csv")
    while "waiting" not in (line := waiting.stderr.readline()):
        if not line:
            sys.exit("an import that waits does not say so")
    waiting.send_signal(signal.SIGINT)
    waiting.communicate()
    if waiting.returncode != 130:
        sys.exit(f"Ctrl-C while an import waits: exit {waiting.returncode}")
    holder.kill()
    holder.wait()
    print(f"{answers} answers while two imports ran, none failed, none torn; waiting is told: {re.sub(r'[0-9]+', '…', line.strip())}")
    shutil.rmtree(folder)


main()

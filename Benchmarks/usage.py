"""What a command needs: time, processor time, and memory."""

import json
import subprocess
import sys
import typing

# The kernel counts the parent's memory for a child until the child starts its program, so the parent must be small.
CODE = """
import os, resource, sys, time
begin = time.perf_counter()
status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
wall = time.perf_counter() - begin
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f'\\n[{wall}, {used.ru_utime + used.ru_stime}, {used.ru_maxrss / 1000}]', file=sys.stderr)
sys.exit(status)
"""


class Usage(typing.NamedTuple):
    """Seconds on the clock, seconds of the processor, megabytes at the peak, and standard output."""

    wall: float
    cpu: float
    memory: float
    output: str


def usage(command, folder):
    found = subprocess.run([sys.executable, "-SIc", CODE, *command], cwd=folder, capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit(f"{' '.join(command)}: {found.stderr}")
    return Usage(*json.loads(found.stderr.splitlines()[-1]), found.stdout)

"""A notebook's session with the kernel of Jupyter, executed by nbclient.

    python Tests/Notebooks/kernel.py TALLY STORE

Compares each cell's output with the shell's, and checks charts, errors, completion, inspection, interrupts and a second
start. STORE has generated data up to 2026-06-30 (make test-notebooks makes it). Exits with 1 on a difference.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

TALLY, STORE = (os.path.abspath(path) for path in sys.argv[1:3])
SETTINGS = "set now = 2026-06-30T18:20:00+02:00\nset zone = Europe/Berlin"
os.environ.update(TALLY_BIN=TALLY, TALLY_STORE=STORE)
failures = []


def check(is_right, message):
    if not is_right:
        failures.append(message)
        print("!", message)


def same(found, expected, message):
    check(found == expected, f"{message}: {found!r} instead of {expected!r}")


def shell(query):
    command = [TALLY, "--store", STORE, "--now", "2026-06-30T18:20:00+02:00", "--zone", "Europe/Berlin", "--width", "80", "--color", "never"]
    return subprocess.run([*command, "-c", query], capture_output=True, text=True).stdout


def cells():
    """Answers, charts, names and errors."""
    texts = [
        SETTINGS, "sum steps by day last 7 days", "average heartRate by hour of day last 7 days as line", "let goal = 8000",
        "sum steps by day last 7 days | where sum > goal", "show metrics", 'section "Sleep"\nduration sleep by night last 3 days',
        "sum steps by week last 4 weeks as spark", 'count workouts last 30 days\ncount workouts last 30 days as csv']
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in texts])
    NotebookClient(notebook, kernel_name="tally", timeout=60).execute()
    nbformat.validate(notebook)
    outputs = [cell.outputs for cell in notebook.cells]
    table = outputs[1][0].data
    same(table["text/plain"], shell(texts[1]).rstrip("\n"), "the text of a table")
    check("<table>" in table["text/html"] and "<script" not in table["text/html"], "the page of a table")
    chart = outputs[2][0].data
    check(chart["image/svg+xml"].startswith("<svg") and "heartRate" in chart["text/plain"], "a chart")
    check("where sum > goal" not in outputs[4][0].data["text/plain"], "names of earlier cells")
    same(outputs[4][0].data["text/plain"], shell(texts[4].replace("goal", "8000")).rstrip("\n"), "a name of an earlier cell")
    same(outputs[5][0].text, shell(texts[5]), "a list")
    same([each.data["text/plain"] for each in outputs[6]][0], "Sleep", "a section")
    same(outputs[7][0].text, shell(texts[7]), "a sparkline")
    same([each.output_type for each in outputs[8]], ["display_data", "stream"], "two answers")

    wrong = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in ("sum stepz today", "assert 1 > 2", "sum steps today")])
    NotebookClient(wrong, kernel_name="tally", timeout=60, allow_errors=True).execute()
    error = wrong.cells[0].outputs[0]
    same((error.output_type, error.ename), ("error", "E101"), "the error of a wrong cell")
    check("^^^^^" in error.traceback[0] and "did you mean `steps`" in error.traceback[0], f"carets: {error.traceback}")
    same(wrong.cells[2].outputs[-1].output_type, "display_data", "a cell after an error")


def lessons():
    """Each lesson as a notebook has the answers of the shell, in order."""
    listed = subprocess.run([TALLY, "learn"], capture_output=True, text=True).stdout
    names = [line.split()[1] for line in listed.splitlines() if line.split()[:1] and line.split()[0].isdigit()]
    check(len(names) > 15, f"lessons {names}")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f"{name}.ipynb")
            subprocess.run([TALLY, "learn", name, "--notebook", path], check=True, capture_output=True)
            notebook = nbformat.read(path, as_version=4)
            nbformat.validate(notebook)
            NotebookClient(notebook, kernel_name="tally", timeout=120, allow_errors=True, resources={"metadata": {"path": folder}}).execute()
            cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
            # Some lessons show a wrong query. A script with one does not run.
            right = [cell for cell in cells if all(output.output_type != "error" for output in cell.outputs)]
            check(len(right) >= len(cells) - 2, f"errors in the lesson {name}: {[cell.source for cell in cells if cell not in right]}")
            expected = subprocess.run(
                [TALLY, "--store", ":memory:", "--width", "80", "run", "-"], capture_output=True, text=True, cwd=folder,
                input="\n".join(cell.source for cell in right)).stdout
        outputs = [output for cell in right for output in cell.outputs]
        shown = "\n".join(output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs)
        lines = iter(timeless(line) for line in shown.splitlines())
        missing = [line for line in expected.splitlines() if line.strip() and timeless(line) not in lines]
        check(expected.strip() and not missing, f"the lesson {name}: {missing[:3]}")
    print(f"{len(names)} lessons")


def timeless(line):
    """Drops the time that an import took."""
    return re.sub(r" MB in .*", " MB", line.rstrip())


def typing(client):
    def asked(method, *arguments, **others):
        number = getattr(client, method)(*arguments, **others)
        while True:
            reply = client.get_shell_msg(timeout=30)
            if reply["parent_header"].get("msg_id") == number:
                return reply["content"]

    found = asked("complete", "sum stepCo", 10)
    check("stepCount" in found["matches"] and (found["cursor_start"], found["cursor_end"]) == (4, 10), f"completion {found}")
    text = 'sum steps where source is "Ünï😀" by da'
    found = asked("complete", text, len(text))
    check("day" in found["matches"] and found["cursor_start"] == text.index("da"), f"completion behind an emoji: {found}")
    found = asked("inspect", "sum steps today", 5)
    check(found["found"] and "stepCount" in found["data"]["text/plain"], f"inspection {found}")
    same(asked("is_complete", "sum steps by day |")["status"], "incomplete", "a statement that ends with a pipe")
    same(asked("is_complete", "def f(a")["status"], "incomplete", "an open parenthesis")
    same(asked("is_complete", "sum steps by day")["status"], "complete", "a whole statement")


def interrupting(manager, client):
    """A cell that takes long ends soon, and the next one runs."""
    client.execute("load heartRate from \"Band\" at 2000-01-01 every 1min for 1s: 60x500000", silent=True)
    client.get_shell_msg(timeout=120)
    text = "median heartRate by hour from 2000-01-01 to 2000-12-01\n" * 200
    number = client.execute(text)
    time.sleep(1)
    begun = time.perf_counter()
    manager.interrupt_kernel()
    while (reply := client.get_shell_msg(timeout=60))["parent_header"].get("msg_id") != number:
        pass
    taken = time.perf_counter() - begun
    print(f"interrupted after {taken * 1000:.0f} ms: {reply['content'].get('ename')}")
    same(reply["content"].get("ename"), "KeyboardInterrupt", "an interrupted cell")
    check(taken < 0.5, f"the interrupt took {taken:.2f} s")
    # Until it is idle again, the kernel drops the cells that wait after a failed one.
    while True:
        message = client.get_iopub_msg(timeout=30)
        about_it = message["parent_header"].get("msg_id") == number
        if about_it and message["content"].get("execution_state") == "idle":
            break
    client.execute("let n = 1")
    same(client.get_shell_msg(timeout=30)["content"]["status"], "ok", "a cell after an interrupt")


def main():
    cells()
    lessons()
    manager = KernelManager(kernel_name="tally")
    manager.start_kernel(env={**os.environ, "TALLY_STORE": ":memory:"})
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    typing(client)
    interrupting(manager, client)
    manager.restart_kernel(now=False)
    client.wait_for_ready(timeout=60)
    client.execute("n")
    same(client.get_shell_msg(timeout=30)["content"]["status"], "error", "a name after the kernel was started again")
    client.stop_channels()
    manager.shutdown_kernel()
    print(f"{len(failures)} differences")


main()
sys.exit(1 if failures else 0)

"""An assistant's session with `tally mcp` through the official client of the protocol.

    python Tests/Assistants/session.py TALLY STORE

Asks the questions of questions.txt and compares each row with the shell's, mends the queries of wrong.txt from their
diagnostics alone, and tries what refused.txt lists. It uses both eras of the protocol: the one with a handshake and
the one without. STORE has generated data up to 2026-06-30 (make test-assistants makes it). Exits with 1 on a difference.
"""
import asyncio
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from mcp import Client, MCPError, StdioServerParameters, stdio_client

HERE = pathlib.Path(__file__).parent
TIME = ["--now", "2026-06-30T18:20:00+02:00", "--zone", "Europe/Berlin"]
failures = []


def lines(name):
    return (HERE / name).read_text().splitlines()


def check(is_right, message):
    if not is_right:
        failures.append(message)
        print("!", message)


def shell(tally, store, query):
    """Returns the last document that the shell prints for a query."""
    command = [tally, "--store", store, *TIME, "--quiet", "--format", "json", "-c", query]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return None
    if not done.stdout.startswith('{"query":'):
        return None
    documents = done.stdout.split('\n{"query":')
    last = documents[-1] if len(documents) == 1 else '{"query":' + documents[-1]
    return json.loads(last)


async def ask(client, tool, **arguments):
    return await client.call_tool(tool, arguments)


async def questions(client, tally, store):
    asked = 0
    for query in lines("questions.txt"):
        answer = await ask(client, "query", query=query)
        expected = shell(tally, store, query)
        if expected is None or answer.is_error:
            check(False, f"{query}: {answer.structured_content}")
            continue
        found = answer.structured_content
        for key in ("rows", "zone", "range", "columns", "interval", "anchor"):
            check(found[key] == expected[key], f"{query}: {key} {found[key]} instead of {expected[key]}")
        check(len(found.get("explanation", "")) > 40, f"{query}: no explanation")
        check(found["truncated"] is False, f"{query}: truncated")
        check(json.loads(answer.content[0].text) == found, f"{query}: the text differs from the values")
        asked += 1
    print(f"{asked} questions, each row as in the shell")


async def limits(client, tally, store):
    answer = await ask(client, "query", query="samples of heartRate last 30 days", limit=10)
    found, expected = answer.structured_content, shell(tally, store, "samples of heartRate last 30 days")
    check(found["rows"] == expected["rows"][:10], "limit: other rows")
    check(found["truncated"]["rows"] == len(expected["rows"]), f"limit: {found['truncated']}")
    check("by day" in found["truncated"]["advice"], "limit: no advice")


async def mending(client, tally, store):
    """Mends each wrong query with the first fix that its diagnostics offer, as a model would, and asks again."""
    mended = 0
    for query in lines("wrong.txt"):
        text, answer = query, await ask(client, "query", query=query)
        check(answer.is_error, f"{query}: not reported as wrong")
        for _ in range(3):
            fixes = [d["fixedText"] for d in answer.structured_content["diagnostics"] if d.get("fixedText")]
            if not answer.is_error or not fixes:
                break
            text = fixes[0]
            answer = await ask(client, "query", query=text)
        check(not answer.is_error, f"{query}: not mended, last {text}: {answer.structured_content}")
        if not answer.is_error:
            expected = shell(tally, store, text)
            check(expected is None or answer.structured_content["rows"] == expected["rows"], f"{text}: other rows")
            mended += 1
    print(f"{mended} wrong queries mended from their diagnostics")


async def refusals(client):
    refused = 0
    for line in lines("refused.txt"):
        tool, text = line.split("\t")
        if not text:
            continue
        arguments = {"query": text, "row": 1} if tool == "why" else {"query": text}
        answer = await ask(client, tool, **arguments)
        check(answer.is_error, f"not refused: {line}")
        refused += answer.is_error
    for tool, arguments in [
        ("query", {}), ("query", {"query": 7}), ("query", {"query": "sum steps", "limit": 0}), ("nothing", {}), ("why", {"query": "steps", "row": "1"}),
        ("query", {"query": "sum steps", "path": "/etc/passwd"}),
    ]:
        try:
            await ask(client, tool, **arguments)
            check(False, f"accepted: {tool} {arguments}")
        except MCPError:
            refused += 1
    print(f"{refused} attempts refused")


async def others(client, tally, store):
    tools = {tool.name for tool in (await client.list_tools()).tools}
    check(tools == {"query", "check", "describe", "why", "explain", "help", "chart", "metrics"}, f"tools {tools}")
    resources = (await client.list_resources()).resources
    for resource in resources[:2]:
        text = (await client.read_resource(resource.uri)).contents[0].text
        check(len(text) > 500, f"{resource.uri}: {len(text)} characters")
    prompts = (await client.list_prompts()).prompts
    check(len(prompts) == 3, f"{len(prompts)} prompts")
    prompt = await client.get_prompt("compare_two_periods", {"metric": "steps", "first": "May", "second": "June"})
    check("steps" in prompt.messages[0].content.text, "prompt")
    metrics = (await ask(client, "metrics")).structured_content
    check(metrics["rows"] == shell(tally, store, "show metrics")["rows"], "metrics")
    why = (await ask(client, "why", query="sum steps by day last 2 days", row=1)).structured_content
    check(why["rows"] == shell(tally, store, "sum steps by day last 2 days; why 1")["rows"][:200], "why")
    chart = await ask(client, "chart", query="sum steps by day last 7 days as bars rule 8000")
    check(not chart.is_error and chart.structured_content["svg"].startswith("<svg"), "chart")
    check("stepCount" in chart.structured_content["description"], "chart: no description")
    words = (await ask(client, "explain", query="sum steps by day last 7 days")).structured_content["text"]
    check("stepCount is cumulative" in words, "explain")
    code = (await ask(client, "explain", query="sum steps by day last 7 days as bars", kind="chart")).structured_content["text"]
    check("BarMark" in code, "explain chart")
    page = (await ask(client, "help", topic="typical day")).structured_content["text"]
    check("typical" in page, "help")
    described = (await ask(client, "describe", metric="heartRate")).structured_content["text"]
    check("HKQuantityTypeIdentifierHeartRate" in described, "describe")
    checked = (await ask(client, "check", text="sum stepz by day")).structured_content
    check(checked["fixed"].strip() == "sum steps by day" and not checked["isRight"], f"check {checked}")


def server(tally, *options, store):
    return stdio_client(StdioServerParameters(command=tally, args=["mcp", "--store", store, *TIME, *options]))


async def main(tally, store):
    for mode in ("auto", "legacy"):
        async with Client(server(tally, store=store), mode=mode) as client:
            print(f"protocol {client.protocol_version}")
            await questions(client, tally, store)
            await limits(client, tally, store)
            await mending(client, tally, store)
            await refusals(client)
            await others(client, tally, store)
    # An app sees what it may read, and nothing else.
    async with Client(server(tally, "--act-as", "com.example.trends", store=store)) as client:
        answer = await ask(client, "query", query="sum steps by day last 7 days")
        numbers = [row.get("sum") for row in answer.structured_content.get("rows", [])]
        check(not any(numbers), f"an app without permission sees {numbers}")
        answer = await ask(client, "query", query="act as owner")
        check(answer.is_error, "an app becomes the owner")


async def writing(tally, store):
    """With --allow-write, files are inside one folder, and nowhere else."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place, "shared")
        folder.mkdir()
        (pathlib.Path(place) / "outside").mkdir()
        (folder / "link").symlink_to(pathlib.Path(place) / "outside")
        copy = pathlib.Path(place, "copy.tally")
        copy.write_bytes(pathlib.Path(store).read_bytes())
        options = ("--allow-write", "--folder", str(folder))
        async with Client(server(tally, *options, store=str(copy))) as client:
            for query in ['sum steps by day last 3 days as csv to "steps.csv"', f'export weight to "{folder}/weight.csv"', 'import "weight.csv"']:
                answer = await ask(client, "query", query=query)
                check(not answer.is_error, f"{query}: {answer.structured_content}")
            check((folder / "steps.csv").read_text().count("\n") == 4, "steps.csv")
            for query in [
                'sum steps today as csv to "../outside/a.csv"', f'sum steps today as csv to "{place}/outside/b.csv"',
                'sum steps today as csv to "link/c.csv"', 'export weight to "/tmp/tally-escape.csv"', 'import "/etc/hostname"',
                'import "../copy.tally"', 'let p = "/tmp/tally-escape.csv"; sum steps today as csv to p', 'export weight to ".."',
                'sum steps today as csv to ""', 'delete samples of steps yesterday confirmed', 'run "steps.csv"', 'open "steps.csv"',
            ]:
                answer = await ask(client, "query", query=query)
                check(answer.is_error, f"not refused: {query}")
        check(not list((pathlib.Path(place) / "outside").iterdir()), "a file outside of the folder")


def ending(tally, store):
    """A client that is killed takes its server with it, also while a call runs."""
    code = (
        "import subprocess,sys,time\n"
        "server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(server.pid, flush=True)\n"
        "call = '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"query\",\"arguments\":'\n"
        "call += '{\"query\":\"samples of heartRate\"}}}\\n'\n"
        "server.stdin.write(call.encode() * 20); server.stdin.flush(); time.sleep(60)\n"
    )
    client = subprocess.Popen([sys.executable, "-c", code, tally, "mcp", "--store", store, *TIME], stdout=subprocess.PIPE, text=True)
    number = int(client.stdout.readline())
    time.sleep(0.5)
    client.send_signal(signal.SIGKILL)
    for _ in range(100):
        time.sleep(0.1)
        status = pathlib.Path(f"/proc/{number}/stat")
        if not status.exists() or status.read_text().split()[2] == "Z":
            return print("a killed client ends its server")
    check(False, "the server of a killed client still runs")
    os.kill(number, signal.SIGKILL)


asyncio.run(main(*sys.argv[1:3]))
asyncio.run(writing(*sys.argv[1:3]))
ending(*sys.argv[1:3])
sys.exit(1 if failures else 0)

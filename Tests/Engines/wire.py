"""Checks of a push and of the wire with a server of ClickHouse 18.16."""

import os
import signal
import socket
import subprocess
import tempfile
import threading
import time

from studies import Cohort
from servers import Answering, free_port


def check_wire(program, engine, check):
    """Pushes a cohort in many ways, and checks what the server has, and what is printed."""
    cohort = Cohort(7, persons=4)
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store.tally")
        samples, people = cohort.write(folder)
        common = ["--store", store, "--now", cohort.question.now]
        ended = program.run(*common, "import", samples, "--people", people)
        check(ended.returncode == 0, "imports a cohort")
        address = engine.create("wire")
        counts = pushes(program, engine, check, common, address, folder, cohort)
        secrets(program, engine, check, common, folder, address)
        failures(program, engine, check, common, folder, address)
        interruptions(program, engine, check, folder, counts)


def counts_of(engine, database, condition="1"):
    """The number of rows that are read, and of all rows."""
    live = "batch IN (SELECT argMax(batch, sequence) FROM ledger GROUP BY store, kind, person, type, part)"
    numbers = []
    for table in ["samples", "quarters", "persons", "sources"]:
        numbers.append(int(engine.ask(f"SELECT count() FROM {table} WHERE {live} AND {condition}", database)))
    return numbers


def pushes(program, engine, check, common, address, folder, cohort):
    ended = program.run(*common, "push", address)
    check(ended.returncode == 0, "pushes")
    counts = counts_of(engine, "wire")
    check(counts[0] == sum(map(len, cohort.samples.values())), "each sample is there once")
    check(counts[2] == 4, "each person is there once")
    ended = program.run(*common, "push", address)
    check(ended.returncode == 0 and "nothing to write" in ended.stderr, "a second push writes nothing")
    check(counts_of(engine, "wire") == counts, "a second push changes nothing")
    # A row of a batch that was stopped, and a row of another store.
    engine.ask(
        "INSERT INTO samples (store, batch, person, type, source, start, end, value, unit, manual, number) SELECT store, 77, person, type, "
        "source, start, end, value, unit, manual, number FROM samples LIMIT 5", "wire")
    engine.ask("INSERT INTO samples (store, batch, person) VALUES ('other', 78, 'P99')", "wire")
    engine.ask("INSERT INTO ledger (store, kind, person, type, part, batch, digest, count, sequence) VALUES "
               "('other', 'rows', 'P99', '', 0, 78, 1, 1, 1)", "wire")
    query = ["-c", "count steps by person as json"]
    wanted = program.run(*common, *query)
    found = program.run("--store", address, *common[2:], *query)
    check(found.stdout == wanted.stdout and found.returncode == 0, "rows of a torn batch are not counted")
    # A person that the store no longer has is removed, and the rows of the other store stay.
    program.run(*common, "-c", "forget person P02 confirmed")
    ended = program.run(*common, "push", address)
    check(ended.returncode == 0 and "removed" in ended.stderr, "a push removes a forgotten person")
    check(counts_of(engine, "wire", "person = 'P02'")[:2] == [0, 0], "no row of the person is read")
    for _ in range(100):
        left = int(engine.ask("SELECT count() FROM samples WHERE person = 'P02' OR batch = 77", "wire"))
        if not left:
            break
        time.sleep(0.1)
    check(left == 0, "the rows of the person and of the torn batch are deleted")
    for _ in range(100):
        left = int(engine.ask("SELECT count() FROM ledger WHERE person = 'P02'", "wire"))
        if not left:
            break
        time.sleep(0.1)
    check(left == 0, "the ledger does not name the person")
    before = engine.ask("SELECT * FROM ledger ORDER BY store, sequence", "wire")
    ended = program.run(*common, "push", address)
    check(ended.returncode == 0 and "nothing to write" in ended.stderr, "a push after a person was removed writes nothing")
    check(engine.ask("SELECT * FROM ledger ORDER BY store, sequence", "wire") == before, "and does not change the ledger")
    ended = program.run(*common, "--act-as", "com.example.trends", "push", address)
    check(ended.returncode == 3 and "can't push the store" in ended.stderr, "an app can't push")
    check(engine.ask("SELECT * FROM ledger ORDER BY store, sequence", "wire") == before, "and removes nothing")
    check(int(engine.ask("SELECT count() FROM samples WHERE store = 'other'", "wire")) == 1, "rows of other stores are not touched")
    return counts


def secrets(program, engine, check, common, folder, address):
    named = address.replace("//", "//ann@")
    ended = program.run(*common, "push", named)
    check(ended.returncode == 3 and "password" in ended.stderr.lower(), "a missing password is reported")
    ended = program.run(*common, "push", named, environment={"TALLY_CLICKHOUSE_PASSWORD": "wrong"})
    check(ended.returncode == 3 and "error 193" in ended.stderr and "wrong" not in ended.stderr, "a wrong password is reported with the code")
    ended = program.run(*common, "push", named, environment={"TALLY_CLICKHOUSE_PASSWORD": "s3cret"})
    check(ended.returncode == 0, "a password in the environment works")
    path = os.path.join(folder, "password")
    with open(path, "w", encoding="utf-8") as file:
        file.write("s3cret\n")
    os.chmod(path, 0o644)
    ended = program.run(*common, "--password-file", path, "push", named)
    check(ended.returncode == 2 and "chmod 600" in ended.stderr, "a password file that others can read is refused")
    os.chmod(path, 0o600)
    ended = program.run(*common, "--password-file", path, "push", named)
    check(ended.returncode == 0, "a password file works")
    ended = program.run(*common, "push", address.replace("//", "//ann:s3cret@"))
    check(ended.returncode == 0 and "warning" in ended.stderr and "s3cret" not in ended.stderr, "a password in the address is masked")
    ended = program.run(*common, "push", "clickhouse://192.0.2.1:8123/wire")
    check(ended.returncode == 2 and "--insecure" in ended.stderr, "plain http to another machine is refused")
    ended = program.run("--store", ":memory:", "-c", f'open "{address.replace("//", "//ann:s3cret@")}"')
    check("s3cret" not in ended.stderr and ended.returncode == 0, "open masks a password")
    ended = program.run("--store", ":memory:", "-c", f'open "{address.replace("//", "//ann:wr0ng@")}"')
    check("wr0ng" not in ended.stderr and ended.returncode == 3, "open masks a wrong password, also in the source line")
    ended = program.run("--store", address.replace("//", "//ann:s3cret@"), "count steps")
    check("warning" in ended.stderr and "s3cret" not in ended.stderr and ended.returncode == 0, "--store warns about a password")
    with Answering(500, lambda headers: f"headers: {dict(headers)}") as port:
        ended = program.run(
            "--store", f"clickhouse://ann@127.0.0.1:{port}/d", "count steps", environment={"TALLY_CLICKHOUSE_PASSWORD": "s3cret"})
        check(ended.returncode == 3 and "X-ClickHouse-Key" in ended.stderr and "s3cret" not in ended.stderr,
              "a server that repeats its headers does not make Tally print the password")
    # Nothing stays in the folder for temporary files.
    with tempfile.TemporaryDirectory() as temporary:
        for arguments in [["--store", address, "count steps"], [*common, "push", address]]:
            program.run(*arguments, environment={"TMPDIR": temporary})
        check(os.listdir(temporary) == [], "requests are deleted")


def failures(program, engine, check, common, folder, address):
    ended = program.run(*common, "push", f"clickhouse://127.0.0.1:{free_port()}/wire")
    check(ended.returncode == 3 and "no answer from" in ended.stderr, "a dead server is reported")
    ended = program.run(*common, "push", address.replace("/wire", "/missing"))
    check(ended.returncode == 3 and "error 81" in ended.stderr, "a missing database is reported with the code")
    ended = program.run("--store", engine.create("empty"), "sum steps")
    check(ended.returncode == 3 and "no samples that Tally pushed" in ended.stderr, "an empty database is reported")
    foreign = engine.create("foreign")
    engine.ask("CREATE TABLE samples (x UInt8) ENGINE = Log", "foreign")
    engine.ask("CREATE TABLE others (x UInt8) ENGINE = Log", "foreign")
    ended = program.run(*common, "push", foreign)
    check(ended.returncode == 3 and "did not create" in ended.stderr, "a table of another program is refused")
    engine.ask("DROP TABLE others", "foreign")
    ended = program.run(*common, "push", foreign)
    check(ended.returncode == 3 and "did not create" in ended.stderr, "a single table of another program is refused")
    check(engine.ask("SHOW TABLES", "foreign").split() == ["samples"], "and no table is created beside it")
    # A server that starts, or a proxy in front of it.
    with Answering(503, lambda headers: "starting", count=2, then=engine.port) as port:
        ended = program.run("--store", address.replace(str(engine.port), str(port)), "count steps")
        check(ended.returncode == 0, "a query is repeated after HTTP status 503")
    with Answering(503, lambda headers: "starting", count=2, then=engine.port) as port:
        ended = program.run(*common, "push", engine.create("starting").replace(str(engine.port), str(port)))
        check(ended.returncode == 0, "a push is repeated after HTTP status 503")
    with Answering(503, lambda headers: "starting") as port:
        ended = program.run("--store", f"clickhouse://127.0.0.1:{port}/d", "count steps")
        check(ended.returncode == 3 and "503" in ended.stderr, "HTTP status 503 is reported if it stays")
    later = engine.create("later")
    program.run(*common, "push", later)
    engine.ask("INSERT INTO tally (version) VALUES (9)", "later")
    ended = program.run("--store", later, "sum steps")
    check(ended.returncode == 3 and "format 9" in ended.stderr, "tables of another version are refused")
    for statement in ["why", "samples of steps", 'add 5 count steps at 2025-01-01 08:00', 'import "x.csv"', "delete steps confirmed",
                      "set priority of steps = \"iPhone\""]:
        ended = program.run("--store", address, "-c", f"sum steps; {statement}" if statement == "why" else statement)
        check(ended.returncode == 2 and "error" in ended.stderr, f"`{statement}` is refused")
    ended = program.run("--store", address, "median heartRate by day")
    check(ended.returncode == 2 and "window functions" in ended.stderr, "a query beyond the server is refused by name")
    ended = program.run("--store", address, "explain plan sum steps by day | average")
    check("sums of quarter hours" in ended.stdout and "here: | average" in ended.stdout, "explain plan says what runs where")
    # The same person in two stores.
    other = os.path.join(folder, "other.tally")
    program.run("--store", other, "-c", "add 5 count steps for person P01 at 2025-01-01 08:00")
    twice = engine.create("twice")
    program.run(*common, "push", twice)
    program.run("--store", other, "push", twice)
    ended = program.run("--store", twice, "sum steps")
    check(ended.returncode == 3 and "store=" in ended.stderr, "a person of two stores is refused")
    identifier = ended.stderr.split("store=")[1].split("`")[0].strip()
    ended = program.run("--store", f"{twice}?store={identifier}", "sum steps")
    check(ended.returncode == 0, "an address can choose a store")


def interruptions(program, engine, check, folder, counts):
    # A larger store, so that a push takes a while.
    cohort = Cohort(8, persons=30)
    store = os.path.join(folder, "large.tally")
    samples, people = cohort.write(folder)
    common = ["--store", store, "--now", cohort.question.now]
    program.run(*common, "import", samples, "--people", people)
    whole = engine.create("whole")
    started = time.monotonic()
    program.run(*common, "push", whole)
    length = time.monotonic() - started
    wanted = counts_of(engine, "whole")
    address = engine.create("killed")
    for share in [0.3, 0.6, 0.8, 0.9, 0.95]:
        child = subprocess.Popen(
            [program.path, *common, "push", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=program.environment)
        time.sleep(length * share)
        child.send_signal(signal.SIGKILL)
        child.wait()
    ended = program.run(*common, "push", address)
    check(ended.returncode == 0 and counts_of(engine, "killed") == wanted, "a push after five kills has each row once")
    query = ["-c", "sum steps, count steps by person and week as json"]
    check(program.run("--store", address, *common[2:], *query).stdout == program.run("--store", whole, *common[2:], *query).stdout,
          "answers are equal after kills")
    # Ctrl-C does not wait for a server that does not answer.
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(5)
        child = subprocess.Popen(
            [program.path, "--store", f"clickhouse://127.0.0.1:{silent.getsockname()[1]}/d", "sum steps"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=program.environment)
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        started = time.monotonic()
        child.wait()
        check(child.returncode == 130 and time.monotonic() - started < 4, "Ctrl-C ends a query to a silent server soon")
    # Ctrl-C stops the query on the server.
    engine.ask("INSERT INTO samples (store, batch, person, type) SELECT store, batch, person, type FROM samples LIMIT 1", "killed")
    child = subprocess.Popen([program.path, *common, "push", address], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=program.environment)
    time.sleep(length * 0.5)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate()
    check(child.returncode in (130, 0), "Ctrl-C ends a push with 130")
    slow_query(program, engine, check, address)


def slow_query(program, engine, check, address):
    """A query that takes long on the server is stopped there after Ctrl-C."""
    database = address.rsplit("/", 1)[1]
    engine.ask(f"RENAME TABLE {database}.quarters TO {database}.quarters_of_samples")
    engine.ask(f"CREATE VIEW {database}.quarters AS SELECT * FROM {database}.quarters_of_samples WHERE sleepEachRow(0.05) = 0")
    child = subprocess.Popen(
        [program.path, "--store", address, "sum steps"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=program.environment)

    def running():
        return engine.ask("SELECT query_id FROM system.processes WHERE query LIKE '%unit, type, source%' AND query NOT LIKE '%system.processes%'")

    for _ in range(100):
        if running():
            break
        time.sleep(0.05)
    check(bool(running()), "a slow query runs on the server")
    child.send_signal(signal.SIGINT)
    child.communicate()
    check(child.returncode == 130, "Ctrl-C ends a query with 130")
    for _ in range(100):
        if not running():
            break
        time.sleep(0.1)
    check(not running(), "the query is stopped on the server")

"""Checks Spark as an engine: equal rows with one and with two workers, and with a worker that is killed in the middle."""

import json
import os
import subprocess
import tempfile
import time

from servers import SparkCluster
from studies import Cohort


def documents(text):
    """The JSON documents of an output, one after another."""
    decoder, found, place = json.JSONDecoder(), [], 0
    while True:
        while place < len(text) and text[place].isspace():
            place += 1
        if place == len(text):
            return found
        document, place = decoder.raw_decode(text, place)
        found.append(document)


def check_spark(program, options, check, difference, plain):
    cohort = Cohort(options.seed, persons=options.persons or 4)
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store.tally")
        samples, people = cohort.write(folder)
        common = ["--now", cohort.question.now] + ([] if people else ["--zone", cohort.question.zone])
        program.run("--store", store, *common, "import", samples, *(["--people", people] if people else []))
        queries, wanted = [], []
        while len(queries) < options.count:
            query = cohort.random.choice(plain) if cohort.random.random() < options.plain else cohort.query()
            if query.startswith("samples of"):
                continue
            ended = program.run("--store", store, *common, "-c", f"{query} as json")
            if ended.returncode == 0:
                queries.append(query)
                wanted.append(json.loads(ended.stdout))
        cluster = SparkCluster(workers=1)
        try:
            address = cluster.create("study")
            ended = program.run("--store", store, "push", address, environment=cluster.environment)
            check(ended.returncode == 0, f"pushes to Spark {cluster.version}{ended.stderr if ended.returncode else ''}")
            modes = {os.stat(os.path.join(place, name)).st_mode & 0o077
                     for place, folders, files in os.walk(os.path.join(cluster.folder, "study")) for name in folders + files}
            check(modes == {0}, "only the owner can read what a push writes")
            ended = program.run("--store", store, "push", address, environment=cluster.environment)
            check("nothing to write" in ended.stderr, "a second push writes nothing")
            count = compare(program, cluster, address, common, queries, wanted, check, difference)
            print(f"Spark {cluster.version}, one worker: {count} of {len(queries)} equal", flush=True)
            cluster.add_worker()
            count = compare(program, cluster, address, common, queries, wanted, check, difference)
            print(f"Spark {cluster.version}, two workers: {count} of {len(queries)} equal", flush=True)
            count = compare(program, cluster, address, common, queries, wanted, check, difference, kills=True)
            print(f"Spark {cluster.version}, one of two workers killed in the middle: {count} of {len(queries)} equal", flush=True)
            ended = program.run("--store", address, "-c", "sum steps in parsecs", environment=cluster.environment)
            check(ended.returncode == 2, "a wrong query ends with 2")
        finally:
            cluster.stop()
        dead = f"spark://127.0.0.1:{cluster.port}{folder}"
        ended = program.run("--store", dead, "sum steps", environment=cluster.environment)
        check(ended.returncode == 3, "a folder without a push is reported")


def compare(program, cluster, address, common, queries, wanted, check, difference, kills=False):
    """Runs the queries in one session, and returns how many answers are equal."""
    equal, start = 0, 0
    while start < len(queries):
        script = "; ".join(f"{query} as json" for query in queries[start:])
        with tempfile.TemporaryFile("w+") as printed, tempfile.TemporaryFile("w+") as errors:
            child = subprocess.Popen(
                [program.path, "--store", address, *common, "-c", script], stdout=printed, stderr=errors, env=cluster.environment)
            while kills and child.poll() is None:
                # The session runs when the first answer is there.
                if os.fstat(printed.fileno()).st_size > 0:
                    cluster.kill_worker()
                    kills = False
                time.sleep(0.02)
            child.wait()
            printed.seek(0)
            errors.seek(0)
            found, told = documents(printed.read()), errors.read()
        for query, answer, right in zip(queries[start:], found, wanted[start:]):
            problem = difference(answer, right, query)
            if problem:
                check(False, f"Spark: {query}\n  {problem}")
            else:
                equal += 1
        start += len(found)
        if child.returncode == 0:
            break
        # The next query was refused, or is wrong.
        message = next((line for line in told.splitlines() if line.startswith("error")), told[-300:])
        if child.returncode == 2:
            print(f"  refused: {queries[start]}: {message[:160]}")
        else:
            check(False, f"Spark ended with {child.returncode}: {queries[start]}\n  {message[:600]}")
        start += 1
    return equal

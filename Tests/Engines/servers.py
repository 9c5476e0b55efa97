"""Servers for the tests of engines: ClickHouse of Debian, today's ClickHouse behind HTTP, and a Spark cluster."""

import http.server
import json
import os
import re
import shutil
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class ClickHouseServer:
    """clickhouse-server as a normal process, with its own folder and port. It has the user `ann` with the password `s3cret`."""

    PROGRAMS = ["/usr/sbin/clickhouse-server", "/usr/bin/clickhouse-server", "/usr/bin/clickhouse"]

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="tally-clickhouse-")
        self.port = free_port()
        for name in ["data", "tmp"]:
            os.mkdir(os.path.join(self.folder, name))
        self.write("config.xml", f"""<yandex>
            <logger><level>error</level><log>{self.folder}/log</log><errorlog>{self.folder}/errors</errorlog></logger>
            <listen_host>127.0.0.1</listen_host><http_port>{self.port}</http_port><tcp_port>{free_port()}</tcp_port>
            <path>{self.folder}/data/</path><tmp_path>{self.folder}/tmp/</tmp_path><users_config>users.xml</users_config>
            <default_profile>default</default_profile><default_database>default</default_database>
            <mark_cache_size>67108864</mark_cache_size></yandex>""")
        self.write("users.xml", """<yandex><profiles><default></default></profiles><quotas><default></default></quotas><users>
            <default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default>
            <ann><password>s3cret</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></ann>
            </users></yandex>""")
        program = next(path for path in self.PROGRAMS if os.path.exists(path))
        arguments = [program] + (["server"] if program.endswith("/clickhouse") else []) + [f"--config-file={self.folder}/config.xml"]
        self.process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder)
        for _ in range(200):
            try:
                self.version = self.ask("SELECT version()").strip()
                break
            except OSError:
                time.sleep(0.1)
        else:
            sys.exit("clickhouse-server does not answer")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def ask(self, query, database="default"):
        url = f"http://127.0.0.1:{self.port}/?database={database}"
        with urllib.request.urlopen(urllib.request.Request(url, data=query.encode()), timeout=60) as answer:
            return answer.read().decode()

    def create(self, name):
        self.ask(f"CREATE DATABASE {name}")
        return f"clickhouse://127.0.0.1:{self.port}/{name}"

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Answering:
    """A server that answers the first requests, or all, with a status, and passes the others on to another port."""

    def __init__(self, status, text, count=None, then=None):
        owner = self
        self.left = count

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if owner.left is None or owner.left > 0:
                    owner.left = owner.left and owner.left - 1
                    code, answer = status, text(self.headers).encode()
                else:
                    headers = {"Content-Type": self.headers["Content-Type"]}
                    request = urllib.request.Request(f"http://127.0.0.1:{then}{self.path}", data=body, headers=headers)
                    with urllib.request.urlopen(request, timeout=60) as passed:
                        code, answer = passed.status, passed.read()
                self.send_response(code)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self.server.server_address[1]

    def __exit__(self, *error):
        self.server.shutdown()
        self.server.server_close()


class ModernClickHouse:
    """chDB, which is today's ClickHouse in a process, behind as much of ClickHouse's HTTP interface as Tally uses."""

    def __init__(self):
        from chdb import session

        self.session = session.Session()
        self.lock = threading.Lock()
        self.folder = tempfile.mkdtemp(prefix="tally-chdb-")
        self.port = free_port()
        # A test can set what the server does wrong: "exception", "torn", or None.
        self.fault = None
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_POST(self):
                owner.answer(self)

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

        self.server = Server(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def create(self, name):
        with self.lock:
            self.session.query(f"CREATE DATABASE {name}")
        return f"clickhouse://127.0.0.1:{self.port}/{name}"

    def ask(self, query, database="default"):
        with self.lock:
            self.session.query(f"USE {database}")
            return self.session.query(query, "TabSeparated").bytes().decode()

    def answer(self, handler):
        parameters = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(handler.path).query))
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        kind = handler.headers.get("Content-Type", "")
        files = {}
        if kind.startswith("multipart/form-data"):
            files = parts_of(body, kind)
            query = files.pop("query").decode()
        elif "query" in parameters:
            query = parameters["query"]
        else:
            query = body.decode()
        status, text = 200, b""
        with self.lock:
            try:
                self.session.query(f"USE {parameters.get('database', 'default')}")
                if query.startswith("INSERT INTO"):
                    self.insert(query, body)
                else:
                    text = self.run(query, files, parameters)
            except Exception as error:  # chDB has one class of errors
                status, text = 500, str(error).encode()
        if status == 200 and "FORMAT JSONCompact" in query and self.fault:
            text = text[: len(text) // 2]
            if self.fault == "exception":
                text += b"Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\n"
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    def insert(self, query, body):
        path = os.path.join(self.folder, "rows")
        with open(path, "wb") as file:
            file.write(body)
        head, columns = re.match(r"INSERT INTO (\S+) \((.*)\) FORMAT", query).groups()
        types = dict(line.split("\t")[:2] for line in self.session.query(f"DESCRIBE TABLE {head}", "TabSeparated").bytes().decode().splitlines())
        names = [name.strip().strip("`") for name in columns.split(",")]
        structure = ", ".join(f"`{name}` {types[name]}" for name in names)
        self.session.query(f"INSERT INTO {head} ({columns}) SELECT * FROM file('{path}', 'TabSeparated', '{structure}')")

    def run(self, query, files, parameters):
        for name, content in files.items():
            path = os.path.join(self.folder, name)
            with open(path, "wb") as file:
                file.write(content)
            structure = parameters[f"{name}_structure"]
            self.session.query(f"DROP TABLE IF EXISTS {name}")
            self.session.query(f"CREATE TABLE {name} ENGINE = Memory AS SELECT * FROM file('{path}', 'TabSeparated', '{structure}')")
        kind = "TabSeparated"
        if query.endswith("\nFORMAT JSONCompact"):
            query, kind = query[: -len("\nFORMAT JSONCompact")], "JSONCompact"
        quoted = "output_format_json_quote_64bit_integers = 1"
        if kind == "JSONCompact":
            query += f", {quoted}" if "\nSETTINGS " in query else f"\nSETTINGS {quoted}"
        try:
            return self.session.query(query, kind).bytes()
        finally:
            for name in files:
                self.session.query(f"DROP TABLE IF EXISTS {name}")

    def stop(self):
        self.server.shutdown()
        self.session.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def parts_of(body, kind):
    """The parts of a form by their names."""
    boundary = b"--" + re.search(r"boundary=(\S+)", kind).group(1).encode()
    parts = {}
    for part in body.split(boundary)[1:-1]:
        head, content = part.split(b"\r\n\r\n", 1)
        parts[re.search(rb'name="([^"]+)"', head).group(1).decode()] = content[:-2]
    return parts


class SparkCluster:
    """A standalone cluster of Spark: a master and workers as processes of this machine, and a folder that all of them see."""

    def __init__(self, workers=2):
        import pyspark

        self.home = os.path.dirname(pyspark.__file__)
        self.folder = tempfile.mkdtemp(prefix="tally-spark-")
        self.port = free_port()
        self.processes = []
        # The programs of PyPI's package are next to Python.
        programs = os.path.dirname(sys.executable)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("TALLY_")},
            "PATH": f"{programs}:{os.environ['PATH']}", "SPARK_HOME": self.home, "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_SCALA_VERSION": "2.13"}
        self.start("org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0")
        self.master = f"spark://127.0.0.1:{self.port}"
        self.workers = []
        for _ in range(workers):
            self.add_worker()
        self.version = pyspark.__version__

    def start(self, name, *arguments):
        process = subprocess.Popen(
            ["java", "-Xmx512m", "-cp", os.path.join(self.home, "jars", "*"), name, *arguments], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=self.environment, cwd=self.folder)
        self.processes.append(process)
        return process

    def add_worker(self):
        self.workers.append(self.start(
            "org.apache.spark.deploy.worker.Worker", "--cores", "1", "--memory", "1g", "--webui-port", "0", "--host", "127.0.0.1",
            "--work-dir", os.path.join(self.folder, f"work{len(self.workers)}"), self.master))

    def kill_worker(self):
        """Kills a worker and its executor, as if its machine was lost."""
        worker = self.workers.pop()
        children = subprocess.run(["pgrep", "-P", str(worker.pid)], capture_output=True, text=True, check=False).stdout.split()
        worker.kill()
        for child in children:
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass

    def create(self, name):
        folder = os.path.join(self.folder, name)
        os.makedirs(folder, exist_ok=True)
        return f"{self.master}{folder}"

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

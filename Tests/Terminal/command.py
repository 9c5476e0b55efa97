"""The command line: output, error output and exit codes."""

import ctypes
import json
import os
import pty
import re
import signal
import subprocess
import tempfile
import time
import unittest

from terminal import TALLY


def tally(*arguments, text="", output=subprocess.PIPE, before=None, home=None):
    environment = {**os.environ, "HOME": home} if home else None
    return subprocess.run(
        [TALLY, *arguments], input=text, stdout=output, stderr=subprocess.PIPE, text=True, timeout=60, preexec_fn=before, env=environment)


def obey_permissions():
    """Drops the capabilities that let root ignore file permissions (see capabilities(7))."""
    for capability in (1, 2):
        ctypes.CDLL(None).prctl(24, capability)


class Memory(unittest.TestCase):
    @unittest.skipUnless(os.path.exists("/sys/kernel/mm/transparent_hugepage"), "the system has no large pages")
    def test_the_heap_asks_for_large_pages(self):
        with subprocess.Popen([TALLY, "--store", ":memory:", "run", "-"], stdin=subprocess.PIPE) as waiting:
            for _ in range(600):
                with open(f"/proc/{waiting.pid}/smaps") as file:
                    parts = file.read().split("VmFlags:")
                # The flags of a part of memory come after its name.
                isLarge = any("[heap]" in part and " hg" in flags.split("\n")[0] for part, flags in zip(parts, parts[1:]))
                if isLarge:
                    break
                time.sleep(0.1)
            self.assertTrue(isLarge)
            waiting.stdin.close()
            self.assertEqual(waiting.wait(), 0)


class Output(unittest.TestCase):
    def test_a_failed_write_is_reported(self):
        with open("/dev/full", "w") as full:
            ended = tally("demo", "-c", "show settings", output=full)
        self.assertEqual(ended.returncode, 3)
        self.assertEqual(ended.stderr, "tally: can't write the results: No space left on device\n")

    def test_errors_without_a_source_location_are_json_too(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = tally("--diagnostics", "json", "--store", folder + "/none.tally", "steps today")
        self.assertEqual(ended.returncode, 3)
        finding = json.loads(ended.stderr)
        self.assertEqual((finding["code"], finding["severity"]), ("E300", "error"))
        self.assertIn("there is no store", finding["message"])


    def test_a_quiet_import_prints_nothing_but_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in [("rows.csv", "type,start,value,unit\nsteps,2025-01-01T08:00:00Z,5,count\n"), ("none.csv", "")]:
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            store = ["--store", os.path.join(folder, "s.tally"), "--zone", "UTC"]
            read = tally("import", "-q", *store, os.path.join(folder, "rows.csv"))
            script = tally("-q", *store, "-c", f'import "{folder}/rows.csv"')
            empty = tally("import", "-q", *store, os.path.join(folder, "none.csv"))
            asked = tally("import", "-q", "--report", "json", *store, os.path.join(folder, "rows.csv"))
        self.assertEqual((read.returncode, read.stdout, read.stderr), (0, "", ""))
        self.assertEqual((script.returncode, script.stdout, script.stderr), (0, "", ""))
        self.assertEqual((empty.returncode, empty.stdout), (3, ""))
        self.assertIn("this is an empty file", empty.stderr)
        self.assertEqual((asked.returncode, len(json.loads(asked.stdout)["metrics"])), (0, 1), asked.stdout)


class Arguments(unittest.TestCase):
    def test_common_options_work_before_each_subcommand(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.tally")
            with open(path, "w") as file:
                file.write("count steps\nexpect rows 1\n")
            options = [
                ["--store", ":memory:"], ["--now", "2025-01-01T00:00:00Z"], ["--zone", "UTC"], ["--week", "sunday"], ["--format", "csv"],
                ["--width", "60"], ["--height", "20"], ["--color", "never"], ["--diagnostics", "json"], ["--quiet"], ["-q"], ["--width=60"],
                ["--act-as", "com.example.trends"], ["--password-file", "password"], ["--insecure"],
            ]
            told = tally("run", "--help").stdout
            common = {line.split()[0].rstrip(",") for line in told.splitlines() if line.startswith("  --")} - {"--help", "--version", "--output"}
            self.assertEqual(common - {option[0] for option in options}, {"--read-only", "--ask-only"})
            for option in options:
                for command in ["run", "check", "fmt", "test"]:
                    with self.subTest(option=option, command=command):
                        start = option if option[0] == "--store" else ["--store", ":memory:", *option]
                        ended = tally(*start, command, path)
                        self.assertNotIn("E138", ended.stderr)
                        self.assertIn(ended.returncode, [0, 1], ended.stderr)

    def test_wrong_command_lines_are_wrong_usage(self):
        for arguments in [["-c"], ["-c", "sum steps", "count"], ["--bogus", "sum steps"], ["--store"], ["-x"]]:
            with self.subTest(arguments=arguments):
                ended = tally(*arguments)
                self.assertEqual((ended.returncode, ended.stdout), (64, ""))
                self.assertIn("Usage:", ended.stderr)


class AppsThatAsk(unittest.TestCase):
    def test_an_app_sees_its_own_samples_and_no_message_about_others(self):
        with tempfile.TemporaryDirectory() as folder:
            store = ["--store", os.path.join(folder, "s.tally"), "--zone", "UTC"]
            app = [*store, "--act-as", "com.example.trends"]
            query = ["-c", "sum steps on 2025-01-01 as csv"]
            self.assertEqual(tally(*store, "-q", "-c", "add 600 count steps at 2025-01-01 08:00").returncode, 0)
            denied = tally(*app, "-c", "add 50 count steps at 2025-01-01 09:00")
            self.assertEqual(denied.returncode, 3)
            self.assertIn("E281", denied.stderr)
            hidden = tally(*app, *query)
            self.assertEqual((hidden.returncode, hidden.stderr), (0, ""))
            self.assertNotIn("600", hidden.stdout)
            self.assertEqual(tally(*store, "-q", "-c", 'allow "com.example.trends" to read and write steps').returncode, 0)
            self.assertEqual(tally(*app, "-q", "-c", "add 50 count steps at 2025-01-01 09:00").returncode, 0)
            self.assertIn(",650,", tally(*app, *query).stdout)
            self.assertIn(",650,", tally(*store, *query).stdout)
            self.assertEqual(tally(*store, "-q", "-c", "set device state = locked").returncode, 0)
            locked = tally(*app, *query)
            self.assertEqual(locked.returncode, 3)
            self.assertIn("E283", locked.stderr)
            self.assertEqual(tally(*app, "-q", "-c", "add 7 count steps at 2025-01-01 10:00").returncode, 0)
            self.assertIn(",650,", tally(*store, *query).stdout)
            self.assertEqual(tally(*store, "-q", "-c", "set device state = unlocked").returncode, 0)
            self.assertIn(",657,", tally(*app, *query).stdout)


    def test_who_asks_is_given_from_outside_and_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.tally")
            for name, text in [("report", "sum steps on 2025-01-01 as csv\n"), ("widen", "act as owner\nsum steps on 2025-01-01 as csv\n")]:
                with open(os.path.join(folder, name + ".tally"), "w") as file:
                    file.write("param extra: number = 3\n" + text)
            widen = os.path.join(folder, "widen.tally")
            store = ["--store", os.path.join(folder, "s.tally"), "--zone", "UTC", "-q"]
            self.assertEqual(tally(*store, "-c", "add 600 count steps at 2025-01-01 08:00").returncode, 0)
            self.assertIn(",600,", tally(*store, "run", path).stdout)
            app = ["--act-as", "com.example.trends"]
            for line in [[*app, "run", path], ["run", *app, path], ["run", path, *app], ["run", path, "--extra", "4", "--act-as=com.example.trends"],
                         [path, *app], [*app, "-c", f'run "{path}"'], ["run", path, *app, "--format", "csv"]]:
                with self.subTest(line=line):
                    ended = tally(*store, *line)
                    self.assertEqual((ended.returncode, ",600," in ended.stdout), (0, False), ended.stderr)
            os.environ["TALLY_ACT_AS"] = "com.example.trends"
            try:
                self.assertNotIn(",600,", tally(*store, "run", path).stdout)
                self.assertIn("E323", tally(*store, "run", widen).stderr)
                self.assertEqual(tally(*store, "run", path, "--act-as", "com.example.TRENDS").returncode, 0)
                self.assertEqual(tally(*store, "run", path, "--act-as", "com.example.other").returncode, 64)
                os.environ["TALLY_ACT_AS"] = "a/b"
                self.assertEqual(tally(*store, "run", path).returncode, 64)
            finally:
                del os.environ["TALLY_ACT_AS"]
            for line in [[*app, "run", widen], ["run", widen, *app], [*app, "-c", "act as owner; sum steps on 2025-01-01 as csv"],
                         [*app, "-c", 'act as "com.example.other"'], [*app, "-c", f'run "{widen}"']]:
                with self.subTest(line=line):
                    ended = tally(*store, *line)
                    self.assertEqual((ended.returncode, ended.stdout), (2, ""))
                    self.assertIn("E323", ended.stderr)
            self.assertEqual(tally(*store, *app, "run", path, "--act-as", "com.example.other").returncode, 64)
            self.assertEqual(tally(*store, *app, "import", path).returncode, 3)


class Watching(unittest.TestCase):
    def test_a_watch_of_a_moving_range_writes_its_file_again_and_ends_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            store, path = os.path.join(folder, "s.tally"), os.path.join(folder, "w.csv")
            self.assertEqual(tally("--store", store, "-c", "add 7 count steps at now").returncode, 0)
            program = subprocess.Popen(
                [TALLY, "--store", store, "-c", f'watch sum steps since -3s as csv to "{path}"'], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True)

            def written():
                try:
                    with open(path) as file:
                        return file.read()
                except FileNotFoundError:
                    return ""

            deadline = time.monotonic() + 60
            while ",,false" not in written():
                self.assertLess(time.monotonic(), deadline, written())
                time.sleep(0.05)
            started = time.monotonic()
            program.send_signal(signal.SIGINT)
            program.communicate(timeout=60)
            self.assertLess(time.monotonic() - started, 2)
            self.assertEqual(program.returncode, 130)
            self.assertEqual(sorted(name for name in os.listdir(folder) if name.startswith("w.")), ["w.csv"])


class Places(unittest.TestCase):
    def test_a_store_in_a_read_only_folder_can_be_read(self):
        with tempfile.TemporaryDirectory() as folder:
            inner = os.path.join(folder, "inner")
            os.mkdir(inner)
            store = ["--store", os.path.join(inner, "health.tally")]
            self.assertEqual(tally(*store, "-c", "add 5 count steps at 2025-01-01 10:00").returncode, 0)
            os.chmod(inner, 0o500)
            read = tally(*store, "--format", "csv", "-c", "count steps", before=obey_permissions)
            written = tally(*store, "-c", "add 5 count steps at 2025-01-02 10:00", before=obey_permissions)
            os.chmod(inner, 0o700)
        self.assertEqual((read.returncode, read.stderr), (0, ""))
        self.assertTrue(read.stdout.splitlines()[1].endswith(",1,false"), read.stdout)
        self.assertEqual(written.returncode, 3, written.stderr)
        self.assertIn("cannot be written", written.stderr)


class Pipes(unittest.TestCase):
    """Standard input from a pipe is a script. It has no prompt and no color, and stops at the first error."""

    def test_statements_run_in_order(self):
        ended = tally("--store", ":memory:", text="add 5 count steps at 2025-01-01 10:00\nsum steps as csv\n")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn(",5,", ended.stdout)
        self.assertNotIn("tally>", ended.stdout + ended.stderr)
        self.assertNotIn("\x1b", ended.stdout + ended.stderr)

    def test_the_first_error_stops_the_script(self):
        ended = tally("--store", ":memory:", text='add 5 count steps at 2025-01-01 10:00\nimport "/none.zip"\nsum steps as csv\n')
        self.assertEqual((ended.returncode, ended.stdout), (3, ""))
        ended = tally("--store", ":memory:", text="sum steps as csv\nsum heartRate\n")
        self.assertEqual((ended.returncode, ended.stdout), (2, ""), "no statement runs if a line is wrong")
        ended = tally("--store", ":memory:", text="assert count steps = 1\nsum steps as csv\n")
        self.assertEqual((ended.returncode, ended.stdout), (1, ""))

    def test_a_saved_query_runs_by_its_name(self):
        with tempfile.TemporaryDirectory() as home:
            script = "add 5 count steps at 2025-01-01 10:00\nsum steps by day as csv\nsave daily\ndaily | limit 1\n"
            ended = tally("--store", ":memory:", text=script, home=home)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(ended.stdout.count(",5,false"), 2)

    def test_a_closed_pipe_ends_the_program_quietly(self):
        command = f'"{TALLY}" demo -c "average heartRate by 5min as csv" | head -n 1'
        ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "start,end,average,partial\n", ""))

    def test_a_pipe_gets_the_whole_result_without_a_pager(self):
        ended = tally("demo", text="sum steps by day\n")
        self.assertGreater(ended.stdout.count("\n"), 60)
        self.assertNotIn("more rows", ended.stdout)


class Progress(unittest.TestCase):
    def test_a_progress_line_disappears_before_the_result(self):
        terminal, stream = pty.openpty()
        started = time.monotonic()
        environment = {**os.environ, "TERM": "xterm"}
        ended = subprocess.run(
            [TALLY, "demo", "-c", "duration heartRate by 10s | limit 1 as csv"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=stream, timeout=60, env=environment)
        seconds = time.monotonic() - started
        os.close(stream)
        drawn = b""
        while True:
            try:
                drawn += os.read(terminal, 4096)
            except OSError:
                break
        os.close(terminal)
        self.assertEqual((ended.returncode, ended.stdout.count(b"\n")), (0, 2))
        if not drawn and seconds < 1:
            self.skipTest("this program is too quick to tell how far it is")
        self.assertRegex(drawn, rb"\r(\d+ %  .*of )?[0-9,]+ samples read(, computing)?\x1b\[K")
        self.assertTrue(drawn.endswith(b"\r\x1b[K"), "the line is removed")


class Interruptions(unittest.TestCase):
    def test_an_interrupted_command_reports_it_and_leaves_no_partial_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            command = [TALLY, "demo", "-c", f'average heartRate by 10s as csv to "{path}"']
            program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            deadline = time.monotonic() + 60
            while not os.listdir(folder) and program.poll() is None:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.005)
            program.send_signal(signal.SIGINT)
            _, told = program.communicate(timeout=60)
            if program.returncode == 0:
                self.skipTest("the program finished before the interruption")
            self.assertEqual((program.returncode, told), (130, "interrupted\n"))
            self.assertEqual(os.listdir(folder), [])


class LongInput(unittest.TestCase):
    def codes(self, text):
        ended = tally("--store", ":memory:", "--diagnostics", "json", "run", "-", text=text)
        self.assertEqual(ended.returncode, 2)
        return [json.loads(line)["code"] for line in ended.stderr.splitlines()]

    def test_the_errors_of_a_script_are_limited(self):
        self.assertEqual(self.codes("sum foo\n" * 10_000), ["E101"] * 200 + ["E367"])

    def test_long_lists_of_strings_and_numbers_are_fast(self):
        for field, items in [("value", range(5_000)), ("source", [f'"{number}"' for number in range(5_000)])]:
            ended = tally("demo", text=f"count heartRate where {field} in ({','.join(map(str, items))}) as csv")
            self.assertEqual(ended.returncode, 0, ended.stderr[-500:])
            self.assertLessEqual(ended.stderr.count("warning"), 50)

    def test_the_errors_of_a_statement_are_limited(self):
        codes = self.codes("sum steps" + ", sum steps" * 3_000)
        self.assertEqual(set(codes), {"E116"})
        self.assertLessEqual(len(codes), 50)


class ArgumentOrder(unittest.TestCase):
    """Common options work before and after each subcommand. The list of options comes from the program's help."""

    VALUES = {
        "--store": ":memory:", "--now": "2026-01-01T00:00:00Z", "--zone": "UTC", "--week": "monday", "--format": "csv",
        "--width": "60", "--height": "20", "--color": "never", "--diagnostics": "json", "--act-as": "com.example.trends", "--password-file": "password",
    }
    ONLY_HERE = {"-c", "--help", "-h", "--version", "--output"}

    def options(self):
        dump = json.loads(tally("--experimental-dump-help").stdout)
        ask = next(command for command in dump["command"]["subcommands"] if command["commandName"] == "ask")
        for argument in ask["arguments"]:
            for name in argument.get("names", []):
                text = ("-" if name["kind"] == "short" else "--") + name["name"]
                if text not in self.ONLY_HERE:
                    yield text, argument["kind"]

    def test_common_options_work_before_and_after_the_subcommand(self):
        options = dict(self.options())
        self.assertEqual({name for name, kind in options.items() if kind == "option"}, set(self.VALUES))
        for name, kind in options.items():
            given = [[name, self.VALUES[name]], [name + "=" + self.VALUES[name]]] if kind == "option" else [[name]]
            for option in given:
                query = ["explain", "sum steps on 2025-01-01"]
                behind = tally(*query, *option)
                before = tally(*option, *query)
                self.assertEqual((before.returncode, before.stdout), (behind.returncode, behind.stdout), option)
                self.assertEqual(before.returncode, 0, before.stderr)

    def test_common_options_work_before_and_after_a_path(self):
        with tempfile.TemporaryDirectory() as folder:
            path, table = os.path.join(folder, "s.tally"), os.path.join(folder, "t.csv")
            with open(path, "w") as file:
                file.write("count steps on 2025-01-01\nexpect rows 1\n")
            with open(table, "w") as file:
                file.write("type,start,value,unit\nsteps,2025-01-01T08:00:00Z,5,count\n")
            query = "count steps on 2025-01-01"
            commands = [
                (["run"], path), ([], path), ([], query), (["demo", "--days", "2"], path), (["demo", "--days", "2"], query), (["check"], path),
                (["fmt", "--check"], path), (["test"], path), (["import"], table), (["explain"], query),
            ]
            for name, kind in self.options():
                option = [name, self.VALUES[name]] if kind == "option" else [name]
                fixed = [other for known in ("--store", "--now", "--zone") if known != name for other in (known, self.VALUES[known])]
                for head, last in commands:
                    with self.subTest(head=head, last=last, option=option):
                        ends = [
                            tally(*fixed, *option, *head, last), tally(*fixed, *head, *option, last), tally(*fixed, *head, last, *option),
                            tally(*head, last, *option, *fixed),
                        ]
                        # The report of an import has its time.
                        told = {(end.returncode, re.sub(r"in [\d.]+ s, [\d.]+ MB/s", "", end.stdout), end.stderr) for end in ends}
                        self.assertEqual(len(told), 1, ends)
                        self.assertNotEqual(ends[0].returncode, 64, ends[0].stderr)

    def test_common_options_after_a_script_belong_to_tally(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s.tally")
            with open(path, "w") as file:
                file.write("param zone2: text = \"x\"\nadd 5 count steps at 2025-01-01 08:00\nsum steps on 2025-01-01\n")
            before = tally("run", "--store", ":memory:", "--zone", "UTC", "--format", "csv", path, "--zone2", "y")
            behind = tally("run", path, "--zone2", "y", "--store", ":memory:", "--zone=UTC", "--format", "csv")
        self.assertEqual(before.returncode, 0, before.stderr)
        self.assertIn("2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,5,false", before.stdout)
        self.assertEqual((before.stdout, before.returncode), (behind.stdout, behind.returncode))


if __name__ == "__main__":
    unittest.main()

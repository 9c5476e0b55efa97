"""Files that are links, pipes, private to somebody else or too large, and imports that are interrupted."""

import os
import resource
import signal
import stat
import subprocess
import tempfile
import time
import unittest

from command import tally
from terminal import MORNING, TALLY, Terminal


class FileTestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()


def hear_hangups():
    """Under nohup, a program ignores SIGHUP, and so do the programs that it starts."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Interruption(FileTestCase):
    def test_an_import_of_many_sources_ends_soon_after_a_signal(self):
        rows = "".join(
            f"steps,S{index},2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,{index},count\n" for index in range(60_000))
        table = self.write("many.csv", "type,source,start,end,value,unit\n" + rows)
        for number in [signal.SIGINT, signal.SIGTERM]:
            with subprocess.Popen(
                [TALLY, "import", "--store", self.path(f"s{number}.tally"), "--zone", "UTC", table], stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL) as running:
                time.sleep(2)
                running.send_signal(number)
                self.assertIn(running.wait(timeout=60), [0, 130])

    def test_a_signal_ends_an_import_that_waits_for_input(self):
        row = b"steps,Watch,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,5,count\n"
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            with subprocess.Popen(
                [TALLY, "import", "--store", self.path(f"p{number}.tally"), "--zone", "UTC", "-"], stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=hear_hangups) as running:
                # A pipe holds 64 KB, so the program has read something when this is written.
                running.stdin.write(b"type,source,start,end,value,unit\n" + row * 5_000)
                running.stdin.flush()
                running.send_signal(number)
                self.assertEqual(running.wait(timeout=60), 130)
                running.stdin.close()

    def test_an_import_of_a_pipe_without_a_writer_says_that_it_waits_and_ends_after_a_signal(self):
        os.mkfifo(self.path("pipe"))
        for number in [signal.SIGINT, signal.SIGTERM]:
            with subprocess.Popen([TALLY, "import", "--store", self.path("pipe.tally"), self.path("pipe")], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
                self.assertIn("waiting for data from", running.stderr.readline())
                running.send_signal(number)
                self.assertEqual(running.wait(timeout=60), 130)

    def test_a_pipe_whose_writer_is_late_is_imported(self):
        os.mkfifo(self.path("pipe"))
        with subprocess.Popen([TALLY, "import", "--quiet", "--store", self.path("late.tally"), "--zone", "UTC", self.path("pipe")],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            time.sleep(1)
            with open(self.path("pipe"), "w") as pipe:
                for line in ["type,source,start,end,value,unit\n", "steps,Watch,2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,5,count\n"]:
                    pipe.write(line)
                    pipe.flush()
                    time.sleep(0.3)
            self.assertEqual(running.wait(timeout=60), 0)
        self.assertIn(",5,", tally("--store", self.path("late.tally"), "sum steps on 2025-01-01 as csv").stdout)

    def test_too_few_files_or_too_little_memory_is_an_error(self):
        for kind, amount, word in [(resource.RLIMIT_NOFILE, 8, "files"), (resource.RLIMIT_AS, 250 << 20, "address space")]:
            ended = subprocess.run([TALLY, "--store", ":memory:", "sum steps"], capture_output=True, text=True,
                                   preexec_fn=lambda: resource.setrlimit(kind, (amount, amount)))
            self.assertEqual(ended.returncode, 3)
            self.assertIn(word, ended.stderr)

    def test_an_export_that_a_signal_ends_leaves_no_file(self):
        rows = "".join(f"heartRate,W,{1_600_000_000 + index * 60},{1_600_000_000 + index * 60},{60 + index % 50},count/min\n"
                       for index in range(300_000))
        store = self.path("export.tally")
        subprocess.run([TALLY, "--store", store, "import", "--quiet", "--zone", "UTC",
                        self.write("beats.csv", "type,source,start,end,value,unit\n" + rows)], check=True)
        for number in [signal.SIGTERM, signal.SIGHUP]:
            with subprocess.Popen([TALLY, "--store", store, f'export everything to "{self.path("out.csv")}"'],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=hear_hangups) as running:
                while running.poll() is None and not [name for name in os.listdir(self.folder) if ".part" in name]:
                    time.sleep(0.01)
                running.send_signal(number)
                self.assertEqual(running.wait(timeout=60), 130)
            self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("out.csv")], [])


class NamedHistory(FileTestCase):
    """A shell whose history is at a path that was prepared."""

    def start(self):
        terminal = Terminal(TALLY, "demo", *MORNING, columns=200, rows=24, environment={"TALLY_HISTORY": self.path("history")})
        self.addCleanup(terminal.close)
        terminal.wait_for_prompt()
        return terminal

    def test_a_link_to_a_file_of_the_user_is_followed(self):
        self.write("target", "")
        os.symlink(self.path("target"), self.path("history"))
        self.start().ask("sum steps last 2 days")
        self.assertIn("sum steps last 2 days", self.read("target"))
        self.assertTrue(os.path.islink(self.path("history")))

    def test_a_link_to_a_missing_file_is_not_used(self):
        os.symlink(self.path("target"), self.path("history"))
        terminal = self.start()
        self.assertIn("the history is not kept", " ".join(terminal.lines()))
        self.assertTrue(terminal.ask("sum steps last 2 days"))
        self.assertFalse(os.path.exists(self.path("target")))

    def test_a_pipe_is_not_used(self):
        os.mkfifo(self.path("history"))
        terminal = self.start()
        self.assertIn("the history is not kept", " ".join(terminal.lines()))
        self.assertTrue(terminal.ask("sum steps last 2 days"))
        terminal.press("C-d")
        terminal.wait_for_exit()


class Pipes(FileTestCase):
    def test_a_pipe_that_is_named_is_a_script(self):
        ended = subprocess.run(
            ["bash", "-c", f"'{TALLY}' --store :memory: run <(echo 'show settings')"], capture_output=True, text=True, timeout=60)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("zone", ended.stdout)

    def test_a_folder_of_scripts_skips_pipes(self):
        os.mkfifo(self.path("a.tally"))
        self.write("b.tally", "sum stepz\n")
        self.assertEqual(tally("check", self.folder).returncode, 2)

    def test_saved_queries_skip_pipes(self):
        os.mkfifo(self.path("a.tally"))
        self.write("b.tally", "sum steps\n")
        environment = {**os.environ, "TALLY_LIBRARY": self.folder}
        ended = subprocess.run(
            [TALLY, "--store", ":memory:", "show saved"], capture_output=True, text=True, timeout=60, env=environment)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("sum steps", ended.stdout)

    def test_lessons_are_regular_files(self):
        os.mkfifo(self.path("a.md"))
        for arguments in [["learn", self.path("a.md")], ["learn", "--author", self.path("a.md")], ["learn", "--author", self.folder]]:
            ended = tally(*arguments)
            self.assertEqual(ended.returncode, 3, arguments)
            self.assertRegex(ended.stderr, "is not a regular file|has no lessons")


class Formatting(FileTestCase):
    def test_fmt_follows_a_link_to_a_script(self):
        target = self.write("target.tally", "sum   steps\n")
        os.chmod(target, 0o640)
        os.symlink("target.tally", self.path("link.tally"))
        self.assertEqual(tally("fmt", self.path("link.tally")).returncode, 0)
        self.assertTrue(os.path.islink(self.path("link.tally")))
        self.assertEqual(self.read("target.tally"), "sum steps\n")
        self.assertEqual(stat.S_IMODE(os.stat(target).st_mode), 0o640)

    def test_fmt_does_not_replace_a_pipe(self):
        os.mkfifo(self.path("pipe.tally"))
        ended = tally("fmt", self.path("pipe.tally"))
        self.assertEqual(ended.returncode, 3)
        self.assertIn("is not a regular file", ended.stderr)


class Limits(FileTestCase):
    def test_a_limit_of_file_sizes_is_an_error_and_keeps_files(self):
        store = self.path("s.tally")
        self.assertEqual(tally("--store", store, "add 5 count steps at 2025-01-01 08:00").returncode, 0)
        old = self.write("o.csv", "old")

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        ended = tally("--store", store, "load steps at 2025-02-01 08:00 every 1min: 1x50000", before=limit)
        self.assertEqual(ended.returncode, 3, ended.stderr)
        self.assertIn("the disk is full", ended.stderr)
        ended = tally("--store", ":memory:", "load steps at 2025-02-01 08:00 every 1min: 1x5000; set overwrite = yes; "
                      f"samples of steps as csv to \"{old}\"", before=limit)
        self.assertEqual(ended.returncode, 3, ended.stderr)
        self.assertEqual(self.read("o.csv"), "old")
        self.assertIn("no problems", tally("doctor", "--store", store).stdout)

    def test_generated_data_that_do_not_fit_leave_no_file(self):
        for form in ("xml", "zip", "csv", "health-connect"):
            path = self.path("generated." + form)
            ended = tally("generate", "--as", form, "--days", "30", path, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)))
            self.assertEqual(ended.returncode, 3, ended.stderr)
            self.assertIn("can't write " + path, ended.stderr)
            self.assertFalse(os.path.exists(path), form)


class Stores(FileTestCase):
    def test_an_address_is_not_the_file_of_a_store(self):
        for address in ["http://example.com/s", "ftp://x/y", "file:s.tally", ":memory"]:
            for arguments in [["info"], ["doctor"], ["sum steps"], ["add 5 count steps"], [f"open \"{address}\""]]:
                ended = subprocess.run(
                    [TALLY, *arguments, "--store", address], capture_output=True, text=True, timeout=60, cwd=self.folder)
                self.assertIn(ended.returncode, [2, 3], [address, arguments])
                self.assertEqual(os.listdir(self.folder), [])
        ended = tally("--store", "http://example.com/s", "sum steps")
        self.assertIn("is an address, and a store is a file", ended.stderr)

    def test_a_store_that_others_can_read_is_reported(self):
        store = self.path("s.tally")
        add = ["--store", store, "add 5 count steps at 2025-01-01 08:00"]
        self.assertNotIn("other users", tally(*add).stderr)
        self.assertNotIn("other users", tally("info", "--store", store).stdout)
        os.chmod(store, 0o644)
        note = f"other users can read or change the store; `chmod 600 '{store}'` makes it private"
        self.assertIn(note, tally(*add).stderr)
        self.assertIn(note, tally("info", "--store", store).stdout)
        self.assertNotIn("other users", tally("--store", store, "sum steps").stderr)


if __name__ == "__main__":
    unittest.main()

"""Tests of Tools/Release and of scripts/icu-data, on made-up files."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tools/Release"))

import archive
import bill
import components
import debian
import notices


def script(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


icu_data = script("icu-data")

MAP = """             VMA              LMA     Size Align Out     In      Symbol
               0                0       10     1         <internal>:(.interp)
             300              300       1c     4         /w/.build/release/tally.build/Tally.swift.o:(.text)
             300              300        0     1                 main
             31c              31c       20    16         /t/lib/swift_static/linux/lib_FoundationICU.a(udata.cpp.o):(.rodata)
             31c              31c       20     1                 icudt76_dat
             400              400        0     1         /t/lib/swift_static/linux/libFoundationXML.a(XMLNode.swift.o):(.text)
             400              400        8     1         /usr/lib/x/libz.a(adler32.o):(.text.adler32)
"""


def component(**changes):
    facts = {"name": "zlib", "version": "1.2", "license": "Zlib", "purl": "pkg:deb/debian/zlib@1.2", "source": "https://z.example/1.2"}
    return components.Component(**(facts | changes))


class ComponentTests(unittest.TestCase):
    def test_the_map_names_each_file_that_gave_bytes(self):
        self.assertEqual(
            components.linked_files(MAP),
            ["/t/lib/swift_static/linux/lib_FoundationICU.a", "/usr/lib/x/libz.a", "/w/.build/release/tally.build/Tally.swift.o"])

    def test_each_library_of_the_toolchain_has_one_project(self):
        known = {
            "libswiftCore.a": "swift", "libswift_Concurrency.a": "swift", "libswiftDispatch.a": "swift-corelibs-libdispatch",
            "libFoundation.a": "swift-corelibs-foundation", "libFoundationEssentials.a": "swift-foundation",
            "lib_FoundationICU.a": "swift-foundation-icu", "lib_FoundationCollections.a": "swift-collections",
        }
        for name, project in known.items():
            self.assertEqual([one for one, names in components.TOOLCHAIN.items() if re.fullmatch(names, name)], [project], name)

    def test_a_license_that_is_not_known_stops_the_release(self):
        self.assertEqual(components.identified((ROOT / "LICENSE").read_text()), "Apache-2.0")
        with self.assertRaises(components.Unknown):
            components.identified("All rights reserved.")

    def test_packages_come_from_the_list_of_swiftpm(self):
        with tempfile.TemporaryDirectory() as folder:
            scratch = pathlib.Path(folder)
            (scratch / "checkouts/Lines").mkdir(parents=True)
            (scratch / "checkouts/Lines/LICENSE").write_text((ROOT / "LICENSE").read_text())
            state = {"checkoutState": {"revision": "ab" * 20, "version": "1.2.3"}}
            entry = {"kind": "remoteSourceControl", "location": "https://git.example/they/Lines.git"}
            local = {"packageRef": {"kind": "fileSystem", "location": "/w"}, "state": {}, "subpath": "w"}
            listed = [{"packageRef": entry, "state": state, "subpath": "Lines"}, local]
            (scratch / "workspace-state.json").write_text(json.dumps({"object": {"dependencies": listed}}))
            found = list(components.packages(scratch))
        self.assertEqual([one.purl for one in found], ["pkg:swift/git.example/they/Lines@1.2.3"])
        self.assertEqual(found[0].revision, "ab" * 20)


class BillTests(unittest.TestCase):
    parts = [
        component(files={"libz.a": "0" * 64}), component(isShared=True), component(name="Lines", purl="pkg:swift/l", revision="ab" * 20),
    ]

    def written(self, **changes):
        facts = {"name": "tally", "version": "1", "license": "Apache-2.0", "revision": "cd" * 20, "program_hash": "1" * 64, "epoch": 0}
        return bill.bill(**(facts | changes), components=self.parts)

    def test_equal_facts_give_equal_bills(self):
        self.assertEqual(self.written(), self.written())
        self.assertNotEqual(self.written(), self.written(program_hash="2" * 64))

    def test_each_part_has_version_terms_address_and_hash(self):
        told = json.loads(self.written())
        self.assertEqual((told["bomFormat"], told["specVersion"]), ("CycloneDX", "1.6"))
        self.assertEqual(told["metadata"]["timestamp"], "1970-01-01T00:00:00Z")
        self.assertEqual([part["version"] for part in told["components"]], ["1.2"] * 3)
        self.assertEqual(told["components"][0]["hashes"], [{"alg": "SHA-256", "content": "0" * 64}])
        self.assertEqual(told["components"][0]["licenses"], [{"expression": "Zlib"}])
        references = [told["metadata"]["component"]["bom-ref"]] + [part["bom-ref"] for part in told["components"]]
        self.assertEqual(len(set(references)), 4)
        self.assertEqual(sorted(one["ref"] for one in told["dependencies"]), sorted(references))


class NoticeTests(unittest.TestCase):
    def test_each_text_comes_once_and_parts_of_the_system_come_without(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second = pathlib.Path(folder, "a"), pathlib.Path(folder, "b")
            first.write_text("Terms of one.\n")
            second.write_text("Terms of one.\n")
            parts = [component(texts=[first]), component(name="other", texts=[second]), component(name="libc", isShared=True)]
            text = notices.notices(parts)
        self.assertEqual(text.count("Terms of one."), 1)
        self.assertIn("zlib, other\n", text)
        self.assertIn("libc: Zlib", text)
        self.assertNotIn("libc", notices.sources("1", "ab", parts))


class ArchiveTests(unittest.TestCase):
    def packed(self, folder, order):
        for name in order:
            path = folder / "tally-1" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name)
            path.chmod(0o755 if name.startswith("bin") else 0o600)
        return archive.pack(folder / "tally-1", folder / "tally-1.tar.gz", 86_400)

    def test_order_time_and_folder_do_not_change_an_archive(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            first = self.packed(pathlib.Path(one), ["bin/tally", "share/a", "LICENSE"])
            os.utime(first.parent / "tally-1/LICENSE", (5, 5))
            second = self.packed(pathlib.Path(two), ["LICENSE", "share/a", "bin/tally"])
            self.assertEqual(first.read_bytes(), second.read_bytes())
            with tarfile.open(first) as tar:
                self.assertEqual(
                    [(entry.name, entry.mode, entry.uid, entry.mtime) for entry in tar if entry.isfile()],
                    [("tally-1/LICENSE", 0o644, 0, 86_400), ("tally-1/bin/tally", 0o755, 0, 86_400), ("tally-1/share/a", 0o644, 0, 86_400)])

    def test_an_archive_has_program_manual_page_and_completions_with_sums(self):
        with tempfile.TemporaryDirectory() as folder:
            staged, program = pathlib.Path(folder, "tally-1"), pathlib.Path(folder, "program")
            program.write_text("#!")
            archive.stage(staged, ROOT, program, {"LICENSE": "terms"})
            names = archive.files(staged)
            self.assertEqual(names, [
                "LICENSE", "bin/tally", "share/bash-completion/completions/tally", "share/fish/vendor_completions.d/tally.fish",
                "share/man/man1/tally.1", "share/zsh/site-functions/_tally"])
            (staged / "SHA256SUMS").write_text(archive.sums(staged, names))
            check = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
            self.assertEqual(subprocess.run(check, cwd=staged).returncode, 0)
            (staged / "bin/tally").write_text("changed")
            self.assertNotEqual(subprocess.run(check, cwd=staged, capture_output=True).returncode, 0)

    def test_make_install_copies_the_files_of_an_archive(self):
        share = " ".join((ROOT / "Makefile").read_text().split("SHARE := ")[1].split("\n\n")[0].replace("\\", "").split())
        copied = dict(pair.split(":") for pair in share.split())
        for source, place in archive.SHARE.items():
            self.assertEqual(copied.get(source), place)


class DebianTests(unittest.TestCase):
    def test_a_version_that_is_not_released_comes_before_the_released_one(self):
        unreleased = debian.debian_version("0.1.0", "# Changes\n\n## 0.1.0, unreleased\n", "0123456789", 86_400)
        released = debian.debian_version("0.1.0", "## 0.1.0, 2026-12-01\n", "0123456789", 86_400)
        self.assertEqual((unreleased, released), ("0.1.0~git19700102.01234567-1", "0.1.0-1"))
        self.assertEqual(subprocess.run(["dpkg", "--compare-versions", unreleased, "lt", released]).returncode, 0)

    def test_the_terms_of_a_package_with_readline_are_the_gpl(self):
        self.assertIn("\nLicense: GPL-3+\n", debian.copyright_file(True, [component()]))
        self.assertNotIn("GPL", debian.copyright_file(False, [component()]))


class DataOfICUTests(unittest.TestCase):
    head = struct.pack("<HBB", 32, 0xDA, 0x27) + b"\x14\0\0\0\0\0\2\0CmnD\1\0\0\0" + b"\0" * 12
    items = [("icudt9l/root.res", b"r" * 16), ("icudt9l/sw.res", b"s" * 20), ("icudt9l/zoneinfo64.res", b"z" * 33)]

    def test_items_that_are_not_kept_are_left_out_and_the_others_stay_as_they_are(self):
        data = icu_data.packed(self.head, self.items)
        part, names = icu_data.keep(data, icu_data.is_kept)
        self.assertEqual(names, ["icudt9l/root.res", "icudt9l/zoneinfo64.res"])
        self.assertEqual([content.rstrip(b"\xaa") for _, content in icu_data.unpacked(part)[1]], [b"r" * 16, b"z" * 33])
        self.assertEqual([part.index(content) % 16 for content in (b"rr", b"zz")], [len(self.head) % 16] * 2)

    def test_a_package_in_another_shape_is_refused(self):
        data = icu_data.packed(self.head, self.items)
        for other in [b"", data[:40], b"\0" + data[1:], data[:40] + b"\xff" * 4 + data[44:]]:
            with self.assertRaises(icu_data.OtherShape):
                icu_data.keep(other, icu_data.is_kept)

    def test_languages_are_left_out_and_zones_are_kept(self):
        kept = ["zoneinfo64.res", "timezoneTypes.res", "supplementalData.res", "uts46.nrm", "root.res", "zone/root.res", "en_US_POSIX.res"]
        left_out = ["de.res", "zone/de.res", "coll/zh.res", "ibm-37_P100-1995.cnv", "translit/root.res", "brkitr/thaidict.dict"]
        self.assertEqual([name for name in kept + left_out if icu_data.is_kept(name)], kept)


if __name__ == "__main__":
    unittest.main()

"""Makes the artefacts of a release from a program that was built.

    python3 Tools/Release archive --program P --map M --scratch S [--readline]     .build-dist/tally-….tar.gz, its bill and sums
    python3 Tools/Release debian  --program P --map M --scratch S [--readline]     .build-dist/tally_….deb

The program is stripped. The map is that of lld, for the same program. The scratch folder has SwiftPM's list of packages.
"""

import argparse
import dataclasses
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import archive
import bill
import components
import debian
import notices

ROOT = components.ROOT


@dataclasses.dataclass
class Facts:
    version: str
    revision: str
    epoch: int
    maintainer: str
    isReadline: bool


def main():
    parser = argparse.ArgumentParser(prog="Tools/Release")
    parser.add_argument("artefact", choices=["archive", "debian"])
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--map", type=pathlib.Path, required=True)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    parser.add_argument("--readline", action="store_true")
    parser.add_argument("--swift", default="swift")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".build-dist")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        facts = read_facts(options)
        parts = components.all_components(options.program, options.map.read_text(errors="replace"), options.scratch, options.swift)
        license_matches(facts, parts)
        make = make_archive if options.artefact == "archive" else make_debian
        for path in make(options, facts, parts):
            print(f"{path.stat().st_size:>12,}  {path}")
    except components.Unknown as problem:
        sys.exit(f"tally: the terms of the artefact are not known: {problem}")


def read_facts(options):
    git = ["git", "-C", ROOT, "log", "-1"]
    revision = components.output(*git, "--format=%H", check=False) or None
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or components.output(*git, "--format=%ct", check=False)
    if not epoch:
        sys.exit("tally: the time of the release is unknown outside a clone. Set SOURCE_DATE_EPOCH to seconds since 1970")
    name, address = os.environ.get("DEBFULLNAME"), os.environ.get("DEBEMAIL")
    maintainer = f"{name} <{address}>" if name and address else components.output(*git, "--format=%an <%ae>", check=False)
    return Facts(components.output(options.program, "--version"), revision, int(epoch), maintainer, options.readline)


def license_matches(facts, parts):
    """Fails if a program under the Apache License contains a part under the GPL, or the other way round."""
    isReadline = any(part.name == "readline" for part in parts)
    if isReadline != facts.isReadline:
        sys.exit(f"tally: the program {'contains' if isReadline else 'lacks'} GNU readline, so its terms are not those of the artefact")


def stripped(options):
    """A copy of the program without symbols."""
    program = options.out / "tally"
    shutil.copyfile(options.program, program)
    subprocess.run(["strip", "--strip-all", "--remove-section=.comment", "--remove-section=.note", program], check=True)
    return program


def documents(facts, parts):
    """The texts that come with each artefact, by name."""
    texts = {"THIRD-PARTY.txt": notices.notices(parts), "SOURCES.txt": notices.sources(facts.version, facts.revision, parts)}
    return texts


def make_archive(options, facts, parts):
    name = f"tally-{facts.version}{'-readline' if facts.isReadline else ''}-linux-{platform.machine()}"
    folder, program = options.out / name, stripped(options)
    texts = documents(facts, parts) | {"LICENSE": (ROOT / "LICENSE").read_text()}
    if facts.isReadline:
        texts["COPYING"] = (components.COMMON / "GPL-3").read_text()
    license = "GPL-3.0-or-later" if facts.isReadline else "Apache-2.0"
    program_hash = components.hashes([program])["tally"]
    written = bill.bill("tally", facts.version, license, facts.revision, program_hash, facts.epoch, parts)
    placed = {f"share/doc/tally/{file}": text for file, text in (texts | {"sbom.cdx.json": written}).items()}
    archive.stage(folder, ROOT, program, placed | {"README.txt": readme(facts, name), "LICENSE": texts["LICENSE"]})
    (folder / "SHA256SUMS").write_text(archive.sums(folder, archive.files(folder)))
    packed = archive.pack(folder, options.out / f"{name}.tar.gz", facts.epoch)
    listed = options.out / f"{name}.cdx.json"
    listed.write_text(written)
    shutil.rmtree(folder)
    program.unlink()
    sums = options.out / f"{name}.sha256"
    sums.write_text(archive.sums(options.out, [packed.name, listed.name]))
    return [packed, listed, sums]


def readme(facts, name):
    terms = (
        "This program contains GNU readline. So it is under the GNU General Public License, version 3 or later (COPYING).\n"
        "SOURCES.txt says where the source of each part is. Tally itself is under the Apache License 2.0 (LICENSE)."
        if facts.isReadline else "This program is under the Apache License 2.0 (LICENSE).")
    return f"""Tally {facts.version}

The program needs Linux with glibc 2.36 or later, and no other library. To install it in your home folder, with its manual page and
completions:

    mkdir -p ~/.local && cp -r bin share ~/.local/

Or as root, for all users: cp -r bin share /usr/local/. To start: tally demo. To remove it, delete the same files.

To check the files: sha256sum --check SHA256SUMS

{terms}
THIRD-PARTY.txt has the terms of all parts, sbom.cdx.json lists them for programs. All are in share/doc/tally.
"""


def make_debian(options, facts, parts):
    program = stripped(options)
    made = debian.package(options.out / "debian", options.out, ROOT, program, facts, parts, documents(facts, parts))
    shutil.rmtree(options.out / "debian")
    program.unlink()
    return [made]


if __name__ == "__main__":
    main()

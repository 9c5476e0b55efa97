"""Reads from facts what a program contains: from the linker's map, the fetched packages, the toolchain, and Debian's packages.

A component has a project, a version, its terms, the texts of these terms, and the files that the linker read. Only the identifiers of
licenses are written here, and which project makes which library of the toolchain. If the linker read a file that is unknown here, that is
an error, so a bill never leaves out a component.
"""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMON = pathlib.Path("/usr/share/common-licenses")

# The projects of the toolchain's libraries.
TOOLCHAIN = {
    "swift": r"libswift(?!Dispatch)\w*\.a|swiftrt\.o|libclang_rt\.\S*|static-.*",
    "swift-foundation": r"libFoundation(Essentials|Internationalization)\.a|lib_FoundationCShims\.a|lib_FoundationMacros\.a",
    "swift-foundation-icu": r"lib_FoundationICU\.a",
    "swift-collections": r"lib_FoundationCollections\.a",
    "swift-corelibs-foundation": r"lib(Foundation|FoundationNetworking|FoundationXML|CoreFoundation|_CF\w+Interface)\.a",
    "swift-corelibs-libdispatch": r"lib(dispatch|swiftDispatch|BlocksRuntime)\.a",
}
SWIFT_LICENSE = "Apache-2.0 WITH Swift-exception"

# The terms of the part of a Debian source package that is linked, and the common licenses that its copyright file only names.
DEBIAN = {
    "sqlite3": ("blessing", []),
    "zlib": ("Zlib", []),
    "readline": ("GPL-3.0-or-later", ["GPL-3"]),
    "ncurses": ("X11-distribute-modifications-variant", []),
    "libedit": ("BSD-3-Clause", []),
    "libbsd": ("BSD-3-Clause AND BSD-2-Clause AND BSD-4-Clause-UC AND ISC AND MIT AND Beerware", []),
    "libmd": ("BSD-3-Clause AND BSD-2-Clause AND ISC AND Beerware", []),
    "gcc": ("GPL-3.0-or-later WITH GCC-exception-3.1", ["GPL-3"]),
    "glibc": ("LGPL-2.1-or-later", ["LGPL-2.1"]),
}


@dataclasses.dataclass
class Component:
    name: str
    version: str
    license: str
    purl: str
    source: str
    texts: list = dataclasses.field(default_factory=list)
    files: dict = dataclasses.field(default_factory=dict)
    revision: str = None
    isShared: bool = False


class Unknown(Exception):
    """The linker read something that this script does not know."""


def linked_files(map_text):
    """The files in a map of lld that gave the program a byte or more, without their members, in order of names."""
    files = set()
    for line in map_text.splitlines():
        match = re.match(r"\s*[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ {9}(/[^:]*?)(\([^()]*\))?:\(", line)
        if match and int(match[1], 16) > 0:
            files.add(match[2])
    return sorted(files)


def packages(scratch):
    """The packages that SwiftPM fetched, from its own list."""
    listed = json.loads((scratch / "workspace-state.json").read_text())["object"]["dependencies"]
    for entry in listed:
        if entry["packageRef"]["kind"] != "remoteSourceControl":
            continue
        folder = scratch / "checkouts" / entry["subpath"]
        state, address = entry["state"]["checkoutState"], entry["packageRef"]["location"].removesuffix(".git")
        text = next(path for path in sorted(folder.iterdir()) if path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")))
        place = address.removeprefix("https://")
        yield Component(
            place.split("/")[-1], state["version"], identified(text.read_text()), f"pkg:swift/{place}@{state['version']}", address,
            [text], {}, state["revision"])


def identified(text):
    """The SPDX identifier of a license's text."""
    flat = " ".join(text.split())
    if "Apache License Version 2.0" in flat:
        return SWIFT_LICENSE if "Runtime Library Exception" in flat else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in flat and "substantial portions of the Software" in flat:
        return "MIT"
    raise Unknown(f"the license that starts with “{flat[:60]}”")


def toolchain(swift, files, icu):
    """The projects of the toolchain whose libraries were linked. ICU has its own terms and version."""
    told = json.loads(output(swift, "-print-target-info"))
    library = pathlib.Path(told["paths"]["runtimeResourcePath"]).parent
    tag, terms = told.get("swiftCompilerTag", ""), library.parent / "share/swift/LICENSE.txt"
    version = re.search(r"Swift version (\S+)", told["compilerVersion"])[1]
    found = {}
    for path in files:
        if not path.startswith(f"{library}/"):
            continue
        project = next((name for name, names in TOOLCHAIN.items() if re.fullmatch(names, pathlib.Path(path).name)), None)
        if project is None:
            raise Unknown(f"{path} of the toolchain")
        found.setdefault(project, []).append(path)
    for project, paths in sorted(found.items()):
        license, texts, version_here = SWIFT_LICENSE, [terms], version
        if project == "swift-foundation-icu":
            license, texts = f"{SWIFT_LICENSE} AND Unicode-3.0", [terms, ROOT / "Support/licenses/ICU.txt"]
            version_here += f"+icu{icu}" if icu else ""
        # The toolchain has a copy of swift-collections without a tag of that version.
        owner, at = ("apple", "") if project == "swift-collections" else ("swiftlang", tag)
        yield Component(
            project, version_here, license, f"pkg:github/{owner}/{project}" + (at and f"@{at}"),
            f"https://github.com/{owner}/{project}" + (at and f"/tree/{at}"), texts, hashes(paths))


def system(paths, isShared=False):
    """The Debian packages with these files."""
    found = {}
    for path in paths:
        real = os.path.realpath(path)
        names = [real, real.removeprefix("/usr")] if real.startswith("/usr/lib") else [real]
        owner = next((told for name in names if (told := output("dpkg", "-S", name, check=False))), None)
        if owner is None:
            raise Unknown(f"{path}, which is not from a Debian package")
        found.setdefault(owner.split(": ")[0].split(",")[0], []).append(path)
    release = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    vendor = release["ID"].strip('"')
    components = {}
    for package, files in sorted(found.items()):
        fields = "${source:Package} ${source:Version} ${Architecture} ${binary:Package}"
        source, version, architecture, name = output("dpkg-query", "-W", "-f", fields, package).split()
        project = re.sub(r"^gcc-\d+$", "gcc", source)
        if project not in DEBIAN:
            raise Unknown(f"the Debian package {source}; add its terms to Tools/Release/components.py")
        if source in components:
            components[source].files.update(hashes(files))
            continue
        license, common = DEBIAN[project]
        components[source] = Component(
            source, version, license, f"pkg:deb/{vendor}/{source}@{escaped(version)}?arch=source",
            f"https://snapshot.debian.org/package/{source}/{escaped(version)}/",
            [pathlib.Path("/usr/share/doc") / name.split(":")[0] / "copyright"] + [COMMON / text for text in common], hashes(files),
            isShared=isShared)
    return list(components.values())


def escaped(version):
    return version.replace("+", "%2B").replace(":", "%3A")


def shared_libraries(program):
    """The files of the shared libraries that the program itself names."""
    needed = set(re.findall(r"\(NEEDED\)\s+Shared library: \[(.*?)\]", output("readelf", "-dW", program)))
    found = re.findall(r"(\S+) => (/\S+)|^\s*(/\S+) \(", output("ldd", program), re.MULTILINE)
    return sorted(path or loader for name, path, loader in found if name in needed or pathlib.Path(loader).name in needed)


def hashes(paths):
    return {pathlib.Path(path).name: hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() for path in sorted(paths)}


def output(*command, check=True):
    done = subprocess.run([str(part) for part in command], check=check, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})
    return done.stdout.strip()


def all_components(program, map_text, scratch, swift):
    """Everything in the program that others made, in a fixed order."""
    files = linked_files(map_text)
    icu = re.search(r"\bicudt(\d+)_dat\b", map_text)
    own = f"{scratch.resolve()}/"
    resources = f"{pathlib.Path(json.loads(output(swift, '-print-target-info'))['paths']['runtimeResourcePath']).parent}/"
    # The folder of static libraries has links to those of the system.
    foreign = [os.path.realpath(path) for path in files if not path.startswith(resources)]
    foreign = [path for path in foreign if not path.startswith(own)]
    return (
        sorted(packages(scratch), key=lambda one: one.name.lower())
        + list(toolchain(swift, files, icu and icu[1]))
        + system(foreign)
        + system(shared_libraries(program), isShared=True)
    )

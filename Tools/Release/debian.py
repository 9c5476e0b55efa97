"""Writes a Debian package. The program in it uses Debian's shared libraries."""

import email.utils
import gzip
import os
import pathlib
import re
import shutil
import subprocess

from components import output

SHARE = {
    "Support/man/tally.1": "man/man1/tally.1.gz",
    "Support/completions/tally.bash": "bash-completion/completions/tally",
    "Support/completions/_tally": "zsh/vendor-completions/_tally",
    "Support/completions/tally.fish": "fish/vendor_completions.d/tally.fish",
}

# Reports of lintian that do not apply, and the reasons.
OVERRIDES = [
    ("initial-upload-closes-no-bugs", "The package is not part of Debian."),
]

DESCRIPTION = """query language and shell for personal health data
 Tally reads the export of Apple's Health app and computes statistics with
 the rules of HealthKit: sums, averages and percentiles by day, week or
 workout, in any time zone. It has a shell with lessons, a query language
 that reads like English, and charts in the terminal. Data stay on the
 machine."""


def debian_version(version, changelog, revision, epoch):
    """The version of the package. A version that is not yet released comes before the released one."""
    if re.search(rf"^## {re.escape(version)}, unreleased$", changelog, re.MULTILINE):
        day = email.utils.formatdate(epoch, usegmt=True)
        stamp = "%04d%02d%02d" % email.utils.parsedate(day)[:3]
        version += f"~git{stamp}.{(revision or 'unknown')[:8]}"
    return version + "-1"


def copyright_file(isReadline, components):
    """The terms in Debian's form (DEP-5)."""
    static = [component for component in components if not component.isShared]
    contains = "\n".join(f"  {component.name} {component.version} ({component.license})" for component in static)
    whole = ""
    if isReadline:
        whole = """License: GPL-3+
 The program uses GNU readline, which is under the GPL. So this package as a
 whole is under the GNU General Public License, version 3 or later. On Debian
 systems, its text is in /usr/share/common-licenses/GPL-3.
 .
 SOURCES.txt says where the source of each part is.
"""
    return f"""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tally
Comment:
 The program contains these works of others, whose full terms are in
 THIRD-PARTY.txt.gz:
 .
{contains}
{whole}
Files: *
Copyright: 2026 the authors of Tally
License: Apache-2.0
 Licensed under the Apache License, Version 2.0. On Debian systems, the text
 of this license is in /usr/share/common-licenses/Apache-2.0.
"""


def package(folder, out, root, program, facts, components, documents):
    """Stages the files and packs them. Returns the path of the package."""
    name = "tally-readline" if facts.isReadline else "tally"
    version = debian_version(facts.version, (root / "CHANGELOG.md").read_text(), facts.revision, facts.epoch)
    shutil.rmtree(folder, ignore_errors=True)
    write(folder / "usr/bin/tally", program.read_bytes(), 0o755)
    for file, place in SHARE.items():
        # Completion for bash is read, not run, so Debian wants no first line that names a shell.
        write(folder / "usr/share" / place, re.sub(rb"\A#!.*\n", b"", (root / file).read_bytes()))
    docs = folder / f"usr/share/doc/{name}"
    write(docs / "copyright", copyright_file(facts.isReadline, components))
    write(docs / "changelog.gz", (root / "CHANGELOG.md").read_bytes())
    write(docs / "changelog.Debian.gz", changelog(name, version, facts))
    for file, text in documents.items():
        write(docs / (file + ".gz" if len(text) > 4096 else file), text)
    if OVERRIDES:
        lines = "".join(f"# {reason}\n{name}: {tag}\n" for tag, reason in OVERRIDES)
        write(folder / f"usr/share/lintian/overrides/{name}", lines)
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    control = control_file(name, version, facts, folder, names, depends(folder))
    write(folder / "DEBIAN/md5sums", output("sh", "-c", 'cd "$1" && shift && md5sum "$@"', "sh", folder, *names) + "\n")
    write(folder / "DEBIAN/control", control)
    for path in folder.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
    target = out / f"{name}_{version}_{output('dpkg', '--print-architecture')}.deb"
    fixed = os.environ | {"SOURCE_DATE_EPOCH": str(facts.epoch), "DPKG_DEB_THREADS_MAX": "1"}
    for older in out.glob(f"{name}_*.deb"):
        older.unlink()
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", folder, target], check=True, stdout=subprocess.DEVNULL, env=fixed)
    return target


def write(path, content, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    content = content.encode() if isinstance(content, str) else content
    path.write_bytes(gzip.compress(content, 9, mtime=0) if path.suffix == ".gz" else content)
    path.chmod(mode)


def depends(folder):
    """The packages of the shared libraries, and the versions that have the symbols of the program."""
    work = pathlib.Path(f"{folder}.depends")
    write(work / "debian/control", "Source: tally\n\nPackage: tally\nArchitecture: any\n")
    done = subprocess.run(
        ["dpkg-shlibdeps", "-O", f"-e{(folder / 'usr/bin/tally').resolve()}"], cwd=work, check=True, capture_output=True, text=True)
    shutil.rmtree(work)
    found = re.search(r"^shlibs:Depends=(.*)$", done.stdout, re.MULTILINE)[1]
    # dpkg-shlibdeps reads symbols only. Packed relocations have a version without a symbol.
    packed = "GLIBC_ABI_DT_RELR" in output("readelf", "-VW", folder / "usr/bin/tally")
    return re.sub(r"libc6 \(>= [^)]*\)", "libc6 (>= 2.36)", found) if packed else found


def control_file(name, version, facts, folder, names, depends):
    other = "tally" if facts.isReadline else "tally-readline"
    size = -(-sum((folder / file).stat().st_size for file in names) // 1024)
    relations = f"Conflicts: {other}\nReplaces: {other}\n" + ("Provides: tally\n" if facts.isReadline else "")
    terms = (
        " .\n This program edits lines with GNU readline, and so is under the GPL."
        if facts.isReadline else
        " .\n The program is under the Apache License. The package tally-readline edits\n lines with GNU readline.")
    return (
        f"Package: {name}\nVersion: {version}\nArchitecture: {output('dpkg', '--print-architecture')}\nMaintainer: {facts.maintainer}\n"
        f"Installed-Size: {size}\nDepends: {depends}\nSuggests: bash-completion, less\n{relations}"
        f"Section: science\nPriority: optional\nDescription: {DESCRIPTION}\n{terms}\n")


def changelog(name, version, facts):
    return (
        f"{name} ({version}) unstable; urgency=medium\n\n  * Package of Tally {facts.version}. changelog.gz lists the changes.\n\n"
        f" -- {facts.maintainer}  {email.utils.formatdate(facts.epoch)}\n")

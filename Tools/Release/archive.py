"""Stages the files of a release in a folder, and packs them so that equal files give equal archives."""

import gzip
import hashlib
import io
import os
import pathlib
import shutil
import tarfile

# The files that others read, and their places under PREFIX/share, as in the Makefile.
SHARE = {
    "Support/man/tally.1": "man/man1/tally.1",
    "Support/completions/tally.bash": "bash-completion/completions/tally",
    "Support/completions/_tally": "zsh/site-functions/_tally",
    "Support/completions/tally.fish": "fish/vendor_completions.d/tally.fish",
}


def stage(folder, root, program, documents):
    """Copies the program, the manual page and completions, and writes documents, given by their paths. Older files are deleted."""
    shutil.rmtree(folder, ignore_errors=True)
    copied = {program: "bin/tally"} | {root / file: f"share/{place}" for file, place in SHARE.items()}
    for source, place in copied.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o755 if place.startswith("bin/") else 0o644)
    for place, text in documents.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        target.chmod(0o644)


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def sums(folder, names):
    """Lines that `sha256sum --check` reads."""
    return "".join(f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names)


def pack(folder, archive, epoch):
    """Packs a folder with its name, in order of names, as files of root that were all changed at one time."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in [folder] + sorted(folder.rglob("*")):
            entry = tar.gettarinfo(path, arcname=path.relative_to(folder.parent).as_posix())
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = epoch
            entry.mode = 0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644
            with open(path, "rb") if path.is_file() else io.BytesIO() as file:
                tar.addfile(entry, file if path.is_file() else None)
    with open(archive, "wb") as out, gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=epoch, compresslevel=9) as packed:
        packed.write(content.getvalue())
    return pathlib.Path(archive)

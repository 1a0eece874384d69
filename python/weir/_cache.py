"""Compiled programs on disk, so that a second process need not compile.

An artifact is machine code. The cache holds only what this user wrote: the directory belongs to the user and nobody
else may enter it. An entry is a directory that is renamed into place whole; what is read is checked against its hash.
Beside whole programs stand their kernels, which the compiler itself reads and writes, a file each; and notes, by which
a program is found before it is traced.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import tempfile
import threading
import warnings
from functools import cache
from typing import Any, Mapping, Sequence

from . import _extension
from ._errors import PACKAGE, WeirError

_LAYOUT, _KERNELS, _NOTES = "v1", "kernels-v1", "notes-v1"
_MOST_BUILDS = 8  # of which notes are kept
_ARTIFACT, _MANIFEST = "artifact.weir", "manifest.json"


class _Unusable(Exception):
    pass


def key_of(text: str, options: Mapping[str, Any]) -> str:
    """Everything that the artifact depends on: the program, the options, the compiler, the machine."""
    parts = {
        "text": hashlib.sha256(text.encode()).hexdigest(),
        "options": dict(options),
        "build": _extension.mlir().build_id(),
        "cpu": cpu_features(),
        "tuning": _tuning(),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _tuning() -> str:
    """Of the file of schedules that compilations read."""
    path = os.environ.get("WEIR_TUNING", "")
    if not path:
        return ""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError as error:
        raise WeirError(
            f"expects WEIR_TUNING to name a file that weir-compile --tune has written, got {path}: {error.strerror}"
        ) from None


@cache
def cpu_features() -> str:
    """Name and features of this CPU."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            lines = {line.split(":")[0].strip(): line for line in file}
    except OSError:
        return ""
    return lines.get("model name", "") + lines.get("flags", "")


def load(key: str) -> bytes | None:
    """The artifact, or None if it isn't there or is not what was stored."""
    root = _usable_root(_LAYOUT)
    if root is None:
        return None
    entry = os.path.join(root, key)
    try:
        manifest = json.loads(_read_own(os.path.join(entry, _MANIFEST)))
        artifact = _read_own(os.path.join(entry, _ARTIFACT))
    except (OSError, ValueError, _Unusable):
        if not os.path.lexists(entry):
            return None
        manifest, artifact = None, b""
    if isinstance(manifest, dict) and manifest == _manifest_of(key, artifact):
        return artifact
    _discard(root, entry)
    return None


def kernel_directory() -> str:
    """Where this build of the compiler keeps single kernels, so that what was compiled before Ctrl-C, or for another
    program, is found again; "" where nothing is cached."""
    return _usable_root(_KERNELS, _extension.mlir().build_id()) or ""


def store(key: str, artifact: bytes) -> None:
    """Adds the entry, unless another process was faster. A full disk loses the entry, not the run."""
    root = _usable_root(_LAYOUT)
    if root is None:
        return
    staged = ""
    try:
        staged = tempfile.mkdtemp(dir=root, prefix=".staged-")
        # Nothing waits for the disk: what a crash leaves is checked against its hash.
        _write(os.path.join(staged, _ARTIFACT), artifact)
        _write(os.path.join(staged, _MANIFEST), json.dumps(_manifest_of(key, artifact)).encode())
        os.rename(staged, os.path.join(root, key))
    except OSError as error:
        if staged:
            shutil.rmtree(staged, ignore_errors=True)
        if not os.path.isdir(os.path.join(root, key)):
            warnings.warn(f"the compiled program was not cached: {error}", stacklevel=2)


@cache
def package_id() -> str:
    """Of the files of this package, compiler included; which nobody has read for it."""
    facts = []
    for folder, folders, files in os.walk(PACKAGE):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(files):
            if name.endswith((".py", ".so")):
                state = os.stat(os.path.join(folder, name))
                facts.append((os.path.join(folder, name), state.st_mtime_ns, state.st_size))
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def digest(*values: Any) -> str:
    """A name for values that JSON has."""
    return hashlib.sha256(json.dumps(values, separators=(",", ":"), sort_keys=True).encode()).hexdigest()[:32]


def _note_folder() -> str | None:
    """Of this package, this machine and these schedules."""
    return _usable_root(_NOTES, digest(package_id(), cpu_features(), _tuning()))


@cache
def _discard_old_builds(root: str) -> None:
    try:
        builds = sorted(os.scandir(root), key=lambda each: each.stat(follow_symlinks=False).st_mtime)
    except OSError:  # another process does the same
        return
    for each in builds[:-_MOST_BUILDS]:
        shutil.rmtree(each.path, ignore_errors=True)


def note(name: str) -> Any:
    """What was noted under a name, or None."""
    folder = _note_folder()
    if folder is None:
        return None
    try:
        return json.loads(_read_own(os.path.join(folder, name)))
    except (OSError, ValueError, _Unusable):
        return None


def store_note(name: str, value: Any) -> None:
    """Notes what is made of what JSON has, in the place of an earlier note. A full disk loses it, not the run."""
    folder = _note_folder()
    if folder is None:
        return
    _discard_old_builds(os.path.dirname(folder))
    staged = os.path.join(folder, f".{name}-{os.getpid()}-{threading.get_ident()}")
    try:
        _write(staged, json.dumps(value).encode())
        os.rename(staged, os.path.join(folder, name))
    except OSError:
        pass


def _write(path: str, data: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
        file.write(data)


def _manifest_of(key: str, artifact: bytes) -> dict[str, Any]:
    return {"key": key, "bytes": len(artifact), "sha256": hashlib.sha256(artifact).hexdigest()}


def _discard(root: str, entry: str) -> None:
    """Takes a broken entry away in one step, so that nobody meets half of it."""
    try:
        trash = tempfile.mkdtemp(dir=root, prefix=".broken-")
        os.rename(entry, os.path.join(trash, "entry"))
        shutil.rmtree(trash, ignore_errors=True)
    except OSError:
        pass


def _read_own(path: str) -> bytes:
    """The contents of a regular file that belongs to this user; links are not followed."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(file.fileno())
        if not stat.S_ISREG(facts.st_mode) or facts.st_uid != os.getuid() or facts.st_mode & 0o022:
            raise _Unusable(path)
        return file.read()


def _usable_root(*folders: str) -> str | None:
    """A directory in the cache's. One that was asked for by WEIR_CACHE_DIR must work; else caching is left out."""
    explicit = os.environ.get("WEIR_CACHE_DIR", "")
    if explicit == "0":
        return None
    base = explicit or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "weir")
    try:
        return _prepare(os.path.abspath(base), folders)
    except (OSError, _Unusable) as error:
        if explicit:
            raise WeirError(f"WEIR_CACHE_DIR: {error}") from None
        _warn_once(str(error))
        return None


@cache
def _warn_once(reason: str) -> None:
    warnings.warn(f"compiled programs are not cached: {reason}", stacklevel=2)


def _prepare(base: str, folders: Sequence[str]) -> str:
    os.makedirs(os.path.dirname(base), exist_ok=True)
    for depth in range(len(folders) + 1):
        directory = os.path.join(base, *folders[:depth])
        try:
            os.mkdir(directory, 0o700)
        except FileExistsError:
            pass
        facts = os.lstat(directory)
        if not stat.S_ISDIR(facts.st_mode):
            raise _Unusable(f"expects {directory} to be a directory")
        if facts.st_uid != os.getuid() or stat.S_IMODE(facts.st_mode) & 0o077:
            raise _Unusable(
                f"expects {directory} to belong to user {os.getuid()} alone (mode 0700), got user "
                f"{facts.st_uid} and mode {stat.S_IMODE(facts.st_mode):04o}"
            )
    return directory

"""A pack: a file of jobs for any sizes, compiled beforehand for CPUs of several levels. It is mapped, and of it only
what is asked for is read.

    8 bytes    "WEIRPACK"
    32 bytes   name of the files of the package that it was made with
    8 bytes    length of the file
    8 bytes    number of rows
    32 bytes   each row, sorted: name of a family on a level, place and length of its entry; or of a level's words
    ...        words, which artifacts of a level share, and by which these are compressed
    ...        entries and artifacts, each compressed; an entry lists facts, place and length of each job"""

from __future__ import annotations

import bisect
import hashlib
import io
import json
import mmap
import os
import struct
import warnings
import zlib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from .. import _cache, _files
from .._errors import PACKAGE, WeirError
from .facts import Facts

if TYPE_CHECKING:
    from .facts import Family

_MAGIC = b"WEIRPACK"
_HEAD, _ROW = struct.Struct("<8s32sQQ"), struct.Struct("<16sQQ")
_FILE = "eager.pack"
_WORDS, _END = 1 << 15, 1 << 10  # bytes: of all words, as more are of no use to zlib; of those from an artifact's ends

# Levels of x86-64 CPUs, the best first: what their features are called.
LEVELS = {
    "x86-64-v4": "avx512f avx512bw avx512cd avx512dq avx512vl",
    "x86-64-v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe",
}


class PackedJob(NamedTuple):
    """A job of a family on a level."""

    level: str
    family: Family
    facts: dict[str, Any]  # as data
    artifact: bytes


class _Packed:
    """A compilation that is done, and read when it is asked for."""

    is_done = True

    def __init__(self, pack: Pack, place: int, length: int):
        self._pack, self._where = pack, (place, length)

    def result(self) -> bytes:
        return self._pack.artifact(*self._where)


class Pack:
    """A file, as a CPU of a level sees it. Raises ValueError if it isn't one."""

    def __init__(self, path: str, level: str):
        self._level = level
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size < _HEAD.size:
                raise ValueError("a pack")
            self._file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        magic, made_with, length, self._count = _HEAD.unpack_from(self._file)
        if magic != _MAGIC or length != len(self._file):
            raise ValueError("a pack")
        if made_with != contents_id():
            raise ValueError("a pack that was made with these files of weir")
        self._words = self._entry("words")

    def _row(self, number: int) -> tuple[bytes, int, int]:
        return _ROW.unpack_from(self._file, _HEAD.size + number * _ROW.size)

    def _part(self, place: int, length: int) -> bytes:
        return self._file[place : place + length]

    def _entry(self, what: Any) -> bytes:
        """Empty where there is none."""
        name = _name(self._level, what)
        number = bisect.bisect_left(range(self._count), name, key=lambda at: self._row(at)[0])
        if number == self._count or self._row(number)[0] != name:
            return b""
        _, place, length = self._row(number)
        return self._part(place, length)

    def artifact(self, place: int, length: int) -> bytes:
        return zlib.decompressobj(zdict=self._words).decompress(self._part(place, length))

    def jobs_of(self, family: Family) -> list[tuple[Facts, _Packed]]:
        """Those of a family."""
        entry = self._entry(family)
        found = json.loads(zlib.decompress(entry)) if entry else ()
        return [(Facts.of_data(facts), _Packed(self, *where)) for facts, *where in found]


def jobs_of(family: Family) -> Sequence[tuple[Facts, _Packed]]:
    """Those of a family for this CPU."""
    pack = _pack() if family.device == "cpu" else None
    return () if pack is None else pack.jobs_of(family)


def write(path: str, jobs: Sequence[PackedJob]) -> int:
    """Writes a pack of these jobs; its size in bytes."""
    words = {level: _shared_words([job for job in jobs if job.level == level]) for level in LEVELS}
    entries: dict[bytes, list[PackedJob]] = {}
    for job in jobs:
        entries.setdefault(_name(job.level, job.family), []).append(job)
    names = {*entries, *(_name(level, "words") for level in LEVELS)}
    body, first = io.BytesIO(), _HEAD.size + len(names) * _ROW.size

    def put(part: bytes) -> tuple[int, int]:
        place = first + body.tell()
        return place, body.write(part)

    rows = {_name(level, "words"): put(shared) for level, shared in words.items()}
    places: dict[tuple[str, bytes], tuple[int, int]] = {}
    for name, of_family in entries.items():
        for job in of_family:
            if (job.level, job.artifact) not in places:
                packer = zlib.compressobj(9, zdict=words[job.level])
                places[job.level, job.artifact] = put(packer.compress(job.artifact) + packer.flush())
        listed = [(job.facts, *places[job.level, job.artifact]) for job in of_family]
        rows[name] = put(zlib.compress(json.dumps(listed, separators=(",", ":")).encode(), 9))
    length = first + body.tell()
    head = _HEAD.pack(_MAGIC, contents_id(), length, len(rows))
    listed_rows = b"".join(_ROW.pack(name, *rows[name]) for name in sorted(rows))
    _files.write_atomically(path, head + listed_rows + body.getvalue())
    return length


def _shared_words(jobs: Sequence[PackedJob]) -> bytes:
    """The beginnings and ends of some artifacts."""
    artifacts = sorted({job.artifact for job in jobs}, key=lambda each: hashlib.sha256(each).digest())
    return b"".join(each[:_END] + each[-_END:] for each in artifacts[: _WORDS // _END // 2])[-_WORDS:]


def contents_id() -> bytes:
    """Of all that traces are made by, but for the compiler."""
    made = hashlib.sha256()
    for folder, folders, files in os.walk(PACKAGE):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(files):
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    made.update(f"{os.path.relpath(path, PACKAGE)}\0".encode() + file.read())
    return made.digest()


def _name(level: str, what: Any) -> bytes:
    return bytes.fromhex(_cache.digest(level, what))


@cache
def this_level() -> str | None:
    """The best one of this CPU."""
    features = set(_cache.cpu_features().split())
    return next((level for level, needed in LEVELS.items() if features.issuperset(needed.split())), None)


@cache
def _pack() -> Pack | None:
    """That of WEIR_PACK, or the one beside this package; WEIR_PACK=0 uses none."""
    asked, level = os.environ.get("WEIR_PACK", ""), this_level()
    path = asked or os.path.join(PACKAGE, _FILE)
    if level is None or asked == "0" or not (asked or os.path.exists(path)):
        return None
    try:
        return Pack(path, level)
    except (OSError, ValueError) as error:
        expected = f"WEIR_PACK: expects {error if isinstance(error, ValueError) else 'a pack'}, got {path}"
        if asked:
            raise WeirError(expected) from None
        warnings.warn(f"{expected}; it is not used", stacklevel=2)
        return None

"""Files that are written atomically."""

from __future__ import annotations

import os
from typing import Iterable


def write_atomically(path: str | os.PathLike[str], data: bytes | Iterable[bytes], mode: int | None = None) -> None:
    """Writes beside `path`, all at once or piece by piece, flushes to the disk, renames: a crash leaves the old file or
    the new one."""
    given, path = path, os.path.abspath(os.fspath(path))
    directory = os.path.dirname(path)
    import tempfile  # brings random, hashlib and shutil, which `import weir` can do without

    try:
        handle, temporary = tempfile.mkstemp(dir=directory, prefix=f".{os.path.basename(path)}.")
    except OSError as error:
        raise type(error)(error.errno, error.strerror, given) from None
    try:
        with os.fdopen(handle, "wb") as file:
            for piece in (data,) if isinstance(data, bytes) else data:
                file.write(piece)
            file.flush()
            if mode is None:
                umask = os.umask(0)
                os.umask(umask)
                mode = 0o666 & ~umask
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
    sync_directory(directory)


def sync_directory(directory: str) -> None:
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

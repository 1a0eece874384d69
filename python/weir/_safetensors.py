"""The safetensors format: 8 bytes of header length, a JSON header, the elements. Data only; every claim of a header is
checked before it is used."""

from __future__ import annotations

import io
import itertools
import json
import math
import os
from typing import IO, Any, Mapping, NamedTuple, NoReturn, Union

import numpy as np

from . import _dtypes
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._files import write_atomically

MAX_HEADER_BYTES = 100_000_000
MAX_TENSORS = 1_000_000
MAX_RANK = 16
_TORCH = (b"PK\x03\x04", b"\x80\x02")  # how files of torch.save begin, of today and of versions before 1.6
_NAMES = {
    _dtypes.float64: "F64",
    _dtypes.float32: "F32",
    _dtypes.float16: "F16",
    _dtypes.bfloat16: "BF16",
    _dtypes.int64: "I64",
    _dtypes.int32: "I32",
    _dtypes.int8: "I8",
    _dtypes.uint8: "U8",
    _dtypes.bool_: "BOOL",
}
_DTYPES = {name: dtype for dtype, name in _NAMES.items()}
File = Union[str, "os.PathLike[str]", IO[bytes]]  # a path, or a file that is open


class Entry(NamedTuple):
    """A tensor as it is stored: `values` in the dtype's NumPy counterpart."""

    dtype: DType
    values: np.ndarray


class SafetensorsError(ValueError):
    """The file is not what the format says."""

    __module__ = "weir"


def _fail(path: str, rule: str) -> NoReturn:
    raise SafetensorsError(f"{path}: {rule}")


def name_of(file: File) -> str:
    """Of a path or a file that is open, for messages."""
    return os.fspath(file) if isinstance(file, (str, os.PathLike)) else str(getattr(file, "name", "the file"))


def write(file: File, tensors: Mapping[str, Entry], metadata: Mapping[str, str]) -> None:
    """Readers find the tensors in this order."""
    header: dict[str, Any] = {"__metadata__": dict(metadata)} if metadata else {}
    header.update(dict.fromkeys(tensors))
    offset = 0
    # Wider elements first, so that each tensor is aligned to its own size.
    order = sorted(tensors, key=lambda name: (-tensors[name].dtype.itemsize, name))
    for name in order:
        dtype, values = tensors[name]
        end = offset + values.size * dtype.itemsize
        header[name] = {"dtype": _NAMES[dtype], "shape": list(values.shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    if len(text) > MAX_HEADER_BYTES:
        _fail(name_of(file), f"expects a header of at most {MAX_HEADER_BYTES} bytes, got {len(text)}")
    pieces = itertools.chain([len(text).to_bytes(8, "little"), text], (_bytes_of(tensors[name]) for name in order))
    if isinstance(file, (str, os.PathLike)):
        write_atomically(file, pieces)
        return
    _check_open(file, "write", "save")
    for piece in pieces:
        rest = memoryview(piece)
        while len(rest):  # files without a buffer may take a part
            written = file.write(rest)
            rest = rest[len(rest) if written is None else written :]


def _bytes_of(entry: Entry) -> bytes:
    return np.ascontiguousarray(entry.values).astype(entry.dtype.numpy.newbyteorder("<"), copy=False).tobytes()


def read(file: File) -> tuple[dict[str, Entry], dict[str, str]]:
    """The tensors, in arrays that own their memory, and the metadata. An open file is read to its end."""
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            return _read(os.fspath(file), opened, os.fstat(opened.fileno()).st_size)
    _check_open(file, "read", "load")
    rest = file.read()
    if not rest:
        _fail(name_of(file), "expects a file behind where it stands, got its end; seek(0) goes to its beginning")
    return _read(name_of(file), io.BytesIO(rest), len(rest))


def mapped(path: str) -> dict[str, Entry]:
    """The tensors of a file, which are read where they are looked at. Bools are whatever bytes there are."""
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        spans, _ = _spans(path, file, size)
        behind = file.tell()
    whole = np.memmap(path, np.uint8, "r")
    tensors = {}
    for name, (dtype, shape, begin, end) in spans.items():
        values = whole[behind + begin : behind + end].view(dtype.numpy.newbyteorder("<")).reshape(shape)
        tensors[name] = Entry(dtype, values)
    return tensors


def _check_open(file: Any, does: str, function: str) -> None:
    if not hasattr(file, does) or isinstance(file, io.TextIOBase):
        got = "a file of text" if isinstance(file, io.TextIOBase) else type(file).__name__
        rule = f"expects a path or a file that is open to {does} bytes, got {got}"
        raise TypeError(at_user_line(f"{function}: {rule}"))


def _read(path: str, file: IO[bytes], size: int) -> tuple[dict[str, Entry], dict[str, str]]:
    spans, metadata = _spans(path, file, size)
    expected = size - file.tell()
    data = file.read(expected)
    if len(data) != expected:
        _fail(path, f"expects {expected} bytes of data, got {len(data)}")
    tensors = {}
    for name, (dtype, shape, begin, end) in spans.items():
        values = np.frombuffer(data, dtype.numpy.newbyteorder("<"), offset=begin, count=(end - begin) // dtype.itemsize)
        check_bools(path, name, dtype, values)
        tensors[name] = Entry(dtype, values.astype(dtype.numpy).reshape(shape))
    return tensors, metadata


def check_bools(path: str, name: str, dtype: DType, values: np.ndarray) -> None:
    """Raises SafetensorsError where bools are neither 0 nor 1."""
    if dtype is _dtypes.bool_ and np.any(values.view(np.uint8) > 1):
        _fail(path, f"expects bools to be 0 or 1, got another byte in {name!r}")


def _spans(
    path: str, file: IO[bytes], size: int
) -> tuple[dict[str, tuple[DType, tuple[int, ...], int, int]], dict[str, str]]:
    """What the header says, and the metadata; the file then stands behind it."""
    prefix = file.read(8)
    if len(prefix) != 8:
        _fail(path, f"expects 8 bytes of header length, got a file of {size} bytes")
    if prefix.startswith(_TORCH):
        _fail(
            path,
            "expects a safetensors file, got one of PyTorch (a zip archive or a pickle, which may run code); write "
            "it anew with safetensors.torch.save_file, or its arrays with weir.save",
        )
    length = int.from_bytes(prefix, "little")
    if length > MAX_HEADER_BYTES:
        _fail(path, f"expects a header of at most {MAX_HEADER_BYTES} bytes, got {length}")
    if 8 + length > size:
        _fail(path, f"expects a header of {length} bytes, got a file of {size} bytes")
    header, metadata = _parse_header(path, file.read(length))
    return _check_entries(path, header, size - 8 - length), metadata


def _parse_header(path: str, text: bytes) -> tuple[dict[str, Any], dict[str, str]]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            _fail(path, f"expects each name once, got {next(n for n in names if names.count(n) > 1)!r} twice")
        return found

    def no_constant(name: str) -> NoReturn:
        _fail(path, f"expects a JSON header, got {name}")

    if not text.startswith(b"{"):
        _fail(path, "expects a header that begins with '{'")
    try:
        header = json.loads(text.decode("utf-8"), object_pairs_hook=unique, parse_constant=no_constant)
    except SafetensorsError:
        raise
    except (ValueError, RecursionError) as error:
        _fail(path, f"expects a JSON header ({type(error).__name__}: {error})")
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        _fail(path, "expects __metadata__ to map names to strings")
    if len(header) > MAX_TENSORS:
        _fail(path, f"expects at most {MAX_TENSORS} tensors, got {len(header)}")
    return header, metadata


def _integers(value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is int and 0 <= item < 2**63 for item in value)


def _check_entries(
    path: str, header: dict[str, Any], data_bytes: int
) -> dict[str, tuple[DType, tuple[int, ...], int, int]]:
    """Dtype, shape and byte range of each tensor; the ranges cover the data without gap or overlap."""
    spans = {}
    for name, entry in header.items():
        if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
            _fail(path, f"expects dtype, shape and data_offsets of {name!r}, got {_short(entry)}")
        dtype = _DTYPES.get(entry["dtype"]) if isinstance(entry["dtype"], str) else None
        if dtype is None:
            _fail(
                path, f"expects the dtype of {name!r} to be one of {', '.join(_DTYPES)}, got {_short(entry['dtype'])}"
            )
        shape, offsets = entry["shape"], entry["data_offsets"]
        if not _integers(shape) or len(shape) > MAX_RANK:
            _fail(path, f"expects the shape of {name!r} to be at most {MAX_RANK} sizes, got {_short(shape)}")
        if not _integers(offsets) or len(offsets) != 2 or not offsets[0] <= offsets[1] <= data_bytes:
            _fail(
                path, f"expects the data_offsets of {name!r} to be a range in {data_bytes} bytes, got {_short(offsets)}"
            )
        needed = math.prod(shape) * dtype.itemsize
        if needed != offsets[1] - offsets[0]:
            _fail(path, f"expects {needed} bytes for {name!r}, got {offsets[1] - offsets[0]}")
        spans[name] = (dtype, tuple(shape), offsets[0], offsets[1])
    position = 0
    for name, (_, _, begin, end) in sorted(spans.items(), key=lambda item: (item[1][2], item[1][3])):
        if begin != position:
            _fail(path, f"expects {name!r} to begin at byte {position}, got {begin}")
        position = end
    if position != data_bytes:
        _fail(path, f"expects tensors to cover {data_bytes} bytes of data, got {position}")
    return spans


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."

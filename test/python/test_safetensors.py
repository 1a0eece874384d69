"""Checkpoints: round trips, files as another writer makes them, and what is refused."""

import json
import os
import struct

import numpy as np
import pytest

import weir as flow
from weir import nn
from weir._dtypes import ALL


def file_of(header, data=b"", length=None):
    """A safetensors file written by hand."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


@pytest.mark.parametrize("dtype", ALL, ids=lambda dtype: dtype.name)
def test_round_trip_keeps_bits(dtype, tmp_path):
    bits = (
        np.random.default_rng(0).integers(0, 2, (3, 5))
        if dtype is flow.bool_
        else np.random.default_rng(0).integers(0, 256, (3, 5 * dtype.itemsize), dtype=np.uint8)
    )
    array = bits.astype(np.bool_) if dtype is flow.bool_ else bits.view(dtype.numpy)
    tensor = flow.Tensor(flow._core.Storage.borrow(np.ascontiguousarray(array), dtype.index))
    flow.save({"x": tensor}, tmp_path / "x.safetensors")
    loaded = flow.load(tmp_path / "x.safetensors")["x"]
    assert loaded.dtype is dtype and loaded.shape == (3, 5)
    assert loaded.bits().tobytes() == tensor.bits().tobytes()


def test_structures_round_trip(tmp_path):
    state = {
        "model": {"w": flow.ones(2), "b": flow.zeros(())},
        "list": [flow.zeros(0, 3), 1, 2.5, None, "x", True],
        "pair": (flow.full((1,), 7), {"deep": flow.arange(3)}),
        "empty": {},
    }
    flow.save(state, tmp_path / "state.safetensors")
    loaded = flow.load(tmp_path / "state.safetensors")
    assert list(loaded) == list(state) and loaded["empty"] == {}
    assert loaded["list"][1:] == [1, 2.5, None, "x", True] and loaded["list"][0].shape == (0, 3)
    assert isinstance(loaded["pair"], tuple) and loaded["pair"][1]["deep"].tolist() == [0, 1, 2]
    assert loaded["model"]["w"].tolist() == [1, 1]


def test_state_dict_is_a_plain_file(tmp_path):
    layer = nn.Linear(3, 2)
    path = tmp_path / "layer.safetensors"
    flow.save(layer.state_dict(), path)
    raw = path.read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + length])
    assert set(header) == {"weight", "bias"} and length % 8 == 0
    begin, end = header["weight"]["data_offsets"]
    weight = np.frombuffer(raw[8 + length :][begin:end], "<f4").reshape(header["weight"]["shape"])
    np.testing.assert_array_equal(weight, layer.weight.numpy())


def test_files_of_other_writers(tmp_path):
    path = tmp_path / "other.safetensors"
    data = np.float32([1, 2]).tobytes() + np.int64([3]).tobytes()
    path.write_bytes(file_of({"__metadata__": {"format": "pt"}, "a": entry(), "b": entry("I64", (1,), (8, 16))}, data))
    loaded = flow.load(path)
    assert loaded["a"].tolist() == [1, 2] and loaded["b"].tolist() == [3]
    loaded["a"].fill_(0)


def test_an_existing_file_is_replaced_whole(tmp_path, monkeypatch):
    path = tmp_path / "x.safetensors"
    flow.save({"x": flow.ones(2)}, path)

    def fail(*arguments):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space left"):
        flow.save({"x": flow.zeros(2)}, path)
    assert flow.load(path)["x"].tolist() == [1, 1]
    assert [item.name for item in tmp_path.iterdir()] == ["x.safetensors"]


REFUSED = {
    "no length": (b"\0\0\0", "expects 8 bytes of header length, got a file of 3 bytes"),
    "empty": (b"", "expects 8 bytes of header length, got a file of 0 bytes"),
    "a header above the cap": (
        file_of({}, length=100_000_001),
        "expects a header of at most 100000000 bytes, got 100000001",
    ),
    "a header of 2^64 - 1": (
        file_of({}, length=2**64 - 1),
        "expects a header of at most 100000000 bytes, got 18446744073709551615",
    ),
    "a header beyond the file": (file_of({}, length=500), "expects a header of 500 bytes, got a file of 10 bytes"),
    "no object": (file_of(b"[]"), "expects a header that begins with '{'"),
    "no JSON": (
        file_of(b"{nonsense"),
        (
            "expects a JSON header (JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2"
            " (char 1))"
        ),
    ),
    "not UTF-8": (
        file_of(b'{"\xff": 1}'),
        (
            "expects a JSON header (UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 2: invalid "
            "start byte)"
        ),
    ),
    "NaN": (file_of(b'{"a": NaN}'), "expects a JSON header, got NaN"),
    "a name twice": (file_of(b'{"a": 1, "a": 2}'), "expects each name once, got 'a' twice"),
    "metadata of numbers": (file_of({"__metadata__": {"a": 1}}), "expects __metadata__ to map names to strings"),
    "an entry that is no object": (file_of({"a": 7}), "expects dtype, shape and data_offsets of 'a', got 7"),
    "an entry without shape": (
        file_of({"a": {"dtype": "F32"}}),
        "expects dtype, shape and data_offsets of 'a', got {'dtype': 'F32'}",
    ),
    "an unknown dtype": (
        file_of({"a": entry("F7")}, bytes(8)),
        "expects the dtype of 'a' to be one of F64, F32, F16, BF16, I64, I32, I8, U8, BOOL, got 'F7'",
    ),
    "a negative size": (
        file_of({"a": entry(shape=(-2,))}, bytes(8)),
        "expects the shape of 'a' to be at most 16 sizes, got [-2]",
    ),
    "a size that is a bool": (
        file_of({"a": entry(shape=(True, 2))}, bytes(8)),
        "expects the shape of 'a' to be at most 16 sizes, got [True, 2]",
    ),
    "too many dimensions": (
        file_of({"a": entry(shape=(1,) * 17)}, bytes(8)),
        "expects the shape of 'a' to be at most 16 sizes, got [" + ", ".join("1" * 17) + "]",
    ),
    "offsets outside": (
        file_of({"a": entry(offsets=(0, 16))}, bytes(8)),
        "expects the data_offsets of 'a' to be a range in 8 bytes, got [0, 16]",
    ),
    "offsets in reverse": (
        file_of({"a": entry(offsets=(8, 0))}, bytes(8)),
        "expects the data_offsets of 'a' to be a range in 8 bytes, got [8, 0]",
    ),
    "a size that overflows": (
        file_of({"a": entry(shape=(2**62, 2**62))}, bytes(8)),
        f"expects {2**126} bytes for 'a', got 8",
    ),
    "fewer bytes than elements": (file_of({"a": entry(shape=(3,))}, bytes(8)), "expects 12 bytes for 'a', got 8"),
    "overlap": (
        file_of({"a": entry(), "b": entry(offsets=(4, 12))}, bytes(12)),
        "expects 'b' to begin at byte 8, got 4",
    ),
    "a gap": (
        file_of({"a": entry(), "b": entry(offsets=(12, 20))}, bytes(20)),
        "expects 'b' to begin at byte 8, got 12",
    ),
    "bytes left over": (file_of({"a": entry()}, bytes(9)), "expects tensors to cover 9 bytes of data, got 8"),
    "a bool of 2": (
        file_of({"a": entry("BOOL", (2,), (0, 2))}, b"\1\2"),
        "expects bools to be 0 or 1, got another byte in 'a'",
    ),
    "a structure that lies": (
        file_of({"__metadata__": {"weir.structure": '{"tensor": "b"}'}, "a": entry()}, bytes(8)),
        "expects weir.structure to describe the file's tensors",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, tmp_path):
    data, message = REFUSED[name]
    path = tmp_path / "x.safetensors"
    path.write_bytes(data)
    with pytest.raises(flow.SafetensorsError) as caught:
        flow.load(path)
    assert str(caught.value) == f"{path}: {message}"


def test_a_header_of_deep_nesting_is_refused(tmp_path):
    path = tmp_path / "x.safetensors"
    path.write_bytes(file_of(b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"))
    with pytest.raises(flow.SafetensorsError, match="expects a JSON header"):
        flow.load(path)


def test_every_flipped_byte_of_the_header_is_refused_or_read(tmp_path):
    path = tmp_path / "x.safetensors"
    flow.save({"weight": flow.arange(6), "bias": flow.ones(2)}, path)
    good = path.read_bytes()
    header = 8 + int.from_bytes(good[:8], "little")
    for position in range(header):
        for bit in (0, 3, 7):
            broken = bytearray(good)
            broken[position] ^= 1 << bit
            path.write_bytes(broken)
            try:
                flow.load(path)
            except flow.SafetensorsError:
                pass

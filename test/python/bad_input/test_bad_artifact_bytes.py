"""Artifacts with bits flipped: in each field of the header, in each section, anywhere."""

import re
import struct

import pytest

import weir as flow

CORRUPT = "expects contents with the recorded hash; the file is corrupt"
OTHER = r"(\d+), got (?!\1,)\d+"
VERSION, FILE_BYTES, METADATA_OFFSET, METADATA_HASH, HEADER_HASH = 8, 16, 24, 40, 56


def metadata(artifact):
    return struct.unpack_from("<QQ", artifact, METADATA_OFFSET)


def load_flipped(artifact, position, tmp_path, mask=0xFF):
    """The message that an artifact with a broken byte gets; None if it is loaded."""
    broken = bytearray(artifact)
    broken[position] ^= mask
    path = tmp_path / "bad.weir"
    path.write_bytes(broken)
    try:
        flow.load_artifact(path, trust=True)
    except flow.WeirError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    "position, message",
    [
        (0, "artifact header: expects the file to begin as a weir artifact does"),
        (VERSION, f"artifact header: expects format version {OTHER}, of a newer compiler; compile the program again"),
        (FILE_BYTES, f"artifact header: {CORRUPT}"),
        (METADATA_OFFSET, f"artifact header: {CORRUPT}"),
        (METADATA_HASH, f"artifact header: {CORRUPT}"),
        (HEADER_HASH, f"artifact header: {CORRUPT}"),
    ],
)
def test_header(position, message, tmp_path, artifact):
    assert re.fullmatch(message, load_flipped(artifact, position, tmp_path))


@pytest.mark.parametrize("where", ["first", "middle", "last"])
def test_metadata(where, tmp_path, artifact):
    offset, length = metadata(artifact)
    position = offset + {"first": 0, "middle": length // 2, "last": length - 1}[where]
    assert load_flipped(artifact, position, tmp_path) == f"artifact metadata: {CORRUPT}"


def test_every_kernel_and_constant(tmp_path, artifact):
    messages = {load_flipped(artifact, position, tmp_path) for position in range(64, metadata(artifact)[0], 64)}
    kinds = {re.sub(r"'\w+'|\d+", "_", message) for message in messages}
    assert all(message.endswith(f": {CORRUPT}") for message in messages)
    assert any(kind.startswith("artifact host code of kernel _") for kind in kinds), kinds
    assert any(kind.startswith("artifact data of constant _") for kind in kinds), kinds


def test_single_bits_anywhere(tmp_path, artifact):
    offset, length = metadata(artifact)
    strides = [(0, 64, 1), (64, offset, 3), (offset, offset + length, 5)]
    positions = [p for begin, end, by in strides for p in range(begin, end, by)]
    messages = {p: load_flipped(artifact, p, tmp_path, 1 << p % 8) for p in positions}
    assert all(message is None or message.startswith("artifact ") for message in messages.values())
    # Bytes that fill up to the next section carry nothing.
    missed = [position for position, message in messages.items() if message is None]
    assert all(artifact[position] == 0 for position in missed), missed


def test_ends_a_process_with_a_message(refused, tmp_path, artifact):
    broken = bytearray(artifact)
    broken[metadata(artifact)[0]] ^= 0xFF
    (tmp_path / "bad.weir").write_bytes(broken)
    assert refused("flow.load_artifact('bad.weir', trust=True)") == f"weir.WeirError: artifact metadata: {CORRUPT}"

"""The runtime's memory limit: an exception, and the engine works on."""

import re

import pytest

LIMIT = 1 << 20
SURVIVES = """
try:
    {statement}
except MemoryError:
    assert G(lambda x: x + 1)(x).tolist() == [[2.0] * 3] * 2
    raise
"""
MEGABYTES_4 = 4 * LIMIT
ROWS = "x.unsqueeze(0).expand(1 << 18, 2, 3)"
PRODUCTS = f"{ROWS} @ x.t().unsqueeze(0).expand(1 << 18, 3, 2)"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "statement, what, size",
    [
        ("flow.zeros(1024, 1024)", "a tensor", MEGABYTES_4),
        ("nn.Linear(1024, 1024)", "a tensor", MEGABYTES_4),
        ("flow.randn(1 << 20)", "a tensor", MEGABYTES_4),
        (f"G(lambda x: {ROWS} + 1)(x).numpy()", "a result", 6 * LIMIT),
        (f"G(lambda x: ({PRODUCTS}).sum())(x).item()", "the arena of a program", None),
    ],
)
def test_refused_and_usable_afterwards(statement, what, size, refused):
    message = refused(SURVIVES.format(statement=statement), WEIR_MEMORY_LIMIT=str(LIMIT))
    size = size or r"\d+"
    pattern = rf"weir\.OutOfMemory: expects {what} to fit into the device's memory, got {size} bytes with \d+ of "
    assert re.fullmatch(pattern + rf"{LIMIT} available[^\n]*", message), message

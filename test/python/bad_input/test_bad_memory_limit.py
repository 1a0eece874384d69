"""The runtime's memory limit: an exception, and the engine works on."""

import pytest

LIMIT = {"WEIR_MEMORY_LIMIT": str(1 << 20)}
SURVIVES = """
try:
    {statement}
except MemoryError:
    assert G(lambda x: x + 1)(x).tolist() == [[2.0] * 3] * 2
    raise
"""


def bytes_of(message):
    assert message.startswith("weir.OutOfMemory: "), message
    return message


@pytest.mark.parametrize(
    "statement, what",
    [
        ("flow.zeros(1024, 1024)", "a tensor"),
        ("nn.Linear(1024, 1024)", "a tensor"),
        ("flow.randn(1 << 20)", "a tensor"),
        ("x.expand if False else G(lambda x: x.unsqueeze(0).expand(1 << 18, 2, 3) + 1)(x)", "a result"),
        ("G(lambda x: (x.unsqueeze(0).expand(1 << 18, 2, 3) @ x.t().unsqueeze(0).expand(1 << 18, 3, 2)).sum())(x)", ""),
    ],
)
def test_refused_and_usable_afterwards(statement, what, refused):
    message = bytes_of(refused(SURVIVES.format(statement=statement), **LIMIT))
    assert what in message and "1048576" in message

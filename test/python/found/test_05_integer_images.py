"""Found, line 5: images of integers are averaged as numbers or refused, and einsum of one sums in int64."""

import pytest

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function


@pytest.mark.parametrize("dtype", [flow.uint8, flow.int64])
@pytest.mark.parametrize(
    "name, call",
    [
        ("interpolate", lambda x: F.interpolate(x, (3, 3), mode="bilinear")),
        ("avg_pool2d", lambda x: F.avg_pool2d(x, 2)),
        ("adaptive_avg_pool2d", lambda x: F.adaptive_avg_pool2d(x, 1)),
        ("adaptive_avg_pool2d", lambda x: F.adaptive_avg_pool2d(x, 3)),
    ],
)
def test_averages_are_of_floats(name, call, dtype):
    with pytest.raises((TypeError, ValueError), match=f"{name}: expects input .*(float|f32)"):
        Function(call)(flow.full((1, 1, 4, 4), 200, dtype=dtype))


def test_einsum_sums_in_int64():
    total = Function(lambda x: flow.einsum("i->", x))(flow.full((3,), 100, dtype=flow.uint8))
    assert total.dtype is flow.int64 and total.numpy() == 300
    assert Function(lambda x: flow.einsum("ij->ji", x))(flow.ones(2, 3, dtype=flow.uint8)).dtype is flow.uint8

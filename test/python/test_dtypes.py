"""What becomes of dtypes that meet."""

import itertools
import math

import pytest

import weir as flow
from weir._dtypes import ALL, common_dtype

ORDER = [flow.bool_, flow.uint8, flow.int32, flow.int64, flow.float16, flow.float32, flow.float64]


def test_the_wider_kind_wins():
    for (i, a), (j, b) in itertools.product(enumerate(ORDER), repeat=2):
        assert common_dtype([a, b], []) is ORDER[max(i, j)]


def test_dtypes_that_do_not_hold_each_other_meet_above():
    assert common_dtype([flow.float16, flow.bfloat16], []) is flow.float32
    assert common_dtype([flow.int8, flow.uint8], []) is flow.int32


@pytest.mark.parametrize("dtype", ALL, ids=lambda dtype: dtype.name)
def test_scalars_take_the_tensors_dtype_unless_of_a_higher_kind(dtype):
    assert common_dtype([dtype], [True]) is dtype
    assert common_dtype([dtype], [2]) is (flow.int64 if dtype is flow.bool_ else dtype)
    assert common_dtype([dtype], [2.5]) is (dtype if dtype.is_floating_point else flow.float32)


def test_scalars_alone():
    assert common_dtype([], [1, 2.5]) is flow.float32
    assert common_dtype([], [1]) is flow.int64


def test_names():
    assert repr(flow.bfloat16) == "weir.bfloat16"
    assert flow.float is flow.float32 and flow.double is flow.float64 and flow.long is flow.int64


@pytest.mark.parametrize("dtype", [flow.float64, flow.float32, flow.float16, flow.bfloat16])
def test_limits_of_floats(dtype):
    info = flow.finfo(dtype)
    held = flow.tensor([info.max, info.min, info.tiny, 1 + info.eps, 1 + info.eps / 4], dtype=dtype)
    assert held.tolist() == [info.max, info.min, info.tiny, 1 + info.eps, 1.0]
    digits = {flow.float64: 53, flow.float32: 24, flow.float16: 11, flow.bfloat16: 8}[dtype]
    exponent = {flow.float64: 1024, flow.float32: 128, flow.float16: 16, flow.bfloat16: 128}[dtype]
    assert info.max == math.ldexp(2.0**digits - 1, exponent - digits) and info.tiny == math.ldexp(1, 2 - exponent)
    assert info.bits == 8 * dtype.itemsize and info.smallest_normal == info.tiny
    assert repr(info).startswith(f"finfo(dtype=weir.{dtype.name}, min=-")


def test_limits_of_integers():
    assert [(flow.iinfo(t).min, flow.iinfo(t).max) for t in (flow.int8, flow.uint8)] == [(-128, 127), (0, 255)]
    assert flow.iinfo(flow.int64).max == 2**63 - 1 and flow.iinfo(flow.int32).bits == 32
    assert repr(flow.iinfo(flow.int8)) == "iinfo(dtype=weir.int8, min=-128, max=127)"
    assert flow.finfo().dtype is flow.float32
    with pytest.raises(TypeError, match="finfo: expects a floating-point dtype, got int64"):
        flow.finfo(flow.int64)
    with pytest.raises(TypeError, match="iinfo: expects an integer dtype, got bool"):
        flow.iinfo(flow.bool)

"""What becomes of dtypes that meet."""

import itertools

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

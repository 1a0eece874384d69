"""What dtypes say of each other, where conditions hold, and settings that have nothing to change."""

import pytest

import weir as flow


def test_common_dtypes():
    whole, half = flow.ones(2, dtype=flow.int32), flow.ones(2, dtype=flow.float16)
    assert flow.result_type(whole, 1.5) is (whole + 1.5).dtype is flow.float32
    assert flow.result_type(half, flow.tensor(1.0)) is (half + flow.tensor(1.0)).dtype is flow.float16
    assert flow.result_type(1, 2.0) is flow.float32 and flow.result_type(True, 2) is flow.int64
    assert flow.promote_types(flow.float16, flow.int64) is flow.float16
    assert flow.promote_types(flow.float16, flow.bfloat16) is flow.float32
    assert flow.can_cast(flow.int32, flow.float32) and flow.can_cast(flow.bool, flow.int8)
    assert not flow.can_cast(flow.float32, flow.int32) and not flow.can_cast(flow.int32, flow.bool)
    assert not flow.is_complex(half)
    with pytest.raises(TypeError, match="result_type: expects tensors or numbers, got str"):
        flow.result_type("x", 1)


def test_where_without_values_are_positions():
    mask = flow.tensor([[True, False], [True, True]])
    rows, columns = flow.where(mask)
    assert rows.tolist() == [0, 1, 1] and columns.tolist() == [0, 0, 1]
    assert flow.where(mask, input=1.0, other=0.0).tolist() == [[1, 0], [1, 1]]
    assert flow.where(condition=mask, x=flow.ones(2), y=2).tolist() == [[1, 2], [1, 1]]
    with pytest.raises(TypeError, match="where: expects y to be a Tensor or a number, got NoneType"):
        flow.where(mask, 1.0)


def test_settings_of_what_is_always_so():
    flow.backends.cudnn.benchmark = True
    flow.backends.cudnn.deterministic = False
    assert not flow.backends.cudnn.is_available() and flow.backends.cudnn.version() is None
    flow.use_deterministic_algorithms(True, warn_only=True)
    assert flow.are_deterministic_algorithms_enabled()

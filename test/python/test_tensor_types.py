"""PyTorch's old types of tensors, of which there is one for each dtype."""

import pytest

import weir as flow
from traced_graphs import Function

DTYPES = {
    "BFloat16Tensor": flow.bfloat16,
    "BoolTensor": flow.bool,
    "ByteTensor": flow.uint8,
    "CharTensor": flow.int8,
    "DoubleTensor": flow.float64,
    "FloatTensor": flow.float32,
    "HalfTensor": flow.float16,
    "IntTensor": flow.int32,
    "LongTensor": flow.int64,
}


@pytest.mark.parametrize("name", DTYPES)
def test_each_dtype_has_a_type(name):
    kind, dtype = getattr(flow, name), DTYPES[name]
    x = kind([1, 0])
    assert x.dtype is dtype and x.tolist() == [1, 0] and type(x) is flow.Tensor and isinstance(x, kind)
    assert tuple(kind(2, 3).shape) == (2, 3) and tuple(kind().shape) == (0,)
    assert tuple(kind(flow.ones(4, 5).size()).shape) == (4, 5) and kind(flow.ones(2)).dtype is dtype
    assert [isinstance(x, getattr(flow, other)) for other in DTYPES] == [other == name for other in DTYPES]
    assert not isinstance(2, kind) and not isinstance(kind, kind)
    assert x.type() == f"weir.{name}" and repr(kind) == f"<class 'weir.{name}'>"


@pytest.mark.parametrize("name", DTYPES)
def test_tensors_are_converted_to_types(name):
    x, dtype = flow.tensor([1.0, 0.0]), DTYPES[name]
    for given in (getattr(flow, name), f"torch.{name}", f"weir.{name}", dtype):
        assert x.type(given).dtype is dtype and x.type(given).tolist() == [1, 0]
        assert Function(lambda x: x.type(given))(x).dtype is dtype
    assert flow.Tensor(x.size()).dtype is flow.float32 and flow.Tensor(flow.ones(3, 1).shape).shape == (3, 1)


def test_there_is_no_type_of_short_integers():
    assert not isinstance(flow.ones(1), flow.ShortTensor)
    with pytest.raises(TypeError, match="ShortTensor: expects one of .*int64.*, got int16, which no tensor has"):
        flow.ShortTensor(2)
    for given in (flow.ShortTensor, "torch.ShortTensor"):
        with pytest.raises(TypeError, match="type: expects one of .*, got int16, which no tensor has"):
            flow.ones(1).type(given)
    with pytest.raises(TypeError, match="type: expects a weir dtype such as weir.float32, got 'torch.OddTensor'"):
        flow.ones(1).type("torch.OddTensor")


def test_the_default_type():
    flow.set_default_tensor_type(flow.FloatTensor)
    with flow.device("sim"):
        flow.set_default_tensor_type("torch.FloatTensor")
        assert flow.zeros(2).device.type == "sim" and flow.FloatTensor([1]).device.type == "cpu"
    assert flow.get_default_device().type == "cpu"

"""Tensors with data: made, shown, shared with NumPy and through DLPack."""

import gc

import numpy as np
import pytest

import weir as flow

DTYPES = [flow.float64, flow.float32, flow.float16, flow.int64, flow.int32, flow.int8, flow.uint8, flow.bool_]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_numpy_round_trip_keeps_bits(dtype):
    values = np.arange(24).reshape(2, 3, 4).astype(dtype.numpy)
    tensor = flow.tensor(values)
    assert tensor.dtype is dtype
    assert tensor.shape == (2, 3, 4)
    np.testing.assert_array_equal(tensor.numpy(), values)


def test_from_numpy_shares_memory():
    array = np.zeros((2, 3), np.float32)
    tensor = flow.from_numpy(array)
    array[1, 2] = 5
    assert tensor.tolist() == [[0, 0, 0], [0, 0, 5]]
    tensor.numpy()[0, 0] = 7
    assert array[0, 0] == 7


def test_from_numpy_shares_strided_memory():
    array = np.arange(12, dtype=np.float32).reshape(3, 4)
    tensor = flow.from_numpy(array.T[::2])
    assert tensor.shape == (2, 3) and not tensor.is_contiguous()
    array[0, 0] = -1
    np.testing.assert_array_equal(tensor.numpy(), array.T[::2])


def test_from_numpy_copies_what_it_cannot_share():
    for array in (np.arange(3.0)[::-1], np.broadcast_to(np.float32(1), (2, 2)), np.arange(3, dtype=">i4")):
        np.testing.assert_array_equal(flow.from_numpy(array).numpy(), array)


def test_memory_outlives_the_array_and_the_tensor():
    view = flow.from_numpy(np.full(1000, 3.0)).numpy()
    assert view.sum() == 3000
    view = flow.full((1000,), 2.0).numpy()
    assert view.sum() == 2000


def test_tensor_copies():
    array = np.zeros(3)
    tensor = flow.tensor(array)
    array[0] = 1
    assert tensor.tolist() == [0, 0, 0]


def test_python_numbers_take_the_default_dtypes():
    assert flow.tensor(1.5).dtype is flow.float32
    assert flow.tensor([1, 2]).dtype is flow.int64
    assert flow.tensor(True).dtype is flow.bool_
    assert flow.tensor([1, 2], dtype=flow.float64).tolist() == [1.0, 2.0]


def test_creation():
    assert flow.zeros(2, 3).tolist() == [[0, 0, 0], [0, 0, 0]]
    assert flow.ones((2,), dtype=flow.int64).tolist() == [1, 1]
    assert flow.full((2,), 7).tolist() == [7, 7] and flow.full((2,), 7).dtype is flow.int64
    assert flow.arange(5).tolist() == [0, 1, 2, 3, 4] and flow.arange(5).dtype is flow.int64
    assert flow.arange(1, 2, 0.5).tolist() == [1.0, 1.5] and flow.arange(1, 2, 0.5).dtype is flow.float32
    assert flow.zeros_like(flow.ones(2, dtype=flow.int8)).dtype is flow.int8
    assert flow.zeros(0, 3).numel() == 0 and flow.zeros(0, 3).tolist() == []
    assert flow.zeros(()).item() == 0


def test_properties():
    tensor = flow.zeros(2, 3)
    assert (tensor.ndim, tensor.dim(), tensor.numel(), tensor.size(1), tensor.element_size()) == (2, 2, 6, 3, 4)
    assert tensor.size() == tensor.shape and tensor.shape.numel() == 6
    assert tensor.device is flow.device("cpu") and not tensor.requires_grad and not tensor.is_lazy and len(tensor) == 2
    assert repr(tensor.shape) == "weir.Size([2, 3])"
    assert tensor.shape[:1].numel() == 2 and repr(tensor.shape[1:]) == "weir.Size([3])" and tensor.shape[-1] == 3
    assert repr(flow.broadcast_shapes((2, 1), 3, (1, 1))) == "weir.Size([2, 3])"
    with pytest.raises(ValueError, match=r"broadcast_shapes: expects shapes that broadcast, got \(2,\), \(3,\)"):
        flow.broadcast_shapes((2,), (3,))


def test_repr():
    assert repr(flow.tensor([1.0, 2.0])) == "tensor([1., 2.])"
    assert repr(flow.tensor([1], dtype=flow.int8)) == "tensor([1], dtype=weir.int8)"
    assert repr(flow.zeros(1, requires_grad=True)) == "tensor([0.], requires_grad=True)"


def test_dtypes_that_are_none_are_the_default():
    """As modules pass on what they are given."""
    place = {"dtype": None, "device": None}
    for make in (flow.ones, flow.zeros, flow.empty, flow.rand, flow.randn, flow.eye):
        assert make(2, **place).dtype is flow.float32
    assert flow.linspace(0, 1, 3, **place).dtype is flow.logspace(0, 1, 3, **place).dtype is flow.float32
    assert flow.randint(3, (2,), **place).dtype is flow.tril_indices(2, 2, **place).dtype is flow.int64
    assert flow.normal(0.0, 1.0, (2,), **place).dtype is flow.Tensor([1, 2]).dtype is flow.float32
    for layer in (
        flow.nn.Linear(2, 2, **place),
        flow.nn.Conv2d(2, 2, 1, **place),
        flow.nn.ConvTranspose2d(2, 2, 1, **place),
        flow.nn.LayerNorm(2, **place),
        flow.nn.GroupNorm(1, 2, **place),
        flow.nn.BatchNorm2d(2, **place),
        flow.nn.Embedding(2, 2, **place),
        flow.nn.LSTM(2, 2, **place),
        flow.nn.TransformerEncoderLayer(2, 1, **place),
        flow.nn.PReLU(init=1, **place),
    ):
        assert {parameter.dtype for parameter in layer.parameters()} == {flow.float32}


def test_item_and_conversions():
    assert flow.tensor([[3.5]]).item() == 3.5
    assert float(flow.tensor(2.5)) == 2.5 and int(flow.tensor(3)) == 3 and bool(flow.tensor(1))
    assert [10, 20, 30][flow.tensor(1)] == 20


def test_copy_and_fill():
    tensor = flow.zeros(2, 2)
    tensor.copy_(np.array([[1, 2], [3, 4]]))
    assert tensor.tolist() == [[1, 2], [3, 4]]
    clone = tensor.clone()
    tensor.fill_(9)
    assert tensor.tolist() == [[9, 9], [9, 9]] and clone.tolist() == [[1, 2], [3, 4]]


def test_bfloat16_bits():
    tensor = flow.tensor([1.0, -2.5, 3.14159], dtype=flow.bfloat16)
    assert tensor.bits().tolist() == [0x3F80, 0xC020, 0x4049]
    assert tensor.tolist() == [1.0, -2.5, 3.140625]
    np.testing.assert_array_equal(flow.bfloat16_to_float32(tensor.bits()), np.float32([1.0, -2.5, 3.140625]))


def test_bfloat16_conversion_is_exact_on_all_patterns():
    bits = np.arange(65536, dtype=np.uint16)
    values = flow.bfloat16_to_float32(bits)
    back = flow.float32_to_bfloat16(values)
    finite = ~np.isnan(values)
    np.testing.assert_array_equal(back[finite], bits[finite])
    assert np.isnan(flow.bfloat16_to_float32(back[~finite])).all()


def test_bfloat16_rounds_to_nearest_even():
    low, high = np.float32(1.0), np.float32(1.0078125)  # neighbours
    middle = np.float32(1.00390625)
    between = np.array([middle, np.nextafter(middle, high), np.nextafter(middle, low)])
    rounded = flow.bfloat16_to_float32(flow.float32_to_bfloat16(between))
    assert rounded.tolist() == [low, high, low]
    assert flow.bfloat16_to_float32(flow.float32_to_bfloat16(np.float32([3.4e38, -3.4e38]))).tolist() == [
        float("inf"),
        float("-inf"),
    ]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_dlpack_to_numpy_shares_memory(dtype):
    tensor = flow.tensor(np.arange(6).reshape(2, 3).astype(dtype.numpy))
    array = np.from_dlpack(tensor)
    np.testing.assert_array_equal(array, tensor.numpy())
    assert array.__array_interface__["data"][0] == tensor.numpy().__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_dlpack_from_numpy_shares_memory(dtype):
    array = np.arange(12).reshape(3, 4).astype(dtype.numpy)
    tensor = flow.from_dlpack(array[:, 1:3])
    assert tensor.dtype is dtype and tensor.shape == (3, 2)
    array[0, 1] = 0
    np.testing.assert_array_equal(tensor.numpy(), array[:, 1:3])


def test_dlpack_between_tensors_keeps_memory_alive():
    source = flow.tensor([1.0, 2.0, 3.0])
    shared = flow.from_dlpack(source)
    source.fill_(4)
    del source
    assert shared.tolist() == [4, 4, 4]
    assert shared.__dlpack_device__() == (1, 0)


def test_dlpack_capsule_that_nobody_takes_is_freed():
    before = flow._core.bytes_in_use()
    tensor = flow.zeros(1024, 1024)
    capsule = tensor.__dlpack__()
    assert flow._core.bytes_in_use() >= before + (1 << 22)
    del capsule, tensor
    assert flow._core.bytes_in_use() == before


def test_memory_is_given_back():
    gc.collect()  # what other tests have left in circles goes now, not in between
    before = flow._core.bytes_in_use()
    for _ in range(10):
        flow.zeros(1 << 20)
    assert flow._core.bytes_in_use() == before


def test_numpy_integers_are_integers():
    assert flow.arange(np.int64(3)).dtype is flow.int64
    assert flow.full((2,), np.int32(5)).tolist() == [5, 5]
    assert flow.full((), np.float64(5)).dtype is flow.float32
    assert flow.full(2, 1.5).tolist() == [1.5, 1.5]


def test_format_of_one_element():
    assert f"{flow.tensor(1.25):.1f} {flow.tensor([3]):>3d}" == "1.2   3"
    assert f"{flow.tensor([1.0, 2.0])}" == repr(flow.tensor([1.0, 2.0]))


def test_unaligned_arrays_are_copied():
    array = np.zeros(17, np.uint8)[1:].view(np.float32)
    tensor = flow.from_numpy(array)
    array[0] = 1
    assert tensor.tolist() == [0, 0, 0, 0]


def test_a_view_of_a_read_only_array_stays_read_only():
    array = flow.ones(2)._storage.array(False)
    with pytest.raises(ValueError):
        array.flags.writeable = True

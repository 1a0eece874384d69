"""Errors that spoke of the wrong thing, and what they refused that PyTorch takes."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, traced
from weir import nn


def test_a_layer_without_inputs():
    layer = nn.Linear(0, 3)
    assert layer.weight.shape == (3, 0)
    np.testing.assert_array_equal(Function(layer, layer)(flow.zeros(2, 0)).numpy(), [layer.bias.tolist()] * 2)
    assert flow.randn(0, 4).shape == (0, 4)


@pytest.mark.parametrize("content", [b"PK\x03\x04" + bytes(60), b"\x80\x02\x8a\nl\xfc\x9cF" + bytes(40)])
def test_a_file_of_pytorch(tmp_path, content):
    (tmp_path / "model.pt").write_bytes(content)
    with pytest.raises(flow.SafetensorsError, match="model.pt: expects a safetensors file, got one of PyTorch"):
        flow.load(tmp_path / "model.pt")


def test_tensors_of_lists_and_sizes():
    x = flow.Tensor([1, 2.5])
    assert x.dtype is flow.float32 and x.tolist() == [1, 2.5]
    assert flow.Tensor(np.arange(3)).tolist() == [0, 1, 2] and flow.Tensor(2, 3).shape == (2, 3)
    assert flow.Tensor([[1.0]], requires_grad=True).requires_grad and flow.Tensor().shape == (0,)
    assert Function(lambda x: x * flow.Tensor([2, 3]))(flow.ones(2)).tolist() == [2, 3]
    with pytest.raises(TypeError, match="Tensor: expects sizes, or numbers in one list or array, got 2 .*test_23"):
        flow.Tensor([1.0], [2.0])


@pytest.mark.parametrize("index", [-4, 3])
def test_an_index_out_of_range_is_named_as_it_was_given(index):
    x = flow.ones(3, 2)
    with pytest.raises(flow.WeirError, match=f"expects an index from 0 to 2, got {index} .*test_23"):
        Function(lambda x, i: x[i])(x, flow.tensor([index])).numpy()
    with pytest.raises(IndexError, match=rf"index: expects an index in \[-3, 3\), got {index} .*test_23"):
        traced(lambda x: x[index], x)


def test_a_missing_artifact():
    with pytest.raises(FileNotFoundError, match="nowhere.weir"):
        flow.load_artifact("nowhere.weir")


def test_item_assignment_outside_of_graphs():
    x = flow.ones(2)
    x[0] = 5
    assert x.tolist() == [5, 1]
    with pytest.raises(IndexError, match=r"index: expects an index in \[-2, 2\), got 2 .*test_23"):
        x[2] = 5

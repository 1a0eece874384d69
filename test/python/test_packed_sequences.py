"""Packed sequences outside of builds as PyTorch's tuple: its fields, what is made of them, layers over changed data."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn
from weir.nn.utils import rnn

PARTS = [[[1.0, 10], [2, 20]], [[3.0, 30]], [[4.0, 40], [5, 50], [6, 60]]]
DATA = [[4, 40], [1, 10], [3, 30], [5, 50], [2, 20], [6, 60]]


def packed():
    return rnn.pack_sequence([flow.tensor(part) for part in PARTS], enforce_sorted=False)


def test_the_fields_are_pytorchs():
    sequence = packed()
    data, batch_sizes, sorted_indices, unsorted_indices = sequence
    assert data.tolist() == sequence[0].tolist() == sequence.data.tolist() == DATA
    assert batch_sizes.tolist() == [3, 2, 1] and batch_sizes.dtype is flow.int64
    assert sorted_indices.tolist() == [2, 0, 1] and unsorted_indices.tolist() == [1, 2, 0]
    assert isinstance(sequence, tuple) and sequence._fields == (
        "data", "batch_sizes", "sorted_indices", "unsorted_indices"
    )
    assert sequence._replace(data=data * 2).data.tolist() == (2 * np.array(DATA)).tolist()

    fallen = rnn.pack_padded_sequence(flow.ones(3, 2, 1), flow.tensor([3, 1]))
    assert fallen.sorted_indices is None and fallen.unsorted_indices is None
    assert fallen.batch_sizes.tolist() == [2, 1, 1]
    with pytest.raises(ValueError, match="expects lengths that fall, or enforce_sorted=False, got"):
        rnn.pack_padded_sequence(flow.ones(3, 2, 1), flow.tensor([1, 3]))
    with pytest.raises(TypeError, match="expects data and batch_sizes to be Tensors, got Tensor and None"):
        rnn.PackedSequence(data)


def test_it_is_made_of_the_values_at_that_time():
    x = flow.ones(2, 2, 1)
    sequence = rnn.pack_padded_sequence(x, [2, 1])
    x.zero_()
    assert sequence.data.tolist() == [[1], [1], [1]]


def test_dtypes_and_devices():
    sequence = packed()
    assert sequence.double().data.dtype is flow.float64 and sequence.to(flow.float64).float().data.dtype is flow.float32
    assert sequence.half().data.dtype is flow.float16 and sequence.long().data.dtype is flow.int64
    moved = sequence.to("cpu").cpu().pin_memory()
    assert isinstance(moved, rnn.PackedSequence) and moved.unsorted_indices.tolist() == [1, 2, 0]
    assert not moved.is_cuda


def test_sequences_come_back_in_the_order_given():
    for sequence in (packed(), rnn.PackedSequence(packed().data, *packed()[1:3])):
        padded, lengths = rnn.pad_packed_sequence(sequence, batch_first=True, padding_value=-1.0)
        assert padded[..., 0].tolist() == [[1, 2, -1], [3, -1, -1], [4, 5, 6]] and lengths.tolist() == [2, 1, 3]
        assert [each.tolist() for each in rnn.unpack_sequence(sequence)] == PARTS
        assert rnn.pad_packed_sequence(sequence, total_length=5)[0].shape == (5, 3, 2)
    assert [each.tolist() for each in rnn.unpad_sequence(padded, lengths, batch_first=True)] == PARTS
    sorted_alone = rnn.PackedSequence(packed().data, packed().batch_sizes)
    assert rnn.pad_packed_sequence(sorted_alone)[1].tolist() == [3, 2, 1]


@pytest.mark.parametrize("kind", [nn.RNN, nn.LSTM, nn.GRU])
def test_layers_run_over_changed_data(kind):
    layer = kind(2, 3, bidirectional=True)
    sequence, scaled = packed(), [flow.tensor(part) / 50 for part in PARTS]
    changed = rnn.PackedSequence(
        sequence.data / 50, sequence.batch_sizes, sequence.sorted_indices, sequence.unsorted_indices
    )
    h, c = flow.randn(2, 3, 3), flow.randn(2, 3, 3)
    start = (h, c) if kind is nn.LSTM else h
    outputs, last = layer(changed, start)
    assert outputs.batch_sizes.tolist() == [3, 2, 1] and outputs.unsorted_indices.tolist() == [1, 2, 0]
    outputs = outputs._replace(data=outputs.data * 2)
    for number, each in enumerate(rnn.unpack_sequence(outputs)):
        own = h[:, number], c[:, number]
        wanted, state = layer(scaled[number], own if kind is nn.LSTM else own[0])
        np.testing.assert_allclose(each.detach().numpy(), 2 * wanted.detach().numpy(), atol=1e-6)
        pairs = zip(last, state) if kind is nn.LSTM else [(last, state)]
        for all_of_them, one in pairs:
            np.testing.assert_allclose(all_of_them[:, number].detach().numpy(), one.detach().numpy(), atol=1e-6)


def test_gradients_reach_the_sequences():
    parts = [flow.tensor(part, requires_grad=True) for part in PARTS]
    sequence = rnn.pack_sequence(parts, enforce_sorted=False)
    weights = flow.arange(6.0).reshape(6, 1)
    (sequence.data * weights).sum().backward()
    assert [part.grad[:, 0].tolist() for part in parts] == [[1, 4], [2], [0, 3, 5]]
    padded, _ = rnn.pad_packed_sequence(rnn.pack_sequence(parts, enforce_sorted=False))
    (padded * 2).sum().backward()
    assert [part.grad[:, 1].tolist() for part in parts] == [[3, 6], [4], [2, 5, 7]]


def test_inside_a_build_data_may_be_changed_where_the_lengths_are_known():
    def build(x):
        sequence = rnn.pack_padded_sequence(x, [1, 2], enforce_sorted=False)
        changed = rnn.PackedSequence(sequence.data * 2, *sequence[1:])
        return rnn.pad_packed_sequence(changed), rnn.pad_packed_sequence(sequence._replace(data=sequence.data + 1))[0]

    (doubled, lengths), more = Function(build)(flow.tensor([[[1.0], [2]], [[3], [4]]]))
    assert doubled[..., 0].tolist() == [[2, 4], [0, 8]] and lengths.tolist() == [1, 2]
    assert more[..., 0].tolist() == [[2, 3], [0, 5]]


def test_a_graph_takes_and_returns_them():
    outputs = Function(lambda sequence: sequence._replace(padded=sequence.padded * 2))(packed())
    assert outputs.data.tolist() == outputs[0].tolist() == (2 * np.array(DATA)).tolist()
    assert outputs.unsorted_indices.tolist() == [1, 2, 0] and len(outputs) == 4
    assert rnn.pad_packed_sequence(outputs)[1].tolist() == [2, 1, 3]

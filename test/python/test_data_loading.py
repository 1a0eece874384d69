"""Data sets, samplers and loaders; lists and dicts of parameters."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn
from weir.framework.tensor import Tensor
from weir.utils.data import (
    BatchSampler,
    ConcatDataset,
    DataLoader,
    Dataset,
    IterableDataset,
    RandomSampler,
    Sampler,
    SequentialSampler,
    Subset,
    TensorDataset,
    WeightedRandomSampler,
    default_collate,
    random_split,
)


class Squares(Dataset):
    def __getitem__(self, index):
        return {"x": np.float32(index), "y": index * index}

    def __len__(self):
        return 10


def test_batches_in_order():
    batches = list(DataLoader(Squares(), batch_size=4))
    assert [batch["y"].tolist() for batch in batches] == [[0, 1, 4, 9], [16, 25, 36, 49], [64, 81]]
    assert batches[0]["x"].dtype is flow.float32
    assert len(DataLoader(Squares(), batch_size=4)) == 3 and len(DataLoader(Squares(), 4, drop_last=True)) == 2


def test_batches_in_random_order():
    flow.manual_seed(7)
    loader = DataLoader(Squares(), batch_size=3, shuffle=True)
    orders = [[n for batch in loader for n in batch["y"].tolist()] for _ in range(2)]
    assert sorted(orders[0]) == sorted(orders[1]) == [n * n for n in range(10)]
    assert orders[0] != orders[1]


def test_data_sets():
    rows = TensorDataset(flow.tensor(np.arange(6.0).reshape(3, 2)), flow.tensor([1, 2, 3]))
    joined = rows + Subset(rows, [2, 0])
    assert isinstance(joined, ConcatDataset) and len(joined) == 5
    assert joined[3][1].item() == 3 and joined[-1][0].tolist() == [0, 1]
    parts = random_split(Squares(), [7, 3], flow.Generator(1))
    assert sorted(s["y"] for part in parts for s in part) == [n * n for n in range(10)]
    assert [len(part) for part in random_split(Squares(), [0.5, 0.25, 0.25])] == [6, 2, 2]
    with pytest.raises(ValueError, match="random_split: expects lengths that add up to 10"):
        random_split(Squares(), [7, 2])
    with pytest.raises(IndexError, match="ConcatDataset: expects an index"):
        joined[5]


def test_samplers():
    assert list(BatchSampler(SequentialSampler(range(5)), 2, drop_last=False)) == [[0, 1], [2, 3], [4]]
    assert len(list(RandomSampler(range(5), replacement=True, num_samples=12))) == 12
    assert sorted(RandomSampler(range(5))) == [0, 1, 2, 3, 4]

    class Odd(Sampler):
        def __iter__(self):
            return iter([1, 3, 5])

    batch = next(iter(DataLoader(Squares(), batch_size=3, sampler=Odd())))
    assert batch["y"].tolist() == [1, 9, 25]
    with pytest.raises(ValueError, match="DataLoader: expects no shuffle beside a sampler"):
        DataLoader(Squares(), sampler=Odd(), shuffle=True)


def test_streams():
    class Stream(IterableDataset):
        def __iter__(self):
            return iter([(1, 2.0), (3, 4.0), (5, 6.0)])

    batches = list(DataLoader(Stream(), batch_size=2))
    assert [batch[0].tolist() for batch in batches] == [[1, 3], [5]]


def test_samples_of_many_kinds_are_collated():
    first, second = default_collate([(flow.tensor([1.0]), "a"), (flow.tensor([2.0]), "b")])
    assert default_collate(["a", "b"]) == ["a", "b"] and default_collate([{"x": "a"}, {"x": "b"}]) == {"x": ["a", "b"]}
    assert isinstance(first, Tensor) and first.tolist() == [[1], [2]] and second == ("a", "b")


def test_lists_and_dicts_of_parameters():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.scales = nn.ParameterList([flow.ones(2), flow.full((2,), 3.0)])
            self.shifts = nn.ParameterDict({"a": flow.zeros(2), "b": flow.ones(2)})

        def forward(self, x):
            for scale in self.scales:
                x = x * scale
            return x + self.shifts["b"]

    model = Model()
    assert list(model.state_dict()) == ["scales.0", "scales.1", "shifts.a", "shifts.b"]
    assert Function(lambda x: model(x), model)(flow.ones(2)).tolist() == [4, 4]
    model.scales.append(flow.ones(2))
    assert len(model.scales) == 3 and len(model.scales[1:]) == 2 and "a" in model.shifts
    assert sorted(model.shifts.keys()) == ["a", "b"]
    with pytest.raises(TypeError, match="ParameterList: expects parameters or tensors, got int"):
        nn.ParameterList([1])


def test_weighted_samplers_draw_as_often_as_weights_say():
    flow.manual_seed(0)
    drawn = list(WeightedRandomSampler([0.0, 1.0, 3.0], 400))
    assert len(drawn) == 400 and set(drawn) == {1, 2} and 250 < drawn.count(2) < 350
    sampler = WeightedRandomSampler(flow.ones(3), 3, replacement=False, generator=flow.Generator().manual_seed(1))
    assert sorted(sampler) == [0, 1, 2] and len(sampler) == 3


@pytest.mark.parametrize(
    "weights, count, replacement, message",
    [
        ([0.0, 0.0], 3, True, "expects a vector of finite weights of at least 0, not all of them 0, got"),
        ([float("nan"), 1.0], 1, True, "expects a vector of finite weights of at least 0"),
        ([-5.0, 1.0], 1, True, "expects a vector of finite weights of at least 0"),
        ([[1.0]], 1, True, r"got shape \(1, 1\)"),
        ([1.0], 0, True, "expects num_samples of at least 1, got 0"),
        ([0.0, 1.0], 2, False, "expects at least num_samples=2 weights above 0 without replacement, got 1"),
    ],
)
def test_weights_that_nothing_can_be_drawn_by(weights, count, replacement, message):
    with pytest.raises(ValueError, match=message):
        WeightedRandomSampler(weights, count, replacement)


@pytest.mark.parametrize("dtype", [flow.float32, flow.bfloat16, flow.int64, flow.bool])
def test_batches_of_tensors_are_memory_of_their_own(dtype):
    x = (flow.arange(12).reshape(6, 2) % 2).to(dtype)
    (first, second) = DataLoader(TensorDataset(x), batch_size=4)
    assert first[0].dtype is dtype and first[0].tolist() == x[:4].tolist() and second[0].tolist() == x[4:].tolist()
    first[0].zero_()
    assert x.tolist() == (flow.arange(12).reshape(6, 2) % 2).to(dtype).tolist()
    with pytest.raises(ValueError, match=r"default_collate: expects samples of one shape, got \(1,\) and \(2,\)"):
        default_collate([np.ones(1), np.ones(2)])
    with pytest.raises(TypeError, match="default_collate: expects samples of .* got NoneType; give collate_fn"):
        default_collate([None, None])
    with pytest.raises(ValueError, match="default_collate: expects samples of one length, got 2, 3"):
        default_collate([[1, 2], [1, 2, 3]])


def test_classes_that_say_what_samples_are():
    class Numbers(Dataset[int]):
        def __getitem__(self, index):
            return index

        def __len__(self):
            return 3

    assert issubclass(Numbers, Dataset) and [x.tolist() for x in DataLoader[int](Numbers(), 2)] == [[0, 1], [2]]
    for kind in (flow.utils.data.IterableDataset, flow.utils.data.Subset, flow.utils.data.Sampler, DataLoader):
        assert kind[int].__origin__ is kind and issubclass(type("Own", (kind,), {}), kind)

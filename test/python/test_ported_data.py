"""Data sets, samplers and loaders as programs for PyTorch use them."""

import numpy as np
import pytest

import weir as flow
from weir.utils.data import (
    BatchSampler,
    ChainDataset,
    DataLoader,
    IterableDataset,
    SubsetRandomSampler,
    default_collate,
    default_convert,
    get_worker_info,
)
from weir.utils.data.distributed import DistributedSampler


def test_subsets_in_random_order():
    flow.manual_seed(0)
    sampler = SubsetRandomSampler([7, 3, 5, 1])
    orders = {tuple(sampler) for _ in range(20)}
    assert len(sampler) == 4 and len(orders) > 1 and all(sorted(order) == [1, 3, 5, 7] for order in orders)
    seeded = [list(SubsetRandomSampler(range(9), flow.Generator(3))) for _ in range(2)]
    assert seeded[0] == seeded[1]
    (batch,) = DataLoader(range(8), batch_size=4, sampler=sampler)
    assert sorted(batch.tolist()) == [1, 3, 5, 7]


def test_streams_one_after_the_other():
    class Stream(IterableDataset):
        def __init__(self, *values):
            self.values = values

        def __iter__(self):
            return iter(self.values)

        def __len__(self):
            return len(self.values)

    chain = Stream(1, 2) + Stream(3)
    assert isinstance(chain, ChainDataset) and list(chain) == [1, 2, 3] and len(chain) == 3
    assert [batch.tolist() for batch in DataLoader(ChainDataset([Stream(1), Stream(2, 3)]), batch_size=2)] == [
        [1, 2],
        [3],
    ]
    with pytest.raises(TypeError, match="ChainDataset: expects data sets of IterableDataset, got list"):
        list(ChainDataset([[1]]))


def test_there_are_no_workers():
    assert get_worker_info() is None


@pytest.mark.parametrize("size", [0, -1, 2.5, True, "4"])
def test_sizes_of_batches_are_checked(size):
    for name, make in (
        ("DataLoader", lambda: DataLoader(range(4), batch_size=size)),
        ("BatchSampler", lambda: BatchSampler(range(4), size, False)),
    ):
        with pytest.raises(ValueError, match=f"{name}: expects batch_size to be an integer of at least 1, got"):
            make()


def test_numbers_are_collated_as_pytorch_does():
    assert default_collate([1.5, 2.5]).dtype is flow.float64 and default_collate([1, 2]).dtype is flow.int64
    assert default_collate([True, False]).dtype is flow.bool


@pytest.mark.parametrize(
    "count, replicas, drop_last, expected",
    [
        (7, 3, False, [[0, 3, 6], [1, 4, 0], [2, 5, 1]]),
        (7, 3, True, [[0, 3], [1, 4], [2, 5]]),
        (2, 5, False, [[0], [1], [0], [1], [0]]),
        (6, 2, True, [[0, 2, 4], [1, 3, 5]]),
    ],
)
def test_ranks_have_parts_of_one_size(count, replicas, drop_last, expected):
    """What PyTorch's sampler gives."""
    for rank, numbers in enumerate(expected):
        sampler = DistributedSampler(range(count), replicas, rank, shuffle=False, drop_last=drop_last)
        assert list(sampler) == numbers and len(sampler) == len(numbers)
        shuffled = DistributedSampler(range(count), num_replicas=replicas, rank=rank, seed=4, drop_last=drop_last)
        assert len(list(shuffled)) == len(shuffled) == len(numbers)


def test_orders_of_ranks():
    parts = [DistributedSampler(range(10), 2, rank, seed=4) for rank in range(2)]
    first = [list(part) for part in parts]
    assert sorted(first[0] + first[1]) == list(range(10)) and [list(part) for part in parts] == first
    for part in parts:
        part.set_epoch(1)
    second = [list(part) for part in parts]
    assert second != first and sorted(second[0] + second[1]) == list(range(10))
    other = DistributedSampler(range(10), 2, 0, seed=5)  # seed and epoch are added up
    assert list(other) == second[0]


def test_names_of_pytorchs_files():
    from weir.utils.data.dataset import ConcatDataset
    from weir.utils.data.sampler import Sampler

    assert flow.utils.data.dataset.ConcatDataset is ConcatDataset and issubclass(SubsetRandomSampler, Sampler)
    assert flow.utils.data.dataloader.default_collate is default_collate


def test_a_process_alone_has_all():
    assert list(DistributedSampler(range(3), shuffle=False)) == [0, 1, 2]
    assert flow.utils.data.DistributedSampler is flow.utils.data.distributed.DistributedSampler
    with pytest.raises(ValueError, match="DistributedSampler: expects a rank from 0 to before num_replicas=2, got 2"):
        DistributedSampler(range(3), 2, 2)


def test_samples_without_batches_become_tensors():
    samples = [{"x": np.ones(2, np.float32), "y": (np.int64(3), "name"), "z": [1, 2.5]}]
    (sample,) = DataLoader(samples, batch_size=None)
    assert sample["x"].dtype is flow.float32 and sample["x"].tolist() == [1, 1]
    assert sample["y"][0].dtype is flow.int64 and sample["y"][0].item() == 3
    assert sample["y"][1] == "name" and sample["z"] == [1, 2.5]
    assert [x.item() for x in DataLoader(np.arange(3), batch_size=None)] == [0, 1, 2]

    class Stream(IterableDataset):
        def __iter__(self):
            return iter(np.arange(2.0))

    streamed = [(x.dtype, x.item()) for x in DataLoader(Stream(), batch_size=None)]
    assert streamed == [(flow.float64, 0), (flow.float64, 1)]
    assert list(DataLoader(np.arange(2), batch_size=None, collate_fn=int)) == [0, 1]
    assert default_convert(np.array(["a"])).tolist() == ["a"] and default_convert("a") == "a"

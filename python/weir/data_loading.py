"""Data sets, samplers and loaders: samples by number, orders of numbers, and batches of samples. All run in the process
that calls them."""

from __future__ import annotations

import math
from types import GenericAlias
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from . import _core, _creation, _dtypes, _random_creation
from ._buffers import as_tensor
from ._device import CPU
from ._errors import at_user_line, lacks
from ._joining import stack
from ._random import Generator
from ._tensor import Tensor
from ._tensor_base import stored

__all__ = [
    "BatchSampler",
    "ChainDataset",
    "ConcatDataset",
    "DataLoader",
    "Dataset",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "Subset",
    "SubsetRandomSampler",
    "TensorDataset",
    "WeightedRandomSampler",
    "default_collate",
    "default_convert",
    "get_worker_info",
    "random_split",
]


# data sets


class Dataset:
    """The base of data sets: a subclass has `__getitem__` of a number, and `__len__`. `Dataset[int]` says in a class
    statement or an annotation what samples are."""

    __class_getitem__ = classmethod(GenericAlias)

    def __getitem__(self, index: int) -> Any:
        raise lacks(self, "__getitem__")

    def __add__(self, other: Dataset) -> ConcatDataset:
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """The base of data sets that are read from front to back: a subclass has `__iter__`."""

    def __iter__(self) -> Iterator[Any]:
        raise lacks(self, "__iter__")

    def __add__(self, other: Any) -> ChainDataset:  # type: ignore[override]
        return ChainDataset([self, other])


class ChainDataset(IterableDataset):
    """Data sets that are read from front to back, one after the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = datasets

    def __iter__(self) -> Iterator[Any]:
        for each in self.datasets:
            if not isinstance(each, IterableDataset):
                got = type(each).__name__
                raise TypeError(at_user_line(f"ChainDataset: expects data sets of IterableDataset, got {got}"))
            yield from each

    def __len__(self) -> int:
        return sum(len(each) for each in self.datasets)


class TensorDataset(Dataset):
    """Sample i has the i-th row of each tensor."""

    def __init__(self, *tensors: Tensor) -> None:
        if len({len(x) for x in tensors}) > 1:
            facts = ", ".join(str(tuple(x.shape)) for x in tensors)
            raise ValueError(at_user_line(f"TensorDataset: expects tensors of one first size, got {facts}"))
        self.tensors = tensors

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        return tuple([x[index] for x in self.tensors])

    def __len__(self) -> int:
        return len(self.tensors[0])


class ConcatDataset(Dataset):
    """Data sets one behind the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        self.cumulative_sizes = [int(n) for n in np.cumsum([len(each) for each in self.datasets])]

    def __getitem__(self, index: int) -> Any:
        if not -len(self) <= index < len(self):
            raise IndexError(
                at_user_line(f"ConcatDataset: expects an index in [{-len(self)}, {len(self)}), got {index}")
            )
        index %= len(self)
        number = int(np.searchsorted(self.cumulative_sizes, index, side="right"))
        return self.datasets[number][index - (self.cumulative_sizes[number - 1] if number else 0)]

    def __len__(self) -> int:
        return self.cumulative_sizes[-1] if self.cumulative_sizes else 0


class Subset(Dataset):
    """The samples of a data set that have these numbers."""

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index: int) -> Any:
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset: Any, lengths: Sequence[float], generator: Generator | None = None) -> list[Subset]:
    """The samples in random order, cut into parts of these lengths, or of these shares if they add up to 1."""
    count = len(dataset)
    sizes = [int(n) for n in lengths]
    if math.isclose(sum(lengths), 1) and sum(sizes) != count:
        sizes = [math.floor(count * share) for share in lengths]
        for number in range(count - sum(sizes)):
            sizes[number % len(sizes)] += 1
    if sum(sizes) != count:
        raise ValueError(at_user_line(f"random_split: expects lengths that add up to {count}, got {list(lengths)}"))
    order = _random_creation.randperm(count, generator).tolist()
    ends = np.cumsum([0, *sizes])
    return [Subset(dataset, order[begin:end]) for begin, end in zip(ends, ends[1:])]


# orders


class Sampler:
    """The base of orders of samples: a subclass has `__iter__`, which gives numbers. `Sampler[int]` says what it
    gives."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, data_source: Any = None) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[Any]:
        raise lacks(self, "__iter__")


class SequentialSampler(Sampler):
    """All samples in order."""

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler):
    """All samples in random order, or `num_samples` of them, drawn again and again with `replacement`."""

    def __init__(
        self,
        data_source: Any,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:
        super().__init__(data_source)
        self.replacement, self.generator = replacement, generator
        self.num_samples = len(data_source) if num_samples is None else num_samples

    def __iter__(self) -> Iterator[int]:
        count = len(self.data_source)
        if self.replacement:
            drawn = _random_creation.randint(0, count, (self.num_samples,), generator=self.generator)
            yield from drawn.tolist()
            return
        for begin in range(0, self.num_samples, max(count, 1)):
            order = _random_creation.randperm(count, self.generator).tolist()
            yield from order[: self.num_samples - begin]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """The numbers of a sequence in random order, each once."""

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        super().__init__()
        self.indices, self.generator = indices, generator

    def __iter__(self) -> Iterator[int]:
        for place in _random_creation.randperm(len(self.indices), self.generator).tolist():
            yield self.indices[place]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """`num_samples` numbers, each drawn as often as its weight says beside the others'; each at most once without
    `replacement`."""

    def __init__(
        self,
        weights: Sequence[float] | Tensor,
        num_samples: int,
        replacement: bool = True,
        generator: Generator | None = None,
    ) -> None:
        if not isinstance(num_samples, int) or isinstance(num_samples, bool) or num_samples < 1:
            got = f"got {num_samples!r}"
            raise ValueError(at_user_line(f"WeightedRandomSampler: expects num_samples of at least 1, {got}"))
        self.weights = as_tensor(weights, dtype=_dtypes.float64)
        values = self.weights.detach().cpu().numpy()
        can_be_drawn = np.isfinite(values).all() and (values >= 0).all() and values.sum() > 0
        if values.ndim != 1 or not can_be_drawn:
            rule = "expects a vector of finite weights of at least 0, not all of them 0"
            got = f"shape {values.shape}" if values.ndim != 1 else str(values)
            raise ValueError(at_user_line(f"WeightedRandomSampler: {rule}, got {got}"))
        if not replacement and num_samples > np.count_nonzero(values):
            rule = f"expects at least num_samples={num_samples} weights above 0 without replacement"
            raise ValueError(at_user_line(f"WeightedRandomSampler: {rule}, got {np.count_nonzero(values)}"))
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self) -> Iterator[int]:
        drawn = _random_creation.multinomial(
            self.weights, self.num_samples, self.replacement, generator=self.generator
        )
        yield from drawn.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler):
    """The numbers of a sampler in lists of batch_size, of which the last may be shorter unless `drop_last`."""

    def __init__(self, sampler: Iterable[int], batch_size: int, drop_last: bool) -> None:
        super().__init__()
        _check_batch_size("BatchSampler", batch_size)
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[int]]:
        batch: list[int] = []
        for number in self.sampler:
            batch.append(number)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self) -> int:
        count = len(self.sampler)  # type: ignore[arg-type]
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


def _check_batch_size(function: str, batch_size: Any) -> None:
    if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size < 1:
        rule = f"expects batch_size to be an integer of at least 1, got {batch_size!r}"
        raise ValueError(at_user_line(f"{function}: {rule}"))


# batches


def _stacked(arrays: list[np.ndarray]) -> Tensor:
    """In memory that nobody else has, so that no call has to copy it."""
    dtype = _dtypes.from_numpy_dtype(np.result_type(*{x.dtype for x in arrays}), "default_collate")
    if len(shapes := {x.shape for x in arrays}) > 1:
        got = " and ".join(map(str, sorted(shapes)[:2]))
        raise ValueError(at_user_line(f"default_collate: expects samples of one shape, got {got}"))
    storage = _core.Storage.empty(dtype.index, (len(arrays), *arrays[0].shape))
    np.stack(arrays, out=storage.array(True))
    return stored(storage)


def default_collate(batch: Sequence[Any]) -> Any:
    """Samples as one: tensors, arrays and numbers stacked along a new first dimension, floats in float64; tuples, lists
    and dicts of them likewise; words as they come, those in tuples and lists as a tuple. Raises TypeError for other
    things, and ValueError for tuples and lists of different lengths."""
    first = batch[0]
    if isinstance(first, Tensor):
        if first.is_lazy or first.device is not CPU or first.requires_grad or first.dtype is _dtypes.bfloat16:
            return stack(list(batch))
        return _stacked([x._host_values("default_collate") for x in batch])
    if isinstance(first, (np.ndarray, np.generic)):
        return _stacked([np.asarray(x) for x in batch])
    if isinstance(first, float):
        return _creation.tensor(list(batch), dtype=_dtypes.float64)
    if isinstance(first, (bool, int)):
        return _creation.tensor(list(batch))
    if isinstance(first, Mapping):
        return {key: default_collate([sample[key] for sample in batch]) for key in first}
    if isinstance(first, (str, bytes)):
        return batch
    if not isinstance(first, (tuple, list)):
        rule = "expects samples of tensors, arrays, numbers, words, or tuples, lists and dicts of these"
        got = f"got {type(first).__name__}; give collate_fn for others"
        raise TypeError(at_user_line(f"default_collate: {rule}, {got}"))
    if len({len(sample) for sample in batch}) > 1:
        rule = f"expects samples of one length, got {', '.join(str(len(sample)) for sample in batch)}"
        raise ValueError(at_user_line(f"default_collate: {rule}"))
    parts = [default_collate(part) for part in zip(*batch)]
    return type(first)(*parts) if hasattr(first, "_fields") else parts


def default_convert(data: Any) -> Any:
    """A sample without a batch: arrays and numbers of NumPy as tensors, also in tuples, lists and dicts; other things
    as they are."""
    if isinstance(data, (np.ndarray, np.generic)):
        return _creation.tensor(data) if np.asarray(data).dtype.kind in "fiub" else data
    if isinstance(data, Mapping):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    return list(map(default_convert, data)) if isinstance(data, (tuple, list)) else data


def get_worker_info() -> None:
    """Nothing: samples are read by the process that asks for them, which is none of a loader's workers."""


class DataLoader:
    """Batches of a data set, one after the other. `num_workers`, `pin_memory` and the other options of processes have
    no effect."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool = False,
        sampler: Iterable[int] | None = None,
        batch_sampler: Iterable[Sequence[int]] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Sequence[Any]], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
    ) -> None:
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
            raise ValueError(
                at_user_line("DataLoader: expects no batch_size, shuffle, sampler or drop_last beside batch_sampler")
            )
        if batch_size is not None:
            _check_batch_size("DataLoader", batch_size)
        if sampler is not None and shuffle:
            raise ValueError(at_user_line("DataLoader: expects no shuffle beside a sampler"))
        self.dataset, self.batch_size, self.drop_last, self.num_workers = dataset, batch_size, drop_last, num_workers
        is_by_one = batch_size is None and batch_sampler is None
        self.collate_fn = collate_fn or (default_convert if is_by_one else default_collate)
        if isinstance(dataset, IterableDataset):
            self.sampler = self.batch_sampler = None
            return
        chosen = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        self.sampler = chosen if sampler is None else sampler
        self.batch_sampler = batch_sampler
        if batch_sampler is None and batch_size is not None:
            self.batch_sampler = BatchSampler(self.sampler, batch_size, drop_last)

    def __iter__(self) -> Iterator[Any]:
        if isinstance(self.dataset, IterableDataset):
            yield from self._of_stream()
        elif self.batch_sampler is None:
            for number in self.sampler:  # type: ignore[union-attr]
                yield self.collate_fn(self.dataset[number])
        else:
            for numbers in self.batch_sampler:
                yield self.collate_fn([self.dataset[number] for number in numbers])

    def _of_stream(self) -> Iterator[Any]:
        batch: list[Any] = []
        for sample in self.dataset:
            if self.batch_size is None:
                yield self.collate_fn(sample)
                continue
            batch.append(sample)
            if len(batch) == self.batch_size:
                yield self.collate_fn(batch)
                batch = []
        if batch and not self.drop_last:
            yield self.collate_fn(batch)

    def __len__(self) -> int:
        batches = self.batch_sampler if self.batch_sampler is not None else self.sampler
        return len(batches)  # type: ignore[arg-type]

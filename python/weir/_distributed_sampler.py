"""A rank's part of a data set: PyTorch's torch.utils.data.distributed."""

from __future__ import annotations

from typing import Any, Iterator

from . import _random_creation, _world
from ._errors import at_user_line
from ._random import Generator
from .data_loading import Sampler

__all__ = ["DistributedSampler"]


class DistributedSampler(Sampler):
    """Every `num_replicas`-th number of a data set's, from number `rank` on: each of so many processes has as many. The
    first samples come again at the end where they don't divide, or with `drop_last` the last are left out. With
    `shuffle` the order is random, drawn of the sum of `seed` and the epoch, and the same on all ranks. Ranks are the
    world's unless given. Raises ValueError for a rank that is none of num_replicas."""

    def __init__(
        self,
        dataset: Any,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        super().__init__(dataset)
        self.num_replicas = _world.size if num_replicas is None else num_replicas
        self.rank = _world.rank if rank is None else rank
        if not 0 <= self.rank < self.num_replicas:
            rule = f"expects a rank from 0 to before num_replicas={self.num_replicas}"
            raise ValueError(at_user_line(f"DistributedSampler: {rule}, got {self.rank}"))
        self.dataset, self.shuffle, self.seed, self.drop_last, self.epoch = dataset, shuffle, seed, drop_last, 0
        count = len(dataset)
        self.num_samples = count // self.num_replicas if drop_last else -(-count // self.num_replicas)
        self.total_size = self.num_samples * self.num_replicas

    def __iter__(self) -> Iterator[int]:
        count = len(self.dataset)
        if self.shuffle:
            order = _random_creation.randperm(count, Generator().manual_seed(self.seed + self.epoch)).tolist()
        else:
            order = list(range(count))
        for place in range(self.rank, self.total_size, self.num_replicas):
            yield order[place % count]

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Lets the next order be that of an epoch. Without it, all epochs have one order."""
        self.epoch = epoch

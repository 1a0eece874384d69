"""What a compiled graph knows of a generator: variables with its seed and its step, which the host writes before each
run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import _dtypes, _executor, _session
from ._creation import zeros

if TYPE_CHECKING:
    from ._device import device as Device
    from ._random import Generator
    from ._tensor import Tensor


class Stream:
    """The draws of one program from a generator. A run takes `steps` steps, one for each execution of its jobs."""

    def __init__(self, generator: Generator, device: Device):
        self._generator = generator
        self.steps = 0
        self.seed, self.step = (_variable(name, device) for name in ("random.seed", "random.step"))
        self._written_seed = 0  # of the variable, which begins as this
        self._host = np.zeros((), np.uint64)

    def write(self) -> None:
        """Takes the steps of a run that comes next. The step is written each time, as a run that failed has not counted
        it."""
        seed, step = self._generator.take(self.steps)
        if seed != self._written_seed:
            self._host[()] = self._written_seed = seed
            self.seed._storage.fill(self._host)
            _session.wrote(self.seed._storage)
        self._host[()] = step
        self.step._storage.fill(self._host)  # each run writes to it, so that nothing is derived from it


def _variable(name: str, device: Device) -> Tensor:
    with _executor.suspended():
        tensor = zeros((), dtype=_dtypes.int64, device=device)
    _session.name_variable(tensor, name)
    return tensor

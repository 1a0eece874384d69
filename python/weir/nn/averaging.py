"""Averages of a model's weights over the steps of its training, known as optim.swa_utils. Izmailov et al., "Averaging
Weights Leads to Wider Optima and Better Generalization", 2018."""

from __future__ import annotations

import copy
import math
from typing import Any, Callable, Iterable, Sequence

from .. import _dtypes
from .._creation import zeros
from .._errors import at_user_line
from .._grad_mode import no_grad
from .._tensor import Tensor
from ..optim.optimizer import Optimizer
from ..optim.scheduler import LRScheduler
from .batch_norm import _BatchNorm
from .module import Module

__all__ = [
    "AveragedModel",
    "SWALR",
    "get_ema_avg_fn",
    "get_ema_multi_avg_fn",
    "get_swa_avg_fn",
    "get_swa_multi_avg_fn",
    "update_bn",
]

AverageOf = Callable[[Tensor, Tensor, Tensor], Any]  # of the average so far, a new value and how many are averaged
AverageAll = Callable[[Sequence[Tensor], Sequence[Tensor], Tensor], None]  # the same of lists, which it writes to


def _check_decay(function: str, decay: float) -> None:
    if not 0 <= decay <= 1:
        raise ValueError(at_user_line(f"{function}: expects decay in [0, 1], got {decay}"))


def get_ema_avg_fn(decay: float = 0.999) -> AverageOf:
    """An average in which each value weighs `decay` times as much as the one after it. Raises ValueError for a decay
    outside of [0, 1]."""
    _check_decay("get_ema_avg_fn", decay)
    return lambda average, value, count: decay * average + (1 - decay) * value


def get_swa_avg_fn() -> AverageOf:
    """An average in which all values weigh the same."""
    return lambda average, value, count: average + (value - average) / (count.to(average.dtype) + 1)


def _of_lists(average_of: AverageOf) -> AverageAll:
    @no_grad()
    def write(averages: Sequence[Tensor], values: Sequence[Tensor], count: Tensor) -> None:
        for average, value in zip(averages, values):
            average.copy_(average_of(average, value, count))

    return write


def get_ema_multi_avg_fn(decay: float = 0.999) -> AverageAll:
    """The same as `get_ema_avg_fn`, of lists of tensors."""
    _check_decay("get_ema_multi_avg_fn", decay)
    return _of_lists(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn() -> AverageAll:
    """The same as `get_swa_avg_fn`, of lists of tensors."""
    return _of_lists(get_swa_avg_fn())


class AveragedModel(Module):
    """A copy of a model, whose parameters are averages of those that the model has at each call of
    `update_parameters`: means, or what `avg_fn(average, value, count)` gives, or what `multi_avg_fn(averages, values,
    count)` writes. Its buffers are averaged, too, with `use_buffers`, and else those that the model has."""

    def __init__(
        self,
        model: Module,
        device: Any = None,
        avg_fn: AverageOf | None = None,
        multi_avg_fn: AverageAll | None = None,
        use_buffers: bool = False,
    ) -> None:
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise ValueError(at_user_line("AveragedModel: expects one of avg_fn and multi_avg_fn, got both"))
        self.module = copy.deepcopy(model)
        self.register_buffer("n_averaged", zeros((), dtype=_dtypes.int64))
        if device is not None:
            self.to(device)
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        return self.module(*args, **kwargs)

    @no_grad()
    def update_parameters(self, model: Module) -> None:
        """Takes the model's present values into the averages; the first ones are the averages."""
        averages, values = self._averaged(self.module), self._averaged(model)
        values = [value.detach().to(average.device) for average, value in zip(averages, values)]
        if self.n_averaged.item() == 0:
            for average, value in zip(averages, values):
                average.copy_(value)
        else:
            write = self.multi_avg_fn or _of_lists(self.avg_fn or get_swa_avg_fn())
            write([average.detach() for average in averages], values, self.n_averaged)
        for own, other in () if self.use_buffers else zip(self.module.buffers(), model.buffers()):
            own.copy_(other.to(own.device))
        self.n_averaged.copy_(self.n_averaged + 1)

    def _averaged(self, model: Module) -> list[Tensor]:
        return [*model.parameters(), *(model.buffers() if self.use_buffers else ())]


def update_bn(loader: Iterable[Any], model: Module, device: Any = None) -> None:
    """Computes the running means and variances of batch norms anew, over the batches of a loader: each is the input of
    the model, or a list or tuple that begins with that."""
    norms = [module for module in model.modules() if isinstance(module, _BatchNorm) and module.track_running_stats]
    if not norms:
        return
    momenta, was_training = [norm.momentum for norm in norms], model.training
    for norm in norms:
        norm.momentum = None  # the mean over all batches
        for buffer, first in ((norm.running_mean, 0), (norm.running_var, 1), (norm.num_batches_tracked, 0)):
            buffer.fill_(first)
    model.train()
    try:
        with no_grad():
            for batch in loader:
                given = batch[0] if isinstance(batch, (list, tuple)) else batch
                model(given if device is None else given.to(device))
    finally:
        for norm, momentum in zip(norms, momenta):
            norm.momentum = momentum
        model.train(was_training)


def _by_cosine(part: float) -> float:
    return (1 - math.cos(math.pi * part)) / 2


def _by_line(part: float) -> float:
    return part


class SWALR(LRScheduler):
    """From the rates that the groups have to `swa_lr`, one rate or one per group, in `anneal_epochs` steps along a
    cosine or a line ("cos", "linear"); there they stay. Another scheduler may have written the rates before."""

    def __init__(
        self,
        optimizer: Optimizer,
        swa_lr: float | Sequence[float],
        anneal_epochs: int = 10,
        anneal_strategy: str = "cos",
        last_step: int = -1,
    ):
        anneal = {"cos": _by_cosine, "linear": _by_line}.get(anneal_strategy)
        self._check(anneal is not None, "anneal_strategy to be cos or linear", repr(anneal_strategy))
        is_count = isinstance(anneal_epochs, int) and anneal_epochs >= 0
        self._check(is_count, "anneal_epochs to be an integer of at least 0", repr(anneal_epochs))
        groups = len(getattr(optimizer, "param_groups", ()))
        rates = list(swa_lr) if isinstance(swa_lr, (list, tuple)) else [swa_lr] * groups
        self._check(len(rates) == groups, f"{groups} of swa_lr, one per group", len(rates))
        for group, rate in zip(getattr(optimizer, "param_groups", ()), rates):
            group["swa_lr"] = float(rate)  # type: ignore[arg-type]
        self.anneal_strategy, self.anneal_epochs, self._anneal = anneal_strategy, anneal_epochs, anneal
        super().__init__(optimizer, last_step)

    def get_lr(self) -> list[float]:  # type: ignore[override]
        """The rates of all groups now, by those of the step before, which say where annealing began."""
        step = self.last_step if self.anneal_epochs else max(1, self.last_step)
        before, now = self._share(step - 1), self._share(step)
        rates = []
        for group in self.optimizer.param_groups:
            rate, end = float(group["lr"]), group["swa_lr"]
            first = rate if before == 1 else (rate - end * before) / (1 - before)
            rates.append(end * now + first * (1 - now))
        return rates

    def _share(self, step: int) -> float:
        """Of the end, in the rate of a step."""
        return self._anneal(min(1.0, max(0.0, step / max(1, self.anneal_epochs))))  # type: ignore[misc]

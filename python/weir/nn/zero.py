"""What ranks divide that each would keep for itself otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

from .. import _global

if TYPE_CHECKING:
    from .._tracing import Trace
    from ..optim.optimizer import Optimizer
    from .graph_config import GraphConfig


def divide(trace: Trace, config: GraphConfig, optimizers: Iterable[Optimizer]) -> None:
    """Divides what `config.enable_zero` says: what steps keep, also if it is there already, as after loading, and
    parameters themselves."""
    if config.zero_stage > 0:
        trace.splits_state_from = config.zero_least
    for optimizer in optimizers if config.zero_stage > 0 else ():
        for tensor in (each for kept in optimizer.state.values() for each in kept.values()):
            if tensor._held is not None and tensor.shape:
                _global.divide(tensor, config.zero_least)
    for optimizer in optimizers if config.zero_stage == 3 else ():
        for parameter in optimizer.state:
            if parameter._held is not None:
                _global.divide(parameter, config.zero_least)

"""Calls whose values in between are not kept for gradients, but computed again. PyTorch's utils.checkpoint."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from . import _executor, _tracing
from ._eager.functions import called_again

__all__ = ["checkpoint", "checkpoint_sequential"]


def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """What `function(*args, **kwargs)` gives. For gradients it is computed again, with the same random numbers; inside
    `build` the compiled program does so."""
    if _executor.current() is None:
        return called_again(function, args, kwargs)
    with _tracing.required("checkpoint").calls.checkpoint():
        return function(*args, **kwargs)


def checkpoint_sequential(functions: Sequence[Any], segments: int, input: Any, **options: Any) -> Any:
    """Calls the functions, or the modules of a Sequential, one after the other, in `segments` parts that are
    checkpointed."""
    every = list(functions)
    size = max(1, -(-len(every) // segments))
    for begin in range(0, len(every), size):

        def part(x: Any, those: Sequence[Any] = every[begin : begin + size]) -> Any:
            for each in those:
                x = each(x)
            return x

        input = checkpoint(part, input, **options)
    return input

"""Hooks of gradients: functions that see what flows back through the results and the arguments of a module."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence

from .._eager.functions import Function
from .._errors import at_user_line
from .._tensor import Tensor

if TYPE_CHECKING:
    from .module import Module

Gradients = tuple[Any, ...]


class BackwardHook(NamedTuple):
    """A function of a module's gradients: `hook(module, grad_output)`, or `hook(module, grad_input, grad_output)`."""

    function: Callable[..., Any]
    is_before: bool


def _replaced(name: str, found: Any, gradients: Gradients) -> Gradients:
    """The gradients that a hook gives in place of others."""
    if found is None:
        return gradients
    found = tuple(found) if isinstance(found, (list, tuple)) else (found,)
    if len(found) != len(gradients):
        raise RuntimeError(
            at_user_line(f"{name}: expects a hook to give {len(gradients)} gradients or None, got {len(found)}")
        )
    return found


class Passage:
    """One call of a module, through which gradients will flow back."""

    def __init__(self, module: Module, hooks: Sequence[BackwardHook]):
        self._module = module
        self._hooks = hooks
        self._has_inputs = False
        self._results: Gradients = ()

    def of_arguments(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments, whose gradients are looked at."""
        seen = _seen(args, self._into_arguments)
        self._has_inputs = seen is not None
        return args if seen is None else tuple(seen)

    def of_results(self, result: Any) -> Any:
        """The results, whose gradients are looked at."""
        if not isinstance(result, (Tensor, list, tuple)):
            kind, given = type(self._module).__name__, type(result).__name__
            warnings.warn(
                f"backward hooks are not called: expects {kind} to give a tensor or a tuple of tensors, got {given}",
                stacklevel=2,
            )
            return result
        is_one = isinstance(result, Tensor)
        seen = _seen((result,) if is_one else result, self._into_results)
        if seen is None:
            return result
        if is_one:
            return seen[0]
        return type(result)(*seen) if hasattr(result, "_fields") else type(result)(seen)

    def _into_results(self, gradients: Gradients) -> Gradients:
        """What flows back into the call. Without arguments that take gradients this is where it ends."""
        for hook in self._hooks:
            if hook.is_before:
                found = hook.function(self._module, gradients)
                gradients = _replaced("register_full_backward_pre_hook", found, gradients)
        self._results = gradients
        if not self._has_inputs:
            self._into_arguments(())
        return gradients

    def _into_arguments(self, gradients: Gradients) -> Gradients:
        """What flows back out of it."""
        for hook in self._hooks:
            if not hook.is_before:
                found = hook.function(self._module, gradients, self._results)
                gradients = _replaced("register_full_backward_hook", found, gradients)
        return gradients


def _seen(values: Sequence[Any], look: Callable[[Gradients], Gradients]) -> list[Any] | None:
    """The values, of which `look` gets the gradients with respect to tensors, and says what they are; None where there
    will be no gradients."""
    tensors = [number for number, each in enumerate(values) if isinstance(each, Tensor)]
    wanted = [number for number in tensors if values[number].requires_grad]
    if not wanted:
        return None

    def looked_at(gradients: Gradients) -> Gradients:
        found = dict(zip(wanted, gradients))
        kept = dict(zip(tensors, look(tuple(found.get(number) for number in tensors))))
        return tuple(kept[number] for number in wanted)

    replaced = list(values)
    for number, each in zip(wanted, _Seen.apply(looked_at, *(values[number] for number in wanted))):
        replaced[number] = each
    return replaced


class _Seen(Function):
    """Tensors as they are; their gradients are what a function makes of them."""

    @staticmethod
    def forward(ctx: Any, look: Callable[[Gradients], Gradients], *tensors: Tensor) -> Any:
        ctx.look = look
        return tensors

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        return (None, *ctx.look(gradients))

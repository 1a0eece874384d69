"""Whether gradients are looked at for NaN, and the walk that does it."""

from __future__ import annotations

import contextlib
from typing import Any

from . import _core, _executor
from ._errors import at_user_line

__all__ = ["detect_anomaly", "is_anomaly_enabled", "set_detect_anomaly"]


class detect_anomaly(contextlib.ContextDecorator):
    """A context manager and a decorator: `backward` and `grad` outside of graphs look at each gradient, which costs
    time. The first that has NaN raises RuntimeError, which names the function and its line, and if its operand has NaN,
    too, who computed that first. `check_nan=False` looks at nothing. It applies to all threads."""

    def __init__(self, check_nan: bool = True) -> None:
        self._looks = bool(check_nan)
        self._before: list[bool] = []

    def __enter__(self) -> None:
        self._before.append(is_anomaly_enabled())
        _let(self._looks)

    def __exit__(self, *exception: Any) -> None:
        _let(self._before.pop())


class set_detect_anomaly:
    """`detect_anomaly` from here on, or its end if `mode` is false; as a context manager, until the block ends."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._inside = detect_anomaly(bool(mode) and bool(check_nan))
        self._inside.__enter__()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: Any) -> None:
        self._inside.__exit__()


def is_anomaly_enabled() -> bool:
    """Whether gradients are looked at."""
    return _core.watches_steps()  # type: ignore[no-any-return]


def _let(looks: bool) -> None:
    _core.watch_steps(_Step if looks else None)
    _core.something_changed()  # graphs that find gradients refuse


def refuse_in_graphs() -> None:
    """Raises where gradients of a graph would not be looked at."""
    if is_anomaly_enabled():
        raise NotImplementedError(at_user_line("detect_anomaly: expects backward outside of nn.Graph.build"))


class _Step:
    """A step of a walk: made before its gradients are found, called with them."""

    def __init__(self, step: Any, arrived: list[Any]):
        self._step = step
        self._operands = _operands(step)  # which are gone once the gradients are there
        with _executor.gradients(False):
            if any(map(_has_nan, arrived)):
                raise _error(f"got some that arrive at {_named(step)}: a sum of gradients, or one that was given")

    def __call__(self, found: list[Any]) -> None:
        with _executor.gradients(False):
            if not any(map(_has_nan, found)):
                return
            got = f"got some of {_named(self._step)}"
            for number, operand in self._operands:
                if _has_nan(operand):
                    raise _error(f"{got}, as operand {number} has NaN{_origin(operand)}")
            raise _error(got)


def _error(got: str) -> RuntimeError:
    return RuntimeError(at_user_line(f"backward: expects gradients without NaN, {got}"))


def _named(step: Any) -> str:
    return repr(step)[1:-1]


def _has_nan(tensor: Any) -> bool:
    return tensor is not None and tensor.dtype.is_floating_point and bool(tensor.isnan().any())


def _operands(step: Any) -> list[tuple[int, Any]]:
    """Numbers and tensors of the operands that it has kept."""
    return _core.node_operands(step) if isinstance(step, _core.NodeFields) else []  # type: ignore[no-any-return]


def _origin(operand: Any) -> str:
    """Who computed the NaN of an operand, if that is known: the first function that was given none."""
    made_by = None
    while operand is not None and operand._node is not None:
        if operand._view is not None:
            operand = operand._view.source
            continue
        made_by = operand._node
        operand = next((each for _, each in _operands(made_by) if _has_nan(each)), None)
    return f", which {_named(made_by)} computed first" if made_by is not None else ""

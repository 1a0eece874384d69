"""The current executor of ops. `dispatch` calls the trace of a `build`, or another executor, such as an importer's
builder; this module knows none of them."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Iterator, Protocol, Sequence

import numpy as np

from . import _core
from ._dtypes import dtype as DType
from ._errors import EagerNotAvailable, at_user_line
from ._spec import Op

if TYPE_CHECKING:
    from ._device import device as Device
    from ._random import Generator


class Executor(Protocol):
    """Where ops go. Operands and results are tensors that stand for values of the executor's own
    (`_tensor_base.traced`)."""

    device: Device  # of all its values

    def emit(self, op: Op, operands: Sequence[Any], attributes: Sequence[tuple[str, Any]]) -> list[Any]:
        """The op's results. Operands have the dtypes and shapes that its record asks for, None where one is left out;
        attributes are numbers, flags, words and dtypes under their names in the record. Raises ValueError for what the
        op's inference refuses."""

    def constant(self, values: np.ndarray, shape: tuple[int, ...], dtype: DType) -> Any:
        """`values` in the dtype's storage: all elements, or one that all equal."""

    def random_stream(self, generator: Generator) -> tuple[Any, Any]:
        """The generator's seed and its step, both int64, which each run takes anew so that runs draw other numbers."""


_state = threading.local()  # each thread has an executor of its own


def current() -> Executor | None:
    """Who executes ops, if anybody does."""
    return getattr(_state, "executor", None)


@contextmanager
def executing(executor: Executor | None) -> Iterator[None]:
    """Ops inside go to `executor`."""
    before = current()
    _set(executor)
    try:
        yield
    finally:
        _set(before)


def _set(executor: Executor | None) -> None:
    _state.executor = executor
    _core.set_executing(executor is not None)


def suspended() -> AbstractContextManager[None]:
    """Ops and creation as outside of `build`, for tensors that a graph needs as variables."""
    return executing(None)


def executor(function: str) -> Executor:
    """Who executes the op that the user called as `function`."""
    found = current()
    if found is None:
        raise not_in_build(function)
    return found


def not_in_build(function: str, advice: bool = True) -> EagerNotAvailable:
    """The error of what only an executor can do; with advice for what computes a value."""
    message = f"{function}: runs inside nn.Graph.build only, eager execution is not available"
    if advice:
        message += "; put the computation into a weir.nn.Graph and call that, or use tensor.numpy()"
    return EagerNotAvailable(at_user_line(message))

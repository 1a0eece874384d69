"""The current executor of ops. `dispatch` calls the trace of a `build`, or another executor, such as an importer's
builder; where there is none, ops are executed one by one. This module knows none of them."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterator, Protocol, Sequence

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


class EagerExecutor(Protocol):
    """What executes ops one by one, on tensors with data."""

    device: Device

    def together(self, name: str, function: Any, given: tuple[Any, ...], tensors: Sequence[Any]) -> Sequence[Any]:
        """What a module's function of what is given and of traced tensors makes of these, as one job."""

    def viewed(self, name: str, x: Any, attributes: dict[str, Any]) -> Any:
        """The result of an op that makes views."""

    def over(self, x: Any, sizes: Sequence[int], strides: Sequence[int], offset: int) -> Any:
        """A tensor over the memory of x, from so many elements behind its first on, which no gradients pass."""

    def let_pass(self, result: Any, source: Any, back: Callable[[Any], Any]) -> None:
        """Lets gradients of a tensor that has the elements of another in another way go on to that one."""

    def follow(self, view: Any) -> None:
        """Gives a view the history that it has since its source was written to."""

    def view_again(self, view: Any) -> Any:
        """The same view of its source as that is now."""

    def joined(self, tensors: Sequence[Any], dim: int) -> Any:
        """Tensors of one dtype behind one another along a dimension; None where that is a job's."""

    def copied(self, x: Any) -> Any:
        """The elements of x in memory of their own."""

    def moved(self, x: Any, device: Device) -> Any:
        """The same on another device."""

    def write(self, tensor: Any, new: Any, name: str, is_uniform: bool) -> None:
        """Gives a tensor a new value of its dtype and shape, of which all elements may be equal. Errors speak of the
        method `name`."""

    def become(self, tensor: Any, view: Callable[[Any], Any], name: str) -> None:
        """Lets a tensor be what `view`, which makes one, makes of what it is. Errors speak of the method `name`."""

    def strided(self, x: Any, sizes: Sequence[int], strides: Sequence[int], offset: int | None) -> Any:
        """A tensor in the memory of x, of these sizes, so many elements apart, from that many elements behind the first
        of the memory on, or from the first of x. Gradients pass it, but no writes where they flow."""

    def parted(
        self, x: Any, dim: int, join: Callable[[Sequence[Any], int], Any], cut: Callable[[], tuple[Any, ...]]
    ) -> tuple[Any, ...]:
        """The parts that `cut` makes of x, views of all of it along a dimension, of which `join` makes it again."""

    def backward(self, losses: Any, of: Any, inputs: Any, create_graph: bool, keeps: bool) -> None:
        """Adds to `grad` of what the losses, times those given of them, were computed from. With `keeps` it can be
        asked for again."""

    def register_hook(self, tensor: Any, hook: Callable[[Any], Any]) -> Any:
        """Lets the gradient of a tensor be what `hook` makes of it; what takes the hook away."""

    def register_behind(self, leaf: Any, hook: Callable[[Any], Any]) -> Any:
        """Calls `hook` with a leaf when its `grad` is there; what takes the hook away."""

    def retain(self, tensor: Any) -> None:
        """Lets a result keep its gradient."""

    def retains(self, tensor: Any) -> bool:
        """Whether it does."""

    def gradients_of(
        self, outputs: Sequence[Any], of: Sequence[Any], inputs: Sequence[Any], create_graph: bool, keeps: bool
    ) -> list[Any]:
        """Of the outputs, times those given of them, with respect to the inputs; None where there is no way."""

    def constant(self, values: np.ndarray, shape: tuple[int, ...], dtype: DType) -> Any:
        """See Executor."""

    def random_stream(self, generator: Generator) -> tuple[Any, Any]:
        """See Executor."""


_state = threading.local()  # each thread has an executor of its own
_eager: EagerExecutor


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


def executor() -> Executor:
    """Who executes ops; there must be one."""
    found = current()
    assert found is not None
    return found


def suspended() -> AbstractContextManager[None]:
    """Ops and creation as outside of `build`, for tensors that a graph needs as variables."""
    return executing(None)


def set_eager(executor: EagerExecutor) -> None:
    """Says who executes ops where nobody else does."""
    global _eager
    _eager = executor


def eager() -> EagerExecutor:
    """Who executes ops where nobody else does."""
    return _eager


def now() -> Any:
    """Who makes constants and draws: the current executor, or that of single ops."""
    return current() or _eager


# Whether gradients flow through ops that are executed one by one on this thread.
gradients_flow: Callable[[], bool] = _core.gradients_flow
let_gradients_flow: Callable[[bool], None] = _core.let_gradients_flow


@contextmanager
def gradients(flow: bool) -> Iterator[None]:
    """Whether they flow inside."""
    before = gradients_flow()
    let_gradients_flow(flow)
    try:
        yield
    finally:
        let_gradients_flow(before)


def only_in_build(function: str) -> EagerNotAvailable:
    """The error of what only a trace can do."""
    return EagerNotAvailable(at_user_line(f"{function}: runs inside nn.Graph.build only"))

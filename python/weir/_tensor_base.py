"""What the modules below the class Tensor know of it: what it says of itself, and how one is made."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Sequence, TypeVar

from . import _core
from ._dtypes import dtype as DType
from ._spelling import spelled

if TYPE_CHECKING:
    from ._device import device as Device
    from ._executor import Executor
    from ._tensor import Tensor


class TensorBase(_core.TensorFields):
    """The base of Tensor: `isinstance(x, TensorBase)` says that x is one. Its fields are C++'s; others are what users
    tag tensors with, such as parameters without weight decay."""

    __slots__ = ("__dict__",)
    dtype: DType
    shape: tuple[int, ...]
    requires_grad: bool
    device: Device


APART = object()  # in the place of the node of a view's source: the view never follows what that becomes



def is_traced(tensor: Any) -> bool:
    """Whether a tensor is a value of a trace, and has no data until that runs."""
    return tensor._trace is not None and tensor._held is None


def memory_of(tensor: Any) -> Any:
    """The storage of a tensor with data: of a global one that of what this rank has."""
    held = tensor._held
    return tensor._storage if held is None else held.local._storage


_BINARY = "add and eq floordiv ge gt le lshift lt matmul mod mul ne or pow rshift sub truediv xor".split()
_REFLECTED = [f"r{name}" for name in _BINARY]
_IN_PLACE = [f"i{name}" for name in _BINARY]
_OTHERS = ["abs", "getitem", "invert", "neg", "setitem"]
_OPERATORS = {f"__{name}__" for name in [*_BINARY, *_REFLECTED, *_IN_PLACE, *_OTHERS]}
_tensor: type[Any]
_Class = TypeVar("_Class", bound=type)


def tensor_class(defined: _Class) -> _Class:
    """Decorates the class of tensors, of which there is one."""
    global _tensor
    _tensor = defined
    for name in dir(defined):
        method = inspect.getattr_static(defined, name)
        if inspect.isfunction(method) and (name in _OPERATORS or not name.startswith("_")):
            setattr(defined, name, spelled(method))
    return defined


def stored(storage: Any, requires_grad: bool = False) -> Tensor:
    """A tensor of these elements, a `_core.Storage`."""
    made: Tensor = _tensor(storage, requires_grad)
    return made


def traced(executor: Executor, value: int, dtype: DType, shape: Sequence[int], requires_grad: bool = False) -> Tensor:
    """A tensor that stands for a value of an executor, by its number there."""
    made: Tensor = _tensor._of_value(executor, value, dtype, shape, requires_grad)
    return made

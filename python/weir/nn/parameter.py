"""Tensors that a module owns: parameters, which an optimizer updates, buffers, and those that get shapes later."""

from __future__ import annotations

import copy
from typing import Any, ClassVar, Sequence

from .. import _dtypes, _executor, _tracing
from .._creation import empty
from .._device import CPU, opened
from .._errors import at_user_line
from .._global import GlobalTensor
from .._tensor import Size, Tensor
from .._tensor_base import is_traced


class Parameter(Tensor):
    """A tensor that a module owns and an optimizer updates. It requires gradients unless told otherwise; assigned to an
    attribute of a module, it is one of `module.parameters()`. It shares the memory of `data`. Attributes that users tag
    it with go with its copies."""

    __slots__ = ()

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Parameter:
        return super().__new__(GlobalParameter if isinstance(data, GlobalTensor) else cls)

    def __init__(self, data: Any, requires_grad: bool = True):
        if not isinstance(data, Tensor):
            raise TypeError(at_user_line(f"Parameter: expects a Tensor, got {type(data).__name__}"))
        if is_traced(data):
            rule = "expects to be made of a tensor with data, got a traced value"
            advice = "make parameters and modules in __init__, not in nn.Graph.build or forward"
            raise RuntimeError(at_user_line(f"Parameter: {rule}; {advice}"))
        super().__init__(data._with_storage("Parameter"), requires_grad)

    def _copy(self) -> Parameter:
        """One of the same values over other memory."""
        return type(self)(Tensor(self._storage.clone()), self.requires_grad)

    def __deepcopy__(self, memo: dict[int, Any]) -> Parameter:
        copied = memo[id(self)] = self._copy()
        vars(copied).update(copy.deepcopy(vars(self), memo))
        return copied

    def __repr__(self) -> str:
        return "Parameter containing:\n" + super().__repr__()


class GlobalParameter(GlobalTensor, Parameter):
    """A parameter that ranks have together."""

    __slots__ = ()

    def __init__(self, data: GlobalTensor, requires_grad: bool = True):
        GlobalTensor.__init__(self, data._local, data.shape, data.placement, data.sbp)
        self.requires_grad = requires_grad

    __deepcopy__ = Parameter.__deepcopy__

    def _copy(self) -> Parameter:
        return GlobalParameter(self.clone(), self.requires_grad)  # type: ignore[arg-type]


class _BufferClass(type):
    def __instancecheck__(self, value: Any) -> bool:
        return isinstance(value, Tensor) and "persistent" in vars(value)


class Buffer(Tensor, metaclass=_BufferClass):
    """A tensor over the memory of `data`, or an empty one, that becomes a buffer of the module to whose attribute it is
    assigned, and is part of its `state_dict` if `persistent`. Its class is Tensor; `isinstance` tells buffers from
    others by their attribute `persistent`, which goes with copies. Raises TypeError for what is no tensor."""

    __slots__ = ()

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> Any:
        given = empty(0) if data is None else data
        if not isinstance(given, Tensor):
            raise TypeError(at_user_line(f"Buffer: expects a Tensor, got {type(given).__name__}"))
        made: Any = Tensor(given._with_storage("Buffer"), given.requires_grad)
        made.persistent = bool(persistent)
        return made


class UninitializedTensorError(ValueError, RuntimeError):
    """What is asked of a tensor that has no shape yet. PyTorch raises now the one and now the other."""


class UninitializedTensorMixin:
    """A tensor with a dtype and a device, but without a shape and elements until `materialize` gives it these. It keeps
    its identity, and its class becomes the plain one then. All that needs its shape or elements raises an error that is
    a ValueError and a RuntimeError."""

    __slots__ = ()
    cls_to_become: ClassVar[type[Tensor]] = Tensor
    shape: Any  # in the field, which C++ sees alone, is that of a scalar

    def _set_kind(self: Any, requires_grad: bool, device: Any, dtype: _dtypes.dtype | None) -> None:
        kind = type(self).__name__
        self._storage = self._trace = self._view = None
        self._value, self.shape = -1, Size()
        self._device = CPU if device is None else opened(device, kind)
        self.dtype = _dtypes.checked(dtype, kind, _dtypes.default())
        self._requires_grad = bool(requires_grad)

    def __getattribute__(self, name: str) -> Any:
        if name in ("shape", "_storage"):
            rule = "expects to have a shape before it is used, got none yet; call its module once first"
            raise UninitializedTensorError(at_user_line(f"{type(self).__name__}: {rule}"))
        return super().__getattribute__(name)

    @property
    def requires_grad(self: Any) -> bool:
        """Whether it will require gradients."""
        return self._requires_grad  # type: ignore[no-any-return]

    @requires_grad.setter
    def requires_grad(self: Any, wanted: bool) -> None:
        self._requires_grad = bool(wanted)

    def materialize(
        self: Any, shape: Sequence[int], device: Any = None, dtype: _dtypes.dtype | None = None
    ) -> None:
        """Gives the tensor a shape, and elements that are undefined, on another device and in another dtype if these
        are given."""
        with _executor.suspended():
            made = empty(tuple(shape), dtype=dtype or self.dtype, device=device or self._device)
        requires_grad = self._requires_grad
        self.__class__ = self.cls_to_become
        self._set_up(made._storage, requires_grad)
        _tracing.something_changed()

    def _copy(self: Any) -> Any:
        return type(self)(self._requires_grad, self._device, self.dtype)

    __deepcopy__ = Parameter.__deepcopy__

    def __reduce__(self: Any) -> tuple[Any, ...]:
        return type(self), (self._requires_grad, self._device, self.dtype), vars(self) or None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter whose shape follows from the first input of its module, or from what is loaded."""

    __slots__ = ()
    cls_to_become = Parameter

    def __new__(cls, *_: Any, **__: Any) -> UninitializedParameter:
        return Tensor.__new__(cls)

    def __init__(self, requires_grad: bool = True, device: Any = None, dtype: _dtypes.dtype | None = None):
        self._set_kind(requires_grad, device, dtype)


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """A buffer whose shape follows from the first input of its module, or from what is loaded."""

    __slots__ = ()

    def __init__(
        self,
        requires_grad: bool = False,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
        persistent: bool = True,
    ):
        self._set_kind(requires_grad, device, dtype)
        self.persistent = bool(persistent)


def is_lazy(param: Any) -> bool:
    """Whether it is a parameter or a buffer that has no shape yet."""
    return isinstance(param, UninitializedTensorMixin)

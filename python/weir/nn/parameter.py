"""Tensors that a module owns and an optimizer updates."""

from __future__ import annotations

import copy
from typing import Any

from .._errors import at_user_line
from .._global import GlobalTensor
from .._tensor import Tensor


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

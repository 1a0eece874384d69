"""Modules that apply one function."""

from __future__ import annotations

import dataclasses
import inspect
from typing import TYPE_CHECKING, Any, Callable, dataclass_transform

from .._spelling import with_older_reductions
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


_IN_PLACE = ("inplace", False)  # goes without saying


class _Signature:
    """That of a class's constructor."""

    def __get__(self, instance: Any, owner: Any) -> inspect.Signature:
        _with_constructor(owner)
        _, *parameters = inspect.signature(owner.__init__).parameters.values()
        return inspect.Signature(parameters)


def _with_constructor(kind: type) -> None:
    """Makes the constructors of a class and of its bases, which takes too long for all classes of a program."""
    for each in reversed(kind.__mro__):
        if each is not FunctionModule and issubclass(each, FunctionModule) and "__dataclass_fields__" not in vars(each):
            dataclasses.dataclass(eq=False, repr=False)(each)
            made: Any = vars(each)["__init__"]
            made.__code__ = made.__code__.replace(co_filename=__file__)  # what it raises names the line that calls it
            each.__init__ = with_older_reductions(made)  # type: ignore[misc]


@dataclass_transform(eq_default=False)
class FunctionModule(Module):
    """The base of modules that apply `function`. The annotated members of a subclass are the arguments of its
    constructor, in order; `function` takes them by name after the inputs."""

    _function: Callable[..., Tensor]
    __signature__ = _Signature()

    def __init_subclass__(cls, function: Callable[..., Tensor] | None = None) -> None:
        if function is not None:
            cls._function = staticmethod(function)

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if "__dataclass_fields__" not in vars(cls):
            _with_constructor(cls)
        # The constructor that the members make does not call that of Module.
        made = super().__new__(cls)
        Module.__init__(made)
        return made

    def members(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}  # type: ignore[arg-type]

    def arguments(self) -> dict[str, Any]:
        """What the function gets by name."""
        return self.members()

    def forward(self, *inputs: Tensor) -> Tensor:
        return self._function(*inputs, **self.arguments())

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self._shown().items())

    def _shown(self) -> dict[str, Any]:
        """What repr shows: whether a function changes its input only where it does."""
        return {name: value for name, value in self.members().items() if (name, value) != _IN_PLACE}

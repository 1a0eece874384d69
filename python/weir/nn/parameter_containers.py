"""Lists and dicts of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator

from .._errors import at_user_line
from .._tensor_base import TensorBase
from .._tensor_types import name_of
from .module import Module
from .parameter import Parameter, is_lazy

if TYPE_CHECKING:
    from .._tensor import Tensor


def _as_parameter(value: Any, container: str) -> Any:
    if isinstance(value, Parameter):
        return value
    if not isinstance(value, TensorBase):
        raise TypeError(at_user_line(f"{container}: expects parameters or tensors, got {type(value).__name__}"))
    return Parameter(value)  # type: ignore[arg-type]


def _lines(container: Module, kind_of: Callable[[Any], str]) -> str:
    """What repr shows of parameters."""
    lines = []
    for name, each in container._parameters.items():
        size = "" if each is None or is_lazy(each) else "x".join(map(str, each.shape))
        kind = "None" if each is None else f"Parameter containing: [{kind_of(each)} of size {size}]"
        lines.append(f"  ({name}): {kind}")
    return "\n".join(lines)


class ParameterList(Module):
    """A list of parameters, whose names are their numbers. Tensors become parameters."""

    def __init__(self, values: Any = ()) -> None:
        super().__init__()
        self.extend(values)

    def append(self, value: Tensor) -> ParameterList:
        """Adds a parameter at the end; the list itself."""
        self.register_parameter(str(len(self)), _as_parameter(value, "ParameterList"))
        return self

    def extend(self, values: Any) -> ParameterList:
        """Adds several at the end; the list itself."""
        for value in values:
            self.append(value)
        return self

    def __iadd__(self, values: Any) -> ParameterList:
        return self.extend(values)

    def pop(self, index: int = -1) -> Any:
        """The parameter at an index, which is taken out; those behind it are numbered anew."""
        parameter, values = self[index], list(self)
        del values[index]
        for name in list(self._parameters):
            delattr(self, name)
        self.extend(values)
        return parameter

    def _name_of(self, index: int) -> str:
        if not -len(self) <= index < len(self):
            raise IndexError(
                at_user_line(f"ParameterList: expects an index in [{-len(self)}, {len(self)}), got {index}")
            )
        return str(index % len(self))

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return ParameterList(list(self)[index])
        return self._parameters[self._name_of(index)]

    def __setitem__(self, index: int, value: Tensor) -> None:
        self.register_parameter(self._name_of(index), _as_parameter(value, "ParameterList"))

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parameters.values())

    def extra_repr(self) -> str:
        return _lines(self, lambda x: f"{x.dtype!r}")


class ParameterDict(Module):
    """A dict of parameters. Tensors become parameters."""

    def __init__(self, parameters: Any = ()) -> None:
        super().__init__()
        self.update(parameters)

    def update(self, parameters: Any) -> None:
        """Adds the parameters of a mapping, or of pairs of a name and a parameter."""
        for name, value in dict(parameters).items():
            self[name] = value

    def __setitem__(self, name: str, value: Tensor) -> None:
        self.register_parameter(name, _as_parameter(value, "ParameterDict"))

    def __getitem__(self, name: str) -> Any:
        return self._parameters[name]

    def __delitem__(self, name: str) -> None:
        self.pop(name)

    def __contains__(self, name: object) -> bool:
        return name in self._parameters

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)

    def get(self, name: str, default: Any = None) -> Any:
        """The parameter of this name, or `default`."""
        return self._parameters.get(name, default)

    def pop(self, name: str) -> Any:
        """The parameter of this name, which is taken out."""
        parameter = self[name]
        delattr(self, name)
        return parameter

    def clear(self) -> None:
        """Takes all parameters out."""
        for name in list(self):
            delattr(self, name)

    def setdefault(self, name: str, default: Any = None) -> Any:
        """The parameter of this name, which is `default` if there was none."""
        if name not in self:
            self[name] = default
        return self[name]

    def keys(self) -> Any:
        return self._parameters.keys()

    def values(self) -> Any:
        return self._parameters.values()

    def items(self) -> Any:
        return self._parameters.items()

    def extra_repr(self) -> str:
        return _lines(self, name_of)

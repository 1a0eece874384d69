"""What a build assigns to attributes of modules and graphs. While it is traced, an attribute is what was assigned to
it; afterwards it is again the tensor that it was, which each run gives the value, or a result of the latest run."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

from ._errors import at_user_line
from ._tensor_base import TensorBase, is_traced

if TYPE_CHECKING:
    from ._tracing import Trace

_ABSENT = object()
# Results of runs that attributes are, and that no build reads, by id. What a build reads is a state that runs share.
_LEFT: dict[int, weakref.ref[Any]] = {}


def leave(table: dict[str, Any], name: str, result: Any) -> None:
    """Lets an attribute be the result of a run."""
    number = id(result)
    _LEFT[number] = weakref.ref(result, lambda _: _LEFT.pop(number, None))
    table[name] = result


def is_left(tensor: Any) -> bool:
    """Whether it is such a result."""
    return id(tensor) in _LEFT


class Kept(NamedTuple):
    """An attribute that is a result of each run."""

    table: dict[str, Any]
    name: str
    value: Any  # a traced tensor


class Assigned:
    """Attributes of one trace, by the dictionaries that hold them."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._before: dict[tuple[int, str], tuple[dict[str, Any], Any]] = {}

    def assign(self, table: dict[str, Any], name: str, value: Any, what: str) -> None:
        """Sets `table[name]`. Fails if a tensor that runs share cannot have the value. `what` names the attribute."""
        key = (id(table), name)
        if key not in self._before:
            self._before[key] = (table, self._state_before(table.get(name, _ABSENT)))
        before = self._before[key][1]
        if _has_memory(before) and value is not before:
            if not isinstance(value, TensorBase):
                raise TypeError(at_user_line(f"expects {what} to stay a Tensor in build, got {type(value).__name__}"))
            if value.dtype is not before.dtype or value.shape != before.shape:
                raise ValueError(
                    at_user_line(
                        f"expects {what} to stay a {before.dtype.name} of shape {tuple(before.shape)} in build, got "
                        f"{value.dtype.name} of shape {tuple(value.shape)}"
                    )
                )
        table[name] = value

    def holds(self, owner: Any, name: str) -> bool:
        """Whether the trace has assigned to this attribute of an object."""
        return (id(object.__getattribute__(owner, "__dict__")), name) in self._before

    def _state_before(self, before: Any) -> Any:
        """What an attribute is before the build assigns to it; nothing, if that was a result that it does not read."""
        if before is _ABSENT or not _has_memory(before) or not is_left(before):
            return before
        if not self._trace.uses(before):
            return _ABSENT
        _LEFT.pop(id(before), None)
        return before

    def write(self) -> None:
        """Writes what attributes are now to the tensors that they were."""
        for (_, name), (table, before) in self._before.items():
            if _has_memory(before) and table[name] is not before:
                self._trace.write(before, table[name])

    def kept(self) -> list[Kept]:
        """Attributes that held no tensor before the build and hold a traced one."""
        now = [(table, name, table.get(name), before) for (_, name), (table, before) in self._before.items()]
        return [Kept(*each) for *each, before in now if not _has_memory(before) and _is_traced(each[2])]

    def restore(self) -> None:
        """Lets attributes be what they were; those that held nothing but what has no value before a run stay away."""
        for (_, name), (table, before) in self._before.items():
            if before is not _ABSENT and not _is_traced(before):
                table[name] = before
            elif _is_traced(table.get(name)):
                del table[name]
        self._before.clear()


def _has_memory(value: Any) -> bool:
    return isinstance(value, TensorBase) and not _is_traced(value)


def _is_traced(value: Any) -> bool:
    return isinstance(value, TensorBase) and is_traced(value)

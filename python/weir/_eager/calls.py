"""What jobs compute: functions of tensors, with keys that tell them apart, and as data that another process reads."""

from __future__ import annotations

import sys
from typing import Any, Callable, Mapping, NamedTuple, Sequence

from .. import _dispatch, _dtypes
from .._number import Number, Source
from .._tensor import Size

# Of traced tensors, traced tensors; None stands for what doesn't depend on them.
Function = Callable[..., Sequence[Any]]

TENSOR, NUMBER, INTEGER = object(), object(), object()  # in the place of one, among operands
_IN_DATA = {id(TENSOR): "tensor", id(NUMBER): "number", id(INTEGER): "integer"}
_PLACES = {"tensor": TENSOR, "number": NUMBER, "integer": INTEGER}
_SOURCE = Source("a number", lambda: None)


class Call(NamedTuple):
    """What a job computes: a function, the key that stands for it, and its name for people."""

    key: Any
    name: str
    function: Any  # Function
    amp: bool = False  # products are computed in bfloat16, which the key says, too

    def data(self) -> list[Any] | None:
        """What stands for it in other processes, made of what JSON has; None where nothing does."""
        describe = getattr(self.function, "data", None)
        made = None if describe is None else describe()
        default = _dtypes.default()
        said = [] if default is _dtypes.float32 else [default.name]
        return None if made is None else [*made, self.amp, *said]


class Dispatched:
    """An op as a function of its tensors. `operands` has numbers and None where they stand; numbers that are inputs are
    scalars behind the tensors, of float64, or integers of int64."""

    __slots__ = ("name", "function", "operands", "attributes")

    def __init__(self, name: str, function: str, operands: Sequence[Any], attributes: dict[str, Any]):
        self.name, self.function, self.operands, self.attributes = name, function, operands, attributes

    def __call__(self, *tensors: Any) -> Sequence[Any]:
        count = sum(each is TENSOR for each in self.operands)
        given, numbers = iter(tensors[:count]), iter(tensors[count:])
        made: dict[int, Callable[[], Any]] = {
            id(TENSOR): lambda: next(given),
            id(NUMBER): lambda: Number(_SOURCE, next(numbers)),
            id(INTEGER): lambda: next(numbers),
        }
        operands = [made[id(each)]() if id(each) in made else each for each in self.operands]
        results = _dispatch.dispatch(self.name, operands, function=self.function, **self.attributes)
        return results if isinstance(results, tuple) else (results,)

    def with_inputs(self, kinds: Mapping[type, Any]) -> Dispatched:
        """The same with its numbers of these kinds as inputs, whose places are NUMBER and INTEGER."""
        operands = [kinds.get(type(each), each) for each in self.operands]
        return Dispatched(self.name, self.function, operands, self.attributes)

    def call(self, what: str, amp: bool) -> Call:
        """Of a function that people know as `what`."""
        words = [(word, frozen(value)) for word, value in self.attributes.items()]
        key = (self.name, self.function, *map(frozen, self.operands), *words, amp)
        return Call(key, what, self, amp)

    def data(self) -> list[Any] | None:
        """See Call."""
        try:
            operands = [_IN_DATA.get(id(each)) or _data_of(each) for each in self.operands]
            attributes = {word: _data_of(value) for word, value in sorted(self.attributes.items())}
        except _NoDataError:
            return None
        return ["op", self.name, self.function, operands, attributes]

    @staticmethod
    def of_data(name: str, function: str, operands: Sequence[Any], attributes: dict[str, Any]) -> Dispatched:
        """Of what `data` has made, behind its first word."""
        given = [_PLACES.get(each, each) if type(each) is str else each for each in operands]
        return Dispatched(name, function, given, {word: _of_data(value) for word, value in attributes.items()})


class Several:
    """Several ops as a function of tensors: one of a module of this package, behind parameters that are given."""

    __slots__ = ("function", "given")

    def __init__(self, function: Function, given: tuple[Any, ...]):
        self.function, self.given = function, given

    def __call__(self, *tensors: Any) -> Sequence[Any]:
        return self.function(*self.given, *tensors)

    def call(self, what: str) -> Call:
        """See Dispatched."""
        return Call(("several", self.function, *map(frozen, self.given)), what, self)

    def data(self) -> list[Any] | None:
        """See Call."""
        try:
            given = [*map(_data_of, self.given)]
        except _NoDataError:
            return None
        return ["several", self.function.__module__, self.function.__name__, given]

    @staticmethod
    def of_data(module: str, name: str, given: Sequence[Any]) -> Several:
        """See Dispatched."""
        return Several(getattr(sys.modules[module], name), tuple(map(_of_data, given)))


class _NoDataError(Exception):
    """Something that JSON hasn't."""


def _data_of(value: Any) -> Any:
    """A number, a word, a dtype or a list of such as JSON has it."""
    kind = type(value)
    if kind is _dtypes.dtype:
        return {"dtype": value.name}
    if kind in (tuple, list, Size):
        return [*map(_data_of, value)]
    if value is None or kind in (int, float, bool, str):
        return value
    raise _NoDataError


def _of_data(made: Any) -> Any:
    if isinstance(made, dict):
        return next(each for each in _dtypes.ALL if each.name == made["dtype"])
    return tuple(map(_of_data, made)) if isinstance(made, list) else made


def frozen(value: Any) -> Any:
    """A number, a word or a list of such as a part of a key. 0.0 and -0.0 are two, as are 1 and 1.0."""
    kind = type(value)
    if kind is float:
        return repr(value)
    if kind is int or kind is str or kind is _dtypes.dtype or value is None or kind is object:
        return value
    if kind in (list, tuple, Size):
        return tuple(map(frozen, value))
    return kind, repr(value)

"""Nested tuples, lists and dicts of tensors, taken apart and put together again."""

from __future__ import annotations

import inspect
from enum import Enum
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, Sequence

import numpy as np

from ._device import device as Device
from ._dispatch import python_scalar
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._number import Number
from ._open_sizes import OpenSize
from ._tensor import Tensor


class Structure(NamedTuple):
    """A node. `kind` is "tensor", "value" (a leaf that is no tensor), or the container's type."""

    kind: Any
    keys: tuple[Any, ...] = ()
    children: tuple[Structure, ...] = ()
    value: Any = None

    def leaves(self, prefix: str) -> Iterator[tuple[str, Structure]]:
        """Each with a name, in the order of `flatten`."""
        if self.kind in ("tensor", "value"):
            yield prefix, self
        for key, child in zip(self.keys, self.children):
            yield from child.leaves(f"{prefix}.{key}" if prefix else str(key))

    def paths(self, prefix: str) -> Iterator[str]:
        """A name for each tensor."""
        return (name for name, leaf in self.leaves(prefix) if leaf.kind == "tensor")

    def arguments(self, parameters: Sequence[inspect.Parameter]) -> Iterator[tuple[str, Structure]]:
        """The leaves of (args, kwargs) with names after the function's parameters."""
        args, kwargs = self.children
        positional = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        variadic = next((p.name for p in parameters if p.kind == p.VAR_POSITIONAL), "args")
        for index, child in enumerate(args.children):
            extra = index - len(positional)
            yield from child.leaves(positional[index] if extra < 0 else f"{variadic}.{extra}")
        yield from kwargs.leaves("")

    def with_numbers(self, numbers: Mapping[int, Number], floats: Iterator[int]) -> Structure:
        """The same with numbers in the places of some floats, by the order of all floats."""
        if self.kind == "value":
            number = numbers.get(next(floats)) if type(self.value) is float else None
            return self if number is None else self._replace(value=number)
        children = tuple(child.with_numbers(numbers, floats) for child in self.children)
        return self._replace(children=children) if children else self


class Signature(NamedTuple):
    """What a program is compiled for, as one list without nesting: containers with their keys, shapes, dtypes, devices,
    and types and values of other leaves, as 1, 1.0 and True are equal in Python and different programs. And the
    tensors, and the floats with their places in the list."""

    tokens: list[Any]
    tensors: list[Tensor]
    floats: list[tuple[int, float]]


def signature_of(args: Sequence[Any], kwargs: dict[str, Any]) -> Signature:
    signature = Signature([len(args)], [], [])
    _sign(args, signature)
    if kwargs:
        signature.tokens.append(tuple(kwargs))
        _sign(kwargs.values(), signature)
    return signature


def repetitions(tensors: Sequence[Tensor]) -> tuple[int, ...]:
    """For each tensor the place of the one that it is; nothing where all are different tensors."""
    if len(tensors) < 2 or len(set(map(id, tensors))) == len(tensors):
        return ()
    places = {id(tensor): place for place, tensor in zip(range(len(tensors) - 1, -1, -1), reversed(tensors))}
    return tuple(places[id(tensor)] for tensor in tensors)


def _sign(values: Iterable[Any], signature: Signature) -> None:
    tokens, tensors, floats = signature
    for value in values:
        if isinstance(value, Tensor):
            tensors.append(value)
            tokens.append(value.shape)
            tokens.append(value.dtype)
            tokens.append(value._device)
        elif isinstance(value, (tuple, list)):
            kind, items = taken_apart(value)
            tokens.append((kind, len(items)))
            _sign(items, signature)
        elif isinstance(value, dict):
            tokens.append((type(value), tuple(value)))
            _sign(value.values(), signature)
        else:
            leaf = _leaf(value)
            if type(leaf) is float:
                floats.append((len(tokens), leaf))
            tokens.append((type(leaf), repr(leaf)))


def taken_apart(value: Any) -> tuple[Any, Sequence[Any]]:
    """The class and the items of a tuple or list; of a packed sequence those of the form that graphs take."""
    as_parts = getattr(value, "as_parts", None)
    return (type(value), value) if as_parts is None else as_parts()


def _leaf(value: Any) -> Any:
    """A number, a word or another constant of programs. Equal ones look equal."""
    value = python_scalar(value)
    if type(value) in (Number, OpenSize):
        value.needed()
    if value is None or isinstance(value, (bool, int, float, str, Enum, range, DType, Device)):
        return value
    hint = "; weir.from_numpy makes a tensor of an array" if isinstance(value, np.ndarray) else ""
    raise TypeError(
        at_user_line(
            "graph: expects tensors, numbers, strings, dtypes, devices and None in tuples, lists and dicts, got "
            f"{type(value).__name__}{hint}"
        )
    )


def flatten(value: Any) -> tuple[Structure, list[Tensor]]:
    tensors: list[Tensor] = []
    return _flatten(value, tensors), tensors


def _flatten(value: Any, tensors: list[Tensor]) -> Structure:
    if isinstance(value, Tensor):
        tensors.append(value)
        return _TENSOR
    if isinstance(value, (tuple, list)):
        kind, items = taken_apart(value)
        return Structure(kind, tuple(range(len(items))), tuple(_flatten(item, tensors) for item in items))
    if isinstance(value, dict):
        keys = tuple(value)
        return Structure(type(value), keys, tuple(_flatten(value[key], tensors) for key in keys))
    return Structure("value", value=_leaf(value))


_TENSOR = Structure("tensor")


def rebuilt(kind: Any, items: dict[Any, Any]) -> Any:
    """A dict of a class that has these items. One whose constructor takes neither a dict nor the items by keyword is a
    plain dict."""
    if kind is dict:
        return items
    for arguments, keywords in (((items,), {}), ((), items)):
        try:
            made = kind(*arguments, **keywords)
        except Exception:  # of code that is not ours: any means that it takes other arguments
            continue
        if [*made] == [*items] and all(made[key] is value for key, value in items.items()):
            return made
    return items


def unflatten(structure: Structure, tensors: Sequence[Tensor]) -> Any:
    if structure is _TENSOR:
        return tensors[0]
    remaining = iter(tensors)
    return _unflatten(structure, remaining)


def _unflatten(structure: Structure, remaining: Iterator[Tensor]) -> Any:
    if structure.kind == "tensor":
        return next(remaining)
    if structure.kind == "value":
        return structure.value
    children = [_unflatten(child, remaining) for child in structure.children]
    if issubclass(structure.kind, dict):
        return rebuilt(structure.kind, dict(zip(structure.keys, children)))
    if hasattr(structure.kind, "_fields"):  # a named tuple
        return structure.kind(*children)
    return structure.kind(children)

"""Nested tuples, lists and dicts of tensors, taken apart and put together again."""

from __future__ import annotations

import inspect
from typing import Any, Iterable, Iterator, NamedTuple, Sequence

import numpy as np

from ._dispatch import python_scalar
from ._errors import at_user_line
from ._tensor import Tensor


class Structure(NamedTuple):
    """A node. `kind` is "tensor", "value" (a leaf that is no tensor), or the container's type."""

    kind: Any
    keys: tuple[Any, ...] = ()
    children: tuple[Structure, ...] = ()
    value: Any = None

    def paths(self, prefix: str) -> Iterator[str]:
        """A name for each tensor, in the order of `flatten`."""
        if self.kind == "tensor":
            yield prefix
        for key, child in zip(self.keys, self.children):
            yield from child.paths(f"{prefix}.{key}" if prefix else str(key))

    def argument_paths(self, parameters: Sequence[inspect.Parameter]) -> Iterator[str]:
        """Names for the tensors of (args, kwargs) after the function's parameters."""
        args, kwargs = self.children
        positional = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        variadic = next((p.name for p in parameters if p.kind == p.VAR_POSITIONAL), "args")
        for index, child in enumerate(args.children):
            extra = index - len(positional)
            yield from child.paths(positional[index] if extra < 0 else f"{variadic}.{extra}")
        yield from kwargs.paths("")


def signature_of(args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[list[Any], list[Tensor]]:
    """What a program is compiled for, as one list without nesting, and the tensors: containers with their keys, shapes,
    dtypes, devices, and types and values of other leaves, as 1, 1.0 and True are equal in Python and different
    programs."""
    tokens: list[Any] = [len(args)]
    tensors: list[Tensor] = []
    _sign(args, tokens, tensors)
    if kwargs:
        tokens.append(tuple(kwargs))
        _sign(kwargs.values(), tokens, tensors)
    return tokens, tensors


def _sign(values: Iterable[Any], tokens: list[Any], tensors: list[Tensor]) -> None:
    for value in values:
        if isinstance(value, Tensor):
            tensors.append(value)
            tokens.append(value.shape)
            tokens.append(value.dtype)
            tokens.append(value._device)
        elif isinstance(value, (tuple, list)):
            tokens.append((type(value), len(value)))
            _sign(value, tokens, tensors)
        elif isinstance(value, dict):
            tokens.append((dict, tuple(value)))
            _sign(value.values(), tokens, tensors)
        else:
            leaf = _leaf(value)
            tokens.append((type(leaf), repr(leaf)))


def _leaf(value: Any) -> bool | int | float | str | None:
    value = python_scalar(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    hint = "; weir.from_numpy makes a tensor of an array" if isinstance(value, np.ndarray) else ""
    raise TypeError(
        at_user_line(
            "graph: expects tensors, numbers, strings and None in tuples, lists and dicts, got "
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
        children = tuple(_flatten(item, tensors) for item in value)
        return Structure(type(value), tuple(range(len(value))), children)
    if isinstance(value, dict):
        keys = tuple(value)
        return Structure(dict, keys, tuple(_flatten(value[key], tensors) for key in keys))
    return Structure("value", value=_leaf(value))


_TENSOR = Structure("tensor")


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
    if structure.kind is dict:
        return dict(zip(structure.keys, children))
    if hasattr(structure.kind, "_fields"):  # a named tuple
        return structure.kind(*children)
    return structure.kind(children)

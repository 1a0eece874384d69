"""Nested tuples, lists and dicts of tensors, taken apart and put together again."""

from __future__ import annotations

import inspect
from typing import Any, Iterator, NamedTuple, Sequence

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
    if value is None or isinstance(value, (bool, int, float, str)):
        return Structure("value", value=value)
    raise TypeError(
        at_user_line(
            f"graph: expects tensors, numbers, strings and None in tuples, lists and dicts, got {type(value).__name__}"
        )
    )


_TENSOR = Structure("tensor")


def unflatten(structure: Structure, tensors: Sequence[Tensor]) -> Any:
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


def signature_of(structure: Structure, tensors: Sequence[Tensor]) -> Any:
    """What a program is compiled for: structure, shapes, dtypes, and the values of leaves that are no tensors."""
    return _typed(structure), tuple((tensor.shape, tensor.dtype) for tensor in tensors)


def _typed(structure: Structure) -> Any:
    """1, 1.0 and True are equal in Python and different programs."""
    if structure.kind == "value":
        return type(structure.value), repr(structure.value)
    if structure.kind == "tensor":
        return "tensor"
    return structure.kind, structure.keys, tuple(_typed(child) for child in structure.children)

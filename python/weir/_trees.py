"""Nested containers of anything, taken apart and put together again: PyTorch's torch.utils._pytree."""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Sequence

from ._errors import at_user_line
from ._structure import Structure, rebuilt

__all__ = ["tree_all", "tree_any", "tree_flatten", "tree_leaves", "tree_map", "tree_map_only", "tree_unflatten"]

_LEAF = Structure("value")


def tree_flatten(tree: Any) -> tuple[list[Any], Structure]:
    """The leaves in order, and how they were nested in tuples, lists, dicts and deques."""
    leaves: list[Any] = []
    return leaves, _taken_apart(tree, leaves)


def _taken_apart(tree: Any, leaves: list[Any]) -> Structure:
    if isinstance(tree, dict):
        keys: Sequence[Any] = tuple(tree)
    elif isinstance(tree, (tuple, list, deque)):
        keys = range(len(tree))
    else:
        leaves.append(tree)
        return _LEAF
    return Structure(type(tree), tuple(keys), tuple(_taken_apart(tree[key], leaves) for key in keys))


def tree_unflatten(leaves: Any, treespec: Structure) -> Any:
    """Leaves nested as others were."""
    given = list(leaves)
    count = sum(1 for _ in treespec.leaves(""))
    if len(given) != count:
        raise ValueError(at_user_line(f"tree_unflatten: expects {count} leaves, got {len(given)}"))
    return _put_together(treespec, iter(given))


def _put_together(structure: Structure, leaves: Any) -> Any:
    if structure.kind == "value":
        return next(leaves)
    children = [_put_together(child, leaves) for child in structure.children]
    if issubclass(structure.kind, dict):
        return rebuilt(structure.kind, dict(zip(structure.keys, children)))
    return structure.kind(*children) if hasattr(structure.kind, "_fields") else structure.kind(children)


def tree_leaves(tree: Any) -> list[Any]:
    """The leaves in order."""
    return tree_flatten(tree)[0]


def tree_map(func: Callable[..., Any], tree: Any, *rests: Any) -> Any:
    """What the function makes of each leaf, and of those in the same places of the other trees, nested as they are."""
    leaves, structure = tree_flatten(tree)
    others = [tree_flatten(each) for each in rests]
    if any(each != structure for _, each in others):
        raise ValueError(at_user_line("tree_map: expects trees that are nested alike, got others"))
    return tree_unflatten([func(*each) for each in zip(leaves, *(found for found, _ in others))], structure)


def tree_map_only(kinds: Any, func: Callable[[Any], Any], tree: Any) -> Any:
    """The same tree with what the function makes of the leaves that are of a type, or of one of several."""
    return tree_map(lambda leaf: func(leaf) if isinstance(leaf, kinds) else leaf, tree)


def tree_all(pred: Callable[[Any], bool], tree: Any) -> bool:
    """Whether it holds for all leaves."""
    return all(map(pred, tree_leaves(tree)))


def tree_any(pred: Callable[[Any], bool], tree: Any) -> bool:
    """Whether it holds for a leaf."""
    return any(map(pred, tree_leaves(tree)))

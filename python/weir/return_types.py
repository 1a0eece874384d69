"""What functions that give several tensors give: named tuples, each by the name of its function, as in PyTorch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._tensor import Tensor


class ValuesAndIndices(NamedTuple):
    """Elements, and their positions along a dimension."""

    values: Tensor
    indices: Tensor


class MinAndMax(NamedTuple):
    """The smallest and the largest elements."""

    min: Tensor
    max: Tensor


class Histogram(NamedTuple):
    """How much is between neighbouring edges."""

    hist: Tensor
    bin_edges: Tensor


def _shown(result: Any) -> str:
    items = ",\n".join(f"{name}={each!r}" for name, each in zip(result._fields, result))
    return f"{__name__}.{type(result).__name__}(\n{items})"


def _of(function: str, kind: type) -> Any:
    members = {"__module__": __name__, "__slots__": (), "__repr__": _shown, "__doc__": kind.__doc__}
    return type(function, (kind,), members)


_OF_INDICES = "cummax cummin kthvalue max median min mode nanmedian sort topk"
TYPES = {name: _of(name, ValuesAndIndices) for name in _OF_INDICES.split()}
TYPES |= {"aminmax": _of("aminmax", MinAndMax), "histogram": _of("histogram", Histogram)}
globals().update(TYPES)
__all__ = [*TYPES]

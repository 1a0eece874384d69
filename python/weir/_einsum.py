"""Einstein summation by matrix products."""

from __future__ import annotations

import math
import string
from typing import TYPE_CHECKING, Any, Collection, NamedTuple, Sequence, TypeAlias

from . import _ops, _tracing
from ._dispatch import dimension
from ._errors import at_user_line
from ._indexing import diagonal
from ._shape import reshape

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["einsum", "tensordot"]

Labels: TypeAlias = "list[str | int]"  # of dimensions: letters, and numbers from -1 down for those of `...`


class _Labelled(NamedTuple):
    """A tensor whose dimensions have labels, each once."""

    labels: Labels
    x: Any

    def ordered(self, labels: Labels) -> Tensor:
        return _ops.permute(self.x, [self.labels.index(label) for label in labels])

    def summed(self, kept: Collection[str | int]) -> _Labelled:
        """Without the labels that are not kept."""
        dims = [d for d, label in enumerate(self.labels) if label not in kept]
        labels = [label for label in self.labels if label in kept]
        return _Labelled(labels, _ops.sum(self.x, dims)) if dims else self


def einsum(equation: str, *operands: Any) -> Tensor:
    """The sum of products in Einstein's notation, as "bij,bjk->bik": each letter is a dimension, equal letters are
    equal positions, and the result sums over those that it lacks. `...` is any number of dimensions, which broadcast.
    Without "->" the result has those and, in alphabetical order, the letters that stand once. Several operands are
    multiplied from left to right."""
    tensors = list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else list(operands)
    for operand in tensors:
        if not isinstance(operand, _tracing.TensorBase):
            raise TypeError(at_user_line(f"einsum: expects operands to be Tensors, got {type(operand).__name__}"))
    terms, result = _parsed(equation, tensors)
    sizes = _sizes(equation, terms, tensors)
    factors = [_prepared(labels, x, sizes) for labels, x in zip(terms, tensors)]
    product = factors[0]
    for number, factor in enumerate(factors[1:], 1):
        later = {label for other in factors[number + 1 :] for label in other.labels}.union(result)
        product = _product(product, factor, later)
    return product.summed(result).ordered(result)


def _parsed(equation: str, tensors: Sequence[Tensor]) -> tuple[list[Labels], Labels]:
    """The labels of operands and result."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    texts = left.split(",")
    if len(texts) != len(tensors):
        raise ValueError(at_user_line(f"einsum: expects {len(texts)} operands for {equation!r}, got {len(tensors)}"))
    terms = []
    for text, x in zip(texts, tensors):
        letters = text.replace("...", "", 1)
        open_dims = len(x.shape) - len(letters)
        if open_dims < 0 or (open_dims and letters == text):
            facts = f"to name the dimensions of {tuple(x.shape)} in {equation!r}"
            raise ValueError(at_user_line(f"einsum: expects {text!r} {facts}"))
        terms.append(_labels(text, open_dims, equation))
    most = max(len(labels) - sum(isinstance(label, str) for label in labels) for labels in terms)
    every = [label for labels in terms for label in labels]
    once = sorted(label for label in every if isinstance(label, str) and every.count(label) == 1)
    result = _labels(right, most, equation) if arrow else [*range(-most, 0), *once]
    if len({*result}) < len(result) or not {*result} <= {*every}:
        raise ValueError(at_user_line(f"einsum: expects a result of distinct letters of operands, got {equation!r}"))
    return terms, result


def _labels(text: str, open_dims: int, equation: str) -> Labels:
    before, dots, behind = text.partition("...")
    if not {*before, *behind} <= {*string.ascii_letters}:
        raise ValueError(at_user_line(f"einsum: expects letters, ',', '...' and '->', got {equation!r}"))
    return [*before, *(range(-open_dims, 0) if dots else ()), *behind]


def _sizes(equation: str, terms: Sequence[Labels], tensors: Sequence[Tensor]) -> dict[str | int, int]:
    sizes: dict[str | int, int] = {}
    for labels, x in zip(terms, tensors):
        for label, size in zip(labels, x.shape):
            known = sizes.get(label, 1)
            if known != 1 and size not in (1, known):
                what = "'...'" if isinstance(label, int) else repr(label)
                raise ValueError(
                    at_user_line(f"einsum: expects {what} to be of one size in {equation!r}, got {known} and {size}")
                )
            sizes[label] = size if known == 1 else known
    return sizes


def _prepared(labels: Labels, x: Any, sizes: dict[str | int, int]) -> _Labelled:
    """Diagonals are taken, and dimensions of size 1 dropped where others are larger."""
    labels = list(labels)
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            x = diagonal(x, 0, first, second)
            labels = [each for d, each in enumerate(labels) if d not in (first, second)] + [label]
    kept = [d for d, label in enumerate(labels) if x.shape[d] == sizes[label]]
    return _Labelled([labels[d] for d in kept], reshape(x, [x.shape[d] for d in kept]))


def _product(left: _Labelled, right: _Labelled, later: Collection[str | int]) -> _Labelled:
    """Summed over what both have and nothing needs later."""
    left, right = left.summed({*later, *right.labels}), right.summed({*later, *left.labels})
    shared = [label for label in left.labels if label in right.labels]
    batch, inner = [label for label in shared if label in later], [label for label in shared if label not in later]
    rows = [label for label in left.labels if label not in shared]
    columns = [label for label in right.labels if label not in shared]
    x, y = left.ordered(batch + rows + inner), right.ordered(batch + inner + columns)
    shape = x.shape[: len(batch) + len(rows)]
    inner_sizes, column_sizes = x.shape[len(shape) :], y.shape[len(shared) :]
    leading, count = shape[: len(batch)], math.prod(shape[len(batch) :])
    x = reshape(x, (*leading, count, math.prod(inner_sizes)))
    y = reshape(y, (*leading, math.prod(inner_sizes), math.prod(column_sizes)))
    product = _ops.matmul(x, y) if inner else x * y
    return _Labelled(batch + rows + columns, reshape(product, (*shape, *column_sizes)))


def tensordot(a: Tensor, b: Tensor, dims: int | Sequence[Sequence[int]] = 2) -> Tensor:
    """The sums of products over the last `dims` dimensions of a and the first of b, or over pairs of dimensions that
    two lists name."""
    if isinstance(dims, int):
        dims = [*range(len(a.shape) - dims, len(a.shape))], [*range(dims)]
    of_a, of_b = ([dimension(x, d, "tensordot") for d in given] for x, given in zip((a, b), dims))
    if [a.shape[d] for d in of_a] != [b.shape[d] for d in of_b]:
        facts = f"{of_a} of {tuple(a.shape)} and {of_b} of {tuple(b.shape)}"
        raise ValueError(at_user_line(f"tensordot: expects pairs of dimensions of equal sizes, got {facts}"))
    left: Labels = [*range(len(a.shape))]
    right: Labels = [of_a[of_b.index(d)] if d in of_b else len(left) + d for d in range(len(b.shape))]
    kept = [label for label in left + right if (label in left) != (label in right)]
    return _product(_Labelled(left, a), _Labelled(right, b), kept).x

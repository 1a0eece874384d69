"""Einstein summation: forms of the arguments of the op."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any, Sequence

from ._dispatch import cast, dimension, dispatch
from ._dtypes import int64
from ._errors import at_user_line
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["einsum", "tensordot"]


def einsum(equation: Any, *operands: Any) -> Tensor:
    """The sum of products in Einstein's notation, as "bij,bjk->bik": each letter is a dimension, equal letters are
    equal positions, and the result sums over those that it lacks. `...` is any number of dimensions, which broadcast.
    Without "->" the result has those and, in alphabetical order, the letters that stand once. Numbers may stand for
    letters, in a list behind each operand: `einsum(a, [0, 1], b, [1, 2], [0, 2])`. Several operands are multiplied from
    left to right; where a sum is over a dimension of one operand alone, integers become int64."""
    if isinstance(equation, TensorBase):
        equation, operands = _of_lists([equation, *operands])
    tensors = list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else list(operands)
    for operand in tensors:
        if not isinstance(operand, TensorBase):
            raise TypeError(at_user_line(f"einsum: expects operands to be Tensors, got {type(operand).__name__}"))
    if _sums_over_one(equation):
        tensors = [x if x.dtype.is_floating_point else cast(x, int64) for x in tensors]
    y: Tensor = dispatch("einsum", tensors, equation=equation)
    return y


_LETTERS = string.ascii_uppercase + string.ascii_lowercase  # in the order of numbers


def _of_lists(given: list[Any]) -> tuple[str, tuple[Any, ...]]:
    """The equation and the operands, of which each stands in front of a list of numbers; the result's may be last."""
    lists = [*given[1::2], *given[len(given) - 1 :: 2]] if len(given) % 2 else given[1::2]
    for each in lists:
        if not isinstance(each, (list, tuple)) or any(d is not ... and d not in range(len(_LETTERS)) for d in each):
            rule = "expects a list of numbers below 52 or ... behind each operand"
            raise ValueError(at_user_line(f"einsum: {rule}, got {each!r}"))
    words = ["".join("..." if d is ... else _LETTERS[d] for d in each) for each in lists]
    count = len(given) // 2
    return ",".join(words[:count]) + "".join(f"->{word}" for word in words[count:]), tuple(given[: 2 * count : 2])


def _sums_over_one(equation: str) -> bool:
    """Whether the result lacks letters that one operand alone has."""
    given, arrow, kept = equation.replace(" ", "").partition("->")
    if not arrow:
        kept = "".join(letter for letter in given if letter == "." or given.count(letter) == 1)
    terms = given.split(",")
    return any(letter not in kept and sum(letter in term for term in terms) == 1 for letter in given if letter != ",")


def tensordot(a: Tensor, b: Tensor, dims: int | Sequence[Sequence[int]] = 2) -> Tensor:
    """The sums of products over the last `dims` dimensions of a and the first of b, or over pairs of dimensions that
    two lists name."""
    if isinstance(dims, int):
        dims = [*range(len(a.shape) - dims, len(a.shape))], [*range(dims)]
    of_a, of_b = ([dimension(x, d, "tensordot") for d in given] for x, given in zip((a, b), dims))
    for d, e in zip(of_a, of_b):
        # One element is multiplied with each of the other's, whose sum that is.
        a = a.sum(d, keepdim=True, dtype=a.dtype) if b.shape[e] == 1 != a.shape[d] else a
        b = b.sum(e, keepdim=True, dtype=b.dtype) if a.shape[d] == 1 != b.shape[e] else b
    if [a.shape[d] for d in of_a] != [b.shape[d] for d in of_b]:
        facts = f"{of_a} of {tuple(a.shape)} and {of_b} of {tuple(b.shape)}"
        raise ValueError(at_user_line(f"tensordot: expects pairs of dimensions of equal sizes, got {facts}"))
    left = string.ascii_letters[: len(a.shape)]
    rest = string.ascii_letters[len(a.shape) : len(a.shape) + len(b.shape)]
    right = "".join(left[of_a[of_b.index(d)]] if d in of_b else rest[d] for d in range(len(b.shape)))
    kept = "".join(letter for letter in left + right if (letter in left) != (letter in right))
    y: Tensor = dispatch("einsum", (a, b), function="tensordot", equation=f"{left},{right}->{kept}")
    return y

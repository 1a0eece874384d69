"""Functions from positions to vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _dtypes, _indexing, _ops
from .._call import require_trace
from .._creation import arange
from .._errors import at_user_line
from .._shape import unsqueeze

if TYPE_CHECKING:
    from .._tensor import Tensor


def embedding(input: Tensor, weight: Tensor, padding_idx: int | None = None) -> Tensor:
    """The rows of weight that input names. No gradient reaches row `padding_idx`."""
    require_trace("embedding")
    if len(weight.shape) != 2 or input.dtype not in (_dtypes.int64, _dtypes.int32):
        raise ValueError(
            at_user_line(
                "embedding: expects input of int64 or int32 and weight of 2 dimensions, got "
                f"{input.dtype.name} and shape {tuple(weight.shape)}"
            )
        )
    rows = _indexing.take_rows(weight, input)
    if padding_idx is None:
        return rows
    size = weight.shape[0]
    if not -size <= padding_idx < size:
        raise ValueError(at_user_line(f"embedding: expects padding_idx to be in [{-size}, {size}), got {padding_idx}"))
    is_padding = unsqueeze(input == padding_idx % size, -1)
    result: Tensor = _ops.where(is_padding, rows.detach(), rows)
    return result


def one_hot(input: Tensor, num_classes: int = -1, on_value: int | float = 1, off_value: int | float = 0) -> Tensor:
    """on_value at the position that input names along a new last dimension, off_value elsewhere; where input names
    none, off_value everywhere."""
    require_trace("one_hot")
    if num_classes < 1:
        raise ValueError(
            at_user_line(
                "one_hot: expects num_classes to be given inside nn.Graph.build, where values are not known, "
                f"got {num_classes}"
            )
        )
    if input.dtype not in (_dtypes.int64, _dtypes.int32):
        raise TypeError(at_user_line(f"one_hot: expects input of int64 or int32, got {input.dtype.name}"))
    is_named = unsqueeze(input, -1) == arange(num_classes)
    dtype = _dtypes.common_dtype([], [on_value, off_value])
    result: Tensor = _ops.where(is_named, on_value, off_value)
    return result if result.dtype is dtype else _ops.cast(result, dtype)

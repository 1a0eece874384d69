"""one_hot, rows and bags of rows in PyTorch's words and OneFlow's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _dtypes, _executor, _ops
from .._creation import arange
from .._dispatch import as_number, cast, dispatch, reshape
from .._errors import at_user_line
from .._grad_mode import no_grad
from .._indexing import take
from .._joining import narrow
from .._shape import unsqueeze

if TYPE_CHECKING:
    from .._tensor import Tensor


def one_hot(input: Tensor, num_classes: int = -1, on_value: int | float = 1, off_value: int | float = 0) -> Tensor:
    """Adds a last dimension to `input`, integers, with on_value at the position that the integer names and off_value
    elsewhere. A number below 0 or not below num_classes is an error of the run."""
    num_classes = as_number(num_classes)
    if num_classes < 0 and _executor.current() is None:
        num_classes = int(input.max()) + 1
    if num_classes < 1:
        raise ValueError(
            at_user_line(
                "one_hot: expects num_classes to be given inside nn.Graph.build, where values are not known, "
                f"got {num_classes}"
            )
        )
    dtype = _dtypes.common_dtype([], [on_value, off_value])
    values = {"on_value": on_value, "off_value": off_value}
    if not input.dtype.is_floating_point and input.dtype is not _dtypes.bool_:
        input = _checked(input, num_classes)
    return dispatch("one_hot", (input,), num_classes=num_classes, to=dtype, **values)  # type: ignore[no-any-return]


def _checked(positions: Tensor, count: int) -> Tensor:
    """The same positions, of which one that isn't in [0, count) is an error of the run."""
    line = reshape(cast(positions, _dtypes.int64), (positions.numel(),))
    those = take(arange(count, device=positions.device), 0, line)
    return reshape(those, positions.shape)  # type: ignore[no-any-return]


def _how_often(numbers: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The numbers, which are below `count`, in a line, and how often each number from 0 on is there."""
    line = reshape(cast(numbers, _dtypes.int64), (numbers.numel(),))
    return line, dispatch("bincount", (line, None), minlength=count)


def _with_shares(rows: Tensor, often: Tensor) -> Tensor:
    """The same rows (*, D), whose gradients are divided by numbers (*)."""
    fixed, shares = rows.detach(), unsqueeze(cast(often, rows.dtype).reciprocal(), -1)
    return fixed + (rows - fixed) * shares  # type: ignore[no-any-return]


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """The rows (*, D) of `weight` (N, D) that integers (*) from 0 to N - 1 name. No gradient reaches row `padding_idx`.
    Rows whose norm of order `norm_type` is above `max_norm` are scaled to that before, in the weight, or if that is a
    value of `build`, in the result. With `scale_grad_by_freq` the gradient of a row is divided by how often `input`
    names it. `sparse` has no effect."""
    if max_norm is not None and weight._trace is None:
        _limit(input, weight, max_norm, norm_type)
        max_norm = None
    rows = _ops.embedding(input, weight, padding_idx, max_norm, norm_type)
    if not scale_grad_by_freq:
        return rows
    line, often = _how_often(input, weight.shape[0])
    return _with_shares(rows, reshape(take(often, 0, line), input.shape))


def _limit(numbers: Tensor, weight: Tensor, max_norm: float, norm_type: float) -> None:
    """Scales the rows that numbers name to a norm of max_norm where it is above, in place."""
    with no_grad():
        rows = weight.detach()
        rows[numbers] = _ops.embedding(numbers, rows, None, max_norm, norm_type)


def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """The sum, mean or maximum of the rows of `weight` that each bag of numbers names: each row of a matrix `input`, or
    the parts of a vector that begin at `offsets`. `per_sample_weights` multiply the rows of sums; row `padding_idx`
    counts nowhere. `max_norm` and `scale_grad_by_freq` are those of `embedding`; `sparse` has no effect. Raises
    ValueError for maxima with scale_grad_by_freq."""
    if scale_grad_by_freq and mode == "max":
        raise ValueError(at_user_line("embedding_bag: expects no scale_grad_by_freq where mode is max, got both"))
    count = weight.shape[0]
    if max_norm is not None:
        if weight._trace is None:
            _limit(input, weight, max_norm, norm_type)
        else:
            weight = _ops.embedding(arange(count), weight, None, max_norm, norm_type)
    if scale_grad_by_freq:
        weight = _with_shares(weight, _how_often(input, count)[1].clamp(min=1))
    if offsets is not None and include_last_offset:
        offsets = narrow(offsets, 0, 0, offsets.shape[0] - 1)
    indices, starts = (None if x is None else cast(x, _dtypes.int64) for x in (input, offsets))
    operands = (indices, weight, starts, per_sample_weights)
    return dispatch("embedding_bag", operands, mode=mode, padding_idx=padding_idx)  # type: ignore[no-any-return]

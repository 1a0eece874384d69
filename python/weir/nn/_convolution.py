"""Convolutions. Weights are of shape (out_channels, in_channels / groups, *kernel_size), those of transposed
convolutions (in_channels, out_channels / groups, *kernel_size)."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Callable, Concatenate, ParamSpec, Sequence

from .._dispatch import dispatch
from .._errors import at_user_line
from .._open_sizes import prefer_known
from .._shape import permute
from ._windows import Sizes, batched, per_dim

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"]


def _padding(
    function: str, padding: Sizes | str, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The padding in front and behind."""
    if padding == "valid":
        padding = 0
    if padding != "same":
        if isinstance(padding, str):
            raise ValueError(at_user_line(f"{function}: expects padding to be valid, same or sizes, got {padding!r}"))
        sizes = per_dim(function, "padding", padding, len(kernel), 0)
        return sizes, sizes
    if any(step != 1 for step in stride):
        raise ValueError(at_user_line(f"{function}: expects stride 1 for padding 'same', got {tuple(stride)}"))
    totals = [step * (size - 1) for step, size in zip(dilation, kernel)]
    return tuple(total // 2 for total in totals), tuple(total - total // 2 for total in totals)


def _check_weight(function: str, weight: Tensor, rank: int) -> None:
    if len(weight.shape) != rank + 2:
        raise ValueError(
            at_user_line(f"{function}: expects weight to have {rank + 2} dimensions, got {tuple(weight.shape)}")
        )


def _prefer_known_images(input: Tensor, rank: int) -> None:
    """Convolutions of images of known sizes take less than half the time: Winograd's form and packed kernels."""
    if rank > 1:
        prefer_known(input.shape[2:])


def _conv(
    function: str,
    rank: int,
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes | str = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> Tensor:
    """The cross-correlation of an input {shape} with `weight`, as neural networks call a convolution, plus `bias` for
    each channel. `padding` is zeros on both sides, "valid" for none, or "same" for as many as keep the sizes."""
    input, is_single = batched(function, input, rank)
    _check_weight(function, weight, rank)
    _prefer_known_images(input, rank)
    kernel = weight.shape[2:]
    strides = per_dim(function, "stride", stride, rank, 1)
    dilations = per_dim(function, "dilation", dilation, rank, 1)
    low, high = _padding(function, padding, kernel, strides, dilations)
    sizes = {"strides": strides, "padding_low": low, "padding_high": high, "dilations": dilations}
    y: Tensor = dispatch("convolution", (input, weight, bias), function=function, groups=groups, **sizes)
    return y.squeeze(0) if is_single else y


def _conv_transpose(
    function: str,
    rank: int,
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """The transposed convolution of an input {shape}: each element adds the kernel, times itself, to the result, as the
    gradient of a convolution with the same arguments does; plus `bias` for each channel."""
    input, is_single = batched(function, input, rank)
    _check_weight(function, weight, rank)
    _prefer_known_images(input, rank)
    sizes = {
        "strides": per_dim(function, "stride", stride, rank, 1),
        "padding": per_dim(function, "padding", padding, rank, 0),
        "output_padding": per_dim(function, "output_padding", output_padding, rank, 0),
        "dilations": per_dim(function, "dilation", dilation, rank, 1),
    }
    y: Tensor = dispatch("transposed_convolution", (input, weight, bias), function=function, groups=groups, **sizes)
    return y.squeeze(0) if is_single else y


_Arguments = ParamSpec("_Arguments")
_SHAPES = {1: "(N, C, L)", 2: "(N, C, H, W)", 3: "(N, C, D, H, W)"}  # of an input, by its spatial dimensions


def _of_ranks(
    name: str, function: Callable[Concatenate[str, int, _Arguments], Tensor]
) -> list[Callable[_Arguments, Tensor]]:
    """The public functions for 1, 2 and 3 spatial dimensions."""
    return [_of_rank(name.format(rank), function, rank) for rank in _SHAPES]


def _of_rank(
    name: str, function: Callable[Concatenate[str, int, _Arguments], Tensor], rank: int
) -> Callable[_Arguments, Tensor]:
    def of_rank(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> Tensor:
        return function(name, rank, *args, **kwargs)

    _, _, *parameters = inspect.signature(function).parameters.values()
    shown: Any = of_rank
    shown.__signature__ = inspect.Signature(parameters, return_annotation="Tensor")
    shown.__name__ = shown.__qualname__ = name
    shown.__doc__ = (function.__doc__ or "").format(shape=_SHAPES[rank])
    return of_rank


conv1d, conv2d, conv3d = _of_ranks("conv{}d", _conv)
conv_transpose1d, conv_transpose2d, conv_transpose3d = _of_ranks("conv_transpose{}d", _conv_transpose)


def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: int = 0) -> Tensor:
    """`conv1d` of an input (L, N, C) and weight (kernel size, C, out channels), with zeros on both sides."""
    for name, x in (("input", input), ("weight", weight)):
        if len(x.shape) != 3:
            raise ValueError(at_user_line(f"conv_tbc: expects {name} of 3 dimensions, got shape {tuple(x.shape)}"))
    made = conv1d(permute(input, (1, 2, 0)), permute(weight, (2, 1, 0)), bias, padding=pad)
    return permute(made, (2, 0, 1))

"""Convolutions as modules."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Sequence

from .. import _dtypes
from .._creation import empty
from .._errors import at_user_line
from . import functional, init
from ._windows import Sizes, per_dim
from .module import Module
from .parameter import Parameter

if TYPE_CHECKING:
    from .._tensor import Tensor


class _Conv(Module):
    """Weight and bias are drawn uniformly from [-1/sqrt(n), 1/sqrt(n)), with n the number of input elements that an
    element of the result is a sum over."""

    rank: ClassVar[int]
    function: ClassVar[Callable[..., Any]]
    transposed: ClassVar[bool] = False
    padding_mode: str

    def _set_up(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes,
        padding: Sizes | str,
        dilation: Sizes,
        groups: int,
        bias: bool,
        dtype: _dtypes.dtype | None,
        device: Any,
    ) -> None:
        name = type(self).__name__
        for what, value in (("in_channels", in_channels), ("out_channels", out_channels)):
            self._check_channels(what, value, groups)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = per_dim(name, "kernel_size", kernel_size, self.rank, 1)
        self.stride = per_dim(name, "stride", stride, self.rank, 1)
        self.padding = padding if isinstance(padding, str) else per_dim(name, "padding", padding, self.rank, 0)
        self.dilation = per_dim(name, "dilation", dilation, self.rank, 1)
        self.groups = groups
        self.weight = Parameter(empty(self._weight_shape(), dtype=dtype, device=device))
        self.register_parameter("bias", Parameter(empty(out_channels, dtype=dtype, device=device)) if bias else None)
        self.reset_parameters()

    def _check_channels(self, what: str, value: Any, groups: Any) -> None:
        if not isinstance(groups, int) or groups < 1 or not isinstance(value, int) or value < 1 or value % groups:
            rule = f"expects {what} to be a multiple of groups {groups}"
            raise ValueError(at_user_line(f"{type(self).__name__}: {rule}, got {value!r}"))

    def _weight_shape(self) -> tuple[int, ...]:
        sizes = (self.in_channels, self.out_channels)
        outer, inner = sizes if self.transposed else reversed(sizes)
        return outer, inner // self.groups, *self.kernel_size

    def reset_parameters(self) -> None:
        """Draws weight and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(math.prod(self.weight.shape[1:]))
            init.uniform_(self.bias, -bound, bound)

    @property
    def _reversed_padding_repeated_twice(self) -> list[int]:
        """What is padded before and behind each dimension, the last one first."""
        if self.padding == "same":
            widths = [dilation * (size - 1) for dilation, size in zip(self.dilation, self.kernel_size)]
            return [side for width in reversed(widths) for side in (width // 2, width - width // 2)]
        padding = (0,) * self.rank if isinstance(self.padding, str) else self.padding
        return [side for side in reversed(padding) for _ in range(2)]

    def extra_repr(self) -> str:
        parts = [f"{self.in_channels}, {self.out_channels}", f"kernel_size={self.kernel_size}", f"stride={self.stride}"]
        defaults = {"padding": (0,) * self.rank, "dilation": (1,) * self.rank, "output_padding": (0,) * self.rank}
        for name, default in (*defaults.items(), ("groups", 1)):
            value = getattr(self, name, default)
            if value != default:
                parts.append(f"{name}={value}")
        if self.bias is None:
            parts.append("bias=False")
        if getattr(self, "padding_mode", "zeros") != "zeros":
            parts.append(f"padding_mode={self.padding_mode}")
        return ", ".join(parts)


class _ForwardConv(_Conv):
    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes | str = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__()
        self.output_padding = (0,) * self.rank
        _check_padding_mode(self, padding_mode, ("zeros", "reflect", "replicate", "circular"))
        self.padding_mode = padding_mode
        self._set_up(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, dtype, device
        )

    def forward(self, input: Tensor) -> Tensor:
        function: Callable[..., Tensor] = type(self).function
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = functional.pad(input, self._reversed_padding_repeated_twice, self.padding_mode), 0
        return function(input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)



class _TransposedConv(_Conv):
    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes = 0,
        output_padding: Sizes = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Sizes = 1,
        padding_mode: str = "zeros",
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__()
        _check_padding_mode(self, padding_mode, ("zeros",))
        self.output_padding = per_dim(type(self).__name__, "output_padding", output_padding, self.rank, 0)
        self._set_up(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, dtype, device
        )

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """The result has the spatial sizes that end `output_size`, where these are given, whatever `output_padding`
        says. Raises ValueError for those that the arguments of the convolution cannot give."""
        function: Callable[..., Tensor] = type(self).function
        extra = self.output_padding if output_size is None else self._extra_for(input.shape, list(output_size))
        return function(
            input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation
        )

    def _extra_for(self, shape: Sequence[int], wanted: list[int]) -> tuple[int, ...]:
        """The `output_padding` for an input of this shape that gives the wanted sizes."""
        name, leading = type(self).__name__, len(shape) - self.rank
        if len(wanted) not in (self.rank, self.rank + leading):
            rule = f"expects output_size to have {self.rank} or {self.rank + leading} sizes"
            raise ValueError(at_user_line(f"{name}: {rule}, got {wanted}"))
        padding, sizes = self.padding, wanted[-self.rank :]
        least = [
            (size - 1) * stride - 2 * int(pad) + dilation * (kernel - 1) + 1
            for size, stride, pad, dilation, kernel in zip(
                shape[leading:], self.stride, padding, self.dilation, self.kernel_size
            )
        ]
        most = [size + stride - 1 for size, stride in zip(least, self.stride)]
        if any(not low <= size <= high for low, size, high in zip(least, sizes, most)):
            raise ValueError(at_user_line(f"{name}: expects output_size from {least} to {most}, got {sizes}"))
        return tuple(size - low for size, low in zip(sizes, least))


def _check_padding_mode(module: Module, padding_mode: str, known: tuple[str, ...]) -> None:
    if padding_mode not in known:
        expected = f"expects padding_mode to be {' or '.join(known)}"
        raise ValueError(at_user_line(f"{type(module).__name__}: {expected}, got {padding_mode!r}"))


class Conv1d(_ForwardConv):
    """Convolution over inputs (N, C, L), with a weight (out_channels, in_channels / groups, *kernel_size) and, unless
    `bias` is false, a bias (out_channels,). `padding` is zeros on both sides, "valid" for none, or "same" for as many
    as keep the sizes."""

    rank, function = 1, staticmethod(functional.conv1d)


class Conv2d(_ForwardConv):
    """Convolution over inputs (N, C, H, W), with a weight (out_channels, in_channels / groups, *kernel_size) and,
    unless `bias` is false, a bias (out_channels,). `padding` is zeros on both sides, "valid" for none, or "same" for as
    many as keep the sizes."""

    rank, function = 2, staticmethod(functional.conv2d)


class Conv3d(_ForwardConv):
    """Convolution over inputs (N, C, D, H, W), with a weight (out_channels, in_channels / groups, *kernel_size) and,
    unless `bias` is false, a bias (out_channels,). `padding` is zeros on both sides, "valid" for none, or "same" for as
    many as keep the sizes."""

    rank, function = 3, staticmethod(functional.conv3d)


class ConvTranspose1d(_TransposedConv):
    """Transposed convolution over inputs (N, C, L), with a weight (in_channels, out_channels / groups, *kernel_size)
    and, unless `bias` is false, a bias (out_channels,)."""

    rank, function = 1, staticmethod(functional.conv_transpose1d)


class ConvTranspose2d(_TransposedConv):
    """Transposed convolution over inputs (N, C, H, W), with a weight (in_channels, out_channels / groups, *kernel_size)
    and, unless `bias` is false, a bias (out_channels,)."""

    rank, function = 2, staticmethod(functional.conv_transpose2d)


class ConvTranspose3d(_TransposedConv):
    """Transposed convolution over inputs (N, C, D, H, W), with a weight (in_channels, out_channels / groups,
    *kernel_size) and, unless `bias` is false, a bias (out_channels,)."""

    rank, function = 3, staticmethod(functional.conv_transpose3d)

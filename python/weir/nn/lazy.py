"""Layers that take a size from their first input: until then their parameters have no shapes. Behind the first call
such a layer is one of the plain class."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, ClassVar

from .. import _dtypes, _executor, _watch
from .._errors import at_user_line, lacks
from .._grad_mode import no_grad
from ._windows import Sizes
from .batch_norm import BatchNorm1d, BatchNorm2d, BatchNorm3d, _BatchNorm
from .convolution import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .convolution import _Conv, _ForwardConv, _TransposedConv
from .layers import Linear
from .module import Module
from .normalization import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d, _InstanceNorm
from .parameter import UninitializedBuffer, UninitializedParameter, is_lazy

if TYPE_CHECKING:
    from .._tensor import Tensor


class LazyModuleMixin:
    """What a module has that gives its parameters shapes at its first call, outside of graphs or in the `build` of one:
    a subclass of this and of Module, in this order, has an `UninitializedParameter` or more, and materializes them in
    `initialize_parameters`. Then it becomes one of `cls_to_become`, if there is such a class."""

    cls_to_become: ClassVar[type | None] = None
    _is_inferred: bool

    def initialize_parameters(self: Any, *args: Any, **kwargs: Any) -> None:
        """Gives parameters shapes and values by what the first call is given."""
        raise lacks(self, "initialize_parameters")

    def has_uninitialized_params(self: Any) -> bool:
        """Whether a parameter or buffer of the module itself has no shape yet."""
        return any(map(is_lazy, self.own_tensors()))

    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        if "_is_inferred" not in self.__dict__:
            self._infer(args, kwargs)
        return Module.__call__(self, *args, **kwargs)

    def _infer(self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        # What a trace reads here is another as soon as this ends, and no program depends on it.
        with _executor.suspended(), _watch.recording(lambda owner, name, value: value):
            self.initialize_parameters(*args, **kwargs)
            if self.has_uninitialized_params():
                rule = "expects initialize_parameters to give all parameters and buffers a shape"
                names = [name for name, each in [*self.named_parameters(), *self.named_buffers()] if is_lazy(each)]
                raise RuntimeError(at_user_line(f"{type(self).__name__}: {rule}, got none of {', '.join(names)}"))
            if self.cls_to_become is None:
                self._is_inferred = True
            else:
                self.__class__ = self.cls_to_become


class _Lazy(LazyModuleMixin):
    """The base of the layers here. The constructor of the plain class makes it for a size that stands for the one to
    come, and draws nothing."""

    _size: ClassVar[str]  # the attribute of the plain class that follows from the input

    def _forget_shapes(self: Any) -> None:
        setattr(self, self._size, 0)
        for name, each in list(self._parameters.items()):
            if each is not None:
                setattr(self, name, UninitializedParameter(device=each.device, dtype=each.dtype))
        for name, each in list(self._buffers.items()):
            if each is not None and each.shape:
                setattr(self, name, UninitializedBuffer(device=each.device, dtype=each.dtype))

    def reset_parameters(self) -> None:
        """Draws nothing: the shapes are not known yet."""

    def _size_in(self, input: Tensor) -> int:
        """The size that an input says. Raises ValueError for one that the layer doesn't take."""
        raise lacks(self, "_size_in")

    def _shapes(self: Any) -> dict[str, tuple[int, ...]]:
        """Of parameters and buffers, once the size is known."""
        raise lacks(self, "_shapes")

    def initialize_parameters(self: Any, input: Tensor) -> None:
        """Takes the size from the input. What was loaded before stays."""
        setattr(self, self._size, operator.index(self._size_in(input)))
        if not self.has_uninitialized_params():
            return
        loaded = [(each, each.detach().clone()) for each in self.own_tensors() if not is_lazy(each)]
        for name, shape in self._shapes().items():
            each = getattr(self, name)
            if is_lazy(each):
                each.materialize(shape)
        self.cls_to_become.reset_parameters(self)
        with no_grad():
            for each, values in loaded:
                each.copy_(values)


def _channels_in(layer: Any, input: Tensor, rank: int) -> int:
    """Of an input (N, C, *) or (C, *) with `rank` spatial dimensions."""
    if len(input.shape) not in (rank + 1, rank + 2):
        expected = f"{rank + 2} dimensions, or {rank + 1} without a batch"
        got = tuple(input.shape)
        raise ValueError(at_user_line(f"{type(layer).__name__}: expects input to have {expected}, got {got}"))
    return input.shape[-rank - 1]


class LazyLinear(_Lazy, Linear):
    """`Linear` whose `in_features` is the last size of its first input."""

    cls_to_become, _size = Linear, "in_features"

    def __init__(
        self, out_features: int, bias: bool = True, device: Any = None, dtype: _dtypes.dtype | None = None
    ) -> None:
        super().__init__(0, out_features, bias, dtype=dtype, device=device)
        self._forget_shapes()

    def _size_in(self, input: Tensor) -> int:
        if not input.shape:
            raise ValueError(at_user_line("LazyLinear: expects an input with dimensions, got a scalar"))
        return input.shape[-1]

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        shapes: dict[str, tuple[int, ...]] = {"weight": (self.out_features, self.in_features)}
        return shapes if self.bias is None else {**shapes, "bias": (self.out_features,)}


class _LazyConv(_Lazy, _Conv):
    _size = "in_channels"

    def _size_in(self, input: Tensor) -> int:
        channels = operator.index(_channels_in(self, input, self.rank))
        self._check_channels("in_channels", channels, self.groups)
        return channels

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        shapes = {"weight": self._weight_shape()}
        return shapes if self.bias is None else {**shapes, "bias": (self.out_channels,)}


class _LazyForwardConv(_LazyConv, _ForwardConv):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes | str = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        windows = (kernel_size, stride, padding, dilation)
        super().__init__(groups, out_channels, *windows, groups, bias, padding_mode, dtype=dtype, device=device)
        self._forget_shapes()


class _LazyTransposedConv(_LazyConv, _TransposedConv):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes = 0,
        output_padding: Sizes = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Sizes = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        windows = (kernel_size, stride, padding, output_padding)
        place = {"dtype": dtype, "device": device}
        super().__init__(groups, out_channels, *windows, groups, bias, dilation, padding_mode, **place)
        self._forget_shapes()


class LazyConv1d(_LazyForwardConv, Conv1d):
    """`Conv1d` whose `in_channels` is C of its first input (N, C, L) or (C, L)."""

    cls_to_become = Conv1d


class LazyConv2d(_LazyForwardConv, Conv2d):
    """`Conv2d` whose `in_channels` is C of its first input (N, C, H, W) or (C, H, W)."""

    cls_to_become = Conv2d


class LazyConv3d(_LazyForwardConv, Conv3d):
    """`Conv3d` whose `in_channels` is C of its first input (N, C, D, H, W) or (C, D, H, W)."""

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyTransposedConv, ConvTranspose1d):
    """`ConvTranspose1d` whose `in_channels` is C of its first input (N, C, L) or (C, L)."""

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyTransposedConv, ConvTranspose2d):
    """`ConvTranspose2d` whose `in_channels` is C of its first input (N, C, H, W) or (C, H, W)."""

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyTransposedConv, ConvTranspose3d):
    """`ConvTranspose3d` whose `in_channels` is C of its first input (N, C, D, H, W) or (C, D, H, W)."""

    cls_to_become = ConvTranspose3d


class _LazyNorm(_Lazy):
    _size = "num_features"

    def _shapes(self: Any) -> dict[str, tuple[int, ...]]:
        tables = {**self._parameters, **self._buffers}
        return {name: (self.num_features,) for name, each in tables.items() if is_lazy(each)}


class _LazyBatchNorm(_LazyNorm, _BatchNorm):
    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        super().__init__(0, eps, momentum, affine, track_running_stats, dtype=dtype, device=device)
        self._forget_shapes()

    def _size_in(self, input: Tensor) -> int:
        if len(input.shape) not in self.ranks:
            got = tuple(input.shape)
            raise ValueError(at_user_line(f"{type(self).__name__}: expects input of shape {self.shape}, got {got}"))
        return input.shape[1]


class _LazyInstanceNorm(_LazyNorm, _InstanceNorm):
    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        super().__init__(0, eps, momentum, affine, track_running_stats, dtype=dtype, device=device)
        self._forget_shapes()

    def _size_in(self, input: Tensor) -> int:
        return _channels_in(self, input, self.rank)


class LazyBatchNorm1d(_LazyBatchNorm, BatchNorm1d):
    """`BatchNorm1d` whose `num_features` is C of its first input (N, C) or (N, C, L)."""

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyBatchNorm, BatchNorm2d):
    """`BatchNorm2d` whose `num_features` is C of its first input (N, C, H, W)."""

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyBatchNorm, BatchNorm3d):
    """`BatchNorm3d` whose `num_features` is C of its first input (N, C, D, H, W)."""

    cls_to_become = BatchNorm3d


class LazyInstanceNorm1d(_LazyInstanceNorm, InstanceNorm1d):
    """`InstanceNorm1d` whose `num_features` is C of its first input (N, C, L) or (C, L)."""

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyInstanceNorm, InstanceNorm2d):
    """`InstanceNorm2d` whose `num_features` is C of its first input (N, C, H, W) or (C, H, W)."""

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyInstanceNorm, InstanceNorm3d):
    """`InstanceNorm3d` whose `num_features` is C of its first input (N, C, D, H, W) or (C, D, H, W)."""

    cls_to_become = InstanceNorm3d

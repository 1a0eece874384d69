"""Modules that move elements between channels and positions."""

from __future__ import annotations

from . import functional
from ._windows import Sizes
from .function_module import FunctionModule


class Fold(FunctionModule, function=functional.fold):
    """The image of size output_size in which each element is the sum of those that Unfold would make of it."""

    output_size: Sizes
    kernel_size: Sizes
    dilation: Sizes = 1
    padding: Sizes = 0
    stride: Sizes = 1


class PixelShuffle(FunctionModule, function=functional.pixel_shuffle):
    """(*, C * r * r, H, W) as (*, C, H * r, W * r)"""

    upscale_factor: int


class PixelUnshuffle(FunctionModule, function=functional.pixel_unshuffle):
    """(*, C, H * r, W * r) as (*, C * r * r, H, W)"""

    downscale_factor: int


class Unfold(FunctionModule, function=functional.unfold):
    """The windows of an image: (N, C, H, W) as (N, C * elements of a window, windows)"""

    kernel_size: Sizes
    dilation: Sizes = 1
    padding: Sizes = 0
    stride: Sizes = 1

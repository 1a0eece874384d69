"""Modules that move elements between channels and positions."""

from __future__ import annotations

from . import functional
from ._windows import Sizes
from .function_module import FunctionModule


class ChannelShuffle(FunctionModule, function=functional.channel_shuffle):
    """Lets channels stand by their place in a group first: (N, groups * c, *) becomes c runs of one channel of each
    group."""

    groups: int


class Fold(FunctionModule, function=functional.fold):
    """The sum of overlapping windows: (N, C * elements of a window, windows) becomes (N, C, *output_size), where each
    element is the sum of those that Unfold would copy it to."""

    output_size: Sizes
    kernel_size: Sizes
    dilation: Sizes = 1
    padding: Sizes = 0
    stride: Sizes = 1


class PixelShuffle(FunctionModule, function=functional.pixel_shuffle):
    """Moves channels to positions: (*, C * r * r, H, W) becomes (*, C, H * r, W * r), with r the upscale_factor. Shi et
    al., "Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel Convolutional Neural Network",
    2016."""

    upscale_factor: int


class PixelUnshuffle(FunctionModule, function=functional.pixel_unshuffle):
    """Moves positions to channels: (*, C, H * r, W * r) becomes (*, C * r * r, H, W), with r the downscale_factor."""

    downscale_factor: int


class Unfold(FunctionModule, function=functional.unfold):
    """Copies the windows of an image: (N, C, H, W) becomes (N, C * elements of a window, windows)."""

    kernel_size: Sizes
    dilation: Sizes = 1
    padding: Sizes = 0
    stride: Sizes = 1

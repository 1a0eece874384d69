"""Swin-T as plain modules, in the sizes of torchvision and with its attention as timm writes it: with the two imports
below taken from torch, the same network there."""

from __future__ import annotations

import numpy as np

import weir as flow
from weir import nn


def partition(x, window):
    """Images (N, H, W, C) as windows (N * windows, window * window, C)."""
    batch, height, width, channels = x.shape
    x = x.view(batch, height // window, window, width // window, window, channels)
    return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, window * window, channels)


def reverse(windows, window, height, width):
    x = windows.view(-1, height // window, width // window, window, window, windows.shape[-1])
    return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, height, width, windows.shape[-1])


def relative_positions(window):
    """Of each pair of a window's positions: the row of the table of biases."""
    rows, columns = (axis.flatten() for axis in np.mgrid[:window, :window])
    down, across = (axis[:, None] - axis + window - 1 for axis in (rows, columns))
    return (down * (2 * window - 1) + across).flatten()


def mask_of_regions(side, window, shift):
    """What lies in one window of the rolled image, and in another region of it, doesn't attend."""
    parts = [slice(0, -window), slice(-window, -shift), slice(-shift, None)]
    regions = np.zeros((side, side))
    for number, (rows, columns) in enumerate((rows, columns) for rows in parts for columns in parts):
        regions[rows, columns] = number
    steps = side // window
    windows = regions.reshape(steps, window, steps, window).swapaxes(1, 2).reshape(-1, window * window)
    return np.where(windows[:, :, None] == windows[:, None], 0.0, -100.0).astype(np.float32)


class WindowAttention(nn.Module):
    """With a learned bias for each offset between two positions."""

    def __init__(self, dim, heads, window):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.relative_position_bias_table = nn.Parameter(flow.zeros((2 * window - 1) ** 2, heads))
        self.register_buffer("relative_position_index", flow.tensor(relative_positions(window)), persistent=False)

    def forward(self, x, mask=None):
        windows, length, dim = x.shape
        qkv = self.qkv(x).reshape(windows, length, 3, self.heads, dim // self.heads).permute(2, 0, 3, 1, 4)
        bias = self.relative_position_bias_table[self.relative_position_index]
        bias = bias.view(length, length, self.heads).permute(2, 0, 1).unsqueeze(0)
        if mask is not None:
            kinds = mask.shape[0]
            mask = mask.view(1, kinds, 1, length, length).expand(windows // kinds, -1, self.heads, -1, -1)
            bias = bias + mask.reshape(-1, self.heads, length, length)
        mixed = nn.functional.scaled_dot_product_attention(qkv[0], qkv[1], qkv[2], attn_mask=bias)
        return self.proj(mixed.transpose(1, 2).reshape(windows, length, dim))


class Block(nn.Module):
    def __init__(self, dim, heads, side, window, shift):
        super().__init__()
        self.window, self.shift = window, shift
        self.norm1 = nn.LayerNorm(dim)
        self.attn = WindowAttention(dim, heads, window)
        self.norm2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim))
        mask = flow.tensor(mask_of_regions(side, window, shift)) if shift else None
        self.register_buffer("mask", mask, persistent=False)

    def forward(self, x):
        _, height, width, _ = x.shape
        y = self.norm1(x)
        if self.shift:
            y = flow.roll(y, shifts=(-self.shift, -self.shift), dims=(1, 2))
        y = reverse(self.attn(partition(y, self.window), self.mask), self.window, height, width)
        if self.shift:
            y = flow.roll(y, shifts=(self.shift, self.shift), dims=(1, 2))
        x = x + y
        return x + self.mlp(self.norm2(x))


class PatchMerging(nn.Module):
    """Squares of 2x2 pixels become one."""

    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(4 * dim)
        self.reduction = nn.Linear(4 * dim, 2 * dim, bias=False)

    def forward(self, x):
        corners = [x[:, row::2, column::2, :] for column in (0, 1) for row in (0, 1)]
        return self.reduction(self.norm(flow.cat(corners, dim=-1)))


class Swin(nn.Module):
    """Liu et al., "Swin Transformer: Hierarchical Vision Transformer using Shifted Windows", 2021. Without stochastic
    depth, which evaluation has not. An image that is one window has no shift."""

    def __init__(self, image=224, dim=96, depths=(2, 2, 6, 2), heads=(3, 6, 12, 24), window=7, num_classes=1000):
        super().__init__()
        self.patch_embed = nn.Conv2d(3, dim, 4, stride=4)
        self.patch_norm = nn.LayerNorm(dim)
        layers, side = [], image // 4
        for stage, (depth, count) in enumerate(zip(depths, heads)):
            if stage:
                layers.append(PatchMerging(dim))
                dim, side = 2 * dim, side // 2
            shifts = [window // 2 if block % 2 and side > window else 0 for block in range(depth)]
            layers += [Block(dim, count, side, window, shift) for shift in shifts]
        self.layers = nn.Sequential(*layers)
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, x):
        x = self.norm(self.layers(self.patch_norm(self.patch_embed(x).permute(0, 2, 3, 1))))
        return self.head(x.mean(dim=(1, 2)))

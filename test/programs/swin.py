"""Windows that shift, as in Swin transformers: rolled images, masks between regions, a learned bias of positions."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, SIDE, WINDOW, WIDTH, HEADS = 8, 8, 4, 16, 2


def partition(x):
    """Images (N, H, W, C) as windows (N * windows, WINDOW * WINDOW, C)."""
    batch, height, width, channels = x.shape
    x = x.view(batch, height // WINDOW, WINDOW, width // WINDOW, WINDOW, channels)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, WINDOW * WINDOW, channels)


def reverse(windows, height, width):
    batch = windows.shape[0] // (height * width // WINDOW // WINDOW)
    x = windows.view(batch, height // WINDOW, width // WINDOW, WINDOW, WINDOW, -1)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(batch, height, width, -1)


class WindowAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.proj = nn.Linear(WIDTH, WIDTH)
        self.relative_position_bias_table = nn.Parameter(flow.zeros((2 * WINDOW - 1) ** 2, HEADS))
        rows, columns = (axis.flatten() for axis in np.mgrid[:WINDOW, :WINDOW])
        down, across = (axis[:, None] - axis + WINDOW - 1 for axis in (rows, columns))
        self.register_buffer("relative_position_index", flow.tensor(down * (2 * WINDOW - 1) + across))

    def forward(self, x, mask=None):
        windows, count, _ = x.shape
        q, k, v = self.qkv(x).reshape(windows, count, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        scores = (q * (WIDTH // HEADS) ** -0.5) @ k.transpose(-2, -1)
        bias = self.relative_position_bias_table[self.relative_position_index.view(-1)]
        scores = scores + bias.view(count, count, HEADS).permute(2, 0, 1).unsqueeze(0)
        if mask is not None:
            kinds = mask.shape[0]
            scores = scores.view(windows // kinds, kinds, HEADS, count, count) + mask.unsqueeze(1).unsqueeze(0)
            scores = scores.view(-1, HEADS, count, count)
        mixed = F.softmax(scores, dim=-1) @ v
        return self.proj(mixed.transpose(1, 2).reshape(windows, count, WIDTH))


class Block(nn.Module):
    def __init__(self, shift):
        super().__init__()
        self.shift = shift
        self.norm1 = nn.LayerNorm(WIDTH)
        self.attn = WindowAttention()
        self.norm2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Linear(2 * WIDTH, WIDTH))
        self.register_buffer("mask", self.mask_of_regions() if shift else None)

    def mask_of_regions(self):
        """What lies in one window of the rolled image, and in another region of it, doesn't attend."""
        parts = [slice(0, -WINDOW), slice(-WINDOW, -self.shift), slice(-self.shift, None)]
        regions = np.zeros((SIDE, SIDE))
        for number, (rows, columns) in enumerate((rows, columns) for rows in parts for columns in parts):
            regions[rows, columns] = number
        steps = SIDE // WINDOW
        windows = regions.reshape(steps, WINDOW, steps, WINDOW).swapaxes(1, 2).reshape(-1, WINDOW * WINDOW)
        return flow.tensor(np.where(windows[:, :, None] == windows[:, None], 0.0, -100.0))

    def forward(self, x):
        batch, height, width, channels = x.shape
        shifted = self.norm1(x)
        if self.shift:
            shifted = flow.roll(shifted, shifts=(-self.shift, -self.shift), dims=(1, 2))
        mixed = reverse(self.attn(partition(shifted), self.mask), height, width)
        if self.shift:
            mixed = flow.roll(mixed, shifts=(self.shift, self.shift), dims=(1, 2))
        x = x + mixed
        return x + self.mlp(self.norm2(x))


class PatchMerging(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4 * WIDTH)
        self.reduction = nn.Linear(4 * WIDTH, 2 * WIDTH, bias=False)

    def forward(self, x):
        corners = [x[:, row::2, column::2] for column in (0, 1) for row in (0, 1)]
        return self.reduction(self.norm(flow.cat(corners, dim=-1)))


class Swin(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Conv2d(1, WIDTH, kernel_size=1)
        self.blocks = nn.Sequential(Block(0), Block(WINDOW // 2), PatchMerging())
        self.head = nn.Linear(2 * WIDTH, 10)

    def forward(self, images):
        return self.head(self.blocks(self.embed(images).permute(0, 2, 3, 1)).mean(dim=(1, 2)))


class Train(nn.Graph):
    def __init__(self, model, optimizer, scheduler):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, images, labels):
        loss = F.cross_entropy(self.model(images), labels, label_smoothing=0.1)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Swin()).to(dtype)
    optimizer = flow.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.05)
    train = Train(model, optimizer, flow.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.95))
    images, labels = data.digits(20 * BATCH)
    images = images.reshape(20, BATCH, 1, SIDE, SIDE)
    for step in range(20):
        yield train(flow.tensor(images[step], dtype=dtype), flow.tensor(labels.reshape(20, -1)[step])).item()

"""ConvNeXt: depthwise 7x7 kernels, a norm over channels, scales of layers, whole blocks that are dropped."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, DROPPED = 12, 0.2


class LayerNorm(nn.Module):
    """Over the channels of (N, C, H, W) or (N, H, W, C)."""

    def __init__(self, channels, eps=1e-6, data_format="channels_last"):
        super().__init__()
        self.weight = nn.Parameter(flow.ones(channels))
        self.bias = nn.Parameter(flow.zeros(channels))
        self.eps, self.data_format = eps, data_format

    def forward(self, x):
        if self.data_format == "channels_last":
            return F.layer_norm(x, (x.shape[-1],), self.weight, self.bias, self.eps)
        mean = x.mean(1, keepdim=True)
        spread = (x - mean).pow(2).mean(1, keepdim=True)
        x = (x - mean) / flow.sqrt(spread + self.eps)
        return self.weight[:, None, None] * x + self.bias[:, None, None]


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.dwconv = nn.Conv2d(channels, channels, kernel_size=7, padding=3, groups=channels)
        self.norm = LayerNorm(channels)
        self.pwconv1 = nn.Linear(channels, 4 * channels)
        self.pwconv2 = nn.Linear(4 * channels, channels)
        self.scale = nn.Parameter(flow.full((channels,), 0.1))

    def forward(self, x, kept):
        shortcut = x
        x = self.norm(self.dwconv(x).permute(0, 2, 3, 1))
        x = self.scale * self.pwconv2(F.gelu(self.pwconv1(x)))
        return shortcut + kept.view(-1, 1, 1, 1) * x.permute(0, 3, 1, 2)


class ConvNeXt(nn.Module):
    def __init__(self, widths=(8, 16)):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, widths[0], kernel_size=2, stride=2), LayerNorm(widths[0], data_format="channels_first")
        )
        self.down = nn.Sequential(
            LayerNorm(widths[0], data_format="channels_first"), nn.Conv2d(widths[0], widths[1], kernel_size=2, stride=2)
        )
        self.stages = nn.ModuleDict({"first": Block(widths[0]), "second": Block(widths[1])})
        self.norm = nn.LayerNorm(widths[1], eps=1e-6)
        self.head = nn.Linear(widths[1], 10)

    def forward(self, images, kept):
        x = self.stages["first"](self.stem(images), kept[0])
        x = self.stages["second"](self.down(x), kept[1])
        return self.head(self.norm(x.mean([-2, -1])))


class Train(nn.Graph):
    def __init__(self, model, optimizer, scheduler):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, images, labels, kept):
        loss = F.cross_entropy(self.model(images, kept), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(ConvNeXt()).to(dtype)
    optimizer = flow.optim.AdamW(model.parameters(), lr=4e-3)
    scheduler = flow.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=8, T_mult=2)
    train = Train(model, optimizer, scheduler)
    images, labels = data.digits(20 * BATCH)
    for step in range(20):
        batch = slice(step * BATCH, (step + 1) * BATCH)
        kept = (data.uniform(2, BATCH) >= DROPPED) / (1 - DROPPED)
        pixels = flow.tensor(images[batch].reshape(BATCH, 1, 8, 8), dtype=dtype)
        yield train(pixels, flow.tensor(labels[batch]), flow.tensor(kept, dtype=dtype)).item()

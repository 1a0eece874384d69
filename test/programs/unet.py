"""A U-Net that segments bright squares out of noise, trained on cross entropy and Dice."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

SIZE, BATCH = 16, 4


def double_conv(inputs, outputs):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
        nn.Conv2d(outputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Up(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.up = nn.ConvTranspose2d(inputs, outputs, kernel_size=2, stride=2)
        self.conv = double_conv(2 * outputs, outputs)

    def forward(self, x, skipped):
        return self.conv(flow.cat([skipped, self.up(x)], dim=1))


class UNet(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.inside = double_conv(1, width)
        self.down1 = double_conv(width, 2 * width)
        self.down2 = double_conv(2 * width, 4 * width)
        self.up1 = Up(4 * width, 2 * width)
        self.up2 = Up(2 * width, width)
        self.output = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        x1 = self.inside(x)
        x2 = self.down1(F.max_pool2d(x1, 2))
        x3 = self.down2(F.max_pool2d(x2, 2))
        return self.output(self.up2(self.up1(x3, x2), x1))


def dice_loss(scores, masks, eps=1.0):
    predicted = scores.sigmoid()
    overlap = (predicted * masks).sum(dim=(1, 2, 3))
    total = predicted.sum(dim=(1, 2, 3)) + masks.sum(dim=(1, 2, 3))
    return 1 - ((2 * overlap + eps) / (total + eps)).mean()


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, masks):
        scores = self.model(images)
        loss = F.binary_cross_entropy_with_logits(scores, masks) + dice_loss(scores, masks)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(UNet()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=1e-3))
    for _ in range(20):
        masks = np.zeros((BATCH, 1, SIZE, SIZE))
        for image, (top, left) in enumerate(data.labels(BATCH, 2, 8)):
            masks[image, 0, top : top + 7, left : left + 7] = 1
        images = masks + 0.5 * data.normal(BATCH, 1, SIZE, SIZE)
        yield train(flow.tensor(images, dtype=dtype), flow.tensor(masks, dtype=dtype)).item()

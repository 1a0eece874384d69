"""Segments by a small encoder and decoder: Dice and Tversky losses, upsampling, cross entropy with unknown pixels."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

CLASSES, BATCH = 3, 6


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 8, 3, padding=1, padding_mode="reflect")
        self.deep = nn.Conv2d(8, 16, 3, padding=2, dilation=2)
        self.norm = nn.InstanceNorm2d(16, affine=True)
        self.up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)
        self.head = nn.Conv2d(16 + 8, CLASSES, 1)

    def forward(self, images):
        shallow = F.leaky_relu(self.down(images), 0.1)
        deep = F.leaky_relu(self.norm(self.deep(F.avg_pool2d(shallow, 2))), 0.1)
        return self.head(flow.cat([self.up(deep), shallow], dim=1))


class DiceLoss(nn.Module):
    def __init__(self, smooth=1.0):
        super().__init__()
        self.smooth = smooth

    def forward(self, logits, labels):
        probabilities = logits.softmax(dim=1)
        masks = F.one_hot(labels, CLASSES).permute(0, 3, 1, 2).type_as(logits)
        dims = (0, 2, 3)
        intersection = flow.sum(probabilities * masks, dim=dims)
        cardinality = flow.sum(probabilities + masks, dim=dims)
        dice = (2.0 * intersection + self.smooth) / (cardinality + self.smooth)
        return 1.0 - dice.mean()


def tversky_loss(logits, labels, alpha=0.7):
    foreground = logits.softmax(1)[:, 1:].sum(1).flatten(1)
    mask = (labels > 0).to(logits.dtype).flatten(1)
    hits = (foreground * mask).sum(1)
    missed, wrong = ((1 - foreground) * mask).sum(1), (foreground * (1 - mask)).sum(1)
    return (1 - (hits + 1) / (hits + alpha * missed + (1 - alpha) * wrong + 1)).mean()


class Train(nn.Graph):
    def __init__(self, model, weight, optimizer):
        super().__init__()
        self.model = model
        self.dice = DiceLoss()
        self.cross_entropy = nn.CrossEntropyLoss(weight=weight, ignore_index=255)
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        logits = self.model(images)
        known = labels.masked_fill(labels == 255, 0)
        loss = self.cross_entropy(logits, labels) + self.dice(logits, known) + 0.5 * tversky_loss(logits, known)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Segmenter()).to(dtype)
    optimizer = flow.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, dampening=0.1)
    train = Train(model, flow.tensor([0.5, 1.0, 2.0], dtype=dtype), optimizer)
    images, _ = data.digits(20 * BATCH)
    for images in images.reshape(20, BATCH, 1, 8, 8):
        labels = (images[:, 0] > 0.3).astype("int64") + (images[:, 0] > 0.8)
        labels[data.uniform(*labels.shape) < 0.05] = 255  # nobody knows
        yield train(flow.tensor(images + 0.1 * data.normal(*images.shape), dtype=dtype), flow.tensor(labels)).item()

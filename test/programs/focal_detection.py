"""A detection head: focal loss over anchors, pos_weight for objectness, smooth L1 and IoU of matched boxes."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

GRID, ANCHORS, CLASSES, BATCH = 4, 2, 3, 8


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.tower = nn.Sequential(nn.Conv2d(1, 12, 3, stride=2, padding=1), nn.GroupNorm(3, 12), nn.Mish())
        self.objectness = nn.Conv2d(12, ANCHORS, 1)
        self.classes = nn.Conv2d(12, ANCHORS * CLASSES, 1)
        self.boxes = nn.Conv2d(12, ANCHORS * 4, 1)

    def forward(self, images):
        x = self.tower(images)
        batch, _, height, width = x.shape
        classes = self.classes(x).view(batch, ANCHORS, CLASSES, height, width).permute(0, 3, 4, 1, 2)
        boxes = self.boxes(x).view(batch, ANCHORS, 4, height, width).permute(0, 3, 4, 1, 2)
        objectness = self.objectness(x).permute(0, 2, 3, 1)
        return objectness.reshape(batch, -1), classes.reshape(batch, -1, CLASSES), boxes.reshape(batch, -1, 4)


def focal_loss(logits, targets, alpha=0.25, gamma=2.0):
    p = flow.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, targets, reduction="none")
    p_t = p * targets + (1 - p) * (1 - targets)
    alpha_t = alpha * targets + (1 - alpha) * (1 - targets)
    return alpha_t * ce * (1 - p_t) ** gamma


def iou_loss(predicted, expected):
    """One minus the intersection over the union of boxes of centers and sizes."""
    a_low, a_high = predicted[..., :2] - predicted[..., 2:] / 2, predicted[..., :2] + predicted[..., 2:] / 2
    b_low, b_high = expected[..., :2] - expected[..., 2:] / 2, expected[..., :2] + expected[..., 2:] / 2
    overlap = (flow.min(a_high, b_high) - flow.max(a_low, b_low)).clamp(min=0).prod(-1)
    union = predicted[..., 2:].prod(-1) + expected[..., 2:].prod(-1) - overlap
    return 1 - overlap / union.clamp(min=1e-6)


class Train(nn.Graph):
    def __init__(self, model, positive, optimizer):
        super().__init__()
        self.model = model
        self.objectness = nn.BCEWithLogitsLoss(pos_weight=positive)
        self.add_optimizer(optimizer)

    def build(self, images, matched, labels, expected):
        objectness, classes, boxes = self.model(images)
        found = matched.to(boxes.dtype)
        count = found.sum().clamp(min=1.0)
        one_hot = F.one_hot(labels, CLASSES).to(classes.dtype) * found.unsqueeze(-1)
        focal = focal_loss(classes, one_hot).sum() / count
        boxes = flow.cat([boxes[..., :2].tanh(), boxes[..., 2:].exp()], dim=-1)
        regression = F.smooth_l1_loss(boxes, expected, reduction="none", beta=1 / 9).sum(-1)
        overlap = iou_loss(boxes, expected)
        zero = flow.zeros_like(overlap)
        located = flow.where(matched, regression + overlap, zero).sum() / count
        loss = focal + self.objectness(objectness, found) + located
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Head()).to(dtype)
    optimizer = flow.optim.Adam(model.parameters(), lr=5e-3)
    train = Train(model, flow.tensor([3.0], dtype=dtype), optimizer)
    images, labels = data.digits(20 * BATCH)
    anchors = GRID * GRID * ANCHORS
    for images, labels in zip(images.reshape(20, BATCH, 1, 8, 8), labels.reshape(20, BATCH)):
        matched = data.uniform(BATCH, anchors) < 0.25
        classes = (labels[:, None] + data.labels(BATCH, anchors, 2)) % CLASSES
        boxes = data.uniform(BATCH, anchors, 4, low=0.2, high=1.2)
        yield train(
            flow.tensor(images, dtype=dtype),
            flow.tensor(matched),
            flow.tensor(classes),
            flow.tensor(boxes, dtype=dtype),
        ).item()

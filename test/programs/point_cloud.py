"""PointNet: sets of points, a learned transform that is regularized to be orthogonal, the maximum over points."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, POINTS = 12, 20


class Transform(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.conv1 = nn.Conv1d(size, 16, 1)
        self.conv2 = nn.Conv1d(16, 32, 1)
        self.fc = nn.Linear(32, size * size)
        self.bn1, self.bn2 = nn.BatchNorm1d(16), nn.BatchNorm1d(32)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.relu(self.bn2(self.conv2(x)))
        x = flow.max(x, 2, keepdim=True)[0].view(-1, 32)
        identity = flow.eye(self.size, dtype=x.dtype, device=x.device)
        return self.fc(x).view(-1, self.size, self.size) + identity


class PointNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.transform = Transform(3)
        self.conv1 = nn.Conv1d(3, 16, 1)
        self.conv2 = nn.Conv1d(16, 32, 1)
        self.norm = nn.GroupNorm(4, 32)
        self.head = nn.Sequential(nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, classes))

    def forward(self, points):
        transform = self.transform(points)
        points = flow.bmm(points.transpose(2, 1), transform).transpose(2, 1)
        x = self.norm(self.conv2(F.relu(self.conv1(points))))
        return F.log_softmax(self.head(flow.amax(x, dim=2)), dim=1), transform


def orthogonality(transform):
    identity = flow.eye(transform.size(1), dtype=transform.dtype, device=transform.device)[None]
    return flow.mean(flow.norm(flow.bmm(transform, transform.transpose(2, 1)) - identity, dim=(1, 2)))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, points, labels):
        scores, transform = self.model(points)
        loss = F.nll_loss(scores, labels) + 0.001 * orthogonality(transform)
        loss.backward()
        return loss


def shape(data, label):
    """Points of a sphere, a cube or a cylinder."""
    points = data.normal(3, POINTS)
    if label == 0:
        return points / np.linalg.norm(points, axis=0)
    if label == 1:
        return np.clip(points, -0.7, 0.7)
    return np.concatenate([points[:2] / np.linalg.norm(points[:2], axis=0), np.clip(points[2:], -1, 1)])


def losses(data, dtype):
    model = data.init(PointNet(3)).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.999), weight_decay=1e-4))
    for _ in range(20):
        labels = data.labels(BATCH, 3)
        points = np.stack([shape(data, label) for label in labels])
        yield train(flow.tensor(points, dtype=dtype), flow.tensor(labels)).item()

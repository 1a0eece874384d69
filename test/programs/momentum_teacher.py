"""Self-supervised learning with a teacher that follows the student in the same step, and a centered target."""

import copy

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, WIDTH = 32, 16


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(64, 48), nn.BatchNorm1d(48), nn.ReLU())
        self.head = nn.Linear(48, WIDTH)

    def forward(self, images):
        return self.head(self.backbone(images))


class Train(nn.Graph):
    def __init__(self, student, teacher, center, optimizer):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.center = center
        self.optimizer = optimizer
        self.add_optimizer(optimizer)

    def build(self, first, second, momentum):
        with flow.no_grad():
            wanted = self.teacher(first)
            target = F.softmax((wanted - self.center) / 0.1, dim=-1)
        loss = -(target * F.log_softmax(self.student(second) / 0.2, dim=-1)).sum(dim=-1).mean()
        loss.backward()
        self.optimizer.step()
        with flow.no_grad():
            self.center.mul_(0.9).add_(0.1 * wanted.mean(dim=0))
            for slow, fast in zip(self.teacher.parameters(), self.student.parameters()):
                slow.data.mul_(momentum).add_((1 - momentum) * fast.detach().data)
        return loss


def losses(data, dtype):
    student = data.init(Encoder()).to(dtype)
    teacher = copy.deepcopy(student)
    teacher.requires_grad_(False)
    center = flow.zeros(WIDTH, dtype=dtype)
    train = Train(student, teacher, center, flow.optim.AdamW(student.parameters(), lr=2e-3))
    images, _ = data.digits(20 * BATCH)
    for step in range(20):
        batch = images[step * BATCH : (step + 1) * BATCH]
        views = (flow.tensor(batch + 0.2 * data.normal(BATCH, 64), dtype=dtype) for _ in range(2))
        momentum = 1 - 0.1 * (1 + np.cos(np.pi * step / 20)) / 2
        yield train(*views, float(momentum)).item()

"""A Siamese network: pairs of digits, shown to one network, are alike by their cosine or are not."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

PAIRS = 24


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(64, 48)
        self.norm = nn.BatchNorm1d(48)
        self.fc2 = nn.Linear(48, 12)

    def forward(self, images):
        return self.fc2(flow.tanh(self.norm(self.fc1(images))))


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.scale = nn.Parameter(flow.tensor(4.0))
        self.offset = nn.Parameter(flow.tensor(0.0))

    def forward(self, left, right):
        a, b = self.encoder(left), self.encoder(right)
        return F.cosine_similarity(a, b, dim=1), a, b


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.contrastive = nn.CosineEmbeddingLoss(margin=0.3)
        self.add_optimizer(optimizer)

    def build(self, left, right, alike):
        cosine, a, b = self.model(left, right)
        logits = self.model.scale * cosine + self.model.offset
        loss = F.binary_cross_entropy_with_logits(logits, alike) + self.contrastive(a, b, 2 * alike - 1)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Siamese()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=5e-3, betas=(0.9, 0.99)))
    images, labels = data.digits(600)
    by_digit = [np.flatnonzero(labels == digit) for digit in range(10)]
    for _ in range(20):
        left = data.labels(PAIRS, len(images))
        right = data.labels(PAIRS, len(images))
        for pair in range(0, PAIRS, 2):  # every other pair shows one digit
            candidates = by_digit[labels[left[pair]]]
            right[pair] = candidates[right[pair] % len(candidates)]
        alike = (labels[left] == labels[right]).astype(float)
        yield train(*(flow.tensor(each, dtype=dtype) for each in (images[left], images[right], alike))).item()

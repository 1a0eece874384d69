"""Skip-gram word vectors with negative sampling: two embeddings, batched products of vectors, logsigmoid."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

WORDS, WIDTH, BATCH, NEGATIVES, WINDOW = 60, 16, 128, 5, 2


class SkipGram(nn.Module):
    def __init__(self):
        super().__init__()
        self.centers = nn.Embedding(WORDS, WIDTH)
        self.contexts = nn.Embedding(WORDS, WIDTH)

    def forward(self, center, context, negatives):
        v = self.centers(center)
        positive = (v * self.contexts(context)).sum(dim=1)
        negative = flow.bmm(self.contexts(negatives), v.unsqueeze(2)).squeeze(2)
        return -(F.logsigmoid(positive) + F.logsigmoid(-negative).sum(dim=1)).mean()


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, center, context, negatives):
        loss = self.model(center, context, negatives)
        loss.backward()
        return loss


def pairs(corpus, data):
    """Centers and words near them."""
    positions = WINDOW + data.labels(BATCH, len(corpus) - 2 * WINDOW)
    offsets = np.array([-2, -1, 1, 2])[data.labels(BATCH, 4)]
    return corpus[positions], corpus[positions + offsets]


def losses(data, dtype):
    model = data.init(SkipGram()).to(dtype)
    train = Train(model, flow.optim.SGD(model.parameters(), lr=2.0))
    corpus = (np.cumsum(data.labels(2000, 4)) + data.labels(2000, 3)) % WORDS
    frequencies = np.bincount(corpus, minlength=WORDS) ** 0.75
    edges = np.cumsum(frequencies / frequencies.sum())
    for _ in range(20):
        center, context = pairs(corpus, data)
        negatives = np.searchsorted(edges, data.uniform(BATCH, NEGATIVES, high=edges[-1]))
        yield train(flow.tensor(center), flow.tensor(context), flow.tensor(negatives)).item()

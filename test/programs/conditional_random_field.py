"""A linear-chain conditional random field: the forward algorithm by logsumexp, masked, scores of gold paths."""

import numpy as np

import weir as flow
import weir.nn as nn

WORDS, TAGS, LENGTH, BATCH = 30, 4, 5, 12


class CRF(nn.Module):
    def __init__(self):
        super().__init__()
        self.start = nn.Parameter(flow.zeros(TAGS))
        self.end = nn.Parameter(flow.zeros(TAGS))
        self.transitions = nn.Parameter(flow.zeros(TAGS, TAGS))

    def score(self, emissions, tags, mask):
        batch = flow.arange(tags.size(1))
        score = self.start[tags[0]] + emissions[0, batch, tags[0]]
        for i in range(1, tags.size(0)):
            step = self.transitions[tags[i - 1], tags[i]] + emissions[i, batch, tags[i]]
            score = score + step * mask[i].to(step.dtype)
        last = tags.gather(0, (mask.long().sum(dim=0) - 1).unsqueeze(0)).squeeze(0)
        return score + self.end[last]

    def log_partition(self, emissions, mask):
        alpha = self.start + emissions[0]
        for i in range(1, emissions.size(0)):
            following = alpha.unsqueeze(2) + self.transitions + emissions[i].unsqueeze(1)
            alpha = flow.where(mask[i].unsqueeze(1), flow.logsumexp(following, dim=1), alpha)
        return flow.logsumexp(alpha + self.end, dim=1)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.emissions = nn.Embedding(WORDS, TAGS)
        self.crf = CRF()

    def forward(self, words, tags, mask):
        emissions = self.emissions(words)
        return (self.crf.log_partition(emissions, mask) - self.crf.score(emissions, tags, mask)).sum() / mask.sum()


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, words, tags, mask):
        loss = self.model(words, tags, mask)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Tagger()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=5e-2))
    for _ in range(20):
        words = data.labels(LENGTH, BATCH, WORDS)
        tags = (words + np.roll(words, 1, axis=0)) % TAGS
        mask = np.arange(LENGTH)[:, None] < 2 + data.labels(BATCH, LENGTH - 1)
        yield train(flow.tensor(words), flow.tensor(tags), flow.tensor(mask)).item()

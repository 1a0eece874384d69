"""A small language model whose output layer is its embedding, and which predicts the next of repeating words."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

WORDS, WIDTH, LENGTH, BATCH = 40, 32, 10, 16


class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, WIDTH)
        self.position = nn.Parameter(flow.zeros(LENGTH, WIDTH))
        self.mix = nn.Conv1d(WIDTH, WIDTH, kernel_size=3)
        self.norm = nn.LayerNorm(WIDTH)
        self.output = nn.Linear(WIDTH, WORDS, bias=False)
        self.output.weight = self.embedding.weight

    def forward(self, words):
        x = self.embedding(words) + self.position
        mixed = self.mix(F.pad(x.transpose(1, 2), (2, 0))).transpose(1, 2)
        return self.output(self.norm(x + F.gelu(mixed)))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, words):
        scores = self.model(words[:, :-1])
        loss = F.cross_entropy(scores.flatten(0, 1), words[:, 1:].flatten())
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(LanguageModel()).to(dtype)
    assert len(list(model.parameters())) == 6
    train = Train(model, flow.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.1))
    for _ in range(20):
        start, stride = data.labels(BATCH, 1, WORDS), 1 + data.labels(BATCH, 1, 3)
        yield train(flow.tensor((start + stride * np.arange(LENGTH + 1)) % WORDS)).item()

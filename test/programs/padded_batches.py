"""Tags words of sentences of unequal lengths: padding_idx in the embedding, ignore_index in the loss."""

import numpy as np

import weir as flow
import weir.nn as nn

WORDS, TAGS, PAD, IGNORED = 50, 6, 0, -100


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, 24, padding_idx=PAD)
        self.convolution = nn.Conv1d(24, 32, kernel_size=3, padding=1)
        self.output = nn.Linear(32, TAGS)

    def forward(self, words):
        embedded = self.embedding(words).transpose(1, 2)
        hidden = flow.relu(self.convolution(embedded)).transpose(1, 2)
        return self.output(hidden)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.CrossEntropyLoss(ignore_index=IGNORED)
        self.add_optimizer(optimizer)

    def build(self, words, tags):
        scores = self.model(words)
        loss = self.loss(scores.reshape(-1, TAGS), tags.reshape(-1))
        loss.backward()
        return loss


def collate(sentences):
    """Sentences as one matrix, filled up to the longest."""
    longest = max(map(len, sentences))
    words = np.full((len(sentences), longest), PAD)
    tags = np.full((len(sentences), longest), IGNORED)
    for row, sentence in enumerate(sentences):
        words[row, : len(sentence)] = sentence
        tags[row, : len(sentence)] = (sentence + np.roll(sentence, 1)) % TAGS
    return flow.tensor(words), flow.tensor(tags)


def losses(data, dtype):
    model = data.init(Tagger()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=1e-2))
    for step in range(20):
        lengths = 3 + data.labels(16, 6 if step % 2 else 9)
        sentences = [1 + data.labels(length, WORDS - 1) for length in lengths]
        yield train(*collate(sentences)).item()

"""Tags words by a bidirectional LSTM over embeddings; a collate function pads the sentences of a loader."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F
from weir.nn.utils.rnn import pad_sequence
from weir.utils.data import DataLoader

WORDS, TAGS, WIDTH, HIDDEN, LENGTH = 40, 5, 12, 10, 5


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, WIDTH, padding_idx=0)
        self.lstm = nn.LSTM(WIDTH, HIDDEN, bidirectional=True, batch_first=True)
        self.output = nn.Linear(2 * HIDDEN, TAGS)

    def forward(self, words):
        outputs, _ = self.lstm(self.embedding(words))
        return self.output(outputs)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, words, tags):
        scores = self.model(words)
        loss = F.cross_entropy(scores.flatten(0, 1), tags.flatten(), ignore_index=-1)
        loss.backward()
        return loss


def collate(samples):
    words, tags = zip(*samples)
    return pad_sequence(words, batch_first=True), pad_sequence(tags, batch_first=True, padding_value=-1)


def losses(data, dtype):
    samples = []
    for row in range(160):
        words = 1 + data.labels(LENGTH - row % 3 if row % 8 else LENGTH, WORDS - 1)
        tags = (words + [0, *words[:-1]]) * TAGS // (2 * WORDS)
        samples.append((flow.tensor(words), flow.tensor(tags)))
    model = data.init(Tagger()).to(dtype)
    train = Train(model, flow.optim.SGD(model.parameters(), lr=0.5, momentum=0.5))
    for _ in range(2):
        for words, tags in DataLoader(samples, batch_size=16, collate_fn=collate):
            yield train(words, tags).item()

"""Sentences of unequal lengths classified by nn.TransformerEncoder, which normalizes first, and the mean over words."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

WORDS, CLASSES, PAD, BATCH, LONGEST = 60, 4, 0, 16, 10


class Classifier(nn.Module):
    def __init__(self, d_model=32):
        super().__init__()
        self.words = nn.Embedding(WORDS, d_model, padding_idx=PAD)
        self.positions = nn.Embedding(LONGEST, d_model)
        layer = nn.TransformerEncoderLayer(
            d_model, nhead=4, dim_feedforward=64, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(d_model), enable_nested_tensor=False)
        self.head = nn.Linear(d_model, CLASSES)

    def forward(self, words):
        padding = words == PAD
        positions = flow.arange(words.size(1), device=words.device)
        hidden = self.encoder(self.words(words) + self.positions(positions), src_key_padding_mask=padding)
        hidden = hidden.masked_fill(padding.unsqueeze(-1), 0.0)
        counts = (~padding).sum(dim=1, keepdim=True)
        return self.head(hidden.sum(dim=1) / counts)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, words, labels):
        scores = self.model(words)
        loss = F.cross_entropy(scores, labels)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), max_norm=1.0)
        return loss, (scores.argmax(dim=-1) == labels).sum()


def losses(data, dtype):
    model = data.init(Classifier()).to(dtype)
    train = Train(model, flow.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01, amsgrad=True))
    right = 0
    for _ in range(20):
        words = np.full((BATCH, LONGEST), PAD)
        labels = data.labels(BATCH, CLASSES)
        for row, length in enumerate(4 + data.labels(BATCH, LONGEST - 3)):
            topic = 1 + data.labels(length, WORDS - 1)
            topic[::2] = 1 + labels[row] + CLASSES * data.labels(len(topic[::2]), 5)
            words[row, :length] = topic
        loss, correct = train(flow.tensor(words), flow.tensor(labels))
        right += int(correct)
        yield loss.item()
    assert 0 < right < 20 * BATCH

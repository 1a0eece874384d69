"""Reverses sequences: a GRU cell encodes, another decodes with additive attention and teacher forcing."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

LETTERS, LENGTH, BATCH, HIDDEN = 12, 4, 16, 24
START = 0


class GRUCell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.gates = nn.Linear(inputs + hidden, 2 * hidden)
        self.candidate = nn.Linear(inputs + hidden, hidden)

    def forward(self, x, h):
        z, r = flow.sigmoid(self.gates(flow.cat([x, h], dim=-1))).chunk(2, dim=-1)
        candidate = flow.tanh(self.candidate(flow.cat([x, r * h], dim=-1)))
        return (1 - z) * h + z * candidate


class Attention(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.query = nn.Linear(hidden, hidden, bias=False)
        self.key = nn.Linear(hidden, hidden)
        self.score = nn.Linear(hidden, 1, bias=False)

    def forward(self, state, memory):
        scores = self.score(flow.tanh(self.query(state).unsqueeze(1) + self.key(memory))).squeeze(-1)
        weights = F.softmax(scores, dim=-1)
        return flow.bmm(weights.unsqueeze(1), memory).squeeze(1)


class Seq2Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(LETTERS, 16)
        self.encoder = GRUCell(16, HIDDEN)
        self.attention = Attention(HIDDEN)
        self.decoder = GRUCell(16 + HIDDEN, HIDDEN)
        self.output = nn.Linear(2 * HIDDEN, LETTERS)

    def forward(self, source, target):
        h = flow.zeros(source.size(0), HIDDEN, dtype=self.embedding.weight.dtype)
        memory = []
        for x in self.embedding(source).unbind(1):
            h = self.encoder(x, h)
            memory.append(h)
        memory = flow.stack(memory, dim=1)
        logits = []
        for x in self.embedding(target).unbind(1):
            context = self.attention(h, memory)
            h = self.decoder(flow.cat([x, context], dim=-1), h)
            logits.append(self.output(flow.cat([h, context], dim=-1)))
        return flow.stack(logits, dim=1)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, source):
        expected = source.flip(1)
        start = flow.full_like(source[:, :1], START)
        logits = self.model(source, flow.cat([start, expected[:, :-1]], dim=1))
        loss = F.cross_entropy(logits.transpose(1, 2), expected)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Seq2Seq()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=5e-3))
    for _ in range(20):
        yield train(flow.tensor(1 + data.labels(BATCH, LENGTH, LETTERS - 1))).item()

"""Learning to rank: margins of pairs, a logistic loss of all pairs, ListNet, and NDCG by sorting as a score."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

QUERIES, DOCUMENTS, FEATURES = 8, 10, 6


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(FEATURES, 24), nn.ReLU(), nn.Linear(24, 1))

    def forward(self, documents):
        return self.net(documents).squeeze(-1)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.margin = nn.MarginRankingLoss(margin=0.2)
        self.add_optimizer(optimizer)

    def build(self, documents, relevance):
        scores = self.model(documents)
        sign = flow.sign(relevance[:, 0] - relevance[:, 1])
        margin = self.margin(scores[:, 0], scores[:, 1], sign)
        better = flow.triu(flow.ones(DOCUMENTS, DOCUMENTS), diagonal=1).bool()
        difference = scores.unsqueeze(2) - scores.unsqueeze(1)
        wanted = flow.sign(relevance.unsqueeze(2) - relevance.unsqueeze(1))
        pairs = F.softplus(-wanted * difference) * wanted.abs()
        pairwise = (pairs * better).sum() / better.sum()
        listwise = F.kl_div(F.log_softmax(scores, -1), F.softmax(relevance, -1), reduction="batchmean")
        loss = margin + pairwise + listwise
        loss.backward()
        return loss


class Score(nn.Graph):
    """One minus NDCG of the first five."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def build(self, documents, relevance):
        discount = 1 / flow.log2(flow.arange(5, dtype=relevance.dtype) + 2)
        order = self.model(documents).argsort(dim=-1, descending=True)
        found = relevance.gather(1, order)[:, :5]
        best, _ = relevance.sort(dim=-1, descending=True)
        gain, ideal = (((2**each - 1) * discount).sum(-1) for each in (found, best[:, :5]))
        return 1 - (gain / ideal.clamp(min=1e-9)).mean()


def losses(data, dtype):
    model = data.init(Ranker()).to(dtype)
    train, score = Train(model, flow.optim.Adam(model.parameters(), lr=1e-2)), Score(model)
    taste = data.normal(FEATURES)
    for step in range(20):
        documents = data.normal(QUERIES, DOCUMENTS, FEATURES)
        relevance = np.digitize(documents @ taste, [-1, 1, 3]).astype(float)
        graph = score if step % 5 == 4 else train
        yield graph(flow.tensor(documents, dtype=dtype), flow.tensor(relevance, dtype=dtype)).item()

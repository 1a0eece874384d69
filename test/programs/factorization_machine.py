"""A factorization machine predicts clicks from fields of categories, with an embedding bag for the linear part."""

import numpy as np

import weir as flow
import weir.nn as nn

FIELDS, VALUES, FACTORS, BATCH = (12, 7, 20, 5), 44, 6, 48


class FactorizationMachine(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(flow.zeros(1))
        self.linear = nn.EmbeddingBag(VALUES, 1, mode="sum")
        self.factors = nn.Embedding(VALUES, FACTORS)
        self.register_buffer("offsets", flow.tensor([0, *np.cumsum(FIELDS)[:-1].tolist()]))

    def forward(self, categories):
        values = categories + self.offsets
        factors = self.factors(values)
        square_of_sum = factors.sum(dim=1).pow(2)
        sum_of_square = factors.pow(2).sum(dim=1)
        pairs = 0.5 * (square_of_sum - sum_of_square).sum(dim=1, keepdim=True)
        return (self.bias + self.linear(values) + pairs).squeeze(1)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.BCEWithLogitsLoss()
        self.add_optimizer(optimizer)

    def build(self, categories, clicked):
        loss = self.loss(self.model(categories), clicked)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(FactorizationMachine()).to(dtype)
    train = Train(model, flow.optim.Adagrad(model.parameters(), lr=0.1, weight_decay=1e-5))
    preference = data.normal(FIELDS[0], FIELDS[2])
    for _ in range(20):
        categories = np.stack([data.labels(BATCH, size) for size in FIELDS], axis=1)
        clicked = (preference[categories[:, 0], categories[:, 2]] > 0).astype(float)
        yield train(flow.tensor(categories), flow.tensor(clicked, dtype=dtype)).item()

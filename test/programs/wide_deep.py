"""Wide and deep: crossed categories beside an MLP over embeddings and numbers; an optimizer for each part."""

import numpy as np

import weir as flow
import weir.nn as nn

SIZES, NUMBERS, BATCH = {"city": 15, "device": 4, "hour": 24}, 3, 40


class WideDeep(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Embedding(SIZES["city"] * SIZES["device"], 1)
        self.embeddings = nn.ModuleDict({name: nn.Embedding(size, min(8, size // 2)) for name, size in SIZES.items()})
        width = sum(each.embedding_dim for each in self.embeddings.values()) + NUMBERS
        self.deep = nn.Sequential(nn.Linear(width, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 1))
        self.norm = nn.BatchNorm1d(NUMBERS, momentum=0.05)

    def forward(self, categories, numbers):
        crossed = categories["city"] * SIZES["device"] + categories["device"]
        embedded = [self.embeddings[name](categories[name]) for name in SIZES]
        deep = self.deep(flow.cat([*embedded, self.norm(numbers)], dim=1))
        return (self.wide(crossed) + deep).squeeze(-1)


class Train(nn.Graph):
    def __init__(self, model, *optimizers):
        super().__init__()
        self.model = model
        self.loss = nn.BCEWithLogitsLoss()
        for optimizer in optimizers:
            self.add_optimizer(optimizer)

    def build(self, categories, numbers, bought):
        loss = self.loss(self.model(categories, numbers), bought)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(WideDeep()).to(dtype)
    wide = list(model.wide.parameters())
    deep = [parameter for name, parameter in model.named_parameters() if not name.startswith("wide.")]
    train = Train(model, flow.optim.Adagrad(wide, lr=0.1), flow.optim.Adam(deep, lr=3e-3))
    taste = data.normal(SIZES["city"], SIZES["device"])
    for _ in range(20):
        categories = {name: data.labels(BATCH, size) for name, size in SIZES.items()}
        numbers = np.exp(data.normal(BATCH, NUMBERS) * 0.5)
        bought = taste[categories["city"], categories["device"]] + numbers[:, 0] - numbers[:, 1] > 0
        yield train(
            {name: flow.tensor(values) for name, values in categories.items()},
            flow.tensor(numbers, dtype=dtype),
            flow.tensor(bought.astype(float), dtype=dtype),
        ).item()

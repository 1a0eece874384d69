"""Recommends by matrix factorization: embeddings and biases, SGD with weight decay, an evaluation in between."""

import weir as flow
import weir.nn as nn

USERS, ITEMS, FACTORS, BATCH = 60, 40, 8, 64


class MatrixFactorization(nn.Module):
    def __init__(self, mean):
        super().__init__()
        self.users = nn.Embedding(USERS, FACTORS)
        self.items = nn.Embedding(ITEMS, FACTORS)
        self.user_bias = nn.Embedding(USERS, 1)
        self.item_bias = nn.Embedding(ITEMS, 1)
        self.register_buffer("mean", flow.tensor(mean))

    def forward(self, user, item):
        interaction = (self.users(user) * self.items(item)).sum(dim=1, keepdim=True)
        return (interaction + self.user_bias(user) + self.item_bias(item) + self.mean).squeeze()


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.MSELoss()
        self.add_optimizer(optimizer)

    def build(self, user, item, rating):
        loss = self.loss(self.model(user, item), rating)
        loss.backward()
        return loss


class Evaluate(nn.Graph):
    """The root of the mean square over a whole matrix of ratings."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def build(self, ratings):
        model = self.model
        predicted = model.users.weight @ model.items.weight.t() + model.user_bias.weight + model.item_bias.weight.T
        return flow.sqrt(flow.mean((predicted + model.mean - ratings) ** 2))


def losses(data, dtype):
    ratings = 3 + data.normal(USERS, 4) @ data.normal(4, ITEMS) / 2 + 0.1 * data.normal(USERS, ITEMS)
    model = data.init(MatrixFactorization(float(ratings.mean()))).to(dtype)
    train = Train(model, flow.optim.SGD(model.parameters(), lr=0.5, momentum=0.8, weight_decay=1e-4))
    evaluate = Evaluate(model)
    for step in range(20):
        user, item = data.labels(BATCH, USERS), data.labels(BATCH, ITEMS)
        loss = train(flow.tensor(user), flow.tensor(item), flow.tensor(ratings[user, item], dtype=dtype))
        if step % 5 == 4:
            loss = evaluate(flow.tensor(ratings, dtype=dtype))
        yield loss.item()

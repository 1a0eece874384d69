"""Graph networks over lists of edges: messages are gathered, added by index_add, and scattered with a maximum."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

NODES, FEATURES, CLASSES, HIDDEN = 40, 10, 4, 16


class GraphConv(nn.Module):
    """Sums of neighbours' features, each divided by the root of both degrees."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs, bias=False)
        self.bias = nn.Parameter(flow.zeros(outputs))

    def forward(self, x, edges):
        source, target = edges[0], edges[1]
        degree = flow.zeros(x.size(0), dtype=x.dtype).index_add(0, target, flow.ones(target.size(0), dtype=x.dtype))
        scale = degree.clamp(min=1).rsqrt()
        messages = self.linear(x)[source] * (scale[source] * scale[target]).unsqueeze(1)
        return flow.zeros(x.size(0), messages.size(1), dtype=x.dtype).index_add(0, target, messages) + self.bias


class MaxConv(nn.Module):
    """A node's features beside the largest of its neighbours'."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.own = nn.Linear(inputs, outputs)
        self.neighbours = nn.Linear(inputs, outputs)

    def forward(self, x, edges):
        messages = self.neighbours(x).index_select(0, edges[0])
        index = edges[1].unsqueeze(1).expand_as(messages)
        largest = flow.zeros_like(messages[: x.size(0)]).scatter_reduce(0, index, messages, "amax", include_self=False)
        return self.own(x) + largest


class GNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = GraphConv(FEATURES, HIDDEN)
        self.conv2 = MaxConv(HIDDEN, HIDDEN)
        self.conv3 = GraphConv(HIDDEN, CLASSES)

    def forward(self, x, edges):
        x = F.relu(self.conv1(x, edges))
        x = F.relu(self.conv2(x, edges))
        return self.conv3(x, edges)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, edges, labels, mask):
        loss = F.cross_entropy(self.model(x, edges), labels, reduction="none")
        loss = (loss * mask).sum() / mask.sum()
        loss.backward()
        return loss


def losses(data, dtype):
    labels = data.labels(NODES, CLASSES)
    pairs = np.stack([data.labels(300, NODES), data.labels(300, NODES)])
    alike = labels[pairs[0]] == labels[pairs[1]]
    pairs = pairs[:, alike | (data.uniform(300) < 0.1)]
    edges = np.concatenate([pairs, pairs[::-1], np.tile(np.arange(NODES), (2, 1))], axis=1)
    x = np.eye(CLASSES, FEATURES)[labels] + data.normal(NODES, FEATURES)
    mask = (data.uniform(NODES) < 0.6).astype(float)
    model = data.init(GNN()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=1e-2, weight_decay=5e-4))
    batch = (flow.tensor(x, dtype=dtype), flow.tensor(edges), flow.tensor(labels), flow.tensor(mask, dtype=dtype))
    for _ in range(20):
        yield train(*batch).item()

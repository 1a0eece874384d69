"""A graph attention network over a list of edges: a softmax over the neighbours of each node by scatter."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

NODES, EDGES, FEATURES, CLASSES, HEADS = 40, 160, 12, 4, 2


class GraphAttention(nn.Module):
    """Velickovic et al., 2018."""

    def __init__(self, in_features, out_features, heads):
        super().__init__()
        self.heads, self.out_features = heads, out_features
        self.project = nn.Linear(in_features, heads * out_features, bias=False)
        self.source = nn.Parameter(flow.zeros(heads, out_features))
        self.target = nn.Parameter(flow.zeros(heads, out_features))

    def forward(self, nodes, edges):
        source, target = edges[0], edges[1]
        h = self.project(nodes).view(-1, self.heads, self.out_features)
        scores = (h * self.source).sum(-1)[source] + (h * self.target).sum(-1)[target]
        scores = F.leaky_relu(scores, 0.2)
        index = target.unsqueeze(-1).expand(-1, self.heads)
        highest = flow.full((nodes.size(0), self.heads), float("-inf"), dtype=h.dtype, device=h.device)
        highest = highest.scatter_reduce(0, index, scores.detach(), reduce="amax", include_self=True)
        weights = flow.exp(scores - highest.gather(0, index))
        total = flow.zeros(nodes.size(0), self.heads, dtype=h.dtype, device=h.device).scatter_add(0, index, weights)
        weights = weights / total.gather(0, index)
        mixed = flow.zeros_like(h).index_add(0, target, h[source] * weights.unsqueeze(-1))
        return mixed.flatten(1)


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = GraphAttention(FEATURES, 8, HEADS)
        self.second = GraphAttention(8 * HEADS, CLASSES, 1)

    def forward(self, nodes, edges):
        return self.second(F.elu(self.first(nodes, edges)), edges)


class Train(nn.Graph):
    def __init__(self, model, nodes, edges, labels, optimizer):
        super().__init__()
        self.model, self.nodes, self.edges, self.labels = model, nodes, edges, labels
        self.add_optimizer(optimizer)

    def build(self, mask):
        each = F.cross_entropy(self.model(self.nodes, self.edges), self.labels, reduction="none")
        loss = (each * mask).sum() / mask.sum()
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Network()).to(dtype)
    labels = data.labels(NODES, CLASSES)
    nodes = data.normal(NODES, FEATURES) + np.eye(FEATURES)[labels]
    edges = np.concatenate([data.labels(2, EDGES, NODES), np.tile(np.arange(NODES), (2, 1))], axis=1)
    tensors = flow.tensor(nodes, dtype=dtype), flow.tensor(edges), flow.tensor(labels)
    train = Train(model, *tensors, flow.optim.Adam(model.parameters(), lr=1e-2, weight_decay=5e-4))
    mask = flow.tensor(data.uniform(NODES) < 0.5, dtype=dtype)
    for _ in range(20):
        yield train(mask).item()

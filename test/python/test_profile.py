"""What graphs and traces say of runs."""

import json

import weir as flow
from traced_graphs import Function
from weir import nn, optim


def test_memory_and_profile(tmp_path):
    graph = Function(lambda x: (x * 2 + 1).sum())
    with flow.profile(str(tmp_path / "trace.json")):
        graph(flow.zeros(100))
    memory = graph.memory()
    assert memory["arena_bytes"] >= memory["live_bound"] >= 0
    assert json.loads((tmp_path / "trace.json").read_text())["traceEvents"]


def test_traces_name_layers(tmp_path):
    """Forward and backward: an op belongs to the innermost module of the graph whose call it is part of."""

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(6, 6)

        def forward(self, x):
            return nn.Tanh()(self.layer(x)) * 2  # nobody's member

    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.model = nn.Sequential(Block(), nn.Linear(6, 3))
            self.add_optimizer(optim.SGD(self.model.parameters(), lr=0.1))

        def build(self, x):
            loss = self.model(x).sum() / 7
            loss.backward()
            return loss

    graph = Train()
    with flow.profile(str(tmp_path / "trace.json")):
        graph(flow.ones(4, 6)).numpy()
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    layers = [event["args"].get("layer", "") for event in events if event.get("cat") == "kernel"]
    named = {name for layer in layers for name in layer.split(", ") if name}
    assert named == {"model.0", "model.0.layer", "model.1"}
    products = [event["args"]["layer"] for event in events if "matmul" in event["args"].get("op", "")]
    assert any("model.0.layer" in layer for layer in products) and any("model.1" in layer for layer in products)

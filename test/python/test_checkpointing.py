"""Activation checkpointing: the same bits in less memory."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import assert_close
from weir import nn, optim


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.up = nn.Linear(size, 4 * size)
        self.down = nn.Linear(4 * size, size)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        return x + self.dropout(self.down(nn.functional.gelu(self.up(self.norm(x)))))


class Fit(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.add_optimizer(optim.SGD(model.parameters(), lr=0.1))

    def build(self, x):
        y = self.model(x)
        loss = (y * y).mean()
        loss.backward()
        return loss


SIZE, BATCH, LAYERS = 16, 128, 3


def trained(choose):
    """Losses, parameters and planned bytes, with the modules that `choose` picks as checkpoints."""
    flow.manual_seed(1)
    model = nn.Sequential(*(Block(SIZE) for _ in range(LAYERS)))
    for module in choose(model):
        module.to(nn.graph.GraphModule).activation_checkpointing = True
    graph = Fit(model)
    x = flow.tensor(np.random.default_rng(0).standard_normal((BATCH, SIZE), dtype=np.float32))
    losses = [graph(x).item() for _ in range(3)]
    return losses, [parameter.numpy().copy() for parameter in model.parameters()], graph.memory()["arena_bytes"]


@pytest.fixture(scope="module")
def kept():
    return trained(lambda model: [])


@pytest.mark.parametrize(
    "choose, activations",
    [
        # What one block keeps, four times its input's size more than once, is there for one block only.
        pytest.param(lambda model: model, LAYERS - 1, id="each block"),
        pytest.param(lambda model: [block.up for block in model] + list(model), LAYERS - 1, id="nested"),
        pytest.param(lambda model: list(model)[:1], 1, id="one block"),
    ],
)
def test_the_same_bits_in_less_memory(kept, choose, activations):
    losses, parameters, bytes_kept = kept
    again, others, bytes_planned = trained(choose)
    assert again == losses
    for one, other in zip(parameters, others):
        np.testing.assert_array_equal(one, other)
    assert bytes_kept - bytes_planned >= activations * 4 * SIZE * BATCH * 4


def test_a_module_called_twice_and_gradients_by_hand():
    flow.manual_seed(2)
    layer = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
    results = []
    x = flow.tensor(np.random.default_rng(1).standard_normal((4, 3), dtype=np.float32))

    class Twice(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = layer

        def build(self, x):
            loss = self.layer(self.layer(x)).sum()
            first = flow.grad(loss, [layer[0].weight], create_graph=True)[0]
            second = flow.grad((first * first).sum(), [layer[0].bias])[0]
            return first, second

    graph = Twice()
    for wanted in (False, True):
        layer.to(nn.graph.GraphModule).activation_checkpointing = wanted
        results.append([value.numpy() for value in graph(x)])
    (first, second), (again, other) = results
    np.testing.assert_array_equal(first, again)
    # The second gradient flows through the copies too, so its terms come in another order.
    assert_close(other, second, terms=20)
    assert repr(graph).startswith("Twice(2 programs")


def test_what_a_checkpoint_computes_is_computed_again():
    layer = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
    graph = Fit(layer)
    x = flow.zeros(2, 3)
    graph(x)
    assert graph.mlir("group").count("weir.tanh") == 1
    layer.to(nn.graph.GraphModule).activation_checkpointing = True
    graph(x)
    # The tanh that its gradient reads, and the product before it.
    assert graph.mlir("group").count("weir.tanh") == 2
    assert "weir.checkpoint" in graph.mlir() and "weir.checkpoint" not in graph.mlir("autograd")


def test_views_of_modules():
    layer = nn.Linear(2, 2)
    view = layer.to(nn.graph.GraphModule)
    assert view.activation_checkpointing is False and view.to(nn.Module) is layer and layer.to(nn.Module) is layer
    view.activation_checkpointing = True
    assert layer.to(nn.graph.GraphModule).activation_checkpointing is True
    assert repr(view) == (
        "GraphModule(Linear(in_features=2, out_features=2, bias=True), activation_checkpointing=True)"
    )

"""A softmax over clusters of classes, against NumPy and PyTorch."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn


def log_softmax(x):
    x = x - x.max(-1, keepdims=True)
    return x - np.log(np.exp(x).sum(-1, keepdims=True))


def all_log_probs(layer, x):
    weight = {name: values.numpy().astype(np.float64) for name, values in layer.state_dict().items()}
    head = log_softmax(x @ weight["head.weight"].T + weight.get("head.bias", 0))
    first = layer.cutoffs[0]
    parts = [head[..., :first]]
    for n in range(len(layer.cutoffs) - 1):
        of_cluster = x @ weight[f"tail.{n}.0.weight"].T @ weight[f"tail.{n}.1.weight"].T
        parts.append(log_softmax(of_cluster) + head[..., first + n : first + n + 1])
    return np.concatenate(parts, -1)


X = np.random.default_rng(5).standard_normal((7, 16)).astype(np.float32)
TARGETS = np.array([0, 3, 4, 9, 10, 19, 2])


@pytest.mark.parametrize("options", [{}, {"div_value": 2.0, "head_bias": True}, {"div_value": 32.0}])
def test_log_probabilities(options):
    flow.manual_seed(0)
    layer = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [4, 10], **options)
    expected = all_log_probs(layer, X)
    flow.manual_seed(0)
    layer.reset_parameters()
    np.testing.assert_array_equal(all_log_probs(layer, X), expected)
    x, targets = flow.tensor(X), flow.tensor(TARGETS)
    for call in (layer, Function(lambda x, y: tuple(layer(x, y)))):
        output, loss = call(x, targets)
        assert_close(output.detach().numpy(), expected[np.arange(7), TARGETS], terms=40)
        assert_close(loss.item(), -expected[np.arange(7), TARGETS].mean(), terms=40)
    for call in (layer.log_prob, Function(lambda x: layer.log_prob(x))):
        assert_close(call(x).detach().numpy(), expected, terms=40)
    for call in (layer.predict, Function(lambda x: layer.predict(x))):
        np.testing.assert_array_equal(call(x).numpy(), expected.argmax(-1))
    one = layer(x[1], targets[1])
    assert one.output.shape == () and abs(one.output.item() - expected[1, 3]) < 1e-5
    assert layer.predict(x[0]).item() == expected[0].argmax()


@pytest.mark.parametrize("in_graph", [False, True])
def test_training(in_graph):
    flow.manual_seed(1)
    layer = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [4, 10])
    optimizer = flow.optim.SGD(layer.parameters(), lr=1.0)

    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = layer
            self.add_optimizer(optimizer)

        def build(self, x, y):
            loss = self.layer(x, y).loss
            loss.backward()
            return loss

    def step(x, y):
        optimizer.zero_grad()
        loss = layer(x, y).loss
        loss.backward()
        optimizer.step()
        return loss

    run = Train() if in_graph else step
    losses = [run(flow.tensor(X), flow.tensor(TARGETS)).item() for _ in range(80)]
    assert losses[-1] < losses[0] / 4
    right = layer.predict(flow.tensor(X)).numpy() == TARGETS
    assert right.sum() >= 5


def test_what_is_refused():
    for cutoffs in ([10, 4], [], [4, 20], [0, 4], [4, 4], [0.5]):
        with pytest.raises(ValueError, match="AdaptiveLogSoftmaxWithLoss: expects cutoffs to be ascending integers"):
            nn.AdaptiveLogSoftmaxWithLoss(16, 20, cutoffs)
    layer = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [4, 10])
    for x, y in (((7, 16), (3,)), ((1, 7, 16), (1, 7)), ((16,), (1,))):
        with pytest.raises(ValueError, match=r"expects input \(N, in_features\) and target \(N,\), or a vector"):
            layer(flow.ones(x), flow.zeros(y, dtype=flow.int64))
    for number, message in ((20, "expects an index from 0 to 5, got 6"), (-1, "expects an index from 0 to 5, got -1")):
        with pytest.raises(flow.WeirError, match=message):
            layer(flow.ones(1, 16), flow.tensor([number])).loss.item()


def test_what_pytorch_says():
    torch = pytest.importorskip("torch")
    for options in ({}, {"div_value": 2.0, "head_bias": True}):
        ours = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [4, 10], **options)
        theirs = torch.nn.AdaptiveLogSoftmaxWithLoss(16, 20, [4, 10], **options)
        assert repr(ours) == repr(theirs)
        ours.load_state_dict({name: values.numpy() for name, values in theirs.state_dict().items()})
        a = ours(flow.tensor(X), flow.tensor(TARGETS))
        b = theirs(torch.tensor(X), torch.tensor(TARGETS))
        np.testing.assert_allclose(a.output.detach().numpy(), b.output.detach().numpy(), rtol=1e-5)
        a.loss.backward()
        b.loss.backward()
        for (name, mine), (_, peer) in zip(ours.named_parameters(), theirs.named_parameters()):
            np.testing.assert_allclose(mine.grad.numpy(), peer.grad.numpy(), rtol=1e-4, atol=1e-6, err_msg=name)
        np.testing.assert_array_equal(
            ours.predict(flow.tensor(X)).numpy(), theirs.predict(torch.tensor(X)).numpy()
        )

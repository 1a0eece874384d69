"""A step that fails in the middle of many that were submitted: neither it nor those behind it have an effect."""

import numpy as np
import pytest
from digits_step import Train, assert_equal_bits

import weir as flow
from weir import nn, optim

STEPS, BAD = 10, 2


def normalized():
    """Its statistics are written long before the labels are looked at."""
    return nn.Sequential(nn.Linear(64, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 10))


def convolutional():
    features = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2))
    return nn.Sequential(features, nn.Flatten(), nn.Linear(64, 10))


def sgd(parameters):
    return optim.SGD(parameters, lr=0.05, momentum=0.9)


def adam(parameters):
    return optim.Adam(parameters, lr=0.01)


class Training:
    def __init__(self, make_network, make_optimizer, device):
        flow.manual_seed(0)
        self.network = make_network().to(device)
        self.graph = Train(self.network, make_optimizer(self.network.parameters()))
        self.device = device
        random = np.random.default_rng(7)
        shape = (8, 1, 8, 8) if make_network is convolutional else (8, 64)
        self.images = [random.standard_normal(shape).astype(np.float32) for _ in range(STEPS)]
        self.labels = [random.integers(0, 10, 8) for _ in range(STEPS)]

    def step(self, number, bad=False):
        labels = self.labels[number].copy()
        if bad:
            labels[5] = 10
        return self.graph(flow.tensor(self.images[number], device=self.device), flow.tensor(labels, device=self.device))

    def values(self):
        return {name: value.cpu().numpy().copy() for name, value in self.network.state_dict().items()}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("device", ["cpu", "sim"])
@pytest.mark.parametrize("make_optimizer", [sgd, adam])
@pytest.mark.parametrize("make_network", [normalized, convolutional])
def test_a_bad_label_in_the_third_of_ten_steps(make_network, make_optimizer, device):
    training, expected = (Training(make_network, make_optimizer, device) for _ in range(2))
    losses = [training.step(number, bad=number == BAD) for number in range(STEPS)]
    wanted = [expected.step(number).cpu().numpy() for number in range(BAD)]
    before = expected.values()

    with pytest.raises(flow.WeirError, match=r"from 0 to 9, got 10 \(gather of cross_entropy, .*digits_step.py:\d+"):
        losses[-1].cpu().numpy()
    for number in range(BAD):
        np.testing.assert_array_equal(losses[number].cpu().numpy(), wanted[number])
    assert_equal_bits(training.values(), before)

    for number in range(BAD, STEPS):  # and from there on as if nothing had been
        np.testing.assert_array_equal(training.step(number).cpu().numpy(), expected.step(number).cpu().numpy())
    assert_equal_bits(training.values(), expected.values())

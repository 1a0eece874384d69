"""Distributions: densities, entropies and divergences against NumPy, what is drawn from them, policy gradients."""

import math

import numpy as np
import pytest

import weir as flow
from weir import distributions as D
from weir import nn
from weir.distributions import Bernoulli, Categorical, Distribution, Normal, Uniform, kl_divergence

RNG = np.random.default_rng(0)
LOC, SCALE = RNG.standard_normal((2, 3)), RNG.uniform(0.5, 2, 3)
P = RNG.uniform(0.1, 0.9, (2, 3))
loc, scale, p = flow.tensor(LOC), flow.tensor(SCALE), flow.tensor(P)


def close(found, expected, rtol=1e-12):
    assert tuple(found.shape) == np.shape(expected)
    np.testing.assert_allclose(found.detach().numpy(), expected, rtol=rtol, atol=1e-12)


def test_normal():
    normal = Normal(loc, scale)
    values = RNG.standard_normal((4, 2, 3))
    distance = (values - LOC) / SCALE
    close(normal.log_prob(flow.tensor(values)), -(distance**2) / 2 - np.log(SCALE) - np.log(2 * np.pi) / 2)
    close(normal.cdf(flow.tensor(values)), 0.5 * (1 + np.vectorize(math.erf)(distance / 2**0.5)), 1e-6)
    close(normal.icdf(normal.cdf(loc + 1)), LOC + 1, 1e-6)
    close(normal.entropy(), np.broadcast_to(np.log(SCALE) + 0.5 + np.log(2 * np.pi) / 2, (2, 3)))
    assert normal.mean.tolist() == normal.mode.tolist() == LOC.tolist()
    close(normal.variance, np.broadcast_to(SCALE**2, (2, 3)))
    close(normal.stddev, np.broadcast_to(SCALE, (2, 3)))
    assert repr(normal) == "Normal(loc: (2, 3), scale: (2, 3))" and normal.batch_shape == (2, 3)
    other = Normal(0.0, 1.0)
    assert other.loc.dtype is flow.float32 and other.sample().shape == () and other.sample((3,)).shape == (3,)
    standard = Normal(flow.zeros(3, dtype=flow.float64), 1.0)
    close(kl_divergence(normal, standard), (SCALE**2 + LOC**2 - 1) / 2 - np.log(SCALE))


def test_uniform():
    uniform = Uniform(loc, loc + 2, validate_args=False)
    inside, outside = uniform.log_prob(loc + 0.5), uniform.log_prob(loc - 0.1)
    close(inside, np.full((2, 3), -math.log(2)))
    assert np.all(outside.numpy() == -math.inf) and np.all(uniform.log_prob(uniform.high).numpy() == -math.inf)
    close(uniform.mean, LOC + 1)
    close(uniform.stddev, np.full((2, 3), 3**-0.5))
    close(uniform.entropy(), np.full((2, 3), math.log(2)))
    close(kl_divergence(uniform, Uniform(loc - 1, loc + 3)), np.full((2, 3), math.log(2)))
    assert np.all(kl_divergence(uniform, Uniform(loc + 1, loc + 3)).numpy() == math.inf)
    drawn = uniform.sample((1000,)).numpy()
    assert np.all((LOC <= drawn) & (drawn < LOC + 2)) and abs((drawn - LOC).mean() - 1) < 0.05


@pytest.mark.parametrize("by", ["probs", "logits"])
def test_bernoulli(by):
    logits = np.log(P / (1 - P))
    coin = Bernoulli(**{by: p if by == "probs" else flow.tensor(logits)})
    close(coin.probs, P)
    close(coin.logits, logits)
    close(coin.log_prob(flow.ones(2, 3, dtype=flow.float64)), np.log(P))
    close(coin.log_prob(flow.zeros(3, dtype=flow.float64)), np.log(1 - P))
    close(coin.entropy(), -P * np.log(P) - (1 - P) * np.log(1 - P))
    close(coin.mean, P)
    close(coin.variance, P * (1 - P))
    other = P[::-1].copy()
    expected = P * np.log(P / other) + (1 - P) * np.log((1 - P) / (1 - other))
    close(kl_divergence(coin, Bernoulli(probs=flow.tensor(other))), expected)
    flow.manual_seed(0)
    np.testing.assert_allclose(coin.sample((4000,)).numpy().mean(0), P, atol=0.05)


@pytest.mark.parametrize("by", ["probs", "logits"])
def test_categorical(by):
    shares = P / P.sum(-1, keepdims=True)
    wheel = Categorical(**{by: p if by == "probs" else flow.tensor(np.log(P) + 3)})
    close(wheel.probs, shares)
    close(wheel.logits, np.log(shares))
    numbers = RNG.integers(0, 3, (4, 2))
    close(wheel.log_prob(flow.tensor(numbers)), np.log(shares[np.arange(2), numbers]))
    close(wheel.log_prob(flow.tensor(1)), np.log(shares[:, 1]))
    close(wheel.entropy(), -(shares * np.log(shares)).sum(-1))
    assert wheel.mode.tolist() == P.argmax(-1).tolist()
    other = shares[::-1].copy()
    close(kl_divergence(wheel, Categorical(probs=flow.tensor(other))), (shares * np.log(shares / other)).sum(-1))
    flow.manual_seed(0)
    drawn = wheel.sample((2000, 2))
    assert drawn.shape == (2000, 2, 2) and drawn.dtype is flow.int64 and wheel.sample().shape == (2,)
    counts = np.stack([(drawn.numpy() == k).mean((0, 1)) for k in range(3)], -1)
    np.testing.assert_allclose(counts, shares, atol=0.04)


def test_gradients_pass_what_they_should():
    logits = flow.zeros(3, requires_grad=True)
    Categorical(logits=logits).log_prob(flow.tensor(1)).backward()
    np.testing.assert_allclose(logits.grad.numpy(), [-1 / 3, 2 / 3, -1 / 3], rtol=1e-6)
    mean = flow.zeros(2, requires_grad=True)
    assert Normal(mean, 1.0).rsample().requires_grad and not Normal(mean, 1.0).sample().requires_grad


def test_what_is_impossible_says_nothing():
    """As masked actions do."""
    logits = flow.tensor([1.0, 2.0, -math.inf], requires_grad=True)
    wheel = Categorical(logits=logits)
    entropy = wheel.entropy()
    entropy.backward()
    shares = np.exp([1, 2]) / np.exp([1, 2]).sum()
    np.testing.assert_allclose(entropy.item(), -(shares * np.log(shares)).sum(), rtol=1e-6)
    assert np.isfinite(logits.grad.numpy()).all() and logits.grad[2] == 0
    assert kl_divergence(wheel, wheel).item() == 0
    two = Categorical(flow.tensor([0.5, 0.5, 0]))
    assert kl_divergence(Categorical(flow.tensor([0.2, 0.2, 0.6])), two).item() == math.inf
    assert kl_divergence(wheel, two).item() == pytest.approx(math.log(2) - entropy.item(), rel=1e-5)
    sure, fair = Bernoulli(flow.tensor([0.0, 1.0])), Bernoulli(flow.tensor([0.5, 0.5]))
    assert kl_divergence(fair, sure).tolist() == [math.inf] * 2 and kl_divergence(sure, sure).tolist() == [0, 0]


def test_values_and_batches_are_broadcast():
    wheel = Categorical(logits=flow.zeros(4, 3))
    assert wheel.log_prob(flow.tensor([1])).shape == (4,) and wheel.log_prob(flow.tensor([[0], [2]])).shape == (2, 4)
    assert Bernoulli(0.25).log_prob(1.0).item() == pytest.approx(math.log(0.25))


@pytest.mark.parametrize(
    "make, rule",
    [
        (lambda check: Normal(0.0, -1.0, validate_args=check), "Normal: expects scale above 0"),
        (lambda check: Uniform(2.0, 1.0, validate_args=check), "Uniform: expects low below high"),
        (lambda check: Bernoulli(1.5, validate_args=check), r"Bernoulli: expects probs in \[0, 1\]"),
        (lambda check: Categorical(flow.tensor([-1.0, 2.0]), validate_args=check), "Categorical: expects probs of at"),
    ],
)
def test_parameters_are_checked(make, rule):
    make(False)
    for check in (True, None):
        with pytest.raises(ValueError, match=rule):
            make(check)


@pytest.mark.parametrize(
    "one, value, said",
    [
        (Normal(0.0, 1.0), [0.0, math.nan], r"Normal.log_prob: expects values inside of Real\(\), got nan"),
        (Uniform(0.0, 2.0), [1.0, 2.5], r"Uniform.log_prob: expects values inside of Interval\(.*\), got 2.5"),
        (Bernoulli(0.5), 0.25, r"Bernoulli.log_prob: expects values inside of Boolean\(\), got 0.25"),
        (Categorical(flow.ones(3)), [0, 3], r"Categorical.log_prob: expects values inside of IntegerInterval\(.*got 3"),
        (D.Dirichlet(flow.ones(2)), [[0.5, 0.5], [0.5, 0.25]], r"inside of Simplex\(\), got \[0.5, 0.25\]"),
        (D.Multinomial(2, flow.ones(2)), [2.0, 1.0], r"Multinomial\(upper_bound=2\), got \[2.0, 1.0\]"),
        (D.Binomial(2, 0.5), 3.0, "Binomial.log_prob: expects values inside of"),
        (D.LogNormal(0.0, 1.0), [1.0, -1.0], r"LogNormal.log_prob: .* of GreaterThan\(lower_bound=0.0\), got -1"),
        (
            D.TransformedDistribution(D.Independent(Normal(flow.zeros(2), 1.0), 1), D.transforms.SigmoidTransform()),
            [[0.5, 0.25], [0.5, 1.5]],
            r"TransformedDistribution.log_prob: .*Interval\(.*got \[0.5, 1.5\]",
        ),
        (D.Independent(Normal(flow.zeros(2), 1.0), 1), [0.0, math.nan], r"Real\(\), got nan"),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, D.Distribution) else None,
)
def test_values_are_checked(one, value, said):
    with pytest.raises(ValueError, match=said):
        one.log_prob(flow.tensor(value))


def test_checks_can_be_left_out():
    class Mine(D.Distribution):
        def log_prob(self, value):
            return -value

    assert Mine((), (), False).log_prob(flow.ones(2)).tolist() == [-1, -1]
    D.Distribution.set_default_validate_args(False)
    try:
        assert Normal(0.0, -1.0).scale.item() == -1 and Normal(0.0, 1.0).log_prob(flow.tensor(math.nan)).isnan()
        with pytest.raises(ValueError, match="expects scale above 0"):
            Normal(0.0, -1.0, validate_args=True)
    finally:
        D.Distribution.set_default_validate_args(True)


def test_in_a_graph():
    class Policy(nn.Graph):
        def build(self, logits):
            wheel = Categorical(logits=logits)
            action = wheel.sample()
            return action, wheel.log_prob(action), Normal(logits, 1.0).rsample()

    action, log_prob, drawn = Policy()(flow.zeros(5, 3))
    assert action.shape == log_prob.shape == (5,) and drawn.shape == (5, 3) and set(action.tolist()) <= {0, 1, 2}
    np.testing.assert_allclose(log_prob.numpy(), -math.log(3), rtol=1e-6)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: Categorical(), "Categorical: expects probs or logits, got neither"),
        (lambda: Bernoulli(0.5, 0.5), "Bernoulli: expects probs or logits, got both"),
        (lambda: Categorical(flow.tensor(1.0)), "expects probabilities along a dimension, got a scalar"),
        (lambda: kl_divergence(Normal(0.0, 1.0), Uniform(0.0, 1.0)), "expects two of .*, got Normal and Uniform"),
        (lambda: Normal(0.0, 1.0).sample(3), "sample: expects sample_shape to be a shape such as .*, got 3"),
        (lambda: Distribution().sample(), "Distribution: expects a method rsample, found none"),
    ],
)
def test_what_cannot_be_said(call, message):
    with pytest.raises((ValueError, TypeError, NotImplementedError), match=message):
        call()

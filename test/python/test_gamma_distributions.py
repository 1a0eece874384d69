"""Distributions of gamma numbers, shares and counts: densities, moments, entropies and divergences against PyTorch's,
what is drawn from them, and its gradients."""

import math

import numpy as np
import pytest

import weir as flow
from known_numbers import close, doubles
from weir import nn
from weir.distributions import (
    Beta,
    Binomial,
    Chi2,
    Dirichlet,
    Gamma,
    InverseGamma,
    Multinomial,
    NegativeBinomial,
    Poisson,
    StudentT,
    gamma_draws,
    kl_divergence,
)

pytestmark = pytest.mark.sampled(6)


c, rate, p = doubles(0.7, 3.5), doubles(0.5, 2.0), doubles(0.2, 0.9)
VALUES, SHARES, COUNTS = doubles(0.4, 3.0), doubles(0.1, 0.8), doubles(4, 2)
three, vectors = doubles([0.5, 2.0, 1.5], [3.0, 1.2, 4.0]), doubles([0.2, 0.5, 0.3], [0.6, 0.1, 0.3])

# A distribution and another one, values, and what PyTorch 2.13 says: log_prob, mean, variance, entropy, kl_divergence,
# mode; None where it has none.
FAMILIES = [
    (
        (Gamma(c, rate), Gamma(c * 1.4, rate + 0.3)),
        VALUES,
        ([-0.6711830534, -2.0284277487], [1.4, 1.75], [2.8, 0.875], [1.288007361, 1.2499348202]),
        ([0.0520123414, 0.1233304835], [0.0, 1.25]),
    ),
    (
        (Chi2(c), Chi2(c + 1)),
        VALUES,
        ([-0.7815937646, -1.8046472285], [0.7, 3.5], [1.4, 7.0], [0.0465323423, 2.1731417194]),
        ([0.6575493242, 0.0855366091], [0.0, 1.5]),
    ),
    (
        (InverseGamma(c, rate), None),
        VALUES,
        ([-0.4383760287, -4.3853804361], [math.inf, 0.8], [math.inf, 0.4266666667], [2.3417601073, 0.4299159]),
        (None, [0.2941176471, 0.4444444444]),
    ),
    (
        (Dirichlet(three), Dirichlet(three + 0.5)),
        vectors,
        (
            [0.8497621374, 1.437309867],
            [[0.125, 0.5, 0.375], [0.3658536585, 0.1463414634, 0.487804878]],
            [[0.021875, 0.05, 0.046875], [0.0252179086, 0.0135788739, 0.0271577477]],
            [-1.5068434306, -1.4695208699],
        ),
        (
            [0.3033400279, 0.0771648074],
            [[0.0, 0.6666666667, 0.3333333333], [0.3846153846, 0.0384615385, 0.5769230769]],
        ),
    ),
    (
        (Beta(c, rate), Beta(c * 1.4, rate + 0.3)),
        SHARES,
        (
            [-0.1751504937, 0.5895435746],
            [0.5833333333, 0.6363636364],
            [0.110479798, 0.0356007629],
            [-0.1979238824, -0.2986902819],
        ),
        ([0.0849820147, 0.0503423959], [1.0, 0.7142857143]),
    ),
    (
        (StudentT(c + 1.5, c, rate), None),
        VALUES,
        ([-0.578645604, -1.6990343296], [0.7, 3.5], [2.75, 6.6666666667], [1.2158495961, 2.320649853]),
        (None, [0.7, 3.5]),
    ),
    (
        (Poisson(rate * 3), Poisson(rate * 4)),
        COUNTS,
        ([-3.0561933979, -3.1096282421], [1.5, 6.0], [1.5, 6.0], None),
        ([0.0684768913, 0.2739075653], [1.0, 6.0]),
    ),
    (
        (Binomial(5, p), Binomial(5, p * 0.7)),
        COUNTS,
        ([-5.0514572886, -4.8158912173], [1.0, 4.5], [0.8, 0.45], [1.2430241623, 0.9102051202]),
        ([0.0673922976, 0.9508708379], [1.0, 5.0]),
    ),
    (
        (NegativeBinomial(c * 2, p), None),
        COUNTS,
        ([-6.0108855054, -12.9966121721], [0.35, 63.0], [0.4375, 630.0], None),
        (None, [0.0, 54.0]),
    ),
    (
        (Multinomial(5, three), None),
        doubles([2, 1, 2], [0, 4, 1]),
        (
            [-3.4124913883, -6.7956522706],
            [[0.625, 2.5, 1.875], [1.8292682927, 0.7317073171, 2.4390243902]],
            [[0.546875, 1.25, 1.171875], [1.1600237954, 0.6246281975, 1.249256395]],
            None,
        ),
        (None, None),
    ),
]


@pytest.mark.parametrize(("both", "values", "known", "more"), FAMILIES, ids=lambda x: type(x[0]).__name__)
def test_what_is_known_of_a_family(both, values, known, more):
    one, other = both
    log_prob, mean, variance, entropy = known
    close(one.log_prob(values), log_prob)
    close(one.mean, mean)
    close(one.variance, variance)
    divergence, mode = more
    if entropy is not None:
        close(one.entropy(), entropy)
    if divergence is not None:
        close(kl_divergence(one, other), divergence)
    if mode is not None:
        close(one.mode, mode)


DRAWN = [
    Gamma(doubles(0.02, 0.6, 1.0, 30.0), doubles(1.0, 0.5, 2.0, 3.0)),
    InverseGamma(doubles(5.0, 9.0), doubles(1.0, 2.0)),
    Dirichlet(doubles([0.1, 0.5, 3.0], [8.0, 1.0, 2.0])),
    Beta(doubles(0.05, 4.0), doubles(0.3, 2.0)),
    StudentT(doubles(9.0, 30.0), doubles(1.0, -2.0), doubles(0.5, 2.0)),
    Poisson(doubles(0.0, 0.3, 7.0, 9.99, 10.0, 80.0, 1e6)),
    Binomial(doubles(0.0, 3.0, 40.0), doubles(0.4, 0.9, 0.25)),
    NegativeBinomial(doubles(0.7, 5.0), doubles(0.3, 0.8)),
    Multinomial(6, doubles(0.1, 0.6, 0.3)),
]


@pytest.mark.parametrize("one", DRAWN, ids=lambda one: type(one).__name__)
def test_draws_have_the_moments(one):
    flow.manual_seed(3)
    count = 40000
    drawn = one.sample((count,))
    assert drawn.shape == (count, *one.batch_shape, *one.event_shape) and not drawn.requires_grad
    found, mean, deviation = drawn.numpy(), one.mean.numpy(), one.stddev.numpy()
    assert np.all(np.abs(found.mean(0) - mean) <= 5 * deviation / count**0.5)
    assert np.all(np.abs(found.std(0) - deviation) <= 0.12 * deviation)


@pytest.mark.parametrize("given", [0.4, 6.0, 9.9, 10.0, 33.0])
def test_each_count_of_poisson_is_as_frequent_as_it_should_be(given):
    flow.manual_seed(5)
    count = 60000
    drawn = flow.poisson(flow.full((count,), given)).long()
    frequent = flow.bincount(drawn, minlength=100).numpy()[:100]
    expected = count * Poisson(doubles(given)).log_prob(flow.arange(100, dtype=flow.float64)).exp().numpy()
    seen = expected > 5
    squares = ((frequent - expected) ** 2 / np.maximum(expected, 1e-9))[seen].sum()
    freedom = seen.sum() - 1
    assert squares < freedom + 5 * (2 * freedom) ** 0.5


def test_gammas_are_distributed_as_they_should_be():
    flow.manual_seed(6)
    count = 20000
    # Of a whole concentration the distribution function is a sum: 1 - e^-x (1 + x + x^2 / 2).
    drawn = np.sort(Gamma(doubles(3.0), doubles(1.0)).sample((count,)).numpy()[:, 0])
    reached = 1 - np.exp(-drawn) * (1 + drawn + drawn**2 / 2)
    assert np.abs(reached - (np.arange(count) + 0.5) / count).max() < 1.95 / count**0.5


def test_slopes_of_draws_are_those_of_the_distribution_function():
    a = np.array([0.05, 0.4, 1.0, 2.5, 9.0, 9.0, 60.0, 1000.0])
    x = np.array([0.001, 0.9, 0.3, 6.0, 4.0, 15.0, 65.0, 950.0])

    def reached(a, x):
        terms = [np.exp(a * np.log(x) - x + k * np.log(x) - math.lgamma(a + k + 1)) for k in range(2500)]
        return math.fsum(terms)

    for each, value in zip(a, x):
        step = 1e-4 * each
        near, far = ((reached(each + h, value) - reached(each - h, value)) / (2 * h) for h in (step, 2 * step))
        density = math.exp((each - 1) * math.log(value) - value - math.lgamma(each))
        (slope,) = gamma_draws._slopes(doubles(each), doubles(math.log(value)))
        assert slope.item() * value == pytest.approx(-(4 * near - far) / 3 / density, rel=2e-6)


def test_gradients_pass_draws():
    flow.manual_seed(7)
    count = 40000
    concentration, width = doubles(0.3, 2.0, 20.0).requires_grad_(), doubles(1.0, 2.0, 0.5).requires_grad_()
    Gamma(concentration, width).rsample((count,)).mean(0).sum().backward()
    # Of the mean, concentration / rate.
    close(concentration.grad, [1.0, 0.5, 2.0], rtol=0.05)
    close(width.grad, [-0.3, -0.5, -80.0], rtol=0.05)
    shares = doubles(0.5, 2.0, 4.0).requires_grad_()
    (Dirichlet(shares).rsample((count,)).mean(0) * doubles(1.0, 2.0, 4.0)).sum().backward()
    mean = shares.detach() / 6.5
    expected = (doubles(1.0, 2.0, 4.0) - (mean * doubles(1.0, 2.0, 4.0)).sum()) / 6.5
    close(shares.grad, expected.numpy(), rtol=0.05)


@pytest.mark.parametrize("dtype", [flow.float32, flow.float16, flow.bfloat16], ids=str)
def test_narrow_draws(dtype):
    flow.manual_seed(8)
    a = flow.tensor([1e-4, 0.5, 3.0]).to(dtype)
    for one in (Gamma(a, a), Beta(a, a), Dirichlet(a), StudentT(a + 3, a, a + 1), Poisson(a)):
        drawn = one.sample((500,))
        assert drawn.dtype is dtype and bool(drawn.isfinite().all())
    assert bool((Beta(a, a).sample((500,)) > 0).all()) and bool((Gamma(a, a).sample((500,)) > 0).all())


def test_inside_of_graphs():
    class Draws(nn.Graph):
        def build(self, a):
            return Beta(a, a + 1).sample((1000,)), flow.poisson(a * 4), Gamma(a, a).log_prob(a)

    a, draws = flow.tensor([0.5, 4.0]), Draws()
    flow.manual_seed(1)
    first, counts, likely = draws(a)
    assert first.shape == (1000, 2) and bool(((first > 0) & (first < 1)).all())
    assert bool((counts == counts.round()).all())
    close(likely, Gamma(a, a).log_prob(a).numpy(), rtol=1e-5)
    again, _, _ = draws(a)
    assert not np.array_equal(first.numpy(), again.numpy())
    flow.manual_seed(1)
    assert np.array_equal(draws(a)[0].numpy(), first.numpy())


def test_on_the_simulator():
    a = flow.tensor([0.5, 4.0], device="sim")
    drawn = Beta(a, 2.0).sample((50,))
    assert drawn.device.type == "sim" and 0 < drawn.min().item() and drawn.max().item() < 1
    assert flow.poisson(a).device.type == "sim" and Binomial(3, a / 5).sample().device.type == "sim"


def test_a_policy_of_betas_learns():
    flow.manual_seed(0)
    head = nn.Linear(1, 2)
    optimizer = flow.optim.Adam(head.parameters(), lr=0.05)
    for _ in range(150):
        policy = Beta(*(nn.functional.softplus(head(flow.ones(256, 1))) + 1).unbind(1))
        loss = (policy.rsample() - 0.8).square().mean() - 0.001 * policy.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert abs(policy.mean[0].item() - 0.8) < 0.1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Gamma(doubles(-1.0), 1.0, validate_args=True), "Gamma: expects concentration and rate above 0"),
        (lambda: Dirichlet(flow.tensor(1.0)), "Dirichlet: expects concentration of at least one dimension"),
        (lambda: Beta(0.0, 1.0, validate_args=True), "Beta: expects concentrations above 0"),
        (lambda: Binomial(3), "Binomial: expects probs or logits, got neither"),
        (lambda: Binomial(3, doubles(1.5), validate_args=True), r"Binomial: expects probs in \[0, 1\]"),
        (lambda: Multinomial(flow.tensor(3), p), "Multinomial: expects total_count to be an integer, got Tensor"),
        (lambda: flow.poisson(flow.tensor([1])), "poisson: expects a Tensor of a floating-point dtype, got int64"),
        (lambda: flow.poisson(3.0), "poisson: expects a Tensor of a floating-point dtype, got float"),
    ],
)
def test_bad_parameters(make, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make()


def test_rates_that_are_none():
    drawn = flow.poisson(doubles(-1.0, math.nan, 0.0, 2.0))
    assert np.isnan(drawn.numpy()[:2]).all() and drawn[2].item() == 0 and drawn[3].item() >= 0

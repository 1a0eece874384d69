"""Distributions of powers, one-hot and relaxed choices, mixtures, and what all distributions have: expand, support and
enumerate_support. Numbers are PyTorch 2.13's."""

import math

import numpy as np
import pytest

import weir as flow
from known_numbers import close, doubles
from weir import nn
from weir import distributions as D

pytestmark = pytest.mark.sampled(6)


a, b, P = doubles(0.7, 3.5), doubles(1.5, 2.0), doubles([0.2, 0.5, 0.3], [0.6, 0.1, 0.3])
MIXTURE = D.MixtureSameFamily(
    D.Categorical(P), D.Normal(doubles([0.0, 1.0, 2.0], [-1.0, 0.0, 3.0]), doubles([1.0, 2.0, 0.5], [0.3, 1.0, 2.0]))
)
PLACES, WIDTHS = doubles([0.0, 1.0], [2.0, -1.0], [3.0, 0.5]), doubles([1.0, 2.0], [0.5, 1.0], [1.0, 1.0])
OF_VECTORS = D.MixtureSameFamily(D.Categorical(P[0]), D.Independent(D.Normal(PLACES, WIDTHS), 1))

# A distribution, values, and log_prob, mean, variance, entropy; None where it has none.
FAMILIES = [
    (
        D.Weibull(b, a),
        doubles(0.4, 3.0),
        [-0.7620538889468171, -2.560235382740779],
        ([1.8987352590859254, 1.7994943530056782], [7.7103799957195935, 0.32429100584919013]),
        [1.5147619099462397, 0.8526811155656722],
    ),
    (
        D.Pareto(b, a),
        doubles(2.0, 3.0),
        [-1.2511995752149243, -1.2649771985513167],
        ([math.inf, 2.8], [math.inf, 1.4933333333333334]),
        [3.1907114806183254, 0.7260984977788628],
    ),
    (
        D.Kumaraswamy(a, b),
        doubles(0.1, 0.8),
        [0.6282899340812294, 0.7756602876730729],
        ([0.3065544299934229, 0.6805555555555557], [0.0664734635792327, 0.031793630751964064]),
        [-0.26418781892757404, -0.37448157762674195],
    ),
    (
        D.OneHotCategorical(P),
        doubles([0, 1, 0], [1, 0, 0]),
        [-0.6931471805599453, -0.5108256237659907],
        (P.tolist(), [[0.16, 0.25, 0.21], [0.24, 0.09, 0.21]]),
        [1.0296530140645737, 0.8979457248567798],
    ),
    (
        D.RelaxedOneHotCategorical(0.7, P),
        doubles([0.2, 0.5, 0.3], [0.6, 0.1, 0.3]),
        [0.17147534096008332, 0.629752057962214],
        None,
        None,
    ),
    (
        D.RelaxedBernoulli(flow.tensor(0.7, dtype=flow.float64), doubles(0.2, 0.9)),
        doubles(0.1, 0.8),
        [0.6592238307351632, -0.26518862470033433],
        None,
        None,
    ),
    (
        MIXTURE,
        doubles(0.4, 3.0),
        [-1.7694222048009403, -2.8086798101436035],
        ([1.1, 0.3], [2.765, 4.564]),
        None,
    ),
    (OF_VECTORS, doubles(0.4, 3.0), -4.7124431693, ([1.9, -0.15], [1.715, 2.3525]), None),
]


@pytest.mark.parametrize(("one", "values", "log_prob", "moments", "entropy"), FAMILIES, ids=lambda x: type(x).__name__)
def test_what_is_known_of_a_family(one, values, log_prob, moments, entropy):
    close(one.log_prob(values), log_prob)
    if moments is not None:
        close(one.mean, moments[0])
        close(one.variance, moments[1])
    if entropy is not None:
        close(one.entropy(), entropy)
    drawn = one.sample((40,))
    assert drawn.shape == (40, *one.batch_shape, *one.event_shape)
    assert bool(one.support.check(drawn).all()) and bool(one.log_prob(drawn).isfinite().all())


@pytest.mark.parametrize(
    "one",
    [
        D.Weibull(b, a + 1),
        D.Pareto(b, a + 5),
        D.Kumaraswamy(a, b),
        D.OneHotCategorical(P),
        D.OneHotCategorical(logits=P),
        MIXTURE,
        OF_VECTORS,
    ],
    ids=lambda one: type(one).__name__,
)
def test_draws_have_the_moments(one):
    flow.manual_seed(3)
    count = 40000
    found = one.sample((count,)).numpy()
    assert np.all(np.abs(found.mean(0) - one.mean.numpy()) <= 5 * one.stddev.numpy() / count**0.5)
    assert np.all(np.abs(found.std(0) - one.stddev.numpy()) <= 0.12 * one.stddev.numpy())


def test_relaxed_choices_are_as_frequent_as_choices():
    flow.manual_seed(4)
    count = 40000
    found = D.RelaxedOneHotCategorical(0.5, P).sample((count,)).argmax(-1)
    for place in range(3):
        frequent = (found == place).double().mean(0).numpy()
        assert np.all(np.abs(frequent - P[:, place].numpy()) <= 5 * 0.5 / count**0.5)
    heads = (D.RelaxedBernoulli(0.5, doubles(0.2, 0.9)).sample((count,)) > 0.5).double().mean(0)
    close(heads, [0.2, 0.9], rtol=0.05)


def test_gradients_pass_draws():
    flow.manual_seed(5)
    for make in (
        lambda x: D.RelaxedOneHotCategorical(0.5, logits=x),
        lambda x: D.RelaxedBernoulli(0.5, logits=x),
        lambda x: D.OneHotCategoricalStraightThrough(logits=x),
        lambda x: D.Weibull(x.exp(), 1.0),
        lambda x: D.Pareto(1.0, x.exp()),
        lambda x: D.Kumaraswamy(x.exp(), 2.0),
    ):
        x = doubles(0.3, -0.2, 0.5).requires_grad_()
        one = make(x)
        drawn = one.rsample((5,))
        (drawn * doubles(1.0, 2.0, 4.0)).sum().backward()
        assert one.has_rsample and bool((x.grad != 0).all()) and bool(x.grad.isfinite().all())
        assert not one.sample().requires_grad
    drawn = D.OneHotCategoricalStraightThrough(P).rsample((7,))
    close(drawn.sum(-1), np.ones((7, 2)))


def test_divergence_of_one_hots():
    found = D.kl_divergence(D.OneHotCategorical(P), D.OneHotCategorical(P.flip(0)))
    close(found, [0.5849964984834282, 0.4982235819574557])


def test_a_distribution_function_of_a_mixture():
    close(MIXTURE.cdf(doubles(0.4, 3.0)), [0.3223347786089633, 0.849865010196837])


ALL = [
    *(D.Normal(a, b), D.Uniform(a, a + b), D.Cauchy(a, b), D.Gumbel(a, b), D.Laplace(a, b), D.HalfNormal(a)),
    *(D.Exponential(a), D.Gamma(a, b), D.Beta(a, b), D.Dirichlet(P), D.StudentT(a, b, b), D.InverseGamma(a, b)),
    *(D.Chi2(a), D.Poisson(a), D.Binomial(3, a / 4), D.NegativeBinomial(3, a / 4), D.Multinomial(3, P)),
    *(D.Bernoulli(a / 4), D.Categorical(P), D.Geometric(a / 4), D.LogNormal(a, b), D.Independent(D.Normal(a, b), 1)),
    D.MultivariateNormal(doubles(1.0, 2.0), scale_tril=doubles([1.0, 0.0], [0.5, 1.0])),
    D.TransformedDistribution(D.Normal(a, b), [D.AffineTransform(1.0, 2.0)]),
    *(one for one, *_ in FAMILIES),
]


@pytest.mark.parametrize("one", ALL, ids=lambda one: type(one).__name__)
def test_a_batch_is_repeated(one):
    flow.manual_seed(2)
    more = one.expand((4, *one.batch_shape))
    assert type(more) is type(one) and more.batch_shape == (4, *one.batch_shape)
    assert more.event_shape == one.event_shape and one.batch_shape == more.batch_shape[1:]
    drawn = more.sample((3,))
    assert drawn.shape == (3, 4, *one.batch_shape, *one.event_shape)
    close(more.log_prob(drawn), one.log_prob(drawn).numpy())
    assert bool(one.support.check(drawn).all())


def test_all_values_of_choices():
    assert D.Categorical(P).enumerate_support().tolist() == [[0, 0], [1, 1], [2, 2]]
    assert D.Categorical(P).enumerate_support(expand=False).tolist() == [[0], [1], [2]]
    assert D.Bernoulli(a / 4).enumerate_support().tolist() == [[0.0, 0.0], [1.0, 1.0]]
    vectors = D.OneHotCategorical(P)
    assert vectors.enumerate_support().shape == (3, 2, 3) and vectors.enumerate_support(False).shape == (3, 1, 3)
    assert D.Categorical(P).has_enumerate_support and not D.Normal(a, b).has_enumerate_support
    with pytest.raises(NotImplementedError, match="Normal: expects a method enumerate_support, found none"):
        D.Normal(a, b).enumerate_support()
    assert repr(D.Categorical(P).support) == "IntegerInterval(lower_bound=0, upper_bound=2)"
    assert repr(D.Independent(D.Normal(a, b), 1).support) == "IndependentConstraint(Real(), 1)"


def test_numbers_of_choices_have_no_mean():
    close(D.Categorical(P).mean, [math.nan] * 2)
    close(D.Categorical(P).variance, [math.nan] * 2)


def test_inside_of_graphs():
    class Draws(nn.Graph):
        def build(self, p):
            mixture = D.MixtureSameFamily(D.Categorical(p), D.Normal(p.detach(), 1.0))
            return D.OneHotCategorical(p).sample((10,)), mixture.sample((10,)), mixture.log_prob(p[0])

    vectors, drawn, likely = Draws()(P[0].float())
    assert vectors.shape == (10, 3) and vectors.sum(-1).tolist() == [1.0] * 10 and drawn.shape == (10,)
    expected = D.MixtureSameFamily(D.Categorical(P[0].float()), D.Normal(P[0].float(), 1.0)).log_prob(P[0, 0].float())
    close(likely, expected.numpy(), rtol=1e-5)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: D.Weibull(-a, b, validate_args=True), "Weibull: expects scale and concentration above 0"),
        (lambda: D.Pareto(a, -b, validate_args=True), "Pareto: expects scale and alpha above 0"),
        (lambda: D.Kumaraswamy(a, 0.0, validate_args=True), "Kumaraswamy: expects concentrations above 0"),
        (lambda: D.OneHotCategorical(), "Categorical: expects probs or logits, got neither"),
        (
            lambda: D.MixtureSameFamily(D.Normal(a, b), D.Normal(a, b)),
            "MixtureSameFamily: expects a Categorical and a Distribution, got Normal and Normal",
        ),
        (
            lambda: D.MixtureSameFamily(D.Categorical(P), D.Normal(a, b)),
            r"MixtureSameFamily: expects 3 distributions along the last dimension of the batch, got a batch \(2,\)",
        ),
    ],
)
def test_bad_parameters(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_half_of_cauchys_distribution():
    half, values = D.HalfCauchy(doubles(0.5, 2.0)), doubles(0.4, 3.0)
    close(half.log_prob(values), [-0.25313177, -2.32338488])
    close(half.entropy(), [1.14472989, 2.53102425])
    close(half.cdf(values), [0.42955343, 0.62566592])
    close(half.icdf(half.cdf(values)), [0.4, 3.0])
    assert half.mean.tolist() == half.variance.tolist() == [math.inf] * 2 and half.mode.tolist() == [0, 0]
    assert (half.sample((100,)) >= 0).all() and isinstance(half.base_dist, D.Cauchy)


def test_continuous_bernoulli():
    one, values = D.ContinuousBernoulli(doubles(0.1, 0.5, 0.4995, 0.9)), doubles(0.3, 0.2, 0.9, 0.5)
    close(one.log_prob(values), [0.24581067, 0.0, -0.00080017, -0.19363424])
    close(one.mean, [0.33011961, 0.5, 0.49983333, 0.66988039])
    close(one.variance, [0.06650886, 0.08333333, 0.08333332, 0.06650886])
    close(one.entropy(), [-0.17963112, 0.0, -1.7e-07, -0.17963112])
    close(one.cdf(values), [0.54305791, 0.2, 0.9, 0.25])
    close(one.icdf(values), [0.14115759, 0.2, 0.9, 0.73248676])
    other = D.ContinuousBernoulli(doubles(0.3, 0.6, 0.5, 0.2))
    close(D.kl_divergence(one, other), [0.06542795, 0.00684072, 1.7e-07, 0.49396619])
    close(D.ContinuousBernoulli(logits=doubles(-1.0, 2.0)).log_prob(doubles(0.3, 0.4)), [0.15867515, -0.36143936])
    flow.manual_seed(3)
    assert abs(one.rsample((4000,)).mean(0) - one.mean).max() < 0.03


def test_functions_one_after_the_other():
    both = D.ComposeTransform([D.AffineTransform(doubles(0.5), 2.0), D.ExpTransform()])
    x = doubles(0.3, -1.0)
    close(both(x), [3.00416602, 0.22313016])
    close(both.inv(both(x)), [0.3, -1.0])
    close(both.log_abs_det_jacobian(x, both(x)), [1.79314718, -0.80685282])
    made = D.TransformedDistribution(D.Normal(doubles(0.0, 1.0), doubles(1.0, 2.0)), [both])
    close(made.log_prob(both(x)), [-2.75708571, -1.30523289])
    close(made.cdf(both(x)), [0.61791142, 0.15865525])
    assert both == D.ComposeTransform(both.parts) and repr(D.ComposeTransform([D.ExpTransform()] * 2)) == (
        "ComposeTransform(\n    ExpTransform(),\n    ExpTransform()\n)"
    )


def test_shares_of_a_stick():
    shares, x = D.StickBreakingTransform(), doubles(0.3, -1.0, 2.0)
    close(shares(x), [0.31032244, 0.10714996, 0.5130886, 0.06943899])
    close(shares.inv(shares(x)), [0.3, -1.0, 2.0])
    close(shares.log_abs_det_jacobian(x, shares(x)), -6.73828275)
    base = D.Independent(D.Normal(doubles(0.0, 1.0, 2.0), doubles(1.0, 2.0, 1.0)), 1)
    made = D.TransformedDistribution(base, shares)
    assert made.event_shape == (4,) and made.sample((2,)).shape == (2, 4)
    close(made.log_prob(shares(x)), 2.74331997)


def test_vectors_of_a_covariance():
    covariance = doubles([4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]).requires_grad_()
    made = D.MultivariateNormal(doubles(0.0, 1.0, 2.0), covariance)
    factor = [[2.0, 0.0, 0.0], [0.5, 1.6583124, 0.0], [0.25, 0.0452267, 1.39120615]]
    close(made.scale_tril, factor)
    close(made.log_prob(doubles(1.0, 1.0, 1.0)), -4.74530494)
    made.log_prob(doubles(1.0, 1.0, 1.0)).backward()
    gradient = [[-0.08182956, 0.03180817, -0.06797472], [0.03180817, -0.17918637, 0.02875476]]
    close(covariance.grad, [*gradient, [-0.06797472, 0.02875476, -0.09144779]])
    for bad in (-flow.eye(2), flow.tensor([[1.0, 2.0], [0.0, 1.0]])):
        with pytest.raises(ValueError, match="expects a covariance_matrix that is symmetric and positive definite"):
            D.MultivariateNormal(flow.zeros(2), bad)

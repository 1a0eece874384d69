"""Further distributions: densities, moments, entropies and divergences against PyTorch's, what is drawn from them,
distributions of transformed values and of vectors."""

import math

import numpy as np
import pytest

import weir as flow
from known_numbers import close, doubles
from weir import nn
from weir.distributions import (
    AffineTransform,
    Cauchy,
    Distribution,
    Exponential,
    ExpTransform,
    Geometric,
    Gumbel,
    HalfNormal,
    Independent,
    Laplace,
    LogNormal,
    MultivariateNormal,
    Normal,
    SigmoidTransform,
    TanhTransform,
    Transform,
    TransformedDistribution,
    Uniform,
    kl_divergence,
    register_kl,
)

pytestmark = pytest.mark.sampled(6)


loc, scale, p = doubles(0.3, -1.2), doubles(0.5, 2.0), doubles(0.2, 0.9)
VALUES, COUNTS, SHARES = doubles(0.4, 3.0), doubles(4, 0), doubles(0.1, 0.8)

# A distribution and another one, values, and what PyTorch 2.13 says: log_prob, mean, variance, entropy, kl_divergence.
FAMILIES = [
    (
        (Laplace(loc, scale), Laplace(loc + 0.4, scale * 1.3)),
        VALUES,
        ([-0.2, -3.48629436], [0.3, -1.2], [0.5, 8], [1, 2.386294361], [0.2233865446, 0.0460033053]),
    ),
    (
        (Cauchy(loc, scale), Cauchy(loc + 0.4, scale * 1.3)),
        VALUES,
        (
            [-0.4908034184, -3.52612616],
            [math.nan] * 2,
            [math.inf] * 2,
            [1.837877066, 3.224171428],
            [0.1313655874, 0.02469261259],
        ),
    ),
    (
        (Gumbel(loc, scale), Gumbel(loc + 0.4, scale * 1.3)),
        VALUES,
        (
            [-0.3255835725, -2.91560361],
            [0.5886078325, -0.0455686702],
            [0.4112335167, 6.579736267],
            [0.8840684843, 2.270362845],
            [0.2227329771, 0.05249259212],
        ),
    ),
    (
        (LogNormal(loc, scale), LogNormal(loc + 0.4, scale * 1.3)),
        VALUES,
        (
            [-2.26822691, -3.37115031],
            [1.52959042, 2.22554093],
            [0.664519172, 265.473375],
            [1.025791353, 0.912085714],
            [0.2475713651, 0.07005657216],
        ),
    ),
    (
        (HalfNormal(scale), HalfNormal(scale * 1.3)),
        VALUES,
        (
            [0.1473558279, -2.04393853],
            [0.3989422804, 1.595769122],
            [0.09084505691, 1.453520911],
            [0.03264417208, 1.418938533],
            [0.05822225263] * 2,
        ),
    ),
    (
        (Exponential(scale), Exponential(scale * 1.3)),
        VALUES,
        ([-0.8931471806, -5.30685282], [2, 0.5], [4, 0.25], [1.693147181, 0.3068528194], [0.03763573553] * 2),
    ),
    (
        (Geometric(probs=p), Geometric(probs=p * 0.7)),
        COUNTS,
        (
            [-2.50201212, -0.1053605157],
            [4, 0.1111111111],
            [20, 0.1234567901],
            [2.502012118, 0.3612033038],
            [0.06739229762, 0.2113046306],
        ),
    ),
]


@pytest.mark.parametrize("pair, values, expected", FAMILIES, ids=[type(each[0][0]).__name__ for each in FAMILIES])
def test_what_pytorch_says(pair, values, expected):
    one, other = pair
    found = one.log_prob(values), one.mean, one.variance, one.entropy(), kl_divergence(one, other)
    for each, wanted in zip(found, expected):
        close(each, wanted)
    close(one.stddev, np.sqrt(expected[2]))
    close(one.perplexity(), np.exp(expected[3]))
    assert one.batch_shape == (2,) and one.event_shape == () and "(2,)" in repr(one)


# What PyTorch says of VALUES and of SHARES.
CUMULATED = [
    (Laplace(loc, scale), [0.590634623, 0.938771786], [-0.504718956, 0.632581464]),
    (Cauchy(loc, scale), [0.562832958, 0.858536972], [-1.23884177, 1.55276384]),
    (Gumbel(loc, scale), [0.440991026, 0.884744454], [-0.117016223, 1.79987997]),
    (LogNormal(loc, scale), [0.00749580936, 0.874785117], [0.711218358, 1.62132297]),
    (HalfNormal(scale), [0.576289203, 0.866385597], [0.0628306734, 2.56310313]),
    (Exponential(scale), [0.181269247, 0.997521248], [0.210721031, 0.804718956]),
    (Uniform(loc, loc + scale), [0.2, 1], [0.35, 0.4]),
]


@pytest.mark.parametrize("one, shares, values", CUMULATED, ids=[type(each[0]).__name__ for each in CUMULATED])
def test_cumulated(one, shares, values):
    close(one.cdf(VALUES), shares, 1e-6)
    close(one.icdf(SHARES), values, 1e-6)
    flow.manual_seed(4)
    drawn = one.sample((4000,)).numpy()
    assert drawn.shape == (4000, 2) and np.isfinite(drawn).all()
    np.testing.assert_allclose((drawn <= np.asarray(values)).mean(0), SHARES.numpy(), atol=0.025)


def test_draws():
    flow.manual_seed(1)
    drawn = Geometric(probs=p).sample((4000,)).numpy()
    assert (drawn == np.floor(drawn)).all() and drawn.min() == 0
    np.testing.assert_allclose(drawn.mean(0), [4, 1 / 9], atol=0.25)
    assert Laplace(0.0, 1.0).sample().dtype is flow.float32 and Gumbel(0.0, 1.0).rsample((3,)).shape == (3,)
    for kind in (Laplace, Cauchy, Gumbel, LogNormal):
        place, width = (x.clone().requires_grad_() for x in (loc, scale))
        one = kind(place, width)
        assert one.has_rsample and not one.sample().requires_grad
        one.rsample((3,)).sum().backward()
        assert place.grad is not None and width.grad is not None
    assert not Geometric(probs=p).has_rsample


def test_modes():
    for one in (Laplace(loc, scale), Cauchy(loc, scale), Gumbel(loc, scale)):
        assert one.mode is one.loc
    close(LogNormal(loc, scale).mode, np.exp(loc.numpy() - scale.numpy() ** 2))
    for one in (HalfNormal(scale), Exponential(scale), Geometric(probs=p)):
        assert one.mode.tolist() == [0, 0]


def test_edges():
    assert Geometric(probs=1.0).log_prob(0).item() == 0
    assert HalfNormal(doubles(1, 2), validate_args=False).log_prob(doubles(-1, 0))[0].item() == -math.inf
    close(Geometric(logits=flow.zeros(2, dtype=flow.float64)).probs, [0.5, 0.5])


@pytest.mark.parametrize(
    "one, expected",
    [
        (Laplace(loc, scale), [0.269220706, 0.091705913]),
        (Uniform(loc, loc + scale), [1.23258485, 1.23258485]),
        (Gumbel(loc, scale), [0.105438295, 0.13285214]),
        (Exponential(scale), [5.52873625, 1.71108828]),
    ],
)
def test_divergence_from_normal_ones(one, expected):
    close(kl_divergence(one, Normal(loc + 0.4, scale * 1.3)), expected)


def test_independent():
    base, other = Normal(loc, scale), Normal(loc + 0.4, scale * 1.3)
    one = Independent(base, 1)
    assert one.batch_shape == () and one.event_shape == (2,) and one.sample((5,)).shape == (5, 2)
    close(one.log_prob(VALUES), base.log_prob(VALUES).sum().numpy())
    close(one.entropy(), base.entropy().sum().numpy())
    close(kl_divergence(one, Independent(other, 1)), kl_divergence(base, other).sum().numpy())
    assert one.mean is base.mean and one.mode is base.mode and one.variance.tolist() == base.variance.tolist()
    assert repr(one) == "Independent(Normal(loc: (2,), scale: (2,)), 1)" and one.rsample().shape == (2,)


def test_transformed():
    squashed = TransformedDistribution(
        Independent(Normal(loc, scale), 1), [TanhTransform(cache_size=1), AffineTransform(0.5, doubles(2, -3))]
    )
    x = flow.tanh(VALUES)
    y = 0.5 + doubles(2, -3) * x
    stretched = np.log(1 - x.numpy() ** 2) + np.log([2, 3])
    close(squashed.log_prob(y), (Normal(loc, scale).log_prob(VALUES).numpy() - stretched).sum())
    assert squashed.event_shape == (2,) and squashed.has_rsample and squashed.sample((4,)).shape == (4, 2)
    falling = TransformedDistribution(Normal(loc, scale), [SigmoidTransform(), AffineTransform(1.0, -2.0)])
    close(falling.cdf(1 - 2 * flow.sigmoid(VALUES)), 1 - Normal(loc, scale).cdf(VALUES).numpy(), 1e-6)
    close(falling.cdf(falling.icdf(SHARES)), SHARES.numpy(), 1e-6)
    same = TransformedDistribution(Normal(loc + 1, scale), [SigmoidTransform(), AffineTransform(1.0, -2.0)])
    close(kl_divergence(falling, same), kl_divergence(Normal(loc, scale), Normal(loc + 1, scale)).numpy())
    with pytest.raises(NotImplementedError, match="kl_divergence: expects distributions of one transform, got"):
        kl_divergence(falling, LogNormal(loc, scale))


def test_a_transform_of_vectors_makes_vectors():
    base, other = Normal(loc, scale), Normal(loc + 1, scale)
    for factor in (-3.0, doubles(2, -3)):
        transforms = [TanhTransform(), AffineTransform(0.5, factor, event_dim=1)]
        y = 0.5 + factor * flow.tanh(VALUES)
        made, expected = (TransformedDistribution(each, transforms) for each in (base, Independent(base, 1)))
        assert made.batch_shape == () and made.event_shape == (2,) and made.sample((4,)).shape == (4, 2)
        close(made.log_prob(y), expected.log_prob(y).numpy(), 1e-6)
        before = TransformedDistribution(base, transforms[:1]).log_prob(flow.tanh(VALUES)).numpy()
        close(made.log_prob(y), (before - np.log(np.abs(np.asarray(factor)))).sum(), 1e-6)
        same = TransformedDistribution(other, transforms)
        close(kl_divergence(made, same), kl_divergence(base, other).sum().numpy())
    assert AffineTransform(1.0, 2.0, event_dim=1) != AffineTransform(1.0, 2.0)
    assert AffineTransform(1.0, 2.0, event_dim=1).inv.event_dim == 1


def test_a_cache_keeps_what_tanh_was_made_of():
    x = flow.tensor([30.0])
    cached, plain = TanhTransform(cache_size=1), TanhTransform()
    assert cached.inv(cached(x)).item() == 30 and plain.inv(plain(x)).item() == math.inf
    assert cached(x) is cached(x) and cached.inv.inv is cached and cached.inv.log_abs_det_jacobian(x, x) is not None


@pytest.mark.parametrize(
    "transform, derivative",
    [
        (ExpTransform(), np.exp),
        (AffineTransform(1.0, -2.5), lambda x: np.full_like(x, 2.5)),
        (SigmoidTransform(), lambda x: np.exp(-x) / (1 + np.exp(-x)) ** 2),
        (TanhTransform(), lambda x: 1 - np.tanh(x) ** 2),
    ],
)
def test_transforms(transform, derivative):
    y = transform(VALUES)
    close(transform.inv(y), VALUES.numpy())
    close(transform.log_abs_det_jacobian(VALUES, y), np.log(derivative(VALUES.numpy())))
    close(transform.inv.log_abs_det_jacobian(y, VALUES), -np.log(derivative(VALUES.numpy())))
    assert transform.inv.sign == transform.sign and transform.inv == transform.inv != transform
    assert repr(transform.inv) == f"{transform!r}.inv"


LOWER = doubles([1.2, 0, 0], [0.3, 0.8, 0], [-0.5, 0.2, 2.0])
OTHER = doubles([0.9, 0, 0], [-0.1, 1.1, 0], [0.4, 0.3, 0.6])


def test_vectors():
    mean, values = doubles(0.3, -1.2, 2.0), doubles([0.4, 0.9, 2.5], [0.1, 3.0, 1.0])
    one = MultivariateNormal(mean, scale_tril=LOWER)
    covariance = LOWER.numpy() @ LOWER.numpy().T
    close(one.covariance_matrix, covariance)
    close(one.variance, np.diag(covariance))
    close(one.log_prob(values), [-6.776448186, -18.10993289])  # as PyTorch says
    close(one.entropy(), 4.909140786)
    two = MultivariateNormal(flow.stack([mean + 0.4, mean]), scale_tril=OTHER)
    assert two.batch_shape == (2,) and two.event_shape == (3,) and two.mode is two.mean
    close(two.log_prob(values), [-3.507302256, -15.31263816])
    close(kl_divergence(two, one), [1.275091879, 1.11900681])
    close(kl_divergence(one, two), [6.149968826, 5.95540818])
    flow.manual_seed(2)
    drawn = one.sample((20000,)).numpy()
    np.testing.assert_allclose(drawn.mean(0), mean.numpy(), atol=0.08)
    np.testing.assert_allclose(np.cov(drawn.T), covariance, atol=0.12)
    assert two.rsample((4,)).shape == (4, 2, 3)


def test_vectors_by_the_inverse_of_their_covariances():
    precision = flow.tensor(np.linalg.inv(LOWER.numpy() @ LOWER.numpy().T)).requires_grad_()
    one = MultivariateNormal(doubles(0.3, -1.2, 2.0), precision_matrix=precision)
    close(one.scale_tril, LOWER.numpy())
    close(one.precision_matrix, precision.detach().numpy())
    loss = one.log_prob(doubles([0.4, 0.9, 2.5], [0.1, 3.0, 1.0]))
    close(loss, [-6.776448186, -18.10993289])
    loss[0].backward()  # half of the covariances, less half of the products of distances
    apart = np.array([0.1, 2.1, 0.5])
    expected = (LOWER.numpy() @ LOWER.numpy().T - np.outer(apart, apart)) / 2
    close(precision.grad, expected)
    several = MultivariateNormal(flow.zeros(2, 3, dtype=flow.float64), precision_matrix=flow.stack([precision] * 2))
    assert several.batch_shape == (2,)
    close(several.scale_tril[1], LOWER.numpy())


def test_gradients_of_vectors():
    lower = LOWER.clone().requires_grad_()
    MultivariateNormal(flow.zeros(3, dtype=flow.float64), scale_tril=lower).log_prob(doubles(1, 2, 3)).backward()
    step = 1e-6
    for row, column in ((0, 0), (1, 0), (2, 1)):
        moved = []
        for sign in (1, -1):
            matrix = LOWER.numpy().copy()
            matrix[row, column] += sign * step
            inverse = np.linalg.inv(matrix)
            moved.append(-0.5 * np.sum((inverse @ [1, 2, 3]) ** 2) - np.log(np.diag(matrix)).sum())
        assert lower.grad[row, column].item() == pytest.approx((moved[0] - moved[1]) / (2 * step), rel=1e-6)


def test_in_a_graph():
    class Policy(nn.Graph):
        def build(self, mean):
            one = TransformedDistribution(Normal(mean, 1.0), TanhTransform(cache_size=1))
            action = one.rsample()
            return action, one.log_prob(action), Gumbel(mean, 1.0).sample(), Geometric(logits=mean).sample()

    action, log_prob, drawn, counts = Policy()(flow.zeros(5, 3))
    x = np.arctanh(action.numpy().astype(float))
    expected = -(x**2) / 2 - np.log(2 * np.pi) / 2 - np.log(1 - np.tanh(x) ** 2)
    np.testing.assert_allclose(log_prob.numpy(), expected, rtol=1e-3, atol=1e-3)
    assert np.isfinite(drawn.numpy()).all() and counts.shape == (5, 3)


def test_formulas_of_the_users_own():
    class Point(Distribution):
        """One value."""

    @register_kl(Point, Normal)
    def divergence(p, q):
        return flow.zeros(())

    assert kl_divergence(Point(), Normal(0.0, 1.0)).item() == 0


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: Laplace(0.0, -1.0, validate_args=True), "Laplace: expects scale above 0"),
        (lambda: HalfNormal(-1.0, validate_args=True), "HalfNormal: expects scale above 0"),
        (lambda: Exponential(0.0, validate_args=True), "Exponential: expects rate above 0"),
        (lambda: Geometric(0.0, validate_args=True), r"Geometric: expects probs in \(0, 1\]"),
        (lambda: Geometric(), "Geometric: expects probs or logits, got neither"),
        (lambda: Geometric(0.5).rsample(), "Geometric: expects a method rsample, found none"),
        (lambda: Independent(Normal(0.0, 1.0), 1), "expects reinterpreted_batch_ndims from 0 to the 0 dim.*, got 1"),
        (
            lambda: kl_divergence(Independent(Normal(loc, scale), 1), Independent(Normal(loc, scale), 0)),
            "kl_divergence: expects as many dimensions of the batch, got 1 and 0",
        ),
        (
            lambda: MultivariateNormal(loc, precision_matrix=LOWER, scale_tril=LOWER),
            "MultivariateNormal: expects one of covariance_matrix, .*, got precision_matrix and scale_tril",
        ),
        (lambda: MultivariateNormal(loc), "precision_matrix and scale_tril, got none"),
        (lambda: MultivariateNormal(loc, scale_tril=LOWER), r"expects loc \(\*, D\) .*, got \(2,\) and \(3, 3\)"),
        (
            lambda: MultivariateNormal(doubles(0, 0, 0), scale_tril=-LOWER, validate_args=True),
            "MultivariateNormal: expects a diagonal of scale_tril above 0",
        ),
        (
            lambda: TransformedDistribution(Normal(loc, scale), AffineTransform(0, 1, event_dim=2)),
            r"expects values of at least 2 dimensions, as the transforms' event_dim says, got \(2,\)",
        ),
        (lambda: TanhTransform(cache_size=2), "TanhTransform: expects cache_size of 0 or 1, got 2"),
        (lambda: Transform()(loc), "Transform: expects a method _call, found none"),
        (lambda: Transform().inv(loc), "Transform: expects a method _inverse, found none"),
        (lambda: Transform().log_abs_det_jacobian(loc, loc), "expects a method log_abs_det_jacobian, found none"),
    ],
)
def test_what_cannot_be_said(call, message):
    with pytest.raises((ValueError, NotImplementedError), match=message):
        call()

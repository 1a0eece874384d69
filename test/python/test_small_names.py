"""Smallest calls of functions and methods that no other test calls by this name, against NumPy."""

import math

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

random = np.random.default_rng(8)
A, B = random.uniform(0.1, 0.9, size=(3, 4)), random.uniform(0.1, 0.9, size=(3, 4))
SIGMOID = lambda x: 1 / (1 + np.exp(-x))  # noqa: E731
SOFTMAX = lambda x, d: np.exp(x) / np.exp(x).sum(d, keepdims=True)  # noqa: E731
ERF, ERFC, LGAMMA = (np.vectorize(f) for f in (math.erf, math.erfc, math.lgamma))

# A function of NumPy, and calls that mean the same.
UNARY = [
    (np.sqrt, (lambda x: x.sqrt(), lambda x: flow.sqrt(x), lambda x: x.clone().sqrt_())),
    (np.cos, (lambda x: x.cos(), lambda x: flow.cos(x), lambda x: x.clone().cos_())),
    (np.sin, (lambda x: x.sin(), lambda x: flow.sin(x), lambda x: x.clone().sin_())),
    (np.tan, (lambda x: x.tan(), lambda x: flow.tan(x))),
    (np.log, (lambda x: x.log(), lambda x: flow.log(x), lambda x: x.clone().log_())),
    (np.log2, (lambda x: x.log2(), lambda x: flow.log2(x))),
    (np.log10, (lambda x: x.log10(), lambda x: flow.log10(x))),
    (np.log1p, (lambda x: x.log1p(), lambda x: flow.log1p(x))),
    (np.exp, (lambda x: x.exp(), lambda x: flow.exp(x), lambda x: x.clone().exp_())),
    (np.exp2, (lambda x: x.exp2(), lambda x: flow.exp2(x))),
    (np.expm1, (lambda x: x.expm1(), lambda x: flow.expm1(x))),
    (np.floor, (lambda x: x.floor(), lambda x: flow.floor(x), lambda x: x.clone().floor_())),
    (np.ceil, (lambda x: x.ceil(), lambda x: flow.ceil(x), lambda x: x.clone().ceil_())),
    (np.round, (lambda x: x.round(), lambda x: flow.round(x), lambda x: x.clone().round_())),
    (np.trunc, (lambda x: x.trunc(), lambda x: flow.trunc(x), lambda x: x.clone().trunc_())),
    (lambda x: x - np.trunc(x), (lambda x: x.frac(), lambda x: flow.frac(x), lambda x: x.clone().frac_())),
    (np.abs, (lambda x: x.abs(), lambda x: flow.abs(x), lambda x: x.clone().abs_())),
    (np.negative, (lambda x: x.neg(), lambda x: flow.neg(x), lambda x: x.negative(), lambda x: x.clone().neg_())),
    (np.sign, (lambda x: x.sign(), lambda x: flow.sign(x))),
    (np.square, (lambda x: x.square(), lambda x: flow.square(x), lambda x: x.clone().square_())),
    (np.reciprocal, (lambda x: x.reciprocal(), lambda x: flow.reciprocal(x), lambda x: x.clone().reciprocal_())),
    (lambda x: 1 / np.sqrt(x), (lambda x: x.rsqrt(), lambda x: flow.rsqrt(x), lambda x: x.clone().rsqrt_())),
    (np.sinh, (lambda x: x.sinh(), lambda x: flow.sinh(x))),
    (np.cosh, (lambda x: x.cosh(), lambda x: flow.cosh(x))),
    (np.tanh, (lambda x: x.tanh(), lambda x: flow.tanh(x), lambda x: F.tanh(x), lambda x: x.clone().tanh_())),
    (np.arcsin, (lambda x: x.asin(), lambda x: flow.asin(x), lambda x: x.arcsin())),
    (np.arccos, (lambda x: x.acos(), lambda x: flow.acos(x), lambda x: x.arccos())),
    (np.arctan, (lambda x: x.atan(), lambda x: flow.atan(x), lambda x: x.arctan())),
    (np.arcsinh, (lambda x: x.asinh(), lambda x: flow.asinh(x), lambda x: x.arcsinh())),
    (np.arctanh, (lambda x: x.atanh(), lambda x: flow.atanh(x), lambda x: x.arctanh())),
    (
        lambda x: np.arccosh(1 + x),
        (lambda x: (1 + x).acosh(), lambda x: flow.acosh(1 + x), lambda x: (1 + x).arccosh()),
    ),
    (
        SIGMOID,
        (lambda x: x.sigmoid(), lambda x: flow.sigmoid(x), lambda x: F.sigmoid(x), lambda x: x.clone().sigmoid_()),
    ),
    (lambda x: np.maximum(x, 0), (lambda x: x.relu(), lambda x: flow.relu(x), lambda x: x.clone().relu_())),
    (ERF, (lambda x: x.erf(), lambda x: flow.erf(x))),
    (ERFC, (lambda x: x.erfc(), lambda x: flow.erfc(x))),
    (LGAMMA, (lambda x: x.lgamma(), lambda x: flow.lgamma(x))),
    (lambda x: np.log(x / (1 - x)), (lambda x: x.logit(), lambda x: flow.logit(x))),
    (np.sinc, (lambda x: x.sinc(), lambda x: flow.sinc(x))),
    (np.deg2rad, (lambda x: x.deg2rad(), lambda x: flow.deg2rad(x))),
    (np.rad2deg, (lambda x: x.rad2deg(), lambda x: flow.rad2deg(x))),
    (lambda x: x, (lambda x: x.erfinv().erf(), lambda x: flow.erfinv(x).erf(), lambda x: x.clone().erfinv_().erf())),
    (lambda x: SOFTMAX(x, 1), (lambda x: x.softmax(1), lambda x: flow.softmax(x, 1), lambda x: nn.Softmax(1)(x))),
    (lambda x: np.log(SOFTMAX(x, 1)), (lambda x: x.log_softmax(1), lambda x: flow.log_softmax(x, 1))),
    (lambda x: x.ravel(), (lambda x: flow.flatten(x), lambda x: x.flatten(), lambda x: x.reshape(-1))),
    (lambda x: x[:, None], (lambda x: flow.unsqueeze(x, 1), lambda x: x.unsqueeze(1))),
    (lambda x: x.reshape(4, 3), (lambda x: flow.reshape(x, (4, 3)), lambda x: x.view(4, 3))),
    (lambda x: x.T, (lambda x: flow.transpose(x, 0, 1), lambda x: x.transpose(0, 1), lambda x: x.t(), lambda x: x.T)),
    (
        lambda x: np.clip(x, 0.3, 0.6),
        (lambda x: flow.clip(x, 0.3, 0.6), lambda x: x.clamp(0.3, 0.6), lambda x: x.clip(0.3, 0.6)),
    ),
    (np.isnan, (lambda x: x.isnan(), lambda x: flow.isnan(x))),
    (np.isinf, (lambda x: x.isinf(), lambda x: flow.isinf(x))),
    (np.isfinite, (lambda x: x.isfinite(), lambda x: flow.isfinite(x))),
    (np.signbit, (lambda x: x.signbit(), lambda x: flow.signbit(x))),
    (np.isposinf, (lambda x: x.isposinf(), lambda x: flow.isposinf(x))),
    (np.isneginf, (lambda x: x.isneginf(), lambda x: flow.isneginf(x))),
    (np.nan_to_num, (lambda x: x.nan_to_num(), lambda x: flow.nan_to_num(x))),
    (np.tril, (lambda x: x.tril(), lambda x: flow.tril(x), lambda x: x.clone().tril_())),
    (np.triu, (lambda x: x.triu(), lambda x: flow.triu(x), lambda x: x.clone().triu_())),
    (lambda x: x.prod(1), (lambda x: x.prod(1), lambda x: flow.prod(x, 1))),
    (lambda x: x.max(1), (lambda x: x.amax(1), lambda x: flow.amax(x, 1))),
    (lambda x: x.min(1), (lambda x: x.amin(1), lambda x: flow.amin(x, 1))),
    (lambda x: np.log(np.exp(x).sum(1)), (lambda x: x.logsumexp(1), lambda x: flow.logsumexp(x, 1))),
    (lambda x: np.nansum(x), (lambda x: flow.nansum(x), lambda x: x.nansum())),
    (lambda x: np.nanmean(x), (lambda x: flow.nanmean(x), lambda x: x.nanmean())),
]
BINARY = [
    (np.add, (lambda x, y: x.add(y), lambda x, y: flow.add(x, y), lambda x, y: x.clone().add_(y))),
    (np.subtract, (lambda x, y: x.sub(y), lambda x, y: flow.sub(x, y), lambda x, y: x.clone().sub_(y))),
    (np.multiply, (lambda x, y: x.mul(y), lambda x, y: flow.mul(x, y), lambda x, y: x.clone().mul_(y))),
    (np.divide, (lambda x, y: x.div(y), lambda x, y: flow.div(x, y), lambda x, y: x.true_divide(y))),
    (np.power, (lambda x, y: x.pow(y), lambda x, y: flow.pow(x, y), lambda x, y: x.clone().pow_(y))),
    (np.minimum, (lambda x, y: x.minimum(y), lambda x, y: flow.minimum(x, y))),
    (np.maximum, (lambda x, y: x.maximum(y), lambda x, y: flow.maximum(x, y))),
    (np.fmin, (lambda x, y: x.fmin(y), lambda x, y: flow.fmin(x, y))),
    (np.fmax, (lambda x, y: x.fmax(y), lambda x, y: flow.fmax(x, y))),
    (np.fmod, (lambda x, y: x.fmod(y), lambda x, y: flow.fmod(x, y))),
    (np.remainder, (lambda x, y: x.remainder(y), lambda x, y: flow.remainder(x, y))),
    (np.floor_divide, (lambda x, y: x.floor_divide(y), lambda x, y: flow.floor_divide(x, y))),
    (np.arctan2, (lambda x, y: x.atan2(y), lambda x, y: flow.atan2(x, y), lambda x, y: x.arctan2(y))),
    (np.hypot, (lambda x, y: x.hypot(y), lambda x, y: flow.hypot(x, y))),
    (np.copysign, (lambda x, y: x.copysign(y), lambda x, y: flow.copysign(x, y))),
    (np.logaddexp, (lambda x, y: x.logaddexp(y), lambda x, y: flow.logaddexp(x, y))),
    (np.logaddexp2, (lambda x, y: x.logaddexp2(y), lambda x, y: flow.logaddexp2(x, y))),
    (lambda x, y: x * np.log(y), (lambda x, y: x.xlogy(y), lambda x, y: flow.xlogy(x, y))),
    (np.heaviside, (lambda x, y: x.heaviside(y), lambda x, y: flow.heaviside(x, y))),
    (np.equal, (lambda x, y: x.eq(y), lambda x, y: flow.eq(x, y))),
    (np.not_equal, (lambda x, y: x.ne(y), lambda x, y: flow.ne(x, y), lambda x, y: x.not_equal(y))),
    (np.less, (lambda x, y: x.lt(y), lambda x, y: flow.lt(x, y))),
    (np.less_equal, (lambda x, y: x.le(y), lambda x, y: flow.le(x, y))),
    (np.greater, (lambda x, y: x.gt(y), lambda x, y: flow.gt(x, y), lambda x, y: x.greater(y))),
    (np.greater_equal, (lambda x, y: x.ge(y), lambda x, y: flow.ge(x, y), lambda x, y: x.greater_equal(y))),
    (np.isclose, (lambda x, y: x.isclose(y), lambda x, y: flow.isclose(x, y))),
    (np.logical_and, (lambda x, y: x.logical_and(y), lambda x, y: flow.logical_and(x, y))),
    (np.logical_or, (lambda x, y: x.logical_or(y), lambda x, y: flow.logical_or(x, y))),
    (np.logical_xor, (lambda x, y: x.logical_xor(y), lambda x, y: flow.logical_xor(x, y))),
    (lambda x, y: x + 0.5 * (y - x), (lambda x, y: x.lerp(y, 0.5), lambda x, y: x.clone().lerp_(y, 0.5))),
    (lambda x, y: x + x * y, (lambda x, y: x.addcmul(x, y), lambda x, y: x.clone().addcmul_(x, y))),
    (lambda x, y: x + x / y, (lambda x, y: x.addcdiv(x, y), lambda x, y: x.clone().addcdiv_(x, y))),
    (lambda x, y: np.cross(x[:, :3], y[:, :3]), (lambda x, y: x[:, :3].cross(y[:, :3], 1),)),
]


@pytest.mark.parametrize("table, given", [(UNARY, (A,)), (BINARY, (A, B))], ids=["unary", "binary"])
def test_elementwise_names(table, given):
    calls = [(expected, call) for expected, same in table for call in same]
    results = Function(lambda *xs: tuple(call(*xs) for _, call in calls))(*map(flow.tensor, given))
    for (expected, _), result in zip(calls, results):
        assert_close(result.numpy(), expected(*given), flow.float64, terms=20)


def test_bits():
    x, y = np.array([5, -8, 7]), np.array([1, 2, 3])

    def build(x, y):
        shifted = x << y, x >> y, x.bitwise_left_shift(y), flow.bitwise_right_shift(x, y)
        return *shifted, x.bitwise_and(y), x.bitwise_or(y), x.bitwise_xor(y), x.bitwise_not()

    results = [result.numpy() for result in Function(build)(flow.tensor(x), flow.tensor(y))]
    wanted = [x << y, x >> y, x << y, x >> y, x & y, x | y, x ^ y, ~x]
    for result, value in zip(results, wanted):
        assert (result == value).all()


def test_constructors_and_constants():
    assert flow.LongTensor([1, 2]).dtype is flow.int64 and flow.IntTensor(2, 3).shape == (2, 3)
    assert flow.FloatTensor([1, 2]).tolist() == [1, 2] and flow.BoolTensor([0, 1]).tolist() == [False, True]
    assert (flow.pi, flow.inf) == (math.pi, math.inf) and math.isnan(flow.nan)
    assert flow.tensor([1.5], dtype=flow.half).is_floating_point() and not flow.tensor([1], dtype=flow.int).is_cuda
    assert flow.autograd.grad is not None and isinstance(flow.cuda.is_available(), bool)


def test_autograd_grad():
    (gradient,) = Function(lambda x: tuple(flow.autograd.grad((x * x).sum(), [x.requires_grad_()])))(flow.tensor(A))
    assert_close(gradient.numpy(), 2 * A, flow.float64)


def test_initializers():
    weight = flow.empty(200, 50)
    nn.init.normal_(weight, 1.0, 0.5)
    assert abs(weight.numpy().mean() - 1) < 0.05 and abs(weight.numpy().std() - 0.5) < 0.05
    nn.init.uniform_(weight, -2.0, 2.0)
    assert weight.numpy().min() >= -2 and 1.8 < weight.numpy().max() < 2
    state = flow.get_rng_state()
    first = flow.rand(3).tolist()
    flow.set_rng_state(state)
    assert flow.rand(3).tolist() == first


def test_lists_of_modules():
    layers = nn.ModuleList([nn.Identity(), nn.Flatten()])
    assert len(layers) == 2 and isinstance(layers[1], nn.Flatten)
    layers[1].to(nn.graph.GraphModule).activation_checkpointing = True
    assert layers[1].to(nn.graph.GraphModule).activation_checkpointing


def test_functions_below_the_public_names():
    classes, table = np.array([1, 0, 3]), np.array([[0, 2], [1, 1]])

    def build(x, y):
        weights = flow._C.fused_scale_mask_softmax_dropout(x, y > 0.5, -100.0, 2.0, 0.0)[1]
        triangle, _ = flow._C.fused_scale_tril_softmax_mask_scale(x, 0.0, 0, 1.0, -100.0)
        biased, _ = flow._C.fused_bias_add_scale_mask_softmax_dropout(x, y, y > 0, 0.0, 1.0, 0.0)
        return (
            flow._C.cast(x, flow.float32).double(),
            flow._C.gather(x, flow.tensor(table), 1),
            flow._C.transpose(x, (1, 0)),
            flow._C.matmul(x, flow._C.reshape(y, (4, 3))),
            flow._C.relu(flow._C.amp_white_identity(-x)) + flow._C.amp_black_identity(x),
            flow._C.cross_entropy(x, flow.tensor(classes)),
            flow._C.sparse_softmax_cross_entropy(x, flow.tensor(classes)),
            flow._C.l1_loss(x, y),
            flow._C.binary_cross_entropy_with_logits_loss(x, y),
            flow._C.quick_gelu(x),
            flow._C.layer_norm(x),
            flow._C.layer_norm_affine(x, y[0], y[1]),
            flow._C.rms_norm(x, y[0], (4,), 1e-5),
            flow._C.fused_bias_add_dropout(x, y[:, 0], 0.0, 0),
            flow._C.pad(x, (1, 0)),
            weights,
            triangle,
            biased,
            flow._C.fused_bias_add_gelu(x, y[0], 1),
        )

    results = [result.numpy() for result in Function(build)(flow.tensor(A), flow.tensor(B))]
    logs = np.log(SOFTMAX(A, 1))[np.arange(3), classes]
    normed = (A - A.mean(1, keepdims=True)) / np.sqrt(A.var(1, keepdims=True) + 1e-5)
    lower = np.tri(3, 4, dtype=bool)
    summed = A + B[0]
    wanted = [
        A.astype(np.float32),
        A[:, table],
        A.T,
        A @ B.reshape(4, 3),
        A,
        -logs.mean(),
        -logs,
        np.abs(A - B).mean(),
        ((1 - B) * A + np.logaddexp(0, -A)).mean(),
        A * SIGMOID(1.702 * A),
        normed,
        normed * B[0] + B[1],
        A / np.sqrt((A * A).mean(1, keepdims=True) + 1e-5) * B[0],
        A + B[:, :1],
        np.pad(A, ((0, 0), (1, 0))),
        SOFTMAX(np.where(B > 0.5, 2 * A, -100), 1),
        SOFTMAX(np.where(lower, A, -100), 1),
        SOFTMAX(A + B, 1),
        summed * (1 + ERF(summed / math.sqrt(2))) / 2,
    ]
    for number, (result, value) in enumerate(zip(results, wanted)):
        try:
            assert_close(result, value, flow.float64, terms=30)
        except AssertionError as error:
            raise AssertionError(f"result {number}: {error}") from None


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: x.clone(memory_format="channels_last"), "clone: expects memory_format to be a memory format, got"),
        (lambda x: flow.zeros_like(x, layout="sparse"), "zeros_like: expects no layout: tensors have one layout"),
    ],
)
def test_keywords_that_mean_nothing_here(call, message):
    with pytest.raises(TypeError, match=message):
        Function(call).traced(flow.tensor(A))


def test_keywords_that_say_nothing():
    def build(x):
        return flow.add(x, x, out=None), F.mse_loss(x, x * 2, size_average=None, reduce=None), flow.exp(x, out=None)

    doubled, loss, _ = Function(build)(flow.tensor(A))
    assert_close(doubled.numpy(), 2 * A, flow.float64)
    assert_close(loss.numpy(), (A * A).mean(), flow.float64, terms=10)

"""Calls that most programs make, of ranks and dtypes in which they make them: what a pack has beside the examples'."""

import numpy as np
import weir as flow
import weir.nn.functional as F
from weir._records import OPS
from weir._spec import ANY, FLOAT

SIZES = (5, 7, 9, 11)
BINARY = "add sub mul div maximum minimum".split()
COMPARED = "eq ne lt le gt ge".split()

rng = np.random.default_rng(0)


def given(*shape, grad=True):
    return flow.tensor(rng.uniform(0.5, 2, shape).astype(np.float32), requires_grad=grad)


def whole(*shape):
    return flow.tensor(rng.integers(0, 5, shape))


def differentiated(y):
    y.backward(flow.ones_like(y))


def unary():
    """Functions of one tensor of floats, elementwise."""
    for name, op in OPS.items():
        takes_one = [operand.kind for operand in op.operands] in ([ANY], [FLOAT])
        if takes_one and op.elementwise and not op.attributes and op.differentiable and hasattr(flow, name):
            yield name


def elementwise():
    for rank in (1, 2, 3):
        shape = SIZES[:rank]
        for name in unary():
            differentiated(getattr(F if hasattr(F, name) else flow, name)(given(*shape)))
        for name in BINARY:
            function = getattr(flow, name)
            for other in (shape, shape[-1:], (*shape[:-1], 1)):
                differentiated(function(given(*shape), given(*other)))
        for factor in (2.0, 0.5):
            x = given(*shape)
            for y in (x * factor, x + factor, x - factor, factor - x, x / factor, factor / x, x**factor):
                differentiated(y)
            differentiated(x.clamp(min=factor))
        for name in COMPARED:
            for x in (given(*shape, grad=False), whole(*shape)):
                compared = getattr(flow, name)
                compared(x, x), compared(x, 1), compared(x, 1.0)
        for x in (given(*shape, grad=False), whole(*shape), whole(*shape) > 2):
            for dtype in (flow.float32, flow.int64, flow.bool):
                x.to(dtype)
        differentiated(flow.where(whole(*shape) > 2, given(*shape), given(*shape)))
        differentiated(given(*shape).masked_fill(whole(*shape) > 2, 0.0))


def reductions():
    for rank in (1, 2, 3):
        for dim in [None, *range(rank)]:
            for name in "sum mean amax amin".split():
                differentiated(getattr(given(*SIZES[:rank]), name)(*() if dim is None else (dim,)))
            for name in "argmax argmin".split():
                getattr(flow, name)(given(*SIZES[:rank], grad=False), dim)
        for function in (flow.softmax, flow.log_softmax, flow.logsumexp):
            differentiated(function(given(*SIZES[:rank]), -1))
        differentiated(given(*SIZES[:rank]).var(-1))
        differentiated(given(*SIZES[:rank]).std(-1))
        whole(*SIZES[:rank]).sum(), (whole(*SIZES[:rank]) > 2).sum()
        given(*SIZES[:rank], grad=False).cumsum(-1), given(*SIZES[:rank], grad=False).sort(-1)


def products():
    for bias in (None, given(8)):
        for shape in ((5, 7), (3, 5, 7)):
            differentiated(F.linear(given(*shape), given(8, 7), bias))
    for batch in ((), (3,), (2, 3)):
        differentiated(given(*batch, 5, 7) @ given(*batch, 7, 9))
        differentiated(given(*batch, 5, 7) @ given(7, 9))
    differentiated(given(5, 7) @ given(7))


def losses_and_tables():
    differentiated(F.cross_entropy(given(6, 5), whole(6)))
    differentiated(F.nll_loss(given(6, 5), whole(6)))
    for loss in (F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.binary_cross_entropy_with_logits):
        for shape in ((6,), (6, 5)):
            differentiated(loss(given(*shape), given(*shape, grad=False)))
    for shape in ((6,), (6, 3)):
        differentiated(F.embedding(whole(*shape), given(5, 8)))
        F.one_hot(whole(*shape), 5)
    differentiated(given(6, 5).gather(1, whole(6, 3)))
    differentiated(given(6, 5).index_select(0, whole(4)))
    differentiated(flow.cat([given(2, 5), given(3, 5)]))
    differentiated(flow.stack([given(2, 5), given(2, 5)]))


def found_and_made():
    for x in (given(6, grad=False), given(6, 5, grad=False)):
        x[x > 1], flow.nonzero(x > 1), flow.unique(x)
    flow.unique(whole(9)), flow.linspace(0, 1, 5), whole(9).topk(3), given(6, 5, grad=False).topk(3)
    x = given(6, 5, grad=False)
    x.add_(x), x.mul_(0.5), x.sub_(given(6, 5, grad=False)), x.div_(2.0), x.copy_(x + 1), x.clamp_(0, 1)
    for numbers in (flow.arange(5), flow.arange(5.0)):
        numbers + 1, numbers * 2, numbers - 1, numbers % 2, numbers // 2, numbers / 2, -numbers
        numbers + numbers, numbers * numbers, numbers.max(), numbers.min(), numbers.float(), numbers.sum()
    flow.isnan(x).any(), flow.isfinite(x).all(), flow.allclose(x, x), flow.equal(x, x)
    flow.rand(3, 4), flow.randn(3, 4), flow.randint(0, 5, (3,)), flow.randperm(5), F.dropout(x, 0.5)


def steps():
    """Of all optimizers, as they are at first and as they are used most."""
    kinds = [kind for kind in vars(flow.optim).values() if isinstance(kind, type)]
    made = [(kind, {}) for kind in kinds if issubclass(kind, flow.optim.Optimizer) and kind is not flow.optim.Optimizer]
    made += [(flow.optim.SGD, {"momentum": 0.9}), (flow.optim.Adam, {"amsgrad": True})]
    for kind, options in made:
        parameters = [given(*SIZES[:rank]) for rank in ((2,) if kind is flow.optim.Muon else (0, 1, 2, 3, 4))]
        optimizer = kind([{"params": parameters, "lr": 0.01, **options}])

        def loss():
            optimizer.zero_grad()
            total = sum((each * each).sum() for each in parameters)
            total.backward()
            flow.nn.utils.clip_grad_norm_(parameters, 1.0)
            return total

        for _ in range(2):
            optimizer.step(loss)


for each in (elementwise, reductions, products, losses_and_tables, found_and_made, steps):
    each()

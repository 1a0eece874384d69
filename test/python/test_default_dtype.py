"""The dtype that Python's floats become, and tensors have that are made without one."""

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from weir import nn

FLOATS = [flow.float64, flow.float16, flow.bfloat16]


@pytest.fixture(autouse=True)
def as_before():
    yield
    flow.set_default_tensor_type(flow.FloatTensor)


@pytest.fixture(params=FLOATS, ids=str)
def default(request):
    flow.set_default_dtype(request.param)
    assert flow.get_default_dtype() is request.param
    return request.param


MADE = {
    "tensor": lambda: flow.tensor([1.5, 2]),
    "a number": lambda: flow.tensor(2.5),
    "as_tensor": lambda: flow.as_tensor([0.5]),
    "Tensor": lambda: flow.Tensor([1, 2]),
    "Tensor of sizes": lambda: flow.Tensor(2, 3),
    "nothing": lambda: flow.tensor([]),
    "zeros": lambda: flow.zeros(2),
    "ones": lambda: flow.ones(2),
    "empty": lambda: flow.empty(2),
    "full": lambda: flow.full((2,), 0.5),
    "eye": lambda: flow.eye(2),
    "arange": lambda: flow.arange(0.0, 1, 0.25),
    "linspace": lambda: flow.linspace(0, 1, 3),
    "logspace": lambda: flow.logspace(0, 1, 3),
    "rand": lambda: flow.rand(2),
    "randn": lambda: flow.randn(2),
    "normal": lambda: flow.normal(0.0, 1.0, (2,)),
    "scalar_tensor": lambda: flow.scalar_tensor(1),
    "integers and a float": lambda: flow.arange(3) * 0.5,
    "a root of integers": lambda: flow.arange(3).sqrt(),
    "a quotient of integers": lambda: flow.arange(3) / 2,
    "softmax of a layer": lambda: F.softmax(nn.Linear(2, 3)(flow.ones(1, 2)), dim=1),
    "a layer's parameter": lambda: nn.Conv2d(1, 2, 3).weight,
    "a norm's buffer": lambda: nn.BatchNorm1d(2).running_mean,
    "a lazy parameter": lambda: nn.LazyLinear(2).weight,
    "a distribution's draw": lambda: flow.distributions.Normal(0.0, 1.0).sample((2,)),
}


@pytest.mark.parametrize("what", MADE)
def test_what_is_made(default, what):
    assert MADE[what]().dtype is default


KEPT = {
    "integers": (lambda: flow.tensor([1, 2]), flow.int64),
    "an array": (lambda: flow.tensor(np.ones(2, np.float32)), flow.float32),
    "an array's memory": (lambda: flow.from_numpy(np.ones(2, np.float32)), flow.float32),
    "given": (lambda: flow.zeros(2, dtype=flow.float32), flow.float32),
    "a tensor and a number": (lambda: flow.ones(2, dtype=flow.float32) * 0.5, flow.float32),
    "like": (lambda: flow.zeros_like(flow.ones(2, dtype=flow.float32)), flow.float32),
    "FloatTensor": (lambda: flow.FloatTensor([1]), flow.float32),
    "float": (lambda: flow.ones(2).float(), flow.float32),
    "sum of integers": (lambda: flow.arange(3).sum(), flow.int64),
}


@pytest.mark.parametrize("what", KEPT)
def test_what_has_its_own_dtype(default, what):
    made, dtype = KEPT[what]
    assert made().dtype is dtype


def test_numbers_have_the_bits_of_the_default():
    flow.set_default_dtype(flow.float64)
    assert flow.tensor(0.1).item() == 0.1 and (flow.arange(3) * 0.1)[1].item() == 0.1
    assert flow.finfo().bits == 64
    flow.set_default_dtype(flow.float32)
    assert flow.tensor(0.1).item() == np.float32(0.1) == (flow.arange(3) * 0.1)[1].item()
    assert flow.finfo().bits == 32


def test_calls_alike_follow_what_is_said_between_them():
    x = flow.arange(4)
    for dtype in (flow.float32, flow.float64, flow.float32, flow.float16):
        flow.set_default_dtype(dtype)
        for _ in range(3):
            assert x.exp().dtype is (x + 0.5).dtype is (x / x).dtype is x.float().mean().to(x / 2).dtype is dtype


def test_a_graph_is_compiled_for_each_default():
    class Scaled(nn.Graph):
        def build(self, x):
            return x * 0.1, flow.ones(2)

    graph, x = Scaled(), flow.arange(3)
    for dtype in (flow.float32, flow.float64, flow.float32):
        flow.set_default_dtype(dtype)
        for _ in range(2):
            scaled, ones = graph(x)
            assert scaled.dtype is ones.dtype is dtype
            np.testing.assert_array_equal(scaled.numpy(), np.arange(3) * dtype.numpy.type(0.1))


def test_training_in_double_precision():
    flow.set_default_tensor_type(flow.DoubleTensor)
    flow.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.BatchNorm1d(8), nn.Dropout(0.1), nn.Linear(8, 1))
    optimizer = flow.optim.Adam(model.parameters(), lr=0.05)
    x = flow.randn(64, 3)
    y = x.sum(1, keepdim=True)
    losses = []
    for _ in range(60):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0]
    assert {x.dtype for x in model.state_dict().values()} == {flow.float64, flow.int64}


@pytest.mark.parametrize("given", [flow.int64, flow.bool, "float32", None])
def test_what_is_no_dtype_of_floats(given):
    with pytest.raises(TypeError, match="set_default_dtype: expects a (floating-point|weir) dtype"):
        flow.set_default_dtype(given)
    assert flow.get_default_dtype() is flow.float32


def test_types_of_tensors_that_are_no_default():
    with pytest.raises(TypeError, match="set_default_tensor_type: expects a type of tensors of floats"):
        flow.set_default_tensor_type(flow.LongTensor)
    flow.set_default_tensor_type("torch.DoubleTensor")
    assert flow.zeros(1).dtype is flow.float64

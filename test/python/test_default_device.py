"""Where tensors are made unless told otherwise."""

import threading

import numpy as np
import pytest

import weir as flow
from weir import nn
from weir.nn import functional as F

SIM, CPU = flow.device("sim"), flow.device("cpu")


@pytest.fixture(params=["set", "entered"])
def on_sim(request):
    if request.param == "entered":
        with SIM as entered:
            assert entered is SIM
            yield
    else:
        flow.set_default_device("sim")
        yield
        flow.set_default_device(None)
    assert flow.get_default_device() is CPU


MADE = {
    "arange": lambda: flow.arange(3),
    "asarray": lambda: flow.asarray([1.0]),
    "as_tensor of a list": lambda: flow.as_tensor([1]),
    "as_tensor of an array": lambda: flow.as_tensor(np.ones(2)),
    "empty": lambda: flow.empty(2),
    "eye": lambda: flow.eye(2),
    "full": lambda: flow.full((2,), 7),
    "linspace": lambda: flow.linspace(0, 1, 3),
    "logspace": lambda: flow.logspace(0, 2, 3),
    "normal": lambda: flow.normal(0.0, 1.0, (2,)),
    "ones": lambda: flow.ones(2),
    "rand": lambda: flow.rand(2),
    "randint": lambda: flow.randint(0, 5, (2,)),
    "randn": lambda: flow.randn(2),
    "randperm": lambda: flow.randperm(4),
    "tensor": lambda: flow.tensor([[1, 2]]),
    "tril_indices": lambda: flow.tril_indices(2, 2),
    "triu_indices of nothing": lambda: flow.triu_indices(0, 0),
    "zeros": lambda: flow.zeros(2),
}


@pytest.mark.parametrize("name", MADE)
def test_tensors_are_made_on_it(on_sim, name):
    flow.manual_seed(0)
    made = MADE[name]()
    assert made.device is SIM and flow.get_default_device() is SIM
    if name != "empty":
        flow.manual_seed(0)
        with CPU:
            expected = MADE[name]()
        assert expected.device is CPU and made.dtype is expected.dtype and made.tolist() == expected.tolist()


def test_what_has_a_device_keeps_it(on_sim):
    x = flow.zeros(2, device="cpu")
    array = np.ones(2, np.float32)
    kept = flow.zeros_like(x), flow.tensor(x), flow.as_tensor(x), x.new_zeros(2), x + 1, x[[0, 1]], x.clone()
    for each in (*kept, flow.from_numpy(array), flow.cat([x, x, x]), flow.searchsorted(x, 1.0), F.dropout(x)):
        assert each.device is CPU
    y = flow.linspace(0, 1, 4)
    for each in (y[[0, 3]], y[range(2)], flow.isin(y, 1.0), flow.searchsorted(y, 0.5), flow.linalg.vander(y), y + 1):
        assert each.device is SIM


def test_positions_of_the_host_are_looked_up_on_a_device():
    x = flow.arange(12, device="sim").reshape(3, 4)
    host, on_host = x.tolist(), flow.tensor([0, 2])
    for rows in ([0, 2], np.array([0, 2]), on_host, on_host.to("sim"), [True, False, True], (x[:, 0] != 4).cpu()):
        assert x[rows].device is SIM and x[rows].tolist() == [host[0], host[2]]
    assert x[on_host, [1, 3]].tolist() == [1, 11] and x[range(1, 3), 0].tolist() == [4, 8]
    x[on_host] = 7
    x[1, [0, 1]] = flow.tensor([5, 6], device="sim")
    assert x.tolist() == [[7] * 4, [5, 6, 6, 7], [7] * 4]
    x[x == 6] = flow.tensor(8)
    x[on_host, 3], x[1, 0] = flow.tensor(9), 2
    assert x.tolist() == [[7, 7, 7, 9], [2, 8, 8, 7], [7, 7, 7, 9]]
    with pytest.raises(RuntimeError, match="index: expects tensors on one device, got some on cpu and sim"):
        flow.tensor(host)[on_host.to("sim")]


def test_numbers_beside_tensors_of_a_device():
    x, places = flow.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], device="sim"), flow.tensor([[0], [2]], device="sim")
    nothing, rows = flow.zeros(0, 3, device="sim"), flow.tensor([1], device="sim")
    for found, expected in (
        (flow.quantile(x, 0.5, 1), [2, 5]),
        (flow.nanquantile(x, 0.5), 3.5),
        (flow.isin(x, [2.0, 6.0]), [[False, True, False], [False, False, True]]),
        (flow.scatter(x, 1, places, 7), [[7, 2, 3], [4, 5, 7]]),
        (x.index_fill(0, rows, 9), [[1, 2, 3], [9, 9, 9]]),
        (x.index_fill(0, rows, flow.tensor(9)), [[1, 2, 3], [9, 9, 9]]),
        (x.index_put((rows,), flow.tensor(9.0)), [[1, 2, 3], [9, 9, 9]]),
        (F.gaussian_nll_loss(x, x, 1.0), 0),
        (nothing.nonzero(), []),
        (nothing.unique(), []),
        (nothing[nothing > 0], []),
        (flow.bincount(flow.zeros(0, dtype=flow.int64, device="sim")), []),
        (flow.tensor([7], device="sim") ** 0, [1]),
        (x.new_tensor([x.sum(), [x.max()][0]]), [21, 6]),
    ):
        assert found.device is SIM and found.tolist() == expected
    loss = x[0].sum().requires_grad_()
    (unused,) = flow.autograd.grad(loss, flow.zeros(2, device="sim", requires_grad=True), materialize_grads=True)
    assert unused.device is SIM
    assert flow.tensor([[x[0, 0], 2.0], [x[1, 1], x[1, 2]]]).tolist() == [[1, 2], [5, 6]]


def test_models_learn_there(on_sim):
    flow.manual_seed(1)
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Dropout(0.1), nn.Linear(4, 1))
    assert {each.device for each in [*model.parameters(), *model.buffers()]} == {SIM}
    optimizer = flow.optim.Adam(model.parameters(), lr=0.05)
    x = flow.randn(16, 3)
    target = x.sum(1, keepdim=True)
    losses = []
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), target)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]


def test_graphs_run_where_their_parameters_are(on_sim):
    class Shift(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)

        def build(self, x):
            assert flow.get_default_device() is SIM
            return self.layer(x) + flow.arange(2)

    graph = Shift()
    x = flow.ones(1, 2)
    y = graph(x)
    assert y.device is SIM
    np.testing.assert_allclose(y.cpu().numpy(), (graph.layer(x) + flow.arange(2)).tolist(), rtol=1e-6)


def test_devices_are_entered_by_a_thread():
    found = []

    def make():
        found.append(flow.zeros(1).device)

    def of_a_thread():
        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        return found.pop()

    with SIM, CPU, SIM:
        assert flow.get_default_device() is SIM and of_a_thread() is CPU
    flow.set_default_device("sim")
    try:
        assert of_a_thread() is SIM
    finally:
        flow.set_default_device("cpu")


def test_devices_that_are_none():
    with pytest.raises(ValueError, match="device: expects cpu, cuda, sim"):
        flow.set_default_device("tpu")
    with pytest.raises((RuntimeError, ValueError), match="set_default_device: expects "):
        flow.set_default_device("cuda:99")
    with pytest.raises((RuntimeError, ValueError), match="device: expects "), flow.device("cuda:99"):
        pass
    assert flow.get_default_device() is CPU

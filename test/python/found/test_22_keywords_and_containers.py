"""Narrow parameters, pickling, slices of containers, PyTorch's keywords, powers of integers, the maximum of nothing."""

import copy
import pickle

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, traced
from weir import nn, optim
from weir.nn import functional as F


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, y):
        loss = ((self.model(x) - y).float() ** 2).mean()
        loss.backward()
        return loss


OPTIMIZERS = {
    "SGD": lambda p: optim.SGD(p, lr=0.05, momentum=0.9),
    "Adam": lambda p: optim.Adam(p, lr=0.05),
    "AdamW": lambda p: optim.AdamW(p, lr=0.05),
    "RMSprop": lambda p: optim.RMSprop(p, lr=0.05),
    "Adagrad": lambda p: optim.Adagrad(p, lr=0.05),
    "Adadelta": lambda p: optim.Adadelta(p, lr=1.0),
    "LAMB": lambda p: optim.LAMB(p, lr=0.05),
    "ASGD": lambda p: optim.ASGD(p, lr=0.05),
    "Adafactor": lambda p: optim.Adafactor(p, lr=0.05, eps=(1e-5, 1e-3)),
    "Muon": lambda p: optim.Muon(p, lr=0.05),
}


@pytest.mark.parametrize("dtype", [flow.bfloat16, flow.float16])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_narrow_parameters_take_the_wide_step_rounded_once(name, dtype):
    """One step from the same numbers: the narrow parameter is the wide one's new value in its dtype."""
    flow.manual_seed(1)
    narrow = nn.Parameter(Function(lambda x: x.to(dtype))(flow.randn(5, 3)))
    wide = nn.Parameter(Function(lambda x: x.float())(narrow))
    factor = Function(lambda x: x.to(dtype).float())(flow.randn(5, 3))

    def stepped(parameter):
        class Step(nn.Graph):
            def __init__(self):
                super().__init__()
                self.parameter = parameter
                self.add_optimizer(OPTIMIZERS[name]([parameter]))

            def build(self):
                (self.parameter.float() * factor).sum().backward()

        graph = Step()
        graph()
        return graph.state_dict()

    states = stepped(narrow), stepped(wide)
    expected = Function(lambda x: x.to(dtype).float())(wide)
    np.testing.assert_array_equal(Function(lambda x: x.float())(narrow).numpy(), expected.numpy())
    tensors = [state["optimizers"][0]["state"].get("0", {}) for state in states]
    assert tensors[0].keys() == tensors[1].keys()
    for key, value in tensors[0].items():
        assert value.dtype is flow.float32
        np.testing.assert_array_equal(value.numpy(), tensors[1][key].numpy())


def test_training_in_bfloat16_gets_somewhere_and_resumes(tmp_path):
    flow.manual_seed(2)
    model = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1)).to(flow.bfloat16)
    graph = Train(model, optim.Adam(model.parameters(), lr=0.02))
    x = Function(lambda: flow.randn(32, 4).to(flow.bfloat16))()
    y = Function(lambda x: x.float().sum(1, keepdim=True).to(flow.bfloat16))(x)
    losses = [graph(x, y).item() for _ in range(60)]
    assert losses[-1] < losses[0] / 5
    flow.save(graph.state_dict(), tmp_path / "state")
    expected = graph(x, y).item()
    other = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1)).to(flow.bfloat16)
    resumed = Train(other, optim.Adam(other.parameters(), lr=0.02))
    resumed.load_state_dict(flow.load(tmp_path / "state"))
    assert resumed(x, y).item() == expected


@pytest.mark.parametrize("dtype", [flow.float32, flow.float64, flow.float16, flow.int64, flow.uint8, flow.bool])
def test_tensors_are_pickled(dtype):
    x = flow.tensor([[0, 1], [1, 0]], dtype=dtype)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        y = pickle.loads(pickle.dumps(x, protocol))
        assert y.dtype is dtype and y.tolist() == x.tolist() and not y.requires_grad
    y.fill_(1)
    assert x.tolist() != y.tolist()


def test_modules_are_pickled():
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(inplace=True), nn.Dropout(0.25))
    model.tied = model[0].weight
    model.narrow = nn.Parameter(Function(lambda: flow.ones(2).to(flow.bfloat16))(), requires_grad=False)
    model.eval()
    Function(model, model)(flow.ones(2, 3))  # its tensors are variables
    copied = pickle.loads(pickle.dumps(model))
    assert repr(copied) == repr(model) and not copied.training and copied.tied is copied[0].weight
    assert type(copied.tied) is nn.Parameter and copied.tied.requires_grad and not copied.narrow.requires_grad
    assert copied.narrow.dtype is flow.bfloat16
    for name, value in model.state_dict().items():
        np.testing.assert_array_equal(value.bits(), copied.state_dict()[name].bits())
    copied[0].weight.fill_(0)
    x = flow.ones(2, 3)
    assert Function(copied, copied)(x).tolist() != Function(model, model)(x).tolist()


def test_a_traced_value_is_not_pickled():
    with pytest.raises(RuntimeError, match="pickle: expects a tensor with data, got a traced value"):
        traced(lambda x: pickle.dumps(x), flow.ones(2))


def test_slices_of_containers():
    layers = [nn.Linear(2, 2), nn.ReLU(), nn.Tanh(), nn.Sigmoid()]
    sequence, listed = nn.Sequential(*layers), nn.ModuleList(layers)
    assert type(sequence[:2]) is nn.Sequential and list(sequence[1:]) == layers[1:] and sequence[-1] is layers[-1]
    assert type(listed[::2]) is nn.ModuleList and list(listed[::2]) == layers[::2]
    assert list(sequence[1:].state_dict()) == [] and list(sequence[:1].state_dict()) == ["0.weight", "0.bias"]
    x = flow.tensor([[1.0, -1.0]])
    np.testing.assert_array_equal(
        Function(sequence[:2])(x).numpy(), Function(lambda x: layers[1](layers[0](x)))(x).numpy()
    )
    listed[1] = nn.GELU()
    listed.insert(0, nn.Identity())
    listed += [nn.Softmax(0)]
    assert [type(layer).__name__ for layer in listed + [nn.Tanh()]] == (
        "Identity Linear GELU Tanh Sigmoid Softmax Tanh".split()
    )
    assert [name for name, _ in listed.named_children()] == list("012345")
    del listed[1:3]
    del sequence[-1]
    assert len(listed) == 4 and len(sequence) == 3
    extended = copy.deepcopy(sequence)[1:].extend([nn.GELU()])
    assert [type(layer).__name__ for layer in extended] == "ReLU Tanh GELU".split()
    with pytest.raises(IndexError, match=r"Sequential: expects an index in \[-3, 3\), got 3"):
        sequence[3]


def numbers(*shape):
    return np.random.default_rng(0).standard_normal(shape, dtype=np.float32)


KEYWORDS = {
    "relu inplace": (lambda x: F.relu(x, inplace=True) + x, lambda x: 2 * np.maximum(x, 0)),
    "relu input": (lambda x: F.relu(input=x), lambda x: np.maximum(x, 0)),
    "leaky_relu inplace": (lambda x: F.leaky_relu(x, 0.5, inplace=True) * 0 + x, lambda x: np.where(x > 0, x, x / 2)),
    "dropout inplace": (lambda x: F.dropout(x, 0.5, training=False, inplace=True), lambda x: x),
    "module inplace": (lambda x: (nn.Hardtanh(inplace=True)(x), x)[1], lambda x: np.clip(x, -1, 1)),
    "sum axis": (lambda x: x.sum(axis=1, keepdims=True), lambda x: x.sum(axis=1, keepdims=True)),
    "max axis": (lambda x: flow.max(input=x, axis=0)[0], lambda x: x.max(axis=0)),
    "argmax keepdims": (lambda x: flow.argmax(x, axis=1, keepdims=True), lambda x: x.argmax(1)[:, None]),
    "softmax": (lambda x: flow.softmax(input=x, dim=0) * 0, lambda x: 0 * x),
    "mul other": (lambda x: flow.mul(input=x, other=2), lambda x: 2 * x),
    "matmul other": (lambda x: flow.matmul(input=x, other=x.t()), lambda x: x @ x.T),
    "sub other": (lambda x: x.sub(other=1), lambda x: x - 1),
    "zeros size": (lambda x: flow.zeros(size=(2, 3)) + flow.ones(size=(3,)), lambda x: np.ones((2, 3))),
    "new_full size": (lambda x: x.new_full(size=(2,), fill_value=3), lambda x: np.full(2, 3)),
    "new_zeros size": (lambda x: x.new_zeros(size=(2,)), lambda x: np.zeros(2)),
    "randn size": (lambda x: flow.randn(size=(2, 2)) * 0, lambda x: np.zeros((2, 2))),
    "reshape shape": (lambda x: x.reshape(shape=(3, 2)), lambda x: x.reshape(3, 2)),
    "permute dims": (lambda x: x.permute(dims=(1, 0)), lambda x: x.T),
    "integer power": (lambda x: flow.tensor([[-3, 2]]) ** 3 + flow.tensor([2]).pow(0), lambda x: [[-26, 9]]),
    "power of bytes": (lambda x: flow.tensor([3], dtype=flow.uint8) ** 2, lambda x: [9]),
}


@pytest.mark.parametrize("name", KEYWORDS)
def test_keywords(name):
    ours, theirs = KEYWORDS[name]
    x = numbers(2, 3)
    np.testing.assert_allclose(Function(lambda x: ours(x * 1))(flow.tensor(x)).numpy(), theirs(x), rtol=1e-6, atol=1e-6)


def test_keywords_outside_of_graphs():
    assert flow.zeros(size=(2, 3)).shape == (2, 3) and flow.rand(size=(4,)).shape == (4,)
    with pytest.raises(TypeError, match="expects one of axis and dim, got both"):
        traced(lambda x: x.sum(axis=0, dim=1), flow.ones(2, 2))


def test_integer_powers_stay_integers():
    def build(i):
        return i**2, i.pow(5)

    squares, powers = Function(build)(flow.tensor([3, -7]))
    assert squares.dtype is flow.int64 and squares.tolist() == [9, 49] and powers.tolist() == [243, -16807]
    with pytest.raises(ValueError, match="pow: expects an exponent of at least 0 for int64, got -1"):
        traced(lambda i: i**-1, flow.tensor([2]))


@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
def test_padding_modes(mode):
    flow.manual_seed(3)
    layer = nn.Conv2d(2, 3, 3, padding=(2, 1), padding_mode=mode, dilation=(1, 1))
    same = nn.Conv1d(2, 2, 4, padding="same", padding_mode=mode, bias=False)
    x, row = numbers(1, 2, 5, 6), numbers(1, 2, 7)
    names = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}
    padded = np.pad(x, ((0, 0), (0, 0), (2, 2), (1, 1)), names[mode])
    expected = Function(lambda x: F.conv2d(x, layer.weight, layer.bias))(flow.tensor(padded)).numpy()
    np.testing.assert_array_equal(Function(layer, layer)(flow.tensor(x)).numpy(), expected)
    padded = np.pad(row, ((0, 0), (0, 0), (1, 2)), names[mode])
    expected = Function(lambda x: F.conv1d(x, same.weight))(flow.tensor(padded)).numpy()
    np.testing.assert_array_equal(Function(same, same)(flow.tensor(row)).numpy(), expected)
    assert f"padding_mode={mode}" in repr(layer)
    with pytest.raises(ValueError, match="Conv2d: expects padding_mode to be zeros or reflect or replicate or circ"):
        nn.Conv2d(1, 1, 1, padding_mode="mirror")


def test_last_epoch():
    optimizer = optim.SGD([nn.Parameter(flow.ones(2))], lr=1.0)
    scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5, last_epoch=3)
    assert scheduler.last_step == 4 and scheduler.get_last_lr() == [0.25]


def test_backward_takes_pytorchs_keywords():
    weight = nn.Parameter(flow.tensor([1.0, 2.0]))

    def build(x):
        y = weight * weight * x
        y.backward(flow.tensor([1.0, 10.0]), retain_graph=True)
        y.sum().backward(create_graph=True, inputs=[weight])
        return weight.grad

    assert Function(build)(flow.tensor([1.0, 1.0])).tolist() == [4, 44]
    with pytest.raises(ValueError, match=r"backward: expects a gradient of the tensor's shape \(2,\), got \(3,\)"):
        traced(lambda x: (weight * x).backward(flow.ones(3)), flow.ones(2))


@pytest.mark.parametrize("function", ["max", "min"])
def test_the_maximum_of_nothing(function):
    with pytest.raises(RuntimeError, match=rf"{function}: expects elements, got shape \(0, 2\) .*test_22"):
        traced(lambda x: getattr(x, function)(), flow.zeros(0, 2))

"""Layers that take a size from their first input, and the parameters and buffers that have no shape until then."""

import copy
import pickle

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn

# Pairs of a lazy layer and the plain one that it becomes, with the shape of an input.
PAIRS = {
    "linear": (lambda: nn.LazyLinear(4), lambda: nn.Linear(3, 4), (2, 5, 3)),
    "linear without bias": (lambda: nn.LazyLinear(4, bias=False), lambda: nn.Linear(3, 4, bias=False), (3,)),
    "conv1d": (lambda: nn.LazyConv1d(4, 3), lambda: nn.Conv1d(3, 4, 3), (2, 3, 7)),
    "conv2d": (
        lambda: nn.LazyConv2d(4, (3, 2), 2, 1, groups=2, bias=False),
        lambda: nn.Conv2d(6, 4, (3, 2), 2, 1, groups=2, bias=False),
        (2, 6, 5, 5),
    ),
    "conv2d of one image": (
        lambda: nn.LazyConv2d(4, 3, padding="same", padding_mode="reflect"),
        lambda: nn.Conv2d(3, 4, 3, padding="same", padding_mode="reflect"),
        (3, 5, 5),
    ),
    "conv3d": (lambda: nn.LazyConv3d(2, 2, dilation=2), lambda: nn.Conv3d(3, 2, 2, dilation=2), (1, 3, 4, 4, 4)),
    "transposed1d": (lambda: nn.LazyConvTranspose1d(4, 3, 2), lambda: nn.ConvTranspose1d(3, 4, 3, 2), (2, 3, 5)),
    "transposed2d": (
        lambda: nn.LazyConvTranspose2d(4, 3, 2, 1, 1, groups=2),
        lambda: nn.ConvTranspose2d(6, 4, 3, 2, 1, 1, groups=2),
        (2, 6, 3, 3),
    ),
    "transposed3d": (lambda: nn.LazyConvTranspose3d(2, 2), lambda: nn.ConvTranspose3d(3, 2, 2), (1, 3, 2, 2, 2)),
    "batch norm 1d": (lambda: nn.LazyBatchNorm1d(), lambda: nn.BatchNorm1d(3), (4, 3)),
    "batch norm 2d": (
        lambda: nn.LazyBatchNorm2d(momentum=None, affine=False),
        lambda: nn.BatchNorm2d(3, momentum=None, affine=False),
        (2, 3, 4, 4),
    ),
    "batch norm 3d": (
        lambda: nn.LazyBatchNorm3d(1e-3, track_running_stats=False),
        lambda: nn.BatchNorm3d(3, 1e-3, track_running_stats=False),
        (2, 3, 2, 2, 2),
    ),
    "instance norm 1d": (lambda: nn.LazyInstanceNorm1d(), lambda: nn.InstanceNorm1d(3), (2, 3, 4)),
    "instance norm 2d": (
        lambda: nn.LazyInstanceNorm2d(affine=True, track_running_stats=True),
        lambda: nn.InstanceNorm2d(3, affine=True, track_running_stats=True),
        (3, 4, 4),
    ),
    "instance norm 3d": (
        lambda: nn.LazyInstanceNorm3d(affine=True),
        lambda: nn.InstanceNorm3d(3, affine=True),
        (2, 3, 2, 2, 2),
    ),
}


def numbers(shape, seed=0):
    return flow.tensor(np.random.default_rng(seed).standard_normal(shape).astype(np.float32))


def assert_same(a, b):
    """That two modules are of one class and say and hold the same."""
    assert type(a) is type(b) and repr(a) == repr(b)
    states = a.state_dict(), b.state_dict()
    assert list(states[0]) == list(states[1])
    for name, values in states[0].items():
        assert values.dtype is states[1][name].dtype
        np.testing.assert_array_equal(values.numpy(), states[1][name].numpy())


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_the_first_input_says_the_size(pair):
    lazy, plain, shape = pair
    x = numbers(shape)
    flow.manual_seed(7)
    a = lazy()
    first, behind = a(x), flow.rand(3)
    flow.manual_seed(7)
    b = plain()
    np.testing.assert_array_equal(first.numpy(), b(x).numpy())
    np.testing.assert_array_equal(behind.numpy(), flow.rand(3).numpy())
    assert_same(a, b)
    assert not any(nn.parameter.is_lazy(each) for each in [*a.parameters(), *a.buffers()])


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_the_first_call_may_be_a_graphs(pair):
    lazy, plain, shape = pair
    x = numbers(shape)
    flow.manual_seed(7)
    a = lazy()
    graph = Function(lambda x: a(x))
    graph.a = a
    first, second = graph(x), graph(x)
    flow.manual_seed(7)
    b = plain()
    for y in (first, second):
        assert_close(y.numpy(), b(x).numpy())
    assert type(a) is type(b)
    assert graph.explain() == "1. the first call"


def test_before_the_first_call():
    layer = nn.LazyLinear(4)
    assert repr(layer) == "LazyLinear(in_features=0, out_features=4, bias=True)"
    assert repr(nn.LazyConv2d(8, 3)) == "LazyConv2d(0, 8, kernel_size=(3, 3), stride=(1, 1))"
    assert repr(layer.weight) == f"{layer.bias}" == "<UninitializedParameter>"
    assert isinstance(layer, nn.Linear) and isinstance(layer.weight, nn.UninitializedParameter)
    assert isinstance(layer.weight, nn.Parameter) and layer.weight.requires_grad and layer.weight.grad is None
    assert layer.has_uninitialized_params() and not nn.LazyInstanceNorm1d().has_uninitialized_params()
    norm = nn.LazyBatchNorm1d()
    assert repr(norm.running_mean) == "<UninitializedBuffer>" and norm.num_batches_tracked.item() == 0
    assert "weight: UninitializedParameter float32 on cpu" in repr(Function(lambda x: x, layer))


@pytest.mark.parametrize("pytorchs", [ValueError, RuntimeError])
def test_what_has_no_shape_is_refused(pytorchs):
    weight = nn.LazyLinear(4).weight
    rule = "UninitializedParameter: expects to have a shape before it is used, got none yet; call its module once first"
    for use in (
        lambda: weight.shape,
        lambda: weight.numel(),
        lambda: weight + 1,
        lambda: flow.ones(3) * weight,
        lambda: nn.init.ones_(weight),
        lambda: nn.functional.linear(flow.ones(2, 3), weight),
        lambda: weight.detach(),
        lambda: weight.numpy(),
        lambda: weight.copy_(flow.ones(2)),
        lambda: Function(lambda x: x * weight)(flow.ones(2)),
    ):
        with pytest.raises(pytorchs, match=rule):
            use()


def test_inputs_that_say_no_size():
    cases = [
        (nn.LazyLinear(4), (), "LazyLinear: expects an input with dimensions, got a scalar"),
        (nn.LazyConv2d(4, 3), (8, 8), r"LazyConv2d: expects input to have 4 dimensions, or 3 without a batch, got"),
        (nn.LazyConv2d(9, 3, groups=3), (1, 4, 8, 8), "LazyConv2d: expects in_channels to be a multiple of groups 3"),
        (nn.LazyBatchNorm2d(), (2, 3), r"LazyBatchNorm2d: expects input of shape \(N, C, H, W\), got \(2, 3\)"),
        (nn.LazyInstanceNorm2d(affine=True), (3, 4), "LazyInstanceNorm2d: expects input to have 4 dimensions, or 3"),
    ]
    for layer, shape, message in cases:
        for call in (layer, Function(layer)):
            with pytest.raises(ValueError, match=message):
                call(flow.ones(shape))
        assert layer.has_uninitialized_params()
    with pytest.raises(ValueError, match="LazyConv1d: expects out_channels to be a multiple of groups 2, got 3"):
        nn.LazyConv1d(3, 1, groups=2)


def test_dtypes_are_chosen_before_the_first_call():
    layer = nn.LazyLinear(4).double()
    assert layer.weight.dtype is flow.float64 and layer.has_uninitialized_params()
    assert layer(flow.ones(2, 3, dtype=flow.float64)).dtype is flow.float64
    norm = nn.LazyBatchNorm2d(dtype=flow.float64).to(flow.float32).to("cpu")
    norm(flow.ones(2, 3, 4, 4))
    assert norm.running_var.dtype is flow.float32 and norm.num_batches_tracked.dtype is flow.int64
    assert nn.LazyLinear(4, device="cpu", dtype=flow.float16).bias.dtype is flow.float16


def test_copies_and_pickles_are_lazy_too():
    layer = nn.Sequential(nn.LazyConv1d(4, 3), nn.LazyBatchNorm1d())
    layer[0].weight.without_decay = True
    for copied in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        assert copied[0].has_uninitialized_params() and copied[0].weight is not layer[0].weight
        copied(flow.ones(2, 3, 5))
        assert type(copied[0]) is nn.Conv1d and copied[0].weight.without_decay
        assert layer[0].has_uninitialized_params() and layer[1].has_uninitialized_params()


def test_states_before_the_first_call(tmp_path):
    layer, peer = nn.LazyLinear(4), nn.Linear(3, 4)
    state = layer.state_dict()
    assert repr(state["weight"]) == "<UninitializedParameter>"
    layer.load_state_dict(pickle.loads(pickle.dumps(state)))
    assert layer.has_uninitialized_params()
    with pytest.raises(ValueError, match="UninitializedParameter: expects to have a shape"):
        flow.save(state, str(tmp_path / "state"))
    with pytest.raises(RuntimeError, match="expects weight to have a shape, got <UninitializedParameter>"):
        peer.load_state_dict(state)

    weight = layer.weight
    layer.load_state_dict(peer.state_dict())
    assert type(layer) is nn.LazyLinear and layer.weight is weight and tuple(weight.shape) == (4, 3)
    x = numbers((2, 3))
    np.testing.assert_array_equal(layer(x).numpy(), peer(x).numpy())
    assert_same(layer, peer)


def test_a_state_may_be_assigned():
    layer, peer = nn.LazyBatchNorm1d(), nn.BatchNorm1d(3)
    peer(numbers((5, 3)))
    layer.load_state_dict(peer.state_dict(), assign=True)
    layer.eval(), peer.eval()
    layer(numbers((5, 3)))
    assert_same(layer, peer)


def test_what_was_loaded_stays():
    layer, norm = nn.LazyLinear(4), nn.LazyBatchNorm1d()
    layer.load_state_dict({"weight": flow.full((4, 3), 2.0)}, strict=False)
    norm.load_state_dict({"running_mean": flow.full((3,), 2.0)}, strict=False)
    norm.eval()
    norm(layer(flow.zeros(2, 3))[:, :3])
    np.testing.assert_array_equal(layer.weight.numpy(), np.full((4, 3), 2))
    assert np.abs(layer.bias.numpy()).max() <= 1 / np.sqrt(3)
    np.testing.assert_array_equal(norm.running_mean.numpy(), np.full(3, 2))
    np.testing.assert_array_equal(norm.running_var.numpy(), np.ones(3))


def test_values_of_ones_own_are_for_behind_the_first_call():
    def start(module):
        if isinstance(module, nn.Linear):
            nn.init.ones_(module.weight)

    model = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.LazyLinear(2))
    with pytest.raises(ValueError, match="call its module once first"):
        model.apply(start)
    model(flow.ones(1, 3))
    model.apply(start)
    np.testing.assert_array_equal(model[2].weight.numpy(), np.ones((2, 4)))


@pytest.mark.parametrize("in_graph", [False, True])
def test_an_optimizer_may_have_them_from_the_beginning(in_graph):
    """As in PyTorch: parameters keep their identity."""

    def trained(model, x):
        optimizer = flow.optim.Adam(model.parameters(), lr=0.1)
        optimizer.step()
        if not in_graph:
            for _ in range(3):
                optimizer.zero_grad()
                model(x).square().sum().backward()
                optimizer.step()
            return model

        class Train(nn.Graph):
            def __init__(self):
                super().__init__()
                self.model = model
                self.add_optimizer(optimizer)

            def build(self, x):
                loss = self.model(x).square().sum()
                loss.backward()
                return loss

        train = Train()
        for _ in range(3):
            train(x)
        return model

    x = numbers((5, 3))
    flow.manual_seed(0)
    a = trained(nn.Sequential(nn.LazyLinear(4), nn.Tanh(), nn.LazyLinear(2)), x)
    flow.manual_seed(0)
    b = trained(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)), x)
    assert_same(a, b)


def test_frozen_parameters_stay_frozen():
    layer = nn.LazyLinear(4).requires_grad_(False)
    assert not layer(flow.ones(2, 3)).requires_grad
    assert not nn.UninitializedParameter(requires_grad=False).requires_grad


def test_a_size_that_programs_leave_open_is_known():
    layer = nn.LazyLinear(4)
    graph = Function(lambda x: layer(x))
    graph.mark_dynamic("args.0", 0, 1)
    for rows in (2, 3, 5):
        assert tuple(graph(flow.ones(rows, 3)).shape) == (rows, 4)
    assert layer.in_features == 3


def test_hooks_come_behind():
    layer, seen = nn.LazyLinear(4), []
    layer.register_forward_pre_hook(lambda module, args: seen.append(type(module)))
    layer(input=flow.ones(2, 3))
    layer(flow.ones(2, 3))
    assert seen == [nn.Linear, nn.Linear]


class Scale(nn.lazy.LazyModuleMixin, nn.Module):
    """A module of a user's own, which stays what it is."""

    def __init__(self, gives=True):
        super().__init__()
        self.scale, self.gives, self.calls = nn.UninitializedParameter(), gives, 0

    def initialize_parameters(self, x, *, by=1.0):
        self.calls += 1
        if self.gives:
            self.scale.materialize(x.shape[1:])
            nn.init.constant_(self.scale, by)

    def forward(self, x, *, by=1.0):
        return x * self.scale


def test_modules_of_ones_own():
    scale = Scale()
    for _ in range(2):
        np.testing.assert_array_equal(scale(flow.ones(2, 3), by=2.0).numpy(), np.full((2, 3), 2))
    assert scale.calls == 1 and type(scale) is Scale and not scale.has_uninitialized_params()
    rule = "Scale: expects initialize_parameters to give all parameters and buffers a shape, got none of scale"
    with pytest.raises(RuntimeError, match=rule):
        Scale(gives=False)(flow.ones(2, 3))
    with pytest.raises(NotImplementedError, match="expects a method initialize_parameters, found none"):
        type("Bare", (nn.lazy.LazyModuleMixin, nn.Module), {})()(flow.ones(2))


def test_tensors_get_shapes():
    parameter, buffer = nn.UninitializedParameter(), nn.UninitializedBuffer(persistent=False)
    named = id(parameter)
    parameter.materialize((2, 3), dtype=flow.float64)
    buffer.materialize([4])
    assert type(parameter) is nn.Parameter and id(parameter) == named and parameter.requires_grad
    assert parameter.dtype is flow.float64 and tuple(parameter.shape) == (2, 3)
    assert type(buffer) is flow.Tensor and tuple(buffer.shape) == (4,) and not buffer.persistent
    assert repr(nn.ParameterList([nn.UninitializedParameter()])).endswith("of size ])")


def test_buffers_are_assigned():
    module = nn.Module()
    module.kept, module.left = nn.Buffer(flow.ones(2)), nn.Buffer(flow.ones(3), persistent=False)
    module.later = nn.UninitializedBuffer()
    assert [name for name, _ in module.named_buffers()] == ["kept", "left", "later"]
    assert list(module.state_dict()) == ["kept", "later"]
    assert isinstance(module.kept, nn.Buffer) and not isinstance(flow.ones(2), nn.Buffer)
    assert isinstance(copy.deepcopy(module).left, nn.Buffer)
    module.left, module.kept = nn.Buffer(flow.ones(3)), nn.Buffer(flow.ones(2), persistent=False)
    assert list(module.state_dict()) == ["left", "later"]
    shared = flow.zeros(2)
    nn.Buffer(shared)[0] = 5
    assert shared.tolist() == [5, 0] and tuple(nn.Buffer().shape) == (0,)
    module.weight = nn.Parameter(flow.ones(2))
    with pytest.raises(TypeError, match="expects parameter 'weight' to be a Parameter or None, got Tensor"):
        module.weight = nn.Buffer(flow.ones(2))
    with pytest.raises(TypeError, match="Buffer: expects a Tensor, got list"):
        nn.Buffer([1.0])


def test_what_pytorch_says():
    torch = pytest.importorskip("torch")
    for make in (
        lambda nn: nn.LazyLinear(4, bias=False),
        lambda nn: nn.LazyConv1d(4, 3, padding=1),
        lambda nn: nn.LazyConv3d(4, (1, 2, 3), groups=2),
        lambda nn: nn.LazyConvTranspose2d(4, 3, 2, 1, 1),
    ):
        ours, theirs = make(nn), make(torch.nn)
        assert repr(ours) == repr(theirs)
        assert list(ours.state_dict()) == list(theirs.state_dict())
        assert ours.cls_to_become.__name__ == theirs.cls_to_become.__name__
    u, v = nn.UninitializedBuffer(), torch.nn.UninitializedBuffer()
    assert (repr(u), u.requires_grad, u.persistent) == (repr(v), v.requires_grad, v.persistent)

"""Modules: names, walks, states."""

from dataclasses import dataclass

import numpy as np
import pytest

import weir as flow
from weir import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.second = nn.Linear(4, 2, bias=False)
        self.register_buffer("count", flow.zeros((), dtype=flow.int64))
        self.register_buffer("scratch", flow.zeros(2), persistent=False)

    def forward(self, x):
        return self.second(self.first(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(Block(), nn.ReLU())
        self.scale = nn.Parameter(flow.ones(2))


def test_names():
    net = Net()
    assert [name for name, _ in net.named_parameters()] == [
        "scale",
        "body.0.first.weight",
        "body.0.first.bias",
        "body.0.second.weight",
    ]
    assert [name for name, _ in net.named_buffers()] == ["body.0.count", "body.0.scratch"]
    assert list(net.state_dict()) == [
        "scale",
        "body.0.count",
        "body.0.first.weight",
        "body.0.first.bias",
        "body.0.second.weight",
    ]
    assert [name for name, _ in net.named_modules()] == [
        "",
        "body",
        "body.0",
        "body.0.first",
        "body.0.second",
        "body.1",
    ]
    assert [type(child).__name__ for child in net.children()] == ["Sequential"]


def test_shared_parameters_come_once_in_walks_and_twice_in_states():
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    net[1].weight = net[0].weight
    assert [name for name, _ in net.named_parameters()] == ["0.weight", "0.bias", "1.bias"]
    assert list(net.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]


def test_state_dict_round_trip():
    flow.manual_seed(0)
    source, target = Net(), Net()
    result = target.load_state_dict(source.state_dict())
    assert result.missing_keys == [] and result.unexpected_keys == []
    for name, tensor in source.state_dict().items():
        np.testing.assert_array_equal(target.state_dict()[name].numpy(), tensor.numpy())


def test_load_state_dict_changes_nothing_if_anything_is_wrong():
    layer = nn.Linear(2, 2)
    before = layer.weight.tolist()
    with pytest.raises(RuntimeError, match="misses bias; expects weight of shape"):
        layer.load_state_dict({"weight": flow.zeros(3, 2)})
    with pytest.raises(RuntimeError, match="misses bias"):
        layer.load_state_dict({"weight": flow.zeros(2, 2)})
    assert layer.weight.tolist() == before


def test_load_state_dict_not_strict():
    layer = nn.Linear(2, 2)
    result = layer.load_state_dict({"weight": flow.zeros(2, 2), "other": flow.zeros(1)}, strict=False)
    assert result == (["bias"], ["other"])
    assert layer.weight.tolist() == [[0, 0], [0, 0]]


def test_train_eval_and_requires_grad():
    net = Net()
    net.eval()
    assert not any(module.training for module in net.modules())
    net.train()
    assert all(module.training for module in net.modules())
    net.requires_grad_(False)
    assert not any(parameter.requires_grad for parameter in net.parameters())


def test_attributes_move_between_tables():
    net = nn.Module()
    net.x = nn.Parameter(flow.zeros(1))
    net.x = nn.Linear(1, 1)
    assert "x" not in net._parameters and isinstance(net.x, nn.Linear)
    net.x = None
    assert net.x is None and list(net.parameters()) == []
    del net.x
    with pytest.raises(AttributeError, match="'Module' object has no attribute 'x'"):
        net.x


def test_to_converts_floats_and_keeps_identity():
    net = Net()
    weight = net.body[0].first.weight
    values = weight.numpy().copy()
    net.to(flow.float64)
    assert net.body[0].first.weight is weight and weight.dtype is flow.float64
    np.testing.assert_array_equal(weight.numpy(), values.astype(np.float64))
    assert net.body[0].count.dtype is flow.int64
    net.to(flow.bfloat16)
    assert weight.tolist() == flow.bfloat16_to_float32(flow.float32_to_bfloat16(values)).reshape(4, 3).tolist()


def test_apply_and_repr():
    net = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
    seen = []
    net.apply(lambda module: seen.append(type(module).__name__))
    assert seen == ["Linear", "ReLU", "Sequential"]
    assert repr(net) == "Sequential(\n  (0): Linear(in_features=2, out_features=3, bias=True)\n  (1): ReLU()\n)"


def test_init():
    flow.manual_seed(1)
    weight = nn.Parameter(flow.empty(64, 128))
    nn.init.xavier_uniform_(weight)
    assert np.abs(weight.numpy()).max() <= (6 / 192) ** 0.5
    nn.init.kaiming_normal_(weight, nonlinearity="relu")
    assert abs(weight.numpy().std() / (2 / 128) ** 0.5 - 1) < 0.05
    nn.init.constant_(weight, 3)
    assert weight.numpy().min() == weight.numpy().max() == 3
    nn.init.eye_(weight)
    np.testing.assert_array_equal(weight.numpy(), np.eye(64, 128, dtype=np.float32))


def test_module_dict():
    heads = nn.ModuleDict({"a": nn.Linear(2, 3), "b": nn.ReLU()})
    heads.update([("c", nn.Identity())])
    heads["d"] = nn.Linear(2, 1, bias=False)
    assert list(heads) == list(heads.keys()) == ["a", "b", "c", "d"] and len(heads) == 4
    assert "a" in heads and "e" not in heads and heads["b"] is list(heads.values())[1] is dict(heads.items())["b"]
    assert sorted(heads.state_dict()) == ["a.bias", "a.weight", "d.weight"]
    with pytest.raises(TypeError, match="ModuleDict: expects modules, got int"):
        heads["e"] = 1
    with pytest.raises(KeyError):
        heads["e"]


def test_members_at_a_path():
    model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    assert model.get_submodule("1") is model[1] and model.get_submodule("") is model
    assert model.get_parameter("0.weight") is model[0].weight
    assert model.get_buffer("1.running_mean") is model[1].running_mean
    with pytest.raises(AttributeError, match="'Sequential' object has no module '0.x'"):
        model.get_parameter("0.x.weight")
    with pytest.raises(AttributeError, match="'Sequential' object has no parameter '1.running_mean'"):
        model.get_parameter("1.running_mean")


def test_embeddings_of_given_rows():
    rows = flow.arange(6.0).reshape(3, 2)
    layer = nn.Embedding.from_pretrained(rows)
    assert layer(flow.tensor([2, 0])).tolist() == [[4, 5], [0, 1]] and not layer.weight.requires_grad
    assert nn.Embedding.from_pretrained(rows, freeze=False, padding_idx=0).weight.requires_grad
    flow.manual_seed(3)
    expected = flow.rand(1).item()
    flow.manual_seed(3)
    assert nn.Embedding.from_pretrained(rows, False, None, 1.0).max_norm == 1 and flow.rand(1).item() == expected
    assert nn.EmbeddingBag.from_pretrained(rows, mode="sum")(flow.tensor([[1, 2]])).tolist() == [[6, 8]]
    with pytest.raises(ValueError, match=r"from_pretrained: expects a matrix, got shape \(2,\)"):
        nn.Embedding.from_pretrained(flow.ones(2))


def test_optimizers_show_their_groups():
    optimizer = flow.optim.SGD([{"params": nn.Linear(1, 1).parameters(), "lr": 0.5}], lr=0.1, momentum=0.9)
    lines = repr(optimizer).splitlines()
    assert lines[:2] == ["SGD (", "Parameter Group 0"] and lines[-1] == ")"
    assert "    lr: 0.5" in lines and "    momentum: 0.9" in lines
    assert repr(nn.Flatten()) == "Flatten(start_dim=1, end_dim=-1)"


class Early(nn.Module):
    def __init__(self, early):
        self.scale = 2.0
        self.early = early
        super().__init__()
        self.layer = nn.Linear(1, 1)

    def forward(self, x):
        return x * self.scale


def test_plain_attributes_before_the_constructor():
    class Call(nn.Graph):
        def __init__(self, module):
            super().__init__()
            self.module = module

        def build(self, x):
            return self.module(x)

    module = Early(flow.ones(1))
    assert [name for name, _ in module.named_parameters()] == ["layer.weight", "layer.bias"]
    graph = Call(module)
    assert graph(flow.ones(1)).tolist() == [2]
    module.scale = 3.0
    assert graph(flow.ones(1)).tolist() == [3]
    for kind, early in (
        ("module", nn.Linear(1, 1)),
        ("parameter", nn.Parameter(flow.ones(1))),
        ("buffer", nn.Buffer(flow.ones(1))),
    ):
        with pytest.raises(AttributeError, match=rf"Early: expects super\(\).* before a {kind} is assigned"):
            Early(early)
    with pytest.raises(AttributeError, match="before a buffer is assigned"):
        nn.Module.__new__(nn.Module).register_buffer("x", flow.ones(1))


def test_modules_that_are_dataclasses():
    @dataclass(eq=False)
    class Scaled(nn.Module):
        factor: float = 2.0

        def __post_init__(self):
            super().__init__()
            self.layer = nn.Linear(1, 1, bias=False)

    assert len(list(Scaled(3.0).parameters())) == 1 and Scaled(3.0).factor == 3.0


def test_tensors_that_follow_the_parameters():
    class Anchored(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)
            self.anchors = flow.ones(2)

        def forward(self, x):
            return self.layer(x)

        def _apply(self, fn, recurse=True):
            super()._apply(fn, recurse)
            self.anchors = fn(self.anchors)
            return self

        def _get_name(self):
            return "Anchors"

    module = Anchored()
    weight = module.layer.weight
    weight.grad = flow.ones(2, 2)
    net = nn.Sequential(module, nn.LazyLinear(3))
    assert net.double() is net and module.anchors.dtype is weight.dtype is weight.grad.dtype is flow.float64
    assert module.layer.weight is weight and weight.requires_grad and repr(module).startswith("Anchors(")
    assert net[1].weight.dtype is flow.float64 and net.to(flow.float32)(flow.ones(1, 2)).dtype is flow.float32
    layer = nn.Linear(1, 1, bias=False)
    before = layer.weight.item()
    assert layer._apply(lambda x: x * 2) is layer and layer.weight.item() == 2 * before


def test_names_of_buffers_that_are_not_saved():
    module = Block()
    assert module._non_persistent_buffers_set == {"scratch"}
    module._non_persistent_buffers_set.discard("scratch")
    assert "scratch" in module.state_dict()

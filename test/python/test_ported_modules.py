"""Modules as programs written for PyTorch use them."""

import copy
import io
import pickle
from collections import OrderedDict

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn, optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.second = nn.Linear(2, 1, bias=False)
        self.register_buffer("count", flow.zeros(1))
        self.note = "of mine"

    def forward(self, x):
        return self.second(self.first(x))


# tags


def test_parameters_and_tensors_are_tagged():
    parameter, tensor = nn.Parameter(flow.ones(2)), flow.ones(2)
    parameter._no_weight_decay = True
    tensor.origin = "a file"
    assert parameter._no_weight_decay and tensor.origin == "a file"
    assert not hasattr(flow.ones(2), "origin")


def test_tags_go_with_copies_of_modules():
    net = Net()
    net.first.weight._optim = {"lr": 0.5}
    net.second.weight.partner = net.first.weight
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert other.first.weight._optim == {"lr": 0.5}
        assert other.first.weight._optim is not net.first.weight._optim
        assert other.second.weight.partner is other.first.weight
    net.double()
    assert net.first.weight._optim == {"lr": 0.5}


def test_copies_of_parameters_of_a_class():
    class Scale(nn.Parameter):
        pass

    assert type(copy.deepcopy(Scale(flow.ones(2)))) is Scale


# conversion


def test_steps_outside_of_graphs_leave_modules_free_to_change():
    net = Net()
    optimizer = optim.Adam(net.parameters())
    net(flow.ones(1, 2)).sum().backward()
    optimizer.step()
    expected = net.first.weight.detach().numpy().astype(np.float64)
    assert net.double() is net
    np.testing.assert_array_equal(net.first.weight.detach().numpy(), expected)
    assert net.count.dtype is flow.float64 and net.first.weight.grad.dtype is flow.float64
    assert net.half().first.weight.dtype is flow.float16
    assert net.bfloat16().first.weight.dtype is flow.bfloat16


def test_graphs_follow_what_they_use_to_another_dtype():
    net = Net()
    graph = Function(lambda x: net.second(x))
    x = flow.ones(1, 2)
    before = graph(x).numpy()
    for dtype in (flow.float64, flow.float32, flow.float16):
        net.to(dtype)
        after = graph(x.to(dtype))
        assert after.dtype is dtype
        np.testing.assert_allclose(after.numpy(), before, rtol=2e-3)


class Step(nn.Graph):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.add_optimizer(optim.SGD(net.parameters(), lr=0.05))

    def build(self, x):
        loss = self.net(x).square().mean()
        loss.backward()
        return loss


def test_a_graph_trains_on_in_another_dtype():
    net = nn.Linear(2, 2)
    step, x = Step(net), flow.ones(1, 2)
    losses = [step(x).item(), step(x).item()]
    net.double()
    losses += [step(x.double()).item(), step(x.double()).item()]
    assert losses == sorted(losses, reverse=True) and step(x.double()).dtype is flow.float64


def test_memory_of_its_own_on_a_device():
    net = Net()
    assert net.to_empty(device="cpu") is net and net.to_empty(device="cpu", recurse=False) is net
    assert net.first.weight.shape == (2, 2)


# names and keywords


def test_walks_with_their_keywords():
    net = nn.Sequential(nn.Linear(1, 1, bias=False), nn.ReLU())
    net.append(net[0])
    names = [name for name, _ in net.named_modules(memo=None, prefix="net", remove_duplicate=False)]
    assert names == ["net", "net.0", "net.1", "net.2"]
    assert [name for name, _ in net.named_modules({net[1]})] == ["", "0"]
    assert [name for name, _ in net.named_parameters(remove_duplicate=False)] == ["0.weight", "2.weight"]
    assert [name for name, _ in net.named_parameters()] == ["0.weight"]
    visited = []
    assert net.apply(fn=visited.append) is net and visited == [net[0], net[1], net]


def test_states_with_their_keywords():
    net, into = Net(), OrderedDict(other=1)
    assert net.state_dict(destination=into, prefix="net.", keep_vars=True) is into
    assert list(into) == ["other", "net.count", "net.first.weight", "net.first.bias", "net.second.weight"]
    given = {name: flow.full(tensor.shape, 2.0) for name, tensor in net.state_dict().items()}
    net.load_state_dict(given, assign=True)
    given["first.weight"].fill_(3.0)
    assert net.first.weight.tolist() == [[3.0, 3.0], [3.0, 3.0]] and isinstance(net.first.weight, nn.Parameter)
    assert net.first.weight.requires_grad and net.count is given["count"]
    with pytest.raises(RuntimeError, match=r"expects count of shape \(1,\), got \(2,\)"):
        net.load_state_dict({**given, "count": flow.ones(2)}, assign=True)


def test_states_are_tensors_over_the_same_memory_without_gradients():
    net = Net()
    state = net.state_dict()
    assert not any(tensor.requires_grad for tensor in state.values())
    assert not (state["first.weight"] * 2).requires_grad
    state["first.weight"].fill_(7.0)
    assert net.first.weight.tolist() == [[7.0, 7.0], [7.0, 7.0]] and net.first.weight.requires_grad
    kept = net.state_dict(keep_vars=True)
    assert kept["first.weight"] is net.first.weight and kept["count"] is net.count


class Vocabulary(nn.Linear):
    def __init__(self, words):
        super().__init__(1, 1)
        self.words = words

    def get_extra_state(self):
        return {"words": list(self.words)}

    def set_extra_state(self, state):
        self.words = state["words"]


def test_modules_save_what_is_no_tensor():
    net, other = nn.Sequential(Vocabulary(["a", "b"])), nn.Sequential(Vocabulary([]))
    file = io.BytesIO()
    flow.save(net.state_dict(), file)
    file.seek(0)
    state = flow.load(file)
    assert list(state) == ["0.weight", "0.bias", "0._extra_state"]
    assert not any(other.load_state_dict(state)) and other[0].words == ["a", "b"]
    with pytest.raises(RuntimeError, match="misses 0._extra_state"):
        other.load_state_dict(nn.Sequential(nn.Linear(1, 1)).state_dict())
    with pytest.raises(RuntimeError, match="has no place for 0._extra_state"):
        nn.Sequential(nn.Linear(1, 1)).load_state_dict(state)
    with pytest.raises(NotImplementedError, match="Linear: expects a method get_extra_state, found none"):
        nn.Linear(1, 1).get_extra_state()


def test_names_of_other_attributes_are_refused():
    net = Net()
    for register, name in (
        (lambda name: net.register_buffer(name, flow.ones(1)), "first"),
        (lambda name: net.register_parameter(name=name, param=None), "count"),
        (lambda name: net.add_module(name, nn.ReLU()), "note"),
        (lambda name: net.register_module(name, nn.ReLU()), "forward"),
    ):
        with pytest.raises(KeyError, match=f"expects a name that no other attribute has, got '{name}' of Net"):
            register(name)
    net.register_buffer("count", flow.ones(3))
    net.add_module("first", nn.ReLU())
    assert net.count.shape == (3,)
    with pytest.raises(TypeError, match="register_parameter: expects a Parameter or None, got Tensor"):
        net.register_parameter("more", flow.ones(1))


def test_modules_in_and_out_of_containers():
    first, second, third = nn.ReLU(), nn.Tanh(), nn.Identity()
    row = nn.Sequential(first, third)
    assert row.insert(1, second) is row and [*row] == [first, second, third]
    assert [name for name, _ in row.named_children()] == ["0", "1", "2"]
    listed = nn.ModuleList([first, second, third])
    assert listed.pop(1) is second and [*listed] == [first, third] and list(listed._modules) == ["0", "1"]
    assert listed.pop(-1) is third and row.pop(0) is first and len(row) == 2
    with pytest.raises(IndexError, match=r"ModuleList: expects an index in \[-1, 1\), got 3"):
        listed.pop(3)
    with pytest.raises(TypeError, match="Sequential: expects modules, got int"):
        row.insert(0, 3)


def test_texts():
    listed = nn.ParameterList([flow.ones(2, 3), flow.ones(1)])
    kinds = "Parameter containing: [weir.float32 of size "
    lines = [f"(0): {kinds}2x3]", f"(1): {kinds}1]"]
    assert repr(listed) == "ParameterList(\n    " + "\n    ".join(lines) + "\n)"
    assert repr(nn.ParameterList()) == "ParameterList()"
    assert "(a): Parameter containing: [weir.DoubleTensor of size 1]" in repr(
        nn.ParameterDict({"a": flow.ones(1, dtype=flow.float64)})
    )
    assert "dropout=0.25" in repr(nn.LSTM(2, 3, num_layers=2, dropout=0.25))
    assert "proj_size=2" in repr(nn.LSTM(2, 3, proj_size=2))


def test_what_is_no_state_is_refused():
    with pytest.raises(TypeError, match="load_state_dict: expects a mapping of names to tensors, got list"):
        Net().load_state_dict([1])
    with pytest.raises(TypeError, match="load_state_dict: expects names of tensors, got 1"):
        Net().load_state_dict({1: flow.ones(1)})


# states by hand


class Renamed(nn.Module):
    """Version 2 has `weight` where version 1 had `w`, of half the values."""

    _version = 2

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(flow.zeros(2))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *rest):
        is_old = local_metadata.get("version", 1) < 2
        if is_old:
            state_dict[prefix + "weight"] = state_dict.pop(prefix + "w")
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)
        if is_old:
            with flow.no_grad():
                self.weight.mul_(2.0)


def test_an_override_loads_what_it_wants():
    net = nn.Sequential(Renamed(), nn.Linear(1, 1))
    new = net.state_dict()
    assert new._metadata["0"] == {"version": 2} and new._metadata["1"] == {"version": 1}
    rest = {name: tensor for name, tensor in new.items() if name.startswith("1")}
    keys = net.load_state_dict({"0.w": flow.ones(2), **rest})
    assert net[0].weight.tolist() == [2.0, 2.0] and keys == ([], [])
    net.load_state_dict(net.state_dict())
    assert net[0].weight.tolist() == [2.0, 2.0]
    wrong = {"0.w": flow.ones(2), "1.weight": rest["1.weight"], "1.b": rest["1.bias"], "x": flow.ones(1)}
    with pytest.raises(RuntimeError, match="misses 1.bias; has no place for x, 1.b"):
        net.load_state_dict(wrong)


def test_an_override_that_keeps_away_from_the_base():
    class Own(nn.Linear):
        def _load_from_state_dict(self, state_dict, prefix, *rest):
            with flow.no_grad():
                self.weight.copy_(state_dict[prefix + "mine"])

        def _save_to_state_dict(self, destination, prefix, keep_vars):
            destination[prefix + "mine"] = self.weight

    net = nn.Sequential(Own(1, 1))
    assert list(net.state_dict()) == ["0.mine"]
    assert net.load_state_dict({"0.mine": flow.full((1, 1), 5.0)}) == ([], [])
    assert net[0].weight.item() == 5.0


def test_hooks_of_saving():
    net, calls = Net(), []
    handle = net.first.register_state_dict_pre_hook(lambda *given: calls.append(given[1:]))
    net.first.register_state_dict_post_hook(lambda module, state, prefix, metadata: state.__delitem__(prefix + "bias"))
    assert "first.bias" not in net.state_dict() and calls == [("first.", False)]
    handle.remove()
    assert len(nn.Sequential(net.first).state_dict(keep_vars=True)) == 1 and len(calls) == 1
    net.register_state_dict_post_hook(lambda module, state, *rest: state)
    with pytest.raises(TypeError, match="expects hooks to change what they are given, and to give None, got Ord"):
        net.state_dict()


def test_a_hook_replaces_what_is_saved():
    net = Net()
    handle = net._register_state_dict_hook(lambda module, state, prefix, metadata: {"all": len(state)})
    assert net.state_dict() == {"all": 4}
    handle.remove()
    assert len(net.state_dict()) == 4


def test_hooks_before_loading():
    def rename(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for key in [key for key in state_dict if key.startswith(prefix + "old.")]:
            state_dict[prefix + "first." + key.rpartition(".")[2]] = state_dict.pop(key)

    net = Net()
    saved = {name.replace("first", "old"): flow.full(each.shape, 4.0) for name, each in net.state_dict().items()}
    handle = net._register_load_state_dict_pre_hook(rename)
    given = dict(saved)
    assert net.load_state_dict(given) == ([], []) and net.first.bias.tolist() == [4.0, 4.0]
    assert given.keys() == saved.keys()  # hooks change a copy
    handle.remove()
    seen = []
    net._register_load_state_dict_pre_hook(lambda module, *given: seen.append((module, given[1])), with_module=True)
    net.register_load_state_dict_pre_hook(lambda module, *given: seen.append((module, given[1])))
    with pytest.raises(RuntimeError, match="misses first.weight, first.bias; has no place for old.weight, old.bias"):
        net.load_state_dict(saved)
    assert seen == [(net, ""), (net, "")]


def test_hooks_behind_loading():
    net, seen = Net(), []

    def forget(module, keys):
        seen.append((module, net.first.bias.tolist(), list(keys.missing_keys)))
        keys.missing_keys.clear()

    net.first.register_load_state_dict_post_hook(forget)
    copied = pickle.loads(pickle.dumps(nn.Linear(1, 1)))
    assert copied.state_dict().keys() == {"weight", "bias"}
    saved = {name: flow.ones(*each.shape) for name, each in net.state_dict().items() if name != "first.weight"}
    assert net.load_state_dict(saved) == ([], [])
    assert seen == [(net.first, [1.0, 1.0], ["first.weight"])]
    net.register_load_state_dict_post_hook(lambda module, keys: keys)
    with pytest.raises(TypeError, match="expects hooks to change what they are given, and to give None, got Inc"):
        net.load_state_dict(net.state_dict())


def test_nothing_is_copied_if_something_does_not_fit():
    net = Net()
    before = net.first.weight.tolist()
    saved = {name: flow.ones(*each.shape) for name, each in net.state_dict().items()}
    with pytest.raises(RuntimeError, match=r"misses count; expects second.weight of shape \(1, 2\), got \(3,\)"):
        net.load_state_dict({**{k: v for k, v in saved.items() if k != "count"}, "second.weight": flow.ones(3)})
    assert net.first.weight.tolist() == before


def test_modules_are_taken_out_of_dicts():
    a, b, c = nn.Linear(1, 1), nn.ReLU(), nn.Tanh()
    named = nn.ModuleDict({"a": a, "b": b, "c": c})
    graph = Function(lambda x: sum((module(x) for module in named.values()), x), named)
    x = flow.ones(1)
    graph(x)
    del named["a"]
    assert graph(x).tolist() == [2 + np.tanh(np.float32(1))]
    assert named.pop("c") is c and list(named) == ["b"] and "c" not in named
    named.clear()
    assert len(named) == 0 and list(named.parameters()) == []
    for call in (lambda: named.pop("a"), lambda: named.__delitem__("a")):
        with pytest.raises(KeyError, match="a"):
            call()


def test_parameters_are_taken_out_of_dicts_and_lists():
    named = nn.ParameterDict({"a": flow.ones(1), "b": flow.ones(2)})
    first = named["a"]
    assert named.setdefault("a", flow.ones(3)) is first and tuple(named.setdefault("c", flow.ones(3)).shape) == (3,)
    del named["c"]
    assert named.pop("a") is first and list(named) == ["b"]
    named.clear()
    assert len(named) == 0
    several = nn.ParameterList([flow.ones(1), flow.ones(2), flow.ones(3)])
    several += [flow.ones(4)]
    assert [tuple(several.pop(index).shape) for index in (-1, 1)] == [(4,), (2,)]
    assert [(name, tuple(each.shape)) for name, each in several.named_parameters()] == [("0", (1,)), ("1", (3,))]
    with pytest.raises(IndexError, match=r"ParameterList: expects an index in \[-2, 2\), got 2"):
        several.pop(2)


def test_sequentials_are_joined():
    a, b = nn.Sequential(nn.Linear(1, 1), nn.ReLU()), nn.Sequential(nn.Tanh())
    joined = a + b
    assert [*joined] == [*a, *b] and list(joined.state_dict()) == ["0.weight", "0.bias"] and len(a) == 2
    assert [*(b * 3)] == [*b] * 3 and [*(2 * a)] == [*a] * 2
    a += b
    assert [*a] == [*joined]
    b *= 2
    assert len(b) == 2
    with pytest.raises(TypeError, match="unsupported operand"):
        a + [nn.ReLU()]
    with pytest.raises(TypeError, match="Sequential: expects to be taken at least once, got 1.5 times"):
        a * 1.5
    with pytest.raises(ValueError, match="Sequential: expects to be taken at least once, got 0 times"):
        a *= 0


def test_modules_have_a_type():
    for given in (flow.float64, flow.DoubleTensor, "torch.DoubleTensor"):
        net = Net()
        assert net.type(given) is net and net.first.weight.dtype is flow.float64
    assert net.compile(mode="reduce-overhead") is None and nn.ReLU().share_memory() is not None
    with pytest.raises(NotImplementedError, match="share_memory_: not supported yet: memory that other processes have"):
        net.share_memory()


def test_members_of_what_is_not_set_up():
    class Forgetful(nn.Module):
        def __init__(self):
            self.layer = nn.Linear(1, 1)

    class ForgetfulGraph(nn.Graph):
        def __init__(self):
            self.layer = nn.Linear(1, 1)

    rule = r"expects super\(\).__init__\(\) to be called before"
    line = r" \(.*test_ported_modules.py:\d+"
    with pytest.raises(AttributeError, match=f"Forgetful: {rule} a module is assigned{line}"):
        Forgetful()
    with pytest.raises(AttributeError, match=f"ForgetfulGraph: {rule} members are set, got member 'layer'{line}"):
        ForgetfulGraph()

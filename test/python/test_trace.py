"""What builds are traced to: ops, broadcasting, promotion, variables, locations."""

import re

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, line_of, ops_of, traced
from weir import nn, optim
from weir.nn import functional as F


def test_equal_shapes_need_no_broadcast(verified):
    text = verified(traced(lambda x, y: x + y, flow.zeros(2, 3), flow.zeros(2, 3)))
    assert ops_of(text) == ["add"]


def test_broadcasting_follows_numpy(verified):
    cases = [
        ((2, 3), (3,)),
        ((2, 3), (2, 1)),
        ((2, 3), (1, 1)),
        ((4, 1, 3), (2, 1)),
        ((2, 3), ()),
        ((0, 3), (1,)),
        ((1, 1), (1,)),
    ]
    for a, b in cases:
        text = verified(traced(lambda x, y: x * y, flow.zeros(a), flow.zeros(b)))
        sizes = "x".join(map(str, np.broadcast_shapes(a, b)))
        assert re.search(rf"-> \(tensor<{sizes}xf32> {{weir.name = \"result\"}}\)", text), (a, b, text)


def test_size_one_is_dropped_and_repeated(verified):
    text = verified(traced(lambda x, y: x - y, flow.zeros(2, 3), flow.zeros(2, 1)))
    assert ops_of(text) == ["reshape", "broadcast", "sub"]
    assert "dims = array<i64: 0>" in text


def test_scalars_are_constants_of_the_tensors_dtype(verified):
    text = verified(traced(lambda x: 2 * x + 0.5, flow.zeros(2, dtype=flow.float64)))
    assert ops_of(text) == ["constant", "mul", "constant", "add"]
    assert "dense<2.000000e+00> : tensor<2xf64>" in text and "dense<5.000000e-01> : tensor<2xf64>" in text


def test_reflected_operators(verified):
    text = verified(traced(lambda x: (1 - x) / 2 + 3 / x, flow.zeros(2)))
    assert ops_of(text) == ["constant", "sub", "constant", "div", "constant", "div", "add"]
    first = re.search(r"(%\w+) = weir.constant dense<1.0.*\n.*weir.sub (%\w+), %arg0", text)
    assert first and first[1] == first[2]


def test_promotion_inserts_casts(verified):
    text = verified(traced(lambda x, n: x + n, flow.zeros(2), flow.zeros(2, dtype=flow.int64)))
    assert ops_of(text) == ["cast", "add"]
    text = verified(traced(lambda n: n / 2, flow.zeros(2, dtype=flow.int64)))
    assert ops_of(text) == ["cast", "constant", "div"] and "xf32" in text


def test_comparisons_and_where(verified):
    text = verified(traced(lambda x: flow.where(x > 0, x, 0.0), flow.zeros(3)))
    assert ops_of(text) == ["constant", "compare", "constant", "select"]
    for operator in ("eq", "ne", "lt", "le", "gt", "ge"):
        assert re.search(rf"weir.compare +{operator} ", traced(lambda x: getattr(x, operator)(x), flow.zeros(3)))
    assert re.search("weir.compare +eq ", traced(lambda x: x == x, flow.zeros(3)))


def test_numpy_scalars_leave_operators_to_the_tensor(verified):
    text = verified(traced(lambda x: np.float32(2) * x, flow.zeros(2)))
    assert ops_of(text) == ["constant", "mul"]


def test_shapes(verified):
    def build(x):
        return (
            x.reshape(3, -1),
            x.reshape((6,)),
            x.view(1, 6),
            x.flatten(),
            x.t(),
            x.T,
            x.transpose(0, -1),
            x.permute(1, 0),
            x.unsqueeze(0),
            x.unsqueeze(-1),
            x.unsqueeze(1).squeeze(1),
            x.expand(4, 2, 3),
            x.broadcast_to((1, -1, 3)),
        )

    results = re.search(r"-> \((.*?)\) attributes", verified(traced(build, flow.zeros(2, 3))))[1]
    assert re.findall(r"tensor<(\w+)xf32>", results) == [
        "3x2",
        "6",
        "1x6",
        "6",
        "3x2",
        "3x2",
        "3x2",
        "3x2",
        "1x2x3",
        "2x3x1",
        "2x3",
        "4x2x3",
        "1x2x3",
    ]


def test_reductions(verified):
    def build(x):
        return (
            x.sum(),
            x.sum(0),
            x.sum(-1, keepdim=True),
            x.sum((0, 1)),
            x.mean(),
            x.mean(1),
            x.amax(0),
            x.amax(keepdim=True),
            x.max(),
            flow.sum(x > 0),
        )

    results = re.search(r"-> \((.*?)\) attributes", verified(traced(build, flow.zeros(2, 3))))[1]
    assert re.findall(r"tensor<(\w+)>", results) == [
        "f32",
        "3xf32",
        "2x1xf32",
        "f32",
        "f32",
        "2xf32",
        "3xf32",
        "1x1xf32",
        "f32",
        "i64",
    ]


def test_cross_entropy_is_one_op(verified):
    text = verified(traced(F.cross_entropy, flow.zeros(4, 10), flow.zeros(4, dtype=flow.int64)))
    assert ops_of(text) == ["cross_entropy"]


def test_linear_keeps_leading_dimensions(verified):
    layer = nn.Linear(3, 5)
    text = verified(Function(layer, layer).traced(flow.zeros(2, 4, 3)))
    assert ops_of(text) == ["linear"]
    assert "tensor<2x4x5xf32>" in text
    assert ops_of(verified(Function(layer, layer).traced(flow.zeros(2, 3)))) == ["linear"]


def test_nested_inputs_and_outputs_have_names(verified):
    class Nested(nn.Graph):
        def build(self, batch, scale, *rest, mask=None):
            return {"a": batch["x"] * scale[0], "b": [scale[1] * mask, (7, rest[0])]}

    text = verified(
        Nested().traced({"x": flow.zeros(2)}, (flow.zeros(2), flow.zeros(3)), flow.zeros(1), mask=flow.zeros(3))
    )
    assert re.findall(r'weir.name = "([^"]*)"', text) == [
        "batch.x",
        "scale.0",
        "scale.1",
        "rest.0",
        "mask",
        "result.a",
        "result.b.0",
        "result.b.1.1",
    ]


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x):
        loss = self.model(x).sum()
        loss.backward()
        return loss


def test_a_training_job(verified):
    model = nn.Linear(3, 2)
    graph = Train(model, optim.AdamW(model.parameters()))
    text = verified(graph.traced(flow.zeros(4, 3)))
    assert ops_of(text) == [
        "linear",
        "reduce_sum",
        "gradient",
        "constant",
        "add",
        "adamw_update",
        "adamw_update",
    ]
    assigned = re.findall(r"weir.assign @([\w.\"]+)", text)
    assert len(assigned) == len(set(assigned)) == 7  # two parameters, their moments, the step counter
    assert "weir.variable @model.weight" in text or "weir.variable @model.weight.2" in text


def test_implicit_and_explicit_steps_agree():
    model = nn.Linear(3, 2)
    optimizer = optim.AdamW(model.parameters())

    class Explicit(Train):
        def build(self, x):
            loss = super().build(x)
            optimizer.step()
            return loss

    implicit = Train(model, optimizer).traced(flow.zeros(4, 3))
    explicit = Explicit(model, optimizer).traced(flow.zeros(4, 3))
    assert ops_of(implicit) == ops_of(explicit)


def test_frozen_parameters_get_no_gradient(verified):
    model = nn.Linear(3, 2)
    model.bias.requires_grad = False
    text = verified(Train(model, optim.AdamW(model.parameters())).traced(flow.zeros(4, 3)))
    assert ops_of(text).count("adamw_update") == 1


def test_only_parameters_that_the_loss_depends_on_are_updated(verified):
    """Weight decay would shrink the others, whose gradient is none, not zero."""
    used, unused, detached = nn.Linear(3, 2), nn.Linear(3, 2), nn.Linear(3, 2)
    optimizer = optim.AdamW([*used.parameters(), *unused.parameters(), *detached.parameters()])

    class Some(nn.Graph):
        def __init__(self):
            super().__init__()
            self.add_optimizer(optimizer)

        def build(self, x):
            aside = unused(x)
            loss = (used(x) * detached(x).detach()).sum()
            loss.backward()
            assert used.bias.grad is not None and unused.bias.grad is None and detached.bias.grad is None
            return loss, aside

    assert ops_of(verified(Some().traced(flow.zeros(4, 3)))).count("adamw_update") == 2


def test_gradients_flow_through_clones_and_not_through_detached_tensors():
    parameter = nn.Parameter(flow.tensor([1.0, 2.0]))

    def build(x):
        return flow.grad((parameter.clone() * x * (x * parameter).detach()).sum(), [parameter, x])

    of_parameter, of_x = Function(build)(flow.tensor([3.0, 5.0]))
    assert of_parameter.tolist() == [9, 50] and of_x.tolist() == [3, 20]


def test_a_clone_keeps_the_value_of_its_line():
    variable = flow.zeros(1)

    def build():
        before = variable.clone()
        variable.copy_(variable + 1)
        return before

    graph = Function(build)
    assert [graph().item() for _ in range(3)] == [0, 1, 2]


def test_what_is_detached_requires_no_gradient():
    def build(x):
        y = x.detach()
        assert not y.requires_grad and not (x > 0).requires_grad and (x * y).requires_grad
        with pytest.raises(RuntimeError, match="backward: expects a loss computed from a tensor that requires"):
            y.sum().backward()
        return y

    parameter = nn.Parameter(flow.ones(2))
    assert Function(lambda: build(parameter))().tolist() == [1, 1]


def test_inputs_may_be_made_to_require_gradients():
    def build(x):
        x.requires_grad_()
        (x * x).sum().backward()
        return x.grad

    assert Function(build)(flow.tensor([1.0, 2.0])).tolist() == [2, 4]


def test_a_tensor_of_a_tensor_in_a_build_is_its_value_of_the_run():
    variable = flow.zeros(1)
    graph = Function(lambda: flow.tensor(variable, dtype=flow.float64))
    graph()
    variable.fill_(7)
    assert graph().dtype is flow.float64 and graph().item() == 7


def test_gradients_of_two_losses_add_up(verified):
    model = nn.Linear(3, 2)

    class Twice(Train):
        def build(self, x):
            self.model(x).sum().backward()
            assert self.model.weight.grad is not None
            return super().build(x)

    text = verified(Twice(model, optim.AdamW(model.parameters())).traced(flow.zeros(4, 3)))
    assert ops_of(text).count("gradient") == 2
    assert model.weight.grad is None


def test_gradients_can_be_changed_before_the_step(verified):
    model = nn.Linear(3, 2)

    class Scaled(Train):
        def build(self, x):
            loss = super().build(x)
            for parameter in self.model.parameters():
                parameter.grad = parameter.grad * 0.5
            return loss

    text = verified(Scaled(model, optim.AdamW(model.parameters())).traced(flow.zeros(4, 3)))
    names = ops_of(text)
    assert names.index("gradient") < names.index("mul") < names.index("adamw_update")


def test_grad_is_an_op_and_can_be_differentiated(verified):
    def build(x):
        (first,) = flow.grad((x * x).sum(), [x], create_graph=True)
        (second,) = flow.grad(first.sum(), [x])
        return second

    assert ops_of(verified(traced(build, flow.zeros(3)))).count("gradient") == 2


def test_captured_tensors_are_variables_not_constants(verified):
    table = flow.tensor([1.0, 2.0])
    text = verified(traced(lambda x: x + table, flow.zeros(2)))
    assert "weir.read @captured.0" in text and "dense" not in text


def test_copy_in_a_build_is_an_assignment(verified):
    counter = flow.zeros(())

    def build(x):
        counter.copy_(counter + 1)
        return x * counter

    text = verified(traced(build, flow.zeros(2)))
    assert text.count("weir.assign") == 1 and text.count("weir.read") == 1


def test_draws_in_a_build_are_numbered(verified):
    text = verified(traced(lambda x: x + flow.rand(2) + flow.rand(2), flow.zeros(2)))
    assert re.findall(r"ordinal = (\d+)", text) == ["0", "1"]


def test_every_op_carries_the_users_line():
    def build(x):
        y = x * 2  # here
        return F.softmax(y, 0)  # there

    text = traced(build, flow.zeros(3))
    places = {name: int(line) for name, line in re.findall(r'(#loc\d*) = loc\("[^"]*test_trace.py":(\d+):\d+\)', text)}
    named = {name: inner for name, inner in re.findall(r'(#loc\d*) = loc\("[^"]*"\((#loc\d*)\)\)', text)}

    def line(op):
        location = re.search(rf"weir\.{op} .* loc\((#loc\d*)\)", text)[1]
        return places[named.get(location, location)]

    assert line("mul") == line_of(build, "# here")
    assert line("softmax") == line_of(build, "# there")


def test_layers_of_the_package_show_the_line_that_called_them():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)

        def forward(self, x):
            return self.layer(x)  # called here

    model = Model()
    text = Function(model, model).traced(flow.zeros(1, 2))
    line = line_of(Model, "# called here")
    assert re.search(rf'loc\("[^"]*test_trace.py":{line}:\d+\)', text)
    assert "/weir/nn/" not in text

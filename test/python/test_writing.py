"""Methods that write to a tensor inside graphs, and where gradients do not flow."""

import numpy as np
import pytest

import weir as flow
from test_shapes import check, values
from traced_graphs import Function, traced
from weir import nn


def test_methods_on_traced_values():
    def build(x, mask):
        def changed(function):
            y = x * 1
            result = function(y)
            assert result is y
            return y

        return (
            changed(lambda y: y.add_(2).mul_(x).sub_(1)),
            changed(lambda y: y.add_(x, alpha=3).sub_(x, alpha=0.5)),
            changed(lambda y: y.div_(2)),
            changed(lambda y: y.clamp_(2, 5)),
            changed(lambda y: y.clip_(max=4)),
            changed(lambda y: y.masked_fill_(mask, -1)),
            changed(lambda y: y.addcmul_(x, x, value=0.5).addcdiv_(x, x + 1, value=2)),
            changed(lambda y: y.div_(4).floor_()),
            changed(lambda y: y.div_(4).ceil_()),
            changed(lambda y: y.div_(4).round_()),
            changed(lambda y: y.sub_(3).relu_()),
            changed(lambda y: y.fill_(7)),
            changed(lambda y: y.zero_()),
            changed(lambda y: y.copy_(x + 1)),
        )

    def expected(x, mask):
        half, quarter, eight = np.float32(0.5), x / np.float32(4), np.full_like(x, 7)
        return (
            (x + 2) * x - 1,
            x + 3 * x - half * x,
            x / 2,
            np.clip(x, 2, 5),
            np.minimum(x, 4),
            np.where(mask, np.float32(-1), x),
            x + half * (x * x) + 2 * (x / (x + 1)),
            np.floor(quarter),
            np.ceil(quarter),
            np.round(quarter),
            np.maximum(x - 3, 0),
            eight,
            0 * x,
            x + 1,
        )

    x = values(2, 3)
    results = Function(build)(flow.from_numpy(x), flow.from_numpy(x > 2))
    for number, (result, array) in enumerate(zip(results, expected(x, x > 2), strict=True)):
        np.testing.assert_allclose(result.numpy(), array, rtol=2e-7, err_msg=f"result {number}")


def test_functions_of_three():
    check(
        lambda x, y, z: (flow.addcmul(x, y, z), x.addcmul(y, z, value=2), x.addcdiv(y, z)),
        lambda x, y, z: (x + y * z, x + 2 * (y * z), x + y / z),
        values(2, 3),
        values(3),
        np.array([2.0, 4.0, 1.0], np.float32),
    )


def test_scatter_to_the_tensor():
    index = np.array([[2], [0]])
    check(
        lambda x, index: (flow.zeros(2, 3).scatter_(1, index, 1.0), (x * 1).scatter_add_(1, index, x)),
        lambda x, index: (np.eye(3, dtype=np.float32)[[2, 0]], x + x[:, :1] * np.eye(3, dtype=np.float32)[[2, 0]]),
        values(2, 3),
        index,
    )


def test_variables_keep_what_is_written():
    counts, rows = flow.zeros(3), flow.ones(3, dtype=flow.int64)

    def build(index):
        before = counts + 0
        counts.scatter_add_(0, index, 1.0)
        rows.mul_(2)
        return before, counts * 1

    graph = Function(build)
    for run in range(2):
        before, after = graph(flow.tensor([2, 0, 2]))
        assert before.tolist() == [run, 0, 2 * run] and after.tolist() == [run + 1, 0, 2 * run + 2]
    assert counts.tolist() == [2, 0, 4] and rows.tolist() == [4, 4, 4]


def test_random_numbers_into_a_traced_value():
    first, second = Function(lambda: (flow.empty(200).uniform_(2, 3), flow.empty(200).normal_()))()
    assert 2 <= first.numpy().min() and first.numpy().max() <= 3 and abs(second.numpy().mean()) < 0.5


def test_gradients_pass_what_is_written():
    def build(x):
        x = x.requires_grad_()
        y = x * x
        y.mul_(3).add_(x)
        y.masked_fill_(x > 2, 0)
        y.sum().backward()
        return x.grad

    x = np.array([1.0, 2.0, 3.0])
    assert Function(build)(flow.tensor(x)).tolist() == [7, 13, 0]


def test_data_of_a_parameter_is_written_without_gradients():
    w = nn.Parameter(flow.tensor([1.0, 2.0]))

    def build():
        before = (w * w).sum()
        w.data.mul_(3.0)
        w.detach().add_(1.0)
        w.data = w.data * 10
        (before + (w * w).sum()).backward()
        return w * 1, w.grad

    now, gradient = Function(build, nn.ParameterList([w]))()
    assert now.tolist() == w.tolist() == [40, 70]
    assert gradient.tolist() == [2 * 1 + 2 * 40, 2 * 2 + 2 * 70]


def test_data_is_the_tensors_memory_outside_of_a_build():
    w, other = nn.Parameter(flow.tensor([1.0, 2.0])), flow.tensor([5.0, 6.0, 7.0])
    data = w.data
    assert not data.requires_grad
    data.copy_([3.0, 4.0])
    assert w.tolist() == [3, 4]
    graph = Function(lambda: w * 2, nn.ParameterList([w]))
    assert graph().tolist() == [6, 8]
    w.data = other
    assert w.requires_grad and w.shape == (3,)
    assert graph().tolist() == [10, 12, 14]
    other.fill_(1.0)
    assert graph().tolist() == [2, 2, 2]
    assert data.tolist() == [3, 4]
    w.data = flow.tensor([9.0, 9.0, 9.0])
    assert graph().tolist() == [18, 18, 18]


def test_what_data_refuses():
    w = nn.Parameter(flow.zeros(2))
    with pytest.raises(TypeError, match="data: expects a Tensor, got list"):
        w.data = [1.0, 2.0]
    with pytest.raises(TypeError, match="data: expects a floating-point dtype for a tensor that requires gradients"):
        w.data = flow.tensor([1, 2])


def of_an_expanded_row(x):
    (x[0] * 1).expand(2, 3).add_(x)


def of_a_detached_value(x):
    (x.requires_grad_() * 2).detach().add_(1)


def where_no_gradients_flow(x):
    y = x.requires_grad_() * 2
    with flow.no_grad():
        y.mul_(2)


def of_a_leaf(x):
    return x.requires_grad_().add_(1)


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (of_an_expanded_row, RuntimeError, "add_: expects .* of their own, not an expanded one, got"),
        (of_a_detached_value, RuntimeError, "add_: expects the detached tensor of a parameter or of a value that"),
        (where_no_gradients_flow, RuntimeError, "mul_: expects a value that gradients pass"),
        (of_a_leaf, RuntimeError, "add_: expects a value on which no gradients were asked for"),
        (lambda x: (x[:, :1] + 0).add_(x), ValueError, r"add_: expects .* shape \(2, 1\) to stay, got \(2, 3\)"),
        (lambda x: x.to(flow.int64).div_(2), TypeError, "div_: expects numbers .* dtype has, got float32 for int64"),
        (lambda x: x.copy_(1.0), TypeError, "copy_: expects a Tensor inside nn.Graph.build, got float"),
    ],
)
def test_what_cannot_be_written(function, error, message):
    with pytest.raises(error, match=message):
        traced(function, flow.zeros(2, 3))


def test_views_that_are_gone_do_not_count():
    check(
        lambda x: ((x + 1).reshape(3, 2).t().flatten()[None].add_(1), flow.nn.functional.linear(x[None], x).mul_(2)),
        lambda x: (x.reshape(3, 2).T.reshape(1, 6) + 2, 2 * (x @ x.T)[None]),
        values(2, 3),
    )


def test_outside_of_graphs():
    x = flow.zeros(2)
    x[1:].add_(1)
    assert x.tolist() == [0, 1]


def test_no_grad():
    @flow.no_grad()
    def constant(x):
        assert not flow.is_grad_enabled()
        with flow.enable_grad():
            assert flow.is_grad_enabled()
        return x * x

    def build(x):
        x = x.requires_grad_()
        with flow.no_grad():
            y = x * 5
        with flow.inference_mode(False):
            z = x * 7
        assert not y.requires_grad and z.requires_grad and flow.is_grad_enabled()
        (x * y + constant(x) * x + z).sum().backward()
        return x.grad

    x = np.array([1.0, -2.0])
    assert Function(build)(flow.tensor(x)).tolist() == (5 * x + x * x + 7).tolist()
    with flow.no_grad():
        assert not flow.is_grad_enabled()  # of ops one by one; a graph begins with gradients
        assert Function(build)(flow.tensor(x)).tolist() == (5 * x + x * x + 7).tolist()


def set_for(function):
    return flow.set_grad_enabled(False)(function)


@pytest.mark.parametrize("mode", [flow.no_grad(), flow.no_grad, flow.inference_mode(), set_for])
def test_generators_run_without_gradients(mode):
    """In the body alone, which gets what is sent and raised."""

    @mode
    def steps(count):
        try:
            for number in range(count):
                seen.append(flow.is_grad_enabled())
                try:
                    seen.append((yield number))
                except KeyError:
                    seen.append("raised")
            return "end"
        finally:
            seen.append(("closed", flow.is_grad_enabled()))

    assert flow.is_grad_enabled()
    seen, run = [], steps(3)
    assert next(run) == 0 and flow.is_grad_enabled()
    assert run.send("sent") == 1 and run.throw(KeyError()) == 2 and flow.is_grad_enabled()
    with pytest.raises(StopIteration, match="end"):
        next(run)
    assert seen == [False, "sent", False, "raised", False, None, ("closed", False)]
    seen, run = [], steps(1)
    next(run)
    run.close()
    assert seen == [False, ("closed", False)] and flow.is_grad_enabled()


@pytest.mark.parametrize("mode", [flow.no_grad, flow.inference_mode])
def test_decorators_without_parentheses(mode):
    @mode
    def constant(x):
        return x * flow.is_grad_enabled()

    assert constant(3) == 0 and constant.__name__ == "constant" and flow.is_grad_enabled()
    with mode():
        assert flow.enable_grad(lambda x: x * flow.is_grad_enabled())(3) == 3


def test_a_mode_that_is_set_for_a_function_is_for_it_alone():
    @flow.set_grad_enabled(False)
    def flows():
        return flow.is_grad_enabled()

    assert flow.is_grad_enabled() and not flows() and not flows() and flow.is_grad_enabled()


@pytest.mark.parametrize("in_graph", [False, True])
def test_copies_are_broadcast_and_cast(in_graph):
    def written(x, y):
        x.copy_(y)
        return x

    row, column = flow.arange(3), flow.tensor([[7.5], [8]])
    for source, expected in ((row, [[0, 1, 2], [0, 1, 2]]), (column, [[7.5] * 3, [8] * 3])):
        run = Function(lambda x, y: written(x * 1, y)) if in_graph else written
        assert run(flow.zeros(2, 3), source).tolist() == expected
    x = flow.ones(2, 2, requires_grad=True)
    (flow.zeros(3, 2, 2).copy_(x) * 2).sum().backward()
    with pytest.raises(RuntimeError, match="copy_: expects a tensor whose elements have memory of their own"):
        flow.zeros(3, 1).expand(3, 4).copy_(flow.arange(4))
    assert x.grad.tolist() == [[6, 6], [6, 6]]


def test_diagonals_are_filled():
    assert flow.zeros(2, 3).fill_diagonal_(5).tolist() == [[5, 0, 0], [0, 5, 0]]
    cube = flow.zeros(2, 2, 2).fill_diagonal_(1)
    assert cube.nonzero().tolist() == [[0, 0, 0], [1, 1, 1]]
    assert Function(lambda x: (x * 1).fill_diagonal_(2))(flow.zeros(2, 2)).tolist() == [[2, 0], [0, 2]]
    with pytest.raises(ValueError, match=r"expects a matrix or dimensions of one size, got shape \(2,\)"):
        flow.zeros(2).fill_diagonal_(1)
    with pytest.raises(ValueError, match="expects wrap=False, or no more rows than columns"):
        flow.zeros(5, 2).fill_diagonal_(1, wrap=True)

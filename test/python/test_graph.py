"""Graphs that run: results against NumPy in float64, calls, sharing, files."""

import math
import threading

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn, optim
from weir.nn import functional as F


def values(*shape, seed=0, dtype=np.float32):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def run(function, *arrays):
    """What a graph of `function` gives for these arrays."""
    return Function(function)(*[flow.from_numpy(array) for array in arrays])


def wide(*arrays):
    return [array.astype(np.float64) for array in arrays]


def test_elementwise():
    x, y = values(3, 5), values(3, 5, seed=1)
    x64, y64 = wide(x, y)
    assert_close(run(lambda x, y: (x + y) * x - y / 2, x, y).numpy(), (x64 + y64) * x64 - y64 / 2, terms=4)


def test_broadcasting():
    x, y = values(3, 1, 5), values(4, 1, seed=1)
    assert_close(run(lambda x, y: x * y + 1, x, y).numpy(), wide(x)[0] * wide(y)[0] + 1, terms=2)


def test_functions():
    x = np.abs(values(17)) + 0.1
    (x64,) = wide(x)
    for function, reference in ((flow.exp, np.exp), (flow.log, np.log), (flow.sqrt, np.sqrt)):
        assert_close(run(function, x).numpy(), reference(x64), terms=2)
    assert_close(run(flow.rsqrt, x).numpy(), 1 / np.sqrt(x64), terms=2)
    for function, reference in ((flow.sin, np.sin), (flow.cos, np.cos), (flow.expm1, np.expm1), (flow.log1p, np.log1p)):
        assert_close(run(function, x).numpy(), reference(x64), terms=2)


def test_powers():
    x = np.abs(values(17)) + 0.1
    (x64,) = wide(x)
    for function, reference in (
        (lambda x: x**2, x64**2),
        (lambda x: x**-0.5, x64**-0.5),
        (lambda x: 2**x, 2**x64),
        (lambda x: flow.pow(x, x), x64**x64),
        (lambda x: x.pow(3), x64**3),
    ):
        assert_close(run(function, x).numpy(), reference, terms=2)


def test_rounding_and_signs():
    x = np.array([-2.5, -1.5, -0.5, -0.0, 0.0, 0.5, 1.5, 2.5, 3e9, np.inf, -np.inf, np.nan], np.float32)
    for function, reference in (
        (flow.floor, np.floor),
        (flow.ceil, np.ceil),
        (flow.round, np.rint),
        (flow.trunc, np.trunc),
        (flow.sign, lambda x: np.nan_to_num(np.sign(x))),  # as in PyTorch: NaN has none
        (abs, np.abs),
        (lambda x: flow.minimum(x, 1.0), lambda x: np.minimum(x, np.float32(1))),
    ):
        np.testing.assert_array_equal(run(function, x).numpy(), reference(x))


def test_activations():
    x = values(33) * 8
    (x64,) = wide(x)
    sigmoid = 1 / (1 + np.exp(-x64))
    assert_close(run(flow.nn.Sigmoid(), x).numpy(), sigmoid, terms=4)
    assert_close(run(flow.nn.SiLU(), x).numpy(), x64 * sigmoid, terms=4)
    assert_close(run(flow.nn.Tanh(), x).numpy(), np.tanh(x64), terms=2)
    assert_close(run(flow.erf, x).numpy(), np.vectorize(math.erf)(x64), terms=2)
    assert_close(run(flow.nn.functional.silu, x).numpy(), x64 * sigmoid, terms=4)


def test_matmul():
    a, b = values(7, 33), values(33, 5, seed=1)
    a64, b64 = wide(a, b)
    assert_close(run(lambda a, b: a @ b, a, b).numpy(), a64 @ b64, terms=33, scale=(np.abs(a64) @ np.abs(b64)).max())


def test_reductions():
    x = values(6, 9)
    (x64,) = wide(x)
    scale = np.abs(x64).sum()
    assert_close(run(lambda x: x.sum(), x).numpy(), x64.sum(), terms=54, scale=scale)
    assert_close(run(lambda x: x.mean(1), x).numpy(), x64.mean(1), terms=10)
    np.testing.assert_array_equal(run(lambda x: x.amax(0, keepdim=True), x).numpy(), x.max(0, keepdims=True))


def test_softmax_and_cross_entropy():
    x, labels = values(8, 10) * 5, np.arange(8) % 10
    (x64,) = wide(x)
    powers = np.exp(x64 - x64.max(1, keepdims=True))
    probabilities = powers / powers.sum(1, keepdims=True)
    assert_close(run(lambda x: F.softmax(x), x).numpy(), probabilities, terms=16)
    assert_close(run(lambda x: F.log_softmax(x, 1), x).numpy(), np.log(probabilities), terms=16)
    assert_close(run(F.cross_entropy, x, labels).numpy(), -np.log(probabilities[np.arange(8), labels]).mean(), terms=24)


def test_gradients_of_softmax():
    x, weights = values(8, 10) * 5, values(8, 10, seed=1)
    x64, weights64 = wide(x, weights)
    powers = np.exp(x64 - x64.max(1, keepdims=True))
    probabilities = powers / powers.sum(1, keepdims=True)
    of_log = weights64 - probabilities * weights64.sum(1, keepdims=True)
    of_softmax = probabilities * (weights64 - (weights64 * probabilities).sum(1, keepdims=True))
    for function, expected in ((F.log_softmax, of_log), (F.softmax, of_softmax)):

        def gradient(x, weights):
            return flow.grad((function(x, 1) * weights).sum(), [x])[0]

        assert_close(run(gradient, x, weights).numpy(), expected, terms=32)


def test_no_gradient_of_the_maximum_is_left():
    def build(x, labels):
        return flow.grad(F.cross_entropy(x, labels), [x])[0]

    graph = Function(build)
    graph(flow.zeros(4, 10), flow.zeros(4, dtype=flow.int64))
    text = graph.mlir("autograd")
    assert text.count("weir.reduce_max") == 1 and "weir.detach" not in text
    assert text.count("weir.compare") == 1  # whether a label counts


def test_comparison_where_and_casts():
    x = values(40)
    np.testing.assert_array_equal(run(lambda x: flow.where(x > 0, x, -1.0), x).numpy(), np.where(x > 0, x, -1))
    result = run(lambda x: (x > 0).to(flow.int64), x)
    assert result.dtype is flow.int64
    np.testing.assert_array_equal(result.numpy(), (x > 0).astype(np.int64))
    result = run(lambda x: x > 0, x)
    assert result.dtype is flow.bool_
    np.testing.assert_array_equal(result.numpy(), x > 0)


def test_gather_and_scatter_add():
    x, index = values(4, 6), np.random.default_rng(0).integers(0, 6, (4, 3))
    np.testing.assert_array_equal(
        run(lambda x, i: flow.gather(x, 1, i), x, index).numpy(), np.take_along_axis(x, index, 1)
    )
    updates = values(4, 3, seed=1)
    expected = x.astype(np.float64)
    for row in range(4):
        np.add.at(expected[row], index[row], updates[row].astype(np.float64))
    assert_close(run(lambda x, i, u: flow.scatter_add(x, 1, i, u), x, index, updates).numpy(), expected, terms=4)


def test_strided_inputs():
    x = values(8, 6)
    assert_close(run(lambda x: x + 1, x.T[::2]).numpy(), x.T[::2].astype(np.float64) + 1)


def test_other_dtypes():
    x = values(9, dtype=np.float64)
    assert_close(run(lambda x: x * x, x).numpy(), x * x, dtype=flow.float64)
    n = np.arange(-5, 5)
    np.testing.assert_array_equal(run(lambda n: n * 3 - 1, n).numpy(), n * 3 - 1)
    low = flow.tensor(values(5), dtype=flow.bfloat16)
    result = Function(lambda x: x + x)(low)
    assert result.dtype is flow.bfloat16
    assert result.tolist() == [2 * value for value in low.tolist()]


def test_float16():
    x, y = values(3, 5, dtype=np.float16), values(5, 4, dtype=np.float16, seed=1)
    exact_x, exact_y = x.astype(np.float64), y.astype(np.float64)

    def build(x, y):
        scaled = x * 0.5 + 1
        return scaled, flow.exp(x), x @ y, x.sum(), x.float(), x.float().half()

    scaled, exponential, product, total, wide, back = Function(build)(flow.from_numpy(x), flow.tensor(y))
    assert {t.dtype for t in (scaled, exponential, product, total, back)} == {flow.float16}
    # Rounded after each op, as NumPy does.
    np.testing.assert_array_equal(scaled.numpy(), x * np.float16(0.5) + np.float16(1))
    np.testing.assert_array_equal(wide.numpy(), x.astype(np.float32))
    np.testing.assert_array_equal(back.numpy(), x)
    np.testing.assert_array_equal(np.from_dlpack(back), x)
    assert_close(exponential.numpy(), np.exp(exact_x), dtype=flow.float16)
    # Sums are in float32.
    assert_close(product.numpy(), exact_x @ exact_y, dtype=flow.float16)
    assert_close(total.numpy(), exact_x.sum(), dtype=flow.float16)


def test_gradients_in_float16():
    x, w = values(4, 3, dtype=np.float16), values(3, 2, dtype=np.float16, seed=1)

    class Fit(nn.Graph):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(flow.tensor(w))

        def build(self, x):
            loss = (x @ self.weight).relu().sum()
            loss.backward()
            return loss, self.weight.grad

    _, gradient = Fit()(flow.tensor(x))
    exact_x, exact_w = x.astype(np.float64), w.astype(np.float64)
    assert gradient.dtype is flow.float16
    assert_close(gradient.numpy(), exact_x.T @ (exact_x @ exact_w > 0), dtype=flow.float16)


def test_random_numbers_in_a_graph_are_those_of_the_definition():
    from test_random import words

    flow.manual_seed(11)
    graph = Function(lambda: (flow.rand(7), flow.rand(3, 2)))
    for step in (0, 1):
        first, second = graph()
        for ordinal, drawn in enumerate((first.numpy().reshape(-1), second.numpy().reshape(-1))):
            expected = (words(11, ordinal, step, drawn.size) >> np.uint64(8)).astype(np.float32) * np.float32(2.0**-24)
            np.testing.assert_array_equal(drawn, expected)


def test_nested_inputs_and_outputs():
    class Nested(nn.Graph):
        def build(self, batch, *, scale):
            return {"sum": batch["x"][0] + batch["x"][1], "rest": [batch["n"], (batch["x"][0] * scale, None, "text")]}

    x, y = flow.tensor([1.0, 2.0]), flow.tensor([10.0, 20.0])
    result = Nested()({"x": (x, y), "n": 3}, scale=2)
    assert result["sum"].tolist() == [11, 22]
    assert result["rest"][0] == 3 and result["rest"][1][0].tolist() == [2, 4]
    assert result["rest"][1][1:] == (None, "text")


def test_numpy_scalars_are_numbers():
    graph = Function(lambda x, factor: (x * factor, factor))
    for factor in (np.float32(2), np.int64(2), np.bool_(True), 2.0):
        result, same = graph(flow.ones(1), factor)
        assert result.item() == factor and type(same) is type(factor.item() if isinstance(factor, np.generic) else 2.0)


def test_a_signature_is_compiled_once():
    builds = []

    def build(x, factor=1):
        builds.append(tuple(x.shape))
        return x * factor

    graph = Function(build)
    for shape in ((2, 3), (2, 3), (4,), (2, 3)):
        assert graph(flow.ones(*shape)).shape == shape
    assert builds == [(2, 3), (4,)]
    assert graph(flow.ones(4), 3).tolist() == [3, 3, 3, 3]
    assert graph(flow.ones(4, dtype=flow.float64)).dtype is flow.float64
    assert len(builds) == 4


def test_results_are_tensors_of_their_own():
    graph = Function(lambda x: (x, x + 1, x))
    x = flow.tensor([1.0, 2.0])
    first, second, third = graph(x)
    x.fill_(0)
    assert first.tolist() == third.tolist() == [1, 2]
    again = graph(x)[1]
    assert second.tolist() == [2, 3] and again.tolist() == [1, 1]


def test_train_and_eval_graphs_share_parameters():
    model = nn.Linear(3, 2)

    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.model = model
            self.add_optimizer(optim.AdamW(model.parameters(), lr=0.1))

        def build(self, x):
            loss = self.model(x).sum()
            loss.backward()
            return loss

    train, predict = Train(), Function(model, model)
    x = values(4, 3)
    before = model.weight.numpy().copy()
    for _ in range(3):
        train(flow.from_numpy(x))
        expected = x.astype(np.float64) @ model.weight.numpy().T.astype(np.float64) + model.bias.numpy()
        assert_close(predict(flow.from_numpy(x)).numpy(), expected, terms=5)
    assert np.abs(model.weight.numpy() - before).max() > 0.1


def test_host_writes_reach_the_next_run():
    model = nn.Linear(2, 2, bias=False)
    predict = Function(model, model)
    x = flow.tensor([[1.0, 10.0]])
    predict(x)
    for matrix in ([[1, 0], [0, 1]], [[2, 3], [4, 5]]):
        model.load_state_dict({"weight": flow.tensor(matrix, dtype=flow.float32)})
        assert predict(x).tolist() == (np.array([[1.0, 10.0]]) @ np.array(matrix).T).tolist()


def test_parameters_of_a_graph_are_read_only_arrays():
    model = nn.Linear(2, 2)
    Function(model, model)(flow.zeros(1, 2))
    with pytest.raises(ValueError, match="read-only"):
        model.weight.numpy()[0, 0] = 1


def test_buffers_written_in_a_build():
    counter = flow.zeros((), dtype=flow.int64)

    def build(x):
        counter.copy_(counter + 1)
        return x

    graph = Function(build)
    for _ in range(4):
        graph(flow.zeros(1))
    assert counter.item() == 4


def test_gradients_of_a_second_derivative():
    x = values(6)

    def build(x):
        (first,) = flow.grad((x * x * x).sum(), [x], create_graph=True)
        (second,) = flow.grad(first.sum(), [x])
        return second

    assert_close(run(build, x).numpy(), 6 * x.astype(np.float64), terms=4)


def test_saved_programs_run_alone(tmp_path):
    model = nn.Linear(3, 2)
    graph = Function(model, model)
    x = flow.from_numpy(values(4, 3))
    expected = graph(x).tolist()
    path = tmp_path / "model.weir"
    graph.save(path)
    model.weight.fill_(0)
    program = flow.load_artifact(path, trust=True)
    assert program.jobs == ["run"]
    (result,) = program.run(x)
    assert result.tolist() == expected


def test_mlir_of_a_stage(verified):
    graph = Function(lambda x: x * 2 + 1)
    graph(flow.zeros(3))
    assert "weir.mul" in verified(graph.mlir())
    assert "weir.mul" in verified(graph.mlir("autograd"))


def test_amp_computes_products_in_bfloat16():
    model = nn.Linear(64, 8, bias=False)
    graph = Function(model, model)
    x = values(4, 64)
    exact = x.astype(np.float64) @ model.weight.numpy().T.astype(np.float64)
    scale = (np.abs(x) @ np.abs(model.weight.numpy()).T).max()
    full = graph(flow.from_numpy(x)).numpy()
    with pytest.raises(ValueError, match=r"enable_amp: expects dtype weir.bfloat16, got weir.float16 .*test_graph.py"):
        graph.config.enable_amp(dtype=flow.float16)
    assert type(graph.config) is nn.GraphConfig
    graph.config.enable_amp(True, dtype=flow.bfloat16)
    narrow = graph(flow.from_numpy(x)).numpy()
    assert narrow.dtype == np.float32 and (narrow != full).any()
    assert_close(full, exact, terms=64, scale=scale)
    assert_close(narrow, exact, dtype=flow.bfloat16, terms=1, scale=scale)


def test_products_round_to_tf32_where_it_is_allowed_and_the_device_has_it(tmp_path):
    model = nn.Linear(64, 8, bias=False)
    graph = Function(model, model)
    x = values(4, 64)
    exact = x.astype(np.float64) @ model.weight.numpy().T.astype(np.float64)
    scale = (np.abs(x) @ np.abs(model.weight.numpy()).T).max()
    on_cpu = graph(flow.from_numpy(x)).numpy()
    flow.set_float32_matmul_precision("high")
    try:
        assert flow.backends.cuda.matmul.allow_tf32 and flow.get_float32_matmul_precision() == "high"
        assert (graph(flow.from_numpy(x)).numpy() == on_cpu).all()
        assert "allow_tf32" in graph.mlir("precision")
        graph.save(str(tmp_path / "both.weir"), targets=("cpu", "sim"))
        model.to("sim")
        rounded = graph(flow.from_numpy(x).to("sim")).cpu().numpy()
    finally:
        flow.set_float32_matmul_precision("highest")
    full = graph(flow.from_numpy(x).to("sim")).cpu().numpy()
    assert (rounded != full).any()
    artifact = flow.load_artifact(str(tmp_path / "both.weir"), trust=True, device="sim")
    assert (artifact.run(flow.from_numpy(x).to("sim"))[0].cpu().numpy() == rounded).all()
    assert_close(full, exact, terms=64, scale=scale)
    assert np.abs(rounded - exact).max() <= 2**-10 * scale
    with pytest.raises(ValueError, match="expects a precision, one of highest, high, medium; got 'low'"):
        flow.set_float32_matmul_precision("low")


def test_dumped_stages(tmp_path):
    graph = Function(lambda x: x + 1)
    graph.config.dump_stages(str(tmp_path / "stages"))
    graph(flow.zeros(2))
    names = [path.name for path in sorted((tmp_path / "stages").iterdir())]
    assert any("graph" in name for name in names) and any("schedule" in name for name in names)


def test_threads_call_one_graph():
    builds = []

    def build(x):
        builds.append(1)
        return x * 2

    graph, results = Function(build), []
    threads = [threading.Thread(target=lambda: results.append(graph(flow.ones(3)).tolist())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[2, 2, 2]] * 8 and len(builds) == 1


def test_variables_as_inputs_and_results():
    parameter = nn.Parameter(flow.tensor([1.0, 2.0]))

    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.add_optimizer(optim.AdamW([parameter], lr=0.5, weight_decay=0.0))

        def build(self, x):
            loss = (parameter * x).sum()
            loss.backward()
            return loss, parameter

    loss, after = Step()(parameter)
    assert loss.item() == 5
    # The first step of AdamW is the learning rate in the gradient's direction.
    assert_close(after.numpy(), [0.5, 1.5], terms=8)
    np.testing.assert_array_equal(after.numpy(), parameter.numpy())
    parameter.fill_(0)
    assert_close(after.numpy(), [0.5, 1.5], terms=8)


def test_empty_tensors():
    assert Function(lambda x: x.sum(0))(flow.ones(0, 3)).tolist() == [0, 0, 0]
    assert Function(lambda x: x + 1)(flow.ones(0, 3)).shape == (0, 3)


def test_constants_and_inputs_as_results():
    assert Function(lambda: flow.ones(2))().tolist() == [1, 1]
    x = flow.from_numpy(np.arange(6, dtype=np.float32).reshape(2, 3))
    assert Function(lambda x: x)(x).tolist() == x.tolist()
    assert Function(lambda x: x.t())(x).tolist() == x.numpy().T.tolist()


def test_captured_strided_tensors():
    captured = flow.from_numpy(np.arange(6, dtype=np.float32).reshape(2, 3).T)
    assert Function(lambda x: x + captured)(flow.zeros(3, 2)).tolist() == [[0, 3], [1, 4], [2, 5]]


def test_results_do_not_depend_on_the_number_of_threads():
    x = values(200, 300)
    graph = Function(lambda x: F.softmax((x @ x.t()) / 10, 1).sum(0))
    before = flow.get_num_threads()
    try:
        results = []
        for threads in (1, 2, 3):
            flow.set_num_threads(threads)
            results.append(graph(flow.from_numpy(x)).numpy().tobytes())
    finally:
        flow.set_num_threads(before)
    assert len(set(results)) == 1


def test_gradients_are_those_of_one_value():
    """Equal values that are made in `build` have gradients of their own."""

    class Sources(nn.Graph):
        def build(self, x):
            zero, other = flow.zeros(4, requires_grad=True), flow.zeros(4, requires_grad=True)
            first, second = x.exp(), x.exp()
            loss = (x * zero).sum() + 3 * other.sum() + (first * 2 + second * 5).sum()
            return flow.grad(loss, [zero, other, first, second])

    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    zero, other, first, second = Sources()(flow.from_numpy(x))
    assert np.array_equal(zero.numpy(), x.sum(0)) and other.tolist() == [3] * 4
    assert first.tolist() == [[2] * 4] * 3 and second.tolist() == [[5] * 4] * 3

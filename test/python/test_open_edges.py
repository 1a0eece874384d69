"""Where a program for any sizes could go on with a number of the call that it was traced for."""

import numpy as np
import pytest
import weir as flow
import weir.nn as nn
import weir.nn.functional as F


class Of(nn.Graph):
    def __init__(self, function, *dims):
        super().__init__()
        self.function = function
        if dims:
            self.mark_dynamic("x", *dims)

    def build(self, x):
        return self.function(x)


def row(*sizes):
    return flow.arange(int(np.prod(sizes))).float().reshape(sizes)


def pooled(x):
    return F.max_pool1d(x, 2)


FUNCTIONS = {
    "twice a floored size": lambda x: pooled(x).repeat(1, 1, 2),
    "a floored size as a number": lambda x: x * (pooled(x).shape[2] * 2),
    "rest by a floored size": lambda x: x * (x.shape[2] % pooled(x).shape[2]),
    "comparison with a floored size": lambda x: x if pooled(x).shape[2] * 2 == x.shape[2] else 2 * x,
    "part up to a floored size": lambda x: x[:, :, : pooled(x).shape[2] * 2],
    "array == size": lambda x: x * (2.0 if np.any(np.arange(12) == x.shape[2]) else 3.0),
    "repr": lambda x: x * int(repr(x.shape[2])),
    "str of a shape": lambda x: x * len(str(tuple(x.shape))),
    "square root of NumPy": lambda x: x / np.sqrt(x.shape[2]),
    "arrays of NumPy": lambda x: x * float((np.arange(3.0) * x.shape[2] - x.shape[2]).sum()),
    "quotient by a float": lambda x: x * (x.shape[2] // 2.0) + x.shape[2] % 2.5,
    "complex": lambda x: x * (x.shape[2] * 2j).imag,
    "narrow integers of NumPy": lambda x: x * (x.shape[2] * np.int8(3)),
    "negative quotient": lambda x: x * (-x.shape[2] // 2) + (4 - x.shape[2]) // 2,
    "unsigned": lambda x: flow.ones(2, dtype=flow.uint8) * x.shape[2],
    "dict": lambda x: x * {8: 2, 9: 3}.get(x.shape[2], 1),
    "shift": lambda x: x * (x.shape[2] << 1 | 1),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_numbers_of_sizes(name):
    function = FUNCTIONS[name]
    graph, third = Of(function, 2), Of(function)
    for size in (8, 9, 16, 11, 14, 6, 17):
        x = row(2, 3, size)
        for each in (graph, third):
            np.testing.assert_allclose(each(x).numpy(), Of(function)(x).numpy(), rtol=1e-5, err_msg=str(size))


REFUSED = {
    "windows": (lambda x: F.max_pool1d(x, 5), 3, "expects windows that span 5"),
    "two windows": (lambda x: F.avg_pool1d(x, 5), 3, "expects windows that span 5"),
    "topk": (lambda x: x.topk(5)[0], 4, "expects k to be in"),
    "shapes": (lambda x: flow.zeros(pooled(x).shape[2] * 2) + x, 9, "expects shapes that broadcast"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_sizes_that_are_refused(name):
    function, size, message = REFUSED[name]
    graph = Of(function, 2)
    for taken in (8, 10):
        graph(row(2, 3, taken))
    with pytest.raises(ValueError, match=message):
        graph(row(2, 3, size))


def test_states_have_guards_of_their_own():
    class Windows(nn.Graph):
        def __init__(self):
            super().__init__()
            self.window = 2
            self.mark_dynamic("x", 0, 1, 2)

        def build(self, x):
            y = F.max_pool1d(x, self.window, self.window)
            return y.sum() * 2 if y.shape[2] > 5 else y.sum()

    graph = Windows()
    assert graph(flow.ones(2, 3, 14)).item() == 84
    graph.window = 3
    assert graph(flow.ones(2, 3, 21)).item() == 84
    assert graph(flow.ones(2, 3, 14)).item() == 24


def test_many_states_leave_sizes_open():
    class Scaled(nn.Graph):
        def __init__(self):
            super().__init__()
            self.scale = 1

        def build(self, x):
            return x.sum() * (1 if x.shape[0] < self.scale else 2)

    graph = Scaled()
    for scale in range(40):
        graph.scale = scale
        for size in (2, 3, 4, 5):
            assert graph(flow.ones(size)).item() == size * (1 if size < scale else 2)
    before = len(graph._programs)
    for size in range(50, 60):
        graph(flow.ones(size))
    assert len(graph._programs) <= before + 1


def test_artifacts_check_no_conditions(tmp_path):
    graph = Of(lambda x: x * 2 if x.shape[0] > 20 else x * 3, 0)
    graph(flow.ones(5))
    with pytest.raises(RuntimeError, match=r"save: expects a program without conditions.*x.shape\[0\] > 20 is False"):
        graph.save(str(tmp_path / "a.weir"))


def test_sizes_that_outlive_their_trace_are_numbers():
    class Keeps(nn.Module):
        def __init__(self):
            super().__init__()
            self.kept = {}

        def forward(self, x):
            first = self.kept.setdefault("n", x.shape[0])
            return x * 2 if x.shape[0] == first else x * 3

    module = Keeps()
    graph = Of(module, 0)
    assert graph(flow.ones(3)).tolist() == [2.0] * 3
    assert graph(flow.ones(5, 2)).tolist() == [[3.0] * 2] * 5
    assert module.kept["n"] == 3 and f"{module.kept['n']}" == "3" and module.kept["n"] + 1 == 4
    assert list(range(module.kept["n"])) == [0, 1, 2] and {3: "a"}[module.kept["n"]] == "a"
    assert np.zeros(module.kept["n"]).shape == (3,) and np.arange(4)[module.kept["n"]] == 3


def test_marks_are_of_dimensions_that_there_are():
    graph = Of(lambda x: x, 2)
    with pytest.raises(ValueError, match=r"mark_dynamic: expects dims below 2 .* shape \(2, 3\), got 2"):
        graph(flow.ones(2, 3))
    with pytest.raises(ValueError, match=r"mark_dynamic: expects an argument of build \(x\), got 'y.0'"):
        graph.mark_dynamic("y.0", 0)

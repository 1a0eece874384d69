"""Public functions that C++ calls again: what they were called with decides, and nothing else."""

import copy
import inspect
import os

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F


def numbers(*shape):
    return flow.tensor(np.arange(1, 1 + np.prod(shape), dtype=np.float32).reshape(shape))


def test_a_call_like_the_ones_before_computes_with_its_own_operands():
    for step in range(5):
        x, y = numbers(2, 3) * step, numbers(3)
        np.testing.assert_array_equal(flow.add(x, y).numpy(), x.numpy() + y.numpy())
        np.testing.assert_array_equal((x * y).numpy(), x.numpy() * y.numpy())
        np.testing.assert_array_equal(x.sum(1).numpy(), x.numpy().sum(1))


def test_arguments_and_keywords_belong_to_the_call():
    x = numbers(2, 3)
    for _ in range(4):
        assert flow.sum(x).shape == ()
        assert flow.sum(x, 0).shape == (3,)
        assert flow.sum(x, dim=1).shape == (2,)
        assert flow.sum(x, axis=1, keepdim=True).shape == (2, 1)
        assert flow.sum(input=x, dim=0).shape == (3,)
        assert (x + 1).dtype is flow.float32
        assert (x.long() + 1).dtype is flow.int64
        assert (x.long() + 1.0).dtype is flow.float32
        assert flow.add(x, x, alpha=2).tolist() == (3 * x).tolist()


def test_functions_of_several_ops_run_all_of_them():
    for step in range(5):
        x = numbers(4) + step
        np.testing.assert_allclose(flow.std(x).numpy(), np.std(x.numpy(), ddof=1), rtol=1e-6)
        values, indices = flow.max(x, 0)
        assert (values.item(), indices.item()) == (4 + step, 3)


def test_writes_give_the_tensor_back():
    for _ in range(4):
        x = flow.tensor([-1.0, 1.0])
        assert F.relu(x, inplace=True) is x and x.tolist() == [0, 1]
        assert flow.tensor([-1.0]).relu_().tolist() == [0]
        x += 1
        assert x.tolist() == [1, 2]


def test_what_has_nothing_to_do_gives_the_tensor_itself():
    x = numbers(2, 3)
    for _ in range(4):
        assert x.t().contiguous().tolist() == x.numpy().T.tolist()
        assert x.contiguous() is x
        assert x.float() is x
        assert x.to(flow.float64).dtype is flow.float64


def test_draws_differ():
    x = flow.ones(100)
    drawn = {tuple(F.dropout(x, 0.5).tolist()) for _ in range(5)} | {tuple(flow.rand_like(x).tolist()) for _ in range(5)
}
    assert len(drawn) == 10


def test_views_follow_their_source():
    x = numbers(2, 3)
    for step in range(4):
        view, row = x.reshape(3, 2), x[1]
        x += 1
        np.testing.assert_array_equal(view.numpy(), x.numpy().reshape(3, 2))
        np.testing.assert_array_equal(row.numpy(), x.numpy()[1])


@pytest.mark.parametrize("grad", [False, True])
def test_gradients_flow_where_they_are_wanted(grad):
    for _ in range(4):
        x = flow.tensor([1.0, 2.0], requires_grad=grad)
        with flow.no_grad():
            assert not (x * x).requires_grad
        y = (x * x).sum()
        assert y.requires_grad is grad
        if grad:
            y.backward()
            assert x.grad.tolist() == [2, 4]


def test_in_build_they_are_traced():
    class Twice(flow.nn.Graph):
        def build(self, x):
            return flow.add(x, x).relu() + x.sum()

    x, graph = numbers(2), Twice()
    for _ in range(3):
        assert (flow.add(x, x).relu() + x.sum()).tolist() == [5, 7]
        assert graph(x).tolist() == [5, 7]


def test_errors_are_those_of_the_first_call():
    x = numbers(2, 3)
    for _ in range(4):
        assert flow.add(x, x).shape == (2, 3)
        with pytest.raises(ValueError, match=r"test_function_calls\.py"):
            flow.add(x, numbers(4))
        with pytest.raises(TypeError, match="add"):
            flow.add(x, "two")
        with pytest.raises(ValueError, match=r"sum: expects out of shape \(\), got \(2, 3\)"):
            flow.sum(x, out=x)


def test_several_tensors_in_a_list():
    for step in range(4):
        a, b = numbers(2) + step, numbers(3)
        assert flow.cat([a, b]).tolist() == a.tolist() + b.tolist()
        assert flow.cat([b, a]).tolist() == b.tolist() + a.tolist()
        assert flow.stack([a, a]).shape == (2, 2)


@pytest.mark.skipif("WEIR_CALLED_NAMES" in os.environ, reason="functions are wrapped")
def test_they_say_who_they_are():
    assert repr(flow.add) == "<function add>" and flow.add.__name__ == "add" and "alpha" in flow.add.__doc__
    assert list(inspect.signature(flow.add).parameters) == ["lhs", "rhs", "alpha"]
    assert list(inspect.signature(numbers(1).sum).parameters)[:2] == ["dim", "keepdim"]
    assert inspect.isroutine(flow.relu) and callable(flow.relu)
    assert copy.deepcopy([F.relu])[0] is F.relu
    assert flow.Tensor.add(numbers(2), numbers(2)).tolist() == [2, 4]
    assert list(map(flow.Tensor.sum, [numbers(2)])) [0].item() == 3


def test_floats_of_many_values():
    x = flow.tensor([1.0, -2.0], requires_grad=True)
    for value in [0.1, 0.2, 0.3, -0.0, 0.5, float("inf"), 1e30, 1e-3, 0.1, 7.25]:
        x.grad = None
        y = x * value + 1.5
        y.sum().backward()
        np.testing.assert_array_equal(y.detach().numpy(), x.detach().numpy() * np.float32(value) + np.float32(1.5))
        assert x.grad.tolist() == [np.float32(value)] * 2
        assert (x.long() * value).dtype is flow.float32
        assert (x.double() * value).tolist() == [value, -2 * value]
        assert flow.full((2,), value).tolist() == [np.float32(value)] * 2

"""Functions that give elements another shape, take tensors apart and join them, against NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, ops_of, traced


def values(*shape, dtype=np.float32):
    return np.arange(1, int(np.prod(shape)) + 1).reshape(shape).astype(dtype)


def check(function, expected, *arrays):
    """All results of one graph; `expected` gets the arrays."""
    results = Function(function)(*[flow.from_numpy(array) for array in arrays])
    wanted = expected(*arrays)
    assert len(results) == len(wanted)
    for number, (result, array) in enumerate(zip(results, wanted)):
        np.testing.assert_array_equal(result.numpy(), array, err_msg=f"result {number}")
        assert result.numpy().dtype == array.dtype, f"result {number}"


def test_shapes():
    check(
        lambda x: (
            x.unflatten(1, (2, -1)),
            flow.movedim(x, 0, -1),
            x.movedim((0, 1), (2, 0)),
            x.swapaxes(0, 2),
            flow.swapdims(x, 1, 2),
            flow.permute(x, (2, 0, 1)),
            flow.view(x, (6, -1)),
            x.unsqueeze(0).squeeze((0, 1)),
            x.view_as(x.reshape(12, 2)),
            flow.atleast_3d(x[0]),
            flow.atleast_2d(x[0, 0]),
            flow.atleast_1d(x.sum()),
        ),
        lambda x: (
            x.reshape(2, 2, 2, 3),
            np.moveaxis(x, 0, -1),
            np.moveaxis(x, (0, 1), (2, 0)),
            x.swapaxes(0, 2),
            x.swapaxes(1, 2),
            x.transpose(2, 0, 1),
            x.reshape(6, -1),
            x,
            x.reshape(12, 2),
            np.atleast_3d(x[0]),
            np.atleast_2d(x[0, 0]),
            np.atleast_1d(x.sum()),
        ),
        values(2, 4, 3),
    )


def test_repetition():
    check(
        lambda x: (
            x.repeat(2, 3),
            x.repeat(2, 1, 2),
            flow.tile(x, (2,)),
            x.tile(2, 1, 1),
            x.repeat_interleave(2, dim=0),
            flow.repeat_interleave(x, 3),
            x.repeat(0, 1),
            flow.expand(x[:, :1], (-1, 4)),
            x[0].expand_as(x),
            *flow.broadcast_tensors(x[0], x[:, :1]),
        ),
        lambda x: (
            np.tile(x, (2, 3)),
            np.tile(x, (2, 1, 2)),
            np.tile(x, (2,)),
            np.tile(x, (2, 1, 1)),
            np.repeat(x, 2, 0),
            np.repeat(x, 3),
            np.tile(x, (0, 1)),
            np.broadcast_to(x[:, :1], (2, 4)),
            np.broadcast_to(x[0], x.shape),
            *np.broadcast_arrays(x[0], x[:, :1]),
        ),
        values(2, 3),
    )


def test_parts():
    check(
        lambda x: (
            *x.split(2),
            *flow.split(x, [1, 0, 3], dim=1),
            *x.chunk(3, 0),
            *flow.chunk(x, 9, 1),
            *x.tensor_split(3),
            *x.tensor_split((1, 4), dim=0),
            *flow.hsplit(x, 2),
            *flow.vsplit(x, (2, -1)),
            *x.unbind(1),
            x.narrow(0, -3, 2),
            x.select(1, -1),
            x.select(0, 2),
        ),
        lambda x: (
            *np.split(x, [2, 4]),
            *np.split(x, [1, 1], 1),
            *np.split(x, [2, 4]),
            *np.split(x, [1, 2, 3], 1),
            *np.array_split(x, 3),
            *np.split(x, [1, 4]),
            *np.hsplit(x, 2),
            *np.split(x, [2, 4]),
            *np.moveaxis(x, 1, 0),
            x[2:4],
            x[:, -1],
            x[2],
        ),
        values(5, 4),
    )


def test_selecting_reads_a_view():
    """Consumers read the elements where they are: nothing is sliced into memory first."""
    text = traced(lambda x: x.select(1, 2) * 2, flow.zeros(3, 4, 5))
    assert ops_of(text)[:2] == ["reshape", "slice"]
    assert "reshape" not in ops_of(text)[2:]


def test_joining():
    check(
        lambda x, y: (
            flow.cat([x, y]),
            flow.cat((x, y, x, y, x), dim=-2),
            flow.concat([x[:, :1], y, x], 1),
            flow.cat([x]),
            flow.stack([x, y]),
            flow.stack([x, y, x], 1),
            flow.stack([x, y], -1),
            flow.stack([x.sum(), y.sum()]),
            flow.hstack([x, y]),
            flow.hstack([x[0], y[0]]),
            flow.vstack([x, y[0]]),
            flow.dstack([x, y]),
            flow.dstack([x[0], y[0]]),
            flow.column_stack([x[:, 0], y]),
            flow.cat([x, y.long()]),
            flow.cat([flow.zeros(0), x]),
        ),
        lambda x, y: (
            np.concatenate([x, y]),
            np.concatenate([x, y, x, y, x]),
            np.concatenate([x[:, :1], y, x], 1),
            x,
            np.stack([x, y]),
            np.stack([x, y, x], 1),
            np.stack([x, y], -1),
            np.stack([x.sum(), y.sum()]),
            np.hstack([x, y]),
            np.hstack([x[0], y[0]]),
            np.vstack([x, y[0]]),
            np.dstack([x, y]),
            np.dstack([x[0], y[0]]),
            np.column_stack([x[:, 0], y]),
            np.concatenate([x, y]),
            x,
        ),
        values(2, 3),
        -values(2, 3),
    )


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int64, np.float16])
def test_pieces_of_all_kinds_of_elements(dtype):
    x = (values(3, 4) % 3).astype(dtype)
    check(
        lambda x: (flow.cat([x[:, 1:], x], 1), x.flip(0), x.roll(1, 1), x.repeat(2, 1)),
        lambda x: (np.concatenate([x[:, 1:], x], 1), x[::-1], np.roll(x, 1, 1), np.tile(x, (2, 1))),
        x,
    )


def test_orders():
    check(
        lambda x: (
            x.flip(0),
            x.flip(0, 1),
            flow.flip(x, [-1]),
            x.roll(1, 0),
            flow.roll(x, (1, -2), (0, 1)),
            x.roll(5),
            x.roll(0, 0),
            flow.flip(flow.flip(x, 1), 1),
        ),
        lambda x: (
            x[::-1],
            x[::-1, ::-1],
            x[:, ::-1],
            np.roll(x, 1, 0),
            np.roll(x, (1, -2), (0, 1)),
            np.roll(x, 5),
            x,
            x,
        ),
        values(3, 4),
    )


def test_gradients():
    """Each element of x gets the weights of the places that it went to."""

    def places(x):
        a, b = x.split([1, 3], 1)
        return flow.cat([b, a.expand(3, 2), x.roll(1, 0).flip(1), flow.stack([a, a], 1).flatten(1)], 1)

    def build(x, weights):
        x = x.requires_grad_()
        (places(x) * weights).sum().backward()
        return x.grad

    x, weights = values(3, 4), values(3, 11) % 7
    gradient = Function(build)(flow.from_numpy(x), flow.from_numpy(weights)).numpy()
    expected = np.zeros_like(x)
    expected[:, 1:] += weights[:, :3]
    expected[:, 0] += weights[:, 3:5].sum(1)
    expected += np.roll(weights[:, 5:9][:, ::-1], -1, 0)
    expected[:, 0] += weights[:, 9:].sum(1)
    np.testing.assert_array_equal(gradient, expected)


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (lambda x: x.narrow(1, 2, 2), IndexError, r"narrow: expects elements within the 3 of dimension 1, got 2 from"),
        (lambda x: x.select(0, 2), IndexError, r"select: expects index to be in \[-2, 2\), got 2"),
        (lambda x: x.split([1, 1], 1), ValueError, r"split: expects sizes that add up to 3, got \[1, 1\]"),
        (lambda x: x.split(0), ValueError, r"split: expects a size of at least 1, got 0"),
        (lambda x: x.chunk(0), ValueError, r"chunk: expects chunks to be at least 1, got 0"),
        (lambda x: flow.cat([]), ValueError, r"cat: expects at least one tensor, got none"),
        (
            lambda x: flow.cat([x, x.t()]),
            ValueError,
            r"cat: expects shapes that differ along dimension 0 alone, got \(2, 3\) and \(3, 2\) of tensor 1",
        ),
        (lambda x: flow.stack([x, x[0]]), ValueError, r"stack: expects tensors of one shape, got \(2, 3\) and \(3,"),
        (lambda x: flow.stack([x], 3), IndexError, r"stack: expects dim to be in \[-3, 3\), got 3"),
        (lambda x: x.flip(2), IndexError, r"flip: expects dims to be in \[-2, 2\), got 2"),
        (lambda x: x.roll((1, 2), 0), ValueError, r"roll: expects a shift for each of dims, got \[1, 2\] and \[0\]"),
        (lambda x: x.repeat(2), ValueError, r"repeat: expects a number per dimension of \(2, 3\), got \(2,\)"),
        (lambda x: x.tile(-1), ValueError, r"tile: expects numbers of at least 0, got"),
        (lambda x: x.unflatten(0, (3, -1)), ValueError, r"unflatten: expects sizes whose product is 2, got \(3, -1\)"),
        (lambda x: flow.movedim(x, (0, 1), (0, 0)), ValueError, r"movedim: expects as many distinct places"),
        (lambda x: flow.broadcast_tensors(x, x[:, :2]), ValueError, r"broadcast_tensors: expects shapes that"),
    ],
)
def test_errors(function, error, message):
    with pytest.raises(error, match=message):
        traced(function, flow.zeros(2, 3))


def test_each_element_repeated_as_often_as_a_tensor_says():
    x, repeats = flow.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), flow.tensor([2, 0, 3])

    def build(x, n):
        x = x.requires_grad_()
        y = x.repeat_interleave(n, 0, output_size=5)
        (y * flow.tensor([[1.0], [2.0], [3.0], [4.0], [5.0]])).sum().backward()
        return y, flow.repeat_interleave(x[:, 0], n, output_size=5), x.grad

    y, of_vector, gradient = Function(build)(x, repeats)
    np.testing.assert_array_equal(y.numpy(), np.repeat(x.numpy(), [2, 0, 3], 0))
    np.testing.assert_array_equal(of_vector.numpy(), [1, 1, 5, 5, 5])
    np.testing.assert_array_equal(gradient.numpy(), [[3, 3], [0, 0], [12, 12]])
    with pytest.raises(ValueError, match=r"repeat_interleave: expects repeats to be an integer or of shape \(3,"):
        Function(lambda x, n: x.repeat_interleave(n[:2], 0, output_size=2))(x, repeats)


INTEGERS = {
    "zeros": lambda n: flow.zeros(n, 2),
    "ones": lambda n: flow.ones((2, n)),
    "full": lambda n: flow.full((n,), 1.5),
    "empty": lambda n: flow.empty(n).fill_(2),
    "randn": lambda n: flow.randn(n) * 0,
    "rand": lambda n: flow.rand((n, 2)) * 0,
    "eye": lambda n: flow.eye(n, 3),
    "randperm": lambda n: flow.randperm(n).sort().values,
    "randint": lambda n: flow.randint(n, n + 1, (n,)),
    "new_zeros": lambda n: flow.ones(1).new_zeros(n, 1),
    "expand": lambda n: flow.ones(1, 3).expand(n, 3),
    "broadcast_to": lambda n: flow.broadcast_to(flow.ones(1, 3), (n, 3)),
    "repeat": lambda n: X.repeat(n, 1),
    "tile": lambda n: X.tile(n),
    "repeat_interleave": lambda n: X.repeat_interleave(n, 0),
    "reshape": lambda n: flow.ones(6).reshape(n, -1),
    "pad": lambda n: flow.nn.functional.pad(X, (n, 1)),
    "topk": lambda n: X.topk(n).values,
    "kthvalue": lambda n: X.kthvalue(n).values,
    "cumsum": lambda n: X.cumsum(n - 2),
    "sum": lambda n: X.sum(n - 2, keepdim=True),
    "softmax": lambda n: X.softmax(dim=n - 2),
    "flip": lambda n: X.flip(n - 2),
    "permute": lambda n: X.permute(n - 2, 3 - n),
    "cat": lambda n: flow.cat([X, X], n - 2),
    "stack": lambda n: flow.stack([X, X], n - 1),
    "one_hot": lambda n: flow.nn.functional.one_hot(flow.tensor([0, 1]), n),
    "roll": lambda n: flow.roll(X, n, n - 2),
    "rolls": lambda n: flow.roll(X, (n, 1), (0, 1)),
    "narrow": lambda n: X.narrow(1, n - 2, n),
    "select": lambda n: X.select(1, n),
    "split": lambda n: X.split(n, 1)[0],
    "chunk": lambda n: X.chunk(n, 1)[0],
    "unfold": lambda n: X.unfold(1, n, n - 1),
    "tril": lambda n: X.tril(n - 2),
    "diag": lambda n: flow.diag(X, n - 1),
    "avg_pool1d": lambda n: flow.nn.functional.avg_pool1d(X, n, stride=1),
}
X = flow.tensor(values(4, 6))


@pytest.mark.parametrize("name", INTEGERS)
def test_scalars_stand_where_integers_do(name):
    """Each time with the number that they hold then."""
    held = flow.tensor(0)
    for number in (2, 3, 2):
        held.fill_(number)
        np.testing.assert_array_equal(INTEGERS[name](held).numpy(), INTEGERS[name](number).numpy())


def test_no_traced_scalar_is_a_size():
    with pytest.raises(TypeError, match="zeros: expects sizes to be integers, got tensor.traced"):
        traced(lambda n: flow.zeros(n), flow.tensor(3))
    with pytest.raises(TypeError, match="topk: expects k to be an integer, got tensor.traced"):
        traced(lambda n: X.topk(n).values, flow.tensor(3))
    with pytest.raises(TypeError, match="zeros: expects sizes to be integers, got 3.0"):
        flow.zeros(flow.tensor(3.0))


def test_positions_repeated_as_often_as_a_tensor_says():
    repeats = flow.tensor([2, 0, 3])
    assert flow.repeat_interleave(repeats).tolist() == [0, 0, 2, 2, 2]
    assert flow.repeat_interleave(repeats=repeats).tolist() == [0, 0, 2, 2, 2]
    found = Function(lambda n: flow.repeat_interleave(n, output_size=5))(repeats)
    assert found.tolist() == [0, 0, 2, 2, 2] and found.dtype is flow.int64
    with pytest.raises(ValueError, match=r"repeat_interleave: expects x, or a vector of integers as repeats, got int"):
        flow.repeat_interleave(repeats=3)


def test_shapes_like_others():
    x, like = flow.tensor(values(3)), flow.zeros(3, 4)
    assert flow.broadcast_like(x, like, broadcast_axes=(1,)).tolist() == [[n] * 4 for n in (1, 2, 3)]
    assert flow._C.broadcast_like(x[:1], like).tolist() == [[1] * 4] * 3
    assert flow.broadcast_like(x, flow.zeros(2, 4, 3)).shape == (2, 4, 3)
    assert flow.broadcast_like(x.reshape(3, 1), like, (1,)).shape == (3, 4)
    with pytest.raises(ValueError, match="broadcast_like: expects the dimensions that x lacks, got "):
        flow.broadcast_like(x, flow.zeros(3, 2, 2), (1,))

"""What tensors say of themselves by PyTorch's names, and functions of these names, against NumPy."""

import numpy as np
import pytest

import weir as flow
from test_shapes import check, values
from traced_graphs import Function, traced
from weir import nn

MATRIX = np.array([[1.5, -2.0, 3.25], [-0.5, 4.0, -6.75]], np.float32)
DTYPES = [flow.float64, flow.float32, flow.float16, flow.bfloat16, flow.int64, flow.int32, flow.int8, flow.uint8]


@pytest.mark.parametrize("inside", [False, True])
def test_facts(inside):
    def facts(x):
        assert x.is_cpu and not (x.is_cuda or x.is_meta or x.is_sparse or x.is_sparse_csr or x.is_quantized)
        assert not (x.is_mkldnn or x.is_nested or x.is_mps or x.is_xpu or x.is_xla)
        assert not (x.is_complex() or x.is_conj() or x.is_neg()) and x.is_signed()
        assert (x.itemsize, x.nbytes, x.nelement(), x.storage_offset()) == (4, 24, 6, 0)
        assert x.stride() == (3, 1) and x.stride(-2) == 3 and x.dim_order() == (0, 1)
        assert x.is_same_size(flow.zeros(2, 3)) and not x.is_same_size(flow.zeros(6))
        for same in (x.conj(), x.conj_physical(), x.resolve_conj(), x.resolve_neg(), x.real, x.pin_memory()):
            assert same is x
        return x.H, x.adjoint(), x.mH

    x = flow.from_numpy(MATRIX)
    for transposed in Function(facts)(x) if inside else facts(x):
        np.testing.assert_array_equal(transposed.numpy(), MATRIX.T)


def test_facts_of_data():
    x = flow.from_numpy(MATRIX.T)
    assert x.stride() == (1, 3) and x.data_ptr() == MATRIX.ctypes.data
    assert flow.tensor([2.0]).is_nonzero() and not flow.zeros(1, 1).is_nonzero()
    assert not flow.zeros(1, dtype=flow.uint8).is_signed() and flow.zeros(2, 0, 3).stride() == (3, 3, 1)
    with pytest.raises(RuntimeError, match="data_ptr: expects a tensor with data, got a traced value"):
        traced(lambda x: x.data_ptr(), x)


@pytest.mark.parametrize("dtype", DTYPES)
def test_types(dtype):
    x = flow.zeros(2, dtype=dtype)
    assert len({flow.zeros(1, dtype=each).type() for each in DTYPES}) == len(DTYPES)
    assert x.new([1, 0]).dtype is dtype and x.new([1, 0]).tolist() == [1, 0] and x.new(3, 2).shape == (3, 2)
    double, char = Function(lambda x: (x.type(flow.float64), x.char()))(x)
    assert double.dtype is flow.float64 and char.dtype is flow.int8
    assert flow.zeros(1).type() == "weir.FloatTensor" and flow.zeros(1, dtype=flow.int64).type() == "weir.LongTensor"
    with pytest.raises(TypeError, match="type: expects a weir dtype such as weir.float32, got 'FloatTensor'"):
        x.type("FloatTensor")


def test_data_shares_memory():
    parameter = nn.Parameter(flow.tensor([1.0, 2.0]))
    parameter.data.copy_(flow.tensor([3.0, 4.0]))
    assert parameter.tolist() == [3, 4] and not parameter.data.requires_grad
    parameter.data = flow.tensor([5.0, 6.0])
    assert parameter.tolist() == [5, 6]
    parameter.data = flow.zeros(3)
    assert parameter.shape == (3,)


def test_data_in_build_is_written_without_gradients():
    """A moving average as programs write it, and the gradient of what the step uses."""
    average, parameter = nn.Parameter(flow.zeros(2)), nn.Parameter(flow.tensor([1.0, 2.0]))

    def build(x):
        loss = (parameter * parameter * x).sum()
        loss.backward()
        average.data = average.data * 0.5 + parameter.data * 0.5
        parameter.data.mul_(3).sub_(1)
        y = x * 1
        y.data = y.data + parameter
        return parameter.grad, y

    graph = Function(build)
    gradient, y = graph(flow.tensor([10.0, 100.0]))
    assert gradient.tolist() == [20, 400] and parameter.tolist() == [2, 5] and y.tolist() == [12, 105]
    graph(flow.zeros(2))
    assert average.tolist() == [1.25, 3] and parameter.tolist() == [5, 14]


def test_functions_of_other_names():
    check(
        lambda x: (
            x.absolute(),
            flow.multiply(x, x),
            x.multiply(2),
            x.fix(),
            flow.fix(x),
            x.sgn(),
            flow.sgn(x),
            flow.subtract(x, 1, alpha=2),
            x.subtract(x),
            flow.divide(x, 2),
            x.divide(2, rounding_mode="floor"),
            x.less(0),
            x.less_equal(1.5),
            flow.less(x, 0),
            flow.less_equal(x, 1.5),
            x.positive(),
            flow.moveaxis(x, 0, 1),
            x.moveaxis(1, 0),
            x.hardshrink(2),
            flow.hardshrink(x, 2),
            x.prelu(flow.tensor([0.5])),
            x.ldexp(flow.tensor([1, 2, -1])),
            flow.float_power(x, 2),
            x.to(flow.int64).float_power(2),
        ),
        lambda x: (
            np.abs(x),
            x * x,
            x * 2,
            np.trunc(x),
            np.trunc(x),
            np.sign(x),
            np.sign(x),
            x - 2,
            x - x,
            x / 2,
            np.floor(x / 2),
            x < 0,
            x <= 1.5,
            x < 0,
            x <= 1.5,
            x,
            x.T,
            x.T,
            np.where(np.abs(x) <= 2, np.float32(0), x),
            np.where(np.abs(x) <= 2, np.float32(0), x),
            np.where(x > 0, x, x / 2),
            x * np.array([2, 4, 0.5], np.float32),
            x.astype(np.float64) ** 2,
            np.trunc(x).astype(np.float64) ** 2,
        ),
        MATRIX,
    )


def test_whether_all_are_close():
    graph = Function(lambda x, y: (flow.allclose(x, y), x.allclose(y, atol=0.2), x.allclose(y, rtol=0.2)))
    assert [each.item() for each in graph(flow.tensor([1.0, 2.0]), flow.tensor([1.0, 2.1]))] == [False, True, True]
    assert Function(lambda x: flow.allclose(x, x))(flow.tensor([np.nan])).item() is False
    assert Function(lambda x: flow.allclose(x, x, equal_nan=True))(flow.tensor([np.nan])).item() is True


def test_diagonals():
    batch = values(2, 3)
    cube = np.zeros((2, 4, 4), np.float32)
    cube[:, [0, 1, 2], [1, 2, 3]] = batch
    below = np.zeros((4, 2, 4), np.float32)
    below[[1, 2, 3], :, [0, 1, 2]] = batch.T
    check(
        lambda x: (
            flow.diag_embed(x, 1),
            x.diag_embed(-1, 0, 2),
            x.diagflat(),
            flow.diagflat(x[0], -1),
            flow.trace(x),
            (x.t() * 2).trace(),
        ),
        lambda x: (cube, below, np.diag(x.ravel()), np.diag(x[0], -1), np.trace(x), 2 * np.trace(x)),
        batch,
    )


def test_parts_that_are_replaced():
    def expected(x, y):
        row, columns, diagonal, turned = x.copy(), x.copy(), x.copy(), x.copy()
        row[1] = y[0]
        columns[:, 1::2] = y[:, :2]
        diagonal[[0, 1, 2], [1, 2, 3]] = y[0, :3]
        turned[:, -1] = y[:, 0]
        return row, columns, diagonal, turned, x

    def build(x, y):
        x = x * 1
        return (
            flow.select_scatter(x, y[0], 0, 1),
            x.slice_scatter(y[:, :2], 1, 1, None, 2),
            x.diagonal_scatter(y[0, :3], 1),
            x.t().select_scatter(y[:, 0], -2, -1).t(),
            x,
        )

    check(build, expected, values(3, 4), -values(3, 4))


def test_gradients_of_parts_that_are_replaced():
    def build(x, y):
        x.requires_grad_(), y.requires_grad_()
        (x.select_scatter(y, 1, 0) * x).sum().backward()
        return x.grad, y.grad

    x, y = values(2, 3), values(2)
    of_x, of_y = Function(build)(flow.from_numpy(x), flow.from_numpy(y))
    np.testing.assert_array_equal(of_x.numpy(), np.concatenate([y[:, None], 2 * x[:, 1:]], 1))
    np.testing.assert_array_equal(of_y.numpy(), x[:, 0])


def test_parts_and_sums():
    check(
        lambda x: (
            *x.dsplit(2),
            *flow.split_with_sizes(x, [1, 3], 2),
            *x.unsafe_chunk(2, 1),
            *x.unsafe_split(2, 0),
            *x.unsafe_split_with_sizes([1, 1]),
            x.sum_to_size(3, 1),
            x.sum_to_size((2, 1, 4)),
            x.sum_to_size(2, 3, 4),
            x[0, 0, 0].bool().sum_to_size(()),
        ),
        lambda x: (
            *np.dsplit(x, 2),
            *np.split(x, [1], 2),
            *np.split(x, [2], 1),
            x,
            *np.split(x, 2),
            x.sum((0, 2))[:, None],
            x.sum(1, keepdims=True),
            x,
            np.int64(bool(x[0, 0, 0])),
        ),
        values(2, 3, 4),
    )


def test_distances():
    x, y = MATRIX.astype(np.float64), MATRIX[::-1].astype(np.float64)
    graph = Function(lambda x, y: (flow.dist(x, y), x.dist(y, 1), x.dist(y, float("inf"))))
    for result, p in zip(graph(flow.tensor(x), flow.tensor(y.copy())), (2, 1, np.inf), strict=True):
        np.testing.assert_allclose(result.item(), np.linalg.norm((x - y).ravel(), p), rtol=1e-14)


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (lambda x: x.diag_embed(0, 1, 1), ValueError, "diag_embed: expects two dimensions, got 1 twice"),
        (lambda x: x[0].trace(), ValueError, r"trace: expects a matrix, got shape \(3,\)"),
        (lambda x: x.sum_to_size(2), ValueError, r"sum_to_size: expects .* broadcasts to \(2, 3\), got \(2,\)"),
        (lambda x: x.select_scatter(x, 0, 0), ValueError, r"select_scatter: expects src .* shape \(3,\), got"),
        (lambda x: x.diagonal_scatter(x[0]), ValueError, r"diagonal_scatter: expects src .* shape \(2,\), got \(3,\)"),
    ],
)
def test_errors(function, error, message):
    with pytest.raises(error, match=message):
        traced(function, flow.from_numpy(MATRIX))


def test_storages():
    x = flow.arange(10, dtype=flow.float32)
    part = x[2:8].reshape(2, 3).t()
    assert x.untyped_storage().nbytes() == x.untyped_storage().size() == len(part.untyped_storage()) == 40
    assert x.storage().nbytes() == 40 and len(part.storage()) == part.storage().size() == 10
    assert part.storage().data_ptr() == x.untyped_storage().data_ptr() == x.data_ptr() != part.data_ptr()
    assert x.clone().storage().data_ptr() != x.storage().data_ptr() and x.detach().storage().data_ptr() == x.data_ptr()
    assert (x.storage().dtype, x.storage().element_size(), x.storage().device.type) == (flow.float32, 4, "cpu")
    assert x.storage().untyped().nbytes() == 40 and len(flow.zeros(0).storage()) == 0
    with pytest.raises(RuntimeError, match="expects a tensor with data, got a traced value"):
        traced(lambda x: x.storage(), x)
    with pytest.raises(NotImplementedError, match="share_memory_: not supported yet: memory that other processes have"):
        x.share_memory_()

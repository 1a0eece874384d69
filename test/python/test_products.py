"""Products of vectors and matrices and sums of products, against NumPy on whole numbers, of which sums are exact."""

import numpy as np
import pytest

import weir as flow
from test_shapes import check
from traced_graphs import Function, ops_of, traced

RNG = np.random.default_rng(5)


def whole(*shape, dtype=np.float32):
    return RNG.integers(-4, 5, shape).astype(dtype)


@pytest.mark.parametrize(
    "left, right",
    [
        ((3, 4), (4, 5)),
        ((2, 3, 4), (2, 4, 5)),
        ((2, 3, 4), (4, 5)),
        ((2, 6, 3, 4), (4, 5)),
        ((3, 4), (2, 4, 5)),
        ((2, 1, 3, 4), (6, 4, 5)),
        ((1, 3, 4), (2, 4, 5)),
        ((4,), (4,)),
        ((3, 4), (4,)),
        ((2, 3, 4), (4,)),
        ((4,), (4, 5)),
        ((4,), (2, 4, 5)),
        ((2, 3, 0), (0, 5)),
        ((0, 3, 4), (4, 5)),
    ],
)
def test_matmul(left, right):
    check(
        lambda a, b: (a @ b, flow.matmul(a, b), a.matmul(b)),
        lambda a, b: (a @ b,) * 3,
        whole(*left),
        whole(*right),
    )


def test_matmul_with_transposes():
    check(
        lambda a, b, rows: (
            flow.matmul(a, b, transpose_b=True),
            flow.matmul(rows, a[0], transpose_a=True),
            flow.matmul(b[0], b, True, True),
        ),
        lambda a, b, rows: (a @ b.swapaxes(1, 2), rows.T @ a[0], b[0].T @ b.swapaxes(1, 2)),
        whole(2, 3, 3),
        whole(2, 3, 3),
        whole(3, 5),
    )


def test_a_matrix_on_the_right_is_one_product():
    text = traced(lambda x, w: x @ w, flow.zeros(2, 3, 4), flow.zeros(4, 5))
    assert ops_of(text) == ["reshape", "matmul", "reshape"]


def test_gradients_of_what_broadcasts():
    def build(a, b, v):
        a, b, v = a.requires_grad_(), b.requires_grad_(), v.requires_grad_()
        (a @ b @ v).sum().backward()
        return a.grad, b.grad, v.grad

    def expected(a, b, v):
        of_a = np.broadcast_to((b @ v)[:, None, :], (2, 3, 4)).sum(axis=0, dtype=np.float32)
        of_b = np.broadcast_to(np.outer(a.sum(axis=0), v), b.shape).astype(np.float32)
        return of_a, of_b, (a @ b).sum(axis=(0, 1))

    check(build, expected, whole(3, 4), whole(2, 4, 5), whole(5))


def test_named_products():
    check(
        lambda a, b, m, v, x: (
            flow.bmm(a, b),
            a.bmm(b),
            flow.mm(a[0], b[0]),
            flow.mv(m, v),
            v.dot(v),
            flow.addmm(x, a[0], b[0]),
            x.addmm(a[0], b[0], beta=2, alpha=3),
            flow.baddbmm(x, a, b, beta=0.5),
            flow.addmm(x * np.nan, a[0], b[0], beta=0),
        ),
        lambda a, b, m, v, x: (
            a @ b,
            a @ b,
            a[0] @ b[0],
            m @ v,
            v @ v,
            x + a[0] @ b[0],
            2 * x + 3 * (a[0] @ b[0]),
            np.float32(0.5) * x + a @ b,
            a[0] @ b[0],
        ),
        whole(2, 3, 4),
        whole(2, 4, 5),
        whole(3, 4),
        whole(4),
        whole(5),
    )


@pytest.mark.parametrize(
    "equation, shapes",
    [
        ("ij,jk->ik", [(3, 4), (4, 5)]),
        ("ij,jk", [(3, 4), (4, 5)]),
        ("ij,kj->ki", [(3, 4), (5, 4)]),
        ("bhid,bhjd->bhij", [(2, 3, 4, 5), (2, 3, 6, 5)]),
        ("b h i j, b h j d -> b i h d", [(2, 3, 4, 6), (2, 3, 6, 5)]),
        ("i,j->ij", [(3,), (4,)]),
        ("i,i->i", [(3,), (3,)]),
        ("i,i->", [(3,), (3,)]),
        ("ij->ji", [(3, 4)]),
        ("ij->", [(3, 4)]),
        ("ijk->j", [(2, 3, 4)]),
        ("ii->i", [(3, 3)]),
        ("ii", [(3, 3)]),
        ("iji->j", [(3, 2, 3)]),
        ("...ij,jk->...ik", [(2, 6, 3, 4), (4, 5)]),
        ("...i,...i", [(2, 1, 4), (3, 4)]),
        ("i...->...", [(2, 3, 4)]),
        ("b...d,d->...b", [(2, 3, 4), (4,)]),
        ("ij,jk,kl->il", [(2, 3), (3, 4), (4, 5)]),
        ("ab,bc,cd,b->d", [(2, 3), (3, 4), (4, 5), (3,)]),
        ("ij,jk->k", [(2, 3), (3, 4)]),
        ("bqc,bkc,k->bq", [(2, 3, 4), (2, 5, 4), (5,)]),
        ("zx,->xz", [(2, 3), ()]),
    ],
)
def test_einsum(equation, shapes):
    check(
        lambda *operands: (flow.einsum(equation, *operands), flow.einsum(equation, operands)),
        lambda *operands: (np.asarray(np.einsum(equation, *operands)),) * 2,
        *[whole(*shape) for shape in shapes],
    )


def test_sizes_of_one_broadcast_in_einsum():
    check(
        lambda x, y: (flow.einsum("ij,jk->ik", x, y), flow.einsum("ij,jk->ijk", x, y)),
        lambda x, y: (np.broadcast_to(x, (3, 4)) @ y, np.broadcast_to(x, (3, 4))[:, :, None] * y),
        whole(3, 1),
        whole(4, 5),
    )


def test_einsum_of_integers_sums_over_what_one_operand_has_in_int64():
    rows, columns = flow.tensor([[100, 100], [1, 2]], dtype=flow.uint8), flow.tensor([2, 1], dtype=flow.uint8)
    alone, shared = Function(lambda x, y: (flow.einsum("ik,j->ij", x, y), flow.einsum("ik,k->i", x, y)))(rows, columns)
    assert alone.dtype is flow.int64 and alone.tolist() == [[400, 200], [6, 3]]
    assert shared.dtype is flow.uint8 and shared.tolist() == [(300) % 256, 4]


def test_tensordot_of_integers_keeps_the_dtype_where_one_element_meets_several():
    x, y = flow.tensor([[200]], dtype=flow.uint8), flow.tensor([[1], [1]], dtype=flow.uint8)
    product = Function(lambda x, y: flow.tensordot(x, y, dims=([1], [0])))(x, y)
    assert product.dtype is flow.uint8 and product.tolist() == [[400 % 256]]


def test_einsum_of_attention_is_one_product():
    q, k = flow.zeros(2, 3, 4, 5), flow.zeros(2, 3, 6, 5)
    graph = Function(lambda q, k: flow.einsum("bhid,bhjd->bhij", q, k))
    graph(q, k)
    computed = [op for op in ops_of(graph.mlir("graph")) if op not in ("reshape",)]
    assert computed == ["matmul"]


def test_tensordot():
    check(
        lambda x, y: (flow.tensordot(x, y), flow.tensordot(x, y, [[1, -1], [0, 1]]), flow.tensordot(y[0], x[0], 0)),
        lambda x, y: (np.tensordot(x, y), np.tensordot(x, y, [[1, 2], [0, 1]]), np.tensordot(y[0], x[0], 0)),
        whole(2, 3, 4),
        whole(3, 4, 5),
    )


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda x: flow.matmul(x, x[0, 0, 0]), r"matmul: expects vectors or matrices, got \(2, 3, 4\) and \(\)"),
        (lambda x: flow.matmul(x, x[:, 0]), r"matmul: expects inner sizes that agree, got \(2, 3, 4\) and \(2, 4\)"),
        (lambda x: x.expand(5, 2, 3, 4) @ x.mT.expand(3, 2, 4, 3), "expects leading dimensions that broadcast, got"),
        (lambda x: flow.mm(x, x[0]), r"mm: expects tensors of 2, 2 dimensions, got \(2, 3, 4\), \(3, 4\)"),
        (lambda x: flow.einsum("ij,jk", x), "einsum: expects 2 operands for 'ij,jk', got 1"),
        (lambda x: flow.einsum("ij", x), r"einsum: expects 'ij' to name the dimensions of \(2, 3, 4\) in 'ij'"),
        (lambda x: flow.einsum("ijkl...", x), r"einsum: expects 'ijkl...' to name the dimensions of \(2, 3, 4\)"),
        (lambda x: flow.einsum("i1k", x), "einsum: expects letters, ',', '...' and '->', got 'i1k'"),
        (lambda x: flow.einsum("ijk->il", x), "einsum: expects a result of distinct letters of operands, got"),
        (lambda x: flow.einsum("ijk->ii", x), "einsum: expects a result of distinct letters of operands, got"),
        (lambda x: flow.einsum("ijk,jil", x, x), "einsum: expects 'j' to be of one size in 'ijk,jil', got 3 and 2"),
        (lambda x: flow.tensordot(x, x), r"tensordot: expects pairs of dimensions of equal sizes, got \[1, 2\] of"),
    ],
)
def test_bad_arguments(function, message):
    with pytest.raises(ValueError, match=message):
        traced(function, flow.zeros(2, 3, 4))


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda x: flow.matmul(x, 2), "matmul: expects b to be a Tensor, got int"),
        (lambda x: flow.matmul(2, x), "matmul: expects a to be a Tensor, got int"),
        (lambda x: x @ [1], "@: expects a Tensor, a number or an array on the right, got list"),
        (lambda x: flow.einsum("i,i", x, [1]), "einsum: expects operands to be Tensors, got list"),
    ],
)
def test_products_of_tensors_only(function, message):
    with pytest.raises(TypeError, match=message):
        traced(function, flow.zeros(2))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("m, k, n", [(1, 100, 33), (17, 784, 10), (64, 96, 70), (33, 1100, 48), (5, 3, 2)])
def test_products_of_bf16(m, k, n):
    """Packed weights, operands in each order, batches: sums of whole numbers are exact, and each is rounded once."""
    x, w, y = whole(m, k), whole(n, k), whole(2, k, m)
    layer = flow.nn.Linear(k, n, bias=False)
    layer.weight.copy_(flow.tensor(w))
    narrow = flow.bfloat16

    def build(x, w, y, *expected):
        x, w, y = x.to(narrow), w.to(narrow), y.to(narrow)
        products = (
            flow.nn.functional.linear(x, layer.weight.to(narrow)),
            flow.matmul(x, w, transpose_b=True),
            flow.matmul(x.t(), flow.matmul(x, w, transpose_b=True)),
            y @ x,
            flow.matmul(y, y, transpose_a=True),
        )
        return [(p.float(), e.to(narrow).float()) for p, e in zip(products, expected)]

    def rounded(a):
        return Function(lambda a: a.to(narrow).float())(flow.tensor(a)).numpy()

    xw = x @ w.T
    expected = (xw, xw, x.T @ rounded(xw), y @ x, y.swapaxes(1, 2) @ y)
    for product, right in Function(build, layer)(*map(flow.tensor, (x, w, y, *expected))):
        np.testing.assert_array_equal(product.numpy(), right.numpy())


def test_factors_in_pytorchs_older_order():
    m, a, b = (flow.tensor(whole(*shape)) for shape in ((2, 3), (2, 4), (4, 3)))
    column, vec, row = (flow.tensor(whole(size)) for size in (2, 4, 3))
    batch, left, right = (flow.tensor(whole(*shape)) for shape in ((5, 2, 3), (5, 2, 4), (5, 4, 3)))
    for name, x, *rest in (
        ("addmm", m, a, b),
        ("addmv", column, a, vec),
        ("addr", m, column, row),
        ("baddbmm", batch, left, right),
        ("addbmm", m, left, right),
    ):
        function, wanted = getattr(flow, name), getattr(flow, name)(x, *rest, beta=2, alpha=3).tolist()
        assert function(2, x, 3, *rest).tolist() == getattr(x, name)(2, 3, *rest).tolist() == wanted
        assert getattr(x.clone(), f"{name}_")(2, 3, *rest).tolist() == wanted
        assert function(2, x, *rest).tolist() == function(x, *rest, beta=2).tolist()


def test_products_times_a_number():
    a, b = whole(2, 3, 4), whole(5, 4)

    def build(a, b):
        return flow.matmul(a, b, transpose_b=True, alpha=2.0), flow._C.matmul(a, b, False, True, 3.0)

    results = Function(build)(flow.tensor(a), flow.tensor(b))
    for result, factor in zip(results, (2, 3)):
        np.testing.assert_array_equal(result.numpy(), factor * (a @ b.T))
    np.testing.assert_array_equal(flow.tensor(a).matmul(flow.tensor(b), transpose_b=True, alpha=2.0), 2 * (a @ b.T))

"""Names that ported programs expect at the top of the package and in its smaller modules."""

import importlib
import inspect

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn
from weir.nn import functional as F

random = np.random.default_rng(3)


def given(*shape):
    return flow.tensor(random.normal(size=shape))


SAME = """
adaptive_avg_pool1d alpha_dropout avg_pool1d bilinear celu channel_shuffle conv1d conv2d conv3d conv_transpose1d
conv_transpose2d conv_transpose3d cosine_embedding_loss cosine_similarity dropout feature_alpha_dropout
hinge_embedding_loss margin_ranking_loss max_pool1d max_pool2d max_pool3d pixel_shuffle pixel_unshuffle prelu rms_norm
rrelu selu threshold triplet_margin_loss
""".split()


@pytest.mark.parametrize("name", SAME)
def test_functions_of_layers_at_the_top(name):
    at_the_top, known = (inspect.unwrap(getattr(module, name)) for module in (flow, F))  # of what records calls
    assert at_the_top is known or name in ("prelu", "selu", "threshold")


def test_functions_that_take_another_order_at_the_top():
    x, weight, bias, mean, var = given(2, 3, 4), given(3), given(3), given(3), given(3).abs() + 1
    assert flow.equal(
        flow.batch_norm(x, weight, bias, mean, var, False, 0.1, 1e-5, True),
        F.batch_norm(x, mean, var, weight, bias, False, 0.1, 1e-5),
    )
    assert flow.equal(
        flow.instance_norm(x, weight, bias, mean, var, True, 0.1, 1e-5, True),
        F.instance_norm(x, mean, var, weight, bias, True, 0.1, 1e-5),
    )
    assert flow.equal(flow.layer_norm(x, (4,), given(4).fill_(2), None, 1e-5, False), F.layer_norm(x, (4,)) * 2)
    assert flow.equal(flow.group_norm(x, 3, weight, bias, 1e-5, False), F.group_norm(x, 3, weight, bias))
    table = given(5, 2).requires_grad_()
    rows = flow.embedding(table, flow.tensor([1, 4]), padding_idx=4)
    assert flow.equal(rows, table[[1, 4]])
    rows.sum().backward()
    assert table.grad[4].tolist() == [0, 0] and flow.embedding(table, flow.tensor([4])).requires_grad


def test_special_functions():
    from weir import special

    x = flow.tensor([0.25, 0.5])
    same = {"expit": "sigmoid", "gammaln": "lgamma", "psi": "digamma"}
    for name in "digamma erf erfc erfinv exp2 expit expm1 gammaln log1p logit psi round sinc".split():
        assert flow.equal(getattr(special, name)(x), getattr(flow, same.get(name, name))(x)), name
    for name in ("log_softmax", "logsumexp", "softmax"):
        assert flow.equal(getattr(special, name)(x, 0), getattr(flow, name)(x, 0)), name
    assert flow.equal(special.xlogy(x, 2), flow.xlogy(x, 2))
    assert flow.equal(flow.special.expit(input=x), x.sigmoid())


def test_products_with_logarithms_have_limits():
    nan, inf = float("nan"), float("inf")
    x = flow.tensor([0, 0, 0, 1, 2, -1, nan], dtype=flow.float64, requires_grad=True)
    y = flow.tensor([-1, inf, nan, 1, 2, 3, 1], dtype=flow.float64, requires_grad=True)
    made = flow.special.xlog1py(x, y)
    expected = [0, 0, nan, np.log(2), 2 * np.log(3), -np.log(4), nan]
    assert np.allclose(made.detach().numpy(), expected, equal_nan=True)
    made[3:6].sum().backward()
    assert np.allclose(x.grad[3:6].numpy(), np.log([2, 3, 4]))
    assert np.allclose(y.grad[3:6].numpy(), [1 / 2, 2 / 3, -1 / 4])
    assert flow.special.xlog1py(2, y[3:5].detach()).tolist() == pytest.approx([2 * np.log(2), 2 * np.log(3)])
    given = flow.tensor([0, 0.5, 1, -1, nan], dtype=flow.float64)
    assert np.allclose(flow.special.entr(given).numpy(), [0, -0.5 * np.log(0.5), 0, -inf, nan], equal_nan=True)


def test_small_names():
    x = flow.ones(2, 3)
    assert tuple(x[:, flow.newaxis].shape) == (2, 1, 3)
    assert x.layout is flow.strided and isinstance(flow.strided, flow.layout) and repr(x.layout) == "weir.strided"
    assert flow.zeros(2, layout=flow.strided).tolist() == [0, 0]
    with pytest.raises(TypeError, match="zeros: expects no layout: tensors have one layout"):
        flow.zeros(2, layout="sparse")
    assert flow.asarray(x) is x and flow.asarray(x, copy=True) is not x
    assert flow.asarray([1, 2.0]).dtype is flow.float32 and flow.asarray(x, dtype=flow.int64).dtype is flow.int64
    assert flow.asarray(np.ones(2), requires_grad=True).requires_grad
    assert flow.scalar_tensor(2).dtype is flow.float32 and flow.scalar_tensor(2, dtype=flow.int64).item() == 2
    assert flow.version.cuda is None and flow.version.__version__ == flow.__version__
    assert flow.cuda.is_bf16_supported() == flow.cuda.is_available()


def test_norms_of_gradients_together():
    tensors = [flow.tensor([3.0, 4.0]), flow.tensor([12.0])]
    assert nn.utils.get_total_norm(tensors).item() == 13 and nn.utils.get_total_norm(tensors[0]).item() == 5
    assert nn.utils.get_total_norm(tensors, float("inf")).item() == 12 and nn.utils.get_total_norm([]).item() == 0
    with pytest.raises(RuntimeError, match="get_total_norm: expects gradients of a finite norm, got inf"):
        nn.utils.get_total_norm([flow.tensor([float("inf")])], error_if_nonfinite=True)


def test_modules_whose_parameters_the_caller_sets():
    made = nn.utils.skip_init(nn.Linear, 2, 3, bias=False)
    assert isinstance(made, nn.Linear) and tuple(made.weight.shape) == (3, 2)


PARTS = ["nn.utils", "nn.utils.rnn", "nn.utils.parametrize", "utils.data", "utils.checkpoint"]


@pytest.mark.parametrize("name", PARTS)
def test_modules_go_by_the_names_that_programs_use(name):
    module = importlib.import_module(f"weir.{name}")
    with pytest.raises(AttributeError, match=f"module 'weir.{name}' has no attribute 'foo'"):
        module.foo


@pytest.mark.parametrize("name", ["cat", "stack", "hstack", "vstack", "dstack"])
def test_only_tensors_are_joined(name):
    x, join = flow.ones(2), getattr(flow, name)
    for other, kind in ((np.ones(2), "ndarray"), ([1, 2], "list"), (2.0, "float")):
        rule = rf"{name}: expects tensors, got {kind} as tensor 1; weir.tensor makes one of it \(.*names.py:\d+"
        with pytest.raises(TypeError, match=rule):
            join([x, other])
    with pytest.raises(TypeError, match=rf"{name}: expects tensors, got NoneType as tensor 0 \("):
        join((None, x))


def test_results_are_written_to_out():
    x = flow.tensor([1.0, 4.0])
    for number in range(3):  # later calls are found by earlier ones
        out, empty, wide = flow.empty(2), flow.empty(0), flow.empty(2, dtype=flow.float64)
        assert flow.add(x, x * number, out=out) is out and out.tolist() == [1 + number, 4 + 4 * number]
        assert flow.mul(x, number, out=empty) is empty and empty.tolist() == [number, 4 * number]
        assert flow.sqrt(x, out=wide) is wide and wide.dtype is flow.float64 and wide.tolist() == [1, 2]
        assert flow.add(x, number, out=out).tolist() == flow.add(out, 0, out=out).tolist() == [1 + number, 4 + number]
    values, places = flow.empty(2), flow.empty(2, dtype=flow.int64)
    found = flow.sort(x, descending=True, out=(values, places))
    assert found[0] is values and values.tolist() == [4, 1] and places.tolist() == [1, 0]
    assert flow.zeros(2, out=out) is out and out.tolist() == [0, 0]
    assert flow.cat([x, x], out=flow.empty(4)).tolist() == [1, 4, 1, 4]
    assert flow.ones(2, out=None).tolist() == [1, 1]


def test_graphs_write_to_out():
    total = flow.zeros(2)
    assert Function(lambda x: flow.add(total, x, out=total) * 2)(flow.ones(2)).tolist() == [2, 2]
    assert total.tolist() == [1, 1]


WRONG_OUT = [
    (lambda x: flow.add(x, x, out=flow.empty(3)), ValueError, r"add: expects out of shape \(2,\), got \(3,\)"),
    (lambda x: flow.add(x, x, out=2), TypeError, "add: expects out to be a Tensor, got int"),
    (lambda x: flow.sort(x, out=x), TypeError, "sort: expects out to be 2 tensors, got Tensor"),
    (lambda x: flow.is_tensor(x, out=x), TypeError, "is_tensor: expects out to be None, as no tensor is made"),
    (
        lambda x: flow.exp(x, out=flow.zeros(2, dtype=flow.int64)),
        TypeError,
        "exp: expects results that the dtype of out has, got float32 for int64",
    ),
]


@pytest.mark.parametrize(("call", "kind", "message"), WRONG_OUT)
def test_what_no_result_can_be_written_to(call, kind, message):
    with pytest.raises(kind, match=message + r" ?.*\(.*names.py:\d+"):
        call(flow.ones(2))

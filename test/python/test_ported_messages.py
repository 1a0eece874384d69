"""What programs are told that use tensors, losses and graphs in a way that does not work, or is seldom meant."""

import copy
import warnings

import pytest

import weir as flow
from traced_graphs import Function
from weir import nn, optim
from weir.nn import functional as F

LINE = r" \(.*test_ported_messages.py:\d+"
X = flow.ones(2, 3)

WRONG = {
    "a size that is a word": (lambda x: x.reshape("a"), TypeError, "reshape: expects sizes to be integers, got 'a'"),
    "a size of view": (lambda x: x.view(2, 1.5), TypeError, "view: expects sizes to be integers, got 1.5"),
    "a number of sizes": (lambda x: x.reshape(2.5), TypeError, "reshape: expects sizes, got 2.5"),
    "a size of zeros": (lambda x: flow.zeros(2.5), TypeError, "zeros: expects sizes to be integers, got 2.5"),
    "no size": (lambda x: flow.ones(2, None), TypeError, "ones: expects sizes to be integers, got None"),
    "rows of a scalar": (lambda x: list(x.sum()), TypeError, "iter: expects a tensor with dimensions, got a scalar"),
    "dtypes of factors": (
        lambda x: x @ flow.ones(3, 3, dtype=flow.float64),
        ValueError,
        "matmul: expects a and b to have one dtype, got float32 and float64",
    ),
    "dtypes of a layer": (
        lambda x: F.linear(x, flow.ones(2, 3, dtype=flow.bfloat16)),
        ValueError,
        "linear: expects operands 0 and 1 to have one dtype, got float32 and bfloat16",
    ),
    "classes that are floats": (
        lambda x: F.cross_entropy(x, flow.ones(2)),
        TypeError,
        r"cross_entropy: expects classes in target to be integers such as int64, got float32; use target.long\(\)",
    ),
    "truths that are integers": (
        lambda x: F.binary_cross_entropy_with_logits(x, flow.ones(2, 3, dtype=flow.int64)),
        TypeError,
        "binary_cross_entropy_with_logits: expects target to be of a floating-point dtype, got int64; use target.float",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments(name):
    call, kind, message = WRONG[name]
    with pytest.raises(kind, match=message + ".*" + LINE):
        call(X)
    with pytest.raises(kind, match=message + ".*" + LINE):
        Function(call)(X)


def test_formats_of_what_is_no_number():
    rule = r"format: expects one element for '.3f', got a traced value, which has none until the graph runs"
    with pytest.raises(TypeError, match=rule + LINE):
        Function(lambda x: f"{x.mean():.3f}")(X)
    with pytest.raises(TypeError, match=r"format: expects one element for '.3f', got shape \(2, 3\)" + LINE):
        f"{X:.3f}"
    assert f"{flow.ones(2):>20}" == "    tensor([1., 1.])"


def test_modules_made_in_a_build():
    rule = "Parameter: expects to be made of a tensor with data, got a traced value; make parameters and modules in"
    with pytest.raises(RuntimeError, match=rule):
        Function(lambda x: nn.Linear(3, 2)(x))(X)


LOSSES = [F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss, nn.MSELoss(), nn.L1Loss(), nn.SmoothL1Loss()]


@pytest.mark.parametrize("loss", LOSSES, ids=lambda f: getattr(f, "__name__", repr(f)))
def test_losses_of_two_shapes_warn(loss):
    rule = r"_loss: expects input and target of one shape, got \(2, 3\) and \(3,\), which are broadcast"
    for _ in range(3):
        with pytest.warns(UserWarning, match=rule) as found:
            assert loss(X, flow.ones(3)).item() == 0
        assert [each.filename for each in found] == [__file__]
    with pytest.warns(UserWarning, match=rule):
        Function(lambda x, y: loss(x, y))(X, flow.ones(3))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        loss(X, flow.ones(2, 3))


def scheduled():
    optimizer = optim.SGD([nn.Parameter(flow.ones(1))], lr=1.0)
    return optimizer, optim.lr_scheduler.StepLR(optimizer, 1)


def test_a_scheduler_warns_that_steps_first():
    optimizer, scheduler = scheduled()
    rule = "StepLR.step: expects to be called after the optimizer's step, got a call before it"
    with pytest.warns(UserWarning, match=rule) as found:
        scheduler.step()
    assert [each.filename for each in found] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scheduler.step()  # once
        for step in (lambda each: each.step(), lambda each: each.step(lambda: None)):
            optimizer, scheduler = scheduled()
            step(optimizer)
            scheduler.step()


def test_a_scheduler_of_a_graph_does_not_warn():
    layer = nn.Linear(3, 1)
    optimizer = optim.SGD(layer.parameters(), lr=0.1)

    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = layer
            self.add_optimizer(optimizer, lr_sch=optim.lr_scheduler.StepLR(optimizer, 1))

        def build(self, x):
            loss = self.layer(x).sum()
            loss.backward()
            return loss

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        graph = Train()
        graph(X)
        graph(X)


def test_copies_share_memory():
    for x in (flow.ones(2, 3).t(), flow.ones(3)[1:], nn.Parameter(flow.ones(2)), flow.ones(2, requires_grad=True)):
        x.tag = ["mine"]
        y = copy.copy(x)
        assert y is not x and type(y) is type(x) and y.tag is x.tag and y.requires_grad is x.requires_grad
        assert y.data_ptr() == x.data_ptr() and y.stride() == x.stride() and y.is_leaf
        y.data.fill_(4)
        assert (x.detach().numpy() == 4).all()


def test_steps_without_gradients_keep_nothing():
    optimizer = optim.Adam([nn.Parameter(flow.ones(1)), nn.Parameter(flow.ones(2))])
    optimizer.step()
    assert optimizer.state_dict()["state"] == {} and not any(optimizer.state.values())

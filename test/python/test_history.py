"""Which gradients pass what: gradients themselves, writes to parameters, steps of optimizers. Numbers by hand."""

import pytest

import weir as flow
from traced_graphs import Function, ops_of, traced
from weir import nn, optim


@pytest.fixture
def w():
    return nn.Parameter(flow.tensor([1.0, 2.0]))


def run(build, w):
    return [each.tolist() for each in Function(build, nn.ParameterList([w]))()]


@pytest.mark.parametrize(
    ("create_graph", "expected"),
    # of (w - 3 w^2)^2, where 3 w^2 is the gradient of w^3: 2 (w - 3 w^2), times 1 - 6 w if gradients pass it
    [(False, [-4.0, -20.0]), (True, [20.0, 220.0])],
)
def test_gradients_pass_gradients_if_a_graph_of_them_is_wanted(w, create_graph, expected):
    def by_grad():
        (gradient,) = flow.autograd.grad((w**3).sum(), [w], create_graph=create_graph)
        ((w - gradient) ** 2).sum().backward()
        return (w.grad,)

    def by_backward():
        (w**3).sum().backward(create_graph=create_graph)
        gradient, w.grad = w.grad, None
        ((w - gradient) ** 2).sum().backward()
        return (w.grad,)

    assert run(by_grad, w) == run(by_backward, w) == [expected]


def test_a_loss_of_gradients_alone(w):
    def build(**options):
        (gradient,) = flow.autograd.grad((w**3).sum(), [w], **options)
        (gradient**2).sum().backward()
        return (w.grad,)

    assert run(lambda: build(create_graph=True), w) == [[36.0, 288.0]]
    with pytest.raises(RuntimeError, match="backward: expects a loss computed from a tensor that requires gradients"):
        run(build, w)


def test_what_gradients_lead_to_is_cut_where_it_meets_others(w):
    def build():
        (gradient,) = flow.autograd.grad((w**3).sum(), [w])
        scale = 1 / (1 + gradient.exp().log())  # 1 / (1 + 3 w^2)
        (w * scale).sum().backward()
        leaf = (gradient * 2).requires_grad_()
        (leaf * leaf).sum().backward()
        return w.grad, leaf.grad

    gradient, of_leaf = run(build, w)
    assert gradient == pytest.approx([1 / 4, 1 / 13])
    assert of_leaf == [12.0, 48.0]


def test_a_loss_keeps_the_gradient_of_a_parameter_that_is_written_behind_it(w):
    def build():
        before = (w * 3).sum()
        with flow.no_grad():
            w.mul_(2.0)
        behind = (w * w).sum()
        before.backward()
        first, w.grad = w.grad, None
        (before + behind).backward()
        (alone,) = flow.autograd.grad(before + behind, [w])
        return first, w.grad, alone, w * 1

    assert run(build, w) == [[3.0, 3.0], [7.0, 11.0], [7.0, 11.0], [2.0, 4.0]]


def test_gradients_pass_no_write_to_a_parameter(w):
    v = nn.Parameter(flow.tensor([3.0, 5.0]))

    def build():
        w.copy_(v * v)
        (w * v).sum().backward()
        return w.grad, v.grad

    assert run(build, w) == [[3.0, 5.0], [9.0, 25.0]]


def test_gradients_pass_no_step_of_an_optimizer(w):
    v = nn.Parameter(flow.tensor([3.0, 5.0]))
    optimizer = optim.SGD([w], lr=0.5)

    def build():
        (w * v * v).sum().backward()
        optimizer.step()  # w - v^2 / 2
        first, v.grad = v.grad, None
        (w * v).sum().backward()
        return first, v.grad

    assert run(build, w) == [[6.0, 20.0], [1 - 9 / 2, 2 - 25 / 2]]


def test_training_detaches_nothing():
    model = nn.Linear(2, 1)

    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.model = model
            self.add_optimizer(optim.Adam(model.parameters(), lr=0.1, amsgrad=True))

        def build(self, x):
            loss = self.model(x).sum()
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            return loss

    assert "detach" not in ops_of(Train().traced(flow.zeros(3, 2)))
    assert "detach" in ops_of(traced(lambda x: x.detach() * 1, flow.zeros(2)))

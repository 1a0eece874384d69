"""Functions with gradients of their own, in graphs."""

import numpy as np
import pytest
import weir as flow
from weir import nn
from weir.autograd import Function


class Cube(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return scale * x**3

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * 3 * ctx.scale * x * x, None


class Reverse(Function):
    """Ganin and Lempitsky's layer."""

    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return -gradient


class Rounded(Function):
    """Straight through."""

    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, gradient):
        return gradient


class Halves(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, x + y, x > y

    @staticmethod
    def backward(ctx, of_product, of_sum, _):
        x, y = ctx.saved_tensors
        return of_product * y + of_sum, (of_product * x + of_sum).sum(0)


def in_both(function, *arrays):
    """Results and gradients of a function of leaves, op by op and in a graph, which are to be equal."""

    class Step(nn.Graph):
        def build(self, *values):
            for each in values:
                each.requires_grad_()
            loss = function(*values)
            loss.backward()
            return loss, *(each.grad for each in values)

    values = [flow.tensor(each) for each in arrays]
    traced = Step()(*values)
    leaves = [flow.tensor(each, requires_grad=True) for each in arrays]
    loss = function(*leaves)
    loss.backward()
    for got, expected in zip(traced, (loss.detach(), *(leaf.grad for leaf in leaves)), strict=True):
        np.testing.assert_allclose(got.numpy(), expected.numpy(), rtol=1e-12)
    return [each.numpy() for each in traced]


X = np.array([[0.3, -1.2, 2.0], [1.0, 0.7, -0.4]], np.float64)
Y = np.array([0.5, 2.0, -1.0], np.float64)


def test_one():
    loss, gradient = in_both(lambda x: (Cube.apply(x * 2, 0.5) * x).sum(), X)
    np.testing.assert_allclose(gradient, 16 * X**3, rtol=1e-5)


def test_before_and_behind_each_other():
    in_both(lambda x, y: Cube.apply(Reverse.apply(Cube.apply(x, 1.0) + y).tanh(), 2.0).sum() + (x * y).sum(), X, Y)


def test_several_results():
    in_both(lambda x, y: (Halves.apply(x.exp(), y)[0] * 3).sum() + Halves.apply(x, y.tanh())[1].sum(), X, Y)


def test_one_function_twice_of_one_value():
    in_both(lambda x: (Cube.apply(x, 1.0) * Cube.apply(x, 2.0)).mean(), X)


def test_what_nobody_asks_for():
    def loss(x, y):
        Cube.apply(x, 1.0)  # is not used
        with flow.no_grad():
            constant = Cube.apply(x, 1.0)
        return (constant * y + x).sum()

    in_both(loss, X, Y)


class Nothing(Function):
    @staticmethod
    def forward(ctx, x):
        return x + 1

    @staticmethod
    def backward(ctx, gradient):
        return None


def test_gradients_that_end():
    in_both(lambda x, y: (Nothing.apply(Cube.apply(x, 1.0)) * y + x).sum(), X, Y)


class Quantized(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(3, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.second(Rounded.apply(4 * self.first(x)) / 4)


class Train(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.add_optimizer(flow.optim.SGD(model.parameters(), lr=0.05))

    def build(self, x, y):
        loss = (self.model(x) - y).square().mean()
        loss.backward()
        return loss


def test_a_network_trains():
    flow.manual_seed(1)
    model, twin = Quantized(), Quantized()
    twin.load_state_dict(model.state_dict())
    optimizer = flow.optim.SGD(twin.parameters(), lr=0.05)
    train = Train(model)
    x = flow.randn(32, 3)
    y = x.sum(1, keepdim=True)
    losses = [train(x, y).item() for _ in range(20)]
    for expected in losses:
        optimizer.zero_grad()
        loss = (twin(x) - y).square().mean()
        loss.backward()
        optimizer.step()
        assert loss.item() == pytest.approx(expected, rel=1e-4)
    assert losses[-1] < losses[0] / 3


def test_gradients_by_grad_and_of_gradients():
    class Grad(nn.Graph):
        def __init__(self, again):
            super().__init__()
            self.again = again

        def build(self, x):
            x.requires_grad_()
            (gradient,) = flow.autograd.grad(Cube.apply(x, 1.0).sum(), x, create_graph=self.again)
            return gradient

    np.testing.assert_allclose(Grad(False)(flow.tensor(X)).numpy(), 3 * X * X, rtol=1e-12)
    with pytest.raises(NotImplementedError, match="Cube: expects create_graph=False inside of nn.Graph.build"):
        Grad(True)(flow.tensor(X))


def doubled(backward):
    """A function with a gradient that is to be tried."""

    class Doubled(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    Doubled.backward = staticmethod(lambda ctx, gradient: backward(gradient))
    return lambda x: Doubled.apply(x).sum()


def test_wrong_gradients():
    with pytest.raises(RuntimeError, match="Doubled.backward: expects 1 gradients, got 2"):
        in_both(doubled(lambda gradient: (gradient[:1], gradient)), X)


def test_a_saved_value_that_was_written_to():
    def loss(x):
        z = x * 1
        y = Cube.apply(z, 1.0)
        z.mul_(2)
        return (y + z).sum()

    with pytest.raises(RuntimeError, match="saved_tensors: expects tensors as they were saved, got one written to"):
        in_both(loss, X)


class Saved(Function):
    """Its gradient is the value that was saved, as it is."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x * x).sum() / 2

    @staticmethod
    def backward(ctx, gradient):
        return ctx.saved_tensors[0]


def test_gradients_that_are_values_of_the_trace():
    _, gradient = in_both(Saved.apply, X)
    np.testing.assert_array_equal(gradient, X)


class Marked(Function):
    @staticmethod
    def forward(ctx, x):
        mask = (x > 0).to(x.dtype)
        ctx.mark_non_differentiable(mask)
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(mask)
        return x * mask, mask

    @staticmethod
    def backward(ctx, gradient, of_mask):
        assert of_mask is None
        return gradient * ctx.saved_tensors[0]


def test_results_that_no_gradients_pass():
    def loss(x):
        y, mask = Marked.apply(x)
        return (y * mask * x).sum()

    in_both(loss, X)


def test_writes_to_results():
    def loss(x):
        y = Cube.apply(x, 1.0)
        y += 1
        y[0] = 0
        return (y * y).sum()

    in_both(loss, X)


class Twice(Function):
    @staticmethod
    def forward(ctx, x):
        y = 2 * x
        return y, y

    @staticmethod
    def backward(ctx, first, second):
        return 2 * first + 5 * second


def test_one_result_twice():
    in_both(lambda x: (Twice.apply(x)[0] * Twice.apply(x)[1]).sum(), X)


class WithParameters(nn.Module):
    def __init__(self):
        super().__init__()
        self.used = nn.Parameter(flow.tensor([2.0, 3.0]))
        self.unused = nn.Parameter(flow.ones(2))

    def forward(self, x):
        return (Nothing.apply(self.unused) * x).sum() + (self.used * x).sum()


def test_parameters_without_gradients_stay():
    model = WithParameters()

    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.model = model
            self.add_optimizer(flow.optim.SGD(model.parameters(), lr=0.1, weight_decay=1.0))

        def build(self, x):
            loss = self.model(x)
            loss.backward()
            return loss

    Step()(flow.ones(2)).item()
    assert model.unused.tolist() == [1, 1] and model.used.tolist() == pytest.approx([1.7, 2.6])

    class Grad(nn.Graph):
        def __init__(self, **options):
            super().__init__()
            self.options = options

        def build(self, x):
            x.requires_grad_()
            (gradient,) = flow.autograd.grad(Nothing.apply(x).sum() + 1, x, **self.options)
            return x if gradient is None else gradient

    assert Grad(allow_unused=True)(flow.ones(2)).tolist() == [1, 1]
    assert Grad(materialize_grads=True)(flow.ones(2)).tolist() == [0, 0]
    with pytest.raises(RuntimeError, match="grad: expects the scalar to be computed from all inputs"):
        Grad()(flow.ones(2))


def test_saved_parameters_that_were_written_to():
    class Scaled(Function):
        @staticmethod
        def forward(ctx, x, weight):
            ctx.save_for_backward(x, weight)
            return x * weight

        @staticmethod
        def backward(ctx, gradient):
            x, weight = ctx.saved_tensors
            return gradient * weight, gradient * x

    weight = nn.Parameter(flow.ones(2))

    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.weight = weight

        def build(self, x):
            x.requires_grad_()
            y = Scaled.apply(x, self.weight)
            with flow.no_grad():
                self.weight.mul_(10)
            y.sum().backward()
            return x.grad

    with pytest.raises(RuntimeError, match="saved_tensors: expects tensors as they were saved, got one written to"):
        Step()(flow.ones(2))


def test_gradients_that_are_no_tensors():
    message = "Doubled.backward: expects tensors or None, got float"
    with pytest.raises(TypeError, match=f"{message} .*test_called_functions"):
        in_both(doubled(lambda gradient: 2.0), X)
    with pytest.raises(TypeError, match=message):
        doubled(lambda gradient: 2.0)(flow.tensor(X, requires_grad=True)).backward()


@pytest.mark.parametrize("of", [lambda y: y.sum(), lambda y: y], ids=["a scalar", "a tensor"])
def test_backward_where_no_gradients_flow(of):
    class Step(nn.Graph):
        def build(self, x):
            x.requires_grad_()
            y = of(Cube.apply(x * 2, 1.0))
            with flow.no_grad():
                y.backward(None if y.shape == () else flow.ones(*y.shape, dtype=y.dtype))
            return x.grad

    np.testing.assert_allclose(Step()(flow.tensor(X)).numpy(), 24 * X * X, rtol=1e-12)

"""The memory of variables: who shares it, who notices writes, when it is given back."""

import copy
import gc

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import _core, nn, optim

N = 64  # wide enough for the weights of an inference job to be packed


def ones(model):
    """The first number that the model gives for ones."""
    return Function(model, model)(flow.ones(N, N)).numpy()[0, 0]


def packed(weight):
    """A model with this weight, and a graph of it that packs the weight."""
    model = nn.Linear(N, N, bias=False)
    model.weight = nn.Parameter(weight)
    graph = Function(model, model)
    assert graph(flow.ones(N, N)).numpy()[0, 0] == N
    assert "weir.derive" in graph.mlir("layout")
    return model, lambda: graph(flow.ones(N, N)).numpy()[0, 0]


def test_a_detached_tensor_shares_a_variable_and_writes_are_noticed():
    model, run = packed(flow.ones(N, N))
    detached = model.weight.detach()
    assert not detached.requires_grad
    detached.fill_(2)
    assert run() == 2 * N and model.weight.numpy()[0, 0] == 2
    with pytest.raises(ValueError, match="read-only"):
        detached.numpy()[0, 0] = 3


def test_tensors_detached_before_the_first_run_share_too():
    weight = flow.ones(N, N)
    detached = weight.detach()
    _, run = packed(weight)
    detached.fill_(3)
    assert run() == 3 * N


def test_a_variable_stays_one_with_arrays_made_before():
    array = np.ones((N, N), np.float32)
    model, run = packed(flow.from_numpy(array))
    for value in (5, 6):
        array[...] = value
        assert run() == value * N and model.weight.numpy()[0, 0] == value
    weight = flow.ones(N, N)
    view, capsule = weight.numpy(), np.from_dlpack(weight)
    model, run = packed(weight)
    for value in (5, 6):
        view[...] = value
        assert run() == value * N and model.weight.numpy()[0, 0] == value and capsule[0, 0] == value
    model.weight.detach().fill_(7)
    assert view[0, 0] == 7 and run() == 7 * N


def test_a_variable_of_an_array_that_nobody_has_is_the_graphs_alone():
    """So that its calls need not wait for each other."""
    weight = flow.from_numpy(np.ones((N, N), np.float32))
    address = weight._storage.address
    model, run = packed(weight)
    assert run() == N and model.weight._storage.address != address
    array = np.ones((2 * N, N), np.float32)
    weight = flow.from_numpy(array[:N])  # the view is gone, its base is not
    model, run = packed(weight)
    array[...] = 3
    assert run() == 3 * N


def test_training_shows_in_an_array_that_was_lent():
    array = np.ones((N, N), np.float32)
    parameter = nn.Parameter(flow.from_numpy(array))
    optimizer = flow.optim.SGD([parameter], lr=0.5)

    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.parameter = parameter
            self.add_optimizer(optimizer)

        def build(self, x):
            loss = (self.parameter * x).sum()
            loss.backward()
            return loss

    step = Step()
    for number in range(1, 4):
        step(flow.ones(N, N))
        assert array[0, 0] == 1 - 0.5 * number
    array[...] = 1
    assert step(flow.ones(N, N)).item() == N * N


def test_without_an_array_a_variable_keeps_its_memory():
    weight = flow.ones(N, N)
    address = weight._storage.address
    model, _ = packed(weight)
    assert model.weight._storage.address == address


def test_arrays_outlive_their_tensors():
    array = flow.tensor([1.0, 2.0]).numpy()
    gc.collect()
    assert array.tolist() == [1, 2]


def test_two_tensors_over_one_variable_have_gradients_of_their_own():
    parameter = nn.Parameter(flow.tensor([1.0, 2.0]))
    detached = parameter.detach()
    for order in ((parameter, detached), (detached, parameter)):

        def build(x):
            product = order[0] * order[1] * x
            return flow.grad(product.sum(), [parameter])[0]

        assert Function(build)(flow.full((2,), 3.0)).tolist() == [3, 6]


def test_a_write_is_seen_by_all_tensors_over_a_variable():
    variable = flow.zeros(1)
    alias = variable.detach()

    def build():
        before = alias + 0
        variable.copy_(variable + 1)
        return before, alias + 0, variable + 0

    graph = Function(build)
    assert [[x.item() for x in graph()] for _ in range(2)] == [[0, 1, 1], [1, 2, 2]]


def test_memory_is_given_back():
    def use(size):
        model = nn.Linear(size, size)
        graph = Function(model, model)
        train = Function(lambda x: model(x).sum().backward(), model)
        train.add_optimizer(optim.AdamW(model.parameters()))
        graph(flow.ones(2, size))
        train(flow.ones(2, size))

    use(100)
    gc.collect()
    before = _core.bytes_in_use()
    for size in range(101, 111):
        use(size)
    gc.collect()
    # Jobs leave nothing but the arena, which is as large as the largest needs it.
    assert _core.bytes_in_use() - before < 100 * 100 * 4


def test_a_name_can_be_used_again_with_another_type():
    for size in (2, 3, 2):
        model = nn.Linear(size, size)
        graph = Function(model, model)
        graph(flow.ones(1, size))
        assert "@module0.weight :" in graph.mlir()
        del model, graph
        gc.collect()


def test_a_graph_keeps_its_variables():
    tables = [flow.tensor([1.0, 2.0])]
    graph = Function(lambda x: x + tables[0])
    graph(flow.zeros(2))
    tables.clear()
    gc.collect()
    assert graph(flow.zeros(2)).tolist() == [1, 2]


def test_copies():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(flow.ones(2))
            self.tied = self.weight
            self.register_buffer("scale", flow.full((2,), 3.0))

        def forward(self, x):
            return x * self.weight * self.scale

    model = Model()
    copied = copy.deepcopy(model)
    assert copied.tied is copied.weight and copied.weight.requires_grad
    copied.scale.fill_(5)
    assert [Function(m, m)(flow.ones(2)).tolist() for m in (model, copied)] == [[3, 3], [5, 5]]


def test_filling_a_variable_in_a_build():
    counter = flow.full((), 5, dtype=flow.int64)

    def build(reset):
        if reset:
            counter.zero_()
        counter.copy_(counter + 1)
        return counter

    graph = Function(build)
    assert [graph(reset).item() for reset in (False, True, False, True, True)] == [6, 1, 2, 1, 1]

"""All random numbers come from one generator, whose state can be read, set and saved; compiled graphs follow it."""

import copy

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn, optim


def drawing():
    return Function(lambda: flow.rand(8))


def test_two_graphs_draw_different_numbers_in_order():
    flow.manual_seed(3)
    first, second = drawing(), drawing()
    drawn = [first().tolist(), second().tolist(), flow.rand(8).tolist(), first().tolist()]
    assert len({tuple(numbers) for numbers in drawn}) == 4
    flow.manual_seed(3)
    assert [second().tolist(), flow.rand(8).tolist(), drawing()().tolist(), first().tolist()] == drawn


def test_two_calls_of_one_module_and_two_modules_differ():
    layers = nn.ModuleList([nn.Dropout(0.5), nn.Dropout(0.5)])
    x = flow.ones(64)
    results = Function(lambda x: (layers[0](x), layers[0](x), layers[1](x)), layers)(x)
    assert len({tuple(result.tolist()) for result in results}) == 3


def test_a_seed_reaches_a_compiled_graph_which_is_not_compiled_again():
    graph = drawing()
    flow.manual_seed(5)
    drawn = [graph().tolist() for _ in range(3)]
    flow.manual_seed(6)
    other = graph().tolist()
    flow.manual_seed(5)
    assert [graph().tolist() for _ in range(3)] == drawn and other not in drawn
    assert repr(graph).startswith("Function(1 programs")


@pytest.mark.parametrize("seed", [0, 1, -1, 2**64 - 1, 2**63, np.int64(7)])
def test_seeds(seed):
    flow.manual_seed(seed)
    assert flow.initial_seed() == int(seed) % 2**64
    outside = flow.rand(8).tolist()
    flow.manual_seed(seed)
    assert drawing()().tolist() == outside


def test_the_state_is_read_and_set():
    flow.manual_seed(9)
    graph = drawing()
    graph(), flow.rand(3)
    state = flow.get_rng_state()
    drawn = [graph().tolist(), flow.rand(8).tolist()]
    flow.seed()
    assert [graph().tolist(), flow.rand(8).tolist()] != drawn
    flow.set_rng_state(state)
    assert [graph().tolist(), flow.rand(8).tolist()] == drawn
    flow.cuda.set_rng_state(copy.deepcopy(state))
    assert flow.cuda.get_rng_state().tolist() == state.tolist() and graph().tolist() == drawn[0]
    with pytest.raises(ValueError, match=r"set_state: expects what get_state gives, 16 uint8, got float32 of shape"):
        flow.set_rng_state(flow.ones(2))
    with pytest.raises(ValueError, match=r"manual_seed: expects an integer of 64 bits, got 1.5 .*test_18"):
        flow.manual_seed(1.5)


def test_seeds_of_the_system_differ():
    assert flow.seed() != flow.seed() and flow.default_generator.initial_seed() == flow.initial_seed()


def test_a_generator_of_ones_own():
    generator = flow.Generator(device="cpu").manual_seed(4)
    graph = Function(lambda: (flow.rand(4, generator=generator), flow.rand(4)))
    flow.manual_seed(4)
    ours, default = (drawn.tolist() for drawn in graph())
    state = generator.get_state()
    flow.rand(100)
    again = graph()[0].tolist()
    generator.set_state(state)
    assert graph()[0].tolist() == again and ours != again
    assert generator.manual_seed(4).initial_seed() == 4 and graph()[0].tolist() == ours and ours != default


class Fit(nn.Graph):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 16), nn.Dropout(0.4), nn.Linear(16, 1))
        self.add_optimizer(optim.Adam(self.model.parameters(), lr=0.01))

    def build(self, x):
        loss = (self.model(x) ** 2).mean() + 0 * flow.randn(3).sum()
        loss.backward()
        return loss


def trained(graph, steps):
    """Losses of batches that are drawn, too."""
    return [graph(flow.randn(8, 4)).item() for _ in range(steps)]


def test_a_resumed_run_is_the_same_bit_for_bit(tmp_path):
    flow.manual_seed(21)
    straight = Fit()
    trained(straight, 3)
    flow.save(straight.state_dict(), tmp_path / "state")
    expected = trained(straight, 4)
    flow.seed()  # as another process would begin
    resumed = Fit()
    trained(resumed, 2)
    resumed.load_state_dict(flow.load(tmp_path / "state"))
    assert trained(resumed, 4) == expected
    for ours, theirs in zip(straight.model.parameters(), resumed.model.parameters()):
        np.testing.assert_array_equal(ours.numpy(), theirs.numpy())


def test_a_run_that_fails_takes_its_step():
    def build(x, i):
        return flow.rand(4), x[i]

    x = flow.ones(3)
    flow.manual_seed(2)
    graph = Function(build)
    first = graph(x, flow.tensor([0]))[0].tolist()
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 2"):
        graph(x, flow.tensor([7]))[1].numpy()
    third = graph(x, flow.tensor([0]))[0].tolist()
    flow.manual_seed(2)
    assert [flow.rand(4).tolist() for _ in range(3)][::2] == [first, third]

"""What values in a graph's build say of ranks, as libai's layers ask; modules and initial values of global tensors."""

import numpy as np
import pytest
from rank_programs import said

import weir as flow
from weir import nn, optim

PLACE, WHOLE, ROWS = flow.placement("cpu", [0]), flow.sbp.broadcast, flow.sbp.split(0)


class Linear(nn.Module):
    """A layer of libai: its input is whole along the axis of its weight's split."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(flow.empty(outputs, inputs, placement=PLACE, sbp=ROWS))
        nn.init.xavier_normal_(self.weight)

    def forward(self, x):
        x = x.to_global(sbp=x.sbp[:-1] + (WHOLE,))
        x = x.to_global(grad_sbp=x.sbp)
        return flow.matmul(x, self.weight, transpose_b=True).to_global(placement=x.placement)


def test_values_say_how_they_are_held():
    layer, found = Linear(4, 3), []

    class Graph(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = layer

        def build(self, x, mask):
            y = self.layer(x)
            made = flow.ones(2, 3, placement=PLACE, sbp=ROWS)
            found.extend((x.sbp, x.placement, x.is_global, x.is_local, y.sbp, made.sbp, (x * 2).sbp, x.sum().sbp))
            with pytest.raises(RuntimeError, match="to_local: expects to be called outside of nn.Graph.build"):
                x.to_local()
            return y * mask

    x = flow.randn(2, 4, placement=PLACE, sbp=ROWS)
    y = Graph()(x, flow.ones(2, 3))
    assert flow.equal(y.to_local(), layer(x).to_local())
    assert found == [(ROWS,), PLACE, True, False, (WHOLE,), (ROWS,), (ROWS,), (WHOLE,)]


def test_local_tensors_have_no_ranks():
    x = flow.ones(2)
    assert x.is_local and not x.is_global and not hasattr(x, "sbp") and not hasattr(x, "placement")
    with pytest.raises(AttributeError, match="sbp: expects a global tensor, got a local one"):
        x.sbp
    with pytest.raises(TypeError, match="plcement"):
        x.to_global(plcement=PLACE, sbp=ROWS)


@pytest.mark.parametrize("axes", [WHOLE, ROWS])
@pytest.mark.parametrize("name", "xavier_uniform_ kaiming_normal_ trunc_normal_ orthogonal_ eye_ ones_".split())
def test_initial_values_of_global_parameters(name, axes):
    held, local = (
        nn.Parameter(flow.empty(8, 4, **options)) for options in ({"placement": PLACE, "sbp": axes}, {})
    )
    for parameter in (held, local):
        flow.manual_seed(1)
        getattr(nn.init, name)(parameter)
    assert flow.equal(held.to_local(), local) and held.requires_grad and held.sbp == (axes,)
    with pytest.raises(RuntimeError, match="fill_: expects what gradients pass to be written under no_grad"):
        (held * 2).fill_(0)


@pytest.mark.parametrize("axes", [WHOLE, ROWS])
def test_elements_of_global_tensors_are_written(axes):
    table, expected = flow.zeros(4, 6, placement=PLACE, sbp=axes), np.zeros((4, 6))
    table[:, 0::2] = flow.ones(4, 3)
    table.data[1] = 5
    table[table > 2] = flow.tensor(7.0)
    expected[:, 0::2], expected[1] = 1, 7
    np.testing.assert_array_equal(table.numpy(), expected)
    with pytest.raises(RuntimeError, match="item assignment: expects what gradients pass to be written under no_grad"):
        table[0] = flow.ones(6, requires_grad=True)


def test_ranks_of_a_placement_are_an_array():
    assert PLACE.ranks.ndim == 1 and PLACE.ranks.tolist() == [0]


def test_modules_have_stages():
    layer = nn.Linear(2, 2)
    seen = layer.to(nn.graph.GraphModule)
    assert seen.origin is layer and seen.stage_id is None
    seen.set_stage(1, PLACE)
    assert layer.to(nn.graph.GraphModule).stage_id == 1
    with pytest.raises(ValueError, match="set_stage: expects a stage of at least 0, got -1"):
        seen.set_stage(-1)


def test_gradients_are_clipped_where_a_loop_says_so():
    parameter = nn.Parameter(flow.ones(4))
    groups = [{"params": [parameter], "clip_grad_max_norm": 1.0, "clip_grad_norm_type": 2.0}]
    optimizer = optim.SGD(groups, lr=0.1)
    (parameter * 10).sum().backward()
    optimizer.clip_grad()
    assert parameter.grad.tolist() == pytest.approx([0.5] * 4)


def test_options_of_oneflow_that_change_nothing():
    graph = nn.Graph()
    graph.config.enable_auto_parallel(True)
    graph.config.set_auto_parallel_computation_cost_ratio(0.05)
    graph.config.set_outputs_buffer_size(2)
    graph.config.enable_cudnn_conv_heuristic_search_algo(False)
    graph.config.set_zero_redundancy_optimizer_mode("distributed_split")
    assert graph.config.zero_stage == 1
    with pytest.raises(ValueError, match="expects 'distributed_split' or 'non_distributed', got 'all'"):
        graph.config.set_zero_redundancy_optimizer_mode("all")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight, self.scale = nn.Parameter(flow.ones(2)), 3

    def forward(self, x):
        return x * self.weight * self.scale

    def doubled(self):
        return self.weight * 2


def test_a_data_parallel_module_has_what_its_module_has():
    net = nn.parallel.DistributedDataParallel(Net(), broadcast_parameters=True, bucket_size=10, use_bucket=True)
    assert net.weight is net.module.weight and net.scale == 3 and net.doubled().tolist() == [2, 2]
    assert [*net.state_dict()] == ["module.weight"]
    with pytest.raises(AttributeError, match="'DistributedDataParallel' object has no attribute 'nothing'"):
        net.nothing


def test_attention_of_libai():
    scores, mask = flow.tensor([[1.0, 2.0, 3.0]]), flow.tensor([[1, 0, 1]], dtype=flow.int8)
    _, weights = flow._C.fused_scale_mask_softmax_dropout(scores, mask, fill_value=-10000.0, scale=None, p=0.0)
    expected = nn.functional.softmax(flow.tensor([[1.0, -10000.0, 3.0]]), -1)
    assert flow.equal(weights, expected) and flow.env.is_multi_client()


PROGRAM = """
    layer = nn.Linear(4, 6).to_global(place, rows)

    class Graph(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = layer

        def build(self, x):
            x = x.to_global(sbp=x.sbp[:-1] + (whole,))
            y = self.layer(x)
            assert x.is_global and x.sbp == (whole,) and x.placement == place, x.sbp
            return y.to_global(placement=y.placement, sbp=rows)

    x = flow.randn(4, 4, placement=place, sbp=rows)
    assert np.allclose(Graph()(x).numpy(), layer(x).numpy(), atol=1e-6)
    other = nn.Parameter(flow.empty(4, 2, placement=place, sbp=columns))
    nn.init.normal_(other)
    flow.manual_seed(7)
    assert abs(other.numpy()).min() > 0
    for axes in (whole, rows, columns):
        table, expected = flow.zeros(4, 6, placement=place, sbp=axes), np.zeros((4, 6))
        table[:, 0::2] = flow.ones(4, 3)
        table.data[1] = 5
        table[table > 2] = flow.tensor(7.0)
        table[2, 1:3] = flow.arange(2, placement=place, sbp=rows).float()
        expected[:, 0::2], expected[1], expected[2, 1:3] = 1, 7, (0, 1)
        assert table.sbp == (axes,) and np.array_equal(table.numpy(), expected), table.numpy()
"""


@pytest.mark.sampled(3)
def test_values_on_two_ranks(tmp_path):
    assert said(PROGRAM, 2, tmp_path) == []
